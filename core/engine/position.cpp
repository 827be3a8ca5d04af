// Deriving a position's state from scratch, and keeping it by moves. The board itself moves by board.hpp's do_move.
#include "engine/position.hpp"

#include <algorithm>
#include <cassert>

#include "board/keyed_board.hpp"
#include "engine/parameters.hpp"
#include "engine/reversals.hpp"

namespace ajeeb::engine {

namespace {

constexpr std::size_t kReservedPlies = 512;

Key ep_word_of(const Board &board) {
  const Square ep = legal_ep(board);
  return ep == kNoSquare ? 0 : zobrist::kWords.ep_file[file_of(ep)];
}

// Adds (or, all being sums and xors, takes away) one piece from the derived values but the piece list.
void toggle_keys(State &state, Color color, PieceType type, Square square) {
  const Key word = zobrist::piece(color, type, square);
  state.key ^= word;
  if (type == kPawn || type == kKing) state.pawn_key ^= word;
  if (type != kPawn) state.piece_keys[color] ^= word;
}

void choose_placement_tables(State &state) {
  const std::array<Square, 2> king = {state.board.king(kWhite), state.board.king(kBlack)};
  for (const Color color : {kWhite, kBlack}) {
    state.placement_table[color] = static_cast<std::uint8_t>(placement_table(king[color], king[!color]));
  }
}

// Where a king has changed zones every piece is worth something else.
void renew_placement(State &state) {
  choose_placement_tables(state);
  for (const Color color : {kWhite, kBlack}) {
    Score sum;
    for (const Square square : squares(state.board.by_color[color])) {
      sum += placement_value(state.placement_table[color], color, type_of(state.piece_list[square]), square);
    }
    state.eval_base[color].placement = sum;
  }
}

void derive_piece(State &state, Color color, PieceType type, Square square) {
  state.piece_list[square] = make_piece(color, type);
  state.phase += kPhaseWeights[type];
  state.eval_base[color].material += material_value(type);
  state.eval_base[color].placement += placement_value(state.placement_table[color], color, type, square);
  toggle_keys(state, color, type, square);
}

#ifndef NDEBUG
bool is_kept(const State &state) {
  State fresh = Position::init(state.board);
  fresh.plies_from_null = state.plies_from_null;
  fresh.next_move = state.next_move;
  return fresh == state;
}
#endif

}  // namespace

State Position::init(const Board &board) {
  State state;
  state.board = board;
  state.piece_list.fill(kNoPiece);
  choose_placement_tables(state);
  for (const Square square : squares(board.occupied())) {
    derive_piece(state, board.color_at(square), board.type_at(square), square);
  }
  for (const Square rook : squares(board.castling)) state.key ^= zobrist::kWords.castling[rook];
  state.ep_word = ep_word_of(board);
  state.key ^= state.ep_word ^ (board.side == kBlack ? zobrist::kWords.black_to_move : 0);
  state.checkers = checkers(board, board.side);
  return state;
}

void Position::set_up(const Board &board) {
  history_.clear();
  history_.reserve(kReservedPlies);
  current_ = init(board);
}

void Position::put(Color color, PieceType type, Square square) { derive_piece(current_, color, type, square); }

void Position::take(Color color, PieceType type, Square square) {
  State &s = current_;
  s.piece_list[square] = kNoPiece;
  s.phase -= kPhaseWeights[type];
  s.eval_base[color].material -= material_value(type);
  s.eval_base[color].placement -= placement_value(s.placement_table[color], color, type, square);
  toggle_keys(s, color, type, square);
}

// The move as changes of single squares. The board has not moved yet.
void Position::shift_pieces(Move move) {
  const Board &b = current_.board;
  const Color us = b.side;
  const Square from = move.from(), to = move.to();
  const PieceType type = type_on(from);
  if (type == kKing && piece_on(to) == make_piece(us, kRook)) {
    const CastlingSquares target = castling_squares(from, to);
    take(us, kKing, from);
    take(us, kRook, to);
    put(us, kKing, target.king);
    put(us, kRook, target.rook);
    return;
  }
  if (piece_on(to) != kNoPiece) {
    take(!us, type_on(to), to);
  } else if (type == kPawn && to == b.ep && file_of(from) != file_of(to)) {
    take(!us, kPawn, to ^ 8);
  }
  take(us, type, from);
  put(us, move.is_promotion() ? move.promotion() : type, to);
}

void Position::do_move(Move move) {
  current_.next_move = move;
  history_.push_back(current_);
  State &s = current_;
  const Bitboard rights = s.board.castling;
  if (!move.is_null()) shift_pieces(move);
  const Square king = s.board.king(s.board.side);
  ajeeb::do_move(s.board, move);
  if (king_zone(king) != king_zone(s.board.king(!s.board.side))) renew_placement(s);
  s.next_move = kNullMove;
  s.plies_from_null = move.is_null() ? 0 : s.plies_from_null + 1;
  s.key ^= s.ep_word ^ zobrist::kWords.black_to_move;
  for (const Square rook : squares(rights ^ s.board.castling)) s.key ^= zobrist::kWords.castling[rook];
  s.ep_word = s.board.ep == kNoSquare ? 0 : ep_word_of(s.board);
  s.key ^= s.ep_word;
  s.checkers = move.is_null() ? 0 : ajeeb::checkers(s.board, s.board.side);
  assert(is_kept(s));
}

bool Position::is_king_stuck(Color color) const {
  const Board &b = board();
  const Bitboard king = b.pieces(color, kKing), others = b.occupied() ^ king;
  for (const Square to : squares(king_attacks(b.king(color)) & ~b.by_color[color])) {
    if (!attackers(b, !color, to, others)) return false;
  }
  return true;
}

Key Position::key_after(Move move) const {
  const Color us = side();
  const Square from = move.from(), to = move.to();
  const PieceType type = type_on(from);
  Key key = current_.key ^ zobrist::kWords.black_to_move ^ current_.ep_word ^ zobrist::piece(us, type, from) ^
            zobrist::piece(us, move.is_promotion() ? move.promotion() : type, to);
  if (const PieceType taken = type_on(to); taken != kNoPieceType) key ^= zobrist::piece(!us, taken, to);
  return key;
}

CheckSquares Position::check_squares() const {
  const Board &b = board();
  const Color us = b.side;
  const Bitboard occupied = b.occupied();
  CheckSquares checks;
  checks.king = lowest(b.pieces(!us, kKing));
  const Square king = checks.king;
  checks.direct[kPawn] = pawn_attacks(!us, bit(king));
  checks.direct[kKnight] = knight_attacks(king);
  checks.direct[kBishop] = bishop_attacks(king, occupied);
  checks.direct[kRook] = rook_attacks(king, occupied);
  checks.direct[kQueen] = checks.direct[kBishop] | checks.direct[kRook];
  const Bitboard snipers =
      (bishop_attacks(king, 0) & b.diagonal_sliders(us)) | (rook_attacks(king, 0) & b.straight_sliders(us));
  for (const Square sniper : squares(snipers)) {
    const Bitboard screen = between(king, sniper) & occupied;
    if (screen && !more_than_one(screen)) checks.discoverers |= screen & b.by_color[us];
  }
  return checks;
}

bool Position::gives_check(Move move, const CheckSquares &checks) const {
  const Square from = move.from(), to = move.to();
  const PieceType type = type_on(from);
  const bool special = move.is_promotion() || (type == kKing && piece_on(to) == make_piece(side(), kRook)) ||
                       (type == kPawn && to == board().ep);
  if (special) {  // several squares change at once: rare enough to try it out
    Board after = board();
    ajeeb::do_move(after, move);
    return ajeeb::checkers(after, after.side) != 0;
  }
  if (contains(checks.direct[type], to)) return true;
  return contains(checks.discoverers, from) && !contains(line(checks.king, from), to);
}

Piece Position::captured_piece(Move move) const {
  if (is_en_passant(board(), move)) return make_piece(!side(), kPawn);
  const Piece taken = piece_on(move.to());
  return taken != kNoPiece && taken / kPieceTypes != side() ? taken : kNoPiece;  // castling takes nothing
}

int Position::repetitions() const {
  int count = 0;
  const int reach = std::min<int>(static_cast<int>(board().halfmove_clock), current_.plies_from_null);
  const int plies = static_cast<int>(history_.size());
  for (int back = 4; back <= std::min(reach, plies); back += 2) {
    count += history_[static_cast<std::size_t>(plies - back)].key == current_.key;
  }
  return count;
}

bool Position::is_draw_by_rule(int ply) const {
  if (board().halfmove_clock >= 100 && (!in_check() || has_legal_move(board()))) return true;
  const int reach = std::min<int>(static_cast<int>(board().halfmove_clock), current_.plies_from_null);
  const int plies = static_cast<int>(history_.size());
  bool before_root = false;
  for (int back = 4; back <= std::min(reach, plies); back += 2) {
    if (history_[static_cast<std::size_t>(plies - back)].key != current_.key) continue;
    if (back < ply || before_root) return true;
    before_root = true;
  }
  return false;
}

bool Position::can_repeat(int ply) const {
  const int reach = std::min(
      {static_cast<int>(board().halfmove_clock), current_.plies_from_null, ply - 1, static_cast<int>(history_.size())});
  const Bitboard occupied = board().occupied();
  for (int back = 3; back <= reach; back += 2) {
    const Reversal *move = find_reversal(current_.key ^ history_[history_.size() - static_cast<std::size_t>(back)].key);
    if (move && !(between(move->a, move->b) & occupied)) return true;
  }
  return false;
}

Position Position::without_old_history() const {
  Position copy;
  copy.current_ = current_;
  const std::size_t reach = std::min<std::size_t>(board().halfmove_clock, history_.size());
  copy.history_.assign(history_.end() - static_cast<std::ptrdiff_t>(reach), history_.end());
  copy.history_.reserve(reach + kReservedPlies);
  return copy;
}

}  // namespace ajeeb::engine
