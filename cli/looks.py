"""Facts and pictures as text and files: what `show`, `play` and `replay` print."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.outputs import OutputRefused, check_apart, write_outputs
from hexledger.events.numbers import counted
from hexledger.replays.log.told import end_line, ended_at, prompt_line

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.picture.scene import Scene

WIDTH = 118
PANEL_LINES = 9
"""Sentences of a decision that the picture's panel holds."""


def scene_at(chronicle: Chronicle, seq: int, *, trimmed: bool = False) -> Scene:
    """The picture's scene after frame `seq`, with the decision that led there; see `scene_of` for `trimmed`."""
    from hexledger.replays.picture.board_scene import scene_of

    game = chronicle.game
    frame = chronicle.frame(seq)
    before = chronicle.state(frame.parent) if seq else None
    missing = chronicle.left_out
    return scene_of(
        game,
        chronicle.state(seq),
        frame=frame if seq else None,
        before=before,
        heading=f"{chronicle.title} · #{seq}" + (f" · {missing.brief}" if missing is not None else ""),
        decision=decision_lines(chronicle, seq) if seq else (),
        trimmed=trimmed,
    )


def decision_lines(chronicle: Chronicle, seq: int) -> list[str]:
    """A decision in words and what followed, short: of a combat the modifiers, the die, the result and the losses."""
    from hexledger.events.model import Reckoned, Resolved

    game, frame = chronicle.game, chronicle.frame(seq)
    combat = any(isinstance(event, Resolved) for event in frame.events)
    entry = entry_at(chronicle, seq, "narrative" if combat else "decisions")
    lines = [f"#{seq} {entry['actor'].capitalize()}: {entry['decision']}"]
    for event in frame.events if combat else ():
        if isinstance(event, Reckoned) and game.word_key(event.kind).endswith("drm"):
            parts = ", ".join(f"{game.word(label)} {value:+d}" for label, value, _ in event.lines if value)
            lines.append(f"{game.word(event.kind)} {event.total:+d}: {parts or 'none'}")
    lines += entry["outcome"]
    return lines if len(lines) <= PANEL_LINES else [*lines[:PANEL_LINES], f"... more: explain {seq}"]


def decided_texts(chronicle: Chronicle) -> dict[int, str]:
    """What was decided in each decision of the file, in the words of the record. Every line is gone through once."""
    from hexledger.events.frame import DECISION
    from hexledger.projections.decided import decided
    from hexledger.projections.walk import passages

    game, timeline = chronicle.game, chronicle.timeline
    found: dict[int, str] = {}
    for head in timeline.heads.values():
        for passage in passages(chronicle.frames(head)):
            frame = passage.frame
            if frame.kind == DECISION and frame.seq not in found:
                found[frame.seq] = decided(frame, game, game.decide_text, passage.state)
    for seq in range(len(timeline)):
        if timeline.kinds[seq] == DECISION and seq not in found:
            frame = chronicle.frame(seq)
            found[seq] = decided(frame, game, game.decide_text, chronicle.state(frame.parent))
    return found


def entry_at(chronicle: Chronicle, seq: int, level: str = "decisions") -> dict[str, Any]:
    """One decision as the record tells it: `seq actor decision outcome`."""
    from hexledger.events.frame import RULING
    from hexledger.projections.decided import decided
    from hexledger.projections.record import events_text
    from hexledger.projections.state import State

    frame, game = chronicle.frame(seq), chronicle.game
    before = chronicle.state(frame.parent) if seq else State()
    actor = game.side(frame.actor)
    if frame.kind == RULING:
        from hexledger.cli.going_back import who

        actor = who(game, frame.actor)
    words = decided(frame, game, game.decide_text, before)
    return {
        "seq": seq,
        "actor": actor,
        "decision": words,
        "outcome": events_text(frame, game, before, level, words=words),
    }


_CITED = re.compile(r" \[[A-Z]+[0-9]* [^\]]*\]")
"""A rule in brackets, which a decision that is told in one line goes without."""


def without_rules(line: str) -> str:
    """A sentence without the rule in brackets that it follows."""
    return _CITED.sub("", line)


def resolved_text(game: Any, event: Any) -> str:
    """A table's result in words."""
    from hexledger.projections.phrases import phrases
    from hexledger.projections.state import State
    from hexledger.projections.telling import Teller

    rule = game.rule(event.rule)
    return f"result: {Teller(game, phrases()).tell(event, State())}" + (f" [{rule}]" if rule else "")


def board_text(chronicle: Chronicle, seq: int, width: int = WIDTH) -> str:
    """The board for a terminal, in strips where it is wider than that."""
    from hexledger.replays.picture.cutout import strips
    from hexledger.replays.picture.textboard import render_text

    scene = scene_at(chronicle, seq, trimmed=True)
    return render_text(scene, width, strips(scene, width))


def write_pictures(
    chronicle: Chronicle,
    seq: int,
    svg: Path | None,
    png: Path | None,
    theme: str = "light",
    *,
    scale: float | None = None,
    cut: Callable[[Scene], tuple[str, ...]] | None = None,
    outline: bool = False,
) -> None:
    """The board as files. `outline`: texts of the SVG as outlines. `scale`: of the PNG, see `png.scale_to`; `cut`:
    scene -> labels of the hexes to show, which are then shown alone, without the panel."""
    from hexledger.replays.picture.outline import outlined
    from hexledger.replays.picture.raster import picture_png
    from hexledger.replays.picture.render import render_svg
    from hexledger.replays.picture.sheet import PictureOptions

    check_apart((svg, png))
    scene = scene_at(chronicle, seq)
    view = () if cut is None else cut(scene)
    options = PictureOptions(theme="dark" if theme == "dark" else "light", view=view, panel=cut is None)
    made: list[tuple[Path, bytes | str]] = []
    if svg is not None:
        drawn = render_svg(scene, options)
        made.append((svg, outlined(drawn) if outline else drawn))
    if png is not None:
        made.append((png, picture_png(scene, options, scale)))
    write_outputs(made)


def cut_of(
    game: Any, state: Any, crop: str | None, around: str | None, radius: int
) -> Callable[[Scene], tuple[str, ...]] | None:
    """What a picture is cut to: `crop` names two hexes, `around` a hex or a unit; None for the whole board. UsageError,
    UnknownName or BadDecision for what names no part of the board."""
    from hexledger.replays.picture.scene import between, near

    if crop is None:
        if around is None:
            return None
        centre = game.place(place_named(game, state, around))
        return lambda scene: near(scene, centre, radius)
    if around is not None:
        raise click.UsageError("--crop and --around exclude each other")
    corners = [text.strip() for text in crop.split(",")]
    if len(corners) != 2:
        raise click.UsageError(f"--crop takes two hexes, HEX,HEX, not {crop!r}")
    one, two = (game.place(place_named(game, state, text)) for text in corners)
    return lambda scene: between(scene, one, two)


def picture_told(chronicle: Chronicle, seq: int, svg: Path) -> str:
    """Draw the board in the middle of a sitting, which goes on whatever becomes of it; a line that says what did."""
    from hexledger.events.errors import DiskError

    try:
        write_pictures(chronicle, seq, svg, None)
    except (OutputRefused, DiskError) as error:
        return f"no picture: {error}"
    return f"board in {svg}"


def place_named(game: Any, state: Any, text: str) -> int:
    """The hex of a label or of a name on the map, or that a unit is in; UnknownName, or BadDecision for one in none."""
    from hexledger.engine.errors import AmbiguousName, BadDecision, UnknownName
    from hexledger.engine.naming.meant import find_unit
    from hexledger.projections.state import OFF_MAP

    try:
        place: int = game.find_place(text)
        return place
    except AmbiguousName as several:
        places: list[int] = [game.board.index[label] for label in several.near]
        if all(any(game.board.distance(one, other) == 1 for other in places) for one in places):
            return places[0]
        raise
    except UnknownName as no_hex:
        try:
            piece = find_unit(game, text, state, loose=True)
        except AmbiguousName:
            raise
        except UnknownName as no_unit:
            raise _nowhere(text, (*no_hex.near, *no_unit.near)) from None
    at: int = state.at.get(piece, OFF_MAP)
    if at == OFF_MAP or at >= game.board.n_hexes:
        raise BadDecision(f"{game.piece_name(piece)} is not on the map")
    return at


def _nowhere(text: str, near: Sequence[str]) -> Exception:
    """What is said of a word that is neither a hex nor a unit."""
    from hexledger.engine.errors import UnknownName

    return UnknownName("hex, place or unit", text, near)


# ---------------------------------------------------------------------- facts as text
def hex_text(data: dict[str, Any]) -> list[str]:
    """Lines about a hex, or a box (`replays.facts.hex_data`)."""
    name = f" {data['name']}" if data["name"] else ""
    label = data["hex"] + name if data["terrain"] else data["name"] or data["hex"].replace("_", " ")
    ground = [data["terrain"] or "box", *data["features"]]
    out = [f"{label}: {', '.join(kind.replace('_', ' ') for kind in ground)}"]
    if data["areas"]:
        out.append(f"  areas: {', '.join(data['areas'])}")
    if data["control"]:
        out.append(f"  control: {data['control'].capitalize()}")
    for side in data["sides"]:
        parts = [kind.replace("_", " ") for kind in side["kinds"]]
        parts += [f"({side['name']})"] if side["name"] else []
        parts += ["bridge"] if side["bridge"] else []
        parts += [side["state"]] if side["state"] else []
        parts += [link.replace("_", " ") for link in side["links"]]
        out.append(f"  {side['direction']:>2} to {side['to']}: {', '.join(parts).replace(', (', ' (')}")
    out += [f"  marker: {marker['marker']} {marker['text']}".rstrip() for marker in data["markers"]]
    for side, units in data["zoc_names"].items():
        if units:
            out.append(f"  in the ZOC of {side.capitalize()}: {', '.join(units)}")
    out += [f"  {brief_text(unit)}" for unit in data["units"]] or ["  no units"]
    return out


def brief_text(unit: dict[str, Any]) -> str:
    """A unit in a line."""
    small = [f"{word} {unit[key]}" for word, key in (("art", "artillery"), ("arm", "armor"), ("AT", "at")) if unit[key]]
    notes = [*small, *(["reduced"] if unit["reduced"] else []), *unit["flags"]]
    about = f" [{', '.join(notes)}]" if notes else ""
    return f"{unit['side'].capitalize()} {unit['name']} ({unit['unit']}) {unit['values']}{about}"


def unit_text(game: Game[Any], data: dict[str, Any], most: int = 0) -> list[str]:
    """Lines about a unit (`replays.facts.unit_data`); `most`: the last so many events only."""
    where = f"in {game.place_name(game.find_place(data['place']))}" if data["place"] else "not on the map"
    out = [brief_text(data), f"  {where}, {counted(data['steps'], 'step')}"]
    out.append(f"  front: {_values(data['front'])}")
    if data["back"] is not None:
        out.append(f"  back: {_values(data['back'])}")
    out += [f"  {label}: {words}" for label, words in data["facts"].items()]
    supply = data["supply"]
    if supply is not None:
        path = f": {' > '.join(supply['path'])}" if supply["path"] else ""
        cited = f" [{supply['rule']}]" if supply["rule"] else ""
        out += wrap(f"{supply['standing']}{cited}{path}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    past = data["history"][-most:] if most else data["history"]
    if past:
        out.append("  history:" if len(past) == len(data["history"]) else f"  history (last {len(past)}):")
    for event in past:
        cited = f" [{event['rule']}]" if event["rule"] else ""
        out.append(f"    {event['address']:>7}  {event['text']}{cited}")
    return out


def _values(printed: dict[str, Any]) -> str:
    return ", ".join(
        key.replace("_", " ") if value is True else f"{key.replace('_', ' ')} {value}" for key, value in printed.items()
    )


def tracks_text(rows: list[dict[str, Any]]) -> list[str]:
    """Lines about the tracks (`replays.facts.tracks_data`)."""
    from hexledger.replays.log.facts import track_cell

    out: list[str] = []
    for row in rows:
        if "cells" in row:
            marks = row.get("marks") or [""] * len(row["cells"])
            cells = (track_cell(c, c == row["current"], m) for c, m in zip(row["cells"], marks, strict=True))
            out.append(f"{row['name']}: {' '.join(cells)}")
        elif row["lines"] or row["units"]:
            out.append(f"{row['name']}:")
            out += [f"  {line}" for line in row["lines"]]
            if row["units"]:
                out += wrap(", ".join(row["names"]), WIDTH, initial_indent="  ", subsequent_indent="    ")
    return out


def asked_text(chronicle: Chronicle, seq: int | None = None) -> str:
    """What is asked after a frame, or the verdict, or how the game was ended there."""
    ended = ended_at(chronicle, chronicle.timeline.head if seq is None else seq)
    if ended is not None:
        return sentence(end_line(chronicle, ended))
    prompt = chronicle.offer(seq)
    if prompt is not None:
        return prompt_line(chronicle.game, prompt)
    return f"The game is over. {verdict_text(chronicle, seq)}"


def sentence(text: str) -> str:
    """A line that begins a sentence."""
    return text[:1].upper() + text[1:]


def verdict_text(chronicle: Chronicle, seq: int | None = None) -> str:
    """Who has won at what level, by which rule; empty while the game goes on."""
    from hexledger.events.model import Won

    at = chronicle.timeline.head if seq is None else seq
    state, game = chronicle.state(at), chronicle.game
    if not state.over:
        return ""
    rule = next((game.rule(event.rule) for event in chronicle.frame(at).events if isinstance(event, Won)), "")
    return game.verdict(state.winner, state.level) + (f" [{rule}]" if rule else "")
