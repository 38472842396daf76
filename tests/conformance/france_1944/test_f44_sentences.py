"""The second reading is kept: every ruling sentence names code and a test that are there."""

from __future__ import annotations

from tests.conformance import sentences
from tests.conformance.france_1944.coverage import BOOK

GAME = "france_1944"


def test_every_sentence_is_enforced_by_code_that_is_there() -> None:
    assert sentences.without_code(GAME, BOOK) == []


def test_every_sentence_has_a_test() -> None:
    assert sentences.without_test(GAME) == []


def test_every_numbered_rule_that_is_carried_out_by_code_has_a_sentence() -> None:
    assert len(sentences.sentences(GAME)) > 200
    assert sentences.without_sentence(GAME, BOOK, rulings=("R-",)) == []
