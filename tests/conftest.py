"""What holds for every test: it touches nothing of the user's own, no clock judges it, it is the same in every run."""

import gc
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from tests import night
from tests.named_secrets import draw_from

settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("HEXLEDGER_HYPOTHESIS", "house"))

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free there: what the tests write at one time is some hundred megabytes."""


def in_memory(folder: Path = MEMORY) -> Path | None:
    """A folder of the memory in which tests may write, None where there is none or it is small or runs no programs.

    A log is written through to the disk at every decision, and a suite makes a few hundred thousand: on a disk each
    waits for milliseconds, in memory for none. The program does the same in both; what a crash leaves of it on a real
    disk is worked out from the system calls (`tests/faults/crash_states.py`).
    """
    try:
        there = os.statvfs(folder)
    except (OSError, AttributeError):
        return None
    if there.f_flag & os.ST_NOEXEC or there.f_bavail * there.f_frsize < ROOM or not os.access(folder, os.W_OK):
        return None
    return folder


def share_byte_code(config: pytest.Config) -> None:
    """Where Python was told to keep no byte code (`PYTHONDONTWRITEBYTECODE`), the programs that tests start and the
    workers keep it in a folder of the run: compiling 130 modules anew costs each start more than all it does after."""
    if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
        folder = tempfile.mkdtemp(prefix="hexledger-bytecode-", dir=os.environ.get("TMPDIR"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_configure(config: pytest.Config) -> None:
    """What is shared by the whole run is made ready once, before its workers start."""
    if not hasattr(config, "workerinput"):
        files_in_memory(config)
        share_byte_code(config)


def files_in_memory(config: pytest.Config) -> None:
    """Files of the tests go to the memory, unless somebody has said where they go (`TMPDIR`, `--basetemp`)."""
    if os.environ.get("TMPDIR") or config.option.basetemp:
        return
    memory = in_memory()
    if memory is not None:
        folder = tempfile.mkdtemp(prefix="hexledger-tests-", dir=memory)
        os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(tryfirst=True, hookwrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Collect without the collector of garbage: nothing is thrown away meanwhile, and to go through the trees of all
    files took it a sixth of the time. What is there then, eleven thousand tests, stays to the end, and is not gone
    through again and again either: that was a tenth of the time of tests that make many objects."""
    gc.disable()
    try:
        begin_elsewhere(session.config)
        yield
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def begin_elsewhere(config: pytest.Config) -> None:
    """Every second worker begins at the other end: what takes longest in collecting is to make byte code of files with
    assertions, which is kept (`share_byte_code`), so that workers which begin at the same file make it all twice."""
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if number.isdigit() and int(number) % 2:
        for file in reversed(files_of_tests(config)):
            make_byte_code(config.rootpath, file)


def files_of_tests(config: pytest.Config) -> list[Path]:
    """The files that a run collects tests from, in its order."""
    asked = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    found = (file for one in asked for file in (one.rglob("test_*.py") if one.is_dir() else [one]))
    return sorted(file for file in found if file.suffix == ".py" and config.rootpath in file.parents)


def make_byte_code(root: Path, file: Path) -> None:
    """Have pytest's loader make or find the byte code of a file, without running it: where there are no builtins, the
    import with which pytest has it begin fails."""
    with suppress(ImportError, AttributeError, KeyError, NameError, SyntaxError, ValueError):
        spec = importlib.util.find_spec(".".join(file.relative_to(root).with_suffix("").parts))
        if spec is not None and spec.loader is not None:
            nothing = SimpleNamespace(__name__=spec.name, __spec__=spec, __builtins__={})
            spec.loader.exec_module(nothing)  # type: ignore[arg-type]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests that are left for the night are marked before marks are asked for."""
    night.mark(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Log ids, keys and secrets that a test makes in this process follow from the test's name: dice and bots hang on
    them, so a game that a test lets bots play has the same course in every run. (No other place of the product draws
    anything that a result hangs on; programs that a test starts draw their own.)"""
    draw_from(item.nodeid)


@pytest.fixture(scope="session", autouse=True)
def _own_home():
    """Keys, what was written where, what a witness signed last: not in the user's own folder."""
    with tempfile.TemporaryDirectory(prefix="hexledger-home-") as folder:
        before = os.environ.get("HEXLEDGER_HOME")
        os.environ["HEXLEDGER_HOME"] = folder
        yield
        if before is None:
            del os.environ["HEXLEDGER_HOME"]
        else:
            os.environ["HEXLEDGER_HOME"] = before
