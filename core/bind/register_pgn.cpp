// The PGN reader's Python face: the splitter, the reader of chunks, and their columns as numpy arrays that share the
// core's memory. Files, threads and errors are src/ajeeb/pgn's.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <optional>

#include "bind/register.hpp"
#include "pgn/commands.hpp"
#include "pgn/reader.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace ajeeb::bind {

namespace {

using namespace ajeeb::pgn;

template <class T>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig>;

// A view of a column; the array keeps `owner`, whose column it is, alive.
template <class T>
Array<T> view(nb::handle owner, Column<T> &column) {
  return Array<T>(column.data(), {column.size()}, owner);
}
Array<std::uint8_t> view_bytes(nb::handle owner, Column<PackedPosition> &column) {
  return Array<std::uint8_t>(reinterpret_cast<std::uint8_t *>(column.data()), {column.size() * sizeof(PackedPosition)},
                             owner);
}
// The column itself, moved into an array.
template <class T>
Array<T> release(Column<T> &&column) {
  auto *kept = new Column<T>(std::move(column));
  const nb::capsule owner(kept, [](void *memory) noexcept { delete static_cast<Column<T> *>(memory); });
  return Array<T>(kept->data(), {kept->size()}, owner);
}

template <auto column>
void def_column(nb::class_<Games> &games, const char *name, const char *doc) {
  games.def_prop_ro(name, [](nb::handle self) { return view(self, nb::cast<Games &>(self).*column); }, doc);
}

using FaultRow = nb::typed<nb::tuple, nb::str, int, int, int, int, int, nb::bytes>;

nb::typed<nb::list, FaultRow> faults(const Games &games) {
  nb::list list;
  for (std::size_t i = 0; i < games.faults.size(); i++) {
    const Fault &fault = games.faults[i];
    const std::string_view kind = fault_name(fault.kind);
    list.append(nb::make_tuple(nb::str(kind.data(), kind.size()), fault.line, fault.byte, fault.game_byte, fault.game,
                               fault.ply, nb::bytes(games.fault_text.data() + fault.token, fault.length)));
  }
  return list;
}

using TagArrays = nb::typed<nb::tuple, Array<char>, Array<std::int64_t>, Array<std::uint8_t>>;

nb::typed<nb::list, nb::str> strings_of_tags(const Games &games, std::size_t game) {
  if (game >= games.size()) throw nb::index_error("no such game");
  nb::list list;
  for (std::int64_t i = games.tag_offsets[game]; i < games.tag_offsets[game + 1]; i++) {
    const std::int64_t begin = games.tag_ends[static_cast<std::size_t>(i)];
    const std::int64_t end = games.tag_ends[static_cast<std::size_t>(i) + 1];
    list.append(nb::str(games.tag_text.data() + begin, static_cast<std::size_t>(end - begin)));
  }
  return list;
}

nb::typed<nb::list, nb::str> flag_names() {
  nb::list names;
  for (std::size_t i = 0; i < kGameFlags; i++) names.append(nb::str(flag_name(i).data(), flag_name(i).size()));
  return names;
}

std::uint64_t next_line(const Chunk &chunk) {
  return chunk.line + static_cast<std::uint64_t>(std::count(chunk.text.begin(), chunk.text.end(), '\n'));
}

void register_splitter(nb::module_ &module) {
  nb::class_<Chunk>(module, "Chunk", "Bytes of whole games.")
      .def_ro("byte", &Chunk::byte, "Where the chunk begins in the stream.")
      .def_ro("line", &Chunk::line, "Likewise, counted from 1.")
      .def_prop_ro("next_byte", [](const Chunk &chunk) { return chunk.byte + chunk.text.size(); })
      .def_prop_ro("next_line", &next_line)
      .def_prop_ro(
          "is_cut_off", [](const Chunk &chunk) { return chunk.end == Chunk::End::kTooLong; },
          "True if the game at its end was too long and its rest is skipped.")
      .def_prop_ro(
          "text", [](const Chunk &chunk) { return nb::bytes(chunk.text.data(), chunk.text.size()); }, "A copy.")
      .def("__len__", [](const Chunk &chunk) { return chunk.text.size(); });
  nb::class_<Splitter>(module, "Splitter", "Cuts a stream into chunks of whole games.")
      .def(nb::init<std::size_t, std::uint64_t, std::uint64_t, bool>(), "target"_a, "byte"_a = 0, "line"_a = 1,
           "skipping"_a = false)
      .def(
          "feed",
          [](Splitter &splitter, const nb::bytes &block) {
            const std::string_view bytes(block.c_str(), block.size());
            const nb::gil_scoped_release unlocked;
            splitter.feed(bytes);
          },
          "block"_a)
      .def("finish", &Splitter::finish, "truncated"_a = false, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "take",
          [](Splitter &splitter) {
            return splitter.has_chunk() ? std::optional<Chunk>(splitter.take_chunk()) : std::nullopt;
          },
          "The next chunk, or None.");
}

void register_games(nb::module_ &module) {
  nb::class_<Games> games(module, "Games", "The games of one chunk, as columns.");
  games.def("__len__", &Games::size)
      .def_ro("games_read", &Games::games_read, "Good and bad.")
      .def_ro("tokens", &Games::tokens)
      .def_prop_ro("start", [](nb::handle self) { return view_bytes(self, nb::cast<Games &>(self).start); })
      .def_prop_ro("positions", [](nb::handle self) { return view_bytes(self, nb::cast<Games &>(self).positions); })
      .def_prop_ro("faults", &faults, "(kind, line, byte, game byte, game, ply, token) of each.")
      .def("tags", &strings_of_tags, "game"_a, "Names and values of one game's tags, in turn.")
      .def(
          "tag_column",
          [](const Games &self, std::string_view name) -> TagArrays {
            TagColumn column = tag_column(self, name);
            return nb::make_tuple(release(std::move(column.text)), release(std::move(column.offsets)),
                                  release(std::move(column.present)));
          },
          "name"_a, "(text, offsets, present) of one tag.")
      .def(
          "rating_column", [](const Games &self, std::string_view name) { return release(rating_column(self, name)); },
          "name"_a, "One rating tag as int16; 0 where unknown.");
  def_column<&Games::byte>(games, "byte", "Where each game begins in the stream.");
  def_column<&Games::line>(games, "line", "Likewise, counted from 1.");
  def_column<&Games::result>(games, "result", "0 black won, 1 draw, 2 white won, 3 unknown.");
  def_column<&Games::chess960>(games, "chess960", "");
  def_column<&Games::flags>(games, "flags", "Bits, named by flag_names().");
  def_column<&Games::ply_offsets>(games, "ply_offsets", "n + 1 offsets into the columns of plies.");
  def_column<&Games::tag_offsets>(games, "tag_offsets", "n + 1 offsets into tag_ends.");
  def_column<&Games::moves>(games, "moves", "");
  def_column<&Games::clock>(games, "clock", "Milliseconds; -1 for none.");
  def_column<&Games::eval>(games, "eval", "Centipawns, white's view, behind the move; NO_SCORE for none.");
  def_column<&Games::mate>(games, "mate", "Moves to mate; NO_SCORE for none.");
  def_column<&Games::ply_flags>(games, "ply_flags", "1: the mover is in check, 2: the move captures.");
  def_column<&Games::tag_text>(games, "tag_text", "");
  def_column<&Games::tag_ends>(games, "tag_ends", "");
}

}  // namespace

void register_pgn(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("pgn", "The streaming PGN reader.");
  module.def("flag_names", &flag_names, "What the bits of Games.flags say, the lowest first.");
  module.attr("NO_SCORE") = kNoScore;
  module.attr("MAX_GAME_BYTES") = kMaxGameBytes;
  module.attr("MAX_COMMENT_BYTES") = kMaxCommentBytes;
  register_splitter(module);
  register_games(module);
  nb::enum_<Work>(module, "Work", "How much of the games is read.")
      .value("TOKENS", Work::kTokens)
      .value("MOVES", Work::kMoves)
      .value("POSITIONS", Work::kPositions);
  module.def(
      "read_games",
      [](const Chunk &chunk, Work work, bool keep_faulty) {
        const nb::gil_scoped_release unlocked;
        return read_games(chunk, {.work = work, .keep_faulty = keep_faulty});
      },
      "chunk"_a, "work"_a = Work::kPositions, "keep_faulty"_a = false);
}

}  // namespace ajeeb::bind
