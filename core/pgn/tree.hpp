// One game as a tree: the main line and its variations, with comments and annotation glyphs, every move checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "board/notation.hpp"

namespace ajeeb::pgn {

class Tree {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFFFFFF;

  // What stands at a node besides its move.
  struct Notes {
    std::string comment, starting_comment;
    std::vector<int> nags;
  };
  struct Node {
    Move move;  // as UCI writes it: castling is a king's two-square step in standard chess
    Index parent = kNone, first_child = kNone, last_child = kNone, next_sibling = kNone;
    Index notes = kNone;
  };
  // A move that could not be played; the rest of its line was skipped.
  struct Fault {
    MoveFault kind;
    std::string token, fen;
  };

  const Node &node(Index index) const { return nodes_[index]; }
  Index size() const { return static_cast<Index>(nodes_.size()); }
  const Notes &notes(Index index) const;
  const std::vector<Fault> &faults() const { return faults_; }
  const std::string &result() const { return result_; }  // the first that is no "*"; empty if there was none

 private:
  friend class TreeBuilder;

  std::vector<Node> nodes_{Node{}};  // the first is the root
  std::vector<Notes> notes_;
  std::vector<Fault> faults_;
  std::string result_;
};

// Reads the movetext of one game that starts from `start`. Any text will do; nesting may be as deep as the text is
// long.
Tree read_tree(std::string_view movetext, const Board &start);

}  // namespace ajeeb::pgn
