"""`hexledger report`: a game, or a folder of games, in one page that prints on A4."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hexledger.cli.common import (
    at_option,
    edition_option,
    json_option,
    line_option,
    moment,
    open_read,
    print_json,
)
from hexledger.cli.console import say
from hexledger.cli.inputs import LOG_OR_FOLDER
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.cli.processes import workers_option
from hexledger.cli.progress import progress
from hexledger.cli.stocking import stocked, warehouse_option
from hexledger.events.numbers import counted


@click.command()
@click.argument("log", type=LOG_OR_FOLDER)
@at_option
@line_option
@edition_option
@click.option("--html", "page", type=OUTPUT, metavar="FILE", help="Write the report as one page (A4 when printed).")
@click.option("--no-verify", is_flag=True, help="Leave the audit out; the page says nothing of it.")
@click.option("--title", metavar="TEXT", help="Of a folder: the heading of the page (default: its name).")
@warehouse_option
@workers_option
@force_option
@json_option
def report(
    log: Path,
    at: int | None,
    line: str | None,
    edition: Path | None,
    page: Path | None,
    no_verify: bool,
    title: str | None,
    warehouse: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """The report of LOG: result and why, victory by cause, the combats that decided, luck, losses, supply, turn ends.

    Of a folder of logs (*.hxl) it is the season's report: players with their results and luck, the balance of
    scenarios, every game. --html writes it as one page without script that prints on A4; --json gives the same as data.
    """
    if page is None and not as_json:
        raise click.UsageError("--html FILE says where the report is written; --json prints it as data")
    if log.is_dir():
        if at is not None or line is not None or edition is not None:
            raise click.UsageError("--at, --line and --edition are about one game")
        _season(log, page, title, warehouse, workers, verify=not no_verify, as_json=as_json)
        return
    if title is not None or warehouse is not None:
        raise click.UsageError("--title and --warehouse are about a folder of games")
    _game(log, edition, at, line, page, verify=not no_verify, as_json=as_json)


def _game(
    log: Path, edition: Path | None, at: int | None, line: str | None, page: Path | None, *, verify: bool, as_json: bool
) -> None:
    from hexledger.replays.story.report import report_data

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        with progress("tracing lines") as bar:
            data = report_data(chronicle, seq, bar)
        if as_json:
            print_json(data)
        if page is not None:
            from hexledger.replays.story.report_html import report_html

            verdict = ""
            if verify:
                from hexledger.cli.desk import audited

                verdict = str(audited(log, edition, chronicle)["word"])
            text = report_html(chronicle, seq, verdict, data)
            write_output(page, text)
            if not as_json:
                say(f"report of {log} in {page} ({len(text.encode()) // 1024} KiB)")


def _season(
    folder: Path,
    page: Path | None,
    title: str | None,
    warehouse: Path | None,
    workers: int | None,
    *,
    verify: bool,
    as_json: bool,
) -> None:
    from hexledger.events.platform import real_path
    from hexledger.replays.story.season import called, files_by_log, season
    from hexledger.replays.story.season_html import season_html

    logs = sorted(folder.glob("*.hxl"))
    if not logs:
        raise click.UsageError(f"{folder}: no logs (*.hxl) there")
    with stocked(logs, warehouse, "", workers) as house:
        files = files_by_log(house, logs)
        data = season(house, called(house), {log: path.name for log, path in files.items()})
    if verify:
        for row in data["games"]:
            row["verdict"] = _verdict(files.get(row["log"]))
    if as_json:
        print_json(data)
    if page is not None:
        text = season_html(data, title or real_path(folder).name)
        write_output(page, text)
        if not as_json:
            games = counted(len(data["games"]), "game")
            say(f"report of {games} of {folder} in {page} ({len(text.encode()) // 1024} KiB)")


def _verdict(log: Path | None) -> str:
    """What the audit says of a game."""
    from hexledger.cli.desk import audited

    if log is None:
        return ""
    with open_read(log) as chronicle:
        found: dict[str, Any] = audited(log, None, chronicle)
    return str(found["word"])
