#include "base/zobrist.hpp"

namespace ajeeb::polyglot {

const std::array<Key, 781> kWords = {
#include "base/polyglot_keys.inc"
};

}  // namespace ajeeb::polyglot
