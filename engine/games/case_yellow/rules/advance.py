"""Advance after combat (11.5, 9.5e, 10.9c), of German yMA units over two hexes in German Combat rounds (11.5f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import borders, stacking, ways
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.rules.losses import eliminate, vacated
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.ground import BARRIERS
from hexledger.engine.games.case_yellow.tables.switches import ENGAGED_TWO_HEX
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted


class Advance(Decision, frozen=True, array_like=True, tag=40):
    """`advance ge_1_pz 2124,2123`: an attacker enters the hex, a German yMA unit perhaps a second one."""

    unit: PieceId
    path: tuple[PlaceId, ...]


def enterable(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """11.5, 10.4b, 10.10, QA.9: terrain and borders of an advance; enemy ZOC does not matter (9.5e)."""
    why = ways.prohibited(pos, piece, here, there) or borders.stays(pos, piece, here, there)
    if why is None and held(pos, there, pos.side(piece)):
        why = "11.5", f"an enemy is left in {pos.label(there)}"
    return why


def held(pos: YellowPosition, place: int, side: int) -> bool:
    """11.5a, 7.9e: enemies or a garrison hold a hex; an attack supply unit that could not retreat does not."""
    fighters = pos.fighters(place)
    return (bool(fighters) and pos.side(fighters[0]) != side) or pos.enemy_fortress(place, side)


def second_hex(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """11.5f: the second hex: no fortified line, flooded hex or roadless forest, no Major River but at a crossing."""
    ground = pos.game.ground
    if not pos.board.adjacent(here, there):
        return "11.5f", f"{pos.label(there)} is not adjacent to {pos.label(here)}"
    if pos.fortress(there):
        return "11.5f", f"{pos.label(there)} is a fortified line"
    if there in ground.flooded:
        return "11.5f", f"{pos.label(there)} is flooded"
    if ground.river_between(here, there) in BARRIERS and (
        ground.key(here, there) not in ground.crossing or pos.interdicted(here, there)
    ):
        return "11.5f", "the second hex is not reached over a Major River but at a crossing that is not interdicted"
    if any(not pos.flag(unit, w.ADVANCED) for unit in pos.units(there)):
        return "11.5f", f"{pos.label(there)} is not empty"
    return enterable(pos, piece, here, there)


def two_hexes(pos: YellowPosition, piece: int, kind: int) -> bool:
    """11.5f, 11.9d, G-C15: German yMA units in German Combat rounds."""
    if piece not in pos.game.roster.yma or pos.side(piece) != w.GERMAN or kind != w.COMBAT:
        return False
    return pos.active == w.GERMAN or pos.reading(ENGAGED_TWO_HEX) != ENGAGED_TWO_HEX.default


class Advances(Choice[YellowPosition], frozen=True, array_like=True, tag=50):
    """CY 11.5: units that attacked the hex enter it one by one, at once or not at all."""

    units: tuple[int, ...]
    target: int
    kind: int

    def _enemies(self, pos: YellowPosition) -> tuple[int, ...]:
        """7.9e: supply units in the hex that die when somebody enters."""
        return tuple(unit for unit in pos.units(self.target) if unit in pos.game.roster.supply)

    def _why(self, pos: YellowPosition, unit: int, path: Sequence[int]) -> Refusal | None:
        if unit not in self.units or not pos.on_map(unit):
            return "11.5", f"{pos.name(unit)} did not attack {pos.label(self.target)}"
        if not path or path[0] != self.target or len(path) > 2:
            return "11.5", f"an advance enters {pos.label(self.target)} first"
        why = enterable(pos, unit, pos.at(unit), self.target)
        if why is None and len(path) > 1:
            if not two_hexes(pos, unit, self.kind):
                return "11.5f", f"{pos.name(unit)} advances one hex only"
            why = second_hex(pos, unit, self.target, path[1])
        if why is None and not stacking.room(pos, path[-1], (unit,), self._enemies(pos)):
            why = "11.5", f"no room in {pos.label(path[-1])}"
        return why

    def _paths(self, pos: YellowPosition, unit: int) -> Iterator[tuple[int, ...]]:
        if self._why(pos, unit, (self.target,)) is None:
            yield (self.target,)
        if two_hexes(pos, unit, self.kind):
            for there in pos.game.ground.near[self.target]:
                if there != pos.at(unit) and self._why(pos, unit, (self.target, there)) is None:
                    yield (self.target, there)

    def _able(self, pos: YellowPosition) -> tuple[int, ...]:
        side = pos.active if not self.units else pos.side(self.units[0])
        if held(pos, self.target, side):
            return ()
        return tuple(unit for unit in self.units if pos.on_map(unit) and next(self._paths(pos, unit), None))

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        able = self._able(pos)
        if not able:
            return None
        return asked(pos, pos.side(able[0]), ("prompt.advance", "11.5"), (Advance, Pass), able, (self.target,))

    def run(self, act: Act) -> None:
        """The hex is held, or nobody can enter."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        found = wanted(decision, (Advance, Pass), pos.game.cite("11.5"))
        if isinstance(found, Advance):
            permit(pos, self._why(pos, found.unit, found.path))
            if not self._able(pos):
                raise IllegalDecision(pos.game.cite("11.5"), f"{pos.label(self.target)} is held")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for unit in self._able(pos):
            for path in self._paths(pos, unit):
                yield Advance(PieceId(unit), tuple(map(PlaceId, path)))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Advance):
            act.done()
            return
        unit = decision.unit
        act.become(Advances(tuple(one for one in self.units if one != unit), self.target, self.kind))
        start = act.pos.at(unit)
        for left in act.pos.units(self.target):
            if act.pos.side(left) != act.pos.side(unit):
                eliminate(act, left, "reason.eliminated", "7.9e")
        act.move(unit, (start, *decision.path), "mode.advance", rule="11.5")
        act.flag(unit, w.ADVANCED, 1, "11.5")
        for place in decision.path:
            enter(act, unit, place)
        vacated(act, start, True)


DECISIONS: Final = (Advance,)
STEPS: Final = (Advances,)
