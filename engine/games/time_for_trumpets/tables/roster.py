"""What is printed on counters (1.0, 2.0): classes, values of both sides, chains of command, marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from hexledger.engine.editions.counters import Counter, Face
from hexledger.engine.games.time_for_trumpets.tables.chart import Chart

NOBODY: Final = -1
LEVELS: Final = ("army", "corps", "fag", "division", "brigade", "command", "kampfgruppe", "cp")
"""Levels of headquarters; `command` is an American combat command or cavalry group (G-D3)."""
MOVE_CLASSES: Final = ("foot", "horse", "cross_country", "recon", "truck", "afv")
VEHICLES: Final = frozenset({"afv", "truck", "cross_country", "recon"})
"""Classes that Low Fuel, halving out of supply and interdiction are about (recon is cross-country)."""
_ZOC_ROW: Final = {
    "engineer": "engineer",
    "recon": "armoured_recon_cavalry",
    "at": "anti_tank",
    "heavy_at": "anti_tank",
    "aa_heavy": "heavy_aa",
    "aa_light": "light_aa_aw_mg",
    "aa_sp": "light_aa_aw_mg",
    "bridge_engineer": "bridge_engineer",
    "infantry": "infantry",
    "armoured_infantry": "infantry",
}


class Values(NamedTuple):
    """CF in attack (0: parenthesised, defence only) and in defence, as lost steps leave them."""

    attack: int
    defence: int


class Roster:
    """Sets of piece numbers and columns by piece."""

    def __init__(self, counters: Sequence[Counter], chart: Chart) -> None:
        def those(test: Callable[[Counter], bool]) -> frozenset[int]:
            return frozenset(piece for piece, counter in enumerate(counters) if test(counter))

        def detail(key: str) -> tuple[str, ...]:
            return tuple(str(counter.details.get(key) or "") for counter in counters)

        self.index: dict[str, int] = {counter.id: piece for piece, counter in enumerate(counters)}
        self.cls: tuple[str, ...] = detail("cls")
        """front_line, support, artillery, hq, leader, bridge, fuel, aircraft or marker (2.5)."""
        self.type: tuple[str, ...] = tuple(counter.type for counter in counters)
        self.size: tuple[str, ...] = tuple(counter.size for counter in counters)
        self.move: tuple[str, ...] = tuple(
            "cross_country" if move == "cross_country_or_foot" else move for move in detail("move")
        )
        self.nation: tuple[str, ...] = tuple(counter.nationality for counter in counters)
        self.army: tuple[str, ...] = detail("army")
        self.gun: tuple[str, ...] = detail("gun")
        """Calibre of an artillery battalion as printed (`155G`)."""
        self.full: tuple[int, ...] = tuple(counter.steps for counter in counters)
        self.front: tuple[Face, ...] = tuple(counter.front for counter in counters)
        self.back: tuple[Face, ...] = tuple(counter.back or counter.front for counter in counters)
        traits = {name for counter in counters for name in counter.traits}
        self.having: dict[str, frozenset[int]] = {
            name: those(lambda counter, name=name: counter.has(name))  # type: ignore[misc]
            for name in sorted(traits)
        }
        """Trait -> pieces that carry it."""
        in_class: Callable[..., frozenset[int]] = lambda *names: frozenset(  # noqa: E731
            piece for piece, cls in enumerate(self.cls) if cls in names
        )
        self.hqs: Final = in_class("hq")
        self.leaders: Final = in_class("leader")
        self.artillery: Final = in_class("artillery")
        self.fuel: Final = in_class("fuel")
        self.bridges: Final = in_class("bridge")
        self.front_line: Final = in_class("front_line")
        self.support: Final = in_class("support")
        self.combat: Final = in_class("front_line", "support", "artillery", "hq")
        """Ground combat units: they control, are attacked, and (2.5) take part in battles."""
        self.counted: Final = in_class("front_line", "support", "artillery")
        """23.3: units of which three may stand in a hex."""
        self.special_hq: Final = self.having["special_hq"]
        """2.6.2f: KGP, KGC and Fuehrer Escort HQ: always in march order, may attack and advance."""
        self.moded: Final = (self.hqs - self.special_hq) | self.artillery
        """Units with two modes, march order and deployed or in battery."""
        self.german: Final = those(lambda counter: counter.side == "german")
        self.ss: Final = those(lambda counter: counter.nationality == "waffen_ss")
        self.british: Final = those(lambda counter: counter.nationality == "british")
        self.afv: Final = self.having["afv"]
        self.tanks: Final = self.having["tank"]
        self.heavy_afv: Final = self.having["heavy_afv"]
        self.engineers: Final = self.having["engineer"]
        self.infantry: Final = self.having["infantry"]
        self.recon: Final = self.having["recon"]
        self.immobile: Final = self.having["immobile"]
        self.dispersed: Final = self.having["dispersed"]
        self.substitutes: Final = self.having["artillery_substitute"]
        """2.10, 44: counters that stand for all field artillery of a formation."""
        self.level: dict[int, str] = {piece: self.size[piece] for piece in sorted(self.hqs)}
        """HQ -> its level (see LEVELS)."""
        self.parent: tuple[int, ...] = tuple(
            self.index[counter.parent] if counter.parent else self._leads(piece, counter)
            for piece, counter in enumerate(counters)
        )
        """Printed superior HQ of a unit or HQ, NOBODY for army HQs and what belongs to none."""
        self.batteries: dict[int, tuple[int, ...]] = {
            counter: tuple(
                piece
                for piece in sorted(self.artillery - self.substitutes - self.immobile)
                if self.parent[piece] == self.parent[counter] and self._alike(piece, counter, counters)
            )
            for counter in sorted(self.substitutes)
        }
        """44.0b: artillery substitute -> the battalions that it stands for."""
        self.substitute_of: dict[int, int] = {
            piece: counter for counter, pieces in self.batteries.items() for piece in pieces
        }
        self.zoc_row: tuple[str, ...] = tuple(self._zoc_row(piece) for piece in range(len(counters)))
        self.values: tuple[tuple[Values, ...], ...] = tuple(
            self._values(piece, chart) for piece in range(len(counters))
        )
        """Piece -> lost steps -> CF (2.11, 2.12); of a unit with modes only those in march order."""

    def _alike(self, piece: int, counter: int, counters: Sequence[Counter]) -> bool:
        """Same formation, and both field artillery or both Nebelwerfer."""
        return self.type[piece] == self.type[counter] and counters[piece].formation == counters[counter].formation

    def _leads(self, piece: int, counter: Counter) -> int:
        """An echelon unit without a printed parent answers to the HQ of its army; step counters to nobody."""
        if self.cls[piece] not in ("front_line", "support", "artillery") or counter.size == "step":
            return NOBODY
        return next(
            (hq for hq in sorted(self.hqs) if self.size[hq] == "army" and self.army[hq] == self.army[piece]), NOBODY
        )

    def _zoc_row(self, piece: int) -> str:
        """25.1: the row of the ZOC chart; "" for units that exert none."""
        if self.cls[piece] not in ("front_line", "support"):
            return ""
        return _ZOC_ROW.get(self.type[piece], "afv" if piece in self.afv else "infantry")

    def _values(self, piece: int, chart: Chart) -> tuple[Values, ...]:
        front = _face_values(self.front[piece])
        if piece in self.moded or self.full[piece] < 2:
            return (front,)
        printed = [front, _face_values(self.back[piece])]
        row = chart.reduction(self.type[piece], self.full[piece])
        return (*printed, *(Values(*pair) for pair in row[len(printed) :]))[: self.full[piece]]


def _face_values(face: Face) -> Values:
    return Values(face.get("attack"), face.get("defence"))
