"""Who must or may not move: the march to the Dyle, French corps that stay (H-1, H-3)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from hexledger.engine.games.case_yellow.questions import stacking, ways, zoc
from hexledger.engine.games.case_yellow.questions.borders import in_dyle_area
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal


def frozen(pos: YellowPosition, piece: int) -> Refusal | None:
    """H-3: French corps that may not move on turn 1, and how many Maginot corps move in a round later."""
    scenario, turn = pos.scenario, pos.state.turn
    rule = scenario.special.get("french_freeze")
    if rule is not None and piece in scenario.freeze and turn == int(rule["turn"]):
        return "H-3", f"{pos.name(piece)} may not move on turn {turn}"
    counts = piece in scenario.maginot_corps and turn >= scenario.maginot_from and not pos.flag(piece, w.MOVED)
    if counts and pos.var("maginot_moved") >= scenario.maginot_limit:
        return "H-3", f"{scenario.maginot_limit} corps of the Maginot armies have moved in this round"
    return None


def marches(pos: YellowPosition, piece: int) -> bool:
    """H-1: a red star outside the Dyle area, not in an enemy ZOC, that must march there in this round."""
    if piece not in pos.scenario.marchers or pos.state.turn not in pos.scenario.march_turns or pos.var("dynamo"):
        return False
    if not pos.on_map(piece) or pos.engaged(piece) or pos.flag(piece, w.RAILED):
        return False
    place = pos.at(piece)
    return not in_dyle_area(pos, place) and not zoc.in_ezoc(pos, place, w.ALLIED)


def remaining(pos: YellowPosition, piece: int) -> Mapping[int, int]:
    """H-1, G-A60: MPs from a hex to the nearest Dyle area hex that has room for the unit, for all hexes that are
    not further away than its own."""
    ground = pos.game.ground
    ends = [place for place in sorted(ground.dyle) if stacking.room(pos, place, (piece,))]
    heap = [(0, place) for place in ends]
    found: dict[int, int] = {}
    while heap:
        total, here = heappop(heap)
        if here in found:
            continue
        found[here] = total
        if here == pos.at(piece):
            break
        for before in ground.near[here]:
            if before in found or pos.enemy_in(before, w.ALLIED):
                continue
            if ways.prohibited(pos, piece, before, here) is None:
                heappush(heap, (total + ways.price(pos, piece, before, here), before))
    return found


@kept(BOARD)
def march_ends(pos: YellowPosition, piece: int) -> frozenset[int]:
    """H-1: hexes in which the march of the unit may end in this round; none when no way leads nearer."""
    left = remaining(pos, piece)
    here = pos.at(piece)
    reached = [p for p in ways.reach(pos, piece) if p in left and p != here]
    inside = frozenset(p for p in reached if in_dyle_area(pos, p) and stacking.room(pos, p, (piece,)))
    if inside:
        return inside
    near = [p for p in reached if left[p] < left.get(here, left[p] + 1)]
    near = [p for p in near if stacking.room(pos, p, (piece,))]
    best = min((left[p] for p in near), default=None)
    return frozenset(p for p in near if left[p] == best)


def undone(pos: YellowPosition, side: int) -> int | None:
    """H-1: a red star that must still march before the movement of the round may end."""
    if side != w.ALLIED or pos.state.turn not in pos.scenario.march_turns:
        return None
    waiting = (p for p in pos.of(side) if p in pos.scenario.marchers and not pos.flag(p, w.MOVED))
    return next((p for p in waiting if marches(pos, p) and march_ends(pos, p)), None)
