"""What a battle may bring, in combat factors: losses of both sides, units that cannot retreat, the hex itself.

Sums run over the six faces of the die, so that 6 is one combat factor gained in a battle of the same kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.advisor import ground
from hexledger.engine.games.fortress_europa.questions import capacity, contact, zoc
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, kept

_THROWN_BACK: Final = 2
"""What it costs to be driven from where one attacked."""
_FERRY: Final = 12
"""What a Mulberry is worth beyond its hex when the last who stand with it attack."""
_CROWD: Final = 8
_FULL: Final = 2
"""Units waiting in England and Africa from which on losses ashore count half, if there is so little capacity left."""
_DRIVEN_OFF: Final = 1
"""What it is worth to drive an enemy from a hex that is worth nothing by itself."""


def expectation(
    pos: FortressPosition,
    column: int,
    added: int,
    stands: Mapping[int, int],
    targets: Iterable[int],
    zone: Collection[int],
) -> int:
    """Combat factors that an attack gains, less those that it loses, summed over the six faces.

    column   of the CRT, support counted; added: modifiers of the die
    stands   attacker -> hex from which it attacks
    zone     hexes in the ZOC of the attackers' side once all stand where they attack from
    """
    places = tuple(targets)
    own, lost = _steps(pos, stands), _cornered(pos, stands)
    if pos.active_side == f.ALLIED and (crowded(pos) or stronger(pos)):
        # Who is lost is followed at once by one who waits in England for a place ashore; and the stronger can pay.
        own, lost = [cost // 2 for cost in own], lost // 2
    enemies = [unit for place in places for unit in pos.units_of(place, 3 - pos.active_side)]
    theirs = _steps(pos, enemies)
    everything, at_stake, trapped = sum(theirs), sum(own), 0
    won = 0
    for place in places:
        if stands_fast(pos, place):
            continue
        won += _DRIVEN_OFF + ground.prized(pos, place)
        if not any(_open(pos, place, there, zone) for there in pos.tables.ground.links[place]):
            trapped += sum(pos.cf(unit) for unit in pos.units_of(place, 3 - pos.active_side))
    gone = won + trapped
    hexes = sum(_DRIVEN_OFF + ground.prized(pos, place) for place in places)
    step = theirs[0] if theirs else 0
    thrown_back = _THROWN_BACK + _given_up(pos, stands)
    worth = {
        "AE": -at_stake,
        "A2": -max(lost, sum(own[:2])) - thrown_back,
        "A1": -max(lost, sum(own[:1])) - thrown_back,
        "AR": -lost - thrown_back,
        "E2": step + gone - sum(own[:2]),
        "EX": step + gone - sum(own[:1]),
        "DR": gone,
        "D1": step + gone,
        "DE": everything + hexes,
    }
    crt = pos.tables.crt
    return sum(worth[crt.code(die + added, column)] for die in range(crt.low, crt.high + 1))


def _given_up(pos: FortressPosition, stands: Mapping[int, int]) -> int:
    """What the hexes are worth that nobody holds any more if the attackers have to go back: a Mulberry is lost at once
    (29.4), and with it the supply of as many units as it feeds."""
    side = pos.active_side
    ferries = ground.mulberries(pos)
    lost = 0
    for place in dict.fromkeys(stands.values()):
        if all(one in stands for one in pos.units_of(place, side)) and pos.controller(place) == side:
            lost += ground.prized(pos, place) // 2 + (_FERRY if place in ferries else 0)
    return lost


@kept(BOARD)
def crowded(pos: FortressPosition) -> bool:
    """Do many Allied units wait in England and Africa for whom there is no supply capacity ashore?"""
    waiting = sum(1 for unit in pos.state.at if pos.at_home(unit) and pos.cf(unit) > 2)
    return waiting >= _CROWD and capacity.reckon(pos) <= _FULL


@kept(BOARD)
def stronger(pos: FortressPosition) -> bool:
    """Have the Allies more combat factors on the map than the Germans who may move?"""
    germans = sum(pos.cf(unit) for unit in pos.ashore(f.GERMAN) if not pos.frozen(unit))
    return sum(map(pos.cf, pos.ashore(f.ALLIED))) > germans


def _steps(pos: FortressPosition, units: Iterable[int]) -> Sequence[int]:
    """What each step of some units is worth, cheapest first; the last of a unit one more, for it must be rebuilt."""
    found: list[int] = []
    for unit in units:
        cf, steps = pos.cf(unit), pos.steps(unit)
        if steps > 1:
            found += [cf // 2] * (steps - 1)
            cf -= cf // 2 * (steps - 1)
        found.append(max(1, cf) + 1)
    return sorted(found)


def _cornered(pos: FortressPosition, stands: Mapping[int, int]) -> int:
    """What those attackers are worth who would be lost by any retreat: invaders of the first impulse, and who has no
    hex behind him (12.9, 15.5, 15.7)."""
    ways: dict[int, bool] = {}
    found = 0
    for unit, place in stands.items():
        if place not in ways:
            behind = (there for there in pos.tables.ground.links[place] if _behind(pos, place, there))
            ways[place] = pos.terrain(place) == "rough" or next(behind, None) is not None
        if not ways[place] or contact.first_impulse_invader(pos, unit):
            found += pos.cf(unit) + 1
    return found


def _behind(pos: FortressPosition, place: int, there: int) -> bool:
    """Could an attacker retreat from one hex to the other?"""
    side = pos.active_side
    if pos.in_ezoc(there, side) or pos.broken(place, there) or pos.enemies_in(there, side):
        return False
    return pos.terrain(there) != "alpine" and pos.stacked(pos.units_of(there, side)) < pos.stack_limit(there)


def stands_fast(pos: FortressPosition, place: int) -> bool:
    """16.4: need the enemies in a hex not retreat, since it is rough or a fortress of theirs?"""
    german = pos.active_side == f.ALLIED
    return pos.terrain(place) == "rough" or (german and pos.fortress(place))


def _open(pos: FortressPosition, place: int, there: int, zone: Collection[int]) -> bool:
    """Could the enemies in a hex retreat to one beside it?"""
    if there in zone or pos.broken(place, there) or pos.terrain(there) == "alpine":
        return False
    return not pos.units_of(there, pos.active_side)


def zone_with(pos: FortressPosition, side: int, newcomers: Iterable[int]) -> Collection[int]:
    """Hexes in the ZOC of a side when units of it stand in some more hexes."""
    now, beyond = pos.zoc(side), zoc.spread(pos, side)
    more = [there for place in newcomers for there in (place, *beyond[place])]
    return now if all(there in now for there in more) else {*now, *more}
