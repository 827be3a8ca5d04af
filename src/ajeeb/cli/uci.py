"""`ajeeb uci`: the engine on standard input and output. The loop is the core's; nothing else is imported."""

USAGE = """usage: ajeeb uci

The chess engine, speaking UCI on standard input and output; XBoard (CECP version 2) if the first word is `xboard`.
Chess programs start it by this command. By hand: type `uci`, `position startpos moves e2e4`, `go movetime 1000`,
`stop`, `quit`; also `d` (the board), `eval`, `go perft 5`, `bench`.

Options (`setoption name NAME value VALUE`): Hash, Threads, Ponder, MultiPV, Move Overhead, Contempt, UCI_Chess960,
UCI_ShowWDL, UCI_LimitStrength, UCI_Elo, Skill Level, Clear Hash.

Examples:
  ajeeb uci
  (printf 'position startpos\\ngo movetime 900\\n'; sleep 1) | ajeeb uci      the end of input ends a search, too"""


def run(arguments: list[str]) -> int:
    """Run the protocol loop until `quit` or the end of input. Returns the exit code."""
    if arguments in (["--help"], ["-h"]):
        print(USAGE)
        return 0
    if arguments:
        import sys

        print(f"ajeeb uci: takes no arguments, not {arguments[0]!r}", file=sys.stderr)
        return 2
    import signal

    from ajeeb._core import engine

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing to tidy up, and `go perft` hears of nothing else
    return engine.run_protocol()
