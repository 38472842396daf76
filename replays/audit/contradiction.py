"""The first thing in a log that cannot be true, and how a frame differs from what the rules and dice give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.events.frame import Frame

if TYPE_CHECKING:
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.game import Game


class Contradiction(msgspec.Struct, frozen=True):
    """The first thing that cannot be true. frame and event are numbers, the first event is 0 (-1: the whole frame);
    outside it is spoken of by its `address`, where the first event is 1, as `explain` counts."""

    frame: int
    event: int
    where: str
    found: str
    expected: str
    rule: str = ""

    @property
    def address(self) -> str:
        """`#57`, or `#57.3` for its third event."""
        from hexledger.projections.address import address

        return address(self.frame, self.event + 1)

    def as_data(self) -> dict[str, Any]:
        """As plain data: events counted from 1, 0 for the frame as a whole."""
        return {**msgspec.to_builtins(self), "event": self.event + 1, "address": self.address}

    def __str__(self) -> str:
        at = f"frame {self.frame}" + (f", event {self.event + 1}" if self.event >= 0 else "")
        rule = f" ({self.rule})" if self.rule else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"{at}: {self.where}{rule}: found {self.found}{expected}"


_encode = msgspec.msgpack.Encoder().encode


def difference(game: Game[Any], frame: Frame, draft: Draft) -> Contradiction | None:
    """The first difference between a frame and the draft that was made again; None when they are equal."""
    same = _encode(draft.events) == _encode(frame.events)
    for number, (mine, theirs) in enumerate(zip(draft.events, frame.events, strict=False) if not same else ()):
        if mine != theirs or _encode(mine) != _encode(theirs):
            where, expected, shown = _difference(game, mine, theirs)
            rule = game.rule(getattr(mine, "rule", 0))
            return Contradiction(frame.seq, number, where, shown, expected, rule)
    if len(draft.events) != len(frame.events):
        number = min(len(draft.events), len(frame.events))
        return Contradiction(
            frame.seq,
            number,
            "number of events",
            str(len(frame.events)),
            f"{len(draft.events)} from these rules and dice",
        )
    if tuple(frame.evidence) != draft.evidence:
        return Contradiction(frame.seq, -1, "dice evidence", repr(frame.evidence), repr(draft.evidence))
    if draft.digest != frame.digest:
        return Contradiction(frame.seq, -1, "state digest", frame.digest.hex(), draft.digest.hex())
    return None


def _difference(game: Game[Any], mine: Any, theirs: Any) -> tuple[str, str, str]:
    """(where, expected, found) of two unequal events."""
    if type(mine) is not type(theirs):
        return "kind of event", type(mine).__name__, type(theirs).__name__
    for name in mine.__struct_fields__:
        a, b = getattr(mine, name), getattr(theirs, name)
        if a != b or _encode(a) != _encode(b):
            return f"{type(mine).__name__}.{name}", _shown(game, name, a), _shown(game, name, b)
    return type(mine).__name__, repr(mine), repr(theirs)


def _shown(game: Game[Any], name: str, value: Any) -> str:
    if name == "piece" and isinstance(value, int):
        return game.piece_name(value)
    if name in ("at", "place") and isinstance(value, int):
        return game.place(value)
    if name == "rule" and isinstance(value, int):
        return game.rule(value) or "no rule"
    return repr(value)
