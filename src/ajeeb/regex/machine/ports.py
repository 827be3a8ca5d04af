r"""What lies between the machine and the world: an input of plain lines into a first thread, and results out of it."""

from ajeeb.regex.machine.numbers import places
from ajeeb.regex.machine.state import BITS, BODY, HEAD, MACHINE, Rules

__all__: list[str] = []

KINDS = {"int": "a number", "natural": "a number without sign", "bool": "True or False", "str": "a text"}


def _form(kind: str, bits: int) -> str:
    digits = f"[0-9]{{1,{places(bits)}}}"
    return {"int": f"-?{digits}", "natural": digits, "bool": "True|False", "str": r"[^\n]*"}[kind]


def _complaint(kinds: tuple[str, ...]) -> str:
    return "? " + ", ".join(KINDS[kind] for kind in kinds) + (" is" if len(kinds) == 1 else " are") + " expected"


@MACHINE.instruction
def read(names: tuple[str, ...], kinds: tuple[str, ...], bits: int = BITS) -> Rules:
    """Make the first thread of the input: a variable each, as texts, one a line (numbers may share a line).

    An input of another form becomes a complaint, which no later rule touches.
    """
    yield "[%`;]", "?"
    yield "^([^%]*)", "\n" + r"\1" + "\n%"
    if "str" not in kinds:
        yield r"[ \n]+", "\n"
    values = "".join(rf"({_form(kind, bits)})\n" for kind in kinds)
    variables = "".join(f"#{name}: '\\{index}\n" for index, name in enumerate(names, 1))
    yield rf"^\n{values}\n?%", HEAD + variables
    yield r"^\n[^%]*%", _complaint(kinds) + "\n"


@MACHINE.instruction
def write() -> Rules:
    """Leave of each active thread the text on top of its stack, and nothing of the others."""
    yield rf"%[^%\n][^\n]*\n#stack:\n{BODY}", ""
    yield rf"{HEAD}'([^\n]*\n){BODY}", r"\1"
