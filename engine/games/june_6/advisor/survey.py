"""What an advisor knows before it looks at any choice: the objective, the way to it, the time that is left.

A `Survey` is made once for a decision and read by every other module of the advisor. It looks at the map, the units
and the markers that both sides may see; never at seals, at the order of the pool or at dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

from hexledger.engine.games.june_6.advisor import know_how
from hexledger.engine.games.june_6.advisor.aims import Aims, aims
from hexledger.engine.games.june_6.questions.delay_points import MARKER_BITS
from hexledger.engine.games.june_6.questions.position import ON_PLACES, June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.kernel.memory import MARKERS, PLACES, Basis, kept, lasting, rows
from hexledger.engine.map.board import Board
from hexledger.events import model as ev
from hexledger.projections.fold import apply
from hexledger.projections.state import marker_key

T = TypeVar("T")

KEPT: Final = 64
"""Maps of ways to the goal that are kept, one for each state of the bridges."""
AROUND: Final = 4
"""Hexes around a place in which an enemy is looked for first."""
ON_WAYS: Final = Basis(PLACES, MARKERS, variables=(f.VAR_CHERBOURG_ABANDONED,))
"""Where pieces stand, bridges, and where the Cherbourg Command may be."""
FAR: Final = 30
"""Distance of a hex from which no way leads to the objective, in hexes."""


class Survey:
    """One position as a side sees it that has to decide.

    side   the side that is advised; `enemy` the other
    goal   hexes that the side plays for now (`aims`)
    town   goal and every other hex that a victory level names
    keep   hexes that it has taken and may lose again
    bar    hexes from the goal within which no enemy may stand; 0 where that decides nothing
    walk   hex -> hexes to walk from there to the goal, over bridges but through anybody
    left   turns to play after this one
    skill  what it knows of the scenario besides (`know_how`), for a stance that uses it
    """

    def __init__(self, pos: June6Position, side: int) -> None:
        self.pos = pos
        self.side = side
        self.enemy = 3 - side
        self._known: dict[object, Any] = {}
        self.left = pos.scenario.last - pos.state.turn
        game = pos.game
        skilled = game.stance.skilled
        self.skill = know_how.known(game, pos.scenario.id, side) if skilled else {}
        self.posts = know_how.posts(game, pos.scenario.id, side, self.left) if skilled else {}

    @cached_property
    def _aims(self) -> Aims:
        """Looked for when it is first asked for: who gives up a step needs no goal."""
        return aims(self.pos, self.side, self.enemy_near)

    @cached_property
    def goal(self) -> frozenset[int]:
        """See above, as the next four."""
        return self._aims.goal

    @cached_property
    def town(self) -> frozenset[int]:
        return self._aims.town

    @cached_property
    def keep(self) -> frozenset[int]:
        return self._aims.keep

    @cached_property
    def bar(self) -> int:
        return self._aims.bar

    @cached_property
    def walk(self) -> Mapping[int, int]:
        return _walk(self.pos, self.goal, self._aims.extra)

    def away(self, place: int) -> int:
        """Hexes from a hex to the goal."""
        return self.walk.get(place, FAR)

    def points(self, name: str, usual: int) -> int:
        """Points that the advisor's judgement has for something, or those that the stance knows for the scenario."""
        better = self.skill.get(name)
        return usual if better is None else better[min(self.left, know_how.LATE)]

    def with_moves(self, moves: Mapping[int, int]) -> Survey:
        """The same survey with pieces put into other hexes."""
        return self.seen(moved(self.pos, moves))

    def seen(self, pos: June6Position) -> Survey:
        """The same survey of a position that differs in its pieces only."""
        other = Survey.__new__(Survey)
        aimed = {"goal": self.goal, "town": self.town, "keep": self.keep, "bar": self.bar, "walk": self.walk}
        other.__dict__.update(self.__dict__, **aimed)
        other.pos = pos
        other._known = {}
        return other

    def recalled(self, key: object, look: Callable[[], T]) -> T:
        """What has been found out about the position, looked for when it is first asked for."""
        if key in self._known:
            known: T = self._known[key]
            return known
        found = self._known[key] = look()
        return found

    def friends(self, place: int, besides: int = -1) -> list[int]:
        """Units of the side in a hex, one left out."""
        pos = self.pos
        return [piece for piece in pos.units(place) if piece != besides and pos.side(piece) == self.side]

    def enemy_near(self, place: int) -> int:
        """Hexes from a place to the nearest enemy unit, FAR when there is none on the map and from a box."""
        pos = self.pos
        if place >= pos.board.n_hexes:
            return FAR
        return _near(pos, self.enemy)[place]


class Nearest(dict[int, int]):
    """Hex -> hexes to the nearest of some hexes, FAR without any; each looked for when it is first asked for: around it
    first, then among all."""

    def __init__(self, board: Board, held: tuple[int, ...]) -> None:
        self._board, self._held, self._among = board, held, frozenset(held)

    def __missing__(self, place: int) -> int:
        board = self._board
        near = next((there for there in board.within(place, AROUND) if there in self._among), -1)
        found = self[place] = (
            board.distance(place, near)
            if near >= 0
            else min((board.distance(place, there) for there in self._held), default=FAR)
        )
        return found

    def agrees(self, fresh: Nearest) -> bool:
        """Is all that is known what a fresh look finds? For `memory_checks`."""
        return all(fresh[place] == found for place, found in self.items())


@kept(ON_PLACES)
def _near(pos: June6Position, side: int) -> Nearest:
    """Hexes to the nearest unit of a side; kept while its units stay where they are."""
    return _nearest(pos.game, held(pos, side))


@lasting(most=KEPT)
def _nearest(game: Charts[Any], held: tuple[int, ...]) -> Nearest:
    return Nearest(game.board, held)


def _walk(pos: June6Position, goal: frozenset[int], extra: Mapping[int, int]) -> Mapping[int, int]:
    """Hexes to walk to the goal from everywhere in the area; it changes with the goal and the bridges only."""
    bridges = tuple(sorted(key for key in pos.state.markers if key & MARKER_BITS in (f.BLOWN, f.PONTOON)))
    return _walked(pos.game, pos.scenario_number, goal, tuple(extra.items()), bridges)


@lasting(most=KEPT)
def _walked(
    game: Charts[Any],
    scenario: int,
    goal: frozenset[int],
    extra: tuple[tuple[int, int], ...],
    bridges: tuple[int, ...],
) -> dict[int, int]:
    """`extra`: hexes that are added to the way from a hex of the goal; `bridges`: markers of blown bridges and
    pontoons (their keys in the state)."""
    found: dict[int, int] = {}
    area, board = game.scenario_rules(scenario).area, game.board
    ground, marked, added = game.loc_ground, frozenset(bridges), dict(extra)

    def needs_bridge(a: int, b: int) -> bool:
        if a * ground.places + b not in ground.great:
            return False
        low, high = min(a, b), max(a, b)
        if marker_key(low, high, f.PONTOON) in marked:
            return False
        return not board.has_bridge(a, b) or marker_key(low, high, f.BLOWN) in marked

    begin = {place: added.get(place, 0) for place in sorted(goal)}
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
                if there in area and there not in found and not needs_bridge(place, there):
                    found[there] = spent + 1
                    following.append(there)
        level, spent = following, spent + 1
    return found


@kept(ON_PLACES)
def held(pos: June6Position, side: int) -> tuple[int, ...]:
    """Hexes that hold units of a side, ascending."""
    n, side_of = pos.board.n_hexes, pos.game.side_of
    stacks = pos.state.stacks.items()
    return tuple(sorted([place for place, stack in stacks if place < n and side_of[stack[0]] == side]))


def moved(pos: June6Position, moves: Mapping[int, int]) -> June6Position:
    """The position with pieces put into other hexes, for who looks at it and changes nothing there."""
    state = pos.state.standing_apart()
    after = pos.game.position(state)
    after.inherit(pos)
    for piece, place in moves.items():
        event = ev.Moved(piece, (state.at[piece], place), 0)
        apply(state, event)
        after.changed(event)
    return after


def exits(survey: Survey, place: int, piece: int) -> int:
    """Hexes into which a unit could leave a hex without entering an EZOC."""
    return _exits(survey.pos, survey.pos.stand_in(piece))[place]


@rows(ON_WAYS)
def _exits(pos: June6Position, piece: int, place: int) -> int:
    side = pos.side(piece)
    return sum(
        1
        for there in pos.board.neighbours[place]
        if pos.side_at(there) != 3 - side and not pos.in_ezoc(there, side) and pos.can_pass(piece, place, there)
    )


def step_value(pos: June6Position, piece: int) -> int:
    """What the loss of a unit's next step is worth, in points; its last one counts half as much again."""
    face = pos.face(piece)
    value = 5 + face.cs + face.armor // 2 + 2 * face.artillery
    if pos.is_combat(piece):
        value += 2
    return value if pos.steps(piece) > 1 else value + value // 2


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
