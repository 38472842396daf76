"""Fortress Europa: every cell of a chart that the original states and no other test holds, written out here by hand
from the rulebook (not from the edition), cell by cell. What is not here is house-made and marked so in the edition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fortress_europa.builder import edition

CELLS: tuple[tuple[str, object], ...] = (
    # 4.2
    ("sequence_of_play.initial", ["turn_record", "weather", "air_allocation"]),
    (
        "sequence_of_play.player_turn",
        ["replacement", "first_move", "first_combat", "second_move", "second_combat", "rail_control", "supply"],
    ),
    ("sequence_of_play.order", ["initial", "allied_player_turn", "german_player_turn", "turn_end"]),
    # 2.2, 23: groups that the examples name
    ("turn_track.turns.12.german_group", 6),
    ("turn_track.turns.24.german_group", 13),
    # 14.8, 14.12
    ("odds.min_legal", "1-6"),
    ("odds.max", "7-1"),
    # 12.13, 17.10.9, 31.16, 31.18, 33.3.9
    ("combat_die_modifiers.modifiers.0.drm", 2),
    ("combat_die_modifiers.modifiers.1.drm", 2),
    ("combat_die_modifiers.modifiers.2.drm", 1),
    ("combat_die_modifiers.modifiers.3.drm", 1),
    ("combat_die_modifiers.modifiers.4.drm", 1),
    ("combat_die_modifiers.modifiers.5.drm", -1),
    # 17.10.2
    ("odds_column_shifts.impulse", "first combat"),
    ("odds_column_shifts.cannot_fix_illegal_odds", True),
    # 6.1, 8.1 to 8.7, 16.1 to 16.7
    ("terrain_effects.terrain.mountain.stop", "impulse"),
    ("terrain_effects.terrain.mountain.stop_except", ["mountain"]),
    ("terrain_effects.terrain.alpine.stop", "impulse"),
    ("terrain_effects.terrain.alpine.enter_only", ["mountain"]),
    ("terrain_effects.terrain.flooded.stop", "turn"),
    ("terrain_effects.terrain.flooded.defence", 1),
    ("terrain_effects.terrain.dyke.stack", 0),
    ("terrain_effects.terrain.dyke.end_move", False),
    ("terrain_effects.terrain.dyke.retreat_end", False),
    ("terrain_effects.terrain.clear.must_retreat", True),
    ("terrain_effects.terrain.rough.must_retreat", False),
    ("terrain_effects.terrain.mountain.must_retreat", True),
    ("terrain_effects.terrain.flooded.must_retreat", True),
    ("terrain_effects.features.city.must_retreat", True),
    ("terrain_effects.features.fortress.must_retreat", False),
    ("terrain_effects.features.fortress.zoc_into", False),
    ("terrain_effects.features.fortress.defence", 2),
    ("terrain_effects.features.city.defence", 2),
    ("terrain_effects.hexsides.river.defence", 2),
    ("terrain_effects.hexsides.estuary.zoc", False),
    ("terrain_effects.hexsides.estuary.attack", False),
    ("terrain_effects.hexsides.estuary.retreat", False),
    # 6.1, 6.5, 6.6, 12.7
    ("stacking.limits", {"clear": 3, "rough": 2, "mountain": 1, "alpine": 1, "flooded": 1, "dyke": 0}),
    ("stacking.per_side", True),
    ("stacking.checked", "end of each movement impulse"),
    (
        "stacking.invasion_first_impulse",
        {"clear": 2, "rough": 1, "flooded": 1, "mountain": 1, "inland_port": 1},
    ),
    # 3.4, 33.1.4, 33.3.4
    ("weather.invasion_turn_2.die", "2d6"),
    ("weather.invasion_turn_2.storm_on", [2, 12]),
    ("weather.fixed.June I", "clear"),
    ("weather.historical_option", {"December IV": "clear", "January I": "storm", "January II": "overcast"}),
    # 17.1, 17.6, advanced 7.1, 17.6
    ("aircraft.allied_nonclear.June II - September IV.TAC", 0),
    ("aircraft.allied_nonclear.October I - March I.SAC", 0),
    ("aircraft.allied_nonclear.October I - March I.TAC", 0),
    ("aircraft.advanced.allied.SAC", 5),
    ("aircraft.advanced.allied.TAC", 7),
    ("aircraft.advanced.allied.nonclear_SAC", 3),
    ("aircraft.advanced.german.June I - September IV", {"TAC": 5, "NF": 2}),
    ("aircraft.advanced.german.October I - March I", {"TAC": 5, "NF": 3}),
    ("aircraft.advanced.german.nonclear June II - September IV.NF", 2),
    # 17.7, 31.17, 33.3.5
    ("german_tac.months.December.total", 6),
    ("german_tac.months.January.per_turn", 7),
    ("german_tac.months.April.per_turn", 4),
    ("german_tac.months.May", {"total": 4, "per_turn": 4, "prov": "text"}),
    # advanced 17.7
    ("fuel.per_flight", -1),
    ("fuel.production_change.uncancelled fuel attack", -1),
    ("fuel.production_change.no fuel attack or all cancelled", 1),
    # 27.2, 27.8, 27.12, 27.13
    ("replacements.first_turn", 0),
    ("replacements.costs.restore_reduced_to_full", 1),
    ("replacements.costs.rebuild_2step_to_full", 3),
    ("replacements.costs.rebuild_2step_to_reduced", 2),
    ("replacements.costs.rebuild_1step", 2),
    ("replacements.costs.augment_US_6-4_to_8-4", 1),
    ("replacements.costs.HQ_troops_rebuild_any_to_full", 1),
    # 17.10.5, 28.3: the German rate of the examples, 4(2)
    ("replacements.rates.german.December.total", 4),
    ("replacements.rates.german.December.armor", 2),
    # 18.1, 18.3, 18.7
    ("supply_capacity.track_max", 40),
    # 18.8, 12.16: passages to inland ports that the text lists
    ("ports.inland.Bremen", ["PP2", "PP3", "QQ2", "QQ3"]),
    ("ports.inland.Anvers", ["BB4", "BB5", "CC4", "CC5"]),
    ("ports.inland.Amsterdam", ["HH1", "HH2", "JJ1", "JJ2"]),
    # 29.1, 29.5, 18.7.2 F
    ("mulberries.units.mulberry_12.damaged", 6),
    ("mulberries.units.mulberry_9.capacity", 9),
    ("mulberries.storm.halve_on", [5, 6]),
    # 18.7.10
    ("port_damage.recapture_if_first_damaged.damage_on", [5, 6]),
    # 12.2, 12.15, 12.16
    ("invasion.secondary_window", ["August I", "September IV"]),
    ("invasion.max_invasions", 2),
    (
        "invasion.blue_arrows",
        [
            ["A16", "B15"], ["C9", "C10"], ["A3", "A4"], ["A2", "A3"], ["P4", "P5"], ["BB4", "CC4"], ["CC4", "DD3"],
            ["DD4", "EE4"],
        ],
    ),
    (
        "invasion.inland_ports",
        {"Bremen": "QQ4", "Caen": "M6", "Nantes": "E10", "Bordeaux": "A19", "Anvers": "CC6"},
    ),
    # 10.10, 20.4, 20.5, 20.10, 20.11, 20.17, 19.6, 25.1, 24.2
    ("limits.hq_rail_per_month", 1),
    ("limits.units_per_drop", 3),
    ("limits.german_units_per_drop", 1),
    ("limits.allied_airlift_per_turn", 1),
    ("limits.german_airlifts_per_game", 2),
    ("limits.allied_air_moved_per_turn", 3),
    ("limits.german_air_moved_per_turn", 1),
    ("limits.naval_range", 2),
    ("limits.volkssturm_trigger", 3),
    ("limits.partisan_ss_distance", 5),
    ("partisan.first_turn", "automatic"),
    ("naval.range", 2),
    # 31.9, 31.3
    ("armor_release_optional.rows.1", "none"),
    ("armor_release_optional.rows.2", "none"),
    ("armor_release_optional.rows.3", "second_only"),
    ("armor_release_optional.rows.4", "second_only"),
    ("armor_release_optional.rows.5", "half_up_then_normal"),
    ("armor_release_optional.rows.6", "half_up_then_normal"),
    ("accumulated_replacement_attack_optional.rows.1", "armor -1"),
    ("accumulated_replacement_attack_optional.rows.2", "armor -1"),
    ("accumulated_replacement_attack_optional.rows.3", "armor -1"),
    ("accumulated_replacement_attack_optional.rows.4", "infantry -1"),
    ("accumulated_replacement_attack_optional.rows.5", "none"),
    ("accumulated_replacement_attack_optional.rows.6", "none"),
)  # fmt: skip


def plain(value: Any) -> Any:
    """Lists for tuples, as they are written here."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def cell(path: str) -> Any:
    """A cell of the charts by its way; numbers are places in a list."""
    found: Any = edition().charts
    for step in path.split("."):
        found = found[int(step)] if isinstance(found, list | tuple) else found[step]
    return plain(found)


@pytest.mark.parametrize(("path", "stated"), CELLS, ids=[path for path, _ in CELLS])
def test_a_cell_holds_what_the_original_states(path: str, stated: object) -> None:
    assert cell(path) == stated


def test_the_weeks_of_ten_months() -> None:
    """4.1, 2.2: a turn is a week, June I to March I the game, and eight weeks more by option 31.17, to May I."""
    months = ("June", "July", "August", "September", "October", "November", "December")
    months += ("January", "February", "March", "April", "May")
    weeks = [f"{month} {week}" for month in months for week in ("I", "II", "III", "IV")]
    turns = [row["id"] for row in edition().chart("turn_track", "turns")]
    assert turns == weeks and weeks[36] == "March I" and (weeks[40], weeks[44]) == ("April I", "May I")


def test_free_and_counted_units_in_a_stack() -> None:
    """6.5: HQs but not HQ troops, artillery but not assault guns."""
    free = {"marker", "mulberry", "hq", "ranger", "commando", "security", "partisan", "artillery", "flak"}
    assert set(edition().chart("stacking", "free")) == free
    assert {"hq_troops", "assault_gun"} <= set(edition().chart("stacking", "not_free"))


def test_which_aircraft_fly_what_and_what_each_does() -> None:
    """17.10.1 to 17.10.10: the headings."""
    stated = {
        "strafing": {"TAC"},
        "ground_support": {"TAC"},
        "railway_attack": {"SAC", "SAC+TAC"},
        "bridge_attack": {"SAC", "TAC"},
        "german_replacements": {"SAC"},
        "u_boat": {"SAC"},
        "v1_sites": {"SAC", "TAC"},
        "counter_air": {"TAC"},
        "carpet_bombing": {"SAC"},
        "german_fuel": {"SAC"},
    }
    missions = {row["id"]: row for row in edition().chart("air_missions", "missions")}
    assert {name: set(row["types"]) for name, row in missions.items()} == stated
    assert {name for name, row in missions.items() if row["side"] == "both"} == {"ground_support"}


def test_the_column_of_results_and_the_rates_that_the_examples_read() -> None:
    """15.1: 4 to 9, 19 to 10, 24 to 5."""
    examples = {(row["a"], row["d"]): row["odds"] for row in edition().chart("odds", "examples")}
    assert examples == {(4, 9): "1-3", (19, 10): "1-1", (24, 5): "4-1"}


def test_the_paradrop_table_has_a_worse_column_for_germany() -> None:
    """20.9."""
    rows = edition().chart("paradrop", "rows")
    order = ["ok", "step", "lost"]
    assert all(order.index(row["clear"]) <= order.index(row["not_clear*"]) for row in rows.values())


def test_an_hq_moves_in_the_second_impulse_alone_and_in_full_in_any_weather() -> None:
    """13.1; 2.7, 5.4: everybody else in full in the first impulse of a clear turn."""
    rows = edition().chart("movement_allowance", "rows")
    weathers = ("clear", "overcast", "overcast*", "storm")
    for row in rows:
        if row["unit_class"] == "hq":
            wanted = "none" if row["impulse"] == 1 else "full"
            assert [row[weather] for weather in weathers] == [wanted] * 4
        elif row["impulse"] == 1:
            assert row["clear"] == "full"


# ---------------------------------------------------------------------- 33 scenarios
@pytest.mark.parametrize("scenario", ["battle_of_the_bulge", "on_to_berlin"])
def test_what_december_begins_with(scenario: str) -> None:
    """33.3.3 to 33.3.6, 33.4.3."""
    data = edition().scenario(scenario).data
    gone = ["A16", "B2", "D13", "H5", "P5", "U5", "V4", "W4", "Y4", "CC15", "GG9", "GG10", "HH8", "II7", "II8"]
    assert list(data["destroyed_fortresses"]["hexes"]) == gone
    cities = ["Essen", "Dusseldorf", "Aachen", "Koln", "Bonn", "Saarbrucken", "Karlsruhe", "Stuttgart", "Freiburg"]
    assert sorted(data["volkssturm_appeared"]["cities"]) == sorted(cities)
    german = {name for name, row in data["ports"].items() if row["control"] == "german"}
    assert german == {"Bremen", "Amsterdam", "Rotterdam", "Dunkerque", "Lorient", "St. Nazaire", "Genova"}
    assert (data["tracks"]["weather"], data["tracks"]["supply_capacity"]) == ("overcast*", 13)
    assert data["tracks"]["carpet_bombing_used"] == {"December": True}
    assert plain(data["fixed"]["german_tac"]["December IV"]) == [6, 6]
    assert plain(data["fixed"]["german_tac"]["January"]) == [7, 7]
    pools = data["pools"]
    berlin = scenario == "on_to_berlin"
    assert (pools["allied"]["drops"], pools["allied"]["raids"]) == (2 if berlin else 0, 0)
    assert (pools["german"]["drops"], pools["german"]["drop_unit"]) == (1, "heydte")
    assert {"ss_101", "ss_1", "pz_lehr"} <= set(pools["german"]["removed_from_game"]), "28.5"


def test_who_moves_in_full_in_december_iv() -> None:
    """33.3.9.5."""
    data = edition().scenario("battle_of_the_bulge").data
    patton = ["us_4_arm", "us_6_cav", "us_5", "us_26", "us_75", "us_80", "hq_patton"]
    assert set(data["areas"]["us_full_move_units"]) == {"us_82_ab", "us_101_ab", *patton}


def test_places_that_decide() -> None:
    """30.1, 33.3.10, 33.4.7: Paris and Brussels, four of five or fifteen; two of five in Berlin; Bastogne."""
    for scenario, cities in (("campaign", 4), ("on_to_berlin", 2)):
        victory = edition().scenario(scenario).data["victory"]
        assert list(victory["allied"]["all"]) == ["R11", "BB8"]
        assert [row["count"] for row in victory["allied"]["and_one_of"]] == [cities, 15]
    bulge = edition().scenario("battle_of_the_bulge").data["victory"]
    assert list(bulge["strategic"]["german_occupies"]) == ["EE12"] and len(bulge["strategic"]["and_one_of"]) == 2
    assert list(bulge["tactical"]["german_occupies"]) == ["EE12", "GG10"]


def test_the_paris_garrison_and_the_panzer_reserve() -> None:
    """26.5: three French units; 28.1: seven divisions and the 101SS in November I; 28.4: December to February."""
    events = edition().scenario("campaign").data["events"]
    paris = next(row for row in events if row.get("rule") == "26.5")
    assert len(paris["counter"]) == 3 and paris["at"] == "R11"
    reserve = next(row for row in events if row.get("rule") == "28.1")
    assert reserve["turn"] == "November I" and len(reserve["counter"]) == 8 and "ss_101" in reserve["counter"]
    option, back = (next(row for row in events if row["rule"] == rule) for rule in ("28.3", "28.4-28.5"))
    assert option["turn"] == "December I" and back["turn"] == "December I to February IV"
    assert back["exchanges"] == {"ss_1": "ss_1_new", "pz_lehr": "pz_lehr_new"} and list(back["removed"]) == ["ss_101"]


def test_the_extra_units_of_april() -> None:
    """31.17: Wenck, six infantry divisions and one of flak."""
    rows = edition().scenario("campaign").data["optional_events"]
    april = next(row for row in rows if row["option"] == "31.17")
    assert april["turn"] == "April I" and len(april["counter"]) == 8
