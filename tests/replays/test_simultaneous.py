"""Two honest people go on after the same frame, and neither knows of the other's (`replays/log/simultaneous.py`).

Which stands both compute alike; the other gives way with notice, and no die with it.
"""

import shutil
from itertools import permutations

import pytest

from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.events.dice_records import Fix, RollsConfirmed
from hexledger.events.errors import Poisoned
from hexledger.events.frame import (
    CONCESSION,
    DECISION,
    DICE,
    END,
    RULING,
    End,
    Seat,
)
from hexledger.events.ledger import Ledger
from hexledger.events.model import Drawn, Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.vouching import vouch
from hexledger.replays.errors import ReplayError
from hexledger.replays.log import simultaneous
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import Fork
from hexledger.replays.log.requests import ask_seat, carry_out
from hexledger.replays.log.table import hand_in, roll_out
from hexledger.replays.referee.claims import ClaimRefused, claim, judge
from hexledger.replays.referee.rulings import let_stand
from hexledger.replays.secrets.memory import Behind, Memory
from hexledger.replays.secrets.remembering import Remembering
from tests.drill.apart import Apart
from tests.drill.contested import Contest, next_decision
from tests.drill.dice import real_die
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, frames_of
from tests.drill.signed import KEYS, STRANGER

REFEREE = 0
MODES = ("duel", "referee", "entered", "practice")


def at_home(tmp_path, mode, decisions=8, *, referee=False):
    """Everybody at home with a log in which somebody is asked, and nothing waits."""
    contest = Contest(tmp_path, mode, referee=referee, errors="strict")
    played(contest, decisions)
    return Apart(contest, (RED, BLUE, REFEREE) if referee else (RED, BLUE))


def played(contest, decisions):
    """So many decisions together, real dice where they are entered."""
    die = real_die("simultaneous")
    with contest.open(RED, BLUE) as game:
        for _ in range(decisions):
            roll_out(game, *next_decision(game), die)


def claims(apart, side):
    """A side that is not asked records a claim."""
    with apart.open(side) as game:
        about, what = _of_movement_or_combat(game)
        return claim(game, side, about, what, "it was another hex").frame


def _of_movement_or_combat(game):
    for frame in game.frames(game.timeline.head):
        for what in ("movement", "combat"):
            try:
                judge(game.game, game.genesis, game.frames(game.timeline.head), frame.seq, what, RED, ())
            except ClaimRefused:
                continue
            return frame.seq, what
    raise AssertionError("nothing to complain about")


def hands_over(apart, side):
    with apart.open(side) as game:
        seat = Seat(side, "Sam", STRANGER.verifier.public.hex(), "off to sea")
        return carry_out(game, [ask_seat(game, side, seat, STRANGER)])


def concedes(apart, side):
    with apart.open(side) as game:
        return game.append_agreed(END, side, End(CONCESSION, 3 - side, reason="no hope"))


LOOSE = {"a claim": claims, "a seat": hands_over, "a concession": concedes}


# ---------------------------------------------------------------------- both orders, every dice mode
@pytest.mark.parametrize("first", ["acting side first", "acting side last"])
@pytest.mark.parametrize("what", LOOSE)
@pytest.mark.parametrize("mode", MODES)
def test_the_frame_of_the_side_that_is_asked_stands_whoever_receives_first(tmp_path, mode, what, first):
    apart = at_home(tmp_path, mode)
    acting = apart.asked
    other = 3 - acting
    mine = apart.act(acting)
    lost = LOOSE[what](apart, other)
    bundles = {side: apart.bundle(side) for side in (acting, other)}
    for side in (acting, other) if first.endswith("first") else (other, acting):
        taken = apart.take(side, bundles[3 - side])
        if side == other:
            assert taken.withdrawn == (lost.seq,) and "gives way" in taken.remarks[0]
            (kept,) = apart.kept(other)
            assert frames_of(kept)[-1] == lost, "what gave way is kept whole"
        else:
            assert taken.frames == () and "stands" in taken.remarks[0]
    assert apart.equal
    assert frames_of(apart.logs[other])[-1] == mine
    assert audit(apart.logs[other], game=drill()).intact
    # made anew where it still makes sense, on top of what stands
    if what == "a claim" and apart.asked == acting:
        claims(apart, other)
        assert apart.mail(other, acting).frames
        assert apart.equal


@pytest.mark.parametrize("mode", ["duel", "referee"])
def test_a_roll_stands_before_what_the_other_side_wrote_while_it_waited(tmp_path, mode):
    contest = Contest(tmp_path, mode)
    fix = contest.until_fixed()
    apart = Apart(contest)
    with Chronicle.read(contest.log, game=drill()) as game:
        rolling = game.book.waits_for
    other = 3 - rolling
    roll = apart.act(rolling)
    lost = concedes(apart, other)
    assert roll.seq == lost.seq == fix.seq + 1
    assert apart.mail(other, rolling).frames == ()
    assert apart.mail(rolling, other).withdrawn == (lost.seq,)
    assert apart.equal and frames_of(apart.logs[other])[-1] == roll


@pytest.mark.parametrize("first", [RED, BLUE])
def test_both_roll_one_fix_with_the_keepers_answer_and_one_roll_stands(tmp_path, first):
    contest = Contest(tmp_path, "referee")
    contest.until_fixed()
    apart = Apart(contest)
    rolls = {side: apart.act(side) for side in (RED, BLUE)}
    assert rolls[RED].events == rolls[BLUE].events and rolls[RED] != rolls[BLUE]
    bundles = {side: apart.bundle(side) for side in (RED, BLUE)}
    for side in (first, 3 - first):
        apart.take(side, bundles[3 - side])
    assert apart.equal
    after = apart.asked
    assert frames_of(apart.logs[RED])[-1] == rolls[after], "that of the side that is asked next: it alone can go on"
    apart.act(after)
    apart.mail(after, 3 - after)
    assert apart.equal


def test_who_rolled_for_a_silent_side_and_went_on_loses_neither_decision_nor_die(tmp_path):
    """The side that decided was silent, the other rolled and went on; then the late roll comes."""
    contest = Contest(tmp_path, "referee")
    for _ in range(30):
        contest.until_fixed()
        apart = Apart(contest, ())
        with contest.open(RED, BLUE) as game:
            waiting = game.book.waiting
            decision = game.game.codec.decode(waiting.decision)
        copy = tmp_path / "looked.hxl"
        copy.write_bytes(contest.log.read_bytes())
        with contest.open(RED, BLUE, log=copy) as game:
            game.submit(waiting.actor, decision)
            prompt = game.offer()
        if prompt is not None and prompt.side != waiting.actor:
            break
        contest.roll()
    apart = Apart(contest)
    silent, other = waiting.actor, 3 - waiting.actor
    apart.act(other)
    apart.act(other)
    late = apart.act(silent)
    assert apart.mail(silent, other).frames == ()
    assert apart.mail(other, silent).withdrawn == (late.seq,)
    assert apart.equal and len(frames_of(apart.logs[silent])) == late.seq + 2


def entered(apart, side, die):
    with apart.open(side) as game:
        waiting = game.book.waiting
        decision = game.game.codec.decode(waiting.decision)
        rolls = []
        while True:
            try:
                return game.submit(waiting.actor, decision, rolls=rolls or None, entered_by=side)
            except DiceWanted as wanted:
                rolls.append(die(wanted.asked))


def lowest(asked):
    return asked.tokens[0][0] if asked.tokens else asked.shown(0)


def highest(asked):
    return asked.tokens[-1][0] if asked.tokens else asked.shown(asked.below - 1)


def test_two_entries_of_one_roll_that_differ_give_way_to_nobody_but_who_says_so(tmp_path):
    contest = Contest(tmp_path, "entered")
    fix = contest.until_fixed()
    apart = Apart(contest)
    side, other = fix.actor, 3 - fix.actor
    stands, lost = entered(apart, side, lowest), entered(apart, other, highest)
    assert stands.seq == lost.seq == fix.seq + 1 and stands.events != lost.events
    assert apart.mail(other, side).frames == (), "who decided stands"
    with pytest.raises(Fork, match="dice fell in frame"):
        apart.mail(side, other)
    taken = apart.take(other, apart.bundle(side), give_way=True)
    assert taken.withdrawn == (lost.seq,) and apart.equal
    with apart.open(other) as game:
        game.note_dice(other, RollsConfirmed((fix.seq + 1,)))
    apart.mail(other, side)
    assert apart.equal


@pytest.mark.parametrize("order", list(permutations((RED, BLUE, REFEREE))))
def test_three_who_write_after_one_frame_end_with_one_log_in_any_order(tmp_path, order):
    apart = at_home(tmp_path, "duel", referee=True)
    acting = apart.asked
    other = 3 - acting
    mine = apart.act(acting)
    claims(apart, other)
    with apart.open(REFEREE) as game:
        game.append_agreed(END, REFEREE, End("adjudication", RED, "minor", "time is up"))
    bundles = {side: apart.bundle(side) for side in order}
    for sender in order:
        for side in order:
            if side != sender:
                apart.take(side, bundles[sender])
    assert apart.equal and frames_of(apart.logs[REFEREE])[-1] == mine


@pytest.mark.parametrize("first", ["other", "referee"])
def test_of_two_who_need_not_act_the_referee_comes_last(tmp_path, first):
    """Whichever of their bundles comes first."""
    apart = at_home(tmp_path, "duel", referee=True)
    other = 3 - apart.asked
    claims(apart, other)
    stands = frames_of(apart.logs[other])[-1]
    with apart.open(REFEREE) as game:
        game.append_agreed(END, REFEREE, End("adjudication", RED, "minor", "time is up"))
    pair = (other, REFEREE) if first == "other" else (REFEREE, other)
    bundles = {side: apart.bundle(side) for side in pair}
    for sender in pair:
        apart.take(next(side for side in pair if side != sender), bundles[sender])
    assert [frames_of(apart.logs[side])[-1] for side in pair] == [stands, stands]


def test_after_the_end_nobody_must_act_and_the_lower_number_comes_first(tmp_path):
    apart = at_home(tmp_path, "practice", referee=True)
    asked = apart.asked
    concedes(apart, asked)
    for side in (3 - asked, REFEREE):
        apart.mail(asked, side)
    from hexledger.events.notes import SignerKey

    new = {side: SignerKey(f"new{side}", bytes([side + 65]) * 32) for side in (RED, BLUE, REFEREE)}
    made = {}
    for side in (RED, BLUE):
        with apart.open(side) as game:
            seat = Seat(side, "Sam", new[side].verifier.public.hex(), "gone")
            made[side] = carry_out(game, [ask_seat(game, side, seat, new[side])])
    apart.mail(BLUE, REFEREE)
    for sender, to in ((BLUE, RED), (RED, BLUE), (RED, REFEREE)):
        apart.mail(sender, to)
    assert apart.equal and frames_of(apart.logs[BLUE])[-1] == made[RED]


# ---------------------------------------------------------------------- nothing of dice is learnt or withdrawn
def undone_alone(tmp_path, mode="duel"):
    """A side has made a quiet decision after which the other is asked, and takes it back alone."""
    contest = Contest(tmp_path, mode)
    for _ in range(200):
        with contest.open(RED, BLUE) as game:
            before = game.offer().side
            frame = roll_out(game, *next_decision(game), real_die("undone"))
            after = game.offer()
            if after is not None and after.side != before and not _crosses(frame):
                break
    else:
        raise AssertionError("no decision of this game hands over quietly")
    apart = Apart(contest)
    with apart.open(before) as game:
        undo = game.undo(before)
    return apart, before, undo


def _crosses(frame):
    from hexledger.events.model import Sealed

    return any(type(event) in (Rolled, Drawn, Sealed) for event in frame.events) or frame.evidence


@pytest.mark.parametrize("mode", MODES)
def test_no_dice_are_fixed_or_rolled_on_a_frame_that_can_still_give_way(tmp_path, mode):
    apart, side, undo = undone_alone(tmp_path, mode)
    with apart.open(side) as game, pytest.raises(ReplayError, match=f"no dice yet: frame #{undo.seq} was made while"):
        _any_fix(game, side)
    # the other side has it and vouches for it: then it stands for good
    apart.mail(side, 3 - side)
    apart.mail(3 - side, side, vouched=True)
    with apart.open(side) as game:
        assert simultaneous.pending(game, [side]) is None
        game._firm(_fixing(game, side))


def _any_fix(game, side):
    game._firm(_fixing(game, side))


def _fixing(game, side):
    from hexledger.events.frame import encode_value

    bare, _ = game.next_frame(DICE, side, Fix(encode_value(("anything",))))
    return bare


def test_a_side_with_both_keys_at_hand_waits_for_nobody(tmp_path):
    apart, side, _ = undone_alone(tmp_path)
    with apart.contest.open(RED, BLUE, log=apart.logs[side]) as game:
        game._firm(_fixing(game, side))


def test_a_fix_on_a_lone_undo_does_not_give_way_by_itself(tmp_path, monkeypatch):
    """Somebody whose client does not wait: his fix showed a link, which nothing may bring back."""
    apart, side, undo = undone_alone(tmp_path)
    monkeypatch.setattr(Chronicle, "_firm", lambda *_: None)
    with apart.open(side) as game:
        for _ in range(20):
            prompt = game.offer()
            fixed = next((choice for choice in game.choices() if _fixes(game, prompt.side, choice)), None)
            if fixed is not None or prompt.side != side:
                break
            hand_in(game, *next_decision(game))
    if fixed is None:
        pytest.skip("this side rolls nothing before the other is asked")
    before = apart.logs[side].read_bytes()
    apart.act(3 - side)
    with pytest.raises(Fork, match="a decision was fixed in frame"):
        apart.mail(3 - side, side)
    assert apart.logs[side].read_bytes() == before and not apart.kept(side)
    assert undo.seq


def _fixes(game, side, choice):
    try:
        game.fix(side, choice)
    except (ReplayError, EngineError):
        return False
    return True


# ---------------------------------------------------------------------- what stands for good
def test_what_the_acting_side_has_built_on_does_not_give_way_to_a_second_frame_of_its_own(tmp_path):
    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    other = 3 - acting
    claims(apart, other)
    forked = apart.logs[acting].read_bytes()
    apart.mail(other, acting)
    apart.act(acting)
    apart.mail(acting, other)
    built = apart.logs[other].read_bytes()
    # an old copy, and another memory than his own: the same key acts after the same frame once more
    apart.logs[acting].write_bytes(forked)
    apart.logs[acting].with_name("game.hxl.cache").unlink(missing_ok=True)
    apart.memories[acting] = Memory(tmp_path / "forgotten")
    apart.act(acting)
    with pytest.raises(Fork, match=r"has built on our frame \d+ in frame \d+ and has made another frame"):
        apart.mail(acting, other)
    assert apart.logs[other].read_bytes() == built


def test_two_frames_of_one_key_after_one_frame_are_a_double_game(tmp_path):
    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    forked = apart.logs[acting].read_bytes()
    apart.act(acting)
    apart.mail(acting, 3 - acting)
    apart.logs[acting].write_bytes(forked)
    apart.logs[acting].with_name("game.hxl.cache").unlink(missing_ok=True)
    apart.memories[acting] = Memory(tmp_path / "forgotten")
    concedes(apart, acting)
    with pytest.raises(Fork, match="a double game, or an old copy"):
        apart.mail(acting, 3 - acting)


def test_a_checkpoint_covers_a_frame_only_when_it_can_give_way_no_more(tmp_path):
    apart = at_home(tmp_path, "duel")
    acting = apart.asked
    other = 3 - acting
    claim = claims(apart, other)
    with Chronicle.read(apart.logs[other], game=drill()) as game:
        found = vouch(game, [KEYS[other]], apart.memories[other])
    assert found.size == claim.seq and f"from #{claim.seq} on are not covered" in found.left
    apart.mail(other, acting, vouched=True)
    with Chronicle.read(apart.logs[acting], game=drill()) as game:
        assert vouch(game, [KEYS[acting]], apart.memories[acting]).size == claim.seq + 1, (
            "it is the one that may say so"
        )
    apart.mail(acting, other, vouched=True)
    with Chronicle.read(apart.logs[other], game=drill()) as game:
        assert vouch(game, [KEYS[other]], apart.memories[other]).size == claim.seq + 1


def test_what_a_checkpoint_covers_does_not_give_way(tmp_path):
    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    claims(apart, 3 - acting)
    from hexledger.replays.audit.anchors import make_checkpoint

    with Chronicle.read(apart.logs[3 - acting], game=drill()) as game:
        make_checkpoint(game.path, game.ledger, game.genesis, [STRANGER])
    apart.act(acting)
    with pytest.raises(Fork, match=r"a checkpoint in game\.hxl\.checkpoint covers"):
        apart.mail(acting, 3 - acting)


def test_a_referees_ruling_gives_way_and_is_made_anew(tmp_path):
    apart = at_home(tmp_path, "practice", referee=True)
    acting = apart.asked
    with apart.open(REFEREE) as game:
        ruling = let_stand(game, 1, "it stands")
    mine = apart.act(acting)
    for side in (3 - acting, REFEREE):
        apart.mail(acting, side)
    assert apart.equal and frames_of(apart.logs[REFEREE])[-1] == mine and apart.kept(REFEREE)
    with apart.open(REFEREE) as game:
        again = let_stand(game, 1, "it stands")
    assert (again.kind, again.seq) == (RULING, ruling.seq + 1)


def test_an_accepted_offer_gives_way_to_what_its_asker_did_meanwhile(tmp_path):
    """A word is ended by any other frame: who asked may play on, and what he did stands."""
    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    other = 3 - acting
    from hexledger.replays.log.requests import ask_end

    with apart.open(acting) as game:
        request = ask_end(game, acting, "draw", "even")
    with apart.open(other) as game:
        carry_out(game, [request])
    mine = apart.act(acting)
    apart.mail(other, acting)
    apart.mail(acting, other)
    assert apart.equal and frames_of(apart.logs[other])[-1] == mine


# ---------------------------------------------------------------------- memory and crashes
def test_a_key_signs_on_after_its_frame_gave_way_and_nothing_on_the_history_that_it_left(tmp_path):
    apart = at_home(tmp_path, "duel")
    acting = apart.asked
    other = 3 - acting
    claims(apart, other)
    apart.act(acting)
    apart.mail(acting, other)
    (kept,) = apart.kept(other)
    claims(apart, other)
    with apart.contest.open(other, log=kept) as game:
        game.memory = Remembering(apart.memories[other])
        with pytest.raises(Behind, match=r"another history|old copy"):
            game.append_agreed(END, other, End(CONCESSION, acting, reason="on the old file"))


@pytest.mark.parametrize("step", ["memory", "cut", "append"])
def test_a_crash_while_a_frame_gives_way_is_mended_by_the_same_bundle(tmp_path, monkeypatch, step):
    apart = at_home(tmp_path, "duel")
    acting = apart.asked
    other = 3 - acting
    lost = claims(apart, other)
    mine = apart.act(acting)
    broken = {
        "memory": (Memory, "withdraw"),
        "cut": (Ledger, "cut"),
        "append": (Ledger, "append_many"),
    }[step]

    def crash(*_args, **_kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(*broken, crash)
        with pytest.raises(KeyboardInterrupt):
            apart.mail(acting, other)
    taken = apart.mail(acting, other)
    assert apart.equal and frames_of(apart.logs[other])[-1] == mine
    (kept,) = apart.kept(other)
    assert frames_of(kept)[-1] == lost
    assert taken.frames == (mine,)
    claims(apart, other)


def test_a_frame_that_a_crash_kept_from_the_log_comes_in_before_the_others(tmp_path, monkeypatch):
    """It was signed and noted, and may have left: what stands is asked of it like of any other."""
    apart = at_home(tmp_path, "practice")
    acting = apart.asked

    def crash(*_args, **_kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "append", crash)
        with pytest.raises(KeyboardInterrupt):
            apart.act(acting)
    claims(apart, 3 - acting)
    taken = apart.mail(3 - acting, acting)
    assert taken.frames == () and "before a crash" in taken.remarks[0]
    apart.mail(acting, 3 - acting)
    assert apart.equal and frames_of(apart.logs[acting])[-1].kind == DECISION


def test_a_disk_that_fails_while_frames_are_taken_off_loses_nothing(tmp_path, monkeypatch):
    from hexledger.events.platform import RealDisk

    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    claims(apart, 3 - acting)
    apart.act(acting)
    before = apart.logs[3 - acting].read_bytes()

    def full(*_args):
        raise OSError(5, "input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(RealDisk, "truncate", full)
        with pytest.raises(Poisoned):
            apart.mail(acting, 3 - acting)
    assert apart.logs[3 - acting].read_bytes() == before
    apart.mail(acting, 3 - acting)
    assert apart.equal


def test_an_unsigned_game_says_nothing_of_who_made_a_frame_and_nothing_gives_way_by_itself(tmp_path):
    from tests.drill.play import advance, begun

    logs = [tmp_path / name / "g.hxl" for name in ("one", "two")]
    for log in logs:
        log.parent.mkdir()
        with begun(log) as game:
            advance(game, 3)
    with Chronicle.write(logs[0], game=drill()) as game:
        advance(game, 1)
        from hexledger.replays.log.mail import make_bundle

        bundle = make_bundle(game, RED, BLUE, 0)
    with Chronicle.write(logs[1], game=drill()) as game:
        game.undo(RED, to=0, consent=[BLUE])
    from hexledger.replays.log.mail import receive

    with pytest.raises(Fork, match="two histories"):
        receive(bundle, logs[1], game=drill())


def test_a_frame_of_a_seat_that_changed_hands_is_the_new_keys(tmp_path):
    apart = at_home(tmp_path, "practice")
    acting = apart.asked
    other = 3 - acting
    hands_over(apart, other)
    apart.mail(other, acting)
    apart.act(acting)
    apart.mail(acting, other)
    assert apart.equal


def test_a_lost_log_gets_ones_own_unsent_frames_back_from_the_memory_of_the_key(tmp_path):
    contest = Contest(tmp_path, "practice")
    for _ in range(200):
        apart = Apart(contest)
        side = apart.asked
        frames = [apart.act(side)]
        while apart.logs and _asked(apart, side) == side and len(frames) < 3:
            frames.append(apart.act(side))
        if len(frames) > 1:
            break
        for log in apart.logs.values():
            shutil.rmtree(log.parent)
        played(contest, 1)
    whole = apart.logs[side].read_bytes()
    apart.logs[side].unlink()
    apart.mail(3 - side, side)
    assert len(frames_of(apart.logs[side])) < frames[-1].seq + 1
    with apart.open(side) as game:
        assert len(game.timeline) == frames[-1].seq + 1
    assert apart.logs[side].read_bytes() == whole


def _asked(apart, side):
    with Chronicle.read(apart.logs[side], game=drill()) as game:
        prompt = game.offer()
        return 0 if prompt is None else prompt.side
