"""Which of many choices are asked for: a kind of decision, words that stand in them, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.errors import UnknownName
from hexledger.engine.naming.typed import said_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt


class Narrowing(NamedTuple):
    """A kind ("" for any), and words that each begin somewhere in the line of a choice, in whatever case."""

    kind: str = ""
    words: tuple[str, ...] = ()

    def fits(self, game: Game[Any], decision: Decision) -> bool:
        """Is this one of the choices that are asked for?"""
        if self.kind and decision.kind() != self.kind:
            return False
        if not self.words:
            return True
        return said_in(game, decision, self.words)


EVERY: Final = Narrowing()
"""Every choice."""


def narrowing(prompt: Prompt, words: Sequence[str]) -> Narrowing:
    """What `move inns`, `strategic move`, `inns E2238` ask for; the beginning of a kind is enough if one has it."""
    for most in range(len(words), 0, -1):
        begun = "_".join(words[:most]).lower()
        kinds = [begun] if begun in prompt.kinds else [kind for kind in prompt.kinds if kind.startswith(begun)]
        if len(kinds) == 1:
            return Narrowing(kinds[0], tuple(word.casefold() for word in words[most:]))
    return Narrowing("", tuple(word.casefold() for word in words))


def none_fits(prompt: Prompt, words: Sequence[str]) -> UnknownName:
    """What is said where no choice is as asked."""
    return UnknownName("kind of decision or choice", " ".join(words), there=prompt.kinds)
