"""Comments and bookmarks: a file beside the log, by the hash of the event they are about. The log never holds them.

`GAME.hxl.notes.json` is `{"log": log id, "notes": {name: note}}`. A name is the first 32 hex digits of the leaf hash of
the decision, and `.n` for its event n. A note is `{"mark": bool, "text": str}` with what else is known of it:

by       who wrote it
to       whom it is for: `mine` (nobody else, the default), `all`, or a side
at       when it was written last, as the writer's clock had it: `2026-11-29 03:12`
chapter  the chapter of a guided review that it belongs to, `order` its place in it
draw     what it draws on the map: `["arrow", place ...]`, `["ring", place]`, places by their numbers
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, TypeAlias

from hexledger.events.file_kinds import read_regular
from hexledger.events.limits import printable
from hexledger.replays.errors import ReplayError

Row: TypeAlias = dict[str, Any]

NAME: Final = re.compile(r"[0-9a-f]{32}(\.[1-9][0-9]{0,5})?\Z")
LONGEST: Final = 10_000
"""Characters of one comment."""
MOST: Final = 5_000
"""Notes on one game."""


MINE: Final = "mine"
ALL: Final = "all"
_FIELDS: Final = {"mark", "text", "by", "to", "at", "chapter", "order", "draw"}
_NAMES: Final = {"by": 80, "to": 80, "at": 40, "chapter": 80}
"""Fields that are names, and the most characters of each."""
MOST_DRAWN: Final = 60
"""Arrows and rings of one note, and places of one arrow."""
LAST_PLACE: Final = 1 << 20
DRAWN: Final = {"arrow": 2, "ring": 1}
"""Kind of drawing -> the fewest places it has."""


def notes_path(log: Path) -> Path:
    """Where the notes on a log lie."""
    return log.with_name(log.name + ".notes.json")


def read_notes(log: Path, log_id: str = "") -> Row:
    """The notes on a log; empty when there are none. ReplayError when the file is not one of notes, or is about
    another log than `log_id`."""
    path = notes_path(log)
    return read_file(path, log_id) if path.exists() else {}


def read_file(path: Path, log_id: str = "") -> Row:
    """The notes of a file, one's own or somebody else's; ReplayError as for `read_notes`."""
    try:
        data = json.loads(read_regular(path, 1 << 28))
        if log_id and data["log"] != log_id:
            raise ReplayError(f"{path.name} holds notes on another game")
        return check_notes(data["notes"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReplayError(f"{path.name} is no file of notes: {error}") from error


def write_notes(log: Path, log_id: str, notes: Row) -> None:
    """Put notes in place of those that lie beside the log, whole or not at all."""
    from hexledger.events.platform import replace_file

    replace_file(notes_path(log), encoded(log_id, notes))


def encoded(log_id: str, notes: Row) -> bytes:
    """Notes as a file."""
    text = json.dumps({"log": log_id, "notes": check_notes(notes)}, ensure_ascii=False, indent=1, sort_keys=True)
    return text.encode("utf-8")


# ---------------------------------------------------------------------- whom notes are for
def audience(note: Row) -> str:
    """Whom a note is for: MINE, ALL or a side."""
    return str(note.get("to", MINE))


def shared(notes: Row, side: str = "") -> Row:
    """The notes that may be shown to others: those for all, and those for `side`."""
    return {name: note for name, note in notes.items() if audience(note) in {ALL, side} - {""}}


def kept(before: Row, sent: Row, seen: Row, to: str = MINE) -> Row:
    """The notes after a page that saw `seen` of `before` has sent `sent`: what it did not see stays, what it does not
    say (author, audience) stays as it was, and new notes are for `to`."""
    out = {name: note for name, note in before.items() if name not in seen}
    for name, note in sent.items():
        old = before.get(name, {})
        new = {} if to == MINE else {"to": to}
        kept_of_old = {key: old[key] for key in _FIELDS - {"mark", "text", "draw", "chapter", "order"} if key in old}
        out[name] = {**new, **kept_of_old, **note}
    return out


def changed(now: Row, sent: Row, seen: Row) -> Row:
    """The notes as they are now with what a page has changed since it saw `seen`: of two pages that write at once
    neither takes anything of the other away. Where both wrote on one event, both texts stay."""
    out = dict(now)
    for name in {**seen, **sent}:
        was, wants, there = seen.get(name), sent.get(name), now.get(name)
        if wants in (was, there):
            continue
        if wants is None:
            if there == was:
                out.pop(name, None)
        elif there == was or there is None:
            out[name] = wants
        else:
            texts = [there["text"], wants["text"]]
            text = "\n".join(dict.fromkeys(text for text in texts if text))
            out[name] = _together(there, wants, text)
    return out


def _together(one: Row, two: Row, text: str) -> Row:
    """A note of two, with this text: marked, drawn and kept from others as either is; the rest as the first says."""
    both = {"mark": one["mark"] or two["mark"], "text": text[:LONGEST]}
    return {**two, **one} | both | _drawn(one, two) | _for_both(one, two)


def _for_both(one: Row, two: Row) -> Row:
    """For whom a note is that holds the words of two: for nobody for whom one of them was not."""
    if "to" not in one and "to" not in two:
        return {}
    narrow = {audience(one), audience(two)} - {ALL}
    return {"to": MINE if len(narrow) > 1 else next(iter(narrow), ALL)}


def _drawn(one: Row, two: Row) -> Row:
    """What either of two notes draws, as a field; nothing when neither does."""
    every = [*one.get("draw", ()), *(row for row in two.get("draw", ()) if row not in one.get("draw", ()))]
    return {"draw": every[:MOST_DRAWN]} if every else {}


def merged(ours: Row, theirs: Row, who: str) -> tuple[Row, list[str]]:
    """Our notes with theirs taken in, and the names of those that both wrote otherwise: of these both texts are kept,
    theirs below ours and after `who` wrote it, and nothing is lost. Such a note is for those for whom both were."""
    out, both = dict(ours), []
    for name, note in theirs.items():
        mine = ours.get(name)
        if mine is None:
            out[name] = note if "by" in note else {**note, "by": who}
            continue
        text = mine["text"]
        added = f"{note.get('by', who)}: {note['text']}"
        if note["text"] and note["text"] != text and added not in text:
            text = f"{text}\n{added}" if text else note["text"]
            both.append(name)
        out[name] = _together(mine, note, text)
        if "by" not in mine:
            out[name].pop("by", None)
    return out, both


# ---------------------------------------------------------------------- what may be kept


def check_notes(notes: Any) -> Row:
    """Notes as they may be kept; ValueError says what is wrong with them."""
    if not isinstance(notes, dict):
        raise ValueError("notes are an object: name of an event -> note")
    if len(notes) > MOST:
        raise ValueError(f"more than {MOST} notes")
    for name, note in notes.items():
        if not isinstance(name, str) or not NAME.match(name):
            raise ValueError(f"{name!r} names no event")
        good = isinstance(note, dict) and {"mark", "text"} <= set(note) <= _FIELDS
        if not good or not isinstance(note["mark"], bool) or not isinstance(note["text"], str):
            raise ValueError(f"the note on {name} is not of the form mark, text")
        for field, longest in _NAMES.items():
            said = note.get(field, "-")
            if not isinstance(said, str) or not printable(said) or not 0 < len(said) <= longest:
                raise ValueError(f"the note on {name}: `{field}` is a name of at most {longest} characters")
        order = note.get("order", 0)
        if not isinstance(order, int) or isinstance(order, bool) or not 0 <= order <= MOST:
            raise ValueError(f"the note on {name}: `order` is a number from 0 to {MOST}")
        _check_drawing(name, note.get("draw", []))
        if len(note["text"]) > LONGEST:
            raise ValueError(f"the comment on {name} is longer than {LONGEST} characters")
        if not note["text"].isascii():
            note["text"].encode("utf-8")  # a lone surrogate is no text
    return notes


def _check_drawing(name: str, rows: Any) -> None:
    if not isinstance(rows, list) or len(rows) > MOST_DRAWN:
        raise ValueError(f"the note on {name}: `draw` is a list of at most {MOST_DRAWN} arrows and rings")
    for row in rows:
        good = isinstance(row, list) and 0 < len(row) <= MOST_DRAWN and isinstance(row[0], str) and row[0] in DRAWN
        places = row[1:] if good else []
        if (
            not good
            or len(places) < DRAWN[row[0]]
            or not all(
                isinstance(place, int) and not isinstance(place, bool) and 0 <= place < LAST_PLACE for place in places
            )
        ):
            raise ValueError(f"the note on {name}: a drawing is an arrow of two places or more, or a ring of one")
