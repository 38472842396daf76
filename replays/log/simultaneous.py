"""Frames made at the same time: two sides each append a frame after the same one, and neither knows of the other's.

Which of them stands both compute alike, from what stood before: that of the side that must act there (asked, or to
roll), before those of the others by number, the referee last. The other gives way: it is taken off the end of its
owner's log, kept aside, and made anew. Until the side that must act has built on it, or has vouched for it, a frame of
another side can still give way: so no checkpoint covers it before, and no dice are fixed or rolled on it.

Nothing of dice gives way by itself, nor what the side that must act has built on: that is a double game, or an old
copy.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from hexledger.engine.dice.duel import read_evidence as read_link
from hexledger.engine.dice.entered import read_entered
from hexledger.events import model
from hexledger.events.dice_records import Fix, KeeperReveal, decode_record
from hexledger.events.errors import BadNote
from hexledger.events.frame import DECISION, DICE, OLD, Frame, side_of_seat
from hexledger.events.ledger import Ledger
from hexledger.events.numbers import counted
from hexledger.replays.admission import agreement
from hexledger.replays.admission.admitting import roles
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.validator import said_in
from hexledger.replays.log.behind import cache_path
from hexledger.replays.log.timeline import Timeline
from hexledger.replays.secrets.memory import ANSWER, CHECKPOINT, WITHDRAWN, Given, Memory

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle

REFEREE: Final = 0
KEEPER: Final = -1
"""Author of a keeper's reveal, which no seat signs."""


class Moment:
    """A log as it was before frame `size`; `take` follows it from there."""

    def __init__(self, chronicle: Chronicle, size: int) -> None:
        self.chronicle = chronicle
        self.timeline = Timeline()
        sides = range(1, len(chronicle.game.sides) + 1)
        self.book = Ledgerbook(chronicle.genesis, sides, self.timeline, chronicle.frame)
        for _ in range(size):
            self.take()

    def __len__(self) -> int:
        return len(self.timeline)

    def take(self) -> None:
        """Take the log's next frame."""
        seq = len(self.timeline)
        self.timeline.add(self.chronicle.ledger.payload(seq))
        self.book.take(self.chronicle.frame(seq), self.chronicle.ledger.leaf(seq))

    @property
    def next(self) -> Frame:
        """The log's next frame."""
        return self.chronicle.frame(len(self.timeline))

    def must_act(self) -> int | None:
        """The side (0: the referee) that must act here: asked, or to roll; None when nobody must."""
        if self.book.ended is not None:
            return None
        if self.book.dice.waiting is not None:
            return self.book.dice.waits_for
        prompt = self.chronicle.offer(self.timeline.head)
        return None if prompt is None else prompt.side

    def order(self) -> list[int]:
        """Authors in the order in which their frames stand here."""
        acts = self.must_act()
        first = [KEEPER] if acts is None else [KEEPER, acts]
        return [*first, *(side for side in (*self.book.sides, REFEREE) if side not in first)]

    def author(self, frame: Frame) -> int:
        """Who made a frame that may stand here, by its signature; KEEPER for a reveal."""
        said = said_in(frame, self.chronicle.genesis.format)
        if isinstance(said, KeeperReveal):
            return KEEPER
        could = agreement.signers_of(self.book, frame, said)
        if len({side_of_seat(seat) for seat in could}) == 1:
            return side_of_seat(could[0])
        leaf = self.chronicle.ledger.leaf(frame.seq - 1)
        return side_of_seat(agreement.signer(self.book, frame, said, leaf, roles(self.chronicle.game)))

    def waits_for(self, frame: Frame, author: int) -> set[int]:
        """Sides that must have built on the log's next frame, or vouched for it, before it stands for good."""
        if author == KEEPER:
            return set()
        if self._two_may_roll(frame):
            after = self.asked_after(frame)
            if after is not None:
                return {after} - {author}
        acts = self.must_act()
        if acts is not None:
            return {acts} - {author}
        order = self.order()
        return set(order[: order.index(author)]) - {KEEPER}

    def _two_may_roll(self, frame: Frame) -> bool:
        """May either side append the roll of what waits here?"""
        waiting, mode = self.book.dice.waiting, self.book.dice.mode
        fixed = waiting is not None and not waiting.refused and frame.kind == DECISION
        return fixed and mode in (model.REFEREE, model.ENTERED)

    def asked_after(self, frame: Frame) -> int | None:
        """The side that is asked after the log's next frame; None when the game is over."""
        prompt = self.chronicle.offer(frame.seq)
        return None if prompt is None else prompt.side

    def same_roll(self, one: Frame, two: Frame) -> bool:
        """Are both the roll of the decision that waits here, with the same dice? Then nothing hangs on which stands."""
        waits = self.book.dice.waiting is not None
        return waits and one.kind == two.kind == DECISION and one.events == two.events

    def first(self, ours: Frame, theirs: Frame) -> int:
        """The author, of two, whose frame stands."""
        authors = {self.author(ours), self.author(theirs)}
        if self.same_roll(ours, theirs):
            # the other could only add what moves nothing: so no decision of who is asked next gives way
            after = self.asked_after(ours)
            if after in authors and after is not None:
                return after
        return next(author for author in self.order() if author in authors)


def applies(chronicle: Chronicle) -> bool:
    """Whether frames tell who made them: in signed games of format 2."""
    return chronicle.genesis.format > OLD and chronicle.ledgerbook.signed


# ---------------------------------------------------------------------- our own end of the log
class Pending(NamedTuple):
    """The first frame that can still give way, and the sides that have to build on it or to vouch for it."""

    frame: int
    sides: frozenset[int]


def pending(chronicle: Chronicle, vouching: Collection[int] = ()) -> Pending | None:
    """What at the end of a log can still give way; None for nothing.

    `vouching`: sides whose keys are here, or that are about to build on it. Those whose checkpoint lies beside the log
    have vouched.
    """
    if not applies(chronicle):
        return None
    last = dict.fromkeys(vouching, len(chronicle.timeline))
    sides = {*range(1, len(chronicle.game.sides) + 1)}
    loose = []
    for seq in range(len(chronicle.timeline) - 1, 0, -1):
        if sides <= last.keys():
            break
        frame = chronicle.frame(seq)
        if not _acts(frame):
            loose.append(seq)
        by = _made_for_certain(frame)
        if by is not None:
            last.setdefault(by, seq)
    return _first_of(chronicle, min(loose), set(vouching)) if loose else None


def _first_of(chronicle: Chronicle, start: int, vouching: set[int]) -> Pending | None:
    """The first frame from `start` on that can still give way, asked with what stood before each."""
    vouched = vouched_for(chronicle)
    moment = Moment(chronicle, start)
    waits: dict[int, set[int]] = {}
    while len(moment) < len(chronicle.timeline):
        frame = moment.next
        by = moment.author(frame)
        for left in waits.values():
            left.discard(by)
        if not _acts(frame):
            left = moment.waits_for(frame, by) - vouching
            waits[frame.seq] = {side for side in left if vouched.get(side, 0) <= frame.seq}
        moment.take()
    return next((Pending(seq, frozenset(left)) for seq, left in waits.items() if left), None)


def settled(chronicle: Chronicle, vouching: Collection[int] = ()) -> int:
    """How many frames of a log can give way no more: as many as a checkpoint may cover."""
    found = pending(chronicle, vouching)
    return len(chronicle.timeline) if found is None else found.frame


def _acts(frame: Frame) -> bool:
    """A decision or a fix, which the side makes that must act. (A roll may be either side's.)"""
    return (frame.kind == DECISION and not frame.evidence) or (frame.kind == DICE and _is_fix(frame))


def _is_fix(frame: Frame) -> bool:
    return isinstance(decode_record(frame.decision, frame.seq), Fix)


def brings_dice(frame: Frame) -> bool:
    """Does a frame fix a decision that will roll, or roll one?"""
    return (frame.kind == DICE and _is_fix(frame)) or (frame.kind == DECISION and _rolls(frame))


def _rolls(frame: Frame) -> bool:
    return any(type(event) in (model.Rolled, model.Drawn) for event in frame.events)


def _made_for_certain(frame: Frame) -> int | None:
    """The side that a frame itself shows to have made it; None for a roll with a keeper's answer."""
    if frame.kind != DECISION or not frame.evidence:
        return frame.actor
    found = read_link(frame.evidence[0]) or read_entered(frame.evidence[0])
    return None if found is None else found[0]


def vouched_for(chronicle: Chronicle) -> dict[int, int]:
    """Side -> frames that its checkpoints beside the log cover."""
    from hexledger.events.checkpoints import origin_of
    from hexledger.replays.audit.anchors import anchor_of, checkpoint_path, read_notes

    path = checkpoint_path(chronicle.path)
    out: dict[int, int] = {}
    origin = origin_of(chronicle.genesis.game, chronicle.genesis.log_id)
    for note in read_notes(path) if path.exists() else ():
        for side, sitter in chronicle.ledgerbook.seats.sitters.items():
            try:
                found = anchor_of(note, origin, (sitter.key,)).checkpoint if sitter.key else None
            except BadNote:
                continue
            if found is not None and found.size <= len(chronicle.ledger):
                out[side] = max(out.get(side, 0), found.size)
    return out


# ---------------------------------------------------------------------- two ends after one frame
class Standing(NamedTuple):
    """Two frames after one: who made ours and theirs, and whose stands."""

    ours: int
    theirs: int
    first: int

    @property
    def double(self) -> bool:
        """One hand made both."""
        return self.ours == self.theirs

    @property
    def gives_way(self) -> bool:
        """Ours is the one that gives way."""
        return not self.double and self.first == self.theirs


def standing(moment: Moment, theirs: Frame) -> Standing:
    """Which stands of our next frame and theirs, at the moment before both."""
    return Standing(moment.author(moment.next), moment.author(theirs), moment.first(moment.next, theirs))


def bars(chronicle: Chronicle, at: int, theirs: Frame, found: Standing, memory: Memory) -> str:
    """Why what we have from frame `at` on does not give way by itself; empty when it does."""
    moment = Moment(chronicle, at)
    role = roles(chronicle.game)
    bound = {found.first, *moment.waits_for(moment.next, found.ours)}
    same = moment.same_roll(moment.next, theirs)
    while len(moment) < len(chronicle.timeline):
        frame = moment.next
        by = moment.author(frame)
        if by in bound:
            return f"{role(by)} has built on our frame {at} in frame {frame.seq} and has made another frame {at}"
        if by == KEEPER:
            return f"the keeper has opened his secret in frame {frame.seq}"
        if frame.kind == DICE and _is_fix(frame):
            return f"a decision was fixed in frame {frame.seq}"
        if _rolls(frame) and not (same and frame.seq == at):
            return f"dice fell in frame {frame.seq}"
        moment.take()
    return _promised(chronicle, at, memory)


def _promised(chronicle: Chronicle, at: int, memory: Memory) -> str:
    """Who has vouched for frames from `at` on, as a sentence; empty for nobody."""
    from hexledger.events.checkpoints import Checkpoint, origin_of
    from hexledger.events.notes import note_text
    from hexledger.replays.audit.anchors import checkpoint_path, read_notes

    path, ledger = checkpoint_path(chronicle.path), chronicle.ledger
    origin = origin_of(chronicle.genesis.game, chronicle.genesis.log_id)
    for note in read_notes(path) if path.exists() else ():
        known = Checkpoint.parse(note_text(note))
        if known.origin == origin and at < known.size <= len(ledger) and ledger.root(known.size) == known.root:
            return f"a checkpoint in {path.name} covers {counted(known.size, 'frame')}"
    for holder in chronicle.ledgerbook.holders:
        for given in memory.given(holder, chronicle.genesis.log_id):
            if given.what in (ANSWER, CHECKPOINT) and given.seq >= at and _in(chronicle, given):
                what = "answered" if given.what == ANSWER else "vouched for"
                return f"frame {given.seq} was {what} with a secret that lies here"
    return ""


def _in(chronicle: Chronicle, given: Given) -> bool:
    found = chronicle.leaf_at(given.seq)
    return found is not None and found.hex() == given.leaf


# ---------------------------------------------------------------------- giving way
def give_way(chronicle: Chronicle, at: int, instead: bytes, memory: Memory) -> Path:
    """Take our frames from `at` on off the end of the log, as frame `at` with leaf hash `instead` comes there. The log
    that has them, kept aside.

    In this order each step may be broken off: taking the same bundle again goes on from there.
    """
    log = chronicle.path
    tip = chronicle.ledger.leaf(len(chronicle.ledger) - 1).hex()[:12]
    aside = log.with_name(f"{log.stem}.withdrawn-{tip}{log.suffix}")
    if not aside.exists():
        Ledger.create_with(aside, list(chronicle.ledger.payloads())).close()
    log_id = chronicle.genesis.log_id
    for holder in chronicle.ledgerbook.holders:
        last = memory.last(holder, log_id)
        if last is not None and last.seq >= at and _in(chronicle, last):
            memory.withdraw(holder, log_id, last, Given(at, instead.hex(), WITHDRAWN))
    cache_path(log).unlink(missing_ok=True)
    chronicle.ledger.cut(at)
    return aside
