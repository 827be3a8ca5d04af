// Short mates, proved by looking at every move of both sides. The search finds most mates sooner, but it prunes: where
// every move wins, the one that mates may be looked at late. This finds it, and knows when there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/position.hpp"

namespace ajeeb::engine {

class MateProver {
 public:
  enum class Verdict : std::uint8_t { kMate, kNoMate, kUnknown };

  // `may_go_on` is asked at every node; where it says no, the proof ends without a verdict.
  MateProver(const Position &root, std::vector<Move> root_moves, std::function<bool()> may_go_on);

  // Whether the side to move mates within so many of its moves, the first being one of the root moves. What earlier
  // calls found out is kept. Without a verdict also where the fifty-move limit might come before the mate.
  Verdict prove(int moves);
  // After a mate was proved, and none in fewer moves: the moves of both sides, the defence being the longest.
  std::vector<Move> line(int moves);

 private:
  // What is known of a position: for one to be attacked from, how soon there is a mate; for one to be defended, how
  // soon it comes whatever is played. The move is the one that shows it: a mating move, or what no mate follows.
  struct Entry {
    Key key = 0;
    Move move{};
    std::uint8_t proved = kNever;  // within so many moves, and perhaps fewer
    std::uint8_t disproved = 0;    // not within so many
  };
  static constexpr std::uint8_t kNever = 255;

  bool attack(int moves);
  bool defend(int moves);
  bool is_mated() const { return position_.in_check() && !has_legal_move(position_.board()); }
  void list_attacks(int moves, Move first, MoveList &list) const;
  void list_defences(Move first, MoveList &list) const;
  int length_after(Move defence, int longest);
  Entry &entry() { return entries_[position_.key() % entries_.size()]; }
  Entry known();  // an empty one if nothing is
  bool goes_on();
  void note(bool is_proved, int moves, Move move);

  Position position_;
  const std::vector<Move> root_moves_;
  const Key root_key_;
  const std::function<bool()> may_go_on_;
  bool is_cut_short_ = false;
  std::vector<Entry> entries_;
};

}  // namespace ajeeb::engine
