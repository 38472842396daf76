"""Who may help whom: divisions, corps and the corps HQs that serve them (6.11-6.13)."""

from __future__ import annotations

from hexledger.engine.editions.counters import Formation
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


def formation_data(pos: June6Position, formation: int) -> Formation | None:
    """The formation of that number, None for 0 (units of no formation)."""
    game = pos.game
    return game.edition.formations[game.formation_ids[formation - 1]] if formation else None


def is_division(pos: June6Position, formation: int) -> bool:
    """J6 6.11: True for a division, False for a corps or units of no formation."""
    data = formation_data(pos, formation)
    return data is not None and data.kind == "division"


def corps_serves(pos: June6Position, corps_hq: int, formation: int) -> bool:
    """J6 6.13b-c, 16.23, 16.24: may a corps HQ help this formation? A German one helps every German, an Allied one its
    own corps and the divisions under it, or those that the scenario names (PB 6.42 note 1)."""
    if pos.side(corps_hq) == f.GERMAN:
        return True
    data = formation_data(pos, formation)
    if data is None or data.side != "allied":
        return False
    corps = pos.counters[corps_hq].formation
    return corps in (data.id, data.parent) or data.id in pos.scenario.corps_support.get(corps_hq, ())
