"""`hexledger fanout`: every outcome of one roll, beside what happened."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import edition_option, json_option, log_argument, open_read, print_json
from hexledger.cli.console import say
from hexledger.cli.inputs import INT
from hexledger.cli.outputs import OUTPUT, force_option, write_output


@click.command()
@log_argument
@click.argument("frame", type=INT)
@click.option("--roll", "vary", multiple=True, type=INT, metavar="K", help="Only roll K varies (1 is the first).")
@click.option("--html", "page", type=OUTPUT, metavar="FILE", help="Write it as a page.")
@force_option
@edition_option
@json_option
def fanout(
    log: Path, frame: int, vary: tuple[int, ...], page: Path | None, edition: Path | None, as_json: bool
) -> None:
    """Lay out all that the dice of decision FRAME could have brought, with exact chances, beside what happened.

    What would have followed at once is told: up to the next question of a player.
    """
    from hexledger.replays.whatif.fan_text import fan_data, fan_lines, fan_page
    from hexledger.replays.whatif.fanout import fan_of

    with open_read(log, edition) as chronicle:
        game = chronicle.game
        fan = fan_of(chronicle, frame, {number - 1 for number in vary} or None)
        if page is not None:
            write_output(page, fan_page(game, fan, chronicle.title).encode())
        if as_json:
            print_json(fan_data(game, fan))
            return
        if page is not None:
            say(f"the fan of #{frame} in {page}")
            return
        for line in fan_lines(game, fan):
            say(line)
