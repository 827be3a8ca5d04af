"""A program as one page: no server, nothing to load. The rules run in a worker made of the page itself.

The page's parts lie in `page.html`, `worker.js` and `page.js` beside this file. A program whose texts show a chess
board is played on a board; any other has a field for its input and a view of its state.
"""

import json
from importlib.resources import files

from ajeeb.regex.program import Program

__all__ = ["page"]


def page(program: Program) -> str:
    """The page. It runs the rules on the empty text first, to see what they say to that."""
    rules = [[rule.pattern, rule.replacement.replace("\\", "$"), rule.origin] for rule in program]
    parts = {
        "TITLE": _escaped(program.name),
        "COUNT": f"{len(program):,}",
        "RULES": _script({"name": program.name, "rules": rules}),
        "WORKER": _part("worker.js"),
        "PAGE": _part("page.js"),
    }
    text = _part("page.html")
    for name, part in parts.items():
        text = text.replace(f"<!--{name}-->", part)
    return text


def _part(name: str) -> str:
    return files("ajeeb.regex.export").joinpath(name).read_text(encoding="utf-8")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _script(data: object) -> str:
    """Data as JSON that can't end the script element it stands in."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
