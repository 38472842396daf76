"""What the greedy bot of Fortress Europa makes of the objectives that it picks (32, 33.2)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.advisor import aims, beaches, drops, marches, moving
from hexledger.engine.games.fortress_europa.rules import sudden_death
from hexledger.engine.games.fortress_europa.rules.airborne import Drop
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import moving as begun

WEST = "to_the_west_wall"


def ashore(scenario: str = WEST, turn: str = "June III", weather: str = "clear", capacity: int = 5) -> Built:
    """A beachhead at Caen with an HQ, Germans inland, paratroops in England."""
    b = position(scenario, turn=turn, weather=weather).units("L4", "us_1", "hq_bradley").units("M5", "us_4", "us_9")
    b.unit("mulberry_12", "L4").control("allied", "L4", "K2", "M5").unit("i_352", "M8").unit("pz_lehr", "P10")
    b.units("england", "us_82_ab", "us_101_ab", "br_6_ab", "br_1_ab", "us_30", "hq_montgomery")
    b.assign("invasions", 1).assign("start_capacity", capacity)
    return b.turn_of("allied", impulse=1)


def held(b: Built) -> Built:
    """Germans in every place that is still wanted."""
    return b.unit("i_343", "B2").unit("i_245", "P4").unit("i_77", "BB8").unit("sec_325", "R11")


def test_the_one_drop_that_is_promised_takes_a_wanted_town_that_stands_empty_near_the_end() -> None:
    """20.4, 32.3: exactly one."""
    b = begun(ashore(turn="August II"))
    drop = moving.decide(b.pos)
    assert isinstance(drop, Drop) and {b.pos.label(place) for _, place in drop.units} == {"B2"}
    assert {unit for unit, _ in drop.units} == {b.piece(unit) for unit in ("us_82_ab", "us_101_ab", "br_6_ab")}
    b.dice(1, 1, 1, 1).play(drop)
    assert b.pos.holds(f.ALLIED, b.hex("B2"))
    row = next(row for row in sudden_death.objectives(b.pos, f.ALLIED) if "paradrops" in row)
    assert sudden_death.met(b.pos, f.ALLIED, row)
    assert not isinstance(moving.decide(begun(ashore(turn="August II").assign("drops_allied", 1)).pos), Drop)


def test_without_such_a_town_it_is_made_behind_the_own_front_in_the_last_turns() -> None:
    assert not isinstance(moving.decide(begun(held(ashore(turn="August II"))).pos), Drop)
    b = begun(held(ashore(turn="August III")))
    drop = moving.decide(b.pos)
    assert isinstance(drop, Drop) and len(drop.units) == 3
    for _, place in drop.units:
        assert not b.pos.in_ezoc(place, f.ALLIED) and not b.pos.is_city(place)
        assert b.pos.board.distance(place, b.hex("L4")) <= 8, "an HQ feeds them"


def test_who_drops_waits_for_it_in_england_and_does_not_sail() -> None:
    b = ashore(weather="overcast")
    assert [drops.waits(b.pos, b.piece(unit)) for unit in ("us_82_ab", "us_101_ab", "br_6_ab", "br_1_ab", "us_30")] == [
        *(True, True, True, False, False)
    ]
    assert not drops.waits(b.assign("drops_allied", 1).pos, b.piece("us_82_ab"))
    assert not drops.waits(ashore("invasion").pos, b.piece("us_82_ab")), "nothing is promised there"


def test_no_drop_is_made_in_bad_weather_without_capacity_or_where_none_is_promised() -> None:
    """20.1, 18.7.6."""
    for b in (
        ashore(turn="August III", weather="overcast"),
        ashore(turn="August III", capacity=0),
        ashore("campaign", turn="August III"),
    ):
        assert not isinstance(moving.decide(begun(b).pos), Drop)


def test_in_the_last_turns_any_drop_is_better_than_none() -> None:
    """Nobody is ashore to feed who drops (C-3)."""
    alone = held(position(WEST, turn="August IV")).unit("i_709", "K2")
    alone.unit("us_82_ab", "england").assign("invasions", 1)
    assert isinstance(moving.decide(begun(alone).pos), Drop)
    early = held(position(WEST, turn="July I")).unit("us_82_ab", "england").assign("invasions", 1)
    assert not isinstance(moving.decide(begun(early).pos), Drop)


def test_the_allied_side_goes_for_the_places_that_it_has_picked_and_for_no_others() -> None:
    b = ashore()
    rows = [sudden_death.objectives(b.pos, f.ALLIED)[number - 1] for number in aims.picks(f.ALLIED).numbers]
    named = {row["control"] for row in rows if "control" in row}
    assert named == {"B2", "K2", "P4", "BB8", "R11"}
    now = aims.aims(b.pos)
    assert {b.pos.label(place) for place in now.take} == named - {"K2"}
    assert {b.pos.label(place) for place in now.keep} == {"K2"}


def test_capacity_is_kept_for_the_drop_and_not_for_a_second_invasion_that_the_bot_does_without() -> None:
    """18.7.6, 32.4."""
    assert beaches.keeps_capacity(ashore("campaign", turn="August I").pos)
    assert beaches.keeps_capacity(ashore(turn="June III").pos)
    assert not beaches.keeps_capacity(ashore(turn="August I").assign("drops_allied", 1).pos)


def test_the_german_guards_what_he_has_picked_and_not_what_the_allied_side_has_sealed() -> None:
    """32.1."""
    b = position(WEST, turn="August I").units("BB8", "i_352", "i_353").units("P4", "i_77", "i_84").unit("us_1", "X8")
    b.unit("us_4", "R5").turn_of("german", impulse=1)
    places = {b.pos.label(place) for place in aims.vital(b.pos, f.GERMAN)}
    assert {"BB8", "CC6", "EE4", "GG3", "R11"} <= places and not {"P4", "K2", "B2"} & places
    assert marches.guards(b.pos, b.piece("i_352"))
