"""Answers of the warehouse equal a plain recount in Python, over fifty games: those of the corpus, and small games of
Drill that bots play from seeds, with undone decisions in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.lines import line_of
from hexledger.projections.state import State
from hexledger.projections.warehouse import build, query
from hexledger.replays.dice.luck import throws
from hexledger.replays.library.questions import QUESTIONS, answer
from hexledger.replays.library.tables import game_of
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import fought
from hexledger.replays.story.supply import stories, supply_row
from tests.drill.game import drill
from tests.drill.play import advance, begun

CORPUS = Path(__file__).parents[1] / "corpus" / "games"
GAMES = 50


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, bool]]:
    """(log, is it a game of Drill), fifty of them."""
    found = [(log, log.parent.name == "drill") for log in sorted(CORPUS.glob("*/*.hxl"))]
    folder = tmp_path_factory.mktemp("drill")
    for number in range(GAMES - len(found)):
        path = folder / f"{number}.hxl"
        with begun(path, seed=f"recount {number}", turns=1 + number % 3, policy="free") as chronicle:
            if number % 3 == 2:
                chronicle.clock = partial(next, count(1_700_000_000_000, 700 + number))
            advance(chronicle, 3 + 2 * number, seed=f"bots {number}")
            if number % 3 == 1 and len(chronicle.timeline) > 3:
                chronicle.undo(1)
                advance(chronicle, 4, seed=f"again {number}")
        found.append((path, True))
    assert len(found) == GAMES
    return found


@pytest.fixture(scope="module")
def told(logs: list[tuple[Path, bool]], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """The warehouse, and of each game what a recount needs: game, genesis, frames of the file, those of the line."""
    read, games = [], []
    for log, of_drill in logs:
        chronicle = Chronicle.read(log, game=drill() if of_drill else None)
        made = game_of(chronicle)
        games.append(made._replace(more=list(made.more), dear=list(made.dear)))
        frames = list(made.frames)
        read.append((chronicle.game, chronicle.genesis, frames, line_of(frames, chronicle.timeline.head)))
        chronicle.close()
    house = tmp_path_factory.mktemp("recount") / "house"
    build(house, games)
    return house, read


def walked(line: list[Frame]) -> Iterator[tuple[Frame, ev.AnyEvent, State]]:
    """Every event of a line with the position before it."""
    from hexledger.projections.fold import apply

    state = State()
    for frame in line:
        for event in frame.events:
            yield frame, event, state
            apply(state, event)


def after(line: list[Frame]) -> Iterator[tuple[Frame, ev.AnyEvent, State]]:
    """Every event of a line with the position after it."""
    from hexledger.projections.fold import apply

    state = State()
    for frame in line:
        for event in frame.events:
            apply(state, event)
            yield frame, event, state


def test_dice(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    counted: Counter[tuple[str, int, int]] = Counter()
    for game, _, _, line in read:
        counted.update((game.id, e.faces, e.value) for f in line for e in f.events if isinstance(e, ev.Rolled))
    _, rows = query(house, "select game, faces, value, count(*) from rolls where standing = 'stands' group by all")
    assert counted and {row[:3]: row[3] for row in rows} == counted


def test_endings(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    counted: Counter[tuple[str, str, str]] = Counter()
    for game, genesis, _, line in read:
        won = [e for f in line for e in f.events if isinstance(e, ev.Won)]
        counted[game.id, genesis.scenario, game.side(won[-1].side) if won else "not over"] += 1
    columns, rows = answer(house, "endings")
    found: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        one = dict(zip(columns, row, strict=True))
        found[one["game"], one["scenario"], one["winner"]] += one["games"]
    assert found == counted and sum(found.values()) == GAMES


def test_losses(told: tuple[Path, list[Any]]) -> None:
    """Steps of pieces that lose some or are removed as losses, by side and turn, and units gone."""

    house, read = told
    steps: Counter[tuple[str, str, int, str]] = Counter()
    units: Counter[tuple[str, str, int, str]] = Counter()
    for game, genesis, _, line in read:
        for _, event, state in walked(line):
            if isinstance(event, ev.StepsSet | ev.Placed) and event.piece in state.at:
                lost, gone = state.steps.get(event.piece, 0) - event.steps, 0
            elif isinstance(event, ev.Removed) and not game.alive(event.reason):
                lost, gone = (
                    state.steps.get(event.piece, 0),
                    int(event.piece in state.at or state.steps.get(event.piece, 0) > 0),
                )
            else:
                continue
            key = (game.id, genesis.scenario, state.turn, game.side(game.piece_side(event.piece)))
            if lost > 0 or gone:
                steps[key] += max(lost, 0)
                units[key] += gone
    columns, rows = answer(house, "losses")
    found, gone_found = Counter[Any](), Counter[Any]()
    for row in rows:
        one = dict(zip(columns, row, strict=True))
        key = (one["game"], one["scenario"], one["turn"], one["side"])
        found[key] += one["steps"]
        gone_found[key] += one["units"]
    assert +found == +steps and +gone_found == +units and steps


def test_odds(told: tuple[Path, list[Any]]) -> None:
    """How often each result came in each column, by the last table of each combat; and what was expected adds up to
    the combats of a column whose die can be turned."""
    house, read = told
    counted: Counter[tuple[str, str, str]] = Counter()
    for game, _, _, line in read:
        for one in fought(game, line):
            if one.combat.readings:
                last = one.combat.readings[-1]
                results = ", ".join(game.word(word) for word in last.results).replace(":, ", ": ")
                counted[game.id, game.word(last.column), results] += 1
    columns, rows = answer(house, "odds")
    found: Counter[tuple[str, str, str]] = Counter()
    expected: Counter[tuple[str, str]] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    for row in rows:
        one = dict(zip(columns, row, strict=True))
        found[one["game"], one["odds"], one["result"].replace(":, ", ": ")] += one["times"]
        times[one["game"], one["odds"]] += one["times"]
        expected[one["game"], one["odds"]] += one["expected"]
    assert +found and all(counted[key] >= seen for key, seen in found.items())
    assert sum(found.values()) >= 0.9 * sum(counted.values()), "few combats have a table whose die cannot be turned"
    for key, came in times.items():
        assert abs(expected[key] - came) < 0.05, f"{key}: the chances of a column add up to its combats"


def test_supply(told: tuple[Path, list[Any]]) -> None:
    """Units whose line of supply is cut as a turn begins."""
    house, read = told
    counted: Counter[tuple[str, str, int, str]] = Counter()
    for game, genesis, _, line in read:
        begun_turns = {state.turn for _, event, state in after(line) if isinstance(event, ev.TurnBegan)}
        last = max((state.turn for _, _, state in after(line)), default=0)
        ends = {frame.seq: state.turn for frame, _, state in after(line)}
        for story in stories(game, line):
            row = supply_row(game, story)
            until = ends[row["ended"]] if row["ended"] is not None else last
            for turn in begun_turns | {last}:
                if row["turn"] < turn <= until:
                    counted[game.id, genesis.scenario, turn, row["side"]] += 1
    columns, rows = answer(house, "supply")
    assert columns[:4] == ("game", "scenario", "turn", "side")
    assert counted and {row[:4]: row[4] for row in rows} == counted


def test_times(told: tuple[Path, list[Any]]) -> None:
    """Milliseconds from a frame with a time to the next, for who made the next."""
    house, read = told
    counted: Counter[tuple[str, str]] = Counter()
    decisions: Counter[tuple[str, str]] = Counter()
    for game, _, frames, _ in read:
        stamped = [frame for frame in frames if frame.time is not None]
        for before, frame in zip([None, *stamped], stamped, strict=False):
            if frame.actor:
                key = (game.id, game.side(frame.actor))
                counted[key] += frame.time - before.time if before else 0
                decisions[key] += 1
    columns, rows = answer(house, "times")
    found = {(one["game"], one["side"]): one for one in (dict(zip(columns, row, strict=True)) for row in rows)}
    assert counted and {key: one["decisions"] for key, one in found.items()} == decisions
    assert {key: round(1000 * one["seconds"], -2) for key, one in found.items()} == {
        key: round(spent, -2) for key, spent in counted.items()
    }


def test_hexes(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    counted: Counter[tuple[str, str, str]] = Counter()
    for game, genesis, _, line in read:
        held: dict[int, int] = {}
        for _, event, _ in walked(line):
            if isinstance(event, ev.Controlled):
                if held.get(event.place, event.side) != event.side:
                    counted[game.id, genesis.scenario, game.place(event.place)] += 1
                held[event.place] = event.side
    _, rows = answer(house, "hexes")
    assert counted and {row[:3]: row[3] for row in rows} == counted


def test_luck(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    total: dict[str, Fraction] = {}
    dice: Counter[str] = Counter()
    for game, genesis, _, line in read:
        names = {game.side(side): name or game.side(side) for side, name, _ in genesis.players}
        for throw in throws(game, line):
            side = game.side(throw.lottery.side)
            player = names.get(side, side)
            total[player] = total.get(player, Fraction(0)) + throw.luck
            dice[player] += 1
    columns, rows = answer(house, "luck")
    found = {row[0]: dict(zip(columns, row, strict=True)) for row in rows}
    assert set(found) == set(total)
    for player, row in found.items():
        assert row["dice"] == dice[player] and abs(float(row["luck"]) - float(total[player])) <= 0.0051


def test_undos_and_decisions(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    made, undone = Counter[str](), Counter[str]()
    for game, _, frames, line in read:
        stands = {frame.seq for frame in line}
        for frame in frames:
            if frame.kind == DECISION:
                made[game.id] += frame.seq in stands
                undone[game.id] += frame.seq not in stands
    told_ = "select game, count(*) from decisions where kind = 'decision' and standing {} 'stands' group by all"
    assert dict(query(house, told_.format("="))[1]) == +made
    assert dict(query(house, told_.format("<>"))[1]) == +undone and undone["drill"] > 3
    columns, rows = answer(house, "undos")
    by_game: Counter[str] = Counter()
    for row in rows:
        one = dict(zip(columns, row, strict=True))
        by_game[one["game"]] += one["times"] if one["what"] == "undone" else 0
    assert +by_game == +undone


def test_openings(told: tuple[Path, list[Any]]) -> None:
    house, read = told
    counted: Counter[tuple[str, str, str]] = Counter()
    for game, genesis, _, line in read:
        first: dict[int, list[str]] = {}
        state = State()
        from hexledger.projections.fold import fold

        for frame in line:
            mine = first.setdefault(frame.actor, [])
            if frame.kind == DECISION and len(mine) < 3:
                mine.append(game.decide_text(frame.decision, state))
            state = fold(state.copy(), frame.events)
        for actor, texts in first.items():
            if texts:
                counted[game.id, genesis.scenario, f"{game.side(actor)}: {'; '.join(texts)}"] += 1
    columns, rows = answer(house, "openings")
    found: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        one = dict(zip(columns, row, strict=True))
        found[one["game"], one["scenario"], f"{one['side']}: {one['opening']}"] += one["games"]
    assert found == counted and counted


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_answered_over_fifty_games(told: tuple[Path, list[Any]], name: str) -> None:
    columns, rows = answer(told[0], name)
    assert columns and rows
    assert rows == answer(told[0], name)[1]
