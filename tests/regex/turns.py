"""Turns of chess (position, and what the human types) on which every export must give the same text."""

__all__ = ["CHESS_TURNS"]

CHESS_TURNS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e1g1"),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "f3f7"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "e2e4"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8"),
]
