"""The minting contract: what it stores, what it refuses, when it starts the next game, and its tokens' metadata."""

import json
import lzma
import random
from pathlib import Path
from typing import Any

import pytest

from ajeeb.errors import ChessError, IllegalPositionError, RevertError
from ajeeb.six import Game, Token, art, contract, notation

DATA = Path(__file__).parents[1] / "data" / "six"

# The eleven tokens with which the deployed contract began: (internal id, board before the move, metadata).
RECORDED = [
    (0, 0x3256230011111100000000000000000099999900BCDECB000000001, 0x851C4A2),
    (1, 0x3256230010111100000000000190000099099900BCDECB000000001, 0x759E51C),
    (2, 0x3256230010101100000100009190000009099900BCDECB000000001, 0x64DB565),
    (3, 0x3256230010100100000100009199100009009900BCDECB000000001, 0x645A725),
    (4, 0x3256230010100100000000009199100009009000BCDECB000000001, 0x631A4DB),
    (5, 0x3256230010000100001000009199D00009009000BC0ECB000000001, 0x6693315),
    (6, 0x32502300100061000010000091990000090D9000BC0ECB000000001, 0x64E1554),
    (7, 0x325023001006010000100D009199000009009000BC0ECB000000001, 0x63532A5),
    (8, 0x305023001006010000100D0091992000090C9000B00ECB000000001, 0x66E4000),
    (1 << 128, 0x3256230011111100000000000000000099999900BCDECB000000001, 0x646155E),
    (1 << 128 | 1, 0x3256230011110100000001000000000099999000BCDECB000000001, 0x62994DB),
]


def samples() -> list[dict[str, Any]]:
    with lzma.open(DATA / "metadata.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_metadata_and_art_equal_the_contracts_byte_for_byte() -> None:
    rows = samples()
    assert len(rows) == 48
    for row in rows:
        made = art.metadata(*(int(row[field], 16) for field in ("internalId", "board", "metadata")))
        assert made.name == row["name"]
        assert made.description == row["description"]
        assert [{"trait_type": name, "value": value} for name, value in made.attributes] == row["attributes"]
        assert made.html == row["html"]
        assert art.keccak256(made.token_uri().encode()).hex() == row["tokenURI_sha3"]
        assert json.loads(made.json())["attributes"] == row["attributes"]


def test_the_samples_show_every_trait() -> None:
    seen = {value for row in samples() for value in (trait["value"] for trait in row["attributes"])}
    names = {"Plane", "1/4", "1/2", "Cube", "Infinite", "None", "Narrow", "Wide", "Ultrawide", *art.THEMES}
    assert names <= seen


def test_the_deployed_contracts_first_eleven_moves_come_out_again() -> None:
    game = Game(board=contract.START)
    for internal_id, board, packed in RECORDED:
        wanted = Token(internal_id, board, packed)
        assert (game.internal_id, game.board) == (internal_id, board)
        assert game.mint_move(wanted.white_move, wanted.depth) == wanted
    assert game.internal_id == (1 << 128) | 2
    assert game.board == 0x32562300110101000010010000000C0099999000BCDE0B000000001


def test_it_starts_with_the_constructors_board() -> None:
    game = Game()
    assert (game.board, game.internal_id, game.total_supply) == (contract.GENESIS, 0, 0)


@pytest.mark.parametrize("depth", [-1, 0, 2, 11, 1 << 300])
def test_other_depths_revert_and_change_nothing(depth: int) -> None:
    game = Game(board=contract.START)
    with pytest.raises(RevertError):
        game.mint_move(20 << 6 | 28, depth)
    assert (game.board, game.internal_id, game.tokens) == (contract.START, 0, [])


@pytest.mark.parametrize("move", [0, 20 << 6 | 29, 1 << 12 | 20 << 6 | 28, 1 << 200])
def test_illegal_moves_revert(move: int) -> None:
    with pytest.raises(RevertError, match="do not allow"):
        Game(board=contract.START).mint_move(move, 3)


def test_the_59th_move_ends_the_game() -> None:
    game = Game(board=contract.START, internal_id=7 << 128 | 58)
    token = game.mint_move(20 << 6 | 28, 3)
    assert (token.game, token.number) == (7, 58)
    assert (game.board, game.internal_id) == (contract.START, 8 << 128)


@pytest.mark.parametrize("internal_id", [59 << 128, 3 << 128 | 59, 1 << 255])
def test_beyond_59_games_or_moves_it_reverts(internal_id: int) -> None:
    with pytest.raises(RevertError, match="59 games"):
        Game(board=contract.START, internal_id=internal_id).mint_move(20 << 6 | 28, 3)


def test_the_58th_game_is_the_last() -> None:
    game = Game(board=contract.START, internal_id=58 << 128 | 58)
    game.mint_move(20 << 6 | 28, 3)
    with pytest.raises(RevertError):
        game.mint_move(20 << 6 | 28, 3)


def test_a_resignation_starts_the_next_game() -> None:
    game = Game(board=RECORDED[8][1], internal_id=8)
    token = game.mint_move(Token(*RECORDED[8]).white_move, 6)
    assert token.black_move == 0
    assert (game.board, game.internal_id) == (contract.START, 1 << 128)
    assert token.metadata().description.endswith("**fiveoutofnine** **resigns**.")


def test_a_win_that_the_engine_claims_starts_the_next_game() -> None:
    # After the reply every move of white's has its king cross the middle, which the contract counts as the king's loss.
    game = Game(board=0x330000020000000005000000001900020000E00010000000000001, internal_id=4 << 128 | 2)
    token = game.mint_move(notation.parse_move("f2f3"), 3)
    assert token.black_move == 1757
    assert (game.board, game.internal_id) == (contract.START, 5 << 128)


def test_random_games_keep_the_contracts_invariants() -> None:
    chance = random.Random(5)
    game = Game(board=contract.START)
    while moves := contract.legal_moves(game.board):
        before = game.internal_id, game.board
        token = game.mint_move(chance.choice(moves), chance.choice([3, 4]))
        assert (token.internal_id, token.board) == before
        assert game.internal_id in (before[0] + 1, ((before[0] >> 128) + 1) << 128)
        assert game.board & 1 == 1
    # White has no move and the contract did not notice: it is stuck for ever.
    with pytest.raises(RevertError):
        game.mint_move(20 << 6 | 28, 3)
    assert game.total_supply > 200
    for token in game.tokens[::40]:
        made = token.metadata()
        dimension = int(str(dict(made.attributes)["Dimension"]).split()[0])
        assert made.html.count('class="c ') == dimension**2
        assert game.token_uri(game.tokens.index(token)) == made.token_uri()
    for missing in (-1, game.total_supply):
        with pytest.raises(RevertError):
            game.token_uri(missing)


def test_moves_from_the_rim_revert_where_the_contract_has_no_file() -> None:
    packed = 3 << 24 | (15 << 6 | 14) << 12
    with pytest.raises(RevertError, match="0x32"):
        art.metadata(0, contract.START, packed)


def test_bad_input_is_told() -> None:
    with pytest.raises(IllegalPositionError):
        Game(board=1 << 256)
    with pytest.raises(ChessError, match="internal id -0x1"):
        Game(internal_id=-1)
    with pytest.raises(ChessError, match="token field"):
        art.metadata(1 << 256, 0, 0)
    with pytest.raises(ChessError, match="dimension 5"):
        art.Look(dimension=5)


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 6, 12])
def test_both_pictures_show_the_same_bits(dimension: int) -> None:
    look = art.Look(dimension=dimension, colours=(1, 2, 3, 4, 5))
    ones = sum((contract.START >> 4 * index & 15).bit_count() for index in notation.interior)
    assert art.pillars_html(contract.START, look).count('id="i"') == ones
    assert art.pillars_svg(contract.START, look).count('fill="#000005"') == ones
