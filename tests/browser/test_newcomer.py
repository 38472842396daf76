"""A newcomer at the table: in every game somebody who only clicks what the page shows makes a first decision within a
dozen clicks, and goes on playing; what he made is a log like any other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.replays.audit.audit import audit
from tests.browser.newcomer import Newcomer
from tests.browser.table_page import TablePage
from tests.browser.test_table import begun, served

BY_DAY = ("june_6", "time_for_trumpets")
"""The game with the fewest and the one with the most on its map; the others in the long run."""
FIRST = 12
"""Clicks within which the first decision is made: a minute, for somebody who reads before each."""
DECISIONS = int(os.environ.get("HEXLEDGER_CLICKS", "100"))
"""Decisions that are made in every scenario in the long run."""


def scenarios() -> list[str]:
    """Every scenario that can be played."""
    found = []
    for name in sorted(GAMES):
        game = open_game(name)
        found += [f"{name}/{one}" for one in game.scenario_ids if game.playable(one) is True]
    return found


@pytest.mark.whole
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in BY_DAY else [pytest.mark.long]) for game in sorted(GAMES)]
)
def test_a_first_decision_is_made_within_a_dozen_clicks(browser: Any, tmp_path: Path, game: str) -> None:
    scenario = next(one for one in scenarios() if one.startswith(f"{game}/"))
    log = begun(tmp_path / "game.hxl", scenario)
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), next(iter(addresses.values())))
        newcomer = Newcomer(table, scenario)
        assert newcomer.decide() and newcomer.clicks <= FIRST, newcomer.clicks
        assert table.errors == []
    assert audit(log).intact


@pytest.mark.long
@pytest.mark.parametrize("scenario", scenarios())
def test_clicks_at_random_play_every_scenario_on(browser: Any, tmp_path: Path, scenario: str) -> None:
    log = begun(tmp_path / "game.hxl", scenario)
    with served(log) as (_, addresses):
        table = TablePage(browser.new_page(viewport={"width": 1440, "height": 900}), next(iter(addresses.values())))
        newcomer = Newcomer(table, scenario)
        made = 0
        while made < DECISIONS and newcomer.decide():
            made += 1
        assert made == DECISIONS or table.asked["over"]
        assert len(newcomer.kinds) > 1 and table.errors == []
        assert all(newcomer.refused), "every refusal names its rule"
    assert audit(log).intact
