"""The sequence of play as it was played: turn, phase, decision, for jumping to a turn or phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from hexledger.events import model as ev
from hexledger.events.frame import GENESIS, Frame
from hexledger.projections.walk import passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Row: TypeAlias = dict[str, Any]


def sequence(frames: Iterable[Frame], names: Names) -> list[Row]:
    """Turns of a line, each with its phases, each with the decisions made in it.

    A turn: `turn name began frame first last phases`. A phase: `phase name side began frame first last decisions`.
    `began` is the address of the event that began it, `frame` the decision after which the board shows it (0 for the
    set-up), `decisions` the frame numbers on this line, `first` and `last` of them None where nobody decided anything.
    Decisions before the first phase of a turn stand in a phase called ``""``.
    """
    turns: list[Row] = []
    for passage in passages(frames):
        frame = passage.frame
        if frame.kind != GENESIS:
            if not turns:
                turns.append(_turn(passage.state.turn, names, f"#{frame.seq}", frame.seq))
            if not turns[-1]["phases"]:
                turns[-1]["phases"].append(_phase(0, 0, names, f"#{frame.seq}", frame.seq))
            for part in (turns[-1], turns[-1]["phases"][-1]):
                part["first"] = frame.seq if part["first"] is None else part["first"]
                part["last"] = frame.seq
            turns[-1]["phases"][-1]["decisions"].append(frame.seq)
        for happening in passage.happenings():
            event = happening.event
            if isinstance(event, ev.TurnBegan):
                turns.append(_turn(event.turn, names, happening.address, frame.seq))
            elif isinstance(event, ev.PhaseBegan):
                if not turns:
                    turns.append(_turn(happening.state.turn, names, happening.address, frame.seq))
                turns[-1]["phases"].append(_phase(event.phase, event.side, names, happening.address, frame.seq))
    return turns


def jump(tree: Sequence[Row], turn: int, phase: str = "") -> int | None:
    """Frame after which a turn (or a phase of it: its key, the part after the last dot, or its name) has begun.

    None when the line does not get there. A phase that comes several times is found at its first.
    """
    wanted = phase.lower()
    for one in tree:
        if one["turn"] == turn:
            for part in one["phases"] if phase else (one,):
                if not phase or wanted in _called(part):
                    frame: int = part["frame"]
                    return frame
    return None


def _called(phase: Row) -> tuple[str, str, str]:
    """The names a phase answers to."""
    key: str = phase["phase"].lower()
    return key, key.rpartition(".")[2], phase["name"].lower()


def _turn(number: int, names: Names, began: str, frame: int) -> Row:
    return {
        "turn": number,
        "name": names.turn(number) if number else "",
        "began": began,
        "frame": frame,
        "first": None,
        "last": None,
        "phases": [],
    }


def _phase(phase: int, side: int, names: Names, began: str, frame: int) -> Row:
    return {
        "phase": names.word_key(phase) if phase else "",
        "name": names.word(phase) if phase else "",
        "side": names.side(side) if side else None,
        "began": began,
        "frame": frame,
        "first": None,
        "last": None,
        "decisions": [],
    }
