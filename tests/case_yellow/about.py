"""What Case Yellow hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.case_yellow.builder import position
from tests.conformance.case_yellow.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.seeds import seeds

SCENARIOS = ("historical", "informed_allies", "free_command", "dutch_fortress")

ABOUT = About(
    game="case_yellow",
    open=lambda: open_game("case_yellow"),
    position=position,
    rules=re.compile(r"\d+\.\d+[a-z]?(\.(\d+|MOVE|COMBAT))?|(CL|QA)\.\d+|G-[AC]\d+|H-\d"),
    turns=((0, "-"), (1, "10-13 May"), (10, "15-18 June"), (11, "-")),
    record=Match("historical", greedy_bot, "golden", most=300),
    playthroughs=(
        ("dutch_fortress", "greedy", False),
        ("historical", "greedy", True),
        ("informed_allies", "greedy", True),
        ("free_command", "greedy", True),
    ),
    random=(
        Match("dutch_fortress", random_bot, "short"),
        Match("dutch_fortress", greedy_bot, "short"),
        Match("historical", random_bot, "short", most=100),
        *(Match(scenario, greedy_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(2)),
        Match("historical", (greedy_bot, random_bot), "pairing 0", long=True),
        Match("historical", (random_bot, greedy_bot), "pairing 1", long=True),
        *(Match(scenario, random_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(2)),
    ),
    told=(
        Match("dutch_fortress", random_bot, "words", most=80),
        Match("historical", random_bot, "words", most=80),
        Match("historical", random_bot, "words", most=120, long=True),
    ),
    branched=Match("historical", random_bot, "choices", most=30),
    refereed=Match("historical", random_bot, "referee", most=40),
    book=BOOK,
    checked=16,
    most=6_000,
)
