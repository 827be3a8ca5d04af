// The contract's move generation, legality and search. `from` and `to` are squares of the mover's view throughout.
#include "six/contract.hpp"

#include "six/values.hpp"

namespace ajeeb::six::contract {
namespace {

constexpr int kWorstScore = -4196;  // where every maximum starts
constexpr int kKingTaken = -4000;   // the score of a line in which a king falls, whoever took it
constexpr int kGameOver = 1260;     // seven queens: beyond it a king must have fallen
constexpr int kStackFrames = 120;   // calls of negaMax that fit in the EVM's 1024 slots, at 8 slots each
constexpr int kHalf = kSide * kSide / 2;

// The contract packs the values of pawn to knight 7 bits each in one uint256, and those of queen and king 12 bits each
// in two: squares 18..35, then 0..17. Reading past a word gives 0, and so does a queen's or king's move that ends in
// the other word. Type 0 (an empty square, or nibble 8) falls through to the king's first word, read 7 bits at a time.
constexpr int king_word_as_sevens(int index) {
  int value = 0;
  for (int i = 0; i < 7; i++) {
    const int at = 7 * index + i;
    if (at >= 0 && at < 12 * kHalf) value |= ((kValues[kKing][kHalf - 1 - at / 12] >> (at % 12)) & 1) << i;
  }
  return value;
}

constexpr bool in_lower_half(int square) { return compact_index(square) >= 0 && compact_index(square) < kHalf; }

constexpr int own_value(int type, bool lower, int square) {
  const int index = compact_index(square);
  if (index < 0 || index >= 2 * kHalf) return 0;
  if (type == kEmpty) return king_word_as_sevens(index);
  return type >= kQueen && lower != (index < kHalf) ? 0 : kValues[type][2 * kHalf - 1 - index];
}

struct Tables {
  std::array<std::array<std::array<std::int16_t, kSquares>, 2>, 8> own{};  // [type][from in the lower half][square]
  std::array<std::array<std::int16_t, kSquares>, 16> captured{};           // [piece][square]
  // Ties go to the move visited first; of two moves, the one with the greater entry is visited earlier.
  std::array<std::uint8_t, kMostMoves + 2 * kMovesPerWord> earliness{};
};

constexpr Tables kTables = [] {
  Tables tables;
  for (int square = 0; square < kSquares; square++) {
    const int index = compact_index(square);
    for (int type = 0; type < 8; type++) {
      for (int lower = 0; lower < 2; lower++) {
        tables.own[type][lower][square] = static_cast<std::int16_t>(own_value(type, lower != 0, square));
      }
      const bool read = type != kEmpty && index >= 0 && index < 2 * kHalf;
      tables.captured[type][square] = tables.captured[type | kWhite][square] = read ? kValues[type][index] : 0;
    }
  }
  for (int i = 0; i < static_cast<int>(tables.earliness.size()); i++) {
    tables.earliness[i] = static_cast<std::uint8_t>((7 - i / kMovesPerWord) * 32 + i % kMovesPerWord);
  }
  return tables;
}();

constexpr std::array<int, 4> kKnightSteps = {17, 15, 10, 6};
constexpr std::array<int, 4> kKingSteps = {9, 8, 7, 1};
constexpr std::array<int, 8> kRays = {1, -1, 8, -8, 7, -7, 9, -9};

// Calls enter(from) for every own piece, which may end the walk by answering false, and see(from, to) for each of its
// moves, all in the order of generation.
template <class Enter, class See>
[[gnu::always_inline]] inline void walk_moves(const Mailbox &board, Enter &&enter, See &&see) {
  const std::uint64_t own = board.own();
  const std::uint64_t enemy = board.enemy();
  const std::uint64_t occupied = own | enemy;
  const std::uint64_t valid = kInterior & ~own;
  for (std::uint64_t left = own & kInterior; left != 0; left &= left - 1) {
    const int from = std::countr_zero(left);
    if (!enter(from)) return;
    const int type = piece_type(board.square[from]);
    if (type == kPawn) {
      if ((occupied & bit(from + 8)) == 0) {
        see(from, from + 8);
        if (from >> 3 == 2 && (occupied & bit(from + 16)) == 0) see(from, from + 16);
      }
      if ((enemy & bit(from + 7)) != 0) see(from, from + 7);
      if ((enemy & bit(from + 9)) != 0) see(from, from + 9);
    } else if (type == kKnight || type == kKing) {
      const std::array<int, 4> &steps = type == kKnight ? kKnightSteps : kKingSteps;
      for (const int step : steps) {
        if (from + step < kSquares && (valid & bit(from + step)) != 0) see(from, from + step);
      }
      if ((valid & bit(from - steps[3])) != 0) see(from, from - steps[3]);
    } else {
      const int first = type == kBishop ? 4 : 0;
      const int last = type == kRook ? 4 : 8;
      for (int ray = first; ray < last; ray++) {
        for (int to = from + kRays[ray]; (valid & bit(to)) != 0; to += kRays[ray]) {
          see(from, to);
          if ((enemy & bit(to)) != 0) break;
        }
      }
    }
  }
}

struct Pick {
  Move move = 0;
  int score = kWorstScore;
  int count = 0;
  Revert revert = Revert::none;
};

// The move with the best immediate evaluation, the first visited among equals. One number holds score, earliness and
// move, so that a maximum settles all three.
Pick greedy_pick(const Mailbox &board) {
  constexpr std::int64_t kOffset = 8192;
  std::int64_t best = ((kWorstScore + kOffset) << 20) | (0xFF << 12);
  int count = 0;
  const std::int16_t *row = nullptr;
  std::int64_t base = 0;
  walk_moves(
      board,
      [&](int from) {
        row = kTables.own[piece_type(board.square[from])][in_lower_half(from)].data();
        base = kOffset - row[from];
        return count <= kMostMoves;
      },
      [&](int from, int to) {
        const std::int64_t score = kTables.captured[board.square[to]][to] + row[to] + base;
        const std::int64_t key = (score << 20) | (kTables.earliness[count++] << 12) | make_move(from, to);
        best = key > best ? key : best;
      });
  Pick pick;
  pick.move = static_cast<Move>(best & 0xFFF);
  pick.score = static_cast<int>((best >> 20) - kOffset);
  pick.count = count;
  if (count > kMostVisited) pick.revert = Revert::array_index;
  return pick;
}

// One direction of isLegalMove's sliders. Downwards the walk runs from `to` and stops short of the square above which
// the piece stands, so that the last square may be anything that is not the mover's own.
bool ray_is_clear(const Mailbox &board, int from, int to, int step) {
  const std::uint64_t valid = kInterior & ~board.own();
  const bool up = from < to;
  if ((up ? to - from : from - to) % step != 0) return false;
  int at = up ? from + step : to;
  const int end = up ? to : from - step;
  for (; at < end; at += step) {
    if ((valid & bit(at)) == 0 || (board.enemy() & bit(at)) != 0) return false;
  }
  return at == end && (valid & bit(at)) != 0;
}

bool pawn_may_move(const Mailbox &board, int from, int to) {
  const std::uint64_t valid = kInterior & ~board.own();
  switch (to - from) {
    case 7:
    case 9:
      return (board.enemy() & bit(to)) != 0;
    case 8:
      return (valid & bit(to)) != 0;
    case 16:
      return (valid & bit(to - 8)) != 0 && (valid & bit(to)) != 0;
    default:
      return false;
  }
}

bool piece_may_move(const Mailbox &board, int from, int to) {
  const int type = piece_type(board.square[from]);
  if (type == kPawn) return pawn_may_move(board, from, to);
  if (type == kKnight || type == kKing) {
    const int distance = from < to ? to - from : from - to;
    bool reaches = false;
    for (const int step : type == kKnight ? kKnightSteps : kKingSteps) reaches |= step == distance;
    return reaches && (board.own() & bit(to)) == 0;
  }
  const bool straight = type != kBishop && (ray_is_clear(board, from, to, 1) || ray_is_clear(board, from, to, 8));
  return straight || (type != kRook && (ray_is_clear(board, from, to, 7) || ray_is_clear(board, from, to, 9)));
}

Mailbox after(const Mailbox &board, Move move) {
  Mailbox next = board;
  next.shift_piece(from_square(move), to_square(move));
  next.rotate();
  return next;
}

}  // namespace

Board MoveList::word(int index) const {
  Board packed;
  const int end = (index + 1) * kMovesPerWord < size ? (index + 1) * kMovesPerWord : size;
  for (int i = index * kMovesPerWord; i < end; i++) {
    for (int w = 3; w > 0; w--) packed.words[w] = (packed.words[w] << 12) | (packed.words[w - 1] >> 52);
    packed.words[0] = (packed.words[0] << 12) | moves[i];
  }
  return packed;
}

Board apply_move(const Board &board, Move move) {
  Board next = board;
  const int from = from_square(move);
  const int piece = from < kSquares ? board.at(from) : static_cast<int>(kEmpty);
  if (from < kSquares) next.put(from, kEmpty);
  next.put(to_square(move), piece);
  return rotate(next);
}

MoveList generate_moves(const Mailbox &board) {
  MoveList list;
  walk_moves(
      board, [&](int) { return list.revert == Revert::none; },
      [&](int from, int to) {
        if (list.size < kMostMoves) {
          list.moves[list.size++] = make_move(from, to);
        } else {
          list.revert = Revert::array_index;
        }
      });
  return list;
}

int evaluate_move(const Mailbox &board, Move move) {
  const int from = from_square(move);
  const int to = to_square(move);
  const int captured = kTables.captured[board.square[to]][to];
  if (from >= kSquares) return captured + kTables.own[kEmpty][0][to];
  const std::array<std::int16_t, kSquares> &row = kTables.own[piece_type(board.square[from])][in_lower_half(from)];
  return captured + row[to] - row[from];
}

Score nega_max(const Mailbox &start, std::uint64_t depth) {
  Mailbox board = start;
  int total = 0;
  for (int ply = 0; static_cast<std::uint64_t>(ply) < depth; ply++) {
    if (ply == kStackFrames) return {0, Revert::stack_overflow};
    const Pick pick = greedy_pick(board);
    if (pick.revert != Revert::none) return {0, pick.revert};
    if (pick.count == 0) return {total, Revert::none};
    const int to = to_square(pick.move);
    if (piece_type(board.square[to]) == kKing) return {total + kKingTaken, Revert::none};
    total += board.white_to_move() ? -pick.score : pick.score;
    board.shift_piece(from_square(pick.move), to);
    board.rotate();
  }
  return {total, Revert::none};
}

Score root_score(const Mailbox &board, Move move, std::uint64_t depth) {
  Score line = nega_max(after(board, move), depth - 1);
  line.value += evaluate_move(board, move);
  return line;
}

Choice search_move(const Mailbox &board, std::uint64_t depth) {
  const MoveList list = generate_moves(board);
  if (list.revert != Revert::none) return {0, false, 0, list.revert};
  if (list.size == 0) return {};
  Choice choice;
  int best = kWorstScore;
  for (int i = 0; i < list.size; i++) {
    const Score score = root_score(board, list.visited(i), depth);
    if (score.revert != Revert::none) return {0, false, 0, score.revert};
    if (score.value > best) {
      best = score.value;
      choice.move = list.visited(i);
    }
  }
  if (list.size > kMostVisited) return {0, false, 0, Revert::array_index};
  choice.score = best;
  choice.wins = best > kGameOver;
  if (best < -kGameOver) choice.move = 0;
  return choice;
}

Verdict is_legal_move(const Mailbox &board, Move move) {
  const int from = from_square(move);
  const int to = to_square(move);
  if (!is_interior(from) || !is_interior(to) || (board.own() & bit(from)) == 0) return {};
  if (!piece_may_move(board, from, to)) return {};
  const Score reply = nega_max(after(board, move), 1);
  return {reply.revert == Revert::none && reply.value >= -kGameOver, reply.revert};
}

LegalMoves legal_moves(const Mailbox &board) {
  LegalMoves legal;
  for (std::uint64_t own = board.own() & kInterior; own != 0; own &= own - 1) {
    for (std::uint64_t targets = kInterior; targets != 0; targets &= targets - 1) {
      const Move move = make_move(std::countr_zero(own), std::countr_zero(targets));
      const Verdict verdict = is_legal_move(board, move);
      if (verdict.revert != Revert::none) return {{}, 0, verdict.revert};
      if (verdict.legal) legal.moves[legal.size++] = move;
    }
  }
  return legal;
}

}  // namespace ajeeb::six::contract
