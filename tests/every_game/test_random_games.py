"""Whole games of bots: no dead end, nothing offered is refused, nothing impossible on the map, every frame audits."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from tests.every_game.about import About, Match
from tests.every_game.catalogue import begun, every_game, matches
from tests.every_game.whole_games import audited


@pytest.mark.whole
@matches("random")
def test_a_game_of_bots_goes_on_to_its_end_breaks_no_invariant_and_audits(
    one: About, match: Match, tmp_path: Path
) -> None:
    state = audited(tmp_path, one, match)
    assert state.over or match.most
    assert not state.over or state.winner in (0, 1, 2)


@pytest.mark.whole
@every_game
def test_every_decision_that_is_offered_can_be_carried_out(one: About) -> None:
    match, tried = one.branched, 0
    b = begun(one, match)
    for number in range(match.most):
        prompt = b.offer
        if prompt is None:
            break
        offered = list(kernel.choices(b.game, b.state))
        assert offered, f"decision {number}: a dead end"
        secret = wants_seal(prompt.kinds) or wants_reveal(prompt.kinds)
        for choice in () if secret else offered[:: max(1, len(offered) // 5)]:
            branch = one.position(match.scenario, seed=f"{match.seed} {number}")
            branch.state = b.state
            branch.play(choice)
            tried += 1
        b.play(match.players()[prompt.side](b.game, b.state, prompt, Chance(match.seed, "games", number)))
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"decision {number}: {complaints}"
    assert tried > 20
