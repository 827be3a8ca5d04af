// perft on copies: the generator's sets are played straight from a sink, and counted, not listed, at the last ply.
#include "board/perft.hpp"

#include <atomic>
#include <thread>

#include "board/generate.hpp"

namespace ajeeb {

namespace {

template <Color us>
std::uint64_t count_nodes(const Board &board, int depth);

// Plays every move it is given on a copy of the board, and sums what lies below.
template <Color us>
struct PlaySink {
  const Board &board;
  int depth;  // plies below the move
  std::uint64_t nodes = 0;

  Board after_quiet_part() const {
    Board next = board;
    next.ep = kNoSquare;
    return next;
  }
  void descend(const Board &next) { nodes += count_nodes<!us>(next, depth); }

  // Takes what stands on `to`, if anything, and the castling rights bound to either square.
  static void capture(Board &next, Square to) {
    const Bitboard kept = ~bit(to);
    if (!contains(next.by_color[!us], to)) return;
    for (const PieceType type : {kPawn, kKnight, kBishop, kRook, kQueen}) next.by_type[type] &= kept;
    next.by_color[!us] &= kept;
    next.castling &= kept;
  }
  template <PieceType type>
  static void shift(Board &next, Square from, Square to) {
    const Bitboard step = bit(from) | bit(to);
    next.by_type[type] ^= step;
    next.by_color[us] ^= step;
  }

  template <PieceType type>
  void piece(Square from, Bitboard targets) {
    for (const Square to : squares(targets)) {
      Board next = after_quiet_part();
      capture(next, to);
      shift<type>(next, from, to);
      if constexpr (type == kKing) next.castling &= ~relative_rank_mask(us, 0);
      if constexpr (type == kRook) next.castling &= ~bit(from);
      descend(next);
    }
  }
  void pawns(Bitboard targets, int step) {
    for (const Square to : squares(targets)) {
      Board next = after_quiet_part();
      if (step != 8 && step != -8) capture(next, to);
      shift<kPawn>(next, to - step, to);
      descend(next);
    }
  }
  void double_steps(Bitboard targets) {
    constexpr int up = us == kWhite ? 8 : -8;
    for (const Square to : squares(targets)) {
      Board next = board;
      next.ep = static_cast<std::uint8_t>(to - up);
      shift<kPawn>(next, to - 2 * up, to);
      descend(next);
    }
  }
  void promotions(Bitboard targets, int step) {
    for (const Square to : squares(targets)) {
      Board next = after_quiet_part();
      capture(next, to);
      shift<kPawn>(next, to - step, to);
      next.by_type[kPawn] ^= bit(to);
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) {
        next.by_type[type] ^= bit(to);
        descend(next);
        next.by_type[type] ^= bit(to);
      }
    }
  }
  void en_passant(Square from, Square to) {
    Board next = after_quiet_part();
    next.by_type[kPawn] ^= bit(to ^ 8);
    next.by_color[!us] ^= bit(to ^ 8);
    shift<kPawn>(next, from, to);
    descend(next);
  }
  void castling(Square king, Square rook) {
    Board next = after_quiet_part();
    next.side = us;
    do_move(next, Move(king, rook));
    descend(next);
  }
};

struct LeafSink {
  std::uint64_t nodes = 0;

  template <PieceType>
  void piece(Square, Bitboard targets) {
    nodes += popcount(targets);
  }
  void pawns(Bitboard targets, int) { nodes += popcount(targets); }
  void double_steps(Bitboard targets) { nodes += popcount(targets); }
  void promotions(Bitboard targets, int) { nodes += 4 * popcount(targets); }
  void en_passant(Square, Square) { nodes++; }
  void castling(Square, Square) { nodes++; }
};

template <Color us>
std::uint64_t count_nodes(const Board &board, int depth) {
  if (depth == 1) {
    LeafSink sink;
    generate::moves<us, Kind::kAll>(board, sink);
    return sink.nodes;
  }
  PlaySink<us> sink{board, depth - 1};
  generate::moves<us, Kind::kAll>(board, sink);
  return sink.nodes;
}

std::uint64_t count_nodes(const Board &board, int depth) {
  if (depth <= 0) return 1;
  return board.side == kWhite ? count_nodes<kWhite>(board, depth) : count_nodes<kBlack>(board, depth);
}

}  // namespace

std::vector<Division> divide(const Board &board, int depth, int threads) {
  if (depth <= 0) return {};
  std::vector<Move> moves(kMaxAnyMoves);
  moves.resize(static_cast<std::size_t>(legal_moves(board, moves.data()) - moves.data()));
  std::vector<Division> division(moves.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < moves.size();) {
      Board child = board;
      do_move(child, moves[i]);
      division[i] = {moves[i], count_nodes(child, depth - 1)};
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; i++) others.emplace_back(work);
  work();
  for (std::thread &other : others) other.join();
  return division;
}

std::uint64_t perft(const Board &board, int depth, int threads) {
  if (threads <= 1 || depth <= 2) return count_nodes(board, depth);
  std::uint64_t nodes = 0;
  for (const Division &part : divide(board, depth, threads)) nodes += part.nodes;
  return nodes;
}

}  // namespace ajeeb
