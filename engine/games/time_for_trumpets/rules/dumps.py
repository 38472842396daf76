"""Capture of American fuel (12.2, 12.3)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY

TAKEN: Final = w.MARKER["dump_taken"]


def capture(act: Act, piece: int, place: int) -> None:
    """12.2, 12.3: the first German combat unit in the hex of a dump, or in a town, takes the fuel there, once only;
    B-42: a dump that lies in several hexes of a city is one dump."""
    pos = act.pos
    if pos.state.marker(place, -1, TAKEN) or pos.var("scenario", -1) < 0:
        return
    dump = dump_at(pos, place)
    if dump:
        if any(pos.state.marker(there, -1, TAKEN) for there in pos.game.ground.named.get(dump, ())):
            return
        found = left(pos, dump)
        _credit(act, piece, found)
    elif place in pos.game.ground.towns and town_has_fuel(pos, place):
        total = act.roll_sum("roll.town_fuel", 2, 6, place, "12.3.2")
        found = int(pos.game.chart.die("town_fuel", total)[1])
    else:
        return
    act.marker(place, -1, TAKEN, act.state.turn, "12.3")
    for _ in range(found):
        gain(act, place)


def _credit(act: Act, piece: int, found: int) -> None:
    """11.0, card 1A: the panzer formation that captures a large dump with fuel in it is less likely to run short for a
    day: the nearest headquarters above the unit that rolls for fuel."""
    pos = act.pos
    hqs = {pos.game.roster.index[name] for name in pos.game.chart.fuel_formations}
    here = piece
    while found and here != NOBODY:
        if here in hqs:
            act.flag(here, w.FLAG["dump_turn"], pos.state.turn, "11.0")
            return
        here = pos.parent(here)


def gain(act: Act, place: int) -> None:
    """12.3, 12.4e: a fuel counter in the hex, or in the store off the map where that is played. B-60: as many as there
    are counters lie there at one time; those that were spent or destroyed are used again."""
    pos = act.pos
    free = next((fuel for fuel in sorted(pos.game.roster.fuel) if fuel not in pos.state.at), None)
    if free is not None:
        at = pos.game.ground.fuel_box if pos.plays("fuel_storage") else place
        act.place(free, at, 1, "12.3")


def dump_at(pos: TrumpetsPosition, place: int) -> str:
    """12.3.1: name of the large dump in a hex, `` for none."""
    name = pos.board.keys[place]
    return name if name in pos.game.chart.dumps else ""


def left(pos: TrumpetsPosition, dump: str) -> int:
    """12.3.1: fuel units that a large dump still has, at the moment of entry: the last column that has begun counts."""
    row = pos.game.chart.dumps[dump]
    return [count for key, count in row.items() if calendar.begins(key) <= pos.state.turn][-1]


def town_has_fuel(pos: TrumpetsPosition, place: int) -> bool:
    """12.3.2c: not the German towns, not Vianden."""
    return pos.board.keys[place] not in pos.game.chart.data["town_fuel"]["excluded"]
