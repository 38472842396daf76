"""The games that the tests of this folder run on: those of the catalogue, and Drill. A game that has a line in the
catalogue and a `tests/<game>/about.py` is among them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.engine.kernel.game import Game
from hexledger.events.frame import Genesis
from hexledger.replays.log.genesis import new_genesis
from tests.every_game.about import About, Match

NAMES = (*GAMES, "drill")


@cache
def about(game: str) -> About:
    """What a game hands in."""
    found = import_module(f"tests.{game}.about").ABOUT
    assert isinstance(found, About) and found.game == game
    return found


def outside_the_catalogue(game: str) -> Game[Any] | None:
    """The game where it must be handed over because no catalogue knows it (Drill), else None."""
    return None if game in GAMES else about(game).open()


every_game = pytest.mark.parametrize("one", [pytest.param(about(name), id=name) for name in NAMES])
"""A test of every game; `one` is its `About`."""


def matches(name: str) -> pytest.MarkDecorator:
    """A test of every match that every game lists under `name` (`random`, `told`): `one` and `match`."""
    found = [(one, match) for one in map(about, NAMES) for match in getattr(one, name)]
    return pytest.mark.parametrize(
        ("one", "match"),
        [
            pytest.param(one, match, id=f"{one.game} {match}", marks=[pytest.mark.long] if match.long else [])
            for one, match in found
        ],
    )


def begun(one: About, match: Match) -> Any:
    """The built position in which a match begins."""
    return one.position(match.scenario, with_setup=True, seed=match.seed, options=dict(match.options))


def genesis_of(one: About, match: Match) -> Genesis:
    """The first frame of a match's log."""
    given, options = outside_the_catalogue(one.game), dict(match.options)
    return new_genesis(one.scenario(match.scenario), seed=match.seed, options=options, game=given)
