"""A combat reckoned: strengths, odds, shifts with their limits, who must take a loss (11.3, 11.8, 13.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import ARKO_EACH, CAP_ODDS, RIVER_SHIFT
from hexledger.engine.tables.odds import defender_ratio

Line = tuple[str | int, int, str]
"""Label (word, or ~piece), value, rule."""
HALVES: Final = 2
_GUN_SOURCES: Final = ("free", "wall")
"""11.8a, 7.8: sources of attack supply that an ARKO may draw on."""


class Battle(NamedTuple):
    """Who fights: attackers (with supporting ARKO), the hex, defenders that count, air assets of both sides.

    defenders   units with a combat strength; the garrison comes on top
    """

    units: tuple[int, ...]
    target: int
    defenders: tuple[int, ...]
    attack_air: int = 0
    defence_air: int = 0

    def side(self, pos: YellowPosition) -> int:
        """Side that attacks."""
        return pos.side(self.units[0])


class Reckoning(NamedTuple):
    """A calculation: its lines and their sum."""

    lines: tuple[Line, ...]
    total: int


class Odds(NamedTuple):
    """11.3a-c: initial column, the shifts, and the column that is read; -1 below the table: AE without a roll."""

    initial: int
    lines: tuple[Line, ...]
    net: int
    column: int


# ---------------------------------------------------------------------- 11.3a strengths and odds
def adjacent_units(pos: YellowPosition, units: Iterable[int], target: int) -> tuple[int, ...]:
    """Attackers that stand beside the hex; an ARKO further off supports only (G-A44)."""
    return tuple(unit for unit in units if pos.board.adjacent(pos.at(unit), target))


def counts(pos: YellowPosition, unit: int, target: int) -> bool:
    """11.8a: an ARKO adds its strength against fortified lines, cities and works only, and if attack supplied."""
    if unit not in pos.game.roster.arko:
        return True
    fit = target in pos.game.ground.cities or pos.fortress(target) or pos.works(target)
    return fit and fed(pos, unit, target, _GUN_SOURCES)


def fed(pos: YellowPosition, unit: int, target: int, kinds: Iterable[str] = ("free",)) -> bool:
    """7.6c, 7.6e: has the attacker attack supply? In a combat that has begun its marker says so; before that the line
    is traced, whatever marker it bears from an earlier one."""
    if pos.flag(unit, w.ATTACKED):
        return not pos.flag(unit, w.NAS)
    return supply.attack_source(pos, unit, target, kinds) is not None


def attack(pos: YellowPosition, battle: Battle) -> Reckoning:
    """11.3a: strength of the attackers in halves, unit by unit."""
    lines: list[Line] = []
    for unit in battle.units:
        value = pos.cs(unit) if counts(pos, unit, battle.target) else 0
        lines.append((~unit, value, "11.8" if unit in pos.game.roster.arko else "11.3a"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def defence(pos: YellowPosition, battle: Battle) -> Reckoning:
    """11.3a, 11.7b: strength of the defenders in halves, with the garrison of a fortified line."""
    lines: list[Line] = [(~unit, pos.cs(unit), "11.3a") for unit in battle.defenders]
    if pos.enemy_fortress(battle.target, battle.side(pos)):
        lines.append(("line.garrison", HALVES * pos.game.ground.garrison[battle.target], "11.7"))
    return Reckoning(tuple(lines), sum(value for _, value, _ in lines))


def initial(pos: YellowPosition, battle: Battle) -> int:
    """11.3a: number of the column of the unshifted odds; columns go on past 6:1 (G-A63), -1 is below 1:3."""
    chart = pos.game.chart
    left, right = attack(pos, battle).total, defence(pos, battle).total
    if left <= 0:
        return -1
    if right <= 0:
        return len(chart.odds) - 1
    ratio = defender_ratio(left, right)
    pair = (ratio.attacker, ratio.defender)
    if pair in chart.odds:
        return chart.odds.index(pair)
    if ratio.defender > 1:
        return -1
    beyond = ratio.attacker - chart.odds[-1][0]
    capped = pos.reading(CAP_ODDS) != CAP_ODDS.default
    return len(chart.odds) - 1 + (0 if capped else beyond)


# ---------------------------------------------------------------------- 11.3c shifts
def terrain_lines(pos: YellowPosition, battle: Battle) -> list[Line]:
    """11.3c: shifts of the ground, cumulative, for the defender."""
    chart, target = pos.game.chart, battle.target
    tec = pos.game.ground.tec[target]
    assert tec is not None
    lines: list[Line] = []
    if tec.shift:
        lines.append(("line.terrain", -tec.shift, "11.3c"))
    if pos.works(target) and pos.game.ground.owner[target] != battle.side(pos):
        lines.append(("line.works", -chart.works_shift, "11.3c"))
    river = river_shift(pos, battle)
    if river:
        lines.append(("line.river", -river, "11.3c"))
    if pos.better(target):
        lines.append(("line.better_defence", -chart.better_shift, "12.11"))
    return lines


def bridged(pos: YellowPosition, here: int, target: int, side: int) -> bool:
    """10.8c.4, QA.3: a marker on the defenders, or an FJ unit beside a crossing, cancels the river shift."""
    if side != w.GERMAN:
        return False
    if pos.state.marker(target, -1, w.BRIDGEHEAD):
        return True
    ground = pos.game.ground
    if ground.key(here, target) not in ground.crossing:
        return False
    fj = pos.game.roster.fj
    return any(unit in fj for unit in pos.units(here)) and not pos.fortress(target)


def river_shift(pos: YellowPosition, battle: Battle) -> int:
    """11.3c, G-A42: the river shift, once and the highest, when every attacker attacks over a river; ARKO support and
    river hexsides with a bridgehead do not count."""
    found: list[int] = []
    for unit in adjacent_units(pos, battle.units, battle.target):
        here = pos.at(unit)
        river = pos.game.ground.river_between(here, battle.target)
        crossed = river and not bridged(pos, here, battle.target, battle.side(pos))
        found.append(pos.game.chart.river_shift[river] if crossed else 0)
    enough = all if pos.reading(RIVER_SHIFT) == RIVER_SHIFT.default else any
    return max(found) if found and enough(shift > 0 for shift in found) else 0


def armour_allowed(pos: YellowPosition, unit: int, target: int) -> bool:
    """11.3c *, G-A43: armour gives no shift into or out of city, marsh and flooded hexes, nor into a fortified line."""
    ground = pos.game.ground
    here, there = ground.tec[pos.at(unit)], ground.tec[target]
    assert here is not None and there is not None
    return here.armour_shifts and there.armour_shifts and not pos.fortress(target)


def armour_lines(pos: YellowPosition, battle: Battle) -> list[Line]:
    """11.3c *: shifts of armour; compulsory."""
    roster, number = pos.game.roster, pos.game.chart.number
    usable = [unit for unit in battle.units if armour_allowed(pos, unit, battle.target)]
    lines: list[Line] = []
    if battle.side(pos) == w.GERMAN:
        panzers = sum(unit in roster.panzer for unit in usable)
        shift = panzers * number("panzer_shift", "each")
        if shift and any(unit in roster.allied_armour for unit in battle.defenders):
            shift -= number("panzer_shift", "less_for_armour")
        shift = min(shift, number("panzer_shift", "most"))
        if shift:
            lines.append(("line.panzer", shift, "11.3c"))
        return lines
    divisions = any(unit in roster.allied_armour and unit in roster.divisions for unit in usable)
    if divisions and not any(unit in roster.panzer for unit in battle.defenders):
        lines.append(("line.allied_armour", _row(pos, "allied_armour_attack"), "11.3c"))
    if any(unit in roster.tank_brigade for unit in usable):
        lines.append(("line.tank_brigade", _row(pos, "british_1st_tank_brigade"), "11.3c"))
    return lines


def _row(pos: YellowPosition, name: str) -> int:
    """Size of a shift of the list of 11.3c."""
    row = next(row for row in pos.game.chart.data["combat_shifts"]["rows"] if row["id"] == name)
    return int(row["size"])


def other_lines(pos: YellowPosition, battle: Battle) -> list[Line]:
    """11.3c, 7.5d, 7.6d: supply, air, ARKO, defenders out of supply."""
    lines: list[Line] = []
    fighting = [unit for unit in battle.units if counts(pos, unit, battle.target)]
    if any(pos.oos(unit) or not fed(pos, unit, battle.target) for unit in fighting):
        lines.append(("line.unsupplied", -_row(pos, "attacker_unsupplied"), "7.6"))
    if battle.attack_air:
        lines.append(("line.air_attacker", air_shift(pos, battle), "13.6" if battle.target == pos.port else "11.3c"))
    if battle.defence_air:
        lines.append(("line.air_defender", -battle.defence_air, "11.3c"))
    helping = [u for u in battle.units if u in pos.game.roster.arko and counts(pos, u, battle.target)]
    if helping:
        each = pos.reading(ARKO_EACH) != ARKO_EACH.default
        shift = pos.game.chart.number("arko", "shift") * (len(helping) if each else 1)
        lines.append(("line.arko", shift, "11.8"))
    if any(pos.oos(unit) for unit in battle.defenders):
        lines.append(("line.defender_oos", _row(pos, "defender_oos"), "11.3c"))
    return lines


def air_shift(pos: YellowPosition, battle: Battle) -> int:
    """11.3c, 13.6, G-A17: one column an asset; two Stukas a column against the Dynamo port."""
    if battle.target == pos.port and battle.side(pos) == w.GERMAN:
        return battle.attack_air // pos.game.chart.number("dynamo_stukas", "for_each_shift")
    return battle.attack_air


def odds(pos: YellowPosition, battle: Battle) -> Odds:
    """11.3a-c: the column that is read: shifts from the initial column, the net held within the limits of 11.3b."""
    chart = pos.game.chart
    lines = [*terrain_lines(pos, battle), *other_lines(pos, battle), *armour_lines(pos, battle)]
    total = sum(value for _, value, _ in lines)
    most, least = chart.german_cap, -chart.allied_cap
    if battle.side(pos) == w.ALLIED:
        most, least = chart.allied_cap, -chart.german_cap
    net = max(least, min(most, total))
    if net != total:
        lines.append(("line.cap", net - total, "11.3b"))
    start = initial(pos, battle)
    column = min(start + net, len(chart.odds) - 1) if start >= 0 else -1
    if column != start + net:
        lines.append(("line.table_end", column - start - net, "11.3a"))
    return Odds(start, tuple(lines), net, column)


# ---------------------------------------------------------------------- 11.3d TR
def attack_tr(pos: YellowPosition, battle: Battle) -> int:
    """11.3d, 8.6b: best TR of the attackers beside the hex."""
    return _best(pos, adjacent_units(pos, battle.units, battle.target), False)


def defence_tr(pos: YellowPosition, battle: Battle) -> int:
    """11.3d, 8.6b, 12.11: best TR of the defenders; 0 for a garrison alone."""
    return _best(pos, battle.defenders, battle.side(pos) == w.GERMAN)


def _best(pos: YellowPosition, units: Iterable[int], defending: bool) -> int:
    """8.6b: Belgians stacked with French or British lend the stack their TR."""
    among = tuple(units)
    belgian = [unit for unit in among if pos.nation(unit) == "belgian"]
    mixed = {pos.at(unit) for unit in belgian}
    counted = [u for u in among if u in belgian or pos.at(u) not in mixed]
    return max((pos.tr(unit, defending) for unit in counted), default=0)


# ---------------------------------------------------------------------- 11.3e who takes a loss
def loss_candidates(pos: YellowPosition, battle: Battle, side: int, result: str) -> tuple[int, ...]:
    """11.3e: units of a side among which its owner chooses the one that loses a step, by the order of the rule."""
    attacking = side == battle.side(pos)
    units = adjacent_units(pos, battle.units, battle.target) if attacking else battle.defenders
    roster = pos.game.roster
    shifted = {label for label, _, _ in armour_lines(pos, battle)}
    if attacking and result in ("AL1", "BL1", "ENG"):
        brigade = [unit for unit in units if unit in roster.tank_brigade]
        if brigade:
            return tuple(brigade)
    bound = _bound(pos, battle, units, attacking, shifted)
    return tuple(bound or units)


def _bound(
    pos: YellowPosition, battle: Battle, units: tuple[int, ...], attacking: bool, shifted: set[str | int]
) -> list[int]:
    """11.3e: armour that gave a shift or took one from the enemy; else attacking armour against difficult ground."""
    roster = pos.game.roster
    german = battle.side(pos) == w.GERMAN
    armour = roster.panzer if german == attacking else roster.allied_armour
    mine = [unit for unit in units if unit in armour]
    if attacking:
        label = "line.panzer" if german else "line.allied_armour"
        if label in shifted:
            usable = [u for u in mine if armour_allowed(pos, u, battle.target)]
            return usable if german else [u for u in usable if u in roster.divisions]
        there = pos.game.ground.tec[battle.target]
        assert there is not None
        return mine if not there.armour_shifts or pos.fortress(battle.target) else []
    others = [u for u in battle.units if armour_allowed(pos, u, battle.target)]
    if german:
        cancelled = any(unit in roster.panzer for unit in others)
    else:
        cancelled = any(unit in roster.allied_armour and unit in roster.divisions for unit in others)
    return mine if cancelled else []
