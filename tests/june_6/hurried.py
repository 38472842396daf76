"""A random player in a hurry, for many whole games: it looks at some of the legal decisions, not at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttack
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State

LOOKS = 60
"""Decisions that it looks at before it takes one."""


def hurried_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """A legal decision of a kind that is drawn first; kinds without fields (`end_movement`) are tried without a look at
    the list, half of the time."""
    kind = chance.pick(list(prompt.kinds))
    plain = _plain(game, kind) if chance.pick([True, False]) else None
    if plain is not None and _legal(game, state, plain):
        return plain
    seen = list(islice(_from_somewhere(kernel.choices(game, state), chance), LOOKS))
    wanted = [one for one in seen if one.kind() == kind]
    return chance.pick(wanted or seen)


def keen_bot(game: Game[Any], state: State, prompt: Prompt, chance: Chance) -> Decision:
    """The greedy player, but one who never lets a further attack go (13.53, 13.63)."""
    if SecondAttack.kind() in prompt.kinds:
        return next(iter(kernel.choices(game, state)))
    return greedy_bot(game, state, prompt, chance)


def _from_somewhere(offered: Iterator[Decision], chance: Chance) -> Iterator[Decision]:
    """The choices from a random one on; from the first when there are fewer."""
    start = chance.pick(list(range(LOOKS)))
    skipped = list(islice(offered, start))
    first = next(offered, None)
    if first is None:
        yield from skipped
        return
    yield first
    yield from offered


def _plain(game: Game[Any], kind: str) -> Decision | None:
    for cls in game.decision_classes:
        if cls.kind() == kind and not msgspec.structs.fields(cls):
            return cls()
    return None


def _legal(game: Game[Any], state: State, decision: Decision) -> bool:
    try:
        kernel.check(game, state, decision)
    except IllegalDecision:
        return False
    return True
