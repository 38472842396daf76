"""Supply: how each unit stands (in supply, cut off, isolated ...) and the line that was traced to prove it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def supply(frames: Iterable[Frame], names: Names) -> list[Row]:
    """The last verdict on every piece in play after the last of a line's frames, by side and piece; one for each
    respect in which the piece was judged.

    `piece unit side place subject status standing path judged turn rule stale`: `subject` is the key of the word that
    says in which respect (empty: the only one), `status` is a word's key (None: never judged),
    `standing` its text, `path` the labels of the traced line, `judged` the address of the verdict. `stale` is True
    where the unit has moved since.
    """
    verdicts: dict[int, dict[int, tuple[ev.Judged, str, int, int]]] = {}
    """Piece -> subject -> verdict, its address, the turn, where the piece stood."""
    state = State()
    for passage in passages(frames):
        for happening in passage.happenings():
            event = happening.event
            if isinstance(event, ev.Judged):
                at = happening.state.at.get(event.piece, OFF_MAP)
                subject = event.subject if isinstance(event, ev.JudgedFor) else 0
                verdicts.setdefault(event.piece, {})[subject] = (event, happening.address, happening.state.turn, at)
            elif isinstance(event, ev.Removed):
                verdicts.pop(event.piece, None)
        state = passage.state
    rows: list[Row] = []
    for piece in sorted(state.at, key=lambda piece: (names.piece_side(piece), piece)):
        unit: Row = {
            "piece": names.piece(piece),
            "unit": names.piece_name(piece),
            "side": names.side(names.piece_side(piece)),
            "place": names.place(state.at[piece]),
        }
        if piece not in verdicts:
            rows.append({**unit, **_NEVER_JUDGED})
        for subject, (verdict, where, turn, stood) in sorted(verdicts.get(piece, {}).items()):
            rows.append(
                unit
                | {
                    "subject": names.word_key(subject),
                    "status": names.word_key(verdict.status),
                    "standing": names.word(verdict.status),
                    "path": [names.place(place) for place in verdict.path],
                    "judged": where,
                    "turn": turn,
                    "rule": names.rule(verdict.rule),
                    "stale": stood != state.at[piece],
                }
            )
    return rows


_NEVER_JUDGED: Final[Mapping[str, Any]] = {
    "subject": "",
    "status": None,
    "standing": "",
    "path": [],
    "judged": None,
    "turn": None,
    "rule": "",
    "stale": False,
}
