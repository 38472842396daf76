"""Play by mail: bundles in any order and number, gaps, forks, forged frames."""

import os
import random
import shutil
from itertools import pairwise

import msgspec
import pytest

from hexledger.events.frame import Rewind, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.notes import VerifierKey, note_text, sign_note
from hexledger.events.signatures import signed
from hexledger.replays.audit.anchors import checkpoint_path, collect, make_checkpoint
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.aside import MOST_BYTES, MOST_FILES
from hexledger.replays.log.chronicle import Chronicle, ReplayError
from hexledger.replays.log.mail import (
    BadBundle,
    Bundle,
    Fork,
    Missing,
    decode_bundle,
    encode_bundle,
    known_to_have,
    make_bundle,
    receive,
)
from hexledger.replays.log.requests import ask, carry_out
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, edited, frames_of, until
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, STRANGER, play_side, signed_game, with_keys

NAMES = {RED: "red", BLUE: "blue"}


class Table:
    """Two players, each with a folder of his own; only bundles go from one to the other."""

    def __init__(self, folder, seed="signed", turns=3):
        self.logs = {}
        for side, name in NAMES.items():
            (folder / name).mkdir()
            self.logs[side] = folder / name / "game.hxl"
        signed_game(self.logs[RED], seed, turns).close()

    def bundle(self, sender, since=None, key=None):
        log = self.logs[sender]
        with Chronicle.read(log, game=drill()) as game:
            key = key or KEYS[sender]
            note = make_checkpoint(log, game.ledger, game.genesis, [key])
            return make_bundle(game, sender, 3 - sender, since, note)

    def take(self, receiver, bundle):
        # through the file, as in life
        return receive(decode_bundle(encode_bundle(bundle)), self.logs[receiver], game=drill())

    def mail(self, sender, since=None):
        return self.take(3 - sender, self.bundle(sender, since))

    def asked(self, side):
        with Chronicle.read(self.logs[side], game=drill()) as game:
            prompt = game.offer()
            return prompt.side if prompt is not None else 0

    def size(self, side):
        with Ledger.open_reader(self.logs[side]) as ledger:
            return len(ledger)

    def equal(self):
        return self.logs[RED].read_bytes() == self.logs[BLUE].read_bytes()


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def to_blue(table, decisions=8):
    """Exchange until so many decisions are made; both files are equal then."""
    side = RED
    table.mail(RED)
    while table.size(RED) <= decisions and table.asked(RED):
        side = table.asked(RED)
        play_side(table.logs[side], side)
        table.mail(side)
    assert table.equal()


def test_a_game_by_mail_ends_in_two_equal_files_that_both_verify_and_each_vault_stays_at_home(table):
    to_blue(table, 10_000)
    for side, log in table.logs.items():
        found = audit(log, game=drill(), anchors=lambda genesis, log=log: collect([checkpoint_path(log)], genesis)[0])
        assert found.word == "intact", str(found.contradiction)
        assert found.seals_opened == found.seals
        assert found.signatures == found.frames - 1
        vaults = [path.name for path in log.parent.iterdir() if "vault" in path.name]
        assert vaults in ([], [f"game.hxl.vault-{NAMES[side]}"])
    assert any("vault" in path.name for log in table.logs.values() for path in log.parent.iterdir())


def test_no_bundle_ever_holds_a_secret_that_is_not_open_yet(table):
    table.mail(RED)
    closed = 0
    while side := table.asked(RED):
        play_side(table.logs[side], side, limit=1)
        bundle = encode_bundle(table.bundle(side, since=0))
        data = b"".join(decode_bundle(bundle).frames)
        vault = table.logs[side].with_name(f"game.hxl.vault-{NAMES[side]}")
        for line in vault.read_bytes().splitlines() if vault.exists() else ():
            secret = msgspec.json.decode(line)
            shown = secret["salt"].encode() in data
            with Chronicle.read(table.logs[side], game=drill()) as game:
                pending = secret["commitment"] in game.state().seals.values()
            assert shown != pending
            closed += pending
        table.mail(side)
    assert closed >= 2


def test_taking_a_bundle_twice_or_an_old_one_again_changes_nothing(table):
    table.mail(RED)
    old = [table.bundle(RED)]
    for _ in range(6):
        side = table.asked(RED)
        play_side(table.logs[side], side)
        bundle = table.bundle(side)
        assert table.take(3 - side, bundle).frames
        before = {path: path.read_bytes() for path in table.logs[3 - side].parent.iterdir()}
        for again in (bundle, *(one for one in old if one.to == NAMES[3 - side])):
            assert table.take(3 - side, again).frames == ()
        assert {path: path.read_bytes() for path in table.logs[3 - side].parent.iterdir()} == before
        old.append(bundle)


@pytest.mark.parametrize("seed", range(6))
def test_bundles_in_any_order_with_duplicates_give_the_same_file(table, seed):
    dice = random.Random(seed)
    with with_keys(table.logs[RED], RED, BLUE) as game:
        until(game, "reveal")
        size = len(game.ledger)
    cuts = sorted({0, *(dice.randrange(1, size) for _ in range(4)), size})
    whole = table.bundle(RED, since=0)
    parts = []
    for start, stop in pairwise(cuts):
        after = whole.leaves()[start - 1].hex() if start else whole.after
        parts.append(
            msgspec.structs.replace(whole, first=start, after=after, frames=whole.frames[start:stop], checkpoint="")
        )
    first, rest = parts[0], parts[1:] * 2
    dice.shuffle(rest)
    table.take(BLUE, first)
    for part in rest:
        try:
            table.take(BLUE, part)
        except Missing as gap:
            assert gap.first == table.size(BLUE) and gap.sender == "red"
            assert f"send --to blue --since {gap.first}" in str(gap)
    assert table.equal()
    assert not [path for path in table.logs[BLUE].parent.iterdir() if "waiting" in path.name]


def test_a_bundle_without_its_predecessor_says_what_is_missing_and_from_whom(table):
    with pytest.raises(Missing, match=r"frames 0 to 2 are missing: ask the Red side for `send --to blue --since 0`"):
        with with_keys(table.logs[RED], RED, BLUE) as game:
            advance(game, 5)
        table.mail(RED, since=3)
    assert not table.logs[BLUE].exists()
    table.mail(RED, since=0)
    with with_keys(table.logs[RED], RED, BLUE) as game:
        advance(game, 3)
    before = table.logs[BLUE].read_bytes()
    with pytest.raises(Missing, match=r"frames 6 to 7 are missing.*waits in game.hxl.waiting-8"):
        table.mail(RED, since=8)
    assert table.logs[BLUE].read_bytes() == before
    taken = table.mail(RED, since=6)
    assert taken.waiting == 1 and table.equal()


def lying_beside(log, count, size):
    """So many files, each of so many bytes, that could not be taken."""
    made = [log.with_name(f"{log.name}.waiting-{9000 + number}") for number in range(count)]
    for path in made:
        path.touch()
        os.truncate(path, size)
    return made


@pytest.mark.parametrize(("count", "size"), [(MOST_FILES, 0), (2, MOST_BYTES // 2), (1, MOST_BYTES - 10)])
def test_what_lies_beside_a_log_and_cannot_be_taken_is_limited(table, count, size):
    """Bundles that wait, and other histories, whole or in part: the refusal is as clear, and nothing more is kept."""
    to_blue(table, 6)
    behind, before = table.logs[BLUE], table.logs[BLUE].read_bytes()
    with with_keys(table.logs[RED], RED, BLUE) as game:
        advance(game, 5)
    lying = lying_beside(behind, count, size)
    there = sorted(behind.parent.iterdir())
    with pytest.raises(Missing, match=r"are missing: ask the Red side.*; this bundle is not kept: \d+ files") as gap:
        table.mail(RED, since=table.size(BLUE) + 2)
    assert gap.value.kept is None and sorted(behind.parent.iterdir()) == there
    with with_keys(behind, RED, BLUE) as game:
        advance(game, 4, seed="another mind")
    with with_keys(table.logs[RED], RED, BLUE) as game:
        advance(game, 3)
    for since in (2, table.size(BLUE)):
        there = sorted(behind.parent.iterdir())
        with pytest.raises(Fork, match=r"(theirs|; it) is not kept \(\d+ files of .* are the most") as fork:
            table.mail(RED, since=since)
        assert fork.value.aside is None and sorted(behind.parent.iterdir()) == there
    assert behind.read_bytes() != before
    lying.pop().unlink()
    with pytest.raises(Fork, match=r"is kept aside in game\.fork-"):
        table.mail(RED, since=2)


# ------------------------------------------------------------------ forks
def diverged(table):
    """Both files go on from the same frame in their own way; the frame where they part."""
    to_blue(table, 6)
    size = table.size(RED)
    for side, mind in ((RED, "one mind"), (BLUE, "another mind")):
        with with_keys(table.logs[side], RED, BLUE) as game:
            advance(game, 4, seed=mind)
    pairs = zip(frames_of(table.logs[RED]), frames_of(table.logs[BLUE]), strict=False)
    fork = next(one.seq for one, two in pairs if one != two)
    assert fork >= size
    return fork


def test_a_fork_is_named_with_both_tips_and_kept_aside_never_mixed(table):
    """F18"""
    fork = diverged(table)
    before = table.logs[BLUE].read_bytes()
    bundle = table.bundle(RED, since=2)
    with pytest.raises(Fork, match=f"two histories from frame {fork} on: our tip is frame") as found:
        table.take(BLUE, bundle)
    assert "theirs frame" in str(found.value) and found.value.frame == fork
    assert table.logs[BLUE].read_bytes() == before
    assert found.value.aside.read_bytes() == table.logs[RED].read_bytes()
    assert audit(found.value.aside, game=drill()).intact
    with pytest.raises(Fork) as again:
        table.take(BLUE, bundle)
    assert again.value.aside == found.value.aside


def test_a_continuation_that_does_not_fit_our_tip_is_refused_and_shows_both_tips(table):
    """F18: the bundle begins after the fork, so that only its link tells."""
    diverged(table)
    before = table.logs[BLUE].read_bytes()
    size = table.size(BLUE)
    with with_keys(table.logs[RED], RED, BLUE) as game:
        advance(game, 2)
    ours, theirs = frames_of(table.logs[BLUE])[-1].seq, frames_of(table.logs[RED])[-1].seq
    said = f"continues another frame {size - 1} than ours: our tip is frame {ours} .*, theirs frame {theirs}"
    with pytest.raises(Fork, match=said) as found:
        table.mail(RED, since=size)
    assert table.logs[BLUE].read_bytes() == before
    assert decode_bundle(found.value.aside.read_bytes()).first == size


def test_a_bundle_of_another_game_is_refused(table, tmp_path):
    table.mail(RED)
    (tmp_path / "other").mkdir()
    other = Table(tmp_path / "other", seed="other")
    with pytest.raises(BadBundle, match="the bundle is of log"):
        table.take(BLUE, other.bundle(RED))


# ------------------------------------------------------------------ what is forged is not taken
def forged(table, change):
    """A bundle of red's last frames of which the last is changed (hashes follow by themselves)."""
    honest = table.bundle(RED, since=table.size(BLUE))
    frame = frames_of(table.logs[RED])[-1]
    link = honest.leaves()[-2] if len(honest.frames) > 1 else bytes.fromhex(honest.after)
    changed = encode_frame(change(frame, link))
    return msgspec.structs.replace(honest, frames=(*honest.frames[:-1], changed), checkpoint="")


@pytest.fixture
def reds_turn(table):
    """Both are equal and red has gone on by a few decisions of its own."""
    to_blue(table, 3)
    while table.asked(RED) != RED:
        side = table.asked(RED)
        play_side(table.logs[side], side, limit=1)
        table.mail(side)
    play_side(table.logs[RED], RED, limit=2)
    assert table.size(RED) > table.size(BLUE)
    return table


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda f, _: edited(f, signature=""), "signature"),
        (lambda f, link: signed(f, link, STRANGER), "signature"),
        (lambda f, link: signed(f, link, BLUE_KEY), "signature"),
        (lambda f, link: signed(edited(f, events=f.events[:-1]), link, RED_KEY), "event"),
        (lambda f, link: signed(edited(f, digest=bytes(16)), link, RED_KEY), "state digest"),
        (lambda f, link: signed(edited(f, actor=BLUE), link, BLUE_KEY), "decision"),
        (lambda f, link: signed(edited(f, seq=f.seq + 1), link, RED_KEY), "frame"),
        (lambda f, link: signed(edited(f, decision=encode_value(Rewind(1, "", ())), kind=2), link, RED_KEY), "event"),
    ],
    ids=["no signature", "stranger", "wrong side", "dropped event", "digest", "actor", "number", "rewind"],
)
def test_a_bundle_with_a_frame_that_does_not_stand_the_audit_is_refused_whole(reds_turn, change, where):
    before = {path.name: path.read_bytes() for path in reds_turn.logs[BLUE].parent.iterdir()}
    with pytest.raises(BadBundle, match=f"refused, nothing was taken: frame .*{where}"):
        reds_turn.take(BLUE, forged(reds_turn, change))
    after = {path.name: path.read_bytes() for path in reds_turn.logs[BLUE].parent.iterdir()}
    assert after == before
    reds_turn.mail(RED)
    assert reds_turn.equal()


def test_a_checkpoint_that_is_not_that_of_the_frames_is_refused(reds_turn):
    honest = reds_turn.bundle(RED)
    short = msgspec.structs.replace(honest, frames=honest.frames[:-1])
    with pytest.raises(BadBundle, match="not that of its frames"):
        reds_turn.take(BLUE, short)


def test_a_checkpoint_of_a_stranger_is_not_kept(reds_turn):
    honest = reds_turn.bundle(RED)
    text = note_text(honest.checkpoint)
    taken = reds_turn.take(BLUE, msgspec.structs.replace(honest, checkpoint=sign_note(text, [STRANGER])))
    assert taken.frames
    assert "sam" not in checkpoint_path(reds_turn.logs[BLUE]).read_text()
    with reds_turn.logs[BLUE].open("rb") as file:
        assert file.read() == reds_turn.logs[RED].read_bytes()


def test_the_senders_checkpoint_anchors_what_came_with_it(reds_turn):
    reds_turn.mail(RED)
    log = reds_turn.logs[BLUE]
    with Ledger.open_reader(log) as ledger:
        size = ledger.offset(len(ledger) - 1)
    whole = log.read_bytes()
    log.write_bytes(whole[:size])
    found = audit(log, game=drill(), anchors=lambda genesis: collect([checkpoint_path(log)], genesis)[0])
    assert found.word == "contradicted" and "Ruth" in found.contradiction.expected


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[1]", b"\xff\xfe", b'{"bundle": 2, "log": "", "game": ""}', b"{" * 5000],
)
def test_what_is_no_bundle_is_refused(data):
    with pytest.raises(BadBundle, match="not a bundle"):
        decode_bundle(data)


@pytest.mark.parametrize(
    "fields",
    [
        {"bundle": 9},
        {"after": "00"},
        {"after": "zz" * 32},
        {"first": -1},
        {"first": 3},
        {"frames": (b"",)},
        {"sender": "\x1b[2Jred"},
        {"to": ""},
    ],
)
def test_a_bundle_with_an_impossible_field_is_refused(table, fields):
    with pytest.raises(BadBundle):
        decode_bundle(encode_bundle(msgspec.structs.replace(table.bundle(RED), **fields)))


def test_any_damage_to_a_bundle_is_refused_or_harmless(table, tmp_path):
    """Random bytes changed: a typed error, or the same frames."""
    with with_keys(table.logs[RED], RED, BLUE) as game:
        advance(game, 3)
    data = encode_bundle(table.bundle(RED, since=0))
    honest = table.logs[RED].read_bytes()
    dice = random.Random(5)
    for number in range(150):
        damaged = bytearray(data)
        damaged[dice.randrange(len(data))] = dice.randrange(256)
        target = tmp_path / f"{number}.hxl"
        try:
            receive(decode_bundle(bytes(damaged)), target, game=drill())
        except ReplayError:
            assert not target.exists()
        else:
            assert target.read_bytes() == honest


# ------------------------------------------------------------------ what is sent
def test_only_what_the_other_side_is_not_known_to_have_is_sent(table):
    assert table.bundle(RED).first == 0
    table.mail(RED)
    side = table.asked(RED)
    play_side(table.logs[side], side)
    table.mail(side)
    other = 3 - side
    with Chronicle.read(table.logs[other], game=drill()) as game:
        assert known_to_have(game, side) == len(game.ledger), "its own last frame is the last of ours"
    play_side(table.logs[other], other)
    bundle = table.bundle(other)
    assert bundle.first == table.size(side) and bundle.size == table.size(other)


def test_a_checkpoint_of_the_other_side_tells_what_it_has(reds_turn):
    reds_turn.mail(RED)
    with Chronicle.read(reds_turn.logs[RED], game=drill()) as game:
        assert known_to_have(game, BLUE) < len(game.ledger)
    reds_turn.mail(BLUE)
    with Chronicle.read(reds_turn.logs[RED], game=drill()) as game:
        assert known_to_have(game, BLUE) == len(game.ledger)


def test_everything_can_be_sent_to_a_referee(table, tmp_path):
    to_blue(table, 6)
    with Chronicle.read(table.logs[RED], game=drill()) as game:
        bundle = make_bundle(game, RED, 0)
    assert (bundle.first, bundle.to) == (0, "referee")
    taken = receive(bundle, tmp_path / "case.hxl", game=drill())
    assert taken.created and (tmp_path / "case.hxl").read_bytes() == table.logs[RED].read_bytes()


def test_an_undo_by_mail_goes_through_with_the_other_sides_signature(table):
    to_blue(table, 8)
    while table.asked(RED) != RED:
        side = table.asked(RED)
        play_side(table.logs[side], side, limit=1)
        table.mail(side)
    with with_keys(table.logs[RED], RED) as game:
        request = ask(game, RED, game.timeline.head - 2, "misread the terrain")
    with with_keys(table.logs[BLUE], BLUE) as game:
        carry_out(game, [request])
    table.mail(BLUE)
    assert table.equal()
    assert audit(table.logs[BLUE], game=drill()).rewinds == 1


def test_a_lost_file_comes_back_whole_from_the_other_side(table):
    to_blue(table, 9)
    before = table.logs[RED].read_bytes()
    shutil.rmtree(table.logs[RED].parent)
    table.logs[RED].parent.mkdir()
    table.mail(BLUE, since=0)
    assert table.logs[RED].read_bytes() == before


def test_a_bundle_names_its_format_and_its_keys_are_public_ones_only(table):
    bundle = table.bundle(RED)
    assert isinstance(bundle, Bundle) and bundle.bundle == 1
    assert isinstance(RED_KEY.verifier, VerifierKey)
    assert RED_KEY.secret_text.split("+")[-1].encode() not in encode_bundle(bundle)
