"""The page, in a headless Chromium: the same texts, and what a person does with it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.regex.export import export

sys.path.insert(0, str(Path(__file__).parent))
from browser import Browser, chromium, opened  # type: ignore[import-not-found]

pytestmark = pytest.mark.skipif(chromium() is None, reason="there is no chromium here")
TEXTS = ["X   O   X", "XX  O    ", "    X    ", "XX", "", "é<b>\n♔"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("page")
    path = folder / "tictactoe.html"
    path.write_text(export(regex.load("tictactoe"), "html"))
    with opened(path, folder / "profile") as browser:
        yield browser


def test_the_page_gives_the_same_text(page: Browser) -> None:
    program = regex.load("tictactoe")
    for text in TEXTS:
        assert page.evaluate(f"run({json.dumps(text)})") == regex.run(program, text)


def test_a_person_can_run_it(page: Browser) -> None:
    page.evaluate("document.getElementById('input').value = 'X   O   X'; show(document.getElementById('input').value)")
    assert page.evaluate("document.getElementById('state').textContent") == "XO  O   X\n"
    assert page.evaluate("document.getElementById('progress').value") == 1
    assert "longest state" in page.evaluate("document.getElementById('status').textContent")
    assert page.evaluate("document.getElementById('board').style.display") == ""


def test_it_tells_how_far_it_is(page: Browser) -> None:
    seen = page.evaluate("""(async () => {
        const seen = [], show = showProgress;
        showProgress = (data) => { seen.push(data); show(data); };
        await run('O X      ', 0);
        showProgress = show;
        return seen;
    })()""")
    assert len(seen) > 1 and all(entry["origin"] and entry["shown"] for entry in seen)
    assert [entry["done"] for entry in seen] == sorted(entry["done"] for entry in seen)
