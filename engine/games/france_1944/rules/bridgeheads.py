"""Bridgeheads (12.6, R-19, R-59 to R-61)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules.act import Act


def test(act: Act) -> None:
    """R-59: bridgeheads come and go after every finished change. Written by france-b."""


DECISIONS: Final = ()
STEPS: Final = ()
