"""Reaction: the opportunity after an initiative phase and at the end of the turn (5.2, 2.0-9 to 2.0-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import initiative
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted
from hexledger.engine.procedures.flags import clear_flags


class ReactArmy(Decision, frozen=True, array_like=True, tag=26):
    """`react_army hq_ge_7`: an army reaction, for three points."""

    hq: PieceId


class ReactPiece(Decision, frozen=True, array_like=True, tag=27):
    """`react_piece ge_2pz`: a single-piece reaction, for one point."""

    piece: PieceId


class ReactNothing(Decision, frozen=True, array_like=True, tag=28):
    """`react_nothing`: one point is spent and nothing done, so that the other side has no opportunity."""


KINDS: Final = (ReactPiece, ReactArmy, ReactNothing, Pass)


class Reacting(Choice[FrancePosition], frozen=True, array_like=True, tag=11):
    """F44 5.2: a side may spend up to three of its reaction points.

    spent    points that it has spent in this reaction phase
    onward   the other side has the opportunity if this one spends nothing (5.1)
    """

    side: int
    spent: int
    onward: bool

    def _price(self, pos: FrancePosition, kind: str) -> int:
        return pos.game.chart.number("reaction_points", "costs", kind)

    def _too_dear(self, pos: FrancePosition, kind: str) -> Refusal | None:
        price, most = self._price(pos, kind), pos.game.chart.number("reaction_points", "max_per_reaction_phase")
        if price > pos.track("rp", self.side):
            return "5.2", f"{price} reaction points are wanted, {pos.track('rp', self.side)} are left"
        if self.spent + price > most:
            return "5.2", f"at most {most} reaction points are spent in a reaction phase"
        return None

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        if self._too_dear(pos, "single_piece_reaction") is not None:
            return None
        kinds = tuple(kind for kind in KINDS if kind is not ReactNothing or self._may_deny)
        return asking(pos, self.side, "prompt.react", "5.2", *kinds, pieces=able_pieces(pos, self.side))

    @property
    def _may_deny(self) -> bool:
        return self.onward and not self.spent

    def run(self, act: Act) -> None:
        """No point that could be spent."""
        self._pass(act)

    def _pass(self, act: Act) -> None:
        if self.onward and not self.spent:
            act.then(Reacting(w.other(self.side), 0, False), ReactionEnds())

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        answer = wanted(decision, KINDS, pos.game.cite("5.2"))
        if isinstance(answer, ReactArmy):
            permit(pos, self._too_dear(pos, "army_reaction"))
            permit(pos, initiative.may_activate(pos, self.side, answer.hq))
        elif isinstance(answer, ReactPiece):
            permit(pos, self._too_dear(pos, "single_piece_reaction"))
            permit(pos, may_react(pos, self.side, answer.piece))
        elif isinstance(answer, ReactNothing):
            if not self._may_deny:
                raise IllegalDecision(pos.game.cite("5.1"), "there is nobody to whom the opportunity could be denied")
            permit(pos, self._too_dear(pos, "deny_only"))

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        yield from (ReactPiece(PieceId(piece)) for piece in able_pieces(pos, self.side))
        if self._too_dear(pos, "army_reaction") is None:
            yield from (ReactArmy(PieceId(hq)) for hq in initiative.able_hqs(pos, self.side))
        if self._may_deny:
            yield ReactNothing()
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, ReactPiece):
            price = self._spend(act, "single_piece_reaction")
            act.become(Reacting(self.side, self.spent + price, self.onward))
            act.phase("phase.reaction", self.side, "5.2")
            initiative.begin_single(act, decision.piece)
            return
        act.done()
        if isinstance(decision, ReactArmy):
            self._spend(act, "army_reaction")
            act.phase("phase.reaction", self.side, "5.2")
            initiative.begin_army(act, decision.hq, w.ARMY)
        elif isinstance(decision, ReactNothing):
            self._spend(act, "deny_only")
        else:
            self._pass(act)

    def _spend(self, act: Act, kind: str) -> int:
        price = self._price(act.pos, kind)
        act.track("track.rp", act.pos.track("rp", self.side) - price, self.side, "5.2")
        return price


def may_react(pos: FrancePosition, side: int, piece: int) -> Refusal | None:
    """5.2: why a piece may not react alone; it need not be in supply."""
    if pos.side(piece) != side or not pos.on_map(piece):
        return "5.2", "a piece of yours on the map reacts"
    if pos.flag(piece, w.REACTED):
        return "5.2", f"{pos.name(piece)} has been activated in this reaction phase"
    return None


def able_pieces(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """Pieces that may react alone, ascending."""
    return tuple(piece for piece in pos.of(side) if may_react(pos, side, piece) is None)


class ReactionEnds(Step[FrancePosition], frozen=True, array_like=True, tag=12):
    """F44 5.2: a reaction phase is over; every piece may be activated again in the next."""

    def run(self, act: Act) -> None:
        """Forget who has reacted."""
        clear_flags(act, frozenset({w.REACTED}), rule="5.2")


DECISIONS: Final = (ReactArmy, ReactPiece, ReactNothing)
STEPS: Final = (Reacting, ReactionEnds)
