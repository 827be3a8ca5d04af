"""A chess engine that is a list of regex substitutions.

>>> from ajeeb import regex
>>> from ajeeb.regex.chess import from_screen, to_screen
>>> program = regex.load("chess2")
>>> screen = to_screen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
>>> fen, message = from_screen(regex.run(program, screen + "f3f7"))
>>> fen
'r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
>>> message
'Checkmate, you win. Game over.'
"""

from ajeeb.regex.chess.screens import Screen, from_screen, read_screen, to_screen

__all__ = ["Screen", "from_screen", "read_screen", "to_screen"]
