"""Engine matches: the sane engine beats the contract's, and the counting is honest."""

import pytest

from ajeeb.errors import ChessError
from ajeeb.six import Board, contract, sane
from ajeeb.six.match import Ending, GameRecord, MatchResult, contract_pick, play_game, play_match, random_opening
from tests.six import oracle


@pytest.mark.parametrize("replace_illegal", [False, True])
def test_sane_beats_contract_over_200_games(replace_illegal: bool) -> None:
    match = play_match("sane", "contract", 200, depth=3, seed=1, replace_illegal=replace_illegal)
    score = match.score()
    assert score.wins + score.draws + score.losses == len(match.games) == 200
    assert score.low > 0.9
    assert (match.endings()["illegal pick"] == 0) == replace_illegal
    for game in match.games:
        board = Board()
        for move in game.moves:
            board.push(move)
            # Whoever moved, the king it left behind can't be taken.
            assert not oracle.takes_king(oracle.unpack(board.uint256))


def test_a_match_is_the_same_again_on_any_number_of_threads() -> None:
    games = [play_match("sane", "contract", 10, depth=2, seed=4, threads=threads).games for threads in (1, 2, 0)]
    assert games[0] == games[1] == games[2]
    assert games[0] != play_match("sane", "contract", 10, depth=2, seed=5).games


def test_openings_are_played_with_both_colours() -> None:
    match = play_match("sane", "contract", 4, depth=2)
    pairs = [match.games[0:2], match.games[2:4]]
    for one, other in pairs:
        assert (one.white, one.black) == (other.black, other.white)
        assert one.moves[:4] == other.moves[:4] == tuple(one.moves[:4])
    assert match.games[0].moves[:4] != match.games[2].moves[:4]
    assert len(random_opening(6, seed=3)) == 6


def test_the_contract_plays_itself_by_its_own_rules() -> None:
    match = play_match("contract", "contract", 20, depth=3, rules="contract")
    assert all(game.ending not in (Ending.ILLEGAL_PICK, Ending.CHECKMATE) for game in match.games)
    with pytest.raises(ChessError, match="sane rules only"):
        play_game("sane", "contract", depth=3, rules="contract")


def test_picks_are_replaced_by_the_best_legal_root_move() -> None:
    replaced = 0
    for seed in range(60):
        board, depth = Board(), 1 + seed % 3
        board.push_all(random_opening(24, seed))
        pick, was_replaced = contract_pick(board, depth)
        if was_replaced:
            replaced += 1
            legal = sane.legal_moves(board.uint256)
            moves, scores = contract.generate_moves(board.uint256), contract.root_scores(board.uint256, depth)
            ranked = [score for move, score in zip(moves, scores, strict=True) if move in legal]
            assert (pick == 0) == (not ranked)
            if pick:
                assert pick in legal
                assert scores[moves.index(pick)] == max(ranked)
        else:
            assert pick == contract.search_move(board.uint256, depth)[0]
    assert replaced > 0


def record(winner: bool | None) -> GameRecord:
    return GameRecord("sane", "contract", (), 0, Ending.MOVE_LIMIT, winner)


def test_points_follow_the_colours() -> None:
    match = MatchResult("sane", "contract", [record(True), record(True), record(None), record(False)])
    assert match.points() == [1.0, 0.0, 0.5, 1.0]
    score = match.score()
    assert (score.wins, score.draws, score.losses, score.mean) == (2, 1, 1, 0.625)
    assert score.low < score.mean < score.high
    assert str(score).startswith("+2 =1 -1: 62.5% [")
    assert match.as_dict()["endings"] == {"move 59 of both sides": 4}


def test_intervals_stay_honest_when_one_side_wins_all() -> None:
    score = MatchResult("sane", "contract", [record(True), record(False)] * 100).score()
    assert score.mean == score.high == 1.0
    assert 0.97 < score.low < 0.99


def test_bad_arguments_are_told() -> None:
    with pytest.raises(ChessError, match="games 0"):
        play_match("sane", "contract", 0, depth=3)
    for plies in (-1, 118, 10**9):
        with pytest.raises(ChessError, match=f"opening plies {plies}"):
            play_match("sane", "contract", 1, depth=3, opening_plies=plies)
    with pytest.raises(ChessError, match="threads -1"):
        play_match("sane", "contract", 1, depth=3, threads=-1)
    with pytest.raises(ChessError, match="'chess'"):
        play_game("chess", "sane", depth=3)  # type: ignore[arg-type]
    with pytest.raises(ChessError, match="no games"):
        MatchResult("sane", "sane").score()
