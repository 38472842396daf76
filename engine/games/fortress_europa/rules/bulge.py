"""What only the Battle of the Bulge and On to Berlin have in combat (31.13, 33.3.9, 33.4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import bulge, ways
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import control
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

# ---------------------------------------------------------------------- questions


def attacked(act: Act, targets: Iterable[int], even: bool) -> None:
    """FE 33.4.1: count an attack; `even`: at 1-1 or better."""
    if even and bulge.owes_attacks(act.pos) and bulge.surprise(act.pos, targets):
        act.assign("var.bulge_attacks", act.state.variable(act.word("var.bulge_attacks")) + 1, "33.4.1")


# ---------------------------------------------------------------------- 31.13 Skorzeny's brigade


def moved(act: Act, unit: int, path: Iterable[int]) -> None:
    """FE 31.13: a move that went on from an enemy ZOC uses the skill up, but for the attack of the impulse."""
    pos = act.pos
    if bulge.may_slip(pos, unit) and any(pos.in_ezoc(place, f.GERMAN) for place in tuple(path)[:-1]):
        act.assign("var.skorzeny", bulge.stamp(pos), "31.13")


class IgnoreZones(Decision, frozen=True, array_like=True, tag=132):
    """150SS will attack one hex and ignore all other enemies in this impulse (31.13)."""


def ignore(act: Act) -> None:
    """FE 31.13: from now on in this impulse only the hex that the brigade attacks matters to it."""
    act.assign("var.skorzeny", bulge.stamp(act.pos), "31.13")
    act.assign("var.skorzeny_attack", bulge.stamp(act.pos), "31.13")


# ---------------------------------------------------------------------- 33.3.9.4 the advance
class AdvanceAfterCombat(Decision, frozen=True, array_like=True, tag=130):
    """A unit of the spearhead advances one hex."""

    unit: PieceId
    at: PlaceId


class NoAdvance(Decision, frozen=True, array_like=True, tag=131):
    """The spearhead stays where it is."""


class Advance(Choice[FortressPosition], frozen=True, array_like=True, tag=130):
    """FE 33.3.9.4: after their own battle of the first impulse these units may advance a hex, unless they retreated."""

    units: tuple[int, ...]

    def _able(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.on_map(unit) and not pos.flag(unit, f.RETREATED))

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        able = self._able(pos)
        if not any(True for unit in able for _ in _advances(pos, unit)):
            return None
        kinds = (AdvanceAfterCombat.kind(), NoAdvance.kind())
        game = pos.game
        return Prompt(f.GERMAN, game.words["prompt.advance"], game.rules["33.3.9.4"], kinds, able)

    def run(self, act: Act) -> None:
        """Nobody can advance."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite("33.3.9.4")
        wanted(decision, (AdvanceAfterCombat, NoAdvance), rule)
        if isinstance(decision, AdvanceAfterCombat):
            if decision.unit not in self._able(pos):
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} may not advance")
            if decision.at not in _advances(pos, decision.unit):
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} cannot enter {pos.label(decision.at)}")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        for unit in self._able(pos):
            for there in _advances(pos, unit):
                yield AdvanceAfterCombat(PieceId(unit), PlaceId(there))
        yield NoAdvance()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, NoAdvance):
            return
        decision = passed(decision, AdvanceAfterCombat)
        path = (act.pos.at(decision.unit), decision.at)
        act.move(decision.unit, path, "mode.advance", 0, "33.3.9.4")
        control.entered(act, decision.unit, path)
        rest = tuple(unit for unit in self.units if unit != decision.unit)
        if rest:
            act.then(Advance(rest))


def _advances(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """FE 33.3.9.4, C-72: adjacent hexes that the unit could enter."""
    here = pos.at(unit)
    return tuple(
        there
        for there in pos.tables.ground.links[here]
        if not pos.broken(here, there)
        and there != pos.tables.ground.dyke
        and ways.can_enter(pos, unit, here, there) is None
        and pos.fits(there, (unit,))
    )


MISSING: Missing = ()
DECISIONS: Final = (AdvanceAfterCombat, NoAdvance, IgnoreZones)
STEPS: Final = (Advance,)
