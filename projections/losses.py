"""Losses: every change of a piece's steps, by side, turn, cause and rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import Happening, Kinds, walk

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]

STEPS: Final[Kinds] = frozenset({ev.Placed, ev.StepsSet, ev.Removed})
"""Events that may change a piece's steps."""
_STEPS: Final = (ev.Placed, ev.StepsSet, ev.Removed)

LOSS: Final = "loss"
RECOVERY: Final = "recovery"
ARRIVAL: Final = "arrival"
WITHDRAWAL: Final = "withdrawal"

STEP_LOSS: Final = "step loss"
"""Cause of a loss that did not remove the piece."""


class Lost(NamedTuple):
    """What an event takes from a piece for good: steps, and with `gone` the piece. `reason` is the word of its end, 0
    for one that stays."""

    piece: int
    steps: int
    gone: bool
    reason: int


def lost(event: ev.Event, steps: Mapping[int, int], at: Mapping[int, int], names: Names) -> Lost | None:
    """What an event takes from its piece for good; None for an event that takes nothing, and for what waits in a box
    to be made. `steps`, `at`: steps and place of every piece before it."""
    if isinstance(event, ev.Removed) and not names.alive(event.reason):
        return Lost(event.piece, steps.get(event.piece, 0), True, event.reason)
    if isinstance(event, ev.StepsSet) and event.steps < steps.get(event.piece, 0):
        if names.idle(at.get(event.piece, OFF_MAP)):
            return None
        return Lost(event.piece, steps[event.piece] - event.steps, False, 0)
    return None


def lost_by(
    events: Iterable[ev.Event], steps: MutableMapping[int, int], at: MutableMapping[int, int], names: Names
) -> Iterator[Lost]:
    """What events take in turn that no position was made for: what a decision would cost. `steps` and `at` are those of
    every piece before them, and afterwards those after them. O(events)."""
    for event in events:
        taken = lost(event, steps, at, names)
        if taken is not None:
            yield taken
        if isinstance(event, ev.Placed | ev.StepsSet):
            steps[event.piece] = event.steps
        if isinstance(event, ev.Placed):
            at[event.piece] = event.at
        elif isinstance(event, ev.Moved) and event.path and event.piece in at:
            at[event.piece] = event.path[-1]
        elif isinstance(event, ev.Removed):
            steps.pop(event.piece, None)
            at.pop(event.piece, None)


def step_changes(frames: Iterable[Frame], names: Names) -> list[Row]:
    """One row for each change of a piece's steps, in order.

    `address seq turn side piece unit place kind cause cause_text steps gone rule`: kind is `loss`, `recovery`,
    `arrival` or `withdrawal`; `cause` is the key of the reason, `cause_text` its words; `steps` is the change with its
    sign, so that the rows of a piece add up to the steps it has; `gone` is True where the piece left the map. A piece
    that loses its last step and is then removed has a loss row with its steps and a row with 0 steps that says so.
    """
    found = (step_change(happening, names) for happening in walk(frames, STEPS))
    return [row for row in found if row is not None]


class Change(NamedTuple):
    """A change of a piece's steps: `kind` is LOSS, RECOVERY, ARRIVAL or WITHDRAWAL; `steps` with its sign; with `gone`
    the piece leaves the map, `reason` being the word of its end; `at` its place, OFF_MAP for none."""

    piece: int
    kind: str
    steps: int
    gone: bool
    reason: int
    at: int


def change_of(event: ev.Event, state: State, names: Names) -> Change | None:
    """The change of steps that an event brings; None for none. `state` is the position before it."""
    if not isinstance(event, _STEPS):
        return None
    piece = event.piece
    before, at = state.steps.get(piece, 0), state.at.get(piece, OFF_MAP)
    if isinstance(event, ev.Removed):
        if at == OFF_MAP and not before:
            return None
        return Change(piece, WITHDRAWAL if names.alive(event.reason) else LOSS, -before, True, event.reason, at)
    change = event.steps - before
    if isinstance(event, ev.Placed) and at == OFF_MAP:
        return Change(piece, ARRIVAL, change, False, 0, event.at)
    if not change:
        return None
    kind = RECOVERY if change > 0 else WITHDRAWAL if names.idle(at) else LOSS
    return Change(piece, kind, change, False, 0, at)


def step_change(happening: Happening, names: Names) -> Row | None:
    """The row of an event that changes a piece's steps; None for every other."""
    event = happening.event
    change = change_of(event, happening.state, names)
    if change is None:
        return None
    assert isinstance(event, _STEPS), "an event that changes steps"
    cause, text = (names.word_key(change.reason), names.word(change.reason)) if change.gone else ("", "")
    if change.kind == LOSS and not change.gone:
        cause = STEP_LOSS
    return {
        "address": happening.address,
        "seq": happening.frame.seq,
        "turn": happening.state.turn,
        "side": names.side(names.piece_side(change.piece)),
        "piece": names.piece(change.piece),
        "unit": names.piece_name(change.piece),
        "place": names.place(change.at) if change.at != OFF_MAP else None,
        "kind": change.kind,
        "cause": cause,
        "cause_text": text or cause,
        "steps": change.steps,
        "gone": change.gone,
        "rule": names.rule(event.rule),
    }


def losses(frames: Iterable[Frame], names: Names) -> list[Row]:
    """The rows of `step_changes` that are losses: steps lost in place, units eliminated or surrendered."""
    return [row for row in step_changes(frames, names) if row["kind"] == LOSS]


def loss_totals(rows: Iterable[Row], by: Sequence[str] = ("side", "turn", "cause", "rule")) -> list[Row]:
    """Losses summed up: the columns of `by`, `steps` lost (positive) and `units` gone, in order of first appearance."""
    sums: dict[tuple[Any, ...], list[int]] = {}
    for row in rows:
        if row["kind"] == LOSS:
            total = sums.setdefault(tuple(row[column] for column in by), [0, 0])
            total[0] -= row["steps"]
            total[1] += row["gone"]
    return [dict(zip(by, key, strict=True)) | {"steps": steps, "units": units} for key, (steps, units) in sums.items()]
