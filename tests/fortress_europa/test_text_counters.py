"""Counters, aircraft and limits that the rulebook names with their values (2, 17, 19, 27-31)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import naval
from hexledger.engine.games.fortress_europa.rules import airborne, augmented, raids, reinforcements
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import game, position


def factors(unit: str) -> tuple[int, int]:
    values = game().counters[game().find_piece(unit)].front.values
    return values["cf"], values["mf"]


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        ("ss_1", (8, 7)),
        ("ss_1_new", (9, 7)),
        ("pz_lehr", (9, 7)),
        ("pz_lehr_new", (8, 6)),
        ("ss_101", (3, 5)),
        ("us_aug_1", (8, 4)),
        ("o_korner", (3, 2)),
        ("o_scharnhorst", (3, 2)),
        ("o_hutten", (3, 2)),
        ("o_schill", (2, 2)),
        ("o_schlageter", (2, 2)),
        ("o_jahn", (2, 2)),
        ("flak_14", (2, 3)),
    ],
)
def test_units_that_the_text_names_have_its_factors(unit: str, printed: tuple[int, int]) -> None:
    """27.12, 28.5, 31.17."""
    assert factors(unit) == printed


def test_how_many_counters_the_text_gives_each_side() -> None:
    """25.1, 27.12, 27.13, 29.1, 17.6: eight Volkssturm, six 8-4s, eight HQ troops, two Mulberries of 12 and 9."""
    ros = game().tables.roster
    assert (len(ros.volkssturm), len(ros.augmented), len(ros.hq_troops), len(ros.split_79th)) == (8, 6, 8, 3)
    assert sorted(game().counters[p].front.values["capacity"] for p in ros.mulberries) == [9, 12]
    assert len(game().tables.ground.u_boat_bases) == len(game().tables.ground.v1_sites) == 6
    assert len(ros.partisans) == 1
    assert sum(1 for unit in ("fr_10", "fr_14", "fr_paris") if unit in {c.id for c in game().counters}) == 3


def test_an_8_4_takes_two_losses_before_it_is_a_reduced_6_4() -> None:
    """27.12."""
    assert augmented.BEFORE_PLAY == 3
    six = [c.id for c in game().counters if c.nationality == "us" and c.type == "infantry" and factors(c.id) == (6, 4)]
    assert len(six) >= 6


def test_drops_raids_and_flights_of_a_game() -> None:
    """20.4, 20.5, 20.10, 20.11, 21.2."""
    pos = position().pos
    assert (airborne.drops_left(pos, f.ALLIED), airborne.drops_left(pos, f.GERMAN), raids.raids_left(pos)) == (5, 2, 2)
    limits = game().edition.chart("limits")
    assert (limits["units_per_drop"], limits["german_units_per_drop"]) == (3, 1)
    assert (limits["allied_airlift_per_turn"], limits["german_airlifts_per_game"]) == (1, 2)
    assert (limits["allied_air_moved_per_turn"], limits["german_air_moved_per_turn"]) == (3, 1)


def test_ships_reach_two_hexes_from_where_they_lie() -> None:
    """19.6: from T4 the land hexes R5, S6, T5, T6, U6, V5 and V4."""
    b = position().unit("naval_1", "T4")
    ship = b.piece("naval_1")
    for label in ("R5", "S6", "T5", "T6", "U6", "V5", "V4"):
        assert naval.reaches(b.pos, ship, b.hex(label)), label
    far = [p for p in game().board.within(b.hex("T4"), 3) if game().board.distance(p, b.hex("T4")) == 3]
    assert not any(naval.reaches(b.pos, ship, place) for place in far)


def test_the_units_of_the_longer_game_come_in_april_and_no_sooner() -> None:
    """31.17: eight counters on April I, with the option only."""

    def late(turn: str, *options: str) -> int:
        b = position(turn=turn, options=options).turn_of("german").run(reinforcements.Arrivals(f.GERMAN))
        return sum(1 for unit in LATE if b.pooled("due", unit))

    assert (late("April I", "31.17"), late("March IV", "31.17")) == (8, 0)


LATE = ("hq_wenck", "o_korner", "o_scharnhorst", "o_hutten", "o_schill", "o_schlageter", "o_jahn", "flak_14")
