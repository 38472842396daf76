"""Advanced and optional rules in combination: every pair of settings that the text allows is played (3.3.5 to 59)."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from hexledger.engine.bots.players import bot, random_bot
from hexledger.engine.games.time_for_trumpets.tables.switches import NEEDS, OPTIONS
from tests.every_game.about import Match
from tests.every_game.whole_games import audited
from tests.time_for_trumpets.about import ABOUT, SCENARIOS
from tests.time_for_trumpets.builder import position

Row = dict[str, str]
SETTINGS = ("no", "yes")


def allowed(row: Row) -> bool:
    """38.0h, 59.2: reaction and exploitation are played with leaders and reserves."""
    return all(row[needed] == "yes" for name, others in NEEDS.items() if row[name] == "yes" for needed in others)


def pairs(row: Row) -> set[tuple[tuple[str, str], ...]]:
    """Settings of each two options of a row."""
    return set(combinations(row.items(), 2))


def possible() -> set[tuple[tuple[str, str], ...]]:
    """Pairs of settings that stand together in some row that the text allows."""
    found: set[tuple[tuple[str, str], ...]] = set()
    for one, other in combinations(OPTIONS, 2):
        for values in product(SETTINGS, repeat=2):
            row = dict.fromkeys(OPTIONS, "no") | {one: values[0], other: values[1]}
            given = {name for name in (one, other) if row[name] == "yes"}
            for name in given:
                row |= {needed: "yes" for needed in NEEDS.get(name, ()) if needed not in (one, other)}
            if allowed(row):
                found.add(((one, values[0]), (other, values[1])))
    return found


def covering() -> list[Row]:
    """Rows in which each possible pair of settings stands at least once: greedily, option by option."""
    left, rows = possible(), list[Row]()
    order = sorted(OPTIONS, key=lambda name: (name in NEEDS, name))
    while left:
        best: Row = {}
        for (one, one_value), (other, other_value) in sorted(left)[:1]:
            best = {one: one_value, other: other_value}
            for name in (one, other):
                best |= {needed: "yes" for needed in NEEDS.get(name, ()) if best[name] == "yes"}
        for name in order:
            if name not in best:
                best[name] = max(SETTINGS, key=lambda value, name=name: _gain(best | {name: value}, left))
        row = {name: best[name] for name in OPTIONS}
        assert allowed(row)
        left -= pairs(row)
        rows.append(row)
    return rows


def _gain(row: Row, left: set[tuple[tuple[str, str], ...]]) -> tuple[bool, int]:
    """Whether a part of a row is allowed so far, and how many pairs that are wanted it has."""
    fits = all(row.get(needed, "yes") == "yes" for name, others in NEEDS.items() if row.get(name) == "yes"
               for needed in others)  # fmt: skip
    ordered = {name: row[name] for name in OPTIONS if name in row}
    return fits, len(pairs(ordered) & left)


ROWS = covering()


def test_every_pair_of_settings_that_the_text_allows_stands_in_a_row() -> None:
    """Sixty-six pairs of twelve options, four settings each, less those without leaders or reserves."""
    covered = {pair for row in ROWS for pair in pairs(row)}
    assert covered == possible() and len(possible()) == 4 * 66 - 4
    assert len(ROWS) < 16


def alone(name: str) -> Row:
    """One option with those without which it is not played."""
    return {other: SETTINGS[other in (name, *NEEDS.get(name, ()))] for other in OPTIONS}


SINGLE: dict[str, Row] = {
    **{name: alone(name) for name in OPTIONS},
    "all": dict.fromkeys(OPTIONS, "yes"),
    "none": dict.fromkeys(OPTIONS, "no"),
}
DAY = {"random": 400, "greedy": 1250}
"""Decisions of about the first day of losheim_gap: greedy bots march more."""


@pytest.mark.parametrize("row", ROWS, ids=[f"row-{number}" for number in range(len(ROWS))])
def test_a_game_begins_with_just_the_rules_that_are_asked_for(row: Row) -> None:
    """Introduction: each by agreement, in any combination."""
    b = position("losheim_gap", options=dict(row))
    assert {name: ("no", "yes")[b.pos.plays(name)] for name in OPTIONS} == row


@pytest.mark.whole
@pytest.mark.parametrize("number", [0, len(ROWS) // 2])
def test_random_bots_play_a_row_and_every_frame_is_audited(tmp_path: Path, number: int) -> None:
    """By day two of them, some way into losheim_gap."""
    audited(tmp_path, ABOUT, Match("losheim_gap", random_bot, f"options {number}", tuple(ROWS[number].items()), 50))


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_random_bots_play_every_row(tmp_path: Path, scenario: str, number: int) -> None:
    """In each scenario."""
    audited(tmp_path, ABOUT, Match(scenario, random_bot, f"options {number}", tuple(ROWS[number].items()), 400))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "player"),
    [*product(SINGLE, DAY), *((f"row {number}", "greedy") for number in range(len(ROWS)))],
)
def test_a_day_is_played_with_each_option_alone_with_all_with_none_and_by_rows(
    tmp_path: Path, name: str, player: str
) -> None:
    """Introduction: each by agreement, in any combination; every frame is audited. Bots of chance play rows above."""
    row = SINGLE[name] if name in SINGLE else ROWS[int(name.removeprefix("row "))]
    assert allowed(row)
    audited(tmp_path, ABOUT, Match("losheim_gap", bot(player), f"day {name}", tuple(row.items()), DAY[player]))
