"""Paradrops and airlifts (20)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing

MISSING: Missing = (("20.7", "paradrops"), ("20.10", "airlift"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
