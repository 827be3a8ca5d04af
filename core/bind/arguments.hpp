// How chess crosses the border: argument types with casters of their own, so that a binding reads like the core's
// signature, and the few functions that raise. Every check of a Python value is made here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bitboard.hpp"

namespace ajeeb::bind {

namespace nb = nanobind;

// Raises a class of ajeeb.errors by name.
[[noreturn]] void raise(const char *error, const std::string &message);
[[noreturn]] void raise_bad_square(long long value);
// The text in quotes as Python's repr() shows it, cut where it gets long.
std::string quoted(std::string_view text);
// An attribute of a Python module of ours, imported when first asked for and kept for ever.
nb::handle python_object(const char *module, const char *name);

// For functions that CPython calls: what `function` returns; nullptr with an error set if it throws.
template <class Function>
PyObject *caught(Function function) {
  try {
    return function().release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  }
  return nullptr;
}

// A square: 0..63, anything else raises SquareError.
struct SquareArg {
  long long value;
  operator Square() const {
    if (value < 0 || value > 63) raise_bad_square(value);
    return static_cast<Square>(value);
  }
};

// A str as UTF-8. One that has no UTF-8 (lone surrogates) reads as a text that nothing accepts.
struct TextArg {
  std::string_view text;
  operator std::string_view() const { return text; }
};

// White is whatever is true.
struct ColorArg {
  bool white;
  operator Color() const { return white ? kWhite : kBlack; }
};

// True is whatever is true, numpy's own for instance.
struct FlagArg {
  bool value;
  operator bool() const { return value; }
};

// 64 bits of a whole number of any size and sign, as `~mask` in Python gives negative ones.
struct MaskArg {
  Bitboard mask = kAllSquares;
  operator Bitboard() const { return mask; }
};

// Whatever stands for a set of squares: a number, a SquareSet, or an iterable of squares.
struct SquareSetArg {
  Bitboard mask = 0;
  std::optional<long long> bad_square{};  // what an iterable gave that is no square
  operator Bitboard() const {
    if (bad_square) raise_bad_square(*bad_square);
    return mask;
  }
};
// Reads one; false if the object is of another kind. Leaves no Python error set.
bool read_square_set(PyObject *object, SquareSetArg &set);

// A piece type in Python's numbering: 1 pawn … 6 king. 0 where something else was given.
struct PieceTypeArg {
  int value = 0;
  bool is_valid() const { return value >= 1 && value <= kPieceTypes; }
  PieceType type() const { return static_cast<PieceType>(value - 1); }
};

// A Move object, as Python knows it: castling is written as the mode of the board says. `code` is the core's 16 bits,
// except that promotions to king (5) and pawn (6), which UCI text can name, exist too.
struct PyMove {
  std::uint16_t code;
};
inline constexpr std::uint16_t kPromotesToPawn = 6;

// A Piece object: 0..5 white pawn to king, 6..11 black.
struct PyPiece {
  std::uint8_t code;
  PyPiece() = default;
  constexpr PyPiece(Color color, PieceType type) : code(static_cast<std::uint8_t>(6 * color + type)) {}
  constexpr Color color() const { return code < 6 ? kWhite : kBlack; }
  constexpr PieceType type() const { return static_cast<PieceType>(code % 6); }
};

// A set of squares that Python may change.
struct SquareSet {
  Bitboard mask;
};

// The interned objects: borrowed references that live as long as the process.
PyObject *move_object(PyMove move);
// The same for many moves at once, quicker, which must be such as a piece can make on some board. They are turned by
// the block: up to kMoveBlock - 1 places behind the last are read and written too.
inline constexpr std::size_t kMoveBlock = 16;
void playable_move_objects(const Move *moves, std::size_t count, PyObject **objects);
PyObject *move_uci(PyMove move);  // its text, a str
PyObject *piece_object(PyPiece piece);
bool read_move(PyObject *object, PyMove &move);
bool read_piece(PyObject *object, PyPiece &piece);

}  // namespace ajeeb::bind

namespace nanobind::detail {

template <>
struct type_caster<ajeeb::bind::SquareArg> {
  NB_TYPE_CASTER(ajeeb::bind::SquareArg, const_name("int"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    int overflow = 0;
    if (!PyIndex_Check(source.ptr())) return false;
    if (PyLong_Check(source.ptr())) {
      value.value = PyLong_AsLongLongAndOverflow(source.ptr(), &overflow);
    } else {
      PyObject *number = PyNumber_Index(source.ptr());
      if (!number) return PyErr_Clear(), false;
      value.value = PyLong_AsLongLongAndOverflow(number, &overflow);
      Py_DECREF(number);
    }
    if (overflow) value.value = 64;
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::TextArg> {
  NB_TYPE_CASTER(ajeeb::bind::TextArg, const_name("str"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    Py_ssize_t length = 0;
    const char *chars = PyUnicode_AsUTF8AndSize(source.ptr(), &length);
    if (!chars) PyErr_Clear();
    value.text = chars ? std::string_view(chars, static_cast<std::size_t>(length)) : "\xEF\xBF\xBD";
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::ColorArg> {
  NB_TYPE_CASTER(ajeeb::bind::ColorArg, const_name("bool"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    const int truth = PyObject_IsTrue(source.ptr());
    if (truth < 0) return PyErr_Clear(), false;
    value.white = truth;
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::FlagArg> {
  NB_TYPE_CASTER(ajeeb::bind::FlagArg, const_name("bool"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    const int truth = PyObject_IsTrue(source.ptr());
    if (truth < 0) return PyErr_Clear(), false;
    value.value = truth;
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::MaskArg> {
  NB_TYPE_CASTER(ajeeb::bind::MaskArg, const_name("int"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    if (PyLong_Check(source.ptr())) {
      value.mask = PyLong_AsUnsignedLongLongMask(source.ptr());
      return true;
    }
    PyObject *number = PyIndex_Check(source.ptr()) ? PyNumber_Index(source.ptr()) : nullptr;
    if (!number) return PyErr_Clear(), false;
    value.mask = PyLong_AsUnsignedLongLongMask(number);
    Py_DECREF(number);
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::SquareSetArg> {
  NB_TYPE_CASTER(ajeeb::bind::SquareSetArg, const_name("typing.SupportsInt | collections.abc.Iterable[int]"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    return ajeeb::bind::read_square_set(source.ptr(), value);
  }
};

template <>
struct type_caster<ajeeb::bind::PieceTypeArg> {
  NB_TYPE_CASTER(ajeeb::bind::PieceTypeArg, const_name("int"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    if (!PyLong_Check(source.ptr())) return false;
    const long number = PyLong_AsLong(source.ptr());
    if (number == -1 && PyErr_Occurred()) PyErr_Clear();
    value.value = number >= 1 && number <= ajeeb::kPieceTypes ? static_cast<int>(number) : 0;
    return true;
  }
};

template <>
struct type_caster<ajeeb::bind::PyMove> {
  NB_TYPE_CASTER(ajeeb::bind::PyMove, const_name("Move"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    return ajeeb::bind::read_move(source.ptr(), value);
  }
  static handle from_cpp(ajeeb::bind::PyMove move, rv_policy, cleanup_list *) noexcept {
    return handle(Py_XNewRef(ajeeb::bind::move_object(move)));
  }
};

template <>
struct type_caster<ajeeb::bind::PyPiece> {
  NB_TYPE_CASTER(ajeeb::bind::PyPiece, const_name("Piece"))
  bool from_python(handle source, std::uint8_t, cleanup_list *) noexcept {
    return ajeeb::bind::read_piece(source.ptr(), value);
  }
  static handle from_cpp(ajeeb::bind::PyPiece piece, rv_policy, cleanup_list *) noexcept {
    return handle(Py_XNewRef(ajeeb::bind::piece_object(piece)));
  }
};

}  // namespace nanobind::detail
