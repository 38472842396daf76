"""Detachments (19.3): which infantry units may be broken down, into which counters, in which hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.june_6.questions.costs import ground, mover, zone
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

POOL: Final = "det"
"""Pool of counters that the Detachments come from (19.35)."""
COHESION: Final = 4
"""Least cohesion of a unit that may be broken down (19.32)."""


def free_counters(pos: June6Position) -> tuple[int, ...]:
    """J6 19.35: Detachments that are not in play, eliminated ones included, ascending."""
    return tuple(
        piece for piece, counter in enumerate(pos.counters) if counter.pool == POOL and piece not in pos.state.at
    )


def able_units(pos: June6Position) -> tuple[int, ...]:
    """Units that may be broken down, active ones but in the set-up, ascending; none while no Detachment is free."""
    if not free_counters(pos):
        return ()
    units = pos.in_play(f.GERMAN) if setting_up(pos) else pos.active_units()
    return tuple(piece for piece in units if refusal(pos, piece) is None)


def setting_up(pos: June6Position) -> bool:
    """PB 1.11 note 2: before the first turn, in the set-up of 6 June, infantry may be broken down, too."""
    return not pos.state.turn


def refusal(pos: June6Position, piece: int) -> tuple[str, str] | None:
    """J6 19.32: why a unit may not be broken down (rule, reason), None when it may: an infantry-type unit of cohesion 4
    or more, at full strength, without Disorder, whose HQ is active in ME. J6 7.3, 8.22: to be broken down
    is movement, which a pinned unit may not make."""
    name = pos.game.piece_name(piece)
    if setting_up(pos):
        if pos.side(piece) != f.GERMAN or not pos.on_map(piece):
            return "19.31", f"{name} is no German unit on the map"
    elif not pos.is_active(piece) or pos.active_mode != f.ME or pos.side(piece) != f.GERMAN or not pos.on_map(piece):
        return "19.31", f"{name} is no German unit that acts in ME now"
    if pos.flag(piece, f.PINNED) or pos.flag(piece, f.SCATTERED):
        return "7.3a", f"{name} may not move, and to be broken down is movement"
    if not pos.is_infantry(piece):
        return "19.32", f"{name} is not of an infantry type"
    if pos.steps(piece) < pos.counters[piece].steps:
        return "19.32", f"{name} is reduced"
    if pos.flag(piece, f.DISORDER):
        return "19.32", f"{name} is disordered"
    if pos.cohesion(piece) < COHESION:
        return "19.32", f"{name} has a cohesion below {COHESION}"
    hq = pos.hq_of(pos.formation(piece))
    if setting_up(pos):
        # The Cherbourg Command is an RE formation from the start (PB 1.11a).
        if hq < 0 or pos.flag(hq, f.RE):
            return "19.32", f"the HQ of {name} does not act in ME"
    elif not pos.is_active(hq):
        return "19.32", f"the HQ of {name} is not active"
    return None


def hexes_for(pos: June6Position, piece: int, det: int) -> tuple[int, ...]:
    """J6 19.33: hexes in which a new Detachment may stand: the unit's own, and those next to it that a foot unit could
    enter, ZOC rules included; ascending."""
    here = pos.at(piece)
    m = mover(pos, det)
    began = pos.in_ezoc(here, f.GERMAN)
    near = [
        there
        for there in pos.board.neighbours[here]
        if ground(pos, m, here, there) is not None
        and zone(pos, m, there, began, pos.in_ezoc(there, f.GERMAN)) is not None
    ]
    return tuple(sorted((here, *near)))


def fits_in(pos: June6Position, piece: int, whole: bool, dets: Sequence[int], at: Sequence[int]) -> bool:
    """J6 19.33: would every hex hold its Detachments, the unit gone when it is replaced?"""
    leaving = (piece,) if whole else ()
    if setting_up(pos) and any(pos.state.marker(place, -1, f.DELAY_POINT) for place in at):
        # PB 1.13: no German unit in the hex of a delay point.
        return False
    return all(
        pos.fits(place, [det for det, there in zip(dets, at, strict=False) if there == place], leaving)
        for place in sorted(set(at))
    )
