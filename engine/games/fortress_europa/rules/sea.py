"""Sea movement and evacuation (11)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing

MISSING: Missing = (("11.4", "sea movement"), ("18.7.13", "landings need supply"))
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
