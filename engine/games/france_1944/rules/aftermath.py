"""What follows every single change on the map: lone headquarters, bridgeheads (4.10, 12.6, R-35, R-59)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.france_1944.rules import bridgeheads, headquarters
from hexledger.engine.games.france_1944.rules.act import Act


def settle(act: Act) -> None:
    """R-35, R-59: after a finished move, advance, retreat or elimination."""
    headquarters.disperse_lone(act)
    bridgeheads.test(act)


DECISIONS: Final = ()
STEPS: Final = ()
