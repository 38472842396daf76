"""France 1944: what mutations of the rules code showed, or would have, that no other test saw."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexledger.engine.games.france_1944.questions import banks, score, south, supply
from hexledger.engine.games.france_1944.rules import airborne, bridgeheads, headquarters
from hexledger.engine.games.france_1944.rules.air import AirSupport
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.results import Greens
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.sequence import CycleEnds, FinalReaction, InitiativePhase, Opportunity
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, THREE, attack, field, settle, steps, throw


# ---------------------------------------------------------------------- 12.3, 12.4, 12.6 the 18th and bridgeheads
def ninth(turn_: int = 4) -> Built:
    """Ninth Army near Arnhem, the 18th in its box."""
    b = position(turn=turn_).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box")
    return b.unit("us_v", "3307")


def test_each_operation_refuses_by_its_own_rule() -> None:
    """12.3, 12.4."""
    b = ninth(4).run(InitiativePhase(w.ALLIED))
    assert b.refuses("activate_hq hq_us_9").rule == "F44 12.3" and b.offer is not None
    assert b.game.rules.key(b.offer.rule) == "12.3"
    late = ninth(10).run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_9", "designate us_v", "administer -")
    assert late.offer is not None and late.game.rules.key(late.offer.rule) == "12.4"
    assert late.refuses("choose_box 1").rule == "F44 12.4"


def test_the_18th_lands_where_there_is_room_for_infantry() -> None:
    """12.3, 7.1."""
    b = ninth(4).units("3306", "us_vii", "us_xix").run(InitiativePhase(w.ALLIED))
    assert b.refuses("drop 3306").rule == "F44 7.1" and "drop 3307" in b.choices()


def test_every_hex_within_five_of_a_headquarters_that_is_open_is_offered_for_the_drop() -> None:
    """12.3, R-62."""
    b = ninth(4).unit("ge_2pz", "3405").run(InitiativePhase(w.ALLIED))
    hexes = {line.split()[1] for line in b.choices() if line.startswith("drop")}
    land = b.pos.scenario.land
    near = {p for p in land if b.pos.board.distance(p, b.hex("3307")) <= 5}
    assert {b.hex(label) for label in hexes} == near - {b.hex("3405")}


def test_a_bridgehead_of_the_18th_that_the_germans_took_and_others_won_again_stays() -> None:
    """R-61, 12.6: the mark of Market Garden goes with the marker."""
    b = ninth(4).dice(6, 6, 6)
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("3506"))
    b.run()
    here = b.hex("3506")
    assert b.state.marker(here, -1, w.BY_AIRBORNE) == 1
    act = b.act()
    act.move(b.piece("us_xviii_abn"), b.path("3506", "3606", "3706"), "mode.retreat")
    act.move(b.piece("us_xviii_abn"), b.path("3706", "3705", "3704"), "mode.retreat")
    b.unit("ge_2pz", "3506")
    bridgeheads.test(b.act())
    assert not banks.bridgehead(b.pos, here) and not b.state.marker(here, -1, w.BY_AIRBORNE)
    b.act().remove(b.piece("ge_2pz"), "reason.eliminated")
    b.unit("us_2ad", "3506")
    bridgeheads.test(b.act())
    b.act().move(b.piece("us_2ad"), b.path("3506", "3406", "3306"), "mode.move")
    b.run(CycleEnds())
    assert banks.bridgehead(b.pos, here), "it was not the 18th's any more"


def test_the_marks_of_market_garden_are_gone_after_the_cycle() -> None:
    """R-61."""
    b = ninth(4).dice(6, 6, 6).unit("us_vii", "3406")
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("3506"))
    b.run(CycleEnds())
    assert not [key for key in b.pos.game.ground.east_bank if b.state.marker(key, -1, w.BY_AIRBORNE)]


# ---------------------------------------------------------------------- 12.10 rerolls
def test_the_roll_for_air_support_is_thrown_again() -> None:
    """12.10, 2.0-3."""
    b = position(turn=6, options={"advantage": "yes"}).dice(6).run(AirSupport())
    assert b.choices() == ["reroll reroll.air", "pass"] and b.refuses("reroll reroll.attack").rule == "F44 12.10"
    b.dice(1).play("reroll reroll.air")
    assert b.pos.var("air") == 1 and b.pos.var("advantage") == w.GERMAN and b.pos.var("advantage_turn") == 7


def test_the_roll_for_a_bridge_is_thrown_again() -> None:
    """12.10, 12.7."""
    b = position(turn=9, options={"advantage": "yes"}).supply("2907").unit("hq_us_9", "3308").unit("us_2ad", "3309")
    b.army("hq_us_9", "us_2ad").box(1).dice(6).play("move us_2ad 3409")
    assert b.choices() == ["reroll reroll.bridge", "pass"]
    b.dice(1).play("reroll reroll.bridge")
    bridge = next(one for one in b.game.ground.bridges if one.id == "dusseldorf")
    assert banks.intact(b.pos, bridge) and not banks.blown(b.pos, bridge)


def test_a_bridge_that_two_hexes_of_a_way_touch_is_tried_once() -> None:
    """12.7, R-22."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3309").unit("us_2ad", "3309").army("hq_us_9", "us_2ad").box(1)
    b.dice(1, 1).play("move us_2ad 3409,3509")
    tried = [event for event in b.of(ev.MarkerSet) if event.marker == w.INTACT]
    assert len(tried) == 1 and b.on("us_2ad") == "3509" and b.pos.var("rhine_crossed") == 9


# ---------------------------------------------------------------------- 5.2, 8.0, 11.5
def test_nothing_is_spent_for_nothing_where_nobody_could_react() -> None:
    """5.1, 5.2."""
    b = field().unit("us_v", "1018").points("allied", rp=3).run(FinalReaction(w.ALLIED))
    assert b.refuses("react_nothing").rule == "F44 5.1" and "react_nothing" not in b.choices()


def test_a_unit_of_allowance_two_out_of_supply_neither_moves_nor_attacks() -> None:
    """11.5, 6.0."""
    b = position(turn=2).unit("ge_feldt", "1020").unit("us_vii", "1120").points("german", rp=1)
    b.control("allied", "0614", "0208", "0719", "0724").run(FinalReaction(w.GERMAN))
    b.play("react_piece ge_feldt", "administer -", "choose_box 1")
    assert b.pos.mpa(b.piece("ge_feldt")) == 0
    b.play("declare increment.a")
    assert b.quiet or b.offer is None or "attack" not in b.offer.kinds


def test_a_headquarters_that_is_dispersed_loses_its_marker() -> None:
    """4.10."""
    b = field().unit("hq_us_3", "1120", oos=1)
    headquarters.disperse(b.act(), b.piece("hq_us_3"))
    assert b.on("hq_us_3") == "turn_track" and not b.has("hq_us_3", "oos")


def test_a_single_unit_that_suffers_is_checked_without_a_question() -> None:
    """10.1.1, R-36."""
    b = position(turn=4).unit("ge_lxxxiv", "2016", oos=1).run(Attrition())
    assert b.quiet and steps(b, "ge_lxxxiv") == (2,)


def test_only_pieces_that_wait_for_their_check_are_named() -> None:
    """10.1.1."""
    b = position(turn=4).unit("ge_lxxxiv", "2016", oos=1).unit("ge_2pz", "2018", oos=1).run(Attrition())
    b.play("check_piece ge_2pz")
    if not b.quiet:
        assert b.refuses("check_piece ge_2pz").rule == "F44 10.1.1"
    assert (
        position(turn=4)
        .unit("us_v", "2016")
        .unit("ge_2pz", "2018", oos=1)
        .unit("ge_lxxxiv", "1810", oos=1)
        .run(Attrition())
        .refuses("check_piece us_v")
        .rule
        == "F44 10.1.1"
    ), "the Germans first"


def test_attackers_lose_no_more_steps_than_they_have() -> None:
    """3.10: three hits on a cadre are one step, and a green defender stays green."""
    b = field().unit("us_viii_green", "1019").unit("us_2ad", "1019").cadre("ge_2pz", "1119")
    b.army("hq_ge_1", "ge_2pz").box(1, "a")
    attack(b, "attack ge_2pz 1019", *throw(FAIL, THREE, PASS, ONE))
    settle(b.play("lead us_2ad") if b.offer is not None and "lead" in b.offer.kinds else b)
    assert b.on("ge_2pz") == "eliminated_german" and b.on("us_viii_green") == "1019"


@pytest.mark.parametrize(("lost", "tested"), [(1, False), (2, True), (3, True)])
def test_two_steps_are_wanted_and_more_do_as_well(lost: int, tested: bool) -> None:
    """3.10."""
    b = field().unit("us_viii_green", "1019").unit("ge_2pz", "1119")
    b.run(Greens((b.piece("ge_2pz"),), (b.piece("us_viii_green"),), lost, False))
    assert (b.on("us_viii") == "1019") is tested


# ---------------------------------------------------------------------- 10.1.2, 10.1.4
def test_a_unit_takes_any_number_of_steps_that_it_lacks() -> None:
    """10.1.2."""
    b = position(turn=3).supply("1409").unit("hq_us_1", "1409").cadre("us_vii", "1409").run(Replacements())
    assert [line for line in b.choices() if "us_vii" in line] == ["replace us_vii 1", "replace us_vii 2"]
    assert b.refuses("replace us_vii 3").rule == b.refuses("replace us_vii 0").rule == "F44 10.1.2"
    assert steps(b.play("replace us_vii 1"), "us_vii") == (2,)


def test_points_of_another_arm_do_not_help() -> None:
    """10.1.2."""
    b = position(turn=3).supply("1409").unit("hq_us_1", "1409").cadre("us_vii", "1409").cadre("us_2ad", "1409")
    b.run(Replacements())
    listed = b.game.chart.turns[3].repl
    b.play("replace us_2ad 2")
    assert b.pos.track("us_armour", w.ALLIED) == listed["us_armour"] - 2
    assert b.pos.track("us_infantry", w.ALLIED) == listed["us_infantry"]


def test_nobody_marches_further_than_he_may_on_arrival() -> None:
    """10.1.6, 5.3, 7.0."""
    b = position(turn=2).unit("us_xii", "turn_track")
    b.act().remove(b.piece("us_xii"), "reason.entry")
    b.act().pool("pool.waiting", b.piece("us_xii"), 1)
    b.run(Reinforcements(w.ALLIED))
    way = "1409,1410,1511,1611,1612,1613,1614,1615,1616,1617"
    assert b.refuses(f"reinforce us_xii 1309 {way}").rule == "F44 7.0"
    assert b.refuses("reinforce us_xii 1410").rule == "F44 10.1.5"


# ---------------------------------------------------------------------- 13 counts
def counted(b: Built, key: str) -> tuple[int, int]:
    """Number and points of a row of `counts`."""
    row = next(row for row in b.pos.scenario.victory["counts"] if row["key"] == key)
    entry = score.worth(b.pos, row)
    return entry.number, entry.points


def test_a_crossing_is_worth_the_more_the_earlier_it_is() -> None:
    """13.0, 12.9."""
    assert counted(position("campaign", turn=11), "rhine_crossing") == (0, 0)
    assert counted(position("campaign", turn=11).assign("rhine_crossed", 9), "rhine_crossing") == (1, 3)
    assert counted(position("to_the_rhine", turn=9).assign("rhine_crossed", 9), "rhine_crossing") == (1, 1)
    assert counted(position("pursuit", turn=3).assign("rhine_crossed", 3), "rhine_crossing") == (1, 8)


def test_bridgeheads_bridges_and_eastern_cities_count_up_to_their_limits() -> None:
    """13.0, 12.6, 12.7, R-78."""
    b = position("to_the_rhine", turn=9)
    for place in ("3506", "3507", "3508", "3509", "3510", "3610", "3611"):
        b.marker("bridgehead", place)
    assert counted(b, "bridgeheads") == (7, 12)
    bridge = b.game.ground.bridges[0]
    b.act().marker(bridge.west, bridge.east, w.INTACT, 1)
    assert counted(b, "intact_bridges") == (1, 2)
    assert counted(b, "eastern_cities") == (0, 0)
    assert counted(b.control("allied", "3608", "3708"), "eastern_cities") == (2, 4)


def test_steps_are_counted_by_threes_and_rounded_down() -> None:
    """13.1, R-77."""
    b = position("falaise_gap", with_setup=True, seed="steps")
    first, second = [piece for piece in b.pos.of(w.GERMAN) if not b.pos.is_hq(piece) and b.pos.steps(piece) == 3][:2]
    b.act().steps(first, 1)
    assert counted(b, "german_steps_lost") == (2, 0)
    b.act().steps(second, 2)
    assert counted(b, "german_steps_lost") == (3, 1)
    mine = [piece for piece in b.pos.of(w.ALLIED) if not b.pos.is_hq(piece) and b.pos.steps(piece) == 3][:2]
    for piece in mine:
        b.act().steps(piece, 1)
    assert counted(b, "allied_steps_lost") == (4, -1)


def test_germans_out_of_supply_and_eliminated_units_count() -> None:
    """13.1, R-77, 10.1.1: beside the box, in it and out of the game."""
    b = position("falaise_gap", turn=1).unit("ge_2pz", "1112").unit("us_v", "1309")
    assert counted(b, "german_unsupplied") == (1, 1)
    gone = position("pursuit", turn=3)
    before = counted(gone, "german_eliminated")[0]
    gone.unit("ge_2pz", "eliminated_german").unit("ge_9sspz", "beside_eliminated_german").unit(
        "ge_f_donau", "eliminated_german"
    )
    assert counted(gone, "german_eliminated")[0] == before, "nowhere or in a box: lost in either case, but no Fuehrer"
    assert counted(gone.unit("us_v", "eliminated_allied"), "allied_eliminated") == (1, -1)


def test_levels_begin_at_their_lowest_score() -> None:
    """13.0."""
    b = position("pursuit", turn=3)
    for row in b.pos.scenario.victory["levels"]:
        if row["from"] is not None:
            points = int(row["from"])
            assert next(r for r in b.pos.scenario.victory["levels"] if r["from"] is None or points >= r["from"]) is row


@pytest.mark.parametrize(("month", "ends"), [(4, False), (5, True), (9, True)])
def test_paris_in_german_hands_from_november_on_loses_to_the_rhine(month: int, ends: bool) -> None:
    """13.0, 2.0-12."""
    b = position("to_the_rhine", turn=month)
    assert (score.automatic(b.pos) is not None) is ends
    assert score.automatic(b.supply("2013").pos) is None


def test_four_cities_want_a_supplied_unit_in_each() -> None:
    """13.0."""
    b = position("campaign", turn=6).unit("hq_us_9", "3608").supply("3004")
    cities = ("3608", "3708", "3806", "3509")
    for unit, place in zip(("us_v", "us_vii", "us_xix", "us_xv"), cities, strict=True):
        b.unit(unit, place)
    row = next(row for row in b.pos.scenario.victory["automatic"] if row["key"] == "cities_beyond_rhine")
    assert score.supplied_cities(b.pos) == 4 and score.AUTOMATIC[row["key"]](b.pos, row)
    b.act().remove(b.piece("us_xv"), "reason.eliminated")
    assert score.supplied_cities(b.pos) == 3 and not score.AUTOMATIC[row["key"]](b.pos, row)


# ---------------------------------------------------------------------- 11 supply
def test_a_whole_line_of_supply_goes_over_the_headquarters_to_the_source() -> None:
    """11.1."""
    b = position(turn=2).supply("1309").unit("hq_us_1", "1411").unit("us_v", "1612")
    way = tuple(map(b.pos.label, supply.trace(b.pos, b.piece("us_v"))))
    assert way[:2] == ("1612", "1411") and way[-1] in ("1309", "1409") and len(way) > 3
    assert supply.line(b.pos, b.piece("us_v")) == b.path("1612", "1411")
    assert supply.trace(position(turn=2).unit("us_v", "1612").pos, b.piece("us_v")) == ()


def test_the_way_out_of_a_pocket_is_told() -> None:
    """10.1.1, R-10."""
    b = position(turn=2).unit("ge_2pz", "2016")
    way = supply.way_out(b.pos, b.piece("ge_2pz"))
    assert way[0] == b.hex("2016") and way[-1] in supply.sources(b.pos, w.GERMAN)
    assert all(there in b.game.ground.near[here] for here, there in pairwise(way))
    other = position(turn=2, options={"surrounded": "six_hexes"}).unit("ge_2pz", "2016")
    assert len(supply.way_out(other.pos, other.piece("ge_2pz"))) == 2


def test_nobody_is_asked_about_pieces_that_are_in_supply() -> None:
    """10.1.1, R-36."""
    b = field().units("1018", "us_v", "us_vii").units("1322", "ge_2pz", "ge_lxxxiv").run(Attrition())
    assert b.quiet and not b.has("us_v", "oos") and not b.has("us_v", "checked")


def test_the_owner_of_the_chit_too_spends_three_points_at_most() -> None:
    """5.1, 5.2."""
    b = field().units("1018", "us_v", "us_vii", "us_2ad", "us_3ad").points("allied", rp=9).run(Opportunity(w.ALLIED))
    for unit in ("us_v", "us_vii", "us_2ad"):
        assert b.offer is not None and b.offer.side == w.ALLIED
        b.play(f"react_piece {unit}", "administer -", "end_phase")
    assert b.quiet and b.pos.track("rp", w.ALLIED) == 6


# ---------------------------------------------------------------------- what is offered
def test_whole_teams_are_offered_for_command_and_nobody() -> None:
    """4.5, 4.7, 5.1."""
    b = field().units("1018", "us_v", "fr_i", "us_2ad").unit("br_i", "0919").unit("us_vii", "1119")
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_1")
    assert b.choices() == ["designate us_v,us_vii,us_2ad,fr_i", "designate -"]
    b.play("designate us_v,us_2ad")
    assert b.choices() == ["administer -", "administer us_v", "administer us_2ad", "administer us_v,us_2ad"]
    british = position().supply("0719").unit("hq_br_2", "1019").units("1018", "us_v", "us_vii", "br_i")
    british.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_br_2")
    assert british.choices() == ["designate us_v,br_i", "designate us_vii,br_i", "designate -"], "one US unit"


def test_every_reaction_is_offered_to_the_other_side_and_then_to_the_owner_of_the_chit() -> None:
    """5.1, 5.2."""
    b = field().unit("us_v", "1018").unit("ge_2pz", "1322")
    b.points("allied", rp=3).points("german", rp=3).run(Opportunity(w.ALLIED))
    german = ["react_piece hq_ge_1", "react_piece ge_2pz", "react_army hq_ge_1", "react_nothing", "pass"]
    assert b.offer is not None and b.offer.side == w.GERMAN and b.choices() == german
    b.play("pass")
    allied = ["react_piece hq_us_1", "react_piece us_v", "react_army hq_us_1", "pass"]
    assert b.offer is not None and b.offer.side == w.ALLIED and b.choices() == allied


def test_attacks_are_offered_by_unit_by_stack_and_together_on_each_hex_and_on_two() -> None:
    """8.0."""
    b = field().units("1020", "us_vii", "us_2ad").unit("us_v", "1021").unit("ge_2pz", "1120").unit("ge_lxxxiv", "1121")
    b.army("hq_us_1", "us_vii", "us_2ad", "us_v").box(1, "a")
    groups = ("us_vii", "us_2ad", "us_vii,us_2ad")
    wanted = {f"attack {group} {at}" for group in groups for at in ("1120", "1121", "1120,1121")}
    assert set(b.choices()) == wanted | {"attack us_v 1121", "attack us_v,us_vii,us_2ad 1121", "end_increment"}


def test_southern_germans_may_begin_in_all_fifteen_hexes_and_their_headquarters_with_one_of_them() -> None:
    """10.1.3, R-68."""
    b = position(turn=3).run(Southern())
    row = {b.pos.label(place) for place in b.game.ground.row_28}
    assert len(row) == 15 and len(b.choices()) == 3 * 15
    assert {line.split()[2] for line in b.choices() if "ge_lxxxv" in line} == row
    b.play("place_south ge_lxxxv 1928")
    assert [line for line in b.choices() if "hq_ge_19" in line] == ["place_south hq_ge_19 1928"]
    assert b.refuses("place_south hq_ge_19 1828").rule == "F44 R-68"
    assert b.refuses("place_south ge_ivlw 1927").rule == "F44 10.1.3"


def test_three_southern_infantry_do_not_begin_in_one_hex() -> None:
    """10.1.3, 7.1."""
    b = position(turn=3).units("1928", "ge_lxvi", "ge_lxxx").run(Southern())
    assert b.refuses("place_south ge_lxxxv 1928").rule == "F44 7.1"
    assert "place_south ge_11pz 1928" in b.choices()


def test_a_southern_german_hex_needs_no_more_boxes_than_the_allies_have_units() -> None:
    """10.1.3, R-69: hexes far apart want a unit each."""
    b = position(turn=3)
    assert south.needed(b.pos, ()) == 0 and south.needed(b.pos, b.path("1928")) == 1
    assert south.needed(b.pos, b.path("1928", "2028")) == 1, "one box lies beside both"
    assert south.needed(b.pos, b.path("1128", "1928", "2528")) == 3
