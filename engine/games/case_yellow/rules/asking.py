"""What all prompts of the game share: how one is put together, and the decision to pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.procedures.losses import LoseOne

if TYPE_CHECKING:
    from hexledger.engine.games.case_yellow.questions.position import YellowPosition


class Pass(Decision, frozen=True, array_like=True, tag=16):
    """`pass`: nothing (more) of what is asked for."""


class LoseStep(LoseOne, frozen=True, array_like=True, tag=21):
    """`lose_step be_iii`: the unit that takes a loss."""


def asked(
    pos: YellowPosition,
    side: int,
    about: tuple[str, str],
    kinds: Iterable[type[Decision]],
    pieces: Sequence[int] = (),
    places: Sequence[int] = (),
    complete: bool = True,
) -> Prompt:
    """A prompt: `about` is the key of its word and the number of the rule that asks."""
    word, rule = about
    names = tuple(kind.kind() for kind in kinds)
    return Prompt(side, pos.game.words[word], pos.game.rules[rule], names, tuple(pieces), tuple(places), complete)


DECISIONS: Final = (Pass, LoseStep)
STEPS: Final = ()
