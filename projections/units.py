"""Units: what became of every piece of a line, from its arrival to where it stands now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.losses import ARRIVAL, LOSS, STEPS, step_change
from hexledger.projections.state import State
from hexledger.projections.walk import Kinds, passages

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
    line = list(frames)
    rows: dict[str, Row] = {}
    state = State()
    for passage in passages(line):
        for happening in passage.happenings(TOLD):
            event = happening.event
            if isinstance(event, ev.Moved):
                row = rows.get(names.piece(event.piece))
                if row is not None:
                    row["moves"] += 1
                    row["hexes"] += max(len(event.path) - 1, 0)
            elif (change := step_change(happening, names)) is not None:
                _changed(rows, change)
        state = passage.state
    for piece, place in state.at.items():
        if (row := rows.get(names.piece(piece))) is not None:
            row |= {"place": names.place(place), "steps": state.steps.get(piece, 0)}
    order = {names.piece(piece): piece for piece in _pieces(line)}
    return sorted(rows.values(), key=lambda row: order[row["piece"]])


def _changed(rows: dict[str, Row], change: Row) -> None:
    """Note a change of steps in the row of its piece, which may be the first that is heard of it."""
    row = rows.get(change["piece"])
    if row is None:
        row = rows[change["piece"]] = {
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


def _pieces(frames: Iterable[Frame]) -> list[int]:
    """Every piece that was ever placed, by number."""
    placed = (event.piece for frame in frames for event in frame.events if isinstance(event, ev.Placed))
    return sorted(set(placed))
