"""Who may attack what (51.1, 13.5, 19-22, 26, 52.12, 52.13)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import borders, chains, engagements, force, reserves
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal

BUSY: Final[tuple[tuple[str, str], ...]] = (
    ("building", "19.0"), ("ferry", "20.0"), ("bridging", "21.1"), ("prep", "22.2"), ("strategic", "28.1"),
)  # fmt: skip
"""Flags of units that do something else this turn, with the rule."""


def cannot_attack(pos: TrumpetsPosition, unit: int) -> Refusal | None:
    """51.1, 2.6.1.5k, 13.5.2, 4.3f, 43.8: why a unit may not attack in the combat segment of a corps."""
    name = pos.name(unit)
    if not pos.on_map(unit) or not chains.acts(pos, unit):
        return "15.0", f"{name} does not act with this corps"
    if unit in pos.game.arms.artillery or force.attack_cf(pos, unit) < 1:
        return "2.6.1.5", f"{name} cannot attack"
    if pos.flag(unit, w.ATTACKED):
        return "51.1", f"{name} has attacked"
    if pos.held(unit):
        return "H-1", f"{name} is not released"
    if pos.exhausted(unit):
        return "4.3", f"{name} is exhausted"
    if pos.resting(unit):
        return "13.5.2", f"{name} rests"
    if pos.flag(unit, w.RESERVE):
        return reserves.part(pos, unit), f"{name} is in reserve"
    for flag, rule in BUSY:
        if pos.flag(unit, w.FLAG[flag]):
            return rule, f"{name} has other work this turn"
    return None


def cannot_strike(pos: TrumpetsPosition, unit: int, target: int) -> Refusal | None:
    """51.1a, 49, 26: why a unit that may attack may not attack this hex."""
    here, name = pos.at(unit), pos.name(unit)
    if target not in pos.game.ground.near[here]:
        return "51.1", f"{name} does not stand beside {pos.label(target)}"
    if not bt.over_water(pos, unit, target):
        return "49.0", f"{name} cannot attack over the water"
    if not bt.attack_share(pos, unit, target):
        return "49.0", f"{name} cannot attack into {pos.label(target)} off the road"
    why = beyond(pos, unit, target) or corps_order(pos, unit, target)
    if why is not None:
        return why
    bound = engagements.bound_to(pos, unit)
    if bound >= 0 and bound != target:
        return "52.13.2", f"{name} must fight on at {pos.label(bound)}"
    return None


def no_target(pos: TrumpetsPosition, target: int, side: int) -> Refusal | None:
    """51.1a, 52.12.4: why a hex cannot be attacked now by the corps that fights."""
    if not pos.enemy_in(target, side):
        return "51.1", f"no enemy stands in {pos.label(target)}"
    if pos.state.marker(target, -1, w.MARKER["attack"]):
        return "52.12.4", f"{pos.label(target)} has been attacked by this corps"
    return None


@kept(BOARD)
def attackers(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """Units that may attack in the combat segment of a corps and stand beside an enemy."""
    return tuple(
        unit
        for unit in pos.of(side)
        if unit in pos.game.arms.ground
        and any(pos.enemy_in(there, side) for there in pos.game.ground.near[pos.at(unit)])
        and cannot_attack(pos, unit) is None
    )


@kept(BOARD)
def targets(pos: TrumpetsPosition, side: int) -> dict[int, tuple[int, ...]]:
    """Hex that may be attacked -> units that may attack it, both ascending."""
    found: dict[int, list[int]] = {}
    for unit in attackers(pos, side):
        for there in pos.game.ground.near[pos.at(unit)]:
            if no_target(pos, there, side) is None and cannot_strike(pos, unit, there) is None:
                found.setdefault(there, []).append(unit)
    return {target: tuple(sorted(units)) for target, units in sorted(found.items())}


def corps_order(pos: TrumpetsPosition, unit: int, target: int) -> Refusal | None:
    """H-8: until a turn one division does not attack Bastogne at all, and of two others only the one that began to."""
    hook = pos.scenario.hooks.get("committed")
    if hook is None or pos.state.turn >= calendar.number(hook["until"]) or pos.label(target) not in hook["targets"]:
        return None
    index = pos.game.roster.index
    if pos.within(unit, (index[hook["division"]],)):
        return "H-8", f"{pos.name(unit)} does not attack {pos.label(target)} before {hook['until']}"
    either = tuple(index[name] for name in hook["either"])
    own = next((hq for hq in either if pos.within(unit, (hq,))), NOBODY)
    begun = next((hq for hq in either if hq != own and pos.flag(hq, w.FLAG["committed"])), NOBODY)
    if NOBODY not in (own, begun):
        return "H-8", f"{pos.name(begun)} is committed there before {hook['until']}"
    return None


# ---------------------------------------------------------------------- 57 Blitz
def no_blitz(pos: TrumpetsPosition, units: tuple[int, ...], target: int) -> Refusal | None:
    """57.1a-e, 57.2a-e: why these units may not make a Blitz attack on a hex."""
    arms, rule = pos.game.arms, "57.2" if misty(pos, target) else "57.1"
    if any(not pos.in_supply(unit) for unit in units):
        return rule, "units of a Blitz attack are in supply"
    if any(pos.flag(unit, w.SHOCK) for unit in units):
        return rule, "shocked units take no part in a Blitz attack"
    if engagements.refight(pos, units, target):
        return rule, "an engaged battle is not fought on with a Blitz attack"
    if not any(unit in arms.tanks for unit in units):
        return rule, "a Blitz attack needs a front-line tank"
    if rule == "57.1" and not any(unit in arms.infantry for unit in units):
        return rule, "a Blitz attack by day needs an infantry unit"
    return None


def misty(pos: TrumpetsPosition, target: int) -> bool:
    """57.2: fog, dense fog, snow or night at the target."""
    return pos.night or pos.weather(target) != w.CLEAR


def beyond(pos: TrumpetsPosition, unit: int, target: int) -> Refusal | None:
    """26.1.1, 26.2, G-D21: an attack is judged by the target hex."""
    if target in borders.within(pos, unit):
        return None
    rule = borders.crossing(pos, unit, target) if pos.side(unit) == w.GERMAN else "H-4"
    return rule, f"{pos.label(target)} is beyond the boundary of the unit's army"
