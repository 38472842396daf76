"""Rows of a chart by number: read once, without gaps, and a die beyond the ends reads the end rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from hexledger.engine.editions.edition import EditionError

C = TypeVar("C")


class Charts:
    """The charts of an edition (`charts.yaml`), as a game's own reader of them begins: `data` is the file."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        self.data = charts

    def number(self, *path: str) -> int:
        """A number of a chart by the keys that lead to it; EditionError where none stands there."""
        node: Any = self.data
        for key in path:
            node = node[key]
        if not isinstance(node, int):
            raise EditionError("charts.yaml", ".".join(path), "a number is wanted", node)
        return node


class Rows(Generic[C]):
    """The rows `first` to `last` of a chart.

    where  path of the chart in charts.yaml (`crt.rows`), for refusals
    rows   number, as text or not -> what is printed there
    read   what is printed -> what the rules want
    """

    def __init__(self, where: str, rows: Mapping[Any, Any], read: Callable[[Any], C]) -> None:
        if not rows:
            raise EditionError("charts.yaml", where, "has no rows")
        self._cells: dict[int, C] = {}
        for label, printed in rows.items():
            try:
                number = int(label)
            except (TypeError, ValueError):
                raise EditionError("charts.yaml", where, "rows must be whole numbers", label) from None
            self._cells[number] = self._read(f"{where}.{label}", printed, read)
        self.first, self.last = min(self._cells), max(self._cells)
        for number in range(self.first, self.last + 1):
            if number not in self._cells:
                raise EditionError("charts.yaml", f"{where}.{number}", "the row is missing")

    @staticmethod
    def _read(where: str, printed: Any, read: Callable[[Any], C]) -> C:
        try:
            return read(printed)
        except (TypeError, ValueError, KeyError) as error:
            raise EditionError("charts.yaml", where, f"cannot be read: {error}", printed) from None

    def held(self, number: int) -> int:
        """The row that a modified die reads: the end rows catch everything beyond them."""
        return max(self.first, min(self.last, number))

    def __getitem__(self, number: int) -> C:
        """What stands in a row; KeyError for a row that the chart does not have."""
        return self._cells[number]

    def at(self, number: int) -> C:
        """What a modified die reads."""
        return self._cells[self.held(number)]

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def __len__(self) -> int:
        return len(self._cells)
