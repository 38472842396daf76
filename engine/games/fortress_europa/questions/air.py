"""Aircraft (17): who flies, allocation, cancelling, range, attacks on bridges.

`pool.<mission>` holds the aircraft (pieces) that fly a mission. A German aircraft that cancels a mission goes home with
what it cancels at once, so that the German aircraft in a pool are those on ground support (C-45).
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.map.paths import cheapest

MISSIONS: Final = (
    *("strafing", "ground_support", "railway_attack", "bridge_attack", "german_replacements"),
    *("u_boat", "v1_sites", "counter_air", "carpet_bombing", "german_fuel"),
)
"""Missions of 17.10 in its order."""


SAC, TAC = "SAC", "TAC"


# ---------------------------------------------------------------------- who flies


def kind(pos: FortressPosition, plane: int) -> str:
    """FE 17.2: `SAC` or `TAC` (`NF` in the advanced system)."""
    return str(pos.counters[plane].details.get("air_class"))


def on_mission(pos: FortressPosition, mission: str) -> tuple[int, ...]:
    """Aircraft (pieces) that fly a mission, those cancelled left out; ascending."""
    return tuple(pos.state.pool(pos.game.words[f"pool.{mission}"]))


def allied_on(pos: FortressPosition, mission: str) -> tuple[int, ...]:
    """The Allied ones among them."""
    return tuple(plane for plane in on_mission(pos, mission) if pos.side(plane) == f.ALLIED)


def railway_attackers(pos: FortressPosition) -> int:
    """FE 17.10.3, C-94: aircraft that cut German trains; TAC whose SAC have all been cancelled do nothing."""
    planes = on_mission(pos, "railway_attack")
    return len(planes) if any(kind(pos, plane) == SAC for plane in planes) else 0


# ---------------------------------------------------------------------- range
def in_tac_range(pos: FortressPosition, side: int, place: int) -> bool:
    """FE 17.4, 17.5, 17.8: does a hex lie in the range of a side's TAC?"""
    return place in _tac_area(pos, side)


@kept(BOARD)
def _tac_area(pos: FortressPosition, side: int) -> frozenset[int]:
    ground, board = pos.tables.ground, pos.board
    area: dict[int, None] = {}
    if side == f.GERMAN:
        area.update(dict.fromkeys(sorted(ground.germany)))
    else:
        area.update(dict.fromkeys(sorted(ground.tac_radius)))
        for place in sorted(ground.coast & ground.mediterranean):
            area.update(dict.fromkeys(board.within(place, 1)))
    if side == f.GERMAN or not (pos.primary_turn and pos.active_side == f.ALLIED):
        # 17.4: on the turn of the primary invasion Allied HQs are no base yet.
        for hq in pos.hqs(side):
            area.update(dict.fromkeys(from_hq(pos, pos.at(hq))))
    return frozenset(area)


def from_hq(pos: FortressPosition, place: int) -> tuple[int, ...]:
    """FE 17.4: hexes within the range of an HQ, not counted through Switzerland; sea and the dyke's hexes count."""
    board, reach = pos.board, pos.game.edition.chart_int("limits", "tac_hq_range")
    near = board.within(place, reach)
    if not any(board.country[there] == "Switzerland" for there in near):
        return near

    def step(_: int, there: int) -> int | None:
        return None if board.country[there] == "Switzerland" else 1

    return tuple(sorted(cheapest(board, place, step, reach)))


# ---------------------------------------------------------------------- 17.9 allocation


def mission_of(pos: FortressPosition, word: int) -> str:
    """Mission of a word (`pool.strafing` -> `strafing`), `` for other words."""
    return next((mission for mission in MISSIONS if pos.game.words[f"pool.{mission}"] == word), "")
