"""Headquarters alone in an enemy ZOC, and their dispersal (4.10, R-35, R-52)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.france_1944.questions import zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.tables import words as w


def lone(pos: FrancePosition) -> tuple[int, ...]:
    """4.8, 4.10: HQs that stand in an enemy ZOC without a friendly combat unit, ascending."""
    return tuple(
        hq for hq in sorted(pos.game.roster.hqs) if pos.on_map(hq) and zoc.open_ezoc(pos, pos.at(hq), pos.side(hq))
    )


def disperse_lone(act: Act) -> None:
    """4.10, R-35: every HQ alone in an enemy ZOC is dispersed at once."""
    for hq in lone(act.pos):
        disperse(act, hq)


def disperse_passed(act: Act, units: Iterable[int], path: Iterable[int]) -> None:
    """4.10, R-35: a stack that passes through hexes disperses every lone enemy HQ beside them."""
    for hq in zoc.lone_beside(act.pos, units, path):
        disperse(act, hq)


def disperse(act: Act, hq: int) -> None:
    """4.10: the HQ goes to the turn track and comes back two turns later."""
    pos = act.pos
    due = pos.state.turn + pos.game.chart.number("hq_command", "dispersal_return_turns")
    act.move(hq, (pos.at(hq), pos.game.ground.turn_track), "mode.dispersal", 0, "4.10")
    act.flag(hq, w.OOS, 0, "4.10")
    act.flag(hq, w.DUE, due, "4.10")
    act.note("note.dispersed", (hq, due), "4.10")


DECISIONS: Final = ()
STEPS: Final = ()
