"""Supply (18.1-18.6, 18.8): lines of units and HQs, ports assigned, losses of the unsupplied.

A verdict names its proof as a path. Of a unit: its line to the HQ and then the place of the port that feeds it. Of an
HQ: its line to the port or city. Of a unit out of supply: the line that it would need, up to the hex where it is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import below_capacity, exit_east, losses, mulberries, ports
from hexledger.engine.games.fortress_europa.rules import capacity as capacity_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, permit, wanted

# ---------------------------------------------------------------------- verdicts


def unsupplied(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 18: units of a side that would lose a step now, ascending."""
    return tuple(piece for piece in pos.ashore(side) if not supply.standing(pos, piece).supplied)


# ---------------------------------------------------------------------- the phase
class AssignSupply(Decision, frozen=True, array_like=True, tag=155):
    """The Allied units that go without, for want of port capacity; all others with a line are fed."""

    unsupplied: tuple[PieceId, ...]


class SupplyPhase(Step[FortressPosition], frozen=True, array_like=True, tag=155):
    """FE 4.3 B7, 18.1, 18.3: units without supply lose a step."""

    side: int

    def run(self, act: Act) -> None:
        """Repair ports and Mulberries first (18.7.8, 29.5), then judge."""
        act.phase("phase.supply", self.side, "18.1" if self.side == f.ALLIED else "18.3")
        if self.side == f.ALLIED:
            ports.repair(act)
            mulberries.repair(act)
            capacity_rules.update(act, "18.7.8")
            exit_east.supply_phase(act)
        act.then(Judge(self.side))


class Judge(Choice[FortressPosition], frozen=True, array_like=True, tag=156):
    """FE 18.2: the Allied player chooses who goes without where the ports cannot feed all; then all are judged."""

    side: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        units = supply.hungry(pos) if self.side == f.ALLIED else ()
        if len(supply.fed(pos, units)) == len(units):
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (AssignSupply.kind(),)
        return Prompt(f.ALLIED, words["prompt.supply"], rules["18.2"], kinds, tuple(sorted(units)), complete=False)

    def run(self, act: Act) -> None:
        """Everybody with a line is fed."""
        _judge(act, self.side, ())

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, AssignSupply, pos.game.cite("18.2"))
        permit(pos, without_refusal(pos, decision.unsupplied))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        units = supply.hungry(pos)
        hqs = pos.tables.roster.hqs
        # The usual order; then infantry before armour; then the weak before the strong: HQs are fed in any case.
        by_kind = tuple(sorted(units, key=lambda p: (p not in hqs, p in pos.tables.roster.armored)))
        weak_first = tuple(sorted(units, key=lambda p: (p not in hqs, pos.cf(p))))
        seen: dict[tuple[int, ...], None] = {}
        for order in (units, by_kind, weak_first):
            served = supply.fed(pos, order)
            seen[tuple(sorted(piece for piece in units if piece not in served))] = None
        for unfed in seen:
            yield AssignSupply(tuple(PieceId(piece) for piece in unfed))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, AssignSupply)
        act.done()
        _judge(act, self.side, decision.unsupplied)


def without_refusal(pos: FortressPosition, unfed: tuple[int, ...]) -> tuple[str, str] | None:
    """FE 18.2: (rule, reason) why these units may not be those that go without, None when they may."""
    units = supply.hungry(pos)
    if list(unfed) != sorted(set(unfed)):
        return "18.2", "the units that go without are named once each, in the order of the counters"
    for piece in unfed:
        if piece not in units:
            return "18.2", f"{pos.name(piece)} takes no port capacity, or has no line: it is no unit to choose"
    short = len(units) - len(supply.fed(pos, units))
    if len(unfed) > short:
        return "18.2", f"only {short} of the units must go without"
    rest = tuple(piece for piece in units if piece not in unfed)
    if len(supply.fed(pos, rest)) < len(rest):
        return "18.2", f"the ports cannot feed all the others; {short} must go without"
    return None


def _judge(act: Act, side: int, without: Iterable[int]) -> None:
    """FE 18.1-18.6, 18.7.5, C-97: every unit is judged, then the unsupplied lose a step. Steps lost for want of port
    capacity count for those that units in excess of the supply capacity owe."""
    found = supply.verdicts(act.pos, side, without)
    over = -capacity.reckon(act.pos) if capacity.at_start(act.pos) < 0 else 0
    owed = over - sum(1 for verdict in found.values() if verdict.status == "status.no_capacity")
    if side == f.ALLIED and owed > 0:
        act.then(below_capacity.Excess(owed, ()))
    for piece, verdict in found.items():
        act.judge(piece, verdict.status, verdict.path, verdict.rule)
    for piece, verdict in found.items():
        if not verdict.supplied:
            act.note("note.unsupplied", (piece,), verdict.rule)
            losses.lose_step(act, piece, "18.1" if side == f.ALLIED else "18.3", "reason.supply")


DECISIONS: Final = (AssignSupply,)
STEPS: Final = (SupplyPhase, Judge)
