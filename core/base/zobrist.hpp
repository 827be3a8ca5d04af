// The random words that hash a position: our own keys, and the published ones of the Polyglot book format.
#pragma once

#include <array>
#include <cstdint>

#include "base/types.hpp"

namespace ajeeb {

using Key = std::uint64_t;

namespace zobrist {

struct Words {
  std::array<std::array<std::array<Key, 64>, kPieceTypes>, 2> piece{};  // [color][type][square]
  std::array<Key, 64> castling{};                                       // by the square of the rook that may castle
  std::array<Key, 8> ep_file{};                                         // only when the capture is legal
  Key black_to_move = 0;
};

// splitmix64 (Steele, Lea and Flood, 2014) from a fixed seed: the keys are the same in every build.
constexpr Words make_words() {
  Words words;
  std::uint64_t state = 0x616A656562ULL;  // "ajeeb"
  const auto next = [&state] {
    std::uint64_t x = state += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
  };
  for (auto &color : words.piece) {
    for (auto &type : color) {
      for (Key &key : type) key = next();
    }
  }
  for (Key &key : words.castling) key = next();
  for (Key &key : words.ep_file) key = next();
  words.black_to_move = next();
  return words;
}

inline constexpr Words kWords = make_words();

inline Key piece(Color color, PieceType type, Square square) { return kWords.piece[color][type][square]; }

}  // namespace zobrist

namespace polyglot {

// 781 words in the format's own order: 768 for pieces (black pawn, white pawn, black knight, …, each a1..h8),
// 4 for castling (K, Q, k, q), 8 for ep files, 1 for white to move.
extern const std::array<Key, 781> kWords;

}  // namespace polyglot
}  // namespace ajeeb
