// The root: iterative deepening, aspiration windows, several lines, and when to stop for time.
#include <algorithm>

#include "engine/search.hpp"

namespace ajeeb::engine {

namespace {
constexpr std::int64_t kPatience = 3000;  // milliseconds, after which more is told than whole iterations
constexpr int kLongestProof = 5;          // in moves: longer mates are the search's
static_assert(kLongestProof <= MateProver::kLongest);
}  // namespace

std::uint64_t SharedSearch::nodes() const {
  std::uint64_t sum = 0;
  for (const auto &worker : workers) sum += worker->nodes();
  return sum;
}

Worker::Worker(SharedSearch &shared, int index)
    : shared_(shared),
      index_(index),
      histories_(std::make_unique<Histories>()),
      corrections_(std::make_unique<Corrections>()),
      pv_(std::make_unique<std::array<std::array<Move, kMaxPly + 2>, kMaxPly + 2>>()) {}

void Worker::forget() {
  histories_ = std::make_unique<Histories>();  // not by a temporary: a thread's stack may be small
  corrections_ = std::make_unique<Corrections>();
  pawns_.clear();
}

void Worker::prepare(const Position &position, const std::vector<Move> &root_moves) {
  position_ = position;
  root_moves_.clear();
  for (const Move move : root_moves) {
    root_moves_.push_back({});
    root_moves_.back().move = move;
    root_moves_.back().pv = {move};
  }
  for (Frame &frame : frames_) {
    frame = Frame{};
    frame.continuation = &no_continuation_;
  }
  nodes_ = 0;
  root_depth_ = completed_depth_ = seldepth_ = 0;
  null_move_allowed_from_ = calls_to_check_ = 0;
  stable_iterations_ = 0;
  best_score_before_ = kNoScore;
  best_before_ = kNullMove;
  reported_ = kNullMove;
  mate_prover_.reset();
  prover_nodes_ = 0;
  no_mate_within_ = 0;
  MoveList legal;
  legal_moves(position.board(), legal);
  has_all_moves_ = root_moves.size() == legal.size();
}

SearchInfo Worker::info(const RootMove &line, int index, int depth, int score, Bound bound) const {
  SearchInfo report;
  report.depth = depth;
  report.seldepth = std::max(depth, line.seldepth);
  report.line = index;
  report.score = score;
  report.bound = bound;
  report.nodes = shared_.nodes();
  report.time_ms = shared_.clock.elapsed();
  report.hashfull = shared_.table.permille_used();
  report.pv = line.pv;
  return report;
}

void Worker::iterate() {
  const int deepest = std::min(shared_.limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
  for (int depth = 1; depth <= std::max(1, deepest); depth++) {
    // Helpers skip some depths, so that the threads look at different things.
    if (!is_main() && depth > 3 && (depth + index_) % 5 == 0) continue;
    search_depth(depth);
    if (is_stopped()) break;
    completed_depth_ = depth;
    if (is_main() && is_done(depth)) break;
  }
}

void Worker::search_depth(int depth) {
  root_depth_ = depth;
  for (RootMove &root : root_moves_) root.previous_score = root.score;
  const std::size_t lines = std::min(static_cast<std::size_t>(shared_.multi_pv), root_moves_.size());
  for (line_ = 0; line_ < lines; line_++) {
    seldepth_ = 0;
    aspirate(depth, line_);
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(line_) + 1,
                     [](const RootMove &a, const RootMove &b) { return a.score > b.score; });
    if (is_stopped()) break;
  }
  line_ = 0;
  if (is_main() && !is_stopped()) report_lines(depth);
}

// A narrow window around the last score makes more cutoffs; it widens on the side where the score falls out of it.
void Worker::aspirate(int depth, std::size_t line) {
  const int average = root_moves_[line].average;
  int window = 10 + (average == kNoScore ? 0 : average * average / 12000);
  int alpha = -kInfinite, beta = kInfinite;
  if (depth >= 4 && average != kNoScore) {
    alpha = std::max(average - window, -kInfinite);
    beta = std::min(average + window, kInfinite);
  }
  int fail_highs = 0;
  for (;;) {
    const int score = search<Node::kRoot>(alpha, beta, std::max(1, depth - fail_highs), 0, false);
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(),
                     [](const RootMove &a, const RootMove &b) {
                       return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
                     });
    if (is_stopped()) return;
    if (score > alpha && score < beta) return;
    if (is_main() && shared_.on_info && shared_.multi_pv == 1 && shared_.clock.elapsed() > kPatience) {
      const Bound bound = score <= alpha ? Bound::kUpper : Bound::kLower;
      reported_ = root_moves_[line].move;
      shared_.on_info(info(root_moves_[line], static_cast<int>(line) + 1, depth, score, bound));
    }
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - window, -kInfinite);
      fail_highs = 0;
    } else {
      beta = std::min(score + window, kInfinite);
      fail_highs += !is_mate_score(score) && fail_highs < 3;
    }
    window += window / 3 + 3;
    if (window > 900) {
      alpha = -kInfinite;
      beta = kInfinite;
    }
  }
}

RootMove &Worker::root_move(Move move) {
  return *std::find_if(root_moves_.begin(), root_moves_.end(), [&](const RootMove &root) { return root.move == move; });
}

// Only the first move and those that beat alpha have a score of their own; the others keep their order.
void Worker::note_root_score(Move move, int score, int alpha, bool is_first, std::uint64_t nodes_before) {
  RootMove &root = root_move(move);
  root.nodes += nodes() - nodes_before;
  if (!is_first && score <= alpha) {
    root.score = -kInfinite;
    return;
  }
  root.score = score;
  root.average = root.average == kNoScore ? score : (2 * score + root.average) / 3;
  root.seldepth = seldepth_;
  root.pv.assign(1, move);
  const auto &rest = (*pv_)[1];
  root.pv.insert(root.pv.end(), rest.begin(), rest.begin() + pv_length_[1]);
}

void Worker::report_lines(int depth) {
  reported_ = root_moves_[0].move;
  if (!shared_.on_info) return;
  const std::size_t lines = std::min(static_cast<std::size_t>(shared_.shown_lines), root_moves_.size());
  for (std::size_t i = 0; i < lines; i++) {
    shared_.on_info(info(root_moves_[i], static_cast<int>(i) + 1, depth, root_moves_[i].score, Bound::kExact));
  }
}

// For people who watch long searches.
void Worker::report_root_move(Move move, int number) const {
  if (!is_main() || !shared_.on_root_move || shared_.clock.elapsed() <= kPatience) return;
  shared_.on_root_move(root_depth_, move, number);
}

// More time when the best move is new or the score falls, less when one move has long been best or takes most nodes.
double Worker::time_stretch() const {
  const RootMove &best = root_moves_[0];
  const double share = static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
  const double by_nodes = std::clamp(1.75 - 1.2 * share, 0.5, 1.6);
  const double by_stability = std::clamp(1.35 - 0.08 * stable_iterations_, 0.72, 1.35);
  const int drop = best_score_before_ == kNoScore ? 0 : std::clamp(best_score_before_ - best.score, -30, 60);
  const double by_score = 1.0 + drop / 120.0;
  return by_nodes * by_stability * by_score;
}

// The search prunes: where every move wins, a mate may be seen late, or a shorter one missed. So if a mate is asked
// for, or an analysis has found that much is won, part of the work goes into a proof. Unless they ask, games on a clock
// have no time for it, and it is not what several lines are wanted for. True if all is known that was asked.
bool Worker::is_mate_settled(int depth) {
  constexpr std::uint64_t kFewNodes = 200'000;
  constexpr int kMuchWon = 500;
  const auto &wanted = shared_.limits.mate;
  const int score = root_moves_[0].score;
  const int found = score >= kMateInMax ? moves_to_mate(score) : kMaxPly;
  const std::uint64_t searched = nodes() - prover_nodes_;
  const int longest = std::min({kLongestProof, found - 1, wanted.value_or(kMaxPly)});
  if (wanted) {
    if (prove_mate(depth, longest, searched)) return true;
    const bool may_be_shorter = found - 1 <= kLongestProof && found - 1 > no_mate_within_;
    return found <= *wanted ? !may_be_shorter : no_mate_within_ >= *wanted;
  }
  const bool looks_won = score >= kMuchWon && searched >= kFewNodes;
  if (!looks_won || shared_.clock.manages_time() || shared_.multi_pv > 1) return false;
  return prove_mate(depth, longest, searched / 4);
}

// True if there is a mate in at most `longest` moves: then it is the first line of what the search has found. Takes no
// more than so many nodes, with those of earlier calls.
bool Worker::prove_mate(int depth, int longest, std::uint64_t nodes) {
  if (longest <= no_mate_within_) return false;
  prover_may_take_ = nodes;
  if (!mate_prover_) {
    std::vector<Move> moves;
    for (const RootMove &root : root_moves_) moves.push_back(root.move);
    mate_prover_ = std::make_unique<MateProver>(position_, std::move(moves), [this] {
      count_node();
      return ++prover_nodes_ < prover_may_take_ && !is_stopped();
    });
  }
  while (no_mate_within_ < longest) {
    const int moves = no_mate_within_ + 1;
    const MateProver::Verdict verdict = mate_prover_->prove(moves);
    if (verdict == MateProver::Verdict::kUnknown) return false;
    if (verdict == MateProver::Verdict::kNoMate) {
      no_mate_within_ = moves;
      continue;
    }
    prover_may_take_ = ~std::uint64_t{0};
    const std::vector<Move> line = mate_prover_->line(moves);
    if (line.empty()) return false;  // stopped just now
    const auto best = std::find_if(root_moves_.begin(), root_moves_.end(),
                                   [&](const RootMove &root) { return root.move == line.front(); });
    std::rotate(root_moves_.begin(), best, best + 1);
    root_moves_[0].score = mate_in(2 * moves - 1);
    root_moves_[0].pv = line;
    report_lines(depth);
    return true;
  }
  return false;
}

bool Worker::is_done(int depth) {
  if (is_mate_settled(depth)) {
    shared_.clock.note_enough(true);
    return true;
  }
  const RootMove &best = root_moves_[0];
  stable_iterations_ = best.move == best_before_ ? stable_iterations_ + 1 : 0;
  best_before_ = best.move;
  bool done = false;
  if (shared_.clock.manages_time()) {
    if (root_moves_.size() == 1 && depth >= 6) done = true;
    // A mate that is searched well beyond its length will not get shorter.
    if (is_mate_score(best.score) && depth > 3 * std::abs(moves_to_mate(best.score)) + 8) done = true;
  }
  if (depth >= 5 && shared_.clock.is_time_to_stop(time_stretch())) done = true;
  best_score_before_ = best_score_before_ == kNoScore ? best.score : (best_score_before_ + 2 * best.score) / 3;
  if (!shared_.clock.is_waiting()) return done;
  // While pondering the time is not ours: go on, and answer as soon as it is asked for.
  shared_.clock.note_enough(done);
  return false;
}

}  // namespace ajeeb::engine
