#include "board/status.hpp"

#include <array>

#include "board/movegen.hpp"

namespace ajeeb {

namespace {

struct NamedBit {
  StatusBit bit;
  std::string_view name;
};
constexpr std::array<NamedBit, 14> kNames = {{
    {kStatusNoWhiteKing, "no_white_king"},
    {kStatusNoBlackKing, "no_black_king"},
    {kStatusTooManyKings, "too_many_kings"},
    {kStatusTooManyWhitePawns, "too_many_white_pawns"},
    {kStatusTooManyBlackPawns, "too_many_black_pawns"},
    {kStatusPawnsOnBackRank, "pawns_on_backrank"},
    {kStatusTooManyWhitePieces, "too_many_white_pieces"},
    {kStatusTooManyBlackPieces, "too_many_black_pieces"},
    {kStatusBadCastlingRights, "bad_castling_rights"},
    {kStatusInvalidEpSquare, "invalid_ep_square"},
    {kStatusOppositeCheck, "opposite_check"},
    {kStatusEmpty, "empty"},
    {kStatusTooManyCheckers, "too_many_checkers"},
    {kStatusImpossibleCheck, "impossible_check"},
}};

Status piece_faults(const Board &board) {
  const Bitboard white = board.by_color[kWhite], black = board.by_color[kBlack];
  const Bitboard pawns = board.by_type[kPawn], kings = board.by_type[kKing];
  Status faults = 0;
  const auto fault_if = [&faults](bool holds, StatusBit fault) {
    if (holds) faults |= fault;
  };
  fault_if(!(white | black), kStatusEmpty);
  fault_if(!(kings & white), kStatusNoWhiteKing);
  fault_if(!(kings & black), kStatusNoBlackKing);
  fault_if(popcount(kings) > 2, kStatusTooManyKings);
  fault_if(popcount(white) > 16, kStatusTooManyWhitePieces);
  fault_if(popcount(black) > 16, kStatusTooManyBlackPieces);
  fault_if(popcount(pawns & white) > 8, kStatusTooManyWhitePawns);
  fault_if(popcount(pawns & black) > 8, kStatusTooManyBlackPawns);
  fault_if(pawns & kBackRanks, kStatusPawnsOnBackRank);
  return faults;
}

// A double step has just ended in front of the ep square: pawn there, the two squares behind it empty.
bool is_valid_ep(const Board &board) {
  const Square ep = board.ep;
  return relative_rank(board.side, ep) == 5 && contains(board.pieces(!board.side, kPawn), ep ^ 8) &&
         !(board.occupied() & (bit(ep) | bit(forward(board.side, ep))));
}

// No single move can have given these checks.
bool is_impossible_check(const Board &board, Bitboard checkers) {
  if (board.ep != kNoSquare && is_valid_ep(board)) {
    // The last move was the double step: the check is the pawn's own, or was uncovered by it.
    const Square king = board.king(board.side), pawn_to = board.ep ^ 8, pawn_from = forward(board.side, board.ep);
    const Bitboard before = (board.occupied() ^ bit(pawn_to)) | bit(pawn_from);
    return more_than_one(checkers) ||
           (checkers != bit(pawn_to) && (attackers(board, !board.side, king, before) & ~bit(pawn_to)));
  }
  // Two checkers on one line with the king: neither can have come last.
  return popcount(checkers) > 2 ||
         (more_than_one(checkers) && (line(lowest(checkers), highest(checkers)) & board.pieces(board.side, kKing)));
}

}  // namespace

Status status(const Board &board) {
  Status faults = piece_faults(board);
  if (board.castling != clean_castling_rights(board)) faults |= kStatusBadCastlingRights;
  if (board.ep != kNoSquare && !is_valid_ep(board)) faults |= kStatusInvalidEpSquare;
  if (checkers(board, !board.side)) faults |= kStatusOppositeCheck;
  if (const Bitboard checks = checkers(board, board.side)) {
    if (popcount(checks) > 2) faults |= kStatusTooManyCheckers;
    if (is_impossible_check(board, checks)) faults |= kStatusImpossibleCheck;
  }
  return faults;
}

std::vector<std::string_view> status_names(Status faults) {
  std::vector<std::string_view> names;
  for (const NamedBit &named : kNames) {
    if (faults & named.bit) names.push_back(named.name);
  }
  return names;
}

}  // namespace ajeeb
