"""A hostile client at work on real signed games (`hostile_games.py`): frames of every kind at every moment.

An episode begins at some moment of an honest game. The client then offers frame after frame: those of the game in
another order, those of other games, changed in any field, invented ones, in her own name or another's, chained anew,
signed with a key that she has or with none; and honest people go on in between, at what she has made of the log. What
the validator takes stays, and the next frames come on top of it. At the end `hostile_judge.py` looks at the log, `verify`
and `receive` take it whole, and of the frames that were refused some are refused by both for the same reason.

Everything follows from the seed of the episode.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.dice.rolling import DiceWanted, FixedRoller, NoDice, PracticeDice
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import decide, offer
from hexledger.engine.kernel.seals import commitment, reveal, seal, wants_reveal
from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, Refusal, RollsConfirmed
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    CLAIM,
    DECISION,
    DICE,
    END,
    ENDS,
    KINDS,
    LABEL,
    OPENING,
    PLAYS,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    Claim,
    End,
    Frame,
    Label,
    Opening,
    Rewind,
    Ruling,
    Seat,
    Study,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE, Sealed
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import frame_message, sign
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.audit import Walk, audit
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import frame_of
from hexledger.replays.log.mail import BadBundle, Bundle, receive
from hexledger.replays.secrets.binding import bind
from hexledger.replays.secrets.words import AGREED, give_word
from tests.drill.dice import real_die
from tests.drill.play import written
from tests.faults.hostile_games import FIRST, SECOND, SIDES, SPARE, STRANGER, Recording, content_of, said_in
from tests.faults.hostile_judge import Hands, judged

TABLE: Final = 0
FRAMES: Final = 12
"""Offers of one episode."""


class _Kept(dict[int, int]):
    """Keeps every position of a walk: the client may go on from any."""

    def __contains__(self, _: object) -> bool:
        return True

    def get(self, _: int, __: Any = None) -> Any:
        return -1


class Outcome:
    """What came of many episodes."""

    def __init__(self) -> None:
        self.tries = self.taken = self.compared = 0
        self.kinds: Counter[str] = Counter()
        """Frames that were taken, by their maker and kind."""
        self.why: Counter[str] = Counter()
        """Fields of refusals."""
        self.wrongs: list[str] = []


class Episode:
    """One attack. `recordings`: the first is attacked, frames of the others are replayed."""

    def __init__(self, seed: str, recordings: Sequence[Recording], outcome: Outcome) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.recording, self.others = recordings[0], recordings
        self.outcome = outcome
        self.me = self.rng.choice(SIDES)
        keys = [FIRST[self.me], SECOND[self.me], SPARE[self.me], STRANGER]
        self.keys = {key.verifier.public: key for key in keys}
        made = {one for found in recordings for side in (TABLE, *SIDES) if side != self.me for one in found.made[side]}
        words = {word for found in recordings for word in found.words}
        self.hands = Hands(self.me, made, words, frozenset(key.verifier.public.hex() for key in keys))
        self.start = self.moment()
        self.payloads = list(self.recording.payloads[: self.start])
        self.signed_at: set[bytes] = set()
        """Leaves after which honest people have signed something in this episode: each does so once."""
        self.refused: list[bytes] = []
        self.die = real_die(seed)
        self.seals: dict[str, Any] = {}
        """Commitment -> the reveal that opens it, of seals made in this episode."""
        self.begin()

    def moment(self) -> int:
        """How many frames of the honest game there are: any, but rather while a fix waits or something is agreed."""
        frames = self.recording.frames
        near = [frame.seq for frame in frames if frame.kind not in (DECISION, END)]
        if self.rng.random() < 0.5:
            return max(1, self.rng.choice(near) + self.rng.choice((0, 1, 1, 1, 2)))
        return self.rng.randrange(1, len(frames) + 1)

    # ------------------------------------------------------------ the log as the client sees it
    def begin(self) -> None:
        """The walk over what was taken so far, anew."""
        self.walk = Walk(Verdict("hostile"), self.recording.genesis, self.recording.game)
        self.walk.last_use = _Kept()
        for payload in self.payloads:
            wrong = self.walk.step(payload)
            assert wrong is None, f"{self.seed}: {wrong}"

    @property
    def book(self) -> Any:
        """What the log says of dice, seats and ends."""
        assert self.walk.admission is not None
        return self.walk.admission.book

    @property
    def head(self) -> int:
        """Where play stands."""
        return self.walk.timeline.head

    def key(self, side: int) -> SignerKey | None:
        """The key that sits at a side, whoever has it."""
        public = self.book.seats.key(side)
        keys = [*FIRST.values(), *SECOND.values(), *SPARE.values(), STRANGER]
        return next((key for key in keys if key.verifier.public == public), None)

    def offered(self, payload: bytes) -> str:
        """Offer a frame: empty when it is taken, else the field for which it is refused."""
        self.outcome.tries += 1
        assert self.walk.admission is not None
        try:
            self.walk.admission.validator.admit(payload, self.walk.leaf)
        except Refused as refused:
            return refused.where
        except LedgerError:
            return "frame"
        wrong = self.walk.step(payload)
        if wrong is not None:
            self.begin()
            return f"rules: {wrong.where}"
        self.payloads.append(payload)
        return ""

    # ------------------------------------------------------------ frames
    def bare(self, kind: int, actor: int, said: Any, **fields: Any) -> Frame:
        """An unsigned frame that follows, with the digest that it should have."""
        at = said.to if isinstance(said, Rewind) and 0 <= said.to < len(self.payloads) else self.head
        raw = said if isinstance(said, msgspec.Raw) else encode_value(said)
        frame = Frame(len(self.payloads), kind, actor, self.head, raw, (), (), self.walk.digests[at], None)
        return msgspec.structs.replace(frame, **fields)

    def payload(self, frame: Frame, key: SignerKey | None) -> bytes:
        """A frame under a key, or without a signature."""
        text = sign(frame_message(frame, self.walk.leaf), key) if key is not None else ""
        return encode_frame(msgspec.structs.replace(frame, signature=text))

    def under_a_key_of_hers(self, frame: Frame) -> bytes:
        """Signed as the client can: mostly with the key that sits at her side."""
        own = self.key(self.me)
        key = own if self.rng.random() < 0.8 and own is not None else self.rng.choice([*self.keys.values(), None])
        return self.payload(frame, key)

    def place(self) -> int:
        """A frame number, mostly of a place of the tree."""
        if self.rng.random() < 0.1:
            return self.rng.randrange(-2, len(self.payloads) + 2)
        places = [seq for seq in range(len(self.payloads)) if self.walk.timeline.is_place(seq)]
        return self.rng.choice(places[-6:] if self.rng.random() < 0.7 else places)

    # ------------------------------------------------------------ what people honestly do
    def links(self, side: int) -> list[bytes]:
        """The chain of a side under the commitments that hold."""
        anchor = self.book.dice.anchors.get(side, b"")
        return self.recording.links.get(anchor.hex(), [])

    def move(self, side: int) -> tuple[Frame, int] | None:
        """(frame, who signs it): the next thing that a side would honestly do, None when it is not its turn."""
        waiting, dice = self.book.dice.waiting, self.book.dice
        state = self.walk.states.get(self.head)
        if state is None or self.book.ended is not None or self.book.study >= 0:
            return None
        game = self.recording.game
        if waiting is not None:
            return self._rolled(side, state)
        prompt = offer(game, state)
        if prompt is None or prompt.side != side:
            return None
        chance = Chance(self.seed, self.recording.genesis.log_id, self.rng.randrange(1 << 30))
        decision: Any = None
        if wants_reveal(prompt.kinds):
            decision = next((self.seals[seal] for seal in state.seals.values() if seal in self.seals), None)
        else:
            decision = random_bot(game, state, prompt, chance)
            if "seal" in prompt.kinds:
                decision = self.sealed(state, side, decision)
        if decision is None:
            return None
        raw = game.codec.encode(decision)
        roller: Any = NoDice(dice.mode, "fixed first")
        if dice.mode == PRACTICE:
            roller = PracticeDice(dice.log_id, dice.seed).roller(len(self.payloads))
        try:
            draft = decide(game, state, self.walk.digests[self.head], side, decision, roller)
        except DiceWanted:
            links, n = self.links(side), dice.fixes + 1
            shown = (duel.evidence(side, links[n]),) if dice.mode == DUEL and n < len(links) else ()
            return self.bare(DICE, side, Fix(raw), evidence=shown), side
        return frame_of(len(self.payloads), DECISION, side, self.head, raw, draft, None), side

    def sealed(self, state: Any, side: int, choice: Any) -> Any:
        """A choice as its seal; how it is opened is kept."""
        game = self.recording.game
        trial = decide(game, state, self.walk.digests[self.head], side, seal(choice, "x"), NoDice(PRACTICE, "a trial"))
        slot = next(event.slot for event in trial.events if isinstance(event, Sealed))
        salt = bind(self.rng.randbytes(16).hex(), self.recording.genesis.log_id, side, slot)
        self.seals[commitment(choice, salt)] = reveal(choice, salt)
        return seal(choice, salt)

    def _rolled(self, side: int, state: Any) -> tuple[Frame, int] | None:
        """The roll of what waits, by the side that may roll it."""
        game, dice = self.recording.game, self.book.dice
        waiting = dice.waiting
        decision = game.codec.decode(waiting.decision)
        values: list[int] = []
        for _ in range(8):
            roller = self._roller(side, waiting, values)
            if roller is None:
                return None
            try:
                draft = decide(game, state, self.walk.digests[self.head], waiting.actor, decision, roller)
            except DiceWanted as wanted:
                values.append(self.die(wanted.asked))
                continue
            raw = msgspec.Raw(waiting.decision)
            return frame_of(len(self.payloads), DECISION, waiting.actor, self.head, raw, draft, None), side
        return None

    def _roller(self, side: int, waiting: Any, values: list[int]) -> Any:
        dice = self.book.dice
        if waiting.refused:
            return EnteredRoller(values, side) if side == waiting.entrant else None
        if dice.mode == ENTERED:
            return EnteredRoller(values, side)
        if dice.mode == REFEREE:
            assert self.recording.keeper is not None
            answer = self.recording.keeper.answer(waiting.leaf)
            return FixedRoller(REFEREE, answer.key, [referee.answer_evidence(answer.key, answer.signature)])
        links = self.links(side)
        if side == waiting.actor or waiting.n >= len(links):
            return None
        both = {waiting.actor: waiting.link, side: links[waiting.n]}
        return FixedRoller(DUEL, duel.fixed_key(waiting.leaf, both), [duel.evidence(side, links[waiting.n])])

    def honest(self) -> bytes | None:
        """What the other side does next, signed by it; None when it has signed at this tip, or has nothing to do."""
        other = 3 - self.me
        key = self.key(other)
        found = self.move(other) if self.walk.leaf not in self.signed_at else None
        if found is None or key is None or key.verifier.public in self.keys:
            return None
        payload = self.payload(found[0], key)
        self.signed_at.add(self.walk.leaf)
        self.hands.made.add((self.walk.leaf, payload))
        return payload

    def word(self, frame: Frame, said: Any, side: int) -> str:
        """A word for a frame: a real one, hers, a stranger's, one of another frame, or none."""
        roll, key = self.rng.random(), self.key(side)
        if roll < 0.3 and key is not None and key.verifier.public not in self.keys:
            if self.walk.leaf not in self.signed_at:
                self.signed_at.add(self.walk.leaf)
                self.hands.words.add((side, self.walk.leaf, frame.kind, frame.actor, content_of(said)))
                return give_word(frame, said, self.walk.leaf, side, key)
        if roll < 0.6:
            old = [getattr(said_in(found), "signatures", ()) for found in self.recording.frames if found.kind != DECISION]
            texts = [text for words in old for text in words]
            return self.rng.choice(texts) if texts else ""
        if roll < 0.9:
            return give_word(frame, said, self.walk.leaf, side, self.rng.choice(list(self.keys.values())))
        return ""

    # ------------------------------------------------------------ what the client does
    def own_move(self) -> bytes | None:
        """Hers to do, done."""
        found = self.move(self.me)
        return None if found is None else self.under_a_key_of_hers(found[0])

    def changed_move(self) -> bytes | None:
        """Hers or the other's to do, changed in one or two fields."""
        found = self.move(self.rng.choice(SIDES))
        return None if found is None else self.under_a_key_of_hers(self.changed(found[0]))

    def steered(self) -> bytes | None:
        """A fix or a roll whose dice follow, by the rules, from a link or an answer that is not the one it must be; or
        a second fix of what waits."""
        state, dice = self.walk.states.get(self.head), self.book.dice
        waiting = dice.waiting
        if state is None or self.book.ended is not None or dice.mode not in (DUEL, REFEREE):
            return None
        links = self.links(self.me)
        link = self.rng.choice([*links[: dice.fixes + 4], self.rng.randbytes(32)]) if links else b""
        if waiting is not None and waiting.actor == self.me and self.rng.random() < 0.5:
            n = min(dice.fixes + 1, len(links) - 1)
            shown = (duel.evidence(self.me, links[n]),) if dice.mode == DUEL else ()
            said = Fix(msgspec.Raw(waiting.decision))
            return self.under_a_key_of_hers(self.bare(DICE, self.me, said, evidence=shown))
        if waiting is None:
            found = self.move(self.me)
            shown = (duel.evidence(self.me, link),) if dice.mode == DUEL else ()
            return None if found is None else self.under_a_key_of_hers(_with(found[0], evidence=shown))
        if dice.mode == DUEL:
            if waiting.actor == self.me:
                return None
            key = duel.fixed_key(waiting.leaf, {waiting.actor: waiting.link, self.me: link})
            roller = FixedRoller(DUEL, key, [duel.evidence(self.me, link)])
        else:
            key = self.rng.randbytes(32)
            text = sign(referee.answer_message(waiting.leaf, key), self.rng.choice(list(self.keys.values())))
            roller = FixedRoller(REFEREE, key, [referee.answer_evidence(key, text)])
        decision = self.recording.game.codec.decode(waiting.decision)
        try:
            held = self.walk.digests[self.head]
            draft = decide(self.recording.game, state, held, waiting.actor, decision, roller)
        except EngineError:
            return None
        raw = msgspec.Raw(waiting.decision)
        frame = frame_of(len(self.payloads), DECISION, waiting.actor, self.head, raw, draft, None)
        return self.under_a_key_of_hers(frame)

    def replayed(self) -> bytes:
        """A frame of some game, byte for byte."""
        return self.rng.choice(self.rng.choice(self.others).payloads)

    def reordered(self) -> bytes:
        """A frame that comes about now in the game that is attacked: too early, too late, or now; byte for byte."""
        at = len(self.payloads) + self.rng.choice((0, 0, 0, -2, -1, 1, 2, 3))
        return self.recording.payloads[max(0, min(at, len(self.recording.payloads) - 1))]

    def rechained(self) -> bytes:
        """A frame of some game put here, under a key of hers; often changed too."""
        near = self.rng.random() < 0.6
        payload = self.reordered() if near else self.replayed()
        frame = decode_frame(payload)
        here = self.bare(frame.kind, frame.actor, frame.decision)
        if frame.kind in PLAYS:
            here = msgspec.structs.replace(here, digest=frame.digest)
        frame = msgspec.structs.replace(here, events=frame.events, evidence=frame.evidence)
        if self.rng.random() < 0.5:
            frame = self.changed(frame)
        return self.under_a_key_of_hers(frame)

    def spoiled(self) -> bytes:
        """Bytes that are nearly a frame."""
        data = bytearray(self.reordered())
        at = self.rng.randrange(len(data))
        data[at] ^= 1 << self.rng.randrange(8)
        return bytes(data) if self.rng.random() < 0.7 else bytes(data[:at]) + b"\xc0"

    def changed(self, frame: Frame) -> Frame:
        """A frame with one or two other fields."""
        for _ in range(self.rng.choice((1, 1, 2))):
            other = decode_frame(self.replayed())
            name = self.rng.choice(("seq", "kind", "actor", "parent", "decision", "events", "evidence", "digest", "time"))
            values: dict[str, Any] = {
                "seq": frame.seq + self.rng.choice((-1, 1)),
                "kind": self.rng.choice(list(KINDS)),
                "actor": self.rng.choice((0, 1, 2, 3)),
                "parent": self.place(),
                "decision": other.decision,
                "events": self.rng.choice((other.events, (), frame.events[1:], frame.events[::-1])),
                "evidence": self.evidence(other),
                "digest": self.rng.choice((other.digest, b"", bytes(16))),
                "time": self.rng.choice((0, 1, 1 << 42, (1 << 42) + 1, -1, 1 << 62)),
            }
            frame = msgspec.structs.replace(frame, **{name: values[name]})
        return frame

    def evidence(self, other: Frame) -> tuple[str, ...]:
        """Evidence that could be tried: of another frame, a link too early or too late, a value of her own."""
        side = self.rng.choice(SIDES)
        links = self.links(self.me)
        n = max(0, min(self.book.dice.fixes + self.rng.choice((-1, 0, 1, 2)), len(links) - 1))
        link = (duel.evidence(self.me, links[n]),) if links else ()
        forged = (duel.evidence(side, self.rng.randbytes(32)),)
        answer = (referee.answer_evidence(bytes(32), sign(b"answer", STRANGER)),)
        return self.rng.choice((other.evidence, (), link, forged, answer, (f"{side}=1",), (f"{self.me}=1", "0=1")))

    def invented(self) -> bytes:
        """A frame of some kind that the client makes up."""
        rng = self.rng
        actor = rng.choice((self.me, self.me, self.me, 3 - self.me, TABLE))
        kind, said = rng.choice(_INVENTED)(self)
        if isinstance(said, KeeperReveal | Study) and rng.random() < 0.8:
            return self.payload(self.bare(kind, TABLE, said), None)
        frame = self.bare(kind, actor, said)
        if isinstance(said, AGREED):
            others = [side for side in (TABLE, *SIDES) if side != actor]
            who = tuple(sorted(rng.sample(others, rng.choice((0, 1, 1, 2)))))
            said = msgspec.structs.replace(said, consent=who)
            if isinstance(said, Seat):
                new = next((key for key in self.keys.values() if key.verifier.public.hex() == said.key), STRANGER)
                said = msgspec.structs.replace(said, accepted=give_word(frame, said, self.walk.leaf, said.side, new))
            said = msgspec.structs.replace(said, signatures=tuple(self.word(frame, said, side) for side in who))
            frame = msgspec.structs.replace(frame, decision=encode_value(said))
        return self.under_a_key_of_hers(frame if rng.random() < 0.85 else self.changed(frame))

    # ------------------------------------------------------------ the episode
    def run(self, folder: Path | None = None) -> None:
        """Offers until the episode is over; then the judge, and with a folder `verify` and `receive`."""
        makers: list[tuple[str, Callable[[], bytes | None], int]] = [
            ("own", self.own_move, 4),
            ("honest", self.honest, 3),
            ("changed", self.changed_move, 3),
            ("steered", self.steered, 2),
            ("replayed", self.replayed, 1),
            ("reordered", self.reordered, 2),
            ("rechained", self.rechained, 4),
            ("spoiled", self.spoiled, 1),
            ("invented", self.invented, 6),
        ]
        weights = [weight for _, _, weight in makers]
        for _ in range(FRAMES):
            name, make, _ = self.rng.choices(makers, weights)[0]
            payload = make()
            if payload is None:
                continue
            where = self.offered(payload)
            if where:
                self.outcome.why[where] += 1
                self.refused.append(payload)
            else:
                self.outcome.taken += 1
                self.outcome.kinds[f"{name} {KINDS[decode_frame(payload).kind]}"] += 1
                self.refused.clear()
        wrongs = judged(self.recording, self.hands, self.payloads)
        if folder is not None:
            wrongs += self.compared(folder)
        self.outcome.wrongs += [f"{self.recording.name}, seed {self.seed!r}: {wrong}" for wrong in wrongs]

    def compared(self, folder: Path) -> list[str]:
        """What `verify` and `receive` say otherwise than the walk, or than each other."""
        self.outcome.compared += 1
        log, wrongs = folder / "attacked.hxl", []
        found = audit(written_anew(log, self.payloads), game=self.recording.game)
        if not found.intact:
            wrongs.append(f"7 one validator: verify contradicts what was taken: {found.contradiction}")
        came = self.received(folder, self.payloads)
        if came and not (self.book.study >= 0 and "study" in came):
            wrongs.append(f"7 one validator: receive refuses what was taken: {came}")
        if self.refused:
            whole = [*self.payloads, self.rng.choice(self.refused)]
            wrong = audit(written_anew(log, whole), game=self.recording.game).contradiction
            came = self.received(folder, whole)
            if wrong is None or (wrong.found not in came and "study" not in came):
                wrongs.append(f"7 one validator: verify says {wrong}, receive {came or 'nothing'}")
        return wrongs

    def received(self, folder: Path, payloads: list[bytes]) -> str:
        """Why an honest copy, as it was before the attack, does not take the log; empty when it does."""
        copy = written_anew(folder / "copy.hxl", self.payloads[: self.start])
        genesis = self.recording.genesis
        bundle = Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), tuple(payloads))
        try:
            receive(bundle, copy, game=self.recording.game)
        except BadBundle as refused:
            return str(refused)
        except (ReplayError, LedgerError, EngineError) as refused:
            return f"{type(refused).__name__}: {refused}"
        return ""


def written_anew(path: Path, payloads: Sequence[bytes]) -> Path:
    """A log of these payloads in place of what was there, and nothing of that beside it."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    return written(path, payloads)


def _with(frame: Frame, **fields: Any) -> Frame:
    return msgspec.structs.replace(frame, **fields)


def _rewind(it: Episode) -> tuple[int, Any]:
    to = it.head if it.rng.random() < (0.5 if it.book.dice.waiting else 0.05) else it.place()
    timeline = it.walk.timeline
    ahead = timeline.is_place(to) and to != it.head and timeline.is_ancestor(it.head, to)
    about = it.rng.choice((-1, -1, -1, -1, it.place()))
    return REWIND, Rewind(to, "", (), redo=ahead, about=about, what="combat" if about >= 0 else "")


def _seat(it: Episode) -> tuple[int, Any]:
    side = it.rng.choice((it.me, it.me, 3 - it.me, TABLE))
    keys = [*it.keys.values(), FIRST[3 - it.me], SPARE[it.me], SPARE[it.me]]
    return SEAT, Seat(side, "somebody", it.rng.choice(keys).verifier.public.hex(), "because")


def _end(it: Episode) -> tuple[int, Any]:
    what = it.rng.choice(ENDS)
    return END, End(what, it.rng.choice((0, 1, 2)), "great" if what == "adjudication" else "", "so it is")


def _change(it: Episode) -> tuple[int, Any]:
    mode = it.rng.choice((PRACTICE, PRACTICE, ENTERED, DUEL, REFEREE))
    rule = "forfeit" if mode == DUEL else ""
    told = it.recording.genesis.commitments if mode in (DUEL, REFEREE) else ()
    return DICE, DiceChange(mode, "open" if mode == PRACTICE else "", told, rule)


def _confirmed(it: Episode) -> tuple[int, Any]:
    pending = sorted(it.book.dice.unconfirmed)
    return DICE, RollsConfirmed((it.rng.choice(pending) if pending else it.place(),))


def _fix(it: Episode) -> tuple[int, Any]:
    decisions = [frame.decision for frame in it.recording.frames if frame.kind == DECISION]
    return DICE, Fix(it.rng.choice(decisions))


def _ruling(it: Episode) -> tuple[int, Any]:
    scope = it.rng.choice(("position", "rule", "adopted", "irregular"))
    return RULING, Ruling(scope, "because", about=it.place())


def _opening(it: Episode) -> tuple[int, Any]:
    return OPENING, Opening(((it.place(), (1,), "salt"),))


def _reveal(it: Episode) -> tuple[int, Any]:
    keeper = it.recording.genesis.commitments[0].split(" ")[1] if it.recording.keeper is not None else "00" * 32
    return DICE, KeeperReveal(keeper, "00" * 32, (), sign(b"reveal", STRANGER))


_INVENTED: Final[tuple[Callable[[Episode], tuple[int, Any]], ...]] = (
    _rewind,
    _rewind,
    _rewind,
    _seat,
    _seat,
    _end,
    _end,
    _change,
    _fix,
    _ruling,
    _opening,
    _reveal,
    lambda it: (LABEL, Label(it.rng.choice(("main", "aside")), it.place())),
    lambda it: (CLAIM, Claim(it.place(), "combat", "x", "", "stands", "y")),
    lambda it: (STUDY, Study("open")),
    lambda it: (DICE, Refusal(it.rng.choice(SIDES), "no")),
    _confirmed,
)


def attacked(
    recordings: Sequence[Recording],
    seed: str,
    tries: int,
    folder: Path | None = None,
    every: int = 1,
    until: str = "",
) -> Outcome:
    """At least so many frames offered, in episodes named `SEED/0`, `SEED/1` ..., each on the next recording.

    `folder`: there `verify` and `receive` are asked, after every so many episodes. `until`: stop when this is found.
    """
    outcome, number = Outcome(), 0
    while outcome.tries < tries:
        at = number % len(recordings)
        order = [recordings[at], *recordings[:at], *recordings[at + 1 :]]
        Episode(f"{seed}/{number}", order, outcome).run(folder if number % every == 0 else None)
        number += 1
        if until and any(f": {until}" in wrong for wrong in outcome.wrongs):
            break
    return outcome
