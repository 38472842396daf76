"""Supply, capacity, ports, ships and Mulberries at the limits of their rules (18, 19, 29)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import capacity, naval, supply
from hexledger.engine.games.fortress_europa.questions import sea as landing_by_sea
from hexledger.engine.games.fortress_europa.rules import control, mulberries, ports, reinforcements, sea
from hexledger.engine.games.fortress_europa.rules import naval as naval_rules
from hexledger.engine.games.fortress_europa.rules import supply as supply_rules
from hexledger.engine.games.fortress_europa.rules.naval import MoveNaval
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import moving

TWELVE = ("us_2", "us_4", "us_5", "us_8", "us_9", "us_28", "us_29", "us_30", "us_35", "us_79", "us_83", "us_90")


def france(*ports: str) -> Built:
    """France without its ports in Allied hands, and the ports that are named; no unit on the map."""
    ground = game().tables.ground
    abroad = ground.germany | ground.italy | ground.ports
    b = position().control("allied", *(game().place(p) for p in sorted(ground.land - abroad)), *ports)
    return b.assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)


def status(b: Built, unit: str) -> str:
    verdict = supply.standing(b.pos, b.piece(unit))
    return f"{verdict.rule} {'in' if verdict.supplied else 'out'}"


# ---------------------------------------------------------------------- 18.1 lines
def test_five_hexes_to_an_hq_are_in_reach_and_six_are_not() -> None:
    """18.1: L7 to L12 is five hexes."""
    b = france().unit("mulberry_12", "L4").unit("hq_bradley", "L7").unit("us_1", "L12").unit("us_2", "L13")
    assert (status(b, "us_1"), status(b, "us_2")) == ("18.2 in", "18.1 out")


def test_a_line_goes_round_an_enemy_zone_while_it_is_five_hexes_long() -> None:
    """18.1: the way round counts hex by hex."""
    b = france().unit("mulberry_12", "L4").unit("hq_bradley", "L7").unit("us_1", "L11")
    assert status(b.unit("i_352", "K9"), "us_1") == "18.2 in"
    assert status(b.unit("i_353", "M11"), "us_1") == "18.1 out", "no way round of five hexes is left"


def test_a_port_in_an_enemy_zone_feeds_while_it_is_occupied_and_a_zone_on_the_way_cuts() -> None:
    """18.1: the ends of the line of an HQ may lie in an enemy zone, the hexes between may not."""
    b = france("P4").unit("hq_bradley", "P7").unit("us_1", "P4")
    assert status(b, "hq_bradley") == "18.1 in"
    closed = (
        france("P4").unit("hq_bradley", "P7").unit("us_1", "P4").unit("i_352", "Q4" if "Q4" not in seas() else "R5")
    )
    assert closed.pos.in_ezoc(closed.hex("Q5"), f.ALLIED), "Q5 is the only way to Le Havre"
    assert status(closed, "hq_bradley") == "18.1 out"
    flank = france("Z4").unit("hq_bradley", "Y7").unit("us_1", "Z4").unit("i_352", "AA5")
    assert flank.pos.in_ezoc(flank.hex("Z4"), f.ALLIED) and status(flank, "hq_bradley") == "18.1 in"
    bare = france("Z4").unit("hq_bradley", "Y7").unit("i_352", "AA5")
    assert status(bare, "hq_bradley") == "18.1 out", "18.7.11: empty, it feeds nobody"


def test_the_line_of_an_hq_runs_over_hexes_of_its_side_only_and_that_of_a_unit_over_any() -> None:
    """18.1: a unit's line to its HQ asks for no control."""
    b = france().unit("mulberry_12", "L4").unit("hq_bradley", "L6").unit("us_1", "L9").control("german", "L7", "L8")
    b.control("german", "K7", "K8", "M7", "M8")
    assert status(b, "us_1") == "18.2 in"
    b = france().unit("mulberry_12", "L4").unit("hq_bradley", "L6")
    b.control("german", *(game().place(p) for p in game().tables.ground.links[b.hex("L6")]))
    assert status(b, "hq_bradley") == "18.1 out"


def test_weather_and_broken_bridges_cut_no_line() -> None:
    """18.1, 18.9."""
    b = france("P4").unit("hq_bradley", "Q8").unit("us_1", "R12")
    for section in game().tables.ground.sections:
        b.broken(section)
    assert status(b, "us_1") == "18.2 in"


# ---------------------------------------------------------------------- 18.2 port capacity
@pytest.mark.parametrize(("units", "unfed"), [(4, 0), (5, 1), (6, 2)])
def test_the_hq_itself_takes_a_point_of_the_port(units: int, unfed: int) -> None:
    """18.2: U5 has five points: the HQ and four units."""
    b = france("U5").unit("hq_bradley", "U8").units("U9", *TWELVE[:3]).units("U10", *TWELVE[3:units])
    assert b.pos.port_capacity(b.hex("U5")) == 5
    assert len(supply_rules.unsupplied(b.pos, f.ALLIED)) == unfed
    assert status(b, "hq_bradley") == "18.1 in", "who is fed first is the owner's choice, the HQ by default"


def test_a_unit_in_a_city_takes_no_point_and_counts_against_capacity_all_the_same() -> None:
    """18.4, 18.7.14."""
    b = france("U5").unit("hq_bradley", "U8").units("U9", *TWELVE[:3]).unit("us_30", "U10").unit("us_1", "T8")
    assert b.pos.is_city(b.hex("T8")) and supply_rules.unsupplied(b.pos, f.ALLIED) == ()
    assert capacity.reckon(b.pos) == 5 - 6


# ---------------------------------------------------------------------- 18.3-18.6 Germans
def test_a_german_six_hexes_from_the_enemy_traces_to_an_hq_or_to_a_city_of_germany_and_not_of_italy() -> None:
    """18.6 names Germany alone, while an HQ traces to Italy as well (18.3)."""
    ground = game().tables.ground
    b = position().unit("i_352", "O12").unit("us_1", "O6")
    assert status(b, "i_352") == "18.6 in"
    for city in sorted(ground.german_cities):
        b.control("allied", game().place(city))
    assert status(b, "i_352") == "18.3 out", "the cities of Italy are German still"
    assert status(b.unit("hq_7", "O20"), "i_352") == "18.6 in"
    assert status(b, "hq_7") == "18.3 in", "an HQ traces to Italy"


def test_a_german_hq_traces_to_a_city_in_an_enemy_zone_but_not_through_one() -> None:
    """18.3: of all cities at home only one is German still."""
    ground = game().tables.ground
    b = position().unit("hq_7", "EE12").unit("i_352", "EE13")
    for city in sorted(ground.german_cities | (ground.cities & ground.italy)):
        if game().place(city) != "GG10":
            b.control("allied", game().place(city))
    b.marker("fortress_destroyed", "GG10")
    assert status(b, "hq_7") == "18.3 in"
    b.unit("us_1", "GG9")
    assert b.pos.in_ezoc(b.hex("GG10"), f.GERMAN) and status(b, "hq_7") == "18.3 in"
    ring = [game().place(p) for p in game().tables.ground.links[b.hex("GG10")] if game().place(p) != "GG9"]
    for unit, place in zip(TWELVE, ring, strict=False):
        b.unit(unit, place)
    assert status(b, "hq_7") == "18.3 out", "zones on every way"


def test_frozen_units_are_in_supply_wherever_the_enemy_stands() -> None:
    """18.5."""
    b = position().unit("i_352", "L9", frozen=f.SEVENTH).unit("us_1", "L10").unit("us_2", "L8")
    assert status(b, "i_352") == "18.5 in"
    assert status(position().unit("i_352", "L9").unit("us_1", "L10").unit("us_2", "L8"), "i_352") == "18.3 out"


# ---------------------------------------------------------------------- 18.7.2, 18.7.4 capacity
def test_a_step_lost_changes_no_capacity_and_a_unit_lost_adds_one() -> None:
    """18.7.2 B."""
    from hexledger.engine.games.fortress_europa.rules import losses

    b = france("K2").units("L6", "us_1", "us_2")
    before = capacity.reckon(b.pos)
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert capacity.reckon(b.pos) == before
    losses.lose_step(b.act(), b.piece("us_1"), "15.3")
    assert capacity.reckon(b.pos) == before + 1 == capacity.current(b.pos)


def garrison(*units: str, more: int = 0) -> Built:
    """Units in Z4, a port of three points in the zone of a German at AA5; so many others elsewhere."""
    b = france("Z4").units("Z4", *units).unit("i_352", "AA5").units("R9", *TWELVE[3 : 3 + more])
    assert b.pos.in_ezoc(b.hex("Z4"), f.ALLIED) and b.pos.port_capacity(b.hex("Z4")) == 3
    return moving(b)


def test_the_last_unit_does_not_leave_a_port_in_an_enemy_zone_if_capacity_falls_below_zero() -> None:
    """18.7.4, 18.7.11: an empty port in an enemy zone is lost at once, and the Allied player never goes below zero of
    his own will."""
    b = garrison("us_2")
    assert capacity.reckon(b.pos) == 2
    assert b.refuses("move us_2 Y5").rule == "FE 18.7.4"
    assert not any(one.startswith("move us_2 ") for one in b.choices())
    assert garrison("us_2", "us_4").play("move us_2 Y5").at("us_2") == "Y5", "another unit stays"


def test_the_last_unit_may_leave_a_port_that_others_make_up_for_or_that_has_nothing_to_lose() -> None:
    """18.7.4: not below zero is what is asked, and who is below already does not fall below it."""
    b = garrison("us_2")
    b.control("allied", "K2")
    assert b.play("move us_2 Y5").at("us_2") == "Y5"
    bare = garrison("us_2").marker("port_damage", "Z4", count=3).unit("mulberry_9", "L4")
    assert bare.play("move us_2 Y5").at("us_2") == "Y5"
    below = garrison("us_2", more=3)
    assert capacity.reckon(below.pos) == -1 and below.play("move us_2 Y5").at("us_2") == "Y5"
    quiet = moving(france("Z4").unit("us_2", "Z4"))
    assert quiet.play("move us_2 Y5").at("us_2") == "Y5", "no enemy zone: the port stays open"


def test_a_stack_does_not_leave_such_a_port_together() -> None:
    """18.7.4: what each of two units may do, both may not."""
    b = garrison("us_2", "us_4")
    assert b.refuses("move_stack us_2,us_4 Y5").rule == "FE 18.7.4"
    b.play("move us_2 Y5")
    assert b.refuses("move us_4 Y5").rule == "FE 18.7.4"
    b.control("allied", "K2")
    assert b.play("move us_4 Y5").at("us_4") == "Y5"


def test_the_last_unit_does_not_sail_out_of_such_a_port() -> None:
    """18.7.4: it counts no more once it is gone, its port neither."""
    assert garrison("us_2", more=1).refuses("sea_move us_2 england").rule == "FE 18.7.4"
    alone = garrison("us_2")
    assert alone.play("sea_move us_2 england").at("us_2") == "england", "nobody is left to be supplied"


# ---------------------------------------------------------------------- 18.7.5-18.7.7
def test_who_evacuates_enough_units_in_the_turn_after_loses_no_step() -> None:
    """18.7.5: two too many, two sail home."""
    b = france("U5").units("U5", *TWELVE[:3]).units("U6", *TWELVE[3:5]).units("R9", *TWELVE[5:7])
    assert capacity.reckon(b.pos) == -2
    b.run(reinforcements.TurnStart(f.ALLIED))
    moving(b).play("sea_move us_2 england", "sea_move us_4 england")
    assert capacity.reckon(b.pos) == 0 and capacity.at_start(b.pos) == -2
    b.turn_of("allied", 0)
    held = [b.pos.steps(piece) for piece in b.pos.ashore(f.ALLIED)]
    steps = sum(held)
    b.run(supply_rules.Judge(f.ALLIED))
    assert b.offer is None or "lose_for_capacity" not in " ".join(b.choices()), "nothing is owed for capacity"
    assert steps == 2 * 5


def test_after_the_second_invasion_an_hq_lands_only_where_a_line_leads_to_a_working_port() -> None:
    """18.7.13, 18.1: a port without capacity feeds nobody; another one counts when a line leads to it."""
    b = position(turn="September II").assign("invasions", 2).assign("invasion_turn", 9).assign("start_capacity", 5)
    b.control("allied", "C9", "N33").marker("port_damage", "C9", count=3).unit("hq_bradley", "england")
    b.turn_of("allied", 2)
    why = landing_by_sea.may_land(b.pos, b.piece("hq_bradley"), b.hex("C9"))
    assert why is not None and why[0] == "18.7.13", "Marseille is open, but no line leads there"
    b.control("allied", "D8", "E9", "D9", "E10").control(
        "allied", *(game().place(p) for p in game().tables.ground.links[b.hex("C9")])
    )
    assert landing_by_sea.may_land(b.pos, b.piece("hq_bradley"), b.hex("C9")) is None, "Nantes feeds it"


# ---------------------------------------------------------------------- 18.7.8, 18.7.10 ports
@pytest.mark.parametrize(("port", "left"), [("C9", 1), ("R5", 1), ("U5", 2), ("K2", 6), ("CC6", 8)])
def test_half_of_a_port_is_rounded_down(port: str, left: int) -> None:
    """18.7.8: 3 and 2 leave 1, 5 leaves 2."""
    b = position(dice=[5]).unit("us_1", port)
    ports.captured(b.act(), b.hex(port), by_air=False)
    assert b.pos.port_capacity(b.hex(port)) == left


@pytest.mark.parametrize(
    ("unit", "repaired"),
    [("us_1", True), ("us_101_ab", True), ("fr_2_dim", True), ("us_2_arm", False), ("hq_bradley", False)],
)
def test_infantry_repairs_a_port_and_armour_and_hqs_do_not(unit: str, repaired: bool) -> None:
    """18.7.8, 20.14: paratroops and mountain troops are infantry."""
    b = position(turn="August II").control("allied", "P4").marker("port_damage", "P4", count=4)
    b.marker("port_taken", "P4", count=9).unit(unit, "P4")
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("P4")) == (5 if repaired else 4)


def test_a_port_taken_in_this_turn_is_repaired_from_the_next_one() -> None:
    """18.7.8."""
    b = position(turn="August II").control("allied", "P4").marker("port_damage", "P4", count=4).unit("us_1", "P4")
    b.marker("port_taken", "P4", count=game().tables.calendar.number("August II"))
    ports.repair(b.act())
    assert b.pos.port_capacity(b.hex("P4")) == 4


def test_a_port_that_changed_hands_thrice_is_rolled_for_by_its_first_capture() -> None:
    """18.7.10: whole at first: 3 to 6 damage it ever after; damaged at first: 5 and 6."""
    whole = position(dice=[4]).unit("us_1", "P4")
    ports.captured(whole.act(), whole.hex("P4"), by_air=False)
    assert ports.damaged_by(whole.pos, whole.hex("P4")) == (3, 4, 5, 6)
    hurt = position(dice=[6]).unit("us_1", "P4")
    ports.captured(hurt.act(), hurt.hex("P4"), by_air=False)
    assert ports.damaged_by(hurt.pos, hurt.hex("P4")) == (5, 6) and hurt.pos.port_capacity(hurt.hex("P4")) == 4
    hurt.dice(5)
    ports.captured(hurt.act(), hurt.hex("P4"), by_air=False)
    assert hurt.pos.port_capacity(hurt.hex("P4")) == 2, "what is left is halved"


def test_a_german_who_walks_through_an_empty_port_takes_it_and_it_is_rolled_for_when_it_is_retaken() -> None:
    """18.7.11, 18.7.10."""
    b = position(dice=[2]).control("allied", "P4").marker("port_history", "P4", count=1).unit("i_352", "Q5")
    control.entered(b.act(), b.piece("i_352"), b.path("Q4", "P4", "Q5"))
    assert b.pos.controller(b.hex("P4")) == f.GERMAN
    b.unit("us_1", "P4")
    control.entered(b.act(), b.piece("us_1"), b.path("P5", "P4"))
    assert b.pos.controller(b.hex("P4")) == f.ALLIED and len(b.rolls) == 1 and b.pos.port_capacity(b.hex("P4")) == 8


# ---------------------------------------------------------------------- 19 ships
def test_a_ship_lies_in_an_all_sea_hex_and_not_off_the_beach() -> None:
    """19.1."""
    b = position().assign("invasions", 1).unit("naval_1", "T4").turn_of("allied", 1)
    b.run(MoveNaval())
    assert b.refuses("move_ship naval_1 L4").rule == "FE 19.1"
    assert naval_rules.may_be(b.pos, b.hex("T4")) is None


def test_on_the_primary_invasion_every_ship_is_placed_and_later_it_may_stay_off() -> None:
    """19.1: they must be placed before the hidden units are revealed; 19.3 lets each move, or not, afterwards."""
    b = position(turn="June I").assign("invasions", 1).assign("invasion_turn", 1).unit("us_1", "M5", invading=1)
    b.turn_of("allied", 1).run(naval_rules.PlaceNaval())
    assert b.refuses("end_naval").rule == "FE 19.1" and "end_naval" not in b.choices() and b.check_choices()
    for ship in ("naval_1", "naval_2", "naval_3"):
        b.play(f"move_ship {ship} M4")
    assert b.refuses("end_naval").rule == "FE 19.1"
    assert b.play("move_ship naval_4 N4").quiet, "19.2: any number in a hex"
    later = position(turn="June II").assign("invasions", 1).assign("invasion_turn", 1).turn_of("allied", 1)
    assert later.run(naval_rules.MoveNaval()).play("end_naval").quiet


def seas() -> set[str]:
    return {game().place(p) for p in sorted(game().tables.ground.sea)}


@pytest.mark.parametrize(("target", "rule"), [("T6", ""), ("U6", ""), ("T7", "19.6"), ("S7", "19.6")])
def test_a_ship_reaches_two_hexes_and_not_three(target: str, rule: str) -> None:
    """19.6: from T4."""
    b = position().unit("naval_1", "T4").turn_of("allied", 1)
    why = naval.refusal(b.pos, f.ALLIED, (b.piece("naval_1"),), (b.hex(target),))
    assert (why[0] if why else "") == rule


def test_of_two_defended_hexes_both_must_be_in_range() -> None:
    """19.6."""
    b = position().unit("naval_1", "T4").turn_of("allied", 1)
    ship = (b.piece("naval_1"),)
    assert naval.refusal(b.pos, f.ALLIED, ship, b.path("T6", "S6")) is None
    why = naval.refusal(b.pos, f.ALLIED, ship, b.path("T6", "T7"))
    assert why is not None and why[0] == "19.6"


@pytest.mark.parametrize(
    ("turn", "second", "there"),
    [("August IV", 0, True), ("September I", 0, False), ("August III", 9, True), ("August IV", 9, False)],
)
def test_the_ships_leave_in_september_or_on_the_third_turn_after_the_second_landing(
    turn: str, second: int, there: bool
) -> None:
    """19.8, C-5: a landing on August I (turn 9): there on August III, gone on August IV."""
    b = position(turn=turn).assign("invasions", 2 if second else 1).assign("invasion_turn", second or 1)
    assert naval_rules.in_play(b.pos) == there


# ---------------------------------------------------------------------- 29
@pytest.mark.parametrize(("dice", "left"), [((4, 5), (12, 4)), ((5, 4), (6, 9)), ((6, 6), (6, 4)), ((1, 1), (12, 9))])
def test_each_mulberry_is_rolled_for_in_a_storm(dice: tuple[int, int], left: tuple[int, int]) -> None:
    """29.5: 5 and 6 halve it, rounded down."""
    b = position(weather="storm", dice=dice).unit("mulberry_12", "L4").unit("mulberry_9", "N32")
    b.run(mulberries.StormDamage())
    assert tuple(b.pos.mulberry_capacity(b.piece(name)) for name in ("mulberry_12", "mulberry_9")) == left


def test_a_german_who_passes_through_destroys_a_mulberry_and_capacity_falls_by_its_value_then() -> None:
    """29.4, 18.7.2 F: a damaged 9 takes four points with it."""
    b = position().control("allied", "K2").unit("mulberry_9", "L5", damage=5).unit("us_1", "N8").unit("i_352", "L7")
    before = capacity.reckon(b.pos)
    control.entered(b.act(), b.piece("i_352"), b.path("L4", "L5", "L6"))
    assert b.gone("mulberry_9") and capacity.reckon(b.pos) == before - 4
    assert mulberries.unused(b.pos) == (b.piece("mulberry_12"),), "it is not placed again"


def test_a_damaged_port_and_a_damaged_mulberry_take_ships_however_little_they_hold() -> None:
    """18.7.9."""
    b = france("B6").marker("port_damage", "B6", count=3)
    assert b.pos.port_capacity(b.hex("B6")) == 0 and sea.harbour(b.pos, b.hex("B6")) is None
