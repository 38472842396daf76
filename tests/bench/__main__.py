"""`python -m tests.bench`: the table of bars, printed and never asserted.

Peers are other libraries in the same process; ratios travel between machines, absolute figures do not.
"""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path

import click
import msgspec

from tests.bench.material import LARGE, SCENARIO, players
from tests.bench.measure import Plan, Row, apart

BARS = (
    "replay",
    "audit",
    "append",
    "verify",
    "seek",
    "branch",
    "size",
    "start",
    "map",
    "picture",
    "desk",
    "export",
    "table",
    "monster",
    "warehouse",
)
"""Modules of this folder without their `bar_`."""

SHORT = {
    **{"rounds": 3, "large": 80, "long": 1_000, "near": 500, "appends": 40},
    **{"seeks": 200, "games": 2, "campaign": 300, "exported": 300, "monster": 600, "asked": 60, "season": 96},
}


@click.command()
@click.option("--short", is_flag=True, help="Few rounds and small logs: does it run, and roughly where do we stand?")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the rows as JSON.")
@click.option("--only", multiple=True, type=click.Choice(BARS), help="Measure only this bar (may be repeated).")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where logs are written [temporary].")
def bench(short: bool, json_file: Path | None, only: tuple[str, ...], folder: Path | None) -> None:
    """Measure Hexledger against its bars."""
    plan = Plan(folder or Path(tempfile.gettempdir()))
    if short:
        plan = replace(plan, **SHORT)
    click.echo(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    click.echo(
        f"{plan.rounds} rounds, sides in turn, median (least .. greatest). Large real game: {LARGE}, the greedy bot "
        f"against itself, {f'its first {plan.large} decisions' if plan.large else 'to its verdict'}. Small ones: "
        f"{SCENARIO} by {players()}; logs of up to {plan.long} decisions are such games one after another on one line."
    )
    click.echo(HEADING)
    found: list[Row] = []
    failed = False
    for name in BARS:
        if only and name not in only:
            continue
        rows: Callable[[Plan], Iterator[Row]] = import_module(f"tests.bench.bar_{name}").rows
        apart()
        try:
            for row in rows(plan):
                found.append(row)
                click.echo(line(row))
        except Exception:
            failed = True
            click.echo(f"{name}: could not be measured\n{traceback.format_exc()}")
    if json_file is not None:
        data = [{**asdict(row), "met": row.met} for row in found]
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2))
    missed = [row.what for row in found if not row.met]
    click.echo(
        f"{len(found) - len(missed)} of {len(found)} bars met" + "".join(f"\n  missed: {what}" for what in missed)
    )
    sys.exit(1 if failed else 0)


HEADING = f"{'bar':44} {'ours':>18} {'peer':>18} {'ratio':>22}  bar"


def line(row: Row) -> str:
    """A row of the table, its note under it."""
    sign = ">=" if row.at_least else "<="
    digits = 3 if row.ratio < 0.995 else 2
    ratio = f"{row.ratio:.{digits}f}{row.unit} ({row.low:.{digits}f} .. {row.high:.{digits}f})"
    aim = f", aim {row.aim:g}" if row.aim else ""
    note = f"\n    {row.note}" if row.note else ""
    verdict = f"{sign} {row.bar:g}{row.unit}{aim}: {'met' if row.met else 'MISSED'}"
    return f"{row.what:44} {row.ours:>18} {row.theirs:>18} {ratio:>22}  {verdict}{note}"


if __name__ == "__main__":
    bench()
