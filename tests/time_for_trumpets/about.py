"""What A Time for Trumpets hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.conformance.time_for_trumpets.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.seeds import seeds
from tests.time_for_trumpets.builder import position

ABOUT = About(
    game="time_for_trumpets",
    open=lambda: open_game("time_for_trumpets"),
    position=position,
    rules=re.compile(r"\d+\.\d+(\.\d+)*|G-(D?\d+|\d\.\d+)|H-\d"),
    turns=((0, "-"), (1, "16MO"), (4, "17PD"), (43, "26EV"), (44, "-")),
    record=Match("losheim_gap", greedy_bot, "golden", most=160),
    playthroughs=(("losheim_gap", "greedy", True), ("bastogne", "greedy", True)),
    random=(
        Match("losheim_gap", random_bot, "short", most=100),
        Match("losheim_gap", greedy_bot, "short", most=100),
        *(Match("losheim_gap", bot, seed, long=True) for bot in (greedy_bot, random_bot) for seed in seeds(2)),
        *(Match("bastogne", bot, seed, long=True) for bot in (greedy_bot, random_bot) for seed in seeds(2)),
    ),
    told=(Match("losheim_gap", greedy_bot, "words", most=100),),
    branched=Match("losheim_gap", random_bot, "choices", most=30),
    refereed=Match("losheim_gap", random_bot, "referee", most=40),
    book=BOOK,
    most=20_000,
)
