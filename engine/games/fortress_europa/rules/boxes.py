"""Boxes of the German set-up (3.3, 9.2-9.4, 22.1, 31.8): in which box of the display a unit stands, where that box lets
it be set up, and the free choice of boxes: two units change their boxes, so that each box keeps its number of units.

A unit takes from its box where it may stand, whether it is frozen, hidden, or may not leave Italy; strength and side up
are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import boxes
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.scenario import Start
from hexledger.engine.kernel.decisions import Decision, PieceId

# ---------------------------------------------------------------------- the box of a unit


def district(start: Start) -> int:
    """FE 9.1: number of the district in which a unit of a box is frozen at first, 0 for none."""
    return f.DISTRICTS.index(start.zone.removeprefix("district_")) if start.frozen else 0


# ---------------------------------------------------------------------- 3.3, 22.1 where


def put(act: Act, begin: Start, rule: str) -> None:
    """FE 9.2-9.4: put a piece of the set-up on the map, in its state: only units of a district are frozen."""
    act.place(begin.piece, begin.place, begin.steps, rule)
    if begin.flipped:
        act.flag(begin.piece, f.FLIPPED, 1)
    act.flag(begin.piece, f.ITALY_ONLY, int(begin.italy_only), "9.3")
    frozen = district(begin)
    if act.state.variable(f.VAR_RELEASED) >> frozen & 1:
        frozen = 0
    act.flag(begin.piece, f.FROZEN, frozen, "9.1")


# ---------------------------------------------------------------------- 31.8
class Exchange(Decision, frozen=True, array_like=True, tag=19):
    """Two units of the set-up change their boxes, and their hexes (31.8)."""

    unit: PieceId
    other: PieceId


def exchange(act: Act, one: int, other: int) -> None:
    """FE 31.8: carry out an exchange that has been checked."""
    places = {piece: act.pos.at(piece) for piece in (one, other)}
    held = {piece: act.state.pooled(act.word(boxes.BOX), piece) or piece + 1 for piece in (one, other)}
    act.note("note.exchanged", (~one, ~other), "31.8")
    for piece, partner in ((one, other), (other, one)):
        wanted = held[partner] if held[partner] != piece + 1 else 0
        act.pool(boxes.BOX, piece, wanted - act.state.pooled(act.word(boxes.BOX), piece), "31.8")
    for piece, partner in ((one, other), (other, one)):
        if places[piece] >= 0 > places[partner]:
            act.remove(piece, "reason.exchanged", "31.8")
            act.pool("pool.off_map", piece, 1, "31.8")
    for piece, partner in ((one, other), (other, one)):
        if places[partner] < 0:
            continue
        if places[piece] < 0:
            act.pool("pool.off_map", piece, -1, "31.8")
        begin = boxes.start(act.pos, piece)
        assert begin is not None
        put(act, begin._replace(place=places[partner]), "31.8")


def exchanges(pos: FortressPosition) -> Iterator[Exchange]:
    """Exchanges that bots and screens offer: each unit with the next one of the display that it may change with."""
    if not pos.option("31.8"):
        return
    order = boxes.units(pos)
    for number, piece in enumerate(order):
        for other in order[number + 1 :]:
            if boxes.exchange_refusal(pos, piece, other) is None:
                yield Exchange(PieceId(piece), PieceId(other))
                break


DECISIONS: Final = (Exchange,)
STEPS: Final = ()
