"""Whole games of random decisions: no dead end, nothing offered that is refused, nothing impossible on the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.projections.state import State
from tests.june_6.builder import Built, position
from tests.june_6.hurried import hurried_bot
from tests.seeds import seeds
from tests.whole_games import audited

MOST = 4000
"""Decisions after which a game is called endless."""


def pick(offered: list[Decision], seed: str, number: int) -> Decision:
    """One of the offered decisions, every one equally likely."""
    return offered[PracticeRoller(seed.encode().ljust(32, b"-"), "bot", number).number(0, len(offered))]


OTHERS = ("drive_on_cherbourg", "st_lo", "epsom", "epsom_and_caen", "first_week", "campaign")
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


@pytest.mark.parametrize("scenario", [name for name in OTHERS if name != "campaign"])
def test_a_random_game_of_every_scenario_goes_on_to_a_verdict(scenario: str) -> None:
    b = play_out("one", scenario)
    assert b.state.over
    assert b.state.turn <= b.pos.scenario.last


def hurried(folder: Path, scenario: str, seed: str, **options: str) -> State:
    """The last position of a whole game of two hurried players, every frame of it audited."""
    players = {1: hurried_bot, 2: hurried_bot}
    return audited(folder, f"june_6/{scenario}", seed, players, most=MOST, options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"chits": "yes", "historical_weather": "yes"},
        {"west_coast": "1", "solitaire": "yes", "storm_shift": "2"},
    ],
)
def test_a_campaign_with_options_is_played_through_its_thirteen_turns_and_audits(
    options: dict[str, str], tmp_path: Path
) -> None:
    """PB 2.1, PB 2.84, PB 2.85, PB 7.1, 12.43"""
    assert hurried(tmp_path, "campaign", "options", **options).turn == 13


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["push_to_caen", *OTHERS])
@pytest.mark.parametrize("seed", seeds(10))
def test_games_of_every_scenario_go_on_to_a_verdict_and_audit(seed: str, scenario: str, tmp_path: Path) -> None:
    state = hurried(tmp_path, scenario, seed)
    assert state.winner in (0, 1, 2)


@pytest.mark.long
@pytest.mark.parametrize("west_coast", ["no", "1", "2"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_campaigns_with_chits_go_on_to_a_verdict_and_audit(seed: str, west_coast: str, tmp_path: Path) -> None:
    assert hurried(tmp_path, "campaign", seed, chits="yes", west_coast=west_coast).turn == 13


@pytest.mark.long
@pytest.mark.parametrize(("allied", "german"), [("greedy", "random"), ("random", "greedy"), ("greedy", "greedy")])
def test_the_campaign_is_played_to_its_end_by_advised_players(allied: str, german: str, tmp_path: Path) -> None:
    players = {1: bot(allied), 2: bot(german)}
    assert audited(tmp_path, "june_6/campaign", "pairing", players, most=5 * MOST).turn == 13


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
