"""Fortress Europa: what may not be missing, item by item: rules that no other test missed when they were taken out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.rules import exit_east, hq_troops, naval
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.sudden_death import ChooseObjectives
from hexledger.engine.games.fortress_europa.rules.supply import SupplyPhase
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import PieceId
from hexledger.engine.map.hexes import layout, neighbour
from hexledger.events import model as ev
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import hand_in
from tests.fortress_europa.builder import Built, position
from tests.fortress_europa.impulses import moving
from tests.fortress_europa.test_bulge_combat import start
from tests.fortress_europa.test_special_units import troops


def test_only_the_spearhead_advances_after_its_attack() -> None:
    """33.3.9.4: 1SS and 150SS, not the divisions that attacked beside them."""
    b = start("battle_of_the_bulge", 6)
    b.play("attack i_18vg,i_62vg,ss_1_new,ss_150 GG12")
    while b.offer is not None and "advance_after_combat" not in b.offer.kinds:
        b.play(b.choices()[0])
    refused = b.refuses("advance_after_combat i_18vg GG12")
    assert refused.rule == "FE 33.3.9.4" and "may not advance" in refused.reason


@pytest.mark.parametrize("numbers", [(1, 3, 5, 7, 9, 11, 12), (4, 5, 6, 7, 10, 11, 12)])
def test_any_seven_objectives_may_be_picked_not_only_seven_in_a_row(tmp_path: Path, numbers: tuple[int, ...]) -> None:
    """32.1: of the twelve of a side."""
    genesis = new_genesis("fortress_europa/to_the_west_wall", seed="seven")
    with Chronicle.create(tmp_path / "g.hxl", genesis) as log:
        with pytest.raises(IllegalDecision, match=r"32\.1"):
            hand_in(log, f.ALLIED, ChooseObjectives((1, 3, 5, 7, 9, 11)))
        with pytest.raises(IllegalDecision, match=r"32\.1"):
            hand_in(log, f.ALLIED, ChooseObjectives((1, 3, 5, 7, 9, 11, 13)))
        hand_in(log, f.ALLIED, ChooseObjectives(numbers))
        offer = log.offer()
        assert offer is not None and offer.side == f.GERMAN


def beyond_the_edge() -> Built:
    b = position(turn="December II", options=("31.15",))
    b.act().pool("pool.exited", b.piece("us_2_arm"), 2)
    return b


def test_those_who_left_lose_nothing_while_a_line_leads_from_the_edge() -> None:
    """31.15: over an HQ near the edge to a port; Bremen, whose passage nobody closes, feeds one at the edge."""
    b = beyond_the_edge()
    bremen = b.hex("QQ4")
    edge = min(sorted(b.pos.tables.ground.east_edge), key=lambda place: b.pos.board.distance(place, bremen))
    b.unit("hq_patton", b.pos.label(edge)).control("allied", *map(b.pos.label, b.pos.board.within(edge, 12)))
    assert exit_east.supplied(b.pos)
    exit_east.supply_phase(b.act())
    assert b.pooled("exited", "us_2_arm") == 2
    cut = beyond_the_edge().unit("hq_patton", b.pos.label(edge))
    exit_east.supply_phase(cut.act())
    assert cut.pooled("exited", "us_2_arm") == 1, "without a port the HQ is of no help"


def test_a_frozen_german_does_not_attack() -> None:
    """C-102: and is told so, not that he has fought."""
    b = position().unit("us_1", "O9").unit("i_352", "O10", frozen=f.SEVENTH).unit("pz_lehr", "P9")
    b.turn_of("german", 1).run(CombatImpulse(f.GERMAN, 1))
    assert b.refuses("attack i_352,pz_lehr O9").rule == "FE C-102"


def test_what_is_never_replaced_is_refused_for_that_and_not_for_want_of_points() -> None:
    """27.10 before 27.1, with HQ troops (27.13)."""
    poor = troops().track("german", 0, f.GERMAN).track("german_armor", 0, f.GERMAN)
    choice = hq_troops.UseHqTroops(PieceId(poor.piece("hqt_ob")), PieceId(poor.piece("flak_3")))
    why = hq_troops.refusal(poor.pos, choice)
    assert why is not None and why[0] == "27.10"


def test_who_was_strafed_with_a_stack_is_not_strafed_again_when_it_goes_on_alone() -> None:
    """17.10.1: one die for a unit; 6.4: the faster one goes on."""
    b = position(dice=[6, 6]).units("M8", "fj_3", "pz_2").aircraft("strafing", "2_tac_1")
    moving(b, "german").play("move_stack fj_3,pz_2 M7,M6,N6,N7")
    assert b.offer is not None and "continue" in b.offer.kinds
    b.play("continue N8,N9")
    assert (b.at("fj_3"), b.at("pz_2")) == ("N7", "N9")


def test_the_supply_phase_of_a_side_cites_the_rule_of_that_side() -> None:
    """18.1 for the Allies, 18.3 for the Germans."""
    for side, rule in ((f.ALLIED, "18.1"), (f.GERMAN, "18.3")):
        b = position().turn_of("allied" if side == f.ALLIED else "german").run(SupplyPhase(side))
        assert [b.game.rule(event.rule) for event in b.of(ev.PhaseBegan)][:1] == [f"FE {rule}"]


def test_no_imaginary_hex_lies_north_of_gg1() -> None:
    """19.7: the ships of a coast at the edge of the map stay south of it all the same."""
    b = position()
    board = b.pos.board
    limit = board.xy(b.hex("GG1"))[1]
    for place in sorted(b.pos.tables.ground.invadable):
        for beside in range(1, 7):
            q, r = neighbour((board.q[place], board.r[place]), beside - 1)
            if board.at(q, r) is None:
                north = layout((q, r), board.orientation)[1] < limit
                assert (naval.beside_refusal(b.pos, place, beside) is not None) is north
