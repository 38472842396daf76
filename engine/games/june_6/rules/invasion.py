"""The invasion turn of 6 June (PB 1.0): its AMs and the order of its steps up to the first activation.

Air landings stand in `airborne.py`, the beach landing in `landing.py`, German hesitation in `hesitation.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules import (
    hesitation,
    landing,
)
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.first_am import PickAm
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal, WordId
from hexledger.engine.kernel.seals import check_seal, open_seal
from hexledger.engine.kernel.steps import Choice, Prompt, wanted
from hexledger.events import model as ev


# ---------------------------------------------------------------------- PB 1.3 the AMs
def fill_pools(act: Act) -> None:
    """PB 1.31-1.33, PB 2.5: nobody receives points; what is in the pool, which Allied AMs the landing spends."""
    invasion = act.pos.invasion
    for word, number in invasion.aside:
        act.pool("pool.am_aside", word, number, "PB 1.31")
    for side, rule in ((f.ALLIED, "PB 1.32"), (f.GERMAN, "PB 1.33")):
        for word, number in invasion.pool[side]:
            act.pool("pool.am", word, number, rule)
            act.note("note.am_free", (word, number), rule)


# ---------------------------------------------------------------------- PB 1.64, 1.101 the German AM kept out
class KeepAm(Choice[June6Position], frozen=True, array_like=True, tag=601):
    """PB 1.64: the German fixes, without showing it, the AM that he will play after the beach combats."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while he has an AM in the pool."""
        if not _german_ams(pos):
            return None
        kinds = (Seal.kind(), PickAm.kind())
        return Prompt(f.GERMAN, pos.game.words["ask.keep_am"], pos.game.rules["PB 1.6"], kinds)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Wants a seal."""
        check_seal(decision, pos.game.cite("PB 1.6"))

    def choices(self, pos: June6Position) -> Iterator[PickAm]:
        """Every kind of German AM in the pool."""
        return (PickAm(WordId(am)) for am in _german_ams(pos))

    def take(self, act: Act, decision: Decision) -> None:
        """Nobody sees which AM it is: it leaves the pool when it is shown."""
        act.done()
        act.phase("phase.german_logistics", f.GERMAN, "PB 1.6")
        act.emit(ev.Sealed(f.GERMAN, act.word("seal.first_am"), check_seal(decision, act.game.cite("PB 1.6"))))

    def run(self, act: Act) -> None:
        """No German AM: the first activation is drawn."""


class ShowAm(Choice[June6Position], frozen=True, array_like=True, tag=602):
    """PB 1.101: after the beach combats the German shows the AM that he kept out; it is played first, then AMs are
    drawn."""

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks when an AM was kept out."""
        if _sealed(pos) is None:
            return None
        kinds = (Reveal.kind(), PickAm.kind())
        return Prompt(f.GERMAN, pos.game.words["ask.show_am"], pos.game.rules["PB 1.101"], kinds)

    def _opened(self, pos: June6Position, decision: Decision) -> PickAm:
        rule = pos.game.cite("PB 1.101")
        choice = open_seal(pos.game.codec, decision, _sealed(pos), rule)
        choice = wanted(choice, PickAm, rule)
        if choice.am not in _german_ams(pos):
            raise IllegalDecision(rule, f"{pos.game.word(choice.am)} is no German AM of the pool")
        return choice

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses what was not sealed."""
        self._opened(pos, decision)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """What may have been sealed."""
        return (PickAm(WordId(am)) for am in _german_ams(pos))

    def take(self, act: Act, decision: Decision) -> None:
        """The AM opens the ME phase; draws follow as in every turn (PB 1.104)."""
        am = self._opened(act.pos, decision).am
        act.done()
        act.emit(ev.Revealed(f.GERMAN, act.word("seal.first_am")))
        act.pool("pool.am", am, -1, "PB 1.33")
        act.assign("var.first_am", am, "PB 1.101")
        act.then(*act.pos.game.successors.me_phase())

    def run(self, act: Act) -> None:
        """The ME phase begins with a draw."""
        act.then(*act.pos.game.successors.me_phase())


def _german_ams(pos: June6Position) -> tuple[int, ...]:
    ams = pos.game.ams
    return tuple(am for am in pos.state.pool(pos.game.words["pool.am"]) if ams[am].side == f.GERMAN)


def _sealed(pos: June6Position) -> str | None:
    return pos.sealed(f.GERMAN, pos.game.words["seal.first_am"])


# ---------------------------------------------------------------------- the end of the turn
def end_turn(act: Act) -> None:
    """PB 1.103, 1.102: what holds on 6 June only ends with its turn."""
    if act.pos.scenario.invasion is not None and act.state.turn == act.pos.scenario.first:
        landing.end_turn(act)
        hesitation.end_turn(act)


DECISIONS: Final = ()
STEPS: Final = (KeepAm, ShowAm)
