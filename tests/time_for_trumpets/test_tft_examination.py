"""Held-back cases out of the original, chapter by chapter: exceptions, the limit and one beyond it, two rules at once,
who is refused and by which rule."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import advances, fire, retreats, stacking, ways, zoc
from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import modifiers as md
from hexledger.engine.games.time_for_trumpets.rules import demolition, overruns
from hexledger.engine.games.time_for_trumpets.rules.advance import BlitzAdvances
from hexledger.engine.games.time_for_trumpets.rules.air_supply import DropSupplies
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging
from hexledger.engine.games.time_for_trumpets.rules.combat import EndOfCombat
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.demolition import Demolitions, StartOfMovement
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import MutualEnd, PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.entering import entered
from hexledger.engine.games.time_for_trumpets.rules.excess import Excess
from hexledger.engine.games.time_for_trumpets.rules.fording import Fording
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel
from hexledger.engine.games.time_for_trumpets.rules.hits import CombatLoss
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.orders import Orders, Surrender
from hexledger.engine.games.time_for_trumpets.rules.preparation import Freshness
from hexledger.engine.games.time_for_trumpets.rules.strafing import PlaceStrafers
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.rules.works import Works
from hexledger.engine.games.time_for_trumpets.sequence import CorpsActivation
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.events import model as ev
from tests.conformance.time_for_trumpets.test_tft_movement import overrun
from tests.time_for_trumpets.builder import Built, position
from tests.time_for_trumpets.fights import battle, carried, column, combat, settle
from tests.time_for_trumpets.test_tft_missions import fly


def at_distance(b: Built, origin: str, hexes: int, area: str = "") -> str:
    """A hex as far as that from another one (in an army's area)."""
    start = b.hex(origin)
    inside = b.game.ground.area.get(area, b.pos.scenario.hexes)
    return b.pos.label(
        next(p for p in b.pos.board.within(start, hexes) if p in inside and b.pos.board.distance(p, start) == hexes)
    )


# ---------------------------------------------------------------------- 3 turn preparation
@pytest.mark.parametrize(("north", "south", "road"), [
    ("fog", "snow", "snow"), ("snow", "dense_fog", "snow"), ("dense_fog", "fog", "dense_fog"),
    ("clear", "fog", "fog"), ("clear", "clear", "clear"),
])  # fmt: skip
def test_a_boundary_road_has_the_worse_weather_of_both_sides(north: str, south: str, road: str) -> None:
    """3.3.2c, d, 3.3.3c, d, 3.3.4c, d: snow, dense fog, fog, clear; both boundaries."""
    b = position(turn="18MO").sky(a6=north, a5=south, a7=north)
    ground = b.game.ground
    for boundary in (ground.boundary_5_6, ground.boundary_5_7_east, ground.boundary_5_7_west):
        roads = boundary - ground.beyond_meuse
        assert {b.pos.weather(place) for place in roads} == {w.WEATHER[road]}


def test_beyond_the_meuse_it_is_always_clear() -> None:
    """3.3.1a, c: whatever the areas have; a ZOC goes out there in the snow."""
    b = position(turn="18MO").sky("snow")
    assert {b.pos.weather(place) for place in b.game.ground.beyond_meuse} == {w.CLEAR}


# ---------------------------------------------------------------------- 4 freshness
@pytest.mark.parametrize(("turn", "marks", "after"), [
    ("17PD", {}, {}),
    ("18PD", {}, {"fatigued": 1}),
    ("18PD", {"night_moves": 1}, {"fatigued": 1}),
    ("18PD", {"rested": 1}, {}),
    ("18PD", {"rested": 4}, {}),
    ("19PD", {"fatigued": 1}, {"exhausted": 1}),
    ("19PD", {"fatigued": 1, "rested": 1}, {"exhausted": 1}),
    ("19PD", {"fatigued": 1, "rested": 2}, {}),
    ("19PD", {"fatigued": 1, "rested": 3}, {}),
    ("20PD", {"exhausted": 1, "rested": 4}, {}),
    ("20PD", {"exhausted": 1}, {}),
])  # fmt: skip
def test_a_headquarters_is_judged_by_its_markers(turn: str, marks: dict[str, int], after: dict[str, int]) -> None:
    """4.0, 4.1.1-4.1.3, 4.2k, 4.3a, b, i: from 18PD; two Rested markers end fatigue, one does not; Night Moves say
    nothing; all Rested markers are spent."""
    b = position(turn=turn).unit("12vg_hq", "9322", **marks).run(Freshness())
    found = {name: b.flagged("12vg_hq", name) for name in ("fatigued", "exhausted", "rested")}
    assert {name: value for name, value in found.items() if value} == after


# ---------------------------------------------------------------------- 5 aircraft
@pytest.mark.parametrize(("hexes", "reached"), [(20, True), (21, False)])
def test_a_strafer_is_placed_within_twenty_hexes_of_its_headquarters(hexes: int, reached: bool) -> None:
    """5.7.1a."""
    b = position(turn="23MO").unit("us_v_corps_hq", "7216")
    fly(b, "air_b26g_1", hq="us_v_corps_hq")
    there = at_distance(b, "7216", hexes)
    b.run(PlaceStrafers(0))
    if reached:
        b.play(f"strafe air_b26g_1 {there}")
        assert b.pos.marker("strafe_allied", b.hex(there))
    else:
        assert b.refuses(f"strafe air_b26g_1 {there}").rule == "TFT 5.7.1"


@pytest.mark.parametrize(("weather", "cf", "shift"), [
    ("clear", 18, 2), ("fog", 9, 1), ("dense_fog", 9, 1), ("snow", 18, 2),
])  # fmt: skip
def test_fog_halves_what_an_aircraft_lends_and_snow_does_not(weather: str, cf: int, shift: int) -> None:
    """5.9.4b: fog and dense fog are named, and nothing else; a marauder has 18 CF and two columns."""
    b = position(turn="23MO").sky(weather)
    plane, place = b.piece("air_b26g_1"), b.hex("8919")
    assert (bt.air_cf(b.pos, plane, place), md.air_shift(b.pos, plane, place)) == (cf, shift)


@pytest.mark.parametrize(("supported", "flak", "points"), [
    ("attack", 2, 2), ("attack", 1, 1), ("attack", 0, 0), ("defence", 2, 0), ("none", 2, 0),
])  # fmt: skip
def test_each_flak_of_the_defended_hex_counts_against_an_attack_from_the_air(
    supported: str, flak: int, points: int
) -> None:
    """5.9.4c: where the attack has an aircraft, not where the defence has one."""
    b = position(turn="23MO").unit("12_48_i", "9019").unit("us_99_394_i", "8919")
    b.units("8919", *("us_99_535_aaa", "us_2_462_aaa")[:flak])
    found = battle(b, "12_48_i", "8919")
    plane = b.piece("air_ju88a4_1")
    found = found._replace(**{"attack": {"plane": plane}, "defence": {"cover_plane": plane}}.get(supported, {}))
    assert sum(value for label, value, _ in md.drms(b.pos, found) if label == "line.aa") == points


@pytest.mark.parametrize(("unit", "cost"), [
    ("us_99_394_i", 2), ("us_99_370_fa", 4), ("us_2_741_tk", 4), ("us_2_rcn", 4), ("us_99id_hq", 4),
])  # fmt: skip
def test_rubble_costs_infantry_two_and_vehicles_four(unit: str, cost: int) -> None:
    """5.1f.1, f.2: by road too."""
    b = position(turn="24MO").marker("rubble", "8618").unit(unit, "8619").corps("us_v_corps_hq")
    hqs = {"us_99id_hq", "us_2id_hq", "us_v_corps_hq"} - {unit}
    b.units("8216", *sorted(hqs)).run(Movement(w.ALLIED))
    before = ways.left(b.pos, b.piece(unit))
    b.play(f"move {unit} 8618")
    assert before - ways.left(b.pos, b.piece(unit)) == cost * 4


@pytest.mark.parametrize(("lies", "engineer", "left"), [(2, False, 1), (1, False, 0), (2, True, 0), (1, True, 0)])
def test_rubble_wears_off_and_an_engineer_clears_it(lies: int, engineer: bool, left: int) -> None:
    """61.1d, 61.2d, e."""
    b = position(turn="24MO").marker("rubble", "7826", count=lies)
    b.unit("us_99_324_ce" if engineer else "us_99_394_i", "7826").run(MutualEnd())
    assert b.pos.state.marker(b.hex("7826"), -1, w.RUBBLE) == left


# ---------------------------------------------------------------------- 7 command
@pytest.mark.parametrize(("deployed", "hexes", "led"), [
    (False, 8, True), (False, 9, False), (True, 16, True), (True, 17, False),
])  # fmt: skip
def test_a_unit_is_in_command_at_the_range_of_its_headquarters_and_no_farther(
    deployed: bool, hexes: int, led: bool
) -> None:
    """7.1f-h, 7.10b, 2.6.1.5h: the 12th VG has 8, and 16 when it is deployed."""
    b = position(turn="18MO").units("7713", "6pza_hq", "i_ss_hq").unit("12vg_hq", "7713", mode=int(deployed))
    b.unit("12_48_i", at_distance(b, "7713", hexes, "6pza")).run(MutualCommand())
    assert b.pos.in_comm(b.piece("12_48_i")) is led


@pytest.mark.parametrize(("attackers", "defenders", "total"), [
    ((), (), 0), (("12_48_i",), (), -1), (("12_48_i", "12_48_ii"), (), -1), ((), ("us_99_394_i",), 1),
    (("12_48_i",), ("us_99_394_i",), 0),
])  # fmt: skip
def test_who_is_out_of_command_costs_his_side_one_column(
    attackers: tuple[str, ...], defenders: tuple[str, ...], total: int
) -> None:
    """7.14f, g: once a side, and both may hold."""
    b = position(turn="18MO").units("9019", "12_48_i", "12_48_ii").unit("us_99_394_i", "8919")
    for unit in (*attackers, *defenders):
        b.flag(unit, "out_comm")
    lines = md.shifts(b.pos, battle(b, "12_48_i,12_48_ii", "8919"))
    assert sum(value for label, value, _ in lines if label.endswith("out_comm")) == total


# ---------------------------------------------------------------------- 9 supply
@pytest.mark.parametrize(("place", "work", "shift"), [
    ("7826", "strong_point", 0), ("7826", "fort", 0), ("7826", "ip6", 1), ("7826", "", 1),
    ("6504", "strong_point", 0), ("8919", "strong_point", 1), ("8919", "fort", 1),
])  # fmt: skip
def test_want_of_supply_does_not_weaken_who_holds_a_strong_point_of_a_town(place: str, work: str, shift: int) -> None:
    """9.15h, i: a strong point or fort, in a town or city."""
    b = position(turn="18MO")
    beside = next(p for p in b.game.ground.near[b.hex(place)])
    b.unit("12_48_i", b.pos.label(beside)).unit("us_99_394_i", place, oos=1)
    if work:
        b.marker(work, place)
    lines = md.shifts(b.pos, battle(b, "12_48_i", place))
    assert sum(value for label, value, _ in lines if label == "line.defence_oos") == shift


@pytest.mark.parametrize(("unit", "full", "left"), [
    ("12_48_i", 6, 6), ("12vg_fa_i", 6, 6), ("12vg_hq", 8, 8), ("12ss_25_i", None, "half"),
    ("kgp_1_panther", None, "half"), ("1ss_rcn", None, "half"), ("kgp_2_iii", None, "half"),
])  # fmt: skip
def test_vehicles_out_of_supply_move_half_and_nobody_else(unit: str, full: int | None, left: int | str) -> None:
    """9.15a, b, 29.2.1c, d: rounded up."""
    b = position(turn="18MO").unit(unit, "9321", oos=1)
    piece = b.piece(unit)
    printed = ways.full_mf(b.pos, piece)
    assert full in (None, printed)
    foot = b.game.roster.move[piece] == "foot"
    expected = printed if left != "half" or foot else (printed + 1) // 2
    assert ways.allowance(b.pos, piece).quarters == expected * 4


# ---------------------------------------------------------------------- 10 air supply
@pytest.mark.parametrize(("turn", "offered"), [
    ("22AF", False), ("23PD", False), ("23MO", True), ("23AF", True), ("23EV", False), ("26AF", True),
])  # fmt: skip
def test_supply_comes_by_air_on_mornings_and_afternoons_from_the_23rd(turn: str, offered: bool) -> None:
    """10.0a."""
    b = position(turn=turn).unit("us_v_corps_hq", "7216").unit("us_99id_hq", "7416")
    fly(b, "air_p47d_1", hq="us_v_corps_hq").run(DropSupplies())
    assert ("air_supply us_99id_hq air_p47d_1" in b.choices()) is offered


def test_an_aircraft_of_another_corps_brings_no_supplies() -> None:
    """10.0c: one of the corps in whose chain the headquarters stands; and one headquarters a turn."""
    b = position(turn="23MO").unit("us_v_corps_hq", "7216").unit("us_99id_hq", "7416")
    b.unit("us_xviii_corps_hq", "6310")
    fly(b, "air_p47d_1", hq="us_v_corps_hq")
    fly(b, "air_p47d_2", hq="us_xviii_corps_hq").run(DropSupplies())
    assert b.refuses("air_supply us_99id_hq air_p47d_2").rule == "TFT 10.0"
    b.play("air_supply us_99id_hq air_p47d_1")
    assert b.quiet and b.on("air_p47d_1") == "-" and b.on("air_p47d_2") != "-"


# ---------------------------------------------------------------------- 12 fuel
@pytest.mark.parametrize(("place", "dice", "fuel"), [
    ("7826", (1, 1), 1), ("7826", (1, 2), 1), ("7826", (1, 3), 0), ("7241", (2, 2), 0),
])  # fmt: skip
def test_a_town_yields_fuel_on_two_and_three(place: str, dice: tuple[int, int], fuel: int) -> None:
    """12.3.2b, d, e: the first entry of a German combat unit, once."""
    b = position(turn="18MO", dice=dice).ground("firm")
    here = next(p for p in b.game.ground.roads_of[b.hex(place)])
    b.unit("2pz_304_ii", b.pos.label(here)).units("9131", "2pz_hq", "xlvii_hq").corps("xlvii_hq")
    b.run(Movement(w.GERMAN)).play(f"move 2pz_304_ii {place}")
    counters = [fuel_ for fuel_ in b.game.roster.fuel if b.pos.at(fuel_) == b.hex(place)]
    assert len(counters) == fuel and len(b.of(ev.Rolled)) >= 1


@pytest.mark.parametrize("place", ["8150", "9332", "9922"])
def test_vianden_and_the_german_towns_have_none(place: str) -> None:
    """12.3.2c: nothing is rolled."""
    b = position(turn="18MO")
    here = next(p for p in b.game.ground.roads_of[b.hex(place)])
    army = next(name for name in w.ARMIES if b.hex(place) in b.game.ground.area[name])
    unit, hqs, corps = {
        "6pza": ("12_48_i", ("12vg_hq",), "i_ss_hq"), "5pza": ("26_77_i", ("26vg_hq",), "xlvii_hq"),
        "7a": ("5fj_13_i", ("5fj_hq",), "lxxxv_hq"),
    }[army]  # fmt: skip
    b.unit(unit, b.pos.label(here)).units(b.pos.label(here), *hqs, corps).corps(corps)
    b.run(Movement(w.GERMAN)).play(f"move {unit} {place}")
    assert b.on(unit) == place and not b.of(ev.Rolled)


# ---------------------------------------------------------------------- 13 activity
@pytest.mark.parametrize(("turn", "rests"), [("16EV", False), ("17EV", True), ("17AF", False)])
def test_on_16_december_nobody_rests_in_the_evening(turn: str, rests: bool) -> None:
    """13.1a, 13.4a: from 17EV on the evening's normal state is rest; what rests is Rested afterwards (61.1a)."""
    b = position(turn=turn).units("8216", "us_v_corps_hq", "us_99id_hq").unit("us_99_394_i", "8316")
    b.corps("us_v_corps_hq").run(CorpsActivation(w.ALLIED, b.piece("us_v_corps_hq")))
    settle_segments(b)
    assert bool(b.flagged("us_99id_hq", "resting")) is rests
    b.run(MutualEnd())
    assert b.flagged("us_99id_hq", "rested") == int(rests)


def settle_segments(b: Built) -> Built:
    """Statuses and orders are left as they are until units may move."""
    while b.offer is not None and "move" not in b.offer.kinds:
        b.play("end_segment")
    return b


@pytest.mark.parametrize("turn", ["16MO", "16AF", "16EV"])
def test_on_16_december_rest_is_no_choice(turn: str) -> None:
    """13.1a, b."""
    b = position(turn=turn).units("8216", "us_v_corps_hq", "us_99id_hq").unit("us_99_394_i", "8316")
    b.corps("us_v_corps_hq").run(CorpsActivation(w.ALLIED, b.piece("us_v_corps_hq")))
    assert not any(line.startswith("set_status") for line in b.choices())


# ---------------------------------------------------------------------- 18 orders
@pytest.mark.parametrize(("unit", "turn", "die", "gone"), [
    ("us_106_422_i", "18PD", 6, True), ("us_106_422_i", "18PD", 5, False), ("us_106_422_i", "17EV", 6, False),
    ("us_99_394_i", "18PD", 6, False),
])  # fmt: skip
def test_isolated_units_of_a_printed_er_below_four_surrender_on_a_six(
    unit: str, turn: str, die: int, gone: bool
) -> None:
    """18.1a, b: from 18PD on; the printed ER, so fatigue makes nobody of ER 4 surrender."""
    b = position(turn=turn, dice=(die,)).unit(unit, "8919", isolated=1, oos=1)
    corps = "us_viii_corps_hq" if "106" in unit else "us_v_corps_hq"
    b.units("8216", corps, *(("us_106id_hq",) if "106" in unit else ()))
    if "99" in unit:
        b.unit("us_99id_hq", "8216", fatigued=1)
        assert b.pos.er(b.piece(unit)) == 3
    b.corps(corps, "orders").run(Surrender())
    assert (b.on(unit) == "-") is gone


@pytest.mark.parametrize(("turn", "hexes", "allowed"), [
    ("18PD", 20, False), ("18PD", 21, True), ("18MO", 21, False),
])  # fmt: skip
def test_a_unit_joins_a_stand_in_when_it_is_more_than_twenty_hexes_away(turn: str, hexes: int, allowed: bool) -> None:
    """18.2f, g: in the orders before dawn."""
    b = position(turn=turn).option("reserves").unit("us_99id_hq", "6213").unit("us_v_corps_hq", "6213")
    here = at_distance(b, "6213", hexes)
    b.unit("us_99_394_i", here, out_comm=1).unit("us_2id_hq", here).corps("us_v_corps_hq", "orders")
    b.unit("us_99_394_ii", "6213").run(Orders(w.ALLIED))
    if turn == "18MO":
        assert b.quiet, "there is nothing to order"
    elif allowed:
        b.play("attach us_99_394_i us_2id_hq")
        assert b.pos.parent(b.piece("us_99_394_i")) == b.piece("us_2id_hq")
    else:
        assert b.refuses("attach us_99_394_i us_2id_hq").rule == "TFT 18.2"


@pytest.mark.parametrize(("hexes", "returns"), [(20, True), (21, False)])
def test_an_attached_unit_within_twenty_hexes_must_come_back(hexes: int, returns: bool) -> None:
    """18.3b: less than 21."""
    b = position(turn="19PD").unit("us_99id_hq", "6213").unit("us_v_corps_hq", "6213")
    here = at_distance(b, "6213", hexes)
    b.unit("us_99_394_i", here, temporary=8).unit("us_2id_hq", here)
    b.act().emit(ev.Attached(b.piece("us_99_394_i"), b.piece("us_2id_hq") + 1))
    b.corps("us_v_corps_hq", "orders").run(Orders(w.ALLIED))
    if returns:
        assert b.refuses("end_segment").rule == "TFT 18.3"
    else:
        b.play("end_segment")
        assert b.quiet


@pytest.mark.parametrize(("unit", "hq", "corps", "rule"), [
    ("12_48_i", "12vg_hq", "i_ss_hq", ""), ("12vg_pzj", "12vg_hq", "i_ss_hq", ""),
    ("12vg_fa_i", "12vg_hq", "i_ss_hq", "TFT 18.4.1"),
    ("us_2_9_i", "us_2id_hq", "us_v_corps_hq", ""), ("us_2_644_td", "us_2id_hq", "us_v_corps_hq", ""),
    ("us_2_462_aaa", "us_2id_hq", "us_v_corps_hq", "TFT 18.4.2"),
    ("us_2_15_fa", "us_2id_hq", "us_v_corps_hq", "TFT 18.4.2"),
])  # fmt: skip
def test_support_goes_into_reserve_with_the_germans_and_tank_destroyers_alone_with_the_allies(
    unit: str, hq: str, corps: str, rule: str
) -> None:
    """18.4.1a, b, 18.4.2a, b."""
    b = position(turn="18PD").option("reserves").units("8216", unit, hq, corps).corps(corps, "orders")
    b.unit("12_89_i" if corps == "i_ss_hq" else "us_2_38_i", "8216").run(Orders(b.game.side_of[b.piece(hq)]))
    line = f"designate {hq} {unit}"
    if rule:
        assert b.refuses(line).rule == rule
    else:
        b.play(line)
        assert b.flagged(unit, "reserve")


@pytest.mark.parametrize(("mark", "value", "who", "allowed"), [
    ("resting", 1, "us_99id_hq", True), ("exhausted", 1, "us_99id_hq", False), ("oos", 1, "us_99_394_i", False),
    ("out_comm", 1, "us_99_394_i", False), ("fatigued", 1, "us_99id_hq", True), ("disrupt", 2, "us_99_394_i", True),
])  # fmt: skip
def test_resting_units_go_into_reserve_and_exhausted_ones_do_not(
    mark: str, value: int, who: str, allowed: bool
) -> None:
    """18.4d-f; l ends the state of who is disrupted in it."""
    b = position(turn="18PD").option("reserves").units("8216", "us_99id_hq", "us_v_corps_hq", "us_99_394_i")
    b.flag(who, mark, value).corps("us_v_corps_hq", "orders").run(Orders(w.ALLIED))
    assert ("designate us_99id_hq us_99_394_i" in b.choices()) is allowed


def test_a_division_has_three_reserves_whoever_designates_them() -> None:
    """18.4.2a, 18.5a: and the third one betters the division at once."""
    b = position(turn="18PD").option("reserves").units("8216", "us_99id_hq", "us_v_corps_hq")
    b.units("8115", "us_99_393_i", "us_99_393_ii", "us_99_394_i").unit("us_99_394_ii", "8114")
    b.corps("us_v_corps_hq", "orders").run(Orders(w.ALLIED))
    assert b.refuses("designate us_99id_hq us_99_393_i,us_99_393_ii,us_99_394_i,us_99_394_ii").rule == "TFT 18.4.2"
    b.play("designate us_99id_hq us_99_393_i,us_99_393_ii")
    assert b.pos.er(b.piece("us_99_394_ii")) == 4
    b.play("designate us_99id_hq us_99_394_i")
    assert b.pos.er(b.piece("us_99_394_ii")) == 5
    assert b.quiet, "a fourth one is not asked for"


# ---------------------------------------------------------------------- 19 works, and lakes
@pytest.mark.parametrize(("unit", "work", "there", "rule"), [
    ("us_99_324_ce", "strong_point", "", "TFT 19.3"), ("us_99_324_ce", "strong_point", "ip5", "TFT 19.3"),
    ("us_99_324_ce", "strong_point", "ip6", ""), ("us_99_394_i", "ip6", "", "TFT 19.2"),
    ("us_99_394_i", "ip5", "", ""), ("us_99_370_fa", "ip5", "", "TFT 19.1"), ("us_99id_hq", "ip5", "", "TFT 19.1"),
    ("us_99_394_i", "strong_point", "ip6", "TFT 19.3"), ("us_99_394_i", "road_block", "", "TFT 19.4"),
])  # fmt: skip
def test_who_builds_what(unit: str, work: str, there: str, rule: str) -> None:
    """19.1a, 19.2a, 19.3a, b, 19.4a: a strong point grows out of a position of ER 6 alone."""
    b = position(turn="18MO").units("8316", "us_v_corps_hq", *{"us_99id_hq", unit})
    if there:
        b.marker(there, "8316")
    b.unit("us_v_254_ce", "8416").corps("us_v_corps_hq", "works").run(Works(w.ALLIED))
    line = f"build {unit} work.{work}"
    if rule:
        assert b.refuses(line).rule == rule
    else:
        b.play(line).run(PlayerEnd(w.ALLIED))
        assert b.pos.marker(work, b.hex("8316"))
        assert not there or not b.pos.marker(there, b.hex("8316")), "19.3d"


@pytest.mark.parametrize(("foe", "beside"), [("8415", False), ("8215", False), ("8416", True), ("8317", True)])
def test_units_on_both_shores_of_a_lake_are_not_adjacent(foe: str, beside: bool) -> None:
    """Introduction: whoever asks for it. Works (19.0c), reserves (18.4e), artillery (43.4b), attacks (51.1a), and no
    ZOC goes over (25.3)."""
    b = position(turn="18PD").option("reserves").units("8316", "us_99id_hq", "us_99_394_i").unit("12_48_i", foe)
    b.units("8316", "us_99_370_fa", mode=1).unit("us_v_corps_hq", "8216").units("8616", "12vg_hq", "i_ss_hq")
    assert (b.hex("8316") in zoc.covered(b.pos, w.ALLIED)) is beside
    silent = fire.unable(b.pos, b.piece("us_99_370_fa"), True)
    assert (silent is not None and silent[0] == "43.4") is beside
    b.corps("us_v_corps_hq", "orders").run(Orders(w.ALLIED))
    assert ("designate us_99id_hq us_99_394_i" in b.choices()) is not beside
    b = position(turn="18MO").units("8316", "us_99id_hq", "us_99_394_i").unit("12_48_i", foe)
    b.unit("us_v_corps_hq", "8216").corps("us_v_corps_hq", "works").run(Works(w.ALLIED))
    assert ("build us_99_394_i work.ip5" in b.choices()) is not beside
    b = position(turn="18MO").units("8316", "us_99id_hq", "us_99_394_i").unit("12_48_i", foe)
    b.unit("us_v_corps_hq", "8216")
    combat(b, "us_v_corps_hq")
    assert (f"attack us_99_394_i {foe}" in b.choices()) is beside


# ---------------------------------------------------------------------- 22 demolition
def bridge(b: Built) -> tuple[str, str]:
    """A bridge over a stream or river, in the area of the 6th Panzer Army west of its start."""
    ground = b.game.ground
    found = next(
        key for key in sorted(ground.bridges)
        if ground.water[key] == "river" and key // ground.n in ground.area["6pza"]
        and key % ground.n in ground.area["6pza"] and key // ground.n not in ground.german_start
        and key // ground.n not in ground.beyond_meuse
    )  # fmt: skip
    return b.pos.label(found // ground.n), b.pos.label(found % ground.n)


@pytest.mark.parametrize(("turn", "asked"), [("16EV", False), ("17PD", True)])
def test_americans_blow_no_bridge_before_the_17th(turn: str, asked: bool) -> None:
    """22.1g, 22.2a; k.1: who begins beside it is met at the start of the movement."""
    b = position(turn=turn, dice=(1,))
    near, far = bridge(b)
    b.unit("us_v_254_ce", near).unit("12_48_i", far).unit("us_v_corps_hq", near).corps("i_ss_hq")
    b.run(StartOfMovement(w.GERMAN))
    assert ("blow us_v_254_ce" in b.choices()) is asked


def test_one_attempt_at_a_bridge_in_an_enemy_turn() -> None:
    """22.1e: by whichever engineer; and the preparation is spent with it (22.2g)."""
    b = position(turn="18MO", dice=(6,))
    near, far = bridge(b)
    b.units(near, "us_v_254_ce", "us_v_146_ce", "us_v_corps_hq").flag("us_v_254_ce", "prep", b.hex(far) + 1)
    b.unit("12_48_i", far).corps("i_ss_hq").run(StartOfMovement(w.GERMAN)).play("blow us_v_254_ce")
    assert not b.flagged("us_v_254_ce", "prep")
    b.run(StartOfMovement(w.GERMAN))
    assert b.quiet
    b.run(PlayerEnd(w.GERMAN), PlayerEnd(w.ALLIED), MutualEnd()).turn("18AF").run(StartOfMovement(w.GERMAN))
    assert "blow us_v_146_ce" in b.choices()


@pytest.mark.parametrize(("beside", "prepared", "total"), [
    (("12_48_i",), True, 0), (("12_48_i",), False, 2), (("kg_x",), False, 3),
    (("kgp_1_panther", "kgp_2_panther"), True, 1), (("kgp_1_panther", "kgp_9_eng", "kg_x"), False, 5),
    (("kgp_hq",), True, 1),
])  # fmt: skip
def test_what_worsens_a_demolition(beside: tuple[str, ...], prepared: bool, total: int) -> None:
    """22.1l, 22.3b: haste two; commandos, heavy AFV and engineers one each, and each once; KG Peiper's HQ is an
    engineer (2.6.2e.4)."""
    b = position(turn="18MO")
    near, far = bridge(b)
    b.unit("us_v_254_ce", near).units(far, *beside)
    if prepared:
        b.flag("us_v_254_ce", "prep", b.hex(far) + 1)
    lines = demolition.modifiers(b.pos, b.piece("us_v_254_ce"), b.hex(near), b.hex(far))
    assert sum(value for _, value, _ in lines) == total


@pytest.mark.parametrize(("mark", "rule"), [
    ("building", "TFT 22.1"), ("ferry", "TFT 22.1"), ("bridging", "TFT 22.1"), ("out_comm", "TFT 7.14"),
    ("oos", "TFT 22.1"), ("reserve", "TFT 18.4.2"),
])  # fmt: skip
def test_who_prepares_no_demolition(mark: str, rule: str) -> None:
    """22.1c, d, 22.2b, 18.4j."""
    b = position(turn="18MO")
    near, far = bridge(b)
    b.unit("us_v_254_ce", near, **{mark: 1}).unit("us_v_corps_hq", near).corps("us_v_corps_hq", "demolition")
    b.unit("us_v_146_ce", near).run(Demolitions(w.ALLIED))
    assert b.refuses(f"prepare_demolition us_v_254_ce {far}").rule == rule
    b.play(f"prepare_demolition us_v_146_ce {far}")


# ---------------------------------------------------------------------- 23, 24 stacking
@pytest.mark.parametrize(("one", "lost", "other", "fits"), [
    ("us_2_66_i_tk", 0, "us_2_66_ii_tk", False), ("us_2_66_i_tk", 1, "us_2_66_ii_tk", False),
    ("us_2_66_i_tk", 2, "us_2_66_ii_tk", True), ("us_2_66_i_tk", 0, "us_2_702_td", True),
    ("us_2_66_i_tk", 0, "us_2_66_iii_lt", True), ("us_2_66_i_tk", 0, "us_2_41_i", True),
])  # fmt: skip
def test_two_tank_battalions_with_their_names_do_not_stack(one: str, lost: int, other: str, fits: bool) -> None:
    """24.7, 24.8: also after one hit; a Step counter, a tank destroyer and light tanks do."""
    b = position(turn="23MO").unit(one, "4320").unit("us_2ad_hq", "4119").unit(other, "4220")
    if lost:
        b.act().steps(b.piece(one), b.game.roster.full[b.piece(one)] - lost)
    assert stacking.fits(b.pos, b.piece(other), b.hex("4320")) is fits


@pytest.mark.parametrize(("units", "over"), [
    (("fe_pziv", "fe_aa", "fe_100_i", "fe_100_ii"), False), (("fe_stug_1", "fe_aa", "fe_100_i", "fe_100_ii"), True),
    (("fe_100_i", "fe_100_ii", "fe_928_i"), False),
    (("fe_pziv", "fe_aa", "fe_100_i", "fe_100_ii", "fe_928_i"), True),
])  # fmt: skip
def test_a_flak_company_of_the_escort_brigade_stands_free_with_its_panzers(units: tuple[str, ...], over: bool) -> None:
    """24.4a, b: with a panzer of the brigade; four others are too many all the same."""
    b = position(turn="20MO").units("4523", *units).unit("feb_hq", "4523")
    assert bool(stacking.overstacked(b.pos, w.GERMAN)) is over


def test_the_owner_removes_who_is_too_many() -> None:
    """23.3c: at the end of a segment, down to three, of his choice; headquarters are nothing to it (23.1a)."""
    b = position(turn="18MO").units("9321", "12_48_i", "12_48_ii", "12_89_i", "12_89_ii", "12vg_hq", "i_ss_hq")
    b.run(Excess(w.GERMAN))
    assert len(b.choices()) == 4
    b.play("remove_excess 12_89_i")
    assert b.on("12_89_i") == "-" and b.quiet


# ---------------------------------------------------------------------- 25 ZOC
@pytest.mark.parametrize(("unit", "ground", "sky", "turn", "exerts"), [
    ("12_48_i", "clear", "fog", "18MO", True), ("12_48_i", "woods", "fog", "18MO", False),
    ("12_48_i", "broken", "fog", "18MO", False), ("12_48_i", "clear", "dense_fog", "18MO", False),
    ("12_48_i", "clear", "snow", "18MO", False), ("12_48_i", "woods", "clear", "18EV", True),
    ("12_48_i", "broken", "clear", "18EV", True), ("12_48_i", "forest", "clear", "18EV", False),
    ("12_48_i", "marsh", "clear", "18PD", False), ("12_48_i", "marsh", "clear", "18MO", True),
    ("12_48_i", "woods", "fog", "18EV", False), ("12_48_i", "town", "fog", "18EV", True),
    ("1ss_rcn", "forest", "clear", "18MO", False), ("1ss_rcn", "town", "clear", "18MO", True),
    ("kgp_1_panther", "town", "clear", "18MO", False), ("kgp_1_panther", "broken", "clear", "18MO", True),
    ("12vg_fa_i", "clear", "clear", "18MO", False), ("12vg_hq", "clear", "clear", "18MO", False),
])  # fmt: skip
def test_which_unit_has_a_zone_in_which_ground_and_sky(
    unit: str, ground: str, sky: str, turn: str, exerts: bool
) -> None:
    """25.1a-h, 25.2d, examples of ZOC 11-13."""
    b = position(turn=turn).sky(sky)
    map_ = b.game.ground
    here, there = next(
        (p, q) for p in sorted(map_.area["6pza"]) for q in map_.zoc_near[p]
        if map_.terrain[q] == ground and q not in map_.villages and not map_.water_between(p, q)
        and q in map_.area["6pza"] - map_.boundary_5_6 and p not in map_.boundary_5_6
    )  # fmt: skip
    b.unit(unit, b.pos.label(here))
    assert (there in zoc.covered(b.pos, w.ALLIED)) is exerts


def test_a_light_flak_stops_trucks_and_bars_supply_and_no_tank_feels_it() -> None:
    """25.1f, g, 25.2a, 25.7c: the example of the retreat as well: the tank goes, the infantry is lost."""
    b = position(turn="18MO").units("9321", "12_48_i", "kgp_1_panther")
    ground = b.game.ground
    flak, beside = next(
        (p, q) for p in sorted(ground.area["6pza"]) for q in ground.zoc_near[p]
        if {ground.terrain[p], ground.terrain[q]} == {"clear"} and q not in ground.villages
        and not any(ground.water_between(q, there) for there in ground.near[q])
    )  # fmt: skip
    b.unit("us_99_535_aaa", b.pos.label(flak))
    assert zoc.stops(b.pos, b.piece("12_48_i"), beside) and not zoc.stops(b.pos, b.piece("kgp_1_panther"), beside)
    assert beside in zoc.covered(b.pos, w.GERMAN)
    start = next(p for p in ground.near[beside] if p not in ground.near[flak] and p != flak)
    tank, foot = b.piece("kgp_1_panther"), b.piece("12_48_i")
    assert retreats.may_enter(b.pos, foot, start, beside) is False
    assert retreats.may_enter(b.pos, tank, start, beside), "ground and water do not bar it"


def test_no_zone_goes_over_the_meuse_by_a_bridge_either() -> None:
    """25.3."""
    b = position(turn="24MO").unit("2pz_304_ii", "1228")
    assert b.hex("1129") not in zoc.covered(b.pos, w.ALLIED) and b.hex("1129") in b.game.ground.near[b.hex("1228")]


# ---------------------------------------------------------------------- 26 boundaries
@pytest.mark.parametrize(("unit", "corps", "area", "beyond", "rule"), [
    ("12_48_i", "i_ss_hq", "6pza", "5pza", "TFT 26.1"), ("26_77_i", "xlvii_hq", "5pza", "6pza", "TFT 26.1"),
    ("26_77_i", "xlvii_hq", "5pza", "7a", "TFT 26.2"), ("5fj_13_i", "lxxxv_hq", "7a", "5pza", "TFT 26.2"),
])  # fmt: skip
def test_an_attack_over_the_boundary_is_refused_by_the_rule_of_that_boundary(
    unit: str, corps: str, area: str, beyond: str, rule: str
) -> None:
    """26.1.1c, d, 26.2.2c, d: east of the Clerf."""
    b = position(turn="16AF")
    ground = b.game.ground
    borders = ground.boundary_5_6 | ground.boundary_5_7_east | ground.boundary_5_7_west
    here, there = next(
        (p, q) for p in sorted(borders, reverse=True) for q in ground.near[p]
        if q in ground.area[beyond] and any(there in ground.area[area] for there in ground.near[p])
        and not ground.water_between(p, q)
    )  # fmt: skip
    own = next(p for p in ground.near[here] if p in ground.area[area] and not ground.water_between(p, here))
    b.unit(unit, b.pos.label(here)).unit("us_28_110_ii", b.pos.label(there)).unit(corps, b.pos.label(here))
    b.unit("us_28_112_ii", b.pos.label(own))
    combat(b, corps)
    assert b.refuses(f"attack {unit} {b.pos.label(there)}").rule.startswith(rule)


# ---------------------------------------------------------------------- 35, 36 overruns
@pytest.mark.parametrize(("turn", "extra", "rule"), [
    ("18MO", "1ss_1_i", ""), ("18EV", "1ss_1_i", ""), ("18EV", "kg_x", ""), ("18MO", "12_48_i", ""),
    ("18EV", "12_48_i", "TFT 36.4"),
])  # fmt: skip
def test_who_overruns_with_kg_peiper_by_night(turn: str, extra: str, rule: str) -> None:
    """36.1, 36.4c: its division and the 150th Brigade; by day anybody of the corps."""
    b = overrun(turn=turn).unit(extra, "8509").run(Movement(w.GERMAN))
    if extra != "kg_x":
        line = f"overrun kgp_1_panther,kgp_2_iii,{extra} 8510"
        if rule:
            assert b.refuses(line).rule == rule
        else:
            b.play(line)
            assert b.on("us_99_370_fa") == "-"


@pytest.mark.parametrize(("target", "marks", "weather", "rule"), [
    ("us_99_370_fa", {}, "clear", ""), ("us_99_370_fa", {}, "fog", "TFT 35.2"),
    ("us_99_370_fa", {}, "snow", "TFT 35.2"),
    ("us_99id_hq", {}, "clear", ""), ("us_99_393_k", {}, "clear", ""),
    ("us_99_393_k", {"fort_side": 1}, "clear", "TFT 35.2"), ("us_99_370_fa", {"engaged": 1}, "clear", "TFT 35.2"),
    ("us_99_394_i", {}, "clear", "TFT 35.2"),
])  # fmt: skip
def test_what_is_overrun(target: str, marks: dict[str, int], weather: str, rule: str) -> None:
    """35.1, 35.2a, f, g, i."""
    b = overrun(target, weather)
    for mark, value in marks.items():
        b.flag(target, mark, value)
    b.run(Movement(w.GERMAN))
    line = "overrun kgp_1_panther,kgp_2_iii,kgp_2_panther 8510"
    if rule:
        assert b.refuses(line).rule == rule
    else:
        b.play(line)
        assert b.on(target) == "-"


@pytest.mark.parametrize(("unit", "turn", "weather", "rule"), [
    ("2ss_stug", "24MO", "clear", ""), ("2ss_stug", "24EV", "clear", "56.2"), ("2ss_pziv_1", "24EV", "clear", ""),
    ("2ss_pziv_1", "24MO", "fog", "56.1"), ("kgp_1_panther", "24PD", "clear", ""),
    ("2ss_4_iii", "24MO", "clear", "56.1"),
    ("2pz_panther_1", "24EV", "clear", ""), ("fe_pziv", "24EV", "clear", "56.2"), ("fe_pziv", "24MO", "clear", ""),
])  # fmt: skip
def test_who_overruns_guns_in_an_advance(unit: str, turn: str, weather: str, rule: str) -> None:
    """56.1, 56.1h, 56.2a: any AFV by day, by night panzers of three divisions and no assault gun."""
    b = position(turn=turn).sky(weather).unit("us_99_370_fa", "8719").unit(unit, "8618")
    why = advances.may_overrun(b.pos, b.piece(unit), b.hex("8719"))
    assert (why[0] if why else "") == rule


# ---------------------------------------------------------------------- 40-42 shifts
@pytest.mark.parametrize(("turn", "attacker", "defender", "shift"), [
    ("17EV", "kgp_501_1_tiger", "us_99_394_i", 1), ("18PD", "kgp_501_1_tiger", "us_99_394_i", 0),
    ("17EV", "kgp_1_panther", "us_99_394_i", 0), ("17EV", "us_99_394_i", "kgp_501_1_tiger", -1),
    ("18PD", "us_99_394_i", "kgp_501_1_tiger", 0), ("17EV", "br_53_71_i", "kgp_501_1_tiger", 0),
    ("17EV", "653_jgtiger", "us_99_394_i", 0),
])  # fmt: skip
def test_tigers_frighten_americans_until_the_evening_of_the_17th(
    turn: str, attacker: str, defender: str, shift: int
) -> None:
    """40.0a, b: attacks by a hex with Tigers, and American attacks at one; a Jagdtiger is none."""
    b = position(turn=turn).unit(attacker, "8618").unit(defender, "8719")
    lines = md.shifts(b.pos, battle(b, attacker, "8719"))
    assert sum(value for label, value, _ in lines if label == "line.tiger_scare") == shift


@pytest.mark.parametrize(("attackers", "shift"), [
    (("2ss_4_i",), 1), (("2ss_4_i", "2ss_stug"), 1), (("2ss_stug",), -1), (("2ss_4_i", "12vg_pzj"), -1),
    (("1ss_1_i", "3fj_5_i"), 1), (("3fj_5_i",), -1), (("2pz_304_i",), 1), (("2pz_304_i", "26_77_i"), -1),
    (("116pz_60_i",), -1), (("2pz_304_i", "667_stug"), 1),
])  # fmt: skip
def test_whose_night_it_is(attackers: tuple[str, ...], shift: int) -> None:
    """41.0d-f: a front-line unit of the three; no other division but the 3rd Parachute's with the 1st SS; what belongs
    to corps or army bars nothing."""
    b = position(turn="20EV").units("8618", *(u for u in attackers if u in b_ids())).unit("us_99_394_i", "8719")
    found = battle(b, ",".join(attackers), "8719")
    value = sum(v for label, v, _ in md.shifts(b.pos, found) if label in ("line.german_night", "line.night"))
    assert value == shift


def b_ids() -> frozenset[str]:
    """Ids of all counters."""
    return frozenset(counter.id for counter in position().game.counters)


@pytest.mark.parametrize(("attackers", "defenders", "shift"), [
    (("fe_100_i",), ("us_84_333_i", "br_53_71_i"), 1), (("us_84_333_i", "br_53_71_i"), ("fe_100_i",), -1),
    (("br_53_71_i",), ("fe_100_i",), 0), (("fe_100_i",), ("us_84_333_i",), 0),
])  # fmt: skip
def test_both_allied_nations_in_a_battle_are_a_column_for_the_germans(
    attackers: tuple[str, ...], defenders: tuple[str, ...], shift: int
) -> None:
    """42.3: in either side's attack."""
    b = position(turn="25MO").units("4220", *attackers).units("4320", *defenders)
    lines = md.shifts(b.pos, battle(b, ",".join(attackers), "4320"))
    assert sum(value for label, value, _ in lines if label == "line.us_british") == shift


# ---------------------------------------------------------------------- 55, 57 advances
@pytest.mark.parametrize(("unit", "rate", "blitz"), [
    ("kgp_2_iii", "road", True), ("kgp_1_panther", "road", True), ("2ss_stug", "base", False),
    ("1ss_rcn", "recon", True), ("kgp_hq", "recon", True), ("feb_hq", "recon", True), ("12vg_hq", "base", False),
    ("12_48_i", "base", False), ("us_2_644_td", "base", False), ("us_2_741_tk", "road", True),
    ("us_14_18_e", "recon", True), ("us_2_15_fa", "base", False), ("us_2_2_ce", "base", True),
])  # fmt: skip
def test_how_far_each_kind_advances_and_who_does_after_a_blitz(unit: str, rate: str, blitz: bool) -> None:
    """55.2b-d, 57.3c-f: tank destroyers and assault guns at the basic rate, and not after a Blitz attack."""
    b = position(turn="18MO").unit(unit, "8618")
    assert advances.rate(b.pos, b.piece(unit)) == rate
    assert advances.may_blitz(b.pos, b.piece(unit)) is blitz


@pytest.mark.parametrize(("unit", "rule"), [("12vg_fa_i", "2.6.1.5"), ("12vg_hq", "2.6.1.5"), ("12_48_i", "")])
def test_who_has_a_bracketed_cf_does_not_attack(unit: str, rule: str) -> None:
    """2.6.1.5k, 2.9.1."""
    b = position(turn="18MO").unit(unit, "9019").unit("us_99_394_i", "8919").unit("12_48_ii", "9019")
    b.units("9322", *{"12vg_hq", "i_ss_hq"} - {unit})
    combat(b, "i_ss_hq")
    if rule:
        assert b.refuses(f"attack {unit} 8919").rule == f"TFT {rule}"
    else:
        assert f"attack {unit},12_48_ii 8919" in b.choices()


# ---------------------------------------------------------------------- 52 results
@pytest.mark.parametrize(("cell", "work", "marked"), [
    ("CA", "", True), ("CA", "strong_point", False), ("CA", "fort", False), ("CA", "ip6", True),
])  # fmt: skip
def test_a_strong_point_or_fort_ignores_a_counterattack_and_a_position_does_not(
    cell: str, work: str, marked: bool
) -> None:
    """52.12b."""
    b = position(turn="18MO").unit("12_48_i", "9019").unit("us_99_394_i", "8919").unit("us_99id_hq", "8616")
    b.units("9322", "12vg_hq", "i_ss_hq").unit("us_v_corps_hq", "8216")
    if work:
        b.marker(work, "8919")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8919"), cell)
    assert bool(b.flagged("us_99_394_i", "counterattack")) is marked


def test_markers_of_a_battle_stay_through_the_end_of_combat() -> None:
    """58.0d, f-h: Fired, CA, Shock; the Abort marker goes (58.0b)."""
    b = position(turn="18MO").unit("12_48_i", "9019", shock=1, abort=1).unit("us_99_394_i", "8919", counterattack=1)
    b.unit("12vg_fa_i", "9220", mode=1, fired=1).units("9322", "12vg_hq", "i_ss_hq")
    b.flag("us_99_394_i", "counterattack", b.hex("8919") + 1).flag("12_48_i", "attacked", b.hex("8919") + 1)
    b.corps("i_ss_hq", "combat").run(EndOfCombat(w.GERMAN))
    assert b.flagged("12_48_i", "shock") and not b.flagged("12_48_i", "abort")
    assert b.flagged("12vg_fa_i", "fired") and b.flagged("us_99_394_i", "counterattack")
    b.run(PlayerEnd(w.GERMAN))
    assert not b.flagged("12_48_i", "shock") and b.flagged("12_48_i", "disrupt") == 2, "60.6"
    assert b.flagged("12vg_fa_i", "fired"), "60.8"
    b.run(PlayerEnd(w.ALLIED), MutualEnd())
    assert not b.flagged("12vg_fa_i", "fired") and b.flagged("12_48_i", "disrupt") == 1, "61.2c, g"
    settle(b)


# ---------------------------------------------------------------------- 2.13 forts
@pytest.mark.parametrize(("cell", "here", "holds"), [("/1", False, False), ("DR1", True, False)])
def test_a_company_in_a_fort_is_lost_with_it_or_leaves_it_behind(cell: str, here: bool, holds: bool) -> None:
    """2.13f, g, i: a hit costs both; a retreat is the company's alone; a battalion in the hex loses its shelter with
    it."""
    b = position(turn="18AF").unit("us_99_393_k", "9116", fort_side=1).unit("12_48_i", "9117")
    b.unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216").unit("12vg_hq", "9322").unit("i_ss_hq", "9423")
    assert md.defence_er(b.pos, b.hex("9116")) == 6
    carried(b, "i_ss_hq", battle(b, "12_48_i", "9116"), cell)
    settle(b, until="advance")
    assert (b.on("us_99_393_k") != "-") is here
    assert bool(b.flagged("us_99_393_k", "fort_side")) is holds


def test_units_beside_a_company_in_its_fort_share_it_as_long_as_it_stays() -> None:
    """2.13i, e: also against CA (52.12b)."""
    b = position(turn="18AF").unit("us_99_393_k", "9116", fort_side=1).unit("us_99_394_i", "9116")
    b.unit("12_48_i", "9117").unit("us_99id_hq", "8616").unit("us_v_corps_hq", "8216")
    found = battle(b, "12_48_i", "9116")
    assert md.effectiveness(b.pos, found).total == 1 and b.pos.er(b.piece("us_99_394_i")) == 4
    b.flag("us_99_393_k", "fort_side", 0)
    assert md.effectiveness(b.pos, found).total == -1


# ---------------------------------------------------------------------- 5.5 allocation; 24.1, 24.2
@pytest.mark.parametrize(("chosen", "other", "rule"), [
    ("1ssd_hq", "3fj_hq", "24.1"), ("3fj_hq", "1ssd_hq", "24.1"), ("116pz_hq", "560vg_hq", "24.2"),
])  # fmt: skip
def test_divisions_that_act_as_one_rest_together(chosen: str, other: str, rule: str) -> None:
    """24.1b, 24.2b; 24.3c: KG Peiper chooses for itself, and so does its brigade."""
    b = position(turn="18MO", seed="exam")
    corps = b.game.counters[b.game.roster.parent[b.piece(chosen)]].id
    b.units("9421", corps, "kgp_hq").unit(chosen, "9321").unit(other, "9221")
    b.corps(corps).run(CorpsActivation(w.GERMAN, b.piece(corps)))
    while f"set_status {chosen} status.resting" not in b.choices():
        b.play("end_segment" if "end_segment" in b.choices() else b.choices()[0])
    b.play(f"set_status {chosen} status.resting")
    assert b.flagged(other, "resting") and not b.flagged("kgp_hq", "resting")
    assert rule in b.rules()


@pytest.mark.parametrize(("unit", "short"), [
    ("3fj_fa_v", False), ("1ss_rcn", True), ("1ss_1_i", True), ("1ssd_hq", False), ("kgp_1_panther", False),
])  # fmt: skip
def test_low_fuel_of_the_1st_ss_is_its_vehicles_alone(unit: str, short: bool) -> None:
    """24.1d, 29.2.2a, f, G-D30: not the 3rd Parachute Division, no headquarters; KG Peiper rolls for itself."""
    b = position(turn="20MO").units("9321", "1ssd_hq", "3fj_hq", "kgp_hq").unit("1ss_eng", "9321")
    if unit not in ("1ssd_hq",):
        b.unit(unit, "9321")
    b.flag("1ssd_hq", "low_fuel")
    assert ways.low_on_fuel(b.pos, b.piece(unit)) is short


# ---------------------------------------------------------------------- 28, 29, 30, 31, 32 movement
@pytest.mark.parametrize(("spent", "goes"), [(4 * 4, True), (4 * 4 + 1, False)])
def test_a_horse_drawn_gun_unlimbers_with_two_movement_factors_left(spent: int, goes: bool) -> None:
    """32.2d-f: of its six."""
    b = position(turn="18MO").unit("26vg_fa_ii", "7545", moved=spent + 1).units("7545", "26vg_hq", "xlvii_hq")
    b.unit("26_77_i", "7545").corps("xlvii_hq").run(Movement(w.GERMAN))
    if goes:
        b.play("change_mode 26vg_fa_ii")
        assert b.flagged("26vg_fa_ii", "mode")
    else:
        assert b.refuses("change_mode 26vg_fa_ii").rule == "TFT 32.2"


@pytest.mark.parametrize(("marks", "quarters"), [
    ({}, 36), ({"resting": 1}, 36), ({"exhausted": 1}, 36), ({"oos": 1, "isolated": 1}, 36), ({"out_comm": 1}, 36),
    ({"low_fuel": 1}, 36), ({"disrupt": 1}, 20), ({"shock": 1}, 20),
])  # fmt: skip
def test_a_headquarters_moves_in_full_but_for_disruption(marks: dict[str, int], quarters: int) -> None:
    """31.1b, c, 29.2.2f, 29.3a: nine, or five."""
    b = position(turn="20MO").unit("2pz_hq", "7443", **marks)
    assert ways.allowance(b.pos, b.piece("2pz_hq")).quarters == quarters


@pytest.mark.parametrize(("marks", "quarters"), [
    ({"disrupt": 2}, 12), ({"disrupt": 2, "shock": 1}, 12), ({"disrupt": 1}, 12), ({"oos": 1}, 24),
])  # fmt: skip
def test_movement_is_halved_once(marks: dict[str, int], quarters: int) -> None:
    """29.2.1a, e, 9.15a: whatever the number of reasons."""
    b = position(turn="20MO").unit("26_77_i", "7443", **marks).unit("26vg_hq", "7443")
    assert ways.allowance(b.pos, b.piece("26_77_i")).quarters == quarters


@pytest.mark.parametrize(("unit", "first", "rule"), [
    ("26_77_i", True, ""), ("26_77_i", False, "30.1"), ("26vg_fa_ii", True, "30.1"), ("2pz_panther_1", True, "30.1"),
    ("2pz_2_ii", True, "30.1"), ("26vg_hq", True, "30.1"),
])  # fmt: skip
def test_foot_alone_crosses_a_river_off_fords_and_bridges(unit: str, first: bool, rule: str) -> None:
    """30.1a, b, 30.2b: 7946 to 7845, with its first step."""
    b = position(turn="18MO").unit(unit, "7946").blown("7946", "7845")
    why = ways.water_step(b.pos, b.piece(unit), b.hex("7946"), b.hex("7845"), first)[1]
    assert (why[0] if why else "") == rule


@pytest.mark.parametrize(("there", "goes"), [("zone_B", True), ("zone_D", True), ("zone_A", False), ("zone_E", False)])
def test_a_unit_off_the_map_goes_to_a_neighbouring_zone(there: str, goes: bool) -> None:
    """34.2a-c: and stops there."""
    b = position(turn="20MO").unit("us_iii_corps_hq", "8860").unit("us_80_317_i", "zone_C").unit("us_80id_hq", "8860")
    b.corps("us_iii_corps_hq").run(Movement(w.ALLIED))
    line = f"change_zone us_80_317_i {there}"
    if goes:
        b.play(line)
        assert not any(line.startswith("change_zone us_80_317_i") for line in b.choices())
    else:
        assert b.refuses(line).rule == "TFT 34.2"


@pytest.mark.parametrize(("unit", "crosses"), [
    ("br_29_23_hus", True), ("br_29bde_hq", True), ("br_2_hc", True), ("br_53_71_i", False), ("br_xxx_corps_hq", False),
    ("br_29_8_rb", True), ("us_84_333_i", True),
])  # fmt: skip
def test_seven_british_units_cross_the_meuse(unit: str, crosses: bool) -> None:
    """42.1: the 29th Armoured Brigade's five among them; it binds no Americans."""
    b = position(turn="24MO").unit(unit, "1129")
    why = ways.step(b.pos, b.piece(unit), b.hex("1129"), b.hex("1228"), True)[1]
    assert (why is None or why[0] != "42.1") is crosses


@pytest.mark.parametrize(("unit", "crosses"), [("2pz_304_i", True), ("26_77_i", True), ("5fj_13_i", False)])
def test_the_5th_panzer_army_crosses_the_meuse_and_the_7th_army_does_not(unit: str, crosses: bool) -> None:
    """26.2.7e, f: by the bridge of Givet."""
    b = position(turn="24MO").unit(unit, "1133")
    why = ways.step(b.pos, b.piece(unit), b.hex("1133"), b.hex("1132"), True)[1]
    assert (why is None) is crosses and (crosses or (why is not None and why[0] == "26.2.7"))


# ---------------------------------------------------------------------- 35 the limit of an overrun
@pytest.mark.parametrize("short", [False, True])
def test_ten_to_one_is_enough_and_less_is_not(short: bool) -> None:
    """35.1, 35.3c: no shift counts."""
    b = position(turn="18MO").unit("us_99_370_fa", "8510").corps("i_ss_hq").units("8511", "kgp_6_pziv", "kgp_2_iii")
    total = sum(b.pos.cf(b.piece(u)).attack for u in ("kgp_6_pziv", "kgp_2_iii"))
    others = [u for u in ("1ss_1_i", "1ss_1_ii", "1ss_2_i", "12_48_i", "12_89_i") if total < 10]
    for unit in others:
        value = b.game.roster.front[b.piece(unit)].get("attack")
        if total + value <= 10:
            b.unit(unit, "8509")
            total += value
    party = [u for u in ("kgp_6_pziv", "kgp_2_iii", *others) if b.on(u) != "-"]
    assert total == 10, "the position is made for it"
    if short:
        b.act().steps(b.piece("kgp_2_iii"), b.game.roster.full[b.piece("kgp_2_iii")] - 1)
    b.run(Movement(w.GERMAN))
    line = f"overrun {','.join(party)} 8510"
    if short:
        assert b.refuses(line).rule == "TFT 35.1"
    else:
        b.play(line)
        assert b.on("us_99_370_fa") == "-"


def test_a_headquarters_is_overrun_in_a_town_at_twice_the_odds() -> None:
    """35.1a, G-D28: in any hex but a village (35.2g); a unit of one step is not (35.1b)."""
    b = position(turn="18MO").unit("us_99id_hq", "7826").corps("i_ss_hq")
    beside = next(p for p in b.game.ground.roads_of[b.hex("7826")])
    b.units(b.pos.label(beside), "kgp_1_panther", "kgp_2_iii", "kgp_2_panther", "kgp_501_1_tiger")
    assert overruns.target_refusal(b.pos, b.hex("7826"), w.GERMAN) is None
    assert overruns.defence(b.pos, b.hex("7826")) == 2
    b = position(turn="18MO").unit("us_99_370_fa", "7826").corps("i_ss_hq")
    why = overruns.target_refusal(b.pos, b.hex("7826"), w.GERMAN)
    assert why is not None and why[0] == "35.1"


# ---------------------------------------------------------------------- 39 leaders
@pytest.mark.parametrize(("spent", "works"), [(0, True), (1, False)])
def test_a_spent_leader_designates_nobody(spent: int, works: bool) -> None:
    """39.0f, 39.5a: by day too; the designation itself spends nobody."""
    b = position(turn="20MO").option("leaders").option("reserves").units("4523", "fe_100_i", "feb_hq", "lxvi_hq")
    b.unit("leader_remer", "4523", spent=spent).corps("lxvi_hq", "orders").run(Orders(w.GERMAN))
    line = "designate leader_remer fe_100_i"
    assert (line in b.choices()) is works
    if works:
        b.play(line)
        assert not b.flagged("leader_remer", "spent")


# ---------------------------------------------------------------------- 43-47 artillery
@pytest.mark.parametrize(("hexes", "fires"), [(6, True), (7, False)])
def test_the_firing_hex_is_not_counted_into_the_range(hexes: int, fires: bool) -> None:
    """43.2a, c: six for the 12th VG's guns."""
    b = position(turn="18MO").unit("us_99_394_i", "8719").unit("12_48_i", "8618").units("9322", "12vg_hq", "i_ss_hq")
    b.unit("12vg_fa_i", at_distance(b, "8719", hexes, "6pza"), mode=1)
    assert fire.in_range(b.pos, b.piece("12vg_fa_i"), b.hex("8719")) is fires


@pytest.mark.parametrize(("gun", "marks", "defending", "rule"), [
    ("12vg_fa_i", {}, True, ""), ("12vg_fa_i", {"resting": 1}, True, ""),
    ("12vg_fa_i", {"resting": 1}, False, "43.7.4"),
    ("12vg_fa_i", {"exhausted": 1}, True, "43.6"), ("12vg_fa_i", {"fatigued": 1}, False, ""),
    ("9nw_i", {}, True, "43.1"), ("9nw_i", {}, False, ""),
])  # fmt: skip
def test_which_gun_is_silent(gun: str, marks: dict[str, int], defending: bool, rule: str) -> None:
    """43.1a, 43.6a, b, 43.7.4b, 46.1b, c."""
    b = position(turn="19MO").unit(gun, "9322", mode=1).unit("12vg_hq", "9322", **marks).unit("i_ss_hq", "9322")
    why = fire.unable(b.pos, b.piece(gun), defending)
    assert (why[0] if why else "") == rule


@pytest.mark.parametrize(("where", "rule"), [
    ({"mode": 0}, "43.2"), ({"mode": 1, "fired": 1}, "43.1"), ({"mode": 1, "out_comm": 1}, "7.14"),
    ({"mode": 1, "oos": 1}, "9.15"), ({"mode": 1}, ""),
])  # fmt: skip
def test_a_gun_fires_in_battery_in_command_and_in_supply(where: dict[str, int], rule: str) -> None:
    """32.1c, 43.1c, 46.2b, 7.14d, 9.15e."""
    b = position(turn="19MO").unit("12vg_fa_i", "9322", **where).units("9322", "12vg_hq", "i_ss_hq")
    why = fire.unable(b.pos, b.piece("12vg_fa_i"), False)
    assert (why[0] if why else "") == rule


@pytest.mark.parametrize(("defender", "serves"), [("12_48_i", True), ("277_989_i", False)])
def test_a_resting_division_defends_its_own_units_alone(defender: str, serves: bool) -> None:
    """13.5.1d, 46.1c: not those of another division of its corps; active it does not either (46.2a)."""
    for rests in (0, 1):
        b = position(turn="19MO").unit("12vg_fa_i", "9019", mode=1).unit("12vg_hq", "9322", resting=rests)
        b.units("9322", "277vg_hq", "i_ss_hq").unit(defender, "8817")
        assert (b.piece("12vg_fa_i") in fire.defence_guns(b.pos, b.hex("8817"))) is serves


@pytest.mark.parametrize(("gun", "unit", "serves"), [
    ("br_4a_64_med", "br_53_71_i", True), ("br_4a_64_med", "us_84_333_i", False), ("br_53_fd_i", "br_43_129_i", False),
    ("br_4a_64_med", "br_43_129_i", True),
])  # fmt: skip
def test_british_corps_artillery_serves_any_unit_of_its_corps(gun: str, unit: str, serves: bool) -> None:
    """47.2a, 47.3a, e, 42.4a."""
    b = position(turn="25MO").unit(gun, "3420", mode=1).units("3420", "br_4_agra_hq", "br_xxx_corps_hq", "br_53_hq")
    b.unit(unit, "3522")
    assert fire.serves(b.pos, b.piece(gun), (b.piece(unit),)) is serves


# ---------------------------------------------------------------------- 54, 58, 60, 61
@pytest.mark.parametrize(("mode", "disrupted"), [(1, 2), (0, 0)])
def test_who_retreats_deployed_is_disrupted_and_who_marches_is_not(mode: int, disrupted: int) -> None:
    """54.0c, d: headquarters and guns."""
    b = position(turn="18AF").unit("12_48_i", "8719").units("8619", "us_99_370_fa", "us_99id_hq", mode=mode)
    b.units("9322", "12vg_hq", "i_ss_hq").unit("us_v_corps_hq", "8216")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8619"), "DR1")
    while b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    for unit in ("us_99_370_fa", "us_99id_hq"):
        assert b.on(unit) not in ("8619", "-") and not b.flagged(unit, "mode")
        assert b.flagged(unit, "disrupt") == disrupted


@pytest.mark.parametrize(("foe", "done"), [("", True), ("8317", False), ("8415", True)])
def test_a_position_is_finished_with_no_enemy_beside_it(foe: str, done: bool) -> None:
    """60.2a, b: an enemy beyond the lake (8415) is none."""
    b = position(turn="18MO").unit("us_99_394_i", "8316", building=w.WORK["ip5"]).unit("us_99id_hq", "8216")
    if foe:
        b.unit("12_48_i", foe)
    b.run(PlayerEnd(w.ALLIED))
    assert bool(b.pos.marker("ip5", b.hex("8316"))) is done and not b.flagged("us_99_394_i", "building")


@pytest.mark.parametrize(("turn", "reserve", "nights"), [("18EV", 0, 0), ("18AF", 1, 1), ("18PD", 1, 1)])
def test_reserve_and_night_moves_end_with_the_evening(turn: str, reserve: int, nights: int) -> None:
    """61.2l, m, 18.4m, 13.4e."""
    b = position(turn=turn).unit("12vg_hq", "9322", night_moves=1).unit("12_48_i", "9322", reserve=1).run(MutualEnd())
    assert b.flagged("12_48_i", "reserve") == reserve and b.flagged("12vg_hq", "night_moves") == nights


@pytest.mark.parametrize(("left", "stays"), [
    ("us_99_394_i", True), ("us_99_324_ce", True), ("us_99_393_k", False), ("us_99_535_aaa", False),
    ("us_99_801_td", False),
])  # fmt: skip
def test_the_guns_of_a_division_that_is_no_more_leave(left: str, stays: bool) -> None:
    """60.5a-e: its front-line battalions keep them, engineers too, companies and support do not."""
    b = position(turn="20MO").unit("us_99_370_fa", "8216").unit("us_99id_hq", "8216").unit(left, "8316")
    b.unit("us_99_371_fa", "8216", isolated=1, oos=1).run(PlayerEnd(w.ALLIED))
    assert (b.on("us_99_370_fa") != "-") is stays
    assert b.on("us_99_371_fa") != "-", "60.5g"


def test_a_battalion_reduced_to_its_step_counter_keeps_no_guns() -> None:
    """60.5c, d, 24.8b: light tanks and infantry show their name to the last step, medium tanks do not."""
    b = position(turn="20MO").unit("us_2_741_tk", "8316").unit("us_2_15_fa", "8216").unit("us_2id_hq", "8216")
    b.act().steps(b.piece("us_2_741_tk"), 4)
    b.run(PlayerEnd(w.ALLIED))
    assert b.on("us_2_15_fa") == "-"


# ---------------------------------------------------------------------- two rules at once
@pytest.mark.parametrize(("one", "other", "turn", "together"), [
    ("us_4_8_i", "us_10_cca_3_tk", "20MO", True), ("us_101_501_i", "us_10_ccb_54_aib", "20MO", True),
    ("us_101_501_i", "us_10_cca_3_tk", "20MO", False), ("kgp_2_iii", "kg_x", "17MO", True),
    ("1ss_1_i", "kg_x", "17MO", False), ("1ss_1_i", "kgp_2_iii", "17MO", False), ("1ss_1_i", "3fj_5_i", "16MO", False),
    ("1ss_1_i", "3fj_5_i", "16AF", True), ("116pz_60_i", "560_1128_i", "16MO", True),
    ("12_48_i", "277_989_i", "18MO", False),
    ("us_1a_291_ce", "br_53_71_i", "24MO", True),
    ("us_84_333_i", "br_53_71_i", "24MO", False), ("us_99_394_i", "us_1a_291_ce", "18MO", True),
    ("us_99_394_i", "us_v_254_ce", "18MO", True), ("us_28_110_ii", "us_v_254_ce", "18MO", False),
])  # fmt: skip
def test_who_ends_a_segment_in_one_hex(one: str, other: str, turn: str, together: bool) -> None:
    """23.5a, 23.6a, 23.7b, 24.1-24.3, 24.5, 24.6, 42.2: either way."""
    b = position(turn=turn).units("7443", one, other)
    assert stacking.mates(b.pos, b.piece(one), b.piece(other)) is stacking.mates(b.pos, b.piece(other), b.piece(one))
    assert stacking.mates(b.pos, b.piece(one), b.piece(other)) is together


@pytest.mark.parametrize(("gun", "serves"), [("us_2_15_fa", True), ("us_99_370_fa", False), ("us_v_186_fa", True)])
def test_an_attached_battalion_is_the_stand_ins_own(gun: str, serves: bool) -> None:
    """18.2h, 47.2a: its guns serve it, those of the old division do not."""
    b = position(turn="19MO").unit("us_99_394_i", "8719").units("8216", "us_2id_hq", "us_99id_hq", "us_v_corps_hq")
    b.act().emit(ev.Attached(b.piece("us_99_394_i"), b.piece("us_2id_hq") + 1))
    b.unit(gun, "8516", mode=1)
    assert (b.piece(gun) in fire.defence_guns(b.pos, b.hex("8719"))) is serves


def test_one_engineer_blows_every_bridge_of_its_hex() -> None:
    """22.1f, e: one attempt each, in one enemy turn."""
    b = position(turn="18MO", dice=(1, 1))
    ground = b.game.ground
    here, ends = next(
        (p, those) for p in sorted(ground.area["6pza"] - ground.german_start)
        if len(those := [q for q in ground.near[p] if ground.key(p, q) in ground.bridges]) == 2
    )  # fmt: skip
    b.units(b.pos.label(here), "us_v_254_ce", "us_v_corps_hq").corps("i_ss_hq")
    for unit, place in zip(("12_48_i", "12_48_ii"), ends, strict=True):
        b.unit(unit, b.pos.label(place))
    b.run(StartOfMovement(w.GERMAN)).play("blow us_v_254_ce", "blow us_v_254_ce")
    assert all(b.pos.state.marker(*sorted((here, place)), w.BLOWN) for place in ends)


@pytest.mark.parametrize(("guarded", "alive"), [(False, False), (True, True)])
def test_a_leader_alone_dies_in_an_advance_too(guarded: bool, alive: bool) -> None:
    """39.3d, 39.4: he who stands with the retreating units goes with them (B-4); one alone in the next hex is lost."""
    b = position(turn="18AF").option("leaders").unit("12_48_i", "8719").unit("us_99_394_i", "8619")
    b.units("9322", "12vg_hq", "i_ss_hq").units("8216", "us_v_corps_hq", "us_99id_hq")
    b.unit("leader_gerow", "8619" if guarded else "8618")
    carried(b, "i_ss_hq", battle(b, "12_48_i", "8619"), "DE" if not guarded else "DR1")
    while b.offer is not None and "retreat" in b.offer.kinds:
        b.play(b.choices()[0])
    if not guarded:
        b.play("advance 12_48_i 8619")
        assert b.on("leader_gerow") == "8618", "nobody has entered his hex"
        b.corps("i_ss_hq").run(Movement(w.GERMAN)).play("move 12_48_i 8618")
    assert (b.on("leader_gerow") != "-") is alive


@pytest.mark.parametrize(("cf", "hit"), [(15, True), (14, False)])
def test_a_road_block_costs_a_step_at_five_to_one_and_not_at_four(cf: int, hit: bool) -> None:
    """19.4d, G-3.30: before the dice; three CF defend."""
    b = position(turn="18AF", dice=(1, 1)).unit("us_99_394_i", "8719", reduced=True).marker("road_block", "8719")
    b.units("8216", "us_v_corps_hq", "us_99id_hq").units("9322", "1ssd_hq", "i_ss_hq")
    total, party = 0, list[str]()
    for unit in ("1ss_1_i", "1ss_1_ii", "1ss_1_iii", "1ss_2_i", "1ss_2_ii", "1ss_eng", "1ss_rcn"):
        value = b.game.roster.front[b.piece(unit)].get("attack")
        if total + value <= cf:
            total += value
            b.unit(unit, "8619" if len(party) < 3 else "8718")
            party.append(unit)
    assert column(b, battle(b, ",".join(party), "8719")) == ("5:1" if hit else "4:1")
    combat(b, "i_ss_hq").play(f"attack {','.join(party)} 8719")
    settle(b, until="advance")
    assert b.on("us_99_394_i") == "-", "by the block, or by the dice"
    assert bool(b.of(ev.Resolved)) is not hit, "nobody is left to roll against"


@pytest.mark.parametrize(("beaten", "kept"), [("8618", True), ("8718", False)])
def test_a_reserve_beside_which_an_enemy_retreats_is_none_any_more(beaten: str, kept: bool) -> None:
    """18.4k: at any time, by whatever the enemy comes."""
    b = position(turn="18AF").unit("us_99_394_i", "8719", reserve=1).unit("12_48_i", beaten)
    if kept:
        b.unit("12_48_i", "8517")
        beaten = "8517"
    entered(b.act(), b.piece("12_48_i"), b.hex(beaten), moving=False)
    assert bool(b.flagged("us_99_394_i", "reserve")) is kept


def test_the_only_infantry_of_a_blitz_by_day_stays_beside_the_defender() -> None:
    """57.1l: and by night it need not (57.2o)."""
    b = position(turn="18MO").unit("us_99_394_i", "8719").units("8618", "kgp_6_pziv", "kgp_2_iii")
    for kind, stays in ((bt.CLEAR_BLITZ, True), (bt.MIST_BLITZ, False)):
        found = battle(b, "kgp_6_pziv,kgp_2_iii", "8719")._replace(kind=kind)
        step = BlitzAdvances(found, found.units, 2)
        assert (b.piece("kgp_2_iii") not in step.ways(b.pos)) is stays and b.piece("kgp_6_pziv") in step.ways(b.pos)


@pytest.mark.parametrize(("foe", "goes_on"), [("far", True), ("near", False)])
def test_an_enemy_on_the_near_bank_ends_a_bridge_and_one_beyond_the_water_does_not(foe: str, goes_on: bool) -> None:
    """21.1m, n."""
    b = position(turn="18MO")
    near, far = bridge(b)
    ground = b.game.ground
    beside = next(p for p in ground.near[b.hex(near)] if not ground.water_between(p, b.hex(near)))
    b.blown(near, far).units(near, "us_v_254_ce", "us_v_corps_hq").corps("us_v_corps_hq", "bridging")
    b.run(Bridging(w.ALLIED))
    b.play(next(line for line in b.choices() if line.startswith("begin_bridge us_v_254_ce")))
    assert b.flagged("us_v_254_ce", "bridging")
    place = b.hex(far) if foe == "far" else beside
    b.unit("12_48_i", b.pos.label(place))
    entered(b.act(), b.piece("12_48_i"), place)
    assert bool(b.flagged("us_v_254_ce", "bridging")) is goes_on


@pytest.mark.parametrize(("dice", "flies"), [((6, 1, 1, 6), False), ((1, 6, 1, 6), True), ((3, 2, 1, 6), True)])
def test_support_that_is_turned_back_lends_nothing_and_is_spent(dice: tuple[int, ...], flies: bool) -> None:
    """5.6.1b, 5.9.3a, 5.7.4a.3: a tie turns nobody back (3 and a three, 4 and a two)."""
    b = position(turn="23MO", dice=(*dice, 3, 4)).option("interception").unit("us_99_394_iii", "9019")
    b.unit("12_48_i", "8919").units("9322", "12vg_hq", "i_ss_hq").units("8616", "us_99id_hq", "us_v_corps_hq")
    fly(b, "air_p47d_1", hq="us_v_corps_hq")
    fly(b, "air_fw190d9_1", hq="i_ss_hq")
    combat(b, "us_v_corps_hq").play("attack us_99_394_iii 8919", "fly air_p47d_1")
    b.play("pass", "intercept air_fw190d9_1 air_p47d_1")
    assert (b.lines("reckon.attack").get("line.aircraft", 0) > 0) is flies
    settle(b, until="never").run(EndOfCombat(w.ALLIED))
    assert b.on("air_p47d_1") == "-" and b.on("air_fw190d9_1") != "-"


# ---------------------------------------------------------------------- who decides, in which order
def test_a_leader_of_the_attackers_holds_them_where_they_failed() -> None:
    """39.7b, j, k: a step a hex instead of the retreat, all of it, and he is spent."""
    b = position(turn="20MO").option("leaders").units("4220", "fe_100_i", "fe_100_ii").unit("us_84_333_i", "4320")
    b.units("4222", "feb_hq", "lxvi_hq").unit("leader_remer", "4221").units("4519", "us_84id_hq", "us_vii_corps_hq")
    carried(b, "lxvi_hq", battle(b, "fe_100_i,fe_100_ii", "4320"), "AR2")
    assert b.offer is not None and b.offer.side == w.GERMAN
    before = sum(b.pos.steps(b.piece(unit)) for unit in ("fe_100_i", "fe_100_ii"))
    b.play("order_hold leader_remer")
    while b.offer is not None and "lose_step" in b.offer.kinds:
        b.play(b.choices()[0])
    left = sum(b.pos.steps(b.piece(unit)) for unit in ("fe_100_i", "fe_100_ii") if b.on(unit) != "-")
    assert before - left == 2 and b.flagged("leader_remer", "spent")
    assert {b.on("fe_100_i"), b.on("fe_100_ii")} <= {"4220", "-"}


@pytest.mark.parametrize(("cf", "sky", "turn", "column"), [
    ("even", "fog", "18MO", "2:1"), ("even", "clear", "18EV", "1:1"), ("double", "clear", "18EV", "2:1"),
    ("double", "fog", "18EV", "2:1"), ("double", "fog", "18MO", "3:1"),
])  # fmt: skip
def test_the_shift_of_the_mist_counts_towards_two_to_one(cf: str, sky: str, turn: str, column: str) -> None:
    """57.2j, l: one column for fog, night or both together; the night's own goes the other way (house)."""
    b = position(turn=turn).sky(sky).unit("us_99_394_i", "8719")
    party = ("12_48_i", "12_89_i") if cf == "even" else ("12_48_i", "12_89_i", "12vg_fus", "12vg_eng")
    b.units("8618", *party[:3]).units("8718", *party[3:])
    total = sum(b.pos.cf(b.piece(unit)).attack for unit in party)
    own = b.pos.cf(b.piece("us_99_394_i")).defence
    assert total // own == (1 if cf == "even" else 2), (total, own)
    found = battle(b, ",".join(party), "8719")._replace(kind=bt.MIST_BLITZ)
    assert b.game.combat.crt.columns[md.odds(b.pos, found).column] == column


def test_who_has_left_the_map_comes_back_in_a_later_segment() -> None:
    """34.0f, 34.2a: nor does he go on to another zone in the segment in which he left."""
    b = position(turn="20MO").unit("us_iii_corps_hq", "8860").unit("us_80id_hq", "8860").unit("us_80_317_i", "8462")
    b.corps("us_iii_corps_hq").run(Movement(w.ALLIED)).play("leave_map us_80_317_i")
    assert b.pos.at(b.piece("us_80_317_i")) in b.game.ground.zone_hexes
    assert not any(line.split()[1] == "us_80_317_i" for line in b.choices() if len(line.split()) > 1)


def test_a_unit_on_strategic_movement_passes_others_and_does_not_stay_with_them() -> None:
    """28.4a-d, 23.6b: through a hex of another corps, not into it."""
    b = position(turn="20MO")
    ground = b.game.ground
    start, through, end = next(
        (p, q, r) for p in sorted(ground.area["5pza"] - ground.german_start) for q in ground.roads_of[p]
        for r in ground.roads_of[q] if r != p and r not in ground.near[p]
        and not any(ground.water_between(*pair) for pair in ((p, q), (q, r)))
    )  # fmt: skip
    b.unit("us_viii_707_tk", b.pos.label(start), strategic=1).unit("us_viii_corps_hq", b.pos.label(start))
    b.unit("us_99_394_i", b.pos.label(through)).corps("us_viii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses(f"move us_viii_707_tk {b.pos.label(through)}").rule == "TFT 28.4"
    b.play(f"move us_viii_707_tk {b.pos.label(through)},{b.pos.label(end)}")
    assert b.on("us_viii_707_tk") == b.pos.label(end)


def test_a_unit_of_another_corps_is_not_passed_on_an_ordinary_march() -> None:
    """23.6b: an entry, not a stay; headquarters are free of it (23.1a)."""
    b = position(turn="20MO").unit("us_viii_corps_hq", "8216").units("8316", "us_viii_707_tk", "us_28id_hq")
    b.unit("us_99_394_i", "8416").corps("us_viii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("move us_viii_707_tk 8416,8516").rule == "TFT 23.6"
    b.play("move us_28id_hq 8416")
    assert b.on("us_28id_hq") == "8416"


@pytest.mark.parametrize(("turn", "left"), [("20MO", True), ("20EV", True), ("21PD", False)])
def test_fuel_for_the_escort_brigade_lasts_to_the_evening(turn: str, left: bool) -> None:
    """12.4b, c: a counter that it has spent in the morning of the 20th."""
    low = {}
    for spent in (True, False):
        b = position(turn=turn, dice=(2,) * 80).units("9321", "feb_hq")
        if spent:
            b.flag("feb_hq", "released_fuel", calendar.number("20EV"))
        b.run(GermanFuel())
        low[spent] = bool(b.flagged("feb_hq", "low_fuel"))
    assert low[False], "the dice are bad"
    assert low[True] is not left


def test_the_event_of_a_german_corps_is_rolled_for_before_it_chooses() -> None:
    """15.1a, 15.2a: whether it will rest or not; an Allied corps has none."""
    b = position(turn="18MO", seed="exam").units("9421", "i_ss_hq", "12vg_hq").unit("12_48_i", "9321")
    b.corps("i_ss_hq").run(CorpsActivation(w.GERMAN, b.piece("i_ss_hq")))
    assert len(b.of(ev.Rolled)) >= 1
    b = position(turn="18MO").units("8216", "us_v_corps_hq", "us_99id_hq").corps("us_v_corps_hq")
    b.run(CorpsActivation(w.ALLIED, b.piece("us_v_corps_hq")))
    assert not b.of(ev.Rolled)


@pytest.mark.parametrize(("flag", "value", "rule"), [
    ("building", 1, "TFT 19.0"), ("ferry", 1, "TFT 20.0"), ("bridging", 1, "TFT 21.1"), ("prep", 1, "TFT 22.2"),
    ("attacked", 1, "TFT 51.1"),
])  # fmt: skip
def test_who_has_other_work_does_not_attack(flag: str, value: int, rule: str) -> None:
    """19.0f, 20.0h, 21.1k, 22.2h, 51.1c: and defends as ever."""
    b = position(turn="18MO").units("9019", "12vg_eng", "12_48_i").unit("us_99_394_i", "8919")
    b.units("9322", "12vg_hq", "i_ss_hq").flag("12vg_eng", flag, value)
    combat(b, "i_ss_hq")
    assert b.refuses("attack 12vg_eng,12_48_i 8919").rule == rule
    assert b.piece("12vg_eng") in bt.defenders(b.pos, b.hex("9019"))


# ---------------------------------------------------------------------- more limits
@pytest.mark.parametrize(("blown", "attacks"), [(False, True), (True, False)])
def test_the_shores_of_a_lake_are_joined_by_a_bridge(blown: bool, attacks: bool) -> None:
    """Introduction, B-95: nobody attacks over a lake whose bridge is gone; guns feel who stands beyond all the same."""
    b = position(turn="18MO").units("8316", "us_99id_hq", "us_99_394_i").unit("us_99_370_fa", "8316", mode=1)
    b.unit("12_48_i", "8315").unit("us_v_corps_hq", "8216")
    if blown:
        b.blown("8316", "8315")
    combat(b, "us_v_corps_hq")
    assert ("attack us_99_394_i 8315" in b.choices()) is attacks
    why = fire.unable(b.pos, b.piece("us_99_370_fa"), True)
    assert why is not None and why[0] == "43.4"


def test_no_supply_road_leads_into_rubble() -> None:
    """5.1f.3, 9.6h: to a headquarters that stands in it either."""
    for rubble in (0, 2):
        b = position(turn="24PD").unit("us_99id_hq", "7826").unit("us_v_corps_hq", "7216").unit("us_1a_hq", "6611")
        if rubble:
            b.marker("rubble", "7826", count=rubble)
        b.run(MutualSupply())
        assert b.pos.in_supply(b.piece("us_99id_hq")) is (rubble == 0)


@pytest.mark.parametrize(("mark", "rule"), [("exhausted", "TFT 4.3"), ("resting", "TFT 13.5.2")])
def test_resting_and_exhausted_units_do_not_attack(mark: str, rule: str) -> None:
    """4.3f, 13.5.2e: whatever the other divisions of the corps do."""
    b = position(turn="18MO").unit("12_48_i", "9019").unit("1ss_1_i", "9018").unit("us_99_394_i", "8919")
    b.unit("12vg_hq", "9322", **{mark: 1}).units("9322", "1ssd_hq", "i_ss_hq")
    combat(b, "i_ss_hq")
    assert b.refuses("attack 12_48_i 8919").rule == rule and "attack 1ss_1_i 8919" in b.choices()


@pytest.mark.parametrize(("unit", "hq", "marks", "er"), [
    ("us_106_422_i", "us_106id_hq", {"exhausted": 1}, 5), ("us_99_394_i", "us_99id_hq", {"fatigued": 1}, 5),
    ("us_99_394_i", "us_99id_hq", {}, 5), ("us_82_504_i", "us_82ab_hq", {}, 6),
])  # fmt: skip
def test_a_position_gives_its_er_whatever_lowers_that_of_its_units(
    unit: str, hq: str, marks: dict[str, int], er: int
) -> None:
    """19.1c, G-3.27, 19.0j: and nothing to an attack out of it."""
    b = position(turn="19MO").unit(unit, "8919").unit(hq, "8216", **marks).unit("12_48_i", "9019")
    b.marker("ip5", "8919").marker("ip6", "9019")
    assert md.defence_er(b.pos, b.hex("8919")) == er
    assert md.side_er(b.pos, (b.piece("12_48_i"),)) == 5


@pytest.mark.parametrize(("turn", "squalls"), [("16MO", True), ("22EV", True), ("23PD", True), ("23MO", False)])
def test_snow_squalls_on_the_schnee_eifel_end_with_the_morning_of_the_23rd(turn: str, squalls: bool) -> None:
    """3.3.5c."""
    b = position(turn=turn, options={"snow_squall": "yes"})
    place = min(b.game.ground.schnee_eifel)
    b.marker("squall", b.pos.label(place))
    assert md.in_squall(b.pos, place) is squalls


@pytest.mark.parametrize(("place", "cf", "shocked"), [("8719", 5, 3), ("7826", 10, 5), ("6504", 15, 8)])
def test_a_town_doubles_and_a_city_triples_what_shock_has_halved(place: str, cf: int, shocked: int) -> None:
    """48.2.1, 49.0, introduction: rounded up at the end."""
    b = position(turn="18MO").unit("us_99_394_i", place)
    b.unit("12_48_i", b.pos.label(b.game.ground.near[b.hex(place)][0]))
    found = battle(b, "12_48_i", place)
    assert bt.defence(b.pos, found).total == cf
    b.flag("us_99_394_i", "shock")
    assert bt.defence(b.pos, found).total == shocked


def test_halves_of_a_side_are_added_before_they_are_rounded() -> None:
    """48.1, example of Meyerode: three battalions of 5 are 8 in shock."""
    b = position(turn="18MO").units("8919", "us_99_394_i", "us_99_394_ii", "us_99_394_iii", shock=1)
    assert bt.defence(b.pos, battle(b.unit("12_48_i", "9019"), "12_48_i", "8919")).total == 8


@pytest.mark.parametrize(("mark", "who", "rule"), [
    ("resting", "us_v_corps_hq", "TFT 13.5.2"), ("oos", "us_v_254_ce", "TFT 9.15"),
    ("out_comm", "us_v_254_ce", "TFT 7.14"), ("building", "us_v_254_ce", "TFT 20.0"),
])  # fmt: skip
def test_which_engineer_prepares_no_ford(mark: str, who: str, rule: str) -> None:
    """20.0e, g, 13.5.2b."""
    b = position(turn="18MO")
    ground = b.game.ground
    key = next(key for key in sorted(ground.fords) if key // ground.n in b.pos.scenario.hexes)
    here, there = b.pos.label(key // ground.n), b.pos.label(key % ground.n)
    b.units(here, "us_v_254_ce", "us_v_corps_hq", "us_99_324_ce", "us_99id_hq").flag(who, mark)
    b.corps("us_v_corps_hq", "fording").run(Fording(w.ALLIED))
    assert b.refuses(f"ferry us_v_254_ce {there}").rule == rule
    b.play(f"ferry us_99_324_ce {there}")


@pytest.mark.parametrize(("units", "takers"), [
    (("us_84_333_i", "us_84_771_tk", "us_84_557_aaa"), {"us_84_333_i", "us_84_771_tk"}),
    (("us_84_557_aaa", "us_84_638_td"), {"us_84_557_aaa", "us_84_638_td"}),
    (("us_84_325_fa", "us_84_557_aaa"), {"us_84_557_aaa"}), (("us_84_325_fa", "us_84id_hq"), {"us_84_325_fa"}),
])  # fmt: skip
def test_among_whom_the_owner_of_the_defence_chooses_a_loss(units: tuple[str, ...], takers: set[str]) -> None:
    """52.6: front line, support, artillery, headquarters."""
    b = position(turn="24MO").units("4320", *units).unit("fe_100_i", "4220")
    loss = CombatLoss(battle(b, "fe_100_i", "4320"), False, False)
    assert {b.game.counters[unit].id for unit in loss.takers(b.pos)} == takers
    assert loss.owner(b.pos) == w.ALLIED


def test_an_enemy_beyond_any_water_of_the_builders_hex_leaves_his_bridge_alone() -> None:
    """21.1m, n, B-96: not only one beyond the hexside that is bridged."""
    b = position(turn="18MO")
    ground = b.game.ground
    near, far, foe = next(
        (p, q, r) for p in sorted(ground.area["6pza"] - ground.german_start) for q in ground.near[p]
        for r in ground.near[p]
        if ground.key(p, q) in ground.bridges and r != q and ground.water_between(p, r) in ("river", "stream")
    )  # fmt: skip
    b.blown(b.pos.label(near), b.pos.label(far)).units(b.pos.label(near), "us_v_254_ce", "us_v_corps_hq")
    b.unit("12_48_i", b.pos.label(foe)).corps("us_v_corps_hq", "bridging").run(Bridging(w.ALLIED))
    b.play(next(line for line in b.choices() if line.startswith("begin_bridge us_v_254_ce")))
    entered(b.act(), b.piece("12_48_i"), foe)
    assert b.flagged("us_v_254_ce", "bridging")
