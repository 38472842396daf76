"""Positions of Drill for tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexledger.engine.building.build import Build
from hexledger.engine.building.floor import with_floor
from tests.drill.game import Drill, drill
from tests.drill.position import DrillPosition


@cache
def game() -> Drill:
    """Drill with the floor step, made once."""
    return with_floor(Drill)(drill().edition)


def position(
    scenario: str = "skirmish", *, with_setup: bool = False, options: Any = None, **script: Any
) -> Build[DrillPosition]:
    """An empty position; with `with_setup` the scenario's own. `script`: dice, draws and seed as `Build` takes them."""
    built: Build[DrillPosition] = Build(game(), **script)
    return built.begin(scenario, options) if with_setup else built.lay_out(scenario, options)
