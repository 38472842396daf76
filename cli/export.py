"""`hexledger export` and `hexledger import`: a log as NDJSON and back, exact."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import (
    as_option,
    edition_option,
    left_out,
    line_option,
    log_argument,
    moment,
    open_read,
    refuse_idle,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import EXPORT
from hexledger.cli.outputs import NEW_FILE, OUTPUT, check_apart, force_option, write_output
from hexledger.cli.processes import processes, workers_option
from hexledger.events.numbers import counted

if TYPE_CHECKING:
    from hexledger.events.frame import Frame


@click.command()
@log_argument
@click.option("--ndjson", "target", type=OUTPUT, metavar="FILE", help="Write every frame.")
@click.option(
    "--transcript",
    type=OUTPUT,
    metavar="FILE",
    help="Write one line of the game as it would be typed in.",
)
@click.option(
    "--html",
    "page",
    type=OUTPUT,
    metavar="FILE",
    help="Write the review desk: one page for a browser that needs nothing else.",
)
@as_option
@click.option("--no-verify", is_flag=True, help="--html: leave the audit out; the page says so.")
@click.option("--no-notes", is_flag=True, help="--html: no notes; without it those for all, or for the side of --as.")
@click.option("--all-notes", is_flag=True, help="--html: all notes, those for yourself only among them.")
@line_option
@click.option("--names", is_flag=True, help="Add a note with names to each line (ignored by import).")
@workers_option
@edition_option
@force_option
def export(
    log: Path,
    target: Path | None,
    transcript: Path | None,
    page: Path | None,
    as_side: str | None,
    no_verify: bool,
    no_notes: bool,
    all_notes: bool,
    line: str | None,
    names: bool,
    workers: int | None,
    edition: Path | None,
) -> None:
    """Write LOG in a form for other programs, or for people.

    --ndjson: every frame, undone ones included, one a line; `hexledger import` makes the same log of it again.
    For tables (pandas, polars, Arrow, spreadsheets) it is `hexledger query` that is wanted, with --csv or --warehouse.
    --transcript: the decisions of one line with their dice; `hexledger transcribe` plays them again.
    --html: all lines, to be looked through move by move; with --as SIDE, no more than that side knows.
    """
    check_apart((page, transcript, target))
    if page is None:
        refuse_idle("belongs to --html FILE", "--as", "--no-verify", "--no-notes", "--all-notes", "--workers")
    if transcript is None:
        refuse_idle("belongs to --transcript FILE", "--line")
    if target is None:
        refuse_idle("belongs to --ndjson FILE", "--names")
    if page is not None:
        from hexledger.cli.desk import EVERY, NONE, SHARED, write_page

        if no_notes and all_notes:
            raise click.UsageError("--no-notes and --all-notes exclude each other")
        notes = NONE if no_notes else EVERY if all_notes else SHARED
        write_page(log, page, edition, as_side, verify=not no_verify, notes=notes, workers=processes(workers))
    if transcript is not None:
        from hexledger.replays.log.transcript import write

        with open_read(log, edition) as chronicle:
            missing = f"# note: {left_out()}\n" if left_out() else ""
            told = missing + "".join(f"{one}\n" for one in write(chronicle, moment(chronicle, None, line)))
        write_output(transcript, told)
        say(f"transcript of {log} in {transcript}")
    if target is None:
        if transcript is None and page is None:
            raise click.UsageError("--ndjson FILE, --transcript FILE or --html FILE says what to write")
        return
    from hexledger.events.ndjson import export as lines
    from hexledger.events.ndjson import left_out_line

    with open_read(log, edition) as chronicle:
        game = chronicle.game

        def note(frame: Frame) -> dict[str, Any]:
            from hexledger.engine.kernel.decisions import Decision

            decision = chronicle.decision(frame.seq)
            text = game.codec.to_text(decision) if isinstance(decision, Decision) else ""
            return {"side": game.side(frame.actor), "decision": text}

        ledger = chronicle.ledger
        leaves = (ledger.leaf(seq) for seq in range(len(ledger)))
        rows = [*lines(ledger.payloads(), leaves, note if names else None)]
        if chronicle.left_out is not None:
            rows.append(left_out_line(chronicle.left_out))
        write_output(target, "".join(f"{text}\n" for text in rows))
        say(f"{counted(len(ledger), 'frame', 'frames')} of {log} in {target}; log id {chronicle.genesis.log_id}")


@click.command("import")
@click.argument("source", type=EXPORT)
@click.argument("log", type=NEW_FILE)
def import_(source: Path, log: Path) -> None:
    """Make a LOG from an exported SOURCE. The file LOG must not exist; every line is checked against its hash."""
    from hexledger.events.ledger import Ledger
    from hexledger.events.ndjson import import_ as payloads
    from hexledger.events.ndjson import left_out_of
    from hexledger.replays.log.timeline import Timeline

    found = []
    timeline = Timeline()
    lines = _lines(source)
    missing = left_out_of(lines)
    for payload in payloads(lines):
        timeline.add(payload)
        found.append(payload)
    if not found:
        raise click.UsageError(f"{source} holds no frames")
    _admitted(log, found)
    Ledger.create_with(log, found).close()
    say(f"{counted(len(found), 'frame', 'frames')} from {source} in {log}")
    if missing:
        say(f"note: the export was made of a log of which something is missing: {missing}")


def _admitted(log: Path, payloads: list[bytes]) -> None:
    """ReplayError for frames of format 2 that the validator refuses: what could not be appended is not imported."""
    from hexledger.events.frame import OLD, decode_frame
    from hexledger.replays.audit.audit import Walk
    from hexledger.replays.audit.verdict import Verdict
    from hexledger.replays.errors import ReplayError
    from hexledger.replays.log.genesis import read_genesis

    genesis = read_genesis(decode_frame(payloads[0], 0))
    if genesis.format == OLD:
        return
    found = Walk(Verdict(log.name), genesis, None).run(payloads, None).contradiction
    if found is not None:
        raise ReplayError(f"nothing is imported: {found}")


def _lines(source: Path) -> list[str]:
    """The lines of an export, in whatever encoding an editor has saved it. What is no text comes through as lone
    surrogates, which the reader of lines refuses by number."""
    from hexledger.events.file_kinds import read_regular
    from hexledger.events.texts import NotText, read_text

    data = read_regular(source)
    try:
        return read_text(source, data).split("\n")
    except NotText:
        return data.decode("utf-8", "surrogateescape").split("\n")
