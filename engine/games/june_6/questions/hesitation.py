"""German hesitation on 6 June (PB 1.102): which formations may not act yet, and who waits for his release."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions import arrivals
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.games.june_6.tables.schedule import Arrival


def holds(pos: June6Position, formation: int) -> bool:
    """PB 1.102, R-13: does hesitation keep a formation from acting, in ME and in RE? Units without a formation of the
    table (Cherbourg Command, SPs, Detachments) never hesitate."""
    invasion = pos.scenario.invasion
    return (
        pos.state.turn == INVASION
        and invasion is not None
        and formation in invasion.release
        and not pos.state.pooled(pos.game.words["pool.released"], formation)
    )


def group_waiting(pos: June6Position, formation: int) -> Arrival | None:
    hq = pos.game.formation_hq[formation]
    for arrival in arrivals.waiting(pos, f.GERMAN):
        if arrival.lead == hq and arrivals.open_hexes(pos, arrival):
            return arrival
    return None
