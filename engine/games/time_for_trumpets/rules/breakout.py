"""KG Peiper's breakout (H-5, ex 8604-8628): alert and surprised American units."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import force
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.kernel.memory import lasting
from hexledger.engine.kernel.steps import Step

CORPS: Final = "i_ss_hq"
GROUP: Final = "kgp_hq"
RIVER: Final = "Warche"


def begun(pos: TrumpetsPosition) -> bool:
    """H-5: from 16EV on, where exploitation is played (G-D50)."""
    hook = pos.scenario.hooks.get("breakout")
    return hook is not None and pos.plays("exploitation") and pos.state.turn >= calendar.number(hook["from"])


def area(pos: TrumpetsPosition) -> frozenset[int]:
    """H-5: hexes of the 6th Panzer Army's area south of the Warche."""
    return _south(pos.game, RIVER) & pos.game.ground.area["6pza"] & pos.scenario.hexes


@lasting(most=4)
def _south(game: Box[TrumpetsPosition], river: str) -> frozenset[int]:
    """Hexes south of a river that runs from east to west: below its hexsides in their column, or in the nearest one."""
    ground = game.ground
    lowest: dict[int, int] = {}
    for key, name in ground.river_name.items():
        if name == river:
            place = key // ground.n
            column, row = ground.column(place), ground.row(place)
            lowest[column] = max(row, lowest.get(column, 0))
    if not lowest:
        return frozenset()

    def line(column: int) -> int:
        return lowest[min(lowest, key=lambda other: (abs(other - column), other))]

    return frozenset(p for p in range(ground.board.n_hexes) if ground.row(p) >= line(ground.column(p)))


class Alert(Step[TrumpetsPosition], frozen=True, array_like=True, tag=131):
    """H-5: after the movement of I SS Corps Americans beside its units are alert."""

    def run(self, act: Act) -> None:
        """Mark them."""
        pos = act.pos
        corps = pos.game.roster.index[CORPS]
        if pos.active_corps != corps or not begun(pos):
            return
        inside, near = area(pos), pos.game.ground.near
        beside = {
            there
            for unit in pos.of(w.GERMAN)
            if unit in pos.game.arms.ground and pos.within(unit, (corps,))
            for there in near[pos.at(unit)]
        }
        for unit in pos.of(w.ALLIED):
            if unit in pos.game.arms.us and pos.at(unit) in beside and pos.at(unit) in inside:
                act.flag(unit, w.FLAG["alert"], 1, "H-5")


def surprise(act: Act, unit: int) -> None:
    """H-5: a KGP unit has come beside Americans in exploitation: those that are not alert are surprised."""
    pos = act.pos
    if not pos.on_map(unit) or not begun(pos) or not pos.within(unit, (pos.game.roster.index[GROUP],)):
        return
    inside = area(pos)
    for there in pos.game.ground.near[pos.at(unit)]:
        for other in pos.fighters(there) if there in inside else ():
            if other in pos.game.arms.us and not pos.flag(other, w.FLAG["alert"]):
                act.flag(other, w.FLAG["surprised"], 1, "H-5")


def end(act: Act, side: int) -> None:
    """H-5: alert holds for the activation of the corps."""
    if side == w.GERMAN:
        for unit in force.flagged(act.pos, w.FLAG["alert"]):
            act.flag(unit, w.FLAG["alert"], 0)


DECISIONS: Final = ()
STEPS: Final = (Alert,)
