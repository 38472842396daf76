"""docs/dice.md and docs/transcripts.md tell the truth: their commands, options and effects exist."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from hexledger.cli.main import COMMANDS, cli
from hexledger.engine.table import corrections

DOCS = Path(__file__).parents[2] / "docs"


def command(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words begin with, sub-commands included, and what follows it."""
    found: click.Command | None = cli.get_command(click.Context(cli), words[0])
    assert found is not None, words
    rest = words[1:]
    while isinstance(found, click.Group) and rest:
        inner = found.get_command(click.Context(found), rest[0])
        if inner is None:
            break
        found, rest = inner, rest[1:]
    return found, rest


@pytest.mark.parametrize("name", ["dice.md", "transcripts.md"])
def test_every_command_and_option_of_the_page_exists(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    lines = re.findall(r"^    hexledger (.+)$", text, re.M) + re.findall(r"`hexledger ([^`]+)`", text)
    assert len(lines) >= 2
    for line in lines:
        words = line.partition("#")[0].split()
        assert words[0] in COMMANDS, line
        found, rest = command(words)
        known = {option for param in found.params for option in (*param.opts, *param.secondary_opts)}
        assert {word for word in rest if word.startswith("-")} <= known, line


def test_the_page_lists_every_effect_of_a_transcript() -> None:
    text = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)[^`]*`", text[text.index("| effect |") :]))
    assert set(corrections._VERBS) | {"do"} <= told
