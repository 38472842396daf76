"""The orders segment (18): surrender, attachment and detachment, reserves."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Step


class Attach(Decision, frozen=True, array_like=True, tag=21):
    """`attach us_99_393_i us_2id_hq`: a unit joins a surrogate headquarters."""

    unit: PieceId
    hq: PieceId


class Detach(Decision, frozen=True, array_like=True, tag=22):
    """`detach us_99_393_i`: an attached unit returns to its own headquarters."""

    unit: PieceId


class Designate(Decision, frozen=True, array_like=True, tag=23):
    """`designate 12ssd_hq 12ss_25_i,12ss_25_ii`: units that an HQ or a leader puts into reserve."""

    by: PieceId
    units: tuple[PieceId, ...]


class Orders(Step[TrumpetsPosition], frozen=True, array_like=True, tag=13):
    """TFT 18: orders of the active corps."""

    side: int

    def run(self, act: Act) -> None:
        """Not built yet."""


DECISIONS: Final = (Attach, Detach, Designate)
STEPS: Final = (Orders,)
