"""The charts as numbers: turn track, increment track, terrain, limits. Read once from charts.yaml and proved whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.tables.charts import Charts

FILE: Final = "charts.yaml"
FIRST_BOX: Final = 1
"""R-14: the one-box series, manoeuvre or amphibious assault."""


class Turn(NamedTuple):
    """A space of the turn track (1.5). `air`: highest d6 that makes air support available; `repl`: pool -> points."""

    month: str
    air: int
    sp: Mapping[int, int]
    antwerp: int
    rp: Mapping[int, int]
    repl: Mapping[str, int]


class Box(NamedTuple):
    """A box of the increment track (6.0). `attack`: lowest MPA that may attack, 0 for a box of movement only;
    `mp`, `admin`: MPA -> movement points; `onward`: boxes connected below."""

    attack: int
    mp: Mapping[int, int]
    admin: Mapping[int, int]
    onward: tuple[int, ...]


ANY: Final = 99


class Chart(Charts):
    """All charts of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        super().__init__(charts)
        self.turns: dict[int, Turn] = {int(row["turn"]): _turn(row) for row in charts["turn_track"]["rows"]}
        track = charts["increment_track"]
        self.boxes: dict[int, Box] = {int(number): _box(row) for number, row in track["boxes"].items()}
        self.starts: tuple[int, ...] = tuple(track["start_boxes"])
        self.series: tuple[tuple[int, ...], ...] = _series(self.boxes, self.starts)
        """6.0: every complete way down the track."""
        if sorted(self.series) != sorted(tuple(one) for one in track["series"]):
            raise EditionError(FILE, "increment_track.series", "does not agree with the boxes", self.series)
        stack = charts["stacking"]
        self.stack: tuple[int, int, int] = (stack["max_combat_units"], stack["max_armour"], stack["max_infantry"])
        """7.1: most combat units, armour and infantry in a hex."""
        movement = charts["terrain_movement"]
        rows: Mapping[str, Any] = movement["rows"]
        self.entry: dict[str, int | None] = {name: row["infantry"] for name, row in rows.items()}
        """Terrain or feature -> MP to enter, None where nobody goes."""
        self.river_mp = int(movement["hexsides"]["river"]["extra"])
        self.bridge_mp = int(movement["hexsides"]["rhine"]["with_bridge_or_bridgehead"])
        self.zoc_enter = int(movement["zoc"]["enter"])
        self.zoc_leave = int(movement["zoc"]["leave"])
        oos: Mapping[Any, int] = charts["oos_penalties"]["mpa"]
        self.cut_off: dict[int, int] = {int(mpa): value for mpa, value in oos.items()}
        """11.5: MPA of a piece out of supply."""
        command: Mapping[str, Mapping[str, Any]] = charts["hq_command"]["rows"]
        self.command: dict[str, dict[str, int]] = {
            hq: {nation: ANY if most == "any" else int(most) for nation, most in row.items()}
            for hq, row in command.items()
        }
        """4.5: nationality of an HQ -> of a unit -> how many it commands."""

    def sp_marker(self, points: int) -> tuple[int, bool]:
        """2.0-4: space of the supply point marker, and whether it lies on its +10 side."""
        spaces = self.number("supply_points", "track_max") + 1
        return points % spaces, points >= spaces


def _turn(row: Mapping[str, Any]) -> Turn:
    return Turn(
        month=str(row["month"]),
        air=int(row["air"]),
        sp={1: int(row["allied_sp"]), 2: int(row["german_sp"])},
        antwerp=int(row["antwerp_bonus"]),
        rp={1: int(row["allied_rp"]), 2: int(row["german_rp"])},
        repl={pool: int(row[pool]) for pool in POOLS},
    )


POOLS: Final = ("us_armour", "us_infantry", "other_armour", "other_infantry", "german_armour", "german_infantry")


def _box(row: Mapping[str, Any]) -> Box:
    return Box(
        attack=int(row["attack"] or 0),
        mp={int(mpa): int(points) for mpa, points in row["mp"].items()},
        admin={int(mpa): int(points) for mpa, points in row["admin"].items()},
        onward=tuple(int(number) for number in row["next"]),
    )


def _series(boxes: Mapping[int, Box], starts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    open_: list[tuple[int, ...]] = [(start,) for start in reversed(starts)]
    while open_:
        way = open_.pop()
        onward = boxes[way[-1]].onward
        if not onward:
            found.append(way)
        open_.extend((*way, number) for number in reversed(onward))
    return tuple(found)


MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def month_name(month: str) -> str:
    """`1944-07` as `July 1944`."""
    year, _, number = month.partition("-")
    return f"{MONTHS[int(number) - 1]} {year}"
