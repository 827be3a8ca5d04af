"""Every instruction against its plain Python twin, over random states with many threads at once."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex.machine import MACHINE, State, Thread, Value, decode, encode

BITS = 4
NUMBERS = st.integers(-(2**BITS) + 1, 2**BITS - 1)
TEXTS = st.text("abcXO18-# '|+~[", max_size=6) | st.sampled_from(["True", "-3", "12", "e4", "a1", "h8"])
VALUES: dict[type, st.SearchStrategy[Value]] = {int: NUMBERS, bool: st.booleans(), str: TEXTS}
VALUES[tuple] = st.sampled_from([int, bool, str]).flatmap(lambda kind: st.lists(VALUES[kind], max_size=5).map(tuple))
VALUES[object] = st.one_of(*VALUES.values())
NAMES = ["x", "xy", "y", "best_score"]

# The arguments to try each instruction with. What takes none is found by itself.
ARGUMENTS: dict[str, list[tuple]] = {
    "push": [(value,) for value in (0, 5, -3, True, False, "", "a b'#", (1, -2), ())],
    "lookup": [("x",), ("xy",), ("best_score",)],
    "take": [("x",), ("xy",), ("best_score",)],
    "keep": [("z",), ("x.y^]",)],
    "initialise": [("z",), ("best_scores",)],
    "assign": [("x",), ("y",), ("z",)],
    "delete": [("x",), ("best_score",)],
    "cond": [("t1",)],
    "cond_not": [("t1",)],
    "otherwise": [("t1",)],
    "reactivate": [("t1",)],
    "park": [("t1",)],
    "add": [(BITS,)],
    "subtract": [(BITS,)],
    "multiply": [(BITS,)],
    "divide": [(BITS,)],
    "modulo": [(BITS,)],
    "add_constant": [(0,), (1,), (7,), (-1,), (-6,)],
    "multiply_constant": [(0,), (1,), (3,)],
    "divide_constant": [(1, BITS), (2, BITS), (5, BITS), (16, BITS)],
    "modulo_constant": [(1,), (2,), (5,), (16,)],
    "compare": [(relation, BITS) for relation in ("<", "<=", "==", "!=", ">=", ">")],
    "compare_constant": [(relation, n) for relation in ("<", "<=", "==", "!=", ">=", ">") for n in (-3, -1, 0, 1, 4)],
    "to_number": [(10,)],
    "to_text": [(BITS,), (10,)],
    "is_constant": [(3,), ("ab",), ("",), (True,), ((),), (0,)],
    "concat_constant": [("",), ("a b#'",)],
    "part": [(0,), (2,), (0, 0), (1, 3), (0, 4)],
    "matches": [(r"[^X\n]*",), ("(?:ab|a)*X?",)],
    "length": [(BITS,)],
    "list_length": [(BITS,)],
    "item": [(0,), (1,), (3,)],
    "contains": [(1,), ("ab",), (True,), ("",)],
    "square_offset": [(1, 0), (-1, 2), (7, -7), (0, 0)],
    "fork_inactive": [("t1",)],
    "fork_bool": [("x",), ("z",)],
}
SPECIAL = {"fork_on_list", "fork_replace", "keep_best", "collect", "read", "write"}
USES = [(i.name, arguments) for i in MACHINE if i.name not in SPECIAL for arguments in ARGUMENTS.get(i.name, [()])]


def threads(
    top: tuple[type, ...],
    variables: dict[str, st.SearchStrategy[Value]] | None = None,
    tags: tuple[str, ...] = ("t1", "t1!", "t12", "1"),
) -> st.SearchStrategy[list[Thread]]:
    """A family of threads that all have what an instruction takes on their stacks, among sleeping ones."""

    @st.composite
    def thread(draw: st.DrawFn) -> Thread:
        tag = draw(st.sampled_from(["%", "%", "%", *tags]))
        stack = [draw(VALUES[kind]) for kind in reversed(top)] + draw(st.lists(VALUES[object], max_size=3))
        names = draw(st.permutations(NAMES))[: draw(st.integers(0, len(NAMES)))]
        found = {name: draw(VALUES[object]) for name in names}
        for name, values in (variables or {}).items():
            found.pop(name, None)
            found[name] = draw(values)
        return Thread(tag, stack, dict(draw(st.permutations(list(found.items())))))

    return st.lists(thread(), max_size=6)


def normal(state: State) -> list[tuple[str, list[str], dict[str, str]]]:
    """A state that compares: True is not 1, and the order of the variables is nobody's business."""
    return [
        (t.tag, [encode(v) for v in t.stack], {name: encode(v) for name, v in t.variables.items()})
        for t in state.threads
    ]


def agree(name: str, arguments: tuple, state: State) -> None:
    instruction = MACHINE[name]
    text = str(state)
    for rule in instruction.rules(*arguments):
        if name not in ("keep_best", "collect"):
            for match in re.finditer(rule.pattern, text):
                assert len(re.findall("^%", match[0], re.M)) == 1, f"{rule} matches across threads"
        text = regex.run([rule], text)
    assert instruction.interpret is not None
    assert normal(State.parse(text)) == normal(instruction.interpret(state, *arguments)), f"{state}\nbecame\n{text}"


@pytest.mark.parametrize(("name", "arguments"), USES, ids=str)
@settings(max_examples=20 if settings.default.max_examples < 100 else settings.default.max_examples)
@given(data=st.data())
def test_rules_do_what_the_twin_does(name: str, arguments: tuple, data: st.DataObject) -> None:
    takes = (tuple, str) if name == "append" else MACHINE[name].takes
    agree(name, arguments, State(data.draw(threads(takes))))


@given(threads((), {"x": VALUES[tuple]}), st.sampled_from([3, 7]))
def test_fork_on_list(found: list[Thread], bits: int) -> None:
    agree("fork_on_list", ("x", bits), State(found))


@given(threads((), {"x": st.text("XO_", max_size=9)}), st.sampled_from("XO_"), st.sampled_from("XO_"))
def test_fork_replace(found: list[Thread], old: str, new: str) -> None:
    agree("fork_replace", ("x", old, new), State(found))


@given(threads((), {"score": NUMBERS}))
def test_keep_best(found: list[Thread]) -> None:
    agree("keep_best", ("score", 3, BITS), State(found))


@pytest.mark.parametrize("into", ["x", "xs"])
@given(
    families=st.lists(
        st.tuples(threads(()), st.lists(VALUES[object].filter(lambda v: not isinstance(v, tuple)), max_size=4)),
        max_size=4,
    )
)
def test_collect(into: str, families: list[tuple[list[Thread], list[Value]]]) -> None:
    found: list[Thread] = []
    for others, values in families:
        found += [thread for thread in others if not thread.is_active and thread.tag != "p"]
        found += [
            Thread("p", [1], {"x": "old"}),
            *(Thread("%", [2], {"y": 3, "x": value, "z": ""}) for value in values),
        ]
    agree("collect", ("p", "x", into), State(found))


def test_a_big_family_is_reduced_at_once() -> None:
    numbers = list(range(-60, 60))
    random.Random(1).shuffle(numbers)
    state = State([Thread("%", [], {"n": tuple(numbers)})])
    for name, arguments in (("fork_on_list", ("n",)), ("keep_best", ("n",))):
        state = State.parse(regex.run(MACHINE[name].rules(*arguments), str(state)))
    assert state.threads == [Thread("%", [], {"n": 59})]


@given(VALUES[object])
def test_values_round_trip(value: Value) -> None:
    assert encode(decode(encode(value))) == encode(value)


NO_STATES = ["x", "%\n", "#x: +\n", "%%\n#x: 1\n", "%%\n#stack:\n-\n", "%%\n#stack:\n#x: +\n#x: +\n", "%%"]
NO_STATES += ["%%\n#stack:\n#x: +\n+\n", "%%\n#stack:\n+\n#stack:\n", "%%\n#stack:\n[+;+\n"]


@pytest.mark.parametrize("text", NO_STATES)
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(RegexProgramError):
        State.parse(text)


@pytest.mark.parametrize("value", ["a\nb", "50%", "a;b", "`", ((1,),), 1.5, None])
def test_what_the_machine_cannot_hold_is_refused(value: Value) -> None:
    with pytest.raises(RegexProgramError):
        encode(value)


@pytest.mark.parametrize(
    ("kinds", "text", "expected"),
    [
        (("int", "int"), "12 -18", {"a": "12", "b": "-18"}),
        (("int", "int"), "  12\n18 \n", {"a": "12", "b": "18"}),
        (("int", "int"), "12", "? a number, a number are expected\n"),
        (("int",), "12 5", "? a number is expected\n"),
        (("int",), "", "? a number is expected\n"),
        (("int",), "%%\n#stack:\n", "? a number is expected\n"),
        (("int",), "1000", "? a number is expected\n"),
        (("str",), " a%b ", {"a": " a?b "}),
        (("str", "str"), "x\ny\n", {"a": "x", "b": "y"}),
        (("str",), "", {"a": ""}),
        (("bool", "int"), "True 3", {"a": "True", "b": "3"}),
    ],
)
def test_read(kinds: tuple[str, ...], text: str, expected: dict[str, str] | str) -> None:
    found = regex.run(MACHINE["read"].rules(("a", "b")[: len(kinds)], kinds), text)
    assert found == expected if isinstance(expected, str) else State.parse(found).threads[0].variables == expected


def test_write() -> None:
    state = State([Thread("%", ["one", 2], {"x": 3}), Thread("t", ["two"]), Thread("%", ["three"])])
    assert regex.run(MACHINE["write"].rules(), str(state)) == "one\nthree\n"


def test_every_instruction_is_documented_and_twinned() -> None:
    for instruction in MACHINE:
        assert instruction.__doc__
        assert instruction.interpret is not None or instruction.name in ("read", "write")


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide", "modulo", "compare"])
@given(pairs=st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=5))
def test_arithmetic_on_natural_numbers(name: str, pairs: list[tuple[int, int]]) -> None:
    arguments = ("<", BITS, True) if name == "compare" else (BITS, True)
    agree(name, arguments, State([Thread("%", [top, low, "x"]) for top, low in pairs]))
    natural, every = len(MACHINE[name].rules(*arguments)), len(MACHINE[name].rules(*arguments[:-1]))
    assert natural < every
