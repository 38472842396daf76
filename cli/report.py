"""`hexledger report`: a game in one page that prints on A4."""

from __future__ import annotations

from pathlib import Path

import click

from hexledger.cli.common import moment, open_read, print_json, reading
from hexledger.cli.console import say
from hexledger.cli.outputs import OUTPUT, force_option, write_output


@click.command()
@reading
@click.option("--html", "page", type=OUTPUT, metavar="FILE", help="Write the report as one page (A4 when printed).")
@click.option("--no-verify", is_flag=True, help="Leave the audit out; the page says nothing of it.")
@force_option
def report(
    log: Path,
    at: int | None,
    line: str | None,
    edition: Path | None,
    as_json: bool,
    page: Path | None,
    no_verify: bool,
) -> None:
    """The report of LOG: result and why, victory by cause, the combats that decided, luck, losses, supply, turn ends.

    --html writes it as one page without script that prints on A4; --json gives the same as data.
    """
    from hexledger.replays.story.report import report_data

    if page is None and not as_json:
        raise click.UsageError("--html FILE says where the report is written; --json prints it as data")
    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        if as_json:
            print_json(report_data(chronicle, seq))
        if page is not None:
            from hexledger.replays.story.report_html import report_html

            verdict = ""
            if not no_verify:
                from hexledger.cli.desk import audited

                verdict = str(audited(log, edition, chronicle)["word"])
            text = report_html(chronicle, seq, verdict)
            write_output(page, text)
            if not as_json:
                say(f"report of {log} in {page} ({len(text.encode()) // 1024} KiB)")
