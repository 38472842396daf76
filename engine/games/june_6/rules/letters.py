"""Who takes which result: the distribution letters A to F (13.7), for combat and bombardment.

`share_out` is pure: given the units of one side and the results of one table cell it says who is hit, or whom the
owner must choose between. The step `ShareOut` asks for those choices and then applies the hits.
"""

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.letters import DISORDER, PINNED, Hit, Loss, Share, hq_last, share_out
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import losses
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, passed, wanted
from hexledger.engine.procedures.losses import LoseOne, TakeLosses


class ChooseUnit(LoseOne, frozen=True, array_like=True, tag=61):
    """The owner names the unit that takes (or is spared) a result."""


# ---------------------------------------------------------------------- applying
def apply_hit(act: Act, hit: Hit, rule: str) -> None:
    """One result to one unit; nothing when the unit has been lost meanwhile."""
    if not act.pos.on_map(hit.unit):
        return
    if hit.loss.kind == PINNED:
        act.flag(hit.unit, f.PINNED, 1, rule)
    elif hit.loss.kind == DISORDER:
        losses.disorder(act, hit.unit, hit.loss.level, rule)
    else:
        losses.reduce(act, hit.unit, rule)


class ShareOut(Choice[June6Position], frozen=True, array_like=True, tag=62):
    """Lettered results of one side: its owner settles the ties, then they are applied.

    side         owner of the units
    place        the hex that the results are about
    units        all units that they can fall on, ascending
    results      Loss tuples
    bombardment  True for the bombardment table
    rule         rule of the table
    picks        choices made so far
    """

    side: int
    place: int
    units: tuple[int, ...]
    results: tuple[tuple[int, str, int], ...]
    bombardment: bool
    rule: str
    picks: tuple[int, ...] = ()

    def share(self, pos: June6Position) -> Share:
        """Hits or the next choice."""
        results = tuple(Loss(*loss) for loss in self.results)
        return share_out(pos, self.units, results, self.picks, self.bombardment)

    def prompt(self, pos: June6Position) -> Prompt | None:
        share = self.share(pos)
        if not share.ask:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words[share.word], rules[share.rule], ("choose_unit",), share.ask, (self.place,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        share = self.share(pos)
        check_unit(pos, decision, share.ask, share.rule)

    def choices(self, pos: June6Position) -> Iterator[ChooseUnit]:
        return (ChooseUnit(PieceId(unit)) for unit in self.share(pos).ask)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ChooseUnit)
        fields = (self.side, self.place, self.units, self.results, self.bombardment, self.rule)
        act.become(ShareOut(*fields, (*self.picks, decision.unit)))

    def run(self, act: Act) -> None:
        for hit in self.share(act.pos).hits:
            apply_hit(act, hit, self.rule)


class ReduceOne(TakeLosses[June6Position], frozen=True, array_like=True, tag=63):
    """J6 13.22, 6.16: one unit of a stack is reduced, its owner's choice, HQ last."""

    asks = "ask.reduced"
    decision = ChooseUnit

    side: int
    units: tuple[int, ...]
    because: str
    """Rule that reduces one."""

    def cited(self) -> str:
        return self.because

    def owner(self, pos: June6Position) -> int:
        return self.side

    def takers(self, pos: June6Position) -> tuple[int, ...]:
        return hq_last(pos, (unit for unit in self.units if pos.on_map(unit)))

    def places(self, pos: June6Position) -> tuple[int, ...]:
        return (pos.at(self.takers(pos)[0]),)

    def lose(self, act: Act, piece: int) -> None:
        losses.reduce(act, piece, self.because)


def check_unit(pos: June6Position, decision: Decision, candidates: tuple[int, ...], rule: str) -> None:
    """Refuse anything but the choice of one of the candidates."""
    decision = wanted(decision, ChooseUnit, pos.game.cite(rule))
    if decision.unit not in candidates:
        names = ", ".join(pos.name(unit) for unit in candidates)
        raise IllegalDecision(pos.game.cite(rule), f"the unit must be one of {names}")


DECISIONS: Final = (ChooseUnit,)
STEPS: Final = (ShareOut, ReduceOne)
