"""What a step costs and who may take it (3.3, 4.8, 5.3, 7.0, 7.1, 12.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hexledger.engine.games.france_1944.questions import banks, increments, stacking, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import FIRST_BOX
from hexledger.engine.games.france_1944.tables.switches import BRIDGEHEAD_BLOWN
from hexledger.engine.kernel.memory import MARKERS, PLACES, STEPS, Basis, rows
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import Reached, cheapest

ON_WAYS: Final = Basis(
    PLACES,
    STEPS,
    MARKERS,
    flags=(w.DROPPED,),
    variables=(w.VAR["airborne"], w.VAR["scenario"], w.word(BRIDGEHEAD_BLOWN.word)),
)
"""What ordinary ways hang on."""


class Mover(NamedTuple):
    """What a step asks of the piece that takes it: pieces of a side and arm go the same ways at the same prices.

    headquarters, armour   what it is; infantry is neither      admin   5.3: in administrative movement
    """

    side: int
    headquarters: bool
    armour: bool
    admin: bool


def mover(pos: FrancePosition, piece: int, admin: bool) -> Mover:
    """A piece as a step sees it."""
    return Mover(pos.side(piece), pos.is_hq(piece), piece in pos.game.roster.armour, admin)


class Price(NamedTuple):
    """MP of a step, by what they are for (7.0: all costs add up)."""

    terrain: int
    river: int
    enter: int
    leave: int

    @property
    def total(self) -> int:
        """MP of the step."""
        return self.terrain + self.river + self.enter + self.leave


def price(pos: FrancePosition, side: int, here: int, there: int, water: str) -> Price:
    """3.3, 7.0, 12.3: MP to go to an adjacent hex over the water between (`banks.water`), by a bridge or bridgehead
    where it is the Rhine."""
    chart, ground = pos.game.chart, pos.game.ground
    river = 0
    if water:
        river = chart.bridge_mp if ground.is_rhine(here, there) else chart.river_mp
    return Price(
        ground.cost[there],
        river,
        chart.zoc_enter if zoc.in_ezoc(pos, there, side) else 0,
        chart.zoc_leave if zoc.in_ezoc(pos, here, side) else 0,
    )


def closed(pos: FrancePosition, side: int, here: int, there: int, passing: bool = False) -> Refusal | None:
    """3.3, 7.0, 7.1, 10.1.3, R-49, R-80: what keeps every piece of a side out of a hex, the Rhine apart.

    passing   the piece has come to `here` with a ZOC: an enemy HQ alone in the next hex is dispersed (4.10, R-35)
    """
    ground = pos.game.ground
    if there in ground.in_south:
        return "10.1.3", "nobody goes back into a southern box"
    if there not in ground.near[here]:
        if ground.key(here, there) in ground.blocked:
            return "3.3", f"the hexside between {pos.label(here)} and {pos.label(there)} is blocked"
        if pos.board.adjacent(here, there):
            return "7.0", f"{pos.label(there)} is not entered: {pos.board.terrain[there].replace('_', ' ')}"
        return "7.0", f"{pos.label(there)} is not adjacent to {pos.label(here)}"
    if there not in pos.scenario.land:
        return "R-49", f"{pos.label(there)} lies outside the area of the scenario"
    if pos.enemy_in(there, side) and not (passing and not pos.fighters(there)):
        return "7.1", f"an enemy stands in {pos.label(there)}"
    return None


def amphibious(pos: FrancePosition, piece: int) -> Refusal | None:
    """12.8, R-14, R-40, R-57: why a piece may not cross the Rhine without a bridge, as its whole move."""
    if pos.is_hq(piece):
        return "12.8", f"{pos.name(piece)} crosses the Rhine by a bridge or bridgehead only"
    if pos.var("box") != FIRST_BOX:
        return "12.8", "the Rhine is crossed without a bridge in the first box of the increment track only"
    if pos.flag(piece, w.ADMIN):
        return "12.8", f"{pos.name(piece)} is in administrative movement"
    if not pos.flag(piece, w.AT_RHINE) or pos.flag(piece, w.SPENT):
        return "12.8", f"{pos.name(piece)} must begin the phase at the Rhine, and spend its whole move on the crossing"
    if increments.points(pos, piece, FIRST_BOX) < 1:
        return "11.5", f"{pos.name(piece)} does not move"
    return None


def zoc_bar(pos: FrancePosition, who: Mover, there: int) -> Refusal | None:
    """4.8, 5.3: who may not enter an enemy ZOC."""
    if not zoc.in_ezoc(pos, there, who.side):
        return None
    if who.admin:
        return "5.3", f"administrative movement never enters an enemy ZOC: {pos.label(there)}"
    if who.headquarters and not pos.holds(there, who.side):
        return "4.8", f"an HQ enters an enemy ZOC only where a friendly combat unit stands: {pos.label(there)}"
    return None


def step(pos: FrancePosition, who: Mover, here: int, there: int, passing: bool = False) -> tuple[Price, Refusal | None]:
    """7.0: price of one step of an ordinary move, and why it is refused; stacking apart. passing: as in `closed`."""
    side = who.side
    why = closed(pos, side, here, there, passing) or zoc_bar(pos, who, there)
    if why is not None:
        return NOTHING, why
    water = banks.water(pos, here, there, side)
    if water == "rhine":
        return NOTHING, ("12.8", f"no bridge or bridgehead leads over the Rhine into {pos.label(there)}")
    return price(pos, side, here, there, water), None


NOTHING: Final = Price(0, 0, 0, 0)


def crowded(pos: FrancePosition, piece: int, there: int) -> Refusal | None:
    """7.1: the stacking limits keep the piece out, passing through included."""
    return None if stacking.room(pos, there, (piece,)) else ("7.1", f"no room in {pos.label(there)}")


@rows(ON_WAYS)
def onward(pos: FrancePosition, who: Mover, here: int) -> Mapping[int, int]:
    """7.0: hexes into which such a piece may go from a place by an ordinary step -> MP."""
    found: dict[int, int] = {}
    for there in pos.game.ground.near[here]:
        if who.headquarters or stacking.room_for(pos, there, who.armour):
            cost, why = step(pos, who, here, there)
            if why is None:
                found[there] = cost.total
    return found


def in_admin(pos: FrancePosition, piece: int) -> bool:
    """5.3: the piece uses administrative movement in this phase."""
    return pos.flag(piece, w.ADMIN) > 0


def crosses(pos: FrancePosition, piece: int, path: Sequence[int]) -> bool:
    """12.8: the path is one step over the Rhine without a bridge."""
    return len(path) == 1 and banks.water(pos, pos.at(piece), path[0], pos.side(piece)) == "rhine"


def walk(pos: FrancePosition, piece: int, path: Sequence[int], points: int) -> tuple[int, Refusal | None]:
    """7.0, 12.8: MP of a path of hexes to be entered, beginning where the piece stands; or why it cannot go.

    points  MP that the piece may spend; there is no minimum move
    """
    here = pos.at(piece)
    if crosses(pos, piece, path):
        side = pos.side(piece)
        why = closed(pos, side, here, path[0]) or amphibious(pos, piece) or crowded(pos, piece, path[0])
        return points, why
    return march(pos, piece, here, path, points, in_admin(pos, piece))


def march(
    pos: FrancePosition, piece: int, here: int, path: Sequence[int], points: int, admin: bool
) -> tuple[int, Refusal | None]:
    """7.0: MP of an ordinary way from a hex through those to be entered; or why the piece cannot go it."""
    total, who, start = 0, mover(pos, piece, admin), pos.at(piece)
    has_zoc = zoc.projects(pos, piece)
    for there in path:
        cost, why = step(pos, who, here, there, passing=has_zoc and here != start)
        why = why or crowded(pos, piece, there)
        if why is not None:
            return total, why
        total += cost.total
        if total > points:
            return total, ("7.0", f"{pos.name(piece)} has {points} MP, the way costs {total}")
        here = there
    return total, None


def reach(pos: FrancePosition, piece: int, start: int, points: int, admin: bool) -> Reached:
    """7.0: every hex that a piece can come to from a hex by an ordinary move with so many MP -> (MP, hex before)."""
    steps = onward(pos, mover(pos, piece, admin))
    return cheapest(pos.board, start, lambda here, there: steps[here][there], points, steps=steps.__getitem__)
