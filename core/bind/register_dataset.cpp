// What building datasets needs of the core beside PGN and arrays: fingerprints of positions.
#include <nanobind/ndarray.h>

#include <bit>

#include "bind/register.hpp"
#include "dataset/fingerprints.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ajeeb::bind {

namespace {

template <class T>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<std::uint64_t> table_of(const Array<std::uint64_t> &table, std::size_t incoming) {
  if (!std::has_single_bit(table.size())) throw nb::value_error("table: expected a power of two of slots");
  if (incoming >= table.size()) throw nb::value_error("table: too small");
  return {table.data(), table.size()};
}

std::span<const PackedPosition> records_of(const Array<const std::uint64_t> &words) {
  constexpr std::size_t kWordsPerRecord = sizeof(PackedPosition) / sizeof(std::uint64_t);
  if (words.size() % kWordsPerRecord != 0) throw nb::value_error("packed positions are four words each");
  return {reinterpret_cast<const PackedPosition *>(words.data()), words.size() / kWordsPerRecord};
}

}  // namespace

void register_dataset(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("dataset", "Fingerprints of positions, and tables of those seen before.");
  module.def(
      "insert_positions",
      [](const Array<std::uint64_t> &table, const Array<const std::uint64_t> &words, const Array<std::uint8_t> &fresh) {
        const std::span<const PackedPosition> positions = records_of(words);
        const std::span<std::uint64_t> slots = table_of(table, positions.size());
        if (fresh.size() != positions.size()) throw nb::value_error("fresh: expected one byte a position");
        const nb::gil_scoped_release unlocked;
        return dataset::insert(slots, positions, fresh.data());
      },
      "table"_a.noconvert(), "words"_a.noconvert(), "fresh"_a.noconvert(),
      "Adds positions; says which were new, and returns how many.");
  module.def(
      "insert_fingerprints",
      [](const Array<std::uint64_t> &table, const Array<const std::uint64_t> &fingerprints) {
        const std::span<std::uint64_t> slots = table_of(table, 0);
        const nb::gil_scoped_release unlocked;
        return dataset::insert(slots, {fingerprints.data(), fingerprints.size()});
      },
      "table"_a.noconvert(), "fingerprints"_a.noconvert(), "Adds fingerprints; zeros stand for none.");
  module.def(
      "fingerprints",
      [](const Array<const std::uint64_t> &words, const Array<std::uint64_t> &out) {
        const std::span<const PackedPosition> positions = records_of(words);
        if (out.size() != positions.size()) throw nb::value_error("out: expected one word a position");
        for (std::size_t i = 0; i < positions.size(); i++) out.data()[i] = dataset::fingerprint(positions[i]);
      },
      "words"_a.noconvert(), "out"_a.noconvert(), "Of positions, side, rights and legal ep square.");
}

}  // namespace ajeeb::bind
