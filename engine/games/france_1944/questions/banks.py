"""The Rhine and other rivers between two hexes: bridges, bridgeheads, the hexsides of the 18th (12.3, 12.6-12.8)."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.ground import Bridge
from hexledger.engine.games.france_1944.tables.switches import BRIDGEHEAD_BLOWN


def tried(pos: FrancePosition, bridge: Bridge) -> bool:
    """12.7: the Germans have rolled for the bridge."""
    return intact(pos, bridge) or blown(pos, bridge)


def intact(pos: FrancePosition, bridge: Bridge) -> bool:
    """12.7: the bridge was tried and stands."""
    return _marked(pos, bridge, w.INTACT)


def blown(pos: FrancePosition, bridge: Bridge) -> bool:
    """12.7: the bridge is blown, for ever."""
    return _marked(pos, bridge, w.BLOWN)


def _marked(pos: FrancePosition, bridge: Bridge, marker: int) -> bool:
    low, high = sorted((bridge.west, bridge.east))
    return pos.state.marker(low, high, marker) > 0


def bridgehead(pos: FrancePosition, place: int) -> bool:
    """12.6: a bridgehead lies in the hex."""
    return pos.state.marker(place, -1, w.BRIDGEHEAD) > 0


def bridged(pos: FrancePosition, here: int, there: int) -> bool:
    """12.6, 12.7, R-60: an unblown bridge or a bridgehead leads over the Rhine hexside between two adjacent hexes;
    by the other reading of R-60 a bridgehead does not where the bridge of that hexside is blown."""
    bridge = pos.game.ground.bridge_side.get(pos.game.ground.key(here, there))
    if bridge is not None and not blown(pos, bridge):
        return True
    if bridge is not None and pos.reading(BRIDGEHEAD_BLOWN) != BRIDGEHEAD_BLOWN.default:
        return False
    return bridgehead(pos, here) or bridgehead(pos, there)


def ignored(pos: FrancePosition, here: int, there: int, side: int) -> bool:
    """12.3, R-17, R-55: the 18th, still in the hex of its drop, takes the river away for Allied units."""
    if side != w.ALLIED or not pos.var("airborne"):
        return False
    return any(
        pos.flag(piece, w.DROPPED) - 1 == pos.at(piece) and pos.at(piece) in (here, there)
        for piece in pos.game.roster.airborne
        if pos.on_map(piece)
    )


def water(pos: FrancePosition, here: int, there: int, side: int) -> str:
    """What lies between two adjacent hexes for a side now: `` for none or ignored, `river` for a river or a bridged
    Rhine, `rhine` for the Rhine without a bridge or bridgehead."""
    ground = pos.game.ground
    if not ground.is_river(here, there) or ignored(pos, here, there, side):
        return ""
    if ground.is_rhine(here, there) and not bridged(pos, here, there):
        return "rhine"
    return "river"


def beside_rhine(pos: FrancePosition, place: int) -> bool:
    """12.8: the hex lies at the Rhine."""
    ground = pos.game.ground
    return any(ground.is_rhine(place, there) for there in ground.near[place])
