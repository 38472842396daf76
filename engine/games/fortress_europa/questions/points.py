"""Replacement points (27.1-27.7, 27.9, 27.10): what a side receives, who may take them, where they reach a unit."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions import capacity, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.roster import BRITISH, CANADIAN, GERMANS, US
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.floods import Lines

NATIONS: Final = {f.ALLIED: ("us", "british", "canadian"), f.GERMAN: ("german",)}
SPECIAL: Final = "special"
NEVER: Final = frozenset(
    {"flak", "security", "artillery", "glider", "glider_mountain", "hq", "hq_troops", "volkssturm", "assault_gun"}
)
"""27.10, 20.13: types that no replacement brings back."""
_NAME: Final = {US: "us", BRITISH: "british", CANADIAN: "canadian", GERMANS: "german"}


# ---------------------------------------------------------------------- 27.1-27.4 points


def stock(pos: FortressPosition, nation: str) -> tuple[int, int]:
    """FE 27.3: (points, armour points among them) that a nationality has."""
    side = f.GERMAN if nation == "german" else f.ALLIED
    words = pos.game.words
    armor = 0 if nation == SPECIAL else pos.state.track(words[f"track.{nation}_armor"], side)
    return pos.state.track(words[f"track.{nation}"], side), armor


# ---------------------------------------------------------------------- 27.5-27.10 what may be bought
def never(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 27.10, 27.11, 27.12, 27.14, C-86: why no replacement ever goes to a unit, None where one may."""
    roster, counter = pos.tables.roster, pos.counters[piece]
    if piece not in roster.land or counter.type in NEVER or piece in roster.split_79th or piece in roster.augmented:
        return "27.10", f"{pos.name(piece)} never takes replacements"
    if pos.nation(piece) not in _NAME or counter.nationality == "minor":
        return "27.14", "French units and those of the minor Allies take no replacements"
    if piece in roster.training and not trained(pos, piece):
        return "23", f"{pos.name(piece)} is a training division still"
    return None


def trained(pos: FortressPosition, piece: int) -> bool:
    """FE 23: is the turn over in which the display makes a training division a regular one? One that is destroyed
    takes replacements only after it."""
    rows = (row for turn, rows in pos.scenario.arrivals.items() if turn < pos.state.turn for row in rows)
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
    return (armor if piece in pos.tables.roster.armored and nation != SPECIAL else total) >= cost


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


@kept(BOARD)
def lines(pos: FortressPosition, side: int) -> Lines:
    """FE 27.7: places with a line of any length to a friendly port or Mulberry, or a city in Germany or Italy. A port
    without capacity is a port still."""
    if side == f.GERMAN:
        return supply.reach(pos, supply.cities(pos), side)
    ports = (port for port in pos.tables.ground.ports if capacity.usable_port(pos, port))
    return supply.reach(pos, {*capacity.sources(pos), *ports}, side)


# ---------------------------------------------------------------------- 31.2
def ss_first(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.2: with the option: why other armour may not be replaced yet: destroyed SS armour could come back."""
    roster = pos.tables.roster
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
