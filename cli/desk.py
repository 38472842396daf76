"""`hexledger desk` and `hexledger export --html`: past games in a browser, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import open_read, side_number
from hexledger.cli.progress import progress

if TYPE_CHECKING:
    from hexledger.replays.chronicle import Chronicle


def write_page(log: Path, page: Path, edition: Path | None, as_side: str | None, *, verify: bool) -> None:
    """Write the review desk of a log as one HTML file."""
    from hexledger.replays.viewer.builder import Builder
    from hexledger.replays.viewer.notes import read_notes
    from hexledger.replays.viewer.page import html

    with open_read(log, edition) as chronicle:
        builder = Builder(chronicle, side_number(chronicle.game, as_side) or 0)
        with progress("looking at every decision") as bar:
            builder.extend(bar)
        verdict = audited(log, edition, chronicle) if verify else None
        text = html(builder.data(verdict, read_notes(log)))
        page.write_text(text, encoding="utf-8", newline="\n")
        said = verdict["word"] if verdict is not None else "not verified"
        size = len(text.encode()) // 1024
        click.echo(f"review desk of {log} in {page} ({size} KiB, {len(chronicle.timeline)} frames, {said})")


def audited(log: Path, edition: Path | None, chronicle: Chronicle) -> dict[str, Any]:
    """The audit's verdict on a log, as the desk shows it."""
    from hexledger.replays.audit import audit
    from hexledger.replays.viewer.verdict import shown_verdict

    with progress("deciding again") as bar:
        return shown_verdict(audit(log, edition=edition, game=chronicle.game, progress=bar))
