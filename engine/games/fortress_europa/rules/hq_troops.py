"""HQ troops (27.13): one of the eight German units of HQ troops and a point bring a destroyed unit back where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import points
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.switches import HQ_TROOPS
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Refusal, permit

COST: Final = 1
"""Points of the fitting type."""


class UseHqTroops(Decision, frozen=True, array_like=True, tag=188):
    """A destroyed unit comes back at full strength in the hex of HQ troops, which leave the game."""

    troops: PieceId
    unit: PieceId


def refusal(pos: FortressPosition, decision: UseHqTroops) -> Refusal | None:
    """FE 27.13: (rule, reason) why HQ troops may not be used so, None when they may."""
    troops, unit = decision.troops, decision.unit
    if pos.active_side != f.GERMAN:
        return "27.13", "HQ troops are used in the German replacement phase"
    if troops not in pos.tables.roster.hq_troops or not pos.on_map(troops):
        return "27.13", f"{pos.name(troops)} are no HQ troops on the map"
    return points.place_refusal(pos, troops) or _unit(pos, unit) or _room(pos, troops, unit)


def _unit(pos: FortressPosition, unit: int) -> Refusal | None:
    """FE 27.10, 27.13, C-141: why a unit may not be brought back by HQ troops: by another reading any unit may."""
    if pos.side(unit) != f.GERMAN or not pos.state.pooled(f.ELIMINATED, unit):
        return "27.13", f"{pos.name(unit)} is no destroyed German unit"
    anybody = pos.reading(HQ_TROOPS) == HQ_TROOPS.values["any"] and unit in pos.tables.roster.land
    why = (None if anybody else points.never(pos, unit)) or points.ss_first(pos, unit)
    if why is None and not points.affordable(pos, unit, COST):
        return "27.1", f"there are no points for {pos.name(unit)}"
    return why


def _room(pos: FortressPosition, troops: int, unit: int) -> Refusal | None:
    place = pos.at(troops)
    if pos.terrain(place) == "alpine" and unit not in pos.tables.roster.mountain:
        return "8.4", f"{pos.label(place)} is alpine"
    if not pos.fits(place, (unit,), (troops,)):
        return "6.1", f"{pos.label(place)} has no room for {pos.name(unit)}"
    return None


def _check(pos: FortressPosition, decision: UseHqTroops) -> None:
    permit(pos, refusal(pos, decision))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.active_side != f.GERMAN:
        return
    ready = [troops for troops in sorted(pos.tables.roster.hq_troops) if pos.on_map(troops)]
    if not ready:
        return
    units = [unit for unit in sorted(pos.state.pool(f.ELIMINATED)) if _unit(pos, unit) is None]
    for troops in ready if units else ():
        if points.place_refusal(pos, troops) is None:
            for unit in units:
                if _room(pos, troops, unit) is None:
                    yield UseHqTroops(PieceId(troops), PieceId(unit))


def _take(act: Act, decision: UseHqTroops) -> None:
    """The unit is frozen where the troops were (27.13: those of the 15th Army)."""
    troops, pos = decision.troops, act.pos
    place, frozen = pos.at(troops), pos.frozen(troops)
    points_rules.pay(act, decision.unit, COST, "27.13")
    act.remove(troops, "reason.exchanged", "27.13")
    act.pool("pool.gone", troops, 1, "27.13")
    piece = points_rules.come_back(act, decision.unit, place, True, "27.13")
    if frozen:
        act.flag(piece, f.FROZEN, frozen, "27.13")


ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (Action(UseHqTroops, _check, _take, _choices),)
DECISIONS: Final = (UseHqTroops,)
STEPS: Final = ()
