"""The same decisions under another ruling, rules version or edition: what changes first, and what comes of it."""

import pytest

from hexledger.engine.errors import BadDecision
from hexledger.events.model import Reckoned
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.table import opening
from hexledger.replays.referee.readjudicate import changes_by_kind, readjudicate
from hexledger.replays.referee.rulings import interpret
from tests.drill import attack
from tests.drill.game import Drill, drill
from tests.replays.ladder import FIGHTS, RED, Ladder, game


def harsh():
    """Another rules version, by whose table every attack costs a defender who holds a step."""

    class Harsh(Drill):
        rules_version = "2"

    other = Harsh(game().edition)
    other.crt = ("dl",) * 10
    return other


@pytest.fixture
def play(tmp_path):
    return Ladder(tmp_path / "game.hxl")


def press(play, *numbers):
    for number in numbers:
        unit, target = FIGHTS[number - 1]
        play.fights.append(play.play(f"attack {unit} {target}"))
        if play.log.offer().kinds[0] == "fall_back":
            play.play("pass")
        play.play("intend press")
        play.play("intend hold")
        play.strikes.append(play.log.submit(RED, opening(play.log)).seq)
    return play


def test_another_reading_changes_the_first_event_that_it_touches(play):
    press(play.move(), 1, 2, 3)
    before = play.path.read_bytes()
    found = readjudicate(play.log, setting="press=twice")
    assert (found.first.frame, found.first.rule) == (play.strikes[0], "DR 3.4")
    number = next(n for n, e in enumerate(play.log.frame(play.strikes[0]).events) if isinstance(e, Reckoned))
    assert (found.first.event, found.first.where) == (number, "Reckoned.lines")
    assert found.changed[0] == play.strikes[0]
    assert "attacker's intent 1" in found.was[0]
    assert "attacker's intent 2" in found.would[0]
    assert (found.luck, found.stopped) == ([], ""), "every die keeps the value that it had"
    assert play.path.read_bytes() == before, "the log is not touched"


def test_the_reading_that_the_game_has_changes_nothing(play):
    press(play, 1, 2)
    found = readjudicate(play.log, setting="press=once")
    assert (found.first, found.changed, found.changes, found.last) == (None, [], [], play.head)


def test_what_happened_before_the_frame_named_stays_as_it_was(play):
    press(play, 1, 4)
    found = readjudicate(play.log, setting="press=twice", start=play.strikes[0])
    assert found.changed == [play.strikes[1]]
    assert found.first.frame == play.strikes[1]


def test_it_says_what_it_does_to_units_hexes_points_and_the_result(play):
    press(play.move(), 1, 2, 3, 4, 5).end()
    found = readjudicate(play.log, game=harsh())
    kinds = dict(changes_by_kind(found.changes))
    assert kinds["units"], "steps that were not lost are lost"
    assert any("steps" in text or "not in play" in text for text in kinds["units"])
    assert set(kinds) <= {"units", "hexes", "tracks", "course"}


def test_another_rules_version_is_tried_on_a_game_that_is_pinned_to_the_old_one(play):
    play.fight(1)
    other = harsh()
    assert other.rules_version != play.log.genesis.rules_version
    found = readjudicate(play.log, game=other)
    assert (found.first.frame, found.first.where, found.last) == (play.strikes[0], "Resolved.results", play.head)


def test_where_a_decision_cannot_be_made_any_more_the_replay_ends_and_says_why(play):
    class Lame(Drill):
        rules_version = "2"

    lame = Lame(game().edition)
    lame.move_cost = dict.fromkeys(lame.move_cost, 9)
    play.move("red_6 E2").fight(1)
    found = readjudicate(play.log, game=lame)
    assert (found.last, found.first.frame) == (0, play.moves[0])
    assert "the path costs 9 MP, the allowance is 3" in found.stopped
    assert found.first.rule == "DR 2.2"


def test_a_die_that_never_fell_is_new_luck_and_shown(play, monkeypatch):
    class Cautious(Drill):
        """Rolls a second die in every attack."""

    cautious = Cautious(game().edition)
    play.fight(1)
    original = attack.carry_out

    def carry_out(act, strike, result):
        if act.game is cautious:
            act.roll("roll.attack", 10, strike.attacker, "3.4")
        original(act, strike, result)

    monkeypatch.setattr(attack, "carry_out", carry_out)
    found = readjudicate(play.log, game=cautious)
    again = readjudicate(play.log, game=cautious)
    assert [die.frame for die in found.luck] == play.strikes
    assert 0 <= found.luck[0].number < 10
    assert found.luck == again.luck, "the same question gets the same answer"


def test_a_ruling_of_the_game_itself_is_made_again(play):
    press(play, 1)
    interpret(play.log, "press=twice", "the referee says so")
    press(play, 4)
    assert readjudicate(play.log, game=Drill(game().edition)).first is None
    undone = readjudicate(play.log, setting="press=once")
    assert undone.changed == [play.strikes[1]], "a reading on trial takes the place of the game's own"


def test_what_cannot_be_tried_is_refused(play):
    play.fight(1)
    with pytest.raises(ReplayError, match="name what is to be read another way"):
        readjudicate(play.log)
    with pytest.raises(BadDecision, match="none of once, twice"):
        readjudicate(play.log, setting="press=often")
    with pytest.raises(ReplayError, match="numbers its units or hexes differently"):
        readjudicate(play.log, game=drill())
    play.log.undo(RED, consent=[2])
    with pytest.raises(ReplayError, match="not on the line"):
        readjudicate(play.log, setting="press=twice", start=play.strikes[0])
