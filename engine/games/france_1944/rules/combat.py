"""Declaring attacks (8.0, R-6, R-23, R-56). Written by france-b."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import RuleNotImplemented
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId


class Attack(Decision, frozen=True, array_like=True, tag=52):
    """`attack us_vii,us_2ad 1209`: attackers, and one or two target hexes."""

    units: tuple[PieceId, ...]
    targets: tuple[PlaceId, ...]


def _check(pos: FrancePosition, _attack: Attack) -> None:
    raise RuleNotImplemented(pos.game.code, "8.0")


def _take(act: Act, _attack: Attack) -> None:
    raise RuleNotImplemented(act.game.code, "8.0")


def _listed(_pos: FrancePosition) -> Iterator[Attack]:
    yield from ()


ACTIONS: Final = (Action(Attack, _check, _take, _listed),)
DECISIONS: Final = (Attack,)
STEPS: Final = ()
