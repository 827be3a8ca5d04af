// The lean board: what a FEN says and nothing derived, under 100 bytes, copied instead of unmade. Making a move lives
// here, finding moves in movegen.hpp, keys and history in keyed_board.hpp.
#pragma once

#include <array>

#include "base/attacks.hpp"

namespace ajeeb {

// The part of a board that decides which moves are legal: all that perft needs to copy.
//
// Any placement of pieces fits, legal or not (status.hpp tells), and every function here is safe on it.
// `castling` holds the squares of the rooks that may still castle. Moves are made and found on the assumption that it
// is clean (see clean_castling_rights), which every set-up ensures and do_move keeps.
struct Placement {
  std::array<Bitboard, kPieceTypes> by_type{};
  std::array<Bitboard, 2> by_color{};
  Bitboard castling = 0;
  std::uint8_t ep = kNoSquare;  // the square behind a pawn that has just made a double step, capture possible or not

  Bitboard occupied() const { return by_color[kWhite] | by_color[kBlack]; }
  Bitboard pieces(Color color, PieceType type) const { return by_color[color] & by_type[type]; }
  Bitboard diagonal_sliders(Color color) const { return by_color[color] & (by_type[kBishop] | by_type[kQueen]); }
  Bitboard straight_sliders(Color color) const { return by_color[color] & (by_type[kRook] | by_type[kQueen]); }

  // The type of the piece on `square`, kNoPieceType where there is none.
  PieceType type_at(Square square) const {
    const auto has = [&](PieceType a, PieceType b) {
      return static_cast<int>((by_type[a] | by_type[b]) >> square & 1);
    };
    const int low = has(kKnight, kRook) | has(kKing, kKing), middle = has(kBishop, kRook), high = has(kQueen, kKing);
    const int type = low | middle << 1 | high << 2;
    return type == 0 && !contains(by_type[kPawn], square) ? kNoPieceType : static_cast<PieceType>(type);
  }
  // Only where a piece stands.
  Color color_at(Square square) const { return contains(by_color[kBlack], square) ? kBlack : kWhite; }

  void put(Color color, PieceType type, Square square) {
    by_type[type] |= bit(square);
    by_color[color] |= bit(square);
  }
  void clear(Bitboard set) {
    for (Bitboard &type : by_type) type &= ~set;
    for (Bitboard &color : by_color) color &= ~set;
  }
  // The king that the rules speak of: the highest one, should there be several. kNoSquare if there is none.
  Square king(Color color) const {
    const Bitboard kings = pieces(color, kKing);
    return kings ? highest(kings) : kNoSquare;
  }

  friend bool operator==(const Placement &, const Placement &) = default;
};

struct Board : Placement {
  Color side = kWhite;
  bool chess960 = false;  // how castling is written, and which rights can be: no rule of movement depends on it
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;

  friend bool operator==(const Board &, const Board &) = default;
};

extern const Board kStartBoard;

// The squares of `by` that attack `square` when the board is occupied as given.
inline Bitboard attackers(const Placement &board, Color by, Square square, Bitboard occupied) {
  return (pawn_attacks_from(!by, square) & board.pieces(by, kPawn)) |
         (knight_attacks(square) & board.pieces(by, kKnight)) | (king_attacks(square) & board.pieces(by, kKing)) |
         (bishop_attacks(square, occupied) & board.diagonal_sliders(by)) |
         (rook_attacks(square, occupied) & board.straight_sliders(by));
}
inline Bitboard attackers(const Placement &board, Color by, Square square) {
  return attackers(board, by, square, board.occupied());
}
// The pieces that give check to `color`'s king; empty without a king.
inline Bitboard checkers(const Placement &board, Color color) {
  const Square king = board.king(color);
  return king == kNoSquare ? 0 : attackers(board, !color, king);
}
inline bool is_check(const Board &board) { return checkers(board, board.side) != 0; }

// Where king and rook stand after castling; `rook` is where the rook comes from.
struct CastlingSquares {
  Square king, rook;
};
constexpr CastlingSquares castling_squares(Square king, Square rook) {
  const int back_rank = king & 56;
  return rook > king ? CastlingSquares{back_rank | 6, back_rank | 5} : CastlingSquares{back_rank | 2, back_rank | 3};
}

// What a castling needs on the board.
struct CastlingWay {
  Bitboard king_path;  // the squares the king crosses, his last included: none may be attacked
  Bitboard free;       // the squares that must be empty, king and rook apart
};
namespace tables {
// By color, the king's file and the rook's file.
using CastlingWays = std::array<std::array<std::array<CastlingWay, 8>, 8>, 2>;
constexpr CastlingWays make_castling_ways() {
  const auto span = [](Square a, Square b) {  // from a to b, both included
    return a < b ? bit(b + 1) - bit(a) : bit(a + 1) - bit(b);
  };
  CastlingWays ways{};
  for (Square king = 0; king < 8; king++) {
    for (Square rook = 0; rook < 8; rook++) {
      const CastlingSquares to = castling_squares(king, rook);
      const Bitboard king_path = (span(king, to.king) & ~bit(king)) | bit(to.king);
      const Bitboard used = span(king, to.king) | span(rook, to.rook) | span(king, rook);
      const Bitboard free = used & ~(bit(king) | bit(rook));
      ways[kWhite][king][rook] = {king_path, free};
      ways[kBlack][king][rook] = {king_path << 56, free << 56};
    }
  }
  return ways;
}
inline constexpr CastlingWays kCastlingWays = make_castling_ways();
}  // namespace tables

// King and rook must stand on the back rank of `color`.
inline const CastlingWay &castling_way(Color color, Square king, Square rook) {
  return tables::kCastlingWays[color][king & 7][rook & 7];
}

// True for the king taking an own rook, which is how castling is written.
inline bool is_castling(const Board &board, Move move) {
  return contains(board.pieces(board.side, kKing), move.from()) && contains(board.pieces(board.side, kRook), move.to());
}
inline bool is_en_passant(const Board &board, Move move) {
  return move.to() == board.ep && contains(board.pieces(board.side, kPawn), move.from()) &&
         file_of(move.from()) != file_of(move.to()) && !contains(board.occupied(), move.to());
}
inline bool is_capture(const Board &board, Move move) {
  return contains(board.by_color[!board.side], move.to()) || is_en_passant(board, move);
}
// Captures and pawn moves reset the halfmove clock.
inline bool is_zeroing(const Board &board, Move move) {
  return contains(board.by_type[kPawn], move.from()) || contains(board.by_color[!board.side], move.to());
}

// The rights that the placement can bear: own rooks on the back rank of a king that stands there too, at most one on
// either side of him; in standard chess a king on e1 or e8 and rooks in the corners.
Bitboard clean_castling_rights(const Board &board);

// Makes a move of the side to move; the null move passes. The move must be pseudo-legal: nothing is checked, but the
// board stays well formed (no square holds two pieces) whatever the bits say.
void do_move(Board &board, Move move);

// The position seen from the other side: ranks flipped, colors and side to move exchanged.
Board mirrored(const Board &board);

}  // namespace ajeeb
