"""Fortress Europa: what may not be missing, item by item: rules that no other test missed when they were taken out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.rules import exit_east, hq_troops
from hexledger.engine.games.fortress_europa.rules.combat_impulse import CombatImpulse
from hexledger.engine.games.fortress_europa.rules.sudden_death import ChooseObjectives
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import PieceId
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import hand_in
from tests.fortress_europa.builder import Built, position
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
