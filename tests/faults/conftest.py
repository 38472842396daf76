"""A disk on which any single call can be made to fail, and a filled ledger to do it to."""

import errno

import pytest

from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from tests.cli.conftest import finished, finished_once, fresh, runner

__all__ = ["finished", "finished_once", "fresh"]


class FaultyDisk(RealDisk):
    """Fails the n-th call of one kind (`fail("sync", 2)`), and lets only `room` more bytes be written (None: any)."""

    def __init__(self, room=None):
        self.room = room
        self.calls = []
        self._planned = {}

    def fail(self, call, nth=1, error=errno.EIO):
        self._planned[call] = (self.calls.count(call) + nth, error)

    def _count(self, call):
        self.calls.append(call)
        planned = self._planned.get(call)
        if planned and self.calls.count(call) == planned[0]:
            raise OSError(planned[1], f"planned failure of {call}")

    def write(self, handle, data):
        self._count("write")
        if self.room is None:
            return super().write(handle, data)
        fits = data[: self.room]
        if not fits:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.room -= len(fits)
        return super().write(handle, fits)


def _counted(call):
    def method(self, *arguments):
        self._count(call)
        return getattr(super(FaultyDisk, self), call)(*arguments)

    return method


for _call in ("read", "create_new", "open_append", "sync", "truncate", "replace", "link", "sync_directory"):
    setattr(FaultyDisk, _call, _counted(_call))


@pytest.fixture
def faulty():
    return FaultyDisk


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.hxl"


@pytest.fixture
def frames(path):
    """Six appended frames: (payloads, offsets with the file's size at the end, bytes of the file)."""
    payloads = [b"genesis", b"a", b"second decision", bytes(50), b"\xff" * 70, b"last"]
    with Ledger.create(path, payloads[0]) as ledger:
        ledger.append_many(payloads[1:], 0)
        offsets = [ledger.offset(i) for i in range(len(ledger))] + [ledger.size]
    return payloads, offsets, path.read_bytes()


@pytest.fixture
def run(monkeypatch):
    """`run("show", log)`: a command in this process; see tests/cli/conftest.py."""
    return runner(monkeypatch)
