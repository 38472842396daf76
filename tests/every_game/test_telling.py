"""Decisions in words, in every game: one phrase for every kind, and ids are no words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.kernel.deciding import choices
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.typed import units_of
from tests.every_game.about import About, Match
from tests.every_game.catalogue import begun, matches

AT_LEAST = 5
"""Kinds of decision that a game offers at least."""
SPACED = 10
"""Of so many questions one has all that it offers told."""


def named_twice(game: Game[Any], decision: Decision, text: str) -> list[str]:
    """The sentence of a decision that names one unit twice (`Peiper puts Peiper in reserve`)."""
    for piece in set(units_of(game, decision)):
        name = re.escape(game.piece_name(piece))
        if len(re.findall(rf"(?<![\w/-]){name}(?![\w/-])", text)) > 1:
            return [text]
    return []


@pytest.mark.whole
@matches("told")
def test_everything_that_is_offered_in_a_game_can_be_told(one: About, match: Match) -> None:
    """Each kind when it is first offered, and each decision made with all fields of its phrase filled."""
    b, told = begun(one, match), {}
    twice: list[str] = []
    for number in range(match.most):
        prompt = b.offer
        if prompt is None:
            break
        for choice in choices(b.game, b.state):
            if choice.kind() not in told:
                told[choice.kind()] = b.game.tell(b.pos, choice)
            if number % SPACED == 0:
                twice += named_twice(b.game, choice, b.game.tell(b.pos, choice))
        decision = match.players()[prompt.side](b.game, b.state, prompt, Chance("words", "log", number))
        assert "{" not in b.game.tell(b.pos, decision), "every field is filled"
        b.play(decision)
    assert [text for text in told.values() if not text or "?" in text] == []
    if one.phrased:
        assert [text for text in told.values() if "_" in text] == [], "ids are no words"
    assert len(told) >= AT_LEAST
    assert twice == [], "who acts on himself is not named twice"
