#include "engine/uci.hpp"

#include <algorithm>
#include <array>

#include "board/fen.hpp"
#include "board/notation.hpp"
#include "board/perft.hpp"
#include "engine/bench.hpp"
#include "engine/evaluate.hpp"
#include "engine/options.hpp"

namespace ajeeb::engine {

namespace {

std::string announcement(const NamedOption &option) {
  const std::string line = "option name " + std::string(option.name) + " type ";
  switch (option.kind) {
    case OptionKind::kButton:
      return line + "button";
    case OptionKind::kCheck:
      return line + "check default " + (option.preset ? "true" : "false");
    case OptionKind::kSpin:
      break;
  }
  return line + "spin default " + std::to_string(option.preset) + " min " + std::to_string(option.lowest) + " max " +
         std::to_string(option.highest);
}

std::string uci_moves(Board board, const std::vector<Move> &moves, bool chess960) {
  std::string text;
  for (const Move move : moves) {
    text += ' ';
    text += to_uci(board, move, chess960).view();
    ajeeb::do_move(board, move);
  }
  return text;
}

// Sloppy senders write the promotion in upper case.
std::optional<Move> read_move(const Board &board, std::string_view word) {
  const auto move = parse_uci(board, lower_case(word));
  return move && !(*move).is_null() ? std::optional(*move) : std::nullopt;
}

}  // namespace

std::string score_text(int score) {
  return is_mate_score(score) ? "mate " + std::to_string(moves_to_mate(score)) : "cp " + std::to_string(score);
}

UciLoop::UciLoop(LineWriter &out) : out_(out) {}

bool UciLoop::obey(const std::string &line) {
  Words words(line);
  const std::string command = lower_case(words.next());
  if (!engine_.is_searching()) apply_waiting_options();
  if (command.empty() || command == "register" || command == "debug") {
    // Nothing to register: the engine is free. Nothing to debug either: all there is to tell is told.
  } else if (command == "quit") {
    return false;
  } else if (command == "uci") {
    identify();
  } else if (command == "isready") {
    out_.write("readyok");
  } else if (command == "ucinewgame") {
    engine_.new_game();
    apply_waiting_options();
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "stop") {
    engine_.stop();
  } else if (command == "ponderhit") {
    engine_.ponderhit();
  } else if (command == "setoption") {
    set_option(words);
  } else if (command == "d") {
    show_board();
  } else if (command == "eval") {
    show_evaluation();
  } else if (command == "flip") {
    flip();
  } else if (command == "bench") {
    run_bench(words);
  } else if (command == "perft") {
    go_perft(read_depth(words, "perft", 1));
  } else {
    tell("unknown command " + quoted(line));
  }
  return true;
}

void UciLoop::identify() {
  out_.write("id name ajeeb " AJEEB_VERSION);
  out_.write("id author the ajeeb authors");
  for (const NamedOption &option : named_options()) out_.write(announcement(option));
  out_.write("uciok");
}

// --- options --------------------------------------------------------------------------------------------------------

void UciLoop::set_option(Words words) {
  if (words.next() != "name" || words.empty()) return tell("setoption needs 'name NAME [value VALUE]'");
  std::string name, value;
  while (!words.empty() && words.peek() != "value") name += (name.empty() ? "" : " ") + lower_case(words.next());
  if (!words.empty()) {
    words.next();
    value = words.rest();
  }
  const NamedOption *option = find_option(name);
  if (!option) return tell("there is no option " + quoted(name));
  if (engine_.is_searching() && read_option(*option, value)) {
    waiting_options_.emplace_back(name, value);
    return tell("'" + name + "' is set when the search has ended");
  }
  apply_option(name, value);
}

void UciLoop::apply_waiting_options() {
  for (const auto &[name, value] : std::exchange(waiting_options_, {})) apply_option(name, value);
}

void UciLoop::apply_option(const std::string &name, const std::string &text) {
  const NamedOption &option = *find_option(name);
  const auto wanted = read_option(option, text);
  const std::string_view needed = option.kind == OptionKind::kCheck ? "true or false" : "a number";
  if (!wanted) return tell("'" + name + "' needs " + std::string(needed) + ", not " + quoted(text));
  const int value = wanted->value;
  if (name == "uci_chess960") chess960_ = value;
  if (name == "uci_showwdl") show_wdl_ = value;
  if (option.apply && !option.apply(engine_, value)) {
    return tell("'" + name + "' stays as it was: there is no memory for " + std::to_string(value) + " MB");
  }
  if (wanted->is_clamped) tell("'" + name + "' is set to " + std::to_string(value) + ", the end of its range");
}

// --- position and search --------------------------------------------------------------------------------------------

// The new position counts from the next `go` on: a running search never sees it.
void UciLoop::set_position(Words words) {
  const std::string_view kind = words.next();
  Board start = kStartBoard;
  start.chess960 = chess960_;
  if (kind == "fen") {
    std::string fen;
    while (!words.empty() && words.peek() != "moves") fen += (fen.empty() ? "" : " ") + std::string(words.next());
    const ReadPosition read = read_fen(fen, chess960_);
    if (!read.board) return tell(read.fault + ": " + quoted(fen) + "; the old position is kept");
    if (!read.dropped.empty()) tell("without " + read.dropped);
    start = *read.board;
  } else if (kind != "startpos") {
    return tell("position needs 'startpos' or 'fen FEN'; the old position is kept");
  }
  Position position(start);
  if (words.peek() == "moves") words.next();
  while (!words.empty()) {
    const std::string_view word = words.next();
    const auto move = read_move(position.board(), word);
    if (!move) return tell("illegal move " + quoted(word) + "; the old position is kept");
    position.do_move(*move);
  }
  position_ = std::move(position);
}

// All limits of a `go`, in any order; `perft` is set if that is asked for instead of a search.
Limits UciLoop::read_limits(Words &words, std::optional<int> &perft) {
  Limits limits;
  const auto number = [this, &words](std::string_view limit, auto &target) {
    using Number = typename std::remove_reference_t<decltype(target)>::value_type;
    constexpr Number kMost = sizeof(Number) == 4 ? Number{1'000'000} : static_cast<Number>(1'000'000'000'000);
    const auto parsed = to_clamped(words.peek(), Number{0}, kMost);
    if (!parsed) return tell("'" + std::string(limit) + "' needs a number, not " + quoted(words.peek()));
    words.next();
    target = *parsed;
  };
  bool reads_moves = false;  // from `searchmoves` on, wherever moves stand among the limits
  while (!words.empty()) {
    const std::string_view written = words.next();
    const std::string word = lower_case(written);
    if (const auto move = reads_moves ? read_move(position_.board(), written) : std::nullopt) {
      limits.searchmoves.push_back(*move);
    } else if (word == "searchmoves") {
      reads_moves = true;
    } else if (word == "ponder") {
      limits.ponder = true;
    } else if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "wtime") {
      number(word, limits.time[kWhite]);
    } else if (word == "btime") {
      number(word, limits.time[kBlack]);
    } else if (word == "winc") {
      number(word, limits.increment[kWhite]);
    } else if (word == "binc") {
      number(word, limits.increment[kBlack]);
    } else if (word == "movestogo") {
      number(word, limits.movestogo);
    } else if (word == "depth") {
      number(word, limits.depth);
    } else if (word == "nodes") {
      number(word, limits.nodes);
    } else if (word == "mate") {
      number(word, limits.mate);
    } else if (word == "movetime") {
      number(word, limits.movetime);
    } else if (word == "perft") {
      perft = 1;
      number(word, perft);
    } else {
      tell((reads_moves ? "neither a legal move nor a limit: " : "no limit of a search: ") + quoted(written));
    }
  }
  return limits;
}

void UciLoop::go(Words words) {
  if (engine_.is_searching() && !engine_.is_stopping()) return tell("a search is running: stop it first");
  engine_.finish();
  apply_waiting_options();
  std::optional<int> perft;
  const Limits limits = read_limits(words, perft);
  if (perft) return go_perft(*perft);
  const Board root = position_.board();
  const bool chess960 = chess960_ || root.chess960;
  engine_.start(
      position_, limits, [this, root](const SearchInfo &info) { out_.write(info_line(info, root)); },
      [this, root, chess960](const Outcome &outcome) {
        if (outcome.best.is_null()) return out_.write("bestmove (none)");
        std::string line = "bestmove" + uci_moves(root, {outcome.best}, chess960);
        if (!outcome.ponder.is_null()) {
          Board next = root;
          ajeeb::do_move(next, outcome.best);
          line += " ponder" + uci_moves(next, {outcome.ponder}, chess960);
        }
        out_.write(line);
      },
      [this, root, chess960](int depth, Move move, int number) {
        out_.write("info depth " + std::to_string(depth) + " currmove" + uci_moves(root, {move}, chess960) +
                   " currmovenumber " + std::to_string(number));
      });
}

std::string UciLoop::info_line(const SearchInfo &info, const Board &root) const {
  std::string line = "info depth " + std::to_string(info.depth) + " seldepth " + std::to_string(info.seldepth) +
                     " multipv " + std::to_string(info.line) + " score " + score_text(info.score);
  if (info.bound == Bound::kLower) line += " lowerbound";
  if (info.bound == Bound::kUpper) line += " upperbound";
  if (show_wdl_) {
    const WinDrawLoss wdl = win_draw_loss(info.score);
    line += " wdl " + std::to_string(wdl.win) + ' ' + std::to_string(wdl.draw) + ' ' + std::to_string(wdl.loss);
  }
  const auto speed = info.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(1, info.time_ms));
  line += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(speed) + " hashfull " +
          std::to_string(info.hashfull) + " time " + std::to_string(info.time_ms);
  if (!info.pv.empty()) line += " pv" + uci_moves(root, info.pv, chess960_ || root.chess960);
  return line;
}

// --- extras ---------------------------------------------------------------------------------------------------------

void UciLoop::go_perft(int depth) {
  constexpr int kDeepest = 20;
  std::uint64_t nodes = 0;
  const Board &board = position_.board();
  for (const Division &part : divide(board, std::clamp(depth, 1, kDeepest), engine_.threads())) {
    out_.write(std::string(to_uci(board, part.move, chess960_ || board.chess960).view()) + ": " +
               std::to_string(part.nodes));
    nodes += part.nodes;
  }
  out_.write("");
  out_.write("Nodes searched: " + std::to_string(nodes));
}

void UciLoop::show_board() {
  const Board &board = position_.board();
  constexpr std::string_view kLetters = "PNBRQKpnbrqk";
  for (int rank = 7; rank >= 0; rank--) {
    std::string row = std::to_string(rank + 1) + " ";
    for (int file = 0; file < 8; file++) {
      const Piece piece = position_.piece_on(make_square(file, rank));
      row += ' ';
      row += piece == kNoPiece ? '.' : kLetters[piece];
    }
    out_.write(row);
  }
  out_.write("   a b c d e f g h");
  out_.write("Fen: " + to_fen(board));
  std::array<char, 17> key{};
  std::snprintf(key.data(), key.size(), "%016llX", static_cast<unsigned long long>(position_.key()));
  out_.write(std::string("Key: ") + key.data());
  std::string checks = "Checkers:";
  for (const Square square : squares(position_.state().checkers)) {
    checks += std::string(" ") + static_cast<char>('a' + file_of(square)) + static_cast<char>('1' + rank_of(square));
  }
  out_.write(checks);
}

void UciLoop::show_evaluation() {
  const Trace traced = trace(position_);
  const auto cell = [](int value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%7d", value);
    return std::string(text.data());
  };
  out_.write("term             white mg     eg   black mg     eg   tapered");
  for (const TermLine &line : term_lines(traced)) {
    std::string name = line.name;
    name.resize(17, ' ');
    const Score white = line.by_color[kWhite], black = line.by_color[kBlack];
    out_.write(name + ' ' + cell(white.mg()) + cell(white.eg()) + "    " + cell(black.mg()) + cell(black.eg()) + "   " +
               cell(taper(white - black, traced.weight, traced.scale)));
  }
  out_.write("phase " + std::to_string(traced.phase) + "/" + std::to_string(kMaxPhase) +
             (traced.weight == traced.phase ? "" : " (the middlegame counts nothing)") + ", endgame scale " +
             std::to_string(traced.scale) + "/64" + (traced.known_ending ? ", a known ending" : ""));
  out_.write("evaluation: " + std::to_string(traced.value) + " cp (white's view)");
}

void UciLoop::flip() { position_ = Position(mirrored(position_.board())); }

// The number that comes next: as usual where there is none, and where it is no number, which is told.
int UciLoop::read_depth(Words &words, std::string_view command, int usual) {
  if (words.empty()) return usual;
  const std::string_view word = words.next();
  const auto depth = to_clamped(word, 1, kMaxPly);
  if (!depth) tell("'" + std::string(command) + "' takes a depth, not " + quoted(word) + ": " + std::to_string(usual));
  return depth.value_or(usual);
}

void UciLoop::run_bench(Words words) {
  engine_.finish();
  const int depth = std::clamp(read_depth(words, "bench", kBenchDepth), 1, 64);
  const auto found = bench(depth);
  if (!found) return tell("there is no memory for the bench's table");
  const BenchResult result = *found;
  out_.write("Nodes searched: " + std::to_string(result.nodes));
  out_.write("Time (ms): " + std::to_string(result.time_ms));
  out_.write("Nodes/second: " + std::to_string(result.nodes * 1000 /
                                               static_cast<std::uint64_t>(std::max<std::int64_t>(1, result.time_ms))));
}

}  // namespace ajeeb::engine
