"""The turn record as prose: markdown, plain text, or one JSON object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hexledger.events.showing import json_visible, one_line
from hexledger.projections.combat_record import COMBAT
from hexledger.projections.lines import STANDS, UNDONE
from hexledger.projections.names import capital
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.record import Entry, cited

_SPECIAL = re.compile(r"[\\`*~<&]|\](?=[(:\[])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
"""What markdown would read as markup in the middle of a line; plain brackets and `3_br_8` are left as they are."""


_DECIDED = ("decision", COMBAT)
"""Kinds of entry that a side decided, in a turn and a phase."""


def to_markdown(entries: Sequence[Entry], heading: Entry | None = None, table: Phrases | None = None) -> str:
    """Markdown: a heading a turn and phase, a list item a decision; in a record of everything its events below it."""
    table = table or phrases()
    out: list[str] = []
    if heading is not None:
        out += [f"# {escape(_title(heading, table))}", "", escape(_subtitle(heading, table)), ""]
        out += [escape(heading["times"]), ""] if heading.get("times") else []
    for part in _parts(entries, table):
        if isinstance(part, tuple):
            depth, title = part
            out += ([""] if out and out[-1] else []) + [f"{'#' * (depth + 1)} {escape(title)}", ""]
        else:
            out += _item(part, table)
    return "\n".join(out).rstrip() + "\n"


def to_text(entries: Sequence[Entry], heading: Entry | None = None, table: Phrases | None = None) -> str:
    """Plain text for a terminal or a mail, without markup."""
    table = table or phrases()
    out: list[str] = []
    if heading is not None:
        times = [heading["times"]] if heading.get("times") else []
        out += [_title(heading, table), _subtitle(heading, table), *times, ""]
    for part in _parts(entries, table):
        if isinstance(part, tuple):
            depth, title = part
            out += ["", title, "=" * len(title)] if depth == 1 else ["", f"-- {title}"]
            continue
        why = _why(part, table)
        out.append(f"{part['address']:>5}  {_who(part)}{' ' + why if why else ''}{_then(part)}")
        out += [f"{'':7}{line['address']:>8}  {cited(line['text'], line['rule'])}" for line in _events(part)]
    return "\n".join(map(one_line, out)).strip("\n") + "\n"


def to_json_lines(entries: Iterable[Entry]) -> str:
    """One JSON object a line, in the order of the record; Unicode is kept as it is."""
    return "".join(json_visible(json.dumps(entry, ensure_ascii=False)) + "\n" for entry in entries)


def escape(text: str) -> str:
    """Text that markdown shows as it is, on one line."""
    return _SPECIAL.sub(lambda found: "\\" + found[0], one_line(" ".join(text.split(" "))))


# ------------------------------------------------------------------ what all forms share
def _title(heading: Entry, table: Phrases) -> str:
    called = heading.get("title") or f"{heading['game']} / {heading['scenario']}"
    return f"{table.say('record.title', {})}: {called}"


def _subtitle(heading: Entry, table: Phrases) -> str:
    players = ", ".join(f"{capital(side)}: {name}" for side, name in heading["players"].items() if name)
    keys = ("rules_version", "edition", "dice", "undo_policy", "log")
    facts = [table.say(f"record.heading.{key}", heading) for key in keys if heading[key]]
    return " · ".join([*facts, players] if players else facts)


def _parts(entries: Iterable[Entry], table: Phrases) -> Iterator[tuple[int, str] | Entry]:
    """Entries with (depth, title) headings put in where the turn (1) or phase (2) is another."""
    turn: Any = None
    phase: Any = None
    for entry in entries:
        if entry["kind"] in _DECIDED:
            if entry["turn"] and entry["turn"] != turn:
                turn, phase = entry["turn"], None
                yield 1, table.say("record.turn", {"number": turn, "turn": entry["turn_name"]})
            now = (entry["phase"], entry["phase_side"])
            if entry["phase"] and now != phase:
                phase = now
                key = "record.phase" if entry["phase_side"] else "record.phase.both"
                yield 2, table.say(key, {"phase": now[0], "side": capital(now[1])})
        yield entry


def _who(entry: Entry) -> str:
    """Who decides what; a rewind's or label's sentence names its actor itself."""
    return f"{capital(entry['actor'])}: {entry['decision']}" if entry["kind"] in _DECIDED else str(entry["decision"])


def _why(entry: Entry, table: Phrases) -> str:
    """How a decision that does not stand came to that, in square brackets."""
    if entry["standing"] == STANDS:
        return ""
    if entry["standing"] != UNDONE:
        line = entry.get("line")
        return f"[{table.say('record.other.line' if line else 'record.other', entry)}]"
    undone = entry["undone"] | {"by": capital(entry["undone"]["by"])}
    text = table.say("record.undone.reason" if undone["reason"] else "record.undone", undone)
    return f"[{text}, {undone['time']}]" if undone["time"] else f"[{text}]"


def _events(entry: Entry) -> Sequence[Entry]:
    """Events to be listed one by one: those of a record of everything."""
    return entry.get("events", ()) if entry["level"] == "all" else ()


def _then(entry: Entry) -> str:
    """What followed, on the same line, unless it is listed below."""
    return "" if _events(entry) or not entry["outcome"] else " -> " + "; ".join(entry["outcome"])


def _item(entry: Entry, table: Phrases) -> list[str]:
    who = escape(_who(entry))
    then = "" if _events(entry) or not entry["outcome"] else " → " + escape("; ".join(entry["outcome"]))
    if entry["standing"] == UNDONE:
        who, then = f"~~{who}{then}~~", ""
    why = _why(entry, table)
    lines = [f"- **{entry['address']}** {who}{' ' + escape(why) if why else ''}{then}"]
    for line in _events(entry):
        lines.append(f"  - {line['address']} {escape(cited(line['text'], line['rule']))}")
    return lines
