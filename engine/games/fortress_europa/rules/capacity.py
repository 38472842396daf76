"""Supply capacity (18.7): ports and Mulberries less the Allied units that count, kept on its track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules.missing import Missing

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition


def counts(pos: FortressPosition, piece: int) -> bool:
    """FE 18.7.14, 20.15, 21.1: does an Allied land unit on the map count against supply capacity?"""
    return piece not in pos.game.roster.raiders and not pos.flag(piece, f.BY_AIR)


def usable_port(pos: FortressPosition, port: int) -> bool:
    """FE 18.7.11, 18.8, 20.16: a port whose capacity counts: Allied, with an open passage, occupied if it lies in an
    enemy ZOC, and not captured by paratroops or commandos this turn."""
    if pos.controller(port) != f.ALLIED or pos.enemies_in(port, f.ALLIED):
        return False
    taken_by_air = pos.state.marker(port, -1, f.PORT_BY_AIR)
    if taken_by_air and taken_by_air == pos.state.turn:
        return False
    return pos.holds(f.ALLIED, port) and pos.passage_open(port)


def sources(pos: FortressPosition) -> dict[int, int]:
    """FE 18.2: place -> capacity of the usable ports and the Mulberries there, ascending; 0 is left out."""
    found = {port: pos.port_capacity(port) for port in sorted(pos.game.ground.ports) if usable_port(pos, port)}
    for piece in sorted(pos.game.roster.mulberries):
        place = pos.at(piece)
        # 18.7.11: a Mulberry in an enemy ZOC that nobody occupies does not count.
        if pos.on_map(piece) and (pos.units_of(place, f.ALLIED) or not pos.in_ezoc(place, f.ALLIED)):
            found[place] = found.get(place, 0) + pos.mulberry_capacity(piece)
    return {place: found[place] for place in sorted(found) if found[place]}


def reckon(pos: FortressPosition) -> int:
    """FE 18.7, 18.7.3: supply capacity as it is now."""
    units = sum(1 for piece in pos.ashore(f.ALLIED) if counts(pos, piece))
    return sum(sources(pos).values()) - units


def current(pos: FortressPosition) -> int:
    """Supply capacity as the track shows it."""
    return pos.state.track(pos.game.words["track.supply_capacity"], f.ALLIED)


def update(act: Act, rule: str = "18.7.12") -> None:
    """FE 18.7.12: bring the track up to date. 18.7.1: not during an invasion turn before its second impulse has ended,
    while only what comes ashore would change it; `supply` then reckons it."""
    act.track("track.supply_capacity", reckon(act.pos), f.ALLIED, rule)


MISSING: Missing = (
    ("18.7.5", "capacity below zero: removing units or losing steps"),
    ("18.7.6", "landings at a capacity of zero"),
    ("18.7.7", "landings below zero"),
    ("18.7.13", "landings need supply"),
)
DECISIONS: Final = ()
STEPS: Final = ()
