"""Chains of command as the sequence asks them (6, 13-16): armies, corps and divisions that act, who acts with whom."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import ATTACHED, PLACES, Basis, kept, rows

_ACTIVE: Final = tuple(w.VAR[name] for name in ("scenario", "side", "army", "corps"))
ON_COMMAND: Final = Basis(ATTACHED, variables=_ACTIVE)
"""What the terms hang on, on which a unit acts with a corps, wherever it stands and whatever it did."""
ON_ACTORS: Final = Basis(PLACES, ATTACHED, flags=(w.ACTED,), variables=_ACTIVE)

ENTERING: Final = (w.POOL["waiting"], w.POOL["fled"])
"""27, 54.1i: who comes in, or comes back, in the movement of the corps."""
NEVER: Final = 0
ONCE: Final = 1
ALWAYS: Final = 2
"""Terms on which a piece acts with the active corps."""


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
    """16.0: division, brigade, KG (and combat command) HQs of a corps that have a status of their own; 27.3, B-78: also
    those that come in with it, or come back (54.1i)."""
    levels = pos.game.roster.level
    return tuple(
        hq
        for hq in levels
        if levels[hq] not in ("army", "corps")
        and not pos.shared(hq)
        and pos.above(hq, "corps") == corps_hq
        and (hq in pos.state.at or _enters(pos, hq) or any(pos.status_hq(p) == hq for p in pos.of(pos.side(hq))))
    )


def _enters(pos: TrumpetsPosition, hq: int) -> bool:
    """An HQ beyond the edge that comes onto the map with its corps."""
    return any(pos.state.pooled(pool, hq) for pool in ENTERING)


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


def acts(pos: TrumpetsPosition, piece: int) -> bool:
    """14.2c, 15.0c: does the unit act with the active corps? Its own units do, and units of the army's echelon that
    have not acted with another corps this turn."""
    corps_hq = pos.active_corps
    return _acts(pos, piece, _terms(pos, corps_hq)[piece], corps_hq)


def _acts(pos: TrumpetsPosition, piece: int, term: int, corps_hq: int) -> bool:
    return term == ALWAYS or (term == ONCE and pos.flag(piece, w.ACTED) in (0, corps_hq + 1))


@rows(ON_COMMAND)
def _terms(pos: TrumpetsPosition, corps_hq: int, piece: int) -> int:
    """On what terms a piece acts with the active corps: always, once a turn (with one corps), or not at all."""
    roster = pos.game.roster
    if corps_hq == NOBODY or pos.side(piece) != pos.active_side or roster.cls[piece] == "aircraft":
        return NEVER
    if pos.above(piece, "corps") == corps_hq:
        return ALWAYS
    if piece in roster.fuel or piece in roster.bridges:
        return ONCE if _goods(pos, piece) else NEVER
    if pos.above(piece, "corps") != NOBODY or pos.above(piece, "army") != pos.active_army:
        return ONCE if _free_leader(pos, piece) else NEVER
    return ONCE


def _goods(pos: TrumpetsPosition, piece: int) -> bool:
    """12.3e, 2.8.6: captured fuel moves with any corps, a bridge with one of its army."""
    army = pos.game.roster.army[piece]
    return army in ("any", pos.game.roster.army[pos.active_army])


def _free_leader(pos: TrumpetsPosition, piece: int) -> bool:
    """A leader acts with the corps that he influences, an army commander with any of its army (39.1)."""
    return piece in pos.game.roster.leaders and pos.above(led(pos, piece), "army") == pos.active_army


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
    corps_hq = pos.active_corps
    terms = _terms(pos, corps_hq)
    return tuple(p for p in pos.of(pos.active_side) if terms[p] and _acts(pos, p, terms[p], corps_hq))
