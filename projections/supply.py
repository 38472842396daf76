"""Supply: how each unit stands (in supply, cut off, isolated ...) and the line that was traced to prove it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def supply(frames: Iterable[Frame], names: Names) -> list[Row]:
    """The last verdict on every piece in play after the last of a line's frames, by side and piece.

    `piece unit side place status standing path judged turn rule stale`: `status` is a word's key (None: never judged),
    `standing` its text, `path` the labels of the traced line, `judged` the address of the verdict. `stale` is True
    where the unit has moved since.
    """
    verdicts: dict[int, tuple[ev.Judged, str, int, int]] = {}
    state = State()
    for passage in passages(frames):
        for happening in passage.happenings():
            event = happening.event
            if isinstance(event, ev.Judged):
                at = happening.state.at.get(event.piece, OFF_MAP)
                verdicts[event.piece] = (event, happening.address, happening.state.turn, at)
            elif isinstance(event, ev.Removed):
                verdicts.pop(event.piece, None)
        state = passage.state
    rows: list[Row] = []
    for piece in sorted(state.at, key=lambda piece: (names.piece_side(piece), piece)):
        row: Row = {
            "piece": names.piece(piece),
            "unit": names.piece_name(piece),
            "side": names.side(names.piece_side(piece)),
            "place": names.place(state.at[piece]),
            "status": None,
            "standing": "",
            "path": [],
            "judged": None,
            "turn": None,
            "rule": "",
            "stale": False,
        }
        if piece in verdicts:
            verdict, where, turn, stood = verdicts[piece]
            row |= {
                "status": names.word_key(verdict.status),
                "standing": names.word(verdict.status),
                "path": [names.place(place) for place in verdict.path],
                "judged": where,
                "turn": turn,
                "rule": names.rule(verdict.rule),
                "stale": stood != state.at[piece],
            }
        rows.append(row)
    return rows
