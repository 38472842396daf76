"""Case Yellow: the second examination set, its other half: Engaged combats, who decides, pairs of rules, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexledger.engine.games.case_yellow import sequence
from hexledger.engine.games.case_yellow.questions import stacking, supply, ways
from hexledger.engine.games.case_yellow.rules import (
    air,
    better_defence,
    dynamo,
    paradrop,
    recovery,
    refit,
    terror,
)
from hexledger.engine.games.case_yellow.rules.combat import Combats
from hexledger.engine.games.case_yellow.rules.replacements import Replacements
from hexledger.engine.games.case_yellow.rules.supply_phase import SupplyPhase
from hexledger.engine.games.case_yellow.tables import words as w
from tests.case_yellow.builder import position
from tests.case_yellow.fights import attack, result, settle
from tests.case_yellow.test_cy_examination import engaged, legal, whole_round
from tests.case_yellow.test_cy_examination_2 import moving


# ---------------------------------------------------------------------- 11.9 Engaged combats
@pytest.mark.parametrize(
    ("side", "kind", "two"), [("german", w.COMBAT, True), ("german", w.MOVE, False), ("allied", w.COMBAT, False)]
)
def test_how_far_an_engaged_panzer_division_advances(side: str, kind: int, two: bool) -> None:
    """11.9c, 11.9d, 11.6b, G-C15: two hexes in a German Combat round only; the German attacker commits air first."""
    b = position(dice=[6]).unit("fr_53_di", "2811").unit("ge_1_pz", "2812").air("german", 1).air("allied", 1)
    whole_round(engaged(b, "ge_1_pz", "2811"), side, kind, 1)
    if kind == w.MOVE:
        b.play("end_movement")
    assert b.offer is not None and b.offer.kinds == ("commit_air",) and b.offer.side == w.GERMAN
    b.play("commit_air 0")
    assert b.offer is not None and b.offer.side == w.ALLIED
    b.play("commit_air 0")
    while b.offer is not None and "advance" not in b.offer.kinds:
        b.play(b.choices()[0])
    assert "advance ge_1_pz 2811" in b.choices() and any("2811,2" in line for line in b.choices()) is two


def test_who_has_fought_on_attacks_no_more_in_the_round_and_who_was_freed_may() -> None:
    """11.2a, 11.9b, G-A47: an Allied Combat round: the German attack fails, its defender attacks afterwards."""
    b = position(dice=[1]).unit("fr_i", "2811").unit("ge_x", "2812")
    whole_round(engaged(b, "ge_x", "2811"), "allied", w.COMBAT, 1)
    settle(b, until="attack")
    assert not b.pos.fights() and legal(b, "attack fr_i 2812")
    g = position(dice=[1]).unit("fr_i", "2811").unit("fr_53_di", "2911").unit("ge_x", "2812")
    whole_round(engaged(g, "ge_x", "2811"), "german", w.COMBAT, 1)
    settle(g, until="attack")
    assert g.offer is None or "attack" not in g.offer.kinds or g.refuses("attack ge_x 2911").rule == "CY 11.2"


# ---------------------------------------------------------------------- who decides
def test_the_attacker_takes_the_division_first_and_the_defender_the_corps() -> None:
    """11.3f: the corps loses one step only; a brigade beside them dies."""
    b = position().units("2811", "fr_i", "fr_14_di").unit("ge_iv", "2812").unit("ge_ix", "2711").unit("ge_xi", "2911")
    b.unit("ge_v", "2712").units("2712", "ge_22_al").unit("ge_xviii", "2912").air("german", 2)
    attack(b, "german", "attack ge_iv,ge_ix,ge_xi 2811", dice=(6,), turn=1)
    b.play("commit_air 2")
    assert result(b) == "DE" and b.offer is not None and b.offer.side == w.GERMAN
    assert set(b.choices()) == {"lose_step fr_i", "lose_step fr_14_di"}
    b.play("lose_step fr_i")
    assert b.pos.steps(b.piece("fr_14_di")) == 1, "the corps is spared a second step: nothing is left to choose"
    assert b.has("fr_i", "disrupted") and b.has("fr_14_di", "disrupted")


def test_the_interdiction_of_the_example_is_played() -> None:
    """5.1c example: French 2, nothing; AASF 5, interdicted and lost until turn 5; the hex is not tried again."""
    b = position(dice=[2, 5]).turn(2).taken("2125").air("allied", 2).run(air.Interdiction())
    b.play("interdict asset.french 2125", "interdict asset.aasf 2125")
    assert b.state.marker(b.hex("2125"), -1, w.INTERDICTED) and b.pos.pool("aasf_lost") == {5: 1}
    assert b.pos.pool("assets_used") == {w.FRENCH_AIR: 1} and not b.pos.track("air", w.ALLIED)
    again = position(dice=[6]).turn(2).taken("2125").air("allied", 2).run(air.Interdiction())
    again.play("interdict asset.french 2125")
    assert again.refuses("interdict asset.aasf 2125").rule == "CY 5.1c"
    assert again.refuses("interdict asset.aasf 2124").rule == "CY 5.1c", "the bank that the Allies hold"


# ---------------------------------------------------------------------- 8.3
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        (("fr_i", "fr_14_di"), True),
        (("fr_i", "fr_14_di", "fr_10_di"), False),
        (("fr_i", "fr_1_dlc"), False),
        (("fr_i", "fr_14_di", "fr_rif_boulay"), True),
        (("fr_i", "fr_14_di", "fr_rif_boulay", "fr_rif_vosges"), False),
        (("fr_i", "fr_rif_boulay", "fr_rif_vosges"), True),
        (("br_i", "br_1_tank"), True),
        (("br_i", "br_1_arm"), False),
        (("br_1_arm", "br_50", "br_1_tank"), True),
        (("ge_arko1", "ge_22_al"), True),
        (("ge_arko1", "ge_gd", "ge_lah"), True),
        (("ge_aga_supply", "ge_x"), False),
        (("ge_aga_supply", "ge_agb_supply"), False),
    ],
)
def test_what_fits_into_a_hex(units: tuple[str, ...], fits: bool) -> None:
    """8.3a, 8.3b, 7.9b: a motorized brigade stands beside a corps, a motorized division does not."""
    b = position()
    assert stacking.limits_kept(b.pos, [b.piece(unit) for unit in units]) is fits


# ---------------------------------------------------------------------- 10.3c again
@pytest.mark.parametrize(("unit", "allowed"), [("ge_1_pz", True), ("ge_5_pz", False)])
def test_a_single_division_overruns_half_a_point_with_five_and_not_with_four(unit: str, allowed: bool) -> None:
    """10.3c: ten to one and eight to one."""
    b = moving(position().unit(unit, "2812").unit("be_cycl", "2813"))
    assert legal(b, f"overrun {unit} 2813") is allowed


def test_an_overrun_goes_out_of_a_city_but_not_into_one_nor_over_a_river() -> None:
    """10.3c."""
    b = moving(position().units("3122", "ge_1_pz", "ge_2_pz").unit("be_cycl", "3121"))
    assert legal(b, "overrun ge_1_pz 3121")
    b = moving(position().units("3121", "ge_1_pz", "ge_2_pz").unit("be_cycl", "3122"))
    assert b.refuses("overrun ge_1_pz 3122").rule == "CY 10.3c"
    b = moving(position().unit("ge_1_pz", "3121").unit("be_cycl", "3221"))
    assert b.refuses("overrun ge_1_pz 3221").rule == "CY 10.3c", "a minor river with a crossing"


def test_who_was_overrun_is_overrun_to_death_in_the_same_round() -> None:
    """10.3c: it is disrupted by then."""
    b = moving(position().unit("ge_1_pz", "2812").unit("ge_3_pz", "2817").unit("be_cycl", "2813"))
    b.play("overrun ge_1_pz 2813", "retreat be_cycl 2814,2815")
    b.play("move ge_3_pz 2816", "overrun ge_3_pz 2815")
    assert b.on("be_cycl") == "-"


def test_between_two_panzer_divisions_an_overrun_unit_has_no_way() -> None:
    """10.3c, 9.5c: their ZOC lies on all hexes around it, the overrunner's too."""
    b = moving(position().unit("ge_1_pz", "2812").unit("ge_3_pz", "2814").unit("be_cycl", "2813"))
    assert b.play("overrun ge_1_pz 2813").on("be_cycl") == "-"


def test_an_overrun_is_no_attack_and_the_overrunner_attacks_when_the_movement_ends() -> None:
    """10.3c, 11.6b."""
    b = moving(position().unit("ge_1_pz", "2812").unit("be_cycl", "2813").unit("fr_53_di", "2914"), turn=1)
    b.play("overrun ge_1_pz 2813")
    assert b.on("be_cycl") == "2813"
    b.play(b.choices()[0], "move ge_1_pz 2913", "end_movement").run(Combats(w.GERMAN))
    assert legal(b, "attack ge_1_pz 2914")


# ---------------------------------------------------------------------- costs and borders
@pytest.mark.parametrize(("taken", "marked", "more"), [(1, 0, 0), (0, 0, 1), (1, 1, 1), (0, 1, 2)])
def test_a_minor_crossing_is_free_into_a_hex_of_ones_own_and_interdiction_adds_one(
    taken: int, marked: int, more: int
) -> None:
    """10.6a, 10.7e: along the road from 2026 to 2025, whose works are gone."""
    b = position().unit("ge_x", "2026").marker("destroyed", "2025")
    b = b.taken("2025") if taken else b
    b = b.marker("interdicted", "2026") if marked else b
    assert ways.price(b.pos, b.piece("ge_x"), b.hex("2026"), b.hex("2025")) == 1 + more


def over_border(ground: Any, one: str, other: str) -> Iterator[tuple[int, int]]:
    """Open hexes beside each other in two countries, without a river between."""
    closed = ground.forest | ground.works | frozenset(ground.garrison)
    for here in sorted(ground.land):
        for there in ground.near[here]:
            countries = ground.country[here], ground.country[there]
            if countries == (one, other) and not ground.river_between(here, there) and not {here, there} & closed:
                yield here, there


def test_a_dutch_unit_that_wins_over_the_border_does_not_advance() -> None:
    """10.10a: it never leaves the Netherlands."""
    b = position()
    ground = b.pos.game.ground
    here, there = next(pair for pair in over_border(ground, "Netherlands", "Belgium") if not ground.cities & {*pair})
    b = position().units(b.pos.label(here), "nl_1", "nl_2").unit("ge_fj1", b.pos.label(there))
    attack(b, "allied", f"attack nl_1,nl_2 {b.pos.label(there)}", dice=(6,), turn=1)
    assert result(b) == "DR"
    settle(b, until="advance")
    assert b.on("ge_fj1") != b.pos.label(there)
    assert b.offer is None or "advance" not in b.offer.kinds
    assert b.on("nl_1") == b.pos.label(here)


def test_belgians_in_france_go_with_their_country() -> None:
    """12.5b: all Belgian units on the map; who stood with them stays."""
    b = position().units("2812", "be_i", "fr_53_di").taken("3423", "3122", "3319", "3515").run(terror.Surrender())
    assert b.on("be_i") == "-" and b.on("fr_53_di") == "2812"


# ---------------------------------------------------------------------- 11.8, 11.7 again
@pytest.mark.parametrize(("at", "rule"), [("3124", ""), ("3125", "CY 11.8")])
def test_an_arko_three_hexes_away_does_not_support(at: str, rule: str) -> None:
    """11.8a: one hex between."""
    b = position().unit("ge_x", "3123").unit("ge_arko1", at).unit("fr_i", "3122")
    b.round_of("german", "combat", 1).run(Combats(w.GERMAN))
    if rule:
        assert b.refuses("attack ge_x,ge_arko1 3122").rule == rule
    else:
        assert legal(b, "attack ge_x,ge_arko1 3122")


def test_a_garrison_that_engages_costs_a_step_and_leaves_no_marker() -> None:
    """11.7b, 11.9a, G-C13: nobody is Engaged with a line that no unit holds; panzers have no shift against it."""
    b = position().units("1928", "ge_1_pz", "ge_2_pz")
    attack(b, "german", "attack ge_1_pz,ge_2_pz 1828", dice=(3,), turn=1)
    lines = b.lines("reckon.odds")
    assert lines["line.initial"] == 4 and "line.panzer" not in lines and result(b) == "ENG"
    settle(b)
    assert b.pos.steps(b.piece("ge_1_pz")) + b.pos.steps(b.piece("ge_2_pz")) == 3 and not b.pos.fights()


def test_both_want_of_supply_and_of_attack_supply_are_one_column() -> None:
    """11.3c, 7.6d: and one unit of several is enough."""
    b = position().unit("ge_x", "2812", oos=1).unit("ge_22_al", "2812").unit("fr_53_di", "2811")
    attack(b, "german", "attack ge_x,ge_22_al 2811", dice=(1,), turn=3)
    assert b.lines("reckon.odds")["line.unsupplied"] == -1
    b = position().unit("ge_x", "2812").unit("ge_22_al", "2812", oos=1).unit("fr_53_di", "2811")
    attack(b, "german", "attack ge_x,ge_22_al 2811", dice=(1,), turn=1)
    assert b.lines("reckon.odds")["line.unsupplied"] == -1, "turn 1 supplies attacks, not units marked OOS"


# ---------------------------------------------------------------------- 11.3e again
def test_defending_armour_takes_the_loss_only_where_it_took_a_shift_away() -> None:
    """11.3e: against a panzer division out of the open; not against one out of a city, nor against infantry alone."""
    for attackers, at, bound in (("ge_1_pz", "3123", True), ("ge_1_pz", "3122", False), ("ge_iv", "3123", False)):
        b = position().units("3022" if at == "3122" else "3023", "fr_1_dlm", "fr_14_di").unit(attackers, at)
        target = "3022" if at == "3122" else "3023"
        b.unit("ge_x", "2923" if target == "3023" else "2922")
        attack(b, "german", f"attack {attackers} {target}", dice=(5,), turn=1)
        settle(b, until="lose_step")
        assert result(b) == "ENG" or result(b) == "BL1", result(b)
        offered = [line for line in b.choices() if "fr_" in line]
        while b.offer is not None and "lose_step" in b.offer.kinds and not offered:
            b.play(b.choices()[0])
            offered = [line for line in b.choices() if "fr_" in line]
        assert (set(offered) != {"lose_step fr_1_dlm", "lose_step fr_14_di"}) is bound, (attackers, at, offered)


def test_a_panzer_division_in_defence_takes_the_loss_for_the_shift_that_it_denies() -> None:
    """11.3c, 11.3e: the DLM shifts nothing, the panzer division loses the step."""
    b = position().units("2812", "ge_1_pz", "ge_20_mot").units("2811", "fr_1_dlm", "fr_2_dlm").unit("fr_i", "2911")
    attack(b, "allied", "attack fr_1_dlm,fr_2_dlm,fr_i 2812", dice=(6,), turn=1)
    assert "line.allied_armour" not in b.lines("reckon.odds") and result(b) == "BL1"
    assert set(b.choices()) == {"lose_step fr_i", "lose_step fr_1_dlm", "lose_step fr_2_dlm"}, "no shift gained"
    b.play("lose_step fr_i")
    assert b.pos.steps(b.piece("ge_1_pz")) == 1 and b.pos.steps(b.piece("ge_20_mot")) == 2


# ---------------------------------------------------------------------- 12.10-12.12 again
def test_a_corps_that_is_rebuilt_from_nothing_gets_one_step_in_a_segment() -> None:
    """12.10c, 12.10e: it waits on the track for the next turn, at reduced strength."""
    b = position().turn(6).pool("dead", "fr_i").track("infantry", 3, w.ALLIED).unit("fr_ii", "1308", reduced=True)
    b.run(Replacements(w.ALLIED)).play("replace fr_i")
    assert b.refuses("replace fr_i").rule == "CY 12.10" and b.pos.pool("returning") == {b.piece("fr_i"): 1}
    b.play("replace fr_ii")
    assert not b.pos.reduced(b.piece("fr_ii"))


def test_who_has_left_by_sea_is_not_replaced() -> None:
    """13.4.5."""
    b = position().turn(6).pool("evacuated", "br_i").track("infantry", 3, w.ALLIED).unit("fr_ii", "1308", reduced=True)
    b.run(Replacements(w.ALLIED))
    assert b.refuses("replace br_i").rule == "CY 12.10"


@pytest.mark.parametrize(
    ("unit", "at", "placed"),
    [
        ("fr_i", "1816", True),
        ("br_i", "2812", True),
        ("br_i", "3022", False),
        ("fr_xlii", "1828", True),
        ("fr_ag1_supply", "1816", False),
    ],
)
def test_where_better_defence_is_placed(unit: str, at: str, placed: bool) -> None:
    """12.11d, QA.2, 2.4h: a line of communication does not leave France; the Maginot Line has one."""
    b = position().turn(6).unit(unit, at).unit("fr_ii", "1308").track("better_defence", 2, w.ALLIED)
    b.run(better_defence.BetterDefence())
    assert legal(b, f"place_better {at}") is placed
    if not placed:
        assert b.refuses(f"place_better {at}").rule == "CY 12.11"


def test_refitted_panzers_come_back_into_enemy_zoc_but_not_among_enemies() -> None:
    """12.12g."""
    b = position().turn(7).unit("fr_i", "2812").taken("2811", "2813").pool("refit", "ge_1_pz", "ge_1_pz")
    b.taken(*map(b.pos.label, sorted(b.pos.scenario.land - {b.hex("2812")})))
    b.marker("destroyed", "2828")
    for place in sorted(b.pos.game.ground.works | frozenset(b.pos.game.ground.garrison)):
        if not b.pos.destroyed(place):
            b.marker("destroyed", b.pos.label(place))
    b.run(refit.ReturnPanzers())
    assert legal(b, "return_panzer ge_1_pz 2811") and b.refuses("return_panzer ge_1_pz 2812").rule == "CY 12.12"


# ---------------------------------------------------------------------- the rest
def test_a_landing_destroys_the_works_of_its_hex() -> None:
    """10.9b, 10.8 example 3."""
    b = position(dice=[1]).turn(1).unit("ge_fj1", "german_airborne").run(paradrop.Paradrop(False))
    b.play("drop ge_fj1 3825")
    assert b.on("ge_fj1") == "3825" and b.pos.destroyed(b.hex("3825"))


def test_a_bridgehead_may_be_formed_in_eben_emael_once_it_has_fallen() -> None:
    """10.8b, 10.9a."""
    for fallen in (False, True):
        b = position(dice=[6]).unit("ge_3_pz", "2930")
        b = b.marker("destroyed", "2928") if fallen else b
        b = moving(b).play("move ge_3_pz 2929")
        assert legal(b, "try_bridgehead 2928") is fallen


def test_the_last_turn_ends_the_game_with_a_verdict() -> None:
    """3.1, 12.8d, 2.4n: ten turns."""
    b = position(seed="end").turn(10).run(sequence.EndTurn())
    assert b.state.over and b.state.turn == 10
    b = position(seed="end").turn(9).run(sequence.EndTurn())
    assert not b.state.over and b.state.turn == 10


def test_a_unit_that_came_first_shields_the_hex_for_the_next_one_in_retreat() -> None:
    """11.4b.5, 11.4b.6, 9.5 example 2: TR 4 goes first, alone; the foot division may follow into the hex it holds."""
    b = position().units("2812", "fr_1_dlm", "fr_53_di").unit("ge_iv", "2813").unit("ge_v", "2911")
    b.unit("ge_xxvii", "2711").unit("ge_x", "2912").unit("ge_xi", "2712").air("german", 2)
    attack(b, "german", "attack ge_iv 2812", dice=(6,), turn=1)
    b.play("commit_air 2") if b.offer is not None and "commit_air" in b.offer.kinds else b
    assert result(b) == "DR"
    assert all("fr_1_dlm" in line for line in b.choices())
    b.play("retreat fr_1_dlm 2811,2810")
    assert b.on("fr_53_di") == "-", "2811 itself is empty again"


def test_allied_units_alone_pass_through_a_hex_that_a_bridgehead_holds_and_take_it_off() -> None:
    """10.8d: an Allied unit enters, or retreats into, the empty hex."""
    b = moving(position().unit("fr_53_di", "2023").marker("bridgehead", "2124").unit("ge_8_pz", "2125"), "allied")
    b.play("move fr_53_di 2123,2124")
    assert not b.state.marker(b.hex("2124"), -1, w.BRIDGEHEAD)


def test_who_stands_in_the_port_when_dynamo_is_declared_is_not_turned_over_and_who_comes_is() -> None:
    """13.5.2, G-A11."""
    b = position(seed="declared").unit("br_51", "3312").unit("br_5", "3213").round_of("allied", "move", 3)
    b.run(dynamo.Dynamo()).play("declare_dynamo 3312")
    assert not b.pos.reduced(b.piece("br_51"))
    whole_round(b, "allied", w.MOVE, 3).play("move br_5 3312")
    assert b.pos.reduced(b.piece("br_5")) and b.state.track(w.TRACK["vp"], w.ALLIED) == 0


def test_a_chosen_allied_move_chit_of_box_1_declares_nothing() -> None:
    """13.1a: the chit is drawn; the chit that the initiative player lays into box 1 is not."""
    for box, asked in ((0, False), (1, True)):
        b = position(seed="box").turn(3).assign("round", box)
        b.run(sequence.PlayChit(w.CHITS[w.ALLIED]["move"]))
        assert (b.offer is not None and "declare_dynamo" in b.offer.kinds) is asked


# ---------------------------------------------------------------------- a third look
def test_the_bridgehead_at_sedan_succeeds_and_the_one_at_montherme_fails() -> None:
    """10.8 example 2: the river counts no more in the one combat; in the other ground, works and river all do."""
    b = (
        position()
        .units("2125", "ge_1_pz", "ge_2_pz")
        .unit("ge_6_pz", "2324")
        .unit("fr_x", "2124")
        .unit("fr_xli", "2323")
    )
    b.round_of("german", "combat", 1).dice(5, 1, 1, 1).run(Combats(w.GERMAN))
    b.play("attack ge_1_pz,ge_2_pz 2124", "try_bridgehead 2124")
    assert "line.river" not in b.lines("reckon.odds")
    settle(b, until="attack").play("attack ge_6_pz 2323", "try_bridgehead 2323")
    lines = b.lines("reckon.odds")
    assert (lines["line.terrain"], lines["line.works"], lines["line.river"]) == (-1, -1, -1)


def test_interdiction_of_a_hex_bars_all_its_crossings_and_no_other_hex_does() -> None:
    """5.1c example: nothing goes through either crossing of B; A serves on."""
    ground = position().pos.game.ground
    label = position().pos.label
    place, across = next((p, a) for p, a in sorted(ground.crossings_of.items()) if len(a) > 1)
    for marked in (False, True):
        b = position().taken(label(place), *map(label, across))
        b = b.marker("interdicted", label(place)) if marked else b
        assert all(supply.los_step(b.pos, place, there, w.GERMAN) is not marked for there in across)
        assert all(supply.los_step(b.pos, there, place, w.GERMAN) is not marked for there in across)


def test_a_stack_divides_its_attacks_and_a_unit_does_not() -> None:
    """11.2a, 11.2d example: from two hexes against one, while another unit of the stack does the duty."""
    b = position().units("2812", "ge_x", "ge_22_al").unit("ge_iv", "2711").unit("fr_53_di", "2811").unit("fr_i", "2911")
    b.round_of("german", "combat", 1).dice(1, 1).run(Combats(w.GERMAN))
    b.play("attack ge_22_al,ge_iv 2811")
    settle(b, until="attack")
    assert b.refuses("end_combats").rule == "CY 9.5" and b.refuses("attack ge_22_al 2911").rule == "CY 11.2"
    b.play("attack ge_x 2911")
    settle(b, until="attack")
    assert b.offer is None or "attack" not in b.offer.kinds or legal(b, "end_combats")


@pytest.mark.parametrize(("beside", "duty"), [(("fr_53_di",), False), (("fr_53_di", "fr_71_di"), True)])
def test_only_who_projects_a_zoc_must_be_attacked_too(beside: tuple[str, ...], duty: bool) -> None:
    """9.5b, 9.1b."""
    b = position().unit("ge_x", "2812").unit("ge_iv", "2711").unit("ge_gd", "2912").unit("fr_14_di", "2811")
    b.units("2911", *beside).round_of("german", "combat", 1).dice(1).run(Combats(w.GERMAN))
    b.play("attack ge_x,ge_iv 2811")
    settle(b, until="attack")
    assert legal(b, "end_combats") is not duty


def test_six_steps_leave_in_each_of_two_move_rounds() -> None:
    """13.4.2: a Move round."""
    six = ("br_i", "br_ii", "br_iii", "fr_i", "fr_ii", "fr_iii")
    b = position().dynamo("3312").units("3312", *six, "fr_iv", reduced=True)
    for units in (six, ("fr_iv",)):
        whole_round(b, "allied", w.MOVE, 4)
        for unit in units:
            b.play(f"evacuate {unit}")
        if len(units) == 6:
            assert b.refuses("evacuate fr_iv").rule == "CY 13.4"
        b.play("end_movement")
    assert b.state.track(w.TRACK["vp"], w.ALLIED) == 7


@pytest.mark.parametrize(("declared", "turn", "side"), [(4, 5, 2), (4, 7, 2), (4, 8, 1), (4, 4, 1)])
def test_dynamo_of_turn_4_gives_the_initiative_of_turns_5_to_7(declared: int, turn: int, side: int) -> None:
    """13.2c, 13.3a: not that of the turn of declaration itself; the marker lies on turn 7."""
    b = position(seed="late").dynamo("3312", declared=declared, turn=turn)
    if turn == 8:
        b.turn(7).run(sequence.EndTurn())
        assert not b.pos.var("dynamo_end")
        b.turn(8)
    b.run(sequence.Initiative())
    assert b.pos.var("initiative") == side


def test_a_second_stuka_takes_a_step_though_the_hex_is_disrupted_already_and_both_are_spent() -> None:
    """5.1e, 6.2."""
    b = position(dice=[4, 6]).unit("fr_i", "2812").air("german", 2).run(air.Stukas())
    b.play("bomb 2812", "bomb 2812")
    assert b.has("fr_i", "disrupted") and b.pos.reduced(b.piece("fr_i")) and not b.pos.track("air", w.GERMAN)
    attack(b.unit("ge_x", "2813"), "german", "attack ge_x 2812", dice=(1,), turn=1)
    assert "line.air_attacker" not in b.lines("reckon.odds")


def test_no_more_assets_than_there_are_support_a_combat() -> None:
    """11.3c."""
    b = position().unit("fr_i", "2812").unit("ge_x", "2813").air("german", 2)
    attack(b, "german", "attack ge_x 2812", dice=(1,), turn=1)
    assert b.refuses("commit_air 3").rule == "CY 11.3c"


def test_two_panzer_divisions_cross_and_a_third_finds_no_room() -> None:
    """12.3, 8.3."""
    b = position().units("2125", "ge_1_pz", "ge_2_pz").unit("ge_gd", "2125").unit("ge_6_pz", "2225")
    b.marker("bridgehead", "2124").run(recovery.Crossings())
    b.play("cross_bridgehead ge_1_pz 2124", "cross_bridgehead ge_2_pz 2124")
    assert b.refuses("cross_bridgehead ge_6_pz 2124").rule == "CY 8.3"
    b.play("cross_bridgehead ge_gd 2124")
    assert b.on("ge_gd") == "2124"


def test_better_defence_stays_while_one_unit_does_and_is_at_hand_when_the_last_leaves() -> None:
    """12.11e."""
    b = moving(position().units("1816", "fr_i", "fr_53_di").marker("better_defence", "1816"), "allied", 6)
    b.play("move fr_i 1815")
    assert b.pos.better(b.hex("1816")) and not b.pos.track("better_defence", w.ALLIED)
    b.play("move fr_53_di 1815")
    assert not b.pos.better(b.hex("1816")) and b.pos.track("better_defence", w.ALLIED) == 1


def test_a_belgian_that_comes_home_makes_room_in_france_for_another() -> None:
    """10.10b: counted as they stand."""
    b = position()
    ground = b.pos.game.ground
    pairs = list(over_border(ground, "Belgium", "France"))
    (home, there), (other, _) = pairs[0], next(p for p in pairs if p[0] != pairs[0][0] and p[1] == pairs[0][1])
    label = b.pos.label
    b = position().unit("be_1ch", label(there)).unit("be_2ch", label(there)).unit("be_cycl", label(other))
    b = moving(b, "allied")
    assert b.refuses(f"move be_cycl {label(there)}").rule == "CY 10.10"
    b.play(f"move be_1ch {label(home)}")
    assert legal(b, f"move be_cycl {label(there)}")


def test_a_unit_without_attack_supply_defends_like_any_other() -> None:
    """7.6: the marker is about attacks."""
    b = position().unit("fr_i", "2811", nas=1).unit("ge_x", "2812")
    attack(b, "german", "attack ge_x 2811", dice=(1,), turn=1)
    assert b.lines("reckon.odds") == {"line.initial": 2} and b.has("fr_i", "nas")


def test_on_turn_1_nobody_is_checked_and_supply_units_turn_to_their_moving_side() -> None:
    """4.0b, 7.5, 7.5e."""
    b = position().turn(1).unit("ge_1_pz", "1811").unit("fr_ag1_supply", "2316", flipped=1)
    b.control("allied", *map(b.pos.label, b.pos.game.ground.german_cities)).run(SupplyPhase())
    assert not b.has("ge_1_pz", "oos") and not b.has("fr_ag1_supply", "flipped")


def test_engaged_units_do_not_ride_evacuate_or_overrun() -> None:
    """11.9b, QA.1."""
    b = engaged(position().dynamo("3312").unit("br_12", "3312").unit("ge_x", "3213"), "ge_x", "3312")
    whole_round(b, "allied", w.MOVE, 4)
    assert b.refuses("evacuate br_12").rule == "CY QA.1" and b.refuses("move br_12 3313").rule == "CY 11.9b"
    g = engaged(position().unit("ge_1_pz", "2812").unit("fr_i", "2811").unit("be_cycl", "2813"), "ge_1_pz", "2811")
    whole_round(g, "german", w.MOVE, 3)
    assert g.refuses("overrun ge_1_pz 2813").rule == "CY 11.9b"


def test_the_tank_brigade_beside_a_corps_attacks_in_a_move_round_and_counts_one() -> None:
    """11.6a, 11.3c: the corps does not; the brigade shifts a column."""
    b = position(dice=[1]).units("2811", "br_i", "br_1_tank").unit("ge_gd", "2812")
    whole_round(b, "allied", w.MOVE, 3).play("end_movement", "roll_limit")
    assert b.pos.var("limit") == 1 and b.refuses("attack br_i,br_1_tank 2812").rule == "CY 11.6a"
    b.dice(3).play("attack br_1_tank 2812")
    assert b.lines("reckon.odds")["line.tank_brigade"] == 1


def test_who_is_eliminated_for_want_of_a_way_counts_as_lost_and_a_panzer_division_out_of_supply_for_good() -> None:
    """11.4b.8, 12.12d."""
    b = position().unit("ge_9_pz", "2812", oos=1, reduced=True).units("2811", "fr_1_dlm", "fr_2_dlm")
    for unit, at in (("fr_i", "2911"), ("fr_ii", "2912"), ("fr_iii", "2813"), ("fr_iv", "2712"), ("fr_v", "2711")):
        b.unit(unit, at)
    attack(b, "allied", "attack fr_1_dlm,fr_2_dlm 2812", dice=(5,), turn=1)
    settle(b)
    assert b.on("ge_9_pz") == "-" and b.pos.pool("gone").get(b.piece("ge_9_pz"))


# ---------------------------------------------------------------------- refused, and by which rule
@pytest.mark.parametrize(("die", "rule"), [(5, "CY 11.4d"), (6, "CY 11.4b")])
def test_a_way_of_one_hex_is_refused_by_its_own_list_and_one_of_two_hexes_by_the_other(die: int, rule: str) -> None:
    """11.4b, 11.4d: DL1 drives a hex off, DR two; 2813 is the attacker's."""
    b = position().unit("fr_i", "2812").unit("ge_iv", "2813").unit("ge_ix", "2912")
    attack(b, "german", "attack ge_iv,ge_ix 2812", dice=(die,), turn=1)
    settle(b, until="retreat")
    assert result(b) == ("DR" if die == 6 else "DL1")
    assert b.refuses("retreat fr_i 2813").rule == rule


def test_a_supply_unit_that_moved_in_an_earlier_round_is_refused_by_its_own_rule() -> None:
    """7.9c: one round a turn."""
    b = moving(position().unit("ge_agb_supply", "3031", flipped=1))
    assert b.refuses("move ge_agb_supply 3032").rule == "CY 7.9"


@pytest.mark.parametrize(("kind", "rule"), [("move", "CY 11.9c"), ("combat", "CY 11.9d")])
def test_who_stands_beside_an_engaged_combat_attacks_it_in_no_round(kind: str, rule: str) -> None:
    """11.9c, 11.9d: in a Move round one joins by moving in, in a Combat round nobody does."""
    b = engaged(position().unit("fr_i", "2811").unit("ge_x", "2812").unit("ge_1_pz", "2711"), "ge_x", "2811")
    b.unit("fr_53_di", "2710").round_of("german", kind, 3).run(Combats(w.GERMAN))
    assert b.refuses("attack ge_1_pz 2811").rule == rule and legal(b, "attack ge_1_pz 2710")
