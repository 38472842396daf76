"""The event rows of a scenario file (26.5, 28, 31.5, 31.17, 31.18), proved when the scenario is opened: a row that no
rule would understand is an error of the edition then, and not a turn that brings nothing in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexledger.engine.editions.edition import Edition, EditionError
from hexledger.engine.games.fortress_europa.tables.calendar import Calendar
from hexledger.engine.games.fortress_europa.tables.options import OPTIONS

_EVENTS: Final = {
    "arrive": ("rule", "counter", "at"),
    "panzer_reserve_withdrawal": ("turn", "counter"),
    "panzer_reserve_option": ("turn",),
    "panzer_reserve_entry": ("turn", "exchanges", "removed"),
}
"""Kind of an event -> what its row must say."""
_OPTIONAL: Final = {
    "arrive": ("turn", "counter"),
    "available_for_varsity": ("turn", "counter"),
    "setup": ("turn", "counter", "at"),
}
"""The same for the events of optional rules; every row names its option."""
_GARRISON: Final = "26.5"
"""The one event whose turn is no turn of the calendar: it depends on Paris."""


def check(edition: Edition, calendar: Calendar, file: str, data: dict[str, Any]) -> None:
    """Prove the sections `events` and `optional_events` of a scenario file; EditionError names row and value."""
    for section, kinds in (("events", _EVENTS), ("optional_events", _OPTIONAL)):
        rows = data.get(section) or ()
        if not isinstance(rows, list | tuple):
            raise EditionError(file, section, "must be a list", rows)
        for number, row in enumerate(rows):
            where = f"{section}[{number}]"
            if not isinstance(row, dict):
                raise EditionError(file, where, "must be a mapping", row)
            kind = str(row.get("kind"))
            if kind not in kinds:
                raise EditionError(file, f"{where}.kind", "not understood", kind)
            wanted = kinds[kind] if section == "events" else ("option", *kinds[kind])
            for key in wanted:
                if key not in row:
                    raise EditionError(file, f"{where}.{key}", "is missing", kind)
            _check_values(edition, calendar, file, where, row)


def _check_values(edition: Edition, calendar: Calendar, file: str, where: str, row: dict[str, Any]) -> None:
    if str(row.get("option", "32")) not in OPTIONS:
        raise EditionError(file, f"{where}.option", "no such option", row["option"])
    for key in ("counter", "removed"):
        for name in _names(row.get(key, ())):
            _counter(edition, file, f"{where}.{key}", name)
    exchanges = row.get("exchanges", {})
    if not isinstance(exchanges, dict):
        raise EditionError(file, f"{where}.exchanges", "must be a mapping", exchanges)
    for name in (*exchanges, *exchanges.values()):
        _counter(edition, file, f"{where}.exchanges", name)
    if "at" in row and str(row["at"]) not in edition.board.index:
        raise EditionError(file, f"{where}.at", "no such hex or box", row["at"])
    if row.get("rule") == _GARRISON or "turn" not in row:
        return
    first, _, last = str(row["turn"]).partition(" to ")
    for turn in (first, last or first):
        if turn not in calendar.names:
            raise EditionError(file, f"{where}.turn", "no such turn", row["turn"])


def _names(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


def _counter(edition: Edition, file: str, where: str, name: Any) -> None:
    if str(name) not in edition.counter_index:
        raise EditionError(file, where, "no such counter", name)
