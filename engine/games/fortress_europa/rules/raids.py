"""Raids of commandos and Rangers (21)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing

MISSING: Missing = (("21.2", "raids"),)
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
