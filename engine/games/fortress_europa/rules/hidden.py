"""Hidden units (3.3, 3.7, 9.4, 12.19): the German seals where they are and opens the seal when they are revealed.

A unit that was written down where it may not be appears in the default hex of the set-up (C-58).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import boxes
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import boxes as boxes_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, Reveal, Seal
from hexledger.engine.kernel.seals import check_seal, open_as, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, permit, wanted
from hexledger.events import model as ev

SLOT: Final = "seal.hidden"


class HideUnits(Decision, frozen=True, array_like=True, tag=18):
    """Where the hidden units are: pairs of unit and hex, each unit of the display once."""

    units: tuple[tuple[PieceId, PlaceId], ...]


def default(pos: FortressPosition) -> HideUnits:
    """The hexes of the edition's set-up."""
    return HideUnits(tuple((PieceId(piece), PlaceId(boxes.default(pos, piece))) for piece in boxes.hidden(pos)))


def list_refusal(pos: FortressPosition, listed: HideUnits) -> tuple[str, str] | None:
    """FE 3.3: (rule, reason) why the hidden units may not be written down so, None when they may."""
    if sorted(unit for unit, _ in listed.units) != list(boxes.hidden(pos)):
        names = ", ".join(pos.name(piece) for piece in boxes.hidden(pos))
        return "3.3", f"each of these units is written down once: {names}"
    return next((why for unit, place in listed.units if (why := boxes.why_not(pos, unit, place)) is not None), None)


class SealHidden(Choice[FortressPosition], frozen=True, array_like=True, tag=18):
    """FE 3.3: the German writes down his hidden units. `choices` lists what may be sealed."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        units = boxes.hidden(pos)
        if not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Seal.kind(), HideUnits.kind())
        return Prompt(f.GERMAN, words["prompt.hide"], rules["3.3"], kinds, units, complete=False)

    def run(self, act: Act) -> None:
        """No hidden units in this scenario."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        check_seal(decision, pos.game.cite("3.3"))

    def check_secret(self, pos: FortressPosition, choice: Decision) -> None:
        choice = wanted(choice, HideUnits, pos.game.cite("3.3"))
        permit(pos, list_refusal(pos, choice))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield default(pos)

    def take(self, act: Act, decision: Decision) -> None:
        take_seal(act, f.GERMAN, act.word(SLOT), decision, act.game.cite("3.3"))


class RevealHidden(Choice[FortressPosition], frozen=True, array_like=True, tag=19):
    """FE 3.7, 12.19: the German opens his seal and puts the units on the map.

    What then happens to invaders and raiders (12.17, 21.11) is the next step's, `invasion.AfterReveal`.
    """

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not _sealed(pos):
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Reveal.kind(), HideUnits.kind())
        return Prompt(f.GERMAN, words["prompt.reveal"], rules["3.7"], kinds, boxes.hidden(pos), complete=False)

    def run(self, act: Act) -> None:
        """Nothing was hidden."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        self._opened(pos, decision)

    def _opened(self, pos: FortressPosition, decision: Decision) -> HideUnits:
        rule, otherwise = pos.game.cite("3.7"), "the seal holds no list of hidden units"
        return open_as(pos.game.codec, decision, _sealed(pos), rule, HideUnits, otherwise)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield default(pos)

    def take(self, act: Act, decision: Decision) -> None:
        opened = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(f.GERMAN, act.word(SLOT)))
        act.note("note.hidden_revealed", rule="3.7")
        written = {int(piece): int(place) for piece, place in opened.units}
        for piece in boxes.hidden(act.pos):
            _appear(act, piece, written.get(piece, -1))


def _sealed(pos: FortressPosition) -> str | None:
    return pos.sealed(f.GERMAN, pos.game.words[SLOT])


def _appear(act: Act, piece: int, place: int) -> None:
    """Put a unit where it was written down, or where the display has it if it may not be there (C-58)."""
    begin = boxes.start(act.pos, piece)
    assert begin is not None
    if boxes.why_not(act.pos, piece, place) is not None:
        place = boxes.default(act.pos, piece)
    act.pool("pool.off_map", piece, -1, "3.7")
    boxes_rules.put(act, begin._replace(place=place), "3.7")


DECISIONS: Final = (HideUnits,)
STEPS: Final = (SealHidden, RevealHidden)
