"""PGN: games one by one as trees, under python-chess's names, and whole files as arrays and tensors."""

from ajeeb.pgn import nags
from ajeeb.pgn.comments import ARROWS_REGEX, CLOCK_REGEX, EMT_REGEX, EVAL_REGEX
from ajeeb.pgn.headers import TAG_NAME_REGEX, TAG_ROSTER, Headers
from ajeeb.pgn.nags import *  # noqa: F403
from ajeeb.pgn.nodes import ChildNode, Game, GameNode, Mainline
from ajeeb.pgn.reading import read_game, read_headers, skip_game
from ajeeb.pgn.scan import FLAGS, NO_CLOCK, NO_SCORE, RESULT_UNKNOWN, Fault, GameBatch, Report, Scan, scan
from ajeeb.pgn.tensors import to_tensors
from ajeeb.pgn.time_control import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from ajeeb.pgn.visitors import (
    LOGGER,
    SKIP,
    BaseVisitor,
    BoardBuilder,
    FileExporter,
    GameBuilder,
    GameT,
    HeadersBuilder,
    HeadersT,
    ResultT,
    SkipType,
    SkipVisitor,
    StringExporter,
    StringExporterMixin,
)

__all__ = [
    "ARROWS_REGEX",
    "CLOCK_REGEX",
    "EMT_REGEX",
    "EVAL_REGEX",
    "FLAGS",
    "LOGGER",
    "NO_CLOCK",
    "NO_SCORE",
    "RESULT_UNKNOWN",
    "SKIP",
    "TAG_NAME_REGEX",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "Fault",
    "FileExporter",
    "Game",
    "GameBatch",
    "GameBuilder",
    "GameNode",
    "GameT",
    "Headers",
    "HeadersBuilder",
    "HeadersT",
    "Mainline",
    "Report",
    "ResultT",
    "Scan",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "scan",
    "skip_game",
    "to_tensors",
]
__all__ += nags.__all__
