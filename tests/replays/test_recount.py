"""Answers of the warehouse equal a plain recount in Python, over fifty games, by day over some of them: those of the
corpus, and small games of Drill that bots play from seeds, with undone decisions in them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, PAIRED_LUCK, Frame
from hexledger.events.ledger import Ledger
from hexledger.projections.lines import line_of
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import watch
from hexledger.projections.warehouse import build, query
from hexledger.replays.dice.luck import throws
from hexledger.replays.library.questions import QUESTIONS, answer
from hexledger.replays.library.tables import game_of
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.studies import begin_study
from hexledger.replays.log.table import play_on
from hexledger.replays.story.combats import fought
from hexledger.replays.story.supply import stories, supply_row
from hexledger.replays.viewer.notes import write_notes
from hexledger.replays.whatif.playout import play_out
from hexledger.replays.whatif.simulate import Found, Plan, starts
from hexledger.replays.whatif.swing import decisive, moments, swings, turns
from tests.drill.game import drill
from tests.drill.play import advance, begun, writing

pytestmark = pytest.mark.whole

CORPUS = Path(__file__).parents[1] / "corpus" / "games"
GAMES = {"some": 34, "fifty": 50}
"""By day every second game of the corpus and as many small ones, fifty in the long run."""
SWUNG = 6
"""Small games whose chances are counted again."""
RUNS = 3
BOTS = {1: greedy_bot, 2: random_bot}


@pytest.fixture(scope="module", params=["some", pytest.param("fifty", marks=pytest.mark.long)])
def logs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, bool]]:
    """(log, is it a game of Drill), as many as `GAMES` says."""
    folder, games = tmp_path_factory.mktemp("season"), GAMES[request.param]
    found = []
    for log in sorted(CORPUS.glob("*/*.hxl"))[:: 1 if request.param == "fifty" else 2]:
        copy = folder / f"{log.parent.name}-{log.name}"
        copyfile(log, copy)
        found.append((copy, log.parent.name == "drill"))
    for number in range(games - len(found)):
        path = folder / f"{number}.hxl"
        with begun(path, seed=f"recount {number}", turns=1 + number % 3, policy="free") as chronicle:
            if number % 3 == 2:
                chronicle.clock = partial(next, count(1_700_000_000_000, 700 + number))
            advance(chronicle, 3 + 2 * number, seed=f"bots {number}")
            if number % 3 == 1 and len(chronicle.timeline) > 3:
                chronicle.undo(1)
                advance(chronicle, 4, seed=f"again {number}")
        found.append((path, True))
    assert len(found) == games
    for number, (log, of_drill) in enumerate(found):
        _annotate(log, number, drill() if of_drill else None)
    return found


def _annotate(log: Path, number: int, game: Any) -> None:
    """Notes beside a log, as many as its number says, modulo four: on decisions and on events, by and for whom the
    number says; one on a frame that the log does not have."""
    with Chronicle.read(log, game=game) as chronicle:
        size, names = len(chronicle.timeline), chronicle.game
        notes: dict[str, Any] = {}
        for one in range(number % 4):
            seq = (7 * number + 11 * one) % size
            event = f".{1 + one % len(chronicle.frame(seq).events)}" if one and chronicle.frame(seq).events else ""
            note = {"mark": bool(one), "text": f"note {one} of {number}", "to": ("mine", "all", names.side(1))[one]}
            notes[chronicle.ledger.leaf(seq).hex()[:32] + event] = note | (
                {"by": f"reader {number % 3}"} if one else {}
            )
        if notes:
            notes["0" * 32] = {"mark": False, "text": "on nothing"}
            write_notes(log, chronicle.genesis.log_id, notes)


@pytest.fixture(scope="module")
def told(logs: list[tuple[Path, bool]], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """The warehouse, and of each game what a recount needs: game, genesis, frames of the file, those of the line."""
    read, games = [], []
    for log, of_drill in logs:
        chronicle = Chronicle.read(log, game=drill() if of_drill else None)
        made = game_of(chronicle)
        frames = list(made.frames)
        line = line_of(frames, chronicle.timeline.head)
        watch(line, *made.watchers)
        games.append(made._replace(watchers=(), more=list(made.more), dear=list(made.dear)))
        read.append((chronicle.game, chronicle.genesis, frames, line))
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
    assert found == counted and sum(found.values()) == len(read)


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
def test_every_question_is_answered_over_all_games(told: tuple[Path, list[Any]], name: str) -> None:
    columns, rows = answer(told[0], name)
    assert columns and rows
    assert rows == answer(told[0], name)[1]


def test_notes(logs: list[tuple[Path, bool]], told: tuple[Path, list[Any]]) -> None:
    """What the files beside the logs say, read as plain JSON; each note stands at the frame whose hash its name
    begins with."""
    house, _ = told
    counted: Counter[tuple[Any, ...]] = Counter()
    for log, _ in logs:
        beside = Path(f"{log}.notes.json")
        if not beside.exists():
            continue
        data = json.loads(beside.read_bytes())
        with Ledger.open_reader(log) as ledger:
            leaves = {ledger.leaf(seq).hex(): seq for seq in range(len(ledger))}
        for name, note in data["notes"].items():
            leaf, _, event = name.partition(".")
            seq = next((seq for whole, seq in leaves.items() if whole.startswith(leaf)), None)
            where = None if seq is None else f"#{seq}.{event}" if event else f"#{seq}"
            to = note.get("to", "mine")
            counted[data["log"], seq, where, note["mark"], note.get("by"), to, note["text"]] += 1
    _, rows = query(house, "select log, seq, address, mark, author, audience, text from notes")
    found = Counter(tuple(row) for row in rows)
    assert found == counted and sum(counted.values()) > len(logs)
    assert {row[2] is None for row in counted} == {True, False}, "notes on frames, and on none"
    assert sum("." in (row[2] or "") for row in counted) > 10, "notes on events"


def test_swing_plays_on_from_the_turns_and_the_decisions_that_weigh_most(told: tuple[Path, list[Any]]) -> None:
    """Frames after which a turn begins, and the four decisions that cost and took most: steps, twice the units, hexes
    that change hands."""
    _, read = told
    heavy = 0
    for game, _, _, line in read:
        begin, weights = {line[0].seq}, Counter[int]()
        for frame, event, state in walked(line):
            if isinstance(event, ev.TurnBegan):
                begin.add(frame.seq)
            if frame.kind != DECISION:
                continue
            if isinstance(event, ev.StepsSet):
                in_play = not game.idle(state.at.get(event.piece, OFF_MAP))
                weights[frame.seq] += in_play * max(0, state.steps.get(event.piece, 0) - event.steps)
            elif isinstance(event, ev.Removed) and not game.alive(event.reason):
                weights[frame.seq] += state.steps.get(event.piece, 0) + 2
            elif isinstance(event, ev.Controlled) and event.side and event.side != state.control.get(event.place, 0):
                weights[frame.seq] += 1
        assert turns(line) == sorted(begin)
        wanted = sorted(+weights, key=lambda seq: (-weights[seq], seq))[:4]
        parents = {frame.seq: frame.parent for frame in line}
        found = decisive(game, line, 4)
        assert [(one.seq, one.before, one.weight) for one in found] == [
            (seq, parents[seq], weights[seq]) for seq in sorted(wanted)
        ]
        heavy += len(found)
    assert heavy > len(read)


def test_swing_counts_games_that_a_player_could_play_himself(logs: list[tuple[Path, bool]], tmp_path: Path) -> None:
    """The chance at each moment of the small games is the share of wins among studies that bots play to the end, a
    draw being half of one; what is gained is the difference to the moment before."""
    drills = [log for log, of_drill in logs if of_drill]
    moved = 0
    for number, log in enumerate(drills[-SWUNG:]):
        with Chronicle.read(log, game=drill()) as chronicle:
            head = chronicle.timeline.head
            chosen = tuple(moments(chronicle, head, 1))
            starts_at = starts(chronicle, chosen)
            runs = {
                seq: [play_out(chronicle.game, begin, BOTS, "swing", run) for run in range(RUNS)]
                for seq, begin in starts_at.items()
            }
            plan = Plan(str(log), chosen, RUNS, "swing", ((1, "greedy"), (2, "random")))
            said = swings(chronicle, Found(plan, runs, True), head)["moments"]
            before: dict[int, Fraction] = {}
            for row, seq in zip(said, chosen, strict=False):
                share: dict[int, Fraction] = {1: Fraction(0), 2: Fraction(0)}
                for run in range(RUNS):
                    winner = _winner(log, seq, run, tmp_path / f"{number}-{seq}-{run}.hxl")
                    for side in share:
                        share[side] += Fraction(2 * (winner == side) + (winner == 0), 2 * RUNS)
                assert [chance["share"] for chance in row["chances"]] == [round(float(share[s]), 4) for s in (1, 2)]
                if before:
                    gains = [round(float(share[side] - before[side]), 4) for side in (1, 2)]
                    assert [chance["gain"] for chance in row["chances"]] == gains
                    moved += any(gains)
                before = share
    assert moved, "some chance moves"


def _winner(log: Path, seq: int, run: int, path: Path) -> int:
    """Who wins a study with paired luck that the bots play on, decision by decision; 0 for a draw."""
    begin_study(log, path, seq, f"swing/{run}", PAIRED_LUCK, f"run {run}")
    with writing(path) as study:
        play_on(study, BOTS, seed=f"swing/{run}")
        assert study.state().over
        return study.state().winner
