"""Case Yellow: more of what mutations of the rules showed that no other test saw (rails, entries, drops, menus)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.case_yellow.questions import banks, march, rails
from hexledger.engine.games.case_yellow.questions import battle as bt
from hexledger.engine.games.case_yellow.rules import dynamo, overruns, paradrop, reinforcements, replacements, terror
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.movement import Movement
from hexledger.engine.games.case_yellow.rules.recovery import RemoveDisruption
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.events import model as ev
from tests.case_yellow.builder import Built, position
from tests.case_yellow.fights import attack, result, settle


def moving(b: Built, side: str, turn: int = 2) -> Built:
    b.round_of(side, "move", turn)
    return b.run(Movement(b.pos.active))


# ---------------------------------------------------------------------- the march, menus
def test_a_march_that_stops_short_of_the_dyle_is_refused() -> None:
    """H-1, G-A60."""
    b = position().unit("br_i", "3017").turn(1).track("moves", 1, w.ALLIED)
    moving(b, "allied", turn=1)
    ends = march.march_ends(b.pos, b.piece("br_i"))
    short = next(there for there in b.pos.game.ground.near[b.hex("3017")] if there not in ends)
    assert b.refuses(f"move br_i {b.pos.label(short)}").rule == "CY H-1"


def test_german_attacks_of_a_move_round_are_offered_without_an_allied_die() -> None:
    """11.6b."""
    b = position().unit("ge_1_pz", "2812").unit("fr_53_di", "2912").round_of("german", "move").run(Combats(w.GERMAN))
    assert "attack ge_1_pz 2912" in b.choices()


def test_the_allied_side_neither_tries_nor_removes_bridgeheads() -> None:
    """10.8a, 10.8d."""
    b = position().unit("fr_i", "1507").unit("ge_1_pz", "1609").marker("bridgehead", "1508")
    moving(b, "allied", turn=5)
    assert b.refuses("remove_bridgehead 1508").rule == "CY 10.8d"
    assert not any(line.startswith(("remove_bridgehead", "try_bridgehead")) for line in b.choices())


def test_nobody_leaves_by_sea_in_a_german_round() -> None:
    """13.4."""
    b = moving(position().dynamo("3312").unit("br_i", "3312").unit("ge_x", "2812"), "german", turn=4)
    assert b.refuses("evacuate br_i 1").rule == "CY 13.4"
    assert not any(line.startswith("evacuate") for line in b.choices())


def test_an_overstack_outside_the_sides_own_movement_is_an_impossible_position() -> None:
    """8.4."""
    b = position().units("2812", "fr_i", "fr_iii").round_of("german", "move")
    assert any("stacking" in one for one in b.game.check_invariants(b.pos))
    own = position().units("2812", "fr_i", "fr_iii").round_of("allied", "move")
    assert own.game.check_invariants(own.pos) == [], "units may pass through"


# ---------------------------------------------------------------------- 10.5 rail, 10.10
def riding() -> Built:
    b = position().unit("fr_xxi", "1521").unit("fr_ag1_supply", "1719").unit("ge_x", "2420").assign("rail_left", 2)
    return b.unit("fr_vi", "1421").round_of("allied", "move")


def test_rides_are_offered_to_the_allies_and_end_where_a_railway_leads() -> None:
    """10.5b, 10.5c."""
    b = riding().run(Movement(w.ALLIED))
    assert any(line.startswith("rail fr_xxi") for line in b.choices())
    far = rails.network(b.pos, b.hex("1521"))
    off = next(p for p in sorted(b.pos.game.ground.towns) if p not in far and b.pos.control(p) == w.ALLIED)
    assert b.refuses(f"rail fr_xxi {b.pos.label(off)}").rule == "CY 10.5"
    assert not any(line.startswith("rail") for line in moving(riding(), "german").choices())


def test_a_supply_unit_that_rode_has_moved_for_the_turn_and_a_maginot_corps_counts_once() -> None:
    """7.9c, 10.5, H-3."""
    b = riding().run(Movement(w.ALLIED))
    to = b.pos.label(rails.rail_ends(b.pos, b.piece("fr_ag1_supply"))[0])
    b.play(f"rail fr_ag1_supply {to}")
    assert b.pos.flag(b.piece("fr_ag1_supply"), w.FLIPPED)
    to = b.pos.label(rails.rail_ends(b.pos, b.piece("fr_vi"))[0])
    b.play(f"rail fr_vi {to}")
    assert b.pos.var("maginot_moved") == 1


def test_a_third_belgian_unit_does_not_go_to_france_in_a_stack() -> None:
    """10.10b."""
    b = position().units("2720", "be_1ch", "be_2ch").unit("be_i", "1305")
    here = next(p for p in b.pos.game.ground.near[b.hex("2720")] if b.pos.board.country[p] == "Belgium")
    there = b.pos.label(next(p for p in b.pos.game.ground.near[here] if b.pos.board.country[p] == "France"))
    b = position().units(b.pos.label(here), "be_1ch", "be_2ch").unit("be_i", "1305")
    moving(b, "allied", turn=5)
    assert b.refuses(f"move be_1ch,be_2ch {there}").rule == "CY 10.10"
    b.play(f"move be_1ch {there}")
    assert b.refuses(f"move be_2ch {there}").rule == "CY 10.10"


# ---------------------------------------------------------------------- 10.2, 12.7 entries
def test_no_reinforcement_enters_near_an_open_paris_but_germans_may() -> None:
    """12.7, 10.2."""
    b = position().turn(6).pool("due", "fr_vii")
    paris = b.pos.game.ground.paris[0]
    assert reinforcements.fits(b.pos, b.piece("fr_vii"), paris) is None
    why = reinforcements.fits(b.assign("open_city", 5).pos, b.piece("fr_vii"), paris)
    assert why is not None and why[0] == "12.7"


def test_only_a_late_unit_with_a_single_entry_may_enter_at_the_edges_instead() -> None:
    """G-A56."""
    due = position().turn(2).pool("due", "fr_4_dcr")
    assert reinforcements.places(due.pos, due.piece("fr_4_dcr")) == due.path("2018")
    late = position().turn(3).pool("due", "fr_4_dcr")
    assert len(reinforcements.places(late.pos, late.piece("fr_4_dcr"))) > 1


# ---------------------------------------------------------------------- 5.1d, 13.1c, 12.2
@pytest.mark.parametrize(("die", "disrupted"), [(1, False), (5, True)])
def test_a_safe_landing_disrupts_nobody(die: int, disrupted: bool) -> None:
    """5.1d."""
    b = position(dice=[die]).unit("ge_fj1", "german_airborne").turn(1)
    b.run(paradrop.Paradrop(False)).play("drop ge_fj1 3825")
    assert b.on("ge_fj1") == "3825" and b.pos.disrupted(b.piece("ge_fj1")) is disrupted


def test_the_assault_on_eben_emael_is_asked_for_although_nobody_waits_in_the_airborne_box() -> None:
    """5.1d."""
    b = position("free_command").turn(1).run(paradrop.Paradrop(True))
    assert b.offer is not None and "assault_eben_emael" in b.offer.kinds
    assert position("free_command").turn(1).run(paradrop.Paradrop(False)).quiet


def test_the_window_of_the_early_dynamo_opens_after_a_german_round_only() -> None:
    """13.1c."""
    german = position().unit("br_i", "3312").round_of("german", "combat", turn=3).assign("cup_reserve", 1)
    allied = position().unit("br_i", "3312").round_of("allied", "combat", turn=3).assign("cup_reserve", 1)
    assert dynamo.early(german.pos) and not dynamo.early(allied.pos)


def test_at_the_end_of_a_turn_the_disruption_of_the_port_goes_and_other_markers_stay() -> None:
    """12.2."""
    b = position().dynamo("3312").marker("port_disruption", "3312", count=2).marker("bridgehead", "1508")
    b.marker("better_defence", "2012").run(RemoveDisruption())
    assert not b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) and b.state.marker(b.hex("3312"), -1, w.PORT)
    assert b.state.marker(b.hex("1508"), -1, w.BRIDGEHEAD) and b.pos.better(b.hex("2012"))


def test_odds_below_one_to_three_lie_one_column_before_the_table() -> None:
    """11.3a."""
    b = position().unit("ge_gd", "2812").units("2912", "fr_i", "fr_10_di")
    fight = bt.Battle((b.piece("ge_gd"),), b.hex("2912"), b.pos.fighters(b.hex("2912")))
    assert bt.initial(b.pos, fight) == -1


# ---------------------------------------------------------------------- 10.3c, 11.3e, 13.3a
def test_nobody_overruns_works_that_stand_nor_a_fortified_line() -> None:
    """10.3c."""
    for target, here in (("2224", "2223"), ("1828", "1827")):
        b = position().units(here, "ge_1_pz", "ge_2_pz").unit("fr_rif_boulay", target)
        why = overruns.refusal(moving(b, "german", 5).pos, (b.piece("ge_1_pz"), b.piece("ge_2_pz")), b.hex(target))
        assert why is not None and why[0] == "10.3c", target
        assert overruns.ground_allows(b.marker("destroyed", target).pos, b.hex(here), b.hex(target)) is None


def test_the_owner_of_the_defenders_chooses_their_loss() -> None:
    """11.3e."""
    b = position().units("2812", "ge_1_pz", "ge_2_pz").units("2912", "fr_10_di", "fr_14_di").air("german", 2)
    attack(b, "german", "attack ge_1_pz,ge_2_pz 2912", dice=(3,), turn=1)
    settle(b, until="lose_step")
    assert result(b) in ("BL1", "DL1")
    while b.offer is not None and b.offer.side == w.GERMAN and "lose_step" in b.offer.kinds:
        b.play(b.choices()[0])
    assert b.offer is not None and b.offer.kinds == ("lose_step",) and b.offer.side == w.ALLIED
    assert set(b.choices()) == {"lose_step fr_10_di", "lose_step fr_14_di"}


def test_the_port_marker_comes_off_when_the_germans_take_the_port() -> None:
    """13.3a."""
    b = position().dynamo("3312").unit("ge_x", "3213").marker("port_disruption", "3312")
    moving(b, "german", 4).play("move ge_x 3312")
    assert not b.state.marker(b.hex("3312"), -1, w.PORT)
    assert not b.state.marker(b.hex("3312"), -1, w.PORT_DISRUPTION) and not b.pos.dynamo_on


def test_units_in_boxes_are_not_on_the_map() -> None:
    """5.1d."""
    b = position().unit("ge_fj1", "german_airborne").unit("ge_x", "2812")
    assert b.pos.of(w.GERMAN) == (b.piece("ge_x"),)


def test_a_move_that_goes_on_tells_the_points_of_its_second_part_alone() -> None:
    """10.1."""
    b = moving(position().unit("ge_1_pz", "2812"), "german").play("move ge_1_pz 2912,2913", "move ge_1_pz 2914")
    told = [event.cost for event in b.events if isinstance(event, ev.Moved)]
    assert told == [1] and b.pos.flag(b.piece("ge_1_pz"), w.MOVED) == 4, "three points, and one"


def test_a_bridgehead_before_a_combat_cites_the_rule_of_its_round() -> None:
    """10.8c.2, 10.8c.3."""
    for kind, rule in (("combat", "10.8c.3"), ("move", "10.8c.2")):
        b = position().unit("ge_1_pz", "2125").unit("fr_53_di", "2124").air("german", 0)
        attack(b, "german", "attack ge_1_pz 2124", dice=(6, 6), kind=kind, turn=1)
        b.play("try_bridgehead 2124")
        rolled = next(event for event in b.events if isinstance(event, ev.Rolled))
        assert rolled.rule == b.game.rules[rule]


def test_no_infantry_step_rebuilds_a_parachute_regiment_and_one_rebuilds_a_motorized_one() -> None:
    """12.10c."""
    b = position().turn(5)
    assert (
        replacements.step_kind(b.pos, b.piece("ge_fj1")) == ""
        and replacements.step_kind(b.pos, b.piece("ge_arko1")) == ""
    )
    assert replacements.step_kind(b.pos, b.piece("ge_gd")) == "infantry", "eliminated"
    assert replacements.step_kind(b.unit("ge_gd", "2812").pos, b.piece("ge_gd")) == "", "on the map it has its step"
    assert replacements.step_kind(b.pos, b.piece("br_30")) == "", "not of the Allies"


def test_attacks_are_asked_for_by_the_rule_of_the_round() -> None:
    """11.2, 11.6."""
    for kind, rule in (("move", "11.6"), ("combat", "11.2")):
        b = position().unit("ge_1_pz", "2812").unit("fr_53_di", "2912").round_of("german", kind).run(Combats(w.GERMAN))
        assert b.offer is not None and b.offer.rule == b.game.rules[rule]


def test_with_a_single_marker_left_a_bridgehead_is_still_offered() -> None:
    """10.8e."""
    b = position().unit("ge_1_pz", "2125", moved=2).round_of("german", "move")
    for place in ("1113", "1014", "1215", "1316", "1417"):
        b.marker("bridgehead", place)
    assert banks.markers_left(b.pos) == 1 and b.hex("2124") in banks.tries(b.pos)
    assert banks.tries(b.marker("bridgehead", "1518").pos) == ()


def test_a_dutch_city_that_is_bombed_counts_in_the_same_end_phase() -> None:
    """12.4e, 12.5a."""
    b = position().turn(1).taken("4326", "4123", "4127", "4030", "3725", "3627", "3727").unit("nl_1", "4024")
    b.run(terror.ClearTerror(), terror.Terror(), terror.Surrender()).play("terror_bomb 4024")
    assert b.pos.var("netherlands") == 1


def test_no_refugees_flee_from_a_city_in_german_hands() -> None:
    """12.6d."""
    b = position().unit("ge_x", "2513").track("refugees", 2, w.GERMAN).turn(3).run(terror.Refugees(1, 0))
    assert "place_refugees 2412" in b.choices()
    held = position().unit("ge_x", "2513").taken("2412").track("refugees", 2, w.GERMAN).turn(3)
    held.run(terror.Refugees(1, 0))
    assert held.quiet or "place_refugees 2412" not in held.choices()


def test_trains_stop_in_towns_too() -> None:
    """10.5c."""
    b = riding()
    towns = b.pos.game.ground.towns - frozenset(b.pos.game.ground.maginot)
    assert towns & set(rails.rail_ends(b.pos, b.piece("fr_xxi")))


def test_the_air_landing_division_keeps_its_steps_in_a_safe_landing() -> None:
    """5.1d."""
    b = position(dice=[1]).unit("ge_22_al", "german_airborne").turn(1)
    b.run(paradrop.Paradrop(False)).play("drop ge_22_al 4025")
    assert b.on("ge_22_al") == "4025" and b.pos.steps(b.piece("ge_22_al")) == 2


def test_each_unit_that_attacks_is_taken_off_the_allied_die() -> None:
    """11.6a."""
    b = position().unit("fr_1_dcr", "2812").unit("ge_22_al", "2813").round_of("allied", "move").assign("limit", 4)
    b.dice(1).run(Combats(w.ALLIED)).play("attack fr_1_dcr 2813")
    assert b.pos.var("limit") == 3
