"""Case Yellow: what `explain` says of a combat, an Engaged result, an interdiction, a Stuka, from recorded games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.events import model as ev
from hexledger.projections.explain import explain, explain_text
from hexledger.replays.log.chronicle import Chronicle

GAMES = Path(__file__).parents[1] / "corpus" / "games" / "case_yellow"


def told(log: str, table: str, result: str) -> str:
    """The explanation of the first frame in which a table gave a result."""
    with Chronicle.read(GAMES / log) as chronicle:
        game = chronicle.game
        for seq in range(len(chronicle.timeline)):
            for event in chronicle.frame(seq).events:
                read = isinstance(event, ev.Resolved) and event.table == game.words[table]
                if read and game.words[result] in event.results:  # type: ignore[attr-defined]
                    return explain_text(explain(list(chronicle.frames(seq)), seq, game, game.decide_text))
    raise AssertionError(f"no {result} in {log}")


@pytest.mark.parametrize(
    ("log", "table", "result", "words"),
    [
        (
            "02-greedy-greedy.hxl",
            "table.crt",
            "result.DR",
            ("attack strength", "defence strength", "odds and shifts", "Combat Results Table", "CY 11.3a", "DR"),
        ),
        (
            "02-greedy-greedy.hxl",
            "table.crt",
            "result.ENG",
            ("tactical ratings", "best TR of the attackers", "against", "best TR of the defenders", "CY 11.9a"),
        ),
        ("03-greedy-random.hxl", "table.interdiction", "result.hit", ("River Crossing Interdiction Table", "CY 5.1c")),
        ("00-random-random.hxl", "table.stuka", "result.DIS_DL1", ("Stuka modifiers", "Stuka Dive Bombing Table")),
    ],
)
def test_the_calculation_is_told_line_by_line_with_its_rules(
    log: str, table: str, result: str, words: tuple[str, ...]
) -> None:
    text = told(log, table, result)
    assert [word for word in words if word not in text] == [], text
