"""Text that editors and mail programs have saved: byte order marks, UTF-16, line ends of three systems.

What cannot be text in any of these is refused with its cause, in one sentence that quotes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hexledger.events.errors import LedgerError

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class NotText(LedgerError):
    """A file that is to be text and cannot be read as text."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: not text: {reason}")
        self.path = path
        self.reason = reason


def read_text(path: Path, data: bytes) -> str:
    """The text of a file's bytes, with line ends as `\\n`; NotText says why it is none. `path` is for the message."""
    mark, coding = next(((mark, coding) for mark, coding in _MARKS if data.startswith(mark)), (b"", _guessed(data)))
    try:
        text = data[len(mark) :].decode(coding)
    except UnicodeDecodeError as error:
        at = len(mark) + error.start
        raise NotText(path, f"byte {at} is no {_CALLED[coding]}; {_advice(data)}") from None
    if "\0" in text:
        raise NotText(path, "it holds zero bytes; is it a picture, or damaged?")
    return text.replace("\r\n", "\n").replace("\r", "\n")


_CALLED: Final = {"utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}


def _guessed(data: bytes) -> str:
    """UTF-8, or UTF-16 without a mark where every other byte of the beginning is zero."""
    head = data[:64]
    if len(head) >= 4 and len(head) % 2 == 0:
        if not any(head[1::2]) and all(head[::2]):
            return "utf-16-le"
        if not any(head[::2]) and all(head[1::2]):
            return "utf-16-be"
    return "utf-8"


def _advice(data: bytes) -> str:
    """What an editor has probably done to it."""
    legacy = sum(byte >= 0x80 for byte in data)
    return "save it as UTF-8" if legacy * 3 < len(data) else "is it a text at all?"
