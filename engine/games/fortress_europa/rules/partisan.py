"""The French Partisan (24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Step, permit


class RollForPartisan(Step[FortressPosition], frozen=True, array_like=True, tag=205):
    """FE 24.1, C-29: turn 1 has one Partisan; later one comes on the die, while none is at hand."""

    def run(self, act: Act) -> None:
        """Put the Partisan at the Allied player's disposal."""
        (piece,) = act.pos.tables.roster.partisans
        pool = act.pos.game.words["pool.due"]
        if act.pos.on_map(piece) or act.state.pooled(pool, piece):
            return
        chart = act.pos.game.edition.chart("partisan")
        if act.state.turn == 1 or act.roll("roll.partisan", 6, rule="24.1", low=1) in chart["available_on"]:
            act.pool("pool.due", piece, 1, "24.1")


class RemovePartisan(Step[FortressPosition], frozen=True, array_like=True, tag=206):
    """FE 24.4: the Partisan goes at the end of the German second move impulse."""

    def run(self, act: Act) -> None:
        """Take it off the map."""
        for piece in sorted(act.pos.tables.roster.partisans):
            if act.pos.on_map(piece):
                act.remove(piece, "reason.left_map", "24.4")


class PlacePartisan(Decision, frozen=True, array_like=True, tag=207):
    """The Partisan appears in a rail hex."""

    at: PlaceId


def place_refusal(pos: FortressPosition, place: int) -> tuple[str, str] | None:
    """FE 24.2: (rule, reason) why the Partisan may not appear in a hex now, None when it may."""
    ground, label = pos.tables.ground, pos.label(place)
    if pos.active_side != f.ALLIED or pos.impulse != 2:
        return "24.2", "the Partisan is placed in the Allied second move impulse"
    (piece,) = pos.tables.roster.partisans
    if not pos.state.pooled(f.DUE, piece):
        return "24.1", "no Partisan is at hand"
    if place not in ground.land or not ground.rails[place] or place in ground.cities:
        return "24.2", f"{label} is no rail hex without a city"
    if place in ground.germany or place in ground.italy:
        return "24.2", f"{label} lies in Germany or Italy"
    if pos.in_ezoc(place, f.ALLIED):
        return "24.2", f"{label} is in an enemy ZOC"
    reach = pos.game.edition.chart_int("limits", "partisan_ss_distance")
    for there in pos.board.within(place, reach):
        if any(unit in pos.tables.roster.ss for unit in pos.units_of(there, f.GERMAN)):
            return "24.2", f"an SS unit stands in {pos.label(there)}, too near to {label}"
    return None


def _check(pos: FortressPosition, decision: PlacePartisan) -> None:
    permit(pos, place_refusal(pos, decision.at))


def uprisings(pos: FortressPosition) -> Iterator[PlacePartisan]:
    if pos.active_side == f.ALLIED and pos.impulse == 2:
        for place in sorted(pos.tables.ground.land):
            if pos.tables.ground.rails[place] and place_refusal(pos, place) is None:
                yield PlacePartisan(PlaceId(place))


def _take(act: Act, decision: PlacePartisan) -> None:
    (piece,) = act.pos.tables.roster.partisans
    act.pool("pool.due", piece, -1, "24.2")
    act.place(piece, decision.at, 1, "24.2")


ACTIONS: tuple[Action[FortressPosition, Any], ...] = (Action(PlacePartisan, _check, _take, uprisings),)
DECISIONS: Final = (PlacePartisan,)
STEPS: Final = (RollForPartisan, RemovePartisan)
