"""What python-chess has and this package leaves out, on purpose. docs/left-out.md gives the reasons at length."""

PAGE = "docs/left-out.md"

# Module of python-chess: what to do instead.
MODULES = {
    "gaviota": "Gaviota tablebases are left out: probe them with python-chess",
    "syzygy": "Syzygy tablebases are left out: probe them with python-chess or an engine",
    "variant": "variants other than Chess960 are left out: play them with python-chess",
}


def refusal(module: str) -> str:
    """The sentence that refuses a left-out module and names the page.

    >>> refusal("syzygy")
    'Syzygy tablebases are left out: probe them with python-chess or an engine (see docs/left-out.md)'
    """
    return f"{MODULES[module]} (see {PAGE})"


def refuse_attribute(name: str) -> None:
    """Raise AttributeError if `ajeeb.NAME` is something that is left out."""
    if name in MODULES:
        raise AttributeError(refusal(name))
