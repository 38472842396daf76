"""Reinforcements that come in, units that go off the map; Allied bridges; bridge engineers (21.3, 21.6, 27, 34)."""

from __future__ import annotations

import pytest

from hexledger.engine.games.time_for_trumpets.questions import attackers, engineers, ways, zoc
from hexledger.engine.games.time_for_trumpets.rules import arriving
from hexledger.engine.games.time_for_trumpets.rules.bridging import Bridging
from hexledger.engine.games.time_for_trumpets.rules.end_of_turn import PlayerEnd
from hexledger.engine.games.time_for_trumpets.rules.movement import Movement
from hexledger.engine.games.time_for_trumpets.tables import words as w
from tests.time_for_trumpets.builder import Built, position

WEST, EAST = "7742", "7842"
"""The Our at Dasburg."""


def waiting(turn: str, *units: str) -> Built:
    """Reinforcements of the V Corps that are due."""
    return position(turn=turn).unit("us_v_corps_hq", "7202").pool("waiting", *units)


# ---------------------------------------------------------------------- 27
@pytest.mark.parametrize(("status", "halved"), [("", False), ("resting", True), ("exhausted", True)])
def test_a_reinforcement_shares_the_status_of_its_hq(status: str, halved: bool) -> None:
    """27.3: at rest or exhausted it moves at half its MF, otherwise as any other."""
    b = waiting("17PD", "us_1_26_i").unit("us_1id_hq", "7402")
    if status:
        b.flag("us_1id_hq", status, 1)
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED))
    b.play("enter us_1_26_i 7501")
    unit = b.piece("us_1_26_i")
    assert (ways.halved(b.pos, unit) is not None) is halved
    full = ways.full_mf(b.pos, unit)
    assert ways.allowance(b.pos, unit).quarters == (((full + 1) // 2) if halved else full) * ways.MF


def test_a_reinforcement_comes_in_beside_enemies_only_where_it_must_and_stops_there() -> None:
    """27.5: not onto them; with all hexes of entry in their zones it may come in beside them."""
    b = waiting("17PD", "us_1_26_i").unit("us_1id_hq", "7402").unit("12_48_i", "7501")
    b.corps("us_v_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("enter us_1_26_i 7501").rule == "TFT 27.5"
    unit = b.piece("us_1_26_i")
    places = arriving.due(b.pos)[unit].places
    open_ = {p: arriving.enter_refusal(b.pos, unit, p) for p in places}
    beside = [p for p in places if b.pos.enemy_beside(p, w.ALLIED)]
    assert beside and all(
        open_[p] is not None and open_[p][0] == "27.5" for p in beside if arriving._blocked(b.pos, unit, p)
    )
    assert any(why is None for why in open_.values()), "elsewhere it may"
    foes = [c.id for c in b.game.counters if b.piece(c.id) in b.game.roster.german & b.game.roster.front_line]
    inner = {there for p in places for there in b.game.ground.near[p]} - b.game.ground.edge
    for where, enters in ((sorted(inner), True), (places[::2], False)):
        shut = waiting("17PD", "us_1_26_i").unit("us_1id_hq", "7402")
        for foe, place in zip(foes, where, strict=False):
            shut.unit(foe, shut.pos.label(place))
        shut.corps("us_v_corps_hq").run(Movement(w.ALLIED))
        free = [p for p in places if not shut.pos.enemy_in(p, w.ALLIED)]
        assert free and all(arriving._blocked(shut.pos, unit, p) for p in free)
        whys = {arriving.enter_refusal(shut.pos, unit, p) for p in free}
        assert (None in whys) is enters, "27.5b, d: beside them where it must, but not through a zone beyond the edge"


# ---------------------------------------------------------------------- 34
def test_only_allied_units_leave_over_the_edge_with_the_movement_for_it_and_lie_in_its_zone() -> None:
    """34.0, 34.1."""
    b = position(turn="20MO").unit("us_4_cca_hq", "9163").unit("us_4ad_hq", "9062").unit("us_iii_corps_hq", "8860")
    b.corps("us_iii_corps_hq").run(Movement(w.ALLIED))
    assert b.refuses("leave_map us_iii_corps_hq").rule == "TFT 34.1"
    b.play("leave_map us_4_cca_hq")
    assert b.pos.at(b.piece("us_4_cca_hq")) == b.game.ground.zone["A"]
    assert b.refuses("change_zone us_4_cca_hq zone_B").rule == "TFT 34.2", "it has moved"
    assert b.refuses("enter us_4_cca_hq 9163").rule == "TFT 34.3", "and does not come back in this segment"
    german = position(turn="20MO").unit("lxxxv_hq", "9163").corps("lxxxv_hq").run(Movement(w.GERMAN))
    assert german.refuses("leave_map lxxxv_hq").rule == "TFT 34.0"


# ---------------------------------------------------------------------- 21
def test_a_bailey_bridge_takes_two_turns_of_an_army_or_corps_engineer_in_command_and_in_supply() -> None:
    """21.3.1, 21.3.2, 21.1e, i: any number of them; in the second turn it goes on without a decision."""
    b = position(turn="19MO").blown(WEST, EAST).unit("us_viii_168_ce", WEST).unit("us_28_103_ce", WEST)
    b.corps("us_viii_corps_hq", "bridging").run(Bridging(w.ALLIED))
    work = (b.hex(WEST), b.hex(EAST))
    assert b.refuses(f"begin_bridge us_28_103_ce {EAST} bridge.bailey").rule.startswith("TFT 21"), "division engineers"
    assert b.refuses(f"begin_bridge us_viii_168_ce {EAST} bridge.j").rule == "TFT 21.1"
    for flag, rule in (("out_comm", "7.14"), ("oos", "9.15")):
        c = position(turn="19MO").blown(WEST, EAST).unit("us_viii_168_ce", WEST, **{flag: 1})
        c.corps("us_viii_corps_hq", "bridging")
        why = engineers.ready(c.pos, c.piece("us_viii_168_ce"), "21.1")
        assert why is not None and why[0] == rule
    b.play(f"begin_bridge us_viii_168_ce {EAST} bridge.bailey")
    assert b.pos.marker("bridge_work", *work) == 1
    b.run(PlayerEnd(w.ALLIED))
    assert b.pos.marker("bridge_work", *work) == 2 and not b.pos.marker("bailey", *work), "one turn"
    b.run(PlayerEnd(w.ALLIED))
    assert b.pos.marker("bailey", *work) == 1


def test_bridge_engineers_only_defend_have_one_step_and_a_zone_and_help_no_assault() -> None:
    """21.6, 2.8.5."""
    b = position(turn="19MO").unit("999_br", EAST)
    unit = b.piece("999_br")
    face = b.game.roster.front[unit].values
    assert b.game.roster.full[unit] == 1 and (face["attack"], face["defence"]) == (0, 1)
    assert unit not in b.game.arms.engineers, "no combat engineers"
    assert engineers.turns_needed(b.pos, unit) == 2
    assert any(zoc.covering(b.pos, w.ALLIED, p) for p in b.game.ground.near[b.hex(EAST)])
    b.corps("xlvii_hq", "combat")
    assert attackers.cannot_attack(b.pos, unit) is not None
