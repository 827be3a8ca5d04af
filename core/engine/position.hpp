// Position: a Board with everything the search and the evaluation want to know about it, derived once by init() and
// kept move by move, and the history that undoing and repetition need. Evaluation terms beyond the sums kept here live
// in evaluate.hpp.
#pragma once

#include <array>
#include <vector>

#include "base/score.hpp"
#include "base/zobrist.hpp"
#include "board/movegen.hpp"

namespace ajeeb::engine {

// What stands on a square: type + 6 for black, kNoPiece where nothing does.
using Piece = std::uint8_t;
inline constexpr Piece kNoPiece = 12;
inline constexpr int kPieces = 12;
constexpr Piece make_piece(Color color, PieceType type) { return static_cast<Piece>(type + kPieceTypes * color); }
constexpr PieceType type_of(Piece piece) {
  return piece == kNoPiece ? kNoPieceType : static_cast<PieceType>(piece % kPieceTypes);
}

// How much of the middlegame each piece stands for; the sum over the start position is kMaxPhase.
inline constexpr std::array<int, kPieceTypes> kPhaseWeights = {0, 1, 1, 2, 4, 0};
inline constexpr int kMaxPhase = 24;

// The part of a side's evaluation that is a sum over its pieces.
struct EvalBase {
  Score material;
  Score placement;  // piece-square values
  friend bool operator==(const EvalBase &, const EvalBase &) = default;
};

// One position, complete: the board and all that is derived from it. Copied into the history by every move.
struct State {
  Board board;
  std::array<Piece, 64> piece_list{};
  Key key = 0;                      // pieces, side, castling, ep if the capture is legal
  Key pawn_key = 0;                 // pawns and kings
  std::array<Key, 2> piece_keys{};  // everything but pawns, by color
  Key ep_word = 0;                  // what the ep square adds to the key
  Bitboard checkers = 0;            // pieces that give check to the side to move
  std::array<EvalBase, 2> eval_base{};
  std::array<std::uint8_t, 2> placement_table{};  // by color: which of the tables holds, by where the kings stand
  int phase = 0;            // raw: the sum of kPhaseWeights, over kMaxPhase after extra promotions
  int plies_from_null = 0;  // since the last null move or the set-up: repetitions lie no further back
  Move next_move{};         // the move that was made here, once one was

  friend bool operator==(const State &, const State &) = default;
};

// Where each of the mover's pieces would give check, and which of them uncover one by stepping aside.
struct CheckSquares {
  std::array<Bitboard, kPieceTypes> direct{};
  Bitboard discoverers = 0;
  Square king = kNoSquare;  // the enemy's
};

class Position {
 public:
  Position() : Position(kStartBoard) {}
  // The board must be legal (one king a side, the side not to move not in check).
  explicit Position(const Board &board) { set_up(board); }

  // Replaces the position and derives its state; the history is forgotten.
  void set_up(const Board &board);
  // Everything derived, from the board alone.
  static State init(const Board &board);

  const State &state() const { return current_; }
  const Board &board() const { return current_.board; }
  const std::vector<State> &history() const { return history_; }
  Key key() const { return current_.key; }
  Color side() const { return current_.board.side; }
  bool in_check() const { return current_.checkers != 0; }
  Piece piece_on(Square square) const { return current_.piece_list[square]; }
  PieceType type_on(Square square) const { return type_of(current_.piece_list[square]); }
  // Besides king and pawns no more than a minor piece: soon there may be no move that does no harm.
  bool is_prone_to_zugzwang(Color color) const {
    const Board &b = board();
    const Bitboard majors = b.by_type[kRook] | b.by_type[kQueen], minors = b.by_type[kKnight] | b.by_type[kBishop];
    return !(b.by_color[color] & majors) && popcount(b.by_color[color] & minors) <= 1;
  }
  bool is_king_stuck(Color color) const;  // wherever it might step it is attacked, or an own piece stands there

  // The move must be legal, or null when not in check. Every derived value follows.
  void do_move(Move move);
  void do_null_move() { do_move(kNullMove); }
  // Takes the last move back; there must be one.
  void undo_move() {
    current_ = history_.back();
    history_.pop_back();
    current_.next_move = kNullMove;
  }

  // The key after a move, near enough to fetch its hash entry early: castling and ep are not looked at.
  Key key_after(Move move) const;

  CheckSquares check_squares() const;
  bool gives_check(Move move, const CheckSquares &checks) const;

  // Captures, en passant, promotions: what changes the material balance.
  bool is_tactical(Move move) const { return is_capture(board(), move) || move.is_promotion(); }
  Piece captured_piece(Move move) const;

  // True for the fifty-move rule (a mate on the board counts before it), and for a position that stood on the board
  // before: once since the root `ply` plies ago, or twice in all.
  bool is_draw_by_rule(int ply) const;
  // Whether one move leads to a position that the search has been through within its last `ply` plies, or would have
  // led from there to here: then the side to move can count on a draw.
  bool can_repeat(int ply) const;
  // How often this position stood on the board before.
  int repetitions() const;

  // The same position with only so much history as repetitions can reach.
  Position without_old_history() const;

 private:
  void put(Color color, PieceType type, Square square);
  void take(Color color, PieceType type, Square square);
  void shift_pieces(Move move);

  State current_;
  std::vector<State> history_;
};

// The middlegame's share of an evaluation, 0..kMaxPhase.
constexpr int clamped_phase(int raw) { return raw < kMaxPhase ? raw : kMaxPhase; }

}  // namespace ajeeb::engine
