"""The timeline: the file is linear, the game is a tree.

Every frame names its logical parent. Decision frames grow the tree; rewind and label frames only say where
play goes on and what the lines are called. A *line* is a name for a head; *main* is the line that a new game
starts on. The timeline is a pure function of the frames, in their order in the file.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from typing import Any, Final

import msgspec

from hexledger.events.frame import (
    CLAIM,
    DECISION,
    DICE,
    END,
    FORMS,
    GENESIS,
    KINDS,
    LABEL,
    OPENING,
    PLAYS,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    UNREADABLE,
    BadFrame,
    Claim,
    End,
    Frame,
    Label,
    Rewind,
    Ruling,
    Seat,
    Study,
)

MAIN = "main"


class Head(msgspec.Struct, frozen=True, array_like=True):
    """The first fields of a frame, all that the timeline needs of a decision."""

    seq: int
    kind: int
    actor: int
    parent: int
    decision: msgspec.Raw


class Proceeding(msgspec.Struct, frozen=True):
    """One frame that is no decision and no dice record in the file's history, for `history --all`."""

    seq: int
    kind: int
    actor: int
    line: str
    left: int
    """Head of the line before."""
    to: int
    """Head of the line afterwards."""
    reason: str = ""
    consent: tuple[int, ...] = ()
    redo: bool = False
    policy: str = ""
    """Error policy that a rewind or claim cites."""
    about: int = -1
    """Frame that a claim, a ruling or a rewind after a claim is about."""
    what: str = ""
    """What was claimed, the scope of a ruling, who sits down, how the game ended, the luck of a study."""
    outcome: str = ""
    """How a claim that brought no rewind ended, with the why of it."""


_TOLD: Final = frozenset({REWIND, LABEL, RULING, CLAIM, SEAT, END, STUDY})
"""Kinds of frame whose content the timeline looks at."""

_decode = msgspec.msgpack.Decoder(Head).decode
# other kinds of frame are rare: a start of the program does not pay for their decoders
_decode_rare = msgspec.msgpack.decode


class Timeline:
    """The tree of a log. `add` takes the payloads in file order."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.actors: list[int] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        """Decisions between genesis and the frame, along its line; -1 for rewinds, labels and openings."""
        self.heads: dict[str, int] = {}
        """Line -> its head."""
        self.roots: dict[str, int] = {}
        """Line -> the frame it was opened at."""
        self.current = MAIN
        """Line on which play goes on."""
        self.head = -1
        """Frame that the next decision will continue: the head of the current line; -1 before genesis."""
        self.steps: list[Proceeding] = []
        """Every rewind, label, ruling and claim, in file order."""
        self.children: dict[int, list[int]] = {}
        self._undone: dict[str, int] = {}
        """Line -> the tip that its rewinds have left and that redo leads back to."""
        self._jumps: list[int] = []
        """Place -> an ancestor some way up, so that any ancestor is found in a logarithmic number of steps."""

    def __len__(self) -> int:
        return len(self.kinds)

    def add(self, payload: bytes | memoryview) -> None:
        """Take the next frame of the file; BadFrame when it does not fit what came before."""
        try:
            head = _decode(payload)
        except UNREADABLE as error:
            raise BadFrame(len(self.kinds), str(error)) from error
        self.take(head)

    def take(self, frame: Head | Frame, said: Any = None) -> None:
        """The same for a frame that was decoded, or its first fields. `said`: what it says, where that was read."""
        seq, kind = len(self.kinds), frame.kind
        if frame.seq != seq:
            raise BadFrame(seq, f"the frame calls itself number {frame.seq}")
        if (seq == 0) != (kind == GENESIS):
            raise BadFrame(seq, "a ledger begins with one genesis frame")
        if frame.parent != self.head and seq:
            raise BadFrame(seq, self._elsewhere(frame))
        if said is None and kind in _TOLD:
            said = _said(frame, seq)
        depth = -1
        if kind in (DECISION, RULING):
            if kind == RULING:
                self._ruling(frame, said)
            depth = self.depths[frame.parent] + 1
            self.heads[self.current] = self.head = seq
            self._undone.pop(self.current, None)
            self.children.setdefault(frame.parent, []).append(seq)
        elif kind == REWIND:
            self._rewind(frame, said)
        elif kind == LABEL:
            self._label(frame, said)
        elif kind == GENESIS:
            self.heads[MAIN] = self.roots[MAIN] = self.head = depth = 0
        elif kind in (CLAIM, OPENING, SEAT, END, STUDY):
            self._noted(frame, said)
        elif kind != DICE:
            raise BadFrame(seq, f"unknown kind of frame {kind}")
        self.kinds.append(kind)
        self.actors.append(frame.actor)
        self.parents.append(frame.parent)
        self.depths.append(depth)

    def _elsewhere(self, frame: Head | Frame) -> str:
        """What is wrong with the parent of a frame, which is not where play stands."""
        if not self.is_place(frame.parent):
            return f"its parent {frame.parent} is not a decision before it"
        what = "continues" if frame.kind in PLAYS else "leaves" if frame.kind == REWIND else "was made at"
        return f"it {what} frame {frame.parent}, but play stood at frame {self.head}"

    def _rewind(self, frame: Head | Frame, rewind: Rewind) -> None:
        left, to = self.head, rewind.to
        if not self.is_place(to):
            raise BadFrame(frame.seq, f"it goes to frame {to}, which is no decision before it")
        self._leave(left, to)
        self.heads[self.current] = self.head = to
        self.steps.append(
            Proceeding(
                frame.seq,
                REWIND,
                frame.actor,
                self.current,
                left,
                to,
                rewind.reason,
                rewind.consent,
                rewind.redo,
                rewind.policy,
                rewind.about,
                rewind.what,
            )
        )

    def _leave(self, left: int, to: int) -> None:
        """Note what redo would bring back when the current line goes from `left` to `to`."""
        tip = self._undone.get(self.current, left)
        if to == tip or not self.is_ancestor(to, tip):
            self._undone.pop(self.current, None)
        else:
            self._undone[self.current] = tip

    def _ruling(self, frame: Head | Frame, ruling: Ruling) -> None:
        step = Proceeding(
            frame.seq, RULING, frame.actor, self.current, self.head, frame.seq, ruling.reason, ruling.consent
        )
        self.steps.append(msgspec.structs.replace(step, about=ruling.about, what=ruling.scope))

    def _noted(self, frame: Head | Frame, said: object) -> None:
        """A frame that moves nothing: a claim, an opening of seals, a seat that changes hands, an end of the game, the
        beginning of a study."""
        step = Proceeding(frame.seq, frame.kind, frame.actor, self.current, self.head, self.head)
        told = msgspec.structs.replace
        match said:
            case Claim(reason=why, consent=consent, policy=policy, about=about, what=what):
                step = told(step, reason=why, consent=consent, policy=policy, about=about, what=what)
                step = told(step, outcome=f"{said.outcome}: {said.why}")
            case Seat(reason=why, consent=consent, name=what) | End(reason=why, consent=consent, what=what):
                step = told(step, reason=why, consent=consent, what=what)
            case Study(luck=what):
                step = told(step, what=what)
        self.steps.append(step)

    def _label(self, frame: Head | Frame, label: Label) -> None:
        name, at = label.name, label.at
        left = self.heads.get(name, -1)
        if at == -1:
            if name in (MAIN, self.current) or left < 0:
                raise BadFrame(frame.seq, f"line {name!r} cannot be closed")
            del self.heads[name], self.roots[name]
            self._undone.pop(name, None)
        else:
            if not self.is_place(at):
                raise BadFrame(frame.seq, f"line {name!r} cannot stand at frame {at}")
            self.heads[name] = self.head = at
            self.current = name
            if left < 0:
                self.roots[name] = at
            if left != at:
                self._undone.pop(name, None)
        self.steps.append(Proceeding(frame.seq, LABEL, frame.actor, name, left, at))

    # ------------------------------------------------------------ questions
    def is_place(self, seq: int) -> bool:
        """True for a frame that a line can stand at: genesis, a decision or a ruling."""
        return 0 <= seq < len(self.kinds) and self.depths[seq] >= 0

    def path(self, seq: int) -> list[int]:
        """Genesis and all decisions down to `seq`; O(length)."""
        out = [seq]
        while seq > 0:
            seq = self.parents[seq]
            out.append(seq)
        out.reverse()
        return out

    def is_ancestor(self, early: int, late: int) -> bool:
        """True when `early` lies on the way from genesis to `late` (or is it)."""
        return self.ancestor(late, self.depths[early]) == early

    def ancestor(self, seq: int, depth: int) -> int:
        """The frame `depth` decisions after genesis on the way to `seq` (`seq` itself if it is not deeper)."""
        depths, parents = self.depths, self.parents
        far = depths[seq] - depth
        if far <= 1:  # what an undo asks for
            return parents[seq] if far == 1 else seq
        jumps = self._jumped()
        while depths[seq] > depth:
            seq = jumps[seq] if depths[jumps[seq]] >= depth else parents[seq]
        return seq

    def fork(self, one: int, two: int) -> int:
        """Last frame that two lines share."""
        depth = min(self.depths[one], self.depths[two])
        one, two = self.ancestor(one, depth), self.ancestor(two, depth)
        if one == two:
            return one
        jumps, parents = self._jumped(), self.parents
        while one != two:
            # equally deep places jump equally far
            if jumps[one] != jumps[two]:
                one, two = jumps[one], jumps[two]
            else:
                one, two = parents[one], parents[two]
        return one

    def _jumped(self) -> list[int]:
        """The jumps, up to date. A place jumps twice as far as its parent when the parent's last two were alike."""
        jumps, depths = self._jumps, self.depths
        for seq in range(len(jumps), len(depths)):
            parent = self.parents[seq]
            if depths[seq] < 0 or parent < 0:
                jumps.append(0)
                continue
            middle = jumps[parent]
            far = jumps[middle]
            alike = depths[parent] - depths[middle] == depths[middle] - depths[far]
            jumps.append(far if alike else parent)
        return jumps

    def between(self, early: int, late: int) -> list[int]:
        """Decisions after `early` down to `late` along the line; `early` must be an ancestor."""
        out = []
        while late != early:
            out.append(late)
            late = self.parents[late]
        out.reverse()
        return out

    def redo_target(self) -> int | None:
        """Frame that a redo of the current line goes to; None when nothing was undone since its last decision."""
        tip = self._undone.get(self.current)
        return None if tip is None else self.ancestor(tip, self.depths[self.head] + 1)

    def tips(self) -> list[int]:
        """Every frame at which some line ends, undone ones included, ascending."""
        standing = set(self.heads.values())
        return [
            seq
            for seq in range(len(self.kinds))
            if self.depths[seq] >= 0 and (seq not in self.children or seq in standing)
        ]

    def names_at(self, seq: int) -> list[str]:
        """Lines whose head is `seq`."""
        return [name for name, head in self.heads.items() if head == seq]


def _said(frame: Head | Frame, seq: int) -> Any:
    """What a frame says of one of the kinds that are `_TOLD`."""
    try:
        return _decode_rare(frame.decision, type=FORMS[frame.kind])
    except UNREADABLE as error:
        raise BadFrame(seq, f"not a {KINDS[frame.kind]}: {error}") from error
