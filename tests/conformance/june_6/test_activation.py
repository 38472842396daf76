"""Cases on AMs, attachment, RE, HQs (J6 5.17, 6, 7): one test a case, named by its id."""

from __future__ import annotations

import pytest

from hexledger.engine.games.june_6.questions.purchase import unbuyable
from hexledger.engine.games.june_6.rules import activation, losses
from hexledger.engine.games.june_6.rules.attachment import Attachments
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.endphase import EndPhase
from hexledger.engine.games.june_6.rules.me_phase import PlayAm
from hexledger.engine.games.june_6.rules.reduced_efficiency import BeginRe
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from tests.june_6.builder import Built, position


def cavalry(at: str, **marks: int | bool) -> Built:
    """US 2 Division (V Corps) active at E1925, an armored cavalry regiment of its corps near it."""
    b = position("campaign", open_area=True).unit("2_us_hq", "E1925").unit("v_us_102", at, **marks)  # type: ignore[arg-type]
    b.active("2_us_hq")
    return b.run(Attachments(b.game.formation_number["2_us"]))


def test_J6_004_a_corps_unit_out_of_reach_or_used_or_of_another_corps_is_not_attached() -> None:
    near = cavalry("E1929")
    assert near.choices() == ["attach -", "attach v_us_102"], "four hexes away is near enough"
    far, used = cavalry("E1930"), cavalry("E1926", acted=True)
    assert far.quiet and used.quiet, "with nothing to attach nothing is asked"
    b = (
        cavalry("E1926")
        .unit("viii_us_106", "E1924")
        .unit("v_us_2rngr", "E1930")
        .unit("v_us_5rngr", "E1927", acted=True)
    )
    for unit, reason in (("v_us_2rngr", "hexes"), ("v_us_5rngr", "moved or fought"), ("viii_us_106", "own corps")):
        refusal = b.refuses(f"attach {unit}")
        assert refusal.rule == "J6 6.13" and reason in refusal.reason
    ranger, hq = (b.game.piece_name(b.piece(unit)) for unit in ("v_us_2rngr", "2_us_hq"))
    assert b.refuses("attach v_us_2rngr").reason == f"{ranger} is more than 4 hexes from {hq}"


def test_J6_004_an_attached_unit_acts_with_the_division_for_the_rest_of_the_turn() -> None:
    """QA-AM-5"""
    b = cavalry("E1926").play("attach v_us_102")
    division = b.game.formation_number["2_us"]
    assert b.pos.formation(b.piece("v_us_102")) == division
    assert b.pos.is_active(b.piece("v_us_102"))
    assert [(event.piece, event.formation) for event in b.of(ev.Attached)] == [(b.piece("v_us_102"), division)]


def test_J6_004_a_division_attaches_one_corps_unit_a_turn() -> None:
    b = cavalry("E1926").unit("v_us_2rngr", "E1927")
    assert b.refuses("attach v_us_102,v_us_2rngr").rule == "J6 R-04"
    b.play("attach v_us_102").run(Attachments(b.game.formation_number["2_us"]))
    assert b.quiet, "the second activation of the turn attaches nobody else"


@pytest.mark.parametrize(("side", "attached"), [("german", True), ("allied", False)])
def test_a_unit_that_was_attacked_this_turn_may_still_be_attached_and_one_that_attacked_not(
    side: str, attached: bool
) -> None:
    """6.13a, R-117"""
    b = position("campaign", open_area=True, dice=(0,) * 9, seed="attack").unit("2_us_hq", "E1925")
    b.unit("v_us_hq", "E2024").unit("v_us_102", "E1926").unit("g352_hq", "E1626").unit("g352_915", "E1826")
    b.active("g352_hq", "g352_915") if side == "german" else b.active("v_us_hq", "v_us_102")
    b.run(DeclareAttacks())
    b.play("attack E1926 g352_915" if side == "german" else "attack E1826 v_us_102").pass_until("nothing")
    assert b.at("v_us_102") in ("E1926", "E1927"), "near enough still"
    b.active("2_us_hq").run(Attachments(b.game.formation_number["2_us"]))
    assert b.quiet is not attached
    if attached:
        b.play("attach v_us_102")


def caen(*, at: str = "E2336") -> Built:
    b = position().unit("3_br_hq", "E2438").unit("3_cdn_hq", "E2435").unit("i_br_hq", "E2436")
    b.unit("i_br_79", at).unit("viii_br_79", "E2337", re=True).unit("xxx_br_79", "E2338", re=True)
    b.unit("i_br_inns", "E2236").active("3_br_hq")
    return b.run(Attachments(b.game.formation_number["3_br"]))


def test_J6_004_in_push_to_caen_a_division_may_attach_every_79th_armoured_unit_of_any_corps() -> None:
    b = caen()
    b.play("attach i_br_79,viii_br_79,xxx_br_79,i_br_inns")
    assert all(b.pos.is_active(b.piece(unit)) for unit in ("i_br_79", "viii_br_79", "xxx_br_79", "i_br_inns"))
    assert b.has("viii_br_79", "re") == 0, "6.16b: attached, it has no RE"
    assert "PB 6.42" in b.rules()


def test_J6_004_the_four_hexes_and_one_division_a_turn_hold_in_push_to_caen_too() -> None:
    b = caen(at="E2034")
    assert b.refuses("attach i_br_79").rule == "J6 6.13"
    b.play("attach viii_br_79").active("3_cdn_hq").run(Attachments(b.game.formation_number["3_cdn"]))
    refusal = b.refuses("attach viii_br_79")
    assert refusal.rule == "J6 6.13" and "already" in refusal.reason


def test_J6_004_a_german_division_attaches_one_unit_of_the_ss_corps() -> None:
    b = position().unit("12ss_hq", "E1736").unit("i_ss_nw", "E1837").unit("16lw_32", "E1638").unit("21pz_pzjg", "E1737")
    b.active("12ss_hq").run(Attachments(b.game.formation_number["12ss"]))
    assert b.choices() == ["attach -", "attach i_ss_nw", "attach 16lw_32"]
    assert b.refuses("attach i_ss_nw,16lw_32").rule == "J6 R-04"
    assert b.refuses("attach 21pz_pzjg").rule == "J6 6.13"


def test_J6_405_a_corps_am_may_be_bought_while_one_corps_hq_carries_no_marker() -> None:
    b = position("campaign", open_area=True).unit("v_us_hq", "E2718", re=True).unit("vii_us_hq", "W3322")
    am = b.game.ams[b.game.words["am.us_corps"]]
    assert unbuyable(b.pos, am) is None
    b.flag("vii_us_hq", "isolated")
    refusal = unbuyable(b.pos, am)
    assert refusal is not None and refusal[0] == "5.17"


def test_J6_405_the_am_of_a_marked_division_hq_may_not_be_bought() -> None:
    b = position("campaign", open_area=True).unit("1_us_hq", "E2718")
    am = b.game.ams[b.game.words["am.1_us"]]
    assert unbuyable(b.pos, am) is None
    for mark in ("re", "isolated"):
        refusal = unbuyable(position("campaign", open_area=True).unit("1_us_hq", "E2718", **{mark: True}).pos, am)  # type: ignore[arg-type]
        assert refusal is not None and refusal[0] == "5.17"


def lost_hq() -> Built:
    """The Canadian HQ has just been eliminated in the first turn; two of its brigades are left."""
    b = position(seed="hq").unit("3_cdn_hq", "E2435").unit("3_cdn_9", "E2333").unit("3_cdn_7", "E2234")
    b.unit("3_br_hq", "E2438").unit("3_br_8", "E2336").unit("12ss_hq", "E1736").unit("12ss_25", "E1737")
    losses.eliminate(b.act(), b.piece("3_cdn_hq"), "13.21")
    return b


def test_J6_408_an_eliminated_division_hq_comes_back_two_turns_later_after_its_units_have_moved() -> None:
    b = lost_hq()
    assert b.gone("3_cdn_hq") and b.has("3_cdn_9", "re") == 1 and b.has("3_cdn_7", "re") == 1
    b.run(EndPhase()).pass_until("pick_am", "return_hq")
    assert b.has("3_cdn_9", "re") == 1, "3.86: the marker stays at the end of the turn"
    b.play("pick_am am.3_br").pass_until("pick_am", "return_hq")
    assert b.game.turn(b.state.turn) == "5/6 July" and b.gone("3_cdn_hq"), "not in the turn between"
    b.play("pick_am am.3_br").pass_until("activate_re", "return_hq")
    assert b.choices() == ["activate_re 3_cdn_7", "pass_re"]
    b.play("activate_re 3_cdn_9").pass_until("activate_re", "return_hq")
    assert b.offer is not None and b.offer.kinds == ("return_hq",) and b.offer.side == f.ALLIED
    b.play("return_hq 3_cdn_hq E2435")
    assert b.at("3_cdn_hq") == "E2435" and b.is_reduced("3_cdn_hq")
    assert [b.game.rule(event.rule) for event in b.of(ev.Placed)] == ["J6 6.17"]


def returning(label: str = "E2234") -> Built:
    b = position(open_area=True).unit("3_cdn_9", label, re=True).unit("12ss_hq", "E1736")
    b.act().pool("pool.hq_this_turn", b.piece("3_cdn_hq"), 1)
    return b.run(BeginRe()).pass_until("return_hq")


def test_J6_408_the_returning_hq_stands_within_four_hexes_of_a_unit_of_its_division() -> None:
    b = returning()
    distance = b.pos.board.distance
    offered = {line.split()[-1] for line in b.choices()}
    assert offered and all(distance(b.hex(label), b.hex("E2234")) <= 4 for label in offered)
    assert any(distance(b.hex(label), b.hex("E2234")) == 4 for label in offered)
    assert b.check_choices() == len(offered)
    far = next(place for place in b.pos.board.within(b.hex("E2234"), 5) if distance(place, b.hex("E2234")) == 5)
    assert b.refuses(f"return_hq 3_cdn_hq {b.game.place(far)}").rule == "J6 6.17"


def test_J6_408_an_hq_that_comes_back_and_is_lost_again_is_gone() -> None:
    b = returning().play("return_hq 3_cdn_hq E2335")
    losses.eliminate(b.act(), b.piece("3_cdn_hq"), "13.21")
    pools = ("pool.hq_in_two_turns", "pool.hq_next_turn", "pool.hq_this_turn")
    assert not any(b.state.pool(b.game.words[pool]) for pool in pools)


def test_J6_408_an_hq_set_up_reduced_never_comes_back() -> None:
    b = position().unit("21pz_hq", "E1839", reduced=True).unit("21pz_125", "E2138")
    losses.eliminate(b.act(), b.piece("21pz_hq"), "13.21")
    assert b.has("21pz_125", "re") == 1
    assert b.state.pool(b.game.words["pool.hq_in_two_turns"]) == {}


def test_J6_408_a_corps_hq_never_comes_back_and_its_units_are_re() -> None:
    b = position().unit("i_ss_hq", "E1737").unit("i_ss_nw", "E1837").unit("iii_flak_c", "E2035")
    losses.eliminate(b.act(), b.piece("i_ss_hq"), "13.21")
    assert b.has("i_ss_nw", "re") == 1 and b.has("iii_flak_c", "re") == 1
    assert b.state.pool(b.game.words["pool.hq_in_two_turns"]) == {}


def test_J6_107_a_returned_hq_frees_its_units_of_re_in_the_re_phase_and_gives_them_no_me_activation() -> None:
    b = returning()
    assert b.game.words.key(b.state.phase) == "phase.re"
    b.play("return_hq 3_cdn_hq E2335")
    assert b.has("3_cdn_9", "re") == 0
    acted = [event for event in b.of(ev.Declared) if event.kind == b.game.words["declare.activation"]]
    assert acted == [], "neither it nor its units act again this turn"


def test_J6_409_a_division_without_any_unit_loses_its_hq_in_the_end_phase() -> None:
    b = position(seed="x").unit("3_br_hq", "E2438").unit("3_cdn_hq", "E2435").unit("3_cdn_9", "E2333")
    b.unit("i_br_hq", "E2436").unit("xii_br_hq", "E2439").unit("12ss_hq", "E1736").unit("12ss_25", "E1737")
    b.run(EndPhase())
    assert b.gone("3_br_hq") and not b.gone("3_cdn_hq") and not b.gone("12ss_hq")
    assert not b.gone("xii_br_hq"), "not for corps HQs"
    removed = b.of(ev.Removed)
    assert [b.game.rule(event.rule) for event in removed] == ["J6 6.15"]
    assert b.state.pool(b.game.words["pool.hq_in_two_turns"]) == {}, "permanently"


@pytest.mark.parametrize(("turn", "gone"), [(5, False), (7, True)])
def test_an_hq_whose_division_has_units_still_to_arrive_is_not_removed(turn: int, gone: bool) -> None:
    """6.15: of 275 Division, HQ and battle group come on 11/12 June, three more units on 15/16 June (turn 6)."""
    b = (
        position("campaign", seed="x", turn=turn)
        .unit("g275_hq", "E1009")
        .unit("4_us_hq", "W3027")
        .unit("4_us_8", "W3127")
    )
    b.run(EndPhase())
    assert b.gone("g275_hq") is gone


def test_J6_409_a_unit_attached_to_the_division_does_not_keep_its_hq() -> None:
    b = position(seed="x").unit("3_br_hq", "E2438").unit("i_br_79", "E2338", attached="3_br").unit("i_br_hq", "E2436")
    b.run(EndPhase())
    assert b.gone("3_br_hq") and not b.gone("i_br_79")
    assert b.pos.formation(b.piece("i_br_79")) == b.game.formation_number["i_br"]


def test_J6_401_the_zero_of_the_die_counts_as_zero() -> None:
    b = position(dice=[0, 9])
    act = b.act()
    assert (act.roll("roll.surrender", 10, -1, "2.3"), act.roll("roll.surrender", 10, -1, "2.3")) == (0, 9)
    assert [event.value for event in b.of(ev.Rolled)] == [0, 9]


def test_J6_122_a_division_hq_may_give_artillery_and_move_in_one_activation() -> None:
    b = position().unit("3_br_hq", "E2438").unit("3_br_8", "E1937").unit("16lw_32", "E1837")
    b.run(PlayAm(b.game.words["am.3_br"])).pass_until("end_movement")
    b.play("move 3_br_hq E2337,E2237,E2137", "end_movement", "attack E1837 3_br_8", "end_attacks")
    assert "artillery 3_br_hq:2" in b.choices(), "it has moved, and its guns are there all the same"
    b.play("artillery 3_br_hq:2")
    assert (b.has("3_br_hq", "moved"), b.has("3_br_hq", "artillery_used")) == (1, 2)
    again = position().unit("3_br_hq", "E2438", artillery_used=2).active("3_br_hq").run(*activation.course())
    assert any(line.startswith("move 3_br_hq") for line in again.choices()), "nor do guns that have fired keep it"


def test_J6_123_a_corps_hq_may_move_before_and_after_it_has_fired() -> None:
    b = position().unit("i_br_hq", "E2436", fired=True).unit("xii_br_hq", "E2439").active("i_br_hq", "xii_br_hq")
    b.run(*activation.course())
    offered = b.choices()
    assert any(line.startswith("move i_br_hq") for line in offered)
    assert any(line.startswith("move xii_br_hq") for line in offered)


def test_J6_124_a_corps_hq_that_has_bombarded_this_turn_may_still_move() -> None:
    b = position().unit("i_ss_nw", "E1837", fired=True).unit("i_ss_hq", "E1737", fired=True)
    b.run(PlayAm(b.game.words["am.german_corps"])).pass_until("end_movement")
    offered = b.choices()
    assert any(line.startswith("move i_ss_hq") for line in offered)
    assert any(line.startswith("move i_ss_nw") for line in offered)
