"""`hexledger readjudicate`: the same decisions under another ruling, rules version or edition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from hexledger.cli.common import json_option, log_argument, open_read, print_json
from hexledger.cli.completing import complete_switch
from hexledger.cli.console import say_lines
from hexledger.cli.inputs import INT

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.replays.referee.readjudicate import Readjudicated

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@log_argument
@click.option(
    "--ruling",
    default="",
    metavar="SWITCH=READING",
    shell_complete=complete_switch,
    help="Another reading of a rule (`hexledger rulings`).",
)
@click.option("--with-rules", "version", default="", metavar="V", help="Another rules version.")
@click.option("--edition", type=FOLDER, help="Folder of another edition pack.")
@click.option("--from", "start", type=INT, default=0, metavar="N", help="From after frame N (default: the beginning).")
@click.option("--most", type=INT, default=20, show_default=True, help="Most changes to list of each kind.")
@json_option
def readjudicate(
    log: Path, ruling: str, version: str, edition: Path | None, start: int, most: int, as_json: bool
) -> None:
    """Replay LOG's decisions with the same dice under another ruling; show the first change and what came of it.

    The log is not touched.
    """
    from hexledger.engine.catalogue import open_pinned
    from hexledger.replays.referee.readjudicate import readjudicate as replayed

    with open_read(log) as chronicle:
        game: Game[Any] | None = None
        if edition is not None or version:
            pinned = chronicle.genesis
            game = open_pinned(pinned.game, pinned.edition_fingerprint, edition)
            if version and game.rules_version != version:
                raise click.UsageError(
                    f"rules version {version} of {game.title} is not installed; this is version {game.rules_version}"
                )
        found = replayed(chronicle, game=game, setting=ruling, start=start)
        told = report(found, game or chronicle.game, most)
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    say_lines(told)


def report(found: Readjudicated, game: Game[Any], most: int) -> list[str]:
    """A readjudication as lines of text."""
    from hexledger.replays.referee.readjudicate import changes_by_kind

    if found.first is None:
        return [f"nothing changes: every decision down to #{found.last} has the same consequences"]
    first = found.first
    event = f", event {first.event + 1}" if first.event >= 0 else ""
    rule = f" ({first.rule})" if first.rule else ""
    out = [f"first change: #{first.frame}{event}{rule}"]
    if found.was or found.would:
        out += [f"  was:      {line}" for line in found.was or ("nothing",)]
        out += [f"  would be: {line}" for line in found.would or ("nothing",)]
    elif first.event >= 0:
        out[0] += ": the same in words, but not in the same order"
    else:
        out[0] += f": {first.where}: was {first.found}, would be {first.expected}"
    out.append(f"decisions with other consequences: {len(found.changed)}")
    if found.stopped:
        out.append(f"the replay ends: {found.stopped}")
    if found.luck:
        dice = ", ".join(f"#{die.frame} {game.word(die.purpose)} {die.number}" for die in found.luck[:most])
        out.append(f"new luck, for {len(found.luck)} dice that never fell: {dice}")
    out.append(f"after #{found.last}, as played / as it would be:")
    for name, rows in changes_by_kind(found.changes):
        out.append(f"  {name}:")
        out += [f"    {row}" for row in rows[:most]]
        if len(rows) > most:
            out.append(f"    ... and {len(rows) - most} more")
    if not found.changes:
        out.append("  no difference")
    was, would = found.result
    if was or would:
        out.append(f"result: was {was or 'none yet'}, would be {would or 'none yet'}")
    return out
