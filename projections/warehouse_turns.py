"""Rows of the warehouse that show positions: every unit and every hex that a side controls, turn by turn; and what was
ruled and claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.events.frame import CLAIM, REWIND, RULING, Claim, Frame, Rewind, Ruling
from hexledger.projections.address import address
from hexledger.projections.lines import standings
from hexledger.projections.state import State
from hexledger.projections.warehouse_events import unit_columns

if TYPE_CHECKING:
    from hexledger.projections.names import Names

TableRow = tuple[str, dict[str, Any]]
_CLAIMED: Final = "claim"


class ByTurn:
    """`units_by_turn` and `hexes_by_turn` of a line: the position after the decision with which each turn begins, and
    the last position of all (with the turn it belongs to), a row each unit on the map and each hex that a side
    controls."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._last: Frame | None = None

    def after(self, frame: Frame, state: State, *, began: bool) -> Iterator[TableRow]:
        """The rows of the next frame of the line, `state` being the position after it; `began`: a turn began in it."""
        if began:
            yield from _position(frame, state, self._names)
            self._last = None
        else:
            self._last = frame

    def end(self, state: State) -> Iterator[TableRow]:
        """Those of the end of the line, `state` being its last position."""
        if self._last is not None:
            yield from _position(self._last, state, self._names)


def _position(frame: Frame, state: State, names: Names) -> Iterator[TableRow]:
    row = {"seq": frame.seq, "address": address(frame.seq), "turn": state.turn}
    for piece, place in state.at.items():
        if place >= 0:
            where = {"place": names.place(place), "steps": state.steps.get(piece, 0)}
            yield "units_by_turn", {**row, **unit_columns(piece, names), **where}
    for place, side_number in state.control.items():
        held = {"place": names.place(place), "side": names.side(side_number) if side_number else ""}
        yield "hexes_by_turn", row | held


def ruled(frames: Sequence[Frame], names: Names) -> Iterator[TableRow]:
    """`rulings`: what the referee ruled, and what was claimed, with what became of it."""
    stand = standings(frames)
    for frame in frames:
        row = {"seq": frame.seq, "address": address(frame.seq), "actor": names.side(frame.actor) if frame.actor else ""}
        if frame.kind == RULING:
            said = msgspec.msgpack.decode(frame.decision, type=Ruling)
            told = {"kind": said.scope, "about": said.about if said.about >= 0 else None, "reason": said.reason}
            yield "rulings", row | told | {"standing": stand[frame.seq].how}
        elif frame.kind == CLAIM:
            made = msgspec.msgpack.decode(frame.decision, type=Claim)
            told = {"kind": _CLAIMED, "about": made.about, "what": made.what, "reason": made.reason}
            yield "rulings", row | told | {"outcome": made.outcome}
        elif frame.kind == REWIND:
            back = msgspec.msgpack.decode(frame.decision, type=Rewind)
            if back.about >= 0:
                told = {"kind": _CLAIMED, "about": back.about, "what": back.what, "reason": back.reason}
                yield "rulings", row | told | {"outcome": "redo"}
