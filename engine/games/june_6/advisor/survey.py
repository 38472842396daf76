"""What an advisor knows before it looks at any choice: the objective, the way to it, the time that is left.

A `Survey` is made once for a decision and read by every other module of the advisor. It looks at the map, the units
and the markers that both sides may see; never at seals, at the order of the pool or at dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.june_6.advisor.aims import aims
from hexledger.engine.games.june_6.questions.delay_points import MARKER_BITS
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.events import model as ev
from hexledger.projections.fold import apply

T = TypeVar("T")

KEPT: Final = 64
"""Maps of ways to the goal that are kept, one for each state of the bridges."""
AROUND: Final = 4
"""Hexes around a place in which an enemy is looked for first."""
FAR: Final = 30
"""Distance of a hex from which no way leads to the objective, in hexes."""


class Survey:
    """One position as a side sees it that has to decide.

    side   the side that is advised; `enemy` the other
    goal   hexes that the side plays for now (`aims`)
    town   goal and every other hex that a victory level names
    keep   hexes that it has taken and may lose again
    walk   hex -> hexes to walk from there to the goal, over bridges but through anybody
    left   turns to play after this one
    """

    def __init__(self, pos: June6Position, side: int) -> None:
        self.pos = pos
        self.side = side
        self.enemy = 3 - side
        self.left = pos.scenario.last - pos.state.turn
        self.goal, self.town, extra, self.keep = aims(pos, side, self.enemy_near)
        self.walk: Mapping[int, int] = _walk(pos, self.goal, extra)

    def away(self, place: int) -> int:
        """Hexes from a hex to the goal."""
        return self.walk.get(place, FAR)

    def with_moves(self, moves: Mapping[int, int]) -> Survey:
        """The same survey with pieces put into other hexes."""
        return self.seen(moved(self.pos, moves))

    def seen(self, pos: June6Position) -> Survey:
        """The same survey of a position that differs in its pieces only."""
        other = Survey.__new__(Survey)
        other.__dict__.update(self.__dict__)
        other.pos = pos
        return other

    def friends(self, place: int, besides: int = -1) -> list[int]:
        """Units of the side in a hex, one left out."""
        pos = self.pos
        return [piece for piece in pos.units(place) if piece != besides and pos.side(piece) == self.side]

    def enemy_near(self, place: int) -> int:
        """Hexes from a place to the nearest enemy unit, FAR when there is none on the map and from a box."""
        pos = self.pos
        if place >= pos.board.n_hexes:
            return FAR
        known = pos.mapped(("advisor", "near", self.enemy), lambda: _near(pos, self.enemy))
        found = known.get(place)
        if found is None:
            found = known[place] = _nearest(pos, place, self.enemy)
        return found


def _nearest(pos: June6Position, place: int, side: int) -> int:
    """Hexes to the nearest unit of a side: looked for around the place first, then among all units."""
    board, stacks, side_of = pos.board, pos.state.stacks, pos.game.side_of
    for there in board.within(place, AROUND):
        stack = stacks.get(there)
        if stack is not None and side_of[stack[0]] == side:
            return board.distance(place, there)
    return min((board.distance(place, there) for there in held(pos, side)), default=FAR)


def _near(pos: June6Position, side: int) -> dict[int, int]:
    """Hexes to the nearest unit of a side, filled as they are asked for; kept while its units stay where they are."""
    known, key = pos.scenario.near, held(pos, side)
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = {}
    return found


def _walk(pos: June6Position, goal: frozenset[int], extra: Mapping[int, int]) -> Mapping[int, int]:
    """Hexes to walk to the goal from everywhere in the area; it changes with the goal and the bridges only."""
    bridges = tuple(sorted(key for key in pos.state.markers if key & MARKER_BITS in (f.BLOWN, f.PONTOON)))
    known, key = pos.scenario.walks, (goal, tuple(extra.items()), bridges)
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = _walked(pos, goal, extra)
    return found


def _walked(pos: June6Position, goal: frozenset[int], extra: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    area, board = pos.scenario.area, pos.board
    begin = {place: extra.get(place, 0) for place in sorted(goal)}
    last = max(begin.values(), default=0)
    level: list[int] = []
    spent = 0
    while level or spent <= last:
        fresh = [place for place, start in begin.items() if start == spent and place not in found]
        found.update(dict.fromkeys(fresh, spent))
        level += fresh
        following: list[int] = []
        for place in level:
            for there in board.neighbours[place]:
                if there in area and there not in found and not pos.needs_bridge(place, there):
                    found[there] = spent + 1
                    following.append(there)
        level, spent = following, spent + 1
    return found


def held(pos: June6Position, side: int) -> tuple[int, ...]:
    """Hexes that hold units of a side, ascending."""
    return pos.mapped(("advisor", "held", side), lambda: _held(pos, side))


def _held(pos: June6Position, side: int) -> tuple[int, ...]:
    n = pos.board.n_hexes
    return tuple(place for place in sorted(pos.state.stacks) if place < n and pos.side_at(place) == side)


def moved(pos: June6Position, moves: Mapping[int, int]) -> June6Position:
    """The position with pieces put into other hexes, on a copy."""
    state = pos.state.copy()
    for piece, place in moves.items():
        apply(state, ev.Moved(piece, (state.at[piece], place), 0))
    return pos.game.position(state)


def exits(survey: Survey, place: int, piece: int) -> int:
    """Hexes into which a unit could leave a hex without entering an EZOC."""
    pos = survey.pos
    like = (
        pos.counters[piece].motorized,
        pos.is_hq(piece),
        pos.crosses_alone(piece),
        pos.bounds(piece),
        pos.scenario.never_cross.get(piece),
    )
    known: dict[int, int] = pos.cached(("advisor", "exits", survey.side, like), dict)
    found = known.get(place)
    if found is None:
        found = known[place] = _exits(survey, place, piece)
    return found


def _exits(survey: Survey, place: int, piece: int) -> int:
    pos, side = survey.pos, survey.side
    return sum(
        1
        for there in pos.board.neighbours[place]
        if pos.side_at(there) != survey.enemy and not pos.in_ezoc(there, side) and pos.can_pass(piece, place, there)
    )


def step_value(pos: June6Position, piece: int) -> int:
    """What the loss of a unit's next step is worth, in points; its last one counts half as much again."""
    face = pos.face(piece)
    value = 5 + face.cs + face.armor // 2 + 2 * face.artillery
    if pos.is_combat(piece):
        value += 2
    return value if pos.steps(piece) > 1 else value + value // 2


def best(items: Iterable[T], worth: Callable[[T], int], chance: Chance) -> T:
    """The item of the highest worth; ties are broken by chance. There must be one."""
    top: list[T] = []
    most = 0
    for item in items:
        value = worth(item)
        if not top or value > most:
            top, most = [item], value
        elif value == most:
            top.append(item)
    return top[0] if len(top) == 1 else chance.pick(top)


def is_support(pos: June6Position, piece: int) -> bool:
    """A combat support unit that is no HQ."""
    return not pos.is_combat(piece) and not pos.is_hq(piece)


def combat_units(pos: June6Position, pieces: Sequence[int]) -> list[int]:
    """The combat units among some pieces."""
    return [piece for piece in pieces if pos.is_combat(piece)]


def own_ams_left(pos: June6Position, side: int) -> int:
    """AMs of a side that are still to be drawn this turn: what it has put in less what has been drawn in the open."""
    pool = pos.state.pool(pos.game.words["pool.am"])
    return sum(count for am, count in pool.items() if pos.game.ams[am].side == side)


def ready(pos: June6Position, piece: int) -> bool:
    """True for a unit that may still do something in the running activation."""
    return not any(pos.flag(piece, flag) for flag in (f.MOVED, f.RECOVERED, f.PINNED, f.SCATTERED))
