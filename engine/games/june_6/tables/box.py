"""What lies in the box, as numbers: counters and their formations, HQs, turns, and values that an option exchanges.

`Box` is the lowest floor of the game: charts, scenarios and rules stand on it and know the front page (`June6`) only as
a box with charts (`tables.charts.Charts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec

from hexledger.engine.editions.counters import Counter, Face
from hexledger.engine.editions.edition import Edition
from hexledger.engine.errors import UnknownName, close_to
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position

P = TypeVar("P", bound=Position[Any])

COMMANDING_KINDS: Final = ("division", "corps", "command")
"""Formations whose units act together; units of other groups (SP, Det, unassigned battalions) have none (6.14, 19)."""


OTHER_FRONT: Final[Mapping[str, Mapping[str, int]]] = {"4_us_70": {"cs": 2, "cohesion": 6, "ma": 8}}
"""ERR counters: values that an option puts in the place of the printed ones; the 70th Tank Battalion had Shermans."""


def other_front(counter: Counter) -> Face:
    """The front of a counter with the values of `OTHER_FRONT`."""
    values: Any = OTHER_FRONT[counter.id]
    return msgspec.structs.replace(counter.front, **values, values={**counter.front.values, **values})


class Box(Game[P]):
    """An edition's counters, formations and turns as numbers. A formation is a number from 1; 0 is no formation."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        charts: dict[str, Any] = edition.charts
        self.stacking: dict[str, int] = charts["terrain_effects"]["stacking"]
        self.formation_ids: tuple[str, ...] = tuple(edition.formations)
        self.formation_number: dict[str, int] = {name: n for n, name in enumerate(self.formation_ids, 1)}
        """Formation id -> number, from 1; 0 is no formation."""
        self.formation_hq: dict[int, int] = {
            self.formation_number[name]: edition.counter_index[formation.hq]
            for name, formation in edition.formations.items()
            if formation.hq in edition.counter_index
        }
        self.own_formation: tuple[int, ...] = tuple(self._own_formation(counter) for counter in self.counters)
        """Piece -> number of the formation that its counter names, 0 for none."""
        self.calendar: tuple[str, ...] = tuple(charts["turn_track"]["turns"])
        """Names of all game turns; turn 1 is `calendar[0]`, 6 June."""
        self.other_front: dict[int, Face] = {
            piece: other_front(counter) for piece, counter in enumerate(self.counters) if counter.id in OTHER_FRONT
        }
        """Piece -> the printed side that an option gives it (ERR: 70/4)."""

    def turn(self, number: int) -> str:
        """Name of a turn, e.g. `1/2 July`; `-` before the first."""
        return self.calendar[number - 1] if 1 <= number <= len(self.calendar) else "-"

    @cached_property
    def guns(self) -> tuple[tuple[int, ...], ...]:
        """Pieces that print artillery points on one of their sides, by side, ascending."""
        found: list[list[int]] = [[], [], []]
        for piece, counter in enumerate(self.counters):
            if counter.front.artillery or (counter.back is not None and counter.back.artillery):
                found[self.side_of[piece]].append(piece)
        return tuple(tuple(pieces) for pieces in found)

    # ------------------------------------------------------------ formations
    def _own_formation(self, counter: Counter) -> int:
        formation = self.edition.formations.get(counter.formation)
        if formation is None or formation.kind not in COMMANDING_KINDS:
            return 0
        return self.formation_number[formation.id]

    def formation_kind(self, number: int) -> str:
        """`division`, `corps`, `command`, or another kind of group; empty for 0."""
        return self.edition.formations[self.formation_ids[number - 1]].kind if number else ""

    def parent_corps(self, number: int) -> int:
        """Number of the corps that an Allied division belongs to, 0 when it has none (6.11)."""
        return self.formation_number.get(self.edition.formations[self.formation_ids[number - 1]].parent, 0)

    def formation(self, number: int) -> str:
        """Id of a formation, e.g. `3_br`; empty for 0."""
        return self.formation_ids[number - 1] if 1 <= number <= len(self.formation_ids) else ""

    def find_formation(self, name: str) -> int:
        """Number of a formation by id; UnknownName for anything else."""
        if name not in self.formation_number:
            raise UnknownName("formation", name, close_to(name, self.formation_number))
        return self.formation_number[name]
