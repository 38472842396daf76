"""The French Partisan (24)."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition


def in_hex(pos: FortressPosition, place: int) -> bool:
    """FE 24.3, C-153: does the Partisan stand in a hex? No train, line or retreat passes it, and units stop there."""
    return not pos.tables.roster.partisans.isdisjoint(pos.units(place))
