"""What a move costs (8.1, 8.2, 8.4), reckoned by hand on the house board. Costs are half points: 2 is 1 MP."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.june_6.questions.costs import allowance
from hexledger.engine.games.june_6.rules.movement import Move
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position

FOOT = "3_br_8"
TANKS = "3_br_27"


def moving(b: Built, *units: str) -> Built:
    """The units' formation moves now."""
    return b.active(*units).run(Movement())


def cost(b: Built, line: str) -> int:
    """Half points of a move."""
    return b.play(line).of(ev.Moved)[0].cost


@pytest.mark.parametrize(
    ("unit", "start", "hexes", "halves"),
    [
        (FOOT, "E2336", "E2236", 2),
        (TANKS, "E2336", "E2236", 2),
        (FOOT, "E1636", "E1635", 4),
        (TANKS, "E1636", "E1635", 6),
        (FOOT, "E1636", "E1736", 4),
        (TANKS, "E1636", "E1736", 6),
        (FOOT, "E1537", "E1437,E1438", 6),
        (TANKS, "E1735", "E1635", 2),
        (TANKS, "E1836", "E1837,E1737,E1736", 6),
    ],
    ids=[
        "foot in clear",
        "tanks in clear",
        "foot in bocage",
        "tanks in bocage",
        "foot over a small river",
        "tanks over a small river",
        "foot through bocage into a village by road",
        "tanks by road over a small river into bocage",
        "tanks by road through a city",
    ],
)
def test_a_move_costs_what_the_terrain_chart_says(unit: str, start: str, hexes: str, halves: int) -> None:
    """8.42"""
    b = moving(position().unit(unit, start), unit)
    assert cost(b, f"move {unit} {hexes}") == halves
    assert b.at(unit) == hexes.rpartition(",")[2]


def test_each_line_of_the_cost_names_its_rule_and_the_lines_add_up() -> None:
    """8.41"""
    b = moving(position().unit(FOOT, "E1636").unit("21pz_125", "E1838"), FOOT)
    b.play(f"move {FOOT} E1736,E1737")
    reckoned = b.of(ev.Reckoned)[0]
    assert b.lines("reckon.move", FOOT) == {
        "cost.clear": 2,
        "cost.small_river": 2,
        "cost.main_road": 2,
        "cost.enter_ezoc": 2,
    }
    assert reckoned.total == sum(value for _, value, _ in reckoned.lines) == b.of(ev.Moved)[0].cost == 8
    assert all(rule for _, _, rule in reckoned.lines)


def test_a_moved_unit_is_marked_and_takes_control_of_the_hexes_it_went_through() -> None:
    b = moving(position().unit(FOOT, "E2336").control("german", "E2236", "E2135"), FOOT)
    b.play(f"move {FOOT} E2236,E2135")
    assert b.has(FOOT, "moved") and b.has(FOOT, "acted") and not b.has(FOOT, "strategic")
    assert [b.state.control[b.hex(label)] for label in ("E2236", "E2135")] == [f.ALLIED, f.ALLIED]


def test_a_friend_on_the_road_costs_one_more() -> None:
    b = moving(position().unit(FOOT, "E2336").unit("3_br_9", "E2237"), FOOT)
    assert cost(b, f"move {FOOT} E2237,E2137") == 2 + 2 + 2
    assert b.lines("reckon.move")["cost.traffic"] == 2


def test_a_friend_in_open_country_costs_nothing_to_one_who_comes_across_country() -> None:
    b = moving(position().unit(FOOT, "E2235").unit("3_br_9", "E2236"), FOOT)
    assert cost(b, f"move {FOOT} E2236") == 2


def test_two_friends_on_a_bocage_road_make_a_unit_pay_for_the_bocage() -> None:
    b = moving(position().unit(TANKS, "E1735").units("E1635", "3_br_8", "3_br_9"), TANKS)
    assert b.pos.board.hexsides(b.hex("E1735"), b.hex("E1635")) == ("small_river",)
    assert cost(b, f"move {TANKS} E1635,E1535") == (6 + 4) + 6, "bocage and the small river, both off-road"


def test_hqs_and_support_units_are_traffic_as_well() -> None:
    b = moving(position().unit(FOOT, "E2336").unit("3_br_hq", "E2237"), FOOT)
    assert cost(b, f"move {FOOT} E2237") == 4


def test_a_unit_is_not_its_own_traffic_when_it_comes_back() -> None:
    b = moving(position().unit(FOOT, "E2336"), FOOT)
    assert cost(b, f"move {FOOT} E2237,E2336,E2237") == 6


def test_a_move_may_cost_all_of_the_allowance() -> None:
    """8.12."""
    b = moving(position().unit(FOOT, "E2336"), FOOT).play(f"move {FOOT} E2335,E2336,E2335,E2336,E2335")
    assert b.at(FOOT) == "E2335"


def test_a_move_beyond_the_allowance_is_refused_with_both_numbers() -> None:
    b = moving(position().unit(FOOT, "E2336"), FOOT)
    refusal = b.refuses(f"move {FOOT} E2335,E2336,E2335,E2336,E2335,E2336")
    assert refusal.rule == "J6 8.12"
    assert refusal.reason == "8/3 has 5 MP; this move costs 6"


def test_german_allowance_grows_by_two_in_heavy_overcast_and_storm_and_is_halved_after_that() -> None:
    halves = {}
    for weather in ("clear", "light_overcast", "heavy_overcast", "storm"):
        b = position(weather=weather).unit("21pz_125", "E1839").unit("21pz_22", "E1739", isolated=True)
        b.unit(FOOT, "E2336")
        halves[weather] = [allowance(b.pos, b.piece(unit)) for unit in ("21pz_125", "21pz_22", FOOT)]
    printed = [b.pos.face(b.piece(unit)).ma for unit in ("21pz_125", "21pz_22")]
    calm = [2 * printed[0], 2 * (printed[1] // 2), 10]
    rough = [2 * (printed[0] + 2), 2 * ((printed[1] + 2) // 2), 10]
    assert halves == {"clear": calm, "light_overcast": calm, "heavy_overcast": rough, "storm": rough}


@pytest.mark.parametrize(
    ("unit", "start", "hexes", "rule"),
    [
        (FOOT, "E2336", "E2036", "J6 8.11"),
        (FOOT, "E2336", "E2336", "J6 8.11"),
        (FOOT, "E2336", "-", "J6 8.11"),
        (FOOT, "E2336", "E2237,E2137", "J6 8.14"),
        (TANKS, "E1839", "E1838", "J6 8.43c"),
        (FOOT, "E1839", "E1838", "J6 20.21"),
        (FOOT, "E2333", "E2433", "J6 R-62"),
        (FOOT, "E2336", "E2436", "J6 R-62"),
        ("16lw_32", "E1738", "E1737", "J6 PB 6.102"),
    ],
    ids=[
        "not adjacent",
        "standing still",
        "an empty path",
        "into the enemy",
        "tanks over a river without a bridge",
        "foot over a river without engineers",
        "out of the area",
        "into the rear hexes",
        "32/LW over the Orne, bridge or not",
    ],
)
def test_an_impossible_step_is_refused_with_its_rule(unit: str, start: str, hexes: str, rule: str) -> None:
    b = moving(position().unit(unit, start).unit("21pz_hq" if unit != "16lw_32" else "3_cdn_hq", "E2137"), unit)
    assert b.refuses(f"move {unit} {hexes}").rule == rule


def test_an_hq_may_go_to_the_rear_hexes_and_come_back() -> None:
    b = moving(position().unit("3_br_hq", "E2336"), "3_br_hq")
    assert b.play("move 3_br_hq E2436,E2336,E2237").at("3_br_hq") == "E2237"


def test_tanks_cross_a_great_river_at_a_bridge_but_not_once_it_is_blown() -> None:
    standing = moving(position().unit(TANKS, "E1838"), TANKS)
    assert cost(standing, f"move {TANKS} E1738") == 2
    blown = moving(position().unit(TANKS, "E1838").marker("blown", "E1838", "E1738"), TANKS)
    assert blown.refuses(f"move {TANKS} E1738").rule == "J6 8.43c"


def test_a_pontoon_opens_a_hexside_without_a_road_at_the_cost_of_the_hex() -> None:
    b = moving(position().unit(TANKS, "E1838").marker("pontoon", "E1838", "E1839"), TANKS)
    assert cost(b, f"move {TANKS} E1839") == 2
    assert b.lines("reckon.move") == {"cost.clear": 2}


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"pinned": 1}, "J6 8.22"),
        ({"scattered": 1}, "J6 8.22"),
        ({"recovered": 1}, "J6 21.22"),
        ({"moved": 1}, "J6 8.11"),
    ],
)
def test_a_unit_that_may_not_move_is_refused_and_not_offered(marks: dict[str, int], rule: str) -> None:
    b = moving(position().unit(FOOT, "E2336", **marks).unit(TANKS, "E2337"), FOOT, TANKS)
    assert b.refuses(f"move {FOOT} E2236").rule == rule
    assert not [line for line in b.choices() if line.startswith(f"move {FOOT}")]
    assert [line for line in b.choices() if line.startswith(f"move {TANKS}")]


def test_only_active_units_move_and_each_only_once() -> None:
    b = moving(position().unit(FOOT, "E2336").unit("3_br_9", "E2338"), FOOT)
    assert b.refuses("move 3_br_9 E2238").rule == "J6 7.3"
    b.play(f"move {FOOT} E2236")
    assert b.refuses(f"move {FOOT} E2235").rule == "J6 8.11"


def test_a_bluff_stops_tanks_and_costs_foot_two_more() -> None:
    b = moving(position(open_area=True).unit(FOOT, "E3019").unit(TANKS, "E3019"), FOOT, TANKS)
    assert b.refuses(f"move {TANKS} E3118").rule == "J6 8.43b"
    assert cost(b, f"move {FOOT} E3118") == 2 + 4


def test_commandos_cross_a_great_river_without_engineers_for_two_more() -> None:
    b = moving(position().unit("i_br_1ss", "E1838"), "i_br_1ss")
    assert cost(b, "move i_br_1ss E1839") == 2 + 4
    assert b.lines("reckon.move")["cost.crossing"] == 4


def test_an_entering_unit_pays_for_its_entry_hex_first() -> None:
    b = position(weather="clear").units("E1639", "16lw_32", "1ss_2", entry=1)
    moving(b, "16lw_32", "1ss_2")
    assert cost(b, "move 1ss_2 E1739") == 2 + 2, "32/LW still waits off the map and is no traffic"
    assert b.has("1ss_2", "entry") == 0
    limit = allowance(b.pos, b.piece("16lw_32"))
    steps = limit // 2
    there_and_back = ",".join(["E1539", "E1639"] * steps)
    assert b.refuses(f"move 16lw_32 {there_and_back[: 6 * steps - 1]}").rule == "J6 8.12", (
        "a whole allowance is too much"
    )
    assert b.play(f"move 16lw_32 {there_and_back[: 6 * (steps - 1) - 1]}").of(ev.Moved)[0].cost == limit


def test_a_unit_that_enters_into_an_enemy_zoc_stays_there() -> None:
    b = moving(position().unit("1ss_2", "E1639", entry=1).unit(FOOT, "E1638"), "1ss_2")
    assert b.refuses("move 1ss_2 E1739").rule == "J6 11.12"
    assert b.choices() == ["end_movement"]


def test_units_of_the_cherbourg_command_move_only_near_cherbourg_and_end_in_its_posts() -> None:
    """PB 1.11a"""
    b = moving(position("drive_on_cherbourg").unit("cher_fj", "W4911"), "cher_fj")
    posts = {b.game.place(place) for place in b.game.cherbourg_posts}
    ends = {choice.rpartition(",")[2].rpartition(" ")[2] for choice in b.choices() if choice.startswith("move ")}
    assert ends
    assert ends <= posts
    near = next(place for place in b.pos.board.neighbours[b.hex("W4911")] if b.game.place(place) not in posts)
    assert b.refuses(f"move cher_fj {b.game.place(near)}").rule == "J6 PB 1.11"


def test_the_cherbourg_hq_never_leaves_the_city() -> None:
    """PB 1.11a"""
    b = moving(position("drive_on_cherbourg").unit("cher_hq", "W5111"), "cher_hq")
    city = {b.game.place(place) for place in b.pos.board.in_area("cherbourg")}
    ends = {choice.rpartition(",")[2].rpartition(" ")[2] for choice in b.choices() if choice.startswith("move ")}
    assert ends
    assert ends <= city


def test_numbers_that_name_nothing_are_refused_in_words() -> None:
    b = moving(position().unit(FOOT, "E2336"), FOOT)
    with pytest.raises(BadDecision, match=r"move\.unit: there is no unit number 9999"):
        b.play(Move(9999, (1,)))
    assert b.refuses(Move(-1, (1,))).rule == "J6 8.11"
    assert b.refuses(Move(b.piece(FOOT), (-1,))).rule == "J6 8.11"
    with pytest.raises(BadDecision, match=r"move\.path: there is no \w+ number 99999"):
        b.play(Move(b.piece(FOOT), (99999,)))
