"""Signed games: a missing, wrong or replaced signature, and a consent nobody gave, are contradicted at their frame."""

import msgspec
import pytest

from hexledger.engine.kernel.decisions import Decision
from hexledger.events.frame import (
    DECISION,
    LABEL,
    REWIND,
    Frame,
    Label,
    Rewind,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.ndjson import BadLine, export, import_
from hexledger.events.signatures import signed
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle, ReplayError, UndoRefused, new_genesis
from hexledger.replays.log.requests import agree, ask, carry_out, encode, read_request
from hexledger.replays.secrets.words import give_word
from tests.drill.decisions import Pass
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, edited, frames_of, genesis, to_the_end, until, written
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, REFEREE, STRANGER, signed_game, with_keys


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A finished signed game with an undo that blue agreed to."""
    path = tmp_path_factory.mktemp("signed") / "game.hxl"
    with signed_game(path) as game:
        until(game, "reveal")
        advance(game)
        paper = agree(game, ask(game, RED, game.timeline.head - 3, "misread", actor=RED), BLUE, BLUE_KEY)
        carry_out(game, [paper])
        to_the_end(game)
    return path


def verdict(path):
    return audit(path, game=drill())


def resigned(path, target, change, frame):
    """A copy with one frame changed, every hash repaired, and all later frames signed again with their owners' keys:
    only the frame itself can give the forgery away."""
    link, payloads = bytes(32), []
    for old in frames_of(path):
        new = change(old) if old.seq == frame else old
        if old.seq > frame and old.signature:
            new = signed(edited(old, signature=""), link, KEYS[old.actor])
        payload = encode_frame(new)
        payloads.append(payload)
        link = leaf_hash(link + payload)
    return written(target, payloads)


def link_before(path, frame):
    with Ledger.open_reader(path) as ledger:
        return ledger.leaf(frame - 1)


def test_an_honest_signed_game_counts_a_signature_for_every_frame_after_the_first(log):
    found = verdict(log)
    assert found.intact, str(found.contradiction)
    assert found.signatures == found.signable == found.frames - 1 > 10
    assert (found.rewinds, found.labels) == (1, 0)


def test_the_same_signatures_hold_without_the_rules(log):
    assert audit(log, rules=False).signatures == verdict(log).signatures


@pytest.mark.parametrize(
    "forge",
    [
        lambda f, _: edited(f, signature=""),
        lambda f, link: signed(f, link, STRANGER),
        lambda f, link: signed(f, link, KEYS[3 - f.actor]),
        lambda f, _: signed(f, bytes(32), KEYS[f.actor]),
        lambda f, _: edited(
            f, signature=f.signature[:20] + ("A" if f.signature[20] != "A" else "B") + f.signature[21:]
        ),
        lambda f, _: edited(f, signature="not base64"),
    ],
    ids=["missing", "a stranger's", "the other side's", "of another place", "one character changed", "no signature"],
)
def test_a_missing_wrong_or_replaced_signature_is_found_at_every_frame(log, tmp_path, forge):
    """F51: mutation of every frame's signature in turn."""
    for frame in frames_of(log)[1:]:
        link = link_before(log, frame.seq)
        found = verdict(resigned(log, tmp_path / f"{frame.seq}.hxl", lambda f, k=link: forge(f, k), frame.seq))
        assert not found.intact
        assert (found.contradiction.frame, found.contradiction.where) == (frame.seq, "signature")


def test_a_signature_moved_from_another_frame_is_found(log, tmp_path):
    """F51"""
    frames = [frame for frame in frames_of(log)[1:] if frame.actor == RED and frame.kind == DECISION]
    one, two = frames[0], frames[1]
    found = verdict(resigned(log, tmp_path / "x.hxl", lambda f: edited(f, signature=one.signature), two.seq))
    assert (found.contradiction.frame, found.contradiction.where) == (two.seq, "signature")


def test_a_signature_in_a_game_that_asks_for_none_is_found(tmp_path):
    path = tmp_path / "plain.hxl"
    with Chronicle.create(path, genesis(), game=drill()) as game:
        advance(game, 4)
    frames = frames_of(path)
    frames[2] = signed(frames[2], link_before(path, 2), RED_KEY)
    found = verdict(written(tmp_path / "x.hxl", map(encode_frame, frames)))
    assert (found.contradiction.frame, found.contradiction.where) == (2, "signature")


# ------------------------------------------------------------------ consents
def rewind_in(path):
    return next(frame for frame in frames_of(path) if frame.kind == REWIND)


@pytest.mark.parametrize("forge", ["missing", "stranger", "own", "other target", "other reason", "none", "two for one"])
def test_a_consent_that_was_not_given_is_found_at_its_rewind(log, tmp_path, forge):
    """F5, F51: red signs the rewind itself each time; blue's consent is what is wrong."""
    frame = rewind_in(log)
    rewind = msgspec.msgpack.decode(frame.decision, type=Rewind)
    link = link_before(log, frame.seq)
    blue = give_word(frame, rewind, link, BLUE, BLUE_KEY)
    assert rewind.signatures == (blue,)
    changed = {
        "missing": msgspec.structs.replace(rewind, signatures=("",)),
        "stranger": msgspec.structs.replace(rewind, signatures=(give_word(frame, rewind, link, BLUE, STRANGER),)),
        "own": msgspec.structs.replace(rewind, signatures=(give_word(frame, rewind, link, BLUE, RED_KEY),)),
        "other target": msgspec.structs.replace(rewind, to=rewind.to - 1),
        "other reason": msgspec.structs.replace(rewind, reason="as agreed by telephone"),
        "none": msgspec.structs.replace(rewind, consent=(), signatures=()),
        "two for one": msgspec.structs.replace(rewind, signatures=(blue, blue)),
    }[forge]

    def change(old):
        here = frames_of(log)[changed.to].digest
        return signed(edited(old, decision=encode_value(changed), digest=here, signature=""), link, RED_KEY)

    found = verdict(resigned(log, tmp_path / "x.hxl", change, frame.seq))
    assert (found.contradiction.frame, found.contradiction.where) == (frame.seq, "consent")


def test_a_rewind_that_needs_consent_is_refused_until_the_other_side_has_signed_it(tmp_path):
    """F5"""
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        game.signers = {RED: RED_KEY}
        size = len(game.ledger)
        with pytest.raises(UndoRefused, match="no word of the Blue side"):
            game.undo(RED)
        with pytest.raises(UndoRefused, match="no word of the Blue side"):
            game.undo(RED, consent=[BLUE])
        with pytest.raises(UndoRefused, match="the referee, who has no key"):
            game.undo(RED, consent=[REFEREE])
        with pytest.raises(ReplayError, match="a side must stand for it"):
            game.undo(REFEREE)
        game.signers[BLUE] = STRANGER
        with pytest.raises(UndoRefused, match="word of the Blue side is not signed by it"):
            game.undo(RED, consent=[BLUE])
        assert len(game.ledger) == size
        game.signers[BLUE] = BLUE_KEY
        game.undo(RED, consent=[BLUE])
    assert verdict(tmp_path / "g.hxl").rewinds == 1


def test_a_signed_game_survives_export_and_import(log):
    with Ledger.open_reader(log) as ledger:
        payloads = list(ledger.payloads())
        lines = list(export(payloads, (ledger.leaf(seq) for seq in range(len(ledger)))))
    assert list(import_(lines)) == payloads
    unsigned = [line.replace('"signature":"', '"signature":"A', 1) for line in lines]
    with pytest.raises(BadLine, match="line 2"):
        list(import_(unsigned))


def test_a_referee_with_a_key_may_agree_or_rewind_by_signature(tmp_path):
    with signed_game(tmp_path / "g.hxl", referee=True) as game:
        until(game, "reveal")
        advance(game)
        carry_out(game, [ask(game, RED, actor=REFEREE)])
        advance(game)
        game.undo(REFEREE, reason="ruling")
    found = verdict(tmp_path / "g.hxl")
    assert found.intact and found.rewinds == 2, str(found.contradiction)


def test_a_consent_is_worth_nothing_at_another_tip_or_in_another_game(tmp_path):
    with signed_game(tmp_path / "g.hxl") as game, signed_game(tmp_path / "h.hxl", "other") as other:
        until(game, "reveal")
        advance(game)
        paper = agree(game, ask(game, RED, actor=RED), BLUE, BLUE_KEY)
        with pytest.raises(ReplayError, match="is about log"):
            carry_out(other, [paper])
        advance(game)
        with pytest.raises(ReplayError, match="exchange files first, then ask again"):
            carry_out(game, [paper])


def test_nobody_agrees_to_his_own_request_and_only_the_owner_of_the_key_agrees_for_a_side(tmp_path):
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        request = ask(game, RED, actor=RED)
        with pytest.raises(ReplayError, match=r"the other \(or the referee\) gives its word"):
            agree(game, request, RED, RED_KEY)
        for key in (None, RED_KEY, STRANGER):
            with pytest.raises(ReplayError, match="wants its key"):
                agree(game, request, BLUE, key)


def test_requests_and_consents_survive_their_files_and_other_files_are_refused(tmp_path):
    with signed_game(tmp_path / "g.hxl") as game:
        until(game, "reveal")
        advance(game)
        request = ask(game, RED, reason="übersehen", actor=RED)
        paper = agree(game, request, BLUE, BLUE_KEY)
    one, two = tmp_path / "request", tmp_path / "consent"
    one.write_bytes(encode(request))
    two.write_bytes(encode(paper))
    assert (read_request(one), read_request(two)) == (request, paper)
    with pytest.raises(ReplayError, match="not a"):
        read_request(tmp_path / "g.hxl")


def test_an_undo_that_needs_nobody_is_not_asked_for(tmp_path):
    with signed_game(tmp_path / "g.hxl") as game:
        prompt = game.offer()
        game.submit(prompt.side, next(choice for choice in game.choices() if choice.kind() == "move"))
        with pytest.raises(UndoRefused, match="nobody needs to be asked"):
            ask(game, prompt.side)


# ------------------------------------------------------------------ who may append
def test_without_the_key_nothing_is_decided_and_nothing_written(tmp_path):
    path = tmp_path / "g.hxl"
    signed_game(path).close()
    before = path.read_bytes()
    with with_keys(path) as game:
        side = game.offer().side
        with pytest.raises(ReplayError, match="name it with --key"):
            game.submit(side, Pass())
        game.signers = {side: STRANGER}
        with pytest.raises(ReplayError, match=r"is not the (red|blue) key"):
            game.submit(side, Pass())
        with pytest.raises(ReplayError, match="a side must stand for it"):
            game.branch("study")
    assert path.read_bytes() == before


def test_a_label_or_rewind_of_the_table_is_contradicted_in_a_signed_game(log, tmp_path):
    frames = frames_of(log)
    last = frames[-1]
    raw = {LABEL: Label("mine", 1), REWIND: Rewind(1, "", ())}
    for kind, decision in raw.items():
        head = max(frame.seq for frame in frames if frame.kind == DECISION)
        forged = Frame(len(frames), kind, 0, head, encode_value(decision), (), (), frames[1].digest, None)
        found = verdict(written(tmp_path / f"{kind}.hxl", map(encode_frame, [*frames, forged])))
        assert (found.contradiction.frame, found.contradiction.where) == (
            last.seq + 1,
            "line" if kind == LABEL else "signature",
        )


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ([(3, "X", "")], "no side 3"),
        ([(1, "X", ""), (1, "Y", "")], "two players for one side"),
        ([(1, "X", "ab" * 32), (2, "Y", "ab" * 32)], "the same key"),
        ([(1, "X", "AB" * 32)], "64 small hex digits"),
        ([(1, "", "")], "no player's name"),
        ([(1, "X\x1b[2J", "")], "no player's name"),
        ([(1, "X", "")], "needs the public key"),
    ],
)
def test_players_that_cannot_be_are_refused_when_the_game_is_made(players, said):
    with pytest.raises(ReplayError, match=said):
        new_genesis("skirmish", game=drill(), players=players, signed=True)


def test_two_signed_games_with_one_seed_have_different_logs():
    players = tuple((side, "Ruth", KEYS[side].verifier.public.hex()) for side in (RED, BLUE))
    ids = {new_genesis("skirmish", seed="1", game=drill(), players=players, signed=True).log_id for _ in range(3)}
    assert len(ids) == 3
    assert genesis().log_id == genesis().log_id


def test_every_decision_of_a_practice_game_stays_the_same_byte_for_byte(tmp_path):
    for name in ("a", "b"):
        with Chronicle.create(tmp_path / name, genesis(), game=drill()) as game:
            to_the_end(game)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert all(frame.signature == "" for frame in frames_of(tmp_path / "a"))
    with Ledger.open_reader(tmp_path / "a") as ledger:
        assert isinstance(drill().codec.decode(decode_frame(ledger.payload(1), 1).decision), Decision)
