// What Python's BaseBoard and Board hold: the core's keyed board, and beside it what programs may write there that the
// core keeps clean: castling rights that can't be, marks of promoted pieces, piece sets that contradict each other.
// No Python here, except for the list that `move_stack` hands out.
#pragma once

#include <memory>
#include <vector>

#include "bind/arguments.hpp"
#include "board/keyed_board.hpp"

namespace ajeeb::bind {

// The piece sets as Python's attributes show them, consistent or not.
struct PieceSets {
  std::array<Bitboard, kPieceTypes> by_type{};
  std::array<Bitboard, 2> by_color{};
  Bitboard occupied = 0;
};

class BaseBoard {
 public:
  BaseBoard() = default;
  explicit BaseBoard(const Board &board) : position_(cleaned(board)), rights_(board.castling) {}
  BaseBoard(const BaseBoard &other) : BaseBoard(other, other.position_) {}
  BaseBoard(BaseBoard &&) = default;

  // Well formed, with castling rights that the placement can bear.
  const Board &board() const { return position_.board(); }
  const KeyedBoard &position() const { return position_; }
  // The same board with the rights as they were written, possible or not.
  Board as_written() const;
  Bitboard castling_rights() const { return rights_; }
  Bitboard promoted() const { return promoted_; }

  PieceSets piece_sets() const;
  // Programs write one set after the other: between two writes they may contradict each other. Then the board holds
  // what is certain: a square with a color and a type.
  void write_piece_sets(const PieceSets &sets);
  void set_promoted(Bitboard promoted) { promoted_ = promoted; }

  // Puts another board here; its castling rights are taken as written.
  void replace(const Board &board);
  void set_piece(Square square, std::optional<PyPiece> piece, bool promoted = false);
  std::optional<PyPiece> piece_at(Square square) const;
  // The placement of `pieces` and nothing else of it.
  void set_placement(const Board &pieces, Bitboard promoted = 0);

 protected:
  BaseBoard(const BaseBoard &other, KeyedBoard position);
  static Board cleaned(Board board) {
    board.castling = clean_castling_rights(board);
    return board;
  }

  KeyedBoard position_;
  Bitboard rights_ = position_.board().castling;
  Bitboard promoted_ = 0;
  std::unique_ptr<PieceSets> contradiction_;  // the sets as written, while they contradict each other
};

class GameBoard : public BaseBoard {
 public:
  GameBoard() = default;
  explicit GameBoard(const Board &board) : BaseBoard(board) {}
  // A copy with the last `plies` of the move stack.
  GameBoard(const GameBoard &other, std::size_t plies);
  GameBoard(const GameBoard &other) : GameBoard(other, other.plies()) {}
  GameBoard(GameBoard &&) = default;

  std::size_t plies() const { return position_.history().size(); }
  // Any move; what is not pseudo-legal leaves some well formed board behind.
  void push(PyMove move);
  // The move on top of the stack; there must be one.
  PyMove last_move() const { return move_at(plies() - 1); }
  // Takes it back. Raises IndexError if there is none.
  PyMove pop();
  void clear_stack();
  // The position before the first move of the stack.
  GameBoard root() const;

  // The list that Python sees, made when first asked for and kept in step from then on.
  nb::object move_stack();
  void set_move_stack(nb::object list) { move_stack_ = std::move(list); }

 private:
  // What a step left behind that the core's history has no room for; noted only where there is something.
  struct Remains {
    std::size_t ply;
    Bitboard rights, promoted;
  };

  PyMove move_at(std::size_t ply) const;

  std::vector<Remains> remains_;
  nb::object move_stack_;
};

// A move as Python writes it, in the core's form: castling is king takes rook.
Move to_core(const Board &board, PyMove move);
// The same, but in chess960 a king's two-square step is no castling: what legality is asked of.
Move to_core_exactly(const Board &board, PyMove move);
// And back: a two-square step of the king in standard chess.
PyMove to_python(const Board &board, Move move);

// Write the moves of a board from `out` on, castling as Python writes it, and return the end; see kMaxAnyMoves.
Move *write_legal_moves(const Board &board, Move *out);
Move *write_pseudo_legal_moves(const Board &board, Move *out);

}  // namespace ajeeb::bind
