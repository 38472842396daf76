"""Strengths, odds and support at their limits (6.2, 14.4, 14.10, 15.1, 16, 17.10.2)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import battle, battle_sets
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.tables.odds import shift
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.fights import column

CLEAR, CITY, ROUGH, MOUNTAIN, ALPINE, FLOODED = "O9", "R11", "J5", "D3", "GG27", "DD4"
FORT, CITY_FORT, ROUGH_FORT, FLOODED_CITY_FORT = "U5", "GG10", "HH11", "EE4"


@pytest.mark.parametrize(
    ("place", "open_field", "behind_a_river"),
    [
        (CLEAR, 5, 10),
        (ROUGH, 5, 10),
        (FLOODED, 5, 10),
        (CITY, 10, 10),
        (MOUNTAIN, 10, 10),
        (ALPINE, 10, 10),
        (FORT, 10, 10),
        (CITY_FORT, 10, 10),
        (ROUGH_FORT, 10, 10),
        (FLOODED_CITY_FORT, 10, 10),
    ],
)
def test_a_defender_on_foot_is_doubled_once_by_mountain_city_fortress_or_river(
    place: str, open_field: int, behind_a_river: int
) -> None:
    """FE 14.4, 16.1-16.3: rough and flooded ground double nobody, and two reasons no more than one."""
    b = position().unit("i_352", place)
    values = [battle.defence_value(b.pos, b.piece("i_352"), b.hex(place), river)[0] for river in (False, True)]
    assert values == [open_field, behind_a_river]


@pytest.mark.parametrize(
    ("unit", "place", "open_field", "behind_a_river"),
    [
        ("pz_2", CLEAR, 7, 14),
        ("pz_2", ROUGH, 4, 8),
        ("pz_2", CITY, 4, 8),
        ("pz_2", FORT, 14, 14),
        ("pz_2", CITY_FORT, 7, 14),
        ("pz_2", ROUGH_FORT, 7, 14),
        ("pz_2", MOUNTAIN, 14, 14),
        ("pz_2", FLOODED, 7, 14),
        ("pg_15", CITY, 3, 6),
        ("ag_654", ROUGH, 1, 2),
        ("us_2_arm", CITY, 5, 10),
        ("us_2_arm", ROUGH, 5, 10),
    ],
)
def test_armour_is_halved_rounded_up_in_rough_ground_and_cities_then_doubled_behind_a_river(
    unit: str, place: str, open_field: int, behind_a_river: int
) -> None:
    """FE 16.5: in a fortress that is rough or a city it keeps its factor, and behind a river that is doubled."""
    b = position().unit(unit, place)
    values = [battle.defence_value(b.pos, b.piece(unit), b.hex(place), river)[0] for river in (False, True)]
    assert values == [open_field, behind_a_river]


@pytest.mark.parametrize(
    ("unit", "place", "value"),
    [("i_352", FORT, 5), ("i_352", CITY_FORT, 10), ("pz_2", FORT, 7), ("pz_2", CITY_FORT, 4), ("pz_2", ROUGH_FORT, 4)],
)
def test_a_destroyed_fortress_leaves_the_other_terrain_of_its_hex(unit: str, place: str, value: int) -> None:
    """FE 16.3, 16.5: a destroyed fortress neither doubles nor saves armour from being halved."""
    b = position().unit(unit, place).marker("fortress_destroyed", place)
    assert battle.defence_value(b.pos, b.piece(unit), b.hex(place), False)[0] == value


def test_a_fortress_is_none_for_the_allies() -> None:
    """FE 16.3."""
    b = position().unit("us_1", FORT)
    assert battle.defence_value(b.pos, b.piece("us_1"), b.hex(FORT), False)[0] == b.pos.cf(b.piece("us_1"))


def test_a_reduced_unit_is_halved_and_doubled_by_the_factor_of_its_back() -> None:
    """FE 2.8, 16.1, 16.5: pz_2 has 7 and 4."""
    b = position().unit("pz_2", CITY, reduced=True).unit("i_352", CLEAR, reduced=True)
    assert battle.defence_value(b.pos, b.piece("pz_2"), b.hex(CITY), False)[0] == 2
    assert battle.defence_value(b.pos, b.piece("i_352"), b.hex(CLEAR), True)[0] == 2 * b.pos.cf(b.piece("i_352"))


@pytest.mark.parametrize(
    ("place", "armour", "cavalry"),
    [(CLEAR, 9, 2), (ROUGH, 5, 1), (CITY, 5, 1), (CITY_FORT, 5, 1), (ROUGH_FORT, 5, 1), (FORT, 9, 2), (MOUNTAIN, 9, 2)],
)
def test_armour_that_attacks_is_halved_against_rough_ground_and_cities_fortress_or_not(
    place: str, armour: int, cavalry: int
) -> None:
    """FE 16.5: the fortress helps armour that defends in it only; infantry is never halved."""
    b = position().units(CLEAR, "us_2_arm", "us_4_cav", "us_1")
    values = [battle.attack_value(b.pos, b.piece(unit), b.path(place))[0] for unit in ("us_2_arm", "us_4_cav", "us_1")]
    assert values == [armour, cavalry, 6]


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (4, 9, "1-3"),
        (7, 8, "1-2"),
        (1, 1, "1-1"),
        (3, 2, "1-1"),
        (2, 3, "1-2"),
        (4, 8, "1-2"),
        (4, 5, "1-2"),
        (5, 11, "1-3"),
        (2, 11, "1-6"),
        (13, 2, "6-1"),
        (14, 2, "7-1"),
        (15, 2, "7-1"),
        (29, 10, "2-1"),
        (30, 10, "3-1"),
        (3, 18, "1-6"),
        (3, 19, None),
    ],
)
def test_odds_just_below_and_just_at_a_whole_ratio(attack: int, defence: int, odds: str | None) -> None:
    """FE 14.10, 14.12, 15.1."""
    assert battle.odds(attack, defence) == odds


@pytest.mark.parametrize(
    ("odds", "aircraft", "found"),
    [
        ("1-6", 0, "1-6/1-5"),
        ("1-5", 1, "1-4/1-3"),
        ("1-6", 2, "1-2"),
        ("1-6", 3, "1-1"),
        ("1-4", 1, "1-2"),
        ("1-3", 1, "1-2"),
        ("1-1", 3, "4-1"),
        ("5-1", 1, "6-1"),
        ("6-1", 3, "7-1"),
        ("7-1", 1, "7-1"),
    ],
)
def test_each_aircraft_is_a_column_and_the_last_column_is_the_end(odds: str, aircraft: int, found: str) -> None:
    """FE 17.10.2: 1-5 and 1-6 share a column, and so do 1-3 and 1-4."""
    pos = position().pos
    columns = pos.tables.crt.columns
    assert columns[shift(pos.tables.crt.column_of(odds), aircraft, len(columns))] == found


def test_at_one_to_six_one_aircraft_helps_and_at_one_to_seven_none_does() -> None:
    """FE 14.10, 17.10.2: 2 against 12, and 2 against 13."""
    b = position().unit("us_14_cav", "O9").units("O10", "pz_2", "i_352").unit("hq_bradley", "P8")
    assert sum(b.pos.cf(b.piece(unit)) for unit in ("pz_2", "i_352")) == 12
    b.aircraft("ground_support", "9_tac_1").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    b.dice(3).play("attack us_14_cav O10 9_tac_1")
    assert column(b) == "1-4/1-3"
    worse = position().unit("us_14_cav", "O9").units("O10", "pz_2", "fj_3").unit("hq_bradley", "P8")
    assert sum(worse.pos.cf(worse.piece(unit)) for unit in ("pz_2", "fj_3")) == 13
    worse.aircraft("ground_support", "9_tac_1").turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert worse.offer is not None and worse.offer.kinds == ("remove_unattackable",)


def test_a_fourth_aircraft_does_not_support_and_none_supports_twice() -> None:
    """FE 17.10.2."""
    b = position().units("O9", "us_1").unit("i_352", "O10").unit("us_9", "T12").unit("i_353", "T13")
    b.unit("hq_bradley", "R9").aircraft("ground_support", "9_tac_1", "9_tac_2", "2_tac_1", "2_tac_2")
    b.turn_of("allied", 1).run(CombatImpulse(f.ALLIED, 1))
    assert b.refuses("attack us_1 O10 9_tac_1,9_tac_2,2_tac_1,2_tac_2").rule == "FE 17.10.2"
    b.dice(6).play("attack us_1 O10 9_tac_1")
    while b.offer is not None and "attack" not in b.offer.kinds:
        b.play(b.choices()[0])
    assert b.refuses("attack us_9 T13 9_tac_1").rule == "FE 17.10.2"


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("br_3", "po_1_arm", True),
        ("br_3", "br_7_arm", True),
        ("br_3", "ca_2", False),
        ("po_1_arm", "ca_2", False),
        ("us_1", "br_3", False),
        ("us_1", "fr_2_db", False),
        ("fr_2_db", "br_3", False),
        ("br_1_cdo", "us_1", True),
        ("us_ranger", "br_3", True),
    ],
)
def test_only_the_british_and_the_minor_allies_attack_together(one: str, other: str, together: bool) -> None:
    """FE 6.2, 21.3, C-46: and raiders, who attack with anybody."""
    b: Built = position().units("O9", one, other).unit("i_352", "O10").turn_of("allied", 1)
    assert battle_sets.one_nation(b.pos, (b.piece(one), b.piece(other))) is together


def test_one_attacker_on_the_near_bank_takes_the_river_from_one_hex_and_not_from_another() -> None:
    """FE 16.2, 16.8: each hex of a battle has its own river."""
    ground = position().pos.game.tables.ground
    b = position()
    here, near, far = next(
        (a, c, d)
        for a in sorted(ground.land)
        if b.pos.terrain(a) == "clear" and not b.pos.is_city(a)
        for c in ground.links[a]
        for d in ground.links[a]
        if c != d
        and d in ground.links[c]
        and {b.pos.terrain(c), b.pos.terrain(d)} == {"clear"}
        and not (b.pos.is_city(c) or b.pos.is_city(d) or b.pos.fortress(c) or b.pos.fortress(d))
        and b.pos.river(a, d)
        and not b.pos.river(a, c)
    )
    place = b.game.place
    b.unit("us_1", place(here)).unit("i_352", place(near)).unit("i_353", place(far)).turn_of("allied", 1)
    units = (b.piece("us_1"),)
    assert battle.defence(b.pos, near, units).total == b.pos.cf(b.piece("i_352"))
    assert battle.defence(b.pos, far, units).total == 2 * b.pos.cf(b.piece("i_353"))
