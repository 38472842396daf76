"""What a dice record says, in words and as data: changes of mode, confirmations, links, secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexledger.events import model as ev
from hexledger.events.dice_records import (
    DecisionFixed,
    DecisionReleased,
    DiceAgreed,
    DiceChange,
    DiceChanged,
    Fix,
    LinkRevealed,
    Refusal,
    RevealRefused,
    RollsConfirmed,
    decode_record,
)
from hexledger.events.frame import Frame
from hexledger.projections.address import address
from hexledger.projections.names import side_name
from hexledger.projections.phrases import Phrases, phrases

if TYPE_CHECKING:
    from hexledger.projections.names import Names


def dice_note(frame: Frame, names: Names, table: Phrases | None = None) -> tuple[str, dict[str, Any]]:
    """(sentence, data) of a frame of kind DICE. The data hold `what` and, where there are any, `mode frames side reason
    consent`; secrets and links are left to the file."""
    table = table or phrases()
    record = decode_record(frame.decision, frame.seq)
    by = side_name(names, frame.actor) if frame.actor else table.say("record.referee", {})
    fields: dict[str, object] = {"by": by}
    data: dict[str, Any] = {"what": type(record).__name__}
    key = ""
    match record:
        case DiceChanged() | DiceChange():
            key, data["mode"] = "changed", ev.DICE_MODES.get(record.mode, f"?{record.mode}")
        case RollsConfirmed():
            key, data["frames"] = "confirmed", [address(seq) for seq in record.frames]
        case DecisionFixed() | Fix():
            key = "fixed"
        case LinkRevealed():
            key = "link"
        case RevealRefused():
            key = "refused"
            data |= {"side": names.side(record.side), "reason": record.reason, "rule": record.refusal}
        case Refusal():
            key = "declined"
            data |= {"side": names.side(record.side), "reason": record.reason}
        case DecisionReleased():
            key, data["reason"] = "released", record.reason
        case DiceAgreed():
            key, data["proposal"] = "agreed", address(record.proposal)
        case _:
            key = "opened"
    if isinstance(record, DiceChanged | DiceChange | DecisionReleased):
        data["consent"] = [names.side(side) for side in record.consent]
    fields |= {name: ", ".join(value) if isinstance(value, list) else value for name, value in data.items()}
    if isinstance(record, RevealRefused | Refusal):
        fields["side"] = side_name(names, record.side)
    return table.say(f"record.dice.{key}", fields), data
