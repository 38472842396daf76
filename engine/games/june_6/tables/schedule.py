"""The reinforcement schedule of a scenario as numbers (10, PB 2.7): who comes when, by which AM, by which way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.scenarios import Reinforcement, Scenario
from hexledger.engine.games.june_6.tables.flags import GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

AUTOMATIC: Final = -1
"""Release number of a group that enters without a roll."""
BY_TABLE: Final = -2
"""Release number of a group that the 6 June release table releases (PB 1.102); later it enters without a roll."""
AREAS: Final = ("entry_a", "entry_b", "entry_c", "entry_d", "entry_e", "entry_f")
"""German entry areas (8.48)."""
WAITING: Final = "turn_track"
"""Box in which reinforcements stand between their release and their first hex (the turn record track)."""
FIXED_ENTRY: Final = "first German corps AM of the turn"
"""Reinforcements of Push to Caen: put into their hex by the AM, whatever becomes of the HQ (PB 6.32d, R-75)."""

V_CORPS: Final = "v_us"
"""Corps that lands on the west coast (PB 2.85e.1)."""
_CORPS_AM: Final = {
    "german": "am.german_corps",
    "us": "am.us_corps",
    "british": "am.cw_corps",
    "canadian": "am.cw_corps",
}
_CORPS_WORDS: Final = {"German": "am.german_corps", "US": "am.us_corps", "Commonwealth": "am.cw_corps"}
_RE: Final = r"RE\b"


class Gate(msgspec.Struct, frozen=True):
    """One way onto the map.

    name   id of the entry area or landing box, empty for hexes that a scenario names
    box    place where units wait before they enter by it
    hexes  first hexes of the way, ascending
    """

    name: str
    box: int
    hexes: tuple[int, ...]


class Arrival(msgspec.Struct, frozen=True):
    """A group of reinforcements that arrives together.

    lead       its HQ, else its first piece: stands for the group in pools and decisions
    turn       calendar number of the turn
    pieces     all its pieces, in the order of the schedule; `reduced` those that arrive on their reduced side
    am         AM whose first draw brings it; 0 when it enters in the RE phase
    gates      ways onto the map; the owner chooses where there are several
    release    release number, AUTOMATIC without a roll, BY_TABLE on 6 June
    ams        AMs of its division that come with it at no cost (7.23); those of corps units: QA-AM-1
    together   lead of an earlier group whose landing box it shares, -1
    rule       number of the rule that lists it
    """

    lead: int
    turn: int
    side: int
    pieces: tuple[int, ...]
    reduced: tuple[int, ...]
    am: int
    gates: tuple[Gate, ...]
    release: int
    ams: int
    together: int
    rule: str

    @property
    def in_re(self) -> bool:
        """10.12: enters in the RE phase."""
        return not self.am


def read_arrivals(game: Box[Any], scenario: Scenario, west: frozenset[int] = frozenset()) -> tuple[Arrival, ...]:
    """The schedule of a scenario, in its order; EditionError for an entry that cannot be read. `west`: hexes of the
    west coast beach, where V Corps lands (PB 2.85e)."""
    found: list[Arrival] = []
    for number, entry in enumerate(scenario.reinforcements):
        if entry.when == FIXED_ENTRY:
            continue
        try:
            arrival = _arrival(game, scenario, entry, found)
            if west and of_v_corps(game, arrival.lead):
                ways = tuple(msgspec.structs.replace(gate, hexes=tuple(sorted(west))) for gate in arrival.gates)
                arrival = msgspec.structs.replace(arrival, gates=ways)
            found.append(arrival)
        except (KeyError, ValueError) as error:
            where = f"reinforcements[{number}]"
            raise EditionError(f"scenarios/{scenario.id}.yaml", where, f"cannot be read: {error}") from None
    return tuple(found)


def _arrival(game: Box[Any], scenario: Scenario, entry: Reinforcement, before: list[Arrival]) -> Arrival:
    index = game.edition.counter_index
    names = entry.counters or _whole(game, scenario, entry)
    pieces = tuple(index[name] for name in names)
    states = {name: entry.states.get(name, entry.state) for name in names}
    lead = next((piece for piece in pieces if game.counters[piece].type == "hq"), pieces[0])
    side = game.side_of[lead]
    turn = game.calendar.index(entry.turn) + 1
    in_re = bool(re.search(_RE, entry.phase) or re.match(_RE, entry.when)) or _before_its_hq(game, scenario, lead, turn)
    together = before[-1].lead if "same box" in entry.note and before else -1
    return Arrival(
        lead=lead,
        turn=turn,
        side=side,
        pieces=pieces,
        reduced=tuple(index[name] for name in names if states[name].get("reduced")),
        am=0 if in_re else _am(game, entry, lead),
        gates=_gates(game, entry),
        release=_release(entry),
        ams=0 if in_re else _ams(game, entry, lead),
        together=together,
        rule=_rule(scenario, entry, side),
    )


def _before_its_hq(game: Box[Any], scenario: Scenario, lead: int, turn: int) -> bool:
    """R-45: does a unit of a division arrive in an earlier turn than its HQ? Then it enters in the RE phase."""
    formation = game.edition.formations[game.counters[lead].formation]
    if formation.kind != "division" or game.counters[lead].type == "hq":
        return False
    if any(setup.counter == formation.hq for setup in scenario.setup):
        return False
    return not any(
        (formation.hq in entry.counters or entry.formation == formation.id)
        and game.calendar.index(entry.turn) + 1 <= turn
        for entry in scenario.reinforcements
    )


def _whole(game: Box[Any], scenario: Scenario, entry: Reinforcement) -> tuple[str, ...]:
    """Members of a formation that comes whole: those that the scenario does not use otherwise."""
    used = {setup.counter for setup in scenario.setup}
    used.update(name for other in scenario.reinforcements for name in other.counters)
    return tuple(name for name in game.edition.formations[entry.formation].members if name not in used)


def _am(game: Box[Any], entry: Reinforcement, lead: int) -> int:
    """The AM that brings a group: the one its entry names, else its division's, else the corps AM of its nation."""
    named = re.match(r"first (German|US|Commonwealth) corps AM", entry.when)
    if named:
        return game.words[_CORPS_WORDS[named[1]]]
    activated = re.match(r"first activation of (\w+)", entry.when)
    counter = game.counters[lead]
    formation = activated[1] if activated else counter.formation
    if game.edition.formations[formation].kind == "division":
        return game.words[f"am.{formation}"]
    return game.words[_CORPS_AM[counter.nationality]]


def _gates(game: Box[Any], entry: Reinforcement) -> tuple[Gate, ...]:
    board = game.board
    waiting = board.index[WAITING]
    named = [name for name in entry.at if name in board.areas or name in board.boxes]
    if not named:
        area = f"entry_{str(entry.details.get('area', '')).lower()}"
        hexes = tuple(sorted(board.index[label] for label in entry.at))
        return (Gate(area if area in AREAS else "", waiting, hexes),)
    return tuple(
        Gate(name, board.index[name], tuple(sorted(board.box_hexes(name))))
        if name in board.boxes
        else area_gate(game, name)
        for name in named
    )


def of_v_corps(game: Box[Any], piece: int) -> bool:
    """PB 2.85e.1: does a unit belong to the US V Corps, or to a division of it?"""
    formation = game.own_formation[piece]
    corps = game.formation_number[V_CORPS]
    return formation == corps or (formation != 0 and game.parent_corps(formation) == corps)


def area_gate(game: Box[Any], area: str) -> Gate:
    """A German entry area as a way onto the map (8.48, 10.38)."""
    return Gate(area, game.board.index[WAITING], tuple(sorted(game.board.areas[area])))


def _ams(game: Box[Any], entry: Reinforcement, lead: int) -> int:
    """J6 7.23, R-85: a division brings its AMs with its HQ; other groups only those that the schedule states."""
    if game.edition.formations[game.counters[lead].formation].kind != "division":
        return 0
    return int(entry.details.get("ams", 2 if game.counters[lead].type == "hq" else 0))


def _release(entry: Reinforcement) -> int:
    """A release number; anything in words is automatic but the 6 June table (PB 1.102)."""
    if isinstance(entry.release, int):
        return entry.release
    return BY_TABLE if entry.release == "6 June release table" else AUTOMATIC


def _rule(scenario: Scenario, entry: Reinforcement, side: int) -> str:
    listed: dict[str, Any] = scenario.data.get("reinforcement_rules") or {}
    name = "german" if side == GERMAN else "allied"
    return str(entry.details.get("rule") or listed.get(name) or ("PB 2.72" if side == GERMAN else "PB 2.71"))


def nationality_am(game: Box[Any], piece: int) -> str:
    """Key of the corps AM of a piece's nationality (5.14)."""
    return _CORPS_AM[game.counters[piece].nationality]
