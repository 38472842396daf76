"""What was good once, handed in again where it is not: a word in another history, a roll after its seat changed hands,
times of a clock that jumps, a vault copied back."""

import itertools
import shutil

import msgspec
import pytest

from hexledger.events.errors import BadProof
from hexledger.events.frame import DECISION, REWIND, SEAT, Rewind, Seat, encode_frame
from hexledger.events.limits import LATEST
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.vouching import vouch
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import receive
from hexledger.replays.log.requests import agree, ask, ask_seat, carry_out
from hexledger.replays.log.studies import begin_study
from hexledger.replays.log.times import times
from hexledger.replays.secrets.memory import Behind, Memory
from hexledger.replays.secrets.remembering import Remembering
from hexledger.replays.secrets.vault import vault_path
from hexledger.replays.secrets.words import give_word
from tests.drill.contested import Contest, bundle_of, decide, leaf_of, next_frame, refusals, with_frames
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, edited, frames_of, until, written
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, STRANGER, signed_game, with_keys


# ---------------------------------------------------------------------- words
def sat_down(log, reason):
    """The log with one frame more that moves nothing: red's seat is handed over."""
    seat = Seat(RED, "Sam", STRANGER.verifier.public.hex(), reason)
    with with_keys(log, RED) as game:
        carry_out(game, [ask_seat(game, RED, seat, STRANGER)])
    return log


def undoing(log):
    """The next frame of red's that takes the last decision back with blue's consent, and what it says."""
    with Chronicle.read(log, game=drill()) as game:
        to = game.timeline.parents[game.timeline.head]
    said = Rewind(to, "please", (BLUE,))
    return next_frame(log, REWIND, RED, said, at=to), said


def with_word(log, key, leaf):
    """`log` with that frame at its end, and blue's word that was given where the last leaf hash was `leaf`."""
    bare, said = undoing(log)
    word = give_word(bare, said, leaf, BLUE, BLUE_KEY)
    frame = msgspec.structs.replace(said, signatures=(word,))
    return with_frames(log, (next_frame(log, REWIND, RED, frame, at=said.to), key))


@pytest.fixture
def played(tmp_path):
    """A signed game whose last decision red cannot take back alone."""
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        until(game, "reveal")
        advance(game)
    return path


def test_a_word_of_another_history_is_none_although_all_else_is_the_same(played, tmp_path):
    """Number, actor, place and terms are those that it was given for: only what went before is not."""
    other = tmp_path / "other.hxl"
    shutil.copy(played, other)
    sat_down(played, "ill")
    sat_down(other, "resigned")
    here, there = leaf_of(played), leaf_of(other)
    assert undoing(played) == undoing(other) and here != there
    assert audit(with_word(played, STRANGER, here), game=drill()).intact
    where, why = refusals(played, with_word(played, STRANGER, there))
    assert where == "consent" and "is not signed by it for this frame" in why


def test_a_word_of_a_study_is_none_in_the_game(played, tmp_path):
    study = tmp_path / "study.hxl"
    begin_study(played, study, seed="what if")
    sat_down(played, "ill")
    assert undoing(played) == undoing(study)
    where, why = refusals(played, with_word(played, STRANGER, leaf_of(study)))
    assert where == "consent" and "is not signed by it for this frame" in why


def test_nobody_is_asked_in_a_study_and_no_key_notes_anything_of_one(played, tmp_path):
    """Noted as a word for the game, whose number a study has, it would have kept its key out of the game."""
    study, memory = tmp_path / "study.hxl", Memory(tmp_path / "memory")
    begin_study(played, study, seed="what if")
    with with_keys(study, RED, BLUE) as game:
        game.memory = Remembering(memory)
        for actor in (RED, BLUE):
            with pytest.raises(ReplayError, match="what-if"):
                ask(game, RED, actor=actor)
    with with_keys(played, RED, BLUE) as game:
        asked = ask(game, RED)
        game.memory = Remembering(memory)
        game.memory.resume(game)
        carry_out(game, [asked])
        made = len(game.timeline) - 1
    with with_keys(study, RED, BLUE) as game, pytest.raises(ReplayError, match="what-if"):
        agree(game, asked, BLUE, BLUE_KEY)
    log_id = audit_id(played)
    for key in (RED_KEY, BLUE_KEY):
        assert {one.seq for one in memory.given(key.verifier.public, log_id)} <= {made}


@pytest.mark.parametrize("vouched", [False, True])
def test_nobody_vouches_for_a_study_and_no_key_notes_anything_of_one(played, tmp_path, vouched):
    """`send`, `checkpoint` and `prove` were refused only after the checkpoint had been noted as one of the game."""
    study, memory = tmp_path / "study.hxl", Memory(tmp_path / "memory")
    if vouched:
        with with_keys(played, RED) as game:
            vouch(game, [RED_KEY], memory)
    begin_study(played, study, seed="what if")
    before = memory.given(RED_KEY.verifier.public, audit_id(played))
    assert len(before) == vouched
    with with_keys(study, RED) as game, pytest.raises(BadProof, match="what-if"):
        vouch(game, [RED_KEY], memory)
    assert memory.given(RED_KEY.verifier.public, audit_id(played)) == before


def audit_id(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.genesis.log_id


# ---------------------------------------------------------------------- a seat handed over while a fix waits
@pytest.mark.parametrize("mode", ["duel", "referee"])
def test_a_seat_handed_over_while_a_fix_waits_changes_who_rolls_and_not_what_falls(tmp_path, mode):
    contest = Contest(tmp_path, mode)
    fix = contest.until_fixed()
    log, copy = contest.log, tmp_path / "copy.hxl"
    roller = 3 - fix.actor if mode == "duel" else fix.actor
    shutil.copy(log, copy)
    decision = drill().codec.decode(waiting(log).decision)
    with contest.open(RED, BLUE, log=copy) as game:
        would = game.submit(fix.actor, decision)
    with contest.open(RED, BLUE) as game:
        seat = Seat(roller, "Sam", STRANGER.verifier.public.hex(), "ill")
        handed = carry_out(game, [ask_seat(game, roller, seat, STRANGER)])
    assert handed.kind == SEAT and waiting(log).seq == fix.seq, "it waits on"
    stolen = edited(would, seq=would.seq + 1, signature="")
    assert refusals(log, with_frames(log, (stolen, KEYS[roller])))[0] == "signature"
    drops = next_frame(log, REWIND, roller, Rewind(fix.parent, "", ()))
    assert refusals(log, with_frames(log, (drops, STRANGER)))[1].startswith(f"it drops #{fix.seq}: no word of")
    with contest.open(RED, BLUE) as game:
        game.signers[roller] = STRANGER
        rolled = game.submit(fix.actor, decision)
    assert rolled.kind == DECISION and rolled.events == would.events and rolled.evidence == would.evidence
    assert audit(log, game=drill()).intact


def waiting(log):
    with Chronicle.read(log, game=drill()) as game:
        return game.book.waiting


# ---------------------------------------------------------------------- a clock that jumps
JUMPS = {
    "backwards": (9_000, 8_000, 7_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000, 0),
    "from end to end": (0, LATEST, 0, LATEST, 0, LATEST, 0, LATEST, 0, LATEST),
    "not at all": (5,) * 10,
}


@pytest.mark.parametrize("jumps", JUMPS)
def test_a_clock_that_jumps_moves_nothing_but_the_times(tmp_path, jumps):
    """No rule and no die reads it; where it went back is said, and nobody has used less than nothing."""
    plays = {}
    for name, ticks in (("steady", itertools.count(1_000, 1_000)), ("jumping", iter(JUMPS[jumps]))):
        (tmp_path / name).mkdir()
        contest = Contest(tmp_path / name, "practice")
        with contest.open(RED, BLUE) as game:
            game.clock = lambda ticks=ticks: next(ticks)
            for _ in range(10):
                decide(game)
        plays[name] = frames_of(contest.log)
    told = [[edited(frame, time=None, signature="") for frame in frames] for frames in plays.values()]
    assert told[0] == told[1]
    assert audit(contest.log, game=drill()).intact
    assert len(receive(bundle_of(contest.log), tmp_path / "theirs.hxl", game=drill()).frames) == 11
    found = times(plays["jumping"])
    stamped = [(frame.seq, frame.time) for frame in plays["jumping"][1:]]
    assert [time for _, time in stamped] == list(JUMPS[jumps])
    assert found.back == [seq for (_, before), (seq, time) in itertools.pairwise(stamped) if time < before]
    forward = sum(max(0, now - before) for before, now in itertools.pairwise(JUMPS[jumps]))
    assert sum(used.used for used in found.sides.values()) == forward
    assert all(used.used >= 0 for used in found.sides.values())


@pytest.mark.parametrize("time", [-1, LATEST + 1, 1 << 62])
def test_a_clock_beyond_all_times_writes_nothing(tmp_path, time):
    contest = Contest(tmp_path, "practice")
    before = contest.log.read_bytes()
    with contest.open(RED, BLUE) as game:
        game.clock = lambda: time
        with pytest.raises(Refused, match="the time"):
            decide(game)
    assert contest.log.read_bytes() == before
    contest.play(1)
    assert audit(contest.log, game=drill()).intact


# ---------------------------------------------------------------------- a vault copied back
def test_a_vault_copied_to_another_place_gives_no_more_than_the_vault(tmp_path):
    """What a vault has given is known by its commitment, in the memory, and no copy of its file forgets it."""
    contest = Contest(tmp_path, "duel")
    fix = contest.until_fixed()
    roller, memory = 3 - fix.actor, Memory(tmp_path / "memory")
    before, old = tmp_path / "before.hxl", tmp_path / "vault-saved"
    shutil.copy(contest.log, before)
    shutil.copy(contest.vaults[roller].path, old)
    decision = drill().codec.decode(waiting(contest.log).decision)
    with contest.open(roller) as game:
        game.memory = Remembering(memory)
        game.submit(fix.actor, decision)
    assert old.read_bytes() == contest.vaults[roller].path.read_bytes(), "a vault keeps no count of its links"
    forged = with_frames(without_last(before), (edited(fix, time=9, signature=""), KEYS[fix.actor]))
    copied = DuelVault(old)
    with contest.open(roller, log=forged) as game:
        game.dice_kit.vaults = [copied]
        game.memory = OfVaults(memory, copied.anchor)
        with pytest.raises(Behind, match="was given before"):
            game.submit(fix.actor, decision)
        assert game.book.waiting is not None, "nothing was rolled"


class OfVaults(Remembering):
    """Keys that remember nothing: what is left is what is remembered of a vault."""

    def __init__(self, memory, anchor):
        super().__init__(memory)
        self.anchor = anchor

    def _givers(self, chronicle, frame):
        return [one for one in super()._givers(chronicle, frame) if one == self.anchor]


def without_last(log):
    return written(log.with_name("shorter.hxl"), [encode_frame(frame) for frame in frames_of(log)[:-1]])


def test_an_older_vault_of_seals_put_back_opens_nothing_and_the_newer_one_goes_on(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        until(game, "seal")
        side = game.offer().side
        vault = vault_path(path, game.game.side(side))
        older = vault.read_bytes() if vault.exists() else b""
        advance(game)
        newer = vault.read_bytes()
        until(game, "reveal")
    assert newer.startswith(older) and newer != older
    before = path.read_bytes()
    vault.write_bytes(older)
    with with_keys(path, RED, BLUE) as game, pytest.raises(ReplayError, match="does not hold the secret of the seal"):
        advance(game)
    assert path.read_bytes() == before
    vault.write_bytes(newer)
    with with_keys(path, RED, BLUE) as game:
        assert advance(game, 1) == 1
    assert audit(path, game=drill()).intact
