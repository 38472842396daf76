"""Comments and bookmarks: a file beside the log, by the hash of the event they are about. The log never holds them.

`GAME.hxl.notes.json` is `{"log": log id, "notes": {name: {"mark": bool, "text": str}}}`. A name is the first 32 hex
digits of the leaf hash of the decision, and `.n` for its event n.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, TypeAlias

from hexledger.events.file_kinds import read_regular
from hexledger.replays.errors import ReplayError

Row: TypeAlias = dict[str, Any]

NAME: Final = re.compile(r"[0-9a-f]{32}(\.[1-9][0-9]{0,5})?\Z")
LONGEST: Final = 10_000
"""Characters of one comment."""
MOST: Final = 5_000
"""Notes on one game."""


def notes_path(log: Path) -> Path:
    """Where the notes on a log lie."""
    return log.with_name(log.name + ".notes.json")


def read_notes(log: Path) -> Row:
    """The notes on a log; empty when there are none. ReplayError when the file is not one of notes."""
    path = notes_path(log)
    if not path.exists():
        return {}
    try:
        data = json.loads(read_regular(path, 1 << 28))
        return check_notes(data["notes"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReplayError(f"{path.name} is no file of notes: {error}") from error


def write_notes(log: Path, log_id: str, notes: Row) -> None:
    """Put notes in place of those that lie beside the log, whole or not at all."""
    from hexledger.events.platform import replace_file

    text = json.dumps({"log": log_id, "notes": check_notes(notes)}, ensure_ascii=False, indent=1, sort_keys=True)
    replace_file(notes_path(log), text.encode("utf-8"))


def check_notes(notes: Any) -> Row:
    """Notes as they may be kept; ValueError says what is wrong with them."""
    if not isinstance(notes, dict):
        raise ValueError("notes are an object: name of an event -> note")
    if len(notes) > MOST:
        raise ValueError(f"more than {MOST} notes")
    for name, note in notes.items():
        if not isinstance(name, str) or not NAME.match(name):
            raise ValueError(f"{name!r} names no event")
        good = isinstance(note, dict) and set(note) == {"mark", "text"}
        if not good or not isinstance(note["mark"], bool) or not isinstance(note["text"], str):
            raise ValueError(f"the note on {name} is not of the form mark, text")
        if len(note["text"]) > LONGEST:
            raise ValueError(f"the comment on {name} is longer than {LONGEST} characters")
        if not note["text"].isascii():
            note["text"].encode("utf-8")  # a lone surrogate is no text
    return notes
