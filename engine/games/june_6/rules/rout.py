"""Attacker Rout (13.6): the defenders may advance into the hexes that the attackers have left, and then attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.advance import followers, marked
from hexledger.engine.games.june_6.questions.breeding import IN_ROUT
from hexledger.engine.games.june_6.questions.fight import FIGHT_ROUT, Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.advance import Advance, EndAdvance
from hexledger.engine.games.june_6.rules.breakthrough import SecondAttacks
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class RoutAdvance(Choice[June6Position], frozen=True, array_like=True, tag=70):
    """J6 13.62, R-70: unmarked defenders may each advance one hex into a hex that the attackers have vacated.

    side   the defenders' side
    units  defenders that may still advance (an HQ only beside an eligible combat unit, as 13.41)
    hexes  attackers' hexes that are empty of them, ascending
    """

    side: int
    units: tuple[int, ...]
    hexes: tuple[int, ...]

    def refusal(self, pos: June6Position, unit: int, path: tuple[int, ...]) -> tuple[str, str] | None:
        """Why a unit may not advance along a path: rule and reason; None when it may."""
        if unit not in self.units or not pos.on_map(unit):
            return "13.62", f"{pos.game.piece_name(unit)} has no advance"
        mark = marked(pos, unit)
        if mark is not None:
            return mark
        if len(path) != 1 or path[0] not in self.hexes:
            return "13.62", "the advance goes one hex, into a hex that the attackers have left"
        here, there = pos.at(unit), path[0]
        if there not in pos.board.neighbours[here] or not pos.can_pass(unit, here, there):
            return "R-71", f"{pos.name(unit)} cannot pass from {pos.label(here)} to {pos.label(there)}"
        if pos.holder(there) == 3 - self.side:
            return "13.62", f"enemy units are in {pos.label(there)}"
        if not pos.fits(there, (unit,)):
            return "9.1", f"{pos.label(there)} has no room for {pos.name(unit)}"
        return None

    def ways(self, pos: June6Position) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every legal (unit, path)."""
        for unit in self.units:
            for place in self.hexes:
                if self.refusal(pos, unit, (place,)) is None:
                    yield unit, (place,)

    def prompt(self, pos: June6Position) -> Prompt | None:
        units = tuple(dict.fromkeys(unit for unit, _ in self.ways(pos)))
        if not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = ("advance", "end_advance")
        return Prompt(self.side, words["ask.rout_advance"], rules["13.62"], kinds, units, self.hexes)

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, (Advance, EndAdvance), cite("13.62"))
        if isinstance(decision, Advance):
            wrong = self.refusal(pos, decision.unit, decision.path)
            if wrong is not None:
                raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        for unit, path in self.ways(pos):
            yield Advance(PieceId(unit), tuple(PlaceId(place) for place in path))
        yield EndAdvance()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, EndAdvance):
            act.done()
            return
        decision = passed(decision, Advance)
        unit = decision.unit
        act.move(unit, (act.pos.at(unit), *decision.path), "mode.advance", 0, "13.62")
        entered(act, *decision.path)
        act.become(RoutAdvance(self.side, tuple(one for one in self.units if one != unit), self.hexes))

    def run(self, act: Act) -> None:
        """Nobody can advance."""


def rout(pos: June6Position, fight: Fight) -> tuple[Step[June6Position], ...]:
    """J6 13.61-13.64: the steps of an Attacker Rout, once the attackers have retreated; the activation then goes on."""
    side = 3 - fight.side
    hexes = tuple(sorted({place for place in fight.origin if not pos.units(place)}))
    here = tuple(unit for unit in fight.defenders if pos.at(unit) == fight.target)
    fighting = tuple(unit for unit in here if not pos.is_hq(unit))
    movers = tuple(sorted((*fighting, *followers(pos, fighting))))
    return RoutAdvance(side, movers, hexes), SecondAttacks(FIGHT_ROUT, side, here, fight.depth | IN_ROUT)


DECISIONS: Final = ()
STEPS: Final = (RoutAdvance,)
