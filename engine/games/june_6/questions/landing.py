"""The beach landing of 6 June (PB 1.7, 1.8): who waits in the boxes, and where he may land."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.costs import Mover, combat_unit_in, landing, mover
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import RANGER_AREA

OMAHA: Final = "omaha_box"
"""Box of the Rangers (PB 1.85)."""


# ---------------------------------------------------------------------- PB 1.71 who lands where
def landing_hexes(pos: June6Position, piece: int) -> tuple[int, ...]:
    """PB 1.71, 1.85: hexes that a unit's box leads to; for Rangers off Omaha the coast near it, too. Ascending."""
    invasion = pos.invasion
    label = pos.board.labels[invasion.box[piece]]
    found = set(pos.landing_hexes(label, piece))
    if label == OMAHA and pos.has(piece, "ranger"):
        found |= pos.scenario.west_rangers or pos.board.in_area(RANGER_AREA)
    return tuple(sorted(found))


def waiting(pos: June6Position) -> tuple[int, ...]:
    """Units in the boxes that may land in this phase, ascending."""
    invasion = pos.invasion
    return tuple(piece for piece in invasion.landers if pos.in_box(piece))


def refusal(pos: June6Position, piece: int, place: int) -> tuple[str, str] | None:
    """PB 1.71, 10.21, QA-BEACH-2, QA-BEACH-5: why a unit may not land in a hex: rule and reason; None when it may."""
    invasion = pos.scenario.invasion
    if invasion is None or piece not in invasion.landers or not pos.in_box(piece):
        return "PB 1.71", f"{pos.name(piece)} does not land in this phase"
    if place not in landing_hexes(pos, piece):
        rule = "PB 1.85" if pos.has(piece, "commando") or pos.has(piece, "ranger") else "PB 1.71"
        return rule, f"{pos.game.place(place)} is not among the landing hexes of {pos.name(piece)}"
    return _closed(pos, mover(pos, piece), place)


def _closed(pos: June6Position, m: Mover, place: int) -> tuple[str, str] | None:
    """Why one of its landing hexes is closed to a unit now."""
    piece = m.piece
    if pos.side_at(place) == f.GERMAN:
        return "10.21", f"German units occupy {pos.label(place)}"
    if landing(pos, m, place) is None:
        return "8.42", f"{pos.label(place)} is closed to {pos.name(piece)}"
    if not pos.is_combat(piece) and pos.in_ezoc(place, f.ALLIED) and not combat_unit_in(pos, place):
        label = pos.label(place)
        return "QA-BEACH-5", f"{label} is in an enemy ZOC: a combat unit must land there before {pos.name(piece)}"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{pos.label(place)} has no room for {pos.name(piece)}"
    return None


def able(pos: June6Position, piece: int) -> tuple[int, ...]:
    """Hexes in which a unit that waits in a box may land now, ascending."""
    invasion = pos.scenario.invasion
    if invasion is None or piece not in invasion.landers or not pos.in_box(piece):
        return ()
    m = mover(pos, piece)
    return tuple(place for place in landing_hexes(pos, piece) if _closed(pos, m, place) is None)
