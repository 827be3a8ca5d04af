#include "bind/game_board.hpp"

#include "board/pseudo_legal.hpp"

namespace ajeeb::bind {

namespace {

bool contradict(const PieceSets &sets, const PieceSets &certain) {
  return sets.by_type != certain.by_type || sets.by_color != certain.by_color || sets.occupied != certain.occupied;
}

// Every square that has one color and at least one type, with the first type it has.
PieceSets certain_part(const PieceSets &sets) {
  PieceSets certain;
  Bitboard typed = 0;
  const Bitboard colored = sets.by_color[kWhite] | sets.by_color[kBlack];
  for (std::size_t type = 0; type < sets.by_type.size(); type++) {
    certain.by_type[type] = sets.by_type[type] & colored & ~typed;
    typed |= sets.by_type[type];
  }
  certain.by_color[kWhite] = sets.by_color[kWhite] & typed;
  certain.by_color[kBlack] = sets.by_color[kBlack] & typed & ~sets.by_color[kWhite];
  certain.occupied = certain.by_color[kWhite] | certain.by_color[kBlack];
  return certain;
}

// Where the rook of a king's two-square step from e1 or e8 stands; kNoSquare if the move is no such step.
Square rook_of_step(Square from, Square to) {
  if ((from != kE1 && from != kE8) || rank_of(from) != rank_of(to)) return kNoSquare;
  return file_of(to) == 6 ? from + 3 : file_of(to) == 2 ? from - 4 : kNoSquare;
}

bool may_castle_in_two_steps(const Board &board) {
  return !board.chess960 && board.castling & board.by_color[board.side];
}

}  // namespace

// ---- BaseBoard

BaseBoard::BaseBoard(const BaseBoard &other, KeyedBoard position)
    : position_(std::move(position)), rights_(other.rights_), promoted_(other.promoted_) {
  if (other.contradiction_) contradiction_ = std::make_unique<PieceSets>(*other.contradiction_);
}

Board BaseBoard::as_written() const {
  Board board = position_.board();
  board.castling = rights_;
  return board;
}

PieceSets BaseBoard::piece_sets() const {
  if (contradiction_) return *contradiction_;
  return {board().by_type, board().by_color, board().occupied()};
}

void BaseBoard::write_piece_sets(const PieceSets &sets) {
  const PieceSets certain = certain_part(sets);
  Board board = as_written();
  board.by_type = certain.by_type;
  board.by_color = certain.by_color;
  replace(board);
  if (contradict(sets, certain)) contradiction_ = std::make_unique<PieceSets>(sets);
}

void BaseBoard::replace(const Board &board) {
  rights_ = board.castling;
  position_.replace(cleaned(board));
  contradiction_.reset();
}

void BaseBoard::set_piece(Square square, std::optional<PyPiece> piece, bool promoted) {
  Board board = as_written();
  board.clear(bit(square));
  if (piece) board.put(piece->color(), piece->type(), square);
  replace(board);
  promoted_ = (promoted_ & ~bit(square)) | (piece && promoted ? bit(square) : 0);
}

std::optional<PyPiece> BaseBoard::piece_at(Square square) const {
  const PieceType type = board().type_at(square);
  if (type == kNoPieceType) return {};
  return PyPiece(board().color_at(square), type);
}

void BaseBoard::set_placement(const Board &pieces, Bitboard promoted) {
  Board board = as_written();
  board.by_type = pieces.by_type;
  board.by_color = pieces.by_color;
  replace(board);
  promoted_ = promoted;
}

// ---- GameBoard

GameBoard::GameBoard(const GameBoard &other, std::size_t plies) : BaseBoard(other, other.position_.copy(plies)) {
  const std::size_t forgotten = other.plies() - this->plies();
  for (Remains remains : other.remains_) {
    if (remains.ply < forgotten) continue;
    remains.ply -= forgotten;
    remains_.push_back(remains);
  }
  if (other.move_stack_.is_valid()) {
    const nb::object list = nb::steal(PySequence_List(other.move_stack_.ptr()));
    if (!list.is_valid()) throw nb::python_error();
    const std::size_t length = nb::len(list);
    move_stack_ =
        list[nb::slice(static_cast<Py_ssize_t>(length - std::min(length, plies)), static_cast<Py_ssize_t>(length))];
  }
}

void GameBoard::push(PyMove python_move) {
  const Move move = to_core(board(), python_move);
  if (move_stack_.is_valid() && PyList_Append(move_stack_.ptr(), move_object(to_python(board(), move)))) {
    throw nb::python_error();
  }
  if (promoted_ | (rights_ ^ board().castling)) remains_.push_back({plies(), rights_, promoted_});
  if (promoted_ || move.is_promotion()) {
    const Bitboard from = bit(move.from()), to = bit(move.to());
    const bool marked = promoted_ & from || move.is_promotion();
    if (!move.is_null()) promoted_ = (promoted_ & ~(from | to)) | (marked ? to : 0);
  }
  position_.push(move);
  rights_ = board().castling;
  contradiction_.reset();
}

PyMove GameBoard::move_at(std::size_t ply) const {
  const KeyedBoard::Step &step = position_.history()[ply];
  return to_python(step.board, step.move);
}

PyMove GameBoard::pop() {
  PyMove move{};
  if (move_stack_.is_valid()) {
    const nb::object last = move_stack_.attr("pop")();
    if (!read_move(last.ptr(), move)) throw nb::type_error("the move stack holds something that is no Move");
  }
  if (!plies()) throw nb::index_error("pop from an empty move stack");
  if (!move_stack_.is_valid()) move = last_move();
  const bool chess960 = board().chess960;
  position_.pop();
  if (board().chess960 != chess960) {
    Board board = this->board();
    board.chess960 = chess960;
    position_.replace(board);
  }
  rights_ = board().castling;
  promoted_ = 0;
  contradiction_.reset();
  if (!remains_.empty() && remains_.back().ply == plies()) {
    rights_ = remains_.back().rights;
    promoted_ = remains_.back().promoted;
    remains_.pop_back();
  }
  return move;
}

GameBoard GameBoard::root() const {
  if (!plies()) return GameBoard(*this, 0);
  Board first = position_.history().front().board;
  const bool has_remains = !remains_.empty() && remains_.front().ply == 0;
  if (has_remains) first.castling = remains_.front().rights;
  GameBoard root(first);
  root.set_promoted(has_remains ? remains_.front().promoted : 0);
  return root;
}

void GameBoard::clear_stack() {
  position_.clear_history();
  remains_.clear();
  if (move_stack_.is_valid()) move_stack_.attr("clear")();
}

nb::object GameBoard::move_stack() {
  if (!move_stack_.is_valid()) {
    nb::list list;
    for (std::size_t ply = 0; ply < plies(); ply++) list.append(nb::handle(move_object(move_at(ply))));
    move_stack_ = std::move(list);
  }
  return move_stack_;
}

// ---- moves across the border

Move to_core(const Board &board, PyMove python_move) {
  const Move move(python_move.code);
  const Square rook = rook_of_step(move.from(), move.to());
  if (rook == kNoSquare) [[likely]]
    return move;
  const Bitboard rooks = board.pieces(board.side, kRook);
  const bool castles = contains(board.pieces(board.side, kKing), move.from()) && contains(rooks, rook) &&
                       !contains(rooks, move.to()) && !move.is_promotion();
  return castles ? Move(move.from(), rook) : move;
}

Move to_core_exactly(const Board &board, PyMove move) {
  return board.chess960 ? Move(move.code) : to_core(board, move);
}

PyMove to_python(const Board &board, Move move) {
  const Square from = move.from(), to = move.to();
  const bool may_castle = !board.chess960 && (from == kE1 || from == kE8) && rank_of(from) == rank_of(to) &&
                          (file_of(to) == 0 || file_of(to) == 7);
  if (!may_castle || !is_castling(board, move)) return {move.raw};
  return {Move(from, castling_squares(from, to).king).raw};
}

Move *write_legal_moves(const Board &board, Move *out) {
  Move *const last = legal_moves(board, out);
  if (!may_castle_in_two_steps(board)) return last;
  const Square king = board.king(board.side);
  for (Move *move = out; move != last && move->from() == king; move++) *move = Move(to_python(board, *move).code);
  return last;
}

Move *write_pseudo_legal_moves(const Board &board, Move *out) {
  Move *const last = pseudo_legal_moves(board, out);
  if (!may_castle_in_two_steps(board)) return last;
  for (Move *move = out; move != last; move++) *move = Move(to_python(board, *move).code);
  return last;
}

}  // namespace ajeeb::bind
