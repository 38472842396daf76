"""What June 6 hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.conformance.june_6.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.players import hurried_bot
from tests.every_game.seeds import seeds
from tests.june_6.builder import position

SCENARIOS = ("push_to_caen", "drive_on_cherbourg", "st_lo", "epsom", "epsom_and_caen", "first_week", "campaign")
CARDS = (("chits", "yes"), ("historical_weather", "yes"))
WEST = (("west_coast", "1"), ("solitaire", "yes"), ("storm_shift", "2"))

PAIRS = ((greedy_bot, random_bot), (random_bot, greedy_bot), (greedy_bot, greedy_bot))

ABOUT = About(
    game="june_6",
    open=lambda: open_game("june_6"),
    position=position,
    rules=re.compile(r"\d+\.\d+[a-z]?|PB \d+\.\d+[a-z]?|R-\d\d|QA-[A-Z]+-\d+|ERR-\d+"),
    turns=((0, "-"), (1, "6 June"), (14, "1/2 July"), (16, "5/6 July"), (99, "-")),
    record=Match("push_to_caen", random_bot, "3", most=400),
    playthroughs=tuple((scenario, "random", scenario == "campaign") for scenario in SCENARIOS),
    random=(
        *(Match("push_to_caen", random_bot, seed) for seed in ("one", "two", "three")),
        *(Match(scenario, hurried_bot) for scenario in SCENARIOS if scenario not in ("push_to_caen", "campaign")),
        *(Match("campaign", hurried_bot, "options", chosen, most=400) for chosen in (CARDS, WEST)),
        *(Match("campaign", hurried_bot, "options", chosen, long=True) for chosen in (CARDS, WEST)),
        *(Match(scenario, hurried_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(10)),
        *(
            Match("campaign", hurried_bot, seed, (("chits", "yes"), ("west_coast", west)), long=True)
            for seed in ("four", "five", "six")
            for west in ("no", "1", "2")
        ),
        *(Match("campaign", pair, f"pairing {number}", long=True) for number, pair in enumerate(PAIRS)),
    ),
    told=(
        Match("push_to_caen", greedy_bot, "words", most=600),
        Match("push_to_caen", random_bot, "words random", most=600),
    ),
    branched=Match("push_to_caen", random_bot, "choices", most=120),
    refereed=Match("push_to_caen", greedy_bot, "referee", most=45),
    book=BOOK,
    most=20_000,
)
