"""Naval units (19): where they are, their support, when they leave."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.hexes import distance, neighbour

# ---------------------------------------------------------------------- 19.8 when they are there


def reaches(pos: FortressPosition, ship: int, place: int) -> bool:
    """FE 19.6, 19.7: is a hex in range of a naval unit, from the imaginary hex where it may be?"""
    board, at = pos.board, pos.at(ship)
    here, beside = (board.q[at], board.r[at]), pos.flag(ship, f.BESIDE)
    if beside:
        here = neighbour(here, beside - 1)
    return distance(here, (board.q[place], board.r[place])) <= pos.face(ship).values.get("range", 0)


# ---------------------------------------------------------------------- 19.4 support
def refusal(pos: FortressPosition, side: int, ships: tuple[int, ...], targets: tuple[int, ...]) -> Refusal | None:
    """FE 19.4, 19.6, 19.9, 19.10: why naval units cannot support an attack of any nationality (rule, reason), None
    when they can."""
    if not ships:
        return None
    if side != f.ALLIED:
        return "19.4", "naval units support Allied attacks"
    if pos.weather == f.STORM:
        return "19.9", "naval units do not support in a storm"
    if len(set(ships)) != len(ships):
        return "19.4", "a naval unit supports once"
    for ship in ships:
        if ship not in pos.tables.roster.naval or not pos.on_map(ship):
            return "19.4", f"{pos.name(ship)} is no naval unit at sea"
        if pos.flag(ship, f.SUPPORTED):
            return "19.4", f"{pos.name(ship)} has supported an attack this turn"
        for place in targets:
            if not reaches(pos, ship, place):
                return "19.6", f"{pos.label(place)} is out of range of {pos.name(ship)}"
    return None


def able(pos: FortressPosition, targets: tuple[int, ...]) -> tuple[int, ...]:
    """FE 19.4: naval units that could support an attack, ascending."""
    return tuple(ship for ship in sorted(pos.tables.roster.naval) if refusal(pos, f.ALLIED, (ship,), targets) is None)
