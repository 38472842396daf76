"""What the counters of Fortress Europa are, piece by piece, read once from the edition (2.1-2.8, 6.2, 6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.game import Game

if TYPE_CHECKING:
    from hexledger.engine.editions.counters import Counter

US: Final = 1
BRITISH: Final = 2
CANADIAN: Final = 3
FRENCH: Final = 4
GERMANS: Final = 5
NATION_NAMES: Final = ("none", "US", "British", "Canadian", "French", "German")

_NATION: Final = {
    "us": US,
    "british": BRITISH,
    "minor": BRITISH,
    "canadian": CANADIAN,
    "french": FRENCH,
    "german": GERMANS,
    "ss": GERMANS,
    "luftwaffe": GERMANS,
    "allied": 0,
}

NOT_LAND: Final = frozenset({"marker", "aircraft", "naval", "mulberry", "partisan"})
"""FE 29.6: types that are no land units: they neither fight, stack, trace supply nor count for capacity."""

_BY_FLAG: Final = frozenset({"infantry", "regular", "flipped"})
_BACKS: Final = frozenset({"reduced", "damaged", "becomes_6-4", "None", *_BY_FLAG})


class Roster:
    """Sets of pieces and tables by piece.

    nation   piece -> nationality for attacks (6.2, C-46): the minor Allies fight as British
    land     pieces that are land units
    kind     piece -> class of the Movement Allowance Chart: `armored`, `other`, `hq`
    """

    def __init__(self, game: Game[Any], stack_free_types: frozenset[str]) -> None:
        counters = game.counters
        pieces = range(len(counters))

        def of_type(*types: str) -> frozenset[int]:
            return frozenset(piece for piece in pieces if counters[piece].type in types)

        def having(trait: str) -> frozenset[int]:
            return frozenset(piece for piece in pieces if trait in counters[piece].traits)

        self.nation: tuple[int, ...] = tuple(self._nation(counter) for counter in counters)
        self.land: frozenset[int] = frozenset(piece for piece in pieces if counters[piece].type not in NOT_LAND)
        self.land_of: dict[int, tuple[int, ...]] = {
            side: tuple(p for p in sorted(self.land) if game.side_of[p] == side) for side in (f.ALLIED, f.GERMAN)
        }
        """Side -> its land units, ascending."""
        self.hqs = of_type("hq")
        self.naval, self.aircraft, self.mulberries = of_type("naval"), of_type("aircraft"), of_type("mulberry")
        self.partisans = of_type("partisan")
        self.coastal, self.training = of_type("coastal_defense"), of_type("training")
        self.hq_troops, self.volkssturm = of_type("hq_troops"), of_type("volkssturm")
        self.security, self.flak = of_type("security"), of_type("flak")
        self.raiders = having("raider")
        self.airborne, self.mountain, self.may_drop = having("airborne"), having("mountain"), having("may_drop")
        self.ss, self.panzer_divisions = having("ss"), having("panzer_division")
        self.augmented, self.of_79th, self.split_79th = having("augmented"), having("79th"), having("split_unit")
        self.armored = frozenset(piece for piece in pieces if counters[piece].details.get("armored") is True)
        self.battalions = frozenset(piece for piece in pieces if counters[piece].size == "battalion")
        self.stack_free: frozenset[int] = frozenset(
            piece for piece in pieces if counters[piece].type in stack_free_types or piece not in self.land
        )
        """6.5: pieces without a stacking value."""
        self.own_hex_zoc: frozenset[int] = self.raiders | self.partisans
        """7.1: pieces whose ZOC is never more than their own hex."""
        self.by_flag: frozenset[int] = frozenset(
            piece for piece in pieces if counters[piece].details.get("back_kind") in _BY_FLAG
        )
        """Pieces whose back is another kind of unit and not the reduced side."""
        for counter in counters:
            kind = str(counter.details.get("back_kind"))
            if kind not in _BACKS:
                raise EditionError("counters.yaml", f"counters({counter.id}).back_kind", "not understood", kind)
        self.decoys: tuple[int, ...] = tuple(p for p in pieces if counters[p].id.startswith("decoy_"))
        self.blanks: tuple[int, ...] = tuple(p for p in pieces if counters[p].id.startswith("blank_"))
        """31.6, 31.7: decoys, and the blank counters that some of them may cover, ascending."""
        self.kind: tuple[str, ...] = tuple(self._kind(piece) for piece in pieces)

    @staticmethod
    def _nation(counter: Counter) -> int:
        try:
            return _NATION[counter.nationality]
        except KeyError:
            where = f"counters({counter.id}).nationality"
            raise EditionError("counters.yaml", where, "not a nationality of this game", counter.nationality) from None

    def _kind(self, piece: int) -> str:
        if piece in self.hqs:
            return "hq"
        return "armored" if piece in self.armored else "other"
