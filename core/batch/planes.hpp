// Positions as stacks of 8x8 planes for neural networks: the plain 12, AlphaZero's 119 and lc0's 112. A plane is first
// a bitboard and the value its squares take; writing it out is the same for all encodings. [rank][file], a1 first.
#pragma once

#include <array>

#include "batch/rows.hpp"
#include "batch/square_lanes.hpp"

namespace ajeeb::batch {

inline constexpr std::size_t kPlaneSquares = 64;
inline constexpr std::size_t kPiecePlanes = 12;
inline constexpr std::size_t kAlphaZeroPlanes = 119;
inline constexpr std::size_t kLc0Planes = 112;
inline constexpr std::size_t kHistory = 8;  // positions a network sees, the current one first

enum class PlaneEncoding : std::uint8_t { kAlphaZero, kLc0 };  // those with a history
constexpr std::size_t plane_count(PlaneEncoding encoding) {
  return encoding == PlaneEncoding::kAlphaZero ? kAlphaZeroPlanes : kLc0Planes;
}

// Whose eyes: white's always, or the mover's (own pieces first, ranks flipped for black).
enum class View : std::uint8_t { kWhite, kMover };

// What stands in the place of positions before the first one known. lc0's own choice, kUnlessStart, is its "fen_only".
enum class Fill : std::uint8_t { kZeros, kUnlessStart, kRepeat };

// The squares of a set with a value, the others 0. `out` has room for 64.
template <class Value>
void write_plane(Bitboard set, Value value, Value *out) {
  using Lanes = SquareLanes<Value>;
  for (std::size_t first = 0; first < kPlaneSquares; first += Lanes::kSquares) {
    Lanes::store(Lanes::pick(Lanes::all(value), Lanes::marks(set, first)), out + first);
  }
}

// The color whose planes come first; black's eyes see the ranks flipped.
constexpr Color first_color(View view, Color side) { return view == View::kMover ? side : kWhite; }

// The 12 planes of one board: P N B R Q K of one side, then of the other. `out` has room for 12 x 64. Part of its
// callers' loops, which then load its constants once.
template <class Value>
[[gnu::always_inline]] inline void write_piece_planes(const packing::TypeSets &types, Bitboard first_side, bool flip,
                                                      Value *out) {
  using Lanes = SquareLanes<Value>;
  constexpr std::size_t kParts = kPlaneSquares / Lanes::kSquares;
  const auto marks = [flip](Bitboard set, std::size_t part) {
    return Lanes::marks(flip ? __builtin_bswap64(set) : set, part * Lanes::kSquares);
  };
  std::array<typename Lanes::Vector, kParts> ours, theirs;  // with the value that their squares take
  for (std::size_t part = 0; part < kParts; part++) {
    const auto all = Lanes::all(Value{1});
    ours[part] = Lanes::keep(all, marks(first_side, part));
    theirs[part] = all ^ ours[part];
  }
  for (const Bitboard type : types) {
    for (std::size_t part = 0; part < kParts; part++, out += Lanes::kSquares) {
      const auto pieces = marks(type, part);
      Lanes::store(Lanes::pick(ours[part], pieces), out);
      Lanes::store(Lanes::pick(theirs[part], pieces), out + kPieceTypes * kPlaneSquares);
    }
  }
}
template <class Value>
void write_piece_planes(const Board &board, View view, Value *out) {
  const Color color = first_color(view, board.side);
  write_piece_planes(board.by_type, board.by_color[color], color == kBlack, out);
}

// What a network with history sees of a game: up to eight positions, the current one first, and how often each had
// stood on the board before.
struct History {
  std::array<Board, kHistory> boards;
  std::array<std::uint8_t, kHistory> repetitions{};
  std::size_t length = 0;

  void clear() { length = 0; }
  void push_front(const Board &board, std::uint8_t repetition);
};

// Values over 255 (move numbers) are written as 255 where the type ends there.
void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, std::uint8_t *out);
void write_history_planes(const History &history, PlaneEncoding encoding, Fill fill, float *out);

// (N) records to (N, 12, 8, 8).
template <class Value>
void piece_planes(Records records, View view, Value *out, Faults faults, int threads);

// (N, depth) records, newest first, and as many repetition counts (or none: all zero) to (N, 119 or 112, 8, 8). A
// record without pieces ends its history. `depth` is 1 to 8.
template <class Value>
void history_planes(Records records, std::size_t depth, std::span<const std::uint8_t> repetitions,
                    PlaneEncoding encoding, Fill fill, Value *out, Faults faults, int threads);

}  // namespace ajeeb::batch
