"""The rule coverage table of every game is fresh, complete and in the order of its rulebook."""

from __future__ import annotations

import re

import pytest

from tests.conformance.coverage import Coverage
from tests.every_game.catalogue import NAMES, about

BOOKS = [pytest.param(book, id=name) for name in NAMES if (book := about(name).book) is not None]
every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
def test_the_coverage_table_is_fresh(book: Coverage) -> None:
    assert book.target.read_text(encoding="utf-8") == book.table(), f"write it again with: {book.command}"


@every_book
def test_the_list_of_rules_has_no_repeats_and_a_reason_for_each_that_does_not_apply(book: Coverage) -> None:
    assert len(book.numbers()) == len(set(book.numbers())) > 0
    for rule in book.rulebook():
        assert rule.kind in ("", "no", "data")
        assert bool(rule.kind) == bool(rule.reason)


@every_book
def test_every_rule_that_a_verdict_can_cite_is_in_the_list_or_is_a_ruling(book: Coverage) -> None:
    listed = set(book.numbers())
    keys = [key for key in about(book.game).open().rules if not re.match(r"[A-Z]-\d", key)]
    unknown = [key for key in keys if re.sub(r"[a-z]$", "", key) not in listed and f"A {key}" not in listed]
    assert unknown == []


@every_book
def test_no_conformance_case_is_named_twice_and_each_names_a_rule(book: Coverage) -> None:
    named = book.case_rules()
    assert named
    assert [
        case for case, rules in named.items() if not rules and case not in about(book.game).cases_without_rule
    ] == []


def test_every_game_of_the_catalogue_has_its_table() -> None:
    assert [name for name in NAMES if name != "drill" and about(name).book is None] == []
