"""Positions of Drill for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from hexledger.engine.kernel import deciding as kernel
from tests.building import Build, Halt
from tests.drill.game import Drill, drill
from tests.drill.position import DrillPosition


class BuiltGame(Drill):
    """Drill with the floor step."""

    step_classes = (*Drill.step_classes, Halt)


@cache
def game() -> BuiltGame:
    """The game, made once."""
    return BuiltGame(drill().edition)


class Built(Build[DrillPosition]):
    """A position of Drill."""

    low = 0


def position(
    scenario: str = "skirmish",
    *,
    with_setup: bool = False,
    dice: Sequence[int] = (),
    seed: str = "",
    options: Mapping[str, str | int | bool] | None = None,
) -> Built:
    """A position with nothing on the agenda but the floor; with `with_setup` the scenario's own."""
    built = Built(game(), dice, seed)
    act = built.act()
    if with_setup:
        built.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
    else:
        act.then(Halt())
    return built
