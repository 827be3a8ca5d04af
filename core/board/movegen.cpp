// The generator's everyday sinks (a count, one en passant capture; the list has a file of its own), and the legality of
// a single move.
#include "board/movegen.hpp"

#include "board/generate.hpp"
#include "board/list_sink.hpp"

namespace ajeeb {

namespace {

using generate::Kings;

struct CountSink {
  static constexpr bool kNeedsType = false;
  std::size_t count = 0;

  template <PieceType>
  void piece(Square, Bitboard targets) {
    count += popcount(targets);
  }
  void pawns(Bitboard targets, int) { count += popcount(targets); }
  void double_steps(Bitboard targets) { count += popcount(targets); }
  void promotions(Bitboard targets, int) { count += 4 * popcount(targets); }
  void en_passant(Square, Square) { count++; }
  void castling(Square, Square) { count++; }
};

struct EnPassantSink {
  bool found = false;
  void en_passant(Square, Square) { found = true; }
};

template <Color us, Kind kind>
Move *list(const Board &board, Move *out) {
  ListSink<us> sink{out};
  generate::moves<us, kind, Kings::kAny>(board, sink);
  return sink.end;
}

template <Color us>
Move *list(const Board &board, Move *out, Kind kind) {
  switch (kind) {
    case Kind::kNoisy:
      return list<us, Kind::kNoisy>(board, out);
    case Kind::kQuiet:
      return list<us, Kind::kQuiet>(board, out);
    default:
      return list<us, Kind::kAll>(board, out);
  }
}

template <Color us>
bool is_legal_castling(const Board &board, Square king, Square rook) {
  if (king != board.king(us)) return false;
  const Bitboard occupied = board.occupied();
  const generate::Masks masks = generate::find_masks<us, Kings::kAny>(board, king, occupied);
  if (!contains(generate::castling_rooks<us>(board, king, occupied, masks), rook)) return false;
  const Bitboard safe = generate::safe_squares<us, Kings::kAny>(board, king, relative_rank_mask(us, 0), occupied);
  return generate::may_castle<us>(king, rook, occupied, safe);
}

template <Color us>
bool is_pawn_step(const Board &board, Square from, Square to) {
  const Bitboard free = ~board.occupied();
  if (contains(pawn_attacks<us>(bit(from)), to)) {
    return contains(board.by_color[!us], to) || (is_en_passant(board, Move(from, to)) && relative_rank(us, to) == 5 &&
                                                 contains(board.pieces(!us, kPawn), to ^ 8));
  }
  const Bitboard single_step = push<us>(bit(from)) & free;
  return contains(single_step | (push<us>(single_step & relative_rank_mask(us, 2)) & free), to);
}

template <Color us>
bool keeps_king_safe(const Board &board, Move move) {
  const Square king = board.king(us), from = move.from(), to = move.to();
  const Bitboard occupied = board.occupied();
  if (king == kNoSquare) return true;
  if (from == king) return !attackers(board, !us, to, occupied ^ bit(from));
  if (is_en_passant(board, move)) return generate::en_passant_is_safe<us>(board, king, from, to, occupied);
  return !(attackers(board, !us, king, (occupied ^ bit(from)) | bit(to)) & ~bit(to));
}

template <Color us>
bool is_legal(const Board &board, Move move) {
  const Square from = move.from(), to = move.to();
  const PieceType type = board.type_at(from);
  if (type == kNoPieceType || !contains(board.by_color[us], from)) return false;
  const bool must_promote = type == kPawn && relative_rank(us, to) == 7;
  if (must_promote != move.is_promotion() || move.promotion() >= kKing) return false;
  if (type == kKing && contains(board.pieces(us, kRook), to)) return is_legal_castling<us>(board, from, to);
  if (contains(board.by_color[us], to)) return false;
  const bool moves_so =
      type == kPawn ? is_pawn_step<us>(board, from, to) : contains(attacks_of(type, from, board.occupied()), to);
  return moves_so && keeps_king_safe<us>(board, move);
}

}  // namespace

Move *legal_moves(const Board &board, Move *out, Kind kind) {
  return board.side == kWhite ? list<kWhite>(board, out, kind) : list<kBlack>(board, out, kind);
}

std::size_t count_legal(const Board &board) {
  CountSink sink;
  board.side == kWhite ? generate::moves<kWhite, Kind::kAll, Kings::kAny>(board, sink)
                       : generate::moves<kBlack, Kind::kAll, Kings::kAny>(board, sink);
  return sink.count;
}

bool has_legal_move(const Board &board) { return count_legal(board) != 0; }

bool is_legal(const Board &board, Move move) {
  return board.side == kWhite ? is_legal<kWhite>(board, move) : is_legal<kBlack>(board, move);
}

bool keeps_king_safe(const Board &board, Move move) {
  return board.side == kWhite ? keeps_king_safe<kWhite>(board, move) : keeps_king_safe<kBlack>(board, move);
}

Square legal_ep(const Board &board) {
  if (board.ep == kNoSquare) return kNoSquare;
  EnPassantSink sink;
  const Square king = board.king(board.side);
  board.side == kWhite ? generate::en_passants<kWhite>(board, king, board.occupied(), sink)
                       : generate::en_passants<kBlack>(board, king, board.occupied(), sink);
  return sink.found ? board.ep : kNoSquare;
}

}  // namespace ajeeb
