"""Supply capacity (18.7): ports and Mulberries less the Allied units that count, kept on its track."""

from __future__ import annotations

from collections.abc import Collection

from hexledger.engine.games.fortress_europa.questions import exit_east
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.memory import BOARD, CONTROL, PLACES, Basis, kept


def counts(pos: FortressPosition, piece: int) -> bool:
    """FE 18.7.14, 20.15, 21.1: does an Allied land unit on the map count against supply capacity?"""
    return piece not in pos.tables.roster.raiders and not pos.flag(piece, f.BY_AIR)


def usable_port(pos: FortressPosition, port: int) -> bool:
    """FE 18.7.11, 18.8, 20.16: a port whose capacity counts: Allied, with an open passage, occupied if it lies in an
    enemy ZOC, and not captured by paratroops or commandos this turn."""
    return pos.controller(port) == f.ALLIED and bool(_usable(pos, (port,)))


def _usable(pos: FortressPosition, ports: Collection[int]) -> list[int]:
    """Those of the Allied ports that `usable_port` holds for. Enemies and ZOCs are asked for once."""
    if not ports:
        return []
    enemies, zone, passage = pos.seen_by(f.ALLIED), pos.zoc(f.GERMAN), pos.tables.ground.passage
    return [
        port
        for port in ports
        if port not in enemies
        and (port not in zone or pos.units_of(port, f.ALLIED))
        and enemies.isdisjoint(passage.get(port, ()))
        and not _taken_by_air(pos, port)
    ]


def _taken_by_air(pos: FortressPosition, port: int) -> bool:
    """FE 20.16: did paratroops or commandos take the port this turn?"""
    turn = pos.state.marker(port, -1, f.PORT_BY_AIR)
    return turn > 0 and turn == pos.state.turn


@kept(Basis(CONTROL))
def _taken(pos: FortressPosition) -> tuple[int, ...]:
    control, ports = pos.state.control, pos.tables.ground.ports
    return tuple(sorted(port for port in ports if control.get(port) == f.ALLIED))


@kept(BOARD)
def sources(pos: FortressPosition) -> dict[int, int]:
    """FE 18.2: place -> capacity of the usable ports and the Mulberries there, ascending; 0 is left out."""
    found = {port: pos.port_capacity(port) for port in _usable(pos, _taken(pos))}
    for piece in sorted(pos.tables.roster.mulberries):
        place = pos.at(piece)
        # 18.7.11: a Mulberry in an enemy ZOC that nobody occupies does not count.
        if pos.on_map(piece) and (pos.units_of(place, f.ALLIED) or not pos.in_ezoc(place, f.ALLIED)):
            found[place] = found.get(place, 0) + pos.mulberry_capacity(piece)
    return {place: found[place] for place in sorted(found) if found[place]}


def reckon(pos: FortressPosition) -> int:
    """FE 18.7, 18.7.3: supply capacity as it is now."""
    return sum(sources(pos).values()) - _counted(pos) - exit_east.counted(pos)


@kept(Basis(PLACES, flags=(f.BY_AIR,)))
def _counted(pos: FortressPosition) -> int:
    # as `counts` says it of each; the flags are looked through once for all units
    by_air = [key >> 16 for key in pos.state.flags if key & 0xFFFF == f.BY_AIR]
    return len(set(pos.ashore(f.ALLIED)).difference(pos.tables.roster.raiders, by_air))


def current(pos: FortressPosition) -> int:
    """Supply capacity as the track shows it."""
    return pos.state.track(pos.game.words["track.supply_capacity"], f.ALLIED)


# ---------------------------------------------------------------------- 18.7.4-18.7.7, 18.7.13 landings
def at_start(pos: FortressPosition) -> int:
    """FE 18.7.6, 18.7.7: capacity at the start of the Allied player turn."""
    return pos.state.variable(pos.game.words["var.start_capacity"])


def left_open(pos: FortressPosition, units: Collection[int], *, by_sea: bool = False) -> tuple[str, str] | None:
    """FE 18.7.4, 18.7.11: (rule, reason) why units of one hex may not leave it together as their owner likes, None when
    they may: they are the last in a port or with a Mulberry in an enemy ZOC, its capacity would be lost at once and
    bring the supply capacity below zero. `by_sea`: they leave Europe, and count no more."""
    place = pos.at(next(iter(units)))
    if place not in pos.tables.ground.ports and all(pos.at(piece) != place for piece in pos.tables.roster.mulberries):
        return None
    if not pos.in_ezoc(place, f.ALLIED) or any(piece not in units for piece in pos.units_of(place, f.ALLIED)):
        return None
    lost = sources(pos).get(place, 0)
    now = reckon(pos)
    fewer = sum(1 for piece in units if counts(pos, piece)) if by_sea else 0
    if now >= 0 > now - lost + fewer:
        return "18.7.4", f"{pos.label(place)} would lie empty in an enemy ZOC: supply capacity would fall below zero"
    return None


def none_by_air(pos: FortressPosition) -> tuple[str, str] | None:
    """FE 18.7.6, 18.7.7: (rule, reason) why no unit drops, or is flown from England or Africa to the continent, None
    when it may: capacity was zero or less when the turn began. Raids are exempt, the turn of an invasion (12.14), and
    as in C-3 a turn in which nobody is ashore."""
    if pos.invasion_turn or at_start(pos) > 0 or not pos.ashore(f.ALLIED):
        return None
    if at_start(pos) < 0:
        return "18.7.7", "supply capacity was below zero when the turn began: nothing comes by air"
    return "18.7.6", "supply capacity was zero when the turn began: nothing comes by air"
