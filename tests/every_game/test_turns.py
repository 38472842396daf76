"""Turn summaries in every game, against a recount."""

from __future__ import annotations

from hexledger.events.frame import DECISION
from hexledger.events.model import TurnBegan
from hexledger.projections.combats import combats
from hexledger.projections.fold import fold
from hexledger.projections.losses import losses
from hexledger.projections.state import State
from hexledger.projections.turns import turn_summaries
from hexledger.replays.story.combats import fought, terms
from hexledger.replays.story.turns import turn_rows
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


@every_game
def test_turns_add_up_to_the_game(one: About, played: Play) -> None:
    _, game, frames = played(one)
    turns = turn_summaries(frames, game, combats(frames, game, terms(game)))
    began = [event.turn for frame in frames for event in frame.events if isinstance(event, TurnBegan)]
    assert [turn.turn for turn in turns] == list(dict.fromkeys(began))
    lost = losses(frames, game)
    known = {turn.turn for turn in turns}
    steps = sum(count for turn in turns for _, count, _ in turn.lost)
    assert steps == -sum(row["steps"] for row in lost if row["turn"] in known)
    numbers = [number for turn in turns for number in turn.combats]
    assert numbers == [entry.combat.number for entry in fought(game, frames) if entry.combat.turn in known]
    decided = sum(frame.kind == DECISION for frame in frames)
    assert sum(count for turn in turns for _, count in turn.decisions) <= decided


@every_game
def test_a_turn_tells_the_hexes_and_tracks_that_differ_between_its_ends(one: About, played: Play) -> None:
    _, game, frames = played(one)
    turns = turn_summaries(frames, game, combats(frames, game, terms(game)))
    at_start: dict[int, State] = {}
    state = State()
    for frame in frames:
        for event in frame.events:
            if isinstance(event, TurnBegan):
                at_start.setdefault(event.turn, state.copy())
            fold(state, [event])
    ends = [at_start[turn.turn] for turn in turns[1:]] + [state]
    for turn, after in zip(turns, ends, strict=True):
        before = at_start[turn.turn]
        for place, one_side, other in turn.taken:
            assert (before.control.get(place, 0), after.control.get(place, 0)) == (one_side, other)
        for change in turn.tracks:
            assert before.track(change.track, change.side) == change.before
            assert after.track(change.track, change.side) == change.after
    rows = turn_rows(game, frames)
    assert len(rows) == len(turns)
    assert all(len(row["decisive"]) <= row["combats"] for row in rows)
