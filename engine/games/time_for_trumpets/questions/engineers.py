"""What engineers may build where (2.8.4, 2.8.5, 19-21)."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.games.time_for_trumpets.questions import banks, chains, engagements, supply
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Refusal

ROWS = ("german_bridge_engineer", "german_army_engineer", "allied_army_corps_engineer")
"""Rows of chart `bridge_construction`."""
FORDING = "20.0"


def ready(pos: TrumpetsPosition, piece: int, rule: str) -> Refusal | None:
    """19.0, 20.0, 21.1, 13.5.2, 7.14, 9.15: acts with the corps, is released, active, in command and in supply; 52.12c,
    52.13.4c: and owes no attack."""
    if not pos.on_map(piece) or not chains.acts(pos, piece):
        return "15.0", f"{pos.name(piece)} does not act with this corps"
    if pos.held(piece):
        return "H-1", f"{pos.name(piece)} is not released yet"
    if not pos.active(piece):
        return "13.5.2", f"{pos.name(piece)} is not active"
    if not pos.in_comm(piece):
        return "7.14", f"{pos.name(piece)} is out of command"
    if not pos.in_supply(piece):
        return "9.15", f"{pos.name(piece)} is out of supply"
    owed = engagements.owes(pos, piece)
    if owed is not None and not (rule == FORDING and owed[0] == "52.12.1"):
        # 52.12.1: over a ford that it has prepared it may withdraw itself
        return owed
    busy = any(pos.flag(piece, w.FLAG[name]) for name in ("building", "bridging", "ferry", "prep"))
    return (rule, f"{pos.name(piece)} is at other work") if busy else None


def beside(pos: TrumpetsPosition) -> Iterator[tuple[int, int]]:
    """20.0, 22.2: (engineer of the acting corps, hex next to it), ascending by engineer."""
    near, engineers = pos.game.ground.near, pos.game.roster.engineers
    return ((piece, there) for piece in chains.acting(pos) if piece in engineers for there in near[pos.at(piece)])


def bridge_row(pos: TrumpetsPosition, piece: int) -> str:
    """2.8.4, 2.8.5, 21.1, 21.6: row of chart `bridge_construction` for an engineer; "" for one that builds none."""
    having = pos.game.roster.having
    if piece in having["bridge_engineer"]:
        return ROWS[0]
    if piece in having["army_engineer"] and pos.side(piece) == w.GERMAN:
        return ROWS[1]
    if pos.side(piece) == w.ALLIED and (piece in having["army_engineer"] or piece in having["corps_engineer"]):
        return ROWS[2]
    return ""


def turns_needed(pos: TrumpetsPosition, piece: int) -> int:
    """21.1: turns that the engineer needs for a bridge."""
    return pos.game.chart.number("bridge_construction", "rows", bridge_row(pos, piece), "turns")


def kinds(pos: TrumpetsPosition, piece: int) -> tuple[str, ...]:
    """Bridges that the engineer builds: `j`, `b` or `bailey`."""
    row = bridge_row(pos, piece)
    if not row:
        return ()
    return tuple(str(kind).lower() for kind in pos.game.chart.data["bridge_construction"]["rows"][row]["bridge"])


def counters(pos: TrumpetsPosition, piece: int, kind: str) -> tuple[int, ...]:
    """21.2, 21.7: German bridge counters of a kind and of the engineer's army: in its hex, or in the holding box."""
    roster = pos.game.roster
    marked = roster.having[f"bridge_{kind}"]
    army = roster.army[piece]
    here = [unit for unit in pos.units(pos.at(piece)) if unit in marked and roster.army[unit] == army]
    boxed = [unit for unit in pos.pool("bridges") if unit in marked and roster.army[unit] == army]
    if boxed and pos.at(piece) not in supply.net_of(pos, piece):
        boxed = []
    return (*here, *boxed)


def site(pos: TrumpetsPosition, piece: int, across: int) -> Refusal | None:
    """21.2.1, 21.3.1, 21.1m: the hex of a blown bridge, nothing built or in work there, no enemy beside it but across
    the river."""
    here = pos.at(piece)
    if not 0 <= across < pos.board.n_hexes or pos.game.ground.key(here, across) not in banks.blown(pos):
        return "21.1", "there is no blown bridge"
    if pos.marker("bridge_work", here, across):
        return "21.1", "a bridge is in work there"
    return enemy_on_bank(pos, here, pos.side(piece))


def enemy_on_bank(pos: TrumpetsPosition, here: int, side: int) -> Refusal | None:
    """21.1m,n: an enemy combat unit adjacent without the river between."""
    for there in pos.game.ground.near[here]:
        if pos.enemy_in(there, side) and not pos.game.ground.water_between(here, there):
            return "21.1", "an enemy stands on this side of the river"
    return None
