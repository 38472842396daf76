"""A log opened for looking back: its frames, its timeline, its positions, what is asked at each.

Everything that is shown is a fold of the frames along a line.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

import msgspec

from hexledger.engine.catalogue import open_pinned
from hexledger.events.frame import (
    CLAIM,
    DECISION,
    DICE,
    FORMS,
    GENESIS,
    KINDS,
    LABEL,
    OLD,
    REWIND,
    RULING,
    STUDY,
    UNREADABLE,
    BadFrame,
    Claim,
    End,
    Frame,
    Genesis,
    Label,
    Opening,
    Rewind,
    Ruling,
    Seat,
    Study,
    decode_frame,
    side_of_seat,
)
from hexledger.events.ledger import Ledger
from hexledger.events.left_out import LeftOut, paper_path
from hexledger.events.model import PRACTICE
from hexledger.events.numbers import frames_to
from hexledger.projections.digest import digest, digest_from
from hexledger.projections.fold import fold
from hexledger.projections.names import side_name
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError, WrongEdition
from hexledger.replays.log.crossing import Crossing, crossing
from hexledger.replays.log.genesis import (
    read_genesis,
    tables_differ,
)
from hexledger.replays.log.snapshots import INTERVAL, SnapshotCache, Tip
from hexledger.replays.log.timeline import Timeline

if TYPE_CHECKING:
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.engine.kernel.steps import Prompt
    from hexledger.events.dice_records import DiceRecord
    from hexledger.events.model import AnyEvent
    from hexledger.replays.admission.ledgerbook import Ledgerbook
    from hexledger.replays.dice.dicebook import DiceBook
    from hexledger.replays.dice.fixbook import FixBook
    from hexledger.replays.referee.policies.case import Links

    Said: TypeAlias = Decision | Genesis | Rewind | Label | Ruling | Claim | Opening | Seat | End | Study | DiceRecord
    """What the decision of a frame may be."""

# Looking at a log should start fast: what deciding, dice and signatures need is imported where they are met.


_PLAIN: Final = frozenset({GENESIS, DECISION, REWIND, LABEL, RULING, CLAIM})
"""Kinds of frame that say nothing of seats, ends and practice dice."""

RECENT = 64
"""Positions of the last frames looked at that are kept in memory."""

DECODED = 512
"""Decoded frames that are kept in memory."""


class LogReader:
    """A log with its game, its timeline and its positions; nothing here adds a frame."""

    def __init__(self, ledger: Ledger, path: Path, edition: Path | None = None, game: Game[Any] | None = None) -> None:
        self.path = path
        self.ledger = ledger
        self.timeline = Timeline()
        self._recent: OrderedDict[int, State] = OrderedDict()
        self._frames: OrderedDict[int, Frame] = OrderedDict()
        self._asked: tuple[int, Prompt | None] | None = None
        for payload in ledger.payloads():
            self.timeline.add(payload)
        self.genesis = read_genesis(self.frame(0))
        self.game: Game[Any] = game or open_pinned(self.genesis.game, self.genesis.edition_fingerprint, edition)
        if self.game.id != self.genesis.game:
            raise ReplayError(f"{path.name} is a log of {self.genesis.game}, not of {self.game.id}")
        if self.game.edition.fingerprint != self.genesis.edition_fingerprint:
            self._match_tables()
        if self.genesis.format > OLD:
            from hexledger.replays.admission.beginning import check_genesis

            check_genesis(self.genesis, tuple(range(1, len(self.game.sides) + 1)))
        self._book: DiceBook | None = None
        self._ledgerbook: Ledgerbook | None = None
        self.snapshots = SnapshotCache(path.with_name(path.name + ".cache"))
        self.snapshots.load(ledger.leaf, len(ledger))

    def _match_tables(self) -> None:
        """Another edition may show a log only if it numbers pieces and places as the log does."""
        if tables_differ(self.genesis, self.game):
            raise WrongEdition(
                f"{self.path.name} is pinned to edition {self.genesis.edition} "
                f"({self.genesis.edition_fingerprint[:12]}), whose pieces or hexes differ from the edition at hand "
                f"({self.game.edition.fingerprint[:12]}); name the right one with --edition"
            )

    @property
    def title(self) -> str:
        """Game and scenario as players call them: `June 6: Push to Caen (Operation Charnwood)`."""
        return f"{self.game.title}: {self.game.edition.scenario(self.genesis.scenario).title}"

    @property
    def edition_kind(self) -> str:
        """What kind of edition the game is played with: that of the edition at hand if the log is pinned to it, else
        what the log claims, as a claim."""
        edition = self.game.edition
        if edition.fingerprint == self.genesis.edition_fingerprint:
            return edition.meta.kind
        return f"{self.genesis.edition_kind} (claimed)"

    @property
    def left_out(self) -> LeftOut | None:
        """What of the file, or of the file that it was salvaged from, is not here; None for nothing."""
        if self.ledger.left_out is not None:
            return self.ledger.left_out
        if not paper_path(self.path).exists():
            return None
        from hexledger.replays.log.salvage import paper_of

        paper = paper_of(self.path, self.ledger)
        return None if paper is None else paper.left_out

    def close(self) -> None:
        """Save the snapshot cache (if this is the writer) and let the file go."""
        if self.ledger.writable:
            last = self.ledger.head
            self.snapshots.save(Tip(self.ledger.leaf(0), last, self.ledger.leaf(last)))
        self.ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> int:
        """Take in frames that the writer has appended since; their number."""
        before = len(self.timeline)
        self.ledger.refresh()
        for payload in self.ledger.payloads(before):
            self.timeline.add(payload)
        for seq in range(before, len(self.timeline)):
            self._take(seq)
        return len(self.timeline) - before

    @property
    def armies_apart(self) -> bool:
        """Whether any army has a player of its own."""
        return self.genesis.format > OLD and self.ledgerbook.seats.apart

    def deciding(self, side: int, seq: int | None = None) -> int:
        """The seat of a side that answers what is asked after frame `seq`: that of the army whose formations it is
        about, where that army has a player of its own; else the side's own."""
        if not self.armies_apart:
            return side
        prompt = self.offer(seq)
        if prompt is None or prompt.side != side:
            return side
        at = self.timeline.head if seq is None else seq
        return self.ledgerbook.seats.deciding(side, self.game.army(self.state(at), prompt))

    def check_seat(self, seat: int) -> None:
        """IllegalDecision unless what is asked now is for this seat to decide."""
        from hexledger.engine.errors import IllegalDecision

        wanted = self.deciding(side_of_seat(seat))
        if seat != wanted:
            game, sitter = self.game, self.ledgerbook.seats.sitters.get(wanted)
            who = f" ({sitter.name})" if sitter is not None else ""
            rule = game.cite(game.armies_rule) if game.armies_rule else game.code
            raise IllegalDecision(
                rule, f"this is for {side_name(game, wanted)}{who} to decide, not for {side_name(game, seat)}"
            )

    def key_of(self, side: int) -> bytes | None:
        """The public key that sits at a side now (0: the referee), None for none."""
        if self.genesis.format == OLD:
            from hexledger.replays.secrets.signing import key_of

            return key_of(self.genesis, side)
        return self.ledgerbook.seats.key(side) or None

    # ------------------------------------------------------------ frames and positions
    def frame(self, seq: int) -> Frame:
        """A frame of the file, decoded."""
        found = self._frames.get(seq)
        if found is None:
            if not 0 <= seq < len(self.ledger):
                raise ReplayError(f"there is no frame {seq}; {frames_to(len(self.ledger) - 1)}")
            found = decode_frame(self.ledger.payload(seq), seq)
            self._frames[seq] = found
            if len(self._frames) > DECODED:
                self._frames.popitem(last=False)
        return found

    def frames(self, seq: int) -> Iterator[Frame]:
        """Genesis and every decision of the line down to `seq`, in order."""
        for number in self.timeline.path(self.place(seq)):
            yield self.frame(number)

    def place(self, seq: int) -> int:
        """`seq` itself if a line can stand there; ReplayError otherwise."""
        if not self.timeline.is_place(seq):
            if 0 <= seq < len(self.timeline):
                kind = KINDS.get(self.timeline.kinds[seq], "frame of another kind")
                raise ReplayError(f"frame {seq} is a {kind}; positions belong to decisions and rulings")
            raise ReplayError(f"there is no frame {seq}; {frames_to(len(self.timeline) - 1)}")
        return seq

    def state(self, seq: int | None = None) -> State:
        """The position after frame `seq` (default: the head of the current line). Do not change it: it is shared."""
        target = self.timeline.head if seq is None else self.place(seq)
        found = self._recent.get(target)
        if found is not None:
            self._recent.move_to_end(target)
            return found
        todo: list[int] = []
        at, state = target, None
        while True:
            state = self._recent.get(at)
            if state is None and at in self.snapshots and self.timeline.parents[at] not in self._recent:
                state = self.snapshots.get(at, self.ledger.leaf(at), self.frame(at).digest)
                if state is not None:
                    self.remember(at, state)
            if state is not None or at == 0:
                break
            todo.append(at)
            at = self.timeline.parents[at]
        known, state = state, fold(State(), self.frame(0).events) if state is None else state.copy()
        depths = self.timeline.depths
        passed: list[AnyEvent] = []
        for number in reversed(todo):
            # past `frame`: a seek passes many frames once, which would only push others out of its memory
            frame = self._frames.get(number) or decode_frame(self.ledger.payload(number), number)
            fold(state, frame.events)
            passed += frame.events
            if depths[number] % INTERVAL == 0 and number != target and digest(state) == frame.digest:
                self.snapshots.keep(number, self.ledger.leaf(number), state)
        frame = self.frame(target)
        total = digest(state) if known is None else digest_from(self.frame(at).digest, known, state, passed)
        if total != frame.digest:
            raise BadFrame(target, "the position differs from the digest that the frame records")
        self.remember(target, state)
        return state

    def reached(self, seq: int, known: State, state: State) -> None:
        """The position after frame `seq`, which somebody has folded from `known`, the position after its parent; from
        now on it is shared. BadFrame if it is not what the frame records."""
        frame = self.frame(seq)
        total = digest_from(self.frame(frame.parent).digest, known, state, frame.events)
        if total != frame.digest:
            raise BadFrame(seq, "the position differs from the digest that the frame records")
        self.remember(seq, state)

    def remember(self, seq: int, state: State) -> None:
        """Keep the position after a frame in memory, and now and then in the cache beside the file."""
        self._recent[seq] = state
        self._recent.move_to_end(seq)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        if self.timeline.depths[seq] % INTERVAL == 0 and seq not in self.snapshots:
            self.snapshots.keep(seq, self.ledger.leaf(seq), state)

    def offer(self, seq: int | None = None) -> Prompt | None:
        """What is asked after frame `seq`; None when the game is over there."""
        from hexledger.engine.kernel.deciding import offer

        at = self.timeline.head if seq is None else seq
        if self._asked is None or self._asked[0] != at:
            self._asked = (at, offer(self.game, self.state(at)))
        return self._asked[1]

    @cached_property
    def links(self) -> Links:
        """Its decisions as claims are judged by."""
        from hexledger.replays.referee.policies.case import Links

        return Links(self.game, self.frame, self.state)

    def choices(self, seq: int | None = None) -> Iterator[Decision]:
        """Legal decisions after frame `seq`."""
        from hexledger.engine.kernel.deciding import choices

        return choices(self.game, self.state(seq))

    @property
    def book(self) -> DiceBook | FixBook:
        """What the file says about its dice; read when first asked for, O(file) unless all dice are practice dice."""
        if self.genesis.format > OLD:
            return self.ledgerbook.dice
        if self._book is None:
            from hexledger.replays.dice.dicebook import DiceBook

            book = DiceBook(self.genesis, len(self.game.sides))
            if book.mode != PRACTICE or DICE in self.timeline.kinds:
                for seq in range(1, len(self.timeline)):
                    book.add(self.frame(seq))
            self._book = book
        return self._book

    @property
    def ledgerbook(self) -> Ledgerbook:
        """Format 2: what decides whether a next frame may follow; read when first asked for, as `book`."""
        if self._ledgerbook is None:
            from hexledger.replays.admission.ledgerbook import Ledgerbook

            sides = range(1, len(self.game.sides) + 1)
            book = Ledgerbook(self.genesis, sides, self.timeline, self.frame)
            if book.dice.mode != PRACTICE or not _PLAIN.issuperset(self.timeline.kinds):
                for seq in range(len(self.timeline)):
                    book.take(self.frame(seq), self.ledger.leaf(seq))
            self._ledgerbook = book
        return self._ledgerbook

    def _take(self, seq: int) -> None:
        """Tell the books that have been read of the next frame."""
        if self._ledgerbook is not None:
            self._ledgerbook.take(self.frame(seq), self.ledger.leaf(seq))
        if self._book is not None:
            self._book.add(self.frame(seq))

    @property
    def dice_mode(self) -> int:
        """The dice mode that holds at the end of the log (`events.model.DICE_MODES`)."""
        told = self._book is not None or DICE in self.timeline.kinds or STUDY in self.timeline.kinds
        return self.book.mode if told else self.genesis.dice_mode

    def decision(self, seq: int) -> Said:
        """The decision of a frame."""
        frame = self.frame(seq)
        if frame.kind == GENESIS:
            return self.genesis
        try:
            if frame.kind == DICE:
                from hexledger.events.dice_records import decode_record

                return decode_record(frame.decision, seq)
            if frame.kind in FORMS:
                return msgspec.msgpack.decode(frame.decision, type=FORMS[frame.kind])
        except UNREADABLE as error:
            raise BadFrame(seq, str(error)) from error
        return self.game.codec.decode(frame.decision)

    def actor_to_move(self) -> int:
        """Side that is asked at the head, 0 when the game is over."""
        prompt = self.offer()
        return prompt.side if prompt else 0

    def crossing(self, to: int) -> Crossing:
        """What going back from the head to `to` would undo."""
        return self.crossing_of(self.timeline.between(to, self.timeline.head))

    def crossing_of(self, frames: Iterable[int]) -> Crossing:
        """What undoing these decisions would cross."""
        return crossing(self.frame(seq) for seq in frames)
