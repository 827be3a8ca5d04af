"""Real and generated games, read by both: mainlines, positions, tags."""

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest

from ajeeb import batch, pgn

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"


def assert_same(text: str) -> int:
    """Compare every game of a text; returns the number of plies."""
    stream, plies = io.StringIO(text), 0
    for games in pgn.scan(text.encode()):
        fens, words = batch.to_fens(games.positions), batch.to_uci(games.positions, games.moves, chess960=True)
        for i in range(len(games)):
            theirs = chess.pgn.read_game(stream)
            assert theirs is not None and games.tags(i) == dict(theirs.headers)
            board = theirs.board()
            for ply, move in enumerate(theirs.mainline_moves(), start=int(games.offsets[i])):
                assert fens[ply] == board.fen(en_passant="legal")
                assert words[ply] == board.uci(move, chess960=True)
                assert games.in_check[ply] == board.is_check() and games.captures[ply] == board.is_capture(move)
                board.push(move)
                plies += 1
    assert chess.pgn.read_game(stream) is None
    return plies


def test_the_sample_of_real_games() -> None:
    text = SAMPLE.read_text()
    some = text[: text.index("[Event ", 60_000)]
    assert assert_same(some) > 5_000


@pytest.mark.slow
def test_the_whole_sample() -> None:
    assert assert_same(SAMPLE.read_text()) > 35_000


def random_game(chance: random.Random) -> str:
    """A game with side lines, comments and marks, from a random start, played at random."""
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if chance.random() < 0.5 else chess.Board()
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Event"] = chance.choice(["x", 'a "quoted" one', "b [c] {d} ; e"]).replace('"', "'")
    node: chess.pgn.GameNode = game
    for _ in range(chance.randrange(60)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        forcing = [move for move in moves if move.promotion or node.board().is_castling(move)]
        for side_move in chance.sample(moves, min(len(moves), chance.choice([0, 0, 0, 2]))):
            side = node.add_variation(side_move, comment=chance.choice(["", "side ( line"]))
            if replies := list(side.board().legal_moves):
                side.add_variation(chance.choice(replies), nags=[chance.randrange(10)])
        move = chance.choice(forcing or moves)
        if node.has_variation(move):
            node.promote_to_main(move)
            node = node.variation(move)
        else:
            node = node.add_main_variation(move)
        node.comment = chance.choice(["", "", "fine; (really)", "[%clk 0:01:00]\nand [more"])
    return str(game)


@pytest.mark.parametrize("seed", range(4))
def test_generated_games(seed: int) -> None:
    chance = random.Random(seed)
    assert assert_same("\n\n".join(random_game(chance) for _ in range(15)) + "\n") > 50
