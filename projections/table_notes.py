"""What a seat, an end or a study says, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hexledger.events.frame import ADJUDICATION, END, SEAT, End, Frame, Seat
from hexledger.projections.names import side_name
from hexledger.projections.phrases import Phrases, phrases

if TYPE_CHECKING:
    from hexledger.projections.names import Names


def table_note(frame: Frame, names: Names, table: Phrases | None = None) -> tuple[str, dict[str, Any]]:
    """(sentence, data) of a frame of kind SEAT, END or STUDY. The data hold `what` and, where there are any, `side name
    winner level reason consent`."""
    table = table or phrases()
    referee = table.say("record.referee", {})
    by = side_name(names, frame.actor) if frame.actor else referee
    if frame.kind == SEAT:
        seat = msgspec.msgpack.decode(frame.decision, type=Seat)
        side = names.side(seat.side) if seat.side else referee
        data = {"what": "seat", "side": side, "name": seat.name, "key": seat.key, "reason": seat.reason}
        key = "record.seat" if seat.side else "record.seat.referee"
        told = {"name": seat.name, "side": side_name(names, seat.side) if seat.side else referee, "by": by}
        return table.say(key, told), data | _agreed(seat.consent, names, table)
    if frame.kind != END:
        return table.say("record.study", {}), {"what": "study"}
    end = msgspec.msgpack.decode(frame.decision, type=End)
    winner = names.side(end.winner) if end.winner else ""
    said: dict[str, Any] = {"what": end.what, "winner": winner or None, "level": end.level, "reason": end.reason}
    won = side_name(names, end.winner) if end.winner else ""
    result = " ".join(part for part in (won, end.level) if part) or table.say("record.end.level", {})
    fields = {"by": by, "winner": won, "result": result}
    key = "record.end.adjudication" if end.what == ADJUDICATION else f"record.end.{end.what}"
    return table.say(key, fields), said | _agreed(end.consent, names, table)


def _agreed(consent: tuple[int, ...], names: Names, table: Phrases) -> dict[str, Any]:
    return {"consent": [names.side(side) if side else table.say("record.referee", {}) for side in consent]}
