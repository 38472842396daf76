"""The only way to the terminal: whatever is printed goes out on the lines that the program means, with nothing hidden.

Text of other people (reasons, names, labels, paths, what a file holds) may stand anywhere in a line: control
characters, line ends and marks that nobody sees are written out (`events.showing`). `say` prints one line, `say_lines`
several, `say_block` text whose lines were put together by a builder that knows this rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from hexledger.events.showing import one_line, visible


class Styled(str):
    """A line with colours of the program's own; what stands between them has been made visible."""

    __slots__ = ()


def styled(text: object, **how: Any) -> Styled:
    """Text as `click.style` draws it."""
    return Styled(click.style(one_line(text), **how))


def say(line: object = "", *, err: bool = False) -> None:
    """Print one line."""
    click.echo(line if isinstance(line, Styled) else one_line(line), err=err)


def say_lines(lines: Iterable[object], *, err: bool = False) -> None:
    """Print lines, each on its own."""
    for line in lines:
        say(line, err=err)


def say_block(text: str, *, err: bool = False) -> None:
    """Print text of many lines, ended by one line end whether or not it has one."""
    click.echo(visible(text), err=err, nl=not text.endswith("\n"))


def say_json(text: str) -> None:
    """Print JSON; what is hidden in its strings stands there as JSON escapes it."""
    from hexledger.events.showing import json_visible

    click.echo(json_visible(text))
