"""Errors noticed later, under each policy that ladders use. The moves and combats are those of `ladder.py`."""

import msgspec
import pytest

from hexledger.engine.table.ruling_effects import parse
from hexledger.events.frame import CLAIM, REWIND, Claim, Rewind, encode_value
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.log.table import opening
from hexledger.replays.referee import claims
from hexledger.replays.referee.claims import ClaimRefused, claim, voided
from hexledger.replays.referee.policies import POLICIES, check_name, error_policy
from hexledger.replays.referee.policies.case import Link, case_of, chained
from hexledger.replays.referee.rulings import RulingRefused, correct_position, exchange
from tests.drill.play import edited, frames_of, rewritten
from tests.replays.ladder import BLUE, RED, Ladder, game


@pytest.fixture
def ladder(tmp_path):
    def begin(errors, **more):
        return Ladder(tmp_path / f"{errors}.hxl", errors, **more)

    return begin


def the_claim(chronicle):
    return chronicle.timeline.steps[-1]


# ------------------------------------------------------------------ strict
def test_under_strict_every_claim_is_recorded_and_stands(ladder):
    play = ladder("strict").move()
    made = claim(play.log, BLUE, play.moves[0], "movement", "it went too far", consent=[RED, 0])
    assert (made.frame.kind, made.outcome.what, play.head) == (CLAIM, "stands", play.moves[1])
    step = the_claim(play.log)
    assert (step.about, step.what, step.reason, step.policy) == (play.moves[0], "movement", "it went too far", "strict")
    assert step.outcome.startswith("stands: nothing is taken back")
    assert play.close().intact


def test_under_strict_nothing_is_undone_even_by_agreement(ladder):
    play = ladder("strict", undo="free").move()
    with pytest.raises(UndoRefused, match="error policy is strict"):
        play.log.undo(RED, consent=[BLUE, 0])
    assert play.head == play.moves[1]


# ------------------------------------------------------------------ next-die
def test_before_the_next_die_an_over_long_move_reopens_the_whole_movement_without_consent(ladder):
    play = ladder("next-die").move()
    made = claim(play.log, RED, play.moves[1], "movement", "one hex too far")
    assert (made.frame.kind, made.outcome.what, made.outcome.to, made.outcome.void) == (REWIND, "redo", 0, 0)
    assert play.head == 0, "both moves of the segment are open again, not only the one claimed"
    step = the_claim(play.log)
    assert (step.policy, step.about, step.what, step.consent) == ("next-die", play.moves[1], "movement", ())
    play.move("red_6 E2")
    assert play.close().intact


def test_after_the_next_die_the_same_over_long_move_stands(ladder):
    play = ladder("next-die").move().fight(1)
    head = play.head
    made = claim(play.log, BLUE, play.moves[1], "movement", "one hex too far")
    assert (made.outcome.what, play.head) == ("stands", head)
    assert made.outcome.why == f"the die of frame {play.strikes[0]} seals everything before it"
    assert play.close().intact


def test_after_the_next_die_both_may_still_agree(ladder):
    play = ladder("next-die").move().fight(1)
    made = claim(play.log, BLUE, play.moves[1], "movement", "one hex too far", consent=[RED])
    assert (made.outcome.what, made.outcome.to, made.outcome.void) == ("redo", play.moves[0], 1)
    assert play.close().intact


def test_an_earlier_die_of_the_segment_seals_what_came_before_it():
    links = [Link(seq, seq - 1, RED, "movement", seq == 1, RED, int(seq == 3), 0) for seq in range(1, 7)]
    case = case_of(game(), chained(links), 5, "movement", RED, ())
    outcome = error_policy("next-die").judge(case)
    assert (outcome.what, outcome.to, outcome.void) == ("redo", 3, 0)


# ------------------------------------------------------------------ untainted
# ------------------------------------------------------------------ ladder
def test_before_the_opponent_has_answered_an_error_is_corrected_with_whatever_dice_fell_since(ladder):
    play = ladder("ladder").move().fight(1, 2)
    made = claim(play.log, RED, play.moves[1], "movement", "one hex too far")
    assert (made.outcome.what, made.outcome.to, made.outcome.void) == ("redo", play.moves[0], 2)
    assert made.outcome.why == "the opponent has not answered yet", "standing up to an attack is no answer"
    play.move("red_7 D3")
    assert play.close().intact


def test_after_the_opponent_has_answered_it_stands_unless_both_agree_or_the_referee_says_so(ladder):
    play = ladder("ladder").move().end()
    while play.log.offer().side != BLUE:
        play.play("pass")
    answer = play.play("pass")
    made = claim(play.log, RED, play.moves[1], "movement", "one hex too far")
    assert (made.outcome.what, made.outcome.why) == ("stands", f"the opponent answered in frame {answer}")
    assert claim(play.log, 0, play.moves[1], "movement", "the referee agrees").outcome.what == "redo"
    assert play.head == play.moves[0]
    assert play.close().intact


def test_fixing_combat_3_of_5_voids_exactly_the_dice_that_its_author_knew(ladder):
    play = ladder("untainted").move().fight()
    before = play.dice(*play.strikes)
    made = claim(play.log, BLUE, play.fights[2], "combat", "a unit attacked twice")
    assert (made.outcome.what, made.outcome.to, made.outcome.void) == ("redo", play.strikes[1], 3)
    rewind = made.frame.seq
    play.fights.clear()
    play.strikes.clear()
    play.fight(3, 4, 5)
    pairs = voided(play.log.timeline, rewind, 27, made.outcome.to, play.log.frame)
    assert [pair.void[1] for pair in pairs] == before[2:], "dice 1 and 2 fell before combat 3 was decided and stay"
    assert [pair.new[1] for pair in pairs] == play.dice(*play.strikes)
    assert all(pair.new[0] != pair.void[0] for pair in pairs), "each falls in a frame of its own: another stream"
    assert play.close().intact


def test_dice_that_replaced_void_ones_are_looked_for_near_by_however_long_the_game_went_on(ladder, monkeypatch):
    play = ladder("untainted").move().fight()
    made = claim(play.log, BLUE, play.fights[2], "combat", "a unit attacked twice")
    play.fights.clear()
    play.strikes.clear()
    play.fight(3, 4, 5)
    read: list[int] = []

    def frame(seq):
        read.append(seq)
        return play.log.frame(seq)

    pairs = voided(play.log.timeline, made.frame.seq, 27, made.outcome.to, frame)
    monkeypatch.setattr(claims, "MOST_AFTER", 1)
    undone = len(play.log.timeline.between(play.log.timeline.fork(27, made.outcome.to), 27))
    read.clear()
    none = voided(play.log.timeline, made.frame.seq, 27, made.outcome.to, frame)
    assert len(read) == undone + 1, "one decision after the correction is read, and no more"
    assert [pair.void for pair in none] == [pair.void for pair in pairs]
    assert sum(pair.new is not None for pair in none) < sum(pair.new is not None for pair in pairs)


def test_a_die_that_has_not_fallen_when_the_error_is_noticed_is_not_void(ladder):
    play = ladder("untainted").move().fight(1, 2, 3, 4)
    made = claim(play.log, RED, play.fights[2], "combat", "wrong target")
    assert (made.outcome.to, made.outcome.void) == (play.strikes[1], 2)


def test_a_side_that_has_only_declared_in_its_own_activation_has_not_accepted_yet(ladder):
    play = ladder("untainted").fight(1).end()
    play.play("attack blue_2 B2")
    made = claim(play.log, RED, play.fights[0], "combat", "wrong target")
    assert (made.outcome.what, made.outcome.void) == ("redo", 2), "the strike and the draw of blue's activation"


def test_a_side_that_rolls_in_its_own_activation_accepts_what_came_before(ladder):
    play = ladder("untainted").fight(1).end()
    play.play("attack blue_2 B2")
    play.play("pass")
    play.play("intend probe")
    play.play("intend hold")
    struck = play.log.submit(BLUE, opening(play.log)).seq
    made = claim(play.log, RED, play.fights[0], "combat", "wrong target")
    assert made.outcome.what == "stands"
    assert f"frame {struck}" in made.outcome.why
    agreed = claim(play.log, RED, play.fights[0], "combat", "wrong target", consent=[BLUE])
    assert (agreed.outcome.what, agreed.outcome.to) == ("redo", 0)
    assert play.close().intact


# ------------------------------------------------------------------ segment
def test_a_movement_error_reopens_all_movement(ladder):
    play = ladder("segment").move().fight()
    made = claim(play.log, BLUE, play.moves[1], "movement", "through a ZOC")
    assert (made.outcome.to, made.outcome.void) == (0, 5)
    assert play.close().intact


def test_a_combat_error_that_needs_one_new_die_makes_all_dice_of_the_segment_again(ladder):
    play = ladder("segment").move().fight()
    made = claim(play.log, BLUE, play.fights[4], "combat", "the modifier was forgotten")
    assert (made.outcome.to, made.outcome.void) == (play.moves[1], 5)
    assert play.close().intact


def test_a_combat_error_before_its_die_makes_no_other_die_again(ladder):
    play = ladder("segment").move().fight(1, 2)
    declared = play.play("attack red_3 C3")
    made = claim(play.log, RED, declared, "combat", "the wrong unit")
    assert (made.outcome.to, made.outcome.void) == (play.strikes[1], 0)


def test_misstated_odds_do_not_reopen_movement(ladder):
    play = ladder("segment").move().fight(1, 2, 3)
    made = claim(play.log, BLUE, play.fights[1], "odds", "2:1, not 3:1")
    assert (made.outcome.to, made.outcome.void) == (play.moves[1], 3)
    with pytest.raises(ClaimRefused, match="belongs to a movement segment"):
        claim(play.log, BLUE, play.moves[0], "odds", "2:1, not 3:1")
    assert play.close().intact


def test_once_the_other_side_has_answered_a_segment_stays_closed_unless_both_agree(ladder):
    play = ladder("segment").move().end()
    answer = play.play("move blue_1 D1")
    made = claim(play.log, BLUE, play.moves[0], "movement", "through a ZOC")
    assert (made.outcome.what, made.outcome.why) == ("stands", f"the other side has answered in frame {answer}")
    agreed = claim(play.log, BLUE, play.moves[0], "movement", "through a ZOC", consent=[RED])
    assert (agreed.outcome.what, agreed.outcome.to) == ("redo", 0)
    assert play.close().intact


# ------------------------------------------------------------------ swap
def test_identical_units_that_have_not_moved_change_places_freely(ladder):
    play = ladder("next-die+swap")
    red_6, red_7 = play.log.game.find_piece("red_6"), play.log.game.find_piece("red_7")
    before = dict(play.log.state().at)
    exchange(play.log, RED, (red_6, red_7), "set up the wrong way round")
    after = play.log.state().at
    assert (after[red_6], after[red_7]) == (before[red_7], before[red_6])
    assert {p: h for p, h in after.items() if p not in (red_6, red_7)} == {
        p: h for p, h in before.items() if p not in (red_6, red_7)
    }
    play.move("red_7 E2")
    assert play.close().intact


def refused_exchange(play, one, two, side=RED):
    find = play.log.game.find_piece
    size = len(play.log.timeline)
    with pytest.raises(RulingRefused) as refused:
        exchange(play.log, side, (find(one), find(two)), "set up the wrong way round")
    assert len(play.log.timeline) == size, "nothing is written"
    return str(refused.value)


def test_units_do_not_change_places_once_one_has_moved_is_reduced_or_carries_a_marker(ladder):
    play = ladder("next-die+swap").move("red_6 E2")
    assert "6/Red has moved" in refused_exchange(play, "red_6", "red_7")
    assert "of two sides" in refused_exchange(play, "red_1", "blue_1")
    assert "exchanged by their own side" in refused_exchange(play, "red_1", "red_2", BLUE)
    play.fight(1)
    assert "1/Red carries a marker: has attacked" in refused_exchange(play, "red_1", "red_2")


def test_a_reduced_unit_does_not_change_places(ladder):
    play = ladder("swap")
    correct_position(
        play.log, parse(play.log.game, play.log.state(), "steps red_6 1"), "the counter was set up reduced"
    )
    play.end().end().end()
    assert "6/Red is reduced" in refused_exchange(play, "red_6", "red_7")


def test_without_the_policy_units_stay_where_they_are(ladder):
    assert "no policy that lets identical units be exchanged" in refused_exchange(ladder("next-die"), "red_6", "red_7")


# ------------------------------------------------------------------ judge
def test_under_judge_a_claim_waits_for_the_referee(ladder):
    play = ladder("judge").move()
    made = claim(play.log, BLUE, play.moves[0], "movement", "too far")
    assert (made.frame.kind, made.outcome.what, play.head) == (CLAIM, "referred", play.moves[1])
    assert play.close().intact


# ------------------------------------------------------------------ what all policies share
def test_no_policy_takes_back_what_the_referee_has_ruled(ladder):
    play = ladder("untainted").move()
    effects = parse(play.log.game, play.log.state(), "move red_6 E1")
    ruled = correct_position(play.log, effects, "the board on the table").seq
    made = claim(play.log, RED, play.moves[1], "movement", "wrong hex")
    assert (made.outcome.what, play.head) == ("stands", ruled)
    assert f"ruled in frame {ruled}" in made.outcome.why
    assert claim(play.log, RED, play.moves[1], "movement", "wrong hex", consent=[0]).outcome.what == "redo"
    assert play.close().intact


def test_without_an_error_policy_nothing_can_be_claimed(ladder):
    play = ladder("").move()
    with pytest.raises(ClaimRefused, match="no error policy"):
        claim(play.log, RED, play.moves[0], "movement", "too far")


@pytest.mark.parametrize(
    ("about", "what", "by", "reason", "words"),
    [
        (99, "movement", RED, "x", "no decision of this line"),
        (0, "movement", RED, "x", "no decision of this line"),
        (1, "weather", RED, "x", "cannot be claimed"),
        (1, "combat", RED, "x", "belongs to a movement segment"),
        (1, "movement", 3, "x", "no side 3"),
        (1, "movement", RED, " ", "gives its reason"),
    ],
)
def test_a_claim_that_makes_no_sense_is_refused_and_not_recorded(ladder, about, what, by, reason, words):
    play = ladder("segment").move()
    size = len(play.log.timeline)
    with pytest.raises(ClaimRefused, match=words):
        claim(play.log, by, about, what, reason)
    assert len(play.log.timeline) == size


@pytest.mark.parametrize("name", ["lenient", "strict+", "strict+strict", "+swap", "swap+strict", "next die"])
def test_a_policy_that_does_not_exist_is_refused(name):
    with pytest.raises(ReplayError, match="no error policy"):
        check_name(name)


def test_every_policy_says_what_it_does():
    assert list(POLICIES) == ["strict", "next-die", "ladder", "untainted", "segment", "judge"]
    assert all(policy.about and check_name(name) == name for name, policy in POLICIES.items())


def forged(play, path, frame, **fields):
    """The audit of a copy of the log in which the record of one frame is changed and every hash repaired."""
    play.log.close()

    def change(found):
        kind = Rewind if found.kind == REWIND else Claim
        record = msgspec.structs.replace(msgspec.msgpack.decode(found.decision, type=kind), **fields)
        return edited(found, decision=encode_value(record))

    return audit(rewritten(play.path, path, change, frame), game=game()).contradiction


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"policy": "untainted"}, "error policy"),
        ({"about": 1}, "claim"),
        ({"what": "movement"}, "claim"),
        ({"about": 99}, "claim"),
        ({"about": -1, "what": ""}, "consent"),
    ],
)
def test_a_rewind_that_cites_a_policy_which_did_not_grant_it_is_contradicted(ladder, tmp_path, fields, where):
    play = ladder("segment").move().fight(1, 2)
    made = claim(play.log, RED, play.fights[1], "combat", "wrong unit")
    found = forged(play, tmp_path / "forged.hxl", made.frame.seq, **fields)
    assert (found.frame, found.where) == (made.frame.seq, where)


def test_a_claim_whose_outcome_was_changed_is_contradicted(ladder, tmp_path):
    play = ladder("next-die").move().fight(1)
    made = claim(play.log, RED, play.moves[0], "movement", "too far")
    found = forged(play, tmp_path / "forged.hxl", made.frame.seq, outcome="redo")
    assert (found.frame, found.where) == (made.frame.seq, "outcome of a claim")


def test_old_bytes_are_a_prefix_of_the_new_after_a_claim(ladder):
    """F2"""
    play = ladder("segment").move().fight(1)
    old = play.path.read_bytes()
    claim(play.log, RED, play.fights[0], "combat", "wrong unit")
    assert play.path.read_bytes().startswith(old)
    assert play.close().intact
    assert frames_of(play.path)[-1].kind == REWIND
