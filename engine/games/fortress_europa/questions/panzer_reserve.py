"""The panzer reserve (28): withdrawal on November I, the choice of December I, entry from December to February.

Its units are in the box `panzer_reserve`, where they may be restored (28.2). 1SS and Lehr come back as the counters
of 28.5, 101SS not at all.
"""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition

OPTION_A: Final = 1
"""Value of the variable `panzer_option`: all units restored, no more armour replacements (28.3 A)."""


def event(pos: FortressPosition, kind: str) -> dict[str, Any]:
    """The row of the scenario's events of a kind (`panzer_reserve_withdrawal` ...), {} where the scenario has none."""
    rows: list[dict[str, Any]] = pos.scenario.data.get("events") or []
    return next((row for row in rows if row.get("kind") == kind), {})


def is_turn(pos: FortressPosition, kind: str) -> bool:
    """True in the turn, or the span of turns, of an event."""
    text = str(event(pos, kind).get("turn") or "")
    if not text:
        return False
    first, _, last = text.partition(" to ")
    number = pos.tables.calendar.number
    return number(first) <= pos.state.turn <= number(last or first)


# ---------------------------------------------------------------------- 28.4, 28.5 entry


def returning(pos: FortressPosition, piece: int) -> int:
    """FE 28.5: the counter with which a unit comes into play after November I: 1SS and Lehr have new ones."""
    if not event(pos, "panzer_reserve_entry") or pos.state.turn < pos.tables.calendar.number(
        event(pos, "panzer_reserve_withdrawal")["turn"]
    ):
        return piece
    exchanges: dict[str, str] = event(pos, "panzer_reserve_entry").get("exchanges") or {}
    index = pos.game.edition.counter_index
    name = exchanges.get(pos.counters[piece].id)
    return piece if name is None else index[name]
