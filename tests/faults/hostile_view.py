"""A log as a hostile client sees it: what was taken so far, the keys that she has, and the honest people around her.

She offers frames to the project's own validator and rules (`offered`); what honest people make is noted, so that
`hostile_judge.py` knows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.entered import EnteredRoller
from hexledger.engine.dice.rolling import DiceWanted, FixedRoller, NoDice, PracticeDice
from hexledger.engine.kernel.deciding import decide, offer
from hexledger.engine.kernel.seals import commitment, reveal, seal, wants_reveal
from hexledger.events.dice_records import Fix
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    CONCESSION,
    DECISION,
    DICE,
    END,
    SEAT,
    End,
    Frame,
    Rewind,
    Seat,
    encode_frame,
    encode_value,
    side_of_seat,
)
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE, Sealed
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import frame_message, sign
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.audit import Walk
from hexledger.replays.audit.verdict import Verdict
from hexledger.replays.log.genesis import frame_of
from hexledger.replays.secrets.binding import bind
from hexledger.replays.secrets.words import give_word
from tests.drill.dice import real_die
from tests.faults.hostile_games import FIRST, SECOND, SIDES, SPARE, STRANGER, Recording, content_of, said_in
from tests.faults.hostile_judge import Hands

TABLE: Final = 0


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
        self.deciding: dict[bytes, int] = {}
        """Leaf -> the seat that decides after it, where she sits at an army."""


class View:
    """`recordings`: the first is attacked, frames of the others are at hand. The client sits at side `me`."""

    def __init__(self, seed: str, recordings: Sequence[Recording], outcome: Outcome, seat: int = 0) -> None:
        """`seat`: of an army, at which she sits with its key alone; 0: at a side of her choice."""
        self.seed, self.rng = seed, Random(seed)
        self.recording, self.others = recordings[0], recordings
        self.outcome = outcome
        self.me = side_of_seat(seat) if seat else self.rng.choice(SIDES)
        self.seat = seat or self.me
        keys = [*(some[self.seat] for some in (FIRST, SECOND, SPARE) if self.seat in some), STRANGER]
        self.keys = {key.verifier.public: key for key in keys}
        made = {one for found in recordings for hand, ones in found.made.items() if hand != self.seat for one in ones}
        words = {word for found in recordings for word in found.words}
        deciding: dict[int, int] | None = {} if seat else None
        self.hands = Hands(self.seat, made, words, frozenset(key.verifier.public.hex() for key in keys), deciding)
        self.start = self.moment()
        self.payloads = list(self.recording.payloads[: self.start])
        self.signed_at: set[bytes] = set()
        """Leaves after which honest people have signed something in this episode: each does so once."""
        self.on_its_way: list[bytes] = []
        """Frames that honest people signed and that are not here yet."""
        self.refused: list[bytes] = []
        self.wrongs: list[str] = []
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
            self.note_deciding()
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
        except Exception as error:
            self.wrongs.append(f"5 crash: #{len(self.payloads)} {type(error).__name__}: {error}")
            return "crash"
        self.note_deciding()
        try:
            wrong = self.walk.step(payload)
        except Exception as error:
            self.wrongs.append(f"5 crash: #{len(self.payloads)} {type(error).__name__}: {error}")
            self.begin()
            return "crash"
        if wrong is not None:
            self.begin()
            return f"rules: {wrong.where}"
        self.payloads.append(payload)
        return ""

    def note_deciding(self) -> None:
        """For the judge: which seat of her side decides in the next frame, where armies sit apart."""
        if self.hands.deciding is not None:
            self.hands.deciding[len(self.walk.timeline)] = self.deciding()

    def deciding(self) -> int:
        """The seat of her side that decides now."""
        known, leaf = self.outcome.deciding, self.walk.leaf
        if leaf not in known:
            state = self.walk.states.get(self.head) if len(self.walk.timeline) else None
            prompt = offer(self.recording.game, state) if state is not None else None
            army = self.recording.game.army(state, prompt) if prompt is not None and prompt.side == self.me else 0
            known[leaf] = self.book.seats.deciding(self.me, army) if army else self.me
        return known[leaf]

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
        own = self.key(self.seat)
        if frame.signature and self.rng.random() < 0.2:
            # somebody's signature over something else
            return encode_frame(frame)
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
        """What the other side does next, signed by it: what it is asked, else now and then a seat handed over or the
        game conceded. None when it has signed at this tip, or when what it signed is still on its way (`late`)."""
        other = 3 - self.me
        if self.seat != self.me and self.rng.random() < 0.5:
            other = self.me
        seat = self.deciding() if other == self.me else other
        key = self.key(seat)
        if key is None or key.verifier.public in self.keys or self.walk.leaf in self.signed_at:
            return None
        found = self.move(other)
        frame = found[0] if found is not None else self._aside(other)
        if frame is None:
            return None
        payload = self.payload(frame, key)
        self.signed_at.add(self.walk.leaf)
        self.hands.made.add((self.walk.leaf, payload))
        if self.rng.random() < 0.25:
            self.on_its_way.append(payload)
            return None
        return payload

    def _aside(self, side: int) -> Frame | None:
        """What an honest side writes without being asked."""
        if self.rng.random() < 0.7:
            return None
        if self.rng.random() < 0.3:
            return self.bare(END, side, End(CONCESSION, 3 - side, "", "enough"))
        new = SPARE[side]
        seat = Seat(side, new.verifier.name, new.verifier.public.hex(), "resigned")
        word = give_word(self.bare(SEAT, side, seat), seat, self.walk.leaf, side, new)
        return self.bare(SEAT, side, msgspec.structs.replace(seat, accepted=word))

    def late(self) -> bytes | None:
        """What an honest side signed at an earlier tip, while the client wrote something else there."""
        return self.rng.choice(self.on_its_way) if self.on_its_way else None

    def word(self, frame: Frame, said: Any, side: int) -> str:
        """A word for a frame: a real one, hers, a stranger's, one of another frame, or none."""
        roll, key = self.rng.random(), self.key(side)
        hers = key is None or key.verifier.public in self.keys
        if roll < 0.3 and key is not None and not hers and self.walk.leaf not in self.signed_at:
            self.signed_at.add(self.walk.leaf)
            self.hands.words.add((side, self.walk.leaf, frame.kind, frame.actor, content_of(said)))
            return give_word(frame, said, self.walk.leaf, side, key)
        if roll < 0.6:
            old = [getattr(said_in(found), "signatures", ()) for found in self.recording.frames]
            texts = [text for words in old for text in words]
            return self.rng.choice(texts) if texts else ""
        if roll < 0.9:
            return give_word(frame, said, self.walk.leaf, side, self.rng.choice(list(self.keys.values())))
        return ""
