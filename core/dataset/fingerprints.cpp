#include "dataset/fingerprints.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ajeeb::dataset {

namespace {

constexpr std::size_t kAhead = 16;  // how many positions before its turn a slot is fetched

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::size_t slot_of(std::span<std::uint64_t> table, std::uint64_t key) {
  const int bits = std::countr_zero(table.size());
  return bits == 0 ? 0 : static_cast<std::size_t>(key >> (64 - bits));
}

bool insert_one(std::span<std::uint64_t> table, std::uint64_t key) {
  for (std::size_t slot = slot_of(table, key);; slot = (slot + 1) & (table.size() - 1)) {
    if (table[slot] == key) return false;
    if (table[slot] != 0) continue;
    table[slot] = key;
    return true;
  }
}

}  // namespace

std::uint64_t fingerprint(const PackedPosition &position) {
  std::uint64_t low = 0, high = 0;
  std::memcpy(&low, position.pieces.data(), 8);
  std::memcpy(&high, position.pieces.data() + 8, 8);
  // The constants are odd words of sqrt(2), sqrt(3), sqrt(5) and sqrt(7).
  const std::uint64_t left = fold(position.occupied ^ 0x6A09E667F3BCC909ULL, low ^ 0xBB67AE8584CAA73BULL);
  const std::uint64_t right = fold(high ^ 0x3C6EF372FE94F82BULL, position.side_and_ep ^ 0xA54FF53A5F1D36F1ULL);
  const std::uint64_t key = fold(left ^ 0x510E527FADE682D1ULL, right ^ 0x9B05688C2B3E6C1FULL) ^ left ^ right;
  return key ? key : 1;
}

std::size_t insert(std::span<std::uint64_t> table, std::span<const PackedPosition> positions, std::uint8_t *fresh) {
  std::uint64_t keys[kAhead];
  std::size_t added = 0;
  const auto fetch = [&](std::size_t i) {
    keys[i % kAhead] = fingerprint(positions[i]);
    __builtin_prefetch(&table[slot_of(table, keys[i % kAhead])], 1);
  };
  for (std::size_t i = 0; i < std::min(kAhead, positions.size()); i++) fetch(i);
  for (std::size_t i = 0; i < positions.size(); i++) {
    fresh[i] = insert_one(table, keys[i % kAhead]);
    added += fresh[i];
    if (i + kAhead < positions.size()) fetch(i + kAhead);
  }
  return added;
}

std::size_t insert(std::span<std::uint64_t> table, std::span<const std::uint64_t> fingerprints) {
  std::size_t added = 0;
  for (const std::uint64_t key : fingerprints) added += key != 0 && insert_one(table, key);
  return added;
}

}  // namespace ajeeb::dataset
