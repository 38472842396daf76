"""The `eventsourcing` library as a peer, from SQLite, in its documented style and tuned.

Documented: an `Aggregate` with one `@event` method a kind, kept by an `Application`, read back through its repository
(JSON transcoder). Tuned: the library's recorder and event store with a mapper that keeps each event as msgpack, text
ids instead of UUIDs, and a plain projector, which is our own fold, so that both sides do the same work on the same
position. Both hold the very events of our log, one stored event each.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import EventStore, JSONTranscoder, Mapper, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from hexledger.events import model as ev
from hexledger.projections.fold import fold
from hexledger.projections.state import State


class Wargame(Aggregate):
    """A position as an aggregate: one method for each kind of event, as the library's tutorial does it."""

    @event("Began")
    def __init__(self) -> None:
        self.at: dict[int, int] = {}
        self.strength: dict[int, int] = {}
        self.flags: dict[tuple[int, int], int] = {}
        self.attachments: dict[int, int] = {}
        self.control: dict[int, int] = {}
        self.markers: dict[tuple[int, int, int], int] = {}
        self.tracks: dict[tuple[int, int], int] = {}
        self.pools: dict[tuple[int, int], int] = {}
        self.variables: dict[int, int] = {}
        self.standing: dict[int, tuple[int, list[int]]] = {}
        self.seals: dict[tuple[int, int], str] = {}
        self.agenda: list[tuple[int, list[Any]]] = []
        self.stacks: dict[int, list[int]] = {}
        self.turn = 0
        self.phase = (0, 0)
        self.victory = (-1, 0)

    def _leave(self, piece: int) -> None:
        place = self.at.pop(piece, -1)
        if place >= 0:
            self.stacks[place].remove(piece)

    def _enter(self, piece: int, place: int) -> None:
        self._leave(piece)
        self.at[piece] = place
        self.stacks.setdefault(place, []).append(piece)

    @event("Placed")
    def placed(self, piece: int, at: int, steps: int, rule: int) -> None:
        self._enter(piece, at)
        self.strength[piece] = steps

    @event("Moved")
    def moved(self, piece: int, path: list[int], mode: int, cost: int, rule: int) -> None:
        if path:
            self._enter(piece, path[-1])

    @event("StepsSet")
    def steps_set(self, piece: int, steps: int, rule: int) -> None:
        self.strength[piece] = steps

    @event("Removed")
    def removed(self, piece: int, reason: int, rule: int) -> None:
        self._leave(piece)
        self.strength.pop(piece, None)
        self.attachments.pop(piece, None)
        self.standing.pop(piece, None)
        for key in [key for key in self.flags if key[0] == piece]:
            del self.flags[key]

    @event("Flagged")
    def flagged(self, piece: int, flag: int, value: int, rule: int) -> None:
        if value:
            self.flags[piece, flag] = value
        else:
            self.flags.pop((piece, flag), None)

    @event("Attached")
    def attached(self, piece: int, formation: int, rule: int) -> None:
        if formation:
            self.attachments[piece] = formation
        else:
            self.attachments.pop(piece, None)

    @event("Controlled")
    def controlled(self, place: int, side: int, rule: int) -> None:
        self.control[place] = side

    @event("MarkerSet")
    def marker_set(self, a: int, b: int, marker: int, count: int, rule: int) -> None:
        if count:
            self.markers[a, b, marker] = count
        else:
            self.markers.pop((a, b, marker), None)

    @event("TrackSet")
    def track_set(self, track: int, side: int, value: int, rule: int) -> None:
        self.tracks[track, side] = value

    @event("Pooled")
    def pooled(self, pool: int, token: int, delta: int, rule: int) -> None:
        self.pools[pool, token] = self.pools.get((pool, token), 0) + delta

    @event("Assigned")
    def assigned(self, variable: int, value: int, rule: int) -> None:
        self.variables[variable] = value

    @event("TurnBegan")
    def turn_began(self, turn: int) -> None:
        self.turn = turn

    @event("PhaseBegan")
    def phase_began(self, phase: int, side: int, rule: int) -> None:
        self.phase = (phase, side)

    @event("Pushed")
    def pushed(self, step: int, data: list[Any]) -> None:
        self.agenda.append((step, data))

    @event("Popped")
    def popped(self) -> None:
        if self.agenda:
            self.agenda.pop()

    @event("Stepped")
    def stepped(self, data: list[Any]) -> None:
        if self.agenda:
            self.agenda[-1] = (self.agenda[-1][0], data)

    @event("Rolled")
    def rolled(self, purpose: int, subject: int, faces: int, value: int, mode: int, rule: int) -> None:
        pass

    @event("Drawn")
    def drawn(self, pool: int, token: int, of: int, mode: int, rule: int) -> None:
        pass

    @event("Declared")
    def declared(self, kind: int, pieces: list[int], targets: list[int], rule: int) -> None:
        pass

    @event("Reckoned")
    def reckoned(self, kind: int, subject: int, lines: list[Any], total: int, rule: int) -> None:
        pass

    @event("Resolved")
    def resolved(self, table: int, column: int, row: int, results: list[int], rule: int) -> None:
        pass

    @event("Judged")
    def judged(self, piece: int, status: int, path: list[int], rule: int) -> None:
        self.standing[piece] = (status, path)

    @event("Sealed")
    def sealed(self, side: int, slot: int, commitment: str) -> None:
        self.seals[side, slot] = commitment

    @event("Revealed")
    def revealed(self, side: int, slot: int) -> None:
        self.seals.pop((side, slot), None)

    @event("Noted")
    def noted(self, message: int, args: list[int], rule: int) -> None:
        pass

    @event("Won")
    def won(self, side: int, level: int, rule: int) -> None:
        self.victory = (side, level)


METHODS = {
    ev.Placed: Wargame.placed,
    ev.Moved: Wargame.moved,
    ev.StepsSet: Wargame.steps_set,
    ev.Removed: Wargame.removed,
    ev.Flagged: Wargame.flagged,
    ev.Attached: Wargame.attached,
    ev.Controlled: Wargame.controlled,
    ev.MarkerSet: Wargame.marker_set,
    ev.TrackSet: Wargame.track_set,
    ev.Pooled: Wargame.pooled,
    ev.Assigned: Wargame.assigned,
    ev.TurnBegan: Wargame.turn_began,
    ev.PhaseBegan: Wargame.phase_began,
    ev.Pushed: Wargame.pushed,
    ev.Popped: Wargame.popped,
    ev.Stepped: Wargame.stepped,
    ev.Rolled: Wargame.rolled,
    ev.Drawn: Wargame.drawn,
    ev.Declared: Wargame.declared,
    ev.Reckoned: Wargame.reckoned,
    ev.Resolved: Wargame.resolved,
    ev.Judged: Wargame.judged,
    ev.Sealed: Wargame.sealed,
    ev.Revealed: Wargame.revealed,
    ev.Noted: Wargame.noted,
    ev.Won: Wargame.won,
}
"""Kind of event -> the command that triggers it."""


class Documented:
    """The aggregate in an application's SQLite store, and how to read it back."""

    def __init__(self, file: Path, events: Iterable[ev.Event]) -> None:
        self._app: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)}
        )
        game = Wargame()
        for item in events:
            METHODS[type(item)](game, **{name: getattr(item, name) for name in item.__struct_fields__})
        self._app.save(game)
        self._id = game.id

    def rebuild(self) -> Wargame:
        """The aggregate from its stored events."""
        found: Wargame = self._app.repository.get(self._id)
        return found

    def close(self) -> None:
        """Give the database up."""
        self._app.close()


GAME = "game"


class MsgpackMapper(Mapper[str]):
    """Keeps an event as the msgpack bytes that our ledger holds; the event comes back typed."""

    _decode = msgspec.msgpack.Decoder(ev.AnyEvent).decode

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return self._decode(stored_event.state)


class Tuned:
    """The same events in the library's SQLite recorder, and a projector over its event store."""

    def __init__(self, file: Path, events: Iterable[ev.Event]) -> None:
        self._datastore = SQLiteDatastore(str(file), originator_id_type="text")
        recorder = SQLiteAggregateRecorder(self._datastore)
        recorder.create_table()
        encode = msgspec.msgpack.Encoder().encode
        recorder.insert_events([StoredEvent(GAME, n, "", encode(item)) for n, item in enumerate(events, 1)])
        self._store: EventStore[str] = EventStore(MsgpackMapper(JSONTranscoder()), recorder)

    def rebuild(self) -> State:
        """The position from its stored events."""
        return fold(State(), list(self._store.get(GAME)))  # type: ignore[arg-type]

    def close(self) -> None:
        """Give the database up."""
        self._datastore.close()
