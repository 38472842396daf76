"""Water hexsides as they are now: bridges that stand, bridges that were built, fords (21, 22, 30)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.memory import MARKERS, Basis, kept

ON_BANKS: Final = Basis(MARKERS)
"""What bridges hang on."""
BUILT: Final[tuple[int, ...]] = (w.MARKER["j_bridge"], w.MARKER["b_bridge"], w.MARKER["bailey"])
"""Bridges that engineers have built, as markers on the hexside."""
COLUMN: Final = {w.MARKER["j_bridge"]: "german_j", w.MARKER["b_bridge"]: "german_b", w.MARKER["bailey"]: "bailey"}
PERMANENT: Final = "permanent"
BEGUN: Final = 1
"""Value of the marker of bridge work in the turn in which it is begun."""


@kept(ON_BANKS)
def blown(pos: TrumpetsPosition) -> frozenset[int]:
    """22.1i: hexsides (keys, both ways) whose printed bridge is blown, and on which none has been built, or (21.5a) the
    one that was is being taken down."""
    n, found = pos.game.ground.n, set[int]()
    for key in sorted(pos.state.markers):
        if key & 0xFFFF == w.BLOWN:
            a, b = key >> 32, ((key >> 16) & 0xFFFF) - 1
            if not any(pos.state.marker(a, b, bridge) for bridge in BUILT) or _coming_down(pos, a, b):
                found.update((a * n + b, b * n + a))
    return frozenset(found)


def _coming_down(pos: TrumpetsPosition, a: int, b: int) -> bool:
    """21.5a, B-83: taking a bridge down is building it the other way about: from the end of the first turn on it is no
    bridge that anybody could use."""
    return pos.marker("dismantling", a, b) > 0 and pos.marker("bridge_work", a, b) > BEGUN


def bridged(pos: TrumpetsPosition, a: int, b: int) -> bool:
    """Is there a bridge that may be used over the water between two hexes?"""
    key = pos.game.ground.key(a, b)
    return key in pos.game.ground.bridges and key not in blown(pos)


def barrier(pos: TrumpetsPosition, a: int, b: int) -> str:
    """Kind of the water between two hexes that no bridge spans, `` for none."""
    kind = pos.game.ground.water_between(a, b)
    return "" if kind and bridged(pos, a, b) else kind


def ford(pos: TrumpetsPosition, a: int, b: int) -> bool:
    """20.0, 30.2: a ford over the water between two hexes that no bridge spans."""
    return pos.game.ground.key(a, b) in pos.game.ground.fords and not bridged(pos, a, b)


def built(pos: TrumpetsPosition, a: int, b: int) -> int:
    """Marker of the bridge that engineers have built there, 0 for none."""
    return next((bridge for bridge in BUILT if pos.state.marker(a, b, bridge)), 0)


def column(pos: TrumpetsPosition, a: int, b: int) -> str:
    """30.3: column of the table of bridge points, for the bridge that spans the hexside."""
    return COLUMN.get(built(pos, a, b), PERMANENT)
