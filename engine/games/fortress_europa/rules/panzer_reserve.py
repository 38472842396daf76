"""The panzer reserve (28)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing

MISSING: Missing = (("28.1", "the panzer reserve"), ("28.3", "its choice"), ("28.4", "its entry"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
