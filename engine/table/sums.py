"""What a set amounts to while it is picked, one after the other: the strengths of the fight that it makes, whether the
rules allow it already or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.consequences import CARRIED_OUT_BLINDLY, unchecked
from hexledger.engine.table.onward import begins_a_fight, onward, places_meant
from hexledger.events.model import Event, Reckoned
from hexledger.projections.state import State


def running_sum(game: Game[Any], events: Sequence[Event]) -> str:
    """`15 against 5`: the last strengths of attackers and defenders that were reckoned among events, as players write
    them; empty where none were."""
    attackers, defenders, _ = game.view().fight_sums
    found = [_last(game, events, keys) for keys in (attackers, defenders)]
    return " against ".join(one for one in found if one)


def _last(game: Game[Any], events: Sequence[Event], keys: frozenset[str]) -> str:
    for event in reversed(events):
        if isinstance(event, Reckoned) and game.word_key(event.kind) in keys:
            return game.value(event.kind, event.total)
    return ""


def _forecast(game: Game[Any], state: State, decision: Decision) -> str:
    """What the game forecasts of a decision; empty where it cannot, as it is not legal."""
    try:
        return game.view().forecast(game.position(state), decision)
    except CARRIED_OUT_BLINDLY:
        return ""


def so_far(game: Game[Any], state: State, decision: Decision) -> tuple[Event, ...]:
    """What a decision brings up to its die that the rules refuse as it stands: it is carried out on a scratch copy and
    nobody asks whether it may be. Nothing where it cannot be carried out, or begins no fight."""
    came = unchecked(game, state, decision)
    if came is None or not (begins_a_fight(game, came.events) or _forecast(game, state, decision)):
        return ()
    later = None if came.asked is not None else onward(game, came.state, places_meant(game, decision))
    return (*came.events, *(later.events if later else ()))
