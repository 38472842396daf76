"""Calculations read as what they are: over every log of the corpus and the golden ones, and over bot games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.players import bot
from hexledger.engine.catalogue import open_game
from hexledger.events import model as ev
from hexledger.projections.account import COMPARISON, FINDING, SUM, account
from hexledger.projections.explain import explain, explain_text
from hexledger.projections.phrases import phrases
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from tests.projections.stub import NAMES

LOGS = sorted(path for folder in ("corpus", "golden") for path in (Path(__file__).parents[1] / folder).rglob("*.hxl"))
SCENARIOS = (
    "fortress_europa/battle_of_the_bulge",
    "fortress_europa/invasion",
    "june_6/epsom",
    "case_yellow/dutch_fortress",
)


def _calculations(chronicle: Chronicle) -> Iterator[tuple[Any, ev.Reckoned]]:
    for seq in range(len(chronicle.timeline)):
        for event in chronicle.frame(seq).events:
            if isinstance(event, ev.Reckoned):
                yield chronicle.game, event


def _every() -> Iterator[tuple[Any, ev.Reckoned]]:
    for path in LOGS:
        if "drill" in str(path):
            continue
        with Chronicle.read(path) as chronicle:
            yield from _calculations(chronicle)


def _wrong(game: Any, event: ev.Reckoned) -> str:
    """What is misleading about how a calculation reads; empty for nothing."""
    made = account(event, game, phrases())
    name = game.word_key(event.kind)
    if made.form == SUM and event.lines and sum(value for _, value, _ in event.lines) != event.total:
        return f"{name} does not add up"
    if (
        made.form == COMPARISON
        and event.total not in (made.sums[0], made.sums[0] - made.sums[1])
        and name
        not in (
            "reckon.armor",
            "reckon.artillery_superiority",
        )
    ):
        return f"{name} compares {made.sums} and gives {event.total}"
    floored = event.total == 0 > sum(value for _, value, _ in event.lines)
    if made.form == FINDING and not game.finding(event.kind) and not floored:
        return f"{name} is neither a sum nor said to be anything else"
    return ""


def test_every_calculation_of_the_corpus_is_a_sum_that_adds_up_or_says_what_else_it_is() -> None:
    found = list(_every())
    assert len(found) > 2000
    assert {wrong for game, event in found if (wrong := _wrong(game, event))} == set()
    assert {account(event, game, phrases()).form for game, event in found} == {SUM, COMPARISON, FINDING}


@pytest.mark.whole
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_calculation_of_a_bot_game_reads_right(scenario: str, tmp_path: Path) -> None:
    with Chronicle.create(tmp_path / "g.hxl", new_genesis(scenario, seed="sums")) as chronicle:
        play_on(chronicle, {1: bot("random"), 2: bot("greedy")}, limit=150)
        assert {wrong for game, event in _calculations(chronicle) if (wrong := _wrong(game, event))} == set()


def test_a_comparison_of_the_corpus_is_explained_with_both_sums() -> None:
    path = next(path for path in LOGS if path.name == "00-greedy-greedy.hxl" and "june_6" in str(path))
    with Chronicle.read(path) as chronicle:
        frames = list(chronicle.frames(19))
        data = explain(frames, 19, chronicle.game, chronicle.game.decide_text)
    armor = next(step for step in data["steps"] if step["what"] == "calculation" and "armour" in step["name"])
    assert (armor["form"], armor["sums"], armor["result"]) == (COMPARISON, [7, 3], "7 against 3: +2")
    text = explain_text(data)
    block = text[text.index("armour superiority") :].splitlines()[1:7]
    assert [" ".join(line.split("[")[0].split()) for line in block] == [
        "points of the attacker 7",
        "against",
        "points of the defender 0",
        "anti-tank points of the defender 3",
        "3",
        "result 7 against 3: +2",
    ]


def test_a_sum_of_another_log_that_does_not_add_up_is_not_shown_as_a_sum() -> None:
    odd = ev.Reckoned(NAMES.find_word("calc.drm"), -1, ((NAMES.find_word("line.woods"), 2, 0),), 5, 0)
    assert account(odd, NAMES, phrases()).form == FINDING


def test_lines_that_stop_at_nothing_or_at_the_last_column_say_so() -> None:
    """C2: `hit die 1, matrix -1, ratio -1: 0` and `1:4, out of command -1: 1:4` looked like wrong sums."""
    france, trumpets = open_game("france_1944"), open_game("time_for_trumpets")
    word = france.find_word
    lines = ((word("line.hit_die"), 1, 0), (word("line.matrix"), -1, 0), (word("line.ratio"), -1, 0))
    made = account(ev.Reckoned(word("reckon.hits_attack"), -1, lines, 0, 0), france, phrases())
    assert (made.form, made.result) == (FINDING, "0, never less")
    word = trumpets.find_word
    lines = ((word("column.1_4"), 0, 0), (word("line.attack_out_comm"), -1, 0))
    made = account(ev.Reckoned(word("reckon.odds"), -1, lines, 0, 0), trumpets, phrases())
    assert (made.form, made.result) == (FINDING, "1:4, the lowest column")
    odd = ev.Reckoned(NAMES.find_word("calc.drm"), -1, ((NAMES.find_word("line.woods"), 2, 0),), 5, 0)
    assert account(odd, NAMES, phrases()).result == "+5, though the lines add up to +2"


def test_the_counts_of_a_victory_test_have_no_total() -> None:
    game = open_game("june_6")
    lines = ((game.find_word("line.german_units"), 7, 0), (game.find_word("line.allied_units"), 3, 0))
    made = account(ev.Reckoned(game.find_word("reckon.victory"), -1, lines, 0, 0), game, phrases())
    assert (made.form, made.result) == (FINDING, "")
