// The engine's Python face: searches with the GIL released, the evaluation's terms, self-play and features for the
// tuner, and the protocol loop. Positions come as a FEN and UCI moves; ajeeb.engine gives them their Python shape.
#include <array>
#include <atomic>

#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/register.hpp"
#include "board/notation.hpp"
#include "engine/bench.hpp"
#include "engine/endgames.hpp"
#include "engine/engine.hpp"
#include "engine/features.hpp"
#include "engine/options.hpp"
#include "engine/protocol.hpp"
#include "engine/see.hpp"
#include "engine/selfplay.hpp"

namespace nb = nanobind;

namespace ajeeb::bind {

namespace {

using namespace engine;  // NOLINT: this file is about nothing else

[[noreturn]] void raise(const char *error, const std::string &message) {
  const nb::object type = nb::module_::import_("ajeeb.errors").attr(error);
  PyErr_SetString(type.ptr(), message.c_str());
  throw nb::python_error();
}

Move read_move(const Board &board, const std::string &text) {
  const auto move = parse_uci(board, text);
  if (!move) {
    const bool illegal = move.error() == MoveFault::kIllegal;
    raise(illegal ? "IllegalMoveError" : "InvalidMoveError", "'" + text + "' is " + fault_name(move.error()) + " here");
  }
  return *move;
}

Position read_position(const std::string &fen, const std::vector<std::string> &moves, bool chess960) {
  const ReadPosition read = read_fen(fen, chess960);
  if (!read.board) {
    raise(read.is_illegal ? "IllegalPositionError" : "InvalidFenError", read.fault + ": '" + fen.substr(0, 200) + "'");
  }
  if (!read.dropped.empty()) {
    raise("IllegalPositionError", "the position has " + read.dropped + ": '" + fen.substr(0, 200) + "'");
  }
  Position position(*read.board);
  for (const std::string &text : moves) position.do_move(read_move(position.board(), text));
  return position;
}

std::string move_text(const Board &board, Move move) { return std::string(to_uci(board, move).view()); }

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_array(std::vector<T> values) {
  auto *kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void *pointer) noexcept { delete static_cast<std::vector<T> *>(pointer); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

// What the stubs say of the plain containers handed over.
using Dict = nb::typed<nb::dict, nb::str, nb::any>;
using List = nb::typed<nb::list, nb::any>;
using Pair = nb::typed<nb::tuple, int, int>;
using Triple = nb::typed<nb::tuple, int, int, int>;

Pair pair_of(Score score) { return nb::make_tuple(score.mg(), score.eg()); }

// --- position and evaluation ---------------------------------------------------------------------------------------

Dict position_state(const std::string &fen, const std::vector<std::string> &moves, bool chess960) {
  const Position position = read_position(fen, moves, chess960);
  const State &state = position.state();
  nb::dict out;
  out["side_bitboards"] = nb::make_tuple(state.board.by_color[kWhite], state.board.by_color[kBlack]);
  nb::list pieces;
  for (const Piece piece : state.piece_list) {
    if (piece == kNoPiece) {
      pieces.append(nb::none());
    } else {
      pieces.append(std::string(1, "PNBRQKpnbrqk"[piece]));
    }
  }
  out["piece_list"] = pieces;
  out["key"] = state.key;
  out["pawn_key"] = state.pawn_key;
  out["phase_raw"] = state.phase;
  out["phase"] = static_cast<double>(clamped_phase(state.phase)) / kMaxPhase;
  nb::dict base;
  for (const Color color : {kWhite, kBlack}) {
    nb::dict side;
    side["material"] = pair_of(state.eval_base[color].material);
    side["placement"] = pair_of(state.eval_base[color].placement);
    base[color == kWhite ? "white" : "black"] = side;
  }
  out["eval_base"] = base;
  out["next_move"] = nb::none();
  std::vector<std::string> history;
  for (const State &before : position.history()) history.push_back(move_text(before.board, before.next_move));
  out["history"] = history;
  out["in_check"] = position.in_check();
  return out;
}

Dict evaluation(const std::string &fen, const std::vector<std::string> &moves, bool chess960) {
  const Position position = read_position(fen, moves, chess960);
  const Trace traced = trace(position);
  nb::list terms;
  for (const TermLine &line : term_lines(traced)) {
    const Score white = line.by_color[kWhite], black = line.by_color[kBlack];
    const auto tapered = [&](Score score) { return taper(score, traced.weight, traced.scale); };
    terms.append(nb::make_tuple(line.name, pair_of(white), pair_of(black), tapered(white), tapered(black),
                                tapered(white - black)));
  }
  nb::list placement;  // per square: mg, eg of the piece that stands there, its owner's view
  for (Square square = 0; square < 64; square++) {
    const Piece piece = position.piece_on(square);
    const Color color = piece < kPieceTypes ? kWhite : kBlack;
    if (piece == kNoPiece) {
      placement.append(nb::none());
    } else {
      const int table = position.state().placement_table[color];
      placement.append(pair_of(placement_value(table, color, type_of(piece), square)));
    }
  }
  nb::dict out;
  out["terms"] = terms;
  out["placement"] = placement;
  out["phase"] = traced.phase;
  out["weight"] = traced.weight;
  out["scale"] = traced.scale;
  out["known_ending"] = traced.known_ending;
  out["value"] = traced.value;
  PawnTable pawns;
  out["side_to_move_value"] = evaluate(position, pawns);
  return out;
}

List parameter_blocks() {
  nb::list blocks;
  const auto add = [&](const ParameterBlock &block, bool is_danger) {
    nb::list values;
    for (int i = block.first; i < block.first + block.count; i++) {
      const auto index = static_cast<std::size_t>(i);
      if (is_danger) {
        values.append(kDanger[index]);
      } else {
        values.append(pair_of(kParameters[index]));
      }
    }
    blocks.append(nb::make_tuple(std::string(block.name), std::string(block.group), std::string(block.meaning),
                                 is_danger, values));
  };
  for (const ParameterBlock &block : kParameterBlocks) add(block, false);
  for (const ParameterBlock &block : kDangerBlocks) add(block, true);
  return blocks;
}

// --- data for the tuner --------------------------------------------------------------------------------------------

using Records = nb::ndarray<const std::uint8_t, nb::shape<-1, 32>, nb::c_contig, nb::device::cpu>;

std::vector<PackedPosition> records_of(const Records &bytes) {
  std::vector<PackedPosition> records(bytes.shape(0));
  std::copy_n(bytes.data(), records.size() * sizeof(PackedPosition), reinterpret_cast<std::uint8_t *>(records.data()));
  return records;
}

Dict features(Records records) {
  Features found;
  {
    const nb::gil_scoped_release unlocked;
    found = extract_features(records_of(records));
  }
  nb::dict out;
  out["offsets"] = to_array(std::move(found.terms.offsets));
  out["index"] = to_array(std::move(found.terms.index));
  out["count"] = to_array(std::move(found.terms.count));
  out["danger_offsets"] = to_array(std::move(found.danger.offsets));
  out["danger_index"] = to_array(std::move(found.danger.index));
  out["danger_count"] = to_array(std::move(found.danger.count));
  out["phase"] = to_array(std::move(found.phase));
  out["scale"] = to_array(std::move(found.scale));
  out["rows"] = to_array(std::move(found.rows));
  return out;
}

// Ends work that other threads do in the core, without the GIL.
class StopFlag {
 public:
  void set() { is_set_ = true; }
  static const std::atomic<bool> *of(const StopFlag *flag) { return flag ? &flag->is_set_ : nullptr; }

 private:
  std::atomic<bool> is_set_{false};
};

nb::bytes play_selfplay(int games, std::int64_t nodes, std::uint64_t seed, int random_plies, int chess960_share,
                        const StopFlag *stop) {
  std::vector<PackedPosition> positions;
  {
    const nb::gil_scoped_release unlocked;
    SelfplayOptions options;
    options.games = games;
    options.nodes = nodes;
    options.seed = seed;
    options.random_plies = random_plies;
    options.chess960_share = chess960_share;
    options.interrupted = StopFlag::of(stop);
    positions = selfplay(options);
  }
  return nb::bytes(positions.data(), positions.size() * sizeof(PackedPosition));
}

nb::bytes sample_leaves_of(Records roots, std::int64_t nodes, int interval, const StopFlag *stop) {
  std::vector<PackedPosition> positions;
  {
    const nb::gil_scoped_release unlocked;
    positions = sample_leaves(records_of(roots), nodes, interval, StopFlag::of(stop));
  }
  return nb::bytes(positions.data(), positions.size() * sizeof(PackedPosition));
}

// --- searching -----------------------------------------------------------------------------------------------------

Dict info_dict(const SearchInfo &info, const Board &root) {
  nb::dict out;
  out["depth"] = info.depth;
  out["seldepth"] = info.seldepth;
  out["multipv"] = info.line;
  out["score"] = info.score;
  out["is_mate"] = is_mate_score(info.score);
  out["mate"] = is_mate_score(info.score) ? moves_to_mate(info.score) : 0;
  out["bound"] = static_cast<int>(info.bound);
  const WinDrawLoss wdl = win_draw_loss(info.score);
  out["wdl"] = nb::make_tuple(wdl.win, wdl.draw, wdl.loss);
  out["nodes"] = info.nodes;
  out["time_ms"] = info.time_ms;
  out["hashfull"] = info.hashfull;
  std::vector<std::string> pv;
  Board board = root;
  for (const Move move : info.pv) {
    pv.push_back(move_text(board, move));
    ajeeb::do_move(board, move);
  }
  out["pv"] = pv;
  return out;
}

using Number = std::optional<std::int64_t>;

// The Python callbacks, called with the GIL; their first exception ends the search and is raised at its end.
class Listener {
 public:
  Listener(nb::object on_info, nb::object on_begun, Engine &engine, const Board &root)
      : on_info_(std::move(on_info)), on_begun_(std::move(on_begun)), engine_(engine), root_(root) {}
  void begin() {
    tell(on_begun_, [this] { on_begun_(); });
  }
  void operator()(const SearchInfo &info) {
    tell(on_info_, [&] { on_info_(info_dict(info, root_)); });
  }
  void raise_failure() {
    if (failed_) throw std::move(*failed_);
  }

 private:
  template <class Call>
  void tell(const nb::object &callback, const Call &call) {
    const nb::gil_scoped_acquire locked;
    if (failed_ || callback.is_none()) return;
    try {
      call();
    } catch (nb::python_error &error) {
      failed_.emplace(std::move(error));
      engine_.stop();
    }
  }

  nb::object on_info_, on_begun_;
  Engine &engine_;
  const Board root_;
  std::optional<nb::python_error> failed_;
};

nb::typed<nb::tuple, nb::any, nb::any, Dict> search(Engine &engine, const std::string &fen,
                                                    const std::vector<std::string> &moves, bool chess960, Number depth,
                                                    Number nodes, Number mate, Number movetime, Number white_time,
                                                    Number black_time, Number white_increment, Number black_increment,
                                                    Number moves_to_go, const std::vector<std::string> &root_moves,
                                                    bool infinite, bool ponder, nb::object on_info,
                                                    nb::object on_begun) {
  const Position position = read_position(fen, moves, chess960);
  const auto small = [](Number value) {
    constexpr std::int64_t kMost = 1'000'000;
    return value ? std::optional<int>(static_cast<int>(std::clamp<std::int64_t>(*value, 0, kMost))) : std::nullopt;
  };
  Limits limits;
  limits.depth = small(depth);
  limits.mate = small(mate);
  limits.movestogo = small(moves_to_go);
  limits.nodes = nodes;
  limits.movetime = movetime;
  limits.time = {white_time, black_time};
  limits.increment = {white_increment, black_increment};
  limits.infinite = infinite;
  limits.ponder = ponder;
  for (const std::string &text : root_moves) limits.searchmoves.push_back(read_move(position.board(), text));
  Listener listener(std::move(on_info), std::move(on_begun), engine, position.board());
  Outcome outcome;
  {
    const nb::gil_scoped_release unlocked;
    outcome = engine.run(
        position, limits, [&listener](const SearchInfo &info) { listener(info); }, [&listener] { listener.begin(); });
  }
  listener.raise_failure();
  nb::object best = nb::none(), expected = nb::none();
  if (!outcome.best.is_null()) {
    Board next = position.board();
    best = nb::cast(move_text(next, outcome.best));
    ajeeb::do_move(next, outcome.best);
    if (!outcome.ponder.is_null()) expected = nb::cast(move_text(next, outcome.ponder));
  }
  return nb::make_tuple(best, expected, info_dict(outcome.info, position.board()));
}

// Every option that a protocol could set: (name, UCI's type, default, lowest, highest).
List option_rows() {
  nb::list rows;
  for (const NamedOption &option : named_options()) {
    if (!option.apply) continue;
    constexpr std::array<const char *, 3> kTypes = {"spin", "check", "button"};
    rows.append(nb::make_tuple(std::string(option.name), kTypes[static_cast<std::size_t>(option.kind)], option.preset,
                               option.lowest, option.highest));
  }
  return rows;
}

bool set_option(Engine &engine, const std::string &name, int value) {
  const NamedOption *option = find_option(name);
  if (!option || !option->apply) {
    const nb::gil_scoped_acquire locked;
    raise("EngineError", "there is no option '" + name + "'");
  }
  return option->apply(engine, std::clamp(value, option->lowest, option->highest));
}

void register_search(nb::module_ &module) {
  using Unlocked = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<Engine> engine(module, "Engine", "One engine: its table, its threads, its options. One search at a time.");
  engine.def(nb::init<int, int>(), nb::arg("hash") = 16, nb::arg("threads") = 1)
      .def("set_option", &set_option, nb::arg("name"), nb::arg("value"), Unlocked(),
           "Set an option by its UCI name, ending a running search first. False if there is no memory for it.")
      .def("new_game", &Engine::new_game, Unlocked())
      .def("stop", &Engine::stop, "End the search that runs in another thread.", Unlocked())
      .def(
          "ponderhit", [](Engine &self) { self.ponderhit(); }, Unlocked())
      .def_prop_ro("hash", &Engine::hash)
      .def_prop_ro("threads", &Engine::threads)
      .def("search", &search, nb::arg("fen"), nb::arg("moves"), nb::arg("chess960") = false,
           nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("mate") = nb::none(),
           nb::arg("movetime") = nb::none(), nb::arg("white_time") = nb::none(), nb::arg("black_time") = nb::none(),
           nb::arg("white_increment") = nb::none(), nb::arg("black_increment") = nb::none(),
           nb::arg("moves_to_go") = nb::none(), nb::arg("root_moves") = std::vector<std::string>{},
           nb::arg("infinite") = false, nb::arg("ponder") = false, nb::arg("on_info") = nb::none(),
           nb::arg("on_begun") = nb::none(),
           "Search and return (best move, expected answer, last info). Times are in milliseconds. A `stop` or a "
           "`ponderhit` is heard from `on_begun` on.");
}

}  // namespace

void register_engine(nb::module_ &parent) {
  nb::module_ module = parent.def_submodule("engine", "The chess engine: search, evaluation, self-play, protocols.");
  register_search(module);
  nb::class_<StopFlag>(module, "StopFlag", "Ends what runs in other threads: they return what they have.")
      .def(nb::init<>())
      .def("set", &StopFlag::set);
  module.def(
      "run_protocol", [] { return run_protocol(stdin, stdout); }, nb::call_guard<nb::gil_scoped_release>(),
      "Speak UCI (or XBoard) on standard input and output until `quit`. Returns the exit code.");
  module.def(
      "bench",
      [](int depth, int hash, int threads, const StopFlag *stop) -> Pair {
        std::optional<BenchResult> result;
        {
          const nb::gil_scoped_release unlocked;
          result = bench(depth, hash, threads, StopFlag::of(stop));
        }
        if (!result) raise("EngineError", "there is no memory for a hash table of " + std::to_string(hash) + " MB");
        return nb::make_tuple(result->nodes, result->time_ms);
      },
      nb::arg("depth") = kBenchDepth, nb::arg("hash") = kBenchHash, nb::arg("threads") = 1,
      nb::arg("stop").none() = nb::none(), "The nodes and milliseconds of the fixed bench.");
  module.def("option_rows", &option_rows, "(name, type, default, lowest, highest) of every option.");
  module.def("position_state", &position_state, nb::arg("fen"), nb::arg("moves") = std::vector<std::string>{},
             nb::arg("chess960") = false);
  module.def("evaluation", &evaluation, nb::arg("fen"), nb::arg("moves") = std::vector<std::string>{},
             nb::arg("chess960") = false);
  module.def("parameter_blocks", &parameter_blocks, "(name, group, meaning, is danger, values) of every block.");
  module.def("features", &features, nb::arg("records"), "Sparse features of packed positions, shape (n, 32) uint8.");
  module.def("selfplay", &play_selfplay, nb::arg("games"), nb::arg("nodes"), nb::arg("seed"),
             nb::arg("random_plies") = 8, nb::arg("chess960_share") = 8, nb::arg("stop").none() = nb::none(),
             "Packed positions of self-played games.");
  module.def(
      "sample_leaves", &sample_leaves_of, nb::arg("roots"), nb::arg("nodes"), nb::arg("interval"),
      nb::arg("stop").none() = nb::none(),
      "Packed positions that searches from packed positions, shape (n, 32) uint8, evaluated: every interval-th.");
  module.def(
      "see_at_least",
      [](const std::string &fen, const std::string &move, int threshold) {
        const Position position = read_position(fen, {}, false);
        return see_at_least(position, read_move(position.board(), move), threshold);
      },
      nb::arg("fen"), nb::arg("move"), nb::arg("threshold"));
  module.def(
      "win_draw_loss",
      [](int score) -> Triple {
        const WinDrawLoss wdl = win_draw_loss(score);
        return nb::make_tuple(wdl.win, wdl.draw, wdl.loss);
      },
      nb::arg("score"));
}

}  // namespace ajeeb::bind
