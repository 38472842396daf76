"""The audit: is the log what it says, and does it follow from the rules and the dice?

Four questions, each frame in turn: do the bytes hold (checksum, chain), does the frame fit the tree, does the position
after it have the digest it records, and, deciding again with the rules and the dice that the game is pinned to, do the
same events follow byte for byte? The first contradiction names frame, event, field and rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.errors import EngineError
from hexledger.events.dice_records import Fix
from hexledger.events.errors import Corrupt, LedgerError, NotALedger
from hexledger.events.frame import (
    CLAIM,
    DECISION,
    DICE,
    LABEL,
    OLD,
    OPENING,
    PLAYS,
    REWIND,
    RULING,
    UNREADABLE,
    Frame,
    Genesis,
    Rewind,
    decode_frame,
)
from hexledger.events.framing import GENESIS_LINK
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import leaf_hash
from hexledger.events.model import DICE_MODES
from hexledger.events.numbers import counted
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.admission.admitting import Admission
from hexledger.replays.admission.refused import Refused
from hexledger.replays.admission.validator import place, read
from hexledger.replays.audit.anchors import Anchor, Anchoring, anchoring
from hexledger.replays.audit.contradiction import Contradiction, difference
from hexledger.replays.audit.earlier import mended_frame, mended_lines
from hexledger.replays.audit.fixes import FixAudit
from hexledger.replays.audit.trust import old_trust, trust_of
from hexledger.replays.audit.verdict import EARLIER, NOT_ANCHORED, UNDECIDED, Verdict, contradicted
from hexledger.replays.errors import DiceRefused, ReplayError
from hexledger.replays.log.crossing import Crossing, crossing_of, refusal, total
from hexledger.replays.log.genesis import read_genesis, tables_differ
from hexledger.replays.log.salvage import paper_of
from hexledger.replays.log.timeline import MAIN, Head, Timeline
from hexledger.replays.secrets.openings import SealBook

if TYPE_CHECKING:
    # the engine is asked only where decisions are decided again, and loaded only then
    from hexledger.engine.kernel.deciding import Draft, Waiting
    from hexledger.engine.kernel.game import Game
    from hexledger.replays.audit.dice import DiceAudit
    from hexledger.replays.audit.thrown import Faces
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.referee.policies.case import Links

_MANY: Final = 1 << 16
"""Sides that a log of format 1 may speak of when its game is not at hand."""


Progress = Callable[[int, int], None]
"""Called with (frames done, frames in all)."""


ARMIES_UNASKED: Final = (
    "armies sit apart here, and whose decision each is the rules say, which were not asked: the key of any seat of its "
    "side was taken"
)


def audit(
    path: Path,
    *,
    edition: Path | None = None,
    game: Game[Any] | None = None,
    rules: bool = True,
    progress: Progress | None = None,
    anchors: Callable[[Genesis], Sequence[Anchor]] | None = None,
) -> Verdict:
    """Check a log from its bytes up. `rules=False` leaves out deciding again (and needs no edition).

    `anchors` gives the checkpoints to compare the log with (see `anchors.py`); it is asked with the genesis, whose
    players are then all who ever sat down.

    `game` overrides the game module (a test breaks a table and must be caught). Never raises for a bad log: the verdict
    says what is wrong. FileNotFoundError and the like pass through.
    """
    verdict = Verdict(path.name)
    try:
        with Ledger.open_reader(path) as ledger:
            payloads, leaves = list(ledger.payloads()), ledger.leaves()
            torn = ledger.torn
            verdict.frames, verdict.root = len(payloads), ledger.root().hex()
            tree = ledger.tree
            paper = paper_of(path, ledger)
    except Corrupt as error:
        _whole_part(verdict, path)
        return contradicted(verdict, Contradiction(error.frame, -1, "bytes", str(error), ""))
    except NotALedger as error:
        return contradicted(verdict, Contradiction(0, -1, "bytes", str(error), "a ledger"))
    if paper is not None:
        verdict.notes.append(paper.left_out.sentence)
        if verdict.frames > paper.frames:
            verdict.notes.append(f"frames {paper.frames} to {verdict.frames - 1} were added to the salvaged part")
    if torn is not None:
        verdict.notes.append("opening the game for play sets an unfinished append aside and keeps every whole frame")
        found = f"{counted(torn.length, 'byte')} at offset {torn.offset}, no whole frame ({torn.reason})"
        return contradicted(
            verdict, Contradiction(torn.frame, -1, "bytes", found, "the end of the file or a whole frame")
        )
    try:
        genesis = read_genesis(decode_frame(payloads[0], 0))
    except LedgerError as error:
        return contradicted(verdict, Contradiction(0, -1, "genesis", str(error), "a genesis frame"))
    verdict.game, verdict.scenario, verdict.log_id = genesis.game, genesis.scenario, genesis.log_id
    verdict.edition, verdict.edition_kind = genesis.edition, f"{genesis.edition_kind} (claimed)"
    verdict.rules_version = genesis.rules_version
    verdict.dice_mode = DICE_MODES.get(genesis.dice_mode, f"unknown mode {genesis.dice_mode}")
    if rules:
        from hexledger.engine.catalogue import open_pinned

        try:
            game = game or open_pinned(genesis.game, genesis.edition_fingerprint, edition)
        except (EngineError, ReplayError) as error:
            verdict.notes.append(str(error))
            found = f"{genesis.game}, {verdict.dice_mode} dice"
            return contradicted(verdict, Contradiction(0, -1, "game", found, "a game and dice of this version"))
        problem = claimed(game, genesis)
        if problem:
            verdict.notes.append(problem)
            return contradicted(verdict, Contradiction(0, -1, "edition or rules version", problem, ""))
        verdict.unproved = elsewhere(game, genesis)
        verdict.edition_kind = verdict.edition_kind if verdict.unproved else genesis.edition_kind
    try:
        walk = Walk(verdict, genesis, game if rules and not verdict.unproved else None)
    except Refused as error:
        return contradicted(verdict, Contradiction(0, -1, error.where, error.why, ""))
    except DiceRefused as error:
        return contradicted(verdict, Contradiction(0, -1, "dice", str(error), "dice that can be"))
    walk.run(payloads, progress, leaves)
    if walk.admission is not None:
        if not rules and walk.admission.book.seats.apart:
            verdict.notes.append(ARMIES_UNASKED)
        # a checkpoint may be of somebody who sat down later
        genesis = msgspec.structs.replace(genesis, players=walk.admission.book.seats.everybody)
    return _anchored(verdict, anchoring(tree, anchors(genesis) if anchors is not None else ()))


def _whole_part(verdict: Verdict, path: Path) -> None:
    """How much of a damaged log is whole, before the damage."""
    try:
        with Ledger.open_reader(path, damaged=True) as ledger:
            verdict.frames, verdict.root = len(ledger), ledger.root().hex()
    except LedgerError:
        return
    verdict.notes.append(
        f"{counted(verdict.frames, 'frame is', 'frames are')} whole before the damage: `show`, `record` and the others "
        f"show that much, and `hexledger salvage {path.name} NEW` makes a log of it"
    )


def _anchored(verdict: Verdict, found: Anchoring) -> Verdict:
    """The verdict of the log itself, seen together with what others vouch for."""
    verdict.anchored, verdict.anchored_by = found.anchored, list(found.names)
    if verdict.contradiction is not None:
        return verdict
    if found.against is not None:
        verdict.anchored = 0
        return contradicted(verdict, _against(verdict.frames, found, found.against))
    if verdict.unproved:
        verdict.word = UNDECIDED
    elif verdict.mended:
        verdict.word = EARLIER
    elif verdict.anchored < verdict.frames:
        verdict.word = NOT_ANCHORED
    return verdict


def _against(frames: int, found: Anchoring, anchor: Anchor) -> Contradiction:
    """The checkpoint that the log contradicts, at the first frame that may be another than the one vouched for."""
    names, size = " and ".join(anchor.names), anchor.checkpoint.size
    if size > frames:
        expected = f"{counted(size, 'frame')}, as the checkpoint of {names} says"
        return Contradiction(frames, -1, "checkpoint", f"the log ends with frame {frames - 1}", expected)
    expected = f"the root that the checkpoint of {names} gives for {counted(size, 'frame')}"
    place = f"another history of frames {found.anchored} to {size - 1}"
    return Contradiction(found.anchored, -1, "checkpoint", place, expected)


def pinned(game: Game[Any], genesis: Genesis) -> str:
    """Why a log cannot be played on with the game at hand; empty when it can."""
    problem = claimed(game, genesis) or elsewhere(game, genesis)
    if not problem and game.rules_version != genesis.rules_version:
        problem = f"{_rules_of(genesis)}, the rules at hand are {game.rules_version}"
    return problem


def claimed(game: Game[Any], genesis: Genesis) -> str:
    """What a genesis says of its game or its edition that is not so; empty when all is."""
    if game.id != genesis.game:
        return f"the log is of game {genesis.game}, the game at hand is {game.id}"
    if game.edition.fingerprint != genesis.edition_fingerprint:
        return ""
    meta = game.edition.meta
    if (meta.id, meta.kind) != (genesis.edition, genesis.edition_kind):
        return (
            f"the log calls its edition {genesis.edition!r} ({genesis.edition_kind}), and the edition of that "
            f"fingerprint is {meta.id!r} ({meta.kind})"
        )
    table = tables_differ(genesis, game)
    return f"the {table} table of the genesis frame is not the edition's" if table else ""


def elsewhere(game: Game[Any], genesis: Genesis) -> str:
    """Why the game at hand cannot decide a log again: another edition than the log's, or rules that are no earlier
    ones of these; empty when it can."""
    if game.edition.fingerprint != genesis.edition_fingerprint:
        return (
            f"the log is pinned to edition {genesis.edition_fingerprint[:12]}, the edition at hand is "
            f"{game.edition.fingerprint[:12]} (--edition names the folder of another)"
        )
    if game.rules_version != genesis.rules_version and game.mended_since(genesis.rules_version) is None:
        return f"{_rules_of(genesis)}, the rules at hand are {game.rules_version}"
    return ""


def _rules_of(genesis: Genesis) -> str:
    return f"the log is pinned to rules version {genesis.rules_version}"


class Walk:
    """The frames of one log in file order, each checked against those before it.

    `step` takes the next one; `run` takes all.
    """

    def __init__(self, verdict: Verdict, genesis: Genesis, game: Game[Any] | None) -> None:
        """DiceRefused when the genesis names dice that cannot be."""
        self.verdict = verdict
        self.genesis = genesis
        self.game = game
        self.timeline = Timeline()
        self.dice: DiceAudit | FixAudit
        self.admission: Admission | None = None
        """Format 2: the validator, and the book that it asks."""
        if genesis.format == OLD:
            from hexledger.replays.admission.beginning import sides_of
            from hexledger.replays.audit.dice import DiceAudit
            from hexledger.replays.secrets import signing

            self._signing = signing
            self.dice = DiceAudit(genesis, len(sides_of(genesis, game)), again=game is not None)
        else:
            self.admission = Admission(genesis, game, self.timeline, self._frame, lambda seq: self.digests[seq])
            self.dice = FixAudit(self.admission.book, again=game is not None)
        if game is not None:
            # here and not where it is asked: an import takes as long as a check, and every frame would pay for it
            from hexledger.replays.audit import decided

            self._decided = decided
        self.states: dict[int, State] = {}
        self.waiting: Waiting | None = None
        """What the last decision left to decide."""
        self.digests: list[bytes] = []
        self.crossed: dict[int, Crossing] = {}
        """Format 1: decision -> what undoing it alone would cross; in format 2 the book knows."""
        self.last_use: dict[int, int] = {}
        self.payloads: list[bytes] = []
        """Frames taken so far."""
        self.seals = SealBook(once=genesis.format == OLD)
        self.over: set[int] = set()
        """Decisions that ended the game."""
        self.signed_by: dict[bytes, int] = {}
        """Public key -> frames that it signed (format 2)."""
        self.leaf = GENESIS_LINK
        """Leaf hash of the frame before."""
        self.mended = (game.mended_since(genesis.rules_version) or ()) if game is not None else ()
        """Rules that were mended since the version that the log was played by."""
        self.remade = True
        """Whether the last frame was made again and came out the same."""

    def run(self, payloads: list[bytes], progress: Progress | None, leaves: Sequence[bytes] = ()) -> Verdict:
        """The verdict, with the first contradiction if there is one. `leaves`: leaf hashes, where a ledger has them."""
        self.expect(payloads)
        for payload, leaf in zip(payloads, leaves or [b""] * len(payloads), strict=True):
            wrong = self.step(payload, leaf)
            if wrong is not None:
                self.sum_up()
                return contradicted(self.verdict, wrong)
            if progress is not None:
                progress(len(self.digests), len(payloads))
        for line in self.seals.notes(over=self._over()):
            self.verdict.notes.append(line)
        self.verdict.notes.extend(mended_lines(self.verdict.mended))
        if self.game is None and self._faces.note():
            self.verdict.notes.append(self._faces.note())
        if self.mended and not self.verdict.mended:
            begun = f"begun by rules version {self.genesis.rules_version}"
            self.verdict.notes.append(f"{begun}: nothing in it is decided otherwise by the rules at hand")
        self.sum_up()
        return self.verdict

    def sum_up(self) -> None:
        """What became of the dice so far."""
        book, verdict = self.dice.book, self.verdict
        verdict.dice = self.dice.sum_up()
        verdict.rolls = sum(count.rolls for count in verdict.dice.values())
        verdict.dice_changes = self.dice.changes
        verdict.unconfirmed = sorted(book.unconfirmed)
        modes = list(verdict.dice)
        if self.admission is not None:
            verdict.trust = trust_of(self.admission.book, modes, self.signed_by, self.admission.role)
        elif self.payloads:
            verdict.trust = old_trust(self.genesis, self.payloads, self.timeline, modes)
        verdict.waiting = -1 if book.waiting is None else book.waiting.seq

    def expect(self, payloads: Sequence[bytes]) -> None:
        """Say which frames will come, so that a position is kept as long as one of them continues it."""
        self.last_use = _last_use(payloads, len(self.timeline))

    def step(self, payload: bytes, leaf: bytes = b"") -> Contradiction | None:
        """Check the next frame; what is wrong with it, None for nothing. `leaf`: its leaf hash, where it was worked out
        when the chain was looked at."""
        verdict, seq = self.verdict, len(self.timeline)
        head = self.timeline.head
        try:
            frame, said = self._admitted(payload, seq, head)
            self.timeline.take(frame, said)
        except Refused as error:
            at = seq if error.frame < 0 else error.frame
            return Contradiction(at, -1, error.where, error.why, "")
        except LedgerError as error:
            return Contradiction(seq, -1, "frame", str(error), "")
        verdict.events += len(frame.events)
        leaf = leaf or leaf_hash(self.leaf + payload)
        wrong = self._signature(frame, said)
        if wrong is None:
            wrong = self._decision(frame) if frame.kind in PLAYS else self._step(frame, said, head)
        if wrong is None:
            wrong = self._dice(frame, said, leaf)
        if wrong is None:
            wrong = self._seals(frame)
        if wrong is not None:
            return wrong
        self.digests.append(frame.digest)
        self.payloads.append(payload)
        self.leaf = leaf
        return None

    def _admitted(self, payload: bytes, seq: int, head: int) -> tuple[Frame, Any]:
        """The next frame and what it says, when it is in form (format 1) or may follow (format 2)."""
        if self.admission is not None:
            return self.admission.validator.admit(payload, self.leaf)
        frame, said = read(payload, seq, OLD)
        if seq:
            sides = len(self.game.sides) if self.game is not None else _MANY
            place(frame, said, sides, head, lambda at: self.digests[at], texts=False)
        return frame, said

    def _dice(self, frame: Frame, said: Any, leaf: bytes) -> Contradiction | None:
        """The dice of the frame, once its events are known to follow; format 2 has asked the validator before. `leaf`:
        its leaf hash."""
        if self.admission is not None:
            self.admission.book.take(frame, leaf, said)
            assert isinstance(self.dice, FixAudit)
            self.dice.count(frame, again=self.remade)
            return None
        assert not isinstance(self.dice, FixAudit)
        problem = self.dice.take(frame, again=self.remade)
        if problem is None:
            return None
        return Contradiction(problem.frame, -1, problem.where, problem.found, problem.expected)

    def _frame(self, seq: int) -> Frame:
        return decode_frame(self.payloads[seq], seq)

    def _over(self) -> bool:
        return self.timeline.heads[MAIN] in self.over

    def _signature(self, frame: Frame, said: Any) -> Contradiction | None:
        """The signature that the game asks for, and no other; in format 2 the validator has asked for it."""
        if self.admission is not None:
            signer = self.admission.validator.signer
            if signer is not None:
                key = self.admission.book.seats.key(signer)
                self.signed_by[key] = self.signed_by.get(key, 0) + 1
                self.verdict.signatures += 1
                self.verdict.signable += 1
            return None
        good, problem = self._signing.check_signature(self.genesis, self.game, frame, self.leaf)
        if problem:
            expected = "the actor's signature" if self.genesis.signed else "none"
            return Contradiction(frame.seq, -1, "signature", problem, expected)
        self.verdict.signatures += good
        self.verdict.signable += good
        return None

    def _seals(self, frame: Frame) -> Contradiction | None:
        """Seals fixed and opened; what is opened must be what was sealed."""
        try:
            problem = self.seals.add(frame)
        except UNREADABLE as error:
            problem = str(error)
        self.verdict.seals, self.verdict.seals_opened = len(self.seals.seals), self.seals.opened
        if problem:
            return Contradiction(frame.seq, -1, "seal", problem, "what was sealed")
        return None

    def _decision(self, frame: Frame) -> Contradiction | None:
        """A genesis or decision frame: the same events again, and the position they lead to."""
        seq, verdict = frame.seq, self.verdict
        verdict.decisions += frame.kind == DECISION
        verdict.rulings += frame.kind == RULING
        before = self._before(frame.parent)
        game = self.game
        made = self._made(game, frame, before) if game is not None else self._thrown(frame, self._faces)
        if isinstance(made, Contradiction):
            return made
        self.remade = made is not None
        verdict.redecided += self.remade
        self._mark(frame)
        # the same events led to it, and its digest, kept up to date from the genesis on, is the frame's
        state = made or fold(State() if before is None else before.copy(), frame.events)
        if not self.remade or seq not in self.last_use:
            found = digest(state)
            if found != frame.digest:
                return Contradiction(seq, -1, "state digest", frame.digest.hex(), found.hex())
        if self.admission is None:
            self.crossed[seq] = crossing_of(frame)
        self._link(frame, before)
        if state.over:
            self.over.add(seq)
        if seq in self.last_use:
            self.states[seq] = state
        if self.last_use.get(frame.parent) == seq:
            self.states.pop(frame.parent, None)
        return None

    def _made(self, game: Game[Any], frame: Frame, before: State | None) -> Contradiction | State | None:
        """The position after a frame that was decided again and came out the same. None for one that the rules at hand
        decide otherwise by a rule that was mended since the log was begun: it is listed, and stands as recorded."""
        try:
            roller = self.dice.roller(frame)
        except DiceRefused as error:
            return Contradiction(frame.seq, -1, "dice evidence", str(error), "evidence that the dice follow from")
        if frame.kind == RULING and before is not None:
            from hexledger.replays.audit.again import ruling_again

            line, held = self._line(frame.parent), self.digests[frame.parent]
            return ruling_again(game, self.genesis, frame, before, held, roller, line, self.leaf)
        held = self.digests[frame.parent] if before is not None else b""
        made = self._decided.decided_again(game, self.genesis, frame, before, held, roller, self.waiting)
        draft = None if isinstance(made, Contradiction) else made
        wrong = made if isinstance(made, Contradiction) else difference(game, frame, made)
        if wrong is not None:
            wrong = self._unless_mended(game, frame, wrong, draft)
        wrong = wrong or self._seat(frame, before)
        if wrong is not None:
            return wrong
        self.waiting = draft.waiting if draft is not None else None
        return None if draft is None or self._listed(frame) else draft.state

    def _unless_mended(
        self, game: Game[Any], frame: Frame, wrong: Contradiction, draft: Draft | None
    ) -> Contradiction | None:
        """A difference; None, and a frame on the list of the verdict, where it is one that a mended rule makes."""
        if not self.mended:
            return wrong
        found = mended_frame(game, self.mended, frame, wrong, draft)
        forged = self._thrown(frame, game, draft) if found is not None else None
        if forged is not None:
            return forged
        if found is None:
            version = self.genesis.rules_version
            self.verdict.notes.append(
                f"the log was played by rules version {version}; no rule that was mended since makes this difference"
            )
            return wrong
        self.verdict.mended.append(found)
        return None

    def _thrown(self, frame: Frame, faces: Game[Any] | Faces, made: Draft | None = None) -> Contradiction | None:
        """A die that no rules give: whoever made something of the dice, and by what rules, they show what they show."""
        from hexledger.replays.audit.thrown import rolls_in, thrown_otherwise

        if not rolls_in(frame):
            return None
        before = self._before(frame.parent) if frame.seq else None
        try:
            roller = self.dice.roller(frame)
        except DiceRefused as error:
            return Contradiction(frame.seq, -1, "dice evidence", str(error), "evidence that the dice follow from")
        return thrown_otherwise(frame, before, roller, faces, made)

    @cached_property
    def _faces(self) -> Faces:
        """What the dice have shown so far, where the game is not at hand."""
        from hexledger.replays.audit.thrown import Faces

        return Faces()

    def _listed(self, frame: Frame) -> bool:
        """Whether a frame is the last one that a mended rule decides otherwise."""
        return bool(self.verdict.mended) and self.verdict.mended[-1].frame == frame.seq

    def _mark(self, frame: Frame) -> None:
        """List an irregular decision; its mark has been checked by deciding again."""
        if self.genesis.as_played and frame.kind == DECISION and self.game is not None:
            from hexledger.replays.audit.decided import irregular

            self.verdict.irregular.extend(irregular(self.game, frame))

    def _before(self, parent: int) -> State | None:
        """The position that a frame continues, None before genesis."""
        return self.states.get(parent)

    def _line(self, seq: int) -> Iterator[Frame]:
        """Genesis and the decisions down to `seq`."""
        return (decode_frame(self.payloads[number], number) for number in self.timeline.path(seq))

    @cached_property
    def links(self) -> Links:
        """Its decisions as claims are judged by."""
        from hexledger.replays.referee.policies.case import Links

        assert self.game is not None
        return Links(self.game, self._frame, self._position)

    def _position(self, seq: int) -> State:
        """The position after a decision that was here before this walk began."""
        raise KeyError(seq)

    def _link(self, frame: Frame, before: State | None) -> None:
        """Note whose phase a decision was made in, in games in which errors are claimed."""
        if self.game is not None and self.genesis.error_policy and before is not None:
            self.links.made(frame.seq, before)

    def _step(self, frame: Frame, said: Any, head: int) -> Contradiction | None:
        """A frame that changes no position, made when play stood at `head`: is there leave for it?"""
        step = self.timeline.steps[-1] if frame.kind != DICE else None
        about = -1 if step is None else step.about
        self.verdict.rewinds += frame.kind == REWIND
        self.verdict.labels += frame.kind == LABEL
        self.verdict.openings += frame.kind == OPENING
        self.verdict.claims += frame.kind == CLAIM or (frame.kind == REWIND and about >= 0)
        if frame.kind == DICE:
            wrong = self._fix(frame, said) if isinstance(said, Fix) else None
            if self.last_use.get(frame.parent) == frame.seq:
                self.states.pop(frame.parent, None)
            return wrong
        if isinstance(said, Rewind) and self.admission is None:
            from hexledger.replays.secrets.signing import consents_signed

            problem = consents_signed(self.genesis, self.game, frame, said, self.leaf)
            if problem:
                return Contradiction(frame.seq, -1, "consent", problem, "the signature of each side that agreed")
        if self.game is None or step is None:
            return None
        if frame.kind == CLAIM or about >= 0:
            from hexledger.replays.audit.again import claim_again

            return claim_again(self.game, self.genesis, frame, step, lambda: self.links.at(head))
        if frame.kind == REWIND and self.admission is None:
            return self._leave(frame, head, step.to, step.consent)
        return None

    def _fix(self, frame: Frame, said: Fix) -> Contradiction | None:
        """A fixed decision: of the side that is asked, legal, and one that rolls."""
        before = self._before(frame.parent)
        if self.game is None or before is None:
            return None
        from hexledger.replays.audit.again import fix_again

        wrong = self._seat(frame, before)
        if wrong is None:
            wrong = fix_again(self.game, frame, said, before, self.digests[frame.parent], self.waiting)
            wrong = wrong and self._unless_mended(self.game, frame, wrong, None)
        return wrong

    def _seat(self, frame: Frame, before: State | None) -> Contradiction | None:
        """Where armies sit apart: a decision, or a fix, that was signed by another seat than the one whose it is. The
        roll of what was fixed is nobody's decision."""
        admission, game = self.admission, self.game
        if admission is None or game is None or before is None or not admission.book.seats.apart:
            return None
        signer = admission.validator.signer
        if signer is None or (frame.kind == DECISION and admission.book.dice.waiting is not None):
            return None
        from hexledger.engine.kernel.deciding import offer

        prompt = offer(game, before)
        seats = admission.book.seats
        wanted = frame.actor if prompt is None else seats.deciding(frame.actor, game.army(before, prompt))
        if signer == wanted:
            return None
        found = f"signed by {admission.role(signer)}"
        rule = game.cite(game.armies_rule) if game.armies_rule else ""
        return Contradiction(frame.seq, -1, "signature", found, f"{admission.role(wanted)}, who decides here", rule)

    def _leave(self, frame: Frame, head: int, to: int, consent: tuple[int, ...]) -> Contradiction | None:
        """The undo policy: what was crossed, worked out from the events again, needs the consent that is recorded."""
        timeline = self.timeline
        fork = timeline.fork(to, head)
        if fork == head:
            return None
        assert self.game is not None
        from hexledger.replays.referee.policies import error_policy

        policy = error_policy(self.genesis.error_policy)
        if policy is not None and not policy.allows_undo():
            found = f"a rewind to frame {to}"
            return Contradiction(frame.seq, -1, "error policy", found, "none: nothing is taken back")
        crossed = total([self.crossed[seq] for seq in timeline.between(fork, head)])
        others = [side for side in range(1, len(self.game.sides) + 1) if side != frame.actor]
        refused = refusal(self.genesis.undo_policy, crossed, frame.actor, others, consent)
        if refused is None:
            return None
        found = f"a rewind to frame {to} across {', '.join(refused.needs)}"
        return Contradiction(frame.seq, -1, "consent", found, "recorded consent, as the undo policy demands")


def continuing(chronicle: Chronicle, size: int | None = None) -> Walk:
    """A walk that goes on after the last frame of a log that was audited before (or after its first `size` frames),
    sharing nothing with it."""
    genesis, ledger = chronicle.genesis, chronicle.ledger
    verdict = Verdict(chronicle.path.name, log_id=genesis.log_id)
    walk = _Continued(verdict, genesis, chronicle.game)
    walk.chronicle = chronicle
    walk.crossed = _Crossed(chronicle)
    size = len(ledger) if size is None else size
    walk.leaf = ledger.leaf(size - 1)
    for seq, payload in enumerate(ledger.payloads(0, size)):
        frame = decode_frame(payload, seq)
        walk.timeline.add(payload)
        walk.digests.append(frame.digest)
        walk.payloads.append(bytes(payload))
        walk.seals.add(frame)
        if walk.admission is not None:
            walk.admission.book.take(frame, ledger.leaf(seq))
        elif not isinstance(walk.dice, FixAudit):
            walk.dice.take(frame)
    return walk


def contradicted_since(chronicle: Chronicle, size: int) -> Contradiction | None:
    """The first frame of a log that does not follow, of those after its first `size`, which were audited before."""
    if not size:
        return audit(chronicle.path, game=chronicle.game).contradiction
    problem = pinned(chronicle.game, chronicle.genesis)
    if problem:
        return Contradiction(0, -1, "edition", problem, "")
    walk, payloads = continuing(chronicle, size), list(chronicle.ledger.payloads(size))
    walk.expect(payloads)
    return next((wrong for wrong in map(walk.step, payloads) if wrong is not None), None)


class _Continued(Walk):
    """Takes positions of earlier frames from the log itself."""

    chronicle: Chronicle

    def _before(self, parent: int) -> State | None:
        found = self.states.get(parent)
        return self.chronicle.state(parent) if found is None else found

    def _position(self, seq: int) -> State:
        return self.chronicle.state(seq)


class _Crossed(dict[int, Crossing]):
    """What undoing each decision of a log would cross, worked out when asked for."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle

    def __missing__(self, seq: int) -> Crossing:
        found = self[seq] = crossing_of(self._chronicle.frame(seq))
        return found


def _last_use(payloads: Sequence[bytes], first: int) -> dict[int, int]:
    """Frame -> last decision frame that continues it, so that a position is kept no longer than needed. The payloads
    are those of the frames from number `first` on."""
    use: dict[int, int] = {}
    decoder = msgspec.msgpack.Decoder(Head)
    for seq, payload in enumerate(payloads, first):
        try:
            head = decoder.decode(payload)
        except UNREADABLE:
            break
        # a fixed decision is asked in the position that it continues
        if head.kind in PLAYS or head.kind == DICE:
            use[head.parent] = seq
    return use
