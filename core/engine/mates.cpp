#include "engine/mates.hpp"

#include <algorithm>

#include "board/outcome.hpp"

namespace ajeeb::engine {

namespace {
constexpr std::size_t kEntries = std::size_t{1} << 18;  // 4 MB
constexpr int kFiftyMoves = 100;                        // in plies
}  // namespace

MateProver::MateProver(const Position &root, std::vector<Move> root_moves, std::function<bool()> may_go_on)
    : position_(root),
      root_moves_(std::move(root_moves)),
      root_key_(root.key()),
      may_go_on_(std::move(may_go_on)),
      entries_(kEntries) {}

MateProver::Verdict MateProver::prove(int moves) {
  const int plies = 2 * moves - 1;
  if (static_cast<int>(position_.board().halfmove_clock) + plies > kFiftyMoves) return Verdict::kUnknown;
  is_cut_short_ = false;
  const bool mates = attack(moves);
  if (is_cut_short_) return Verdict::kUnknown;
  return mates ? Verdict::kMate : Verdict::kNoMate;
}

MateProver::Entry MateProver::known() {
  const Entry &found = entry();
  return found.key == position_.key() ? found : Entry{position_.key()};
}

void MateProver::note(bool is_proved, int moves, Move move) {
  Entry now = known();
  if (is_proved) {
    now.proved = static_cast<std::uint8_t>(moves);
  } else {
    now.disproved = static_cast<std::uint8_t>(moves);
  }
  if (is_proved || now.proved == kNever) now.move = move;
  entry() = now;
}

bool MateProver::goes_on() {
  if (!may_go_on_()) is_cut_short_ = true;
  return !is_cut_short_;
}

// True if one of the moves mates within so many. No repetition is looked for below the root: a mate that comes as soon
// as it can repeats nothing.
bool MateProver::attack(int moves) {
  if (!goes_on()) return false;
  const Entry seen = known();
  if (seen.proved <= moves) return true;
  if (seen.disproved >= moves) return false;
  const bool is_root = position_.key() == root_key_;
  MoveList list;
  list_attacks(moves, seen.move, list);
  for (const Move move : list) {
    if (is_root && std::find(root_moves_.begin(), root_moves_.end(), move) == root_moves_.end()) continue;
    position_.do_move(move);
    const bool mates = defend(moves - 1);
    position_.undo_move();
    if (is_cut_short_) return false;
    if (mates) {
      note(true, moves, move);
      return true;
    }
  }
  note(false, moves, kNullMove);
  return false;
}

// True if every move is followed by a mate within so many moves of the other side.
bool MateProver::defend(int moves) {
  if (moves == 0) return is_mated();
  if (!goes_on()) return false;
  if (position_.repetitions() >= 2 || is_insufficient_material(position_.board())) return false;
  const Entry seen = known();
  if (seen.proved <= moves) return true;
  if (seen.disproved >= moves) return false;
  MoveList list;
  list_defences(seen.move, list);
  if (list.empty()) return position_.in_check();
  for (const Move move : list) {
    position_.do_move(move);
    const bool is_mated = attack(moves);
    position_.undo_move();
    if (is_cut_short_) return false;
    if (!is_mated) {
      note(false, moves, move);
      return false;
    }
  }
  note(true, moves, kNullMove);
  return true;
}

// Checks come first, for they leave few answers; the last move must be one.
void MateProver::list_attacks(int moves, Move first, MoveList &list) const {
  legal_moves(position_.board(), list);
  const CheckSquares checks = position_.check_squares();
  const auto is_check = [&](Move move) { return position_.gives_check(move, checks); };
  Move *const quiet = std::partition(list.begin(), list.end(), is_check);
  if (moves == 1) list.set_end(quiet);
  std::partition(list.begin(), list.end(), [first](Move move) { return move == first; });
}

// What has refuted a mate before, then captures.
void MateProver::list_defences(Move first, MoveList &list) const {
  legal_moves(position_.board(), list);
  std::partition(list.begin(), list.end(), [this](Move move) { return is_capture(position_.board(), move); });
  std::partition(list.begin(), list.end(), [first](Move move) { return move == first; });
}

std::vector<Move> MateProver::line(int moves) {
  std::vector<Move> found;
  while (attack(moves)) {
    found.push_back(entry().move);
    position_.do_move(found.back());
    MoveList defences;
    legal_moves(position_.board(), defences);
    if (defences.empty()) break;
    int longest = 0;
    Move best{};
    for (const Move defence : defences) {
      const int length = length_after(defence, moves - 1);
      if (length > longest) {
        longest = length;
        best = defence;
      }
    }
    if (longest == 0) break;  // the proof was cut short
    found.push_back(best);
    position_.do_move(best);
    moves = longest;
  }
  for (std::size_t i = 0; i < found.size(); i++) position_.undo_move();
  return found;
}

// In how many moves a defence is mated, at the longest so many; 0 if the proof was cut short.
int MateProver::length_after(Move defence, int longest) {
  position_.do_move(defence);
  int moves = 1;
  while (moves <= longest && !attack(moves)) moves++;
  position_.undo_move();
  return is_cut_short_ || moves > longest ? 0 : moves;
}

}  // namespace ajeeb::engine
