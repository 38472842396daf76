"""`hexledger turns`: what each turn brought."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from hexledger.cli.combats import brought_text
from hexledger.cli.common import moment, open_read, print_json, reading, turn_meant
from hexledger.cli.console import say
from hexledger.events.numbers import counted
from hexledger.projections.names import capital

Row = dict[str, Any]
FEW = 8


@click.command()
@reading
@click.option("--turn", "wanted_turn", metavar="TURN", help="Only that turn, by number or name.")
def turns(
    log: Path, at: int | None, line: str | None, edition: Path | None, as_json: bool, wanted_turn: str | None
) -> None:
    """What each turn of LOG brought: ground, losses, decisive combats, tracks, supply, luck."""
    from hexledger.replays.story.turns import turn_rows

    with open_read(log, edition) as chronicle:
        seq = moment(chronicle, at, line)
        turn = turn_meant(chronicle, seq, wanted_turn)
        rows = turn_rows(chronicle.game, list(chronicle.frames(seq)))
    rows = [row for row in rows if turn is None or row["turn"] == turn]
    if as_json:
        print_json(rows)
        return
    for text in turn_lines(rows):
        say(text)


def turn_lines(rows: list[Row]) -> Iterator[str]:
    """The turns for a terminal."""
    for row in rows:
        yield f"{row['turn_name']} (turn {row['turn']}, #{row['first']} to #{row['last']})"
        lost = ", ".join(
            f"{one['side'].capitalize()} {one['steps']} ({counted(one['units'], 'unit', 'units')} gone)"
            for one in row["lost"]
        )
        yield f"  combats {row['combats']}; steps lost: {lost or 'none'}"
        for one in row["decisive"]:
            where = ", ".join(one["targets"]) or "-"
            result = "no die" if one["outcome"] == "no die" else brought_text(one)
            yield f"    #{one['frame']} {one['side'].capitalize()} at {where}: {result}; {one['outcome']}"
        by_side: dict[str, list[str]] = {}
        for hex_ in row["taken"]:
            by_side.setdefault(hex_["to"], []).append(hex_["place"])
        for side, places in by_side.items():
            yield f"  {counted(len(places), 'hex', 'hexes')} to {capital(side)}: {_some(places)}"
        for change in row["tracks"]:
            whose = f", {capital(change['side'])}" if change["side"] else ""
            yield f"  {change['track']}{whose}: {change['before']} to {change['after']}"
        for one in row["judged"]:
            yield f"  {one['side'].capitalize()} {one['status']}: {_some(one['units'])}"
        luck = ", ".join(f"{one['side'].capitalize()} {one['luck_text']}" for one in row["luck"])
        if luck:
            yield f"  luck: {luck}"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more
