"""No silent skip: every case of every rulebook is a test here or is listed with the issue that will take it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES
from tests.conformance.cases import Cases
from tests.every_game.catalogue import about

COUNTS = {"june_6": 150, "fortress_europa": 168, "case_yellow": 92, "france_1944": 180, "time_for_trumpets": 102}
"""Game -> cases of its rulebook."""


def cases(game: str) -> Cases:
    """The cases of a game; their ids begin with its code."""
    return Cases(Path(__file__).parent / game, about(game).open().code)


every_book = pytest.mark.parametrize("game", GAMES)


@every_book
def test_there_are_as_many_cases_as_were_found_and_none_is_listed_twice(game: str) -> None:
    ids = cases(game).ids
    assert len(ids) == len(set(ids)) == COUNTS[game]


@every_book
def test_every_case_is_either_a_test_or_listed_for_later(game: str) -> None:
    found = cases(game)
    assert sorted(set(found.ids) - found.named_tests() - set(found.later())) == []


@every_book
def test_no_case_is_both_tested_and_put_off(game: str) -> None:
    found = cases(game)
    assert sorted(found.named_tests() & set(found.later())) == []


@every_book
def test_nothing_is_tested_or_put_off_that_is_no_case(game: str) -> None:
    found = cases(game)
    assert sorted((found.named_tests() | set(found.later())) - set(found.ids)) == []


@every_book
def test_every_case_that_is_put_off_has_a_reason_and_an_issue(game: str) -> None:
    found, book = cases(game), about(game).book
    assert book is not None and found.issue() == book.issue
    assert all(len(reason) > 10 for reason in found.later().values())
