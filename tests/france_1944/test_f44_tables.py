"""France 1944: every table that the rulebook prints or spells out, cell by cell.

The numbers of this file are those of the booklet; what the booklet leaves to the player aids (turn track, terrain,
the hits of the matrix) is the edition's, and is not repeated here.
"""

from __future__ import annotations

from itertools import product

import pytest

from hexledger.engine.games.france_1944.questions import advances, banks, command, increments, retreats, stacking, ways
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.rules import airborne, bridges, commitment, turn
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.rules.reaction import Reacting
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.battle_charts import halved
from tests.france_1944.builder import game, position
from tests.france_1944.fights import FAIL, ONE, PASS, attack, battle, field, result, settle, throw

ALLIED_ARMOUR = ("us_2ad", "us_3ad", "us_4ad", "us_5ad", "us_6ad")
ALLIED_INFANTRY = ("us_v", "us_vii", "us_xix")
MONTHS = (
    *("July 1944", "August 1944", "September 1944", "October 1944", "November 1944", "December 1944"),
    *("January 1945", "February 1945", "March 1945", "April 1945", "May 1945"),
)


# ---------------------------------------------------------------------- 1.1, 1.7 calendar and counters
@pytest.mark.parametrize(
    ("number", "month"),
    list(enumerate(MONTHS, start=1)),
)
def test_a_turn_is_a_month(number: int, month: str) -> None:
    """1.1."""
    assert game().turn(number) == month


def test_the_counters_are_as_many_as_the_booklet_says() -> None:
    """1.7, 3.2, 4.2, 4.6, 4.8."""
    roster, side = game().roster, game().side_of
    assert [sum(side[p] == s for p in roster.hqs) for s in (w.ALLIED, w.GERMAN)] == [7, 8]
    assert [sum(side[p] == s for p in roster.combat) for s in (w.ALLIED, w.GERMAN)] == [54, 46]
    assert len(roster.fuehrer) == 9 and all(roster.full[p] == 1 for p in roster.fuehrer)
    assert all(roster.full[p] == 3 for p in roster.combat - roster.fuehrer)
    assert all(3 <= roster.range[hq] <= 6 and roster.mpa[hq] == (6, 6) for hq in roster.hqs)
    assert {value for p in roster.combat for value in roster.mpa[p]} == {2, 3, 4, 6}
    assert all(roster.morale[p] == (1, 1) for p in roster.untested)
    assert not any(game().side_of[p] == w.ALLIED and roster.nation[p] == "po" for p in roster.hqs), "4.4"


# ---------------------------------------------------------------------- 2.0 points and chits
@pytest.mark.parametrize("points", range(7))
@pytest.mark.parametrize(("side", "most"), [(w.ALLIED, 5), (w.GERMAN, 3)])
def test_who_commits_how_much(side: int, most: int, points: int) -> None:
    """2.0-8."""
    b = position(turn=2).points("allied", sp=9).points("german", sp=9).run(commitment.Commit(side))
    if points > most:
        assert b.refuses(f"commit_supply {points}").rule == "F44 2.0-8"
    else:
        b.play(f"commit_supply {points}")
        assert (b.pos.track("sp", side), b.pos.track("committed", side)) == (9 - points, points)


@pytest.mark.parametrize(("points", "space", "turned"), [(0, 0, False), (9, 9, False), (10, 0, True), (13, 3, True)])
def test_the_supply_marker_turns_over_beyond_nine(points: int, space: int, turned: bool) -> None:
    """2.0-4."""
    assert game().chart.sp_marker(points) == (space, turned)


@pytest.mark.parametrize("markers", [0, 1, 2])
@pytest.mark.parametrize("month", range(2, 12))
def test_each_marker_on_interdiction_takes_two_points(month: int, markers: int) -> None:
    """2.0-3, 2.0-5, R-1."""
    b = position(turn=month).air(interdiction=markers).run(turn.ReactionPoints())
    assert b.pos.track("rp", w.GERMAN) == max(0, b.game.chart.turns[month].rp[w.GERMAN] - 2 * markers)


@pytest.mark.parametrize("month", range(2, 12))
def test_after_the_crossing_the_germans_get_no_reaction_points(month: int) -> None:
    """12.9: and interdiction takes nothing more."""
    b = position(turn=month).assign("rhine_crossed", 2).air(interdiction=1).run(turn.ReactionPoints())
    assert b.pos.track("rp", w.GERMAN) == 0 and b.pos.track("rp", w.ALLIED) > 0


@pytest.mark.parametrize(
    ("points", "line", "left"),
    [
        (3, "react_army hq_us_1", 0),
        (2, "react_army hq_us_1", None),
        (1, "react_piece us_vii", 0),
        (1, "react_nothing", 0),
        (3, "react_nothing", 2),
        (3, "react_piece hq_us_1", 2),
    ],
)
def test_what_a_reaction_costs(points: int, line: str, left: int | None) -> None:
    """5.2: an army three points, a piece one; 5.1: nothing at all, so that the other side has no chance, one."""
    b = field().units("1020", "us_vii").points("allied", rp=points).run(Reacting(w.ALLIED, 0, True))
    if left is None:
        assert b.refuses(line).rule == "F44 5.2"
    else:
        assert b.play(line).pos.track("rp", w.ALLIED) == left


# ---------------------------------------------------------------------- 3.3, 6.0, 7.0 movement
@pytest.mark.parametrize(
    ("enemies", "cost"),
    [((), 1), (("1220",), 2), (("0921",), 3), (("0921", "1220"), 4), (("1121",), 4)],
    ids=["free", "into", "out of", "out of one and into another", "within one"],
)
def test_what_an_enemy_zoc_costs(enemies: tuple[str, ...], cost: int) -> None:
    """3.3: one point in, two out, three from one to the other, on top of the clear hex."""
    b = position(turn=2).supply("0719").unit("us_v", "1020")
    for unit, label in zip(("ge_2pz", "ge_9sspz"), enemies, strict=False):
        b.unit(unit, label)
    assert ways.price(b.pos, w.ALLIED, b.hex("1020"), b.hex("1120"), "").total == cost


@pytest.mark.parametrize(("kind", "clear", "rough"), [("", 1, 2), ("river", 3, 4)])
def test_what_the_booklet_says_of_terrain(kind: str, clear: int, rough: int) -> None:
    """6.0, 7.0: clear 1, rough 2, over a river 2 more."""
    b = position(turn=2)
    ground, terrain = b.game.ground, b.pos.board.terrain
    for name, cost in (("clear", clear), ("rough", rough)):
        there = next(p for p in sorted(ground.land) if terrain[p] == name and not bt.fortified(b.pos, p))
        assert ways.price(b.pos, w.ALLIED, ground.near[there][0], there, kind).total == cost


def test_the_costs_of_the_example_add_up_to_six() -> None:
    """7.0: out of a ZOC, over a river, into a clear hex in a ZOC."""
    b = position(turn=2).unit("ge_2pz", "0921").unit("ge_9sspz", "1220")
    assert ways.price(b.pos, w.ALLIED, b.hex("1020"), b.hex("1120"), "river") == (1, 2, 1, 2)


BOX_OF_THE_EXAMPLE = 4


@pytest.mark.parametrize(
    ("unit", "normal", "administrative", "attacks"),
    [("us_2ad", 2, 4, True), ("us_v", 2, 4, True), ("br_i", 1, 2, False), ("ge_xxv", 0, 0, False)],
    ids=["6", "4", "3", "2"],
)
def test_the_box_of_the_example(unit: str, normal: int, administrative: int, attacks: bool) -> None:
    """6.0: the box `4+` for allowances of 6, 4, 3 and 2."""
    b = position(turn=2).unit(unit, "1020")
    piece = b.piece(unit)
    assert increments.points(b.pos, piece, BOX_OF_THE_EXAMPLE) == normal
    assert increments.may_attack_in(b.pos, piece, BOX_OF_THE_EXAMPLE) is attacks
    b.flag(unit, "admin")
    assert increments.points(b.pos, piece, BOX_OF_THE_EXAMPLE) == administrative
    assert not increments.may_attack_in(b.pos, piece, BOX_OF_THE_EXAMPLE), "5.3"


@pytest.mark.parametrize("box", range(1, 21))
def test_administrative_movement_has_twice_the_points_in_every_box(box: int) -> None:
    """5.3."""
    found = game().chart.boxes[box]
    assert set(found.mp) == set(found.admin) == {6, 4, 3, 2}
    assert all(found.admin[mpa] == 2 * points for mpa, points in found.mp.items())


def test_the_track_has_twenty_boxes_five_starts_and_nine_series_of_one_length() -> None:
    """6.0: every series is the same time."""
    chart = game().chart
    assert sorted(chart.boxes) == list(range(1, 21)) and chart.starts == (1, 2, 3, 4, 5) and len(chart.series) == 9
    assert {(1,), (3, 7, 12), (4, 10, 14, 18), (5, 11, 15)} <= set(chart.series)
    assert {sum(chart.boxes[box].mp[6] for box in series) for series in chart.series} == {6}
    assert {box.attack for box in chart.boxes.values()} == {0, 2, 3, 4, 6}


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("infantry", range(4))
def test_who_may_stand_together(number: int, infantry: int) -> None:
    """7.1: four combat units, four armour, two infantry; headquarters do not count."""
    b = position(turn=2)
    names = (*ALLIED_ARMOUR[:number], *ALLIED_INFANTRY[:infantry], "hq_us_1", "hq_us_3", "hq_us_9")
    legal = infantry <= 2 and number + infantry <= 4
    assert stacking.limits_kept(b.pos, [b.piece(name) for name in names]) is legal


# ---------------------------------------------------------------------- 4.5, 4.9 command
UNITS = {"us": "us_v", "br": "br_i", "fr": "fr_i", "ca": "ca_ii", "po": "po_1ad"}
COMMAND = {"us": "us fr", "br": "us br ca po", "fr": "fr", "ca": "br ca po"}
HQS = {"us": "hq_us_1", "br": "hq_br_2", "fr": "hq_fr_1", "ca": "hq_ca_1"}


@pytest.mark.parametrize(("hq", "nation"), list(product(HQS, UNITS)))
def test_who_commands_whom(hq: str, nation: str) -> None:
    """4.5: the table of nationalities, and no German."""
    b = position(turn=2)
    assert command.eligible(b.pos, b.piece(HQS[hq]), b.piece(UNITS[nation])) is (nation in COMMAND[hq].split())
    assert not command.eligible(b.pos, b.piece(HQS[hq]), b.piece("ge_2pz"))


@pytest.mark.parametrize(("hq", "units", "rule"), [("br", 1, None), ("br", 2, "4.5"), ("us", 2, None)])
def test_a_british_headquarters_has_one_us_unit_at_most(hq: str, units: int, rule: str | None) -> None:
    """4.5."""
    b = position(turn=2)
    why = command.over_capacity(b.pos, b.piece(HQS[hq]), [b.piece(unit) for unit in ALLIED_INFANTRY[:units]])
    assert (why[0] if why else None) == rule


# ---------------------------------------------------------------------- 9.1-9.6 combat
@pytest.mark.parametrize("morale", range(-1, 8))
@pytest.mark.parametrize("die", range(1, 7))
def test_a_morale_check_is_passed_by_a_die_up_to_the_morale(morale: int, die: int) -> None:
    """9.5."""
    assert game().battle.passes(die, morale) is (die <= morale)


@pytest.mark.parametrize(
    ("attacker", "defender", "name", "must"),
    [
        (PASS, PASS, "standoff", False),
        (PASS, FAIL, "retreat", True),
        (FAIL, PASS, "repulse", False),
        (FAIL, FAIL, "stalemate", True),
    ],
)
def test_the_four_boxes_and_what_the_defender_does(attacker: int, defender: int, name: str, must: bool) -> None:
    """9.5, 9.6: a defender who failed must go, one who passed may; the same in both types of combat."""
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1120").army("hq_us_1", "us_vii").box(1, "a")
    for mobile in (False, True):
        cell = b.game.battle.cell(mobile, attacker == PASS, defender == PASS)
        assert (cell.name, cell.retreat == "must") == (name, must)
    attack(b, "attack us_vii 1120", *throw(attacker, ONE, defender, ONE))
    assert result(b) == name
    settle(b, "fall_back", "retreat")
    assert b.offer is not None and ("retreat" in b.offer.kinds, "fall_back" in b.offer.kinds) == (must, not must)


AIR = [
    ("air.tactical", False, -1, 0),
    ("air.tactical", True, -2, 1),
    ("air.bomber", False, -2, 0),
    ("air.bomber", True, 0, 0),
]


@pytest.mark.parametrize(("marker", "mobile", "german", "allied"), AIR)
def test_what_air_markers_do(marker: str, mobile: bool, german: int, allied: int) -> None:
    """9.2, 9.4: the markers print -1/-2+1 and -2/+0."""
    b = field().unit("us_vii", "1020").unit("ge_2pz", "1120")
    plain = battle(b, "us_vii", "1120", mobile=mobile)
    helped = plain._replace(air=b.game.words[marker])
    assert bt.defence_morale(b.pos, helped).total - bt.defence_morale(b.pos, plain).total == german
    assert bt.attack_morale(b.pos, helped).total - bt.attack_morale(b.pos, plain).total == allied


def test_mobile_combat_knows_no_terrain_of_any_kind() -> None:
    """9.1, 9.4: the clarification that goes before the rules."""
    charts = game().battle
    assert all(charts.morale(name, True) == 0 for name in charts.terrain)


@pytest.mark.parametrize("total", range(1, 13))
def test_half_a_strength_is_rounded_up(total: int) -> None:
    """11.5."""
    assert halved(total) == (total + 1) // 2


# ---------------------------------------------------------------------- 9.7, 9.8 retreat and advance
@pytest.mark.parametrize(
    ("units", "lengths"),
    [
        (("ge_lxxxiv",), {2}),
        (("ge_2pz",), {2, 3}),
        (("ge_17sspg",), {2, 3}),
        (("ge_2pz", "ge_lxxxiv"), {2}),
        (("us_v",), {2, 3}),
        (("us_2ad",), {2, 3}),
        (("us_v", "us_2ad"), {2, 3}),
    ],
)
def test_how_far_a_stack_retreats(units: tuple[str, ...], lengths: set[int]) -> None:
    """9.7: German infantry, and armour with it, two hexes; all others two or three."""
    b = position(turn=2).units("1120", *units)
    pieces = tuple(sorted(map(b.piece, units)))
    assert {len(way) for way in retreats.ways(b.pos, pieces, (b.hex("1020"),))} == lengths


@pytest.mark.parametrize(
    ("unit", "held", "beyond"),
    [("us_2ad", False, 1), ("us_2ad", True, 1), ("us_vii", False, 1), ("us_vii", True, 0)],
)
def test_how_far_a_unit_advances(unit: str, held: bool, beyond: int) -> None:
    """9.8: a second hex for all when no enemy ZOC lies on the vacated one, for armour alone when one does."""
    b = field().unit(unit, "1020")
    if held:
        b.unit("ge_2pz", "1220")
    assert advances.beyond(b.pos, b.piece(unit), b.hex("1120")) == beyond


@pytest.mark.parametrize("unit", ["us_2ad", "us_vii"])
def test_nobody_goes_beyond_the_hex_that_was_vacated_across_the_rhine(unit: str) -> None:
    """12.8."""
    b = position(turn=9).unit(unit, "3306")
    assert banks.water(b.pos, b.hex("3306"), b.hex("3305"), w.ALLIED) == "rhine"
    assert advances.beyond(b.pos, b.piece(unit), b.hex("3305")) == 0


# ---------------------------------------------------------------------- 10.1.1, 10.1.2, 11.5
@pytest.mark.parametrize(("closed", "oos", "lost"), [(False, 0, 0), (False, 1, 1), (True, 0, 1), (True, 1, 2)])
@pytest.mark.parametrize("unit", ["us_vii", "ge_lxxxiv"])
def test_the_four_cells_of_attrition(unit: str, closed: bool, oos: int, lost: int) -> None:
    """10.1.1: for either side."""
    b = position(turn=2).control("german", "1207", "1309", "1409").supply("0208").unit(unit, "2016", oos=oos)
    enemies = ("ge_2pz", "ge_9sspz") if unit.startswith("us") else ("us_v", "us_xix")
    if closed:
        ring = b.pos.board.neighbours[b.hex("2016")]
        for enemy, there in zip(enemies, (ring[0], ring[3]), strict=True):
            b.unit(enemy, b.pos.label(there), checked=1)
    b.run(Attrition())
    while not b.quiet:
        b.play("check_rest")
    assert b.pos.steps(b.piece(unit)) == 3 - lost and b.has(unit, "oos")


@pytest.mark.parametrize(
    ("before", "points", "after"),
    [(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, None), (1, 1, 2), (1, 2, 3), (1, 3, None), (2, 1, 3), (2, 2, None)],
)
def test_what_points_make_of_a_unit(before: int, points: int, after: int | None) -> None:
    """10.1.2: a step for a point: eliminated, cadre, reduced, full."""
    b = position(turn=2).supply("1309").unit("hq_us_1", "1309")
    if before:
        b.unit("us_vii", "1409", steps=before)
    else:
        b.act().place(b.piece("us_vii"), b.hex("eliminated_allied"), 0)
    b.run(Replacements())
    b.act().track("track.us_infantry", 4, w.ALLIED)
    if after is None:
        assert b.refuses(f"replace us_vii {points}").rule == "F44 10.1.2"
    else:
        assert b.play(f"replace us_vii {points}").pos.steps(b.piece("us_vii")) == after


@pytest.mark.parametrize(
    ("pool", "units"),
    [
        ("us_armour", "us_2ad"),
        ("us_infantry", "us_v"),
        ("other_armour", "br_7ad po_1ad"),
        ("other_infantry", "br_i ca_ii fr_i"),
        ("german_armour", "ge_2pz ge_17sspg"),
        ("german_infantry", "ge_lxxxiv ge_iifs"),
    ],
)
def test_which_points_go_to_whom(pool: str, units: str) -> None:
    """10.1.2, 3.1: armour to armour and panzergrenadiers, infantry to infantry and parachutists, US apart."""
    side = "german" if pool.startswith("german") else "allied"
    home, hq = ("3510", "hq_ge_1") if side == "german" else ("1309", None)
    for unit in units.split():
        own = hq or HQS[{"po": "br"}.get(unit[:2], unit[:2])]
        b = position(turn=2).supply("1309").unit(own, home).unit(unit, home, steps=2).run(Replacements())
        act = b.act()
        for name in ("us_armour", "us_infantry", "other_armour", "other_infantry", "german_armour", "german_infantry"):
            act.track(f"track.{name}", int(name == pool), w.GERMAN if name.startswith("german") else w.ALLIED)
        while b.offer is not None and b.offer.side != w.SIDES.index(side) + 1:
            b.play("pass")
        assert b.play(f"replace {unit} 1").pos.steps(b.piece(unit)) == 3


@pytest.mark.parametrize(("unit", "steps", "mpa"), [("us_2ad", 3, 4), ("us_v", 3, 3), ("br_i", 3, 2), ("ge_xxv", 3, 0)])
def test_the_allowance_out_of_supply(unit: str, steps: int, mpa: int) -> None:
    """11.5: 6 becomes 4, 4 becomes 3, 3 becomes 2, 2 becomes 0."""
    b = position(turn=2).unit(unit, "1020", steps=steps, cut_off=1)
    assert b.pos.mpa(b.piece(unit)) == mpa


# ---------------------------------------------------------------------- 12 windows and bridges
TURNS = range(1, 12)


@pytest.mark.parametrize("month", TURNS)
def test_when_special_operations_may_be_declared(month: int) -> None:
    """12.3 September to March, 12.4 April and May, 12.5 October to January, 10.1.3 September."""
    b = position(turn=month).unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box").chits(german=2)
    assert (airborne.may_drop(b.pos, w.MARKET_GARDEN) is None) is (3 <= month <= 9)
    assert (airborne.may_drop(b.pos, w.VARSITY) is None) is (month >= 10)
    assert (not b.run(BulgeWindow()).quiet) is (4 <= month <= 7)
    south = position(turn=month).run(Southern())
    assert (not south.quiet) is (month == 3)


@pytest.mark.parametrize("month", TURNS)
def test_when_antwerp_brings_a_supply_point(month: int) -> None:
    """11.4: October to January."""
    b = position(turn=month).supply("2907").run(turn.SupplyPoints())
    extra = b.pos.track("sp", w.ALLIED) - b.game.chart.turns[month].sp[w.ALLIED]
    assert extra == int(4 <= month <= 7)


@pytest.mark.parametrize("unit", ["ge_lxxxiv", "ge_2pz"])
@pytest.mark.parametrize("label", ["2705", "2706", "2804", "2805", "2806", "2905", "2906"])
def test_a_german_unit_in_any_hex_of_the_scheldt_shuts_antwerp(label: str, unit: str) -> None:
    """11.4: a cadre too."""
    b = position(turn=4).supply("2907").cadre(unit, label).run(turn.SupplyPoints())
    assert b.pos.track("sp", w.ALLIED) == 3


@pytest.mark.parametrize(("die", "blown"), [(1, False), (2, True), (3, True), (4, True), (5, True), (6, True)])
def test_what_the_die_does_to_a_bridge(die: int, blown: bool) -> None:
    """12.7."""
    assert game().battle.blown(die) is blown


@pytest.mark.parametrize(("label", "rolls"), [("3409", 1), ("3510", 2), ("3511", 3), ("3715", 2), ("3307", 0)])
def test_how_many_rolls_a_hex_brings(label: str, rolls: int) -> None:
    """12.7: and none for a bridge that was tried."""
    b = position(turn=9)
    assert len(bridges.rolls(b.pos, b.hex(label))) == rolls
    for bridge in bridges.untried(b.pos, b.hex(label)):
        b.act().marker(bridge.west, bridge.east, w.BLOWN, 1)
    assert bridges.rolls(b.pos, b.hex(label)) == ()
