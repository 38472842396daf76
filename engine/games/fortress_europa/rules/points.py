"""Replacement points (27.1-27.7, 27.9, 27.10): what a side receives, who may take them, where they reach a unit."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions import air, panzer_reserve, points
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.calendar import CHART_MONTHS, MONTHS

_LOSSES: Final = {
    "german": ("line.attacked", "17.10.5"),
    "us": ("line.halved", "17.10.6"),
    "british": ("line.halved", "17.10.7"),
}
"""Nationality -> what costs it points, and by which rule."""


# ---------------------------------------------------------------------- 27.1-27.4 points
def chart_points(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.1, 28.3, 31.17: (points of the turn, armour among them) by the chart."""
    month = MONTHS[pos.month]
    month = CHART_MONTHS.get(month, month)
    if nation == points.SPECIAL:
        weeks = pos.game.edition.chart("replacements", "special", month)
        return weeks[pos.tables.calendar.week(pos.state.turn) - 1], 0
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
    ground = pos.tables.ground
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


def set_stock(act: Act, nation: str, left: tuple[int, int], rule: str) -> None:
    side = f.GERMAN if nation == "german" else f.ALLIED
    act.track(f"track.{nation}", left[0], side, rule)
    if nation != points.SPECIAL:
        act.track(f"track.{nation}_armor", left[1], side, rule)


def receive(act: Act, nation: str) -> None:
    """FE 27.1, 27.3, 27.4: the points of the turn are added to what is left, without an end: what the printed track
    has no room for is kept on paper."""
    pos = act.pos
    chart = chart_points(pos, nation)
    lost = lost_to_aircraft(pos, nation, chart[0])
    now = less(chart, lost)
    if lost:
        key, rule = _LOSSES[nation]
        act.reckon("reckon.replacements", -1, [("line.chart", chart[0], "27.1"), (key, -lost, rule)], now[0], "27.4")
    if nation == "german" and pos.option("31.3"):
        _bombed(act, max(0, lost - chart[0]))
    total, armor = points.stock(pos, nation)
    set_stock(act, nation, (total + now[0], armor + now[1]), "27.3")


# ---------------------------------------------------------------------- 27.5-27.10 what may be bought


def pay(act: Act, piece: int, cost: int, rule: str) -> None:
    """FE 27.5: points are spent; infantry takes armour points only when no others are left."""
    nation = points.nation_of(act.pos, piece)
    total, armor = points.stock(act.pos, nation)
    armor = armor - cost if piece in act.pos.tables.roster.armored else min(armor, total - cost)
    set_stock(act, nation, (total - cost, armor), rule)


# ---------------------------------------------------------------------- 31.3
def _bombed(act: Act, aircraft: int) -> None:
    """FE 31.3: aircraft beyond those that wipe out the points of the turn roll against those kept from before."""
    rows = act.pos.game.edition.chart("accumulated_replacement_attack_optional", "rows")
    for _ in range(aircraft):
        result = rows[str(act.roll("roll.accumulated", 6, rule="31.3", low=1))]
        total, armor = points.stock(act.pos, "german")
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
    roster = pos.tables.roster
    if new in roster.coastal or new in roster.training:
        act.flag(new, f.FLIPPED, 1, "27.10")
    act.flag(new, f.CANNOT_MOVE, 1, "27.8")
    if pos.side(new) == f.ALLIED:
        act.flag(new, f.ARRIVED, 1, "27.8")
    elif new in roster.airborne:
        act.flag(new, "flag.no_drop", 1, "27.9")
    return new
