"""Special conditions of scenarios (PB 6.10): divisions that must attack, units that may not."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


def may_not_attack(pos: June6Position, piece: int) -> bool:
    """PB 6.103c: a unit that the scenario keeps from attacking in this turn."""
    scenario = pos.scenario
    return piece in scenario.no_attacks and pos.state.turn >= scenario.no_attacks_from


def must_attack(pos: June6Position) -> int:
    """PB 6.101b: the HQ of an active division that must still attack this turn, -1 for none: it acts in ME, has not
    attacked, and no further AM of it is in the pool."""
    scenario = pos.scenario
    if not scenario.must_attack or pos.active_mode != f.ME:
        return -1
    for formation in scenario.must_attack:
        hq = pos.game.formation_hq[formation]
        if pos.is_active(hq) and not pos.flag(hq, f.ATTACKED_TURN) and not _has_am(pos, formation):
            return hq
    return -1


def _has_am(pos: June6Position, formation: int) -> bool:
    pool = pos.state.pool(pos.game.words["pool.am"])
    return any(formation in pos.game.ams[am].formations for am in pool)


def came_in_re(pos: June6Position, hq: int) -> bool:
    """R-54: did the division arrive in this turn's RE phase, after its AMs were drawn?"""
    arrival = pos.scenario.arrival_of(hq)
    return arrival is not None and arrival.in_re and arrival.turn == pos.state.turn


def am_drawn(pos: June6Position, formation: int) -> bool:
    used = pos.state.pool(pos.game.words["pool.am_used"])
    return any(formation in pos.game.ams[am].formations and not pos.game.ams[am].corps for am in used)
