// What a piece is worth on a square: the original's six tables, in reading order (top left first). The contract's way
// of reading them is in contract.cpp, the sane one in sane.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "six/board.hpp"

namespace ajeeb::six {

using ValueTable = std::array<std::int16_t, kSide * kSide>;

// Indexed by piece type. Type 0 has none; type 7, which no game reaches, reads as a king, as the contract does.
inline constexpr std::array<ValueTable, 8> kValues = [] {
  std::array<ValueTable, 8> tables{};
  tables[kPawn] = {
      20, 20, 20, 20, 20, 20,  //
      30, 30, 30, 30, 30, 30,  //
      20, 22, 24, 24, 22, 20,  //
      21, 20, 26, 26, 20, 21,  //
      21, 30, 16, 16, 30, 21,  //
      20, 20, 20, 20, 20, 20,
  };
  tables[kBishop] = {
      62, 64, 64, 64, 64, 62,  //
      64, 66, 66, 66, 66, 64,  //
      64, 67, 68, 68, 67, 64,  //
      64, 68, 68, 68, 68, 64,  //
      64, 67, 66, 66, 67, 64,  //
      62, 64, 64, 64, 64, 62,
  };
  tables[kRook] = {
      100, 100, 100, 100, 100, 100,  //
      101, 102, 102, 102, 102, 101,  //
      99,  100, 100, 100, 100, 99,   //
      99,  100, 100, 100, 100, 99,   //
      99,  100, 100, 100, 100, 99,   //
      100, 100, 101, 101, 100, 100,
  };
  tables[kKnight] = {
      54, 56, 54, 54, 56, 58,  //
      56, 60, 64, 64, 60, 56,  //
      58, 64, 68, 68, 64, 58,  //
      58, 65, 68, 68, 65, 58,  //
      56, 60, 65, 65, 60, 56,  //
      54, 56, 58, 58, 56, 54,
  };
  tables[kQueen] = {
      176, 178, 179, 179, 178, 176,  //
      178, 180, 180, 180, 180, 178,  //
      179, 180, 181, 181, 180, 179,  //
      179, 181, 181, 181, 180, 179,  //
      178, 180, 181, 180, 180, 178,  //
      176, 178, 179, 179, 178, 176,
  };
  tables[kKing] = {
      3994, 3992, 3990, 3990, 3992, 3994,  //
      3994, 3992, 3990, 3990, 3992, 3994,  //
      3996, 3994, 3992, 3992, 3994, 3995,  //
      3998, 3996, 3996, 3996, 3996, 3998,  //
      4001, 4001, 4000, 4000, 4001, 4001,  //
      4004, 4006, 4002, 4002, 4006, 4004,
  };
  tables[kUnknown] = tables[kKing];
  return tables;
}();

}  // namespace ajeeb::six
