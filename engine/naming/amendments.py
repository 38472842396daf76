"""Amendments: what the rules of a game decide otherwise than an earlier rules version of them did.

A log is pinned to the rules version that it was begun with. Where a later version decides a frame of it otherwise, the
audit must be able to say which rule was mended, so that nobody takes an old game for a forged one. A game lists what
was mended in `amendments.txt` beside its words, one a line, the oldest version first:

    version | rules, as events and refusals cite them | what was decided before, and what is decided now

Events that cite no rule are the rules' own notes: which flag they keep (`flag.done`), what waits on the agenda
(`agenda`). Where a version keeps other notes, these names stand behind the rules.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from hexledger.engine.naming.words import text_lines

FIRST: Final = "1"
"""The rules version that every game began with."""


AGENDA: Final = "agenda"
FLAG: Final = "flag."


class Amendment(msgspec.Struct, frozen=True):
    """Rules that were mended, the first version that has them so, and what changed, in words. `notes`: flags and
    AGENDA, where it keeps other notes."""

    version: str
    rules: tuple[str, ...]
    about: str
    notes: tuple[str, ...] = ()

    def covers(self, rule: str) -> bool:
        """Whether a rule's number is one of these or a lettered or numbered part of one (`7.3` covers `7.3d`)."""
        return any(re.fullmatch(rf"{re.escape(one)}([a-z]\w*|\..*)?", rule) for one in self.rules)


@cache
def read_amendments(package: str) -> tuple[Amendment, ...]:
    """The amendments of a game's package, in order; ValueError for a line that is none."""
    found = []
    for raw in text_lines(package, "amendments.txt"):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split(" | ")]
        if len(columns) != 3 or not all(columns):
            raise ValueError(f"{package}/amendments.txt: {line!r} is no amendment")
        version, named, about = columns
        names = named.split(", ")
        notes = tuple(name for name in names if name == AGENDA or name.startswith(FLAG))
        found.append(Amendment(version, tuple(name for name in names if name not in notes), about, notes))
    return tuple(found)


def since(amendments: tuple[Amendment, ...], version: str) -> tuple[Amendment, ...] | None:
    """What was mended after a rules version, None for a version that was none of these."""
    versions = list(dict.fromkeys((FIRST, *(one.version for one in amendments)))) if amendments else []
    if version not in versions:
        return None
    later = versions[versions.index(version) + 1 :]
    return tuple(one for one in amendments if one.version in later)
