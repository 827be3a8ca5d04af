// The engine's settings by the names that protocols give them: one list that is announced, checked and applied.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/engine.hpp"

namespace ajeeb::engine {

enum class OptionKind : std::uint8_t { kSpin, kCheck, kButton };

struct NamedOption {
  std::string_view name;
  OptionKind kind;
  int preset, lowest, highest;   // of a spin; 0 or 1 of a check
  bool (*apply)(Engine &, int);  // false if it could not be; null for what only the protocol's loop acts on
};

std::span<const NamedOption> named_options();
const NamedOption *find_option(std::string_view name);  // in any case; null if there is none

// What a text asks an option to be, within its range. Nothing for a text that is no number, or neither true nor false.
struct OptionValue {
  int value;
  bool is_clamped;  // the text asked for more, or less, than there is
};
std::optional<OptionValue> read_option(const NamedOption &option, std::string_view text);

}  // namespace ajeeb::engine
