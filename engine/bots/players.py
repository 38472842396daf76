"""The bots by name: `random` picks any legal decision, `greedy` what its game's advisor likes best,
`search` what its advisor likes best under the plan that playouts like best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot
from hexledger.engine.bots.search import SearchBot, greedy_bot
from hexledger.engine.errors import EngineFault, UnknownName
from hexledger.engine.kernel.deciding import Listing
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State


def random_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """Any listed decision. Kinds are drawn first, then a decision of that kind, so that long lists of moves do not
    drown the rest; only that kind is listed in full."""
    listing = Listing(game, state)
    kinds = listing.kinds()
    if not kinds:
        raise EngineFault(f"nothing is legal at {game.word(prompt.word)!r}")
    return chance.pick(listing.of(chance.pick(kinds)))


BOTS: dict[str, Callable[[], Bot]] = {
    "random": lambda: random_bot,
    "greedy": lambda: greedy_bot,
    "search": SearchBot,
}
"""Name -> what makes such a bot: one that remembers something is made anew for each who plays."""


def bot(name: str) -> Bot:
    """A bot by name, with or without the prefix `bot:`."""
    key = name.removeprefix("bot:")
    if key not in BOTS:
        raise UnknownName("bot", name, there=BOTS)
    return BOTS[key]()
