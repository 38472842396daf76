"""The random-player fuzzer: 10,000 decisions of all games by default, 100,000 in the long tests.

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
from tests.corpus.recording import Recording, record
from tests.every_game.catalogue import NAMES, outside_the_catalogue

DECISIONS_EACH = 640
"""Decisions that one test plays at least, in as many whole games as it takes."""
BY_DAY = {
    "june_6/push_to_caen": 11,
    "fortress_europa/battle_of_the_bulge": 1,
    "case_yellow/dutch_fortress": 1,
    "france_1944/falaise_gap": 1,
    "time_for_trumpets/losheim_gap": 1,
    "drill/skirmish": 1,
}
BY_NIGHT = {
    "june_6/push_to_caen": 135,
    "fortress_europa/battle_of_the_bulge": 10,
    "case_yellow/dutch_fortress": 5,
    "france_1944/falaise_gap": 3,
    "france_1944/campaign": 3,
    "time_for_trumpets/losheim_gap": 4,
    "time_for_trumpets/bastogne": 2,
    "drill/skirmish": 7,
}
"""Scenario -> how many tests play it by default, and in the long tests besides."""


def play(folder: Path, name: str, first_seed: int, wanted: int) -> int:
    """Whole games of random decisions from `first_seed` on, until `wanted` decisions are played; their number."""
    decisions, (game, _, scenario) = 0, name.partition("/")
    given = outside_the_catalogue(game)
    seed = first_seed
    while decisions < wanted:
        log = folder / f"{seed}.hxl"
        kinds: list[str] = []

        def watch(_prompt: Prompt, decision: Decision, _frame: Frame, kinds: list[str] = kinds) -> None:
            kinds.append(decision.kind())

        try:
            record(log, Recording(game, scenario, f"fuzz {seed}", ("random", "random")), watch)
        except Exception as error:
            raise AssertionError(
                f"{name} seed 'fuzz {seed}', decision {len(kinds) + 1}, after {kinds[-1:]}: {error}"
            ) from error
        with Chronicle.read(log, game=given) as chronicle:
            for seq in range(len(chronicle.timeline)):
                complaints = chronicle.game.check_invariants(chronicle.game.position(chronicle.state(seq)))
                assert not complaints, f"{name} seed 'fuzz {seed}', frame {seq}: {complaints}"
            assert chronicle.state().over
        verdict = audit(log, game=given)
        assert verdict.intact, f"{name} seed 'fuzz {seed}': {verdict.contradiction}"
        assert verdict.redecided == verdict.frames
        decisions += len(kinds)
        seed += 1
    return decisions


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "block"), [(name, block) for name, blocks in BY_DAY.items() for block in range(blocks)]
)
def test_random_players_come_to_a_verdict_and_every_frame_audits(tmp_path: Path, name: str, block: int) -> None:
    assert play(tmp_path, name, block * 1000, DECISIONS_EACH) >= DECISIONS_EACH


def test_the_fuzzer_plays_ten_thousand_decisions_and_every_game() -> None:
    assert sum(BY_DAY.values()) * DECISIONS_EACH >= 10_000
    assert {name.partition("/")[0] for name in BY_DAY} == set(NAMES)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "block"), [(name, block) for name, blocks in BY_NIGHT.items() for block in range(blocks)]
)
def test_random_players_over_many_more_seeds(tmp_path: Path, name: str, block: int) -> None:
    assert play(tmp_path, name, 100_000 + block * 1000, DECISIONS_EACH) >= DECISIONS_EACH
