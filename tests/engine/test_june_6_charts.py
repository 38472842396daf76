"""The June 6 house charts hold every cell that the rulebook states, cover every die, and never reward a lower die."""

from itertools import pairwise

import pytest

from hexledger.engine.editions.edition import EditionError, halves, open_edition, quarters

EDITION = open_edition("june_6")
CRT = EDITION.chart("crt", "rows")
D10 = [str(face) for face in range(10)]


def without_prov(value):
    return {key: item for key, item in value.items() if key != "prov"}


def test_weather_effects_are_those_of_the_text():
    """J6 4.12, 17.11, 18.11."""
    columns = ("air", "naval", "sma", "sma_drm", "german_ma", "german_rp", "release_drm")
    stated = {
        "clear": (8, 6, True, 0, 0, 0, 0),
        "light_overcast": (4, 6, True, -1, 0, 0, 0),
        "heavy_overcast": (0, 3, False, 0, 2, 2, -2),
        "storm": (0, 0, False, 0, 2, 4, 0),
    }
    rows = EDITION.chart("weather_effects", "rows")
    assert {weather: tuple(row[c] for c in columns) for weather, row in rows.items()} == stated
    free_ops = {weather: (row["free_ops"]["allied"], row["free_ops"]["german"]) for weather, row in rows.items()}
    assert free_ops == {"clear": (1, 0), "light_overcast": (0, 1), "heavy_overcast": (0, 2), "storm": (0, 2)}
    assert rows["storm"]["ops_mode"] == "declared_outside_pool"
    assert (rows["storm"]["allied_rp_cap"], rows["storm"]["next_turn_allied_rp_cap"]) == (10, 15)
    assert rows["storm"]["next_turn_weather"] == "heavy_overcast"


def test_combat_modifiers_are_those_of_the_text():
    """J6 12.5, 20.33, QA-BOMB-9."""
    drm = EDITION.chart("combat_drm", "rows")
    assert drm["multi_front"]["two_nonadjacent_hexes"] == 1
    assert drm["multi_front"]["surrounded"] == 2
    assert drm["multi_front"]["cumulative"] is False
    assert drm["probe_vs_stand"]["drm"] == -3
    assert drm["flak"]["per_unit"] == -1
    assert (drm["armor_79"]["drm"], drm["armor_79"]["max"]) == (1, 1)
    assert (drm["attacker_disordered"]["drm"], drm["defender_disordered"]["drm"]) == (-1, 1)
    assert (drm["scattered_attacking"]["drm"], drm["scattered_defending"]["drm"]) == (-3, 3)
    assert drm["forced_crossing"]["drm"] == -3
    assert drm["strongpoint"]["drm"] == -1
    assert (drm["air_or_naval"]["per_marker"], drm["air_or_naval"]["max_markers"]) == (1, 2)
    assert drm["air_or_naval"]["mix"] is False
    assert EDITION.chart("combat_drm", "limits", "min") == EDITION.chart("combat_drm", "limits", "max") == "none"


def test_superiority_gives_plus_or_minus_one_and_two():
    """J6 15.12, 15.13, 15.2, 16.32."""
    assert [row["drm"] for row in EDITION.chart("superiority_drm", "rows")] == [-2, -1, 0, 1, 2]
    assert EDITION.chart_int("superiority_drm", "bocage_cap", "armor") == 1
    assert EDITION.chart("superiority_drm", "at_points", "only_side") == "defender"


def test_the_two_printed_rows_of_the_assault_against_stand_table():
    """QA-RES-4."""
    assert CRT["assault_vs_stand"]["2"]["attacker"] == ["E Reduced", "C Disorder 2"]
    assert CRT["assault_vs_stand"]["2"]["defender"] == ["E Disorder 1"]
    assert CRT["assault_vs_stand"]["9"]["attacker"] == ["E Disorder 1", "Advance mandatory"]
    assert CRT["assault_vs_stand"]["9"]["defender"] == ["D Reduced", "B Disorder 1"]


def test_an_attacker_rout_comes_at_zero_or_less_against_stand_only():
    """J6 13.61."""
    routs = [(m, die) for m, rows in CRT.items() for die, row in rows.items() if "Attacker Rout" in row["attacker"]]
    assert routs == [("assault_vs_stand", "0"), ("probe_vs_stand", "0")]


def test_every_combat_table_has_a_row_for_each_modified_die_and_only_known_results():
    codes = EDITION.chart("crt", "result_codes")
    assert list(CRT) == EDITION.chart("crt", "columns")
    for mode, rows in CRT.items():
        assert list(rows) == [str(die) for die in range(16)], mode
        for die, row in rows.items():
            assert set(without_prov(row)) == {"attacker", "defender"}, (mode, die)
            for result in [*row["attacker"], *row["defender"]]:
                letter, _, rest = result.partition(" ")
                assert result in codes["results"] or (letter in codes["letters"] and rest in codes["results"]), result


def harm(results):
    """How badly a list of results hurts its side: steps first, then ground, then disorder and how many suffer it."""
    steps = sum(result.endswith("Reduced") for result in results)
    rout = "Attacker Rout" in results
    retreat = max((int(result[-1]) for result in results if result.startswith("Retreat")), default=0)
    spread = {"A": 4, "B": 3, "C": 3, "D": 2, "E": 2, "F": 1}
    disorder = sum(spread[result[0]] * int(result[-1]) for result in results if "Disorder" in result)
    return steps, rout, retreat, disorder


def gain(results):
    """How far the attacker goes forward."""
    order = ["Advance optional", "Advance mandatory", "Breakthrough"]
    return max((order.index(result) + 1 for result in results if result in order), default=0)


@pytest.mark.parametrize("mode", CRT)
def test_a_higher_die_never_costs_the_defender_fewer_steps_or_less_ground_nor_wins_the_attacker_less(mode):
    rows = [CRT[mode][str(die)] for die in range(16)]
    for low, high in pairwise(rows):
        assert harm(low["attacker"])[0] >= harm(high["attacker"])[0]
        assert harm(low["defender"])[0] <= harm(high["defender"])[0]
        assert harm(low["defender"])[2] <= harm(high["defender"])[2]
        assert gain(low["attacker"]) <= gain(high["attacker"])
    losses = [harm(row["attacker"]) for row in rows]
    assert losses == sorted(losses, reverse=True), "the attacker's losses fall"


def test_paired_losses_spare_the_right_unit():
    """J6 13.72: B goes with D, C goes with E."""
    for rows in CRT.values():
        for row in rows.values():
            for side in ("attacker", "defender"):
                letters = {result[0] for result in row[side] if result[1] == " "}
                assert "B" not in letters or "D" in letters
                assert "C" not in letters or "E" in letters


@pytest.mark.parametrize(
    ("chart", "faces"),
    [
        ("weather", D10),
        ("bombardment", [str(die) for die in range(13)]),
        ("airborne_landing", [str(die) for die in range(12)]),
        ("strategic_movement_attrition", [str(die) for die in range(-1, 10)]),
    ],
)
def test_every_die_has_a_row(chart, faces):
    assert list(EDITION.chart(chart, "rows")) == faces
    assert all(row is not None for row in EDITION.chart(chart, "rows").values())


def test_a_higher_die_never_weakens_a_bombardment():
    rows = list(EDITION.chart("bombardment", "rows").values())
    order = [[], ["F Pinned"], ["A Pinned"], ["A Pinned", "F Disorder 1"], ["A Pinned", "A Disorder 1"]]
    order.append(["A Pinned", "F Reduced"])
    ranks = [order.index(row) for row in rows]
    assert ranks == sorted(ranks)
    drm = {row["when"]: row["drm"] for row in EDITION.chart("bombardment", "drm")}
    assert (drm["US corps TOT"], drm["German Nebelwerfer"], drm["printed strongpoint hex"]) == (2, 1, -1)


def test_weather_worsens_with_the_die_and_strategic_movement_losses_grow_with_it():
    order = ["clear", "light_overcast", "heavy_overcast", "storm"]
    ranks = [order.index(weather) for weather in EDITION.chart("weather", "rows").values()]
    assert ranks == sorted(ranks) and set(ranks) == {0, 1, 2, 3}
    losses = list(EDITION.chart("strategic_movement_attrition", "rows").values())
    assert losses == sorted(losses) and set(losses) == {0, 1}, "J6 8.31: none or one step"


def test_odds_modifiers_rise_one_a_column():
    rows = EDITION.chart("odds_drm", "rows")
    ratios = [tuple(map(int, label.split(":"))) for label in rows]
    assert all(a * d < c * b for (a, b), (c, d) in pairwise(ratios))
    assert list(rows.values()) == list(range(-4, 8))
    assert rows["1:1"] == 0


def test_resource_points_follow_the_die_as_printed():
    """J6 5.12, PB 2.85f."""
    die = without_prov(EDITION.chart("resource_points", "die_value"))
    assert die == {face: max(3, int(face)) for face in D10}
    assert EDITION.chart_int("resource_points", "rows", "11/12 June", "allied", "base") == 8
    assert EDITION.chart_int("resource_points", "am_cost", "rp") == 1
    assert EDITION.chart_int("resource_points", "corps_activation_cost", "rp") == 12


def test_movement_costs_stated_in_the_text():
    """QA-MOVE-1, J6 8.23b, 8.43, 8.46 example 1, 11.1, 19.11, 20.24."""
    chart = EDITION.chart("terrain_effects")
    assert (chart["hexes"]["clear"]["foot"], chart["hexes"]["clear"]["motorized"]) == (1, 1)
    assert chart["hexes"]["marsh"]["motorized"] == "prohibited"
    assert chart["hexsides"]["bluff"]["motorized"] == "prohibited"
    assert chart["hexsides"]["cliff"]["foot"] == "prohibited"
    assert halves(chart["roads"]["main_road"]["sm_motorized"]) == 1
    assert halves(chart["roads"]["main_road"]["sm_bicycle"]) == 1
    assert halves(chart["roads"]["main_road"]["sm_foot"]) == 2
    extras = {row["what"]: row["mp"] for row in chart["extras"]}
    assert extras["enter an enemy ZOC"] == extras["leave an enemy ZOC at the start of the move"] == 1
    assert extras["enter a delay point hex"] == extras["assisted river crossing"] == 2


def test_terrain_modifiers_lie_between_minus_three_and_zero():
    """J6 12.59a, QA-BOMB-6."""
    chart = EDITION.chart("terrain_effects")
    modifiers = [row["combat_drm"] for section in ("hexes", "hexsides") for row in chart[section].values()]
    assert set(modifiers) <= {0, -1, -2, -3}
    assert chart["hexsides"]["small_river"]["combat_drm"] == chart["hexsides"]["marsh_hexside"]["combat_drm"] == -1


def test_stacking_limits_of_the_text():
    """J6 9.1."""
    stacking = EDITION.chart("terrain_effects", "stacking")
    assert (stacking["combat_max"], stacking["support_max"], stacking["mixed_max"]) == (2, 3, 3)
    assert stacking["extra_german_flak"] == 1


def test_scenario_cards_hold_what_the_text_states():
    """PB 5.6, 6.5 to 6.9."""
    card = EDITION.chart("scenario_cards", "scenario_5")
    for turn in ("1/2 July", "3/4 July", "5/6 July"):
        assert (card[turn]["allied_rp"], card[turn]["german_rp"]) == (6, 6)
        assert (card[turn]["allied_free_ops"], card[turn]["german_free_ops"]) == (0, 0)
        assert card[turn]["initiative"] == "allied"
    assert (card["27/28 June"]["allied_rp"], card["27/28 June"]["german_rp"]) == (8, 10)
    assert EDITION.chart("scenario_cards", "scenario_4", "15/16 June", "weather") == "storm"


def test_push_to_caen_says_what_its_card_says():
    card = EDITION.chart("scenario_cards", "scenario_5")
    fixed = EDITION.scenario("push_to_caen").data["fixed"]
    for turn in EDITION.scenario("push_to_caen").turns:
        assert fixed["weather"][turn] == card[turn]["weather"]
        assert fixed["initiative"][turn] == card[turn]["initiative"]
        assert (fixed["air"][turn], fixed["naval"][turn]) == (card[turn]["air"], card[turn]["naval"])
        assert fixed["rp"][turn] == {"allied": card[turn]["allied_rp"], "german": card[turn]["german_rp"]}
        ops = fixed["free_ops"][turn]
        assert (ops["allied"], ops["german"]) == (card[turn]["allied_free_ops"], card[turn]["german_free_ops"])


def test_a_missing_cell_is_named():
    with pytest.raises(EditionError, match=r"^charts.yaml: crt.rows.assault_vs_storm: no such entry$"):
        EDITION.chart("crt", "rows", "assault_vs_storm", "9")
    with pytest.raises(EditionError, match="must be a whole number"):
        EDITION.chart_int("crt", "title")


def test_fractions_are_exact_and_finer_ones_are_refused():
    assert [quarters(value) for value in (1, "1/2", "+2", "3/4", "-1/2", 0)] == [4, 2, 8, 3, -2, 0]
    assert [halves(value) for value in (3, "1/2", "5/2")] == [6, 1, 5]
    with pytest.raises(ValueError, match="half"):
        halves("3/4")
    with pytest.raises(ValueError, match="quarter"):
        quarters("1/8")


def test_no_chart_cell_is_a_float():
    def walk(value, where=""):
        assert isinstance(value, str | int | dict | list) or value is None, where
        children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return 1 + sum(walk(child, f"{where}.{key}") for key, child in children)

    assert walk(EDITION.charts) > 1500
