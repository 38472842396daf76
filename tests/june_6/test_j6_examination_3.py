"""June 6: an examination by the original rulebook: chapters that meet (5 to 7, 12 to 22), and the playbook."""

from __future__ import annotations

import re

import pytest

from hexledger.engine.games.june_6.questions import artillery, drm
from hexledger.engine.games.june_6.questions.isolation import is_surrounded, surrenders
from hexledger.engine.games.june_6.rules import losses, victory
from hexledger.engine.games.june_6.rules.activation import course
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.detachments import BreakDowns
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import DrawAm, PlayAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.sequence import BeginBombardment
from hexledger.engine.games.june_6.tables import flags as f
from tests.june_6.builder import Built, position
from tests.june_6.combats import field
from tests.june_6.combats import fight as combat
from tests.june_6.fights import fight, results
from tests.june_6.invasion import boxes, to_the_drop
from tests.june_6.schedule import waits
from tests.june_6.test_j6_examination import land, refusal

TARGET = "E2135"


def ams(b: Built, *keys: str) -> list[int]:
    return [b.game.words[key] for key in keys]


# ---------------------------------------------------------------------- 5.1 buying
def budget(turn: int, *hqs: tuple[str, str], side: int = f.ALLIED, dice: tuple[int, ...] = (5,), **marks: int) -> Built:
    b = position("campaign", turn=turn, dice=dice)
    for hq, at in hqs:
        b.unit(hq, at, **marks)  # type: ignore[arg-type]
    return b.run(Logistics(side))


@pytest.mark.parametrize(
    ("marks", "sold"),
    [({}, True), ({"re": 1}, False), ({"isolated": 1}, False), ({"disorder": 2}, True), ({"pinned": 1}, True)],
)
def test_a_marked_division_hq_buys_no_am(marks: dict[str, int], sold: bool) -> None:
    """5.17"""
    b = position("campaign", turn=4, dice=[5]).unit("1_us_hq", "E2920", **marks).unit("3_br_hq", "E2535")
    b.run(Logistics(f.ALLIED))
    assert ("buy_am am.1_us" in b.choices()) is sold


@pytest.mark.parametrize(("marked", "sold"), [((), True), (("v_us_hq",), True), (("v_us_hq", "vii_us_hq"), False)])
def test_corps_ams_are_sold_while_one_corps_hq_is_free(marked: tuple[str, ...], sold: bool) -> None:
    """5.17: unless all of the nation are marked."""
    b = position("campaign", turn=6, dice=[5]).unit("3_br_hq", "E2535")
    for hq, at in (("v_us_hq", "E2920"), ("vii_us_hq", "W3425")):
        b.unit(hq, at, re=hq in marked)
    b.run(Logistics(f.ALLIED))
    assert ("buy_am am.us_corps" in b.choices()) is sold and "buy_am am.cw_corps" not in b.choices()


def test_points_are_not_saved() -> None:
    """5.12"""
    b = budget(6, ("1_us_hq", "E2920"), ("3_br_hq", "E2535"), dice=(9,)).play("buy_am am.1_us", "end_purchase")
    assert b.lines("reckon.rp")["line.rp_spent"] == -1
    b.dice(0).run(Logistics(f.ALLIED))
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) == 10 + 3


@pytest.mark.parametrize(("turn", "points", "offered"), [(4, 12, False), (5, 12, True), (6, 12, True)])
def test_a_corps_activation_from_13_june_on(turn: int, points: int, offered: bool) -> None:
    """7.51"""
    b = (
        position("campaign", turn=turn, dice=[9])
        .unit("vii_us_hq", "W3425")
        .unit("4_us_hq", "W3525")
        .unit("4_us_8", "W3525")
    )
    b.run(Logistics(f.ALLIED))
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) >= points
    assert any(line.startswith("buy_corps_activation") for line in b.choices()) is offered


def test_a_corps_activation_needs_twelve_points_and_the_initiative() -> None:
    """7.51"""
    poor = (
        position("campaign", turn=5, dice=[0])
        .unit("vii_us_hq", "W3425")
        .unit("4_us_hq", "W3525")
        .unit("4_us_8", "W3525")
    )
    poor.run(Logistics(f.ALLIED))
    assert any(line.startswith("buy_corps_activation") for line in poor.choices())
    poor.play("buy_am am.4_us")
    assert not any(line.startswith("buy_corps_activation") for line in poor.choices()), "12 - 1 points are left"
    other = (
        position("campaign", turn=5, dice=[9], initiative="german").unit("vii_us_hq", "W3425").unit("4_us_hq", "W3525")
    )
    other.unit("4_us_8", "W3525").run(Logistics(f.ALLIED))
    assert not any(line.startswith("buy_corps_activation") for line in other.choices())


def test_one_corps_activation_a_turn_and_its_divisions_keep_their_second_am() -> None:
    """7.51, 7.52, 7.53"""
    b = position("campaign", turn=13, dice=[]).unit("vii_us_hq", "W3425").units("W3525", "4_us_hq", "4_us_8")
    b.unit("v_us_hq", "E2920").units("E2820", "1_us_hq", "1_us_16").run(Logistics(f.ALLIED))
    b.play("buy_corps_activation vii_us_hq -")
    assert not any(line.startswith("buy_corps_activation") for line in b.choices())
    b.play("buy_am am.4_us")
    assert refusal(b, "buy_am am.4_us") == "J6 5.14", "one of the two lies with the Corps Activation"
    b.play("buy_am am.us_corps")
    assert refusal(b, "buy_am am.us_corps") == "J6 5.14"


# ---------------------------------------------------------------------- 6.16, 6.17 lost HQs
def test_a_lost_hq_comes_back_two_turns_later_with_its_small_side() -> None:
    """6.17: in the RE phase, after the units of the division, within four hexes of one of them."""
    b = (
        position("campaign", turn=4, seed="hq")
        .unit("3_br_hq", "E2535")
        .unit("3_br_8", "E2336")
        .unit("i_br_hq", "E2635")
    )
    b.unit("g352_hq", "E2425").unit("g352_915", "E2324").unit("1_us_hq", "E2920").unit("1_us_16", "E2920")
    losses.eliminate(b.act(), b.piece("3_br_hq"), "13.21")
    assert b.has("3_br_8", "re") == 1
    b.run(EndPhase())
    seen = []
    for _ in range(600):
        prompt = b.offer
        assert prompt is not None
        if "return_hq" in prompt.kinds:
            seen.append(b.state.turn)
            assert refusal(b, "return_hq 3_br_hq E2830").startswith("J6 6.17")
            b.play("return_hq 3_br_hq E2337")
            break
        lines = b.choices()
        declined = [line for line in lines if line.startswith(("end_", "pass_", "no_"))]
        b.play(declined[0] if declined else lines[0])
    assert seen == [6] and b.has("3_br_hq", "hq_reduced") == 1 and b.has("3_br_8", "re") == 0
    losses.eliminate(b.act(), b.piece("3_br_hq"), "13.21")
    b.run(EndPhase())
    assert b.state.turn == 7
    b.pass_until("return_hq", most=900)
    assert b.offer is None or "return_hq" not in b.offer.kinds


@pytest.mark.parametrize("unit", ["i_br_79", "i_br_1ss"])
def test_units_of_a_lost_corps_hq_act_when_a_division_attaches_them(unit: str) -> None:
    """6.16b: RE for good, unless they are attached."""
    b = position("campaign", turn=4, seed="x").unit("3_br_hq", "E2535").unit("3_br_8", "E2635").unit("i_br_hq", "E2640")
    b.unit(unit, "E2534")
    losses.eliminate(b.act(), b.piece("i_br_hq"), "13.21")
    assert b.has(unit, "re") == 1
    b.run(PlayAm(b.game.words["am.3_br"]))
    b.play(f"attach {unit}")
    assert b.has(unit, "active") == f.ME


# ---------------------------------------------------------------------- 7 activations
def test_an_ops_marker_activates_no_marked_hq() -> None:
    """7.12"""
    b = position("campaign", turn=4).units("E2425", "g352_hq", "g352_915").unit("g716_hq", "E1837", isolated=True)
    b.unit("21pz_hq", "E1739", re=True).unit("21pz_125", "E1739").unit("12ss_hq", "E1639", activations=3).unit(
        "12ss_25", "E1639"
    )
    b.unit("lehr_hq", "E1638", activations=2).unit("lehr_901", "E1638").unit("3_br_8", "E2640")
    b.pool("ops.german").draws("ops.german").run(DrawAm())
    offered = {line.partition(" ")[2] for line in b.choices() if line.startswith("activate_by_ops")}
    assert offered == {"g352_hq", "lehr_hq"}


@pytest.mark.parametrize(
    ("start", "path", "attacks"), [("E2136", "", True), ("E2136", "E2236", False), ("E2137", "E2136", False)]
)
def test_in_re_only_those_attack_that_began_in_an_enemy_zoc_and_have_not_moved(
    start: str, path: str, attacks: bool
) -> None:
    """7.4c, 12.22: tanks may go from ZOC to ZOC, but then do not attack."""
    b = land().unit("3_br_27", start).unit("21pz_125", TARGET).active("3_br_27", mode=f.RE_MODE).run(*course())
    if path:
        b.play(f"move 3_br_27 {path}")
    b.play("end_movement")
    assert (not b.quiet and refusal(b, f"attack {TARGET} 3_br_27 -") == "") is attacks


@pytest.mark.parametrize("path", ["E2236", "E2237"])
def test_in_me_those_that_moved_attack(path: str) -> None:
    """7.3, 12.21"""
    b = (
        land()
        .unit("3_br_27", "E2336")
        .unit("21pz_125", TARGET)
        .active("3_br_27")
        .run(*course())
        .play(f"move 3_br_27 {path}")
    )
    b.play("end_movement")
    assert (not b.quiet) is (path == "E2236")


@pytest.mark.parametrize(
    ("marks", "acts"),
    [
        ({}, True),
        ({"re": 1}, False),
        ({"isolated": 1}, False),
        ({"scattered": 1}, False),
        ({"pinned": 1}, True),
        ({"disorder": 2}, True),
    ],
)
def test_who_acts_with_his_formation_in_me(marks: dict[str, int], acts: bool) -> None:
    """3.63"""
    b = position("campaign", turn=4).unit("3_br_hq", "E2535").unit("3_br_8", "E2534", **marks).unit("3_br_9", "E2534")  # type: ignore[arg-type]
    b.unit("g352_hq", "E2425").run(PlayAm(b.game.words["am.3_br"]))
    assert b.pos.is_active(b.piece("3_br_8")) is acts and b.pos.is_active(b.piece("3_br_9"))


def test_units_that_came_before_their_hq_act_in_me_when_it_comes() -> None:
    """7.24 note, QA-AM-6: 9/2 and 38/2 carry RE since 7/8 June; the HQ lands on 9/10 June."""
    b = position("campaign", turn=3, seed="x").unit("2_us_9", "E2920", re=True).unit("2_us_38", "E2919", re=True)
    b.units("omaha_box", "2_us_hq", "2_us_23", "2_us_741").run(PlayAm(b.game.words["am.2_us"])).pass_until("move")
    assert [b.has(unit, "active") for unit in ("2_us_9", "2_us_38", "2_us_23")] == [f.ME] * 3
    assert b.has("2_us_9", "re") == 0


# ---------------------------------------------------------------------- 12 and 20: crossings
@pytest.mark.parametrize(
    ("unit", "moved", "engineers", "rule"),
    [
        ("3_br_8", False, "3_br_hq", ""),
        ("3_br_8", False, "-", "20."),
        ("3_br_8", True, "3_br_hq", "20.32"),
        ("3_br_27", False, "3_br_hq", "nobody"),
        ("i_br_1ss", False, "-", ""),
    ],
)
def test_a_forced_crossing(unit: str, moved: bool, engineers: str, rule: str) -> None:
    """12.32, 20.31, 20.32: foot, engineers, and beginning at the river; commandos need no engineers."""
    b = land().unit(unit, "E1938").unit("3_br_hq", "E1937").unit("16lw_32", "E1939").unit("i_br_hq", "E1936")
    b.active(unit, "3_br_hq").flag(unit, "moved", int(moved)).run(DeclareAttacks())
    if rule == "nobody":
        assert b.quiet
    else:
        got = refusal(b, f"attack E1939 {unit} {engineers}")
        assert got.startswith(f"J6 {rule}") if rule else got == ""


@pytest.mark.parametrize(
    ("units", "lines", "legal"),
    [
        (("3_br_8", "3_br_9"), "attack E1939 3_br_8,3_br_9 3_br_hq", True),
        (("3_br_8", "3_br_9", "3_br_185"), "attack E1939 3_br_8,3_br_9,3_br_185 3_br_hq", False),
        (("3_br_8", "3_br_9", "3_br_185"), "attack E1939 3_br_8,3_br_9,3_br_185 3_br_hq,i_br_hq", True),
    ],
)
def test_engineers_carry_two_units_an_hq_in_a_forced_crossing(units: tuple[str, ...], lines: str, legal: bool) -> None:
    """20.21, 20.22, 20.31"""
    b = land().units("E1938", *units[:2]).units("E2039", *units[2:]).unit("3_br_hq", "E1937").unit("16lw_32", "E1939")
    b.unit("i_br_hq", "E1936").active("3_br_hq", *units).run(DeclareAttacks())
    assert (refusal(b, lines) == "") is legal


def test_an_hq_that_has_used_its_bridge_action_carries_no_attack() -> None:
    """20.13"""
    b = land().unit("3_br_8", "E1938").unit("3_br_hq", "E1937", bridge_action=1).unit("16lw_32", "E1939")
    b.active("3_br_8", "3_br_hq").run(DeclareAttacks())
    assert b.quiet or refusal(b, "attack E1939 3_br_8 3_br_hq").startswith("J6 20.")


def test_a_forced_crossing_costs_three_and_the_victor_follows() -> None:
    """20.33, 20.34"""
    b = land().unit("3_br_8", "E1938").unit("16lw_32", "E1939").active("3_br_8")
    one = fight(b, "E1939", "3_br_8", forced=("3_br_8",), defence="retreat")
    assert drm.forced_crossing(b.pos, one).value == -3
    results(b, one, 8)
    b.play("retreat 16lw_32 E1940")
    assert b.at("3_br_8") == "E1939"


@pytest.mark.parametrize(
    ("north", "south", "die", "blown"),
    [
        ("21pz_125", "", None, True),
        ("21pz_125", "3_br_8", 4, True),
        ("21pz_125", "3_br_8", 5, False),
        ("3_br_8", "21pz_hq", 0, True),
        ("", "", None, None),
        ("3_br_8", "", None, None),
        ("3_br_8", "3_br_9", None, None),
    ],
)
def test_blowing_a_bridge(north: str, south: str, die: int | None, blown: bool | None) -> None:
    """20.44, QA-TERR-2: None is not allowed."""
    b = land(dice=[] if die is None else [die]).unit("12ss_hq", "E1639")
    for unit, at in ((north, "E1838"), (south, "E1738")):
        if unit:
            b.unit(unit, at)
    b.active("12ss_hq").run(Movement())
    line = "demolish 12ss_hq E1838 E1738"
    if blown is None:
        assert refusal(b, line) == "J6 20.44"
    else:
        b.play(line)
        assert b.pos.bridge(b.hex("E1838"), b.hex("E1738")) is not blown and not b.coming


@pytest.mark.parametrize(
    ("others", "legal"),
    [
        ({}, True),
        ({"21pz_125": "E1839"}, False),
        ({"21pz_125": "E1840"}, False),
        ({"21pz_125": "E1840", "3_br_9": "E1839"}, True),
        ({"21pz_hq": "E1840"}, True),
        ({"21pz_pzjg": "E1839"}, False),
    ],
)
def test_building_a_bridge_under_the_enemys_eyes(others: dict[str, str], legal: bool) -> None:
    """20.51b"""
    b = land().unit("3_br_hq", "E1937").unit("3_br_8", "E1838").active("3_br_hq", "3_br_8")
    for unit, at in others.items():
        b.unit(unit, at)
    assert (refusal(b.run(Movement()), "build_bridge 3_br_hq E1838 E1839") == "") is legal


def test_germans_build_no_bridge_and_a_blown_one_is_repaired() -> None:
    """20.12d, 20.52"""
    b = land().unit("12ss_hq", "E1639").unit("12ss_25", "E1738").active("12ss_hq", "12ss_25").run(Movement())
    assert refusal(b, "build_bridge 12ss_hq E1738 E1838") != ""
    b = land().unit("3_br_hq", "E1937").unit("3_br_8", "E1838").marker("blown", "E1838", "E1738").active("3_br_hq")
    b.run(Movement()).play("build_bridge 3_br_hq E1838 E1738")
    assert b.pos.bridge(b.hex("E1838"), b.hex("E1738")) and not b.state.markers


# ---------------------------------------------------------------------- 16 artillery
def guns(b: Built, target: str, *attackers: str, defence: bool = False) -> dict[str, int]:
    one = fight(b, target, *attackers)
    found = artillery.defence_guns(b.pos, one) if defence else artillery.attack_guns(b.pos, one)
    return {b.game.piece(gun.piece): gun.points for gun in found}


@pytest.mark.parametrize(
    ("hq", "at", "points"),
    [
        ("3_br_hq", "E2139", 4),
        ("3_br_hq", "E2140", None),
        ("i_br_hq", "E2139", 5),
        ("i_br_hq", "E2143", None),
    ],
)
def test_ranges(hq: str, at: str, points: int | None) -> None:
    """16.12: four hexes and eight, the target counted; 16.23b: the corps HQ within four of the division HQ."""
    b = land().unit("3_br_8", "E2136").unit("g716_736", TARGET).unit(hq, at).active("3_br_8")
    if hq == "i_br_hq":
        b.unit("3_br_hq", "E2138")
    b.active(*(unit for unit in ("3_br_8", "3_br_hq") if b.at(unit)))
    assert guns(b, TARGET, "3_br_8").get(hq) == points


@pytest.mark.parametrize(
    ("marks", "mode", "points"),
    [
        ({}, f.ME, 4),
        ({}, f.RE_MODE, 2),
        ({"re": 1}, f.RE_MODE, 2),
        ({"disorder": 1}, f.ME, None),
        ({"pinned": 1}, f.ME, None),
        ({"isolated": 1}, f.ME, None),
    ],
)
def test_marked_guns(marks: dict[str, int], mode: int, points: int | None) -> None:
    """16.13, 16.14: halved once only."""
    b = land().unit("3_br_8", "E2136").unit("g716_736", TARGET).unit("3_br_hq", "E2137", **marks)  # type: ignore[arg-type]
    b.active("3_br_8", "3_br_hq", mode=mode)
    assert guns(b, TARGET, "3_br_8").get("3_br_hq") == points


def test_corps_guns_are_halved_for_an_re_attack_too() -> None:
    """16.14b"""
    b = land().unit("3_br_8", "E2136").unit("g716_736", TARGET).unit("3_br_hq", "E2137").unit("i_br_hq", "E2138")
    b.active("3_br_8", "3_br_hq", mode=f.RE_MODE)
    assert guns(b, TARGET, "3_br_8") == {"3_br_hq": 2, "i_br_hq": 2}


@pytest.mark.parametrize(
    ("hq", "unit", "marks", "points"),
    [
        ("21pz_hq", "21pz_125", {}, 3),
        ("21pz_hq", "21pz_125", {"re": 1}, 1),
        ("g716_hq", "g716_736", {"re": 1}, None),
        ("21pz_hq", "g716_736", {}, None),
        ("i_ss_hq", "g716_736", {}, 2),
        ("i_ss_hq", "g716_736", {"fired": 1}, None),
        ("i_ss_hq", "det_1", {}, 2),
    ],
    ids=[
        "own",
        "own with RE: 3 / 2",
        "1 / 2 is nothing",
        "another division",
        "any German corps",
        "fired",
        "a detachment",
    ],
)
def test_guns_in_defence(hq: str, unit: str, marks: dict[str, int], points: int | None) -> None:
    """16.14, 16.21b, 16.22, 16.24"""
    b = land().unit("3_br_8", "E2136").unit(unit, TARGET).unit(hq, "E2034", **marks).active("3_br_8")  # type: ignore[arg-type]
    assert guns(b, TARGET, "3_br_8", defence=True).get(hq) == points


@pytest.mark.parametrize(
    ("unit", "hq", "serves"),
    [
        ("3_br_8", "i_br_hq", True),
        ("3_cdn_7", "i_br_hq", True),
        ("50_br_69", "i_br_hq", False),
        ("i_br_1ss", "i_br_hq", True),
        ("1_us_16", "v_us_hq", True),
        ("4_us_8", "v_us_hq", False),
        ("1_us_16", "v_us_5arty", True),
        ("4_us_8", "v_us_5arty", False),
    ],
)
def test_allied_corps_guns_defend_their_own_corps_only(unit: str, hq: str, serves: bool) -> None:
    """16.24, 16.25"""
    b = position("campaign", turn=4).unit("12ss_25", "E2136").unit(unit, TARGET).unit(hq, "E2235").active("12ss_25")
    assert (hq in guns(b, TARGET, "12ss_25", defence=True)) is serves


@pytest.mark.parametrize(("mode", "given", "counted"), [(f.ME, 4, 2), (f.ME, 3, 1), (f.RE_MODE, 2, 1)])
def test_allied_guns_are_halved_against_a_printed_strongpoint(mode: int, given: int, counted: int) -> None:
    """19.41, 16.14: on top of the half of an RE attack."""
    b = field().unit("g709_919", "W4711").unit("4_us_8", "W4611").unit("4_us_hq", "W4511")
    outcome = combat(
        b.active("4_us_8", "4_us_hq", mode=mode), "W4711", "4_us_8", attack_artillery=f"4_us_hq:{given}", dice=(5,)
    )
    assert outcome.lines("reckon.artillery_superiority")["line.attack_points"] == counted
    assert outcome.drm("strongpoint") == -1


def test_an_ally_in_a_strongpoint_has_nothing_of_it() -> None:
    """19.41, 19.43, QA-TERR-4"""
    b = field().unit("g709_919", "W4611").unit("4_us_8", "W4711").unit("4_us_hq", "W4811").active("g709_919")
    outcome = combat(b, "W4711", "g709_919", defence_artillery="4_us_hq:4", dice=(5,))
    assert outcome.lines("reckon.artillery_superiority")["line.defence_points"] == 4 and outcome.drm("strongpoint") == 0


# ---------------------------------------------------------------------- 17, 18
@pytest.mark.parametrize(("target", "in_range"), [("E1837", True), ("E1736", False)])
def test_the_range_of_the_ships(target: str, in_range: bool) -> None:
    """18.13: both ends are counted, the rulebook's own example."""
    b = land().unit("12ss_25", target).track("naval", 2).track("air", 0)
    from hexledger.engine.games.june_6.rules.bombardment import BombardmentPhase

    b.run(BombardmentPhase())
    assert (not b.quiet and f"bombard_hex {target} track.naval 1" in b.choices()) is in_range


# ---------------------------------------------------------------------- 19.3 detachments
def breaking(*units: tuple[str, dict[str, int]], mode: int = f.ME, dets: int = 0) -> Built:
    b = position("campaign", turn=4).unit("12ss_hq", "E1736")
    for unit, marks in units:
        b.unit(unit, TARGET, **marks)  # type: ignore[arg-type]
    for n in range(dets):
        b.unit(f"det_{n + 1}", ("E1137", "E1138", "E1139", "E1140", "E1141", "E1143")[n])
    b.active("12ss_hq", *(unit for unit, _ in units), mode=mode)
    return b.run(BreakDowns())


@pytest.mark.parametrize(
    ("unit", "marks", "may"),
    [
        ("12ss_25", {}, True),
        ("12ss_25", {"reduced": 1}, False),
        ("12ss_25", {"disorder": 1}, False),
        ("12ss_12pz", {}, False),
        ("12ss_12recon", {}, False),
    ],
)
def test_who_gives_detachments(unit: str, marks: dict[str, int], may: bool) -> None:
    """19.32"""
    b = breaking((unit, marks))
    assert any(line.startswith(f"break_down {unit}") for line in ([] if b.quiet else b.choices())) is may


@pytest.mark.parametrize(("dets", "may"), [(5, True), (6, False)])
def test_six_detachments_are_all_there_are(dets: int, may: bool) -> None:
    """19.35"""
    b = breaking(("12ss_25", {}), dets=dets)
    assert any(line.startswith("break_down 12ss_25") for line in ([] if b.quiet else b.choices())) is may


# ---------------------------------------------------------------------- 21 recovery
@pytest.mark.parametrize(
    ("unit", "marks", "turn", "what", "may"),
    [
        ("3_br_8", {"disorder": 1}, 1, "no", True),
        ("3_br_8", {"disorder": 1, "pinned": 1}, 4, "no", True),
        ("3_br_8", {"disorder": 1, "moved": 1}, 4, "no", False),
        ("3_br_8", {"disorder": 1, "attacked": 1}, 4, "no", False),
        ("3_br_8", {"disorder": 1, "isolated": 1}, 4, "no", False),
        ("3_br_8", {"reduced": 1}, 3, "yes", False),
        ("3_br_8", {"reduced": 1}, 4, "yes", True),
        ("3_br_27", {"reduced": 1}, 4, "yes", True),
        ("6_abn_3para", {"reduced": 1}, 4, "yes", False),
        ("6_abn_6al", {"reduced": 1}, 4, "yes", False),
        ("i_br_1ss", {"reduced": 1}, 4, "yes", False),
        ("6_abn_3para", {"disorder": 1}, 4, "no", True),
    ],
)
def test_allied_recovery(unit: str, marks: dict[str, int], turn: int, what: str, may: bool) -> None:
    """21.21-21.25, 21.31, 21.32, QA-BOMB-3"""
    b = position("campaign", turn=turn).unit(unit, "E2539", **marks)  # type: ignore[arg-type]
    for hq in ("3_br_hq", "6_abn_hq", "i_br_hq"):
        b.unit(hq, "E2640")
    b.active(unit).run(Movement())
    assert (refusal(b, f"recover {unit} {what}") == "") is may


@pytest.mark.parametrize(
    ("unit", "marks", "what", "may"),
    [
        ("12ss_25", {"reduced": 1}, "yes", True),
        ("12ss_12pz", {"reduced": 1}, "yes", False),
        ("g91_6fj", {"reduced": 1}, "yes", False),
        ("3fj_5", {"reduced": 1}, "yes", False),
        ("12ss_12pz", {"disorder": 2}, "no", True),
        ("det_1", {"disorder": 1}, "no", False),
        ("sp_1", {"disorder": 1}, "no", False),
    ],
)
def test_german_recovery(unit: str, marks: dict[str, int], what: str, may: bool) -> None:
    """21.24, 21.32a, 21.32d"""
    b = position("campaign", turn=4).unit(unit, "E1739", **marks)  # type: ignore[arg-type]
    for hq, at in (("12ss_hq", "E1639"), ("g91_hq", "E1639"), ("3fj_hq", "E1639")):
        b.unit(hq, at)
    b.active(unit).run(Movement())
    assert (refusal(b, f"recover {unit} {what}") == "") is may


def test_an_isolated_hq_keeps_its_units_from_recovery_and_drives() -> None:
    """21.23, 21.32e, 8.24a"""
    b = position("campaign", turn=4).unit("12ss_hq", "E1639", isolated=True).unit("12ss_25", "E1739", disorder=1)
    b.unit("12ss_26", "E1740", reduced=True).active("12ss_25", "12ss_26").run(Movement())
    assert refusal(b, "recover 12ss_25 no") == "J6 21.23" and refusal(b, "recover 12ss_26 yes") != ""
    assert refusal(b, "strategic_move 12ss_26 E1739") == "J6 8.24a"


def test_one_recovery_from_reduced_a_turn_for_each_nationality() -> None:
    """21.33: Canadians and British share one."""
    b = position("campaign", turn=4).units("E2539", "3_br_8", reduced=True).units("E2640", "3_cdn_7", reduced=True)
    b.units("W3428", "4_us_8", reduced=True).unit("3_br_hq", "E2640").unit("3_cdn_hq", "E2540").unit("4_us_hq", "W3528")
    b.active("3_br_8", "3_cdn_7", "4_us_8").run(Movement()).play("recover 3_br_8 yes")
    assert refusal(b, "recover 3_cdn_7 yes") == "J6 21.33" and refusal(b, "recover 4_us_8 yes") == ""


# ---------------------------------------------------------------------- 22 isolation
@pytest.mark.parametrize(
    ("unit", "die", "gone"),
    [
        ("g716_441", 4, True),
        ("g716_441", 3, False),
        ("g709_919", 6, True),
        ("g709_919", 5, False),
        ("det_1", 8, True),
        ("det_1", 7, False),
        ("g352_915", 9, True),
        ("g352_915", 8, False),
        ("21pz_125", 9, False),
    ],
)
def test_who_surrenders(unit: str, die: int, gone: bool) -> None:
    """22.31, 22.32: twice the cohesion, a 9 for the fives; better units never."""
    b = land().unit(unit, TARGET, isolated=True)
    cohesion = b.pos.cohesion(b.piece(unit))
    assert (cohesion <= 5 and surrenders(b.pos, b.piece(unit), die)) is gone


@pytest.mark.parametrize(
    ("ring", "friends", "shut_in"),
    [
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {}, True),
        ({"3_br_8": "E2136", "3_br_9": "E2134"}, {"12ss_26": "E2036"}, False),
        ({"3_br_8": "E2136"}, {}, False),
        ({"3_br_8": "E2136", "3_br_hq": "E2134", "i_br_hq": "E2035", "3_cdn_hq": "E2235"}, {}, True),
        (
            {
                "3_br_8": "E2137",
                "3_br_9": "E2133",
                "3_cdn_7": "E1936",
                "3_cdn_8": "E2336",
                "3_br_185": "E2334",
                "3_cdn_9": "E1934",
            },
            {},
            True,
        ),
    ],
    ids=["ZOCs close the ring", "a friend in a covered hex opens it", "half", "HQs fill holes", "from two hexes away"],
)
def test_when_a_unit_is_surrounded(ring: dict[str, str], friends: dict[str, str], shut_in: bool) -> None:
    """22.31"""
    b = land().unit("g709_919", TARGET, isolated=True)
    for unit, at in (ring | friends).items():
        b.unit(unit, at)
    assert is_surrounded(b.pos, b.piece("g709_919")) is shut_in


# ---------------------------------------------------------------------- the playbook: set-ups and schedule
SET_UPS = {
    "drive_on_cherbourg": """
    det W3606 1, det W3805 1, det W4222 1, cher_hq W5111 re, cher_fj W4711, cher_17mg W4709, cher_144 W5115,
    cher_561 W4915, cher_604 W5109, cher_649 W4808, cher_navy W5211, cher_lw W5014, cher_todt W4911,
    cher_101stw W5012, g77_1050 W3808 R1, g91_hq W4418 re, g91_1057 W4118 1, g91_1058 W4117 R, g91_kg W4009 R,
    g243_hq W4314 re, g243_fus W4314 1, g243_920 W3915 1, g243_921 W4104 R, g243_922 W4016 R1, g709_hq W4320 re,
    g709_729 W4624 R, g709_739 W4224 R1, g709_919 W4021 1, vii_us_hq W3716, vii_us_4cav W3709, vii_us_634 W3716,
    vii_us_746 W3921, 4_us_hq W3822, 4_us_8 W3920, 4_us_12 W3921, 4_us_22 W4024, 4_us_70 W4024, 9_us_hq W3510,
    9_us_39 W3610, 9_us_47 W3310, 9_us_60 W3309, 9_us_899 W3610, 79_us_hq W3616, 79_us_313 W3716, 79_us_314 W3817,
    79_us_315 W3817""",
    "st_lo": """
    det E2017 2, det E2020 2, det E2210, g352_hq E2012, g352_fus E2114, g352_914 E2211 R, g352_915 E2213 R,
    lxxxiv_hq E1608, ii_fj_hq E1314, ii_fj_9nw E1314, ii_fj_12 E1415, 2pz_38 E1319, 17ss_17 E1612, 3fj_hq E1409,
    3fj_5 E1313, 3fj_8 E1313, 3fj_9 E1309, 3fj_kg E1309, 1_us_hq E2520, 1_us_18 E2320, 1_us_26 E2222, 1_us_635 E2320,
    1_us_745 E2222, 2_us_hq E2516, 2_us_9 E2418, 2_us_23 E2416, 29_us_hq E2511, 29_us_115 E2513, 29_us_175 E2411,
    29_us_743 E2411, v_us_hq E2517, v_us_5arty E2517, v_us_102 E2218""",
    "epsom": """
    det E1631, det E1633, lehr_stug E1629, lehr_recon E1629, iii_flak_a E1631, iii_flak_b E1633, 12ss_kg E1731 R1,
    xlvii_hq E1331, xlvii_7nw E1328, lxxxi_8nw E1434, viii_br_hq E2031, xxx_br_hq E2028, 31tk E1931, 49_br_146 E1828,
    49_br_30 E1829, 49_br_70 E1829, 49_br_147 E1929, 49_br_hq E2029, 15_br_44 E1930, 15_br_46 E1932, 15_br_227 E2031,
    15_br_hq E2031""",
    "push_to_caen": """
    det E2137, det E2138, iii_flak_c E2035, iii_flak_d E2135, i_ss_hq E1737, i_ss_101 E1638, i_ss_nw E1837,
    i_ss_pzjg E1838, 21pz_hq E1839 R, 21pz_200 E1839 R, 21pz_pzjg E2138, 21pz_125 E2138 R, 12ss_hq E1736,
    12ss_12recon E1834 R, 12ss_pzjg E1834, 12ss_25 E2035 R, 12ss_26 E2135 R, 12ss_12pz E2137 R, i_br_hq E2436,
    xii_br_hq E2439, i_br_inns E2240, i_br_79 E2334, viii_br_79 E2336, xxx_br_79 E2338, 3_cdn_2 E2033, 3_cdn_9 E2033,
    3_cdn_7 E2234, 3_cdn_8 E2234, 3_cdn_hq E2435, 3_br_8 E2336, 3_br_27 E2337, 3_br_185 E2337, 3_br_9 E2338,
    3_br_hq E2438""",
    "first_week": """
    cher_hq W4911 re, cher_fj W4910, cher_17mg W5011, cher_144 W5115, cher_561 W5113, cher_604 W5109, cher_649 W4907,
    cher_navy W5211, cher_lw W5014, cher_todt W4911, cher_101stw W5012, lxxxiv_hq E1508, lxxxiv_752 E1608,
    lxxxiv_30 W1116, lxxxiv_281 W1610, lxxxiv_695 W2212, g91_hq W3318, g91_6fj W2626, g91_kg W2626, g91_100pz W2718,
    g91_1_6fj W3127, g91_1057 W3419, g91_1058 W4118, g91_7sturm W4118, g243_hq W4303, g243_922 W4303, g243_921 W3313,
    g243_fus W4304, g243_920 W5303, g243_797 W5303, g709_hq W4218, g709_795 W3426, g709_919 W4021, g709_739 W4224,
    g709_206pz W4717, g709_729 W5120, g352_hq E2425, g352_621 E2520, g352_915 E2524, g352_fus E2617, g352_439 E2915,
    g352_916 E2918, g352_914 E3111, g716_hq E1837, g716_642 E2138, g716_441 E2729, g716_736 E2733, g716_726 E2922,
    21pz_hq E1737, 21pz_200 E1738, 21pz_pzjg E1838, 21pz_22 E1538, 21pz_125 E1840, 21pz_192 E2136, iii_flak_hq E1740,
    iii_flak_f E1739, iii_flak_a E1836, iii_flak_e E1839, iii_flak_b E1936, iii_flak_c E1937, iii_flak_d E1938,
    4_us_hq utah_box, 4_us_8 utah_box, 4_us_12 utah_box, 4_us_22 utah_box, 4_us_70 utah_box, vii_us_746 utah_box,
    82_us_505 utah_box, 82_us_507 utah_box, 82_us_508 utah_box, 82_us_325 utah_box, 82_us_hq utah_box,
    101_us_501 utah_box, 101_us_502 utah_box, 101_us_506 utah_box, 101_us_327 utah_box, 101_us_hq utah_box,
    90_us_359 utah_box, 1_us_hq omaha_box, 1_us_16 omaha_box, 1_us_18 omaha_box, 1_us_26 omaha_box,
    1_us_745 omaha_box, 1_us_635 omaha_box, 29_us_hq omaha_box, 29_us_115 omaha_box, 29_us_116 omaha_box,
    v_us_2rngr omaha_box, v_us_5rngr omaha_box, v_us_5arty omaha_box, 50_br_hq gold_box, 50_br_69 gold_box,
    50_br_151 gold_box, 50_br_231 gold_box, 50_br_8 gold_box, xxx_br_56 gold_box, xxx_br_79 gold_box,
    3_cdn_hq juno_box, 3_cdn_7 juno_box, 3_cdn_8 juno_box, 3_cdn_9 juno_box, 3_cdn_2 juno_box, 3_br_hq sword_box,
    3_br_8 sword_box, 3_br_9 sword_box, 3_br_185 sword_box, 3_br_27 sword_box, i_br_1ss sword_box,
    i_br_4ss sword_box, i_br_79 sword_box, 6_abn_3para sword_box, 6_abn_5para sword_box, 6_abn_6al sword_box,
    6_abn_hq sword_box, sp E2729, sp E2441, sp E2340, sp E3117, sp E2919, sp E2818, sp E2444, sp W3725""",
}
"""As the playbook lists them (1.1, 1.2, 4.2, 4.3, 5.3, 5.4, 6.3, 6.4): R reduced, 1 and 2 Disorder; 8/3Cdn, which its
list has lost, stands with 7/3Cdn (R-33)."""


POOL = re.compile(r"(?<=\bdet)_\d|(?<=\bsp)_\d")
"""The number of a Detachment or strongpoint unit."""


def stands(b: Built, unit: str) -> str:
    """Hex and state of a unit; `re` where an HQ carries RE."""
    marked = "re" if unit.endswith("_hq") and b.has(unit, "re") else ""
    return f"{b.at(unit)} {'R' if b.is_reduced(unit) else ''}{b.has(unit, 'disorder') or ''}{marked}".strip()


@pytest.mark.parametrize("scenario", SET_UPS)
def test_every_unit_stands_where_the_playbook_says(scenario: str) -> None:
    b = to_the_drop(seed="x") if scenario == "first_week" else position(scenario, with_setup=True, seed="x")
    found = sorted(f"{POOL.sub('', unit)} {stands(b, unit)}" for unit in map(b.game.piece, b.state.at))
    assert found == sorted(" ".join(entry.split()) for entry in SET_UPS[scenario].split(","))


SCHEDULE = """
2 utah vii_us_hq 2, 2 utah 90_us_hq 3 am1, 2 omaha v_us_hq 2, 2 omaha 29_us_175 2, 2 omaha 2_us_9 2 re, 2 gold
xxx_br_hq 1, 2 juno i_br_hq 1, 2 sword 51_br_4 1 re, 3 utah viii_us_hq 2, 3 omaha 2_us_hq 3 am2, 3 gold
xxx_br_11hus 1, 3 gold 7_br_hq 4 re, 3 juno 51_br_hq 4 re, 3 sword i_br_inns 1, 4 utah 9_us_hq 5 am1, 4 utah
viii_us_106 1 re, 4 omaha 2a_us_hq 4 am1, 4 omaha v_us_749 1 re, 5 utah 79_us_hq 4 am1, 5 omaha xix_us_hq 1, 5
gold/juno/sword 49_br_hq 5 am2, 6 omaha 30_us_hq 5 am2, 6 gold/juno/sword viii_br_hq 3, 6 gold/juno/sword
11_br_hq 4 am2, 7 gold/juno/sword 15_br_hq 4 am2, 8 utah/omaha 83_us_hq 4 am2, 8 gold/juno/sword 31tk 1, 10
utah/omaha 3a_us_hq 4 am2, 10 utah/omaha 90_us_712 2 re, 10 gold/juno/sword 43_br_hq 4 am1, 11 utah/omaha
xix_us_813 1, 11 gold/juno/sword xii_br_hq 2, 11 gold/juno/sword 53_br_hq 4 am2, 11 gold/juno/sword 59_br_hq 4
am2, 12 gold/juno/sword 32gds 1, 1 b/c 12ss_hq 7 am2 table, 1 a g711_hq 4 am2 table, 2 a g346_hq 4 am2 rel5, 2
b/c i_ss_hq 4 rel5, 2 c/d lehr_hq 7 am2 rel6, 3 e/f ii_fj_hq 3 rel5, 3 e/f 3fj_hq 5 am2 rel6, 3 e/f g77_hq 4 am2
rel5, 3 e/f 17ss_17 1 re rel7, 3 e/f 2pz_38 1 re rel7, 4 a lxxxi_hq 2, 4 a/b/c 2pz_hq 5 am1 rel4, 4 b/c xlvii_hq
4, 4 e/f 17ss_hq 5 am2 rel5, 4 e/f g275_hq 2 am2 rel5, 5 e/f g353_hq 6 am2 rel5, 6 e/f g275_fus 3 am1 rel5, 9
b/c 1ss_hq 7 am2 rel6, 10 e/f 2ss_hq 6 am2 rel6"""
"""Turn, boxes or areas, first unit, number of units, free AMs (7.23), release number (PB 2.71, PB 2.72)."""


def test_everybody_comes_when_and_where_the_playbook_says() -> None:
    b = position("campaign")
    found = []
    for one in b.pos.scenario.arrivals:
        if one.turn:
            ways = "/".join(gate.name.replace("_box", "").replace("entry_", "") for gate in one.gates)
            line = f"{one.turn} {ways} {b.game.piece(one.pieces[0])} {len(one.pieces)}"
            line += (f" am{one.ams}" if one.ams else "") + (" re" if one.in_re else "")
            found.append(line + {-1: "", -2: " table"}.get(one.release, f" rel{one.release}"))
    assert sorted(found) == sorted(" ".join(entry.split()) for entry in SCHEDULE.split(","))


# ---------------------------------------------------------------------- the playbook: 6 June
@pytest.mark.parametrize(
    ("box", "unit", "place", "die", "after"),
    [
        ("omaha", "1_us_16", "E3020", 3, "-"),
        ("omaha", "1_us_16", "E3020", 4, "pinned"),
        ("omaha", "1_us_16", "E3020", 6, "pinned"),
        ("omaha", "1_us_16", "E3020", 7, "reduced"),
        ("omaha", "v_us_2rngr", "E3118", 5, "-"),
        ("omaha", "v_us_2rngr", "E3118", 6, "pinned"),
        ("omaha", "v_us_2rngr", "E3118", 7, "gone"),
        ("omaha", "v_us_2rngr", "E3117", 8, "-"),
        ("omaha", "v_us_2rngr", "E3117", 9, "pinned"),
        ("omaha", "v_us_5arty", "E3020", 9, "pinned"),
        ("sword", "i_br_1ss", "E2640", 7, "-"),
        ("sword", "i_br_1ss", "E2640", 9, "reduced"),
        ("gold", "50_br_8", "E2830", 9, "reduced"),
        ("utah", "4_us_70", "W3428", 9, "pinned"),
    ],
)
def test_beach_resistance(box: str, unit: str, place: str, die: int, after: str) -> None:
    """PB 1.81-1.85: a ten reduces combat units and only pins support units."""
    b = boxes(die, **{box: unit}).play(f"land {unit} {place}")
    state = "gone" if b.gone(unit) else "reduced" if b.is_reduced(unit) else "pinned" if b.has(unit, "pinned") else "-"
    assert state == after and (after != "reduced" or b.has(unit, "pinned"))


@pytest.mark.parametrize(
    ("unit", "place", "legal"),
    [
        ("82_us_505", "W3523", True),
        ("82_us_505", "W3428", False),
        ("82_us_505", "W3424", False),
        ("82_us_505", "W3421", False),
        ("101_us_501", "W3426", False),
        ("101_us_501", "W3525", True),
        ("6_abn_3para", "E2243", True),
        ("6_abn_3para", "E1940", False),
        ("6_abn_3para", "W3523", False),
        ("101_us_501", "E2243", False),
    ],
    ids=[
        "clear or bocage",
        "beach",
        "town",
        "marsh",
        "German unit",
        "bocage",
        "British",
        "village",
        "too far",
        "US too far",
    ],
)
def test_where_parachutists_come_down(unit: str, place: str, legal: bool) -> None:
    """PB 1.51"""
    assert (refusal(to_the_drop(), f"drop_unit {unit} {place}") == "") is legal


# ---------------------------------------------------------------------- the playbook: verdicts
def verdict(scenario: str, turn: int, *units: tuple[str, str]) -> str:
    b = position(scenario, turn=turn)
    for unit, at in units:
        b.unit(unit, at)
    victory.judge(b.act())
    return f"{b.state.winner} {b.game.words.key(b.state.level).partition('.')[2]}"


@pytest.mark.parametrize(
    ("at", "result"),
    [("E1508", "1 major"), ("E1609", "1 major"), ("E1510", "1 minor"), ("E1511", "2 minor"), ("E1512", "2 major")],
    ids=["in Saint-Lo", "next to it", "one hex between", "two", "three"],
)
def test_saint_lo(at: str, result: str) -> None:
    """PB 5.101, PB 5.102"""
    assert verdict("st_lo", 6, ("1_us_16", at), ("g352_915", "E1003")) == result


@pytest.mark.parametrize(("hexes", "result"), [(4, "1 win"), (3, "1 win"), (2, "0 draw"), (1, "2 win"), (0, "2 win")])
def test_epsom(hexes: int, result: str) -> None:
    """PB 6.111"""
    units = ("15_br_44", "15_br_46", "15_br_227", "43_br_129")[:hexes]
    south = ("E1327", "E1328", "E1329", "E1430")
    assert verdict("epsom", 3, *zip(units, south, strict=False), ("9ss_19", "E1030")) == result


# ---------------------------------------------------------------------- the playbook: special rules of the scenarios
def test_who_was_never_released_at_saint_lo_stands_in_the_entry_hexes_at_the_end_of_the_turn() -> None:
    """PB 5.3.3 note: the German says in which; where Allies stand in one it is the other."""
    for ally, hexes in (("E2320", {"E1011", "E1012"}), ("E1011", {"E1012"})):
        b = (
            waits(position("st_lo", turn=1, seed="q"), "g275_hq", area="E")
            .unit("1_us_hq", "E2520")
            .unit("1_us_18", ally)
        )
        b.unit("g352_hq", "E2012").unit("g352_915", "E2213").run(EndPhase())
        while b.offer is not None and "put_in" in b.offer.kinds:
            assert {line.rpartition(" ")[2] for line in b.choices()} <= hexes
            b.play(b.choices()[-1])
        assert {b.at(unit) for unit in ("g275_hq", "g275_fus", "g275_kg")} <= hexes


def test_the_first_turn_cuts_off_all_germans_but_those_of_cherbourg() -> None:
    """PB 4.2.6 note 3, 22.21"""
    b = position("drive_on_cherbourg", with_setup=True, seed="y")
    first = b.state.turn
    while b.state.turn == first:
        lines = b.choices()
        declined = [line for line in lines if line.startswith(("end_", "pass_", "no_"))]
        b.play(declined[0] if declined else lines[0])
    after = {
        unit: f"{b.has(unit, 'isolated')} {b.has(unit, 'disorder')}"
        for unit in ("g91_hq", "g91_1058", "g243_920", "det_1", "cher_fj")
    }
    assert after == {"g91_hq": "1 1", "g91_1058": "1 1", "g243_920": "1 2", "det_1": "1 2", "cher_fj": "0 0"}


def test_32_lw_crosses_the_orne_in_no_way() -> None:
    """PB 6.32d, PB 6.102c: by no move, attack or retreat, bridge or not."""
    b = (
        position("push_to_caen")
        .unit("16lw_32", "E1738")
        .unit("3_br_8", "E1838")
        .unit("i_ss_hq", "E1739")
        .active("16lw_32")
    )
    assert b.run(DeclareAttacks()).quiet
    b = position("push_to_caen").unit("16lw_32", "E1738").unit("3_br_8", "E1639").unit("3_br_9", "E1839")
    b.unit("3_cdn_7", "E1638").active("3_br_8", "3_br_9")
    results(b, fight(b, "E1738", "3_br_8", defence="retreat"), 5)
    assert b.at("16lw_32") == "E1738" and b.is_reduced("16lw_32"), "not even into the city beyond the bridge (13.37)"


@pytest.mark.parametrize(("range_", "legal"), [(5, True), (6, False)])
def test_a_german_corps_activation_takes_five_divisions_at_most(range_: int, legal: bool) -> None:
    """7.54"""
    hqs = ("12ss_hq", "21pz_hq", "lehr_hq", "g346_hq", "g716_hq", "1ss_hq")
    b = position("campaign", turn=10, dice=[9], initiative="german").unit("i_ss_hq", "E1639").unit("3_br_8", "E2640")
    for hq, unit, at in zip(
        hqs,
        ("12ss_25", "21pz_125", "lehr_901", "g346_857", "g716_736", "1ss_1"),
        ("E1739", "E1740", "E1741", "E1742", "E1841", "E1842"),
        strict=True,
    ):
        b.units(at, hq, unit)
    b.run(Logistics(f.GERMAN))
    assert (refusal(b, f"buy_corps_activation i_ss_hq {','.join(hqs[:range_])}") == "") is legal


def test_an_hq_without_units_waits_for_those_that_are_to_come() -> None:
    """6.15: what has not arrived has not been eliminated: the rest of 275 comes on 15/16 June."""
    for turn, stays in ((5, True), (7, False)):
        b = position("campaign", turn=turn, seed="x").unit("g275_hq", "E1011").units("E2920", "1_us_hq", "1_us_16")
        b.units("E2425", "g352_hq", "g352_915").run(EndPhase())
        assert (b.at("g275_hq") == "E1011") is stays


@pytest.mark.parametrize(
    ("scenario", "turn", "unit", "hq", "at", "rules"),
    [
        ("drive_on_cherbourg", 1, "4_us_8", "4_us_hq", "W3428", ("", "")),
        ("drive_on_cherbourg", 1, "cher_fj", "cher_hq", "W4911", ("J6 PB 4.9", "J6 PB 4.9")),
        ("st_lo", 2, "1_us_18", "1_us_hq", "E2520", ("J6 PB 5.82", "")),
        ("st_lo", 3, "1_us_18", "1_us_hq", "E2520", ("", "")),
        ("st_lo", 4, "g352_914", "g352_hq", "E1012", ("J6 PB 5.81", "")),
        ("epsom", 1, "15_br_44", "15_br_hq", "E2031", ("", "")),
        ("epsom", 2, "9ss_19", "9ss_hq", "E1031", ("J6 PB 6.81a", "")),
        ("push_to_caen", 1, "3_br_8", "3_br_hq", "E2336", ("", "")),
        ("push_to_caen", 1, "21pz_125", "21pz_hq", "E1639", ("J6 PB 6.81b", "")),
    ],
)
def test_recoveries_that_a_scenario_gives(
    scenario: str, turn: int, unit: str, hq: str, at: str, rules: tuple[str, str]
) -> None:
    """PB 4.7.4, PB 4.9, PB 5.81e, PB 5.82d, PB 6.81, PB 6.82: from Reduced and from Disorder."""
    found = []
    for marks, what in (({"reduced": 1}, "yes"), ({"disorder": 1}, "no")):
        b = position(scenario, turn=turn).unit(unit, at, **marks).unit(hq, at).active(unit).run(Movement())  # type: ignore[arg-type]
        found.append(refusal(b, f"recover {unit} {what}"))
    assert tuple(found) == rules


def test_a_division_attaches_in_the_re_phase_too_and_its_guest_acts_in_re() -> None:
    """6.13a: whenever its HQ is activated."""
    b = position("campaign", turn=4, seed="x").units("E2535", "3_br_hq", "3_br_8").unit("i_br_hq", "E2640")
    b.unit("i_br_79", "E2534").units("E2425", "g352_hq", "g352_915").run(BeginRe())
    b.play("re_first yes", "activate_re 3_br_hq", "attach i_br_79")
    assert b.has("i_br_79", "active") == f.RE_MODE


def test_who_was_held_back_may_come_anywhere_but_not_of_itself() -> None:
    """10.36"""
    b = position("campaign", turn=2, seed="h").units("E2425", "g352_hq", "g352_915").units("E2640", "3_br_hq", "3_br_8")
    waits(b, "lehr_hq").run(BeginBombardment())
    b.play("hold_back lehr_hq").run(EndPhase())
    for _ in range(200):
        lines = b.choices()
        if "choose_entry lehr_hq E1031" in lines:
            break
        declined = [line for line in lines if line.startswith(("end_", "pass_", "no_"))]
        b.play(declined[0] if declined else lines[0])
    ways = {line.rpartition(" ")[2] for line in lines if line.startswith("choose_entry lehr_hq")}
    assert b.state.turn == 3 and ways == {"E2147", "E1647", "E1042", "E1031", "E1011", "W1016"}
    assert not b.pooled("automatic", "lehr_hq")


@pytest.mark.parametrize(("at", "points"), [("E2143", 5), ("E2144", None)])
def test_the_guns_of_a_corps_reach_eight_hexes(at: str, points: int | None) -> None:
    """16.12a, 16.23b: the HQ of the division, out of its own range, is three and four hexes away."""
    b = land().unit("3_br_8", "E2136").unit("g716_736", TARGET).unit("i_br_hq", at).unit("3_br_hq", "E2140")
    assert guns(b.active("3_br_8", "3_br_hq"), TARGET, "3_br_8").get("i_br_hq") == points


@pytest.mark.parametrize(("unit", "hq", "may"), [("g243_920", "g243_hq", True), ("g709_919", "g709_hq", False)])
def test_detachments_come_from_units_of_cohesion_four(unit: str, hq: str, may: bool) -> None:
    """19.32"""
    b = position("campaign", turn=4).unit(hq, "E1736").unit(unit, TARGET).active(hq, unit).run(BreakDowns())
    assert any(line.startswith(f"break_down {unit}") for line in ([] if b.quiet else b.choices())) is may


@pytest.mark.parametrize(("hq", "legal"), [("E1934", True), ("E1933", False)])
def test_engineers_work_four_hexes_from_their_hq(hq: str, legal: bool) -> None:
    """20.21, 20.31"""
    b = land().unit("3_br_8", "E1938").unit("3_br_hq", hq).unit("16lw_32", "E1939").active("3_br_8", "3_br_hq")
    assert (not b.run(DeclareAttacks()).quiet) is legal
