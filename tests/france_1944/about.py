"""What France 1944 hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.conformance.france_1944.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.seeds import seeds
from tests.france_1944.builder import position

SCENARIOS = ("falaise_gap", "pursuit", "to_the_rhine", "campaign")

ABOUT = About(
    game="france_1944",
    open=lambda: open_game("france_1944"),
    position=position,
    rules=re.compile(r"2\.0-\d{1,2}|10\.1\.\d|\d{1,2}\.\d{1,2}|R-\d{1,2}"),
    turns=((0, "-"), (1, "July 1944"), (11, "May 1945"), (12, "-")),
    record=Match("falaise_gap", greedy_bot, "golden"),
    playthroughs=(
        ("falaise_gap", "random", False),
        ("falaise_gap", "greedy", True),
        ("pursuit", "greedy", True),
        ("to_the_rhine", "greedy", True),
        ("campaign", "greedy", True),
    ),
    random=(
        Match("falaise_gap", random_bot, "short"),
        Match("falaise_gap", greedy_bot, "short"),
        Match("pursuit", random_bot, "short", (("advantage", "yes"),)),
        *(Match(scenario, greedy_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(2)),
        Match("campaign", (greedy_bot, random_bot), "pairing 0", long=True),
        Match("campaign", (random_bot, greedy_bot), "pairing 1", long=True),
        *(Match(scenario, random_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(2)),
    ),
    told=(
        Match("falaise_gap", random_bot, "words", most=80),
        Match("campaign", random_bot, "words", most=200),
    ),
    branched=Match("falaise_gap", random_bot, "choices", most=30),
    refereed=Match("falaise_gap", greedy_bot, "referee", most=60),
    book=BOOK,
    most=12_000,
)
