"""Increments: the way down the track, movement or attack, box by box, until the player stops (5.1, 5.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import increments
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import combat, movement
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted
from hexledger.engine.procedures.flags import clear_flags


class ChooseBox(Decision, frozen=True, array_like=True, tag=21):
    """`choose_box 4`: the next box of the increment track."""

    box: int


class EndPhase(Decision, frozen=True, array_like=True, tag=25):
    """`end_phase`: no more increments."""


class Declare(Decision, frozen=True, array_like=True, tag=22):
    """`declare increment.a`: the increment is one of movement or of attack."""

    what: WordId


class EndIncrement(Decision, frozen=True, array_like=True, tag=24):
    """`end_increment`: nothing more in this increment."""


class NextBox(Choice[FrancePosition], frozen=True, array_like=True, tag=3):
    """F44 6.0: one of the boxes connected below, or the end of the phase."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if not increments.open_boxes(pos) or not pos.commanded():
            return None
        return asking(pos, self.side, "prompt.box", "6.0", ChooseBox, EndPhase)

    def run(self, act: Act) -> None:
        """The track is at its end, or nobody is commanded: the phase ends."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("6.0")
        answer = wanted(decision, (ChooseBox, EndPhase), rule)
        if isinstance(answer, ChooseBox) and answer.box not in increments.open_boxes(pos):
            boxes = ", ".join(map(str, increments.open_boxes(pos)))
            raise IllegalDecision(rule, f"box {answer.box} is not connected; open are {boxes}")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield from (ChooseBox(number) for number in increments.open_boxes(pos))
        yield EndPhase()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, EndPhase):
            return
        chosen = passed(decision, ChooseBox).box
        act.assign("var.box", chosen, "6.0")
        act.assign("var.increment", act.pos.increment + 1)
        for name in ("declared", "tactical_used", "bomber_now"):
            act.assign(f"var.{name}", 0)
        act.then(Declaring(self.side), Increment(self.side), IncrementEnds(), NextBox(self.side))


class Declaring(Choice[FrancePosition], frozen=True, array_like=True, tag=4):
    """F44 6.0: movement or attack, for the whole increment; a blank box allows movement only."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if not increments.attack_allowed(pos, pos.var("box")):
            return None
        return asking(pos, self.side, "prompt.declare", "6.0", Declare)

    def run(self, act: Act) -> None:
        """Movement only."""
        self._declare(act, w.MOVEMENT)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("6.0")
        if wanted(decision, Declare, rule).what not in (w.MOVEMENT, w.ATTACK):
            raise IllegalDecision(rule, "an increment is one of movement or of attack")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return (Declare(WordId(what)) for what in (w.MOVEMENT, w.ATTACK))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        self._declare(act, passed(decision, Declare).what)

    def _declare(self, act: Act, what: int) -> None:
        act.assign("var.declared", what, "6.0")
        act.pool("pool.boxes", act.pos.var("box"), 1 if what == w.MOVEMENT else 2, "6.0")


def _end(act: Act, _decision: EndIncrement) -> None:
    act.done()


END: Final = Action(EndIncrement, lambda _pos, _decision: None, _end, lambda _pos: (EndIncrement(),))
MENUS: Final = {w.MOVEMENT: Menu((*movement.ACTIONS, END)), w.ATTACK: Menu((*combat.ACTIONS, END))}


class Increment(Choice[FrancePosition], frozen=True, array_like=True, tag=5):
    """F44 6.0: what commanded pieces do in the increment, one after the other."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        menu, moving = MENUS[pos.var("declared")], pos.var("declared") == w.MOVEMENT
        if not any(self._able(pos, piece) for piece in pos.commanded()):
            return None
        word = "prompt.move" if moving else "prompt.attack"
        rule = "7.0" if moving else "8.0"
        return Prompt(self.side, pos.game.words[word], pos.game.rules[rule], menu.kinds, complete=False)

    @staticmethod
    def _able(pos: FrancePosition, piece: int) -> bool:
        if pos.var("declared") == w.MOVEMENT:
            return increments.left(pos, piece) > 0
        return increments.may_attack_in(pos, piece, pos.var("box"))

    def run(self, act: Act) -> None:
        """Nobody can do anything in this box: it is wasted (6.0)."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        MENUS[pos.var("declared")].check(pos, decision, pos.game.cite("6.0"))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        return MENUS[pos.var("declared")].choices(pos)

    def choices_of(self, pos: FrancePosition, kind: str) -> Iterator[Decision]:
        return MENUS[pos.var("declared")].choices(pos, kind)

    def take(self, act: Act, decision: Decision) -> None:
        MENUS[act.pos.var("declared")].take(act, decision)


class IncrementEnds(Step[FrancePosition], frozen=True, array_like=True, tag=6):
    """F44 6.0: unspent movement points are lost."""

    def run(self, act: Act) -> None:
        """Forget what was spent."""
        clear_flags(act, frozenset({w.SPENT}), rule="6.0")


DECISIONS: Final = (ChooseBox, Declare, EndIncrement, EndPhase)
STEPS: Final = (NextBox, Declaring, Increment, IncrementEnds)
