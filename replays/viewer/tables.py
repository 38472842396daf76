"""Tables of what repeats: the data of a page holds a value once and its number wherever it occurs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class Table:
    """Values in order of first appearance; numbers never change, so a reader of a growing game takes the new end."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self.rows: list[Any] = []

    def __call__(self, value: Hashable) -> int:
        """Number of a value, which is added when it is new."""
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = len(self.rows)
            self.rows.append(value)
        return number


class Tables:
    """All tables of a page.

    rules     (citation, title); number 0 is no rule
    faces     (colours, symbol, size, values, formation, artillery, armor, at, band, reduced, dimmed, badges)
    notes     what holds for a unit, a tuple of texts
    supply    (standing, places of the traced path, rule)
    maps      (hexes in play, outlines as (name, kind, hexes), objectives, hexes with flags)
    tracks    (name, cells, current) for each track, and the marks of its boxes (`used`, `open`) where it has some
    sections  (title, lines, pieces)
    words     texts that repeat: turns, phases, prompts, kinds of decision and event
    series    (name, side, group) of what is plotted
    printed   (title, columns, rows, cells by row) of tables that were read
    """

    def __init__(self) -> None:
        self.rules = Table()
        self.faces = Table()
        self.notes = Table()
        self.supply = Table()
        self.maps = Table()
        self.tracks = Table()
        self.sections = Table()
        self.words = Table()
        self.series = Table()
        self.printed = Table()
        self.rules(("", ""))
        self.words("")
        self.notes(())

    def rows(self, since: dict[str, int] | None = None) -> dict[str, list[Any]]:
        """Every table's rows, from a number on for those named in `since`."""
        return {name: table.rows[(since or {}).get(name, 0) :] for name, table in vars(self).items()}

    def merged(self, others: dict[str, list[Any]]) -> dict[str, list[int]]:
        """Add the rows of tables that began as these did; table -> the number here of each row."""
        return {name: [table(row) for row in others[name]] for name, table in vars(self).items()}

    def sizes(self) -> dict[str, int]:
        """How many rows each has."""
        return {name: len(table.rows) for name, table in vars(self).items()}
