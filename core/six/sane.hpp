// The same 6x6 game made right: pieces move as in chess both ways, pawns become queens on row 6 and may take a double
// step from row 2, there is no castling and no en passant, and a king may not be left to be taken. The search is in
// search.hpp.
//
// A Position looks from white's side whoever moves, so that nothing turns round between moves. A `Move` at this
// header's border is the mover's view, as in the contract; `flip` goes between the two.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "six/board.hpp"

namespace ajeeb::six::sane {

enum Color : std::uint8_t { kBlackSide, kWhiteSide };

// After this many moves of each side the game is drawn.
inline constexpr int kMoveLimit = 59;
inline constexpr int kPlyLimit = 2 * kMoveLimit;

// What is wrong with a board under these rules; a set of bits, so that every fault is told at once.
enum Fault : std::uint32_t {
  kPieceOnRim = 1,
  kUnknownPiece = 2,
  kWhiteKings = 4,  // not exactly one
  kBlackKings = 8,
  kPawnOnLastRow = 16,
  kOpponentInCheck = 32,  // the king of the side that has just moved could be taken
  kTurnNibble = 64,       // nibble 0 is neither 0 nor 1, or nibble 63 disagrees with it
};
std::uint32_t faults(const Board &board);

struct Position {
  std::array<std::uint64_t, 2> color{};
  std::array<std::uint64_t, 8> kind{};  // by piece type
  alignas(64) std::array<std::uint8_t, kSquares> square{};
  std::uint64_t key = 0;
  std::int32_t balance = 0;  // the original's values, white's less black's
  Color side = kWhiteSide;

  // The board must have no faults.
  explicit Position(const Board &board);
  Board board() const;

  std::uint64_t occupied() const { return color[0] | color[1]; }
  int king(Color of) const { return std::countr_zero(kind[kKing] & color[of]); }
  bool attacked(int target, Color by) const;
  bool in_check() const { return attacked(king(side), static_cast<Color>(side ^ 1)); }
  int evaluate() const { return side == kWhiteSide ? balance : -balance; }
  // A pseudo-legal move, in white's view.
  void play(Move move);

 private:
  void put(int at, int piece);
  void remove(int at);
};

// Between the mover's view and white's.
constexpr Move flip(Move move, Color side) { return side == kWhiteSide ? move : static_cast<Move>(move ^ 0xFFF); }

struct MoveList {
  static constexpr int kCapacity = 18 * 18;  // n own pieces reach at most 36 - n squares each
  std::array<Move, kCapacity> moves;
  int size = 0;

  void add(int from, int to) { moves[size++] = make_move(from, to); }
  std::span<const Move> all() const { return {moves.data(), static_cast<std::size_t>(size)}; }
};

// In white's view, pseudo-legal: the king may be left to be taken. `captures_only` keeps captures and promotions.
void generate(const Position &position, bool captures_only, MoveList &list);
bool gives_up_king(const Position &after);
// In the mover's view, legal, ascending by from, then to.
MoveList legal_moves(const Position &position);
std::uint64_t perft(const Position &position, int depth);
// What the move changes at once in the mover's favour: the captured value and the change of its own, a queen's where a
// pawn is promoted.
int evaluate_move(const Position &position, Move white_view);

enum class Status : std::uint8_t { ongoing, checkmate, stalemate };
Status status(const Position &position);

}  // namespace ajeeb::six::sane
