"""Control: whose the hexes are, and how that came about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.state import State
from hexledger.projections.walk import walk

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def hexes_by_side(state: State, names: Names) -> dict[str, list[str]]:
    """Name of a side -> labels of the places it controls, in the order of the board; sides in their order."""
    out: dict[int, list[str]] = {}
    for place in sorted(state.control):
        out.setdefault(state.control[place], []).append(names.place(place))
    return {names.side(side): out[side] for side in sorted(out) if side}


def control_changes(frames: Iterable[Frame], names: Names, since: int = 0) -> list[Row]:
    """Every place that changed hands in the decisions after frame `since` (0: after the set-up), in order.

    `address seq turn place from to rule`; an event that leaves a place with the side it had is no change.
    """
    rows: list[Row] = []
    for happening in walk(frames):
        event, state = happening.event, happening.state
        if not isinstance(event, ev.Controlled) or happening.frame.seq <= since:
            continue
        before = state.control.get(event.place, 0)
        if before != event.side:
            rows.append(
                {
                    "address": happening.address,
                    "seq": happening.frame.seq,
                    "turn": state.turn,
                    "place": names.place(event.place),
                    "from": names.side(before),
                    "to": names.side(event.side),
                    "rule": names.rule(event.rule),
                }
            )
    return rows
