"""A set-up that rolls waits for its dice where nobody knows them yet: all bots go on there, in every scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import BOTS, bot
from hexledger.engine.bots.search import SearchBot
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.replays.log.chronicle import Chronicle, new_genesis

SCENARIOS = [
    f"{name}/{scenario}"
    for name in GAMES
    for scenario in open_game(name).edition.scenarios
    if open_game(name).playable(scenario) is True
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_answer_the_first_question_of_a_game_with_dice_that_are_fixed_first(scenario: str, tmp_path: Path) -> None:
    genesis = new_genesis(scenario, dice="referee", log_id="5e" * 16, commitments=(f"keeper {'11' * 32} {KEY}",))
    with Chronicle.create(tmp_path / "g.hxl", genesis) as log:
        prompt = log.offer()
        assert prompt is not None
        for name in BOTS:
            # with a budget of no playouts: what is asked here is whether it answers, not what it finds
            player = SearchBot(0) if name == "search" else bot(name)
            decision = player(log.game, log.state(), prompt, Chance("first", "dice", 0))
            assert decision.kind() in prompt.kinds, name


KEY = "2f4c51c7f6bbb995efd0ed9ae54408c1c63bbaa184649ff84654e87dfe7502ff"
"""A public key of nobody."""
