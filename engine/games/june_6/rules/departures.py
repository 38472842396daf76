"""Leaving the combined Epsom and Caen area (PB 6.103c-d, 8.13, R-48, R-84)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.costs import allowance, mover, points, walk
from hexledger.engine.games.june_6.questions.movement import immobile
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.scenario import Departure
from hexledger.engine.games.june_6.tables.terrain import MP
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, permit, wanted

COST: Final = MP
"""Half points for the step off the area (R-84)."""


class Leave(Decision, frozen=True, array_like=True, tag=97):
    """Move along these hexes (none for a unit at the edge) and off the area, for good."""

    unit: PieceId
    path: tuple[PlaceId, ...] = ()


class NameLeaver(Decision, frozen=True, array_like=True, tag=98):
    """Name a division, by its HQ or any unit of it, that is to leave the area."""

    unit: PieceId


# ---------------------------------------------------------------------- who is to leave
def turn_begins(pos: June6Position, turn: int) -> tuple[Step[June6Position], ...]:
    """Steps at the beginning of a turn: the orders to leave that it brings."""
    return tuple(OrderToLeave(number) for number, order in enumerate(pos.scenario.departures) if order.turn == turn)


class OrderToLeave(Choice[June6Position], frozen=True, array_like=True, tag=102):
    """PB 6.103c-d, R-48: units are told to leave; of the SS panzer divisions of Epsom the German names two."""

    number: int

    def _order(self, pos: June6Position) -> Departure:
        return pos.scenario.departures[self.number]

    def _able(self, pos: June6Position) -> tuple[int, ...]:
        """Divisions that may still be named, by formation number: with a unit on the map and not named yet."""
        order = self._order(pos)
        named = [one for one in order.chosen_from if any(pos.flag(unit, f.LEAVING) for unit in pos.members(one))]
        if len(named) >= order.number:
            return ()
        return tuple(one for one in order.chosen_from if one not in named and pos.members(one))

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while divisions are to be named and there is a choice."""
        able = self._able(pos)
        if not able:
            return None
        leads = tuple(pos.members(one)[0] for one in able)
        words, rules = pos.game.words, pos.game.rules
        side = self._order(pos).side
        return Prompt(side, words["ask.leaving_division"], rules["PB 6.103"], (NameLeaver.kind(),), leads)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses divisions that are not among those of the order, or named already."""
        cite = pos.game.cite
        decision = wanted(decision, NameLeaver, cite("PB 6.103"))
        if pos.home(decision.unit) not in self._able(pos):
            what = f"{pos.game.piece_name(decision.unit)} belongs to no division that can be named"
            raise IllegalDecision(cite("PB 6.103"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every division, by its lowest unit."""
        for one in self._able(pos):
            yield NameLeaver(PieceId(pos.members(one)[0]))

    def take(self, act: Act, decision: Decision) -> None:
        """Mark its units."""
        decision = passed(decision, NameLeaver)
        formation = act.pos.home(decision.unit)
        act.note("note.leaving_division", (decision.unit,), "PB 6.103")
        for unit in act.pos.members(formation):
            act.flag(unit, f.LEAVING, 1, "PB 6.103")

    def run(self, act: Act) -> None:
        """Units that the scenario names are marked."""
        for unit in self._order(act.pos).pieces:
            if act.pos.present(unit):
                act.flag(unit, f.LEAVING, 1, "PB 6.103")


# ---------------------------------------------------------------------- leaving
def check(pos: June6Position, decision: Leave) -> list[tuple[str, int, str]]:
    """R-84: raise IllegalDecision unless the unit may leave so; returns what it costs, line by line."""

    cite, piece, path = pos.game.cite, decision.unit, decision.path
    permit(pos, immobile(pos, piece))
    name = pos.name(piece)
    if not pos.flag(piece, f.LEAVING) or not pos.on_map(piece):
        raise IllegalDecision(cite("PB 6.103"), f"{name} is not to leave the area")
    lines = walk(pos, mover(pos, piece), path) if path else []
    last = path[-1] if path else pos.at(piece)
    if not at_edge(pos, piece, last):
        raise IllegalDecision(cite("R-84"), f"{pos.label(last)} is not at the edge that {name} may leave by")
    if path and pos.in_ezoc(last, pos.side(piece)):
        raise IllegalDecision(cite("11.12"), f"{name} must stop in the enemy ZOC at {pos.label(last)}")
    lines.append(("cost.leave_area", COST, "R-84"))
    cost = sum(line[1] for line in lines)
    if cost > allowance(pos, piece):
        what = f"{name} has {points(allowance(pos, piece))} MP; leaving costs {points(cost)}"
        raise IllegalDecision(cite("8.12"), what)
    return lines


def at_edge(pos: June6Position, piece: int, place: int) -> bool:
    """R-84: a hex from which a unit may leave, on the edge behind its side: for the Allies the northernmost of the area
    in its column, with land north of it; for the Germans the southernmost, with land or the map edge south of it."""
    area, board = pos.scenario.area, pos.board
    row, column = _row(board.labels[place]), _column(board.labels[place])
    north = pos.side(piece) == f.ALLIED

    def beyond(there: int) -> bool:
        return _row(board.labels[there]) > row if north else _row(board.labels[there]) < row

    if any(beyond(there) and _column(board.labels[there]) == column for there in area):
        return False
    outside = [there for there in board.neighbours[place] if there not in area and board.terrain[there] != "sea"]
    at_the_map_edge = not north and not any(beyond(there) for there in board.neighbours[place])
    return at_the_map_edge or any(beyond(there) for there in outside)


def _row(label: str) -> int:
    """Printed row of a hex: E2435 lies in row 24; rows count northwards."""
    return int(label[1:3])


def _column(label: str) -> int:
    """Printed column of a hex: E2435 lies in column 35."""
    return int(label[3:])


def choices(pos: June6Position) -> Iterator[Leave]:
    """For each unit that is to leave, the cheapest way off the area."""
    from hexledger.engine.games.june_6.questions.reach import reach

    for piece in pos.active_units():
        if not pos.flag(piece, f.LEAVING) or not pos.on_map(piece):
            continue
        found = [Leave(PieceId(piece))]
        if not at_edge(pos, piece, pos.at(piece)):
            ways = [way for way in reach(pos, piece).values() if at_edge(pos, piece, way.place)]
            ways.sort(key=lambda way: (way.cost, way.place))
            found = [Leave(PieceId(piece), tuple(PlaceId(place) for place in way.path)) for way in ways[:1]]
        for leave in found:
            try:
                check(pos, leave)
            except IllegalDecision:
                continue
            yield leave


def take(act: Act, decision: Leave) -> None:
    """J6 8.13, PB 6.103: the unit is off the map and never returns."""
    lines = check(act.pos, decision)
    piece, path = decision.unit, decision.path
    cost = sum(line[1] for line in lines)
    act.reckon("reckon.move", piece, lines, cost, "R-84")
    if path:
        act.move(piece, (act.pos.at(piece), *path), "mode.move", cost, "8.11")
    act.remove(piece, "reason.left_map", "PB 6.103")


def note_stayers(act: Act) -> None:
    """PB 6.103c-d: units that should have left are noted; the text names no penalty (R-48)."""
    for piece in sorted(act.state.at):
        if act.pos.flag(piece, f.LEAVING):
            act.note("note.must_leave", (piece,), "PB 6.103")


DECISIONS: Final = (Leave, NameLeaver)
STEPS: Final = (OrderToLeave,)
