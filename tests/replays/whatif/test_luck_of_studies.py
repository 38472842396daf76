"""What-ifs: the same luck, dice set by hand, paired dice; each made again by the audit."""

import msgspec
import pytest

from hexledger.events.frame import DECISION, PAIRED_LUCK, SAME_LUCK, decode_frame, encode_frame
from hexledger.events.ledger import Ledger
from hexledger.events.model import ENTERED, Drawn, Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.study_luck import key_of
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.studies import begin_study, parent_of
from tests.drill.contested import Contest
from tests.drill.game import drill
from tests.drill.play import advance, begun, reading, to_the_end, writing


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path, turns=8) as game:
        to_the_end(game)
    return path


def rolls(chronicle, line, after=0):
    head = chronicle.timeline.heads[line]
    frames = [frame for frame in chronicle.frames(head) if frame.seq > after]
    return [event for frame in frames for event in frame.events if isinstance(event, Rolled | Drawn)]


def play_again(study, log, first, most=10_000):
    """The game's own decisions after frame `first`, handed in on the study's line."""
    with reading(log) as game, writing(study) as again:
        decided = [
            (frame.actor, game.decision(frame.seq))
            for frame in game.frames(game.timeline.head)
            if frame.seq > first and frame.kind == DECISION
        ]
        for actor, decision in decided[:most]:
            again.submit(actor, decision)


def wander(study, most, seed="another way"):
    """Bots play another way than in the game."""
    with writing(study) as chronicle:
        advance(chronicle, most, seed)


def shown(event):
    return event.value if isinstance(event, Rolled) else event.token


def rolling(log):
    """The first decision of the game that rolls, not counting the set-up."""
    with reading(log) as game:
        return next(
            frame.seq
            for frame in game.frames(game.timeline.head)
            if frame.seq and any(isinstance(event, Rolled) for event in frame.events)
        )


def test_the_same_decisions_with_the_same_luck_are_the_same_game(log, tmp_path):
    study, first = tmp_path / "study.hxl", rolling(log) - 1
    begin_study(log, study, first, "other", SAME_LUCK, "again")
    play_again(study, log, first)
    with reading(study) as chronicle:
        played, again = rolls(chronicle, "main", first), rolls(chronicle, "again", first)
        assert played == again and len(played) > 3
        heads = chronicle.timeline.heads
        assert chronicle.frame(heads["main"]).digest == chronicle.frame(heads["again"]).digest
    assert audit(study, game=drill()).intact


def test_with_fresh_luck_they_are_not(log, tmp_path):
    study, first = tmp_path / "study.hxl", rolling(log) - 1
    begin_study(log, study, first, "other", line="again")
    play_again(study, log, first, 1)
    with reading(study) as chronicle:
        played, again = rolls(chronicle, "main", first), rolls(chronicle, "again", first)
    assert [shown(event) for event in played[: len(again)]] != [shown(event) for event in again]


def test_another_way_keeps_each_roll_that_the_game_made_too(log, tmp_path):
    study, first = tmp_path / "study.hxl", 2
    begin_study(log, study, first, "other", SAME_LUCK, "else")
    wander(study, 60)
    with reading(study) as chronicle:
        official = {}
        for event in rolls(chronicle, "main", first):
            official.setdefault(key_of(event), []).append(shown(event))
        kept = 0
        made = {}
        for event in rolls(chronicle, "else", first):
            if isinstance(event, Rolled):
                key = key_of(event)
                at = made.setdefault(key, 0)
                made[key] += 1
                if at < len(official.get(key, ())):
                    assert event.value == official[key][at]
                    kept += 1
        assert kept, "no roll of the other line was a roll of the game"
    found = audit(study, game=drill())
    assert found.intact, str(found.contradiction)


@pytest.mark.parametrize("luck", [SAME_LUCK, PAIRED_LUCK])
def test_a_roll_that_does_not_follow_is_found(log, tmp_path, luck):
    study, first = tmp_path / "study.hxl", rolling(log) - 1
    begin_study(log, study, first, "other", luck, "again")
    play_again(study, log, first, 1)
    with Ledger.open_reader(study) as ledger:
        payloads = list(ledger.payloads())
    frame = decode_frame(payloads[-1], len(payloads) - 1)
    at = next(number for number, event in enumerate(frame.events) if isinstance(event, Rolled))
    better = msgspec.structs.replace(frame.events[at], value=frame.events[at].value % 6 + 1)
    forged = msgspec.structs.replace(frame, events=(*frame.events[:at], better, *frame.events[at + 1 :]))
    lie = tmp_path / "lie.hxl"
    Ledger.create_with(lie, [*payloads[:-1], encode_frame(forged)]).close()
    assert audit(study, game=drill()).intact
    found = audit(lie, game=drill()).contradiction
    assert found is not None and found.frame == len(payloads) - 1


def test_a_die_set_by_hand_is_marked_and_needs_nobodys_word(log, tmp_path):
    study, at = tmp_path / "study.hxl", rolling(log)
    begin_study(log, study, at - 1, "other", line="by hand")
    with reading(log) as game, writing(study) as chronicle:
        frame = game.frame(at)
        dice = [event for event in frame.events if isinstance(event, Rolled)]
        values = [event.value % 6 + 1 for event in dice]
        made = chronicle.submit(frame.actor, game.decision(at), rolls=values)
        found = [event for event in made.events if isinstance(event, Rolled)]
        assert [event.value for event in found] == values
        assert {event.mode for event in found} == {ENTERED}
        assert not chronicle.book.unconfirmed
    verdict = audit(study, game=drill())
    assert verdict.intact and verdict.dice["entered"].confirmed == len(values)


def test_two_studies_with_one_seed_have_the_same_dice(log, tmp_path):
    found = []
    for number, first in enumerate((2, 5)):
        study = tmp_path / f"{number}.hxl"
        begin_study(log, study, first, "one seed", PAIRED_LUCK, "else")
        wander(study, 80, seed=f"way {number}")
        with reading(study) as chronicle:
            by_key = {}
            for event in rolls(chronicle, "else", first):
                if isinstance(event, Rolled):
                    by_key.setdefault(key_of(event), []).append(event.value)
            found.append(by_key)
        assert audit(study, game=drill()).intact
    one, other = found
    both = one.keys() & other.keys()
    assert both
    for key in both:
        length = min(len(one[key]), len(other[key]))
        assert one[key][:length] == other[key][:length]
    values = [value for key in one for value in one[key]]
    assert len(set(values)) > 3, "a die that always falls alike is no die"


def test_a_study_names_the_log_that_it_began_from(log, tmp_path):
    study = tmp_path / "study.hxl"
    begin_study(log, study, 3, line="else")
    with reading(log) as game, reading(study) as chronicle:
        parent = parent_of(chronicle)
        assert parent == (game.genesis.log_id, len(game.timeline), game.ledger.root())
        assert parent_of(game) is None
        assert chronicle.timeline.head == 3 and chronicle.timeline.heads["main"] == game.timeline.head


def test_a_contested_game_is_studied_with_the_same_luck(tmp_path):
    contest = Contest(tmp_path, "duel")
    contest.until_fixed()
    contest.roll()
    study = tmp_path / "study.hxl"
    with Chronicle.read(contest.log, game=drill()) as game:
        frame = game.frame(game.timeline.head)
        decision = game.decision(frame.seq)
    begin_study(contest.log, study, frame.parent, luck=SAME_LUCK, line="again")
    with Chronicle.write(study, game=drill()) as chronicle:
        again = chronicle.submit(frame.actor, decision)
        assert [shown(e) for e in again.events if isinstance(e, Rolled)] == [
            shown(e) for e in frame.events if isinstance(e, Rolled)
        ]
        assert again.digest == frame.digest
    assert audit(study, game=drill()).intact


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"line": "main"}, "a line 'main'"),
        ({"line": "#5"}, "no name for a line"),
        ({"seed": "x" * 500, "line": "w"}, "at most"),
        ({"after": 10_000, "line": "w"}, "no frame"),
    ],
)
def test_what_no_study_may_be_is_refused_and_nothing_is_written(log, tmp_path, asked, said):
    study = tmp_path / "study.hxl"
    with pytest.raises(ReplayError, match=said):
        begin_study(log, study, **asked)
    assert not study.exists()
