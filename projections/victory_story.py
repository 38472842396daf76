"""Victory by cause: what moved the number that decides a game, and how its conditions changed, decision by decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.combats import At
from hexledger.projections.state import State
from hexledger.projections.walk import passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

_WORD: Final = re.compile(r"\{(\d+):word\}")
_SILENT: Final = (
    *(ev.Pushed, ev.Popped, ev.Stepped, ev.Rolled, ev.Drawn, ev.Declared, ev.Reckoned, ev.Resolved),
    *(ev.Sealed, ev.Revealed, ev.Noted),
)
"""Events that change no condition."""


class Standing(Protocol):
    """A condition as it stands: for whom, what is wanted, how it stands, does it hold, what it adds to the number that
    decides (None: nothing can be said), rule."""

    @property
    def side(self) -> int:
        """Side, 0 for both."""
        ...

    @property
    def wanted(self) -> str:
        """Words."""
        ...

    @property
    def now(self) -> str:
        """Words."""
        ...

    @property
    def holds(self) -> bool:
        """Does it hold?"""
        ...

    @property
    def rule(self) -> str:
        """Citation."""
        ...

    @property
    def points(self) -> int | None:
        """What it adds; below zero what it takes."""
        ...


class Scoring(msgspec.Struct, frozen=True):
    """What a game says of its points, by keys.

    tracks   words of tracks that hold them
    against  sides whose track is taken from the number that decides
    """

    tracks: frozenset[str]
    against: frozenset[int] = frozenset()


class Scored(msgspec.Struct, frozen=True):
    """Points won or lost at a decision. `points` is what the number that decides changed by; `event` 0: no event said
    so, the condition changed with the position."""

    at: At
    turn: int
    side: int
    cause: str
    points: int
    rule: str


class Turned(msgspec.Struct, frozen=True):
    """A condition that stands otherwise after a decision. `holds`: None where that did not change."""

    seq: int
    turn: int
    side: int
    wanted: str
    before: str
    now: str
    holds: bool | None
    rule: str


class VictoryStory(msgspec.Struct, frozen=True):
    """Everything that moved the game towards its end, in order. `start`: points of the set-up."""

    scored: tuple[Scored, ...]
    turned: tuple[Turned, ...]
    start: int = 0


Conditions = Callable[[State], Sequence[Standing]]


class VictoryTeller:
    """Takes the decisions of a game in any order of its lines and says what each changed."""

    def __init__(self, names: Names, scoring: Scoring, conditions: Conditions) -> None:
        self.names, self.scoring, self.conditions = names, scoring, conditions
        self._last = -1
        self._rows: Sequence[Standing] = ()

    def take(
        self, frame: Frame, before: State, after: State, conditions: Callable[[], Sequence[Standing]] | None = None
    ) -> VictoryStory:
        """What a frame changed; of a set-up the points that it gives. `conditions`: gives those after the frame, where
        something is known of the position already."""
        look = conditions or (lambda: self.conditions(after))
        if frame.parent < 0:
            self._last, self._rows = frame.seq, look()
            return VictoryStory((), (), sum(row.points or 0 for row in self._rows))
        if self._last != frame.parent:
            self._rows = self.conditions(before)
        self._last = frame.seq
        if all(isinstance(event, _SILENT) for event in frame.events):
            return VictoryStory((), ())
        then, now = self._rows, look()
        self._rows = now
        scored = list(self._tracks(frame, before))
        turned = []
        known = {(row.side, row.wanted): row for row in then}
        for row in now:
            old = known.get((row.side, row.wanted))
            if old is None or (old.now == row.now and old.holds == row.holds and old.points == row.points):
                continue
            holds = row.holds if row.holds != old.holds else None
            turned.append(Turned(frame.seq, after.turn, row.side, row.wanted, old.now, row.now, holds, row.rule))
            change = (row.points or 0) - (old.points or 0)
            if change:
                scored.append(Scored(At(frame.seq, 0), after.turn, row.side, row.wanted, change, row.rule))
        return VictoryStory(tuple(scored), tuple(turned))

    def _tracks(self, frame: Frame, before: State) -> Iterable[Scored]:
        """What tracks of points were moved by, each with the remark beside it that says what for."""
        names, turn = self.names, before.turn
        values: dict[tuple[int, int], int] = {}
        for index, event in enumerate(frame.events):
            if isinstance(event, ev.TurnBegan):
                turn = event.turn
            if not isinstance(event, ev.TrackSet) or names.word_key(event.track) not in self.scoring.tracks:
                continue
            key = (event.track, event.side)
            change = event.value - values.get(key, before.track(event.track, event.side))
            values[key] = event.value
            if change:
                sign = -1 if event.side in self.scoring.against else 1
                cause = self._cause(frame.events, index, change) or names.rule_title(event.rule)
                side, rule = event.side, names.rule(event.rule)
                yield Scored(At(frame.seq, index + 1), turn, side, cause, sign * change, rule)

    def _cause(self, events: Sequence[ev.AnyEvent], index: int, change: int) -> str:
        for beside in (index - 1, index + 1):
            note = events[beside] if 0 <= beside < len(events) else None
            if isinstance(note, ev.Noted) and change in note.args:
                found = _WORD.search(self.names.word(note.message))
                if found is not None and int(found[1]) < len(note.args):
                    return self.names.word(note.args[int(found[1])])
        return ""


def victory_story(line: Iterable[Frame], names: Names, scoring: Scoring, conditions: Conditions) -> VictoryStory:
    """What moved a line (genesis first) towards its end."""
    teller = VictoryTeller(names, scoring, conditions)
    scored: list[Scored] = []
    turned: list[Turned] = []
    start = 0
    for passage in passages(line):
        before = passage.state.copy()
        passage.finish()
        story = teller.take(passage.frame, before, passage.state)
        scored += story.scored
        turned += story.turned
        start += story.start
    return VictoryStory(tuple(scored), tuple(turned), start)
