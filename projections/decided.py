"""What was decided in a frame that changes the position, as one sentence: the set-up, a decision, or a ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from hexledger.events.frame import GENESIS, RULING, Frame
from hexledger.projections.address import address
from hexledger.projections.lines import ruling_of
from hexledger.projections.names import side_name
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.projections.names import Names

DecideText: TypeAlias = Callable[[msgspec.Raw, State], str]
"""Says a decision in words, given the position it was made in; the game knows how."""


def decided(frame: Frame, names: Names, decide_text: DecideText, before: State, table: Phrases | None = None) -> str:
    """The sentence; `before` is the position that the frame was made in."""
    said = table or phrases()
    if frame.kind == GENESIS:
        return said.say("record.setup", {})
    if frame.kind != RULING:
        return decide_text(frame.decision, before)
    ruling = ruling_of(frame)
    fields: dict[str, object] = {
        "by": side_or_referee(frame.actor, names, said),
        "reason": ruling.reason,
        "about": address(ruling.about),
        "source": ruling.source,
        "side": side_or_referee(ruling.side, names, said),
    }
    if ruling.side:
        fields["decision"] = decide_text(ruling.decision, before)
    # a log may say anything: what is no scope of ours is told as what it says it is
    fields = {"decision": "?", "scope": ruling.scope} | fields
    text = said.say(said.first((f"record.ruling.{ruling.scope}", "record.ruling.unknown")), fields)
    return said.say("record.about", {"text": text, "about": fields["about"]}) if ruling.about >= 0 else text


def side_or_referee(side: int, names: Names, table: Phrases) -> str:
    """Name of a side in a sentence; for 0 the referee."""
    return side_name(names, side) if side else table.say("record.referee", {})
