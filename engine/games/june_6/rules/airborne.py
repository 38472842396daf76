"""The parachute drop of 6 June, first of all (PB 1.5), and the Airborne Landing Table. Gliders: `gliders.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.airborne import (
    drms,
    refusal,
    targets,
)
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.delay_points import after_move
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.airborne import PARACHUTE
from hexledger.engine.games.june_6.tables.invasion_plan import AirLanding
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

DIE: Final = 10


class DropUnit(Decision, frozen=True, array_like=True, tag=600):
    """Drop this parachute unit on this hex."""

    unit: PieceId
    at: PlaceId


class DropHistorical(Decision, frozen=True, array_like=True, tag=601):
    """Drop all parachute units that are left on their historical hexes."""


# ---------------------------------------------------------------------- PB 1.5 parachutists
class BeginDrop(Step[June6Position], frozen=True, array_like=True, tag=604):
    """PB 1.5: the parachute drop before the invasion begins."""

    def run(self, act: Act) -> None:
        """Begin the phase."""
        act.phase("phase.airborne", f.ALLIED, "PB 1.5")


class DropParachutes(Choice[June6Position], frozen=True, array_like=True, tag=605):
    """PB 1.51, 10.22: the Allied player puts his parachute units on their target hexes, one by one or all left on
    the historical ones."""

    def left(self, pos: June6Position) -> tuple[AirLanding, ...]:
        """Units that have not been dropped, in the order of the set-up."""
        invasion = pos.scenario.invasion
        return tuple(unit for unit in invasion.drops if pos.in_box(unit.piece)) if invasion is not None else ()

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while units are left."""
        left = self.left(pos)
        if not left:
            return None
        kinds = (DropUnit.kind(), DropHistorical.kind())
        pieces = tuple(unit.piece for unit in left)
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["ask.drop"], rules["PB 1.51"], kinds, pieces, complete=False)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units, and hexes that PB 1.51 closes to them."""
        cite = pos.game.cite
        decision = wanted(decision, (DropUnit, DropHistorical), cite("PB 1.51"))
        if isinstance(decision, DropUnit):
            wrong = refusal(pos, self._unit(pos, decision.unit), decision.at)
        else:
            wrong = next(filter(None, (refusal(pos, unit, unit.historical) for unit in self.left(pos))), None)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def _unit(self, pos: June6Position, piece: int) -> AirLanding:
        for unit in self.left(pos):
            if unit.piece == piece:
                return unit
        raise IllegalDecision(pos.game.cite("PB 1.51"), f"{pos.game.piece_name(piece)} is no parachute unit to drop")

    def choices(self, pos: June6Position) -> Iterator[DropUnit | DropHistorical]:
        """The historical drop; every legal hex of the next unit."""
        left = self.left(pos)
        if all(refusal(pos, unit, unit.historical) is None for unit in left):
            yield DropHistorical()
        for place in targets(pos, left[0]):
            yield DropUnit(PieceId(left[0].piece), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        """The units stand on their targets, with RE (PB 1.52)."""
        if isinstance(decision, DropUnit):
            drop(act, decision.unit, decision.at)
            return
        for unit in self.left(act.pos):
            drop(act, unit.piece, unit.historical)

    def run(self, act: Act) -> None:
        """Everybody has jumped."""


def drop(act: Act, piece: int, place: int) -> None:
    """PB 1.51, 1.52: a parachute unit comes down on its target hex and carries RE."""
    come_down(act, piece, place, "mode.drop", "PB 1.51")
    act.flag(piece, f.RE, 1, "PB 1.52")


def come_down(act: Act, piece: int, place: int, mode: str, rule: str) -> None:
    """A unit lands from the air: a way in, by which delay points go and hexes change hands."""
    act.move(piece, (act.pos.at(piece), place), mode, 0, rule)
    after_move(act, piece, (place,), 0)
    entered(act, place)


class ResolveDrops(Step[June6Position], frozen=True, array_like=True, tag=606):
    """PB 1.53: once all are down, the landing of each is rolled for."""

    def run(self, act: Act) -> None:
        """Roll for every unit that has jumped, in the order of the set-up."""
        invasion = act.pos.invasion
        for unit in invasion.drops:
            if act.pos.on_map(unit.piece):
                resolve(act, unit.piece, PARACHUTE, "PB 1.53")


# ---------------------------------------------------------------------- the Airborne Landing Table
def resolve(act: Act, piece: int, column: str, rule: str) -> None:
    """PB 1.53, 1.105: roll on the Airborne Landing Table and carry the result out."""
    pos = act.pos
    table = pos.game.airborne
    lines = [line for line in drms(pos, piece, rule) if line[1]]
    total = sum(value for _, value, _ in lines)
    act.reckon("reckon.airborne_drm", piece, lines, total, rule)
    row = table.row(act.roll("roll.airborne", DIE, piece, rule) + total)
    results = table.results(column, row)
    words = [f"result.{result}" for result in results] or ["result.none"]
    act.resolved("table.airborne", f"column.{column}", row, words, rule)
    for result in results:
        if result == "scattered":
            act.flag(piece, f.SCATTERED, 1, rule)
        elif result == "reduced":
            losses.lose_step(act, piece, rule)
        elif act.pos.on_map(piece):
            losses.disorder(act, piece, int(result.rpartition("_")[2]), rule)


DECISIONS: Final = (DropUnit, DropHistorical)
STEPS: Final = (BeginDrop, DropParachutes, ResolveDrops)
