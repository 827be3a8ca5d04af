"""Writes docs/python-chess-names.md: every public name of python-chess's modules and classes, with ours beside it.

`--check` tells only whether the page is in step. Needs python-chess, which is a test dependency.
"""

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "python-chess-names.md"
STANDARD_LIBRARY = ("typing", "collections", "__future__", "random", "mmap")
MODULES = ("chess", "chess.pgn", "chess.svg", "chess.polyglot")

# Names that are absent on purpose, and why. Only these may be.
TYPING = "a helper of python-chess's own type annotations"
INTERNAL = "a part of python-chess's own parser or drawings"
SYZYGY = "Syzygy is left out (left-out.md)"
ABSENT = {
    "chess.BaseBoardT": TYPING,
    "chess.BoardT": TYPING,
    "chess.pgn.MainlineMapT": TYPING,
    "chess.pgn.MOVETEXT_REGEX": INTERNAL,
    "chess.pgn.SKIP_MOVETEXT_REGEX": INTERNAL,
    "chess.pgn.TAG_REGEX": INTERNAL,
    "chess.polyglot.StrOrBytesPath": TYPING,
    "chess.svg.CHECK_GRADIENT": INTERNAL,
    "chess.svg.COORDS": INTERNAL,
    "chess.svg.XX": INTERNAL,
    **{f"chess.Board.tb{kind}_{what}": SYZYGY for kind in "wz" for what in ("magic", "suffix")},
    **{f"chess.Board.pawnless_tb{kind}_{what}": SYZYGY for kind in "wz" for what in ("magic", "suffix")},
}


def public_names(module: ModuleType) -> Iterator[str]:
    """The module's own names: what it defines, not what it imports."""
    shared = set() if module.__name__ == "chess" else set(vars(importlib.import_module("chess")))
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or name == "annotations" or inspect.ismodule(value) or name in shared:
            continue
        if str(getattr(value, "__module__", "")).split(".")[0] not in STANDARD_LIBRARY:
            yield name


def members(kind: type) -> list[str]:
    """The class's public attributes that are not enum machinery."""
    return sorted(name for name in dir(kind) if not name.startswith("_"))


def has(owner: Any, name: str) -> bool:
    """True if ours has it, as an attribute of the class or as an annotation of what instances have."""
    return hasattr(owner, name) or any(name in inspect.get_annotations(base) for base in getattr(owner, "__mro__", ()))


def rows(name: str) -> Iterator[tuple[str, str]]:
    """(their name, ours or why not) of a module."""
    theirs = importlib.import_module(name)
    ours = importlib.import_module(name.replace("chess", "ajeeb", 1))
    for item in public_names(theirs):
        full = f"{name}.{item}"
        value, own = getattr(theirs, item), getattr(ours, item, None)
        yield full, answer(full, hasattr(ours, item))
        if inspect.isclass(value) and value.__module__ == name and own is not None:
            for member in members(value):
                yield f"{full}.{member}", answer(f"{full}.{member}", has(own, member))


def answer(full: str, present: bool) -> str:
    """Our name for theirs, or the reason for its absence."""
    if present:
        return "`" + full.replace("chess", "ajeeb", 1) + "`"
    if full not in ABSENT:
        raise SystemExit(f"names_table: {full} is missing: add it, or a reason to ABSENT")
    return f"absent: {ABSENT[full]}"


def page() -> str:
    """The whole page."""
    parts = [
        "# python-chess's public names, and ours",
        "",
        "Made by `python tools/names_table.py` from python-chess 1.11; a test keeps it in step. Whole modules that are",
        "left out (`chess.variant`, `chess.syzygy`, `chess.gaviota`) are in [left-out.md](left-out.md); `chess.engine`",
        "is `ajeeb.engine`.",
    ]
    for name in MODULES:
        found = list(rows(name))
        present = sum(not ours.startswith("absent") for _, ours in found)
        parts += ["", f"## {name}: {present} of {len(found)}", "", "| python-chess | ajeeb |", "|---|---|"]
        parts += [f"| `{theirs}` | {ours} |" for theirs, ours in found]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Write the page, or with --check say whether it is in step. Returns the exit code."""
    text = page()
    if "--check" in sys.argv:
        drifted = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
        print("names: run `python tools/names_table.py`" if drifted else "names: in step with python-chess")
        return int(drifted)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
