"""The beach landing of 6 June (PB 1.7, 1.8): who waits in the boxes, and where he may land."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.costs import combat_unit_in, landing, mover
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
    name = pos.game.piece_name(piece)
    invasion = pos.scenario.invasion
    if invasion is None or piece not in invasion.landers or not pos.in_box(piece):
        return "PB 1.71", f"{name} does not land in this phase"
    if place not in landing_hexes(pos, piece):
        rule = "PB 1.85" if pos.has(piece, "commando") or pos.has(piece, "ranger") else "PB 1.71"
        return rule, f"{pos.game.place(place)} is not among the landing hexes of {name}"
    label = pos.label(place)
    if pos.side_at(place) == f.GERMAN:
        return "10.21", f"German units occupy {label}"
    if landing(pos, mover(pos, piece), place) is None:
        return "8.42", f"{label} is closed to {name}"
    if not pos.is_combat(piece) and pos.in_ezoc(place, f.ALLIED) and not combat_unit_in(pos, place):
        return "QA-BEACH-5", f"{label} is in an enemy ZOC: a combat unit must land there before {name}"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{label} has no room for {name}"
    return None


def able(pos: June6Position, piece: int) -> tuple[int, ...]:
    """Hexes in which a unit may land now, ascending."""
    return tuple(place for place in landing_hexes(pos, piece) if refusal(pos, piece, place) is None)
