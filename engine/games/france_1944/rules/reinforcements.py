"""Reinforcements come in one by one and march at once (10.1.4, 10.1.5, 10.1.6, 4.10, 3.12, R-33, R-73 to R-75)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.france_1944.questions import entry, ways
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import aftermath, entering, movement
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.scenario import AIRBORNE
from hexledger.engine.games.france_1944.tables.switches import ENTRY_BLOCKED
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, asking, permit, wanted
from hexledger.engine.map.paths import path_to
from hexledger.engine.procedures.arrivals import Due, begin_to_wait, waiting


class Reinforce(Decision, frozen=True, array_like=True, tag=33):
    """`reinforce us_xv 1309 1310,1311`: a piece, its entry hex, and the hexes through which it marches on."""

    unit: PieceId
    at: PlaceId
    path: tuple[PlaceId, ...] = ()


def able(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """Pieces that may come in somewhere now, ascending."""
    return tuple(piece for piece in entry.coming(pos, side) if entry.open_hexes(pos, piece))


def must_enter(pos: FrancePosition, side: int) -> tuple[int, ...]:
    """10.1.2: rebuilt units that can enter and so must."""
    return tuple(piece for piece in able(pos, side) if pos.flag(piece, w.REBUILT))


class BringingIn(Choice[FrancePosition], frozen=True, array_like=True, tag=36):
    """F44 10.1.4-10.1.6: the owner brings in who is due, one piece after the other, each with its march."""

    side: int

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        pieces = able(pos, self.side)
        if not pieces:
            return None
        rule = entry.ENTRY_RULE[self.side]
        return asking(pos, self.side, "prompt.reinforce", rule, Reinforce, Pass, pieces=pieces, complete=False)

    def run(self, act: Act) -> None:
        """Nobody can come in."""

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        answer = wanted(decision, (Reinforce, Pass), pos.game.cite(entry.ENTRY_RULE[self.side]))
        if isinstance(answer, Reinforce):
            permit(pos, self._refusal(pos, answer))
        elif must_enter(pos, self.side):
            unit = pos.name(must_enter(pos, self.side)[0])
            permit(pos, ("10.1.2", f"{unit} was rebuilt and must enter in this phase"))

    def _refusal(self, pos: FrancePosition, wish: Reinforce) -> Refusal | None:
        if wish.unit not in entry.coming(pos, self.side):
            return entry.ENTRY_RULE[self.side], f"{pos.name(wish.unit)} does not wait to come in"
        return entry.refused(pos, wish.unit, wish.at) or entry.walk(pos, wish.unit, wish.at, wish.path)[1]

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        pieces = able(pos, self.side)
        for piece in pieces:
            for place in entry.open_hexes(pos, piece):
                yield Reinforce(PieceId(piece), PlaceId(place))
        for place in entry.open_hexes(pos, pieces[0]):
            reached = ways.reach(pos, pieces[0], place, entry.points(pos, pieces[0], place), admin=True)
            for there in reached:
                path = path_to(reached, there)
                if len(path) > 1:
                    yield Reinforce(PieceId(pieces[0]), PlaceId(place), tuple(map(PlaceId, path[1:])))
        if not must_enter(pos, self.side):
            yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Reinforce):
            act.done()
            return
        pos, unit, at = act.pos, decision.unit, decision.at
        rule = entry.ENTRY_RULE[self.side]
        left = entry.points(pos, unit, at)
        _place(act, unit, at, rule)
        act.flag(unit, w.ADMIN, 1, "5.3")
        march = (movement.Marching(unit, decision.path, left),) if decision.path else ()
        act.then(*entering.rolls(pos, unit, at), entering.Settled(), *march, Marched(unit))


def _place(act: Act, unit: int, at: int, rule: str) -> None:
    """10.1.6: the piece stands in its entry hex."""
    pos = act.pos
    if unit in pos.state.at:
        act.move(unit, (pos.at(unit), at), "mode.entry", 0, rule)
        for flag in (w.REBUILT, w.DUE):
            act.flag(unit, flag, 0, rule)
    else:
        act.pool("pool.waiting", unit, -1, rule)
        act.place(unit, at, pos.game.roster.full[unit], rule)
    entering.take_hex(act, unit, at)


class Marched(Step[FrancePosition], frozen=True, array_like=True, tag=37):
    """A reinforcement has arrived."""

    piece: int

    def run(self, act: Act) -> None:
        """Its march is forgotten; lone headquarters and bridgeheads."""
        for flag in (w.ADMIN, w.SPENT, w.ENTERED):
            act.flag(self.piece, flag, 0)
        aftermath.settle(act)


class Reinforcements(Step[FrancePosition], frozen=True, array_like=True, tag=38):
    """F44 10.1.4, 10.1.5: the reinforcements segment of a side."""

    side: int

    def run(self, act: Act) -> None:
        """Who is due begins to wait; the 18th goes to its box by itself (3.12)."""
        act.phase("phase.reinforcements", self.side, entry.ENTRY_RULE[self.side])
        begin_to_wait(act, due(act.pos, self.side), "pool.waiting", entry.ENTRY_RULE[self.side])
        for piece in waiting(act.pos, "pool.waiting", self.side):
            if act.pos.scenario.entry_of.get(piece) == AIRBORNE:
                act.pool("pool.waiting", piece, -1, "3.12")
                act.place(piece, act.pos.game.ground.airborne_box, act.pos.game.roster.full[piece], "3.12")
        act.then(BringingIn(self.side), SegmentEnds(self.side))


def due(pos: FrancePosition, side: int) -> tuple[Due, ...]:
    """Lines of the schedule of this turn that come in by cities, Normandy or the airborne box."""
    return tuple(
        line
        for line in pos.scenario.arrivals
        if line.turn == pos.state.turn and line.side == side and line.key not in entry.SOUTHERN
    )


class SegmentEnds(Step[FrancePosition], frozen=True, array_like=True, tag=39):
    """F44 10.1.4, 10.1.5, R-33, R-73, R-75: what becomes of those that have not come in."""

    side: int

    def run(self, act: Act) -> None:
        """Germans wait. Allied pieces that enemies shut out are lost; a rebuilt Allied unit goes back to the box."""
        pos = act.pos
        if self.side == w.GERMAN:
            return
        for piece in entry.coming(pos, self.side):
            if pos.flag(piece, w.REBUILT):
                act.steps(piece, 0, "10.1.2")
                act.flag(piece, w.REBUILT, 0, "10.1.2")
                act.note("note.rebuilt_back", (piece,), "10.1.2")
            elif entry.shut_out(pos, piece):
                _lost(act, piece, "10.1.5")
            elif not entry.open_hexes(pos, piece):
                if pos.reading(ENTRY_BLOCKED) == ENTRY_BLOCKED.default:
                    act.note("note.waits", (piece,), "R-73")
                else:
                    _lost(act, piece, "R-73")


def _lost(act: Act, piece: int, rule: str) -> None:
    if piece in act.state.at:
        act.remove(piece, "reason.entry", rule)
    else:
        act.pool("pool.waiting", piece, -1, rule)
    act.note("note.lost_entry", (piece,), rule)


DECISIONS: Final = (Reinforce,)
STEPS: Final = (BringingIn, Marched, Reinforcements, SegmentEnds)
