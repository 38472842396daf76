"""A referee's rulings on the ladder game: corrections of the position, readings of rules, accepted decisions."""

import msgspec
import pytest

from hexledger.engine.errors import BadDecision, IllegalDecision
from hexledger.engine.table.ruling_effects import BadCorrection, parse
from hexledger.events import model as ev
from hexledger.events.frame import RULING, Ruling, encode_value
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verified import replay
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import opening
from hexledger.replays.referee.rulings import (
    RulingRefused,
    accept_decision,
    adopt,
    correct_position,
    interpret,
    let_stand,
    rule,
)
from hexledger.replays.referee.rulings_file import filed, in_force, read_rulings
from tests.drill.play import edited, frames_of, rewritten
from tests.replays.ladder import BLUE, FIGHTS, RED, Ladder, game


@pytest.fixture
def play(tmp_path):
    return Ladder(tmp_path / "game.hxl")


def correct(play, effects, about=-1):
    return correct_position(play.log, parse(play.log.game, play.log.state(), effects), "the board on the table", about)


def where(play, unit):
    return play.log.game.place(play.log.state().at[play.log.game.find_piece(unit)])


# ------------------------------------------------------------------ (a) the position
def test_the_referee_corrects_the_position_and_play_goes_on_from_there(play):
    play.move()
    frame = correct(play, "move red_6 E1; steps red_7 1; flag blue_1 unsupplied; control C3 blue; track vp red 2", 1)
    assert (frame.kind, frame.actor, play.head) == (RULING, 0, frame.seq)
    state, find, words = play.log.state(), play.log.game.find_piece, play.log.game.words
    assert where(play, "red_6") == "E1"
    assert state.steps[find("red_7")] == 1
    assert state.flag(find("blue_1"), words["flag.unsupplied"]) == 1
    assert state.control[play.log.game.find_place("C3")] == BLUE
    assert state.track(words["track.vp"], RED) == 2
    play.fight(1)
    verdict = play.close()
    assert (verdict.intact, verdict.rulings) == (True, 1)


def test_units_leave_play_and_come_back_by_a_ruling(play):
    correct(play, "remove red_6")
    assert play.log.game.find_piece("red_6") not in play.log.state().at
    correct(play, "place 6/Red A1 1; marker A1 trench 1; marker A1 trench 0")
    assert where(play, "red_6") == "A1"
    assert play.log.state().steps[play.log.game.find_piece("red_6")] == 1
    assert play.close().intact


IMPOSSIBLE = [
    ("place red_6 A1", "6/Red stands in E1 already"),
    ("move red_6 E1", "stands in E1 already"),
    ("remove red_6; move red_6 A1", "6/Red is not on the map"),
    ("remove red_6; remove red_6", "6/Red is not on the map"),
    ("remove red_6; steps red_6 1", "6/Red is not on the map"),
    ("remove red_6; flag red_6 moved", "6/Red is not on the map"),
    ("steps red_6 0", "has 1 to 2 steps, not 0"),
    ("steps red_6 3", "has 1 to 2 steps, not 3"),
    ("steps red_6 99999999999999999999", "steps UNIT N"),
    ("move red_6 B1", "B1 holds 2"),
    ("remove red_6; place red_6 B1", "B1 holds 2"),
    ("flag red_6 moved -1", "-1 is no count"),
    ("marker A1 trench -2", "marker HEX"),
    ("marker A1/C5 trench 1", "share no hexside"),
    ("steps red_6 2", "6/Red has 2 already"),
    ("flag red_6 moved 0", "it stands so already"),
    ("marker A1 trench 0", "already: nothing to correct"),
    ("control A1 nobody", "already: nothing to correct"),
    ("track vp red 0", "it stands so already"),
]


@pytest.mark.parametrize(("effects", "words"), IMPOSSIBLE)
def test_an_impossible_edit_is_refused_before_it_is_written(play, effects, words):
    """F14: a unit exists once, in bounds, with the steps that it has."""
    play.move("red_7 D3")
    size, digest = len(play.log.timeline), play.log.frame(play.head).digest
    with pytest.raises((BadCorrection, BadDecision), match=words):
        correct(play, effects)
    assert (len(play.log.timeline), play.log.frame(play.head).digest) == (size, digest)
    assert play.close().intact


@pytest.mark.parametrize(
    ("effects", "words"),
    [
        ("teleport red_6 A1", "a ruling's effect begins with one of place, move"),
        ("move red_6", "move UNIT HEX"),
        ("move red_6 Z9", "no hex called 'Z9'"),
        ("move red_66 A1", "no unit called"),
        ("steps red_6 many", "steps UNIT N"),
        ("roll attack 10", "a ruling's effect begins with"),
        ("done", "a ruling's effect begins with"),
        ("flag red_6 tired", "no word called"),
        ("control C3 green", "no side called"),
        ("track vp", "track TRACK"),
        ("marker A1/A2/A3 trench 1", "no hex called"),
        ("place", "place UNIT HEX"),
    ],
)
def test_an_effect_that_is_not_understood_is_quoted(play, effects, words):
    with pytest.raises(BadDecision, match=words) as error:
        parse(play.log.game, play.log.state(), effects)
    assert effects in str(error.value)


def test_a_correction_that_the_rules_cannot_live_with_is_refused(play, monkeypatch):
    """F14: rules that break down some decisions later would leave a game that nobody can go on with."""

    def fragile(act, strike, _result):
        assert act.pos.steps(strike.attacker), "nobody attacks"

    monkeypatch.setattr("tests.drill.attack.carry_out", fragile)
    play.play("attack red_1 C1")
    with pytest.raises(BadCorrection, match="cannot go on from that position: AssertionError: nobody attacks"):
        correct(play, "remove red_1")
    assert play.head == 1
    correct(play, "move red_6 E2")
    assert play.close().intact


def test_the_audit_rehearses_a_correction_again_and_names_one_that_was_slipped_past(play, monkeypatch):
    """F14: whoever writes a ruling with a program that does not rehearse it is found at its frame."""

    def fragile(act, strike, _result):
        assert act.pos.steps(strike.attacker), "nobody attacks"

    monkeypatch.setattr("tests.drill.attack.carry_out", fragile)
    play.play("attack red_1 C1")
    with monkeypatch.context() as careless:
        careless.setattr("hexledger.replays.referee.rulings.breakdown", lambda _game, _state: "")
        frame = correct(play, "remove red_1").seq
    found = play.close().contradiction
    assert found is not None
    assert (found.frame, found.where, found.expected) == (frame, "ruling", "a possible position")
    assert found.found.startswith("the rules cannot go on from that position: AssertionError: nobody attacks")


def test_a_correction_needs_an_effect_and_a_reason(play):
    with pytest.raises(RulingRefused, match="at least one effect"):
        correct(play, " ; ")
    with pytest.raises(RulingRefused, match="gives its reason"):
        correct_position(play.log, parse(play.log.game, play.log.state(), "move red_6 A1"), "  ")
    with pytest.raises(RulingRefused, match="no frame 7"):
        correct(play, "move red_6 A1", 7)


def test_only_the_referee_corrects(play):
    with pytest.raises(RulingRefused, match="only the referee rules"):
        rule(play.log, RED, Ruling("position", "I say so"), parse(play.log.game, play.log.state(), "move red_6 A1"))


def test_only_corrections_correct(play):
    """A ruling cannot smuggle a die, a win or a step of the agenda into the log."""
    for event in (ev.Rolled(1, -1, 10, 3, 1), ev.Won(1, 1), ev.Popped(), ev.Noted(1), ev.TurnBegan(3)):
        with pytest.raises(BadCorrection, match="is no correction"):
            rule(play.log, 0, Ruling("position", "x"), [event])
    assert len(play.log.timeline) == 1


def test_a_players_undo_does_not_cross_a_ruling_but_the_referees_does(play):
    play.move("red_6 E2")
    correct(play, "move red_6 E1")
    with pytest.raises(UndoRefused, match="a ruling: no word of the referee"):
        play.log.undo(RED, consent=[BLUE])
    play.log.undo(RED, consent=[0])
    assert where(play, "red_6") == "E2"
    with pytest.raises(UndoRefused, match="brings back #2, across a ruling: no word of the referee"):
        play.log.redo(RED)
    play.log.redo(RED, consent=[0])
    assert where(play, "red_6") == "E1"
    assert play.close().intact


def test_a_ruling_is_read_back_replayed_and_branched_like_a_decision(play):
    play.move("red_6 E2")
    ruled = correct(play, "move red_6 D2").seq
    play.log.branch("without", at=1)
    assert where(play, "red_6") == "E2", "a line that branches before the ruling never had it"
    play.log.switch("main")
    play.fight(1)
    digest = play.log.frame(play.head).digest
    play.log.close()
    with Chronicle.read(play.path, game=game()) as again:
        assert again.frame(again.timeline.head).digest == digest
        assert again.timeline.path(again.timeline.head)[:3] == [0, 1, ruled]
    assert replay(play.path).head == play.head


# ------------------------------------------------------------------ (b) a rule
def reckoned(play):
    frame = play.log.frame(play.strikes[-1])
    return next(event.total for event in frame.events if isinstance(event, ev.Reckoned))


def press(play, number):
    unit, target = FIGHTS[number - 1]
    play.fights.append(play.play(f"attack {unit} {target}"))
    play.play("pass")
    play.play("intend press")
    play.play("intend hold")
    play.strikes.append(play.log.submit(RED, opening(play.log)).seq)
    return reckoned(play)


def test_a_reading_of_a_rule_holds_from_the_ruling_on(play):
    before = press(play, 1)
    frame = interpret(play.log, "press=twice", "pressing counts for each step")
    assert [type(event) for event in frame.events] == [ev.Assigned]
    assert press(play, 4) == before + 1
    verdict = play.close()
    assert (verdict.intact, verdict.rulings) == (True, 1)


@pytest.mark.parametrize("setting", ["press=thrice", "pull=once", "press", ""])
def test_a_reading_that_does_not_exist_is_refused(play, setting):
    with pytest.raises(BadDecision):
        interpret(play.log, setting, "x")
    assert len(play.log.timeline) == 1


def test_a_ruling_on_a_rule_sets_one_switch_and_nothing_else(play):
    words = play.log.game.words
    for events in (
        [],
        [ev.Assigned(words["var.active"], 2)],
        [ev.Assigned(words["var.read_press"], 7)],
        [ev.Assigned(words["var.read_press"], 2)] * 2,
    ):
        with pytest.raises(RulingRefused, match="sets one switch"):
            rule(play.log, 0, Ruling("rule", "x", setting="press=twice"), events)


# ------------------------------------------------------------------ (c) a decision
def test_the_referee_accepts_a_decision_that_the_rules_refuse(play):
    play.move("red_6 E2")
    decision = play.log.game.codec.from_text("move red_6 D2")
    with pytest.raises(IllegalDecision, match="has moved already"):
        play.log.submit(RED, decision)
    frame = accept_decision(play.log, RED, decision, "both thought that a scout moves twice")
    ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
    marked = play.log.game.codec.decode(ruling.decision)
    assert (ruling.scope, ruling.side, marked.effects) == ("irregular", RED, ("do",))
    assert (play.log.game.rule(marked.mark[0]), marked.mark[1]) == ("DR 2.1", "6/Red has moved already")
    assert where(play, "red_6") == "D2"
    play.fight(1)
    assert play.close().intact


def test_what_the_rules_allow_or_do_not_ask_for_needs_no_such_ruling(play):
    codec = play.log.game.codec
    with pytest.raises(RulingRefused, match="it needs no ruling"):
        accept_decision(play.log, RED, codec.from_text("move red_6 E2"), "x")
    with pytest.raises(BadDecision, match="give its effects"):
        accept_decision(play.log, RED, codec.from_text("fall_back E2"), "x")
    with pytest.raises(BadDecision, match="give its effects"):
        accept_decision(play.log, BLUE, codec.from_text("move blue_1 D1"), "x")
    assert len(play.log.timeline) == 1


def test_an_accepted_decision_still_leaves_a_possible_position(play):
    """F14"""
    with pytest.raises(BadCorrection, match="B1 holds 2"):
        accept_decision(play.log, RED, play.log.game.codec.from_text("move red_2 B1"), "they agreed")
    assert len(play.log.timeline) == 1


def test_the_referee_lets_a_decision_stand(play):
    play.move("red_6 E2")
    frame = let_stand(play.log, 1, "nobody was harmed")
    assert (frame.events, frame.digest) == ((), play.log.frame(1).digest)
    with pytest.raises(ReplayError, match="no frame 9"):
        let_stand(play.log, 9, "x")
    assert play.close().intact


# ------------------------------------------------------------------ judge: rulings on file
FILE = """
rulings:
  - {id: 1, date: 2026-01-05, game: drill, switch: press, reading: once, scope: all, text: Pressing adds once.}
  - {id: 2026-02, date: 2026-02-01, game: drill, switch: press, reading: twice, scope: all, text: It adds twice.}
"""


def test_a_new_ruling_on_file_leaves_running_games_as_they_are(tmp_path):
    file = tmp_path / "rulings.yaml"
    file.write_text(FILE.splitlines()[1] + "\n" + FILE.splitlines()[2] + "\n")
    assert in_force(read_rulings(file)) == {"press": "once"}
    play = Ladder(tmp_path / "game.hxl", "judge")
    digests = [frame.digest for frame in frames_of(play.path)]
    file.write_text(FILE)
    assert in_force(read_rulings(file)) == {"press": "twice"}
    assert [frame.digest for frame in frames_of(play.path)] == digests
    before = press(play, 1)
    with pytest.raises(RulingRefused, match="only when both sides adopt it"):
        interpret(play.log, "press=twice", "the file says so")
    ruling = filed(read_rulings(file), "2026-02")
    with pytest.raises(RulingRefused, match="adopted by all sides together"):
        adopt(play.log, RED, ruling.setting, ruling.text, ruling.cited, [])
    frame = adopt(play.log, RED, ruling.setting, ruling.text, ruling.cited, [BLUE])
    record = msgspec.msgpack.decode(frame.decision, type=Ruling)
    assert (record.scope, record.consent, record.source) == ("adopted", (BLUE,), "2026-02 of 2026-02-01")
    assert press(play, 4) == before + 1
    assert play.close().intact


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rulings: 3", "rulings"),
        ("- {id: a}", "it begins with `rulings:`"),
        ("rulings: [{id: a}]", "rulings.0.date"),
        ("[", "no file of rulings"),
        (FILE.replace("2026-02,", "1,"), "two rulings are called 1"),
        (FILE.replace("scope: all,", "sope: all,"), "sope|scope"),
    ],
)
def test_a_faulty_file_of_rulings_is_named_with_the_place(tmp_path, text, words):
    file = tmp_path / "rulings.yaml"
    file.write_text(text)
    with pytest.raises(ReplayError, match=words):
        read_rulings(file)
    file.write_text(FILE)
    with pytest.raises(ReplayError, match="no ruling '9' on file; there are 1, 2026-02"):
        filed(read_rulings(file), "9")


# ------------------------------------------------------------------ forgeries
def contradiction(play, path, change, frame):
    play.log.close()
    return audit(rewritten(play.path, path, change, frame), game=game()).contradiction


def record(**fields):
    def change(frame):
        ruling = msgspec.structs.replace(msgspec.msgpack.decode(frame.decision, type=Ruling), **fields)
        return edited(frame, decision=encode_value(ruling))

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: edited(frame, actor=RED),
        lambda frame: edited(frame, events=(*frame.events, ev.TrackSet(1, 1, 9))),
        lambda frame: edited(frame, events=frame.events[:0]),
        record(scope="accepted"),
        record(scope="rule"),
        record(scope="whim"),
        record(effects=0),
        record(effects=2),
        record(effects=-1),
        record(about=99),
        record(consent=(7,)),
    ],
)
def test_a_ruling_that_was_tampered_with_is_contradicted(play, tmp_path, change):
    """F51"""
    play.move("red_6 E2")
    frame = correct(play, "move red_6 D2").seq
    assert contradiction(play, tmp_path / "forged.hxl", change, frame).frame == frame


def test_a_decision_that_the_rules_cannot_carry_out_does_what_the_referee_says(play):
    decision = play.log.game.codec.from_text("move blue_1 D1")
    accept_decision(play.log, BLUE, decision, "blue moved out of turn", ["move blue_1 D1"])
    assert where(play, "blue_1") == "D1"
    play.move("red_6 E2")
    assert play.close().intact


@pytest.mark.parametrize("fields", [{"side": BLUE}, {"side": 9}, {"decision": msgspec.Raw(b"\xc0")}])
def test_an_accepted_decision_that_was_tampered_with_is_contradicted(play, tmp_path, fields):
    play.move("red_6 E2")
    frame = accept_decision(play.log, RED, play.log.game.codec.from_text("move red_6 D2"), "they agreed").seq
    assert contradiction(play, tmp_path / "forged.hxl", record(**fields), frame).frame == frame
