"""The ledger that cannot be gamed: what an opponent tries who writes frames with his own program (docs/trust.md).

Every attack is tried on `verify` and `receive` alike; what the client refuses is impossible, not impolite.
"""

import base64
import re
import shutil
import string
import struct
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from hexledger.engine.dice import duel
from hexledger.engine.dice.rolling import DiceWanted, derive_fixed
from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, Refusal
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    CLAIM,
    CONCESSION,
    DECISION,
    DICE,
    END,
    LABEL,
    OLD,
    REWIND,
    STUDY,
    Claim,
    End,
    Label,
    Rewind,
    Seat,
    Study,
    encode_frame,
    encode_value,
)
from hexledger.events.model import DUEL, PRACTICE, Drawn, Rolled
from hexledger.events.signatures import BadSignature, check_public
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.keeper_file import Keeper
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.mail import BadBundle, Bundle, Fork, make_bundle, receive
from hexledger.replays.log.requests import ask, carry_out
from hexledger.replays.secrets.memory import Behind, Memory
from hexledger.replays.secrets.remembering import Remembering
from hexledger.replays.secrets.words import give_word
from tests.drill.contested import (
    LOG,
    Contest,
    GameOver,
    decide,
    leaf_of,
    next_decision,
    next_frame,
    refusals,
    with_frames,
)
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, edited, frames_of, until, written
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, STRANGER, signed_game

REFEREE = 0


def key_of(fix):
    return KEYS[fix.actor]


# ---------------------------------------------------------------------- 1. duel dice are not chosen
@pytest.mark.parametrize("what", ["claim", "rewind", "line", "decision", "fix", "opening"])
@pytest.mark.parametrize("mode", ["duel", "referee"])
def test_between_a_fix_and_its_roll_nothing_can_be_written_that_moves_the_roll(tmp_path, mode, what):
    contest = Contest(tmp_path, mode)
    fix = contest.until_fixed()
    log, by = contest.log, fix.actor
    values = {
        "claim": (CLAIM, Claim(1, "combat", "x", "", "stands", "y")),
        "rewind": (REWIND, Rewind(0, "", (), policy="")),
        "line": (LABEL, Label("aside", 0)),
        "decision": (DECISION, ("another",)),
        "fix": (DICE, Fix(encode_value(("another",)))),
        "opening": (6, ()),
    }
    kind, value = values[what]
    at = {"at": 0} if what in ("rewind", "line") else {}
    forged = with_frames(log, (next_frame(log, kind, by, value, **at), key_of(fix)))
    where, why = refusals(log, forged)
    assert f"#{fix.seq}" in why or where == what, (where, why)


@pytest.mark.whole
def test_the_value_of_a_duel_roll_follows_from_the_fix_alone(tmp_path):
    """Dice of several rolls: one alone falls as it should now and then, whatever it follows from."""
    contest, seen, games = Contest(tmp_path, "duel"), 0, 1
    while seen < 8:
        try:
            fix = contest.until_fixed()
        except GameOver:
            # now and then a game ends before so many dice are rolled
            contest, games = Contest(tmp_path / f"game-{games}", "duel"), games + 1
            continue
        leaf = leaf_of(contest.log, fix.seq)
        roll = contest.roll()
        links = dict(duel.read_evidence(text) for text in (*fix.evidence, *roll.evidence))
        assert sorted(links) == [RED, BLUE]
        rollers = [duel.read_evidence(text)[0] for text in roll.evidence]
        assert rollers == [3 - fix.actor], "the other side rolls, with its link"
        key = blake2b(leaf + links[RED] + links[BLUE], digest_size=32, person=b"hexledger duel 2").digest()
        assert audit(contest.log, game=drill()).intact
        for index, event in enumerate(event for event in roll.events if isinstance(event, Rolled | Drawn)):
            if isinstance(event, Rolled):
                seen += 1
                assert event.value - derive_fixed(key, index, event.purpose, event.faces) in (0, 1), (event, index)


def test_the_side_that_decided_does_not_roll_even_with_both_vaults(tmp_path):
    """A host who made both chains: the roll counts only under the other side's own signature."""
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    copy = tmp_path / "copy.hxl"
    shutil.copy(contest.log, copy)
    roll = contest.roll()
    assert roll.actor == fix.actor and roll.signature
    stolen = edited(roll, signature="")
    forged = with_frames(copy, (stolen, KEYS[fix.actor]))
    where, why = refusals(copy, forged)
    assert where == "signature" and "not by the key" in why


def test_an_old_link_or_the_next_but_one_is_refused(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    log = contest.log
    chain = contest.vaults[fix.actor]._links
    base = tmp_path / "before.hxl"
    written(base, [encode_frame(frame) for frame in frames_of(log)[:-1]])
    n = contest_number(log)
    for wrong in (n - 1, n + 1):
        evidence = (duel.evidence(fix.actor, chain[wrong]),)
        forged = with_frames(base, (edited(fix, evidence=evidence, signature=""), key_of(fix)))
        assert refusals(base, forged) == ("dice record", f"it is not link {n} of side {fix.actor}")


def contest_number(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.book.waiting.n


def test_a_drop_needs_the_other_sides_word_and_spends_the_links(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    log, by = contest.log, fix.actor
    head = fix.parent
    alone = next_frame(log, REWIND, by, Rewind(head, "", ()))
    assert refusals(log, with_frames(log, (alone, key_of(fix))))[1].startswith(f"it drops #{fix.seq}: no word of")
    n = contest_number(log)
    with contest.open(RED, BLUE) as game:
        carry_out(game, [ask(game, by, reason="misread")])
        assert game.book.waiting is None and game.book.dropped == [(fix.seq, fix.seq + 1)]
        again = game.fix(by, game.game.codec.decode(_decision(fix)))
        assert game.book.waiting.n == n + 1
    assert again.evidence != fix.evidence
    found = audit(log, game=drill())
    assert found.intact and found.trust.drops == [(fix.seq, fix.seq + 1)]
    assert found.trust.waits_since == again.seq


def _decision(fix):
    from hexledger.events.dice_records import decode_record

    return decode_record(fix.decision, fix.seq).decision


def test_nothing_is_dropped_under_the_policy_strict(tmp_path):
    contest = Contest(tmp_path, "duel", policy="strict")
    fix = contest.until_fixed()
    with contest.open(RED, BLUE) as game, pytest.raises(UndoRefused, match="strict"):
        game.undo(fix.actor, consent=[3 - fix.actor])


def test_two_fixes_after_one_frame_are_two_histories(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    base = tmp_path / "before.hxl"
    written(base, [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    later = with_frames(base, (edited(fix, time=5, signature=""), key_of(fix)))
    with Chronicle.read(later, game=drill()) as game:
        bundle = make_bundle(game, fix.actor, 3 - fix.actor, 0)
    with pytest.raises(Fork, match="two histories"):
        receive(bundle, contest.log, game=drill())


def test_only_the_side_that_must_roll_refuses_and_the_side_that_decided_names_the_roll(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    log, by, other = contest.log, fix.actor, 3 - fix.actor
    own = next_frame(log, DICE, by, Refusal(by, "I like it not"))
    assert refusals(log, with_frames(log, (own, KEYS[by])))[1] == f"side {by} does not have to roll"
    for_him = next_frame(log, DICE, by, Refusal(other, "he is silent"))
    assert "by the side that refuses" in refusals(log, with_frames(log, (for_him, KEYS[by])))[1]
    with contest.open(RED, BLUE) as game:
        game.note_dice(other, Refusal(other, "lost the file"))
        with pytest.raises(DiceWanted, match="entered dice"):
            game.submit(by, game.game.codec.decode(game.book.waiting.decision))
    found = audit(log, game=drill()).trust
    assert found.refusals == [(fix.seq + 1, f"the {drill().side(other).capitalize()} side")]
    assert found.waits_for == f"the {drill().side(by).capitalize()} side"


# ---------------------------------------------------------------------- 2. referee dice are not chosen
def test_the_keeper_answers_a_fix_once_and_for_ever_and_no_second_one_after_its_frame(tmp_path):
    contest = Contest(tmp_path, "referee")
    fix = contest.until_fixed()
    memory = Memory(tmp_path / "keeper-memory")
    with contest.open(RED, BLUE) as game:
        keeper = Keeper(contest.secret, memory, game.leaf_at)
        first = keeper.answer(game.book.waiting)
        assert keeper.answer(game.book.waiting) == first
    base = tmp_path / "before.hxl"
    written(base, [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    other = with_frames(base, (edited(fix, time=7, signature=""), key_of(fix)))
    with Chronicle.read(other, game=drill()) as game, pytest.raises(Behind, match="another history"):
        Keeper(contest.secret, memory, game.leaf_at).answer(game.book.waiting)
    with Chronicle.read(base, game=drill()) as game, pytest.raises(ReplayError, match="does not stand"):
        Keeper(contest.secret, memory, game.leaf_at).answer(_waiting(contest.log))


def _waiting(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.book.waiting


def test_an_answer_written_by_hand_or_given_to_another_fix_does_not_roll(tmp_path):
    contest = Contest(tmp_path, "referee")
    contest.until_fixed()
    copy = tmp_path / "copy.hxl"
    shutil.copy(contest.log, copy)
    roll = contest.roll()
    (text,) = roll.evidence
    word, key, signature = text.split(" ")
    other = f"{int(key, 16) ^ 1:064x}"
    for evidence in ((f"{word} {other} {signature}",), (), (text, text), (f"{word} {key} {'A' * 86}==",)):
        forged = with_frames(copy, (edited(roll, evidence=evidence, signature=""), KEYS[roll.actor]))
        where, why = refusals(copy, forged)
        assert where == "dice evidence" and ("keeper's answer" in why), why


@pytest.mark.parametrize("mode", ["duel", "referee"])
def test_no_roll_without_a_fix(tmp_path, mode):
    contest = Contest(tmp_path, mode)
    contest.until_fixed()
    base = tmp_path / "before.hxl"
    written(base, [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    roll = contest.roll()
    forged = with_frames(base, (edited(roll, seq=roll.seq - 1, signature=""), KEYS[roll.actor]))
    assert refusals(base, forged) == ("dice evidence", "it rolls without a fix")


def test_the_keepers_signed_reveal_names_what_he_answered_and_what_does_not_stand(tmp_path):
    contest = Contest(tmp_path, "referee")
    contest.until_fixed()
    contest.roll()
    with contest.open(RED, BLUE) as game:
        record = game.dice_kit.answering.reveal()
        assert len(record.served) == 1
        lied = msgspec.structs.replace(record, served=(*record.served, (99, "00" * 32)))
        with pytest.raises(Refused, match="not signed by the keeper"):
            game.note_dice(0, lied)
        game.note_dice(0, contest.secret.reveal((*record.served, (99, "00" * 32))))
    found = audit(contest.log, game=drill())
    assert found.intact, str(found.contradiction)
    assert found.trust.stray == [(99, "00" * 32)]
    assert found.dice["referee"].pending == 0
    assert "does not stand" in "\n".join(lines_of(found))


def lines_of(found):
    from hexledger.replays.audit.trust import trust_lines

    return trust_lines(found.trust)


def test_a_keepers_reveal_by_a_stranger_or_with_another_secret_is_refused(tmp_path):
    contest = Contest(tmp_path, "referee")
    contest.play(1)
    log = contest.log
    true = contest.secret.reveal(())
    for fields in ({"secret": "00" * 32}, {"commitment": "00" * 32}, {"signature": ""}):
        forged = with_frames(log, (next_frame(log, DICE, 0, msgspec.structs.replace(true, **fields)), None))
        refusals(log, forged)
    by_side = with_frames(log, (next_frame(log, DICE, RED, true), RED_KEY))
    assert refusals(log, by_side)[0] == "actor"
    assert isinstance(true, KeeperReveal)


# ---------------------------------------------------------------------- 3. keys, vaults, memory
def test_a_game_is_signed_by_all_sides_or_by_none():
    red = ((RED, "Ruth", RED_KEY.verifier.public.hex()),)
    with pytest.raises(ReplayError, match="side 2 has no key"):
        new_genesis("skirmish", game=drill(), players=red, signed=True)


def test_a_vault_and_a_key_give_nothing_on_an_old_copy(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    other = 3 - fix.actor
    old = tmp_path / "old.hxl"
    written(old, [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    memory = Memory(tmp_path / "memory-of-one")
    with contest.open(other) as game:
        game.memory = Remembering(memory)
        game.submit(fix.actor, game.game.codec.decode(game.book.waiting.decision))
    with contest.open(other, log=old) as game:
        game.memory = Remembering(memory)
        with pytest.raises(Behind, match="old copy"):
            # before anything is written
            game.memory.resume(game)
    forged = tmp_path / "changed.hxl"
    changed = with_frames(old, (edited(fix, time=9, signature=""), key_of(fix)))
    shutil.copy(changed, forged)
    with contest.open(other, log=forged) as game:
        game.memory = Remembering(memory)
        with pytest.raises(Behind):
            game.submit(fix.actor, game.game.codec.decode(game.book.waiting.decision))
        assert game.book.waiting is not None, "nothing was rolled"


def test_ones_own_frame_is_noted_whole_and_appended_as_it_was_after_a_crash(tmp_path, monkeypatch):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    other = 3 - fix.actor
    memory = Memory(tmp_path / "memory-of-one")
    with contest.open(other) as game:
        game.memory = Remembering(memory)
        monkeypatch.setattr(type(game.ledger), "append", crash)
        with pytest.raises(KeyboardInterrupt):
            game.submit(fix.actor, game.game.codec.decode(game.book.waiting.decision))
    monkeypatch.undo()
    noted = memory.last(contest.vaults[other].anchor, contest_log_id(contest.log))
    with contest.open(other) as game:
        game.memory = Remembering(memory)
        made = game.memory.resume(game)
        assert made is not None and game.ledger.leaf(made.seq).hex() == noted.leaf
        assert game.book.waiting is None
    assert audit(contest.log, game=drill()).intact


def crash(*_args, **_kwargs):
    raise KeyboardInterrupt


def contest_log_id(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.genesis.log_id


# ---------------------------------------------------------------------- 4. the official line
def test_in_a_contested_game_there_are_no_lines(tmp_path):
    contest = Contest(tmp_path, "practice")
    contest.play(4)
    log = contest.log
    for label in (Label("aside", 1), Label("main", 1), Label("main", 0)):
        forged = with_frames(log, (next_frame(log, LABEL, RED, label, at=label.at), RED_KEY))
        assert refusals(log, forged) == ("line", "no lines in this game: a what-if is a file of its own")


def test_a_line_never_moves_main_in_a_practice_game(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path) as game:
        advance(game, 4)
    forged = with_frames(path, (next_frame(path, LABEL, RED, Label("main", 1), at=1), None))
    where, why = refusals(path, forged)
    assert where == "line" and why.startswith("it moves main")


def test_a_redo_needs_what_undoing_it_needs(tmp_path):
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        tip = game.timeline.head
        game.undo(RED, consent=[BLUE])
        game.signers.pop(BLUE)
        for again in (lambda: game.redo(RED), lambda: game.go(RED, tip)):
            with pytest.raises(UndoRefused, match="brings back"):
                again()
        log = game.path
    alone = next_frame(log, REWIND, RED, Rewind(tip, "", (), True), at=tip)
    where, why = refusals(log, with_frames(log, (alone, RED_KEY)))
    assert where == "consent" and f"brings back #{tip}" in why


@pytest.mark.parametrize("ended_by", ["its frame", "another frame"])
def test_a_word_is_used_up_by_its_frame_and_ended_by_any_other(tmp_path, ended_by):
    """Asked of a client by `carry_out`, and of a program of one's own by the validator."""
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        tip = game.timeline.head
        rewind = Rewind(game.timeline.parents[tip], "agreed", (BLUE,))
        bare, leaf = game.next_frame(REWIND, RED, rewind)
        word = give_word(bare, rewind, leaf, BLUE, BLUE_KEY)
        request = ask(game, RED)
        if ended_by == "its frame":
            game.append_agreed(REWIND, RED, rewind, {BLUE: word})
            game.redo(RED, consent=[BLUE])
            assert game.timeline.head == tip
        else:
            advance(game)
        with pytest.raises(ReplayError, match="exchange files first"):
            carry_out(game, [request])
        log = game.path
    again = msgspec.structs.replace(rewind, signatures=(word,))
    forged = with_frames(log, (next_frame(log, REWIND, RED, again, at=again.to), RED_KEY))
    where, why = refusals(log, forged)
    assert where == "consent" and "is not signed by it for this frame" in why


@pytest.mark.parametrize("field", [{"to": 0}, {"reason": "other"}, {"redo": True}])
def test_a_word_covers_all_terms_of_a_rewind(tmp_path, field):
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        head = game.timeline.parents[game.timeline.head]
        rewind = Rewind(head, "agreed", (BLUE,))
        bare, leaf = game.next_frame(REWIND, RED, rewind)
        word = give_word(bare, rewind, leaf, BLUE, BLUE_KEY)
        log = game.path
    changed = msgspec.structs.replace(rewind, signatures=(word,), **field)
    forged = with_frames(log, (next_frame(log, REWIND, RED, changed, at=changed.to), RED_KEY))
    assert refusals(log, forged)[0] in ("consent", "rewind")


# ---------------------------------------------------------------------- 5. one validator
def test_what_a_file_can_hold_is_limited_by_numbers(tmp_path):
    contest = Contest(tmp_path, "practice")
    contest.play(2)
    log = contest.log
    honest = next_frame(log, END, RED, End(CONCESSION, BLUE))
    bad = {
        "time": edited(honest, time=2**62),
        "state digest": edited(honest, digest=b"x"),
        "end": next_frame(log, END, RED, End(CONCESSION, BLUE, "", "x" * 2_001)),
        "parent": edited(honest, parent=0),
        "actor": edited(honest, actor=7),
        "event": edited(honest, events=frames_of(log)[0].events[:1]),
        "dice evidence": edited(honest, evidence=("1=3",)),
    }
    for field, frame in bad.items():
        key = KEYS.get(frame.actor, RED_KEY)
        assert refusals(log, with_frames(log, (frame, key)))[0] == field
    for text in ("\x1b[8m", "two\nlines", "\u202e", "\u200b"):
        escape = next_frame(log, END, RED, End(CONCESSION, BLUE, "", text))
        assert refusals(log, with_frames(log, (escape, RED_KEY)))[0] == "end"
    assert audit(with_frames(log, (honest, RED_KEY)), game=drill()).intact, "the honest frame is taken"


@pytest.mark.parametrize("name", ["", "x" * 41, "x" * 300_000, "a\x1b[8m", "17", " a", "a#b"])
def test_a_line_has_a_name_that_can_be_shown(tmp_path, name):
    path = tmp_path / "game.hxl"
    with begun(path) as game:
        advance(game, 2)
        with pytest.raises((ReplayError, LedgerError)):
            game.branch(name)
    forged = with_frames(path, (next_frame(path, LABEL, RED, Label(name, 1), at=1), None))
    assert refusals(path, forged)[0] in ("line", "label")


def test_a_frame_of_more_than_a_mebibyte_is_refused(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path) as game:
        advance(game, 1)
    huge = next_frame(path, REWIND, RED, Rewind(0, "x" * (1 << 20), ()), at=0)
    assert refusals(path, with_frames(path, (huge, None)))[0] == "frame"


def test_a_genesis_has_no_parent_and_no_author(tmp_path):
    path = tmp_path / "game.hxl"
    with begun(path) as game:
        advance(game, 1)
    for number, fields in enumerate(({"parent": 0}, {"actor": RED}, {"time": -1})):
        frames = [edited(frame, **(fields if not frame.seq else {})) for frame in frames_of(path)]
        forged = written(tmp_path / f"{number}.hxl", map(encode_frame, frames))
        assert audit(forged, game=drill()).contradiction.frame == 0
        with pytest.raises((BadBundle, ReplayError, LedgerError)):
            with Chronicle.read(forged, game=drill()) as game:
                bundle = make_bundle(game, RED, BLUE, 0)
            receive(bundle, tmp_path / "new.hxl", game=drill())


def test_a_fix_that_cannot_be_decoded_or_is_not_ones_own_or_rolls_nothing_is_refused(tmp_path):
    contest = Contest(tmp_path, "referee")
    fix = contest.until_fixed()
    base = tmp_path / "before.hxl"
    written(base, [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    by, other = fix.actor, 3 - fix.actor
    garbage = next_frame(base, DICE, by, Fix(encode_value(("no", "decision"))))
    assert refusals(base, with_frames(base, (garbage, KEYS[by])))[0] == "fix"
    foreign = next_frame(base, DICE, other, Fix(_decision(fix)))
    where, why = refusals(base, with_frames(base, (foreign, KEYS[other])))
    assert where == "fix" and "to decide" in why
    contest.roll()
    log = contest.log
    with Chronicle.read(log, game=drill()) as game:
        asked = game.offer().side
        quiet = next(choice for choice in game.choices() if not rolls(game, choice))
        raw = game.game.codec.encode(quiet)
    forged = with_frames(log, (next_frame(log, DICE, asked, Fix(raw)), KEYS[asked]))
    assert refusals(log, forged) == ("fix", "it rolls nothing")


def rolls(game, choice):
    from hexledger.engine.dice.rolling import DiceWanted, NoDice
    from hexledger.engine.kernel.deciding import decide as carry

    head = game.frame(game.timeline.head)
    try:
        carry(game.game, game.state(), head.digest, game.offer().side, choice, NoDice(3, "x"))
    except DiceWanted:
        return True
    return False


def test_the_other_sides_seal_copied_cannot_be_opened(tmp_path):
    from hexledger.replays.secrets.binding import bind, bound

    mine = bind("salt", "ab" * 16, RED, 7)
    assert bound(mine, "ab" * 16, RED, 7)
    for log, side, slot in (("cd" * 16, RED, 7), ("ab" * 16, BLUE, 7), ("ab" * 16, RED, 8)):
        assert not bound(mine, log, side, slot)
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        until(game, "reveal")
        side = game.offer().side
        advance(game)
    frames = frames_of(path)
    reveal = frames[-1]
    fields = msgspec.msgpack.decode(reveal.decision)
    fields[2] = fields[2].replace(f"|{side}|", f"|{3 - side}|")
    base = tmp_path / "base.hxl"
    written(base, map(encode_frame, frames[:-1]))
    forged = with_frames(base, (edited(reveal, decision=encode_value(tuple(fields)), signature=""), KEYS[side]))
    assert refusals(base, forged) == ("seal", "its salt is not bound to this log, this side and this slot")


@pytest.mark.parametrize(
    "text",
    [
        "00" * 32,
        "01" + "00" * 31,
        "ec" + "ff" * 30 + "7f",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
        "02" + "00" * 31,
    ],
)
def test_keys_for_which_one_signature_fits_every_frame_are_refused(text):
    with pytest.raises(BadSignature):
        check_public(bytes.fromhex(text))
    with pytest.raises(ReplayError, match="key"):
        players = ((RED, "Ruth", text), (BLUE, "Boris", BLUE_KEY.verifier.public.hex()))
        new_genesis("skirmish", game=drill(), players=players, signed=True)


def test_honest_keys_are_good():
    for key in (*KEYS.values(), STRANGER):
        check_public(key.verifier.public)


# ---------------------------------------------------------------------- 6. downgrade, studies
def test_a_new_game_of_format_1_and_a_study_are_not_received(tmp_path):
    path = tmp_path / "old.hxl"
    with begun(path, form=OLD) as game:
        advance(game, 3)
        bundle = make_bundle(game, RED, BLUE, 0)
    with pytest.raises(BadBundle, match="format 1"):
        receive(bundle, tmp_path / "new.hxl", game=drill())
    running = tmp_path / "running.hxl"
    shutil.copy(path, running)
    with Chronicle.write(path, game=drill()) as game:
        advance(game, 2)
        more = make_bundle(game, RED, BLUE, 0)
    assert len(receive(more, running, game=drill()).frames) == 2, "a running game goes on"
    contest = Contest(tmp_path, "practice")
    contest.play(2)
    study = with_frames(contest.log, (next_frame(contest.log, STUDY, 0, Study("open")), None))
    found = audit(study, game=drill())
    assert found.intact and found.trust.study_from == 2
    with Chronicle.read(study, game=drill()) as game:
        bundle = make_bundle(game, RED, BLUE, 0)
    with pytest.raises(BadBundle, match="study"):
        receive(bundle, contest.log, game=drill())


# ---------------------------------------------------------------------- 10. ends and seats
def test_after_the_end_only_what_belongs_there(tmp_path):
    contest = Contest(tmp_path, "practice", referee=True)
    contest.play(2)
    log = contest.log
    with contest.open(RED, BLUE, REFEREE) as game:
        game.append_agreed(END, RED, End(CONCESSION, BLUE, reason="no hope"))
        with pytest.raises(Refused, match="the game ended in #3"):
            decide(game)
        with pytest.raises(UndoRefused, match="the game ended in #3"):
            game.undo(RED, consent=[BLUE])
        with pytest.raises(Refused, match=r"the game ended"):
            game.append_agreed(END, BLUE, End(CONCESSION, RED))
        with pytest.raises(Refused, match="no word of"):
            game.append_agreed(END, RED, End("reopening"))
        game.append_agreed(END, RED, End("reopening", consent=(BLUE,)))
        decide(game)
        game.append_agreed(END, REFEREE, End("adjudication", RED, "minor"))
    found = audit(log, game=drill())
    assert found.intact, str(found.contradiction)
    assert [end.what for end in found.trust.ends] == ["concession", "reopening", "adjudication"]
    assert found.trust.ended == found.frames - 1


@pytest.mark.parametrize(
    ("actor", "end", "why"),
    [
        (RED, End(CONCESSION, RED), "to the other side"),
        (RED, End("forfeit", RED), "for the referee"),
        (RED, End("adjudication", RED), "for the referee"),
        (RED, End("draw"), "no word of"),
        (RED, End("adjournment"), "no word of"),
        (RED, End("victory", RED), "does not end by"),
        (REFEREE, End("forfeit"), "has a winner"),
        (REFEREE, End(CONCESSION, RED), "concedes for itself"),
        (RED, End("draw", RED, consent=(BLUE,)), "nobody wins"),
    ],
)
def test_nobody_declares_an_end_that_is_not_his(tmp_path, actor, end, why):
    contest = Contest(tmp_path, "practice", referee=True)
    contest.play(1)
    with contest.open(RED, BLUE, REFEREE) as game, pytest.raises(Refused, match=why):
        game.append_agreed(END, actor, end)


def handed_over(contest, actor, seat, new_key):
    from hexledger.replays.log.requests import ask_seat

    with contest.open(RED, BLUE, REFEREE) as game:
        return carry_out(game, [ask_seat(game, actor, seat, new_key)])


def test_a_seat_is_handed_over_by_its_key_or_the_referee_and_the_new_key_signs(tmp_path):
    contest = Contest(tmp_path, "practice", referee=True)
    contest.play(1)
    new = Seat(BLUE, "Sam", STRANGER.verifier.public.hex(), "resigned")
    with pytest.raises(Refused, match="no word of the new key"):
        handed_over(contest, REFEREE, new, None)
    with pytest.raises(Refused, match="does not dispose"):
        handed_over(contest, RED, new, STRANGER)
    handed_over(contest, REFEREE, new, STRANGER)
    with contest.open(RED, BLUE) as game:
        assert game.key_of(BLUE) == STRANGER.verifier.public
        game.signers[BLUE] = STRANGER
        while next_decision(game)[0] != BLUE:
            decide(game)
        frame = decide(game)
        game.signers[BLUE] = BLUE_KEY
        while next_decision(game)[0] != BLUE:
            decide(game)
        with pytest.raises(ReplayError, match="is not the blue key"):
            decide(game)
    assert frame.signature
    back = Seat(BLUE, "Boris", BLUE_KEY.verifier.public.hex(), "back again")
    with pytest.raises(Refused, match="a key comes once"):
        handed_over(contest, REFEREE, back, BLUE_KEY)
    found = audit(contest.log, game=drill())
    assert found.intact, str(found.contradiction)
    assert [(row.seat, row.name) for row in found.trust.seats][-1] == ("the Blue side", "Sam")


def test_the_referees_seat_needs_both_sides(tmp_path):
    contest = Contest(tmp_path, "practice", referee=True)
    contest.play(1)
    seat = Seat(0, "Rita", STRANGER.verifier.public.hex(), "ill")
    with pytest.raises(Refused, match="chosen by all sides: no word of the Red side and the Blue side"):
        handed_over(contest, REFEREE, seat, STRANGER)


def test_a_frame_of_a_seat_by_the_old_key_is_contradicted(tmp_path):
    contest = Contest(tmp_path, "practice", referee=True)
    contest.play(1)
    handed_over(contest, BLUE, Seat(BLUE, "Sam", STRANGER.verifier.public.hex(), "ill"), STRANGER)
    log = contest.log
    concedes = next_frame(log, END, BLUE, End(CONCESSION, RED))
    assert refusals(log, with_frames(log, (concedes, BLUE_KEY)))[0] == "signature"
    assert audit(with_frames(log, (concedes, STRANGER)), game=drill()).intact


def test_a_change_of_dice_drops_what_waits_and_needs_every_word(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    log = contest.log
    change = DiceChange(PRACTICE, "open", (), "")
    alone = next_frame(log, DICE, RED, change)
    assert "no word of" in refusals(log, with_frames(log, (alone, RED_KEY)))[1]
    used = DiceChange(DUEL, "", tuple(vault.commitment for vault in contest.vaults.values()), "forfeit")
    assert "was shown in frame 0" in refusals(log, with_frames(log, (next_frame(log, DICE, RED, used), RED_KEY)))[1]
    with contest.open(RED, BLUE) as game:
        agreed = msgspec.structs.replace(change, consent=(BLUE,))
        game.append_agreed(DICE, RED, agreed)
        assert (game.book.mode, game.book.waiting, game.book.dropped[0][0]) == (PRACTICE, None, fix.seq)
        decide(game)
    assert audit(log, game=drill()).intact


def test_who_could_have_influenced_the_dice_is_said(tmp_path):
    said = {}
    for mode in ("duel", "referee", "entered", "practice"):
        (tmp_path / mode).mkdir()
        contest = Contest(tmp_path / mode, mode)
        if mode in ("duel", "referee"):
            contest.until_fixed()
            contest.roll()
        elif mode == "practice":
            contest.play(12)
        found = audit(contest.log, game=drill())
        assert found.intact, str(found.contradiction)
        said |= found.trust.influence
    assert said["duel"].startswith("nobody")
    assert said["referee"].startswith("the keeper") and "unproved" in said["referee"]
    assert said["practice"].startswith("anybody")


def test_old_logs_list_what_their_format_could_not_prevent(tmp_path):
    from tests.drill.dice import old_game_with, play

    path = tmp_path / "old.hxl"
    with old_game_with(path, "duel", turns=3) as game:
        play(game, 30)
    found = audit(path, game=drill())
    assert found.intact
    assert "format 1: who rolled could have chosen" in found.trust.gaps
    assert any(gap.startswith("rolls without a fix") for gap in found.trust.gaps)


TESTS = Path(__file__).parents[1]


def every_test():
    """Names of all tests there are."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        found |= set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def attempts():
    """The rows of the table of attempts: (actor, attempt, what is done, test, on the old version)."""
    page = TESTS.parent.joinpath("docs", "trust.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return [row for row in rows if len(row) == 5 and row[0] != "actor"]


def test_the_page_names_tests_that_exist_one_at_least_for_each_attempt():
    known = every_test()
    assert len(attempts()) > 30
    for row in attempts():
        named = re.findall(r"`([a-z_0-9]{12,})`", row[3])
        assert named, f"no test for {row[1]!r}"
        for name in named:
            assert any(name in test for test in known), f"{name}: no such test"
        assert set(re.split(r"; ", row[4])) <= {"yes", "by hand", "new"}, row[4]


def test_what_is_said_to_fail_on_the_old_version_is_what_can_be_tried_on_any():
    tried = set(
        re.findall(r"^def (test_\w+)", TESTS.joinpath("faults", "test_attacks_on_any_version.py").read_text(), re.M)
    )
    named = {name for row in attempts() for name in re.findall(r"`([a-z_0-9]{12,})`", row[3])}
    for test in tried:
        assert any(name in test for name in named), f"{test} stands in no row"
    for row in attempts():
        if "yes" in row[4]:
            assert any(name in test for name in re.findall(r"`([a-z_0-9]{12,})`", row[3]) for test in tried), row


# ---------------------------------------------------------------------- one form
def same_in_other_bytes(data: bytes) -> list[bytes]:
    """A msgpack array in bytes that say the same, or the same and more: a long head, long numbers, something behind."""
    count = data[0] & 0x0F
    assert data[0] & 0xF0 == 0x90, "a short array"
    rest = data[1:]
    return [
        b"\xdc" + struct.pack(">H", count) + rest,
        b"\xdd" + struct.pack(">I", count) + rest,
        data[:1] + b"\xcc" + rest,
        data[:1] + b"\xcd\x00" + rest,
        data + b"\xc0",
        bytes([0x90 | (count + 1)]) + rest + b"\xc0",
    ]


@pytest.mark.parametrize("form", range(6))
def test_a_frame_in_other_bytes_is_none(tmp_path, form):
    """Who hands on the other side's fix in other bytes gives it another leaf under the same signature: other dice."""
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    payloads = [encode_frame(frame) for frame in frames_of(contest.log)]
    assert fix.signature and audit(contest.log, game=drill()).intact
    payloads[-1] = same_in_other_bytes(payloads[-1])[form]
    forged = written(tmp_path / "forged.hxl", payloads)
    honest = written(tmp_path / "before.hxl", payloads[:-1])
    assert audit(forged, game=drill()).contradiction.frame == fix.seq
    bundle = Bundle(1, LOG, "drill", "red", "blue", 0, bytes(32).hex(), tuple(payloads))
    with pytest.raises((BadBundle, LedgerError)):
        receive(bundle, honest, game=drill())
    assert len(frames_of(honest)) == fix.seq


@pytest.mark.parametrize("form", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("what", ["end", "fix"])
def test_what_a_frame_says_in_other_bytes_is_not_said(tmp_path, what, form):
    """Under its maker's own signature, too: words, requests and fixes are compared byte for byte."""
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    base = written(tmp_path / "before.hxl", [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    honest = fix if what == "fix" else next_frame(base, END, RED, End(CONCESSION, BLUE))
    inner, said = bytes(honest.decision), msgspec.msgpack.decode(honest.decision)
    if inner[1] >= 0x80:
        # a text comes first: only its array can be written otherwise
        assert isinstance(said[0], str)
        form %= 2
    other = edited(honest, decision=msgspec.Raw(same_in_other_bytes(inner)[form]), signature="")
    forged = with_frames(base, (other, KEYS[honest.actor]))
    assert refusals(base, forged)[0] in ("end", "dice")
    assert audit(with_frames(base, (edited(honest, signature=""), KEYS[honest.actor])), game=drill()).intact


@pytest.mark.parametrize("form", [0, 1, 2, 3, 5])
def test_nor_is_a_decision_in_other_bytes_one(tmp_path, form):
    """Its form the rules know: they alone ask."""
    contest = Contest(tmp_path, "practice")
    contest.play(3)
    frames = frames_of(contest.log)
    base = written(tmp_path / "before.hxl", [encode_frame(frame) for frame in frames[:-1]])
    raw = msgspec.Raw(same_in_other_bytes(bytes(frames[-1].decision))[form])
    other = edited(frames[-1], decision=raw, signature="")
    assert refusals(base, with_frames(base, (other, KEYS[other.actor])))[0] == "decision"


ORDER_OF_THE_CURVE = (1 << 252) + 27742317777372353535851937790883648493


def other_bits(text: str) -> str:
    """The last letter of a base64 text with bits that stand for nothing."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    return f"{text[:-3]}{letters[letters.index(text[-3]) ^ 1]}=="


def greater_by_the_order(text: str) -> str:
    """A signature whose second half is greater by the order of the curve: the same one to whoever does not look."""
    raw = base64.b64decode(text)
    half = int.from_bytes(raw[32:], "little") + ORDER_OF_THE_CURVE
    return base64.b64encode(raw[:32] + half.to_bytes(32, "little")).decode()


@pytest.mark.parametrize("written_as", [other_bits, greater_by_the_order, lambda text: text.rstrip("="), str.lower])
def test_a_signature_written_in_another_way_is_none(tmp_path, written_as):
    """It would give the other side's fix another leaf, and with it other dice."""
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    base = written(tmp_path / "before.hxl", [encode_frame(frame) for frame in frames_of(contest.log)[:-1]])
    other = edited(fix, signature=written_as(fix.signature))
    forged = written(tmp_path / "forged.hxl", [*map(encode_frame, frames_of(base)), encode_frame(other)])
    assert refusals(base, forged)[0] == "signature"
