"""The rulebook's worked examples and Q&A that are no conformance case, each played through its own segment or round."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import stacking, supply, zoc
from hexledger.engine.games.case_yellow.rules import refit, replacements
from hexledger.engine.games.case_yellow.rules.air import Interdiction, Stukas
from hexledger.engine.games.case_yellow.rules.attrition import Attrition
from hexledger.engine.games.case_yellow.rules.better_defence import BetterDefence
from hexledger.engine.games.case_yellow.rules.combat import Combats, EngagedCombats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.recovery import Crossings
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.rules.terror import Surrender
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, column, result, settle


def last(b: Built, kind: str) -> ev.Reckoned:
    """The last calculation of a kind."""
    word = b.game.words[f"reckon.{kind}"]
    return [event for event in b.events if isinstance(event, ev.Reckoned) and event.kind == word][-1]


def shifts(b: Built) -> dict[str, int]:
    """Shifts of the last combat, by name."""
    return {b.game.word_key(label).removeprefix("line."): value for label, value, _ in last(b, "odds").lines}


# ---------------------------------------------------------------------- 5.1c, 7.2
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_the_aasf_interdicts_with_five_and_six_only(die: int) -> None:
    """5.1c: Sedan, as it was."""
    b = position(dice=[die]).taken("1608").air("allied", 2).run(Interdiction()).play("interdict asset.aasf 1608")
    assert b.state.marker(b.hex("1608"), -1, w.INTERDICTED) == 0
    again = b.choices()
    assert "interdict asset.french 1608" in again, "another asset may try the same hex"


def test_the_crossing_of_the_hex_that_was_not_interdicted_still_carries_a_line() -> None:
    """5.1c: hex A."""
    b = position(dice=[6]).taken("1608", "1609", "1707", "1410").air("allied", 1).unit("ge_x", "1509")
    b.run(Interdiction()).play("interdict asset.french 1608")
    assert not supply.los_step(b.pos, b.hex("1608"), b.hex("1609"), w.GERMAN)
    assert supply.los_step(b.pos, b.hex("1509"), b.hex("1609"), w.GERMAN), "the crossing beside it"


def test_a_friend_in_a_hex_and_a_crossing_of_ours_let_a_line_through_enemy_zoc() -> None:
    """7.2: unit 4 draws its line over unit 5."""
    b = position().unit("ge_x", "1608").unit("ge_xi", "1609").unit("fr_i", "1708").unit("fr_iii", "1511")
    assert zoc.in_ezoc(b.pos, b.hex("1609"), w.GERMAN)
    b.taken("1710").unit("ge_5_pz", "1710")
    net = supply.los_net(b.pos, w.GERMAN, [b.hex("1710")], 3)
    assert supply.line(net, b.hex("1608"))[:2] == b.path("1608", "1609")
    b.act().remove(b.piece("ge_xi"), "reason.eliminated")
    assert b.hex("1608") not in supply.los_net(b.pos, w.GERMAN, [b.hex("1710")], 3), "without it the ZOC stops the line"


def test_the_order_of_the_supply_check_is_marked_units_first_and_a_unit_back_in_supply_is_as_printed() -> None:
    """7.5a, 7.5b."""
    b = position().units("2812", "ge_x", "ge_gd", oos=1).unit("ge_xi", "1732", oos=1)
    b.unit("fr_i", "2911").unit("fr_x", "2712").turn(3).run(SupplyPhase())
    assert b.pos.steps(b.piece("ge_x")) == 1 and b.pos.oos(b.piece("ge_x"))
    assert b.on("ge_gd") == "-", "a unit of one step is gone"
    assert not b.pos.oos(b.piece("ge_xi")) and b.pos.ma(b.piece("ge_xi")) == 4 and b.pos.tr(b.piece("ge_xi")) == 4


# ---------------------------------------------------------------------- 5.1e
def bombers(*dice: int) -> Built:
    """Turn 4 of Dynamo: five Stukas, five reduced units in the port."""
    b = position(dice=dice).dynamo("3312").air("german", 5)
    for unit in ("br_i", "br_ii", "br_iii", "fr_i", "fr_iii"):
        b.unit(unit, "3312", reduced=True)
    return b.run(Stukas())


def test_the_five_stukas_over_the_port_of_the_example() -> None:
    """5.1e.2, 13.4.1: dice 1, 4, 2, 6; the fifth is left for anything."""
    b = bombers(1, 4, 2, 6).play("bomb 3312")
    assert b.pos.pool("stukas_lost") == {6: 1}
    b.play("bomb 3312")
    assert b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 1 and b.pos.track("air_used", w.GERMAN) == 1
    b.play("bomb 3312", "bomb 3312")
    assert b.offer is not None and b.offer.side == w.ALLIED and b.offer.kinds == ("lose_step",)
    b.play("lose_step fr_iii")
    assert b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 2
    assert b.on("fr_iii") == "-" and not any(b.pos.disrupted(unit) for unit in b.pos.units(b.hex("3312")))
    assert b.pos.track("air", w.GERMAN) == 1 and b.pos.track("air_used", w.GERMAN) == 3
    b.unit("fr_iv", "2812").dice(4).play("bomb 2812")
    assert b.pos.disrupted(b.piece("fr_iv")) and b.pos.track("air", w.GERMAN) == 0


# ---------------------------------------------------------------------- 8.3, 9.1-9.5
def test_a_corps_stacks_with_a_division_without_a_red_box_and_two_divisions_stack() -> None:
    """8.3."""
    b = position()

    def fits(*units: str) -> bool:
        return stacking.limits_kept(b.pos, [b.piece(unit) for unit in units])

    assert fits("fr_i", "fr_10_di") and fits("ge_1_pz", "ge_2_pz") and fits("ge_1_pz", "ge_1kav")
    assert not fits("ge_x", "ge_xi") and not fits("fr_i", "fr_10_di", "fr_14_di")
    assert fits("ge_1_pz", "ge_gd", "ge_lah") and not fits("ge_1_pz", "ge_gd", "ge_lah", "ge_11sch")
    assert fits("ge_1_pz", "ge_2_pz", "ge_gd") and not fits("ge_1_pz", "ge_2_pz", "ge_gd", "ge_lah")


def test_a_lone_division_with_a_yellow_band_stops_nobody() -> None:
    """9.1b: example 2."""
    b = position().unit("fr_10_di", "2812").unit("ge_x", "2914").round_of("german", "move").run(Movement(w.GERMAN))
    assert b.play("move ge_x 2913,2813,2712").on("ge_x") == "2712"
    pair = position().units("2812", "fr_10_di", "fr_14_di").unit("ge_x", "2914").round_of("german", "move")
    assert pair.run(Movement(w.GERMAN)).refuses("move ge_x 2913,2813,2712").rule == "CY 9.2"


def test_a_tr_of_four_does_not_ignore_a_three_and_a_four_together() -> None:
    """9.3: unit 2 of example 2."""
    b = position().unit("ge_5_pz", "2713").unit("fr_i", "2911").unit("br_i", "2711").round_of("german", "move")
    assert [b.pos.tr(b.piece(unit)) for unit in ("ge_5_pz", "fr_i", "br_i")] == [4, 3, 4]
    b.run(Movement(w.GERMAN)).play("move ge_5_pz 2712")
    assert b.refuses("move ge_5_pz 2812").rule == "CY 9.2"


def test_motorized_units_of_two_hexes_attack_between_two_projecting_units_and_owe_nothing() -> None:
    """9.5b: example 3."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("ge_20_mot", "2912").unit("fr_i", "2911")
    b.unit("fr_iii", "2811").unit("fr_iv", "3012").round_of("german", "combat").dice(6).run(Combats(w.GERMAN))
    b.play("attack ge_1_pz,ge_2_pz,ge_20_mot 2911")
    settle(b)
    assert b.quiet and not b.state.marker(b.hex("2811"), -1, w.MUST), "the round is over"


def test_an_attack_from_two_hexes_is_legal_when_a_unit_is_left_for_the_other_enemy() -> None:
    """9.5b, 11.2d: one unit of hex B attacks hex D."""
    b = position().units("2812", "ge_x", "ge_1kav").unit("ge_xi", "2912").unit("fr_i", "2911").unit("fr_iii", "2811")
    b.round_of("german", "combat").dice(1, 1).run(Combats(w.GERMAN)).play("attack ge_x,ge_xi 2911")
    settle(b)
    assert b.refuses("end_combats").rule == "CY 9.5"
    b.play("attack ge_1kav 2811")
    settle(b)
    assert b.quiet and b.state.marker(b.hex("2811"), -1, w.HIT)


def test_a_yellow_ma_unit_with_an_equal_tr_dies_where_one_with_a_higher_tr_gets_through() -> None:
    """9.5d: example 2, played."""
    b = position().units("2812", "fr_1_dlm", "fr_3_dlm")
    for unit, at in (("ge_xxvii", "2910"), ("ge_v", "2710"), ("ge_xxx", "2813"), ("ge_xxiv", "2912")):
        b.unit(unit, at)
    b.run(Retreats(w.ALLIED, (b.piece("fr_1_dlm"), b.piece("fr_3_dlm")), 2, "11.4b"))
    settle(b)
    assert b.on("fr_1_dlm") != "-" and b.on("fr_3_dlm") == "-"


# ---------------------------------------------------------------------- 10.8
def test_the_eighth_panzer_division_forms_a_bridgehead_that_an_allied_unit_takes_off_by_entering() -> None:
    """10.8c.1, 10.8d, 12.3: example 1."""
    b = position(dice=[6]).units("1709", "ge_8_pz", "ge_9_pz").unit("fr_53_di", "1507").taken("1609")
    b.round_of("german", "move").run(Movement(w.GERMAN)).play("move ge_8_pz 1609", "try_bridgehead 1508")
    assert b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD)
    b.play("move ge_9_pz 1609", "end_movement")
    b.round_of("allied", "move").run(Movement(w.ALLIED)).play("move fr_53_di 1508")
    assert not b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD)
    b.run(Crossings())
    assert (b.on("ge_8_pz"), b.on("ge_9_pz")) == ("1609", "1609")


def test_a_bridgehead_at_sedan_takes_the_river_away_and_a_failure_at_montherme_does_not() -> None:
    """10.8c.3, 10.8f: example 2."""
    b = position(dice=[6, 4]).units("2125", "ge_1_pz", "ge_2_pz").unit("fr_x", "2124").round_of("german", "combat")
    b.run(Combats(w.GERMAN)).play("attack ge_1_pz,ge_2_pz 2124", "try_bridgehead 2124")
    assert "river" not in shifts(b)
    f = position(dice=[1, 4]).units("2324", "ge_6_pz", "ge_8_pz").unit("fr_xli", "2323").round_of("german", "combat")
    f.run(Combats(w.GERMAN)).play("attack ge_6_pz,ge_8_pz 2323", "try_bridgehead 2323")
    assert {"terrain", "works", "river"} <= set(shifts(f))


# ---------------------------------------------------------------------- 11.3 - 11.5
def test_three_panzer_divisions_against_a_corps_on_a_hill_come_to_four_to_one() -> None:
    """11.3: 13 against 4, three to the left and four to the right."""
    b = position().unit("ge_1_pz", "2228").unit("ge_2_pz", "2129").unit("ge_9_pz", "2230").unit("fr_i", "2229")
    b.marker("better_defence", "2229").air("german", 3).air("allied", 1).round_of("german", "combat", 5).dice(4)
    b.control("allied", *(b.pos.label(city) for city in b.pos.game.ground.ruhr)).run(Combats(w.GERMAN))
    b.play("attack ge_1_pz,ge_2_pz,ge_9_pz 2229", "commit_air 3", "commit_air 1")
    found = shifts(b)
    assert {name: found[name] for name in ("terrain", "better_defence", "unsupplied", "air_defender")} == {
        "terrain": -1, "better_defence": -1, "unsupplied": -1, "air_defender": -1,
    }  # fmt: skip
    assert (found["air_attacker"], found["panzer"], column(b)) == (3, 2, "4:1")


def test_a_retreat_over_a_river_or_into_a_city_may_stop_after_one_hex() -> None:
    """11.4c: hexes 1, 2 and 3 of example 1; played."""
    b = position().unit("fr_i", "2413").unit("ge_x", "2414")
    b.run(Retreats(w.ALLIED, (b.piece("fr_i"),), 2, "11.4b"))
    offered = b.choices()
    assert {"retreat fr_i 2412", "retreat fr_i 2312"} <= set(offered), "the city, and a river without a crossing"
    assert "retreat fr_i 2512" not in offered and b.refuses("retreat fr_i 2512").rule == "CY 11.4b"
    assert any(line.startswith("retreat fr_i 2312,") for line in offered), "he may also go on"


def test_the_second_hex_of_an_advance_need_not_follow_the_retreat() -> None:
    """11.5f: five hexes around the one taken."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("fr_53_di", "2912")
    attack(b, "german", "attack ge_1_pz,ge_2_pz 2912", dice=(6,), turn=1)
    settle(b, until="advance")
    ends = {line.split()[-1] for line in b.choices() if line.startswith("advance ge_1_pz")}
    assert ends == {"2912", *(f"2912,{there}" for there in ("2913", "3013", "3012", "2911", "2813"))}


# ---------------------------------------------------------------------- 12.9, 12.11, 12.12
def test_chits_left_in_the_german_cup_at_the_declaration_of_the_refit_are_taken_out_without_effect() -> None:
    """12.9h."""
    b = position().unit("ge_1_pz", "3434").unit("ge_2_pz", "3434").turn(4).pool("cup_german", "ge_1_pz", "ge_2_pz")
    b.run(refit.Declaration()).play("declare_refit")
    assert b.pos.pool("cup_german") == {} and set(b.pos.pool("refit").values()) == {2}
    b.turn(5).run(Attrition(w.GERMAN))
    assert b.pos.pool("lost_attrition") == {}


def test_better_defence_is_placed_in_a_maginot_hex() -> None:
    """QA.2."""
    b = position().unit("fr_vi", "1731").track("better_defence", 1, w.ALLIED).turn(5).run(BetterDefence())
    b.play("place_better 1731")
    assert b.pos.better(b.hex("1731"))


def test_replacements_of_scenario_2_wait_for_turn_5() -> None:
    """CL.3b."""
    for turn, left in ((4, 0), (5, 7)):
        b = position("informed_allies").unit("fr_i", "1305", reduced=True).turn(turn)
        b.run(sequence.Segment("phase.replacements", "12.10"), replacements.Replacements(w.ALLIED))
        assert b.pos.track("infantry", w.ALLIED) == left
        assert (b.offer is not None and "replace" in b.offer.kinds) is (turn == 5)


def test_belgium_surrenders_when_its_four_cities_are_german_and_all_that_follows() -> None:
    """12.5b, 10.9d."""
    b = position().unit("be_iii", "2724").unit("be_i", "1305").unit("fr_i", "2812").unit("be_cav", "3025")
    b.taken(*(b.pos.label(city) for city in b.pos.game.ground.belgian_cities)).run(Surrender())
    assert [b.on(unit) for unit in ("be_iii", "be_i", "be_cav")] == ["-", "-", "-"], "in France too"
    ground = b.pos.game.ground
    works = [p for p in ground.works | frozenset(ground.garrison) if ground.country[p] == "Belgium"]
    assert works and all(b.pos.destroyed(place) for place in works) and b.on("fr_i") == "2812"
    three = position().unit("be_iii", "2724")
    cities = [b.pos.label(city) for city in ground.belgian_cities]
    assert three.taken(*cities[:3]).run(Surrender()).on("be_iii") == "2724"


# ---------------------------------------------------------------------- 13
def test_the_end_of_dynamo_declared_on_turn_3_lies_on_turn_6_and_the_port_marker_in_its_port() -> None:
    """13.3a, 13.2c: example."""
    b = position().unit("br_5", "3312").turn(3).pool("cup").round_of("german", "combat", turn=3)
    b.assign("cup_reserve", 1).assign("run", 1).run(sequence.NextRound()).play("declare_dynamo 3312")
    assert b.pos.var("dynamo_end") == 6 and b.state.marker(b.hex("3312"), -1, w.PORT)


def test_a_unit_that_moves_into_the_port_with_a_point_left_leaves_in_the_same_round() -> None:
    """13.4.3."""
    b = position().dynamo("3312").unit("br_12", "3213").unit("br_23", "3112")
    b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED)).play("move br_12 3312", "evacuate br_12 1")
    assert b.piece("br_12") in b.pos.pool("evacuated")
    b.play("move br_23 3213,3312")
    spent = b.pos.flag(b.piece("br_23"), w.MOVED) - 1
    assert spent == b.pos.ma(b.piece("br_23")) and b.refuses("evacuate br_23 1").rule == "CY 13.4"


def test_the_disruption_of_the_port_does_not_lower_the_tr_of_its_defenders() -> None:
    """13.6, 6.3."""
    b = position().dynamo("3312").unit("br_i", "3312").marker("port_disruption", "3312", count=2).unit("ge_x", "3313")
    attack(b, "german", "attack ge_x 3312", dice=(4,), turn=4)
    settle(b)
    assert b.pos.tr(b.piece("br_i")) == 4 and not b.pos.disrupted(b.piece("br_i"))


# ---------------------------------------------------------------------- QA
def test_the_dutch_division_of_rotterdam_dies_by_an_engaged_result_and_nobody_advances() -> None:
    """QA.3, 11.9a."""
    b = position().unit("ge_fj1", "3924").unit("nl_1", "4024").air("german", 3)
    attack(b, "german", "attack ge_fj1 4024", dice=(4,))
    b.play("commit_air 3")
    assert (column(b), result(b)) == ("2:1", "ENG") and b.on("nl_1") == "-" and b.on("ge_fj1") == "3924"
    assert b.offer is None or "advance" not in b.offer.kinds
    assert b.pos.fights() == () and b.pos.control(b.hex("4024")) == w.ALLIED
    b.unit("nl_3", "4123").round_of("allied", "move").run(Movement(w.ALLIED)).play("move nl_3 4024")
    assert b.on("nl_3") == "4024", "otherwise a Dutch unit may come in"


def test_a_chit_that_was_put_back_is_drawn_later() -> None:
    """QA.6."""
    b = position(seed="later").round_of("german", "combat").assign("run", 2)
    move, other = w.CHITS[w.GERMAN]["move"], w.CHITS[w.ALLIED]["combat"]
    b.act().pool("pool.cup", move, 1)
    b.act().pool("pool.cup", other, 1)
    b.run(sequence.DrawChit())
    drawn = [event.token for event in b.events if isinstance(event, ev.Drawn)]
    assert drawn[-2:] == [other, move] and set(drawn[:-2]) <= {move}
    assert b.pos.track("combats", w.ALLIED) == b.pos.track("moves", w.GERMAN) == 1 and b.pos.pool("cup") == {}


def test_units_without_a_red_star_leave_the_dyle_area_as_they_like() -> None:
    """QA.10."""
    b = position().unit("fr_10_di", "2820").round_of("allied", "move").run(Movement(w.ALLIED))
    out = next(p for p in b.pos.board.neighbours[b.hex("2820")] if p not in b.pos.game.ground.dyle)
    assert b.play(f"move fr_10_di {b.pos.label(out)}").on("fr_10_di") == b.pos.label(out)


def test_de_kills_a_regiment_and_takes_one_step_of_a_corps_alone_with_it() -> None:
    """11.3f."""
    b = (
        position()
        .unit("ge_iv", "2813")
        .units("2912", "fr_xi", "fr_rif_boulay")
        .unit("ge_xi", "2913")
        .unit("ge_i", "3013")
    )
    attack(b.air("german", 2), "german", "attack ge_iv,ge_xi,ge_i 2912", dice=(6,), turn=1)
    b.play("commit_air 2")
    assert result(b) == "DE" and b.on("fr_rif_boulay") == "-", "nobody is asked: there is one unit only"
    assert b.pos.steps(b.piece("fr_xi")) == 1 and b.pos.disrupted(b.piece("fr_xi"))
    settle(b, until="advance")
    assert b.pos.board.distance(b.pos.at(b.piece("fr_xi")), b.hex("2912")) == 2


def test_an_engaged_port_fights_on_after_the_units_over_the_limit_have_left() -> None:
    """QA.1, 11.9c."""
    b = position().dynamo("3312", turn=4).units("3312", "br_i", "br_5", "br_50").unit("ge_x", "3313")
    b.round_of("german", "combat", turn=4).dice(6).run(Combats(w.GERMAN)).play("attack ge_x 3312")
    b.play("defend_port br_i")
    settle(b)
    assert len(b.pos.fights()) == 1, "Engaged"
    b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED), EngagedCombats(w.ALLIED)).dice(3)
    b.play("evacuate br_5 2")
    assert b.refuses("evacuate br_i 1").rule == "CY QA.1"
    b.play("end_movement")
    settle(b)
    assert b.state.marker(b.hex("3312"), -1, w.HIT), "fought at the end of movement"
