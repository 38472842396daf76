"""The floor below everything that a built position runs: a step that waits for ever."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from hexledger.engine.catalogue import game_class, read_edition
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.steps import Choice, Prompt, Step

G = TypeVar("G", bound=Game[Any])
FLOOR: Final = 999
"""Tag of the floor; no game uses it."""


class Halt(Choice[Position[Any]], frozen=True, array_like=True, tag=FLOOR):
    """The floor of a built agenda: waits for the first side and takes nothing."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        return Prompt(1, 0, 0, ())

    def check(self, pos: Position[Any], decision: Decision) -> None:
        raise IllegalDecision(pos.game.code, "the built position is at rest")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return iter(())


def with_floor(
    game: type[G], steps: Sequence[type[Step[Any]]] = (), decisions: Sequence[type[Decision]] = ()
) -> type[G]:
    """The class of a game that knows the floor, and further steps and decisions of the caller's own."""
    members = {
        "step_classes": (*game.step_classes, Halt, *steps),
        "decision_classes": (*game.decision_classes, *decisions),
        "__doc__": f"{game.title}, for built positions.",
    }
    return type(f"Built{game.__name__}", (game,), members)


@cache
def built_game(game: str, edition: Path | None = None) -> Game[Any]:
    """A game of the catalogue that knows the floor, with the edition shipped with it or one in a folder; made once."""
    return with_floor(game_class(game))(read_edition(game, edition))
