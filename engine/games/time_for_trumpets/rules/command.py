"""The mutual command segment (7): in command or not until the next turn's segment; steps find their HQ (7.12, 7.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import comm
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.steps import Choice, Prompt, Step, asking, passed, wanted
from hexledger.events import model as ev

RETURN: Final = w.FLAG["must_return"]
TRESPASSER: Final = w.FLAG["trespasser"]


class NearestHq(Decision, frozen=True, array_like=True, tag=44):
    """`nearest_hq kgp_501_1_tiger 1ssd_hq`: of equally near HQs the one to which a step counter answers this turn."""

    unit: PieceId
    hq: PieceId


class MutualCommand(Step[TrumpetsPosition], frozen=True, array_like=True, tag=22):
    """TFT 7.0: step counters find their HQ, then everybody is judged."""

    def run(self, act: Act) -> None:
        """Ties are the owner's choice."""
        act.phase("phase.command", 0, "7.0")
        act.then(StepsFindHq(w.GERMAN), StepsFindHq(w.ALLIED), JudgeCommand())


class StepsFindHq(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=35):
    """TFT 7.12, 7.13: a step counter answers to the nearest HQ of its kind; ties are its owner's choice."""

    side: int
    settled: tuple[int, ...] = ()

    def _open(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(p for p in pos.of(self.side) if pos.generic(p) and p not in self.settled)

    def _tied(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(p for p in self._open(pos) if len(comm.nearest_hqs(pos, p)) > 1)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        tied = self._tied(pos)
        if not tied:
            return None
        hqs = comm.nearest_hqs(pos, tied[0])
        return asking(pos, self.side, "prompt.nearest_hq", self._rule(), NearestHq, pieces=(tied[0], *hqs))

    def _rule(self) -> str:
        return "7.12" if self.side == w.GERMAN else "7.13"

    def run(self, act: Act) -> None:
        """The nearest, where there is one only."""
        for piece in self._open(act.pos):
            for hq in comm.nearest_hqs(act.pos, piece)[:1]:
                attach(act, piece, hq, self._rule())

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite(self._rule())
        said = wanted(decision, NearestHq, cited)
        if said.unit not in self._tied(pos) or said.hq not in comm.nearest_hqs(pos, said.unit):
            raise IllegalDecision(cited, "one of the nearest headquarters of a step counter is wanted")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for piece in self._tied(pos)[:1]:
            yield from (NearestHq(PieceId(piece), PieceId(hq)) for hq in comm.nearest_hqs(pos, piece))

    def take(self, act: Act, decision: Decision) -> None:
        found = passed(decision, NearestHq)
        attach(act, found.unit, found.hq, self._rule())
        act.become(StepsFindHq(self.side, (*self.settled, found.unit)))


def attach(act: Act, piece: int, hq: int, rule: str) -> None:
    """A unit answers to an HQ; to its own with NOBODY."""
    if act.state.attached.get(piece, 0) != hq + 1:
        act.emit(ev.Attached(piece, hq + 1 if hq != NOBODY else 0, act.rule(rule)))


class JudgeCommand(Step[TrumpetsPosition], frozen=True, array_like=True, tag=36):
    """TFT 7.11: army HQs, corps HQs, divisions, units; 26.1.3: who has strayed over a boundary."""

    def run(self, act: Act) -> None:
        """The standing of HQs is written down with its path, that of units where it changes."""
        for piece, verdict in comm.judge_all(act.pos).items():
            changed = act.pos.flag(piece, w.OUT_COMM) != int(not verdict.good)
            act.flag(piece, w.OUT_COMM, int(not verdict.good), verdict.rule)
            if changed or piece in act.pos.game.roster.hqs:
                status = "status.in_comm" if verdict.good else "status.out_comm"
                act.judge(piece, status, verdict.path, verdict.rule, "subject.command")
        strays(act)


def strays(act: Act) -> None:
    """26.1.3, 26.1.4, 26.2.9: units beyond the boundary of their army must go back, but SS units that fight on."""
    pos = act.pos
    for piece in pos.of(w.GERMAN):
        if piece in pos.game.roster.combat:
            away = comm.strayed(pos, piece)
            fights_on = pos.flag(piece, TRESPASSER) > 0
            act.flag(piece, RETURN, int(away and not fights_on), "26.1.3")
            if fights_on and not away:
                act.flag(piece, TRESPASSER, 0, "26.1.4")


DECISIONS: Final = (NearestHq,)
STEPS: Final = (MutualCommand, StepsFindHq, JudgeCommand)
