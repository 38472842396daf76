"""The 18th Airborne: Market Garden, Plunder/Varsity (12.3, 12.4, 3.12)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Step


class Drop(Decision, frozen=True, array_like=True, tag=59):
    """`drop 3405`: the 18th Airborne drops there."""

    at: PlaceId


class Release(Decision, frozen=True, array_like=True, tag=60):
    """`release us_v`: a designated infantry unit gives up its place for the 18th (R-63)."""

    unit: PieceId


def before_hq(_pos: FrancePosition, _side: int) -> tuple[Step[FrancePosition], ...]:
    """12.3: steps before the HQ of an Allied chit is chosen. Written by france-b."""
    return ()


def before_increments(_pos: FrancePosition, _side: int) -> tuple[Step[FrancePosition], ...]:
    """12.4: steps before the first increment is declared. Written by france-b."""
    return ()


def cycle_ends(act: Act) -> None:
    """12.3, R-37: the 18th goes back to its box after the initiative and reaction cycle. Written by france-b."""


DECISIONS: Final = (Drop, Release)
STEPS: Final = ()
