"""The dice book: what a log says about its dice, frame by frame in the order of the file.

Mode, commitments, links used, rolls that wait for a confirmation, a decision that waits for its dice. All of it follows
the file and not the tree: no undo brings a mode or a link back.
"""

from __future__ import annotations

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import read_entered
from hexledger.events.dice_records import (
    DecisionFixed,
    DecisionReleased,
    DiceAgreed,
    DiceChanged,
    DiceRecord,
    LinkRevealed,
    RevealRefused,
    RollsConfirmed,
    SecretRevealed,
    decode_record,
)
from hexledger.events.frame import DECISION, DICE, LABEL, REWIND, RULING, Frame, Genesis
from hexledger.events.model import DICE_MODES, DUEL, ENTERED, PRACTICE, REFEREE, Drawn, Rolled
from hexledger.replays.errors import DiceRefused


class Chain(msgspec.Struct):
    """A side's chain in a duel: links there are, links revealed, the last one revealed (at first the anchor)."""

    length: int
    used: int
    last: bytes

    @property
    def left(self) -> int:
        """Links not yet revealed."""
        return self.length - self.used


class Waiting(msgspec.Struct):
    """A decision that is fixed and waits for its dice."""

    seq: int
    parent: int
    actor: int
    decision: bytes
    links: dict[int, bytes]
    """Links that sides have given for it."""
    refused: int = 0
    """Side that keeps its link back, 0 none."""
    entrant: int = 0
    """Who names the rolls after a refusal; 0 = the referee."""


class Proposal(msgspec.Struct):
    """A change of dice, or the release of a decision, that waits for the other sides' own frames."""

    seq: int
    record: DiceChanged | DecisionReleased
    missing: tuple[int, ...]
    """Sides that have not agreed yet."""


class DiceBook:
    """What holds after the frames added so far. `sides`: how many."""

    def __init__(self, genesis: Genesis, sides: int) -> None:
        self.log_id = genesis.log_id
        self.sides = tuple(range(1, sides + 1))
        self.signed = genesis.signed
        self.referee_known = any(side == 0 and key for side, _, key in genesis.players)
        self.proposal: Proposal | None = None
        """Signed games: a change or release that not all sides have agreed to yet."""
        self.changes = 0
        """Changes of dice so far."""
        self.as_played = genesis.as_played
        self.waiting: Waiting | None = None
        self.unconfirmed: dict[int, tuple[int, ...]] = {}
        """Frame with entered rolls -> sides that have still to confirm them."""
        self.confirmed = 0
        """Entered rolls that nobody has to confirm any more."""
        self.entered: dict[int, int] = {}
        """Frame -> how many rolls were entered in it."""
        self.secrets: dict[str, str] = {}
        """Keeper's commitment -> his secret in hex, once opened."""
        self.keepers: list[str] = []
        """Keepers' commitments of the log, in order."""
        self.seen: dict[bytes, int] = {}
        """Every anchor and link that was ever shown -> frame."""
        self.mode: int = PRACTICE
        self.seed = self.keeper = self.refusal = ""
        self.chains: dict[int, Chain] = {}
        if genesis.as_played and genesis.dice_mode != ENTERED:
            raise DiceRefused("the transcript of a game played elsewhere has entered dice")
        self._begin(genesis.dice_mode, genesis.seed, genesis.commitments, genesis.refusal_rule, 0)

    # ------------------------------------------------------------ frames
    def add(self, frame: Frame) -> None:
        """Take the next frame; DiceRefused when the log may not say that (the book is then spoilt; see check)."""
        if frame.kind == DECISION:
            self._decided(frame)
        elif frame.kind == RULING:
            self.idle("a ruling")
            self._decided(frame)
        elif frame.kind == DICE:
            self._noted(frame, decode_record(frame.decision, frame.seq))
        elif frame.kind in (REWIND, LABEL):
            self.idle(f"frame {frame.seq}")
        if frame.kind in (DECISION, REWIND, LABEL, RULING):
            self.proposal = None

    def check(self, frame: Frame) -> None:
        """DiceRefused when `add` would refuse the frame; changes nothing."""
        self._copy().add(frame)

    def _copy(self) -> DiceBook:
        trial: DiceBook = DiceBook.__new__(DiceBook)
        trial.__dict__.update(self.__dict__)
        trial.chains = {side: msgspec.structs.replace(chain) for side, chain in self.chains.items()}
        for name in ("unconfirmed", "entered", "secrets", "seen"):
            setattr(trial, name, getattr(self, name).copy())
        trial.keepers = list(self.keepers)
        if self.waiting is not None:
            trial.waiting = msgspec.structs.replace(self.waiting, links=dict(self.waiting.links))
        if self.proposal is not None:
            trial.proposal = msgspec.structs.replace(self.proposal)
        return trial

    def idle(self, what: str) -> None:
        """DiceRefused while a decision waits for its dice: its roll may not be dodged by doing something else."""
        if self.waiting is not None:
            raise DiceRefused(f"decision #{self.waiting.seq} waits for its dice; {what} has to wait for it")

    def awaited(self, parent: int, actor: int, decision: bytes) -> None:
        """DiceRefused for any decision but the one that waits for its dice, if there is one."""
        waiting = self.waiting
        if waiting is not None and (parent, actor, decision) != (waiting.parent, waiting.actor, waiting.decision):
            raise DiceRefused(f"decision #{waiting.seq} waits for its dice; no other can be made before it")

    # ------------------------------------------------------------ modes
    def _begin(self, mode: int, seed: str, commitments: tuple[str, ...], refusal: str, seq: int) -> None:
        """Take up a mode; DiceRefused when what it stands on is missing, doubtful or too much."""
        if mode not in DICE_MODES:
            raise DiceRefused(f"there is no dice mode {mode}")
        name = DICE_MODES[mode]
        if (mode == PRACTICE) != bool(seed):
            raise DiceRefused(f"{name} dice {'need' if mode == PRACTICE else 'have no'} open seed")
        if (mode == DUEL) != (refusal in duel.REFUSAL_RULES) or (mode != DUEL and refusal):
            rules = " or ".join(duel.REFUSAL_RULES)
            raise DiceRefused(f"{name} dice: {refusal!r} is no rule for links kept back (duel dice need {rules})")
        keeper, seen = "", self.seen
        chains: dict[int, Chain] = {}
        if mode == REFEREE:
            keeper = self._keeper(commitments)
        elif mode == DUEL:
            chains, seen = self._chains(commitments, seq)
        elif commitments:
            raise DiceRefused(f"{name} dice have no commitments")
        self.mode, self.seed, self.refusal, self.keeper = mode, seed, refusal, keeper
        self.chains, self.seen = chains, seen
        if keeper:
            self.keepers = [*self.keepers, keeper]

    def _keeper(self, commitments: tuple[str, ...]) -> str:
        word, _, found = commitments[0].partition(" ") if len(commitments) == 1 else ("", "", "")
        if word != "keeper" or len(found) != 64 or found.strip("0123456789abcdef"):
            raise DiceRefused("referee dice need one commitment of the keeper, `keeper` and 64 hex digits")
        if found in self.keepers:
            raise DiceRefused("the keeper's commitment was used in this log before: he needs a new secret")
        return found

    def _chains(self, commitments: tuple[str, ...], seq: int) -> tuple[dict[int, Chain], dict[bytes, int]]:
        chains: dict[int, Chain] = {}
        seen = self.seen.copy()
        for text in commitments:
            side, length, anchor = read_chain(text)
            if side not in self.sides:
                raise DiceRefused(f"a commitment of side {side}: there is no such side")
            if side in chains:
                raise DiceRefused(f"side {side} has two commitments")
            for other, chain in chains.items():
                close = duel.too_close(self.log_id, (other, side), (chain.last, anchor))
                if close:
                    raise DiceRefused(
                        f"the commitments of sides {other} and {side} {close}: one is made from the other"
                    )
            if anchor in seen:
                raise DiceRefused(f"the commitment of side {side} was shown in frame {seen[anchor]}: it is used up")
            chains[side] = Chain(length, 0, anchor)
        for chain in chains.values():
            seen[chain.last] = seq
        missing = [side for side in self.sides if side not in chains]
        if missing or len(chains) < 2:
            raise DiceRefused("duel dice need a commitment of every side, `duel SIDE LENGTH ANCHOR`")
        return chains, seen

    # ------------------------------------------------------------ decisions
    def _decided(self, frame: Frame) -> None:
        waiting = self.waiting
        if waiting is not None:
            self.awaited(frame.parent, frame.actor, bytes(frame.decision))
        rolls = [event for event in frame.events if type(event) is Rolled or type(event) is Drawn]
        named = waiting is not None and waiting.refused != 0
        mode = ENTERED if named else self.mode
        for event in rolls:
            if event.mode != mode:
                found = DICE_MODES.get(event.mode, f"?{event.mode}")
                raise DiceRefused(f"a roll of {found} dice, but the dice are {DICE_MODES[mode]}")
        if mode == ENTERED and rolls:
            self._count_entered(frame, len(rolls), waiting)
        elif mode == DUEL and rolls:
            self._use(frame)
        elif mode == REFEREE and rolls:
            if self.keeper in self.secrets:
                raise DiceRefused("the keeper's secret is open, so that anybody can foretell this roll")
            if len(frame.evidence) != 1 or referee.read_evidence(frame.evidence[0]) is None:
                raise DiceRefused("a roll of referee dice without the keeper's key")
        elif frame.evidence and mode != PRACTICE:
            raise DiceRefused("evidence of dice without a roll")
        self._burn(frame.seq)
        self.waiting = None

    def _count_entered(self, frame: Frame, rolls: int, waiting: Waiting | None) -> None:
        pairs = [read_entered(text) for text in frame.evidence]
        if len(pairs) != rolls or None in pairs:
            raise DiceRefused("entered rolls need one piece of evidence each, `SIDE=VALUE`")
        who = {pair[0] for pair in pairs if pair is not None}
        if waiting is not None and waiting.refused:
            if who != {waiting.entrant}:
                raise DiceRefused("after a link was kept back, somebody else has named the roll than the rule says")
            self.confirmed += rolls
            return
        if len(who) != 1 or not who <= {0, *self.sides}:
            raise DiceRefused("the rolls of one decision are entered by one side, or by the table (0)")
        by = who.pop()
        self.entered[frame.seq] = rolls
        self.unconfirmed[frame.seq] = tuple(side for side in self.sides if side != by)

    def _use(self, frame: Frame) -> None:
        """The links in a decision's evidence: one of each side, the next of its chain."""
        found = [duel.read_evidence(text) for text in frame.evidence]
        links = dict(pair for pair in found if pair is not None)
        if None in found or sorted(links) != sorted(self.chains) or len(found) != len(links):
            raise DiceRefused("a roll of duel dice without one link of each side")
        for side in sorted(links):
            self.fits(side, links[side])
            if self.waiting is not None and self.waiting.links.get(side, links[side]) != links[side]:
                raise DiceRefused(f"side {side} has given another link for this roll")
        for side in sorted(links):
            self._spend(side, links[side], frame.seq)
        if self.waiting is not None:
            self.waiting = msgspec.structs.replace(self.waiting, links={})

    def fits(self, side: int, link: bytes) -> None:
        """DiceRefused unless `link` is the next of the side's chain."""
        chain = self.chains.get(side)
        if chain is None:
            raise DiceRefused(f"side {side} has no chain")
        if chain.left < 1:
            raise DiceRefused(f"side {side} has no links left: both sides commit anew")
        if duel.before(self.log_id, side, link) != chain.last:
            again = f" (frame {self.seen[link]} has shown it already)" if link in self.seen else ""
            raise DiceRefused(f"this is not link {chain.used + 1} of side {side}{again}")

    def _spend(self, side: int, link: bytes, seq: int) -> None:
        chain = self.chains[side]
        chain.used, chain.last = chain.used + 1, link
        self.seen[link] = seq

    def _burn(self, seq: int) -> None:
        """Links that were shown for a decision and not used by its roll are used up all the same."""
        if self.waiting is not None:
            for side in sorted(self.waiting.links):
                self._spend(side, self.waiting.links[side], seq)

    # ------------------------------------------------------------ dice records
    def _noted(self, frame: Frame, record: DiceRecord) -> None:
        if frame.events or frame.evidence:
            raise DiceRefused("a dice record holds no events and no evidence")
        if frame.actor not in (0, *self.sides):
            raise DiceRefused(f"there is no side {frame.actor}")
        match record:
            case DiceChanged():
                self._changed(frame, record)
            case RollsConfirmed():
                self._confirm(frame, record)
            case SecretRevealed():
                self._opened(frame, record)
            case DecisionFixed():
                self._fixed(frame, record)
            case LinkRevealed():
                self._given(frame, record)
            case RevealRefused():
                self._refused(frame, record)
            case DecisionReleased():
                self._released(frame, record)
            case DiceAgreed():
                self._seconded(frame, record)

    def _agreed(self, actor: int, consent: tuple[int, ...], what: str) -> None:
        if list(consent) != sorted(set(consent)):
            raise DiceRefused(f"{what}: the sides that agree are named once each, in order")
        missing = [side for side in self.sides if side != actor and side not in consent]
        if missing:
            raise DiceRefused(f"{what} is a decision of all sides; side {missing[0]} has not agreed")

    def _changed(self, frame: Frame, record: DiceChanged) -> None:
        self.idle("a change of dice")
        if self._proposes(frame, record, "a change of dice"):
            self._copy()._change(record, frame.seq)
            return
        self._agreed(frame.actor, record.consent, "a change of dice")
        self._change(record, frame.seq)

    def _change(self, record: DiceChanged, seq: int) -> None:
        self._begin(record.mode, record.seed, record.commitments, record.refusal, seq)
        self.changes += 1

    def _proposes(self, frame: Frame, record: DiceChanged | DecisionReleased, what: str) -> bool:
        """True in a signed game, where each side agrees in a frame of its own: the record is a proposal until then."""
        if not self.signed:
            return False
        if record.consent:
            raise DiceRefused(f"{what} in a signed game: nobody agrees for another; each side does it in its own frame")
        if frame.actor == 0:
            raise DiceRefused(f"{what} is proposed by a side")
        self.proposal = Proposal(frame.seq, record, tuple(side for side in self.sides if side != frame.actor))
        return True

    def _seconded(self, frame: Frame, record: DiceAgreed) -> None:
        found = self.proposal
        if found is None or found.seq != record.proposal or frame.actor not in found.missing:
            raise DiceRefused(f"nothing proposed in frame {record.proposal} waits for side {frame.actor}")
        found.missing = tuple(side for side in found.missing if side != frame.actor)
        if found.missing:
            return
        self.proposal = None
        if isinstance(found.record, DiceChanged):
            self.idle("a change of dice")
            self._change(found.record, frame.seq)
        else:
            self._drop(frame.seq)

    def _confirm(self, frame: Frame, record: RollsConfirmed) -> None:
        if not record.frames:
            raise DiceRefused("no rolls are named that could be confirmed")
        for seq in record.frames:
            if frame.actor not in self.unconfirmed.get(seq, ()):
                raise DiceRefused(f"the rolls of #{seq} do not wait for a confirmation of side {frame.actor}")
        for seq in record.frames:
            left = tuple(side for side in self.unconfirmed.get(seq, ()) if side != frame.actor)
            if left:
                self.unconfirmed[seq] = left
            elif self.unconfirmed.pop(seq, None) is not None:
                self.confirmed += self.entered[seq]

    def _opened(self, frame: Frame, record: SecretRevealed) -> None:
        self.idle("the keeper's reveal")
        if record.commitment not in self.keepers:
            raise DiceRefused(f"no keeper of this log has committed to {record.commitment[:12]}")
        if record.commitment in self.secrets:
            raise DiceRefused("this secret is open already")
        try:
            secret = bytes.fromhex(record.secret)
        except ValueError:
            raise DiceRefused("a secret is given in hex") from None
        if len(secret) != referee.SECRET_SIZE or record.secret != secret.hex():
            raise DiceRefused(f"a secret has {referee.SECRET_SIZE} bytes")
        if referee.commitment(self.log_id, secret) != record.commitment:
            raise DiceRefused(f"the secret is not the one that was committed to ({record.commitment[:12]})")
        self.secrets[record.commitment] = record.secret

    def _fixed(self, frame: Frame, record: DecisionFixed) -> None:
        self.idle("another decision")
        if self.mode == PRACTICE:
            raise DiceRefused("practice dice keep nobody waiting")
        try:
            decision = bytes.fromhex(record.decision)
        except ValueError:
            raise DiceRefused("a decision is fixed in hex") from None
        self.waiting = Waiting(frame.seq, frame.parent, frame.actor, decision, {})

    def _given(self, frame: Frame, record: LinkRevealed) -> None:
        waiting = self._needed("a link")
        if self.mode != DUEL:
            raise DiceRefused("links belong to duel dice")
        if frame.actor in waiting.links:
            raise DiceRefused(f"side {frame.actor} has given its link for this decision already")
        if waiting.refused == frame.actor:
            raise DiceRefused(f"side {frame.actor} has kept its link back; the refusal stands")
        try:
            link = bytes.fromhex(record.link)
        except ValueError:
            raise DiceRefused("a link is given in hex") from None
        self.fits(frame.actor, link)
        waiting.links[frame.actor] = link
        self.seen[link] = frame.seq

    def _refused(self, frame: Frame, record: RevealRefused) -> None:
        waiting = self._needed("a refusal")
        if self.mode != DUEL:
            raise DiceRefused("only in a duel links can be kept back")
        if record.refusal != self.refusal:
            raise DiceRefused(f"this duel is under the rule {self.refusal!r}, not {record.refusal!r}")
        if record.side not in self.chains:
            raise DiceRefused(f"there is no side {record.side}")
        if frame.actor not in (0, record.side):
            raise DiceRefused("a refusal is recorded by the side that refuses or by the referee")
        if frame.actor == 0:
            self._referee("recording a refusal")
        if waiting.refused or record.side in waiting.links:
            raise DiceRefused("that side has given its link, or the refusal is recorded already")
        waiting.refused = record.side
        others = [side for side in self.sides if side != record.side]
        waiting.entrant = others[0] if self.refusal == duel.FORFEIT and others else 0

    def _released(self, frame: Frame, record: DecisionReleased) -> None:
        self._needed("a release")
        what = "dropping a decision that waits for its dice"
        if frame.actor == 0:
            self._referee(what)
        elif self._proposes(frame, record, what):
            return
        elif 0 not in record.consent:
            self._agreed(frame.actor, record.consent, what)
        self._drop(frame.seq)

    def _drop(self, seq: int) -> None:
        self._needed("a release")
        self._burn(seq)
        self.waiting = None

    def _referee(self, what: str) -> None:
        """In a signed game the referee's word is his signature."""
        if self.signed and not self.referee_known:
            raise DiceRefused(f"{what}: this signed game names no referee with a key")

    def _needed(self, what: str) -> Waiting:
        if self.waiting is None:
            raise DiceRefused(f"no decision waits for its dice, so {what} has no place")
        return self.waiting


def chain_text(side: int, length: int, anchor: bytes) -> str:
    """A side's commitment as genesis and changes of dice hold it."""
    return f"duel {side} {length} {anchor.hex()}"


def read_chain(text: str) -> tuple[int, int, bytes]:
    """(side, length, anchor) of a side's commitment; DiceRefused for anything else."""
    parts = text.split(" ")
    try:
        word, side, length, anchor = parts[0], int(parts[1]), int(parts[2]), bytes.fromhex(parts[3])
        good = text == chain_text(side, length, anchor)
    except (ValueError, IndexError):
        good = False
    if not good or word != "duel" or len(anchor) != duel.LINK_SIZE or not 1 <= length <= duel.MOST_LINKS:
        raise DiceRefused("that is no commitment to a chain: `duel SIDE LENGTH ANCHOR`")
    return side, length, anchor
