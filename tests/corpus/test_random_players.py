"""The random-player fuzzer: 10,000 decisions by default, 100,000 in the long tests.

No dead end, no endless loop, nothing offered that is refused, nothing impossible on the map, every frame audits,
every game ends with a verdict.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Prompt
from hexledger.events.frame import Frame
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from tests.corpus.recording import record

DECISIONS_EACH = 640
"""Decisions that one test plays at least, in as many whole games as it takes."""


def play(folder: Path, first_seed: int, wanted: int) -> int:
    """Whole games of random decisions from `first_seed` on, until `wanted` decisions are played; their number."""
    decisions = 0
    seed = first_seed
    while decisions < wanted:
        log = folder / f"{seed}.hxl"
        kinds: list[str] = []

        def watch(_prompt: Prompt, decision: Decision, _frame: Frame, kinds: list[str] = kinds) -> None:
            kinds.append(decision.kind())

        try:
            record(log, f"fuzz {seed}", "random", "random", watch)
        except Exception as error:
            raise AssertionError(
                f"seed 'fuzz {seed}', decision {len(kinds) + 1}, after {kinds[-1:]}: {error}"
            ) from error
        with Chronicle.read(log) as chronicle:
            for seq in range(len(chronicle.timeline)):
                complaints = chronicle.game.check_invariants(chronicle.game.position(chronicle.state(seq)))
                assert not complaints, f"seed 'fuzz {seed}', frame {seq}: {complaints}"
            assert chronicle.state().over
        verdict = audit(log)
        assert verdict.intact, f"seed 'fuzz {seed}': {verdict.contradiction}"
        assert verdict.redecided == verdict.frames
        decisions += len(kinds)
        seed += 1
    return decisions


@pytest.mark.parametrize("block", range(16))
def test_random_players_come_to_a_verdict_and_every_frame_audits(tmp_path: Path, block: int) -> None:
    assert play(tmp_path, block * 1000, DECISIONS_EACH) >= DECISIONS_EACH


@pytest.mark.long
@pytest.mark.parametrize("block", range(157))
def test_random_players_over_many_more_seeds(tmp_path: Path, block: int) -> None:
    assert play(tmp_path, 100_000 + block * 1000, DECISIONS_EACH) >= DECISIONS_EACH
