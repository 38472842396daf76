"""Overrun (10.3c): no combat, odds of nine to one after terrain, the victims disrupted and driven off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.case_yellow.questions import ways
from hexledger.engine.games.case_yellow.questions.battle import Line, Reckoning
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.rules.losses import eliminate, port_dies, vacated
from hexledger.engine.games.case_yellow.rules.moves import begin_motion, check_stack, groups
from hexledger.engine.games.case_yellow.rules.retreat import Retreats
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import ALLIED_OVERRUN
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, Step, permit


class Overrun(Decision, frozen=True, array_like=True, tag=27):
    """`overrun ge_1_pz,ge_2_pz 2124`: a yMA stack drives over an adjacent enemy hex."""

    units: tuple[PieceId, ...]
    at: PlaceId


def odds_needed(pos: YellowPosition, target: int) -> Reckoning:
    """10.3c, G-A7: whole odds that an overrun needs: nine, and one more for each column of terrain."""
    chart, tec = pos.game.chart, pos.game.ground.tec[target]
    assert tec is not None
    lines: list[Line] = [("line.overrun_odds", chart.number("overrun", "odds"), "10.3c")]
    if tec.shift:
        lines.append(("line.terrain", tec.shift, "10.3c"))
    if pos.better(target):
        lines.append(("line.better_defence", chart.better_shift, "12.11"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def strengths(pos: YellowPosition, units: Sequence[int]) -> Reckoning:
    """2.4e: strength of units in halves, unit by unit; an overrun is no combat and has no shifts (10.3c)."""
    lines = tuple((~unit, pos.cs(unit), "10.3c") for unit in units)
    return Reckoning(lines, sum(value for _, value, _ in lines))


def ground_allows(pos: YellowPosition, here: int, target: int) -> Refusal | None:
    """10.3c: no forest, works, flooded, marsh or city hex, and no river."""
    tec = pos.game.ground.tec[target]
    assert tec is not None
    if not tec.overrun or pos.fortress(target) or pos.works(target):
        return "10.3c", f"{pos.label(target)} cannot be overrun"
    if pos.game.ground.river_between(here, target):
        return "10.3c", "nobody overruns over a river"
    return None


def refusal(pos: YellowPosition, units: Sequence[int], target: int) -> Refusal | None:
    """10.3c, G-A50: why the stack may not overrun the hex; None when it may."""
    why = check_stack(pos, units)
    if why is not None:
        return why
    here, side = pos.at(units[0]), pos.side(units[0])
    if any(unit not in pos.game.roster.yma for unit in units):
        return "10.3c", "only yellow MA units overrun"
    if side == w.ALLIED and pos.reading(ALLIED_OVERRUN) != ALLIED_OVERRUN.default:
        return "G-A22", "Allied units do not overrun"
    if len({pos.flag(unit, w.BEGAN) or pos.at(unit) + 1 for unit in units}) > 1:
        return "10.3c", "the stack must have begun the round together"
    if not pos.board.adjacent(here, target) or not pos.enemy_in(target, side):
        return "10.3c", f"no enemy in an adjacent hex {pos.label(target)}"
    why = ground_allows(pos, here, target)
    if why is not None:
        return why
    needed = odds_needed(pos, target).total
    if strengths(pos, units).total < needed * strengths(pos, pos.units(target)).total:
        return "10.3c", f"{needed} to 1 is needed"
    return _affordable(pos, units, here, target)


def _affordable(pos: YellowPosition, units: Sequence[int], here: int, target: int) -> Refusal | None:
    """10.3c: the MPs of the hex and one more, all of them at hand; 10.4b: forest is left one by one."""
    for unit in units:
        used = ways.spent(pos, unit)
        cost, why = ways.step(pos, unit, here, target, used < 0, overrun=True)
        if why is not None:
            return why
        if max(0, used) + cost + pos.game.chart.number("overrun", "extra_mp") > pos.ma(unit):
            return "10.3c", f"{pos.name(unit)} has not the movement points"
    if len(units) > 1 and here in pos.game.ground.forest:
        return "10.4b", "motorized units leave forest one by one"
    return None


def check_overrun(pos: YellowPosition, decision: Overrun) -> None:
    """10.3c."""
    permit(pos, refusal(pos, decision.units, decision.at))


def take_overrun(act: Act, decision: Overrun) -> None:
    """10.3c, 6.1b: units disrupted already are eliminated, the others disrupted and driven off by the overrunner; who
    is forced out of the Dynamo port dies (13.5.3)."""
    pos, target = act.pos, decision.at
    act.declare("declare.overrun", decision.units, (target,), "10.3c")
    for kind, found in (
        ("reckon.overrun", strengths(pos, decision.units)),
        ("reckon.overrun_defence", strengths(pos, pos.units(target))),
        ("reckon.overrun_odds", odds_needed(pos, target)),
    ):
        act.reckon(kind, target, found.lines, found.total, "10.3c")
    begin_motion(act, decision.units)
    caught = target == pos.port and port_dies(pos, target)
    for victim in pos.units(target):
        if caught or pos.disrupted(victim):
            eliminate(act, victim, "reason.overrun", "10.3c")
    victims = pos.units(target)
    for victim in victims:
        act.flag(victim, w.DISRUPTED, 1, "6.1")
    length = pos.game.chart.number("overrun", "retreat")
    act.then(Retreats(pos.side(decision.units[0]), victims, length, "10.3c"), DriveIn(decision.units, target))


class DriveIn(Step[YellowPosition], frozen=True, array_like=True, tag=34):
    """CY 10.3c: the overrunning stack enters the hex and may go on with what MPs it has left."""

    units: tuple[int, ...]
    target: int

    def run(self, act: Act) -> None:
        """Enter, at the cost of the hex and one MP."""
        pos = act.pos
        start = pos.at(self.units[0])
        vacated(act, self.target, True)
        for unit in self.units:
            used = max(0, ways.spent(pos, unit))
            cost = ways.price(pos, unit, start, self.target) + pos.game.chart.number("overrun", "extra_mp")
            act.move(unit, (start, self.target), "mode.overrun", cost, "10.3c")
            act.flag(unit, w.MOVED, used + cost + 1)
            enter(act, unit, self.target)
        vacated(act, start, True)


def listed(pos: YellowPosition) -> Iterator[Overrun]:
    """Overruns by units and whole stacks that are legal now."""
    yma = pos.game.roster.yma
    for units in groups(pos):
        if all(unit in yma for unit in units):
            for target in pos.game.ground.near[pos.at(units[0])]:
                if pos.enemy_in(target, pos.active) and refusal(pos, units, target) is None:
                    yield Overrun(tuple(map(PieceId, units)), PlaceId(target))


ACTIONS: Final = (Action(Overrun, check_overrun, take_overrun, listed),)
DECISIONS: Final = (Overrun,)
STEPS: Final = (DriveIn,)
