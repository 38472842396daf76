"""The projections on a real game: Push to Caen, played by bots that choose at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.bots.players import random_bot
from hexledger.engine.kernel.game import Game
from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.dice_record import last_roll, rolls
from hexledger.projections.explain import explain
from hexledger.projections.losses import step_changes
from hexledger.projections.record import DecideText, record
from hexledger.projections.sequence import jump, sequence
from hexledger.projections.supply import supply
from hexledger.projections.walk import position_after
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import play_on

Played = tuple[Game[Any], list[Frame], DecideText]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The game, its line and a formatter of its decisions."""
    path: Path = tmp_path_factory.mktemp("records") / "game.hxl"
    with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="3")) as chronicle:
        assert play_on(chronicle, {1: random_bot, 2: random_bot}, limit=400) > 50
        game = chronicle.game
        return (
            game,
            list(chronicle.frames(chronicle.timeline.head)),
            game.decide_text,
        )


def test_every_event_is_told_with_names_that_a_player_knows(played: Played) -> None:
    game, frames, say = played
    told = [line for entry in record(frames, game, say, "all") for line in entry["events"]]
    assert len(told) == sum(len(frame.events) for frame in frames)
    assert [line["text"] for line in told if "?" in line["text"] or "{" in line["text"] or not line["text"]] == []
    rules = {line["rule"] for line in told}
    assert all(rule == "" or rule.startswith("J6 ") for rule in rules)
    assert len(rules) > 10


def test_every_decision_can_be_explained_with_titles_for_its_rules(played: Played) -> None:
    game, frames, say = played
    fights = [frame.seq for frame in frames if any(isinstance(event, ev.Resolved) for event in frame.events)]
    assert fights
    for seq in fights[:5]:
        data = explain(frames, seq, game, say)
        assert {"table", "roll"} <= {step["what"] for step in data["steps"]}
        assert all(rule["title"] for rule in data["rules"])


def test_the_steps_of_every_unit_are_those_it_arrived_with_less_its_losses(played: Played) -> None:
    game, frames, _ = played
    sums: dict[str, int] = {}
    for row in step_changes(frames, game):
        sums[row["piece"]] = sums.get(row["piece"], 0) + row["steps"]
    steps = position_after(frames).steps
    assert {piece: count for piece, count in sums.items() if count} == {
        game.piece(piece): count for piece, count in steps.items() if count
    }


def test_the_last_roll_at_every_decision_is_the_last_of_the_dice_record(played: Played) -> None:
    """F16."""
    game, frames, _ = played
    rows = rolls(frames, game)
    assert rows
    for frame in frames:
        earlier = [row["address"] for row in rows if row["seq"] <= frame.seq]
        shown = last_roll(frames, game, frame.seq)
        assert (shown["address"] if shown else None) == (earlier[-1] if earlier else None)


def test_every_turn_of_the_scenario_can_be_jumped_to(played: Played) -> None:
    game, frames, _ = played
    tree = sequence(frames, game)
    assert [turn["name"] for turn in tree] == ["1/2 July", "3/4 July", "5/6 July"][: len(tree)]
    for turn in tree:
        seq = jump(tree, turn["turn"])
        assert seq is not None
        line = [frame for frame in frames if frame.seq <= seq]
        assert position_after(line).turn == turn["turn"]
        assert jump(tree, turn["turn"], "me") is not None


def test_every_verdict_on_a_line_of_communications_shows_the_path_it_found(played: Played) -> None:
    game, frames, _ = played
    rows = [row for row in supply(frames, game) if row["status"] is not None]
    assert rows
    for row in rows:
        assert bool(row["path"]) == (row["status"] == "status.supplied")
        assert row["rule"].startswith("J6 5.3")
