"""Military districts at their limits (9): their ends on the coast, what releases whom, and what does not."""

from __future__ import annotations

import pytest

from hexledger.engine.games.fortress_europa.questions import contact
from hexledger.engine.games.fortress_europa.rules import districts
from hexledger.engine.games.fortress_europa.tables import flags as f
from tests.fortress_europa.builder import Built, game, position
from tests.fortress_europa.fights import fight
from tests.fortress_europa.impulses import counted, invading, june

FROZEN = {
    f.SEVENTH: ("i_243", "K4"),
    f.FIFTEENTH: ("i_47", "U6"),
    f.FIRST: ("i_708", "C12"),
    f.NINETEENTH: ("i_244", "N33"),
    f.NETHERLANDS: ("i_347", "FF3"),
}


def sleeping(b: Built) -> Built:
    for district, (unit, place) in FROZEN.items():
        b.unit(unit, place, frozen=district)
    return b


def awake(b: Built) -> set[int]:
    return {district for district, (unit, _) in FROZEN.items() if not b.has(unit, "frozen")}


@pytest.mark.parametrize(
    ("hexes", "box", "unit", "released"),
    [
        (("L4",), "england", "us_1", {f.SEVENTH}),
        (("M5",), "england", "us_1", {f.SEVENTH}),
        (("C15",), "england", "us_1", {f.FIRST}),
        (("O34",), "africa", "us_3", {f.NINETEENTH}),
        (("C31",), "africa", "us_3", {f.NINETEENTH}),
        (("N5",), "england", "us_1", set(FROZEN)),
        (("V4",), "england", "us_1", set(FROZEN)),
        (("FF2",), "england", "us_1", set(FROZEN)),
    ],
)
def test_a_landing_frees_the_units_of_its_district_and_at_the_15th_or_in_holland_all(
    hexes: tuple[str, ...], box: str, unit: str, released: set[int]
) -> None:
    """FE 9.1 A, E, 9.10: the first and last hexes of the districts included."""
    b = sleeping(june()).unit(unit, box)
    invading(b, *hexes).play(f"invade {unit} {hexes[0]}")
    assert awake(b) == released


def test_a_landing_in_two_districts_frees_all() -> None:
    """FE 9.1 G: C9 (7th) and C10 (1st), joined by a blue arrow."""
    assert [game().tables.ground.district[game().find_place(label)] for label in ("C9", "C10")] == [f.SEVENTH, f.FIRST]
    b = sleeping(june()).units("england", "us_1", "us_2")
    invading(b, "C9", "C10").play("invade us_1 C9")
    assert awake(b) == {f.SEVENTH}
    b.play("invade us_2 C10")
    assert awake(b) == set(FROZEN)


@pytest.mark.parametrize(("end", "all_free"), [("N7", True), ("M8", True), ("L7", False)])
def test_the_step_out_of_the_invaded_7th_district_frees_all_and_one_inside_it_nobody(end: str, all_free: bool) -> None:
    """FE 9.1 D."""
    district = game().tables.ground.district
    assert (district[game().find_place(end)] != f.SEVENTH) is all_free
    b = sleeping(position()).unit("us_1", "M7")
    districts.invade(b.act(), b.path("L4"))
    counted(b).play(f"move us_1 {end}")
    assert awake(b) == (set(FROZEN) if all_free else {f.SEVENTH})


def test_an_attack_on_a_frozen_unit_frees_all_and_one_on_a_free_german_beside_it_nobody() -> None:
    """FE 9.1 F, 9.9."""
    b = (
        sleeping(position())
        .units("O9", "us_1", "us_2", "us_9")
        .unit("i_352", "O10")
        .unit("i_353", "P9", frozen=f.FIRST)
    )
    fight(b, "allied", "attack us_1,us_2,us_9 O10", dice=(6,))
    assert awake(b) == set() and b.has("i_353", "frozen") == f.FIRST
    c = sleeping(position()).units("O9", "us_1", "us_2", "us_9").unit("i_353", "P9", frozen=f.FIRST)
    fight(c, "allied", "attack us_1,us_2,us_9 P9", dice=(6,))
    assert awake(c) == set(FROZEN)


def test_a_free_unit_stacked_with_a_frozen_one_has_its_zone_and_the_attack_is_on_both() -> None:
    """FE 9.5, 9.9: an Ally next to them must attack, both, and all are released."""
    b = sleeping(position()).units("O9", "us_1", "us_2", "us_9").unit("i_352", "O10")
    b.unit("i_353", "O10", frozen=f.FIRST).turn_of("allied", 1)
    assert contact.obliged(b.pos, b.piece("us_1")) == (b.hex("O10"),)
    fight(b, "allied", "attack us_1,us_2,us_9 O10", dice=(4,))
    assert awake(b) == set(FROZEN)
    assert b.has("i_352", "defended") == b.has("i_353", "defended") != 0


def test_units_of_a_named_city_are_free_in_a_frozen_district() -> None:
    """FE 9.2, 9.3: by the display, whoever is not set up in a district's box is not frozen."""
    scenario = position().pos.scenario
    for start in scenario.setup:
        assert bool(start.frozen) == start.zone.startswith("district_"), game().piece(start.piece)


def test_torino_and_genova_hold_one_unit_each_that_stays_in_italy() -> None:
    """FE 9.3."""
    kept = [start for start in position().pos.scenario.setup if start.italy_only]
    assert sorted(game().place(start.place) for start in kept) == ["X29", "Y34"]
    b = position().unit(game().piece(kept[0].piece), "X29", italy_only=1)
    assert not kept[0].frozen and b.has(game().piece(kept[0].piece), "italy_only") == 1


def test_a_german_march_into_another_district_frees_nobody() -> None:
    """FE 9.1: only the Allies release, or a unit that stands in."""
    b = sleeping(position()).unit("pz_2", "M7")
    districts.invade(b.act(), ())
    counted(b, "german").play("move pz_2 M8")
    assert awake(b) == set()
