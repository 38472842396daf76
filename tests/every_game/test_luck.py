"""Luck in every game: each die that a table reads has its lottery, and the lottery is one of that die's faces."""

from __future__ import annotations

from fractions import Fraction

from hexledger.events.model import Resolved, Rolled
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


@every_game
def test_the_dice_of_a_game_have_lotteries_with_a_rank_for_each_face(one: About, played: Play) -> None:
    _, game, frames = played(one)
    state, dice, found, tables = State(), 0, 0, 0
    for frame in frames:
        tables += sum(isinstance(event, Resolved) for event in frame.events)
        for number, event in enumerate(frame.events):
            if isinstance(event, Rolled):
                dice += 1
                lottery = game.lottery(frame.events, number, state)
                if lottery is not None:
                    found += 1
                    assert lottery.side in (1, 2)
                    assert len(lottery.ranks) == event.faces
                    chances = [lottery.at_least(face) for face in range(event.faces)]
                    assert max(chances) == 1 and min(chances) >= Fraction(1, event.faces)
            fold(state, [event])
    assert dice and found, "no die of the game has a lottery"
    assert found >= tables // 2, "most tables are read with one die"
