"""Signed notes (C2SP signed-note): a text, an empty line, and Ed25519 signature lines that anyone may add.

    — <key name> base64(4-byte key id | 64-byte signature)
    key id = first 4 bytes of SHA-256(name | 0x0A | 0x01 | public key)

The library behind Ed25519 is loaded at the first signature or check, never by import.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from hexledger.events.errors import BadNote

_ED25519 = b"\x01"
_COSIGNATURE = b"\x04"
_TIME_SIZE = 8
_DASH = "\u2014 "
_SIGNATURE_SIZE = 64
_KEY_SIZE = 32
# a hostile note must not cost unbounded work
_MAX_NOTE = 1 << 20
_MAX_SIGNATURES = 100


class VerifierKey(NamedTuple):
    """A public key and the name it signs under."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The 4 bytes that lead its signatures."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:4]

    @property
    def cosignature_id(self) -> bytes:
        """The 4 bytes that lead its cosignatures, which witnesses of the C2SP kind make (tlog-cosignature, type 4)."""
        return sha256(self.name.encode() + b"\n" + _COSIGNATURE + self.public).digest()[:4]

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        """Read `<name>+<key id in hex>+<base64(type | public key)>`, type 0x01 or, of a witness, 0x04.

        Raises BadNote.
        """
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        raw = _decode(encoded, "verifier key")
        if raw[:1] not in (_ED25519, _COSIGNATURE) or len(raw) != 1 + _KEY_SIZE:
            raise BadNote("not a public key for notes: an Ed25519 key as NAME+ID+BASE64")
        key = cls(_checked_name(name), raw[1:])
        known = (key.key_id if raw[:1] == _ED25519 else key.cosignature_id).hex()
        if known != key_id:
            raise BadNote(f"the key id of this public key should be {known}")
        return key

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{base64.b64encode(_ED25519 + self.public).decode()}"


class SignerKey:
    """A private key: 32 secret bytes (the seed) and the name it signs under. Its repr shows no secret."""

    __slots__ = ("_seed", "verifier")

    def __init__(self, name: str, seed: bytes) -> None:
        """`seed`: 32 bytes from a secure source. Raises BadNote for a name with spaces or a plus, or a wrong size."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        if len(seed) != _KEY_SIZE:
            raise BadNote(f"an Ed25519 seed has {_KEY_SIZE} bytes, not {len(seed)}")
        self._seed = seed
        public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
        self.verifier = VerifierKey(_checked_name(name), public)

    @classmethod
    def parse(cls, text: str) -> SignerKey:
        """Read `PRIVATE+KEY+<name>+<key id in hex>+<base64(0x01 | seed)>`. Raises BadNote, which shows no secret."""
        parts = text.strip().split("+", 4)
        if len(parts) != 5 or parts[:2] != ["PRIVATE", "KEY"]:
            raise BadNote("not a private key: it begins with PRIVATE+KEY+")
        try:
            raw = _decode(parts[4], "private key")
        except BadNote:
            raise BadNote("a damaged private key: not base64") from None
        if raw[:1] != _ED25519 or len(raw) != 1 + _KEY_SIZE:
            raise BadNote("a damaged private key: not an Ed25519 key")
        key = cls(parts[2], raw[1:])
        if key.verifier.key_id.hex() != parts[3]:
            raise BadNote("a damaged private key: the key id is not its own")
        return key

    @property
    def secret_text(self) -> str:
        """What `parse` reads: the secret itself, for its owner's file only."""
        encoded = base64.b64encode(_ED25519 + self._seed).decode()
        return f"PRIVATE+KEY+{self.verifier.name}+{self.verifier.key_id.hex()}+{encoded}"

    def sign_bytes(self, message: bytes) -> bytes:
        """The 64-byte signature over any bytes. The caller's message begins with what it is (see `signatures.py`)."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._seed).sign(message)

    def sign(self, text: str) -> str:
        """The signature line (with newline) for a note's text."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        signature = Ed25519PrivateKey.from_private_bytes(self._seed).sign(_checked_text(text).encode())
        return f"{_DASH}{self.verifier.name} {base64.b64encode(self.verifier.key_id + signature).decode()}\n"

    def __repr__(self) -> str:
        return f"SignerKey({self.verifier})"


class OpenedNote(NamedTuple):
    """A note some of whose signatures were checked and found good: its text and the keys that signed it."""

    text: str
    signed_by: tuple[VerifierKey, ...]


def sign_note(text: str, signers: Iterable[SignerKey]) -> str:
    """A note: `text` (one or more lines, each ended by a newline) with one signature line for each signer."""
    return _checked_text(text) + "\n" + "".join(signer.sign(text) for signer in signers)


def add_signature(note: str, signer: SignerKey) -> str:
    """The note with one more signature (none twice). The caller has checked what it says. Raises BadNote."""
    text, _ = _split(note)
    line = signer.sign(text)
    return note if line in note[len(text) + 1 :].splitlines(keepends=True) else note + line


def open_note(note: str, trusted: Sequence[VerifierKey]) -> OpenedNote:
    """Check a note against the keys we trust.

    Signatures of unknown keys are passed over. Raises BadNote if the note is malformed, if a signature of a trusted
    key is wrong, or if no trusted key has signed.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    text, signatures = _split(note)
    signed_by: list[VerifierKey] = []
    for name, raw in signatures:
        for key in trusted:
            if key.name != name or raw[:4] not in (key.key_id, key.cosignature_id) or key in signed_by:
                continue
            signature, said = (raw[4:], text) if raw[:4] == key.key_id else _cosigned(raw[4:], text)
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(signature, said.encode())
            except InvalidSignature:
                raise BadNote(f"the signature of {name!r} is wrong") from None
            signed_by.append(key)
    if not signed_by:
        raise BadNote("no signature of a trusted key")
    return OpenedNote(text, tuple(signed_by))


def _cosigned(raw: bytes, text: str) -> tuple[bytes, str]:
    """(signature, what it signs) of a cosignature: a time in seconds, then a signature over it and the note."""
    when = int.from_bytes(raw[:_TIME_SIZE], "big")
    return raw[_TIME_SIZE:], f"cosignature/v1\ntime {when}\n{text}"


def note_text(note: str) -> str:
    """The text of a note, whoever has signed it. Raises BadNote if it is malformed."""
    return _split(note)[0]


def trusted_among(note: str, publics: Iterable[bytes]) -> tuple[VerifierKey, ...]:
    """The keys that claim a signature of the note and are among `publics` (32 bytes each), under the names they use
    there: whom we trust is a key, not a name. Raises BadNote if the note is malformed."""
    known = tuple(publics)
    found: dict[VerifierKey, None] = {}
    for name, raw in _split(note)[1]:
        for public in known:
            key = VerifierKey(name, public)
            if raw[:4] in (key.key_id, key.cosignature_id):
                found[key] = None
    return tuple(found)


def signed_only(note: str, publics: Iterable[bytes], but: Iterable[bytes] = ()) -> str:
    """The note with the good signatures of `publics` alone, each key's first; those of `but` are left out too. Empty
    when none is left. What a stranger adds to a note, or a key under a second name, would else stay in it for ever.

    Raises BadNote as `open_note` does.
    """
    good = open_note(note, trusted_among(note, publics)).signed_by
    text, signatures = _split(note)
    done, lines = set(but), []
    for name, raw in signatures:
        public = next(
            (key.public for key in good if key.name == name and raw[:4] in (key.key_id, key.cosignature_id)), b""
        )
        if public and public not in done:
            done.add(public)
            lines.append(f"{_DASH}{name} {base64.b64encode(raw).decode()}\n")
    return f"{text}\n{''.join(lines)}" if lines else ""


def signer_names(note: str) -> tuple[str, ...]:
    """Names on the signature lines, checked or not. Raises BadNote if the note is malformed."""
    return tuple(name for name, _ in _split(note)[1])


def unchecked(note: str, publics: Iterable[bytes]) -> tuple[str, ...]:
    """Names on the signature lines that no key of `publics` claims: nobody can say whether these signatures are good.
    Each name once, in their order. Raises BadNote if the note is malformed."""
    keys = trusted_among(note, publics)
    claimed = {(key.name, number) for key in keys for number in (key.key_id, key.cosignature_id)}
    return tuple(dict.fromkeys(name for name, raw in _split(note)[1] if (name, raw[:4]) not in claimed))


def _split(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    if len(note) > _MAX_NOTE:
        raise BadNote("note is too long")
    at = note.rfind("\n\n")
    if at < 0 or not note.endswith("\n"):
        raise BadNote("a note is text, an empty line and signature lines")
    text = _checked_text(note[: at + 1])
    lines = note[at + 2 : -1].split("\n") if at + 2 < len(note) else []
    if not lines or len(lines) > _MAX_SIGNATURES:
        raise BadNote(f"a note has 1 to {_MAX_SIGNATURES} signature lines, not {len(lines)}")
    signatures = []
    for line in lines:
        if not line.startswith(_DASH):
            raise BadNote("a malformed signature line")
        name, _, encoded = line[len(_DASH) :].partition(" ")
        raw = _decode(encoded, "signature")
        if len(raw) <= 4:
            raise BadNote("a malformed signature line")
        signatures.append((_checked_name(name), raw))
    return text, signatures


def _checked_text(text: str) -> str:
    if not text.endswith("\n") or text == "\n":
        raise BadNote("the text of a note is not empty and ends with a newline")
    if any(ord(c) < 0x20 and c != "\n" for c in text):
        raise BadNote("the text of a note holds no control characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadNote(f"the text of a note is not valid Unicode: {error.reason}") from None
    return text


def _checked_name(name: str) -> str:
    if not name or "+" in name or any(c.isspace() or ord(c) < 0x20 for c in name):
        raise BadNote("the name of a key must not be empty nor hold spaces or a plus")
    return name


def _decode(encoded: str, what: str) -> bytes:
    try:
        raw = base64.b64decode(encoded.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise BadNote(f"{what}: not base64") from None
    if base64.b64encode(raw).decode() != encoded:
        raise BadNote(f"{what}: base64 with stray bits")
    return raw
