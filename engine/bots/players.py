"""The bots by name: `random` picks any legal decision, `greedy` what its game's advisor likes best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexledger.engine.bots.chance import Chance
from hexledger.engine.errors import EngineFault, UnknownName
from hexledger.engine.kernel.deciding import Listing
from hexledger.engine.kernel.decisions import Decision, GoOn
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State

Bot = Callable[[Game[Any], State, Prompt, Chance], Decision]
"""A bot: picks a legal decision for the side that is asked."""


def random_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """Any listed decision. Kinds are drawn first, then a decision of that kind, so that long lists of moves do not
    drown the rest; only that kind is listed in full."""
    listing = Listing(game, state)
    kinds = listing.kinds()
    if not kinds:
        raise EngineFault(f"nothing is legal at {game.word(prompt.word)!r}")
    return chance.pick(listing.of(chance.pick(kinds)))


def greedy_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """What the game's own advisor values most; ties are broken by chance. A set-up that waits for its dice goes on."""
    if prompt.kinds == (GoOn.kind(),):
        return GoOn()
    return game.advise(state, prompt, chance)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}


def bot(name: str) -> Bot:
    """A bot by name, with or without the prefix `bot:`."""
    key = name.removeprefix("bot:")
    if key not in BOTS:
        raise UnknownName("bot", name, tuple(BOTS))
    return BOTS[key]
