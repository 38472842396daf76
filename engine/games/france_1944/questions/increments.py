"""The increment track: open boxes, who may move how far, who may attack (6.0, 5.3, 11.5)."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import Box


def box(pos: FrancePosition) -> Box | None:
    """The box of the increment that runs, None before the first."""
    number = pos.var("box")
    return pos.game.chart.boxes[number] if number else None


def open_boxes(pos: FrancePosition) -> tuple[int, ...]:
    """6.0: boxes that may be chosen next: one of the top row, then those connected below."""
    now = box(pos)
    return pos.game.chart.starts if now is None else now.onward


def used(pos: FrancePosition) -> tuple[int, ...]:
    """Boxes of this activation in the order in which they were used."""
    way = sorted(pos.pool("boxes"))
    return next(
        (series[: len(way)] for series in pos.game.chart.series if sorted(series[: len(way)]) == way), tuple(way)
    )


def points(pos: FrancePosition, piece: int, number: int) -> int:
    """5.3, 6.0: MP that a piece may spend in a movement increment of a box."""
    found = pos.game.chart.boxes[number]
    row = found.admin if pos.flag(piece, w.ADMIN) else found.mp
    return row.get(pos.mpa(piece), 0)


def may_attack_in(pos: FrancePosition, piece: int, number: int) -> bool:
    """6.0, 5.3, R-34: does the box let this unit attack? Its MPA must reach the threshold."""
    threshold = pos.game.chart.boxes[number].attack
    return 0 < threshold <= pos.mpa(piece) and not pos.is_hq(piece) and not pos.flag(piece, w.ADMIN)


def attack_allowed(pos: FrancePosition, number: int) -> bool:
    """6.0, 5.2: may an attack increment be declared in the box? Not in a box of movement only, and not for an HQ."""
    return pos.game.chart.boxes[number].attack > 0 and any(not pos.is_hq(piece) for piece in pos.commanded())


def left(pos: FrancePosition, piece: int) -> int:
    """MP that a piece has left in the movement increment that runs."""
    return points(pos, piece, pos.var("box")) - spent(pos, piece)


def spent(pos: FrancePosition, piece: int) -> int:
    """MP spent in this increment."""
    return max(0, pos.flag(piece, w.SPENT) - 1)
