"""Chess for Python at machine speed. `import ajeeb as chess` gives python-chess's names.

Nothing is loaded until a name is asked for: `import ajeeb.bits` never touches the native core. What there is to ask for
is written down in __init__.pyi.
"""

import importlib
from types import ModuleType

_NAMES_OF = ("ajeeb._core", "ajeeb.constants", "ajeeb.outcomes", "ajeeb.errors")
_CORE_ONLY = ("LEVEL", "OccupiedByColor", "attack_table")
_SUBMODULES = ("batch", "bits", "dataset", "engine", "errors", "outcomes", "pgn", "polyglot", "regex", "six", "svg")


def _load() -> dict[str, object]:
    """Import the core and everything that goes with it, and put the public names here."""
    names: dict[str, object] = {}
    for module in map(importlib.import_module, _NAMES_OF):
        found = {name: value for name, value in vars(module).items() if not name.startswith("_")}
        names |= {name: value for name, value in found.items() if not _is_of_others(value)}
    names = {name: value for name, value in names.items() if name not in _CORE_ONLY}
    globals().update(names)
    return names


def _is_of_others(value: object) -> bool:
    """True for modules, and for what a module of ours only borrows from the standard library."""
    home = getattr(value, "__module__", "")
    return isinstance(value, ModuleType) or home in ("collections.abc", "dataclasses", "typing")


def __getattr__(name: str) -> object:
    if name in _SUBMODULES:
        return importlib.import_module(f"ajeeb.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("ajeeb")
    if name == "__all__":
        return sorted(_load())
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    names = _load()
    if name in names:
        return names[name]
    importlib.import_module("ajeeb.left_out").refuse_attribute(name)
    seldom_used: object = getattr(importlib.import_module("ajeeb.constants"), name)
    return seldom_used


def __dir__() -> list[str]:
    return sorted({*globals(), *_load(), *_SUBMODULES})
