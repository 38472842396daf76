"""The set-up hexes and tables that the rulebook of June 6 states, against the edition: what no other test compares."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.editions.edition import open_edition

EDITION = open_edition("june_6")
CHARTS = EDITION.charts
LINES = (Path(__file__).parent / "data" / "june_6_setup_facts.txt").read_text(encoding="utf-8").splitlines()
FACTS = [tuple(line.split()) for line in LINES if line and not line.startswith("#")]
SCENARIOS = sorted({scenario for scenario, *_ in FACTS})


def test_the_list_holds_the_241_entries_of_the_rulebook_and_more_where_a_formation_comes_unit_by_unit() -> None:
    assert len(FACTS) == len(set(FACTS)) == 257
    assert len(SCENARIOS) == 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_stands_drops_or_enters_where_the_rulebook_says(scenario: str) -> None:
    """PB 1.11, PB 1.12, PB 1.51, PB 4.2, PB 4.3, PB 5.2, PB 6.31, PB 6.41"""
    data = EDITION.scenarios[scenario]
    stands = {(entry.counter, entry.at) for entry in data.setup}
    for entry in data.setup:
        for way in ("drop", "glider"):
            if way in entry.details:
                stands.add((entry.counter, entry.details[way]["historical"]))
    enters = {(name, hex_) for one in data.reinforcements for name in (*one.counters, one.formation) for hex_ in one.at}
    for where, how, hex_, counter in FACTS:
        if where == scenario:
            assert (counter, hex_) in (stands if how == "at" else enters), f"{counter} {how} {hex_}"


def test_event_chits_have_the_points_and_numbers_of_the_text() -> None:
    """PB 2.84"""
    chits = CHARTS["random_event_chits"]
    assert [row["vp"] for row in chits["allied"]] == [-2, -3, -1, 0, -3, -1]
    assert [row["vp"] for row in chits["german"]] == [2, 2, 2, 0, 1, 1]
    assert [row["n"] for row in chits["allied"]] == [row["n"] for row in chits["german"]] == [1, 2, 3, 4, 5, 6]
    allied, german = chits["allied"], chits["german"]
    assert (allied[1]["rp"], allied[1]["from"]) == (6, "7/8 June")
    assert allied[2]["air"] == {"clear": 4, "light_overcast": 2}
    assert (allied[4]["cohesion"], allied[4]["from"]) == (1, "15/16 June")
    assert allied[5]["from"] == "21/22 June"
    assert german[0]["release_drm"] == -5
    assert (german[1]["rp"], german[1]["from"]) == (-4, "13/14 June")
    assert german[5]["from"] == "15/16 June"
    assert CHARTS["victory_points"]["chit_vp"]["allied"] == {str(row["n"]): row["vp"] for row in allied}
    assert CHARTS["victory_points"]["chit_vp"]["german"] == {str(row["n"]): row["vp"] for row in german}


def test_optional_groups_hold_the_formations_of_the_text_and_bring_three_points_a_turn() -> None:
    """PB 2.83"""
    chart = CHARTS["optional_german_groups"]
    assert {row["n"]: row["units"] for row in chart["groups"]} == {
        1: ["16lw", "g84", "116pz"],
        2: ["2fj", "g85", "g503"],
        3: ["ii_ss", "9ss", "10ss"],
    }
    assert set(EDITION.formations["ii_ss"].members) == {"ii_ss_hq", "ii_ss_pzjg", "ii_ss_102"}
    assert chart["effects"]["german_rp_each_following_turn"] == 3
    for row in chart["groups"]:
        points = list(row["vp"].values())
        assert points == sorted(points, reverse=True), "the earlier it comes the more it is worth to the Allies"


def test_objectives_are_worth_less_the_later_they_fall() -> None:
    """PB 2.82"""
    for row in CHARTS["victory_points"]["objectives"].values():
        assert list(row[:-1]) == sorted(row[:-1], reverse=True)
        assert row[-1] <= 0


def test_interdiction_boxes_cover_the_areas_of_the_text() -> None:
    """17.23, 17.24, 18.23"""
    chart = CHARTS["interdiction"]
    assert [list(box["covers"]) for box in chart["air_boxes"]] == [["A", "B"], ["C", "D", "E"], ["F"]]
    assert (chart["air_max_per_box"], chart["supply_max_air"], chart["release_drm_per_marker"]) == (2, 2, 1)
    assert (chart["naval"]["max"], list(chart["naval"]["covers"])) == (2, ["A"])


def test_beach_values_that_the_text_states() -> None:
    """PB 1.81, PB 1.85, PB 2.85"""
    values = CHARTS["beach_resistance"]["values"]
    assert (values["omaha"], values["west_coast_variant"], values["rangers_on_nonbeach_coastal_hex"]) == (3, 1, 0)


def test_prices_and_bases_that_the_text_states() -> None:
    """5.11, 5.12, 7.51, PB 2.85"""
    points = CHARTS["resource_points"]
    assert points["am_cost"]["rp"] == 1
    assert points["corps_activation_cost"]["rp"] == 12
    assert points["corps_activation_cost"]["from"] == "13/14 June"
    row = points["rows"]["11/12 June"]["allied"]
    assert (row["base"], row["plus_die"]) == (8, True)
    by_chits = {row["cause"]: (row["rp"], row["from"]) for row in points["adjustments"] if "chit" in row["cause"]}
    assert by_chits == {"allied_chit_2": (6, "7/8 June"), "german_chit_2": (-4, "13/14 June")}
    west = CHARTS["west_coast"]
    assert west["turns"] == {
        "9/10 June": {"base": 4, "plus_die": True, "most": 10},
        "11/12 June": {"base": 10, "plus_die": False},
    }
    assert west["until_cherbourg"] == {"from": "13/14 June", "rp": -4}
    assert [(bonus["by"], bonus["rp"]) for bonus in west["cherbourg_by"]] == [("13/14 June", 4), ("17/18 June", 2)]
    assert west["omaha_open"] == 4


def test_initiative_and_historical_weather_as_far_as_the_text_states_them() -> None:
    """4.22, PB 7.1"""
    drms = CHARTS["initiative"]["german_drm"]
    assert drms["7/8 June"] < 0 and drms["9/10 June"] < 0 and drms["later"] == 0
    rows = CHARTS["historical_weather"]["rows"]
    assert (rows["6 June"], rows["15/16 June"]) == ("clear", "storm")
    assert list(rows) == CHARTS["turn_track"]["turns"][:13]


def test_recovery_surrender_and_solitaire_as_the_text_states_them() -> None:
    """12.43, 21.2, 21.3, 22.32"""
    recovery = CHARTS["recovery"]
    assert recovery["reduced_per_turn"] == {**recovery["reduced_per_turn"], "us": 1, "commonwealth": 1, "german": 1}
    never = {"parachute", "allied_glider", "commando", "german_armor", "isolated", "sp", "det"}
    assert set(recovery["never_reduced_recovery"]) == never
    assert CHARTS["surrender"]["cohesion_max"] == 5
    solitaire = CHARTS["solitaire_modes"]
    assert (solitaire["likelier"], solitaire["less_likely"]) == (2, 1)


def test_free_ops_markers_of_the_scenario_cards_that_the_text_states() -> None:
    """PB 4.7, PB 5.8, PB 6.5"""
    cards = CHARTS["scenario_cards"]
    assert cards["scenario_3"]["19/20 June"]["allied_rp"] == 15
    allied = {turn for n in (3, 4) for turn, row in cards[f"scenario_{n}"].items() if row["allied_free_ops"] == 1}
    assert allied == {"21/22 June", "23/24 June", "11/12 June", "13/14 June"}
    storm = cards["scenario_4"]["15/16 June"]
    assert (storm["weather"], storm["german_free_ops"], storm["ops_mode"]) == ("storm", 2, "declared_outside_pool")
    assert cards["scenario_4"]["17/18 June"]["german_free_ops"] == 1
    fifth = cards["scenario_5"]
    assert [fifth[turn]["german_free_ops"] for turn in ("25/26 June", "27/28 June", "29/30 June")] == [1, 1, 0]
    july = [fifth[turn] for turn in ("1/2 July", "3/4 July", "5/6 July")]
    assert all(row["german_rp"] == row["allied_rp"] == 6 for row in july)
    assert all(fifth[turn]["naval"] == 0 for turn in ("25/26 June", "27/28 June", "29/30 June"))
    assert (fifth["27/28 June"]["german_rp"], fifth["27/28 June"]["allied_rp"]) == (10, 8)
