"""`hexledger pack`: one file about a contested moment, for a tournament director to file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hexledger.cli.common import edition_option, log_argument
from hexledger.cli.console import say
from hexledger.cli.failures import verdict_code
from hexledger.cli.inputs import CHECKPOINT, INT, read_input
from hexledger.cli.keyring import find_public, trust_option
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.projections.names import capital

if TYPE_CHECKING:
    from hexledger.replays.referee.pack import Statement


@click.command()
@log_argument
@click.option("--out", "-o", type=OUTPUT, required=True, metavar="FILE", help="The page to write (.html).")
@click.option("--at", type=INT, metavar="N", help="The contested decision (default: what the last claim is about).")
@click.option(
    "--statement",
    "statements",
    multiple=True,
    metavar="SIDE=FILE",
    help="What a side, or the referee, has written about it: a text file. Once for each.",
)
@click.option("--checkpoint", "checkpoints", type=CHECKPOINT, multiple=True, help="A checkpoint that is to count.")
@trust_option
@force_option
@edition_option
@click.pass_context
def pack(
    ctx: click.Context,
    log: Path,
    out: Path,
    at: int | None,
    statements: tuple[str, ...],
    checkpoints: tuple[Path, ...],
    trust: tuple[str, ...],
    edition: Path | None,
) -> None:
    """All that a tournament director files about LOG in one page: verdict, dice, the contested decision with its
    calculation, positions, what the sides say, undos, rulings, times.

    The same log makes the same page, whatever it is called; nothing beside it is read.
    """
    from hexledger.replays.referee.pack import build_pack
    from hexledger.replays.referee.pack_html import html

    said = [_statement(text) for text in statements]
    keys = [find_public(text) for text in trust]
    data = build_pack(log, at, edition=edition, statements=said, checkpoints=checkpoints, trusted=keys)
    write_output(out, html(data))
    say(f"pack in {out}: {data['verdict']['text']}")
    found = data.get("contested")
    if found:
        say(f"contested: #{found['frame']} ({found['chosen']}), {capital(found['by'])}: {found['decision']}")
    ctx.exit(verdict_code(data["verdict"]["word"]))


def _statement(text: str) -> Statement:
    from hexledger.cli.inputs import check_input
    from hexledger.events.texts import read_text
    from hexledger.replays.referee.pack import Statement

    side, gap, name = text.partition("=")
    if not gap or not side or not name:
        raise click.UsageError(f"--statement wants SIDE=FILE, not {text!r}")
    path = Path(name)
    # a secret, or a log, that is named by mistake would stand in a page that is sent about
    check_input(path)
    return Statement(side, read_text(path, read_input(path)))
