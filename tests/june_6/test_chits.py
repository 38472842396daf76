"""Random event chits: the draw that only its owner sees, written positions, what each chit does (PB 1.4, 2.84)."""

from __future__ import annotations

from hexledger.engine.building.scripted import NotScripted
from hexledger.engine.games.june_6.questions.objectives import standing
from hexledger.engine.games.june_6.rules import arrivals, weather
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.chits import (
    BEACH,
    CONTACT,
    DROP,
    TURN,
    ChitMoment,
    drawing,
    due,
    last_openings,
)
from hexledger.engine.games.june_6.rules.endphase import end_turn
from hexledger.engine.games.june_6.rules.hesitation import Hesitate
from hexledger.engine.games.june_6.rules.logistics import Logistics
from hexledger.engine.games.june_6.rules.release import Release
from hexledger.engine.games.june_6.sequence import BeginTurn, dropping
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position
from tests.june_6.chits import CHITS, drawn, opens_paper, shows
from tests.june_6.schedule import notes, waiting_leads, waits

JUNE_6, JUNE_7, JUNE_9, JUNE_13, JUNE_15, JUNE_21 = 1, 2, 3, 5, 6, 9
"""Turns of the campaign."""


# ---------------------------------------------------------------------- PB 1.41 the draw
def test_without_the_option_nobody_draws_a_chit() -> None:
    """PB 1.4"""
    b = position("campaign")
    assert drawing(b.pos) == ()
    assert last_openings(b.pos) == ()


def test_the_draw_is_a_sealed_number_and_an_open_die_and_stays_hidden() -> None:
    """PB 1.41, PB 1.42, R-87"""
    b = position("campaign", options=CHITS, dice=[5, 3])
    b.run(*drawing(b.pos)).play("secret_number 3")
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    b.play("secret_number 6")
    shown = [value for word, value in b.state.variables.items() if "chit_allied" in b.game.word_key(word)]
    assert shown in ([], [0]), "the chit itself is nowhere in the position"
    for _ in range(17):
        b.play("write_nothing")
    assert b.quiet
    # Sealed 3, open die 5: chit (3 + 5 - 2) mod 6 + 1 = 1.
    b.run(ChitMoment(f.ALLIED, DROP)).play("show_chit 1", "secret_number 1")
    assert b.state.variable(f.VAR_CHIT_ALLIED) == 1


def test_both_sides_write_whatever_they_have_drawn() -> None:
    """PB 1.41"""
    b = drawn(4, 4)
    sealed = [key >> 16 for key in b.state.seals]
    assert sealed.count(f.ALLIED) == 1 + 8
    assert sealed.count(f.GERMAN) == 1 + 9


def test_a_chit_is_not_shown_before_its_turn() -> None:
    """PB 1.42"""
    b = drawn(2, 2)
    assert due(b.pos, f.ALLIED, TURN) == (3,)
    assert due(b.pos, f.GERMAN, TURN) == (5,)
    b.run(ChitMoment(f.ALLIED, TURN))
    assert b.refuses("show_chit 2").rule == "J6 PB 1.42"
    later = drawn(2, 2, turn=JUNE_21)
    assert due(later.pos, f.ALLIED, TURN) == (2, 3, 5, 6)
    assert due(later.pos, f.GERMAN, TURN) == (2, 4, 5, 6)


def asked_in_turn(b: Built, turn: int) -> list[tuple[int, str]]:
    """Who is asked for what from the beginning of a turn until the first AM is drawn, everybody declining: side and
    first kind."""
    found: list[tuple[int, str]] = []
    b.coming = [5, 2] * 30
    b.run(BeginTurn(turn))
    while b.offer is not None:
        found.append((b.offer.side, b.offer.kinds[0]))
        listed = b.choices()
        declines = (choice for choice in listed if choice.startswith(("keep_chit", "hold_back", "end_")))
        try:
            b.play(next(declines, listed[0]))
        except NotScripted:
            break
    return found


def test_chits_may_be_shown_as_a_turn_begins_and_by_the_allies_before_its_activations() -> None:
    """PB 1.42, 2.84"""
    asked = asked_in_turn(drawn(2, 2, turn=JUNE_7), JUNE_9)
    chits = [number for number, (_, kind) in enumerate(asked) if kind == "show_chit"]
    assert [asked[number][0] for number in chits] == [f.ALLIED, f.GERMAN, f.ALLIED]
    assert chits[:2] == [0, 1] and chits[2] > asked.index((f.ALLIED, "bombard_hex"))


def test_on_6_june_chits_may_be_shown_before_the_drop_and_after_the_landing_and_the_kept_am_is_shown_last() -> None:
    """PB 1.42 example 2, PB 1.64, PB 1.101, PB 2.84"""
    asked = asked_in_turn(drawn(2, 2), JUNE_6)
    assert asked[:2] == [(f.ALLIED, "show_chit"), (f.GERMAN, "show_chit")]
    assert asked[-3:] == [(f.GERMAN, "seal"), (f.ALLIED, "show_chit"), (f.GERMAN, "reveal")]


def test_a_chit_that_is_not_what_its_owner_says_has_no_effect_but_its_points_count() -> None:
    """R-88, PB 2.81"""
    b = shows(drawn(2, 4, turn=JUNE_7), f.ALLIED, TURN, 3)
    assert "note.chit_void" in notes(b)
    assert standing(b.pos) == -3, "it was chit 2"
    assert due(b.pos, f.ALLIED, TURN) == (), "it is on the table"
    b.coming = [5]
    b.run(Logistics(f.ALLIED)).pass_until("nothing")
    assert "line.rp_chits" not in b.lines("reckon.rp")


def test_chits_that_stay_hidden_are_opened_at_the_end_for_their_points() -> None:
    """PB 2.81, PB 2.84"""
    b = drawn(5, 3)
    b.act().emit(ev.TurnBegan(13))
    b.act().assign("var.pace_vp", 30)
    end_turn(b.act())
    before = standing(b.pos)
    b.play("secret_number 1")
    assert standing(b.pos) == before - 3
    b.play("secret_number 1")
    assert b.state.over
    assert b.pos.cohesion(b.piece("4_us_8")) == b.pos.face(b.piece("4_us_8")).cohesion


# ---------------------------------------------------------------------- PB 2.84b Allied chits
def test_variable_drop_zones_let_parachutists_come_down_anywhere() -> None:
    """PB 2.84, PB 1.51"""
    far = ("W4121", "W4122", "W4220")
    b = drawn(1, 4, paper=far, seed="drop")
    for unit in ("82_us_505", "82_us_507", "82_us_508"):
        b.unit(unit, "utah_box")
    b.run(*dropping(b.pos)).play("show_chit 1", "secret_number 1")
    opens_paper(b)
    ground = {hex_: b.game.board.terrain[b.hex(hex_)] for hex_ in far}
    legal = [hex_ for hex_ in far if ground[hex_] not in ("woods", "marsh", "village", "city", "sea")]
    assert legal
    landed = {unit: b.at(unit) for unit in ("82_us_505", "82_us_507", "82_us_508")}
    assert [place for place in landed.values() if place in far] == legal
    assert standing(b.pos) == -2


def test_parachutists_of_one_division_that_are_written_too_far_apart_drop_as_usual() -> None:
    """PB 2.84, R-89"""
    b = drawn(1, 4, paper=("W4022", "W3420"), seed="drop")
    b.unit("82_us_505", "utah_box").unit("82_us_507", "utah_box")
    b.run(*dropping(b.pos)).play("show_chit 1", "secret_number 1")
    opens_paper(b)
    assert (b.at("82_us_505"), b.at("82_us_507")) == ("utah_box", "utah_box")
    assert b.offer is not None
    assert "drop_unit" in b.offer.kinds


def test_a_cancelled_dragoon_brings_six_points_a_turn() -> None:
    """PB 2.84, 5.13"""
    b = shows(drawn(2, 4, turn=JUNE_9), f.ALLIED, TURN, 2)
    assert standing(b.pos) == -3
    b.coming = [5]
    b.run(Logistics(f.ALLIED)).pass_until("nothing")
    assert b.lines("reckon.rp")["line.rp_chits"] == 6


def test_better_air_coordination_adds_markers_at_once_and_every_turn() -> None:
    """PB 1.42, PB 2.84, 17.11"""
    b = drawn(3, 4).track("air", 0)
    shows(b, f.ALLIED, TURN, 3)
    assert b.state.track(f.AIR) == 4
    for die, markers in ((0, 8 + 4), (5, 4 + 2), (8, 0)):
        b.coming = [die, 9 if die != 9 else 8]
        weather.determine(b.act(), JUNE_9)
        assert b.state.track(f.AIR) == markers


def test_patton_raises_the_cohesion_of_us_units_only() -> None:
    """PB 2.84"""
    b = drawn(5, 4, turn=JUNE_15).unit("4_us_8", "W3425").unit("3_br_8", "E2336")
    before = [b.pos.cohesion(b.piece(unit)) for unit in ("4_us_8", "3_br_8")]
    shows(b, f.ALLIED, TURN, 5)
    assert [b.pos.cohesion(b.piece(unit)) for unit in ("4_us_8", "3_br_8")] == [before[0] + 1, before[1]]


def test_a_collapse_in_the_east_keeps_1ss_and_the_third_group_away() -> None:
    """PB 2.84, PB 2.83"""
    b = waits(drawn(6, 4, turn=JUNE_21), "1ss_hq", "9ss_hq")
    shows(b, f.ALLIED, TURN, 6)
    assert waiting_leads(b) == []
    arrivals.turn_began(b.act(), JUNE_21)
    assert "1ss_hq" not in waiting_leads(b)


# ---------------------------------------------------------------------- PB 2.84c German chits
def twelve_ss(*hexes: str, **said: object) -> Built:
    """The German has chit 1 and has written 12SS down; its units wait off the map."""
    b = drawn(4, 1, paper=hexes, formation="12ss_hq", **said)
    return waits(b, "12ss_hq")


def members(b: Built) -> list[str]:
    return [b.game.piece(piece) for piece in b.pos.scenario.arrival(b.piece("12ss_hq")).pieces]


FORWARD = ("E2233", "E2233", "E2234", "E2234", "E2235", "E2235", "E2236")


def test_12ss_stands_forward_on_map_e_and_rolls_badly_for_its_release() -> None:
    """PB 2.84, PB 1.102"""
    b = twelve_ss(*FORWARD)
    shows(b, f.GERMAN, BEACH, 1)
    opens_paper(b)
    assert [b.at(unit) for unit in members(b)].count("turn_track") == 0
    assert all(b.pos.board.distance(b.hex(b.at(unit)), b.hex("E2233")) <= 4 for unit in members(b))
    assert standing(b.pos) == 2
    assert waiting_leads(b) == []
    b.coming = [5]
    b.run(Hesitate(b.game.words["am.12ss"]))
    assert b.lines("reckon.hesitation") == {"line.die": 5, "line.forward_defence": -5, "line.release_value": 0}
    assert "note.acts" in notes(b)


def test_a_paper_with_a_unit_too_far_from_its_hq_or_on_the_coast_is_void() -> None:
    """PB 2.84, R-89"""
    for last in ("E2240", "E2640"):
        b = twelve_ss(*FORWARD[:-1], last)
        shows(b, f.GERMAN, BEACH, 1)
        opens_paper(b)
        assert "note.paper_void" in notes(b)
        assert all(b.gone(unit) for unit in members(b))


def test_parachutists_that_come_down_on_12ss_are_reduced_and_move_aside() -> None:
    """PB 2.84"""
    b = twelve_ss(*FORWARD).unit("6_abn_3para", "E2233")
    shows(b, f.GERMAN, CONTACT, 1)
    opens_paper(b)
    assert b.offer is not None
    assert b.offer.side == f.ALLIED
    assert b.refuses("move_aside 6_abn_3para E2234").rule == "J6 PB 2.84"
    b.play(b.choices()[0])
    assert b.is_reduced("6_abn_3para")
    assert b.at("6_abn_3para") not in ("E2233", *FORWARD)
    assert b.at("12ss_hq") == "E2233"


def test_v2_on_the_ports_costs_four_points_a_turn_and_never_more_than_there_are() -> None:
    """PB 2.84, 5.13"""
    b = shows(drawn(4, 2, turn=JUNE_13), f.GERMAN, TURN, 2)
    assert standing(b.pos) == 2
    b.coming = [5]
    b.run(Logistics(f.ALLIED)).pass_until("nothing")
    assert b.lines("reckon.rp")["line.rp_chits"] == -4


def test_an_intelligence_failure_puts_a_formation_of_the_map_elsewhere() -> None:
    """PB 2.84"""
    hexes = ("E2717", "E2818", "E2817", "E2819")
    b = drawn(4, 3, paper=hexes, formation="g352_hq")
    units = [b.game.piece(piece) for piece in _formation(b, "g352_hq")][:4]
    for unit, place in zip(units, ("E2425", "E3111", "E2524", "E2918"), strict=True):
        b.unit(unit, place)
    shows(b, f.GERMAN, BEACH, 3)
    opens_paper(b)
    assert [b.at(unit) for unit in units] == list(hexes)


def test_a_unit_that_the_paper_leaves_out_must_be_near_its_hq_where_it_stands() -> None:
    """PB 2.84, R-89"""
    b = drawn(4, 3, paper=("E2717", "E2818"), formation="g352_hq")
    units = [b.game.piece(piece) for piece in _formation(b, "g352_hq")][:3]
    for unit, place in zip(units, ("E2425", "E3111", "E2524"), strict=True):
        b.unit(unit, place)
    shows(b, f.GERMAN, BEACH, 3)
    opens_paper(b)
    assert "note.paper_void" in notes(b)
    assert b.at("g352_hq") == "E2425"


def _formation(b: Built, hq: str) -> tuple[int, ...]:
    from hexledger.engine.games.june_6.rules.written import members as listed

    return listed(b.pos, b.pos.game.formation_number[b.pos.counters[b.piece(hq)].formation])


def test_no_german_formation_rolls_for_its_release_once_jets_fly() -> None:
    """PB 2.84, R-44"""
    b = waits(drawn(4, 5), "g346_hq", area="A")
    shows(b, f.GERMAN, TURN, 5)
    b.run(Release(b.piece("g346_hq")))
    assert "note.released" in notes(b)
    assert not b.gone("g346_hq")
    b.unit("g716_hq", "E1837").run(Hesitate(b.game.words["am.g716"]))
    assert not b.of(ev.Rolled)


def test_an_abandoned_cherbourg_is_worth_nothing_and_its_garrison_may_leave() -> None:
    """PB 2.84, PB 1.11"""
    b = drawn(4, 6, turn=JUNE_15).unit("cher_hq", "W4911")
    assert not b.pos.in_bounds(b.piece("cher_hq"), b.hex("W4709"))
    shows(b, f.GERMAN, TURN, 6)
    assert b.pos.in_bounds(b.piece("cher_hq"), b.hex("W4709"))
    act = b.act()
    for label in ("W4910", "W4911", "W5011", "W5012", "W5013", "W5111"):
        act.emit(ev.Controlled(b.hex(label), f.ALLIED))
    from hexledger.engine.games.june_6.rules.objectives import hex_taken

    hex_taken(b.act(), b.hex("W5111"))
    assert standing(b.pos) == 1, "the point of the chit, none for the city"


# ---------------------------------------------------------------------- PB 1.42 attacks are planned anew
def test_attacks_next_to_germans_that_appear_are_planned_anew() -> None:
    """PB 1.42, PB 2.84"""
    b = drawn(4, 3, paper=("E2440",), formation="g716_hq")
    b.unit("g716_hq", "E2338").unit("g716_736", "E2539").units("E2540", "3_br_8").units("E2640", "3_br_9")
    b.act().assign(f.VAR_LANDING, 1)
    b.active("3_br_8", "3_br_9").run(DeclareAttacks())
    b.play("attack E2539 3_br_8", "end_attacks")
    assert b.offer is not None
    assert b.offer.side == f.GERMAN
    b.play("show_chit 3", "secret_number 1")
    opens_paper(b)
    assert b.at("g716_hq") == "E2440"
    assert b.offer is not None
    assert b.offer.side == f.ALLIED
    assert "attack" in b.offer.kinds
    assert b.refuses("cancel_attack E2539").rule == "J6 12.23", "the attack has been taken back already"
