"""Rules 1 and 2 of Drill: turns, the cup, orders, movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, wanted
from hexledger.engine.map.paths import path_to
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev
from tests.drill.attack import begin_attack, check_attack
from tests.drill.decisions import Attack, Move, Pass
from tests.drill.position import Act, DrillPosition
from tests.drill.supply import judge_supply
from tests.drill.victory import CheckVictory, score_hill, take_hill

TOKENS = ("token.red", "token.blue")


class BeginTurn(Step[DrillPosition], frozen=True, array_like=True, tag=1):
    """DR 1.1: a turn begins with one activation of each side in the cup."""

    turn: int
    last: int

    def run(self, act: Act) -> None:
        act.emit(ev.TurnBegan(self.turn))
        act.phase("phase.orders", rule="1.1")
        for token in TOKENS:
            act.pool("pool.cup", act.word(token), 1, "1.1")
        act.then(DrawActivation(), DrawActivation(), EndTurn(self.turn, self.last))


class DrawActivation(Step[DrillPosition], frozen=True, array_like=True, tag=2):
    """DR 1.1: the next active side is drawn blind."""

    def run(self, act: Act) -> None:
        token = act.draw("pool.cup", "1.1")
        side = 1 + [act.word(name) for name in TOKENS].index(token)
        act.assign("var.active", side, "1.1")
        act.then(Orders(side, act.pos.game.orders))


class Orders(Choice[DrillPosition], frozen=True, array_like=True, tag=3):
    """DR 1.2: the active side gives orders until it passes or has none left."""

    side: int
    left: int

    def prompt(self, pos: DrillPosition) -> Prompt | None:
        if not self.left or not pos.in_play(self.side):
            return None
        units, kinds = pos.in_play(self.side), (Move, Attack, Pass)
        return asking(pos, self.side, "prompt.orders", "1.2", *kinds, pieces=units, complete=False)

    def run(self, act: Act) -> None:
        """No orders left, or nobody to give them to."""

    def check(self, pos: DrillPosition, decision: Decision) -> None:
        order = wanted(decision, (Move, Attack, Pass), pos.game.cite("1.2"))
        if isinstance(order, Move):
            check_move(pos, self.side, order)
        elif isinstance(order, Attack):
            check_attack(pos, self.side, order)

    def choices(self, pos: DrillPosition) -> Iterator[Decision]:
        for piece in pos.in_play(self.side):
            for target in pos.targets(piece):
                if _legal(self, pos, attack := Attack(PieceId(piece), PlaceId(target))):
                    yield attack
            reached = pos.reach(piece)
            for place in sorted(reached):
                if _legal(self, pos, move := Move(PieceId(piece), _entered(reached, place))):
                    yield move
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, Pass):
            act.done()
            return
        act.become(Orders(self.side, self.left - 1))
        if isinstance(decision, Move):
            move(act, decision)
        elif isinstance(decision, Attack):
            begin_attack(act, decision)


def _entered(reached: Mapping[int, tuple[int, int]], place: int) -> tuple[PlaceId, ...]:
    return tuple(PlaceId(step) for step in path_to(reached, place)[1:])


def _legal(step: Choice[DrillPosition], pos: DrillPosition, decision: Decision) -> bool:
    try:
        step.check(pos, decision)
    except IllegalDecision:
        return False
    return True


def check_move(pos: DrillPosition, side: int, decision: Move) -> None:
    """DR 2.1: an own unit that has not moved goes from hex to hex, each adjacent and empty, within its allowance."""
    game = pos.game
    if decision.unit not in pos.in_play(side):
        raise IllegalDecision(game.cite("2.1"), "only an own unit on the board can move")
    if pos.flag(decision.unit, game.words["flag.moved"]):
        raise IllegalDecision(game.cite("2.1"), f"{pos.name(decision.unit)} has moved already")
    if not decision.path:
        raise IllegalDecision(game.cite("2.1"), "a move enters at least one hex")
    spent, at = 0, pos.at(decision.unit)
    for place in decision.path:
        if place < 0 or not pos.board.adjacent(at, place):
            raise IllegalDecision(game.cite("2.1"), f"{game.place(place)} does not adjoin {game.place(at)}")
        if pos.units(place):
            raise IllegalDecision(game.cite("2.1"), f"{game.place(place)} is occupied")
        spent, at = spent + game.move_cost[pos.board.terrain[place]], place
    allowance = pos.counters[decision.unit].front.ma
    if spent > allowance:
        raise IllegalDecision(game.cite("2.2"), f"the path costs {spent} MP, the allowance is {allowance}")


def move(act: Act, decision: Move) -> None:
    """DR 2.1: carry a legal move out."""
    pos = act.pos
    cost = sum(pos.game.move_cost[pos.board.terrain[place]] for place in decision.path)
    act.move(decision.unit, (pos.at(decision.unit), *decision.path), "mode.move", cost, "2.1")
    act.flag(decision.unit, "flag.moved", rule="2.1")
    take_hill(act, decision.unit)


class EndTurn(Step[DrillPosition], frozen=True, array_like=True, tag=4):
    """DR 4.1, 5.1: supply, a victory point for the hill, and the next turn or the end."""

    turn: int
    last: int

    def run(self, act: Act) -> None:
        judge_supply(act)
        clear_flags(act, (act.word("flag.moved"), act.word("flag.fought")), rule="1.1")
        score_hill(act)
        if self.turn < self.last:
            act.then(CheckVictory(False), BeginTurn(self.turn + 1, self.last))
        else:
            act.then(CheckVictory(True))


STEPS = (BeginTurn, DrawActivation, Orders, EndTurn, CheckVictory)
