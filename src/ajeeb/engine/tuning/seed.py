"""The hand-made values that tuning began from: round numbers and simple formulas, enough to play the first games with.

`ajeeb tune seed FOLDER` writes them as the header, so that the recipe in docs/engine.md can be repeated from nothing.
"""

from __future__ import annotations

import math

import numpy as np

from ajeeb.engine.tuning.header import Parameters, blocks

__all__ = ["seed_parameters"]

MgEg = tuple[int, int]

# What is not named here begins at nothing.
_TERMS: dict[str, list[MgEg]] = {
    "Material": [(85, 110), (330, 310), (345, 330), (470, 540), (980, 1000)],
    "Tempo": [(18, 14)],
    "BishopPair": [(28, 48)],
    "PawnDoubled": [(-9, -24)],
    "PawnIsolated": [(-5, -12), (-14, -16)],
    "PawnBackward": [(-4, -10), (-14, -14)],
    "PawnPhalanx": [(0, 0), (4, 0), (8, 4), (12, 8), (22, 22), (40, 50), (60, 80), (0, 0)],
    "PawnSupported": [(0, 0), (0, 0), (10, 6), (9, 6), (14, 12), (30, 30), (50, 50), (0, 0)],
    "PawnLever": [(4, 4)],
    "Passed": [(0, 0), (0, 6), (0, 10), (0, 24), (14, 46), (40, 90), (80, 140), (0, 0)],
    "PassedBlocked": [(0, 0), (0, 0), (0, -4), (-4, -10), (-6, -20), (-10, -40), (-10, -70), (0, 0)],
    "PassedSafeStop": [(0, 0), (0, 0), (0, 2), (0, 4), (2, 10), (8, 20), (12, 30), (0, 0)],
    "PassedFreePath": [(0, 0), (0, 0), (0, 4), (0, 8), (4, 16), (10, 30), (20, 50), (0, 0)],
    "PassedOwnKing": [(0, 0), (0, -1), (0, -2), (0, -4), (0, -7), (0, -11), (0, -12), (0, 0)],
    "PassedTheirKing": [(0, 0), (0, 1), (0, 3), (0, 6), (0, 12), (0, 18), (0, 22), (0, 0)],
    "PassedRookBehind": [(4, 12), (-4, -12)],
    "PassedUnstoppable": [(0, 300)],
    "StormBlocked": [(0, 0), (0, 0), (-14, -10), (-2, -4), (2, 0), (4, 0), (0, 0), (0, 0)],
    "PawnlessFlank": [(-12, -40)],
    "Outpost": [(26, 18), (20, 12)],
    "OutpostReach": [(12, 8)],
    "MinorBehindPawn": [(6, 2)],
    "BishopPawns": [(-2, -4), (-3, -4)],
    "BishopLongDiagonal": [(16, 4)],
    "RookOpenFile": [(32, 14), (12, 8)],
    "RookTrapped": [(-24, -8)],
    "QueenAttackable": [(-18, -8)],
    "ThreatByPawn": [(0, 0), (56, 36), (60, 40), (72, 30), (70, 30)],
    "ThreatByMinor": [(2, 12), (20, 20), (24, 22), (42, 36), (40, 44)],
    "ThreatByRook": [(0, 14), (16, 22), (18, 22), (6, 12), (30, 20)],
    "ThreatByKing": [(8, 28)],
    "ThreatHanging": [(24, 14)],
    "ThreatPush": [(14, 12)],
    "ThreatRestricted": [(3, 3)],
    "ThreatOnQueen": [(8, 6), (16, 10)],
    "Space": [(3, 0)],
}
_DANGER: dict[str, list[int]] = {
    "Constant": [-120],
    "Attacker": [70, 60, 80, 60],
    "RingAttacks": [45],
    "WeakRing": [80],
    "SafeCheck": [330, 250, 420, 320],
    "UnsafeChecks": [50],
    "NoQueen": [-500],
    "FlankAttack": [12],
    "FlankDefence": [-10],
    "KnightDefender": [-50],
    "OpenFile": [60],
    "Pinned": [50],
}
# a * sqrt(safe squares) - b for the middlegame, c * … - d for the endgame.
_MOBILITY = {
    "MobilityKnight": (22, 40, 24, 44),
    "MobilityBishop": (20, 42, 22, 44),
    "MobilityRook": (13, 32, 28, 68),
    "MobilityQueen": (8, 26, 20, 64),
}
_SHELTER_BY_RANK = (-22, 24, 18, 6, 2, -6, -8, 0)
_STORM_BY_RANK = (4, 0, -24, -16, -8, -2, 0, 0)


def _placement(piece: int, square: int) -> MgEg:
    """A piece-square value: the centre is good, each piece has its own idea of how good."""
    file, rank = square % 8, square // 8
    central_file = 3.5 - abs(file - 3.5)
    central = 3.5 - max(abs(file - 3.5), abs(rank - 3.5))
    match piece:
        case 0:
            if rank in (0, 7):
                return 0, 0
            return int((rank - 1) * 4 + (central_file - 1.5) * (6 if 2 <= rank <= 4 else 2)), (rank - 1) * 8
        case 1:
            return int(central * 14 - 28 + 3 * (2 <= rank <= 5)), int(central * 10 - 18)
        case 2:
            return int(central * 7 - 10), int(central * 6 - 9)
        case 3:
            return int(central_file * 4 - 6 + 12 * (rank == 6)), 8 * (rank == 6)
        case 4:
            return int(central * 3 - 5 - rank), int(central * 10 - 14)
        case _:
            castled = 15 if rank == 0 and file in (1, 2, 6) else 0
            return int(20 - central * 10 - 12 * rank + castled), int(central * 14 - 24)


def _block(name: str, count: int) -> list[MgEg]:
    if name == "Placement":
        return [_placement(index // 64, index % 64) for index in range(count)]
    if name in _MOBILITY:
        a, b, c, d = _MOBILITY[name]
        return [(int(a * math.sqrt(n) - b), int(c * math.sqrt(n) - d)) for n in range(count)]
    if name == "Shelter":
        return [(_SHELTER_BY_RANK[i % 8] - 4 * (i // 8 == 3), 0) for i in range(count)]
    if name == "StormFree":
        return [(_STORM_BY_RANK[i % 8], 0) for i in range(count)]
    return _TERMS.get(name, [(0, 0)] * count)


def seed_parameters() -> Parameters:
    """The starting values, in the core's layout."""
    linear: list[MgEg] = []
    danger: list[int] = []
    for block in blocks():
        if block.is_danger:
            danger += _DANGER.get(block.name, [0] * block.count)
        else:
            linear += _block(block.name, block.count)
    pairs = np.array(linear, np.float32)
    return Parameters(pairs[:, 0].copy(), pairs[:, 1].copy(), np.array(danger, np.float32))
