"""What the random event chits that were shown change (PB 2.84): points, markers, releases, who stays away."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.schedule import Arrival

SHOWN: Final = {f.ALLIED: "var.chit_allied", f.GERMAN: "var.chit_german"}
"""Variable that holds the chit that a side has shown, 0 = none; VOID more when it does not work."""
VOID: Final = 10
SIDES: Final = {f.ALLIED: "allied", f.GERMAN: "german"}
FIRST_SS: Final = "1ss"
"""Division that a collapse in the east keeps away, with the third group (PB 2.84b.6)."""
SECOND: Final = "12ss"
"""Division that is set up forward (PB 2.84c.1)."""


def chart(game: Charts[Any], side: int) -> list[dict[str, Any]]:
    """Rows of a side's six chits, in order."""
    rows: list[dict[str, Any]] = game.edition.charts["random_event_chits"][SIDES[side]]
    return rows


def works(pos: June6Position, side: int, chit: int) -> bool:
    """True when a side has shown this chit in time."""
    return pos.state.variable(pos.game.words[SHOWN[side]]) == chit


# ---------------------------------------------------------------------- Allied chits
def resource_points(pos: June6Position) -> int:
    """PB 2.84b.2, 2.84c.2: what the open chits change in the Allied points of a turn."""
    found = 0
    for side in (f.ALLIED, f.GERMAN):
        if works(pos, side, 2):
            found += chart(pos.game, side)[1]["rp"]
    return found


def air_markers(pos: June6Position, weather: str) -> int:
    """PB 2.84b.3: air markers that better coordination adds in this weather."""
    if not works(pos, f.ALLIED, 3):
        return 0
    bonus: dict[str, int] = chart(pos.game, f.ALLIED)[2]["air"]
    return bonus.get(weather, 0)


def kept_away(pos: June6Position, arrival: Arrival) -> bool:
    """PB 2.84b.6: does a collapse in the east keep a group of reinforcements away?"""
    if not pos.state.variable(pos.game.words["var.eastern_collapse"]):
        return False
    third = any(arrival in group.arrivals for group in pos.scenario.groups if group.number == 3)
    return third or pos.counters[arrival.lead].formation == FIRST_SS


# ---------------------------------------------------------------------- German chits
def no_release_rolls(pos: June6Position) -> bool:
    """PB 2.84c.5, R-44: jet fighters: every German formation is released without a roll, on 6 June too."""
    return works(pos, f.GERMAN, 5)


def release_drm(pos: June6Position, formation: int) -> int:
    """PB 2.84c.1: on 6 June 12SS Panzer Division, set up forward, rolls with a DRM for its release."""
    if not works(pos, f.GERMAN, 1) or formation != pos.game.formation_number[SECOND]:
        return 0
    drm: int = chart(pos.game, f.GERMAN)[0]["release_drm"]
    return drm
