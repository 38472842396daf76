"""Questions to a map of 5,811 hexes with 1,100 pieces: zones of control after one event, the reach of one unit."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.map.floods import Floods, Leg, Trace
from hexledger.engine.map.paths import cheapest
from hexledger.engine.map.reach import reach
from hexledger.engine.map.zones import Zones
from tests.bench.measure import Plan, Row, column, interleave, span, spread
from tests.bench.wide_map import COLUMNS, PIECES, WideMap, front

ALLOWANCE = 24
"""Half movement points of a fast unit: about 100 hexes of the map."""
REPEATS = 20


def rows(plan: Plan) -> Iterator[Row]:
    """ZOC, reach and a supply trace; the ratio is milliseconds, the peer is the same made from nothing."""
    board = WideMap()
    at = front(board)
    yield from _zones(plan, board, at)
    yield from _reach(plan, board, at)
    yield from _trace(plan, board, at)


def _zones(plan: Plan, board: WideMap, at: dict[int, int]) -> Iterator[Row]:
    mine = [piece for piece in at if piece % 2]
    hexes = lambda place: (place, *board.neighbours[place])  # noqa: E731
    before = Zones().now({piece: at[piece] for piece in mine}, hexes)
    moved = at | {mine[0]: board.neighbours[at[mine[0]]][0]}

    def after() -> None:
        for _ in range(REPEATS):
            before.now({piece: moved[piece] for piece in mine}, hexes)

    def anew() -> None:
        for _ in range(REPEATS):
            Zones().now({piece: moved[piece] for piece in mine}, hexes)

    yield _row("ZOC after one event, 5,811 hexes", interleave((after, anew), plan.rounds), 1.0)


def _reach(plan: Plan, board: WideMap, at: dict[int, int]) -> Iterator[Row]:
    enemies = frozenset(at[piece] for piece in at if piece % 2)
    zone = frozenset(there for place in enemies for there in board.neighbours[place])
    steps = {place: tuple((there, board.price[there]) for there in near) for place, near in enumerate(board.neighbours)}
    near = enemies | zone
    start = at[PIECES // 2]

    def over(_: int, there: int, price: int) -> int | None:
        return None if there in enemies else price

    def laid() -> None:
        for _ in range(REPEATS):
            reach(steps, start, ALLOWANCE, near=near, over=over, stops=zone)

    def asked() -> None:
        for _ in range(REPEATS):
            cheapest(
                board,
                start,
                lambda _, there: None if there in enemies else board.price[there],
                limit=ALLOWANCE,
                stop=zone.__contains__,
            )

    assert reach(steps, start, ALLOWANCE, near=near, over=over, stops=zone) == cheapest(
        board, start, lambda a, b: over(a, b, board.price[b]), limit=ALLOWANCE, stop=zone.__contains__
    )
    yield _row("reach of one unit, 5,811 hexes", interleave((laid, asked), plan.rounds), 10.0)


def _trace(plan: Plan, board: WideMap, at: dict[int, int]) -> Iterator[Row]:
    floods = Floods(board, board.neighbours)
    roads = Floods(
        board,
        [[there for there in near if board.r[there] == board.r[place]] for place, near in enumerate(board.neighbours)],
    )
    enemies = floods.hexes(at[piece] for piece in at if piece % 2)
    free = floods.hexes(range(len(board))) & ~enemies
    sources = range(0, len(board), COLUMNS)

    def both() -> None:
        for _ in range(REPEATS):
            trace = Trace(sources, [Leg(roads, free), Leg(floods, free, 2)])
            for piece in range(0, PIECES, 2):
                trace.to(at[piece])

    def one() -> None:
        for _ in range(REPEATS):
            Trace(sources, [Leg(roads, free), Leg(floods, free, 2)])

    yield _row("supply of 550 units with their lines, 5,811 hexes", interleave((both, one), plan.rounds), 50.0)


def _row(what: str, times: list[list[float]], bar: float) -> Row:
    each = [row[0] * 1e3 / REPEATS for row in times]
    middle, low, high = spread(each)
    theirs = column(times, 1) / REPEATS
    return Row(what, span(middle / 1e3), span(theirs), middle, low, high, bar, at_least=False, unit=" ms")
