"""Datasets for PyTorch (the extra `ajeeb[torch]`)."""

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch.utils.data import IterableDataset, get_worker_info

from ajeeb.dataset.reading import Dataset, open_dataset


class PositionDataset(IterableDataset[Any]):  # type: ignore[misc] # torch has no types here
    """Yields ready batches as dicts of tensors; give it to a DataLoader with `batch_size=None`.

    Each row comes once a pass over all workers, and over all processes of a distributed run (`rank` and `world`, by
    default those of torch.distributed). Options are those of `ajeeb.dataset.Batches`; call `set_epoch` before a pass.

    >>> loader = DataLoader(PositionDataset("out/", 4096), batch_size=None, num_workers=4)  # doctest: +SKIP
    """

    def __init__(
        self,
        dataset: Any,
        size: int,
        fields: Sequence[str] = ("planes:12", "policy:1858", "wdl"),
        *,
        rank: int | None = None,
        world: int | None = None,
        **options: Any,
    ) -> None:
        self.dataset = dataset if isinstance(dataset, Dataset) else open_dataset(dataset)
        self.size, self.fields, self.options = size, fields, options
        distributed = torch.distributed.is_available() and torch.distributed.is_initialized()
        self.rank = rank if rank is not None else torch.distributed.get_rank() if distributed else 0
        self.world = world if world is not None else torch.distributed.get_world_size() if distributed else 1

    def set_epoch(self, epoch: int) -> None:
        """Give the next pass an order of its own."""
        self.options["epoch"] = epoch

    def __iter__(self) -> Iterator[dict[str, Any]]:
        worker = get_worker_info()
        worker_id, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        share = {"rank": self.rank * workers + worker_id, "world": self.world * workers}
        for batch in self.dataset.batches(self.size, self.fields, **self.options, **share):
            yield {name: torch.from_numpy(array) for name, array in batch.items()}
