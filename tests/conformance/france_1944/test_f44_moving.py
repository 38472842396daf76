"""Conformance cases of units, ZOC, headquarters, administrative movement, increments and movement (3 to 7)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944 import sequence
from hexledger.engine.games.france_1944.questions import command, increments, stacking, zoc
from hexledger.engine.games.france_1944.rules import aftermath, losses
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, game, position


def land(turn: int = 2) -> Built:
    """Open country with La Rochelle for the Allies and Bordeaux for the Germans; US First Army in 0919."""
    return position(turn=turn).supply("0719").unit("hq_us_1", "0919")


def marching(unit: str, at: str, box: int = 1, *others: tuple[str, str], **marks: int) -> Built:
    """A commanded unit in a movement increment, with other units on the map."""
    b = land().unit(unit, at, **marks)
    for other, place in others:
        b.unit(other, place)
    return b.army("hq_us_1", unit).box(box)


def cost(b: Built, line: str) -> int:
    """MP of a move."""
    b.play(line)
    return sum(event.cost for event in b.of(ev.Moved))


# ---------------------------------------------------------------------- 3.2, 3.3
def test_F44_030_a_reduced_unit_that_loses_a_step_is_a_cadre_without_zoc_and_of_strength_one() -> None:
    b = land().unit("us_vii", "1019", reduced=True)
    morale = b.pos.morale(b.piece("us_vii"))
    losses.lose_step(b.act(), b.piece("us_vii"), "9.6")
    unit = b.piece("us_vii")
    assert b.pos.cadre(unit) and (b.pos.set_piece(unit), b.pos.mobile(unit)) == (1, 1)
    assert b.pos.morale(unit) == morale and zoc.zone(b.pos, w.ALLIED) == {}


def test_F44_031_a_cadre_that_loses_its_step_lies_in_the_eliminated_units_box() -> None:
    b = land().cadre("us_vii", "1019")
    losses.lose_step(b.act(), b.piece("us_vii"), "9.6")
    assert b.on("us_vii") == "eliminated_allied"


def test_F44_033_no_zoc_goes_over_the_blocked_hexside_of_1609_and_1610() -> None:
    b = position().unit("ge_lxxxi", "1609")
    found = set(map(b.pos.label, zoc.zone(b.pos, w.GERMAN)))
    assert "1610" not in found and found == {"1710", "1709", "1510"}, "the sea takes the other two"


def test_F44_033_a_unit_in_open_country_has_its_zoc_in_all_six_hexes() -> None:
    b = position().unit("ge_lxxxi", "1120")
    assert len(zoc.zone(b.pos, w.GERMAN)) == 6


def test_F44_034_headquarters_have_no_zoc() -> None:
    assert zoc.zone(land().pos, w.ALLIED) == {}


def test_F44_035_a_clear_hex_in_an_enemy_zoc_costs_two() -> None:
    assert cost(marching("us_vii", "1018", 1, ("ge_2pz", "1120")), "move us_vii 1119") == 2


def test_F44_035_a_clear_hex_beside_a_cadre_costs_one() -> None:
    b = land().unit("us_vii", "1018").cadre("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1)
    assert cost(b, "move us_vii 1119") == 1


def test_F44_037_from_one_hex_of_a_zoc_to_another_costs_four_in_the_clear() -> None:
    assert cost(marching("us_vii", "1119", 1, ("ge_2pz", "1120")), "move us_vii 1219") == 4


# ---------------------------------------------------------------------- 4.5-4.7 command
def commands(hq: str) -> dict[str, int]:
    row = game().chart.command[hq]
    return {nation: row[nation] for nation in ("us", "br", "fr", "ca", "po")}


def by(hq: str, *units: str) -> Built:
    """An HQ and units beside it; the units are to be designated."""
    b = position().supply("0719").unit(hq, "0919")
    for number, unit in enumerate(units):
        b.unit(unit, ("1019", "0920", "1018", "0918")[number])
    return b.run(sequence.InitiativePhase(b.game.side_of[b.piece(hq)])).play(f"activate_hq {hq}")


def test_F44_051_a_british_headquarters_commands_at_most_one_us_unit_and_no_french() -> None:
    b = by("hq_br_2", "us_v", "us_vii", "fr_i", "po_1ad")
    assert b.refuses("designate us_v,us_vii").rule == "F44 4.5"
    assert b.refuses("designate fr_i").rule == "F44 4.5"
    b.play("designate us_v,po_1ad")


def test_F44_052_a_french_headquarters_commands_the_french_alone() -> None:
    b = by("hq_fr_1", "fr_i", "us_v", "br_xxx", "po_1ad")
    for unit in ("us_v", "br_xxx", "po_1ad"):
        assert b.refuses(f"designate {unit}").rule == "F44 4.5"
    b.play("designate fr_i")


def test_F44_053_a_canadian_headquarters_commands_canadians_british_and_poles() -> None:
    b = by("hq_ca_1", "ca_ii", "br_xxx", "us_v", "po_1ad")
    assert b.refuses("designate us_v").rule == "F44 4.5"
    b.play("designate ca_ii,br_xxx,po_1ad")


def ranged(*more: tuple[str, str]) -> Built:
    """First Canadian Army (range 3) in 0919, the Canadian II Corps three hexes away in 1220, along 1019 and 1120."""
    b = position().supply("0719").unit("hq_ca_1", "0919").unit("ca_ii", "1220")
    for unit, at in more:
        b.unit(unit, at)
    return b


def test_F44_055_a_unit_at_the_end_of_the_range_is_commanded() -> None:
    b = ranged()
    assert command.in_range(b.pos, b.piece("hq_ca_1"), b.piece("ca_ii"))
    b.run(sequence.InitiativePhase(w.ALLIED)).play("activate_hq hq_ca_1", "designate ca_ii")


BESIDE = ("ge_2pz", "1121")
"""Its zone of control lies on 1120, the second hex of the only way."""


def test_F44_056_the_range_does_not_go_through_an_empty_hex_in_an_enemy_zoc() -> None:
    b = ranged(BESIDE)
    assert not command.in_range(b.pos, b.piece("hq_ca_1"), b.piece("ca_ii"))
    b.unit("ca_4ad", "0920").run(sequence.InitiativePhase(w.ALLIED)).play("activate_hq hq_ca_1")
    assert b.refuses("designate ca_ii").rule == "F44 4.6"


def test_F44_056_an_empty_hex_beside_a_cadre_is_in_no_zoc() -> None:
    b = ranged().cadre("ge_2pz", "1121")
    assert command.in_range(b.pos, b.piece("hq_ca_1"), b.piece("ca_ii"))


def test_F44_057_a_friendly_combat_unit_in_the_hex_lets_the_range_through() -> None:
    b = ranged(BESIDE).cadre("ca_4ad", "1120")
    assert command.in_range(b.pos, b.piece("hq_ca_1"), b.piece("ca_ii"))


def test_F44_270_three_armour_units_are_too_many_for_a_capacity_of_two() -> None:
    b = position().unit("hq_ge_15", "3510").units("3509", "ge_2pz", "ge_9sspz", "ge_116pz")
    b.run(sequence.InitiativePhase(w.GERMAN)).play("activate_hq hq_ge_15")
    assert b.refuses("designate ge_2pz,ge_9sspz,ge_116pz").rule == "F44 4.7"
    b.play("designate ge_2pz,ge_9sspz")


# ---------------------------------------------------------------------- 4.8, 4.10 headquarters move, are dispersed
def test_F44_063_a_headquarters_dispersed_in_september_comes_back_through_normandy_in_november() -> None:
    b = land(3).supply("1309").unit("ge_2pz", "0920")
    aftermath.settle(b.act())
    assert b.on("hq_us_1") == "turn_track" and b.has("hq_us_1", "due") == 5
    b.turn(4).run(Reinforcements(w.ALLIED))
    assert b.refuses("reinforce hq_us_1 1309").rule == "F44 10.1.5"
    b.play("pass").turn(5).run(Reinforcements(w.ALLIED)).play("reinforce hq_us_1 1309")
    assert b.on("hq_us_1") == "1309" and not b.has("hq_us_1", "due")


def test_F44_064_a_german_cadre_beside_a_lone_headquarters_does_not_disperse_it() -> None:
    b = land().cadre("ge_2pz", "0920")
    aftermath.settle(b.act())
    assert b.on("hq_us_1") == "0919"


def test_F44_067_units_that_move_off_leave_their_headquarters_where_it_is() -> None:
    b = land().unit("us_vii", "0919").army("hq_us_1", "us_vii").box(1).play("move us_vii 1019")
    assert b.on("us_vii") == "1019" and b.on("hq_us_1") == "0919"


def hq_moving(*, admin: bool) -> Built:
    b = land().unit("us_vii", "1019").unit("ge_2pz", "1120")
    return b.single("hq_us_1", admin=admin).box(1)


def test_F44_068_a_headquarters_in_administrative_movement_never_enters_an_enemy_zoc() -> None:
    assert hq_moving(admin=True).refuses("move hq_us_1 1019").rule == "F44 5.3"


def test_F44_069_a_headquarters_enters_an_enemy_zoc_where_a_friendly_unit_stands() -> None:
    b = hq_moving(admin=False)
    assert b.refuses("move hq_us_1 0920,1020").rule == "F44 4.8"
    assert cost(b, "move hq_us_1 1019") == 2


# ---------------------------------------------------------------------- 5.3 administrative movement
def admin(at: str, *others: tuple[str, str]) -> Built:
    b = land().unit("us_vii", at)
    for unit, place in others:
        b.unit(unit, place)
    return b.army("hq_us_1", "us_vii", admin=("us_vii",)).box(1)


def test_F44_080_administrative_movement_never_enters_an_enemy_zoc_even_where_a_friend_stands() -> None:
    b = admin("1018", ("ge_2pz", "1120"), ("us_v", "1119"))
    assert b.refuses("move us_vii 1119").rule == "F44 5.3"


def test_F44_081_it_may_leave_an_enemy_zoc_for_two_points_more() -> None:
    assert cost(admin("1119", ("ge_2pz", "1120")), "move us_vii 1018") == 3


def test_F44_082_it_may_not_go_into_the_zoc_of_another_enemy() -> None:
    b = admin("1119", ("ge_2pz", "1120"), ("ge_9sspz", "1117"))
    assert b.refuses("move us_vii 1118").rule == "F44 5.3"


def test_F44_081_administrative_movement_has_twice_the_points() -> None:
    b = admin("1018")
    assert increments.left(b.pos, b.piece("us_vii")) == 8


# ---------------------------------------------------------------------- 6.0 the increment track
def series(*boxes: int) -> Built:
    """A unit that goes down the track without doing anything."""
    b = land().unit("us_2ad", "1019").army("hq_us_1", "us_2ad")
    for box in boxes:
        b.box(box)
        if b.offer is not None and "end_increment" in b.offer.kinds:
            b.play("end_increment")
    return b


@pytest.mark.parametrize("boxes", [(4, 10, 14, 18), (1,)])
def test_F44_084_series_4_10_14_18_is_complete_and_so_is_box_1(boxes: tuple[int, ...]) -> None:
    assert series(*boxes).pos.active == 0, "the phase ends with the last box"


def test_F44_085_series_5_11_15_is_complete() -> None:
    assert series(5, 11, 15).pos.active == 0


def test_F44_086_series_3_7_12_is_complete() -> None:
    assert series(3, 7, 12).pos.active == 0


def test_F44_088_box_13_is_not_connected_with_box_8() -> None:
    b = series(4)
    assert b.refuses("choose_box 13").rule == "F44 6.0"
    b = series(4, 8)
    assert b.pos.active == 0, "nothing follows box 8"


def test_F44_089_there_are_nine_complete_series() -> None:
    assert len(game().chart.series) == 9


def in_box_4(unit: str, at: str = "1019", admin_move: bool = False) -> Built:
    b = land().unit(unit, at)
    return b.army("hq_us_1", unit, admin=(unit,) if admin_move else ()).box(4)


def left(b: Built, unit: str) -> int:
    return increments.left(b.pos, b.piece(unit))


def test_F44_090_in_the_box_4_plus_an_allowance_of_6_gives_two_points_or_four() -> None:
    assert left(in_box_4("us_2ad"), "us_2ad") == 2
    assert left(in_box_4("us_2ad", admin_move=True), "us_2ad") == 4


def test_F44_092_in_the_box_4_plus_an_allowance_of_3_gives_one_point_or_two() -> None:
    b = land().unit("fr_i", "1019")
    assert b.pos.mpa(b.piece("fr_i")) == 3
    assert left(b.army("hq_us_1", "fr_i").box(4), "fr_i") == 1
    b = land().unit("fr_i", "1019").army("hq_us_1", "fr_i", admin=("fr_i",)).box(4)
    assert left(b, "fr_i") == 2


def german(unit: str, at: str = "0824", **marks: int) -> Built:
    return position().unit("hq_ge_1", "0824").unit(unit, at, **marks).army("hq_ge_1", unit)


def test_F44_093_in_the_box_4_plus_an_allowance_of_2_does_not_move() -> None:
    b = german("ge_xxv")
    assert b.pos.mpa(b.piece("ge_xxv")) == 2
    b.play("choose_box 4", "declare increment.m")
    assert b.pos.var("box") == 4 and b.offer is not None and "choose_box" in b.offer.kinds, "the box is wasted"


def test_F44_094_in_the_box_4_plus_allowances_of_6_and_4_attack_and_3_and_2_do_not() -> None:
    b = position()
    units = {6: "us_2ad", 4: "us_vii", 3: "fr_i", 2: "ge_xxv"}
    for unit in units.values():
        b.unit(unit, {"ge_xxv": "1320"}.get(unit, "1019") if unit != "fr_i" else "1018")
    assert {mpa: b.pos.mpa(b.piece(unit)) for mpa, unit in units.items()} == {mpa: mpa for mpa in units}
    able = [mpa for mpa, unit in units.items() if increments.may_attack_in(b.pos, b.piece(unit), 4)]
    assert able == [6, 4]


def test_F44_096_one_point_is_too_little_for_a_clear_hex_in_an_enemy_zoc() -> None:
    b = land().unit("fr_i", "1018").unit("ge_2pz", "1120").army("hq_us_1", "fr_i").box(4)
    refusal = b.refuses("move fr_i 1119")
    assert refusal.rule == "F44 7.0" and "costs 2" in str(refusal)


def test_F44_097_two_points_are_too_little_for_rough_in_an_enemy_zoc_and_the_box_stays_chosen() -> None:
    b = position().supply("1309").unit("hq_us_1", "1309").unit("us_vii", "1410").unit("ge_2pz", "1312")
    assert b.game.ground.terrain[b.hex("1311")] == "rough"
    b.army("hq_us_1", "us_vii").box(4)
    refusal = b.refuses("move us_vii 1311")
    assert refusal.rule == "F44 7.0" and "costs 3" in str(refusal)
    b.play("end_increment")
    assert b.refuses("choose_box 1").rule == "F44 6.0", "the way goes on below box 4"


def test_F44_098_a_blank_box_allows_movement_only() -> None:
    b = land().unit("us_2ad", "1019").army("hq_us_1", "us_2ad").play("choose_box 5")
    assert b.pos.var("declared") == w.MOVEMENT
    assert b.refuses("declare increment.a").rule == "F44 6.0"


def test_F44_100_points_that_are_not_spent_are_lost() -> None:
    b = in_box_4("us_vii").play("move us_vii 1020", "end_increment").box(10)
    assert left(b, "us_vii") == 1


def test_F44_272_only_the_commanded_units_of_a_stack_attack() -> None:
    b = land().units("1019", "us_vii", "us_v").unit("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1, "a")
    assert b.refuses("attack us_vii,us_v 1120").rule in ("F44 6.0", "F44 8.0")
    b.dice(1, 0, 6, 0).play("attack us_vii 1120")


# ---------------------------------------------------------------------- 7.0 movement
def over_river(*others: tuple[str, str]) -> Built:
    """VII Corps in 1710 before the Seine; Le Havre (1609, clear) lies on the other bank."""
    b = position().supply("1309", "1811").unit("hq_us_1", "1711").unit("us_vii", "1710").supply("1712", "1711")
    for unit, at in others:
        b.unit(unit, at)
    b.control("allied", "1609")
    return b.army("hq_us_1", "us_vii").box(1)


def test_F44_101_a_clear_hex_behind_a_river_costs_three() -> None:
    assert cost(over_river(), "move us_vii 1609") == 3


def test_F44_102_a_clear_hex_behind_a_river_and_in_an_enemy_zoc_costs_four() -> None:
    assert cost(over_river(("ge_2pz", "1510")), "move us_vii 1609") == 4


def test_F44_104_there_is_no_minimum_move() -> None:
    b = position().supply("1309").unit("hq_us_1", "1711").unit("us_vii", "1710").control("allied", "1609")
    b.army("hq_us_1", "us_vii").box(4)
    assert left(b, "us_vii") == 2 and b.refuses("move us_vii 1609").rule == "F44 7.0"


def test_F44_105_the_rhine_without_a_bridge_is_crossed_amphibiously_only() -> None:
    b = position().supply("3510")
    ground = b.game.ground
    west, east = next(
        (a, c)
        for a in sorted(ground.west_bank)
        for c in ground.near[a]
        if ground.is_rhine(a, c) and ground.key(a, c) not in ground.bridge_side
    )
    b.unit("us_vii", b.pos.label(west)).unit("hq_us_1", b.pos.label(west)).supply("2907")
    b.army("hq_us_1", "us_vii").box(4)
    assert b.refuses(f"move us_vii {b.pos.label(east)}").rule == "F44 12.8"


# ---------------------------------------------------------------------- 7.1 stacking
def stack(*units: str) -> bool:
    b = position()
    return stacking.limits_kept(b.pos, [b.piece(unit) for unit in units])


def test_F44_106_two_infantry_and_two_armour_stack() -> None:
    assert stack("us_v", "us_vii", "us_2ad", "us_3ad") and not stack("us_v", "us_vii", "us_xix")


def test_F44_108_a_fifth_combat_unit_does_not_stack() -> None:
    assert not stack("us_2ad", "us_3ad", "us_4ad", "us_5ad", "us_v")


def test_F44_109_headquarters_stack_without_limit() -> None:
    assert stack("us_2ad", "us_3ad", "us_4ad", "us_5ad", "hq_us_1", "hq_us_3", "hq_us_9")


def test_F44_108_nobody_passes_through_a_full_hex() -> None:
    b = land().units("1019", "us_v", "us_vii", "us_2ad", "us_3ad").unit("us_4ad", "0918")
    b.army("hq_us_1", "us_4ad").box(1)
    assert b.refuses("move us_4ad 0919,1019,1120").rule == "F44 7.1"


def test_F44_110_nobody_enters_the_hex_of_an_enemy_headquarters() -> None:
    b = land().cadre("us_vii", "1019").unit("hq_ge_1", "1120").army("hq_us_1", "us_vii").box(1)
    assert b.refuses("move us_vii 1120").rule == "F44 7.1"
