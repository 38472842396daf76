"""Rows of the warehouse's table `events`: what an event is by itself is worked out once for all games of a process.

Bots' games, and people's, are made of the same few events over and over: this piece into that state, that step asked
for again. What such an event says besides its place hangs on the event alone, or on one more thing of the position (the
steps that a piece had), so it is worked out when it is met for the first time.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.projections.address import address
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import FIELDS, as_data, kind_of
from hexledger.projections.state import State
from hexledger.projections.telling import Teller, looks_around
from hexledger.projections.walk import Happening

if TYPE_CHECKING:
    from hexledger.projections.names import Names

MOST: Final = 50_000
"""Events that are remembered; what is met beyond them makes the memory begin anew."""

_VALUE: Final[dict[type[ev.Event], str]] = {
    ev.Placed: "steps",
    ev.Moved: "cost",
    ev.StepsSet: "steps",
    ev.Flagged: "value",
    ev.MarkerSet: "count",
    ev.TrackSet: "value",
    ev.Pooled: "delta",
    ev.Assigned: "value",
    ev.TurnBegan: "turn",
    ev.Rolled: "value",
    ev.Reckoned: "total",
    ev.Resolved: "row",
}
"""Event -> the field that stands in the `value` column."""


_Known: TypeAlias = tuple[dict[str, Any], int, bool]
"""What an event is by itself, its piece (-1 for none), and whether that is all that its row says besides its place."""

_PLACE: Final[dict[str, Any]] = dict.fromkeys(
    ("log", "leaf", "address", "seq", "standing", "turn", "number", "phase", "actor")
)
"""Columns that say where an event happened: there from the beginning, so that the row of it need not grow."""


class EventRows:
    """Makes the rows of one game's events, and of the other logs of the same game after it."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._teller = Teller(names, phrases())
        self._known: dict[bytes, _Known] = {}
        """Event (its bytes) -> what it is by itself."""
        self._told: dict[tuple[bytes, Hashable], dict[str, Any]] = {}
        """Event, and what its sentence says of the position -> all that its row says besides its place."""
        self._phases: dict[int, str | None] = {}
        self._encode = msgspec.msgpack.Encoder().encode

    def row(self, happening: Happening, actor: str | None) -> dict[str, Any]:
        """The row of an event; `actor` by name."""
        event, state = happening.event, happening.state
        key = self._encode(event)
        known = self._known.get(key)
        if known is None:
            known = self._remember(key, event, state)
        alone, piece, whole = known
        if whole:
            row = alone.copy()
        else:
            hangs = (key, self._teller.hangs_on(event, state))
            told = self._told.get(hangs)
            if told is None:
                told = self._told[hangs] = {**alone, "text": self._teller.tell(event, state)}
            row = told.copy()
        seq, number = happening.frame.seq, happening.number
        row["address"] = address(seq, number)
        row["seq"] = seq
        row["turn"] = state.turn
        row["number"] = number
        row["phase"] = self._phases.get(state.phase) or self._phase(state.phase)
        row["actor"] = actor
        if piece in state.at:
            row["place"] = self.names.place(state.at[piece])
        return row

    def _phase(self, word: int) -> str | None:
        found = self._phases[word] = self.names.word_key(word) or None
        return found

    def _remember(self, key: bytes, event: ev.AnyEvent, state: State) -> _Known:
        if len(self._known) >= MOST or len(self._told) >= MOST:
            self._known.clear()
            self._told.clear()
        fields = FIELDS[type(event)]
        piece: int = getattr(event, "piece", -1) if "piece" in fields else -1
        alone = _PLACE | _alone(event, piece, self.names)
        whole = not looks_around(event)
        if whole:
            alone["text"] = self._teller.tell(event, state)
        found = self._known[key] = (alone, piece, whole)
        return found


encoded: Final = msgspec.json.Encoder().encode
"""Data as it stands in the `data` column."""


def _alone(event: ev.AnyEvent, piece: int, names: Names) -> dict[str, Any]:
    """The columns of an event that hang on it alone; its data as JSON."""
    fields = FIELDS[type(event)]
    data = as_data(event, names)
    rule: int = getattr(event, "rule", 0)
    row: dict[str, Any] = {
        "event": kind_of(event),
        "rule": names.rule(rule) or None,
        "title": names.rule_title(rule) or None,
        "data": msgspec.Raw(encoded(data)),
    }
    if "piece" in fields:
        row |= unit_columns(piece, names)
    elif "side" in data:
        row["side"] = data["side"]
    for field, meaning in fields.items():
        if meaning in ("place", "word") and meaning not in row:
            row[meaning] = data[field]
    value = _VALUE.get(type(event))
    if value is not None:
        row["value"] = getattr(event, value)
    return row


def unit_columns(piece: int, names: Names) -> dict[str, Any]:
    """`piece unit side` of a piece."""
    return {
        "piece": names.piece(piece),
        "unit": names.piece_name(piece),
        "side": names.side(names.piece_side(piece)),
    }


@lru_cache(maxsize=4)
def event_rows(names: Names) -> EventRows:
    """What makes the rows of a game's events; the same one for each log of a game that is open."""
    return EventRows(names)
