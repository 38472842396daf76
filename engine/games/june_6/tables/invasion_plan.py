"""What a scenario says about the invasion turn, read once as numbers: the boxes (PB 1.21, 1.22, 1.23, 1.24, 1.25), who
comes by air, the AMs (PB 1.31-1.33), the 6 June release table (PB 1.102)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.scenarios import Scenario, Setup
from hexledger.engine.games.june_6.tables.ams import am_key
from hexledger.engine.games.june_6.tables.flags import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

INVASION: Final = 1
"""Number of the turn 6 June in the calendar."""
RANGER_AREA: Final = "rangers_landing"
"""Coastal hexes, no beach, in which Rangers may land (PB 1.85)."""
_IN_RE: Final = "RE phase"
_NEXT_TURN: Final = "not before 7/8 June"


class AirLanding(msgspec.Struct, frozen=True):
    """A unit that comes by air.

    piece       the unit
    box         landing box it waits in; its drop zone is measured from the beach hexes of that box
    historical  hex in which it came down (PB 1.51, 1.105)
    far         hexes, farther away, in which it may come down as well (82 Airborne north of the Douve), else empty
    """

    piece: int
    box: int
    historical: int
    far: frozenset[int]


class InvasionPlan:
    """The invasion turn of a scenario.

    box        piece in an Allied landing box at the start -> that box
    drops      parachute units (PB 1.5); `gliders` glider units (PB 1.105), both in the order of the file
    landers    units that land in the beach landing phase (PB 1.2), ascending
    late       units that land in the RE phase (PB 1.21e)
    next_turn  units that may not land before 7/8 June (HQs of the airborne divisions)
    aside      Allied AMs that are used for the landing (PB 1.31); `pool` side -> AMs in the pool (PB 1.32, 1.33)
    release    formation number -> highest die that releases it with its first and its second AM (PB 1.102)
    """

    def __init__(self, game: Box[Any], scenario: Scenario) -> None:
        index, board = game.edition.counter_index, game.board
        self.box: dict[int, int] = {}
        drops: list[AirLanding] = []
        gliders: list[AirLanding] = []
        late: set[int] = set()
        next_turn: set[int] = set()
        for entry in scenario.setup:
            if entry.at not in board.boxes or entry.marker:
                continue
            piece, box = index[entry.counter], board.index[entry.at]
            self.box[piece] = box
            if "drop" in entry.details:
                drops.append(_by_air(game, entry, entry.details["drop"]))
            elif "glider" in entry.details:
                gliders.append(_by_air(game, entry, entry.details["glider"]))
            elif entry.note == _IN_RE:
                late.add(piece)
            elif entry.note == _NEXT_TURN:
                next_turn.add(piece)
        self.drops, self.gliders = tuple(drops), tuple(gliders)
        self.late, self.next_turn = frozenset(late), frozenset(next_turn)
        apart = {unit.piece for unit in (*drops, *gliders)} | late | next_turn
        self.landers: tuple[int, ...] = tuple(piece for piece in sorted(self.box) if piece not in apart)
        ams: dict[str, Any] = (scenario.data.get("pools") or {}).get("ams_6_june") or {}
        self.aside = _ams(game, ams.get("allied_set_aside_for_landing", {}))
        self.pool = {ALLIED: _ams(game, ams.get("allied_pool", {})), GERMAN: _ams(game, ams.get("german_pool", {}))}
        rows: dict[str, dict[str, int]] = game.edition.charts["german_release_6_june"]["rows"]
        self.release: dict[int, tuple[int, int]] = {
            game.formation_number[name]: (row["first_am"], row["second_am"]) for name, row in rows.items()
        }


def read_invasion(game: Box[Any], scenario: Scenario) -> InvasionPlan | None:
    """The invasion turn of a scenario that begins with it, None for any other."""
    if game.calendar.index(scenario.first_turn) + 1 != INVASION:
        return None
    return InvasionPlan(game, scenario)


def _by_air(game: Box[Any], entry: Setup, said: dict[str, Any]) -> AirLanding:
    board = game.board
    piece = game.edition.counter_index[entry.counter]
    wide = f"{said.get('zone', '')}_{game.counters[piece].formation.partition('_')[0]}"
    far = board.in_area(wide) if wide in board.areas else frozenset()
    return AirLanding(piece, board.index[entry.at], board.index[said["historical"]], far)


def _ams(game: Box[Any], listed: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((game.words[am_key(marker)], count) for marker, count in listed.items())
