"""The adjudication pack: one file that a tournament director can file about a game, and about one moment of it.

It is the report (verdict, who could have influenced the dice, seats, undos, drops, refusals, claims, rulings, times)
with the contested decision: its calculation, the position that it was made in and the one at the end, what decides the
game at both, and what the sides say.

The same log gives the same bytes, whatever it is called and wherever it lies: nothing beside it is read but the paper
of a salvaged log, and no key of the reader's counts. Checkpoints and statements that are to stand in it are named.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.events.dice_records import DiceChange, Fix, Refusal
from hexledger.events.frame import DECISION, DICE, Frame
from hexledger.events.left_out import paper_path
from hexledger.events.notes import VerifierKey
from hexledger.projections.explain import explain, explain_text
from hexledger.projections.names import side_name
from hexledger.projections.record import when
from hexledger.projections.state import State
from hexledger.replays.audit.anchors import collect
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log import facts
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.referee.report import build, official, who

Row: TypeAlias = dict[str, Any]

FORMAT: Final = 1
"""Version of the pack's shape."""
NAME: Final = "game.hxl"
"""What the log is called while the pack is made."""
AROUND: Final = 3
"""Hexes around those of the contested decision that its picture shows."""
WHOLE: Final = 600
"""Hexes in play up to which the end is drawn as a whole board."""


class Statement(msgspec.Struct, frozen=True):
    """What a side (or the referee) has written for the pack."""

    by: str
    text: str


def build_pack(
    log: Path,
    at: int | None = None,
    *,
    edition: Path | None = None,
    game: Game[Any] | None = None,
    statements: Sequence[Statement] = (),
    checkpoints: Sequence[Path] = (),
    trusted: Sequence[VerifierKey] = (),
) -> Row:
    """The pack of a log as plain data. `at`: the contested decision (default: what the last claim or ruling is about,
    else the last decision with dice). Raises ReplayError when `at` is no decision; never for a bad log."""
    with tempfile.TemporaryDirectory(prefix="hexledger-pack-") as folder:
        copy = Path(folder) / NAME
        shutil.copyfile(log, copy)
        if paper_path(log).is_file():
            shutil.copyfile(paper_path(log), paper_path(copy))
        notes = []
        for number, file in enumerate(checkpoints, 1):
            notes.append(Path(folder) / f"checkpoint-{number}")
            shutil.copyfile(file, notes[-1])
        remarks: list[str] = []

        def anchors(genesis: Any) -> Any:
            found, said = collect(notes, genesis, trusted)
            remarks.extend(said)
            return found

        verdict = audit(copy, edition=edition, game=game, anchors=anchors)
        verdict.notes.extend(remarks)
        report = build(copy, verdict, edition=edition, game=game)
        out: Row = {"pack": FORMAT, **report}
        del out["report"], out["log"]
        out["statements"] = [msgspec.to_builtins(one) for one in statements]
        if "unread" not in report:
            with Chronicle.read(copy, edition, game=game, damaged=True) as chronicle:
                for one in statements:
                    _speaks(chronicle, one.by)
                out |= _moments(chronicle, at)
        elif at is not None:
            out["contested"] = None
        return out


def _moments(chronicle: Chronicle, at: int | None) -> Row:
    frame, why = _contested(chronicle, at)
    out: Row = {"said": list(_said(chronicle)), "contested": None}
    if frame is not None:
        frames = list(chronicle.frames(frame.seq))
        data = explain(frames, frame.seq, chronicle.game, chronicle.game.decide_text)
        out["contested"] = {
            "frame": frame.seq,
            "chosen": why,
            "by": who(chronicle.game, frame.actor),
            "time": when(frame.time),
            "decision": data["decision"],
            "calculation": data,
            "calculation_text": explain_text(data).rstrip("\n"),
            "before": _position(chronicle, frame.parent),
            "picture": _cut_out(chronicle, frame),
        }
    out["end"] = _position(chronicle, official(chronicle))
    out["end"]["picture"] = _board(chronicle, official(chronicle))
    return out


def _speaks(chronicle: Chronicle, by: str) -> None:
    """ReplayError unless a statement is of a side or of the referee."""
    if by != "referee":
        chronicle.game.side_number(by)


# ---------------------------------------------------------------------- the contested decision
def _contested(chronicle: Chronicle, at: int | None) -> tuple[Frame | None, str]:
    """(the contested decision, why it is this one); None for a game without decisions."""
    timeline = chronicle.timeline
    if at is not None:
        return chronicle.frame(_decision(chronicle, at)), "named"
    for step in reversed(timeline.steps):
        if step.about > 0 and timeline.is_place(step.about):
            return chronicle.frame(step.about), f"what #{step.seq} is about"
    line = [frame for frame in chronicle.frames(official(chronicle)) if frame.seq]
    with_dice = [frame for frame in line if any(type(event) in (ev.Rolled, ev.Drawn) for event in frame.events)]
    if with_dice:
        return with_dice[-1], "the last decision with dice"
    return (line[-1], "the last decision") if line else (None, "")


def _decision(chronicle: Chronicle, at: int) -> int:
    """The decision that a number means: of a fix, the one that rolled it."""
    kinds = chronicle.timeline.kinds
    if 0 < at < len(kinds) and kinds[at] == DICE and isinstance(chronicle.decision(at), Fix):
        fixed = bytes(chronicle.decision(at).decision)  # type: ignore[union-attr, arg-type]
        for seq in range(at + 1, len(kinds)):
            if kinds[seq] == DECISION:
                if bytes(chronicle.frame(seq).decision) == fixed:
                    return seq
                break
    if at == 0:
        raise ReplayError("frame 0 is the beginning of the game, and nobody's decision")
    return chronicle.place(at)


def _said(chronicle: Chronicle) -> Iterator[Row]:
    """What the sides and the referee gave as their reasons, in the order of the file."""
    game, steps = chronicle.game, {step.seq: step for step in chronicle.timeline.steps}
    for seq in range(1, len(chronicle.timeline)):
        step, text = steps.get(seq), ""
        frame = chronicle.frame(seq)
        if step is not None:
            text = step.reason
        elif frame.kind == DICE:
            said = chronicle.decision(seq)
            text = said.reason if isinstance(said, Refusal | DiceChange) else ""
        if text:
            about = step.about if step is not None and step.about >= 0 else None
            yield {"frame": seq, "by": who(game, frame.actor), "text": text, "about": about, "time": when(frame.time)}


# ---------------------------------------------------------------------- positions
def _position(chronicle: Chronicle, seq: int) -> Row:
    """A position: units, tracks, what is asked, and what decides the game."""
    game, state = chronicle.game, chronicle.state(seq)
    view = game.view()
    prompt = chronicle.offer(seq)
    return {
        "frame": seq,
        "turn": game.turn(state.turn),
        "phase": game.word(state.phase) if state.phase else None,
        "asked": f"{side_name(game, prompt.side)}: {game.word(prompt.word)}" if prompt is not None else None,
        "digest": chronicle.frame(seq).digest.hex(),
        "units": [
            {**facts.unit_brief(game, view, state, piece), "where": game.place_name(state.at[piece])}
            for piece in sorted(state.at)
        ],
        "tracks": facts.tracks_data(game, state),
        "victory": _victory(game, state),
        "over": state.over,
        "winner": game.side(state.winner) if state.over and state.winner else None,
        "level": game.word(state.level) if state.over else None,
    }


def _victory(game: Game[Any], state: State) -> Row:
    shown = game.view().victory(game.position(state))
    rows = [{**msgspec.to_builtins(row), "side": game.side(row.side) if row.side else None} for row in shown.conditions]
    return {"when": shown.when, "conditions": rows, "if_now": shown.if_now}


# ---------------------------------------------------------------------- pictures
def _cut_out(chronicle: Chronicle, frame: Frame) -> str:
    """The hexes of a decision and those around them, in the position that it was made in, as SVG; empty where it
    concerns none."""
    from hexledger.replays.picture.board_scene import scene_of

    game, before = chronicle.game, chronicle.state(frame.parent)
    scene = scene_of(game, before, heading=f"{game.title} · #{frame.parent}")
    places = {h.label: (h.q, h.r) for h in scene.hexes}
    near = [places[label] for label in map(game.place, _places(frame, before)) if label in places]
    if not near:
        return ""
    clip = [label for label, cell in places.items() if any(_distance(cell, one) <= AROUND for one in near)]
    return _drawn(msgspec.structs.replace(scene, clip=tuple(clip), tracks=(), sections=()), panel=False)


def _board(chronicle: Chronicle, seq: int) -> str:
    """The whole board, where it is small enough to be read on paper; else empty."""
    from hexledger.replays.picture.board_scene import scene_of

    game = chronicle.game
    scene = scene_of(game, chronicle.state(seq), heading=f"{game.title} · #{seq}", trimmed=True)
    return _drawn(scene, panel=False) if len(scene.clip or scene.hexes) <= WHOLE else ""


def _drawn(scene: Any, *, panel: bool) -> str:
    from hexledger.replays.picture.render import render_svg
    from hexledger.replays.picture.sheet import PictureOptions

    return render_svg(scene, PictureOptions(panel=panel, embed_fonts=False))


def _places(frame: Frame, before: State) -> set[int]:
    """Hexes that a decision and what followed from it concern."""
    found: set[int] = set()
    for event in frame.events:
        match event:
            case ev.Moved():
                found.add(event.path[-1])
                found.add(event.path[0])
            case ev.Declared():
                found.update(event.targets)
            case ev.StepsSet() | ev.Removed() | ev.Flagged():
                found.add(before.at.get(event.piece, -1))
    return {place for place in found if place >= 0}


def _distance(one: tuple[int, int], two: tuple[int, int]) -> int:
    q, r = one[0] - two[0], one[1] - two[1]
    return max(abs(q), abs(r), abs(q + r))
