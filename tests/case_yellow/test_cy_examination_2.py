"""Case Yellow: a second examination set: examples of the booklet played through, exceptions, boundaries."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import retreats, stacking, supply, ways, zoc
from hexledger.engine.games.case_yellow.rules import (
    air,
    entering,
    paris,
    recovery,
    refit,
    terror,
)
from hexledger.engine.games.case_yellow.rules.attrition import Attrition
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Excess, Movement
from hexledger.engine.games.case_yellow.rules.replacements import Replacements
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, column, result, settle
from tests.case_yellow.test_cy_examination import legal, strengths, whole_round

CORPS = tuple(
    f"fr_{name}"
    for name in (
        *("ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"),
        *("xiii", "xvi", "xvii", "xviii", "xx", "xxi", "xxiii", "xxiv", "xxv", "xli", "xlii", "xliii"),
    )
)
"""French corps to fill hexes with."""


def moving(b: Built, side: str = "german", turn: int = 3) -> Built:
    """The movement of a Move round, with what is over the limits at its end."""
    number = w.SIDES.index(side) + 1
    return b.round_of(side, "move", turn).run(Movement(number), Excess(number))


# ---------------------------------------------------------------------- examples of the booklet
def test_two_panzer_divisions_drive_two_hexes_overrun_and_have_two_points_left() -> None:
    """10.3c example: CS 10 and MA 6; two points to come there, two for the hex, two left."""
    b = moving(position().units("2810", "ge_1_pz", "ge_2_pz").unit("br_12", "2813"))
    b.play("move ge_1_pz,ge_2_pz 2811,2812", "overrun ge_1_pz,ge_2_pz 2813")
    assert b.offer is not None and b.offer.side == w.GERMAN, "the overrunner drives the unit off"
    b.play(b.choices()[0])
    assert b.pos.disrupted(b.piece("br_12")) and b.pos.board.distance(b.hex(b.on("br_12")), b.hex("2813")) == 2
    assert b.on("ge_1_pz") == b.on("ge_2_pz") == "2813"
    free = "2814" if b.on("br_12") != "2814" else "2714"
    assert legal(b, f"move ge_1_pz,ge_2_pz {free}") and b.refuses("move ge_1_pz 2814,2815,2816").rule == "CY 10.1"


def test_a_panzer_division_that_ends_on_a_supply_unit_in_forest_costs_one_of_the_two() -> None:
    """10.4b example: two points for the forest road hex, and the overstack is set right by its owner."""
    b = moving(position().unit("ge_aga_supply", "2730").unit("ge_1_pz", "2831"))
    assert ways.price(b.pos, b.piece("ge_1_pz"), b.hex("2831"), b.hex("2730")) == 2
    b.play("move ge_1_pz 2730", "end_movement")
    assert b.choices() == ["remove_excess ge_1_pz", "remove_excess ge_aga_supply"]


def test_a_bridgehead_is_tried_once_and_both_divisions_cross_into_enemy_zoc() -> None:
    """10.8 example 1, 10.8f, 12.3: the failure of the one is the failure of the other; both cross at the end."""
    failed = moving(position(dice=[2]).units("2125", "ge_8_pz", "ge_9_pz").unit("fr_i", "2023")).play(
        "move ge_9_pz 2026"
    )
    failed.play("try_bridgehead 2025")
    assert failed.refuses("try_bridgehead 2025").rule == "CY 10.8f"
    b = position(dice=[4]).unit("ge_8_pz", "2126").unit("ge_9_pz", "2226").unit("fr_i", "2123")
    b = moving(b).play("move ge_8_pz 2125").play("try_bridgehead 2124", "move ge_9_pz 2125", "end_movement")
    assert zoc.in_ezoc(b.pos, b.hex("2124"), w.GERMAN)
    b.run(recovery.Crossings()).play("cross_bridgehead ge_8_pz 2124", "cross_bridgehead ge_9_pz 2124")
    assert b.on("ge_8_pz") == b.on("ge_9_pz") == "2124"
    assert not b.state.marker(b.hex("2124"), -1, w.BRIDGEHEAD)


def test_who_crosses_where_no_crossing_is_destroys_the_works_and_is_out_of_supply() -> None:
    """10.8c.1, 10.9c, 12.3b, 7.2b: the Allied crossings around do not serve him."""
    b = position(dice=[5]).unit("ge_8_pz", "2126").unit("fr_i", "2023").unit("fr_ii", "1824").unit("fr_iii", "1926")
    b = moving(b).play("move ge_8_pz 2125", "try_bridgehead 2025", "end_movement")
    b.run(recovery.Crossings()).play("cross_bridgehead ge_8_pz 2025")
    assert b.on("ge_8_pz") == "2025" and b.pos.destroyed(b.hex("2025"))
    b.turn(4).run(SupplyPhase())
    assert b.pos.oos(b.piece("ge_8_pz"))


def test_the_paratroops_at_rotterdam_kill_the_division_and_enter_the_city_in_a_move_round_only() -> None:
    """QA.3: 1:2, the city one to the left, three assets: 2:1; a four is Engaged, the Dutch TR is the lower."""
    b = position(dice=[4]).unit("ge_fj1", "3924").unit("nl_1", "4024").air("german", 3)
    attack(b, "german", "attack ge_fj1 4024", dice=(4,))
    while b.offer is not None and "commit_air" not in b.offer.kinds:
        b.play("pass")
    b.play("commit_air 3")
    assert b.lines("reckon.odds") == {"line.initial": 1, "line.terrain": -1, "line.air_attacker": 3}
    assert column(b) == "2:1"
    assert b.on("nl_1") == "-" and b.on("ge_fj1") == "3924" and not b.pos.fights()
    assert b.offer is None or "advance" not in b.offer.kinds
    b = moving(b, "german", 2)
    b.play("move ge_fj1 4024")
    assert b.on("ge_fj1") == "4024"


@pytest.mark.parametrize(("unit", "lives"), [("fr_1_dlm", True), ("fr_3_dlm", False)])
def test_a_yellow_unit_retreats_between_two_corps_that_it_outrates(unit: str, lives: bool) -> None:
    """9.5d example 2: TR 4 gets through the ZOC of TR 3, TR 3 does not."""
    b = position().unit(unit, "2812").unit("ge_iv", "2813").unit("ge_v", "2911").unit("ge_xxvii", "2711")
    b.unit("ge_x", "2912").unit("ge_xi", "2712")
    attack(b, "german", "attack ge_iv 2812", dice=(6,), turn=1)
    assert result(b) == "DR"
    if lives:
        assert b.offer is not None and b.offer.side == w.ALLIED and f"retreat {unit} 2811,2810" in b.choices()
    else:
        assert b.on(unit) == "-"


def test_a_corps_that_would_overstack_in_the_second_and_the_third_hex_dies_and_its_division_stays() -> None:
    """11.4b example, 8.4."""
    b = position().units("2812", "fr_i", "fr_53_di").units("2813", "ge_iv", "ge_22_al").air("german", 2)
    for german, at in (("ge_v", "2912"), ("ge_x", "2911"), ("ge_xi", "2711"), ("ge_i", "2712")):
        b.unit(german, at)
    corps = iter(CORPS)
    near = {b.hex("2811")}
    for _ in range(2):
        near |= {p for place in near for p in b.pos.board.neighbours[place] if p in b.pos.scenario.land}
    for place in sorted(near):
        if not b.pos.units(place):
            b.unit(next(corps), b.pos.label(place))
    attack(b, "german", "attack ge_iv,ge_22_al 2812", dice=(6,), turn=1)
    b.play("commit_air 2")
    assert result(b) == "DR" and b.choices() and all("fr_53_di" in line for line in b.choices())
    b.play(b.choices()[0])
    assert b.on("fr_i") == "-" and b.on("fr_53_di") != "-"


def test_three_panzer_divisions_against_a_corps_in_high_ground_end_at_four_to_one() -> None:
    """11.3 example: 13 against 4; two left for the ground, one for want of supply, two right for the air, two for the
    panzer divisions; the river is bridged."""
    b = position().units("2727", "ge_1_pz", "ge_2_pz").unit("ge_9_pz", "2627").unit("fr_i", "2628")
    b.marker("better_defence", "2628").air("german", 3).air("allied", 1)
    b.control("allied", *map(b.pos.label, b.pos.game.ground.german_cities))
    attack(b, "german", "attack ge_1_pz,ge_2_pz,ge_9_pz 2628", dice=(6, 1), turn=3)
    b.play("try_bridgehead 2628", "commit_air 3", "commit_air 1")
    lines = b.lines("reckon.odds")
    assert lines == {
        "line.initial": 4,
        "line.terrain": -1,
        "line.better_defence": -1,
        "line.unsupplied": -1,
        "line.air_attacker": 3,
        "line.air_defender": -1,
        "line.panzer": 2,
    }
    assert column(b) == "4:1"


def test_five_stukas_of_the_example_disrupt_the_port_twice() -> None:
    """5.1e example: 1, 4, 2, 6: the first is lost until turn 6, two disruptions, one step; four steps may leave."""
    b = position(dice=[1, 4, 2, 6]).dynamo("3312").air("german", 5)
    b.units("3312", "br_51", "br_5", "br_52", "fr_14_di", "fr_10_di", reduced=True).run(air.Stukas())
    b.play("bomb 3312", "bomb 3312", "bomb 3312", "bomb 3312")
    assert b.offer is not None and b.offer.side == w.ALLIED
    b.play("lose_step br_5")
    assert b.on("br_5") == "-" and b.pos.pool("stukas_lost") == {6: 1} and b.pos.track("air", w.GERMAN) == 1
    assert b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 2
    assert not any(b.has(unit, "disrupted") for unit in ("br_51", "br_52", "fr_14_di", "fr_10_di"))
    b.play("pass")
    whole_round(b, "allied", w.MOVE, 4)
    b.play("evacuate br_51", "evacuate br_52", "evacuate fr_14_di", "evacuate fr_10_di")
    assert b.state.track(w.TRACK["vp"], w.ALLIED) == 4


def test_no_more_than_four_steps_are_ever_disrupted_away() -> None:
    """13.4.1: three markers take no more than two."""
    b = position().dynamo("3312").marker("port_disruption", "3312", count=3)
    b.units("3312", "br_51", "br_5", "br_52", "fr_14_di", "fr_10_di", reduced=True)
    whole_round(b, "allied", w.MOVE, 4)
    b.play("evacuate br_51", "evacuate br_5", "evacuate br_52", "evacuate fr_14_di")
    assert b.refuses("evacuate fr_10_di").rule == "CY 13.4"


@pytest.mark.parametrize(("turn", "taken", "side"), [(4, 0, 2), (5, 0, 2), (6, 0, 2), (7, 0, 1), (6, 5, 1)])
def test_the_allies_begin_three_turns_after_dynamo_unless_the_port_falls(turn: int, taken: int, side: int) -> None:
    """13.2c and its example: declared on turn 3."""
    b = position(seed="initiative").dynamo("3312", declared=3, turn=taken or 6).unit("ge_1_pz", "3213")
    if taken:
        moving(b, "german", taken).play("move ge_1_pz 3312")
    if turn == 7:
        entering.end_dynamo(b.act())
    b.turn(turn).run(sequence.Initiative())
    assert b.pos.var("initiative") == side


def test_attrition_chits_of_the_example() -> None:
    """12.9g example: a step of the 3rd DLM and the tank brigade; chits of dead divisions take nobody else's step."""
    b = position(seed="chits").unit("fr_3_dlm", "2812").unit("br_1_tank", "2912").unit("fr_1_dlm", "2810")
    b.pool("dead", "fr_1_dcr", "fr_2_dcr").pool("cup_allied", "fr_3_dlm", "fr_1_dcr", "fr_2_dcr", "br_1_tank")
    b.run(Attrition(w.ALLIED))
    assert b.pos.reduced(b.piece("fr_3_dlm")) and b.on("br_1_tank") == "-"
    assert not b.pos.reduced(b.piece("fr_1_dlm"))


def test_two_chits_of_one_armoured_division_end_it_in_one_turn() -> None:
    """12.9d, 12.9g."""
    b = position(seed="dcr").unit("fr_1_dcr", "2812").unit("fr_2_dcr", "2810")
    b.pool("cup_allied", "fr_1_dcr", "fr_1_dcr").run(Attrition(w.ALLIED))
    assert b.on("fr_1_dcr") == "-" and b.on("fr_2_dcr") == "2810"


@pytest.mark.parametrize(("scenario", "ends"), [("historical", 7), ("informed_allies", 7), ("free_command", 6)])
def test_a_refit_declared_on_turn_4_ends_three_turns_later_and_two_in_scenario_3(scenario: str, ends: int) -> None:
    """12.12e and its example, 12.9h: the chits that are left go, nobody loses a step for them."""
    b = position(scenario).unit("ge_1_pz", "3030").unit("ge_2_pz", "3031").turn(4)
    b.pool("cup_german", "ge_1_pz", "ge_2_pz").run(refit.Declaration()).play("declare_refit")
    assert b.pos.var("refit_end") == ends and not b.pos.pool("cup_german")
    assert b.on("ge_1_pz") == "-" and not b.pos.pool("dead")


# ---------------------------------------------------------------------- 6.2, 7.5c
@pytest.mark.parametrize(
    ("unit", "marks", "found"),
    [
        ("ge_1_pz", {"oos": 1}, (3, 3)),
        ("ge_1_pz", {"disrupted": 1}, (3, 4)),
        ("ge_1_pz", {"oos": 1, "disrupted": 1}, (1, 1)),
        ("fr_rif_crusnes", {"oos": 1}, (1, 1)),
        ("nl_1", {"oos": 1}, (1, 3)),
        ("nl_peel", {"disrupted": 1}, (1, 1)),
    ],
)
def test_tr_and_ma_out_of_supply_and_disrupted(unit: str, marks: dict[str, int], found: tuple[int, int]) -> None:
    """6.2, 7.5c: two from the TR, MA 3 at most, then two from both, never below one."""
    b = position().unit(unit, "2812", **marks)
    assert (b.pos.tr(b.piece(unit)), b.pos.ma(b.piece(unit))) == found


def test_a_second_disruption_and_disruption_of_attackers_change_no_strength() -> None:
    """6.2: no other effects."""
    b = position().unit("ge_x", "2812", disrupted=1).unit("fr_i", "2811", disrupted=1)
    attack(b, "german", "attack ge_x 2811", dice=(1,), turn=1)
    assert strengths(b) == (10, 8)


def test_disruption_of_a_unit_out_of_supply_stays_until_a_turn_in_which_it_is_supplied() -> None:
    """6.4, 7.5b, 12.2."""
    b = position().unit("ge_1_pz", "3031", oos=1, disrupted=1).run(recovery.RemoveDisruption())
    assert b.has("ge_1_pz", "disrupted")
    b.turn(4).run(SupplyPhase(), recovery.RemoveDisruption())
    assert not b.has("ge_1_pz", "oos") and not b.has("ge_1_pz", "disrupted")


# ---------------------------------------------------------------------- 11.3 odds and shifts
def test_a_german_attack_at_one_to_three_with_a_shift_to_the_left_is_ae_without_a_die() -> None:
    """11.3a, 11.3g: no die is scripted; the woods make 1:4 of 1:3; a division of two steps loses both."""
    b = position().unit("ge_1kav", "1718").units("1618", "fr_i", "fr_14_di")
    attack(b, "german", "attack ge_1kav 1618", turn=1)
    settle(b)
    assert b.lines("reckon.odds") == {"line.initial": 0, "line.terrain": -1} and b.on("ge_1kav") == "-"
    low = position().unit("ge_1kav", "1718", reduced=True).units("1618", "fr_i", "fr_14_di")
    low.round_of("german", "combat", 1).run(Combats(w.GERMAN))
    assert low.offer is None or low.refuses("attack ge_1kav 1618").rule == "CY 11.3a"


def test_the_net_shift_against_a_german_attack_is_one_and_against_an_allied_attack_two() -> None:
    """11.3b: 1:1 with the city, Better Defence and want of supply is 1:2; an Allied attack falls two columns."""
    b = position().unit("ge_x", "3123").unit("fr_i", "3122").marker("better_defence", "3122")
    b.control("allied", *map(b.pos.label, b.pos.game.ground.german_cities))
    attack(b, "german", "attack ge_x 3122", dice=(1,), turn=3)
    lines = b.lines("reckon.odds")
    assert (lines["line.initial"], column(b)) == (2, column(b)) and column(b) == "1:2"
    a = position().unit("fr_i", "3022").unit("ge_x", "3122", reduced=True).air("german", 2)
    attack(a, "allied", "attack fr_i 3122", dice=(3,), turn=1)
    a.play("commit_air 2")
    assert a.lines("reckon.odds")["line.initial"] == 2 and column(a) == "1:3", "three to the left count two"


def test_an_allied_attack_that_falls_below_the_table_is_ae_and_two_corps_choose_freely() -> None:
    """11.3a, 11.3g: both steps may come from one corps; the survivor is disrupted."""
    b = position().unit("fr_i", "2811").unit("fr_ii", "2711").units("2812", "ge_iv", "ge_22_al").air("german", 3)
    attack(b, "allied", "attack fr_i,fr_ii 2812", dice=(1,), turn=1)
    b.play("commit_air 3")
    assert column(b) == "1:3" and result(b) == "AE"
    b.play("lose_step fr_i", "lose_step fr_i")
    assert b.on("fr_i") == "-" and b.pos.steps(b.piece("fr_ii")) == 2 and b.has("fr_ii", "disrupted")


def test_an_arko_from_afar_does_not_make_two_units_of_a_corps_that_is_eliminated() -> None:
    """11.3g, 11.8a: only one corps is involved in the loss; a single step."""
    b = position().unit("ge_x", "3123", reduced=True).unit("ge_arko1", "3024").units("3122", "fr_i", "fr_14_di")
    attack(b, "german", "attack ge_x,ge_arko1 3122", dice=(1,), turn=1)
    settle(b)
    assert result(b) == "AE" and b.on("ge_x") == "-" and b.on("ge_arko1") == "3024"


def test_the_defender_who_dies_of_a_shared_loss_leaves_the_hex_to_the_attacker() -> None:
    """11.5a, 11.5f, BL1: a yellow MA division goes two hexes, a corps one."""
    b = position().unit("fr_53_di", "2811").unit("ge_1_pz", "2812").unit("fr_i", "2709")
    attack(b, "german", "attack ge_1_pz 2811", dice=(1,), turn=1)
    settle(b, until="advance")
    assert result(b) in ("BL1", "DL1") and b.on("fr_53_di") == "-"
    assert "advance ge_1_pz 2811,2810" in b.choices(), "into the ZOC of the corps in 2709 too"


def test_the_second_hex_of_an_advance_lies_over_a_minor_river_without_a_crossing() -> None:
    """11.5f, the example: minor rivers are no bar; 3112 lies over one from 3213."""
    b = position().unit("fr_53_di", "3213").unit("ge_1_pz", "3113")
    attack(b, "german", "attack ge_1_pz 3213", dice=(4,), turn=1)
    settle(b, until="advance") if b.on("fr_53_di") == "-" else settle(b, until="retreat")
    while b.offer is not None and "advance" not in b.offer.kinds:
        b.play(b.choices()[0])
    offered = b.choices()
    assert "advance ge_1_pz 3213,3214" in offered and "advance ge_1_pz 3213,3212" in offered


def test_allied_air_flies_for_a_belgian_who_fights_beside_a_frenchman() -> None:
    """11.3c: not where only Dutch or Belgian units fight."""
    for units, flies in ((("be_i",), False), (("be_i", "fr_53_di"), True)):
        b = position().units("3022", *units).unit("ge_x", "3023").air("allied", 1)
        attack(b, "german", "attack ge_x 3022", dice=(1,), turn=1)
        assert (b.offer is not None and "commit_air" in b.offer.kinds) is flies


@pytest.mark.parametrize(("assets", "shift"), [(1, 0), (2, 1), (3, 1)])
def test_stukas_over_the_port_count_by_pairs(assets: int, shift: int) -> None:
    """13.6."""
    b = position().dynamo("3312").unit("br_12", "3312").unit("ge_x", "3213").air("german", 3)
    attack(b, "german", "attack ge_x 3312", dice=(1,), turn=4)
    b.play(f"commit_air {assets}")
    assert b.lines("reckon.odds").get("line.air_attacker", 0) == shift


@pytest.mark.parametrize(("unit", "target", "river"), [("nl_bda", "4024", False), ("nl_bdb", "3923", True)])
def test_paratroops_bridge_crossings_only(unit: str, target: str, river: bool) -> None:
    """10.8c.4: 3924 has a crossing to Rotterdam; the river to 3923 has none."""
    b = position().unit("ge_fj1", "3924").unit(unit, target)
    attack(b, "german", f"attack ge_fj1 {target}", dice=(1,), turn=1)
    settle(b)
    assert ("line.river" in b.lines("reckon.odds")) is river


def test_paratroops_bridge_the_river_for_who_stands_with_them_and_not_for_others() -> None:
    """10.8c.4: from 3924 the river is bridged; who attacks Rotterdam from 3923 over the river still has it, but a river
    counts only when all attack over it."""
    b = position().units("3924", "ge_fj1", "ge_x").unit("nl_1", "4024")
    attack(b, "german", "attack ge_x 4024", dice=(1,), turn=1)
    settle(b)
    assert "line.river" not in b.lines("reckon.odds")
    b = position().unit("ge_fj1", "3924").unit("ge_x", "3923").unit("nl_1", "4024")
    attack(b, "german", "attack ge_x 4024", dice=(1,), turn=1)
    settle(b)
    assert b.lines("reckon.odds")["line.river"] == -1


def test_no_bridgehead_lets_motorized_units_attack_where_no_crossing_is() -> None:
    """QA.5."""
    b = position().unit("ge_8_pz", "2125").unit("ge_x", "2026").unit("fr_i", "2025").marker("bridgehead", "2025")
    b.round_of("german", "combat", 3).run(Combats(w.GERMAN))
    assert b.refuses("attack ge_8_pz 2025").rule == "CY QA.5"


def test_armour_from_open_ground_shifts_nothing_into_a_city_and_takes_the_first_loss_there() -> None:
    """11.3c *, 11.3e."""
    b = position().unit("ge_1_pz", "3123").unit("ge_gd", "3123").unit("fr_i", "3122")
    attack(b, "german", "attack ge_1_pz,ge_gd 3122", dice=(3,), turn=1)
    settle(b, until="lose_step")
    assert result(b) == "AL1" and "line.panzer" not in b.lines("reckon.odds")
    assert b.pos.steps(b.piece("ge_1_pz")) == 1 and b.on("ge_gd") == "3123"


# ---------------------------------------------------------------------- 9.5b
def test_a_zoc_that_does_not_enter_the_attackers_city_obliges_nobody() -> None:
    """9.4b, 9.5b: a corps in 3022 projects nothing into Bruxelles, whose units attack 3121 with those of 3222; from
    3021, into which it projects, it would have to be attacked too."""
    b = position().unit("ge_x", "3122").unit("ge_xi", "3222").unit("ge_ix", "3021").unit("fr_i", "3121")
    b.unit("fr_ii", "3022").round_of("german", "combat", 1).run(Combats(w.GERMAN))
    b.dice(3).play("attack ge_x,ge_xi 3121")
    settle(b, until="attack")
    assert legal(b, "end_combats")
    c = position().unit("ge_x", "3122").unit("ge_xi", "3222").unit("ge_ix", "3021").unit("fr_i", "3121")
    c.unit("fr_ii", "3022").round_of("german", "combat", 1).dice(3).run(Combats(w.GERMAN))
    c.play("attack ge_ix,ge_xi 3121")
    settle(c, until="attack")
    assert c.refuses("end_combats").rule == "CY 9.5" and legal(c, "attack ge_x 3022")


@pytest.mark.parametrize(("extra", "free"), [("", True), ("ge_gd", True), ("ge_fj1", False)])
def test_two_hexes_with_a_regiment_of_foot_in_one_are_not_free_of_obligations(extra: str, free: bool) -> None:
    """9.5b, 11.2e: both hexes hold yellow MA units only, or the exception does not apply."""
    b = position().unit("ge_1_pz", "2812").unit("ge_2_pz", "2712").unit("fr_53_di", "2711").unit("fr_i", "2911")
    b = b.unit(extra, "2812") if extra else b
    b.round_of("german", "combat", 1).run(Combats(w.GERMAN))
    assert legal(b, "attack ge_1_pz,ge_2_pz 2711") is free
    if not free:
        assert b.refuses("attack ge_1_pz,ge_2_pz 2711").rule == "CY 9.5"


# ---------------------------------------------------------------------- 10.3c overrun
@pytest.mark.parametrize(("reduced", "better", "allowed"), [(False, 1, True), (True, 1, False), (True, 0, True)])
def test_better_defence_asks_ten_to_one_of_an_overrun(reduced: bool, better: int, allowed: bool) -> None:
    """10.3c, 12.11a: ten against one does, nine against one only without the marker."""
    b = position().unit("ge_1_pz", "2812").unit("ge_6_pz" if reduced else "ge_2_pz", "2812").unit("br_12", "2813")
    b = moving(b.marker("better_defence", "2813") if better else b)
    units = "ge_1_pz,ge_6_pz" if reduced else "ge_1_pz,ge_2_pz"
    assert legal(b, f"overrun {units} 2813") is allowed


def test_an_overrun_unit_without_a_way_dies_and_one_that_was_disrupted_dies_at_once() -> None:
    """10.3c, G-A32."""
    b = position().units("2811", "ge_1_pz", "ge_2_pz").unit("nl_bda", "2812")
    for unit, at in (("ge_iv", "2711"), ("ge_i", "2712"), ("ge_ii", "2911"), ("ge_iii", "2912"), ("ge_v", "2813")):
        b.unit(unit, at)
    moving(b).play("overrun ge_1_pz,ge_2_pz 2812")
    assert b.on("nl_bda") == "-" and b.on("ge_1_pz") == "2812"
    two = moving(position().units("2811", "ge_1_pz", "ge_2_pz").unit("fr_rif_boulay", "2812", disrupted=1))
    two.play("overrun ge_1_pz,ge_2_pz 2812")
    assert two.on("fr_rif_boulay") == "-"


# ---------------------------------------------------------------------- 9.4a
@pytest.mark.parametrize(
    ("unit", "enemies", "allowed"),
    [
        ("ge_x", ("fr_i", "fr_ii"), False),
        ("ge_x", ("fr_i",), True),
        ("ge_1_pz", ("fr_i", "fr_ii"), True),
        ("ge_1_pz", ("fr_i", "fr_53_di"), True),
    ],
)
def test_who_goes_over_the_meuse_between_two_enemies(unit: str, enemies: tuple[str, ...], allowed: bool) -> None:
    """9.4a: two that project bar the way, but for a yellow MA unit that outrates them; a lone division projects not."""
    b = position().unit(unit, "2125")
    for enemy, at in zip(enemies, ("2123", "2024"), strict=False):
        b.unit(enemy, at)
    assert legal(moving(b), f"move {unit} 2124") is allowed


def test_a_friend_in_the_hex_beyond_the_meuse_lifts_the_bar() -> None:
    """9.4a: it is the empty hex that nobody enters."""
    b = position().unit("ge_x", "2125").unit("ge_gd", "2124").unit("fr_i", "2123").unit("fr_ii", "2024")
    assert legal(moving(b), "move ge_x 2124")


@pytest.mark.parametrize(
    ("units", "projects"),
    [
        (("fr_53_di",), False),
        (("fr_53_di", "fr_71_di"), True),
        (("fr_53_di", "br_30"), False),
        (("fr_1_dlc",), False),
        (("fr_1_dlm",), True),
        (("fr_ag1_supply",), False),
    ],
)
def test_who_has_a_zone_of_control(units: tuple[str, ...], projects: bool) -> None:
    """9.1b, 9.1c: two divisions together, not a division with a brigade."""
    b = position().units("2812", *units)
    assert zoc.in_ezoc(b.pos, b.hex("2811"), w.GERMAN) is projects


# ---------------------------------------------------------------------- 7 supply
def test_interdiction_bars_no_allied_line_and_costs_no_allied_unit() -> None:
    """10.7b."""
    b = position().unit("fr_i", "2124").marker("interdicted", "2125")
    before = ways.price(b.pos, b.piece("fr_i"), b.hex("2124"), b.hex("2125"))
    clean = position().unit("fr_i", "2124")
    assert before == ways.price(clean.pos, clean.piece("fr_i"), clean.hex("2124"), clean.hex("2125"))
    assert supply.los_step(b.pos, b.hex("2125"), b.hex("2124"), w.ALLIED)


def test_refugees_do_not_stop_a_line_of_supply() -> None:
    """7.2a."""
    b = position().unit("fr_i", "1608")
    for place in b.pos.board.neighbours[b.hex("1608")]:
        b.marker("refugee_town", b.pos.label(place))
    assert supply.supply_line(b.pos, b.piece("fr_i"))


@pytest.mark.parametrize(("unit", "drawn"), [("br_51", True), ("fr_53_di", True), ("be_i", False)])
def test_ag1_supplies_french_and_british_attacks_and_no_belgian_ones(unit: str, drawn: bool) -> None:
    """7.7e, 7.7b."""
    b = position().turn(3).unit("fr_ag1_supply", "2316").unit(unit, "2318").unit("ge_x", "2319")
    b.taken("3423", "3515")
    source = supply.attack_source(b.pos, b.piece(unit), b.hex("2319"))
    assert (source is not None) is drawn


def test_a_port_in_german_hands_supplies_no_british_attack() -> None:
    """7.7c: three hexes to an Allied port."""
    for held in (False, True):
        b = position().turn(3).unit("br_51", "3213").unit("ge_x", "3214")
        b.taken(*(b.pos.label(p) for p in b.pos.game.ground.ports)) if held else b
        assert (supply.attack_source(b.pos, b.piece("br_51"), b.hex("3214")) is None) is held


def test_first_the_marked_then_the_unmarked_and_nobody_twice() -> None:
    """7.5a: a marked unit loses a step and keeps its marker, an unmarked one only gets it."""
    b = position().turn(3).unit("ge_1_pz", "1811", oos=1).unit("ge_2_pz", "1810")
    b.control("allied", *map(b.pos.label, b.pos.game.ground.german_cities)).run(SupplyPhase())
    assert b.pos.reduced(b.piece("ge_1_pz")) and b.has("ge_1_pz", "oos")
    assert not b.pos.reduced(b.piece("ge_2_pz")) and b.has("ge_2_pz", "oos")


# ---------------------------------------------------------------------- 11.7 fortified lines
def test_de_breaks_a_fortified_line_and_its_unit_loses_steps_and_retreats() -> None:
    """11.7d, 11.7e, 11.3f: the garrison goes first, the regiment dies, the corps loses one step only and retreats; the
    hex is entered."""
    b = position().units("1828", "fr_xlii", "fr_rif_crusnes").units("1928", "ge_iv", "ge_22_al").unit("ge_ix", "1727")
    b.unit("ge_xi", "1728").air("german", 2)
    attack(b, "german", "attack ge_iv,ge_ix,ge_xi 1828", dice=(6,), turn=1)
    b.play("commit_air 2")
    assert b.lines("reckon.odds")["line.initial"] == 4 and result(b) == "DE"
    assert b.pos.destroyed(b.hex("1828")) and b.on("fr_rif_crusnes") == "-"
    assert b.offer is not None and b.offer.side == w.ALLIED and b.pos.steps(b.piece("fr_xlii")) == 1
    b.play(b.choices()[0])
    assert b.has("fr_xlii", "disrupted") and "advance ge_ix 1828" in b.choices()


def test_a_garrison_alone_takes_no_harm_of_anything_but_de() -> None:
    """10.9a, 11.7d: a six at 3:1 is DR: nothing happens, nobody advances."""
    b = position().unit("ge_iv", "1928").unit("ge_22_al", "1928")
    attack(b, "german", "attack ge_iv,ge_22_al 1828", dice=(6,), turn=1)
    settle(b)
    assert not b.pos.destroyed(b.hex("1828")) and b.on("ge_iv") == "1928"


def test_better_defence_of_scenario_3_is_undone_by_a_disruption() -> None:
    """12.11b example: TR 3 is 4 for moving Germans, and 2 when disrupted."""
    for scenario, marked, goes in (("free_command", 0, False), ("free_command", 1, True), ("historical", 0, True)):
        b = position(scenario).unit("fr_i", "2812", disrupted=marked).marker("better_defence", "2812")
        b = moving(b.unit("ge_5_pz", "2713"))
        assert legal(b, "move ge_5_pz 2712,2711") is goes, (scenario, marked)


# ---------------------------------------------------------------------- 12
def test_a_terror_marker_comes_off_though_no_other_city_is_bombed() -> None:
    """12.4a, 12.4b: and it does not count for the surrender of the next turn."""
    b = position().turn(2).run(terror.ClearTerror(), terror.Terror()).play("terror_bomb 4024")
    assert b.pos.var("terror_now")
    b.turn(3).run(terror.ClearTerror(), terror.Terror()).play("pass")
    assert not b.state.marker(b.hex("4024"), -1, w.TERROR) and not b.pos.var("terror_now")


@pytest.mark.parametrize(("towns", "falls"), [(2, False), (3, True)])
def test_three_dutch_towns_are_one_city(towns: int, falls: bool) -> None:
    """12.5a: five cities and the towns."""
    b = position().unit("nl_1", "4024").unit("nl_2", "4123").unit("be_i", "3122")
    b.taken("4326", "4127", "4030", "3830", "3528", *("3725", "3627", "3727")[:towns]).run(terror.Surrender())
    assert bool(b.pos.var("netherlands")) is falls and (b.on("nl_1") == "-") is falls and b.on("be_i") == "3122"


def test_all_six_hexes_around_a_bombed_city_slow_the_allies_down() -> None:
    """12.4d, 10.11: and no German."""
    b = position().marker("terror", "3122").unit("fr_i", "3022").unit("ge_x", "3023")
    for place in (*b.pos.board.neighbours[b.hex("3122")], b.hex("3122")):
        assert place in ways.refugee_hexes(b.pos)
    clean = position().unit("ge_x", "3023")
    assert ways.price(b.pos, b.piece("ge_x"), b.hex("3023"), b.hex("3122")) == ways.price(
        clean.pos, clean.piece("ge_x"), clean.hex("3023"), clean.hex("3122")
    )


@pytest.mark.parametrize(
    ("unit", "side", "takes"),
    [
        ("fr_i", "allied", "infantry"),
        ("fr_1_dlc", "allied", "infantry"),
        ("br_12", "allied", "infantry"),
        ("fr_3_dim", "allied", "infantry"),
        ("br_30", "allied", ""),
        ("fr_rif_boulay", "allied", ""),
        ("fr_ag1_supply", "allied", ""),
        ("fr_1_dcr", "allied", "armour"),
        ("br_1_tank", "allied", "armour"),
        ("ge_gd", "german", "infantry"),
        ("ge_11sch", "german", "infantry"),
        ("ge_2_mot", "german", "infantry"),
        ("ge_22_al", "german", "infantry"),
        ("ge_fj1", "german", ""),
        ("ge_1_pz", "german", ""),
        ("ge_arko1", "german", ""),
        ("ge_aga_supply", "german", ""),
    ],
)
def test_who_takes_which_replacement_step_when_eliminated(unit: str, side: str, takes: str) -> None:
    """12.10c, 12.10d, 7.9e, 12.10b."""
    number = w.SIDES.index(side) + 1
    for kind in ("infantry", "armour"):
        b = position().turn(6).pool("dead", unit).unit("fr_ii" if side == "allied" else "ge_x", "2812", reduced=True)
        b.unit("fr_1_dlm" if side == "allied" else "ge_x", "2810" if side == "allied" else "3031", reduced=True)
        b.track(kind, 2, number).run(Replacements(number))
        offered = b.offer is not None and f"replace {unit}" in b.choices()
        assert offered is (takes == kind), kind


def test_open_city_is_not_declared_while_a_german_stands_in_paris_and_is_while_he_only_held_it() -> None:
    """12.7: occupied by Germans."""
    b = position().turn(5).unit("fr_i", "1411").taken("1311").run(paris.OpenCity())
    assert b.offer is not None and "declare_open_city" in b.offer.kinds


# ---------------------------------------------------------------------- 13
def test_a_two_step_division_that_retreats_into_the_port_is_turned_over() -> None:
    """13.5.2, G-B28: whoever enters, fit again; a friend stands in the port, so that the enemy ZOC there does not
    matter (11.4b.5)."""
    b = position().dynamo("3312").unit("br_51", "3213", disrupted=1).unit("ge_iv", "3214").unit("br_12", "3312")
    for unit, at in (("ge_x", "3113"), ("ge_xi", "3112"), ("ge_ix", "3212")):
        b.unit(unit, at)
    assert retreats.ways(b.pos, b.piece("br_51"), 2) == ((b.hex("3312"),),)
    attack(b, "german", "attack ge_iv 3213", dice=(6,), turn=4)
    settle(b, until="retreat").play("retreat br_51 3312")
    assert b.on("br_51") == "3312" and b.pos.reduced(b.piece("br_51")) and not b.has("br_51", "disrupted")


def test_a_disrupted_unit_that_ends_in_the_port_is_fit_and_one_beside_it_is_not() -> None:
    """13.5.2."""
    b = moving(
        position().dynamo("3312").unit("br_12", "3213", disrupted=1).unit("br_46", "3214", disrupted=1), "allied", 4
    )
    b.play("move br_12 3312", "end_movement")
    assert not b.has("br_12", "disrupted") and b.has("br_46", "disrupted")


def test_a_corps_leaves_by_one_step_when_no_more_may_go() -> None:
    """13.4.2, 13.4.5."""
    b = (
        position()
        .dynamo("3312")
        .unit("br_i", "3312")
        .units("3312", "br_51", "br_5", "br_52", "fr_14_di", "fr_10_di", reduced=True)
    )
    whole_round(b, "allied", w.MOVE, 4)
    b.play("evacuate br_51", "evacuate br_5", "evacuate br_52", "evacuate fr_14_di", "evacuate fr_10_di")
    assert b.refuses("evacuate br_i 2").rule == "CY 13.4"
    b.play("evacuate br_i 1")
    assert b.on("br_i") == "3312" and b.pos.reduced(b.piece("br_i"))
    assert b.state.track(w.TRACK["vp"], w.ALLIED) == 6


def test_a_unit_that_spends_its_last_point_into_the_port_does_not_leave_in_this_round() -> None:
    """13.4.3: one point or more must be left."""
    b = position().dynamo("3312").unit("br_12", "3113").unit("br_51", "3213", reduced=True)
    b.marker("refugee_town", "3312")
    whole_round(b, "allied", w.MOVE, 4)
    b.play("move br_12 3213,3312")
    assert b.refuses("evacuate br_12").rule == "CY 13.4"
    b.play("move br_51 3312", "evacuate br_51")
    assert b.on("br_51") == "-"


def test_french_and_british_together_two_hexes_from_the_port_are_one_too_many() -> None:
    """13.5.1, 8.6c."""
    b = moving(position().dynamo("3312").unit("fr_53_di", "3113").unit("br_12", "3213"), "allied", 4)
    b.play("move br_12 3113", "end_movement")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",)
    near = position().dynamo("3312").units("3213", "fr_53_di", "br_12")
    assert stacking.legal(near.pos, near.hex("3213"), near.pos.units(near.hex("3213")))


def test_after_dynamo_only_french_assets_fly_again() -> None:
    """13.3d, 13.2b."""
    b = position(dice=[1, 6]).dynamo("3312", declared=3, turn=4).assign("dynamo_end", 0).turn(7)
    b.run(air.Availability())
    assert set(b.pos.pool("assets")) <= {w.FRENCH_AIR} and b.pos.track("air", w.ALLIED) >= 1
