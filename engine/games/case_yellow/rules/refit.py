"""END 11: the Panzer Refit, declared and carried out, and Fall Rot (12.12, CL.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import stacking, supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import enter, stand_by
from hexledger.engine.games.case_yellow.rules.losses import take_off
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import COMBAT_REFIT
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted


class DeclareRefit(Decision, frozen=True, array_like=True, tag=50):
    """`declare_refit`: the panzer divisions are withdrawn for refit."""


class RefitPanzer(Decision, frozen=True, array_like=True, tag=51):
    """`refit_panzer ge_1_pz`: a refit point gives a panzer division a step."""

    unit: PieceId


class ReturnPanzer(Decision, frozen=True, array_like=True, tag=52):
    """`return_panzer ge_1_pz 2714`: a panzer division comes back."""

    unit: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- 12.12b-e declared
class Declaration(Choice[YellowPosition], frozen=True, array_like=True, tag=73):
    """CY 12.12b: in END of turn 4, 5 or 6, in the last of them at the latest."""

    def _forced(self, pos: YellowPosition) -> bool:
        return pos.state.turn >= max(pos.scenario.refit_turns)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if pos.state.turn not in pos.scenario.refit_turns or pos.var("refit"):
            return None
        kinds = (DeclareRefit,) if self._forced(pos) else (DeclareRefit, Pass)
        return asked(pos, w.GERMAN, ("prompt.declare_refit", "12.12"), kinds)

    def run(self, act: Act) -> None:
        """Not a turn of declaration, or declared."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("12.12")
        found = wanted(decision, (DeclareRefit, Pass), rule)
        if isinstance(found, Pass) and self._forced(pos):
            raise IllegalDecision(rule, "the Refit must be declared now")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield DeclareRefit()
        if not self._forced(pos):
            yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, DeclareRefit):
            declare(act)


def declare(act: Act) -> None:
    """12.12c-e: panzer divisions with a LOS leave, all at once, Engaged or not; those lost to attrition join them."""
    pos, turn = act.pos, act.state.turn
    act.declare("declare.refit", (), (), "12.12")
    act.assign("var.refit", turn, "12.12")
    act.assign("var.refit_end", turn + int(pos.scenario.refit["delay"]), "12.12")
    panzers = [unit for unit in pos.of(w.GERMAN) if unit in pos.game.roster.panzer]
    for unit in [unit for unit in panzers if supply.supply_line(pos, unit) is not None]:
        steps = pos.steps(unit)
        take_off(act, unit, "reason.refit", "12.12")
        act.pool("pool.refit", unit, steps, "12.12")
    combat_too = pos.reading(COMBAT_REFIT) != COMBAT_REFIT.default
    for unit in pos.pool("dead"):
        lost = unit in pos.pool("lost_attrition") or (combat_too and unit not in pos.pool("gone"))
        if unit in pos.game.roster.panzer and lost:
            act.pool("pool.rotated", unit, 1, "12.12")
    for unit, count in pos.pool("cup_german").items():
        act.pool("pool.cup_german", unit, -count, "12.9")


# ---------------------------------------------------------------------- 12.12f-h, CL.1 carried out
class RefitDue(Step[YellowPosition], frozen=True, array_like=True, tag=74):
    """CY CL.1: refit and return are done in the END of the turn that holds the Refit Ends marker."""

    def run(self, act: Act) -> None:
        """Points, then the return, then Fall Rot."""
        if not act.pos.var("refit") or act.state.turn != act.pos.var("refit_end"):
            return
        act.track("track.refit", int(act.pos.scenario.refit["points"]), w.GERMAN, "12.12")
        act.then(SpendPoints(), ReturnPanzers(), FallRot())


def refittable(pos: YellowPosition, unit: int) -> Refusal | None:
    """12.12f: an eliminated division gets its first step, a reduced one its second."""
    if not pos.track("refit", w.GERMAN):
        return "12.12", "no refit point is left"
    steps = pos.pool("refit").get(unit, 0)
    if not steps and unit not in pos.pool("rotated"):
        return "12.12", f"{pos.name(unit)} is not in refit"
    if steps >= pos.game.roster.full[unit]:
        return "12.12", f"{pos.name(unit)} is at full strength"
    return None


class SpendPoints(Choice[YellowPosition], frozen=True, array_like=True, tag=75):
    """CY 12.12f: the German player spends refit points as he wishes."""

    def _able(self, pos: YellowPosition) -> tuple[int, ...]:
        units = sorted({*pos.pool("refit"), *pos.pool("rotated")})
        return tuple(unit for unit in units if refittable(pos, unit) is None)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        units = self._able(pos)
        return asked(pos, w.GERMAN, ("prompt.refit", "12.12"), (RefitPanzer, Pass), units) if units else None

    def run(self, act: Act) -> None:
        """No point, or nobody to receive one."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        found = wanted(decision, (RefitPanzer, Pass), pos.game.cite("12.12"))
        if isinstance(found, RefitPanzer):
            permit(pos, refittable(pos, found.unit))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        yield from (RefitPanzer(PieceId(unit)) for unit in self._able(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, RefitPanzer):
            act.done()
            return
        unit = decision.unit
        act.track("track.refit", act.pos.track("refit", w.GERMAN) - 1, w.GERMAN, "12.12")
        if unit in act.pos.pool("rotated"):
            act.pool("pool.rotated", unit, -1, "12.12")
            act.pool("pool.dead", unit, -1, "12.12")
            if unit in act.pos.pool("lost_attrition"):
                act.pool("pool.lost_attrition", unit, -1, "12.12")
        act.pool("pool.refit", unit, 1, "12.12")


def returnable(pos: YellowPosition, unit: int, place: int) -> Refusal | None:
    """12.12g: a German-controlled hex in general supply, within stacking; enemy ZOC is no bar."""
    if pos.control(place) != w.GERMAN or pos.enemy_in(place, w.GERMAN) or place not in pos.scenario.land:
        return "12.12", f"{pos.label(place)} is not in German hands"
    if place not in supply.supply_net(pos, "german"):
        return "12.12", f"{pos.label(place)} is not in supply"
    if not stacking.room(pos, place, (unit,)):
        return "8.3", f"no room in {pos.label(place)}"
    return None


class ReturnPanzers(Choice[YellowPosition], frozen=True, array_like=True, tag=76):
    """CY 12.12g: every division with a step comes back."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        units = tuple(pos.pool("refit"))
        if not units or next(self.choices(pos), None) is None:
            return None
        return asked(pos, w.GERMAN, ("prompt.return", "12.12"), (ReturnPanzer,), units)

    def run(self, act: Act) -> None:
        """All are back."""

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("12.12")
        found = wanted(decision, ReturnPanzer, rule)
        if found.unit not in pos.pool("refit"):
            raise IllegalDecision(rule, f"{pos.name(found.unit)} is not in refit")
        permit(pos, returnable(pos, found.unit, found.at))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for unit in pos.pool("refit"):
            for place in sorted(supply.supply_net(pos, "german")):
                if returnable(pos, unit, place) is None:
                    yield ReturnPanzer(PieceId(unit), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ReturnPanzer)
        unit = decision.unit
        steps = act.pos.pool("refit")[unit]
        act.pool("pool.refit", unit, -steps, "12.12")
        act.place(unit, decision.at, steps, "12.12")
        enter(act, unit, decision.at)
        stand_by(act, unit, decision.at)


class FallRot(Step[YellowPosition], frozen=True, array_like=True, tag=77):
    """CY 12.12h, 12.9: Fall Rot begins on the next turn; a new attrition cup is filled."""

    def run(self, act: Act) -> None:
        """One chit for each panzer division on the map."""
        act.assign("var.fall_rot", act.state.turn + 1, "12.12")
        act.track("track.refit", 0, w.GERMAN, "12.12")
        for unit in act.pos.of(w.GERMAN):
            if unit in act.pos.game.roster.panzer:
                act.pool("pool.cup_german", unit, 1, "12.9")


DECISIONS: Final = (DeclareRefit, RefitPanzer, ReturnPanzer)
STEPS: Final = (Declaration, RefitDue, SpendPoints, ReturnPanzers, FallRot)
