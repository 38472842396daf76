"""A hostile client on real signed games (see `hostile_client.py`): whatever the validator takes keeps the invariants of
docs/trust.md, and `verify` and `receive` say the same; with a check taken out the client finds the hole."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from hexledger.engine.dice import duel
from hexledger.replays.admission import agreement, kinds, validator
from hexledger.replays.admission.needs import NOBODY
from hexledger.replays.dice import fixbook, keys_again
from hexledger.replays.dice.fixbook import FixBook
from tests.drill.game import drill
from tests.faults.hostile_client import attacked
from tests.faults.hostile_games import MODES, SIDES, SPARE, STRANGER, FIRST, SECOND, record
from tests.faults.hostile_judge import Hands, judged

Patch = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("honest")
    return [record(folder / mode, drill(), "skirmish", mode, {"turns": 6}) for mode in MODES]


@pytest.fixture
def of(recordings):
    return {recording.name.split(" ")[1]: recording for recording in recordings}


def test_the_judge_finds_nothing_wrong_with_honest_games(recordings):
    for recording in recordings:
        for side in SIDES:
            made = {one for other, found in recording.made.items() if other != side for one in found}
            keys = frozenset(key.verifier.public.hex() for key in (FIRST[side], SECOND[side], SPARE[side], STRANGER))
            hands = Hands(side, made, set(recording.words), keys)
            assert judged(recording, hands, list(recording.payloads)) == [], recording.name


def test_every_honest_game_holds_what_is_attacked(recordings):
    for recording in recordings:
        found = {frame.kind for frame in recording.frames}
        assert {0, 1, 2, 8, 9} <= found, recording.name
        assert (5 in found) == (not recording.name.endswith("practice"))


@pytest.mark.parametrize("mode", MODES)
def test_what_a_hostile_client_gets_taken_keeps_the_invariants(of, mode, recordings, tmp_path):
    order = [of[mode], *(found for found in recordings if found is not of[mode])]
    outcome = attacked([order[0]], f"fast {mode}", 250, tmp_path, 2)
    assert outcome.wrongs == []
    assert outcome.taken > 20
    assert outcome.compared > 5
    assert len(outcome.why) > 10, "the client is refused for too few reasons to show anything"
