"""Supply stories in every game: who cut a line is proved by taking his deed back, against the rules' own trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.kernel.game import Game
from hexledger.engine.view import BoardView
from hexledger.events import model as ev
from hexledger.events.frame import Frame
from hexledger.projections.fold import APPLY
from hexledger.projections.state import State
from hexledger.projections.supply_story import (
    CLOCK,
    CONTROL,
    ENTERED,
    FLAG,
    GONE,
    LOST,
    MARKER,
    PIECE,
    RESTORED,
    Agent,
    Change,
    SupplyStory,
    deeds,
    smallest,
    taken_back,
)
from hexledger.projections.walk import passages
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.supply import GameTracer, stories, supply_row
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play

GAMES = ("june_6", "fortress_europa", "case_yellow", "france_1944", "time_for_trumpets")
Told = Callable[[About], list[SupplyStory]]
RECORDED = Path(__file__).parents[1] / "corpus" / "games"


@pytest.fixture(scope="module")
def stories_of(played: Play) -> Told:
    """The stories of the record game of each game, told once."""
    known: dict[str, list[SupplyStory]] = {}

    def tell(one: About) -> list[SupplyStory]:
        if one.game not in known:
            _, game, frames = played(one)
            known[one.game] = list(stories(game, frames))
        return known[one.game]

    return tell


def _keys(change: Change) -> list[tuple[str, int]]:
    assert change.cause is not None
    return [_key(agent) for agent in change.cause.agents]


def _key(agent: Agent) -> tuple[str, int]:
    if agent.kind == FLAG:
        return FLAG, agent.number << 16 | agent.word
    if agent.kind == MARKER:
        return MARKER, agent.number << 32 | (agent.beside + 1) << 16 | agent.word
    return agent.kind, agent.number


@every_game
def test_the_line_holds_without_what_is_named_and_is_cut_with_it(one: About, played: Play, stories_of: Told) -> None:
    _, game, frames = played(one)
    _prove(game, frames, stories_of(one))


@pytest.mark.long
def test_every_cut_of_every_recorded_game_is_proved_by_taking_its_cause_back() -> None:
    """By brute force, against the rules' own trace."""
    cuts = games = 0
    for log in sorted(RECORDED.glob("*/*.hxl")):
        if log.parent.name not in GAMES:
            continue
        with Chronicle.read(log) as chronicle:
            games += 1
            line = list(chronicle.frames(chronicle.timeline.head))
            cuts += _prove(chronicle.game, line, stories(chronicle.game, line))
    assert games >= 20 and cuts > 250


def _prove(game: Game[Any], frames: Sequence[Frame], told: Sequence[SupplyStory]) -> int:
    """Take what is named back, at every cut and every restoration of a game; how many there were."""
    tracer = GameTracer(game)
    changes = {}
    for story in told:
        for change in (story.lost, story.end):
            if change is not None and change.cause is not None:
                changes.setdefault(change.seq, []).append(change)
    for passage in passages(frames):
        before = passage.state.copy()
        for change in changes.get(passage.frame.seq, ()):
            done = deeds(passage.frame)
            wanted = change.what == LOST

            def holds(keys: list[tuple[str, int]], done=done, before=before, piece=change.piece) -> bool:
                return tracer.lines(taken_back(done, before, keys), [piece])[piece].holds

            keys = _keys(change)
            assert keys and change.cause is not None, f"nobody is named for {change}"
            assert holds([]) is not wanted, "with everything done the line stands as told"
            if change.cause.jointly:
                assert holds(keys) is wanted
                for fewer in combinations(keys, len(keys) - 1):
                    assert holds(list(fewer)) is not wanted, "none of them can be spared"
            else:
                for key in keys:
                    assert holds([key]) is wanted, f"{key} alone cut {change}"
        passage.finish()
    return sum(map(len, changes.values()))


@every_game
def test_an_enemy_who_stands_on_the_line_or_covers_it_is_enough_to_remove(
    one: About, played: Play, stories_of: Told
) -> None:
    _, game, frames = played(one)
    tracer = GameTracer(game)
    by_frame: dict[int, list[SupplyStory]] = {}
    for story in stories_of(one):
        if story.lost.what == LOST and story.lost.closed:
            by_frame.setdefault(story.lost.seq, []).append(story)
    for passage in passages(frames):
        passage.finish()
        for story in by_frame.get(passage.frame.seq, ()):
            cause = story.lost.cause
            assert cause is not None
            enemies = [
                agent.number
                for agent in cause.agents
                if agent.kind == PIECE and game.piece_side(agent.number) not in (story.side, 0)
            ]
            removed = passage.state.copy()
            for enemy in enemies:
                APPLY[ev.Removed](removed, ev.Removed(enemy, 0))
            if enemies and len(enemies) == len(cause.agents):
                assert tracer.lines(removed, [story.piece])[story.piece].holds


@every_game
def test_standings_are_those_of_the_rules_after_every_decision(one: About, played: Play, stories_of: Told) -> None:
    _, game, frames = played(one)
    tracer = GameTracer(game)
    told = stories_of(one)
    cut: set[int] = set()
    begins: dict[int, list[SupplyStory]] = {}
    for story in told:
        begins.setdefault(story.lost.seq, []).append(story)
    ends = {(story.end.seq, story.piece): story.end.what for story in told if story.end is not None}
    for passage in passages(frames):
        seq = passage.frame.seq
        passage.finish()
        for story in begins.get(seq, ()):
            assert story.piece not in cut and story.lost.what in (LOST, ENTERED)
            cut.add(story.piece)
        for (at, piece), what in ends.items():
            if at == seq:
                assert piece in cut
                cut.remove(piece)
                assert (what == GONE) is (piece not in _lines(tracer, passage.state)) or what == RESTORED
        assert cut == {piece for piece, line in _lines(tracer, passage.state).items() if not line.holds}, f"#{seq}"
    assert cut == {story.piece for story in told if story.end is None}


def _lines(tracer: GameTracer, state: State):
    return tracer.lines(state)


@every_game
def test_a_check_of_the_rulebook_lies_within_the_story_it_is_told_in(
    one: About, played: Play, stories_of: Told
) -> None:
    _, game, frames = played(one)
    by_seq = {frame.seq: frame for frame in frames}
    for story in stories_of(one):
        row = supply_row(game, story)
        assert row["text"] and "?" not in row["text"]
        for verdict in story.judged:
            assert story.lost.seq <= verdict.at.seq
            assert story.end is None or verdict.at.seq <= story.end.seq
            event = by_seq[verdict.at.seq].events[verdict.at.number - 1]
            assert isinstance(event, ev.Judged) and event.piece == story.piece and event.status == verdict.status


def test_a_smallest_set_is_found_and_none_of_it_can_be_spared() -> None:
    agents = [(PIECE, number) for number in range(40)]
    wanted = {(PIECE, 3), (PIECE, 17), (PIECE, 30)}
    asked = []

    def enough(some: list[tuple[str, int]]) -> bool:
        asked.append(some)
        return wanted <= set(some)

    assert set(smallest(agents, enough)) == wanted
    assert len(asked) < 40, "halves are tried, not one after the other"
    assert smallest(agents, lambda _: False) == []
    assert smallest([(CLOCK, 0)], lambda some: len(some) == 1) == [(CLOCK, 0)]
    assert smallest([], lambda _: True) == []
    spoils, does, mends = (PIECE, 1), (PIECE, 2), (PIECE, 3)
    assert smallest([spoils, does, mends], lambda some: does in some and (spoils not in some or mends in some)) == [
        does
    ], "more taken back is not always enough"
    either = smallest(agents, lambda some: (CONTROL, 1) in some or (PIECE, 39) in some)
    assert either == [(PIECE, 39)]


@every_game
def test_units_are_cut_off_in_games_whose_rules_trace_lines(one: About, played: Play, stories_of: Told) -> None:
    _, game, _ = played(one)
    told = stories_of(one)
    traces = type(game.view()).supply is not BoardView.supply
    assert any(story.lost.what == LOST for story in told) is traces
