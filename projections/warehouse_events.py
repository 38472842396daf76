"""What the warehouse's table `events` is made of: what an event says is worked out once for all games of a process.

Bots' games, and people's, are made of the same few events over and over: this piece into that state, that step asked
for again. What such an event says hangs on the event alone, or on a little of the position besides (where its piece
stands, the steps that it had), so it is worked out when it is met for the first time: a *saying*, which has a number. A
log then says of a run of its events only where they happened and the numbers of their sayings (a *stretch*), and DuckDB
puts the two together (`warehouse_parts`).
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.phrases import phrases
from hexledger.projections.plain import FIELDS, as_data, kind_of
from hexledger.projections.remembered import GAMES, remembered
from hexledger.projections.state import State
from hexledger.projections.telling import Teller, looks_around
from hexledger.projections.walk import Kinds

if TYPE_CHECKING:
    from hexledger.projections.names import Names

MOST: Final = 50_000
"""Sayings of a game that are remembered; after a log that has brought more the memory begins anew."""

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


Row: TypeAlias = dict[str, Any]

SCENES: Final[Kinds] = frozenset({ev.TurnBegan, ev.PhaseBegan})
"""Events after which another stretch begins."""

_numbers: Final = count(1)
"""Numbers of sayings: a part may hold logs of several editions, and no two of their sayings have the same."""


class _Known(NamedTuple):
    """An event that has been met: what it is by itself, its piece (-1 for none), whether its sentence says anything of
    the position, and the sayings that it has had: (place of the piece, what the sentence says of the position) ->
    number."""

    alone: dict[str, Any]
    piece: int
    looks_around: bool
    sayings: dict[Hashable, int]


class Sayings:
    """What the events of a game say, and those of the other logs of the same game after it."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._teller = Teller(names, phrases())
        self._known: dict[bytes, _Known] = {}
        """Event (its bytes) -> what is known of it."""
        self._rows: dict[int, Row] = {}
        """Number of a saying -> its row."""
        self._encode = msgspec.msgpack.Encoder().encode

    def __len__(self) -> int:
        return len(self._rows)

    def number(self, event: ev.AnyEvent, state: State) -> int:
        """The number of what an event says in a position."""
        key = self._encode(event)
        known = self._known.get(key) or self._meet(key, event)
        _, piece, around, sayings = known
        place = state.at.get(piece)
        where = (place, self._teller.hangs_on(event, state)) if around else place
        return sayings.get(where) or self._tell(known, where, event, state)

    def rows(self, numbers: Iterable[int]) -> Iterator[Row]:
        """The rows of `sayings` of these numbers."""
        return (self._rows[number] for number in numbers)

    def _meet(self, key: bytes, event: ev.AnyEvent) -> _Known:
        piece: int = getattr(event, "piece", -1) if "piece" in FIELDS[type(event)] else -1
        known = self._known[key] = _Known(_alone(event, piece, self.names), piece, looks_around(event), {})
        return known

    def _tell(self, known: _Known, where: Hashable, event: ev.AnyEvent, state: State) -> int:
        """What an event says for the first time in such a position."""
        number = known.sayings[where] = next(_numbers)
        row = self._rows[number] = {"id": number, **known.alone, "text": self._teller.tell(event, state)}
        if known.piece in state.at:
            row["place"] = self.names.place(state.at[known.piece])
        return number


class Stretches:
    """The rows of the events of one log, told event by event."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._sayings = sayings_of(names)
        self._number = self._sayings.number
        self._said: list[int] = []
        """What the events of the stretch say that goes on."""
        self._every: set[int] = set()

    def take(self, event: ev.AnyEvent, state: State) -> None:
        """The next event, and the position before it."""
        self._said.append(self._number(event, state))

    def end(self, frame: Frame, last: int, state: State) -> Iterator[Row]:
        """A stretch ends with event number `last` of a frame: its row, unless it has no event. `state`: turn and phase
        are those of its events."""
        said, self._said = self._said, []
        self._every.update(said)
        if said:
            yield {
                "seq": frame.seq,
                "turn": state.turn,
                "phase": self._names.word_key(state.phase) or None,
                "actor": self._names.side(frame.actor) if frame.actor else None,
                "first": last - len(said) + 1,
                "said": said,
            }

    def sayings(self, had: Container[int]) -> Iterator[Row]:
        """What all events of the log say, each once, but for the numbers in `had`."""
        return self._sayings.rows(number for number in self._every if number not in had)


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


@remembered
def unit_columns(piece: int, names: Names) -> Mapping[str, Any]:
    """`piece unit side` of a piece."""
    return {
        "piece": names.piece(piece),
        "unit": names.piece_name(piece),
        "side": names.side(names.piece_side(piece)),
    }


def sayings_of(names: Names) -> Sayings:
    """What the events of a game say, for a log that begins: the same for each log of a game that is open, until it is
    too much to be remembered."""
    return _memory(names).sayings()


@lru_cache(maxsize=GAMES)
def _memory(names: Names) -> _Memory:
    return _Memory(names)


class _Memory:
    """The sayings of a game; a log that is gone through keeps those that it began with."""

    def __init__(self, names: Names) -> None:
        self._now = Sayings(names)

    def sayings(self) -> Sayings:
        """Those for the next log."""
        if len(self._now) >= MOST:
            self._now = Sayings(self._now.names)
        return self._now
