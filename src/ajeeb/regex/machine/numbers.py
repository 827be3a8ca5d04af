r"""Instructions on numbers.

A number is a tally, so adding is writing side by side, and a constant is compared by one counted class. Two unknown
numbers are brought to the form `~aaaa,bb` and cancel against each other: 2**k bars on both sides at once, for k
downwards, which leaves nothing of the smaller one after `bits` rules. No pattern here refers back to a group: they
fit POSIX. Exact for magnitudes below 2**bits; what a sum or a product makes may be longer. `natural` promises that
neither number is negative, and leaves out the rules that can't match then.
"""

from collections.abc import Callable

from ajeeb.errors import RegexProgramError
from ajeeb.regex.machine.state import BITS, HEAD, LARGEST, MACHINE, Rules, State, binary, unary
from ajeeb.regex.portable import MAX_REPEAT

__all__ = ["RELATIONS", "bars", "cancel", "places"]

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
PLUS, MINUS = r"\+(\|*)\n", r"-(\|*)\n"
WORK = HEAD + "~"
SIDES = r"(\|*),(\|*)\n"


def bars(least: int, most: int | None = None) -> str:
    """A pattern for `least` to `most` bars (exactly `least`, if that is all).

    Counts above what engines promise are written in a row, never one inside another: Perl misreads that.
    """
    if most is None:
        return rf"\|{{{MAX_REPEAT}}}" * (least // MAX_REPEAT) + _counted(least % MAX_REPEAT)
    return rf"\|{{{least},{most}}}" if most <= MAX_REPEAT else bars(least) + r"\|*"


def _counted(least: int) -> str:
    return rf"\|{{{least}}}" if least > 2 else r"\|" * least


def cancel(bits: int, prefix: str = WORK, end: str = "\n") -> Rules:
    """Strike out as many bars on both sides of a comma, between the prefix and the end, as both sides have."""
    for power in range(bits - 1, -1, -1):
        some = bars(2**power)
        yield rf"{prefix}{some}(\|*),{some}(\|*){end}", rf"{prefix}\1,\2{end}"


def _difference(natural: bool) -> Rules:
    """Number below minus number above, uncancelled: what speaks for the lower before the comma, the rest after it."""
    yield HEAD + PLUS + PLUS, rf"{WORK}\2,\1" + "\n"
    if natural:
        return
    yield HEAD + MINUS + MINUS, rf"{WORK}\1,\2" + "\n"
    yield HEAD + PLUS + MINUS, rf"{WORK},\1\2" + "\n"
    yield HEAD + MINUS + PLUS, rf"{WORK}\1\2," + "\n"


def _signed() -> Rules:
    yield rf"{WORK}(\|*),\n", rf"{HEAD}+\1" + "\n"
    yield rf"{WORK},(\|+)\n", rf"{HEAD}-\1" + "\n"


@MACHINE.instruction(takes=(int, int), gives=(int,))
def add(bits: int = BITS, natural: bool = False) -> Rules:
    """The sum of the two numbers on the stack."""
    if natural:
        yield HEAD + PLUS + PLUS, rf"{HEAD}+\1\2" + "\n"
        return
    yield HEAD + PLUS + PLUS, rf"{WORK}\1\2," + "\n"
    yield HEAD + MINUS + MINUS, rf"{WORK},\1\2" + "\n"
    yield HEAD + PLUS + MINUS, rf"{WORK}\1,\2" + "\n"
    yield HEAD + MINUS + PLUS, rf"{WORK}\2,\1" + "\n"
    yield from cancel(bits)
    yield from _signed()


@add.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, lambda a, b: a + b)


@MACHINE.instruction(takes=(int, int), gives=(int,))
def subtract(bits: int = BITS, natural: bool = False) -> Rules:
    """The number below the top, less the top."""
    yield from _difference(natural)
    yield from cancel(bits)
    yield from _signed()


@subtract.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, lambda a, b: a - b)


@MACHINE.instruction(takes=(int,), gives=(int,))
def add_constant(constant: int) -> Rules:
    """The top of the stack and a constant, of either sign."""
    some = "|" * abs(constant)
    if constant >= 0:
        yield HEAD + PLUS, rf"{WORK}\1{some}," + "\n"
        yield HEAD + MINUS, rf"{WORK}{some},\1" + "\n"
    else:
        yield HEAD + MINUS, rf"{WORK},\1{some}" + "\n"
        yield HEAD + PLUS, rf"{WORK}\1,{some}" + "\n"
    yield from cancel(abs(constant).bit_length())
    yield from _signed()


@add_constant.twin
def _(state: State, constant: int) -> State:
    return unary(state, lambda a: a + constant)


@MACHINE.instruction(takes=(int,), gives=(int,))
def negate() -> Rules:
    """The top of the stack with the other sign."""
    yield rf"{HEAD}\+\|", f"{HEAD}`|"
    yield f"{HEAD}-", f"{HEAD}+"
    yield f"{HEAD}`", f"{HEAD}-"


@negate.twin
def _(state: State) -> State:
    return unary(state, lambda a: -a)


@MACHINE.instruction(takes=(int,), gives=(int,))
def absolute() -> Rules:
    """The top of the stack without its sign."""
    yield f"{HEAD}-", f"{HEAD}+"


@absolute.twin
def _(state: State) -> State:
    return unary(state, abs)


@MACHINE.instruction(takes=(int,), gives=(int,))
def multiply_constant(constant: int) -> Rules:
    """The top of the stack times a constant that is not negative."""
    if constant > LARGEST:
        raise RegexProgramError(f"the factor {constant} is too large for a tally: {LARGEST:,} is the largest")
    if constant == 0:
        yield rf"{HEAD}[+-]\|*\n", f"{HEAD}+\n"
    elif constant > 1:
        yield rf"{HEAD}([+-])(\|+)\n", rf"{HEAD}\1" + r"\2" * constant + "\n"


@multiply_constant.twin
def _(state: State, constant: int) -> State:
    return unary(state, lambda a: a * constant)


@MACHINE.instruction(takes=(int, int), gives=(int,))
def multiply(bits: int = BITS, natural: bool = False) -> Rules:
    """The product of the two numbers on the stack: double what there is, add the lower where the top has a bit."""
    signs = [(PLUS, PLUS, "~"), (MINUS, MINUS, "~"), (PLUS, MINUS, "`"), (MINUS, PLUS, "`")]
    for top, low, mark in signs[: 1 if natural else 4]:
        yield HEAD + top + low, rf"{HEAD}{mark},\2,\1" + "\n"
    for power in range(bits - 1, -1, -1):
        yield rf"{HEAD}([~`])(\|+),", rf"{HEAD}\1\2\2,"
        yield rf"{HEAD}([~`])(\|*),(\|*),{bars(2**power)}(\|*)\n", rf"{HEAD}\1\2\3,\3,\4" + "\n"
    if not natural:
        yield rf"{HEAD}`(\|+),\|*,\n", rf"{HEAD}-\1" + "\n"
    yield rf"{HEAD}[~`](\|*),\|*,\n", rf"{HEAD}+\1" + "\n"


@multiply.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, lambda a, b: a * b)


@MACHINE.instruction(takes=(int,), gives=(int,))
def divide_constant(constant: int, bits: int = BITS) -> Rules:
    """The top of the stack divided by a positive constant, rounded down."""
    yield HEAD + PLUS, rf"{WORK},\1" + "\n"
    yield HEAD + MINUS, rf"{HEAD}`,\1" + "|" * (constant - 1) + "\n"
    for power in range((2**bits // constant).bit_length() - 1, -1, -1):
        some = bars(constant * 2**power)
        yield rf"{HEAD}([~`])(\|*),{some}(\|*)\n", rf"{HEAD}\1\2" + "|" * 2**power + r",\3" + "\n"
    yield rf"{WORK}(\|*),\|*\n", rf"{HEAD}+\1" + "\n"
    yield rf"{HEAD}`(\|+),\|*\n", rf"{HEAD}-\1" + "\n"


@divide_constant.twin
def _(state: State, constant: int, bits: int = BITS) -> State:
    return unary(state, lambda a: a // constant)


@MACHINE.instruction(takes=(int,), gives=(int,))
def modulo_constant(constant: int) -> Rules:
    """What is left of the top of the stack after division by a positive constant; never negative."""
    whole, rest = f"(?:{bars(constant)})*", f"({bars(0, constant - 1)})" if constant > 1 else "()"
    yield rf"{HEAD}-{whole}{rest}\n", rf"{WORK}{'|' * constant},\1" + "\n"
    yield from cancel(constant.bit_length())
    yield rf"{WORK}(\|*),\n", rf"{HEAD}+\1" + "\n"
    yield rf"{HEAD}\+{whole}{rest}\n", rf"{HEAD}+\1" + "\n"


@modulo_constant.twin
def _(state: State, constant: int) -> State:
    return unary(state, lambda a: a % constant)


def _long_division(bits: int) -> Rules:
    r"""To `~<sign of lower><sign of top>quotient,remainder,divisor`, in magnitudes; nothing happens for a divisor 0.

    For k downwards the remainder and the divisor are written behind and cancel, 2**k bars against each one of the
    divisor's; if none of those is left over, what is left of the remainder replaces it.
    """
    signs = "~[+-][+-]"
    yield rf"{HEAD}([+-])(\|*)\n([+-])(\|*)\n", rf"{WORK}\3\1,\4,\2" + "\n"
    for power in range(bits - 1, -1, -1):
        fits = bars(1, 2 ** (bits - power) - 1)
        yield rf"{HEAD}({signs}\|*,)(\|*),({fits})\n", rf"{HEAD}\1\2,\3,\2;\3" + "\n"
        for bit in range(bits - power - 1, -1, -1):
            some, one = bars(2 ** (power + bit)), bars(2**bit)
            yield rf"{HEAD}({signs}\|*,\|*,\|+,){some}(\|*);{one}(\|*)\n", rf"{HEAD}\1\2;\3" + "\n"
        done = rf"{HEAD}\1" + "|" * 2**power + r",\3,\2" + "\n"
        yield rf"{HEAD}({signs}\|*),\|*,(\|+),(\|*);\n", done
        yield rf"{HEAD}({signs}\|*,\|*,\|+),\|*;\|+\n", rf"{HEAD}\1" + "\n"


@MACHINE.instruction(takes=(int, int), gives=(int,))
def divide(bits: int = BITS, natural: bool = False) -> Rules:
    """The number below the top divided by the top, rounded down; by zero it is zero."""
    yield from _long_division(bits)
    yield rf"{WORK}[+-]{{2}}\|*,\|*,\n", f"{HEAD}+\n"
    yield rf"{WORK}(?:\+\+|--)(\|*),\|*,\|+\n", rf"{HEAD}+\1" + "\n"
    if natural:
        return
    yield rf"{WORK}[+-]{{2}}(\|+),,\|+\n", rf"{HEAD}-\1" + "\n"
    yield rf"{WORK}[+-]{{2}},,\|+\n", f"{HEAD}+\n"
    yield rf"{WORK}[+-]{{2}}(\|*),\|+,\|+\n", rf"{HEAD}-\1|" + "\n"


@divide.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, lambda a, b: a // b if b else 0)


@MACHINE.instruction(takes=(int, int), gives=(int,))
def modulo(bits: int = BITS, natural: bool = False) -> Rules:
    """What is left of the number below the top after division by the top, with the top's sign; by zero, the number."""
    yield from _long_division(bits)
    yield rf"{WORK}([+-])[+-]\|*,(\|*),\n", rf"{HEAD}\1\2" + "\n"
    yield rf"{WORK}[+-]{{2}}\|*,,\|+\n", f"{HEAD}+\n"
    yield rf"{WORK}\+\+\|*,(\|+),\|+\n", rf"{HEAD}+\1" + "\n"
    if natural:
        return
    yield rf"{WORK}--\|*,(\|+),\|+\n", rf"{HEAD}-\1" + "\n"
    yield rf"{WORK}-\+\|*,(\|+),(\|+)\n", rf"{WORK}\2,\1" + "\n"
    yield rf"{WORK}\+-\|*,(\|+),(\|+)\n", rf"{WORK}\1,\2" + "\n"
    yield from cancel(bits)
    yield from _signed()


@modulo.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, lambda a, b: a % b if b else a)


@MACHINE.instruction(takes=(int, int), gives=(bool,))
def compare(relation: str, bits: int = BITS, natural: bool = False) -> Rules:
    """Whether the number below the top stands in a relation (`<`, `==`, ...) to the top."""
    yield from _difference(natural)
    yield from cancel(bits)
    holds = RELATIONS[relation]
    for lower, upper, example in ((r"\|+", "", 1), ("", r"\|+", -1), ("", "", 0)):
        yield f"{WORK}{lower},{upper}\n", f"{HEAD}{holds(example, 0)}\n"


@compare.twin
def _(state: State, relation: str, bits: int = BITS, natural: bool = False) -> State:
    return binary(state, RELATIONS[relation])


@MACHINE.instruction(takes=(int,), gives=(bool,))
def compare_constant(relation: str, constant: int) -> Rules:
    """Whether the top of the stack stands in a relation (`<`, `==`, ...) to a constant: one counted class."""
    numbers, value = _numbers(relation, constant)
    yield f"{HEAD}{numbers}\n", f"{HEAD}{value}\n"
    yield rf"{HEAD}[+-]\|*\n", f"{HEAD}{not value}\n"


def _numbers(relation: str, constant: int) -> tuple[str, bool]:
    """A pattern for the numbers that do (True), or that don't (False), stand in the relation to the constant."""
    if relation in ("==", "!="):
        return (r"\+" if constant >= 0 else "-") + bars(abs(constant)), relation == "=="
    below = constant if relation in ("<", ">=") else constant + 1  # the numbers less than this, or the others
    is_less = relation in ("<", "<=")
    if below > 0:
        return rf"\+{bars(below)}\|*", not is_less
    return rf"-{bars(1 - below)}\|*", is_less


@compare_constant.twin
def _(state: State, relation: str, constant: int) -> State:
    return unary(state, lambda a: RELATIONS[relation](a, constant))


def places(bits: int) -> int:
    """How many decimal digits a text may have to be read as a number of so many bits."""
    return len(str(2**bits - 1)) - (bits > 3)


@MACHINE.instruction(takes=(str,), gives=(int,))
def to_number(bits: int = BITS, natural: bool = False) -> Rules:
    """The number that a text writes in decimal; a text that writes none, or one too long, is 0."""
    digits = f"[0-9]{{1,{places(bits)}}}"
    yield rf"{HEAD}'({digits})\n", rf"{WORK},\1" + "\n"
    if not natural:
        yield rf"{HEAD}'-({digits})\n", rf"{HEAD}`,\1" + "\n"
    yield rf"{HEAD}'[^\n]*\n", f"{HEAD}+\n"
    for _ in range(places(bits)):
        yield rf"{HEAD}([~`])(\|*),([0-9])", rf"{HEAD}\1" + r"\2" * 10 + r";\3"
        for digit in range(10):
            yield rf"{HEAD}([~`]\|*);{digit}", rf"{HEAD}\1" + "|" * digit + ","
    if not natural:
        yield rf"{HEAD}`(\|+),\n", rf"{HEAD}-\1" + "\n"
    yield rf"{HEAD}[~`](\|*),\n", rf"{HEAD}+\1" + "\n"


@to_number.twin
def _(state: State, bits: int = BITS, natural: bool = False) -> State:
    def value(text: str) -> int:
        digits = text if natural else text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= places(bits)
        return int(text) if is_number else 0

    return unary(state, value)


@MACHINE.instruction(takes=(int,), gives=(str,))
def to_text(bits: int = BITS) -> Rules:
    """The number in decimal. Digits are written behind dots, so that none stands right after a reference."""
    yield HEAD + PLUS, rf"{WORK},\1" + "\n"
    yield HEAD + MINUS, rf"{WORK}-,\1" + "\n"
    for place in range(len(str(2**bits - 1)) - 1, 0, -1):
        for digit in range(9, 0, -1):
            yield rf"{WORK}([^,;\n]*),{bars(digit * 10**place)}(\|*)\n", rf"{WORK}\1.{digit};\2" + "\n"
        yield rf"{WORK}([^,;\n]*\.[0-9]),", rf"{WORK}\1.0;"
        yield rf"{WORK}([^,;\n]*);", rf"{WORK}\1,"
    for digit in range(10):
        yield rf"{WORK}([^,;\n]*),{bars(digit)}\n", rf"{WORK}\1.{digit}" + "\n"
    for length in range(1, len(str(2**bits - 1)) + 1):
        digits = "".join(rf"\{2 + place}" for place in range(length))
        yield rf"{WORK}(-?)" + r"\.([0-9])" * length + "\n", rf"{HEAD}'\1{digits}" + "\n"


@to_text.twin
def _(state: State, bits: int = BITS) -> State:
    return unary(state, str)
