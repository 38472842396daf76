"""How a game ended, in words, on the command line: in every game, for every level and every side."""

from __future__ import annotations

from hexledger.cli.common import finished
from tests.every_game.about import About
from tests.every_game.catalogue import every_game


@every_game
def test_no_verdict_says_its_side_twice_and_none_leaves_it_out(one: About) -> None:
    game = one.open()
    levels = [number for number in range(1, len(game.words)) if game.word_key(number).startswith("level.")]
    assert levels
    for level in levels:
        said = game.word(level)
        for side in range(1, len(game.sides) + 1):
            name = game.side(side).capitalize()
            told = finished(game, side, level)
            assert told == (said if said.startswith(f"{name} ") else f"{name} {said}")
            assert told.count(name) == 1
