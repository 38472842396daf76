"""Reinforcements on their way: entry areas, landing boxes, the first hex, who acts with whom (10, 8.47, 8.48, 6.14)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.attachment import may_attach
from hexledger.engine.games.june_6.questions.costs import mover
from hexledger.engine.games.june_6.questions.strategic import strategic_reach, walk_strategic
from hexledger.engine.games.june_6.rules.arrivals import Assign
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.me_phase import DrawAm, PlayAm
from hexledger.engine.games.june_6.rules.movement_segment import Movement
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.sequence import BeginBombardment, BeginTurn
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.schedule import interdict, notes, pooled, put, waiting_leads, waits

JUNE_7, JUNE_9, JUNE_15, JUNE_19 = 2, 3, 6, 8
"""Turns of the campaign."""


def entering(*leads: str, area: str, turn: int = JUNE_7, weather: str = "clear") -> Built:
    """Groups that enter without a roll by an area, activated by the AM of the first of them."""
    b = put(waits(position("campaign", turn=turn, weather=weather), *leads, area=area), "automatic", *leads)
    am = b.pos.scenario.arrival(b.piece(leads[0])).am
    return b.run(PlayAm(am)).pass_until("move")


def test_a_formation_enters_hex_by_hex_and_stacking_binds_only_at_the_end() -> None:
    """10.13, 8.48, 9.11"""
    b = entering("lehr_hq", area="D")
    for unit in ("lehr_901", "lehr_902", "lehr_130", "lehr_recon"):
        ends = [choice for choice in b.choices() if choice.startswith(f"move {unit} E1031")]
        assert ends
        b.play(max(ends, key=len))
    assert len({b.at(unit) for unit in ("lehr_901", "lehr_902", "lehr_130", "lehr_recon")}) > 1
    assert b.lines("reckon.move")["cost.entry"] > 0


def test_a_formation_that_enters_does_so_with_all_units_that_find_room() -> None:
    """R-81"""
    b = entering("lehr_hq", area="D")
    assert b.refuses("end_movement").rule == "J6 R-81"
    assert "end_movement" not in b.choices()
    while any(choice.startswith("move") for choice in b.choices()):
        b.play(next(choice for choice in b.choices() if choice.startswith("move")))
        if "end_movement" in b.choices():
            break
    b.play("end_movement")
    left = [unit for unit in ("lehr_hq", "lehr_901", "lehr_902", "lehr_130") if b.at(unit) == "turn_track"]
    assert left == []


def test_units_that_find_the_entry_hex_full_and_in_an_enemy_zoc_wait_outside() -> None:
    """R-81, 11.12"""
    b = put(waits(position("campaign", turn=JUNE_7), "lehr_hq", area="D"), "automatic", "lehr_hq")
    near = b.game.place(b.pos.board.neighbours[b.hex("E1031")][0])
    b.unit("3_br_8", near).run(PlayAm(b.game.words["am.lehr"])).pass_until("move")
    for unit in ("lehr_901", "lehr_902", "lehr_hq"):
        b.play(f"move {unit} E1031")
    assert "end_movement" in b.choices()
    b.play("end_movement", "end_attacks")
    assert b.at("lehr_130") == "turn_track"
    assert "note.outside" in notes(b)


def test_reinforcements_may_drive_onto_the_map_and_their_hq_counts_as_being_there() -> None:
    """8.48a, 8.24a"""
    b = entering("lehr_hq", area="D")
    drives = [choice for choice in b.choices() if choice.startswith("strategic_move lehr_130 E1031")]
    assert drives
    b.play(drives[-1])
    assert b.has("lehr_130", "strategic") == 1


def test_of_two_entry_hexes_a_drive_begins_in_the_one_from_which_the_way_is_cheaper() -> None:
    """8.48a, 8.23, 10.38: and what is listed costs what the drive will cost, the entry hex included."""
    b = entering("17ss_hq", area="E", turn=JUNE_9 + 1)
    unit, (west, east) = b.piece("17ss_37"), (b.hex("E1011"), b.hex("E1012"))
    ways = strategic_reach(b.pos, unit)
    assert len(ways) > 100 and all(way.path[0] == east for way in ways.values() if way.place not in (west, east))
    for way in ways.values():
        assert way.cost == sum(line[1] for line in walk_strategic(b.pos, mover(b.pos, unit), way.path))
    far = max(ways.values(), key=lambda way: (way.cost, way.place))
    b.play(f"strategic_move 17ss_37 {','.join(b.pos.label(place) for place in far.path)}")
    assert b.of(ev.Moved)[0].cost == far.cost and b.pos.at(unit) == far.place


def test_an_enemy_next_to_the_entry_hex_stops_the_drive() -> None:
    """8.24b"""
    b = put(waits(position("campaign", turn=JUNE_7), "lehr_hq", area="D"), "automatic", "lehr_hq")
    near = b.game.place(b.pos.board.neighbours[b.hex("E1031")][0])
    b.unit("3_br_8", near).run(PlayAm(b.game.words["am.lehr"])).pass_until("move")
    assert not any(choice.startswith("strategic_move") for choice in b.choices())
    assert b.refuses("strategic_move lehr_130 E1031").rule == "J6 8.48a"


def test_an_area_with_two_hexes_is_entered_by_both() -> None:
    """10.38"""
    b = entering("3fj_hq", area="E", turn=JUNE_9)
    b.play("move 3fj_5 E1011", "move 3fj_8 E1012")
    assert (b.at("3fj_5"), b.at("3fj_8")) == ("E1011", "E1012")
    assert b.refuses("move 3fj_9 E1018").rule == "J6 10.13"


def test_the_german_chooses_areas_before_the_allied_markers_are_allotted() -> None:
    """3.31, 10.35"""
    b = waits(position("campaign", turn=JUNE_7), "g346_hq", "lehr_hq").run(BeginBombardment())
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    assert b.choices() == ["choose_entry g346_hq E2147", "hold_back g346_hq"]
    b.play("choose_entry g346_hq E2447")
    assert b.choices() == ["choose_entry lehr_hq E1042", "choose_entry lehr_hq E1031", "hold_back lehr_hq"]
    assert b.refuses("choose_entry lehr_hq E2147").rule == "J6 10.35"
    b.play("choose_entry lehr_hq E1031")
    assert b.pos.state.pooled(b.game.words["pool.entry_d"], b.piece("lehr_hq")) == 1


def test_a_closed_area_cannot_be_chosen() -> None:
    """10.37"""
    b = waits(position("campaign", turn=JUNE_7), "lehr_hq").unit("3_br_8", "E1031").run(BeginBombardment())
    assert b.refuses("choose_entry lehr_hq E1031").rule == "J6 10.37"
    assert b.choices() == ["choose_entry lehr_hq E1042", "hold_back lehr_hq"]


def test_a_group_that_was_not_released_enters_next_turn_without_a_roll_and_with_free_ams() -> None:
    """10.34, 10.11"""
    b = waits(position("campaign", turn=JUNE_7, seed="late"), "lehr_hq", area="D").run(EndPhase())
    assert b.pos.state.pooled(b.game.words["pool.automatic"], b.piece("lehr_hq")) == 1
    assert "lehr_hq" in waiting_leads(b)
    b = entering("lehr_hq", area="D", turn=JUNE_9)
    assert b.at("lehr_901") == "turn_track"
    assert not b.of(ev.Rolled)


def shut_out() -> Built:
    """Lehr has failed its release at area C, which is interdicted, and been shut out of it; the next turn begins."""
    b = position("campaign", turn=JUNE_7, dice=[6], seed="17.24", weather="clear")
    interdict(waits(b, "lehr_hq", area="C"), "interdiction_cde", air=2).run(PlayAm(b.game.words["am.lehr"]))
    assert b.lines("reckon.release") == {"line.die": 6, "line.interdiction": 2, "line.release_number": 6}
    b.play("await_release").unit("3_br_8", "E1042").run(EndPhase())
    assert b.pos.state.pooled(b.game.words["pool.any_entry"], b.piece("lehr_hq")) == 1
    b.act().remove(b.piece("3_br_8"), "reason.left_map")
    b.act().emit(ev.TurnBegan(JUNE_9))
    return b


def test_interdiction_counts_in_the_first_turn_in_which_a_group_tries_to_enter_there() -> None:
    """17.24, R-113: where it has tried before it does not, at another area it does."""
    for hex_, area, counts in (("E1042", "C", False), ("E1031", "D", True)):
        b = shut_out().run(BeginBombardment()).play(f"choose_entry lehr_hq {hex_}")
        assert b.pos.state.pooled(b.game.words[f"pool.entry_{area.lower()}"], b.piece("lehr_hq")) == 1
        interdict(b, "interdiction_cde", air=2).dice(6).run(PlayAm(b.game.words["am.lehr"]))
        assert ("line.interdiction" in b.lines("reckon.release")) is counts, area
        assert ("note.not_released" in notes(b)) is counts


# ---------------------------------------------------------------------- Allied boxes
def test_groups_with_several_boxes_are_asked_for_and_companions_share_the_box() -> None:
    """3.5, 10.21, PB 2.71"""
    b = position("campaign", turn=JUNE_15 - 1, seed="boxes")
    b.run(BeginTurn(JUNE_15)).pass_until("choose_box")
    assert b.choices() == [f"choose_box viii_br_hq {box}" for box in ("gold_box", "juno_box", "sword_box")]
    assert b.refuses("choose_box viii_br_hq utah_box").rule == "J6 10.21"
    b.play("choose_box viii_br_hq juno_box")
    assert {b.at(unit) for unit in ("viii_br_hq", "viii_br_79", "11_br_hq", "11_br_29")} == {"juno_box"}
    assert b.at("30_us_117") == "omaha_box"
    assert pooled(b)["am.11_br"] + pooled(b, "pool.am_used").get("am.11_br", 0) == 2


def test_a_landing_formation_acts_in_me_without_a_loc_check_and_pays_half_its_allowance() -> None:
    """7.25, 8.47"""
    b = (
        position("campaign", turn=JUNE_9)
        .units("sword_box", "51_br_hq", "51_br_152")
        .run(PlayAm(position("campaign").game.words["am.51_br"]))
    )
    b.pass_until("move")
    assert b.has("51_br_152", "active") == f.ME
    b.play("move 51_br_152 E2540")
    assert b.lines("reckon.move")["cost.landing"] == 2 * 3
    assert b.refuses("strategic_move 51_br_hq E2540").rule.startswith("J6 8.")


def test_a_beach_hex_that_germans_hold_is_closed_to_landings() -> None:
    """10.21"""
    b = position("campaign", turn=JUNE_9).unit("3_br_8", "sword_box").unit("g716_736", "E2540").active("3_br_8")
    b.run(Movement())
    assert b.refuses("move 3_br_8 E2540").rule == "J6 10.13"


def test_units_that_arrive_in_the_re_phase_carry_re_and_act_then() -> None:
    """7.23, 10.12, 10.11"""
    b = waits(position("epsom", turn=1, seed="re"), "43_br_hq").run(BeginRe())
    assert b.has("43_br_129", "re") == 1
    assert b.at("43_br_129") == "turn_track"
    b.play("activate_re 43_br_hq")
    assert b.has("43_br_129", "active") == f.RE_MODE
    b.play("move 43_br_129 E2030", "end_movement")
    assert b.at("43_br_129") == "E2030"


def test_units_enter_with_the_first_activation_of_their_division_whatever_activates_it() -> None:
    """PB 5.42"""
    b = waits(position("st_lo", turn=1), "2_us_38").unit("2_us_hq", "E2516").pool("ops.allied").draws("ops.allied")
    b.run(DrawAm()).play("activate_by_ops 2_us_hq").pass_until("move")
    assert b.has("2_us_38", "active") == f.ME
    b.play("move 2_us_38 E2517")
    assert b.at("2_us_38") == "E2517"


# ---------------------------------------------------------------------- 6.14 unassigned corps units
def test_each_british_corps_takes_one_of_the_unassigned_brigades_for_good() -> None:
    """6.14"""
    b = position("campaign", turn=JUNE_19).unit("i_br_hq", "E2732").unit("xxx_br_hq", "E2630")
    b.unit("31tk", "gold_box").run(Assign(b.piece("31tk")))
    assert b.choices() == ["assign_corps 31tk i_br_hq", "assign_corps 31tk xxx_br_hq"]
    assert b.refuses("assign_corps 31tk v_us_hq").rule == "J6 6.14"
    b.play("assign_corps 31tk xxx_br_hq")
    assert b.pos.formation(b.piece("31tk")) == b.game.formation_number["xxx_br"]
    b.unit("32gds", "gold_box").run(Assign(b.piece("32gds")))
    assert b.pos.formation(b.piece("32gds")) == b.game.formation_number["i_br"], "one to a corps: nothing to choose"


def test_the_guards_act_with_their_corps_on_27_28_june_and_may_be_attached_on_29_30_june() -> None:
    """PB 6.41"""
    for turn, rule in ((2, "PB 6.41"), (3, None)):
        b = position("epsom", turn=turn).unit("viii_br_hq", "E2031").unit("15_br_hq", "E2031").unit("32gds", "E2030")
        b.act().flag(b.piece("32gds"), f.ASSIGNED, b.game.formation_number["viii_br"])
        why = may_attach(b.pos, b.game.formation_number["15_br"], b.piece("32gds"))
        assert (why[0] if why else None) == rule


def cut_off(b: Built, hq: str) -> Built:
    """Put Allied units all around an HQ."""
    allied = ("3_br_8", "3_br_9", "3_br_185", "51_br_152", "51_br_153", "51_br_154")
    for unit, near in zip(allied, b.pos.board.neighbours[b.hex(b.at(hq))], strict=False):
        b.unit(unit, b.game.place(near))
    return b


def test_a_formation_acts_in_me_all_through_the_turn_in_which_it_came_whatever_its_line() -> None:
    """7.25, R-112: its second AM asks for no LOC; in the next turn it does (5.33)."""
    b = entering("lehr_hq", area="D")
    while "end_movement" not in b.choices():
        b.play(max((choice for choice in b.choices() if choice.startswith("move")), key=len))
    b.play("end_movement")
    assert b.at("lehr_hq") != "turn_track"
    cut_off(b, "lehr_hq").run(PlayAm(b.game.words["am.lehr"])).pass_until("move")
    assert (b.has("lehr_hq", "re"), b.has("lehr_hq", "active")) == (0, f.ME)
    here = b.at("lehr_hq")
    later = cut_off(position("campaign", turn=JUNE_9).units(here, "lehr_hq", "lehr_901"), "lehr_hq")
    later.run(PlayAm(b.game.words["am.lehr"]))
    assert later.has("lehr_hq", "re") == 1
