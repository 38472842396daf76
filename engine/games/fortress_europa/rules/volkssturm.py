"""Volkssturm (25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules.missing import Missing, refuse

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


def approached(act: Act, place: int) -> None:
    """FE 25: an Allied unit has come to a hex: Volkssturm appears in each city in Germany within reach, once a city."""
    pos = act.pos
    reach = pos.game.edition.chart_int("limits", "volkssturm_trigger")
    for city in pos.board.within(place, reach):
        if city in pos.game.ground.german_cities and not pos.state.marker(city, -1, f.VOLKSSTURM):
            refuse(act, MISSING)


MISSING: Missing = (("25", "Volkssturm"),)
DECISIONS: Final = ()
STEPS: Final = ()
