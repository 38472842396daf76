"""`hexledger ask`: questions by name over many games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hexledger.cli.answers import print_csv, print_table
from hexledger.cli.common import json_option, print_json
from hexledger.cli.completing import complete_question
from hexledger.cli.console import say
from hexledger.cli.failures import CONTRADICTED
from hexledger.cli.inputs import MEMBER, NumberRange
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.cli.processes import workers_option
from hexledger.cli.stocking import stocked, warehouse_option
from hexledger.events.numbers import counted


@click.command()
@click.argument("name", required=False, shell_complete=complete_question)
@click.argument("logs", nargs=-1, type=MEMBER)
@warehouse_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a heading.")
@click.option("--parquet", type=OUTPUT, metavar="FILE", help="Write the answer as Parquet.")
@click.option("--svg", "picture", type=OUTPUT, metavar="FILE", help="Draw it (needs the extra hexledger[plots]).")
@click.option("--cite", is_flag=True, help="List the events behind the answer, each looked up in its log.")
@click.option("--row", type=NumberRange(1), metavar="N", help="With --cite: only those behind row N of the answer.")
@workers_option
@force_option
@json_option
def ask(
    name: str | None,
    logs: tuple[Path, ...],
    warehouse: Path | None,
    as_csv: bool,
    parquet: Path | None,
    picture: Path | None,
    cite: bool,
    row: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Ask the question NAME over many LOGS, or over a warehouse; without NAME the questions are listed.

    --cite verifies what an answer rests on: every event is found again in its log, by address and leaf hash.
    """
    from hexledger.replays.library.questions import QUESTIONS, answer, cited

    if name is None:
        if warehouse or as_csv or parquet or picture or cite or row is not None:
            raise click.UsageError("name a question; `hexledger ask` alone lists them")
        _list(as_json)
        return
    if name not in QUESTIONS:
        raise click.UsageError(f"no question {name!r}; questions are {', '.join(QUESTIONS)}")
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other")
    if row is not None and not cite:
        raise click.UsageError("--row N goes with --cite")
    if cite and not logs:
        raise click.UsageError("--cite looks events up in their logs: name them")
    if cite and picture is not None:
        raise click.UsageError("--svg draws an answer, not what it rests on")
    question = QUESTIONS[name]
    with stocked(logs, warehouse, question.events, workers) as house:
        if cite:
            try:
                columns, rows = cited(house, name, row)
            except IndexError:
                raise click.UsageError(f"the answer has no row {row}") from None
        else:
            columns, rows = answer(house, name)
    wrong = _look_up(columns, rows, logs) if cite else []
    if parquet is not None:
        write_output(parquet, _parquet(columns, rows))
    if picture is not None:
        from hexledger.replays.library.answer_plots import answer_plot

        write_output(picture, answer_plot(question, columns, rows))
    if as_json:
        found = [dict(zip(columns, one, strict=True)) for one in rows]
        print_json({"question": name, "rows": found, **({"wrong": wrong} if cite else {})})
    elif as_csv:
        print_csv(columns, rows)
    elif parquet is None and picture is None:
        print_table(columns, rows)
    _say(rows, parquet, picture, wrong, cite=cite, quiet=as_csv or as_json)
    if wrong:
        raise SystemExit(CONTRADICTED)


def _list(as_json: bool) -> None:
    from hexledger.replays.library.questions import QUESTIONS

    if as_json:
        print_json(
            [
                {"question": name, "about": one.about, "columns": [*one.by, *one.counted]}
                for name, one in QUESTIONS.items()
            ]
        )
        return
    for name, one in QUESTIONS.items():
        say(f"{name:9} {one.about}")


def _look_up(columns: Sequence[str], rows: Sequence[Sequence[Any]], logs: Sequence[Path]) -> list[dict[str, str]]:
    """Citations that their logs do not bear out."""
    from hexledger.replays.library.citing import Citation, look_up

    found = [dict(zip(columns, row, strict=True)) for row in rows]
    citations = [Citation(one["log"], one["address"], one["leaf"]) for one in found]
    return [{**one._asdict(), "why": why} for one, why in look_up(dict.fromkeys(citations), logs).wrong]


def _say(
    rows: Sequence[Any],
    parquet: Path | None,
    picture: Path | None,
    wrong: Sequence[dict[str, str]],
    *,
    cite: bool,
    quiet: bool,
) -> None:
    for one in wrong:
        say(f"not borne out: {one['log']} {one['address']}: {one['why']}", err=True)
    if quiet:
        return
    for target, what in ((parquet, "the answer"), (picture, "drawn")):
        if target is not None:
            say(f"{what} in {target}")
    if cite and not wrong:
        say(f"{counted(len(rows), 'event')}, each found in its log with this leaf hash")


def _parquet(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """An answer as a Parquet file."""
    from tempfile import TemporaryDirectory

    import duckdb
    import msgspec

    from hexledger.projections.warehouse_parts import path_of, quoted

    with TemporaryDirectory(prefix="hexledger-") as name, duckdb.connect(":memory:") as con:
        lines, target = Path(name) / "rows.ndjson", Path(name) / "rows.parquet"
        lines.write_bytes(b"".join(msgspec.json.encode(dict(zip(columns, row, strict=True))) + b"\n" for row in rows))
        kinds = {column: _kind([row[number] for row in rows]) for number, column in enumerate(columns)}
        types = ", ".join(f"{quoted(column)}: '{kind}'" for column, kind in kinds.items())
        con.execute("SET threads = 1")
        con.execute(
            f"COPY (FROM read_json({path_of(lines)}, format = 'newline_delimited', columns = {{{types}}})) "
            f"TO {path_of(target)} (FORMAT parquet, COMPRESSION zstd)"
        )
        return target.read_bytes()


def _kind(values: Sequence[Any]) -> str:
    """The type of a column: whole numbers, numbers, or text."""
    given = [value for value in values if value is not None]
    if given and all(isinstance(value, int) for value in given):
        return "BIGINT"
    return "DOUBLE" if given and all(isinstance(value, int | float) for value in given) else "VARCHAR"
