"""Every DRM of section 12.5 with the rule that gives it. Pure: a fight and its support in, lines out."""

# No `from __future__ import annotations` here: as text, the fields of a NamedTuple would be compiled one by one.

from collections.abc import Sequence
from typing import Final, NamedTuple

from hexledger.engine.games.june_6.questions.crossing import crosses_by_force
from hexledger.engine.games.june_6.questions.fight import FIGHT_GCA, Fight
from hexledger.engine.games.june_6.questions.items import Item
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strength import BEACH_COHESION, armor_points, at_points
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.switches import ARMOR_79, ONE_AGAINST_NONE
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.tables.odds import Ratio

TERRAIN_FLOOR: Final = -3
"""J6 12.59a: terrain never gives more than -3."""


class Support(NamedTuple):
    """Support of one fight: artillery points of both sides as they count, Allied air and naval markers."""

    attack_artillery: int = 0
    defence_artillery: int = 0
    air: int = 0
    naval: int = 0


def combat_drm(pos: June6Position, fight: Fight, support: Support, ratio: Ratio) -> tuple[Item, ...]:
    """J6 12.5, QA-BOMB-9: the lines of the combat DRM, whose total has no limit; no lines of 0 but the odds."""
    chart = pos.game.combat.odds
    odds = Item(f"odds.{ratio.attacker}_{ratio.defender}", chart.drm(ratio), "12.51")
    return (odds, *_others(pos, fight, support))


@kept(BOARD)
def _others(pos: June6Position, fight: Fight, support: Support) -> tuple[Item, ...]:
    every = (
        cohesion(pos, fight),
        multi_front(pos, fight),
        probe(pos, fight),
        flak(pos, fight),
        armor_79(pos, fight),
        *disorder(pos, fight),
        *scattered(pos, fight),
        *terrain(pos, fight),
        forced_crossing(pos, fight),
        strongpoint(pos, fight),
        armor(pos, fight),
        artillery(pos, support),
        *markers(pos, fight, support),
    )
    return tuple(line for line in every if line.value)


def cohesion(pos: June6Position, fight: Fight) -> Item:
    """J6 12.52, 9.2: best attacking minus best defending cohesion, within the limit."""
    limit = pos.game.combat.drms.cohesion_limit
    best_attack = max(pos.cohesion(piece) for piece in fight.attackers)
    best_defence = max((pos.cohesion(piece) for piece in fight.defenders), default=0)
    if pos.beach_defends(fight.target):
        best_defence = max(best_defence, BEACH_COHESION)
    return Item("drm.cohesion", max(-limit, min(limit, best_attack - best_defence)), "12.52")


def multi_front(pos: June6Position, fight: Fight) -> Item:
    """J6 12.53: +2 for a surrounded defender, else +1 for an attack from two hexes that are not adjacent."""
    values = pos.game.combat.drms
    if surrounded(pos, fight):
        return Item("drm.surrounded", values.surrounded, "12.53")
    return Item("drm.two_fronts", values.two_fronts if two_fronts(pos, fight) else 0, "12.53")


def two_fronts(pos: June6Position, fight: Fight) -> bool:
    """J6 12.53: do two attackers stand in hexes that are not adjacent to each other?"""
    hexes = sorted({pos.at(piece) for piece in fight.attackers})
    return any(not pos.board.adjacent(a, b) for n, a in enumerate(hexes) for b in hexes[n + 1 :])


def surrounded(pos: June6Position, fight: Fight) -> bool:
    """J6 12.53, R-62: do the attackers of this fight occupy, or hold with a ZOC, every hex around the defender that a
    defender could enter? A unit of the defender's side in any hex around undoes it."""
    if not fight.defenders:
        return False
    around = pos.board.neighbours[fight.target]
    enemy = 3 - fight.side
    if any(pos.side_at(place) == enemy for place in around):
        return False
    held = {pos.at(piece) for piece in fight.attackers}
    for piece in fight.attackers:
        held.update(pos.zoc_of(piece))
    return all(
        place in held or not any(pos.can_pass(piece, fight.target, place) for piece in fight.defenders)
        for place in around
    )


def probe(pos: June6Position, fight: Fight) -> Item:
    """J6 12.54: a Probe against Stand."""
    meets = fight.attack_mode == f.PROBE and fight.defence_mode == f.STAND
    return Item("drm.probe", pos.game.combat.drms.probe_vs_stand if meets else 0, "12.54")


def flak(pos: June6Position, fight: Fight) -> Item:
    """J6 12.55: each Flak unit that defends against Allied armour."""
    tanks = fight.side == f.ALLIED and any(pos.is_armor(piece) for piece in fight.attackers)
    guns = sum(pos.has(piece, "flak") for piece in fight.defenders) if tanks else 0
    return Item("drm.flak", guns * pos.game.combat.drms.flak, "12.55")


def armor_79(pos: June6Position, fight: Fight) -> Item:
    """J6 12.56, R-07: units of 79 Armoured Division in an attack count once, unless ruled otherwise."""
    units = sum(pos.has(piece, "armor_79") for piece in fight.attackers)
    counted = units if pos.reading(ARMOR_79) == ARMOR_79.values["each"] else min(units, 1)
    return Item("drm.armor_79", counted * pos.game.combat.drms.armor_79, "12.56")


def disorder(pos: June6Position, fight: Fight) -> tuple[Item, Item]:
    """J6 12.57, QA-BOMB-7: once for each side, whatever the level and the number of units."""
    values = pos.game.combat.drms
    return (
        Item(
            "drm.attacker_disordered", _marked(pos, fight.attackers, f.DISORDER) * values.attacker_disordered, "12.57"
        ),
        Item(
            "drm.defender_disordered", _marked(pos, fight.defenders, f.DISORDER) * values.defender_disordered, "12.57"
        ),
    )


def scattered(pos: June6Position, fight: Fight) -> tuple[Item, Item]:
    """J6 12.58: scattered units on either side."""
    values = pos.game.combat.drms
    return (
        Item(
            "drm.scattered_attacking", _marked(pos, fight.attackers, f.SCATTERED) * values.scattered_attacking, "12.58"
        ),
        Item(
            "drm.scattered_defending", _marked(pos, fight.defenders, f.SCATTERED) * values.scattered_defending, "12.58"
        ),
    )


def _marked(pos: June6Position, pieces: Sequence[int], flag: int) -> bool:
    return any(pos.flag(piece, flag) for piece in pieces)


def terrain(pos: June6Position, fight: Fight) -> tuple[Item, ...]:
    """J6 12.59a, QA-BOMB-6: the defender's hex and the weakest hexside that every attacker crosses, together never
    below -3. A counterattack meets no terrain (14.24); a forced crossing has a DRM of its own instead."""
    if fight.kind == FIGHT_GCA:
        return ()
    chart = pos.game.terrain
    in_hex = max(chart.hex_drm[pos.board.terrain[fight.target]], TERRAIN_FLOOR)
    side = max(_hexside(pos, pos.at(piece), fight.target) for piece in fight.attackers)
    if forced(pos, fight):
        side = 0
    side = max(side, TERRAIN_FLOOR - in_hex)
    return Item("drm.terrain_hex", in_hex, "12.59a"), Item("drm.terrain_hexside", side, "QA-BOMB-6")


def _hexside(pos: June6Position, a: int, b: int) -> int:
    drms = pos.game.terrain.side_drm
    return min((drms[kind] for kind in pos.board.hexsides(a, b)), default=0)


def forced(pos: June6Position, fight: Fight) -> bool:
    """True when an attacker comes over a great river or canal without a bridge."""
    return any(crosses_by_force(pos, piece, fight.target) for piece in fight.attackers)


def forced_crossing(pos: June6Position, fight: Fight) -> Item:
    """J6 12.32, 20.33: an attack over a great river without a bridge."""
    value = pos.game.combat.drms.forced_crossing if forced(pos, fight) else 0
    return Item("drm.forced_crossing", value, "20.33")


def strongpoint(pos: June6Position, fight: Fight) -> Item:
    """J6 19.41: Germans defend in a strongpoint."""
    holds = fight.side == f.ALLIED and pos.is_strongpoint(fight.target)
    return Item("drm.strongpoint", pos.game.combat.drms.strongpoint if holds else 0, "19.41")


class ArmorCount(NamedTuple):
    """Armour points of both sides and the defender's anti-tank points."""

    attack: int
    defence: int
    at: int


@kept(BOARD)
def armor_count(pos: June6Position, fight: Fight) -> ArmorCount:
    """J6 15.11, 15.13: the points that are compared. AT points of the attacker never count."""
    return ArmorCount(
        armor_points(pos, fight.attackers), armor_points(pos, fight.defenders), at_points(pos, fight.defenders)
    )


def armor(pos: June6Position, fight: Fight) -> Item:
    """J6 15.12, 15.13, 15.2: armour superiority; AT points may bring an attacker's lead down to nothing, bocage holds
    either side's lead (also in a counterattack, 14.24)."""
    count = armor_count(pos, fight)
    table = pos.game.combat.superiority
    least = least_double(pos)
    value = table.drm(count.attack, count.defence, least)
    rule = "15.12"
    if value > table.equal and count.at:
        value = max(table.equal, table.drm(count.attack, count.defence + count.at, least))
        rule = "15.13"
    cap = pos.game.terrain.armor_cap.get(pos.board.terrain[fight.target])
    if cap is not None and abs(value) > cap:
        value = max(-cap, min(cap, value))
        rule = "15.2"
    return Item("drm.armor", value, rule)


def artillery(pos: June6Position, support: Support) -> Item:
    """J6 16.32: artillery superiority."""
    table = pos.game.combat.superiority
    value = table.drm(support.attack_artillery, support.defence_artillery, least_double(pos))
    return Item("drm.artillery", value, "16.32")


def least_double(pos: June6Position) -> int:
    """R-08: points that are twice none: 2, or 1 where it has been ruled so."""
    return 1 if pos.reading(ONE_AGAINST_NONE) == ONE_AGAINST_NONE.values["double"] else 2


def markers(pos: June6Position, fight: Fight, support: Support) -> tuple[Item, Item]:
    """J6 17.31, 18.31: Allied markers help the attack or hinder it."""
    sign = pos.game.combat.drms.per_marker * (1 if fight.side == f.ALLIED else -1)
    return Item("drm.air", sign * support.air, "17.31"), Item("drm.naval", sign * support.naval, "18.31")
