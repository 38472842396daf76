"""What random event chits do once they are open (PB 2.84b, 2.84c). What they change elsewhere is asked for here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import written

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act, June6
    from hexledger.engine.games.june_6.schedule import Arrival

RULE: Final = "PB 2.84"
SHOWN: Final = {f.ALLIED: "var.chit_allied", f.GERMAN: "var.chit_german"}
"""Variable that holds the chit that a side has shown, 0 = none; VOID more when it does not work."""
VOID: Final = 10
SIDES: Final = {f.ALLIED: "allied", f.GERMAN: "german"}
FIRST_SS: Final = "1ss"
"""Division that a collapse in the east keeps away, with the third group (PB 2.84b.6)."""
SECOND: Final = "12ss"
"""Division that is set up forward (PB 2.84c.1)."""


def chart(game: June6, side: int) -> list[dict[str, Any]]:
    """Rows of a side's six chits, in order."""
    rows: list[dict[str, Any]] = game.edition.charts["random_event_chits"][SIDES[side]]
    return rows


def works(pos: June6Position, side: int, chit: int) -> bool:
    """True when a side has shown this chit in time."""
    return pos.state.variable(pos.game.words[SHOWN[side]]) == chit


def take_effect(act: Act, side: int, chit: int) -> None:
    """PB 2.84: what happens at once when a chit is shown."""
    if side == f.ALLIED:
        if chit == 1:
            act.then(*written.opening(f.ALLIED), written.DropAsWritten())
        elif chit == 3:
            _more_air(act)
        elif chit == 6:
            _collapse(act)
    elif chit in (1, 3):
        act.then(*written.opening(f.GERMAN), written.SetUpAsWritten(chit))
    elif chit == 6:
        act.assign("var.cherbourg_abandoned", act.state.turn, RULE)


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


def _more_air(act: Act) -> None:
    """PB 1.42 example 2: markers of the running turn come out of the used box at once."""
    weather = act.pos.game.word_key(act.pos.weather).removeprefix("weather.")
    bonus = air_markers(act.pos, weather)
    if bonus:
        act.track("track.air", act.state.track(f.AIR) + bonus, rule=RULE)


def _collapse(act: Act) -> None:
    """PB 2.84b.6: the third group and 1SS Panzer Division do not come any more; those of them that wait leave."""
    act.assign("var.eastern_collapse", act.state.turn, RULE)
    waiting = act.state.pool(act.word("pool.entering"))
    for arrival in act.pos.scenario.arrivals:
        if kept_away(act.pos, arrival):
            for piece in arrival.pieces:
                if piece in waiting:
                    act.pool("pool.entering", piece, -1, RULE)


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
