"""Support: artillery points, air and naval markers, and what both sides may be expected to give (16, 17.3, 18.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from hexledger.engine.bots.chance import Chance, best
from hexledger.engine.games.june_6.advisor.outlook import odds_of, prospect
from hexledger.engine.games.june_6.advisor.survey import Survey, own_ams_left
from hexledger.engine.games.june_6.questions.artillery import Gun, attack_guns, defence_guns, is_division_gun
from hexledger.engine.games.june_6.questions.attack import pending_targets
from hexledger.engine.games.june_6.questions.drm import Support
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.support import markers_for
from hexledger.engine.games.june_6.rules.support import Artillery, GroundSupport
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId

CORPS_PRICE: Final = 40
"""Tenths of a point that a corps HQ's one shot of the turn is worth elsewhere."""
MARKER_PRICE: Final = 14
"""Tenths of a point that an air or naval marker is worth elsewhere while activations of the side are still to come."""


def expected(survey: Survey, fight: Fight) -> Support:
    """Support of a fight as the attacker may expect it: all that he could give, all that the defender could give."""
    pos = survey.pos
    if not fight.supported:
        return Support()
    attack = sum(gun.points for gun in attack_guns(pos, fight))
    if fight.side == f.ALLIED and pos.is_strongpoint(fight.target):
        attack //= 2
    return Support(attack, sum(gun.points for gun in defence_guns(pos, fight)))


# ---------------------------------------------------------------------- artillery
def attack_artillery(survey: Survey, fight: Fight, chance: Chance) -> Decision:
    """Points for the attack: the fewest that give the best DRM against all that the defender may answer with."""
    pos = survey.pos
    guns = attack_guns(pos, fight)
    answer = sum(gun.points for gun in defence_guns(pos, fight))
    halved = fight.side == f.ALLIED and pos.is_strongpoint(fight.target)
    others = len(pending_targets(pos.state))
    values: dict[int, int] = {}

    def worth(points: Sequence[Gun]) -> int:
        given = sum(gun.points for gun in points)
        counted = given // 2 if halved else given
        drm = pos.game.combat.superiority.drm(counted, answer)
        if drm not in values:
            values[drm] = prospect(survey, odds_of(survey, fight, Support(counted, answer)))
        corps = sum(1 for gun in points if not is_division_gun(pos, gun.piece))
        return values[drm] - corps * CORPS_PRICE - given * (1 + 6 * min(others, 1))

    chosen = best(_salvoes(guns, answer, halved), worth, chance)
    return Artillery(tuple((PieceId(gun.piece), gun.points) for gun in chosen))


def _salvoes(guns: Sequence[Gun], answer: int, halved: bool) -> list[tuple[Gun, ...]]:
    """Every group of HQs with all its points, and with just enough for twice the answer or for more than it."""
    found: list[tuple[Gun, ...]] = [()]
    scale = 2 if halved else 1
    for count in range(1, len(guns) + 1):
        for group in combinations(guns, count):
            full = sum(gun.points for gun in group)
            for wanted in (full, scale * max(2 * answer, 2), scale * (answer + 1)):
                if wanted <= full:
                    found.append(_cut(group, wanted))
    return found


def _cut(group: tuple[Gun, ...], wanted: int) -> tuple[Gun, ...]:
    """A group that gives no more points than wanted."""
    out = []
    for gun in group:
        points = min(gun.points, wanted)
        if points:
            out.append(Gun(gun.piece, points))
            wanted -= points
    return tuple(out)


def defence_artillery(survey: Survey, fight: Fight, attack: int, chance: Chance) -> Decision:
    """Points for the defence: division points cost nothing; a corps HQ fires where it changes the DRM enough."""
    pos = survey.pos
    guns = defence_guns(pos, fight)
    free = tuple(gun for gun in guns if is_division_gun(pos, gun.piece))
    corps = [gun for gun in guns if gun not in free]

    def worth(points: tuple[Gun, ...]) -> int:
        given = sum(gun.points for gun in points)
        return -prospect(survey, odds_of(survey, fight, Support(attack, given))) - CORPS_PRICE * (
            len(points) - len(free)
        )

    groups = [(*free, *group) for count in range(len(corps) + 1) for group in combinations(corps, count)]
    chosen = best(groups, worth, chance)
    return Artillery(tuple((PieceId(gun.piece), gun.points) for gun in chosen))


# ---------------------------------------------------------------------- air and naval markers
def ground_support(survey: Survey, fight: Fight, attack: int, defence: int) -> Decision:
    """Markers where they change most; they are worth less the fewer own activations of the turn are still to come."""
    pos = survey.pos
    air, naval = markers_for(pos, fight)
    price = MARKER_PRICE if own_ams_left(pos, f.ALLIED) or pending_targets(pos.state) else 2
    sign = 1 if fight.side == f.ALLIED else -1
    values: dict[int, int] = {}

    def worth(choice: GroundSupport) -> int:
        count = choice.air + choice.naval
        if count not in values:
            values[count] = prospect(survey, odds_of(survey, fight, Support(attack, defence, count)))
        return sign * values[count] - count * price

    # Where both kinds serve as well, the navy fires: aircraft reach every fight of the turn.
    options = [*(GroundSupport(naval=n) for n in range(naval + 1)), *(GroundSupport(air=n) for n in range(1, air + 1))]
    top = max(map(worth, options))
    return next(choice for choice in options if worth(choice) == top)
