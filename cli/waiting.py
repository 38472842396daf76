"""`hexledger waiting`: whose move it is."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import as_option, edition_option, json_option, log_argument, open_read, print_json
from hexledger.cli.console import say_lines
from hexledger.cli.whose import due_data, due_lines, own_sides


@click.command()
@log_argument
@as_option
@edition_option
@json_option
def waiting(log: Path, as_side: str | None, edition: Path | None, as_json: bool) -> None:
    """Whose move it is in LOG, what is to be done, and the command that does it; also requests that wait for a word and
    rolls that wait to be confirmed.

    --as SIDE (or `referee`) says which of it is yours; without it your keys, or the vaults beside the log, tell.
    """
    from hexledger.cli.mail import side_or_referee

    with open_read(log, edition) as chronicle:
        side = None if as_side is None else side_or_referee(chronicle.game, as_side)
        own = own_sides(chronicle, side)
        if as_json:
            print_json(due_data(chronicle, own))
        else:
            say_lines(due_lines(chronicle, own))
