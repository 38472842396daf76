"""Activation of army, corps and division headquarters (13-16), and the random event of a German corps (15.1, 15.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import chains, fire
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import EndSegment
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.decisions import Decision, PieceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, asking, permit, wanted

ACTIVE: Final = w.word("status.active")
REST: Final = w.word("status.resting")


class Activate(Decision, frozen=True, array_like=True, tag=18):
    """`activate i_ss_hq`: the army, or the corps, that acts now."""

    hq: PieceId


class SetStatus(Decision, frozen=True, array_like=True, tag=19):
    """`set_status 12vg_hq status.resting`: Active or Resting for this turn."""

    hq: PieceId
    status: WordId


def chooses(pos: TrumpetsPosition) -> bool:
    """13.1a: on 16 December every headquarters is active, without a choice."""
    return calendar.day(pos.state.turn) > calendar.FIRST_DAY


def may_set(pos: TrumpetsPosition, hq: int, status: int) -> Refusal | None:
    """13.1-13.4, 4.3, 43.7: why a headquarters may not take a status."""
    if not chooses(pos):
        return "13.1", "on 16 December all are active"
    if status not in (ACTIVE, REST):
        return "13.1", "a headquarters is active or resting"
    if pos.flag(hq, w.EXHAUSTED):
        return "4.3", f"{pos.name(hq)} is exhausted and rests all day"
    tired = next((one for one in chains.joined(pos, hq) if pos.flag(one, w.EXHAUSTED)), NOBODY)
    if status == ACTIVE and tired != NOBODY:
        return joint_rule(pos, hq), f"{pos.name(tired)} is exhausted, and the two act as one"
    if status == REST and pos.flag(hq, w.FLAG["fired_echelon"]):
        return fire.RESTS.get(
            pos.game.roster.level[hq], "43.7.4"
        ), f"artillery of {pos.name(hq)} has fired in defence this turn: it may not rest"
    return None


def joint_rule(pos: TrumpetsPosition, hq: int) -> str:
    """24.1 for 1SS and 3FJ, 24.2 for 116Pz and 560VG."""
    return "24.1" if pos.game.roster.index["1ssd_hq"] in chains.joined(pos, hq) else "24.2"


class Statuses(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=10):
    """TFT 14.1, 14.2, 15.1, 16.1, 16.2: the owner chooses the status of these headquarters, each for itself.

    Without a choice one is active in PD, MO and AF turns and rests in EV turns (13.3, 13.4).
    """

    side: int
    hqs: tuple[int, ...]
    rule: str

    def _open(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(hq for hq in self.hqs if may_set(pos, hq, ACTIVE) is None)

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        hqs = self._open(pos)
        if not hqs:
            return None
        return asking(pos, self.side, "prompt.status", self.rule, SetStatus, EndSegment, pieces=hqs)

    def run(self, act: Act) -> None:
        """13.1a, 4.3: nobody has a choice."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite(self.rule)
        said = wanted(decision, (SetStatus, EndSegment), cited)
        if isinstance(said, SetStatus):
            if said.hq not in self.hqs:
                raise IllegalDecision(cited, f"{pos.name(said.hq)} is not activated now")
            permit(pos, may_set(pos, said.hq, said.status))
            if _current(pos, said.hq) == said.status:
                raise IllegalDecision(cited, f"{pos.name(said.hq)} has that status already")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        for hq in self._open(pos):
            for status in (ACTIVE, REST):
                if _current(pos, hq) != status and may_set(pos, hq, status) is None:
                    yield SetStatus(PieceId(hq), WordId(status))
        yield EndSegment()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, SetStatus):
            set_status(act, decision.hq, decision.status == REST, self.rule)
        else:
            act.done()


def _current(pos: TrumpetsPosition, hq: int) -> int:
    return REST if pos.flag(hq, w.RESTING) else ACTIVE


def set_status(act: Act, hq: int, rests: bool, rule: str) -> None:
    """13.3, 13.4: a Resting marker, or none; active in the evening is Night Moves. 24.1b, 24.2b: divisions that act as
    one formation choose together."""
    night = not rests and act.pos.code == "EV" and chooses(act.pos)
    for one in chains.joined(act.pos, hq):
        if act.pos.flag(one, w.EXHAUSTED):
            continue
        act.flag(one, w.RESTING, int(rests), rule if one == hq else joint_rule(act.pos, hq))
        act.flag(one, w.NIGHT_MOVES, int(night), "13.4")


def begin_statuses(act: Act, hqs: tuple[int, ...], rule: str) -> None:
    """13.3, 13.4: what each headquarters is without a choice: active by day, at rest in the evening."""
    evening = act.pos.code == "EV" and chooses(act.pos)
    for hq in hqs:
        if act.pos.flag(hq, w.EXHAUSTED):
            continue
        rests = evening and may_set(act.pos, hq, REST) is None
        rests = rests or (chooses(act.pos) and may_set(act.pos, hq, ACTIVE) is not None)
        set_status(act, hq, rests, rule)


DECISIONS: Final = (Activate, SetStatus)
STEPS: Final = (Statuses,)
