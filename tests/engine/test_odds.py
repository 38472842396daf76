"""Odds, exact."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexledger.engine.tables.odds import (
    OddsError,
    Ratio,
    defender_ratio,
    nearest_ratio,
    parse_column,
    shift,
)

strength = st.integers(1, 400)


@pytest.mark.parametrize(
    ("attacker", "defender", "ratio"),
    [(18, 10, "2:1"), (10, 11, "1:1"), (21, 19, "1:1"), (13, 5, "3:1"), (7, 7, "1:1"), (4, 17, "1:4")],
)
def test_worked_examples_of_the_rulebook(attacker, defender, ratio):
    """J6 12.51."""
    assert str(nearest_ratio(attacker, defender)) == ratio
    assert not nearest_ratio(attacker, defender).half


def test_seven_and_a_half_to_one_is_seven_or_eight():
    """QA-BOMB-4."""
    odds = nearest_ratio(15, 2)
    assert odds == Ratio(7, 1, half=True)
    assert odds.settle(attacker_favoured=False) == Ratio(7, 1)
    assert odds.settle(attacker_favoured=True) == Ratio(8, 1)


def test_an_exact_half_with_the_stronger_defender_starts_at_the_column_worse_for_the_attacker():
    """R-80: 2 against 5 is 1:3 on a low die, 1:2 on a high one."""
    odds = nearest_ratio(2, 5)
    assert odds == Ratio(1, 3, half=True)
    assert odds.settle(attacker_favoured=False) == Ratio(1, 3)
    assert odds.settle(attacker_favoured=True) == Ratio(1, 2)
    assert nearest_ratio(2, 3).settle(attacker_favoured=True) == Ratio(1, 1)


@given(strength, strength)
def test_the_nearest_ratio_is_the_nearest_fraction(attacker, defender):
    odds = nearest_ratio(attacker, defender)
    quotient = Fraction(max(attacker, defender), min(attacker, defender))
    whole = odds.attacker if attacker >= defender else odds.defender
    assert min(odds.attacker, odds.defender) == 1
    assert abs(quotient - whole) <= Fraction(1, 2)
    assert odds.half == (abs(quotient - whole) == Fraction(1, 2))


@given(strength, strength)
def test_settling_a_half_in_the_attackers_favour_is_one_column_better_and_otherwise_changes_nothing(attacker, defender):
    odds = nearest_ratio(attacker, defender)
    low, high = odds.settle(False), odds.settle(True)
    worse, better = Fraction(low.attacker, low.defender), Fraction(high.attacker, high.defender)
    assert not low.half and not high.half
    assert (better > worse) if odds.half else (better == worse)
    if odds.half:
        assert worse < Fraction(attacker, defender) < better


@given(strength, strength, st.integers(2, 9))
def test_odds_do_not_change_when_both_strengths_are_doubled(attacker, defender, scale):
    assert nearest_ratio(attacker * scale, defender * scale) == nearest_ratio(attacker, defender)
    assert defender_ratio(attacker * scale, defender * scale) == defender_ratio(attacker, defender)


@given(strength, strength)
def test_rounding_for_the_defender_never_gives_more_than_the_true_odds(attacker, defender):
    odds = defender_ratio(attacker, defender)
    true = Fraction(attacker, defender)
    assert Fraction(odds.attacker, odds.defender) <= true
    step = Fraction(odds.attacker + 1, 1) if odds.attacker > 1 or odds.defender == 1 else Fraction(1, odds.defender - 1)
    assert step > true


def test_senseless_strengths_and_columns_are_refused():
    for attacker, defender in ((0, 5), (5, 0), (-1, 3)):
        with pytest.raises(OddsError, match="above zero"):
            nearest_ratio(attacker, defender)
    for label in ("", "2", "a:b", "0:1", "1:0"):
        with pytest.raises(OddsError, match="not an odds column"):
            parse_column(label)
    assert parse_column("3-2") == (3, 2)


def test_a_column_shift_stops_at_the_ends_of_the_table():
    assert [shift(2, by, 6) for by in (-9, -2, 0, 3, 9)] == [0, 0, 2, 5, 5]
    with pytest.raises(OddsError, match="without columns"):
        shift(0, 0, 0)
