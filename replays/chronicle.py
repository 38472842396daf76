"""A chronicle: one log opened for looking back, and, by its one writer, for playing on.

Everything that is shown is a fold of the frames along a line; undo is a seek to the target; the file only grows.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexledger.engine.catalogue import open_game, split_scenario
from hexledger.engine.decisions import Decision
from hexledger.engine.dice import DiceSource, PracticeDice, practice_log_id
from hexledger.engine.errors import EngineError
from hexledger.engine.game import Game
from hexledger.engine.kernel import Draft, begin, choices, decide, offer
from hexledger.engine.steps import Prompt
from hexledger.events import labels
from hexledger.events.frame import (
    DECISION,
    FORMAT,
    GENESIS,
    LABEL,
    REWIND,
    BadFrame,
    Frame,
    Genesis,
    Label,
    Rewind,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.events.model import DICE_MODES, PRACTICE
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.state import State
from hexledger.replays.crossing import DEFAULT_POLICY, POLICIES, Crossing, crossing
from hexledger.replays.snapshots import INTERVAL, SnapshotCache
from hexledger.replays.timeline import MAIN, Timeline

RECENT = 64
"""Positions of the last frames looked at that are kept in memory."""

DECODED = 512
"""Decoded frames that are kept in memory."""


class ReplayError(Exception):
    """Something that cannot be done with this log; the message says what, where and why."""


class WrongEdition(ReplayError):
    """The log is pinned to another edition or rules version than the one at hand."""


class UndoRefused(ReplayError):
    """A rewind that the game's undo policy does not allow; `needs` lists the reasons."""

    def __init__(self, message: str, needs: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.needs = tuple(needs)


def new_genesis(
    scenario: str,
    *,
    dice: str = "practice",
    seed: str = "",
    players: Sequence[tuple[int, str, str]] = (),
    undo_policy: str = DEFAULT_POLICY,
    options: dict[str, str | int | bool] | None = None,
    edition: Path | None = None,
) -> Genesis:
    """Genesis of a new game of `june_6/push_to_caen` and the like. Only practice dice exist in this version.

    Without a seed a random one is taken, and shown: a practice seed is open.
    """
    game_id, scenario_id = split_scenario(scenario)
    game = open_game(game_id, edition)
    if dice != DICE_MODES[PRACTICE]:
        known = ", ".join(DICE_MODES.values())
        if dice in DICE_MODES.values():
            raise ReplayError(f"NotImplemented: dice mode {dice!r} is not in this version; use practice")
        raise ReplayError(f"no dice mode {dice!r}; modes are {known}")
    if undo_policy not in POLICIES:
        raise ReplayError(f"no undo policy {undo_policy!r}; policies are {', '.join(POLICIES)}")
    seed = seed or secrets.token_hex(8)
    return Genesis(
        format=FORMAT,
        log_id=practice_log_id(seed, game_id, scenario_id),
        game=game_id,
        scenario=scenario_id,
        rules_version=game.rules_version,
        edition=game.edition.meta.id,
        edition_kind=game.edition.meta.kind,
        edition_fingerprint=game.edition.fingerprint,
        dice_mode=PRACTICE,
        seed=seed,
        undo_policy=undo_policy,
        options=dict(sorted((options or {}).items())),
        players=tuple(players),
        commitments=(),
        pieces=labels.pack([counter.id for counter in game.counters]),
        places=labels.pack(game.board.labels),
    )


def dice_of(genesis: Genesis) -> DiceSource:
    """The dice that a log's genesis names."""
    if genesis.dice_mode != PRACTICE:
        mode = DICE_MODES.get(genesis.dice_mode, str(genesis.dice_mode))
        raise ReplayError(f"NotImplemented: dice mode {mode!r} is not in this version")
    return PracticeDice(genesis.log_id, genesis.seed)


def genesis_frame(game: Game[Any], genesis: Genesis, time: int | None = None) -> tuple[Frame, State]:
    """Frame 0 of a new game, and the position it leaves."""
    draft = begin(game, genesis.scenario, genesis.options, dice_of(genesis).roller(0))
    return _frame(0, GENESIS, 0, -1, encode_value(genesis), draft, time), draft.state


def _frame(
    seq: int, kind: int, actor: int, parent: int, decision: msgspec.Raw, draft: Draft, time: int | None
) -> Frame:
    return Frame(seq, kind, actor, parent, decision, draft.events, draft.evidence, draft.digest, time)  # type: ignore[arg-type]


class Chronicle:
    """A log with its game, its timeline and its positions. Make one with `create`, `write` or `read`."""

    def __init__(self, ledger: Ledger, path: Path, edition: Path | None = None, game: Game[Any] | None = None) -> None:
        self.path = path
        self.ledger = ledger
        self.timeline = Timeline()
        self._recent: OrderedDict[int, State] = OrderedDict()
        self._frames: OrderedDict[int, Frame] = OrderedDict()
        for payload in ledger.payloads():
            self.timeline.add(payload)
        first = self.frame(0)
        try:
            self.genesis: Genesis = msgspec.msgpack.decode(first.decision, type=Genesis)
        except msgspec.DecodeError as error:
            raise BadFrame(0, f"not a genesis: {error}") from error
        if self.genesis.format > FORMAT:
            raise ReplayError(f"the log has format {self.genesis.format}; this version reads up to {FORMAT}")
        self.game: Game[Any] = game or open_game(self.genesis.game, edition)
        if self.game.edition.fingerprint != self.genesis.edition_fingerprint:
            self._match_tables()
        self.snapshots = SnapshotCache(path.with_name(path.name + ".cache"))
        self.snapshots.load(ledger.leaf, len(ledger))

    def _match_tables(self) -> None:
        """Another edition may show a log only if it numbers pieces and places as the log does."""
        pieces = labels.unpack(self.genesis.pieces)
        places = labels.unpack(self.genesis.places)
        if pieces != tuple(c.id for c in self.game.counters) or places != self.game.board.labels:
            raise WrongEdition(
                f"{self.path.name} is pinned to edition {self.genesis.edition} "
                f"({self.genesis.edition_fingerprint[:12]}), whose pieces or hexes differ from the edition at hand "
                f"({self.game.edition.fingerprint[:12]}); name the right one with --edition"
            )

    # ------------------------------------------------------------ opening
    @classmethod
    def create(cls, path: Path, genesis: Genesis, edition: Path | None = None, time: int | None = None) -> Chronicle:
        """Start a new log; refuses to touch a file that exists."""
        game = open_game(genesis.game, edition)
        frame, state = genesis_frame(game, genesis, time)
        ledger = Ledger.create(path, encode_frame(frame))
        chronicle = cls(ledger, path, edition, game)
        chronicle._remember(0, state)
        return chronicle

    @classmethod
    def write(cls, path: Path, edition: Path | None = None) -> Chronicle:
        """Open a log as its one writer; a torn tail is set aside first."""
        ledger = Ledger.open_writer(path)
        try:
            return cls(ledger, path, edition)
        except BaseException:
            ledger.close()
            raise

    @classmethod
    def read(cls, path: Path, edition: Path | None = None) -> Chronicle:
        """Open a log for reading; nothing is written to it."""
        ledger = Ledger.open_reader(path)
        try:
            return cls(ledger, path, edition)
        except BaseException:
            ledger.close()
            raise

    def close(self) -> None:
        """Save the snapshot cache (if this is the writer) and let the file go."""
        if self.ledger.writable:
            self.snapshots.save()
        self.ledger.close()

    def __enter__(self) -> Chronicle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> int:
        """Take in frames that the writer has appended since; their number."""
        before = len(self.timeline)
        self.ledger.refresh()
        for payload in self.ledger.payloads(before):
            self.timeline.add(payload)
        return len(self.timeline) - before

    # ------------------------------------------------------------ frames and positions
    def frame(self, seq: int) -> Frame:
        """A frame of the file, decoded."""
        found = self._frames.get(seq)
        if found is None:
            if not 0 <= seq < len(self.ledger):
                raise ReplayError(f"there is no frame {seq}; the log has frames 0 to {len(self.ledger) - 1}")
            found = decode_frame(self.ledger.payload(seq), seq)
            self._frames[seq] = found
            if len(self._frames) > DECODED:
                self._frames.popitem(last=False)
        return found

    def frames(self, seq: int) -> Iterator[Frame]:
        """Genesis and every decision of the line down to `seq`, in order."""
        for number in self.timeline.path(self.place(seq)):
            yield self.frame(number)

    def place(self, seq: int) -> int:
        """`seq` itself if a line can stand there; ReplayError otherwise."""
        if not self.timeline.is_place(seq):
            if 0 <= seq < len(self.timeline):
                raise ReplayError(f"frame {seq} is a rewind or a label; positions belong to decisions")
            raise ReplayError(f"there is no frame {seq}; the log has frames 0 to {len(self.timeline) - 1}")
        return seq

    def state(self, seq: int | None = None) -> State:
        """The position after frame `seq` (default: the head of the current line). Do not change it: it is shared."""
        target = self.timeline.head if seq is None else self.place(seq)
        found = self._recent.get(target)
        if found is not None:
            self._recent.move_to_end(target)
            return found
        todo: list[int] = []
        at, state = target, None
        while True:
            state = self._recent.get(at)
            if state is None and at in self.snapshots:
                state = self.snapshots.get(at, self.ledger.leaf(at), self.frame(at).digest)
                if state is not None:
                    self._remember(at, state)
            if state is not None or at == 0:
                break
            todo.append(at)
            at = self.timeline.parents[at]
        state = fold(State(), self.frame(0).events) if state is None else state.copy()
        depths = self.timeline.depths
        for number in reversed(todo):
            fold(state, self.frame(number).events)
            if depths[number] % INTERVAL == 0 and number != target:
                self.snapshots.keep(number, self.ledger.leaf(number), state)
        if target and digest(state) != self.frame(target).digest:
            raise BadFrame(target, "the position differs from the digest that the frame records")
        self._remember(target, state)
        return state

    def _remember(self, seq: int, state: State) -> None:
        self._recent[seq] = state
        self._recent.move_to_end(seq)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        if self.timeline.depths[seq] % INTERVAL == 0 and seq not in self.snapshots:
            self.snapshots.keep(seq, self.ledger.leaf(seq), state)

    def offer(self, seq: int | None = None) -> Prompt | None:
        """What is asked after frame `seq`; None when the game is over there."""
        return offer(self.game, self.state(seq))

    def choices(self, seq: int | None = None) -> Iterator[Decision]:
        """Legal decisions after frame `seq`."""
        return choices(self.game, self.state(seq))

    def decision(self, seq: int) -> Decision | Genesis | Rewind | Label:
        """The decision of a frame."""
        frame = self.frame(seq)
        if frame.kind == GENESIS:
            return self.genesis
        if frame.kind == REWIND:
            return msgspec.msgpack.decode(frame.decision, type=Rewind)
        if frame.kind == LABEL:
            return msgspec.msgpack.decode(frame.decision, type=Label)
        return self.game.codec.decode(frame.decision)

    def actor_to_move(self) -> int:
        """Side that is asked at the head, 0 when the game is over."""
        prompt = self.offer()
        return prompt.side if prompt else 0

    # ------------------------------------------------------------ playing on
    def submit(
        self, actor: int, decision: Decision, time: int | None = None, expected_head: int | None = None
    ) -> Frame:
        """Decide, append, sync; only then does memory change. IllegalDecision leaves everything as it was.

        `expected_head`: refuse when play does not stand at that frame (a view of the past, another writer).
        """
        head = self.timeline.head
        if expected_head is not None and expected_head != head:
            raise ReplayError(f"the decision was made at frame {expected_head}, but play stands at frame {head}")
        self._pinned()
        before = self.state(head)
        seq = len(self.timeline)
        roller = dice_of(self.genesis).roller(seq)
        draft = decide(self.game, before, self.frame(head).digest, actor, decision, roller)
        frame = _frame(seq, DECISION, actor, head, self.game.codec.encode(decision), draft, time)
        self._append(frame)
        self._remember(seq, draft.state)
        return frame

    def _pinned(self) -> None:
        game, genesis = self.game, self.genesis
        if game.edition.fingerprint != genesis.edition_fingerprint:
            raise WrongEdition(
                f"{self.path.name} is pinned to edition {genesis.edition_fingerprint[:12]}; "
                f"it can be viewed with {game.edition.fingerprint[:12]} but not played on"
            )
        if game.rules_version != genesis.rules_version:
            raise WrongEdition(
                f"{self.path.name} is pinned to rules version {genesis.rules_version}; "
                f"this is version {game.rules_version}: it can be viewed and rewound but not played on"
            )

    def _append(self, frame: Frame) -> None:
        payload = encode_frame(frame)
        self.ledger.append(payload, expected_head=frame.seq - 1)
        self.timeline.add(payload)
        self._frames[frame.seq] = frame

    # ------------------------------------------------------------ undo, redo, lines
    def crossing(self, to: int) -> Crossing:
        """What going back from the head to `to` would undo."""
        return crossing(self.frame(seq) for seq in self.timeline.between(to, self.timeline.head))

    def undo(
        self,
        by: int,
        *,
        to: int | None = None,
        reason: str = "",
        consent: Sequence[int] = (),
        time: int | None = None,
    ) -> Frame:
        """Take back the last decision of the line, or everything after frame `to`.

        Refused at genesis, for a target that is not on the line, under the policy `strict`, and, under `consent`,
        when it crosses dice, draws, seals or another side's decision without that consent (side numbers; 0 = referee).
        """
        head = self.timeline.head
        if head == 0:
            raise UndoRefused(
                "nothing to undo: the game stands at its beginning; `redo` or `lines` show what was undone"
            )
        target = self.timeline.parents[head] if to is None else self.place(to)
        if target == head or not self.timeline.is_ancestor(target, head):
            raise UndoRefused(f"frame {target} is not an earlier decision of this line (head {head})")
        self._allowed(by, target, consent)
        return self._rewind(by, target, reason, consent, redo=False, time=time)

    def _allowed(self, by: int, target: int, consent: Sequence[int]) -> None:
        policy = self.genesis.undo_policy
        if policy == "strict":
            raise UndoRefused("this game's undo policy is strict: nothing is taken back", ("policy strict",))
        if policy == "consent":
            cross = self.crossing(target)
            needs = cross.needs(by)
            missing = [side for side in range(1, len(self.game.sides) + 1) if side != by and side not in consent]
            if needs and missing and 0 not in consent:
                raise UndoRefused(
                    f"undoing to frame {target} crosses {', '.join(needs)}: it needs the recorded consent of the "
                    f"{' and '.join(self.game.side(side) for side in missing)} side (or the referee's word)",
                    needs,
                )

    def redo(self, by: int, *, consent: Sequence[int] = (), time: int | None = None) -> Frame:
        """Take back the last undo step of the line: go to the decision that it undid."""
        target = self.timeline.redo_target()
        if target is None:
            raise UndoRefused("nothing to redo on this line")
        return self._rewind(by, target, "", consent, redo=True, time=time)

    def go(
        self, by: int, target: int, *, reason: str = "", consent: Sequence[int] = (), time: int | None = None
    ) -> Frame:
        """Move the head of the current line to any place of the tree (an undone tip, say), under the undo policy."""
        head, target = self.timeline.head, self.place(target)
        if target == head:
            raise UndoRefused(f"play already stands at frame {target}")
        fork = self.timeline.fork(target, head)
        if fork != head:
            self._allowed(by, fork, consent)
        return self._rewind(by, target, reason, consent, redo=fork == head, time=time)

    def _rewind(
        self, by: int, target: int, reason: str, consent: Sequence[int], *, redo: bool, time: int | None
    ) -> Frame:
        rewind = encode_value(Rewind(target, reason, tuple(sorted(consent)), redo))
        here = self.frame(target).digest
        frame = Frame(len(self.timeline), REWIND, by, self.timeline.head, rewind, (), (), here, time)
        self._append(frame)
        return frame

    def branch(self, name: str, at: int | None = None, by: int = 0, time: int | None = None) -> Frame:
        """Open a line `name` at a frame (default: the head) and go on there."""
        if name in self.timeline.heads:
            raise ReplayError(f"there is a line {name!r} already; `switch` goes to it")
        if not name or len(name) > 40 or not name.isprintable() or name != name.strip() or "#" in name:
            raise ReplayError(f"{name!r} is no name for a line: 1 to 40 printable characters, no # and no outer spaces")
        return self._label(name, self.timeline.head if at is None else self.place(at), by, time)

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
        frame = Frame(len(self.timeline), LABEL, by, head, encode_value(Label(name, at)), (), (), here, time)
        self._append(frame)
        return frame


__all__ = ["Chronicle", "EngineError", "ReplayError", "UndoRefused", "WrongEdition", "dice_of", "new_genesis"]
