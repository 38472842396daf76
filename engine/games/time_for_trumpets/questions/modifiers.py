"""Column shifts and die roll modifiers of a combat (7.14, 9.15, 40-42, 49-51, 57), and the column that is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import battle as bt
from hexledger.engine.games.time_for_trumpets.questions import fieldworks, force
from hexledger.engine.games.time_for_trumpets.questions.battle import Battle, Line
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w

ER_MOST: Final = 3
"""Card 3B (house): the difference of the ER is held to -3 .. +3."""
NO_ER: Final = 1
INITIATIVE: Final = -1
"""15.1 (house): drm of the random event."""
NIGHT_DIVISIONS: Final[tuple[str, ...]] = ("1ssd_hq", "2ssd_hq", "2pz_hq")
"""41: 1SS (with KGP), 2SS, 2Pz."""
NIGHT_FRIEND: Final = "3fj_hq"
"""41d.3: joins 1SS."""
NIGHT_GROUP: Final = "kgp_hq"
NIGHT_BRIGADE: Final = "150bde_hq"
"""24.3b: fight together without penalty."""
SQUALL_ENDS: Final = calendar.number("23MO")
"""3.3.5c."""
TIGER_SCARE_ENDS: Final = 7
"""40: 17EV, the seventh turn."""
CLOSE: Final = frozenset({"forest", "broken", "town", "city"})
"""50: ground into which AFV do not attack alone."""


class Odds(NamedTuple):
    """Column of the odds, the shifts, and the column that is read (51)."""

    start: int
    lines: tuple[Line, ...]
    column: int


def odds(pos: TrumpetsPosition, battle: Battle) -> Odds:
    """51: odds rounded for the defender, then all shifts."""
    chart = pos.game.combat
    start = chart.column(max(1, bt.attack(pos, battle).total), bt.defence(pos, battle).total)
    lines = shifts(pos, battle)
    return Odds(start, tuple(lines), chart.shifted(start, sum(value for _, value, _ in lines)))


# ---------------------------------------------------------------------- shifts
def shifts(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """All column shifts; right is positive."""
    return [*_supply_shifts(pos, battle), *_side_shifts(pos, battle), *_ground_shifts(pos, battle)]


def _supply_shifts(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """7.14f-g, 9.15g-i."""
    size = pos.game.combat.shifts
    strike, defend = bt.striking(pos, battle), bt.defenders(pos, battle.target)
    lines: list[Line] = []
    if any(not pos.in_comm(unit) for unit in strike):
        lines.append(("line.attack_out_comm", size["attack_out_comm"], "7.14"))
    if any(not pos.in_comm(unit) for unit in defend):
        lines.append(("line.defence_out_comm", size["defence_out_comm"], "7.14"))
    if any(not pos.in_supply(unit) for unit in strike):
        lines.append(("line.attack_oos", size["attack_oos"], "9.15"))
    dug_in = fieldworks.sheltered(pos, battle.target) and pos.board.terrain[battle.target] in ("town", "city")
    if not dug_in and any(not pos.in_supply(unit) for unit in defend):
        lines.append(("line.defence_oos", size["defence_oos"], "9.15"))
    return lines


def _side_shifts(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """5.9.4a, 40-42, 57.2j, night and snow."""
    size, arms = pos.game.combat.shifts, pos.game.arms
    strike, defend = bt.striking(pos, battle), bt.defenders(pos, battle.target)
    german = battle.side(pos) == w.GERMAN
    lines: list[Line] = []
    if pos.state.turn <= TIGER_SCARE_ENDS:
        if german and any(unit in arms.tigers for unit in strike):
            lines.append(("line.tiger_scare", size["tiger_scare_attack"], "40.0"))
        if not german and any(u in arms.tigers for u in defend) and any(u in arms.us for u in strike):
            lines.append(("line.tiger_scare", size["tiger_scare_defence"], "40.0"))
    allied = defend if german else strike
    if any(unit in arms.us for unit in allied) and any(unit in arms.british for unit in allied):
        lines.append(("line.us_british", size["us_british"] if german else -size["us_british"], "42.3"))
    if any(pos.flag(unit, w.FLAG["surprised"]) for unit in defend):
        lines.append(("line.surprised", pos.game.combat.surprised, "H-5"))
    if battle.kind == bt.MIST_BLITZ:
        lines.append(("line.mist_blitz", size["mist_blitz"], "57.2"))
    for plane, sign in ((battle.plane, 1), (battle.cover_plane, -1)):
        if plane >= 0:
            lines.append(("line.air_shift", sign * air_shift(pos, plane, battle.target), "5.9.4"))
    if pos.night:
        if german and night_advantage(pos, battle):
            lines.append(("line.german_night", size["german_night"], "41.0"))
        else:
            lines.append(("line.night", size["night"], "49.0"))
    if pos.weather(battle.target) == w.SNOW:
        lines.append(("line.snow", size["snow"], "49.0"))
    return lines


def air_shift(pos: TrumpetsPosition, plane: int, target: int) -> int:
    """5.9.4a-b: columns that an aircraft gives; at most one in Fog and Dense Fog."""
    value = pos.counters[plane].front.get("support_shift")
    return min(1, value) if pos.weather(target) in (w.FOG, w.DENSE_FOG) else value


def night_advantage(pos: TrumpetsPosition, battle: Battle) -> bool:
    """41: a front-line unit of 1SS, 2SS or 2Pz attacks, and nobody of another division helps; 3FJ may help 1SS, and the
    150th Brigade KG Peiper (24.3b, B-62)."""
    arms = pos.game.arms
    strike = bt.striking(pos, battle)
    for name in NIGHT_DIVISIONS:
        hq = pos.game.piece_number(name)
        if hq is None or not any(u in arms.front_line | arms.special_hq and force.belongs(pos, u, hq) for u in strike):
            continue
        helps = (hq, *_night_friends(pos, strike)) if name == NIGHT_DIVISIONS[0] else (hq,)
        if all(force.division(pos, unit) in (-1, *helps) for unit in (*strike, *battle.guns)):
            return True
    return False


def _night_friends(pos: TrumpetsPosition, strike: Iterable[int]) -> tuple[int, ...]:
    """41d.3, 24.3b: who helps the 1st SS Panzer Division by night without taking its advantage."""
    index = pos.game.roster.index
    kgp = any(force.belongs(pos, unit, index[NIGHT_GROUP]) for unit in strike)
    return (index[NIGHT_FRIEND], *((index[NIGHT_BRIGADE],) if kgp else ()))


def _ground_shifts(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """49, 50: terrain, works, tanks alone, streams."""
    chart, target = pos.game.combat, battle.target
    row = chart.terrain[pos.terrain(target)]
    lines: list[Line] = []
    if row.shift:
        lines.append((f"line.terrain_{pos.terrain(target)}", row.shift, "49.0"))
    if fieldworks.defence(pos, target) in ("SP", "fort"):
        lines.append(("line.strong_point", chart.shifts["strong_point"], "50.0"))
    if unsupported_tanks(pos, target):
        lines.append(("line.unsupported_tank", chart.shifts["unsupported_tank"], "50.0"))
    strike, arms = bt.striking(pos, battle), pos.game.arms
    close = pos.terrain(target) in CLOSE or target in pos.game.ground.villages
    if close and strike and all(unit in arms.afv for unit in strike):
        lines.append(("line.tanks_alone", chart.shifts["unsupported_tank_attack"], "50.0"))
    hexes = bt.attacking_hexes(pos, battle)
    waters = [pos.game.ground.water_between(here, target) for here in hexes]
    if waters and all(waters) and "stream" in waters:
        lines.append(("line.stream", chart.stream_shift, "49.0"))
    return lines


def unsupported_tanks(pos: TrumpetsPosition, target: int) -> bool:
    """50 (ex 8641): all front-line units of the hex are tanks."""
    arms = pos.game.arms
    front = [unit for unit in bt.defenders(pos, target) if unit in arms.front_line]
    return bool(front) and all(unit in arms.tanks for unit in front)


# ---------------------------------------------------------------------- drm
def drms(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """All modifiers of the combat roll but the squall's, which hangs on the dice; positive ones help the defender."""
    return [
        *_er_lines(pos, battle),
        *_defence_drms(pos, battle),
        *_attack_drms(pos, battle),
        *_blitz_drms(pos, battle),
    ]


def side_er(pos: TrumpetsPosition, units: Iterable[int]) -> int:
    """Card 3B (house): best current ER of the front-line units, else of the support units, else 1."""
    arms = pos.game.arms
    those = tuple(units)
    front = [pos.er(unit) for unit in those if unit in arms.front_line or unit in arms.special_hq]
    support = [pos.er(unit) for unit in those if unit in arms.support]
    return max(front or support or [NO_ER])


def defence_er(pos: TrumpetsPosition, target: int) -> int:
    """19.1, 19.2, gaps 3.27: ER of the defence; works give theirs where it is higher."""
    own = side_er(pos, bt.defenders(pos, target))
    work = fieldworks.defence(pos, target)
    return max(own, pos.game.combat.works[work].er) if work else own


def effectiveness(pos: TrumpetsPosition, battle: Battle) -> bt.Reckoning:
    """Card 3B (house): ER of the defence, by its work where that gives more, against the attackers', held to 3."""
    own, against = side_er(pos, bt.defenders(pos, battle.target)), side_er(pos, bt.striking(pos, battle))
    found = defence_er(pos, battle.target)
    defence: Line = ("line.er_defence", own, "51.3") if found == own else ("line.er_work", found, "19.0")
    held = max(-ER_MOST, min(ER_MOST, found - against))
    return bt.Reckoning((defence, ("line.er_attack", against, "51.3")), held)


def _er_lines(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    held = effectiveness(pos, battle).total
    return [("line.er", held, "51.3")] if held else []


def _defence_drms(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    size, arms, target = pos.game.combat.drms, pos.game.arms, battle.target
    defend, strike = bt.defenders(pos, target), bt.striking(pos, battle)
    lines: list[Line] = []
    if target in pos.game.ground.villages:
        lines.append(("line.village", size["village"], "49.0"))
    if any(unit in arms.engineers and not pos.flag(unit, w.SHOCK) for unit in defend):
        lines.append(("line.engineer_defence", size["engineer_defence"], "50.0"))
    if battle.plane >= 0:
        aa = sum(unit in arms.aa for unit in defend)
        if aa:
            lines.append(("line.aa", aa * size["aa_vs_air"], "5.9.4"))
    if any(unit in arms.td_or_gun for unit in defend) and any(unit in arms.afv for unit in strike):
        lines.append(("line.anti_tank", size["at_defence"], "50.0"))
    return lines


def _attack_drms(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    size, arms, target = pos.game.combat.drms, pos.game.arms, battle.target
    defend, strike = bt.defenders(pos, target), bt.striking(pos, battle)
    lines: list[Line] = []
    german = battle.side(pos) == w.GERMAN
    infantry = any(unit in arms.infantry for unit in strike)
    if german and infantry and any(unit in arms.assault_guns for unit in strike):
        lines.append(("line.stug", size["stug"], "50.0"))
    strong = fieldworks.defence(pos, target) != "" or pos.board.terrain[target] in ("town", "city")
    if strong and any(unit in arms.engineers for unit in strike):
        lines.append(("line.engineer_attack", size["engineer_attack"], "50.0"))
    heavy = any(unit in arms.heavy and not pos.flag(unit, w.SHOCK) for unit in strike)
    if german and heavy and not any(unit in arms.heavy_guns for unit in defend):
        lines.append(("line.heavy_afv_attack", size["heavy_afv_attack"], "50.0"))
    if battle.drm:
        lines.append(("line.shock", battle.drm, "48.2.1"))
    return lines


def _blitz_drms(pos: TrumpetsPosition, battle: Battle) -> list[Line]:
    """57.1f-g, 57.2h-i."""
    if battle.kind == bt.NORMAL:
        return []
    size, recon = pos.game.combat.drms, pos.game.arms.recon
    name, rule = ("clear_blitz", "57.1") if battle.kind == bt.CLEAR_BLITZ else ("mist_blitz", "57.2")
    lines: list[Line] = []
    if any(unit in recon for unit in bt.striking(pos, battle)):
        lines.append(("line.recon_attack", size[f"{name}_attacker_recon"], rule))
    if any(unit in recon for unit in bt.defenders(pos, battle.target)):
        lines.append(("line.recon_defence", size[f"{name}_defender_recon"], rule))
    return lines


def squall(pos: TrumpetsPosition, battle: Battle) -> bool:
    """3.3.5e, 3.3.6: a participant is in a hex where snow squalls may come."""
    if not pos.plays("snow_squall"):
        return False
    places = (*bt.attacking_hexes(pos, battle), battle.target)
    return any(in_squall(pos, place) for place in places)


def in_squall(pos: TrumpetsPosition, place: int) -> bool:
    """3.3.5c: the Schnee Eifel until 23MO (its marker); 3.3.6: an army area whose HQ is marked."""
    ground = pos.game.ground
    if pos.state.turn < SQUALL_ENDS and pos.marker("squall", place):
        return True
    return any(pos.var(f"squall_{w.ARMIES[area]}") for area in ground.weather_of[place])


def may_use_initiative(pos: TrumpetsPosition, battle: Battle) -> bool:
    """15.1 (house): the event `initiative` of a German corps: one division betters the roll of one attack."""
    if battle.side(pos) != w.GERMAN or pos.var("event") != w.EVENT["initiative"] or pos.var("event_used"):
        return False
    return any(force.division(pos, unit) >= 0 for unit in battle.units)
