// One thread's search: iterative deepening over a principal variation search. How threads, options and limits come
// together is engine.hpp's.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "engine/clock.hpp"
#include "engine/evaluate.hpp"
#include "engine/leaves.hpp"
#include "engine/mates.hpp"
#include "engine/picker.hpp"
#include "engine/table.hpp"

namespace ajeeb::engine {

// A root move with what the search thinks of it.
struct RootMove {
  Move move;
  int score = -kInfinite;
  int previous_score = -kInfinite;
  int average = kNoScore;
  int seldepth = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> pv;
};

// One report about one line of play.
struct SearchInfo {
  int depth = 0, seldepth = 0, line = 1;
  int score = 0;
  Bound bound = Bound::kExact;
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int hashfull = 0;
  std::vector<Move> pv;
};

class Worker;

// What the threads of one search share.
struct SharedSearch {
  Table &table;
  Clock clock;
  Limits limits;
  std::atomic<bool> stop{false};
  // Sets apart, in the table, scores found with different contempt.
  Key key_salt = 0;
  int contempt = 0;              // how many centipawns a draw is worse than it looks to the side to move at the root
  int multi_pv = 1;              // lines searched
  int shown_lines = 1;           // of those, how many are reported: a weakened engine looks at more
  LeafSample *leaves = nullptr;  // of one thread's search, where wanted
  std::vector<std::unique_ptr<Worker>> workers;
  std::function<void(const SearchInfo &)> on_info;
  std::function<void(int depth, Move move, int number)> on_root_move;  // in long searches: the one begun, from 1 on

  explicit SharedSearch(Table &shared_table) : table(shared_table) {}
  std::uint64_t nodes() const;
};

class Worker {
 public:
  Worker(SharedSearch &shared, int index);

  // Takes over the position and the moves to consider; keeps histories from earlier searches.
  void prepare(const Position &position, const std::vector<Move> &root_moves);
  void forget();  // histories and caches, for a new game
  void iterate();

  const std::vector<RootMove> &root_moves() const { return root_moves_; }
  int completed_depth() const { return completed_depth_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  Move reported_best() const { return reported_; }  // null if nothing has been reported
  SearchInfo info(const RootMove &line, int index, int depth, int score, Bound bound) const;

 private:
  enum class Node : std::uint8_t { kRoot, kPv, kZero };

  // What a ply of the current path knows about itself.
  struct Frame {
    Move move{}, excluded{};
    std::array<Move, 2> killers{};
    const PieceTo *continuation = nullptr;
    PieceTo *continuation_to_learn = nullptr;
    Bitboard threats = 0;
    int static_eval = kNoScore;
    int move_count = 0;  // which of the node's moves this is; 0 for a null move, and outside the main search
    int history = 0;
    int cutoffs = 0;
    int double_extensions = 0;
    bool is_quiet = false;  // the move
    bool in_check = false;
    bool was_pv = false;
  };
  struct Probe {  // what the table says at a node
    TableEntry entry;
    bool hit = false;
    int score = kNoScore;  // counted from the root; none where the fifty-move limit is near

    // Whether the score bounds this node's on the side of beta where it lies.
    bool settles(int beta) const {
      if (score == kNoScore) return false;
      return entry.bound == Bound::kExact || entry.bound == (score >= beta ? Bound::kLower : Bound::kUpper);
    }
  };
  struct MoveLists {  // moves tried and found wanting, for the histories
    std::array<Move, 64> quiets, captures;
    int quiet_count = 0, capture_count = 0;

    MoveLists() {}  // leaves the arrays as they are: clearing them at every node takes time
    void add(Move move, bool is_quiet) {
      if (is_quiet && quiet_count < 64) quiets[static_cast<std::size_t>(quiet_count++)] = move;
      if (!is_quiet && capture_count < 64) captures[static_cast<std::size_t>(capture_count++)] = move;
    }
  };
  // What a node of the main search is asked, knows and finds out.
  struct Visit {
    int alpha, beta, depth, ply;
    bool cut_node;  // expected to fail high
    Frame *frame;
    Probe probe;
    int raw = kNoScore, eval = kNoScore;  // the static evaluation as computed, and as far as it is known better
    bool improving = false, table_move_is_tactical = false, is_singular = false, skip_quiets = false;
    bool is_prone_to_zugzwang = false;
    bool may_mate_by_waiting = false;  // few pieces, and the enemy's king can't move: any quiet move may be the one
    int best = -kInfinite, move_count = 0;
    Move best_move{};
    MoveLists tried{};

    Move table_move() const { return probe.entry.move; }
  };
  // A move about to be searched. The reduction is in parts of a ply.
  struct Candidate {
    Move move;
    bool is_quiet, gives_check;
    int history = 0, reduction = 0;
  };
  struct Extension {
    int plies = 0;
    std::optional<int> cut{};  // the node's score, if other moves are good enough as well
  };

  // iterate.cpp: the root
  void search_depth(int depth);
  void aspirate(int depth, std::size_t line);
  void report_lines(int depth);
  void report_root_move(Move move, int number) const;
  bool is_done(int depth);
  bool is_mate_settled(int depth);
  bool prove_mate(int depth, int longest, std::uint64_t nodes);
  double time_stretch() const;

  // search.cpp: inner nodes
  template <Node node>
  int search(int alpha, int beta, int depth, int ply, bool cut_node);
  template <bool is_pv>
  int quiesce(int alpha, int beta, int ply);
  Key table_key() const { return position_.key() ^ shared_.key_salt; }
  int draw_score(int ply) const { return ply % 2 == 0 ? -shared_.contempt : shared_.contempt; }
  std::optional<int> rule_score(int alpha, int beta, int ply) const;
  Probe probe_table(int ply) const;
  int assess(const Probe &probe, Frame &frame, int &raw);
  int evaluate_leaf();
  Frame *enter(int ply);
  std::optional<int> cut_by_table(const Visit &visit);
  void weigh(Visit &visit, bool is_verification);
  void learn_swing(const Visit &visit);
  std::optional<int> settle_early(Visit &visit);
  std::optional<int> try_null_move(const Visit &visit);
  std::optional<int> try_prob_cut(const Visit &visit);
  template <Node node>
  std::optional<int> try_moves(Visit &visit);
  bool is_open_at_root(Move move) const;
  bool is_hopeless(Visit &visit, const Candidate &candidate) const;
  Extension extension(const Visit &visit, const Candidate &candidate, bool is_pv);
  int late_move_adjustment(const Visit &visit, const Candidate &candidate, const PickerContext &context,
                           bool is_pv) const;
  template <Node node>
  int search_move(const Visit &visit, const Candidate &candidate, int new_depth);
  int search_late_move(const Visit &visit, const Candidate &candidate, int new_depth);
  bool take(Visit &visit, const Candidate &candidate, int score, bool is_pv);
  void learn(const Visit &visit);
  void remember(const Visit &visit, bool is_exact, bool is_root);
  int reduction(int depth, int move_count, bool improving) const;
  int quiet_history(const Frame *frame, Move move) const;
  void learn_cutoff(Frame *frame, Move best, const MoveLists &tried, int depth);
  void learn_continuations(Frame *frame, Piece piece, Square to, int bonus);
  void learn_quiet(Frame *frame, Move move, int bonus);

  void do_move(Frame *frame, Move move, int count = 0, bool is_quiet = false);
  void prefetch(Move move) const;
  void do_null(Frame *frame);
  void undo_move() { position_.undo_move(); }
  Bitboard enemy_attacks() const;
  PickerContext picker_context(const Frame *frame, Move table_move) const;
  Frame *frame_at(int ply) { return &frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  void update_pv(int ply, Move move);
  RootMove &root_move(Move move);
  void note_root_score(Move move, int score, int alpha, bool is_first, std::uint64_t nodes_before);
  bool is_main() const { return index_ == 0; }
  bool is_stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
  void count_node();
  void check_limits();

  static constexpr int kFramesBefore = 6;

  SharedSearch &shared_;
  const int index_;
  Position position_;
  std::unique_ptr<Histories> histories_;
  std::unique_ptr<Corrections> corrections_;
  PawnTable pawns_;
  std::array<Frame, kMaxPly + kFramesBefore + 4> frames_;
  std::unique_ptr<std::array<std::array<Move, kMaxPly + 2>, kMaxPly + 2>> pv_;
  std::array<int, kMaxPly + 2> pv_length_{};
  PieceTo no_continuation_{};

  std::vector<RootMove> root_moves_;
  std::size_t line_ = 0;  // which of the multi-PV lines is being searched
  int root_depth_ = 0, completed_depth_ = 0, seldepth_ = 0;
  int null_move_allowed_from_ = 0;
  int calls_to_check_ = 0;
  int stable_iterations_ = 0;
  int best_score_before_ = kNoScore;
  Move best_before_{};
  bool has_all_moves_ = true;  // at the root
  Move reported_{};            // the first line's
  std::unique_ptr<MateProver> mate_prover_;
  std::uint64_t prover_nodes_ = 0, prover_may_take_ = 0;
  int no_mate_within_ = 0;  // so many moves, as was proved
  std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace ajeeb::engine
