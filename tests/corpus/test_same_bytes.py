"""Determinism is sacred: the same decisions give the same bytes, whatever the process, in every game."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from hexledger.replays.audit.audit import audit
from tests.corpus.recording import FOLDER, games, recordings, title
from tests.every_game.catalogue import NAMES, outside_the_catalogue

ROOT = Path(__file__).parents[2]


def stored() -> dict[str, str]:
    return {title(log): sha256(log.read_bytes()).hexdigest() for log in games()}


def remade(folder: Path, hash_seed: str, *arguments: str, **environment: str) -> dict[str, str]:
    """SHA-256 of every game made again by a new process with nearly nothing in its environment."""
    # what the interpreter itself may need to be found and loaded
    needed = ("PYTHONPATH", "PYTHONPYCACHEPREFIX", "PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
    keep = {name: os.environ[name] for name in needed if name in os.environ}
    found = subprocess.run(
        [sys.executable, "-m", "tests.corpus.remake", str(folder), *arguments],
        env={**keep, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return dict(line.split() for line in found.stdout.splitlines())


def test_the_corpus_holds_what_it_should_and_games_of_every_game() -> None:
    wanted = {path for name in NAMES for path, _ in recordings(name)}
    assert set(games()) == wanted
    assert {log.parent.name for log in wanted} == set(NAMES) == {folder.name for folder in FOLDER.iterdir()}


@pytest.mark.whole
@pytest.mark.parametrize(
    "hash_seed", ["0", "4242", *(pytest.param(seed, marks=pytest.mark.long) for seed in ("1", "2", "77"))]
)
def test_recorded_games_come_out_byte_for_byte_under_every_hash_seed(tmp_path: Path, hash_seed: str) -> None:
    """F50"""
    assert remade(tmp_path, hash_seed) == stored()


@pytest.mark.whole
def test_a_warm_process_in_another_country_makes_the_same_bytes_as_a_cold_one(tmp_path: Path) -> None:
    """F50: caches filled by other games, in another order, a Turkish locale and another time zone change nothing."""
    elsewhere = {"TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}
    assert remade(tmp_path, "5", "--warm", **elsewhere) == stored()


@pytest.mark.whole
@pytest.mark.parametrize("log", games(), ids=title)
def test_every_recorded_game_audits(log: Path) -> None:
    verdict = audit(log, game=outside_the_catalogue(log.parent.name))
    assert verdict.intact, str(verdict.contradiction)
    assert verdict.redecided == verdict.decisions + 1
