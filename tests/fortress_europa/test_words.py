"""Keys that the rules name as text must be in the word and rule lists: a missing one would stop a game half way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from hexledger.engine.games import fortress_europa
from hexledger.engine.games.fortress_europa import naming
from tests.fortress_europa.builder import game

SOURCES = sorted(Path(fortress_europa.__file__).parent.rglob("*.py"))
RULE = re.compile(r"(\d+\.\d+(\.\d+)*|C-\d+|A \d+\.\d+)\Z")
CITED = re.compile(r"FE ((?:\d+(?:\.\d+)*)(?:, (?:\d+(?:\.\d+)*|C-\d+))*)")


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
    shape = re.compile(rf"({'|'.join(sorted(prefixes))})\.[a-z_0-9]*[a-z0-9]\Z")
    named = [(where, text) for where, text in literals() if shape.match(text)]
    assert len(named) > 100, "the scan found too little to be believed"
    assert [one for one in named if one[1] not in words] == []


def test_every_rule_that_the_rules_cite_is_in_the_rule_list() -> None:
    rules = game().rules
    cited = [(where, text) for where, text in literals() if RULE.match(text)]
    assert len(cited) > 100, "the scan found too little to be believed"
    assert [one for one in cited if one[1] not in rules] == []


def test_every_rule_that_a_docstring_cites_is_in_the_rule_list() -> None:
    rules, missing, seen = game().rules, [], 0
    for source in SOURCES:
        for found in CITED.finditer(source.read_text(encoding="utf-8")):
            for rule in found[1].split(", "):
                seen += 1
                if rule not in rules and not any(key.startswith(f"{rule}.") for key in rules):
                    missing.append((source.name, rule))
    assert seen > 100, "the scan found too little to be believed"
    assert missing == []


def test_no_rule_and_no_word_is_listed_without_a_text() -> None:
    for words in (game().words, game().rules):
        assert all(words.text(number) and not words.text(number).startswith("?") for number in words.values())
        assert len(set(words.values())) == len(words)


def test_words_with_a_meaning_of_their_own_are_words_of_the_game_and_can_be_spoken() -> None:
    made = game()
    for key in {*naming.VALUE_KINDS, *naming.SUBJECT_KINDS, *naming.BOOKKEEPING}:
        assert key in made.words, key
    assert made.value(made.words["pool.eliminated"], made.find_piece("us_1")) == "1st (US)"
    assert made.value(made.words["var.invasion_turn"], 1) == "June I"


def test_turns_are_called_as_on_the_track() -> None:
    names = [game().turn(number) for number in (0, 1, 13, 25, 37, 49)]
    assert names == ["-", "June I", "September I", "December I", "March I", "-"]
