"""`hexledger show`: the position at any moment of any line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hexledger.cli.common import (
    as_option,
    heading,
    moment,
    open_read,
    print_json,
    prompt_data,
    reading,
    refuse_idle,
    side_number,
)
from hexledger.cli.completing import complete_hex, complete_unit
from hexledger.cli.inputs import NumberRange
from hexledger.cli.outputs import OUTPUT, force_option
from hexledger.events.showing import one_line

_APART = "does not go with --around, which shows a part of the board"
_PICTURE = "is about a picture: --svg FILE or --png FILE"


@click.command()
@reading
@as_option
@click.option("--hex", "hex_name", metavar="HEX", shell_complete=complete_hex, help="One hex: terrain, units, ZOC.")
@click.option("--unit", metavar="UNIT", shell_complete=complete_unit, help="One unit: values, flags, LOC, its history.")
@click.option("--tracks", is_flag=True, help="Turn record, points, pools.")
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Write the board as SVG.")
@click.option("--png", type=OUTPUT, metavar="FILE", help="Write the board as PNG.")
@click.option("--scale", type=click.FloatRange(0.02, 4), help="Size of the PNG against its SVG (default: within 1600).")
@click.option("--crop", metavar="HEX,HEX", help="Of a picture the part between two hexes, opposite corners of it.")
@click.option("--radius", type=NumberRange(1, 99), default=6, show_default=True, help="Hexes around, in a picture.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", help="Colours of the picture.")
@click.option("--outline", is_flag=True, help="SVG: letters as outlines, for programs that load no fonts from it.")
@click.option("--width", type=NumberRange(40), help="Columns of the text (default: the terminal's, else 118).")
@click.option("--height", type=NumberRange(5), help="Lines of a cut-out.")
@click.option(
    "--around", metavar="HEX|PLACE|UNIT", help="The board around a hex, a place or a unit, as text or in a picture."
)
@click.option("--colour/--no-colour", default=None, help="Colours in a cut-out (default: at a terminal).")
@click.option("--pager/--no-pager", default=None, help="Long text in pages (default: at a terminal).")
@force_option
def show(
    log: Path,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    as_side: str | None,
    hex_name: str | None,
    unit: str | None,
    tracks: bool,
    svg: Path | None,
    png: Path | None,
    scale: float | None,
    crop: str | None,
    radius: int,
    theme: str,
    outline: bool,
    width: int | None,
    height: int | None,
    around: str | None,
    colour: bool | None,
    pager: bool | None,
) -> None:
    """Show the position of LOG: the board as text, a part of it, one hex, one unit, the tracks, or a picture file."""
    import sys

    from hexledger.cli import looks
    from hexledger.cli.screen import Screen, cut_lines, print_cut

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        game, state = chronicle.game, chronicle.state(seq)
        side = side_number(game, as_side)
        screen = Screen(live=sys.stdout.isatty())
        width = width or screen.width
        pictured = svg is not None or png is not None
        if not pictured:
            refuse_idle(_PICTURE, "--crop", "--scale", "--radius", "--theme", "--outline")
        elif svg is None:
            refuse_idle("is about --svg FILE", "--outline")
        if pictured or around is None:
            refuse_idle("is about a cut-out as text: --around", "--height", "--colour")
        if around is not None and not pictured:
            refuse_idle(_APART, "--json", "--hex", "--unit", "--tracks")
            place = looks.place_named(game, state, around)
            coloured = screen.live if colour is None else colour
            lines = cut_lines(chronicle, seq, place, [place], width, height or screen.map_lines, colour=coloured)
            print_cut(lines or [f"{game.place_name(place)} is not among the hexes in play"])
            return
        data: dict[str, Any] = {"frame": seq}
        text: list[str] = []
        if pictured:
            cut = looks.cut_of(game, state, crop, around, radius)
            looks.write_pictures(chronicle, seq, svg, png, theme, scale=scale, cut=cut, outline=outline)
            data["files"] = [str(path) for path in (svg, png) if path is not None]
            text += [f"board at #{seq} in {path}" for path in (svg, png) if path is not None]
        if hex_name or unit or tracks:
            from hexledger.engine.naming.meant import find_unit
            from hexledger.replays.log import facts

            if hex_name:
                data["hex"] = facts.hex_data(game, state, game.find_place(hex_name))
                text += looks.hex_text(data["hex"])
            if unit:
                piece = find_unit(game, unit, state, loose=True)
                data["unit"] = facts.unit_data(game, state, piece, chronicle.frames(seq))
                text += looks.unit_text(game, data["unit"])
            if tracks:
                data["tracks"] = facts.tracks_data(game, state)
                text += looks.tracks_text(data["tracks"])
        elif not pictured:
            if as_json:
                data |= position_data(chronicle, seq)
            else:
                prompt = chronicle.offer(seq)
                text += [heading(chronicle, seq), "", *looks.board_text(chronicle, seq, width).split("\n")]
                text.append(looks.asked_text(chronicle, seq))
                if side is not None and prompt is not None and prompt.side != side:
                    text.append(f"({game.side(side).capitalize()} waits.)")
    if as_json:
        print_json(data)
    else:
        Screen(live=screen.live if pager is None else pager).paged("\n".join(map(one_line, text)))


def position_data(chronicle: Any, seq: int) -> dict[str, Any]:
    """A whole position as plain data: turn, phase, prompt, units by hex, tracks."""
    from hexledger.cli.whose import result_data
    from hexledger.replays.log import facts
    from hexledger.replays.log.told import end_data, ended_at

    game, state = chronicle.game, chronicle.state(seq)
    view = game.view()
    ended = ended_at(chronicle, seq)
    prompt = chronicle.offer(seq) if ended is None else None
    end = {} if ended is None else result_data(chronicle) | end_data(ended)
    return {
        "game": game.id,
        "scenario": chronicle.genesis.scenario,
        "edition_kind": chronicle.edition_kind,
        "turn": game.turn(state.turn),
        "phase": game.word(state.phase) if state.phase else None,
        "phase_side": game.side(state.phase_side) if state.phase_side else None,
        "digest": chronicle.frame(seq).digest.hex(),
        "lines": chronicle.timeline.names_at(seq),
        "prompt": prompt_data(game, prompt) if prompt is not None else None,
        "over": state.over,
        "winner": game.side(state.winner) if state.over else None,
        "level": game.word(state.level) if state.over else None,
        "units": [facts.unit_brief(game, view, state, piece) for piece in sorted(state.at)],
        "tracks": facts.tracks_data(game, state),
    } | end
