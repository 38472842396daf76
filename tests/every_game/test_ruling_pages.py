"""The page of a game's rulings: each once and whole, rules of the book beside it, what can be chosen marked."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from hexledger.engine.catalogue import open_game
from hexledger.engine.naming.words import rule_list
from tests.every_game.catalogue import about

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "fortress_europa": ("fortress-europa-rulings.md", r"C-\d+"),
    "case_yellow": ("case-yellow-rulings.md", r"G-[A-Z]\d+"),
    "france_1944": ("france-1944-rulings.md", r"R-\d+"),
    "time_for_trumpets": ("time-for-trumpets-rulings.md", r"[GB]-D?\d+(?:\.\d+)?"),
}
"""Game -> its page, and what the name of one of its rulings looks like. June 6 has no page."""

each_page = pytest.mark.parametrize("game", PAGES)


class Ruling(NamedTuple):
    """A row of the table: `names` holds one ruling, or several that are one (`G-D5 to G-D8`)."""

    names: tuple[str, ...]
    rules: str
    question: str
    answer: str


@cache
def rulings(game: str) -> tuple[Ruling, ...]:
    """The table of a page."""
    page, name = PAGES[game]
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(rf"\| {name}\b", line)]
    return tuple(Ruling(_names(row[0]), *row[1:]) for row in rows)


def _names(cell: str) -> tuple[str, ...]:
    """`R-1`, `R-1, R-2`, or `R-1 to R-4`."""
    first, _, last = cell.partition(" to ")
    if not last:
        return tuple(cell.split(", "))
    stem = first.rstrip("0123456789")
    begin = first.removeprefix(stem)
    return tuple(f"{stem}{number}" for number in range(int(begin), int(last.removeprefix(stem)) + 1))


@each_page
def test_a_ruling_stands_once_and_says_what_is_asked_and_what_is_played(game: str) -> None:
    listed = [name for ruling in rulings(game) for name in ruling.names]
    assert listed and len(listed) == len(set(listed))
    assert all(all(ruling) for ruling in rulings(game))


@each_page
def test_every_ruling_that_a_verdict_can_cite_is_explained(game: str) -> None:
    cited = {key for key in rule_list(f"hexledger.engine.games.{game}") if re.fullmatch(PAGES[game][1], key)}
    assert cited <= {name for ruling in rulings(game) for name in ruling.names}


@each_page
def test_a_ruling_names_rules_of_the_book(game: str) -> None:
    book = about(game).book
    assert book is not None
    chapters = {number.split(".")[0] for number in book.numbers()}
    scenarios = open_game(game).edition.scenarios
    for ruling in rulings(game):
        for rule in ruling.rules.split(", "):
            known = rule in chapters or rule in scenarios or book.parts(rule) or book.cited(rule)
            assert known, (ruling.names, rule)


@each_page
def test_readings_that_can_be_chosen_are_marked(game: str) -> None:
    marked = {name: row.answer for row in rulings(game) for name in row.names if "*switch*" in row.answer}
    switches = open_game(game).switches
    assert {switch.rule for switch in switches.values()} == set(marked)
    for switch in switches.values():
        assert f"`{switch.name}`" in marked[switch.rule]
