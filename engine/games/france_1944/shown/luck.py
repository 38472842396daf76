"""What the dice of France 1944 could have brought: morale checks, hits, bridges, air support (9.5, 12.7, 2.0-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.box import Box
from hexledger.engine.tables.lottery import Lottery, scored
from hexledger.events.model import Event, Reckoned, Rolled
from hexledger.projections.state import State

MORALE: Final = {
    "roll.morale_attack": "reckon.morale_attack",
    "roll.morale_defence": "reckon.morale_defence",
}
"""Morale die -> the calculation that it is held against."""
HITS: Final = frozenset({"roll.hits_attack", "roll.hits_defence"})


def lottery(game: Box[Any], events: Sequence[Event], number: int, state: State) -> Lottery | None:
    """The lottery of die `number` of a decision's events; None for a morale die that is thrown again (12.10), whose
    calculation stands in an earlier decision."""
    roll = events[number]
    if not isinstance(roll, Rolled):
        return None
    purpose = game.word_key(roll.purpose)
    faces = range(1, roll.faces + 1)
    if purpose in HITS:
        return scored(game.side_of[roll.subject], [-hits for hits in game.printed_dice[purpose]])
    if purpose in MORALE:
        morale = _morale(game, events[:number], MORALE[purpose])
        return None if morale is None else scored(game.side_of[roll.subject], [int(die <= morale) for die in faces])
    if purpose == "roll.bridge":
        return scored(w.ALLIED, [int(not game.battle.blown(die)) for die in faces])
    if purpose == "roll.air":
        return scored(w.ALLIED, [int(die <= game.chart.turns[state.turn].air) for die in faces])
    return None


def _morale(game: Box[Any], events: Sequence[Event], kind: str) -> int | None:
    """Adjusted morale that a die is held against."""
    word = game.words[kind]
    found = [event.total for event in events if isinstance(event, Reckoned) and event.kind == word]
    return found[-1] if found else None
