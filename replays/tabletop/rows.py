"""What the table's requests are answered with, as rows for JSON: pieces, places and words by number."""

from __future__ import annotations

from typing import Any, Required, TypedDict

from hexledger.engine.table.drafting import Field


class UnitsRow(TypedDict):
    """Units that may be decided about: [piece, kind, ...]."""

    at: int
    units: list[tuple[int | str, ...]]


class NextRow(TypedDict):
    """Values that a field of a draft may have: [value, in words, how many listed decisions have it]. `more`: further
    ones that may be tried, of a set its members. `cut`: there are more."""

    at: int
    field: str
    values: list[tuple[Any, str, int]]
    more: list[tuple[Any, str, int]]
    cut: bool


class DiceRow(TypedDict):
    """A die or draw: it in words, and what it may show; nothing for none."""

    dice: str
    faces: list[str]


class DecidedRow(TypedDict, total=False):
    """What was written: the last frame (null while its dice are wanted), where play stands, and that decision in words
    with what followed. `wants`: the next die of a study that is to be set by hand, before anything is written. `left`
    and `why`: how many decisions of a plan were not made, and why not."""

    seq: Required[int | None]
    head: Required[int]
    told: Required[list[str]]
    wants: DiceRow
    left: int
    why: str


class CostsRow(TypedDict):
    """What the listed ways cost: [place where it ends, movement points as players write them]."""

    at: int
    costs: list[tuple[int, str]]


class FaceRow(TypedDict):
    """One way in which dice can fall: its exact chance as [numerator, denominator] and in per cent, the faces, what
    follows at once."""

    chance: tuple[int, int]
    percent: str
    ways: str
    lines: list[str]


class FacesRow(TypedDict):
    """Every way in which a draft's dice can fall, most probable first."""

    at: int
    faces: list[FaceRow]


class WinsRow(TypedDict):
    """How often a side won, with the bounds of the interval."""

    side: int
    share: float
    low: float
    high: float


class OddsRow(TypedDict):
    """What bots made of a moment: how many runs, and whether time allowed all of them; who won how often."""

    at: int
    runs: int
    complete: bool
    wins: list[WinsRow]


class UndoRow(TypedDict, total=False):
    """Where play stands; `needs`: what it crosses, so that `sides` must agree; `asked`: other seats are asked."""

    head: Required[int]
    needs: list[str]
    sides: list[str]
    asked: bool


class RefusalRow(TypedDict):
    """Why not: the kind of decision that was tried, the rule, the reason."""

    kind: str
    rule: str
    why: str


class WhyRow(TypedDict):
    """Why a unit or place is not among what may be chosen; nothing where the rules refuse nothing that was tried."""

    at: int
    refusals: list[RefusalRow]


class PlanRow(TypedDict):
    """Where a plan leads: what it does, a list of lines for each decision; ways that units take; units that stand
    elsewhere then as [piece, place]; and what is asked there, as in `AskRow`, with units as in `UnitsRow`."""

    at: int
    told: list[list[str]]
    moved: list[list[int]]
    places: list[tuple[int, int]]
    text: str
    rule: str
    about: list[str]
    kinds: list[tuple[str, str, tuple[Field, ...], bool]]
    units: list[tuple[int | str, ...]]
    complete: bool


class SideLuckRow(TypedDict):
    """How lucky a side was on a line: so many dice, the sum of their luck (0 is average), and the chance of as much or
    more, both as text."""

    side: int
    throws: int
    luck: str
    as_good: str


class LineRow(TypedDict):
    """A line of a study. `head`: its last frame; `fork`: the frame at which it left line `parent` (-1 and empty for the
    line that was played); `length`: decisions of its own; `note`: what is noted of it; `odds`: what bots made of it, of
    the frame nearest to its end that they were asked about, null for none; `luck`: of its own dice, and of what was
    played of those since the first line left it, without sides that have thrown none; `played`: what was played in the
    game; `current`: the line on which play goes on."""

    name: str
    head: int
    fork: int
    parent: str
    length: int
    note: str
    odds: OddsRow | None
    luck: list[SideLuckRow]
    played: bool
    current: bool


class LinesRow(TypedDict):
    """The lines of a study, each after the one that it left, in the order that was chosen; `luck` of its dice."""

    luck: str
    lines: list[LineRow]


class TakenRow(TypedDict):
    """What a bundle brought: numbers of the frames that are new here, and remarks."""

    frames: list[int]
    remarks: list[str]
