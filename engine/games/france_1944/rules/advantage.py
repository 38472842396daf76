"""The Operational Advantage: its holder has one roll thrown again (12.10, R-20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, wanted


class Reroll(Decision, frozen=True, array_like=True, tag=61):
    """`reroll reroll.attack`: the Operational Advantage is played on this roll."""

    what: WordId


def holder(pos: FrancePosition) -> int:
    """12.10: side that may force a roll to be thrown again now; 0 for none."""
    side = pos.var("advantage")
    return side if side and pos.state.turn >= pos.var("advantage_turn") else 0


class OfferReroll(Choice[FrancePosition], frozen=True, array_like=True):
    """12.10: a roll lies on the table; the holder of the advantage may have it thrown again, and that stands."""

    rolls: ClassVar[tuple[str, ...]]
    """Keys of the rolls that may be thrown again, one of them."""

    def stands(self, act: Act) -> None:
        """The roll stands."""
        raise NotImplementedError

    def again(self, act: Act, what: int) -> None:
        """The roll is thrown again, and stands."""
        raise NotImplementedError

    def lies(self) -> bool:
        """The dice have been thrown."""
        return True

    def _words(self, pos: FrancePosition) -> tuple[int, ...]:
        return tuple(pos.game.words[key] for key in self.rolls)

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        side = holder(pos)
        return asking(pos, side, "prompt.reroll", "12.10", Reroll, Pass) if side and self.lies() else None

    def run(self, act: Act) -> None:
        """Nobody holds an advantage that can be played."""
        self.stands(act)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        found = wanted(decision, (Reroll, Pass), pos.game.cite("12.10"))
        if isinstance(found, Reroll) and found.what not in self._words(pos):
            raise IllegalDecision(pos.game.cite("12.10"), "this roll does not lie on the table")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield from (Reroll(WordId(word)) for word in self._words(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if not isinstance(decision, Reroll):
            self.stands(act)
            return
        side = holder(act.pos)
        act.note("note.advantage", (side,), "12.10")
        act.assign("var.advantage", w.other(side), "12.10")
        act.assign("var.advantage_turn", act.state.turn + 1, "12.10")
        self.again(act, decision.what)


DECISIONS: Final = (Reroll,)
STEPS: Final = ()
