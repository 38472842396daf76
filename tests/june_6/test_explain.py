"""`hexledger explain` of a combat of each kind: every modifier stands there with its value and its rule.

Games of hurried players bring nearly all kinds, a game of a keen Allied player the fights that big successes and
failures breed; the texts of one combat of each kind are kept. They are written anew by
`pytest tests/june_6/test_explain.py --snapshot-update`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from syrupy.assertion import SnapshotAssertion

from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.explain import explain, explain_text
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import play_on
from tests.every_game.players import hurried_bot
from tests.june_6.builder import game
from tests.june_6.keen import keen_bot

KEEN = ("push_to_caen k1", "push_to_caen k5")
"""Games of a keen Allied player, with their seeds: each brings routs and breakthroughs, so that a change of the rules
that moves one of them leaves the other."""
GAMES = ("first_week", "push_to_caen", "epsom_and_caen", "st_lo", *KEEN)
KINDS = (
    "crt assault_vs_stand",
    "crt assault_vs_retreat",
    "crt probe_vs_stand",
    "crt probe_vs_retreat",
    "fight gca",
    "fight rout",
    "fight breakthrough",
    "bombardment bombard.air",
    "bombardment bombard.naval",
    "bombardment bombard.tot",
    "bombardment bombard.nebelwerfer",
    "airborne parachute",
    "airborne glider",
    "resistance",
)
FIGHTS = ("fight.attack", "fight.gca", "fight.rout", "fight.breakthrough")
RECKONED = (
    "reckon.combat_drm",
    "reckon.attack_strength",
    "reckon.defence_strength",
    "reckon.artillery",
    "reckon.artillery_superiority",
    "reckon.armor",
    "reckon.bombardment_drm",
    "reckon.airborne_drm",
    "reckon.resistance",
)


@cache
def frames(scenario: str) -> tuple[Frame, ...]:
    """A whole game, the same every time."""
    name, _, seed = scenario.partition(" ")
    with TemporaryDirectory() as folder:
        genesis = new_genesis(f"june_6/{name}", seed=seed or "e1")
        with Chronicle.create(Path(folder) / "game.hxl", genesis) as chronicle:
            play_on(chronicle, {1: keen_bot if seed else hurried_bot, 2: hurried_bot}, limit=4000)
            return tuple(chronicle.frame(number) for number in range(len(chronicle.timeline)))


def kinds(frame: Frame) -> Iterator[str]:
    """Kinds of combat that a frame resolves."""
    key = game().word_key
    for event in frame.events:
        if isinstance(event, ev.Resolved):
            table, column = key(event.table).partition(".")[2], key(event.column)
            yield table if table == "resistance" else f"{table} {column.removeprefix('column.')}"


def fights(scenario: str) -> Iterator[tuple[str, int]]:
    """(kind of fight, frame that resolves it) of a game: `gca`, `rout`, `breakthrough` or `attack`."""
    kind = ""
    for frame in frames(scenario):
        for event in frame.events:
            if isinstance(event, ev.Declared):
                name = game().word_key(event.kind)
                kind = name.removeprefix("fight.") if name in FIGHTS else kind
            elif isinstance(event, ev.Resolved) and game().word_key(event.table) == "table.crt":
                yield kind, frame.seq


@cache
def found() -> dict[str, tuple[str, int]]:
    """Kind -> the first combat of it: game and frame."""
    first: dict[str, tuple[str, int]] = {}
    for scenario in GAMES:
        for frame in frames(scenario):
            for kind in kinds(frame):
                first.setdefault(kind, (scenario, frame.seq))
        for kind, seq in fights(scenario):
            first.setdefault(f"fight {kind}", (scenario, seq))
    return first


def told(scenario: str, seq: int) -> str:
    """The explanation of a frame as text."""
    return explain_text(explain(frames(scenario), seq, game(), game().decide_text))


@pytest.mark.whole
@pytest.mark.parametrize("kind", KINDS)
def test_a_combat_of_each_kind_is_explained_line_by_line(kind: str, snapshot: SnapshotAssertion) -> None:
    assert kind in found(), f"no combat of this kind in {GAMES}"
    assert told(*found()[kind]) == snapshot


@pytest.mark.whole
@pytest.mark.parametrize("scenario", GAMES)
def test_every_modifier_of_every_combat_has_its_rule_and_the_lines_add_up(scenario: str) -> None:
    """12.5, 16.4, 17.2, 18.2"""
    modifiers = 0
    rules = {game().word(game().words[name]): name for name in RECKONED}
    for frame in frames(scenario):
        if not any(True for _ in kinds(frame)):
            continue
        row = explain(frames(scenario), frame.seq, game(), game().decide_text)
        for step in row["steps"]:
            if step["what"] != "calculation" or step["name"] not in rules:
                continue
            assert step["rule"], f"{scenario} #{frame.seq}: {step['name']} cites no rule"
            for line in step["lines"]:
                assert line["rule"], f"{scenario} #{frame.seq}: {line['label']} cites no rule"
                modifiers += 1
            if rules[step["name"]] in ("reckon.combat_drm", "reckon.bombardment_drm", "reckon.airborne_drm"):
                assert sum(line["value"] for line in step["lines"]) == step["total"]
    assert modifiers > 10
