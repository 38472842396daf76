"""The German set-up of the invasion turn (PB 1.11-1.14, 19.31): what he may put elsewhere than history did.

The scenario's set-up stands on the historical hexes. The German may then place each strongpoint unit, delay point and
unit with a zone elsewhere in its zone, once, and break infantry down into Detachments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.editions.scenarios import Setup
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.detachments import BreakDowns
from hexledger.engine.games.june_6.rules.movement import may_end
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

if TYPE_CHECKING:
    pass

STRONGPOINT: Final = "sp"
"""Pool of the strongpoint units."""
CAEN: Final = "caen"
"""Area of the units of 21 Panzer that may be anywhere in the city (PB 1.11h)."""


class PlaceUnit(Decision, frozen=True, array_like=True, tag=606):
    """Set this German unit up in this hex instead of its historical one, or leave it there."""

    unit: PieceId
    at: PlaceId


class PlaceDelayPoint(Decision, frozen=True, array_like=True, tag=607):
    """Set the delay point of one hex up in another, or leave it there."""

    point: PlaceId
    at: PlaceId


class HistoricalSetUp(Decision, frozen=True, array_like=True, tag=608):
    """Everything that is left stays on its historical hex."""


class Item(NamedTuple):
    """Something with a zone: `number` in the set-up of the scenario, and its entry there."""

    number: int
    entry: Setup


def steps(pos: June6Position) -> tuple[Step, ...]:
    """PB 1.11-1.14: the steps of the German set-up, for a scenario with the invasion turn."""
    return (SetUpDefences(), BreakDowns()) if pos.scenario.invasion is not None else ()


def items(pos: June6Position) -> Iterator[Item]:
    """Everything that a zone lets the German place: units first, then delay points, in the order of the file."""
    listed = [Item(n, entry) for n, entry in enumerate(pos.scenario.scenario.setup) if "zone" in entry.details]
    yield from (item for item in listed if not item.entry.marker and _hexes(pos, item))
    yield from (item for item in listed if item.entry.marker)


def _piece(pos: June6Position, item: Item) -> int:
    return -1 if item.entry.marker else pos.game.edition.counter_index[item.entry.counter]


def _hexes(pos: June6Position, item: Item) -> frozenset[int]:
    """Hexes of an item's zone; none for a unit that the set-up gives one hex (the rest of 21 Panzer)."""
    zone, board = str(item.entry.details["zone"]), pos.board
    if item.entry.marker:
        # PB 1.14: a delay point without a beach lies in a city.
        cities = (place for place in range(board.n_hexes) if board.terrain[place] == "city")
        return board.in_area(zone) if zone in board.areas else frozenset(cities)
    piece = _piece(pos, item)
    if zone in board.areas:
        return board.in_area(zone)
    if piece in pos.scenario.cherbourg_units:
        return pos.game.cherbourg_posts
    place = board.index[item.entry.at]
    return board.in_area(CAEN) if place in board.in_area(CAEN) else frozenset()


def _rule(pos: June6Position, item: Item) -> str:
    if item.entry.marker:
        return "PB 1.13" if item.entry.details["zone"] in pos.board.areas else "PB 1.14"
    return "PB 1.12" if pos.counters[_piece(pos, item)].pool == STRONGPOINT else "PB 1.11"


def refusal(pos: June6Position, item: Item, here: int, place: int) -> tuple[str, str] | None:
    """PB 1.11-1.14: why an item that stands in `here` may not be set up in a hex: rule and reason; None when it may."""
    rule, label = _rule(pos, item), pos.game.place(place)
    if place not in _hexes(pos, item):
        return rule, f"{label} is outside its zone"
    if place == here:
        return None
    if pos.state.marker(place, -1, f.DELAY_POINT):
        return rule, f"a delay point lies in {label}"
    if item.entry.marker:
        return (rule, f"German units are in {label}") if pos.units(place) else None
    piece = _piece(pos, item)
    if pos.counters[piece].pool == STRONGPOINT:
        if pos.is_beach(place):
            return rule, f"{label} is a beach hex"
        if any(pos.counters[other].pool == STRONGPOINT for other in pos.units(place)):
            return rule, f"{label} holds a strongpoint unit already"
    if not pos.in_bounds(piece, place) or not may_end(pos, piece, place):
        return rule, f"{label} is closed to {pos.game.piece_name(piece)}"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{label} has no room for {pos.game.piece_name(piece)}"
    return None


class SetUpDefences(Choice, frozen=True, array_like=True, tag=615):
    """PB 1.11-1.14: the German places what has a zone, each once, or leaves the rest where history had it.

    done  numbers (in the scenario's set-up) of what has been placed
    """

    done: tuple[int, ...] = ()

    def left(self, pos: June6Position) -> tuple[Item, ...]:
        """What may still be placed."""
        return tuple(item for item in items(pos) if item.number not in self.done)

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks while something is left."""
        assert isinstance(pos, June6Position)
        left = self.left(pos)
        if not left:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (PlaceUnit.kind(), PlaceDelayPoint.kind(), HistoricalSetUp.kind())
        pieces = tuple(_piece(pos, item) for item in left if not item.entry.marker)
        places = tuple(_here(pos, item) for item in left if item.entry.marker)
        return Prompt(f.GERMAN, words["ask.place_defence"], rules["PB 1.11"], kinds, pieces, places, complete=False)

    def _item(self, pos: June6Position, decision: Decision) -> Item:
        for item in self.left(pos):
            if isinstance(decision, PlaceUnit) and _piece(pos, item) == decision.unit:
                return item
            if isinstance(decision, PlaceDelayPoint) and item.entry.marker and _here(pos, item) == decision.point:
                return item
        raise IllegalDecision(pos.game.cite("PB 1.11"), "that has no zone, or has been placed already")

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses what has no zone or has been placed, and hexes that PB 1.11-1.14 do not allow."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (PlaceUnit, PlaceDelayPoint, HistoricalSetUp), cite("PB 1.11"))
        if isinstance(decision, HistoricalSetUp):
            return
        assert isinstance(decision, (PlaceUnit, PlaceDelayPoint))
        item = self._item(pos, decision)
        wrong = refusal(pos, item, _here(pos, item), decision.at)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """History for all the rest; every hex of the next item."""
        assert isinstance(pos, June6Position)
        yield HistoricalSetUp()
        item = self.left(pos)[0]
        here = _here(pos, item)
        for place in sorted(_hexes(pos, item)):
            if refusal(pos, item, here, place) is None:
                if item.entry.marker:
                    yield PlaceDelayPoint(PlaceId(here), PlaceId(place))
                else:
                    yield PlaceUnit(PieceId(_piece(pos, item)), PlaceId(place))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """It stands there."""
        if isinstance(decision, HistoricalSetUp):
            act.done()
            return
        item = self._item(act.pos, decision)
        act.become(SetUpDefences((*self.done, item.number)))
        rule = _rule(act.pos, item)
        if isinstance(decision, PlaceUnit):
            if decision.at != act.pos.at(decision.unit):
                act.move(decision.unit, (act.pos.at(decision.unit), decision.at), "mode.set_up", 0, rule)
            return
        assert isinstance(decision, PlaceDelayPoint)
        if decision.at != decision.point:
            act.marker(decision.point, -1, f.DELAY_POINT, 0, rule)
            act.marker(decision.at, -1, f.DELAY_POINT, 1, rule)

    def run(self, act: Recorder[Any]) -> None:
        """Everything is placed."""


def _here(pos: June6Position, item: Item) -> int:
    """Where an item stands now. One that has not been placed stands where the file puts it."""
    return pos.board.index[item.entry.at] if item.entry.marker else pos.at(_piece(pos, item))


DECISIONS: Final = (PlaceUnit, PlaceDelayPoint, HistoricalSetUp)
STEPS: Final = (SetUpDefences,)
