"""France 1944: limits of chapters 5 to 12, each played on both sides of the line that the original draws."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.questions import command, entry, retreats, supply
from hexledger.engine.games.france_1944.rules import crossing
from hexledger.engine.games.france_1944.rules.advance import Advances
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.southern import Southern
from hexledger.engine.games.france_1944.rules.turn import SupplyPoints
from hexledger.engine.games.france_1944.sequence import FinalReaction
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from hexledger.projections.losses import lost
from hexledger.replays.whatif import fanout
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, TWO, attack, battle, field, moved_in, settle, throw


# ---------------------------------------------------------------------- 5 reaction, administrative movement
@pytest.mark.parametrize(("left", "armies"), [(2, False), (3, True)])
def test_after_a_single_piece_no_army_reacts_however_many_points_are_left(left: int, armies: bool) -> None:
    """5.2: three points a phase; an army needs them all, so that it is the first thing done or it is not done."""
    b = field().unit("us_v", "1018").unit("us_vii", "1018").points("allied", rp=left)
    b.run(FinalReaction(w.ALLIED))
    assert any(line.startswith("react_army") for line in b.choices()) is armies
    b.points("allied", rp=9).play(
        "react_piece us_v", "administer -", "choose_box 1", "declare increment.m", "end_increment"
    )
    assert not any(line.startswith("react_army") for line in b.choices())
    assert b.refuses("react_piece us_v").rule == "F44 5.2", "once a phase"


def test_administrative_movement_out_of_a_zoc_pays_two_and_goes_into_no_other() -> None:
    """5.3, 3.3: box 4 lets an allowance of 4 spend 4 so; a clear hex out of a ZOC costs 3, the next one 1."""
    b = field().unit("us_v", "1019").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v", admin=["us_v"]).box(4)
    assert b.refuses("move us_v 1020").rule == "F44 5.3"
    b.play("move us_v 0919,0819")
    assert b.on("us_v") == "0819"
    dear = field().unit("us_v", "1019").unit("ge_lxxxiv", "1120").army("hq_us_1", "us_v", admin=["us_v"]).box(4)
    assert dear.refuses("move us_v 0919,0819,0719").rule == "F44 7.0"


# ---------------------------------------------------------------------- 6 the example of the text
def test_the_box_of_the_example_lets_an_allowance_of_three_into_open_country_and_no_further() -> None:
    """6.0: one point enters a clear hex, not a clear hex in an enemy ZOC; an allowance of 3 does not attack there."""
    b = field().unit("br_i", "1018").unit("hq_br_2", "1018").army("hq_br_2", "br_i").box(4)
    assert b.play("move br_i 1017").on("br_i") == "1017"
    near = field().unit("br_i", "1018").unit("hq_br_2", "1018").unit("ge_lxxxiv", "1121").army("hq_br_2", "br_i").box(4)
    assert near.refuses("move br_i 1019,1020").rule == near.refuses("move br_i 1120").rule == "F44 7.0"


# ---------------------------------------------------------------------- 9.1 type
def test_a_city_is_stormed_on_the_run_by_units_that_advanced_and_not_by_units_that_moved() -> None:
    """9.1.3: a defender has retreated into it in the increment before, and every attacker has advanced in it."""
    b = position(turn=3).unit("us_2ad", "1911").unit("ge_2pz", "1810", retreated=1).assign("increment", 2)
    wet = bt.crossed(b.pos, b.piece("us_2ad"), b.hex("1810"))
    moved_in(b, "us_2ad", advanced=True)
    assert bt.mobile_hex(b.pos, b.hex("1810"))
    assert bt.is_mobile(b.pos, (b.piece("us_2ad"),), (b.hex("1810"),)) is (not wet)
    moved = position(turn=3).unit("us_2ad", "1911").unit("ge_2pz", "1810", retreated=1).assign("increment", 2)
    moved_in(moved, "us_2ad")
    assert not bt.is_mobile(moved.pos, (moved.piece("us_2ad"),), (moved.hex("1810"),))
    late = position(turn=3).unit("ge_2pz", "1810", retreated=1).assign("increment", 3)
    assert not bt.mobile_hex(late.pos, late.hex("1810")), "two increments ago is too long ago"


# ---------------------------------------------------------------------- 9.7, 9.8 retreat, advance
def test_a_stack_that_has_lost_its_infantry_may_go_three_hexes() -> None:
    """9.7, R-48: the stack that retreats is what the losses have left of it."""
    b = field().units("1120", "ge_2pz", "ge_lxxxiv")
    both, alone = (b.piece("ge_2pz"), b.piece("ge_lxxxiv")), (b.piece("ge_2pz"),)
    assert {len(way) for way in retreats.ways(b.pos, both, (b.hex("1020"),))} == {2}
    assert {len(way) for way in retreats.ways(b.pos, alone, (b.hex("1020"),))} == {2, 3}


def test_one_hex_from_an_attacker_is_too_near_for_the_end_of_a_retreat() -> None:
    """9.7: two hexes from every attacking unit, from those in another hex as well."""
    b = field().unit("ge_lxxxiv", "1120")
    stack = (b.piece("ge_lxxxiv"),)
    one = retreats.ways(b.pos, stack, (b.hex("1020"),))
    two = retreats.ways(b.pos, stack, (b.hex("1020"), b.hex("1219")))
    gone = [way for way in one if b.pos.board.distance(way[-1], b.hex("1219")) < 2]
    assert gone and set(two) == set(one) - set(gone)


def test_infantry_stops_in_a_vacated_hex_before_a_unit_and_goes_on_before_a_cadre() -> None:
    """9.8, 3.2: a cadre has no ZOC."""
    for cadre, onward in ((False, False), (True, True)):
        b = position(turn=4).unit("us_v", "1020").unit("ge_lxxxiv", "1219", steps=1 if cadre else 3)
        b.run(Advances((b.piece("us_v"),), (b.hex("1120"),)))
        assert any(line.startswith("advance us_v 1120,") for line in b.choices()) is onward


# ---------------------------------------------------------------------- 9.4, 11.5 strengths
def test_defenders_out_of_supply_are_added_before_they_are_halved() -> None:
    """11.5: 5 and 5 and 5 are 15, and half of that is 8, not three times 3."""
    b = position(turn=2).supply("0719", "0724", "0614", "0208").unit("hq_us_1", "1019").unit("us_v", "1020")
    b.units("1120", "ge_2pz", "ge_9sspz", "ge_lxxxiv")
    assert not supply.supplied(b.pos, b.piece("ge_2pz"))
    found = bt.defence(b.pos, battle(b, "us_v", "1120"))
    full = sum(value for line, value, _ in found.lines if isinstance(line, int))
    assert ("line.oos_half", (full + 1) // 2 - full, "11.5") in found.lines
    assert full % 2, "an odd sum, so that the rounding shows"


def test_a_river_helps_a_defender_only_if_every_attacker_comes_over_it() -> None:
    """9.4: one attacker on the near bank takes it away."""
    b = position(turn=4)
    ground = b.game.ground
    target, wet, dry = next(
        (place, over, beside)
        for place in sorted(ground.land)
        if b.pos.board.terrain[place] == "clear" and not b.pos.board.features[place]
        for over in ground.near[place]
        if ground.is_river(over, place) and not ground.is_rhine(over, place)
        for beside in ground.near[place]
        if not ground.is_river(beside, place)
    )
    label = b.pos.label
    b.unit("us_v", label(wet)).unit("us_vii", label(dry)).unit("ge_lxxxiv", label(target))
    assert bt.terrain(b.pos, battle(b, "us_v", label(target))) == ("river", 1)
    assert bt.terrain(b.pos, battle(b, "us_v,us_vii", label(target)))[1] == 0


# ---------------------------------------------------------------------- 10.1 the administrative phase
@pytest.mark.parametrize(("marked", "ringed", "gone"), [(0, False, False), (1, False, True), (0, True, True)])
def test_a_headquarters_is_dispersed_where_a_unit_would_lose_a_step(marked: int, ringed: bool, gone: bool) -> None:
    """10.1.1: a marker just received takes nothing unless enemies surround it."""
    b = position(turn=4).unit("ge_lxxxiv", "1016").unit("hq_ge_7", "1016", oos=marked)
    b.supply(*(b.pos.label(place) for place in sorted(b.game.ground.ports | b.game.ground.allied_sources)))
    if ringed:
        for unit, place in zip(("us_v", "us_vii", "us_xix"), b.game.ground.near[b.hex("1016")][::2], strict=True):
            b.unit(unit, b.pos.label(place))
    assert not supply.supplied(b.pos, b.piece("hq_ge_7"))
    assert supply.surrounded(b.pos, b.piece("hq_ge_7")) is ringed
    b.run(Attrition())
    while not b.quiet:
        b.play("check_rest")
    assert (b.on("hq_ge_7") == "turn_track") is gone


def test_replacements_for_a_cadre_are_one_or_two_points_and_no_third() -> None:
    """10.1.2."""
    b = field().unit("ge_2pz", "1322", steps=1)
    b.run(Replacements())
    while b.offer is not None and b.offer.side == w.ALLIED:
        b.play("pass")
    offered = {line for line in b.choices() if line.startswith("replace ge_2pz")}
    assert offered <= {"replace ge_2pz 1", "replace ge_2pz 2"} and "replace ge_2pz 1" in offered
    assert b.refuses("replace ge_2pz 3").rule == "F44 10.1.2"


def test_a_southern_unit_without_room_beside_the_germans_does_not_come() -> None:
    """10.1.3, 7.1: only one box lies beside 2528, and a third corps does not fit into it; October asks for nobody."""
    b = position(turn=3).run(Southern())
    b.play(*(f"place_south {piece} 2528" for piece in ("ge_lxxxv", "ge_ivlw", "ge_11pz", "hq_ge_19")))
    b.play("place_south us_vi S25", "place_south fr_i S25")
    assert b.refuses("place_south fr_ii S25").rule == "F44 7.1"
    assert b.refuses("place_south fr_ii S24").rule == "F44 10.1.3"
    b.play(*(f"place_south {piece} S25" for piece in ("fr_1db", "hq_us_7", "hq_fr_1")))
    assert b.offer is not None and b.offer.side == w.GERMAN, "the retreats begin"
    assert b.on("fr_ii") == "-" and b.piece("fr_ii") not in entry.coming(b.turn(4).pos, w.ALLIED)


# ---------------------------------------------------------------------- 11 supply
def test_antwerp_brings_its_point_from_october_to_january_alone() -> None:
    """11.4."""
    for month, extra in ((3, 0), (4, 1), (7, 1), (8, 0)):
        shut, freed = position(turn=month), position(turn=month).supply("2907")
        gained = [one.run(SupplyPoints()).pos.track("sp", w.ALLIED) for one in (shut, freed)]
        assert gained[1] - gained[0] == extra, month
    held = position(turn=5).supply("2907").unit("ge_lxvii", "2705")
    assert held.run(SupplyPoints()).pos.track("sp", w.ALLIED) == position(turn=5).run(SupplyPoints()).pos.track(
        "sp", w.ALLIED
    )


def test_a_range_ends_with_the_hex_that_it_counts_last() -> None:
    """4.6, 11.1: First Army's range, and one hex more."""
    b = field()
    hq = b.piece("hq_us_1")
    reach = command.reach(b.pos, hq)
    limit = b.game.roster.range[hq]
    edge = next(place for place, length in reach.items() if length == limit)
    out = next(place for place in b.game.ground.near[edge] if place not in reach)
    inside, outside = (field().unit("us_v", b.pos.label(place)) for place in (edge, out))
    assert command.in_range(inside.pos, hq, b.piece("us_v"))
    assert not command.in_range(outside.pos, hq, b.piece("us_v"))


# ---------------------------------------------------------------------- 12
@pytest.mark.parametrize(
    ("month", "chits", "may"), [(3, 2, False), (4, 1, False), (4, 2, True), (7, 2, True), (8, 3, False)]
)
def test_the_offensive_wants_two_chits_and_a_month_from_october_to_january(month: int, chits: int, may: bool) -> None:
    """12.5."""
    b = position(turn=month).unit("hq_ge_6pz", "3310").unit("ge_2pz", "3310").chits(allied=1, german=chits)
    b.run(BulgeWindow())
    assert (b.offer is not None and "declare_bulge" in b.offer.kinds) is may


def test_a_failed_morale_check_behind_the_rhine_is_a_forced_retreat_without_a_step_saved() -> None:
    """9.5, 9.7, 12.8: set-piece over the Rhine from box 1; the attackers take the vacated hex and stop there."""
    b = at_neuwied().box(1, "a")
    attack(b, "attack us_v,us_vii 3611", *throw(PASS, ONE, FAIL, TWO))
    assert "fall_back" not in (b.offer.kinds if b.offer else ())
    settle(b, "advance")
    assert all("," not in line for line in b.choices() if line.startswith("advance"))
    b.play("advance us_v 3611")
    assert b.on("us_v") == "3611" and b.pos.var("rhine_crossed") == 9


def at_neuwied() -> Built:
    """Two corps at the Rhine before Neuwied, whose bridges are blown, against one German corps of weak morale."""
    b = (
        position(turn=9)
        .supply("2907")
        .unit("hq_us_9", "3511")
        .units("3511", "us_v", "us_vii")
        .unit("ge_lxxxiv", "3611")
    )
    for east in ("3510", "3610", "3611"):
        b.marker("bridge_blown", "3511", east)
    return b.army("hq_us_9", "us_v", "us_vii")


def test_fuehrer_divisions_that_the_crossing_puts_into_the_box_are_nobodys_losses() -> None:
    """12.9: they are not in play; nothing of them is lost, in the sums of losses as in the combat that led to it."""
    b, before = (position(turn=9).unit("us_v", "3506").unit("ge_f_donau", "fuehrer_pool") for _ in range(2))
    act, division = b.act(), b.piece("ge_f_donau")
    crossing.crossed(act, b.piece("us_v"), b.hex("3506"))
    put = [event for event in act.events if isinstance(event, ev.StepsSet)]
    assert [(event.piece, event.steps) for event in put] == [(division, 0)] and b.on(
        "ge_f_donau"
    ) == "eliminated_german"
    assert fanout.losses_of(b.game, before.state, act.events) == ()
    fighting = b.piece("ge_f_holstein")
    there = before.unit("ge_f_holstein", "3510").state
    assert lost(put[0], there.steps, there.at, b.game) is None
    assert lost(ev.StepsSet(fighting, 0), there.steps, there.at, b.game) == (fighting, 1, False, 0)
