"""PGN to Parquet as one writes it with python-chess: the yardstick of bench.dataset.

    python -m bench.baseline_dataset games.pgn[.zst] out.parquet [--max-games N]

A row is a position before a move: FEN, the legal moves, the move played, the result.
"""

import argparse
import io
from pathlib import Path
from typing import TextIO

import chess.pgn
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

ROWS_PER_WRITE = 50_000
SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("ply", pa.int32()),
        ("fen", pa.string()),
        ("legal_moves", pa.list_(pa.string())),
        ("move", pa.string()),
        ("result", pa.string()),
    ]
)


def open_text(path: Path) -> TextIO:
    file = path.open("rb")
    stream = zstandard.ZstdDecompressor().stream_reader(file) if path.suffix == ".zst" else file
    return io.TextIOWrapper(stream, encoding="utf-8", errors="replace")


def build(source: Path, target: Path, max_games: int | None) -> tuple[int, int]:
    """Write the table; returns games and rows."""
    games = rows = 0
    columns: dict[str, list[object]] = {name: [] for name in SCHEMA.names}
    with open_text(source) as text, pq.ParquetWriter(target, SCHEMA, compression="zstd") as writer:
        while (max_games is None or games < max_games) and (game := chess.pgn.read_game(text)) is not None:
            board = game.board()
            for ply, move in enumerate(game.mainline_moves()):
                columns["game"].append(games)
                columns["ply"].append(ply)
                columns["fen"].append(board.fen())
                columns["legal_moves"].append([legal.uci() for legal in board.legal_moves])
                columns["move"].append(move.uci())
                columns["result"].append(game.headers["Result"])
                board.push(move)
                rows += 1
            games += 1
            if len(columns["game"]) >= ROWS_PER_WRITE:
                writer.write_table(pa.table(columns, SCHEMA))
                columns = {name: [] for name in SCHEMA.names}
        writer.write_table(pa.table(columns, SCHEMA))
    return games, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--max-games", type=int)
    options = parser.parse_args()
    games, rows = build(options.source, options.target, options.max_games)
    print(f"{games} {rows}")


if __name__ == "__main__":
    main()
