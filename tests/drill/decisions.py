"""What a player of Drill may decide."""

from __future__ import annotations

from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId


class Move(Decision, frozen=True, array_like=True, tag=16):
    """`move red_1 B2,C3`: a unit and the hexes that it enters."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class Attack(Decision, frozen=True, array_like=True, tag=17):
    """`attack red_1 C3`: a unit and the adjacent hex that it attacks."""

    unit: PieceId
    target: PlaceId


class Pass(Decision, frozen=True, array_like=True, tag=18):
    """`pass`: no more orders; or, when asked, no falling back."""


class FallBack(Decision, frozen=True, array_like=True, tag=19):
    """`fall_back C4`: leave before the attack strikes."""

    to: PlaceId


class Intend(Decision, frozen=True, array_like=True, tag=20):
    """`intend press`, `intend hold`: an attacker's intent, a defender's stance."""

    word: WordId
