"""The mutation suite (F51): every place where a log can be falsified is falsified, hashes and signatures repaired.

Drop a roll, change a die, swap effects, edit a seal, cut the tail, replace a signature, forge a proof, edit a ruling,
edit a commitment, open with another secret: each time, everywhere, contradicted at the right frame.
"""

from itertools import pairwise

import msgspec
import pytest

from hexledger.engine.kernel.decisions import Reveal, Seal
from hexledger.engine.table.ruling_effects import parse
from hexledger.events import model as ev
from hexledger.events.checkpoints import sign_checkpoint
from hexledger.events.dice_records import KeeperReveal, SecretRevealed
from hexledger.events.errors import BadNote, BadProof
from hexledger.events.frame import DECISION, DICE, PLAYS, RULING, Genesis, Ruling, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.notes import open_note
from hexledger.events.platform import RealDisk
from hexledger.events.proofs import Proof, prove
from hexledger.events.signatures import signed
from hexledger.replays.audit.anchors import Anchor, checkpoint_of
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.requests import agree, ask, carry_out
from hexledger.replays.referee.rulings import correct_position
from tests.drill.dice import game_with as new_game_with
from tests.drill.dice import old_game_with as game_with
from tests.drill.dice import play
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, edited, frames_of, undone_and_branched, until, written
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, STRANGER, signed_game
from tests.faults.forging import forged, with_events

ROLLS = (ev.Rolled, ev.Drawn)
PLAIN = (ev.Pushed, ev.Popped, ev.Stepped)
LOGS = ("practice", "signed", "referee", "duel", "entered", "referee 2", "duel 2")
"""Referee and duel dice in the first format, in which running games go on, and in the second."""


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Hundreds of forged files are written and read once; no disk is waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RealDisk, "sync", staticmethod(lambda _: None))
        yield


def places_in(frame):
    return [event for event in frame.events if isinstance(event, ROLLS)]


def practice(path):
    """Undone decisions, a branch, and a position corrected by the referee."""
    with begun(path) as game:
        undone_and_branched(game)
        correct_position(game, parse(drill(), game.state(), "track vp red 3"), "points were forgotten")
        advance(game, 4)


def signed_log(path):
    with signed_game(path, turns=2) as game:
        until(game, "reveal")
        advance(game)
        paper = agree(game, ask(game, RED, game.timeline.head - 3, "misread", actor=RED), BLUE, BLUE_KEY)
        carry_out(game, [paper])
        advance(game, 8)


def with_dice(name):
    mode, _, second = name.partition(" ")

    def make(path):
        with (new_game_with if second else game_with)(path, mode, turns=9) as game:
            # keys and links are random: play on until enough was rolled
            while sum(bool(places_in(frame)) for frame in frames_of(path)) < 4:
                assert play(game, 1)
            if name == "referee 2":
                game.note_dice(0, game.dice_kit.answering.reveal())
            elif mode == "referee":
                kept = game.dice_kit.keeper
                game.note_dice(0, SecretRevealed(kept.commitment, kept.open()))

    return make


MAKERS = {"practice": practice, "signed": signed_log} | {mode: with_dice(mode) for mode in LOGS[2:]}


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("honest")
    for name, make in MAKERS.items():
        make(folder / f"{name}.hxl")
        assert audit(folder / f"{name}.hxl", game=drill()).intact, name
    return {name: folder / f"{name}.hxl" for name in MAKERS}


@pytest.fixture
def caught(logs, tmp_path):
    """`caught(name, change, seq)`: the contradiction that a forgery of a log leads to; it must name the frame."""
    seen = []

    def forge(name, change, seq, at=None):
        found = audit(forged(logs[name], tmp_path / "forged.hxl", change, seq), game=drill())
        assert found.contradiction is not None, f"{name}: frame {seq} was falsified and passed"
        frame = seq if at is None else at
        assert found.contradiction.frame == frame, f"{name}: frame {seq}: {found.contradiction}"
        seen.append(seq)
        return found.contradiction

    forge.count = lambda: len(seen)
    return forge


def places(path, kinds):
    """(frame, number of the event, event) of every event of some kinds."""
    return [(f, at, event) for f in frames_of(path) for at, event in enumerate(f.events) if isinstance(event, kinds)]


def test_the_forger_leaves_an_honest_log_as_it_is(logs, tmp_path):
    """F51: what is found below is the change, not the repair."""
    for name, path in logs.items():
        same = forged(path, tmp_path / "same.hxl", lambda frame: frame, 3)
        assert same.read_bytes() == path.read_bytes(), name


# ------------------------------------------------------------------ dice and effects
@pytest.mark.parametrize("name", LOGS)
def test_every_dropped_roll_is_caught_in_its_frame(logs, caught, name):
    """F51"""
    for frame, at, _ in places(logs[name], ROLLS):
        caught(name, with_events(*frame.events[:at], *frame.events[at + 1 :]), frame.seq)
    assert caught.count() >= 3


@pytest.mark.parametrize("name", [name for name in LOGS if name != "entered"])
def test_every_changed_die_and_draw_is_caught_in_its_frame(logs, caught, name):
    """F51: all other faces of every die; dice that were typed in say themselves what they showed."""
    for frame, at, event in places(logs[name], ROLLS):
        if isinstance(event, ev.Rolled):
            others = [msgspec.structs.replace(event, value=face) for face in range(event.faces) if face != event.value]
            others = others[:: len(others) // 3]
        else:
            others = [msgspec.structs.replace(event, token=event.token + 1)]
        for other in others:
            wrong = caught(name, with_events(*frame.events[:at], other, *frame.events[at + 1 :]), frame.seq)
            assert wrong.event == at
    assert caught.count() >= 4


@pytest.mark.parametrize("name", ["practice", "signed"])
def test_every_two_swapped_effects_are_caught_in_their_frame(logs, caught, name):
    """F51: neighbours in the same frame."""
    for frame in frames_of(logs[name]):
        events = frame.events
        for at in range(1 if frame.seq else len(events) - 3, len(events)):
            if events[at] != events[at - 1]:
                swapped = (*events[: at - 1], events[at], events[at - 1], *events[at + 1 :])
                wrong = caught(name, with_events(*swapped), frame.seq)
                assert wrong.event == at - 1
    assert caught.count() > 30


@pytest.mark.parametrize("name", ["practice", "signed"])
def test_every_dropped_or_doubled_effect_is_caught_in_its_frame(logs, caught, name):
    """F51"""
    for frame in frames_of(logs[name])[1:]:
        events = frame.events
        for at, event in enumerate(events):
            if isinstance(event, PLAIN) or (at + frame.seq) % 2:
                continue
            caught(name, with_events(*events[:at], *events[at + 1 :]), frame.seq)
            caught(name, with_events(*events[:at], event, *events[at:]), frame.seq)
    assert caught.count() > 30


@pytest.mark.parametrize("name", ["practice", "signed", "duel"])
def test_every_effect_moved_to_a_neighbouring_frame_is_caught(logs, tmp_path, name):
    """F51: the two frames together say the same as before."""
    frames = frames_of(logs[name])
    moved = 0
    for one, two in pairwise(frames[1:]):
        if one.events and two.events and two.parent == one.seq:
            payloads = [encode_frame(frame) for frame in frames]
            payloads[one.seq] = encode_frame(edited(one, events=one.events[:-1]))
            payloads[two.seq] = encode_frame(edited(two, events=(one.events[-1], *two.events)))
            target = tmp_path / f"{one.seq}.hxl"
            found = audit(written(target, payloads), game=drill()).contradiction
            assert found is not None and found.frame == one.seq
            moved += 1
    assert moved > 3


@pytest.mark.parametrize("name", LOGS)
def test_every_decision_put_into_the_other_sides_mouth_is_caught(logs, caught, name):
    """F51"""
    decided = [frame.seq for frame in frames_of(logs[name]) if frame.kind == DECISION]
    for seq in decided:
        caught(name, lambda f: edited(f, actor=3 - f.actor), seq)
    assert caught.count() == len(decided) >= 6


# ------------------------------------------------------------------ seals, rulings, commitments, reveals
@pytest.mark.parametrize("name", ["practice", "signed"])
def test_every_edited_seal_is_caught_at_the_seal_or_where_it_opens(logs, caught, name):
    """F51: in the event alone, at the seal; in event and decision alike, where it no longer opens to its commitment."""
    codec = drill().codec
    frames = frames_of(logs[name])
    shown = 0
    for frame, at, event in places(logs[name], ev.Sealed):
        other = msgspec.structs.replace(event, commitment="ab" * 32)
        events = (*frame.events[:at], other, *frame.events[at + 1 :])
        caught(name, with_events(*events), frame.seq)
        both = codec.encode(Seal("ab" * 32))
        opened = [
            f.seq
            for f in frames
            if any(isinstance(e, ev.Revealed) and (e.side, e.slot) == (event.side, event.slot) for e in f.events)
            and frame.seq in line_to(frames, f)
        ]
        if opened:
            shown += 1
            caught(name, lambda f, e=events, d=both: edited(f, decision=d, events=e), frame.seq, at=opened[0])
    assert shown and caught.count() >= 2


def line_to(frames, frame):
    """The frames that one continues."""
    line = set()
    while frame.seq:
        frame = frames[frame.parent]
        line.add(frame.seq)
    return line


@pytest.mark.parametrize("name", ["practice", "signed"])
def test_f54_every_wrong_reveal_is_caught_in_its_frame(logs, caught, name):
    """F51, F54: another salt, another choice, and the choice of another decision."""
    game = drill()
    for frame in frames_of(logs[name]):
        decision = game.codec.decode(frame.decision) if frame.kind == DECISION else None
        if isinstance(decision, Reveal):
            for false in (
                Reveal(decision.choice, decision.salt[:-1] + ("0" if decision.salt[-1] != "0" else "1")),
                Reveal((decision.choice[0], *(value + 1 for value in decision.choice[1:])), decision.salt),
                Reveal((18,), decision.salt),
            ):
                other = game.codec.encode(false)
                caught(name, lambda f, d=other: edited(f, decision=d), frame.seq)
    assert caught.count() >= 3


def test_every_impossible_edit_of_a_ruling_is_caught_in_its_frame(logs, caught):
    """F51, F14: more or fewer effects than it says, another scope, another referee, another place in the game."""
    (frame,) = [frame for frame in frames_of(logs["practice"]) if frame.kind == RULING]
    ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
    first, *rest = frame.events
    assert isinstance(first, ev.TrackSet)
    edits = [
        {"events": tuple(rest)},
        {"events": (first, first, *rest)},
        *(
            {"decision": encode_value(msgspec.structs.replace(ruling, **change))}
            for change in ({"effects": 0}, {"effects": 2}, {"scope": "rule"}, {"scope": "verdict"}, {"about": 10_000})
        ),
        {"actor": 9},
    ]
    for fields in edits:
        caught("practice", lambda f, c=fields: edited(f, **c), frame.seq)
    assert caught.count() == len(edits)


def test_a_ruling_that_says_something_else_is_caught_by_the_referees_signature_and_by_any_checkpoint(tmp_path):
    """F51: other points, or another reason, make a ruling that could have been; his key and the root know better."""
    path, target = tmp_path / "game.hxl", tmp_path / "forged.hxl"
    with signed_game(path, referee=True) as game:
        advance(game, 3)
        ruled = correct_position(game, parse(drill(), game.state(), "track vp red 3"), "points were forgotten")
        anchor = Anchor(checkpoint_of(game.ledger, game.genesis), ("ann",))
    ruling = msgspec.msgpack.decode(ruled.decision, type=Ruling)
    first, *rest = ruled.events
    for fields in (
        {"events": (msgspec.structs.replace(first, value=first.value + 1), *rest)},
        {"events": (msgspec.structs.replace(first, side=BLUE), *rest)},
        {"decision": encode_value(msgspec.structs.replace(ruling, reason="nobody asked"))},
    ):
        # the players' keys are the forger's, the referee's is not
        forged(path, target, lambda f, c=fields: edited(f, **c), ruled.seq, keys={RED: RED_KEY, BLUE: BLUE_KEY})
        found = audit(target, game=drill()).contradiction
        assert (found.frame, found.where) == (ruled.seq, "signature")
        forged(path, target, lambda f, c=fields: edited(f, **c), ruled.seq)
        assert audit(target, game=drill()).intact
        found = audit(target, game=drill(), anchors=lambda _: [anchor]).contradiction
        assert found.where == "checkpoint"


@pytest.mark.parametrize("name", ["referee", "duel"])
def test_every_edited_commitment_of_genesis_is_caught_where_the_dice_deny_it(logs, caught, name):
    """F51: at the reveal of a keeper's secret, at the first link of a duel's chain; malformed, at once."""
    frames = frames_of(logs[name])
    honest = msgspec.msgpack.decode(frames[0].decision, type=Genesis)
    if name == "referee":
        (shown,) = [frame.seq for frame in frames if frame.kind == DICE]
    else:
        shown = next(frame.seq for frame in frames if frame.evidence)
    for number, text in enumerate(honest.commitments):
        digit = text[-1]
        other = text[:-1] + ("0" if digit != "0" else "1")
        for false, at in ((other, shown), (text[:-1], 0), ("", 0), (text.upper(), 0)):
            commitments = tuple(false if at_ == number else kept for at_, kept in enumerate(honest.commitments))
            genesis = encode_value(msgspec.structs.replace(honest, commitments=commitments))
            caught(name, lambda f, g=genesis: edited(f, decision=g), 0, at=at)


@pytest.mark.parametrize("name", ["referee 2", "duel 2"])
def test_every_edited_commitment_of_the_second_format_is_caught_where_the_dice_deny_it(logs, caught, name):
    """F51: a keeper's at his first answer, which is signed over what follows from it; an anchor at its first link."""
    frames = frames_of(logs[name])
    honest = msgspec.msgpack.decode(frames[0].decision, type=Genesis)
    shown = next(frame.seq for frame in frames if frame.evidence)
    for number, text in enumerate(honest.commitments):
        words = text.split(" ")
        for at_word in (1, 2) if name == "referee 2" else (3,):
            digit = words[at_word][-1]
            false = [*words[:at_word], words[at_word][:-1] + ("0" if digit != "0" else "1"), *words[at_word + 1 :]]
            told = tuple(" ".join(false) if at == number else kept for at, kept in enumerate(honest.commitments))
            genesis = encode_value(msgspec.structs.replace(honest, commitments=told))
            found = audit(forged(logs[name], logs[name].with_name("f.hxl"), _decides(genesis), 0), game=drill())
            where = found.contradiction
            assert where is not None
            if name == "duel 2":
                assert where.frame == next(frame.seq for frame in frames if f"link {words[1]}" in str(frame.evidence))
            else:
                # a key that is none is seen at once
                assert where.frame == shown or (at_word == 2 and where.frame == 0)
    assert caught.count() == 0


def _decides(raw):
    return lambda frame: edited(frame, decision=raw)


def test_every_wrong_secret_of_the_second_format_is_caught_in_its_frame(logs, caught):
    """F51: secret, commitment, list of answers, signature: one sign changed."""
    frame = frames_of(logs["referee 2"])[-1]
    true = msgspec.msgpack.decode(frame.decision, type=KeeperReveal)
    for at in range(0, 64, 7):
        for field in ("secret", "commitment"):
            text = getattr(true, field)
            other = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
            caught("referee 2", _decides(encode_value(msgspec.structs.replace(true, **{field: other}))), frame.seq)
    for served in (true.served[1:], (*true.served, (999, "00" * 32))):
        caught("referee 2", _decides(encode_value(msgspec.structs.replace(true, served=served))), frame.seq)


def test_every_wrong_secret_that_is_opened_is_caught_in_its_frame(logs, caught):
    """F51: one digit of the secret changed, wherever it is; or that of the commitment."""
    (frame,) = [frame for frame in frames_of(logs["referee"]) if frame.kind == DICE]
    true = msgspec.msgpack.decode(frame.decision, type=SecretRevealed)
    for at in range(0, 64, 7):
        for field in ("secret", "commitment"):
            text = getattr(true, field)
            other = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
            false = encode_value(msgspec.structs.replace(true, **{field: other}))
            caught("referee", lambda f, d=false: edited(f, decision=d), frame.seq)


# ------------------------------------------------------------------ the tail
@pytest.mark.parametrize("name", LOGS)
def test_every_cut_of_the_tail_is_contradicted_by_the_checkpoint_that_covers_it(logs, tmp_path, name):
    """F34, F51: the first missing frame is named; one checkpoint of half the game finds what it covers."""
    payloads = [encode_frame(frame) for frame in frames_of(logs[name])]
    with Ledger.open_reader(logs[name]) as ledger:
        genesis = audit_genesis(logs[name])
        anchors = [Anchor(checkpoint_of(ledger, genesis, size), ("ann",)) for size in (len(ledger) // 2, len(ledger))]
    for keep in range(1, len(payloads)):
        cut = written(tmp_path / f"{keep}.hxl", payloads[:keep])
        alone = audit(cut, game=drill(), rules=False)
        assert (alone.intact, alone.word) == (True, "intact but not anchored")
        found = audit(cut, game=drill(), rules=False, anchors=lambda _: anchors).contradiction
        assert (found.frame, found.where) == (keep, "checkpoint")
        early = audit(cut, game=drill(), rules=False, anchors=lambda _: anchors[:1])
        assert early.intact == (keep >= len(payloads) // 2)


def audit_genesis(path):
    return msgspec.msgpack.decode(frames_of(path)[0].decision, type=Genesis)


def test_a_history_rewritten_with_repaired_hashes_is_contradicted_by_every_later_checkpoint(logs, tmp_path):
    """F34, F36: what nobody can find by the rules (the time of a decision) the anchored root finds."""
    path = logs["practice"]
    genesis = audit_genesis(path)
    with Ledger.open_reader(path) as ledger:
        sizes = range(1, len(ledger) + 1, 3)
        anchors = [Anchor(checkpoint_of(ledger, genesis, size), ("ann",)) for size in sizes]
    for frame in frames_of(path)[1::4]:
        forgery = forged(path, tmp_path / f"{frame.seq}.hxl", lambda f: edited(f, time=77), frame.seq)
        for anchor in anchors:
            found = audit(forgery, game=drill(), rules=False, anchors=lambda _, a=anchor: [a])
            assert found.intact == (anchor.checkpoint.size <= frame.seq)


# ------------------------------------------------------------------ signatures
def test_every_replaced_signature_is_caught_in_its_frame(logs, tmp_path):
    """F51: none, a stranger's, the other side's, another frame's, one digit off; later frames signed anew."""
    frames = frames_of(logs["signed"])
    leaves = []
    with Ledger.open_reader(logs["signed"]) as ledger:
        leaves = [ledger.leaf(seq) for seq in range(len(ledger))]
    caught = 0
    for frame in frames[1::2]:
        bare, link = edited(frame, signature=""), leaves[frame.seq - 1]
        good = frame.signature
        other = next(f.signature for f in frames[1:] if f.signature != good)
        for false in (
            "",
            signed(bare, link, STRANGER).signature,
            signed(bare, link, KEYS[3 - frame.actor]).signature,
            signed(bare, bytes(32), KEYS[frame.actor]).signature,
            other,
            good[:9] + ("A" if good[9] != "A" else "B") + good[10:],
        ):
            before, payloads = bytes(32), []
            for old in frames:
                new = edited(bare, signature=false) if old.seq == frame.seq else old
                if old.seq > frame.seq:
                    new = signed(edited(old, signature=""), before, KEYS[old.actor])
                payloads.append(encode_frame(new))
                before = leaf_hash(before + payloads[-1])
            target = tmp_path / "forged.hxl"
            target.unlink(missing_ok=True)
            found = audit(written(target, payloads), game=drill(), rules=False).contradiction
            assert found is not None and (found.frame, found.where) == (frame.seq, "signature")
            caught += 1
    assert caught >= 30


# ------------------------------------------------------------------ proofs
def proof_of(path, frame, signers=(RED_KEY,)):
    with Ledger.open_reader(path) as ledger:
        return prove(ledger, frame, sign_checkpoint(checkpoint_of(ledger, audit_genesis(path)), signers))


def refused(proof):
    """Whether a proof is refused by whoever trusts Ruth's key."""
    try:
        found = Proof.parse(proof.text)
        found.verify()
        open_note(found.note, [RED_KEY.verifier])
    except (BadProof, BadNote):
        return True
    return False


def test_every_forged_proof_is_refused(logs):
    """F51, F37: of every frame: other bytes, another number, another link, each hash of the path changed, left out,
    doubled or swapped, a root or size of the forger's, a checkpoint that somebody else has signed."""
    path = logs["signed"]
    size = len(frames_of(path))
    tried = 0
    for seq in range(size):
        honest = proof_of(path, seq)
        assert not refused(honest)
        forgeries = [honest._replace(frame=other) for other in range(size) if other != seq]
        forgeries += [honest._replace(payload=flipped(honest.payload, at)) for at in range(0, len(honest.payload), 11)]
        forgeries += [honest._replace(link=flipped(honest.link, at)) for at in (0, 17, 31)]
        forgeries.append(honest._replace(payload=honest.payload + b"\x00"))
        for at, step in enumerate(honest.path):
            before, after = honest.path[:at], honest.path[at + 1 :]
            forgeries += [
                honest._replace(path=(*before, flipped(step, 5), *after)),
                honest._replace(path=(*before, *after)),
                honest._replace(path=(*before, step, step, *after)),
            ]
            if after and after[0] != step:
                forgeries.append(honest._replace(path=(*before, after[0], step, *after[1:])))
        checkpoint = honest.verify()
        forgeries += [
            honest._replace(note=sign_checkpoint(checkpoint, [STRANGER])),
            honest._replace(note=sign_checkpoint(checkpoint._replace(root=bytes(32)), [RED_KEY])),
            honest._replace(note=honest.note.replace(f"\n{size}\n", f"\n{size + 1}\n", 1)),
            honest._replace(note=honest.note.replace(checkpoint.origin, checkpoint.origin + "0", 1)),
        ]
        for forgery in forgeries:
            assert refused(forgery), f"frame {seq}: {forgery}"
            tried += 1
    assert tried > 1000


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_check_says_which_frame_a_forged_proof_was_to_prove(logs, run, tmp_path):
    """F51: in words, as JSON, and by its exit code."""
    key = tmp_path / "ruth.pub"
    key.write_text(f"{RED_KEY.verifier}\n", encoding="utf-8")
    file = tmp_path / "p"
    for seq in (0, 3, 9):
        honest = proof_of(logs["signed"], seq)
        file.write_text(honest.text, encoding="utf-8")
        assert run("check", file, "--trust", key).code == 0
        for forgery in (
            honest._replace(payload=flipped(honest.payload, 20)),
            honest._replace(path=honest.path[1:]),
            honest._replace(note=honest.note.replace("\n" + "\u2014 ruth", "\n\u2014 rutg")),
        ):
            file.write_text(forgery.text, encoding="utf-8")
            ran = run("check", file, "--trust", key)
            if forgery.note != honest.note:
                assert ran.code != 0
                continue
            assert ran.code == 1
            assert ran.out.startswith(f"contradicted: frame {seq}: ")
            assert f'"frame": {seq}' in run("check", file, "--trust", key, "--json").out


# ------------------------------------------------------------------ a real game, through the command line
@pytest.fixture(scope="module")
def caen(tmp_path_factory):
    """Forty decisions of Push to Caen."""
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.table import play_on

    path = tmp_path_factory.mktemp("caen") / "caen.hxl"
    with Chronicle.create(path, new_genesis("june_6/push_to_caen", seed="mutation")) as game:
        play_on(game, {1: bot("random"), 2: bot("random")}, limit=40)
    return path


def test_verify_names_the_frame_of_every_forgery_in_push_to_caen(caen, run, tmp_path):
    """F51: rolls dropped, dice changed, effects swapped."""
    target = tmp_path / "forged.hxl"
    forgeries = []
    for frame, at, event in places(caen, ev.Rolled):
        events = frame.events
        other = msgspec.structs.replace(event, value=event.value % event.faces + 1)
        forgeries.append((frame.seq, (*events[:at], *events[at + 1 :])))
        forgeries.append((frame.seq, (*events[:at], other, *events[at + 1 :])))
    for frame in frames_of(caen)[1::6]:
        events = frame.events
        for at in range(1, len(events), 4):
            if frame.kind in PLAYS and events[at] != events[at - 1]:
                forgeries.append((frame.seq, (*events[: at - 1], events[at], events[at - 1], *events[at + 1 :])))
    assert len(forgeries) > 20
    step = max(1, len(forgeries) // 10)
    for seq, events in forgeries[::step]:
        forged(caen, target, with_events(*events), seq)
        ran = run("verify", target)
        assert ran.code == 1
        assert f"frame {seq}" in ran.out.replace("#", ""), (seq, ran.out)
    for seq in (4, len(frames_of(caen)) - 1):
        data = caen.read_bytes()
        with Ledger.open_reader(caen) as ledger:
            at = ledger.offset(seq) + 50
        target.write_bytes(flipped(data, at))
        ran = run("verify", target)
        assert ran.code == 1 and f"frame {seq}" in ran.out.replace("#", "")
