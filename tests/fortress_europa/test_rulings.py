"""Every ruling that a verdict can cite is explained in the list of rulings, once."""

from __future__ import annotations

from pathlib import Path

from hexledger.engine.games.fortress_europa.tables.switches import SWITCHES
from hexledger.engine.naming.words import rule_list
from tests.conformance.fortress_europa.coverage import BOOK

PAGE = Path(__file__).parents[2] / "docs" / "fortress-europa-rulings.md"


def rows() -> list[list[str]]:
    """Cells of the table."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| C-")]


def test_every_ruling_of_the_module_is_explained_once_and_no_other() -> None:
    listed = [row[0] for row in rows()]
    known = [key for key in rule_list("hexledger.engine.games.fortress_europa") if key.startswith("C-")]
    assert len(listed) == len(set(listed)) and sorted(listed) == sorted(known)
    assert listed == sorted(listed, key=lambda key: int(key.removeprefix("C-")))


def test_a_ruling_names_rules_of_the_book_and_says_what_is_asked_and_what_is_played() -> None:
    numbers = set(BOOK.numbers())
    chapters = {number.split(".")[0] for number in numbers}
    for ruling, rules, question, answer in rows():
        assert question and answer, ruling
        for rule in rules.split(", "):
            assert rule in numbers or rule in chapters or BOOK.parts(rule), (ruling, rule)


def test_readings_that_can_be_chosen_are_marked() -> None:
    marked = {row[0]: row[3] for row in rows() if "*switch*" in row[3]}
    assert {switch.rule for switch in SWITCHES.values()} == set(marked)
    for switch in SWITCHES.values():
        assert f"`{switch.name}`" in marked[switch.rule]
