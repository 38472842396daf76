"""German release (10.31-10.34): may a group enter when its AM is drawn, or in the RE phase (R-45)?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.arrivals import chosen, marked, open_hexes, waiting
from hexledger.engine.games.june_6.questions.chit_effects import no_release_rolls
from hexledger.engine.games.june_6.questions.costs import weather_effects
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.arrivals import admit, forget_way
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.games.june_6.tables.schedule import AREAS, AUTOMATIC, BY_TABLE, Arrival
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.rules.letters import ChooseUnit


class EnterAnyway(Decision, frozen=True, array_like=True, tag=87):
    """The group enters although its release failed; the Allied player takes a step from it (10.33)."""


class AwaitRelease(Decision, frozen=True, array_like=True, tag=88):
    """The group waits for its other AM, or for the next turn."""


class PutIn(Decision, frozen=True, array_like=True, tag=89):
    """Put a reinforcement into an entry hex in the End Phase (PB 5.3.3)."""

    unit: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- 10.32 the roll
def steps_for_am(pos: June6Position, am: int) -> tuple[Step[June6Position], ...]:
    """Steps that an AM begins with: one for each group that waits for it."""
    june_6 = pos.state.turn == INVASION
    # PB 1.102: on 6 June the release table says who comes; `hesitation` reads it.
    return tuple(
        Release(arrival.lead)
        for arrival in waiting(pos)
        if arrival.am == am and not (june_6 and arrival.release == BY_TABLE)
    )


def steps_for_formation(pos: June6Position, formation: int) -> tuple[Step[June6Position], ...]:
    """PB 5.42: groups that enter with the first activation of a formation, whatever activates it; German groups that
    need a release come with an AM only (10.32)."""
    ams = [am.word for am in pos.game.ams.values() if formation in am.formations and not am.corps]
    return tuple(
        Release(arrival.lead) for arrival in waiting(pos) if arrival.am in ams and arrival.release == AUTOMATIC
    )


def steps_for_re(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """J6 10.12, R-45: steps of the groups that enter in the RE phase."""
    return tuple(Release(arrival.lead) for arrival in waiting(pos) if arrival.in_re)


class Release(Step[June6Position], frozen=True, array_like=True, tag=86):
    """J6 10.32: a group enters, at once or if its release roll succeeds."""

    lead: int

    def run(self, act: Act) -> None:
        """Roll where a release is asked for."""
        pos = act.pos
        arrival = pos.scenario.arrival(self.lead)
        if marked(pos, arrival, "pool.held"):
            return
        if not open_hexes(pos, arrival):
            act.note("note.entry_closed", (self.lead,), "10.37")
            return
        if arrival.release <= AUTOMATIC or marked(pos, arrival, "pool.automatic"):
            admit(act, arrival)
            return
        if no_release_rolls(pos):
            act.note("note.released", (self.lead,), "PB 2.84")
            admit(act, arrival)
            return
        if _roll(act, arrival):
            act.note("note.released", (self.lead,), "10.32")
            admit(act, arrival)
            return
        act.note("note.not_released", (self.lead,), "10.33")
        if not marked(act.pos, arrival, "pool.tried"):
            act.pool("pool.tried", self.lead, 1, "10.33")
        act.then(FailedRelease(self.lead))


def _roll(act: Act, arrival: Arrival) -> bool:
    """J6 10.32: die + interdiction - Heavy overcast, against the release number."""
    die = act.roll("roll.release", 10, arrival.lead, "10.32")
    lines = [("line.die", die, "10.32")]
    markers, rule = interdiction(act.pos, arrival)
    if markers:
        lines.append(("line.interdiction", markers, rule))
    drm: int = weather_effects(act.pos)["release_drm"]
    if drm:
        lines.append(("line.heavy_overcast", drm, "4.12"))
    total = sum(value for _, value, _ in lines)
    act.reckon(
        "reckon.release", arrival.lead, [*lines, ("line.release_number", arrival.release, "10.31")], total, "10.32"
    )
    return total <= arrival.release


def interdiction(pos: June6Position, arrival: Arrival) -> tuple[int, str]:
    """J6 17.24, 18.23: Allied markers that cover a group's entry area, and the rule: air in the box of the area, naval
    ones for area A only. They count in the first turn in which the group tries to enter there (R-113); a group that
    enters without a roll is past them (10.34)."""
    gate = chosen(pos, arrival)
    name = gate.name if gate is not None else ""
    if name in AREAS and pos.flag(arrival.lead, f.TRIED_AREAS) >> AREAS.index(name) & 1:
        return 0, "17.24"
    boxes = pos.game.edition.charts["interdiction"]
    letter = name.removeprefix("entry_").upper()
    each: int = boxes["release_drm_per_marker"]
    for box in boxes["air_boxes"]:
        if letter in box["covers"]:
            place = pos.board.index[box["id"]]
            air = pos.state.marker(place, -1, f.INTERDICTION_AIR)
            naval = pos.state.marker(place, -1, f.INTERDICTION_NAVAL) if letter in boxes["naval"]["covers"] else 0
            return each * (air + naval), "17.24" if air else "18.23"
    return 0, "17.24"


# ---------------------------------------------------------------------- 10.33 ignoring the failure
class FailedRelease(Choice[June6Position], frozen=True, array_like=True, tag=87):
    """J6 10.33: after a failed roll the German may let the group enter all the same."""

    lead: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks the German."""
        kinds = (EnterAnyway.kind(), AwaitRelease.kind())
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["ask.release"], rules["10.33"], kinds, (self.lead,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Both are legal."""
        decision = wanted(decision, (EnterAnyway, AwaitRelease), pos.game.cite("10.33"))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Enter, or wait."""
        yield EnterAnyway()
        yield AwaitRelease()

    def take(self, act: Act, decision: Decision) -> None:
        """Entering costs a step."""
        act.done()
        if isinstance(decision, EnterAnyway):
            act.then(EntryLoss(self.lead))

    def run(self, act: Act) -> None:
        """Never reached: there is always something to decide."""


class EntryLoss(Choice[June6Position], frozen=True, array_like=True, tag=88):
    """J6 10.33: the Allied player picks the unit, not an HQ, that loses a step; then the group enters."""

    lead: int

    def units(self, pos: June6Position) -> tuple[int, ...]:
        """Units that may be picked, in the order of the schedule."""
        pool = pos.state.pool(pos.game.words["pool.entering"])
        arrival = pos.scenario.arrival(self.lead)
        return tuple(piece for piece in arrival.pieces if piece in pool and not pos.is_hq(piece))

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when there is more than one."""
        able = self.units(pos)
        if len(able) < 2:
            return None
        return Prompt(
            f.ALLIED, pos.game.words["ask.release_loss"], pos.game.rules["10.33"], (_choose_unit().kind(),), able
        )

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses HQs and units of other groups."""
        decision = wanted(decision, _choose_unit(), pos.game.cite("10.33"))
        if decision.unit not in self.units(pos):
            what = f"{pos.game.piece_name(decision.unit)} is no unit, other than an HQ, of the group that enters"
            raise IllegalDecision(pos.game.cite("10.33"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every unit but HQs."""
        for piece in self.units(pos):
            yield _choose_unit()(PieceId(piece))

    def take(self, act: Act, decision: Decision) -> None:
        """The unit arrives with a step less."""
        decision = passed(decision, _choose_unit())
        act.done()
        admit(act, act.pos.scenario.arrival(self.lead), decision.unit)

    def run(self, act: Act) -> None:
        """One unit, or HQs only."""
        able = self.units(act.pos)
        admit(act, act.pos.scenario.arrival(self.lead), able[0] if able else -1)


def _choose_unit() -> type[ChooseUnit]:
    # imported here: a combat's losses are far away from an AM that is drawn
    from hexledger.engine.games.june_6.rules.letters import ChooseUnit

    return ChooseUnit


# ---------------------------------------------------------------------- 10.34 the end of the turn
def end_turn(act: Act) -> None:
    """J6 10.34, 10.36, 10.37: what becomes of German groups that have not entered this turn.

    Held back or shut out: any area next turn, a release is still asked for. Not released: next turn without a roll.
    """
    for arrival in act.pos.scenario.arrivals:
        there = any(act.pos.in_box(piece) for piece in arrival.pieces)
        if arrival.side == f.GERMAN and not there and arrival not in waiting(act.pos):
            forget_way(act, arrival)
            act.flag(arrival.lead, f.TRIED_AREAS, 0)
    for arrival in waiting(act.pos, f.GERMAN):
        held = marked(act.pos, arrival, "pool.held")
        if held or not open_hexes(act.pos, arrival):
            if held:
                act.pool("pool.held", arrival.lead, -1, "10.36")
            _note_area(act, arrival)
            if not marked(act.pos, arrival, "pool.any_entry"):
                forget_way(act, arrival)
                act.pool("pool.any_entry", arrival.lead, 1, "10.36" if held else "10.37")
        elif arrival.release != AUTOMATIC and not marked(act.pos, arrival, "pool.automatic"):
            act.pool("pool.automatic", arrival.lead, 1, "10.34")
            act.note("note.enters_next_turn", (arrival.lead,), "10.34")
        if marked(act.pos, arrival, "pool.tried"):
            act.pool("pool.tried", arrival.lead, -1)


def _note_area(act: Act, arrival: Arrival) -> None:
    """J6 17.24, R-113: where a group that was shut out has tried to enter, it is interdicted no more."""
    gate = chosen(act.pos, arrival)
    if gate is not None and gate.name in AREAS and marked(act.pos, arrival, "pool.tried"):
        tried = act.pos.flag(arrival.lead, f.TRIED_AREAS) | 1 << AREAS.index(gate.name)
        act.flag(arrival.lead, f.TRIED_AREAS, tried, "17.24")


def end_entries(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """PB 5.3.3: the step of the End Phase that puts unreleased groups on the map, where a scenario says so."""
    if not pos.scenario.end_entry:
        return ()
    return tuple(EndEntry(arrival.lead) for arrival in waiting(pos, f.GERMAN) if arrival.release != AUTOMATIC)


class EndEntry(Choice[June6Position], frozen=True, array_like=True, tag=89):
    """PB 5.3.3: the German puts each unit of a group that was not released into one of its entry hexes."""

    lead: int

    def _open(self, pos: June6Position) -> list[tuple[int, int]]:
        pool = pos.state.pool(pos.game.words["pool.entering"])
        arrival = pos.scenario.arrival(self.lead)
        piece = next((piece for piece in arrival.pieces if piece in pool), -1)
        return [(piece, place) for place in open_hexes(pos, arrival) if piece >= 0 and pos.fits(place, (piece,))]

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks for the next unit while it has a choice of hexes."""
        able = self._open(pos)
        if len(able) < 2:
            return None
        places = tuple(place for _, place in able)
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["ask.end_entry"], rules["PB 5.3.3"], (PutIn.kind(),), (able[0][0],), places)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units and hexes without room."""
        cite = pos.game.cite
        decision = wanted(decision, PutIn, cite("PB 5.3.3"))
        if (decision.unit, decision.at) not in self._open(pos):
            what = f"{pos.game.piece_name(decision.unit)} is not put into {pos.game.place(decision.at)} now"
            raise IllegalDecision(cite("PB 5.3.3"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every hex with room for the unit that is asked for."""
        for piece, place in self._open(pos):
            yield PutIn(PieceId(piece), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        """The unit stands in the hex."""
        decision = passed(decision, PutIn)
        self._put(act, decision.unit, decision.at)

    def run(self, act: Act) -> None:
        """One hex left, or none: then the unit goes on waiting."""
        able = self._open(act.pos)
        if able:
            self._put(act, *able[0])
            act.then(EndEntry(self.lead))

    def _put(self, act: Act, piece: int, place: int) -> None:
        act.pool("pool.entering", piece, -1, "PB 5.3.3")
        act.place(piece, place, act.pos.counters[piece].steps, "PB 5.3.3")
        entered(act, place)


DECISIONS: Final = (EnterAnyway, AwaitRelease, PutIn)
STEPS: Final = (Release, FailedRelease, EntryLoss, EndEntry)
