"""The page of rulings names every reading that can be chosen, and rules that exist."""

from __future__ import annotations

from pathlib import Path

from hexledger.engine.games.case_yellow.tables.switches import SWITCHES
from tests.conformance.case_yellow.coverage import BOOK

PAGE = Path(__file__).parents[2] / "docs" / "case-yellow-rulings.md"


def rows() -> list[list[str]]:
    """Cells of the table."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| G-")]


def test_a_ruling_stands_once_and_says_what_is_asked_and_what_is_played() -> None:
    listed = [row[0] for row in rows()]
    assert len(listed) == len(set(listed)) and all(len(row) == 4 and all(row) for row in rows())
    assert listed == sorted(listed, key=lambda key: ("CAB".index(key[2]), int(key[3:])))


def test_a_ruling_names_rules_of_the_book() -> None:
    numbers = set(BOOK.numbers())
    chapters = {number.split(".")[0] for number in numbers}
    for ruling, rules, _, _ in rows():
        for rule in rules.split(", "):
            assert rule in numbers or rule in chapters or BOOK.parts(rule), (ruling, rule)


def test_readings_that_can_be_chosen_are_marked() -> None:
    marked = {row[0]: row[3] for row in rows() if "*switch*" in row[3]}
    assert {switch.rule for switch in SWITCHES.values()} == set(marked)
    for switch in SWITCHES.values():
        assert f"`{switch.name}`" in marked[switch.rule]
