"""Reinforcements (10, PB 2.7): who waits, by which way they come, how they get into a box next to the map.

A group waits in `pool.entering` until its AM (or the RE phase) brings it. Then its units stand in a box, a landing box
or the turn record track, from which their first move leads onto the map (10.13). What an AM asks of German groups,
the release, stands in `release.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules.chit_effects import kept_away
from hexledger.engine.games.june_6.rules.groups import formation_enters
from hexledger.engine.games.june_6.schedule import AREAS, AUTOMATIC, WAITING, Arrival, Gate, area_gate, nationality_am
from hexledger.engine.games.june_6.west_coast import BOX as WEST_BOX
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

CORPS_KINDS: Final = ("corps", "corps_unit")
"""Kinds of formation whose units are corps-level (QA-AM-1, R-57)."""


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
def waiting(pos: June6Position, side: int = 0) -> tuple[Arrival, ...]:
    """Groups (of a side) that wait to be brought onto the map, in the order of the schedule."""
    pool = pos.state.pool(pos.game.words["pool.entering"])
    return tuple(
        arrival
        for arrival in pos.scenario.arrivals
        if side in (0, arrival.side) and any(piece in pool for piece in arrival.pieces)
    )


def marked(pos: June6Position, arrival: Arrival, pool: str) -> bool:
    """True when a group lies in one of the schedule's pools: `pool.held`, `pool.automatic` ..."""
    return pos.state.pooled(pos.game.words[pool], arrival.lead) > 0


def turn_began(act: Act, turn: int) -> None:
    """J6 10.11: the reinforcements of a turn begin to wait."""
    for arrival in act.pos.scenario.arrivals:
        if arrival.turn == turn and not kept_away(act.pos, arrival):
            for piece in arrival.pieces:
                act.pool("pool.entering", piece, 1, "10.11")


def comes_with_am(pos: June6Position, formation: int) -> bool:
    """PB 6.51a: does a formation that is to arrive with an AM wait for one that has to be bought?"""
    hq = pos.game.formation_hq.get(formation, -1)
    return not pos.scenario.budget.arrivals_free and any(
        hq in arrival.pieces and not arrival.in_re for arrival in waiting(pos)
    )


def free_ams(pos: June6Position, side: int) -> Iterator[tuple[int, int, str]]:
    """J6 7.23, QA-AM-1, QA-AM-2, R-57: (AM, how many, rule) that arriving groups bring: two of a division or as
    many as the schedule says, none of a group that enters in the RE phase, is held back (10.36) or finds its way closed
    (10.37); both corps AMs for corps-level units.

    Formations whose HQ is on the map or came before, in the RE phase or by air, buy their AMs (QA-AM-3, QA-AM-4)."""
    for arrival in waiting(pos, side):
        if arrival.in_re or marked(pos, arrival, "pool.held") or not open_hexes(pos, arrival):
            continue
        counter = pos.counters[arrival.lead]
        if pos.game.edition.formations[counter.formation].kind in CORPS_KINDS:
            word = pos.game.words[nationality_am(pos.game, arrival.lead)]
            yield word, pos.game.ams[word].number, "QA-AM-1"
        elif arrival.ams:
            yield arrival.am, arrival.ams, "7.23"


# ---------------------------------------------------------------------- 10.35-10.38 by which way
def gates(pos: June6Position, arrival: Arrival) -> tuple[Gate, ...]:
    """Ways that a group may still choose: those of the schedule, any German area for one that was held back or shut
    out (10.36, 10.37)."""
    if marked(pos, arrival, "pool.any_entry"):
        return tuple(area_gate(pos.game, area) for area in AREAS if pos.game.board.in_area(area) <= pos.scenario.area)
    return arrival.gates


def chosen(pos: June6Position, arrival: Arrival) -> Gate | None:
    """The way that a group enters by, None while it has a choice."""
    for area in AREAS:
        if marked(pos, arrival, f"pool.{area}"):
            return area_gate(pos.game, area)
    able = gates(pos, arrival)
    return able[0] if len(able) == 1 else None


def open_hexes(pos: June6Position, arrival: Arrival) -> tuple[int, ...]:
    """J6 10.37: hexes of a group's way that no enemy occupies; of all its ways while it has a choice. An enemy ZOC
    closes nothing."""
    gate = chosen(pos, arrival)
    ways = gates(pos, arrival) if gate is None else (gate,)
    return tuple(place for way in ways for place in way.hexes if pos.side_at(place) != 3 - arrival.side)


def choosing(pos: June6Position) -> tuple[Step, ...]:
    """J6 3.31: the step in which the German chooses entry areas, if any of his groups has a choice."""
    return (EntryChoices(),) if any(True for _ in _undecided(pos, ())) else ()


def _may_hold(pos: June6Position, arrival: Arrival) -> bool:
    """J6 10.36: a group that needs its release may be held back where it could enter elsewhere."""
    elsewhere = sum(1 for area in AREAS if pos.game.board.in_area(area) <= pos.scenario.area)
    return arrival.release > AUTOMATIC and elsewhere > 1


def _undecided(pos: June6Position, done: tuple[int, ...]) -> Iterator[Arrival]:
    for arrival in waiting(pos, f.GERMAN):
        if arrival.lead in done or marked(pos, arrival, "pool.automatic"):
            continue
        if any(gate.name not in AREAS for gate in arrival.gates):
            continue
        if len(gates(pos, arrival)) > 1 or _may_hold(pos, arrival):
            yield arrival


class EntryChoices(Choice, frozen=True, array_like=True, tag=83):
    """J6 3.31, 10.35, 10.36: at the beginning of the bombardment phase the German says by which area each group will
    enter, or holds it back. `done`: groups that are decided (by their leading piece)."""

    done: tuple[int, ...] = ()

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks for the first group that has a choice."""
        assert isinstance(pos, June6Position)
        arrival = next(_undecided(pos, self.done), None)
        if arrival is None:
            return None
        places = tuple(place for gate in gates(pos, arrival) for place in gate.hexes)
        kinds = (ChooseEntry.kind(), HoldBack.kind())
        return Prompt(
            f.GERMAN, pos.game.words["ask.entry_area"], pos.game.rules["10.35"], kinds, (arrival.lead,), places
        )

    def _arrival(self, pos: June6Position, unit: int) -> Arrival:
        for arrival in _undecided(pos, self.done):
            if unit in arrival.pieces:
                return arrival
        raise IllegalDecision(pos.game.cite("10.35"), f"{pos.game.piece_name(unit)} has no choice of entry now")

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses groups without a choice, areas that are not theirs, closed areas."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (ChooseEntry, HoldBack), cite("10.35"))
        assert isinstance(decision, (ChooseEntry, HoldBack))
        arrival = self._arrival(pos, decision.unit)
        name = pos.game.piece_name(arrival.lead)
        if isinstance(decision, HoldBack):
            if not _may_hold(pos, arrival):
                raise IllegalDecision(cite("10.36"), f"{name} enters without a release and is not held back")
            return
        gate = next((gate for gate in gates(pos, arrival) if decision.at in gate.hexes), None)
        if gate is None:
            raise IllegalDecision(cite("10.35"), f"{name} may not enter at {pos.game.place(decision.at)}")
        if all(pos.side_at(place) == f.ALLIED for place in gate.hexes):
            raise IllegalDecision(cite("10.37"), f"Allied units close the entry at {pos.game.place(decision.at)}")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every open area of the first group with a choice, then holding it back."""
        assert isinstance(pos, June6Position)
        arrival = next(_undecided(pos, self.done))
        for gate in gates(pos, arrival):
            if any(pos.side_at(place) != f.ALLIED for place in gate.hexes):
                yield ChooseEntry(PieceId(arrival.lead), PlaceId(gate.hexes[0]))
        if _may_hold(pos, arrival):
            yield HoldBack(PieceId(arrival.lead))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """Write the choice down; it cannot be changed (10.35)."""
        assert isinstance(decision, (ChooseEntry, HoldBack))
        pos: June6Position = act.pos
        arrival = self._arrival(pos, decision.unit)
        if isinstance(decision, HoldBack):
            act.pool("pool.held", arrival.lead, 1, "10.36")
            act.note("note.held_back", (arrival.lead,), "10.36")
        else:
            gate = next(gate for gate in gates(pos, arrival) if decision.at in gate.hexes)
            forget_way(act, arrival)
            act.pool(f"pool.{gate.name}", arrival.lead, 1, "10.35")
        act.become(EntryChoices((*self.done, arrival.lead)))

    def run(self, act: Recorder[Any]) -> None:
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


def is_unassigned(pos: June6Position, piece: int) -> bool:
    """J6 6.14: a corps unit that belongs to no corps yet."""
    formation = pos.game.edition.formations.get(pos.counters[piece].formation)
    return formation is not None and formation.kind == "corps_unit" and not pos.flag(piece, f.ASSIGNED)


# ---------------------------------------------------------------------- 3.5, 10.21 Allied landing boxes
def placing(pos: June6Position) -> tuple[Step, ...]:
    """J6 3.5: the step that puts Allied reinforcements into landing boxes, if any land this turn."""
    return (AlliedPlacement(),) if _landing(pos) else ()


def _landing(pos: June6Position) -> tuple[Arrival, ...]:
    waiting_box = pos.game.board.index[WAITING]
    return tuple(arrival for arrival in waiting(pos, f.ALLIED) if arrival.gates[0].box != waiting_box)


def open_gates(pos: June6Position, arrival: Arrival) -> tuple[Gate, ...]:
    """PB 2.85e.5: landing boxes that a group may choose between: with the landing on the west coast not that of Omaha
    before all of Omaha is Allied; its only box it keeps."""
    if not pos.scenario.west_beach or pos.omaha_open or len(arrival.gates) < 2:
        return arrival.gates
    return tuple(gate for gate in arrival.gates if gate.name != WEST_BOX)


class AlliedPlacement(Step, frozen=True, array_like=True, tag=82):
    """J6 3.5: the phase of Allied reinforcements."""

    def run(self, act: Recorder[Any]) -> None:
        """Begin the phase."""
        act.phase("phase.allied_placement", f.ALLIED, "3.5")
        act.then(PlaceReinforcements())


class PlaceReinforcements(Choice, frozen=True, array_like=True, tag=84):
    """J6 3.5, 10.21: Allied reinforcements are put into their landing boxes; the Allied player chooses where the
    schedule names several."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks for the first group with several boxes."""
        assert isinstance(pos, June6Position)
        arrival = self._next(pos)
        if arrival is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        boxes = tuple(gate.box for gate in open_gates(pos, arrival))
        return Prompt(f.ALLIED, words["ask.landing_box"], rules["10.21"], (ChooseBox.kind(),), (arrival.lead,), boxes)

    @staticmethod
    def _next(pos: June6Position) -> Arrival | None:
        return next((a for a in _landing(pos) if len(open_gates(pos, a)) > 1 and a.together < 0), None)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses boxes that the schedule does not name for the group."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (ChooseBox,), cite("10.21"))
        assert isinstance(decision, ChooseBox)
        arrival = self._next(pos)
        if arrival is None or decision.unit not in arrival.pieces:
            raise IllegalDecision(cite("10.21"), f"{pos.game.piece_name(decision.unit)} is not placed now")
        if decision.box not in [gate.box for gate in open_gates(pos, arrival)]:
            what = f"{pos.game.piece_name(decision.unit)} may not land from {pos.game.place(decision.box)}"
            raise IllegalDecision(cite("10.21"), what)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every box of the group that is asked for."""
        assert isinstance(pos, June6Position)
        arrival = self._next(pos)
        assert arrival is not None
        for gate in open_gates(pos, arrival):
            yield ChooseBox(PieceId(arrival.lead), PlaceId(gate.box))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The group, and groups that share its box, go into it."""
        assert isinstance(decision, ChooseBox)
        arrival = self._next(act.pos)
        assert arrival is not None
        leads = {arrival.lead}
        for group in _landing(act.pos):
            if group.lead in leads or group.together in leads:
                leads.add(group.lead)
                for piece in group.pieces:
                    _bring(act, group, piece, decision.box, -1)

    def run(self, act: Recorder[Any]) -> None:
        """Groups with one box go into it."""
        for arrival in _landing(act.pos):
            box = open_gates(act.pos, arrival)[0].box
            for piece in arrival.pieces:
                _bring(act, arrival, piece, box, -1)


# ---------------------------------------------------------------------- 6.14 corps units without a corps
class Assign(Choice, frozen=True, array_like=True, tag=85):
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

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks when several corps could take the unit."""
        assert isinstance(pos, June6Position)
        able = self.corps(pos)
        if len(able) < 2:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(
            pos.side(self.unit), words["ask.assign"], rules["6.14"], (AssignCorps.kind(),), (self.unit, *able)
        )

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses other units, and HQs that cannot take it."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (AssignCorps,), cite("6.14"))
        assert isinstance(decision, AssignCorps)
        if decision.unit != self.unit:
            raise IllegalDecision(cite("6.14"), f"{pos.game.piece_name(decision.unit)} is not assigned now")
        if decision.hq not in self.corps(pos):
            what = f"{pos.game.piece_name(decision.hq)} cannot take {pos.game.piece_name(self.unit)}"
            raise IllegalDecision(
                cite("6.14"), f"{what}: a corps HQ of its nation on the map, one such unit to a corps"
            )

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every corps HQ that could take it."""
        assert isinstance(pos, June6Position)
        for hq in self.corps(pos):
            yield AssignCorps(PieceId(self.unit), PieceId(hq))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The assignment lasts for the whole scenario."""
        assert isinstance(decision, AssignCorps)
        act.done()
        assign(act, self.unit, act.pos.formation(decision.hq))

    def run(self, act: Recorder[Any]) -> None:
        """One corps, or none."""
        for hq in self.corps(act.pos):
            assign(act, self.unit, act.pos.formation(hq))


def assign(act: Act, piece: int, corps: int) -> None:
    """J6 6.14: give a unit to a corps (number of the formation) for good."""
    act.flag(piece, f.ASSIGNED, corps, "6.14")


DECISIONS: Final = (ChooseEntry, HoldBack, ChooseBox, AssignCorps)
STEPS: Final = (EntryChoices, AlliedPlacement, PlaceReinforcements, Assign)
