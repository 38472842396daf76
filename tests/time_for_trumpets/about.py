"""What A Time for Trumpets hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.conformance.time_for_trumpets.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.seeds import seeds
from tests.time_for_trumpets.builder import position

SCENARIOS = ("losheim_gap", "bastogne", "campaign")

ABOUT = About(
    game="time_for_trumpets",
    open=lambda: open_game("time_for_trumpets"),
    position=position,
    rules=re.compile(r"\d+\.\d+(\.\d+)*|G-(D?\d+|\d\.\d+)|H-\d"),
    turns=((0, "-"), (1, "16MO"), (4, "17PD"), (43, "26EV"), (44, "-")),
    record=Match("bastogne", greedy_bot, "golden", most=120),
    playthroughs=(
        ("losheim_gap", "greedy", True),
        ("bastogne", "greedy", True),
    ),
    random=(
        Match("losheim_gap", greedy_bot, "short", most=100),
        Match("losheim_gap", random_bot, "short", (("rules", "basic"),), most=60),
        Match("bastogne", random_bot, "short", most=60),
        Match("campaign", greedy_bot, "short", most=40),
        Match("campaign", greedy_bot, "whole", long=True),
        *(Match(scenario, greedy_bot, seed, long=True) for scenario in SCENARIOS[:2] for seed in seeds(2)),
        *(Match(scenario, random_bot, seed, long=True) for scenario in SCENARIOS[:2] for seed in seeds(2)),
    ),
    told=(Match("losheim_gap", random_bot, "words", most=60),),
    branched=Match("bastogne", random_bot, "choices", most=40),
    refereed=Match("bastogne", greedy_bot, "referee", most=60),
    book=BOOK,
    checked=12,
    most=60_000,
)
