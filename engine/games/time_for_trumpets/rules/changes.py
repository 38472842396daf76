"""What happens to units in many chapters: elimination, disruption, mode, lost steps (29.3, 31, 32, 52.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import banks, borders, force, ways
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.events import model as ev

DISRUPTED: Final = 2
"""29.3d: any disruption gives Disrupt 2."""


OF_FORMATIONS: Final = tuple(
    w.FLAG[name]
    for name in (
        *("resting", "rested", "fatigued", "exhausted", "night_moves", "low_fuel", "plus_er", "fired_echelon"),
        *("activated", "released_fuel", "dump_turn", "committed"),
    )
)
"""Markers on a headquarters about its formation, which outlast it (4.2b, 4.3c, 11.0e, 13.3, 15.0, 18.5b, 43.7)."""
OUT_OF_SUPPLY: Final = (w.OOS, w.ISOLATED)
"""9.5c, d: who was out of supply before dawn is, until a line reaches it."""
OF_UNITS: Final = (*OUT_OF_SUPPLY, w.FLAG["temporary"])
"""Markers of a unit that comes back as it went (9.5c, 18.2)."""


def take_off(act: Act, piece: int, reason: str, rule: str, keep: Sequence[int] = OF_FORMATIONS) -> None:
    """A counter goes off the map and may come back: to whom it is attached, and these markers, stay with it."""
    pos = act.pos
    kept, hq = [(flag, pos.flag(piece, flag)) for flag in keep], act.state.attached.get(piece, 0)
    act.remove(piece, reason, rule)
    for flag, value in kept:
        act.flag(piece, flag, value, rule)
    if hq:
        act.emit(ev.Attached(piece, hq, act.rule(rule)))


def eliminate(act: Act, piece: int, reason: str, rule: str) -> None:
    """A unit is eliminated; 52.7: a headquarters comes back next turn; 44.1o: all battalions of a substitute go."""
    pos = act.pos
    if piece in pos.game.roster.hqs:
        take_off(act, piece, reason, rule, (*OF_FORMATIONS, *OUT_OF_SUPPLY))
    else:
        act.remove(piece, reason, rule)
    if piece in pos.game.roster.hqs:
        act.pool("pool.returning", piece, 1, "52.7")
        act.pool("pool.lost_hqs", piece, 1, "52.7")
        act.flag(piece, w.FLAG["returning"], act.state.turn + 1, "52.7")
    elif piece in pos.game.roster.substitutes:
        for gun in force.carded(pos, piece):
            act.pool("pool.card", gun, -1, "44.1")
            act.pool("pool.lost", gun, 1, "44.1")
    else:
        act.pool("pool.lost", piece, 1, rule)


def lose_step(act: Act, piece: int, reason: str, rule: str) -> bool:
    """A unit loses a step; True when it is eliminated by it."""
    left = act.pos.steps(piece) - 1
    if left < 1:
        eliminate(act, piece, reason, rule)
        return True
    act.steps(piece, left, rule)
    return False


def disrupt(act: Act, piece: int, rule: str) -> None:
    """29.3: Disrupt 2, whatever it had; HQ and artillery flip to march order at once; reserve is lost (18.4l)."""
    act.flag(piece, w.DISRUPT, DISRUPTED, rule)
    march_order(act, piece, "29.3")
    act.flag(piece, w.RESERVE, 0, "18.4")


def march_order(act: Act, piece: int, rule: str) -> None:
    """A unit with two modes flips to march order."""
    act.flag(piece, w.MODE, 0, rule)


def leave_reserve(act: Act, unit: int) -> None:
    """18.4h: who moves in the movement segment is in reserve no longer."""
    act.flag(unit, w.RESERVE, 0, "18.4")


def used(act: Act, unit: int) -> None:
    """14.2c: a unit of the army's echelon, or a leader, that has acted with this corps acts with no other this turn."""
    pos = act.pos
    if pos.above(unit, "corps") == NOBODY and not pos.flag(unit, w.ACTED):
        act.flag(unit, w.ACTED, pos.active_corps + 1, "14.2")


def cross_south(act: Act, unit: int) -> bool:
    """26.1.4: a die for each SS unit in its first hex south of the boundary: below its ER it goes on, else it stops,
    and goes back next turn. True when it goes on."""
    good = act.roll("roll.crossing", 6, unit, "26.1.4", low=1) < act.pos.er(unit)
    if good:
        act.flag(unit, w.FLAG["trespasser"], 1, "26.1.4")
    else:
        act.flag(unit, w.DONE, 1, "26.1.4")
        act.flag(unit, w.FLAG["must_return"], 1, "26.1.4")
    return good


def use_banks(act: Act, units: Sequence[int], start: int, path: Sequence[int]) -> None:
    """30.3: points of the bridges that are crossed, in whatever kind of movement."""
    pos = act.pos
    if not pos.plays(ways.BOTTLENECK):
        return
    here = start
    for there in path:
        if pos.game.ground.water_between(here, there) and banks.bridged(pos, here, there):
            for unit in units:
                if unit not in pos.game.roster.leaders:
                    points = ways.points_of(pos, unit, here, there) or 0
                    used = pos.state.marker(here, there, w.MARKER["points"])
                    act.marker(here, there, w.MARKER["points"], used + points, "30.3")
        here = there


def as_far_as_it_may(act: Act, unit: int, path: Sequence[int], mode: str, rule: str, cost: int = 0) -> tuple[int, ...]:
    """A unit takes a way; 2.13: a company leaves its fort behind; 26.1.4: in its first hex south of the boundary an SS
    unit of the 6th Panzer Army may have to stop. The hexes that it has entered."""
    start, way = act.pos.at(unit), tuple(path)
    act.flag(unit, w.FORT_SIDE, 0, "2.13")
    use_banks(act, (unit,), start, way)
    first = next((n + 1 for n, place in enumerate(way) if borders.crosses_south(act.pos, unit, place)), len(way))
    act.move(unit, (start, *way[:first]), mode, cost, rule)
    if not borders.crosses_south(act.pos, unit, way[first - 1]):
        return way
    if cross_south(act, unit) and way[first:]:
        act.move(unit, (way[first - 1], *way[first:]), mode, 0, rule)
        return way
    return way[:first]
