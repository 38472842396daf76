"""`hexledger transcribe`: a game played elsewhere, typed in, as a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import edition_option, json_option, print_json
from hexledger.cli.console import say
from hexledger.cli.failures import OK, REFUSED
from hexledger.cli.inputs import TEXT, read_input
from hexledger.cli.outputs import NEW_FILE
from hexledger.cli.progress import progress
from hexledger.events.numbers import counted
from hexledger.events.texts import read_text

if TYPE_CHECKING:
    from hexledger.replays.log.transcribe import LineError


@click.command()
@click.argument("file", type=TEXT)
@click.option("--log", type=NEW_FILE, help="Log to begin or to go on with (default: FILE.hxl).")
@click.option("--game", "scenario", default="", metavar="GAME/SCENARIO", help="Where FILE has no line `@game`.")
@click.option("--check", is_flag=True, help="Only say what is wrong; write nothing.")
@edition_option
@json_option
@click.pass_context
def transcribe(
    ctx: click.Context, file: Path, log: Path | None, scenario: str, check: bool, edition: Path | None, as_json: bool
) -> None:
    """Make a log of the transcript FILE: one decision a line, dice after a colon.

    Decisions that the rules refuse are recorded and marked. All errors are listed at once, by line number, and then
    nothing is written. `export LOG --transcript FILE` writes this form; docs/transcripts.md tells all of it.
    """
    from hexledger.engine.catalogue import open_game, split_scenario
    from hexledger.replays.log.chronicle import Chronicle, new_genesis
    from hexledger.replays.log.transcribe import BadTranscript, read_header, transcribed

    target = log or file.with_suffix(".hxl")
    lines = read_text(file, read_input(file)).split("\n")
    header = read_header(lines)
    if target.exists():
        with Chronicle.read(target, edition) as chronicle:
            genesis = chronicle.genesis
    else:
        name = scenario or header.scenario
        if not name:
            raise click.UsageError(f"{file} names no game: begin it with `@game GAME/SCENARIO` or give --game")
        game = open_game(split_scenario(name)[0], edition)
        players = tuple((game.side_number(side), player, "") for side, player in header.players)
        genesis = new_genesis(
            name, dice="entered", players=players, options=header.options, edition=edition, as_played=True
        )
    try:
        with progress("playing the lines") as bar:
            done = transcribed(lines, target, genesis, edition, progress=bar, check=check)
    except BadTranscript as bad:
        _errors(bad.errors, file, as_json)
        ctx.exit(REFUSED)
    if as_json:
        wrote = None if check else str(target)
        print_json({"log": wrote, "decisions": done.decisions, "irregular": done.irregular, "errors": []})
    else:
        what = "can be transcribed" if check else f"in {target}"
        say(f"{done.decisions} decisions of {file} {what}, {done.irregular} irregular")
    ctx.exit(OK)


def _errors(errors: tuple[LineError, ...], file: Path, as_json: bool) -> None:
    if as_json:
        print_json({"log": None, "errors": errors})
        return
    for error in errors:
        say(f"{file}: {error}", err=True)
    say(f"{counted(len(errors), 'line')} of {file} cannot be transcribed; nothing was written", err=True)
