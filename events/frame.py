"""One frame per decision: what a side decided, and every event that followed, stored together.

The ledger keeps a frame as `previous leaf hash (32 bytes) | payload`; this module knows the payload, a
msgpack array `[seq, kind, actor, parent, decision, events, evidence, digest, time, signature]`.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from hexledger.events.errors import LedgerError, UnknownEvent
from hexledger.events.model import AnyEvent, Data2
from hexledger.events.nesting import DEEPEST, too_deep
from hexledger.events.registry import first_unknown

GENESIS: Final = 0
DECISION: Final = 1
REWIND: Final = 2
LABEL: Final = 3
RULING: Final = 4
DICE: Final = 5
OPENING: Final = 6
CLAIM: Final = 7
SEAT: Final = 8
END: Final = 9
STUDY: Final = 10
KINDS: Final = {
    GENESIS: "genesis",
    DECISION: "decision",
    REWIND: "rewind",
    LABEL: "label",
    RULING: "ruling",
    DICE: "dice",
    OPENING: "opening",
    CLAIM: "claim",
    SEAT: "seat",
    END: "end",
    STUDY: "study",
}
PLAYS: Final = frozenset({GENESIS, DECISION, RULING})
"""Kinds of frame that change the position: places that a line can stand at."""

OLD: Final = 1
FORMAT: Final = 2
"""Version of the ledger format, written in the genesis frame. Format 1 (`OLD`) is read, and running games go on in it.

The kinds of format 2 are those of format 1 and `SEAT`, `END`, `STUDY`; what its dice records say is told in
`dice_records.py`, what may follow what in `replays/admission`."""


UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are not what they should be: wrong, not UTF-8, nested without end."""


class BadFrame(LedgerError):
    """A frame's bytes are intact but are not a frame of ours: `frame` says which, `reason` what is wrong."""

    def __init__(self, frame: int | None, reason: str) -> None:
        super().__init__(f"frame {'?' if frame is None else frame}: not a Hexledger frame: {reason}")
        self.frame = frame
        self.reason = reason


class Frame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A frame's payload.

    seq       physical number of the frame in its file, 0 = genesis
    kind      one of KINDS
    actor     number of the side that decided, 0 = the table (system, referee)
    parent    seq of the frame that this one continues; -1 for genesis
    decision  msgpack of the decision as the game encodes it (or Genesis, Rewind, Label, Ruling, a dice record,
              Opening, Claim, Seat, End, Study)
    events    everything that followed, in order
    evidence  what its dice follow from: see `engine/dice/`: `entered.py`, `referee.py`, `duel.py`; none in
              practice
    digest    16 bytes: state digest after the events
    time      milliseconds since 1970 given by the caller, or None
    signature base64 of the actor's Ed25519 signature (see `signatures.py`), empty in games that ask for none
    """

    seq: int
    kind: int
    actor: int
    parent: int
    decision: msgspec.Raw
    events: tuple[AnyEvent, ...]
    evidence: tuple[str, ...]
    digest: bytes
    time: int | None
    signature: str = ""


PRACTICE_SEALS: Final = 0
VAULT_SEALS: Final = 1
"""Salts of seals: derived from the open seed, or random and kept in the owner's vault until the seal is opened."""


class Genesis(msgspec.Struct, frozen=True, array_like=True):
    """The decision of frame 0: what is played, with what, under which dice and policy."""

    format: int
    log_id: str
    """32 hex digits; random, or derived from the seed in practice mode."""
    game: str
    scenario: str
    rules_version: str
    edition: str
    """Edition id, e.g. `house-1`."""
    edition_kind: str
    """`house` or `printed`."""
    edition_fingerprint: str
    dice_mode: int
    seed: str
    """Practice mode: the open seed. Other modes: empty."""
    undo_policy: str
    options: dict[str, str | int | bool]
    players: tuple[tuple[int, str, str], ...]
    """(side, player's name, public key in hex or empty)."""
    commitments: tuple[str, ...]
    """`keeper HASH` (referee dice), `duel SIDE LENGTH ANCHOR` (duel dice, one for each side)."""
    pieces: tuple[str, ...]
    """Piece names by number, so that the log can be read without the edition."""
    places: tuple[str, ...]
    """Place names by number, runs of labels written `first..last` (see `labels.py`)."""
    parent_log: tuple[str, int, str, int] | None = None
    """A what-if study: (log id, size, root in hex, seq it starts from)."""
    signed: bool = False
    """Frames of players with a public key carry their signature, and nobody else acts for the table."""
    seals: int = PRACTICE_SEALS
    refusal_rule: str = ""
    """Duel dice: what follows when a side keeps its link back, `forfeit` or `referee`."""
    as_played: bool = False
    """A transcript of a game played elsewhere: illegal decisions are recorded and marked instead of refused."""
    error_policy: str = ""
    """How errors that are noticed later are dealt with: `next-die`, `segment+swap` ...; empty: by agreement."""


class Rewind(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a REWIND frame: play goes on from frame `to`; `parent` is the head it left."""

    to: int
    reason: str
    consent: tuple[int, ...]
    """Sides (and 0 for the referee) whose recorded consent the rewind had."""
    redo: bool = False
    signatures: tuple[str, ...] = ()
    """Signed games: for each of `consent`, in its order, the signature of that side over the rewind."""
    policy: str = ""
    """Error policy of the game, cited when it has one."""
    about: int = -1
    """The frame whose error was claimed, when the error policy granted the rewind; -1 for an ordinary one."""
    what: str = ""
    """What was claimed of it: `movement`, `combat` or `odds`."""


class Label(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a LABEL frame: `name` points at frame `at`; -1 takes the label away."""

    name: str
    at: int


class Opening(msgspec.Struct, frozen=True, array_like=True):
    """The decision of an OPENING frame: a side shows what it had sealed and never revealed (lines undone, the end)."""

    seals: tuple[tuple[int, tuple[Data2, ...], str], ...]
    """(frame of the seal, the choice as `[tag, field, ...]`, its salt)."""


class Ruling(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a RULING frame: what the referee rules, or both sides adopt, and why.

    The first `effects` events of the frame are the ruling's own, the rest follow from the rules.
    """

    scope: str
    """`position` (the effects correct it), `rule` (a switch of the rules from here on), `adopted` (the same, by both
    sides, from the rulings on file), `irregular` (a decision that the rules refuse is accepted and carried out),
    `accepted` (a decision recorded as irregular stands), `swap` (identical units change places)."""
    reason: str
    about: int = -1
    """The frame that it is about, -1 for none."""
    effects: int = 0
    consent: tuple[int, ...] = ()
    """Sides that agreed to it."""
    source: str = ""
    """`adopted`: id and date of the ruling on file."""
    side: int = 0
    """`irregular`: the side whose decision it is."""
    decision: msgspec.Raw = msgspec.Raw(b"\xc0")
    """`irregular`: the decision, what it did and the rule that refuses it (`engine.decisions.Irregular`); else nil."""
    setting: str = ""
    """`rule` and `adopted`: `SWITCH=READING`, which the frame's first event sets."""
    signatures: tuple[str, ...] = ()
    """Signed games: for each of `consent`, in its order, the signature of that side over the ruling."""


CONCESSION: Final = "concession"
DRAW: Final = "draw"
ADJOURNMENT: Final = "adjournment"
FORFEIT: Final = "forfeit"
ADJUDICATION: Final = "adjudication"
REOPENING: Final = "reopening"
ENDS: Final = (CONCESSION, DRAW, ADJOURNMENT, FORFEIT, ADJUDICATION, REOPENING)


class End(msgspec.Struct, frozen=True, array_like=True):
    """The decision of an END frame: the game ends otherwise than by its rules, rests, or goes on again.

    what    one of ENDS: a side concedes; all agree on a draw, an adjournment, a reopening; the referee rules a
            forfeit or an adjudication
    winner  side that has won, 0 nobody
    level   adjudication: how great the victory is, in the referee's words; else empty
    """

    what: str
    winner: int = 0
    level: str = ""
    reason: str = ""
    consent: tuple[int, ...] = ()
    """Sides (0: the referee) that agree."""
    signatures: tuple[str, ...] = ()
    """Signed games: for each of `consent`, in its order, its word (see `signatures.py`)."""


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a SEAT frame: from the next frame on, another person (or another key) sits at a side.

    side      the side, 0 the referee's seat
    name      who sits there now
    key       public key in hex; empty in games that are not signed
    accepted  signed games: the word of the new key (base64)
    """

    side: int
    name: str
    key: str
    reason: str
    consent: tuple[int, ...] = ()
    signatures: tuple[str, ...] = ()
    accepted: str = ""


FRESH_LUCK: Final = "fresh"
SAME_LUCK: Final = "same"
PAIRED_LUCK: Final = "paired"
LUCKS: Final = (FRESH_LUCK, SAME_LUCK, PAIRED_LUCK)


class Study(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a STUDY frame: what comes after it is a what-if, with open practice dice and free undo.

    The frames before it are those of the log that is studied, byte for byte. No result, no signature counts after it.
    """

    seed: str
    """Open seed of the dice from here on."""
    luck: str = FRESH_LUCK
    """Where rolls come from: `fresh`, the seed alone; `same`, the official line where it made the same roll;
    `paired`, the seed and how often such a roll was made since the line left the game, whatever the frame."""


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """The decision of a CLAIM frame: an error that was claimed and that the game's error policy did not redo.

    A claim that is granted is a rewind that cites it (`Rewind.about`), or a ruling of scope `swap`.
    """

    about: int
    what: str
    reason: str
    policy: str
    outcome: str
    """`stands`, or `referred` to the referee."""
    why: str
    """In words, what the outcome follows from."""
    consent: tuple[int, ...] = ()


Form: TypeAlias = Genesis | Rewind | Label | Ruling | Opening | Claim | Seat | End | Study
FORMS: Final[dict[int, type[Form]]] = {
    GENESIS: Genesis,
    REWIND: Rewind,
    LABEL: Label,
    RULING: Ruling,
    OPENING: Opening,
    CLAIM: Claim,
    SEAT: Seat,
    END: End,
    STUDY: Study,
}
"""Kind of frame -> what its decision holds, but for decisions of the game and dice records."""


ARMIES: Final = 10
"""Seats of armies: seat `10 * side + n` is that of the n-th army of a side, where its players sit apart. A frame's
actor is always the side; which of its seats decided is known by the key that signed."""


def side_of_seat(seat: int) -> int:
    """The side to which a seat belongs: itself, unless it is that of an army."""
    return seat // ARMIES if seat >= ARMIES else seat


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Frame).decode

encode_frame: Final[Callable[[Frame], bytes]] = _encode
"""Payload bytes of a frame. The same frame always gives the same bytes. (The encoder's own function: every append and
every frame that is read asks it.)"""


def decode_frame(payload: bytes | memoryview, seq: int | None = None) -> Frame:
    """Frame of payload bytes; UnknownEvent or BadFrame (naming the frame) for anything that is not one."""
    try:
        frame = _decode(payload)
    except UNREADABLE as error:
        unknown = first_unknown(payload)
        if unknown is not None:
            raise UnknownEvent(-1 if seq is None else seq, unknown) from error
        raise BadFrame(seq, str(error)) from error
    if len(frame.decision) > DEEPEST and too_deep(frame.decision):
        raise BadFrame(seq, f"its decision nests deeper than {DEEPEST} levels")
    if frame.seq != seq and seq is not None:
        raise BadFrame(seq, f"the frame calls itself number {frame.seq}")
    return frame


def encode_value(value: object) -> msgspec.Raw:
    """msgpack of a decision, ready to stand in a frame."""
    return msgspec.Raw(_encode(value))
