"""Tracks over time: victory points, resource points, air and naval markers, weather, initiative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.remembered import remembered
from hexledger.projections.state import State
from hexledger.projections.walk import Happening, Kinds, walk

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]

TRACKED: Final[Kinds] = frozenset({ev.TrackSet, ev.Assigned})


def tracks(frames: Iterable[Frame], names: Names) -> list[Row]:
    """Every track and variable with each value it took, in order of first appearance.

    `kind` (`track` or `variable`), `track` (a word's key), `name` (its text), `side` (None when shared), `bookkeeping`,
    `value` and `text` (where it stands after the last frame), and `points`: a list of `address seq turn value text
    rule`.
    """
    courses = Courses(names)
    for happening in walk(frames, TRACKED):
        courses.take(happening)
    return courses.rows()


class Courses:
    """The tracks and variables, told event by event (at least those of `TRACKED`)."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows: dict[tuple[str, int, int], Row] = {}

    def take(self, happening: Happening) -> None:
        """The next event."""
        event, names = happening.event, self._names
        match event:
            case ev.TrackSet():
                kind, word, side = "track", event.track, event.side
            case ev.Assigned():
                kind, word, side = "variable", event.variable, 0
            case _:
                return
        row = self._rows.get((kind, word, side))
        if row is None:
            row = self._rows[kind, word, side] = {
                "kind": kind,
                "track": names.word_key(word),
                "name": names.word(word),
                "side": names.side(side) if side else None,
                "bookkeeping": names.bookkeeping(word),
                "points": [],
            }
        said = _said((word, event.value, event.rule), names)
        row["value"], row["text"] = said["value"], said["text"]
        place = {"address": happening.address, "seq": happening.frame.seq, "turn": happening.state.turn}
        row["points"].append({**place, **said})

    def rows(self) -> list[Row]:
        """The rows of `tracks`."""
        return list(self._rows.values())


@remembered
def _said(what: tuple[int, int, int], names: Names) -> Row:
    """What a track or variable (a word) says at a value, by which rule: `value text rule`."""
    word, value, rule = what
    return {"value": value, "text": names.value(word, value), "rule": names.rule(rule)}


def track_now(state: State, names: Names) -> list[Row]:
    """Where every track stands in a position: `track name side value text`, by track and side."""
    return [
        {
            "track": names.word_key(key >> 4),
            "name": names.word(key >> 4),
            "side": names.side(key & 15) if key & 15 else None,
            "value": state.tracks[key],
            "text": names.value(key >> 4, state.tracks[key]),
        }
        for key in sorted(state.tracks)
    ]
