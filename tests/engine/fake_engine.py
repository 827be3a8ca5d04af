"""A UCI engine that misbehaves on request: `crash`, `illegal`, `silent`, `slow`, `odd`, `unready`, `late` or `good`."""

import sys
import time

MODE = sys.argv[1]


def main() -> None:
    games = 0
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["ucinewgame"]:
                games += 1
            case ["uci"]:
                print("id name Fake\nid author nobody\noption name Hash type spin default 1 min 1 max 64")
                print("option name Style type combo default Solid var Solid var Very Wild")
                print("option name A name type string default <empty>\nuciok", flush=True)
            case ["isready"]:
                if MODE == "late" and games:
                    time.sleep(0.5)
                if MODE != "unready" or not games:
                    print("readyok", flush=True)
            case ["go"]:
                report = "info depth 1 score cp 13 lowerbound nodes 7 time 20 nps 350 hashfull 1"
                print(report + " wdl 300 500 200 pv e2e4 e7e5")
                print("info string hello there\ninfo depth x score mate\ninfo nonsense", flush=True)
                if MODE == "odd":
                    print("info multipv 0 score cp 1\ninfo multipv -7 score cp 2\ninfo multipv 999999999999 score cp 3")
                    print("info wdl 1 2\ninfo score\ninfo pv zz\ninfo currmove zz\ninfo nodes " + "9" * 5000)
                    print("info time " + "9" * 400)
                if MODE == "crash":
                    sys.exit(3)
                if MODE == "slow":
                    time.sleep(1)
                if MODE != "silent":
                    print("bestmove " + ("e2e5" if MODE == "illegal" else "e2e4 ponder e7e5"), flush=True)
            case ["stop"]:
                print("bestmove e2e4", flush=True)
            case ["quit"]:
                return


main()
