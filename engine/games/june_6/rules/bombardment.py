"""Bombardment: Allied air and naval missions of the bombardment phase (17.2, 18.2), rocket units and TOT in an
activation (16.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.bombardment import cannot_fire, hex_drms, reach_of, refusal
from hexledger.engine.games.june_6.questions.interdiction import refusal as interdiction_refusal
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.support import naval_in_range
from hexledger.engine.games.june_6.rules import interdiction
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted

MARKERS: Final = 2
"""J6 17.22, 18.22: most markers in one mission."""
RULE: Final = {f.AIR: "17.22", f.NAVAL: "18.22"}
KINDS: Final = (f.AIR, f.NAVAL)


class BombardHex(Decision, frozen=True, array_like=True, tag=69):
    """A mission of 1 or 2 markers against a hex; `arm` is the track they come from, `track.air` or `track.naval`."""

    target: PlaceId
    arm: WordId
    markers: int


class EndBombardment(Decision, frozen=True, array_like=True, tag=70):
    """No further mission this turn."""


class Bombard(Decision, frozen=True, array_like=True, tag=71):
    """An active rocket unit or US corps HQ bombards a hex (16.4)."""

    unit: PieceId
    target: PlaceId


# ---------------------------------------------------------------------- the table
def bombard(act: Act, target: int, mission: str, rule: str, drms: list[tuple[str, int, str]]) -> None:
    """J6 16.42-16.43, 17.22, 18.22: roll on the table for a mission and hand the result to the owner of the units."""
    pos = act.pos
    table = pos.game.bombardment
    lines = [line for line in (*drms, *hex_drms(pos, target, rule)) if line[1]]
    total = sum(value for _, value, _ in lines)
    act.reckon("reckon.bombardment_drm", target, lines, total, rule)
    row = table.row(act.roll("roll.bombardment", 10, target, rule) + total)
    results = table.results(row)
    act.resolved("table.bombardment", mission, row, [result.word for result in results] or ["result.none"], rule)
    if results:
        from hexledger.engine.games.june_6.questions.letters import losses_of
        from hexledger.engine.games.june_6.rules.letters import ShareOut

        units = pos.units(target)
        act.then(ShareOut(pos.side_at(target), target, units, losses_of(results), True, rule))


# ---------------------------------------------------------------------- 17.2, 18.2 the bombardment phase
class BombardmentPhase(Choice[June6Position], frozen=True, array_like=True, tag=72):
    """J6 3.32: the Allied player's missions of the turn, one after the other.

    done  (hex, kind) of the missions flown: air and naval never go to the same hex (17.22)
    """

    done: tuple[tuple[int, int], ...] = ()

    def refusal(self, pos: June6Position, target: int, kind: int, markers: int) -> tuple[str, str] | None:
        """Why a mission may not be flown: rule and reason; None when it may."""
        if kind not in KINDS:
            return "17.21", "a mission uses air or naval markers"
        rule = RULE[kind]
        name = pos.game.word(kind)
        if not 1 <= markers <= MARKERS:
            return rule, "a mission takes one or two markers"
        if pos.state.track(kind) < markers:
            return rule, f"{name}: {pos.state.track(kind)}, not {markers}"
        if not 0 <= target < pos.board.n_hexes or pos.side_at(target) != f.GERMAN:
            return rule, f"no German unit is in {pos.game.place(target)}"
        if kind == f.NAVAL and not naval_in_range(pos, target):
            return "18.13", f"{pos.label(target)} is out of range of the coast"
        if any(place == target and other != kind for place, other in self.done):
            return rule, f"air and naval bombardment never go to the same hex, here {pos.label(target)}"
        return None

    def missions(self, pos: June6Position) -> Iterator[tuple[int, int, int]]:
        """Every legal (hex, kind, markers), by hex."""
        if not any(pos.state.track(kind) for kind in KINDS):
            return
        for target in sorted({pos.at(unit) for unit in pos.in_play(f.GERMAN)}):
            for kind in KINDS:
                for markers in range(1, MARKERS + 1):
                    if self.refusal(pos, target, kind, markers) is None:
                        yield target, kind, markers

    def prompt(self, pos: June6Position) -> Prompt | None:
        hexes = tuple(dict.fromkeys(target for target, _, _ in self.missions(pos)))
        boxes = any(True for _ in interdiction.choices(pos))
        if not hexes and not boxes:
            return None
        kinds = ("bombard_hex", *(("interdict",) if boxes else ()), "end_bombardment")
        return Prompt(f.ALLIED, pos.game.words["ask.bombard"], pos.game.rules["17.2"], kinds, (), hexes)

    def check(self, pos: June6Position, decision: Decision) -> None:
        decision = wanted(decision, (BombardHex, interdiction.Interdict, EndBombardment), pos.game.cite("17.2"))
        wrong = None
        if isinstance(decision, BombardHex):
            wrong = self.refusal(pos, decision.target, decision.arm, decision.markers)
        elif isinstance(decision, interdiction.Interdict):
            wrong = interdiction_refusal(pos, decision.box, decision.arm, decision.markers)
        if wrong is not None:
            raise IllegalDecision(pos.game.cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        for target, kind, markers in self.missions(pos):
            yield BombardHex(PlaceId(target), WordId(kind), markers)
        yield from interdiction.choices(pos)
        yield EndBombardment()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, EndBombardment):
            act.done()
            return
        if isinstance(decision, interdiction.Interdict):
            interdiction.take(act, decision)
            return
        decision = passed(decision, BombardHex)
        target, kind, markers = decision.target, decision.arm, decision.markers
        rule = RULE[kind]
        act.become(BombardmentPhase(tuple(sorted({*self.done, (target, kind)}))))
        act.track(kind, act.state.track(kind) - markers, 0, rule)
        act.declare("declare.bombardment", (), (target,), rule)
        second = act.pos.game.bombardment.drms["second_marker"] if markers == MARKERS else 0
        mission = "bombard.air" if kind == f.AIR else "bombard.naval"
        bombard(act, target, mission, rule, [("drm.second_marker", second, rule)])

    def run(self, act: Act) -> None:
        """No marker or no target: the phase passes."""


# ---------------------------------------------------------------------- 16.4 rockets and TOT
def check_bombard(pos: June6Position, decision: Decision) -> None:
    """J6 16.41, QA-BOMB-2, QA-BOMB-3: raise IllegalDecision unless the unit may bombard that hex now."""
    decision = passed(decision, Bombard)
    wrong = refusal(pos, decision.unit, decision.target)
    if wrong is not None:
        raise IllegalDecision(pos.game.cite(wrong[0]), wrong[1])


def bombard_choices(pos: June6Position) -> Iterator[Decision]:
    """Every legal Bombard of the running activation, by unit, then by hex."""
    for unit in pos.active_units():
        if not pos.on_map(unit) or cannot_fire(pos, unit) is not None:
            continue
        for target in sorted(pos.board.within(pos.at(unit), reach_of(pos, unit))):
            if pos.side_at(target) == 3 - pos.side(unit):
                yield Bombard(PieceId(unit), PlaceId(target))


def take_bombard(act: Act, decision: Decision) -> None:
    """J6 16.42-16.43, QA-BOMB-1: roll, then turn the unit to its fired side."""
    decision = passed(decision, Bombard)
    unit, target = decision.unit, decision.target
    rocket = act.pos.has(unit, "nebelwerfer")
    rule = "16.43" if rocket else "16.42"
    act.declare("declare.bombardment", (unit,), (target,), rule)
    act.flag(unit, f.FIRED, 1, rule)
    _fire(act, target, "nebelwerfer" if rocket else "tot", rule)


def fire_tot(act: Act, hq: int, target: int, rule: str) -> None:
    """J6 16.26b: the TOT of a Corps Activation, at no cost to the HQ's artillery."""
    act.declare("declare.bombardment", (hq,), (target,), rule)
    _fire(act, target, "tot", rule)


def tot_at(hq: int, target: int) -> Bombard:
    """The decision to fire a corps HQ's TOT at a hex."""
    return Bombard(PieceId(hq), PlaceId(target))


def _fire(act: Act, target: int, name: str, rule: str) -> None:
    drm = act.pos.game.bombardment.drms[name]
    bombard(act, target, f"bombard.{name}", rule, [(f"drm.{name}", drm, "QA-BOMB-1")])


DECISIONS: Final = (BombardHex, EndBombardment, Bombard)
STEPS: Final = (BombardmentPhase,)
