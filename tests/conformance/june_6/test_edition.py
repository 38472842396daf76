"""Cases that are facts of counters, map and scenarios (ERR, 2.4, PB): one test a case, named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.editions.counters import Counter, Face
from tests.june_6.builder import edition, game


def counter(number: str) -> Counter:
    return edition().counter(number)


def values(face: Face | None) -> tuple[int, int, int]:
    """CS, cohesion, MA."""
    assert face is not None
    return face.cs, face.cohesion, face.ma


def test_J6_001_the_us_1st_division_belongs_to_v_corps() -> None:
    hq = counter("1_us_hq")
    assert (hq.formation, hq.parent) == ("1_us", "v_us")
    assert game().parent_corps(game().formation_number["1_us"]) == game().formation_number["v_us"]


def test_J6_002_the_30th_schnelle_brigade_belongs_to_lxxxiv_corps() -> None:
    assert counter("lxxxiv_30").name == "30/LXXXIV"
    assert counter("lxxxiv_30").formation == "lxxxiv"
    assert game().formation_kind(game().formation_number["lxxxiv"]) == "corps"


def test_J6_008_the_sword_beach_hexes_are_e2640_and_e2540() -> None:
    board = edition().board
    assert {board.labels[place] for place in board.in_area("beach_sword")} >= {"E2640", "E2540"}
    assert {board.labels[place] for place in board.box_hexes("sword_box")} >= {"E2640", "E2540"}


def test_J6_108_the_12ss_recon_has_armour_points_in_full_and_at_points_reduced() -> None:
    recon = counter("12ss_12recon")
    assert recon.back is not None
    assert recon.front.armor > 0 and recon.front.at == 0
    assert recon.back.armor == 0 and recon.back.at > 0


@pytest.mark.parametrize("unit", ["3fj_5", "3fj_8", "3fj_9"])
def test_J6_110_reduced_regiments_of_3fj_have_cohesion_eight(unit: str) -> None:
    regiment = counter(unit)
    assert regiment.back is not None
    assert (regiment.front.cohesion, regiment.back.cohesion) == (7, 8)


@pytest.mark.parametrize("unit", ["v_us_2rngr", "v_us_5rngr"])
def test_J6_111_rangers_are_combat_units_of_one_step(unit: str) -> None:
    assert counter(unit).zoc and counter(unit).steps == 1 and "combat" in counter(unit).traits


@pytest.mark.parametrize("unit", ["v_us_102", "vii_us_4cav", "viii_us_106"])
def test_J6_111_armored_cavalry_regiments_are_combat_units(unit: str) -> None:
    assert counter(unit).zoc and "support" not in counter(unit).traits


def test_J6_160_captured_tanks_have_no_rule_of_their_own() -> None:
    known = {
        *(
            "airborne",
            "armor_79",
            "artillery_group",
            "bicycle",
            "combat",
            "commando",
            "flak",
            "hq_corps",
            "hq_division",
        ),
        *("infantry_type", "nebelwerfer", "ranger", "recon", "ss", "support"),
    }
    assert {trait for one in edition().counters for trait in one.traits} == known
    for unit in ("g91_100pz", "g709_206pz"):
        assert counter(unit).type == "armor" and set(counter(unit).traits) <= {"combat", "support"}


def test_J6_201_the_british_corps_hq_of_the_erratum_is_viii_corps_on_both_sides() -> None:
    hq = counter("viii_br_hq")
    assert hq.formation == "viii_br" and hq.fired_back and hq.back is None


def test_J6_202_741_754_is_a_support_unit_with_the_reduced_side_of_743_747() -> None:
    mixed, model = counter("2_us_741"), counter("29_us_743")
    assert not mixed.zoc and mixed.steps == 2
    assert mixed.back is not None and mixed.back == model.back


def test_J6_203_634_of_vii_corps_is_used_in_scenario_3_only() -> None:
    users = {
        name
        for name, scenario in edition().scenarios.items()
        if any(entry.counter == "vii_us_634" for entry in scenario.setup)
        or any("vii_us_634" in arriving.counters for arriving in scenario.reinforcements)
    }
    assert users == {"drive_on_cherbourg"}


def test_J6_205_the_70th_tank_battalion_prints_1_6_9() -> None:
    """2.4"""
    assert values(counter("4_us_70").front) == (1, 6, 9)


def test_J6_206_7nw_defends_only() -> None:
    assert counter("xlvii_7nw").front.cs_defence_only


def test_J6_207_the_reduced_30th_brigade_prints_4_2_4_bicycle() -> None:
    back = counter("lxxxiv_30").back
    assert values(back) == (4, 2, 4)
    assert back is not None and back.bicycle


def test_J6_209_the_iii_flak_corps_hq_has_no_artillery() -> None:
    assert counter("iii_flak_hq").front.artillery == 0


def test_J6_210_entry_area_f_is_the_woods_hex_w1016() -> None:
    board = edition().board
    assert [board.labels[place] for place in board.areas["entry_f"]] == ["W1016"]
    assert board.terrain[board.index["W1016"]] == "woods"


def on_edge(scenario: str, labels: str, outside: tuple[int, ...]) -> None:
    """Every listed hex is in a scenario's area; the named directions out of it are not (0 E ... 5 SE)."""
    board = edition().board
    area = edition().playing_area(scenario)
    assert area is not None
    for label in labels.split():
        place = board.index[label]
        assert place in area, f"{label} belongs to the area"
        beyond = [there for there in board.neighbours[place] if board.direction(place, there) in outside]
        assert beyond and not [board.labels[there] for there in beyond if there in area], f"beyond {label}"


def test_J6_306_the_east_edge_of_epsom_runs_along_the_listed_hexes() -> None:
    on_edge("epsom", "E2032 E1932 E1833 E1733 E1634 E1534 E1435 E1335 E1236 E1136 E1037", (0,))


def test_J6_307_the_west_diagonal_of_push_to_caen_runs_along_the_listed_hexes() -> None:
    on_edge("push_to_caen", "E1436 E1535 E1635 E1734 E1834 E1933 E2033", (3,))


def test_J6_308_the_west_edge_of_saint_lo_runs_along_the_listed_hexes() -> None:
    hexes = "E1003 E1103 E1204 E1304 E1405 E1505 E1606 E1706 E1807 E1907 E2008 E2108 E2209 E2309 E2410 E2510"
    on_edge("st_lo", hexes, (3,))


def test_J6_211_the_naval_marker_arkansas_is_spelt_right() -> None:
    naval = edition().markers["naval"]
    assert naval.count == 6
    assert "Arkansas" in naval.note and "Arkansaw" not in naval.note
