"""Buying AMs and Corps Activations (5.1, 5.17, 7.51-7.54): one decision for each AM, in the open, or sealed where the
game asks for it (7.24a; `sealed_ams`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.purchase import (
    GERMAN_DIVISIONS,
    PRICE,
    able_divisions,
    am_refusal,
    corps_am,
    corps_refusal,
    division_am,
    on_sale,
    within_reach,
)
from hexledger.engine.games.june_6.questions.sealed_ams import in_secret
from hexledger.engine.games.june_6.questions.sealed_ams import most as most_in_secret
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.payment import BuyAm, pay
from hexledger.engine.games.june_6.rules.sealed_ams import BuySealed, sealed_purchase
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, permit, wanted

LISTED: Final = 3
"""German Corps Activations that are offered name divisions in reach: groups up to this size, and as many of the
nearest as may take part."""


class BuyCorpsActivation(Decision, frozen=True, array_like=True, tag=81):
    """Buy the Corps Activation of this corps HQ; a German names the divisions that take part."""

    hq: PieceId
    divisions: tuple[PieceId, ...] = ()


class EndPurchase(Decision, frozen=True, array_like=True, tag=82):
    """Buy no more; points that are left are lost."""


# ---------------------------------------------------------------------- 7.5 Corps Activations
def _corps_choices(pos: June6Position, side: int) -> Iterator[BuyCorpsActivation]:
    for hq in pos.in_play(side):
        if not pos.is_corps_hq(hq) or corps_refusal(pos, side, hq, ()) is not None:
            continue
        if side == f.ALLIED:
            yield BuyCorpsActivation(PieceId(hq))
            continue
        able = within_reach(pos, hq)
        groups = [group for size in range(1, LISTED + 1) for group in combinations(sorted(able), size)]
        if len(able) > LISTED:
            groups.append(tuple(sorted(able[:GERMAN_DIVISIONS])))
        for group in groups:
            yield BuyCorpsActivation(PieceId(hq), tuple(PieceId(division) for division in group))


def set_aside(act: Act, hq: int, divisions: Sequence[int], rule: str) -> None:
    """J6 7.51, 7.53, 7.54, R-55: one corps AM and one AM of each division that takes part are set aside; their price is
    in that of the activation."""
    pos = act.pos
    side = pos.side(hq)
    if side == f.ALLIED:
        corps = pos.formation(hq)
        parent = pos.game.parent_corps
        divisions = tuple(one for one in able_divisions(pos, side) if parent(pos.formation(one)) == corps)
    act.assign("var.corps_activation", hq + 1, rule)
    act.note("note.corps_activation_bought", (hq,), rule)
    act.pool("pool.am_aside", corps_am(pos, hq), 1, rule)
    for division in divisions:
        act.pool("pool.am_aside", division_am(pos, division), 1, "7.53" if side == f.ALLIED else "7.54")
        act.pool("pool.corps_division", division, 1, "7.53" if side == f.ALLIED else "7.54")
    if side == f.GERMAN:
        word = act.word("var.german_corps_activations")
        act.assign(word, act.state.variable(word) + 1, "7.57")


# ---------------------------------------------------------------------- the choice
class Purchase(Choice[June6Position], frozen=True, array_like=True, tag=81):
    """J6 3.22, 3.42, 5.11, 5.14: a side buys AMs one by one until it has no point left or ends the purchase."""

    side: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while there is something to buy."""
        corps = next(_corps_choices(pos, self.side), None)
        if not on_sale(pos, self.side) and corps is None:
            return None

        buy = BuySealed if in_secret(pos) else BuyAm
        kinds = (buy.kind(), *((BuyCorpsActivation.kind(),) if corps else ()), EndPurchase.kind())
        return Prompt(self.side, pos.game.words["ask.buy"], pos.game.rules["5.11"], kinds, complete=corps is None)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses AMs that this side cannot have now, and what it cannot pay."""
        cite = pos.game.cite

        buy = BuySealed if in_secret(pos) else BuyAm
        decision = wanted(decision, (buy, BuyCorpsActivation, EndPurchase), cite("5.11"))
        why = None
        if isinstance(decision, BuySealed):
            most = most_in_secret(pos, self.side)
            if not 1 <= decision.number <= most:
                why = "5.11", f"1 to {most} AMs may be bought, not {decision.number}"
        elif isinstance(decision, BuyAm):
            why = am_refusal(pos, self.side, decision.am)
        elif isinstance(decision, BuyCorpsActivation):
            why = corps_refusal(pos, self.side, decision.hq, decision.divisions)
        permit(pos, why)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every AM that may be bought, Corps Activations, the end."""

        if in_secret(pos):
            yield from (BuySealed(number) for number in range(1, most_in_secret(pos, self.side) + 1))
        else:
            yield from (BuyAm(WordId(word)) for word in on_sale(pos, self.side))
        yield from _corps_choices(pos, self.side)
        yield EndPurchase()

    def take(self, act: Act, decision: Decision) -> None:
        """Pay and put the AM into the pool (5.19)."""

        if isinstance(decision, BuySealed):
            act.done()
            sealed_purchase(act, self.side, decision.number)
        elif isinstance(decision, BuyAm):
            pay(act, self.side, PRICE)
            act.pool("pool.am", decision.am, 1, "5.14")
            act.pool("pool.bought", decision.am, 1, "5.19")
        elif isinstance(decision, BuyCorpsActivation):
            chart = act.game.edition.charts["resource_points"]["corps_activation_cost"]
            pay(act, self.side, chart["rp"])
            set_aside(act, decision.hq, decision.divisions, "7.51")
        else:
            act.done()

    def run(self, act: Act) -> None:
        """Nothing (more) to buy."""


DECISIONS: Final = (BuyCorpsActivation, EndPurchase)
STEPS: Final = (Purchase,)
