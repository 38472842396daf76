"""The pages tell the truth: their commands, options and effects exist."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from hexledger.cli.main import COMMANDS, cli
from hexledger.engine.catalogue import GAMES, open_game
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


def named(text: str) -> list[list[str]]:
    """Commands with options that a page names: in code between words, in a block, at a prompt."""
    found = re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", text) + re.findall(r"^(?:    |\$ )hexledger (.+)$", text, re.M)
    lines = [re.split(r"\s#\s", line)[0].removeprefix("hexledger ").split() for line in found]
    return [words for words in lines if words[:1] and words[0] in COMMANDS and any(w.startswith("--") for w in words)]


PAGES = sorted([*DOCS.glob("*.md"), DOCS.parent / "README.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_names_is_one_of_its_command(page: Path) -> None:
    for words in named(page.read_text(encoding="utf-8")):
        found, rest = command(words)
        known = {option for param in found.params for option in (*param.opts, *param.secondary_opts)}
        if found.context_settings.get("ignore_unknown_options"):
            # the sides of each game: `play LOG --german bot:greedy`
            known |= {f"--{side}" for name in GAMES for side in open_game(name).seats}
        options = {word.partition("=")[0].rstrip(",.;:)") for word in rest if re.match("--[a-z]", word)}
        assert options <= known | {"--help"}, (words, options - known)


def test_pages_do_name_commands_with_options() -> None:
    assert sum(len(named(page.read_text(encoding="utf-8"))) for page in PAGES) > 100


def test_the_page_lists_every_effect_of_a_transcript() -> None:
    text = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)[^`]*`", text[text.index("| effect |") :]))
    assert set(corrections._VERBS) | {"do"} <= told
