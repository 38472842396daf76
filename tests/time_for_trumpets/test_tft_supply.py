"""Sources, roads and paths of supply, fuel that runs short and is captured (9, 10, 11, 12)."""

from __future__ import annotations

from typing import Final

import pytest

from hexledger.engine.games.time_for_trumpets.questions import advances, lines, supply, ways, zoc
from hexledger.engine.games.time_for_trumpets.rules import dumps, fuel
from hexledger.engine.games.time_for_trumpets.rules.command import MutualCommand
from hexledger.engine.games.time_for_trumpets.rules.entering import entered
from hexledger.engine.games.time_for_trumpets.rules.fuel import GermanFuel, captured_depot, modifiers
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.rules.supply import MutualSupply
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position

FOES: Final = ("us_99_394_i", "us_99_394_ii", "us_99_394_iii", "us_99_395_i", "us_99_395_ii", "us_99_395_iii")


def labels(b: Built, places: tuple[int, ...]) -> set[str]:
    """Labels of hexes."""
    return {b.pos.label(place) for place in places}


# ---------------------------------------------------------------------- 9.1-9.3
def test_each_army_has_its_own_sources_and_only_the_first_army_has_the_depots() -> None:
    """9.1, 9.2."""
    b = position()
    german = {army: labels(b, supply.sources(b.pos, w.GERMAN, army)) for army in ("6pza", "5pza", "7a")}
    assert {"9710", "9922"} <= german["6pza"] and not {"9332", "9749", "9455"} & german["6pza"], "Schleiden, Stadtkyll"
    assert {"9332", "9749"} <= german["5pza"] and not {"9710", "9922", "9455"} & german["5pza"], "Pruem, Bitburg"
    assert {"9749", "9455"} <= german["7a"] and not {"9710", "9922", "9332"} & german["7a"], "Bitburg, Niederweis"
    first, third = (labels(b, supply.sources(b.pos, w.ALLIED, army)) for army in ("1a", "3a"))
    depots = labels(b, supply.city(b.pos, "Liege") + supply.city(b.pos, "Namur"))
    edge = labels(b, b.pos.scenario.allied_sources)
    assert depots <= first and edge <= first and edge <= third
    assert not (depots - edge) & third, "the 3rd Army is supplied over the edge only"


def test_an_enemy_in_a_source_ends_it_and_a_german_battalion_makes_a_depot_one() -> None:
    """9.1, 9.2, 9.3: Liege supplies the 6th Panzer Army, Namur the 5th, neither the other."""
    b = position().unit("us_99_393_i", "9922").unit("1ss_1_i", "5102").unit("2pz_2_i", "1511")
    assert "9922" not in labels(b, supply.sources(b.pos, w.GERMAN, "6pza"))
    assert not {"5102", "1511"} & labels(b, supply.sources(b.pos, w.ALLIED, "1a"))
    own = {army: labels(b, supply.sources(b.pos, w.GERMAN, army)) for army in ("6pza", "5pza", "7a")}
    assert "5102" in own["6pza"] and "1511" not in own["6pza"]
    assert "1511" in own["5pza"] and "5102" not in own["5pza"] and not {"5102", "1511"} & own["7a"]


# ---------------------------------------------------------------------- 9.4
def test_a_path_goes_around_a_hexside_within_one_enemy_zone_and_not_across_it() -> None:
    """9.4d: a line of supply may end in an enemy zone, but does not cross a hexside of it."""
    b = position(turn="18PD").unit("12vg_hq", "8603").unit("12_48_i", "8703").unit("us_99_393_i", "8704")
    assert lines.sealed(b.pos, w.GERMAN, b.hex("8603"), b.hex("8703"))
    line = supply.path_from(b.pos, b.piece("12vg_hq"), b.piece("12_48_i"))
    assert [b.pos.label(place) for place in line] == ["8603", "8602", "8703"], "around, not across"
    b.unit("us_99_394_i", "8702")
    assert not supply.path_from(b.pos, b.piece("12vg_hq"), b.piece("12_48_i")), "no way around"


def test_a_line_does_not_run_on_from_a_zone_at_the_end_of_the_road() -> None:
    """9.4b, G-D4: a Kampfgruppe's road ends in a free hex, from which the path goes to its headquarters."""
    b = position(turn="18PD").unit("kgp_hq", "9220", mode=1)
    line = supply.near_road(b.pos, b.piece("kgp_hq"))
    assert not b.game.ground.roads_of[b.hex("9220")] and [b.pos.label(p) for p in line[-2:]] == ["9121", "9220"]
    b.unit("us_99_393_i", "9020")
    assert b.hex("9121") in zoc.covered(b.pos, w.GERMAN)
    line = supply.near_road(b.pos, b.piece("kgp_hq"))
    assert [b.pos.label(p) for p in line[-3:]] == ["9322", "9221", "9220"]


# ---------------------------------------------------------------------- 9.8-9.14
@pytest.mark.parametrize(
    ("hq", "unit", "rule"),
    [
        ("6pza_hq", "6pza_1098_hvy", "9.8"),
        ("i_ss_hq", "388_vak_i", "9.9"),
        ("i_ss_hq", "388_vak_ii", "9.9"),
        ("12vg_hq", "12_48_i", "9.12"),
    ],
)
def test_units_are_supplied_by_the_headquarters_of_their_own_echelon(hq: str, unit: str, rule: str) -> None:
    """9.8, 9.9, 9.10, 9.12: in supply beside it, out of supply when it is or when they are beyond its range."""
    b = position(turn="18PD").unit(hq, "9922").unit(unit, "9821").run(MutualSupply())
    assert not b.flagged(unit, "oos")
    assert supply.judged_now(b.pos)[b.piece(unit)].rule == rule
    far = position(turn="18PD").unit(hq, "9922").unit(unit, "0321").run(MutualSupply())
    assert not far.flagged(hq, "oos") and far.flagged(unit, "oos") == 1
    cut = position(turn="18PD").unit(hq, "8523").unit(unit, "8523")
    hemmed(cut, "8523", *FOES)
    cut.run(MutualSupply())
    assert cut.flagged(hq, "oos") == 1 and cut.flagged(unit, "oos") == 1, "an HQ takes its units with it"


def test_an_artillery_group_traces_a_road_of_its_own() -> None:
    """9.11: whatever becomes of the headquarters above it."""
    fag, gun = "us_fag_406_hq", "us_v_76_fa"
    b = position(turn="18PD").unit(fag, "5102").unit(gun, "5103").run(MutualSupply())
    assert not b.flagged(fag, "oos") and not b.flagged(gun, "oos")
    assert supply.judged_now(b.pos)[b.piece(gun)].rule == "9.11"
    far = position(turn="18PD").unit(fag, "5102").unit(gun, "5140").run(MutualSupply())
    assert not far.flagged(fag, "oos") and far.flagged(gun, "oos") == 1
    cut = position(turn="18PD").unit(fag, "8523").unit(gun, "8523")
    hemmed(cut, "8523", *GREYS)
    cut.run(MutualSupply())
    assert cut.flagged(fag, "oos") == 1 and cut.flagged(gun, "oos") == 1, "guns follow their group"


GREYS: Final = ("12_27f_i", "12_27f_ii", "12_48_i", "12_48_ii", "12_89_i", "12_89_ii")


def hemmed(b: Built, place: str, *foes: str) -> None:
    """Enemies in the free hexes around one."""
    free = [p for p in b.game.ground.near[b.hex(place)] if not b.pos.units(p)]
    for foe, there in zip(foes, free, strict=False):
        b.unit(foe, b.pos.label(there))


@pytest.mark.parametrize(
    ("step", "hq", "other", "home", "near", "far", "above"),
    [
        ("kgp_1_panther", "12ssd_hq", "1ssd_hq", "9922", "9821", "8021", ("i_ss_hq", "6pza_hq")),
        ("us_9_ccb_14_tk", "us_2id_hq", "us_99id_hq", "5102", "5104", "5140", ("us_v_corps_hq", "us_1a_hq")),
    ],
)
def test_steps_draw_supply_from_the_nearest_headquarters_that_commands_them(
    step: str, hq: str, other: str, home: str, near: str, far: str, above: tuple[str, str]
) -> None:
    """9.13, 9.14, 7.12, 7.13: whosever battalion they were; not from one that is out of command itself."""
    cut = position(turn="18PD").unit(hq, home).unit(step, near, steps=2).run(MutualCommand()).run(MutualSupply())
    assert cut.flagged(hq, "out_comm") and not cut.flagged(hq, "oos") and cut.flagged(step, "oos") == 1
    b = position(turn="18PD").units(home, hq, *above).unit(other, far).unit(step, near, steps=2)
    assert b.pos.generic(b.piece(step))
    b.run(MutualCommand()).run(MutualSupply())
    assert b.pos.parent(b.piece(step)) == b.piece(hq) and not b.flagged(step, "oos")
    none = {b.piece(hq): supply.Supplied(False, (), "9.6")}
    assert not supply.judge_unit(b.pos, b.piece(step), none).good, "nor have they supply where their HQ has none"
    away = position(turn="18PD").unit(hq, home).unit(step, far, steps=2).run(MutualCommand()).run(MutualSupply())
    assert away.pos.parent(away.piece(step)) == away.piece(hq) and away.flagged(step, "oos") == 1
    tied = position(turn="18PD").unit(hq, home).unit(other, home).unit(step, near, steps=2).run(MutualCommand())
    rule = "TFT 7.13" if step.startswith(("us_", "br_")) else "TFT 7.12"
    assert tied.refuses(f"nearest_hq {step} {step}").rule == rule
    tied.play(f"nearest_hq {step} {other}")
    assert tied.pos.parent(tied.piece(step)) == tied.piece(other), "of equally near ones their owner chooses"


# ---------------------------------------------------------------------- 10
def test_an_hq_supplied_from_the_air_feeds_twenty_units_and_no_more() -> None:
    """10.0d: of whatever formation, to the end of the evening."""
    b = position(turn="23PD").unit("us_101ab_hq", "5644", mode=1)
    b.flag("us_101ab_hq", "air_supplied", b.state.turn)
    hungry = [
        c.id
        for c in b.game.counters
        if c.id.startswith(("us_1a_", "us_v_", "us_vii")) and b.piece(c.id) in b.game.roster.front_line
    ]
    for unit in hungry[:24]:
        b.unit(unit, "5644")
    fed = [unit for unit in hungry[:24] if supply.judged_now(b.pos)[b.piece(unit)].rule == "10.0"]
    own = [unit for unit in hungry[:24] if supply.judged_now(b.pos)[b.piece(unit)].good]
    assert len(fed) == 20 and len(own) < 24


# ---------------------------------------------------------------------- 11, 12
def test_only_vehicles_of_a_formation_are_held_by_low_fuel() -> None:
    """29.2.2f, 11.0h, i, 24.2d: not its HQ, not the formation that it cooperates with; one hex in an advance."""
    b = position(turn="20MO").unit("116pz_hq", "8043", low_fuel=1).unit("560vg_hq", "8044")
    b.unit("116pz_60_i", "8143").unit("560_1128_i", "8143")
    for unit, low in (("116pz_60_i", True), ("560_1128_i", False), ("116pz_hq", False), ("560vg_hq", False)):
        assert ways.low_on_fuel(b.pos, b.piece(unit)) is low, unit
    assert advances.bounds(b.pos, b.piece("116pz_60_i"), 3).most == 1
    b.flag("116pz_hq", "low_fuel", 0)
    assert advances.bounds(b.pos, b.piece("116pz_60_i"), 3).most > 1


def test_a_captured_depot_spares_the_formations_that_trace_to_it_however_near_germany_they_are() -> None:
    """12.1b, c, 9.3: Liege those of the 6th Panzer Army, Namur those of the 5th."""
    for hq, place, city, spared in (
        ("1ssd_hq", "9922", "5102", True),
        ("1ssd_hq", "9922", "1511", False),
        ("2pz_hq", "9332", "1511", True),
        ("2pz_hq", "9332", "5102", False),
    ):
        b = position(turn="24MO").unit(hq, place)
        assert not captured_depot(b.pos, b.piece(hq))
        b.unit("1ss_1_i" if city == "5102" else "2pz_2_i", city)
        if supply.depot_road(b.pos, b.piece(hq)) or not spared:
            assert captured_depot(b.pos, b.piece(hq)) is spared, (hq, city)
            assert (b.piece(hq) in fuel.formations(b.pos)) is not spared
        else:
            raise AssertionError(f"{hq} traces no road to {city}")


def test_a_large_dump_yields_what_is_left_of_it_once_and_helps_who_took_it_for_a_day() -> None:
    """12.2, 12.3, 12.3.1, 11.0: the chart's +2."""
    b = position(turn="18AF").unit("kgp_hq", "7117", mode=1).unit("kgp_1_panther", "7017").corps("i_ss_hq")
    left = dumps.left(b.pos, "Stavelot")
    assert left == 1 < dumps.left(position(turn="17MO").pos, "Stavelot") == 6
    b.run(Movement(w.GERMAN)).play("move kgp_1_panther 6918")
    assert labels(b, (b.hex("6918"),)) == {"6918"}
    assert [b.on(name) for name in fuels(b)] == ["6918"] * left and b.pos.marker("dump_taken", b.hex("6918"))
    assert ("line.dump", 2, "11.0") in modifiers(b.pos, b.piece("kgp_hq"))
    assert not [row for row in modifiers(b.pos, b.piece("1ssd_hq")) if row[0] == "line.dump"]
    b.turn("20PD")
    assert not [row for row in modifiers(b.pos, b.piece("kgp_hq")) if row[0] == "line.dump"], "a day, no longer"
    again = b.turn("18EV").unit("kgp_2_panther", "6917").corps("i_ss_hq").run(Movement(w.GERMAN))
    again.play("move kgp_2_panther 6918")
    assert len(fuels(again)) == left, "once only"


def fuels(b: Built) -> list[str]:
    """Fuel counters on the map."""
    names = [b.pos.counters[piece].id for piece in sorted(b.game.roster.fuel)]
    return [name for name in names if b.on(name) != "-"]


def test_an_empty_dump_helps_nobody() -> None:
    """12.3.1b."""
    b = position(turn="20MO").unit("kgp_hq", "7117", mode=1).unit("kgp_1_panther", "7017").corps("i_ss_hq")
    b.run(Movement(w.GERMAN)).play("move kgp_1_panther 6918")
    assert not fuels(b) and not [row for row in modifiers(b.pos, b.piece("kgp_hq")) if row[0] == "line.dump"]


def test_fuel_goes_as_a_truck_flees_with_its_guards_and_is_burnt_by_the_allies() -> None:
    """12.3d-h: it does not count in stacking and holds nothing."""
    b = position(turn="18MO").unit("captured_fuel_1", "6918").unit("us_99_393_i", "6817", mode=0)
    fuel_, foe = b.piece("captured_fuel_1"), b.piece("us_99_393_i")
    assert ways.full_mf(b.pos, fuel_) == 8 and ways.move_class(b.pos, fuel_) == "truck"
    assert not b.pos.enemy_in(b.hex("6918"), w.ALLIED), "fuel is no combat unit"
    entered(b.act(), foe, b.hex("6918"))
    assert b.on("captured_fuel_1") == "-"
    b = position(turn="18MO").unit("captured_fuel_1", "6918").unit("kgp_2_iii", "6918").unit("us_99_393_i", "6817")
    entered(b.act(), b.piece("kgp_2_iii"), b.hex("6918"))
    assert b.on("captured_fuel_1") == "6918"


def test_a_counter_of_fuel_serves_a_kampfgruppe_for_the_day_and_a_division_for_the_turn() -> None:
    """12.4a-d: KGP, KGC and the Escort Brigade to the end of the evening."""
    for hq, lasts in (("kgp_hq", True), ("2pz_hq", False)):
        b = position(turn="23MO", dice=(1, 1, 1, 1)).unit(hq, "8243", mode=1).unit("captured_fuel_1", "8143")
        b.unit("captured_fuel_2", "5020")
        b.run(GermanFuel())
        assert b.flagged(hq, "low_fuel") == 1
        assert b.refuses(f"spend_fuel captured_fuel_2 {hq}").rule == "TFT 12.4", "out of command range"
        b.play(f"spend_fuel captured_fuel_1 {hq}")
        assert not b.flagged(hq, "low_fuel")
        b.turn("23EV").run(GermanFuel())
        assert b.flagged(hq, "low_fuel") == int(not lasts), hq
