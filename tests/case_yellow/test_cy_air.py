"""Case Yellow: air assets, interdiction, drops, Stukas, disruption (5, 6)."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.rules import air, paradrop, recovery
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import Built, position


def available(b: Built) -> tuple[int, dict[int, int]]:
    b.run(air.Availability())
    return b.pos.track("air", w.GERMAN), b.pos.pool("assets")


def test_on_turn_1_the_scenario_gives_the_assets_and_no_die_is_rolled() -> None:
    """5.1b."""
    b = position().turn(1)
    assert available(b) == (6, {w.FRENCH_AIR: 1}) and b.rolls == []


def test_assets_still_on_the_track_are_taken_off_the_number_and_the_first_is_french() -> None:
    """5.1b, G-A40: a five gives six Stukas and two Allied assets."""
    b = position("informed_allies", dice=[5, 5]).turn(3)
    b.act().pool("pool.stukas_lost", 4, 2)
    b.act().pool("pool.french_lost", 5, 1)
    assert available(b) == (4, {w.FRENCH_AIR: 1, w.AASF: 1})


def test_a_lost_asset_is_back_in_its_turn() -> None:
    """5.1b, 2.2b."""
    b = position(dice=[6, 6]).turn(4)
    b.act().pool("pool.stukas_lost", 4, 2)
    b.run(air.Availability())
    assert b.pos.pool("stukas_lost") == {} and b.pos.track("air", w.GERMAN) == 6


def test_during_dynamo_the_allies_neither_roll_nor_receive_and_afterwards_only_french_assets() -> None:
    """5.1a, 13.2, 13.3."""
    b = position(dice=[6]).dynamo("3312", declared=3, turn=4)
    assert available(b)[1] == {} and len(b.rolls) == 1
    after = position(dice=[6, 6]).dynamo("3312", declared=3, turn=7)
    assert available(after)[1] == {w.FRENCH_AIR: 2}


def test_while_the_panzers_refit_fewer_stukas_fly() -> None:
    """G-A62: from the turn after the declaration through the turn of the marker."""
    numbers = []
    for turn in (5, 6, 8, 9):
        b = position(dice=[6, 1]).turn(turn).assign("refit", 5).assign("refit_end", 8).run(air.Availability())
        numbers.append(b.pos.track("air", w.GERMAN))
    assert numbers == [6, 5, 5, 6]


def test_an_asset_that_helps_in_a_combat_is_spent_for_the_turn() -> None:
    """5.2, 11.3c."""
    b = position().air("german", 3).air("allied", 2)
    air.spend(b.act(), w.GERMAN, 2, "11.3c")
    air.spend(b.act(), w.ALLIED, 1, "11.3c")
    assert (b.pos.track("air", w.GERMAN), b.pos.track("air_used", w.GERMAN)) == (1, 2)
    assert b.pos.track("air", w.ALLIED) == 1 and sum(b.pos.pool("assets_used").values()) == 1


def test_only_a_german_hex_with_a_crossing_is_interdicted() -> None:
    """5.1c, G-A4, G-A39, 10.7c."""
    b = position().taken("1608")
    assert air.interdictable(b.pos, b.hex("1608")) is None
    assert air.interdictable(b.pos, b.hex("1609")) is not None, "Allied"
    assert air.interdictable(b.pos, b.hex("2812")) is not None, "no crossing"
    deep = position(options={"interdict_front_only": "yes"}).taken("1608", "1609", "1707", "1508", "1607")
    why = air.interdictable(deep.pos, deep.hex("1608"))
    assert why is not None and why[0] == "G-A39"


def test_no_more_crossings_are_interdicted_than_there_are_markers() -> None:
    """2.2d."""
    b = position(dice=[6]).taken("1608", "1914").air("allied", 2)
    for place in ("2005", "2033", "3230"):
        b.taken(place).marker("interdicted", place)
    b.run(air.Interdiction())
    assert b.offer is None or b.offer.kinds == ()


def dropping(*dice: int, turn: int = 1, scenario: str = "historical") -> Built:
    b = position(scenario, dice=dice).turn(turn)
    return b.unit("ge_fj1", "german_airborne").unit("ge_fj2", "german_airborne").unit("ge_22_al", "german_airborne")


def test_drops_land_one_by_one_and_the_landed_help_the_next() -> None:
    """5.1d, G-A41: modifiers of the chart."""
    b = dropping(3).run(paradrop.Paradrop(False)).play("drop ge_fj1 3924")
    assert b.on("ge_fj1") == "3924" and b.pos.control(b.hex("3924")) == w.GERMAN
    assert ("line.landed", -1, "5.1d") in paradrop.modifiers(b.pos, b.piece("ge_fj2"), b.hex("3925"))


def test_a_drop_may_be_aborted_and_tried_again_on_turn_2() -> None:
    """5.1d, G-A41: only what was aborted drops later."""
    b = dropping(6).run(paradrop.Paradrop(False)).play("drop ge_fj1 3924")
    assert b.on("ge_fj1") == "german_airborne"
    b.turn(2)
    assert paradrop.waiting_units(b.pos) == (b.piece("ge_fj1"),)


def test_a_regiment_lost_in_the_segment_counts_against_the_air_landing_division() -> None:
    """QA.7, G-A41."""
    b = dropping(6).unit("nl_1", "4024").turn(2).pool("airborne", "ge_fj1")
    b.run(paradrop.Paradrop(False)).play("drop ge_fj1 4025")
    assert b.on("ge_fj1") == "-", "six, and two for turn 2 and the neighbour"
    assert paradrop.modifiers(b.pos, b.piece("ge_22_al"), b.hex("4025")) == [("line.regiments", 3, "QA.7")]


def test_nobody_lands_on_units_fortresses_or_in_forest() -> None:
    """5.1d."""
    b = dropping().unit("nl_1", "4024")
    for place in ("4024", "2928", "2427", "4027", "2812"):
        assert paradrop.landing(b.pos, b.piece("ge_fj1"), b.hex(place)) is not None, place


def test_in_scenario_3_eben_emael_falls_by_a_die() -> None:
    """5.1d, 10.9a."""
    for die, falls in ((1, False), (2, True)):
        b = dropping(die, scenario="free_command").run(paradrop.Paradrop(True)).play("assault_eben_emael")
        assert b.pos.destroyed(b.hex("2928")) is falls
        assert b.refuses("assault_eben_emael").rule == "CY 5.1d", "once"
    start = position(with_setup=True, seed="x")
    assert start.pos.destroyed(start.hex("2928")), "in scenarios 1 and 2 it has fallen"


def test_the_stuka_modifier_for_a_tr_of_two_looks_at_the_tr_as_it_is_now() -> None:
    """5.1e.1, G-A5, G-A38."""
    tired = position().unit("br_i", "2812", disrupted=1)
    assert [rule for _, value, rule in air.modifiers(tired.pos, tired.hex("2812")) if value == 1] == ["5.1e.1"]
    printed = position(options={"stuka_printed_tr": "yes"}).unit("br_i", "2812", disrupted=1)
    assert air.modifiers(printed.pos, printed.hex("2812")) == []
    one = position().unit("nl_peel", "4023")
    assert sum(value for _, value, _ in air.modifiers(one.pos, one.hex("4023"))) == 1
    exact = position(options={"stuka_tr_two": "exactly_2"}).unit("nl_peel", "4023")
    assert air.modifiers(exact.pos, exact.hex("4023")) == []


def test_stukas_disrupt_every_unit_of_the_hex_and_may_take_a_supply_unit() -> None:
    """5.1e.1, 6.1, 6.2."""
    b = position(dice=[6]).unit("fr_ag1_supply", "2812").air("german", 1).run(air.Stukas()).play("bomb 2812")
    assert b.on("fr_ag1_supply") == "-"


def test_disruption_goes_at_the_end_of_the_turn_but_not_from_units_out_of_supply() -> None:
    """6.4, 12.2, 6.3."""
    b = position().unit("fr_i", "2812", disrupted=1).unit("fr_iii", "2813", disrupted=1, oos=1)
    b.dynamo("3312").marker("port_disruption", "3312").run(recovery.RemoveDisruption())
    assert [b.pos.disrupted(b.piece(unit)) for unit in ("fr_i", "fr_iii")] == [False, True]
    assert b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) == 0


def test_terror_bombing_takes_no_asset() -> None:
    """5.3."""
    from hexledger.engine.games.case_yellow.rules.terror import Terror

    b = position().air("german", 2).run(Terror()).play("terror_bomb 4024")
    assert b.pos.track("air", w.GERMAN) == 2 and b.state.marker(b.hex("4024"), -1, w.TERROR)
    assert b.hex("1411") not in supply.edges(b.pos, "west")
