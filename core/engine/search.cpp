// The tree: quiescence and the principal variation search, each heuristic in a step that says why it is sound enough.
#include "engine/search.hpp"

#include <algorithm>
#include <cmath>

#include "engine/see.hpp"

namespace ajeeb::engine {

namespace {

constexpr int kUnit = 1024;  // of a ply, in reductions

// Later moves at higher depths are searched less deep; the logarithms are the field's consensus.
const auto kReductions = [] {
  std::array<std::array<int, 64>, 64> table{};
  for (std::size_t depth = 1; depth < 64; depth++) {
    for (std::size_t count = 1; count < 64; count++) {
      const double plies = 0.45 + std::log(static_cast<double>(depth)) * std::log(static_cast<double>(count)) / 2.15;
      table[depth][count] = static_cast<int>(plies * kUnit);
    }
  }
  return table;
}();

int history_bonus(int depth) { return std::min(1700, 170 * depth - 100); }
int history_malus(int depth) { return std::min(1500, 260 * depth - 120); }

constexpr int kHighClock = 90;  // from here on a table's score may ignore the coming draw

}  // namespace

// --- bookkeeping ---------------------------------------------------------------------------------------------------

void Worker::count_node() {
  nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (is_main() && --calls_to_check_ <= 0) check_limits();
}

void Worker::check_limits() {
  constexpr int kNodesBetweenChecks = 512;
  calls_to_check_ = kNodesBetweenChecks;
  const auto &limit = shared_.limits.nodes;
  if (limit) {
    const auto used = static_cast<std::int64_t>(shared_.nodes());
    if (used >= *limit && !shared_.clock.is_waiting()) shared_.stop = true;
    const std::int64_t left = std::max<std::int64_t>(1, *limit - used);
    if (shared_.workers.size() == 1) calls_to_check_ = static_cast<int>(std::min<std::int64_t>(left, calls_to_check_));
  }
  if (shared_.clock.is_over()) shared_.stop = true;
}

void Worker::do_move(Frame *frame, Move move) {
  const Piece piece = position_.piece_on(move.from());
  frame->move = move;
  frame->continuation_to_learn = &histories_->continuation[piece][static_cast<std::size_t>(move.to())];
  frame->continuation = frame->continuation_to_learn;
  shared_.table.prefetch(position_.key_after(move));
  position_.do_move(move);
  count_node();
}

void Worker::do_null(Frame *frame) {
  frame->move = kNullMove;
  frame->continuation = &no_continuation_;
  frame->continuation_to_learn = nullptr;
  position_.do_null_move();
  count_node();
}

void Worker::update_pv(int ply, Move move) {
  const auto here = static_cast<std::size_t>(ply);
  auto &line = (*pv_)[here];
  const auto &rest = (*pv_)[here + 1];
  const int length = pv_length_[here + 1];
  line[0] = move;
  std::copy_n(rest.begin(), length, line.begin() + 1);
  pv_length_[here] = length + 1;
}

Bitboard Worker::enemy_attacks() const {
  const Board &b = position_.board();
  const Color them = !b.side;
  const Bitboard occupied = b.occupied();
  Bitboard set = pawn_attacks(them, b.pieces(them, kPawn)) | king_attacks(lowest(b.pieces(them, kKing)));
  for (const Square from : squares(b.pieces(them, kKnight))) set |= knight_attacks(from);
  for (const Square from : squares(b.diagonal_sliders(them))) set |= bishop_attacks(from, occupied);
  for (const Square from : squares(b.straight_sliders(them))) set |= rook_attacks(from, occupied);
  return set;
}

PickerContext Worker::picker_context(const Frame *frame, Move table_move) const {
  Move counter{};
  if (const Move last = (frame - 1)->move; !last.is_null()) {
    counter = histories_->counter_move[position_.piece_on(last.to())][static_cast<std::size_t>(last.to())];
  }
  return {
      position_,      *histories_, {(frame - 1)->continuation, (frame - 2)->continuation, (frame - 4)->continuation},
      frame->threats, table_move,  frame->killers,
      counter};
}

// --- what a node knows before it looks at moves ---------------------------------------------------------------------

// Draws by rule, the ply limit, and mates already closer than anything to be found here.
std::optional<int> Worker::rule_score(int alpha, int beta, int ply) const {
  if (position_.is_draw_by_rule(ply)) return 0;
  if (ply >= kMaxPly) return 0;
  const int lowest = std::max(alpha, mated_in(ply)), highest = std::min(beta, mate_in(ply + 1));
  if (lowest >= highest) return lowest;
  return std::nullopt;
}

Worker::Probe Worker::probe_table(int ply) const {
  Probe probe;
  probe.hit = shared_.table.probe(position_.key(), probe.entry);
  if (probe.hit) {
    probe.score = score_from_table(probe.entry.score, ply, static_cast<int>(position_.board().halfmove_clock));
  }
  return probe;
}

// The static evaluation: from the table if it is there, corrected by experience, and replaced by a search's result
// where that bounds it from the right side.
int Worker::assess(const Probe &probe, Frame &frame, int &raw) {
  if (frame.in_check) {
    raw = frame.static_eval = kNoScore;
    return kNoScore;
  }
  raw = probe.hit && probe.entry.eval != kNoScore ? probe.entry.eval : evaluate(position_, pawns_);
  int eval = raw * (220 - static_cast<int>(position_.board().halfmove_clock)) / 220;
  eval = std::clamp(eval + corrections_->of(position_), 1 - kMateInMax, kMateInMax - 1);
  frame.static_eval = eval;
  if (probe.hit && probe.score != kNoScore && !is_mate_score(probe.score)) {
    const Bound needed = probe.score > eval ? Bound::kLower : Bound::kUpper;
    if (probe.entry.bound == Bound::kExact || probe.entry.bound == needed) eval = probe.score;
  }
  return eval;
}

// --- quiescence -----------------------------------------------------------------------------------------------------

// Captures and promotions only (every move in check), so that no evaluation is taken in the middle of an exchange.
template <bool is_pv>
int Worker::quiesce(int alpha, int beta, int ply) {
  Frame *frame = frame_at(ply);
  pv_length_[static_cast<std::size_t>(ply)] = 0;
  if (is_stopped()) return 0;
  if (const auto score = rule_score(alpha, beta, ply)) return *score;
  seldepth_ = std::max(seldepth_, ply);

  frame->in_check = position_.in_check();
  const Probe probe = probe_table(ply);
  if (!is_pv && probe.hit && probe.score != kNoScore) {
    const Bound needed = probe.score >= beta ? Bound::kLower : Bound::kUpper;
    if (probe.entry.bound == Bound::kExact || probe.entry.bound == needed) return probe.score;
  }

  int raw;
  int best = -kInfinite, futility = -kInfinite;
  const int eval = assess(probe, *frame, raw);
  if (!frame->in_check) {
    best = eval;
    if (best >= beta) {
      if (!probe.hit)
        shared_.table.store(position_.key(), {kNullMove, score_to_table(best, ply), raw, 0, Bound::kLower, false});
      return best;
    }
    alpha = std::max(alpha, best);
    futility = frame->static_eval + 150;
  }

  const bool was_pv = is_pv || (probe.hit && probe.entry.is_pv);
  Move best_move{};
  int move_count = 0, quiet_evasions = 0;
  const int alpha_before = alpha;
  MovePicker picker(picker_context(frame, probe.entry.move),
                    frame->in_check ? MovePicker::Mode::kEvasions : MovePicker::Mode::kNoisy);
  for (Move move = picker.next(); !move.is_null(); move = picker.next()) {
    move_count++;
    const bool is_tactical = position_.is_tactical(move);
    if (best > -kMateInMax) {
      // A couple of quiet evasions show whether the check is harmless.
      if (frame->in_check && !is_tactical && ++quiet_evasions > 2) continue;
      if (!frame->in_check && move.promotion() != kQueen) {
        // A capture that can't lift the score over alpha even if it costs nothing.
        const int gain = kExchangeValues[type_of(position_.captured_piece(move))];
        if (futility + gain <= alpha && !see_at_least(position_, move, 1)) {
          best = std::max(best, std::min(futility + gain, alpha));
          continue;
        }
      }
    }
    do_move(frame, move);
    const int score = -quiesce<is_pv>(-beta, -alpha, ply + 1);
    undo_move();
    if (is_stopped()) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        alpha = score;
        if (is_pv) update_pv(ply, move);
        if (score >= beta) break;
      }
    }
  }
  if (frame->in_check && move_count == 0) return mated_in(ply);
  const Bound bound = best >= beta ? Bound::kLower : is_pv && alpha > alpha_before ? Bound::kExact : Bound::kUpper;
  shared_.table.store(position_.key(), {best_move, score_to_table(best, ply), raw, 0, bound, was_pv});
  return best;
}

// --- steps of the main search ---------------------------------------------------------------------------------------

// A position so good that even passing keeps it above beta will hardly fall below by moving. Unsound in zugzwang: so
// only with pieces on the board, and at high depths a search without the null move must agree.
std::optional<int> Worker::try_null_move(int beta, int depth, int ply, int eval, bool cut_node) {
  Frame *frame = frame_at(ply);
  const bool allowed = !frame->excluded.raw && !(frame - 1)->move.is_null() && eval >= beta &&
                       frame->static_eval >= beta + 150 - 20 * depth && position_.has_pieces(position_.side()) &&
                       ply >= null_move_allowed_from_ && beta > -kMateInMax;
  if (!allowed || depth < 3) return std::nullopt;
  const int reduced = depth - (4 + depth / 4 + std::min(3, (eval - beta) / 180));
  do_null(frame);
  int score = -search<Node::kZero>(-beta, -beta + 1, reduced, ply + 1, !cut_node);
  undo_move();
  if (is_stopped()) return 0;
  if (score < beta) return std::nullopt;
  if (score >= kMateInMax) score = beta;
  const bool one_piece = popcount(position_.board().by_color[position_.side()] &
                                  ~(position_.board().by_type[kPawn] | position_.board().by_type[kKing])) <= 1;
  if (null_move_allowed_from_ || (depth < 14 && !(one_piece && depth >= 7))) return score;
  null_move_allowed_from_ = ply + 3 * std::max(1, reduced) / 4;
  const int verified = search<Node::kZero>(beta - 1, beta, reduced, ply, false);
  null_move_allowed_from_ = 0;
  if (verified >= beta) return score;
  return std::nullopt;
}

// A capture whose reduced search beats beta by a margin will beat beta in the full one.
std::optional<int> Worker::try_prob_cut(int beta, int depth, int ply, const Probe &probe, bool cut_node) {
  Frame *frame = frame_at(ply);
  const int raised = beta + 170;
  const bool refuted = probe.hit && probe.entry.depth >= depth - 3 && probe.score != kNoScore && probe.score < raised;
  if (depth < 5 || is_mate_score(beta) || refuted || frame->excluded.raw) return std::nullopt;
  MovePicker picker(picker_context(frame, probe.entry.move), MovePicker::Mode::kNoisy, raised - frame->static_eval);
  for (Move move = picker.next(); !move.is_null(); move = picker.next()) {
    do_move(frame, move);
    int score = -quiesce<false>(-raised, -raised + 1, ply + 1);
    if (score >= raised && depth > 5) score = -search<Node::kZero>(-raised, -raised + 1, depth - 4, ply + 1, !cut_node);
    undo_move();
    if (is_stopped()) return 0;
    if (score >= raised) {
      shared_.table.store(position_.key(), {move, score_to_table(score, ply), frame->static_eval, depth - 3,
                                            Bound::kLower, frame->was_pv});
      return score;
    }
  }
  return std::nullopt;
}

// How many plies deeper (or less deep) to look at a move. A table move that is alone in being good deserves more; if
// others are good too, one of them will do to cut (multi-cut). Checks that lose nothing are followed.
int Worker::extension(const Probe &probe, Move move, int beta, int depth, int ply, bool is_pv, bool cut_node,
                      bool gives_check, std::optional<int> &multi_cut) {
  Frame *frame = frame_at(ply);
  if (ply >= 2 * root_depth_) return 0;
  const bool testable = depth >= 7 && move == probe.entry.move && !frame->excluded.raw && probe.hit &&
                        (probe.entry.bound == Bound::kLower || probe.entry.bound == Bound::kExact) &&
                        probe.entry.depth >= depth - 3 && !is_mate_score(probe.score);
  if (!testable) return gives_check && depth >= 6 && is_pv && see_at_least(position_, move, 0) ? 1 : 0;

  const int singular_beta = probe.score - (is_pv ? 1 : 2) * depth;
  frame->excluded = move;
  const int score = search<Node::kZero>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
  frame->excluded = kNullMove;
  if (score < singular_beta) {
    if (!is_pv && score < singular_beta - 20 && frame->double_extensions <= 6) return 2;
    return 1;
  }
  if (singular_beta >= beta) {
    multi_cut = singular_beta;
    return 0;
  }
  return probe.score >= beta ? -2 : cut_node ? -1 : 0;
}

int Worker::reduction(int depth, int move_count, bool improving) const {
  const int base =
      kReductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(move_count, 63))];
  return base + (improving ? 0 : kUnit * 3 / 4);
}

int Worker::quiet_history(const Frame *frame, Move move) const {
  const Piece piece = position_.piece_on(move.from());
  const auto to = static_cast<std::size_t>(move.to());
  return histories_->of_quiet(position_, frame->threats, move) + (*(frame - 1)->continuation)[piece][to] +
         (*(frame - 2)->continuation)[piece][to] + histories_->of_pawns(position_)[piece][to] / 2;
}

// Moves that are unlikely to matter at this depth. Never asked before one move has been found that avoids mate.
bool Worker::is_prunable(Move move, const Frame &frame, int alpha, int depth, int reduced_depth, bool is_quiet,
                         bool gives_check, int move_history, bool &skip_quiets) const {
  if (!is_quiet || gives_check) {
    // Captures and checks that lose too much material for what is left to search.
    return depth <= 8 && !see_at_least(position_, move, -95 * depth);
  }
  // Quiet moves far down the order with a bad record.
  if (reduced_depth <= 4 && move_history < -4000 * std::max(1, depth)) return true;
  // The evaluation plus all a quiet move can bring in these plies stays below alpha: so will the other quiet moves.
  if (reduced_depth <= 8 && !frame.in_check) {
    const int margin = 90 + 85 * reduced_depth + move_history / 120;
    if (frame.static_eval + margin <= alpha) {
      skip_quiets = true;
      return true;
    }
  }
  // Quiet moves onto squares where they are simply lost.
  return reduced_depth <= 8 && !see_at_least(position_, move, -24 * reduced_depth * reduced_depth);
}

// --- learning -------------------------------------------------------------------------------------------------------

void Worker::learn_continuations(Frame *frame, Piece piece, Square to, int bonus) {
  for (const int plies : {1, 2, 4}) {
    if (PieceTo *table = (frame - plies)->continuation_to_learn) {
      drift<kHistoryLimit>((*table)[piece][static_cast<std::size_t>(to)], bonus);
    }
    if (frame->in_check && plies >= 2) break;
  }
}

void Worker::learn_quiet(Frame *frame, Move move, int bonus) {
  const Piece piece = position_.piece_on(move.from());
  drift<kHistoryLimit>(histories_->of_quiet(position_, frame->threats, move), bonus);
  drift<kHistoryLimit>(histories_->of_pawns(position_)[piece][static_cast<std::size_t>(move.to())], bonus);
  learn_continuations(frame, piece, move.to(), bonus);
}

// The move that cut is remembered, those tried before it are blamed.
void Worker::learn_cutoff(Frame *frame, Move best, const MoveLists &tried, int depth) {
  const int bonus = history_bonus(depth), malus = -history_malus(depth);
  if (position_.is_tactical(best)) {
    drift<kHistoryLimit>(histories_->of_capture(position_, best), bonus);
  } else {
    if (frame->killers[0] != best) frame->killers = {best, frame->killers[0]};
    if (const Move last = (frame - 1)->move; !last.is_null()) {
      histories_->counter_move[position_.piece_on(last.to())][static_cast<std::size_t>(last.to())] = best;
    }
    learn_quiet(frame, best, bonus);
    for (int i = 0; i < tried.quiet_count; i++) learn_quiet(frame, tried.quiets[static_cast<std::size_t>(i)], malus);
  }
  for (int i = 0; i < tried.capture_count; i++) {
    drift<kHistoryLimit>(histories_->of_capture(position_, tried.captures[static_cast<std::size_t>(i)]), malus);
  }
}

// --- the main search ------------------------------------------------------------------------------------------------

template <Worker::Node node>
int Worker::search(int alpha, int beta, int depth, int ply, bool cut_node) {
  constexpr bool is_root = node == Node::kRoot, is_pv = node != Node::kZero;
  if (depth <= 0) return quiesce<is_pv>(alpha, beta, ply);

  Frame *frame = frame_at(ply);
  pv_length_[static_cast<std::size_t>(ply)] = 0;
  if (is_stopped()) return 0;
  if (!is_root) {
    if (const auto score = rule_score(alpha, beta, ply)) return *score;
    alpha = std::max(alpha, mated_in(ply));
    beta = std::min(beta, mate_in(ply + 1));
  }
  seldepth_ = std::max(seldepth_, ply);
  const Move excluded = frame->excluded;
  const bool has_excluded = !excluded.is_null();
  frame->in_check = position_.in_check();
  frame->move_count = 0;
  frame_at(ply + 1)->excluded = kNullMove;
  frame_at(ply + 2)->killers = {};
  frame_at(ply + 2)->cutoffs = 0;
  frame->double_extensions = is_root ? 0 : (frame - 1)->double_extensions;

  // Step: the table. What was searched at least as deep need not be searched again.
  Probe probe = probe_table(ply);
  if (is_root) probe.entry.move = root_moves_[line_].pv.empty() ? kNullMove : root_moves_[line_].pv[0];
  const Move table_move = probe.entry.move;
  if (!has_excluded) frame->was_pv = is_pv || (probe.hit && probe.entry.is_pv);
  if (!is_pv && !has_excluded && probe.hit && probe.score != kNoScore && probe.entry.depth >= depth &&
      position_.board().halfmove_clock < kHighClock) {
    const Bound needed = probe.score >= beta ? Bound::kLower : Bound::kUpper;
    if (probe.entry.bound == Bound::kExact || probe.entry.bound == needed) {
      if (probe.score >= beta && !table_move.is_null() && !position_.is_tactical(table_move) &&
          is_legal(position_.board(), table_move)) {
        frame->threats = enemy_attacks();
        learn_quiet(frame, table_move, history_bonus(depth));
      }
      return probe.score;
    }
  }

  // Step: static evaluation, and whether it has grown since our last move.
  int raw = kNoScore, eval;
  if (has_excluded) {
    eval = frame->static_eval;
  } else {
    eval = assess(probe, *frame, raw);
    frame->threats = enemy_attacks();
  }
  bool improving = false;
  if (!frame->in_check) {
    if ((frame - 2)->static_eval != kNoScore) {
      improving = frame->static_eval > (frame - 2)->static_eval;
    } else if ((frame - 4)->static_eval != kNoScore) {
      improving = frame->static_eval > (frame - 4)->static_eval;
    }
  }

  if (!is_pv && !frame->in_check && !has_excluded) {
    // Step: razoring. Hopeless by static evaluation: only a capture can help, so look at captures alone.
    if (depth <= 4 && eval + 220 * depth + 120 < alpha) {
      const int score = quiesce<false>(alpha, alpha + 1, ply);
      if (score <= alpha) return score;
    }
    // Step: reverse futility. So far above beta that the opponent can't catch up in the plies left.
    if (depth <= 8 && eval < kMateInMax && beta > -kMateInMax &&
        eval - 80 * (depth - improving) - (frame - 1)->history / 400 >= beta && eval >= beta) {
      return (2 * beta + eval) / 3;
    }
    if (const auto score = try_null_move(beta, depth, ply, eval, cut_node)) return *score;
    // Step: internal iterative reductions. Without a table move the order is poor: find one more cheaply first.
    if (cut_node && depth >= 7 && table_move.is_null()) depth--;
    if (const auto score = try_prob_cut(beta, depth, ply, probe, cut_node)) return *score;
  }
  if (is_pv && !is_root && depth >= 4 && table_move.is_null()) depth--;

  // Step: the moves.
  const bool table_move_is_tactical = !table_move.is_null() && position_.is_tactical(table_move);
  const CheckSquares checks = position_.check_squares();
  PickerContext context = picker_context(frame, table_move);
  MovePicker picker(context, MovePicker::Mode::kAll);
  MoveLists tried;
  Move best_move{};
  int best = -kInfinite, move_count = 0;
  const int alpha_before = alpha;
  bool skip_quiets = false;
  for (Move move = picker.next(); !move.is_null(); move = picker.next(skip_quiets)) {
    if (move == excluded) continue;
    if (is_root && std::none_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_), root_moves_.end(),
                                [&](const RootMove &root) { return root.move == move; })) {
      continue;
    }
    frame->move_count = ++move_count;
    const bool is_quiet = !position_.is_tactical(move);
    const bool gives_check = position_.gives_check(move, checks);
    const int move_history = is_quiet ? quiet_history(frame, move) : histories_->of_capture(position_, move);
    int reduced = reduction(depth, move_count, improving);

    // Step: pruning at shallow depth.
    if (!is_root && best > -kMateInMax && position_.has_pieces(position_.side())) {
      // Late moves: after this many quiet moves have failed, the rest fails too.
      if (move_count >= (4 + depth * depth) / (improving ? 1 : 2)) skip_quiets = true;
      const int reduced_depth = std::max(0, depth - 1 - reduced / kUnit);
      if (move != table_move &&
          is_prunable(move, *frame, alpha, depth, reduced_depth, is_quiet, gives_check, move_history, skip_quiets)) {
        continue;
      }
    }

    // Step: extensions.
    std::optional<int> multi_cut;
    int extra = 0;
    if (!is_root) {
      extra = extension(probe, move, beta, depth, ply, is_pv, cut_node, gives_check, multi_cut);
      if (is_stopped()) return 0;
      if (multi_cut) return *multi_cut;
      frame->move_count = move_count;
    }
    const std::uint64_t nodes_before = nodes();
    const int new_depth = depth - 1 + extra;
    frame->double_extensions = (is_root ? 0 : (frame - 1)->double_extensions) + (extra >= 2);
    frame->history = move_history;
    do_move(frame, move);

    // Step: late move reductions. Search later moves less deep, and again if they turn out to be good.
    int score = -kInfinite;
    bool full_zero = !is_pv || move_count > 1;
    if (depth >= 2 && move_count > 1 + is_root) {
      if (frame->was_pv) reduced -= kUnit * (is_pv ? 2 : 1);
      if (cut_node) reduced += kUnit * 3 / 2;
      if (table_move_is_tactical) reduced += kUnit * 3 / 4;
      if (gives_check) reduced -= kUnit / 2;
      if (frame_at(ply + 1)->cutoffs > 3) reduced += kUnit * 3 / 4;
      if (move == context.killers[0] || move == context.killers[1] || move == context.counter) reduced -= kUnit;
      reduced -= is_quiet ? move_history / 9 : kUnit / 2 + move_history / 8;
      const int reduced_depth = std::clamp(new_depth - reduced / kUnit, 1, new_depth + 1);
      score = -search<Node::kZero>(-alpha - 1, -alpha, reduced_depth, ply + 1, true);
      full_zero = score > alpha && reduced_depth < new_depth;
      if (full_zero) {
        const int better_depth = new_depth + (score > best + 45 + 2 * new_depth) - (score < best + new_depth);
        if (better_depth > reduced_depth) {
          score = -search<Node::kZero>(-alpha - 1, -alpha, better_depth, ply + 1, !cut_node);
        }
        if (is_quiet) {
          const Piece piece = position_.piece_on(move.to());
          const int bonus = score <= alpha ? -history_malus(new_depth) : score >= beta ? history_bonus(new_depth) : 0;
          learn_continuations(frame, piece, move.to(), bonus);
        }
        full_zero = false;
      }
    }
    if (full_zero) score = -search<Node::kZero>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
    if (is_pv && (move_count == 1 || score > alpha)) {
      score = -search<Node::kPv>(-beta, -alpha, new_depth, ply + 1, false);
    }
    undo_move();
    if (is_stopped()) return 0;
    if (is_root) note_root_score(move, score, alpha, move_count == 1, nodes_before);

    // Step: a new best move, or a move to blame later.
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        if (is_pv) update_pv(ply, move);
        if (score >= beta) {
          frame->cutoffs += 1 + table_move.is_null();
          break;
        }
        alpha = score;
        if (depth > 3 && depth < 12 && !is_mate_score(score)) depth--;
      }
    }
    if (move != best_move) {
      if (is_quiet && tried.quiet_count < 64) tried.quiets[static_cast<std::size_t>(tried.quiet_count++)] = move;
      if (!is_quiet && tried.capture_count < 64) tried.captures[static_cast<std::size_t>(tried.capture_count++)] = move;
    }
  }

  // Step: no legal move.
  if (move_count == 0) return has_excluded ? alpha : frame->in_check ? mated_in(ply) : 0;

  // Step: learn.
  if (best >= beta) {
    learn_cutoff(frame, best_move, tried, depth + (eval <= alpha));
  } else if (best_move.is_null() && !(frame - 1)->move.is_null()) {
    // All moves failed: the opponent's last move was good.
    const Move last = (frame - 1)->move;
    learn_continuations(frame - 1, position_.piece_on(last.to()), last.to(), history_bonus(depth) / 2);
  }
  if (has_excluded) return best;

  const Bound bound = best >= beta ? Bound::kLower : is_pv && alpha > alpha_before ? Bound::kExact : Bound::kUpper;
  if (!is_root || line_ == 0) {
    shared_.table.store(position_.key(), {best_move, score_to_table(best, ply), raw, depth, bound, frame->was_pv});
  }
  const bool is_informative = !frame->in_check && (best_move.is_null() || !position_.is_tactical(best_move)) &&
                              !(bound == Bound::kLower && best <= frame->static_eval) &&
                              !(bound == Bound::kUpper && best >= frame->static_eval) && !is_mate_score(best);
  if (is_informative) corrections_->learn(position_, best - frame->static_eval, depth);
  return best;
}

template int Worker::search<Worker::Node::kRoot>(int, int, int, int, bool);

}  // namespace ajeeb::engine
