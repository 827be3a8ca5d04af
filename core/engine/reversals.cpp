#include "engine/reversals.hpp"

#include <array>

#include "base/attacks.hpp"

namespace ajeeb::engine {

namespace {

// Open addressing: 3,668 moves in 8,192 slots, a zero key where there is none.
class ReversalTable {
 public:
  ReversalTable() {
    for (const Color color : {kWhite, kBlack}) {
      for (const PieceType type : {kKnight, kBishop, kRook, kQueen, kKing}) {
        for (Square from = 0; from < 64; from++) {
          for (const Square to : squares(attacks_on_empty_board(type, from))) {
            if (from < to) add(color, type, from, to);
          }
        }
      }
    }
  }
  const Reversal *find(Key key) const {
    for (std::size_t slot = key % kSlots; slots_[slot].key != 0; slot = (slot + 1) % kSlots) {
      if (slots_[slot].key == key) return &slots_[slot];
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kSlots = 8192;

  static Bitboard attacks_on_empty_board(PieceType type, Square from) {
    switch (type) {
      case kKnight:
        return knight_attacks(from);
      case kBishop:
        return bishop_attacks(from, 0);
      case kRook:
        return rook_attacks(from, 0);
      case kQueen:
        return bishop_attacks(from, 0) | rook_attacks(from, 0);
      default:
        return king_attacks(from);
    }
  }
  void add(Color color, PieceType type, Square from, Square to) {
    const Key key = zobrist::piece(color, type, from) ^ zobrist::piece(color, type, to) ^ zobrist::kWords.black_to_move;
    std::size_t slot = key % kSlots;
    while (slots_[slot].key != 0) slot = (slot + 1) % kSlots;
    slots_[slot] = {key, from, to};
  }

  std::array<Reversal, kSlots> slots_{};
};

}  // namespace

const Reversal *find_reversal(Key difference) {
  static const ReversalTable table;
  return table.find(difference);
}

}  // namespace ajeeb::engine
