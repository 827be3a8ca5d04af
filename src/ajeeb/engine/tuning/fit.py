"""Logistic regression of results and opinions on the evaluation, by Adam (Kingma and Ba, 2014) over batches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ajeeb.engine.tuning.header import Parameters, blocks
from ajeeb.engine.tuning.rows import FloatArray, Rows

__all__ = ["Fit", "FitOptions", "agreement", "best_slope", "evaluate", "fit", "has_evaluations"]

MAX_DANGER = 4000.0
USUAL_SLOPE = 0.0065  # from centipawns to chances, where no results tell


@dataclass(frozen=True)
class FitOptions:
    """How to descend.

    `blend` is the share of the search's opinion in a position's label, the rest is the result; where no position has an
    evaluation, the result is all. Of judged positions, which have no result, the opinion is all.
    """

    epochs: int = 20
    batch: int = 8192
    rate: float = 1.0
    blend: float = 0.6
    pull: float = 1e-8  # towards the starting values, against what the data does not say
    seed: int = 1


@dataclass
class Fit:
    """What came out: the parameters, the slope from centipawns to chances, and the losses epoch by epoch."""

    parameters: Parameters
    slope: float
    train_losses: list[float] = field(default_factory=list)
    test_losses: list[float] = field(default_factory=list)


def has_evaluations(*parts: Rows) -> bool:
    """Whether any position of a game comes with an evaluation: 0 throughout is what stands there for want of one."""
    return any(bool(part.eval[~part.is_judged].any()) for part in parts)


def agreement(rows: Rows, parameters: Parameters) -> float:
    """The correlation of judged positions' evaluations with the parameters' own: 1 if they agree, about 0 if neither
    knows of the other. 1 as well where no position is judged.
    """
    if not rows.is_judged.any():
        return 1.0
    far = 1000.0  # beyond it a position is won, and how much it is won by says little
    own, opinion = (np.clip(values[rows.is_judged], -far, far) for values in (evaluate(rows, parameters), rows.eval))
    return float(np.corrcoef(own, opinion)[0, 1]) if own.std() and opinion.std() else 0.0


def evaluate(rows: Rows, parameters: Parameters) -> FloatArray:
    """The evaluation of every position in centipawns, white's view, as the core computes it but for rounding."""
    felt = np.clip(rows.danger.dot(parameters.danger), 0, MAX_DANGER)
    middle, end = felt * felt / 4096, felt / 16
    ahead_mg, ahead_eg = parameters.head_start
    mg = rows.terms.dot(parameters.mg) - middle[0::2] + middle[1::2] + rows.mover * ahead_mg
    eg = rows.terms.dot(parameters.eg) - end[0::2] + end[1::2] + rows.mover * ahead_eg
    value: FloatArray = mg * rows.phase + eg * (1 - rows.phase) * rows.scale
    return value


def chances(value: FloatArray, slope: float) -> FloatArray:
    """White's expected score."""
    expected: FloatArray = (1 / (1 + np.exp(-np.clip(slope * value, -50, 50)))).astype(np.float32)
    return expected


def best_slope(value: FloatArray, result: FloatArray) -> float:
    """The slope with the least squared error, by golden section."""
    low, high = 0.0005, 0.03
    ratio = (5**0.5 - 1) / 2
    for _ in range(40):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        worse_a = np.mean((chances(value, a) - result) ** 2) < np.mean((chances(value, b) - result) ** 2)
        low, high = (low, b) if worse_a else (a, high)
    return (low + high) / 2


def _slope_of_opinions(rows: Rows, value: FloatArray, slope: float) -> float:
    """The slope at which another engine's centipawns mean as much as ours do, by bisection over judged positions.

    The values' scale, and with it every margin of the search, stays as it is.
    """
    if not rows.is_judged.any():
        return slope
    some = np.flatnonzero(rows.is_judged)[:200_000]
    low, high = 0.001, 0.03
    for _ in range(14):
        middle = (low + high) / 2
        if best_slope(value[some], chances(rows.eval[some], middle)) < slope:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _gradient(rows: Rows, parameters: Parameters, slope: float, label: FloatArray) -> tuple[Parameters, float]:
    danger = rows.danger.dot(parameters.danger)
    felt = np.clip(danger, 0, MAX_DANGER)
    predicted = chances(evaluate(rows, parameters), slope)
    # Cross entropy: its derivative by the evaluation is the plain difference.
    pull = (predicted - label) * slope / len(rows)
    by_mg, by_eg = pull * rows.phase, pull * (1 - rows.phase) * rows.scale
    is_felt = (danger > 0) & (danger < MAX_DANGER)
    sign = np.tile(np.array([-1, 1], np.float32), len(rows))
    by_danger = sign * is_felt * (np.repeat(by_mg, 2) * felt / 2048 + np.repeat(by_eg, 2) / 16)
    size, danger_size = len(parameters.mg), len(parameters.danger)
    gradient = Parameters(
        rows.terms.weighted_columns(by_mg, size),
        rows.terms.weighted_columns(by_eg, size),
        rows.danger.weighted_columns(by_danger.astype(np.float32), danger_size),
        np.array([by_mg @ rows.mover, by_eg @ rows.mover], np.float32),
    )
    return gradient, _loss(predicted, label)


def _loss(predicted: FloatArray, label: FloatArray) -> float:
    safe = np.clip(predicted, 1e-6, 1 - 1e-6)
    return float(-np.mean(label * np.log(safe) + (1 - label) * np.log(1 - safe)))


def _mirror() -> npt.NDArray[np.int64]:
    """For each parameter the one that shares its gradient: a placement's is the same square on the mirrored file.

    Kings are left out: they castle to one side more than to the other.
    """
    block = next(block for block in blocks() if block.name == "Placement")
    partner = np.arange(sum(block.count for block in blocks() if not block.is_danger))
    squares = np.arange(5 * 64)
    partner[block.first + squares] = block.first + (squares ^ 7)
    return partner


class _Adam:
    def __init__(self, start: FloatArray, rate: float, pull: float) -> None:
        self.start, self.rate, self.pull = start.copy(), rate, pull
        self.mean, self.square = np.zeros_like(start), np.zeros_like(start)
        self.steps = 0

    def step(self, value: FloatArray, gradient: FloatArray, shrink: float) -> None:
        """Move `value` in place."""
        self.steps += 1
        gradient = gradient + self.pull * (value - self.start)
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        value -= shrink * self.rate * mean / (np.sqrt(square) + 1e-9)


def fit(
    train: Rows,
    test: Rows,
    start: Parameters | None = None,
    options: FitOptions | None = None,
    on_epoch: Callable[[int, float, float], None] | None = None,
) -> Fit:
    """Tune the parameters to `train`. `on_epoch` hears (epoch, loss on `train`, loss on `test`)."""
    options = options or FitOptions()
    start = start or Parameters.built_in()
    now = Parameters(start.mg.copy(), start.eg.copy(), start.danger.copy(), start.head_start.copy())
    value = evaluate(train, now)
    has_result = ~train.is_judged
    slope = best_slope(value[has_result], train.result[has_result]) if has_result.any() else USUAL_SLOPE
    judges_slope = _slope_of_opinions(train, value, slope)
    blend = options.blend if has_evaluations(train, test) else 0.0

    def label(part: Rows) -> FloatArray:
        of_game = (1 - blend) * part.result + blend * chances(part.eval, slope)
        return np.where(part.is_judged, chances(part.eval, judges_slope), of_game)

    steppers = [_Adam(values, options.rate, options.pull) for values in (now.mg, now.eg)]
    steppers.append(_Adam(now.danger, 4 * options.rate, options.pull / 16))
    steppers.append(_Adam(now.head_start, options.rate, 0))
    batches = [(at, min(at + options.batch, len(train))) for at in range(0, len(train), options.batch)]
    random, partner = np.random.default_rng(options.seed), _mirror()
    outcome = Fit(now, slope)
    for epoch in range(options.epochs):
        shrink = 0.5 * (1 + np.cos(np.pi * epoch / options.epochs))
        losses = []
        for number in random.permutation(len(batches)):
            part = train.take(*batches[number])
            gradient, loss = _gradient(part, now, slope, label(part))
            gradient.mg, gradient.eg = ((values + values[partner]) / 2 for values in (gradient.mg, gradient.eg))
            losses.append(loss)
            pairs = zip(
                steppers,
                (now.mg, now.eg, now.danger, now.head_start),
                (gradient.mg, gradient.eg, gradient.danger, gradient.head_start),
                strict=True,
            )
            for stepper, value, by in pairs:
                stepper.step(value, by, shrink)
        outcome.train_losses.append(float(np.mean(losses)))
        outcome.test_losses.append(_loss(chances(evaluate(test, now), slope), label(test)) if len(test) else 0.0)
        if on_epoch:
            on_epoch(epoch + 1, outcome.train_losses[-1], outcome.test_losses[-1])
    return outcome
