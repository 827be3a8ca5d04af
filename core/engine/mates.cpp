#include "engine/mates.hpp"

#include <algorithm>

#include "board/outcome.hpp"

namespace ajeeb::engine {

namespace {
constexpr std::size_t kEntries = std::size_t{1} << 18;  // 4 MB
constexpr unsigned kFiftyMoves = 100;                   // in plies
// Up to here no proof is so long that the limit comes before its mate.
constexpr unsigned kFarFromFiftyMoves = kFiftyMoves - 2 * MateProver::kLongest;
}  // namespace

MateProver::MateProver(const Position &root, std::vector<Move> root_moves, std::function<bool()> may_go_on)
    : position_(root),
      root_moves_(std::move(root_moves)),
      root_key_(root.key()),
      minds_clock_(root.board().halfmove_clock > kFarFromFiftyMoves),
      may_go_on_(std::move(may_go_on)),
      entries_(kEntries) {
  std::vector<Key> stood = {root.key()};
  for (const State &state : root.history()) stood.push_back(state.key);
  std::sort(stood.begin(), stood.end());
  for (std::size_t i = 1; i < stood.size(); i++) {
    if (stood[i] == stood[i - 1]) stood_twice_.push_back(stood[i]);
  }
}

MateProver::Verdict MateProver::prove(int moves) {
  is_cut_short_ = false;
  const bool mates = attack(moves);
  if (is_cut_short_) return Verdict::kUnknown;
  return mates ? Verdict::kMate : Verdict::kNoMate;
}

// By the game so far. Repetitions within a proof are not looked for: a mate that comes as soon as it can repeats
// nothing, and what is found out then holds on every path.
bool MateProver::is_drawn() const {
  return position_.board().halfmove_clock >= kFiftyMoves || is_insufficient_material(position_.board()) ||
         std::find(stood_twice_.begin(), stood_twice_.end(), position_.key()) != stood_twice_.end();
}

MateProver::Entry MateProver::known() {
  const Entry &found = entry();
  return found.key == key() ? found : Entry{key()};
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

// True if one of the moves mates within so many. Where the root comes back, it has only the root moves again.
bool MateProver::attack(int moves) {
  const Entry seen = known();
  if (seen.proved <= moves) return true;
  if (seen.disproved >= moves) return false;
  if (!goes_on() || (is_drawn() && !is_root())) return false;
  MoveList list;
  list_attacks(moves, seen.move, list);
  for (const Move move : list) {
    if (is_root() && std::find(root_moves_.begin(), root_moves_.end(), move) == root_moves_.end()) continue;
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
  const Entry seen = known();
  if (seen.proved <= moves) return true;
  if (seen.disproved >= moves) return false;
  if (!goes_on()) return false;
  if (is_drawn()) return is_mated();
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
  for (; attack(moves); moves--) {
    found.push_back(entry().move);
    position_.do_move(found.back());
    const Move defence = longest_defence(moves - 1);
    if (defence.is_null()) break;
    found.push_back(defence);
    position_.do_move(defence);
  }
  for (std::size_t i = 0; i < found.size(); i++) position_.undo_move();
  return found;
}

// A move after which the mate takes all of so many moves; null if the side to move is mated, or the proof cut short.
Move MateProver::longest_defence(int moves) {
  MoveList list;
  legal_moves(position_.board(), list);
  for (const Move move : list) {
    position_.do_move(move);
    const bool is_shorter = moves > 1 && attack(moves - 1);
    position_.undo_move();
    if (is_cut_short_) break;
    if (!is_shorter) return move;
  }
  return kNullMove;
}

}  // namespace ajeeb::engine
