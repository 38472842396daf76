"""Conformance cases of combat (9.5, 11.2-11.5, 11.9, QA.1, QA.3, QA.4, 12.11, 13.5, 13.6)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import contact, retreats, zoc
from hexledger.engine.games.case_yellow.rules import advance
from hexledger.engine.games.case_yellow.rules.combat import EngagedCombats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged, carry_out
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, column, result, settle


def battle(b: Built, units: tuple[str, ...], at: str, **more: int) -> bt.Battle:
    place = b.hex(at)
    return bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place), **more)


def ends(b: Built, unit: str, length: int) -> set[str]:
    """Hexes in which the retreats of a unit end."""
    return {b.pos.label(way[-1]) for way in retreats.ways(b.pos, b.piece(unit), length)}


def carried(b: Built, fight: bt.Battle, code: str, *, kind: str = "combat") -> Built:
    """Put a result on the agenda and run it as far as it goes by itself."""
    act = b.act()
    carry_out(act, fight, w.COMBAT if kind == "combat" else w.MOVE, False, code)
    return b.run()


# ---------------------------------------------------------------------- 9.5, 11.2 obligations
def two_french() -> Built:
    """Germans at 2812 between French at 2911 (hex A) and 2811 (hex B)."""
    return position().units("2812", "ge_x", "ge_1kav").unit("fr_i", "2911").unit("fr_iii", "2811")


def test_CY_041_one_stack_attacks_one_of_two_projecting_hexes_and_the_other_does_not_join() -> None:
    b = attack(two_french(), "german", "attack ge_x,ge_1kav 2911", dice=(4,))
    assert b.state.marker(b.hex("2911"), -1, w.HIT) and not b.state.marker(b.hex("2811"), -1, w.MUST)
    assert not b.pos.flag(b.piece("fr_iii"), w.DEFENDED)


def test_CY_042_an_attack_from_two_hexes_must_attack_the_other_projecting_hexes_too() -> None:
    b = two_french().unit("ge_xi", "2912").round_of("german", "combat")
    from hexledger.engine.games.case_yellow.rules.combat import Combats

    b.run(Combats(w.GERMAN))
    assert b.refuses("attack ge_x,ge_1kav,ge_xi 2911").rule == "CY 9.5"
    b.dice(6).play("attack ge_x,ge_xi 2911")
    settle(b)
    assert b.state.marker(b.hex("2811"), -1, w.MUST)
    assert b.refuses("end_combats").rule == "CY 9.5", "the division left over attacks 2811"


def test_CY_058_a_lone_stack_need_not_attack_the_other_projector() -> None:
    b = two_french().round_of("german", "combat")
    assert contact.obliged(b.pos, (b.piece("ge_x"), b.piece("ge_1kav")), b.hex("2911")) == ()


def test_CY_060_two_hexes_of_yellow_ma_units_only_ignore_other_projectors() -> None:
    b = position().unit("ge_1_pz", "2812").unit("ge_2_pz", "2912").unit("fr_i", "2911").unit("fr_iii", "2811")
    units = (b.piece("ge_1_pz"), b.piece("ge_2_pz"))
    assert contact.obliged(b.pos, units, b.hex("2911")) == ()
    b.unit("ge_1kav", "2812")
    assert contact.obliged(b.pos, units, b.hex("2911")) == b.path("2811")


# ---------------------------------------------------------------------- 9.5c, d retreats through ZOC
def driven(*others: str) -> Built:
    """A German black MA corps at 2812; French at 2811 and 2913 close the hexes around but 2712."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2811").unit("fr_iii", "2913").unit("fr_iv", "2611")
    for other in others:
        b.unit(other, "2712")
    return b


def test_CY_044_a_black_ma_unit_retreats_through_a_friend_and_not_through_an_empty_enemy_zoc() -> None:
    b = driven("ge_xi")
    assert zoc.in_ezoc(b.pos, b.hex("2711"), w.GERMAN)
    ways = retreats.ways(b.pos, b.piece("ge_x"), 2)
    assert ways and {way[0] for way in ways} == {b.hex("2712")}


def test_CY_045_with_an_enemy_in_the_place_of_the_friend_it_is_eliminated() -> None:
    b = driven("fr_x").run(Retreats(w.GERMAN, (position().piece("ge_x"),), 2, "11.4b"))
    assert b.on("ge_x") == "-"


def test_CY_046_a_yellow_ma_unit_with_the_higher_tr_passes_an_enemy_zoc_and_one_with_a_tie_does_not() -> None:
    b = position().units("2812", "fr_1_dlm", "fr_3_dlm")
    for unit, at in (("ge_xxvii", "2910"), ("ge_v", "2710"), ("ge_xxx", "2813"), ("ge_xxiv", "2912")):
        b.unit(unit, at)
    assert b.pos.tr(b.piece("fr_1_dlm")) == 4 and b.pos.tr(b.piece("fr_3_dlm")) == 3
    assert retreats.may_enter(b.pos, b.piece("fr_1_dlm"), b.hex("2812"), b.hex("2811"))
    assert not retreats.may_enter(b.pos, b.piece("fr_3_dlm"), b.hex("2812"), b.hex("2811"))


# ---------------------------------------------------------------------- 11.3
def test_CY_061_twelve_against_seven_is_one_to_one() -> None:
    b = position().unit("ge_iv", "2812").unit("ge_x", "2813").unit("fr_i", "2912").unit("fr_14_di", "2912")
    b.unit("br_12", "2912")
    left, right = (
        bt.attack(b.pos, battle(b, ("ge_iv", "ge_x"), "2912")),
        bt.defence(b.pos, battle(b, ("ge_iv",), "2912")),
    )
    assert (left.total, right.total) == (24, 14), "in halves"
    assert b.pos.game.chart.crt.columns[bt.initial(b.pos, battle(b, ("ge_iv", "ge_x"), "2912"))] == "1:1"


def test_CY_062_four_panzer_divisions_against_armour_shift_two_columns_and_three_before_the_limit() -> None:
    b = position().units("2812", "ge_1_pz", "ge_2_pz").units("2912", "ge_3_pz", "ge_4_pz").unit("fr_1_dcr", "2911")
    fight = battle(b, ("ge_1_pz", "ge_2_pz", "ge_3_pz", "ge_4_pz"), "2911")
    assert bt.armour_lines(b.pos, fight) == [("line.panzer", 2, "11.3c")]
    two = battle(b, ("ge_1_pz", "ge_2_pz"), "2911")
    assert bt.armour_lines(b.pos, two) == [("line.panzer", 1, "11.3c")], "armour in the defence takes one away"


def three_panzers(**more: int) -> tuple[Built, bt.Battle]:
    """13 against 4 on highland with Better Defence, no attack supply, an Allied asset in the defence."""
    b = position().unit("ge_1_pz", "2228").unit("ge_2_pz", "2129", nas=1).unit("ge_9_pz", "2230", nas=1)
    b.unit("fr_i", "2229").marker("better_defence", "2229")
    return b, battle(b, ("ge_1_pz", "ge_2_pz", "ge_9_pz"), "2229", defence_air=1, **more)


def test_CY_064_with_a_fourth_stuka_the_shift_is_two_to_the_right_and_at_its_limit() -> None:
    b, fight = three_panzers(attack_air=3)
    columns = b.pos.game.chart.crt.columns
    found = bt.odds(b.pos, fight)
    assert columns[found.initial] == "3:1" and found.net == 1 and columns[found.column] == "4:1"
    more = bt.odds(b.pos, fight._replace(attack_air=4))
    assert more.net == 2 and columns[more.column] == "5:1"
    assert bt.odds(b.pos, fight._replace(attack_air=5)).net == 2


def test_CY_120_an_attack_by_a_corps_alone_loses_one_step_by_ae() -> None:
    b = position().unit("ge_x", "2812").unit("fr_i", "2912")
    carried(b, battle(b, ("ge_x",), "2912"), "AE")
    assert b.pos.steps(b.piece("ge_x")) == 1 and b.pos.disrupted(b.piece("ge_x"))
    two = position().units("2812", "ge_x", "ge_1kav").unit("fr_i", "2912")
    carried(two, battle(two, ("ge_x", "ge_1kav"), "2912"), "AE")
    two.play("lose_step ge_x", "lose_step ge_1kav")
    assert two.pos.steps(two.piece("ge_x")) == two.pos.steps(two.piece("ge_1kav")) == 1


# ---------------------------------------------------------------------- 11.4 retreats
def test_CY_065_a_division_stays_with_the_corps_in_the_second_hex_and_the_retreating_corps_dies() -> None:
    b = position().units("2812", "fr_i", "fr_10_di").unit("fr_iii", "2810").unit("fr_iv", "2910").unit("fr_v", "2809")
    b.unit("fr_x", "2811").unit("fr_xi", "2710").unit("fr_ii", "2709").unit("fr_vi", "2909")
    for unit, at in (("ge_x", "2912"), ("ge_xi", "2712"), ("ge_i", "2813"), ("ge_ii", "3011"), ("ge_v", "2611")):
        b.unit(unit, at)
    units = (b.piece("fr_i"), b.piece("fr_10_di"))
    assert retreats.ways(b.pos, units[0], 2) == (), "every hex two away and every third hex holds a corps"
    b.run(Retreats(w.ALLIED, units, 2, "11.4b")).play("retreat fr_10_di 2811,2810")
    assert b.on("fr_10_di") == "2810" and b.on("fr_i") == "-"


def retreating(first: str, *, at: str = "2213") -> list[tuple[str, ...]]:
    b = position().unit("fr_10_di", at)
    return [
        tuple(map(b.pos.label, way)) for way in retreats.ways(b.pos, b.piece("fr_10_di"), 2) if way[0] == b.hex(first)
    ]


def test_CY_066_after_a_first_hex_in_a_city_the_second_may_be_waived() -> None:
    assert ("2412",) in retreating("2412", at="2413")


def test_CY_068_after_a_first_hex_in_clear_terrain_the_second_must_be_taken() -> None:
    found = retreating("2811", at="2812")
    assert found and all(len(way) == 2 for way in found)


def test_CY_069_each_first_hex_that_waives_does_so_on_its_own() -> None:
    b = position().unit("fr_10_di", "2225")
    place, piece = b.hex("2225"), b.piece("fr_10_di")
    over_river = b.hex("2124")
    assert retreats.waives(b.pos, piece, place, over_river), "a river, and a town"
    works = position().unit("fr_10_di", "2123")
    assert retreats.waives(works.pos, works.piece("fr_10_di"), works.hex("2123"), works.hex("2224")), "town and works"
    assert not retreats.waives(works.pos, works.piece("fr_10_di"), works.hex("2123"), works.hex("2122"))


def test_CY_105_a_retreating_german_treats_undestroyed_works_as_held_by_the_enemy() -> None:
    b = position().unit("ge_x", "2124")
    assert not retreats.may_enter(b.pos, b.piece("ge_x"), b.hex("2124"), b.hex("2025"))
    b.marker("destroyed", "2025")
    assert retreats.may_enter(b.pos, b.piece("ge_x"), b.hex("2124"), b.hex("2025"))


# ---------------------------------------------------------------------- 11.5f second hex
def second(b: Built, here: str, there: str) -> str | None:
    why = advance.second_hex(b.pos, b.piece("ge_1_pz"), b.hex(here), b.hex(there))
    return None if why is None else why[0]


def test_CY_070_the_second_hex_of_an_advance_is_no_forest_without_a_road() -> None:
    b = position().unit("ge_1_pz", "2224")
    assert second(b, "2424", "2423") is None, "along the road"
    assert second(b, "2323", "2423") == "10.4b"


def test_CY_072_nor_an_undestroyed_fortified_line() -> None:
    b = position().unit("ge_1_pz", "1827")
    assert second(b, "1827", "1828") == "11.5f"


def test_CY_073_a_minor_river_is_crossed_with_or_without_a_crossing() -> None:
    b = position().unit("ge_1_pz", "2217")
    assert second(b, "2217", "2218") is None and second(b, "2218", "2317") is None


def test_CY_074_a_major_river_is_not_crossed_but_at_a_crossing_that_is_not_interdicted() -> None:
    b = position().unit("ge_1_pz", "1609")
    assert second(b, "1609", "1508") == "11.5f" and second(b, "1609", "1608") is None
    assert second(b.marker("interdicted", "1609"), "1609", "1608") == "11.5f"


# ---------------------------------------------------------------------- 11.9 Engaged
def engaged_result(attacker: str, defender: str) -> Built:
    b = position().unit(attacker, "2812").unit(defender, "2912")
    return carried(b, battle(b, (attacker,), "2912"), "ENG")


def test_CY_076_the_lower_tr_loses_a_step_and_nobody_retreats_or_advances() -> None:
    b = engaged_result("ge_x", "fr_i")
    assert b.pos.steps(b.piece("ge_x")) == 2 and b.pos.steps(b.piece("fr_i")) == 1
    assert (b.on("ge_x"), b.on("fr_i")) == ("2812", "2912") and b.pos.engaged(b.piece("ge_x"))


def test_CY_077_with_equal_tr_both_lose_a_step() -> None:
    b = engaged_result("ge_xxvii", "fr_i")
    assert b.pos.steps(b.piece("ge_xxvii")) == b.pos.steps(b.piece("fr_i")) == 1


# ---------------------------------------------------------------------- QA.3 Rotterdam
def rotterdam() -> Built:
    return position().unit("ge_fj1", "3924").unit("nl_1", "4024")


def test_CY_100_the_fj_unit_against_the_dutch_division_begins_at_one_to_two() -> None:
    b = rotterdam()
    fight = battle(b, ("ge_fj1",), "4024")
    assert b.pos.game.chart.crt.columns[bt.initial(b.pos, fight)] == "1:2"
    assert bt.river_shift(b.pos, fight) == 0, "the FJ bridgehead"


def test_CY_101_the_city_makes_it_one_to_three() -> None:
    b = rotterdam()
    assert b.pos.game.chart.crt.columns[bt.odds(b.pos, battle(b, ("ge_fj1",), "4024")).column] == "1:3"


def test_CY_102_three_stukas_make_it_two_to_one() -> None:
    b = rotterdam()
    found = bt.odds(b.pos, battle(b, ("ge_fj1",), "4024", attack_air=3))
    assert found.net == 2 and b.pos.game.chart.crt.columns[found.column] == "2:1"


def test_CY_104_after_the_engaged_result_the_empty_city_is_taken_in_a_move_round_only() -> None:
    b = attack(rotterdam().air("german", 3), "german", "attack ge_fj1 4024", dice=(4,))
    b.play("commit_air 3")
    assert column(b) == "2:1" and result(b) == "ENG"
    assert b.on("nl_1") == "-" and b.on("ge_fj1") == "3924", "no advance"
    assert b.pos.control(b.hex("4024")) == w.ALLIED
    b.round_of("german", "move").run(Movement(w.GERMAN)).play("move ge_fj1 4024")
    assert b.pos.control(b.hex("4024")) == w.GERMAN


# ---------------------------------------------------------------------- 12.11 scenario 3
def better(**marks: int) -> Built:
    return position("free_command").unit("fr_i", "2812", **marks).marker("better_defence", "2812")


def test_CY_080_better_defence_of_scenario_3_adds_one_to_the_tr_in_the_defence() -> None:
    b = better().unit("ge_5_pz", "2912")
    assert b.pos.tr(b.piece("fr_i"), True) == 4 and b.pos.tr(b.piece("fr_i")) == 3
    assert not zoc.ignores(b.pos, b.piece("ge_5_pz"), b.hex("2813")), "TR 4 does not outrate it"
    one = position().unit("fr_i", "2812").marker("better_defence", "2812")
    assert one.pos.tr(one.piece("fr_i"), True) == 3, "the front side of scenarios 1 and 2 does not"


def test_CY_081_disrupted_it_is_two() -> None:
    b = better(disrupted=1)
    assert b.pos.tr(b.piece("fr_i"), True) == 2


# ---------------------------------------------------------------------- 13.5, 13.6, QA.1 the Dynamo port
def port() -> Built:
    """Four British and French units in Dunkerque, over the limits; a German corps beside it."""
    b = position().dynamo("3312")
    return b.units("3312", "br_i", "br_5", "fr_i", "br_50").unit("ge_x", "3313")


def test_CY_089_a_retreat_forced_on_the_port_kills_all_units_in_it() -> None:
    b = port()
    defenders = (b.piece("br_i"), b.piece("br_5"))
    carried(b, bt.Battle((b.piece("ge_x"),), b.hex("3312"), defenders), "DR")
    assert b.pos.units(b.hex("3312")) == ()


def test_CY_090_two_stukas_shift_one_column_against_the_port() -> None:
    b = port()
    fight = battle(b, ("ge_x",), "3312")
    assert [bt.air_shift(b.pos, fight._replace(attack_air=number)) for number in (1, 2, 3, 4)] == [0, 1, 1, 2]


def test_CY_098_units_over_the_limit_evacuate_from_an_engaged_port_before_the_combat_goes_on() -> None:
    b = port()
    fight = bt.Battle((b.piece("ge_x"),), b.hex("3312"), (b.piece("br_i"), b.piece("br_5")))
    b.run(MarkEngaged(fight)).round_of("allied", "move", turn=4)
    b.run(Movement(w.ALLIED), EngagedCombats(w.ALLIED))
    assert b.refuses("evacuate br_i 1").rule == "CY QA.1"
    assert b.refuses("move br_i 3212").rule == "CY 11.9b"
    b.play("evacuate br_50 1")
    assert b.pos.fight_at(b.hex("3312")) is not None
    b.dice(5).play("end_movement")
    settle(b)
    assert b.state.marker(b.hex("3312"), -1, w.HIT), "resolved at the end of movement"
