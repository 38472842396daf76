"""`hexledger notes`: the comments and bookmarks beside a log, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexledger.cli.common import json_option, log_argument, now, open_read, print_json
from hexledger.cli.completing import complete_audience
from hexledger.cli.console import say
from hexledger.cli.inputs import TEXT
from hexledger.cli.outputs import OUTPUT, force_option, write_output
from hexledger.events.numbers import counted
from hexledger.projections.names import capital

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle


@click.command()
@log_argument
@click.argument("address", required=False)
@click.option("--text", metavar="TEXT", help="Write this comment on ADDRESS.")
@click.option("--mark/--no-mark", default=None, help="Bookmark ADDRESS, or take the bookmark away.")
@click.option("--delete", is_flag=True, help="Take the note on ADDRESS away.")
@click.option("--by", metavar="NAME", help="Who writes it.")
@click.option("--chapter", metavar="NAME", help="The chapter of a guided review that it belongs to; `-` takes it out.")
@click.option("--search", metavar="WORDS", help="Only notes that hold all these words.")
@click.option(
    "--for",
    "to",
    metavar="WHOM",
    shell_complete=complete_audience,
    help="Whom it is for: `mine` (nobody else, the default), `all`, or a side.",
)
@click.option("--take", type=TEXT, metavar="FILE", help="Take in somebody else's notes; where both wrote, both stay.")
@click.option("--give", type=OUTPUT, metavar="FILE", help="Write the notes for all, and for --for SIDE, to FILE.")
@force_option
@json_option
def notes(
    log: Path,
    address: str | None,
    text: str | None,
    mark: bool | None,
    delete: bool,
    by: str | None,
    chapter: str | None,
    search: str | None,
    to: str | None,
    take: Path | None,
    give: Path | None,
    as_json: bool,
) -> None:
    """The notes on LOG, or on ADDRESS (57, or 57.3 for its third event); with --text, --mark or --delete they change.

    Notes lie beside the log, in LOG.notes.json, as the desk writes them; the log itself never holds them, and `send`
    sends none. Each has an author and an audience: a page made for others carries those for all and for its side.
    """
    from hexledger.projections.address import BadAddress, parse_address
    from hexledger.projections.record import when
    from hexledger.replays.viewer.notes import ALL, MINE, encoded, merged, read_file, read_notes, shared, write_notes

    if (take is not None or give is not None) and (address is not None or (take is not None and give is not None)):
        raise click.UsageError("--take and --give are about all notes, one at a time")
    changes = text is not None or mark is not None or delete or by is not None or chapter is not None
    changes = changes or (to is not None and give is None)
    if changes and address is None:
        raise click.UsageError("say on which decision: hexledger notes LOG 57 --text ...")
    if delete and (text is not None or mark is not None):
        raise click.UsageError("--delete takes the whole note away; --text and --mark change it")
    if text is not None and not text.strip():
        raise click.UsageError("an empty comment says nothing; --mark sets a bookmark, --delete takes the note away")
    with open_read(log) as chronicle:
        log_id, game = chronicle.genesis.log_id, chronicle.game
        found = read_notes(log, log_id)
        if to is not None and to not in (MINE, ALL):
            to = game.side(game.side_number(to))
        if give is not None:
            given = shared(found, to or "")
            write_output(give, encoded(log_id, given))
            say(f"{len(given)} of {counted(len(found), 'note', 'notes')} in {give}")
            return
        if take is not None:
            found, both = merged(found, read_file(take, log_id), take.stem)
            write_notes(log, log_id, found)
            say(f"{counted(len(found), 'note', 'notes')}; {len(both)} on which both had written, both texts are kept")
            return
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
                said = {"mark": mark, "text": text, "by": by, "to": to, "chapter": chapter, "at": when(now())}
                old = found.get(name, {"mark": False, "text": ""})
                _refuse_to_lose(old, address, text, by)
                if name not in found and text is None and mark is None and chapter is None:
                    raise click.UsageError(f"there is no note on {address} yet; --text writes one, --mark a bookmark")
                found[name] = old | {key: value for key, value in said.items() if value is not None}
                if chapter == "-":
                    del found[name]["chapter"]
            _write(log, log_id, found)
        rows = [_row(key, note, places) for key, note in found.items() if not name or key == name]
    wanted = (search or "").lower().split()
    rows = [row for row in rows if all(word in _searched(row) for word in wanted)]
    rows.sort(key=lambda row: (row["frame"] is None, row["frame"], row["event"]))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        star = "* " if row["mark"] else "  "
        by_whom = f" ({row['by']})" if row["by"] else ""
        whom = "" if row["to"] == MINE else f" [for {row['to'] if row['to'] == ALL else capital(row['to'])}]"
        part = f" [{row['chapter']}]" if row["chapter"] else ""
        say(f"{row['address']:>8} {star}{row['text']}{by_whom}{whom}{part}")
    if not rows:
        say("no notes" if not name else f"no note on {address}")


def _refuse_to_lose(old: dict[str, Any], address: str | None, text: str | None, by: str | None) -> None:
    """UsageError where a comment would take the place of what somebody else has written."""
    writer = old.get("by") or ""
    if text is not None and old["text"] and by is not None and writer not in ("", by):
        raise click.UsageError(
            f"{writer} has written on {address} already; --by {writer} changes that note, --delete takes it away, and "
            "--take puts two notes of two files together"
        )


def _write(log: Path, log_id: str, notes: dict[str, Any]) -> None:
    """Notes kept; UsageError for one that cannot be."""
    from hexledger.replays.viewer.notes import write_notes

    try:
        write_notes(log, log_id, notes)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _places(chronicle: Chronicle) -> dict[str, int]:
    """Name of a decision's notes -> its frame."""
    timeline = chronicle.timeline
    return {_name(chronicle, seq): seq for seq in range(len(timeline)) if timeline.is_place(seq)}


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
    said = {"mark": note["mark"], "text": note["text"], "by": note.get("by", ""), "to": note.get("to", "mine")}
    more = {"at": note.get("at", ""), "chapter": note.get("chapter", ""), "order": note.get("order", 0)}
    return {"address": where, "frame": seq, "event": number} | said | more | {"draw": note.get("draw", [])}


def _searched(row: dict[str, Any]) -> str:
    return " ".join((row["address"], row["text"], row["by"], row["to"], row["chapter"])).lower()
