"""What is at stake is told as the rules would judge it: "if it were decided now" and the verdict never differ."""

from __future__ import annotations

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.catalogue import open_game
from hexledger.engine.games.june_6.rules import victory
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import position

SCENARIOS = [
    name
    for name, scenario in open_game("june_6").edition.scenarios.items()
    if open_game("june_6").playable(name) is True and scenario.title
]


def told_and_judged(b) -> tuple[str, str]:
    """What is told of a position, and what the rules make of it when they judge it."""
    told = b.game.view().victory(b.pos).if_now
    act = b.act()
    victory.judge(act)
    winner, level = act.state.winner, b.game.word(act.state.level)
    return told, f"{b.game.side(winner).capitalize()} {level}" if winner else level


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_would_be_decided_now_is_what_the_rules_decide(scenario: str) -> None:
    b = position(scenario, with_setup=True, seed="stakes")
    for number in range(25):
        offer = b.offer
        if offer is None:
            break
        b.play(greedy_bot(b.game, b.state, offer, Chance("stakes", "s", number)))
    told, judged = told_and_judged(b)
    assert told.replace("win", "victory") == judged.replace("win", "victory") != ""


@pytest.mark.parametrize("variant", [False, True])
def test_with_the_variant_an_allied_victory_is_told_a_level_better(variant: bool) -> None:
    """PB 4.10.2"""
    b = position("drive_on_cherbourg", options={"variant": variant})
    b.unit("9_us_39", "W5012")
    rows = [row.wanted for row in b.game.view().victory(b.pos).conditions if row.side == f.ALLIED]
    assert any("minor" in row for row in rows) != variant
    told, judged = told_and_judged(b)
    assert told == judged


def test_what_was_never_taken_and_what_was_lost_again_counts_as_if_the_game_ended_now() -> None:
    """PB 2.82, R-86"""
    b = position("campaign", with_setup=True, seed="stakes")
    view = b.game.view().victory(b.pos)
    told, judged = told_and_judged(b)
    assert told == judged
    never = sum(one.never for one in b.game.victory_chart.objectives)
    assert view.points == never and "at the end)" in view.conditions[0].now


def test_when_the_game_is_over_what_is_told_is_the_verdict() -> None:
    """PB 2.82: the marker was set right when the game was judged; the points were taken off again where it was told."""
    b = position("campaign", with_setup=True, seed="stakes").track("vp", 26)
    never = sum(one.never for one in b.game.victory_chart.objectives)
    before, judged = told_and_judged(b)
    after = b.game.view().victory(b.pos)
    assert b.state.over and before == judged == after.if_now
    assert after.points == b.state.track(b.game.words["track.vp"]) == 26 + never
    assert "at the end)" not in after.conditions[0].now


@pytest.mark.parametrize(("unit", "holds"), [("3_br_8", False), ("", True)])
def test_otherwise_holds_only_where_nothing_before_it_does(unit: str, holds: bool) -> None:
    """PB 6.112: with the Allies in Caen it was told that "German victory: otherwise" holds."""
    b = position("push_to_caen").unit("21pz_hq", "E1837")
    if unit:
        b.unit(unit, "E1838")
    (last,) = (row for row in b.game.view().victory(b.pos).conditions if row.wanted.endswith("otherwise"))
    assert last.holds == holds
    told, judged = told_and_judged(b)
    assert told == judged
