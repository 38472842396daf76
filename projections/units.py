"""Units: what became of every piece of a line, from its arrival to where it stands now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.losses import ARRIVAL, LOSS, STEPS, step_change
from hexledger.projections.state import State
from hexledger.projections.walk import Happening, Kinds, passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]

TOLD: Final[Kinds] = STEPS | {ev.Moved}


def units(frames: Iterable[Frame], names: Names) -> list[Row]:
    """One row for each piece that was ever in play, in the order of the counters.

    `piece unit side`; `arrived seq turn` (address, frame and turn of its first arrival); `place steps` where it stands
    after the last frame (None, 0 when it is out of play); `moves hexes` it has made; `steps_lost` in all; `gone cause`
    (address and reason of its last removal, None for a unit in play).
    """
    lives = Lives(names)
    state = State()
    for passage in passages(frames):
        for happening in passage.happenings(TOLD):
            lives.take(happening)
        state = passage.state
    return lives.rows(state)


class Lives:
    """What becomes of every piece, told event by event (at least those of `TOLD`)."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._rows: dict[int, Row] = {}

    def take(self, happening: Happening, change: Row | None = None) -> None:
        """The next event; `change`: its change of steps (`losses.step_change`), where it is known already."""
        event = happening.event
        if isinstance(event, ev.Moved):
            row = self._rows.get(event.piece)
            if row is not None:
                row["moves"] += 1
                row["hexes"] += max(len(event.path) - 1, 0)
        elif isinstance(event, ev.Placed | ev.StepsSet | ev.Removed):
            change = change or step_change(happening, self._names)
            if change is not None:
                _changed(self._rows, event.piece, change)

    def rows(self, state: State) -> list[Row]:
        """The rows of `units`, by number of the piece, where `state` is the last position."""
        for piece, row in self._rows.items():
            place = state.at.get(piece)
            if place is not None:
                row |= {"place": self._names.place(place), "steps": state.steps.get(piece, 0)}
        return [row for _, row in sorted(self._rows.items())]


def _changed(rows: dict[int, Row], piece: int, change: Row) -> None:
    """Note a change of steps in the row of its piece, which may be the first that is heard of it."""
    row = rows.get(piece)
    if row is None:
        row = rows[piece] = {
            **{key: change[key] for key in ("piece", "unit", "side", "seq", "turn")},
            "arrived": change["address"] if change["kind"] == ARRIVAL else None,
            **{"place": None, "steps": 0, "moves": 0, "hexes": 0, "steps_lost": 0, "gone": None, "cause": None},
        }
    if change["kind"] == LOSS:
        row["steps_lost"] -= change["steps"]
    if change["gone"]:
        row |= {"gone": change["address"], "cause": change["cause"]}
    elif change["kind"] == ARRIVAL:
        row |= {"gone": None, "cause": None}
