"""Decoys instead of hidden units (31.7): nine units and ten blank counters lie under 19 decoys until the invasion.

Everybody sees where the decoys are, and, as every other unit is on the map, which nine units they cover; which decoy
covers what is sealed. Until they are shown (3.7, 12.19) decoys do nothing: the units under them are off the map.
"""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import boxes
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.kernel.steps import Refusal
from hexledger.events.numbers import counted


def number(pos: FortressPosition) -> int:
    """FE 31.7: units that decoys cover: as many as there are decoys without a blank counter."""
    return len(pos.tables.roster.decoys) - len(pos.tables.roster.blanks)


def covered(pos: FortressPosition) -> tuple[int, ...]:
    """FE 31.7: units of the display that decoys cover, or will cover, ascending; none without the option."""
    if not pos.option("31.7"):
        return ()
    off_map = pos.game.words["pool.off_map"]
    return tuple(sorted(piece for piece in boxes.units(pos) if pos.state.pooled(off_map, piece)))


# ---------------------------------------------------------------------- which units


def cover_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.7: why a unit may not be covered, None when it may."""
    if piece not in boxes.units(pos) or not pos.on_map(piece):
        return "31.7", f"{pos.name(piece)} is no unit of the set-up that stands on the map"
    if len(covered(pos)) >= number(pos):
        return "31.7", f"decoys cover {counted(number(pos), 'unit')}; set one of them up openly first"
    return None


def may_show(pos: FortressPosition, piece: int) -> bool:
    """FE 31.7: is this a unit that would be covered, and may be set up openly instead?"""
    return piece in covered(pos)


def unfinished(pos: FortressPosition) -> Refusal | None:
    """FE 31.7: why the set-up may not end yet, None when it may: every decoy lies on something."""
    if not pos.option("31.7") or len(covered(pos)) == number(pos):
        return None
    return "31.7", f"decoys cover {counted(number(pos), 'unit')}, and {len(covered(pos))} are chosen"
