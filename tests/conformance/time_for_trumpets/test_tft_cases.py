"""No silent skip: every case of the rulebook is a test here or is listed with the issue that will take it."""

from __future__ import annotations

from pathlib import Path

from tests.conformance.cases import Cases

CASES = Cases(Path(__file__).parent, "TFT")


def test_there_are_102_cases_and_none_is_listed_twice() -> None:
    assert len(CASES.ids) == len(set(CASES.ids)) == 102


def test_every_case_is_either_a_test_or_listed_for_later() -> None:
    named, later = CASES.named_tests(), CASES.later()
    assert [case for case in CASES.ids if case not in named and case not in later] == []


def test_no_case_is_both_tested_and_put_off() -> None:
    assert sorted(CASES.named_tests() & set(CASES.later())) == []


def test_every_case_that_is_put_off_has_a_reason_and_an_issue() -> None:
    assert CASES.issue() == "A Time for Trumpets, complete"
    assert all(len(reason) > 10 for reason in CASES.later().values())
