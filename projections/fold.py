"""The fold: `apply(state, event)` is total. It never refuses, never rolls, never looks at the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexledger.events import model as ev
from hexledger.projections.state import State


def leave(s: State, piece: int, place: int) -> None:
    """Take a piece out of the stack of a place."""
    there = s.stacks.get(place, ())
    if len(there) > 1:
        s.stacks[place] = tuple([p for p in there if p != piece])
    else:
        # nearly every stack of a moving piece is that piece alone
        s.stacks.pop(place, None)


def _enter(s: State, piece: int, place: int) -> None:
    there = s.stacks.get(place)
    if there is None:
        s.stacks[place] = (piece,)
    elif there[-1] < piece:  # pieces are set up in the order of their numbers
        s.stacks[place] = (*there, piece)
    else:
        s.stacks[place] = tuple(sorted((*there, piece)))


def _placed(s: State, e: ev.Placed) -> None:
    before = s.at.get(e.piece)
    if before is not None:
        leave(s, e.piece, before)
    s.at[e.piece] = e.at
    s.steps[e.piece] = e.steps
    _enter(s, e.piece, e.at)


def _moved(s: State, e: ev.Moved) -> None:
    piece, path = e.piece, e.path
    before = s.at.get(piece)
    if not path or before is None or before == path[-1]:
        return
    leave(s, piece, before)
    s.at[piece] = path[-1]
    _enter(s, piece, path[-1])


def _steps_set(s: State, e: ev.StepsSet) -> None:
    s.steps[e.piece] = e.steps


def _removed(s: State, e: ev.Removed) -> None:
    piece = e.piece
    before = s.at.pop(piece, None)
    if before is not None:
        leave(s, piece, before)
    s.steps.pop(piece, None)
    s.attached.pop(piece, None)
    s.judged.pop(piece, None)
    if s.respects:  # hardly any game judges a piece in several respects
        gone = [s.judged.pop(subject << 32 | piece, None) for subject in s.respects]
        if any(gone):
            left = {key >> 32 for key in s.judged}
            s.respects = tuple(subject for subject in s.respects if subject in left)
    for key in [key for key in s.flags if key >> 16 == piece]:
        del s.flags[key]


def _flagged(s: State, e: ev.Flagged) -> None:
    if e.value:
        s.flags[e.piece << 16 | e.flag] = e.value
    else:
        s.flags.pop(e.piece << 16 | e.flag, None)


def _attached(s: State, e: ev.Attached) -> None:
    if e.formation:
        s.attached[e.piece] = e.formation
    else:
        s.attached.pop(e.piece, None)


def _controlled(s: State, e: ev.Controlled) -> None:
    s.control[e.place] = e.side


def _marker_set(s: State, e: ev.MarkerSet) -> None:
    key = e.a << 32 | (e.b + 1) << 16 | e.marker
    if e.count:
        s.markers[key] = e.count
    else:
        s.markers.pop(key, None)


def _track_set(s: State, e: ev.TrackSet) -> None:
    s.tracks[e.track << 4 | e.side] = e.value


def _pooled(s: State, e: ev.Pooled) -> None:
    key = e.pool << 20 | e.token
    count = s.pools.get(key, 0) + e.delta
    if count:
        s.pools[key] = count
    else:
        s.pools.pop(key, None)


def _assigned(s: State, e: ev.Assigned) -> None:
    s.variables[e.variable] = e.value


def _turn_began(s: State, e: ev.TurnBegan) -> None:
    s.turn = e.turn


def _phase_began(s: State, e: ev.PhaseBegan) -> None:
    s.phase = e.phase
    s.phase_side = e.side


def _pushed(s: State, e: ev.Pushed) -> None:
    s.agenda += ((e.step, e.data),)


def _popped(s: State, _e: ev.Popped) -> None:
    s.agenda = s.agenda[:-1]


def _stepped(s: State, e: ev.Stepped) -> None:
    if s.agenda:
        s.agenda = (*s.agenda[:-1], (s.agenda[-1][0], e.data))


def _judged(s: State, e: ev.Judged) -> None:
    s.judged[e.piece] = (e.status, e.path)


def _judged_for(s: State, e: ev.JudgedFor) -> None:
    s.judged[e.subject << 32 | e.piece] = (e.status, e.path)
    if e.subject and e.subject not in s.respects:
        s.respects = tuple(sorted((*s.respects, e.subject)))


def _sealed(s: State, e: ev.Sealed) -> None:
    s.seals[e.side << 16 | e.slot] = e.commitment


def _revealed(s: State, e: ev.Revealed) -> None:
    s.seals.pop(e.side << 16 | e.slot, None)


def _won(s: State, e: ev.Won) -> None:
    s.winner = e.side
    s.level = e.level


def _nothing(_s: State, _e: object) -> None:
    return


APPLY: dict[type[ev.Event], Callable[[State, Any], None]] = {
    ev.Placed: _placed,
    ev.Moved: _moved,
    ev.StepsSet: _steps_set,
    ev.Removed: _removed,
    ev.Flagged: _flagged,
    ev.Attached: _attached,
    ev.Controlled: _controlled,
    ev.MarkerSet: _marker_set,
    ev.TrackSet: _track_set,
    ev.Pooled: _pooled,
    ev.Assigned: _assigned,
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.Pushed: _pushed,
    ev.Popped: _popped,
    ev.Stepped: _stepped,
    ev.Rolled: _nothing,
    ev.Drawn: _nothing,
    ev.Declared: _nothing,
    ev.Reckoned: _nothing,
    ev.Resolved: _nothing,
    ev.Judged: _judged,
    ev.JudgedFor: _judged_for,
    ev.Sealed: _sealed,
    ev.Revealed: _revealed,
    ev.Noted: _nothing,
    ev.Won: _won,
}


def apply(state: State, event: ev.Event) -> None:
    """Change `state` by one event, in place."""
    APPLY[type(event)](state, event)


PIECEMEAL: Final = 1 << 18
"""Up to so many events times entries of a position a fold goes event by event; a set-up may have more."""
FEW: Final = 64
"""Events that are not worth the question."""


def fold(state: State, events: Sequence[ev.Event]) -> State:
    """Apply events in order, in place; returns the same state for chaining. O(events + entries), whatever they are."""
    if len(events) > FEW and many(state, len(events)):
        from hexledger.projections.fold_long import fold_long

        return fold_long(state, events)
    # the hot loop of every replay, hence the local names
    table, kind_of = APPLY, type
    for event in events:
        table[kind_of(event)](state, event)
    return state


def many(state: State, count: int) -> bool:
    """Is it too much to go event by event, where each may go through all entries?"""
    entries = len(state.at) + len(state.flags) + len(state.judged) + len(state.agenda)
    return count * (count + entries) > PIECEMEAL
