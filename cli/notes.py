"""`hexledger notes`: the comments and bookmarks beside a log, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import json_option, log_argument, open_read, print_json
from hexledger.cli.console import say

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@log_argument
@click.argument("address", required=False)
@click.option("--text", metavar="TEXT", help="Write this comment on ADDRESS.")
@click.option("--mark/--no-mark", default=None, help="Bookmark ADDRESS, or take the bookmark away.")
@click.option("--delete", is_flag=True, help="Take the note on ADDRESS away.")
@json_option
def notes(log: Path, address: str | None, text: str | None, mark: bool | None, delete: bool, as_json: bool) -> None:
    """The notes on LOG, or on ADDRESS (57, or 57.3 for its third event); with --text, --mark or --delete they change.

    Notes lie beside the log, in LOG.notes.json, as the desk writes them; the log itself never holds them.
    """
    from hexledger.projections.address import BadAddress, parse_address
    from hexledger.replays.viewer.notes import read_notes, write_notes

    changes = text is not None or mark is not None or delete
    if changes and address is None:
        raise click.UsageError("say on which decision: hexledger notes LOG 57 --text ...")
    if delete and (text is not None or mark is not None):
        raise click.UsageError("--delete takes the whole note away; --text and --mark change it")
    with open_read(log) as chronicle:
        found = read_notes(log)
        places = _places(chronicle)
        name = ""
        if address is not None:
            try:
                seq, event = parse_address(address)
            except BadAddress as error:
                raise click.UsageError(str(error)) from error
            name = _name(chronicle, seq, event)
        if changes:
            if delete:
                if found.pop(name, None) is None:
                    raise click.UsageError(f"there is no note on {address}")
            else:
                old = found.get(name, {"mark": False, "text": ""})
                found[name] = {
                    "mark": old["mark"] if mark is None else mark,
                    "text": old["text"] if text is None else text,
                }
            write_notes(log, chronicle.genesis.log_id, found)
        rows = [_row(key, note, places) for key, note in found.items() if not name or key == name]
    rows.sort(key=lambda row: (row["frame"] is None, row["frame"], row["event"]))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        star = "* " if row["mark"] else "  "
        say(f"{row['address']:>8} {star}{row['text']}")
    if not rows:
        say("no notes" if not name else f"no note on {address}")


def _places(chronicle: Chronicle) -> dict[str, int]:
    """Name of a decision's notes -> its frame."""
    return {_name(chronicle, seq): seq for seq in range(len(chronicle.timeline))}


def _name(chronicle: Chronicle, seq: int, event: int = 0) -> str:
    """What notes call a decision or one of its events; UsageError when there is no such event."""
    frame = chronicle.frame(chronicle.place(seq))
    if event > len(frame.events):
        raise click.UsageError(f"#{seq} has {len(frame.events)} events; there is no #{seq}.{event}")
    leaf = chronicle.ledger.leaf(seq).hex()[:32]
    return f"{leaf}.{event}" if event else leaf


def _row(name: str, note: dict[str, Any], places: dict[str, int]) -> dict[str, Any]:
    leaf, _, event = name.partition(".")
    seq = places.get(leaf)
    number = int(event or 0)
    where = "?" if seq is None else f"#{seq}.{number}" if number else f"#{seq}"
    return {"address": where, "frame": seq, "event": number, "mark": note["mark"], "text": note["text"]}
