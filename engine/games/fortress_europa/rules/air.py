"""Aircraft (17): who flies, allocation, cancelling, missions over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse
from hexledger.engine.recorder import Recorder
from hexledger.engine.steps import Step

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition

MISSIONS: Final = (
    *("strafing", "ground_support", "railway_attack", "bridge_attack", "german_replacements"),
    *("u_boat", "v1_sites", "counter_air", "carpet_bombing", "german_fuel"),
)
"""Missions of 17.10 in its order; `pool.<mission>` holds the aircraft (pieces) that fly it."""


def flies(pos: FortressPosition, side: int) -> dict[str, int]:
    """FE 17.1, 17.6: class -> aircraft that the Allies have this turn; for the German see 17.7."""
    chart = pos.game.edition.chart("aircraft")
    if side != f.ALLIED:
        return {}
    if pos.weather == f.CLEAR:
        return {"SAC": chart["allied"]["SAC"], "TAC": chart["allied"]["TAC"]}
    if pos.state.turn < pos.game.calendar.number("October I"):
        return dict(chart["allied_nonclear"]["June II - September IV"])
    return {"SAC": 0, "TAC": 0}


def on_mission(pos: FortressPosition, mission: str) -> tuple[int, ...]:
    """Aircraft (pieces) that fly a mission, those cancelled left out; ascending."""
    return tuple(pos.state.pool(pos.game.words[f"pool.{mission}"]))


class AirPhase(Step, frozen=True, array_like=True, tag=142):
    """FE 4.3 A3, 17.9: the Allies allocate, then the German; missions are cancelled."""

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do when nothing flies."""
        act.phase("phase.air", 0, "17.9.1")
        if any(flies(act.pos, f.ALLIED).values()):
            refuse(act, MISSING)


class BridgeAttacks(Step, frozen=True, array_like=True, tag=143):
    """FE 17.10.4: before the Allied first moves bridge attacks are placed on river sections."""

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to do when no aircraft attacks bridges."""
        if on_mission(act.pos, "bridge_attack"):
            refuse(act, MISSING)


def turn_ended(act: Act) -> None:
    """FE 4.3 D: all aircraft come home, bridges are whole again."""
    for mission in MISSIONS:
        for piece in on_mission(act.pos, mission):
            act.pool(f"pool.{mission}", piece, -1, "4.3")
    for pairs in act.pos.game.ground.sections.values():
        for a, b in pairs:
            if act.state.marker(a, b, f.BRIDGE_OUT):
                act.marker(a, b, f.BRIDGE_OUT, 0, "17.10.4")


MISSING: Missing = (
    ("17.9.1", "air allocation"),
    ("17.9.3", "cancelling missions"),
    ("17.10.3", "attack on railways"),
    ("17.10.4", "attack on bridges"),
    ("A 17.6", "the advanced air system"),
)
DECISIONS: Final = ()
STEPS: Final = (AirPhase, BridgeAttacks)
