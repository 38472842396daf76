"""The projections on a real game: the Invasion, played by greedy bots: what is explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.explain import explain
from hexledger.projections.record import DecideText
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on

Played = tuple[Game[Any], list[Frame], DecideText]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """June of the game, its line and a formatter of its decisions."""
    path: Path = tmp_path_factory.mktemp("records") / "game.hxl"
    with Chronicle.create(path, new_genesis("fortress_europa/invasion", seed="golden")) as chronicle:
        assert play_on(chronicle, {1: greedy_bot, 2: greedy_bot}, limit=150) == 150
        return chronicle.game, list(chronicle.frames(chronicle.timeline.head)), chronicle.game.decide_text


def explained(played: Played, kind: type[ev.Event], word: str = "") -> dict[str, Any]:
    """The explanation of the first decision that brought an event of a kind (of a table, with `word`)."""
    game, frames, say = played
    for frame in frames:
        for event in frame.events:
            if isinstance(event, kind) and (not word or game.word_key(getattr(event, "table", 0)) == word):
                return explain(frames, frame.seq, game, say)
    raise AssertionError(f"no {kind.__name__} in the game")


def rules(data: dict[str, Any]) -> list[str]:
    assert all(rule["title"] for rule in data["rules"])
    return [rule["rule"] for rule in data["rules"]]


def steps(data: dict[str, Any], what: str) -> list[dict[str, Any]]:
    return [step for step in data["steps"] if step["what"] == what]


def test_a_combat_is_explained_by_strengths_odds_die_and_table(played: Played) -> None:
    data = explained(played, ev.Resolved, "table.crt")
    names = [step["name"] for step in steps(data, "calculation")]
    assert {"strength of the attack", "defence of a hex", "odds"} <= set(names)
    assert steps(data, "roll") and steps(data, "table")[0]["roll"] == steps(data, "roll")[0]["address"]
    assert {"FE 14.5", "FE 15.1", "FE 15.2"} <= set(rules(data))


def test_a_landing_is_explained_by_the_rules_of_invasions(played: Played) -> None:
    game, frames, say = played
    landing = next(
        frame.seq
        for frame in frames
        if any(isinstance(event, ev.Moved) and game.word_key(event.mode) == "mode.invade" for event in frame.events)
    )
    data = explain(frames, landing, game, say)
    assert "lands in" in data["decision"] and "FE 12.3" in rules(data)


def test_a_supply_judgement_names_the_line_that_proves_it(played: Played) -> None:
    game, frames, say = played
    seq = next(
        frame.seq
        for frame in frames
        if any(isinstance(event, ev.Judged) and len(event.path) > 1 for event in frame.events)
    )
    data = explain(frames, seq, game, say)
    verdicts = steps(data, "verdict")
    assert verdicts and all(verdict["rule"].startswith("FE ") for verdict in verdicts)
    assert any(len(verdict["path"]) > 1 for verdict in verdicts), "a line of hexes"


def test_an_air_allocation_is_explained_by_its_mission(played: Played) -> None:
    game, frames, say = played
    seq = next(frame.seq for frame in frames if say_starts(game, frame, say, "send aircraft"))
    data = explain(frames, seq, game, say)
    assert any(rule.startswith("FE 17.10.") for rule in rules(data))
    assert steps(data, "effect")


def say_starts(game: Game[Any], frame: Frame, _say: DecideText, words: str) -> bool:
    return frame.kind == DECISION and game.codec.to_words(game.codec.decode(frame.decision)).startswith(words)
