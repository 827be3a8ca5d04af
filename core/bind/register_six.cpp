// The 6x6 engine's Python face.
#include "bind/register.hpp"
#include "six/board.hpp"

namespace nb = nanobind;

namespace ajeeb::bind {

void register_six(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("six", "The 6x6 engine.");
  module.attr("START_PLIES") = six::kStartPlies;
}

}  // namespace ajeeb::bind
