"""June 6: every cell of a chart or schedule that the original states and no other test holds, written out here by hand
from the rulebook (not from the edition), cell by cell. What is not here is house-made and marked so in the edition."""

from __future__ import annotations

from typing import Any

import pytest

from hexledger.engine.editions.edition import open_edition
from hexledger.engine.games.june_6.tables.terrain import Terrain

EDITION = open_edition("june_6")

CELLS: tuple[tuple[str, object], ...] = (
    # 3.1, 4.12 d 7: weather that is not rolled for
    ("weather.forced.0.turn", "6 June"),
    ("weather.forced.0.weather", "clear"),
    ("weather.forced.1.weather", "heavy_overcast"),
    # 4.21
    ("initiative.tie.effect", "the Allied player alone rerolls"),
    # 5.12, PB 1.62: nothing on 6 June; 5.13, 17.23, PB 2.83: what is added and taken
    ("resource_points.rows.6 June.allied.base", 0),
    ("resource_points.rows.6 June.allied.plus_die", False),
    ("resource_points.rows.6 June.german.base", 0),
    ("resource_points.rows.6 June.german.plus_die", False),
    ("resource_points.adjustments.0.rp", 2),
    ("resource_points.adjustments.0.side", "german"),
    ("resource_points.adjustments.1.rp", 4),
    ("resource_points.adjustments.1.side", "german"),
    ("resource_points.adjustments.2.rp", -1),
    ("resource_points.adjustments.2.max_markers", 2),
    ("resource_points.adjustments.3.rp", 3),
    # 3.32: no interdiction on 6 June
    ("interdiction.not_on", ["6 June"]),
    # 10.32, PB 1.102
    ("release_numbers.success", "total <= release number"),
    ("german_release_6_june.success.test", "roll <= value"),
    ("german_release_6_june.drm.0.formation", "12ss"),
    ("german_release_6_june.drm.0.drm", -5),
    # PB 1.82 to 1.84
    ("beach_resistance.results.0.if", "total <= cohesion"),
    ("beach_resistance.results.0.effect", []),
    ("beach_resistance.results.1.if", "total > cohesion"),
    ("beach_resistance.results.1.effect", ["pinned"]),
    ("beach_resistance.results.2.if", "total >= 10"),
    ("beach_resistance.results.2.effect", ["pinned", "reduced"]),
    ("beach_resistance.results.2.support_unit", ["pinned"]),
    # 8.43 to 8.47, 11.11, 11.13, 19.11, 20.24
    ("terrain_effects.hexsides.great_river.motorized", "bridge only"),
    ("terrain_effects.hexsides.great_river.off_bridge_foot_plus", 2),
    ("terrain_effects.hexsides.great_river.off_bridge_motorized", "prohibited"),
    ("terrain_effects.hexsides.great_river.forced_crossing_drm", -3),
    ("terrain_effects.hexsides.cliff.motorized", "prohibited"),
    ("terrain_effects.hexes.marsh.no_motorized_zoc", True),
    ("terrain_effects.hexes.bocage.armor_drm_cap", 1),
    ("terrain_effects.hexes.bocage.ambush", True),
    ("terrain_effects.hexes.city.retreat_haven", True),
    # PB 1.51: no drop in woods, marsh, villages and cities
    ("terrain_effects.hexes.woods.no_drop", True),
    ("terrain_effects.hexes.marsh.no_drop", True),
    ("terrain_effects.hexes.village.no_drop", True),
    ("terrain_effects.hexes.city.no_drop", True),
    ("terrain_effects.extras.2.mp", 1),
    ("terrain_effects.extras.6.mp", "half MA rounded up"),
    ("terrain_effects.extras.7.mp", "MA x 2"),
    # 12.52, 12.55
    ("combat_drm.rows.flak.when", "Allied attack contains an armour unit"),
    # 13.46, 20.44, 21.21, 21.31, 21.33, 22.31, 22.32, 12.43
    ("bocage_ambush.test", "roll > cohesion"),
    ("bridge_demolition.rows.0.result", "automatic"),
    ("bridge_demolition.rows.0.ends", "no enemy, at least one friendly"),
    ("bridge_demolition.rows.1.result", "d10 <= 4"),
    ("bridge_demolition.rows.1.ends", "one enemy, one friendly"),
    ("bridge_demolition.rows.2.result", "impossible"),
    ("surrender.cohesion_max", 5),
    ("recovery.disorder_from", "6 June"),
    ("recovery.reduced_from", "11/12 June"),
    ("recovery.reduced_per_turn.us", 1),
    ("recovery.reduced_per_turn.commonwealth", 1),
    ("recovery.reduced_per_turn.german", 1),
    ("solitaire_modes.likelier", 2),
    ("solitaire_modes.less_likely", 1),
)


def cell(path: str) -> Any:
    """A cell of the charts by its way; numbers are places in a list."""
    found: Any = EDITION.charts
    for step in path.split("."):
        found = found[int(step)] if isinstance(found, list | tuple) else found[step]
    return list(found) if isinstance(found, tuple) else found


@pytest.mark.parametrize(("path", "stated"), CELLS, ids=[path for path, _ in CELLS])
def test_a_cell_holds_what_the_original_states(path: str, stated: object) -> None:
    assert cell(path) == stated


def test_bluffs_marsh_and_woods_along_a_hexside_cost_points() -> None:
    """8.41; a great river costs 2 with engineers, commandos and Rangers as well (8.44d). What small rivers and cliffs
    cost the text does not say: the chart is ours there."""
    terrain = Terrain(EDITION.charts["terrain_effects"])
    dear = {name for name, (foot, motorized) in terrain.side_cost.items() if foot or motorized}
    assert dear >= {"bluff", "marsh_hexside", "woods_hexside"}


def test_who_never_recovers_from_reduced() -> None:
    """21.32, and 19.22, 19.34 of strongpoint units and Detachments."""
    never = {"parachute", "allied_glider", "commando", "german_armor", "isolated"}
    assert set(EDITION.chart("recovery", "never_reduced_recovery")) == never | {"sp", "det"}


def test_objectives_and_groups_of_the_victory_chart_are_of_the_thirteen_turns() -> None:
    """2.1, PB 2.1, 2.5, PB 6.1: two days a turn, 6 June to 30 June, and three more for Caen."""
    turns = EDITION.chart("turn_track", "turns")
    june = [f"{day}/{day + 1} June" for day in range(7, 30, 2)]
    assert turns == ["6 June", *june, "1/2 July", "3/4 July", "5/6 July"] and len(june) + 1 == 13
    assert EDITION.chart("victory_points", "columns")[:-1] == turns[:13]


# ---------------------------------------------------------------------- PB 2.71 reinforcements
ALLIED = """
7/8    utah            vii_us_hq vii_us_4cav
7/8    utah            90_us_hq 90_us_357 90_us_358               1
7/8    omaha           v_us_hq v_us_102
7/8    omaha           29_us_175 29_us_743
7/8    omaha           2_us_9 2_us_38                             RE
7/8    gold            xxx_br_hq
7/8    juno            i_br_hq
7/8    sword           51_br_4                                    RE
9/10   utah            viii_us_hq viii_us_634
9/10   omaha           2_us_hq 2_us_23 2_us_741
9/10   gold            xxx_br_11hus
9/10   gold            7_br                                       RE
9/10   juno            51_br_hq 51_br_152 51_br_153 51_br_154     RE
9/10   sword           i_br_inns
11/12  utah            9_us                                       1
11/12  utah            viii_us_106                                RE
11/12  omaha           2a_us                                      1
11/12  omaha           v_us_749                                   RE
13/14  utah            79_us                                      1
13/14  omaha           xix_us_hq
13/14  gold,juno,sword 49_br
15/16  omaha           30_us
15/16  gold,juno,sword viii_br_hq viii_br_2hhc viii_br_79
15/16  gold,juno,sword 11_br
17/18  gold,juno,sword 15_br
19/20  utah,omaha      83_us
19/20  gold,juno,sword 31tk
23/24  utah,omaha      3a_us
23/24  utah,omaha      90_us_712 xix_us_703                       RE
23/24  gold,juno,sword 43_br                                      1
25/26  utah,omaha      xix_us_813
25/26  gold,juno,sword xii_br_hq xii_br_1rd
25/26  gold,juno,sword 53_br
25/26  gold,juno,sword 59_br
27/28  gold,juno,sword 32gds
"""
"""Turn, landing boxes, who comes; 1: one AM only, RE: in the RE phase."""

GERMAN = """
7/8    a      g346                                        5
7/8    b,c    i_ss                                        5
7/8    c,d    lehr                                        6
9/10   e,f    ii_fj                                       5
9/10   e,f    3fj                                         6
9/10   e,f    g77                                         5
9/10   e,f    17ss_17                                     7
9/10   e,f    2pz_38                                      7  RE
11/12  a      lxxxi                                       automatic
11/12  a,b,c  2pz_hq 2pz_2 2pz_304 2pz_3 2pz_pzjg         4  1
11/12  b,c    xlvii                                       automatic
11/12  e,f    17ss_hq 17ss_37 17ss_38 17ss_stug 17ss_pzjg 5
11/12  e,f    g275_hq g275_kg                             5
13/14  e,f    g353                                        5
15/16  e,f    g275_fus g275_983 g275_985                  5  1
21/22  b,c    1ss                                         6
23/24  e,f    2ss                                         6
"""
"""Turn, entry areas, who comes, release number."""

Row = tuple[str, frozenset[str], frozenset[str], str, str]


def stated(table: str, *, release: bool) -> set[Row]:
    """Rows of a schedule as they stand above."""
    found: set[Row] = set()
    for line in table.strip().splitlines():
        turn, places, *rest = line.split()
        how = rest.pop() if rest[-1] in ("RE", "1") else ""
        number = rest.pop() if release else ""
        names = {f"entry_{place}" if release else f"{place}_box" for place in places.split(",")}
        found.add((f"{turn} June", frozenset(names), frozenset(rest), number, how))
    return found


def held(scenario: str, side: str) -> set[Row]:
    """Rows of the schedule of a scenario in the edition, 6 June aside."""
    found: set[Row] = set()
    for one in EDITION.scenario(scenario).data["reinforcements"]:
        if one["side"] != side or one["turn"] == "6 June":
            continue
        who = frozenset(one.get("counters", ())) or frozenset({one["formation"]})
        how = "RE" if one.get("phase") == "RE" else str(one.get("ams", ""))
        number = str(one["release"]) if "release" in one else ""
        found.add((one["turn"], frozenset(one["at"]), who, number, how))
    return found


def test_the_allied_schedule_row_by_row() -> None:
    """PB 2.71, ERR of 634/VII."""
    assert held("campaign", "allied") == stated(ALLIED, release=False)


def test_the_german_schedule_row_by_row_with_its_release_numbers() -> None:
    """PB 2.72."""
    assert held("campaign", "german") == stated(GERMAN, release=True)


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_first_week_has_the_schedule_of_the_campaign_to_the_13th_of_june(side: str) -> None:
    """PB 3.4."""
    week = {"7/8 June", "9/10 June", "11/12 June", "13/14 June"}
    assert held("first_week", side) == {row for row in held("campaign", side) if row[0] in week}


def test_who_waits_off_the_map_on_6_june() -> None:
    """PB 1.11 j."""
    waits = {one["formation"]: set(one["at"]) for one in rows_of_6_june()}
    assert waits == {"12ss": {"entry_b", "entry_c"}, "g711": {"entry_a"}}


def rows_of_6_june() -> list[dict[str, Any]]:
    """Rows of the campaign's schedule for 6 June."""
    return [one for one in EDITION.scenario("campaign").data["reinforcements"] if one["turn"] == "6 June"]


# ---------------------------------------------------------------------- set-ups: states of units
REDUCED = {
    "drive_on_cherbourg": "g77_1050 g91_1058 g91_kg g243_921 g243_922 g709_729 g709_739",
    "st_lo": "g352_914 g352_915",
    "epsom": "12ss_kg",
    "push_to_caen": "21pz_hq 21pz_200 21pz_125 12ss_12recon 12ss_25 12ss_26 12ss_12pz",
    "campaign": "",
    "first_week": "",
}
DISORDERED = {
    "drive_on_cherbourg": {
        **dict.fromkeys(["g77_1050", "g91_1057", "g243_fus", "g243_920", "g243_922", "g709_739", "g709_919"], 1),
        "det": 1,
    },
    "st_lo": {"det": 2},
    "epsom": {"12ss_kg": 1},
    "push_to_caen": {},
    "campaign": {},
    "first_week": {},
}


@pytest.mark.parametrize("scenario", sorted(REDUCED))
def test_who_begins_reduced_or_disordered(scenario: str) -> None:
    """PB 4.2, PB 5.3, PB 6.31, PB 6.32."""
    setup = EDITION.scenario(scenario).data["setup"]
    reduced = {one["counter"] for one in setup if one.get("state", {}).get("reduced")}
    disorder = {one["counter"]: one["state"]["disorder"] for one in setup if "disorder" in one.get("state", {})}
    assert reduced == set(REDUCED[scenario].split()) and disorder == DISORDERED[scenario]


def test_three_detachments_of_the_drive_and_two_of_three_at_saint_lo_are_disordered() -> None:
    """PB 4.2.1, PB 5.3.1."""

    def levels(scenario: str) -> list[int]:
        setup = EDITION.scenario(scenario).data["setup"]
        return sorted(one.get("state", {}).get("disorder", 0) for one in setup if one["counter"] == "det")

    assert levels("drive_on_cherbourg") == [1, 1, 1] and levels("st_lo") == [0, 2, 2]


# ---------------------------------------------------------------------- scenario cards
CARDS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("3", "19/20 June", {"initiative": "allied", "allied_rp": 15, "german_rp": 0, "german_free_ops": 0}),
    ("3", "21/22 June", {"initiative": "allied", "german_rp": 0, "allied_free_ops": 1, "german_free_ops": 0}),
    ("3", "23/24 June", {"initiative": "allied", "german_rp": 0, "allied_free_ops": 1, "german_free_ops": 0}),
    ("3", "25/26 June", {"initiative": "allied", "german_rp": 0}),
    ("3", "27/28 June", {"initiative": "allied", "german_rp": 0}),
    ("3", "29/30 June", {"initiative": "allied", "german_rp": 0}),
    ("4", "11/12 June", {"allied_free_ops": 1, "german_free_ops": 0, "naval": 0}),
    ("4", "13/14 June", {"allied_free_ops": 1, "german_free_ops": 0, "naval": 0}),
    (
        "4", "15/16 June",
        {
            "weather": "storm", "german_free_ops": 2, "allied_free_ops": 0, "ops_mode": "declared_outside_pool",
            "naval": 0,
        },
    ),
    ("4", "17/18 June", {"weather": "heavy_overcast", "german_free_ops": 1, "allied_free_ops": 0, "naval": 0}),
    ("4", "19/20 June", {"naval": 0}),
    ("4", "21/22 June", {"naval": 0}),
    ("5", "25/26 June", {"initiative": "allied", "german_free_ops": 1, "allied_free_ops": 0, "naval": 0}),
    (
        "5", "27/28 June",
        {
            "initiative": "allied", "german_rp": 10, "allied_rp": 8, "german_free_ops": 1, "allied_free_ops": 0,
            "naval": 0,
        },
    ),
    ("5", "29/30 June", {"initiative": "allied", "german_rp": 10, "allied_rp": 8, "allied_free_ops": 0, "naval": 0}),
)  # fmt: skip
"""PB 4.4.2 to 4.9, PB 5.5 to 5.9, PB 6.5 to 6.9 (R-16: the German marker of 27/28 June, not of 29/30)."""


@pytest.mark.parametrize(("card", "turn", "stated_"), CARDS)
def test_a_scenario_card_holds_what_the_text_states(card: str, turn: str, stated_: dict[str, object]) -> None:
    row = EDITION.chart("scenario_cards", f"scenario_{card}", turn)
    assert {name: row.get(name) for name in stated_} == stated_


def test_the_combined_scenario_adds_two_points_for_two_divisions() -> None:
    """PB 6.81 c, PB 6.82 c."""
    points = EDITION.scenario("epsom_and_caen").data["fixed"]["rp"]
    july = [points[turn] for turn in ("1/2 July", "3/4 July", "5/6 July")]
    assert july == [{"allied": 8, "german": 8}] * 3


# ---------------------------------------------------------------------- AMs, recoveries, levels of victory


@pytest.mark.parametrize("scenario", ["campaign", "first_week"])
def test_the_ams_of_6_june(scenario: str) -> None:
    """PB 1.31 to 1.33."""
    pools = EDITION.scenario(scenario).data["pools"]["ams_6_june"]
    divisions = [f"am_{one}" for one in ["1_us", "4_us", "29_us", "82_us", "101_us", "3_br", "3_cdn", "6_abn", "50_br"]]
    assert pools["allied_set_aside_for_landing"] == {"am_us_corps": 2, "am_cw_corps": 2, **dict.fromkeys(divisions, 1)}
    assert pools["allied_pool"] == dict.fromkeys(divisions, 1)
    german = ["german_corps", "21pz", "12ss", "g91", "g243", "g352", "g709", "g711", "g716"]
    assert pools["german_pool"] == {f"am_{one}": 2 for one in german}


@pytest.mark.parametrize(
    ("scenario", "side", "total", "per_turn", "since"),
    [
        ("drive_on_cherbourg", "allied", 2, 1, None),
        ("drive_on_cherbourg", "german", 0, 0, None),
        ("st_lo", "allied", 2, 1, "15/16 June"),
        ("st_lo", "german", 0, 0, None),
        ("epsom", "allied", 2, 1, None),
        ("epsom", "german", 0, 0, None),
        ("push_to_caen", "allied", 2, 1, None),
        ("push_to_caen", "german", 0, 0, None),
    ],
)
def test_recoveries_of_a_scenario(scenario: str, side: str, total: int, per_turn: int, since: str | None) -> None:
    """PB 4.7.4, PB 4.9, PB 5.81 e, PB 5.82 d, PB 6.81, PB 6.82."""
    row = EDITION.scenario(scenario).data["limits"]["reduced_recovery"][side]
    assert (row["total"], row["per_turn"], row.get("from")) == (total, per_turn, since)


def test_levels_of_victory_in_numbers() -> None:
    """PB 2.61 to 2.63, PB 3.5, PB 5.10, PB 6.111."""
    points = EDITION.scenario("campaign").data["victory"]["points"]
    assert points["allied"] == {"major": 21, "limited": 14} and points["pace"] == {"by": "25/26 June", "least": 10}
    week = EDITION.scenario("first_week").data["victory"]["points"]
    assert list(week["allied"].values()) == [5]
    near = [one["test"].get("allied_distance_to") for one in EDITION.scenario("st_lo").data["victory"]["levels"]]
    assert [one and one["max"] for one in near] == [1, 2, 3, None]
    held_ = [one["test"].get("allied_hexes_in") for one in EDITION.scenario("epsom").data["victory"]["levels"]]
    assert [one and one["min"] for one in held_] == [3, 2, None]


# ---------------------------------------------------------------------- PB 2.85 the west coast
def test_the_schedule_of_v_corps_with_a_landing_on_the_west_coast() -> None:
    """PB 2.85 e."""
    west = EDITION.scenario("campaign").data["west_coast"]
    rows = {
        (one["turn"], frozenset(one.get("counters", ())) or frozenset({one.get("formation")}), one.get("phase"),
         one.get("ams"))
        for one in west["reinforcements"]
    }  # fmt: skip
    assert rows == {
        ("7/8 June", frozenset({"29_us_hq", "29_us_115", "29_us_116"}), None, 1),
        ("9/10 June", frozenset({"v_us_hq", "v_us_102"}), None, None),
        ("9/10 June", frozenset({"29_us_175", "29_us_743"}), None, 1),
        ("9/10 June", frozenset({"2_us_9", "2_us_38"}), "RE", None),
        ("11/12 June", frozenset({"2_us_hq", "2_us_23", "2_us_741"}), None, 1),
        ("13/14 June", frozenset({"2a_us"}), None, None),
        ("13/14 June", frozenset({"v_us_749"}), "RE", None),
    }
