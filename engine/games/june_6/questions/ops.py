"""Free Ops markers (4.23, 7.12): which HQs they may activate."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.attachment import may_act_in_me
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.switches import THREE_ACTIVATIONS

MOST: Final = 3
"""Activations of an HQ in a turn after which no Ops marker may activate it again (7.24e)."""


def refusal(pos: June6Position, side: int, hq: int) -> tuple[str, str] | None:
    """J6 4.23b, 7.12, 7.24e, R-111: why an Ops marker may not activate an HQ (rule, reason), None when it may."""
    name = pos.game.piece_name(hq)
    if not 0 <= hq < len(pos.counters) or pos.side(hq) != side or not pos.is_hq(hq):
        return "7.12", f"{name} is no HQ of this side"
    if not pos.on_map(hq):
        return "7.12", f"{name} is not on the map"
    if not may_act_in_me(pos, hq):
        return "7.12", f"{name} carries an RE or isolated marker"
    if pos.flag(hq, f.ACTIVATIONS) >= MOST:
        return "7.24e", f"{name} has been activated {MOST} times this turn"
    return None


def has_acted_enough(pos: June6Position, hq: int) -> bool:
    """J6 4.23b, R-111: by one reading no German HQ acts more than three times in a turn, whatever activates it."""
    limited = pos.reading(THREE_ACTIVATIONS) == THREE_ACTIVATIONS.values["all"]
    return limited and pos.side(hq) == f.GERMAN and pos.flag(hq, f.ACTIVATIONS) >= MOST


def able_hqs(pos: June6Position, side: int) -> tuple[int, ...]:
    """HQs that an Ops marker of a side may activate, ascending."""
    return tuple(hq for hq in pos.in_play(side) if pos.is_hq(hq) and refusal(pos, side, hq) is None)


def nobody_yet(pos: June6Position) -> bool:
    """J6 4.23b, 7.24b: have AMs been spent in this turn, and none has activated anybody? No activation is over then."""
    spent = pos.state.pool(pos.game.words["pool.am_used"])
    return bool(spent) and not any(key & 0xFFFF == f.ACTIVATIONS for key in pos.state.flags)
