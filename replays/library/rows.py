"""What the library hands out: small values that are read and never changed, each citing the frame it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec


class Decided(msgspec.Struct, frozen=True):
    """A decision of the line: `frame` its number in the file, `side` who decided, `text` the line as typed, `words` as
    a player would say it, `events` how many events it brought."""

    frame: int
    side: str
    kind: str
    text: str
    words: str
    turn: int
    turn_name: str
    phase: str
    events: int


class Unit(msgspec.Struct, frozen=True):
    """A piece in play: `place` the label of its hex or box, `steps` left of `full`, `flags` mark -> value."""

    id: str
    name: str
    side: str
    place: str
    steps: int
    full: int
    flags: Mapping[str, int]

    @property
    def reduced(self) -> bool:
        """True when it has lost steps."""
        return self.steps < self.full


class Point(msgspec.Struct, frozen=True):
    """A value that a track or variable took. `side` is empty for one that both sides share."""

    frame: int
    address: str
    turn: int
    track: str
    name: str
    side: str
    value: int
    text: str
    rule: str


class Line(msgspec.Struct, frozen=True):
    """A line of a calculation: what, how much, the rule, and in a comparison the `part` that it belongs to (1 or 2)."""

    label: str
    value: int
    rule: str
    part: int = 1


class Calculation(msgspec.Struct, frozen=True):
    """What was reckoned (`combat DRM`), with its lines, as `explain` shows it.

    form    `sum`: the lines add up to `total`. `comparison`: those of each `part` add up to one of `sums`, and `total`
            is what follows. `finding`: counts that add up to nothing, or a sum that stops at a bound
    result  the total in words (`7 against 3: +2`); empty where the lines say it all
    """

    kind: str
    subject: str
    total: int
    lines: tuple[Line, ...]
    form: str
    sums: tuple[int, ...]
    result: str


class Combat(msgspec.Struct, frozen=True):
    """A combat that came to its table, from the declaration to the last advance: `frame` the decision in which the
    table was read last and `address` of that event, `frames` all decisions of it, `side` the attacker, `column` and
    `row` of the table, `results` as it prints them, `dice` the values thrown in its course, `calculations` what was
    reckoned, `targets` labels, `attackers` and `defenders` ids, `outcome` `cleared` or `held`, `lost` side -> steps,
    `luck` of the attacker, exact."""

    frame: int
    address: str
    frames: tuple[int, ...]
    turn: int
    side: str
    table: str
    column: str
    row: int
    results: tuple[str, ...]
    rule: str
    dice: tuple[int, ...]
    calculations: tuple[Calculation, ...]
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    outcome: str
    lost: Mapping[str, int]
    luck: Fraction


class CutOff(msgspec.Struct, frozen=True):
    """A time that a unit had no line of supply: from frame `lost` to frame `ended` (None: it lasts), `causes` in words
    (with `jointly` only all together), `judged` addresses of the checks that saw it, `how` it ended (`restored`,
    `gone`)."""

    unit: str
    side: str
    place: str
    lost: int
    standing: str
    causes: tuple[str, ...]
    jointly: bool
    judged: tuple[str, ...]
    ended: int | None
    how: str
