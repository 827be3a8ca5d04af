#include "six/search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace ajeeb::six::sane {
namespace {

enum Bound : std::uint8_t { kUpper = 1, kLower = 2, kExact = 3 };

constexpr int kInfinity = 32000;
constexpr int kDraw = 0;
constexpr std::array<int, 8> kRoughValue = {0, 20, 66, 100, 64, 180, 4000, 0};

// Mates are stored by their distance from the node, and returned by their distance from the root.
int to_table(int score, int ply) {
  if (score >= kMateBound) return score + ply;
  return score <= -kMateBound ? score - ply : score;
}
int from_table(int score, int ply) {
  if (score >= kMateBound) return score - ply;
  return score <= -kMateBound ? score + ply : score;
}

}  // namespace

int table_bits(const Limits &limits) {
  constexpr int kLeast = 8;
  constexpr int kMost = 20;
  constexpr double kNodesPerSecond = 8e6;
  const int by_depth = limits.depth <= 2 ? kLeast : limits.depth <= 4 ? 12 : limits.depth <= 6 ? 16 : kMost;
  double nodes = limits.nodes != 0 ? static_cast<double>(limits.nodes) : 1e18;
  if (limits.seconds > 0) nodes = std::min(nodes, limits.seconds * kNodesPerSecond);
  const int by_nodes = std::bit_width(static_cast<std::uint64_t>(nodes));
  return std::clamp(std::min(by_depth, by_nodes), kLeast, kMost);
}

Searcher::Searcher(int bits) : table_(std::size_t{1} << bits) {}

bool Searcher::out_of_budget() {
  if (limits_.nodes != 0 && nodes_ >= limits_.nodes) stopped_ = true;
  if (nodes_ % 1024 == 0 && limits_.seconds > 0 && std::chrono::steady_clock::now() >= deadline_) stopped_ = true;
  if (nodes_ % 65536 == 0 && interrupt_ && interrupt_()) stopped_ = true;
  return stopped_;
}

// Inside the search one repetition is already a draw: what could be repeated once can be repeated again.
bool Searcher::is_draw(const Position &position, int ply) const {
  return root_ply_ + ply >= kPlyLimit || std::find(path_.rbegin(), path_.rend(), position.key) != path_.rend();
}

// Near the last move of the game a position's value depends on how many plies are left.
std::uint64_t Searcher::table_key(const Position &position, int depth, int ply) const {
  const int left = kPlyLimit - root_ply_ - ply;
  return left <= depth ? position.key ^ (0x9E3779B97F4A7C15 * static_cast<std::uint64_t>(left + 1)) : position.key;
}

void Searcher::order(const Position &position, MoveList &list, Move first, int ply) {
  std::array<std::pair<std::int32_t, Move>, MoveList::kCapacity> ranked;
  for (int i = 0; i < list.size; i++) {
    const Move move = list.moves[i];
    const int piece = position.square[from_square(move)];
    const int captured = piece_type(position.square[to_square(move)]);
    int rank = history_[piece][to_square(move)];
    if (move == first) {
      rank = 1 << 30;
    } else if (captured != kEmpty) {
      rank = (1 << 29) + kRoughValue[captured] * 16 - kRoughValue[piece_type(piece)] / 16;
    } else if (move == killers_[ply][0] || move == killers_[ply][1]) {
      rank = 1 << 28;
    }
    ranked[i] = {-rank, move};
  }
  std::sort(ranked.begin(), ranked.begin() + list.size);
  for (int i = 0; i < list.size; i++) list.moves[i] = ranked[i].second;
}

void Searcher::keep_line(int ply, Move move) {
  Line &line = lines_[ply];
  const Line &rest = lines_[ply + 1];
  line.moves[0] = move;
  line.size = std::min(rest.size + 1, kMaxPly);
  std::copy_n(rest.moves.begin(), line.size - 1, line.moves.begin() + 1);
}

void Searcher::remember_quiet(const Position &position, Move move, int depth, int ply) {
  if (position.square[to_square(move)] != kEmpty) return;
  if (killers_[ply][0] != move) killers_[ply] = {move, killers_[ply][0]};
  std::int32_t &count = history_[position.square[from_square(move)]][to_square(move)];
  count = std::min(count + depth * depth, (1 << 28) - 1);
}

int Searcher::quiesce(const Position &position, int ply, int alpha, int beta) {
  lines_[ply].size = 0;
  nodes_++;
  if (out_of_budget()) return 0;
  const int standing = position.evaluate();
  if (standing >= beta || ply >= kMaxPly) return standing;
  alpha = std::max(alpha, standing);
  int best = standing;
  MoveList list;
  generate(position, true, list);
  order(position, list, 0, ply);
  for (const Move move : list.all()) {
    Position after = position;
    after.play(move);
    if (gives_up_king(after)) continue;
    const int score = -quiesce(after, ply + 1, -beta, -alpha);
    if (stopped_) return 0;
    best = std::max(best, score);
    if (score > alpha) {
      alpha = score;
      keep_line(ply, move);
    }
    if (alpha >= beta) break;
  }
  return best;
}

int Searcher::negamax(const Position &position, int depth, int ply, int alpha, int beta) {
  lines_[ply].size = 0;
  if (ply > 0 && is_draw(position, ply)) {
    // The last move of the game may still have been mate, which comes before the draw.
    return position.in_check() && status(position) == Status::checkmate ? -kMate + ply : kDraw;
  }
  if (depth <= 0) {
    const Status over = position.in_check() ? status(position) : Status::ongoing;
    return over == Status::checkmate ? -kMate + ply : quiesce(position, ply, alpha, beta);
  }
  nodes_++;
  if (out_of_budget()) return 0;

  const std::uint64_t key = table_key(position, depth, ply);
  Entry &slot = table_[key & (table_.size() - 1)];
  const bool known = slot.key == key && slot.bound != 0;
  const Move hint = known ? slot.move : Move{0};
  if (known && slot.depth == depth && ply > 0) {
    const int score = from_table(slot.score, ply);
    if (slot.bound == kExact || (slot.bound == kLower && score >= beta) || (slot.bound == kUpper && score <= alpha)) {
      if (hint != 0) {
        lines_[ply].moves[0] = hint;
        lines_[ply].size = 1;
      }
      return score;
    }
  }

  MoveList list;
  generate(position, false, list);
  order(position, list, hint, ply);
  const int floor = alpha;
  int best = -kInfinity;
  Move best_move = 0;
  path_.push_back(position.key);
  for (const Move move : list.all()) {
    Position after = position;
    after.play(move);
    if (gives_up_king(after)) continue;
    // A null window settles whether a later move is any better before its value is looked for.
    int score = best_move == 0 ? 0 : -negamax(after, depth - 1, ply + 1, -alpha - 1, -alpha);
    if (best_move == 0 || (!stopped_ && score > alpha && score < beta)) {
      score = -negamax(after, depth - 1, ply + 1, -beta, -alpha);
    }
    if (stopped_) break;
    if (score > best) {
      best = score;
      best_move = move;
      if (score > alpha || ply == 0) keep_line(ply, move);
      if (ply == 0) root_done_ = true;
    }
    alpha = std::max(alpha, score);
    if (alpha >= beta) {
      remember_quiet(position, move, depth, ply);
      break;
    }
  }
  path_.pop_back();
  if (stopped_) return 0;
  if (best_move == 0) return position.in_check() ? -kMate + ply : kDraw;
  slot = {key, static_cast<std::int16_t>(to_table(best, ply)), best_move, static_cast<std::int8_t>(depth),
          best >= beta   ? kLower
          : best > floor ? kExact
                         : kUpper};
  return best;
}

SearchResult Searcher::run(const Position &root, std::span<const std::uint64_t> past, int ply, const Limits &limits,
                           const Interrupt &interrupt) {
  limits_ = limits;
  interrupt_ = interrupt;
  if (limits.seconds > 0) {
    deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                       std::chrono::duration<double>(limits.seconds));
  }
  path_.assign(past.begin(), past.end());
  root_ply_ = ply;
  SearchResult result;
  const MoveList legal = legal_moves(root);
  if (legal.size == 0) {
    result.score = root.in_check() ? -kMate : kDraw;
    return result;
  }
  result.move = legal.moves[0];
  result.line = {result.move};
  for (int depth = 1; depth <= std::min(limits.depth, kMaxDepth); depth++) {
    root_done_ = false;
    const int score = negamax(root, depth, 0, -kInfinity, kInfinity);
    if (!stopped_ || root_done_) {
      // What an unfinished iteration has found so far is at least as good as the move it began with.
      Color side = root.side;
      result.line.clear();
      for (int i = 0; i < lines_[0].size; i++, side = static_cast<Color>(side ^ 1)) {
        result.line.push_back(flip(lines_[0].moves[i], side));
      }
      result.move = result.line.front();
    }
    if (stopped_) break;
    result.score = score;
    result.depth = depth;
    if (legal.size == 1 && (limits.nodes != 0 || limits.seconds > 0)) break;
    if (std::abs(score) >= kMateBound && kMate - std::abs(score) <= depth) break;
  }
  result.nodes = nodes_;
  return result;
}

}  // namespace ajeeb::six::sane
