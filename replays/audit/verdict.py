"""The verdict of an audit: what was checked, what was found."""

from __future__ import annotations

import msgspec

from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.dice import DiceCount
from hexledger.replays.audit.trust import Trust

INTACT, NOT_ANCHORED, CONTRADICTED = "intact", "intact but not anchored", "contradicted"


class IrregularFrame(msgspec.Struct, frozen=True):
    """A decision that the rules refuse and that was recorded all the same."""

    frame: int
    rule: str
    reason: str


class Verdict(msgspec.Struct):
    """What an audit found. `word` is the verdict: `intact`, `intact but not anchored` or `contradicted`.

    signatures, signable  good signatures, and frames that the game wants signed
    seals, seals_opened   secret choices fixed, and those that were opened to their commitment
    anchored              frames that somebody's checkpoint vouches for; `anchored_by` names them
    dice, dice_changes    what became of the rolls of each dice mode; frames in which the mode was changed
    unconfirmed           frames whose entered rolls wait for a confirmation
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
    irregular: list[IrregularFrame] = msgspec.field(default_factory=list)
    trust: Trust = msgspec.field(default_factory=Trust)
    notes: list[str] = msgspec.field(default_factory=list)
    contradiction: Contradiction | None = None

    @property
    def intact(self) -> bool:
        """True when nothing contradicts."""
        return self.contradiction is None


def contradicted(verdict: Verdict, contradiction: Contradiction) -> Verdict:
    """The verdict with the first contradiction written in."""
    verdict.word = CONTRADICTED
    verdict.contradiction = contradiction
    return verdict
