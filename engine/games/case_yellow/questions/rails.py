"""Allied rail movement (10.5): who may ride, over what, where to."""

from __future__ import annotations

from collections.abc import Mapping

from hexledger.engine.games.case_yellow.questions import march, stacking, supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.memory import WHERE, kept
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import flood


@kept(WHERE)
def far(pos: YellowPosition) -> frozenset[int]:
    """10.5c: hexes that are far enough from every German unit."""
    rail = pos.scenario.rail
    assert rail is not None
    return pos.scenario.land - _near(pos, rail.distance - 1)


def _near(pos: YellowPosition, reach: int) -> frozenset[int]:
    return pos.game.ground.within({pos.at(unit) for unit in pos.of(w.GERMAN)}, reach)


def network(pos: YellowPosition, place: int) -> frozenset[int]:
    """10.5c: hexes to which the roads of France lead from a hex far from the Germans."""
    return _networks(pos).get(place, frozenset())


@kept(WHERE)
def _networks(pos: YellowPosition) -> Mapping[int, frozenset[int]]:
    """Hex -> the hexes that are joined to it."""

    def connected(here: int, there: int) -> bool:
        return there in usable and ground.key(here, there) in ground.road

    ground = pos.game.ground
    country = pos.scenario.fixed["rail"]["country"]
    usable = frozenset(p for p in far(pos) if ground.country[p] == country and pos.control(p) == w.ALLIED)
    found: dict[int, frozenset[int]] = {}
    for place in sorted(usable):
        if place not in found:
            group = frozenset(flood(pos.board, (place,), connected))
            found.update(dict.fromkeys(group, group))
    return found


def may_ride(pos: YellowPosition, piece: int) -> Refusal | None:
    """10.5a, 10.5b, 10.5c, 7.9c, H-7: may the unit ride in this round?"""
    rail = pos.scenario.rail
    if pos.active != w.ALLIED:
        return "10.5", "units ride in Allied Move rounds only"
    if rail is None:
        return "10.5", "this scenario has no rail movement"
    if pos.state.turn < rail.first_turn:
        return "10.5", f"rail movement begins on turn {rail.first_turn}"
    if not pos.var("rail_left"):
        return "10.5", "no rail movement is left in this round"
    if pos.side(piece) != w.ALLIED or not pos.on_map(piece) or pos.engaged(piece):
        return "10.5", f"{pos.name(piece)} cannot ride"
    if pos.flag(piece, w.MOVED) or pos.flag(piece, w.RAILED):
        return "10.5", f"{pos.name(piece)} has moved in this round"
    if pos.ma(piece) < 1:
        return "7.9", f"{pos.name(piece)} has moved in an earlier round of this turn"
    if march.marches(pos, piece):
        return "H-1", f"{pos.name(piece)} marches to the Dyle"
    if not network(pos, pos.at(piece)):
        return "10.5", f"{pos.label(pos.at(piece))} is no rail head far enough from the Germans"
    return march.frozen(pos, piece)


def may_arrive(pos: YellowPosition, piece: int, place: int) -> Refusal | None:
    """10.5, H-7: may a unit that may ride get off there?"""
    ground = pos.game.ground
    if place not in network(pos, pos.at(piece)) or place == pos.at(piece):
        return "10.5", f"no railway far from the Germans leads to {pos.label(place)}"
    if not (place in ground.cities or place in ground.towns or place in ground.maginot):
        return "10.5", f"{pos.label(place)} is no town, city or Maginot hex"
    rif = pos.scenario.special.get("rif")
    fortress = rif is not None and pos.game.roster.type[piece] == rif["type"]
    if fortress and pos.at(piece) in ground.maginot and place not in ground.maginot:
        return "H-7", "fortress infantry does not leave the Maginot Line by rail"
    if pos.open_city and pos.near_paris(place):
        return "12.7", "Allied units keep away from the open city of Paris"
    if place not in supply.supply_net(pos, pos.nation(piece)):
        return "10.5", f"{pos.label(place)} has no LOS"
    if not stacking.room(pos, place, (piece,)):
        return "8.4", f"no room in {pos.label(place)}"
    return None


def rail_ends(pos: YellowPosition, piece: int) -> tuple[int, ...]:
    """Hexes in which a unit may get off, ascending."""
    if may_ride(pos, piece) is not None:
        return ()
    ground = pos.game.ground
    stops = ground.cities | ground.towns | frozenset(ground.maginot)
    return tuple(p for p in sorted(network(pos, pos.at(piece)) & stops) if may_arrive(pos, piece, p) is None)
