"""Phrases: every sentence of the turn record comes from a file, so that another language is another file.

A file has one `key = text` a line. Texts hold `{field}` and `{field:one|many}`; the second writes a number with
the noun that fits it. A key that ends in `.something` is a special case of the key without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexledger.events.showing import one_line
from hexledger.projections.names import side_name

if TYPE_CHECKING:
    from hexledger.projections.names import Names


_ARGUMENT = r"\{(\d+)(\.\.)?(?::(\w+))?\}"
"""Not compiled here: a start of the program that fills no message would pay for it, and `re` keeps what it compiles."""


class Phrases:
    """A table of phrases. `extra` lines (a game's own, another language's) win over those of `base`."""

    def __init__(self, lines: Iterable[str], base: Phrases | None = None) -> None:
        self._texts: dict[str, str] = dict(base._texts) if base else {}
        self._split: dict[str, tuple[tuple[str, str, str], ...]] = {}
        """Phrases that have been said, in their parts."""
        mine: set[str] = set()
        for raw in lines:
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            key, equals, text = line.partition(" = ")
            if not equals or key in mine:
                raise ValueError(f"phrases: {'repeated' if equals else 'no text in'} line {line!r}")
            mine.add(key)
            self._texts[key] = text

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        """All keys, ascending."""
        return iter(sorted(self._texts))

    def fields(self, key: str) -> tuple[str, ...]:
        """The fields that a phrase wants, in order."""
        return tuple(name for _, name, _ in _parts(self._texts[key]) if name)

    def say(self, key: str, fields: Mapping[str, object]) -> str:
        """The phrase of a key, filled. KeyError names a key or field that is not there."""
        parts = self._split.get(key)
        if parts is None:
            parts = self._split[key] = tuple(_parts(self._texts[key]))
        return "".join([before + (_fill(fields[name], forms) if name else "") for before, name, forms in parts])

    def first(self, keys: Iterable[str]) -> str:
        """The first key that the table has."""
        tried: list[str] = []
        for key in keys:
            if key in self._texts:
                return key
            tried.append(key)
        raise KeyError(f"no phrase for any of {tried!r}")


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """(text before a field, its name, its `one|many`, empty for none), at last the rest of the text with no name.

    By hand and not by a regular expression: to compile one costs a start of the program more than to read a few texts.
    """
    before, *pieces = text.split("{")
    for piece in pieces:
        inside, brace, rest = piece.partition("}")
        name, colon, forms = inside.partition(":")
        if brace and name.isascii() and name.replace("_", "a").isalnum() and ("|" in forms if colon else True):
            yield before, name, forms
            before = rest
        else:
            before += "{" + piece
    yield before, "", ""


def _fill(value: object, forms: str) -> str:
    if not forms:
        return one_line(value)
    one, _, many = forms.partition("|")
    return f"{value} {one if value in (1, '1') else many}"


@lru_cache(maxsize=8)
def phrases(language: str = "en") -> Phrases:
    """The phrases of a language; what it lacks is said in English."""
    english = Phrases(_lines("en"))
    return english if language == "en" else Phrases(_lines(language), english)


def _lines(language: str) -> Iterator[str]:
    text = Path(__file__).with_name(f"phrases.{language}.txt").read_text(encoding="utf-8")
    return iter(text.splitlines())


def fill_message(text: str, args: Sequence[int], names: Names) -> str:
    """A message word's text with its integers.

    `{0}` is a number; `{0:piece}` `{1:place}` `{2:word}` `{0:side}` `{0:cost}` `{0:turn}` `{0:formation}` a name;
    `{1..:piece}` a list of all from that one on. Integers that the text does not ask for are left out.
    """

    def say(what: str | None, number: int) -> str:
        if what == "piece":
            return names.piece_name(number)
        if what == "side":
            return side_name(names, number)
        if what in ("place", "word", "cost", "turn", "formation"):
            return str(getattr(names, what)(number))
        return str(number)

    def one(found: re.Match[str]) -> str:
        at = int(found[1])
        wanted = args[at:] if found[2] else args[at : at + 1]
        return ", ".join(say(found[3], number) for number in wanted) or "?"

    return re.sub(_ARGUMENT, one, text, flags=re.ASCII) if "{" in text else text
