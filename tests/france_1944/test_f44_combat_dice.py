"""A battle of France 1944 is read with four dice (9.5, 9.6): each is told where it belongs, and each can be turned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexledger.events.model import Rolled
from hexledger.projections.record import record
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import Told, faces, fought, row

LOG = Path(__file__).parents[1] / "corpus" / "games" / "france_1944" / "00-greedy-random.hxl"
DICE = ["morale of the attacker", "hits on the attacker", "morale of the defender", "hits on the defender"]
MORALE = re.compile(r"d6 = (\d), morale check (?:attacker|defender), row (\d)")


@pytest.fixture(scope="module")
def game() -> Iterator[tuple[Chronicle, list[Told]]]:
    with Chronicle.read(LOG) as chronicle:
        frames = list(chronicle.frames(chronicle.timeline.head))
        yield chronicle, [one for one in fought(chronicle.game, frames) if one.combat.readings]


def test_a_battle_shows_all_four_dice_and_the_hits_that_came_of_them(game: tuple[Chronicle, list[Told]]) -> None:
    chronicle, told = game
    assert told
    for one in told:
        shown = row(chronicle.game, one)
        rolled = [event for event in chronicle.frame(one.combat.resolved).events if isinstance(event, Rolled)]
        assert [die["for"] for die in shown["thrown"]] == DICE
        assert [die["value"] for die in shown["thrown"]] == [event.value for event in rolled]
        assert [re.sub(r" \d+$", "", words) for words in shown["besides"]] == [
            "hits on the attackers",
            "hits on the defenders",
        ]


def test_a_morale_check_is_told_with_its_own_die(game: tuple[Chronicle, list[Told]]) -> None:
    chronicle, told = game
    frames = list(chronicle.frames(chronicle.timeline.head))
    entries = record(frames, chronicle.game, chronicle.game.decide_text, "narrative")
    checks = [found for entry in entries for said in entry["outcome"] for found in MORALE.findall(said)]
    assert len(checks) == 2 * len(told)
    assert all(die == line for die, line in checks), "9.5: the line of the check is its die"


def test_another_die_of_each_kind_has_its_own_outcomes(game: tuple[Chronicle, list[Told]]) -> None:
    """9.6: another morale die may move the box of the matrix, another hit die only its side's hits."""
    chronicle, told = game
    every = faces(chronicle, told[0].combat)
    assert list(dict.fromkeys(face["for"] for face in every)) == DICE
    came = next(face for face in every if face["happened"])
    for face in every:
        if face["for"].startswith("hits"):
            other = 1 if face["for"] == "hits on the attacker" else 0
            assert face["results"] == came["results"] and face["besides"][other] == came["besides"][other]
    boxes = {tuple(face["results"]) for face in every if face["for"].startswith("morale")}
    assert len(boxes) > 1
