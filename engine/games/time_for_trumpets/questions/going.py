"""Steps of retreats and advances: what a unit may cross without help (30, 54.2m, 54.3, 55.1, 55.3)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import banks, ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w


def road_open(pos: TrumpetsPosition, here: int, there: int) -> bool:
    """A road joins two hexes, and no water without a bridge lies between them."""
    return pos.game.ground.key(here, there) in pos.game.ground.road and not banks.barrier(pos, here, there)


def passable(pos: TrumpetsPosition, unit: int, here: int, there: int) -> bool:
    """54.2m, n, 54.3: ground and water that a retreating unit passes: by road, or where its class may go off the road;
    foot units over rivers and streams, others by a ford without an engineer or over water that they may cross. 54.3d:
    infantry with trucks is infantry, and leaves them behind where they cannot go."""
    cls = ways.FOOT if ways.trucked(pos, unit) else ways.move_class(pos, unit)
    return borne(pos, unit, here, there) and passes(pos, cls, here, there)


def borne(pos: TrumpetsPosition, unit: int, here: int, there: int) -> bool:
    """54.2n, 30.3 [ADV]: no bridge lies between two hexes that may not carry the unit at all."""
    if not pos.plays(ways.BOTTLENECK) or not pos.game.ground.water_between(here, there):
        return True
    return not banks.bridged(pos, here, there) or ways.points_of(pos, unit, here, there) is not None


def passes(pos: TrumpetsPosition, cls: str, here: int, there: int) -> bool:
    """54.2m, n, 54.3: `passable`, for a class of the movement charts."""
    if road_open(pos, here, there):
        return True
    if ways.off_road_cost(pos, cls, here, there) is None:
        return False
    kind = banks.barrier(pos, here, there)
    if not kind:
        return True
    if kind in ("meuse", "lake"):
        return False
    if cls == ways.FOOT:
        return True
    if banks.ford(pos, here, there):
        row = pos.game.chart.fords[pos.ground][cls]
        return row.cost is not None and not row.engineer
    return pos.game.chart.water[kind][pos.ground][cls] is not None


def advance_cost(pos: TrumpetsPosition, unit: int, here: int, there: int, first: bool) -> int | None:
    """55.1d, h, i: quarters of a step of an advance; None where it is barred. Water without a bridge only with the
    first hex (30.1b), a ford with any, but without an engineer's help."""
    kind, ford = banks.barrier(pos, here, there), banks.ford(pos, here, there)
    if kind and not first and not ford:
        return None
    cls = ways.move_class(pos, unit)
    if kind and cls != ways.FOOT and ford and pos.game.chart.fords[pos.ground][cls].engineer:
        return None
    cost, why = ways.step(pos, unit, here, there, first, entering=True)
    return None if why is not None else cost


def unbridged_river(pos: TrumpetsPosition, here: int, there: int) -> bool:
    """A river without a bridge lies between two adjacent hexes."""
    return banks.barrier(pos, here, there) == "river"


def by_bridge(pos: TrumpetsPosition, here: int, there: int) -> bool:
    """57.3a: no river is crossed but by a bridge."""
    return banks.barrier(pos, here, there) not in ("river", "meuse", "lake")


def began(pos: TrumpetsPosition, unit: int) -> int:
    """55.3: hex in which the unit began its player turn: where it stands, unless it has moved."""
    found = pos.flag(unit, w.BEGAN)
    return found - 1 if found else pos.at(unit)
