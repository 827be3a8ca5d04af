#include "bind/arguments.hpp"

#include <map>

namespace ajeeb::bind {

nb::handle python_object(const char *module, const char *name) {
  // Never freed: the process ends before the objects do. Filled under the GIL.
  static auto *const cache = new std::map<std::pair<std::string, std::string>, nb::object>();
  nb::object &object = (*cache)[{module, name}];
  if (!object.is_valid()) object = nb::module_::import_(module).attr(name);
  return object;
}

void raise(const char *error, const std::string &message) {
  const nb::handle type = python_object("ajeeb.errors", error);
  PyErr_SetObject(type.ptr(), nb::str(message.data(), message.size()).ptr());
  throw nb::python_error();
}

void raise_bad_square(long long value) {
  raise("SquareError", "expected a square from 0 (a1) to 63 (h8), got " + std::to_string(value));
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 200;
  std::string_view shown = text.substr(0, kShown);
  while (shown.size() < text.size() && !shown.empty() && (text[shown.size()] & 0xC0) == 0x80) shown.remove_suffix(1);
  std::string quote = nb::cast<std::string_view>(nb::repr(nb::str(shown.data(), shown.size()))).data();
  return shown.size() < text.size() ? quote + "... (" + std::to_string(text.size()) + " bytes)" : quote;
}

}  // namespace ajeeb::bind
