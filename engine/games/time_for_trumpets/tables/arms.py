"""What each counter is in a combat: arm of service, class for losses, guns, steps (2.5-2.12, 52-53)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from hexledger.engine.editions.counters import Counter

AFV_CLASSES: Final = ("front_afv", "support_afv", "infantry", "support", "artillery", "hq")
"""Classes of the losses with the AFV dot (52.3, 52.4); recon and engineers count as infantry (gaps 3.23)."""


class Gun(NamedTuple):
    """Values of an artillery battalion in battery."""

    cf: int
    range: int


class Arms:
    """Sets of counters by what they are in a combat. Piece numbers throughout."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        def those(test: Callable[[Counter], bool]) -> frozenset[int]:
            return frozenset(piece for piece, counter in enumerate(counters) if test(counter))

        def cls(name: str) -> frozenset[int]:
            return those(lambda counter: counter.details.get("cls") == name)

        def trait(*names: str) -> frozenset[int]:
            return those(lambda counter: any(counter.has(name) for name in names))

        self.hq: Final = cls("hq")
        self.artillery: Final = cls("artillery")
        self.leaders: Final = cls("leader")
        self.aircraft: Final = cls("aircraft")
        self.special_hq: Final = trait("special_hq")
        """2.6.2f: KGP, KGC, FE."""
        self.afv: Final = trait("afv") - self.artillery
        self.heavy: Final = trait("heavy_afv")
        """1.1h."""
        self.tanks: Final = trait("tank")
        """2.7.4: front-line AFV."""
        self.engineers: Final = trait("engineer")
        self.bridge_engineers: Final = trait("bridge_engineer")
        self.recon: Final = trait("recon", "cavalry")
        self.infantry: Final = trait("infantry") - self.afv
        self.at: Final = trait("at", "towed_td")
        self.aa: Final = trait("aa")
        self.aa_heavy: Final = trait("aa_heavy")
        self.aa_light: Final = self.aa - self.aa_heavy
        self.td_or_gun: Final = trait("tank_destroyer", "assault_gun", "at", "towed_td", "aa_heavy")
        """50: weapons that defend against AFV."""
        self.assault_guns: Final = trait("stug", "brummbaer")
        self.tigers: Final = trait("tiger")
        self.superior_at: Final = trait("superior_at", "named_53_1") & those(lambda c: c.side == "german")
        """53.1b."""
        self.heavy_guns: Final = trait("heavy_at_gun", "m36", "firefly") & those(lambda c: c.side == "allied")
        """53.2: M36, Easy 8, Firefly, Achilles, 90 mm, 17 pdr (desk check 39: Allied counters only)."""
        self.front_line: Final = (cls("front_line") | (self.engineers - self.hq)) - self.bridge_engineers
        """2.7; engineers may be used as front-line units (2.8.4)."""
        self.support: Final = cls("support") | self.bridge_engineers
        self.fa: Final = self.artillery & trait("fa")
        self.nw: Final = self.artillery & trait("nw")
        self.ground: Final = self.hq | self.artillery | self.front_line | self.support
        """Combat units on the ground: what can defend (51.1c)."""
        self.dispersed: Final = trait("dispersed")
        self.rangers: Final = trait("ranger")
        self.us: Final = those(lambda c: c.nationality == "us")
        self.british: Final = those(lambda c: c.nationality == "british")
        self.substitutes: Final = trait("artillery_substitute")
        """2.10, 44: counters that stand for all field artillery of a formation."""
        self.gun: Final[dict[int, Gun]] = {
            piece: Gun(back.get("attack"), back.get("range"))
            for piece in sorted(self.artillery - self.substitutes)
            if (back := counters[piece].back) is not None
        }
        self.loss_class: Final[dict[int, str]] = {piece: self._loss_class(piece) for piece in sorted(self.ground)}

    def _loss_class(self, piece: int) -> str:
        if piece in self.hq:
            return "hq"
        if piece in self.artillery:
            return "artillery"
        if piece in self.afv:
            return "front_afv" if piece in self.tanks else "support_afv"
        return "infantry" if piece in self.front_line else "support"
