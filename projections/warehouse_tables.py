"""The tables of a warehouse: their columns, how their rows are sorted, and which are dear to make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Columns: TypeAlias = Mapping[str, str]

PARTS: Final[Columns] = {"game": "VARCHAR", "scenario": "VARCHAR"}
"""Columns that stand in the names of folders (`game=june_6/scenario=push_to_caen`), first in every table."""
_PLACE: Final[Columns] = {"log": "VARCHAR", "address": "VARCHAR", "seq": "BIGINT", "leaf": "VARCHAR"}
_STAND: Final[Columns] = {"standing": "VARCHAR"}
_RULE: Final[Columns] = {"rule": "VARCHAR", "title": "VARCHAR"}
_UNIT: Final[Columns] = {"piece": "VARCHAR", "unit": "VARCHAR", "side": "VARCHAR"}

_TABLES: Final[Mapping[str, Columns]] = {
    "games": {
        **_PLACE,
        "rules_version": "VARCHAR",
        "edition": "VARCHAR",
        "edition_kind": "VARCHAR",
        "edition_fingerprint": "VARCHAR",
        "dice": "VARCHAR",
        "undo_policy": "VARCHAR",
        "players": "JSON",
        "parent_log": "VARCHAR",
        "frames": "BIGINT",
        "decisions": "BIGINT",
        "undone": "BIGINT",
        "head": "BIGINT",
        "turns": "BIGINT",
        "winner": "VARCHAR",
        "level": "VARCHAR",
        "won_at": "VARCHAR",
    },
    "decisions": {
        **_PLACE,
        **_STAND,
        "kind": "VARCHAR",
        "parent": "BIGINT",
        "turn": "BIGINT",
        "turn_name": "VARCHAR",
        "phase": "VARCHAR",
        "phase_side": "VARCHAR",
        "actor": "VARCHAR",
        "decision": "VARCHAR",
        "events": "BIGINT",
        "undone_by": "VARCHAR",
        "reason": "VARCHAR",
        "time": "VARCHAR",
        "digest": "VARCHAR",
    },
    "events": {
        **_PLACE,
        **_STAND,
        "number": "BIGINT",
        "turn": "BIGINT",
        "phase": "VARCHAR",
        "actor": "VARCHAR",
        "event": "VARCHAR",
        **_UNIT,
        "place": "VARCHAR",
        "word": "VARCHAR",
        "value": "BIGINT",
        **_RULE,
        "text": "VARCHAR",
        "data": "JSON",
    },
    "rolls": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        "side": "VARCHAR",
        "decided": "VARCHAR",
        "purpose": "VARCHAR",
        "about": "VARCHAR",
        "subject": "VARCHAR",
        "faces": "BIGINT",
        "low": "BIGINT",
        "printed": "BIGINT[]",
        "value": "BIGINT",
        "mode": "VARCHAR",
        "rule": "VARCHAR",
    },
    "moves": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "mode": "VARCHAR",
        "origin": "VARCHAR",
        "destination": "VARCHAR",
        "path": "VARCHAR[]",
        "hexes": "BIGINT",
        "cost": "BIGINT",
        "rule": "VARCHAR",
    },
    "losses": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "cause": "VARCHAR",
        "steps": "BIGINT",
        "gone": "BOOLEAN",
        "rule": "VARCHAR",
    },
    "steps": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "kind": "VARCHAR",
        "cause": "VARCHAR",
        "steps": "BIGINT",
        "gone": "BOOLEAN",
        "rule": "VARCHAR",
    },
    "combats": {
        **_PLACE,
        "number": "BIGINT",
        "resolved": "BIGINT",
        "turn": "BIGINT",
        "phase": "VARCHAR",
        "kind": "VARCHAR",
        "side": "VARCHAR",
        "targets": "VARCHAR[]",
        "attackers": "VARCHAR[]",
        "defenders": "VARCHAR[]",
        "odds": "VARCHAR",
        "faces": "BIGINT[]",
        "dice": "BIGINT[]",
        "results": "VARCHAR[]",
        "outcome": "VARCHAR",
        "lost": "JSON",
        "taken": "VARCHAR[]",
        "luck": "DOUBLE",
    },
    "turns": {
        **_PLACE,
        "turn": "BIGINT",
        "turn_name": "VARCHAR",
        "first": "BIGINT",
        "last": "BIGINT",
        "decisions": "JSON",
        "combats": "BIGINT",
        "lost": "JSON",
        "gone": "JSON",
        "taken": "VARCHAR[]",
        "luck": "JSON",
    },
    "modifiers": {
        **_PLACE,
        "combat": "BIGINT",
        "turn": "BIGINT",
        "side": "VARCHAR",
        "kind": "VARCHAR",
        "subject": "VARCHAR",
        "label": "VARCHAR",
        "value": "BIGINT",
        "total": "BIGINT",
        **_RULE,
    },
    "luck": {
        **_PLACE,
        "turn": "BIGINT",
        "side": "VARCHAR",
        "about": "VARCHAR",
        "value": "BIGINT",
        "luck": "DOUBLE",
        "above": "BIGINT",
        "below": "BIGINT",
        "spread": "BIGINT[]",
    },
    "supply": {
        **_PLACE,
        "turn": "BIGINT",
        "phase": "VARCHAR",
        **_UNIT,
        "place": "VARCHAR",
        "standing": "VARCHAR",
        "entered": "BOOLEAN",
        "causes": "VARCHAR[]",
        "by_units": "VARCHAR[]",
        "jointly": "BOOLEAN",
        "judged": "VARCHAR[]",
        "ended": "BIGINT",
        "ended_turn": "BIGINT",
        "how": "VARCHAR",
        "rule": "VARCHAR",
        "text": "VARCHAR",
    },
    "outcomes": {
        **_PLACE,
        "combat": "BIGINT",
        "turn": "BIGINT",
        "side": "VARCHAR",
        "odds": "VARCHAR",
        "lot": "BIGINT",
        "lots": "BIGINT",
        "about": "VARCHAR",
        "results": "VARCHAR[]",
        "values": "BIGINT[]",
        "happened": "BOOLEAN",
        "chance": "DOUBLE",
        "above": "BIGINT",
        "below": "BIGINT",
    },
    "times": {
        **_PLACE,
        "side": "VARCHAR",
        "seconds": "DOUBLE",
    },
    "notes": {
        **_PLACE,
        "mark": "BOOLEAN",
        "author": "VARCHAR",
        "audience": "VARCHAR",
        "text": "VARCHAR",
    },
    "rulings": {
        **_PLACE,
        **_STAND,
        "actor": "VARCHAR",
        "kind": "VARCHAR",
        "about": "BIGINT",
        "what": "VARCHAR",
        "outcome": "VARCHAR",
        "reason": "VARCHAR",
    },
    "units_by_turn": {
        **_PLACE,
        "turn": "BIGINT",
        **_UNIT,
        "place": "VARCHAR",
        "steps": "BIGINT",
    },
    "hexes_by_turn": {
        **_PLACE,
        "turn": "BIGINT",
        "place": "VARCHAR",
        "side": "VARCHAR",
    },
    "units": {
        **_PLACE,
        **_UNIT,
        "arrived": "VARCHAR",
        "turn": "BIGINT",
        "place": "VARCHAR",
        "steps": "BIGINT",
        "moves": "BIGINT",
        "hexes": "BIGINT",
        "steps_lost": "BIGINT",
        "gone": "VARCHAR",
        "cause": "VARCHAR",
    },
    "tracks": {
        **_PLACE,
        "turn": "BIGINT",
        "kind": "VARCHAR",
        "track": "VARCHAR",
        "name": "VARCHAR",
        "side": "VARCHAR",
        "value": "BIGINT",
        "text": "VARCHAR",
        "rule": "VARCHAR",
    },
    "calculations": {
        **_PLACE,
        **_STAND,
        "turn": "BIGINT",
        "kind": "VARCHAR",
        "subject": "VARCHAR",
        "form": "VARCHAR",
        "part": "BIGINT",
        "line": "BIGINT",
        "label": "VARCHAR",
        "value": "BIGINT",
        "total": "BIGINT",
        **_RULE,
    },
}

TABLES: Final[Mapping[str, Columns]] = {name: {**PARTS, **columns} for name, columns in _TABLES.items()}
"""Table -> column -> DuckDB type.

In `calculations` there is one row a line, and line 0 for one without lines; the values of a `form` of `sum` add up to
its total, those of a `comparison` are two sums (`part` 1 and 2). `modifiers` has the lines of those calculations that
were made in the course of a combat. `steps` has every change of a piece's steps (its `kind` is loss, recovery, arrival
or withdrawal), `losses` the losses only. `units_by_turn` and `hexes_by_turn` show the position in which each turn
begins, and the last one. `outcomes` has every way in which the last table of a combat could have been read, with its
exact chance `above` / `below`, lot of dice after lot (`lot` of `lots`, `about` what was rolled for), the others as they
fell; `values` are sums of a lot's dice. `combats` has the `dice` that the table was read with, each with its `faces`.
`luck` has a row for each die that a table or a test read: its luck is `above` / `below`, and `spread` are the lucks of
all its faces in the same parts. `times` has what passed until a frame ended a side's time. `games`, `units`, `tracks`,
`turns`, `combats`, `modifiers`, `luck`, `outcomes`, `supply` and what is by turn tell of the line that stands; the
other tables of undone decisions as well (`standing`). `leaf` is the leaf hash of the frame `seq`, by which a checkpoint
or a proof vouches for it.
"""

_STRETCH: Final = ("log", "seq", "leaf", "standing", "turn", "phase", "actor")
_SAID: Final = ("event", "piece", "unit", "side", "place", "word", "value", "rule", "title", "text", "data")
STAGED: Final[Mapping[str, Columns]] = {
    "stretches": {
        **{column: _TABLES["events"][column] for column in _STRETCH},
        "first": "BIGINT",
        "said": "BIGINT[]",
    },
    "sayings": {"id": "BIGINT", **{column: _TABLES["events"][column] for column in _SAID}},
}
"""What the table `events` is made of while a part is written (`warehouse_events`): runs of events, and what events say.
"""

DEAR: Final = frozenset({"supply", "outcomes"})
"""Tables that cost more to make than all others together: they are made when they are first asked for."""

SORTED: Final = ("log", "seq", "number", "resolved", "combat", "turn", "piece", "track", "side", "place", "line")
"""Columns by which rows are sorted, those that a table has; what is equal in all of them stands in any order, which is
the same for the same logs of a part."""
IN_ORDER: Final = frozenset({"events"})
"""Tables whose rows are made in that order, log by log: most rows are theirs, and need no sorting."""
