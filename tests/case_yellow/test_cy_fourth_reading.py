"""Case Yellow: what a fourth reading of the rulebook against the program found, paragraph by paragraph."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.questions import supply, zoc
from hexledger.engine.games.case_yellow.rules import combat, refit, terror
from hexledger.engine.games.case_yellow.rules.air import Stukas
from hexledger.engine.games.case_yellow.rules.attrition import Attrition
from hexledger.engine.games.case_yellow.rules.combat import EngagedCombats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.paris import OpenCity
from hexledger.engine.games.case_yellow.rules.results import MarkEngaged
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, settle


def engaged(b: Built, units: tuple[str, ...], at: str) -> Built:
    place = b.hex(at)
    return b.run(MarkEngaged(bt.Battle(tuple(b.piece(unit) for unit in units), place, b.pos.fighters(place))))


# ---------------------------------------------------------------------- 6.3
def test_units_in_the_dynamo_port_are_not_disrupted_by_an_attack_that_fails() -> None:
    """6.3, 11.3g: not by AE either; those beside the port are."""
    for port, disrupted in ((True, False), (False, True)):
        b = position()
        if port:
            b.dynamo("3312")
        b.unit("fr_i", "3312").unit("ge_x", "3212").unit("ge_9_pz", "3212")
        settle(attack(b, "allied", "attack fr_i 3212", dice=(1,), turn=4))
        assert b.pos.reduced(b.piece("fr_i")) and b.pos.disrupted(b.piece("fr_i")) is disrupted


# ---------------------------------------------------------------------- 7.9c, 10.5
def test_a_supply_unit_that_moved_in_an_earlier_round_does_not_ride_by_rail() -> None:
    """7.9c: one action round a turn, by road or by rail."""
    for moved in (0, 1):
        b = (
            position()
            .unit("fr_ag1_supply", "1412", flipped=moved)
            .unit("ge_x", "3731")
            .round_of("allied", "move", turn=4)
        )
        b.assign("rail_left", 2).run(Movement(w.ALLIED))
        rides = [line for line in b.choices() if line.startswith("rail fr_ag1_supply")]
        assert bool(rides) is not moved
        if moved:
            assert b.refuses("rail fr_ag1_supply 1621").rule == "CY 7.9"


# ---------------------------------------------------------------------- 9.2, 10.9b
def test_works_that_a_german_enters_are_no_shelter_from_enemy_zoc() -> None:
    """9.2, 9.4b, 10.9b: he destroys them, so that the ZOC of the corps beside them reaches him there."""
    b = position().unit("ge_x", "2917").unit("fr_i", "3117").round_of("german", "move").run(Movement(w.GERMAN))
    assert b.pos.works(b.hex("3017")) and not zoc.in_ezoc(b.pos, b.hex("3017"), w.GERMAN)
    assert b.refuses("move ge_x 3017,2916").rule == "CY 9.2", "in one move"
    b.play("move ge_x 3017")
    assert b.refuses("move ge_x 2916").rule == "CY 9.2", "and hex by hex"


def test_a_german_goes_on_through_works_when_nobody_projects_or_all_have_a_lower_tr() -> None:
    """9.3, 10.9b."""
    free = position().unit("ge_x", "2917").unit("fr_10_di", "3117").round_of("german", "move").run(Movement(w.GERMAN))
    assert free.play("move ge_x 3017,2916").on("ge_x") == "2916", "a lone division has no ZOC"
    fast = position().unit("ge_1_pz", "2917").unit("fr_i", "3117").round_of("german", "move").run(Movement(w.GERMAN))
    assert fast.play("move ge_1_pz 3017,2916").on("ge_1_pz") == "2916", "TR 5 against 3"


# ---------------------------------------------------------------------- 10.8f, 12.12c
def test_a_bridgehead_goes_with_its_engaged_combat_when_the_attackers_are_withdrawn() -> None:
    """10.8f, 12.12c, G-B17: the refit takes Engaged panzers away."""
    b = position().unit("ge_1_pz", "2125").unit("fr_x", "2124").unit("ge_x", "1732").turn(4)
    b.taken("2225", "2226", "2227", "2228", "2229", "2230", "2231").marker("bridgehead", "2124")
    engaged(b, ("ge_1_pz",), "2124")
    if supply.supply_line(b.pos, b.piece("ge_1_pz")) is None:
        pytest.fail("the panzer division must have a line")
    refit.declare(b.act())
    assert b.on("ge_1_pz") == "-" and not b.pos.fights()
    assert not b.state.marker(b.hex("2124"), -1, w.BRIDGEHEAD)


def test_a_bridgehead_goes_with_its_engaged_combat_when_the_defenders_surrender() -> None:
    """10.8f, 12.5b, G-B17."""
    b = position().unit("ge_4_pz", "2927").unit("be_1ch", "2827").marker("bridgehead", "2827")
    engaged(b, ("ge_4_pz",), "2827")
    assert b.pos.fight_at(b.hex("2827")) is not None
    terror.surrender(b.act(), "Belgium", "12.5b")
    assert not b.pos.fights() and not b.state.marker(b.hex("2827"), -1, w.BRIDGEHEAD)


def test_a_bridgehead_goes_with_its_engaged_combat_when_the_attackers_are_driven_off() -> None:
    """10.8f, G-B17: an Allied attack on the attacking hex, after the Engaged combat of the round."""
    b = position().unit("ge_4_pz", "2927").unit("be_1ch", "2827").marker("bridgehead", "2827")
    engaged(b, ("ge_4_pz",), "2827").marker("attacked", "2827").units("3027", "be_i", "br_5").unit("be_v", "2926")
    settle(attack(b, "allied", "attack be_i,br_5,be_v 2927", dice=(6,), turn=1), until="retreat")
    assert b.pos.fights()
    settle(b)
    assert b.on("ge_4_pz") != "2927" and not b.pos.fights()
    assert not b.state.marker(b.hex("2827"), -1, w.BRIDGEHEAD)


# ---------------------------------------------------------------------- 11.8a
def test_an_arko_does_not_draw_on_the_supply_of_turn_2_in_the_netherlands() -> None:
    """11.8a: attack supplied by 7.8a, b or c; 7.8d is for the others."""
    for turn, supplied in ((1, True), (2, False)):
        b = position().unit("ge_x", "4126").unit("ge_arko1", "4125").unit("nl_3", "4127").turn(turn)
        target = b.hex("4127")
        assert supply.attack_source(b.pos, b.piece("ge_x"), target) is not None
        assert (supply.attack_source(b.pos, b.piece("ge_arko1"), target) is not None) is supplied
        b.round_of("german", "combat", turn=turn)
        why = combat.check_units(b.pos, (b.piece("ge_x"), b.piece("ge_arko1")), target, w.COMBAT)
        assert why is None if supplied else why is not None and why[0] == "11.8"


def test_in_an_allied_round_the_german_player_says_which_arko_support_his_engaged_combat() -> None:
    """11.8a, 11.9b: the attacker of the combat has the guns, whoever has the round."""
    b = position().unit("ge_x", "3123").unit("ge_arko1", "3024").unit("be_1ch", "3122")
    engaged(b.turn(1), ("ge_x",), "3122").round_of("allied", "combat", turn=1).dice(3)
    b.run(EngagedCombats(w.ALLIED))
    assert b.offer is not None and b.offer.side == w.GERMAN and b.offer.kinds == ("fight_on",)
    assert set(b.choices()) == {"fight_on 3122 -", "fight_on 3122 ge_arko1"}
    assert b.refuses("fight_on 3122 ge_arko1,ge_arko1").rule == "CY 11.8"
    assert b.refuses("fight_on 3123").rule == "CY 11.8"
    b.play("fight_on 3122 ge_arko1")
    assert b.pos.flag(b.piece("ge_arko1"), w.ATTACKED)


def test_of_several_arko_any_may_support_an_engaged_combat() -> None:
    """11.8a: each of them, both or none, in a round of either side."""
    for side, asks in (("german", w.GERMAN), ("allied", w.ALLIED)):
        b = position().unit("ge_x", "3123").unit("ge_arko1", "3024").unit("ge_arko2", "3224").unit("be_1ch", "3122")
        engaged(b.turn(1), ("ge_x",), "3122").round_of(side, "combat", turn=1).run(EngagedCombats(asks))
        guns = ("-", "ge_arko1", "ge_arko2", "ge_arko1,ge_arko2")
        assert b.choices() == [f"fight_on 3122 {some}" for some in guns]


def test_the_allied_player_who_orders_two_engaged_combats_names_no_german_arko() -> None:
    """11.8a, G-A14."""
    b = position().unit("ge_x", "3123").unit("ge_arko1", "3024").unit("be_1ch", "3122").unit("ge_xi", "2812")
    engaged(engaged(b.unit("fr_i", "2811").turn(1), ("ge_x",), "3122"), ("ge_xi",), "2811")
    b.round_of("allied", "combat", turn=1).run(EngagedCombats(w.ALLIED))
    assert b.offer is not None and b.offer.side == w.ALLIED
    assert set(b.choices()) == {"fight_on 2811 -", "fight_on 3122 -"}
    assert b.refuses("fight_on 3122 ge_arko1").rule == "CY 11.8"
    b.dice(3).play("fight_on 3122")
    assert b.offer.side == w.GERMAN and "fight_on 3122 ge_arko1" in b.choices()


# ---------------------------------------------------------------------- 12.7
def test_the_units_of_an_open_paris_go_two_hexes_away_from_the_whole_city() -> None:
    """12.7, G-B19: not to a hex beside another hex of Paris."""
    b = position().unit("fr_i", "1412").turn(5).run(OpenCity()).play("declare_open_city")
    ends = {line.split(",")[-1] for line in b.choices()}
    paris = b.pos.game.ground.paris
    assert ends and all(b.pos.board.distance(b.hex(end), place) >= 2 for end in ends for place in paris)
    assert b.refuses("retreat fr_i 1411,1410").rule == "CY 11.4b"


# ---------------------------------------------------------------------- 12.11
def test_better_defence_whose_last_unit_was_not_lost_in_combat_is_at_hand_again() -> None:
    """12.11e, f, G-B18: only combat takes it for good where the hex has a LOC."""

    def worn() -> Built:
        b = position(seed="worn").unit("fr_2_dcr", "1418", reduced=True).marker("better_defence", "1418")
        return b.turn(5).pool("cup_allied", "fr_2_dcr")

    spent = worn().run(Attrition(w.ALLIED))
    bombed = worn().air("german", 1).dice(6).run(Stukas()).play("bomb 1418")
    for b in (spent, bombed):
        assert b.on("fr_2_dcr") == "-" and not b.pos.better(b.hex("1418"))
        assert b.pos.track("better_defence", w.ALLIED) == 1
    cut = worn()
    around = cut.pos.board.neighbours[cut.hex("1418")]
    for unit, place in zip(("ge_x", "ge_xi", "ge_iv", "ge_i", "ge_ii", "ge_v"), around, strict=True):
        cut.unit(unit, cut.pos.label(place))
    assert not supply.loc_line(cut.pos, cut.hex("1418")), "12.11f: no line, no marker"
    cut.run(Attrition(w.ALLIED))
    assert cut.on("fr_2_dcr") == "-" and cut.pos.track("better_defence", w.ALLIED) == 0


def test_better_defence_of_scenario_3_helps_against_moving_germans_and_not_against_retreating_ones() -> None:
    """12.11a, 10.1d: a retreat is no movement."""
    b = position("free_command").unit("fr_1_dlm", "2812").marker("better_defence", "2812").unit("ge_1_pz", "2914")
    place = b.hex("2813")
    assert zoc.enemies_projecting(b.pos, place, w.GERMAN) == (b.piece("fr_1_dlm"),)
    assert not zoc.ignores(b.pos, b.piece("ge_1_pz"), place), "TR 5 against 4 + 1"
    assert zoc.ignores(b.pos, b.piece("ge_1_pz"), place, moving=False), "TR 5 against 4"


# ---------------------------------------------------------------------- G-A33
def test_a_surrender_that_gives_the_dynamo_port_away_ends_dynamo() -> None:
    """13.2c, 13.3a with the other reading of G-A33."""
    for reading, on in (("no", True), ("yes", False)):
        b = position(options={"surrender_flips_control": reading}).dynamo("3515").turn(4)
        terror.surrender(b.act(), "Belgium", "12.5b")
        assert b.pos.dynamo_on is on


# ---------------------------------------------------------------------- 11.9b, 13.5.3
def test_when_the_engaged_defenders_of_the_port_are_gone_those_who_stood_by_defend() -> None:
    """11.9b, 13.5.3: a Stuka took the last of them; the combat goes on against the units that are left."""
    b = position(dice=[6]).dynamo("3312").units("3312", "fr_i", "fr_iii", reduced=True).unit("ge_x", "3212")
    engaged(b, ("ge_x",), "3312")
    b.act().flag(b.piece("fr_iii"), w.SPARED, 1)
    b.act().remove(b.piece("fr_i"), "reason.eliminated")
    b.round_of("german", "combat", turn=4).run(EngagedCombats(w.GERMAN))
    strengths = {event.kind: event.total for event in b.events if isinstance(event, ev.Reckoned)}
    assert strengths[b.game.words["reckon.defence"]] == 4, "CS 2 in halves"


def test_a_unit_that_stood_free_in_the_port_defends_wherever_it_goes() -> None:
    """11.2, 11.9b, QA.1: it may leave the Engaged port, and is then a unit like any other."""
    b = position().dynamo("3312").units("3312", "fr_i", "fr_iii", reduced=True).unit("ge_gd", "3212")
    place = b.hex("3312")
    b.run(MarkEngaged(bt.Battle((b.piece("ge_gd"),), place, (b.piece("fr_i"),))))
    assert b.pos.flag(b.piece("fr_iii"), w.SPARED)
    b.round_of("allied", "move", turn=4).run(Movement(w.ALLIED))
    assert b.refuses("move fr_i 3311").rule == "CY 11.9b"
    b.play("move fr_iii 3311")
    assert not b.pos.flag(b.piece("fr_iii"), w.SPARED)
    b.unit("ge_xi", "3310")
    attack(b, "german", "attack ge_xi 3311", dice=(3,), turn=4)
    strengths = {event.kind: event.total for event in b.events if isinstance(event, ev.Reckoned)}
    assert strengths[b.game.words["reckon.defence"]] == 4, "CS 2 in halves"


def test_no_arko_fights_on_where_no_attacker_is_left_to_fight() -> None:
    """11.8a, G-B4: the only unit of the hex is bound by another Engaged combat."""
    b = (
        position()
        .units("3123", "ge_1_pz", "ge_2_pz")
        .unit("ge_arko1", "3024")
        .unit("be_1ch", "3122")
        .unit("be_i", "3223")
    )
    engaged(engaged(b.turn(1), ("ge_1_pz",), "3122"), ("ge_2_pz",), "3223")
    b.round_of("german", "combat", turn=1)
    waiting = next(fight for fight in b.pos.fights() if fight.target == b.hex("3122"))
    assert combat.distant_guns(b.pos, waiting) == (b.piece("ge_arko1"),)
    b.act().remove(b.piece("ge_1_pz"), "reason.eliminated")
    assert combat.distant_guns(b.pos, waiting) == ()


# ---------------------------------------------------------------------- 10.6a
@pytest.mark.parametrize(
    ("unit", "path", "spent"), [("ge_1_pz", "3318,3319,3318", 4), ("ge_1_pz", "3016,3017,3016,3017", 5)]
)
def test_a_hex_that_a_unit_has_taken_on_its_way_is_its_own_when_it_comes_back(unit: str, path: str, spent: int) -> None:
    """10.6a, 10.9b: a minor crossing into it is free then, and its works are gone, in one move as hex by hex."""
    start = "3317" if path.startswith("3318") else "2916"
    whole = position().unit(unit, start).round_of("german", "move").run(Movement(w.GERMAN)).play(f"move {unit} {path}")
    steps = position().unit(unit, start).round_of("german", "move").run(Movement(w.GERMAN))
    for place in path.split(","):
        steps.play(f"move {unit} {place}")
    assert whole.pos.flag(whole.piece(unit), w.MOVED) == steps.pos.flag(steps.piece(unit), w.MOVED) == spent + 1


# ---------------------------------------------------------------------- 10.1b
def test_a_stack_has_the_ma_of_its_slowest_unit_for_all_that_its_other_units_pay() -> None:
    """10.1b: in broken ground a panzer division pays two where the cavalry pays one; the stack has 5 MPs, not 6."""

    def stack() -> Built:
        return position().units("1635", "ge_1_pz", "ge_1kav").round_of("german", "move").run(Movement(w.GERMAN))

    assert stack().refuses("move ge_1_pz,ge_1kav 1734,1834,1833").rule == "CY 10.1"
    assert stack().play("move ge_1_pz 1734,1834,1833").on("ge_1_pz") == "1833", "alone it has six"
    b = stack().play("move ge_1_pz,ge_1kav 1734,1834")
    assert "move ge_1_pz,ge_1kav 1833" not in b.choices() and "move ge_1_pz 1833" in b.choices()
    assert b.refuses("move ge_1_pz,ge_1kav 1833").rule == "CY 10.1"
    assert b.play("move ge_1_pz 1833").on("ge_1_pz") == "1833", "the slow one is left behind"
