"""Victory by cause in every game: the changes add up to what the rules count, and each names what it is for."""

from __future__ import annotations

from hexledger.events.model import TrackSet
from hexledger.projections.walk import passages, walk
from hexledger.replays.story.victory import by_cause, conditions, scoring
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


@every_game
def test_points_by_cause_add_up_to_what_the_rules_count(one: About, played: Play) -> None:
    _, game, frames = played(one)
    data = by_cause(game, frames)
    state = None
    for passage in passages(frames):
        passage.finish()
        state = passage.state
    assert state is not None
    of_conditions = sum(row.points or 0 for row in conditions(game, state))
    terms = scoring(game)
    on_tracks = sum(
        -value if key & 15 in terms.against else value
        for key, value in state.tracks.items()
        if game.word_key(key >> 4) in terms.tracks
    )
    assert data["points"] == of_conditions + on_tracks
    assert data["start"] + sum(row["points"] for row in data["changes"]) == data["points"]
    assert data["start"] + sum(row["points"] for row in data["causes"]) == data["points"]
    assert all(row["cause"] and row["points"] for row in data["changes"])
    shown = game.view().victory(game.position(state))
    if of_conditions:
        assert shown.points == data["points"], "the number that decides"


@every_game
def test_every_change_of_a_condition_is_told_at_the_decision_that_made_it(one: About, played: Play) -> None:
    _, game, frames = played(one)
    data = by_cause(game, frames)
    told = {(row["frame"], row["wanted"], row["side"]): row for row in data["conditions"]}
    last: dict[tuple[str, str | None], tuple[str, bool]] = {}
    seen = 0
    for passage in passages(frames):
        passage.finish()
        for row in conditions(game, passage.state):
            side = game.side(row.side) if row.side else None
            before = last.get((row.wanted, side))
            last[row.wanted, side] = (row.now, row.holds)
            if before is not None and before != (row.now, row.holds):
                entry = told[passage.frame.seq, row.wanted, side]
                assert (entry["before"], entry["now"]) == (before[0], row.now)
                assert entry["holds"] == (row.holds if row.holds != before[1] else None)
                seen += 1
    assert seen == len([row for row in data["conditions"] if row["before"] != row["now"] or row["holds"] is not None])


@every_game
def test_points_that_an_event_wins_are_told_at_that_event(one: About, played: Play) -> None:
    _, game, frames = played(one)
    tracks = scoring(game).tracks
    moved = {
        happening.address
        for happening in walk(frames)
        if happening.frame.parent >= 0
        and isinstance(happening.event, TrackSet)
        and game.word_key(happening.event.track) in tracks
        and happening.event.value != happening.state.track(happening.event.track, happening.event.side)
    }
    data = by_cause(game, frames)
    assert moved == {row["address"] for row in data["changes"] if "." in row["address"]}
