"""Step losses and eliminated units (2.8, 13.2, 15.3, 22.3, 27.12). Every loss of the game goes through here.

Eliminated pieces leave the map and lie in the pool `eliminated`, from which replacements take them (27.8).
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import capacity
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.procedures.exchange import exchange


def steps_left(pos: FortressPosition, piece: int) -> int:
    """FE 2.8, 13.2, 22.3, C-86: steps that a unit can lose before it is gone for now."""
    return pos.steps(piece)


def lose_step(act: Act, piece: int, rule: str, reason: str = "reason.eliminated") -> None:
    """FE 2.8: a unit loses one step; the last one eliminates it.

    A coastal defence unit is eliminated (22.3); an augmented division becomes its 6-4 division at full strength again
    (27.12, C-87); a German HQ on its first side flips and comes back next turn (13.2).
    """
    pos = act.pos
    left = pos.steps(piece)
    if piece in pos.tables.roster.augmented:
        _back_to_division(act, piece, rule)
    elif left > 1:
        act.steps(piece, left - 1, rule)
    else:
        eliminate(act, piece, rule, reason)


def eliminate(act: Act, piece: int, rule: str, reason: str = "reason.eliminated") -> None:
    """A unit is destroyed: off the map and into the pool of eliminated units; supply capacity follows (18.7.2).

    A German HQ on its first side is turned over instead and is due next turn (13.2). Markers and aircraft, which no
    replacement brings back, just leave.
    """
    pos = act.pos
    roster = pos.tables.roster
    returns = piece in roster.hqs and pos.counters[piece].back is not None and not pos.flag(piece, f.FLIPPED)
    real = piece in roster.land
    division = pos.flag(piece, f.STANDS_FOR) - 1
    act.remove(piece, reason, rule)
    if returns:
        # Flags go with a removed piece: the pool of what is due remembers that the other side lies up.
        act.pool("pool.due_flipped", piece, 1, "13.2")
        act.note("note.flipped", (piece,), "13.2")
    elif division >= 0:
        # 27.12: the 8-4 counter is gone for good; the division that it stood for may be rebuilt.
        act.pool("pool.gone", piece, 1, "27.12")
        act.pool("pool.eliminated", division, 1, rule)
    elif real:
        act.pool("pool.eliminated", piece, 1, rule)
    if real:
        capacity.update(act)


def _back_to_division(act: Act, piece: int, rule: str) -> None:
    """FE 27.12, C-87: the 6-4 division that the 8-4 counter stands for is back in its hex, the counter is gone."""
    division = act.pos.flag(piece, f.STANDS_FOR) - 1
    held = f.TURN_FLAGS | {f.BY_AIR}
    exchange(act, (piece,), (division,), "27.12", keep=held, reason="reason.exchanged", gone="pool.gone", brings=rule)


DECISIONS: Final = ()
STEPS: Final = ()
