"""What random event chits do once they are open (PB 2.84b, 2.84c). What they change elsewhere is asked for here."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.chit_effects import air_markers, kept_away
from hexledger.engine.games.june_6.rules import written
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f

RULE: Final = "PB 2.84"


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
