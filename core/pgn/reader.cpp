#include "pgn/reader.hpp"

#include <algorithm>
#include <string>

#include "board/fen.hpp"
#include "board/notation.hpp"
#include "pgn/commands.hpp"
#include "pgn/replay.hpp"
#include "pgn/setup.hpp"
#include "pgn/tag.hpp"
#include "pgn/text.hpp"

namespace ajeeb::pgn {

namespace {

constexpr std::size_t kMaxTokenShown = 40;  // bytes of a bad token that a fault keeps
constexpr std::ptrdiff_t kMaxBracketBytes = 200;
constexpr std::size_t kMaxSanBytes = 64;  // longer tokens are no moves
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Marks that people put between moves: "+-", "!?", "=", "±", "e.p.", "N" for a novelty, "D" for a diagram.
bool is_mark(std::string_view token) {
  for (const std::string_view word : {"e.p.", "e.p", "ep", "N", "D"}) {
    if (token == word) return true;
  }
  for (const char c : token) {
    const bool beyond_ascii = static_cast<unsigned char>(c) >= 0x80;
    if (!beyond_ascii && std::string_view("+-=!?/~<>^#:|&@_,.'`\\").find(c) == std::string_view::npos) return false;
  }
  return true;
}

// Figurine notation in letters: "\u265EF3" begins with E2 99 9E. Empty if there is no figurine in front.
std::string without_figurine(std::string_view token) {
  if (token.size() < 4 || !token.starts_with("\xE2\x99")) return {};
  const int figure = static_cast<unsigned char>(token[2]) - 0x94;
  if (figure < 0 || figure > 11) return {};
  std::string text(1, "KQRBNP"[figure % 6]);
  token.remove_prefix(3);
  if (token.starts_with("\xEF\xB8")) token.remove_prefix(3);  // a variation selector
  return text.append(token);
}

// The result that a tag or a terminator claims.
std::uint8_t claimed_result(std::string_view text) {
  if (text == "1-0") return 2;
  if (text == "0-1") return 0;
  return text == "1/2-1/2" || text == "1/2" ? 1 : kResultUnknown;
}

template <Work work>
class Reader {
 public:
  Reader(const Chunk &chunk, bool keep_faulty)
      : chunk_(chunk),
        keep_faulty_(keep_faulty),
        begin_(chunk.text.data()),
        end_(begin_ + chunk.text.size()),
        at_(begin_),
        line_at_(begin_),
        line_(chunk.line) {
    games_.tag_ends.push(0);
    games_.ply_offsets.push(0);
    games_.tag_offsets.push(0);
    const std::size_t likely_plies = chunk.text.size() / 8;
    games_.moves.reserve(likely_plies);
    games_.clock.reserve(likely_plies);
    games_.eval.reserve(likely_plies);
    games_.mate.reserve(likely_plies);
    games_.ply_flags.reserve(likely_plies);
    if (work == Work::kPositions) games_.positions.reserve(likely_plies);
  }

  Games read() {
    while (find_game()) read_game();
    return std::move(games_);
  }

 private:
  struct Game {
    const char *begin = nullptr;
    std::uint16_t flags = 0;
    bool faulty = false, has_tags = false, ended = false;
    std::size_t first_ply = 0, first_tag = 0;
    std::string_view result_tag, terminator, fen, variant;
    bool setup = false, has_fen = false;
  };

  // --- between games ---

  // Moves on to the next game; false if there is none. Comments, results and words between games belong to nobody.
  bool find_game() {
    for (;;) {
      const char *text = skip_blanks(at_, end_);
      if (text == end_) return false;
      if (is_first_in_line(at_) && *at_ == '%') {
        at_ = line_end(at_, end_);
        continue;
      }
      at_ = text;
      switch (letter(*at_)) {
        case Letter::kOpenBracket:
          if (starts_tag(at_, end_) && is_line_start(at_)) return true;
          at_++;
          break;
        case Letter::kOpenComment:
          skip_comment();
          break;
        case Letter::kLineComment:
          at_ = line_end(at_, end_);
          break;
        default:
          if (starts_moves()) return true;
      }
    }
  }
  // True at a move or a move number; steps over any other token.
  bool starts_moves() {
    const std::string_view token = peek_token();
    if (is_digit(*at_) && result_token(at_, end_).empty()) {
      const char *next = at_;
      while (is_digit(*next)) next++;
      if (*next == '.') return true;
    }
    SanParts parts;
    if (!token.empty() && token.size() <= kMaxSanBytes && !is_mark(token) && split_san(token, parts)) return true;
    at_ += std::max<std::size_t>(token.size(), 1);
    return false;
  }

  void read_game() {
    game_ = {};
    game_.begin = at_;
    game_.first_ply = games_.moves.size();
    game_.first_tag = games_.tag_ends.size() - 1;
    const bool next_follows = starts_tag(at_, end_) && read_tags();
    set_up();
    if (!next_follows) {
      if (!game_.faulty) read_movetext();
      if (game_.faulty) skip_rest();
    }
    finish_game();
  }

  // --- tags ---

  // Reads the tag section; true if the next game's begins right behind it.
  bool read_tags() {
    bool blank_line = false, has_event = false;
    for (;;) {
      const char *text = skip_blanks(at_, end_);
      if (text == end_) {
        at_ = end_;
        return false;
      }
      if (*text == '\n') {
        blank_line = true;
        at_ = text + 1;
      } else if (*at_ == '%') {
        at_ = std::min(line_end(at_, end_) + 1, end_);
      } else if (!starts_tag(text, end_)) {
        at_ = text;
        return false;
      } else {
        if (starts_event_tag(text, end_) && (blank_line || has_event)) return true;
        for (; starts_tag(text, end_); text = skip_blanks(text, end_)) {
          has_event |= starts_event_tag(text, end_);
          text = add_tag(text);
        }
        blank_line = false;
        at_ = text;
        if (at_ == end_ || *at_ != '\n') return false;
        at_++;
      }
    }
  }

  const char *add_tag(const char *text) {
    const Tag tag = read_tag(text, end_);
    if (tag.name == "Result") game_.result_tag = tag.value;
    if (tag.name == "Variant") game_.variant = tag.value;
    if (tag.name == "SetUp") game_.setup = tag.value == "1";
    if (tag.name == "FEN") {
      game_.fen = tag.value;
      game_.has_fen = true;
    }
    if (!tag.quoted) game_.flags |= kUnquotedTag;
    games_.tag_text.append(tag.name.data(), tag.name.size());
    games_.tag_ends.push(static_cast<std::int64_t>(games_.tag_text.size()));
    if (append_value(tag.value, games_.tag_text)) game_.flags |= kLatin1;
    games_.tag_ends.push(static_cast<std::int64_t>(games_.tag_text.size()));
    game_.has_tags = true;
    return tag.end;
  }

  void set_up() {
    if (game_.setup && !game_.has_fen) game_.flags |= kSetupWithoutFen;
    const Setup setup = read_setup(game_.fen, game_.has_fen, game_.variant);
    replay_.set(setup.fault ? kStartBoard : setup.board);
    start_ = replay_.board();
    if (setup.repaired) game_.flags |= kRepairedPosition;
    if (setup.fault) fault(*setup.fault, setup.text.empty() ? game_.begin : setup.text.data(), setup.text);
  }

  // --- movetext ---

  void read_movetext() {
    while (!game_.faulty && !game_.ended) {
      if (at_ == end_) return;
      switch (letter(*at_)) {
        case Letter::kBlank:
        case Letter::kDot:
          at_++;
          break;
        case Letter::kDigit:
          read_number();
          break;
        case Letter::kPiece:
          if (!read_piece_move()) read_token();
          break;
        case Letter::kFile:
          if (!read_pawn_move()) read_token();
          break;
        case Letter::kOpenComment:
          read_comment();
          break;
        case Letter::kOpenVariation:
          at_++;
          skip_variation();
          break;
        case Letter::kLineComment:
          at_ = line_end(at_, end_);
          break;
        case Letter::kNag:
          at_++;
          while (is_digit(*at_)) at_++;
          break;
        case Letter::kStar:
          end_game(1);
          break;
        case Letter::kPercent:
          is_first_in_line(at_) ? void(at_ = line_end(at_, end_)) : read_token();
          break;
        case Letter::kOpenBracket:
          if (starts_tag(at_, end_) && is_line_start(at_)) return;
          skip_bracket();
          break;
        case Letter::kCloseComment:
        case Letter::kCloseVariation:
        case Letter::kCloseBracket:
          game_.flags |= kStrayText;
          at_++;
          break;
        case Letter::kCastle:
        case Letter::kOther:
          read_token();
          break;
      }
    }
  }

  void end_game(std::size_t length) {
    game_.terminator = {at_, length};
    game_.ended = true;
    at_ += length;
  }

  // A move number, a result, or castling with zeros.
  void read_number() {
    const char *next = at_ + 1;
    while (is_digit(*next)) next++;
    if (*next == '-' || *next == '/') {
      const std::string_view result = result_token(at_, end_);
      return result.empty() ? read_token() : end_game(result.size());
    }
    if (std::string_view(at_, static_cast<std::size_t>(next - at_)) == "0000") return read_token();
    at_ = next;
  }

  // Everyday spellings. False, with nothing read, for all others and for what is not legal.
  bool read_piece_move() {
    const char *next = at_ + 1;
    Bitboard from_mask = kAllSquares;
    if (!(is_file(next[0]) && is_rank(next[1]))) {
      if (is_file(*next)) {
        from_mask = file_mask(*next++ - 'a');
      } else if (is_rank(*next)) {
        from_mask = rank_mask(*next++ - '1');
      }
      if (*next == 'x') next++;
      if (!(is_file(next[0]) && is_rank(next[1]))) return false;
    }
    const Square to = make_square(next[0] - 'a', next[1] - '1');
    next = skip_suffix(next + 2);
    if (!ends_token(*next)) return false;
    if constexpr (work == Work::kTokens) return count_token(next);
    return play(find_piece_move(*at_, from_mask, to), next);
  }
  Move find_piece_move(char piece, Bitboard from_mask, Square to) const {
    switch (piece) {
      case 'N':
        return replay_.find_piece_move<kKnight>(from_mask, to);
      case 'B':
        return replay_.find_piece_move<kBishop>(from_mask, to);
      case 'R':
        return replay_.find_piece_move<kRook>(from_mask, to);
      case 'Q':
        return replay_.find_piece_move<kQueen>(from_mask, to);
      default:
        return replay_.find_piece_move<kKing>(from_mask, to);
    }
  }

  bool read_pawn_move() {
    const int from_file = at_[0] - 'a';
    const char *next = at_ + 1;
    const bool captures = *next == 'x';
    next += captures ? 1 : -1;
    if (!(is_file(next[0]) && is_rank(next[1]))) return false;
    const Square to = make_square(next[0] - 'a', next[1] - '1');
    next += 2;
    PieceType promotion = kPawn;
    if (*next == '=') {
      promotion = promotion_type(next[1]);
      if (promotion == kPawn) return false;
      next += 2;
    }
    next = skip_suffix(next);
    if (!ends_token(*next)) return false;
    if constexpr (work == Work::kTokens) return count_token(next);
    return play(captures ? replay_.find_pawn_capture(from_file, to, promotion) : replay_.find_pawn_step(to, promotion),
                next);
  }
  static PieceType promotion_type(char letter) {
    return letter == 'Q' ? kQueen : letter == 'R' ? kRook : letter == 'B' ? kBishop : letter == 'N' ? kKnight : kPawn;
  }
  static const char *skip_suffix(const char *at) {
    while (*at == '+' || *at == '#' || *at == '!' || *at == '?') at++;
    return at;
  }
  bool count_token(const char *next) {
    games_.tokens++;
    at_ = next;
    return true;
  }

  bool play(Move move, const char *next) {
    if (move.is_null()) return false;
    record(move);
    at_ = next;
    return true;
  }
  void record(Move move) {
    const Board &board = replay_.board();
    if constexpr (work == Work::kPositions) {
      if (pack(board, *games_.positions.push_room()) != PackFault::kNone) {
        return fault(FaultKind::kUnpackable, at_, peek_token());
      }
    }
    const int capture = is_capture(board, move) && !move.is_null() ? kPlyCapture : 0;
    games_.ply_flags.push(static_cast<std::uint8_t>(capture | (replay_.in_check() ? kPlyInCheck : 0)));
    games_.moves.push(move.raw);
    games_.clock.push(kNoClock);
    games_.eval.push(kNoScore);
    games_.mate.push(kNoScore);
    replay_.play(move);
  }

  // Any spelling that is understood, and what is no move at all.
  void read_token() {
    std::string_view token = peek_token();
    const char *const token_at = at_;
    if (token.empty()) {  // a quote, or a zero byte
      if (*at_ == 0) return fault(FaultKind::kInvalidSan, at_, {at_, 1});
      game_.flags |= kStrayText;
      at_++;
      return;
    }
    at_ += token.size();
    if (token.size() <= kMaxSanBytes) {
      while (token.starts_with(kEllipsis)) token.remove_prefix(kEllipsis.size());
      while (token.size() > 1 && token.ends_with('.')) token.remove_suffix(1);
      const std::string translated = without_figurine(token);
      SanParts parts;
      if (!is_named_mark(token) && split_san(translated.empty() ? token : translated, parts)) {
        return play_parts(parts, token_at, token);
      }
    }
    if (!is_mark(token)) fault(FaultKind::kInvalidSan, token_at, token);
  }
  static bool is_named_mark(std::string_view token) { return token == "+-" || token == "-+"; }

  void play_parts(const SanParts &parts, const char *token_at, std::string_view token) {
    if constexpr (work == Work::kTokens) {
      games_.tokens++;
      return;
    }
    const Result<Move, MoveFault> move = resolve_san(replay_.board(), parts);
    if (move) return record(*move);
    if (parts.shape == SanParts::Shape::kNull) return fault(FaultKind::kNullMoveInCheck, token_at, token);
    const bool ambiguous = move.error() == MoveFault::kAmbiguous;
    fault(ambiguous ? FaultKind::kAmbiguousMove : FaultKind::kIllegalMove, token_at, token);
  }

  void read_comment() {
    const char *const open = at_;
    if (!skip_comment()) return fault(FaultKind::kUnterminatedComment, open, {});
    if (work != Work::kTokens && games_.moves.size() > game_.first_ply) annotate({open, at_});
  }
  void annotate(std::string_view comment) {
    Annotation annotation{games_.clock.back(), games_.eval.back(), games_.mate.back()};
    read_commands(comment, annotation);
    const std::size_t ply = games_.moves.size() - 1;
    games_.clock[ply] = annotation.clock;
    games_.eval[ply] = annotation.eval;
    games_.mate[ply] = annotation.mate;
  }

  // --- skipping ---

  // False if the comment is not closed.
  bool skip_comment() {
    const char *close = find(at_, end_, '}');
    at_ = close ? close + 1 : end_;
    return close != nullptr;
  }
  // "[%clk 0:01]" outside of a comment, and the like. A bracket that is not soon closed, in its line, stands alone.
  void skip_bracket() {
    game_.flags |= kStrayText;
    at_++;
    const char *close = at_, *const limit = at_ + std::min<std::ptrdiff_t>(end_ - at_, kMaxBracketBytes);
    while (close < limit && *close != ']' && *close != '\n' && *close != '{' && *close != ';' && *close != '(') close++;
    if (close < limit && *close == ']') at_ = close + 1;
  }

  // Skips a variation whose bracket has been read, with all it holds. A game can also end within.
  void skip_variation() {
    if (!skip_text(1)) game_.flags |= kUnclosedVariation;
  }
  // Skips what is left of a game that has a fault.
  void skip_rest() {
    if (!game_.ended) skip_text(0);
  }
  // True when the variation that `depth` counts from is closed; false at the game's end, with a result token read.
  bool skip_text(int depth) {
    const bool in_variation = depth > 0;
    while (at_ < end_) {
      switch (letter(*at_)) {
        case Letter::kOpenComment:
          skip_comment();
          break;
        case Letter::kLineComment:
          at_ = line_end(at_, end_);
          break;
        case Letter::kOpenVariation:
          depth++;
          at_++;
          break;
        case Letter::kCloseVariation:
          at_++;
          depth -= depth > 0;
          if (in_variation && depth == 0) return true;
          break;
        case Letter::kOpenBracket:
          if (starts_tag(at_, end_) && is_line_start(at_)) return false;
          at_++;
          break;
        case Letter::kPercent:
          at_ = is_first_in_line(at_) ? line_end(at_, end_) : at_ + 1;
          break;
        case Letter::kDigit:
        case Letter::kStar:
          if (ends_here(depth)) return false;
          break;
        case Letter::kBlank:
          at_++;
          break;
        default:
          at_++;
          while (!ends_token(*at_)) at_++;
      }
    }
    return false;
  }
  // Steps over a token that may be a result; true if it is the game's.
  bool ends_here(int depth) {
    const std::string_view result = result_token(at_, end_);
    if (!result.empty() && (depth == 0 || game_ends_with_line(at_ + result.size(), end_))) {
      end_game(result.size());
      return true;
    }
    at_++;
    while (!ends_token(*at_)) at_++;
    return false;
  }

  // --- the end of a game ---

  void finish_game() {
    if (at_ == end_ && !game_.ended) check_chunk_end();
    const bool has_moves = games_.moves.size() > game_.first_ply;
    if (!game_.faulty && !game_.has_tags && !has_moves && work != Work::kTokens) return;
    games_.games_read++;
    if (game_.faulty && !keep_faulty_) return drop_game();
    if (game_.faulty) game_.flags |= kFaulty;
    if (!game_.ended) game_.flags |= kMissingTerminator;
    PackedPosition start{};
    pack(start_, start);  // its faults were found with the first move
    games_.byte.push(chunk_.byte + static_cast<std::uint64_t>(game_.begin - begin_));
    games_.line.push(line_of(game_.begin));
    games_.start.push(start);
    games_.result.push(result());
    games_.chess960.push(start_.chess960);
    games_.flags.push(game_.flags);
    games_.ply_offsets.push(static_cast<std::int64_t>(games_.moves.size()));
    games_.tag_offsets.push(static_cast<std::int64_t>(games_.tag_ends.size() - 1));
  }

  // The last game of a chunk may not be whole. Where a stream breaks off, so may a word, which is no fault of its own.
  void check_chunk_end() {
    const bool truncated = chunk_.end == Chunk::End::kTruncated;
    if (chunk_.end == Chunk::End::kWhole) return;
    if (!game_.faulty) return fault(truncated ? FaultKind::kTruncated : FaultKind::kGameTooLong, game_.begin, {});
    if (truncated) games_.faults[games_.faults.size() - 1].kind = FaultKind::kTruncated;
  }

  // The board's own verdict comes first. Of two claims that differ neither is believed.
  std::uint8_t result() {
    const std::uint8_t tag = claimed_result(game_.result_tag), terminator = claimed_result(game_.terminator);
    std::uint8_t claim = terminator == kResultUnknown ? tag : terminator;
    bool conflict = tag != kResultUnknown && claim != tag;
    if (conflict) claim = kResultUnknown;
    if (work != Work::kTokens && !game_.faulty && !has_legal_move(replay_.board())) {
      const std::uint8_t loser_white = replay_.board().side == kWhite;
      const std::uint8_t verdict = !replay_.in_check() ? 1 : loser_white ? 0 : 2;
      conflict |= claim != kResultUnknown && claim != verdict;
      claim = verdict;
    }
    if (conflict) game_.flags |= kResultConflict;
    return claim;
  }

  void drop_game() {
    for (auto *column : {&games_.eval, &games_.mate}) column->truncate(game_.first_ply);
    games_.moves.truncate(game_.first_ply);
    games_.clock.truncate(game_.first_ply);
    games_.ply_flags.truncate(game_.first_ply);
    if (work == Work::kPositions) games_.positions.truncate(game_.first_ply);
    games_.tag_ends.truncate(game_.first_tag + 1);
    games_.tag_text.truncate(static_cast<std::size_t>(games_.tag_ends.back()));
  }

  void fault(FaultKind kind, const char *at, std::string_view token) {
    game_.faulty = true;
    if (work == Work::kPositions) games_.positions.truncate(games_.moves.size());
    token = token.substr(0, kMaxTokenShown);
    games_.faults.push({.byte = chunk_.byte + static_cast<std::uint64_t>(at - begin_),
                        .line = line_of(at),
                        .game_byte = chunk_.byte + static_cast<std::uint64_t>(game_.begin - begin_),
                        .game = static_cast<std::uint32_t>(games_.games_read),
                        .ply = static_cast<std::uint32_t>(games_.moves.size() - game_.first_ply),
                        .token = static_cast<std::uint32_t>(games_.fault_text.size()),
                        .length = static_cast<std::uint32_t>(token.size()),
                        .kind = kind});
    games_.fault_text.append(token.data(), token.size());
  }

  // --- places in the text ---

  std::string_view peek_token() const {
    const char *next = at_;
    while (!ends_token(*next)) next++;
    return {at_, static_cast<std::size_t>(next - at_)};
  }
  bool is_first_in_line(const char *at) const { return at == begin_ || at[-1] == '\n'; }
  bool is_line_start(const char *at) const {
    for (;;) {
      if (is_first_in_line(at)) return true;
      if (is_blank_in_line(at[-1])) {
        at--;
      } else if (at - begin_ >= 3 && std::string_view(at - 3, 3) == kByteOrderMark) {
        at -= 3;
      } else {
        return false;
      }
    }
  }
  // Asked for places that mostly come one behind the other; never goes back further than the start of a game.
  std::uint64_t line_of(const char *at) {
    if (at >= line_at_) {
      line_ += static_cast<std::uint64_t>(std::count(line_at_, at, '\n'));
    } else {
      line_ -= static_cast<std::uint64_t>(std::count(at, line_at_, '\n'));
    }
    line_at_ = at;
    return line_;
  }

  const Chunk &chunk_;
  const bool keep_faulty_;
  const char *const begin_, *const end_;  // *end_ is a zero byte, which ends every token
  const char *at_;
  const char *line_at_;
  std::uint64_t line_;
  Game game_;
  Board start_;
  Replay replay_;
  Games games_;
};

}  // namespace

Games read_games(const Chunk &chunk, const Options &options) {
  switch (options.work) {
    case Work::kTokens:
      return Reader<Work::kTokens>(chunk, options.keep_faulty).read();
    case Work::kMoves:
      return Reader<Work::kMoves>(chunk, options.keep_faulty).read();
    case Work::kPositions:
      break;
  }
  return Reader<Work::kPositions>(chunk, options.keep_faulty).read();
}

}  // namespace ajeeb::pgn
