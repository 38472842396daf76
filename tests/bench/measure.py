"""How the benchmark measures: both sides in one process, taking turns, and what a bar's row says.

Machines are noisy, so nothing here is asserted: a row says what was seen, how far it spread, and whether the bar was
met.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time


@dataclass(frozen=True)
class Plan:
    """How much to measure. Sizes are numbers of decisions; `folder` is where logs are written and kept between runs."""

    folder: Path
    rounds: int = 7
    large: int = 0
    """Decisions of the large real game that are played; 0: to its verdict."""
    long: int = 20_000
    """Decisions of the long log."""
    near: int = 2_000
    """Decisions of the short log that the long one is compared with."""
    appends: int = 200
    """Durable appends a round."""
    seeks: int = 200
    """Seeks a round."""
    games: int = 12
    """Real games played."""
    campaign: int = 10_000
    """Decisions after which the campaign on the review desk is broken off; it ends by itself before."""
    exported: int = 5_900
    """Decisions of the campaign that is written as a page."""
    monster: int = 60_000
    """Decisions after which the campaign of A Time for Trumpets is broken off; it ends by itself before."""
    season: int = 1_100
    """Games in the warehouse: over a million events."""
    asked: int = 1_500
    """Decisions of each campaign at whose positions the table is asked."""


@dataclass(frozen=True)
class Row:
    """One bar: what was compared, both sides in words, the ratio with its spread over the rounds, and the bar.

    at_least  True: the ratio should reach `bar`; False: it should not exceed it
    aim       what would be better than the bar, 0 for none
    """

    what: str
    ours: str
    theirs: str
    ratio: float
    low: float
    high: float
    bar: float
    at_least: bool
    unit: str = "x"
    aim: float = 0
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the median reaches the bar."""
        return self.ratio >= self.bar if self.at_least else self.ratio <= self.bar


Side = Callable[[], object]


Clock = Callable[[], float]

BUSY: Clock = process_time
"""Time this process computed: for work that waits for nothing, so that the machine's other work does not count."""
WALL: Clock = perf_counter
"""Time that passed: for work that waits, for the disk or for another process."""


def apart() -> None:
    """Clear away the garbage of whoever ran before, and put what is still held out of the collector's sight, so that
    nobody pays for objects of another."""
    gc.collect()
    gc.freeze()


def once(side: Side, clock: Clock = BUSY) -> float:
    """Seconds that one call takes, apart from what ran before."""
    apart()
    start = clock()
    side()
    return clock() - start


def interleave(sides: Sequence[Side], rounds: int, clock: Clock = BUSY) -> list[list[float]]:
    """Seconds of each side in each round (rounds x sides). Who goes first changes from round to round.

    One round more is run first and thrown away.
    """
    found = []
    for number in range(rounds + 1):
        order = [(number + step) % len(sides) for step in range(len(sides))]
        took = {index: once(sides[index], clock) for index in order}
        found.append([took[index] for index in range(len(sides))])
    return found[1:]


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, least and greatest."""
    return median(values), min(values), max(values)


def column(times: Sequence[Sequence[float]], index: int) -> float:
    """Median seconds of one side."""
    return median(row[index] for row in times)


def rate(count: int, seconds: float, unit: str) -> str:
    """A speed in words: `815 k events/s`."""
    per = count / seconds
    if per >= 1e6:
        return f"{per / 1e6:.2f} M {unit}/s"
    if per >= 1e4:
        return f"{per / 1e3:.0f} k {unit}/s"
    return f"{per:.0f} {unit}/s"


def span(seconds: float) -> str:
    """A time in words."""
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} us"


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` per cent of the values do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(0, -(-len(ranked) * share // 100) - 1)]
