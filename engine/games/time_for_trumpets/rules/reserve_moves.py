"""Moves of reserve units and leaders outside the movement segment (38, 59): legality, carrying out, lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

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
from hexledger.engine.kernel.steps import Refusal, Step

Onward: TypeAlias = Callable[[tuple[int, ...]], Step[TrumpetsPosition]]
ASTRAY: Final = w.FLAG["must_return"]
"""26.1.4e: put on a unit that has to stop beyond the boundary."""
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
    most, found = quarters(pos, unit, half), ways.reachable(pos, unit)
    return {place: way for place, way in found.items() if way[0] <= most or _one_hex(pos, unit, place, way)}


def _one_hex(pos: TrumpetsPosition, unit: int, place: int, way: tuple[int, int]) -> bool:
    """29.2.1f, 29.2.2a, c: the one hex that is left to a unit that is halved anyhow, or low on fuel; `way` is its price
    and the hex before it."""
    limits = ways.allowance(pos, unit)
    return way[1] == pos.at(unit) and (limits.one or limits.only) and ways.one_hex(pos, unit, place, way[0])


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
    one = len(path) == 1 and _one_hex(pos, unit, path[0], (total, pos.at(unit)))
    if total > quarters(pos, unit, half) and not one:
        return "38.0" if beside else "59.1", f"{pos.name(unit)} may go half its movement only"
    last = path[-1]
    hot = next((place for place in path if not beside and pos.enemy_beside(place, pos.side(unit))), None)
    if hot is not None:
        return "59.1", f"an enemy stands beside {pos.label(hot)}"
    alone = leaders.unescorted(pos, (unit,), path)
    if alone is not None:
        return alone
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


def carry_out(act: Act, unit: int, way: Sequence[int], mode: str, rule: str, onward: Onward | None = None) -> None:
    """The unit goes; bridges that it comes beside may be blown (22.1k), where it stops for that and goes on by the step
    that `onward` makes of the rest of its way."""
    pos, astray = act.pos, act.pos.flag(unit, ASTRAY)
    first = len(way) if onward is None else demolition.leg(pos, unit, way)
    leg, rest = way[:first], tuple(way[first:])
    path = as_far_as_it_may(act, unit, leg, mode, rule, ways.walk(pos, unit, leg)[0])
    for place in path:
        if act.pos.on_map(unit):
            entered(act, unit, place)
    settle_ties(act)
    if act.pos.on_map(unit) and unit not in pos.game.roster.leaders:
        goes_on = (onward(rest),) if onward and rest and act.pos.flag(unit, ASTRAY) == astray else ()
        act.then(*demolition.interrupts(act.pos, (unit,), path[-1]), *goes_on)


def beside_enemy(pos: TrumpetsPosition, unit: int) -> bool:
    """A combat unit of the enemy stands beside it."""
    return pos.enemy_beside(pos.at(unit), pos.side(unit))
