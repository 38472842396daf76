"""The only way to the terminal: whatever is printed goes out on the lines that the program means, with nothing hidden.

Text of other people (reasons, names, labels, paths, what a file holds) may stand anywhere in a line: control
characters, line ends and marks that nobody sees are written out (`events.showing`). `say` prints one line, `say_lines`
several, `say_block` text whose lines were put together by a builder that knows this rule, `say_words` such text where
it is sentences. At a terminal a sentence that is longer than a line goes on in the next one after a whole word.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from hexledger.events.showing import one_line, visible

_WORDS: Final = r"`[^`]+`[^\s`]*|\S+|\s+"
"""What a line is broken between; a command in backticks stays whole, so that it can be copied."""
_COLOURS: Final = r"\x1b\[[0-9;]*m"
_NARROWEST: Final = 20
"""Columns below which a terminal does not know its own width."""


class Styled(str):
    """A line with colours of the program's own; what stands between them has been made visible."""

    __slots__ = ()


def coloured() -> bool:
    """Whether a terminal is to show colours: not where it cannot, nor where `NO_COLOR` asks for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: object, **how: Any) -> Styled:
    """Text as `click.style` draws it; as it is on a terminal that can draw nothing."""
    plain = one_line(text)
    return Styled(plain if os.environ.get("TERM") == "dumb" else click.style(plain, **how))


def columns(*, err: bool = False) -> int:
    """Columns of the terminal that is printed on; 0 where none is, or where it does not say."""
    stream = sys.stderr if err else sys.stdout
    try:
        wide = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, ValueError):
        return 0
    return wide if wide >= _NARROWEST else 0


def folded(line: str, width: int) -> list[str]:
    """A line in rows of at most `width` columns, broken between words, the later ones two further in than it begins. A
    word that is longer than a row stands in one of its own."""
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    rows, room = [""], width
    for word in re.findall(_WORDS, line):
        wide = _cells(word)
        if wide > room and word.isspace():
            continue
        if wide > room and rows[-1].strip():
            rows[-1] = rows[-1].rstrip(" ")
            rows.append(indent)
            room = width - len(indent)
        rows[-1] += word
        room -= wide
    return rows


def _cells(text: str) -> int:
    """Columns that a text takes."""
    plain = re.sub(_COLOURS, "", text)
    if plain.isascii():
        return len(plain)
    from rich.cells import cell_len

    return cell_len(plain)


def say(line: object = "", *, err: bool = False) -> None:
    """Print one line."""
    shown = line if isinstance(line, Styled) else one_line(line)
    width = columns(err=err)
    for row in folded(shown, width) if 0 < width < len(shown) else (shown,):
        _print(row, err=err)


def _print(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print; a stream that cannot be written to (a full disk that it was sent to) is named like a file."""
    try:
        click.echo(text, err=err, nl=nl)
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename = f"standard {'error' if err else 'output'}"
        raise


def say_lines(lines: Iterable[object], *, err: bool = False) -> None:
    """Print lines, each on its own."""
    for line in lines:
        say(line, err=err)


def say_words(text: str) -> None:
    """Print sentences, records and reckonings of many lines."""
    if columns():
        say_lines(text.removesuffix("\n").split("\n"))
    else:
        say_block(text)


def say_block(text: str, *, err: bool = False) -> None:
    """Print text of many lines, ended by one line end whether or not it has one."""
    _print(visible(text), err=err, nl=not text.endswith("\n"))


def say_json(text: str) -> None:
    """Print JSON; what is hidden in its strings stands there as JSON escapes it."""
    from hexledger.events.showing import json_visible

    _print(json_visible(text))
