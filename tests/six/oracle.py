"""A second opinion on the 6×6 engine: both rule sets in plain Python, written from the rules and not from the core.

Boards are lists of 64 nibbles in the mover's view, turned round after every move. `Revert` stands for the contract's
panic. Slow on purpose: every rule is spelled out. Timed by bench/six.py, compared by the tests.
"""

from collections.abc import Iterator

INTERIOR = [8 * row + col for row in range(1, 7) for col in range(1, 7)]
INSIDE = set(INTERIOR)
PAWN, BISHOP, ROOK, KNIGHT, QUEEN, KING = range(1, 7)

VALUES = {
    PAWN: [
        [20, 20, 20, 20, 20, 20],
        [30, 30, 30, 30, 30, 30],
        [20, 22, 24, 24, 22, 20],
        [21, 20, 26, 26, 20, 21],
        [21, 30, 16, 16, 30, 21],
        [20, 20, 20, 20, 20, 20],
    ],
    BISHOP: [
        [62, 64, 64, 64, 64, 62],
        [64, 66, 66, 66, 66, 64],
        [64, 67, 68, 68, 67, 64],
        [64, 68, 68, 68, 68, 64],
        [64, 67, 66, 66, 67, 64],
        [62, 64, 64, 64, 64, 62],
    ],
    ROOK: [
        [100, 100, 100, 100, 100, 100],
        [101, 102, 102, 102, 102, 101],
        [99, 100, 100, 100, 100, 99],
        [99, 100, 100, 100, 100, 99],
        [99, 100, 100, 100, 100, 99],
        [100, 100, 101, 101, 100, 100],
    ],
    KNIGHT: [
        [54, 56, 54, 54, 56, 58],
        [56, 60, 64, 64, 60, 56],
        [58, 64, 68, 68, 64, 58],
        [58, 65, 68, 68, 65, 58],
        [56, 60, 65, 65, 60, 56],
        [54, 56, 58, 58, 56, 54],
    ],
    QUEEN: [
        [176, 178, 179, 179, 178, 176],
        [178, 180, 180, 180, 180, 178],
        [179, 180, 181, 181, 180, 179],
        [179, 181, 181, 181, 180, 179],
        [178, 180, 181, 180, 180, 178],
        [176, 178, 179, 179, 178, 176],
    ],
    KING: [
        [3994, 3992, 3990, 3990, 3992, 3994],
        [3994, 3992, 3990, 3990, 3992, 3994],
        [3996, 3994, 3992, 3992, 3994, 3995],
        [3998, 3996, 3996, 3996, 3996, 3998],
        [4001, 4001, 4000, 4000, 4001, 4001],
        [4004, 4006, 4002, 4002, 4006, 4004],
    ],
}


class Revert(Exception):  # noqa: N818  # named after what the EVM does
    """The contract's panic 0x32."""


Nibbles = list[int]
Move = tuple[int, int]


def unpack(board: int) -> Nibbles:
    return [board >> 4 * i & 15 for i in range(64)]


def pack(nibbles: Nibbles) -> int:
    return sum(nibble << 4 * i for i, nibble in enumerate(nibbles))


def is_enemy(board: Nibbles, at: int) -> bool:
    return board[at] != 0 and board[at] >> 3 != board[0] & 1


def is_own(board: Nibbles, at: int) -> bool:
    return board[at] != 0 and board[at] >> 3 == board[0] & 1


def is_valid(board: Nibbles, at: int) -> bool:
    return at in INSIDE and not is_own(board, at)


def apply(board: Nibbles, move: Move) -> Nibbles:
    after = board.copy()
    piece = after[move[0]]
    after[move[0]] = 0
    after[move[1]] = piece
    return after[::-1]


def ray(board: Nibbles, start: int, step: int) -> Iterator[int]:
    at = start + step
    while is_valid(board, at):
        yield at
        if is_enemy(board, at):
            return
        at += step


# -- the contract


def generated(board: Nibbles) -> list[Move]:
    """The contract's moves in the order of generation."""
    moves: list[Move] = []
    for start in INTERIOR:
        if not is_own(board, start):
            continue
        kind = board[start] & 7
        if kind == PAWN:
            if board[start + 8] == 0:
                moves.append((start, start + 8))
                if start // 8 == 2 and board[start + 16] == 0:
                    moves.append((start, start + 16))
            moves += [(start, start + step) for step in (7, 9) if is_enemy(board, start + step)]
        elif kind in (KNIGHT, KING):
            steps = [17, 15, 10, 6, -6] if kind == KNIGHT else [9, 8, 7, 1, -1]
            moves += [(start, start + step) for step in steps if is_valid(board, start + step)]
        else:
            steps = ([1, -1, 8, -8] if kind != BISHOP else []) + ([7, -7, 9, -9] if kind != ROOK else [])
            moves += [(start, to) for step in steps for to in ray(board, start, step)]
    if len(moves) > 105:
        raise Revert
    return moves


def blocks_reversed(moves: list[Move]) -> list[Move]:
    return [move for i in range(0, len(moves), 21) for move in moves[i : i + 21][::-1]]


def visited(board: Nibbles) -> list[Move]:
    """The moves as the contract's loops look at them; more than 84 revert."""
    moves = generated(board)
    if len(moves) > 84:
        raise Revert
    return blocks_reversed(moves)


def value(kind: int, at: int) -> int:
    """What an own piece is worth where it stands; 0 on the rim."""
    return VALUES[kind][6 - at // 8][6 - at % 8] if at in INSIDE else 0


def evaluate(board: Nibbles, move: Move) -> int:
    start, to = move
    kind, target = board[start] & 7, board[to] & 7
    gained = value(target, 63 - to) if target else 0
    crosses = kind in (QUEEN, KING) and (start // 8 > 3) != (to // 8 > 3)
    return gained + (0 if crosses else value(kind, to)) - value(kind, start)


def packed(kind: int, bits: int, values: range) -> int:
    """The contract's uint256 of a kind's values, `bits` each, the last of the reading order lowest."""
    flat = [number for row in VALUES[kind] for number in row]
    return sum(flat[35 - i] << bits * (i - values.start) for i in values)


WORDS = {kind: packed(kind, 7, range(36)) for kind in (PAWN, BISHOP, ROOK, KNIGHT)}
UPPER = {kind: packed(kind, 12, range(18, 36)) for kind in (QUEEN, KING)}
LOWER = {kind: packed(kind, 12, range(18)) for kind in (QUEEN, KING)}
MODULUS = 1 << 256


def read(word: int, bits: int, index: int) -> int:
    """One value of a word as the EVM reads it: a shift that wraps below zero or leaves the word reads 0."""
    shift = bits * index % MODULUS
    return word >> shift & (1 << bits) - 1 if shift < 256 else 0


def evaluate_words(board: Nibbles, move: Move) -> int:
    """`evaluate` for every nibble and every square, as unchecked arithmetic on the packed words has it."""
    start, to = move
    kind = board[start] & 7 if start < 64 else 0
    target = board[to] & 7
    index, from_index = (6 * (at >> 3) + (at & 7) - 7 for at in (to, start))
    gained = 0
    if target in WORDS:
        gained = read(WORDS[target], 7, 35 - index)
    elif target:
        royal = QUEEN if target == QUEEN else KING
        near = 0 <= index < 18
        gained = read((UPPER if near else LOWER)[royal], 12, (17 if near else 35) - index)
    if kind < QUEEN:
        word = WORDS.get(kind, UPPER[KING])
        return gained + read(word, 7, index) - read(word, 7, from_index)
    royal = QUEEN if kind == QUEEN else KING
    if 0 <= from_index < 18:
        return gained + read(LOWER[royal], 12, index) - read(LOWER[royal], 12, from_index)
    return gained + read(UPPER[royal], 12, index - 18) - read(UPPER[royal], 12, from_index - 18)


def nega_max(board: Nibbles, depth: int) -> int:
    if depth == 0:
        return 0
    moves = visited(board)
    if not moves:
        return 0
    scores = [evaluate(board, move) for move in moves]
    best = max(scores)
    move = moves[scores.index(best)]
    if board[move[1]] & 7 == KING:
        return -4000
    return (-best if board[0] & 1 else best) + nega_max(apply(board, move), depth - 1)


def root_scores(board: Nibbles, depth: int) -> list[int]:
    return [evaluate(board, move) + nega_max(apply(board, move), depth - 1) for move in visited(board)]


def search_move(board: Nibbles, depth: int) -> tuple[int, bool]:
    scores = root_scores(board, depth)
    if not scores or max(scores) < -1260:
        return 0, False
    start, to = visited(board)[scores.index(max(scores))]
    return start << 6 | to, max(scores) > 1260


def ray_is_clear(board: Nibbles, start: int, to: int, step: int) -> bool:
    if abs(to - start) % step:
        return False
    at, last = (start + step, to) if start < to else (to, start - step)
    while at < last:
        if not is_valid(board, at) or is_enemy(board, at):
            return False
        at += step
    return at == last and is_valid(board, at)


def may_move(board: Nibbles, start: int, to: int) -> bool:
    kind, change = board[start] & 7, to - start
    if kind == PAWN:
        if change in (7, 9):
            return is_enemy(board, to)
        if change == 8:
            return is_valid(board, to)
        return change == 16 and is_valid(board, to - 8) and is_valid(board, to)
    if kind in (KNIGHT, KING):
        return abs(change) in ((6, 10, 15, 17) if kind == KNIGHT else (1, 7, 8, 9)) and is_valid(board, to)
    steps = ([1, 8] if kind != BISHOP else []) + ([7, 9] if kind != ROOK else [])
    return any(ray_is_clear(board, start, to, step) for step in steps)


def is_legal(board: Nibbles, move: Move) -> bool:
    start, to = move
    if start not in INSIDE or to not in INSIDE or not is_own(board, start) or not may_move(board, start, to):
        return False
    return nega_max(apply(board, move), 1) >= -1260


# -- the sane rules

KNIGHT_STEPS = (6, 10, 15, 17, -6, -10, -15, -17)
KING_STEPS = (1, 7, 8, 9, -1, -7, -8, -9)


def sane_pseudo(board: Nibbles) -> Iterator[Move]:
    for start in INTERIOR:
        if not is_own(board, start):
            continue
        kind = board[start] & 7
        if kind == PAWN:
            for step in (7, 9):
                if start + step in INSIDE and is_enemy(board, start + step):
                    yield start, start + step
            if start + 8 in INSIDE and board[start + 8] == 0:
                yield start, start + 8
                if start // 8 == 2 and board[start + 16] == 0:
                    yield start, start + 16
        elif kind in (KNIGHT, KING):
            for step in KNIGHT_STEPS if kind == KNIGHT else KING_STEPS:
                if is_valid(board, start + step):
                    yield start, start + step
        else:
            for step in ((1, -1, 8, -8) if kind != BISHOP else ()) + ((7, -7, 9, -9) if kind != ROOK else ()):
                for to in ray(board, start, step):
                    yield start, to


def sane_apply(board: Nibbles, move: Move) -> Nibbles:
    after = board.copy()
    piece = after[move[0]]
    after[move[0]] = 0
    after[move[1]] = piece - PAWN + QUEEN if piece & 7 == PAWN and move[1] // 8 == 6 else piece
    return after[::-1]


def takes_king(board: Nibbles) -> bool:
    """Whether the mover could take the other king."""
    return any(board[to] & 7 == KING for _, to in sane_pseudo(board))


def sane_legal(board: Nibbles) -> list[Move]:
    return sorted(move for move in sane_pseudo(board) if not takes_king(sane_apply(board, move)))


def sane_in_check(board: Nibbles) -> bool:
    """Whether the other side could take the mover's king, were it to move at once."""
    other = board[::-1]
    other[0], other[63] = 1 - (board[0] & 1), 0
    return takes_king(other)


def sane_perft(board: Nibbles, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(sane_perft(sane_apply(board, move), depth - 1) for move in sane_legal(board))


def sane_evaluate(board: Nibbles) -> int:
    total = 0
    for at in INTERIOR:
        if board[at]:
            own = is_own(board, at)
            total += value(board[at] & 7, at if own else 63 - at) * (1 if own else -1)
    return total


def sane_settle(board: Nibbles, alpha: int = -99999, beta: int = 99999) -> int:
    """The value when the mover may stop, capture or promote."""
    best = sane_evaluate(board)
    for start, to in sane_legal(board):
        if best >= beta:
            break
        if board[to] or (board[start] & 7 == PAWN and to // 8 == 6):
            best = max(best, -sane_settle(sane_apply(board, (start, to)), -beta, -max(alpha, best)))
    return best


def sane_minimax(board: Nibbles, depth: int, ply: int = 0) -> int:
    """The exact value of the tree: no pruning above the leaves, no table, no order of moves."""
    moves = sane_legal(board)
    if not moves and (depth > 0 or sane_in_check(board)):
        return -30000 + ply if sane_in_check(board) else 0
    if depth == 0:
        return sane_settle(board)
    return max(-sane_minimax(sane_apply(board, move), depth - 1, ply + 1) for move in moves)
