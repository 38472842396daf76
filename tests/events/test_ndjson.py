"""A log as NDJSON and back: byte for byte, or refused with the number of the line."""

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexledger.events import model as ev
from hexledger.events.errors import LedgerError
from hexledger.events.frame import DECISION, Frame, encode_frame
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.ndjson import BadLine, export, import_
from hexledger.events.nesting import DEEPEST
from hexledger.events.registry import KINDS
from tests.drill.play import begun, to_the_end, undone_and_branched, written
from tests.projections.events import EVENT


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A finished game with undone lines, a branch, a name in Japanese."""
    path = tmp_path_factory.mktemp("ndjson") / "game.hxl"
    with begun(path) as game:
        undone_and_branched(game, '\u5f8c\u9000 \\ "quoted"', "\u30ab\u30fc\u30f3")
        to_the_end(game)
    return path


def lines_of(path, annotate=None):
    with Ledger.open_reader(path) as ledger:
        return list(export(ledger.payloads(), [ledger.leaf(n) for n in range(len(ledger))], annotate))


def test_a_log_with_branches_comes_back_byte_for_byte(log, tmp_path):
    again = written(tmp_path / "again.hxl", import_(lines_of(log)))
    assert again.read_bytes() == log.read_bytes()


def test_notes_for_people_and_empty_lines_change_nothing(log, tmp_path):
    lines = lines_of(log, lambda frame: {"says": f"frame {frame.seq}", "who": ["red", "blue"]})
    assert json.loads(lines[3])["note"]["says"] == "frame 3"
    spaced = [part for line in lines for part in (line, "", "  \n")]
    assert written(tmp_path / "again.hxl", import_(spaced)).read_bytes() == log.read_bytes()


def test_a_line_says_in_words_what_the_frame_holds(log):
    genesis, first, *_ = (json.loads(line) for line in lines_of(log))
    assert (genesis["kind"], genesis["parent"], first["kind"]) == ("genesis", -1, "decision")
    assert {event["event"] for event in genesis["events"]} >= {"Placed", "TurnBegan", "Drawn", "Pushed"}
    assert {kind.name for kind in KINDS} >= {event["event"] for event in first["events"]}


EDITS = {
    "a number": lambda d: d["events"][0].update(rule=d["events"][0].get("rule", 0) + 1),
    "an event gone": lambda d: d["events"].pop(),
    "an event twice": lambda d: d["events"].append(d["events"][0]),
    "an unknown event": lambda d: d["events"][0].update(event="Teleported"),
    "an event without a kind": lambda d: d["events"][0].pop("event"),
    "a field too many": lambda d: d["events"][0].update(extra=1),
    "a field of another name": lambda d: d["events"][0].update(data=1),
    "text for a number": lambda d: d["events"][0].update(rule="three"),
    "a huge number": lambda d: d["events"][0].update(rule=1 << 70),
    "another actor": lambda d: d.update(actor=d["actor"] + 1),
    "a huge actor": lambda d: d.update(actor=1 << 70),
    "another parent": lambda d: d.update(parent=d["parent"] + 1),
    "another kind": lambda d: d.update(kind="rewind"),
    "an unknown kind": lambda d: d.update(kind="dream"),
    "another decision": lambda d: d.update(decision=[18, 18]),
    "a decision with a huge number": lambda d: d.update(decision=[1 << 70]),
    "a decision with a lone surrogate": lambda d: d.update(decision=["\ud800"]),
    "a decision without end": lambda d: d.update(decision="<deep>"),
    "another digest": lambda d: d.update(digest="00" * 16),
    "a digest that is no hex": lambda d: d.update(digest="zz"),
    "another leaf": lambda d: d.update(leaf="00" * 32),
    "another time": lambda d: d.update(time=1),
    "evidence": lambda d: d.update(evidence=["sworn"]),
    "an unknown field": lambda d: d.update(comment="mine"),
    "a missing field": lambda d: d.pop("digest"),
}


DEEP = "[" * 3000 + "]" * 3000


@pytest.mark.parametrize("edit", EDITS, ids=str)
@pytest.mark.parametrize("at", [0, 4])
def test_an_edited_line_is_refused_with_its_number(log, edit, at):
    lines = lines_of(log)
    data = json.loads(lines[at])
    EDITS[edit](data)
    lines[at] = json.dumps(data).replace('"<deep>"', DEEP)
    with pytest.raises(BadLine) as refused:
        list(import_(lines))
    assert refused.value.line == at + 1


@pytest.mark.parametrize("at", [0, 3])
def test_no_character_of_a_line_can_be_damaged_unnoticed(log, at):
    """Every character in turn: refused at this line, or (a space, say) the very same frame."""
    lines = lines_of(log)
    line = lines[at]
    before = list(import_(lines))[: at + 1]
    refused = 0
    for position in range(len(line)):
        for other in ("7", "x", '"'):
            if line[position] == other:
                continue
            damaged = line[:position] + other + line[position + 1 :]
            try:
                assert list(import_([*lines[:at], damaged])) == before
            except BadLine as error:
                refused += 1
                assert error.line == at + 1
    assert refused > 2 * len(line)


def test_a_line_left_out_or_moved_is_refused_where_the_chain_breaks(log):
    lines = lines_of(log)
    for damaged, number in (
        (lines[:3] + lines[4:], 4),
        ([*lines[:2], lines[3], lines[2], *lines[4:]], 3),
        ([lines[0], *lines], 2),
        (["null", *lines], 1),
        ([lines[0][: len(lines[0]) // 2], *lines[1:]], 1),
    ):
        with pytest.raises(BadLine) as refused:
            list(import_(damaged))
        assert refused.value.line == number


@given(st.lists(EVENT, max_size=12))
@settings(suppress_health_check=list(HealthCheck))
def test_events_of_every_kind_survive(events):
    payload = encode_frame(
        Frame(0, DECISION, 1, -1, msgspec.Raw(b"\x91\x12"), tuple(events), ("e",), bytes(16), 1720000000000)
    )
    (line,) = export([payload], [leaf_hash(bytes(32) + payload)])
    assert list(import_([line])) == [payload]


@pytest.mark.parametrize(
    ("kind", "decision"),
    [
        (DECISION, msgspec.msgpack.encode([b"bytes"])),
        (DECISION, msgspec.msgpack.encode({1: 2})),
        (DECISION, b"\xa1\xff"),
        (DECISION, b"\x91" * DEEPEST + b"\x90"),
        (DECISION, b"\x91" * 5000 + b"\x90"),
        (11, b"\x90"),
    ],
)
def test_a_frame_that_json_cannot_carry_is_refused_at_export(kind, decision):
    payload = encode_frame(Frame(0, kind, 1, -1, msgspec.Raw(decision), (ev.Popped(),), (), bytes(16), None))
    with pytest.raises(LedgerError, match="frame 0"):
        list(export([payload], [leaf_hash(bytes(32) + payload)]))


def test_a_frame_that_is_not_in_its_one_form_is_refused_at_export():
    payload = msgspec.msgpack.encode([0, 1, 1, -1, [18], [], [], bytes(16), None, "", "hidden"])
    with pytest.raises(LedgerError, match="frame 0 is not in canonical form"):
        list(export([payload], [leaf_hash(bytes(32) + payload)]))
