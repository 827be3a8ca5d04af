// The sane engine: negamax with alpha-beta, iterative deepening, a transposition table and a quiescence search.
//
// A search of depth d returns the exact minimax value of the d-ply tree whose leaves are settled by captures: nothing
// is reduced or pruned beyond alpha-beta, and a table entry is trusted only when its depth is the one asked for.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "six/sane.hpp"

namespace ajeeb::six::sane {

inline constexpr int kMate = 30000;  // less the plies to it
inline constexpr int kMateBound = kMate - 1000;
inline constexpr int kMaxDepth = 60;

struct Limits {
  int depth = kMaxDepth;
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
};

struct SearchResult {
  Move move = 0;  // in the mover's view; 0 when there is no legal move
  int score = 0;  // for the mover, in the tables' units
  int depth = 0;  // the last iteration that was finished
  std::uint64_t nodes = 0;
  std::vector<Move> line;  // each move in its own mover's view
};

// Asked now and then during a search; true ends it as a limit does.
using Interrupt = std::function<bool()>;

class Searcher {
 public:
  explicit Searcher(int bits);  // of the table, see `table_bits`

  // `past` holds the keys of the game's earlier positions, `ply` the number of plies played: both only for the draws.
  SearchResult run(const Position &root, std::span<const std::uint64_t> past, int ply, const Limits &limits,
                   const Interrupt &interrupt = {});

 private:
  static constexpr int kMaxPly = 2 * kMaxDepth;

  struct Entry {
    std::uint64_t key = 0;
    std::int16_t score = 0;
    Move move = 0;
    std::int8_t depth = -1;
    std::uint8_t bound = 0;
  };
  struct Line {
    std::array<Move, kMaxPly> moves;
    int size = 0;
  };

  int negamax(const Position &position, int depth, int ply, int alpha, int beta);
  int quiesce(const Position &position, int ply, int alpha, int beta);
  void order(const Position &position, MoveList &list, Move first, int ply);
  void keep_line(int ply, Move move);
  void remember_quiet(const Position &position, Move move, int depth, int ply);
  bool is_draw(const Position &position, int ply) const;
  bool out_of_budget();
  std::uint64_t table_key(const Position &position, int depth, int ply) const;

  std::vector<Entry> table_;
  std::vector<std::uint64_t> path_;  // keys from the game's start to the node before this one
  std::array<Line, kMaxPly + 1> lines_;
  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
  std::array<std::array<std::int32_t, kSquares>, 16> history_{};  // by piece and target
  Limits limits_;
  Interrupt interrupt_;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  int root_ply_ = 0;
  bool stopped_ = false;
  bool root_done_ = false;  // at least one root move has been searched in this iteration
};

// The table that suits a search, as a power of two of entries: small ones are cheap to clear.
int table_bits(const Limits &limits);

}  // namespace ajeeb::six::sane
