// Starting and ending searches, lazy SMP, and playing weaker on request.
#include "engine/engine.hpp"

#include <algorithm>
#include <cmath>

#include "base/workers.hpp"

namespace ajeeb::engine {

// Logistic in the score, fitted to the results of our own games.
WinDrawLoss win_draw_loss(int score) {
  constexpr double kEven = 100, kSpread = 120;  // the score that wins half of the games, and how fast that changes
  const auto chance = [](double s) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp((kEven - s) / kSpread))));
  };
  const int win = is_mate_score(score) ? (score > 0) * 1000 : chance(score);
  const int loss = is_mate_score(score) ? (score < 0) * 1000 : chance(-score);
  return {win, 1000 - win - loss, loss};
}

namespace {

// Strength on the scale of Stockfish's UCI_Elo, fitted to matches against it (docs/engine-log.md): so many nodes a
// move, on kWeakLines lines, give kBaseElo, and every tenfold kEloOfTenfold more.
constexpr double kBaseNodes = 76'000, kBaseElo = 2200, kEloOfTenfold = 370;
constexpr int kWeakLines = 4;

std::int64_t nodes_for(int elo) {
  return std::max<std::int64_t>(1, std::llround(kBaseNodes * std::pow(10.0, (elo - kBaseElo) / kEloOfTenfold)));
}

// How many centipawns worse a move may be and still be taken for the best one.
int whim(int elo) {
  constexpr int kSober = 2200;
  return std::max(1, (kSober - elo) / 14);
}

}  // namespace

Engine::Engine(int hash_megabytes, int threads) : shared_(table_) {
  if (!table_.resize(static_cast<std::size_t>(std::clamp(hash_megabytes, 1, kMaxHash)))) table_.resize(1);
  set_threads(threads);
}

Engine::~Engine() { finish(); }

Engine::Claim Engine::take_over() {
  finish();
  Claim claim(owner_, std::defer_lock);
  // Again and again: a search that was just about to begin has not heard the first `stop`.
  while (!claim.try_lock()) {
    stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return claim;
}

bool Engine::set_hash(int megabytes) {
  const Claim claim = take_over();
  return table_.resize(static_cast<std::size_t>(std::clamp(megabytes, 1, kMaxHash)));
}

void Engine::set_threads(int count) {
  const Claim claim = take_over();
  const auto wanted = static_cast<std::size_t>(std::clamp(count, 1, kMaxThreads));
  if (wanted < shared_.workers.size()) shared_.workers.resize(wanted);
  while (shared_.workers.size() < wanted) {
    shared_.workers.push_back(std::make_unique<Worker>(shared_, static_cast<int>(shared_.workers.size())));
  }
}

void Engine::clear_hash() {
  const Claim claim = take_over();
  table_.clear();
}

void Engine::new_game() {
  const Claim claim = take_over();
  table_.clear();
  for (const auto &worker : shared_.workers) worker->forget();
}

void Engine::stop() {
  const std::lock_guard lock(mutex_);
  shared_.stop = true;
  asked_.notify_all();
}

void Engine::ponderhit(std::optional<std::int64_t> left) {
  const std::lock_guard lock(mutex_);
  shared_.clock.ponderhit(left);
  asked_.notify_all();
}

void Engine::wait() {
  if (thread_.joinable()) thread_.join();
}

void Engine::begin(const Position &position, const Limits &limits, OnInfo on_info) {
  position_ = position;
  shared_.clock.start(limits, position_.side(), options_.move_overhead);
  // An analysis is objective; in a game a draw is worth a little less than an even position, so play goes on.
  shared_.contempt = shared_.clock.manages_time() ? options_.contempt : 0;
  const int white_contempt = position_.side() == kWhite ? shared_.contempt : -shared_.contempt;
  shared_.key_salt = static_cast<Key>(white_contempt) * 0x9E3779B97F4A7C15;  // an odd number: no two alike, 0 stays 0
  shared_.limits = limits;
  shared_.on_info = std::move(on_info);
  shared_.on_root_move = {};
  shared_.shown_lines = shared_.multi_pv = std::clamp(options_.multi_pv, 1, kMaxMultiPv);
  if (is_weakened()) {
    const std::int64_t nodes = nodes_for(target_elo());
    shared_.limits.nodes = std::min(shared_.limits.nodes.value_or(nodes), nodes);
    shared_.multi_pv = std::max(shared_.multi_pv, kWeakLines);
  }
  shared_.stop = false;
}

void Engine::start(const Position &position, const Limits &limits, OnInfo on_info, OnDone done,
                   OnRootMove on_root_move) {
  const Claim claim = take_over();
  begin(position, limits, std::move(on_info));
  shared_.on_root_move = std::move(on_root_move);
  searching_ = true;
  const auto work = [this, done = std::move(done)] {
    const Outcome outcome = search();
    searching_ = false;
    if (done) done(outcome);
  };
  thread_ = try_thread(work);
  if (thread_.joinable()) return;
  // The system has no thread to give: some answer, here and at once.
  Limits one_ply;
  one_ply.depth = 1;
  begin(position, one_ply, shared_.on_info);
  work();
}

Outcome Engine::run(const Position &position, const Limits &limits, OnInfo on_info, const OnBegun &on_begun) {
  const Claim claim = take_over();
  begin(position, limits, std::move(on_info));
  searching_ = true;
  if (on_begun) on_begun();
  Outcome outcome = search();
  searching_ = false;
  return outcome;
}

std::vector<Move> Engine::root_moves() const {
  MoveList legal;
  legal_moves(position_.board(), legal);
  std::vector<Move> moves(legal.begin(), legal.end());
  const auto &wanted = shared_.limits.searchmoves;
  std::vector<Move> chosen;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(chosen),
               [&](Move move) { return std::find(wanted.begin(), wanted.end(), move) != wanted.end(); });
  return chosen.empty() ? moves : chosen;
}

// `infinite` and `ponder` promise that no answer comes before it is asked for.
void Engine::wait_until_asked() {
  std::unique_lock lock(mutex_);
  asked_.wait(lock, [this] { return shared_.stop.load() || !shared_.clock.is_waiting(); });
}

Outcome Engine::search() {
  const std::vector<Move> moves = root_moves();
  table_.new_search();
  Outcome outcome;
  if (moves.empty()) {
    outcome.info.score = position_.in_check() ? mated_in(0) : 0;
    if (shared_.on_info) shared_.on_info(outcome.info);
    wait_until_asked();
    return outcome;
  }
  // Nodes are the strength of a weakened engine: it may not have those of the opponent's time.
  if (is_weakened() && shared_.limits.ponder) wait_until_asked();
  const Position root = position_.without_old_history();
  for (const auto &worker : shared_.workers) worker->prepare(root, moves);
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < shared_.workers.size(); i++) {
    std::thread helper = try_thread([worker = shared_.workers[i].get()] { worker->iterate(); });
    if (!helper.joinable()) break;  // the system has no more threads to give: fewer will do
    helpers.push_back(std::move(helper));
  }
  Worker &main = *shared_.workers[0];
  main.iterate();
  wait_until_asked();
  shared_.stop = true;
  for (std::thread &helper : helpers) helper.join();

  const Worker &best = best_worker();
  const RootMove &chosen = is_weakened() ? weak_choice(main) : best.root_moves()[0];
  const int depth = std::max(1, best.completed_depth());
  const int score = chosen.score == -kInfinite ? std::max(chosen.previous_score, -kMate) : chosen.score;
  const int shown = score == -kMate ? 0 : score;  // nothing was searched at all
  outcome.info = best.info(chosen, 1, depth, shown, Bound::kExact);
  // What was reported last may be another line than the one that is played.
  if (shared_.on_info && (main.reported_best() != chosen.move || &best != &main)) shared_.on_info(outcome.info);
  outcome.best = chosen.move;
  outcome.ponder = expected_reply(chosen);
  return outcome;
}

// From the line; a search that was stopped just when it had found the move knows no line, but the table may.
Move Engine::expected_reply(const RootMove &chosen) const {
  if (chosen.pv.size() > 1) return chosen.pv[1];
  Position next = position_.without_old_history();
  next.do_move(chosen.move);
  TableEntry entry;
  const bool is_known = table_.probe(next.key() ^ shared_.key_salt, entry) && !entry.move.is_null();
  return is_known && is_legal(next.board(), entry.move) ? entry.move : kNullMove;
}

namespace {

// A found mate decides, the shorter the better; then the deepest search; among equals the higher score.
bool knows_better(const Worker &worker, const Worker &best) {
  const int score = worker.root_moves()[0].score, best_score = best.root_moves()[0].score;
  if (score >= kMateInMax || best_score >= kMateInMax) return score > best_score;
  if (worker.completed_depth() != best.completed_depth()) return worker.completed_depth() > best.completed_depth();
  return score > best_score;
}

}  // namespace

const Worker &Engine::best_worker() const {
  const Worker *best = shared_.workers[0].get();
  if (shared_.multi_pv > 1) return *best;
  for (const auto &worker : shared_.workers) {
    if (knows_better(*worker, *best)) best = worker.get();
  }
  return *best;
}

int Engine::target_elo() const {
  const int by_skill = kMinElo + (kMaxElo - kMinElo) * std::clamp(options_.skill, 0, kFullSkill) / kFullSkill;
  const int by_elo = options_.limit_strength ? std::clamp(options_.elo, kMinElo, kMaxElo) : kMaxElo;
  return std::min(by_skill, by_elo);
}

// One of the first lines, the weaker the level the more by chance.
const RootMove &Engine::weak_choice(const Worker &worker) {
  const auto &moves = worker.root_moves();
  const int noise = whim(target_elo());
  const std::size_t lines = std::min<std::size_t>(static_cast<std::size_t>(shared_.multi_pv), moves.size());
  std::size_t chosen = 0;
  int best = -2 * kInfinite;
  for (std::size_t i = 0; i < lines; i++) {
    if (moves[i].score == -kInfinite) continue;
    const int felt = moves[i].score + static_cast<int>(random_() % static_cast<std::uint64_t>(noise));
    if (felt > best) {
      best = felt;
      chosen = i;
    }
  }
  return moves[chosen];
}

}  // namespace ajeeb::engine
