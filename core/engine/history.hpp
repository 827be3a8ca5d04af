// What the search remembers of moves that were good or bad elsewhere, and of how wrong the evaluation was: the tables
// behind move ordering, pruning and correction. One set per thread.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "engine/position.hpp"

namespace ajeeb::engine {

// A bounded average that moves towards its bonuses and never leaves ±limit.
template <int limit>
void drift(std::int16_t &value, int bonus) {
  const int felt = std::clamp(bonus, -limit, limit);
  value = static_cast<std::int16_t>(value + felt - value * std::abs(felt) / limit);
}

inline constexpr int kHistoryLimit = 16384;

// By the piece that moved and where it went; the inner tables of the continuation history have the same shape.
using PieceTo = std::array<std::array<std::int16_t, 64>, kPieces + 1>;

struct Histories {
  // [color][from is attacked][to is attacked][from][to]
  std::array<std::array<std::array<std::array<std::array<std::int16_t, 64>, 64>, 2>, 2>, 2> butterfly{};
  std::array<std::array<PieceTo, 64>, kPieces + 1> continuation{};             // [piece before][square before]
  std::array<std::array<std::array<std::int16_t, 7>, 64>, kPieces> capture{};  // [piece][to][victim type]
  std::array<PieceTo, 512> pawn{};                                             // [pawn key][piece][to]
  std::array<std::array<Move, 64>, kPieces + 1> counter_move{};

  std::int16_t &of_quiet(const Position &position, Bitboard threats, Move move) {
    const auto from = static_cast<std::size_t>(move.from()), to = static_cast<std::size_t>(move.to());
    return butterfly[position.side()][contains(threats, move.from())][contains(threats, move.to())][from][to];
  }
  std::int16_t &of_capture(const Position &position, Move move) {
    return capture[position.piece_on(move.from())][static_cast<std::size_t>(move.to())]
                  [type_of(position.captured_piece(move))];
  }
  PieceTo &of_pawns(const Position &position) { return pawn[position.state().pawn_key % pawn.size()]; }
};

// How far the search's result was from the static evaluation, by features of the position: added to later evaluations.
class Corrections {
 public:
  int of(const Position &position) const {
    const State &s = position.state();
    const Color us = position.side();
    const int sum = 2 * pawns_[us][slot(s.pawn_key)] + pieces_[us][kWhite][slot(s.piece_keys[kWhite])] +
                    pieces_[us][kBlack][slot(s.piece_keys[kBlack])];
    return sum / (4 * kGrain);
  }
  void learn(const Position &position, int error, int depth) {
    const State &s = position.state();
    const Color us = position.side();
    const int bonus = std::clamp(error * depth * kGrain / 64, -kLimit / 4, kLimit / 4);
    drift<kLimit>(pawns_[us][slot(s.pawn_key)], bonus);
    for (const Color color : {kWhite, kBlack}) drift<kLimit>(pieces_[us][color][slot(s.piece_keys[color])], bonus);
  }

 private:
  static constexpr int kGrain = 32, kLimit = 64 * kGrain;  // at most 64 centipawns
  static constexpr std::size_t kSize = 1 << 14;
  static std::size_t slot(Key key) { return key % kSize; }
  std::array<std::array<std::int16_t, kSize>, 2> pawns_{};
  std::array<std::array<std::array<std::int16_t, kSize>, 2>, 2> pieces_{};
};

}  // namespace ajeeb::engine
