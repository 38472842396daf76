"""Case Yellow: what may not be missing, item by item: rules that no other test missed when they were taken out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import banks, contact, retreats, supply, surrender, ways
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules import (
    air,
    combat,
    overruns,
    paradrop,
    refit,
    replacements,
    terror,
    victory,
)
from hexledger.engine.games.case_yellow.rules.advance import Advances, second_hex
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.fight import AirSupport
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged, carry_out
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase, judge_attack_supply
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import BARRIERS
from hexledger.events import model as ev
from hexledger.replays.errors import UndoRefused
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack


def asked_in(b: Built) -> list[str]:
    """Kinds of decisions that were asked for until nothing is asked any more, everything passed."""
    found: list[str] = []
    while b.offer is not None and b.offer.kinds:
        found += b.offer.kinds
        b.play("pass")
    return found


def pocket() -> Built:
    """A French corps and a British unit of one step that stands in the only gap of a German ring; both carry an OOS
    marker, and the Germans hold the ports and the west edge, so that only the French can draw on the south."""
    b = position().turn(5)
    ground = b.pos.game.ground
    b.taken(*map(b.pos.label, sorted(ground.ports | ground.west_edge)))
    b.unit("fr_i", "1607", oos=1)
    ring = b.pos.board.neighbours[b.hex("1607")]
    gap = b.hex("1507")
    b.unit("br_12", "1507", oos=1)
    for unit, place in zip(("ge_x", "ge_xi", "ge_ix", "ge_xxvi", "ge_iv"), [p for p in ring if p != gap], strict=True):
        b.unit(unit, b.pos.label(place))
    return b


# ---------------------------------------------------------------------- 4.0 the take-back
def test_a_forgotten_action_of_a_closed_segment_is_made_good_with_the_opponents_leave_only(tmp_path: Path) -> None:
    """4.0: the drops were forgotten, the Stukas have begun to bomb."""
    with Chronicle.create(tmp_path / "g.hxl", new_genesis("case_yellow/historical", seed="leave")) as log:

        def segment() -> str:
            return log.game.word_key(log.state().phase)

        def play(line: str) -> None:
            log.submit(w.GERMAN, log.game.codec.from_text(line))

        while "drop" not in log.offer().kinds:
            log.submit(log.offer().side, log.game.codec.from_text("pass"))
        before = log.timeline.head
        play("pass")
        assert segment() == "phase.stuka"
        play("bomb 4024")
        with pytest.raises(UndoRefused, match="1 die roll"):
            log.undo(w.GERMAN, to=before)
        assert "drop" not in log.offer().kinds
        log.undo(w.GERMAN, to=before, consent=[w.ALLIED], reason="the drops were forgotten")
        assert "drop" in log.offer().kinds
        play("drop ge_fj1 3924")


# ---------------------------------------------------------------------- 5.1c interdiction
def test_nobody_interdicts_while_dynamo_is_on() -> None:
    """5.1c, 13.2b: even with an asset in the box."""
    b = position().dynamo("3312", declared=3, turn=4).air("allied", 1).taken("1608").run(air.ClearInterdiction())
    assert asked_in(b) == []
    b = position().turn(4).air("allied", 1).taken("1608").run(air.ClearInterdiction())
    assert "interdict" in asked_in(b)


def test_nobody_attacks_over_an_interdicted_crossing_of_the_rhine() -> None:
    """10.7f: foot neither, which attacks over that of a Major River."""
    for marked in (False, True):
        b = position().unit("ge_x", "3533").unit("fr_i", "3434").unit("ge_xi", "2812").unit("fr_iii", "2813")
        b.marker("interdicted", "3533") if marked else b
        b.round_of("german", "combat", turn=3).run(Combats(w.GERMAN))
        assert "attack ge_xi 2813" in b.choices() and ("attack ge_x 3434" in b.choices()) is not marked
        if marked:
            why = b.refuses("attack ge_x 3434")
            assert why.rule == "CY 10.7" and "interdicted" in str(why)
        else:
            b.dice(4).play("attack ge_x 3434")


# ---------------------------------------------------------------------- 5.1d drops, Eben Emael
def test_units_drop_in_the_turns_of_the_scenario_only() -> None:
    """5.1d: an aborted unit has no third turn."""
    for turn, drops in ((2, True), (3, False)):
        b = position(dice=(3, 3)).unit("ge_fj1", "german_airborne").pool("airborne", "ge_fj1").turn(turn)
        assert ("drop" in asked_in(b.run(sequence.AirPhase()))) is drops


def test_eben_emael_is_assaulted_on_the_first_turn_only() -> None:
    """5.1d: in scenario 3."""
    for turn, asked in ((1, True), (2, False)):
        b = (
            position("free_command", dice=(3, 3))
            .unit("ge_fj1", "german_airborne")
            .pool("airborne", "ge_fj1")
            .turn(turn)
        )
        kinds = asked_in(b.run(sequence.AirPhase()))
        assert "drop" in kinds and ("assault_eben_emael" in kinds) is asked


def test_a_landing_in_a_town_or_city_is_harder_by_one() -> None:
    """5.1d."""
    b = position().turn(1)
    for place, more in (("4024", 1), ("3924", 0), ("3029", 1)):
        found = paradrop.modifiers(b.pos, b.piece("ge_fj1"), b.hex(place))
        assert found == ([("line.city", 1, "5.1d")] if more else []), place


def test_a_landing_that_costs_a_step_reduces_the_division_and_disrupts_it() -> None:
    """5.1d, QA.7: a four and three for the lost regiment are a seven."""
    b = position(dice=(4,)).turn(1).unit("ge_22_al", "german_airborne").pool("dead", "ge_fj2")
    b.run(paradrop.Paradrop(False)).play("drop ge_22_al 4025")
    unit = b.piece("ge_22_al")
    assert (b.on("ge_22_al"), b.pos.steps(unit), b.pos.disrupted(unit)) == ("4025", 1, True)


# ---------------------------------------------------------------------- 7 supply
def test_a_german_line_of_supply_ends_at_works_that_stand_and_passes_destroyed_ones() -> None:
    """7.2d."""
    b = position()
    b.taken(*map(b.pos.label, b.pos.scenario.land))
    works = [place for place in sorted(b.pos.game.ground.works) if place in b.pos.scenario.land]

    def through() -> set[int]:
        net = supply.supply_net(b.pos, "german")
        return {place for start in net for place in supply.line(net, start)[1:-1]}

    assert not through() & set(works)
    for place in works:
        b.marker("destroyed", b.pos.label(place))
    assert through() & set(works)


def test_marked_units_are_judged_on_one_position_and_who_began_marked_gets_no_second_check() -> None:
    """7.5a: the corps has a line again over the hex of the brigade, which has none and dies of it."""
    b = pocket()
    corps, brigade = b.piece("fr_i"), b.piece("br_12")
    assert supply.supply_line(b.pos, corps) and supply.supply_line(b.pos, brigade) is None
    b.run(SupplyPhase())
    assert b.on("br_12") == "-"
    assert supply.supply_line(b.pos, corps) is None, "the line is cut now"
    assert not b.pos.oos(corps) and b.pos.steps(corps) == 2


def test_a_line_of_communication_does_not_run_on_through_belgium() -> None:
    """2.4h."""
    b = position()
    ground = b.pos.game.ground
    net = supply.loc_net(b.pos, supply.edges(b.pos, "west", "south"))
    passed = {place for start in net for place in supply.line(net, start)[1:]}
    assert passed and {ground.country[place] for place in passed} == {"France"}


def test_paris_supplies_attacks_only_while_it_has_a_line_to_the_edge() -> None:
    """7.7d."""
    for cut in (False, True):
        b = position().unit("fr_i", "1816").turn(3)
        edges = supply.edges(b.pos, "west", "south")
        b.taken(*map(b.pos.label, edges)) if cut else b
        found = supply.attack_source(b.pos, b.piece("fr_i"), b.hex("1815"))
        assert (found is None) is cut


def test_the_west_wall_supplies_no_attack_of_a_move_round() -> None:
    """7.8c, G-A23: the cities of Germany are taken from the attacker, nothing else supplies him."""
    for kind, offered in (("combat", True), ("move", False)):
        b = position().unit("ge_1_pz", "1732").unit("fr_i", "1832")
        b.control("allied", *map(b.pos.label, b.pos.game.ground.german_cities))
        b.round_of("german", kind, turn=3).dice(4).run(Combats(w.GERMAN)).play("attack ge_1_pz 1832")
        assert (b.offer is not None and "draw_wall" in b.offer.kinds) is offered
        assert bool(b.pos.flag(b.piece("ge_1_pz"), w.NAS)) is not offered


def test_a_success_of_attack_supply_takes_the_marker_off() -> None:
    """7.6e."""
    for linked in (True, False):
        b = position().unit("ge_x", "3331", nas=1).turn(3)
        b.unit("ge_1_pz", "3231") if linked else b.taken()
        judge_attack_supply(b.act(), (b.piece("ge_x"),), b.hex("3330"), ("free",) if linked else ())
        assert bool(b.pos.flag(b.piece("ge_x"), w.NAS)) is not linked


def test_ag1_goes_on_supplying_once_its_price_is_to_be_paid_and_is_not_asked_for_again() -> None:
    """7.7: it is lost after the last Allied combat of the round."""
    for paid in (0, 1):
        b = position().unit("fr_ag1_supply", "2811").unit("fr_iii", "2812").unit("ge_v", "2813")
        for unit, at in (("ge_x", "2910"), ("ge_xi", "2710"), ("ge_i", "2809"), ("ge_ii", "3012"), ("ge_iv", "2612")):
            b.unit(unit, at)
        b.round_of("allied", "combat", turn=3).assign("ag1_price", paid).dice(4)
        b.run(Combats(w.ALLIED)).play("attack fr_iii 2813")
        assert (b.offer is not None and "sacrifice_ag1" in b.offer.kinds) is (not paid)
        if paid:
            assert not b.pos.flag(b.piece("fr_iii"), w.NAS)


def test_a_supply_unit_that_could_not_retreat_dies_when_an_enemy_advances_into_its_hex() -> None:
    """7.9e: its friends have left the hex."""
    for enters in (False, True):
        b = position().unit("ge_x", "2812").unit("fr_ag1_supply", "2813").round_of("german", "combat", turn=3)
        b.run(Advances((b.piece("ge_x"),), b.hex("2813"), w.COMBAT)).play("advance ge_x 2813" if enters else "pass")
        assert (b.on("ge_x"), b.on("fr_ag1_supply")) == (("2813", "-") if enters else ("2812", "2813"))


# ---------------------------------------------------------------------- 4.0c the cup
def test_a_chit_for_a_third_move_round_of_a_side_is_not_played() -> None:
    """4.0c."""
    b = position().round_of("allied", "combat").track("moves", 2, w.GERMAN)
    assert not sequence.usable(b.pos, w.CHITS[w.GERMAN]["move"])
    assert sequence.actions(b.pos, w.CHITS[w.GERMAN]["dual"]) == (w.COMBAT,), "a dual chit takes the other action"


def test_a_chit_that_went_back_lies_in_the_cup_and_is_drawn_later() -> None:
    """QA.6: nothing is lost."""
    b = position(seed="put back").round_of("german", "combat").assign("run", 2)
    mine, theirs = w.CHITS[w.GERMAN]["move"], w.CHITS[w.ALLIED]["combat"]
    b.act().pool("pool.cup", mine, 6)
    b.act().pool("pool.cup", theirs, 1)
    b.run(sequence.DrawChit())
    drawn = [event.token for event in b.events if isinstance(event, ev.Drawn)]
    back = drawn.index(theirs)
    assert back > 0 and drawn[:back] == [mine] * back
    assert drawn[back + 1 :] == [mine], "and a German Move round is played next"
    assert b.pos.pool("cup") == {mine: 5}


def test_no_chit_is_drawn_when_the_eight_boxes_are_full() -> None:
    """4.0c, 2.1."""
    for box, played in ((7, 8), (8, 8)):
        b = position(seed="boxes").round_of("allied", "combat").assign("round", box)
        b.act().pool("pool.cup", w.CHITS[w.GERMAN]["move"], 1)
        b.run(sequence.DrawChit())
        assert b.pos.var("round") == played
        assert bool(b.pos.pool("cup")) is (box == 8)


# ---------------------------------------------------------------------- 4.0c, 10 Move rounds
def test_reinforcements_enter_in_the_first_move_round_of_the_turn_only() -> None:
    """4.0c.MOVE.1."""
    for moves, asked in ((0, True), (1, False)):
        b = position().turn(2).track("moves", moves, w.GERMAN).assign("okh_left", 3)
        unit = next(row.piece for row in b.pos.scenario.arrivals if row.side == w.GERMAN)
        b.taken(*map(b.pos.label, next(r.places for r in b.pos.scenario.arrivals if r.piece == unit)))
        b.act().pool("pool.due", unit, 1)
        b.run(sequence.Round(w.GERMAN, w.MOVE))
        assert b.offer is not None and ("reinforce" in b.offer.kinds) is asked


def test_a_black_ma_unit_never_goes_from_one_enemy_zoc_straight_into_another() -> None:
    """9.2: in two steps, over a free hex, it may; without the enemy it goes straight."""
    for enemy in (True, False):
        b = position().unit("ge_x", "2812")
        b.unit("fr_i", "2813") if enemy else b
        both = set(b.pos.board.neighbours[b.hex("2812")]) & set(b.pos.board.neighbours[b.hex("2813")])
        there = b.pos.label(min(place for place in both if place in b.pos.game.ground.near[b.hex("2812")]))
        b.round_of("german", "move", turn=3).run(Movement(w.GERMAN))
        if enemy:
            why = b.refuses(f"move ge_x {there}")
            assert why.rule == "CY 9.2" and "straight into another" in str(why)
        else:
            b.play(f"move ge_x {there}")


def test_an_overrun_needs_the_mp_of_the_hex_and_one_more() -> None:
    """10.3c."""
    for left, allowed in ((2, True), (1, False)):
        b = position().units("2812", "ge_1_pz", "ge_2_pz").unit("br_12", "2811").round_of("german", "move")
        for unit in ("ge_1_pz", "ge_2_pz"):
            piece = b.piece(unit)
            b.flag(unit, "moved", b.pos.ma(piece) - left + 1).flag(unit, "in_motion").flag(unit, "began_with")
        units = tuple(map(b.piece, ("ge_1_pz", "ge_2_pz")))
        why = overruns.refusal(b.pos, units, b.hex("2811"))
        assert (why is None) is allowed, why
        assert why is None or (why[0] == "10.3c" and "movement points" in why[1])


def test_a_bridgehead_is_easier_over_a_major_river_and_harder_in_an_empty_hex() -> None:
    """10.8, G-A6: modifiers of the Bridgehead Creation Table."""
    ground = position().pos.game.ground
    land = position().pos.scenario.land
    minor = next(
        (here, there)
        for here in sorted(land)
        for there in ground.near[here]
        if ground.river_between(here, there) == "minor_river"
        and not {here, there} & (ground.forest | ground.works | frozenset(ground.garrison))
        and not any(ground.river_between(near, there) in BARRIERS for near in ground.near[there])
    )
    label = position().pos.label
    for here, there, major in (("2125", "2124", -1), (label(minor[0]), label(minor[1]), 0)):
        for held in (False, True):
            b = position().unit("ge_1_pz", here, moved=1)
            b.unit("fr_x", there) if held else b
            assert banks.modifiers(b.pos, b.hex(there)) == [
                *([("line.major", -1, "10.8")] if major else []),
                *([] if held else [("line.empty", 1, "10.8")]),
            ]
    b = position(dice=(3,)).unit("ge_1_pz", "2125", moved=1).round_of("german", "move").run(Movement(w.GERMAN))
    lines = b.play("try_bridgehead 2124").lines("reckon.bridgehead")
    assert (lines["line.roll"], lines["line.major"], lines["line.empty"]) == (3, -1, 1)


# ---------------------------------------------------------------------- 11 combat
def test_assets_that_help_in_a_combat_are_used_up_for_the_turn() -> None:
    """5.2, 11.3c: of both sides."""
    b = position().unit("ge_x", "2812").unit("fr_i", "2813").air("german", 3).air("allied", 1)
    attack(b, "german", "attack ge_x 2813", dice=(4,), turn=1).play("commit_air 2").play("commit_air 1")
    assert (b.pos.track("air", w.GERMAN), b.pos.track("air_used", w.GERMAN)) == (1, 2)
    assert b.pos.track("air", w.ALLIED) == 0 and b.pos.pool("assets") == {}


def test_the_allies_have_no_air_in_combat_while_dynamo_is_on() -> None:
    """13.2b, 13.6: even with an asset in the box."""
    for on in (False, True):
        b = position().unit("ge_x", "2812").unit("fr_i", "2813").air("allied", 1).turn(4)
        b.dynamo("3312") if on else b
        fight = bt.Battle((b.piece("ge_x"),), b.hex("2813"), (b.piece("fr_i"),))
        assert (AirSupport(fight, w.COMBAT, False, w.ALLIED).prompt(b.pos) is None) is on


def test_an_arko_adds_its_strength_against_works_and_cities_only_and_within_two_hexes() -> None:
    """11.8a."""
    for place, near, guns, adds in (("2412", "2413", "2414", True), ("2813", "2812", "2811", False)):
        b = position().unit("ge_x", near).unit("ge_arko1", guns).unit("fr_i", place).turn(1)
        fight = bt.Battle((b.piece("ge_x"), b.piece("ge_arko1")), b.hex(place), (b.piece("fr_i"),))
        strength = b.pos.cs(b.piece("ge_x")) + (b.pos.cs(b.piece("ge_arko1")) if adds else 0)
        assert bt.attack(b.pos, fight).total == strength
        assert ("line.arko" in [label for label, _, _ in bt.odds(b.pos, fight).lines]) is adds
    b = position().unit("ge_arko1", "2414").unit("ge_arko2", "2415")
    assert contact.in_arko_range(b.pos, b.piece("ge_arko1"), b.hex("2412")), "two hexes"
    assert b.pos.board.distance(b.hex("2415"), b.hex("2412")) == 3
    assert not contact.in_arko_range(b.pos, b.piece("ge_arko2"), b.hex("2412")), "three hexes"


def test_units_in_a_fortified_line_that_stands_do_not_retreat() -> None:
    """11.4e, 11.7c, 11.7e."""
    line = next(iter(sorted(position().pos.game.ground.maginot)))
    for destroyed in (False, True):
        b = position()
        label = b.pos.label(line)
        here = next(p for p in b.pos.game.ground.near[line] if not b.pos.fortress(p))
        b.unit("fr_i", label).unit("ge_x", b.pos.label(here)).round_of("german", "combat", turn=3)
        b.marker("destroyed", label) if destroyed else b
        carry_out(b.act(), bt.Battle((b.piece("ge_x"),), line, (b.piece("fr_i"),)), w.COMBAT, False, "DR")
        b.run()
        assert (b.offer is not None and "retreat" in b.offer.kinds) is destroyed
        assert b.on("fr_i") == label


def test_of_an_engaged_result_the_side_with_the_higher_tr_loses_nothing() -> None:
    """11.9a: five against three, four against four, two against four."""
    for mine, theirs, tired, lost in (
        ("ge_1_pz", "fr_i", 0, (0, 1)),
        ("ge_x", "br_i", 0, (1, 1)),
        ("ge_x", "br_i", 1, (1, 0)),
    ):
        b = position().unit(mine, "2812", disrupted=tired).unit(theirs, "2813").round_of("german", "combat", turn=3)
        before = [b.pos.steps(b.piece(unit)) for unit in (mine, theirs)]
        carry_out(b.act(), bt.Battle((b.piece(mine),), b.hex("2813"), (b.piece(theirs),)), w.COMBAT, False, "ENG")
        b.run()
        while b.offer is not None and "lose_step" in b.offer.kinds:
            b.play(b.choices()[0])
        after = [b.pos.steps(b.piece(unit)) for unit in (mine, theirs)]
        assert tuple(one - two for one, two in zip(before, after, strict=True)) == lost


def test_the_second_step_of_a_defender_eliminated_is_the_defenders_choice() -> None:
    """11.3f: the first is the attacker's."""
    b = position().unit("ge_x", "2812").unit("fr_9_dim", "2813").unit("fr_1_dcr", "2813")
    b.round_of("german", "combat", turn=3)
    fight = bt.Battle((b.piece("ge_x"),), b.hex("2813"), b.pos.fighters(b.hex("2813")))
    carry_out(b.act(), fight, w.COMBAT, False, "DE")
    b.run()
    asked = []
    while b.offer is not None and "lose_step" in b.offer.kinds:
        asked.append(b.offer.side)
        b.play("lose_step fr_9_dim")
    assert asked == [w.GERMAN, w.ALLIED] and b.on("fr_9_dim") == "-"


def test_nobody_retreats_over_a_major_river_but_at_a_crossing() -> None:
    """11.4b.2."""
    b = position()
    ground = b.pos.game.ground
    found: dict[bool, set[bool]] = {}
    for here in sorted(b.pos.scenario.land):
        for there in ground.near[here]:
            if ground.river_between(here, there) == "major_river" and ground.country[there] == "France":
                crossing = ground.key(here, there) in ground.crossing
                open_ = retreats.may_enter(b.pos, b.piece("fr_i"), here, there)
                found.setdefault(crossing, set()).add(open_)
    assert found == {True: {True}, False: {False}}


def test_who_is_over_the_stacking_limit_is_eliminated_when_the_movement_ends() -> None:
    """8.4: units may pass through; before any combat of the round."""
    b = position().unit("fr_i", "2812").unit("fr_iii", "2812").turn(5).run(sequence.Round(w.ALLIED, w.MOVE))
    b.play("end_movement")
    assert b.offer is not None and b.offer.kinds == ("remove_excess",) and b.offer.side == w.ALLIED
    b.play("remove_excess fr_iii")
    assert (b.on("fr_i"), b.on("fr_iii")) == ("2812", "-")


@pytest.mark.parametrize(("side", "action"), [(1, w.MOVE), (1, w.COMBAT), (2, w.MOVE), (2, w.COMBAT)])
def test_an_engaged_combat_is_resolved_in_the_next_round_whatever_it_is(side: int, action: int) -> None:
    """11.9b, 11.9c: at once in a Combat round, after the movement in a Move round."""
    b = position(dice=(4,)).unit("ge_x", "2812").unit("fr_i", "2813").turn(3)
    b.run(MarkEngaged(bt.Battle((b.piece("ge_x"),), b.hex("2813"), (b.piece("fr_i"),))))
    b.run(sequence.Round(side, action))
    if action == w.MOVE:
        assert b.rolls == []
        b.play("end_movement")
    assert len(b.rolls) == 1


# ---------------------------------------------------------------------- 12 END
def test_the_city_that_is_terror_bombed_counts_for_the_surrender_of_the_same_end_phase() -> None:
    """12.4, 12.5a: the bombing comes before the check."""
    for bombs in (False, True):
        b = position(seed="end").turn(3)
        cities = [b.pos.label(city) for city in surrender.dutch_cities(b.pos)]
        b.taken(*cities[:5]).unit("nl_1", cities[5]).run(sequence.EndPhase())
        while b.offer is not None and "terror_bomb" not in b.offer.kinds:
            b.play("pass")
        b.play(f"terror_bomb {cities[5]}" if bombs else "pass")
        assert b.pos.var("netherlands") == (3 if bombs else 0)
        assert b.on("nl_1") == ("-" if bombs else cities[5])


def test_a_panzer_division_lost_to_attrition_is_worth_no_vp_but_when_it_was_out_of_supply() -> None:
    """12.9e: in combat or out of supply it is."""
    for cause, worth in (("reason.attrition", 0), ("reason.eliminated", 1), ("out of supply", 1)):
        b = position().unit("ge_1_pz", "2812", oos=int(cause == "out of supply")).turn(3)
        reason = "reason.attrition" if cause == "out of supply" else cause
        eliminate(b.act(), b.piece("ge_1_pz"), reason, "12.9")
        assert len(victory.counted_units(b.pos, w.ALLIED, "panzer_destroyed")) == worth, cause
        before = b.state.track(w.TRACK["vp"], w.ALLIED)
        b.run(victory.VictoryPoints(), victory.VictoryPoints())
        row = b.pos.scenario.vp[w.ALLIED]["panzer_destroyed"]
        gained = b.state.track(w.TRACK["vp"], w.ALLIED) - before
        none = position().turn(3).run(victory.VictoryPoints(), victory.VictoryPoints())
        assert gained - none.state.track(w.TRACK["vp"], w.ALLIED) == worth * int(row["vp"]), cause


def test_a_reduced_unit_without_a_line_of_supply_takes_no_replacements() -> None:
    """12.10: the LOS is asked for at that moment."""
    for cut in (False, True):
        b = position().unit("fr_i", "1411", reduced=True).track("infantry", 1, w.ALLIED).turn(5)
        ground = b.pos.game.ground
        b.taken(*map(b.pos.label, sorted(ground.west_edge | ground.south_edge | ground.ports))) if cut else b
        b.run(replacements.Replacements(w.ALLIED))
        if cut:
            assert replacements.refusal(b.pos, b.piece("fr_i"), w.ALLIED) == (
                "12.10",
                f"{b.pos.name(b.piece('fr_i'))} has no LOS",
            )
        else:
            b.play("replace fr_i")
        assert b.pos.steps(b.piece("fr_i")) == (1 if cut else 2)


def test_a_panzer_division_lost_out_of_supply_never_joins_the_refit() -> None:
    """12.12d: read widely, losses in supply do (G-A13)."""
    for oos, rotated in ((0, True), (1, False)):
        b = position(options={"refit_supplied_combat_losses": "yes"}).unit("ge_1_pz", "2812", oos=oos).turn(5)
        eliminate(b.act(), b.piece("ge_1_pz"), "reason.eliminated", "11.3f")
        refit.declare(b.act())
        assert (b.piece("ge_1_pz") in b.pos.pool("rotated")) is rotated


def test_the_refit_is_carried_out_in_the_turn_of_its_marker_only() -> None:
    """CL.1, 12.12."""
    for turn, due in ((6, False), (7, True), (8, False)):
        b = position().assign("refit", 4).assign("refit_end", 7).turn(turn)
        b.act().pool("pool.refit", b.piece("ge_1_pz"), 1)
        b.run(refit.RefitDue())
        assert (b.offer is not None and "refit_panzer" in b.offer.kinds) is due
        assert bool(b.pos.track("refit", w.GERMAN)) is due


def test_from_the_turn_of_fall_rot_on_the_germans_have_its_chits() -> None:
    """12.12h, G-A51: asked on turn 6, since from turn 8 on the scenario gives the same number anyway."""
    b = position().turn(6)
    of_the_turn = {"move": 1, "combat": 1, "dual": 1}
    for begins, expected in ((0, of_the_turn), (7, of_the_turn), (6, {"move": 2, "combat": 1, "dual": 1})):
        b.assign("fall_rot", begins)
        assert sequence.chits(b.pos, w.GERMAN) == expected
        assert sequence.chits(b.pos, w.ALLIED) == b.pos.scenario.chits[6][w.ALLIED]


# ---------------------------------------------------------------------- 13 Dynamo
def test_dynamo_is_declared_once() -> None:
    """13.1: on turn 3 or 4."""
    for declared in (0, 3):
        b = position().turn(4).assign("round", 1)
        b.dynamo("3312", declared=declared, turn=4) if declared else b
        b.run(sequence.PlayChit(w.CHITS[w.ALLIED]["move"]))
        assert b.offer is not None and ("declare_dynamo" in b.offer.kinds) is (not declared)


def test_a_minor_river_of_a_surrendered_country_costs_in_an_enemy_zoc() -> None:
    """12.5a: only hexes free of it are entered for nothing more."""
    b = position()
    ground = b.pos.game.ground
    pairs = (
        (here, there, near)
        for here in sorted(b.pos.scenario.land)
        for there in ground.near[here]
        for near in ground.near[there]
        if near not in (here, *ground.near[here]) and there in ground.reach[near]
        if ground.river_between(here, there) == "minor_river" and ground.key(here, there) in ground.crossing
        if ground.country[there] == "Belgium" and ground.terrain[there] == "clear" and there not in ground.works
    )
    here, there, near = next(pairs)
    free = position().unit("ge_x", b.pos.label(here)).assign("belgium", 2)
    watched = position().unit("ge_x", b.pos.label(here)).unit("fr_i", b.pos.label(near)).assign("belgium", 2)
    prices = [ways.price(one.pos, one.piece("ge_x"), here, there) for one in (free, watched)]
    assert prices[1] == prices[0] + 1


def test_refugees_take_to_the_roads_from_the_turn_of_the_scenario_on() -> None:
    """12.6d: a marker that lies on the map is not moved before either."""
    rules = position().pos.scenario.refugees
    for turn, asked in ((int(rules["from_turn"]) - 1, False), (int(rules["from_turn"]), True)):
        b = position().marker("refugee_city", "2121").turn(turn)
        assert bool(terror.refugee_segment(b.pos)) is asked


def test_the_german_side_counts_its_points_before_the_allied_side() -> None:
    """12.8b."""
    b = position().pool("dead", "ge_1_pz", "fr_x").turn(3).run(victory.VictoryPoints())
    words = [event.args[1] for event in b.events if isinstance(event, ev.Noted)]
    names = [b.game.word_key(word) for word in words]
    assert names.index("vp.corps_destroyed") < names.index("vp.panzer_destroyed")
    assert b.state.track(w.TRACK["vp"], w.GERMAN) > 0 < b.state.track(w.TRACK["vp"], w.ALLIED)


# ---------------------------------------------------------------------- 11.5 advance, 11.9c
def test_an_advance_ends_within_the_stacking_limits() -> None:
    """11.5, 8.3: the second corps finds no room."""
    b = position().unit("ge_x", "2812").unit("ge_xi", "2912").round_of("german", "combat", turn=3)
    near = tuple(unit for unit in ("ge_x", "ge_xi") if b.hex("2813") in b.pos.board.neighbours[b.hex(b.on(unit))])
    assert near == ("ge_x", "ge_xi")
    b.run(Advances(tuple(map(b.piece, near)), b.hex("2813"), w.COMBAT))
    assert {"advance ge_x 2813", "advance ge_xi 2813"} <= set(b.choices())
    b.play("advance ge_x 2813")
    assert b.on("ge_x") == "2813" and (b.offer is None or "advance" not in b.offer.kinds)


def test_works_in_the_second_hex_of_an_advance_are_destroyed() -> None:
    """10.9c, 11.5f."""
    b = position()
    ground = b.pos.game.ground
    start, first, second = next(
        (one, two, three)
        for three in sorted(ground.works & b.pos.scenario.land)
        for two in ground.near[three]
        for one in ground.near[two]
        if one not in (three, *ground.near[three])
        if not {one, two} & (ground.forest | ground.works | frozenset(ground.garrison) | ground.flooded)
        if second_hex(b.pos, b.piece("ge_1_pz"), two, three) is None and not ground.river_between(one, two)
    )
    b.unit("ge_1_pz", b.pos.label(start)).round_of("german", "combat", turn=3)
    b.run(Advances((b.piece("ge_1_pz"),), first, w.COMBAT))
    b.play(f"advance ge_1_pz {b.pos.label(first)},{b.pos.label(second)}")
    assert b.pos.destroyed(second) and b.pos.control(second) == b.pos.control(first) == w.GERMAN


def test_a_newcomer_who_has_attacked_does_not_join_a_second_engaged_combat() -> None:
    """11.2a, 11.9c: one attack a round."""
    for attacked in (0, 1):
        b = position().unit("ge_1_pz", "2812").unit("fr_i", "2813").turn(3)
        b.run(MarkEngaged(bt.Battle((b.piece("ge_1_pz"),), b.hex("2813"), (b.piece("fr_i"),))))
        b.unit("ge_2_pz", "2812", moved=2, attacked=attacked).round_of("german", "move", turn=3)
        fight = b.pos.fight_at(b.hex("2813"))
        assert fight is not None
        units = {b.piece("ge_1_pz")} if attacked else {b.piece("ge_1_pz"), b.piece("ge_2_pz")}
        assert set(combat.fighting(b.pos, fight)) == units
