"""Special conditions of scenarios (PB 6.10): divisions that must attack, units that may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act


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


def attacked(act: Act, attackers: tuple[int, ...]) -> None:
    """PB 6.101b: write down that a division that must attack has done so."""
    for formation in sorted({act.pos.formation(piece) for piece in attackers}):
        if formation in act.pos.scenario.must_attack:
            hq = act.pos.game.formation_hq[formation]
            if act.pos.present(hq):
                act.flag(hq, f.ATTACKED_TURN, 1, "PB 6.101")


def end_turn(act: Act) -> None:
    """PB 6.101b: a division that acted with its AM and never attacked is noted; the text names no penalty."""
    for formation in act.pos.scenario.must_attack:
        hq = act.pos.game.formation_hq[formation]
        if not act.pos.present(hq):
            continue
        if act.pos.flag(hq, f.ATTACKED_TURN):
            act.flag(hq, f.ATTACKED_TURN, 0, "PB 6.101")
        elif _drawn(act.pos, formation) and not _came_in_re(act.pos, hq):
            act.note("note.did_not_attack", (hq,), "PB 6.101")


def _came_in_re(pos: June6Position, hq: int) -> bool:
    """R-54: did the division arrive in this turn's RE phase, after its AMs were drawn?"""
    arrival = pos.scenario.arrival_of(hq)
    return arrival is not None and arrival.in_re and arrival.turn == pos.state.turn


def _drawn(pos: June6Position, formation: int) -> bool:
    used = pos.state.pool(pos.game.words["pool.am_used"])
    return any(formation in pos.game.ams[am].formations and not pos.game.ams[am].corps for am in used)


DECISIONS: Final = ()
STEPS: Final = ()
