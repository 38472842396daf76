"""The Corps Activation (7.5, 16.26): one corps HQ with its divisions, one after the other, as first of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.attachment import may_act_in_me
from hexledger.engine.games.june_6.questions.bombardment import reach_of
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.purchase import REACH
from hexledger.engine.games.june_6.rules import bombardment, supply
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import activate_formations, begin_activation
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class ActivateDivision(Decision, frozen=True, array_like=True, tag=92):
    """The next division of the Corps Activation."""

    hq: PieceId


class NoTot(Decision, frozen=True, array_like=True, tag=93):
    """No TOT bombardment opens the Corps Activation."""


# ---------------------------------------------------------------------- 7.56 its course
class BeginCorpsActivation(Step[June6Position], frozen=True, array_like=True, tag=95):
    """J6 7.52, 5.33, 7.56: the corps HQ traces its LOC; then its guns are doubled and its divisions act in turn.

    Without a LOC the HQ gets RE and all that was set aside is spent (R-25).
    """

    hq: int

    def run(self, act: Act) -> None:
        """Begin, or let it lapse."""
        pos = act.pos
        hq = self.hq
        act.assign("var.corps_activation", 0, "7.51")
        for am, count in act.state.pool(act.word("pool.am_aside")).items():
            act.pool("pool.am_aside", am, -count, "7.53")
            act.pool("pool.am_used", am, count, "7.53")
        if not pos.on_map(hq) or not may_act_in_me(pos, hq):
            act.note("note.hq_barred", (hq,), "3.62")
            act.then(EndCorpsActivation(hq))
            return
        if not supply.judge(act, hq, "5.33"):
            act.flag(hq, f.RE, 1, "5.33")
            act.then(EndCorpsActivation(hq))
            return
        act.flag(hq, f.ACTIVATIONS, pos.flag(hq, f.ACTIVATIONS) + 1, "7.52")
        act.flag(hq, f.DOUBLED, 1, "16.26")
        act.declare("declare.corps_activation", (hq,), (), "7.5")
        tot = (CorpsTot(hq),) if pos.counters[hq].nationality == "us" else ()
        act.then(*tot, NextDivision(hq), CorpsUnits(hq), EndCorpsActivation(hq))


class CorpsTot(Choice[June6Position], frozen=True, array_like=True, tag=96):
    """J6 7.56b, 16.26b: a US corps HQ may make one TOT bombardment before the movement; its guns are not used up."""

    hq: int

    def targets(self, pos: June6Position) -> tuple[int, ...]:
        """Enemy hexes in range, ascending; none for an HQ that may not fire (16.13, QA-BOMB-3)."""
        if any(pos.flag(self.hq, flag) for flag in (f.PINNED, f.DISORDER, f.ISOLATED, f.FIRED)):
            return ()
        near = pos.board.within(pos.at(self.hq), reach_of(pos, self.hq))
        return tuple(place for place in sorted(near) if pos.side_at(place) == 3 - pos.side(self.hq))

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when there is a target."""
        places = self.targets(pos)
        if not places:
            return None
        kinds = (bombardment.Bombard.kind(), NoTot.kind())
        words, rules = pos.game.words, pos.game.rules
        return Prompt(pos.side(self.hq), words["ask.tot"], rules["7.56"], kinds, (self.hq,), places)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other guns and hexes out of range or without enemies."""
        decision = wanted(decision, (bombardment.Bombard, NoTot), pos.game.cite("7.56b"))
        if isinstance(decision, bombardment.Bombard) and (
            decision.unit != self.hq or decision.target not in self.targets(pos)
        ):
            what = f"{pos.game.piece_name(self.hq)} fires at a hex with enemies within its range"
            raise IllegalDecision(pos.game.cite("16.26b"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every target, or none."""
        for place in self.targets(pos):
            yield bombardment.tot_at(self.hq, place)
        yield NoTot()

    def take(self, act: Act, decision: Decision) -> None:
        """Fire; the HQ is not turned to its fired side."""
        act.done()
        if isinstance(decision, bombardment.Bombard):
            bombardment.fire_tot(act, self.hq, decision.target, "16.26")

    def run(self, act: Act) -> None:
        """No target."""


class NextDivision(Choice[June6Position], frozen=True, array_like=True, tag=97):
    """J6 7.56c-d: the divisions act one at a time, all infantry divisions before the armoured ones; within each kind
    the owner chooses. QA-BOMB-10: they never attack together."""

    hq: int

    def _next(self, pos: June6Position) -> tuple[int, ...]:
        """Divisions of the kind whose turn it is that may act, ascending."""
        left = [one for one in _divisions(pos) if _bar(pos, self.hq, one) is None]
        infantry = [one for one in left if not _armored(pos, one)]
        return tuple(infantry or left)

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when more than one could be next."""
        able = self._next(pos)
        if len(able) < 2:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (ActivateDivision.kind(),)
        return Prompt(pos.side(self.hq), words["ask.corps_division"], rules["7.56"], kinds, able)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses divisions that take no part, have acted, or come later."""
        decision = wanted(decision, ActivateDivision, pos.game.cite("7.56"))
        if decision.hq not in self._next(pos):
            what = f"{pos.game.piece_name(decision.hq)} is not next: infantry divisions first, each of them once"
            raise IllegalDecision(pos.game.cite("7.56c"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every division that could be next."""
        for division in self._next(pos):
            yield ActivateDivision(PieceId(division))

    def take(self, act: Act, decision: Decision) -> None:
        """It acts; then the next is asked for."""
        decision = passed(decision, ActivateDivision)
        self._activate(act, decision.hq)

    def run(self, act: Act) -> None:
        """One division is left, or none."""
        able = self._next(act.pos)
        if able:
            act.then(NextDivision(self.hq))
            self._activate(act, able[0])
            return
        for division in _divisions(act.pos):
            act.pool("pool.corps_division", division, -1, "7.55")
            act.note("note.no_division", (division,), "7.55")

    def _activate(self, act: Act, division: int) -> None:
        act.pool("pool.corps_division", division, -1, "7.56")
        pos = act.pos
        formation = pos.formation(division)
        far = tuple(unit for unit in pos.members(formation) if not _in_reach(pos, self.hq, unit))
        for unit in far:
            act.note("note.out_of_corps_range", (unit, REACH), "7.55")
        activate_formations(act, pos.side(division), (formation,), formation, besides=far)


def _divisions(pos: June6Position) -> tuple[int, ...]:
    return tuple(pos.state.pool(pos.game.words["pool.corps_division"]))


def _bar(pos: June6Position, hq: int, division: int) -> str | None:
    """J6 7.55: why a division takes no part now; None when it does."""
    if not pos.on_map(division) or not may_act_in_me(pos, division):
        return "marked"
    return None if _in_reach(pos, hq, division) else "far"


def _in_reach(pos: June6Position, hq: int, unit: int) -> bool:
    """J6 7.55: within 10 hexes of the corps HQ."""
    return pos.on_map(hq) and pos.on_map(unit) and pos.board.distance(pos.at(hq), pos.at(unit)) <= REACH


def _armored(pos: June6Position, hq: int) -> bool:
    formation = pos.game.edition.formations[pos.counters[hq].formation]
    return formation.armored


class CorpsUnits(Step[June6Position], frozen=True, array_like=True, tag=98):
    """J6 7.56e: last of all act the units of the corps that are not attached, and its HQ."""

    hq: int

    def run(self, act: Act) -> None:
        """Begin their activation."""
        pos = act.pos
        if pos.on_map(self.hq):
            begin_activation(act, pos.side(self.hq), f.ME, pos.members(pos.formation(self.hq)), 0)


class EndCorpsActivation(Step[June6Position], frozen=True, array_like=True, tag=99):
    """J6 16.26: the guns of the corps HQ are no longer doubled."""

    hq: int

    def run(self, act: Act) -> None:
        """Take the marks off; divisions that did not act have lost the chance."""
        act.flag(self.hq, f.DOUBLED, 0, "16.26")
        act.flag(self.hq, f.ARTILLERY_USED, 0, "16.26")
        for division in _divisions(act.pos):
            act.pool("pool.corps_division", division, -1, "7.55")


DECISIONS: Final = (ActivateDivision, NoTot)
STEPS: Final = (BeginCorpsActivation, CorpsTot, NextDivision, CorpsUnits, EndCorpsActivation)
