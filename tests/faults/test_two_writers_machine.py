"""Writers that open, append and close while their file is linked, renamed, deleted, copied, replaced: never are two
acknowledged frames of one file given one number, and never is one acknowledged that is not in the file."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexledger.events.errors import LedgerError
from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk

NAMES = ("game.hxl", "hard.hxl", "soft.hxl", "other.hxl", "folder-alias/game.hxl", "./../home/hard.hxl")
"""Names that may stand for the file: itself, links, another name that it may be renamed to, other ways to a name."""
PICK = st.sampled_from(NAMES)
PLAIN = st.sampled_from(("game.hxl", "hard.hxl", "other.hxl"))


class Writers(RuleBasedStateMachine):
    """`acknowledged`: inode -> number -> payload. `held`: a name of our own for each file there ever was, to read."""

    @initialize()
    def begin(self):
        self.folder = Path(tempfile.mkdtemp()) / "home"
        self.folder.mkdir()
        (self.folder / "folder-alias").symlink_to(self.folder)
        self.acknowledged, self.held, self.base = {}, {}, {}
        self.writers, self.fds, self.count = [], [], 0
        Ledger.create(self.folder / "game.hxl", b"genesis").close()
        self.hold(self.folder / "game.hxl")

    def hold(self, path):
        """Keep a name of every file in a folder that nothing here touches."""
        inode = path.stat().st_ino
        if inode not in self.held:
            kept = self.folder.parent / f"held-{len(self.held)}"
            os.link(path, kept)
            self.held[inode] = kept
            with Ledger.open_reader(kept) as ledger:
                self.base[inode] = list(ledger.payloads())
            self.acknowledged[inode] = {}

    def path(self, name):
        return self.folder / name

    # ------------------------------------------------------------ writers
    @precondition(lambda self: len(self.writers) < 4)
    @rule(name=PICK)
    def open(self, name):
        try:
            ledger = Ledger.open_writer(self.path(name))
        except (LedgerError, OSError):
            return
        self.writers.append(ledger)

    @precondition(lambda self: self.fds and len(self.writers) < 4)
    @rule(pick=st.integers(0, 9))
    def open_by_descriptor(self, pick):
        """/proc/self/fd: another name of an open file."""
        fd = self.fds[pick % len(self.fds)]
        try:
            self.writers.append(Ledger.open_writer(Path(f"/proc/self/fd/{fd}")))
        except (LedgerError, OSError):
            return

    @precondition(lambda self: Path("/proc/self/fd").is_dir() and len(self.fds) < 3)
    @rule(name=PLAIN)
    def descriptor(self, name):
        if self.path(name).exists():
            self.fds.append(os.open(self.path(name), os.O_RDONLY))

    @precondition(lambda self: self.writers)
    @rule(pick=st.integers(0, 9), batch=st.integers(1, 3))
    def append(self, pick, batch):
        """What is acknowledged is noted for the file that the name stands for just then."""
        ledger = self.writers[pick % len(self.writers)]
        payloads = [f"frame {self.count + number}".encode() for number in range(batch)]
        self.count += batch
        before = len(ledger)
        try:
            last = ledger.append(payloads[0], None) if batch == 1 else ledger.append_many(payloads, None)
        except LedgerError:
            return
        inode = ledger.path.stat().st_ino
        assert last == before + batch - 1
        for number, payload in enumerate(payloads, before):
            assert number not in self.acknowledged[inode], f"number {number} was given twice"
            self.acknowledged[inode][number] = payload

    @precondition(lambda self: self.writers)
    @rule(pick=st.integers(0, 9))
    def close(self, pick):
        self.writers.pop(pick % len(self.writers)).close()

    # ------------------------------------------------------------ what happens to the file meanwhile
    @rule(name=PLAIN, other=PLAIN)
    def hard_link(self, name, other):
        if self.path(name).exists() and not os.path.lexists(self.path(other)):
            os.link(self.path(name), self.path(other))

    @rule(name=PLAIN)
    def symlink(self, name):
        self.path("soft.hxl").unlink(missing_ok=True)
        self.path("soft.hxl").symlink_to(self.path(name))

    @rule(name=PLAIN, other=PLAIN)
    def rename(self, name, other):
        """Over whatever stands there."""
        if self.path(name).exists() and name != other:
            self.path(name).replace(self.path(other))

    @rule(name=PLAIN)
    def delete(self, name):
        self.path(name).unlink(missing_ok=True)

    @rule(name=PLAIN, other=PLAIN)
    def copy_put_in_its_place(self, name, other):
        """A copy of a file as it is now, another file, under some name."""
        if self.path(name).exists():
            shutil.copyfile(self.path(name), self.path("copy"))
            self.path("copy").replace(self.path(other))
            self.hold(self.path(other))

    @rule(name=PLAIN)
    def lock_deleted(self, name):
        """What older versions locked."""
        self.path(name + ".lock").unlink(missing_ok=True)
        self.path(name + ".lock").touch()
        self.path(name + ".lock").unlink()

    # ------------------------------------------------------------ what must hold
    @invariant()
    def each_file_holds_what_was_acknowledged_for_it(self):
        for inode, kept in getattr(self, "held", {}).items():
            with Ledger.open_reader(kept) as ledger:
                there = list(ledger.payloads())
            base, given = self.base[inode], self.acknowledged[inode]
            assert there[: len(base)] == base
            assert sorted(given) == list(range(len(base), len(base) + len(given)))
            for number, payload in given.items():
                assert there[number] == payload, f"frame {number} was acknowledged and is not there"

    @invariant()
    def nobody_shares_a_file(self):
        handles = [ledger._handle for ledger in getattr(self, "writers", [])]
        inodes = [os.fstat(handle).st_ino for handle in handles if handle is not None]
        assert len(inodes) == len(set(inodes))

    def teardown(self):
        for ledger in self.writers:
            ledger.close()
        for fd in self.fds:
            os.close(fd)
        shutil.rmtree(self.folder.parent)


@pytest.fixture(autouse=True)
def _nothing_is_synced(monkeypatch):
    """What a power cut does is asked elsewhere."""
    monkeypatch.setattr(RealDisk, "sync", lambda *_: None)


@pytest.mark.skipif(not hasattr(os, "link"), reason="no links here")
@pytest.mark.parametrize("examples", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_never_two_acknowledged_frames_with_one_number_and_never_a_silent_loss(examples):
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Writers,
        settings=settings(
            max_examples=examples, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_the_machine_finds_a_writer_that_locks_nothing_and_compares_nothing(monkeypatch):
    """Taken out: the lock of the file, and the comparison of file and name."""
    from hypothesis.stateful import run_state_machine_as_test

    monkeypatch.setattr(RealDisk, "lock", lambda *_: None)
    monkeypatch.setattr(Ledger, "_same_file", lambda *_, **__: None)
    with pytest.raises(Exception):  # noqa: B017 (an assertion of the machine, or a file that is corrupt)
        run_state_machine_as_test(
            Writers,
            settings=settings(
                max_examples=100,
                stateful_step_count=30,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                phases=[Phase.generate],
            ),
        )
