"""Engineers of HQs (20.11, 20.12): whom an HQ serves and carries, what it may demolish or build, what it has lent."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.command import corps_serves
from hexledger.engine.games.june_6.questions.costs import ENGINEER_RANGE
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.kernel.memory import MARKERS, Basis, kept, lasting

ON_MARKERS: Final = Basis(MARKERS)


# ------------------------------------------------------------------ 20.1 whose engineers work for whom
def served(pos: June6Position, hq: int) -> tuple[int, ...]:
    """J6 20.14, 20.15, 20.22, 6.13b: active formations that an HQ's engineers may work for, ascending.

    Its own when the HQ is active; an active corps HQ also for the corps units of another corps that the scenario lets
    it support (PB 6.41, 6.42 note 1: no other rule gives it those); a corps HQ for active divisions whose HQ is within
    4 hexes, of its own corps if Allied, or as the scenario says.
    """
    if not pos.is_hq(hq) or not pos.on_map(hq) or pos.side(hq) != pos.active_side:
        return ()
    found = {pos.formation(hq)} if pos.is_active(hq) else set()
    if found and pos.is_corps_hq(hq) and pos.side(hq) == f.ALLIED:
        listed = (pos.game.formation_number[name] for name in pos.scenario.corps_support.get(hq, ()))
        found.update(number for number in listed if pos.game.formation_kind(number) == "corps")
    if pos.is_corps_hq(hq):
        for piece in pos.active_units():
            if (
                pos.is_division_hq(piece)
                and pos.on_map(piece)
                and pos.board.distance(pos.at(piece), pos.at(hq)) <= ENGINEER_RANGE
                and corps_serves(pos, hq, pos.formation(piece))
            ):
                found.add(pos.formation(piece))
    return tuple(sorted(found))


def parent_hex(pos: June6Position, hq: int, piece: int) -> int:
    """J6 20.21: the hex that a unit must be within 4 hexes of to be carried by an HQ: that of its own HQ; where the
    scenario lets another corps HQ support it (PB 6.42 note 1) that HQ's; -1 when there is none."""
    own = pos.hq_of(pos.formation(piece))
    if own >= 0 and (own == hq or pos.is_division_hq(own)):
        return pos.at(own)
    return pos.at(hq)


def carriers(pos: June6Position, piece: int) -> tuple[int, ...]:
    """J6 20.13-20.22, 20.31: HQs whose bridge action, not used this turn, could carry an active unit from where it is,
    its own HQ first; for crossings and forced crossings alike."""
    formation, place = pos.formation(piece), pos.at(piece)
    able = [
        hq
        for hq in pos.in_play(pos.active_side)
        if pos.is_hq(hq)
        and formation in served(pos, hq)
        and not pos.flag(hq, f.BRIDGE_ACTION)
        and pos.board.distance(parent_hex(pos, hq, piece), place) <= ENGINEER_RANGE
    ]
    own = pos.hq_of(formation)
    return tuple(sorted(able, key=lambda hq: (hq != own, hq)))


def engineer_hqs(pos: June6Position) -> tuple[int, ...]:
    """HQs whose engineers may work in the running activation, ascending."""
    at = pos.state.at
    return tuple(piece for piece in _hqs(pos.game, pos.active_side) if piece in at and served(pos, piece))


@lasting(most=4)
def _hqs(game: Charts[Any], side: int) -> tuple[int, ...]:
    """The HQs of a side, in play or not, ascending."""
    return tuple(piece for piece, kind in enumerate(game.counters) if kind.type == "hq" and game.side_of[piece] == side)


def check_hq(pos: June6Position, hq: int) -> None:
    if not pos.is_hq(hq):
        raise refused(pos, "20.13", f"{pos.name(hq)} is no HQ and has no engineers")
    if not served(pos, hq):
        rule = "20.14" if pos.is_corps_hq(hq) else "20.15"
        raise refused(
            pos,
            rule,
            f"{pos.name(hq)} is not active, nor a corps HQ within {ENGINEER_RANGE} hexes of its active division",
        )


def check_action(pos: June6Position, hq: int) -> None:
    if pos.flag(hq, f.BRIDGE_ACTION):
        raise refused(pos, "20.13", f"{pos.name(hq)} has used its bridge action this turn")


def other_lender(pos: June6Position, hq: int) -> int:
    """J6 20.22: another corps HQ that has lent its bridge action to the running activation, -1 when there is none: a
    German division attaches one such action only. (An Allied division has one corps.)"""
    if not lends(pos, hq):
        return -1
    return next((one for one in pos.in_play(f.GERMAN) if one != hq and pos.flag(one, f.LENT)), -1)


def lends(pos: June6Position, hq: int) -> bool:
    """J6 8.44b: is this a German corps HQ whose action a division attaches?"""
    return pos.side(hq) == f.GERMAN and pos.is_corps_hq(hq) and not pos.is_active(hq)


def near_hq(pos: June6Position, hq: int, a: int, b: int) -> bool:
    place, board = pos.at(hq), pos.board
    return min(board.distance(place, a), board.distance(place, b)) <= ENGINEER_RANGE


def refused(pos: June6Position, rule: str, reason: str) -> IllegalDecision:
    return IllegalDecision(pos.game.cite(rule), reason)


# ------------------------------------------------------------------ 20.2 assisted river crossing
def at_river(pos: June6Position, hq: int, piece: int) -> bool:
    place = pos.at(piece)
    if not pos.on_map(piece) or pos.board.distance(place, parent_hex(pos, hq, piece)) > ENGINEER_RANGE:
        return False
    return any(
        pos.needs_bridge(place, there)
        and pos.side_at(there) != 3 - pos.side(piece)
        and pos.can_pass(piece, place, there, assisted=True)
        for there in pos.board.neighbours[place]
    )


# ------------------------------------------------------------------ 20.4 demolition
def demolition(pos: June6Position, a: int, b: int) -> str:
    """J6 20.44: `automatic`, `contested` (a die of 4 or less) or `impossible`, for the active side."""
    ends = (pos.side_at(a), pos.side_at(b))
    side = pos.active_side
    if side not in ends:
        return "impossible"
    return "contested" if 3 - side in ends else "automatic"


def bridges_at_hand(pos: June6Position) -> list[tuple[int, int]]:
    """Standing bridges with a unit of the active side at an end, each once (a < b), ascending."""
    side = pos.active_side
    return [(a, b) for a, b in _standing(pos) if pos.side_at(a) == side or pos.side_at(b) == side]


@kept(ON_MARKERS)
def _standing(pos: June6Position) -> tuple[tuple[int, int], ...]:
    """Bridges that stand, each once (a < b), ascending: printed and not blown, or a pontoon."""
    built = [(key >> 32, (key >> 16 & 0xFFFF) - 1) for key in pos.state.markers if key & 0xFFFF == f.PONTOON]
    return tuple((a, b) for a, b in sorted({*_printed(pos.game), *built}) if pos.bridge(a, b))


@lasting(most=1)
def _printed(game: Charts[Any]) -> tuple[tuple[int, int], ...]:
    return game.board.bridges()


def held_hexside(pos: June6Position) -> list[int]:
    side, n_hexes, side_of = pos.active_side, pos.board.n_hexes, pos.game.side_of
    stacks = pos.state.stacks
    return sorted([place for place, stack in stacks.items() if place < n_hexes and side_of[stack[0]] == side])


# ------------------------------------------------------------------ 20.5 building
def check_hexside(pos: June6Position, a: int, b: int) -> None:
    if not (pos.board.is_hex(a) and pos.board.is_hex(b) and pos.board.adjacent(a, b)):
        raise refused(pos, "20.44", f"{pos.label(a)} and {pos.label(b)} are not adjacent hexes")
