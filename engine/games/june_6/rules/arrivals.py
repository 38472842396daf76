"""Reinforcements (10, PB 2.7): who waits, by which way they come, how they get into a box next to the map.

A group waits in `pool.entering` until its AM (or the RE phase) brings it. Then its units stand in a box, a landing box
or the turn record track, from which their first move leads onto the map (10.13). What an AM asks of German groups,
the release, stands in `release.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import EngineFault, IllegalDecision
from hexledger.engine.games.june_6.questions.arrivals import (
    chosen,
    gates,
    is_unassigned,
    landing_of,
    marked,
    may_hold,
    open_gates,
    undecided,
)
from hexledger.engine.games.june_6.questions.chit_effects import kept_away
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.groups import formation_enters
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.schedule import AREAS, Arrival, nationality_am
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted


class ChooseEntry(Decision, frozen=True, array_like=True, tag=83):
    """These reinforcements (named by their HQ or first unit) will enter by the area of this hex."""

    unit: PieceId
    at: PlaceId


class HoldBack(Decision, frozen=True, array_like=True, tag=84):
    """Hold these reinforcements back for a turn, to enter somewhere else (10.36)."""

    unit: PieceId


class ChooseBox(Decision, frozen=True, array_like=True, tag=85):
    """These reinforcements land from this box."""

    unit: PieceId
    box: PlaceId


class AssignCorps(Decision, frozen=True, array_like=True, tag=86):
    """Assign a corps unit without a corps to this corps HQ, for good (6.14)."""

    unit: PieceId
    hq: PieceId


# ---------------------------------------------------------------------- who waits
def turn_began(act: Act, turn: int) -> None:
    """J6 10.11: the reinforcements of a turn begin to wait."""
    for arrival in act.pos.scenario.arrivals:
        if arrival.turn == turn and not kept_away(act.pos, arrival):
            for piece in arrival.pieces:
                act.pool("pool.entering", piece, 1, "10.11")


# ---------------------------------------------------------------------- 10.35-10.38 by which way
def choosing(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """J6 3.31: the step in which the German chooses entry areas, if any of his groups has a choice."""
    return (EntryChoices(),) if any(True for _ in undecided(pos, ())) else ()


class EntryChoices(Choice[June6Position], frozen=True, array_like=True, tag=83):
    """J6 3.31, 10.35, 10.36: at the beginning of the bombardment phase the German says by which area each group will
    enter, or holds it back. `done`: groups that are decided (by their leading piece)."""

    done: tuple[int, ...] = ()

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks for the first group that has a choice."""
        arrival = next(undecided(pos, self.done), None)
        if arrival is None:
            return None
        places = tuple(place for gate in gates(pos, arrival) for place in gate.hexes)
        kinds = (ChooseEntry.kind(), HoldBack.kind())
        return Prompt(
            f.GERMAN, pos.game.words["ask.entry_area"], pos.game.rules["10.35"], kinds, (arrival.lead,), places
        )

    def _arrival(self, pos: June6Position, unit: int) -> Arrival:
        for arrival in undecided(pos, self.done):
            if unit in arrival.pieces:
                return arrival
        raise IllegalDecision(pos.game.cite("10.35"), f"{pos.game.piece_name(unit)} has no choice of entry now")

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses groups without a choice, areas that are not theirs, closed areas."""
        cite = pos.game.cite
        decision = wanted(decision, (ChooseEntry, HoldBack), cite("10.35"))
        arrival = self._arrival(pos, decision.unit)
        name = pos.game.piece_name(arrival.lead)
        if isinstance(decision, HoldBack):
            if not may_hold(pos, arrival):
                raise IllegalDecision(cite("10.36"), f"{name} enters without a release and is not held back")
            return
        gate = next((gate for gate in gates(pos, arrival) if decision.at in gate.hexes), None)
        if gate is None:
            raise IllegalDecision(cite("10.35"), f"{name} may not enter at {pos.game.place(decision.at)}")
        if all(pos.side_at(place) == f.ALLIED for place in gate.hexes):
            raise IllegalDecision(cite("10.37"), f"Allied units close the entry at {pos.game.place(decision.at)}")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every open area of the first group with a choice, then holding it back."""
        arrival = next(undecided(pos, self.done))
        for gate in gates(pos, arrival):
            if any(pos.side_at(place) != f.ALLIED for place in gate.hexes):
                yield ChooseEntry(PieceId(arrival.lead), PlaceId(gate.hexes[0]))
        if may_hold(pos, arrival):
            yield HoldBack(PieceId(arrival.lead))

    def take(self, act: Act, decision: Decision) -> None:
        """Write the choice down; it cannot be changed (10.35)."""
        pos = act.pos
        if isinstance(decision, HoldBack):
            arrival = self._arrival(pos, decision.unit)
            act.pool("pool.held", arrival.lead, 1, "10.36")
            act.note("note.held_back", (arrival.lead,), "10.36")
        else:
            decision = passed(decision, ChooseEntry)
            arrival = self._arrival(pos, decision.unit)
            gate = next(gate for gate in gates(pos, arrival) if decision.at in gate.hexes)
            forget_way(act, arrival)
            act.pool(f"pool.{gate.name}", arrival.lead, 1, "10.35")
        act.become(EntryChoices((*self.done, arrival.lead)))

    def run(self, act: Act) -> None:
        """Every group is decided. Groups without an open area wait (10.37)."""


def forget_way(act: Act, arrival: Arrival) -> None:
    """Take a group's choice of way back: all of it has entered, or it chooses anew."""
    for pool in ("pool.any_entry", "pool.automatic", *(f"pool.{area}" for area in AREAS)):
        if marked(act.pos, arrival, pool):
            act.pool(pool, arrival.lead, -1)


# ---------------------------------------------------------------------- into the box
def admit(act: Act, arrival: Arrival, hit: int = -1) -> None:
    """J6 10.12, 10.13: the units of a group that wait are put next to the map; `hit` loses a step on the way (10.33).

    Those that enter in the RE phase carry RE (7.23 exception 2)."""
    formation_enters(act, arrival)
    gate = chosen(act.pos, arrival) or arrival.gates[0]
    for piece in arrival.pieces:
        if act.state.pooled(act.word("pool.entering"), piece):
            _bring(act, arrival, piece, gate.box, hit)
    for pool in ("pool.any_entry", "pool.automatic"):
        if marked(act.pos, arrival, pool):
            act.pool(pool, arrival.lead, -1)


def _bring(act: Act, arrival: Arrival, piece: int, box: int, hit: int) -> None:
    steps = act.pos.counters[piece].steps - (piece in arrival.reduced) - (piece == hit)
    act.pool("pool.entering", piece, -1, arrival.rule)
    if steps <= 0:
        act.note("note.lost_on_entry", (piece,), "10.33")
        return
    act.place(piece, box, steps, arrival.rule)
    if arrival.in_re:
        act.flag(piece, f.RE, 1, "7.23")
    if is_unassigned(act.pos, piece):
        act.then(Assign(piece))


# ---------------------------------------------------------------------- 3.5, 10.21 Allied landing boxes
def placing(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """J6 3.5: the step that puts Allied reinforcements into landing boxes, if any land this turn."""
    return (AlliedPlacement(),) if landing_of(pos) else ()


class AlliedPlacement(Step[June6Position], frozen=True, array_like=True, tag=82):
    """J6 3.5: the phase of Allied reinforcements."""

    def run(self, act: Act) -> None:
        """Begin the phase."""
        act.phase("phase.allied_placement", f.ALLIED, "3.5")
        act.then(PlaceReinforcements())


class PlaceReinforcements(Choice[June6Position], frozen=True, array_like=True, tag=84):
    """J6 3.5, 10.21: Allied reinforcements are put into their landing boxes; the Allied player chooses where the
    schedule names several."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks for the first group with several boxes."""
        arrival = self._next(pos)
        if arrival is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        boxes = tuple(gate.box for gate in open_gates(pos, arrival))
        return Prompt(f.ALLIED, words["ask.landing_box"], rules["10.21"], (ChooseBox.kind(),), (arrival.lead,), boxes)

    @staticmethod
    def _next(pos: June6Position) -> Arrival | None:
        return next((a for a in landing_of(pos) if len(open_gates(pos, a)) > 1 and a.together < 0), None)

    def _asked(self, pos: June6Position) -> Arrival:
        """The group that the prompt asks for."""
        arrival = self._next(pos)
        if arrival is None:
            raise EngineFault("no group has a choice of boxes")
        return arrival

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses boxes that the schedule does not name for the group."""
        cite = pos.game.cite
        decision = wanted(decision, ChooseBox, cite("10.21"))
        arrival = self._next(pos)
        if arrival is None or decision.unit not in arrival.pieces:
            raise IllegalDecision(cite("10.21"), f"{pos.game.piece_name(decision.unit)} is not placed now")
        if decision.box not in [gate.box for gate in open_gates(pos, arrival)]:
            what = f"{pos.game.piece_name(decision.unit)} may not land from {pos.game.place(decision.box)}"
            raise IllegalDecision(cite("10.21"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every box of the group that is asked for."""
        arrival = self._asked(pos)
        for gate in open_gates(pos, arrival):
            yield ChooseBox(PieceId(arrival.lead), PlaceId(gate.box))

    def take(self, act: Act, decision: Decision) -> None:
        """The group, and groups that share its box, go into it."""
        decision = passed(decision, ChooseBox)
        arrival = self._asked(act.pos)
        leads = {arrival.lead}
        for group in landing_of(act.pos):
            if group.lead in leads or group.together in leads:
                leads.add(group.lead)
                for piece in group.pieces:
                    _bring(act, group, piece, decision.box, -1)

    def run(self, act: Act) -> None:
        """Groups with one box go into it."""
        for arrival in landing_of(act.pos):
            box = open_gates(act.pos, arrival)[0].box
            for piece in arrival.pieces:
                _bring(act, arrival, piece, box, -1)


# ---------------------------------------------------------------------- 6.14 corps units without a corps
class Assign(Choice[June6Position], frozen=True, array_like=True, tag=85):
    """J6 6.14: the owner assigns an arriving corps unit to a corps HQ on the map, the British one to each corps."""

    unit: int

    def corps(self, pos: June6Position) -> tuple[int, ...]:
        """Corps HQs that may take the unit, ascending."""
        side, nation = pos.side(self.unit), nationality_am(pos.game, self.unit)
        taken = {pos.flag(piece, f.ASSIGNED) for piece in pos.in_play(side)} if side == f.ALLIED else set()
        return tuple(
            hq
            for hq in pos.in_play(side)
            if pos.is_corps_hq(hq)
            and pos.present(hq)
            and nationality_am(pos.game, hq) == nation
            and pos.formation(hq) not in taken
        )

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when several corps could take the unit."""
        able = self.corps(pos)
        if len(able) < 2:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(
            pos.side(self.unit), words["ask.assign"], rules["6.14"], (AssignCorps.kind(),), (self.unit, *able)
        )

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units, and HQs that cannot take it."""
        cite = pos.game.cite
        decision = wanted(decision, AssignCorps, cite("6.14"))
        if decision.unit != self.unit:
            raise IllegalDecision(cite("6.14"), f"{pos.game.piece_name(decision.unit)} is not assigned now")
        if decision.hq not in self.corps(pos):
            what = f"{pos.game.piece_name(decision.hq)} cannot take {pos.game.piece_name(self.unit)}"
            raise IllegalDecision(
                cite("6.14"), f"{what}: a corps HQ of its nation on the map, one such unit to a corps"
            )

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every corps HQ that could take it."""
        for hq in self.corps(pos):
            yield AssignCorps(PieceId(self.unit), PieceId(hq))

    def take(self, act: Act, decision: Decision) -> None:
        """The assignment lasts for the whole scenario."""
        decision = passed(decision, AssignCorps)
        act.done()
        assign(act, self.unit, act.pos.formation(decision.hq))

    def run(self, act: Act) -> None:
        """One corps, or none."""
        for hq in self.corps(act.pos):
            assign(act, self.unit, act.pos.formation(hq))


def assign(act: Act, piece: int, corps: int) -> None:
    """J6 6.14: give a unit to a corps (number of the formation) for good."""
    act.flag(piece, f.ASSIGNED, corps, "6.14")


DECISIONS: Final = (ChooseEntry, HoldBack, ChooseBox, AssignCorps)
STEPS: Final = (EntryChoices, AlliedPlacement, PlaceReinforcements, Assign)
