"""Reinforcements, OKH units and replaced units enter (10.2, 12.10e, H-6, G-A55, G-A56)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.case_yellow.questions import stacking, supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import EVERYTHING, kept
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted


class Reinforce(Decision, frozen=True, array_like=True, tag=25):
    """`reinforce fr_vii 1411`: a unit that is due enters in a hex."""

    unit: PieceId
    at: PlaceId


def turn_began(act: Act) -> None:
    """10.2: units of the turn become due; OKH units of the turn too, at most so many a turn (H-6)."""
    pos = act.pos
    for arrival in pos.scenario.arrivals:
        if arrival.turn == act.state.turn:
            act.pool("pool.due", arrival.piece, 1, "10.2")
    rule = pos.scenario.special.get("okh")
    act.assign("var.okh_left", int(rule["per_turn"]) if rule else 0, "H-6")


def due(pos: YellowPosition, side: int) -> tuple[int, ...]:
    """Units of a side that may enter in its first Move round of the turn, ascending."""
    roster = pos.game.roster
    coming = sorted((*pos.pool("due"), *pos.pool("returning")))
    return tuple(
        unit
        for unit in coming
        if pos.game.side_of[unit] == side and not (unit in roster.okh and not pos.var("okh_left"))
    )


def places(pos: YellowPosition, unit: int) -> tuple[int, ...]:
    """G-A55, G-A56: hexes in which a unit may enter now, ascending."""
    return tuple(place for place in sorted(_listed(pos, unit)) if fits(pos, unit, place) is None)


def _listed(pos: YellowPosition, unit: int) -> frozenset[int]:
    if unit in pos.pool("returning"):
        return pos.scenario.entry.get(pos.nation(unit), frozenset())
    arrival = next(row for row in pos.scenario.arrivals if row.piece == unit)
    found = frozenset(arrival.places)
    late = arrival.turn < pos.state.turn and len(arrival.places) == 1 and arrival.side == w.ALLIED
    return found | supply.edges(pos, "west", "south") if late and not arrival.lost else found


def fits(pos: YellowPosition, unit: int, place: int) -> Refusal | None:
    """10.2, 8.4, 12.10g: friendly, free of enemies, within the stacking limits; a replaced unit needs a LOS there."""
    side = pos.side(unit)
    if place not in _listed(pos, unit) or place not in pos.scenario.land:
        return "10.2", f"{pos.name(unit)} does not enter in {pos.label(place)}"
    if pos.control(place) != side or pos.enemy_in(place, side):
        return "10.2", f"{pos.label(place)} is not in our hands"
    if pos.open_city and side == w.ALLIED and pos.near_paris(place):
        return "12.7", "Allied units keep away from the open city of Paris"
    if unit in pos.pool("returning") and place not in supply.supply_net(pos, pos.nation(unit)):
        return "12.10", f"{pos.label(place)} has no LOS"
    if not stacking.room(pos, place, (unit,)):
        return "8.4", f"no room in {pos.label(place)}"
    return None


@kept(EVERYTHING)
def _able(pos: YellowPosition, side: int) -> tuple[int, ...]:
    """Units that are due and have a hex to enter."""
    return tuple(unit for unit in due(pos, side) if places(pos, unit))


class Reinforcements(Choice[YellowPosition], frozen=True, array_like=True, tag=30):
    """CY 4.0c.MOVE.1, 10.2: in the first own Move round of a turn the side brings on what is due."""

    side: int

    def _able(self, pos: YellowPosition) -> tuple[int, ...]:
        return _able(pos, self.side)

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        units = self._able(pos)
        if not units:
            return None
        return asked(pos, self.side, ("prompt.reinforce", "10.2"), (Reinforce, Pass), units)

    def run(self, act: Act) -> None:
        """G-A56: nobody can enter; what is due waits for a later turn, but for units that are lost then."""
        _close(act, self.side)

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        rule = pos.game.cite("10.2")
        found = wanted(decision, (Reinforce, Pass), rule)
        if isinstance(found, Reinforce):
            if found.unit not in due(pos, self.side):
                raise IllegalDecision(rule, f"{pos.name(found.unit)} is not due")
            permit(pos, fits(pos, found.unit, found.at))
        elif any(unit not in pos.game.roster.okh for unit in self._able(pos)):
            raise IllegalDecision(rule, "reinforcements that can enter do so; only OKH units may wait")

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        able = self._able(pos)
        for unit in able:
            for place in places(pos, unit):
                yield Reinforce(PieceId(unit), PlaceId(place))
        if all(unit in pos.game.roster.okh for unit in able):
            yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, Reinforce):
            _enter(act, decision.unit, decision.at)
            return
        act.done()
        _close(act, self.side)


def _enter(act: Act, unit: int, place: int) -> None:
    pos = act.pos
    back = unit in pos.pool("returning")
    act.pool("pool.returning" if back else "pool.due", unit, -1, "12.10" if back else "10.2")
    steps = 1 if back else pos.game.roster.full[unit]
    act.place(unit, place, steps, "12.10" if back else "10.2")
    act.flag(unit, w.ARRIVED, 1, "10.2")
    enter(act, unit, place)
    if unit in pos.game.roster.okh and not back:
        act.assign("var.okh_left", pos.var("okh_left") - 1, "H-6")


def _close(act: Act, side: int) -> None:
    """G-A56: the brigades for Calais and Boulogne are lost when their port is not Allied."""
    lost = {row.piece for row in act.pos.scenario.arrivals if row.lost}
    for unit in due(act.pos, side):
        if unit in lost and unit in act.pos.pool("due"):
            act.pool("pool.due", unit, -1, "10.2")
            act.pool("pool.gone", unit, 1, "10.2")
        elif unit not in act.pos.game.roster.okh:
            act.note("note.delayed", (unit,), "10.2")


DECISIONS: Final = (Reinforce,)
STEPS: Final = (Reinforcements,)
