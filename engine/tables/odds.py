"""Combat odds as exact integers: nearest whole ratio, ratios rounded against the attacker, odds columns.

Strengths are integers on one scale (double both where a rulebook has half strength points).
"""

from __future__ import annotations

from typing import NamedTuple


class OddsError(ValueError):
    """Strengths or columns for which no odds exist."""


class Ratio(NamedTuple):
    """Odds ``attacker : defender``, one of them 1. ``half`` marks an exact n.5 that a rule still has to settle.

    While ``half`` is set the ratio is the column better for the defender; `settle` gives the final one.
    """

    attacker: int
    defender: int
    half: bool = False

    def __str__(self) -> str:
        return f"{self.attacker}:{self.defender}"

    def settle(self, attacker_favoured: bool) -> Ratio:
        """The final ratio once a die or a rule says which way an exact half goes."""
        if not self.half or not attacker_favoured:
            return Ratio(self.attacker, self.defender)
        if self.defender > 1:
            return Ratio(1, self.defender - 1)
        return Ratio(self.attacker + 1, 1)


def _check(attacker: int, defender: int) -> None:
    if attacker <= 0 or defender <= 0:
        raise OddsError(f"no odds for {attacker} against {defender}: both strengths must be above zero")


def nearest_ratio(attacker: int, defender: int) -> Ratio:
    """The nearest whole ratio: 18 to 10 is 2:1, 10 to 11 is 1:1, 13 to 5 is 3:1; an exact .5 is marked ``half``.

    With the stronger defender the quotient defender : attacker is rounded, giving 1:n.
    """
    _check(attacker, defender)
    strong, weak = max(attacker, defender), min(attacker, defender)
    whole, rest = divmod(strong, weak)
    half = 2 * rest == weak
    if attacker >= defender:
        return Ratio(whole + (2 * rest > weak), 1, half)
    # An exact half with the stronger defender: 1:(n+1) is the column better for the defender.
    return Ratio(1, whole + (2 * rest >= weak), half)


def defender_ratio(attacker: int, defender: int) -> Ratio:
    """Whole odds with every fraction in the defender's favour: 19 to 10 is 1:1, 10 to 11 is 1:2."""
    _check(attacker, defender)
    if attacker >= defender:
        return Ratio(attacker // defender, 1)
    return Ratio(1, -(-defender // attacker))


def parse_column(label: str) -> tuple[int, int]:
    """A printed odds column such as "3:2" or "1-2" as a pair. OddsError names a label that is no ratio."""
    left, _, right = label.replace("-", ":").partition(":")
    try:
        pair = int(left), int(right)
        _check(*pair)
    except (ValueError, OddsError):
        raise OddsError(f"{label!r} is not an odds column") from None
    return pair


def shift(column: int, by: int, count: int) -> int:
    """The column reached by a shift (positive = right), held within 0 .. count-1."""
    if count < 1:
        raise OddsError("a table without columns cannot be shifted on")
    return max(0, min(count - 1, column + by))
