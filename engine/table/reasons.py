"""Why something is not among what may be chosen: the decision is put together all the same; the rules say why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.kernel.deciding import check
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.seals import wants_reveal
from hexledger.engine.map.paths import shortest
from hexledger.engine.table.drafting import (
    NUMBER,
    PLACE,
    PLACES,
    ROUTE,
    SETS,
    UNIT,
    UNITS,
    WORD,
    YES,
    Drafting,
    Field,
    fields_of,
)
from hexledger.projections.names import side_name
from hexledger.projections.state import State

MOST_TRIED: Final = 18
"""Decisions that are put together to find a refusal."""


class Refusal(NamedTuple):
    """Why not: the kind of decision that was tried, the rule's citation, the reason."""

    kind: str
    rule: str
    why: str


def why_not(drafting: Drafting, kind: str, given: Mapping[str, Any], name: str, value: int) -> Refusal | None:
    """Why a unit or place cannot stand in field `name` of a draft; None where the rules refuse nothing that was tried
    (it may then be put together by hand). `value` is a piece or place; of a set one of its members, of a way its end.

    O(MOST_TRIED decisions that are checked).
    """
    if kind not in drafting.prompt.kinds or wants_reveal(drafting.prompt.kinds):
        return None
    fields = {field.name: field for field in fields_of(drafting.game, kind)}
    if name not in fields:
        raise BadDecision(f"{kind}: no field called {name}; fields are {', '.join(fields) or 'none'}")
    found: Refusal | None = None
    for tried in islice(_attempts(drafting, kind, given, fields, name, value), MOST_TRIED):
        try:
            check(drafting.game, drafting.state, tried)
        except IllegalDecision as refused:
            found = found or Refusal(kind, refused.rule, refused.reason)
        except BadDecision:
            continue
        else:
            return None
    return found


def why_no_unit(drafting: Drafting, piece: int) -> tuple[Refusal, ...]:
    """Why nothing can be decided about a unit now: a refusal for each kind that begins with a unit, those first of
    which something else is listed; of a unit of the other side only that. O(kinds x MOST_TRIED decisions).
    """
    game, prompt = drafting.game, drafting.prompt
    owner = game.piece_side(piece)
    if owner and owner != prompt.side:
        decider = side_name(game, prompt.side)
        whose = f"{game.piece_name(piece)} is a {side_name(game, owner)} unit, and the {decider} side decides"
        return (Refusal("", game.rule(prompt.rule) or game.code, whose),)
    listed = drafting.kinds()
    found: list[Refusal] = []
    for kind in (*listed, *(kind for kind in prompt.kinds if kind not in listed)):
        first = next(iter(fields_of(game, kind)), None)
        if first is not None and first.role in (UNIT, UNITS):
            refused = why_not(drafting, kind, {}, first.name, piece)
            found += [refused] if refused is not None else []
    return tuple({(one.rule, one.why): one for one in found}.values())


def _attempts(
    drafting: Drafting, kind: str, given: Mapping[str, Any], fields: Mapping[str, Field], name: str, value: int
) -> Iterator[Decision]:
    """Decisions with the value in its field: the listed ones with it put in, then one with nothing in the others."""
    role = fields[name].role
    before = {key: one for key, one in given.items() if key != name}
    listed = list(islice(drafting.matching(kind, before), MOST_TRIED // 2))
    for decision in listed:
        old = getattr(decision, name)
        for new in _put(drafting, role, {**before, **_units(decision, fields)}, old, value):
            yield drafting.made(kind, {**{key: getattr(decision, key) for key in fields}, name: new})
    unit = {name: value} if role == UNIT else {name: (value,)} if role == UNITS else {}
    open_fields = {key: field for key, field in fields.items() if key not in before}
    for rest in _fillings(drafting, open_fields, {**before, **unit}, value if role == PLACE else None):
        for new in _put(drafting, role, {**before, **unit}, None, value):
            yield drafting.made(kind, {**rest, **before, name: new})


def _fillings(
    drafting: Drafting, fields: Mapping[str, Field], given: Mapping[str, Any], place: int | None
) -> Iterator[dict[str, Any]]:
    """What may stand in fields that are not filled: nothing; then, for each hex beside `place` (None: beside the
    unit), that hex as a place and as the way."""
    nothing = {key: _nothing(drafting.state, field, given) for key, field in fields.items()}
    yield nothing
    middle = _start(drafting.state, given) if place is None else place
    board = drafting.game.board
    if middle is None or not 0 <= middle < board.n_hexes:
        return
    for near in board.neighbours[middle]:
        leading = {PLACE: near, ROUTE: (near,)}
        found = {key: leading.get(field.role, nothing[key]) for key, field in fields.items()}
        if found != nothing:
            yield found


def _units(decision: Decision, fields: Mapping[str, Field]) -> dict[str, Any]:
    return {key: getattr(decision, key) for key, field in fields.items() if field.role in (UNIT, UNITS)}


def _put(drafting: Drafting, role: str, given: Mapping[str, Any], old: Any, value: int) -> Iterator[Any]:
    """The field's value with the piece or place in it."""
    if role in (UNIT, PLACE):
        yield value
    elif role in (UNITS, PLACES):
        yield (*(one for one in old or () if one != value), value)
        yield (value,)
    elif role == ROUTE:
        start = _start(drafting.state, given)
        if start is None:
            return
        way = shortest(drafting.game.board, start, lambda place: place == value, lambda _here, _there: True)
        if len(way) > 1:
            yield way[1:]
            yield way


def _start(state: State, given: Mapping[str, Any]) -> int | None:
    """Where the first unit of a draft stands."""
    for one in given.values():
        piece = one[0] if isinstance(one, tuple) and one else one
        if isinstance(piece, int) and not isinstance(piece, bool) and piece in state.at:
            return state.at[piece]
    return None


def _nothing(state: State, field: Field, given: Mapping[str, Any]) -> Any:
    """What stands in a field of which nothing is known: nothing, or where the unit is."""
    if field.role in SETS or field.role == ROUTE:
        return ()
    if field.role == PLACE:
        start = _start(state, given)
        return -1 if start is None else start
    return {NUMBER: 0, WORD: 0, YES: False}.get(field.role, -1)
