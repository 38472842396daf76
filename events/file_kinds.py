"""What a file is, by what it holds and never by its name: logs, secrets, keys, checkpoints, bundles.

Nothing here checks that a file is sound: a damaged log is still somebody's log. It answers two questions: what must
never be written over, and what a file is that was given in the place of another.
"""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Final

import msgspec

from hexledger.events.errors import DiskError
from hexledger.events.framing import GENESIS_LINK, HEADER, PAYLOAD_AT, resume
from hexledger.events.platform import LONGEST, regular_bytes, special

LOG: Final = "a log"
PRIVATE_KEY: Final = "a private key"
PUBLIC_KEY: Final = "a public key"
KEEPER: Final = "a keeper's file"
DUEL_VAULT: Final = "a vault of duel dice"
SEAL_VAULT: Final = "a vault of seals"
MEMORY: Final = "the memory of a key"
OTHER_SECRET: Final = "a file of secrets"
BUNDLE: Final = "a bundle"
REQUEST: Final = "a request"
CONSENT: Final = "a consent"
ANSWER: Final = "an answer of the keeper"
CHECKPOINT: Final = "a file of checkpoints"
WITNESS_REQUEST: Final = "a request to a witness"
PROOF: Final = "a proof"
COMMITMENT: Final = "a commitment"
NOTES: Final = "a file of notes"
ORDERS: Final = "a file of standing orders"
NDJSON: Final = "an NDJSON export of a log"
REPORT: Final = "a report"
PAGE: Final = "a page"
SVG: Final = "an SVG picture"
PNG: Final = "a PNG picture"

SECRET: Final = (PRIVATE_KEY, KEEPER, DUEL_VAULT, SEAL_VAULT, MEMORY, OTHER_SECRET)
"""What only its owner may read."""

PRECIOUS: Final = (
    LOG,
    *SECRET,
    PUBLIC_KEY,
    BUNDLE,
    REQUEST,
    CONSENT,
    ANSWER,
    CHECKPOINT,
    WITNESS_REQUEST,
    COMMITMENT,
    NOTES,
    ORDERS,
)
"""What no output is ever written over: it cannot be made again from anything else, or somebody waits for it."""

MAILED: Final = (BUNDLE, REQUEST, CONSENT, ANSWER, CHECKPOINT, WITNESS_REQUEST, COMMITMENT)
"""What this program makes to be sent, and can make again from a log or a secret as long as nobody has added to it."""

HEAD: Final = 1 << 18
"""Bytes of a file that are looked at."""

_PNG: Final = b"\x89PNG\r\n"
_ARMOUR: Final = b"-----BEGIN HEXLEDGER "
_WRAPPED: Final = {b"BUNDLE": BUNDLE, b"ANSWER": ANSWER, b"WORD": CONSENT, b"REQUEST": REQUEST, b"CONSENT": CONSENT}
_BY_NAME: Final = {"keeper": KEEPER, "keeper 2": KEEPER, "duel": DUEL_VAULT, "vault": SEAL_VAULT}
_SHAPES: Final = (
    (("log", "slot", "commitment", "choice", "salt"), SEAL_VAULT),
    (("bundle", "log", "frames"), BUNDLE),
    (("consent", "request"), CONSENT),
    (("request", "key"), ANSWER),
    (("answer", "log", "key"), ANSWER),
    (("answer", "leaf", "key"), ANSWER),
    (("request", "log"), REQUEST),
    (("log_id", "seq", "tip", "decision"), REQUEST),
    (("commitment", "log_id"), COMMITMENT),
    (("seq", "leaf", "what"), MEMORY),
    (("seq", "kind", "parent", "leaf"), NDJSON),
    (("log", "report", "verdict"), REPORT),
    (("log", "notes"), NOTES),
    (("orders", "log", "side"), ORDERS),
    (("secret",), OTHER_SECRET),
)
"""Fields that an object of JSON has -> what the file is; the first that fits."""


def kind_of_file(path: Path) -> str | None:
    """What the file is, None for none of ours (or none that can be read). Never waits: pipes and devices are none."""
    try:
        return kind_of(regular_bytes(path, most=HEAD, longest=sys.maxsize))
    except OSError:
        return None


def kind_of(data: bytes) -> str | None:
    """What a file is that begins with these bytes; the first HEAD of them tell it."""
    data = data[:HEAD]
    if _is_log(data):
        return LOG
    if data.startswith(_PNG):
        return PNG
    text = _text(data)
    start = text[:4096].lstrip()
    if start.startswith("PRIVATE+KEY+"):
        return PRIVATE_KEY
    if start.startswith(("<!doctype html", "<html")):
        return PAGE
    if start.startswith("<svg") or start.startswith("<?xml"):
        return SVG
    if start.startswith("{"):
        return _kind_of_json(text.lstrip())
    if start.startswith("c2sp.org/tlog-proof"):
        return PROOF
    at = data.find(_ARMOUR)
    if at >= 0:
        word = data[at + len(_ARMOUR) :].split(b"-", 1)[0].strip().split(b" ")[0]
        return _WRAPPED.get(word, BUNDLE)
    if "\n\u2014 " in text:
        return WITNESS_REQUEST if start.startswith("old ") else CHECKPOINT
    if "PRIVATE+KEY+" in text:
        return PRIVATE_KEY
    return PUBLIC_KEY if _is_public(start) else None


def read_regular(path: Path, longest: int = LONGEST, action: str = "read the file") -> bytes:
    """The bytes of a regular file; DiskError for a folder, a pipe, a device, a file longer than `longest` bytes."""
    try:
        return regular_bytes(path, longest=longest)
    except OSError as error:
        raise DiskError(path, action, error.strerror or str(error)) from error


def check_regular(path: Path, action: str = "read the file") -> None:
    """DiskError at once for what is no regular file that may be read."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise DiskError(path, action, error.strerror or str(error)) from error
    if not stat.S_ISREG(mode):
        raise DiskError(path, action, f"it is {special(mode)}, not a file")


def _is_log(data: bytes) -> bool:
    """A first frame follows nothing, so its link is zeros; where that much is damaged a later frame shows it."""
    link = data[HEADER.size : PAYLOAD_AT]
    if len(data) > HEADER.size and link == GENESIS_LINK[: len(link)] and data[: HEADER.size] != bytes(HEADER.size):
        return True
    if data.startswith(_PNG) or data.isascii():
        return False
    return resume(data, 0, GENESIS_LINK) is not None


def _text(data: bytes) -> str:
    """The bytes as text, in the encoding that a byte order mark names; what cannot be read is replaced."""
    for mark, coding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark) :].decode(coding, "replace")
    return data.decode("utf-8", "replace")


def _kind_of_json(text: str) -> str | None:
    """The first object of a file decides; a long or a damaged one by the names of fields that it shows."""
    first = text.split("\n", 1)[0]
    try:
        found = msgspec.json.decode(first if first.rstrip().endswith("}") else text)
        names = tuple(found)
        named = found.get("hexledger")
    except (msgspec.DecodeError, UnicodeError, RecursionError, AttributeError, TypeError):
        names, named = _names_in(text), None
        if "hexledger" in names:
            named = ""
    if named is not None:
        return _BY_NAME.get(str(named), OTHER_SECRET)
    return next((kind for fields, kind in _SHAPES if all(field in names for field in fields)), None)


def _names_in(text: str) -> tuple[str, ...]:
    known = dict.fromkeys(field for fields, _ in _SHAPES for field in fields)
    return tuple(field for field in (*known, "hexledger") if f'"{field}":' in text.replace('" :', '":'))


def _is_public(text: str) -> bool:
    line, *rest = text.rstrip().split("\n", 1)
    name, _, after = line.partition("+")
    key_id, _, encoded = after.partition("+")
    return not rest and bool(name) and len(key_id) == 8 and len(encoded.rstrip()) == 44
