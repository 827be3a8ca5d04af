// The evaluation put together: sums kept by the position, the pawn table, the evaluator's terms, tapering and scaling.
#include "engine/evaluate.hpp"

#include "engine/endgames.hpp"
#include "engine/evaluator.hpp"

namespace ajeeb::engine {

namespace {

const PawnEntry &pawn_entry(const Position &position, PawnTable &pawns) {
  PawnEntry &entry = pawns.slot(position.state().pawn_key);
  if (entry.key != position.state().pawn_key) {
    Sum sum;
    Evaluator<Sum>(position, sum).pawn_terms(entry);
    entry.key = position.state().pawn_key;
    entry.score = sum.score;
  }
  return entry;
}

struct Mix {  // of the halves
  int weight, scale;
};

// Where material promises next to nothing to either side, the middlegame half is left out: no scale makes it smaller.
Mix mix_of(const Position &position, Score score) {
  constexpr int kNextToNothing = 16;
  const Color strong = score.eg() >= 0 ? kWhite : kBlack;
  const int scale = endgame_scale(position.board(), strong);
  const bool is_drawish = scale <= kNextToNothing && endgame_scale(position.board(), !strong) <= kNextToNothing;
  return {is_drawish ? 0 : clamped_phase(position.state().phase), scale};
}

}  // namespace

int evaluate(const Position &position, PawnTable &pawns) {
  const Board &board = position.board();
  int value;
  if (const auto known = known_ending(board)) {
    value = *known;
  } else {
    const State &state = position.state();
    const PawnEntry &entry = pawn_entry(position, pawns);
    Sum sum;
    Evaluator<Sum>(position, sum).piece_terms(entry);
    const auto side = [&](Color color) {
      const EvalBase &base = state.eval_base[color];
      return base.material + base.placement + entry.score[color] + sum.score[color] -
             danger_cost(sum.danger_sum[color]);
    };
    const Score score = side(kWhite) - side(kBlack);
    const Mix mix = mix_of(position, score);
    value = taper(score, mix.weight, mix.scale);
  }
  return board.side == kWhite ? value : -value;
}

Trace trace(const Position &position) {
  Trace trace;
  const Board &board = position.board();
  Recorder recorder{trace};
  for (const Square square : squares(board.occupied())) {
    const PieceType type = board.type_at(square);
    const Color color = board.color_at(square);
    if (type != kKing) recorder.add(color, layout::kMaterial + type);
    const PlacementIndices found = placement_indices(position.state().placement_table[color], color, type, square);
    for (int i = 0; i < found.count; i++) recorder.add(color, found.index[static_cast<std::size_t>(i)]);
  }
  Evaluator<Recorder> evaluator(position, recorder);
  PawnEntry entry;
  evaluator.pawn_terms(entry);
  evaluator.piece_terms(entry);

  Score score;
  for (const TermLine &line : term_lines(trace)) score += line.by_color[kWhite] - line.by_color[kBlack];
  const Mix mix = mix_of(position, score);
  trace.phase = clamped_phase(position.state().phase);
  trace.weight = mix.weight;
  trace.scale = mix.scale;
  const auto known = known_ending(board);
  trace.known_ending = known.has_value();
  trace.value = known ? *known : taper(score, mix.weight, mix.scale);
  return trace;
}

std::vector<TermLine> term_lines(const Trace &trace) {
  std::vector<TermLine> lines;
  const auto line_of = [&](std::string_view group) -> TermLine & {
    for (TermLine &line : lines) {
      if (line.name == group) return line;
    }
    return lines.emplace_back(TermLine{std::string(group), {}});
  };
  for (const Color color : {kWhite, kBlack}) {
    for (const ParameterBlock &block : kParameterBlocks) {
      TermLine &line = line_of(block.group);
      for (std::size_t i = 0; i < static_cast<std::size_t>(block.count); i++) {
        const std::size_t index = static_cast<std::size_t>(block.first) + i;
        line.by_color[color] += kParameters[index] * trace.counts[color][index];
      }
    }
    int danger_sum = 0;
    for (std::size_t i = 0; i < danger::kEnd; i++) danger_sum += kDanger[i] * trace.danger[color][i];
    line_of("king danger").by_color[color] -= danger_cost(danger_sum);
  }
  return lines;
}

}  // namespace ajeeb::engine
