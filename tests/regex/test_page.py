"""The page, in a headless Chromium: the same texts, and what a person does with it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ajeeb import regex
from ajeeb.regex.chess import to_screen
from ajeeb.regex.export import export
from tests.regex.browser import Browser, chromium, opened
from tests.regex.turns import CHESS_TURNS

pytestmark = pytest.mark.skipif(chromium() is None, reason="there is no chromium here")
TEXTS = ["X   O   X", "XX  O    ", "    X    ", "XX", "", "é<b>\n♔"]


def page_of(name: str, folder: Path) -> Path:
    path = folder / f"{name}.html"
    path.write_text(export(regex.load(name), "html"))
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("page")
    with opened(page_of("tictactoe", folder), folder / "profile") as browser:
        yield browser


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("chess")
    with opened(page_of("chess2", folder), folder / "profile") as browser:
        settle(browser)
        yield browser


def settle(browser: Browser) -> None:
    browser.evaluate("(async () => { while (busy) await new Promise((done) => setTimeout(done, 20)); })()")


def text_of(browser: Browser, name: str) -> str:
    return str(browser.evaluate(f"document.getElementById('{name}').textContent"))


def click(browser: Browser, *names: str) -> None:
    for name in names:
        browser.evaluate(f"document.querySelector('[data-square={name}]').click()")
    settle(browser)


def test_the_page_gives_the_same_text(page: Browser) -> None:
    program = regex.load("tictactoe")
    for text in TEXTS:
        assert page.evaluate(f"run({json.dumps(text)})") == regex.run(program, text)


def test_a_person_can_run_it(page: Browser) -> None:
    settle(page)
    page.evaluate("document.getElementById('input').value = 'X   O   X'; document.getElementById('run').click()")
    settle(page)
    assert text_of(page, "state") == "XO  O   X\n"
    assert page.evaluate("document.getElementById('progress').value") == 1
    assert "longest state" in text_of(page, "status")
    assert page.evaluate("document.getElementById('game').hidden") is True


def test_chess_gives_the_same_text(chess: Browser) -> None:
    program = regex.load("chess2")
    for fen, typed in CHESS_TURNS:
        text = to_screen(fen) + typed
        assert chess.evaluate(f"run({json.dumps(text)})") == regex.run(program, text)


def test_a_person_plays_chess(chess: Browser) -> None:
    program = regex.load("chess2")
    chess.evaluate("document.getElementById('new').click()")
    settle(chess)
    screen = regex.run(program, "")
    assert text_of(chess, "state") == screen
    assert chess.evaluate("document.querySelectorAll('#board button').length") == 64
    click(chess, "e2", "e4")
    after = regex.run(program, screen + "e2e4")
    assert text_of(chess, "state") == after
    assert f"Ajeeb: {text_of(chess, 'told')}\n" in after
    assert chess.evaluate("[...document.querySelectorAll('.moved')].map((square) => square.dataset.square)").count("e4")
    click(chess, "e4", "a7")
    assert "illegal" in text_of(chess, "told")
    chess.evaluate("document.getElementById('back').click()")
    chess.evaluate("document.getElementById('back').click()")
    assert text_of(chess, "state") == screen
    chess.evaluate("document.getElementById('go').click()")
    settle(chess)
    assert text_of(chess, "about").startswith("You are Black.")
    assert chess.evaluate("document.querySelector('#board button').dataset.square") == "h1"


def test_a_person_promotes_and_mates(chess: Browser) -> None:
    chess.evaluate("screens = []; document.getElementById('promotion').value = 'r'")
    chess.evaluate("document.getElementById('fen').value = '7k/P7/6K1/8/8/8/8/8 w - - 0 1'")
    chess.evaluate("document.getElementById('fen').dispatchEvent(new Event('change'))")
    settle(chess)
    click(chess, "a7", "a8")
    assert "Checkmate, you win" in text_of(chess, "told")
    assert chess.evaluate("document.querySelector('[data-square=a8]').getAttribute('aria-label')") == "a8, white rook"
    click(chess, "a8", "a7")
    assert "Checkmate" in text_of(chess, "told")


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
