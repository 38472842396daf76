"""A piece's supply as it is judged: the line that feeds it, or why there is none (11.1, 11.5)."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions import supply
from hexledger.engine.games.france_1944.rules.act import Act


def judge(act: Act, piece: int, rule: str, *, whole: bool = True) -> supply.Line:
    """11.1: judge the supply of a piece and give its line, () out of supply.

    whole   the line to the source goes into the record, else only its beginning
    """
    pos = act.pos
    line = supply.line(pos, piece)
    told = supply.trace(pos, piece) if whole else line
    act.judge(piece, "status.supplied" if line else "status.unsupplied", told, rule)
    if not line:
        act.note("note.unsupplied_hq" if pos.is_hq(piece) else "note.unsupplied", (piece,), "11.1")
    return line
