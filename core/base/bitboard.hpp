// Sets of squares as 64-bit words: masks, shifts and iteration. Attack tables live in attacks.hpp.
#pragma once

#include <bit>

#include "base/types.hpp"

namespace ajeeb {

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFFULL;
inline constexpr Bitboard kAllSquares = ~0ULL;
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AAULL;
inline constexpr Bitboard kDarkSquares = ~kLightSquares;
inline constexpr Bitboard kBackRanks = kRank1 | kRank1 << 56;

constexpr Bitboard bit(Square square) { return 1ULL << square; }
constexpr Bitboard file_mask(int file) { return kFileA << file; }
constexpr Bitboard rank_mask(int rank) { return kRank1 << 8 * rank; }
constexpr Bitboard relative_rank_mask(Color color, int rank) { return rank_mask(color == kWhite ? rank : 7 - rank); }
constexpr bool contains(Bitboard set, Square square) { return set >> square & 1; }
constexpr int popcount(Bitboard set) { return std::popcount(set); }
constexpr bool more_than_one(Bitboard set) { return (set & (set - 1)) != 0; }

// These three need a set that is not empty.
constexpr Square lowest(Bitboard set) { return std::countr_zero(set); }
constexpr Square highest(Bitboard set) { return 63 - std::countl_zero(set); }
constexpr Square pop_lowest(Bitboard &set) {
  const Square square = lowest(set);
  set &= set - 1;
  return square;
}

// One step in a direction; squares that would leave the board vanish.
constexpr Bitboard north(Bitboard set) { return set << 8; }
constexpr Bitboard south(Bitboard set) { return set >> 8; }
constexpr Bitboard east(Bitboard set) { return (set & ~kFileH) << 1; }
constexpr Bitboard west(Bitboard set) { return (set & ~kFileA) >> 1; }

template <Color us>
constexpr Bitboard push(Bitboard pawns) {
  return us == kWhite ? north(pawns) : south(pawns);
}
template <Color us>
constexpr Bitboard attack_west(Bitboard pawns) {
  return push<us>(west(pawns));
}
template <Color us>
constexpr Bitboard attack_east(Bitboard pawns) {
  return push<us>(east(pawns));
}
template <Color us>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  return attack_west<us>(pawns) | attack_east<us>(pawns);
}
constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
  return color == kWhite ? pawn_attacks<kWhite>(pawns) : pawn_attacks<kBlack>(pawns);
}

// `for (Square square : squares(set))` visits the squares in ascending order.
class squares {
 public:
  constexpr explicit squares(Bitboard set) : set_(set) {}
  class iterator {
   public:
    constexpr explicit iterator(Bitboard set) : set_(set) {}
    constexpr Square operator*() const { return lowest(set_); }
    constexpr iterator &operator++() {
      set_ &= set_ - 1;
      return *this;
    }
    friend constexpr bool operator==(iterator, iterator) = default;

   private:
    Bitboard set_;
  };
  constexpr iterator begin() const { return iterator(set_); }
  constexpr iterator end() const { return iterator(0); }

 private:
  Bitboard set_;
};

}  // namespace ajeeb
