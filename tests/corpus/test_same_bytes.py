"""Determinism is sacred: the same decisions give the same bytes, whatever the process."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from hexledger.replays.audit.audit import audit
from tests.corpus.recording import games

ROOT = Path(__file__).parents[2]


def stored() -> dict[str, str]:
    return {log.name: sha256(log.read_bytes()).hexdigest() for log in games()}


def remade(folder: Path, hash_seed: str, *arguments: str) -> dict[str, str]:
    """SHA-256 of every game made again by a new process with nearly nothing in its environment."""
    keep = {name: os.environ[name] for name in ("PYTHONPATH", "PATH", "SYSTEMROOT") if name in os.environ}
    found = subprocess.run(
        [sys.executable, "-m", "tests.corpus.remake", str(folder), *arguments],
        env={**keep, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return dict(line.split() for line in found.stdout.splitlines())


def test_the_corpus_holds_twenty_games() -> None:
    assert len(games()) == 20


@pytest.mark.parametrize("hash_seed", ["0", "1", "2", "77", "4242"])
def test_twenty_recorded_games_come_out_byte_for_byte_under_every_hash_seed(tmp_path: Path, hash_seed: str) -> None:
    """F50"""
    assert remade(tmp_path, hash_seed) == stored()


def test_a_warm_process_makes_the_same_bytes_as_a_cold_one(tmp_path: Path) -> None:
    """F50: caches filled by other games, in another order, change nothing."""
    assert remade(tmp_path, "5", "--warm") == stored()


@pytest.mark.parametrize("log", games(), ids=lambda log: log.stem)
def test_every_recorded_game_audits(log: Path) -> None:
    verdict = audit(log)
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.redecided == verdict.decisions + 1
