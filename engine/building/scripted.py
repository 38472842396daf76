"""Dice that have been fixed beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.engine.errors import EngineError

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game


class NotScripted(EngineError, AssertionError):
    """A roll or draw that the script does not hold, or a value that the die (the cup) does not have."""


class ScriptedRoller:
    """Dice and draws of a script; with a seed, practice dice take over when it is used up.

    coming  values of dice as rolled (1-6 for a d6, 0-9 for a d10), used up from the front
    drawn   keys of the tokens that come out of cups (`am.12ss`), likewise
    rolls   purposes of all rolls and draws so far; the roller adds its own
    """

    mode = 1

    def __init__(self, game: Game[Any], coming: list[int], drawn: list[str], seed: str, rolls: list[int]) -> None:
        self.game, self.coming, self.drawn, self.rolls = game, coming, drawn, rolls
        self.evidence: list[str] = []
        self.spare = PracticeRoller(seed.encode().ljust(32, b"."), "test", len(rolls)) if seed else None

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The next number, counted from 0."""
        self.rolls.append(purpose)
        key = self.game.words.key(purpose)
        if asked is not None and asked.tokens:
            if self.drawn:
                return self._token(asked, self.drawn.pop(0), key)
        elif self.coming:
            return self._value(below, self.coming.pop(0), key, asked)
        if self.spare is not None:
            return self.spare.number(purpose, below)
        raise NotScripted(
            f"a roll that the script does not expect: {key}; put its value into `dice` or `draws`, or give a `seed`"
        )

    def _token(self, asked: Asked, wanted: str, key: str) -> int:
        token, at = self.game.words[wanted], 0
        for other, count in asked.tokens:
            if other == token:
                return at
            at += count
        raise NotScripted(f"{wanted} is not in {key}")

    def _value(self, below: int, value: int, key: str, asked: Asked | None) -> int:
        number = value - (asked.low if asked is not None else self.game.lowest_face(below))
        if not 0 <= number < below:
            raise NotScripted(f"{key}: {value} is no value of a die with {below} faces")
        return number
