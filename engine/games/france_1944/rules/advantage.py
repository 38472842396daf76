"""Operational Advantage (12.10, R-20). Written by france-b."""

from __future__ import annotations

from typing import Final

from hexledger.engine.kernel.decisions import Decision


class Reroll(Decision, frozen=True, array_like=True, tag=61):
    """`reroll`: the holder of the Operational Advantage has the roll repeated."""


DECISIONS: Final = (Reroll,)
STEPS: Final = ()
