// Board's judgements: what is wrong with a position, and whether and why a game is over.

#include "bind/board_class.hpp"
#include "board/movegen.hpp"
#include "board/outcome.hpp"
#include "board/status.hpp"

namespace ajeeb::bind {

namespace {

using namespace nb::literals;

// The members of ajeeb.Termination, by the core's numbering.
constexpr const char *kTerminations[] = {"",
                                         "CHECKMATE",
                                         "STALEMATE",
                                         "INSUFFICIENT_MATERIAL",
                                         "SEVENTYFIVE_MOVES",
                                         "FIVEFOLD_REPETITION",
                                         "FIFTY_MOVES",
                                         "THREEFOLD_REPETITION"};

nb::object outcome_of(const GameBoard &self, FlagArg claim_draw) {
  const Termination termination = outcome(self.position(), claim_draw);
  if (termination == Termination::kNone) return nb::none();
  const nb::handle members = python_object("ajeeb.outcomes", "Termination");
  nb::object winner = nb::none();
  if (termination == Termination::kCheckmate) winner = nb::bool_(self.board().side == kBlack);
  return python_object("ajeeb.outcomes", "Outcome")(members.attr(kTerminations[static_cast<std::size_t>(termination)]),
                                                    winner);
}

const char *result_of(const GameBoard &self, FlagArg claim_draw) {
  const Termination termination = outcome(self.position(), claim_draw);
  if (termination == Termination::kNone) return "*";
  if (termination != Termination::kCheckmate) return "1/2-1/2";
  return self.board().side == kBlack ? "1-0" : "0-1";
}

template <class Question>
void define_question(BoardClass &type, const char *name, const char *documentation, Question question) {
  type.def(name, [question](const GameBoard &self) { return question(self.position()); }, documentation);
}

void define_ends(BoardClass &type) {
  type.def("outcome", outcome_of, nb::kw_only(), "claim_draw"_a = false,
           nb::sig("def outcome(self, *, claim_draw: bool = False) -> ajeeb.outcomes.Outcome | None"),
           "Why the game is over and who won, or None. `claim_draw` counts draws that may be claimed, too.\n\n"
           ">>> Board(\"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\").outcome().result()\n'1-0'");
  type.def("result", result_of, nb::kw_only(), "claim_draw"_a = false,
           "'1-0', '0-1', '1/2-1/2', or '*' while the game goes on.");
  type.def(
      "is_game_over",
      [](const GameBoard &self, FlagArg claim_draw) {
        return outcome(self.position(), claim_draw) != Termination::kNone;
      },
      nb::kw_only(), "claim_draw"_a = false, "True if outcome() is not None.");
  define_question(type, "is_checkmate", "True if the side to move is checkmated.",
                  [](const KeyedBoard &position) { return is_checkmate(position.board()); });
  define_question(type, "is_stalemate", "True if the side to move has no legal move and is not in check.",
                  [](const KeyedBoard &position) { return is_stalemate(position.board()); });
  define_question(type, "is_insufficient_material", "True if neither side can mate, judged by material alone.",
                  [](const KeyedBoard &position) { return is_insufficient_material(position.board()); });
  type.def(
      "has_insufficient_material",
      [](const GameBoard &self, ColorArg color) { return has_insufficient_material(self.board(), color); }, "color"_a,
      "True if the color can't mate by any sequence of moves, judged by material alone.");
}

void define_draws(BoardClass &type) {
  define_question(type, "is_fifty_moves", "True if 50 moves of both sides passed without capture or pawn move.",
                  [](const KeyedBoard &position) { return is_fifty_moves(position.board()); });
  define_question(type, "is_seventyfive_moves", "True if 75 such moves passed: a draw without a claim.",
                  [](const KeyedBoard &position) { return is_seventyfive_moves(position.board()); });
  define_question(type, "is_fivefold_repetition", "True if the position stands for the fifth time.",
                  [](const KeyedBoard &position) { return position.repetitions(5) >= 5; });
  type.def(
      "is_repetition", [](const GameBoard &self, int count) { return self.position().repetitions(count) >= count; },
      "count"_a = 3, "True if the position stands for the third (or another) time.");
  define_question(type, "can_claim_fifty_moves", "True if the fifty-move rule may be claimed now or with a legal move.",
                  [](const KeyedBoard &position) { return can_claim_fifty_moves(position.board()); });
  define_question(type, "can_claim_threefold_repetition",
                  "True if threefold repetition may be claimed now or with a legal move.",
                  [](const KeyedBoard &position) { return can_claim_threefold(position); });
  define_question(type, "can_claim_draw", "True if a draw may be claimed by either rule.",
                  [](const KeyedBoard &position) {
                    return can_claim_fifty_moves(position.board()) || can_claim_threefold(position);
                  });
}

// Chess has no end but the ones above; programs written for variants ask all the same.
void define_variant_questions(BoardClass &type) {
  const auto never = [](const KeyedBoard &) { return false; };
  define_question(type, "is_variant_end", "Always False: no variant with an end of its own is here.", never);
  define_question(type, "is_variant_win", "Always False.", never);
  define_question(type, "is_variant_loss", "Always False.", never);
  define_question(type, "is_variant_draw", "Always False.", never);
  nb::list aliases;
  for (const char *alias : {"Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"}) {
    aliases.append(alias);
  }
  type.attr("aliases") = aliases;
  type.attr("uci_variant") = "chess";
  type.attr("xboard_variant") = "normal";
  type.attr("one_king") = true;
  type.attr("captures_compulsory") = false;
  type.attr("connected_kings") = false;
}

}  // namespace

void define_board_outcome(BoardClass &type) {
  type.def(
      "status",
      [](const GameBoard &self) { return python_object("ajeeb.outcomes", "Status")(status(self.as_written())); },
      nb::sig("def status(self) -> ajeeb.outcomes.Status"),
      "What is wrong with the position, all of it, as flags; 0 if it is legal.");
  type.def(
      "is_valid", [](const GameBoard &self) { return status(self.as_written()) == kStatusValid; },
      "True if the position is legal.");
  define_ends(type);
  define_draws(type);
  define_variant_questions(type);
}

}  // namespace ajeeb::bind
