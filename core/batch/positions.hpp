// Questions asked of every position of an array, and arrays made from arrays of positions: keys, mirrors.
#pragma once

#include "base/zobrist.hpp"
#include "batch/rows.hpp"

namespace ajeeb::batch {

// Unpacks every record, and asks status() too: kIllegalPosition where a record is well formed but no legal position.
void validate(Records records, Faults faults, int threads);

void count_legal(Records records, std::span<std::int32_t> out, Faults faults, int threads);

enum class Question : std::uint8_t { kCheck, kCheckmate, kStalemate };
void ask(Records records, Question question, std::span<std::uint8_t> out, Faults faults, int threads);  // 0 or 1

enum class KeyKind : std::uint8_t { kZobrist, kPolyglot };
void keys(Records records, KeyKind kind, std::span<Key> out, Faults faults, int threads);

// The same positions seen from the other side: colors exchanged, ranks flipped, eval negated, result turned round.
// `out` may be the records themselves.
void mirror(Records records, std::span<PackedPosition> out, Faults faults, int threads);

}  // namespace ajeeb::batch
