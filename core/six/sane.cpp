// Attack tables, move generation and legality of the sane rules, all in white's view.
#include "six/sane.hpp"

#include <algorithm>

#include "six/values.hpp"

namespace ajeeb::six::sane {
namespace {

constexpr std::uint64_t kLastRow[2] = {std::uint64_t{0x7E} << 8, std::uint64_t{0x7E} << 48};
constexpr std::uint64_t kDoubleRow[2] = {std::uint64_t{0x7E} << 40, std::uint64_t{0x7E} << 16};

constexpr std::array<int, 8> kDirections = {1, 8, 7, 9, -1, -8, -7, -9};  // the first four go up

struct Tables {
  std::array<std::uint64_t, kSquares> knight{};
  std::array<std::uint64_t, kSquares> king{};
  std::array<std::array<std::uint64_t, kSquares>, 2> pawn{};  // where a pawn of that colour takes
  std::array<std::array<std::uint64_t, kSquares>, 8> ray{};
  std::array<std::array<std::int16_t, kSquares>, 16> value{};  // signed: white's positive
  std::array<std::array<std::uint64_t, kSquares>, 16> key{};
};

constexpr std::uint64_t interior_bit(int square) { return is_interior(square) ? bit(square) : 0; }

constexpr std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}
constexpr std::uint64_t kSideKey = mixed(1 << 20);

constexpr Tables kTables = [] {
  Tables tables;
  for (int from = 0; from < kSquares; from++) {
    if (!is_interior(from)) continue;
    for (const int step : {6, 10, 15, 17, -6, -10, -15, -17}) tables.knight[from] |= interior_bit(from + step);
    for (const int step : kDirections) tables.king[from] |= interior_bit(from + step);
    tables.pawn[kWhiteSide][from] = interior_bit(from + 7) | interior_bit(from + 9);
    tables.pawn[kBlackSide][from] = interior_bit(from - 7) | interior_bit(from - 9);
    for (int d = 0; d < 8; d++) {
      for (int to = from + kDirections[d]; is_interior(to); to += kDirections[d]) tables.ray[d][from] |= bit(to);
    }
    const int index = compact_index(from);
    for (int type = kPawn; type <= kKing; type++) {
      tables.value[type | kWhite][from] = kValues[type][kSide * kSide - 1 - index];
      tables.value[type][from] = static_cast<std::int16_t>(-kValues[type][index]);
      tables.key[type][from] = mixed(type * kSquares + from);
      tables.key[type | kWhite][from] = mixed((type | kWhite) * kSquares + from);
    }
  }
  return tables;
}();

std::uint64_t ray_attacks(int direction, int from, std::uint64_t occupied) {
  const std::uint64_t ray = kTables.ray[direction][from];
  const std::uint64_t blockers = ray & occupied;
  if (blockers == 0) return ray;
  const int nearest = direction < 4 ? std::countr_zero(blockers) : 63 - std::countl_zero(blockers);
  return ray ^ kTables.ray[direction][nearest];
}

std::uint64_t rook_attacks(int from, std::uint64_t occupied) {
  return ray_attacks(0, from, occupied) | ray_attacks(1, from, occupied) | ray_attacks(4, from, occupied) |
         ray_attacks(5, from, occupied);
}

std::uint64_t bishop_attacks(int from, std::uint64_t occupied) {
  return ray_attacks(2, from, occupied) | ray_attacks(3, from, occupied) | ray_attacks(6, from, occupied) |
         ray_attacks(7, from, occupied);
}

std::uint64_t piece_attacks(int type, int from, std::uint64_t occupied) {
  switch (type) {
    case kKnight:
      return kTables.knight[from];
    case kKing:
      return kTables.king[from];
    case kBishop:
      return bishop_attacks(from, occupied);
    case kRook:
      return rook_attacks(from, occupied);
    default:
      return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
  }
}

constexpr std::uint64_t forward(std::uint64_t bits, Color side) { return side == kWhiteSide ? bits << 8 : bits >> 8; }

void generate_pawns(const Position &position, bool captures_only, MoveList &list) {
  const Color side = position.side;
  const std::uint64_t empty = kInterior & ~position.occupied();
  const std::uint64_t enemy = position.color[side ^ 1];
  const std::uint64_t steps = captures_only ? kLastRow[side] : ~std::uint64_t{0};
  for (std::uint64_t pawns = position.kind[kPawn] & position.color[side]; pawns != 0; pawns &= pawns - 1) {
    const int from = std::countr_zero(pawns);
    const std::uint64_t one = forward(bit(from), side) & empty;
    const std::uint64_t two = (bit(from) & kDoubleRow[side]) != 0 ? forward(one, side) & empty : 0;
    for (std::uint64_t to = ((one | two) & steps) | (kTables.pawn[side][from] & enemy); to != 0; to &= to - 1) {
      list.add(from, std::countr_zero(to));
    }
  }
}

}  // namespace

std::uint32_t faults(const Board &board) {
  std::uint32_t found = 0;
  const int first = board.at(0);
  const int last = board.at(kSquares - 1);
  if (first + last != 1) found |= kTurnNibble;
  int kings[2] = {0, 0};
  for (int i = 1; i < kSquares - 1; i++) {
    const int piece = board.at(i);
    if (piece == kEmpty) continue;
    const int type = piece_type(piece);
    if (!is_interior(i)) {
      found |= kPieceOnRim;
    } else if (type == kEmpty || type == kUnknown) {
      found |= kUnknownPiece;
    } else if (type == kKing) {
      kings[is_white(piece)]++;
    } else if (type == kPawn && i >> 3 == (is_white(piece) == board.white_to_move() ? kSide : 1)) {
      found |= kPawnOnLastRow;
    }
  }
  if (kings[1] != 1) found |= kWhiteKings;
  if (kings[0] != 1) found |= kBlackKings;
  if (found == 0) {
    const Position position(board);
    if (position.attacked(position.king(static_cast<Color>(position.side ^ 1)), position.side)) {
      found |= kOpponentInCheck;
    }
  }
  return found;
}

Position::Position(const Board &board) : side(board.white_to_move() ? kWhiteSide : kBlackSide) {
  const Board view = side == kWhiteSide ? board : rotate(board);
  for (std::uint64_t left = kInterior; left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    if (view.at(at) != kEmpty) put(at, view.at(at));
  }
  if (side == kBlackSide) key ^= kSideKey;
}

Board Position::board() const {
  Board view;
  for (std::uint64_t left = occupied(); left != 0; left &= left - 1) {
    const int at = std::countr_zero(left);
    view.put(at, square[at]);
  }
  view.put(0, 1);
  if (side == kWhiteSide) return view;
  return rotate(view);
}

void Position::put(int at, int piece) {
  square[at] = static_cast<std::uint8_t>(piece);
  color[is_white(piece)] |= bit(at);
  kind[piece_type(piece)] |= bit(at);
  key ^= kTables.key[piece][at];
  balance += kTables.value[piece][at];
}

void Position::remove(int at) {
  const int piece = square[at];
  square[at] = kEmpty;
  color[is_white(piece)] ^= bit(at);
  kind[piece_type(piece)] ^= bit(at);
  key ^= kTables.key[piece][at];
  balance -= kTables.value[piece][at];
}

bool Position::attacked(int target, Color by) const {
  const std::uint64_t theirs = color[by];
  if ((kTables.knight[target] & kind[kKnight] & theirs) != 0) return true;
  if ((kTables.king[target] & kind[kKing] & theirs) != 0) return true;
  if ((kTables.pawn[by ^ 1][target] & kind[kPawn] & theirs) != 0) return true;
  const std::uint64_t straight = (kind[kRook] | kind[kQueen]) & theirs;
  const std::uint64_t diagonal = (kind[kBishop] | kind[kQueen]) & theirs;
  return (straight != 0 && (rook_attacks(target, occupied()) & straight) != 0) ||
         (diagonal != 0 && (bishop_attacks(target, occupied()) & diagonal) != 0);
}

void Position::play(Move move) {
  const int from = from_square(move);
  const int to = to_square(move);
  const int piece = square[from];
  const bool promotes = piece_type(piece) == kPawn && (bit(to) & kLastRow[side]) != 0;
  remove(from);
  if (square[to] != kEmpty) remove(to);
  put(to, promotes ? (piece & kWhite) | kQueen : piece);
  side = static_cast<Color>(side ^ 1);
  key ^= kSideKey;
}

void generate(const Position &position, bool captures_only, MoveList &list) {
  const std::uint64_t own = position.color[position.side];
  const std::uint64_t targets = captures_only ? position.color[position.side ^ 1] : kInterior & ~own;
  generate_pawns(position, captures_only, list);
  for (std::uint64_t left = own & ~position.kind[kPawn]; left != 0; left &= left - 1) {
    const int from = std::countr_zero(left);
    const std::uint64_t reach = piece_attacks(piece_type(position.square[from]), from, position.occupied());
    for (std::uint64_t to = reach & targets; to != 0; to &= to - 1) list.add(from, std::countr_zero(to));
  }
}

bool gives_up_king(const Position &after) {
  return after.attacked(after.king(static_cast<Color>(after.side ^ 1)), after.side);
}

MoveList legal_moves(const Position &position) {
  MoveList pseudo;
  generate(position, false, pseudo);
  MoveList legal;
  for (const Move move : pseudo.all()) {
    Position after = position;
    after.play(move);
    if (!gives_up_king(after)) legal.moves[legal.size++] = flip(move, position.side);
  }
  std::sort(legal.moves.begin(), legal.moves.begin() + legal.size);
  return legal;
}

std::uint64_t perft(const Position &position, int depth) {
  if (depth == 0) return 1;
  MoveList pseudo;
  generate(position, false, pseudo);
  std::uint64_t total = 0;
  for (const Move move : pseudo.all()) {
    Position after = position;
    after.play(move);
    if (!gives_up_king(after)) total += depth == 1 ? 1 : perft(after, depth - 1);
  }
  return total;
}

int evaluate_move(const Position &position, Move white_view) {
  Position after = position;
  after.play(white_view);
  return -after.evaluate() - position.evaluate();
}

Status status(const Position &position) {
  MoveList pseudo;
  generate(position, false, pseudo);
  for (const Move move : pseudo.all()) {
    Position after = position;
    after.play(move);
    if (!gives_up_king(after)) return Status::ongoing;
  }
  return position.in_check() ? Status::checkmate : Status::stalemate;
}

}  // namespace ajeeb::six::sane
