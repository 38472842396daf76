"""Whole games of random decisions: no dead end, nothing offered that is refused, nothing impossible on the map."""

from __future__ import annotations

import pytest

from hexledger.engine import kernel
from hexledger.engine.decisions import Decision
from hexledger.engine.dice import PracticeRoller
from hexledger.engine.seals import wants_reveal, wants_seal
from tests.june_6.builder import Built, position

MOST = 4000
"""Decisions after which a game is called endless."""


def pick(offered: list[Decision], seed: str, number: int) -> Decision:
    """One of the offered decisions, every one equally likely."""
    return offered[PracticeRoller(seed.encode().ljust(32, b"-"), "bot", number).number(0, len(offered))]


OTHERS = ("drive_on_cherbourg", "st_lo", "epsom", "epsom_and_caen", "first_week")
"""Scenarios besides Push to Caen that play to a verdict."""


def play_out(seed: str, scenario: str = "push_to_caen") -> Built:
    """A game in which the dice choose every decision; checked after each of them."""
    b = position(scenario, with_setup=True, seed=seed)
    for number in range(MOST):
        prompt = b.offer
        if prompt is None:
            return b
        offered = list(kernel.choices(b.game, b.state))
        assert offered, f"{seed}, decision {number}: a dead end"
        decision = pick(offered, seed, number)
        b.play(decision)
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"{seed}, decision {number} {decision}: {complaints}"
    raise AssertionError(f"{seed}: no end after {MOST} decisions")


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_random_game_goes_on_to_a_verdict_and_breaks_no_invariant(seed: str) -> None:
    b = play_out(seed)
    assert b.state.winner in (0, 1, 2)
    assert b.game.turn(b.state.turn) == "5/6 July"


@pytest.mark.parametrize("scenario", OTHERS)
def test_a_random_game_of_every_scenario_goes_on_to_a_verdict(scenario: str) -> None:
    b = play_out("one", scenario)
    assert b.state.over
    assert b.state.turn <= b.pos.scenario.last


@pytest.mark.long
@pytest.mark.parametrize("seed", [f"long {number}" for number in range(40)])
def test_many_random_games_go_on_to_a_verdict(seed: str) -> None:
    assert play_out(seed).state.over


@pytest.mark.long
@pytest.mark.parametrize("scenario", OTHERS)
@pytest.mark.parametrize("seed", [f"long {number}" for number in range(50)])
def test_fifty_random_games_of_every_scenario_go_on_to_a_verdict(seed: str, scenario: str) -> None:
    assert play_out(seed, scenario).state.over


@pytest.mark.parametrize("seed", ["choices"])
def test_every_decision_that_is_offered_can_be_carried_out(seed: str) -> None:
    b = position(with_setup=True, seed=seed)
    tried = 0
    for number in range(120):
        prompt = b.offer
        if prompt is None:
            break
        offered = list(kernel.choices(b.game, b.state))
        secret = wants_seal(prompt.kinds) or wants_reveal(prompt.kinds)
        for one in () if secret else offered[:: max(1, len(offered) // 6)]:
            branch = position(seed=f"{seed} {number}")
            branch.state = b.state
            branch.play(one)
            tried += 1
        b.play(pick(offered, seed, number))
    assert tried > 50
