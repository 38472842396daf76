"""Playing through the command line and being killed: nothing that was acknowledged is lost, and play goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexledger.engine.bots.players import bot
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on

COMMAND = "from hexledger.cli.main import main; main()"


def killed(log: Path, trial: int, sign: int) -> None:
    """Two bots play through `hexledger play`; a signal ends it after a while that depends on the trial."""
    Chronicle.create(log, new_genesis("june_6/push_to_caen", seed=f"kill {trial}")).close()
    seen = 1
    child = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "play", str(log), "--allied", "bot:random", "--german", "bot:random"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
    )
    try:
        deadline = time.monotonic() + 60
        while child.poll() is None and time.monotonic() < deadline:
            with Chronicle.read(log) as reader:
                seen = max(seen, len(reader.ledger))
            if seen > 3 + trial % 29:
                break
            time.sleep(0.005 + trial % 7 / 500)
        child.send_signal(sign)
        _, errors = child.communicate(timeout=120)
    finally:
        child.kill()
    assert b"Traceback" not in errors
    with Chronicle.write(log) as chronicle:
        assert len(chronicle.ledger) >= seen, "a frame that a reader had seen is gone"
        assert play_on(chronicle, {1: bot("random"), 2: bot("random")}, limit=5) <= 5
    verdict = audit(log)
    assert verdict.intact, str(verdict.contradiction)


@pytest.mark.parametrize("trial", range(3))
def test_kill_9_in_the_middle_of_play_loses_nothing(tmp_path: Path, trial: int) -> None:
    """F19"""
    killed(tmp_path / "g.hxl", trial, signal.SIGKILL)


def test_ctrl_c_in_the_middle_of_play_loses_nothing(tmp_path: Path) -> None:
    """F19"""
    killed(tmp_path / "g.hxl", 11, signal.SIGINT)


@pytest.mark.long
@pytest.mark.parametrize("trial", range(100, 300))
def test_two_hundred_kills_at_play_lose_nothing(tmp_path: Path, trial: int) -> None:
    """F19"""
    killed(tmp_path / "g.hxl", trial, signal.SIGKILL)
