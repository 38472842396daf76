"""Arrivals by turn: who comes when, who waits, and a step in which the owner brings them in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, asking, permit, wanted

P = TypeVar("P", bound=Position[Any])


class Due(NamedTuple):
    """One line of a reinforcement schedule: these pieces come in this turn. `key`: by which way, as the game says."""

    turn: int
    side: int
    pieces: tuple[int, ...]
    key: str = ""


class Schedule:
    """A reinforcement schedule, by turn and in the order in which it is printed. Unchanging."""

    def __init__(self, lines: Iterable[Due]) -> None:
        by_turn: dict[int, list[Due]] = {}
        for line in lines:
            by_turn.setdefault(line.turn, []).append(line)
        self._by_turn: Mapping[int, Sequence[Due]] = by_turn
        self.line_of: Mapping[int, Due] = {
            piece: line for lines_ in by_turn.values() for line in lines_ for piece in line.pieces
        }
        """Piece -> its line; a piece that is listed twice -> its last."""

    def at(self, turn: int, side: int = 0) -> tuple[Due, ...]:
        """Lines of a turn, of one side or (0) of all."""
        return tuple(line for line in self._by_turn.get(turn, ()) if not side or line.side == side)


def begin_to_wait(act: Recorder[Any], lines: Iterable[Due], pool: str, rule: str) -> None:
    """What is due begins to wait in a pool; who is in play already, or waits, is left out."""
    held = act.state.pool(act.word(pool))
    for line in lines:
        for piece in line.pieces:
            if piece not in act.state.at and piece not in held:
                act.pool(pool, piece, 1, rule)


def waiting(pos: Position[Any], pool: str, side: int) -> tuple[int, ...]:
    """Pieces of a side that wait in a pool, ascending."""
    return tuple(piece for piece in pos.state.pool(pos.game.words[pool]) if pos.side(piece) == side)


class Arrive(Decision, frozen=True, array_like=True):
    """A piece that waits comes in here. A game subclasses it with its tag."""

    unit: PieceId
    at: PlaceId


class EndArrivals(Decision, frozen=True, array_like=True):
    """No more pieces come in now. A game subclasses it with its tag."""


class BringIn(Choice[P], Generic[P], frozen=True, array_like=True):
    """The owner brings in who waits, piece after piece. A game says who may come where and what it brings about."""

    asks: ClassVar[str] = "prompt.arrivals"
    """Word of the prompt."""
    rule: ClassVar[str]
    """Number of the rule."""
    pool: ClassVar[str]
    """Key of the pool in which pieces wait."""
    arrive: ClassVar[type[Arrive]]
    end: ClassVar[type[EndArrivals]]

    def owner(self, pos: P) -> int:
        """Side whose pieces come."""
        raise NotImplementedError

    def places(self, pos: P, piece: int) -> Iterable[int]:
        """Where a piece that waits may come in now, in a fixed order; nowhere when it may not."""
        raise NotImplementedError

    def refusal(self, pos: P, piece: int, at: int) -> Refusal | None:
        """Why a piece that waits may not come in there; a game that can say it better than `places` does."""
        if at in self.places(pos, piece):
            return None
        where = pos.label(at) if 0 <= at < pos.board.n_places else "there"
        return self.rule, f"{pos.name(piece)} cannot come in at {where}"

    def bring_in(self, act: Recorder[P], piece: int, at: int) -> None:
        """Put the piece there; by default with the steps of its counter."""
        act.pool(self.pool, piece, -1, self.rule)
        act.place(piece, at, act.pos.counters[piece].steps, self.rule)

    def may_end(self, pos: P) -> Refusal | None:
        """Why the owner may not leave the others waiting yet; by default he may."""
        return None

    def able(self, pos: P) -> tuple[int, ...]:
        """Pieces that wait and may come in somewhere."""
        found = waiting(pos, self.pool, self.owner(pos))
        return tuple(piece for piece in found if next(iter(self.places(pos, piece)), None) is not None)

    def prompt(self, pos: P) -> Prompt | None:
        """Asks as long as somebody who waits may come in."""
        able = self.able(pos)
        if not able:
            return None
        return asking(pos, self.owner(pos), self.asks, self.rule, self.arrive, self.end, pieces=able)

    def run(self, act: Recorder[P]) -> None:
        """Nobody comes in."""

    def check(self, pos: P, decision: Decision) -> None:
        """A piece that waits, where it may come in; or the end."""
        rule = pos.game.cite(self.rule)
        decision = wanted(decision, (self.arrive, self.end), rule)
        if isinstance(decision, EndArrivals):
            permit(pos, self.may_end(pos))
            return
        if decision.unit not in waiting(pos, self.pool, self.owner(pos)):
            raise IllegalDecision(rule, f"{pos.game.piece_name(decision.unit)} does not wait to come in")
        permit(pos, self.refusal(pos, decision.unit, decision.at))

    def choices(self, pos: P) -> Iterator[Arrive | EndArrivals]:
        """Every piece in every place, then the end."""
        for piece in self.able(pos):
            for place in self.places(pos, piece):
                yield self.arrive(PieceId(piece), PlaceId(place))
        if self.may_end(pos) is None:
            yield self.end()

    def take(self, act: Recorder[P], decision: Decision) -> None:
        """One comes in, and the step stays; or it ends."""
        if isinstance(decision, Arrive):
            self.bring_in(act, decision.unit, decision.at)
        else:
            act.done()
