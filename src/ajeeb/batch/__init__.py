"""Chess on numpy arrays: positions, legal moves, planes and policy indices, a whole batch in one call.

A position is 32 bytes (`PACKED`), a move a uint16 (`MOVE`), a ragged result (values, offsets). Every function

- takes C-contiguous arrays without copying them, lets go of the GIL, and shares rows among `threads` (1; 0 stands for
  one per core);
- writes into `out=` where it is given: the exact dtype and shape, C-contiguous, writeable;
- checks every row. `errors="raise"` (the default) raises for the first bad one, quoting it and its number;
  `errors="mask"` returns one array more, last: `valid`, bool, an entry for each row of the result, False where the row
  could not be done (it holds zeros then).

    >>> from ajeeb import batch
    >>> positions = batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
    >>> moves, offsets = batch.legal_moves(positions)
    >>> sorted(batch.to_san(positions, moves, offsets))[:3]
    ['Na3', 'Nc3', 'Nf3']
    >>> batch.planes(positions).shape, batch.legal_mask(positions).shape
    ((1, 12, 8, 8), (1, 4672))
"""

from ajeeb.batch._moves import apply, from_san, from_uci, histories, legal_moves, play_out, to_san, to_uci
from ajeeb.batch._positions import (
    count_legal,
    fault_names,
    from_fens,
    is_check,
    is_checkmate,
    is_stalemate,
    keys,
    mirror,
    to_fens,
    validate,
)
from ajeeb.batch._rows import MOVE, OFFSETS, PACKED, start_positions
from ajeeb.batch._tensors import POLICY_SIZES, game_planes, index_move, index_table, legal_mask, move_index, planes

__all__ = [
    "MOVE",
    "OFFSETS",
    "PACKED",
    "POLICY_SIZES",
    "apply",
    "count_legal",
    "fault_names",
    "from_fens",
    "from_san",
    "from_uci",
    "game_planes",
    "histories",
    "index_move",
    "index_table",
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "keys",
    "legal_mask",
    "legal_moves",
    "mirror",
    "move_index",
    "planes",
    "play_out",
    "start_positions",
    "to_fens",
    "to_san",
    "to_uci",
    "validate",
]
