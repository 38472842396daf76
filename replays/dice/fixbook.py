"""What a log of format 2 says about its dice, frame by frame in the order of the file.

Mode, commitments, the fixed decision that waits for its roll, the number of fixes since the commitments, entered rolls
that wait for a confirmation. All of it follows the file and not the tree: no rewind brings a mode or a link back.

Each question (`check_...`) is asked before a frame is taken and changes nothing; `take` then notes what the frame said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import read_entered
from hexledger.events.dice_records import (
    DiceChange,
    Fix,
    KeeperReveal,
    Refusal,
    RollsConfirmed,
    decode_record,
    reveal_message,
)
from hexledger.events.frame import DECISION, DICE, RULING, Frame, Genesis
from hexledger.events.model import DICE_MODES, DUEL, ENTERED, PRACTICE, REFEREE, Drawn, Rolled
from hexledger.events.signatures import BadSignature, check_public, verify
from hexledger.replays.errors import DiceRefused

if TYPE_CHECKING:
    from hexledger.replays.dice.study_luck import StudyLuck

FIXED: Final = (REFEREE, DUEL)
"""Modes in which nothing rolls that was not fixed first."""


class Chain(msgspec.Struct, frozen=True):
    """A side's chain: links there are, and the last link that the log has shown, by its number (0: the anchor)."""

    length: int
    shown: int
    last: bytes


class Fixed(msgspec.Struct, frozen=True):
    """A decision that is fixed and waits for its roll.

    seq, leaf   number and leaf hash of the fixing frame
    parent      the frame that the decision continues
    n           how many fixes there were since the commitments, this one included: the number of its links
    link        duel: the decider's link
    refused     side that must roll and has refused to, 0 none
    entrant     after a refusal: who names the values (0 the referee)
    """

    seq: int
    leaf: bytes
    parent: int
    actor: int
    decision: bytes
    n: int
    link: bytes = b""
    refused: int = 0
    entrant: int = 0


class Served(msgspec.Struct, frozen=True):
    """A roll of referee dice: frame that fixed it, its leaf hash, the key that was shown, rolls made under it."""

    seq: int
    leaf: bytes
    key: bytes
    rolls: int


class FixBook:
    """What holds after the frames taken so far. `sides`: the sides of the game, in order."""

    def __init__(self, genesis: Genesis, sides: Sequence[int]) -> None:
        """DiceRefused for dice that cannot be."""
        self.log_id = genesis.log_id
        self.sides = tuple(sides)
        self.as_played = genesis.as_played
        self.mode: int = PRACTICE
        self.seed = self.refusal = self.keeper = ""
        self.keeper_key = b""
        self.chains: dict[int, Chain] = {}
        self.anchors: dict[int, bytes] = {}
        """Duel: side -> the commitment of its chain, by which its vault is known."""
        self.fixes = 0
        """Fixes since the commitments that hold now."""
        self.waiting: Fixed | None = None
        self.changes = 0
        self.keepers: list[str] = []
        """Hashes of the keepers' secrets of the log, in order."""
        self.secrets: dict[str, str] = {}
        """Hash -> the keeper's secret in hex, once opened."""
        self.served: dict[str, list[Served]] = {}
        """Hash of the keeper's secret -> rolls made with his answers."""
        self.stray: list[tuple[int, str]] = []
        """(frame, leaf hash in hex) of what a keeper says that he served and that does not stand in the log."""
        self.unconfirmed: dict[int, tuple[int, ...]] = {}
        """Frame with entered rolls -> sides that have still to confirm them."""
        self.entered: dict[int, int] = {}
        """Frame -> how many rolls were entered in it."""
        self.confirmed = 0
        self.dropped: list[tuple[int, int]] = []
        """(fix, frame that dropped it)."""
        self.refusals: list[tuple[int, int]] = []
        """(frame of the refusal, side that refused)."""
        self.named: list[int] = []
        """Frames whose values were named after a refusal."""
        self.seen: dict[str, int] = {}
        """Commitments (hash, anchor) that the log has shown -> frame."""
        self.studied = False
        """Whether this is a what-if by now."""
        self.luck: StudyLuck | None = None
        """What-if: how rolls fall that do not hang on the frame they are made in."""
        first = DiceChange(genesis.dice_mode, genesis.seed, genesis.commitments, genesis.refusal_rule)
        if genesis.as_played and genesis.dice_mode != ENTERED:
            raise DiceRefused("the transcript of a game played elsewhere has entered dice")
        self._begin(first, 0)

    # ------------------------------------------------------------ modes
    def check_mode(self, change: DiceChange) -> None:
        """DiceRefused when a mode lacks what it stands on, or has too much."""
        if change.mode not in DICE_MODES:
            raise DiceRefused(f"there is no dice mode {change.mode}")
        name = DICE_MODES[change.mode]
        if (change.mode == PRACTICE) != bool(change.seed):
            raise DiceRefused(f"{name} dice {'need' if change.mode == PRACTICE else 'have no'} open seed")
        if (change.mode == DUEL) != (change.refusal in duel.REFUSAL_RULES) or (change.mode != DUEL and change.refusal):
            rules = " or ".join(duel.REFUSAL_RULES)
            raise DiceRefused(f"{name} dice: {change.refusal!r} is no rule for rolls refused (duel dice need {rules})")
        if change.mode == REFEREE:
            self._kept(change.commitments)
        elif change.mode == DUEL:
            self._chained(change.commitments)
        elif change.commitments:
            raise DiceRefused(f"{name} dice have no commitments")

    def _kept(self, commitments: Sequence[str]) -> tuple[str, bytes]:
        found = referee.read_commitment(commitments[0]) if len(commitments) == 1 else None
        if found is None:
            raise DiceRefused("referee dice need one commitment of the keeper, `keeper HASH KEY`")
        if found[0] in self.seen:
            raise DiceRefused("the keeper's commitment was used in this log before: he needs a new secret")
        try:
            check_public(found[1])
        except BadSignature as error:
            raise DiceRefused(f"the keeper's key: {error}") from None
        return found

    def _chained(self, commitments: Sequence[str]) -> dict[int, Chain]:
        if len(self.sides) != 2:
            raise DiceRefused("duel dice are for two sides")
        from hexledger.replays.dice.dicebook import read_chain

        chains: dict[int, Chain] = {}
        for text in commitments:
            side, length, anchor = read_chain(text)
            if side not in self.sides:
                raise DiceRefused(f"{text!r}: there is no side {side}")
            if side in chains:
                raise DiceRefused(f"side {side} has two commitments")
            if anchor.hex() in self.seen:
                raise DiceRefused(f"the commitment of side {side} was shown in frame {self.seen[anchor.hex()]}")
            chains[side] = Chain(length, 0, anchor)
        if sorted(chains) != list(self.sides):
            raise DiceRefused("duel dice need a commitment of every side, `duel SIDE LENGTH ANCHOR`")
        one, two = self.sides
        close = duel.too_close(self.log_id, (one, two), (chains[one].last, chains[two].last))
        if close:
            raise DiceRefused(f"the commitments of sides {one} and {two} {close}: one is made from the other")
        return chains

    def _begin(self, change: DiceChange, seq: int) -> None:
        self.check_mode(change)
        self.chains, self.keeper, self.keeper_key = {}, "", b""
        if change.mode == REFEREE:
            self.keeper, self.keeper_key = self._kept(change.commitments)
            self.keepers.append(self.keeper)
            self.seen[self.keeper] = seq
        elif change.mode == DUEL:
            self.chains = self._chained(change.commitments)
            self.anchors = {side: chain.last for side, chain in self.chains.items()}
            self.seen |= {chain.last.hex(): seq for chain in self.chains.values()}
        self.mode, self.seed, self.refusal = change.mode, change.seed, change.refusal
        self.fixes = 0

    def awaited(self, parent: int, actor: int, decision: bytes) -> None:
        """DiceRefused for any decision but the one that waits for its dice, if there is one."""
        waiting = self.waiting
        if waiting is not None and (parent, actor, decision) != (waiting.parent, waiting.actor, waiting.decision):
            raise DiceRefused(f"decision #{waiting.seq} waits for its dice; no other can be made before it")

    def idle(self, what: str) -> None:
        """DiceRefused while a decision waits for its dice."""
        if self.waiting is not None:
            raise DiceRefused(f"decision #{self.waiting.seq} waits for its dice; {what} has to wait for it")

    # ------------------------------------------------------------ fix
    def check_fix(self, frame: Frame) -> None:
        """DiceRefused unless a decision may be fixed now, with the evidence that the mode wants."""
        if frame.actor not in self.sides:
            raise DiceRefused("a decision is fixed by a side")
        if self.mode == PRACTICE:
            raise DiceRefused("practice dice keep nobody waiting")
        if self.mode == DUEL:
            for side in self.sides:
                if self.fixes >= self.chains[side].length:
                    raise DiceRefused(f"side {side} has no links left: both sides commit anew with a change of dice")
            self._linked(frame.evidence, frame.actor, self.fixes + 1)
            return
        if self.mode == REFEREE and self.keeper in self.secrets:
            raise DiceRefused("the keeper's secret is open, so that anybody can foretell this roll: change the dice")
        if frame.evidence:
            raise DiceRefused("evidence that does not belong to a fix")

    def _linked(self, evidence: Sequence[str], side: int, n: int) -> bytes:
        """The link in a frame's evidence: link `n` of `side` and nothing else."""
        found = duel.read_evidence(evidence[0]) if len(evidence) == 1 else None
        if found is None or found[0] != side:
            raise DiceRefused(f"the one link of side {side} is missing")
        chain = self.chains[side]
        if n <= chain.shown or not duel.leads_back(self.log_id, side, found[1], n - chain.shown, chain.last):
            raise DiceRefused(f"it is not link {n} of side {side}")
        return found[1]

    # ------------------------------------------------------------ rolls
    def check_play(self, frame: Frame) -> None:
        """DiceRefused unless a decision or ruling has the rolls and the evidence that the dice want."""
        rolls = [event for event in frame.events if type(event) is Rolled or type(event) is Drawn]
        waiting, mode = self.waiting, self.mode
        if frame.kind == RULING:
            mode = PRACTICE if self.mode == PRACTICE else ENTERED
        elif waiting is not None:
            decided = (frame.parent, frame.actor, bytes(frame.decision))
            if decided != (waiting.parent, waiting.actor, waiting.decision):
                raise DiceRefused(f"it is not what #{waiting.seq} fixed")
            if not rolls:
                raise DiceRefused(f"#{waiting.seq} was fixed to be rolled, and it rolls nothing")
            mode = ENTERED if waiting.refused else self.mode
        elif rolls and mode in FIXED:
            raise DiceRefused("it rolls without a fix")
        elif self.studied and frame.evidence:
            mode = ENTERED
        for event in rolls:
            if event.mode != mode:
                found = DICE_MODES.get(event.mode, f"?{event.mode}")
                raise DiceRefused(f"a roll of {found} dice, but the dice are {DICE_MODES[mode]}")
        if not rolls or mode == PRACTICE:
            if frame.evidence:
                raise DiceRefused("evidence of dice that it does not roll")
        elif mode == ENTERED:
            self._check_entered(frame, len(rolls))
        else:
            self.roll_key(frame.evidence)

    def _check_entered(self, frame: Frame, rolls: int) -> None:
        by = self.entrant_of(frame.evidence, rolls)
        waiting = self.waiting
        if frame.kind == RULING:
            if by or frame.actor:
                raise DiceRefused("a ruling's dice are entered by the referee")
        elif waiting is not None and waiting.refused:
            if by != waiting.entrant:
                raise DiceRefused("after a refusal somebody else has named the values than the rule says")
        elif by not in (0, *self.sides):
            raise DiceRefused(f"there is no side {by}")

    @staticmethod
    def entrant_of(evidence: Sequence[str], rolls: int) -> int:
        """Who entered the rolls of a frame; DiceRefused unless each has its `SIDE=VALUE`, all by one side."""
        pairs = [read_entered(text) for text in evidence]
        if len(pairs) != rolls or None in pairs:
            raise DiceRefused("entered rolls need one piece of evidence each, `SIDE=VALUE`")
        who = {pair[0] for pair in pairs if pair is not None}
        if len(who) != 1:
            raise DiceRefused("the rolls of one decision are entered by one side, or by the table (0)")
        return who.pop()

    def roll_key(self, evidence: Sequence[str]) -> bytes:
        """The 32-byte key of the decision that waits, from what its roll shows; DiceRefused when that is not it."""
        waiting = self.waiting
        if waiting is None:
            raise DiceRefused("it rolls without a fix")
        if self.mode == DUEL:
            other = self.roller_of(waiting)
            link = self._linked(evidence, other, waiting.n)
            return duel.fixed_key(waiting.leaf, {waiting.actor: waiting.link, other: link})
        found = referee.read_answer(evidence[0]) if len(evidence) == 1 else None
        if found is None:
            raise DiceRefused("a roll of referee dice without the keeper's answer")
        key, signature = found
        try:
            verify(referee.answer_message(waiting.leaf, key), signature, self.keeper_key)
        except BadSignature as error:
            raise DiceRefused(f"it is not the keeper's answer to #{waiting.seq}: {error}") from None
        return key

    def roller_of(self, waiting: Fixed) -> int:
        """Duel: the side that must roll a fixed decision: the one that did not decide."""
        return next(side for side in self.sides if side != waiting.actor)

    @property
    def waits_for(self) -> int:
        """The side (0: the referee) that must roll, or name, the dice of the decision that waits."""
        waiting = self.waiting
        assert waiting is not None, "asked while a decision waits for its dice"
        if waiting.refused:
            return waiting.entrant
        return self.roller_of(waiting) if self.mode == DUEL else waiting.actor

    def signers(self, frame: Frame) -> tuple[int, ...]:
        """Sides one of which signs a decision frame: its actor, or who must (or may) append its roll. 0: the referee.

        Asked before the frame is taken.
        """
        waiting = self.waiting
        if frame.evidence and read_entered(frame.evidence[0]) is not None:
            by = self.entrant_of(frame.evidence, len(frame.evidence))
            if waiting is None and frame.kind == DECISION:
                # without a fix only who decides may enter: else he could choose among the other's rolls
                return (frame.actor,) if by == frame.actor else ()
            return (by,)
        if waiting is None or frame.kind != DECISION:
            return (frame.actor,)
        if self.mode == DUEL:
            return (self.roller_of(waiting),)
        return (waiting.actor, *(side for side in self.sides if side != waiting.actor))

    # ------------------------------------------------------------ dice records
    def check_change(self, change: DiceChange) -> None:
        """DiceRefused unless the dice may be changed so."""
        if self.as_played:
            raise DiceRefused("the transcript of a game played elsewhere keeps its entered dice")
        self.check_mode(change)

    def check_refusal(self, frame: Frame, record: Refusal) -> None:
        """DiceRefused unless the side that must roll the waiting decision (or the referee) records its refusal."""
        waiting = self.waiting
        if waiting is None or self.mode != DUEL or record.side != self.roller_of(waiting):
            raise DiceRefused(f"side {record.side} does not have to roll")
        if frame.actor not in (0, record.side):
            raise DiceRefused("a refusal is recorded by the side that refuses or by the referee")
        if waiting.refused:
            raise DiceRefused("the refusal is recorded already")

    def check_confirmation(self, frame: Frame, record: RollsConfirmed) -> None:
        """DiceRefused unless the named rolls wait for the actor's confirmation, each named once."""
        if not record.frames or list(record.frames) != sorted(set(record.frames)):
            raise DiceRefused("the frames whose rolls are confirmed are named once each, in order")
        for seq in record.frames:
            if frame.actor not in self.unconfirmed.get(seq, ()):
                raise DiceRefused(f"the rolls of #{seq} do not wait for a confirmation of side {frame.actor}")

    def check_reveal(self, record: KeeperReveal, keys: dict[str, bytes]) -> None:
        """DiceRefused unless a keeper of this log opens the secret he committed to, under his signature.

        `keys`: hash of a secret -> its keeper's public key.
        """
        if record.commitment not in keys:
            raise DiceRefused(f"no keeper of this log has committed to {record.commitment[:12]!r}")
        if record.commitment in self.secrets:
            raise DiceRefused("this secret is open already")
        secret = hex_bytes(record.secret, referee.SECRET_SIZE, "a secret")
        if referee.secret_hash(self.log_id, secret) != record.commitment:
            raise DiceRefused(f"the secret is not the one that was committed to ({record.commitment[:12]})")
        if [seq for seq, _ in record.served] != sorted({seq for seq, _ in record.served}):
            raise DiceRefused("what the keeper served is listed once each, in order")
        for _, leaf in record.served:
            hex_bytes(leaf, 32, "a leaf hash")
        try:
            verify(reveal_message(self.log_id, record), record.signature, keys[record.commitment])
        except BadSignature as error:
            raise DiceRefused(f"the reveal is not signed by the keeper: {error}") from None

    def forged(self, record: KeeperReveal) -> int | None:
        """The first rolled frame's fix whose key the opened secret does not give; None when all follow."""
        secret = bytes.fromhex(record.secret)
        for one in self.served.get(record.commitment, ()):
            if referee.fixed_key(secret, one.leaf) != one.key:
                return one.seq
        return None

    # ------------------------------------------------------------ taking
    def take(self, frame: Frame, leaf: bytes) -> None:
        """Note what a frame said, which was checked before. `leaf`: its leaf hash."""
        if frame.kind in (DECISION, RULING):
            self._take_play(frame)
        elif frame.kind == DICE:
            self._take_record(frame, decode_record(frame.decision, frame.seq), leaf)

    def _take_play(self, frame: Frame) -> None:
        waiting = self.waiting if frame.kind == DECISION else None
        if waiting is not None:
            rolls = sum(type(event) is Rolled or type(event) is Drawn for event in frame.events)
            if waiting.refused:
                self.confirmed += rolls
                self.named.append(frame.seq)
            elif self.mode == DUEL:
                other = self.roller_of(waiting)
                self._show(other, waiting.n, self._linked(frame.evidence, other, waiting.n))
            elif self.mode == REFEREE:
                answer = referee.read_answer(frame.evidence[0])
                key = answer[0] if answer is not None else b""
                self.served.setdefault(self.keeper, []).append(Served(waiting.seq, waiting.leaf, key, rolls))
        named = waiting is not None and waiting.refused
        if frame.evidence and not named and read_entered(frame.evidence[0]) is not None:
            by = self.entrant_of(frame.evidence, len(frame.evidence))
            self.entered[frame.seq] = len(frame.evidence)
            if frame.kind == RULING or self.studied:
                # what the referee enters for his own ruling is part of it, and in a study nobody has to confirm
                self.confirmed += len(frame.evidence)
            else:
                self.unconfirmed[frame.seq] = tuple(side for side in self.sides if side != by)
        if frame.kind == DECISION:
            self.waiting = None

    def _show(self, side: int, n: int, link: bytes) -> None:
        self.chains[side] = Chain(self.chains[side].length, n, link)

    def _take_record(self, frame: Frame, record: Record, leaf: bytes) -> None:
        match record:
            case Fix():
                self.fixes += 1
                link = b""
                if self.mode == DUEL:
                    link = self._linked(frame.evidence, frame.actor, self.fixes)
                    self._show(frame.actor, self.fixes, link)
                decided = bytes(record.decision)
                self.waiting = Fixed(frame.seq, leaf, frame.parent, frame.actor, decided, self.fixes, link)
            case DiceChange():
                if self.waiting is not None:
                    self.drop(frame.seq)
                self._begin(record, frame.seq)
                self.changes += 1
            case Refusal():
                assert self.waiting is not None
                by_rule = self.waiting.actor if self.refusal == duel.FORFEIT else 0
                self.waiting = msgspec.structs.replace(self.waiting, refused=record.side, entrant=by_rule)
                self.refusals.append((frame.seq, record.side))
            case KeeperReveal():
                self.secrets[record.commitment] = record.secret
            case RollsConfirmed():
                self._confirm(frame.actor, record.frames)

    def _confirm(self, side: int, frames: Sequence[int]) -> None:
        for seq in frames:
            left = tuple(other for other in self.unconfirmed.get(seq, ()) if other != side)
            if left:
                self.unconfirmed[seq] = left
            elif self.unconfirmed.pop(seq, None) is not None:
                self.confirmed += self.entered[seq]

    def drop(self, seq: int) -> None:
        """The decision that waits is dropped by frame `seq`; its links are spent."""
        if self.waiting is not None:
            self.dropped.append((self.waiting.seq, seq))
            self.waiting = None

    def study(self, seed: str, luck: StudyLuck | None = None) -> None:
        """From here on a what-if: open practice dice, or dice set by hand, and nothing waits. `luck`: rolls that do
        not hang on the frame."""
        self.waiting, self.studied, self.luck = None, True, luck
        self.mode, self.seed, self.chains, self.keeper = PRACTICE, seed, {}, ""


Record: TypeAlias = object


def hex_bytes(text: str, size: int, what: str) -> bytes:
    """`size` bytes from small hex digits; DiceRefused for anything else."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != size or found.hex() != text:
        raise DiceRefused(f"{what} is {2 * size} small hex digits")
    return found
