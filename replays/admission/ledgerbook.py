"""The running book of a file of format 2: everything that decides whether a next frame may follow.

It is filled frame by frame in the order of the file: seats, dice, ends, openings, what each decision would cross. The
tree is the timeline's, which its owner keeps up to date; the book only looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from hexledger.events.dice_records import KeeperReveal
from hexledger.events.frame import (
    DECISION,
    DICE,
    END,
    FRESH_LUCK,
    GENESIS,
    OPENING,
    PLAYS,
    REOPENING,
    REWIND,
    RULING,
    SAME_LUCK,
    SEAT,
    STUDY,
    End,
    Frame,
    Genesis,
    Opening,
    Rewind,
    Seat,
    Study,
)
from hexledger.events.model import ENTERED, PRACTICE, Drawn, Revealed, Rolled, Sealed
from hexledger.replays.admission.seats import Seats
from hexledger.replays.dice.fixbook import FixBook
from hexledger.replays.log.crossing import CROSSED, NOTHING, Crossing, crossing, total
from hexledger.replays.log.timeline import Timeline

T = TypeVar("T")


class Ended(msgspec.Struct, frozen=True):
    """The game has ended, or rests, since frame `seq`."""

    seq: int
    end: End


class Ledgerbook:
    """What holds after the frames taken so far."""

    def __init__(
        self, genesis: Genesis, sides: Sequence[int], timeline: Timeline, frame_at: Callable[[int], Frame]
    ) -> None:
        """`sides`: the sides of the game; `frame_at` gives an earlier frame. DiceRefused for dice that cannot be."""
        self.genesis = genesis
        self.sides = tuple(sides)
        self.timeline = timeline
        self.frame_at = frame_at
        self.seats = Seats(genesis)
        self.dice = FixBook(genesis, sides)
        if self.dice.keeper_key:
            self.seats.used.setdefault(self.dice.keeper_key, 0)
        self.keeper_keys = {self.dice.keeper: self.dice.keeper_key} if self.dice.keeper else {}
        """Hash of a keeper's secret -> his public key."""
        self.ended: Ended | None = None
        self.ends: list[Ended] = []
        self.study = -1
        """Frame that made this a what-if, -1 for a game."""
        self.signed = genesis.signed
        """Whether frames carry signatures: those of a study do not."""
        self.opened: dict[int, int] = {}
        """Frame of a seal -> opening that showed it."""
        self.leaves: dict[int, bytes] = {}
        """Leaf hashes of the frames taken."""
        self.unlisted: list[int] = []
        """Fixes whose roll stands and that the keeper's list of what he served does not name."""
        self.alone: list[tuple[int, int]] = []
        """(frame, side) of a rewind that took dice or draws back, or brought some back, without the word of the others
        or of the referee: the undo policy or the error policy let it."""
        self._sums: dict[int, tuple[int, ...]] = {}
        """Place of the tree -> what all decisions down to it would cross: dice, draws, seals, then frames by side."""

    @property
    def holders(self) -> list[bytes]:
        """Every secret that could have given something of the log, by the name that the memory knows it by: keys that
        ever sat there, vaults of duel dice, keepers."""
        keys = [sitter.key for sitter in self.seats.past if sitter.key]
        return [*keys, *self.dice.anchors.values(), *map(bytes.fromhex, self.dice.keepers)]

    @property
    def lines_allowed(self) -> bool:
        """Whether lines may be opened, switched and closed: in studies, and where nothing is contested."""
        return self.study >= 0 or (not self.genesis.signed and self.dice.mode in (PRACTICE, ENTERED))

    # ------------------------------------------------------------ crossing
    def crossed(self, early: int, late: int) -> Crossing:
        """What lies between a place and one further down its line. O(1) when the book has taken all frames."""
        if early == late:
            return NOTHING
        one, two = self._sums.get(early), self._sums.get(late)
        if one is None or two is None:
            return crossing(map(self.frame_at, self.timeline.between(early, late)))
        dice, draws, seals, *sides = (after - before for before, after in zip(one, two, strict=True))
        acted = tuple(side for side, count in enumerate(sides) if count)
        return Crossing(sum(sides), dice, draws, seals, acted)

    def _count(self, frame: Frame) -> None:
        before = self._sums.get(frame.parent)
        if frame.kind == GENESIS:
            before = (0,) * (4 + len(self.sides))
        if before is None:
            return
        counts = list(before)
        for event in frame.events if not CROSSED.isdisjoint(map(type, frame.events)) else ():
            kind = type(event)
            if kind is Rolled:
                counts[0] += 1
            elif kind is Drawn:
                counts[1] += 1
            elif kind is Revealed or kind is Sealed:
                counts[2] += 1
        if frame.kind != GENESIS:
            counts[3 + frame.actor] += 1
        self._sums[frame.seq] = tuple(counts)

    # ------------------------------------------------------------ taking
    def take(self, frame: Frame, leaf: bytes, said: Any = None) -> None:
        """Note a frame that the validator has admitted. `leaf`: its leaf hash; `said`: what it says, where that was
        read."""
        self.leaves[frame.seq] = leaf
        kind = frame.kind
        if kind in PLAYS:
            self._count(frame)
            if kind in (DECISION, RULING):
                self.dice.take(frame, leaf)
        elif kind == DICE:
            self._take_dice(frame, leaf)
        elif kind == REWIND:
            self._take_rewind(frame, said or _as(Rewind, frame))
        elif kind == SEAT:
            self.seats.take(said or _as(Seat, frame), frame.seq)
        elif kind == END:
            ended = Ended(frame.seq, said or _as(End, frame))
            self.ends.append(ended)
            self.ended = None if ended.end.what == REOPENING else ended
        elif kind == OPENING:
            self.opened |= {seal: frame.seq for seal, _, _ in (said or _as(Opening, frame)).seals}
        elif kind == STUDY:
            self.study, self.signed = frame.seq, False
            self.ended = None
            self._take_study(frame, said or _as(Study, frame))

    def _take_rewind(self, frame: Frame, said: Rewind) -> None:
        if said.to == frame.parent:
            if self.dice.waiting is not None:
                self.dice.drop(frame.seq)
            return
        if not frame.actor or 0 in said.consent or {frame.actor, *said.consent}.issuperset(self.sides):
            return
        fork = self.timeline.fork(said.to, frame.parent)
        crossed = total((self.crossed(fork, frame.parent), self.crossed(fork, said.to)))
        if crossed.dice or crossed.draws:
            self.alone.append((frame.seq, frame.actor))

    def _take_study(self, frame: Frame, said: Study) -> None:
        if said.luck == FRESH_LUCK:
            self.dice.study(said.seed)
            return
        from hexledger.replays.dice.study_luck import StudyLuck

        luck = StudyLuck(self.timeline, self.frame_at, frame.parent, same=said.luck == SAME_LUCK, seed=said.seed)
        self.dice.study(said.seed, luck)

    def _take_dice(self, frame: Frame, leaf: bytes) -> None:
        self.dice.take(frame, leaf)
        keeper = self.dice.keeper
        if keeper and keeper not in self.keeper_keys:
            self.keeper_keys[keeper] = self.dice.keeper_key
            self.seats.used.setdefault(self.dice.keeper_key, frame.seq)
        for commitment in self.dice.secrets.keys() - self._listed:
            self._compare(commitment, frame)

    _listed: frozenset[str] = frozenset()

    def _compare(self, commitment: str, frame: Frame) -> None:
        """Compare what a keeper says that he served with what stands in the log."""
        self._listed |= {commitment}
        record = msgspec.msgpack.decode(frame.decision, type=KeeperReveal)
        for seq, served in record.served:
            found = self.leaves.get(seq)
            if found is None or found.hex() != served:
                self.dice.stray.append((seq, served))
        told = {seq for seq, _ in record.served}
        self.unlisted.extend(one.seq for one in self.dice.served.get(commitment, ()) if one.seq not in told)


def _as(form: type[T], frame: Frame) -> T:
    return msgspec.msgpack.decode(frame.decision, type=form)
