"""What mail has made of a file: armour, quoted and wrapped lines, footers, byte order marks, other encodings.

The JSON that was sent is found in it again, or what happened to it is said, with what to ask for.
"""

from __future__ import annotations

import html
import json
import quopri
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hexledger.events.armour import BadArmour, unwrap
from hexledger.events.file_kinds import LOG, SECRET, kind_of
from hexledger.events.texts import NotText, read_text
from hexledger.replays.errors import ReplayError

_QUOTE: Final = re.compile(r"^(?:[>|]\s?)+", re.MULTILINE)
_BLANKS: Final = "\u00a0\u200b\ufeff"
AGAIN: Final = "ask for it again, as an attachment, or in text that survives mail (`send --text`)"


class BadMail(ReplayError):
    """A file that came by mail and is not what was sent; `str()` says what happened and what to ask for."""


def unwrapped(data: bytes, what: str, reads: Callable[[bytes], bool]) -> bytes:
    """The JSON object that was sent, as bytes. `what`: what it is to be ("bundle"); `reads`: whether bytes are such a
    thing, where mail may have done one thing or another. Raises BadMail."""
    if data.startswith(b"{") and reads(data):
        return data
    kind = kind_of(data)
    if kind == LOG:
        raise BadMail(f"not a {what}: that is the log itself; ask for what `send LOG --to SIDE -o FILE` writes")
    if kind in SECRET:
        raise BadMail(f"not a {what}: that is {kind}, which is for its owner only")
    try:
        text = read_text(Path(what), data)
    except NotText as error:
        raise BadMail(f"not a {what}: no text: {error.reason}") from None
    try:
        found = unwrap(text)
    except BadArmour as error:
        raise BadMail(f"{error}; {AGAIN}") from None
    if found is not None:
        return found
    attempts = (_joined(text), _joined(_from_quoted_printable(text)), _joined(html.unescape(text)))
    objects = [sent.encode() for sent in map(_first_object, attempts) if sent is not None]
    for sent in objects:
        if reads(sent):
            return sent
    if objects:
        return objects[0]  # the caller says what is wrong with it
    if re.search(rf'{{\s*"{what}"', _joined(text)):
        raise BadMail(f"the {what} is cut short or changed on the way: {len(data):,} bytes arrived; {AGAIN}")
    raise BadMail(f"not a {what}: there is none in this text; ask for the file that `send` writes, as an attachment")


def _joined(text: str) -> str:
    """A text with its quote marks and line ends taken out: what was sent is one line."""
    return _QUOTE.sub("", text).replace("\n", "").translate(dict.fromkeys(map(ord, _BLANKS)))


def _first_object(text: str) -> str | None:
    """The first JSON object of a text, whatever stands before and behind it."""
    at = text.find('{"')
    if at < 0:
        return None
    try:
        _, end = json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    return text[at:end]


def _from_quoted_printable(text: str) -> str:
    return quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")
