"""Special conditions of scenarios 3, 4, 5a and 5c (PB 4, 5, 6.10)."""

from __future__ import annotations

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.engine.games.june_6.rules import recovery, victory
from hexledger.engine.games.june_6.rules.activation import course
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.me_phase import BeginMe
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.sequence import BeginTurn
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel import deciding as kernel
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.schedule import notes, pooled

JULY_1 = 4
"""Turn of the combined scenario."""


# ---------------------------------------------------------------------- Epsom
def ss_contact(**options: int) -> Built:
    """9SS stands next to a British brigade and acts in ME."""
    b = position("epsom", turn=2).unit("9ss_hq", "E1428").unit("9ss_19", "E1529").unit("15_br_44", "E1629")
    b.unit("15_br_hq", "E1931")
    b.active("9ss_hq", "9ss_19")
    if options.get("another_am"):
        b.pool("am.9ss")
    return b.run(*course())


def test_an_ss_division_must_attack_in_its_last_activation_of_the_turn() -> None:
    """PB 6.101b"""
    b = ss_contact().play("end_movement")
    assert b.refuses("end_attacks").rule == "J6 PB 6.101"
    assert "end_attacks" not in b.choices()
    b.play("attack E1629 9ss_19")
    assert "end_attacks" in b.choices()


def test_it_may_wait_while_another_am_of_it_is_in_the_pool() -> None:
    """PB 6.101b"""
    b = ss_contact(another_am=1).play("end_movement", "end_attacks")
    assert b.has("9ss_hq", "attacked_turn") == 0


def test_its_attacks_are_assaults_and_british_defenders_stand() -> None:
    """PB 6.101c-d"""
    b = ss_contact().dice(5, 5).play("end_movement", "attack E1629 9ss_19", "end_attacks")
    b.pass_until("choose_mode")
    assert b.has("9ss_hq", "attacked_turn") == 1
    table = b.of(ev.Resolved)[0]
    assert b.game.words.key(table.column) == "column.assault_vs_stand", "nobody was asked for a mode"


def test_a_division_whose_am_was_drawn_and_that_never_attacked_is_noted() -> None:
    """PB 6.101b"""
    b = position("epsom", turn=2, seed="idle").unit("9ss_hq", "E1428").unit("9ss_19", "E1428")
    b.act().pool("pool.am_used", b.game.words["am.9ss"], 1)
    b.run(EndPhase())
    assert "note.did_not_attack" in notes(b)


# ---------------------------------------------------------------------- the drive on Cherbourg
def test_germans_around_cherbourg_act_in_re_and_recover_nothing() -> None:
    """PB 4.9, 7.11c, 3.85"""
    b = position("drive_on_cherbourg", turn=2, seed="cher").unit("cher_hq", "W5111", re=True)
    b.unit("cher_navy", "W5211", disorder=1).unit("4_us_hq", "W3822").unit("4_us_8", "W3920")
    b.run(BeginRe()).play("re_first no")
    b.play("activate_re cher_hq")
    assert b.has("cher_navy", "active") == f.RE_MODE
    assert b.has("cher_hq", "re") == 1, "the marker stays"
    assert b.refuses("recover cher_navy no").rule == "J6 PB 4.9"
    b.play("end_movement")
    assert "activate_re cher_hq" not in (b.choices() if b.offer and "activate_re" in b.offer.kinds else [])


def test_cherbourg_supplies_its_command_until_an_allied_unit_takes_a_hex_of_it() -> None:
    """5.22, PB 4.2.6 note 3"""
    b = (
        position("drive_on_cherbourg", turn=2, seed="supply")
        .unit("cher_hq", "W5111", re=True)
        .unit("g91_1057", "W4118")
    )
    b.unit("4_us_8", "W3310")
    b.run(EndPhase())
    assert b.has("cher_hq", "isolated") == 0
    assert b.has("g91_1057", "isolated") == 1
    b = position("drive_on_cherbourg", turn=2, seed="supply").unit("cher_hq", "W5111", re=True).unit("4_us_8", "W4910")
    b.unit("cher_navy", "W5211").control("allied", "W4910").run(EndPhase())
    assert b.has("cher_hq", "isolated") == 1


def test_the_variant_lets_the_german_put_a_battalion_into_cherbourg() -> None:
    """PB 4.10.2"""
    b = Built(position("drive_on_cherbourg").game)
    b.seed = "variant"
    act = b.act()
    b.game.setup(act, "drive_on_cherbourg", {"variant": True})
    kernel.settle(act)
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    assert b.refuses("set_up_unit g91_1_6fj W4709").rule == "J6 PB 4.10.2"
    b.play("set_up_unit g91_1_6fj W5012")
    assert b.pos.formation(b.piece("g91_1_6fj")) == b.game.formation_number["cher"]
    assert b.has("g91_1_6fj", "re") == 1
    with pytest.raises(BadDecision, match="option variant is for drive_on_cherbourg, not for push_to_caen"):
        b.game.setup(b.act(), "push_to_caen", {"variant": True})


# ---------------------------------------------------------------------- Saint-Lo
@pytest.mark.parametrize(("turn", "rule"), [(2, "J6 PB 5.82"), (3, None)])
def test_americans_recover_from_reduced_from_15_16_june(turn: int, rule: str | None) -> None:
    """PB 5.82d"""
    b = position("st_lo", turn=turn).unit("1_us_hq", "E2520").unit("1_us_18", "E2520", reduced=True)
    b.active("1_us_hq", "1_us_18").run(Movement())
    offered = "recover 1_us_18 yes" in b.choices()
    assert offered == (rule is None)
    if rule is not None:
        assert b.refuses("recover 1_us_18 yes").rule == rule


def test_a_storm_is_followed_by_its_own_card_and_the_german_declares_his_ops_markers() -> None:
    """PB 5.81c, 5.7"""
    b = position("st_lo", turn=3, weather="storm").run(Logistics(f.GERMAN))
    assert pooled(b) == {}
    assert b.state.variable(b.game.words["var.storm_ops"]) == 2


def test_no_storm_marker_is_declared_before_an_activation_is_over() -> None:
    """4.23b, 7.24b: an AM whose HQ may not act activates nobody; after the first activation the German is asked."""
    b = position("st_lo", turn=3, weather="storm", seed="storm")
    b.unit("1_us_hq", "E2520", re=True).unit("1_us_18", "E2320")
    b.unit("2_us_hq", "E2516").unit("2_us_9", "E2418").unit("g352_hq", "E1018").unit("g352_914", "E1018")
    b.pool("am.2_us").draws("am.2_us").assign("first_am", b.game.words["am.1_us"]).assign("storm_ops", 1)
    b.run(BeginMe())
    assert b.offer is not None
    assert "activate_by_ops" not in b.offer.kinds
    assert b.has("2_us_9", "active") == f.ME, "the next AM has been drawn"
    b.pass_until("activate_by_ops")
    assert (b.has("2_us_hq", "activations"), pooled(b)) == (1, {})


# ---------------------------------------------------------------------- the combined scenario
def test_units_of_one_part_never_enter_the_area_of_the_other() -> None:
    """PB 6.103b"""
    b = position("epsom_and_caen", turn=JULY_1).unit("15_br_44", "E1833").unit("15_br_hq", "E1931")
    edge = b.game.place(
        next(
            place
            for place in b.pos.board.neighbours[b.hex("E1833")]
            if place in b.pos.board.in_area("scenario_push_to_caen")
        )
    )
    b.active("15_br_44", "15_br_hq").run(Movement())
    assert b.refuses(f"move 15_br_44 {edge}").rule == "J6 R-62"
    c = position("epsom_and_caen", turn=JULY_1).unit("3_cdn_7", edge).active("3_cdn_7").run(Movement())
    assert c.refuses("move 3_cdn_7 E1833").rule == "J6 R-62"


def test_in_july_each_side_buys_ams_of_two_divisions_of_epsom_besides_its_six() -> None:
    """PB 6.53b, 6.81c"""
    b = (
        position("epsom_and_caen", turn=JULY_1)
        .unit("i_br_hq", "E2436")
        .unit("3_br_hq", "E2438")
        .unit("3_cdn_hq", "E2435")
    )
    b.unit("15_br_hq", "E1931").unit("49_br_hq", "E2029").unit("43_br_hq", "E2030").run(Logistics(f.ALLIED))
    assert pooled(b) == {"am.cw_corps": 2, "am.3_cdn": 2, "am.3_br": 2}
    b.play("buy_am am.15_br", "buy_am am.49_br")
    assert pooled(b)["am.49_br"] == 1
    assert b.offer is not None
    assert b.offer.kinds == ("pick_am",), "8 points are 6 and 2"


def test_recoveries_of_the_two_parts_are_counted_apart() -> None:
    """PB 6.82c"""
    b = position("epsom_and_caen", turn=JULY_1 - 1)
    b.act().assign("var.allied_reduced_recoveries", 2)
    recovery.turn_began(b.act())
    assert b.state.variable(b.game.words["var.allied_reduced_recoveries"]) == 2
    b = position("epsom_and_caen", turn=JULY_1)
    b.act().assign("var.allied_reduced_recoveries", 2)
    recovery.turn_began(b.act())
    assert b.state.variable(b.game.words["var.allied_reduced_recoveries"]) == 0


def test_from_1_july_the_german_names_two_ss_divisions_that_leave() -> None:
    """PB 6.103c-d, R-48"""
    b = position("epsom_and_caen", turn=JULY_1 - 1, seed="leave").unit("11_br_hq", "E1931").unit("11_br_29", "E1931")
    for division in ("1ss", "9ss", "10ss"):
        b.unit(f"{division}_hq", "E1328")
    b.run(BeginTurn(14))
    assert b.has("11_br_29", "leaving") == 1
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    assert b.choices() == ["name_leaver 1ss_hq", "name_leaver 9ss_hq", "name_leaver 10ss_hq"]
    b.play("name_leaver 9ss_hq", "name_leaver 1ss_hq")
    assert [b.has(f"{division}_hq", "leaving") for division in ("1ss", "9ss", "10ss")] == [1, 1, 0]


def test_units_that_are_to_leave_attack_no_more_and_leave_by_the_edge_behind_them() -> None:
    """PB 6.103c, R-84, 8.13"""
    b = position("epsom_and_caen", turn=JULY_1).unit("11_br_hq", "E2030", leaving=True)
    b.unit("11_br_159", "E1631", leaving=True).unit("9ss_19", "E1530")
    b.active("11_br_hq", "11_br_159").run(*course())
    assert b.refuses("leave 11_br_159").rule == "J6 R-84"
    b.play("leave 11_br_hq")
    assert b.gone("11_br_hq")
    assert b.lines("reckon.move") == {"cost.leave_area": 2}
    b.play("end_movement")
    assert b.quiet, "nobody may attack"


@pytest.mark.parametrize(("unit", "place", "leaves"), [
    ("11_br_hq", "E2025", True), ("11_br_hq", "E1825", False), ("11_br_hq", "E1037", False),
    ("9ss_hq", "E1033", True), ("9ss_hq", "E1025", True), ("9ss_hq", "E1225", False), ("9ss_hq", "E2025", False),
])  # fmt: skip
def test_nobody_leaves_by_the_sides_of_the_area(unit: str, place: str, leaves: bool) -> None:
    """PB 6.103c-d, R-84: Allies by the north of it, Germans by the south."""
    b = position("epsom_and_caen", turn=JULY_1).unit(unit, place, leaving=True).active(unit).run(*course())
    assert (f"leave {unit} -" in b.choices()) is leaves


def test_a_unit_that_stays_is_noted_at_the_end_without_a_penalty() -> None:
    """R-48"""
    b = position("epsom_and_caen", turn=6).units("E2030", "11_br_hq", "11_br_29", leaving=True).run(EndPhase())
    assert "note.must_leave" in notes(b)
    assert b.state.winner >= 0


@pytest.mark.parametrize(("odon", "caen", "winner"), [(3, 0, f.ALLIED), (3, 1, 0), (0, 0, 0), (0, 1, f.GERMAN)])
def test_the_combined_scenario_is_won_with_both_parts_and_drawn_with_one(odon: int, caen: int, winner: int) -> None:
    """PB 6.113, R-53"""
    b = position("epsom_and_caen", turn=6).unit("3_br_8", "E2336")
    for unit, place in zip(
        ("15_br_44", "15_br_46", "15_br_227"), b.pos.board.areas["odon_south_bank"][:odon], strict=False
    ):
        b.unit(unit, b.game.place(place))
    if caen:
        b.unit("12ss_25", "E1837")
    victory.judge(b.act())
    assert b.state.winner == winner
