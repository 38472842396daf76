"""Dice of every mode, from the first decision to the audit."""

import pytest

from hexledger.events.model import DICE_MODES, Drawn, Rolled
from hexledger.replays.audit.audit import audit
from tests.drill.dice import MODES, game_with, play
from tests.drill.game import drill
from tests.drill.play import frames_of


@pytest.mark.parametrize("mode", MODES)
def test_a_game_is_played_to_its_end_and_audits_under_every_dice_mode(tmp_path, mode):
    path = tmp_path / "game.hxl"
    with game_with(path, mode, turns=6) as game:
        play(game)
        assert game.state().over
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    rolls = [event for frame in frames_of(path) for event in frame.events if isinstance(event, Rolled | Drawn)]
    assert len(rolls) >= 12
    assert {DICE_MODES[roll.mode] for roll in rolls} == {mode}
    assert (list(verdict.dice), verdict.dice[mode].rolls) == ([mode], len(rolls))
