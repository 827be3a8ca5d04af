// The engine as one object: options, a position, and searches that run in threads of their own. It knows no protocol;
// uci.hpp, xboard.hpp and the Python bindings are its users.
#pragma once

#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

#include "engine/search.hpp"

namespace ajeeb::engine {

inline constexpr int kMaxHash = 32768, kMaxThreads = 256, kMaxMultiPv = 256, kMaxOverhead = 5000, kMaxContempt = 100;
inline constexpr int kMinElo = 800, kMaxElo = 2850, kFullSkill = 20;

struct Options {
  int multi_pv = 1;
  int move_overhead = 10;  // milliseconds
  int contempt = 10;       // centipawns
  int skill = kFullSkill;
  int elo = kMaxElo;
  bool limit_strength = false;
};

// The end of a search. Without a legal move `best` is null.
struct Outcome {
  Move best{}, ponder{};
  SearchInfo info;
};

// Chances in thousandths, for the side to move.
struct WinDrawLoss {
  int win, draw, loss;
};
WinDrawLoss win_draw_loss(int score);

class Engine {
 public:
  using OnInfo = std::function<void(const SearchInfo &)>;
  using OnBegun = std::function<void()>;
  using OnDone = std::function<void(const Outcome &)>;
  using OnRootMove = std::function<void(int depth, Move move, int number)>;

  explicit Engine(int hash_megabytes = 16, int threads = 1);
  ~Engine();
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  // Settings, from any thread. Each ends a running search first, so that nothing changes under it.
  bool set_hash(int megabytes);  // false, and the old table stays, if there is no memory
  int hash() const { return static_cast<int>(table_.megabytes()); }
  void set_threads(int count);
  int threads() const { return static_cast<int>(shared_.workers.size()); }
  void clear_hash();
  void new_game();
  const Options &options() const { return options_; }
  template <class Change>
  void change_options(Change change) {
    const Claim claim = take_over();
    change(options_);
  }

  // Starts a search in the background; the callbacks come from its thread, `done` exactly once and last. Ends the
  // search before it, as `run` does. Background searches are started and waited for by one thread.
  void start(const Position &position, const Limits &limits, OnInfo on_info, OnDone done, OnRootMove on_root_move = {});
  // The same, here and now; from any thread. `on_begun` comes first: from then on `stop` and `ponderhit` are heard.
  Outcome run(const Position &position, const Limits &limits, OnInfo on_info = {}, const OnBegun &on_begun = {});
  void stop();  // from any thread; returns at once
  // Likewise; nothing happens unless a search ponders. `left`: what our clock shows now, in milliseconds, if that is
  // known better than when the search began.
  void ponderhit(std::optional<std::int64_t> left = std::nullopt);
  void wait();     // for the end of a background search
  void finish() {  // both
    stop();
    wait();
  }
  // Has a sample taken of what the searches to come evaluate; for one thread, none while a search runs. Null ends it.
  void sample_leaves(LeafSample *sample) { shared_.leaves = sample; }
  std::uint64_t nodes() const { return shared_.nodes(); }  // of the newest search, so far
  bool is_searching() const { return searching_.load(); }
  bool is_stopping() const { return shared_.stop.load(); }  // a running search will end at once

 private:
  using Claim = std::unique_lock<std::mutex>;

  // Ends the running search, and keeps every other thread from beginning one or from changing settings.
  Claim take_over();
  void begin(const Position &position, const Limits &limits, OnInfo on_info);
  Outcome search();
  void wait_until_asked();
  const Worker &best_worker() const;
  Move expected_reply(const RootMove &chosen) const;
  std::vector<Move> root_moves() const;
  bool is_weakened() const { return target_elo() < kMaxElo; }
  int target_elo() const;
  const RootMove &weak_choice(const Worker &worker);

  Table table_;
  Options options_;
  Position position_;
  SharedSearch shared_;
  std::thread thread_;
  std::atomic<bool> searching_{false};
  std::mutex owner_;  // held for as long as `run` searches or a setting changes
  std::mutex mutex_;
  std::condition_variable asked_;
  // Of weak play, which is to vary from game to game.
  std::mt19937_64 random_{static_cast<std::uint64_t>(Clock::Instant::now().time_since_epoch().count())};
};

}  // namespace ajeeb::engine
