"""Shares and differences with their uncertainty: what so many runs tell, and what they do not."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Final, NamedTuple

CONFIDENCE: Final = 95
"""Per cent of the intervals."""

_Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 200)


class Share(NamedTuple):
    """A share of runs, `times` of `of`, with its interval (Wilson's), rounded to a tenth of a per mille."""

    times: int
    of: int
    share: float
    low: float
    high: float


class Spread(NamedTuple):
    """Numbers: how many (`numbers`), mean, standard deviation, quarter, median, three quarters, least, most."""

    numbers: int
    mean: float
    deviation: float
    quarter: float
    median: float
    three_quarters: float
    least: int
    most: int


class Difference(NamedTuple):
    """Mean of paired differences with its interval; `pairs` how many."""

    pairs: int
    mean: float
    low: float
    high: float


def share(times: int, of: int) -> Share:
    """`times` of `of` runs."""
    part = times / of if of else 0.0
    return Share(times, of, _round(part), *interval(part, of))


def interval(part: float, of: int) -> tuple[float, float]:
    """The interval of a share, or of a mean of numbers between 0 and 1, that `of` runs gave (Wilson 1927): it stays
    within 0 and 1 and holds with few runs too. For numbers between 0 and 1 it is wider than it need be."""
    if not of:
        return 0.0, 1.0
    square = _Z * _Z
    middle = (part + square / (2 * of)) / (1 + square / of)
    reach = _Z * sqrt(part * (1 - part) / of + square / (4 * of * of)) / (1 + square / of)
    return _round(max(0.0, middle - reach)), _round(min(1.0, middle + reach))


def spread(numbers: Sequence[int]) -> Spread | None:
    """What numbers are like; None for no numbers."""
    if not numbers:
        return None
    quarters = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [float(numbers[0])] * 3
    deviation = stdev(numbers) if len(numbers) > 1 else 0.0
    one, two, three = map(_round, quarters)
    return Spread(len(numbers), _round(fmean(numbers)), _round(deviation), one, two, three, min(numbers), max(numbers))


def paired(one: Sequence[float], other: Sequence[float]) -> Difference:
    """`other` less `one`, run by run: each pair was played with the same luck, so that what the luck did to both
    cancels out. The interval is that of a mean (normal approximation)."""
    gaps = [b - a for a, b in zip(one, other, strict=True)]
    if not gaps:
        return Difference(0, 0.0, 0.0, 0.0)
    mean = fmean(gaps)
    reach = _Z * stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    return Difference(len(gaps), _round(mean), _round(mean - reach), _round(mean + reach))


def _round(number: float) -> float:
    return round(number, 4)
