"""Luck (F48): the exact probability of what the dice brought, checked against trying every face."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.kernel.deciding import decide
from hexledger.engine.tables.lottery import Lottery, ascending, scored
from hexledger.events.model import Resolved, Rolled
from hexledger.replays.dice.luck import chance_of_at_least, decimal, deviation, luck_data, percent, tallies, throws
from tests.replays.ladder import BLUE, RED, Ladder, game


class OneFace:
    """Dice that show one given face whenever they are asked."""

    mode = 1

    def __init__(self, face):
        self.face = face
        self.evidence = []

    def number(self, purpose, below, asked=None):
        assert self.face < below
        return self.face


@pytest.fixture
def play(tmp_path):
    return Ladder(tmp_path / "game.hxl").move().fight()


def results_of_every_face(play, seq):
    """The table results of a strike for each face of its die, by deciding it again and again."""
    frame = play.log.frame(seq)
    before, digest = play.log.state(frame.parent), play.log.frame(frame.parent).digest
    decision = play.log.game.codec.decode(frame.decision)
    out = []
    for face in range(10):
        draft = decide(play.log.game, before, digest, frame.actor, decision, OneFace(face))
        out.append(next(event.results for event in draft.events if isinstance(event, Resolved)))
    return out


def test_f48_the_probability_of_a_combat_is_that_of_trying_every_face(play):
    """F48"""
    thrown = throws(play.log.game, play.log.frames(play.head))
    assert [throw.address for throw in thrown] == [
        f"#{seq}.{number}"
        for seq in play.strikes
        for number, event in enumerate(play.log.frame(seq).events, 1)
        if isinstance(event, Rolled)
    ]
    order = [play.log.game.words[f"result.{key}"] for key in ("al", "none", "dr", "dl")]
    for throw, seq in zip(thrown, play.strikes, strict=True):
        every = results_of_every_face(play, seq)
        got = order.index(every[throw.face][0])
        as_good = sum(order.index(results[0]) >= got for results in every)
        assert throw.at_least == Fraction(as_good, 10)
        worse = sum(order.index(results[0]) < got for results in every)
        better = sum(order.index(results[0]) > got for results in every)
        assert throw.luck == Fraction(worse - better, 10)
        assert throw.lottery.side == RED


def test_the_sum_of_luck_is_that_of_the_dice_and_the_other_side_has_none(play):
    thrown = throws(play.log.game, play.log.frames(play.head))
    red, blue = tallies(play.log.game, thrown)
    assert (red.side, red.throws, red.total) == (RED, 5, sum(throw.luck for throw in thrown))
    assert (blue.side, blue.throws, blue.total, blue.variance, blue.as_good) == (BLUE, 0, 0, 0, 1)


lotteries = st.lists(st.integers(0, 3), min_size=2, max_size=6).map(lambda ranks: Lottery(1, tuple(ranks)))


@settings(deadline=None)
@given(lotteries)
def test_luck_is_nought_on_average_whatever_the_odds(lottery):
    assert sum(lottery.luck(face) for face in range(len(lottery.ranks))) == 0


@settings(deadline=None)
@given(st.lists(lotteries, max_size=4), st.data())
def test_the_chance_of_a_sum_is_that_of_trying_all_dice(dice, data):
    """F48: brute force over every way the dice could have fallen."""
    fell = [data.draw(st.integers(0, len(lottery.ranks) - 1)) for lottery in dice]
    total = sum((lottery.luck(face) for lottery, face in zip(dice, fell, strict=True)), Fraction(0))
    ways = list(product(*(range(len(lottery.ranks)) for lottery in dice)))
    as_good = sum(
        sum((lottery.luck(face) for lottery, face in zip(dice, way, strict=True)), Fraction(0)) >= total for way in ways
    )
    assert chance_of_at_least(dice, total) == Fraction(as_good, len(ways))


def test_neighbouring_faces_with_one_outcome_are_one_result():
    lottery = ascending(1, 6, lambda face: face // 2)
    assert lottery.ranks == (0, 0, 1, 1, 2, 2)
    assert (lottery.at_least(0), lottery.at_least(3), lottery.at_most(3)) == (1, Fraction(2, 3), Fraction(2, 3))
    assert scored(2, [1, 0, 0]).at_least(0) == Fraction(1, 3)


def test_numbers_are_written_without_floating_point():
    assert [decimal(Fraction(n, 3)) for n in (-1, 0, 2)] == ["-0.33", "+0.00", "+0.67"]
    assert decimal(Fraction(-1, 1000)) == "+0.00", "no minus nought"
    assert [percent(Fraction(*f)) for f in ((0, 1), (1, 3), (1, 1), (1, 100000), (99999, 100000))] == [
        *("0.0 %", "33.3 %", "100.0 %", "< 0.1 %", "> 99.9 %")
    ]
    assert [deviation(Fraction(*v)) for v in ((0, 1), (1, 4), (2, 1))] == ["0.00", "0.50", "1.41"]


def test_the_data_of_a_long_game_keep_their_digits(play):
    data = luck_data(game(), play.log.frames(play.head))
    assert len(data["throws"]) == 5
    assert {row["side"] for row in data["sides"]} == {"red", "blue"}
    assert data["throws"][0]["this_or_better_text"].endswith(" %")
    assert all(isinstance(part, int) for row in data["throws"] for part in row["luck"])
