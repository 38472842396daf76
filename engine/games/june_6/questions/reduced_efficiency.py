"""Reduced efficiency (3.7, 7.26, 7.4): who carries RE for good, and which groups act in the RE phase."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions import hesitation
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

WITH_HQ: Final = 0
"""Stage of formations whose HQ is on the map; they come first (7.26 note)."""


# ---------------------------------------------------------------------- who is RE
def permanent_re(pos: June6Position, piece: int) -> bool:
    """J6 3.85, 3.86, 19.22, 19.34: units that keep RE: no formation, or no HQ of it on the map; of the HQs only that of
    the Cherbourg Command, with all its units (7.11c)."""
    formation = pos.formation(piece)
    return not formation or pos.hq_of(formation) < 0 or pos.game.formation_kind(formation) == "command"


def groups(pos: June6Position, side: int, stage: int) -> dict[int, tuple[int, ...]]:
    """Formations and units of a side that may still be activated in a stage of the RE phase, by ascending key.

    The key is the piece that stands for the group: the HQ, or the lowest unit.
    """
    if stage == WITH_HQ:
        hqs = [
            piece
            for piece in pos.in_play(side)
            if pos.is_hq(piece) and pos.flag(piece, f.RE) and not _done(pos, piece) and _may_act(pos, piece)
        ]
        by_formation: dict[int, list[int]] = {}
        for piece in pos.in_play(side) if hqs else ():
            by_formation.setdefault(pos.formation(piece), []).append(piece)
        return {hq: tuple(by_formation[pos.formation(hq)]) for hq in hqs}
    found: dict[int, tuple[int, ...]] = {}
    keys: dict[int, int] = {}
    for piece in pos.in_play(side):
        if pos.is_hq(piece) or not pos.flag(piece, f.RE) or pos.flag(piece, f.ACTIVATIONS):
            continue
        if not _may_act(pos, piece):
            continue
        formation = pos.formation(piece)
        hq = pos.hq_here(formation) if formation else -1
        if hq >= 0 and pos.flag(hq, f.RE) and not _done(pos, hq):
            continue
        key = keys.setdefault(formation, piece) if formation and hq < 0 else piece
        found[key] = (*found.get(key, ()), piece)
    return found


def is_command(pos: June6Position, piece: int) -> bool:
    """J6 7.11c: a unit or the HQ of the Cherbourg Command."""
    return pos.game.formation_kind(pos.formation(piece)) == "command"


def _done(pos: June6Position, hq: int) -> bool:
    """J6 3.85: the Cherbourg HQ keeps RE when it has acted."""
    return is_command(pos, hq) and pos.flag(hq, f.ACTIVATIONS) > 0


def _may_act(pos: June6Position, piece: int) -> bool:
    """PB 1.102, R-13: Germans whose formation 6 June did not release do nothing in the RE phase either; QA-BEACH-2:
    units left in the landing boxes wait."""
    return not hesitation.holds(pos, pos.formation(piece)) and not pos.offshore(piece)


def group_of(pos: June6Position, side: int, stage: int, unit: int) -> tuple[int, ...]:
    """Units that act together with a unit, it included; none when it does not act in this stage."""
    return next((units for key, units in groups(pos, side, stage).items() if unit == key or unit in units), ())
