"""How units that wait come into play by any door: placed, by train, into the panzer reserve (10.2, 13.2, 26.9)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f


def strength(act: Act, piece: int) -> int:
    """FE 26.9: steps of a unit that comes into play: one that left reduced returns so."""
    full = max(1, act.pos.counters[piece].steps)
    if not act.state.pooled(act.word("pool.withdrawn_reduced"), piece):
        return full
    act.pool("pool.withdrawn_reduced", piece, -1, "26.9")
    return full - 1


def bring(act: Act, piece: int, place: int, rule: str) -> None:
    """FE 13.2, 26.9: a unit that waits comes into play as strong as it left; an HQ that was lost on its first side lies
    on the other."""
    back = act.state.pooled(act.word("pool.due_flipped"), piece)
    act.pool("pool.due_flipped" if back else f.DUE, piece, -(back or 1), "13.2" if back else rule)
    act.place(piece, place, strength(act, piece), rule)
    if back:
        act.flag(piece, f.FLIPPED, 1, "13.2")
