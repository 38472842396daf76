"""Chains of command as the sequence asks them (6, 13-16): armies, corps and divisions that act, who acts with whom."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import ATTACHED, PLACES, Basis, kept

_ACTIVE: Final = tuple(w.VAR[name] for name in ("scenario", "side", "army", "corps"))
ON_ACTIVATION: Final = Basis(ATTACHED, flags=(w.ACTED,), variables=_ACTIVE)
"""What acting with a corps hangs on, wherever a unit stands."""
ON_ACTORS: Final = Basis(PLACES, ATTACHED, flags=(w.ACTED,), variables=_ACTIVE)


def armies(pos: TrumpetsPosition, side: int) -> tuple[int, ...]:
    """14.0: army HQs of a side under which anything is in play."""
    return tuple(hq for hq in headquarters(pos, side, "army") if _in_play(pos, side, "army", hq))


def corps(pos: TrumpetsPosition, side: int, army: int) -> tuple[int, ...]:
    """15.0: corps HQs of an army under which anything is in play."""
    found = headquarters(pos, side, "corps")
    return tuple(hq for hq in found if pos.above(hq, "army") == army and _in_play(pos, side, "corps", hq))


def headquarters(pos: TrumpetsPosition, side: int, level: str) -> tuple[int, ...]:
    """HQs of a level and side, on the map or not, ascending."""
    levels = pos.game.roster.level
    return tuple(hq for hq in levels if levels[hq] == level and pos.side(hq) == side)


def _in_play(pos: TrumpetsPosition, side: int, level: str, hq: int) -> bool:
    return any(pos.above(piece, level) == hq for piece in pos.of(side)) or _waits(pos, side, level, hq)


def _waits(pos: TrumpetsPosition, side: int, level: str, hq: int) -> bool:
    """Reinforcements, or units off the map, that belong to the HQ."""
    away = [p for p in pos.pool("waiting") if pos.side(p) == side]
    away += [p for place in pos.game.ground.zone_hexes for p in pos.units(place) if pos.side(p) == side]
    return any(pos.above(piece, level) == hq for piece in away)


def divisions(pos: TrumpetsPosition, corps_hq: int) -> tuple[int, ...]:
    """16.0: division, brigade, KG (and combat command) HQs of a corps that have a status of their own."""
    shared = pos.shared_levels()
    levels = pos.game.roster.level
    return tuple(
        hq
        for hq in levels
        if levels[hq] not in ("army", "corps", *shared)
        and pos.above(hq, "corps") == corps_hq
        and (hq in pos.state.at or any(pos.status_hq(piece) == hq for piece in pos.of(pos.side(hq))))
    )


def joined(pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
    """24.1, 24.2: division HQs that act as one formation with this one, itself included."""
    index = pos.game.roster.index
    for row in pos.scenario.hooks.get("joint", ()):
        hqs = tuple(index[name] for name in row["hqs"])
        if hq in hqs and pos.state.turn >= calendar.number(row["from"]):
            return hqs
    return (hq,)


def echelon(pos: TrumpetsPosition, piece: int) -> str:
    """2.6.1.1: level of the HQ whose status a unit shares: `army`, `corps`, or a division level; "" for none."""
    hq = pos.status_hq(piece)
    return pos.game.roster.level[hq] if hq != NOBODY else ""


@kept(ON_ACTIVATION)
def acts(pos: TrumpetsPosition, piece: int) -> bool:
    """14.2c, 15.0c: does the unit act with the active corps? Its own units do, and units of the army's echelon that
    have not acted with another corps this turn."""
    corps_hq = pos.active_corps
    if corps_hq == NOBODY or pos.side(piece) != pos.active_side or pos.game.roster.cls[piece] == "aircraft":
        return False
    if pos.above(piece, "corps") == corps_hq:
        return True
    if piece in pos.game.roster.fuel or piece in pos.game.roster.bridges:
        return _goods(pos, piece)
    if pos.above(piece, "corps") != NOBODY or pos.above(piece, "army") != pos.active_army:
        return _free_leader(pos, piece)
    used = pos.flag(piece, w.ACTED)
    return used in (0, corps_hq + 1)


def _goods(pos: TrumpetsPosition, piece: int) -> bool:
    """12.3e, 2.8.6: captured fuel moves with any corps, a bridge with one of its army; once a turn."""
    army = pos.game.roster.army[piece]
    own = army == "any" or army == pos.game.roster.army[pos.active_army]
    return own and pos.flag(piece, w.ACTED) in (0, pos.active_corps + 1)


def _free_leader(pos: TrumpetsPosition, piece: int) -> bool:
    """A leader acts with the corps that he influences, an army commander with any of its army (39.1)."""
    if piece not in pos.game.roster.leaders:
        return False
    used = pos.flag(piece, w.ACTED)
    return pos.above(led(pos, piece), "army") == pos.active_army and used in (0, pos.active_corps + 1)


def led(pos: TrumpetsPosition, leader: int) -> int:
    """39.1: HQ of the formation that a leader influences; NOBODY when it is not in the game."""
    name = pos.counters[leader].formation
    index = pos.game.roster.index
    for ident in (f"{name}_hq", f"us_{name}_hq", f"br_{name}_hq"):
        if ident in index:
            return index[ident]
    return NOBODY


@kept(ON_ACTORS)
def acting(pos: TrumpetsPosition) -> tuple[int, ...]:
    """Units on the map that act with the active corps, ascending."""
    return tuple(piece for piece in pos.of(pos.active_side) if acts(pos, piece))
