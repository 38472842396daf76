"""Conformance cases of the special rules (12.1-12.10, 3.12, 7.0 over the Rhine) and of the southern boxes in combat."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.france_1944.questions import advances, banks, supply
from hexledger.engine.games.france_1944.questions import battle as bt
from hexledger.engine.games.france_1944.rules import advantage, airborne, bridgeheads, crossing, entering, losses, turn
from hexledger.engine.games.france_1944.rules.bulge import BulgeWindow
from hexledger.engine.games.france_1944.sequence import BulgePhases, CycleEnds, InitiativePhase
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.events import model as ev
from tests.france_1944.builder import Built, position
from tests.france_1944.fights import FAIL, ONE, PASS, TWO, attack, battle, field, settle, throw

BRITTANY = ("0208", "0614")
COAST = ("1609", "2306", "2206", "2406", "2506")


def rhine(turn_: int = 9) -> Built:
    """Ninth Army at the lower Rhine, fed through Antwerp; the Germans beyond it by their cities."""
    return position(turn=turn_).supply("2907").unit("hq_us_9", "3307")


# ---------------------------------------------------------------------- 12.1, 12.2
@pytest.mark.parametrize(
    ("held", "points"),
    [(BRITTANY, 3), (COAST, 2), (COAST[:-1], 0), ((*BRITTANY, *COAST), 5), (BRITTANY[:1], 0)],
)
def test_F44_230_F44_231_F44_233_234_286_ports_bring_reaction_points_while_they_are_held(
    held: tuple[str, ...], points: int
) -> None:
    b = position(turn=4).supply(*held)
    b.run(turn.ReactionPoints())
    listed = b.game.chart.turns[4].rp[w.ALLIED]
    assert b.pos.track("rp", w.ALLIED) == listed + points
    lost = b.control("german", held[0]).points("allied").points("german")
    lost.run(turn.ReactionPoints())
    left = points if len(held) == 7 else 0
    assert lost.pos.track("rp", w.ALLIED) == listed + (2 if left else 0)


# ---------------------------------------------------------------------- 3.12, 12.3, 12.4 the 18th
def waiting(turn_: int = 4) -> Built:
    """The 18th in its box, an Allied chit drawn."""
    return rhine(turn_).unit("us_xviii_abn", "airborne_box").unit("us_v", "3306")


def test_F44_235_market_garden_lands_within_five_hexes_of_a_headquarters_and_is_commanded() -> None:
    b = waiting().unit("ge_lxxxvi", "3405").run(InitiativePhase(w.ALLIED))
    assert b.offer is not None and "drop" in b.offer.kinds
    assert b.refuses("drop 3405").rule == "F44 12.3", "enemies stand there"
    far = next(label for label in ("3401", "3402", "3403") if b.pos.board.distance(b.hex(label), b.hex("3307")) == 6)
    assert b.refuses(f"drop {far}").rule == "F44 12.3"
    b.dice(1).play("drop 3305")
    unit = b.piece("us_xviii_abn")
    assert b.on("us_xviii_abn") == "3305" and supply.supplied(b.pos, unit)
    b.play("activate_hq hq_us_9")
    assert b.refuses("designate us_v").rule == "F44 12.3", "it is under the command of the HQ"
    b.unit("us_vii", "3307").unit("us_xix", "3307").unit("us_xv", "3308").unit("us_xii", "3308")
    assert b.refuses("designate us_xviii_abn,us_v,us_vii,us_xix,us_xv").rule == "F44 4.7", "it counts as infantry"
    b.play("designate us_xviii_abn,us_v,us_vii,us_xix")
    assert b.has("us_xviii_abn", "active")


@pytest.mark.parametrize(("month", "legal"), [(2, False), (3, True), (9, True), (10, False)])
def test_F44_237_market_garden_is_flown_from_september_to_march(month: int, legal: bool) -> None:
    b = waiting(month)
    assert (airborne.may_drop(b.pos, w.MARKET_GARDEN) is None) is legal
    assert (airborne.may_drop(b.pos, w.VARSITY) is None) is (month == 10)


def dropped(turn_: int = 4, at: str = "3305") -> Built:
    """The 18th on the ground in Market Garden."""
    b = waiting(turn_).dice(6, 6, 6)
    airborne.land(b.act(), w.MARKET_GARDEN, b.hex(at))
    return b.run()


def test_F44_238_the_18th_goes_back_to_its_box_after_the_cycle() -> None:
    b = dropped().run(CycleEnds())
    assert b.on("us_xviii_abn") == "airborne_box" and not b.pos.var("airborne")
    assert not b.has("us_xviii_abn", "dropped")


def test_F44_239_rivers_around_the_drop_hex_do_not_count_until_the_18th_leaves_it() -> None:
    b = dropped(at="3306").unit("ge_2pz", "3305")
    here, there, side = b.hex("3306"), b.hex("3305"), w.ALLIED
    assert b.game.ground.is_rhine(here, there) and not b.game.ground.bridge_side.get(b.game.ground.key(here, there))
    assert banks.water(b.pos, here, there, side) == "" and banks.water(b.pos, here, there, w.GERMAN) == "rhine"
    fight = battle(b, "us_v", "3305")
    assert bt.terrain(b.pos, fight) == ("clear", 0), "nor does the river help the defender"
    b.act().move(b.piece("us_xviii_abn"), b.path("3306", "3205"), "mode.move")
    assert banks.water(b.pos, here, there, side) == "rhine" and bt.terrain(b.pos, fight) == ("rhine", 3)


def test_F44_241_an_18th_destroyed_in_market_garden_is_never_rebuilt() -> None:
    b = dropped()
    losses.eliminate(b.act(), b.piece("us_xviii_abn"), "9.6")
    b.run(CycleEnds()).turn(10)
    assert b.on("us_xviii_abn") == "eliminated_allied" and b.has("us_xviii_abn", "never")
    assert airborne.may_drop(b.pos, w.VARSITY) is not None


def test_F44_241_plunder_varsity_stays_on_the_map_and_is_supplied_like_others() -> None:
    b = waiting(10).dice(6, 6, 6)
    airborne.land(b.act(), w.VARSITY, b.hex("3404"))
    b.run().run(CycleEnds())
    assert b.on("us_xviii_abn") == "3404" and not b.has("us_xviii_abn", "dropped")


# ---------------------------------------------------------------------- 12.5
@pytest.mark.parametrize(("chits", "legal"), [(2, True), (1, False)])
def test_F44_242_F44_243_the_bulge_wants_two_german_chits_in_the_cup(chits: int, legal: bool) -> None:
    b = position(turn=6).unit("hq_ge_7", "3512").chits(allied=3, german=chits, admin=1).points("german", rp=3)
    b.run(BulgeWindow(), BulgePhases())
    if not legal:
        assert b.quiet
        return
    b.play("declare_bulge")
    assert w.CHITS[w.GERMAN] not in b.pos.pool("cup")
    assert b.offer is not None and "react_army" in b.offer.kinds and b.offer.side == w.GERMAN, "one to three points"


def test_F44_242_the_window_is_october_to_january() -> None:
    for month, legal in ((3, False), (4, True), (7, True), (8, False)):
        b = position(turn=month).chits(german=2).run(BulgeWindow())
        assert (not b.quiet) is legal


def test_F44_282_the_allies_may_react_between_the_two_phases_of_the_bulge() -> None:
    b = position(turn=6).unit("hq_ge_7", "3512").unit("us_v", "3310").chits(german=2)
    b.points("german", rp=3).points("allied", rp=2).run(BulgeWindow(), BulgePhases()).play("declare_bulge", "pass")
    asked: list[tuple[int, bool]] = []
    while not b.quiet:
        assert b.offer is not None
        asked.append((b.offer.side, "activate_hq" in b.offer.kinds))
        b.play("react_nothing" if "react_nothing" in b.offer.kinds and b.offer.side == w.ALLIED else "pass")
    assert asked == [(w.GERMAN, True), (w.ALLIED, False), (w.GERMAN, True), (w.ALLIED, False)]


# ---------------------------------------------------------------------- 12.6
def looked_at(b: Built) -> Built:
    """The east bank is looked at."""
    bridgeheads.test(b.act())
    return b


def test_F44_245_a_supplied_cadre_on_the_east_bank_makes_a_bridgehead() -> None:
    b = looked_at(rhine().cadre("us_v", "3506"))
    assert banks.bridgehead(b.pos, b.hex("3506"))
    lost = looked_at(position(turn=9).cadre("us_v", "3506"))
    assert not banks.bridgehead(lost.pos, lost.hex("3506")), "out of supply"


def test_F44_246_an_empty_hex_in_both_zones_gets_no_bridgehead() -> None:
    b = looked_at(rhine().unit("us_v", "3606"))
    assert banks.bridgehead(b.pos, b.hex("3506")), "empty and in Allied ZOC only"
    both = looked_at(rhine().unit("us_v", "3606").unit("ge_lxxxvi", "3505"))
    assert not banks.bridgehead(both.pos, both.hex("3506"))


def test_F44_247_a_vacated_bridgehead_in_german_zoc_only_is_removed() -> None:
    b = rhine().marker("bridgehead", "3506")
    assert banks.bridgehead(looked_at(b).pos, b.hex("3506")), "empty and in nobody's ZOC it stays"
    looked_at(b.unit("ge_lxxxvi", "3505"))
    assert not banks.bridgehead(b.pos, b.hex("3506"))


def test_F44_276_no_bridgehead_lies_at_another_river() -> None:
    b = looked_at(position(turn=9).supply("1409").unit("us_v", "0915").unit("hq_us_9", "0914"))
    assert not any(key & 0xFFFF == w.BRIDGEHEAD for key in b.state.markers)
    assert b.game.ground.is_river(b.hex("0914"), b.hex("0915"))


@pytest.mark.parametrize(("reading", "there"), [("hex", False), ("hexside", True)])
def test_F44_277_no_bridgehead_in_a_hex_with_a_blown_bridge(reading: str, there: bool) -> None:
    b = position(turn=9, options={"bridgehead_blown": reading}).supply("2907").unit("hq_us_9", "3307")
    looked_at(b.marker("bridge_blown", "3407", "3507").unit("us_v", "3507"))
    assert banks.bridgehead(b.pos, b.hex("3507")) is there
    assert not banks.bridged(b.pos, b.hex("3407"), b.hex("3507")), "R-60: that hexside stays closed"
    assert banks.bridged(b.pos, b.hex("3406"), b.hex("3507")) is there


def test_F44_278_bridgeheads_are_not_blown() -> None:
    b = rhine().marker("bridgehead", "3507").unit("us_v", "3307")
    entered(b.dice(6), "us_v", "3407")
    assert b.state.marker(*sorted((b.hex("3407"), b.hex("3507"))), w.BLOWN)
    assert banks.bridgehead(b.pos, b.hex("3507")), "the printed bridge is gone, the bridgehead is not"


# ---------------------------------------------------------------------- 12.7
def entered(b: Built, unit: str, label: str) -> Built:
    """What follows when a piece has entered a hex."""
    steps = entering.rolls(b.pos, b.piece(unit), b.hex(label))
    return b.run(*steps) if steps else b


@pytest.mark.parametrize(("die", "gone"), [(1, False), (2, True), (6, True)])
def test_F44_249_a_bridge_is_blown_on_two_to_six(die: int, gone: bool) -> None:
    b = position(turn=9).supply("2907").unit("hq_us_9", "3308").unit("us_v", "3309").army("hq_us_9", "us_v").box(1)
    b.dice(die).play("move us_v 3409")
    assert (banks.water(b.pos, b.hex("3409"), b.hex("3509"), w.ALLIED) == "rhine") is gone
    assert b.of(ev.Rolled)
    again = entered(b, "us_v", "3409")
    assert len(again.of(ev.Rolled)) == 1, "a bridge is tried once"


def test_F44_250_three_rolls_in_3511() -> None:
    b = position(turn=9).supply("2907").unit("hq_us_9", "3411").unit("us_v", "3411").army("hq_us_9", "us_v").box(1)
    b.dice(1, 3, 6).play("move us_v 3511")
    assert len(b.of(ev.Rolled)) == 3


def test_F44_251_two_bridges_of_a_city_are_tried_apart() -> None:
    b = entered(position(turn=9).unit("us_v", "3514").dice(1), "us_v", "3614")
    worms, ludwigshafen = (next(x for x in b.game.ground.bridges if x.id == name) for name in ("worms", "ludwigshafen"))
    assert banks.intact(b.pos, worms) and not banks.tried(b.pos, ludwigshafen)
    entered(b.dice(4, 4), "us_v", "3615")
    assert banks.intact(b.pos, worms) and banks.blown(b.pos, ludwigshafen)


# ---------------------------------------------------------------------- 12.8
def test_F44_253_an_empty_hex_beyond_the_rhine_is_crossed_into_with_the_whole_move() -> None:
    b = rhine().unit("us_v", "3406").army("hq_us_9", "us_v").box(1).play("move us_v 3506")
    assert b.on("us_v") == "3506" and banks.bridgehead(b.pos, b.hex("3506"))
    assert b.offer is None or not any(line.startswith("move") for line in b.choices()), "all is spent"
    assert b.pos.var("rhine_crossed") == 9


def test_F44_253_the_rhine_is_crossed_by_boat_in_box_one_only_from_the_bank() -> None:
    other = rhine().unit("us_v", "3406").army("hq_us_9", "us_v").box(2)
    assert other.refuses("move us_v 3506").rule == "F44 12.8"
    late = rhine().unit("us_2ad", "3306").army("hq_us_9", "us_2ad").box(1)
    assert "F44 12.8" in {late.refuses("move us_2ad 3406,3506").rule}


def test_F44_254_an_attack_over_the_rhine_advances_into_the_vacated_hex_only() -> None:
    b = rhine().units("3406", "us_2ad", "us_v").unit("ge_lxxxvi", "3506").army("hq_us_9", "us_2ad", "us_v").box(1, "a")
    attack(b, "attack us_2ad,us_v 3506", *throw(PASS, ONE, FAIL, ONE)).play("lead us_v", "fall_back")
    settle(b, "advance")
    assert b.refuses("advance us_2ad 3506,3505").rule in ("F44 9.8", "F44 12.8")
    b.play("advance us_2ad 3506")
    assert b.on("us_2ad") == "3506" and b.pos.var("rhine_crossed") == 9
    assert {len(way) for way in advances.paths(b.pos, b.piece("us_v"), (b.hex("3506"),))} <= {1, 2}


def test_F44_254_nobody_attacks_over_the_rhine_in_another_box() -> None:
    b = rhine().unit("us_2ad", "3406").unit("ge_lxxxvi", "3506").army("hq_us_9", "us_2ad").box(2, "a")
    assert b.refuses("attack us_2ad 3506").rule == "F44 12.8"


def test_F44_255_one_increment_is_movement_or_attack_so_only_one_of_two_units_crosses() -> None:
    b = rhine().unit("us_v", "3406").unit("us_vii", "3306").unit("ge_lxxxvi", "3506")
    b.army("hq_us_9", "us_v", "us_vii").box(1)
    assert b.refuses("attack us_v 3506").rule == "F44 6.0"
    other = rhine().unit("us_v", "3406").unit("us_vii", "3306").unit("ge_lxxxvi", "3506")
    other.army("hq_us_9", "us_v", "us_vii").box(1, "a")
    assert other.refuses("move us_vii 3305").rule == "F44 6.0"


# ---------------------------------------------------------------------- 12.9
def test_F44_257_F44_266_the_first_crossing_is_for_ever_and_brings_the_fuehrer_divisions() -> None:
    b = rhine().unit("us_v", "3406")
    division = min(b.game.roster.fuehrer)
    b.act().place(division, b.game.ground.fuehrer_pool, 1)
    b.army("hq_us_9", "us_v").box(1).play("move us_v 3506")
    assert b.pos.var("rhine_crossed") == 9 and b.pos.at(division) == b.game.ground.eliminated[w.GERMAN]
    b.act().move(b.piece("us_v"), b.path("3506", "3406"), "mode.move")
    b.turn(10).run(turn.ReactionPoints())
    assert b.pos.var("rhine_crossed") == 9 and b.pos.track("rp", w.GERMAN) == 0


def test_F44_257_a_headquarters_or_a_drop_is_no_crossing() -> None:
    b = dropped()
    assert not b.pos.var("rhine_crossed")
    crossing.crossed(b.act(), b.piece("hq_us_9"), b.hex("3506"))
    assert not b.pos.var("rhine_crossed"), "R-66"


# ---------------------------------------------------------------------- 12.10
def test_F44_258_the_advantage_is_not_used_in_the_falaise_gap() -> None:
    with pytest.raises(BadDecision, match="falaise"):
        position("falaise_gap", with_setup=True, options={"advantage": "yes"})


def test_F44_259_a_reroll_stands_even_if_it_is_worse_and_the_advantage_changes_hands() -> None:
    b = field(options={"advantage": "yes"}).unit("us_v", "1020").unit("ge_2pz", "1120")
    b.army("hq_us_1", "us_v").box(1, "a")
    attack(b, "attack us_v 1120", *throw(PASS, ONE, PASS, ONE))
    assert b.offer is not None and "reroll" in b.offer.kinds and b.offer.side == w.ALLIED
    b.dice(FAIL, TWO).play("reroll reroll.attack")
    assert b.pos.var("advantage") == w.GERMAN and b.pos.var("advantage_turn") == b.state.turn + 1
    settle(b)
    assert b.pos.steps(b.piece("us_v")) == 1, "two hits instead of one"
    assert advantage.holder(b.pos) == 0, "from the next turn on"
    assert advantage.holder(b.turn(3).pos) == w.GERMAN


# ---------------------------------------------------------------------- 10.1.3
def test_F44_195_units_in_southern_boxes_attack_set_piece_only() -> None:
    b = position(turn=4).assign("south", 3).unit("hq_us_7", "S15").unit("us_vi", "S15").unit("ge_lxxxv", "1528")
    b.army("hq_us_7", "us_vi").box(1, "a")
    fight = battle(b, "us_vi", "1528")
    assert not bt.is_mobile(b.pos, fight.units, fight.targets)
    b.dice(*throw(FAIL, ONE, PASS, ONE)).play("attack us_vi 1528")
    assert "note.set_piece" in {b.game.word_key(event.message) for event in b.of(ev.Noted)}
