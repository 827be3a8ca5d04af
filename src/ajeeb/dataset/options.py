"""What can be asked of a build: the form of the rows, and which games and positions become rows."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from ajeeb._arguments import whole_number

Format: TypeAlias = Literal["parquet", "packed", "fen"]
FORMATS: tuple[Format, ...] = ("parquet", "packed", "fen")
ROW_GROUP_ROWS = 1 << 16
_MOST_CENTIPAWNS = 32_000
_LEAST = {
    "min_elo": 0,
    "min_ply": 0,
    "max_games": 1,
    "dedup_limit": 1,
    "seed": None,
    "eval_default": -_MOST_CENTIPAWNS,
    "shard_rows": 1,
}
_MAY_BE_NONE = ("max_games", "eval_default")


@dataclass(frozen=True)
class BuildOptions:
    """The options of a build that decide what it writes. `threads` is none of them: it changes no byte.

    `format`: "parquet" (a table of games and one of positions), "packed" (bare 32-byte records with eval and result,
    as NNUE trainers read them; rows without one of them are dropped), "fen" (a FEN a line).
    `min_elo`: both players rated at least this; `min_ply`: no positions before this ply; `max_games`: stop after so
    many games kept; `dedup`: each position once (placement, side, rights, legal ep), at most `dedup_limit` of them;
    `skip_in_check`, `skip_captures`: no positions in check, or where a capture was played; `sample`: the share of
    positions to keep, chosen by `seed`; `eval_default`: centipawns (white's view) for packed rows without an
    evaluation; `shard_rows`: a shard is closed when it has as many.
    """

    format: Format = "parquet"
    min_elo: int = 0
    min_ply: int = 0
    max_games: int | None = None
    dedup: bool = False
    dedup_limit: int = 200_000_000
    skip_in_check: bool = False
    skip_captures: bool = False
    sample: float = 1.0
    seed: int = 0
    eval_default: int | None = None
    shard_rows: int = 1_000_000

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ValueError(f"format={self.format!r}: expected one of {', '.join(FORMATS)}")
        if not isinstance(self.sample, float | int) or not 0 <= self.sample <= 1:
            raise ValueError(f"sample={self.sample!r}: expected a share between 0 and 1")
        for name, least in _LEAST.items():
            if (value := getattr(self, name)) is not None or name not in _MAY_BE_NONE:
                whole_number(name, value, least)
        if self.eval_default is not None and self.eval_default > _MOST_CENTIPAWNS:
            raise ValueError(f"eval_default={self.eval_default}: expected at most {_MOST_CENTIPAWNS}")

    def as_dict(self) -> dict[str, Any]:
        """For the manifest: what decides the bytes that are written."""
        return {name: value for name, value in asdict(self).items() if name != "dedup_limit"}
