"""Files are whole or not there, whatever goes wrong and whatever the name stands for."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from ajeeb._files import TEMPORARY_SUFFIX, whole_file, write_json, write_text
from ajeeb.cli import main

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_a_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "one\r\ntwo\n\u2654")
    assert (tmp_path / "a.txt").read_bytes() == "one\r\ntwo\n\u2654".encode()
    write_json(tmp_path / "a.json", {"b": 1, "a": None})
    assert (tmp_path / "a.json").read_text() == '{\n  "b": 1,\n  "a": null\n}\n'
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "a.json"}


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            assert path.with_name(path.name + TEMPORARY_SUFFIX).exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "nowhere" / "a.txt", "text")


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link.txt").symlink_to(tmp_path / "real" / "a.txt")
    write_text(tmp_path / "link.txt", "text")
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real" / "a.txt").read_text() == "text"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "text")
    reader.join(10)
    assert heard == ["text"] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_verbs_can_write_to_devices(tmp_path: Path) -> None:
    null = tmp_path / "null"
    null.symlink_to("/dev/null")  # as good as the device itself, and harmless should it be replaced
    assert main(["show", FEN, "--svg", str(null)]) == 0
    assert null.is_symlink() and stat.S_ISCHR(null.stat().st_mode)


def test_errors_name_what_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "a.txt"
    with pytest.raises(FileNotFoundError) as raised:
        write_text(path, "text")
    assert raised.value.filename == str(path) and TEMPORARY_SUFFIX not in str(raised.value)
