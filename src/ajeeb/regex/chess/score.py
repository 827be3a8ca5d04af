r"""Scores: from the codes of moves to the best move, by tables, bars and the order of lines.

A move's code is three letters: mover, mover on its new square, victim. What it wins is 100 a pawn and 1 a level, for
the victim, and for the mover's own change (better or worse square, promotion). Since no side can have 100 levels more
than the other, two digits hold that exactly: pawns won (`A` = 0 to `R` = 17), then levels won (`a` = -3 to `j` = 6).

- The best of a list of such pairs: a table of all digits, best first, is put before the list, and a lazy group
  takes the first one that occurs in it.
- The difference of two numbers: numbers become bars (`===`). In a table of digits in rising order, what stands before a
  digit has its length, and what stands after it has the length of the rest, so that `a - b` is two pieces put together.
- The best of a list of bars: an entry goes if a later one is longer; what is left falls, and its first is the best.

The values: of a reply, what it wins less what the best answer to it wins back; of a move, what it wins less
the value of the best reply. A mate (`#`) is more than any number; a draw (`&`) is worth minus the balance of the root.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from ajeeb.regex.chess.letters import ENGINE, HUMAN, level_class
from ajeeb.regex.chess.moves import ANY, CASTLED
from ajeeb.regex.rule import RuleLike

__all__ = ["attach_codes", "balance", "best_answer", "best_move", "best_reply", "digits"]

PAWNS = "ABCDEFGHIJKLMNOPQR"
LEVELS = "abcdefghij"
NOTHING_WON = "Ad"
LOWEST_LEVEL = -3

MATED, DRAWN = "#", "&"
BEYOND_ALL = 90
"""Bars for a mate: more than any value of a move has."""


def _bars(count: int) -> str:
    return "=" * count


def _both(letters: str) -> str:
    return letters + letters.lower()


def _class(piece: str) -> str:
    return ENGINE.class_of(piece) + HUMAN.class_of(piece)


def digits() -> Iterator[RuleLike]:
    """Every code `;ftv` becomes `/Ps`: pawns won, levels won."""
    nobody = f".:{CASTLED}"
    victims = {0: nobody, 1: _class("P"), 3: _class("N") + _class("B"), 5: _class("R"), 9: _class("Q")}
    for worth, victim in victims.items():
        yield rf";([^\n;][^\n;][{victim}])", rf"/{PAWNS[worth]}\1"
    yield rf"/([A-R])(?=[{_class('P')}][^\n{_class('P')}])", rf"/\1<{PAWNS}>"
    for gain, new in ((8, "Q"), (4, "R"), (2, "NB")):
        classes = "".join(map(_class, new))
        yield rf"/([A-R])<[A-R]*?\1[A-R]{{{gain - 1}}}([A-R])[A-R]*>(?=[{_class('P')}][{classes}])", r"/\2"
    yield from _level_digits()


def _level_digits() -> Iterator[RuleLike]:
    classes = {level: _both(level_class(level)) for level in range(4)}
    changes: dict[int, list[str]] = defaultdict(list)
    for before, after in product(range(4), repeat=2):
        changes[after - before].append(f"[{classes[before]}][{classes[after]}]")
    for change, pairs in sorted(changes.items()):
        yield rf"/([A-R])(?:{'|'.join(pairs)})", rf"/\1~{change - LOWEST_LEVEL}"
    victims = {level: f"[{letters}]" for level, letters in classes.items()}
    victims[0], victims[1] = f"[.:{classes[0]}]", rf"[{CASTLED}{classes[1]}]"
    sums: dict[int, list[str]] = defaultdict(list)
    for change, level in product(range(LOWEST_LEVEL, 4), range(4)):
        sums[change + level].append(f"{change - LOWEST_LEVEL}{victims[level]}")
    for total, pairs in sorted(sums.items()):
        yield rf"/([A-R])~(?:{'|'.join(pairs)})", rf"/\1{LEVELS[total - LOWEST_LEVEL]}"


def attach_codes(depth: str) -> Iterator[RuleLike]:
    """The nodes of the last depth give up their boards and become a list behind their parent: `;ftv;ftv`."""
    yield rf"\n{depth}(;{ANY}*)\n{ANY}*", r"\1"


def best_answer(kind: str) -> Iterator[RuleLike]:
    """From replies with a list of answers to replies with their value, put behind the move that they answer.

    `kind` tells what was tried: "mates" (only whether a check mates), "captures" (of a side that is not in check, which
    may also stand as it is) or "all".
    """
    yield r"(\n2/[A-R][a-j]!?)\n[^\n/]*", r"\1|"
    yield r"\n2/[^\n]*!\|(?=\n)", "\n2" + MATED
    if kind == "all":
        yield r"\n2/[^\n]*\|(?=\n)", "\n2" + DRAWN
    elif kind == "captures":
        yield r"(\n2/[A-R][a-j])\|", rf"\1|/{NOTHING_WON}"
    else:
        yield rf"(\n2/[A-R][a-j])!?\|{ANY}*", rf"\1|/{NOTHING_WON}"
    yield r"(\n2/[A-R][a-j])!?\|", rf"\1|{PAWNS[::-1]}#{LEVELS[::-1]}#"
    yield (
        r"(\n2/[A-R][a-j])\|[A-R]*?([A-R])[A-R]*#(?=[^\n]*/\2)[a-j]*?([a-j])[a-j]*#[^\n]*/\2\3[^\n]*",
        r"\1\2\3",
    )
    # The value in bars: pawns + 18 (1 to 35), levels + 10 (1 to 19).
    yield (
        r"\n2/([A-R])([a-j])([A-R])([a-j])",
        "\n" + rf"2\1{PAWNS}#\2{LEVELS}#\3{PAWNS}#\4{LEVELS}",
    )
    yield (
        r"\n2([A-R])([A-R]*?)\1[A-R]*#([a-j])([a-j]*?)\3[a-j]*#([A-R])[A-R]*?\5([A-R]*)#([a-j])[a-j]*?\7([a-j]*)",
        r"<=\2\6>=\4\8>",
    )
    yield from _letters_to_bars()
    yield rf"\n2([{MATED}{DRAWN}])", r"\1"


def _letters_to_bars() -> Iterator[RuleLike]:
    yield "[A-R](?=[A-R]*>)", "="
    yield "[a-j](?=[a-j]*>)", "="


def best_reply(with_draws: bool) -> Iterator[RuleLike]:
    """From moves with a list of the values of replies to moves with their own value, `\n1<pawns>levels>own levels>`.

    The value in bars: pawns + 18 (1 to 52), levels + 13 (1 to 28). No bars at all stand for a move after which the
    engine is mated. Own levels are what the move itself wins, for ties. A flag behind says that the move mates or
    stalemates. `with_draws`: whether the list may have draws.
    """
    yield r"(\n1)/([A-R])([a-j])", rf"\1\2{PAWNS}#\3{LEVELS}"
    yield r"(\n1)([A-R])([A-R]*?)\2[A-R]*#([a-j])([a-j]*?)\4[a-j]*", r"\1\3>\5>"
    yield from _letters_to_bars()
    board = r"[^\n<#&]*"
    yield rf"\n1=*>(=*>)!(\n{board})(?=\n)", "\n1<" + _bars(BEYOND_ALL) + rf">>\1{MATED}\2"
    yield rf"(\n1)=*>(=*>!?\n{board}){ANY}*#{ANY}*", r"\1<>>\2"
    if with_draws:
        yield from _drawing_replies()
    yield r"(\n1)=*>(=*>)(\n[^\n<]*)(?=\n)", rf"\1D\2{DRAWN}\3"
    yield r"<(=*)>(=*)>&?(?=[^\n]*<\1=|[^\n]*<\1>\2=)", ""
    if with_draws:
        yield r"(\n1)=*>(=*>!?\n[^\n<]*)<=*>=*>&[^\n]*", r"\1D\2"
    yield (
        r"(\n1)(=*)>(=*)>(!?\n[^\n<]*)<(=*)>(=*)>[^\n]*",
        rf"\1<\5|{_bars(36)}\2>\6|{_bars(20)}\3>\3>\4",
    )
    yield r"(\n1D)(=*>)" + BALANCE, rf"\1<\3|{_bars(18)}\4>\5|{_bars(13)}\6>\2"
    yield from _subtract()
    yield "(\n1D<={53})=+", r"\1"
    yield "(\n1D<=*>={29})=+", r"\1"
    yield "(\n1)D", r"\1"


BALANCE = r"(?=[^~]*\nE(=*)\|(=*);(=*)\|(=*);)"
"""Looks ahead to the root's balance: four groups, the pawns won and lost, the levels won and lost."""


def _drawing_replies() -> Iterator[RuleLike]:
    """A reply that stalemates the engine wins back all that the engine is ahead after its move: root and move."""
    yield rf"&(?={ANY}*&)", ""
    yield (
        r"(\n1(=*)>(=*)>!?\n[^\n&]*)&" + BALANCE,
        rf"\1<\5|{_bars(18)}\4\2>\7|{_bars(7)}\6\3>&",
    )
    yield from _subtract()
    yield "<(={36})=+(>=*>&)", r"<\1\2"
    yield "(<=*>={20})=+(>&)", r"\1\2"


def _subtract() -> Iterator[RuleLike]:
    """`<a|b>c|d>` to `<b - a>d - c>`, nothing less than nothing."""
    for before in "<>":
        yield rf"{before}(=*)\|\1(=*)>", rf"{before}\2>"
        yield rf"{before}=*\|=*>", f"{before}>"


def best_move() -> Iterator[RuleLike]:
    """Of the moves only the best stays: most pawns, then levels, then own levels, then the first."""
    rest = r"[^~]*\n1<"
    yield (
        rf"\n1<(=*)>(=*)>(=*)>{ANY}*\n{ANY}*(?={rest}\1=|{rest}\1>\2=|{rest}\1>\2>\3=)",
        "",
    )
    yield rf"(\n1{ANY}*\n{ANY}*)(?:\n1{ANY}*\n{ANY}*)+", r"\1"


def balance() -> Iterator[RuleLike]:
    """A line `E` with what the engine is ahead at the root: pawns won and lost, levels won and lost, in bars."""
    yield r"(\n0;\n([^\n]*)\n)", r"\1\2|\2;M" + "\n" + r"\2|\2;S" + "\n"
    yield r"[^A-Z\n](?=[^\n|]*\|)", ""
    yield r"[^a-z\n|;](?=[^\n|;]*;[MS])", ""
    worths = {9: "Q", 5: "R", 3: "NB", 1: "P", 0: "K"}
    for worth, pieces in worths.items():
        yield rf"[{''.join(map(_class, pieces))}](?={ANY}*;M)", _bars(worth)
    for level in range(4):
        yield rf"[{_both(level_class(level))}](?={ANY}*;S)", _bars(level)
    yield r"\n(=*)\|\1(=*);", "\n" + r"|\2;"
    yield r"\n(=*)(=*)\|\2;", "\n" + r"\1|;"
    yield r"\n(=*\|=*;)M\n(=*\|=*;)S", "\n" + r"E\1\2"
