// Objects that were given back, for the next of their kind: most programs need one or two at a time, again and again.
// They keep the reference to their type. The GIL guards them.
#pragma once

#include <Python.h>

#include <array>
#include <cstddef>

namespace ajeeb::bind {

template <class Object>
class Recycled {
 public:
  // One with a reference, or nullptr.
  Object *take() {
    if (!count_) return nullptr;
    Object *object = kept_[--count_];
    Py_SET_REFCNT(reinterpret_cast<PyObject *>(object), 1);
    return object;
  }
  // False if there are enough: then the object is to be freed.
  bool keep(Object *object) {
    if (count_ == kept_.size()) return false;
    kept_[count_++] = object;
    return true;
  }

 private:
  std::array<Object *, 8> kept_{};
  std::size_t count_ = 0;
};

}  // namespace ajeeb::bind
