"""Instructions of any machine: declared, called, assembled."""

from collections.abc import Iterable

import pytest

from ajeeb import regex
from ajeeb.errors import RegexProgramError
from ajeeb.regex.instructions import InstructionSet, assemble


def lamps() -> InstructionSet:
    machine = InstructionSet("lamps")

    @machine.instruction
    def light(color: str, twice: bool = False) -> Iterable[tuple[str, str]]:
        """Light the lamps of one color."""
        yield f"{color}:off", f"{color}:on"
        if twice:
            yield f"{color}:on", f"{color}:ON"

    @light.twin
    def _(state: dict[str, str], color: str) -> dict[str, str]:
        return {**state, color: "on"}

    @machine.instruction(name="break")
    def break_() -> Iterable[tuple[str, str]]:
        yield ".*", ""

    return machine


def test_a_call_knows_its_rules_and_where_they_came_from() -> None:
    light = lamps()["light"]
    assert light.__doc__ == "Light the lamps of one color."
    program = assemble("both", [light("red"), light("blue", twice=True).at("lamps.py:3")])
    assert [rule.origin for rule in program] == [
        "light('red', False)",
        "light('blue', True) lamps.py:3",
        "light('blue', True) lamps.py:3",
    ]
    assert regex.run(program, "red:off blue:off green:off") == "red:on blue:ON green:off"
    assert light.interpret is not None and light.interpret({"red": "off"}, "red") == {"red": "on"}
    assert light("red").named == {"color": "red", "twice": False}


def test_what_is_wrong_is_told() -> None:
    machine = lamps()
    with pytest.raises(RegexProgramError, match="light: missing a required argument"):
        machine["light"]()
    with pytest.raises(RegexProgramError, match="no instruction 'dim'"):
        machine["dim"]
    with pytest.raises(RegexProgramError, match="not portable"):
        machine["break"]().rules()
    with pytest.raises(RegexProgramError, match="two instructions 'light'"):
        machine.instruction(machine["light"].rules_of)
