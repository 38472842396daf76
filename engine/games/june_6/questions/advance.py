"""Who advances after a combat, and where he may not go (13.4): marks of the units, followers, entry."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

OPTIONAL: Final = 1
MANDATORY: Final = 2
BREAKTHROUGH: Final = 3
MARKS: Final = (
    (f.DISORDER, "13.41", "is disordered"),
    (f.SCATTERED, "13.41", "is scattered"),
    (f.PINNED, "13.41", "is pinned"),
    (f.ISOLATED, "12.24", "is isolated"),
)


def marked(pos: June6Position, unit: int) -> tuple[str, str] | None:
    """J6 13.41, 12.24: the mark that keeps a unit from advancing, as rule and reason."""
    flags, key = pos.state.flags, unit << 16
    for flag, rule, why in MARKS:
        if key | flag in flags:
            return rule, f"{pos.name(unit)} {why} and cannot advance"
    return None


def eligible(pos: June6Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """J6 13.41: units on the map that carry no mark against advancing."""
    return tuple(unit for unit in units if pos.on_map(unit) and marked(pos, unit) is None)


def followers(pos: June6Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """J6 13.41: HQs stacked with an eligible combat unit of those units, ascending. They may advance, never must."""
    places = {pos.at(unit) for unit in eligible(pos, units) if pos.is_combat(unit)}
    return tuple(hq for place in sorted(places) for hq in pos.units(place) if pos.is_hq(hq) and hq not in units)


def no_entry(
    pos: June6Position, unit: int, here: int, there: int, assisted: bool, taken: bool
) -> tuple[str, str] | None:
    """J6 8.14, R-71: an advance enters hexes without enemies, over hexsides that the unit could attack across.

    `taken`: the hex of the fight, whose beach defence has been overcome (9.2)."""
    if there not in pos.board.neighbours[here]:
        return "13.42", f"{pos.label(there)} is not next to {pos.label(here)}"
    if (pos.side_at(there) if taken else pos.holder(there)) == 3 - pos.side(unit):
        return "13.42", f"enemy units are in {pos.label(there)}"
    if not pos.can_pass(unit, here, there, assisted):
        return "R-71", f"{pos.name(unit)} cannot pass from {pos.label(here)} to {pos.label(there)}"
    return None
