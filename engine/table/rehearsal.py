"""A rehearsal: random play from a position, on scratch dice, to see whether the rules can live with it.

A referee may correct a position into one that no play leads to. Before it is written, a few short random games are
played from it; where the rules break down, it is refused. Nothing of it is kept, and its dice are nobody's.
"""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import Asked, derive
from hexledger.engine.errors import IllegalDecision, RuleNotImplemented
from hexledger.engine.kernel.deciding import check, choices, decide, offer
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.seals import commitment, reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.digest import digest
from hexledger.projections.state import State

GAMES: Final = 3
LENGTH: Final = 12
SALT: Final = "rehearsal"
_KEY: Final = b"hexledger rehearsal".ljust(32, b"\0")


class _ScratchDice:
    """Dice that never leave the rehearsal."""

    mode = 1

    def __init__(self, game: int, seq: int) -> None:
        self.evidence: list[str] = []
        self._at = (game, seq)
        self._index = 0

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """A value that only this rehearsal sees."""
        self._index += 1
        return derive(_KEY, f"rehearsal {self._at[0]}", self._at[1], self._index, purpose, below)


def breakdown(game: Game[Any], state: State) -> str:
    """How the rules break down within a few decisions from a position; empty when they do not."""
    for number in range(GAMES):
        try:
            _play(game, state, number)
        except (IllegalDecision, RuleNotImplemented):
            continue
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def _play(game: Game[Any], state: State, number: int) -> None:
    for seq in range(LENGTH):
        prompt = offer(game, state)
        if prompt is None:
            return
        decision = _picked(game, state, prompt, Chance("rehearsal", str(number), seq))
        if decision is None:
            return
        state = decide(game, state, digest(state), prompt.side, decision, _ScratchDice(number, seq)).state


def _opens(game: Game[Any], state: State, shown: Decision) -> bool:
    """Is this the seal that is asked for? A side may have several."""
    try:
        check(game, state, shown)
    except IllegalDecision:
        return False
    return True


def _picked(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision | None:
    """A random decision; None at a seal that the real game holds and the rehearsal cannot open."""
    if wants_reveal(prompt.kinds):
        sealed = [value for key, value in state.seals.items() if key >> 16 == prompt.side]
        shown = (reveal(c, SALT) for c in choices(game, state) if commitment(c, SALT) in sealed)
        return next((one for one in shown if _opens(game, state, one)), None)
    decision = random_bot(game, state, prompt, chance)
    return seal(decision, SALT) if wants_seal(prompt.kinds) else decision
