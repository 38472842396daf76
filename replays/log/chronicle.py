"""A chronicle: one log, opened for looking back (`reading.py`) and, by its one writer, for playing on.

Undo is a seek to the target; the file only grows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.catalogue import open_pinned
from hexledger.engine.errors import EngineError, EngineFault
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    DECISION,
    DICE,
    LABEL,
    OLD,
    OPENING,
    REWIND,
    Frame,
    Genesis,
    Label,
    Opening,
    Rewind,
    decode_frame,
    encode_frame,
    encode_value,
    side_of_seat,
)
from hexledger.events.ledger import Ledger
from hexledger.events.limits import line_fault
from hexledger.events.model import PRACTICE
from hexledger.projections.names import side_name
from hexledger.projections.state import State
from hexledger.replays.errors import ReplayError, UndoRefused, WrongEdition
from hexledger.replays.log.crossing import refusal
from hexledger.replays.log.genesis import (
    check_text,
    dice_of,
    genesis_frame,
    new_genesis,
)
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.timeline import MAIN

if TYPE_CHECKING:
    from hexledger.engine.dice.rolling import Roller
    from hexledger.engine.kernel.deciding import Draft
    from hexledger.engine.kernel.decisions import Decision
    from hexledger.engine.kernel.game import Game
    from hexledger.events.dice_records import DiceRecord
    from hexledger.events.notes import SignerKey
    from hexledger.replays.admission.validator import Validator
    from hexledger.replays.dice.kit import DiceKit
    from hexledger.replays.log.playing import Player
    from hexledger.replays.secrets.remembering import Remembering
    from hexledger.replays.secrets.words import Agreed

_LABELS: Final = (str, int, int)
"""Types of a line's name, its place and who names it, in what is surely read back as it was written."""

# Looking at a log should start fast: what deciding, dice and signatures need is imported where they are met.


def _encoded(frame: Frame) -> bytes:
    """A frame's bytes, of which it is not sure yet that they can be read back."""
    try:
        return encode_frame(frame)
    except (OverflowError, UnicodeEncodeError, TypeError) as error:
        raise _unwritable(frame, error) from error


def _payload(frame: Frame) -> bytes:
    """A frame's bytes, once it is sure that they can be read back: a log never gets a frame that nobody can open. For
    frames that no validator reads: it is as sure."""
    payload = _encoded(frame)
    try:
        same = encode_frame(decode_frame(payload, frame.seq)) == payload
    except LedgerError as error:
        raise _unwritable(frame, error) from error
    if not same:
        raise EngineFault(f"frame {frame.seq} would be read back as something else")
    return payload


def _check_line(name: str) -> None:
    """ReplayError for what no line can be called."""
    wrong = line_fault(name)
    if wrong:
        raise ReplayError(wrong)


def _unwritable(frame: Frame, error: Exception) -> EngineFault:
    return EngineFault(f"frame {frame.seq} could not be written: {error}")


class Chronicle(LogReader):
    """A log that can be played on. Make one with `create`, `write` or `read`."""

    def __init__(self, ledger: Ledger, path: Path, edition: Path | None = None, game: Game[Any] | None = None) -> None:
        super().__init__(ledger, path, edition, game)
        self.signers: dict[int, SignerKey] = {}
        """Side (0: the referee) -> the key that signs for it, in games that ask for signatures."""
        self.clock: Callable[[], int] | None = None
        """Milliseconds since 1970, for frames whose time the caller does not give; None: no clock."""
        self.memory: Remembering | None = None
        """What the keys and vaults at hand have given, noted before it leaves; None: nobody notes it."""

    @cached_property
    def dice_kit(self) -> DiceKit:
        """What this machine has to roll with; the caller gives it the keeper's file or the vaults."""
        from hexledger.replays.dice.kit import DiceKit

        return DiceKit()

    @cached_property
    def _player(self) -> Player:
        from hexledger.replays.log.playing import Player

        return Player(self)

    # ------------------------------------------------------------ opening
    @classmethod
    def create(
        cls,
        path: Path,
        genesis: Genesis,
        edition: Path | None = None,
        time: int | None = None,
        *,
        game: Game[Any] | None = None,
    ) -> Chronicle:
        """Start a new log; refuses to touch a file that exists. `game`: a game that is not in the catalogue."""
        game = game or open_pinned(genesis.game, genesis.edition_fingerprint, edition)
        frame, state = genesis_frame(game, genesis, time)
        ledger = Ledger.create(path, _payload(frame))
        return cls._holding(ledger, path, edition, game, state)

    @classmethod
    def write(
        cls, path: Path, edition: Path | None = None, *, game: Game[Any] | None = None, behind: bool = False
    ) -> Chronicle:
        """Open a log as its one writer; a torn tail is set aside first. `game` as for `create`. `behind`: also one that
        is behind what lies beside it (see `behind.py`), to be given the frames that it lacks."""
        from hexledger.replays.log.behind import check_not_behind

        check = None if behind else check_not_behind
        return cls._holding(Ledger.open_writer(path, check=check), path, edition, game)

    @classmethod
    def read(
        cls, path: Path, edition: Path | None = None, *, game: Game[Any] | None = None, damaged: bool = False
    ) -> Chronicle:
        """Open a log for reading; nothing is written to it. `game` as for `create`. `damaged`: of a damaged log what is
        whole, which `left_out` then tells of."""
        return cls._holding(Ledger.open_reader(path, damaged=damaged), path, edition, game)

    @classmethod
    def _holding(
        cls, ledger: Ledger, path: Path, edition: Path | None, game: Game[Any] | None, state: State | None = None
    ) -> Chronicle:
        """A chronicle that owns its ledger: whatever goes wrong, the file and its lock are let go."""
        try:
            chronicle = cls(ledger, path, edition, game)
            if state is not None:
                chronicle.remember(0, state)
        except BaseException:
            ledger.close()
            raise
        return chronicle

    # ------------------------------------------------------------ playing on
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
        """Decide, append, sync; only then does memory change. IllegalDecision leaves everything as it was.

        `seat`: where armies sit apart, the seat that decides; IllegalDecision when it is another's to decide.

        `expected_head`: refuse when play does not stand at that frame (a view of the past, another writer).
        `keep` is called with the frame before it is appended: what must survive a crash (a seal's secret) comes first.
        `rolls`, `entered_by`: entered dice as they show (or as text), and who read them. DiceWanted when the decision
        rolls and its dice are not at hand: `fix` it, and hand it in again with them.
        """
        return self._player.submit(
            actor, decision, time, expected_head, keep=keep, rolls=rolls, entered_by=entered_by, seat=seat
        )

    def append_play(
        self,
        kind: int,
        actor: int,
        value: object,
        make: Callable[[State, bytes, Roller], Draft],
        time: int | None = None,
        rolls: Sequence[int | str] | None = None,
    ) -> Frame:
        """Append a frame of another kind that changes the position (a ruling): `make` gives its draft from the position
        at the head, its digest and the dice. `rolls`: entered dice, as for `submit`."""
        return self._player.append_play(kind, actor, value, make, time, rolls)

    def append_step(self, kind: int, actor: int, value: object, time: int | None = None) -> Frame:
        """Append a frame that records something at the head and changes nothing (a claim that stands)."""
        head = self.timeline.head
        here = self.frame(head).digest
        return self.append_frame(Frame(len(self.timeline), kind, actor, head, encode_value(value), (), (), here, time))

    def fix(self, actor: int, decision: Decision, time: int | None = None) -> Frame:
        """Write down that a side has decided before its dice are rolled: no other decision can be made, and nothing
        taken back alone, until they are. IllegalDecision and the like as for `submit`; ReplayError when it rolls
        nothing."""
        return self._player.fix(actor, decision, time)

    def note_dice(self, actor: int, record: DiceRecord, time: int | None = None, evidence: Sequence[str] = ()) -> Frame:
        """Append a dice record (a change of mode, a confirmation, a fix ...); Refused or DiceRefused where it may not
        stand."""
        head = self.timeline.head
        here, raw = self.frame(head).digest, encode_value(record)
        return self.append_frame(Frame(len(self.timeline), DICE, actor, head, raw, (), tuple(evidence), here, time))

    @property
    def earlier(self) -> str:
        """What to say of a log that other rules than those at hand began; empty where they are the same. A game that
        nobody signs binds nobody to them: it goes on by the rules at hand."""
        game, genesis = self.game, self.genesis
        if game.rules_version == genesis.rules_version:
            return ""
        since = game.mended_since(genesis.rules_version) or ()
        mended = dict.fromkeys(game.cite(rule) for one in since for rule in one.rules)
        why = f" (mended since: {', '.join(mended)})" if mended else ""
        pinned = f"{self.path.name} is pinned to rules version {genesis.rules_version}"
        return f"{pinned}; this is version {game.rules_version}{why}"

    @cached_property
    def validator(self) -> Validator:
        """Format 2: what asks whether a frame may follow."""
        from hexledger.replays.admission.admitting import roles
        from hexledger.replays.admission.validator import Validator

        return Validator(self.ledgerbook, lambda seq: self.frame(seq).digest, roles(self.game))

    def append_frame(self, frame: Frame, built: Any = None) -> Frame:
        """Append the next frame once it may follow, signed where it must be; returns it as it stands in the log.
        Refused (UndoRefused for a rewind), ReplayError, EngineFault: nothing was written.

        `built`: what the frame says, where the caller has made it of that, with fields of the very types that they
        declare, in the next number: then its bytes are read back by nobody, for they can say nothing else."""
        if self.clock is not None and frame.time is None:
            frame = msgspec.structs.replace(frame, time=self.clock())
        if self.genesis.format == OLD:
            return self._append_old(frame)
        before, signed = self.ledger.last_leaf, self.validator.book.signed
        if signed:
            frame = self._signed(frame, before)
        payload = _encoded(frame)
        try:
            if built is None or not (frame.time is None or type(frame.time) is int):
                said = self._admitted(frame, payload, before)
            else:
                self.validator.follows(frame, built, before)
                said = built
        except LedgerError as error:
            raise _unwritable(frame, error) from error
        if signed:
            self._firm(frame)
        if self.memory is not None:
            self._note(self.memory, frame, payload)
        return self._write(frame, payload, said)

    def _note(self, memory: Remembering, frame: Frame, payload: bytes, *, again: bool = False) -> None:
        """Note what leaves keys and vaults before it does. Where that fails in the middle, some of them have given a
        frame that is not here: the log must be opened anew, which takes it up."""
        try:
            memory.note(self, frame, payload, again=again)
        except ReplayError:
            raise  # refused: nothing was noted
        except BaseException:
            self.ledger.give_up("what was signed could not be noted in full")
            raise

    def append_again(self, frame: Frame, payload: bytes) -> Frame:
        """Append a frame of one's own as it was signed and noted before a crash."""
        said = self._admitted(frame, payload, self.ledger.last_leaf)
        if self.memory is not None:
            self._note(self.memory, frame, payload, again=True)
        return self._write(frame, payload, said)

    def _write(self, frame: Frame, payload: bytes, said: object) -> Frame:
        seq = frame.seq
        self.ledger.append(payload, seq - 1)
        self.timeline.take(frame, said)
        self._frames[seq] = frame
        self.validator.book.take(frame, self.ledger.last_leaf, said)
        return frame

    def leaf_at(self, seq: int) -> bytes | None:
        """Leaf hash of a frame, None when the log has no such frame."""
        return self.ledger.leaf(seq) if 0 <= seq < len(self.ledger) else None

    def _admitted(self, frame: Frame, payload: bytes, before: bytes) -> object:
        """What a frame says that may follow the leaf hash `before`, read from its bytes."""
        try:
            return self.validator.admit(payload, before)[1]
        except ReplayError as error:
            from hexledger.replays.admission.refused import Refused

            if frame.kind == REWIND and isinstance(error, Refused):
                raise UndoRefused(error.why, error.needs) from None
            raise

    def _signed(self, frame: Frame, before: bytes) -> Frame:
        """The frame with the signature of who must sign it, in a signed game."""
        from hexledger.events.dice_records import Fix
        from hexledger.events.signatures import signed
        from hexledger.replays.admission.agreement import signers_of, unsigned_kind

        book, said = self.ledgerbook, self._what(frame)
        if frame.signature or unsigned_kind(book, frame, said):
            return frame
        seats = signers_of(book, frame, said)
        if (frame.kind == DECISION and self.book.waiting is None) or isinstance(said, Fix):
            seats = (self.deciding(frame.actor),)
        return signed(frame, before, self.signer_for(seats))

    def _firm(self, frame: Frame) -> None:
        """ReplayError for dice that would stand on a frame which can still give way (`simultaneous.py`)."""
        from hexledger.replays.log.simultaneous import brings_dice, pending

        if not brings_dice(frame) or self.book.waiting is not None:
            return
        found = pending(self, [side for side, key in self.signers.items() if key.verifier.public == self.key_of(side)])
        if found is not None:
            who = " and ".join(side_name(self.game, side) for side in sorted(found.sides))
            raise ReplayError(
                f"no dice yet: frame #{found.frame} was made while the {who} side was to act, and gives way if that "
                "side has acted at the same time; `send` it, and go on when a bundle has come back"
            )

    def _what(self, frame: Frame) -> object:
        from hexledger.replays.admission.validator import said_in

        return said_in(frame, self.genesis.format)

    def signer_for(self, sides: Sequence[int]) -> SignerKey:
        """The key at hand of one of some sides; ReplayError when none is, or when it is not the one that sits there."""
        from hexledger.replays.secrets.signing import role

        seats = self.ledgerbook.seats
        self._another_army(sides)
        for side in sides:
            key = self.signers.get(side)
            if key is not None and key.verifier.public == seats.key(side):
                return key
        side = sides[0]
        name = role(self.game, side)
        sitter = seats.sitters.get(side)
        if sitter is None or not sitter.key:
            raise ReplayError(
                "in a signed game a side must stand for it (`--as SIDE`), or a referee whose key the log names"
            )
        if side in self.signers:
            raise ReplayError(f"the key {self.signers[side].verifier.name!r} is not the {name} key of this game")
        raise ReplayError(
            f"the {name} frames of this game are signed by {sitter.name} (public key {sitter.key.hex()[:12]}), and "
            "that key is not at hand; name it with --key"
        )

    def _another_army(self, seats: Sequence[int]) -> None:
        """IllegalDecision where the keys at hand are only those of other armies of a side whose seat decides."""
        mine = [seat for seat in self.signers if side_of_seat(seat) == side_of_seat(seats[0])]
        if mine and not set(mine) & set(seats) and self.ledgerbook.seats.apart:
            self.check_seat(mine[0])

    def _append_old(self, frame: Frame) -> Frame:
        """Append a frame of a running game of format 1."""
        from hexledger.replays.dice.dicebook import DiceBook
        from hexledger.replays.secrets.signing import with_signature

        frame = with_signature(self.genesis, self.game, frame, self.ledger.leaf(frame.seq - 1), self.signers)
        payload = _payload(frame)
        book = self.book
        assert isinstance(book, DiceBook)
        # under practice dice no frame but a dice record says anything about dice, unless it makes a proposal lapse
        tells = frame.kind == DICE or book.mode != PRACTICE or book.proposal is not None
        if tells:
            book.check(frame)
        self.ledger.append(payload, expected_head=frame.seq - 1)
        self.timeline.add(payload)
        if tells:
            book.add(frame)
        self._frames[frame.seq] = frame
        return frame

    def take_in(self, payloads: Sequence[bytes]) -> None:
        """Append frames that another player's file holds and that were audited before (see `mail.receive`)."""
        self.ledger.append_many(payloads, expected_head=len(self.timeline) - 1)
        before = len(self.timeline)
        for payload in payloads:
            self.timeline.add(payload)
        self._book = None
        if self._ledgerbook is not None:
            for seq in range(before, len(self.timeline)):
                self._take(seq)

    # ------------------------------------------------------------ undo, redo, lines
    def undo(
        self,
        by: int,
        *,
        to: int | None = None,
        reason: str = "",
        consent: Sequence[int] = (),
        time: int | None = None,
        signatures: Mapping[int, str] | None = None,
    ) -> Frame:
        """Take back the last decision of the line, or everything after frame `to`.

        Refused at genesis, for a target that is not on the line, under the policy `strict`, and, under `consent`,
        when it crosses dice, draws, seals or another side's decision without that consent (side numbers; 0 = referee).
        `signatures`: in signed games, side -> its signature over the rewind (see `consent.py`); with a side's key at
        hand (both players at one table) it is made here.
        """
        if to is None and self.genesis.format > OLD and self.book.waiting is not None:
            # what waits for its dice is what stands last: taking it back is a drop
            target = self.timeline.head
        else:
            target = self.undo_target(to)
        self._allowed(by, target, consent)
        return self._rewind(by, target, reason, consent, redo=False, time=time, signatures=signatures)

    def undo_target(self, to: int | None = None) -> int:
        """The frame that an undo goes back to; UndoRefused when it cannot."""
        head = self.timeline.head
        if head == 0:
            raise UndoRefused(
                "nothing to undo: the game stands at its beginning; `redo` or `lines` show what was undone"
            )
        if to is None:
            return self.timeline.parents[head]
        target = self.place(to)
        if target == head or not self.timeline.is_ancestor(target, head):
            raise UndoRefused(f"frame {target} is not an earlier decision of this line (head {head})")
        return target

    def rewind_after_claim(
        self,
        by: int,
        to: int,
        reason: str,
        consent: Sequence[int],
        about: int,
        what: str,
        time: int | None = None,
        signatures: Mapping[int, str] | None = None,
    ) -> Frame:
        """The rewind that the error policy grants a claim about frame `about`; `claims.py` asks the policy."""
        return self._rewind(
            by, to, reason, consent, redo=False, time=time, signatures=signatures, about=about, what=what
        )

    def _allowed(self, by: int, target: int, consent: Sequence[int]) -> None:
        if self.genesis.format > OLD:
            # the validator asks, and measures what a rewind brings back as well
            return
        sides = range(1, len(self.game.sides) + 1)
        for side in (by, *consent):
            if side not in (0, *sides):
                raise UndoRefused(f"there is no side {side}; sides are 1 to {len(sides)}, 0 is the referee")
        from hexledger.replays.referee.policies import error_policy

        policy = error_policy(self.genesis.error_policy)
        if policy is not None and not policy.allows_undo():
            raise UndoRefused("this game's error policy is strict: nothing is taken back", ("error policy strict",))
        others = [side for side in sides if side != by]
        refused = refusal(self.genesis.undo_policy, self.crossing(target), by, others, consent)
        if refused is None:
            return
        if not refused.missing:
            raise UndoRefused("this game's undo policy is strict: nothing is taken back", refused.needs)
        if refused.missing == (0,):
            crossed = ", ".join(refused.needs)
            raise UndoRefused(
                f"undoing to frame {target} crosses {crossed}: it needs the referee's word", refused.needs
            )
        missing = " and ".join(side_name(self.game, side) for side in refused.missing)
        raise UndoRefused(
            f"undoing to frame {target} crosses {', '.join(refused.needs)}: it needs the recorded consent of the "
            f"{missing} side (or the referee's word)",
            refused.needs,
        )

    def redo(self, by: int, *, consent: Sequence[int] = (), time: int | None = None) -> Frame:
        """Take back the last undo step of the line: go to the decision that it undid."""
        target = self.timeline.redo_target()
        if target is None:
            raise UndoRefused("nothing to redo on this line")
        return self._rewind(by, target, "", consent, redo=True, time=time)

    def go(
        self,
        by: int,
        target: int,
        *,
        reason: str = "",
        consent: Sequence[int] = (),
        time: int | None = None,
        signatures: Mapping[int, str] | None = None,
    ) -> Frame:
        """Move the head of the current line to any place of the tree (an undone tip, say), under the undo policy."""
        head, target = self.timeline.head, self.place(target)
        if target == head:
            raise UndoRefused(f"play already stands at frame {target}")
        fork = self.timeline.fork(target, head)
        if fork != head:
            self._allowed(by, fork, consent)
        return self._rewind(by, target, reason, consent, redo=fork == head, time=time, signatures=signatures)

    def _rewind(
        self,
        by: int,
        target: int,
        reason: str,
        consent: Sequence[int],
        *,
        redo: bool,
        time: int | None,
        signatures: Mapping[int, str] | None = None,
        about: int = -1,
        what: str = "",
    ) -> Frame:
        check_text(reason)
        policy = self.genesis.error_policy
        agreed = tuple(sorted(set(consent)))
        rewind = Rewind(target, reason, agreed, redo, policy=policy, about=about, what=what)
        if self.genesis.format > OLD:
            return self.append_agreed(REWIND, by, rewind, signatures, time)
        from hexledger.replays.secrets.signing import consents_signed, with_consents

        bare, leaf = self.next_frame(REWIND, by, rewind)
        rewind = with_consents(self.genesis, bare, rewind, leaf, signatures or {}, self.signers)
        here = self.frame(target).digest
        raw = encode_value(rewind)
        frame = Frame(len(self.timeline), REWIND, by, self.timeline.head, raw, (), (), here, time)
        problem = consents_signed(self.genesis, self.game, frame, rewind, self.ledger.leaf(frame.seq - 1))
        if problem:
            raise UndoRefused(problem)
        return self.append_frame(frame)

    def append_agreed(
        self,
        kind: int,
        actor: int,
        agreed: Agreed,
        words: Mapping[int, str] | None = None,
        time: int | None = None,
    ) -> Frame:
        """Format 2: append what others agree to, with their words: those given (side -> base64), else made with the
        keys at hand. Refused (UndoRefused for a rewind) when one is missing."""
        head = self.timeline.head
        if agreed.consent and self.ledgerbook.signed:
            from hexledger.replays.secrets.words import with_words

            agreed = with_words(agreed, *self.next_frame(kind, actor, agreed), words or {}, self.signers)
        here = self.frame(self.place(agreed.to if type(agreed) is Rewind else head)).digest
        return self.append_frame(Frame(len(self.timeline), kind, actor, head, encode_value(agreed), (), (), here, time))

    def next_frame(self, kind: int, actor: int, value: object) -> tuple[Frame, bytes]:
        """The frame that would come next, as far as a consent covers it, and the leaf hash of the one before it."""
        seq = len(self.timeline)
        frame = Frame(seq, kind, actor, self.timeline.head, encode_value(value), (), (), b"", None)
        return frame, self.ledger.leaf(seq - 1)

    def branch(self, name: str, at: int | None = None, by: int = 0, time: int | None = None) -> Frame:
        """Open a line `name` at a frame (default: the head) and go on there."""
        if name in self.timeline.heads:
            raise ReplayError(f"there is a line {name!r} already; `switch` goes to it")
        at = self.timeline.head if at is None else self.place(at)
        if self.genesis.format == OLD:
            _check_line(name)
        try:
            return self._label(name, at, by, time)
        except (ReplayError, EngineFault, UnicodeEncodeError):
            # the validator has asked for the name; one that is none is told as that, whatever else was met first
            _check_line(name)
            raise

    def switch(self, name: str, by: int = 0, time: int | None = None) -> Frame:
        """Go on with another line."""
        if name not in self.timeline.heads:
            known = ", ".join(self.timeline.heads)
            raise ReplayError(f"there is no line {name!r}; lines are {known}")
        return self._label(name, self.timeline.heads[name], by, time)

    def close_line(self, name: str, by: int = 0, time: int | None = None) -> Frame:
        """Take a line's name away; its frames stay, listed as undone."""
        if name in (MAIN, self.timeline.current) or name not in self.timeline.heads:
            raise ReplayError(f"line {name!r} cannot be closed: it is main, current or unknown")
        return self._label(name, -1, by, time)

    def _label(self, name: str, at: int, by: int, time: int | None) -> Frame:
        head = self.timeline.head
        here = self.frame(head if at < 0 else at).digest
        said = Label(name, at)
        frame = Frame(len(self.timeline), LABEL, by, head, encode_value(said), (), (), here, time)
        return self.append_frame(frame, said if (type(name), type(at), type(by)) == _LABELS else None)

    # ------------------------------------------------------------ seals
    def open_seals(self, by: int, opening: Opening, time: int | None = None) -> Frame:
        """Append the opening of seals that side `by` never revealed; the caller has checked it (see `openings.py`)."""
        head = self.timeline.head
        here = self.frame(head).digest
        return self.append_frame(
            Frame(len(self.timeline), OPENING, by, head, encode_value(opening), (), (), here, time)
        )


__all__ = [
    "Chronicle",
    "EngineError",
    "ReplayError",
    "UndoRefused",
    "WrongEdition",
    "dice_of",
    "genesis_frame",
    "new_genesis",
]
