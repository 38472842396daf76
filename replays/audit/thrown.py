"""The dice of a frame that the rules at hand decide otherwise: what fell follows from the evidence, whatever they say.

A rule that was mended since may have asked for other dice, or made something else of them. It has no part in what a die
shows that was thrown: that hangs on the key, on how many were thrown before it in the frame, on what it was thrown for
and on its faces, all of which stand in the frame.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from hexledger.engine.dice.entered import read_entered
from hexledger.engine.dice.rolling import Asked, DiceWanted, Roller
from hexledger.engine.errors import EngineError
from hexledger.events.frame import Frame
from hexledger.events.model import ENTERED, Drawn, Rolled
from hexledger.projections.fold import APPLY
from hexledger.projections.state import State
from hexledger.replays.audit.contradiction import Contradiction

if TYPE_CHECKING:
    from hexledger.engine.kernel.deciding import Draft

_LOWEST: Final = (0, 1)
"""What the lowest face of a die may show, where the rules at hand throw no such die there to tell."""


def thrown_otherwise(frame: Frame, before: State | None, roller: Roller, made: Draft | None) -> Contradiction | None:
    """The first die or draw of a frame that shows what its evidence does not give, None when there is none.

    before  the position that the frame continues; it is not changed
    roller  the dice of the frame, fresh
    made    what the rules at hand make of the decision, where they can carry it out
    """
    state = State() if before is None else before.copy()
    now = [event for event in made.events if isinstance(event, Rolled | Drawn)] if made is not None else []
    count = 0
    for at, event in enumerate(frame.events):
        if isinstance(event, Rolled | Drawn):
            same = now[count] if count < len(now) else None
            try:
                fits = _entered(frame, count, event) if event.mode == ENTERED else _fits(event, same, state, roller)
            except DiceWanted as wanted:
                return Contradiction(frame.seq, at, "dice evidence", wanted.why, "evidence of every roll")
            except (EngineError, ValueError) as error:
                return Contradiction(frame.seq, at, "dice", str(error), "a roll that can be")
            if not fits:
                what, found = ("value", event.value) if isinstance(event, Rolled) else ("token", event.token)
                name = f"{type(event).__name__}.{what}"
                return Contradiction(frame.seq, at, name, str(found), "what its evidence gives, by any rules")
            count += 1
        APPLY[type(event)](state, event)
    return None


def _entered(frame: Frame, count: int, event: Rolled | Drawn) -> bool:
    """Whether an entered die or draw is the one that the evidence names."""
    pair = read_entered(frame.evidence[count]) if count < len(frame.evidence) else None
    return pair is not None and pair[1] == (event.value if isinstance(event, Rolled) else event.token)


def _fits(event: Rolled | Drawn, same: Rolled | Drawn | None, state: State, roller: Roller) -> bool:
    """Whether a die or draw shows what the next throw of the roller gives. `same`: the one that the rules at hand make
    in its place."""
    if isinstance(event, Drawn):
        tokens = state.pool(event.pool)
        total = sum(tokens.values())
        if total < 1 or event.of != total:
            return False
        number = roller.number(event.pool, total, Asked(event.pool, total, tokens=tuple(tokens.items())))
        below = accumulate(tokens.values())
        return event.token == next(token for token, last in zip(tokens, below, strict=True) if number < last)
    number = roller.number(event.purpose, event.faces, Asked(event.purpose, event.faces, subject=event.subject))
    if isinstance(same, Rolled) and (same.purpose, same.faces, same.subject) == (
        event.purpose,
        event.faces,
        event.subject,
    ):
        return event.value == same.value
    return event.value - number in _LOWEST
