"""The charts of Fortress Europa against what the rulebook's text says of them (facts copied here)."""

from __future__ import annotations

import pytest

from tests.fortress_europa.builder import edition, game

RESULTS = {
    # result: attacker's steps, defender's steps, attacker's retreat, defender's retreat (15.3)
    "AE": ("all", 0, 0, 0),
    "A2": (2, 0, [1, 2], 0),
    "A1": (1, 0, [1, 2], 0),
    "AR": (0, 0, [1, 2], 0),
    "E2": (2, 1, 0, 1),
    "EX": (1, 1, 0, 2),
    "DR": (0, 0, 0, 2),
    "D1": (0, 1, 0, 2),
    "DE": (0, "all", 0, 0),
}
COLUMNS = ["1-6/1-5", "1-4/1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]


@pytest.mark.parametrize("code", sorted(RESULTS))
def test_a_result_of_the_combat_table_means_what_the_text_says(code: str) -> None:
    row = edition().chart("crt", "results", code)
    assert (row["att_steps"], row["def_steps"], row["att_retreat"], row["def_retreat"]) == RESULTS[code]


def test_the_combat_table_has_ten_columns_six_rows_and_grows_with_odds_and_die() -> None:
    assert edition().chart("crt", "columns") == COLUMNS
    order = edition().chart("crt", "severity_order")
    rows = edition().chart("crt", "rows")
    assert sorted(rows) == ["1", "2", "3", "4", "5", "6"] and set(order) == set(RESULTS)
    grid = [[order.index(rows[die][column]) for column in COLUMNS] for die in sorted(rows)]
    assert all(list(line) == sorted(line) for line in grid), "better odds are never worse"
    assert all(list(line) == sorted(line) for line in zip(*grid, strict=True)), "a higher die is never worse"


def test_what_the_text_attests_of_the_table() -> None:
    rows = edition().chart("crt", "rows")
    assert rows["6"]["3-1"] == "DE" and rows["5"]["3-1"] != "DE"
    column_of = edition().chart("odds", "column_of")
    assert column_of["1-6"] == column_of["1-5"] and column_of["1-4"] == column_of["1-3"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("aircraft", "allied", "SAC"), 4),
        (("aircraft", "allied", "TAC"), 7),
        (("aircraft", "allied_nonclear", "June II - September IV", "SAC"), 2),
        (("aircraft", "advanced", "allied", "total"), 12),
        (("odds_column_shifts", "per_aircraft"), 1),
        (("odds_column_shifts", "max_aircraft_per_battle"), 3),
        (("supply_ranges", "unit_to_hq"), 5),
        (("limits", "rail_units_per_turn"), 6),
        (("limits", "sea_units_per_turn"), 5),
        (("limits", "sea_after_uboat_bases"), 6),
        (("limits", "sea_first_clear_turn_after_invasion"), 10),
        (("limits", "evacuation_units_per_turn"), 2),
        (("limits", "allied_drops_per_game"), 5),
        (("limits", "german_drops_per_game"), 2),
        (("limits", "raids_per_game"), 2),
        (("limits", "volkssturm_max"), 8),
        (("limits", "tac_hq_range"), 8),
        (("partisan", "available_on"), [5, 6]),
        (("port_damage", "first_capture", "damage_on"), [5, 6]),
        (("port_damage", "recapture_if_first_undamaged", "damage_on"), [3, 4, 5, 6]),
        (("fuel", "stock_start"), 30),
        (("fuel", "production_start"), 7),
        (("fuel", "track_max"), 40),
        (("german_tac", "months", "December", "per_turn"), 6),
        (("german_tac", "months", "January", "total"), 7),
        (("german_tac", "months", "April", "total"), 4),
        (("replacements", "track_max"), 52),
        (("mulberries", "units", "mulberry_12", "capacity"), 12),
        (("mulberries", "units", "mulberry_9", "damaged"), 4),
    ],
)
def test_a_number_of_the_text_stands_in_its_chart(path: tuple[str, ...], value: object) -> None:
    assert edition().chart(*path) == value


def test_the_terrain_chart_stacks_and_doubles_as_the_text_says() -> None:
    chart = game().tables.chart
    assert {name: chart.stack[name] for name in ("clear", "rough", "mountain", "alpine", "flooded")} == {
        "clear": 3,
        "rough": 2,
        "mountain": 1,
        "alpine": 1,
        "flooded": 1,
    }
    doubled, printed = 4, 2
    assert (chart.city_defence, chart.fortress_defence, chart.river_defence) == (doubled, doubled, doubled)
    assert {chart.defence[name] for name in ("mountain", "alpine")} == {doubled}
    assert {chart.defence[name] for name in ("clear", "rough")} == {printed}


def test_the_calendar_runs_from_june_one_to_march_one_in_thirty_seven_turns() -> None:
    calendar = game().tables.calendar
    numbers = [calendar.number(name) for name in ("June I", "July III", "August IV", "December III", "March I")]
    assert numbers == [1, 7, 12, 27, 37]


def test_every_capacity_of_the_supply_example_is_in_the_list_of_ports() -> None:
    ports = edition().chart("ports", "ports")
    assert {name: ports[name]["capacity"] for name in ("St. Nazaire", "Nantes")} == {"St. Nazaire": 3, "Nantes": 2}
