"""Luck: for every die that a table or a test read, the exact probability of what it brought, by side, with the sum.

Probabilities are fractions. The luck of a die is the chance of a worse outcome less the chance of a better one, for
the side whose die it was: 0 on average whatever the odds were, so that sums compare players who took other risks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm, prod
from typing import Any, Final, NamedTuple

from hexledger.engine.kernel.game import Game
from hexledger.engine.tables.lottery import Lottery
from hexledger.events.frame import Frame
from hexledger.events.model import Rolled
from hexledger.projections.dice_record import ROLLS
from hexledger.projections.state import State
from hexledger.projections.walk import Happening, Kinds, Passage, passages


class Throw(NamedTuple):
    """One die with its lottery.

    address   `#57.3`
    turn      number of the turn
    face      counted from 0
    """

    address: str
    turn: int
    purpose: int
    subject: int
    value: int
    face: int
    lottery: Lottery

    @property
    def at_least(self) -> Fraction:
        """Probability of this outcome or a better one, for the side."""
        return self.lottery.at_least(self.face)

    @property
    def others(self) -> tuple[int, int, int]:
        """How many faces are worse, alike (itself among them) and better for the side."""
        ranks, mine = self.lottery.ranks, self.lottery.ranks[self.face]
        worse, better = sum(rank < mine for rank in ranks), sum(rank > mine for rank in ranks)
        return worse, len(ranks) - worse - better, better

    @property
    def luck(self) -> Fraction:
        """Luck of the side with it, between -1 and 1."""
        return self.lottery.luck(self.face)


class Tally(NamedTuple):
    """The luck of one side.

    throws    how many dice
    total     sum of their luck; 0 is average
    variance  variance of that sum
    as_good   exact probability of a sum at least as good
    """

    side: int
    throws: int
    total: Fraction
    variance: Fraction
    as_good: Fraction


def throws(game: Game[Any], line: Iterable[Frame]) -> list[Throw]:
    """Every die of a line (genesis first) that the game knows the lottery of, in order."""
    return [throw for passage in passages(line) for throw in thrown_in(game, passage)]


class Throws:
    """The dice of a line that the game knows the lottery of, told event by event (see `projections.walk.Watcher`)."""

    kinds: Final[Kinds] = ROLLS

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.found: list[Throw] = []

    def begin(self, frame: Frame, state: State) -> None:
        """The next decision."""

    def take(self, happening: Happening) -> None:
        """Its next event of `kinds`."""
        throw = throw_of(self._game, happening)
        if throw is not None:
            self.found.append(throw)

    def end(self, frame: Frame, state: State) -> None:
        """That was its last event."""

    def over(self, state: State) -> None:
        """That was the last decision of the line."""


def owners(game: Game[Any], line: Iterable[Frame]) -> dict[str, str]:
    """Address of every die of a line that the game knows the lottery of -> name of the side whose die it is."""
    return {throw.address: game.side(throw.lottery.side) for throw in throws(game, line)}


def thrown_in(game: Game[Any], passage: Passage) -> Iterator[Throw]:
    """The dice of one decision that the game knows the lottery of, in order."""
    found = (throw_of(game, happening) for happening in passage.happenings(ROLLS))
    return (throw for throw in found if throw is not None)


def throw_of(game: Game[Any], happening: Happening) -> Throw | None:
    """The die of an event; None for one that the game knows no lottery of, and for every other event."""
    event = happening.event
    if not isinstance(event, Rolled):
        return None
    lottery = game.lottery(happening.frame.events, happening.number - 1, happening.state)
    die = game.die(event.purpose, event.faces)
    if lottery is None or event.value not in die:
        return None
    turn, face = happening.state.turn, die.index(event.value)
    return Throw(happening.address, turn, event.purpose, event.subject, event.value, face, lottery)


def tallies(game: Game[Any], thrown: Iterable[Throw]) -> list[Tally]:
    """The luck of each side."""
    by_side: dict[int, list[Throw]] = {side: [] for side in range(1, len(game.sides) + 1)}
    for throw in thrown:
        by_side.setdefault(throw.lottery.side, []).append(throw)
    return [_tally(side, mine) for side, mine in by_side.items()]


def _tally(side: int, mine: list[Throw]) -> Tally:
    total = sum((throw.luck for throw in mine), Fraction(0))
    variance = Fraction(0)
    for throw in mine:
        faces = len(throw.lottery.ranks)
        variance += sum((throw.lottery.luck(face) ** 2 for face in range(faces)), Fraction(0)) / faces
    return Tally(side, len(mine), total, variance, chance_of_at_least([throw.lottery for throw in mine], total))


def chance_of_at_least(lotteries: Iterable[Lottery], total: Fraction) -> Fraction:
    """Exact probability that the luck of these dice sums up to at least `total`."""
    counts, unit, every = distribution((lottery, 1) for lottery in lotteries)
    wanted = total * unit
    return Fraction(sum(count for value, count in counts.items() if value >= wanted), every)


def distribution(lotteries: Iterable[tuple[Lottery, int]]) -> tuple[dict[int, int], int, int]:
    """How the luck of some dice is spread: sum of luck times `unit` -> number of ways, `unit`, number of all ways. With
    each lottery a sign: -1 for luck that counts against the one who asks."""
    signed = [(tuple(sign * lottery.luck(face) for face in range(len(lottery.ranks)))) for lottery, sign in lotteries]
    unit = lcm(*(len(luck) for luck in signed)) if signed else 1
    # dice of the same odds are added up once for all of them, and the spreads as products of whole numbers: the count
    # of each sum stands in its own digits of one, wide enough for every way to fall
    every = prod(len(luck) for luck in signed)
    wide = every.bit_length() // 8 + 1  # bytes
    spreads = [
        (sorted(int(value * unit) for value in luck), many)
        for luck, many in Counter(map(tuple, map(sorted, signed))).items()
    ]
    spreads.sort(key=lambda spread: len(set(spread[0])), reverse=True)  # of many results while the number is short
    stride = gcd(*(step - steps[0] for steps, _ in spreads for step in steps)) or 1
    total, least = 1, 0
    for steps, many in spreads:
        faces = [((step - steps[0]) // stride * wide * 8, count) for step, count in sorted(Counter(steps).items())]
        run, rest = _run(faces)
        for _ in range(many):
            # moved and added up they cost a third of one product of all dice of the same odds
            total = _laid_out(total, *run) + sum(total * count << moved for moved, count in rest)
        least += steps[0] * many
    digits = total.to_bytes(total.bit_length() // 8 + 1, "little")
    counts = {}
    for place, start in enumerate(range(0, len(digits), wide)):
        count = int.from_bytes(digits[start : start + wide], "little")
        if count:
            counts[least + place * stride] = count
    return counts, unit, every


def _run(faces: list[tuple[int, int]]) -> tuple[tuple[int, int, int, int], list[tuple[int, int]]]:
    """The longest run of results (by how much they are moved, in how many ways), ascending, that follow each other at
    the same distance in as many ways: its first, distance, length and ways; and the other results."""
    best = (0, 1)
    for first in range(len(faces)):
        last = first + 1
        while last < len(faces) and faces[last][1] == faces[first][1]:
            if faces[last][0] - faces[last - 1][0] != faces[first + 1][0] - faces[first][0]:
                break
            last += 1
        if last - first > best[1]:
            best = (first, last - first)
    first, length = best
    gap = faces[first + 1][0] - faces[first][0] if length > 1 else 0
    return (faces[first][0], gap, length, faces[first][1]), faces[:first] + faces[first + length :]


def _laid_out(total: int, first: int, gap: int, length: int, count: int) -> int:
    """The sum of `count` times `total` moved by first, first + gap ..., `length` of them. O(log length additions)."""
    found, moved, size = 0, first, 1
    while length:
        if length & 1:
            found += total << moved
            moved += size * gap
        length >>= 1
        if length:
            total += total << size * gap
            size *= 2
    return found * count


# ---------------------------------------------------------------------- as data and text
def decimal(number: Fraction, places: int = 2) -> str:
    """A fraction as signed decimal text, rounded half up in size, without floating point."""
    scale = 10**places
    size = abs(number) * scale
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    sign = "-" if number < 0 and whole else "+"
    return f"{sign}{whole // scale}.{whole % scale:0{places}d}"


def percent(number: Fraction) -> str:
    """A probability in per cent, one decimal, without floating point; never a round 0 or 100 for what is neither."""
    if number and number < Fraction(1, 2000):
        return "< 0.1 %"
    if number < 1 and number > Fraction(1999, 2000):
        return "> 99.9 %"
    return decimal(number * 100, 1)[1:] + " %"


def deviation(variance: Fraction) -> str:
    """Standard deviation as decimal text, rounded down."""
    hundredths = isqrt(variance.numerator * 10_000 // variance.denominator) if variance else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def luck_data(game: Game[Any], line: Iterable[Frame], thrown: Sequence[Throw] | None = None) -> dict[str, Any]:
    """The luck of a line as plain data: `throws` and `sides`. Probabilities are `[numerator, denominator]`. `thrown`:
    its dice, where they are known already."""
    thrown = throws(game, line) if thrown is None else thrown
    return {
        "throws": [
            {
                "address": throw.address,
                "turn": game.turn(throw.turn),
                "for": game.word(throw.purpose),
                "subject": game.subject(throw.purpose, throw.subject),
                "side": game.side(throw.lottery.side),
                "value": throw.value,
                "faces": len(throw.lottery.ranks),
                "this_or_better": as_pair(throw.at_least),
                "luck": as_pair(throw.luck),
                "luck_text": decimal(throw.luck),
                "this_or_better_text": percent(throw.at_least),
            }
            for throw in thrown
        ],
        "sides": [
            {
                "side": game.side(tally.side),
                "throws": tally.throws,
                "luck": as_pair(tally.total),
                "luck_text": decimal(tally.total),
                "deviation": deviation(tally.variance),
                "as_good_or_better": as_pair(tally.as_good),
                "as_good_or_better_text": percent(tally.as_good),
            }
            for tally in tallies(game, thrown)
        ],
    }


def as_pair(number: Fraction) -> list[int | str]:
    """Numerator and denominator; as text where JSON readers would lose digits."""
    parts = (number.numerator, number.denominator)
    return [part if abs(part) < 1 << 53 else str(part) for part in parts]
