"""Aircraft: where they are based, what they reach, who may support, strafe and intercept (5.4-5.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import force
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.words import ALLIED, GERMAN
from hexledger.engine.kernel.steps import Refusal

WAVES: Final[tuple[tuple[int, str], ...]] = ((GERMAN, "fighter"), (ALLIED, "fighter"), (GERMAN, "jet"))
"""5.7.3, 5.9.2: order in which fighters intercept."""
STRAFERS: Final[tuple[tuple[int, str], ...]] = (
    (GERMAN, "bomber"), (ALLIED, "bomber"), (GERMAN, "fighter"), (ALLIED, "fighter"), (GERMAN, "jet"),
)  # fmt: skip
"""5.7.2, 5.7.5: order in which aircraft are placed and strafe."""


def kind(pos: TrumpetsPosition, plane: int) -> str:
    """`bomber`, `fighter` or `jet`."""
    traits = pos.counters[plane].traits
    return next(name for name in ("bomber", "jet", "fighter") if name in traits)


def planes(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Aircraft of a side that are in play, ascending."""
    return tuple(p for p in sorted(pos.game.arms.aircraft) if pos.at(p) >= 0 and pos.side(p) == side)


def base(pos: TrumpetsPosition, plane: int) -> int:
    """5.4, 5.5: corps HQ to which an aircraft is allocated."""
    return pos.parent(plane)


def site(pos: TrumpetsPosition, hq: int) -> int:
    """Hex from which the reach of a corps' aircraft is counted; gaps G-D8: of an HQ off the map its entry area."""
    return pos.at(hq) if pos.on_map(hq) else -1


def reaches(pos: TrumpetsPosition, plane: int, place: int) -> bool:
    """5.7.1, 5.7.3, 5.9.1: a hex within 20 hexes of the corps HQ; British aircraft only west of the Ourthe."""
    if plane in pos.game.arms.british:
        return place in pos.game.west_of_ourthe
    centre = site(pos, base(pos, plane))
    return centre >= 0 and pos.board.distance(centre, place) <= pos.game.air.reach


def free(pos: TrumpetsPosition, plane: int) -> bool:
    """5.6.1, 5.6.5: not strafing, not on support; a fighter that has intercepted and was not returned is free again."""
    return not pos.flag(plane, w.STRAFES) and not pos.flag(plane, w.FLOWN)


# ---------------------------------------------------------------------- 5.9 support of a battle
def helps(pos: TrumpetsPosition, plane: int, units: Iterable[int]) -> bool:
    """5.9.1, 7.14e: the battle includes a unit of the aircraft's corps that is in command."""
    hq = base(pos, plane)
    return any(pos.in_comm(unit) and force.belongs(pos, unit, hq) for unit in units)


def supporters(pos: TrumpetsPosition, side: int, units: Iterable[int], target: int) -> tuple[int, ...]:
    """5.9.1: aircraft that may support a battle at a hex for these units."""
    those = tuple(units)
    return tuple(p for p in planes(pos, side) if free(pos, p) and reaches(pos, p, target) and helps(pos, p, those))


def interceptors(pos: TrumpetsPosition, side: int, of: str, units: Iterable[int], target: int) -> tuple[int, ...]:
    """5.9.2: fighters of a kind that may meet aircraft over a battle of units of their corps, in command or not: 7.14e
    takes support from a unit, and an interception is none."""
    those = tuple(units)
    return tuple(
        p for p in planes(pos, side)
        if kind(pos, p) == of and free(pos, p) and reaches(pos, p, target)
        and any(force.belongs(pos, unit, base(pos, p)) for unit in those)
    )  # fmt: skip


# ---------------------------------------------------------------------- 5.7 strafing
def centre(pos: TrumpetsPosition, plane: int) -> int:
    """5.7.2: centre hex of the aircraft's strafe mission, -1 for none."""
    return pos.flag(plane, w.STRAFES) - 1


def area(pos: TrumpetsPosition, place: int) -> tuple[int, ...]:
    """5.7.1: a hex and the six around it."""
    return (place, *pos.board.neighbours[place])


def strafe_refusal(pos: TrumpetsPosition, plane: int, place: int) -> Refusal | None:
    """5.6.2, 5.7.1, gaps 3.9: why an aircraft strafes no area around a hex: not in reach, or a mission of its side is
    in the hex or an adjacent one."""
    if place not in pos.scenario.hexes or not reaches(pos, plane, place):
        return "5.7.1", f"{pos.name(plane)} does not reach there"
    taken = {centre(pos, other) for other in planes(pos, pos.side(plane)) if other != plane}
    if not free(pos, plane) or any(near in taken for near in area(pos, place)):
        return "5.6.2", f"no mission of {pos.name(plane)} there"
    return None


def targets(pos: TrumpetsPosition, plane: int, hex_: int, done: Iterable[int]) -> tuple[int, ...]:
    """5.7.5f, l, m: enemy units of a hex that are attacked next: AFV, then other units, then HQs."""
    arms = pos.game.arms
    left = [unit for unit in pos.fighters(hex_) if pos.side(unit) != pos.side(plane) and unit not in done]
    for those in (
        [unit for unit in left if unit in arms.afv],
        [unit for unit in left if unit not in arms.hq],
        left,
    ):
        if those:
            return tuple(those)
    return ()


def drms(pos: TrumpetsPosition, side: int, hex_: int) -> tuple[int, int]:
    """Card 1A: modifiers of strafing and of return fire in a hex that enemies of `side` hold."""
    arms, chart = pos.game.arms, pos.game.air
    there = [unit for unit in pos.fighters(hex_) if pos.side(unit) != side]
    heavy = any(unit in arms.aa_heavy for unit in there)
    light = any(unit in arms.aa_light for unit in there)
    cover = pos.board.terrain[hex_] in ("forest", "town", "city")
    return (chart.heavy_aa if heavy else 0) + (chart.cover if cover else 0), (
        chart.fire_heavy if heavy else chart.fire_light if light else 0
    )
