"""Leader reaction before combat (17, 37, 38, 39.6) [ADV]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import force, leaders
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import reserve_moves as rm
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, permit, wanted


class React(Decision, frozen=True, array_like=True, tag=88):
    """`react leader_remer feb_pg_1 4322`: a leader moves a reserve unit, before the enemy attacks."""

    leader: PieceId
    unit: PieceId
    path: tuple[PlaceId, ...]


class MoveLeader(Decision, frozen=True, array_like=True, tag=89):
    """`move_leader leader_remer 4422,4322`: the leader himself moves, last of all."""

    leader: PieceId
    path: tuple[PlaceId, ...]


class NoteContacts(Step[TrumpetsPosition], frozen=True, array_like=True, tag=130):
    """TFT 38.0d: before a corps moves: which of its units stand beside which enemies already."""

    side: int

    def run(self, act: Act) -> None:
        """Flag those that stand beside an enemy."""
        if not act.pos.plays("leader_reaction"):
            return
        for unit in act.pos.of(self.side):
            if unit in act.pos.game.arms.ground:
                act.flag(
                    unit, w.BESIDE, int(act.pos.enemy_beside(act.pos.at(unit), self.side)) * (act.pos.at(unit) + 1)
                )


class Reaction(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=90):
    """TFT 37.1, 37.2, 38: leaders of the other side react to the corps that has moved.

    leader  who is reacting and one, 0 for none; moved: units that he has moved
    """

    side: int
    leader: int = 0
    moved: int = 0

    def _able(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        """38.0d, n: leaders who have not reacted this turn, and beside a unit of whom a new enemy has come."""
        if not pos.plays("leader_reaction"):
            return ()
        return tuple(
            leader
            for leader in leaders.on_map(pos, self.side)
            if not leaders.spent(pos, leader) and not pos.flag(leader, w.FLAG["reacted"]) and triggered(pos, leader)
        )

    def _acting(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return (self.leader - 1,) if self.leader else self._able(pos)

    def _left(self, pos: TrumpetsPosition) -> bool:
        return not self.leader or self.moved < leaders.command(pos, self.leader - 1)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        acting = self._acting(pos)
        if not acting or not any(True for _ in self._moves(pos)):
            return None
        kinds = (React, MoveLeader, Pass)
        return asking(pos, self.side, "prompt.react", "38.0", *kinds, pieces=acting, complete=False)

    def run(self, act: Act) -> None:
        """Nobody (more) reacts."""
        if self.leader:
            spend(act, self.leader - 1)
            act.then(Reaction(self.side))

    def _moves(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        if not self._left(pos):
            yield from self._own(pos)
            return
        for leader in self._acting(pos):
            for unit in leaders.reserves(pos, leader):
                for path in rm.listed(pos, unit, True, True):
                    yield React(PieceId(leader), PieceId(unit), tuple(map(PlaceId, path)))
        yield from self._own(pos)

    def _own(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        """38.0m: half his MF, as the last thing, whether he has moved anybody or not."""
        for leader in self._acting(pos):
            for path in rm.listed(pos, leader, True, True):
                yield MoveLeader(PieceId(leader), tuple(map(PlaceId, path)))

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        rule = pos.game.cite("38.0")
        found = wanted(decision, (React, MoveLeader, Pass), rule)
        if isinstance(found, Pass):
            return
        if found.leader not in self._acting(pos):
            raise IllegalDecision(rule, f"{pos.name(found.leader)} cannot react")
        if isinstance(found, MoveLeader):
            permit(pos, rm.refusal(pos, found.leader, found.path, True, True))
            return
        if not self._left(pos):
            raise IllegalDecision(rule, f"{pos.name(found.leader)} has moved as many units as he commands")
        if found.unit not in leaders.reserves(pos, found.leader):
            raise IllegalDecision(rule, f"{pos.name(found.unit)} is no reserve that he can move")
        permit(pos, rm.refusal(pos, found.unit, found.path, True, True))

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield from self._moves(pos)
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, React):
            act.become(Reaction(self.side, decision.leader + 1, self.moved + 1))
            act.flag(decision.unit, w.RESERVE, 0, "38.0")
            rm.carry_out(act, decision.unit, decision.path, "mode.reaction", "38.0")
            return
        act.done()
        who = self.leader - 1
        if isinstance(decision, MoveLeader):
            who = decision.leader
            rm.carry_out(act, who, decision.path, "mode.reaction", "38.0")
        if who >= 0:
            spend(act, who)
            act.then(Reaction(self.side))


def spend(act: Act, leader: int) -> None:
    """38.0n, 39.6b: he is spent, and gives no order to hold in the combat that follows."""
    if act.pos.on_map(leader):
        act.flag(leader, w.FLAG["reacted"], 1, "38.0")
        act.flag(leader, w.FLAG["spent"], 1, "38.0")


def triggered(pos: TrumpetsPosition, leader: int) -> bool:
    """38.0b-e: a unit of the corps that has moved stands beside a unit of his that is in his range (39.2), and was not
    beside it before."""
    enemy = 3 - pos.side(leader)
    near = pos.game.ground.near
    for unit in pos.of(enemy):
        place = pos.at(unit)
        if unit not in pos.game.arms.ground or pos.flag(unit, w.BESIDE) == place + 1 or not pos.flag(unit, w.MOVED):
            continue
        for there in near[place]:
            for mine in pos.fighters(there):
                if pos.side(mine) != enemy and leaders.leads(pos, leader, mine) and leaders.reaches(pos, leader, mine):
                    return True
    return False


def forget(act: Act) -> None:
    """The corps is done: what it stood beside before is of no use any more."""
    for unit in force.flagged(act.pos, w.BESIDE):
        act.flag(unit, w.BESIDE, 0)


DECISIONS: Final = (React, MoveLeader)
STEPS: Final = (NoteContacts, Reaction)
