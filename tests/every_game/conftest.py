"""Games that are played once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hexledger.engine.kernel.game import Game
from hexledger.events.frame import Frame
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.every_game.about import About
from tests.every_game.catalogue import genesis_of, outside_the_catalogue


class Played(NamedTuple):
    """A game that bots have played: where its log is, the game, and the frames of its line."""

    path: Path
    game: Game[Any]
    frames: list[Frame]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[About], Played]:
    """The record game of a game (`About.record`), played when it is first asked for."""
    known: dict[str, Played] = {}

    def play(one: About) -> Played:
        if one.game not in known:
            path, match = tmp_path_factory.mktemp(one.game) / "game.hxl", one.record
            genesis, given = genesis_of(one, match), outside_the_catalogue(one.game)
            with Chronicle.create(path, genesis, game=given) as chronicle:
                play_on(chronicle, match.players(), limit=match.most or one.most)
                line = list(chronicle.frames(chronicle.timeline.head))
                known[one.game] = Played(path, chronicle.game, line)
        return known[one.game]

    return play
