"""`hexledger desk` and `hexledger export --html`: past games in a browser, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import as_option, edition_option, open_read, side_number
from hexledger.cli.console import say
from hexledger.cli.inputs import MEMBER
from hexledger.cli.outputs import write_output
from hexledger.cli.progress import progress
from hexledger.cli.serving import listening, serve, serving_options
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


SHARED, EVERY, NONE = "shared", "every", "none"
"""Notes that a page carries."""


def write_page(
    log: Path,
    page: Path,
    edition: Path | None,
    as_side: str | None,
    *,
    verify: bool,
    notes: str = SHARED,
    workers: int = 1,
) -> None:
    """Write the review desk of a log as one HTML file. `notes`: SHARED (those for all, or for `as_side`), EVERY or
    NONE. `workers`: processes, see `shares.looked_at`."""
    from hexledger.replays.viewer.chances import read_swing
    from hexledger.replays.viewer.notes import read_notes, shared
    from hexledger.replays.viewer.page import html
    from hexledger.replays.viewer.shares import looked_at

    with open_read(log, edition) as chronicle:
        side = side_number(chronicle.game, as_side) or 0
        with progress("looking at every decision") as bar:
            builder, verdict = looked_at(chronicle, side, edition=edition, verify=verify, workers=workers, progress=bar)
        every = read_notes(log, chronicle.genesis.log_id)
        name = chronicle.game.side(builder.side) if builder.side else ""
        carried: dict[str, Any] = {NONE: {}, EVERY: every}.get(notes, shared(every, name))
        data = builder.data(verdict, carried)
        if not builder.side:
            data["swing"] = read_swing(log, chronicle.ledger.leaf(chronicle.timeline.head).hex())
        text = html(data)
        write_output(page, text)
        said = verdict["word"] if verdict is not None else "not verified"
        size = len(text.encode()) // 1024
        say(f"review desk of {log} in {page} ({size} KiB, {counted(len(chronicle.timeline), 'frame')}, {said})")
        if every:
            say(f"it carries {len(carried)} of {counted(len(every), 'note')}")


def audited(log: Path, edition: Path | None, chronicle: Chronicle) -> dict[str, Any]:
    """The audit's verdict on a log, as the desk shows it."""
    from hexledger.replays.viewer.verdict import judged

    with progress("deciding again") as bar:
        return judged(log, edition, chronicle.game, bar)


@click.command()
@click.argument("logs", nargs=-1, required=True, type=MEMBER)
@serving_options
@click.option("--token", metavar="TEXT", help="Secret for writing (default: a new one); see below.")
@click.option("--no-verify", is_flag=True, help="Do not audit the games; the page says so.")
@as_option
@edition_option
def desk(
    logs: tuple[Path, ...],
    host: str,
    port: int,
    names: tuple[str, ...],
    token: str | None,
    no_verify: bool,
    as_side: str | None,
    edition: Path | None,
) -> None:
    """Serve the review desk for LOGS: look at past games, follow games in progress, keep notes, open lines.

    It listens on this machine only unless --host says otherwise; then even looking needs the token. The address with
    the token is printed; whoever has it may write notes and open lines.
    """
    from secrets import token_urlsafe

    from hexledger.replays.viewer.server import application
    from hexledger.replays.viewer.shelf import Shelf

    if token is not None and (len(token) < 16 or not token.replace("-", "").replace("_", "").isalnum()):
        raise click.UsageError("--token: at least 16 letters, digits, - and _")
    secret = token or token_urlsafe(24)
    with listening(host, port, names) as found:
        shelf = Shelf(list(logs), edition=edition, as_side=as_side, verify=not no_verify)
        for name, reason in shelf.missing.items():
            say(f"{name} is not shown: {reason}", err=True)
        try:
            if not shelf.games:
                raise click.ClickException("none of these logs can be shown")
            only = "" if found.local else "; without the token nothing can be seen"
            games = counted(len(logs), "game", "games")
            say(f"review desk of {games} on {found.address('/', secret)}{only}; Ctrl-C ends it")
            serve(application(shelf, found.policy(secret)), found)
        finally:
            shelf.close()
