"""Invasions of the greedy bot: who lands where, and when the second one is made.

The scenario file suggests a landing that works with the edition; the bot follows it as far as it can and fills what is
left by rule of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import drops, suggestion
from hexledger.engine.games.fortress_europa.questions import landing, sea
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import invasion, sudden_death
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision

_OWN: Final = 2
"""Divisions that the bot lands in a hex of its own choice."""
_COAST: Final = 5
"""Hexes around a landing in which Germans count against it."""
_DIVISIONS: Final = 8
"""German strength that may come from elsewhere in any case."""
_WAVE: Final = 4
"""Units that must stand ready for a second invasion, and find room in its first impulse."""
SPARE: Final = 1
"""Supply capacity that is kept for a second invasion (12.14)."""


def land(pos: FortressPosition) -> Decision | None:
    """The suggested landing; others where the line has room: of the nation that is there, strong ones first, an HQ at
    once in the second impulse."""
    if not pos.invasion_turn:
        return None
    wanted = suggestion.invaders(pos) if pos.primary_turn else {}
    best: tuple[tuple[int, ...], Decision] | None = None
    for decision in invasion.landings(pos):
        key = _worth(pos, decision.unit, decision.at, wanted)
        if key is not None and (best is None or key > best[0]):
            best = key, decision
    return None if best is None else best[1]


def _worth(pos: FortressPosition, unit: int, place: int, wanted: Mapping[int, int]) -> tuple[int, ...] | None:
    """Sort key of a landing, None when the bot does not want it."""
    if drops.waits(pos, unit):
        return None
    there = [one for one in pos.units_of(place, f.ALLIED) if one not in pos.tables.roster.hqs]
    hq = unit in pos.tables.roster.hqs
    full = pos.stacked(pos.units_of(place, f.ALLIED)) >= pos.stack_limit(place)
    if pos.impulse > 1 and full and not hq:
        return None  # who is one too many when the moves end is lost (6.3); raiders that invade count (21.7)
    if hq:
        if pos.hqs(f.ALLIED) and _near_hq(pos, place):
            return None
        # It goes where it is safest: out of enemy ZOCs, else where most of its own stand for each enemy beside them.
        pressed = sum(pos.cf(one) for one in pos.zoc(f.GERMAN).get(place, ()))
        # Among those of another nationality it would have to attack alone (6.2).
        alone = 30 if pressed and all(pos.nation(one) != pos.nation(unit) for one in there) else 0
        return 1, sum(pos.cf(one) for one in there) - 4 * pressed - alone, -unit, -place
    mixed = any(pos.nation(one) != pos.nation(unit) for one in there)
    if pos.impulse == 1:
        if pos.units_of(place, f.GERMAN) and mixed:
            return None
        as_wished = int(wanted.get(unit) == place)
        return 0, as_wished, int(unit not in wanted), int(not mixed), -max(0, len(there) - _OWN), pos.cf(unit), -unit
    pressed = sum(pos.cf(one) for one in pos.zoc(f.GERMAN).get(place, ()))
    return 0, int(wanted.get(unit) == place), int(not mixed), pressed, pos.cf(unit), -unit, -place


def _near_hq(pos: FortressPosition, place: int) -> bool:
    reach = pos.game.edition.chart_int("supply_ranges", "unit_to_hq")
    return any(pos.board.distance(place, pos.at(hq)) <= reach for hq in pos.hqs(f.ALLIED))


# ---------------------------------------------------------------------- 12.2 the second invasion
def second(pos: FortressPosition) -> Decision | None:
    """The second invasion, as soon as it may be made: the line with the most room for the units that wait for it and
    the fewest Germans behind it; none where the bot has chosen to do without it (32.4)."""
    if sudden_death.in_play(pos):
        return None
    best: tuple[int, Decision] | None = None
    for decision in invasion.declarations(pos):
        points = _promise(pos, decision.hexes)
        if points > 0 and (best is None or points > best[0]):
            best = points, decision
    return None if best is None else best[1]


def _promise(pos: FortressPosition, line: Sequence[int]) -> int:
    """Percent that the strength that could land in a line is of the Germans near to it; 0 when too few wait for it."""
    homes = {sea.home_of(pos, place) for place in line}
    ready = [unit for unit in pos.tables.roster.land if pos.at(unit) in homes and unit not in pos.tables.roster.armored]
    ready = [unit for unit in ready if unit not in pos.tables.roster.hqs and pos.cf(unit) > 2]
    hq = any(pos.at(unit) in homes for unit in pos.tables.roster.hqs if pos.side(unit) == f.ALLIED)
    room = landing.capacity(pos, line, 1)
    if min(len(ready), room) < _WAVE or not hq:
        return 0
    ready.sort(key=lambda unit: (-pos.cf(unit), unit))
    near = {there for place in line for there in pos.board.within(place, _COAST)}
    germans = sum(pos.cf(unit) for unit in pos.ashore(f.GERMAN) if pos.at(unit) in near)
    return 100 * sum(pos.cf(unit) for unit in ready[:room]) // (germans + _DIVISIONS)


def keeps_capacity(pos: FortressPosition) -> bool:
    """Is some supply capacity kept free, because the second invasion is still to come (12.14), or victory wants it
    (33.1.3)?"""
    if pos.scenario.id == "invasion":
        return True
    if sudden_death.in_play(pos):
        return drops.due(pos)  # 32.4: the bot does without a second invasion; a drop wants some too (18.7.6)
    if pos.state.variable(f.VAR_INVASIONS) != 1:
        return False
    first, last = (pos.tables.calendar.number(name) for name in pos.game.edition.chart("invasion", "secondary_window"))
    return first - 1 <= pos.state.turn <= last
