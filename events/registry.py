"""The registry of event types: number on disk, name, version. Append only.

A number is never used again and the fields of a number never change, so that stored bytes stay readable for ever.
When an event needs other fields, a new class with a new number and the next version joins the model, the old class
stays as a stored form, and UPCASTERS gives the pure function from the old form to the new one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from hexledger.events import model


class Kind(msgspec.Struct, frozen=True):
    """One stored form of an event: its number on disk, its name and version, its fields in order."""

    number: int
    name: str
    version: int
    cls: type[model.Event]

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields, in the order on disk."""
        return self.cls.__struct_fields__


_FIRST: Final[tuple[type[model.Event], ...]] = (
    model.Placed,
    model.Moved,
    model.StepsSet,
    model.Removed,
    model.Flagged,
    model.Attached,
    model.Controlled,
    model.MarkerSet,
    model.TrackSet,
    model.Pooled,
    model.Assigned,
    model.TurnBegan,
    model.PhaseBegan,
    model.Pushed,
    model.Popped,
    model.Stepped,
    model.Rolled,
    model.Drawn,
    model.Declared,
    model.Reckoned,
    model.Resolved,
    model.Judged,
    model.Sealed,
    model.Revealed,
    model.Noted,
    model.Won,
)

_LATER: Final[tuple[tuple[type[model.Event], int], ...]] = ((model.JudgedFor, 2),)
"""Events that came later, with their versions; they are numbered on."""

KINDS: Final[tuple[Kind, ...]] = (
    *(Kind(number, cls.__name__, 1, cls) for number, cls in enumerate(_FIRST, 1)),
    *(Kind(number, cls.__name__, version, cls) for number, (cls, version) in enumerate(_LATER, len(_FIRST) + 1)),
)
BY_NUMBER: Final[dict[int, Kind]] = {kind.number: kind for kind in KINDS}
BY_NAME: Final[dict[str, Kind]] = {kind.name: kind for kind in KINDS}
NUMBER_OF: Final[dict[type[model.Event], int]] = {kind.cls: kind.number for kind in KINDS}


def _judged_for(event: model.Judged) -> model.JudgedFor:
    return model.JudgedFor(event.piece, event.status, event.path, event.rule)


UPCASTERS: Final[dict[type[model.Event], Callable[[Any], model.Event]]] = {model.Judged: _judged_for}
"""Stored form -> function that gives today's form. What is stored is never rewritten: a game whose pieces have one
standing goes on writing `Judged`, and whoever reads takes both forms."""


def today(event: model.Event) -> model.Event:
    """An event in today's form."""
    upcast = UPCASTERS.get(type(event))
    return event if upcast is None else upcast(event)


def first_unknown(payload: bytes | memoryview) -> int | None:
    """Number of the first event of a frame's payload that the registry does not know; None if all are known."""
    try:
        fields = msgspec.msgpack.decode(payload)
        events = fields[5]
        numbers = [event[0] for event in events]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError, TypeError, KeyError):
        return None
    return next((number for number in numbers if isinstance(number, int) and number not in BY_NUMBER), None)
