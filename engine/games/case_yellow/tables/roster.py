"""What is printed on counters (2.2a): size, steps, values in halves, bands and the marks that rules ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hexledger.engine.editions.counters import Counter

NATIONS: Final = ("german", "french", "british", "canadian", "belgian", "dutch")
ARMOUR_TYPES: Final = "armour"


class Roster:
    """Sets of piece numbers and columns by piece. Combat strengths are in halves, because some are 1/2."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        def those(test: Callable[[Counter], bool]) -> frozenset[int]:
            return frozenset(piece for piece, counter in enumerate(counters) if test(counter))

        def size(*names: str) -> frozenset[int]:
            return those(lambda counter: counter.size in names)

        def trait(name: str) -> frozenset[int]:
            return those(lambda counter: counter.has(name))

        self.nation: tuple[str, ...] = tuple(counter.nationality for counter in counters)
        self.full: tuple[int, ...] = tuple(counter.steps for counter in counters)
        """Printed steps."""
        self.cs: tuple[tuple[int, int], ...] = tuple(_pair(counter, "cs") for counter in counters)
        """Combat strength in halves, full and reduced."""
        self.tr: tuple[tuple[int, int], ...] = tuple(_whole(counter, "tr") for counter in counters)
        self.ma: tuple[tuple[int, int], ...] = tuple(_whole(counter, "ma") for counter in counters)
        self.corps: Final = size("corps")
        self.divisions: Final = size("division")
        self.regiments: Final = size("regiment", "brigade")
        """Regiments and brigades (III, X)."""
        self.arko: Final = trait("arko")
        self.supply: Final = trait("attack_supply")
        self.combat: Final = those(lambda counter: counter.size != "supply")
        """Units with a combat strength: all but the attack supply units."""
        self.motorized: Final = those(lambda counter: counter.motorized)
        """2.4j, 10.3a: MA in a red box."""
        self.yma: Final = trait("yma")
        """9.3: yellow MA."""
        self.panzer: Final = trait("panzer")
        self.allied_armour: Final = those(lambda counter: counter.has(ARMOUR_TYPES) and counter.side == "allied")
        """2.2a: Armor, Tank, DCR, DLM."""
        self.tank_brigade: Final = trait("absorbs_losses")
        """11.3c: the 1st Tank Brigade."""
        self.red_star: Final = trait("red_star")
        self.okh: Final = trait("okh")
        self.fj: Final = trait("fj")
        self.air_landing: Final = those(lambda counter: counter.type == "airlanding")
        self.no_zoc: Final = those(lambda counter: counter.details.get("band") == "white")
        self.alone_no_zoc: Final = those(lambda counter: counter.details.get("band") == "yellow")
        self.index: dict[str, int] = {counter.id: piece for piece, counter in enumerate(counters)}
        traits = {name for counter in counters for name in counter.traits}
        self.having: dict[str, frozenset[int]] = {name: trait(name) for name in sorted(traits)}
        """Trait -> units that carry it."""
        self.of_nation: dict[str, frozenset[int]] = {
            nation: frozenset(piece for piece, name in enumerate(self.nation) if name == nation) for nation in NATIONS
        }
        self.type: tuple[str, ...] = tuple(counter.type for counter in counters)
        self.formation: tuple[str, ...] = tuple(counter.formation for counter in counters)
        self.range: dict[int, int] = {
            piece: counters[piece].back.get("range")  # type: ignore[union-attr]
            for piece in sorted(self.supply)
        }
        """Attack supply unit -> range printed on its back (7.9c)."""


def _pair(counter: Counter, key: str) -> tuple[int, int]:
    back = counter.back or counter.front
    return counter.front.halves(key), back.halves(key)


def _whole(counter: Counter, key: str) -> tuple[int, int]:
    back = counter.back if counter.back is not None and counter.steps > 1 else counter.front
    return counter.front.get(key), back.get(key)
