// What a character of a placement stands for, and on which file, is too random for a branch to guess. So every rank is
// laid into a word of its own, a byte a character, and all characters are asked at once: which piece, how wide; sums of
// widths along a word say on which file. The bits of the files, summed over a word, are a rank of a bitboard.
#include "board/plain_placement.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/byte_lanes.hpp"

namespace ajeeb {

namespace {

using Narrow = ByteLanes<16>;
using Wide = ByteLanes<kVectorBytes>;
using Bytes = Wide::Bytes;
using Words = Wide::Words;
using RankWords = std::array<std::uint64_t, 8>;  // the first rank first

constexpr std::size_t kMostCharacters = 64;
constexpr std::size_t kLanes = kVectorBytes / 8, kParts = 8 / kLanes;  // words in a vector, vectors for all ranks
constexpr std::size_t kCodeBits = 3;  // of a type plus one, so that any bit set means a piece; the plane above: black

// A mask of the slashes, the spaces, and some that no placement has.
template <class Chars>
Chars ends_rank(Chars chars) {
  return (Chars)(chars <= '/');
}

// A bit for every one of the first 64 characters that ends a rank.
std::uint64_t ends_of_ranks(std::string_view text) {
  std::uint64_t ends = 0;
  for (std::size_t i = 0; i < kMostCharacters; i += sizeof(Narrow::Bytes)) {
    const std::size_t at = std::min(i, text.size() - sizeof(Narrow::Bytes));
    ends |= std::uint64_t{Narrow::bits_of(ends_rank(Narrow::load(text.data() + at)))} << at;
  }
  return ends;
}

// Eight characters from the beginning of every rank, and the length of the placement; 0 if there aren't eight ranks
// between slashes and a space, or so little text that eight characters are more.
std::size_t split_ranks(std::string_view text, RankWords &ranks) {
  std::uint64_t ends = ends_of_ranks(text);
  std::size_t begin = 0, end = 0;
  for (std::size_t rank = 8; rank-- > 0; begin = end + 1) {
    if (begin + 8 > text.size() || (begin != 0 && text[end] != '/')) return 0;
    std::memcpy(&ranks[rank], text.data() + begin, 8);
    end = static_cast<std::size_t>(std::countr_zero(ends));  // 64 when there are no more
    ends &= ends - 1;
  }
  return end < text.size() && text[end] == ' ' ? end : 0;
}

// Some of eight words as a vector, in the order that planes_of() wants.
template <std::size_t... lane>
Words part_of(const RankWords &words, std::size_t part, std::index_sequence<lane...>) {
  return Words{words[part + kParts * (lane / 2) + 4 * (lane % 2)]...};
}
Words part_of(const RankWords &words, std::size_t part) {
  return part_of(words, part, std::make_index_sequence<kLanes>());
}

struct Check {
  Bytes faults{};              // not zero anywhere if anything is amiss
  std::size_t characters = 0;  // of the ranks, without what stands between them
};

// The planes of the code of what stands on each rank, a byte each in the rank's word.
Words read_ranks(Bytes chars, Check &check) {
  const auto ends = (Words)ends_rank(chars);
  const auto own = (Bytes)((ends & -ends) - 1);  // the bytes below the first end
  check.characters += static_cast<std::size_t>(std::popcount(Wide::bits_of(own)));
  chars &= own;
  const Bytes lower = chars | 0x20;
  const auto is = [&lower](char letter) { return (Bytes)(lower == letter); };
  const Bytes pawns = is('p'), knights = is('n'), bishops = is('b'), rooks = is('r'), queens = is('q'), kings = is('k');
  const std::array<Bytes, kCodeBits + 1> planes = {pawns | bishops | queens, knights | bishops | kings,
                                                   rooks | queens | kings, (Bytes)(lower == chars)};
  const Bytes pieces = planes[0] | planes[1] | planes[2];
  const Bytes empty = chars - '1', digits = (Bytes)(empty < 8), known = pieces | digits;
  Words files = (Words)((digits & empty) - known);  // a mask is minus one
  for (int shift = 8; shift < 64; shift *= 2) files += files << shift;
  const auto digits_behind_digits = (Bytes)((Words)digits << 8) & digits;
  check.faults |= (own & ~known) | digits_behind_digits | (Bytes)(files >> 56 != 8);
  const Bytes squares = Wide::powers((Bytes)files - 1) & pieces;
  Words ranks{};
  for (std::size_t i = 0; i < planes.size(); i++) ranks |= Wide::sums(squares & planes[i]) << 8 * i;
  return ranks;
}

// Four bitboards from the four low bytes of eight words, one a rank.
std::array<Bitboard, 4> planes_of(const std::array<Words, kParts> &ranks) {
  std::array<Words, kParts / 2> pairs;
  for (std::size_t i = 0; i < pairs.size(); i++) pairs[i] = ranks[2 * i] | ranks[2 * i + 1] << 32;
  Narrow::Bytes low, high;  // of ranks 0, 1, 4, 5 and 2, 3, 6, 7
  std::memcpy(&low, &pairs, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char *>(&pairs) + sizeof low, sizeof high);
  const auto first =
      (Narrow::Words)__builtin_shufflevector(low, high, 0, 4, 16, 20, 8, 12, 24, 28, 1, 5, 17, 21, 9, 13, 25, 29);
  const auto second =
      (Narrow::Words)__builtin_shufflevector(low, high, 2, 6, 18, 22, 10, 14, 26, 30, 3, 7, 19, 23, 11, 15, 27, 31);
  return {first[0], first[1], second[0], second[1]};
}

}  // namespace

bool read_plain_placement(std::string_view text, std::size_t &at, Board &board) {
  text.remove_prefix(at);
  if (text.size() < sizeof(Narrow::Bytes) || std::endian::native != std::endian::little) return false;
  RankWords words;
  const std::size_t length = split_ranks(text, words);
  if (length == 0) return false;
  std::array<Words, kParts> ranks;
  Check check;
  for (std::size_t part = 0; part < kParts; part++) {
    ranks[part] = read_ranks((Bytes)part_of(words, part), check);
  }
  // A rank of more than eight characters has some that no word holds.
  if (check.characters + 7 != length || Wide::bits_of((Bytes)(check.faults != 0))) return false;
  const auto [b0, b1, b2, black] = planes_of(ranks);
  const Bitboard occupied = b0 | b1 | b2;
  board.by_color = {occupied & ~black, black};
  board.by_type = {b0 & ~(b1 | b2), b1 & ~(b0 | b2), b0 & b1, b2 & ~(b0 | b1), b0 & b2, b1 & b2};
  at += length;
  return true;
}

}  // namespace ajeeb
