"""The rule coverage table is complete."""

from __future__ import annotations

from tests.conformance.june_6.coverage import case_rules, cited, numbers, parts, rows, status


def test_the_list_of_rules_is_in_the_order_of_the_rulebook_without_repeats() -> None:
    assert len(numbers()) == len(set(numbers())) == 596
    assert numbers()[0] == "1.0"
    assert {"8.44", "8.46", "22.33", "PB 1.105", "PB 7.1", "QA-SUP-7", "ERR-11"} <= set(numbers())
    assert "8.45" not in numbers()


def test_ranges_and_letters_are_read_as_citations() -> None:
    assert cited("J6 9.12-9.14, 12.59a and QA-MOVE-1") == ["9.12", "9.13", "9.14", "12.59", "QA-MOVE-1"]
    assert cited("a ratio of 9.99 or version 1.2.3") == []
    assert cited("PB 6.81b") == ["PB 6.81"]


def test_a_heading_has_the_parts_below_it() -> None:
    assert parts("13.2") == ("13.21", "13.22")
    assert parts("PB 1.10") == ("PB 1.101", "PB 1.102", "PB 1.103", "PB 1.104", "PB 1.105")
    assert parts("13.21") == ()


def test_every_conformance_case_is_a_test() -> None:
    assert len(case_rules()) == 150


def test_the_combat_rules_are_all_enforced() -> None:
    wanting = [row.rule.number for row in rows() if row.rule.number.startswith("13.") and status(row) == "missing"]
    assert wanting == []
