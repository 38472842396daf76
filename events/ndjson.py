"""A log as NDJSON, for people and other tools: one frame a line, lossless.

Every line carries the frame's leaf hash. Importing encodes the line again and chains it; a line whose bytes would not
have that hash is refused with its number, so that a round trip is exact byte for byte or fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.frame import KINDS as FRAME_KINDS
from hexledger.events.frame import UNREADABLE, Frame, decode_frame, encode_frame
from hexledger.events.left_out import LeftOut
from hexledger.events.merkle import leaf_hash
from hexledger.events.model import Event
from hexledger.events.nesting import DEEPEST, too_deep
from hexledger.events.registry import BY_NAME

_KIND_NUMBERS = {name: number for number, name in FRAME_KINDS.items()}


class BadLine(LedgerError):
    """A line that is no frame of this log: its number (from 1), and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def event_data(event: Event) -> dict[str, Any]:
    """An event as `{"event": "Moved", "piece": 3, ...}`."""
    out: dict[str, Any] = {"event": type(event).__name__}
    for name in event.__struct_fields__:
        out[name] = getattr(event, name)
    return out


def frame_data(frame: Frame, leaf: bytes) -> dict[str, Any]:
    """A frame as plain data."""
    return {
        "seq": frame.seq,
        "kind": FRAME_KINDS[frame.kind],
        "actor": frame.actor,
        "parent": frame.parent,
        "decision": msgspec.msgpack.decode(frame.decision),
        "events": [event_data(event) for event in frame.events],
        "evidence": list(frame.evidence),
        "digest": frame.digest.hex(),
        "time": frame.time,
        **({"signature": frame.signature} if frame.signature else {}),
        "leaf": leaf.hex(),
    }


Annotate = Callable[[Frame], dict[str, Any]]
"""Adds a `note` to a line: names for people to read. Ignored by the import."""


def export(payloads: Iterable[bytes], leaves: Iterable[bytes], annotate: Annotate | None = None) -> Iterator[str]:
    """Lines of NDJSON, without line ends, one for each frame."""
    for seq, (payload, leaf) in enumerate(zip(payloads, leaves, strict=True)):
        frame = decode_frame(payload, seq)
        if encode_frame(frame) != bytes(payload):
            raise LedgerError(f"frame {seq} is not in canonical form and would not survive a round trip")
        if frame.kind not in FRAME_KINDS:
            raise LedgerError(f"frame {seq} is of the unknown kind {frame.kind}")
        try:
            data = frame_data(frame, leaf)
            survives = _payload(seq + 1, _line_decoder.decode(msgspec.json.encode(data))) == bytes(payload)
        except (BadLine, *UNREADABLE) as error:
            raise LedgerError(f"frame {seq} cannot be written as JSON: {error}") from error
        if not survives:
            raise LedgerError(f"frame {seq} holds a decision that JSON cannot carry")
        if annotate is not None:
            data["note"] = annotate(frame)
        yield msgspec.json.encode(data).decode()


_LEFT_OUT = '{"left_out":'


def left_out_line(missing: LeftOut) -> str:
    """The last line of an export of a log of which something is missing."""
    return msgspec.json.encode({"left_out": missing.data()}).decode()


def left_out_of(lines: Sequence[str]) -> str:
    """What such a last line says, empty when there is none."""
    last = next((line for line in reversed(lines) if line.strip()), "")
    if not last.startswith(_LEFT_OUT):
        return ""
    try:
        return str(msgspec.json.decode(last)["left_out"]["text"])
    except (KeyError, TypeError, UnicodeError, *UNREADABLE):
        return "it does not say what"


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    kind: str
    actor: int
    parent: int
    decision: Any
    events: list[dict[str, Any]]
    evidence: list[str]
    digest: str
    time: int | None
    leaf: str
    signature: str = ""
    note: Any = None


_line_decoder = msgspec.json.Decoder(_Line)


def import_(lines: Iterable[str]) -> Iterator[bytes]:
    """Payloads of exported lines, each checked against its leaf hash; BadLine for anything else."""
    previous = bytes(32)
    for number, text in enumerate(lines, 1):
        if not text.strip() or text.startswith(_LEFT_OUT):
            continue
        try:
            line = _line_decoder.decode(text)
        except (UnicodeError, *UNREADABLE) as error:
            raise BadLine(number, f"not a frame: {error}") from error
        try:
            payload = _payload(number, line)
        except (OverflowError, UnicodeEncodeError, RecursionError) as error:
            raise BadLine(number, f"not a frame: {error}") from error
        leaf = leaf_hash(previous + payload)
        if leaf.hex() != line.leaf:
            raise BadLine(
                number, f"its bytes hash to {leaf.hex()[:16]}..., not to {line.leaf[:16]}... as the line says"
            )
        previous = leaf
        yield payload


def _payload(number: int, line: _Line) -> bytes:
    if line.kind not in _KIND_NUMBERS:
        raise BadLine(number, f"unknown kind of frame {line.kind!r}")
    events = []
    for at, data in enumerate(line.events):
        kind = BY_NAME.get(str(data.get("event")))
        if kind is None:
            raise BadLine(number, f"event {at}: unknown kind {data.get('event')!r}")
        if len(data) != 1 + len(kind.fields):
            raise BadLine(number, f"event {at} ({kind.name}): its fields are {', '.join(kind.fields)}, no others")
        try:
            events.append(msgspec.convert([kind.number, *(data[name] for name in kind.fields)], kind.cls))
        except (KeyError, msgspec.ValidationError) as error:
            raise BadLine(number, f"event {at} ({kind.name}): {error}") from error
    try:
        digest = bytes.fromhex(line.digest)
    except ValueError as error:
        raise BadLine(number, f"digest: {error}") from error
    decision = msgspec.Raw(msgspec.msgpack.encode(line.decision))
    if too_deep(decision):
        raise BadLine(number, f"its decision nests deeper than {DEEPEST} levels")
    frame = Frame(
        line.seq,
        _KIND_NUMBERS[line.kind],
        line.actor,
        line.parent,
        decision,
        tuple(events),  # type: ignore[arg-type]
        tuple(line.evidence),
        digest,
        line.time,
        line.signature,
    )
    return encode_frame(frame)
