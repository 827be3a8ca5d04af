#include "board/chess960.hpp"

#include <array>

namespace ajeeb {

namespace {

using BackRank = std::array<PieceType, 8>;

// Knights among the five files left free, by number 0..9.
constexpr std::array<std::array<int, 2>, 10> kKnightPairs = {
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

int nth_free(const BackRank &rank, int n) {
  for (int file = 0; file < 8; file++) {
    if (rank[file] == kNoPieceType && n-- == 0) return file;
  }
  return 7;
}

// Light bishop, dark bishop, queen, knights; then rook, king, rook on what is left.
BackRank back_rank(int number) {
  BackRank rank;
  rank.fill(kNoPieceType);
  rank[number % 4 * 2 + 1] = kBishop;
  number /= 4;
  rank[number % 4 * 2] = kBishop;
  number /= 4;
  rank[nth_free(rank, number % 6)] = kQueen;
  const auto [first, second] = kKnightPairs[number / 6];
  const int first_file = nth_free(rank, first), second_file = nth_free(rank, second);
  rank[first_file] = rank[second_file] = kKnight;
  for (const PieceType type : {kRook, kKing, kRook}) rank[nth_free(rank, 0)] = type;
  return rank;
}

}  // namespace

Board chess960_placement(int number) {
  Board board;
  const BackRank rank = back_rank(number);
  for (int file = 0; file < 8; file++) {
    board.put(kWhite, rank[file], make_square(file, 0));
    board.put(kWhite, kPawn, make_square(file, 1));
    board.put(kBlack, kPawn, make_square(file, 6));
    board.put(kBlack, rank[file], make_square(file, 7));
  }
  return board;
}

std::optional<int> chess960_number(const Board &board) {
  const auto first_rank = [&board](PieceType type) { return board.pieces(kWhite, type) & kRank1; };
  const Bitboard light = first_rank(kBishop) & kLightSquares, dark = first_rank(kBishop) & kDarkSquares;
  const Bitboard queen = first_rank(kQueen), knights = first_rank(kKnight);
  if (!light || !dark || !queen || popcount(knights) != 2) return {};
  // Which of the files left free by the pieces placed before it a piece stands on.
  const auto place = [](Square square, Bitboard taken) { return square - popcount(taken & (bit(square) - 1)); };
  const Bitboard before_knights = light | dark | queen;
  const int first = place(lowest(knights), before_knights), second = place(highest(knights), before_knights);
  int pair = 0;
  while (pair < 9 && (kKnightPairs[pair][0] != first || kKnightPairs[pair][1] != second)) pair++;
  const int number = lowest(light) / 2 + 4 * (lowest(dark) / 2 + 4 * (place(lowest(queen), light | dark) + 6 * pair));
  if (number >= kChess960Positions) return {};
  const Board start = chess960_placement(number);
  if (start.by_type != board.by_type || start.by_color != board.by_color) return {};
  return number;
}

}  // namespace ajeeb
