// What every fuzz target needs: a promise that stops the run when it is broken.
#pragma once

#include <cstdint>
#include <string_view>

namespace fuzz {

inline void require(bool promise) {
  if (!promise) __builtin_trap();
}

inline std::string_view as_text(const std::uint8_t *data, std::size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

}  // namespace fuzz
