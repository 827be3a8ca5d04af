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
  static constexpr int kLongest = 10;

  // `may_go_on` is asked wherever moves are tried; where it says no, the proof ends without a verdict.
  MateProver(const Position &root, std::vector<Move> root_moves, std::function<bool()> may_go_on);

  // Whether the side to move mates within so many of its moves (kLongest at most), the first being one of the root
  // moves.
  // What earlier calls found out is kept.
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
  Move longest_defence(int moves);
  bool is_drawn() const;
  // The clock tells positions apart where the fifty-move limit is near enough to come before a mate.
  Key key() const {
    const Key clock = minds_clock_ ? Key{position_.board().halfmove_clock} : 0;
    return position_.key() ^ clock * 0x9E3779B97F4A7C15;  // an odd number: no two alike, 0 stays 0
  }
  bool is_root() const { return position_.key() == root_key_; }
  Entry &entry() { return entries_[key() % entries_.size()]; }
  Entry known();  // an empty one if nothing is
  bool goes_on();
  void note(bool is_proved, int moves, Move move);

  Position position_;
  const std::vector<Move> root_moves_;
  const Key root_key_;
  const bool minds_clock_;
  std::vector<Key> stood_twice_;  // in the game: the third time is a draw
  const std::function<bool()> may_go_on_;
  bool is_cut_short_ = false;
  std::vector<Entry> entries_;
};

}  // namespace ajeeb::engine
