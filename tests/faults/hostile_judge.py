"""What must hold of a signed log that `receive` and `verify` accept, asked without the project's validator.

The judge knows what each honest hand really made (`Hands`): frames, words, openings. It follows seats, fixes, links and
`main` in a book of its own, and names every invariant of docs/trust.md that a log breaks, by its number there.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, NamedTuple

from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, Refusal, RollsConfirmed
from hexledger.events.frame import (
    ADJOURNMENT,
    ADJUDICATION,
    CONCESSION,
    DECISION,
    DICE,
    DRAW,
    END,
    FORFEIT,
    GENESIS,
    LABEL,
    OPENING,
    PLAYS,
    REOPENING,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    Frame,
    decode_frame,
    side_of_seat,
)
from hexledger.events.merkle import leaf_hash
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE, Drawn, Revealed, Rolled, Sealed
from hexledger.replays.referee.claims import ClaimRefused, judge
from hexledger.replays.referee.policies.outcome import REDO
from tests.faults.hostile_games import SIDES, Made, Recording, Word, content_of, said_in

TABLE: Final = 0
MIB: Final = 1 << 20
LAST_TIME: Final = 1 << 42


class Hands(NamedTuple):
    """What the honest hands made, and which keys are the attacker's.

    made   (leaf before, payload) -> nothing else counts as theirs
    words  what they gave their word for
    keys   public keys (hex) of the attacker, of all that she has
    deciding  frame -> the seat that decides there, where the attacker sits at an army of a side
    """

    attacker: int
    made: set[Made]
    words: set[Word]
    keys: frozenset[str]
    deciding: dict[int, int] | None = None


class _Fix(NamedTuple):
    seq: int
    leaf: bytes
    frame: Frame
    said: Fix
    n: int
    refused: int = 0


def rolls_of(frame: Frame) -> list[Any]:
    """Dice and draws of a frame."""
    return [event for event in frame.events if type(event) in (Rolled, Drawn)]


class Judge:
    """Follows one log; `wrongs` names what it breaks, each as `invariant: #frame what`."""

    def __init__(self, recording: Recording, hands: Hands) -> None:
        self.recording, self.hands = recording, hands
        genesis = recording.genesis
        self.mode, self.fixes = genesis.dice_mode, 0
        self.commitments = genesis.commitments
        self.refusal = genesis.refusal_rule
        self.shown = {key for _, _, key in genesis.players}
        self.parents: dict[int, int] = {}
        self.frames: list[Frame] = []
        self.head, self.leaf = -1, bytes(32)
        self.waiting: _Fix | None = None
        self.ended = False
        self.study = False
        self.opened: dict[str, int] = {}
        self.wrongs: list[str] = []

    def wrong(self, kind: str, what: str) -> None:
        """Note a broken invariant in the frame that is looked at."""
        self.wrongs.append(f"{kind}: #{len(self.frames)} {what}")

    # ------------------------------------------------------------ the whole
    def take(self, payload: bytes) -> None:
        """Look at the next frame."""
        seq = len(self.frames)
        frame = decode_frame(payload, seq)
        said = said_in(frame)
        if seq == 0 and payload != self.recording.payloads[0]:
            self.wrong("7 genesis", "another")
        if frame.kind == STUDY:
            self.study = True
        if not self.study and seq:
            self._limits(payload, frame)
            self._place(frame, said)
            self._hand(payload, frame, said)
            self._asked(frame, said)
        self._follow(payload, frame, said)

    def _limits(self, payload: bytes, frame: Frame) -> None:
        if len(payload) > MIB or (frame.time is not None and not 0 <= frame.time <= LAST_TIME):
            self.wrong("7 limits", "size or time")
        if frame.parent != self.head or frame.actor not in (TABLE, *SIDES):
            self.wrong("7 place", f"parent {frame.parent}, actor {frame.actor}")
        if frame.kind not in PLAYS and frame.events:
            self.wrong("7 place", "events where none belong")

    def _place(self, frame: Frame, said: Any) -> None:
        """Steps 4 and 5: after the end, and between a fix and its roll."""
        if self.ended:
            reopens = frame.kind == END and said.what == REOPENING
            belongs = frame.kind in (OPENING, SEAT) or isinstance(said, KeeperReveal | RollsConfirmed)
            if not reopens and not belongs:
                self.wrong("4 ended", "something follows the end")
        elif self.waiting is not None and frame.kind != DECISION:
            drops = frame.kind == REWIND and said.to == self.head
            if not drops and frame.kind not in (SEAT, END) and not isinstance(said, Refusal | DiceChange):
                self.wrong("3 fix", f"between #{self.waiting.seq} and its roll")

    # ------------------------------------------------------------ whose it is
    def _hand(self, payload: bytes, frame: Frame, said: Any) -> None:
        """4: what counts as an honest hand's was made by it."""
        if isinstance(said, KeeperReveal):
            # he signs what it says, log and all, and not a place: once it is out, anybody may put it in
            opened = [said_in(decode_frame(made)) for _, made in self.hands.made]
            if said not in [one for one in opened if isinstance(one, KeeperReveal)]:
                self.wrong("4 hand", "a keeper's reveal that he never made")
            return
        signer = self._seat_of(frame, said, self._signer(frame))
        if signer is not None and signer != self.hands.attacker and (self.leaf, payload) not in self.hands.made:
            self.wrong("4 hand", f"counts as made by side {signer}, who never did")

    def _seat_of(self, frame: Frame, said: Any, side: int | None) -> int | None:
        """Of a side whose armies sit apart: which of its seats must have signed. A roll and an opening any may sign,
        and an army's seat is its own to give away."""
        if self.hands.deciding is None or side != side_of_seat(self.hands.attacker):
            return side
        if frame.kind == OPENING or (frame.kind == DECISION and self.waiting is not None):
            return None
        if frame.kind == SEAT and said.side == self.hands.attacker:
            return None
        return self.hands.deciding[len(self.frames)] if frame.kind == DECISION or isinstance(said, Fix) else side

    def _signer(self, frame: Frame) -> int | None:
        """Who must have signed a frame; None when the attacker may have and its content is asked elsewhere."""
        if frame.kind != DECISION:
            return frame.actor
        rolls, waiting = rolls_of(frame), self.waiting
        if waiting is None:
            return frame.actor
        if waiting.refused:
            return waiting.frame.actor if self.refusal == "forfeit" else TABLE
        if self.mode == DUEL:
            return 3 - waiting.frame.actor
        if self.mode == ENTERED and rolls:
            return int(frame.evidence[0].partition("=")[0]) if frame.evidence else frame.actor
        return None

    def word(self, side: int, frame: Frame, said: Any) -> bool:
        """Did a side give its word for this very frame, and does the frame say so?"""
        given = (side, self.leaf, frame.kind, frame.actor, content_of(said))
        return side in said.consent and given in self.hands.words

    def _agreed(self, frame: Frame, said: Any, *, ruling: bool = False, both: bool = False) -> bool:
        """Was it the honest side's own doing, or has it (or the referee in its place) given its word?"""
        honest = 3 - side_of_seat(self.hands.attacker)
        if self.hands.deciding is not None and frame.actor in SIDES:
            # nobody of an army's seat speaks for its side: what its side does, an honest hand does
            honest = 3 - frame.actor
        if frame.actor == TABLE and not both:
            return True
        if ruling:
            return self.word(TABLE, frame, said)
        if frame.actor == honest or self.word(honest, frame, said):
            return True
        return not both and self.word(TABLE, frame, said)

    # ------------------------------------------------------------ what it may do
    def _asked(self, frame: Frame, said: Any) -> None:
        if frame.kind in (DECISION, RULING):
            self._play(frame)
        elif frame.kind == LABEL:
            self.wrong("6 line", "a line in a contested game")
        elif frame.kind == REWIND:
            self._rewind(frame, said)
        elif frame.kind == SEAT:
            self._seat(frame, said)
        elif frame.kind == END:
            self._end(frame, said)
        elif frame.kind == DICE:
            self._dice(frame, said)

    def _play(self, frame: Frame) -> None:
        rolls, waiting = rolls_of(frame), self.waiting
        if frame.kind == RULING:
            if rolls and self.mode != PRACTICE and {text.partition("=")[0] for text in frame.evidence} != {"0"}:
                self.wrong("1 die", "a ruling's dice that the referee did not enter")
            return
        for event in frame.events:
            if type(event) is Revealed and event.side != frame.actor:
                self.wrong("4 seal", "another side's seal is revealed")
        if waiting is None:
            if rolls and self.mode in (DUEL, REFEREE):
                self.wrong("3 fix", "rolls without a fix")
            who = {text.partition("=")[0] for text in frame.evidence}
            if rolls and self.mode == ENTERED and who != {str(frame.actor)}:
                self.wrong("4 hand", "entered by another than who decides")
            return
        fixed = (waiting.frame.parent, waiting.frame.actor, bytes(waiting.said.decision))
        if (frame.parent, frame.actor, bytes(frame.decision)) != fixed:
            self.wrong("3 fix", f"is not what #{waiting.seq} fixed")
        if not rolls:
            self.wrong("3 fix", f"#{waiting.seq} was fixed, and it rolls nothing")
        elif self.mode in (DUEL, REFEREE) and not waiting.refused:
            self._die(frame, waiting, rolls)

    def _die(self, frame: Frame, waiting: _Fix, rolls: list[Any]) -> None:
        """1: the die follows from the leaf of its fix and from what was committed before."""
        if self.mode == DUEL:
            links = {side: self._link(side, waiting.n) for side in SIDES}
            other = 3 - waiting.frame.actor
            if frame.evidence != (f"link {other} {links[other].hex()}",):
                self.wrong("3 link", f"not link {waiting.n} of side {other}")
            message = waiting.leaf + b"".join(links[side] for side in SIDES)
            key = blake2b(message, digest_size=32, person=b"hexledger duel 2").digest()
        else:
            assert self.recording.keeper is not None
            secret = self.recording.keeper._secret
            key = blake2b(waiting.leaf, key=secret, digest_size=32, person=b"hexledger keep 2").digest()
            if len(frame.evidence) != 1 or key.hex() not in frame.evidence[0]:
                self.wrong("1 die", "not the keeper's key")
        for index, event in enumerate(rolls):
            if event.mode != self.mode:
                self.wrong("1 die", "a roll of other dice")
            elif type(event) is Rolled and not self._follows(key, index, event):
                self.wrong("1 die", "its value does not follow")

    def _follows(self, key: bytes, index: int, event: Rolled) -> bool:
        """Does a die show what the key gives: BLAKE2b-512(index | purpose | faces | counter), the first unbiased byte?
        Its faces count from 0 or from 1, or show what the game prints on them."""
        assert event.faces <= 256
        game = self.recording.game
        printed = game.printed_dice.get(game.word_key(event.purpose), ())
        limit = 256 // event.faces * event.faces
        for counter in range(64):
            message = b"".join(number.to_bytes(4, "big") for number in (index, event.purpose, event.faces, counter))
            stream = blake2b(message, key=key, person=b"hexledger dice 2").digest()
            for byte in stream:
                if byte < limit:
                    face = byte % event.faces
                    return event.value == printed[face] if printed else event.value - face in (0, 1)
        return False

    def _link(self, side: int, n: int) -> bytes:
        """Link `n` of a side's chain under the commitments that hold."""
        anchor = next(text.split(" ")[3] for text in self.commitments if text.startswith(f"duel {side} "))
        links = self.recording.links[anchor]
        return links[n] if n < len(links) else b""

    def _rewind(self, frame: Frame, said: Any) -> None:
        """6: what `main` loses and gets back, and a fix that is dropped."""
        if self.waiting is not None and said.to == self.head:
            if not self._agreed(frame, said):
                self.wrong("3 drop", f"#{self.waiting.seq} without word")
            return
        if said.about >= 0:
            self._claimed(frame, said)
            return
        moved = [self.frames[seq] for seq in {*self._path(self.head)} ^ {*self._path(said.to)}]
        if any(found.kind == RULING for found in moved) and not self._agreed(frame, said, ruling=True):
            self.wrong("6 main", "a ruling without the referee's word")
        others = [found for found in moved if self._is_not_hers_alone(found, frame.actor)]
        if others and not self._agreed(frame, said):
            self.wrong("6 main", f"#{others[0].seq} without word")

    def _claimed(self, frame: Frame, said: Any) -> None:
        """What a claim takes back the error policy of the genesis has granted, and nothing else. A ruling falls by the
        referee's word alone."""
        line = [self.frames[seq] for seq in reversed(self._path(self.head))]
        game, genesis = self.recording.game, self.recording.genesis
        try:
            outcome = judge(game, genesis, line, said.about, said.what, frame.actor, said.consent)
        except ClaimRefused:
            self.wrong("6 main", "a claim that cannot be made")
            return
        if outcome.what != REDO or outcome.to != said.to:
            self.wrong("6 main", f"the policy does not grant it: {outcome.what}")
        gone = [self.frames[seq] for seq in self._path(self.head) if seq > said.to]
        if any(found.kind == RULING for found in gone) and not self._agreed(frame, said, ruling=True):
            self.wrong("6 main", "a ruling without the referee's word")

    @staticmethod
    def _is_not_hers_alone(found: Frame, actor: int) -> bool:
        luck = any(type(event) in (Rolled, Drawn, Revealed, Sealed) for event in found.events)
        return found.kind != GENESIS and (found.actor != actor or luck)

    def _path(self, seq: int) -> list[int]:
        out = []
        while seq >= 0:
            out.append(seq)
            seq = self.parents[seq]
        return out

    def _seat(self, frame: Frame, said: Any) -> None:
        """4, 8: a seat is its own key's or the referee's to give, and a key comes once."""
        if said.key in self.shown:
            self.wrong("4 key", "a key that the log has shown")
        agreed = any(before == self.leaf and _seat_of(made) == said.key for before, made in self.hands.made)
        if said.key not in self.hands.keys and not agreed and not self._worded(frame, said):
            self.wrong("4 key", "a key that never agreed to sit down")
        if said.side == TABLE and not self._agreed(frame, said, both=True):
            self.wrong("4 seat", "the referee's without both words")
        if said.side != TABLE and frame.actor not in (TABLE, side_of_seat(said.side)):
            self.wrong("4 seat", "another side's")

    def _worded(self, frame: Frame, said: Any) -> bool:
        """Has anybody honest given a word for this frame?"""
        theirs = (self.leaf, frame.kind, frame.actor, content_of(said))
        return any(given[1:] == theirs for given in self.hands.words)

    def _end(self, frame: Frame, said: Any) -> None:
        mutual = said.what in (DRAW, ADJOURNMENT, REOPENING)
        if mutual and not self._agreed(frame, said):
            self.wrong("6 end", f"{said.what} without word")
        if said.what in (FORFEIT, ADJUDICATION) and frame.actor != TABLE:
            self.wrong("4 end", f"{said.what} by a side")
        if said.what == CONCESSION and (frame.actor == TABLE or said.winner != 3 - frame.actor):
            self.wrong("4 end", "a concession that gives nothing to the other side")

    def _dice(self, frame: Frame, said: Any) -> None:
        if isinstance(said, DiceChange) and not self._agreed(frame, said):
            self.wrong("6 dice", "changed without word")
        if isinstance(said, Refusal):
            waiting = self.waiting
            if waiting is None or self.mode != DUEL or said.side != 3 - waiting.frame.actor:
                self.wrong("3 refusal", "of a roll that is not his")
            if frame.actor not in (TABLE, said.side):
                self.wrong("3 refusal", "by another than who refuses")
        if isinstance(said, Fix):
            if self.mode == PRACTICE:
                self.wrong("3 fix", "of practice dice")
            if self.mode == DUEL:
                link = self._link(frame.actor, self.fixes + 1) if frame.actor in SIDES else b""
                if frame.evidence != (f"link {frame.actor} {link.hex()}",):
                    self.wrong("3 link", f"not link {self.fixes + 1} of side {frame.actor}")

    # ------------------------------------------------------------ following
    def _follow(self, payload: bytes, frame: Frame, said: Any) -> None:
        seq = len(self.frames)
        self.leaf = leaf_hash(self.leaf + payload)
        self.frames.append(frame)
        if frame.kind in PLAYS:
            self.parents[seq] = frame.parent
            self.head = seq
            if frame.kind == DECISION:
                self.waiting = None
        elif frame.kind == REWIND:
            if said.to == self.head:
                self.waiting = None
            self.head = said.to
        elif frame.kind == SEAT:
            self.shown.add(said.key)
        elif frame.kind == END:
            self.ended = said.what != REOPENING
        elif isinstance(said, Fix):
            self.fixes += 1
            self.waiting = _Fix(seq, self.leaf, frame, said, self.fixes)
        elif isinstance(said, Refusal) and self.waiting is not None:
            self.waiting = self.waiting._replace(refused=said.side)
        elif isinstance(said, DiceChange):
            self.waiting, self.fixes, self.mode = None, 0, said.mode
            self.commitments, self.refusal = said.commitments, said.refusal


def _seat_of(payload: bytes) -> str:
    frame = decode_frame(payload)
    return str(said_in(frame).key) if frame.kind == SEAT else ""


def judged(recording: Recording, hands: Hands, payloads: list[bytes]) -> list[str]:
    """What a whole log breaks."""
    judge = Judge(recording, hands)
    for payload in payloads:
        judge.take(payload)
    return judge.wrongs
