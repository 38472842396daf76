"""The panzer reserve (28): withdrawal on November I, the choice of December I, entry from December to February.

Its units are in the box `panzer_reserve`, where they may be restored (28.2). 1SS and Lehr come back as the counters
of 28.5, 101SS not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import panzer_reserve, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import arrivals, control
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted
from hexledger.engine.procedures.exchange import exchange as exchanged

OPTION_B: Final = 2


def reserve(pos: FortressPosition) -> tuple[int, ...]:
    """Units in the box of the reserve, ascending."""
    return pos.units(pos.tables.ground.reserve_box)


# ---------------------------------------------------------------------- 28.1 withdrawal
def withdrawal(act: Act) -> None:
    """FE 28.1: at the start of the German first impulse of November I the reserve is withdrawn."""
    if panzer_reserve.is_turn(act.pos, "panzer_reserve_withdrawal"):
        index = act.pos.game.edition.counter_index
        names = panzer_reserve.event(act.pos, "panzer_reserve_withdrawal")["counter"]
        act.then(*(JoinReserve(index[name]) for name in names))


class SendToReserve(Decision, frozen=True, array_like=True, tag=195):
    """The armoured unit that goes to the reserve in place of one that cannot."""

    unit: PieceId


class NoSubstitute(Decision, frozen=True, array_like=True, tag=196):
    """Nobody goes in its place."""


class JoinReserve(Choice[FortressPosition], frozen=True, array_like=True, tag=195):
    """FE 28.1: a unit of the display goes to the reserve, from an enemy ZOC, too, but not out of supply; in place of
    one that is destroyed or out of supply the German may send the nearest better armoured unit."""

    piece: int

    def _ready(self, pos: FortressPosition, piece: int) -> bool:

        return pos.on_map(piece) and supply.standing(pos, piece).supplied

    def _substitutes(self, pos: FortressPosition) -> tuple[int, ...]:
        if not pos.state.pooled(f.ELIMINATED, self.piece) and (
            not pos.on_map(self.piece) or self._ready(pos, self.piece)
        ):
            return ()
        index = pos.game.edition.counter_index
        named = [index[name] for name in panzer_reserve.event(pos, "panzer_reserve_withdrawal")["counter"]]
        printed = pos.counters[self.piece].front.values.get("cf", 0)
        able = [
            piece
            for piece in pos.ashore(f.GERMAN)
            if piece in pos.tables.roster.armored
            and piece not in named
            and pos.cf(piece) >= printed
            and self._ready(pos, piece)
        ]
        nearest = min((pos.cf(piece) for piece in able), default=0)
        return tuple(piece for piece in able if pos.cf(piece) == nearest)

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        units = self._substitutes(pos)
        if not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (SendToReserve.kind(), NoSubstitute.kind())
        return Prompt(f.GERMAN, words["prompt.panzer"], rules["28.1"], kinds, units)

    def run(self, act: Act) -> None:
        """The unit itself goes, or nobody can."""
        pos = act.pos
        if act.state.pooled(f.DUE, self.piece):
            arrivals.bring(act, self.piece, pos.tables.ground.reserve_box, "28.1")
        elif self._ready(pos, self.piece):
            _leave(act, self.piece)

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        rule = pos.game.cite("28.1")
        wanted(decision, (SendToReserve, NoSubstitute), rule)
        if isinstance(decision, SendToReserve) and decision.unit not in self._substitutes(pos):
            reason = f"{pos.name(decision.unit)} is not the armoured unit of the nearest higher combat factor"
            raise IllegalDecision(rule, reason)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        for piece in self._substitutes(pos):
            yield SendToReserve(PieceId(piece))
        yield NoSubstitute()

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, SendToReserve):
            _leave(act, decision.unit)


def _leave(act: Act, piece: int) -> None:
    act.move(piece, (act.pos.at(piece), act.pos.tables.ground.reserve_box), "mode.reserve", 0, "28.1")


# ---------------------------------------------------------------------- 28.3 the choice
class ChooseReserve(Decision, frozen=True, array_like=True, tag=197):
    """Restore the reserve in full and give up armour replacements (28.3 A), or carry on as before (B)."""

    restore: bool


class ReserveChoice(Choice[FortressPosition], frozen=True, array_like=True, tag=196):
    """FE 28.3: what becomes of the reserve, in the German replacement phase of December I."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.GERMAN, words["prompt.panzer"], rules["28.3"], (ChooseReserve.kind(),))

    def run(self, act: Act) -> None:
        """Never: there is always something to choose."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, ChooseReserve, pos.game.cite("28.3"))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield ChooseReserve(True)
        yield ChooseReserve(False)

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, ChooseReserve)
        act.done()
        act.assign(f.VAR_PANZER_OPTION, panzer_reserve.OPTION_A if decision.restore else OPTION_B, "28.3")
        if decision.restore:
            _restore(act)


def _restore(act: Act) -> None:
    """FE 28.3 A, C-23: the reserve to full strength; destroyed panzer divisions and SS armour join it; no armour points
    are left (of 4(2) there remains 4(0))."""
    pos = act.pos
    roster, box = pos.tables.roster, pos.tables.ground.reserve_box
    for piece in reserve(pos):
        act.steps(piece, max(1, pos.counters[piece].steps), "28.3")
    for piece in sorted(act.state.pool(f.ELIMINATED)):
        if pos.side(piece) != f.GERMAN:
            continue
        if piece in roster.panzer_divisions or (piece in roster.ss and piece in roster.armored):
            act.pool(f.ELIMINATED, piece, -1, "28.3")
            act.place(piece, box, max(1, pos.counters[piece].steps), "28.3")
    act.track("track.german_armor", 0, f.GERMAN, "28.3")


# ---------------------------------------------------------------------- 28.4, 28.5 entry
class EnterReserve(Decision, frozen=True, array_like=True, tag=198):
    """The whole reserve comes into play: pairs of unit and city."""

    units: tuple[tuple[PieceId, PlaceId], ...]


def gone_for_good(pos: FortressPosition) -> tuple[int, ...]:
    """FE 28.5: units that do not come back from the reserve."""
    index = pos.game.edition.counter_index
    return tuple(index[name] for name in panzer_reserve.event(pos, "panzer_reserve_entry").get("removed") or ())


def entering(pos: FortressPosition) -> tuple[int, ...]:
    """FE 28.4, 28.5: units of the reserve that will enter, ascending."""
    lost = gone_for_good(pos)
    return tuple(piece for piece in reserve(pos) if piece not in lost)


@kept(BOARD)
def cities(pos: FortressPosition) -> tuple[int, ...]:
    """FE 28.4: German-controlled cities in Germany out of enemy ZOCs with a line free of them to the east edge."""
    ground = pos.tables.ground
    level = [p for p in sorted(ground.east_edge) if not pos.in_ezoc(p, f.GERMAN) and p in ground.land]
    seen = set(level)
    while level:
        here = level.pop()
        for there in ground.links[here]:
            if there not in seen and not pos.in_ezoc(there, f.GERMAN):
                seen.add(there)
                level.append(there)
    return tuple(c for c in sorted(ground.german_cities) if c in seen and pos.controller(c) == f.GERMAN)


def entry_refusal(pos: FortressPosition, decision: EnterReserve) -> Refusal | None:
    """FE 28.4, C-24: (rule, reason) why the reserve may not enter so, None when it may."""
    if (
        pos.active_side != f.GERMAN
        or pos.impulse not in (1, 2)
        or not panzer_reserve.is_turn(pos, "panzer_reserve_entry")
    ):
        return "28.4", "the reserve enters in a German move impulse of December, January or February"
    units = [unit for unit, _ in decision.units]
    if not units or sorted(units) != sorted(entering(pos)):
        return "28.4", "the whole reserve enters at once: name each of its units once"
    for unit, place in decision.units:
        if place not in cities(pos):
            where = pos.label(place)
            return "28.4", f"{where} is no German city in Germany with a line free of enemy ZOCs to the east edge"
        if pos.terrain(place) == "alpine" and unit not in pos.tables.roster.mountain:
            return "8.4", f"{pos.label(place)} is alpine"
    return None


def _check(pos: FortressPosition, decision: EnterReserve) -> None:
    permit(pos, entry_refusal(pos, decision))


def entries(pos: FortressPosition) -> Iterator[EnterReserve]:
    """All in one city, for each city."""
    if pos.active_side != f.GERMAN or not entering(pos) or not panzer_reserve.is_turn(pos, "panzer_reserve_entry"):
        return
    for city in cities(pos):
        decision = EnterReserve(tuple((PieceId(unit), PlaceId(city)) for unit in entering(pos)))
        if entry_refusal(pos, decision) is None:
            yield decision


def _take(act: Act, decision: EnterReserve) -> None:

    pos, box = act.pos, act.pos.tables.ground.reserve_box
    for unit, place in sorted(decision.units):
        piece = panzer_reserve.returning(pos, unit)
        if piece != unit:
            piece = exchange(act, unit, piece, pos.steps(unit) < pos.counters[unit].steps)
        act.move(piece, (box, place), "mode.reserve", 0, "28.4")
        control.entered(act, piece, (box, place))
    for piece in gone_for_good(pos):
        if pos.at(piece) == box:
            act.remove(piece, "reason.withdrawn", "28.5")
            act.pool("pool.gone", piece, 1, "28.5")
        elif act.state.pooled(f.ELIMINATED, piece):
            act.pool(f.ELIMINATED, piece, -1, "28.5")
            act.pool("pool.gone", piece, 1, "28.5")


def exchange(act: Act, old: int, new: int, reduced: bool) -> int:
    """FE 28.5: a unit in the reserve gets its new counter, as weak as it was; the new piece."""
    steps, box = (act.pos.counters[new].steps - int(reduced),), act.pos.tables.ground.reserve_box
    held = (f.CANNOT_MOVE,)
    exchanged(act, (old,), (new,), "28.5", steps=steps, at=box, keep=held, reason="reason.exchanged", gone="pool.gone")
    return new


MISSING: Missing = ()
ACTIONS: tuple[Action[FortressPosition, Any], ...] = (Action(EnterReserve, _check, _take, entries),)
DECISIONS: Final = (SendToReserve, NoSubstitute, ChooseReserve, EnterReserve)
STEPS: Final[tuple[type[Step[FortressPosition]], ...]] = (JoinReserve, ReserveChoice)
