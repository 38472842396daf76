"""One combat: air, lead units, dice, losses, retreat, advance (9). Written by france-b."""

from __future__ import annotations

from typing import Final

from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId


class UseAir(Decision, frozen=True, array_like=True, tag=51):
    """`use_air air.tactical`: an air marker joins the attack."""

    marker: WordId


class Lead(Decision, frozen=True, array_like=True, tag=53):
    """`lead us_vii`: the lead unit of a side."""

    unit: PieceId


class FallBack(Decision, frozen=True, array_like=True, tag=54):
    """`fall_back yes`: the defender retreats where he may, or stays."""

    retreat: bool


class LoseStep(Decision, frozen=True, array_like=True, tag=55):
    """`lose_step us_vii`: the unit that takes the next loss."""

    unit: PieceId


class Retreat(Decision, frozen=True, array_like=True, tag=56):
    """`retreat 1310,1311`: the hexes that a stack retreats into."""

    path: tuple[PlaceId, ...]


class Advance(Decision, frozen=True, array_like=True, tag=57):
    """`advance us_2ad 1209,1210`: an attacker advances one or two hexes."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class EndAdvance(Decision, frozen=True, array_like=True, tag=62):
    """`end_advance`: nobody else advances."""


DECISIONS: Final = (UseAir, Lead, FallBack, LoseStep, Retreat, Advance, EndAdvance)
STEPS: Final = ()
