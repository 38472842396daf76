"""Sea movement at its limits (11, 13.1): which box serves which coast, how many sail, what closes a harbour."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import sea
from hexledger.engine.games.fortress_europa.rules import movement
from hexledger.engine.games.fortress_europa.rules import sea as sea_rules
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.impulses import counted


def harbours(**options: str) -> Built:
    """Brest, Cherbourg and Marseille are Allied, the harbours' capacities free."""
    return position(turn="October II", **options).control("allied", "B2", "K2", "N33")  # type: ignore[arg-type]


def test_from_marseille_to_brest_a_unit_goes_by_africa_and_england_in_three_impulses() -> None:
    """FE 11.4, second example."""
    b = counted(harbours().unit("us_3", "N33"))
    for wrong in ("B2", "england", "K2"):
        assert b.refuses(f"sea_move us_3 {wrong}").rule == "FE 11.4"
    b.play("sea_move us_3 africa")
    assert b.refuses("sea_move us_3 england").rule == "FE 11.4", "one leg an impulse"
    counted(b, impulse=2).play("sea_move us_3 england")
    b.act().flag(b.piece("us_3"), f.BY_SEA, 0)
    b.act().flag(b.piece("us_3"), f.MOVED, 0)
    assert counted(b).play("sea_move us_3 B2").at("us_3") == "B2"


@pytest.mark.parametrize(
    ("start", "end", "sails"),
    [
        ("england", "B2", True),
        ("england", "N33", False),
        ("africa", "N33", True),
        ("africa", "B2", False),
        ("england", "africa", True),
        ("africa", "england", True),
        ("B2", "K2", False),
        ("B2", "england", True),
        ("N33", "africa", True),
        ("N33", "england", False),
        ("england", "L4", False),
    ],
)
def test_england_serves_the_atlantic_and_africa_the_mediterranean(start: str, end: str, sails: bool) -> None:
    """FE 11.4 A."""
    b = counted(harbours().unit("us_1", start))
    if sails:
        assert b.play(f"sea_move us_1 {end}").at("us_1") == end
    else:
        assert b.refuses(f"sea_move us_1 {end}").rule == "FE 11.4"


def test_five_units_sail_in_both_impulses_together() -> None:
    """FE 11.5: three in the first leave two for the second."""
    units = ("us_1", "us_2", "us_4", "us_5", "us_8", "us_9")
    b = counted(harbours().units("england", *units))
    for unit in units[:3]:
        b.play(f"sea_move {unit} africa")
    counted(b, impulse=2)
    for unit in units[3:5]:
        b.play(f"sea_move {unit} africa")
    assert sea.used(b.pos) == 5
    assert b.refuses("sea_move us_9 africa").rule == "FE 11.5"


def test_ten_sail_on_the_first_clear_turn_even_when_bad_weather_comes_first() -> None:
    """FE 11.6: June II and III are not clear, June IV is; on July I it is five again, and after the U-boats six."""
    b = position(turn="June II", weather="storm").assign("invasion_turn", 1)
    movement.impulse_began(b.act(), f.ALLIED, 1)
    assert sea_rules.limit(b.pos) == 5
    clear = position(turn="June IV").assign("invasion_turn", 1)
    movement.impulse_began(clear.act(), f.ALLIED, 1)
    assert sea_rules.limit(clear.pos) == 10
    later = position(turn="July I").assign("invasion_turn", 1).assign("first_clear", 4)
    movement.impulse_began(later.act(), f.ALLIED, 1)
    assert sea_rules.limit(later.pos) == 5
    for base in sorted(game().tables.ground.u_boat_bases)[1:]:
        later.act().marker(base, -1, f.BASE_CAPTURED, 1)
    assert sea_rules.limit(later.pos) == 5, "five of six bases"
    later.act().marker(min(game().tables.ground.u_boat_bases), -1, f.BASE_CAPTURED, 1)
    assert sea_rules.limit(later.pos) == 6


def test_the_second_invasion_brings_a_second_turn_of_ten() -> None:
    """FE 11.6: after each invasion."""
    b = position(turn="August III").assign("invasion_turn", 10).assign("first_clear", 2)
    movement.impulse_began(b.act(), f.ALLIED, 1)
    assert sea_rules.limit(b.pos) == 10


@pytest.mark.parametrize(
    ("weather", "rule"), [("clear", ""), ("overcast", ""), ("overcast*", ""), ("storm", "FE 11.9")]
)
def test_only_a_storm_keeps_ships_in_harbour(weather: str, rule: str) -> None:
    """FE 11.9."""
    b = counted(harbours(weather=weather).unit("us_1", "england"))
    if rule:
        assert b.refuses("sea_move us_1 africa").rule == rule
    else:
        assert b.play("sea_move us_1 africa").at("us_1") == "africa"


def test_a_unit_in_an_enemy_zone_sails_in_the_first_impulse_and_not_when_it_is_held() -> None:
    """FE 8.9, 11.1: sea movement is movement."""
    b = counted(harbours().unit("us_1", "K2").unit("pz_2", "K3"))
    assert b.play("sea_move us_1 england").at("us_1") == "england"
    held = counted(harbours().unit("us_1", "K2", held=1).unit("pz_2", "K3"), impulse=2)
    assert held.refuses("sea_move us_1 england").rule == "FE 8.9"


@pytest.mark.parametrize(("unit", "hexes"), [("us_1", 2), ("us_2_arm", 3)])
def test_half_the_allowance_rounded_down_before_taking_ship(unit: str, hexes: int) -> None:
    """FE 11.3: 4 gives 2, 6 gives 3."""
    path = ["L5", "L4", "K4", "K3", "K2"]
    for length, sails in ((hexes, True), (hexes + 1, False)):
        b = harbours().unit(unit, path[-1 - length])
        counted(b).play(f"move {unit} " + ",".join(path[-length:]))
        if sails:
            assert b.play(f"sea_move {unit} england").at(unit) == "england"
        else:
            assert b.refuses(f"sea_move {unit} england").rule == "FE 11.3"


def test_an_hq_that_sails_moves_half_of_its_five_hexes() -> None:
    """FE 11.3, 13.1: HQs too; rounded down to two."""
    b = counted(harbours().unit("hq_bradley", "england"), impulse=2).play("sea_move hq_bradley K2")
    assert b.refuses("move hq_bradley K3,K4,L4").rule == "FE 5.4"
    assert b.play("move hq_bradley K3,K4").at("hq_bradley") == "K4"


# ------------------------------------------------------------------ 11.4 B evacuation
def test_the_mediterranean_coast_is_evacuated_to_africa() -> None:
    """FE 11.4 B: within the limits of A."""
    b = counted(position(turn="October II").marker("invaded", "R34").unit("us_3", "R34"))
    assert b.play("evacuate us_3").at("us_3") == "africa"


def test_nobody_is_evacuated_from_a_coast_on_which_no_ally_has_landed() -> None:
    """FE 11.4 B: a friendly coastal hex is one where Allied units landed in an invasion."""
    b = counted(position(turn="October II").control("allied", "L4").unit("us_1", "L4"))
    assert b.refuses("evacuate us_1").rule == "FE 11.4"


def test_two_are_evacuated_a_turn_and_not_two_an_impulse() -> None:
    """FE 11.4 B."""
    b = counted(position(turn="October II").marker("invaded", "L4").units("L4", "us_1", "us_2", "us_4"))
    b.play("evacuate us_1")
    counted(b, impulse=2).play("evacuate us_2")
    assert b.refuses("evacuate us_4").rule == "FE 11.4"


# ------------------------------------------------------------------ 11.4 C, 11.8 closed harbours
@pytest.mark.parametrize(
    ("port", "bank"),
    [
        ("M6", "M5"),
        ("M6", "N5"),
        ("E10", "D9"),
        ("E10", "C9"),
        ("A19", "B16"),
        ("A19", "A17"),
        ("QQ4", "QQ3"),
        ("CC6", "BB5"),
    ],
)
def test_a_german_on_the_banks_closes_an_inland_harbour_in_both_directions(port: str, bank: str) -> None:
    """FE 11.4 C, 7.4."""
    b = counted(position(turn="October II").control("allied", port).unit("us_1", port).unit("us_2", "england"))
    b.unit("i_352", bank)
    assert b.refuses("sea_move us_1 england").rule == "FE 11.4"
    assert b.refuses(f"sea_move us_2 {port}").rule == "FE 11.4"


@pytest.mark.parametrize("label", ["HH1", "HH2", "JJ1", "JJ2"])
def test_one_german_at_the_dyke_closes_amsterdam(label: str) -> None:
    """FE 11.8."""
    b = counted(position(turn="October II").control("allied", "GG3").unit("us_1", "GG3"))
    assert sea_rules.harbour(b.pos, b.hex("GG3")) is None
    assert sea_rules.harbour(b.unit("i_352", label).pos, b.hex("GG3")) is not None


def test_a_port_that_the_allies_left_stays_theirs_until_a_german_zone_reaches_it() -> None:
    """FE 11.8: last occupied by Allied units and not in an enemy ZOC."""
    b = harbours()
    assert sea_rules.harbour(b.pos, b.hex("K2")) is None
    why = sea_rules.harbour(b.unit("i_352", "L2").pos, b.hex("K2"))
    assert why is not None and why[0] == "11.8"
    why = sea_rules.harbour(position().pos, b.hex("K2"))
    assert why is not None and why[0] == "11.4", "never Allied"


def test_a_damaged_port_of_no_capacity_is_a_harbour_all_the_same() -> None:
    """FE 18.7.9."""
    b = harbours().marker("port_damage", "K2", count=99)
    assert b.pos.port_capacity(b.hex("K2")) == 0 and sea_rules.harbour(b.pos, b.hex("K2")) is None
