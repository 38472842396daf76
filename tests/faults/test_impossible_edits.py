"""Edits of a referee that could not be (F14), and rulings that were tampered with (F51), whatever they are."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexledger.engine.errors import EngineError
from hexledger.engine.table.ruling_effects import parse
from hexledger.events import model as ev
from hexledger.events.frame import RULING, Ruling
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.referee.rulings import correct_position, rule
from tests.drill.play import edited, rewritten
from tests.replays.ladder import PLACES, Ladder, game

UNITS = st.sampled_from([*PLACES, "red_8", "nobody"])
HEXES = st.sampled_from(["A1", "A2", "B1", "C3", "E1", "E2", "E3", "Z9"])
NUMBERS = st.integers(-2, 4).map(str)
EFFECTS = st.one_of(
    st.tuples(st.just("place"), UNITS, HEXES, NUMBERS),
    st.tuples(st.just("move"), UNITS, HEXES),
    st.tuples(st.just("steps"), UNITS, NUMBERS),
    st.tuples(st.just("remove"), UNITS),
    st.tuples(st.just("flag"), UNITS, st.sampled_from(["moved", "fought", "unsupplied", "tired"]), NUMBERS),
    st.tuples(st.just("marker"), HEXES, st.just("trench"), NUMBERS),
    st.tuples(st.just("control"), HEXES, st.sampled_from(["red", "blue", "nobody", "green"])),
    st.tuples(st.just("track"), st.just("vp"), st.sampled_from(["red", "blue"]), NUMBERS),
).map(" ".join)
EVENTS = st.one_of(
    st.builds(ev.Placed, st.integers(-2, 14), st.integers(-2, 20), st.integers(-1, 4)),
    st.builds(ev.Moved, st.integers(-2, 14), st.lists(st.integers(-2, 20), max_size=3).map(tuple), st.integers(0, 30)),
    st.builds(ev.StepsSet, st.integers(-2, 14), st.integers(-1, 4)),
    st.builds(ev.Removed, st.integers(-2, 14), st.integers(-1, 240)),
    st.builds(ev.Flagged, st.integers(-2, 14), st.integers(-1, 240), st.integers(-1, 2)),
    st.builds(ev.Attached, st.integers(-2, 14), st.integers(-1, 3)),
    st.builds(ev.Controlled, st.integers(-2, 20), st.integers(-1, 3)),
    st.builds(ev.MarkerSet, st.integers(-2, 20), st.integers(-2, 20), st.integers(-1, 240), st.integers(-1, 3)),
    st.builds(ev.TrackSet, st.integers(-1, 240), st.integers(-1, 3), st.integers(-3, 3)),
    st.builds(ev.Assigned, st.integers(-1, 240), st.integers(-1, 3)),
    st.builds(ev.Pooled, st.integers(-1, 240), st.integers(-1, 240), st.integers(-2, 2)),
    st.just(ev.Popped()),
    st.just(ev.Won(1, 1)),
)
slowly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def possible(log):
    """A unit stands in one hex of the board, with steps that it can have; the game goes on or is over."""
    drill, state = log.game, log.state()
    assert drill.check_invariants(drill.position(state)) == []
    assert sorted(state.at) == sorted(state.steps)
    for piece, place in state.at.items():
        assert 0 <= place < drill.board.n_places
        assert 1 <= state.steps[piece] <= drill.counters[piece].steps
    assert log.offer() is None or next(log.choices()) is not None


def ruled_or_refused(log, make):
    """Whether a ruling was written; when it is refused nothing is."""
    size = len(log.timeline)
    try:
        make()
    except (EngineError, ReplayError):
        assert len(log.timeline) == size
        return False
    assert len(log.timeline) == size + 1
    return True


@slowly
@given(st.lists(EFFECTS, min_size=1, max_size=4))
def test_f14_an_edit_is_refused_or_leaves_a_possible_position_that_audits_and_opens_again(tmp_path_factory, effects):
    """F14"""
    play = Ladder(tmp_path_factory.mktemp("edit") / "game.hxl").move("red_6 E2")
    text = "; ".join(effects)
    ruled_or_refused(play.log, lambda: correct_position(play.log, parse(game(), play.log.state(), text), "as typed"))
    possible(play.log)
    digest = play.log.frame(play.head).digest
    assert play.close().intact
    with Chronicle.read(play.path, game=game()) as again:
        assert again.frame(again.timeline.head).digest == digest
        possible(again)


@slowly
@given(st.lists(EVENTS, min_size=1, max_size=3))
def test_events_that_no_language_writes_are_refused_as_well(tmp_path_factory, events):
    """F14: whoever calls the library with events of his own."""
    play = Ladder(tmp_path_factory.mktemp("edit") / "game.hxl").move("red_6 E2")
    ruled_or_refused(play.log, lambda: rule(play.log, 0, Ruling("position", "by hand"), events))
    possible(play.log)
    assert play.close().intact


@slowly
@given(st.lists(EVENTS, min_size=1, max_size=3))
def test_a_ruling_whose_events_were_changed_is_contradicted_in_its_frame(tmp_path_factory, events):
    """F51"""
    folder = tmp_path_factory.mktemp("edit")
    play = Ladder(folder / "game.hxl").move("red_6 E2")
    frame = correct_position(play.log, parse(game(), play.log.state(), "move red_6 E1"), "the table")
    play.log.close()
    if tuple(events) == frame.events:
        return
    forged = rewritten(play.path, folder / "f.hxl", lambda f: edited(f, events=tuple(events)), frame.seq)
    found = audit(forged, game=game())
    assert frame.kind == RULING
    assert found.contradiction is not None
    assert found.contradiction.frame == frame.seq
