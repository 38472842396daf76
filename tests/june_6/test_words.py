"""Keys that the rules name as text must be in the word and rule lists: a missing one would stop a game half way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from hexledger.engine.games import june_6
from tests.june_6.builder import game

SOURCES = sorted(Path(june_6.__file__).parent.rglob("*.py"))
RULE = re.compile(r"(\d+\.\d+[a-z]?|PB \d+\.\d+[a-z]?|R-\d\d|QA-[A-Z]+-\d+|ERR-\d+)\Z")


def literals() -> list[tuple[str, str]]:
    """Every string constant of the rules' code that is no docstring, with the name of its file."""
    found = []
    for source in SOURCES:
        tree = ast.parse(source.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                found.append((source.name, node.value))
    return found


def test_every_word_that_the_rules_name_is_in_a_word_list() -> None:
    words = game().words
    prefixes = {key.partition(".")[0] for key in words}
    shape = re.compile(rf"({'|'.join(sorted(prefixes))})\.[a-z_0-9]+\Z")
    named = [(where, text) for where, text in literals() if shape.match(text)]
    assert len(named) > 100, "the scan found too little to be believed"
    assert [one for one in named if one[1] not in words] == []


def test_every_rule_that_the_rules_cite_is_in_the_rule_list() -> None:
    rules = game().rules
    cited = [(where, text) for where, text in literals() if RULE.match(text)]
    assert len(cited) > 100, "the scan found too little to be believed"
    assert [one for one in cited if one[1] not in rules] == []


def test_no_rule_and_no_word_is_listed_twice_or_without_a_text() -> None:
    for words in (game().words, game().rules):
        assert all(words.text(number) and not words.text(number).startswith("?") for number in words.values())
        assert len(set(words.values())) == len(words)
