"""The verdict of an audit: what was checked, what was found."""

from __future__ import annotations

import msgspec

from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.dice_counts import DiceCount
from hexledger.replays.audit.earlier import MendedFrame
from hexledger.replays.audit.trust import Trust

INTACT, NOT_ANCHORED, CONTRADICTED = "intact", "intact but not anchored", "contradicted"
EARLIER, UNDECIDED = "played by earlier rules", "not decided again"


class IrregularFrame(msgspec.Struct, frozen=True):
    """A decision that the rules refuse and that was recorded all the same."""

    frame: int
    rule: str
    reason: str


class Verdict(msgspec.Struct):
    """What an audit found. `word` is the verdict:

    intact, intact but not anchored   everything holds, and everybody's checkpoint covers all of it or not
    contradicted                      something cannot be true
    played by earlier rules           everything holds but frames that rules decide otherwise which were mended since
    not decided again                 bytes, chain and positions hold; the log's own edition or rules are not at hand

    signatures, signable  good signatures, and frames that the game wants signed
    seals, seals_opened   secret choices fixed, and those that were opened to their commitment
    anchored              frames that somebody's checkpoint vouches for; `anchored_by` names them
    dice, dice_changes    what became of the rolls of each dice mode; frames in which the mode was changed
    unconfirmed           frames whose entered rolls wait for a confirmation
    mended                frames that an earlier rules version decided otherwise, by rules that were mended since
    unproved              why nothing was decided again although it was asked for; empty when it was
    waiting               frame of a decision that waits for its dice, -1 none
    trust                 who signed, who could have influenced the dice, what was agreed to (`trust.py`)
    """

    path: str
    word: str = INTACT
    game: str = ""
    scenario: str = ""
    log_id: str = ""
    edition: str = ""
    edition_kind: str = ""
    rules_version: str = ""
    dice_mode: str = ""
    frames: int = 0
    decisions: int = 0
    redecided: int = 0
    rolls: int = 0
    rewinds: int = 0
    labels: int = 0
    rulings: int = 0
    claims: int = 0
    openings: int = 0
    signatures: int = 0
    signable: int = 0
    seals: int = 0
    seals_opened: int = 0
    anchored: int = 0
    anchored_by: list[str] = msgspec.field(default_factory=list)
    events: int = 0
    root: str = ""
    dice: dict[str, DiceCount] = msgspec.field(default_factory=dict)
    dice_changes: list[int] = msgspec.field(default_factory=list)
    unconfirmed: list[int] = msgspec.field(default_factory=list)
    waiting: int = -1
    mended: list[MendedFrame] = msgspec.field(default_factory=list)
    unproved: str = ""
    irregular: list[IrregularFrame] = msgspec.field(default_factory=list)
    trust: Trust = msgspec.field(default_factory=Trust)
    notes: list[str] = msgspec.field(default_factory=list)
    contradiction: Contradiction | None = None

    @property
    def intact(self) -> bool:
        """True when nothing contradicts, and nothing that was to be proved is left unproved."""
        return self.contradiction is None and not self.mended and not self.unproved

    @property
    def again(self) -> str:
        """How many frames were decided again, in a line; of a log that was not asked for it, or could not be, that."""
        frames = self.decisions + self.rulings + 1
        if not self.redecided:
            return f"not decided again: {frames} frames, nothing of their rules is proved"
        return f"decided again: {self.redecided} of {frames} frames equal, byte for byte"

    @property
    def text(self) -> str:
        """The verdict in a line, its word first."""
        if self.contradiction is not None:
            return f"{self.word}: {self.contradiction}"
        if self.unproved:
            return f"{self.word}: {self.unproved}"
        if self.mended:
            some = f"{len(self.mended)} of {self.frames} frames are decided otherwise now"
            since = f"by rules that were mended since, the first #{self.mended[0].frame}"
            return f"{self.word}: version {self.rules_version} of the rules; {some}, {since}"
        if self.word == NOT_ANCHORED:
            some = f" beyond {self.anchored} of {self.frames} frames"
            return self.word + (some if self.anchored else ": no checkpoint covers any frame")
        return self.word


def contradicted(verdict: Verdict, contradiction: Contradiction) -> Verdict:
    """The verdict with the first contradiction written in."""
    verdict.word = CONTRADICTED
    verdict.contradiction = contradiction
    return verdict
