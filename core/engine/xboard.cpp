#include "engine/xboard.hpp"

#include <algorithm>
#include <cmath>

#include "base/workers.hpp"
#include "board/fen.hpp"
#include "board/notation.hpp"
#include "board/outcome.hpp"
#include "engine/options.hpp"

namespace ajeeb::engine {

namespace {

std::string move_text(const Board &board, Move move, bool chess960) {
  if (chess960 && is_castling(board, move)) return move.to() > move.from() ? "O-O" : "O-O-O";
  return std::string(to_uci(board, move, false).view());
}

// "e2e4" or "a7a8q", legal or not.
bool looks_like_a_move(std::string_view word) {
  const auto is_square = [word](std::size_t at) {
    return word[at] >= 'a' && word[at] <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8';
  };
  return (word.size() == 4 || word.size() == 5) && is_square(0) && is_square(2);
}

// The table and the threads have words of their own in this protocol.
bool is_xboard_option(const NamedOption &option) {
  return option.apply && option.name != "Hash" && option.name != "Threads";
}

std::string option_text(const NamedOption &option) {
  const std::string preset = std::to_string(option.preset);
  switch (option.kind) {
    case OptionKind::kButton:
      return std::string(option.name) + " -button";
    case OptionKind::kCheck:
      return std::string(option.name) + " -check " + preset;
    case OptionKind::kSpin:
      break;
  }
  return std::string(option.name) + " -spin " + preset + " " + std::to_string(option.lowest) + " " +
         std::to_string(option.highest);
}

// "5", "5:30" or "0:05", in milliseconds; nothing for what is no such time.
std::optional<std::int64_t> minutes_to_ms(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto number = [](std::string_view part) { return to_clamped(part, 0, 1'000'000); };
  const auto minutes = number(text.substr(0, colon));
  const auto seconds = colon == std::string_view::npos ? 0 : number(text.substr(colon + 1));
  if (!minutes || !seconds) return std::nullopt;
  return (std::int64_t{60} * *minutes + *seconds) * 1000;
}

// Whole or broken seconds, in milliseconds.
std::optional<std::int64_t> seconds_to_ms(std::string_view text) {
  const auto seconds = to_clamped(text, 0.0, 1e6);
  return seconds ? std::optional(static_cast<std::int64_t>(*seconds * 1000)) : std::nullopt;
}

}  // namespace

int XboardLoop::run() {
  out_.write("");
  std::thread obedient = try_thread([this] {
    while (!is_over_) tasks_.take()();
  });
  if (!obedient.joinable()) {
    out_.write("tellusererror the system has no thread to give");
    return 1;
  }
  for (auto line = in_.read(); line && Words(*line).peek() != "quit"; line = in_.read()) {
    tasks_.send([this, said = *std::move(line)] { obey(said); });
  }
  tasks_.send([this] { is_over_ = true; });
  obedient.join();
  return 0;
}

// --- commands -------------------------------------------------------------------------------------------------------

void XboardLoop::obey(const std::string &line) {
  Words words(line);
  if (words.empty()) return;
  const std::string command(words.next());
  if (obey_setup(command, words) || obey_clock(command, words) || obey_game(command, words)) return;
  if (looks_like_a_move(command)) return user_move(command);  // what old interfaces send
  out_.write("Error (unknown command): " + printable(command));
}

void XboardLoop::announce() {
  out_.write("feature done=0");
  out_.write("feature myname=\"ajeeb " AJEEB_VERSION "\" ping=1 setboard=1 playother=1 san=0 usermove=1 time=1");
  out_.write("feature draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 memory=1 smp=1 debug=1");
  out_.write("feature variants=\"normal,fischerandom\"");
  for (const NamedOption &option : named_options()) {
    if (is_xboard_option(option)) out_.write("feature option=\"" + option_text(option) + "\"");
  }
  out_.write("feature done=1");
}

void XboardLoop::new_game() {
  drop_thought();
  engine_.new_game();
  position_ = Position();
  played_.clear();
  chess960_ = false;
  depth_.reset();
  own_ms_ = base_ms_;
  if (analysing_) return analyse();  // it goes on, from the start position
  engine_side_ = kBlack;
  force_ = false;
}

// Commands that arrange the engine and the board. False if it is none of them.
bool XboardLoop::obey_setup(const std::string &command, Words &words) {
  static constexpr std::array<std::string_view, 9> kIgnored = {"xboard", "accepted", "rejected", "random", "computer",
                                                               "name",   "rating",   "ics",      "bk"};
  if (std::find(kIgnored.begin(), kIgnored.end(), command) != kIgnored.end()) return true;
  if (command == "protover") {
    announce();
  } else if (command == "new") {
    new_game();
  } else if (command == "ping") {
    late_pongs_.push_back("pong " + std::string(words.next()));
    if (!owes_move_) answer_pings();  // it says that all before has been done: a move to be found is waited for
  } else if (command == "variant") {
    const std::string_view variant = words.next();
    if (variant != "fischerandom" && variant != "normal") {
      out_.write("Error (unsupported variant): " + printable(variant));
      return true;
    }
    chess960_ = variant == "fischerandom";
  } else if (command == "setboard") {
    const ReadPosition read = read_fen(words.rest(), chess960_);
    if (!read.board) {
      out_.write("tellusererror Illegal position: " + read.fault);
      return true;
    }
    drop_thought();
    position_ = Position(*read.board);
    played_.clear();
    if (analysing_) analyse();
  } else if (command == "post" || command == "nopost") {
    post_ = command == "post";
  } else if (command == "hard" || command == "easy") {
    ponders_ = command == "hard";
    if (!ponders_) stop_pondering();
  } else if (command == "memory") {
    set_option("Hash", words.rest());
  } else if (command == "cores") {
    set_option("Threads", words.rest());
  } else if (command == "option") {
    const std::string_view text = words.rest();
    const std::size_t equals = text.find('=');
    set_option(text.substr(0, equals), equals == text.npos ? "" : text.substr(equals + 1));
  } else {
    return false;
  }
  return true;
}

bool XboardLoop::obey_clock(const std::string &command, Words &words) {
  const std::string said(words.rest());
  const auto refuse = [&] {
    out_.write("Error (a number is missing): " + command + ' ' + printable(said));
    return true;
  };
  if (command == "level") {
    const auto moves = to_clamped(words.next(), 0, 1'000'000);
    const auto base = minutes_to_ms(words.next()), increment = seconds_to_ms(words.next());
    if (!moves || !base || !increment) return refuse();
    moves_per_session_ = *moves;
    own_ms_ = base_ms_ = *base;
    increment_ms_ = *increment;
    fixed_ms_.reset();
    stop_pondering();
  } else if (command == "st") {
    const auto fixed = seconds_to_ms(words.next());
    if (!fixed) return refuse();
    fixed_ms_ = fixed;
    stop_pondering();
  } else if (command == "sd") {
    const auto depth = to_clamped(words.next(), 1, kMaxPly);
    if (!depth) return refuse();
    depth_ = depth;
    stop_pondering();
  } else if (command == "time") {
    constexpr std::int64_t kMost = 100'000'000;  // in hundredths of a second
    const auto left = to_clamped(words.next(), std::int64_t{0}, kMost);
    if (!left) return refuse();
    own_ms_ = 10 * *left;
  } else if (command == "otim") {
    // The opponent's time changes nothing.
  } else {
    return false;
  }
  return true;
}

// Commands about moves. False if it is none of them.
bool XboardLoop::obey_game(const std::string &command, Words &words) {
  if (command == "go") {
    drop_thought();
    force_ = false;
    engine_side_ = position_.side();
    think();
  } else if (command == "playother") {
    drop_thought();
    force_ = false;
    engine_side_ = !position_.side();
  } else if (command == "force" || command == "result") {
    drop_thought();
    force_ = true;
  } else if (command == "usermove") {
    user_move(words.next());
  } else if (command == "?") {
    if (!owes_move_) return true;
    is_hurried_ = true;
    engine_.stop();
  } else if (command == "undo") {
    take_back(1);
  } else if (command == "remove") {
    take_back(2);
  } else if (command == "hint") {
    hint();
  } else if (command == "analyze") {
    drop_thought();
    analysing_ = true;
    analyse();
  } else if (command == "exit") {
    drop_thought();
    analysing_ = false;
  } else if (command == ".") {
    tell_progress();
  } else {
    return false;
  }
  return true;
}

void XboardLoop::take_back(int plies) {
  drop_thought();
  for (; plies > 0 && !played_.empty(); plies--) {
    position_.undo_move();
    played_.pop_back();
  }
  if (analysing_) analyse();
}

void XboardLoop::set_option(std::string_view name, std::string_view value) {
  const NamedOption *option = find_option(name);
  const auto wanted = option ? read_option(*option, value) : std::nullopt;
  if (!wanted || !option->apply) {
    out_.write("Error (no such option, or no value for it): " + printable(name) + "=" + printable(value));
    return;
  }
  end_search();
  if (!option->apply(engine_, wanted->value)) out_.write("Error (no memory): " + printable(value));
  resume();
}

void XboardLoop::user_move(std::string_view text) {
  const Board &board = position_.board();
  auto move = parse_uci(board, lower_case(text));
  if (!move) move = parse_san(board, text);  // castling as O-O, and what else people type
  const bool is_a_move = move && !(*move).is_null();
  if (!is_a_move || owes_move_) {
    out_.write((is_a_move ? "Illegal move (it is not your turn): " : "Illegal move: ") + printable(text));
    return;
  }
  const bool is_expected = *move == expected_;
  if (!is_expected) end_search();
  position_.do_move(*move);
  played_.push_back(*move);
  if (analysing_) return analyse();
  think();
}

void XboardLoop::hint() {
  Move move = analysing_ && !latest_.pv.empty() ? latest_.pv.front() : expected_;
  if (!is_pondering() && !owes_move_ && !analysing_) {
    Limits quick;
    quick.nodes = 50'000;
    move = engine_.run(position_, quick).best;
  }
  if (!move.is_null()) out_.write("Hint: " + move_text(position_.board(), move, chess960_));
}

// What "." asks for: time, nodes, depth, moves left at this depth, all moves, the move that is looked at.
void XboardLoop::tell_progress() {
  if (!analysing_) return;
  MoveList moves;
  legal_moves(root_, moves);
  const auto total = static_cast<int>(moves.size());
  std::string line = "stat01: " + std::to_string(Clock::milliseconds_since(thought_began_) / 10) + ' ' +
                     std::to_string(engine_.nodes()) + ' ' + std::to_string(std::max(latest_.depth, current_.depth)) +
                     ' ' + std::to_string(std::max(0, total - current_.number)) + ' ' + std::to_string(total);
  if (!current_.move.is_null()) line += ' ' + move_text(root_, current_.move, chess960_);
  out_.write(line);
}

bool XboardLoop::tell_result() {
  const Board &board = position_.board();
  if (is_checkmate(board)) {
    out_.write(position_.side() == kWhite ? "0-1 {Black mates}" : "1-0 {White mates}");
  } else if (!has_legal_move(board)) {
    out_.write("1/2-1/2 {Stalemate}");
  } else if (is_insufficient_material(board)) {
    out_.write("1/2-1/2 {Insufficient material}");
  } else if (position_.repetitions() >= 2) {
    out_.write("1/2-1/2 {Draw by repetition}");
  } else if (is_fifty_moves(board)) {
    out_.write("1/2-1/2 {Fifty-move rule}");
  } else {
    return false;
  }
  return true;
}

void XboardLoop::answer_pings() {
  for (const std::string &pong : std::exchange(late_pongs_, {})) out_.write(pong);
}

// --- searches -------------------------------------------------------------------------------------------------------

// What it says is heard in the order in which all is obeyed; nothing any more, once it has been ended.
void XboardLoop::begin_search(const Position &position, const Limits &limits) {
  end_search();
  root_ = position.board();
  latest_ = SearchInfo();
  current_ = RootMoveNews();
  const auto tell = [this, search = search_](auto news) {
    tasks_.send([this, search, news] {
      if (search == search_) news();
    });
  };
  engine_.start(
      position, limits,
      [this, tell](const SearchInfo &info) {
        tell([this, info] {
          latest_ = info;
          show_thinking(info);
        });
      },
      [this, tell](const Outcome &outcome) { tell([this, outcome] { hear(outcome); }); },
      [this, tell](int depth, Move move, int number) {
        tell([this, news = RootMoveNews{move, number, depth}] { current_ = news; });
      });
}

void XboardLoop::stop_pondering() {
  if (is_pondering()) end_search();
}

void XboardLoop::end_search() {
  search_++;
  expected_ = kNullMove;
  engine_.finish();
}

void XboardLoop::drop_thought() {
  end_search();
  owes_move_ = false;
  answer_pings();
}

void XboardLoop::resume() {
  if (analysing_) return analyse();
  if (owes_move_) search_for_move();
}

void XboardLoop::hear(const Outcome &outcome) {
  expected_ = kNullMove;  // nothing goes on that could be waited for
  if (owes_move_) play(outcome);
}

void XboardLoop::think() {
  if (force_ || position_.side() != engine_side_ || tell_result()) return end_search();
  owes_move_ = true;
  is_hurried_ = false;
  thought_began_ = Clock::now();
  if (!is_pondering()) return search_for_move();
  expected_ = kNullMove;  // it was played: what was pondered on is the thought
  engine_.ponderhit(fixed_ms_ ? std::nullopt : std::optional(own_ms_));
}

void XboardLoop::search_for_move() { begin_search(position_, limits()); }

void XboardLoop::play(const Outcome &outcome) {
  owes_move_ = is_hurried_ = false;
  if (!outcome.best.is_null()) {
    out_.write("move " + move_text(position_.board(), outcome.best, chess960_));
    position_.do_move(outcome.best);
    played_.push_back(outcome.best);
    count_spent_time();
    if (!tell_result() && ponders_) ponder(outcome.ponder);
  }
  answer_pings();
}

void XboardLoop::ponder(Move expected) {
  if (expected.is_null()) return;
  Position next = position_;
  next.do_move(expected);
  if (!has_legal_move(next.board())) return;
  if (post_) out_.write("Hint: " + move_text(position_.board(), expected, chess960_));
  thought_began_ = Clock::now();
  Limits later = limits();
  later.ponder = true;
  begin_search(next, later);
  expected_ = expected;
}

void XboardLoop::analyse() {
  Limits endless;
  endless.infinite = true;
  thought_began_ = Clock::now();
  begin_search(position_, endless);
}

// For the move that is owed: what is left, if its thought was ended and is taken up again.
Limits XboardLoop::limits() const {
  const auto left = [spent = Clock::milliseconds_since(thought_began_)](std::int64_t ms) {
    return std::max<std::int64_t>(1, ms - spent);
  };
  Limits limits;
  limits.depth = depth_;
  if (fixed_ms_ || is_hurried_) {
    limits.movetime = is_hurried_ ? 1 : left(*fixed_ms_);
    return limits;
  }
  limits.time[engine_side_] = left(own_ms_);
  limits.increment[engine_side_] = increment_ms_;
  if (moves_per_session_ > 0) limits.movestogo = moves_per_session_ - own_moves() % moves_per_session_;
  return limits;
}

// By the engine's own account; interfaces tell the time before they tell the opponent's move.
void XboardLoop::count_spent_time() {
  own_ms_ = std::max<std::int64_t>(1, own_ms_ - Clock::milliseconds_since(thought_began_)) + increment_ms_;
  if (moves_per_session_ > 0 && own_moves() % moves_per_session_ == 0) own_ms_ += base_ms_;
}

void XboardLoop::show_thinking(const SearchInfo &info) {
  if (!post_ && !analysing_) return;
  const int score = !is_mate_score(info.score) ? info.score
                    : info.score > 0           ? 100'000 + moves_to_mate(info.score)
                                               : -100'000 + moves_to_mate(info.score);
  std::string line = std::to_string(info.depth) + ' ' + std::to_string(score) + ' ' +
                     std::to_string(info.time_ms / 10) + ' ' + std::to_string(info.nodes);
  Board board = root_;
  for (const Move move : info.pv) {
    line += ' ' + move_text(board, move, chess960_);
    ajeeb::do_move(board, move);
  }
  out_.write(line);
}

}  // namespace ajeeb::engine
