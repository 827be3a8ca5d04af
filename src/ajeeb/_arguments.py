"""Checks of arguments that several rooms share."""

import operator

QUOTED_LENGTH = 100


def shown(value: object) -> str:
    """An argument as errors show it: on one line, and never a screenful.

    >>> shown([1, 2])
    '[1, 2]'
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= QUOTED_LENGTH else text[:QUOTED_LENGTH] + "…"


def whole_number(name: str, value: object, least: int | None = None) -> int:
    """`value` as an int. Raises TypeError if it is no integer, ValueError below `least`.

    >>> whole_number("threads", 2, least=1)
    2
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}={shown(value)}: expected an integer") from None
    if least is not None and number < least:
        raise ValueError(f"{name}={number}: expected at least {least}")
    return number
