"""Reading datasets back: every row once, in an order that the seed decides, from where one left off."""

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ajeeb import batch, dataset, pgn
from ajeeb.errors import ChessError

SAMPLE = Path(__file__).parents[2] / "data" / "sample.pgn"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dataset.Dataset:
    folder = tmp_path_factory.mktemp("data")
    dataset.build([SAMPLE.read_bytes()] * 6, folder, shard_rows=20_000)
    opened = dataset.open(folder)
    assert len(opened.row_groups) >= 6
    return opened


def keys_of(batches: Any) -> list[tuple[int, int]]:
    return [key for rows in batches for key in zip(rows["game"].tolist(), rows["ply"].tolist(), strict=True)]


KEYS = ("game", "ply")


def test_without_a_seed_rows_come_in_order(data: dataset.Dataset) -> None:
    keys = keys_of(data.batches(1000, KEYS, seed=None))
    assert keys == sorted(keys) and len(keys) == len(data)


def test_every_row_comes_once_in_an_order_of_the_seed(data: dataset.Dataset) -> None:
    one, same, other, epoch = (
        keys_of(data.batches(1000, KEYS, seed=seed, epoch=epoch, buffer=2))
        for seed, epoch in ((1, 0), (1, 0), (2, 0), (1, 1))
    )
    assert one == same and one != other and one != epoch
    assert len(set(one)) == len(one) == len(data) and set(one) == set(other) == set(epoch)
    displaced = np.abs(np.argsort([game * 1000 + ply for game, ply in one]) - np.arange(len(one)))
    assert displaced.mean() > len(one) / 10


@pytest.mark.parametrize("world", [2, 3, 7])
def test_ranks_share_the_rows(data: dataset.Dataset, world: int) -> None:
    shares = [keys_of(data.batches(500, KEYS, seed=5, rank=rank, world=world)) for rank in range(world)]
    together = [key for share in shares for key in share]
    assert len(set(together)) == len(together) == len(data)


@pytest.mark.parametrize("size", [333, 1000, 70_000])
def test_a_pass_can_be_taken_up_again(data: dataset.Dataset, size: int) -> None:
    whole = keys_of(data.batches(size, KEYS, seed=3, buffer=2))
    batches = data.batches(size, KEYS, seed=3, buffer=2)
    for stop in (0, 1, len(batches) // 2, len(batches)):
        first = data.batches(size, KEYS, seed=3, buffer=2)
        begun = keys_of(next(first) for _ in range(stop))
        assert begun + keys_of(data.batches(size, KEYS, seed=3, buffer=2, start=first.done)) == whole


def test_lengths(data: dataset.Dataset) -> None:
    for drop_last in (False, True):
        batches = data.batches(1000, KEYS, drop_last=drop_last)
        expected = len(batches)
        sizes = [len(rows["ply"]) for rows in batches]
        assert len(sizes) == expected and (not drop_last or set(sizes) == {1000})


def test_fields_are_what_the_array_calls_make(data: dataset.Dataset) -> None:
    fields = (
        "planes:12",
        "planes:12:f32:white",
        "policy:1858",
        "mask",
        "mask:4672",
        "maskbits:1858",
        "wdl",
        "position",
    )
    rows = next(data.batches(512, (*fields, "move", "result"), seed=1))
    positions, moves = rows["position"], rows["move"]
    assert np.array_equal(rows["planes:12"], batch.planes(positions, view="mover"))
    assert np.array_equal(rows["planes:12:f32:white"], batch.planes(positions, dtype=np.float32))
    assert np.array_equal(rows["policy:1858"], batch.move_index(positions, moves, "lc0"))
    assert np.array_equal(rows["mask"], batch.legal_mask(positions, "lc0"))
    assert np.array_equal(rows["mask:4672"], batch.legal_mask(positions))
    assert np.array_equal(rows["maskbits:1858"], batch.legal_mask(positions, "lc0", bits=True))
    assert rows["mask"][np.arange(512), rows["policy:1858"]].all()
    black = positions["side_and_ep"] >> 7 == 1
    assert np.array_equal(rows["wdl"], np.where(black, 1 - rows["result"].astype(int), rows["result"].astype(int) - 1))


def test_reused_memory_holds_the_same(data: dataset.Dataset) -> None:
    fields = ("planes:12", "policy:4672", "mask", "wdl")
    fresh = list(data.batches(4000, fields, seed=1))
    for mine, other in zip(fresh, data.batches(4000, fields, seed=1, reuse=True), strict=True):
        assert all(np.array_equal(mine[name], other[name]) for name in fields)


def test_wrong_requests_are_named(data: dataset.Dataset, tmp_path: Path) -> None:
    for name in ("plane:12", "planes:13", "policy", "policy:12", "mask:1", "wdl:3", ""):
        with pytest.raises(ValueError, match="is no field; there are"):
            data.batches(10, (name,))
    with pytest.raises(ValueError, match="at least one"):
        data.batches(10, ())
    with pytest.raises(ValueError, match="rank=2"):
        data.batches(10, KEYS, rank=2, world=2)
    dataset.build(SAMPLE, tmp_path, format="packed", eval_default=0)
    packed = dataset.open(tmp_path)
    assert next(packed.batches(100, ("planes:12", "wdl")))["wdl"].shape == (100,)
    with pytest.raises(ChessError, match="build it as parquet"):
        packed.batches(100, ("policy:1858",))


def test_what_is_no_dataset_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"manifest\.json"):
        dataset.open(tmp_path)


def test_pgn_straight_to_tensors(data: dataset.Dataset) -> None:
    fields = ("planes:12", "policy:1858", "wdl", "game", "ply")
    tensors = pgn.to_tensors(SAMPLE, fields, limit=3000)
    rows = next(data.batches(3000, fields, seed=None))
    assert all(np.array_equal(tensors[name], rows[name]) for name in fields)
    assert pgn.to_tensors(b"", fields)["planes:12"].shape == (0, 12, 8, 8)


class FakeTorch:
    """As much of PyTorch as PositionDataset touches, for machines without it: a worker's number and count."""

    def __init__(self, worker: int, workers: int) -> None:
        info = SimpleNamespace(id=worker, num_workers=workers) if workers else None
        data = ModuleType("torch.utils.data")
        data.__dict__.update(IterableDataset=list, get_worker_info=lambda: info)
        torch = ModuleType("torch")
        distributed = SimpleNamespace(is_available=lambda: False)
        torch.__dict__.update(from_numpy=lambda array: array, distributed=distributed)
        self.modules = {"torch": torch, "torch.utils": ModuleType("torch.utils"), "torch.utils.data": data}


@pytest.mark.parametrize(("world", "workers"), [(1, 0), (1, 3), (2, 2)])
def test_torch_workers_share_the_rows(
    data: dataset.Dataset, world: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = []
    for rank in range(world):
        for worker in range(max(workers, 1)):
            with monkeypatch.context() as patch:
                for name, module in FakeTorch(worker, workers).modules.items():
                    patch.setitem(sys.modules, name, module)
                patch.delitem(sys.modules, "ajeeb.dataset.torch", raising=False)
                part = importlib.import_module("ajeeb.dataset.torch")
                keys += keys_of(part.PositionDataset(data, 1000, KEYS, rank=rank, world=world, seed=2))
    sys.modules.pop("ajeeb.dataset.torch", None)  # the one made of the stand-in must not outlive it
    assert len(set(keys)) == len(keys) == len(data)


def test_torch_gets_every_row_once(data: dataset.Dataset) -> None:
    torch = pytest.importorskip("torch")
    from ajeeb.dataset.torch import PositionDataset

    for workers in (0, 2):
        loader = torch.utils.data.DataLoader(PositionDataset(data, 1000, KEYS), batch_size=None, num_workers=workers)
        keys = keys_of(loader)
        assert len(set(keys)) == len(keys) == len(data)
