"""Random players for many whole games: one in a hurry, and one who seldom ends a phase of his own accord."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.playing import Bot
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.projections.state import State

LOOKS = 60
"""Decisions that a player in a hurry looks at before he takes one."""


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


def busy_bot(to_and_fro: Collection[str] = (), at_once: Collection[str] = ()) -> Bot:
    """A player who takes one of the offered decisions: a kind first, and one time in twenty the end of a phase or what
    could go on for ever. So the map fills with moves and battles.

    to_and_fro  kinds of decision each of which undoes another: a bot that liked them would play a turn of a thousand
    at_once     kinds that end what he does not play out (a free set-up), taken whenever they are offered
    """

    def busy(game: Game[Any], state: State, _: Prompt, chance: Chance) -> Decision:
        by_kind: dict[str, list[Decision]] = {}
        for one in kernel.choices(game, state):
            by_kind.setdefault(one.kind(), []).append(one)
        assert by_kind, "a dead end"
        kinds = list(by_kind)
        going_on = [kind for kind in kinds if not kind.startswith("end_") and kind not in to_and_fro]
        ends = [kind for kind in kinds if kind in at_once]
        if ends:
            kinds = ends
        elif going_on and chance.below(20):
            kinds = going_on
        return chance.pick(by_kind[chance.pick(kinds)])

    return busy


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
