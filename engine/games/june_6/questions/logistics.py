"""Most resource points that the Allies may have in a storm and after it (4.12)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


# ---------------------------------------------------------------------- 5.12, 5.13 how many points
def allied_cap(pos: June6Position) -> int | None:
    """J6 4.12d, R-03: most Allied points in a storm and in the turn after it; None else."""
    storm = pos.game.edition.charts["weather_effects"]["rows"]["storm"]
    if pos.weather == f.WEATHER_STORM:
        cap: int = storm["allied_rp_cap"]
        return cap
    if pos.state.variable(pos.game.words["var.storm_turn"]) == pos.state.turn - 1 and pos.state.turn > 1:
        after: int = storm["next_turn_allied_rp_cap"]
        return after
    return None
