"""What Drill hands in for the tests of every game."""

from __future__ import annotations

import re

from hexledger.engine.bots.players import greedy_bot, random_bot
from tests.drill.builder import position
from tests.drill.game import drill
from tests.every_game.about import About, Match

ABOUT = About(
    game="drill",
    open=drill,
    position=position,
    rules=re.compile(r"\d\.\d"),
    turns=((0, "0"), (1, "1"), (2, "2")),
    record=Match("skirmish", (greedy_bot, random_bot), "drill", (("turns", 6),)),
    playthroughs=(("skirmish", "random", False),),
    random=(
        Match("skirmish", random_bot),
        Match("skirmish", (greedy_bot, random_bot), "two", (("turns", 9),)),
    ),
    told=(Match("skirmish", random_bot, "words", (("turns", 9),), most=200),),
    branched=Match("skirmish", random_bot, "choices", (("turns", 9),), most=60),
    refereed=Match("skirmish", (greedy_bot, random_bot), "referee", (("turns", 9),), most=30),
)
