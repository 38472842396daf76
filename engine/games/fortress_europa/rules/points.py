"""Replacement points (27.1-27.7, 27.9, 27.10): what a side receives, who may take them, where they reach a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.calendar import CHART_MONTHS, MONTHS
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.roster import BRITISH, CANADIAN, GERMANS, US
from hexledger.engine.games.fortress_europa.rules import air, capacity, panzer_reserve, supply
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.floods import Lines

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

NATIONS: Final = {f.ALLIED: ("us", "british", "canadian"), f.GERMAN: ("german",)}
SPECIAL: Final = "special"
NEVER: Final = frozenset(
    {"flak", "security", "artillery", "glider", "glider_mountain", "hq", "hq_troops", "volkssturm", "assault_gun"}
)
"""27.10, 20.13: types that no replacement brings back."""
_NAME: Final = {US: "us", BRITISH: "british", CANADIAN: "canadian", GERMANS: "german"}


# ---------------------------------------------------------------------- 27.1-27.4 points
def chart_points(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.1, 28.3, 31.17: (points of the turn, armour among them) by the chart."""
    month = MONTHS[pos.month]
    month = CHART_MONTHS.get(month, month)
    if nation == SPECIAL:
        weeks = pos.game.edition.chart("replacements", "special", month)
        return weeks[pos.game.calendar.week(pos.state.turn) - 1], 0
    row = pos.game.edition.chart("replacements", "rates", nation, month)
    option_a = nation == "german" and pos.state.variable(f.VAR_PANZER_OPTION) == panzer_reserve.OPTION_A
    return row["total"], 0 if option_a else row["armor"]


def less(points: tuple[int, int], lost: int) -> tuple[int, int]:
    """FE 27.4: points that remain when some are lost, armour first."""
    total, armor = points
    return max(0, total - lost), max(0, armor - lost)


def lost_to_aircraft(pos: FortressPosition, nation: str, total: int) -> int:
    """FE 17.10.5-17.10.7, 33.4.6, C-98: points that missing cover, or attacks, cost this turn."""
    if nation == "german":
        return len(air.allied_on(pos, "german_replacements"))
    ground = pos.game.ground
    if nation == "us":
        left, cover = _uncaptured(pos, ground.u_boat_bases), "u_boat"
        if pos.scenario.berlin:
            return 0
    elif nation == "british":
        left, cover = _uncaptured(pos, ground.v1_sites), "v1_sites"
    else:
        return 0
    return total - total // 2 if left and not air.allied_on(pos, cover) else 0


def _uncaptured(pos: FortressPosition, places: frozenset[int]) -> bool:
    return any(not pos.state.marker(place, -1, f.BASE_CAPTURED) for place in sorted(places))


def stock(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.3: (points, armour points among them) that a nationality has."""
    side = f.GERMAN if nation == "german" else f.ALLIED
    words = pos.game.words
    armor = 0 if nation == SPECIAL else pos.state.track(words[f"track.{nation}_armor"], side)
    return pos.state.track(words[f"track.{nation}"], side), armor


def set_stock(act: Act, nation: str, points: tuple[int, int], rule: str) -> None:
    side = f.GERMAN if nation == "german" else f.ALLIED
    act.track(f"track.{nation}", points[0], side, rule)
    if nation != SPECIAL:
        act.track(f"track.{nation}_armor", points[1], side, rule)


def receive(act: Act, nation: str) -> None:
    """FE 27.1, 27.3, 27.4: the points of the turn are added to what is left, without an end: what the printed track
    has no room for is kept on paper."""
    pos = act.pos
    chart = chart_points(pos, nation)
    lost = lost_to_aircraft(pos, nation, chart[0])
    now = less(chart, lost)
    if lost:
        key, rule = ("line.attacked", "17.10.5") if nation == "german" else ("line.halved", "17.10.6")
        act.reckon("reckon.replacements", -1, [("line.chart", chart[0], "27.1"), (key, -lost, rule)], now[0], "27.4")
    if nation == "german" and pos.option("31.3"):
        _bombed(act, max(0, lost - chart[0]))
    total, armor = stock(pos, nation)
    set_stock(act, nation, (total + now[0], armor + now[1]), "27.3")


# ---------------------------------------------------------------------- 27.5-27.10 what may be bought
def never(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.10, 27.11, 27.12, 27.14, C-86: why no replacement ever goes to a unit, None where one may."""
    roster, counter = pos.game.roster, pos.counters[piece]
    if piece not in roster.land or counter.type in NEVER or piece in roster.split_79th or piece in roster.augmented:
        return "27.10", f"{pos.name(piece)} never takes replacements"
    if pos.nation(piece) not in _NAME or counter.nationality == "minor":
        return "27.14", "French units and those of the minor Allies take no replacements"
    if piece in roster.training and not trained(pos, piece):
        return "23", f"{pos.name(piece)} is a training division still"
    return None


def trained(pos: FortressPosition, piece: int) -> bool:
    """FE 23: has the turn come in which the display makes a training division a regular one?"""
    rows = (row for turn, rows in pos.scenario.arrivals.items() if turn <= pos.state.turn for row in rows)
    return any(row.piece == piece and row.kind == "flip_regular" for row in rows) or pos.scenario.bulge


def nation_of(pos: FortressPosition, piece: int) -> str:
    """FE 27.9: whose points a unit takes: Allied paratroops, commandos and rangers only special ones."""
    if "special_replacement" in pos.counters[piece].traits and pos.side(piece) == f.ALLIED:
        return SPECIAL
    return _NAME[pos.nation(piece)]


def affordable(pos: FortressPosition, piece: int, cost: int) -> bool:
    """FE 27.1, 27.5: are there points for a unit? Armour takes armour points; others take any."""
    nation = nation_of(pos, piece)
    total, armor = stock(pos, nation)
    return (armor if piece in pos.game.roster.armored and nation != SPECIAL else total) >= cost


def pay(act: Act, piece: int, cost: int, rule: str) -> None:
    """FE 27.5: points are spent; infantry takes armour points only when no others are left."""
    nation = nation_of(act.pos, piece)
    total, armor = stock(act.pos, nation)
    armor = armor - cost if piece in act.pos.game.roster.armored else min(armor, total - cost)
    set_stock(act, nation, (total - cost, armor), rule)


def cost(pos: FortressPosition, key: str) -> int:
    return pos.game.edition.chart_int("replacements", "costs", key)


def place_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.7: why replacements do not reach a unit where it is."""
    place, side = pos.at(piece), pos.side(piece)
    if pos.in_ezoc(place, side):
        return "27.7", f"{pos.name(piece)} is in an enemy ZOC"
    if pos.fortress(place) and pos.near_enemy(place, side, 1):
        return "27.7", f"{pos.name(piece)} is in a fortress beside the enemy"
    if place not in lines(pos, side):
        return "27.7", f"no line leads from {pos.name(piece)} to a port" + (" or city" if side == f.GERMAN else "")
    return None


def lines(pos: FortressPosition, side: int) -> Lines:
    """FE 27.7: places with a line of any length to a friendly port or Mulberry, or a city in Germany or Italy. A port
    without capacity is a port still."""

    def search() -> Lines:
        if side == f.GERMAN:
            return supply.reach(pos, supply.cities(pos), side)
        ports = (port for port in pos.game.ground.ports if capacity.usable_port(pos, port))
        return supply.reach(pos, {*capacity.sources(pos), *ports}, side)

    return pos.cached(("replacement_lines", side), search)


# ---------------------------------------------------------------------- 31.3
def _bombed(act: Act, aircraft: int) -> None:
    """FE 31.3: aircraft beyond those that wipe out the points of the turn roll against those kept from before."""
    rows = act.pos.game.edition.chart("accumulated_replacement_attack_optional", "rows")
    for _ in range(aircraft):
        result = rows[str(act.roll("roll.accumulated", 6, rule="31.3", low=1))]
        total, armor = stock(act.pos, "german")
        if result == "armor -1" and armor:
            set_stock(act, "german", (total - 1, armor - 1), "31.3")
        elif result == "infantry -1" and total > armor:
            set_stock(act, "german", (total - 1, armor), "31.3")


# ---------------------------------------------------------------------- 27.8 coming back
def come_back(act: Act, piece: int, place: int, full: bool, rule: str) -> int:
    """FE 22.2, 23, 27.8, 27.9, 28.5: put a destroyed unit into a place; the piece that now stands for it.

    It moves from next turn on. Coastal and training divisions come back as infantry and regulars, German paratroops
    without the skill to drop; 1SS and Lehr after November I with their new counters.
    """
    pos = act.pos
    act.pool(f.ELIMINATED, piece, -1, rule)
    new = panzer_reserve.returning(pos, piece)
    if new != piece:
        act.pool("pool.gone", piece, 1, "28.5")
    steps = max(1, pos.counters[new].steps)
    act.place(new, place, steps if full else steps - 1, rule)
    roster = pos.game.roster
    if new in roster.coastal or new in roster.training:
        act.flag(new, f.FLIPPED, 1, "27.10")
    act.flag(new, f.CANNOT_MOVE, 1, "27.8")
    if pos.side(new) == f.ALLIED:
        act.flag(new, f.ARRIVED, 1, "27.8")
    elif new in roster.airborne:
        act.flag(new, "flag.no_drop", 1, "27.9")
    return new


# ---------------------------------------------------------------------- 31.2
def ss_first(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.2: with the option: why other armour may not be replaced yet: destroyed SS armour could come back."""
    roster = pos.game.roster
    if not pos.option("31.2") or piece not in roster.armored or pos.side(piece) != f.GERMAN:
        return None
    if piece in roster.ss and pos.state.pooled(f.ELIMINATED, piece):
        return None
    for other in sorted(pos.state.pool(f.ELIMINATED)):
        if other in roster.ss and other in roster.armored and never(pos, other) is None:
            key = "rebuild_2step_to_reduced" if pos.counters[other].steps > 1 else "rebuild_1step"
            if affordable(pos, other, cost(pos, key)):
                return "31.2", f"{pos.name(other)} comes back before other armour is replaced"
    return None
