"""Advance after combat (13.4), its two hexes in a breakthrough (13.52), and the bocage ambush (13.46)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.advance import BREAKTHROUGH, MANDATORY, OPTIONAL, marked, no_entry
from hexledger.engine.games.june_6.questions.breakthrough import have_strength
from hexledger.engine.games.june_6.questions.counterattack import may_join, must_attack
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import counterattack, losses
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import EVERYTHING, kept
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

RULE: Final = {OPTIONAL: "13.42", MANDATORY: "13.43", BREAKTHROUGH: "13.5"}
NOBODY: Final = -1


class Advance(Decision, frozen=True, array_like=True, tag=63):
    """A unit advances along the hexes that it enters."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class EndAdvance(Decision, frozen=True, array_like=True, tag=64):
    """No further unit advances."""


class Advancing(Choice[June6Position], frozen=True, array_like=True, tag=66):
    """J6 13.42-13.45, 13.51-13.52, R-69, R-71: the attackers advance, one unit after the other.

    fight  the Fight
    how    OPTIONAL, MANDATORY or BREAKTHROUGH
    hqs    `followers` when the advance began
    hops   (unit, hexes advanced) of those that have advanced
    near   defenders that retreated one hex: the counterattack's; `gone` those that went two
    gca    True while the first unit to enter the hex still brings a counterattack (14.11)
    watch  first unit, while a counterattack against it is going on: others follow only if it holds the hex (14.28)
    """

    fight: Fight
    how: int
    hqs: tuple[int, ...]
    hops: tuple[tuple[int, int], ...] = ()
    near: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    gca: bool = False
    watch: int = NOBODY

    def refusal(self, pos: June6Position, unit: int, path: tuple[int, ...]) -> tuple[str, str] | None:
        """Why a unit may not advance along a path: rule and reason; None when it may."""
        fight = self.fight
        if self.watch != NOBODY and pos.at(self.watch) != fight.target:
            return "14.28", f"{pos.game.piece_name(self.watch)} no longer holds {pos.label(fight.target)}"
        if (unit not in fight.attackers and unit not in self.hqs) or not pos.on_map(unit):
            return "13.41", f"{pos.game.piece_name(unit)} did not attack"
        mark = marked(pos, unit)
        if mark is not None:
            return mark
        done = dict(self.hops).get(unit, 0)
        reach = 2 if self.how == BREAKTHROUGH and unit in fight.attackers and pos.motorized(unit) else 1
        if not path or done + len(path) > reach:
            return "13.52" if reach == 2 else "13.42", f"{pos.name(unit)} may advance {reach - done} hexes"
        here = pos.at(unit)
        if not done and path[0] != fight.target:
            return RULE[self.how], f"an advance goes first into {pos.label(fight.target)}"
        for there in path:
            taken = there == fight.target
            wrong = no_entry(pos, unit, here, there, unit in fight.forced and taken, taken)
            if wrong is not None:
                return wrong
            here = there
        if self.gca and len(path) > 1 and self._would_counter(pos):
            return "14.12", "the first unit stops in the hex until the Germans have had their say"
        if not pos.fits(path[-1], (unit,)):
            return RULE[self.how], f"{pos.label(path[-1])} has no room for {pos.name(unit)}"
        return None

    def _would_counter(self, pos: June6Position) -> bool:
        target = self.fight.target
        barred = (*self.near, *self.gone)
        must = must_attack(pos, target, self.near)
        return have_strength(pos, (*must, *may_join(pos, target, barred)))

    def must(self, pos: June6Position) -> tuple[int, ...]:
        """J6 13.43, R-71: attackers that still must advance, as long as stacking leaves room."""
        return () if self.how == OPTIONAL else _must(pos, self)

    def ways(self, pos: June6Position) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Every legal (unit, path), attackers before HQs, shorter paths first."""
        return _ways(pos, self)

    def prompt(self, pos: June6Position) -> Prompt | None:
        units = tuple(dict.fromkeys(unit for unit, _ in self.ways(pos)))
        if not units or self._forced(pos) is not None:
            return None
        fight = self.fight
        words, rules = pos.game.words, pos.game.rules
        word = words["ask.advance" if self.how == OPTIONAL else "ask.must_advance"]
        kinds = ("advance",) if self.must(pos) else ("advance", "end_advance")
        return Prompt(fight.side, word, rules[RULE[self.how]], kinds, units, (fight.target,))

    def _forced(self, pos: June6Position) -> tuple[int, tuple[int, ...]] | None:
        """The one advance that must be made, when there is nothing to choose."""
        if not self.must(pos):
            return None
        ways = self.ways(pos)
        return ways[0] if len(ways) == 1 else None

    def check(self, pos: June6Position, decision: Decision) -> None:
        cite = pos.game.cite
        decision = wanted(decision, (Advance, EndAdvance), cite("13.4"))
        if isinstance(decision, EndAdvance):
            must = self.must(pos)
            if must:
                names = ", ".join(pos.name(unit) for unit in must)
                raise IllegalDecision(cite(RULE[self.how]), f"the advance is mandatory and there is room for {names}")
            return
        if any(not 0 <= place < pos.board.n_hexes for place in decision.path):
            raise IllegalDecision(cite("13.4"), "an advance goes through hexes of the map")
        wrong = self.refusal(pos, decision.unit, decision.path)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        for unit, path in self.ways(pos):
            yield Advance(PieceId(unit), tuple(PlaceId(place) for place in path))
        if not self.must(pos):
            yield EndAdvance()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Advance):
            self._go(act, decision.unit, decision.path)

    def run(self, act: Act) -> None:
        forced = self._forced(act.pos)
        if forced is not None:
            self._go(act, *forced)

    def _go(self, act: Act, unit: int, path: tuple[int, ...]) -> None:
        fight = self.fight
        hops = dict(self.hops)
        rule = RULE[self.how]
        if unit in fight.forced and path[0] == fight.target:
            rule = "20.34"
        elif hops.get(unit) or len(path) > 1:
            rule = "13.52"
        mode = "mode.breakthrough" if rule == "13.52" else "mode.advance"
        act.move(unit, (act.pos.at(unit), *path), mode, 0, rule)
        entered(act, *path, side=fight.side)
        hops[unit] = hops.get(unit, 0) + len(path)
        steps: list[Step[June6Position]] = []
        watch = NOBODY
        if self.gca and path[0] == fight.target:
            target, barred = fight.target, (*self.near, *self.gone)
            must = must_attack(act.pos, target, self.near)
            may = may_join(act.pos, target, barred)
            if have_strength(act.pos, (*must, *may)):
                steps.append(counterattack.Counter(target, must, may, fight.depth))
                watch = unit
        follow = Advancing(
            self.fight, self.how, self.hqs, tuple(sorted(hops.items())), self.near, self.gone, False, watch
        )
        act.then(*steps, follow)


@kept(EVERYTHING)
def _must(pos: June6Position, step: Advancing) -> tuple[int, ...]:
    advanced = dict(step.hops)
    target = step.fight.target
    return tuple(
        unit for unit in step.fight.attackers if unit not in advanced and step.refusal(pos, unit, (target,)) is None
    )


@kept(EVERYTHING)
def _ways(pos: June6Position, step: Advancing) -> tuple[tuple[int, tuple[int, ...]], ...]:
    fight, hops, neighbours = step.fight, dict(step.hops), pos.board.neighbours
    found: list[tuple[int, tuple[int, ...]]] = []
    for unit in (*fight.attackers, *step.hqs):
        if not pos.on_map(unit) or marked(pos, unit) is not None:
            continue
        paths: list[tuple[int, ...]]
        if hops.get(unit):
            paths = [(there,) for there in neighbours[pos.at(unit)]]
        else:
            paths = [(fight.target,)]
            if step.how == BREAKTHROUGH:
                paths += [(fight.target, there) for there in neighbours[fight.target]]
        found += [(unit, path) for path in paths if step.refusal(pos, unit, path) is None]
    return tuple(found)


class Ambush(Step[June6Position], frozen=True, array_like=True, tag=67):
    """J6 13.46, QA-RES-6: after a mandatory advance from an Assault on Germans who stood in bocage, every eligible
    Allied unit rolls, whether or not it has advanced; above its cohesion it takes Disorder 1.

    units  attackers that were eligible when the advance began; `hqs` roll only if they did advance
    """

    target: int
    units: tuple[int, ...]
    hqs: tuple[int, ...]

    def run(self, act: Act) -> None:
        pos = act.pos
        for unit in sorted((*self.units, *self.hqs)):
            if not pos.on_map(unit) or (unit in self.hqs and pos.at(unit) != self.target):
                continue
            die = act.roll("roll.ambush", 10, unit, "13.46")
            if die > pos.cohesion(unit):
                losses.disorder(act, unit, 1, "13.46")


DECISIONS: Final = (Advance, EndAdvance)
STEPS: Final = (Advancing, Ambush)
