"""Whole games of bots: no dead end, nothing offered that is refused, nothing impossible on the map.

The random bot of these games seldom ends a phase of its own accord, so that the map fills with moves and battles.
"""

from __future__ import annotations

import pytest

from hexledger.engine import kernel
from hexledger.engine.bots.chance import Chance
from hexledger.engine.decisions import Decision
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.seals import wants_reveal, wants_seal
from tests.fortress_europa.builder import Built, game, position
from tests.seeds import seeds

MOST = 6000
"""Decisions after which a game is called endless."""
SCENARIOS = ("battle_of_the_bulge", "invasion", "to_the_west_wall", "on_to_berlin", "campaign")
FROM_JUNE = (
    "31.1",
    "31.2",
    "31.3",
    "31.4",
    "31.5",
    "31.6",
    "31.7",
    "31.8",
    "31.9",
    "31.11",
    "31.12",
    "31.13",
    "31.14",
    "31.15",
    "31.16",
)
OPTIONS = {
    "campaign": (*FROM_JUNE, "31.17", "31.18", "32", "advanced_air", "naval_withdrawal"),
    "on_to_berlin": (
        "31.1",
        "31.4",
        "31.6",
        "31.10",
        "31.11",
        "31.13",
        "31.14",
        "31.15",
        "31.18",
        "historical_weather",
    ),
}
"""All options that a scenario takes."""


def busy(offered: list[Decision], chance: Chance) -> Decision:
    """One of the offered decisions: a kind first, and the end of a phase one time in twenty."""
    by_kind: dict[str, list[Decision]] = {}
    for one in offered:
        by_kind.setdefault(one.kind(), []).append(one)
    kinds = list(by_kind)
    going_on = [kind for kind in kinds if not kind.startswith("end_")]
    if "set_up" in by_kind and "end_set_up" in by_kind:
        kinds = ["end_set_up"]
    elif going_on and chance.below(20):
        kinds = going_on
    return chance.pick(by_kind[chance.pick(kinds)])


def play_out(seed: str, scenario: str, *, greedy: bool = False, options: tuple[str, ...] = (), limit: int = 0) -> Built:
    """A game, checked after each decision; to its end, or so many decisions of it."""
    b = position(scenario, with_setup=True, seed=seed, options=options)
    for number in range(limit or MOST):
        prompt = b.offer
        if prompt is None:
            return b
        chance = Chance(seed, "games", number)
        if greedy and not (wants_seal(prompt.kinds) or wants_reveal(prompt.kinds)):
            decision = game().advise(b.state, prompt, chance)
        else:
            offered = list(kernel.choices(b.game, b.state))
            assert offered, f"{seed}, decision {number}: a dead end"
            decision = busy(offered, chance)
        b.play(decision)
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"{seed}, decision {number} {decision}: {complaints}"
    assert limit, f"{seed}: no end after {MOST} decisions"
    return b


def test_a_greedy_game_of_the_invasion_goes_on_to_its_verdict() -> None:
    b = play_out("short", "invasion", greedy=True)
    assert b.state.over and b.game.turn(b.state.turn) == "July III"


@pytest.mark.parametrize("scenario", ["battle_of_the_bulge", "campaign"])
def test_a_busy_random_game_breaks_nothing(scenario: str) -> None:
    b = play_out("short", scenario, limit=120)
    assert b.state.turn > 0


def test_units_go_under_decoys_move_there_and_are_shown_without_breaking_anything() -> None:
    """31.6: whatever is covered, moved and shown, the decoys and the units under them agree (`invariants`)."""
    b = position("battle_of_the_bulge", with_setup=True, seed="decoys", options=("31.6",))
    wished = ("conceal", "under_decoy", "move_decoy", "show_unit")
    done: set[str] = set()
    for number in range(90):
        prompt, chance = b.offer, Chance("decoys", "games", number)
        if prompt is None:
            break
        decision = game().advise(b.state, prompt, chance)
        if "conceal" in prompt.kinds and prompt.side == f.GERMAN and not chance.below(3):
            offered = [one for one in kernel.choices(b.game, b.state) if one.kind() in wished]
            decision = busy(offered, chance) if offered else decision
        done.add(decision.kind())
        b.play(decision)
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"decision {number} {decision}: {complaints}"
    assert set(wished) <= done


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS["campaign"])
def test_a_busy_random_campaign_with_each_option_alone_breaks_nothing(option: str) -> None:
    assert play_out(f"alone {option}", "campaign", options=(option,), limit=150).state.turn > 0


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS["on_to_berlin"])
def test_a_busy_random_berlin_with_each_option_alone_breaks_nothing(option: str) -> None:
    assert play_out(f"alone {option}", "on_to_berlin", options=(option,), limit=150).state.turn > 0


def test_a_busy_random_game_with_every_option_breaks_nothing() -> None:
    assert play_out("options", "campaign", options=OPTIONS["campaign"], limit=120).state.turn > 0


def test_every_decision_that_is_offered_can_be_carried_out() -> None:
    seed, tried = "choices", 0
    b = position("battle_of_the_bulge", with_setup=True, seed=seed)
    for number in range(50):
        prompt = b.offer
        assert prompt is not None
        offered = list(kernel.choices(b.game, b.state))
        for one in offered[:: max(1, len(offered) // 4)]:
            branch = position(seed=f"{seed} {number}")
            branch.state = b.state
            branch.play(one)
            tried += 1
        b.play(busy(offered, Chance(seed, "games", number)))
    assert tried > 80


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", seeds(2))
def test_greedy_games_of_every_scenario_go_on_to_a_verdict(seed: str, scenario: str) -> None:
    assert play_out(seed, scenario, greedy=True).state.over


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", ["busy 1"])
def test_busy_random_games_of_every_scenario_go_on_to_a_verdict(seed: str, scenario: str) -> None:
    assert play_out(seed, scenario).state.over


@pytest.mark.long
@pytest.mark.parametrize("scenario", sorted(OPTIONS))
def test_busy_random_games_with_every_option_go_on_to_a_verdict(scenario: str) -> None:
    assert play_out("every option", scenario, options=OPTIONS[scenario]).state.over
