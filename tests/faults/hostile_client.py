"""A hostile client at work on real signed games (`hostile_games.py`): frames of every kind at every moment.

An episode begins at some moment of an honest game. The client then offers frame after frame: those of the game in
another order, those of other games, changed in any field, invented ones, in her own name or another's, chained anew,
signed with a key that she has or with none; and honest people go on in between, at what she has made of the log. What
the validator takes stays, and the next frames come on top of it. At the end `hostile_judge.py` looks at the log,
`verify` and `receive` take it whole, and of the frames that were refused some are refused by both for the same reason.

Everything follows from the seed of the episode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from hexledger.engine.dice import duel, referee
from hexledger.engine.dice.rolling import FixedRoller
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.deciding import decide
from hexledger.events.dice_records import DiceChange, Fix, KeeperReveal, Refusal, RollsConfirmed, decode_record
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
    encode_value,
)
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE
from hexledger.events.signatures import sign
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import frame_of
from hexledger.replays.log.mail import BadBundle, Bundle, receive
from hexledger.replays.secrets.words import AGREED, give_word
from tests.drill.play import written
from tests.faults.hostile_games import ARMIES_OF_ONE, FIRST, SIDES, SPARE, STRANGER, Recording
from tests.faults.hostile_judge import judged
from tests.faults.hostile_view import Outcome, View

TABLE: Final = 0
FRAMES: Final = 12
"""Offers of one episode."""


_KEPT: Final = ("events", "evidence", "signature")
"""What a frame keeps that is put elsewhere, besides what it says."""


class Episode(View):
    """One attack: offers, then judgement."""

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
        """A fix or a roll whose dice follow, by the rules, from a link or an answer that is not the one it must be; a
        second fix of what waits; a roll of what was never fixed."""
        state, dice = self.walk.states.get(self.head), self.book.dice
        waiting = dice.waiting
        if state is None or self.book.ended is not None or dice.mode not in (DUEL, REFEREE):
            return None
        found = self.move(self.me) if waiting is None else None
        if waiting is None and (found is None or found[0].kind != DICE):
            return None
        if found is not None and self.rng.random() < 0.6:
            shown = (duel.evidence(self.me, self.any_link()),) if dice.mode == DUEL else ()
            return self.under_a_key_of_hers(msgspec.structs.replace(found[0], evidence=shown))
        if waiting is not None and waiting.actor == self.me and self.rng.random() < 0.5:
            said = Fix(msgspec.Raw(waiting.decision))
            links = self.links(self.me)
            n = min(dice.fixes + 1, len(links) - 1)
            shown = (duel.evidence(self.me, links[n]),) if dice.mode == DUEL else ()
            return self.under_a_key_of_hers(self.bare(DICE, self.me, said, evidence=shown))
        actor, raw = (waiting.actor, waiting.decision) if waiting is not None else (self.me, _fixed(found))
        decision = self.recording.game.codec.decode(raw)
        held = self.walk.digests[self.head]
        try:
            draft = decide(self.recording.game, state, held, actor, decision, self.own_dice(waiting))
        except EngineError:
            return None
        return self.under_a_key_of_hers(
            frame_of(len(self.payloads), DECISION, actor, self.head, msgspec.Raw(raw), draft, None)
        )

    def any_link(self) -> bytes:
        """A link of her chain, of any number, or none of it."""
        links = self.links(self.me)
        return self.rng.choice([*links[: self.book.dice.fixes + 4], self.rng.randbytes(32)]) if links else b""

    def own_dice(self, waiting: Any) -> FixedRoller:
        """Dice under a key of her own making, with evidence that fits the key."""
        if self.book.dice.mode == DUEL and waiting is not None:
            link = self.any_link()
            key = duel.fixed_key(waiting.leaf, {waiting.actor: waiting.link, self.me: link})
            return FixedRoller(DUEL, key, [duel.evidence(self.me, link)])
        key, leaf = self.rng.randbytes(32), self.walk.leaf if waiting is None else waiting.leaf
        text = sign(referee.answer_message(leaf, key), self.rng.choice(list(self.keys.values())))
        return FixedRoller(self.book.dice.mode, key, [referee.answer_evidence(key, text)])

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
        frame = msgspec.structs.replace(here, **{name: getattr(frame, name) for name in _KEPT})
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
            name = self.rng.choice(list(values))
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
            ("late", self.late, 1),
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
        wrongs = [*self.wrongs, *judged(self.recording, self.hands, self.payloads)]
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


def _fixed(found: tuple[Frame, int] | None) -> bytes:
    """What a fix fixes."""
    assert found is not None
    return bytes(decode_record(found[0].decision, found[0].seq).decision)  # type: ignore[union-attr]


def _rewind(it: Episode) -> tuple[int, Any]:
    to = it.head if it.rng.random() < (0.5 if it.book.dice.waiting else 0.05) else it.place()
    timeline = it.walk.timeline
    ahead = timeline.is_place(to) and to != it.head and timeline.is_ancestor(it.head, to)
    about = it.rng.choice((-1, -1, -1, -1, it.place()))
    what = it.rng.choice(("combat", "movement")) if about >= 0 else ""
    policy = it.rng.choice((it.recording.genesis.error_policy, ""))
    return REWIND, Rewind(to, "", (), redo=ahead, policy=policy, about=about, what=what)


def _seat(it: Episode) -> tuple[int, Any]:
    side = it.rng.choice((it.seat, it.me, 3 - it.me, TABLE))
    if it.seat != it.me and it.rng.random() < 0.3:
        side = it.rng.choice(ARMIES_OF_ONE)
    keys = [*it.keys.values(), FIRST[3 - it.me], SPARE[it.seat], SPARE[it.seat]]
    return SEAT, Seat(side, "somebody", it.rng.choice(keys).verifier.public.hex(), "because")


def _end(it: Episode) -> tuple[int, Any]:
    what = it.rng.choice(ENDS)
    return END, End(what, it.rng.choice((0, 1, 2)), "great" if what == "adjudication" else "", "so it is")


def _change(it: Episode) -> tuple[int, Any]:
    mode = it.rng.choice((PRACTICE, PRACTICE, ENTERED, DUEL, REFEREE))
    rule = "forfeit" if mode == DUEL else ""
    told = it.recording.genesis.commitments if mode in (DUEL, REFEREE) else ()
    return DICE, DiceChange(mode, "open" if mode == PRACTICE else "", told, rule)


def _refusal(it: Episode) -> tuple[int, Any]:
    waiting = it.book.dice.waiting
    return DICE, Refusal(it.rng.choice(SIDES) if waiting is None else 3 - waiting.actor, "no")


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
    lambda it: (CLAIM, Claim(it.place(), "combat", "x", it.recording.genesis.error_policy, "stands", "y")),
    lambda _: (STUDY, Study("open")),
    _refusal,
    _confirmed,
)


def attacked(
    recordings: Sequence[Recording],
    seed: str,
    tries: int,
    folder: Path | None = None,
    every: int = 1,
    until: str = "",
    seat: int = 0,
) -> Outcome:
    """At least so many frames offered, in episodes named `SEED/0`, `SEED/1` ..., each on the next recording.

    `folder`: there `verify` and `receive` are asked, after every so many episodes. `until`: stop when this is found.
    `seat`: of an army, at which she sits.
    """
    outcome, number = Outcome(), 0
    while outcome.tries < tries:
        at = number % len(recordings)
        order = [recordings[at], *recordings[:at], *recordings[at + 1 :]]
        Episode(f"{seed}/{number}", order, outcome, seat).run(folder if number % every == 0 else None)
        number += 1
        if until and any(f": {until}" in wrong for wrong in outcome.wrongs):
            break
    return outcome
