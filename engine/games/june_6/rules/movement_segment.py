"""The movement segment of an activation (3.63, 7.4): the choice itself.

What may be decided meanwhile belongs to several chapters (`while_moving.py`). They are imported when something is
decided or listed, once: asking for them at every move would cost more than many a check. Who only asks whose turn it is
does without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from hexledger.engine.games.june_6.questions.movement import refused
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.movement import (
    MOVES,
    EndMovement,
    Move,
    StrategicMove,
    entering,
    leavers,
    moves,
    must_clear,
)
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, wanted

_LEAVE: Final = "leave"
KINDS: Final = (
    *("move", "strategic_move", _LEAVE, "recover", "bombard", "assist", "demolish", "build_bridge", "end_movement"),
)
"""The kinds of `while_moving.RULES`, in its order."""
_BUT_LEAVE: Final = tuple(kind for kind in KINDS if kind != _LEAVE)


@cache
def _rules() -> Mapping[type[Decision], tuple[Callable[..., Any], Callable[..., Any]]]:
    from hexledger.engine.games.june_6.rules.while_moving import RULES

    return RULES


@cache
def _others() -> Callable[[June6Position], Iterator[Decision]]:
    from hexledger.engine.games.june_6.rules.while_moving import others

    return others


class Movement(Choice[June6Position], frozen=True, array_like=True, tag=30):
    """J6 3.63, 7.3, 7.4: the active side moves its units, one after another, until it ends its movement."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        units = pos.active_units()
        if not units:
            return None
        game = pos.game
        kinds = KINDS if pos.scenario.departures else _BUT_LEAVE
        return Prompt(pos.active_side, game.words["prompt.movement"], game.rules["8.11"], kinds, units, complete=False)

    def run(self, act: Act) -> None:
        """Nobody is active: go on with what follows."""

    def check(self, pos: June6Position, decision: Decision) -> None:
        rule = _rules().get(type(decision))
        if rule is None:
            wanted(decision, _rules(), pos.game.cite("8.11"))
            raise AssertionError("unreachable")
        if not isinstance(decision, (Move, StrategicMove)):
            place = must_clear(pos)
            if place >= 0:
                raise refused(
                    pos,
                    "9.11",
                    f"{pos.label(place)} is over the stacking limit: a unit there must move on first",
                )
        rule[0](pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        place = must_clear(pos)
        if place >= 0:
            for piece, way in leavers(pos, place):
                yield Move(PieceId(piece), way.path)
            return
        for piece in pos.active_units():
            yield from moves(pos, piece)
        yield from _others()(pos)
        if entering(pos) < 0:
            yield EndMovement()

    def choices_of(self, pos: June6Position, kind: str) -> Iterator[Decision]:
        if must_clear(pos) >= 0:
            return (choice for choice in self.choices(pos) if choice.kind() == kind)
        if kind == EndMovement.kind():
            return iter(() if entering(pos) >= 0 else (EndMovement(),))
        listed = MOVES.get(kind)
        if listed is not None:
            return (move for piece in pos.active_units() for move in listed(pos, piece))
        return (choice for choice in _others()(pos) if choice.kind() == kind)

    def take(self, act: Act, decision: Decision) -> None:
        _rules()[type(decision)][1](act, decision)


DECISIONS: Final = ()
STEPS: Final = (Movement,)
