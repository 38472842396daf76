"""Victory (30, 32, 33.1.3, 33.2.4, 33.3.10, 33.4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


def check_now(act: Act) -> None:
    """FE 30.1: the Allies win the campaign the moment its conditions hold. To be called whenever control changes."""


def check_turn_end(act: Act) -> None:
    """FE 4.4, 31.15, 32.2: what is looked at when a turn ends."""


def judge(act: Act) -> None:
    """FE 4.4: the end of the last turn."""
    refuse(act, MISSING)


MISSING: Missing = (
    ("30.1", "victory of the campaign"),
    ("32.2", "sudden death"),
    ("33.1.3", "victory of the Invasion"),
    ("33.2.4", "victory of To the West Wall"),
    ("33.3.10", "victory of the Bulge"),
    ("33.4.7", "victory of On to Berlin"),
)
DECISIONS: Final = ()
STEPS: Final = ()
