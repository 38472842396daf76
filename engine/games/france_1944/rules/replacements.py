"""Replacements: points of the turn lift units, on the map and in the box (10.1.2, 3.11, 12.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.france_1944.questions import entry, supply
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import POOLS
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted
from hexledger.events.numbers import counted


class Replace(Decision, frozen=True, array_like=True, tag=29):
    """`replace us_v 2`: replacement points for a unit, a step each."""

    unit: PieceId
    points: int


def track_of(pos: FrancePosition, unit: int) -> str:
    """10.1.2, R-31: track whose points a unit takes: by arm, and US apart from the other Allies."""
    arm = "armour" if unit in pos.game.roster.armour else "infantry"
    if pos.side(unit) == w.GERMAN:
        return f"german_{arm}"
    return f"{'us' if pos.nation(unit) == 'us' else 'other'}_{arm}"


def refused(pos: FrancePosition, side: int, unit: int) -> Refusal | None:
    """10.1.2, 3.11, R-5, R-33, R-42, R-67, R-76: why a unit may not take replacement points now."""
    ground, roster = pos.game.ground, pos.game.roster
    if pos.side(unit) != side or unit not in roster.combat:
        return "10.1.2", "a combat unit of yours takes replacement points"
    if side == w.GERMAN and pos.var("rhine_crossed") and unit not in roster.fuehrer:
        return "3.11", "since the Rhine is crossed, German points only make Fuehrer divisions"
    if pos.at(unit) == ground.eliminated[side]:
        return _box_refusal(pos, side, unit)
    if unit in roster.fuehrer and not pos.on_map(unit):
        return "3.11", f"{pos.name(unit)} is not made before the Allies cross the Rhine, but after attrition"
    if not pos.on_map(unit) and pos.at(unit) != ground.airborne_box:
        return "10.1.2", f"{pos.name(unit)} is neither on the map nor in the Eliminated Units box"
    if pos.flag(unit, w.OOS):
        return "11.5", f"{pos.name(unit)} is marked out of supply"
    if not supply.may_get_replacements(pos, unit):
        return "10.1.2", f"{pos.name(unit)} is not in range of a supplied headquarters"
    return None


def _box_refusal(pos: FrancePosition, side: int, unit: int) -> Refusal | None:
    if pos.flag(unit, w.NEVER):
        return "3.12", f"{pos.name(unit)} was destroyed in Market Garden and is never rebuilt"
    if not pos.scenario.rebuild[side]:
        return "10.1.2", "no German city lies in the area: nothing is rebuilt"
    if not entry.open_hexes(pos, unit):
        return "10.1.2", f"{pos.name(unit)} must enter in this phase, and no entry hex is open"
    return None


def most(pos: FrancePosition, unit: int) -> int:
    """10.1.2: points that a unit could take: steps that it lacks, of the points that are left."""
    return min(pos.game.roster.full[unit] - pos.steps(unit), pos.track(track_of(pos, unit), pos.side(unit)))


def able(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """Units of a side that may take points now, ascending."""
    ground = pos.game.ground
    boxed = (*pos.units(ground.eliminated[side]), *pos.units(ground.airborne_box))
    own = sorted({*pos.of(side), *(unit for unit in boxed if pos.side(unit) == side)})
    return tuple(
        unit
        for unit in own
        if unit in pos.game.roster.combat and most(pos, unit) > 0 and refused(pos, side, unit) is None
    )


class Replacing(Choice[FrancePosition], frozen=True, array_like=True, tag=33):
    """F44 10.1.2: the owner spends the replacement points of the turn, or lets them lapse."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        units = able(pos, self.side)
        return asking(pos, self.side, "prompt.replace", "10.1.2", Replace, Pass, pieces=units) if units else None

    def run(self, act: Act) -> None:
        """No points, or nobody who could take them."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        answer = wanted(decision, (Replace, Pass), pos.game.cite("10.1.2"))
        if isinstance(answer, Replace):
            permit(pos, refused(pos, self.side, answer.unit))
            permit(pos, _too_many(pos, answer))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for unit in able(pos, self.side):
            yield from (Replace(PieceId(unit), points) for points in range(1, most(pos, unit) + 1))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Replace):
            act.done()
            return
        pos, unit = act.pos, decision.unit
        track = track_of(pos, unit)
        act.track(f"track.{track}", pos.track(track, self.side) - decision.points, self.side, "10.1.2")
        act.steps(unit, pos.steps(unit) + decision.points, "10.1.2")
        if pos.at(unit) == pos.game.ground.eliminated[self.side]:
            act.flag(unit, w.REBUILT, 1, "10.1.2")
        else:
            aftermath.settle(act)


def _too_many(pos: FrancePosition, wish: Replace) -> Refusal | None:
    track, side = track_of(pos, wish.unit), pos.side(wish.unit)
    if wish.points < 1 or wish.points > pos.game.roster.full[wish.unit] - pos.steps(wish.unit):
        return "10.1.2", f"{pos.name(wish.unit)} cannot take {counted(wish.points, 'step')}"
    if wish.points > pos.track(track, side):
        name = pos.game.words.text(w.TRACK[track])
        wanted = counted(wish.points, "point is", "points are")
        return "10.1.2", f"{wanted} wanted, {pos.track(track, side) or 'none'} left ({name})"
    return None


class Replacements(Step[FrancePosition], frozen=True, array_like=True, tag=34):
    """F44 10.1.2: the points of the turn; both sides, then what lies beside the boxes goes in."""

    def run(self, act: Act) -> None:
        """Set the tracks. R-67: German infantry points lapse once the Rhine is crossed."""
        pos = act.pos
        act.phase("phase.replacements", 0, "10.1.2")
        row = pos.game.chart.turns[pos.state.turn].repl
        for pool in POOLS:
            act.track(f"track.{pool}", row[pool], w.GERMAN if pool.startswith("german") else w.ALLIED, "10.1.2")
        act.then(Replacing(w.GERMAN), Replacing(w.ALLIED), ReplacementsEnd())


class ReplacementsEnd(Step[FrancePosition], frozen=True, array_like=True, tag=35):
    """F44 10.1.2, R-28: unused points are lost; units beside the boxes go into them."""

    def run(self, act: Act) -> None:
        """Tracks to zero, units to the boxes."""
        pos = act.pos
        for pool in POOLS:
            act.track(f"track.{pool}", 0, w.GERMAN if pool.startswith("german") else w.ALLIED, "10.1.2")
        for side in (w.GERMAN, w.ALLIED):
            beside, inside = pos.game.ground.beside[side], pos.game.ground.eliminated[side]
            for unit in pos.units(beside):
                act.move(unit, (beside, inside), "mode.box", 0, "10.1.2")


DECISIONS: Final = (Replace,)
STEPS: Final = (Replacing, Replacements, ReplacementsEnd)
