"""The dice of a frame that is decided otherwise, or not again: what fell follows from the evidence, whatever the rules.

A rule that was mended since may have asked for other dice, or made something else of them; rules that are not at hand
say nothing. They have no part in what a die shows that was thrown: that hangs on the key, on how many were thrown
before it in the frame, on what it was thrown for and on its faces, all of which stand in the frame.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.dice.entered import read_entered
from hexledger.engine.dice.rolling import Asked, DiceWanted, Roller
from hexledger.engine.errors import EngineError
from hexledger.events.frame import RULING, Frame
from hexledger.events.model import DICE_MODES, ENTERED, Drawn, Pooled, Rolled
from hexledger.projections.fold import apply
from hexledger.projections.state import State
from hexledger.replays.audit.contradiction import Contradiction

if TYPE_CHECKING:
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.game import Game

_FROM_ZERO: Final = 10
"""Faces of the die that shows 0 as a rule; others begin with 1."""
_CUBE: Final = 6
"""Faces of the die on which a game may print something of its own; greater ones count on from their lowest value."""
_MOST_WORK: Final = 1 << 20
"""Draws of a frame times kinds of tokens in the cups. No game comes near a hundredth of it."""


class Faces:
    """What dice showed, where the game that says what is printed on them is not at hand.

    They show 0 to 9 or 1 to 6, always the same for one purpose. On a cube a game may have printed something else, in
    order and without a gap: 1, 1, 1, 2, 2, 3.
    """

    def __init__(self) -> None:
        self._shown: dict[tuple[int, int], dict[int, int]] = {}
        """(purpose, faces) -> number of a face -> what it shows."""
        self.unusual: dict[tuple[int, int], int] = {}
        """(purpose, faces) of a die that counts otherwise than from 0 to 9 or from 1 -> the first frame."""

    def take(self, seq: int, event: Rolled, number: int) -> bool:
        """Whether the face with this number, counted from 0, can show the value, beside what the die showed before."""
        kind = event.purpose, event.faces
        if event.value != number + (event.faces != _FROM_ZERO):
            self.unusual.setdefault(kind, seq)
        shown = self._shown.setdefault(kind, {})
        if event.faces > _CUBE:
            low = event.value - number
            return low in (0, 1) and shown.setdefault(0, low) == low
        if shown.setdefault(number, event.value) != event.value or not 0 <= event.value <= number + 1:
            return False
        below = max((face for face in shown if face < number), default=None)
        above = min((face for face in shown if face > number), default=None)
        if below is not None and not 0 <= event.value - shown[below] <= number - below:
            return False
        return above is None or 0 <= shown[above] - event.value <= above - number

    def note(self) -> str:
        """The dice about which only the game can say whether their faces are these; empty when there are none."""
        if not self.unusual:
            return ""
        named = ", ".join(f"{faces} faces, #{seq}" for (_, faces), seq in sorted(self.unusual.items())[:_SHOWN])
        more = f" and {len(self.unusual) - _SHOWN} more" if len(self.unusual) > _SHOWN else ""
        why = "only the edition says whether they are printed so"
        return f"dice that show neither 0 to 9 nor 1 to 6: {why}: {named}{more}"


_SHOWN: Final = 12
"""Dice that are named; the others are counted."""


def rolls_in(frame: Frame) -> bool:
    """Whether there is a die or a draw in a frame."""
    return any(isinstance(event, Rolled | Drawn) for event in frame.events)


def thrown_otherwise(
    frame: Frame, before: State | None, roller: Roller, faces: Game[Any] | Faces, made: Draft | None = None
) -> Contradiction | None:
    """The first die or draw of a frame that shows what its evidence does not give, None when there is none.

    before  the position that the frame continues; it is not changed
    roller  the dice of the frame, fresh
    faces   the game, which says what its dice show, or what they have shown so far in a log whose game is not at hand
    made    what the rules at hand make of the decision, where they can carry it out
    """
    now = [event for event in made.events if isinstance(event, Rolled | Drawn)] if made is not None else []
    cups = State()
    cups.pools = before.pools.copy() if before is not None else {}
    count = work = 0
    for at, event in enumerate(frame.events):
        if isinstance(event, Pooled):
            apply(cups, event)
        if not isinstance(event, Rolled | Drawn):
            continue
        work += len(cups.pools) if isinstance(event, Drawn) else 0
        if work > _MOST_WORK:
            return Contradiction(frame.seq, at, "dice", "more draws than any decision makes", "a frame that can be")
        if event.mode != roller.mode:
            found, expected = (DICE_MODES.get(mode, f"mode {mode}") for mode in (event.mode, roller.mode))
            return Contradiction(frame.seq, at, "dice evidence", f"{found} dice", f"{expected} dice")
        try:
            number = _number(frame, count, event, cups, roller)
            fits = number is not None and _shows(frame, event, number, faces, now[count] if count < len(now) else None)
        except DiceWanted as wanted:
            return Contradiction(frame.seq, at, "dice evidence", wanted.why, "evidence of every roll")
        except (EngineError, ValueError, OverflowError) as error:
            return Contradiction(frame.seq, at, "dice", str(error), "a roll that can be")
        if not fits:
            what, shown = ("value", event.value) if isinstance(event, Rolled) else ("token", event.token)
            name = f"{type(event).__name__}.{what}"
            return Contradiction(frame.seq, at, name, str(shown), "what its evidence gives, by any rules")
        count += 1
    return None


def _number(frame: Frame, count: int, event: Rolled | Drawn, cups: State, roller: Roller) -> int | None:
    """What the next throw of the roller gives for a die, counted from 0; for a draw and what was entered its own value,
    where that is what fell. None where it is not."""
    own = event.value if isinstance(event, Rolled) else event.token
    if event.mode == ENTERED:
        pair = read_entered(frame.evidence[count]) if count < len(frame.evidence) else None
        return own if pair is not None and pair[1] == own else None
    if isinstance(event, Rolled):
        return roller.number(event.purpose, event.faces, Asked(event.purpose, event.faces, subject=event.subject))
    tokens = cups.pool(event.pool)
    total = sum(tokens.values())
    if total < 1 or event.of != total:
        return None
    number = roller.number(event.pool, total, Asked(event.pool, total, tokens=tuple(tokens.items())))
    below = accumulate(tokens.values())
    drawn = next(token for token, last in zip(tokens, below, strict=True) if number < last)
    return own if own == drawn else None


def _shows(
    frame: Frame, event: Rolled | Drawn, number: int, faces: Game[Any] | Faces, same: Rolled | Drawn | None
) -> bool:
    """Whether a die can show its value for what was thrown. `same`: what the rules at hand throw in its place."""
    if not isinstance(event, Rolled) or event.mode == ENTERED:
        return True
    if frame.kind == RULING:
        # a ruling says itself from where its die counts, which stands nowhere else
        return event.value >= number
    if isinstance(faces, Faces):
        return faces.take(frame.seq, event, number)
    thrown = event.purpose, event.faces, event.subject
    if isinstance(same, Rolled) and (same.purpose, same.faces, same.subject) == thrown:
        return event.value == same.value
    printed = faces.printed_dice.get(faces.word_key(event.purpose), ())
    if len(printed) == event.faces:
        return event.value == printed[number]
    return event.value - number in (0, 1)
