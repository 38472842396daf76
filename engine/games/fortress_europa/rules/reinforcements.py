"""Reinforcements, withdrawals and conversions (26, 23, 13.2).

Who waits to come into play stands in `questions.arrivals`. Pool `stand_in` holds, for a unit that did not leave when
the display asked for it, 1 + the unit that left in its place: the two have changed their parts (26.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import arrivals, supply, trains
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import (
    airborne,
    capacity,
    control,
    engineers,
    exit_east,
    panzer_reserve,
)
from hexledger.engine.games.fortress_europa.rules import arrivals as arrivals_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted
from hexledger.projections.state import OFF_MAP

GARRISON_FROM: Final = "August I"
"""26.5."""


# ---------------------------------------------------------------------- 26.7-26.10 withdrawals
class TurnStart(Step[FortressPosition], frozen=True, array_like=True, tag=175):
    """FE 26.7, C-49: withdrawals at the start of the owner's player turn."""

    side: int

    def run(self, act: Act) -> None:
        """HQs lost last turn may come back; then the display's withdrawals, one after the other."""
        if self.side == f.ALLIED:
            varsity(act)
            capacity.turn_began(act)
            for piece, count in act.state.pool(act.word("pool.due_flipped")).items():
                act.pool("pool.due_flipped", piece, arrivals.READY - count, "13.2")
        rows = act.pos.scenario.arriving(act.state.turn, self.side, "withdraw")
        brigades: tuple[Step[FortressPosition], ...] = (engineers.Engineers(),) if self.side == f.ALLIED else ()
        answer: tuple[Step[FortressPosition], ...] = (exit_east.AnswerExit(),) if self.side == f.GERMAN else ()
        act.then(*(Withdrawal(row.piece) for row in rows), *brigades, *answer)


def listed(pos: FortressPosition, piece: int) -> int:
    """FE 28.5: the counter that stands for a unit of the display: its exchanged one once that is in the game."""
    changed = pos.game.edition.counter_index.get(f"{pos.counters[piece].id}_new", -1)
    return changed if changed >= 0 and pos.state.pooled(pos.game.words["pool.gone"], piece) else piece


def may_leave(pos: FortressPosition, piece: int) -> bool:
    """FE 26.7, 26.10: a unit on the map and in supply, in England, in Africa, in the reserve or not yet placed."""
    if pos.state.pooled(f.DUE, piece):
        return True
    if pos.at(piece) == OFF_MAP:
        return False
    return not pos.on_map(piece) or supply.standing(pos, piece).supplied


def substitutes(pos: FortressPosition, piece: int) -> tuple[int, ...]:
    """FE 26.8, C-96: units of the same nationality that may leave instead: of the same type and combat factor; else of
    the same type; else those with the nearest higher combat factor. An HQ leaves for an HQ only. Ascending."""
    counters = pos.counters
    wanted_cf, unit_type = counters[piece].front.values.get("cf", 0), counters[piece].type
    units = [
        other
        for other in sorted(pos.state.at)
        if other in pos.tables.roster.land
        and (other in pos.tables.roster.hqs) == (piece in pos.tables.roster.hqs)
        and pos.nation(other) == pos.nation(piece)
        and may_leave(pos, other)
    ]
    same_type = [other for other in units if counters[other].type == unit_type]
    same = [other for other in same_type if pos.cf(other) == wanted_cf]
    if same or same_type:
        return tuple(same or same_type)
    higher = [other for other in units if pos.cf(other) >= wanted_cf]
    nearest = min((pos.cf(other) for other in higher), default=0)
    return tuple(other for other in higher if pos.cf(other) == nearest)


class WithdrawInstead(Decision, frozen=True, array_like=True, tag=175):
    """The unit that leaves in place of the one that the display names."""

    unit: PieceId


class Withdrawal(Choice[FortressPosition], frozen=True, array_like=True, tag=177):
    """FE 26.7, 26.8: a unit of the display leaves; where it cannot, its owner chooses a substitute."""

    piece: int

    def _choice(self, pos: FortressPosition) -> tuple[int, ...]:
        piece = listed(pos, self.piece)
        return () if may_leave(pos, piece) else substitutes(pos, piece)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        units = self._choice(pos)
        if not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (WithdrawInstead.kind(),)
        return Prompt(pos.side(self.piece), words["prompt.withdraw"], rules["26.8"], kinds, units)

    def run(self, act: Act) -> None:
        """The unit itself leaves, or nobody can."""
        piece = listed(act.pos, self.piece)
        if may_leave(act.pos, piece):
            withdraw(act, piece, "26.7")

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, WithdrawInstead, pos.game.cite("26.8"))
        if decision.unit not in self._choice(pos):
            reason = f"{pos.name(decision.unit)} is no substitute for {pos.name(self.piece)}"
            raise IllegalDecision(pos.game.cite("26.8"), reason)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([WithdrawInstead(PieceId(piece)) for piece in self._choice(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, WithdrawInstead)
        act.done()
        withdraw(act, decision.unit, "26.8")
        act.pool("pool.stand_in", listed(act.pos, self.piece), decision.unit + 1, "26.8")


def withdraw(act: Act, piece: int, rule: str) -> None:
    """FE 26.7, 26.9: a unit leaves the game and is kept apart, on the side on which it lay."""
    pos = act.pos
    if act.state.pooled(f.DUE, piece):
        act.pool(f.DUE, piece, -1, rule)
    else:
        if pos.reduced(piece):
            act.pool("pool.withdrawn_reduced", piece, 1, "26.9")
        act.remove(piece, "reason.withdrawn", rule)
    act.pool(f.WITHDRAWN, piece, 1, rule)
    capacity.update(act)


# ---------------------------------------------------------------------- 26.1-26.6 arrivals
class Arrivals(Step[FortressPosition], frozen=True, array_like=True, tag=176):
    """FE 26.1-26.6: what the display brings in the first move impulse.

    Allied units are put into England or Africa at once (26.6); German units wait in the pool `due` until they are
    placed. Conversions and scheduled flips of HQs (23, 13.2) happen here.
    """

    side: int

    def run(self, act: Act) -> None:
        """Bring them."""
        pos = act.pos
        for row in pos.scenario.arriving(act.state.turn, self.side, "arrive", "invasion_response"):
            piece = _comes(act, row.piece)
            if pos.at(piece) != OFF_MAP or act.state.pooled(f.ELIMINATED, piece):
                continue  # 26.8: it never left, or was destroyed and nobody left in its place
            if act.state.pooled(f.WITHDRAWN, piece):
                act.pool(f.WITHDRAWN, piece, -1, "26.9")
            if self.side == f.ALLIED:
                act.place(piece, row.place, arrivals_rules.strength(act, piece), "26.1")
                act.flag(piece, f.ARRIVED, 1, "26.6")
            else:
                act.pool("pool.due", piece, 1, "26.4" if row.kind == "invasion_response" else "26.1")
        if self.side == f.GERMAN:
            late(act)
        for row in pos.scenario.arriving(act.state.turn, self.side, "flip_hq", "flip_regular"):
            # 13.2: an HQ that has been turned over, or is lost, is not flipped; 23: a lost division is trained all the
            # same, which `replacements` reads off the display.
            if pos.at(row.piece) != OFF_MAP and not pos.flag(row.piece, f.FLIPPED):
                act.flag(row.piece, f.FLIPPED, 1, "13.2" if row.kind == "flip_hq" else "23")
                act.note("note.flipped", (row.piece,), "13.2" if row.kind == "flip_hq" else "23")
        if self.side == f.ALLIED:
            garrison(act)
        else:
            panzer_reserve.withdrawal(act)


def _comes(act: Act, piece: int) -> int:
    """FE 26.8: who comes back when the display brings a unit: the one that left in its place, where one did. The unit
    itself has its part from then on: on the map it stays there, destroyed it waits for replacements (27.8)."""
    left = act.state.pooled(act.word("pool.stand_in"), piece)
    if not left:
        return piece
    act.pool("pool.stand_in", piece, -left, "26.8")
    return left - 1


def late(act: Act) -> None:
    """FE 31.17: German reinforcements of April I in a longer game."""
    for row in act.pos.scenario.data.get("optional_events") or ():
        if row["option"] == "31.17" and row["turn"] == act.pos.tables.calendar.name(act.state.turn):
            for name in row["counter"]:
                act.pool("pool.due", act.pos.game.edition.counter_index[name], 1, "31.17")


def varsity(act: Act) -> None:
    """FE 31.18: on February I the British 1st and 6th Airborne are in England at full strength, whatever they were."""
    pos = act.pos
    if not pos.option("31.18") or pos.tables.calendar.name(act.state.turn) != airborne.VARSITY_TURN:
        return
    for name in airborne.VARSITY:
        piece = pos.game.edition.counter_index[name]
        for pool in (f.ELIMINATED, f.WITHDRAWN, act.word("pool.withdrawn_reduced")):
            if act.state.pooled(pool, piece):
                act.pool(pool, piece, -1, "31.18")
        if pos.at(piece) != OFF_MAP:
            act.remove(piece, "reason.exchanged", "31.18")
        act.place(piece, pos.tables.ground.england, pos.counters[piece].steps, "31.18")
    capacity.update(act)


def garrison(act: Act) -> None:
    """FE 26.5: the turn after Paris was taken, from August I on, its French garrison appears; it counts for supply."""
    pos = act.pos
    if act.state.turn < pos.tables.calendar.number(GARRISON_FROM) or act.state.variable(act.word("var.paris_turn")):
        return
    for event in pos.scenario.data.get("events") or ():
        if event.get("rule") != "26.5":
            continue
        paris = pos.board.place(event["at"])
        if pos.controller(paris) != f.ALLIED or pos.enemies_in(paris, f.ALLIED):
            return
        act.assign("var.paris_turn", act.state.turn, "26.5")
        for name in event["counter"]:
            piece = pos.game.edition.counter_index[name]
            act.place(piece, paris, pos.counters[piece].steps, "26.5")
        capacity.update(act)


class PlaceReinforcement(Decision, frozen=True, array_like=True, tag=176):
    """A German unit comes into play in a city of Germany, or by rail at the east edge (then it moves no more)."""

    unit: PieceId
    at: PlaceId


def entry_refusal(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    """FE 26.2, 26.3, 10.2: (rule, reason) why a German unit may not come into play in a hex, None when it may."""
    if pos.active_side != f.GERMAN or pos.impulse != 1:
        return "26.2", "reinforcements are placed in the own first move impulse"
    if piece not in arrivals.due(pos):
        return "26.1", f"{pos.name(piece)} is not due"
    return city_refusal(pos, piece, place) if place not in _edge(pos) else rail_refusal(pos, place)


def city_refusal(pos: FortressPosition, piece: int, place: int) -> Refusal | None:
    """FE 26.3, C-57, C-85: why a German unit may not be put into a city, None when it may."""
    label = pos.label(place)
    if place not in pos.tables.ground.german_cities or pos.controller(place) != f.GERMAN:
        return "26.3", f"{label} is no German-controlled city in Germany"
    if pos.in_ezoc(place, f.GERMAN):
        return "26.3", f"{label} is in an enemy ZOC"
    if pos.terrain(place) == "alpine" and piece not in pos.tables.roster.mountain:
        return "8.4", f"{label} is alpine"
    return None


def _edge(pos: FortressPosition) -> frozenset[int]:
    ground = pos.tables.ground
    return frozenset(place for place in ground.east_edge - ground.german_cities if ground.rails[place])


def rail_refusal(pos: FortressPosition, place: int) -> Refusal | None:
    """FE 10.1, 10.2, 10.4, 10.6, 10.7, 17.10.3: why no train may come in at a rail hex of the east edge, None when one
    may: the railway is German, out of enemy ZOCs, and leads to a German city."""
    why = trains.station(pos, place)
    if why is None and trains.used(pos) >= trains.capacity(pos):
        return "10.1", "no more trains run this turn"
    return why


def _check(pos: FortressPosition, decision: PlaceReinforcement) -> None:
    permit(pos, entry_refusal(pos, decision.unit, decision.at))


def placements(pos: FortressPosition) -> Iterator[PlaceReinforcement]:
    if pos.active_side != f.GERMAN or pos.impulse != 1:
        return
    places = sorted(pos.tables.ground.german_cities | _edge(pos))
    for piece in arrivals.due(pos):
        for place in places:
            if entry_refusal(pos, piece, place) is None:
                yield PlaceReinforcement(PieceId(piece), PlaceId(place))


def _take(act: Act, decision: PlaceReinforcement) -> None:
    piece, place = decision.unit, decision.at
    pos = act.pos
    arrivals_rules.bring(act, piece, place, "26.3")
    # 20.3, 20.10: who comes into play now has not started the turn in a city, and does not fly.
    act.flag(piece, f.ARRIVED, 1, "26.3")
    if place in _edge(pos):
        moved = act.state.track(act.word("track.rail_moves"), f.GERMAN)
        act.track("track.rail_moves", moved + 1, f.GERMAN, "10.2")
        act.flag(piece, f.RAILED, 1)
        act.flag(piece, f.MOVED, 1)
    control.entered(act, piece, (pos.tables.ground.reserve_box, place))


MISSING: Missing = ()
ACTIONS: tuple[Action[FortressPosition, Any], ...] = (Action(PlaceReinforcement, _check, _take, placements),)
DECISIONS: Final = (WithdrawInstead, PlaceReinforcement)
STEPS: Final = (TurnStart, Arrivals, Withdrawal)
