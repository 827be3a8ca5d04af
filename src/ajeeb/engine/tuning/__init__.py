"""Tuning the evaluation: features of labelled positions, logistic loss, gradient descent, and the generated header.

Texel's method (Peter Österlund, 2014): the evaluation should predict the results of games, or what a judge says.
See docs/engine.md for the recipe that made the committed parameters.
"""

from ajeeb.engine.tuning.fit import Fit, FitOptions, agreement, fit, has_evaluations
from ajeeb.engine.tuning.header import Parameters, write_header
from ajeeb.engine.tuning.opinions import judge
from ajeeb.engine.tuning.rows import Rows, read_records, split

__all__ = [
    "Fit", "FitOptions", "Parameters", "Rows", "agreement", "fit", "has_evaluations", "judge", "read_records",
    "split", "write_header",
]  # fmt: skip
