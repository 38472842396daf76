"""`hexledger compare`: two moments, or two lines, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import edition_option, json_option, log_argument, print_json
from hexledger.cli.completing import complete_line
from hexledger.cli.console import say
from hexledger.events.numbers import whole_number

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


def _moment(chronicle: Chronicle, text: str) -> int:
    """`57`, `#57` or the name of a line."""
    number = text.removeprefix("#")
    found = whole_number(number)
    if found is not None:
        return chronicle.place(found)
    if text in chronicle.timeline.heads:
        return chronicle.timeline.heads[text]
    known = ", ".join(chronicle.timeline.heads)
    raise click.UsageError(f"{text!r} is neither a frame nor a line; lines are {known}")


@click.command()
@log_argument
@click.argument("left", shell_complete=complete_line)
@click.argument("right", shell_complete=complete_line)
@click.option("--phases", is_flag=True, help="Phase by phase after the fork, dice included.")
@edition_option
@json_option
def compare(log: Path, left: str, right: str, phases: bool, edition: Path | None, as_json: bool) -> None:
    """Compare LEFT and RIGHT, each a frame number or the name of a line."""
    from hexledger.cli.common import open_read
    from hexledger.replays.log.compare import compare_lines, compare_positions

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        a, b = _moment(chronicle, left), _moment(chronicle, right)
        if not phases:
            changes = compare_positions(chronicle, a, b)
            if as_json:
                print_json({"left": a, "right": b, "fork": chronicle.timeline.fork(a, b), "changes": changes})
                return
            say(f"#{a} against #{b}; they fork at #{chronicle.timeline.fork(a, b)}")
            _print(changes)
            return
        found = compare_lines(chronicle, a, b)
        rows: list[dict[str, Any]] = [
            {
                "turn": game.turn(row.turn),
                "phase": game.word(row.phase) if row.phase else "set-up",
                "left": row.left,
                "right": row.right,
                "left_dice": [{"for": game.word(purpose), "value": value} for purpose, value in row.left_dice],
                "right_dice": [{"for": game.word(purpose), "value": value} for purpose, value in row.right_dice],
                "left_draws": [_draw(game, draw) for draw in row.left_draws],
                "right_draws": [_draw(game, draw) for draw in row.right_draws],
                "changes": row.changes,
            }
            for row in found.rows
        ]
        if as_json:
            print_json({"left": a, "right": b, "fork": found.fork, "phases": rows, "final": found.final})
            return
        say(f"#{a} against #{b}; they fork at #{found.fork}")
        for row in rows:
            say(f"{row['turn']}, {row['phase']}: {_reached(row['left'])} | {_reached(row['right'])}")
            dice = [" ".join(str(die["value"]) for die in row[key]) or "-" for key in ("left_dice", "right_dice")]
            if dice != ["-", "-"]:
                say(f"  dice {dice[0]} | {dice[1]}")
            draws = [", ".join(draw["drawn"] for draw in row[key]) or "-" for key in ("left_draws", "right_draws")]
            if draws != ["-", "-"]:
                say(f"  drawn {draws[0]} | {draws[1]}")
            if row["left"] is not None and row["right"] is not None:
                _print(row["changes"])


def _reached(seq: int | None) -> str:
    return "not played" if seq is None else f"#{seq}"


def _draw(game: Any, draw: tuple[int, int]) -> dict[str, str]:
    return {"from": game.word(draw[0]), "drawn": game.value(*draw)}


def _print(changes: list[dict[str, Any]]) -> None:
    if not changes:
        say("  no difference")
    for change in changes:
        say("  " + (change.get("text") or ", ".join(f"{key} {value}" for key, value in change.items())))
