"""Detachments (19.3): at the start of a German activation in ME infantry units may be broken down into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.costs import ground, mover, zone
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, permit, wanted

if TYPE_CHECKING:
    pass

POOL: Final = "det"
"""Pool of counters that the Detachments come from (19.35)."""
STRENGTH: Final = 2
"""CS of a Detachment (19.33)."""
COHESION: Final = 4
"""Least cohesion of a unit that may be broken down (19.32)."""


class BreakDown(Decision, frozen=True, array_like=True, tag=94):
    """Break a unit down: one Detachment for each hex named (its own or adjacent ones). `whole`: the unit is replaced by
    them, else it is reduced and forms one."""

    unit: PieceId
    whole: bool
    at: tuple[PlaceId, ...]


class EndBreakDown(Decision, frozen=True, array_like=True, tag=95):
    """No (further) unit is broken down."""


def breaking_down(pos: June6Position, side: int, mode: int) -> tuple[Step, ...]:
    """J6 19.31: the step that opens a German activation in ME when a unit could be broken down."""
    if side != f.GERMAN or mode != f.ME or not pos.scenario.budget.detachments:
        return ()
    return (BreakDowns(),) if able_units(pos) else ()


def free_counters(pos: June6Position) -> tuple[int, ...]:
    """J6 19.35: Detachments that are not in play, eliminated ones included, ascending."""
    return tuple(
        piece for piece, counter in enumerate(pos.counters) if counter.pool == POOL and piece not in pos.state.at
    )


def able_units(pos: June6Position) -> tuple[int, ...]:
    """Units that may be broken down, active ones but in the set-up, ascending; none while no Detachment is free."""
    if not free_counters(pos):
        return ()
    units = pos.in_play(f.GERMAN) if setting_up(pos) else pos.active_units()
    return tuple(piece for piece in units if refusal(pos, piece) is None)


def setting_up(pos: June6Position) -> bool:
    """PB 1.11 note 2: before the first turn, in the set-up of 6 June, infantry may be broken down, too."""
    return not pos.state.turn


def refusal(pos: June6Position, piece: int) -> tuple[str, str] | None:
    """J6 19.32: why a unit may not be broken down (rule, reason), None when it may: an infantry-type unit of cohesion 4
    or more, at full strength, without Disorder, whose HQ is active in ME."""
    name = pos.game.piece_name(piece)
    if setting_up(pos):
        if pos.side(piece) != f.GERMAN or not pos.on_map(piece):
            return "19.31", f"{name} is no German unit on the map"
    elif not pos.is_active(piece) or pos.active_mode != f.ME or pos.side(piece) != f.GERMAN or not pos.on_map(piece):
        return "19.31", f"{name} is no German unit that acts in ME now"
    if not pos.is_infantry(piece):
        return "19.32", f"{name} is not of an infantry type"
    if pos.steps(piece) < pos.counters[piece].steps:
        return "19.32", f"{name} is reduced"
    if pos.flag(piece, f.DISORDER):
        return "19.32", f"{name} is disordered"
    if pos.cohesion(piece) < COHESION:
        return "19.32", f"{name} has a cohesion below {COHESION}"
    hq = pos.hq_of(pos.formation(piece))
    if setting_up(pos):
        # The Cherbourg Command is an RE formation from the start (PB 1.11a).
        if hq < 0 or pos.flag(hq, f.RE):
            return "19.32", f"the HQ of {name} does not act in ME"
    elif not pos.is_active(hq):
        return "19.32", f"the HQ of {name} is not active"
    return None


def hexes_for(pos: June6Position, piece: int, det: int) -> tuple[int, ...]:
    """J6 19.33: hexes in which a new Detachment may stand: the unit's own, and those next to it that a foot unit could
    enter, ZOC rules included; ascending."""
    here = pos.at(piece)
    m = mover(pos, det)
    began = pos.in_ezoc(here, f.GERMAN)
    near = [
        there
        for there in pos.board.neighbours[here]
        if ground(pos, m, here, there) is not None
        and zone(pos, m, there, began, pos.in_ezoc(there, f.GERMAN)) is not None
    ]
    return tuple(sorted((here, *near)))


def _fits(pos: June6Position, piece: int, whole: bool, dets: Sequence[int], at: Sequence[int]) -> bool:
    """J6 19.33: would every hex hold its Detachments, the unit gone when it is replaced?"""
    leaving = (piece,) if whole else ()
    if setting_up(pos) and any(pos.state.marker(place, -1, f.DELAY_POINT) for place in at):
        # PB 1.13: no German unit in the hex of a delay point.
        return False
    return all(
        pos.fits(place, [det for det, there in zip(dets, at, strict=False) if there == place], leaving)
        for place in sorted(set(at))
    )


def check(pos: June6Position, decision: BreakDown) -> None:
    """J6 19.31-19.35, QA-UNIT-8: raise IllegalDecision unless the unit may be broken down so."""
    cite, piece, at = pos.game.cite, decision.unit, decision.at
    permit(pos, refusal(pos, piece))
    name = pos.name(piece)
    dets = free_counters(pos)
    most = pos.face(piece).cs // STRENGTH if decision.whole else 1
    if not decision.whole and pos.counters[piece].steps < 2:
        raise IllegalDecision(cite("19.33"), f"{name} has no reduced side; it can only be replaced")
    if not 1 <= len(at) <= most:
        raise IllegalDecision(cite("19.33"), f"{name} can form 1 to {most} Detachments so, not {len(at)}")
    if len(at) > len(dets):
        raise IllegalDecision(cite("19.35"), f"{len(dets)} Detachments are left, not {len(at)}")
    open_hexes = hexes_for(pos, piece, dets[0])
    for place in at:
        if place not in open_hexes:
            what = f"{pos.game.place(place)} is neither the hex of {name} nor one next to it that it could enter"
            raise IllegalDecision(cite("19.33"), what)
    if not _fits(pos, piece, decision.whole, dets, at):
        raise IllegalDecision(cite("9.11"), f"the Detachments of {name} would break the stacking limit")


class BreakDowns(Choice, frozen=True, array_like=True, tag=100):
    """J6 19.31: the German breaks units down, one after another."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks while a unit could be broken down."""
        assert isinstance(pos, June6Position)
        able = able_units(pos)
        if not able:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (BreakDown.kind(), EndBreakDown.kind())
        return Prompt(f.GERMAN, words["ask.break_down"], rules["19.31"], kinds, able, complete=False)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses units and hexes that 19.32 and 19.33 do not allow."""
        assert isinstance(pos, June6Position)
        wanted(decision, (BreakDown, EndBreakDown), pos.game.cite("19.31"))
        if isinstance(decision, BreakDown):
            check(pos, decision)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """The end; for every unit one Detachment in each hex, and as many as it has strength for in the first groups of
        hexes that hold them."""
        assert isinstance(pos, June6Position)
        yield EndBreakDown()
        dets = free_counters(pos)
        for piece in able_units(pos):
            hexes = hexes_for(pos, piece, dets[0])
            if pos.counters[piece].steps > 1:
                for place in hexes:
                    if _fits(pos, piece, False, dets, (place,)):
                        yield BreakDown(PieceId(piece), False, (PlaceId(place),))
            most = min(pos.face(piece).cs // STRENGTH, len(dets))
            for count in range(1, most + 1):
                for at in combinations_with_replacement(hexes, count):
                    if _fits(pos, piece, True, dets, at):
                        yield BreakDown(PieceId(piece), True, tuple(PlaceId(place) for place in at))
                        break

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """Carry it out; the Detachments are RE for good (19.34)."""
        if isinstance(decision, EndBreakDown):
            act.done()
            return
        assert isinstance(decision, BreakDown)
        pos: June6Position = act.pos
        piece = decision.unit
        dets = free_counters(pos)[: len(decision.at)]
        act.note("note.broken_down", (piece,), "19.33")
        if decision.whole:
            act.remove(piece, "reason.replaced", "19.33")
        else:
            act.steps(piece, pos.steps(piece) - 1, "19.33")
        for det, place in zip(dets, decision.at, strict=True):
            act.place(det, place, pos.counters[det].steps, "19.33")
            act.flag(det, f.RE, 1, "19.34")
            if act.state.marker(place, -1, f.DELAY_POINT):
                act.marker(place, -1, f.DELAY_POINT, 0, "19.15")
            entered(act, place)

    def run(self, act: Recorder[Any]) -> None:
        """Nothing (more) to break down."""


DECISIONS: Final = (BreakDown, EndBreakDown)
STEPS: Final = (BreakDowns,)
