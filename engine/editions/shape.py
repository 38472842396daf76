"""The shape of charts: what an edition pack must hold so that the rules can read it.

The charts that a game is shipped with hold everything that its rules read (the tests play with them). So a pack is held
against them: every entry there must be in the pack too, and be of the same kind (a number, a text, a list, entries by
name). Values may differ, and a pack may hold more. What nobody reads but people (`prov`, `note`, `notes`) it may lack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hexledger.engine.editions.edition import EditionError

FILE: Final = "charts.yaml"
FOR_PEOPLE: Final = ("prov", "note", "notes")
"""Entries, or ends of their names after `_`, that no rule reads."""


def prove_charts(charts: Mapping[str, Any], shipped: Mapping[str, Any]) -> None:
    """Refuse charts that lack what the shipped ones have, or have it of another kind: EditionError with the entry."""
    for where, problem, value in lacking(charts, shipped):
        raise EditionError(FILE, where, problem, value)


def lacking(charts: Mapping[str, Any], shipped: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """(path, problem, value) of everything that charts lack of the shape of the shipped ones."""
    return _held(charts, shipped, ())


def for_people(key: str) -> bool:
    """True for an entry that no rule reads."""
    return key.rpartition("_")[2] in FOR_PEOPLE


def _held(value: Any, shipped: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    wanted = _kind(shipped)
    if wanted and _kind(value) != wanted:
        yield ".".join(path), f"must be {wanted}", value
    elif isinstance(shipped, Mapping):
        yield from _entries(value, shipped, path)
    elif isinstance(shipped, Sequence) and not isinstance(shipped, str) and shipped:
        yield from _members(value, shipped, path)


def _entries(
    value: Mapping[str, Any], shipped: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[str, str, Any]]:
    for key, entry in shipped.items():
        if for_people(key):
            continue
        if key not in value:
            yield ".".join((*path, key)), "is missing, and the rules read it", None
        else:
            yield from _held(value[key], entry, (*path, key))


def _members(value: Sequence[Any], shipped: Sequence[Any], path: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    """Rows with an `id` are found by it, so each must be there; of others there must be as many, and each must have
    what all rows of the chart have."""
    where = ".".join(path)
    if not value:
        yield where, "is empty, and the rules read it", None
    elif all(isinstance(row, Mapping) for row in shipped):
        yield from _rows(value, shipped, path)
    else:
        kinds = {_kind(member) for member in shipped}
        for number, member in enumerate(value):
            if _kind(member) not in kinds:
                yield f"{where}[{number}]", f"must be {' or '.join(sorted(kinds))}", member


def _rows(
    value: Sequence[Any], shipped: Sequence[Mapping[str, Any]], path: tuple[str, ...]
) -> Iterator[tuple[str, str, Any]]:
    where = ".".join(path)
    if all("id" in row for row in shipped):
        there = {row.get("id"): row for row in value if isinstance(row, Mapping)}
        for row in shipped:
            if row["id"] not in there:
                yield f"{where}.{row['id']}", "is missing, and the rules read it", None
            else:
                yield from _entries(there[row["id"]], row, (*path, str(row["id"])))
        return
    if len(value) < len(shipped):
        yield where, f"has {len(value)} rows, and the rules read {len(shipped)}", None
    common = {key: entry for key, entry in shipped[0].items() if all(key in row for row in shipped)}
    kinds = {key: {_kind(row[key]) for row in shipped} for key in common}
    for number, row in enumerate(value):
        if not isinstance(row, Mapping):
            yield f"{where}[{number}]", "must be entries by name", row
            continue
        for key in common:
            if for_people(key):
                continue
            if key not in row:
                yield f"{where}[{number}].{key}", "is missing, and the rules read it", None
            elif _kind(row[key]) not in kinds[key] and "" not in kinds[key]:
                yield f"{where}[{number}].{key}", f"must be {' or '.join(sorted(kinds[key]))}", row[key]


def _kind(value: Any) -> str:
    """What kind of entry a value is; empty for nothing, which may be anything."""
    match value:
        case None:
            return ""
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case Mapping():
            return "entries by name"
    return "a list"
