"""Step losses, elimination, and green units that are tested (3.2, 3.10, 3.12)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules import aftermath
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.procedures.exchange import exchange


def lose_step(act: Act, piece: int, rule: str) -> None:
    """3.2: full, reduced, cadre, eliminated; a Fuehrer division has one step."""
    left = act.pos.steps(piece) - 1
    if left:
        act.steps(piece, left, rule)
    else:
        eliminate(act, piece, rule)


def eliminate(act: Act, piece: int, rule: str) -> None:
    """3.2: the unit goes to its owner's Eliminated Units box."""
    to_box(act, piece, act.pos.game.ground.eliminated[act.pos.side(piece)], "reason.eliminated", rule)


def to_box(act: Act, piece: int, box: int, reason: str, rule: str) -> None:
    """3.10, R-5: a unit without steps goes to a box; an untested one leaves the game and its regular counter goes."""
    pos = act.pos
    never = bool(pos.flag(piece, w.DROPPED)) and pos.var("airborne") == w.word("operation.market_garden")
    regular = pos.game.roster.becomes.get(piece, piece)
    act.remove(piece, reason, rule)
    act.place(regular, box, 0, "3.10" if regular != piece else rule)
    if never:
        act.flag(piece, w.NEVER, 1, "R-5")
    aftermath.settle(act)


def tested(act: Act, piece: int) -> int:
    """3.10: an untested unit becomes regular and keeps its steps and its marker; the counter that stands there now."""
    regular = act.pos.game.roster.becomes.get(piece, piece)
    if regular != piece:
        kept = [key & 0xFFFF for key in sorted(act.state.flags) if key >> 16 == piece]
        exchange(act, (piece,), (regular,), "3.10", steps=(act.pos.steps(piece),), keep=kept, reason="reason.green")
        act.note("note.conversion", (regular,), "3.10")
    return regular


DECISIONS: Final = ()
STEPS: Final = ()
