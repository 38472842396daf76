"""The fold of many events at once: the same position as one by one, in one pass.

One by one an event may cost as much as the position has entries: a stack is a tuple, the agenda too, and what is
removed takes its flags along. In a frame that was made to cost time that would grow with the square of its events. Here
what follows from the others is worked out at the end, and what belongs to a piece is found by an index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hexledger.events import model as ev
from hexledger.projections.fold import APPLY, leave
from hexledger.projections.state import State, piece_judged


def fold_long(state: State, events: Sequence[ev.Event]) -> State:
    """Apply events in order, in place; returns the same state. O(events + entries)."""
    long = _Long(state)
    table: dict[type[ev.Event], Callable[[Any], None]] = {
        ev.Placed: long.placed,
        ev.Moved: long.moved,
        ev.Removed: long.removed,
        ev.Flagged: long.flagged,
        ev.Judged: long.judged,
        ev.JudgedFor: long.judged_for,
        ev.Pushed: long.pushed,
        ev.Popped: long.popped,
        ev.Stepped: long.stepped,
    }
    plain = APPLY
    for event in events:
        kind = type(event)
        own = table.get(kind)
        if own is not None:
            own(event)
        else:
            plain[kind](state, event)
    long.end()
    return state


def step_by_step(state: State) -> dict[type[ev.Event], Callable[[Any], None]]:
    """What applies the next event to a position that is looked at after each, for the kinds that would else go through
    all entries of the position; the position may be changed by nothing else meanwhile than by these and `APPLY`."""
    live = _Live(state)
    return {
        ev.Removed: live.removed,
        ev.Flagged: live.flagged,
        ev.Judged: live.judged,
        ev.JudgedFor: live.judged_for,
    }


class _Long:
    """A position in the middle of a long fold: its stacks, its agenda and its respects are made at the end."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.sizes: dict[int, int] = {}
        """Place whose stack has changed -> pieces there."""
        self.agenda = list(state.agenda)
        self.stepped_on = False
        self.flags: dict[int, set[int]] = {}
        """Piece -> keys of its flags."""
        for key in state.flags:
            self.flags.setdefault(key >> 16, set()).add(key)
        self.standings: dict[int, set[int]] = {}
        """Lower half of a key of `State.judged` -> such keys."""
        for key in state.judged:
            self.standings.setdefault(piece_judged(key), set()).add(key)
        self.subjects = Counter(key >> 32 for key in state.judged)
        """Upper half of a key of `State.judged` -> how many there are."""
        self.respects = set(state.respects)
        self.idle = {subject for subject in self.respects if not self.subjects[subject]}
        """Respects in which nothing is judged."""

    def end(self) -> None:
        """Make what follows from the rest."""
        s = self.state
        s.respects = tuple(sorted(self.respects))
        if self.stepped_on:
            s.agenda = tuple(self.agenda)
        stacks: dict[int, list[int]] = {place: [] for place, size in self.sizes.items() if size}
        for piece, place in s.at.items():
            if place in stacks:
                stacks[place].append(piece)
        for place, pieces in stacks.items():
            s.stacks[place] = tuple(sorted(pieces))

    def _leave(self, place: int, _piece: int) -> None:
        left = self.sizes.get(place, len(self.state.stacks.get(place, ()))) - 1
        self.sizes[place] = left
        if not left:
            del self.state.stacks[place]

    def _enter(self, piece: int, place: int) -> None:
        stack = self.state.stacks.setdefault(place, ())
        self.sizes[place] = self.sizes.get(place, len(stack)) + 1
        self.state.at[piece] = place

    def placed(self, e: ev.Placed) -> None:
        """A piece comes into play."""
        before = self.state.at.get(e.piece)
        if before is not None:
            self._leave(before, e.piece)
        self._enter(e.piece, e.at)
        self.state.steps[e.piece] = e.steps

    def moved(self, e: ev.Moved) -> None:
        """A piece in play moves."""
        before = self.state.at.get(e.piece)
        if e.path and before is not None and before != e.path[-1]:
            self._leave(before, e.piece)
            self._enter(e.piece, e.path[-1])

    def removed(self, e: ev.Removed) -> None:
        """A piece leaves play, and takes along what is known of it."""
        s, piece = self.state, e.piece
        before = s.at.pop(piece, None)
        if before is not None:
            self._leave(before, piece)
        s.steps.pop(piece, None)
        s.attached.pop(piece, None)
        for key in self.flags.pop(piece, ()):
            s.flags.pop(key, None)
        self._unjudged(piece)
        gone = [self._unjudged(key) for key in self._in_respects(piece)]
        if any(gone):
            self.respects -= self.idle
            self.idle.clear()

    def _in_respects(self, piece: int) -> list[int]:
        """Keys of the standings of a piece in the respects that are known."""
        if piece_judged(piece) == piece:
            return [key for key in self.standings.get(piece, ()) if key >> 32 in self.respects]
        return [subject << 32 | piece for subject in self.respects]

    def _unjudged(self, key: int) -> bool:
        """Forget a standing; whether there was one."""
        if self.state.judged.pop(key, None) is None:
            return False
        subject = key >> 32
        self.standings[piece_judged(key)].discard(key)
        self.subjects[subject] -= 1
        if not self.subjects[subject] and subject in self.respects:
            self.idle.add(subject)
        return True

    def flagged(self, e: ev.Flagged) -> None:
        """A flag is set or taken."""
        key = e.piece << 16 | e.flag
        if e.value:
            self.state.flags[key] = e.value
            self.flags.setdefault(key >> 16, set()).add(key)
        else:
            self.state.flags.pop(key, None)

    def judged(self, e: ev.Judged) -> None:
        """A piece is judged."""
        self._judge(e.piece, e.status, e.path)

    def judged_for(self, e: ev.JudgedFor) -> None:
        """A piece is judged in one respect."""
        self._judge(e.subject << 32 | e.piece, e.status, e.path)
        if e.subject and e.subject not in self.respects:
            self.respects.add(e.subject)
            if not self.subjects[e.subject]:
                self.idle.add(e.subject)

    def _judge(self, key: int, status: int, path: tuple[int, ...]) -> None:
        if key not in self.state.judged:
            self.standings.setdefault(piece_judged(key), set()).add(key)
            self.subjects[key >> 32] += 1
            self.idle.discard(key >> 32)
        self.state.judged[key] = (status, path)

    def pushed(self, e: ev.Pushed) -> None:
        """A step is put on the agenda."""
        self.stepped_on = True
        self.agenda.append((e.step, e.data))

    def popped(self, _e: ev.Popped) -> None:
        """The top of the agenda is taken off."""
        self.stepped_on = True
        if self.agenda:
            self.agenda.pop()

    def stepped(self, e: ev.Stepped) -> None:
        """The top of the agenda has come further."""
        self.stepped_on = True
        if self.agenda:
            self.agenda[-1] = (self.agenda[-1][0], e.data)


class _Live(_Long):
    """The same where the position is looked at between two events: stacks and respects are made at once."""

    def _leave(self, place: int, piece: int) -> None:
        leave(self.state, piece, place)

    def removed(self, e: ev.Removed) -> None:
        """A piece leaves play, and takes along what is known of it."""
        super().removed(e)
        if len(self.respects) != len(self.state.respects):
            self.state.respects = tuple(sorted(self.respects))

    def judged_for(self, e: ev.JudgedFor) -> None:
        """A piece is judged in one respect."""
        super().judged_for(e)
        if len(self.respects) != len(self.state.respects):
            self.state.respects = tuple(sorted(self.respects))
