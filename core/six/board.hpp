// The 6x6 board. Imports nothing else of the core.
#pragma once

namespace ajeeb::six {

inline constexpr int kStartPlies = 0;

}  // namespace ajeeb::six
