"""Combat charts as numbers: odds, CRT, Blitz, shock, coordination, artillery shares, advance (48-57; cards 3B, 4A)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.time_for_trumpets.tables.results import (
    Result,
    Shock,
    read_result,
    read_shock_attacker,
    read_shock_defender,
)
from hexledger.engine.tables.charts import Rows
from hexledger.engine.tables.odds import defender_ratio, parse_column, shift

C = TypeVar("C")
FILE: Final = "charts.yaml"
QUARTERS: Final = 4
_SHARES: Final = {"0": 0, "1/4": 1, "1/2": 2, "3/4": 3}


def quarters(value: int | str) -> int:
    """A printed multiplier in quarters: 1 is 4, `1/2` is 2."""
    return QUARTERS * value if isinstance(value, int) else _SHARES[value]


def share(value: int, of: int) -> int:
    """A share (in quarters) of a CF, rounded up: half of 9 is 5 (49, ex 8717)."""
    return -(-value * of // QUARTERS)


class Columns(Generic[C]):
    """A table with columns: dice beyond the ends read the end rows."""

    def __init__(self, name: str, chart: Mapping[str, Any], read: Callable[[str], C]) -> None:
        self.columns: tuple[str, ...] = tuple(str(column) for column in chart["columns"])

        def row(printed: Any) -> tuple[C, ...]:
            if len(printed) != len(self.columns):
                raise ValueError(f"{len(printed)} cells for {len(self.columns)} columns")
            return tuple(read(str(cell)) for cell in printed)

        self.rows: Rows[tuple[C, ...]] = Rows(f"{name}.rows", chart["rows"], row)

    def at(self, column: int, total: int) -> C:
        """What a column and a modified die read."""
        return self.rows.at(total)[column]


class Spans(NamedTuple):
    """Columns of a shock table by the least CF of each."""

    least: tuple[int, ...]

    def column(self, cf: int) -> int:
        """Column of a modified CF; -1 below the first."""
        return sum(cf >= low for low in self.least) - 1


def _spans(columns: tuple[str, ...]) -> Spans:
    return Spans(tuple(int(column.rstrip("+").partition("-")[0]) for column in columns))


class Terrain(NamedTuple):
    """49: a row of the Terrain Effects Chart. Multipliers in quarters."""

    shift: int
    drm: int
    defender: int
    afv: int
    fa: int
    nw: int


class Work(NamedTuple):
    """50: a row of the chart of defensive positions. `er` 0: the printed ER; `artillery` in quarters."""

    er: int
    shift: int
    artillery: int


class CombatChart:
    """All combat charts of an edition."""

    def __init__(self, charts: Mapping[str, Any]) -> None:
        self.crt: Columns[Result] = Columns("crt", charts["crt"], read_result)
        self.blitz: Columns[Result] = Columns("blitz", charts["blitz"], read_result)
        self.odds: tuple[tuple[int, int], ...] = tuple(map(parse_column, self.crt.columns))
        self.blitz_odds: tuple[tuple[int, int], ...] = tuple(map(parse_column, self.blitz.columns))
        if list(self.odds) != sorted(self.odds, key=lambda pair: (pair[0] - pair[1], pair)):
            raise EditionError(FILE, "crt.columns", "must rise from the worst odds to the best", self.crt.columns)
        self.shock_defender: Columns[Shock] = Columns(
            "bombardment_shock_defender", charts["bombardment_shock_defender"], read_shock_defender
        )
        self.shock_attacker: Columns[Shock] = Columns(
            "bombardment_shock_attacker", charts["bombardment_shock_attacker"], read_shock_attacker
        )
        self._defender_spans = _spans(self.shock_defender.columns)
        self._attacker_spans = _spans(self.shock_attacker.columns)
        self.least_shock: dict[str, int] = dict(charts["bombardment_shock_defender"]["minimum"])
        """48.2-48.4: who fires -> least modified CF."""
        self.coordination: dict[str, frozenset[int]] = {
            who: frozenset(row["success"]) for who, row in charts["bombardment_coordination"]["rows"].items()
        }
        """48.2.1e: who fires -> faces that succeed."""
        self.shifts: dict[str, int] = _sizes(charts["column_shifts"]["rows"], "shift")
        self.drms: dict[str, int] = _sizes(charts["combat_drm"]["rows"], "drm")
        self.terrain: dict[str, Terrain] = {
            name: Terrain(row[0], row[1], *(quarters(cell) for cell in row[2:6]))
            for name, row in charts["terrain_effects"]["rows"].items()
        }
        self.surprised = int(charts["surprised_alert"]["surprised_shift"])
        """H-5: columns to the right against a surprised hex."""
        sides = charts["terrain_effects"]["hexsides"]
        self.bridge_cf = quarters(sides["bridge"]["attacker_cf"])
        self.river_cf = quarters(sides["river"]["attacker_cf"])
        self.stream_shift = int(sides["stream"]["shift"])
        self.works: dict[str, Work] = {
            name: Work(0 if row[0] == "printed" else int(row[0]), int(row[1]), quarters(row[2]))
            for name, row in charts["defensive_positions"]["rows"].items()
        }
        self.fa_attack = _shares(charts["artillery_attack_support"]["rows"])
        self.nw_attack = _shares(charts["nw_attack_support"]["rows"])
        """Terrain of the target hex (or SP, fort) -> share of the CF in quarters (45.5d, 46.5d, 47.7d)."""
        defence = charts["artillery_defence_support"]["rows"]
        self.defence_one = quarters(defence["attack from one hex"])
        self.defence_many = quarters(defence["attack from two or more hexes"])
        self.defence_failed = quarters(defence["failed coordination (48)"])
        advance = charts["advance"]
        self.advance: dict[str, tuple[int, ...]] = {rate: tuple(row) for rate, row in advance["rows"].items()}
        """Rate -> hexes at D1 to D4 (55.0d)."""

    # ------------------------------------------------------------ 51 odds
    def column(self, attack: int, defence: int) -> int:
        """51, gaps 32: column of the odds before shifts: fractions for the defender; a defence of 0 counts 1."""
        ratio = defender_ratio(attack, max(1, defence))
        return column_of(self.odds, (ratio.attacker, ratio.defender))

    def shifted(self, column: int, by: int) -> int:
        """51.3: the column after shifts; past an end it stays at the end."""
        return shift(column, by, len(self.odds))

    def blitz_column(self, column: int) -> int:
        """57.1i, 57.2l: column of the Blitz table for a (shifted) column of the CRT; -1 below 2:1."""
        pair = self.odds[column]
        return column_of(self.blitz_odds, pair) if pair >= self.blitz_odds[0] and pair[1] == 1 else -1

    # ------------------------------------------------------------ 48 shock
    def defender_column(self, cf: int, who: str) -> int:
        """48.1a: column of fire at the defender for a modified CF; -1 below the least CF of who fires."""
        return self._defender_spans.column(cf) if cf >= self.least_shock[who] else -1

    def attacker_column(self, cf: int, who: str) -> int:
        """48.1b: column of fire at the attacker."""
        return self._attacker_spans.column(cf) if cf >= self.least_shock[who] else -1

    # ------------------------------------------------------------ 55 advance
    def advance_hexes(self, rate: str, length: int) -> int:
        """55.0d, 55.2: hexes of an advance at a rate after DR1-DR4 (D1-D4)."""
        return self.advance[rate][length - 1]


def column_of(odds: tuple[tuple[int, int], ...], pair: tuple[int, int]) -> int:
    """The last column that is no better for the attacker than the odds; the first where all are."""
    value = pair[0] - pair[1]
    return max(0, sum(low[0] - low[1] <= value for low in odds) - 1)


def _sizes(rows: Any, key: str) -> dict[str, int]:
    """Size of each shift or drm that is one number; `1 in German favour` is 1."""
    found: dict[str, int] = {}
    for row in rows:
        size = str(row[key]).partition(" ")[0]
        if size.lstrip("+-").isdigit():
            found[row["id"]] = int(size)
    return found


def _shares(rows: Mapping[str, int | str]) -> dict[str, int]:
    return {name: quarters(value) for name, value in rows.items()}
