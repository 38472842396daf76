"""What is printed on counters (3.4, 4.2): arms, nationality, values of both sides, marks that rules ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hexledger.engine.editions.counters import Counter

FULL: Final = 3
REDUCED: Final = 2
CADRE: Final = 1
ARMOUR: Final = "armour"


class Roster:
    """Sets of piece numbers and columns by piece; values are pairs (full, reduced)."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        def those(test: Callable[[Counter], bool]) -> frozenset[int]:
            return frozenset(piece for piece, counter in enumerate(counters) if test(counter))

        self.nation: tuple[str, ...] = tuple(counter.nationality for counter in counters)
        self.hqs: Final = those(lambda counter: counter.type == "hq")
        self.armour: Final = those(lambda counter: counter.type == ARMOUR)
        """3.1: armour and panzergrenadiers."""
        self.infantry: Final = those(lambda counter: counter.type == "infantry")
        """3.1: infantry and parachute corps."""
        self.combat: Final = self.armour | self.infantry
        self.fuehrer: Final = those(lambda counter: counter.has("fuehrer_panzer"))
        """3.11: the Fuehrer Panzer divisions."""
        self.untested: Final = those(lambda counter: counter.has("green_untested"))
        self.airborne: Final = those(lambda counter: counter.has("airborne"))
        self.set_piece: tuple[tuple[int, int], ...] = tuple(_pair(counter, "set_piece") for counter in counters)
        self.mobile: tuple[tuple[int, int], ...] = tuple(_pair(counter, "mobile") for counter in counters)
        self.morale: tuple[tuple[int, int], ...] = tuple(_pair(counter, "morale") for counter in counters)
        self.mpa: tuple[tuple[int, int], ...] = tuple(_pair(counter, "mpa") for counter in counters)
        self.full: tuple[int, ...] = tuple(max(1, counter.steps) for counter in counters)
        """Steps of the whole piece; 1 for an HQ, which has none (4.1)."""
        self.range: dict[int, int] = {piece: counters[piece].front.get("command_range") for piece in sorted(self.hqs)}
        self.capacity: dict[int, tuple[int, int]] = {
            piece: (counters[piece].front.get("armour_capacity"), counters[piece].front.get("infantry_capacity"))
            for piece in sorted(self.hqs)
        }
        """4.7: HQ -> armour units and infantry units that it commands at most."""
        self.index: dict[str, int] = {counter.id: piece for piece, counter in enumerate(counters)}
        self.becomes: dict[int, int] = {
            piece: self.index[str(counters[piece].details["becomes"])] for piece in sorted(self.untested)
        }
        """3.10: untested counter -> regular counter."""


def _pair(counter: Counter, key: str) -> tuple[int, int]:
    if counter.type == "hq":
        value = counter.back.get(key) if counter.back is not None else 0
        return value, value
    back = counter.back if counter.back is not None else counter.front
    return counter.front.get(key), back.get(key)
