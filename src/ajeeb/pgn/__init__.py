"""PGN: whole files as arrays at the core's speed."""

from ajeeb.pgn.scan import FLAGS, NO_CLOCK, NO_SCORE, RESULT_UNKNOWN, Fault, GameBatch, Report, Scan, scan

__all__ = ["FLAGS", "NO_CLOCK", "NO_SCORE", "RESULT_UNKNOWN", "Fault", "GameBatch", "Report", "Scan", "scan"]
