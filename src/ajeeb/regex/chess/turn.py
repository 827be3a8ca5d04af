"""One turn of the game, as a chess player would tell it. The tracing compiler makes the program of it.

Every name called here is an instruction (a list of rules) or, right behind an `if`, a condition; the functions of this
file are traced in place. What the text looks like in between, `desk` tells.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ajeeb.regex.chess.desk import (
    begin_past,
    count_ply,
    is_blank,
    is_clock_at,
    is_dead,
    is_fen,
    is_in_check,
    is_third_time,
    is_to_move,
    is_unreadable,
    read_fen,
    read_screen,
    remember,
    set_up,
    set_up_start,
    settle,
    wake,
)
from ajeeb.regex.chess.human import (
    accept,
    is_blocked,
    is_empty_input,
    is_no_move,
    is_not_own_man,
    is_not_put,
    is_over,
    leaves_king_in_check,
    lift,
    promotes,
    put,
    reach,
    refuse,
)
from ajeeb.regex.chess.reply import (
    accept_reply,
    drop_reply,
    flag_checks,
    keep_best_move,
    keep_legal,
    name_reply,
    put_root,
    rate_moves,
    rate_replies,
    reply_is,
    reply_with,
    try_captures,
    try_evasions,
    try_moves,
    weigh,
)
from ajeeb.regex.chess.screen import say, say_reply, show
from ajeeb.regex.compiler import trace
from ajeeb.regex.instructions import Call, assemble
from ajeeb.regex.program import Program, Rule

__all__ = ["SEARCHES", "Search", "build", "build_listener", "turn"]


@dataclass(frozen=True)
class Search:
    """How far the engine looks: two or three full plies, and behind them a ply of captures or none."""

    plies: Literal[2, 3]
    captures: bool

    @property
    def answers(self) -> str:
        """What is tried after the reply: all moves, captures, or only whether a check mates."""
        return "all" if self.plies == 3 else "captures" if self.captures else "mates"


def turn(search: Search) -> None:
    """From a screen with something typed behind it to the next screen."""
    wake()
    read()
    hear()
    if is_to_move("engine"):
        answer(search)
    show()


def listen() -> None:
    """A turn without the answer: let the human move, or tell why not."""
    wake()
    read()
    hear()
    show()


def read() -> None:
    """From nothing, a FEN or a screen to a position."""
    if is_blank():
        set_up_start()
    elif is_fen():
        read_fen()
    else:
        read_screen()
    if is_unreadable():
        set_up_start()
        say("I can't read that, so here is a new game.")
    set_up()
    begin_past()


def hear() -> None:
    """Let the human move, if it is the human's turn and the move is legal; else tell why not."""
    if is_over():
        say("Type new or a FEN. Game over.")
        return
    if is_to_move("human"):
        if is_in_check("engine"):
            say("That is no position, my king could be taken. Game over.")
            return
        if is_empty_input():
            say("Type a move like e2e4 or e7e8q, or go to let me move, or a FEN, or new.")
            return
        if is_no_move():
            refuse("unreadable, a move looks like e2e4 or e7e8q.")
            return
        lift()
        if is_not_own_man():
            refuse("not your piece.")
            return
        reach()
        if is_blocked():
            refuse("blocked, that piece does not get there.")
            return
        put()
        if is_not_put():
            if promotes():
                refuse("unreadable, add q, r, b or n for the promotion.")
            else:
                refuse("unreadable, no pawn promotes there.")
            return
        if leaves_king_in_check():
            refuse("leaves the king in check.")
            return
        accept()
        count_ply("human")
        settle("engine")
        remember("e")


def answer(search: Search) -> None:
    """Find the best move, play it, tell how things stand."""
    if is_over():
        return
    if is_in_check("human"):
        say("That is no position, your king could be taken. Game over.")
        return
    if is_dead():
        say("Nobody can win any more, a draw. Game over.")
        return
    think(search)
    if reply_is("-"):
        if is_in_check("engine"):
            say("Checkmate, you win. Game over.")
        else:
            say("Stalemate, a draw. Game over.")
        return
    if is_clock_at(150):
        drop_reply()
        say("75 moves without a capture or a pawn move, a draw. Game over.")
        return
    name_reply()
    accept_reply()
    count_ply("engine")
    settle("human")
    remember("y")
    say_reply()
    if reply_is("#"):
        say("Checkmate, I win. Game over.")
    if reply_is("&"):
        say("Stalemate, a draw. Game over.")
    if reply_is("!"):
        say("Check.")
    if is_dead():
        say("Nobody can win any more, a draw. Game over.")
    if is_third_time():
        say("The third time for this position, a draw can be claimed.")
    if is_clock_at(100, before="#&"):
        say("50 moves without a capture or a pawn move, a draw can be claimed.")
    if is_clock_at(150, before="#&"):
        say("75 moves without a capture or a pawn move, a draw. Game over.")


def think(search: Search) -> None:
    """Minimax: of all legal moves keep the one whose best reply leaves most."""
    put_root()
    weigh()
    try_moves("engine", 0)
    keep_legal("engine", 1)
    flag_checks("human", 1)
    try_moves("human", 1)
    keep_legal("human", 2)
    flag_checks("engine", 2)
    if search.answers == "all":
        try_moves("engine", 2)
    elif search.answers == "captures":
        try_captures("engine", 2)
    else:
        try_evasions("engine", 2)
    keep_legal("engine", 3)
    rate_replies(search.answers)
    rate_moves(search.answers)
    keep_best_move()
    reply_with()


SEARCHES = {
    "chess2": Search(plies=2, captures=True),
    "chess2-plain": Search(plies=2, captures=False),
    "chess3": Search(plies=3, captures=False),
}
"""The programs that ship, by name."""


def build(name: str) -> Program:
    """The program of a turn."""
    return _program(name, trace(turn, SEARCHES[name]))


def build_listener() -> Program:
    """The program that only makes the human's move."""
    return _program("chess-listen", trace(listen))


def _program(name: str, calls: Iterable[Call]) -> Program:
    """Newlines stand for themselves in these programs, which JSON writes shorter than an escape."""
    rules = assemble(name, calls)
    return Program(
        name, tuple(Rule(rule.pattern.replace(r"\n", "\n"), rule.replacement, rule.origin) for rule in rules)
    )
