// The array kernels as functions over numpy's memory. Arrays come as plain integers: a packed position is four words,
// a fault one byte. Allocation, structured dtypes, `out=` and errors are src/ajeeb/batch's; here only sizes are
// checked, and the GIL is released around the work.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "batch/games.hpp"
#include "batch/moves.hpp"
#include "batch/planes.hpp"
#include "batch/policy.hpp"
#include "batch/positions.hpp"
#include "batch/texts.hpp"
#include "bind/register.hpp"
#include "board/status.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ajeeb::bind {

namespace {

using namespace ajeeb::batch;

template <class T>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using AnyShape = nb::ndarray<T, nb::numpy, nb::c_contig, nb::device::cpu>;
using Words = Array<const std::uint64_t>;  // packed positions, four words each
using FaultBytes = Array<std::uint8_t>;
using OptionalOffsets = std::optional<Array<const std::int64_t>>;

constexpr std::size_t kWordsPerRecord = sizeof(PackedPosition) / sizeof(std::uint64_t);

void require(bool holds, const char *what) {
  if (!holds) throw nb::value_error(what);
}

template <class T>
std::span<T> span_of(const Array<T> &array) {
  return {array.data(), array.size()};
}
Records records_of(const Words &words) {
  require(words.size() % kWordsPerRecord == 0, "packed positions are four words each");
  return {reinterpret_cast<const PackedPosition *>(words.data()), words.size() / kWordsPerRecord};
}
std::span<PackedPosition> records_of(const Array<std::uint64_t> &words) {
  require(words.size() % kWordsPerRecord == 0, "packed positions are four words each");
  return {reinterpret_cast<PackedPosition *>(words.data()), words.size() / kWordsPerRecord};
}
Faults faults_of(const FaultBytes &bytes, std::size_t rows) {
  require(bytes.size() == rows, "one fault a row");
  return {reinterpret_cast<RowFault *>(bytes.data()), rows};
}

void check_offsets(std::span<const std::int64_t> offsets, std::size_t groups, std::size_t items) {
  require(offsets.size() == groups + 1, "offsets has one entry more than there are rows");
  require(offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(items),
          "offsets begins with 0 and ends with the number of items");
  for (std::size_t i = 0; i < groups; i++) require(offsets[i] <= offsets[i + 1], "offsets must not descend");
}
Grouping grouping_of(const OptionalOffsets &offsets, std::size_t rows, std::size_t items) {
  if (!offsets) {
    require(rows == items, "one item a row, or offsets");
    return {};
  }
  check_offsets(span_of(*offsets), rows, items);
  return {span_of(*offsets)};
}

// Texts of Python's, held as long as this lives: a sequence of str or bytes, or one buffer of lines.
class HeldTexts {
 public:
  explicit HeldTexts(nb::handle source) {
    if (PyObject_CheckBuffer(source.ptr())) {
      if (PyObject_GetBuffer(source.ptr(), &buffer_, PyBUF_SIMPLE) != 0) throw nb::python_error();
      texts_ = split_lines({static_cast<const char *>(buffer_.buf), static_cast<std::size_t>(buffer_.len)});
    } else {
      items_ = nb::steal(PySequence_Tuple(source.ptr()));
      if (!items_.is_valid()) throw nb::python_error();
      const Py_ssize_t count = PyTuple_GET_SIZE(items_.ptr());
      texts_.reserve(static_cast<std::size_t>(count));
      for (Py_ssize_t i = 0; i < count; i++) texts_.push_back(text_of(PyTuple_GET_ITEM(items_.ptr(), i)));
    }
  }
  ~HeldTexts() {
    if (buffer_.obj) PyBuffer_Release(&buffer_);
  }
  HeldTexts(const HeldTexts &) = delete;
  HeldTexts &operator=(const HeldTexts &) = delete;

  std::size_t size() const { return texts_.size(); }
  Texts texts() const { return texts_; }

 private:
  static std::string_view text_of(PyObject *item) {
    Py_ssize_t size = 0;
    if (PyUnicode_Check(item)) {
      if (const char *bytes = PyUnicode_AsUTF8AndSize(item, &size)) return {bytes, static_cast<std::size_t>(size)};
      PyErr_Clear();
      return "\xFF";  // lone surrogates: not text in any encoding, and not chess either
    }
    char *bytes = nullptr;
    if (!PyBytes_Check(item)) throw nb::type_error("texts are str or bytes");
    PyBytes_AsStringAndSize(item, &bytes, &size);
    return {bytes, static_cast<std::size_t>(size)};
  }

  nb::object items_;
  Py_buffer buffer_{};
  std::vector<std::string_view> texts_;
};

using TextList = nb::typed<nb::list, nb::str>;

TextList list_of(const TextColumn &column) {
  nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(column.ends.size())));
  if (!list.is_valid()) throw nb::python_error();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < column.ends.size(); begin = column.ends[i++]) {
    const std::size_t length = column.ends[i] - begin;
    PyObject *text = PyUnicode_New(static_cast<Py_ssize_t>(length), 127);  // FEN, UCI and SAN are ASCII
    if (!text) throw nb::python_error();
    std::memcpy(PyUnicode_1BYTE_DATA(text), column.bytes.data() + begin, length);
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), text);
  }
  return nb::borrow<TextList>(list);
}

Array<std::uint16_t> array_of(std::unique_ptr<std::uint16_t[]> moves, std::size_t size) {
  std::uint16_t *data = moves.release();
  nb::capsule owner(data, [](void *memory) noexcept { delete[] static_cast<std::uint16_t *>(memory); });
  return Array<std::uint16_t>(data, {size}, owner);
}

void generate(const Words &positions, MoveArray &moves, const Array<std::int64_t> &offsets, const FaultBytes &faults,
              int threads) {
  const Records records = records_of(positions);
  require(offsets.size() == records.size() + 1, "offsets has one entry more than there are rows");
  const Faults fault_rows = faults_of(faults, records.size());
  const nb::gil_scoped_release release;
  batch::legal_moves(records, moves, span_of(offsets), fault_rows, threads);
}

void bind_enums(nb::module_ &module) {
  nb::enum_<View>(module, "View").value("WHITE", View::kWhite).value("MOVER", View::kMover);
  nb::enum_<Fill>(module, "Fill")
      .value("NO", Fill::kZeros)
      .value("FEN_ONLY", Fill::kUnlessStart)
      .value("ALWAYS", Fill::kRepeat);
  nb::enum_<PlaneEncoding>(module, "PlaneEncoding")
      .value("ALPHAZERO", PlaneEncoding::kAlphaZero)
      .value("LC0", PlaneEncoding::kLc0);
  nb::enum_<PolicyEncoding>(module, "PolicyEncoding")
      .value("ALPHAZERO", PolicyEncoding::kAlphaZero)
      .value("LC0", PolicyEncoding::kLc0);
  nb::enum_<MaskForm>(module, "MaskForm").value("BYTES", MaskForm::kBytes).value("BITS", MaskForm::kBits);
  nb::enum_<Question>(module, "Question")
      .value("CHECK", Question::kCheck)
      .value("CHECKMATE", Question::kCheckmate)
      .value("STALEMATE", Question::kStalemate);
  nb::enum_<KeyKind>(module, "KeyKind").value("ZOBRIST", KeyKind::kZobrist).value("POLYGLOT", KeyKind::kPolyglot);
  nb::enum_<CastlingRule>(module, "CastlingRule")
      .value("ANY", CastlingRule::kAny)
      .value("STANDARD", CastlingRule::kStandard)
      .value("CHESS960", CastlingRule::kChess960);
  nb::enum_<MoveNotation>(module, "MoveNotation")
      .value("UCI", MoveNotation::kUci)
      .value("UCI_STANDARD", MoveNotation::kUciStandard)
      .value("UCI_960", MoveNotation::kUci960)
      .value("SAN", MoveNotation::kSan);
}

void bind_faults(nb::module_ &module) {
  module.def("fault_name", [](std::uint8_t fault) { return fault_name(static_cast<RowFault>(fault)); }, "fault"_a);
  module.def(
      "fault_meaning", [](std::uint8_t fault) { return fault_meaning(static_cast<RowFault>(fault)); }, "fault"_a);
  module.def(
      "record_status",
      [](const Words &position) {
        Board board;
        const Records records = records_of(position);
        require(records.size() == 1, "one position");
        if (unpack(records[0], board) != PackFault::kNone) return std::vector<std::string_view>{};
        return status_names(status(board));
      },
      "position"_a, "The names of all faults of a position that can be unpacked.");
}

void bind_positions(nb::module_ &module) {
  module.def(
      "validate",
      [](const Words &positions, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        const nb::gil_scoped_release release;
        validate(records, fault_rows, threads);
      },
      "positions"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "count_legal",
      [](const Words &positions, const Array<std::int32_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        require(out.size() == records.size(), "out has one entry a row");
        const nb::gil_scoped_release release;
        batch::count_legal(records, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "ask",
      [](const Words &positions, Question question, const Array<std::uint8_t> &out, const FaultBytes &faults,
         int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        require(out.size() == records.size(), "out has one entry a row");
        const nb::gil_scoped_release release;
        ask(records, question, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "question"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "keys",
      [](const Words &positions, KeyKind kind, const Array<std::uint64_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        require(out.size() == records.size(), "out has one entry a row");
        const nb::gil_scoped_release release;
        keys(records, kind, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "kind"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "mirror",
      [](const Words &positions, const Array<std::uint64_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        require(out.size() == positions.size(), "out has one record a row");
        const nb::gil_scoped_release release;
        mirror(records, records_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
}

void bind_moves(nb::module_ &module) {
  module.def(
      "legal_moves",
      [](const Words &positions, const Array<std::int64_t> &offsets, const FaultBytes &faults, int threads) {
        MoveArray moves(usual_moves(positions.size() / kWordsPerRecord));
        generate(positions, moves, offsets, faults, threads);
        return array_of(moves.release(), moves.size());
      },
      "positions"_a.noconvert(), "offsets"_a.noconvert(), "faults"_a.noconvert(), "threads"_a,
      "Returns the moves; fills in offsets and faults.");
  module.def(
      "legal_moves_into",
      [](const Words &positions, const Array<std::uint16_t> &moves, const Array<std::int64_t> &offsets,
         const FaultBytes &faults, int threads) {
        MoveArray array(span_of(moves));
        generate(positions, array, offsets, faults, threads);
        return array.size();
      },
      "positions"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert(), "faults"_a.noconvert(), "threads"_a,
      "Returns how many moves there are; writes those for which there is room.");
  module.def(
      "apply",
      [](const Words &positions, const Array<const std::uint16_t> &moves, const OptionalOffsets &offsets,
         const Array<std::uint64_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Grouping grouping = grouping_of(offsets, records.size(), moves.size());
        const Faults fault_rows = faults_of(faults, moves.size());
        const std::span<PackedPosition> rows = records_of(out);
        require(rows.size() == moves.size(), "out has one record a move");
        const nb::gil_scoped_release release;
        apply(records, span_of(moves), grouping, rows, fault_rows, threads);
      },
      "positions"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert().none(), "out"_a.noconvert(),
      "faults"_a.noconvert(), "threads"_a);
}

Games games_of(const Words &starts, const Array<const std::uint16_t> &moves, const Array<const std::int64_t> &offsets,
               bool with_end) {
  const Records records = records_of(starts);
  require(offsets.size() != 0, "offsets has one entry more than there are games");
  const std::size_t count = offsets.size() - 1;
  require(records.empty() || records.size() == count, "one start a game, or none at all");
  check_offsets(span_of(offsets), count, moves.size());
  return {records, span_of(moves), span_of(offsets), with_end};
}

template <class Value>
void bind_game_planes(nb::module_ &module) {
  module.def(
      "game_planes",
      [](const Words &starts, const Array<const std::uint16_t> &moves, const Array<const std::int64_t> &offsets,
         bool with_end, PlaneEncoding encoding, Fill fill, const AnyShape<Value> &out, const FaultBytes &faults,
         int threads) {
        const Games games = games_of(starts, moves, offsets, with_end);
        const Faults fault_rows = faults_of(faults, games.rows());
        require(out.size() == games.rows() * plane_count(encoding) * kPlaneSquares, "out has one stack a row");
        const nb::gil_scoped_release release;
        game_planes(games, encoding, fill, out.data(), fault_rows, threads);
      },
      "starts"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert(), "with_end"_a, "encoding"_a, "fill"_a,
      "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
}

void bind_games(nb::module_ &module) {
  module.def(
      "play_out",
      [](const Words &starts, const Array<const std::uint16_t> &moves, const Array<const std::int64_t> &offsets,
         bool with_end, const Array<std::uint64_t> &out, const FaultBytes &faults, int threads) {
        const Games games = games_of(starts, moves, offsets, with_end);
        const Faults fault_rows = faults_of(faults, games.rows());
        const std::span<PackedPosition> rows = records_of(out);
        require(rows.size() == games.rows(), "out has one record a row");
        const nb::gil_scoped_release release;
        play_out(games, rows, fault_rows, threads);
      },
      "starts"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert(), "with_end"_a, "out"_a.noconvert(),
      "faults"_a.noconvert(), "threads"_a);
  module.def(
      "histories",
      [](const Words &starts, const Array<const std::uint16_t> &moves, const Array<const std::int64_t> &offsets,
         bool with_end, const Array<std::uint64_t> &out, const Array<std::uint8_t> &repetitions,
         const FaultBytes &faults, int threads) {
        const Games games = games_of(starts, moves, offsets, with_end);
        const Faults fault_rows = faults_of(faults, games.rows());
        const std::span<PackedPosition> rows = records_of(out);
        require(rows.size() == games.rows() * kHistory && repetitions.size() == rows.size(),
                "out has eight records a row, repetitions eight counts");
        const nb::gil_scoped_release release;
        histories(games, rows, span_of(repetitions), fault_rows, threads);
      },
      "starts"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert(), "with_end"_a, "out"_a.noconvert(),
      "repetitions"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  bind_game_planes<std::uint8_t>(module);
  bind_game_planes<float>(module);
}

template <class Value>
void bind_planes(nb::module_ &module) {
  module.def(
      "piece_planes",
      [](const Words &positions, View view, const AnyShape<Value> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        require(out.size() == records.size() * kPiecePlanes * kPlaneSquares, "out has one stack a row");
        const nb::gil_scoped_release release;
        piece_planes(records, view, out.data(), fault_rows, threads);
      },
      "positions"_a.noconvert(), "view"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "history_planes",
      [](const Words &positions, std::size_t depth, const std::optional<Array<const std::uint8_t>> &repetitions,
         PlaneEncoding encoding, Fill fill, const AnyShape<Value> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        require(depth >= 1 && depth <= kHistory, "a history has one to eight positions");
        require(records.size() % depth == 0, "every row has as many records");
        const std::size_t rows = records.size() / depth;
        const Faults fault_rows = faults_of(faults, rows);
        require(!repetitions || repetitions->size() == records.size(), "one repetition count a record");
        require(out.size() == rows * plane_count(encoding) * kPlaneSquares, "out has one stack a row");
        const std::span<const std::uint8_t> counts =
            repetitions ? span_of(*repetitions) : std::span<const std::uint8_t>{};
        const nb::gil_scoped_release release;
        history_planes(records, depth, counts, encoding, fill, out.data(), fault_rows, threads);
      },
      "positions"_a.noconvert(), "depth"_a, "repetitions"_a.noconvert().none(), "encoding"_a, "fill"_a,
      "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
}

void bind_policy(nb::module_ &module) {
  module.def("move_count", &batch::move_count, "encoding"_a, "How many indices a policy encoding has.");
  module.def(
      "index_table",
      [](PolicyEncoding encoding) {
        const auto &moves = policy::table(encoding).move;
        auto copy = std::make_unique_for_overwrite<std::uint16_t[]>(move_count(encoding));
        for (std::size_t i = 0; i < move_count(encoding); i++) copy[i] = moves[i].raw;
        return array_of(std::move(copy), move_count(encoding));
      },
      "encoding"_a, "The move of every index as the mover sees it; 0 where an index stands for none.");
  module.def(
      "move_index",
      [](const Words &positions, const Array<const std::uint16_t> &moves, const OptionalOffsets &offsets,
         PolicyEncoding encoding, const Array<std::int64_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Grouping grouping = grouping_of(offsets, records.size(), moves.size());
        const Faults fault_rows = faults_of(faults, moves.size());
        require(out.size() == moves.size(), "out has one index a move");
        const nb::gil_scoped_release release;
        move_indices(records, span_of(moves), grouping, encoding, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert().none(), "encoding"_a,
      "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "index_move",
      [](const Words &positions, const Array<const std::int64_t> &indices, const OptionalOffsets &offsets,
         PolicyEncoding encoding, const Array<std::uint16_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Grouping grouping = grouping_of(offsets, records.size(), indices.size());
        const Faults fault_rows = faults_of(faults, indices.size());
        require(out.size() == indices.size(), "out has one move an index");
        const nb::gil_scoped_release release;
        index_moves(records, span_of(indices), grouping, encoding, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "indices"_a.noconvert(), "offsets"_a.noconvert().none(), "encoding"_a,
      "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  module.def(
      "legal_mask",
      [](const Words &positions, PolicyEncoding encoding, MaskForm form, const Array<std::uint8_t> &out,
         const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Faults fault_rows = faults_of(faults, records.size());
        const std::size_t width = form == MaskForm::kBytes ? move_count(encoding) : mask_bytes(encoding);
        require(out.size() == records.size() * width, "out has one mask a row");
        const nb::gil_scoped_release release;
        legal_masks(records, encoding, form, out.data(), fault_rows, threads);
      },
      "positions"_a.noconvert(), "encoding"_a, "form"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
}

using FenFaultTuple = std::tuple<std::string_view, std::string_view, std::size_t, std::string_view>;

Result<Board, FenFault> read_again(const HeldTexts &texts, std::size_t row, CastlingRule rule, bool strict) {
  require(row < texts.size(), "no such text");
  return read_fen(texts.texts()[row], rule, strict ? Reading::kStrict : Reading::kLenient);
}

void bind_held_texts(nb::module_ &module) {
  nb::class_<HeldTexts>(module, "Texts", "Texts held for reading: a sequence of str or bytes, or a buffer of lines.")
      .def(nb::init<nb::handle>(), "source"_a)
      .def("__len__", &HeldTexts::size)
      .def(
          "__getitem__",
          [](const HeldTexts &held, std::size_t i) {
            if (i >= held.size()) throw nb::index_error("text index out of range");
            const std::string_view text = held.texts()[i];
            return nb::bytes(text.data(), text.size());
          },
          "index"_a);
  module.def(
      "fen_fault",
      [](const HeldTexts &texts, std::size_t row, CastlingRule rule, bool strict) -> std::optional<FenFaultTuple> {
        const auto board = read_again(texts, row, rule, strict);
        if (board) return {};
        const FenFault &fault = board.error();
        return FenFaultTuple{fault.kind, field_name(fault.field), fault.offset, fault.expected};
      },
      "texts"_a, "row"_a, "rule"_a, "strict"_a,
      "What makes a text unreadable: kind, field, byte offset, what was expected; None if nothing does.");
  module.def(
      "fen_status",
      [](const HeldTexts &texts, std::size_t row, CastlingRule rule, bool strict) {
        const auto board = read_again(texts, row, rule, strict);
        return board ? status_names(status(*board)) : std::vector<std::string_view>{};
      },
      "texts"_a, "row"_a, "rule"_a, "strict"_a, "The names of all faults of the position that a text describes.");
}

template <class Value>
void bind_planes_from_fens(nb::module_ &module) {
  module.def(
      "planes_from_fens",
      [](const HeldTexts &texts, CastlingRule rule, bool strict, View view, const AnyShape<Value> &out,
         const FaultBytes &faults, int threads) {
        require(out.size() == texts.size() * kPiecePlanes * kPlaneSquares, "out has one stack a text");
        const Faults fault_rows = faults_of(faults, texts.size());
        const Reading reading = strict ? Reading::kStrict : Reading::kLenient;
        const nb::gil_scoped_release release;
        planes_from_fens(texts.texts(), rule, reading, view, out.data(), fault_rows, threads);
      },
      "texts"_a, "rule"_a, "strict"_a, "view"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
}

void bind_fens(nb::module_ &module) {
  bind_planes_from_fens<std::uint8_t>(module);
  bind_planes_from_fens<float>(module);
  module.def(
      "from_fens",
      [](const HeldTexts &texts, CastlingRule rule, bool strict, const Array<std::uint64_t> &out,
         const FaultBytes &faults, int threads) {
        const std::span<PackedPosition> rows = records_of(out);
        require(rows.size() == texts.size(), "out has one record a text");
        const Faults fault_rows = faults_of(faults, rows.size());
        const Reading reading = strict ? Reading::kStrict : Reading::kLenient;
        const nb::gil_scoped_release release;
        from_fens(texts.texts(), rule, reading, rows, fault_rows, threads);
      },
      "texts"_a, "rule"_a, "strict"_a, "out"_a.noconvert(), "faults"_a.noconvert(), "threads"_a);
  const auto write_fens = [](const Words &positions, bool shredder, std::string_view line_end, const FaultBytes &faults,
                             int threads) {
    const Records records = records_of(positions);
    const Faults fault_rows = faults_of(faults, records.size());
    const CastlingOutput castling = shredder ? CastlingOutput::kShredder : CastlingOutput::kXfen;
    const nb::gil_scoped_release release;
    return to_fens(records, castling, line_end, fault_rows, threads);
  };
  module.def(
      "to_fens",
      [write_fens](const Words &positions, bool shredder, const FaultBytes &faults, int threads) {
        return list_of(write_fens(positions, shredder, "", faults, threads));
      },
      "positions"_a.noconvert(), "shredder"_a, "faults"_a.noconvert(), "threads"_a);
  module.def(
      "to_fen_lines",
      [write_fens](const Words &positions, bool shredder, const FaultBytes &faults, int threads) {
        const TextColumn column = write_fens(positions, shredder, "\n", faults, threads);
        return nb::bytes(column.bytes.data(), column.bytes.size());
      },
      "positions"_a.noconvert(), "shredder"_a, "faults"_a.noconvert(), "threads"_a);
}

void bind_move_texts(nb::module_ &module) {
  module.def(
      "to_texts",
      [](const Words &positions, const Array<const std::uint16_t> &moves, const OptionalOffsets &offsets,
         MoveNotation notation, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Grouping grouping = grouping_of(offsets, records.size(), moves.size());
        const Faults fault_rows = faults_of(faults, moves.size());
        TextColumn column;
        {
          const nb::gil_scoped_release release;
          column = to_texts(records, span_of(moves), grouping, notation, fault_rows, threads);
        }
        return list_of(column);
      },
      "positions"_a.noconvert(), "moves"_a.noconvert(), "offsets"_a.noconvert().none(), "notation"_a,
      "faults"_a.noconvert(), "threads"_a);
  module.def(
      "from_texts",
      [](const Words &positions, const HeldTexts &texts, const OptionalOffsets &offsets, MoveNotation notation,
         const Array<std::uint16_t> &out, const FaultBytes &faults, int threads) {
        const Records records = records_of(positions);
        const Grouping grouping = grouping_of(offsets, records.size(), texts.size());
        const Faults fault_rows = faults_of(faults, texts.size());
        require(out.size() == texts.size(), "out has one move a text");
        const nb::gil_scoped_release release;
        from_texts(records, texts.texts(), grouping, notation, span_of(out), fault_rows, threads);
      },
      "positions"_a.noconvert(), "texts"_a, "offsets"_a.noconvert().none(), "notation"_a, "out"_a.noconvert(),
      "faults"_a.noconvert(), "threads"_a);
}

}  // namespace

void register_batch(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("batch", "Kernels over arrays of packed positions.");
  bind_enums(module);
  bind_faults(module);
  bind_positions(module);
  bind_moves(module);
  bind_games(module);
  bind_planes<std::uint8_t>(module);
  bind_planes<float>(module);
  bind_policy(module);
  bind_held_texts(module);
  bind_fens(module);
  bind_move_texts(module);
}

}  // namespace ajeeb::bind
