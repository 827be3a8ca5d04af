"""PGN to Parquet and packed files, and reading them back as arrays."""

from ajeeb.dataset.batches import Batches
from ajeeb.dataset.building import Result, State, build
from ajeeb.dataset.options import BuildOptions
from ajeeb.dataset.reading import Dataset
from ajeeb.dataset.reading import open_dataset as open  # noqa: A004 - ajeeb.dataset.open, as one says it
from ajeeb.pgn.fields import WDL_UNKNOWN

__all__ = ["WDL_UNKNOWN", "Batches", "BuildOptions", "Dataset", "Result", "State", "build", "open"]
