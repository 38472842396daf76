"""Random event chits (PB 1.41, 2.84): the secret number, and when the chit is shown.

A chit's points count in any case, its effect only when it is shown in time: the bot shows its own as soon as it may. It
finds its secret number again by its chance (`Chance.kept`), without a look into the seal.
"""

from __future__ import annotations

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.june_6.advisor.survey import Survey
from hexledger.engine.games.june_6.questions.chits import NUMBER, drawn
from hexledger.engine.games.june_6.rules.chits import ChitMoment, KeepChit, SealNumber, SecretNumber, ShowChit, due
from hexledger.engine.kernel.decisions import Decision


def secret(side: int, chance: Chance) -> int:
    """The number that the bot sealed, or will."""
    return chance.kept(f"chit {side}", NUMBER) + 1


def number(step: SealNumber, chance: Chance) -> Decision:
    """The bot's half of the draw."""
    return SecretNumber(secret(step.side, chance))


def show(survey: Survey, step: ChitMoment, chance: Chance) -> Decision:
    """The chit that it holds, when its time has come. Where somebody else sealed the number it is an honest guess, and
    a wrong one costs nothing but the effect (R-88)."""
    mine = drawn(survey.pos, step.side, secret(step.side, chance))
    return ShowChit(mine) if mine in due(survey.pos, step.side, step.moment) else KeepChit()
