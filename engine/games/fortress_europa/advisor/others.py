"""The greedy bot's smaller decisions: aircraft, losses, retreats, replacements ... one rule of thumb each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.fortress_europa.advisor import distances, ground
from hexledger.engine.games.fortress_europa.advisor.distances import FAR
from hexledger.engine.games.fortress_europa.questions import air
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import air as air_rules
from hexledger.engine.games.fortress_europa.rules import naval, panzer_reserve, replacements, retreat
from hexledger.engine.games.fortress_europa.rules.augmented import AugmentAtStart
from hexledger.engine.games.fortress_europa.rules.below_capacity import LoseForCapacity
from hexledger.engine.games.fortress_europa.rules.combat_impulse import RemoveUnattackable
from hexledger.engine.games.fortress_europa.rules.fuel import AssignBoxes
from hexledger.engine.games.fortress_europa.rules.ground_support import CommitSupport
from hexledger.engine.games.fortress_europa.rules.hq_troops import UseHqTroops
from hexledger.engine.games.fortress_europa.rules.invasion import DeclareInvasion
from hexledger.engine.games.fortress_europa.rules.march import Stay
from hexledger.engine.games.fortress_europa.rules.mulberries import SetMulberry
from hexledger.engine.games.fortress_europa.rules.panzer_reserve import ChooseReserve
from hexledger.engine.games.fortress_europa.rules.results import LoseStep
from hexledger.engine.games.fortress_europa.rules.setup import EndSetUp
from hexledger.engine.games.fortress_europa.rules.stacking import RemoveExcess
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision

_ENDS: Final = (
    *(
        EndSetUp,
        Stay,
        air_rules.EndAllocation,
        air_rules.EndBridgeAttacks,
        naval.EndNaval,
        replacements.EndReplacements,
    ),
    *(retreat.JoinRetreat, panzer_reserve.NoSubstitute),
)
_PLAN: Final = {
    air_rules.SAC: ("u_boat", "v1_sites", "carpet_bombing", "railway_attack", "german_replacements"),
    air_rules.TAC: ("ground_support", "ground_support", "ground_support", "strafing", "strafing", "ground_support"),
}
"""Missions of the Allied aircraft of a class, in turn."""
_PURSUIT: Final = "September I"
"""Turn from which on counter-air pays more than strafing: the Germans bring less up by road."""


def decide(pos: FortressPosition, key: str, offered: Sequence[Decision], chance: Chance) -> Decision:
    """The listed decision that the rule of thumb for a prompt likes best; the first of those that it likes alike."""
    rank = _RANKS.get(key)
    if rank is None:
        best = next((one for one in offered if not isinstance(one, _ENDS)), offered[0])
        return best if key != "prompt.setup" else next(one for one in offered if isinstance(one, EndSetUp))
    ranks = [rank(pos, one) for one in offered]
    most = max(ranks)
    best_of = [one for one, value in zip(offered, ranks, strict=True) if value == most]
    return best_of[0] if key in _FIRST else chance.pick(best_of)


def _weak(pos: FortressPosition, decision: LoseStep | LoseForCapacity) -> tuple[int, ...]:
    """Units that matter least are lost first: full ones lose a step before reduced ones die."""
    unit = decision.unit
    return int(pos.steps(unit) > 1), -int(unit in pos.tables.roster.armored), -pos.cf(unit)


def _excess(pos: FortressPosition, decision: RemoveExcess) -> tuple[int, ...]:
    """The weakest units go."""
    return (-sum(pos.cf(unit) for unit in decision.units),)


def _least(pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    return (-pos.cf(decision.unit) if isinstance(decision, RemoveUnattackable) else -FAR,)


def _missions(pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    """Allied aircraft by plan, German ones on ground support, then against the mission that hurts most."""
    if isinstance(decision, AssignBoxes):
        return (-abs(decision.germany - 2),)
    if isinstance(decision, air_rules.Intercept):
        wish = ("railway_attack", "ground_support", "german_replacements", "strafing", "bridge_attack", "german_fuel")
        mission = air.mission_of(pos, decision.mission)
        return (10 - wish.index(mission),) if mission in wish else (1,)
    if not isinstance(decision, air_rules.SendAircraft):
        return (2,)
    mission = air.mission_of(pos, decision.mission)
    if pos.side(decision.aircraft) == f.GERMAN:
        return (12,)
    plan = _PLAN.get(air.kind(pos, decision.aircraft), ())
    if pos.state.turn >= pos.tables.calendar.number(_PURSUIT):
        plan = tuple("counter_air" if name == "strafing" else name for name in plan)
    flown = {name: len(air.allied_on(pos, name)) for name in plan}
    for place, name in enumerate(plan):
        if flown[name] and name in ("u_boat", "v1_sites", "carpet_bombing"):
            continue
        if flown[name] > place:
            continue
        if name == mission and flown[name] < max(1, plan.count(name)):
            return (20 - place,)
    return (int(mission == "ground_support") + 2,) if plan else (0,)


def _way(pos: FortressPosition, decision: retreat.Retreat) -> tuple[int, ...]:
    """Own units go back towards their cities, all together; enemies are driven where they are farthest from ours."""
    side = pos.side(decision.units[0])
    end = decision.path[-1]
    away = distances.to_enemy(pos, side).get(end, FAR)
    worth = ground.prized(pos, end)
    own = side == pos.active_side
    return len(decision.units), min(away, 6) + (worth if own else -worth), -len(decision.path)


def _stand(_pos: FortressPosition, decision: retreat.Stand) -> tuple[int, ...]:
    return (len(decision.units),)


def _spend(pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    """Strong units first, restored before rebuilt; HQ troops where they bring a full panzer division."""
    if isinstance(decision, replacements.Restore):
        return 3, pos.cf(decision.unit)
    if isinstance(decision, replacements.Rebuild):
        return 2 + int(decision.full), pos.counters[decision.unit].front.values.get("cf", 0)
    if isinstance(decision, UseHqTroops):
        return 3, pos.counters[decision.unit].front.values.get("cf", 0) - 6
    return 1, 0


def _reserve(_pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    if isinstance(decision, ChooseReserve):
        return (int(decision.restore),)
    return (1 if isinstance(decision, panzer_reserve.SendToReserve) else 0,)


def _line(pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    """The edition's default line; before it, divisions are augmented, but not by those that wait in Africa."""
    if isinstance(decision, DeclareInvasion):
        return (1,)
    if isinstance(decision, AugmentAtStart):
        return (2 * int(pos.at(decision.donor) == pos.at(decision.unit)),)
    return (2,)


def _commit(pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    """Aircraft where most Germans are under a landing."""
    if not isinstance(decision, CommitSupport):
        return (0, 0)
    defence = sum(pos.cf(one) for one in pos.units_of(decision.at, f.GERMAN))
    landed = bool(pos.units_of(decision.at, f.ALLIED))
    return int(landed), defence if len(decision.aircraft) > 1 else 0


def _mulberry(pos: FortressPosition, decision: SetMulberry) -> tuple[int, ...]:
    """The greater one, where the enemy can bring least to the hexes around it in which nobody stands yet."""
    threat = ground.threat(pos, f.ALLIED)
    around = [there for there in pos.tables.ground.links[decision.at] if not pos.units_of(there, f.ALLIED)]
    away = distances.to_enemy(pos, f.ALLIED).get(decision.at, FAR)
    return pos.mulberry_capacity(decision.mulberry), -sum(threat.get(there, 0) for there in around), away


def _ship(_pos: FortressPosition, decision: Decision) -> tuple[int, ...]:
    return (int(not isinstance(decision, naval.EndNaval)),)


def _any(_pos: FortressPosition, _decision: Decision) -> tuple[int, ...]:
    """31.7: where the decoys are and what they cover nobody should be able to tell."""
    return (0,)


_RANKS: Final[dict[str, Callable[[FortressPosition, Any], tuple[int, ...]]]] = {
    "prompt.air": _missions,
    "prompt.losses": _weak,
    "prompt.overstacked": _excess,
    "prompt.unattackable": _least,
    "prompt.capacity": _weak,
    "prompt.retreat": _way,
    "prompt.stand": _stand,
    "prompt.replacements": _spend,
    "prompt.panzer": _reserve,
    "prompt.invasion": _line,
    "prompt.ground_support": _commit,
    "prompt.naval": _ship,
    "prompt.mulberry": _mulberry,
    "prompt.decoys": _any,
}
_FIRST: Final = frozenset({"prompt.invasion", "prompt.supply"})
"""Prompts whose list is in the order of preference already."""
