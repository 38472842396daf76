"""The second reading of a rulebook is kept: every ruling sentence names code and a test that are there; of other books
the sentences that are easily got wrong, with the test that tries each."""

from __future__ import annotations

import pytest

from tests.conformance import sentences
from tests.conformance.coverage import Coverage
from tests.every_game.catalogue import NAMES, about

BOOKS = [book for name in NAMES if (book := about(name).book) is not None and sentences.read_again(book)]
every_book_read_again = pytest.mark.parametrize("book", BOOKS, ids=[book.game for book in BOOKS])


@every_book_read_again
def test_every_sentence_is_enforced_by_code_that_is_there(book: Coverage) -> None:
    assert sentences.without_code(book) == []


@every_book_read_again
def test_every_sentence_has_a_test(book: Coverage) -> None:
    assert sentences.without_test(book) == []


@every_book_read_again
def test_every_numbered_rule_that_is_carried_out_by_code_has_a_sentence(book: Coverage) -> None:
    assert len(sentences.sentences(book)) > 200
    assert sentences.without_sentence(book) == []


def test_two_rulebooks_were_read_again() -> None:
    assert {book.game for book in BOOKS} >= {"case_yellow", "france_1944"}


@pytest.mark.parametrize("game", ("june_6", "fortress_europa"))
def test_each_sentence_that_is_easily_got_wrong_is_tried_by_a_test_of_its_own(game: str) -> None:
    book = about(game).book
    assert book is not None
    listed = sentences.pitfalls(book)
    assert sentences.untried(book) == []
    assert len({one.test for one in listed}) == len(listed) >= 60
