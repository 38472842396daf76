"""A position of France 1944: who holds what, what a counter is worth now, who is commanded (3, 4, 6, 11.3, 11.5).

ZOC, lines, ways, stacking and battle stand in modules of their own beside this one.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.box import Box  # noqa: F401 - named in the base class
from hexledger.engine.games.france_1944.tables.roster import CADRE, REDUCED
from hexledger.engine.games.france_1944.tables.scenario import ScenarioRules
from hexledger.engine.kernel.furnished import ScenarioPosition
from hexledger.engine.kernel.memory import PLACES, Basis, kept

NOBODY: Final[tuple[int, ...]] = ()
ON_PLACES: Final = Basis(PLACES)
STANDING: Final = Basis(PLACES, flags=(w.ACTIVE,))
"""Who stands where and who is commanded."""


class FrancePosition(ScenarioPosition["Box[FrancePosition]", ScenarioRules]):
    """Read-only questions about one state."""

    # ------------------------------------------------------------ the clock and the scenario
    @property
    def active(self) -> int:
        """Side that acts in an activation, 0 outside."""
        return self.var("active")

    @property
    def increment(self) -> int:
        """Number of the increment that runs in this activation, from 1."""
        return self.var("increment")

    # ------------------------------------------------------------ who stands where
    def on_map(self, piece: int) -> bool:
        """The piece stands in a hex or in a southern box, where it fights and is supplied."""
        return self.at(piece) in self.game.ground.map

    @kept(ON_PLACES)
    def of(self, side: int) -> tuple[int, ...]:
        """Pieces of a side on the map, ascending."""
        ground, sides = self.game.ground, self.game.side_of
        return tuple([p for p in sorted(self.state.at) if sides[p] == side and self.state.at[p] in ground.map])

    def fighters(self, place: int) -> tuple[int, ...]:
        """Combat units in a place, ascending (3.0: never an HQ)."""
        hqs = self.game.roster.hqs
        return tuple([piece for piece in self.units(place) if piece not in hqs])

    def hqs_at(self, place: int) -> tuple[int, ...]:
        """HQs in a place, ascending."""
        hqs = self.game.roster.hqs
        return tuple([piece for piece in self.units(place) if piece in hqs])

    def is_hq(self, piece: int) -> bool:
        """4.0: a headquarters."""
        return piece in self.game.roster.hqs

    def enemy_in(self, place: int, side: int) -> bool:
        """7.1: a piece of the enemy of `side` stands in the place."""
        return self.side_at(place) not in (0, side)

    def holds(self, place: int, side: int) -> bool:
        """A combat unit of the side, even a cadre, stands in the place."""
        return self.side_at(place) == side and bool(self.fighters(place))

    # ------------------------------------------------------------ control
    def control(self, place: int) -> int:
        """11.3, R-78: side that controls a hex: whose combat unit entered or passed it last."""
        return self.state.control.get(place, w.ALLIED if place in self.scenario.held else w.GERMAN)

    # ------------------------------------------------------------ what a counter is worth now
    def nation(self, piece: int) -> str:
        """Nationality of a piece (3.6)."""
        return self.game.roster.nation[piece]

    def cadre(self, piece: int) -> bool:
        """3.2: a unit of three steps with one left."""
        return self.steps(piece) == CADRE and self.game.roster.full[piece] > CADRE

    def _face(self, piece: int) -> int:
        """0 for the front of a counter, 1 for its back."""
        return int(self.steps(piece) <= REDUCED and self.game.roster.full[piece] > CADRE)

    def set_piece(self, piece: int) -> int:
        """3.2, 3.8: set-piece strength; 1 for a cadre."""
        if self.cadre(piece):
            return self.game.chart.number("steps", "cadre", "set_piece")
        return self.game.roster.set_piece[piece][self._face(piece)]

    def mobile(self, piece: int) -> int:
        """3.2, 3.8: mobile strength; 1 for a cadre."""
        if self.cadre(piece):
            return self.game.chart.number("steps", "cadre", "mobile")
        return self.game.roster.mobile[piece][self._face(piece)]

    def morale(self, piece: int) -> int:
        """3.2, 3.7, 3.10: printed morale of the side that lies up."""
        return self.game.roster.morale[piece][self._face(piece)]

    def mpa(self, piece: int) -> int:
        """3.9, 11.5, R-4, R-34: movement point allowance; lower for a piece out of supply when it was activated."""
        value = self.game.roster.mpa[piece][self._face(piece)]
        return self.game.chart.cut_off[value] if self.flag(piece, w.CUT_OFF) else value

    # ------------------------------------------------------------ activation
    @kept(STANDING)
    def commanded(self) -> tuple[int, ...]:
        """Pieces that act in this activation and are on the map, ascending; never an HQ that only commands."""
        mine = self.of(self.active) if self.active else NOBODY
        leader = self.active_hq
        return tuple([piece for piece in mine if piece != leader and self.flag(piece, w.ACTIVE)])

    @property
    def active_hq(self) -> int:
        """4.1: the HQ that is active, -1 for none."""
        return self.var("hq") - 1

    @property
    def kind(self) -> int:
        """What runs: word of `kind.initiative`, `kind.army`, `kind.single`, 0 outside."""
        return self.var("kind")
