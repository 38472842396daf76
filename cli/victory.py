"""`hexledger victory`: what decides a game, where it stands, what is missing."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from hexledger.cli.common import moment, open_read, print_json, reading
from hexledger.cli.console import say_lines


@click.command()
@reading
def victory(log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool) -> None:
    """What decides the game of LOG, where each condition stands, and who would have won now."""
    from hexledger.cli.screen import victory_lines

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        game, state = chronicle.game, chronicle.state(seq)
        if as_json:
            shown = game.view().victory(game.position(state))
            rows = [
                {**msgspec.to_builtins(row), "side": game.side(row.side) if row.side else None}
                for row in shown.conditions
            ]
            print_json({"frame": seq, "when": shown.when, "conditions": rows, "if_now": shown.if_now})
        else:
            say_lines(victory_lines(game, state))
