"""Engineers: assisted crossing, demolition, bridges (20.1, 20.2, 20.4, 20.5)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.engineers import carriers
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.events import model as ev
from tests.june_6.builder import Built, position

DIVISION = ("3_br_hq", "3_br_8", "3_br_9", "3_br_185", "3_br_27")


def caen() -> Built:
    """The British 3 Division on the north bank of the Orne, its corps HQ behind it."""
    b = position().unit("3_br_hq", "E1937").units("E1838", "3_br_8", "3_br_9").unit("3_br_185", "E1938")
    return b.unit("3_br_27", "E1737").unit("i_br_hq", "E1837")


def moving(b: Built, *units: str) -> Built:
    return b.active(*(units or DIVISION)).run(Movement())


# ------------------------------------------------------------------ 20.2
def test_a_foot_unit_crosses_with_engineers_for_two_more_and_only_then() -> None:
    """20.12"""
    b = moving(caen())
    assert b.refuses("move 3_br_8 E1839").rule == "J6 20.21"
    b.play("assist 3_br_hq 3_br_8,3_br_185")
    assert b.has("3_br_hq", "bridge_action") == 1
    assert b.play("move 3_br_8 E1839").of(ev.Moved)[0].cost == 2 + 4
    assert b.lines("reckon.move") == {"cost.clear": 2, "cost.crossing": 4}
    assert b.refuses("move 3_br_9 E1839").rule == "J6 20.21", "its engineers carry two others"
    assert b.play("move 3_br_185 E1939").at("3_br_185") == "E1939"


def test_engineers_carry_a_unit_into_an_enemy_zoc() -> None:
    """20.23"""
    b = moving(caen().unit("21pz_125", "E1840")).play("assist 3_br_hq 3_br_8")
    assert b.play("move 3_br_8 E1839").of(ev.Moved)[0].cost == 2 + 4 + 2


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("assist 3_br_8 3_br_9", "J6 20.13"),
        ("assist 3_br_hq -", "J6 20.21"),
        ("assist 3_br_hq 3_br_8,3_br_8", "J6 20.21"),
        ("assist 3_br_hq 3_br_8,3_br_9,3_br_185", "J6 20.21"),
        ("assist 3_br_hq 3_br_27", "J6 8.44a"),
        ("assist 3_br_hq 3_cdn_9", "J6 20.21"),
        ("assist 3_br_hq i_br_1ss", "J6 20.21"),
        ("assist xii_br_hq 3_br_8", "J6 20.14"),
        ("assist 3_cdn_hq 3_cdn_9", "J6 20.15"),
    ],
    ids=[
        "no HQ",
        "nobody",
        "one unit twice",
        "three units",
        "a motorized unit",
        "a unit of another division",
        "a commando that needs no help",
        "a corps HQ too far from the division HQ",
        "an HQ that is not active",
    ],
)
def test_what_engineers_cannot_do_for_a_crossing(line: str, rule: str) -> None:
    b = caen().unit("3_cdn_hq", "E1836").unit("3_cdn_9", "E1735").unit("xii_br_hq", "E2439").unit("i_br_1ss", "E1739")
    assert moving(b, *DIVISION, "i_br_1ss").refuses(line).rule == rule


@pytest.mark.parametrize(("hq", "hexes", "legal"), [("E2238", 4, True), ("E2338", 5, False)])
def test_the_hex_from_which_a_unit_crosses_must_be_within_four_hexes_of_its_hq(
    hq: str, hexes: int, legal: bool
) -> None:
    b = position().unit("3_br_hq", hq).unit("3_br_8", "E1939")
    moving(b, "3_br_hq", "3_br_8").play("assist 3_br_hq 3_br_8")
    assert b.pos.board.distance(b.hex(hq), b.hex("E1839")) == hexes
    if legal:
        assert b.play("move 3_br_8 E1839,E1838").at("3_br_8") == "E1838"
    else:
        assert b.refuses("move 3_br_8 E1839,E1838").rule == "J6 20.21"


def test_a_corps_hq_in_range_carries_two_more_units_of_the_active_division() -> None:
    """20.22"""
    b = moving(caen()).play("assist 3_br_hq 3_br_8,3_br_9", "assist i_br_hq 3_br_185")
    assert b.refuses("assist i_br_hq 3_br_185").rule == "J6 20.13"
    assert b.refuses("assist 3_br_hq 3_br_185").rule == "J6 20.13"
    for unit in ("3_br_8", "3_br_9"):
        b.play(f"move {unit} E1839")
    assert b.play("move 3_br_185 E1939").at("3_br_185") == "E1939"


def test_a_german_corps_hq_serves_any_german_division_and_an_allied_one_only_its_own() -> None:
    german = position().unit("21pz_hq", "E1939").unit("lxxxiv_hq", "E1840").unit("21pz_125", "E1739")
    moving(german, "21pz_hq", "21pz_125")
    assert german.refuses("assist lxxxiv_hq 21pz_125").rule == "J6 8.44a", (
        "allowed but for the unit, which is motorized"
    )
    allied = caen().unit("viii_br_hq", "E1936")
    assert moving(allied).refuses("assist viii_br_hq 3_br_8").rule == "J6 20.14"
    by_scenario = caen().unit("xii_br_hq", "E1936")
    assert moving(by_scenario).play("assist xii_br_hq 3_br_8").has("3_br_8", "assisted") == 1


def test_a_german_division_attaches_the_engineers_of_one_corps_hq_in_an_activation() -> None:
    """20.22, 8.44: up to four units cross, two with the division's own engineers and two with those of one corps."""
    b = position(open_area=True).unit("g346_hq", "E1937").units("E1838", "g346_857", "g346_858")
    b.unit("g346_fus", "E1938").unit("i_ss_hq", "E1837").unit("xlvii_hq", "E1836")
    b.active("g346_hq", "g346_857", "g346_858", "g346_fus").run(Movement())
    b.play("assist i_ss_hq g346_857")
    assert b.refuses("assist xlvii_hq g346_858").rule == "J6 20.22"
    assert not any(line.startswith("assist xlvii_hq") for line in b.choices())
    b.play("assist g346_hq g346_858,g346_fus")


def test_a_unit_that_has_moved_or_is_carried_already_needs_no_engineers() -> None:
    b = moving(caen()).play("assist 3_br_hq 3_br_8", "move 3_br_9 E1938")
    assert b.refuses("assist i_br_hq 3_br_8").rule == "J6 20.21"
    assert b.refuses("assist i_br_hq 3_br_9").rule == "J6 20.21"


# ------------------------------------------------------------------ 20.4
def orne_bridge(north: str = "", south: str = "") -> Built:
    """An active 21 Panzer HQ near the bridge E1838-E1738, with units at its ends."""
    b = position().unit("21pz_hq", "E1639")
    if north:
        b.unit(north, "E1838")
    if south:
        b.unit(south, "E1738")
    return b.active("21pz_hq").run(Movement())


BRIDGE = "E1838 E1738"


@pytest.mark.parametrize(("north", "south"), [("21pz_125", ""), ("", "21pz_125"), ("21pz_125", "21pz_200")])
def test_a_bridge_with_friends_only_is_blown_without_a_die(north: str, south: str) -> None:
    """20.45, 20.11"""
    b = orne_bridge(north, south).play(f"demolish 21pz_hq {BRIDGE}")
    assert not b.of(ev.Rolled)
    assert not b.pos.bridge(b.hex("E1838"), b.hex("E1738"))
    assert b.pos.road(b.hex("E1838"), b.hex("E1738")) is None
    assert b.has("21pz_hq", "demolitions") == 1
    assert b.has("21pz_hq", "bridge_action") == 0, "demolition is no bridge action of the turn"


def test_an_hq_tries_twice_in_an_activation() -> None:
    b = orne_bridge("3_br_8", "21pz_125").dice(5, 9)
    b.play(f"demolish 21pz_hq {BRIDGE}", f"demolish 21pz_hq {BRIDGE}")
    assert b.refuses(f"demolish 21pz_hq {BRIDGE}").rule == "J6 20.41"
    assert not [line for line in b.choices() if line.startswith("demolish")]


def test_a_pontoon_is_taken_away_and_no_printed_bridge_is_blown() -> None:
    b = orne_bridge().marker("pontoon", "E1638", "E1637").unit("21pz_125", "E1638")
    b.play("demolish 21pz_hq E1638 E1637")
    assert not b.state.markers


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("demolish 21pz_hq E1838 E1839", "J6 20.42"),
        ("demolish 21pz_hq E1838 E1838", "J6 20.44"),
        ("demolish 21pz_hq E2640 E2641", "J6 20.42"),
        ("demolish 12ss_hq E1838 E1738", "J6 20.15"),
        ("demolish 21pz_125 E1838 E1738", "J6 20.13"),
    ],
)
def test_what_cannot_be_blown(line: str, rule: str) -> None:
    b = orne_bridge("21pz_125").unit("12ss_hq", "E1739")
    assert b.refuses(line).rule == rule


def test_a_blown_bridge_cannot_be_blown_again() -> None:
    b = orne_bridge("21pz_125").play(f"demolish 21pz_hq {BRIDGE}")
    assert b.refuses(f"demolish 21pz_hq {BRIDGE}").rule == "J6 20.42"


def test_a_corps_hq_near_the_active_division_blows_bridges_too() -> None:
    b = position().unit("21pz_hq", "E1639").unit("i_ss_hq", "E1739").unit("21pz_125", "E1838")
    b.active("21pz_hq").run(Movement()).play(f"demolish i_ss_hq {BRIDGE}")
    assert b.has("i_ss_hq", "demolitions") == 1 and not b.pos.bridge(b.hex("E1838"), b.hex("E1738"))


def test_offered_demolitions_are_those_that_can_succeed() -> None:
    b = orne_bridge("3_br_8", "21pz_125")
    assert [line for line in b.choices() if line.startswith("demolish")] == [
        f"demolish 21pz_hq {a} {c}" for a, c in sorted([("E1737", "E1738"), ("E1738", "E1838")])
    ]


# ------------------------------------------------------------------ 20.5
def test_an_allied_hq_lays_a_pontoon_or_repairs_the_printed_bridge_once_a_turn() -> None:
    """20.52"""
    b = moving(caen()).play("build_bridge 3_br_hq E1838 E1839")
    assert b.pos.bridge(b.hex("E1838"), b.hex("E1839")) and b.has("3_br_hq", "bridge_action") == 1
    assert b.refuses("build_bridge 3_br_hq E1938 E1939").rule == "J6 20.13"
    assert b.refuses("assist 3_br_hq 3_br_8").rule == "J6 20.13"
    b.play("move 3_br_8 E1839")
    repaired = moving(caen().marker("blown", "E1838", "E1738")).play("build_bridge 3_br_hq E1838 E1738")
    assert not repaired.state.markers and repaired.pos.road(repaired.hex("E1838"), repaired.hex("E1738")) == "main_road"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("build_bridge 21pz_hq E1638 E1637", "J6 20.51"),
        ("build_bridge 3_br_hq E1838 E1738", "J6 20.51"),
        ("build_bridge 3_br_hq E1937 E1938", "J6 20.51"),
        ("build_bridge 3_br_hq E1436 E1437", "J6 20.51"),
    ],
    ids=["a German HQ", "a bridge stands", "no river", "five hexes away"],
)
def test_where_no_bridge_is_built(line: str, rule: str) -> None:
    b = moving(caen().unit("21pz_hq", "E1739").marker("blown", "E1436", "E1437"))
    assert b.refuses(line).rule == rule


def test_an_enemy_or_his_unopposed_zoc_at_an_end_forbids_building_and_a_friend_there_opens_it() -> None:
    held = moving(caen().unit("21pz_hq", "E1839"))
    assert held.refuses("build_bridge 3_br_hq E1838 E1839").rule == "J6 20.51"
    watched = moving(caen().unit("21pz_125", "E1840"))
    assert watched.refuses("build_bridge 3_br_hq E1838 E1839").rule == "J6 20.51"
    opposed = moving(caen().unit("21pz_125", "E1840").unit("3_br_27", "E1839"))
    assert opposed.play("build_bridge 3_br_hq E1838 E1839").pos.bridge(opposed.hex("E1838"), opposed.hex("E1839"))


def test_every_offered_work_of_the_engineers_is_legal() -> None:
    b = moving(caen().marker("blown", "E1838", "E1738"))
    offered = b.choices()
    for kind in ("assist", "build_bridge", "demolish"):
        assert [line for line in offered if line.startswith(kind)], kind
    assert b.check_choices() == len(offered)
    assert "assist 3_br_hq 3_br_8,3_br_9" in offered


# ------------------------------------------------------------------ PB 6.41, 6.42 note 1: corps units of another corps
def other_corps(scenario: str) -> Built:
    """56 Brigade (XXX Corps) at the Orne, its own HQ far away, HQ VIII Corps near it, both active."""
    b = position(scenario, open_area=True, turn=2).unit("xxx_br_56", "E1938").unit("viii_br_hq", "E1936")
    return b.unit("xxx_br_hq", "E2028").active("xxx_br_56", "viii_br_hq", "xxx_br_hq")


def test_an_active_corps_hq_carries_corps_units_of_the_corps_that_the_scenario_lets_it_support() -> None:
    b = other_corps("epsom")
    hq, unit = b.piece("viii_br_hq"), b.piece("xxx_br_56")
    assert carriers(b.pos, unit) == (hq,), "its own HQ is too far away"
    b.run(Movement()).play("assist viii_br_hq xxx_br_56")
    assert b.has("xxx_br_56", "assisted") > 1
    crossing = [place for place in b.pos.board.neighbours[b.pos.at(unit)] if b.pos.needs_bridge(b.pos.at(unit), place)]
    assert crossing
    b.play(f"move xxx_br_56 {b.game.place(crossing[0])}")
    assert b.pos.at(unit) == crossing[0]


def test_without_such_a_scenario_it_carries_its_own_corps_units_only() -> None:
    b = other_corps("campaign")
    assert carriers(b.pos, b.piece("xxx_br_56")) == ()
    assert b.run(Movement()).refuses("assist viii_br_hq xxx_br_56").rule == "J6 20.21"
