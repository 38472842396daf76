"""What is kept is what a fresh look finds: games of bots, every kept value worked out again at every access."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.every_game.about import About, Match
from tests.every_game.catalogue import every_game, genesis_of, matches

SOON = 150
"""Decisions of a checked game in the suite of every day, `LATE` in the long one."""
LATE = 600


def played_checked(folder: Path, one: About, match: Match, most: int) -> int:
    """Decisions of a match played in a checked game; StaleValue at the first kept value that is no longer true."""
    game = one.open().checked()
    with Chronicle.create(folder / "game.hxl", genesis_of(one, match), game=game) as chronicle:
        return play_on(chronicle, match.players(), limit=most)


@every_game
def test_what_a_game_keeps_is_what_a_fresh_look_finds(one: About, tmp_path: Path) -> None:
    played = played_checked(tmp_path, one, one.branched._replace(player=greedy_bot), SOON)
    assert played > 10


@pytest.mark.long
@matches("random")
def test_what_a_long_game_keeps_is_what_a_fresh_look_finds(one: About, match: Match, tmp_path: Path) -> None:
    assert played_checked(tmp_path, one, match, LATE) > 10
