// The position of a game while its moves are read, and the quick way from everyday SAN to the legal move: attack tables
// asked backwards from the target square, and what is known about the own king from the last move. Whatever is not
// found here (odd spelling, ambiguity, illegal moves) goes to board/notation.hpp, which has the last word.
#pragma once

#include "board/movegen.hpp"

namespace ajeeb::pgn {

class Replay {
 public:
  void set(const Board &board) {
    board_ = board;
    look_from_king();
  }
  const Board &board() const { return board_; }
  bool in_check() const { return checkers_ != 0; }

  void play(Move move) {
    do_move(board_, move);
    look_from_king();
  }

  // Each returns the only legal move of the kind, or the null move.
  template <PieceType type>
  Move find_piece_move(Bitboard from_mask, Square to) const {
    const Bitboard occupied = board_.occupied();
    if (contains(board_.by_color[board_.side], to)) return kNullMove;
    const Bitboard movers = attacks_of<type>(to, occupied) & board_.pieces(board_.side, type) & from_mask;
    if (type != kKing && !more_than_one(movers)) {
      return movers ? checked(Move(lowest(movers), to)) : kNullMove;
    }
    Move found = kNullMove;
    for (const Square from : squares(movers)) {
      if (!keeps_king_safe(board_, Move(from, to))) continue;
      if (!found.is_null()) return kNullMove;
      found = Move(from, to);
    }
    return found;
  }
  Move find_pawn_step(Square to, PieceType promotion) const {
    const Bitboard occupied = board_.occupied(), pawns = board_.pieces(board_.side, kPawn);
    if (contains(occupied, to) || must_promote(to) != (promotion != kPawn)) return kNullMove;
    const int back = board_.side == kWhite ? -8 : 8;
    const Square one = to + back;
    if (one < 0 || one > 63) return kNullMove;
    if (contains(pawns, one)) return checked(Move(one, to, promotion));
    if (relative_rank(board_.side, to) != 3 || contains(occupied, one)) return kNullMove;
    return contains(pawns, one + back) ? checked(Move(one + back, to)) : kNullMove;
  }
  Move find_pawn_capture(int from_file, Square to, PieceType promotion) const {
    const Bitboard capturers =
        pawn_attacks(!board_.side, bit(to)) & board_.pieces(board_.side, kPawn) & file_mask(from_file);
    if (!capturers || must_promote(to) != (promotion != kPawn)) return kNullMove;
    const Move move(lowest(capturers), to, promotion);
    if (contains(board_.by_color[!board_.side], to)) return checked(move);
    return to == board_.ep && is_legal(board_, move) ? move : kNullMove;
  }

 private:
  bool must_promote(Square to) const { return relative_rank(board_.side, to) == 7; }
  // A piece out of the king's sight can't be pinned.
  Move checked(Move move) const {
    if (!checkers_ && !contains(seen_from_king_, move.from())) return move;
    return keeps_king_safe(board_, move) ? move : kNullMove;
  }
  void look_from_king() {
    const Color us = board_.side;
    const Square king = highest(board_.pieces(us, kKing));  // every game's start was found to have one
    const Bitboard occupied = board_.occupied();
    const Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    seen_from_king_ = straight | diagonal;
    checkers_ = (straight & board_.straight_sliders(!us)) | (diagonal & board_.diagonal_sliders(!us)) |
                (knight_attacks(king) & board_.pieces(!us, kKnight)) |
                (pawn_attacks(us, bit(king)) & board_.pieces(!us, kPawn));
  }

  Board board_;
  Bitboard seen_from_king_ = 0, checkers_ = 0;
};

}  // namespace ajeeb::pgn
