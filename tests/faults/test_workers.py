"""A command that is killed while other processes compute for it leaves none of them behind."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

import pytest

from hexledger.cli.failures import DISK, FAULT, failure
from hexledger.projections.warehouse import WarehouseError
from hexledger.replays.viewer import chances
from hexledger.replays.workers import at_work, with_parent

PROGRAM = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from hexledger.replays.viewer import chances
from hexledger.replays.workers import at_work, with_parent
if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, get_context("spawn"), with_parent)
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_process_that_computes_for_another_ends_with_it(tmp_path):
    """It kept the output open, so that whoever read it waited for ever."""
    (tmp_path / "program.py").write_text(PROGRAM)
    asker = subprocess.Popen([sys.executable, tmp_path / "program.py"], stdout=subprocess.PIPE, encoding="utf-8")
    assert asker.stdout is not None
    worker = int(asker.stdout.readline())
    asker.send_signal(signal.SIGKILL)
    try:
        assert asker.communicate(timeout=60)[0] == ""
    finally:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def test_what_a_process_begins_with_is_done():
    with ProcessPoolExecutor(1, get_context("spawn"), with_parent, (os.umask, 0o11)) as pool:
        assert pool.submit(os.umask, 0o22).result(timeout=60) == 0o11


def test_who_stops_does_not_wait_for_what_is_being_computed():
    """Ctrl-C, or the end of a desk that works out chances, waited for runs of minutes."""
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), at_work(ProcessPoolExecutor(1, get_context("spawn"))) as pool:
        pool.submit(time.sleep, 0).result(timeout=60)
        long = pool.submit(time.sleep, 60)
        while not long.running():
            time.sleep(0.01)
        (process,) = pool._processes.values()
        raise KeyboardInterrupt
    process.join(30)
    assert process.exitcode is not None and time.monotonic() - started < 50


def test_a_desk_that_is_closed_ends_who_works_out_chances_for_it(tmp_path, monkeypatch):
    ended = []
    monkeypatch.setattr(chances, "end_all", lambda: ended.append(True))
    idle, busy = chances.Chances(tmp_path / "g.hxl"), chances.Chances(tmp_path / "g.hxl")
    busy._for = "a leaf"
    idle.end()
    assert not ended
    busy.end()
    assert ended


@pytest.mark.parametrize("where", ["library/stock.py", "viewer/shares.py", "whatif/simulate.py"])
def test_every_pool_begins_so(where):
    text = (Path(__file__).parents[2] / "replays" / where).read_text(encoding="utf-8")
    assert text.count("ProcessPoolExecutor(") == text.count('get_context("spawn"), with_parent') == 1


def test_a_disk_that_refuses_rows_and_too_little_memory_are_no_bad_log_and_no_fault(tmp_path):
    error = WarehouseError(tmp_path, "the rows could not be written: full")
    error.__cause__ = OSError(28, "No space left on device")
    assert failure(error)[1] == DISK
    assert failure(OSError(24, "Too many open files")) == ("disk: Too many open files", DISK)
    assert failure(MemoryError("no room")) == ("too little memory: no room", DISK)


def test_a_process_that_the_system_ended_is_no_fault_of_the_program():
    text, code = failure(BrokenProcessPool("A process in the process pool was terminated abruptly"))
    assert code == DISK and "ended by the system" in text


def test_what_the_system_refuses_names_both_files_and_a_library_that_does_not_load():
    assert failure(OSError(28, "full", "a", None, "b")) == ("disk: a -> b: full", DISK)
    text, code = failure(ImportError("failed to map segment", name="_duckdb"))
    assert code == DISK and "does not load" in text
    assert failure(ImportError("no rules", name="hexledger.engine.games.x"))[1] == FAULT
