// Games as trees, and the lines of a text handle, for src/ajeeb/pgn: what its nodes are made from.
#include "bind/arguments.hpp"
#include "bind/game_board.hpp"
#include "bind/iterators.hpp"
#include "bind/register.hpp"
#include "board/fen.hpp"
#include "pgn/game_lines.hpp"
#include "pgn/movetext.hpp"
#include "pgn/tree.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;
using pgn::Tree;

nb::str text_of(std::string_view text) {
  PyObject *object = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass");
  if (!object) throw nb::python_error();
  return nb::steal<nb::str>(object);
}

// ---- lines

struct Source {
  nb::object handle, readline;

  nb::object next() const {
    nb::object line = readline();
    if (!PyUnicode_Check(line.ptr())) {
      throw nb::type_error("expected a handle opened in text mode: its readline() gave no str");
    }
    return line;
  }
  // Where the handle stands; nothing if it can't tell.
  nb::object tell() const {
    PyObject *position = PyObject_CallMethod(handle.ptr(), "tell", nullptr);
    if (!position) PyErr_Clear();
    return nb::steal(position);
  }
};

// A str as UTF-8, lone surrogates too: error handlers keep bytes in them that are no text, to be written out again.
struct Utf8Text {
  nb::object encoded;
  std::string_view text;

  explicit Utf8Text(nb::handle object) {
    Py_ssize_t size = 0;
    if (const char *chars = PyUnicode_AsUTF8AndSize(object.ptr(), &size)) {
      text = {chars, static_cast<std::size_t>(size)};
      return;
    }
    PyErr_Clear();
    encoded = nb::steal(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogatepass"));
    if (!encoded.is_valid()) throw nb::python_error();
    text = {PyBytes_AS_STRING(encoded.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(encoded.ptr()))};
  }
};

// Takes one game's lines from the handle; `pending` is a line that an earlier call gave back. The answer's last item is
// the line that belongs to the next game, where the handle could not be set back before it.
nb::object read_game_lines(nb::object handle, nb::object pending) {
  using Answer = pgn::GameLines::Answer;
  const Source source{handle, handle.attr("readline")};
  pgn::GameLines lines;
  nb::object before = nb::none(), line;
  Answer answer = Answer::kMore;
  while (answer == Answer::kMore || answer == Answer::kLookAhead) {
    line = pending.is_none() ? source.next() : std::move(pending);
    pending = nb::none();
    answer = lines.add(Utf8Text(line).text);
    if (answer == Answer::kLookAhead) {
      before = source.tell();
    } else if (!lines.looks_ahead()) {
      before = nb::none();  // the game went on
    }
  }
  if (!lines.found()) return nb::none();
  nb::object left = nb::none();
  if (answer == Answer::kDoneBefore) {
    if (before.is_valid() && !before.is_none()) {
      handle.attr("seek")(before);
    } else {
      left = line;
    }
  }
  nb::list tags;
  for (const auto &[name, value] : lines.tags()) tags.append(nb::make_tuple(text_of(name), text_of(value)));
  return nb::make_tuple(tags, text_of(lines.movetext()), left);
}

// ---- tokens, for visitors written in Python

nb::list tokens_of(nb::str movetext) {
  nb::list tokens;
  const Utf8Text text(movetext);
  pgn::Movetext reader(text.text);
  for (pgn::Token token = reader.next(); token.kind != pgn::Token::Kind::kEnd; token = reader.next()) {
    const bool is_nag = token.kind == pgn::Token::Kind::kNag;
    tokens.append(nb::make_tuple(static_cast<int>(token.kind),
                                 is_nag ? nb::object(nb::int_(token.number)) : nb::object(text_of(token.text))));
  }
  return tokens;
}

// ---- trees

Tree::Index checked(const Tree &tree, Tree::Index index) {
  if (index >= tree.size()) throw nb::index_error("no such node");
  return index;
}

PyMove move_at(const Tree &tree, Tree::Index index) { return {tree.node(index).move.raw}; }

// (comment, starting comment, NAGs) of a node.
nb::object notes_of(const Tree &tree, Tree::Index index) {
  const Tree::Notes &notes = tree.notes(checked(tree, index));
  nb::object nags = nb::steal(PySet_New(nullptr));
  for (const int nag : notes.nags) PySet_Add(nags.ptr(), nb::int_(nag).ptr());
  return nb::make_tuple(text_of(notes.comment), text_of(notes.starting_comment), nags);
}

// A node object of `kind` whose __dict__ holds what a node from a tree starts with. No constructor runs: a game has
// very many nodes.
nb::object node_object(nb::handle kind, nb::handle tree, Tree::Index index, nb::handle parent, PyMove move) {
  static PyObject *const kNoArguments = PyTuple_New(0);
  static PyObject *const kNames[] = {PyUnicode_InternFromString("parent"), PyUnicode_InternFromString("move"),
                                     PyUnicode_InternFromString("_tree"), PyUnicode_InternFromString("_index")};
  auto *type = reinterpret_cast<PyTypeObject *>(kind.ptr());
  nb::object node = nb::steal(PyBaseObject_Type.tp_new(type, kNoArguments, nullptr));
  const nb::object fields = nb::steal(node.is_valid() ? PyObject_GenericGetDict(node.ptr(), nullptr) : nullptr);
  if (!fields.is_valid()) throw nb::python_error();
  const nb::object number = nb::int_(index);
  PyObject *const values[] = {parent.ptr(), move_object(move), tree.ptr(), number.ptr()};
  for (std::size_t i = 0; i < 4; i++) {
    if (PyDict_SetItem(fields.ptr(), kNames[i], values[i])) throw nb::python_error();
  }
  return node;
}

nb::list children_of(nb::handle self, Tree::Index index, nb::handle parent, nb::handle kind) {
  const Tree &tree = *nb::inst_ptr<Tree>(self);
  if (!PyType_Check(kind.ptr())) throw nb::type_error("expected a class");
  nb::list children;
  Tree::Index child = tree.node(checked(tree, index)).first_child;
  for (; child != Tree::kNone; child = tree.node(child).next_sibling) {
    children.append(node_object(kind, self, child, parent, move_at(tree, child)));
  }
  return children;
}

nb::object mainline_moves(const Tree &tree, Tree::Index index) {
  std::vector<Move> moves;
  Tree::Index child = tree.node(checked(tree, index)).first_child;
  for (; child != Tree::kNone; child = tree.node(child).first_child) moves.push_back(tree.node(child).move);
  PyObject *iterator = new_move_iterator(moves);
  if (!iterator) throw nb::python_error();
  return nb::steal(iterator);
}

nb::list faults_of(const Tree &tree) {
  nb::list faults;
  for (const Tree::Fault &fault : tree.faults()) {
    faults.append(nb::make_tuple(fault_name(fault.kind), text_of(fault.token), fault.fen));
  }
  return faults;
}

}  // namespace

void register_game(nb::module_ &parent) {
  nb::module_ module = nb::borrow<nb::module_>(parent.attr("pgn"));
  module.def("read_game_lines", read_game_lines, "handle"_a, "pending"_a.none() = nb::none(),
             nb::sig("def read_game_lines(handle: typing.TextIO, pending: str | None = None) -> "
                     "tuple[list[tuple[str, str]], str, str | None] | None"),
             "One game's tags and movetext, and the line read too far, if any; None at the end of the handle.");
  module.def("tokens", tokens_of, "movetext"_a, nb::sig("def tokens(movetext: str) -> list[tuple[int, str | int]]"),
             "The movetext as tokens: (1 move, 2 comment, 3 NAG, 4 variation opens, 5 closes, 6 result; text or NAG).");
  nb::class_<Tree> type(module, "Tree", "A game's moves, variations, comments and NAGs. Node 0 is the root.");
  type.def(
      "__init__",
      [](Tree *self, nb::str movetext, nb::object start) {
        const Board board = start.is_none() ? kStartBoard : nb::cast<const GameBoard &>(start).board();
        new (self) Tree(pgn::read_tree(Utf8Text(movetext).text, board));
      },
      "movetext"_a, "start"_a.none() = nb::none(),
      nb::sig("def __init__(self, movetext: str, start: ajeeb._core.Board | None = None) -> None"));
  type.def("children", children_of, "index"_a, "parent"_a, "kind"_a,
           nb::sig("def children(self, index: int, parent: object, kind: type) -> list[typing.Any]"),
           "The nodes behind a node, as objects of `kind` with the attributes parent, move, _tree and _index.");
  type.def("notes", notes_of, "index"_a, nb::sig("def notes(self, index: int) -> tuple[str, str, set[int]]"),
           "Comment, starting comment and NAGs of a node.");
  type.def("mainline_moves", mainline_moves, "index"_a,
           nb::sig("def mainline_moves(self, index: int) -> collections.abc.Iterator[ajeeb._core.Move]"),
           "The main moves behind a node.");
  type.def("faults", faults_of, nb::sig("def faults(self) -> list[tuple[str, str, str]]"),
           "The moves that could not be played: kind, token, and the FEN they were tried in.");
  type.def_prop_ro("result", &Tree::result,
                   "The first result token that is no \"*\", if any; empty if there was none.");
}

}  // namespace ajeeb::bind
