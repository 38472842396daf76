"""The End Phase (3.8): isolation, markers that come off, HQs without a division, the next turn or the verdict."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reduced_efficiency import is_command, permanent_re
from hexledger.engine.games.june_6.questions.victory import is_over
from hexledger.engine.games.june_6.rules import (
    chits,
    conditions,
    departures,
    headquarters,
    interdiction,
    invasion,
    isolation,
    release,
    sealed_ams,
    victory,
)
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.steps import Step
from hexledger.engine.procedures.flags import clear_flags
from hexledger.events import model as ev


class EndPhase(Step[June6Position], frozen=True, array_like=True, tag=16):
    """J6 3.8: everything of the End Phase in its order."""

    def run(self, act: Act) -> None:
        """Run the phase and go on."""
        act.phase("phase.end", 0, "3.8")
        isolation.determine(act)
        clear_flags(act, (f.PINNED, f.SCATTERED), rule="3.82")
        clear_flags(act, (f.FIRED,), rule="3.83")
        act.track("track.air", 0, rule="3.84")
        act.track("track.naval", 0, rule="3.84")
        interdiction.end_turn(act)
        headquarters.dissolve(act)
        _go_home(act)
        conditions.end_turn(act)
        invasion.end_turn(act)
        clear_flags(act, (f.ACTED, f.ACTIVATIONS, f.BRIDGE_ACTION, f.CAME, f.ENTRY))
        _empty_cups(act)
        if act.state.variable(act.word("var.storm_ops")):
            act.assign("var.storm_ops", 0, "3.8")
        entries = release.end_entries(act.pos)
        release.end_turn(act)
        if entries:
            act.then(*entries, EndTurn())
        else:
            end_turn(act)


class EndTurn(Step[June6Position], frozen=True, array_like=True, tag=101):
    """J6 3.87: after the End Phase, when something was to be decided in it."""

    def run(self, act: Act) -> None:
        """Go on."""
        end_turn(act)


def end_turn(act: Act) -> None:
    """J6 3.87: the next turn, or the verdict."""
    turn = act.state.turn
    victory.turn_ends(act)
    if turn < act.pos.scenario.last and not is_over(act.pos):
        act.then(*act.pos.game.successors.turn(turn + 1))
        return
    departures.note_stayers(act)
    hidden = chits.last_openings(act.pos)
    if hidden:
        act.then(*hidden, Verdict())
    else:
        victory.judge(act)


class Verdict(Step[June6Position], frozen=True, array_like=True, tag=713):
    """PB 2.81: the verdict, after the chits that were hidden to the end have been opened."""

    def run(self, act: Act) -> None:
        """Judge."""
        victory.judge(act)


def _go_home(act: Act) -> None:
    """J6 6.13a, 3.85, 3.86: attachments end; RE stays on units without their HQ on the map and on the whole
    Cherbourg Command, and comes off all others."""
    for piece in sorted(act.state.attached):
        act.emit(ev.Attached(piece, 0, act.rule("6.13")))
    for piece in sorted(act.state.at):
        stays = permanent_re(act.pos, piece) and (not act.pos.is_hq(piece) or is_command(act.pos, piece))
        act.flag(piece, f.RE, int(stays), "3.86" if stays else "3.7")


def _empty_cups(act: Act) -> None:
    """J6 7.24: the used AMs go back to their owners; they are bought anew next turn."""

    sealed_ams.forget(act)
    used = act.word("pool.am_used")
    for am, count in act.state.pool(used).items():
        act.pool(used, am, -count)


DECISIONS: Final = ()
STEPS: Final = (EndPhase, EndTurn, Verdict)
