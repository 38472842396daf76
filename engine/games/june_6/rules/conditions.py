"""Special conditions of scenarios (PB 6.10): divisions that must attack, units that may not."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.conditions import am_drawn, came_in_re
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f


def attacked(act: Act, attackers: tuple[int, ...]) -> None:
    """PB 6.101b: write down that a division that must attack has done so."""
    for formation in sorted({act.pos.formation(piece) for piece in attackers}):
        if formation in act.pos.scenario.must_attack:
            hq = act.pos.game.formation_hq[formation]
            if act.pos.present(hq):
                act.flag(hq, f.ATTACKED_TURN, 1, "PB 6.101")


def end_turn(act: Act) -> None:
    """PB 6.101b: a division that acted with its AM and never attacked is noted; the text names no penalty."""
    for formation in act.pos.scenario.must_attack:
        hq = act.pos.game.formation_hq[formation]
        if not act.pos.present(hq):
            continue
        if act.pos.flag(hq, f.ATTACKED_TURN):
            act.flag(hq, f.ATTACKED_TURN, 0, "PB 6.101")
        elif am_drawn(act.pos, formation) and not came_in_re(act.pos, hq):
            act.note("note.did_not_attack", (hq,), "PB 6.101")


DECISIONS: Final = ()
STEPS: Final = ()
