"""Moves of reserve units and leaders outside the movement segment (38, 59): legality, carrying out, lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import leaders, stacking, ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import as_far_as_it_may
from hexledger.engine.games.time_for_trumpets.rules.entering import entered
from hexledger.engine.games.time_for_trumpets.rules.moving import ends, path_of
from hexledger.engine.games.time_for_trumpets.rules.ties import settle_ties
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.kernel.steps import Refusal

AT_WORK: Final = ("building", "bridging", "ferry", "prep")
"""29.1b: engineers under these markers do not move, in whatever segment."""


def quarters(pos: TrumpetsPosition, unit: int, half: bool) -> int:
    """38.0i, 59.1a, 59.2j: half the MF, rounded up, or all of it; a unit that is halved anyhow is not halved twice."""
    allowed = ways.allowance(pos, unit).quarters
    if not half or ways.halved(pos, unit) is not None:
        return allowed
    return -(-ways.full_mf(pos, unit) // 2) * MF


def reached(pos: TrumpetsPosition, unit: int, half: bool) -> dict[int, tuple[int, int]]:
    """Hex -> (quarters, hex before it) for a reserve unit or leader, within its MF or half of it."""
    most = quarters(pos, unit, half)
    return {place: way for place, way in ways.reachable(pos, unit).items() if way[0] <= most}


def refusal(pos: TrumpetsPosition, unit: int, path: Sequence[int], half: bool, beside: bool) -> Refusal | None:
    """38.0j, 59.1c: why a unit may not take a way; `beside`: it may end beside an enemy."""
    if not path:
        return "38.0", "a move enters a hex"
    if pos.backed(unit):
        return "31.2", f"{pos.name(unit)} is deployed or in battery"
    if any(pos.flag(unit, w.FLAG[work]) for work in AT_WORK):
        return "29.1", f"{pos.name(unit)} is at work and does not move"
    total, why = ways.walk(pos, unit, path)
    if why is not None:
        return why
    if total > quarters(pos, unit, half):
        return "38.0" if beside else "59.1", f"{pos.name(unit)} may go half its movement only"
    last = path[-1]
    hot = next((place for place in path if not beside and pos.enemy_beside(place, pos.side(unit))), None)
    if hot is not None:
        return "59.1", f"an enemy stands beside {pos.label(hot)}"
    if unit in pos.game.roster.leaders and not leaders.may_stand(pos, unit, last):
        return "39.3", "a leader alone does not come beside enemy units or leaders"
    if not stacking.room(pos, unit, last):
        return "23.3", f"{pos.label(last)} has no room"
    return ends(pos, (unit,), last)


def listed(pos: TrumpetsPosition, unit: int, half: bool, beside: bool) -> Iterator[tuple[int, ...]]:
    """Ways of a unit to every hex that it may reach so."""
    found = reached(pos, unit, half)
    for place in found:
        if place != pos.at(unit):
            path = path_of(found, place)
            if refusal(pos, unit, path, half, beside) is None:
                yield path


def carry_out(act: Act, unit: int, path: Sequence[int], mode: str, rule: str) -> None:
    """The unit goes; bridges that it comes beside may be blown (22.1k)."""
    pos = act.pos
    path = as_far_as_it_may(act, unit, path, mode, rule, ways.walk(pos, unit, path)[0])
    for place in path:
        if act.pos.on_map(unit):
            entered(act, unit, place)
    settle_ties(act)
    if act.pos.on_map(unit) and unit not in pos.game.roster.leaders:
        act.then(*demolition.interrupts(act.pos, (unit,), path[-1]))


def beside_enemy(pos: TrumpetsPosition, unit: int) -> bool:
    """A combat unit of the enemy stands beside it."""
    return pos.enemy_beside(pos.at(unit), pos.side(unit))
