"""Who fights whom, with what strength (5.9.4, 9.15, 43-50, gaps 32-34). CFs are reckoned in quarters and rounded up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import banks, fieldworks, force, ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.combat_chart import QUARTERS, share
from hexledger.engine.games.time_for_trumpets.tables.switches import HALVING

Line = tuple[str | int, int, str]
"""Label (word, or ~piece), value, rule."""
NORMAL: Final = 0
CLEAR_BLITZ: Final = 1
MIST_BLITZ: Final = 2
LEAST_DEFENCE: Final = 1
"""Gaps 32: a defence of 0 counts 1."""


class Battle(NamedTuple):
    """An attack on a hex, as it has been declared so far.

    units, target     attackers beside the hex; all combat units of the hex defend
    kind              NORMAL, CLEAR_BLITZ or MIST_BLITZ (57)
    guns, director    artillery of the attacker; the FAG HQ that directs a ToT, -1
    cover, aim, cover_director   artillery of the defender; the attacking hex that its bombardment aims at, -1; its ToT
    mission, bombards            those of `guns` that fire the ToT; those of `cover` that fire at the attacking hex
    plane, cover_plane           supporting aircraft, -1
    drm, share        of the shock table: modifier of the roll, share of the cover's CF in quarters (-1: unrolled)
    refight           it fights on an Engaged combat (57.1c)
    event             the random event `initiative` is used for it (15.1)
    """

    units: tuple[int, ...]
    target: int
    kind: int = NORMAL
    guns: tuple[int, ...] = ()
    director: int = -1
    cover: tuple[int, ...] = ()
    aim: int = -1
    cover_director: int = -1
    plane: int = -1
    cover_plane: int = -1
    drm: int = 0
    share: int = -1
    refight: bool = False
    event: bool = False
    mission: tuple[int, ...] = ()
    bombards: tuple[int, ...] = ()

    def side(self, pos: TrumpetsPosition) -> int:
        """Side that attacks."""
        return pos.side(self.units[0])


class Reckoning(NamedTuple):
    """A calculation: its lines and its result."""

    lines: tuple[Line, ...]
    total: int


# ---------------------------------------------------------------------- who takes part
def defenders(pos: TrumpetsPosition, target: int) -> tuple[int, ...]:
    """51.1c: all combat units of the hex defend together."""
    return pos.fighters(target)


def striking(pos: TrumpetsPosition, battle: Battle) -> tuple[int, ...]:
    """48.1e, gaps 35: attackers that are still on the map and not aborted; 57.1d, 57.2d, B-88: in a Blitz attack none
    that the defender's bombardment has shocked."""
    return tuple(
        unit
        for unit in battle.units
        if pos.on_map(unit) and not pos.flag(unit, w.ABORT) and (battle.kind == NORMAL or not pos.flag(unit, w.SHOCK))
    )


def attacking_hexes(pos: TrumpetsPosition, battle: Battle) -> tuple[int, ...]:
    """Hexes from which the attack is made, ascending."""
    return tuple(sorted({pos.at(unit) for unit in battle.units if pos.on_map(unit)}))


# ---------------------------------------------------------------------- attack
def over_water(pos: TrumpetsPosition, unit: int, target: int) -> int:
    """49, gaps 42: share of the CF of an attacker that attacks over water, in quarters; 0: it cannot attack there."""
    ground, chart, here = pos.game.ground, pos.game.combat, pos.at(unit)
    kind = ground.water_between(here, target)
    if kind not in ("river", "meuse", "lake"):
        return QUARTERS
    crossed = banks.bridged(pos, here, target)
    foot = ways.move_class(pos, unit) == ways.FOOT or ways.trucked(pos, unit)
    if kind == "lake":
        return QUARTERS if crossed else 0
    if kind == "meuse":
        return chart.bridge_cf if crossed else 0
    if foot:
        return chart.river_cf
    if crossed:
        return chart.bridge_cf
    return chart.river_cf if ground.key(here, target) in ground.fords else 0


def on_road(pos: TrumpetsPosition, unit: int, target: int) -> bool:
    """A road leads from the unit's hex into the target."""
    ground = pos.game.ground
    return ground.key(pos.at(unit), target) in ground.road


def afv_share(pos: TrumpetsPosition, unit: int, target: int) -> int:
    """49, 50: share of an attacking AFV's CF by the ground of the target; into a marsh only along a road, then half."""
    chart = pos.game.combat
    if unit not in pos.game.arms.afv:
        return QUARTERS
    found = chart.terrain[pos.terrain(target)].afv
    if not found and on_road(pos, unit, target):
        return QUARTERS // 2
    return found


def attack_share(pos: TrumpetsPosition, unit: int, target: int) -> int:
    """Gaps 34: several reasons to halve a CF halve it once (a switch says otherwise)."""
    shares = [over_water(pos, unit, target), afv_share(pos, unit, target)]
    if pos.flag(unit, w.SHOCK):
        shares.append(QUARTERS // 2)
    if pos.reading(HALVING) == HALVING.default:
        return min(shares)
    result = QUARTERS
    for each in shares:
        result = result * each // QUARTERS
    return result


def guns_cf(pos: TrumpetsPosition, guns: Iterable[int], target: int) -> int:
    """45.5, 46.5, 47.7: modified CF of artillery that fires at a hex: sum, best single reduction, rounded up."""
    chart, arms = pos.game.combat, pos.game.arms
    total = 0
    for gun in guns:
        table = chart.nw_attack if gun in arms.nw else chart.fa_attack
        names = [pos.terrain(target)]
        if target in pos.game.ground.villages:
            names.append("village")
        if fieldworks.defence(pos, target) in ("SP", "fort"):
            names.append(fieldworks.defence(pos, target))
        total += force.gun_cf(pos, gun) * min(table[name] for name in names)
    return -(-total // QUARTERS)


def air_cf(pos: TrumpetsPosition, plane: int, target: int) -> int:
    """5.9.4b: ground CF of an aircraft, halved in Fog and Dense Fog."""
    value = pos.counters[plane].front.get("ground_cf")
    return share(value, QUARTERS // 2) if pos.weather(target) in (w.FOG, w.DENSE_FOG) else value


def attack(pos: TrumpetsPosition, battle: Battle) -> Reckoning:
    """51, 45.5e: CF of the attackers beside the hex, what water, ground and Shock take of it, guns and aircraft."""
    lines: list[Line] = []
    taken: dict[tuple[str, str], int] = {}
    for unit in striking(pos, battle):
        cf = force.attack_cf(pos, unit)
        lines.append((~unit, cf, "51.1"))
        share_of_it = attack_share(pos, unit, battle.target)
        if cf and share_of_it < QUARTERS:
            why = _halved_by(pos, unit, battle.target)
            taken[why] = taken.get(why, 0) + cf * (QUARTERS - share_of_it)
    so_far = 0
    for (label, rule), lost in taken.items():
        # in quarters, and what is left is rounded up
        lines.append((label, so_far // QUARTERS - (so_far + lost) // QUARTERS, rule))
        so_far += lost
    lines += _support(pos, battle)
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def _halved_by(pos: TrumpetsPosition, unit: int, target: int) -> tuple[str, str]:
    """Label and rule of what takes most of an attacker's CF."""
    water, ground = over_water(pos, unit, target), afv_share(pos, unit, target)
    if water < QUARTERS and water <= ground:
        return "line.over_river", "49.0"
    return ("line.afv_ground", "50.0") if ground < QUARTERS else ("line.shocked", "48.1")


def _support(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    lines: list[Line] = []
    if battle.guns:
        rule = "46.5" if battle.side(pos) == w.GERMAN else "47.7"
        lines.append(("line.artillery", guns_cf(pos, battle.guns, battle.target), rule))
    if battle.plane >= 0:
        lines.append(("line.aircraft", air_cf(pos, battle.plane, battle.target), "5.9.4"))
    return lines


# ---------------------------------------------------------------------- defence
def defence_share(pos: TrumpetsPosition, unit: int, target: int) -> int:
    """49, gaps 34: Shock halves a defender; a town doubles, a city triples it."""
    own = QUARTERS // 2 if pos.flag(unit, w.SHOCK) else QUARTERS
    return own * pos.game.combat.terrain[pos.terrain(target)].defender // QUARTERS


def defence_cf(pos: TrumpetsPosition, unit: int, attackers: Iterable[int]) -> int:
    """50: CF of a defender; a light AA counts 1 where every attacker is an AFV."""
    arms = pos.game.arms
    value = pos.cf(unit).defence
    if unit in arms.aa_light and all(attacker in arms.afv for attacker in attackers):
        return min(value, 1)
    return value


def guns_lines(pos: TrumpetsPosition, battle: Battle) -> Reckoning:
    """45.5, 46.5, 47.7: the battalions that support the attack with their CF, and what the target's ground takes."""
    rule = "46.5" if battle.side(pos) == w.GERMAN else "47.7"
    nw = pos.game.arms.nw
    lines: list[Line] = [(~gun, force.gun_cf(pos, gun), "45.5" if gun in nw else rule) for gun in battle.guns]
    total = guns_cf(pos, battle.guns, battle.target)
    return _reduced(lines, total, ("line.ground", "49.0"))


def cover_lines(pos: TrumpetsPosition, battle: Battle) -> Reckoning:
    """46.6, 47.8, 48.2.2, 48.4.3: the battalions that support the defence with their CF, and what is left of it."""
    rule = "46.6" if battle.side(pos) == w.ALLIED else "47.8"
    american = bool(battle.cover) and battle.cover[0] in pos.game.arms.us
    bombards = "48.4.3" if american else "48.2.2"
    lines: list[Line] = [(~gun, force.gun_cf(pos, gun), rule) for gun in battle.cover]
    why = "several_hexes" if battle.share < 0 else "shock_share"
    if battle.share == pos.game.combat.defence_failed:
        why = "uncoordinated"
    return _reduced(lines, cover_cf(pos, battle), (f"line.{why}", rule if battle.share < 0 else bombards))


def _reduced(lines: list[Line], total: int, why: tuple[str, str]) -> Reckoning:
    rest = total - sum(value for _, value, _ in lines)
    return Reckoning((*lines, (why[0], rest, why[1])) if rest else tuple(lines), total)


def cover_cf(pos: TrumpetsPosition, battle: Battle) -> int:
    """46.6, 47.8, 48.2.2: CF that the defender's artillery adds: halved against several hexes; what bombards as the
    shock table or a failed coordination says."""
    chart = pos.game.combat
    many = len(attacking_hexes(pos, battle)) > 1
    rate = chart.defence_many if many else chart.defence_one
    if battle.share < 0:
        return share(sum(force.gun_cf(pos, gun) for gun in battle.cover), rate)
    others = sum(force.gun_cf(pos, gun) for gun in battle.cover if gun not in battle.bombards)
    return share(modified_cover(pos, battle), battle.share) + share(others, rate)


def modified_cover(pos: TrumpetsPosition, battle: Battle) -> int:
    """48.2.2f, 48.4.3e: modified CF of the artillery that takes part in the defender's bombardment, before the shock
    table. It is fired at one hex, so nothing halves it."""
    return share(sum(force.gun_cf(pos, gun) for gun in battle.bombards), pos.game.combat.defence_one)


def defence(pos: TrumpetsPosition, battle: Battle) -> Reckoning:
    """51, 46.6, 47.8: CF of the defenders, their artillery and aircraft; 0 counts 1 (gaps 32)."""
    lines: list[Line] = []
    strike, target = striking(pos, battle), battle.target
    shocked = total = 0
    for unit in defenders(pos, target):
        cf = defence_cf(pos, unit, strike)
        lines.append((~unit, cf, "51.1"))
        shocked += cf * (QUARTERS // 2) if pos.flag(unit, w.SHOCK) else 0
        total += cf * defence_share(pos, unit, target)
    if shocked // QUARTERS:
        lines.append(("line.shocked", -(shocked // QUARTERS), "48.1"))
    result = -(-total // QUARTERS)
    gained = result - sum(value for _, value, _ in lines)
    if gained:
        lines.append((f"line.terrain_{pos.terrain(target)}", gained, "49.0"))
    if battle.cover:
        value = cover_cf(pos, battle)
        lines.append(("line.artillery", value, "46.6" if battle.side(pos) == w.ALLIED else "47.8"))
        result += value
    if battle.cover_plane >= 0:
        value = air_cf(pos, battle.cover_plane, battle.target)
        lines.append(("line.aircraft", value, "5.9.4"))
        result += value
    if result < LEAST_DEFENCE:
        lines.append(("line.least", LEAST_DEFENCE - result, "51.1"))
        result = LEAST_DEFENCE
    return Reckoning(tuple(lines), result)
