"""Raids of commandos and Rangers (21). What happens on a hidden unit (21.11) is fought out in `results`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import landing
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import control, march
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit

_SHOWN: Final = 12


class Raid(Decision, frozen=True, array_like=True, tag=85):
    """A raid: pairs of unit and hex."""

    units: tuple[tuple[PieceId, PlaceId], ...]


def raids_left(pos: FortressPosition) -> int:
    """FE 21.2, 33.3.3: raids that the Allies may still make in the game."""
    most: int = pos.scenario.pools[f.ALLIED].get("raids", pos.game.edition.chart_int("limits", "raids_per_game"))
    return most - pos.state.variable(pos.game.words["var.raids"])


def may_raid_now(pos: FortressPosition) -> Refusal | None:
    """FE 21.2, 21.10: may the Allies raid in this impulse?"""
    if pos.active_side != f.ALLIED or pos.impulse not in (1, 2):
        return "21.2", "raids are made in an Allied move impulse"
    if pos.weather == f.STORM:
        return "21.10", "there are no raids in a storm"
    if raids_left(pos) < 1:
        return "21.2", "no raid is left in this game"
    return None


def refusal(pos: FortressPosition, raid: Raid) -> Refusal | None:
    """FE 21: why a raid may not be made (rule, reason), None when it may. `invasion` asks it for June I, too."""
    units = [int(unit) for unit, _ in raid.units]
    if not units or len(set(units)) != len(units):
        return "21.2", "name the units that raid, each once"
    why = may_raid_now(pos)
    if why is not None:
        return why
    for unit, place in raid.units:
        why = _who(pos, unit) or _where(pos, unit, place)
        if why is not None:
            return why
    return _together(pos, sorted({int(place) for _, place in raid.units}))


def _who(pos: FortressPosition, unit: int) -> Refusal | None:
    name = pos.name(unit)
    if unit not in pos.tables.roster.raiders:
        return "21.2", f"{name} is no commando or Ranger unit"
    if not pos.at_home(unit) or pos.flag(unit, f.ARRIVED) or pos.flag(unit, f.MOVED):
        return "21.2", f"{name} did not start the turn in England or Africa"
    if pos.flag(unit, f.CANNOT_MOVE):
        return "27.7", f"{name} may not move this turn"
    return None


def _where(pos: FortressPosition, unit: int, place: int) -> Refusal | None:
    """FE 7.4, 21.2, 21.8, 21.9: invadable hexes without enemies, on the raider's own sea."""
    ground = pos.tables.ground
    if not landing.landable(pos, place):
        return "21.2", f"{pos.label(place) if place < pos.board.n_hexes else 'that'} is no invadable hex"
    where = pos.label(place)
    if (place in ground.mediterranean) != (pos.at(unit) == ground.africa):
        return "21.8", f"{where} lies on the other sea"
    if pos.enemies_in(place, f.ALLIED):
        return "21.9", f"enemy units are in {where}"
    if place in ground.inland_ports and not pos.passage_open(place):
        return "7.4", f"the passage to {where} is closed"
    return None


def _together(pos: FortressPosition, places: list[int]) -> Refusal | None:
    """FE 21.2: a group lands in the same hex, or in hexes joined by land or by blue arrows."""
    ground = pos.tables.ground
    joined, edge = set(places[:1]), places[:1]
    while edge:
        here = edge.pop()
        for there in places:
            if there not in joined and there in (*ground.links[here], *ground.arrow_ends.get(here, ())):
                joined.add(there)
                edge.append(there)
    return None if len(joined) == len(places) else ("21.2", "the group must land in hexes next to each other")


def carry_out(act: Act, raid: Raid) -> None:
    """FE 21.2, 21.4, 21.5: the group lands; it moves no further in this impulse."""
    act.assign("var.raids", act.state.variable(act.word("var.raids")) + 1, "21.2")
    for unit, place in raid.units:
        path = (act.pos.at(unit), int(place))
        act.move(unit, path, "mode.raid", 0, "21.2")
        act.flag(unit, f.MOVED, act.pos.impulse)
        act.flag(unit, f.RAIDING, act.pos.impulse, "21.2")
        march.mire(act, unit)
        control.landed(act, unit, place)


def _check(pos: FortressPosition, decision: Raid) -> None:
    permit(pos, refusal(pos, decision))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    """Each raider alone, at ports first, then next to the enemy."""
    if may_raid_now(pos) is not None:
        return
    ground = pos.tables.ground
    places = sorted(ground.invadable, key=lambda place: (place not in ground.ports, place))
    for unit in sorted(pos.tables.roster.raiders):
        if unit in pos.state.at and _who(pos, unit) is None:
            fit = (place for place in places if _where(pos, unit, place) is None)
            for place, _ in zip(fit, range(_SHOWN), strict=False):
                yield Raid(((PieceId(unit), PlaceId(place)),))


MISSING: Missing = ()
ACTIONS: tuple[Action[FortressPosition, Any], ...] = (Action(Raid, _check, carry_out, _choices),)
DECISIONS: Final = (Raid,)
STEPS: Final = ()
