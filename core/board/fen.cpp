// FEN in and out. A text is split into fields first; every reader of a field knows where in the text it stands, so that
// a fault can be shown.
#include "board/fen.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "board/movegen.hpp"
#include "board/plain_placement.hpp"
#include "board/status.hpp"

namespace ajeeb {

namespace {

constexpr std::string_view kPieceLetters = "pnbrqk";
constexpr std::uint32_t kMaxCounter = 1'000'000'000;

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

struct Field {
  std::string_view text;
  std::size_t offset;
};

// Takes the next blank-separated field off `rest`; empty at the end.
Field next_field(std::string_view text, std::size_t &at) {
  while (at < text.size() && is_blank(text[at])) at++;
  const std::size_t start = at;
  while (at < text.size() && !is_blank(text[at])) at++;
  return {text.substr(start, at - start), start};
}

using Fault = std::optional<FenFault>;

Fault read_placement(Field field, Board &board) {
  const auto fault = [&](const char *kind, std::size_t at, const char *expected) {
    return FenFault{kind, FenField::kPlacement, field.offset + at, expected};
  };
  int rank = 7, file = 0;
  bool after_digit = false, after_piece = false;
  for (std::size_t i = 0; i < field.text.size(); i++) {
    const char c = field.text[i];
    if (c == '/') {
      if (file != 8) return fault("rank_width", i, "8 squares in every rank");
      if (--rank < 0) return fault("rank_count", i, "8 ranks separated by '/'");
      file = 0;
      after_digit = after_piece = false;
    } else if (c >= '1' && c <= '8') {
      if (after_digit) return fault("digits", i, "no two digits in a row");
      file += c - '0';
      if (file > 8) return fault("rank_width", i, "8 squares in every rank");
      after_digit = true;
      after_piece = false;
    } else if (c == '~' && after_piece) {
      after_piece = false;  // marks a promoted piece, which no rule of ours asks for
    } else {
      const std::size_t type = kPieceLetters.find(lower(c));
      if (type == std::string_view::npos) return fault("piece", i, "one of PNBRQKpnbrqk, a digit 1-8 or '/'");
      if (file >= 8) return fault("rank_width", i, "8 squares in every rank");
      board.put(is_upper(c) ? kWhite : kBlack, static_cast<PieceType>(type), make_square(file++, rank));
      after_digit = false;
      after_piece = true;
    }
  }
  if (rank != 0) return fault("rank_count", field.text.size(), "8 ranks separated by '/'");
  if (file != 8) return fault("rank_width", field.text.size(), "8 squares in every rank");
  return {};
}

Fault read_side(Field field, Board &board) {
  if (field.text.empty()) return {};
  if (field.text != "w" && field.text != "b") return FenFault{"side", FenField::kSide, field.offset, "'w' or 'b'"};
  board.side = field.text == "w" ? kWhite : kBlack;
  return {};
}

// The rook that a castling letter names: the outermost one on the king's side of K or Q, or the one on a file. Where no
// such rook stands the corner is named all the same, so that status() can tell of the fault.
Square castling_rook(const Board &board, Color color, char letter) {
  const Bitboard back_rank = relative_rank_mask(color, 0);
  if (letter != 'k' && letter != 'q') return lowest(back_rank & file_mask(letter - 'a'));
  const Bitboard rooks = board.pieces(color, kRook) & back_rank;
  const Square king = board.king(color);
  if (letter == 'q') return rooks && king != kNoSquare && lowest(rooks) < king ? lowest(rooks) : lowest(back_rank);
  return rooks && king != kNoSquare && king < highest(rooks) ? highest(rooks) : highest(back_rank);
}

Fault read_castling(Field field, Board &board, Reading reading) {
  if (field.text.empty() || field.text == "-") return {};
  std::array<int, 2> letters_of{};
  for (std::size_t i = 0; i < field.text.size(); i++) {
    const char c = field.text[i], letter = lower(c);
    const FenFault fault{"castling", FenField::kCastling, field.offset + i,
                         "'-', or up to two letters of KQA-H followed by up to two of kqa-h"};
    const Color color = is_upper(c) ? kWhite : kBlack;
    if (letter != 'k' && letter != 'q' && !(letter >= 'a' && letter <= 'h')) return fault;
    const bool out_of_order = color == kWhite && letters_of[kBlack] != 0;
    if (++letters_of[color] > 2 || (out_of_order && reading == Reading::kStrict)) return fault;
    board.castling |= bit(castling_rook(board, color, letter));
  }
  return {};
}

Fault read_ep(Field field, Board &board) {
  if (field.text.empty() || field.text == "-") return {};
  const std::string_view text = field.text;
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return FenFault{"ep_square", FenField::kEnPassant, field.offset, "'-' or a square such as e3"};
  }
  board.ep = static_cast<std::uint8_t>(make_square(text[0] - 'a', text[1] - '1'));
  return {};
}

Fault read_counter(Field field, FenField which, std::uint32_t &counter) {
  if (field.text.empty()) return {};
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < field.text.size(); i++) {
    const char c = field.text[i];
    if (c < '0' || c > '9') return FenFault{"counter", which, field.offset + i, "a whole number, not negative"};
    value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(c - '0'), kMaxCounter + 1);
  }
  if (value > kMaxCounter) return FenFault{"counter_range", which, field.offset, "a number up to 1000000000"};
  counter = static_cast<std::uint32_t>(value);
  return {};
}

// Reads the four fields that FEN and EPD share, from `at` on.
Fault read_position(std::string_view text, std::size_t &at, Board &board, Reading reading) {
  while (at < text.size() && is_blank(text[at])) at++;
  if (!read_plain_placement(text, at, board)) {
    const Field first = next_field(text, at);
    if (first.text.empty()) return FenFault{"empty", FenField::kPlacement, first.offset, "a piece placement"};
    if (const Fault fault = read_placement(first, board)) return fault;
  }
  if (const Fault fault = read_side(next_field(text, at), board)) return fault;
  if (const Fault fault = read_castling(next_field(text, at), board, reading)) return fault;
  return read_ep(next_field(text, at), board);
}

void drop_impossible(Board &board) {
  board.castling = clean_castling_rights(board);
  if (board.ep != kNoSquare && (status(board) & kStatusInvalidEpSquare)) board.ep = kNoSquare;
}

Fault read_fen(std::string_view text, bool chess960, Reading reading, Board &board) {
  board.chess960 = chess960;
  std::size_t at = 0;
  if (const Fault fault = read_position(text, at, board, reading)) return fault;
  if (const Fault fault = read_counter(next_field(text, at), FenField::kHalfmove, board.halfmove_clock)) return fault;
  if (const Fault fault = read_counter(next_field(text, at), FenField::kFullmove, board.fullmove_number)) return fault;
  board.fullmove_number = std::max(board.fullmove_number, 1U);
  if (const Field extra = next_field(text, at); !extra.text.empty()) {
    return FenFault{"extra", FenField::kText, extra.offset, "nothing after the fullmove number"};
  }
  if (reading == Reading::kLenient) drop_impossible(board);
  return {};
}

char piece_letter(Color color, PieceType type) {
  const char letter = kPieceLetters[type];
  return color == kWhite ? static_cast<char>(letter - 32) : letter;
}

void append_square(std::string &text, Square square) {
  text += static_cast<char>('a' + file_of(square));
  text += static_cast<char>('1' + rank_of(square));
}

bool shows_ep(const Board &board, EpOutput output) {
  if (board.ep == kNoSquare) return false;
  if (output == EpOutput::kAlways) return true;
  if (output == EpOutput::kLegal) return legal_ep(board) != kNoSquare;
  return pawn_attacks(!board.side, bit(board.ep)) & board.pieces(board.side, kPawn) & relative_rank_mask(board.side, 4);
}

char castling_letter(const Board &board, Color color, Square rook, CastlingOutput how) {
  const bool a_side = rook < board.king(color);
  const Bitboard outside = a_side ? bit(rook) - 1 : ~(bit(rook) - 1) ^ bit(rook);
  const Bitboard rivals = board.pieces(color, kRook) & relative_rank_mask(color, 0) & outside;
  const char letter = how == CastlingOutput::kShredder || rivals ? static_cast<char>('a' + file_of(rook))
                      : a_side                                   ? 'q'
                                                                 : 'k';
  return color == kWhite ? static_cast<char>(letter - 32) : letter;
}

}  // namespace

const char *field_name(FenField field) {
  constexpr const char *kNames[] = {"placement", "side",     "castling",   "en passant",
                                    "halfmove",  "fullmove", "operations", "text"};
  return kNames[static_cast<std::size_t>(field)];
}

Result<Board, FenFault> parse_fen(std::string_view text, bool chess960, Reading reading) {
  Result<Board, FenFault> result = Board{};  // read in place: copying what has just been written waits for it
  if (const Fault fault = read_fen(text, chess960, reading, result.value())) result = *fault;
  return result;
}

Result<Board, FenFault> parse_fen_any(std::string_view text, Reading reading) {
  Result<Board, FenFault> result = parse_fen(text, false, Reading::kStrict);
  if (result.ok() && result->castling == clean_castling_rights(*result)) {
    if (reading == Reading::kLenient) drop_impossible(result.value());
    return result;
  }
  result = parse_fen(text, true, reading);
  const bool needed = result.ok() && result->castling && result->castling == clean_castling_rights(*result);
  if (!needed) result = parse_fen(text, false, reading);
  return result;
}

std::string placement(const Board &board) {
  std::string text;
  for (int rank = 7; rank >= 0; rank--) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
      const Square square = make_square(file, rank);
      const PieceType type = board.type_at(square);
      if (type == kNoPieceType) {
        empty++;
        continue;
      }
      if (empty) text += static_cast<char>('0' + empty);
      empty = 0;
      text += piece_letter(board.color_at(square), type);
    }
    if (empty) text += static_cast<char>('0' + empty);
    if (rank) text += '/';
  }
  return text;
}

std::string castling_text(const Board &board, CastlingOutput how) {
  std::string text;
  const Bitboard rights = clean_castling_rights(board);
  for (const Color color : {kWhite, kBlack}) {
    for (Bitboard rooks = rights & relative_rank_mask(color, 0); rooks; rooks ^= bit(highest(rooks))) {
      text += castling_letter(board, color, highest(rooks), how);
    }
  }
  return text.empty() ? "-" : text;
}

std::string to_epd(const Board &board, EpOutput ep, CastlingOutput how) {
  std::string text = placement(board);
  text += board.side == kWhite ? " w " : " b ";
  text += castling_text(board, how);
  text += ' ';
  if (shows_ep(board, ep)) {
    append_square(text, board.ep);
  } else {
    text += '-';
  }
  return text;
}

std::string to_fen(const Board &board, EpOutput ep, CastlingOutput how) {
  return to_epd(board, ep, how) + ' ' + std::to_string(board.halfmove_clock) + ' ' +
         std::to_string(board.fullmove_number);
}

}  // namespace ajeeb
