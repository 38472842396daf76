"""`hexledger victory`: what decides a game, where it stands, what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from hexledger.cli.common import by_turn, moment, open_read, print_json, reading
from hexledger.cli.console import say_lines

Row = dict[str, Any]


@click.command()
@reading
@click.option("--by-cause", "causes", is_flag=True, help="What moved points and conditions, turn by turn.")
def victory(log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, causes: bool) -> None:
    """What decides the game of LOG, where each condition stands, and who would have won now; with --by-cause how it
    came to that."""
    from hexledger.cli.screen import victory_lines
    from hexledger.replays.log.told import end_data, end_line, ended_at

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        game, state, ended = chronicle.game, chronicle.state(seq), ended_at(chronicle, seq)
        if causes:
            from hexledger.replays.story.victory import by_cause

            data = by_cause(game, list(chronicle.frames(seq)))
            if as_json:
                print_json(data)
            else:
                say_lines(list(cause_lines(data)))
            return
        if as_json:
            shown = game.view().victory(game.position(state))
            rows = [
                {**msgspec.to_builtins(row), "side": game.side(row.side) if row.side else None}
                for row in shown.conditions
            ]
            levels = msgspec.to_builtins(shown.grades)
            data = {"frame": seq, "when": shown.when, "conditions": rows, "levels": levels}
            print_json(data | {"points": shown.points, "if_now": shown.if_now} | end_data(ended))
        else:
            say_lines(victory_lines(game, state))
            if ended is not None:
                say_lines([f"But {end_line(chronicle, ended)}."])


def cause_lines(data: Row) -> Iterator[str]:
    """Victory by cause for a terminal: changes by turn, then the sums."""
    changes = sorted((*data["changes"], *data["conditions"]), key=lambda row: row["frame"])
    if not changes:
        yield "nothing has moved what decides this game"
        return
    scored = {(row["frame"], row["cause"]) for row in data["changes"]}
    # where a count moved and no condition with it, or its points are told, the condition is not
    told = [
        row
        for row in changes
        if "wanted" not in row or (row["holds"] is not None and (row["frame"], row["wanted"]) not in scored)
    ]
    yield from by_turn(told, _told)
    if data["causes"]:
        yield "by cause"
    for row in data["causes"]:
        side = f"{row['side'].capitalize()}, " if row["side"] else ""
        yield f"  {row['points']:+4d}  {side}{row['cause']} [{row['rule']}]"


def _told(row: Row) -> Iterator[str]:
    if "wanted" in row:
        how = "holds" if row["holds"] else "holds no more"
        now = f" ({row['now']})" if row["now"] else ""
        yield f"  #{row['frame']:<5} {row['wanted']}: {how}{now} [{row['rule']}]"
    else:
        side = f"{row['side'].capitalize()}, " if row["side"] else ""
        yield f"  {row['address']:<6} {row['points']:+d} to {row['total']}: {side}{row['cause']} [{row['rule']}]"
