"""The campaign: victory points, levels, objectives, options, historical weather, optional groups (PB 2, 7.1)."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.june_6.questions.objectives import standing
from hexledger.engine.games.june_6.questions.victory import level_by_points, shift
from hexledger.engine.games.june_6.rules import arrivals, victory, weather
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.endphase import end_turn
from hexledger.engine.games.june_6.rules.groups import CallGroups
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.release import Release
from hexledger.engine.games.june_6.sequence import BeginBombardment
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import OPTIONS
from hexledger.events import model as ev
from tests.june_6.builder import Built, game, position
from tests.june_6.schedule import notes, pooled, waiting_leads

JUNE_6, JUNE_7, JUNE_9, JUNE_13, JUNE_15, JUNE_17, JUNE_19, JUNE_25, JUNE_27, JUNE_29 = 1, 2, 3, 5, 6, 7, 8, 11, 12, 13
"""Turns of the campaign."""


def take(b: Built, *labels: str, unit: str = "4_us_8") -> Built:
    """An Allied unit goes through hexes, one after the other."""
    for label in labels:
        if not b.gone(unit):
            b.act().move(b.piece(unit), (b.hex(b.at(unit)), b.hex(label)), "mode.move")
        else:
            b.unit(unit, label)
        entered(b.act(), b.hex(label))
    return b


def points(b: Built) -> int:
    return standing(b.pos)


# ---------------------------------------------------------------------- PB 2.1, 2.2, 3.1, 3.2 length and maps
def test_the_campaign_has_thirteen_turns_on_both_maps_and_the_first_week_five() -> None:
    """PB 2.1, PB 2.2, PB 3.1, PB 3.2"""
    campaign = game().scenario_rules(game().scenario_number("campaign"))
    week = game().scenario_rules(game().scenario_number("first_week"))
    assert (campaign.calendar[campaign.first - 1], campaign.calendar[campaign.last - 1]) == ("6 June", "29/30 June")
    assert campaign.last - campaign.first + 1 == 13
    assert (week.first, week.last) == (1, 5)
    both = game().board.in_area("map_w") | game().board.in_area("map_e")
    assert campaign.area == week.area == both


def test_the_first_week_is_set_up_and_reinforced_as_the_campaign_up_to_13_14_june() -> None:
    """PB 3.3, PB 3.4"""
    campaign = game().edition.scenarios["campaign"]
    week = game().edition.scenarios["first_week"]
    assert [(one.counter, one.at) for one in week.setup] == [(one.counter, one.at) for one in campaign.setup]
    rules = game().scenario_rules(game().scenario_number("first_week"))
    full = game().scenario_rules(game().scenario_number("campaign"))
    early = {(one.lead, one.turn, one.release) for one in full.arrivals if 0 < one.turn <= JUNE_13}
    assert {(one.lead, one.turn, one.release) for one in rules.arrivals if one.turn} == early


# ---------------------------------------------------------------------- PB 2.66, 2.81, 2.82 objectives
def test_the_marker_starts_at_zero_and_moves_with_the_last_hex_of_an_objective() -> None:
    """PB 2.66, PB 2.81, PB 2.82"""
    b = position("campaign", turn=JUNE_9)
    assert points(b) == 0
    take(b, "W2726")
    assert points(b) == 0, "Carentan has a second hex"
    take(b, "W2627")
    assert points(b) == 2
    assert "note.objective_taken" in notes(b)


def test_the_later_an_objective_falls_the_less_it_is_worth() -> None:
    """PB 2.82"""
    found = []
    for turn in (JUNE_6, JUNE_9, JUNE_13, JUNE_29):
        found.append(points(take(position("campaign", turn=turn), "W3424")))
    assert found == [1, 1, 0, 0]


def test_an_objective_is_scored_once_however_often_it_changes_hands() -> None:
    """PB 2.82"""
    b = take(position("campaign", turn=JUNE_7), "E2524", "E2525")
    assert points(b) == 1
    b.unit("g352_915", "E2524")
    entered(b.act(), b.hex("E2524"))
    b.act().remove(b.piece("g352_915"), "reason.eliminated")
    take(b, "E2524")
    assert points(b) == 1


def test_scenarios_without_points_score_nothing() -> None:
    """PB 2.81"""
    b = take(position("push_to_caen", open_area=True), "E1737", "E1837", "E1838", unit="3_br_8")
    assert points(b) == 0


def test_at_the_end_lost_objectives_are_taken_back_and_missed_ones_cost_points() -> None:
    """PB 2.82, R-86"""
    b = take(position("campaign", turn=JUNE_7), "E2524", "E2525")
    b.unit("g352_915", "E2524")
    entered(b.act(), b.hex("E2524"))
    end_of_game(b)
    # Bayeux is taken back (-1). Never taken: Sainte-Mere-Eglise, Isigny, Valognes, Caen (-1 each), Carentan (-2) and
    # Cherbourg (-4).
    assert points(b) == 1 - 1 - 1 - 1 - 2 - 1 - 4 - 1
    assert notes(b).count("note.objective_never") == 6


def test_in_the_first_week_missed_objectives_cost_nothing() -> None:
    """PB 3.5"""
    b = end_of_game(position("first_week", turn=JUNE_13))
    assert points(b) == 0


def end_of_game(b: Built) -> Built:
    b.act().emit(ev.TurnBegan(b.pos.scenario.last))
    end_turn(b.act())
    return b


# ---------------------------------------------------------------------- PB 2.61-2.65, 3.5 levels
def level(total: int, pace: int = 20, scenario: str = "campaign", reading: str = "printed", **options: str) -> str:
    """Level for a number of points at the end; `pace` those at the end of 25/26 June."""
    b = position(scenario, options=options)
    act = b.act()
    act.assign("var.pace_vp", pace)
    act.assign("var.storms", 1)
    act.assign("var.read_german_levels", {"printed": 1, "swapped": 2}[reading])
    wanted = b.pos.scenario.verdicts.points
    assert wanted is not None
    winner, name = level_by_points(b.pos, wanted, total)
    return f"{b.game.side(winner)} {name.partition('.')[2]}"


@pytest.mark.parametrize(
    ("total", "result"),
    [(13, "german major"), (14, "allied limited"), (20, "allied limited"), (21, "allied major"), (-5, "german major")],
)
def test_levels_of_the_campaign_by_points(total: int, result: str) -> None:
    """PB 2.61, PB 2.62, PB 2.63"""
    assert level(total) == result


def test_without_ten_points_by_25_26_june_the_german_wins_a_minor_victory_over_an_allied_one() -> None:
    """PB 2.63, R-17"""
    assert level(25, pace=9) == "german minor"
    assert level(25, pace=10) == "allied major"
    assert level(13, pace=9) == "german major"


def test_the_german_levels_may_be_read_the_other_way_round() -> None:
    """R-17"""
    assert level(25, pace=9, reading="swapped") == "german major"
    assert level(13, reading="swapped") == "german minor"
    assert level(14, reading="swapped") == "allied limited"


def test_agreed_thresholds_move_every_level() -> None:
    """PB 2.65"""
    assert level(15, vp_shift="2") == "german major"
    assert level(16, vp_shift="2") == "allied limited"
    assert level(12, pace=8, vp_shift="-2") == "allied limited"


@pytest.mark.parametrize(("storms", "result"), [(0, "german major"), (1, "allied limited"), (2, "allied limited")])
def test_thresholds_rise_without_a_storm_and_fall_with_several(storms: int, result: str) -> None:
    """PB 2.64"""
    b = position("campaign", options={"storm_shift": "2"})
    b.act().assign("var.storms", storms)
    b.act().assign("var.pace_vp", 20)
    wanted = b.pos.scenario.verdicts.points
    assert wanted is not None
    assert shift(b.pos) == {0: 2, 1: 0, 2: -2}[storms]
    winner, name = level_by_points(b.pos, wanted, 15)
    assert f"{b.game.side(winner)} {name.partition('.')[2]}" == result
    assert level_by_points(b.pos, wanted, 12)[0] == (f.ALLIED if storms > 1 else f.GERMAN)


def test_the_points_of_25_26_june_are_written_down_at_its_end() -> None:
    """PB 2.63"""
    b = position("campaign", turn=JUNE_25)
    b.act().track("track.vp", 7)
    victory.turn_ends(b.act())
    assert b.state.variable(b.game.words["var.pace_vp"]) == 7


def test_the_verdict_is_reckoned_and_written_down() -> None:
    """PB 2.6, PB 2.66"""
    b = position("campaign", turn=JUNE_29)
    b.act().assign("var.pace_vp", 12)
    b.act().track("track.vp", 26)
    end_turn(b.act())
    assert b.lines("reckon.victory") == {"line.vp": 14, "line.vp_least": 14, "line.vp_pace": 12}
    assert (b.state.winner, b.game.word_key(b.state.level)) == (f.ALLIED, "level.limited")


# ---------------------------------------------------------------------- options at `new`
def test_each_scenario_knows_its_own_options() -> None:
    """PB 2.64, PB 2.65, PB 2.84, PB 2.85, PB 3.5, PB 7.1, 12.43, PB 4.10.2"""
    assert set(game().options("campaign")) == set(OPTIONS) - {"variant"}
    assert "chits" not in game().options("first_week")
    assert "historical_weather" in game().options("first_week")
    assert set(game().options("epsom")) == {"solitaire"}
    assert set(game().options("drive_on_cherbourg")) == {"solitaire", "variant", "tanks_70"}


def test_options_that_do_not_exist_or_do_not_belong_to_the_scenario_are_refused() -> None:
    b = position("campaign")
    for scenario, name in (("first_week", "chits"), ("campaign", "fog"), ("epsom", "west_coast")):
        with pytest.raises(BadDecision):
            b.game.setup(b.act(), scenario, {name: "yes"})
    with pytest.raises(BadDecision):
        b.game.setup(b.act(), "campaign", {"west_coast": "3"})


# ---------------------------------------------------------------------- PB 7.1 historical weather
def test_with_historical_weather_the_card_says_the_weather_and_the_dice_the_initiative() -> None:
    """PB 7.1"""
    b = position("campaign", turn=JUNE_15, dice=[1, 5], options={"historical_weather": "yes"})
    weather.determine(b.act(), JUNE_15)
    assert b.pos.weather == f.WEATHER_STORM
    assert b.pos.initiative == f.ALLIED
    assert not b.of(ev.Resolved), "nobody reads the weather table"


def test_the_turn_after_the_historical_storm_has_the_weather_of_the_card() -> None:
    """PB 7.1, 4.12"""
    b = position("campaign", turn=JUNE_17, weather="storm", dice=[1, 5], options={"historical_weather": "yes"})
    weather.determine(b.act(), JUNE_17)
    assert b.pos.weather == f.WEATHER_HEAVY


# ---------------------------------------------------------------------- PB 2.83 optional groups
def test_a_group_is_called_from_its_first_turn_on_and_only_once() -> None:
    """PB 2.83"""
    early = position("campaign", turn=JUNE_9).run(CallGroups())
    assert early.quiet, "no group is available before 13/14 June"
    b = position("campaign", turn=JUNE_13).run(CallGroups())
    assert b.choices() == ["call_group 1", "no_group"]
    assert b.refuses("call_group 2").rule == "J6 PB 2.83"
    assert b.refuses("call_group 4").rule == "J6 PB 2.83"
    b.play("call_group 1")
    assert b.quiet
    assert {"16lw_hq", "g84_hq", "116pz_hq"} <= set(waiting_leads(b))


def test_a_group_that_was_called_chooses_its_entry_areas_like_other_reinforcements() -> None:
    """PB 2.83, 10.35"""
    b = position("campaign", turn=JUNE_13).run(BeginBombardment()).play("call_group 1")
    offered = {choice for choice in b.choices() if choice.startswith("choose_entry")}
    assert offered or b.choices()
    while b.offer is not None and "choose_entry" in b.offer.kinds:
        b.play(next(choice for choice in b.choices() if choice.startswith(("choose_entry", "hold_back"))))
    assert b.offer is None or "choose_entry" not in b.offer.kinds


def test_the_ams_of_a_group_are_free() -> None:
    """PB 2.83, QA-AM-1"""
    b = position("campaign", turn=JUNE_15, dice=[5]).run(CallGroups()).play("call_group 2", "no_group")
    b.run(Logistics(f.GERMAN))
    assert pooled(b)["am.2fj"] == 2
    assert pooled(b)["am.g85"] == 2
    assert pooled(b)["am.german_corps"] == 2, "503 Heavy Tank Battalion is a corps unit"


def test_the_allies_score_once_when_the_first_formation_of_a_group_enters() -> None:
    """PB 2.83"""
    b = position("campaign", turn=JUNE_19, dice=[9, 0, 0]).run(CallGroups()).play("call_group 3", "no_group")
    b.act().pool("pool.entry_c", b.piece("9ss_hq"), 1)
    b.act().pool("pool.entry_c", b.piece("10ss_hq"), 1)
    b.run(Release(b.piece("9ss_hq"))).play("await_release")
    assert points(b) == 0, "not released, not entered"
    b.run(Release(b.piece("9ss_hq")))
    assert points(b) == 6
    b.run(Release(b.piece("10ss_hq")))
    assert points(b) == 6


@pytest.mark.parametrize(("turn", "extra"), [(JUNE_19, {}), (JUNE_25, {"line.rp_groups": 3})])
def test_a_group_brings_three_points_in_every_turn_after_its_entry(turn: int, extra: dict[str, int]) -> None:
    """PB 2.83, 5.13"""
    b = position("campaign", turn=turn, dice=[5])
    b.act().pool("pool.group_entered", 1, JUNE_19)
    b.run(Logistics(f.GERMAN)).pass_until("nothing")
    assert {key: value for key, value in b.lines("reckon.rp").items() if key == "line.rp_groups"} == extra


def test_the_schedule_never_brings_a_group_by_itself() -> None:
    """PB 2.83"""
    b = position("campaign", turn=JUNE_13)
    for turn in range(JUNE_6, JUNE_29 + 1):
        arrivals.turn_began(b.act(), turn)
    assert not {"16lw_hq", "2fj_hq", "9ss_hq"} & set(waiting_leads(b))


# ---------------------------------------------------------------------- PB 2.4 the Allied set-up
BOXES = {
    "utah_box": {"4_us": 5, "vii_us": 1, "82_us": 5, "101_us": 5, "90_us": 1},
    "omaha_box": {"1_us": 6, "29_us": 3, "v_us": 3},
    "gold_box": {"50_br": 5, "xxx_br": 2},
    "juno_box": {"3_cdn": 5},
    "sword_box": {"3_br": 5, "i_br": 3, "6_abn": 4},
}
"""Landing box -> formation -> units in it on 6 June (PB 1.21-1.25)."""


@pytest.mark.parametrize("scenario", ["campaign", "first_week"])
def test_the_allied_units_wait_in_their_landing_boxes_as_the_playbook_lists_them(scenario: str) -> None:
    """PB 2.4, PB 1.2"""
    b = position(scenario, with_setup=True)
    found: dict[str, dict[str, int]] = {}
    for piece in b.pos.in_play(f.ALLIED):
        box = found.setdefault(b.game.place(b.pos.at(piece)), {})
        formation = b.game.counters[piece].formation
        box[formation] = box.get(formation, 0) + 1
    assert found == BOXES
