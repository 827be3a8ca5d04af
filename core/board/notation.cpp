#include "board/notation.hpp"

#include "board/movegen.hpp"

namespace ajeeb {

namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";
constexpr std::string_view kPromotionLetters = " nbrq";  // by PieceType

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

void append_square(MoveText &text, Square square) {
  text.append(static_cast<char>('a' + file_of(square)));
  text.append(static_cast<char>('1' + rank_of(square)));
}

Square read_square(std::string_view text) {
  return is_file(text[0]) && is_rank(text[1]) ? make_square(text[0] - 'a', text[1] - '1') : kNoSquare;
}

// The legal castling that ends with the king on `to`, should `from` hold the king.
Result<Move, MoveFault> castling_to(const Board &board, Square from, Square to) {
  if (from != board.king(board.side)) return MoveFault::kIllegal;
  for (const Square rook : squares(board.castling & board.by_color[board.side])) {
    if (castling_squares(from, rook).king == to && is_legal(board, Move(from, rook))) return Move(from, rook);
  }
  return MoveFault::kIllegal;
}

Result<Move, MoveFault> castling_on_side(const Board &board, bool short_side) {
  const Square king = board.king(board.side);
  if (king == kNoSquare) return MoveFault::kIllegal;
  for (const Square rook : squares(board.castling & board.by_color[board.side])) {
    if ((rook > king) == short_side && is_legal(board, Move(king, rook))) return Move(king, rook);
  }
  return MoveFault::kIllegal;
}

// Takes pieces of a SAN off its text, from the front and from the back.
class SanReader {
 public:
  explicit SanReader(std::string_view text) : text_(text) {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\t')) text_.remove_prefix(1);
    drop_suffixes();
  }

  bool read(SanParts &parts) {
    if (read_special(parts)) return true;
    read_piece(parts);
    return read_squares(parts) && read_promotion(parts) && text_.empty();
  }

 private:
  bool drop_end(std::string_view end) {
    if (!text_.ends_with(end)) return false;
    text_.remove_suffix(end.size());
    return true;
  }

  // Check marks, annotation marks, "e.p.", blanks: anything that says nothing about which move it is.
  void drop_suffixes() {
    constexpr std::string_view kSuffixes[] = {"+", "#", "!", "?", " ", "\t", "\r", "\n", "e.p.", "e.p", "ep"};
    for (bool dropped = true; dropped;) {
      dropped = false;
      for (const std::string_view suffix : kSuffixes) dropped |= text_.size() > suffix.size() && drop_end(suffix);
    }
  }

  bool read_special(SanParts &parts) {
    using Shape = SanParts::Shape;
    struct Special {
      std::string_view text;
      Shape shape;
    };
    constexpr Special kSpecials[] = {
        {"O-O", Shape::kCastleShort},  {"0-0", Shape::kCastleShort},  {"o-o", Shape::kCastleShort},
        {"O-O-O", Shape::kCastleLong}, {"0-0-0", Shape::kCastleLong}, {"o-o-o", Shape::kCastleLong},
        {"--", Shape::kNull},          {"Z0", Shape::kNull},          {"0000", Shape::kNull},
        {"@@@@", Shape::kNull},
    };
    for (const Special &special : kSpecials) {
      if (text_ == special.text) {
        parts.shape = special.shape;
        return true;
      }
    }
    return false;
  }

  void read_piece(SanParts &parts) {
    const std::size_t type = text_.empty() ? std::string_view::npos : kPieceLetters.find(text_.front());
    if (type == std::string_view::npos) return;
    parts.type = static_cast<PieceType>(type);
    text_.remove_prefix(1);
  }

  // Up to four coordinates with at most one sign between; the last two are where the move goes.
  bool read_squares(SanParts &parts) {
    std::size_t end = 0, coordinates = 0, signs = 0;
    char last[4];
    for (; end < text_.size(); end++) {
      const char c = text_[end];
      if (is_file(c) || is_rank(c)) {
        if (coordinates == 4) return false;
        last[coordinates++] = c;
      } else if (c == 'x' || c == '-' || c == ':') {
        if (signs++) return false;
      } else {
        break;
      }
      // A promotion letter may be a lower-case b: "e8b" has no third coordinate.
      if (coordinates >= 2 && is_rank(c) && end + 2 == text_.size() && text_[end + 1] == 'b') {
        end++;
        break;
      }
    }
    if (coordinates < 2 || !is_file(last[coordinates - 2]) || !is_rank(last[coordinates - 1])) return false;
    parts.to = make_square(last[coordinates - 2] - 'a', last[coordinates - 1] - '1');
    bool has_file = false;
    for (std::size_t i = 0; i + 2 < coordinates; i++) {
      if (is_rank(last[i])) {
        parts.from_mask &= rank_mask(last[i] - '1');
        if (i == 0 && coordinates == 4) return false;  // "1a.." is no square
      } else if (has_file) {
        return false;
      } else {
        parts.from_mask &= file_mask(last[i] - 'a');
        has_file = true;
      }
    }
    if (parts.type == kPawn && !has_file) parts.from_mask &= file_mask(file_of(parts.to));
    text_.remove_prefix(end);
    return true;
  }

  // "=Q", "Q", "(Q)", "/Q"; either case.
  bool read_promotion(SanParts &parts) {
    if (text_.empty()) return true;
    const bool enclosed = text_.front() == '(';
    if (enclosed || text_.front() == '=' || text_.front() == '/') text_.remove_prefix(1);
    if (enclosed && !drop_end(")")) return false;
    if (text_.empty()) return false;
    const char letter = static_cast<char>(text_.front() | 0x20);
    const std::size_t type = kPromotionLetters.find(letter);
    if (type == 0 || type == std::string_view::npos) return false;
    parts.promotion = static_cast<PieceType>(type);
    text_.remove_prefix(1);
    return true;
  }

  std::string_view text_;
};

// Own pieces of a type that could go to `to` if nothing but their way of moving mattered.
Bitboard movers_to(const Board &board, PieceType type, Square to) {
  const Bitboard own = board.pieces(board.side, type), occupied = board.occupied();
  if (type != kPawn) return attacks_of(type, to, occupied) & own;
  if (contains(board.by_color[!board.side], to) || to == board.ep) {
    Bitboard capturers = pawn_attacks(!board.side, bit(to)) & own;
    if (to == board.ep) {
      for (const Square from : squares(capturers)) capturers ^= is_legal(board, Move(from, to)) ? 0 : bit(from);
    }
    if (capturers || contains(occupied, to)) return capturers;
  }
  if (contains(occupied, to)) return 0;
  const int down = board.side == kWhite ? -8 : 8;
  const Square one = to + down, two = one + down;
  if (one < 0 || one > 63) return 0;
  if (contains(occupied, one)) return own & bit(one);
  return relative_rank(board.side, to) == 3 ? own & bit(two) : 0;
}

}  // namespace

const char *fault_name(MoveFault fault) {
  constexpr const char *kNames[] = {"invalid", "illegal", "ambiguous"};
  return kNames[static_cast<std::size_t>(fault)];
}

MoveText to_uci(const Board &board, Move move, bool chess960) {
  MoveText text;
  if (move.is_null()) {
    text.append("0000");
    return text;
  }
  const bool castles = !chess960 && is_castling(board, move);
  append_square(text, move.from());
  append_square(text, castles ? castling_squares(move.from(), move.to()).king : move.to());
  if (move.is_promotion()) text.append(move.promotion() < kKing ? kPromotionLetters[move.promotion()] : '?');
  return text;
}

MoveText to_uci(const Board &board, Move move) { return to_uci(board, move, board.chess960); }

Result<Move, MoveFault> parse_uci(const Board &board, std::string_view text) {
  if (text == "0000") return is_check(board) ? Result<Move, MoveFault>(MoveFault::kIllegal) : Move{0};
  if (text.size() != 4 && text.size() != 5) return MoveFault::kInvalid;
  const Square from = read_square(text), to = read_square(text.substr(2));
  if (from == kNoSquare || to == kNoSquare || from == to) return MoveFault::kInvalid;
  PieceType promotion = kPawn;
  if (text.size() == 5) {
    const std::size_t type = kPromotionLetters.find(text[4]);
    if (type == 0 || type == std::string_view::npos) return MoveFault::kInvalid;
    promotion = static_cast<PieceType>(type);
  }
  const Move move(from, to, promotion);
  if (is_legal(board, move)) return move;
  return promotion == kPawn ? castling_to(board, from, to) : MoveFault::kIllegal;
}

bool split_san(std::string_view text, SanParts &parts) {
  parts = SanParts{};
  return SanReader(text).read(parts);
}

Result<Move, MoveFault> resolve_san(const Board &board, const SanParts &parts) {
  using Shape = SanParts::Shape;
  switch (parts.shape) {
    case Shape::kNull:
      return is_check(board) ? Result<Move, MoveFault>(MoveFault::kIllegal) : Move{0};
    case Shape::kCastleShort:
      return castling_on_side(board, true);
    case Shape::kCastleLong:
      return castling_on_side(board, false);
    case Shape::kMove:
      break;
  }
  const bool must_promote = parts.type == kPawn && relative_rank(board.side, parts.to) == 7;
  if (must_promote != (parts.promotion != kPawn) || contains(board.by_color[board.side], parts.to)) {
    return MoveFault::kIllegal;
  }
  Move found{0};
  for (const Square from : squares(movers_to(board, parts.type, parts.to) & parts.from_mask)) {
    const Move move(from, parts.to, parts.promotion);
    if (!keeps_king_safe(board, move)) continue;
    if (!found.is_null()) return MoveFault::kAmbiguous;
    found = move;
  }
  return found.is_null() ? Result<Move, MoveFault>(MoveFault::kIllegal) : found;
}

Result<Move, MoveFault> parse_san(const Board &board, std::string_view text) {
  SanParts parts;
  if (!split_san(text, parts)) return MoveFault::kInvalid;
  const Result<Move, MoveFault> move = resolve_san(board, parts);
  const bool names_both_squares = parts.type == kPawn && popcount(parts.from_mask) == 1;
  if (move || !names_both_squares) return move;
  // "g1f3": two squares without a letter may stand for any piece, as UCI has it.
  const Move any(lowest(parts.from_mask), parts.to, parts.promotion);
  if (is_legal(board, any)) return any;
  return any.is_promotion() ? move : castling_to(board, any.from(), any.to());
}

MoveText to_san_without_suffix(const Board &board, Move move) {
  MoveText text;
  const Square from = move.from(), to = move.to();
  if (move.is_null()) {
    text.append("--");
    return text;
  }
  if (is_castling(board, move)) {
    text.append(to > from ? "O-O" : "O-O-O");
    return text;
  }
  const PieceType type = board.type_at(from);
  const bool capture = is_capture(board, move);
  if (type == kPawn) {
    if (capture) text.append(static_cast<char>('a' + file_of(from)));
  } else {
    text.append(type == kNoPieceType ? '?' : kPieceLetters[type]);
    Bitboard rivals = type == kNoPieceType ? 0 : movers_to(board, type, to) & ~bit(from);
    for (const Square rival : squares(rivals)) {
      if (!keeps_king_safe(board, Move(rival, to))) rivals ^= bit(rival);
    }
    const bool shares_file = rivals & file_mask(file_of(from)), shares_rank = rivals & rank_mask(rank_of(from));
    if (rivals && (!shares_file || shares_rank)) text.append(static_cast<char>('a' + file_of(from)));
    if (shares_file) text.append(static_cast<char>('1' + rank_of(from)));
  }
  if (capture) text.append('x');
  append_square(text, to);
  if (move.is_promotion() && move.promotion() < kKing) {
    text.append('=');
    text.append(kPieceLetters[move.promotion()]);
  }
  return text;
}

std::string to_san(const Board &board, Move move) {
  std::string text(to_san_without_suffix(board, move).view());
  Board next = board;
  do_move(next, move);
  if (is_check(next)) text += has_legal_move(next) ? '+' : '#';
  return text;
}

}  // namespace ajeeb
