"""Runs on a cluster of dask: the same report as one process makes. Left out by name where dask is not installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytest.importorskip("distributed", reason="distributed is not installed: pip install hexledger[cluster]")


@pytest.fixture(scope="module")
def scheduler():
    """The address of a scheduler with two workers, each a process of its own."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.long
def test_the_same_seeds_give_the_same_report_on_two_workers(run: Run, finished: Path, scheduler: str) -> None:
    words = ("simulate", finished, "--at", "40", "--at", "80", "--runs", "3", "--json")
    alone = run(*words, "--workers", "1")
    shared = run(*words, "--cluster", scheduler)
    assert shared.code == 0 and shared.out == alone.out
    assert json.loads(shared.out)["complete"]


def test_an_address_at_which_nobody_answers_is_told(run: Run, finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexledger.replays.whatif.clusters.PATIENCE", "1s")
    ran = run("simulate", finished, "--at", "40", "--runs", "1", "--cluster", "tcp://127.0.0.1:9")
    assert ran.code == 3 and "no scheduler of dask answers at tcp://127.0.0.1:9" in ran.err
    ran = run("simulate", finished, "--at", "40", "--runs", "1", "--cluster", "nonsense://x")
    assert ran.code == 3 and "no scheduler" in ran.err
