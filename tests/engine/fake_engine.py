"""A UCI engine that misbehaves on request: `fake_engine.py MODE [LOG]`.

`crash`, `illegal`, `silent`, `slow`, `odd`, `unready`, `late` and `good` know one position, the first; `bare` is `good`
without options. `ahead` and `level` play legal moves from anywhere and say that white is nine pawns up, or that nobody
is. `deaf` is `level`, but does not end when it is told to; `blind` reads nothing any more once it has said that it is
ready. LOG is a file that gets a line for each `quit`.
"""

import sys
import time
from pathlib import Path

MODE = sys.argv[1]


def white_is_to_move(position: list[str]) -> bool:
    """Of `position fen FEN [moves …]`, as words."""
    moves = position[9:]
    return (position[3] == "w") == (len(moves) % 2 == 0)


def legal_move(position: list[str]) -> str:
    """The same one every time; of a pawn while there are any, so that nothing repeats."""
    from ajeeb import PAWN, Board

    board = Board(" ".join(position[2:8]))
    for move in position[9:]:
        board.push_uci(move)
    return min((board.piece_type_at(move.from_square) != PAWN, move.uci()) for move in board.legal_moves)[1]


def play_on(position: list[str]) -> None:
    """A report and a move, from anywhere."""
    score = 0 if MODE != "ahead" else 900 if white_is_to_move(position) else -900
    print(f"info depth 1 score cp {score}\nbestmove {legal_move(position)}", flush=True)


def main() -> None:
    games = 0
    position: list[str] = []
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["ucinewgame"]:
                games += 1
            case ["uci"] if MODE == "bare":
                print("id name Fake\nuciok", flush=True)
            case ["uci"]:
                print("id name Fake\nid author nobody\noption name Hash type spin default 1 min 1 max 64")
                print("option name Style type combo default Solid var Solid var Very Wild")
                print("option name A name type string default <empty>\nuciok", flush=True)
            case ["isready"]:
                if MODE == "late" and games:
                    time.sleep(0.5)
                if MODE != "unready" or not games:
                    print("readyok", flush=True)
                while MODE == "blind":
                    time.sleep(1)
            case ["position"]:
                position = words
            case ["go"] if MODE in ("ahead", "level", "deaf"):
                play_on(position)
            case ["go"]:
                report = "info depth 1 score cp 13 lowerbound nodes 7 time 20 nps 350 hashfull 1"
                print(report + " wdl 300 500 200 pv e2e4 e7e5")
                print("info string hello there\ninfo depth x score mate\ninfo nonsense", flush=True)
                if MODE == "odd":
                    print("info multipv 0 score cp 1\ninfo multipv -7 score cp 2\ninfo multipv 999999999999 score cp 3")
                    print("info wdl 1 2\ninfo score\ninfo pv zz\ninfo currmove zz\ninfo nodes " + "9" * 5000)
                    print("info time " + "9" * 400 + "\ninfo depth 4 score foo 3")
                if MODE == "crash":
                    sys.exit(3)
                if MODE == "slow":
                    time.sleep(1)
                if MODE != "silent":
                    print("bestmove " + ("e2e5" if MODE == "illegal" else "e2e4 ponder e7e5"), flush=True)
            case ["stop"]:
                print("bestmove e2e4", flush=True)
            case ["quit"]:
                if len(sys.argv) > 2:
                    with Path(sys.argv[2]).open("a") as log:
                        log.write("quit\n")
                if MODE != "deaf":
                    return


main()
