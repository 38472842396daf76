"""Where the files of the tests go: to the memory where it has room and runs programs, else to the disk."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import ROOM, in_memory


def test_a_folder_of_the_memory_is_taken_only_with_room_and_where_programs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert in_memory(tmp_path / "none") is None

    def with_room(pages: int, flags: int = 0) -> Path | None:
        monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags, f_bavail=pages, f_frsize=4096))
        return in_memory(tmp_path)

    assert with_room(ROOM // 4096) == tmp_path
    assert with_room(ROOM // 4096 - 1) is None
    assert with_room(ROOM // 4096, os.ST_NOEXEC) is None


def test_the_tests_write_below_the_folder_that_was_chosen(tmp_path: Path) -> None:
    chosen = os.environ.get("PYTEST_DEBUG_TEMPROOT")
    assert chosen is None or Path(chosen) in tmp_path.parents
