"""Random event chits (PB 1.4, 2.84): drawn unseen, shown by their owner when their time comes.

A draw that only its owner may see: he seals a number, then a die is rolled in the open; both together are the chit.
Neither he nor chance alone decides it, and the other side learns it when the seal is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.chit_effects import SHOWN, SIDES, VOID, chart
from hexledger.engine.games.june_6.questions.chits import DIE, NUMBER, drawn, hidden
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.objectives import score
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import CHITS
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.seals import check_seal, open_seal, take_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted
from hexledger.events import model as ev

DROP: Final = 1
CONTACT: Final = 2
BEACH: Final = 3
TURN: Final = 4
LAST: Final = 5
"""Moments at which chits are shown: the parachute drop, the German look at it, the attacks from the beach, any turn,
the end of the game."""
_AT: Final = {(f.ALLIED, DROP): (1,), (f.GERMAN, CONTACT): (1,), (f.GERMAN, BEACH): (1, 3)}
"""Chits that belong to a moment of 6 June."""


class SecretNumber(Decision, frozen=True, array_like=True, tag=703):
    """The secret half of the draw, 1 to 6: `secret_number 4`."""

    number: int


class ShowChit(Decision, frozen=True, array_like=True, tag=704):
    """Show the chit that one holds; the seal is opened next: `show_chit 3`."""

    chit: int


class KeepChit(Decision, frozen=True, array_like=True, tag=705):
    """Keep the chit."""


# ---------------------------------------------------------------------- PB 1.41 the draw
def drawing(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """PB 1.41: the steps of the draw and of the written positions, none without the option."""
    if not pos.reading(CHITS):
        return ()
    from hexledger.engine.games.june_6.rules import written

    return (
        SealNumber(f.ALLIED),
        SealNumber(f.GERMAN),
        RollChits(),
        *written.writing(f.ALLIED),
        *written.writing(f.GERMAN),
    )


class SealNumber(Choice[June6Position], frozen=True, array_like=True, tag=703):
    """PB 1.41, R-87: a side fixes its half of the draw."""

    side: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Asks the side."""
        kinds = (Seal.kind(), SecretNumber.kind())
        return Prompt(self.side, pos.game.words["ask.chit_number"], pos.game.rules["PB 1.41"], kinds)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Wants a seal."""
        check_seal(decision, pos.game.cite("PB 1.41"))

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """1 to 6."""
        return (SecretNumber(number) for number in range(1, NUMBER + 1))

    def take(self, act: Act, decision: Decision) -> None:
        """It is sealed."""
        take_seal(act, self.side, act.word("seal.chit"), decision, act.game.cite("PB 1.41"))


class RollChits(Step[June6Position], frozen=True, array_like=True, tag=704):
    """PB 1.41, R-87: the open half of both draws."""

    def run(self, act: Act) -> None:
        """One die for each side."""
        for side in (f.ALLIED, f.GERMAN):
            act.assign(DIE[side], act.roll("roll.chit", NUMBER, -1, "PB 1.41", 1), "PB 1.41")


# ---------------------------------------------------------------------- PB 1.42 showing it
def due(pos: June6Position, side: int, moment: int) -> tuple[int, ...]:
    """PB 1.42, 2.84: chits that a side could show at a moment, ascending; some from their turn on."""
    if not hidden(pos, side):
        return ()
    if moment != TURN:
        return _AT.get((side, moment), ())
    calendar = pos.scenario.calendar
    return tuple(
        row["n"] for row in chart(pos.game, side) if "from" in row and calendar.index(row["from"]) + 1 <= pos.state.turn
    )


def moment(pos: June6Position, side: int, when: int) -> tuple[Step[June6Position], ...]:
    """The step in which a side may show its chit, if one of its chits has its time now."""
    return (ChitMoment(side, when),) if due(pos, side, when) else ()


def turn_moments(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """PB 2.84: both sides may show chits that work for turns."""
    return (*moment(pos, f.ALLIED, TURN), *moment(pos, f.GERMAN, TURN))


class ChitMoment(Choice[June6Position], frozen=True, array_like=True, tag=705):
    """PB 1.42: a side may show its chit, or keep it. Which one it holds only its owner knows."""

    side: int
    moment: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while there is a chit to show."""
        if not due(pos, self.side, self.moment):
            return None
        kinds = (ShowChit.kind(), KeepChit.kind())
        return Prompt(self.side, pos.game.words["ask.show_chit"], pos.game.rules["PB 1.42"], kinds)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses chits whose time has not come."""
        cite = pos.game.cite("PB 1.42")
        decision = wanted(decision, (ShowChit, KeepChit), cite)
        if isinstance(decision, ShowChit) and decision.chit not in due(pos, self.side, self.moment):
            raise IllegalDecision(cite, f"chit {decision.chit} is not shown at this time")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every chit that has its time, then keeping it."""
        for chit in due(pos, self.side, self.moment):
            yield ShowChit(chit)
        yield KeepChit()

    def take(self, act: Act, decision: Decision) -> None:
        """The seal is opened next."""
        act.done()
        if isinstance(decision, ShowChit):
            act.then(OpenChit(self.side, decision.chit))

    def run(self, act: Act) -> None:
        """Nothing to show."""


class OpenChit(Choice[June6Position], frozen=True, array_like=True, tag=706):
    """PB 1.42: the seal of the draw is opened. `said`: the chit that its owner says it is; 0 at the end of the game."""

    side: int
    said: int

    def prompt(self, pos: June6Position) -> Prompt:
        """Asks the owner."""
        kinds = (Reveal.kind(), SecretNumber.kind())
        return Prompt(self.side, pos.game.words["ask.open_chit"], pos.game.rules["PB 1.42"], kinds)

    def _opened(self, pos: June6Position, decision: Decision) -> int:
        """The chit in an opened seal."""
        rule = pos.game.cite("PB 1.42")
        sealed = pos.sealed(self.side, pos.game.words["seal.chit"])
        choice = open_seal(pos.game.codec, decision, sealed, rule)
        choice = wanted(choice, SecretNumber, rule)
        return drawn(pos, self.side, choice.number)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what was not sealed."""
        self._opened(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """What may have been sealed."""
        return (SecretNumber(number) for number in range(1, NUMBER + 1))

    def take(self, act: Act, decision: Decision) -> None:
        """The chit is on the table: its points are scored, and it works if it is the one that was named."""
        chit = self._opened(act.pos, decision)
        act.done()
        act.emit(ev.Revealed(self.side, act.word("seal.chit")))
        show(act, self.side, chit, self.said)


def show(act: Act, side: int, chit: int, said: int) -> None:
    """PB 2.81, 2.84, R-88: a chit is open. Its points count in any case; it works only when it was shown in time, and
    as what it is."""
    row = chart(act.pos.game, side)[chit - 1]
    act.note("note.chit", (act.word(f"chit.{SIDES[side]}_{chit}"), row["vp"]), "PB 2.84")
    score(act, row["vp"], "PB 2.84")
    works = chit == said
    act.assign(SHOWN[side], chit if works else chit + VOID, "PB 2.84")
    if works:
        from hexledger.engine.games.june_6.rules.chit_effects import take_effect

        take_effect(act, side, chit)
    elif said:
        act.note("note.chit_void", (act.word(f"chit.{SIDES[side]}_{chit}"),), "R-88")


def last_openings(pos: June6Position) -> tuple[Step[June6Position], ...]:
    """PB 2.81: chits that are still hidden are opened at the end, for their points."""
    return tuple(OpenChit(side, 0) for side in (f.ALLIED, f.GERMAN) if hidden(pos, side))


DECISIONS: Final = (SecretNumber, ShowChit, KeepChit)
STEPS: Final = (SealNumber, RollChits, ChitMoment, OpenChit)
