"""What a decision and its events are called: no odds that are not those that were used, no ids of files."""

from __future__ import annotations

import re
from collections.abc import Callable

from hexledger.projections.lines import head_of, line_of
from hexledger.projections.record import record
from hexledger.replays.story.combats import fought
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.conftest import Played

Play = Callable[[About], Played]
ODDS = re.compile(r" at (\d+[-:]\d+)\b(?!-)(.*)")
RAW = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")


@every_game
def test_odds_in_the_words_of_an_attack_are_those_used_or_said_to_be_earlier_ones(one: About, played: Play) -> None:
    _, game, frames = played(one)
    line = line_of(frames, head_of(frames))
    words = {entry["seq"]: entry["decision"] for entry in record(line, game, game.decide_text)}
    for told in fought(game, line):
        combat = told.combat
        found = ODDS.search(words.get(combat.begun.seq, ""))
        if found is None or not combat.readings:
            continue
        used = game.word(combat.readings[-1].column).split("/")
        assert found[1] in used or " before " in found[2], words[combat.begun.seq]


@every_game
def test_no_id_of_a_file_stands_in_the_words_of_a_decision_or_of_an_event(one: About, played: Play) -> None:
    _, game, frames = played(one)
    entries = record(line_of(frames, head_of(frames)), game, game.decide_text)
    texts = [text for entry in entries for text in (entry["decision"], *entry["outcome"])]
    assert texts and [text for text in texts if RAW.search(text)] == []
