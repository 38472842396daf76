"""Movement by land (5, 8, 9.1C, 13.1): allowances, where a unit may go, the move itself."""

from __future__ import annotations

from typing import Final

from hexledger.engine.actions import Action
from hexledger.engine.games.fortress_europa.rules.missing import Missing

MISSING: Missing = (
    ("5.1", "movement"),
    ("9.1", "replacing a frozen unit by a mobile one"),
    ("13.1", "movement of HQs"),
    ("17.10.1", "strafing of moving units"),
    ("17.10.4", "crossing rivers without bridges"),
    ("33.3.7", "the Meuse in the Bulge"),
    ("33.3.8", "Nancy in the Bulge"),
    ("33.3.9.5", "American movement in December IV"),
)
ACTIONS: tuple[Action, ...] = ()
DECISIONS: Final = ()
STEPS: Final = ()
