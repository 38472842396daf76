"""The drops of the 18th Airborne: Market Garden and Plunder/Varsity (3.12, 12.3, 12.4, R-62, R-63)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import stacking
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, bridgeheads, entering
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.switches import GARDEN_USES
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, passed, permit, wanted


class Drop(Decision, frozen=True, array_like=True, tag=59):
    """`drop 3306`: the 18th Airborne lands."""

    at: PlaceId


class Release(Decision, frozen=True, array_like=True, tag=60):
    """`release us_v`: the infantry unit that the headquarters lets go, to have room for the 18th."""

    unit: PieceId


# ---------------------------------------------------------------------- questions
def division(pos: FrancePosition) -> int:
    """3.12: the piece of the 18th Airborne."""
    return min(pos.game.roster.airborne)


def window(pos: FrancePosition, operation: int) -> bool:
    """12.3, 12.4: the turns of the operation."""
    name = "market_garden" if operation == w.MARKET_GARDEN else "plunder_varsity"
    turns: list[int] = pos.game.chart.data["special_operations"][name]["turns"]
    return pos.state.turn in turns


def may_drop(pos: FrancePosition, operation: int) -> Refusal | None:
    """12.3, 12.4, R-62, R-63: why the operation may not be declared now."""
    rule = "12.3" if operation == w.MARKET_GARDEN else "12.4"
    unit = division(pos)
    if pos.at(unit) != pos.game.ground.airborne_box:
        return rule, f"{pos.name(unit)} is not in its holding box"
    if not window(pos, operation):
        return rule, "not in this turn"
    if operation == w.MARKET_GARDEN and pos.reading(GARDEN_USES) != GARDEN_USES.default and pos.var("airborne_uses"):
        return "R-62", "one drop a turn"
    hq = pos.active_hq
    if operation == w.VARSITY and hq >= 0 and not pos.game.roster.capacity[hq][1]:
        return "R-63", f"{pos.name(hq)} commands no infantry"
    return None


def may_land(pos: FrancePosition, place: int) -> Refusal | None:
    """12.3, R-62: why the 18th may not land in a hex: no enemy piece, stacking, five hexes from an Allied HQ."""
    if place not in pos.scenario.land:
        return "12.3", f"{pos.label(place)} cannot be entered"
    if pos.enemy_in(place, w.ALLIED):
        return "12.3", f"enemies stand in {pos.label(place)}"
    if not stacking.room(pos, place, (division(pos),)):
        return "7.1", f"no room in {pos.label(place)}"
    reach = pos.game.chart.number("special_operations", "market_garden", "drop_range")
    near = (pos.at(hq) for hq in pos.of(w.ALLIED) if pos.is_hq(hq) and pos.at(hq) < pos.board.n_hexes)
    if not any(pos.board.distance(place, here) <= reach for here in near):
        return "12.3", f"{pos.label(place)} is more than {reach} hexes from every Allied headquarters"
    return None


# ---------------------------------------------------------------------- the drop
def before_hq(pos: FrancePosition, side: int) -> tuple[Step[FrancePosition], ...]:
    """12.3: Market Garden may be declared when an Allied chit is drawn, before the HQ is chosen."""
    wanted_now = side == w.ALLIED and may_drop(pos, w.MARKET_GARDEN) is None
    return (DeclareDrop(w.MARKET_GARDEN),) if wanted_now else ()


def before_increments(pos: FrancePosition, side: int) -> tuple[Step[FrancePosition], ...]:
    """12.4: Plunder/Varsity may be declared on an Allied chit before the first increment."""
    mine = side == w.ALLIED and pos.kind == w.INITIATIVE and may_drop(pos, w.VARSITY) is None
    return (DeclareDrop(w.VARSITY),) if mine else ()


def after_pass(pos: FrancePosition, side: int) -> tuple[Step[FrancePosition], ...]:
    """12.4, R-63: Plunder/Varsity wants an Allied chit and that no increment has been declared: whoever activates no HQ
    may declare it as well, and commands the 18th as little as anybody else."""
    mine = side == w.ALLIED and may_drop(pos, w.VARSITY) is None
    return (DeclareDrop(w.VARSITY),) if mine else ()


class DeclareDrop(Choice[FrancePosition], frozen=True, array_like=True, tag=118):
    """F44 12.3: before the HQ is chosen; 12.4: before the first increment is declared, or after a pass."""

    operation: int

    def _hexes(self, pos: FrancePosition) -> tuple[int, ...]:
        reach = pos.game.chart.number("special_operations", "market_garden", "drop_range")
        hqs = [pos.at(hq) for hq in pos.of(w.ALLIED) if pos.is_hq(hq) and pos.at(hq) < pos.board.n_hexes]
        return tuple(place for place in sorted(pos.game.ground.within(hqs, reach)) if may_land(pos, place) is None)

    def _rule(self) -> str:
        return "12.3" if self.operation == w.MARKET_GARDEN else "12.4"

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if may_drop(pos, self.operation) is not None:
            return None
        hexes = self._hexes(pos)
        if not hexes:
            return None
        return asking(pos, w.ALLIED, "prompt.drop", self._rule(), Drop, Pass, pieces=(division(pos),), places=hexes)

    def run(self, act: Act) -> None:
        """Not now."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        found = wanted(decision, (Drop, Pass), pos.game.cite(self._rule()))
        if isinstance(found, Drop):
            permit(pos, may_drop(pos, self.operation) or may_land(pos, found.at))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield Pass()
        yield from (Drop(PlaceId(place)) for place in self._hexes(pos))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Drop):
            land(act, self.operation, decision.at)


def land(act: Act, operation: int, place: int) -> None:
    """12.3, 12.4, R-55, R-58: the 18th lands; in Plunder/Varsity the HQ that is active commands it at once."""
    unit, rule = division(act.pos), "12.3" if operation == w.MARKET_GARDEN else "12.4"
    act.assign("var.airborne", operation, rule)
    act.assign("var.airborne_uses", act.pos.var("airborne_uses") + 1, rule)
    act.flag(unit, w.DROPPED, place + 1, rule)
    if operation == w.VARSITY and act.pos.active_hq >= 0:
        act.then(MakeRoom())
    act.then(*entering.rolls(act.pos, unit, place), entering.Settled())
    here = act.pos.at(unit)
    act.move(unit, (here, place), "mode.drop", rule=rule)
    entering.enter(act, unit, here, place)


class MakeRoom(Choice[FrancePosition], frozen=True, array_like=True, tag=119):
    """F44 12.4, R-63: the 18th counts against the infantry capacity of the active HQ; without a free place one
    designated infantry unit is released."""

    def _infantry(self, pos: FrancePosition) -> tuple[int, ...]:
        roster = pos.game.roster
        return tuple(u for u in pos.commanded() if u in roster.infantry and u not in roster.airborne)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        mine = self._infantry(pos)
        if len(mine) < pos.game.roster.capacity[pos.active_hq][1]:
            return None
        return asking(pos, w.ALLIED, "prompt.release", "12.4", Release, pieces=mine)

    def run(self, act: Act) -> None:
        """There is room."""
        act.flag(division(act.pos), w.ACTIVE, 1, "12.4")

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("12.4")
        if wanted(decision, Release, rule).unit not in self._infantry(pos):
            raise IllegalDecision(rule, "an infantry unit that is commanded is wanted")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return (Release(PieceId(unit)) for unit in self._infantry(pos))

    def take(self, act: Act, decision: Decision) -> None:
        unit = passed(decision, Release).unit
        act.done()
        for flag in sorted(w.PHASE_FLAGS):
            act.flag(unit, flag, 0, "12.4")
        act.flag(division(act.pos), w.ACTIVE, 1, "12.4")


def cycle_ends(act: Act) -> None:
    """12.3, 12.4, R-37, R-61: at the end of the initiative and reaction cycle the 18th goes back to its box, or stays
    as ordinary infantry after Plunder/Varsity. Bridgeheads of Market Garden end then, also if it was destroyed."""
    pos, operation = act.pos, act.pos.var("airborne")
    if not operation:
        return
    unit = division(pos)
    act.assign("var.airborne", 0, "12.3")
    there, garden = pos.on_map(unit), operation == w.MARKET_GARDEN
    if there:
        act.flag(unit, w.DROPPED, 0, "12.3")
    if there and garden:
        act.flag(unit, w.OOS, 0, "12.3")
        act.move(unit, (pos.at(unit), pos.game.ground.airborne_box), "mode.return", rule="12.3")
    if garden:
        bridgeheads.after_airborne(act)
    aftermath.settle(act)


DECISIONS: Final = (Drop, Release)
STEPS: Final = (DeclareDrop, MakeRoom)
