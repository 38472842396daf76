"""Armour: bytes as text that survives mail, between two lines that say what it is, with its length and a checksum.

    -----BEGIN HEXLEDGER BUNDLE-----
    Bytes: 1234
    Check: 0123456789abcdef

    base64 in lines of 64
    -----END HEXLEDGER BUNDLE-----

Quote marks, footers, other line lengths, blanks and quoted-printable signs do no harm; what does is named: an end
that is missing, bytes that are missing, bytes that are others. The checksum (of SHA-256) finds accidents, not forgers.
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from typing import Final

from hexledger.events.errors import LedgerError

WIDTH: Final = 64
# each begins at the first of its dashes and gives nothing back, so that a mail of dashes alone is read once
_BEGIN: Final = r"(?<!-)-{2,}+[\s>|]*+BEGIN[\s>|]++HEXLEDGER[\s>|]++([A-Z]++)[\s>|]*+-{2,}+"
_END: Final = r"(?<!-)-{2,}+[\s>|]*+END[\s>|]++HEXLEDGER"
_HEAD: Final = r"Bytes:[\s>|]*([0-9]{1,12})[\s>|]+Check:[\s>|]*([0-9a-f]{16})"
_QUOTED: Final = "=3D"
"""How quoted-printable writes an equals sign."""


class BadArmour(LedgerError):
    """A text in armour that did not arrive as it was sent; `str()` says what happened to it."""


def wrap(what: str, data: bytes) -> str:
    """The text of `data`. `what`: one word in capitals that says what it is."""
    encoded = base64.b64encode(data).decode("ascii")
    lines = [encoded[at : at + WIDTH] for at in range(0, len(encoded), WIDTH)]
    head = (f"-----BEGIN HEXLEDGER {what}-----", f"Bytes: {len(data)}", f"Check: {_check(data)}", "")
    return "\n".join((*head, *lines, f"-----END HEXLEDGER {what}-----", ""))


def unwrap(text: str) -> bytes | None:
    """The bytes of the first armour in a text, None when there is none. Raises BadArmour."""
    begin = re.search(_BEGIN, text)
    if begin is None:
        return None
    what = begin[1].lower()
    end = re.compile(_END).search(text, begin.end())
    inside = text[begin.end() : end.start() if end is not None else len(text)]
    head = re.search(_HEAD, inside)
    if head is None:
        raise BadArmour(f"the {what} is cut short or changed: its first lines are not as they were sent")
    size, check = int(head[1]), head[2]
    body = re.sub(r"[^A-Za-z0-9+/]", "", inside[head.end() :].replace(_QUOTED, ""))
    # a lone sign at the end is half a byte of what is missing
    body = body[:-1] if len(body) % 4 == 1 else body
    data = base64.b64decode(body + "=" * (-len(body) % 4))
    if len(data) < size:
        lost = "; its last line is missing" if end is None else ""
        raise BadArmour(f"the {what} is cut short: {len(data):,} of {size:,} bytes arrived{lost}")
    if len(data) > size or _check(data) != check:
        raise BadArmour(f"the {what} was changed on the way: its checksum does not fit")
    return data


def _check(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
