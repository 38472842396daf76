"""Decoys in Germany (31.6): single German units under decoys, whose type and strength the Allied player does not know.

What is open: where the decoys are, which units lie under decoys, and for each of these the decoys under which it may
lie, by where it was covered and what the decoys have done since (pool `may_be_under`, a bit for each decoy). Which
decoy covers which unit is sealed, decoy by decoy. Decoys that are in one hex when units are covered there are mixed:
all of them are sealed anew. A covered unit is off the map; to the Allies its decoy is a unit with a ZOC. All that the
unit can do under its decoy is to move in Germany; whatever else it is to do, it is shown first.

The text leaves open, and we rule: units are covered in any German move impulse; a decoy counts as one unit of its
stack; a move that needs dice (strafing, rivers without bridges) is made by a shown unit; an HQ under a decoy supplies
nobody; decoys are shown after the move that brings either side within five hexes, before the impulse goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import decoys, movement, panzer_reserve, strafing
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import path_of
from hexledger.engine.games.fortress_europa.rules import control
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, Reveal, Seal
from hexledger.engine.kernel.memory import EVERYTHING, kept
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted
from hexledger.events import model as ev

_KEPT: Final = (f.MOVED, f.CANNOT_MOVE, f.STUCK, f.WENT)
"""Flags that go from a unit to its decoy and back."""


# ---------------------------------------------------------------------- what is open


@kept(EVERYTHING)
def as_if(pos: FortressPosition, decoy: int, piece: int) -> FortressPosition:
    """The position as it would be if a decoy were taken away and showed a certain unit."""
    state = pos.state.copy()
    place = state.at.pop(decoy)
    state.steps.pop(decoy)
    state.flags.pop(decoy << 16 | f.COVERS)
    others = (one for one in state.stacks[place] if one != decoy)
    state.stacks[place] = tuple(sorted((*others, piece)))
    state.at[piece], state.steps[piece] = place, decoys.strength(pos, piece)
    for flag in _KEPT:
        if value := pos.flag(decoy, flag):
            state.flags[piece << 16 | flag] = value
    if pos.state.pooled(pos.game.words[decoys.UNDER], piece) >= decoys.FLIPPED:
        state.flags[piece << 16 | f.FLIPPED] = 1
    return pos.of(state)


# ---------------------------------------------------------------------- covering units
class Conceal(Decision, frozen=True, array_like=True, tag=235):
    """Units of a hex go under decoys; decoys that are there already are mixed with them (31.6)."""

    at: PlaceId
    units: tuple[PieceId, ...]


def _check_conceal(pos: FortressPosition, decision: Conceal) -> None:
    permit(pos, decoys.conceal_refusal(pos, decision.at, decision.units))


def _conceal(act: Act, decision: Conceal) -> None:
    """FE 31.6: cover units; every decoy of the hex is sealed anew. What one has done this turn, all have done."""
    pos, place = act.pos, decision.at
    covering = (*pos.decoys_in(place), *decoys.free(pos)[: len(decision.units)])
    group = sum(decoys.bit(pos, decoy) for decoy in covering)
    old = sum(decoys.bit(pos, decoy) for decoy in pos.decoys_in(place))
    done = {flag: max(pos.flag(one, flag) for one in (*pos.decoys_in(place), *decision.units)) for flag in _KEPT}
    for piece, mask in decoys.masks(pos).items():
        if mask & old and mask | group != mask:
            act.pool(decoys.MAY_BE, piece, (mask | group) - mask, "31.6")
    for piece in decision.units:
        held = pos.steps(piece) + (decoys.FLIPPED if pos.flag(piece, f.FLIPPED) else 0)
        act.pool(decoys.UNDER, piece, held, "31.6")
        act.pool(decoys.MAY_BE, piece, group, "31.6")
        act.remove(piece, "reason.covered", "31.6")
    for decoy in covering:
        if not act.pos.on_map(decoy):
            act.place(decoy, place, 1, "31.6")
        act.flag(decoy, f.COVERS, 1, "31.6")
        for flag, value in done.items():
            act.flag(decoy, flag, value)
    act.then(*(SealDecoy(decoy) for decoy in covering))


def _conceal_choices(pos: FortressPosition) -> Iterator[Decision]:
    """All units of a hex at once, where no decoy is: bots do not mix, as they do not know what they have sealed."""
    if decoys.moving(pos) is not None:
        return
    for place in sorted({pos.at(piece) for piece in pos.ashore(f.GERMAN)} & pos.tables.ground.germany):
        units = tuple(PieceId(piece) for piece in pos.units_of(place, f.GERMAN) if pos.stacks(piece))
        if units and not pos.decoys_in(place) and decoys.conceal_refusal(pos, place, units) is None:
            yield Conceal(PlaceId(place), units)


# ---------------------------------------------------------------------- sealing
class UnderDecoy(Decision, frozen=True, array_like=True, tag=236):
    """The unit that the decoy covers."""

    unit: PieceId


def _slot(pos: FortressPosition, decoy: int) -> int:
    number: int = pos.game.words[f"seal.{pos.counters[decoy].id}"]
    return number


class SealDecoy(Choice[FortressPosition], frozen=True, array_like=True, tag=235):
    """FE 31.6: the German seals what a decoy covers."""

    decoy: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        units = decoys.candidates(pos, self.decoy)
        kinds, places = (Seal.kind(), UnderDecoy.kind()), (pos.at(self.decoy),)
        return Prompt(f.GERMAN, words["prompt.decoys"], rules["31.6"], kinds, units, places, complete=False)

    def run(self, act: Act) -> None:
        """Never: something lies under every decoy."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        check_seal(decision, pos.game.cite("31.6"))

    def check_secret(self, pos: FortressPosition, choice: Decision) -> None:
        rule = pos.game.cite("31.6")
        choice = wanted(choice, UnderDecoy, rule)
        if choice.unit not in decoys.candidates(pos, self.decoy):
            raise IllegalDecision(rule, f"{pos.name(choice.unit)} cannot lie under this decoy")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        """One unit, so that bots, which do not know what they have sealed, give every decoy another one."""
        found = decoys.assigned(pos, decoys.masks(pos)) or {}
        yield from (UnderDecoy(PieceId(piece)) for piece, decoy in found.items() if decoy == self.decoy)

    def take(self, act: Act, decision: Decision) -> None:
        take_seal(act, f.GERMAN, _slot(act.pos, self.decoy), decision, act.game.cite("31.6"))


# ---------------------------------------------------------------------- moving
class MoveDecoy(Decision, frozen=True, array_like=True, tag=237):
    """A decoy's whole move in Germany: the hexes it enters, in order (31.6)."""

    decoy: PieceId
    path: tuple[PlaceId, ...]


def able(pos: FortressPosition, decoy: int, path: Sequence[int]) -> tuple[int, ...]:
    """FE 31.6: units that may lie under a decoy and could make its move, ascending."""
    return tuple(piece for piece in decoys.candidates(pos, decoy) if _unit_refusal(pos, decoy, piece, path) is None)


def _unit_refusal(pos: FortressPosition, decoy: int, piece: int, path: Sequence[int]) -> Refusal | None:
    there, start = as_if(pos, decoy, piece), pos.at(decoy)
    why = movement.refusal(there, piece, path)
    if why is not None:
        return why
    if strafing.tested_at(there, piece, (start, *path)):
        return "17.10.1", f"{pos.name(piece)} would be strafed"
    ways = zip((start, *path), path, strict=False)
    if piece in pos.tables.roster.armored and any(pos.broken(a, b) for a, b in ways):
        return "17.10.4", f"{pos.name(piece)} would have to cross a river without bridges"
    return None


def move_refusal(pos: FortressPosition, decoy: int, path: Sequence[int]) -> Refusal | None:
    """FE 31.6: why a decoy may not make this move, None when it may: at the rate of a unit that may lie under it, in
    Germany, without dice, and to a hex with room."""
    why = decoys.moving(pos)
    if why is not None:
        return why
    if not pos.flag(decoy, f.COVERS):
        return "31.6", f"{pos.name(decoy)} is no decoy on the map"
    abroad = next((place for place in path if place not in pos.tables.ground.germany), -1)
    if abroad >= 0:
        return "31.6", f"who leaves Germany, as for {pos.label(abroad)}, is shown first"
    good = able(pos, decoy, path)
    if not good:
        first = decoys.candidates(pos, decoy)[0]
        return _unit_refusal(pos, decoy, first, path)
    if decoys.assigned(pos, _narrowed(pos, decoy, good)) is None:
        return "31.6", "no unit that can make this move can lie under the decoy, as others must"
    end = path[-1]
    if len(pos.decoys_in(end)) >= pos.stack_limit(end):
        return "31.6", f"{pos.label(end)} has no room for another decoy"
    return None


def _narrowed(pos: FortressPosition, decoy: int, good: Iterable[int]) -> dict[int, int]:
    """Under which decoys units may lie once a decoy has done what only these can do."""
    bit, able_ones = decoys.bit(pos, decoy), frozenset(good)
    return {piece: mask if piece in able_ones else mask & ~bit for piece, mask in decoys.masks(pos).items()}


def _check_move(pos: FortressPosition, decision: MoveDecoy) -> None:
    permit(pos, move_refusal(pos, decision.decoy, decision.path))


def _move(act: Act, decision: MoveDecoy) -> None:
    """FE 31.6: move a decoy; who could not have moved so does not lie under it."""
    pos, decoy = act.pos, decision.decoy
    path = (pos.at(decoy), *decision.path)
    masks = decoys.masks(pos)
    for piece, mask in _narrowed(pos, decoy, able(pos, decoy, decision.path)).items():
        if mask != masks[piece]:
            act.pool(decoys.MAY_BE, piece, mask - masks[piece], "31.6")
    act.move(decoy, path, "mode.move", len(decision.path), "31.6")
    control.entered(act, decoy, path)
    act.flag(decoy, f.MOVED, act.pos.impulse, "5.1")
    if act.pos.terrain(path[-1]) == "flooded":
        act.flag(decoy, f.STUCK, 1, "8.2")


def moves(pos: FortressPosition) -> Iterator[MoveDecoy]:
    """Moves that every unit which may lie under the decoy could make, to hexes with room for it."""
    if decoys.moving(pos) is None and pos.decoys_out:
        yield from _listed_moves(pos)


@kept(EVERYTHING)
def _listed_moves(pos: FortressPosition) -> tuple[MoveDecoy, ...]:
    return tuple(_all_moves(pos))


def _all_moves(pos: FortressPosition) -> Iterator[MoveDecoy]:
    for decoy in pos.decoys_out:
        units = decoys.candidates(pos, decoy)
        if not units or pos.flag(decoy, f.MOVED) == pos.impulse:
            continue
        slowest = min(units, key=lambda piece: (movement.allowance(as_if(pos, decoy, piece), piece), piece))
        for place, path in movement.reach(as_if(pos, decoy, slowest), slowest).items():
            room = pos.stacked(pos.units_of(place, f.GERMAN)) + len(pos.decoys_in(place)) < pos.stack_limit(place)
            if room and move_refusal(pos, decoy, path) is None and able(pos, decoy, path) == units:
                yield MoveDecoy(PieceId(decoy), path_of(path))


# ---------------------------------------------------------------------- showing
class ShowUnit(Decision, frozen=True, array_like=True, tag=238):
    """The German takes a decoy away by his own choice (31.6)."""

    decoy: PieceId


def _check_show(pos: FortressPosition, decision: ShowUnit) -> None:
    why = decoys.moving(pos)
    if why is None and not pos.flag(decision.decoy, f.COVERS):
        why = "31.6", f"{pos.name(decision.decoy)} is no decoy on the map"
    permit(pos, why)


def _show_choices(pos: FortressPosition) -> Iterator[Decision]:
    if decoys.moving(pos) is None:
        yield from (ShowUnit(PieceId(decoy)) for decoy in pos.decoys_out)


class ShowDecoy(Choice[FortressPosition], frozen=True, array_like=True, tag=236):
    """FE 31.6: the German opens the seal of a decoy; the unit stands in its place.

    A seal that holds what cannot be under the decoy shows the weakest unit that can be.
    """

    decoy: int

    def _sealed(self, pos: FortressPosition) -> str | None:
        return pos.sealed(f.GERMAN, _slot(pos, self.decoy))

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not pos.flag(self.decoy, f.COVERS) or self._sealed(pos) is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        units = decoys.candidates(pos, self.decoy)
        kinds, places = (Reveal.kind(), UnderDecoy.kind()), (pos.at(self.decoy),)
        return Prompt(f.GERMAN, words["prompt.reveal"], rules["31.6"], kinds, units, places, complete=False)

    def run(self, act: Act) -> None:
        """The decoy has been taken away."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        self._opened(pos, decision)

    def _opened(self, pos: FortressPosition, decision: Decision) -> UnderDecoy:
        game = pos.game
        sealed, rule = self._sealed(pos), game.cite("31.6")
        return open_as(game.codec, decision, sealed, rule, UnderDecoy, "the seal holds no unit")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return (UnderDecoy(PieceId(piece)) for piece in decoys.covered(pos))

    def take(self, act: Act, decision: Decision) -> None:
        opened = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(f.GERMAN, _slot(act.pos, self.decoy)))
        _show(act, self.decoy, _true(act.pos, self.decoy, opened.unit))


def _true(pos: FortressPosition, decoy: int, sealed: int) -> int:
    """The unit that a decoy shows: what was sealed, or the weakest that can be there if that cannot."""
    bit, masks = decoys.bit(pos, decoy), decoys.masks(pos)
    cf = {piece: pos.counters[piece].front.values.get("cf", 0) for piece in decoys.candidates(pos, decoy)}
    for piece in sorted(cf, key=lambda one: (one != sealed, cf[one], one)):
        if decoys.assigned(pos, {one: mask & ~bit for one, mask in masks.items() if one != piece}) is not None:
            return piece
    raise IllegalDecision(pos.game.cite("31.6"), "nothing can lie under this decoy")


def _show(act: Act, decoy: int, piece: int) -> None:
    pos, word = act.pos, act.word(decoys.UNDER)
    place, bit = pos.at(decoy), decoys.bit(pos, decoy)
    marks = {flag: pos.flag(decoy, flag) for flag in _KEPT}
    held, masks = act.state.pooled(word, piece), decoys.masks(pos)
    act.pool(decoys.UNDER, piece, -held, "31.6")
    act.pool(decoys.MAY_BE, piece, -masks.pop(piece), "31.6")
    for other, mask in masks.items():
        if mask & bit:
            act.pool(decoys.MAY_BE, other, -bit, "31.6")
    act.remove(decoy, "reason.shown", "31.6")
    act.place(piece, place, held % decoys.FLIPPED, "31.6")
    if held >= decoys.FLIPPED:
        act.flag(piece, f.FLIPPED, 1)
    for flag, value in marks.items():
        act.flag(piece, flag, value)


# ---------------------------------------------------------------------- when they must
def shows(pos: FortressPosition) -> tuple[Step[FortressPosition], ...]:
    """FE 31.6: what is asked before an impulse goes on: the decoys that an Allied unit has come near to are shown."""
    return tuple(ShowDecoy(decoy) for decoy in decoys.spotted(pos))


class ShowDue(Step[FortressPosition], frozen=True, array_like=True, tag=237):
    """FE 13.2, 23, 26.7, 28.1: units that the display withdraws or turns over in this turn are shown before; so are all
    decoys under which they may lie."""

    def run(self, act: Act) -> None:
        """Find them."""
        pos = act.pos
        rows = pos.scenario.arriving(act.state.turn, f.GERMAN, "withdraw", "flip_hq", "flip_regular")
        index, names = pos.game.edition.counter_index, [pos.counters[row.piece].id for row in rows]
        if panzer_reserve.is_turn(pos, "panzer_reserve_withdrawal"):
            names += panzer_reserve.event(pos, "panzer_reserve_withdrawal")["counter"]
        due = {index[key] for name in names for key in (name, f"{name}_new") if key in index} & set(decoys.covered(pos))
        act.then(*(ShowDecoy(d) for d in pos.decoys_out if due & set(decoys.candidates(pos, d))))


ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (
    Action(Conceal, _check_conceal, _conceal, _conceal_choices),
    Action(MoveDecoy, _check_move, _move, moves),
    Action(ShowUnit, _check_show, lambda act, one: act.then(ShowDecoy(one.decoy)), _show_choices),
)
DECISIONS: Final = (Conceal, UnderDecoy, MoveDecoy, ShowUnit)
STEPS: Final = (SealDecoy, ShowDecoy, ShowDue)
