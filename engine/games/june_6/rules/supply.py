"""Supply sources and lines of communication (5.2, 5.3). Nothing here changes anything; `judge` writes verdicts down."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.supply import loc
from hexledger.engine.games.june_6.rules.act import Act


def judge(act: Act, piece: int, rule: str) -> bool:
    """Trace a unit's LOC and write the verdict with its path; True when it has one."""
    path = loc(act.pos, piece)
    act.judge(piece, "status.unsupplied" if path is None else "status.supplied", path or (), rule)
    return path is not None
