// perft on copies: the generator's sets are played straight from a sink, and counted, not listed, at the last ply.
#include "board/perft.hpp"

#include <algorithm>
#include <atomic>

#include "base/workers.hpp"
#include "board/generate.hpp"

namespace ajeeb {

namespace {

using generate::Kings;

template <Color us, Kings law>
std::uint64_t count_leaves(const Placement &board);
template <Color us, Kings law>
std::uint64_t count_nodes(const Placement &board, int depth);

// Plays every move it is given, one after the other, on one copy of the position, and sums what lies below.
template <Color us, Kings law>
class PlaySink {
 public:
  static constexpr bool kNeedsType = true;

  PlaySink(const Placement &before, int depth) : next_(before), castling_(before.castling), depth_(depth) {
    next_.ep = kNoSquare;
  }
  std::uint64_t nodes() const { return nodes_; }

  template <PieceType type>
  void piece(Square from, Bitboard targets) {
    if constexpr (type == kKing) next_.castling &= ~relative_rank_mask(us, 0);
    if constexpr (type == kRook) next_.castling &= ~bit(from);
    const Bitboard enemies = next_.by_color[!us];
    for (const Square to : squares(targets & ~enemies)) step<type>(from, to);
    for (const Square to : squares(targets & enemies)) capture<type>(from, to);
    if constexpr (type == kKing || type == kRook) next_.castling = castling_;
  }
  void pawns(Bitboard targets, int by) {
    const bool straight = by == 8 || by == -8;
    for (const Square to : squares(targets)) straight ? step<kPawn>(to - by, to) : capture<kPawn>(to - by, to);
  }
  void double_steps(Bitboard targets) {
    constexpr int up = us == kWhite ? 8 : -8;
    for (const Square to : squares(targets)) {
      next_.ep = static_cast<std::uint8_t>(to - up);
      step<kPawn>(to - 2 * up, to);
    }
    next_.ep = kNoSquare;
  }
  void promotions(Bitboard targets, int by) {
    const bool straight = by == 8 || by == -8;
    for (const Square to : squares(targets)) {
      straight ? promote(to - by, to) : without_enemy_on(to, [&] { promote(to - by, to); });
    }
  }
  void en_passant(Square from, Square to) {
    flip(!us, kPawn, bit(to ^ 8));
    step<kPawn>(from, to);
    flip(!us, kPawn, bit(to ^ 8));
  }
  void castling(Square king, Square rook) {
    const CastlingSquares to = castling_squares(king, rook);
    const auto flip_both = [&] {
      flip(us, kKing, bit(king) ^ bit(to.king));
      flip(us, kRook, bit(rook) ^ bit(to.rook));
    };
    flip_both();
    next_.castling &= ~relative_rank_mask(us, 0);
    descend();
    next_.castling = castling_;
    flip_both();
  }

 private:
  void descend() { nodes_ += depth_ == 1 ? count_leaves<!us, law>(next_) : count_nodes<!us, law>(next_, depth_); }

  void flip(Color color, PieceType type, Bitboard set) {
    next_.by_type[type] ^= set;
    next_.by_color[color] ^= set;
  }
  template <PieceType type>
  void step(Square from, Square to) {
    flip(us, type, bit(from) | bit(to));
    descend();
    flip(us, type, bit(from) | bit(to));
  }
  // `then` happens while the enemy piece on `to`, and the castling right that hangs on it, are gone.
  template <class Then>
  void without_enemy_on(Square to, Then then) {
    const Bitboard castling = next_.castling;
    const PieceType victim = next_.type_at(to);
    flip(!us, victim, bit(to));
    next_.castling &= ~bit(to);
    then();
    next_.castling = castling;
    flip(!us, victim, bit(to));
  }
  template <PieceType type>
  void capture(Square from, Square to) {
    without_enemy_on(to, [&] { step<type>(from, to); });
  }
  void promote(Square from, Square to) {
    next_.by_type[kPawn] ^= bit(from);
    next_.by_color[us] ^= bit(from) | bit(to);
    for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) {
      next_.by_type[type] ^= bit(to);
      descend();
      next_.by_type[type] ^= bit(to);
    }
    next_.by_type[kPawn] ^= bit(from);
    next_.by_color[us] ^= bit(from) | bit(to);
  }

  Placement next_;
  Bitboard castling_;
  int depth_;
  std::uint64_t nodes_ = 0;
};

struct LeafSink {
  static constexpr bool kNeedsType = false;
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

template <Color us, Kings law>
std::uint64_t count_leaves(const Placement &board) {
  LeafSink sink;
  generate::moves<us, Kind::kAll, law>(board, sink);
  return sink.nodes;
}

// At least two plies.
template <Color us, Kings law>
std::uint64_t count_nodes(const Placement &board, int depth) {
  PlaySink<us, law> sink(board, depth - 1);
  generate::moves<us, Kind::kAll, law>(board, sink);
  return sink.nodes();
}

template <Kings law>
std::uint64_t count_nodes(const Board &board, int depth) {
  return board.side == kWhite ? count_nodes<kWhite, law>(board, depth) : count_nodes<kBlack, law>(board, depth);
}

std::uint64_t count_nodes(const Board &board, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_legal(board);
  return generate::are_kings_lawful(board) ? count_nodes<Kings::kLawful>(board, depth)
                                           : count_nodes<Kings::kAny>(board, depth);
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
  work_together(std::min(static_cast<std::size_t>(std::max(threads, 1)), moves.size()), work);
  return division;
}

std::uint64_t perft(const Board &board, int depth, int threads) {
  if (threads <= 1 || depth <= 2) return count_nodes(board, depth);
  std::uint64_t nodes = 0;
  for (const Division &part : divide(board, depth, threads)) nodes += part.nodes;
  return nodes;
}

std::uint64_t perft_by_lists(const Board &board, int depth) {
  if (depth <= 0) return 1;
  AnyMoveList moves;
  legal_moves(board, moves);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move move : moves) {
    Board next = board;
    do_move(next, move);
    nodes += perft_by_lists(next, depth - 1);
  }
  return nodes;
}

}  // namespace ajeeb
