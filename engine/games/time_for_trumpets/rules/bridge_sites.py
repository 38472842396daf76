"""Chapter 21: where engineers work at a bridge: who they are, and how the work ends."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import words as w

BRIDGING: Final = w.FLAG["bridging"]
WORK: Final = w.MARKER["bridge_work"]
HALT: Final = w.MARKER["halt"]
DISMANTLING: Final = w.MARKER["dismantling"]
BY: Final = w.MARKER["work_by"]
KIND: Final = {number: name for name, number in w.BRIDGE.items()}


def builders(pos: TrumpetsPosition, here: int, across: int) -> tuple[int, ...]:
    """Engineers at work on a bridge from a hex, ascending."""
    return tuple(piece for piece in sorted(pos.units(here)) if pos.flag(piece, BRIDGING) == across + 1)


def clear_site(act: Act, here: int, across: int, rule: str, *, counter_back: bool) -> None:
    """All markers of work leave a hexside."""
    for kind in KIND.values():
        token = act.pos.state.marker(here, across, w.MARKER[f"work_{kind}"])
        if token:
            act.marker(here, across, w.MARKER[f"work_{kind}"], 0, rule)
            if counter_back and kind != "bailey":
                act.pool("pool.bridges", token - 1, 1, "21.7")
    for marker in (WORK, HALT, DISMANTLING, BY):
        if act.pos.state.marker(here, across, marker):
            act.marker(here, across, marker, 0, rule)


def free(act: Act, here: int, across: int, rule: str) -> None:
    """The engineers have finished."""
    for piece in builders(act.pos, here, across):
        act.flag(piece, BRIDGING, 0, rule)


def drop(act: Act, a: int, b: int, rule: str) -> None:
    """A bridge that was being taken down is no more: its engineers are free, and nothing comes back."""
    if act.pos.state.marker(a, b, DISMANTLING):
        free(act, a, b, rule)
        free(act, b, a, rule)
        clear_site(act, a, b, rule, counter_back=False)
