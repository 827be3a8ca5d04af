// What is wrong with a position, all of it at once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "board/board.hpp"

namespace ajeeb {

// Bits under the values that Python programs know.
enum StatusBit : std::uint32_t {
  kStatusNoWhiteKing = 1 << 0,
  kStatusNoBlackKing = 1 << 1,
  kStatusTooManyKings = 1 << 2,
  kStatusTooManyWhitePawns = 1 << 3,
  kStatusTooManyBlackPawns = 1 << 4,
  kStatusPawnsOnBackRank = 1 << 5,
  kStatusTooManyWhitePieces = 1 << 6,
  kStatusTooManyBlackPieces = 1 << 7,
  kStatusBadCastlingRights = 1 << 8,
  kStatusInvalidEpSquare = 1 << 9,
  kStatusOppositeCheck = 1 << 10,
  kStatusEmpty = 1 << 11,
  kStatusTooManyCheckers = 1 << 15,
  kStatusImpossibleCheck = 1 << 16,
};
using Status = std::uint32_t;
inline constexpr Status kStatusValid = 0;

// Every fault of the position. `board.castling` may hold rights that are not clean: that is one of the faults.
Status status(const Board &board);

// The faults' names, in bit order: "no_white_king", "opposite_check", …
std::vector<std::string_view> status_names(Status status);

}  // namespace ajeeb
