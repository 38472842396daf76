"""The dice protocol as a world to walk through: a hostile side, an honest one, a keeper, and between them the project's
own validator and memory.

Ada (side 1) writes frames with a program of her own: any frame at any moment, as often as she likes, to Ben or to the
keeper. Ben (side 2) follows the protocol; a frame signed by him exists only where he made it. He may once put an old
copy of his log back, and may give his word a bounded number of times. Everything that Ada can do within the depth is
tried. Values are keys of rolls, not faces: if a key can be steered at all, it shows.

Six things must never be (`docs/trust.md` says why):

    chosen   Ada can compute the key of a roll while there are several with which it can still come to stand
    foreseen in a duel Ada knows the key of a roll that she decided before it stands
    undone   main lost, or got back, a decision of Ben's or a die without his word
    dropped  a fix whose key Ada could compute left the log without Ben's word
    named    Ada named the values of a roll (Ben refuses none)
    repeated two rolls have one key

Why walks of four to seven frames are enough, and for what they are not. A wrong is about one roll (`repeated`: about
two). One roll has a frame before its fix, so that there is a place to go back to; the fix; a frame by which somebody
moves it (a refusal, a drop, a forged word, a claim); the roll: four frames. A second roll after a drop, with the word
that drops it, is a fifth. What the validator asks of a frame is who sits there, where play stands, what waits, how many
fixes there were and which link was shown last, and the memory asks what was given last: once a roll stands or is
dropped nothing waits, and the next begins as the first did, with a higher number, which a frame shows only by the one
before it. So a longer way is shorter ones behind each other. That is an argument, not a proof; what supports it is that
every check taken out (`HOLES`) shows within bounds that were walked with the check in its place, which
`test_every_hole_lies_within_a_walk_that_finds_none` asks.

The walks leave open, and other tests try by chance or one by one: more than seven frames (duel) or five (referee); two
restores, or two words of Ben's; a word with more than five frames, a restore with more than four (duel), either with
more than three (referee); more than three questions of Ada's to the keeper; more than one claim or seat in a log; a
second change of dice; a refusal by a referee, his rulings and his word; the error policy; entered dice; armies' seats;
three sides; lines other than main; frames made at the same time, of which one gives way. Ada has no keeper's memory to
put back: who has, helps a side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.events import model as ev
from hexledger.events.dice_records import DiceChange, Fix, Refusal
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    CLAIM,
    CONCESSION,
    DECISION,
    DICE,
    END,
    FORMAT,
    GENESIS,
    LABEL,
    REWIND,
    SEAT,
    Claim,
    End,
    Frame,
    Genesis,
    Label,
    Rewind,
    Seat,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.merkle import leaf_hash
from hexledger.events.model import DUEL, REFEREE
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import frame_message, sign
from hexledger.replays.admission.admitting import Admission
from hexledger.replays.admission.refused import Refused
from hexledger.replays.dice.fixbook import Fixed
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.errors import DiceRefused, ReplayError
from hexledger.replays.log.timeline import MAIN, Timeline
from hexledger.replays.secrets.memory import Behind, Given, LeafAt, Memory
from hexledger.replays.secrets.remembering import Remembering
from hexledger.replays.secrets.words import give_word, word_bytes

ADA: Final = 1
BEN: Final = 2
ASKED: Final = (ADA, BEN, ADA, ADA, BEN, ADA, BEN, ADA)
"""Who is asked after so many decisions of the line: all that this world has of rules."""
LOG_ID: Final = "5e" * 16
LINKS: Final = 8
NO_DIGEST: Final = bytes(16)

Log = tuple[bytes, ...]
"""Payloads."""
Roll = tuple[int, int]
"""(changes of dice before it, number of its fix since)."""


class Bounds(NamedTuple):
    """How far to walk. idle: claims and seats of Ada in a log; fixes: how many different ones Ben may make."""

    frames: int
    words: int = 0
    restores: int = 0
    asks: int = 0
    idle: int = 1
    fixes: int = 1


class State(NamedTuple):
    """One moment.

    log        Ben's file
    longest    the longest file that he had: what a restored copy lacks, Ada may send again
    links      (changes of dice, number) of Ben's links that Ada has seen
    answers    leaf hash -> the keeper's answer, of those that Ada has
    notes      what Ben's and the keeper's memory hold
    """

    log: Log = ()
    longest: Log = ()
    links: frozenset[Roll] = frozenset()
    answers: frozenset[tuple[bytes, bytes, str]] = frozenset()
    notes: frozenset[tuple[bytes, tuple[Given, ...]]] = frozenset()
    words: int = 0
    restores: int = 0
    asks: int = 0


class Notes(Memory):
    """The project's memory with its files in RAM, so that a moment can be gone back to."""

    def __init__(self, held: frozenset[tuple[bytes, tuple[Given, ...]]]) -> None:
        super().__init__(Path("nowhere"))
        self.held: dict[bytes, tuple[Given, ...]] = dict(held)

    def given(self, holder: bytes, log_id: str) -> list[Given]:
        return list(self.held.get(holder, ()))

    def _write(self, holder: bytes, log_id: str, before: list[Given], given: Given) -> None:
        self.held[holder] = (*before, msgspec.structs.replace(given, before="", frame=""))

    @contextmanager
    def _alone(self, holder: bytes, log_id: str) -> Iterator[None]:
        yield

    def frozen(self) -> frozenset[tuple[bytes, tuple[Given, ...]]]:
        return frozenset(self.held.items())


class View:
    """What a log says: its admission, and what has happened in it without Ben's word."""

    def __init__(self, genesis: Genesis, given: Collection[bytes]) -> None:
        """`given`: the frames for which Ben gave his word."""
        self.given = given
        self.payloads: list[bytes] = []
        self.leaves: list[bytes] = []
        self.timeline = Timeline()
        self.admission = Admission(genesis, None, self.timeline, self.frame, lambda _: NO_DIGEST)
        self.genesis = genesis
        self.rolled: list[tuple[Roll, bytes]] = []
        self.wrongs: list[str] = []

    # what `Remembering` asks of a chronicle
    def frame(self, seq: int) -> Frame:
        return decode_frame(self.payloads[seq], seq)

    def leaf_at(self, seq: int) -> bytes | None:
        return self.leaves[seq] if 0 <= seq < len(self.leaves) else None

    def leaf(self, seq: int) -> bytes:
        return self.leaves[seq]

    def __len__(self) -> int:
        return len(self.leaves)

    @property
    def ledger(self) -> View:
        return self

    @property
    def ledgerbook(self) -> Any:
        return self.admission.book

    @property
    def tip(self) -> bytes:
        return self.leaves[-1] if self.leaves else bytes(32)

    @property
    def validator(self) -> Any:
        return self.admission.validator

    @property
    def waiting(self) -> Fixed | None:
        return self.admission.book.dice.waiting

    @property
    def next_roll(self) -> Roll:
        """The roll of the fix that waits, or of the next one."""
        dice = self.admission.book.dice
        return dice.changes, dice.fixes + (0 if dice.waiting else 1)

    @property
    def asked(self) -> int:
        return ASKED[min(self.timeline.depths[self.timeline.head], len(ASKED) - 1)]

    def refuses(self, payload: bytes, *, rules: bool = True) -> str:
        """Why a frame may not follow, empty when it may: the validator, and what stands for the rules after it."""
        try:
            frame, said = self.admission.validator.admit(payload, self.tip)
        except Refused as refused:
            return f"{refused.where}: {refused.why}"
        except (LedgerError, ReplayError) as refused:
            return str(refused)
        decides = frame.kind == DECISION or isinstance(said, Fix)
        if rules and decides and frame.actor != self.asked:
            return "is not asked"
        return ""

    def take(self, payload: bytes) -> None:
        """Note a frame that was admitted."""
        seq, book = len(self.leaves), self.admission.book
        frame = decode_frame(payload, seq)
        before = list(self.timeline.path(self.timeline.head)) if seq else []
        if frame.kind == DECISION and any(type(event) is ev.Rolled for event in frame.events):
            waiting = book.dice.waiting
            if waiting is None or not waiting.refused:
                key = _key(book.dice, frame)
                if key in [before for _, before in self.rolled]:
                    self.wrongs.append(f"repeated: in #{seq}")
                self.rolled.append((self.next_roll, key))
            elif frame.evidence[0].startswith(f"{ADA}="):
                self.wrongs.append(f"named: #{waiting.seq} in #{seq}")
        waited = book.dice.waiting
        self.payloads.append(payload)
        self.timeline.add(payload)
        leaf = leaf_hash(self.tip + payload)
        book.take(frame, leaf)
        self.leaves.append(leaf)
        if frame.kind in (REWIND, LABEL) and payload not in self.given:
            self._judge(frame, before, waited)

    def _judge(self, frame: Frame, before: list[int], waited: Fixed | None) -> None:
        after = self.timeline.path(self.timeline.heads[MAIN])
        for seq in {*before} ^ {*after}:
            found = self.frame(seq)
            if found.kind == DECISION and (found.actor == BEN or found.events):
                self.wrongs.append(f"undone: #{seq} in #{frame.seq}")
        gone = waited is not None and self.admission.book.dice.waiting is None
        if gone and waited is not None and (waited.actor == BEN or self.genesis.dice_mode == REFEREE):
            self.wrongs.append(f"dropped: #{waited.seq} in #{frame.seq}")


def _key(dice: Any, frame: Frame) -> bytes:
    """The key of a roll; of one that the validator should not have admitted, whatever it shows."""
    try:
        return bytes(dice.roll_key(frame.evidence))
    except (DiceRefused, KeyError):
        return frame.evidence[0].encode() if frame.evidence else b"none"


class World:
    """Keys, chains, a keeper and a genesis. `mode`: DUEL or REFEREE."""

    def __init__(self, mode: int, folder: Path, *, both: bool = False) -> None:
        """`both`: Ada made both chains, and Ben has none."""
        self.mode = mode
        self.both = both
        self.keys = {ADA: SignerKey("ada", b"a" * 32), BEN: SignerKey("ben", b"b" * 32)}
        self.next_key = SignerKey("ada2", b"c" * 32)
        """Another key of Ada's, for a seat that she hands to herself."""
        self.chains = {
            (change, side): duel.chain(LOG_ID, side, bytes([16 * change + side]) * 32, LINKS)
            for change in (0, 1)
            for side in (ADA, BEN)
        }
        self.keeper = KeeperSecret.new(folder / "world.keeper", LOG_ID)
        told = (self.keeper.commitment,) if mode == REFEREE else self.committed(0)
        self.genesis = Genesis(
            format=FORMAT,
            log_id=LOG_ID,
            game="world",
            scenario="duel",
            rules_version="1",
            edition="none",
            edition_kind="house",
            edition_fingerprint="00",
            dice_mode=mode,
            seed="",
            undo_policy="consent",
            options={},
            players=tuple((side, f"player {side}", key.verifier.public.hex()) for side, key in self.keys.items()),
            commitments=told,
            pieces=(),
            places=(),
            signed=True,
            refusal_rule=duel.FORFEIT if mode == DUEL else "",
        )
        first = Frame(0, GENESIS, 0, -1, encode_value(self.genesis), (), (), NO_DIGEST, None)
        self.start: Log = (encode_frame(first),)
        self.given: set[bytes] = set()
        """Frames for which Ben gave his word."""
        self._views: dict[Log, View] = {}
        self._admitted: dict[tuple[bytes, bytes, bool], str] = {}

    def committed(self, change: int) -> tuple[str, ...]:
        """Commitments of both sides' chains."""
        return tuple(f"duel {side} {LINKS} {self.chains[change, side][0].hex()}" for side in (ADA, BEN))

    # ------------------------------------------------------------ logs
    def view(self, log: Log) -> View:
        """What a log says. Views are kept: nothing changes one that was handed out."""
        found = self._views.get(log)
        if found is None:
            found = View(self.genesis, self.given)
            for payload in log:
                found.take(payload)
            self._views[log] = found
        return found

    def refuses(self, log: Log, payload: bytes, *, rules: bool = True) -> str:
        """Why a frame may not follow a log, empty when it may."""
        view = self.view(log)
        key = view.tip, payload, rules
        found = self._admitted.get(key)
        if found is None:
            found = self._admitted[key] = view.refuses(payload, rules=rules)
        return found

    # ------------------------------------------------------------ frames
    def key_of(self, view: View, side: int) -> SignerKey:
        """The key that sits at a side now."""
        public = view.admission.book.seats.key(side)
        return next(key for key in (*self.keys.values(), self.next_key) if key.verifier.public == public)

    def signed(self, view: View, side: int, frame: Frame) -> bytes:
        """Payload of a frame under the key of `side`."""
        text = sign(frame_message(frame, view.tip), self.key_of(view, side))
        return encode_frame(msgspec.structs.replace(frame, signature=text))

    def frame(self, view: View, kind: int, actor: int, said: Any, **more: Any) -> Frame:
        """An unsigned frame that follows."""
        decision = said if isinstance(said, msgspec.Raw) else encode_value(said)
        fields: dict[str, Any] = {"events": (), "evidence": (), "digest": NO_DIGEST, "time": None, **more}
        return Frame(len(view), kind, actor, view.timeline.head, decision, **fields)

    def fix(self, view: View, side: int, what: int, time: int | None, link: int | None) -> bytes:
        """A fix of decision `what`, with link number `link` of the chains that hold."""
        shown = () if link is None else (self.link(view, side, link),)
        said = Fix(encode_value([20, what]))
        return self.signed(view, side, self.frame(view, DICE, side, said, evidence=shown, time=time))

    def link(self, view: View, side: int, number: int) -> str:
        """Evidence of a link of the chains that hold."""
        chain = self.chains[min(view.admission.book.dice.changes, 1), side]
        return duel.evidence(side, chain[min(number, LINKS)])

    def quiet(self, view: View, side: int) -> bytes:
        """A decision that rolls nothing."""
        return self.signed(view, side, self.frame(view, DECISION, side, encode_value([21])))

    def roll(self, view: View, by: int, evidence: tuple[str, ...], mode: int, time: int | None = None) -> bytes:
        """The roll of the decision that waits (or of one that was never fixed), appended by a side."""
        waiting = view.waiting
        actor = waiting.actor if waiting else view.asked
        said = msgspec.Raw(waiting.decision) if waiting else encode_value([20, 0])
        frame = self.frame(
            view, DECISION, actor, said, evidence=evidence, events=(ev.Rolled(1, -1, 6, 1, mode),), time=time
        )
        return self.signed(view, by, frame)

    def rewind(self, view: View, to: int, word: SignerKey | None = None) -> bytes:
        """Ada goes to a place of the tree, with a word of Ben's (signed by his key, or by another), or without."""
        timeline = view.timeline
        ahead = to != timeline.head and timeline.is_ancestor(timeline.head, to)
        return self.agreed(view, REWIND, Rewind(to, "", (BEN,) if word else (), redo=ahead), word)

    def change(self, view: View, word: SignerKey | None = None) -> bytes:
        """Both commit anew, with a word of Ben's or without."""
        fresh = self.committed(1)
        return self.agreed(view, DICE, DiceChange(DUEL, "", fresh, duel.FORFEIT, "", (BEN,) if word else ()), word)

    def agreed(self, view: View, kind: int, said: Any, word: SignerKey | None) -> bytes:
        """A frame of Ada's with the words of those whom it names, signed by `word`."""
        bare = self.frame(view, kind, ADA, said)
        words = () if word is None else tuple(give_word(bare, said, view.tip, side, word) for side in said.consent)
        full = msgspec.structs.replace(said, signatures=words)
        return self.signed(view, ADA, msgspec.structs.replace(bare, decision=encode_value(full)))

    def seat(self, view: View) -> bytes:
        """Ada hands her seat to another key of her own."""
        said = Seat(ADA, "ada", self.next_key.verifier.public.hex(), "")
        bare = self.frame(view, SEAT, ADA, said)
        accepted = sign(word_bytes(bare, said, view.tip, ADA), self.next_key)
        said = msgspec.structs.replace(said, accepted=accepted)
        return self.signed(view, ADA, msgspec.structs.replace(bare, decision=encode_value(said)))

    def claim(self, view: View) -> bytes:
        """A claim that stands."""
        return self.signed(view, ADA, self.frame(view, CLAIM, ADA, Claim(0, "combat", "", "", "stands", "")))

    # ------------------------------------------------------------ Ada
    def hers(self, state: State, log: Log, idle: int) -> Iterator[bytes]:
        """Every frame that Ada could write after a log, good or bad."""
        view = self.view(log)
        yield self.quiet(view, ADA)
        yield from self._fixes(view)
        said = [view.frame(seq).kind for seq in range(len(view))]
        if said.count(CLAIM) + said.count(SEAT) < idle:
            yield self.claim(view)
            if SEAT not in said:
                yield self.seat(view)
        yield self.signed(view, ADA, self.frame(view, END, ADA, End(CONCESSION, BEN)))
        for side in (ADA, BEN):
            yield self.signed(view, ADA, self.frame(view, DICE, ADA, Refusal(side, "")))
        forged = self.keys[ADA]
        if self.mode == DUEL:
            yield self.change(view)
            yield self.change(view, forged)
        for to in range(len(view)):
            if view.timeline.is_place(to):
                yield self.rewind(view, to)
                yield self.rewind(view, to, forged)
                yield self.signed(view, ADA, self.frame(view, LABEL, ADA, Label(MAIN, to)))
        yield from self._rolls(state, view)

    def _fixes(self, view: View) -> Iterator[bytes]:
        number = view.admission.book.dice.fixes + 1
        for time in (None, 1):
            for link in {number, max(number - 1, 1)} if self.mode == DUEL else {None}:
                yield self.fix(view, ADA, 0, time, link)

    def _rolls(self, state: State, view: View) -> Iterator[bytes]:
        for time in (None, 1):
            if self.mode == DUEL:
                change, number = view.next_roll
                yield self.roll(view, ADA, (self.link(view, ADA, number),), DUEL, time)
                yield self.roll(view, ADA, (self.link(view, ADA, number + 1),), DUEL, time)
                if self.both or (change, number) in state.links:
                    yield self.roll(view, ADA, (self.link(view, BEN, number),), DUEL, time)
            yield self.roll(view, ADA, (f"{ADA}=6",), ev.ENTERED, time)
            for _, key, signature in state.answers:
                yield self.roll(view, ADA, (referee.answer_evidence(key, signature),), REFEREE, time)
        if self.mode == REFEREE:
            yield from self._invented(view)

    def _invented(self, view: View) -> Iterator[bytes]:
        """Rolls with keys that Ada made up, under answers of her own."""
        for made in (b"1" * 32, b"2" * 32):
            forged = sign(referee.answer_message(view.waiting.leaf if view.waiting else b"", made), self.keys[ADA])
            yield self.roll(view, ADA, (referee.answer_evidence(made, forged),), REFEREE)

    def known_now(self, state: State) -> bool:
        """Can Ada compute a key of the next roll: of the fix that waits, or of one that she could put there?"""
        view = self.view(state.log)
        if self.mode == DUEL:
            return self.both or view.next_roll in state.links
        if any(not self.refuses(state.log, payload) for payload in self._invented(view)):
            return True
        has = {leaf for leaf, _, _ in state.answers}
        if view.waiting is not None:
            return view.waiting.leaf in has
        return any(
            leaf_hash(view.tip + payload) in has
            for payload in self._fixes(view)
            if not self.refuses(state.log, payload)
        )

    # ------------------------------------------------------------ what can happen
    def begin(self, bounds: Bounds) -> State:
        return State(self.start, self.start, words=bounds.words, restores=bounds.restores, asks=bounds.asks)

    def put(self, state: State, payload: bytes) -> State:
        """A frame has come to stand in Ben's file, and Ada sees it."""
        log = (*state.log, payload)
        keeps = state.longest[: len(log)] == log
        seen = self._seen(state.log, payload)
        return state._replace(log=log, longest=state.longest if keeps else log, links=state.links | seen)

    def _seen(self, log: Log, payload: bytes) -> frozenset[Roll]:
        """Ben's link in a frame."""
        before, frame = self.view(log), decode_frame(payload, len(log))
        found = duel.read_evidence(frame.evidence[0]) if frame.evidence else None
        return frozenset({before.next_roll}) if found is not None and found[0] == BEN else frozenset()

    def happens(self, state: State, bounds: Bounds) -> Iterator[tuple[str, State]]:
        """(what, the state after it) of everything that can happen next. `word: ...` is Ben's own choice."""
        log = state.log
        if len(log) <= bounds.frames:
            for payload in self.hers(state, log, bounds.idle):
                if not self.refuses(log, payload):
                    yield f"Ada: {self._told(payload, len(log))}", self.put(state, payload)
            yield from self._ben(state, bounds)
            if state.words:
                yield from self._word(state)
            if len(state.longest) > len(log) and state.longest[: len(log)] == log:
                payload = state.longest[len(log)]
                if not self.refuses(log, payload):
                    yield "Ada sends again what the old copy lacks", self.put(state, payload)
        if state.restores:
            for length in range(1, len(log)):
                yield (
                    f"Ben puts back a copy of {length} frames",
                    state._replace(log=log[:length], restores=state.restores - 1),
                )
        if state.asks and self.mode == REFEREE:
            yield from self._keeper(state, bounds)

    def _ben(self, state: State, bounds: Bounds) -> Iterator[tuple[str, State]]:
        view, waiting = self.view(state.log), self.view(state.log).waiting
        made: list[tuple[str, bytes]] = []
        number = view.admission.book.dice.fixes + 1
        if waiting is None and view.asked == BEN and not self.both:
            for what in range(bounds.fixes):
                made.append(
                    (f"Ben fixes {what}", self.fix(view, BEN, what, None, number if self.mode == DUEL else None))
                )
            made.append(("Ben decides without dice", self.quiet(view, BEN)))
        elif waiting is not None and self.mode == DUEL and waiting.actor == ADA and not self.both:
            made.append(("Ben rolls", self.roll(view, BEN, (self.link(view, BEN, waiting.n),), DUEL)))
        elif waiting is not None and waiting.refused == ADA:
            made.append(("Ben names the values", self.roll(view, BEN, (f"{BEN}=1",), ev.ENTERED)))
        for told, payload in made:
            if self.refuses(state.log, payload):
                continue
            after = self._noted(state, view, payload)
            if after is not None:
                yield told, self.put(after, payload)
        if waiting is not None and self.mode == REFEREE:
            yield from self._ask_and_roll(state, view, waiting)

    def _noted(self, state: State, view: View, payload: bytes) -> State | None:
        """What Ben signs is in his memory before it leaves; None when his memory gives nothing on this log."""
        notes = Notes(state.notes)
        # as the writer does: what is noted was admitted just before
        view.admission.validator.admit(payload, view.tip)
        try:
            Remembering(notes).note(view, decode_frame(payload, len(view)), payload)  # type: ignore[arg-type]
        except Behind:
            return None
        return state._replace(notes=notes.frozen())

    def _ask_and_roll(self, state: State, view: View, waiting: Fixed) -> Iterator[tuple[str, State]]:
        after = self._answered(state, view.leaf_at, waiting)
        if after is None:
            return
        _, key, signature = next(found for found in after.answers if found[0] == waiting.leaf)
        payload = self.roll(view, BEN, (referee.answer_evidence(key, signature),), REFEREE)
        if self.refuses(state.log, payload):
            return
        after = self._noted(after, view, payload)
        if after is not None:
            yield "Ben asks the keeper and rolls", self.put(after, payload)

    def _answered(self, state: State, leaf_at: LeafAt, waiting: Fixed) -> State | None:
        """The keeper answers, to both; None when he does not."""
        notes = Notes(state.notes)
        try:
            answer = Keeper(self.keeper, notes, leaf_at).answer(waiting)
        except ReplayError:
            return None
        found = (answer.leaf, answer.key, answer.signature)
        return state._replace(notes=notes.frozen(), answers=state.answers | {found})

    def _word(self, state: State) -> Iterator[tuple[str, State]]:
        view = self.view(state.log)
        places = [to for to in range(len(view)) if view.timeline.is_place(to)]
        his = self.keys[BEN]
        made = [self.rewind(view, to, his) for to in places]
        if self.mode == DUEL and view.admission.book.dice.changes == 0:
            made.append(self.change(view, his))
        notes = Notes(state.notes)
        try:
            Remembering(notes).word(view, self.keys[BEN].verifier.public)  # type: ignore[arg-type]
        except Behind:
            return
        given = state._replace(words=state.words - 1, notes=notes.frozen())
        for payload in made:
            if not self.refuses(state.log, payload):
                self.given.add(payload)
                yield f"word: {self._told(payload, len(view))}", self.put(given, payload)

    def _keeper(self, state: State, bounds: Bounds) -> Iterator[tuple[str, State]]:
        """Ada hands the keeper a log of her own making."""
        for base in {state.log, state.longest}:
            fixes = [
                payload for payload in self._fixes(self.view(base)) if not self.refuses(base, payload, rules=False)
            ]
            for full in (base, *((*base, payload) for payload in fixes)):
                view = self.view(full)
                if view.waiting is None or len(full) > bounds.frames + 1:
                    continue
                after = self._answered(state._replace(asks=state.asks - 1), view.leaf_at, view.waiting)
                if after is not None and after.answers != state.answers:
                    yield f"the keeper answers fix #{view.waiting.seq} of Ada's log", after

    @staticmethod
    def _told(payload: bytes, seq: int) -> str:
        frame = decode_frame(payload, seq)
        return f"{frame.kind}:{msgspec.msgpack.decode(frame.decision)}"[:60]


class Found(NamedTuple):
    """What a walk came to: how many states, in how many of them Ada could compute a key, wrongs with the way there."""

    states: int
    knowing: int
    wrongs: Mapping[str, tuple[str, ...]]


def walk(world: World, bounds: Bounds, most: int = 400_000) -> Found:
    """Every state within the bounds. A kind of wrong is listed with the first, shortest way to it."""
    start = world.begin(bounds)
    came: dict[State, tuple[State, str] | None] = {start: None}
    after: dict[State, list[tuple[str, State]]] = {}
    todo = [start]
    for state in todo:
        after[state] = list(world.happens(state, bounds))
        for told, then in after[state]:
            if then not in came:
                came[then] = state, told
                todo.append(then)
        if len(came) > most:
            raise AssertionError(f"more than {most} states: bound the walk")
    keys = _keys(world, todo, after)
    wrongs: dict[str, tuple[str, ...]] = {}
    knowing = 0
    for state in todo:
        view = world.view(state.log)
        roll, done = view.next_roll, {place for place, _ in view.rolled}
        kinds = [wrong.partition(":")[0] for wrong in view.wrongs]
        if not kinds and roll not in done and world.known_now(state):
            knowing += 1
            if len(keys[state].get(roll, ())) > 1:
                kinds.append("chosen")
            fixed_by_her = view.waiting is not None and view.waiting.actor == ADA
            if world.mode == DUEL and not world.both and fixed_by_her and state.restores == bounds.restores:
                kinds.append("foreseen")
        for kind in kinds:
            wrongs.setdefault(kind, _way(came, state))
    return Found(len(todo), knowing, wrongs)


def _keys(
    world: World, states: list[State], after: Mapping[State, list[tuple[str, State]]]
) -> dict[State, dict[Roll, frozenset[bytes]]]:
    """State -> roll -> every key with which it can come to stand from there without Ben's word. No way leads back to a
    state: each step adds a frame or an answer, or uses up a restore."""
    found: dict[State, dict[Roll, frozenset[bytes]]] = {}
    for first in states:
        stack = [first]
        while stack:
            state = stack[-1]
            missing = [then for _, then in after[state] if then not in found]
            if state in found or not missing:
                stack.pop()
                if state not in found:
                    found[state] = _joined(world, state, after[state], found)
            else:
                stack.extend(missing)
    return found


def _joined(
    world: World,
    state: State,
    after: list[tuple[str, State]],
    found: Mapping[State, Mapping[Roll, frozenset[bytes]]],
) -> dict[Roll, frozenset[bytes]]:
    out: dict[Roll, set[bytes]] = {}
    for roll, key in world.view(state.log).rolled:
        out.setdefault(roll, set()).add(key)
    for told, then in after:
        if not told.startswith("word: "):
            for roll, keys in found[then].items():
                out.setdefault(roll, set()).update(keys)
    return {roll: frozenset(keys) for roll, keys in out.items()}


def _way(came: Mapping[State, tuple[State, str] | None], state: State) -> tuple[str, ...]:
    out = []
    step = came[state]
    while step is not None:
        out.append(step[1])
        step = came[step[0]]
    return tuple(reversed(out))
