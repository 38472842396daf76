"""Advances after combat, one unit at a time (9.8, 12.8, R-50 to R-52)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.france_1944.questions import advances, banks
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import entering, headquarters
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.ground import RHINE
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, permit, wanted


class Advance(Decision, frozen=True, array_like=True, tag=57):
    """`advance us_2ad 1209,1210`: an attacker enters a vacated hex and perhaps one more."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class Advances(Choice[FrancePosition], frozen=True, array_like=True, tag=115):
    """F44 9.8: units that took part enter the vacated hexes one by one, as many as the attacker likes.

    units   those that have not advanced
    empty   the vacated hexes
    """

    units: tuple[int, ...]
    empty: tuple[int, ...]

    def _able(self, pos: FrancePosition) -> tuple[int, ...]:
        return tuple(u for u in self.units if pos.on_map(u) and next(advances.paths(pos, u, self.empty), None))

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        able = self._able(pos)
        if not able:
            return None
        return asking(pos, pos.side(able[0]), "prompt.advance", "9.8", Advance, Pass, pieces=able, places=self.empty)

    def run(self, act: Act) -> None:
        """Nobody can advance any more."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        found = wanted(decision, (Advance, Pass), pos.game.cite("9.8"))
        if isinstance(found, Advance):
            why = ("9.8", f"{pos.name(found.unit)} does not advance") if found.unit not in self._able(pos) else None
            permit(pos, why or advances.refusal(pos, found.unit, found.path, self.empty))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for unit in self._able(pos):
            for path in advances.paths(pos, unit, self.empty):
                yield Advance(PieceId(unit), tuple(map(PlaceId, path)))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Advance):
            act.done()
            return
        act.become(Advances(tuple(unit for unit in self.units if unit != decision.unit), self.empty))
        go(act, decision.unit, decision.path)


def go(act: Act, unit: int, path: tuple[int, ...]) -> None:
    """9.8, R-35, R-58: the unit enters the first hex; bridges there are rolled for, and HQs that are alone now are
    dispersed, before it goes on."""
    here = act.pos.at(unit)
    act.move(unit, (here, path[0]), "mode.advance", rule="9.8")
    act.flag(unit, w.ADVANCED, act.pos.increment, "9.8")
    entering.enter(act, unit, here, path[0])
    onward = (Onward(unit, path[1]),) if len(path) > 1 else ()
    act.then(*entering.rolls(act.pos, unit, path[0]), *onward, entering.Settled())


class Onward(Step[FrancePosition], frozen=True, array_like=True, tag=117):
    """F44 9.8, R-58: the second hex of an advance, unless its bridge has been blown meanwhile."""

    unit: int
    there: int

    def run(self, act: Act) -> None:
        """HQs that the first hex has left alone are dispersed; then enter it, or stop."""
        headquarters.disperse_lone(act)
        pos, here = act.pos, act.pos.at(self.unit)
        if banks.water(pos, here, self.there, pos.side(self.unit)) == RHINE:
            act.note("note.move_ends", (), "12.7")
            return
        act.move(self.unit, (here, self.there), "mode.advance", rule="9.8")
        entering.enter(act, self.unit, here, self.there)
        act.then(*entering.rolls(act.pos, self.unit, self.there))


DECISIONS: Final = (Advance,)
STEPS: Final = (Advances, Onward)
