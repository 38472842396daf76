"""Deciding in a log, with dice: what `Chronicle.submit`, `append_play` and `fix` do.

Imported when a log is played on: looking at one should start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.dice.rolling import DiceWanted, NoDice
from hexledger.engine.kernel.deciding import decide
from hexledger.engine.kernel.decisions import Irregular
from hexledger.events.dice_records import DecisionFixed, Fix
from hexledger.events.frame import DECISION, OLD, Frame, encode_value
from hexledger.replays.dice.kit import Bid
from hexledger.replays.errors import ReplayError, WrongEdition
from hexledger.replays.log.genesis import frame_of
from hexledger.replays.log.typed_rolls import asked_text, shown_value
from hexledger.replays.secrets.signing import signer_at_hand

if TYPE_CHECKING:
    import msgspec

    from hexledger.engine.dice.rolling import Roller
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.projections.state import State
    from hexledger.replays.log.chronicle import Chronicle


class Player:
    """Who plays on in a log: decides, rolls, and hands the frame to the log."""

    def __init__(self, log: Chronicle) -> None:
        self.log = log

    def submit(
        self,
        actor: int,
        decision: Decision,
        time: int | None = None,
        expected_head: int | None = None,
        *,
        keep: Callable[[Frame], None] | None = None,
        rolls: Sequence[int | str] | None = None,
        entered_by: int | None = None,
        seat: int | None = None,
    ) -> Frame:
        """See `Chronicle.submit`."""
        log, head = self.log, self.log.timeline.head
        if expected_head is not None and expected_head != head:
            raise ReplayError(f"the decision was made at frame {expected_head}, but play stands at frame {head}")
        self._pinned()
        self._ready(DECISION, actor)
        if seat is not None:
            log.check_seat(seat)
        if isinstance(decision, Irregular) and not log.genesis.as_played:
            raise ReplayError("only the transcript of a game played elsewhere records decisions that the rules refuse")
        before = log.state(head)
        seq, raw = len(log.timeline), log.game.codec.encode(decision)
        bid = Bid(seq, log.ledger.leaf(seq - 1), actor, bytes(raw), head)
        log.book.awaited(head, actor, bytes(raw))
        roller = log.dice_kit.roller(log.book, bid, rolls, entered_by, partial(shown_value, log.game))
        try:
            draft = decide(log.game, before, log.frame(head).digest, actor, decision, roller)
        except DiceWanted as wanted:
            if self._at_hand(actor):
                self._fix(actor, raw, time)
                return log.submit(actor, decision, time, keep=keep, seat=seat)
            why = f"{asked_text(log.game, wanted.asked)}: {wanted.why}"
            raise DiceWanted(wanted.asked, wanted.mode, wanted.given, why) from None
        if isinstance(roller, EnteredRoller):
            roller.finish()
        frame = frame_of(seq, DECISION, actor, head, raw, draft, time)
        if keep is not None:
            keep(frame)
        frame = log.append_frame(frame)
        log.remember(seq, draft.state)
        return frame

    def append_play(
        self,
        kind: int,
        actor: int,
        value: object,
        make: Callable[[State, bytes, Roller], Draft],
        time: int | None = None,
        rolls: Sequence[int | str] | None = None,
    ) -> Frame:
        """See `Chronicle.append_play`."""
        log = self.log
        head, seq, raw = log.timeline.head, len(log.timeline), encode_value(value)
        self._pinned()
        self._ready(kind, actor)
        read = partial(shown_value, log.game)
        if log.genesis.format > OLD:
            roller = log.dice_kit.ruling_roller(log.book, seq, rolls, read)
        else:
            bid = Bid(seq, log.ledger.leaf(seq - 1), actor, bytes(raw))
            roller = log.dice_kit.roller(log.book, bid, rolls, actor, read)
        draft = make(log.state(head), log.frame(head).digest, roller)
        if isinstance(roller, EnteredRoller):
            roller.finish()
        frame = log.append_frame(frame_of(seq, kind, actor, head, raw, draft, time))
        log.remember(frame.seq, draft.state)
        return frame

    def fix(self, actor: int, decision: Decision, time: int | None = None) -> Frame:
        """See `Chronicle.fix`."""
        log = self.log
        self._pinned()
        self._ready(DECISION, actor)
        log.book.idle("another decision")
        raw = log.game.codec.encode(decision)
        head = log.timeline.head
        roller = NoDice(log.book.mode, "it is fixed first")
        try:
            decide(log.game, log.state(head), log.frame(head).digest, actor, decision, roller)
        except DiceWanted:
            return self._fix(actor, raw, time)
        raise ReplayError("a decision that rolls nothing does not wait for dice; hand it in")

    def _fix(self, actor: int, raw: msgspec.Raw, time: int | None) -> Frame:
        log = self.log
        if log.genesis.format == OLD:
            return log.note_dice(actor, DecisionFixed(bytes(raw).hex()), time)
        return log.note_dice(actor, Fix(raw), time, log.dice_kit.own_link(log.book, actor))

    def _at_hand(self, actor: int) -> bool:
        """Format 2: could a decision that rolls be fixed and rolled at once, with what this machine has?"""
        log, book = self.log, self.log.book
        return log.genesis.format > OLD and book.waiting is None and log.dice_kit.complete(book)

    def _ready(self, kind: int, actor: int) -> None:
        """ReplayError when the key that must sign the actor's frames is not at hand: asked before anything is rolled.

        Who signs a roll that waits is another question, asked when it is appended.
        """
        log = self.log
        if log.genesis.format == OLD:
            signer_at_hand(log.genesis, log.game, kind, actor, log.signers)
        elif log.ledgerbook.signed and not (kind == DECISION and log.book.waiting is not None):
            log.signer_for((log.deciding(actor) if kind == DECISION else actor,))

    def _pinned(self) -> None:
        log, game, genesis = self.log, self.log.game, self.log.genesis
        if game.edition.fingerprint != genesis.edition_fingerprint:
            raise WrongEdition(
                f"{log.path.name} is pinned to edition {genesis.edition_fingerprint[:12]}; "
                f"it can be viewed with {game.edition.fingerprint[:12]} but not played on"
            )
        if log.earlier and (genesis.signed or game.mended_since(genesis.rules_version) is None):
            raise WrongEdition(f"{log.earlier}: it can be viewed and rewound but not played on")
