"""Augmented US divisions (27.12): six 8-4 counters, each in the place of a 6-4 infantry division."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import points
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Refusal, permit
from hexledger.engine.procedures.exchange import exchange as exchanged

COST: Final = 1
_FACTORS: Final = (6, 4)
"""Combat and movement factor of the divisions that can be augmented."""
BEFORE_PLAY: Final = 3
"""Divisions that may be augmented before the primary invasion."""


class Augment(Decision, frozen=True, array_like=True, tag=189):
    """A point makes an 8-4 of a 6-4 division."""

    unit: PieceId


class AugmentAtStart(Decision, frozen=True, array_like=True, tag=190):
    """Before the primary invasion a 6-4 division becomes an 8-4, at the cost of a step of another."""

    unit: PieceId
    donor: PieceId


def counter(pos: FortressPosition) -> int:
    """The next 8-4 counter, -1 when all six have been made: one that was lost is gone for good."""
    gone = pos.game.words["pool.gone"]
    for piece in sorted(pos.tables.roster.augmented):
        if piece not in pos.state.at and not pos.state.pooled(gone, piece):
            return piece
    return -1


def division_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.12: why a unit cannot become an 8-4, or give a step for one, None when it can."""
    face = pos.counters[piece].front.values
    infantry = pos.counters[piece].type == "infantry" and pos.nation(piece) == roster.US
    if not infantry or (face.get("cf"), face.get("mf")) != _FACTORS or piece in pos.tables.roster.augmented:
        return "27.12", f"{pos.name(piece)} is no US 6-4 infantry division"
    if not (pos.on_map(piece) or pos.at_home(piece)) or pos.reduced(piece):
        return "27.12", f"{pos.name(piece)} is not in play at full strength"
    return None


def refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.7, 27.12: why a division cannot be augmented now, None when it can."""
    if pos.active_side != f.ALLIED:
        return "27.12", "divisions are augmented in the Allied replacement phase"
    if counter(pos) < 0:
        return "27.12", "all six augmented divisions have been made"
    why = division_refusal(pos, piece)
    if why is None and not points.affordable(pos, piece, COST):
        return "27.1", f"there are no points for {pos.name(piece)}"
    return why or (points.place_refusal(pos, piece) if pos.on_map(piece) else None)


def start_refusal(pos: FortressPosition, unit: int, donor: int) -> Refusal | None:
    """FE 27.12: why two divisions cannot make an 8-4 before the primary invasion, None when they can."""
    made = sum(1 for piece in pos.tables.roster.augmented if piece in pos.state.at)
    if made >= BEFORE_PLAY:
        return "27.12", "three augmented divisions at most are made before the primary invasion"
    if unit == donor:
        return "27.12", "another division gives the step"
    return division_refusal(pos, unit) or division_refusal(pos, donor)


def exchange(act: Act, piece: int, rule: str) -> int:
    """FE 27.12, C-87: put the next 8-4 counter in the place of a division; the counter."""
    new = counter(act.pos)
    exchanged(act, (piece,), (new,), rule, reason="reason.exchanged")
    act.flag(new, f.STANDS_FOR, piece + 1, rule)
    return new


def _check(pos: FortressPosition, decision: Augment) -> None:
    permit(pos, refusal(pos, decision.unit))


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.active_side != f.ALLIED or counter(pos) < 0:
        return
    for piece in pos.in_play(f.ALLIED):
        if refusal(pos, piece) is None:
            yield Augment(PieceId(piece))


def _take(act: Act, decision: Augment) -> None:
    points_rules.pay(act, decision.unit, COST, "27.12")
    piece = exchange(act, decision.unit, "27.12")
    act.flag(piece, f.CANNOT_MOVE, 1, "27.7")


def start_choices(pos: FortressPosition) -> Iterator[Decision]:
    """Of the divisions in England the first few, the last ones giving their steps."""
    able = [piece for piece in pos.in_play(f.ALLIED) if division_refusal(pos, piece) is None]
    for unit, donor in zip(able[:2], reversed(able), strict=False):
        if start_refusal(pos, unit, donor) is None:
            yield AugmentAtStart(PieceId(unit), PieceId(donor))


def take_at_start(act: Act, decision: AugmentAtStart) -> None:
    """Before the primary invasion: the other division loses a step, which may be restored later."""
    act.steps(decision.donor, act.pos.steps(decision.donor) - 1, "27.12")
    exchange(act, decision.unit, "27.12")


ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (Action(Augment, _check, _take, _choices),)
DECISIONS: Final = (Augment, AugmentAtStart)
STEPS: Final = ()
