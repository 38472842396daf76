"""What Fortress Europa hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.catalogue import open_game
from tests.conformance.fortress_europa.coverage import BOOK
from tests.every_game.about import About, Match
from tests.every_game.players import busy_bot
from tests.every_game.seeds import seeds
from tests.fortress_europa.builder import position

SCENARIOS = ("battle_of_the_bulge", "invasion", "to_the_west_wall", "on_to_berlin", "campaign")

Options = tuple[tuple[str, str | int | bool], ...]


def on(*names: str) -> Options:
    """These options switched on."""
    return tuple((name, "yes") for name in names)


CAMPAIGN = (
    *("31.1", "31.2", "31.3", "31.4", "31.5", "31.6", "31.7", "31.8", "31.9", "31.11", "31.12", "31.13", "31.14"),
    *("31.15", "31.16", "31.17", "31.18", "32", "advanced_air", "naval_withdrawal"),
)
BERLIN = ("31.1", "31.4", "31.6", "31.10", "31.11", "31.13", "31.14", "31.15", "31.18", "historical_weather")
"""All options that a scenario takes."""

BUSY = busy_bot(to_and_fro=("conceal", "show_unit"), at_once=("end_set_up",))
"""31.6: concealing and showing a unit undo each other."""

ABOUT = About(
    game="fortress_europa",
    open=lambda: open_game("fortress_europa"),
    position=position,
    rules=re.compile(r"\d+\.\d+(\.\d+)*|C-\d+|A \d+\.\d+"),
    turns=((0, "-"), (1, "June I"), (13, "September I"), (25, "December I"), (37, "March I"), (49, "-")),
    record=Match("invasion", greedy_bot, "golden", most=150),
    playthroughs=(
        ("battle_of_the_bulge", "random", False),
        ("invasion", "greedy", False),
        ("to_the_west_wall", "greedy", True),
        ("on_to_berlin", "greedy", True),
        ("campaign", "greedy", True),
    ),
    random=(
        Match("invasion", greedy_bot, "short", most=150),
        Match("battle_of_the_bulge", BUSY, "short", most=120),
        Match("campaign", BUSY, "short", most=120),
        Match("campaign", BUSY, "options", on(*CAMPAIGN), most=120),
        *(Match("campaign", BUSY, "alone", on(option), most=150, long=True) for option in CAMPAIGN),
        *(Match("on_to_berlin", BUSY, "alone", on(option), most=150, long=True) for option in BERLIN),
        *(Match(scenario, greedy_bot, seed, long=True) for scenario in SCENARIOS for seed in seeds(2)),
        *(Match(scenario, BUSY, "busy 1", long=True) for scenario in SCENARIOS),
        Match("campaign", (greedy_bot, random_bot), "pairing 0", long=True),
        Match("campaign", (random_bot, greedy_bot), "pairing 1", long=True),
        Match("campaign", BUSY, "every option", on(*CAMPAIGN), long=True),
        Match("on_to_berlin", BUSY, "every option", on(*BERLIN), long=True),
    ),
    told=(
        Match("invasion", greedy_bot, "words", most=90),
        Match("invasion", greedy_bot, "words", most=150, long=True),
        Match("battle_of_the_bulge", random_bot, "words", on("31.6", "31.13"), most=75),
        Match("battle_of_the_bulge", random_bot, "words", on("31.6", "31.13"), most=150, long=True),
        Match("campaign", greedy_bot, "words", on("31.8", "31.11", "31.16", "32", "advanced_air"), most=90),
        Match("campaign", greedy_bot, "words", on("31.8", "31.11", "31.16", "32", "advanced_air"), most=150, long=True),
    ),
    branched=Match("battle_of_the_bulge", BUSY, "choices", most=50),
    refereed=Match("battle_of_the_bulge", greedy_bot, "referee", most=22),
    book=BOOK,
    cases_without_rule=("FE_077",),
    checked=16,
    most=12_000,
)
