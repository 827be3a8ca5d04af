// The stages of the move picker and the scores within them.
#include "engine/picker.hpp"

#include "engine/see.hpp"

namespace ajeeb::engine {

MovePicker::MovePicker(const PickerContext &context, Mode mode, int see_margin)
    : context_(context), mode_(mode), stage_(Stage::kTable), see_margin_(see_margin) {
  const Position &position = context_.position;
  Move &table_move = context_.table_move;
  const bool wanted = mode != Mode::kNoisy || position.is_tactical(table_move);
  if (table_move.is_null() || !wanted || !is_legal(position.board(), table_move)) table_move = kNullMove;
  if (context_.killers[1] == context_.killers[0]) context_.killers[1] = kNullMove;
  if (context_.counter == context_.killers[0] || context_.counter == context_.killers[1]) context_.counter = kNullMove;
}

void MovePicker::make(Kind kind) {
  MoveList list;
  legal_moves(context_.position.board(), list, kind);
  current_ = end_ = 0;
  for (const Move move : list) moves_[static_cast<std::size_t>(end_++)].move = move;
}

void MovePicker::score_noisy() {
  const Position &position = context_.position;
  for (int i = 0; i < end_; i++) {
    Scored &scored = moves_[static_cast<std::size_t>(i)];
    const PieceType victim = type_of(position.captured_piece(scored.move));
    scored.score = 16 * kExchangeValues[victim] + context_.histories.of_capture(position, scored.move) / 4;
    if (scored.move.is_promotion()) scored.score += scored.move.promotion() == kQueen ? 16000 : -20000;
  }
}

int MovePicker::quiet_score(Move move, Piece piece) const {
  const auto to = static_cast<std::size_t>(move.to());
  int score = context_.histories.of_quiet(context_.position, context_.threats, move);
  score += context_.histories.of_pawns(context_.position)[piece][to];
  score += (*context_.continuations[0])[piece][to] + (*context_.continuations[1])[piece][to];
  return score + (*context_.continuations[2])[piece][to] / 2;
}

void MovePicker::score_quiets() {
  const Position &position = context_.position;
  const Board &board = position.board();
  const Color them = !position.side();
  const Bitboard by_pawns = pawn_attacks(them, board.pieces(them, kPawn));
  const CheckSquares checks = position.check_squares();
  for (int i = 0; i < end_; i++) {
    Scored &scored = moves_[static_cast<std::size_t>(i)];
    const Move move = scored.move;
    const Piece piece = position.piece_on(move.from());
    const PieceType type = type_of(piece);
    int score = quiet_score(move, piece);
    if (type != kPawn && type != kKing) {  // out of a pawn's reach is good, into it is not
      const int worth = type == kQueen ? 12000 : type == kRook ? 8000 : 5000;
      if (contains(by_pawns, move.from())) score += worth;
      if (contains(by_pawns, move.to())) score -= worth;
    }
    if (contains(checks.direct[type], move.to())) score += 6000;
    scored.score = score;
  }
}

void MovePicker::score_evasions() {
  const Position &position = context_.position;
  for (int i = 0; i < end_; i++) {
    Scored &scored = moves_[static_cast<std::size_t>(i)];
    const Piece piece = position.piece_on(scored.move.from());
    if (position.is_tactical(scored.move)) {
      const PieceType victim = type_of(position.captured_piece(scored.move));
      scored.score = (1 << 20) + 16 * kExchangeValues[victim] - type_of(piece);
    } else {
      scored.score = quiet_score(scored.move, piece);
    }
  }
}

Move MovePicker::best_left() {
  int best = current_;
  for (int i = current_ + 1; i < end_; i++) {
    if (moves_[static_cast<std::size_t>(i)].score > moves_[static_cast<std::size_t>(best)].score) best = i;
  }
  std::swap(moves_[static_cast<std::size_t>(best)], moves_[static_cast<std::size_t>(current_)]);
  return moves_[static_cast<std::size_t>(current_++)].move;
}

bool MovePicker::is_playable_quiet(Move move) const {
  return !move.is_null() && move != context_.table_move && !context_.position.is_tactical(move) &&
         is_legal(context_.position.board(), move);
}

Move MovePicker::next(bool skip_quiets) {
  switch (stage_) {
    case Stage::kTable:
      stage_ = mode_ == Mode::kEvasions ? Stage::kMakeEvasions : Stage::kMakeNoisy;
      if (!context_.table_move.is_null()) return context_.table_move;
      return next(skip_quiets);
    case Stage::kMakeNoisy:
      make(Kind::kNoisy);
      score_noisy();
      stage_ = Stage::kGoodNoisy;
      [[fallthrough]];
    case Stage::kGoodNoisy:
      while (current_ < end_) {
        const Move move = best_left();
        if (move == context_.table_move) continue;
        if (see_at_least(context_.position, move, see_margin_)) return move;
        bad_[static_cast<std::size_t>(bad_end_++)] = move;
      }
      stage_ = mode_ == Mode::kNoisy ? Stage::kDone : Stage::kKiller0;
      return next(skip_quiets);
    case Stage::kKiller0:
      stage_ = Stage::kKiller1;
      if (!skip_quiets && is_playable_quiet(context_.killers[0])) return context_.killers[0];
      [[fallthrough]];
    case Stage::kKiller1:
      stage_ = Stage::kCounter;
      if (!skip_quiets && is_playable_quiet(context_.killers[1])) return context_.killers[1];
      [[fallthrough]];
    case Stage::kCounter:
      stage_ = Stage::kMakeQuiet;
      if (!skip_quiets && is_playable_quiet(context_.counter)) return context_.counter;
      [[fallthrough]];
    case Stage::kMakeQuiet:
      if (!skip_quiets) {
        make(Kind::kQuiet);
        score_quiets();
      }
      stage_ = Stage::kQuiet;
      [[fallthrough]];
    case Stage::kQuiet:
      while (!skip_quiets && current_ < end_) {
        const Move move = best_left();
        if (!is_special(move)) return move;
      }
      stage_ = Stage::kBadNoisy;
      [[fallthrough]];
    case Stage::kBadNoisy:
      if (bad_current_ < bad_end_) return bad_[static_cast<std::size_t>(bad_current_++)];
      stage_ = Stage::kDone;
      return kNullMove;
    case Stage::kMakeEvasions:
      make(Kind::kAll);
      score_evasions();
      stage_ = Stage::kEvasions;
      [[fallthrough]];
    case Stage::kEvasions:
      while (current_ < end_) {
        const Move move = best_left();
        if (move != context_.table_move) return move;
      }
      stage_ = Stage::kDone;
      return kNullMove;
    case Stage::kDone:
      return kNullMove;
  }
  return kNullMove;
}

}  // namespace ajeeb::engine
