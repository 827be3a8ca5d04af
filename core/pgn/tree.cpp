#include "pgn/tree.hpp"

#include "board/fen.hpp"
#include "pgn/movetext.hpp"

namespace ajeeb::pgn {

const Tree::Notes &Tree::notes(Index index) const {
  static const Notes kNoNotes;
  const Index notes = nodes_[index].notes;
  return notes == kNone ? kNoNotes : notes_[notes];
}

class TreeBuilder {
 public:
  TreeBuilder(std::string_view movetext, const Board &start) : text_(movetext) {
    lines_.push_back({0, start, start, false});
    tree_.nodes_.reserve(movetext.size() / 8 + 1);
  }

  Tree build() {
    for (Token token = text_.next(); token.kind != Token::Kind::kEnd; token = text_.next()) {
      skipping_ ? skip(token) : add(token);
    }
    return std::move(tree_);
  }

 private:
  // The main line or an open variation.
  struct Line {
    Tree::Index node;     // the last one
    Board board, before;  // after its move, and before
    bool moved;
  };

  void add(const Token &token) {
    switch (token.kind) {
      case Token::Kind::kMove:
        return play(token);
      case Token::Kind::kComment:
        return comment(token.text);
      case Token::Kind::kNag:
        return notes(lines_.back().node).nags.push_back(token.number);
      case Token::Kind::kOpen:
        return open();
      case Token::Kind::kClose:
        return close();
      case Token::Kind::kResult:
        if (lines_.size() == 1 && (tree_.result_.empty() || tree_.result_ == "*")) tree_.result_ = token.text;
        return;
      case Token::Kind::kEnd:
        return;
    }
  }

  // Passes over the rest of a line that has a fault, with all its variations.
  void skip(const Token &token) {
    if (token.kind == Token::Kind::kOpen) depth_skipped_++;
    if (token.kind != Token::Kind::kClose) return;
    if (depth_skipped_ > 0) {
      depth_skipped_--;
    } else if (lines_.size() > 1) {
      skipping_ = false;
      close();
    }
  }

  // A variation stands in the place of the last move; before the first one there is nothing to vary.
  void open() {
    const Line &line = lines_.back();
    if (!line.moved) return;
    const Tree::Index parent = tree_.nodes_[line.node].parent;
    const Board before = line.before;
    lines_.push_back({parent, before, before, false});
  }
  void close() {
    if (lines_.size() > 1) lines_.pop_back();
  }

  void comment(std::string_view text) {
    const Line &line = lines_.back();
    const bool starts = lines_.size() > 1 && !line.moved;
    append(starts ? starting_comment_ : notes(line.node).comment, text);
  }
  static void append(std::string &comment, std::string_view text) {
    if (!comment.empty() && !text.empty()) comment += ' ';
    comment += text;
  }

  void play(const Token &token) {
    Line &line = lines_.back();
    const Result<Move, MoveFault> move =
        token.readable ? resolve_written(line.board, token) : Result<Move, MoveFault>(MoveFault::kInvalid);
    if (!move) {
      tree_.faults_.push_back({move.error(), std::string(token.text), to_fen(line.board)});
      skipping_ = true;
      return;
    }
    line.node = append_node(line.node, written(line.board, *move));
    if (!starting_comment_.empty()) notes(line.node).starting_comment = std::move(starting_comment_);
    starting_comment_.clear();
    line.before = line.board;
    line.moved = true;
    do_move(line.board, *move);
  }
  // parse_san has the last word, on spellings that the parts alone do not explain.
  static Result<Move, MoveFault> resolve_written(const Board &board, const Token &token) {
    const Result<Move, MoveFault> move = resolve_san(board, token.parts);
    return move ? move : parse_san(board, token.text);
  }
  static Move written(const Board &board, Move move) {
    if (board.chess960 || !is_castling(board, move)) return move;
    return Move(move.from(), castling_squares(move.from(), move.to()).king);
  }

  Tree::Index append_node(Tree::Index parent, Move move) {
    const Tree::Index index = tree_.size();
    Tree::Node node;
    node.move = move;
    node.parent = parent;
    tree_.nodes_.push_back(node);
    Tree::Node &above = tree_.nodes_[parent];
    if (above.first_child == Tree::kNone) {
      above.first_child = index;
    } else {
      tree_.nodes_[above.last_child].next_sibling = index;
    }
    above.last_child = index;
    return index;
  }

  Tree::Notes &notes(Tree::Index index) {
    Tree::Index &notes = tree_.nodes_[index].notes;
    if (notes == Tree::kNone) {
      notes = static_cast<Tree::Index>(tree_.notes_.size());
      tree_.notes_.emplace_back();
    }
    return tree_.notes_[notes];
  }

  Movetext text_;
  Tree tree_;
  std::vector<Line> lines_;
  std::string starting_comment_;  // for the next first move of a variation
  bool skipping_ = false;
  std::size_t depth_skipped_ = 0;
};

Tree read_tree(std::string_view movetext, const Board &start) { return TreeBuilder(movetext, start).build(); }

}  // namespace ajeeb::pgn
