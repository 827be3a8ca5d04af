"""PGN: whole files as arrays, and as tensors, at the core's speed."""

from ajeeb.pgn.scan import FLAGS, NO_CLOCK, NO_SCORE, RESULT_UNKNOWN, Fault, GameBatch, Report, Scan, scan
from ajeeb.pgn.tensors import to_tensors

__all__ = [
    "FLAGS",
    "NO_CLOCK",
    "NO_SCORE",
    "RESULT_UNKNOWN",
    "Fault",
    "GameBatch",
    "Report",
    "Scan",
    "scan",
    "to_tensors",
]
