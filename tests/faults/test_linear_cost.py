"""What a stranger can hand over costs no more than in proportion to its size, however it was made (invariant 7).

Work is counted, not timed: lines of Python executed, and bytes that are hashed and summed.
"""

import contextlib
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec
import pytest

from hexledger.engine.dice.rolling import practice_log_id
from hexledger.events import framing, ndjson
from hexledger.events.armour import wrap
from hexledger.events.checkpoints import Checkpoint, sign_checkpoint, split_notes
from hexledger.events.errors import Corrupt, LedgerError
from hexledger.events.frame import CLAIM, LABEL, REWIND, Claim, Frame, Label, Rewind, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.notes import SignerKey
from hexledger.events.scan import TOO_DEEP, scan
from hexledger.replays.audit.anchors import anchoring, collect
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.keeper_file import read_answer_file
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.mail import Bundle, decode_bundle, encode_bundle, receive
from hexledger.replays.log.requests import read_request
from hexledger.replays.referee.claims import ClaimRefused, claim, judge
from tests.drill.game import drill
from tests.drill.play import advance, begun, frames_of, written
from tests.replays.ladder import Ladder
from tests.replays.ladder import game as ladder

NUMBERS = count()
"""For files that must be new."""


# ---------------------------------------------------------------------- counting
def lines_of(action: Callable[[], object]) -> int:
    """Lines of Python that an action executes."""
    executed = 0

    def local(_frame, event, _arg):
        nonlocal executed
        executed += event == "line"
        return local

    before = sys.gettrace()
    sys.settrace(local)
    try:
        action()
    finally:
        sys.settrace(before)
    return executed


def in_proportion(make: Callable[[int], Callable[[], object]], small: int, times: int = 4) -> None:
    """Handing over `times` as much costs at most that much more, a third over."""
    make(small)()  # what is imported when it is first asked for is no work of this file
    one, many = lines_of(make(small)), lines_of(make(small * times))
    assert many <= one * times * 4 // 3, f"{small}: {one} lines, {small * times}: {many}"
    assert many >= one, "the larger one was not looked at"


# ---------------------------------------------------------------------- a tail made to be searched for ever
def chained(payloads: list[bytes]) -> bytes:
    link, out = bytes(32), b""
    for payload in payloads:
        frame, link = framing.pack(link, payload)
        out += frame
    return out


def plausible(size: int) -> bytes:
    """Bytes at each fourth of which a frame of a quarter of the whole could begin, whose sum never fits."""
    return struct.pack("<I", size // 4) * (size // 4)


def sound_everywhere(size: int) -> bytes:
    """A frame with a good checksum at every 64th byte, each reaching to the same place near the end."""
    data = bytearray(b"\x01" * size)
    end = size - 200
    for at in range(end - 128, 64, -64):
        length = end - at - 8
        data[at : at + 8] = struct.pack("<II", length, zlib.crc32(data[at + 8 : end]))
    return bytes(data)


def sound_and_apart(size: int) -> bytes:
    """Short frames with a good checksum and no tie, each before junk: a search that begins anew after each of them."""
    body = b"\x02" * 40
    return (struct.pack("<II", len(body), zlib.crc32(body)) + body + b"\xff" * 16) * (size // 64)


TAILS = {
    "plausible lengths": plausible,
    "frames within frames": sound_everywhere,
    "frames without a tie": sound_and_apart,
}


class Counted:
    """Bytes that are summed and hashed while frames are searched for."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.bytes = 0

        def crc(data):
            self.bytes += len(data)
            return zlib.crc32(data)

        def leaf(data):
            self.bytes += len(data)
            return leaf_hash(data)

        patch.setattr(framing, "crc32", crc)
        patch.setattr(framing, "leaf_hash", leaf)


@pytest.mark.parametrize("tail", TAILS)
def test_a_crafted_tail_costs_no_more_than_a_bound_that_is_linear_in_it(tmp_path, monkeypatch, tail):
    sizes = (20_000, 80_000)
    spent = []
    monkeypatch.setattr(framing, "FREELY", 0)
    whole = chained([b"genesis", b"one", b"two"])
    for size in sizes:
        path = tmp_path / f"{size}.hxl"
        path.write_bytes(whole + b"\xff\xff\xff\x00" + TAILS[tail](size))
        with monkeypatch.context() as patch:
            counted = Counted(patch)
            found = scan(path)
        assert found.frames == 3 and not found.intact
        assert counted.bytes <= (framing.PER_BYTE + 3) * path.stat().st_size
        spent.append(counted.bytes)
        before = path.read_bytes()
        with pytest.raises(Corrupt):
            Ledger.open_writer(path)
        assert path.read_bytes() == before, "refused, and nothing lost"
        with Ledger.open_reader(path, damaged=True) as ledger:
            assert len(ledger) == 3, "what is whole can be looked at"
    assert spent[1] <= 6 * spent[0]


def test_a_search_that_is_broken_off_says_so_and_an_honest_torn_append_never_is(tmp_path, monkeypatch):
    monkeypatch.setattr(framing, "FREELY", 0)
    path = tmp_path / "crafted.hxl"
    path.write_bytes(chained([b"genesis"]) + b"\xff\xff\xff\x00" + plausible(80_000))
    assert scan(path).faults[-1].detail == TOO_DEEP
    monkeypatch.undo()
    log = tmp_path / "game.hxl"
    genesis = new_genesis("june_6/push_to_caen", seed="11")
    Chronicle.create(log, genesis).close()
    (payload,) = (encode_frame(frame) for frame in frames_of(log))
    # the largest frame there is, cut anywhere
    left = []
    for cut in (len(payload) // 3, len(payload) - 1):
        data = chained([b"genesis", payload])[: len(chained([b"genesis"])) + cut]
        search = framing.Search(len(data))
        assert framing.resume(data, len(chained([b"genesis"])), leaf_hash(bytes(32) + b"genesis"), search) is None
        left.append(search.left)
    assert min(left) > framing.FREELY // 2, "an honest tail comes nowhere near the bound"


# ---------------------------------------------------------------------- logs and bundles
def frame_after(log: Path, seq: int, kind: int, said: object, to: int) -> bytes:
    frames = frames_of(log)
    here = frames[to].digest
    return encode_frame(Frame(seq, kind, 1, frames[-1].seq, encode_value(said), (), (), here, None))


def with_many(folder: Path, count: int, kind: int, said: Callable[[int], object], game=None) -> Path:
    """A log with many frames that move nothing at its end, as an attacker writes them."""
    base = folder / "base.hxl"
    if not base.exists():
        if game is None:
            with Chronicle.create(base, new_genesis("skirmish", seed="1", game=drill()), game=drill()) as log:
                advance(log, 3)
        else:
            Ladder(base, "strict").move().fight(1).log.close()
    frames = frames_of(base)
    payloads = [encode_frame(frame) for frame in frames]
    head = frames[-1]
    for number in range(count):
        seq = len(payloads)
        payloads.append(
            encode_frame(Frame(seq, kind, 1, head.seq, encode_value(said(number)), (), (), head.digest, None))
        )
    return anew(folder / f"{kind}-{count}.hxl", payloads)


def anew(path: Path, payloads: list[bytes]) -> Path:
    path.unlink(missing_ok=True)
    return written(path, payloads)


def test_a_log_full_of_claims_is_verified_in_proportion(tmp_path):
    with_many(tmp_path, 0, CLAIM, lambda _: None, ladder())
    outcome = judge(ladder(), _genesis(tmp_path / "base.hxl"), frames_of(tmp_path / "base.hxl"), 2, "movement", 1, ())
    said = Claim(2, "movement", "x", "strict", outcome.what, outcome.why)

    def make(count):
        log = with_many(tmp_path, count, CLAIM, lambda _: said, ladder())
        found = audit(log, game=ladder())
        assert found.intact and found.claims == count, str(found.contradiction)
        return lambda: audit(log, game=ladder())

    in_proportion(make, 150)


def complained(log: Path, decisions: int, policy: str) -> Path:
    """A log in which an error is claimed of every fourth decision, at the end of a longer and longer line."""
    if not log.exists():
        with begun(log, turns=1_000, errors=policy) as game:
            for number in range(decisions):
                advance(game, 1, seed=f"{number}")
                for what in ("movement", "combat") if number % 4 == 3 else ():
                    with contextlib.suppress(ClaimRefused):
                        claim(game, 1, game.timeline.head, what, "x")
                        break
    return log


@pytest.mark.parametrize(
    ("what", "policy"), [("verify", "judge"), ("receive", "judge"), ("claim", "judge"), ("verify", "untainted")]
)
def test_claims_cost_no_more_the_longer_their_line_is(tmp_path, what, policy):
    """Of each the whole line was walked again. `judge` leaves the line as it is, the others take some of it back."""

    def make(decisions):
        log = complained(tmp_path / f"{decisions}.hxl", decisions, policy)
        payloads = tuple(encode_frame(frame) for frame in frames_of(log))
        with Chronicle.read(log, game=drill()) as found:
            genesis, claims = found.genesis, [step for step in found.timeline.steps if step.about >= 0]
        assert len(claims) >= decisions // 10
        bundle = Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), payloads)

        def received():
            copy = written(tmp_path / f"copy-{next(NUMBERS)}.hxl", payloads[: len(payloads) // 2])
            receive(bundle, copy, game=drill())

        return {
            "verify": lambda: audit(log, game=drill()),
            "receive": received,
            "claim": lambda: complained(tmp_path / f"new-{next(NUMBERS)}.hxl", decisions, policy),
        }[what]

    in_proportion(make, 40)


def _genesis(log: Path):
    with Chronicle.read(log, game=ladder()) as found:
        return found.genesis


def test_a_log_full_of_lines_is_verified_in_proportion(tmp_path):
    def make(count):
        log = with_many(tmp_path, count, LABEL, lambda number: Label(f"line {number}", 3))
        assert audit(log, game=drill()).intact
        return lambda: audit(log, game=drill())

    in_proportion(make, 60)


def played(folder: Path, decisions: int) -> Path:
    """A log that goes back and forth: a decision, its undo, and so on; everything legal."""
    log = folder / f"played-{decisions}.hxl"
    if not log.exists():
        with Chronicle.create(log, new_genesis("skirmish", seed="1", game=drill()), game=drill()) as game:
            for _ in range(decisions):
                advance(game, 1)
                game.undo(1, consent=[2])
    return log


@pytest.mark.parametrize("what", ["verify", "open", "bundle", "armour", "ndjson"])
def test_a_log_its_bundle_and_its_export_are_read_in_proportion(tmp_path, what):
    def make(decisions):
        log = played(tmp_path, decisions)
        payloads = [encode_frame(frame) for frame in frames_of(log)]
        genesis = Chronicle.read(log, game=drill()).genesis
        bundle = Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), tuple(payloads))
        data = encode_bundle(bundle)
        with Ledger.open_reader(log) as ledger:
            lines = list(ndjson.export(payloads, [ledger.leaf(seq) for seq in range(len(ledger))]))
        return {
            "verify": lambda: audit(log, game=drill()),
            "open": lambda: Chronicle.read(log, game=drill()).state(),
            "bundle": lambda: receive(decode_bundle(data), tmp_path / f"new-{next(NUMBERS)}.hxl", game=drill()),
            "armour": lambda: decode_bundle(wrap("BUNDLE", data).encode()),
            "ndjson": lambda: list(ndjson.import_(lines)),
        }[what]

    in_proportion(make, 15)


def test_a_bundle_that_comes_again_and_again_costs_no_more_each_time(tmp_path):
    log = played(tmp_path, 20)
    payloads = tuple(encode_frame(frame) for frame in frames_of(log))
    genesis = Chronicle.read(log, game=drill()).genesis
    bundle = Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), payloads)
    target = tmp_path / "target.hxl"
    receive(bundle, target, game=drill())
    once = [lines_of(lambda: receive(bundle, target, game=drill())) for _ in range(4)]
    assert max(once) <= min(once) * 4 // 3


# ---------------------------------------------------------------------- the small files
def test_a_checkpoint_file_with_many_notes_is_read_in_proportion(tmp_path):
    log_id = practice_log_id("1", "drill", "skirmish")
    key = SignerKey("red", b"r" * 32)
    genesis = new_genesis("skirmish", seed="1", game=drill())
    genesis = msgspec.structs.replace(genesis, log_id=log_id, players=((1, "red", key.verifier.public.hex()),))
    origin = f"hexledger/{genesis.game}/{log_id}"

    def make(count):
        notes = [sign_checkpoint(Checkpoint(origin, size + 1, bytes(32)), [key]) for size in range(count)]
        path = tmp_path / f"{count}.checkpoint"
        path.write_text("".join(notes))
        assert len(split_notes(path.read_text())) == count

        def read():
            anchors, _ = collect([path], genesis)
            from hexledger.events.merkle import Tree

            anchoring(Tree(), anchors)

        return read

    in_proportion(make, 8)


def fills(text: str, size: int) -> bytes:
    return (text * (size // len(text) + 1))[:size].encode()


JUNK = {
    "openings of objects": '{"request":2,"log":{',
    "lists within lists": "[",
    "quotes of a mail": "> > > > \n",
    "soft line breaks": "=\n",
    "dashes": "-----BEGIN HEXLEDGER BUNDLE-----\n",
    "digits": "123456789\n",
}


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("kind", ["bundle", "request", "answer", "ndjson"])
def test_junk_in_the_place_of_what_is_mailed_is_refused_in_proportion(tmp_path, monkeypatch, kind, junk):
    """Lines of Python, and characters that the parser of JSON may go through, which no line of Python counts."""
    handed = 0
    parse = json.JSONDecoder.raw_decode

    def counted(decoder, text, at=0):
        nonlocal handed
        handed += len(text) - at
        return parse(decoder, text, at)

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", counted)

    def make(size):
        data = fills(JUNK[junk], size)
        path = tmp_path / "junk"

        def read():
            path.write_bytes(data)
            try:
                if kind == "bundle":
                    decode_bundle(data)
                elif kind == "request":
                    read_request(path)
                elif kind == "answer":
                    read_answer_file(data)
                else:
                    list(ndjson.import_(data.decode().splitlines()))
            except (ReplayError, LedgerError):
                return

        return read

    one = lines_of(make(4_000))
    handed = 0
    many = lines_of(make(16_000))
    assert many <= max(one, 300) * 5, (one, many)
    assert handed <= 4 * 16_000, handed


ENDLESS = (
    "-",
    "-----BEGIN HEXLEDGER BUNDLE-----\n-",
    "--BEGIN HEXLEDGER B--\nBytes: 1\nCheck: 0123456789abcdef\n-",
    ">",
    "{ ",
)
CPU = 20
"""Seconds of CPU; what they are for takes a second and a half, most of it imports, and the quadratic one a quarter of
an hour."""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of CPU time here")
@pytest.mark.parametrize("lead", ENDLESS)
def test_a_mail_of_one_sign_that_goes_on_and_on_is_read_once(lead):
    """An expression that begins anew at each of many dashes is counted by no line of Python: the system stops it."""
    program = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_CPU, ({CPU}, {CPU}))\n"
        "from hexledger.replays.log.mail import BadBundle, decode_bundle\n"
        "try:\n    decode_bundle(sys.stdin.buffer.read())\n"
        "except BadBundle:\n    print('refused')"
    )
    data = (lead + lead[-2:].strip() * 400_000).encode()
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"refused\n"), done


def test_a_deep_rewind_costs_as_much_as_a_shallow_one(tmp_path):
    """Each going back to the beginning, each across the whole line: what it crosses is not walked again."""
    log = tmp_path / "deep.hxl"
    with Chronicle.create(
        log, new_genesis("skirmish", seed="1", game=drill(), undo_policy="free"), game=drill()
    ) as game:
        advance(game, 12)
    base = [encode_frame(frame) for frame in frames_of(log)]
    frames = frames_of(log)
    tip, root = frames[-1], frames[0]

    def make(count):
        payloads, head = list(base), tip.seq
        for number in range(count):
            to = 0 if number % 2 == 0 else tip.seq
            here = (root if to == 0 else tip).digest
            said = Rewind(to, "", (), redo=to != 0, policy="")
            payloads.append(encode_frame(Frame(len(payloads), REWIND, 1, head, encode_value(said), (), (), here, None)))
            head = to
        forged = anew(tmp_path / f"deep-{count}.hxl", payloads)
        assert audit(forged, game=drill()).intact
        return lambda: audit(forged, game=drill())

    in_proportion(make, 60)
