"""The Fortress Europa house board agrees with every fact about the map that the rulebook states
(data/fortress_europa_map_facts.yaml)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hexledger.engine.catalogue import open_game

FACTS = yaml.safe_load((Path(__file__).parent / "data" / "fortress_europa_map_facts.yaml").read_text(encoding="utf-8"))
GAME: Any = open_game("fortress_europa")
BOARD, GROUND = GAME.board, GAME.tables.ground
HEXES: dict[str, dict[str, Any]] = FACTS["hexes"]
FEATURES = {"coast": "coastal", **{key: key for key in ("city", "port", "fortress", "mediterranean")}}
NAMES = {"Anvers (Antwerp)": "Anvers"}


def letters(column: int) -> str:
    """Column 1 is A, 26 Z, 27 AA, 44 RR."""
    return chr(64 + column) if column <= 26 else chr(38 + column) * 2


def printed_neighbours(label: str) -> set[str]:
    """Neighbours by the grid as it is printed, written without axial arithmetic on purpose."""
    name = label.rstrip("0123456789")
    number, column = int(label[len(name) :]), (ord(name[0]) - 64) + (26 if len(name) == 2 else 0)
    shift = 0 if column % 2 else 1
    near = {(column, number - 1), (column, number + 1)}
    for side in (column - 1, column + 1):
        near |= {(side, number - 1 + shift), (side, number + shift)}
    return {f"{letters(c)}{n}" for c, n in near if 1 <= c <= 44}


def test_every_hex_has_the_neighbours_of_the_printed_grid() -> None:
    labels = set(BOARD.labels[: BOARD.n_hexes])
    for place in range(BOARD.n_hexes):
        near = {BOARD.labels[there] for there in BOARD.neighbours[place]}
        assert near == printed_neighbours(BOARD.labels[place]) & labels, BOARD.labels[place]


@pytest.mark.parametrize("label", sorted(HEXES))
def test_a_hex_of_the_text_is_on_the_board_with_everything_the_text_says(label: str) -> None:
    fact, place = HEXES[label], BOARD.index[label]
    features, terrain = BOARD.features[place], BOARD.terrain[place]
    for key, feature in FEATURES.items():
        if key in fact:
            assert (feature in features) is fact[key], f"{label}: {key}"
    if fact.get("u_boat_base"):
        assert place in GROUND.u_boat_bases
    if "inland_port" in fact:
        assert (place in GROUND.inland_ports) is fact["inland_port"]
    if "invadable" in fact:
        assert (place in GROUND.invadable) is fact["invadable"]
    if fact.get("all_sea"):
        assert place in GROUND.sea
    if "terrain" in fact:
        assert terrain == fact["terrain"].split(" ")[0]
    if "country" in fact:
        assert BOARD.country[place] == fact["country"]
    if "place" in fact and label != "I4":
        assert BOARD.names[place] == NAMES.get(fact["place"], fact["place"])
    if "district" in fact:
        assert f"{BOARD.attributes(place)['district']}" == fact["district"].split(" ")[0]
    for other in fact.get("blue_arrow", ()):
        assert BOARD.index[other] in GROUND.arrow_ends[place]
    for other in fact.get("river_hexside", ()):
        assert GROUND.key(place, BOARD.index[other]) in GROUND.rivers


def test_water_lies_between_the_grid_neighbours_that_the_text_calls_not_adjacent() -> None:
    separated = FACTS["separated_grid_neighbors"]
    pairs = [*separated["blue_arrow_8_8"], *separated["stated_in_invasion_example"], *separated["inferred"]]
    assert len(pairs) == 10
    for a, b in pairs:
        one, other = BOARD.index[a], BOARD.index[b]
        assert other in BOARD.neighbours[one] and other not in GROUND.links[one], (a, b)


def test_each_district_reaches_along_the_coast_from_its_first_to_its_last_hex() -> None:
    for name, ends in FACTS["military_districts"].items():
        if name != "note":
            area = f"district_{name.split(' ')[0].lower()}"
            for label in ends:
                assert BOARD.index[label] in BOARD.in_area(area), (name, label)


def test_every_river_hexside_belongs_to_a_section_and_no_hexside_to_two() -> None:
    pairs = [pair for section in GROUND.sections.values() for pair in section]
    assert len(pairs) == len(set(pairs)) == len(GROUND.rivers) == 495


def test_the_six_u_boat_bases_six_v1_sites_and_five_major_cities_are_there() -> None:
    assert (len(GROUND.u_boat_bases), len(GROUND.v1_sites), len(GROUND.major_cities)) == (6, 6, 5)
    assert GROUND.major_cities <= GROUND.german_cities


def test_every_port_has_a_capacity_and_nothing_else_has() -> None:
    assert set(GROUND.capacity) == set(GROUND.ports)


def test_no_land_hex_is_cut_off_from_all_its_neighbours() -> None:
    alone = [BOARD.labels[place] for place in sorted(GROUND.land) if not GROUND.links[place]]
    assert alone == ["I4"], "Jersey alone (31.5)"
