"""The beach landing of 6 June (PB 1.7, 1.8) and the combats from the beaches (PB 1.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import EngineFault, IllegalDecision
from hexledger.engine.games.june_6.questions.costs import Line, allowance, landing, mover, summed, zone
from hexledger.engine.games.june_6.questions.crossing import river_banks
from hexledger.engine.games.june_6.questions.landing import able, refusal, waiting
from hexledger.engine.games.june_6.questions.movement import room
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import delay_points, losses
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.activation import PASSING_FLAGS
from hexledger.engine.games.june_6.rules.attachment import activate
from hexledger.engine.games.june_6.rules.attack import DeclareAttacks
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.movement import Move, check_move, moves, take_move
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev

DIE: Final = 10
REDUCED_AT: Final = 10
"""Total of the resistance roll that reduces a combat unit (PB 1.84)."""
SWORD: Final = "sword_box"
"""Box whose units are slow after their landing (PB 1.103)."""
WEST: Final = "west_coast_variant"
"""Key of the resistance value of the west coast beach (PB 2.85c)."""
COAST: Final = "rangers_on_nonbeach_coastal_hex"
"""Key of the resistance value where there is no beach."""


class Land(Decision, frozen=True, array_like=True, tag=603):
    """Land this unit in this hex."""

    unit: PieceId
    at: PlaceId


class EndLandings(Decision, frozen=True, array_like=True, tag=604):
    """No further unit lands; what is left in the boxes waits for 7/8 June."""


class Stay(Decision, frozen=True, array_like=True, tag=605):
    """The unit that has landed stays in its hex."""


# ---------------------------------------------------------------------- PB 1.7 the phase
class BeginLanding(Step[June6Position], frozen=True, array_like=True, tag=610):
    """PB 1.7, 1.91: one great activation of many nations, paid with the AMs set aside (PB 1.31)."""

    def run(self, act: Act) -> None:
        """Begin the phase."""
        act.phase("phase.landing", f.ALLIED, "PB 1.71")
        for am, count in act.state.pool(act.word("pool.am_aside")).items():
            act.pool("pool.am_aside", am, -count, "PB 1.31")
            act.pool("pool.am_used", am, count, "PB 1.31")
        act.assign(f.VAR_ACTIVE_SIDE, f.ALLIED)
        act.assign(f.VAR_ACTIVE_MODE, f.ME)
        act.assign(f.VAR_LANDING, 1, "PB 1.71")
        act.then(Landing(), BeachCombat(), EndLanding())


class Landing(Choice[June6Position], frozen=True, array_like=True, tag=611):
    """PB 1.71: the Allied player lands his units one at a time, in the order that he likes."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while a unit can land."""
        hexes = {piece: places for piece in waiting(pos) if (places := able(pos, piece))}
        if not hexes:
            return None
        words, rules, kinds = pos.game.words, pos.game.rules, (Land.kind(), EndLandings.kind())
        places = tuple(sorted({place for able_in in hexes.values() for place in able_in}))
        return Prompt(f.ALLIED, words["ask.land"], rules["PB 1.71"], kinds, tuple(hexes), places)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses units that do not land now, and hexes that are closed or full."""
        cite = pos.game.cite
        decision = wanted(decision, (Land, EndLandings), cite("PB 1.71"))
        if isinstance(decision, Land):
            wrong = refusal(pos, decision.unit, decision.at)
            if wrong is not None:
                raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every unit with every hex, then the end."""
        for piece in waiting(pos):
            for place in able(pos, piece):
                yield Land(PieceId(piece), PlaceId(place))
        yield EndLandings()

    def take(self, act: Act, decision: Decision) -> None:
        """The unit lands under the resistance of the beach and, if it comes off free, may move on."""
        if isinstance(decision, Land):
            land(act, decision.unit, decision.at)
        else:
            act.done()

    def run(self, act: Act) -> None:
        """Everybody has landed, or the beaches are full (QA-BEACH-2)."""


def land(act: Act, piece: int, place: int) -> None:
    """PB 1.71, PB 1.72, J6 8.47, QA-BEACH-3, QA-BEACH-4: put a unit on the beach; what that costs of its MA; then the
    resistance. Delay points next to the beach may stop it there (19.13)."""
    pos = act.pos
    box, m = pos.at(piece), mover(act.pos, piece)
    step = landing(pos, m, place)
    if step is None:
        raise EngineFault(f"{pos.name(piece)} cannot enter {pos.label(place)}")
    toll: tuple[Line, ...] = zone(pos, m, place, False, pos.in_ezoc(place, f.ALLIED)) or ()
    lines = [*step.lines, *toll]
    cost = sum(value for _, value, _ in lines)
    act.reckon("reckon.move", piece, summed(lines), cost, "8.47")
    act.move(piece, (box, place), "mode.landing", cost, "PB 1.71")
    entered(act, place)
    activate(act, piece, f.ME)
    act.flag(piece, f.LANDED, cost, "8.47")
    act.flag(piece, f.ACTED, 1, "PB 1.71")
    act.flag(piece, f.ACTIVATIONS, 1, "PB 1.91")
    if pos.board.labels[box] == SWORD and not pos.has(piece, "commando"):
        act.flag(piece, f.SLOW, 1, "PB 1.103")
    resist(act, piece, box, place)
    if not act.pos.on_map(piece):
        return
    left = allowance(act.pos, piece)
    stopped = delay_points.after_landing(act, piece, left, act.pos.flag(piece, f.PINNED) > 0)
    if not stopped and _may_move_on(act.pos, piece):
        act.then(MoveOn(piece))


# ---------------------------------------------------------------------- PB 1.8 resistance
def resist(act: Act, piece: int, box: int, place: int) -> None:
    """PB 1.81-1.85: the die and the resistance value of the beach against the unit's cohesion."""
    pos = act.pos
    values: dict[str, int] = pos.game.edition.charts["beach_resistance"]["values"]
    beach = pos.board.labels[box].removesuffix("_box")
    on_beach = place in pos.board.box_hexes(pos.board.labels[box])
    if place in pos.scenario.west_beach:
        beach, on_beach = WEST, True
    value, rule = (values[beach], "PB 1.81") if on_beach else (values[COAST], "PB 1.85")
    die = act.roll("roll.resistance", DIE, piece, "PB 1.81")
    total, cohesion = die + value, pos.cohesion(piece)
    lines = [("line.die", die, "PB 1.81"), ("line.resistance", value, rule), ("line.cohesion", cohesion, "PB 1.82")]
    act.reckon("reckon.resistance", piece, lines, total, rule)
    column = f"column.{beach}" if on_beach else "column.coast"
    if total >= REDUCED_AT:
        support = not pos.is_combat(piece)
        results = ("result.pinned",) if support else ("result.reduced", "result.pinned")
        act.resolved("table.resistance", column, total, results, "PB 1.84")
        act.flag(piece, f.PINNED, 1, "PB 1.83")
        if not support:
            losses.reduce(act, piece, "PB 1.84")
    elif total > cohesion:
        act.resolved("table.resistance", column, total, ("result.pinned",), "PB 1.83")
        act.flag(piece, f.PINNED, 1, "PB 1.83")
    else:
        act.resolved("table.resistance", column, total, ("result.lands",), "PB 1.82")


# ---------------------------------------------------------------------- PB 1.82 inland
def _may_move_on(pos: June6Position, piece: int) -> bool:
    """PB 1.82, 11.12: free, not stopped by an enemy ZOC, and with a hex to go to."""
    if not pos.on_map(piece) or pos.flag(piece, f.PINNED) or pos.in_ezoc(pos.at(piece), f.ALLIED):
        return False
    return next(moves(pos, piece), None) is not None


class MoveOn(Choice[June6Position], frozen=True, array_like=True, tag=612):
    """PB 1.82, QA-BEACH-3: a unit that has landed free moves on with what the landing has left of its MA."""

    unit: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks its owner."""
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["ask.move_on"], rules["PB 1.82"], (Move.kind(), Stay.kind()), (self.unit,))

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units, and moves that are too long or end in a full hex."""
        cite = pos.game.cite
        decision = wanted(decision, (Move, Stay), cite("PB 1.82"))
        if isinstance(decision, Stay):
            return
        if decision.unit != self.unit:
            raise IllegalDecision(cite("PB 1.82"), f"{pos.name(self.unit)} has just landed and moves on, or stays")
        check_move(pos, decision)
        if not room(pos, self.unit, decision.path[-1]):
            raise IllegalDecision(cite("9.1"), f"{pos.label(decision.path[-1])} has no room for {pos.name(self.unit)}")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every hex in reach, then staying."""
        yield from (decision for decision in moves(pos, self.unit) if isinstance(decision, Move))
        yield Stay()

    def take(self, act: Act, decision: Decision) -> None:
        """The unit goes, or stays."""
        act.done()
        if isinstance(decision, Move):
            take_move(act, decision)

    def run(self, act: Act) -> None:
        """Never reached: there is always something to decide."""


# ---------------------------------------------------------------------- PB 1.9 combats from the beaches
class BeachCombat(Step[June6Position], frozen=True, array_like=True, tag=613):
    """PB 1.92, R-50: units in beach hexes attack adjacent Germans, in the order that the Allied player likes."""

    def run(self, act: Act) -> None:
        """Declare attacks."""

        act.phase("phase.beach_combat", f.ALLIED, "PB 1.92")
        act.then(DeclareAttacks((), river_banks(act.pos, f.ALLIED)))


class EndLanding(Step[June6Position], frozen=True, array_like=True, tag=614):
    """PB 1.10: the landing is over."""

    def run(self, act: Act) -> None:
        """Its marks come off; units left in the boxes wait for 7/8 June (QA-BEACH-2)."""
        for piece in waiting(act.pos):
            act.note("note.left_in_box", (piece,), "QA-BEACH-2")
        for piece in sorted(act.state.attached):
            act.emit(ev.Attached(piece, 0, act.rule("PB 1.71")))
        clear_flags(act, (*PASSING_FLAGS, f.LANDED))
        act.assign(f.VAR_LANDING, 0)
        act.assign(f.VAR_ACTIVE_SIDE, 0)
        act.assign(f.VAR_ACTIVE_MODE, 0)


def end_turn(act: Act) -> None:
    """PB 1.103: units that landed at Sword are slow on 6 June only."""
    clear_flags(act, (f.SLOW,), rule="PB 1.103")


DECISIONS: Final = (Land, EndLandings, Stay)
STEPS: Final = (BeginLanding, Landing, MoveOn, BeachCombat, EndLanding)
