"""The combat charts of an edition as typed tables: CRT, odds, superiority and DRM values (sections 12 to 16).

Read once for a game. A cell that cannot be understood is a ValueError with the chart's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.tables.charts import Rows
from hexledger.engine.tables.odds import Ratio, nearest_ratio, parse_column

DISORDER: Final = "disorder"
REDUCED: Final = "reduced"
PINNED: Final = "pinned"
RETREAT: Final = "retreat"
ADVANCE: Final = "advance"
BREAKTHROUGH: Final = "breakthrough"
ROUT: Final = "attacker_rout"

OPTIONAL: Final = 0
MANDATORY: Final = 1

_LOSS: Final = r"([A-F]) (?:Disorder ([12])|(Reduced|Pinned))\Z"
_RETREAT: Final = r"Retreat ([12])\Z"
_OTHERS: Final = {
    "Advance optional": (ADVANCE, OPTIONAL),
    "Advance mandatory": (ADVANCE, MANDATORY),
    "Breakthrough": (BREAKTHROUGH, MANDATORY),
    "Attacker Rout": (ROUT, 0),
}


class Result(msgspec.Struct, frozen=True):
    """One result of a combat or bombardment table.

    kind    DISORDER, REDUCED or PINNED (with a distribution letter, 13.7), RETREAT, ADVANCE, BREAKTHROUGH, ROUT
    letter  A to F for the first three, else empty
    amount  level of the disorder, hexes of the retreat, OPTIONAL or MANDATORY for an advance; else 0
    """

    kind: str
    letter: str = ""
    amount: int = 0

    @property
    def word(self) -> str:
        """Key of the word that names the result, e.g. `result.e_disorder_1`."""
        parts = [self.letter.lower()] if self.letter else []
        if self.kind == ADVANCE:
            parts += [ADVANCE, "mandatory" if self.amount == MANDATORY else "optional"]
        elif self.kind in (DISORDER, RETREAT):
            parts += [self.kind, str(self.amount)]
        else:
            parts.append(self.kind)
        return "result." + "_".join(parts)


def parse_result(text: str) -> Result:
    """A printed result such as `E Disorder 1`, `Retreat 2` or `Advance optional`."""
    loss = re.match(_LOSS, text)
    if loss:
        letter, level, other = loss.groups()
        return Result(DISORDER, letter, int(level)) if level else Result(other.lower(), letter)
    retreat = re.match(_RETREAT, text)
    if retreat:
        return Result(RETREAT, "", int(retreat[1]))
    if text not in _OTHERS:
        raise ValueError(f"{text!r} is no combat result")
    kind, amount = _OTHERS[text]
    return Result(kind, "", amount)


class Cell(msgspec.Struct, frozen=True):
    """Results of one row and column of the CRT, in printed order."""

    attacker: tuple[Result, ...]
    defender: tuple[Result, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Keys of the words that name the whole cell: for the attacker ..., for the defender ..."""
        names: list[str] = []
        for side, results in (("result.for_attacker", self.attacker), ("result.for_defender", self.defender)):
            names.append(side)
            names += [result.word for result in results] or ["result.none"]
        return tuple(names)


class Crt:
    """J6 12.42: the Combat Results Table. `columns` are mode pairs such as `assault_vs_stand`."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self.columns: tuple[str, ...] = tuple(chart["columns"])
        self._rows: dict[str, Rows[Cell]] = {
            column: Rows(f"crt.rows.{column}", chart["rows"][column], _cell) for column in self.columns
        }
        first = self._rows[self.columns[0]]
        self.first, self.last = first.first, first.last
        for column, rows in self._rows.items():
            if list(rows) != list(first):
                raise EditionError("charts.yaml", f"crt.rows.{column}", "every column needs the same rows")

    def row(self, modified: int) -> int:
        """The row that a modified die reads."""
        return self._rows[self.columns[0]].held(modified)

    def cell(self, column: str, row: int) -> Cell:
        """Results of a row of a column; KeyError when the table has no such cell."""
        return self._rows[column][row]


def _cell(printed: Mapping[str, Sequence[str]]) -> Cell:
    attacker, defender = (tuple(map(parse_result, printed[side])) for side in ("attacker", "defender"))
    return Cell(attacker, defender)


class Odds(msgspec.Struct, frozen=True):
    """Odds of a fight: the column, and whether a die must still settle an exact half (QA-BOMB-5)."""

    ratio: Ratio
    open: bool


class OddsChart:
    """J6 12.51: the DRM of each ratio. Ratios beyond the ends read the end rows (R-80)."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        self.rows: dict[tuple[int, int], int] = {parse_column(label): drm for label, drm in chart["rows"].items()}
        self.best = max(attacker for attacker, _ in self.rows)
        self.worst = max(defender for _, defender in self.rows)

    def held(self, ratio: Ratio) -> Ratio:
        """A ratio held within the chart."""
        return Ratio(min(ratio.attacker, self.best), min(ratio.defender, self.worst))

    def odds(self, attack: int, defence: int) -> Odds:
        """Odds of two strengths above 0; `open` only when the two columns of an exact half differ on the chart."""
        ratio = nearest_ratio(attack, defence)
        low, high = self.held(ratio.settle(False)), self.held(ratio.settle(True))
        return Odds(low, False) if low == high else Odds(ratio, True)

    def settled(self, odds: Odds, die: int) -> Ratio:
        """QA-BOMB-5: of an exact half, 0 to 4 takes the column worse for the attacker, 5 to 9 the better one."""
        return self.held(odds.ratio.settle(die >= 5))

    def drm(self, ratio: Ratio) -> int:
        """DRM of a ratio that lies on the chart."""
        return self.rows[ratio.attacker, ratio.defender]


class Superiority:
    """J6 15.12, 16.32: the DRM of comparing armour or artillery points."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        drms: Sequence[int] = sorted(row["drm"] for row in chart["rows"])
        self.defender_double, self.defender_more, self.equal, self.attacker_more, self.attacker_double = drms

    def drm(self, attack: int, defence: int, least: int = 2) -> int:
        """DRM for `attack` points against `defence` points; `least` points are twice none (R-08)."""
        if attack == defence:
            return self.equal
        strong, weak = max(attack, defence), min(attack, defence)
        double = strong >= max(2 * weak, least)
        if attack > defence:
            return self.attacker_double if double else self.attacker_more
        return self.defender_double if double else self.defender_more


class CombatDrms:
    """J6 12.5: the fixed values of the combat DRMs."""

    def __init__(self, chart: Mapping[str, Any]) -> None:
        rows: Mapping[str, Any] = chart["rows"]
        limit = re.search(r"limited to -(\d+)\.\.\+(\d+)", rows["cohesion"]["formula"])
        if limit is None or limit[1] != limit[2]:
            raise ValueError(f"combat_drm.rows.cohesion.formula: no limit in {rows['cohesion']['formula']!r}")
        self.cohesion_limit = int(limit[1])
        self.two_fronts: int = rows["multi_front"]["two_nonadjacent_hexes"]
        self.surrounded: int = rows["multi_front"]["surrounded"]
        self.probe_vs_stand: int = rows["probe_vs_stand"]["drm"]
        self.flak: int = rows["flak"]["per_unit"]
        self.armor_79: int = rows["armor_79"]["drm"]
        self.attacker_disordered: int = rows["attacker_disordered"]["drm"]
        self.defender_disordered: int = rows["defender_disordered"]["drm"]
        self.scattered_attacking: int = rows["scattered_attacking"]["drm"]
        self.scattered_defending: int = rows["scattered_defending"]["drm"]
        self.forced_crossing: int = rows["forced_crossing"]["drm"]
        self.strongpoint: int = rows["strongpoint"]["drm"]
        self.per_marker: int = rows["air_or_naval"]["per_marker"]
        self.max_markers: int = rows["air_or_naval"]["max_markers"]


class CombatTables:
    """All combat charts of one edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        self.crt = Crt(charts["crt"])
        self.odds = OddsChart(charts["odds_drm"])
        self.superiority = Superiority(charts["superiority_drm"])
        self.drms = CombatDrms(charts["combat_drm"])
