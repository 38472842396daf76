"""The rule coverage table of Fortress Europa is complete."""

from __future__ import annotations

from tests.conformance.fortress_europa.coverage import BOOK


def test_the_list_of_rules_has_no_repeats_and_reaches_from_the_box_to_the_advanced_air_system() -> None:
    numbers = BOOK.numbers()
    assert len(numbers) == len(set(numbers)) > 320
    assert (numbers[0], numbers[-1]) == ("1.1", "A 17.10.10")
    assert {"8.10", "17.10.9", "33.3.9.4", "31.18", "A 17.7.2"} <= set(numbers)


def test_ranges_and_advanced_rules_are_read_as_citations() -> None:
    assert BOOK.cited("FE 18.7.4-18.7.7 and A 17.6") == ["18.7.4", "18.7.5", "18.7.6", "18.7.7", "A 17.6"]
    assert BOOK.cited("a ratio of 99.9, C-12, version 1.2.3.4.5") == []
    assert BOOK.parts("17.10")[0] == "17.10.1" and BOOK.parts("17.10.1") == ()


def test_every_conformance_case_is_a_test() -> None:
    assert len(BOOK.case_rules()) == 168


def test_no_rule_is_missing() -> None:
    assert [row.rule.number for row in BOOK.rows() if BOOK.status(row) == "missing"] == []
