"""The sequence of play (4.0): turns, the air and supply phases, action rounds from the cup, the END phase.

This module composes what the chapters in `rules/` offer; no chapter imports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules import (
    air,
    attrition,
    better_defence,
    combat,
    dynamo,
    entering,
    movement,
    paradrop,
    paris,
    recovery,
    refit,
    reinforcements,
    replacements,
    supply_phase,
    terror,
    victory,
)
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.losses import eliminate
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import ALL_EIGHT
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev


class ChooseChit(Decision, frozen=True, array_like=True, tag=22):
    """`choose_chit chit.german_move`: the chit of box 1."""

    chit: WordId


class ChooseAction(Decision, frozen=True, array_like=True, tag=23):
    """`choose_action action.move`: the action of a chit that shows both."""

    action: WordId


# ---------------------------------------------------------------------- turns
def begin(act: Act) -> None:
    """What is played first, once the scenario is set up."""
    act.then(BeginTurn(act.pos.scenario.first))


class BeginTurn(Step[YellowPosition], frozen=True, array_like=True, tag=1):
    """CY 4.0: a game turn."""

    turn: int

    def run(self, act: Act) -> None:
        """Air, supply, action rounds, END."""
        act.emit(ev.TurnBegan(self.turn))
        clear_flags(act, frozenset({w.ARRIVED}))
        for side in (w.GERMAN, w.ALLIED):
            for track in ("track.moves", "track.combats"):
                act.track(track, 0, side, "4.0c")
        for name in ("round", "run", "active"):
            act.assign(f"var.{name}", 0)
        reinforcements.turn_began(act)
        act.then(
            AirPhase(),
            supply_phase.SupplyPhase(),
            Initiative(),
            EndOfActions(),
            EndPhase(),
        )


class AirPhase(Step[YellowPosition], frozen=True, array_like=True, tag=2):
    """CY 4.0a, 5.1: the segments of the air phase; 5.1a the Dynamo RAF marker stays where it is."""

    def run(self, act: Act) -> None:
        """In the order of 5.1."""
        pos = act.pos
        act.phase("phase.air", 0, "4.0a")
        drops = pos.state.turn in pos.scenario.drop_turns
        assault = pos.scenario.eben_emael.startswith("roll") and pos.state.turn == pos.scenario.first
        act.then(
            air.Availability(),
            air.ClearInterdiction(),
            *((paradrop.Paradrop(assault),) if drops else ()),
            StukaSegment(),
        )


class StukaSegment(Step[YellowPosition], frozen=True, array_like=True, tag=3):
    """CY 5.1e: the last segment of the air phase."""

    def run(self, act: Act) -> None:
        """Stukas against units and the port."""
        act.phase("phase.stuka", w.GERMAN, "5.1e")
        act.then(air.Stukas())


# ---------------------------------------------------------------------- 4.0c initiative and cup
class Initiative(Step[YellowPosition], frozen=True, array_like=True, tag=4):
    """CY 4.0c, 13.2c: who has the initiative; the chits of the turn go into the cup."""

    def run(self, act: Act) -> None:
        """The scenario says, or a die; the Allied side on the turns after a declaration of Dynamo."""
        pos = act.pos
        side = initiative(act)
        act.phase("phase.initiative", side, "4.0c")
        act.assign("var.initiative", side, "4.0c")
        for owner in (w.GERMAN, w.ALLIED):
            for kind, count in chits(pos, owner).items():
                if count:
                    act.pool("pool.cup", w.CHITS[owner][kind], count, "4.0c")
        may = pos.state.turn in pos.scenario.dynamo_turns and not pos.var("dynamo")
        act.assign("var.cup_reserve", pos.scenario.reserve_chit if may else 0, "13.1")
        act.then(FirstChit(side))


def dynamo_initiative(pos: YellowPosition) -> bool:
    """13.2c: the three turns after the declaration, while the port is held."""
    return pos.dynamo_on and pos.state.turn > pos.var("dynamo")


def initiative(act: Act) -> int:
    """4.0c: side that has the initiative this turn."""
    pos = act.pos
    if dynamo_initiative(pos):
        return w.ALLIED
    word = pos.scenario.initiative[pos.state.turn]
    if word == "roll":
        word = pos.scenario.initiative_roll[act.roll("roll.initiative", pos.game.chart.faces, -1, "4.0c", low=1)]
    return w.SIDES.index(word) + 1


def chits(pos: YellowPosition, side: int) -> dict[str, int]:
    """4.0c, 13.2d, G-A51: chits of a side this turn, by kind."""
    if dynamo_initiative(pos):
        return pos.scenario.dynamo_chits[side]
    if side == w.GERMAN and 0 < pos.var("fall_rot") <= pos.state.turn:
        return pos.scenario.fall_rot_chits
    return pos.scenario.chits[pos.state.turn][side]


class FirstChit(Choice[YellowPosition], frozen=True, array_like=True, tag=5):
    """CY 4.0c: the initiative player chooses one of his chits for box 1; G-C24: on turn 1 a Move chit."""

    side: int

    def _chits(self, pos: YellowPosition) -> tuple[int, ...]:
        rule = pos.scenario.special.get("neutrals") or {}
        first = rule.get("first_chit") if pos.state.turn == rule.get("turn") else None
        own = [chit for chit in pos.pool("cup") if w.CHIT_OF[chit][0] == self.side]
        return tuple(chit for chit in own if first is None or w.CHIT_OF[chit][1] == first)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        return asked(pos, self.side, ("prompt.first_chit", "4.0c"), (ChooseChit,))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("4.0c")
        chit = wanted(decision, ChooseChit, rule).chit
        if chit not in self._chits(pos):
            if pos.state.pooled(w.POOL["cup"], chit) and w.CHIT_OF[chit][0] == self.side:
                raise IllegalDecision(rule, "the chit of box 1 is a Move chit this turn")
            raise IllegalDecision(rule, "a chit of yours in the cup is chosen for box 1")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return (ChooseChit(WordId(chit)) for chit in self._chits(pos))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ChooseChit)
        act.done()
        act.pool("pool.cup", decision.chit, -1, "4.0c")
        act.then(PlayChit(decision.chit), NextRound())


def actions(pos: YellowPosition, chit: int) -> tuple[int, ...]:
    """4.0c: actions that a chit allows and that are within the limits of two Moves and two Combats."""
    side, kind = w.CHIT_OF[chit]
    number = pos.game.chart.number
    found: list[int] = []
    if kind in ("move", "dual") and pos.track("moves", side) < number("action_rounds", "moves"):
        found.append(w.MOVE)
    if kind in ("combat", "dual") and pos.track("combats", side) < number("action_rounds", "combats"):
        found.append(w.COMBAT)
    return tuple(found)


def third_in_a_row(pos: YellowPosition, chit: int) -> bool:
    """4.0c: would the chit give its side a third round in a row?"""
    most = pos.game.chart.number("action_rounds", "in_a_row")
    return w.CHIT_OF[chit][0] == pos.active and pos.var("run") >= most


def usable(pos: YellowPosition, chit: int) -> bool:
    """4.0c, QA.6, G-A26: may the chit be played now, or does it go back into the cup?"""
    if not actions(pos, chit):
        return False
    if not third_in_a_row(pos, chit):
        return True
    alone = all(third_in_a_row(pos, other) for other in pos.pool("cup") if actions(pos, other))
    return alone and pos.scenario.id == "dutch_fortress" and pos.reading(ALL_EIGHT) != ALL_EIGHT.default


class DrawChit(Step[YellowPosition], frozen=True, array_like=True, tag=6):
    """CY 4.0c, QA.6: a chit is drawn; what may not be played goes back, and another is drawn."""

    def run(self, act: Act) -> None:
        """Without a usable chit in the cup the action phase ends."""
        pos = act.pos
        boxes = pos.game.chart.number("action_rounds", "boxes")
        if pos.var("round") >= boxes or not any(usable(pos, chit) for chit in pos.pool("cup")):
            if pos.pool("cup"):
                act.note("note.phase_ends", (), "4.0c")
            return
        before = {chit: usable(pos, chit) for chit in pos.pool("cup")}
        chit = act.draw("pool.cup", "4.0c")
        if before[chit]:
            act.then(PlayChit(chit), NextRound())
            return
        act.pool("pool.cup", chit, 1, "QA.6")
        act.note("note.put_back", (chit,), "QA.6")
        act.then(DrawChit())


class PlayChit(Choice[YellowPosition], frozen=True, array_like=True, tag=7):
    """CY 4.0c: the owner of the chit plays its action; of a chit that shows both he chooses one."""

    chit: int

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        if len(actions(pos, self.chit)) < 2:
            return None
        return asked(pos, w.CHIT_OF[self.chit][0], ("prompt.action", "4.0c"), (ChooseAction,))

    def run(self, act: Act) -> None:
        """One action only."""
        self._play(act, actions(act.pos, self.chit)[0])

    def _play(self, act: Act, action: int) -> None:
        side = w.CHIT_OF[self.chit][0]
        drawn = act.pos.var("round") > 0
        declares = side == w.ALLIED and action == w.MOVE and drawn
        act.then(*((dynamo.Dynamo(),) if declares else ()), Round(side, action))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("4.0c")
        if wanted(decision, ChooseAction, rule).action not in actions(pos, self.chit):
            raise IllegalDecision(rule, "the chit does not allow this action")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return (ChooseAction(WordId(action)) for action in actions(pos, self.chit))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ChooseAction)
        act.done()
        self._play(act, decision.action)


class NextRound(Step[YellowPosition], frozen=True, array_like=True, tag=8):
    """CY 4.0c, 13.1c: after a round comes the next chit; after the first German round of turn 3 perhaps Dynamo."""

    def run(self, act: Act) -> None:
        """The window of the early declaration, then the draw."""
        act.then(*((EarlyDynamo(),) if dynamo.early(act.pos) else ()), DrawChit())


class EarlyDynamo(Choice[YellowPosition], frozen=True, array_like=True, tag=9):
    """CY 13.1c, G-A52: Dynamo before the first draw: 3 German VP, and the Allied Move chit is played in box 2."""

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        return asked(pos, w.ALLIED, ("prompt.dynamo", "13.1c"), (dynamo.DeclareDynamo, Pass), (), dynamo.ports(pos))

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        dynamo.check(pos, decision)

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        return dynamo.listed(pos)

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if not isinstance(decision, dynamo.DeclareDynamo):
            return
        points = act.pos.game.chart.number("evacuation", "early_declaration_german_vp")
        victory.score(act, w.GERMAN, "dynamo_early", points)
        act.assign("var.cup_reserve", act.pos.var("cup_reserve") - 1, "13.1c")
        dynamo.declare(act, decision.port)
        act.then(air.Stukas(True), Round(w.ALLIED, w.MOVE), NextRound())


# ---------------------------------------------------------------------- 4.0c rounds
class Round(Step[YellowPosition], frozen=True, array_like=True, tag=10):
    """CY 4.0c: an action round of a side."""

    side: int
    action: int

    def run(self, act: Act) -> None:
        """Put its steps on the agenda, in the order of the sequence."""
        pos, side = act.pos, self.side
        moving = self.action == w.MOVE
        act.phase(
            "phase.move_round" if moving else "phase.combat_round", side, "4.0c.MOVE" if moving else "4.0c.COMBAT"
        )
        act.assign("var.round", pos.var("round") + 1, "4.0c")
        act.assign("var.run", pos.var("run") + 1 if pos.active == side else 1, "4.0c")
        act.assign("var.active", side, "4.0c")
        act.assign("var.kind", self.action, "4.0c")
        track = "moves" if moving else "combats"
        act.track(f"track.{track}", pos.track(track, side) + 1, side, "4.0c")
        for name in ("wall_used", "ag1_price", "evacuated", "limit", "maginot_moved"):
            act.assign(f"var.{name}", 0)
        rail = pos.scenario.rail
        act.assign("var.rail_left", rail.units if rail is not None and side == w.ALLIED and moving else 0, "10.5")
        act.then(*(_move_round(pos, side) if moving else _combat_round(side)), EndRound())


def _move_round(pos: YellowPosition, side: int) -> tuple[Step[YellowPosition], ...]:
    """4.0c.MOVE.1-6."""
    first = pos.track("moves", side) == 1
    return (
        *((reinforcements.Reinforcements(side),) if first else ()),
        movement.Movement(side),
        movement.Excess(side),
        *((paris.LeaveParis(),) if side == w.ALLIED else ()),
        combat.EngagedCombats(side),
        *((combat.MotorizedLimit(),) if side == w.ALLIED else ()),
        combat.Combats(side),
    )


def _combat_round(side: int) -> tuple[Step[YellowPosition], ...]:
    """4.0c.COMBAT.1-2."""
    return combat.EngagedCombats(side), combat.Combats(side)


class EndRound(Step[YellowPosition], frozen=True, array_like=True, tag=11):
    """The end of an action round: what held for it only is forgotten; 7.7: the price of AG1."""

    def run(self, act: Act) -> None:
        """7.7, G-A27: AG1 is lost when it supplied without a LOS."""
        pos = act.pos
        if pos.var("ag1_price"):
            for unit in sorted(pos.game.roster.supply):
                if pos.side(unit) == w.ALLIED and pos.on_map(unit):
                    eliminate(act, unit, "reason.ag1", "7.7")
        clear_flags(act, w.ROUND_FLAGS)
        for key in sorted(act.state.markers):
            if key & 0xFFFF in w.ROUND_MARKERS:
                act.marker(key >> 32, -1, key & 0xFFFF, 0)


class EndOfActions(Step[YellowPosition], frozen=True, array_like=True, tag=12):
    """CY 4.0c: the action phase is over; chits that are left in the cup go unplayed."""

    def run(self, act: Act) -> None:
        """Empty the cup."""
        for chit, count in act.pos.pool("cup").items():
            act.pool("pool.cup", chit, -count, "4.0c")
        act.assign("var.active", 0)
        act.assign("var.kind", 0)


# ---------------------------------------------------------------------- 4.0d
class EndPhase(Step[YellowPosition], frozen=True, array_like=True, tag=13):
    """CY 4.0d, 12.1: the segments of the END phase in their order."""

    def run(self, act: Act) -> None:
        """12.2 to 12.12, then the verdict or the next turn."""
        pos = act.pos
        act.phase("phase.end", 0, "12.1")
        last: tuple[Step[YellowPosition], ...] = ()
        if pos.scenario.campaign:
            last = (
                *_attrition(),
                Segment("phase.replacements", "12.10"),
                replacements.Replacements(w.GERMAN),
                replacements.Replacements(w.ALLIED),
                Segment("phase.better_defence", "12.11"),
                better_defence.BetterDefence(),
                Segment("phase.refit", "12.12"),
                refit.RefitDue(),
                refit.Declaration(),
            )
        act.then(
            recovery.RemoveDisruption(),
            Segment("phase.bridgehead", "12.3"),
            recovery.Crossings(),
            terror.ClearTerror(),
            terror.Terror(),
            terror.Surrender(),
            Segment("phase.refugees", "12.6"),
            *terror.refugee_segment(pos),
            Segment("phase.paris", "12.7"),
            paris.OpenCity(),
            victory.VictoryPoints(),
            *last,
            EndTurn(),
        )


def _attrition() -> tuple[Step[YellowPosition], ...]:
    """12.9: both sides; 12.9j: the Germans not between the declaration and the end of the Refit."""
    return Segment("phase.attrition", "12.9"), attrition.Attrition(w.GERMAN), attrition.Attrition(w.ALLIED)


class Segment(Step[YellowPosition], frozen=True, array_like=True, tag=14):
    """The name of a segment for the record; what a side receives in it."""

    phase: str
    rule: str

    def run(self, act: Act) -> None:
        """Begin it."""
        act.phase(self.phase, 0, self.rule)
        if self.rule == "12.10":
            replacements.receive(act)
        elif self.rule == "12.11":
            better_defence.receive(act)


class EndTurn(Step[YellowPosition], frozen=True, array_like=True, tag=15):
    """CY 13.3a, 12.8d: the end of Dynamo, the verdict, the next turn."""

    def run(self, act: Act) -> None:
        """Dynamo ends with the turn of its marker."""
        pos, turn = act.pos, act.state.turn
        if pos.var("dynamo_end") and turn >= pos.var("dynamo_end"):
            act.note("note.dynamo_ends", (), "13.3")
            entering.end_dynamo(act)
        act.then(victory.Judge(), NextTurn())


class NextTurn(Step[YellowPosition], frozen=True, array_like=True, tag=16):
    """The next turn, unless the game is over."""

    def run(self, act: Act) -> None:
        """Go on."""
        if not act.state.over:
            act.then(BeginTurn(act.state.turn + 1))


DECISIONS: Final = (ChooseChit, ChooseAction)
STEPS: Final = (
    *(BeginTurn, AirPhase, StukaSegment, Initiative, FirstChit, DrawChit, PlayChit, NextRound, EarlyDynamo),
    *(Round, EndRound, EndOfActions, EndPhase, Segment, EndTurn, NextTurn),
)
