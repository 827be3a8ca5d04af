#include "pgn/setup.hpp"

#include "board/fen.hpp"
#include "board/status.hpp"

namespace ajeeb::pgn {

namespace {

enum class Variant : std::uint8_t { kStandard, kChess960, kOther };

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

// Compares letters and digits only, without case.
bool is_same_name(std::string_view text, std::string_view name) {
  std::size_t i = 0;
  for (const char c : text) {
    const char small = lower(c);
    if (!((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9'))) continue;
    if (i == name.size() || name[i++] != small) return false;
  }
  return i == name.size();
}

Variant read_variant(std::string_view text) {
  for (const std::string_view name : {"", "standard", "chess", "normal", "fromposition", "orthodox", "regular"}) {
    if (is_same_name(text, name)) return Variant::kStandard;
  }
  for (const std::string_view name : {"chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess",
                                      "fischerrandomchess", "frc", "freestyle", "freestylechess"}) {
    if (is_same_name(text, name)) return Variant::kChess960;
  }
  return Variant::kOther;
}

// Rights of a colour that name a square without a rook become rights of the outermost rooks: whole months of public
// games carry Chess960 fields like HEhe over rooks elsewhere.
void mend_castling(Board &board) {
  const Bitboard clean = clean_castling_rights(board);
  if (clean == board.castling) return;
  for (const Color color : {kWhite, kBlack}) {
    const Bitboard home = relative_rank_mask(color, 0);
    if ((clean & home) == (board.castling & home)) continue;
    Board rooks = board;
    rooks.castling = rooks.pieces(color, kRook) & home;
    const Square king = board.king(color);
    Bitboard mended = board.chess960 ? 0 : clean_castling_rights(rooks) & board.castling;
    if (board.chess960 && king != kNoSquare && (king & 56) == (lowest(home) & 56)) {
      const Bitboard a_side = rooks.castling & (bit(king) - 1), h_side = rooks.castling & ~(bit(king) - 1);
      mended = (a_side ? bit(lowest(a_side)) : 0) | (h_side ? bit(highest(h_side)) : 0);
    }
    board.castling = (board.castling & ~home) | mended;
  }
  board.castling &= kBackRanks;
}

}  // namespace

Setup read_setup(std::string_view fen, bool has_fen, std::string_view variant_text) {
  Setup setup;
  const Variant variant = read_variant(variant_text);
  if (variant == Variant::kOther) {
    setup.fault = FaultKind::kUnsupportedVariant;
    setup.text = variant_text;
    return setup;
  }
  setup.board.chess960 = variant == Variant::kChess960;
  if (!has_fen) return setup;
  const Result<Board, FenFault> parsed = variant == Variant::kChess960 ? parse_fen(fen, true) : parse_fen_any(fen);
  if (!parsed) {
    setup.fault = FaultKind::kInvalidFen;
    setup.text = fen;
    return setup;
  }
  setup.board = *parsed;
  mend_castling(setup.board);
  if (status(setup.board) & kStatusInvalidEpSquare) setup.board.ep = kNoSquare;
  setup.repaired = setup.board.castling != parsed->castling || setup.board.ep != parsed->ep;
  if (status(setup.board) != kStatusValid) {
    setup.fault = FaultKind::kIllegalPosition;
    setup.text = fen;
  }
  return setup;
}

}  // namespace ajeeb::pgn
