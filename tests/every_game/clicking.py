"""What somebody can do at the page of a table with one decision, field by field, without a browser: he takes what the
server lists, what it says may be tried, and whatever stands on the map where the rules do not refuse it at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexledger.engine.kernel.decisions import ROW, Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.drafting import (
    NUMBER,
    PLACE,
    PLACES,
    ROUTE,
    SETS,
    UNIT,
    UNITS,
    Drafting,
    Field,
    fields_of,
    given_of,
)
from hexledger.engine.table.reasons import why_not
from hexledger.projections.state import OFF_MAP

SINGLE: Final = {UNITS: UNIT, PLACES: PLACE, UNIT: UNIT, PLACE: PLACE}


def why_not_clicked(drafting: Drafting, decision: Decision) -> str:
    """Why a decision cannot be put together on the page; empty when it can."""
    kind = decision.kind()
    if kind not in drafting.kinds() and kind not in drafting.by_hand():
        return "no button begins it"
    given: dict[str, Any] = {}
    for field in fields_of(drafting.game, kind):
        value = given_of(drafting.game, decision)[field.name]
        missing = _missing(drafting, kind, given, field, value)
        if missing:
            return f"{field.name} ({field.role}) cannot be {missing}"
        given[field.name] = value
    made = drafting.made(kind, given)
    return "" if as_sets(drafting.game, made) == as_sets(drafting.game, decision) else f"it becomes {made}"


def _missing(drafting: Drafting, kind: str, given: Mapping[str, Any], field: Field, value: Any) -> Any:
    """What of a field's value nobody can click; empty for nothing."""
    values = [one.value for one in drafting.values(kind, given, field.name)]
    more = [one.value for one in drafting.unlisted(kind, given, field.name)]
    if value in values or value in more:
        return ""
    if not drafting.free:
        taken = field.role in (UNIT, PLACE) and _on_map(drafting, field.role, value)
        return "" if taken and why_not(drafting, kind, given, field.name, value) is None else repr(value)
    if field.role in SETS or field.role == ROW:
        items = {item for one in values for item in one}
        parts = field.parts or (SINGLE.get(field.role, field.role),)
        named = {*more, *(item[0] for item in items if isinstance(item, tuple))}
        left = [one for one in value if one not in items and not _picked(drafting, parts, one, named)]
        return ", ".join(map(repr, left))
    if field.role == ROUTE:
        return "" if all(_on_map(drafting, PLACE, place) for place in value) else repr(value)
    if field.role in (UNIT, PLACE):
        taken = _on_map(drafting, field.role, value) and _let(drafting, kind, given, field.name, value, bool(values))
        return "" if taken else repr(value)
    return "" if field.role == NUMBER else repr(value)


def _let(drafting: Drafting, kind: str, given: Mapping[str, Any], name: str, value: int, listed: bool) -> bool:
    """Whether a click on the map is taken: where nothing is listed always, else where the rules do not refuse it."""
    return not listed or why_not(drafting, kind, given, name, value) is None


def _picked(drafting: Drafting, parts: tuple[str, ...], item: Any, named: set[Any]) -> bool:
    """Whether a member of a set that is not listed can be picked: on the map, or by a button that begins it."""
    halves = item if isinstance(item, tuple) else (item,)
    roles = parts if len(parts) == len(halves) else parts * len(halves)
    on_map = [_on_map(drafting, role, half) for role, half in zip(roles, halves, strict=True)]
    return (on_map[0] or halves[0] in named) and all(on_map[1:])


def _on_map(drafting: Drafting, role: str, value: int) -> bool:
    """Whether a unit or place can be clicked on the map."""
    place = drafting.state.at.get(value, OFF_MAP) if role == UNIT else value
    return role in (UNIT, PLACE) and 0 <= place < drafting.game.board.n_hexes


def as_sets(game: Game[Any], decision: Decision) -> list[Any]:
    """A decision's kind and values, sets without order."""
    roles = {field.name: field.role for field in fields_of(game, decision.kind())}
    values = given_of(game, decision).items()
    return [decision.kind(), *(frozenset(value) if roles[name] in SETS else value for name, value in values)]
