"""Detachments (19.3): at the start of a German activation in ME infantry units may be broken down into them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.detachments import able_units, fits_in, free_counters, hexes_for, refusal
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, PlaceRow
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, permit, wanted

STRENGTH: Final = 2
"""CS of a Detachment (19.33)."""


class BreakDown(Decision, frozen=True, array_like=True, tag=94):
    """Break a unit down: one Detachment for each hex named (its own or adjacent ones). `whole`: the unit is replaced by
    them, else it is reduced and forms one."""

    unit: PieceId
    whole: bool
    at: PlaceRow


class EndBreakDown(Decision, frozen=True, array_like=True, tag=95):
    """No (further) unit is broken down."""


def breaking_down(pos: June6Position, side: int, mode: int) -> tuple[Step[June6Position], ...]:
    """J6 19.31: the step that opens a German activation in ME when a unit could be broken down."""
    if side != f.GERMAN or mode != f.ME or not pos.scenario.budget.detachments:
        return ()
    return (BreakDowns(),) if able_units(pos) else ()


def check(pos: June6Position, decision: BreakDown) -> None:
    """J6 19.31-19.35, QA-UNIT-8: raise IllegalDecision unless the unit may be broken down so."""
    cite, piece, at = pos.game.cite, decision.unit, decision.at
    permit(pos, refusal(pos, piece))
    name = pos.name(piece)
    dets = free_counters(pos)
    most = pos.face(piece).cs // STRENGTH if decision.whole else 1
    if not decision.whole and pos.counters[piece].steps < 2:
        raise IllegalDecision(cite("19.33a"), f"{name} has no reduced side; it can only be replaced")
    if not 1 <= len(at) <= most:
        rule = "19.33c" if decision.whole else "19.33a"
        raise IllegalDecision(cite(rule), f"{name} can form 1 to {most} Detachments so, not {len(at)}")
    if len(at) > len(dets):
        raise IllegalDecision(cite("19.35"), f"{len(dets)} Detachments are left, not {len(at)}")
    open_hexes = hexes_for(pos, piece, dets[0])
    for place in at:
        if place not in open_hexes:
            what = f"{pos.game.place(place)} is neither the hex of {name} nor one next to it that it could enter"
            raise IllegalDecision(cite("19.33b" if decision.whole else "19.33a"), what)
    if not fits_in(pos, piece, decision.whole, dets, at):
        raise IllegalDecision(cite("9.11"), f"the Detachments of {name} would break the stacking limit")


class BreakDowns(Choice[June6Position], frozen=True, array_like=True, tag=100):
    """J6 19.31: the German breaks units down, one after another."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while a unit could be broken down."""
        able = able_units(pos)
        if not able:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (BreakDown.kind(), EndBreakDown.kind())
        return Prompt(f.GERMAN, words["ask.break_down"], rules["19.31"], kinds, able, complete=False)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses units and hexes that 19.32 and 19.33 do not allow."""
        decision = wanted(decision, (BreakDown, EndBreakDown), pos.game.cite("19.31"))
        if isinstance(decision, BreakDown):
            check(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """The end; for every unit one Detachment in each hex, and as many as it has strength for in the first groups of
        hexes that hold them."""
        yield EndBreakDown()
        dets = free_counters(pos)
        for piece in able_units(pos):
            hexes = hexes_for(pos, piece, dets[0])
            if pos.counters[piece].steps > 1:
                for place in hexes:
                    if fits_in(pos, piece, False, dets, (place,)):
                        yield BreakDown(PieceId(piece), False, (PlaceId(place),))
            most = min(pos.face(piece).cs // STRENGTH, len(dets))
            for count in range(1, most + 1):
                for at in combinations_with_replacement(hexes, count):
                    if fits_in(pos, piece, True, dets, at):
                        yield BreakDown(PieceId(piece), True, tuple(PlaceId(place) for place in at))
                        break

    def take(self, act: Act, decision: Decision) -> None:
        """Carry it out; the Detachments are RE for good (19.34)."""
        if isinstance(decision, EndBreakDown):
            act.done()
            return
        decision = passed(decision, BreakDown)
        pos = act.pos
        piece = decision.unit
        dets = free_counters(pos)[: len(decision.at)]
        act.note("note.broken_down", (piece,), "19.33")
        if decision.whole:
            act.remove(piece, "reason.replaced", "19.33")
        else:
            act.steps(piece, pos.steps(piece) - 1, "19.33")
            if pos.is_active(piece):
                act.flag(piece, f.BROKEN_DOWN, 1, "7.3")
        for det, place in zip(dets, decision.at, strict=True):
            act.place(det, place, pos.counters[det].steps, "19.33")
            act.flag(det, f.RE, 1, "19.34")
            if act.state.marker(place, -1, f.DELAY_POINT):
                act.marker(place, -1, f.DELAY_POINT, 0, "19.15")
            entered(act, place)

    def run(self, act: Act) -> None:
        """Nothing (more) to break down."""


DECISIONS: Final = (BreakDown, EndBreakDown)
STEPS: Final = (BreakDowns,)
