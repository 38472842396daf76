"""France 1944: the third part of the examination: positions from the booklet's text alone, chapters 10 to 12; what must
happen stands in each test as the text says it."""

from __future__ import annotations

import pytest

from hexledger.engine.games.france_1944.questions import banks, entry, retreats, supply, ways
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.rules import airborne, bridgeheads, losses
from hexledger.engine.games.france_1944.rules.attrition import Attrition
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.rules.reinforcements import Reinforcements
from hexledger.engine.games.france_1944.rules.replacements import Replacements
from hexledger.engine.games.france_1944.rules.turn import ReactionPoints, SupplyPoints
from hexledger.engine.games.france_1944.sequence import BulgePhases, CycleEnds, FinalReaction, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, attack, battle, settle, throw

RING = ("1219", "1019", "1121")
"""Three hexes beside 1120 whose ZOCs close all six."""


def kinds(b: Built) -> tuple[str, ...]:
    """What is asked now."""
    return b.offer.kinds if b.offer is not None and not b.quiet else ()


def starving(turn: int = 4) -> Built:
    """1120 ringed by three American divisions; the Germans have no port and the ring is in supply."""
    b = position(turn=turn).supply(*map(position().pos.label, sorted(position().game.ground.allied_sources)))
    b.unit("hq_us_1", "1018")
    for unit, label in zip(("us_2ad", "us_3ad", "us_4ad"), RING, strict=True):
        b.unit(unit, label)
    return b


def checked(b: Built) -> Built:
    """The attrition segment, the order left to the rest."""
    b.run(Attrition())
    while not b.quiet:
        b.play("check_rest")
    return b


# ---------------------------------------------------------------------- 10.1.1
def test_a_headquarters_whose_last_unit_starves_is_dispersed_with_it() -> None:
    """4.10, 10.1.1: its corps gone, it is alone in enemy ZOC, whether it was tested itself or not."""
    b = starving().cadre("ge_lxxxiv", "1120").unit("hq_ge_7", "1120").run(Attrition())
    b.play("check_piece ge_lxxxiv")
    assert b.on("ge_lxxxiv") == "-" and b.on("hq_ge_7") == "turn_track"
    assert b.pos.flag(b.piece("hq_ge_7"), w.DUE) == 6


def test_a_fuehrer_division_that_starves_in_a_ring_leaves_the_game_and_raises_another() -> None:
    """3.11, 10.1.1: German units removed so bring one that has not come yet; none is left when all nine have come."""
    b = starving().unit("ge_f_donau", "1120").unit("ge_f_holstein", "fuehrer_pool")
    checked(b)
    assert b.on("ge_f_donau") == "-" and b.on("ge_f_holstein") == "turn_track"
    assert b.pos.flag(b.piece("ge_f_holstein"), w.DUE) == 6
    b = checked(starving().unit("ge_f_donau", "1120"))
    assert b.on("ge_f_donau") == "-" and not b.pos.units(b.game.ground.turn_track)


def test_a_cadre_beside_a_ringed_unit_opens_the_ring() -> None:
    """3.3, 10.1.1: "combat units, even cadres, take an enemy ZOC away": the cadre's hex leads out of the ring."""
    for cadre, lost in ((False, 1), (True, 0)):
        b = starving().unit("ge_2pz", "1120")
        b.control("german", "0724")
        if cadre:
            b.cadre("ge_lxxxiv", "1220").cadre("ge_lxxxvi", "1221")
        checked(b)
        assert b.pos.steps(b.piece("ge_2pz")) == 3 - lost


def test_the_second_of_two_marked_units_is_lost_when_the_first_kept_its_line() -> None:
    """10.1.1: one piece to its end before the next: a cadre that starves first gives its hex up to the enemy's ZOC."""
    b = starving().unit("ge_2pz", "1120", oos=1).cadre("ge_lxxxiv", "1220", oos=1).cadre("ge_lxxxvi", "1221", oos=1)
    b.control("german", "0724")
    assert not supply.surrounded(b.pos, b.piece("ge_2pz"))
    b.run(Attrition()).play("check_piece ge_lxxxiv")
    assert supply.surrounded(b.pos, b.piece("ge_2pz"))
    b.play("check_piece ge_2pz")
    assert b.pos.steps(b.piece("ge_2pz")) == 1


# ---------------------------------------------------------------------- 10.1.2
def test_a_french_corps_beside_a_port_takes_points_in_the_range_of_a_british_headquarters() -> None:
    """4.6, 10.1.2, R-26: the range alone counts for points, but out of supply it has a marker."""
    for label, fed in (("0819", True), ("1019", False)):
        b = position(turn=4).supply("0719").unit("hq_br_2", "0920").unit("fr_i", label, steps=1)
        assert supply.supplied(b.pos, b.piece("fr_i")) is fed
        checked(b)
        b.run(Replacements())
        while b.offer is not None and not b.quiet and b.offer.side == w.GERMAN:
            b.play("pass")
        assert ("replace fr_i 1" in (b.choices() if kinds(b) else [])) is fed


def test_after_the_crossing_only_fuehrer_divisions_cost_and_come_in_at_once() -> None:
    """3.11, 10.1.2, 10.1.4, 12.9: an armour point each, nothing for panzer divisions and corps, even in supply."""
    b = position(turn=9).assign("rhine_crossed", 8).unit("hq_ge_7", "4007").cadre("ge_2pz", "4007")
    b.cadre("ge_lxxxiv", "4007").unit("ge_f_donau", "eliminated_german")
    b.act().steps(b.piece("ge_f_donau"), 0)
    b.run(Replacements())
    assert b.choices() == ["replace ge_f_donau 1", "pass"]
    assert b.refuses("replace ge_2pz 1").rule == b.refuses("replace ge_lxxxiv 1").rule == "F44 3.11"
    b.play("replace ge_f_donau 1")
    while kinds(b) and "pass" in b.choices():
        b.play("pass")
    b.run(Reinforcements(w.GERMAN)).play("reinforce ge_f_donau 4007")
    assert b.on("ge_f_donau") == "4007"


# ---------------------------------------------------------------------- 10.1.4-10.1.6
def test_a_city_in_a_zoc_takes_in_a_reinforcement_only_beside_a_combat_unit() -> None:
    """10.1.6: "unless a friendly unit stands there"; its cadre will do, and it goes into no other ZOC."""
    b = position(turn=9).unit("us_2ad", "4008").unit("ge_f_donau", "eliminated_german", rebuilt=1)
    b.act().steps(b.piece("ge_f_donau"), 1)
    assert entry.refused(b.pos, b.piece("ge_f_donau"), b.hex("4007")) is not None
    b.cadre("ge_lxxxiv", "4007")
    assert entry.refused(b.pos, b.piece("ge_f_donau"), b.hex("4007")) is None
    beside = next(p for p in b.game.ground.near[b.hex("4007")] if p in b.game.ground.near[b.hex("4008")])
    why = entry.walk(b.pos, b.piece("ge_f_donau"), b.hex("4007"), (beside,))[1]
    assert why is not None and why[0] == "5.3"


def test_an_allied_corps_that_enemies_shut_out_is_lost_and_never_rebuilt() -> None:
    """10.1.5: "lost for good": it is not in the Eliminated Units box either."""
    b = position(turn=2)
    for unit, label in zip(("ge_2pz", "ge_9sspz", "ge_1sspz"), ("1207", "1309", "1409"), strict=True):
        b.unit(unit, label)
    due = {piece for line in b.pos.scenario.arrivals if line.turn == 2 for piece in line.pieces}
    mine = sorted(piece for piece in due if b.pos.side(piece) == w.ALLIED and piece in b.game.roster.combat)
    assert mine
    b.run(Reinforcements(w.ALLIED))
    while kinds(b) and "pass" in b.choices():
        b.play("pass")
    assert not entry.coming(b.turn(3).pos, w.ALLIED)
    assert not [piece for piece in mine if piece in b.pos.units(b.game.ground.eliminated[w.ALLIED])]


def test_antwerp_freed_within_the_month_takes_in_reinforcements_and_brings_no_supply_point() -> None:
    """11.4: the point is looked at when the turn begins, the entry in the Administrative Phase."""
    b = position(turn=5).supply("2907").unit("ge_lxvii", "2705").run(SupplyPoints())
    without = b.pos.track("sp", w.ALLIED)
    assert b.hex("2907") not in entry.hexes(b.pos, w.ALLIED)
    b.act().remove(b.piece("ge_lxvii"), "reason.eliminated")
    assert b.hex("2907") in entry.hexes(b.pos, w.ALLIED)
    assert position(turn=5).supply("2907").run(SupplyPoints()).pos.track("sp", w.ALLIED) == without + 1


def test_antwerp_is_no_entry_hex_in_september() -> None:
    """11.4: from the October turn on, whoever holds it."""
    assert position(turn=3).hex("2907") not in entry.hexes(position(turn=3).supply("2907").pos, w.ALLIED)
    assert position(turn=4).hex("2907") in entry.hexes(position(turn=4).supply("2907").pos, w.ALLIED)


# ---------------------------------------------------------------------- 11
def far(b: Built, start: str, length: int) -> str:
    """A land hex so many hexes from another, over land, counted without the engine's own lines."""
    ground = b.game.ground
    found, edge = {b.hex(start)}, [b.hex(start)]
    for _ in range(length):
        edge = sorted({there for here in edge for there in ground.near[here]} - found)
        found.update(edge)
    return b.pos.label(edge[0])


def test_a_line_of_twenty_hexes_feeds_a_headquarters_and_one_of_twenty_one_does_not() -> None:
    """11.1: "no longer than 20 hexes", its source counted."""
    for length, fed in ((20, True), (21, False)):
        b = position(turn=4)
        b.control("german", *map(b.pos.label, sorted(b.game.ground.allied_sources))).supply("0208")
        b.unit("hq_us_1", far(b, "0208", length))
        assert supply.supplied(b.pos, b.piece("hq_us_1")) is fed


def test_a_chain_of_headquarters_feeds_the_last_whatever_their_nations() -> None:
    """11.1: from range to range; a gap of one hex breaks it for all behind."""
    for gap, fed in ((3, True), (4, False)):
        b = position(turn=4)
        b.control("german", *map(b.pos.label, sorted(b.game.ground.allied_sources))).supply("0208")
        near, between = b.game.ground.within, b.pos.board.distance
        unfed = sorted(p for p in b.game.ground.land if p not in supply.lines(b.pos, w.ALLIED))
        edge = [p for p in near([b.hex("0208")], 20) if supply.lines(b.pos, w.ALLIED).get(p, (0, 0))[0] == 20]
        first, second, last = next(
            (one, two, three)
            for one in sorted(edge)
            for two in unfed
            if between(one, two) == 4
            for three in unfed
            if between(two, three) == gap and between(one, three) > 4
        )
        for unit, place in (("hq_us_1", first), ("hq_ca_1", second), ("hq_fr_1", last)):
            b.unit(unit, b.pos.label(place))
        assert supply.supplied(b.pos, b.piece("hq_ca_1")), "four hexes are the range of First Army"
        assert supply.supplied(b.pos, b.piece("hq_fr_1")) is fed, "three that of the Canadians"


def test_a_port_in_an_enemy_zoc_feeds_the_unit_beside_it() -> None:
    """3.3, 11.1: a line goes into a ZOC and not through it; one hex is all that it needs."""
    b = position(turn=4).supply("0719").unit("us_v", "0819").unit("ge_2pz", "0818")
    assert supply.supplied(b.pos, b.piece("us_v"))
    assert not supply.supplied(position(turn=4).supply("0719").unit("us_v", "0919").pos, b.piece("us_v"))


def test_germans_that_retreat_through_a_port_take_it_and_its_supply() -> None:
    """9.7, 11.3: "enters or passes", whatever brings the unit there; the headquarters behind is without a source."""
    b = position(turn=2)
    b.control("german", *map(b.pos.label, sorted(b.game.ground.allied_sources))).supply("0719").unit("hq_us_1", "1019")
    b.unit("ge_lxxxiv", "0820").unit("us_v", "0920").unit("us_vii", "0921").army("hq_us_1", "us_v", "us_vii").box(
        3, "a"
    )
    attack(b, "attack us_v,us_vii 0820", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "retreat")
    through = [line for line in b.choices() if "0719" in line]
    assert through
    b.play(through[0])
    assert b.pos.control(b.hex("0719")) == w.GERMAN and not supply.supplied(b.pos, b.piece("hq_us_1"))


def test_a_headquarters_in_a_german_city_shuts_it_as_a_source_while_it_is_there() -> None:
    """11.3: "occupied by a combat unit or headquarters"; when it has gone the city feeds the Germans again."""
    b = position(turn=9).unit("hq_us_9", "4007")
    assert b.hex("4007") not in supply.sources(b.pos, w.GERMAN) and b.hex("4007") in supply.sources(b.pos, w.ALLIED)
    b.act().move(b.piece("hq_us_9"), (b.hex("4007"), b.hex("4008")), "mode.move")
    assert b.hex("4007") in supply.sources(b.pos, w.GERMAN) and b.hex("4007") not in supply.sources(b.pos, w.ALLIED)


def test_a_marked_unit_in_supply_reacts_at_full_pace_and_loses_its_marker() -> None:
    """11.5: looked at when it is activated; and the marker is what goes, not what counts."""
    b = position(turn=4).supply("0719").unit("hq_us_1", "1019").unit("us_2ad", "1120", oos=1)
    b.points("allied", rp=1).run(FinalReaction(w.ALLIED)).play("react_piece us_2ad")
    assert not b.has("us_2ad", "oos") and b.pos.mpa(b.piece("us_2ad")) == 6


# ---------------------------------------------------------------------- 12.1-12.5
def test_four_ports_of_the_five_bring_nothing_and_a_lost_one_takes_the_bonus_away() -> None:
    """12.1, 12.2: all of them, when the turn begins."""
    b = position(turn=4)
    five = tuple(b.pos.label(place) for place in b.game.ground.v1_ports)
    both = tuple(b.pos.label(place) for place in b.game.ground.brittany)
    assert len(five) == 5 and len(both) == 2

    def gained(*held: str) -> int:
        one = position(turn=4).control("german", *five, *both).supply(*held)
        return one.run(ReactionPoints()).pos.track("rp", w.ALLIED)

    none = gained()
    assert [gained(*five[:4]) - none, gained(*five) - none, gained(both[0]) - none] == [0, 2, 0]
    assert [gained(*both) - none, gained(*both, *five[1:]) - none, gained(*both, *five) - none] == [3, 3, 5]


def test_the_18th_takes_the_port_on_which_it_lands_and_it_stays_allied_when_it_has_gone() -> None:
    """11.3, 12.3: "until a German unit enters it"."""
    b = position(turn=3).supply("2506").unit("hq_us_1", "2808").unit("us_xviii_abn", "airborne_box")
    b.control("german", "2907")
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("2907"))
    b.run(CycleEnds())
    assert b.on("us_xviii_abn") == "airborne_box" and b.pos.control(b.hex("2907")) == w.ALLIED


def test_for_germans_the_rivers_around_the_18th_are_rivers() -> None:
    """12.3: "any Allied unit that moves or attacks"; Germans attack over them as over any."""
    b = position(turn=4).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box").dice(6, 6, 6)
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("3306"))
    b.run()
    river = next(p for p in b.game.ground.near[b.hex("3306")] if b.game.ground.is_river(b.hex("3306"), p))
    assert banks.water(b.pos, b.hex("3306"), river, w.ALLIED) == ""
    assert banks.water(b.pos, river, b.hex("3306"), w.GERMAN) != ""


def test_the_points_that_open_the_offensive_are_gone_for_the_reactions_after_it() -> None:
    """5.2, 12.5: one purse; the Allies may react after each of the two phases."""
    b = position(turn=6).unit("hq_ge_7", "3512").unit("ge_2pz", "3512").unit("hq_us_1", "2808").unit("us_v", "2808")
    b.supply("2907").points("german", rp=3).points("allied", rp=2).chits(german=2)
    b.run(BulgeWindow(), BulgePhases()).play("declare_bulge", "react_army hq_ge_7")
    allied = 0
    for _ in range(200):
        if b.quiet or b.offer is None:
            break
        if b.offer.side == w.ALLIED:
            allied += 1
            assert "react_piece us_v" in b.choices()
            b.play("pass")
            continue
        assert not any(line.startswith("react") for line in b.choices()), "nothing is left"
        offered = b.choices()
        b.play(next((line for line in offered if line in ("pass", "end_phase", "administer -")), offered[-1]))
    assert allied == 2 and b.pos.track("rp", w.GERMAN) == 0 and not b.pos.pool("cup")


# ---------------------------------------------------------------------- 12.6-12.9
def test_a_bridge_that_stood_is_not_tried_again_by_the_next_who_comes() -> None:
    """12.7: one attempt a bridge; a unit that retreats over it needs no boat."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3308").unit("us_2ad", "3309").unit("us_3ad", "3309")
    b.army("hq_us_9", "us_2ad", "us_3ad").box(1).dice(1).play("move us_2ad 3409")
    b.play("move us_3ad 3409")
    assert not b.of(ev.Rolled) and b.on("us_3ad") == "3409"
    assert banks.water(b.pos, b.hex("3409"), b.hex("3509"), w.ALLIED) == "river"


def test_germans_set_no_roll_off_and_go_back_over_a_bridge_nobody_tried() -> None:
    """12.7: "when the Allies move into the hex"; 9.7: any hex that they may enter by a move."""
    b = position(turn=8).unit("ge_lxxxiv", "3409").unit("us_v", "3309").unit("us_vii", "3309")
    ways_back = retreats.ways(b.pos, (b.piece("ge_lxxxiv"),), (b.hex("3309"),))
    assert any(way[0] == b.hex("3509") for way in ways_back)


def test_a_german_headquarters_or_an_empty_hex_in_no_zone_leaves_a_bridgehead_where_it_is() -> None:
    """12.6: a German combat unit takes it, a cadre too; a headquarters is none."""
    for unit, there in (("hq_ge_7", True), ("", True), ("ge_2pz", False)):
        b = position(turn=9).marker("bridgehead", "3509")
        if unit:
            b.unit(unit, "3509", steps=1 if unit == "ge_2pz" else 0)
        bridgeheads.test(b.act())
        assert banks.bridgehead(b.pos, b.hex("3509")) is there, unit


def test_over_the_rhine_by_boat_into_a_zoc_the_whole_move_is_spent_and_a_bridgehead_stands() -> None:
    """12.6, 12.8: no points are counted, an enemy ZOC bars nothing; supplied occupation makes it."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3308").unit("us_v", "3408").unit("ge_2pz", "3609")
    b.army("hq_us_9", "us_v").box(1, "m")
    assert ways.walk(b.pos, b.piece("us_v"), (b.hex("3508"),), 4)[1] is None
    b.play("move us_v 3508")
    assert banks.bridgehead(b.pos, b.hex("3508")) and b.pos.var("rhine_crossed") == 9
    assert not [line for line in b.choices() if line.startswith("move us_v")]


def test_boats_and_attacks_do_not_mix_in_box_1() -> None:
    """12.8, note: "not both units cross": the increment is of movement or of attack."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3308").units("3408", "us_v", "us_vii").unit("ge_2pz", "3508")
    b.army("hq_us_9", "us_v", "us_vii").box(1, "a")
    assert "attack us_v 3508" in b.choices() and b.refuses("move us_vii 3507").rule.startswith("F44")


def test_who_crosses_by_attack_takes_the_vacated_hex_and_goes_no_further_though_it_is_armour() -> None:
    """12.8 before 9.8: "no further pursuit is allowed"."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3408").unit("us_2ad", "3408").cadre("ge_2pz", "3508")
    b.army("hq_us_9", "us_2ad").box(1, "a")
    attack(b, "attack us_2ad 3508", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "advance")
    assert [line for line in b.choices() if line.startswith("advance")] == ["advance us_2ad 3508"]


def test_the_18th_that_falls_in_varsity_within_its_cycle_is_rebuilt() -> None:
    """3.12, 12.4: "cannot be rebuilt" speaks of Market Garden."""
    for operation, rebuilt in ((w.VARSITY, True), (w.MARKET_GARDEN, False)):
        b = position(turn=10 if rebuilt else 9).supply("2907", "1309").unit("hq_us_9", "3307")
        b.unit("us_xviii_abn", "airborne_box").dice(6, 6, 6)
        airborne.land(b.act(), operation, b.hex("3404"))
        b.run()
        losses.eliminate(b.act(), b.piece("us_xviii_abn"), "9.6")
        b.run(CycleEnds()).run(Replacements())
        while kinds(b) and b.offer is not None and b.offer.side == w.GERMAN:
            b.play("pass")
        assert ("replace us_xviii_abn 1" in (b.choices() if kinds(b) else [])) is rebuilt


@pytest.mark.parametrize(("steps", "total"), [(3, 9), (1, 4)])
def test_a_headquarters_helps_a_cadre_as_it_helps_a_corps(steps: int, total: int) -> None:
    """3.2, 4.9: a cadre is a combat unit; 1 and 3."""
    b = position(turn=4).supply("0719").unit("hq_us_1", "1019").unit("us_v", "1019", steps=steps).unit("ge_2pz", "1120")
    found = bt.defence(b.pos, battle(b, "ge_2pz", "1019"))
    assert ("line.hq_bonus", 3, "4.9") in found.lines and found.total == total


def test_while_a_headquarters_is_active_the_18th_is_among_those_it_commands() -> None:
    """4.7, 12.3: "considered under its command", and counted: three corps beside it, not four."""
    b = position(turn=4).supply("2907").unit("hq_us_9", "3307").unit("us_xviii_abn", "airborne_box").dice(6, 6, 6)
    b.units("3307", "us_v", "us_vii").units("3206", "us_xix", "us_xv")
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex("3404"))
    b.run(InitiativePhase(w.ALLIED)).play("activate_hq hq_us_9")
    assert b.refuses("designate us_v,us_vii,us_xix").rule == "F44 12.3"
    assert b.refuses("designate us_v,us_vii,us_xix,us_xv,us_xviii_abn").rule == "F44 4.7"
    b.play("designate us_v,us_vii,us_xix,us_xviii_abn")
    assert b.has("us_xviii_abn", "active")


def test_a_reinforcement_that_marches_to_the_rhine_sets_the_roll_off() -> None:
    """10.1.5, 12.7: moving into the hex, whatever move it is."""
    b = position(turn=9).supply("2907")
    b.act().place(b.piece("us_2ad"), b.game.ground.eliminated[w.ALLIED], 3)
    b.flag("us_2ad", "rebuilt", 1).dice(6, 6).run(Reinforcements(w.ALLIED))
    way = ("3007", "3107", "3206", "3306")
    b.play(f"reinforce us_2ad 2907 {','.join(way)}")
    assert any(banks.tried(b.pos, bridge) for bridge in b.game.ground.bridges_at[b.hex("3306")])


def test_the_first_to_stand_beyond_the_rhine_may_have_been_driven_there() -> None:
    """9.7, 12.9, R-66: a retreat over a bridge that stands is a crossing."""
    b = position(turn=9).supply("2907").unit("hq_us_9", "3308").unit("us_v", "3409").unit("hq_ge_1", "3411")
    b.marker("bridge_intact", "3409", "3509").units("3410", "ge_2pz", "ge_9sspz").army("hq_ge_1", "ge_2pz", "ge_9sspz")
    b.box(1, "a")
    attack(b, "attack ge_2pz,ge_9sspz 3409", *throw(PASS, ONE, FAIL, ONE))
    settle(b, "retreat")
    over = [line for line in b.choices() if line.startswith("retreat 3409 3509,")]
    assert over
    b.dice(6, 6, 6, 6).play(over[0])
    assert b.pos.var("rhine_crossed") == 9


def test_a_units_second_defence_asks_for_its_supply_anew() -> None:
    """11.5 (2): a retreat into the range of a headquarters takes no marker off, the next combat does."""
    b = position(turn=4).unit("hq_ge_1", "1322").control("german", "0724").unit("ge_2pz", "1120", oos=1)
    b.supply("0719").unit("hq_us_1", "1019").unit("us_2ad", "1019").unit("us_3ad", "1020")
    assert supply.supplied(b.pos, b.piece("ge_2pz"))
    b.act().move(b.piece("ge_2pz"), b.path("1120", "1220", "1321"), "mode.retreat")
    assert b.has("ge_2pz", "oos"), "a retreat takes no marker off"
    b.unit("us_4ad", "1320").army("hq_us_1", "us_4ad").box(1, "a").dice(*throw(FAIL, ONE, PASS, ONE))
    b.play("attack us_4ad 1321")
    assert not b.has("ge_2pz", "oos")
