"""Conformance cases of the turn, initiative, reaction and the points of a turn (1, 2, 5.1, 5.2, 11.4, 12.1, 12.2)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944 import sequence
from hexledger.engine.games.france_1944.rules import commitment, turn
from hexledger.engine.games.france_1944.tables import words as w
from tests.france_1944.builder import Built, game, position
from tests.france_1944.fights import field


# ---------------------------------------------------------------------- 1.1, 2.0 the turn
@pytest.mark.parametrize("scenario", ["falaise_gap", "pursuit", "to_the_rhine", "campaign"])
def test_F44_001_turn_1_begins_with_step_8_in_every_scenario(scenario: str) -> None:
    b = position(scenario, with_setup=True, seed="first")
    early = {"2.0-2", "2.0-4", "2.0-5", "2.0-6", "2.0-7"}
    begun = [event for event in b.events if type(event).__name__ == "TurnBegan"]
    after = b.events[b.events.index(begun[0]) :]
    assert not early & {b.game.rules.key(rule) for event in after if (rule := getattr(event, "rule", 0))}
    assert b.pos.track("rp", w.ALLIED) == 6 and b.pos.track("rp", w.GERMAN) == 7, "as the set-up has them"


def test_F44_002_the_calendar_runs_from_july_1944_to_may_1945_in_eleven_turns() -> None:
    rules = game()
    assert [rules.turn(number) for number in (1, 11, 12)] == ["July 1944", "May 1945", "-"]
    assert rules.scenario_rules(rules.scenario_number("campaign")).last == len(rules.months) == 11


def test_F44_265_the_first_month_is_july_as_rule_1_1_says() -> None:
    assert game().turn(1) == "July 1944"


def month_of_eight() -> int:
    """A turn for which the turn track lists eight German reaction points."""
    turns = position().game.chart.turns
    return next(number for number, row in turns.items() if row.rp[w.GERMAN] == 8)


def listed(turn_: int, side: int) -> int:
    """Reaction points of the turn track: numbers of the house."""
    return game().chart.turns[turn_].rp[side]


def test_F44_004_two_interdiction_markers_take_four_german_reaction_points() -> None:
    b = position(turn=6).air(interdiction=2)
    b.run(turn.ReactionPoints())
    assert listed(6, w.GERMAN) >= 4
    assert b.pos.track("rp", w.GERMAN) == listed(6, w.GERMAN) - 4
    assert b.lines("reckon.rp", w.GERMAN)["line.interdiction"] == -4


def test_F44_004_without_interdiction_the_germans_get_what_is_listed() -> None:
    assert position(turn=6).run(turn.ReactionPoints()).pos.track("rp", w.GERMAN) == listed(6, w.GERMAN)


def test_F44_005_unused_reaction_points_are_lost() -> None:
    b = position().points("allied", rp=2).points("german", rp=1).run(turn.ResetReaction())
    assert (b.pos.track("rp", w.ALLIED), b.pos.track("rp", w.GERMAN)) == (0, 0)


def test_F44_006_supply_points_are_kept_and_the_marker_turns_to_its_plus_ten_side() -> None:
    b = position(turn=4).points("allied", sp=8).run(turn.SupplyPoints())
    assert b.pos.track("sp", w.ALLIED) == 11
    assert b.game.chart.sp_marker(11) == (1, True) and b.game.chart.sp_marker(9) == (9, False)


# ---------------------------------------------------------------------- 2.0-6, 2.0-8 commitment and cup
def test_F44_008_the_germans_commit_at_most_three_supply_points() -> None:
    b = position().points("german", sp=7).run(commitment.Commit(w.GERMAN))
    assert b.refuses("commit_supply 4").rule == "F44 2.0-8"


def test_F44_008_the_allies_commit_at_most_five_supply_points() -> None:
    b = position().points("allied", sp=7).run(commitment.Commit(w.ALLIED))
    assert b.refuses("commit_supply 6").rule == "F44 2.0-8"
    b.play("commit_supply 5")


def test_F44_009_three_of_five_supply_points_are_committed() -> None:
    b = position().points("german", sp=5).run(commitment.Commit(w.GERMAN)).play("commit_supply 3")
    assert (b.pos.track("sp", w.GERMAN), b.pos.track("committed", w.GERMAN)) == (2, 3)


def test_F44_010_committed_points_become_chits_in_the_cup_with_the_administrative_chit() -> None:
    b = position().points("allied", committed=4).points("german", committed=2).run(turn.FillCup())
    assert b.pos.pool("cup") == {w.CHITS[w.ALLIED]: 4, w.CHITS[w.GERMAN]: 2, w.ADMIN_CHIT: 1}
    assert (b.pos.track("committed", w.ALLIED), b.pos.track("committed", w.GERMAN)) == (0, 0)


# ---------------------------------------------------------------------- 5.1, 5.2 who may react
def fronts(turn: int = 2) -> Built:
    """VII Corps in 1020 and the LXXXIV Corps in 1121, each with its headquarters, and three points for both."""
    b = field(turn).unit("us_vii", "1020").unit("us_v", "1019").unit("ge_lxxxiv", "1221").unit("ge_2pz", "1221")
    return b.points("allied", rp=3).points("german", rp=3)


def after_a_pass(side: int) -> Built:
    """The initiative player has passed: the other side has its opportunity."""
    return fronts().run(sequence.InitiativePhase(side)).play("pass")


def test_F44_016_a_pass_ends_the_initiative_phase_at_once_and_the_other_side_may_react() -> None:
    b = after_a_pass(w.ALLIED)
    assert b.offer is not None and b.offer.side == w.GERMAN and "react_army" in b.offer.kinds


def test_F44_012_one_point_spent_on_nothing_denies_the_other_side_its_reaction() -> None:
    b = after_a_pass(w.GERMAN).play("react_nothing")
    assert b.quiet and b.pos.track("rp", w.ALLIED) == 2 and b.pos.track("rp", w.GERMAN) == 3


def test_F44_012_a_side_that_spends_nothing_leaves_the_reaction_to_the_other() -> None:
    b = after_a_pass(w.GERMAN).play("pass")
    assert b.offer is not None and b.offer.side == w.GERMAN and "react_nothing" not in b.offer.kinds


def test_F44_013_after_a_german_reaction_the_allies_have_none_and_the_next_chit_is_drawn() -> None:
    b = after_a_pass(w.ALLIED).play("react_piece ge_2pz", "administer -", "end_phase", "pass")
    assert b.quiet and b.pos.track("rp", w.ALLIED) == 3


def test_F44_017_a_single_piece_reaction_and_an_army_reaction_are_four_points_and_too_many() -> None:
    b = fronts().points("german", rp=4).run(sequence.FinalReaction(w.GERMAN))
    b.play("react_piece ge_2pz", "administer -", "end_phase")
    assert b.refuses("react_army hq_ge_1").rule == "F44 5.2"


def test_F44_018_an_army_reaction_takes_three_points_and_ends_the_reaction_phase() -> None:
    b = fronts().points("german", rp=6).run(sequence.FinalReaction(w.GERMAN)).play("react_army hq_ge_1")
    assert b.pos.track("rp", w.GERMAN) == 3
    b.play("designate ge_2pz", "administer -", "end_phase")
    assert b.quiet, "no more reactions in this phase"


def test_F44_020_a_piece_is_activated_once_in_a_reaction_phase() -> None:
    b = fronts().run(sequence.FinalReaction(w.GERMAN)).play("react_piece ge_2pz", "administer -", "end_phase")
    assert b.refuses("react_piece ge_2pz").rule == "F44 5.2"
    b.play("react_piece ge_lxxxiv", "administer -", "end_phase", "react_piece hq_ge_1", "administer -", "end_phase")
    assert b.quiet and b.pos.track("rp", w.GERMAN) == 0


def test_F44_020_in_the_next_reaction_phase_the_piece_may_react_again() -> None:
    b = fronts().run(sequence.FinalReaction(w.GERMAN)).play("react_piece ge_2pz", "administer -", "end_phase", "pass")
    b.run(sequence.FinalReaction(w.GERMAN)).play("react_piece ge_2pz")


def test_F44_014_after_the_last_chit_the_germans_react_then_the_allies_each_with_three_points_at_most() -> None:
    b = fronts(11).points("german", rp=5).points("allied", rp=5)
    b.run(sequence.DrawChit(), sequence.FinalReaction(w.GERMAN), sequence.FinalReaction(w.ALLIED))
    asked = []
    for _ in range(30):
        if b.quiet:
            break
        asked.append(b.offer.side)  # type: ignore[union-attr]
        kinds = b.offer.kinds  # type: ignore[union-attr]
        choice = next((c for c in b.choices() if c.startswith("react_piece")), "pass")
        b.play(choice if "react_piece" in kinds else "administer -" if "administer" in kinds else "end_phase")
    assert list(dict.fromkeys(asked)) == [w.GERMAN, w.ALLIED]
    assert b.pos.track("rp", w.GERMAN) == b.pos.track("rp", w.ALLIED) == 2


def test_F44_273_the_player_may_say_that_there_are_no_more_increments() -> None:
    b = fronts().run(sequence.FinalReaction(w.GERMAN)).play("react_piece ge_2pz", "administer -", "choose_box 4")
    b.play("declare increment.m", "end_increment")
    assert "choose_box 10" in b.choices(), "boxes are left"
    b.play("end_phase")
    assert b.pos.active == 0 and b.pos.pool("boxes") == {}


# ---------------------------------------------------------------------- 11.4 Antwerp
def antwerp(turn_: int) -> Built:
    return position(turn=turn_).supply("2907")


def test_F44_210_antwerp_with_a_free_scheldt_brings_a_supply_point_in_october() -> None:
    assert antwerp(4).run(turn.SupplyPoints()).pos.track("sp", w.ALLIED) == 4


@pytest.mark.parametrize("label", ["2705", "2706", "2804", "2805", "2806", "2905", "2906"])
def test_F44_211_a_german_unit_in_the_scheldt_estuary_takes_the_point_away(label: str) -> None:
    b = antwerp(4)
    if b.hex(label) not in b.game.ground.land:
        label = "2805"
    assert b.unit("ge_lxvii", label).run(turn.SupplyPoints()).pos.track("sp", w.ALLIED) == 3


def test_F44_213_antwerp_brings_nothing_before_october_and_after_january() -> None:
    assert antwerp(3).run(turn.SupplyPoints()).lines("reckon.sp", w.ALLIED)["line.antwerp"] == 0
    assert antwerp(8).run(turn.SupplyPoints()).lines("reckon.sp", w.ALLIED)["line.antwerp"] == 0
    assert antwerp(7).run(turn.SupplyPoints()).lines("reckon.sp", w.ALLIED)["line.antwerp"] == 1


# ---------------------------------------------------------------------- 12.1, 12.2 the bonus
BRITTANY, V1 = ("0208", "0614"), ("1609", "2306", "2206", "2406", "2506")


def bonus_of(b: Built) -> int:
    return b.run(turn.ReactionPoints()).pos.track("bonus", w.ALLIED)


def test_F44_230_brest_and_st_nazaire_bring_three_reaction_points() -> None:
    b = position(turn=4).supply(*BRITTANY)
    assert bonus_of(b) == 3 and b.pos.track("rp", w.ALLIED) == b.game.chart.turns[4].rp[w.ALLIED] + 3


def test_F44_231_the_five_ports_of_the_v1_coast_bring_two_reaction_points() -> None:
    b = position(turn=4).supply(*V1)
    assert bonus_of(b) == 2 and b.pos.track("rp", w.ALLIED) == b.game.chart.turns[4].rp[w.ALLIED] + 2


def test_F44_233_four_of_the_five_ports_bring_nothing() -> None:
    assert bonus_of(position(turn=4).supply(*V1[:4])) == 0


def test_F44_234_st_nazaire_lost_again_ends_the_bonus_of_brittany() -> None:
    assert bonus_of(position(turn=4).supply(*BRITTANY).unit("ge_xxv", "0614")) == 0


def test_F44_286_both_bring_five_reaction_points_and_no_replacements() -> None:
    b = position(turn=4).supply(*BRITTANY, *V1)
    assert bonus_of(b) == 5 and b.pos.track("rp", w.ALLIED) == b.game.chart.turns[4].rp[w.ALLIED] + 5
    assert b.pos.track("us_infantry", w.ALLIED) == 0
