"""Rule 4 of Drill: supply at the end of a turn."""

from __future__ import annotations

from tests.drill.losses import lose_step
from tests.drill.position import Act


def judge_supply(act: Act) -> None:
    """DR 4.1: each unit traces a line to its base; without one for two turns running it loses a step."""
    act.phase("phase.supply", rule="4.1")
    for piece in sorted(act.state.at):
        line = act.pos.supply_line(piece)
        if line:
            act.judge(piece, "status.supplied", line, "4.1")
            act.flag(piece, "flag.unsupplied", 0, "4.1")
            continue
        act.judge(piece, "status.unsupplied", (), "4.1")
        if act.pos.flag(piece, act.word("flag.unsupplied")):
            lose_step(act, piece, "4.1")
        else:
            act.flag(piece, "flag.unsupplied", 1, "4.1")
