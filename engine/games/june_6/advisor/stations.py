"""How good a hex is for a unit: the judgement behind moves, retreats and advances.

All values are points on one scale with `outlook`: about 10 for a step. They are judgement, not rules.
"""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.advisor.screen import barred
from hexledger.engine.games.june_6.advisor.survey import Survey, combat_units, exits
from hexledger.engine.games.june_6.advisor.whims import hex_off
from hexledger.engine.games.june_6.questions.position import ON_COMMAND, June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.memory import kept

NO_LOC: Final = 30
"""Points against a hex from which no LOC can be traced."""
HOLD_FIRST: Final = (70, 30, 12)
"""Germans: the first combat unit in a hex of the goal; by turns left, 0 first."""
HOLD_MORE: Final = (12, 6, 2)
"""A second one."""
GUNS: Final = (12, 8, 3)
"""A support unit beside a combat unit there."""
GARRISON: Final = (40, 20, 12)
"""Any unit in a hex of the goal that holds no other."""
OUTPOST: Final = 10
"""Germans: the only unit in a hex of an objective that the enemy is not near to, wherever else it could go."""
WANT: Final = (1, 1, 2)
"""Hexes from the goal at which the German line is to stand."""
ENTER: Final = (60, 30, 20)
"""Allies: a hex of the goal without enemies."""
KEEP: Final = (60, 40, 16)
"""Allies: the first combat unit in a hex of a fallen objective that the enemy is near to; by turns left, 0 first."""
COMMAND: Final = 4
"""Hexes within which an HQ is near enough."""
CLOSE: Final = 4
"""Allies: points a hex nearer to the goal."""
LEAD: Final = (1, 1, 1, 1, 2)
"""A screen: hexes in front of those that must be kept clear at which it is to stand; by turns left, 0 first."""
FACE: Final = 2
"""Points against each hex from the enemy beyond the second."""
BARS: Final = 2
"""Points for each hex of the enemy's ways that a unit of the screen bars."""
CROWD: Final = (0, -6, -10)
"""Points of a hex of the screen that holds no other combat unit, one, more: a lone unit of better cohesion ignores most
results (13.73)."""
SHY: Final = 6
"""Hexes from the enemy within which an HQ behind the screen feels unsafe; points against each of them."""
BEHIND: Final = 2
"""Points against each hex that an HQ would be in front of those that must be kept clear."""


def station(survey: Survey, piece: int, place: int) -> int:
    """Points of a hex for a unit, the unit itself thought away from where it is now."""
    pos = survey.pos
    post = survey.posts.get((piece, place), 0)
    if pos.is_hq(piece):
        return post + _hq(survey, piece, place)
    stance = pos.game.stance
    post += hex_off(stance.whim, piece, place)
    more = post + (stance.pull if place == stance.place and stance.piece in (-1, piece) else 0)
    if survey.bar:
        return more + _screen(survey, piece, place)
    return more + (_german(survey, piece, place) if survey.side == f.GERMAN else _allied(survey, piece, place))


def _cover(survey: Survey, place: int) -> int:
    """Points for the terrain of a hex in defence."""
    return -2 * survey.pos.game.terrain.hex_drm[survey.pos.board.terrain[place]]


def _trapped(survey: Survey, piece: int, place: int) -> int:
    """Points against a hex that is hard to leave."""
    ways = exits(survey, place, piece)
    if ways > 1 or survey.enemy_near(place) > 2:
        return 0
    return -5 if ways else -14


# ---------------------------------------------------------------------- Germans
def _german(survey: Survey, piece: int, place: int) -> int:
    pos = survey.pos
    left = min(survey.left, 2)
    here = survey.friends(place, piece)
    fighters = len(combat_units(pos, here))
    points = _cover(survey, place)
    if place in survey.goal:
        points += pos.game.stance.aims
        if not here:
            points += survey.points("garrison", GARRISON[left])
        if pos.is_combat(piece):
            first, more = survey.points("hold_first", HOLD_FIRST[left]), survey.points("hold_more", HOLD_MORE[left])
            points += first if not fighters else more
        elif fighters:
            points += survey.points("guns", GUNS[left])
        return points + _trapped(survey, piece, place) // 2
    if place in survey.keep and not here:
        return points + OUTPOST
    points -= 3 * abs(survey.away(place) - survey.points("want", WANT[left]))
    if place in survey.town and left == 0:
        points += 4
    if pos.is_combat(piece):
        if not fighters and not any(pos.has(other, "ss") for other in here):
            points += 1
    elif fighters:
        points += 4
    elif survey.enemy_near(place) < 2:
        points -= 6
    return points + _trapped(survey, piece, place)


def _screen(survey: Survey, piece: int, place: int) -> int:
    """Where no enemy may come near (PB 5.10): on the ways to the goal, in front of the hexes that he must not enter."""
    pos = survey.pos
    fighters = len(combat_units(pos, survey.friends(place, piece)))
    lead = LEAD[min(survey.left, len(LEAD) - 1)]
    points = _cover(survey, place) + _trapped(survey, piece, place)
    points -= 3 * abs(survey.away(place) - survey.bar - lead) + FACE * max(0, survey.enemy_near(place) - 2)
    if pos.is_combat(piece):
        return points + BARS * barred(survey, piece, place) + CROWD[min(fighters, 2)]
    if fighters:
        return points + 4
    return points - 6 if survey.enemy_near(place) < 2 else points


# ---------------------------------------------------------------------- Allies
def _allied(survey: Survey, piece: int, place: int) -> int:
    pos = survey.pos
    left = min(survey.left, 2)
    here = survey.friends(place, piece)
    fighters = len(combat_units(pos, here))
    near = survey.enemy_near(place)
    points = -CLOSE * survey.away(place) + _cover(survey, place) // 2
    if place in survey.goal:
        points += pos.game.stance.aims + (ENTER[left] if not here else survey.points("second", 6))
    elif place in survey.town:
        points += ENTER[left] // 2 if not here else 3
    elif place in survey.keep and pos.is_combat(piece) and not fighters:
        points += KEEP[left]
    if not pos.is_combat(piece):
        points += 6 if fighters else -6
        return points
    if near == 1 and not fighters:
        points -= 3
    if near == 1 and fighters:
        points += 2
    return points + _trapped(survey, piece, place) // 2


# ---------------------------------------------------------------------- HQs of both sides
def _hq(survey: Survey, piece: int, place: int) -> int:
    """Near enough to command and to fire, far enough from the enemy."""
    pos = survey.pos
    near = survey.enemy_near(place)
    here = combat_units(pos, survey.friends(place, piece))
    points = (0, -16 if not here else -6, -3, 0)[min(near, 3)]
    for there in _commanded(pos, piece):
        points -= 3 * max(0, pos.board.distance(place, there) - COMMAND)
    points -= max(0, near - COMMAND)
    if survey.bar:
        # An HQ that is caught alone costs its formation its AMs.
        danger = SHY * max(0, SHY - near)
        return points - (danger // 2 if here else danger) - BEHIND * max(0, survey.away(place) - survey.bar)
    if place in survey.goal:
        points += survey.points("staff", 0)
    if survey.side == f.GERMAN and place in survey.goal and survey.left == 0 and not survey.friends(place, piece):
        points += GARRISON[0] // 2
    return points


@kept(ON_COMMAND)
def _commanded(pos: June6Position, piece: int) -> tuple[int, ...]:
    """Hexes of what an HQ has to be near to: the fighters of its division, a corps HQ the HQs of divisions."""
    if pos.is_corps_hq(piece):
        others = [hq for hq in pos.in_play(pos.side(piece)) if pos.is_division_hq(hq) and pos.on_map(hq)]
    else:
        mates = pos.members(pos.formation(piece))
        others = [unit for unit in mates if unit != piece and pos.is_combat(unit) and pos.on_map(unit)]
    return tuple(pos.at(other) for other in others)
