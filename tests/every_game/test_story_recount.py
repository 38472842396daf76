"""The stories of recorded games against a count by hand: the sums and cells of every combat, the chance of every face,
and luck as whole numbers; what cut a supply line is proved in `test_supply_stories.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import Draft
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.steps import Prompt
from hexledger.engine.table import outcomes
from hexledger.events import model as ev
from hexledger.events.frame import DECISION, Frame
from hexledger.projections.combats import Combat, besides, outcome
from hexledger.projections.state import State
from hexledger.replays.dice.luck import Throw, throws
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story import combats
from hexledger.replays.story.combats import faces, fought, reckoned, terms
from hexledger.replays.story.endings import Answered, Ending, advised, ended, ending
from hexledger.replays.story.luck import luck_story
from tests.every_game.test_supply_stories import GAMES, RECORDED

BY_DAY = [sorted((RECORDED / game).glob("*.hxl"))[0] for game in GAMES]
OTHERS = [log for game in GAMES for log in sorted((RECORDED / game).glob("*.hxl")) if log not in BY_DAY]
LATER = [pytest.param(log, marks=pytest.mark.long) for log in OTHERS]
every_log = pytest.mark.parametrize("log", [*BY_DAY, *LATER], ids=lambda log: f"{log.parent.name}-{log.stem}")


@every_log
def test_sums_cells_and_chances_of_combats(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        game, frames = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
        by_seq = {frame.seq: frame for frame in frames}
        told = [one.combat for one in fought(game, frames) if one.combat.readings and not one.combat.clash]
        assert told or log not in BY_DAY, "a short game may have no combat"
        cells: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for combat in told:
            _sums(game, combat, by_seq)
            _cell(game, combat, cells)
            _chances(game, combat, by_seq, faces(chronicle, combat))


def _event(by_seq: dict[int, Frame], at: Any) -> ev.AnyEvent:
    return by_seq[at.seq].events[at.number - 1]


def _sums(game: Game[Any], combat: Combat, by_seq: dict[int, Frame]) -> None:
    """What attackers, defenders and modifiers came to is the sum of the lines that were reckoned."""
    for which in (0, 1, 2):
        made = reckoned(game, combat, which)
        if made is None:
            continue
        event = _event(by_seq, made.at)
        assert isinstance(event, ev.Reckoned)
        assert made.total == sum(value for _, value, _ in event.lines)


def _cell(game: Game[Any], combat: Combat, cells: dict[tuple[int, int, int], tuple[int, ...]]) -> None:
    """A cell says the same whenever it is hit, and what is printed in it where its words are printed."""
    for read in combat.readings:
        where = (read.table, read.column, read.row)
        assert cells.setdefault(where, read.results) == read.results
        hit = game.view().hit(*where)
        results = [game.word(word) for word in read.results if not game.word(word).endswith(":")]
        printed = hit.table.cells[hit.row][hit.column] if hit is not None else ""
        if printed and any(result in printed for result in results):
            said = printed.replace(" | ", ", ").split(", ")
            assert [{"-": "no effect"}.get(part, part) for part in said if part] == results


def _chances(game: Game[Any], combat: Combat, by_seq: dict[int, Frame], rows: Sequence[dict[str, Any]]) -> None:
    """Every way in which a lot of dice can fall stands in one row, whose chance is how often the lot falls so."""
    if not rows:
        return
    read = combat.readings[-1]
    thrown = [one for one in by_seq[read.at.seq].events[: read.at.number - 1] if isinstance(one, ev.Rolled)]
    wanted = game.read_with(read.table, read.column)
    purposes = list(dict.fromkeys(one.purpose for one in thrown)) if wanted else [thrown[-1].purpose]
    assert [row["for"] for row in rows if row["happened"]] == [game.word(purpose) for purpose in purposes]
    for purpose in purposes:
        dice = [one for one in thrown if one.purpose == purpose]
        mine = [row for row in rows if row["for"] == game.word(purpose)]
        assert {row["dice"] for row in mine} == {len(dice)}
        ways = Counter(sum(way) for way in product(game.die(purpose, dice[0].faces), repeat=len(dice)))
        every = sum(ways.values())
        assert sum(Fraction(*map(int, row["chance"])) for row in mine) == 1
        assert {value for row in mine for value in row["values"]} == set(ways)
        for row in mine:
            if not any(set(row["values"]) & set(other["values"]) for other in mine if other is not row):
                assert Fraction(*map(int, row["chance"])) == Fraction(
                    sum(ways[value] for value in row["values"]), every
                )
        (came,) = [row for row in mine if row["happened"]]
        assert sum(die.value for die in dice) in came["values"]
        assert came["results"] == [game.word(word) for word in read.results]
        assert came["besides"] == besides(combat, game, terms(game))


@every_log
def test_a_face_that_came_ends_as_its_combat_did_when_it_is_answered_as_it_was(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        game, frames = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
        by_seq = {frame.seq: frame for frame in frames}
        shown = 0
        for combat in [one.combat for one in fought(game, frames) if one.combat.readings]:
            frame = by_seq[combat.resolved]
            if frame.kind != DECISION:
                continue
            before = chronicle.state(frame.parent)
            state = chronicle.state(frame.seq)
            came = Draft(frame.events, state, frame.digest, ())
            after = [seq for seq in by_seq if seq > frame.seq and by_seq[seq].kind == DECISION]

            def recorded(_g: Any, _s: Any, _p: Any, number: int, after: list[int] = after) -> Any:
                if number >= len(after):
                    raise EngineError("the log ends before the combat does")
                return chronicle.decision(after[number])

            told = ending(game, terms(game), combat, before, came, recorded)
            if told.whole:
                assert told == ended(combat, game), f"#{combat.begun.seq}"
                shown += 1
        assert shown or log not in BY_DAY


@every_log
def test_a_face_is_told_as_if_it_had_been_carried_out_alone_and_to_the_next_question(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faces share what was answered, begin at their die, and are broken off where the combat is over."""
    with Chronicle.read(log) as chronicle:
        game, frames = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
        told = [one.combat for one in fought(game, frames) if one.combat.readings]
        together = [faces(chronicle, combat) for combat in told]

        def alone(*given: Any, **_answered: Any) -> Ending:
            return ending(*given)

        monkeypatch.setattr(combats, "ending", alone)
        monkeypatch.setattr(combats, "until_over", lambda _combat, _rolls: None)
        monkeypatch.setattr(outcomes, "stage", lambda _wants: None)
        assert together == [faces(chronicle, combat) for combat in told]


def test_the_same_question_on_the_same_table_is_answered_once() -> None:
    (log,) = [log for log in BY_DAY if log.parent.name == "june_6"]
    with Chronicle.read(log) as chronicle:
        game = chronicle.game
        told = [one.combat for one in fought(game, list(chronicle.frames(chronicle.timeline.head)))]
        answered = again = 0
        for combat in told:
            frame = chronicle.frame(combat.resolved) if combat.readings else None
            if frame is None or frame.kind != DECISION:
                continue
            before, known, asked = chronicle.state(frame.parent), Answered(), list[int]()
            came = Draft(frame.events, chronicle.state(frame.seq), frame.digest, ())

            def noted(game: Game[Any], state: State, prompt: Prompt, number: int, asked: list[int] = asked) -> Decision:
                asked.append(number)
                return advised(game, state, prompt, number)

            first = ending(game, terms(game), combat, before, came, noted, known)
            answered += len(asked)
            assert ending(game, terms(game), combat, before, came, noted, known) == first
            again += len(asked)
    assert answered
    assert again == answered


def test_what_follows_a_combat_is_no_part_of_how_it_ends() -> None:
    """An attack ends its activation and the next one is drawn in the same decision: there the face's ending is told."""
    (log,) = [log for log in BY_DAY if log.parent.name == "june_6"]
    asked, whole = set(), 0

    def noted(game: Game[Any], state: State, prompt: Prompt, number: int) -> Decision:
        asked.add(game.word_key(prompt.word))
        return advised(game, state, prompt, number)

    with Chronicle.read(log) as chronicle:
        game = chronicle.game
        for combat in [one.combat for one in fought(game, list(chronicle.frames(chronicle.timeline.head)))]:
            if not combat.readings:
                continue
            frame = chronicle.frame(combat.resolved)
            before = chronicle.state(frame.parent)
            came = Draft(frame.events, chronicle.state(frame.seq), frame.digest, ())
            whole += ending(game, terms(game), combat, before, came, noted).whole
    assert whole
    assert "ask.retreat" in asked
    assert "prompt.movement" not in asked


@every_log
def test_other_faces_take_by_the_end_what_they_take_at_once_and_more(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        game, frames = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
        for combat in [one.combat for one in fought(game, frames) if one.combat.readings]:
            for row in faces(chronicle, combat):
                after = dict(map(tuple, row["after"]))
                assert all(after.get(side, 0) >= steps for side, steps in row["lost"])
                held = combat.targets and combat.defenders and (combat.certain or not combat.clash)
                assert (row["cleared"] is None) == (not held)
                if row["happened"] and row["cleared"] is not None:
                    assert row["cleared"] == (outcome(combat) == "cleared")


@every_log
def test_luck_is_counted_in_whole_numbers(log: Path) -> None:
    with Chronicle.read(log) as chronicle:
        game, frames = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
    thrown = throws(game, frames)
    assert thrown or log not in BY_DAY, "a short game may have no die that helps a side"
    for row in luck_story(game, frames, parts=())["sides"]:
        mine = [throw for throw in thrown if game.side(throw.lottery.side) == row["side"]]
        total, as_good = _by_hand(mine)
        assert Fraction(*map(int, row["luck"])) == total
        assert Fraction(*map(int, row["as_good_or_better"])) == as_good


def _by_hand(mine: Sequence[Throw]) -> tuple[Fraction, Fraction]:
    """The sum of the luck of some dice, and the share of all ways in which they might have fallen with at least as
    much."""
    unit = lcm(*(len(throw.lottery.ranks) for throw in mine)) if mine else 1
    ways, total = {0: 1}, 0
    for throw in mine:
        ranks = throw.lottery.ranks
        worth = [sum((other < rank) - (other > rank) for other in ranks) * unit // len(ranks) for rank in ranks]
        total += worth[throw.face]
        after: dict[int, int] = {}
        for luck, count in ways.items():
            for gained in worth:
                after[luck + gained] = after.get(luck + gained, 0) + count
        ways = after
    good = sum(count for luck, count in ways.items() if luck >= total)
    return Fraction(total, unit), Fraction(good, sum(ways.values()))
