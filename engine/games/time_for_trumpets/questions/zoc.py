"""Zones of control (25): who exerts one into which hex, by type, terrain, weather and night; whom it affects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.box import Box
from hexledger.engine.games.time_for_trumpets.tables.switches import VILLAGE_ZOC
from hexledger.engine.kernel.memory import CLOCK, PLACES, VARIABLES, Basis, kept, lasting, renewed
from hexledger.engine.map.hexes import DIRECTIONS
from hexledger.engine.map.zones import Zones

ON_ZONES: Final = Basis(PLACES, VARIABLES, CLOCK, flags=(w.FLAG["surprised"],))
"""What zones of control hang on."""
LIGHT: Final = "light_aa_aw_mg"
"""25.1f,g: affects non-AFV only."""
_NOBODY: Final[tuple[int, ...]] = ()
_IN_FOG: Final = frozenset({"woods", "broken", "forest", "marsh", "frozen_marsh"})
_AT_NIGHT: Final = frozenset({"forest", "marsh", "frozen_marsh"})


class Sky(NamedTuple):
    """What zones hang on besides who stands where: ground, light, weather of the three areas, reading of 25.1."""

    frozen: bool
    night: bool
    weather: tuple[int, ...]
    village: int


def sky(pos: TrumpetsPosition) -> Sky:
    """Ground, light and weather of this turn."""
    return Sky(pos.ground == "frozen", pos.night, pos.army_weather(), pos.reading(VILLAGE_ZOC))


@kept(ON_ZONES)
def zones(pos: TrumpetsPosition, side: int, light: bool) -> Mapping[int, tuple[int, ...]]:
    """25.5: hex -> units of a side that exert a ZOC into it, whatever the other side does there: those that affect
    everybody, or (light) only non-AFV."""
    return _zones(pos, side, light).over


@renewed(ON_ZONES)
def _zones(pos: TrumpetsPosition, last: Zones | None, side: int, light: bool) -> Zones:
    roster, surprised = pos.game.roster, w.FLAG["surprised"]
    stands: dict[int, int] = {}
    for piece in pos.of(side):
        row = roster.zoc_row[piece]
        if row and (row == LIGHT) == light and not pos.flag(piece, surprised):
            stands[piece] = pos.at(piece) * len(ROWS) + ROWS.index(row)
    now = sky(pos)
    return (last or Zones()).now(stands, lambda stand: reached(pos.game, stand, now), now)


ROWS: Final = (
    "infantry",
    "engineer",
    "armoured_recon_cavalry",
    "afv",
    "anti_tank",
    "heavy_aa",
    LIGHT,
    "bridge_engineer",
)
"""Rows of the ZOC chart that exert one."""


@lasting(most=1 << 15)
def reached(game: Box[TrumpetsPosition], stand: int, now: Sky) -> tuple[int, ...]:
    """25.1, 25.3: hexes into which a unit exerts its ZOC; `stand` is its hex and row in one number."""
    place, row = divmod(stand, len(ROWS))
    if _weather(game, place, now) in (w.DENSE_FOG, w.SNOW):
        return ()
    columns = game.chart.zoc[ROWS[row]]
    return tuple(there for there in game.ground.zoc_near[place] if column(game, there, now) in columns)


def _weather(game: Box[TrumpetsPosition], place: int, now: Sky) -> int:
    areas = game.ground.weather_of[place]
    return max((now.weather[area] for area in areas), key=w.WORST.index) if areas else w.CLEAR


def column(game: Box[TrumpetsPosition], place: int, now: Sky) -> str:
    """Column of the ZOC chart for a hex; "" where no ZOC goes into it as weather and light are."""
    weather = _weather(game, place, now)
    if weather in (w.DENSE_FOG, w.SNOW):
        return ""
    terrain = game.ground.terrain[place]
    if terrain == "marsh" and now.frozen:
        terrain = "frozen_marsh"
    if place in game.ground.villages and terrain not in ("town", "city") and now.village == VILLAGE_ZOC.default:
        return "village"
    if (weather == w.FOG and terrain in _IN_FOG) or (now.night and terrain in _AT_NIGHT):
        return ""
    return terrain


def affecting(pos: TrumpetsPosition, piece: int, place: int) -> tuple[int, ...]:
    """25.1f,g: enemy units whose ZOC in a hex affects a unit."""
    enemy = 3 - pos.side(piece)
    found = zones(pos, enemy, False).get(place, _NOBODY)
    if piece in pos.game.roster.afv:
        return found
    return found + zones(pos, enemy, True).get(place, _NOBODY)


def stops(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """25.6a: does the unit stop when it enters the hex?"""
    enemy = 3 - pos.side(piece)
    if place in zones(pos, enemy, False):
        return True
    return piece not in pos.game.roster.afv and place in zones(pos, enemy, True)


def barred(pos: TrumpetsPosition, piece: int, here: int, there: int) -> bool:
    """25.6c, G-3.43: one enemy unit's ZOC covers both hexes of a step."""
    first = affecting(pos, piece, here)
    if not first:
        return False
    second = affecting(pos, piece, there)
    return any(enemy in second for enemy in first)


@kept(ON_ZONES)
def covered(pos: TrumpetsPosition, side: int) -> frozenset[int]:
    """25.2: hexes in an enemy ZOC of `side`, against whatever type of unit."""
    enemy = 3 - side
    return frozenset(zones(pos, enemy, False)) | frozenset(zones(pos, enemy, True))


def covering(pos: TrumpetsPosition, side: int, place: int) -> tuple[int, ...]:
    """Enemy units of `side` with a ZOC in a hex, against whatever type of unit."""
    enemy = 3 - side
    return zones(pos, enemy, False).get(place, _NOBODY) + zones(pos, enemy, True).get(place, _NOBODY)


# ---------------------------------------------------------------------- 25.4 beyond the edge
def beyond_edge(pos: TrumpetsPosition, place: int, side: int, afv: bool = False) -> frozenset[tuple[int, int]]:
    """25.4: imaginary hexes (column, row) off the map next to an edge hex that are in the ZOC of an enemy of `side` who
    stands there; they are clear. `afv`: in one that affects AFV (25.1f)."""
    weather = pos.weather(place)
    here = (pos.board.q[place], pos.board.r[place])
    if weather in (w.DENSE_FOG, w.SNOW) or not _exerts(pos, place, 3 - side, afv):
        return frozenset()
    around = ((here[0] + dq, here[1] + dr) for dq, dr in DIRECTIONS)
    return frozenset(_numbered(q, r) for q, r in around if pos.board.at(q, r) is None)


def _exerts(pos: TrumpetsPosition, place: int, side: int, afv: bool) -> bool:
    rows = {pos.game.roster.zoc_row[unit] for unit in pos.units(place) if pos.side(unit) == side}
    return any("clear" in pos.game.chart.zoc[row] for row in rows - ({"", LIGHT} if afv else {""}))


def _numbered(q: int, r: int) -> tuple[int, int]:
    """Column and row of axial coordinates (even columns lie half a hex lower)."""
    return q, r + 1 + (q - 1) // 2


def edge_of(pos: TrumpetsPosition, place: int) -> frozenset[tuple[int, int]]:
    """Imaginary hexes off the map next to an edge hex."""
    q, r = pos.board.q[place], pos.board.r[place]
    around = ((q + dq, r + dr) for dq, dr in DIRECTIONS)
    return frozenset(_numbered(*at) for at in around if pos.board.at(*at) is None)


def holds_at_edge(pos: TrumpetsPosition, piece: int, place: int, moved: bool) -> bool:
    """25.4c, 25.6a, c: a unit that has come into an enemy ZOC at the edge does not go on over it; one that begins there
    does not where each hex beyond is in the ZOC of an enemy whose ZOC it stands in."""
    holders = affecting(pos, piece, place)
    if moved or not holders:
        return bool(holders)
    hot: set[tuple[int, int]] = set()
    for near in sorted({pos.at(enemy) for enemy in holders}):
        hot |= beyond_edge(pos, near, pos.side(piece), piece in pos.game.roster.afv)
    edge = edge_of(pos, place)
    return bool(edge) and edge <= hot


def shut_out(pos: TrumpetsPosition, piece: int, place: int) -> bool:
    """27.5a,b: all imaginary hexes from which a unit enters an edge hex are in enemy ZOC that affects it."""
    edge, afv = edge_of(pos, place), piece in pos.game.roster.afv
    hot: set[tuple[int, int]] = set()
    for near in (place, *pos.board.neighbours[place]):
        hot |= beyond_edge(pos, near, pos.side(piece), afv)
    return bool(edge) and edge <= hot
