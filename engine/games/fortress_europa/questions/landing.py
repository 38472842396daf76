"""What an invasion may land where (12.2, 12.4-12.7, 12.10, 12.15, 12.16): lines of coastal hexes, capacities, stacking.

North of II2 (12.5) are HH1 and JJ1, half a hex above it, and all the coast beyond the dyke; GG2, level with it, is not.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import capacity as supply_capacity
from hexledger.engine.games.fortress_europa.questions import contact, movement, sea, stacking, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import MARKERS, Basis, kept, lasting
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import Reached, flood, path_to, spread

_JOINED: Final = (("U5", "U6"),)
"""Hexes that belong to one line though the coast between them is cut by a river (12.15)."""
_OFF_JERSEY: Final = ("J3", "J4")
"""Hexes one of which is invaded with Jersey (31.5)."""


# ------------------------------------------------------------------ 12.6, 12.15 the line
def joined(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 12.6, 12.15, 31.5: places that an invasion line may go on to from a coastal hex, ascending.

    Hexes that are adjacent over land or joined by a blue arrow; an inland port and the mouths that lead to it.
    """
    return _coast(pos)[place]


def _coast(pos: FortressPosition) -> tuple[tuple[int, ...], ...]:
    return _coastline(pos.game, pos.tables.ground, pos.option("31.5"))


@lasting(most=2)
def _coastline(game: Game[Any], ground: Ground, jersey: bool) -> tuple[tuple[int, ...], ...]:
    """`joined` of every place, by whether Jersey may be invaded."""
    board = game.board
    pairs = {(a, b) for a in ground.invadable for b in (*ground.links[a], *ground.arrow_ends.get(a, ()))}
    pairs |= {(board.place(a), board.place(b)) for a, b in _JOINED}
    for port in ground.inland_ports:
        pairs |= {(port, mouth) for mouth in ground.passage.get(port, ())}
    if jersey:
        pairs |= {(ground.jersey, board.place(label)) for label in _OFF_JERSEY}
    open_to = {*ground.invadable, ground.jersey} if jersey else ground.invadable
    found: dict[int, set[int]] = {}
    for a, b in sorted(pairs):
        if a in open_to and b in open_to:
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return tuple(tuple(sorted(found[place])) if place in found else () for place in range(board.n_places))


def landable(pos: FortressPosition, place: int) -> bool:
    """FE 12.5, 12.16, 31.5: may an invasion land in the hex at all?"""
    ground = pos.tables.ground
    return place in ground.invadable or (place == ground.jersey and pos.option("31.5"))


class _Coast:
    """The coast as `engine.map.paths` wants it."""

    def __init__(self, pos: FortressPosition) -> None:
        self.neighbours = _coast(pos)


def line_refusal(pos: FortressPosition, line: Sequence[int]) -> Refusal | None:
    """FE 12.4-12.6, 12.15, 12.16, 31.5: why hexes are no line for an invasion, None when they are."""
    hexes = frozenset(line)
    if not line or len(hexes) != len(line):
        return "12.6", "an invasion names one hex or more, each once"
    for place in line:
        if place >= pos.board.n_hexes or not landable(pos, place):
            return "12.16", f"{pos.label(place)} is not invadable"
        if place in pos.tables.ground.inland_ports and not pos.passage_open(place):
            return "12.5", f"an enemy closes the passage to {pos.label(place)}"
    reached = flood(_Coast(pos), (line[0],), lambda _, there: there in hexes)
    if len(reached) != len(hexes):
        apart = next(place for place in line if place not in reached)
        return "12.15", f"{pos.label(apart)} is not in one line with {pos.label(line[0])}"
    return ("31.5", JERSEY_ALONE) if jersey_alone(pos, hexes) else None


JERSEY_ALONE: Final = "Jersey is invaded only together with J3 or J4"


def jersey_alone(pos: FortressPosition, hexes: Set[int]) -> bool:
    """FE 31.5: do these hexes hold Jersey and neither of the two on the coast that are invaded with it?"""
    return pos.tables.ground.jersey in hexes and hexes.isdisjoint([pos.board.place(label) for label in _OFF_JERSEY])


def gaps(pos: FortressPosition, *more: int) -> int:
    """FE 12.6, 12.15, 31.5, C-135: hexes of the line in which units must still land before those invaded, and `more`,
    are one line. What is invaded is where units land, not what has been declared: BB5 and CC5 alone are no line, nor
    is Jersey."""
    line = frozenset(line_of(pos))
    made = {place for place in line if stacking.invaded_now(pos, place)} | set(more)
    joined_up = {min(made)} if made else set()
    while made - joined_up:
        reached: Reached = spread(_ANYWHERE, len(line), lambda here, _: _onward(pos, here, line, joined_up))
        nearest = next((place for place in reached if place in made - joined_up), None)
        if nearest is None:
            return len(line)
        joined_up.update(path_to(reached, nearest)[1:])
    return len(joined_up - made) + jersey_alone(pos, joined_up)


_ANYWHERE: Final = -2
"""A start from which a search goes to every hex that is joined up already."""


def _onward(pos: FortressPosition, here: int, line: frozenset[int], joined_up: set[int]) -> tuple[int, ...]:
    if here == _ANYWHERE:
        return tuple(sorted(joined_up))
    return tuple(there for there in joined(pos, here) if there in line)


# ------------------------------------------------------------------ 12.10 capacity
@kept(Basis(MARKERS, variables=(f.VAR_INVASIONS,)))
def line_of(pos: FortressPosition) -> tuple[int, ...]:
    """Hexes of the line of the last invasion, ascending."""
    number = pos.state.variable(f.VAR_INVASIONS)
    places = (*sorted(pos.tables.ground.invadable), pos.tables.ground.jersey)
    return tuple(p for p in places if number and p >= 0 and pos.state.marker(p, -1, f.LANDED) == number)


def capacity(pos: FortressPosition, line: Sequence[int], impulse: int) -> int:
    """FE 12.10: units that may land on a line in an impulse; over two zones the lower figure holds."""
    ground = pos.tables.ground
    column = "first_impulse" if impulse == 1 else "second_impulse"
    zones = sorted({ground.zone[place] for place in line if place in ground.zone})
    table = pos.game.edition.chart("beach_capacity", "zones")
    return min((int(table[ground.zones[zone]][column]) for zone in zones), default=0)


def counted(pos: FortressPosition, piece: int) -> bool:
    """FE 12.10: does a unit that lands use invasion capacity? HQs do not."""
    return piece not in pos.tables.roster.hqs


def landed(pos: FortressPosition) -> int:
    """Units that have used invasion capacity in this impulse."""
    return pos.state.track(pos.game.words["track.landings"], f.ALLIED)


# ------------------------------------------------------------------ who may land where
def refusal(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    """FE 12.4, 12.6, 12.7, 12.10, 12.11, 12.13: why a unit may not land in a hex of the line now, None when it may."""
    why = lands(pos, piece)
    if why is not None:
        return why
    line, name = line_of(pos), pos.name(piece)
    if place not in line:
        return "12.6", f"{pos.label(place)} is not in the line of the invasion"
    if pos.at(piece) != sea.home_of(pos, place):
        return "12.4", f"{name} would have to come from {pos.label(sea.home_of(pos, place))}"
    if counted(pos, piece) and landed(pos) >= capacity(pos, line, pos.impulse):
        return "12.10", f"{capacity(pos, line, pos.impulse)} units may land in this impulse and have done so"
    if supply_capacity.counts(pos, piece) and spare(pos) < 1:
        return "18.7.4", "supply capacity would fall below zero"
    return _first(pos, piece, place) if pos.impulse == 1 else _second(pos, piece, place)


def spare(pos: FortressPosition) -> int:
    """FE 12.18, 18.7.2, 18.7.4, C-148: units that a secondary invasion may still land before supply capacity would fall
    below zero, that of the moment; no limit in a primary one (18.7.1), nor where nobody was ashore before it."""
    if pos.primary_turn or not pos.state.variable(f.VAR_BOUND_LANDINGS):
        return len(pos.counters)
    return supply_capacity.reckon(pos)


def lands(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 12.4, 12.13, 13.1: why a unit may not land anywhere in this impulse, None when it may."""
    ros = pos.tables.roster
    if pos.side(piece) != f.ALLIED:
        return "12.2", "only the Allies invade"
    if not pos.invasion_turn:
        return "12.2", "no invasion has been declared this turn"
    why = movement.immobile(pos, piece)
    if why is not None:
        return why
    name = pos.name(piece)
    if not pos.at_home(piece):
        return "12.4", f"{name} is not in England or Africa"
    if pos.flag(piece, f.ARRIVED):
        return "12.4", f"{name} has not started the turn there"
    if piece in ros.armored and piece not in ros.of_79th | ros.split_79th:
        return "12.13", f"{name} is armoured; only 79th Armoured lands"
    if piece in ros.hqs and pos.impulse == 1:
        return "13.1", f"{name} moves in the second impulse only"
    return None


def room(pos: FortressPosition, piece: int, place: int) -> bool:
    """FE 12.7, 12.13: does an invaded hex hold one more unit in the first impulse?"""
    if pos.primary_turn and piece in pos.tables.roster.of_79th | pos.tables.roster.split_79th:
        return True
    return len(stacking.landing_units(pos, place)) < stacking.landing_limit(pos, place)


def _first(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    brigades = pos.tables.roster.split_79th if pos.primary_turn else frozenset()
    if piece in brigades and any(one in brigades for one in pos.units_of(place, f.ALLIED)):
        return "31.16", f"one brigade of 79th Armoured lands in {pos.label(place)}"
    if any(pos.flag(one, f.DROPPED) for one in pos.units_of(place, f.ALLIED)):
        return "20.14", f"paratroops have dropped in {pos.label(place)}: no unit of the invasion lands on them"
    if not room(pos, piece, place):
        limit = stacking.landing_limit(pos, place)
        return "12.7", f"{pos.label(place)} holds {limit} {'unit' if limit == 1 else 'units'} in the first impulse"
    left = min(
        capacity(pos, line_of(pos), 1) - landed(pos) - int(counted(pos, piece)),
        spare(pos) - int(supply_capacity.counts(pos, piece)),
    )
    if gaps(pos, place) > left:
        return "12.6", f"with {pos.label(place)} the hexes invaded could not become one line any more"
    return None


def _second(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    """FE 12.11: hexes invaded in the first impulse and free of enemies; no overstack that cannot be mended."""
    where = pos.label(place)
    if not stacking.invaded_now(pos, place):
        return "12.11", f"nobody landed in {where} in the first impulse"
    if pos.enemies_in(place, f.ALLIED):
        return "12.11", f"German units are in {where}"
    if not pos.fits(place, (piece,)) and not _mended(pos, piece, place):
        return "12.11", f"{where} would be over the stacking limit and no unit could leave it"
    return contact.idle_refusal(pos, piece, place)


def _mended(pos: FortressPosition, piece: int, place: int) -> bool:
    """FE 12.11: could enough units leave the hex by ordinary movement?"""
    there = pos.units_of(place, f.ALLIED)
    over = pos.stacked((*there, piece)) - pos.stack_limit(place)
    leavers = sum(1 for unit in there if pos.stacks(unit) and movement.reach(pos, unit))
    # The newcomer itself moves on unless an enemy ZOC or the ground holds it (8.2, 8.3).
    held = pos.in_ezoc(place, f.ALLIED) or ways.stops_on(pos, ways.mover(pos, piece), place) is not None
    own = int(pos.stacks(piece) and not held)
    return leavers + own >= over
