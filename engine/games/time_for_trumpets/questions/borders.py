"""Where a unit may be at all: the scenario map, German army boundaries (26), the Meuse (26.2.7, 42.1), house limits."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import ON_CHAIN, TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.memory import kept, lasting
from hexledger.engine.kernel.steps import Refusal

KAUTENBACH: Final = frozenset({"7248", "7149"})
"""26.2.3, 26.2.4: hexes between which nobody crosses; the way leads by 7148."""


@kept(ON_CHAIN)
def army_of(pos: TrumpetsPosition, piece: int) -> str:
    """Name of the army to which a unit belongs (`6pza`), by its chain, else by its counter."""
    hq = pos.above(piece, "army")
    return pos.game.roster.army[hq if hq != NOBODY else piece]


def domain(pos: TrumpetsPosition, army: str, xlvii: bool) -> frozenset[int]:
    """26.1, 26.2.1, 26.2.2, 26.2.6, G-D21: hexes in which a German army may move and which it may attack; a boundary
    road belongs to both its armies."""
    return domain_of(pos.game, pos.var("scenario"), army, xlvii)


@lasting(most=32)
def domain_of(game: Box[TrumpetsPosition], scenario: int, army: str, xlvii: bool) -> frozenset[int]:
    """`domain`, by the number of the scenario."""
    ground, hexes = game.ground, game.scenario_rules(scenario).hexes
    own = ground.area.get(army)
    if own is None:
        return hexes
    found = set(own)
    if army in ("6pza", "5pza"):
        found |= ground.boundary_5_6 | ground.beyond_meuse
    if army in ("5pza", "7a"):
        found |= ground.boundary_5_7_east | ground.boundary_5_7_west
    if xlvii:
        found |= game.west_of_line
    return frozenset(found) & hexes


def within(pos: TrumpetsPosition, piece: int) -> frozenset[int]:
    """Hexes in which a unit may be by 26 and the scenario map; an SS unit that fights on beyond the boundary (26.1.4)
    may be in the 5th Panzer Army's area too."""
    army = army_of(pos, piece)
    found = domain(pos, army, pos.above(piece, "corps") == pos.game.xlvii)
    if pos.flag(piece, w.FLAG["trespasser"]):
        return found | domain(pos, "5pza", False)
    return found


def forbidden(pos: TrumpetsPosition, piece: int, here: int, there: int) -> Refusal | None:
    """26, 42.1, H-2 to H-4: why a unit may not go from a hex to the next; None when it may."""
    if there not in pos.scenario.hexes:
        return "H-4", f"{pos.label(there)} is outside the scenario"
    if there in pos.scenario.empty and bare(pos, piece, here, there):
        return "H-4", f"{pos.label(there)} is ground that the scenario leaves empty"
    if pos.side(piece) == w.ALLIED:
        return meuse(pos, piece, here, there) or _wahlerscheid(pos, piece, here, there) or _allied(pos, piece, there)
    if {pos.label(here), pos.label(there)} == KAUTENBACH:
        return "26.2.3", "the Wiltz is not crossed between 7248 and 7149"
    leaves = there not in within(pos, piece) and here in within(pos, piece)
    if leaves and not _south(pos, piece, there):
        return crossing(pos, piece, there), f"{pos.label(there)} is beyond the boundary of the unit's army"
    return _corps_limit(pos, piece, there) or other_army(pos, piece, there)


def bare(pos: TrumpetsPosition, piece: int, here: int, there: int) -> bool:
    """H-4: a step into ground that the scenario leaves empty; only Germans go there, along the road that it names."""
    ground, road = pos.game.ground, pos.scenario.empty_road
    along = here in road and there in road and ground.key(here, there) in ground.road
    return there in pos.scenario.empty and (pos.side(piece) == w.ALLIED or not along)


def crosses_south(pos: TrumpetsPosition, piece: int, there: int) -> bool:
    """26.1.4c: an SS unit of the 6th Panzer Army that enters its first hex south of the boundary, and rolls there; a
    leader has no ER to roll against, and goes where units go."""
    return piece not in pos.game.roster.leaders and _south(pos, piece, there)


def _south(pos: TrumpetsPosition, piece: int, there: int) -> bool:
    roster = pos.game.roster
    if piece not in roster.ss or army_of(pos, piece) != "6pza" or pos.flag(piece, w.FLAG["trespasser"]):
        return False
    return there in pos.game.ground.area["5pza"] and there in pos.scenario.hexes


CLERF: Final = 72
"""26.2.2: column of 7248, where the boundary of the 5th Panzer and the 7th Army comes to the Clerf and the Wiltz."""


def crossing(pos: TrumpetsPosition, piece: int, there: int) -> str:
    """26.1, 26.2: the rule by which a German unit neither enters nor attacks a hex beyond the boundary of its army."""
    ground, army = pos.game.ground, army_of(pos, piece)
    if army == "7a":
        if there in ground.beyond_meuse:
            return "26.2.7"
        return "26.2.2" if ground.column(there) > CLERF else "26.2.6"
    return "26.1" if army == "6pza" or there in ground.area["6pza"] else "26.2"


def other_army(pos: TrumpetsPosition, piece: int, there: int) -> Refusal | None:
    """26.1.1f, 26.1.2, 26.2.8, G-D23: no entry into a hex that units of another German army occupy; 12.3e: captured
    fuel is of no army, and goes to whoever needs it; 39.3b: leaders go among any units; 7.12e, B-75: so do steps of the
    army, and others among them."""
    roster = pos.game.roster
    if piece in roster.fuel or piece in roster.leaders:
        return None
    army = army_of(pos, piece)
    for unit in pos.fighters(there):
        if pos.side(unit) == w.GERMAN and army_of(pos, unit) != army:
            if any(pos.generic(one) and one not in roster.ss for one in (piece, unit)):
                continue
            rule = "26.2.8" if "7a" in (army, army_of(pos, unit)) else "26.1.2"
            return rule, f"{pos.label(there)} is occupied by units of another army"
    return None


def _corps_limit(pos: TrumpetsPosition, piece: int, there: int) -> Refusal | None:
    """H-3: limits that the scenario sets a corps."""
    for row in pos.scenario.hooks.get("corps_limits", ()):
        corps = pos.game.roster.index[row["corps"]]
        if pos.above(piece, "corps") == corps and pos.game.ground.row(there) > int(row["not_south_of_row"]):
            return "H-3", f"{pos.name(corps)} does not go south of row {row['not_south_of_row']}"
    return None


def meuse(pos: TrumpetsPosition, piece: int, here: int, there: int) -> Refusal | None:
    """42.1: of the British only Montgomery, the Household Cavalry and the 29th Armoured Brigade cross the Meuse."""
    if piece not in pos.game.roster.british or pos.game.ground.water_between(here, there) != "meuse":
        return None
    if piece in british_over_meuse(pos):
        return None
    return "42.1", f"{pos.name(piece)} does not cross the Meuse"


@kept(ON_CHAIN)
def british_over_meuse(pos: TrumpetsPosition) -> frozenset[int]:
    """42.1: the seven British units that may cross."""
    index = pos.game.roster.index
    named = {index[name] for name in ("leader_montgomery", "br_2_hc") if name in index}
    brigade = index["br_29bde_hq"]
    return frozenset(named | {p for p in pos.game.roster.british if p == brigade or pos.parent(p) == brigade})


def _wahlerscheid(pos: TrumpetsPosition, piece: int, here: int, there: int) -> Refusal | None:
    """H-2, G-D15: units of the 2nd Division at Wahlerscheid do not come nearer to Krinkelt before the order."""
    hook = pos.scenario.hooks.get("wahlerscheid")
    if hook is None or pos.state.turn >= calendar.number(hook["until"]) or pos.var("withdrawal_order"):
        return None
    if piece not in _at_wahlerscheid(pos.game, pos.var("scenario")):
        return None
    goal, distance = pos.board.place(hook["toward"]), pos.board.distance
    if distance(there, goal) < distance(here, goal):
        return "H-2", f"{pos.name(piece)} does not go back toward {hook['toward']} before it is ordered to"
    return None


@lasting(most=4)
def _at_wahlerscheid(game: Box[TrumpetsPosition], scenario: int) -> frozenset[int]:
    """Units that begin the scenario there."""
    rules = game.scenario_rules(scenario)
    starts = {game.board.place(label) for label in rules.hooks["wahlerscheid"]["hexes"]}
    return frozenset(row.piece for row in rules.setup if row.at in starts)


def _allied(pos: TrumpetsPosition, piece: int, there: int) -> Refusal | None:
    """8.0: areas of operations that the scenario gives Allied formations."""
    for row in pos.scenario.hooks.get("allied_limits", ()):
        hq = pos.game.roster.index[row["hq"]]
        bound = pos.state.turn < calendar.number(row["until"]) and pos.within(piece, (hq,))
        if bound and pos.game.ground.row(there) < int(row["not_north_of_row"]):
            return "8.0", f"{pos.name(hq)} does not go north of row {row['not_north_of_row']} yet"
    return None
