// Board as bytes, for pickle and for other processes: boards where something was set by hand, and between them only
// moves of two bytes, which are made again on the way back.
#include <cstring>

#include "bind/board_class.hpp"

namespace ajeeb::bind {

namespace {

// One stretch of history: a board as it was set up, and the moves made from it.
struct Record {
  std::uint64_t by_type[kPieceTypes];
  std::uint64_t by_color[2];
  std::uint64_t castling, promoted;
  std::uint32_t halfmove_clock, fullmove_number, moves;
  std::uint8_t side, ep, chess960, padding;
};
static_assert(sizeof(Record) == 96);

Record record_of(const Board &board, Bitboard castling, Bitboard promoted) {
  Record record{};
  std::copy(board.by_type.begin(), board.by_type.end(), record.by_type);
  std::copy(board.by_color.begin(), board.by_color.end(), record.by_color);
  record.castling = castling;
  record.promoted = promoted;
  record.halfmove_clock = board.halfmove_clock;
  record.fullmove_number = board.fullmove_number;
  record.side = board.side;
  record.ep = board.ep;
  record.chess960 = board.chess960;
  return record;
}

// Bytes may come from anywhere: what they say of squares and colors is made to fit.
Board board_of(const Record &record) {
  Board board;
  Bitboard taken = 0;
  for (std::size_t type = 0; type < kPieceTypes; type++) {
    board.by_type[type] = record.by_type[type] & ~taken;
    taken |= record.by_type[type];
  }
  board.by_color[kWhite] = record.by_color[kWhite] & taken;
  board.by_color[kBlack] = taken & ~record.by_color[kWhite];
  board.castling = record.castling;
  board.halfmove_clock = record.halfmove_clock;
  board.fullmove_number = record.fullmove_number;
  board.side = record.side ? kBlack : kWhite;
  board.ep = std::min<std::uint8_t>(record.ep, kNoSquare);
  board.chess960 = record.chess960 != 0;
  return board;
}

void append(std::string &bytes, const void *data, std::size_t size) {
  bytes.append(static_cast<const char *>(data), size);
}

// The stack as stretches; a new one starts where the board is not what the last move made of it.
std::string to_bytes(const GameBoard &self) {
  std::string bytes;
  GameBoard walker(self);
  struct Ply {
    Board board;
    Bitboard castling, promoted;
    PyMove move;
  };
  std::vector<Ply> plies;
  while (walker.plies()) {
    const PyMove move = walker.last_move();
    walker.set_move_stack({});
    walker.pop();
    plies.push_back({walker.board(), walker.castling_rights(), walker.promoted(), move});
  }
  std::reverse(plies.begin(), plies.end());
  plies.push_back({self.board(), self.castling_rights(), self.promoted(), PyMove{0}});

  std::string moves;
  Record record = record_of(plies[0].board, plies[0].castling, plies[0].promoted);
  const auto finish = [&] {
    record.moves = static_cast<std::uint32_t>(moves.size() / 2);
    append(bytes, &record, sizeof record);
    bytes += moves;
    moves.clear();
  };
  for (std::size_t i = 0; i + 1 < plies.size(); i++) {
    append(moves, &plies[i].move, sizeof(PyMove));
    GameBoard next(plies[i].board);
    next.push(plies[i].move);
    const Ply &found = plies[i + 1];
    if (next.board() == found.board && found.castling == found.board.castling && found.promoted == 0) continue;
    finish();
    record = record_of(found.board, found.castling, found.promoted);
  }
  finish();
  return bytes;
}

[[noreturn]] void raise_bad_state() { raise("ChessError", "expected the state of a pickled Board"); }

void from_bytes(GameBoard *self, nb::bytes state) {
  std::string_view bytes(state.c_str(), state.size());
  Record record;
  GameBoard board;
  for (bool first = true; first || !bytes.empty(); first = false) {
    if (bytes.size() < sizeof record) raise_bad_state();
    std::memcpy(&record, bytes.data(), sizeof record);
    bytes.remove_prefix(sizeof record);
    if (bytes.size() / sizeof(PyMove) < record.moves) raise_bad_state();
    board.replace(board_of(record));
    board.set_promoted(record.promoted);
    for (std::uint32_t i = 0; i < record.moves; i++) {
      PyMove move;
      std::memcpy(&move, bytes.data(), sizeof move);
      bytes.remove_prefix(sizeof move);
      if (move.code >> 12 > kPromotesToPawn) raise_bad_state();
      board.push(move);
    }
  }
  new (self) GameBoard(std::move(board));
}

}  // namespace

void define_board_pickling(BoardClass &type) {
  type.def(
      "__getstate__",
      [](nb::handle self) {
        const std::string bytes = to_bytes(*nb::inst_ptr<GameBoard>(self));
        return nb::make_tuple(nb::bytes(bytes.data(), bytes.size()), nb::getattr(self, "__dict__", nb::none()));
      },
      nb::sig("def __getstate__(self) -> object"));
  type.def(
      "__setstate__",
      [](nb::handle self, nb::tuple state) {
        if (nb::len(state) != 2 || !nb::isinstance<nb::bytes>(state[0])) raise_bad_state();
        from_bytes(nb::inst_ptr<GameBoard>(self), nb::cast<nb::bytes>(state[0]));
        nb::inst_mark_ready(self);
        if (nb::isinstance<nb::dict>(state[1])) self.attr("__dict__").attr("update")(state[1]);
      },
      nb::sig("def __setstate__(self, state: object, /) -> None"));
}

}  // namespace ajeeb::bind
