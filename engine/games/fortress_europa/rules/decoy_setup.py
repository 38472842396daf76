"""Decoys instead of hidden units (31.7): nine units and ten blank counters lie under 19 decoys until the invasion.

Everybody sees where the decoys are, and, as every other unit is on the map, which nine units they cover; which decoy
covers what is sealed. Until they are shown (3.7, 12.19) decoys do nothing: the units under them are off the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.games.fortress_europa.questions import boxes, decoy_setup
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import boxes as boxes_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, Reveal, Seal
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted
from hexledger.engine.procedures.assignment import serve
from hexledger.events import model as ev
from hexledger.events.numbers import counted

SLOT: Final = "seal.decoys"
_LISTED: Final = 3
"""Ways to put the blanks out that bots and screens are offered."""


# ---------------------------------------------------------------------- which units
class Cover(Decision, frozen=True, array_like=True, tag=230):
    """A unit of the set-up leaves the map, to lie under a decoy (31.7)."""

    unit: PieceId


def cover(act: Act, piece: int) -> None:
    """FE 31.7: take a unit off the map, to be covered."""
    act.remove(piece, "reason.covered", "31.7")
    act.pool("pool.off_map", piece, 1, "31.7")


def covers(pos: FortressPosition) -> Iterator[Cover]:
    """Units that may be covered now."""
    if pos.option("31.7") and len(decoy_setup.covered(pos)) < decoy_setup.number(pos):
        yield from (Cover(PieceId(piece)) for piece in boxes.units(pos) if pos.on_map(piece))


def show(act: Act, piece: int, place: int) -> None:
    """FE 31.7: set a unit up openly that would have been covered."""
    begin = boxes.start(act.pos, piece)
    assert begin is not None
    act.pool("pool.off_map", piece, -1, "31.7")
    boxes_rules.put(act, begin._replace(place=place), "31.7")


# ---------------------------------------------------------------------- where the decoys are
class PutDecoys(Decision, frozen=True, array_like=True, tag=231):
    """Where the decoys are put, one hex for each (31.7); they are numbered in the order of the hexes on the map."""

    hexes: tuple[PlaceId, ...]


def hexes_refusal(pos: FortressPosition, hexes: Sequence[int]) -> Refusal | None:
    """FE 31.7: why the decoys may not be put there, None when they may."""
    ground, wanted_number = pos.tables.ground, len(pos.tables.roster.decoys)
    if len(hexes) != wanted_number:
        return "31.7", f"{counted(wanted_number, 'decoy is', 'decoys are')} put out, not {len(hexes)}"
    barred = {ground.dyke} if pos.option("31.5") else {ground.dyke, ground.jersey}
    for place in hexes:
        if place not in ground.land or place in barred:
            return "31.7", f"no unit may be set up in {pos.label(place)}"
    served = _assign(pos, hexes, 0)
    for piece, at in zip(decoy_setup.covered(pos), served, strict=True):
        if at < 0:
            return "31.7", f"there is no decoy left under which {pos.name(piece)} may be set up"
    return None


def _assign(pos: FortressPosition, hexes: Sequence[int], turn: int) -> tuple[int, ...]:
    """For each covered unit the number of a decoy (from 0) under which it may stand, each decoy once; -1 for none left.
    `turn`: the decoy that is liked best."""
    order = tuple((number + turn) % len(hexes) for number in range(len(hexes)))
    wishes = []
    for piece in decoy_setup.covered(pos):
        zone = boxes.zone(pos, piece)
        good = {place for place in hexes if place in zone and boxes.why_not(pos, piece, place) is None}
        wishes.append([decoy for decoy in order if hexes[decoy] in good])
    return serve(wishes, dict.fromkeys(range(len(hexes)), 1))


def _listed(pos: FortressPosition) -> Iterator[PutDecoys]:
    """The hexes of the covered units on the display, with blanks in towns and ports that lie far apart."""
    own = [boxes.default(pos, piece) for piece in decoy_setup.covered(pos)]
    ground, blanks = pos.tables.ground, len(pos.tables.roster.blanks)
    towns = sorted((ground.cities | ground.ports) & ground.land - ground.germany - ground.italy - set(own))
    gap = max(1, len(towns) // blanks)
    for first in range(min(gap, _LISTED)):
        hexes = (*own, *towns[first::gap][:blanks])
        if hexes_refusal(pos, hexes) is None:
            yield PutDecoys(tuple(PlaceId(place) for place in sorted(hexes)))


class PutOut(Choice[FortressPosition], frozen=True, array_like=True, tag=230):
    """FE 31.7: the German puts the decoys on the map, face down."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        units = decoy_setup.covered(pos)
        return Prompt(f.GERMAN, words["prompt.decoys"], rules["31.7"], (PutDecoys.kind(),), units, complete=False)

    def run(self, act: Act) -> None:
        """Never: the decoys are always put out."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, PutDecoys, pos.game.cite("31.7"))
        permit(pos, hexes_refusal(pos, decision.hexes))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter(_listed(pos))

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, PutDecoys)
        act.done()
        for decoy, place in zip(act.pos.tables.roster.decoys, sorted(decision.hexes), strict=True):
            act.place(decoy, place, 1, "31.7")


# ---------------------------------------------------------------------- what they cover
class UnderDecoys(Decision, frozen=True, array_like=True, tag=232):
    """What the decoys cover: pairs of unit and decoy, each covered unit once; the other decoys lie on blanks."""

    units: tuple[tuple[PieceId, PieceId], ...]


def _hexes(pos: FortressPosition) -> tuple[int, ...]:
    return tuple(pos.at(decoy) for decoy in pos.tables.roster.decoys)


def _plans(pos: FortressPosition) -> Iterator[UnderDecoys]:
    """Assignments that bots and screens offer, another for each decoy that is liked best."""
    decoys, hexes, units = pos.tables.roster.decoys, _hexes(pos), decoy_setup.covered(pos)
    found = dict.fromkeys(_assign(pos, hexes, turn) for turn in range(len(decoys)))
    for plan in found:
        yield UnderDecoys(tuple((PieceId(u), PieceId(decoys[at])) for u, at in zip(units, plan, strict=True)))


def plan_refusal(pos: FortressPosition, plan: UnderDecoys) -> Refusal | None:
    """FE 31.7: why decoys may not cover these units, None when they may."""
    units, decoys = [unit for unit, _ in plan.units], [decoy for _, decoy in plan.units]
    if sorted(units) != list(decoy_setup.covered(pos)):
        names = ", ".join(pos.name(piece) for piece in decoy_setup.covered(pos))
        return "31.7", f"each of these units lies under one decoy: {names}"
    if len(set(decoys)) != len(decoys) or not set(decoys) <= set(pos.tables.roster.decoys):
        return "31.7", "each unit has a decoy of its own"
    for unit, decoy in plan.units:
        why = boxes.why_not(pos, unit, pos.at(decoy))
        if why is not None:
            return why
    return None


class SealDecoys(Choice[FortressPosition], frozen=True, array_like=True, tag=231):
    """FE 31.7: the German seals what the decoys cover."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        kinds, units = (Seal.kind(), UnderDecoys.kind()), decoy_setup.covered(pos)
        return Prompt(f.GERMAN, words["prompt.decoys"], rules["31.7"], kinds, units, complete=False)

    def run(self, act: Act) -> None:
        """Never: something lies under the decoys."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        check_seal(decision, pos.game.cite("31.7"))

    def check_secret(self, pos: FortressPosition, choice: Decision) -> None:
        choice = wanted(choice, UnderDecoys, pos.game.cite("31.7"))
        permit(pos, plan_refusal(pos, choice))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter(_plans(pos))

    def take(self, act: Act, decision: Decision) -> None:
        take_seal(act, f.GERMAN, act.word(SLOT), decision, act.game.cite("31.7"))


class RevealDecoys(Choice[FortressPosition], frozen=True, array_like=True, tag=232):
    """FE 31.7: when hidden units would be shown, all decoys and blanks leave the map; the units that they covered stand
    there. A unit that was written where it may not be stands where the display has it (C-58)."""

    def _sealed(self, pos: FortressPosition) -> str | None:
        return pos.sealed(f.GERMAN, pos.game.words[SLOT])

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if self._sealed(pos) is None:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds, units = (Reveal.kind(), UnderDecoys.kind()), decoy_setup.covered(pos)
        return Prompt(f.GERMAN, words["prompt.reveal"], rules["31.7"], kinds, units, complete=False)

    def run(self, act: Act) -> None:
        """No decoys are out."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        self._opened(pos, decision)

    def _opened(self, pos: FortressPosition, decision: Decision) -> UnderDecoys:
        game, otherwise = pos.game, "the seal does not say what the decoys cover"
        return open_as(game.codec, decision, self._sealed(pos), game.cite("31.7"), UnderDecoys, otherwise)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter(_plans(pos))

    def take(self, act: Act, decision: Decision) -> None:
        opened = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(f.GERMAN, act.word(SLOT)))
        act.note("note.decoys_shown", rule="31.7")
        places = {decoy: act.pos.at(decoy) for decoy in act.pos.tables.roster.decoys}
        for decoy in places:
            act.remove(decoy, "reason.shown", "31.7")
        written = {int(unit): int(decoy) for unit, decoy in opened.units}
        for piece in decoy_setup.covered(act.pos):
            # Each decoy covers one unit: for a second one there is no decoy.
            place = places.pop(written.get(piece, -1), -1)
            if boxes.why_not(act.pos, piece, place) is None:
                show(act, piece, place)
        for piece in decoy_setup.covered(act.pos):
            show(act, piece, boxes.default(act.pos, piece))


def steps() -> tuple[Step[FortressPosition], ...]:
    """FE 31.7: what follows the set-up, in place of the writing down of hidden units."""
    return PutOut(), SealDecoys()


DECISIONS: Final = (Cover, PutDecoys, UnderDecoys)
STEPS: Final = (PutOut, SealDecoys, RevealDecoys)
