"""Air and naval markers for a fight (17.31, 18.31): how many could be given, and are the ships in range?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.kernel.memory import lasting

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.fight import Fight

NAVAL_RANGE: Final = 7
"""J6 18.13: 8 hexes with the coastal hex and the target both counted."""


# ------------------------------------------------------------------ air and naval markers
def markers_for(pos: June6Position, fight: Fight) -> tuple[int, int]:
    """J6 17.31, 18.31: how many air and how many naval markers could be given to a fight."""
    if not fight.supported:
        return 0, 0
    limit = pos.game.combat.drms.max_markers
    naval = min(limit, pos.state.track(f.NAVAL))
    return min(limit, pos.state.track(f.AIR)), naval if naval and naval_in_range(pos, fight.target) else 0


def naval_in_range(pos: June6Position, place: int) -> bool:
    """J6 18.13: within 8 hexes of a coastal hex, both ends counted."""
    return _near_coast(pos.game, place)


@lasting(most=8192)
def _near_coast(game: Charts[Any], place: int) -> bool:
    features = game.board.features
    return any("coastal" in features[near] for near in game.board.within(place, NAVAL_RANGE))
