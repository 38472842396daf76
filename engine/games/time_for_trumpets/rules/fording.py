"""Preparation of fords (20): an engineer at a ford helps one unit across."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import banks, engineers
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, MenuSegment
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit


class Ferry(Decision, frozen=True, array_like=True, tag=25):
    """`ferry 26vg_eng 7747`: an engineer prepares the ford from its hex to that one."""

    unit: PieceId
    across: PlaceId


def refusal(pos: TrumpetsPosition, piece: int, across: int) -> Refusal | None:
    """20.0: why an engineer may not prepare a ford."""
    why = engineers.ready(pos, piece, "20.0")
    if why is not None:
        return why
    if piece not in pos.game.roster.engineers:
        return "20.0", f"{pos.name(piece)} is no engineer"
    here = pos.at(piece)
    beside = 0 <= across < pos.board.n_hexes and across in pos.game.ground.near[here]
    if not beside or not banks.ford(pos, here, across):
        return "20.0", "the engineer stands beside a ford"
    return None


def check_ferry(pos: TrumpetsPosition, decision: Ferry) -> None:
    """20.0: may the engineer prepare the ford?"""
    permit(pos, refusal(pos, decision.unit, decision.across))


def take_ferry(act: Act, decision: Ferry) -> None:
    """An Eng Ferry marker: it neither moves (but over this ford), demolishes nor attacks."""
    act.flag(decision.unit, w.FLAG["ferry"], decision.across + 1, "20.0")


def listed(pos: TrumpetsPosition) -> Iterator[Ferry]:
    """Engineers of the corps at fords."""
    for piece, across in engineers.beside(pos):
        if refusal(pos, piece, across) is None:
            yield Ferry(PieceId(piece), PlaceId(across))


class Fording(MenuSegment, frozen=True, array_like=True, tag=15):
    """TFT 20: engineers of the active corps prepare fords."""

    menu = Menu((Action(Ferry, check_ferry, take_ferry, listed), END))
    asks = "prompt.fording"
    rule = "20.0"


DECISIONS: Final = (Ferry,)
STEPS: Final = (Fording,)
