"""Games played elsewhere: typed in, marked where the rules refuse, exported, and typed in again."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.errors import BadDecision, EngineError, UnknownName
from hexledger.engine.kernel.decisions import Irregular
from hexledger.engine.table.corrections import broken, effect
from hexledger.engine.table.irregular import decide_irregular, irregular
from hexledger.events.frame import encode_frame, encode_value
from hexledger.events.model import Noted
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, ReplayError, new_genesis
from hexledger.replays.log.table import play_on
from hexledger.replays.log.transcribe import BadTranscript, read_header, transcribe, transcribed
from hexledger.replays.log.transcript import names_of_sides, write
from tests.drill.decisions import Move, Pass
from tests.drill.dice import game_with, play
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, begun, edited, frames_of, reading, rewritten, to_the_end, until, written


def as_played(turns=4):
    return new_genesis("skirmish", dice="entered", options={"turns": turns}, game=drill(), as_played=True)


def typed_in(path, lines, turns=4):
    return transcribed(lines, path, as_played(turns), game=drill())


def positions(path):
    """Digest after every decision of the current line at which nothing is sealed (salts differ), in order, no
    repeats."""
    with reading(path) as game:
        line = game.timeline.path(game.timeline.head)
        found = [game.frame(seq).digest for seq in line if not game.state(seq).seals]
    return [digest for at, digest in enumerate(found) if at == 0 or digest != found[at - 1]]


def told(lines):
    """A transcript without its headings."""
    return [line for line in lines if not line.startswith("#")]


def errors_of(path, lines, turns=4):
    with pytest.raises(BadTranscript) as caught:
        typed_in(path, lines, turns)
    assert not path.exists(), "nothing is written when anything is wrong"
    return caught.value.errors


START = ["@game drill/skirmish", "go_on : red"]


# ------------------------------------------------------------------ there and back
@pytest.mark.parametrize("mode", ["practice", "entered", "referee", "duel"])
def test_a_game_of_any_dice_mode_exported_and_typed_in_again_stands_in_the_same_positions(tmp_path, mode):
    path, again = tmp_path / "a.hxl", tmp_path / "b.hxl"
    with game_with(path, mode, turns=4) as game:
        play(game)
        lines = list(write(game))
    typed_in(again, lines)
    there, back = positions(path), positions(again)
    # a practice game draws within its set-up, which a transcript does as its first decision
    assert there == back[1:] if mode == "practice" else there == back
    assert len(there) > 20
    with reading(again) as game:
        assert told(write(game)) == told(lines), "and its own transcript is the same"
    assert audit(again, game=drill()).intact


@settings(max_examples=25, deadline=None)
@given(seed=st.text("abcdefgh", min_size=1, max_size=4))
def test_random_games_survive_the_way_there_and_back(tmp_path_factory, seed):
    folder = tmp_path_factory.mktemp("there")
    with begun(folder / "a.hxl", seed, turns=2) as game:
        play_on(game, {RED: random_bot, BLUE: random_bot}, seed=seed)
        lines = list(write(game))
    typed_in(folder / "b.hxl", lines, 2)
    assert positions(folder / "a.hxl")[-1] == positions(folder / "b.hxl")[-1]


def test_june_6_exported_and_typed_in_again_stands_in_the_same_positions(tmp_path):
    """A whole game of Push to Caen between random bots, with its seals, draws and combat dice."""
    path, again = tmp_path / "a.hxl", tmp_path / "b.hxl"
    with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="transcript")) as game:
        play_on(game, {1: random_bot, 2: random_bot})
        lines = list(write(game))
    header = read_header(lines)
    genesis = new_genesis(header.scenario, dice="entered", options=header.options, as_played=True)
    done = transcribed(lines, again, genesis)
    with Chronicle.read(path) as one, Chronicle.read(again) as two:
        assert one.frame(one.timeline.head).digest == two.frame(two.timeline.head).digest
        assert one.timeline.depths[one.timeline.head] == two.timeline.depths[two.timeline.head]
    assert (done.irregular, done.decisions) == (0, sum(not line.startswith(("@", "#")) for line in lines))
    assert any(" : " in line for line in lines)


def test_a_transcript_shows_one_line_only_and_says_where_a_seal_is_still_closed(tmp_path):
    with begun(tmp_path / "a.hxl") as game:
        until(game, "reveal")
        assert "has sealed a choice that is not opened" in list(write(game))[-1]
        assert not any("seal " in line for line in write(game))
        play(game, 1)
        first = list(write(game, 3))
        game.branch("study", at=3)
        assert list(write(game)) == first


# ------------------------------------------------------------------ the form
def test_sides_comments_short_kinds_and_destinations_are_understood(tmp_path):
    lines = [
        "# a skirmish at the club",
        "@game drill/skirmish   # the whole board",
        "@option turns 2",
        "@player red Anna Bell",
        "go_on: red",
        "R: move 2/Red C3   # by the shortest way",
        "red: move red_1 B2",
        "",
        "pass : blue",
    ]
    done = typed_in(tmp_path / "a.hxl", lines)
    assert (done.decisions, done.irregular) == (4, 0)
    header = read_header(lines)
    assert (header.scenario, header.options, header.players) == ("drill/skirmish", {"turns": 2}, [("red", "Anna Bell")])
    with reading(tmp_path / "a.hxl") as game:
        assert isinstance(game.decision(2), Move)
        assert game.game.place(game.state().at[game.game.find_piece("red_2")]) == "C3"
        assert {text.split("=")[0] for seq in (1, 4) for text in game.frame(seq).evidence} == {"0"}


def test_a_log_is_gone_on_with_by_a_second_transcript(tmp_path):
    path = tmp_path / "a.hxl"
    typed_in(path, START)
    before = path.read_bytes()
    typed_in(path, ["move red_1 B2", "pass : blue"])
    assert path.read_bytes().startswith(before)
    with reading(path) as game:
        assert len(game.timeline) == 4
    with pytest.raises(BadTranscript):
        typed_in(path, ["move red_1 Z9"])
    with reading(path) as game:
        assert len(game.timeline) == 4


def test_sides_are_named_by_the_letters_that_only_one_of_them_has():
    assert names_of_sides(("allied", "german")) == {"allied": 1, "german": 2, "a": 1, "g": 2}
    assert names_of_sides(("allied", "axis")) == {"allied": 1, "axis": 2}


def test_everything_that_is_wrong_is_told_in_one_pass_by_line_number(tmp_path):
    lines = [
        *START,
        "mvoe red_1 B2",
        "move red_9 B2",
        "move red_1 B99",
        "@gmae drill",
        "! pass => plaice red_1 B2",
        "! pass => steps red_1",
        "! pass => steps red_1 two",
        "! =>",
        "!",
        "! pass => flag red_1 wounded",
    ]
    errors = errors_of(tmp_path / "a.hxl", lines)
    assert [error.line for error in errors] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert not any(error.doubtful for error in errors)
    for error, said in zip(
        errors,
        ("move", "red_9", "B99", "@game", "place", "steps UNIT N", "steps UNIT N", "none", "=>", "wounded"),
        strict=True,
    ):
        assert said in error.reason, error


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("move red_1 B2 : 7", "7: nothing is rolled"),
        ("pass", "has not been entered"),
        ("pass : 3", "no token of the cup"),
        ("pass : blue 4", "4: nothing is rolled"),
        ("! pass : blue", "the rules allow this"),
        ("! pass : blue => done", "is legal here"),
        ("! => move red_1 B2; place red_9 B2", "red_9"),
        ("! => steps red_1 7", "has 7 steps"),
        ("! => steps red_1 0", "has 0 steps"),
        ("! => do", "no decision to carry out"),
        ("! => remove red_1; remove red_1", "not on the map"),
        ("! => pool cup red -9", "holds"),
        ("! => roll attack 10", "has not been entered"),
        ("! : 12 => roll attack 10", "shows 0 to 9"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_the_reason(tmp_path, line, why):
    errors = errors_of(tmp_path / "a.hxl", [*START, line])
    assert (errors[0].line, why in errors[0].reason) == (3, True), errors[0]


def test_what_follows_a_wrong_line_is_called_doubtful_and_not_repeated(tmp_path):
    errors = errors_of(tmp_path / "a.hxl", [*START, "pass", "B: pass : red", "B: pass : red"])
    assert [(error.line, error.doubtful) for error in errors] == [(3, False), (4, True)]


# ------------------------------------------------------------------ what the rules refuse
def test_an_illegal_move_is_recorded_and_marked_with_rule_and_reason(tmp_path):
    path = tmp_path / "a.hxl"
    done = typed_in(path, [*START, "move red_1 B2,C2,D2,D1,E1", "pass : blue"])
    assert done.irregular == 1
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert [(one.frame, one.rule) for one in verdict.irregular] == [(2, "DR 2.1")]
    assert verdict.irregular[0].reason == "D1 is occupied"
    with reading(path) as game:
        assert game.game.place(game.state().at[game.game.find_piece("red_1")]) == "E1"
        assert isinstance(game.frame(2).events[0], Noted)
        assert game.game.word_key(game.frame(2).events[0].message) == "note.irregular"


def test_a_move_that_no_path_makes_puts_the_unit_where_it_went(tmp_path):
    """Only the destination was typed, or it was not that side's turn: no step carries that out as it stands."""
    path = tmp_path / "a.hxl"
    assert typed_in(path, [*START, "B: move blue_1 B3"]).irregular == 1
    with reading(path) as game:
        assert game.game.place(game.state().at[game.game.find_piece("blue_1")]) == "B3"
        assert list(write(game))[-1].endswith("=> move blue_1 B3")
    verdict = audit(path, game=drill())
    assert (verdict.intact, [one.rule for one in verdict.irregular]) == (True, ["DR 1.2"])


def test_a_broken_stacking_limit_is_marked_and_not_refused(tmp_path):
    path = tmp_path / "a.hxl"
    typed_in(path, [*START, "move red_1 C1", "! => place blue_1 C1"])
    with reading(path) as game:
        assert game.game.check_invariants(game.game.position(game.state()))
        remarks = [event for seq in (2, 3) for event in game.frame(seq).events if isinstance(event, Noted)]
        assert [game.game.word_key(remark.message) for remark in remarks].count("note.broken") == 2
        assert broken(game.game.position(game.state())) == []
    assert audit(path, game=drill()).intact


def test_effects_say_what_happened_where_the_decision_cannot_be_carried_out(tmp_path):
    path = tmp_path / "a.hxl"
    lines = [
        *START,
        "B: ! move blue_1 B3 => move blue_1 B3; flag blue_1 moved",
        "! move red_1 B2,B3 : 4 => roll attack 10; steps blue_1 1; flag red_1 moved",
        "! : red => draw cup; control B3 red; marker B3 trench 2; marker B2/B3 trench 1; pool cup red 1",
    ]
    errors = errors_of(tmp_path / "x.hxl", [*START, "B: attack blue_1 B1"])
    assert "give its effects" in errors[0].reason
    with pytest.raises(BadTranscript, match="no token of the cup"):
        typed_in(path, lines)
    lines[-1] = lines[-1].replace(": red", ": blue")
    done = typed_in(path, lines)
    assert done.irregular == 3
    with reading(path) as game:
        state, g = game.state(), game.game
        assert state.steps[g.find_piece("blue_1")] == 1
        assert state.control[g.find_place("B3")] == RED
        assert state.marker(g.find_place("B3"), -1, g.words["marker.trench"]) == 2
        assert state.marker(g.find_place("B3"), g.find_place("B2"), g.words["marker.trench"]) == 1
        assert list(write(game))[-1].startswith("! : blue => draw cup; control B3 red")
    verdict = audit(path, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert [one.rule for one in verdict.irregular] == ["DR 1.2", "DR 2.1", ""]


def test_an_irregular_game_too_survives_the_way_there_and_back(tmp_path):
    lines = [*START, "move red_1 B2,C2,D2,D1,E1", "! => place blue_1 A1 1", "pass : blue", "pass"]
    typed_in(tmp_path / "a.hxl", lines, 1)
    with reading(tmp_path / "a.hxl") as game:
        again = list(write(game))
    typed_in(tmp_path / "b.hxl", again, 1)
    assert positions(tmp_path / "a.hxl") == positions(tmp_path / "b.hxl")


def test_only_a_transcript_records_what_the_rules_refuse(tmp_path):
    with begun(tmp_path / "a.hxl") as game:
        prompt = game.offer()
        far = Move(game.game.find_piece("red_1"), (game.game.find_place("B4"),))
        marked = irregular(game.game, game.state(), prompt.side, far, ("done",))
        with pytest.raises(ReplayError, match="only the transcript"):
            game.submit(prompt.side, marked)
        with pytest.raises(ReplayError, match="not the transcript"):
            transcribe(game, ["pass"])
        to_the_end(game)
    raw = game.game.codec.encode(marked)
    forged = rewritten(tmp_path / "a.hxl", tmp_path / "x.hxl", lambda f: edited(f, decision=raw), 1)
    found = audit(forged, game=drill()).contradiction
    assert (found.frame, found.found) == (1, "an irregular decision")
    with pytest.raises(ReplayError, match="entered dice"):
        new_genesis("skirmish", dice="practice", game=drill(), as_played=True)


@pytest.mark.parametrize(
    "change",
    [
        {"mark": (0, "never mind")},
        {"mark": (1, "")},
        {"mark": (1,)},
        {"mark": ("2.2", "x")},
        {"effects": ()},
        {"effects": (7,)},
        {"effects": ("done", "done")},
        {"choice": ()},
        {"choice": (18,)},
    ],
)
def test_a_forged_irregular_decision_is_found_at_its_frame(tmp_path, change):
    """The mark is checked by asking the rules again; effects and decision by carrying them out again."""
    path = tmp_path / "a.hxl"
    typed_in(path, [*START, "move red_1 B2,C2,D2,D1,E1", "pass : blue"])

    def forge(frame):
        decision = msgspec.structs.replace(drill().codec.decode(frame.decision), **change)
        return edited(frame, decision=encode_value(decision))

    found = audit(rewritten(path, tmp_path / "x.hxl", forge, 2), game=drill()).contradiction
    assert found is not None and found.frame == 2


def test_an_irregular_decision_inside_an_irregular_decision_is_refused(tmp_path):
    typed_in(tmp_path / "a.hxl", START)
    with reading(tmp_path / "a.hxl") as game:
        state, g = game.state(), game.game
        inner = Irregular((), (), (0, "x"))
        nested = Irregular((4, (), (), (0, "x")), (), (0, "x"))
        digest = game.frame(1).digest
        with pytest.raises(BadDecision):
            decide_irregular(g, state, digest, RED, nested, EnteredRoller((), 0))
        with pytest.raises(BadDecision):
            irregular(g, state, RED, Pass(), ())
        assert isinstance(decide_irregular(g, state, digest, RED, inner, EnteredRoller((), 0)).digest, bytes)


UNREADABLE = (
    *("", "fly red_1 B2", "place red_1", "move red_1", "place red_9 B1", "control B1 green", "track vp"),
    *("marker B1 trench -1", "assign active", "attach red_1 nothing", "done now"),
)


@pytest.mark.parametrize("text", UNREADABLE)
def test_an_effect_that_cannot_be_read_is_a_clear_error(text):
    with pytest.raises((BadDecision, UnknownName)) as caught:
        effect(drill(), text)
    assert str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text("!=>:;#@ \tABmovepasred_1230xyz", max_size=30), max_size=6))
def test_no_text_whatever_leads_to_anything_but_a_log_or_a_list_of_errors(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("any") / "a.hxl"
    try:
        typed_in(path, [*START, *lines])
    except BadTranscript as bad:
        assert bad.errors and not path.exists()
        assert all(1 <= error.line <= len(lines) + 2 for error in bad.errors)
    else:
        assert audit(path, game=drill()).intact


def test_every_frame_of_a_transcript_is_bytes_that_read_back(tmp_path):
    typed_in(tmp_path / "a.hxl", [*START, "move red_1 B2,C2,D2,D1,E1"])
    copy = written(tmp_path / "b.hxl", [encode_frame(frame) for frame in frames_of(tmp_path / "a.hxl")])
    assert copy.read_bytes() == (tmp_path / "a.hxl").read_bytes()


def test_refusals_are_errors_of_the_engine():
    assert issubclass(BadDecision, EngineError)
