"""The beach landing of 6 June, its resistance, and the combats from the beaches (PB 1.7-1.9)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.costs import allowance
from hexledger.engine.games.june_6.rules.landing import BeginLanding
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe, mark_re
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built
from tests.june_6.invasion import boxes, on_6_june, to_the_drop, to_the_landing
from tests.june_6.schedule import notes, pooled


# ---------------------------------------------------------------------- PB 1.71 landing
def test_units_land_one_at_a_time_from_their_box_in_any_order() -> None:
    """PB 1.71, PB 1.72."""
    b = boxes(0, 0, utah="4_us_8 4_us_12 4_us_hq")
    b.play("land 4_us_12 W3428", "stay", "land 4_us_8 W3328")
    assert (b.at("4_us_12"), b.at("4_us_8"), b.at("4_us_hq")) == ("W3428", "W3328", "utah_box")
    assert b.refuses("land 4_us_hq W3428").rule == "J6 PB 1.82", "4_us_8 goes on, or stays, before anybody else lands"


def test_a_unit_lands_only_where_its_box_leads() -> None:
    b = boxes(utah="4_us_8", gold="50_br_69")
    assert b.refuses("land 4_us_8 E2830").rule == "J6 PB 1.71"
    assert b.refuses("land 50_br_69 W3428").rule == "J6 PB 1.71"


def test_a_beach_hex_in_an_enemy_zoc_is_open_and_one_with_germans_is_not() -> None:
    b = on_6_june([0]).unit("g709_919", "W3427").unit("sp_1", "W3328").units("utah_box", "4_us_8")
    b.run(BeginLanding())
    assert b.refuses("land 4_us_8 W3328").rule == "J6 10.21"
    b.play("land 4_us_8 W3428")
    assert b.at("4_us_8") == "W3428"


def test_support_units_land_in_an_enemy_zoc_only_beside_a_combat_unit() -> None:
    b = on_6_june([0, 0]).unit("g709_919", "W3427").units("utah_box", "4_us_8", "4_us_hq")
    b.run(BeginLanding())
    assert b.refuses("land 4_us_hq W3428").rule == "J6 QA-BEACH-5"
    b.play("land 4_us_8 W3428", "land 4_us_hq W3428")
    assert b.at("4_us_hq") == "W3428"


def test_a_full_beach_takes_nobody_and_what_is_left_waits_for_the_next_turn() -> None:
    b = boxes(9, 9, 9, 9, sword="3_br_8 3_br_9 3_br_185 i_br_1ss i_br_4ss 3_br_hq")
    b.play("land 3_br_8 E2540", "land 3_br_9 E2540")
    assert b.refuses("land 3_br_185 E2540").rule == "J6 9.1"
    b.play("land 3_br_185 E2640", "land i_br_1ss E2640")
    assert b.refuses("land i_br_4ss E2640").rule == "J6 9.1"
    b.play("end_landings")
    assert notes(b).count("note.left_in_box") == 2
    b = b.run(PlayAm(b.game.words["am.3_br"]))
    assert "note.no_hq" in notes(b), "an HQ in the box does not land later on 6 June"


def test_a_landing_costs_half_the_ma_and_the_beach_hex_and_the_rest_may_be_used_inland() -> None:
    b = boxes(0, gold="50_br_69").play("land 50_br_69 E2830")
    assert b.lines("reckon.move") == {"cost.landing": 6, "cost.clear": 2}
    assert allowance(b.pos, b.piece("50_br_69")) == 2, "MA 5: one point is left (QA-BEACH-3)"
    assert b.offer is not None and set(b.offer.kinds) == {"move", "stay"}
    b.check_choices()
    assert b.refuses("move 50_br_69 E2829,E2828").rule == "J6 8.12", "two hexes are too far"


def test_a_unit_that_lands_in_an_enemy_zoc_stops_there() -> None:
    b = on_6_june([0]).unit("g716_736", "E2733").units("juno_box", "3_cdn_7")
    b.run(BeginLanding()).play("land 3_cdn_7 E2833")
    assert not b.has("3_cdn_7", "pinned")
    assert b.offer is None or "stay" not in b.offer.kinds
    assert b.lines("reckon.move")["cost.enter_ezoc"] == 2


# ---------------------------------------------------------------------- PB 1.8 resistance
@pytest.mark.parametrize(("die", "result"), [(5, "lands"), (6, "pinned"), (9, "pinned")])
def test_at_utah_the_die_alone_is_compared_with_the_cohesion(die: int, result: str) -> None:
    """PB 1.81, PB 1.82, PB 1.83."""
    b = boxes(die, utah="4_us_8").play("land 4_us_8 W3428")
    assert b.lines("reckon.resistance") == {"line.die": die, "line.resistance": 0, "line.cohesion": 5}
    assert b.has("4_us_8", "pinned") == (result == "pinned")
    assert not b.is_reduced("4_us_8")


def test_ten_or_more_reduces_a_combat_unit_besides() -> None:
    b = boxes(7, omaha="1_us_16").play("land 1_us_16 E3020")
    assert b.is_reduced("1_us_16") and b.has("1_us_16", "pinned")
    assert {"PB 1.83", "PB 1.84"} <= set(b.rules())


def test_a_support_unit_is_only_pinned_however_high_the_total() -> None:
    b = boxes(0, 9, omaha="1_us_16 1_us_hq").play("land 1_us_16 E3020", "stay", "land 1_us_hq E3020")
    assert b.at("1_us_hq") == "E3020" and b.has("1_us_hq", "pinned")


def test_rangers_that_are_reduced_are_lost() -> None:
    b = boxes(7, omaha="v_us_2rngr 1_us_16").play("land v_us_2rngr E3118")
    assert b.gone("v_us_2rngr")


def test_a_pinned_unit_attacks_from_the_beach_but_does_not_advance() -> None:
    b = on_6_june([9], seed="fight").unit("g709_919", "W3427", reduced=True, disorder=2).units("utah_box", "4_us_8")
    b.run(BeginLanding()).play("land 4_us_8 W3428")
    assert b.has("4_us_8", "pinned")
    b.play("attack W3427 4_us_8", "end_attacks").pass_until("land")
    assert b.at("4_us_8") == "W3428"


def test_the_resistance_of_every_beach_is_that_of_its_box() -> None:
    """PB 1.22, PB 1.23, PB 1.24, PB 1.25, PB 1.81."""
    for box, place, unit, value in (
        ("utah", "W3428", "4_us_8", 0),
        ("omaha", "E3020", "1_us_16", 3),
        ("gold", "E2830", "50_br_69", 1),
        ("juno", "E2834", "3_cdn_7", 2),
        ("sword", "E2640", "3_br_8", 1),
    ):
        b = boxes(0, **{box: unit}).play(f"land {unit} {place}")
        assert b.lines("reckon.resistance")["line.resistance"] == value


# ---------------------------------------------------------------------- PB 1.85
def test_rangers_may_land_beside_omaha_and_nobody_else_may() -> None:
    b = boxes(8, omaha="v_us_2rngr 1_us_16")
    assert b.refuses("land 1_us_16 E2921").rule == "J6 PB 1.71"
    b.play("land v_us_2rngr E2921")
    assert b.lines("reckon.resistance") == {"line.die": 8, "line.resistance": 0, "line.cohesion": 8}
    assert not b.has("v_us_2rngr", "pinned")
    assert boxes(sword="i_br_1ss").refuses("land i_br_1ss E2539").rule == "J6 PB 1.85"


# ---------------------------------------------------------------------- PB 1.9 combats
def test_only_units_in_beach_hexes_attack_after_the_landing() -> None:
    """PB 1.91, PB 1.92."""
    b = on_6_june([0, 0]).unit("g716_726", "E2922").unit("sp_1", "E2919")
    b.units("omaha_box", "v_us_2rngr", "1_us_16")
    b.run(BeginLanding()).play("land v_us_2rngr E2921", "land 1_us_16 E3020")
    assert b.refuses("attack E2922 v_us_2rngr").rule == "J6 R-50"
    b.play("attack E2919 1_us_16")
    assert b.of(ev.Declared), "Germans next to a beach hex may be attacked"


def test_corps_units_of_a_box_fight_beside_any_division_of_it_and_two_divisions_never_together() -> None:
    b = on_6_june([0, 0, 0, 0], seed="x").unit("sp_1", "E2919")
    b.units("omaha_box", "1_us_16", "29_us_116", "v_us_2rngr", "1_us_745")
    b.run(BeginLanding()).play("land 1_us_16 E3020", "land 29_us_116 E3019", "land v_us_2rngr E3020")
    b.play("end_landings")
    assert b.refuses("attack E2919 1_us_16,29_us_116").rule == "J6 QA-BOMB-10"
    b.play("attack E2919 1_us_16,v_us_2rngr", "end_attacks")
    attached = [event for event in b.of(ev.Attached) if event.piece == b.piece("v_us_2rngr")]
    assert attached and attached[0].formation == b.game.formation_number["1_us"]
    b.pass_until("land")
    assert b.piece("v_us_2rngr") not in b.state.attached, "after the landing the attachment is over"


def test_a_division_takes_any_corps_units_of_its_box_whatever_they_have_done() -> None:
    b = on_6_june().units("W3428", "4_us_hq", "4_us_8").unit("vii_us_746", "W3528", acted=True, activations=1)
    b.control("allied", "W3328", "W3428", "W3528").run(PlayAm(b.game.words["am.4_us"]))
    assert b.offer is not None and b.offer.kinds == ("attach",)
    b.play("attach vii_us_746")
    assert b.pos.is_active(b.piece("vii_us_746"))


# ---------------------------------------------------------------------- PB 1.103, the rest of the turn
def test_units_from_sword_are_slow_for_the_rest_of_6_june_and_commandos_are_not() -> None:
    b = boxes(0, 0, 0, sword="3_br_8 i_br_1ss", gold="50_br_69")
    b.play("land 3_br_8 E2540", "stay", "land i_br_1ss E2640", "stay", "land 50_br_69 E2830", "stay")
    ma = {unit: allowance(b.pos, b.piece(unit)) // 2 for unit in ("3_br_8", "i_br_1ss", "50_br_69")}
    assert ma == {"3_br_8": 2, "i_br_1ss": 5, "50_br_69": 5}


def test_what_has_landed_has_had_its_activation_and_gets_no_re_marker() -> None:
    """PB 1.91."""
    b = boxes(0, 0, utah="4_us_8 4_us_hq").play("land 4_us_8 W3428", "stay", "land 4_us_hq W3428", "stay")
    mark_re(b.act())
    assert not b.has("4_us_hq", "re")


def test_359_of_90_division_lands_in_the_re_phase_without_a_resistance_roll() -> None:
    """PB 1.21."""
    b = on_6_june().unit("90_us_359", "utah_box")
    b.run(BeginRe()).play("activate_re 90_us_359", "move 90_us_359 W3428")
    assert b.at("90_us_359") == "W3428"
    assert not b.of(ev.Rolled)


def test_the_landing_uses_up_the_ams_that_were_set_aside() -> None:
    """PB 1.31."""
    b = to_the_landing()
    assert pooled(b, "pool.am_aside") == {}
    used = pooled(b, "pool.am_used")
    assert used["am.us_corps"] == used["am.cw_corps"] == 2
    assert sum(used.values()) == 13


def test_a_unit_left_in_its_box_neither_moves_nor_acts_on_6_june() -> None:
    b = on_6_june().units("W3428", "4_us_hq", "4_us_8").unit("4_us_12", "utah_box")
    b.run(PlayAm(b.game.words["am.4_us"]))
    assert not b.pos.is_active(b.piece("4_us_12"))
    b = on_6_june().unit("4_us_12", "utah_box").active("4_us_12").run(Movement())
    assert b.refuses("move 4_us_12 W3428").rule == "J6 10.13"


@pytest.mark.whole
def test_every_landing_that_is_offered_is_legal() -> None:
    b: Built = to_the_landing()
    for _ in range(60):
        prompt = b.offer
        if prompt is None or not {"land", "stay"} & set(prompt.kinds):
            break
        b.check_choices()
        b.play(b.choices()[0])
    assert b.offer is not None and "attack" in b.offer.kinds
    assert not b.game.check_invariants(b.pos)
    assert b.pos.landing and b.pos.active_side == f.ALLIED


def test_the_day_is_clear_the_allies_have_the_initiative_and_nothing_is_interdicted() -> None:
    """PB 1.26, PB 1.61, PB 1.62, PB 1.63."""
    b = to_the_drop(seed="clear").play("drop_historical").pass_until("end_bombardment")
    assert b.pos.weather == f.WEATHER_CLEAR and b.pos.initiative == f.ALLIED
    assert (b.state.track(f.AIR), b.state.track(f.NAVAL)) == (8, 6)
    assert b.state.track(b.game.words["track.rp"], f.ALLIED) == b.state.track(b.game.words["track.rp"], f.GERMAN) == 0
    assert b.refuses("interdict supply_interdiction track.air 1").rule == "J6 17.23"
    assert b.refuses("interdict interdiction_ab track.air 1").rule == "J6 17.24"
    assert not [choice for choice in b.choices() if choice.startswith("interdict")]
