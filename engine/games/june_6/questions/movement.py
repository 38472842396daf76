"""Who may move at all, and where he may end (8.1, 9.1): mobility, stacking, posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions import delay_points
from hexledger.engine.games.june_6.questions.costs import Line, Mover, allowance, combat_unit_in, mover, points, walk
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.memory import PLACES, Basis, kept

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.questions.reach import Way

ON_ACTIVE_SIDE: Final = Basis(PLACES, variables=(f.VAR_ACTIVE_SIDE,))
"""Where pieces stand, and whose activation is running."""


# ------------------------------------------------------------------ who may move
def immobile(pos: June6Position, piece: int) -> tuple[str, str] | None:
    """(rule, reason) why a unit may not move now, None when it may. HQs that have given artillery points or have
    bombarded may (QA-MOVE-2, QA-MOVE-3, QA-MOVE-4)."""
    if not 0 <= piece < len(pos.counters):
        return "8.11", f"there is no unit with the number {piece}"
    if not pos.is_active(piece):
        return "7.3", f"{pos.name(piece)} is not active"
    if pos.flag(piece, f.MOVED):
        return "8.11", f"{pos.name(piece)} has moved in this activation"
    if pos.flag(piece, f.RECOVERED):
        return "21.22", f"{pos.name(piece)} has tried to recover in this activation and may not move"
    if pos.flag(piece, f.PINNED):
        return "8.22", f"{pos.name(piece)} is pinned and may not move"
    if pos.flag(piece, f.SCATTERED):
        return "8.22", f"{pos.name(piece)} is scattered and may not move"
    if deserts(pos, piece):
        alone = "would leave a support unit alone in the enemy ZOC that it entered in this activation"
        return "11.14", f"{pos.name(piece)} {alone}"
    return None


def deserts(pos: June6Position, piece: int) -> bool:
    """R-74: would the last combat unit leave an EZOC hex that a support unit entered in this activation?"""
    place = pos.at(piece)
    stack = pos.units(place)
    if len(stack) < 2 or not pos.is_combat(piece):
        return False
    newcomers = any(pos.flag(other, f.MOVED) and not pos.is_combat(other) for other in stack)
    return newcomers and not combat_unit_in(pos, place, piece) and pos.in_ezoc(place, pos.side(piece))


def refused(pos: June6Position, rule: str, reason: str) -> IllegalDecision:
    return IllegalDecision(pos.game.cite(rule), reason)


def check_mobile(pos: June6Position, piece: int) -> None:
    why = immobile(pos, piece)
    if why is not None:
        raise refused(pos, *why)


# ------------------------------------------------------------------ 8.11 a move
def known_path(pos: June6Position, path: tuple[int, ...]) -> None:
    if not path:
        raise refused(pos, "8.11", "a move enters at least one hex")
    for place in path:
        if not 0 <= place < pos.board.n_hexes:
            raise refused(pos, "8.11", "a move goes through hexes only")


def running(pos: June6Position, m: Mover, path: tuple[int, ...]) -> list[int]:
    """Half points of a move up to and with each hex of its path."""
    return [sum(line[1] for line in walk(pos, m, path[: number + 1])) for number in range(len(path))]


def may_end(pos: June6Position, piece: int, place: int) -> bool:
    """J6 PB 1.11a: units of the Cherbourg Command end in Cherbourg or in a strongpoint hex near it."""
    return piece not in pos.scenario.cherbourg_units or pos.cherbourg_abandoned or place in pos.game.cherbourg_posts


def check_post(pos: June6Position, piece: int, place: int) -> None:
    if not may_end(pos, piece, place):
        what = f"{pos.name(piece)} keeps to Cherbourg and the strongpoint hexes near it, not {pos.label(place)}"
        raise refused(pos, "PB 1.11", what)


def check_points(pos: June6Position, piece: int, lines: list[Line], limit: int) -> None:
    cost = sum(line[1] for line in lines)
    if cost > limit:
        reason = f"{pos.name(piece)} has {points(limit)} MP; this move costs {points(cost)}"
        raise refused(pos, "8.12", reason)


# ------------------------------------------------------------------ 9.11 stacking binds at the end of the movement
@kept(ON_ACTIVE_SIDE)
def overfull(pos: June6Position) -> int:
    """A hex of the active side over the stacking limit, -1 when there is none (there is never more than one)."""
    side, n_hexes = pos.active_side, pos.board.n_hexes
    found = [
        place
        for place, stack in pos.state.stacks.items()
        if len(stack) > 2 and place < n_hexes and pos.game.side_of[stack[0]] == side and not pos.stack_fits(stack)
    ]
    return min(found, default=-1)


def room(pos: June6Position, piece: int, place: int) -> bool:
    """J6 9.1: would the hex hold the unit, too?"""
    return not pos.units(place) or pos.fits(place, (piece,))


def clear_first(pos: June6Position, place: int) -> IllegalDecision:
    return refused(pos, "9.11", f"{pos.label(place)} is over the stacking limit: a unit there must move on first")


# ------------------------------------------------------------------ the choice
def passes(pos: June6Position, piece: int, way: Way) -> bool:
    """J6 19.13: no delay point stops the unit on its way; looked at only where there are any."""
    if not delay_points.may_stop(pos, piece, way.path):
        return True
    spent = running(pos, mover(pos, piece), way.path)
    stop = delay_points.stops_at(pos, piece, way.path, spent, allowance(pos, piece))
    return stop < 0 or stop == len(way.path) - 1
