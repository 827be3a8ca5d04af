"""
The native core of ajeeb, compiled for one CPU level. Import `ajeeb`, not this.
"""

from ajeeb._core import batch as batch
from ajeeb._core import pgn as pgn
from ajeeb._core import six as six

LEVEL: str = ...
