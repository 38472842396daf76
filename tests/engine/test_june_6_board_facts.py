"""The June 6 house board agrees with every fact about the map that the rulebook states (data/june_6_map_facts.yaml)."""

from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from hexledger.engine.editions.edition import open_edition

FACTS = yaml.safe_load((Path(__file__).parent / "data" / "june_6_map_facts.yaml").read_text(encoding="utf-8"))
EDITION = open_edition("june_6")
BOARD = EDITION.board

# J6 2.1 in printed coordinates, written without axial arithmetic on purpose: (row step, column step in an even
# row, column step in an odd row).
STEPS = {"E": (0, 1, 1), "W": (0, -1, -1), "NE": (1, 0, 1), "NW": (1, -1, 0), "SE": (-1, 0, 1), "SW": (-1, -1, 0)}


def printed_step(label, direction):
    row, column = int(label[1:3]), int(label[3:])
    up, even, odd = STEPS[direction]
    return f"{label[0]}{row + up:02}{column + (odd if row % 2 else even):02}"


def walk(start, direction, end):
    path = [start]
    while path[-1] != end and len(path) < 60:
        path.append(printed_step(path[-1], direction))
    return path


def at(label):
    return BOARD.index[label]


def labels(places):
    return {BOARD.labels[place] for place in places}


def each(section):
    return pytest.mark.parametrize(
        "fact", FACTS[section], ids=lambda fact: "-".join(fact.get("pair") or (fact["start"], fact["end"]))
    )


def test_every_hex_of_the_board_has_the_neighbours_that_the_printed_numbers_say():
    checked = 0
    for place in range(BOARD.n_hexes):
        label = BOARD.labels[place]
        for direction in STEPS:
            there = printed_step(label, direction)
            if there in BOARD.index:
                assert BOARD.direction_name(place, at(there)) == direction, (label, there)
                checked += 1
    assert checked > 12000


def test_every_hex_named_in_the_rulebook_is_a_land_hex_of_the_board():
    assert len(FACTS["named_hexes"]) == 207
    wrong = [label for label in FACTS["named_hexes"] if BOARD.terrain[at(label)] == "sea"]
    assert wrong == []


@each("adjacent")
def test_hexes_that_the_rules_call_adjacent_adjoin(fact):
    a, b = map(at, fact["pair"])
    assert BOARD.adjacent(a, b) and BOARD.distance(a, b) == 1


@each("distance")
def test_ranges_counted_in_the_rules_are_the_ranges_of_the_board(fact):
    a, b = map(at, fact["pair"])
    assert BOARD.distance(a, b) == fact["hexes"]
    assert b in BOARD.within(a, fact["hexes"]) and b not in BOARD.within(a, fact["hexes"] - 1)


@each("diagonal")
def test_edges_of_scenario_areas_are_straight_hexrows(fact):
    start, end = at(fact["start"]), at(fact["end"])
    path = walk(fact["start"], fact["direction"], fact["end"])
    assert path[-1] == fact["end"]
    assert BOARD.distance(start, end) == len(path) - 1
    assert set(fact["through"]) <= set(path)
    places = [at(label) for label in path]
    assert {BOARD.direction_name(a, b) for a, b in pairwise(places)} == {fact["direction"]}


@each("hexside")
def test_hexsides_described_in_the_rules_are_on_the_board(fact):
    a, b = map(at, fact["pair"])
    assert BOARD.hexsides(a, b) == (fact["kind"],)
    if "name" in fact:
        assert BOARD.hexside_name(a, b) == fact["name"]
    if "bridge" in fact:
        assert BOARD.has_bridge(a, b) is fact["bridge"] and BOARD.road(a, b) is None


def test_the_board_has_exactly_one_bluff():
    for kind, pair in FACTS["only_hexside_of_kind"].items():
        found = [labels((a, b)) for a, b, side in BOARD.data.sides if side.kind == kind]
        assert found == [set(pair)]


@pytest.mark.parametrize("terrain", FACTS["terrain"])
def test_terrain_stated_in_the_rules_is_on_the_board(terrain):
    stated = FACTS["terrain"][terrain]["hexes"]
    assert {label: BOARD.terrain[at(label)] for label in stated} == dict.fromkeys(stated, terrain)


def test_features_stated_in_the_rules_are_on_the_board_and_denied_ones_are_not():
    for feature, fact in FACTS["feature"].items():
        assert [label for label in fact["hexes"] if feature not in BOARD.features[at(label)]] == []
    for feature, fact in FACTS["not_feature"].items():
        assert [label for label in fact["hexes"] if feature in BOARD.features[at(label)]] == []


def test_towns_stand_where_the_rules_put_them():
    assert {label: BOARD.names[at(label)] for label in FACTS["name"]} == FACTS["name"]


@pytest.mark.parametrize("area", FACTS["area"])
def test_areas_hold_the_hexes_that_the_rules_give(area):
    fact = FACTS["area"][area]
    if "exactly" in fact:
        assert labels(BOARD.areas[area]) == set(fact["exactly"])
    else:
        assert set(fact["includes"]) <= labels(BOARD.areas[area])


def rows(first, last, bounds):
    """Hexes of rows first..last of map E, from bounds(row)[0] to bounds(row)[1], the edges included."""
    spans = {row: bounds(row) for row in range(first, last + 1)}
    return {f"E{row}{column:02}" for row, (west, east) in spans.items() for column in range(west, east + 1)}


def column_of(path):
    return {int(label[1:3]): int(label[3:]) for label in path}


def test_the_saint_lo_area_is_bounded_as_the_playbook_says():
    west = column_of(walk("E1003", "NE", "E2510"))
    assert labels(BOARD.areas["scenario_st_lo"]) == rows(10, 25, lambda row: (west[row], 22)), "PB 5.2"


def test_the_epsom_area_is_bounded_as_the_playbook_says():
    east = column_of(walk("E2032", "SE", "E1037"))
    assert labels(BOARD.areas["scenario_epsom"]) == rows(10, 20, lambda row: (25, east[row])), "PB 6.22"


def test_the_push_to_caen_area_is_bounded_as_the_playbook_says():
    west = column_of(walk("E1436", "NW", "E2033"))
    east = dict.fromkeys(range(14, 21), 39) | column_of(walk("E2340", "SW", "E2039"))
    expected = rows(14, 23, lambda row: (west.get(row, 33), east[row]))
    assert labels(BOARD.areas["scenario_push_to_caen"]) == expected, "PB 6.23"
    assert len(expected) == 63


def test_the_cherbourg_area_is_the_west_map_from_row_32_northward():
    expected = {label for label in BOARD.labels[: BOARD.n_hexes] if label[0] == "W" and int(label[1:3]) >= 32}
    assert labels(BOARD.areas["scenario_drive_on_cherbourg"]) == expected, "PB 4.0"


def test_the_rear_hexes_of_push_to_caen_hold_the_four_allied_headquarters():
    rear = labels(BOARD.areas["scenario_push_to_caen_rear"])
    started = {entry.at for entry in EDITION.scenario("push_to_caen").setup if entry.counter.endswith("_hq")}
    assert rear <= started and len(rear) == 4


def test_the_south_edge_is_row_10():
    lowest = {label for label in BOARD.labels[: BOARD.n_hexes] if int(label[1:3]) == 10}
    assert {"E1003", "E1022", "E1025", "E1037", "W1016"} <= lowest
    assert min(int(label[1:3]) for label in BOARD.labels[: BOARD.n_hexes]) == 10


@pytest.mark.parametrize(("zone", "beach", "reach"), [("drop_us", "beach_utah", 8), ("drop_br", "beach_sword", 8)])
def test_drop_zones_reach_eight_hexes_from_their_beach(zone, beach, reach):
    near = {p for beach_hex in BOARD.areas[beach] for p in BOARD.within(beach_hex, reach)}
    assert set(BOARD.areas[zone]) <= near, "PB 1.51"
    banned = {"sea", "woods", "marsh", "village", "city"}
    assert {BOARD.terrain[p] for p in BOARD.areas[zone]} & banned == set()


@pytest.mark.parametrize("beach", ["utah", "omaha", "juno", "sword"])
def test_delay_point_zones_lie_within_three_hexes_of_their_beach_and_off_the_coast(beach):
    near = {p for beach_hex in BOARD.areas[f"beach_{beach}"] for p in BOARD.within(beach_hex, 3)}
    zone = BOARD.areas[f"dp_zone_{beach}"]
    assert set(zone) <= near, "PB 1.13"
    assert [BOARD.labels[p] for p in zone if BOARD.features[p] & {"beach", "coastal"}] == []


def test_landing_boxes_lead_to_the_beach_hexes():
    for name in ("utah", "omaha", "gold", "juno", "sword"):
        hexes = BOARD.box_hexes(f"{name}_box")
        assert hexes == BOARD.areas[f"beach_{name}"]
        assert all({"beach", "coastal"} <= BOARD.features[p] for p in hexes), "J6 8.47"


def test_the_canal_runs_along_the_east_edge_of_the_push_to_caen_area():
    edge = [at(label) for label in walk("E2340", "SW", "E2039")]
    for place in edge:
        banks = [there for there in BOARD.neighbours[place] if "canal" in BOARD.hexsides(place, there)]
        assert banks and all(BOARD.labels[there] not in labels(BOARD.areas["scenario_push_to_caen"]) for there in banks)


def test_every_supply_source_is_reached_by_a_road():
    for area in ("supply_german", "supply_allied_us", "supply_allied_cw"):
        bare = [
            BOARD.labels[p] for p in BOARD.areas[area] if not any(BOARD.road(p, there) for there in BOARD.neighbours[p])
        ]
        assert bare == [], area
