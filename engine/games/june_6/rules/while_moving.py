"""What a side may decide while its formation moves: moves, departures (PB 2.9), recovery (21.22), bombardment by rocket
units and corps HQs (16.4), engineers (20). The rules stand in chapters of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from hexledger.engine.games.june_6.questions.engineers import engineer_hqs
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import bombardment, departures, recovery
from hexledger.engine.games.june_6.rules.engineers import (
    Assist,
    BuildBridge,
    Demolish,
    assist_choices,
    build_choices,
    check_assist,
    check_build,
    check_demolish,
    demolish_choices,
    take_assist,
    take_build,
    take_demolish,
)
from hexledger.engine.games.june_6.rules.movement import (
    EndMovement,
    Move,
    StrategicMove,
    check_entered,
    check_move,
    check_strategic_move,
    take_move,
    take_strategic_move,
)
from hexledger.engine.kernel.decisions import Decision


def others(pos: June6Position) -> Iterator[Decision]:
    """Recoveries, bombardments and engineers' work."""
    yield from departures.choices(pos)
    yield from recovery.choices(pos)
    yield from bombardment.bombard_choices(pos)
    hqs = engineer_hqs(pos)
    yield from assist_choices(pos, hqs)
    yield from demolish_choices(pos, hqs)
    yield from build_choices(pos, hqs)


_Check = Callable[[June6Position, Any], object]

_Take = Callable[[Any, Any], None]

RULES: Final[Mapping[type[Decision], tuple[_Check, _Take]]] = MappingProxyType(
    {
        Move: (check_move, take_move),
        StrategicMove: (check_strategic_move, take_strategic_move),
        departures.Leave: (departures.check, departures.take),
        recovery.Recover: (recovery.check, recovery.take),
        bombardment.Bombard: (bombardment.check_bombard, bombardment.take_bombard),
        Assist: (check_assist, take_assist),
        Demolish: (check_demolish, take_demolish),
        BuildBridge: (check_build, take_build),
        EndMovement: (lambda pos, _decision: check_entered(pos), lambda act, _decision: act.done()),
    }
)
"""Kind of decision -> how it is checked and carried out, in the order in which a screen would show them."""
