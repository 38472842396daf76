"""`hexledger salvage`: the whole part of a damaged log as a log of its own."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import json_option, log_argument, print_json
from hexledger.cli.console import say
from hexledger.cli.outputs import NEW_FILE


@click.command()
@log_argument
@click.argument("new", type=NEW_FILE)
@json_option
def salvage(log: Path, new: Path, as_json: bool) -> None:
    """Write the whole part of the damaged LOG into NEW, which must not exist, with a paper beside it that says so.

    LOG stays as it is. NEW is its beginning byte for byte: it can be looked at, verified and played on, and whoever
    reads it is told where it ends and why (NEW.salvaged).
    """
    from hexledger.events.left_out import paper_path
    from hexledger.replays.log.salvage import salvage as saved

    paper = saved(log, new)
    if as_json:
        print_json({"log": str(new), "paper": str(paper_path(new)), "frames": paper.frames, "bytes": paper.offset})
        return
    say(f"frames 0 to {paper.frames - 1} of {log} in {new} ({paper.offset:,} of {paper.size:,} bytes)")
    say(f"what it is stands in {paper_path(new)}; `hexledger verify {new}` says it as well")
