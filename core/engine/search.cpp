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
      const double plies = 1.15 + std::log(static_cast<double>(depth)) * std::log(static_cast<double>(count)) / 2.4;
      table[depth][count] = static_cast<int>(plies * kUnit);
    }
  }
  return table;
}();

int history_bonus(int depth) { return std::min(1700, 170 * depth - 100); }
int history_malus(int depth) { return std::min(1500, 260 * depth - 120); }

constexpr int kHighClock = 90;  // from here on a table's scores, which may ignore the coming draw, are not taken

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
  if (shared_.clock.is_over() || shared_.limits.are_interrupted()) shared_.stop = true;
}

// Memory is slow: what the table says after a move is asked for as soon as the move is likely to be made.
void Worker::prefetch(Move move) const { shared_.table.prefetch(position_.key_after(move) ^ shared_.key_salt); }

// The count of the move and its kind are for the main search; others leave them out.
void Worker::do_move(Frame *frame, Move move, int count, bool is_quiet) {
  const Piece piece = position_.piece_on(move.from());
  frame->move = move;
  frame->move_count = count;
  frame->is_quiet = is_quiet;
  frame->continuation_to_learn = &histories_->continuation[piece][static_cast<std::size_t>(move.to())];
  frame->continuation = frame->continuation_to_learn;
  position_.do_move(move);
  pawns_.prefetch(position_.state().pawn_key);
  count_node();
}

void Worker::do_null(Frame *frame) {
  frame->move = kNullMove;
  frame->move_count = 0;
  frame->is_quiet = false;
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
  if (position_.is_draw_by_rule(ply)) return draw_score(ply);
  if (ply >= kMaxPly) return 0;
  const int worst = std::max(alpha, mated_in(ply)), best = std::min(beta, mate_in(ply + 1));
  if (worst >= best) return worst;
  return std::nullopt;
}

Worker::Probe Worker::probe_table(int ply) const {
  Probe probe;
  probe.hit = shared_.table.probe(table_key(), probe.entry);
  const auto clock = static_cast<int>(position_.board().halfmove_clock);
  if (probe.hit && clock < kHighClock) probe.score = score_from_table(probe.entry.score, ply, clock);
  return probe;
}

int Worker::evaluate_leaf() {
  if (shared_.leaves) shared_.leaves->see(position_.board());
  return evaluate(position_, pawns_);
}

// The static evaluation: from the table if it is there, corrected by experience, and replaced by a search's result
// where that bounds it from the right side.
int Worker::assess(const Probe &probe, Frame &frame, int &raw) {
  if (frame.in_check) {
    raw = frame.static_eval = kNoScore;
    return kNoScore;
  }
  raw = probe.hit && probe.entry.eval != kNoScore ? probe.entry.eval : evaluate_leaf();
  const int clock = static_cast<int>(std::min<std::uint32_t>(position_.board().halfmove_clock, 100));
  int eval = raw * (220 - clock) / 220;  // the longer nothing happens, the less will
  eval = std::clamp(eval + corrections_->of(position_), 1 - kMateInMax, kMateInMax - 1);
  frame.static_eval = eval;
  return probe.settles(eval + 1) && !is_mate_score(probe.score) ? probe.score : eval;
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
  if (!is_pv && probe.settles(beta)) return probe.score;

  int raw;
  int best = -kInfinite, futility = -kInfinite;
  const int eval = assess(probe, *frame, raw);
  if (!frame->in_check) {
    best = eval;
    if (best >= beta) {
      if (!probe.hit)
        shared_.table.store(table_key(), {kNullMove, score_to_table(best, ply), raw, 0, Bound::kLower, false});
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
    prefetch(move);
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
  shared_.table.store(table_key(), {best_move, score_to_table(best, ply), raw, 0, bound, was_pv});
  return best;
}

// --- steps of the main search ---------------------------------------------------------------------------------------

// Static evaluation can settle a node without looking at a move; the steps cost more from one to the next.
std::optional<int> Worker::settle_early(Visit &visit) {
  Frame *frame = visit.frame;
  const int alpha = visit.alpha, beta = visit.beta, depth = visit.depth, eval = visit.eval;
  // Step: razoring. Hopeless by static evaluation: only a capture can help, so look at captures alone.
  if (depth <= 4 && eval + 220 * depth + 120 < alpha) {
    const int score = quiesce<false>(alpha, alpha + 1, visit.ply);
    if (score <= alpha) return score;
  }
  // Step: reverse futility. So far above beta that the opponent can't catch up in the plies left.
  if (depth <= 8 && !frame->was_pv && !visit.is_prone_to_zugzwang && eval < kMateInMax && beta > -kMateInMax &&
      eval - 80 * (depth - visit.improving) - (frame - 1)->history / 400 >= beta && eval >= beta) {
    return (2 * beta + eval) / 3;
  }
  // The steps that follow were taken at this node before, if it is the verification of a singular move.
  if (!frame->excluded.is_null()) return std::nullopt;
  if (const auto score = try_null_move(visit)) return score;
  // Step: internal iterative reductions. Without a table move the order is poor: find one more cheaply first.
  if (visit.cut_node && depth >= 8 && visit.table_move().is_null()) visit.depth -= 2;
  return try_prob_cut(visit);
}

// Step: the null move. A position so good that even passing keeps it above beta will hardly fall below by moving.
// Unsound in zugzwang: so only with more than a minor piece, and at high depths a search without the null move must
// agree.
std::optional<int> Worker::try_null_move(const Visit &visit) {
  Frame *frame = visit.frame;
  const int beta = visit.beta, depth = visit.depth, ply = visit.ply;
  const bool allowed = !(frame - 1)->move.is_null() && visit.eval >= beta && visit.eval >= frame->static_eval &&
                       frame->static_eval >= beta + 110 - 10 * depth - 20 * visit.improving &&
                       !visit.is_prone_to_zugzwang && ply >= null_move_allowed_from_ && beta > -kMateInMax;
  if (!allowed || depth < 3) return std::nullopt;
  const int reduced = depth - (4 + depth / 3 + std::min(6, (visit.eval - beta) / 160));
  do_null(frame);
  int score = -search<Node::kZero>(-beta, -beta + 1, reduced, ply + 1, !visit.cut_node);
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

// Step: ProbCut. A capture whose reduced search beats beta by a margin will beat beta in the full one.
std::optional<int> Worker::try_prob_cut(const Visit &visit) {
  Frame *frame = visit.frame;
  const Probe &probe = visit.probe;
  const int depth = visit.depth, ply = visit.ply;
  const int raised = visit.beta + (visit.improving ? 95 : 125);
  const bool refuted = probe.hit && probe.entry.depth >= depth - 3 && probe.score != kNoScore && probe.score < raised;
  if (depth < 5 || is_mate_score(visit.beta) || refuted) return std::nullopt;
  MovePicker picker(picker_context(frame, probe.entry.move), MovePicker::Mode::kNoisy, raised - frame->static_eval);
  for (Move move = picker.next(); !move.is_null(); move = picker.next()) {
    prefetch(move);
    do_move(frame, move);
    int score = -quiesce<false>(-raised, -raised + 1, ply + 1);
    if (score >= raised && depth > 5) {
      score = -search<Node::kZero>(-raised, -raised + 1, depth - 4, ply + 1, !visit.cut_node);
    }
    undo_move();
    if (is_stopped()) return 0;
    if (score >= raised) {
      shared_.table.store(table_key(),
                          {move, score_to_table(score, ply), visit.raw, depth - 3, Bound::kLower, frame->was_pv});
      return score;
    }
  }
  return std::nullopt;
}

// Step: extensions. How many plies deeper (or less deep) to look at a move. A table move that is alone in being good
// deserves more; if others are good too, one of them will do to cut (multi-cut). Checks that lose nothing are followed.
Worker::Extension Worker::extension(const Visit &visit, const Candidate &candidate, bool is_pv) {
  Frame *frame = visit.frame;
  const Probe &probe = visit.probe;
  const int depth = visit.depth, ply = visit.ply;
  if (ply >= 2 * root_depth_) return {};
  const bool testable = depth >= 5 && candidate.move == probe.entry.move && frame->excluded.is_null() && probe.hit &&
                        (probe.entry.bound == Bound::kLower || probe.entry.bound == Bound::kExact) &&
                        probe.entry.depth >= depth - 3 && !is_mate_score(probe.score);
  if (!testable) {
    const bool follows = candidate.gives_check && depth >= 6 && is_pv && see_at_least(position_, candidate.move, 0);
    return {follows ? 1 : 0, std::nullopt};
  }
  const int singular_beta = probe.score - 2 * depth;
  frame->excluded = candidate.move;
  const int score = search<Node::kZero>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, visit.cut_node);
  frame->excluded = kNullMove;
  if (score < singular_beta) {
    const bool twice = !is_pv && score < singular_beta - 32 && frame->double_extensions <= 5;
    return {twice ? 2 : 1, std::nullopt};
  }
  if (singular_beta >= visit.beta) return {0, singular_beta};
  return {probe.score >= visit.beta ? -2 : visit.cut_node ? -1 : 0, std::nullopt};
}

int Worker::reduction(int depth, int move_count, bool improving) const {
  const int base =
      kReductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(move_count, 63))];
  return base + (improving || base < kUnit * 5 / 4 ? 0 : kUnit);
}

int Worker::quiet_history(const Frame *frame, Move move) const {
  const Piece piece = position_.piece_on(move.from());
  const auto to = static_cast<std::size_t>(move.to());
  return histories_->of_quiet(position_, frame->threats, move) + (*(frame - 1)->continuation)[piece][to] +
         (*(frame - 2)->continuation)[piece][to] +
         ((*(frame - 4)->continuation)[piece][to] + histories_->of_pawns(position_)[piece][to]) / 2;
}

// Step: pruning at shallow depth. Moves that are unlikely to matter at this depth, once one has been found that avoids
// mate; where any move may do harm, none is hopeless.
bool Worker::is_hopeless(Visit &visit, const Candidate &candidate) const {
  const Frame &frame = *visit.frame;
  const int depth = visit.depth;
  if (visit.best <= -kMateInMax || visit.is_prone_to_zugzwang) return false;
  // Late moves: after this many quiet moves have failed, the rest fails too.
  if (visit.move_count >= (4 + depth * depth) / (visit.improving ? 1 : 2)) visit.skip_quiets = true;
  if (candidate.move == visit.table_move()) return false;
  if (!candidate.is_quiet || candidate.gives_check) {
    // Captures and checks that lose too much material for what is left to search.
    return !see_at_least(position_, candidate.move, -95 * depth);
  }
  const int reduced_depth = std::max(0, depth - 1 - candidate.reduction / kUnit);
  // Quiet moves far down the order with a bad record.
  if (reduced_depth <= 4 && candidate.history < -2500 * depth) return true;
  // The evaluation plus all a quiet move can bring in these plies stays below alpha: so will the other quiet moves.
  if (reduced_depth <= 12 && !frame.in_check) {
    const int margin = 70 + 78 * reduced_depth + candidate.history / 110;
    if (frame.static_eval + margin <= visit.alpha) {
      visit.skip_quiets = true;
      return true;
    }
  }
  // Quiet moves onto squares where they are simply lost.
  return !see_at_least(position_, candidate.move, -10 * reduced_depth * (2 * reduced_depth + 1));
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

// The move that cut is remembered, those tried before it are blamed, and so is a favorite of the opponent's that it
// answers.
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
    if (const Move last = (frame - 1)->move; (frame - 1)->is_quiet && (frame - 1)->move_count <= 2) {
      learn_continuations(frame - 1, position_.piece_on(last.to()), last.to(), malus);
    }
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
  pv_length_[static_cast<std::size_t>(ply)] = 0;
  if (is_stopped()) return 0;
  if (!is_root) {
    if (const auto score = rule_score(alpha, beta, ply)) return *score;
    // Step: a repetition within reach is a draw at least.
    if (alpha < draw_score(ply) && position_.can_repeat(ply)) {
      alpha = draw_score(ply);
      if (alpha >= beta) return alpha;
    }
    alpha = std::max(alpha, mated_in(ply));
    beta = std::min(beta, mate_in(ply + 1));
  }
  seldepth_ = std::max(seldepth_, ply);
  Visit visit{alpha, beta, depth, ply, cut_node, enter(ply), probe_table(ply)};
  visit.is_prone_to_zugzwang = position_.is_prone_to_zugzwang(position_.side());
  // At the root the best move so far is known, whatever the entry says; only its evaluation is used.
  if (is_root) visit.probe.entry.move = root_moves_[line_].pv.empty() ? kNullMove : root_moves_[line_].pv[0];
  const bool is_verification = !visit.frame->excluded.is_null();  // of a singular move, at the same node
  if (!is_verification) {
    visit.frame->was_pv = is_pv || (visit.probe.hit && visit.probe.entry.is_pv);
    if (!is_pv) {
      if (const auto score = cut_by_table(visit)) return *score;
    }
  }
  weigh(visit, is_verification);
  if (!is_pv && !visit.frame->in_check) {
    if (const auto score = settle_early(visit)) return *score;
  }
  if (is_pv && !is_root && visit.depth >= 4 && visit.table_move().is_null()) visit.depth -= 2;

  if (const auto score = try_moves<node>(visit)) return *score;
  // No legal move.
  if (visit.move_count == 0) return is_verification ? alpha : visit.frame->in_check ? mated_in(ply) : draw_score(ply);
  learn(visit);
  if (!is_verification) remember(visit, is_pv && visit.alpha > alpha, is_root);
  return visit.best;
}

// Makes the frames ready for a node at this ply.
Worker::Frame *Worker::enter(int ply) {
  Frame *frame = frame_at(ply);
  frame->in_check = position_.in_check();
  frame->double_extensions = ply == 0 ? 0 : (frame - 1)->double_extensions;
  (frame + 1)->excluded = kNullMove;
  (frame + 2)->killers = {};
  (frame + 2)->cutoffs = 0;
  return frame;
}

// Step: the table. What was searched at least as deep need not be searched again.
std::optional<int> Worker::cut_by_table(const Visit &visit) {
  const Probe &probe = visit.probe;
  if (probe.entry.depth < visit.depth || !probe.settles(visit.beta)) return std::nullopt;
  const Move move = visit.table_move();
  if (probe.score >= visit.beta && !move.is_null() && !position_.is_tactical(move) &&
      is_legal(position_.board(), move)) {
    visit.frame->threats = enemy_attacks();
    learn_quiet(visit.frame, move, history_bonus(visit.depth));
  }
  return probe.score;
}

// Step: static evaluation, and whether it has grown since our last move. A verification has it from its own node.
void Worker::weigh(Visit &visit, bool is_verification) {
  Frame *frame = visit.frame;
  if (is_verification) {
    visit.eval = frame->static_eval;
  } else {
    visit.eval = assess(visit.probe, *frame, visit.raw);
    frame->threats = enemy_attacks();
    learn_swing(visit);
  }
  if (frame->in_check) return;
  for (const int plies : {2, 4}) {
    const int before = (frame - plies)->static_eval;
    if (before == kNoScore) continue;
    visit.improving = frame->static_eval > before;
    break;
  }
}

// Step: learn from static evaluations alone: a quiet move that made ours better than what it was for the opponent was
// not a good one.
void Worker::learn_swing(const Visit &visit) {
  constexpr int kTempo = 20;  // the sum of two evaluations in a row, one for each side, when nothing has changed
  const Frame &last = *(visit.frame - 1);
  if (!last.is_quiet || last.in_check || visit.frame->in_check) return;
  const int bonus = std::clamp(9 * (kTempo - last.static_eval - visit.frame->static_eval), -900, 900);
  const auto from = static_cast<std::size_t>(last.move.from()), to = static_cast<std::size_t>(last.move.to());
  drift<kHistoryLimit>(histories_->butterfly[!position_.side()][contains(last.threats, last.move.from())]
                                            [contains(last.threats, last.move.to())][from][to],
                       bonus);
}

// Searches the moves, best candidates first, until one cuts. A score only if the node ends without one of its own:
// stopped, or cut by the moves beside a singular one.
template <Worker::Node node>
std::optional<int> Worker::try_moves(Visit &visit) {
  constexpr bool is_root = node == Node::kRoot, is_pv = node != Node::kZero;
  Frame *frame = visit.frame;
  const Move table_move = visit.table_move(), excluded = frame->excluded;
  visit.table_move_is_tactical = !table_move.is_null() && position_.is_tactical(table_move);
  visit.may_mate_by_waiting = visit.is_prone_to_zugzwang && position_.is_king_stuck(!position_.side());
  const CheckSquares checks = position_.check_squares();
  const PickerContext context = picker_context(frame, table_move);
  MovePicker picker(context, MovePicker::Mode::kAll);
  for (Move move = picker.next(); !move.is_null(); move = picker.next(visit.skip_quiets)) {
    if (move == excluded || (is_root && !is_open_at_root(move))) continue;
    visit.move_count++;
    if (is_root) report_root_move(move, static_cast<int>(line_) + visit.move_count);
    Candidate candidate{move, !position_.is_tactical(move), position_.gives_check(move, checks)};
    candidate.history = candidate.is_quiet ? quiet_history(frame, move) : histories_->of_capture(position_, move);
    candidate.reduction = reduction(visit.depth, visit.move_count, visit.improving);
    if (!is_root && is_hopeless(visit, candidate)) continue;
    prefetch(move);
    Extension extended;
    if (!is_root) {
      extended = extension(visit, candidate, is_pv);
      if (is_stopped()) return 0;
      if (extended.cut) return extended.cut;
    }
    if (extended.plies > 0 && move == table_move) visit.is_singular = true;
    candidate.reduction += late_move_adjustment(visit, candidate, context, is_pv);
    frame->double_extensions = (is_root ? 0 : (frame - 1)->double_extensions) + (extended.plies >= 2);
    const std::uint64_t nodes_before = nodes();
    const int score = search_move<node>(visit, candidate, visit.depth - 1 + extended.plies);
    if (is_stopped()) return 0;
    if (is_root) note_root_score(move, score, visit.alpha, visit.move_count == 1, nodes_before);
    if (take(visit, candidate, score, is_pv)) break;
  }
  return std::nullopt;
}

// Whether the root move is among those searched for the current line.
bool Worker::is_open_at_root(Move move) const {
  return std::any_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_), root_moves_.end(),
                     [move](const RootMove &root) { return root.move == move; });
}

// What speaks for and against reducing a late move, beyond its number and the depth.
int Worker::late_move_adjustment(const Visit &visit, const Candidate &candidate, const PickerContext &context,
                                 bool is_pv) const {
  int sum = 0;
  if (visit.frame->was_pv) sum -= 2 * kUnit;
  if (visit.may_mate_by_waiting) sum -= 2 * kUnit;
  if (is_pv) sum -= kUnit + 11 * kUnit / (3 + visit.depth);
  if (visit.cut_node) sum += 2 * kUnit;
  if (visit.table_move_is_tactical) sum += kUnit;
  if (visit.is_singular && !visit.table_move_is_tactical) sum -= kUnit;
  if ((visit.frame - 1)->move_count > 7) sum -= kUnit;  // the opponent has tried much: this one is an afterthought
  if ((visit.frame + 1)->cutoffs > 3) sum += kUnit;
  const Move move = candidate.move;
  if (move == context.killers[0] || move == context.killers[1] || move == context.counter) sum -= kUnit / 2;
  if (!candidate.is_quiet) return sum - candidate.history / 8 - (visit.frame->was_pv ? 3 : 1) * kUnit / 2;
  constexpr int kUsualHistory = 3000;
  return sum - (candidate.history - kUsualHistory) / (visit.depth > 7 ? 12 : 9);
}

// Makes the move and searches what comes of it: with a narrow window first, unless it is the first move of a PV node.
template <Worker::Node node>
int Worker::search_move(const Visit &visit, const Candidate &candidate, int new_depth) {
  constexpr bool is_root = node == Node::kRoot, is_pv = node != Node::kZero;
  const int alpha = visit.alpha, next = visit.ply + 1;
  visit.frame->history = candidate.history;
  do_move(visit.frame, candidate.move, visit.move_count, candidate.is_quiet);
  int score = -kInfinite;
  if (visit.depth >= 2 && visit.move_count > 1 + is_root) {
    score = search_late_move(visit, candidate, new_depth);
  } else if (!is_pv || visit.move_count > 1) {
    score = -search<Node::kZero>(-alpha - 1, -alpha, new_depth, next, !visit.cut_node);
  }
  if (is_pv && (visit.move_count == 1 || score > alpha)) {
    score = -search<Node::kPv>(-visit.beta, -alpha, new_depth, next, false);
  }
  undo_move();
  return score;
}

// Step: late move reductions. Search later moves less deep, and again if they turn out to be good. The move has been
// made.
int Worker::search_late_move(const Visit &visit, const Candidate &candidate, int new_depth) {
  const int alpha = visit.alpha, next = visit.ply + 1;
  const int reduced_depth = std::clamp(new_depth - candidate.reduction / kUnit, 1, new_depth + 1);
  int score = -search<Node::kZero>(-alpha - 1, -alpha, reduced_depth, next, true);
  if (score <= alpha || reduced_depth >= new_depth) return score;
  const int better_depth = new_depth + (score > visit.best + 45 + 2 * new_depth) - (score < visit.best + new_depth);
  if (better_depth > reduced_depth) {
    score = -search<Node::kZero>(-alpha - 1, -alpha, better_depth, next, !visit.cut_node);
  }
  if (candidate.is_quiet) {
    const Square to = candidate.move.to();
    const int bonus = score <= alpha ? -history_malus(new_depth) : score >= visit.beta ? history_bonus(new_depth) : 0;
    learn_continuations(visit.frame, position_.piece_on(to), to, bonus);
  }
  return score;
}

// Step: a new best move, or a move to blame later. True if it cuts.
bool Worker::take(Visit &visit, const Candidate &candidate, int score, bool is_pv) {
  const Move move = candidate.move;
  if (score > visit.best) {
    visit.best = score;
    if (score > visit.alpha) {
      visit.best_move = move;
      if (is_pv) update_pv(visit.ply, move);
      if (score >= visit.beta) {
        visit.frame->cutoffs += 1 + visit.table_move().is_null();
        return true;
      }
      visit.alpha = score;
      if (visit.depth > 1 && visit.depth < 6 && !is_mate_score(score)) visit.depth--;
    }
  }
  if (move != visit.best_move) visit.tried.add(move, candidate.is_quiet);
  return false;
}

// Step: learn from what cut, or from all having failed: then the opponent's last move was good.
void Worker::learn(const Visit &visit) {
  Frame *frame = visit.frame;
  const Move last = (frame - 1)->move;
  if (visit.best >= visit.beta) {
    const bool is_clear = visit.best > visit.beta + 70;
    learn_cutoff(frame, visit.best_move, visit.tried, visit.depth + (visit.eval <= visit.alpha) + is_clear);
  } else if (visit.best_move.is_null() && !last.is_null()) {
    learn_continuations(frame - 1, position_.piece_on(last.to()), last.to(), history_bonus(visit.depth) / 2);
  }
}

// Step: remember the result in the table, and how far the static evaluation was from it.
void Worker::remember(const Visit &visit, bool is_exact, bool is_root) {
  if (is_root && (line_ > 0 || !has_all_moves_)) return;  // the best of some moves is not the position's
  const Frame *frame = visit.frame;
  const int best = visit.best;
  const Bound bound = best >= visit.beta ? Bound::kLower : is_exact ? Bound::kExact : Bound::kUpper;
  shared_.table.store(table_key(),
                      {visit.best_move, score_to_table(best, visit.ply), visit.raw, visit.depth, bound, frame->was_pv});
  const bool is_informative = !frame->in_check &&
                              (visit.best_move.is_null() || !position_.is_tactical(visit.best_move)) &&
                              !(bound == Bound::kLower && best <= frame->static_eval) &&
                              !(bound == Bound::kUpper && best >= frame->static_eval) && !is_mate_score(best);
  if (is_informative) corrections_->learn(position_, best - frame->static_eval, visit.depth);
}

template int Worker::search<Worker::Node::kRoot>(int, int, int, int, bool);

}  // namespace ajeeb::engine
