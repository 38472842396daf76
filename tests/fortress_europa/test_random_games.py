"""Whole games of bots: no dead end, nothing offered that is refused, nothing impossible on the map.

The random bot of these games seldom ends a phase of its own accord, so that the map fills with moves and battles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import Bot, greedy_bot, random_bot
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State
from tests.fortress_europa.builder import game, position
from tests.seeds import seeds
from tests.whole_games import audited

MOST = 6000
"""Decisions after which a game is called endless."""
TO_AND_FRO = ("conceal", "show_unit")
"""Kinds of decision each of which undoes the other (31.6): a bot that liked them would play a turn of a thousand."""
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


def busy(game: Game[Any], state: State, _: Prompt, chance: Chance) -> Decision:
    """A bot that takes one of the offered decisions: a kind first, and one time in twenty the end of a phase or what
    could go on for ever."""
    by_kind: dict[str, list[Decision]] = {}
    for one in kernel.choices(game, state):
        by_kind.setdefault(one.kind(), []).append(one)
    assert by_kind, "a dead end"
    kinds = list(by_kind)
    going_on = [kind for kind in kinds if not kind.startswith("end_") and kind not in TO_AND_FRO]
    if "set_up" in by_kind and "end_set_up" in by_kind:
        kinds = ["end_set_up"]
    elif going_on and chance.below(20):
        kinds = going_on
    return chance.pick(by_kind[chance.pick(kinds)])


def played(folder: Path, scenario: str, seed: str, player: Bot, options: tuple[str, ...] = (), limit: int = 0) -> State:
    """The last position of a game of a bot against itself, every frame of it audited: a whole one, or so many
    decisions of it."""
    return audited(
        folder,
        f"fortress_europa/{scenario}",
        seed,
        {1: player, 2: player},
        most=limit or MOST,
        options=dict.fromkeys(options, "yes"),
        part=limit > 0,
    )


def test_a_greedy_game_of_the_invasion_goes_on_to_its_verdict(tmp_path: Path) -> None:
    state = played(tmp_path, "invasion", "short", greedy_bot)
    assert state.over and game().turn(state.turn) == "July III"


@pytest.mark.parametrize("scenario", ["battle_of_the_bulge", "campaign"])
def test_a_busy_random_game_breaks_nothing(scenario: str, tmp_path: Path) -> None:
    assert played(tmp_path, scenario, "short", busy, limit=120).turn > 0


def test_a_busy_random_game_with_every_option_breaks_nothing(tmp_path: Path) -> None:
    assert played(tmp_path, "campaign", "options", busy, OPTIONS["campaign"], limit=120).turn > 0


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
            decision = chance.pick(offered) if offered else decision
        done.add(decision.kind())
        b.play(decision)
        complaints = b.game.check_invariants(b.pos)
        assert not complaints, f"decision {number} {decision}: {complaints}"
    assert set(wished) <= done


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS["campaign"])
def test_a_busy_random_campaign_with_each_option_alone_breaks_nothing(option: str, tmp_path: Path) -> None:
    assert played(tmp_path, "campaign", f"alone {option}", busy, (option,), limit=150).turn > 0


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS["on_to_berlin"])
def test_a_busy_random_berlin_with_each_option_alone_breaks_nothing(option: str, tmp_path: Path) -> None:
    assert played(tmp_path, "on_to_berlin", f"alone {option}", busy, (option,), limit=150).turn > 0


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
        b.play(busy(b.game, b.state, prompt, Chance(seed, "games", number)))
    assert tried > 80


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", seeds(2))
def test_greedy_games_of_every_scenario_go_on_to_a_verdict_and_audit(seed: str, scenario: str, tmp_path: Path) -> None:
    assert played(tmp_path, scenario, seed, greedy_bot).over


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", ["busy 1"])
def test_busy_random_games_of_every_scenario_go_on_to_a_verdict_and_audit(
    seed: str, scenario: str, tmp_path: Path
) -> None:
    assert played(tmp_path, scenario, seed, busy).over


@pytest.mark.long
@pytest.mark.parametrize(("allied", "german"), [(greedy_bot, random_bot), (random_bot, greedy_bot)])
def test_the_campaign_is_played_to_its_end_by_unequal_players(allied: Bot, german: Bot, tmp_path: Path) -> None:
    assert audited(tmp_path, "fortress_europa/campaign", "pairing", {1: allied, 2: german}, most=2 * MOST).over


@pytest.mark.long
@pytest.mark.parametrize("scenario", sorted(OPTIONS))
def test_busy_random_games_with_every_option_go_on_to_a_verdict_and_audit(scenario: str, tmp_path: Path) -> None:
    assert played(tmp_path, scenario, "every option", busy, options=OPTIONS[scenario]).over
