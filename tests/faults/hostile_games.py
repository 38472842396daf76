"""Honest signed games, recorded with all their secrets: what a hostile client attacks (`hostile_client.py`).

Every recording holds a fix and its roll, a roll taken back by agreement, a dropped fix, seals, claims and what became
of them, a ruling, handed-over seats, an adjournment and a reopening, a refusal (duel), and ends with a concession and
the keeper's opened secret (referee). The same recording for the same seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from unittest import mock

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.kernel.game import Game
from hexledger.events.dice_records import DiceChange, KeeperReveal, Refusal, decode_record
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    ADJOURNMENT,
    CONCESSION,
    DICE,
    END,
    REOPENING,
    End,
    Frame,
    Genesis,
    Seat,
    decode_frame,
    encode_value,
)
from hexledger.events.ledger import Ledger
from hexledger.events.model import DICE_MODES, DUEL, Drawn, Rolled
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import BadSignature, frame_message, verify
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.requests import ask, ask_change, ask_end, ask_seat, carry_out
from hexledger.replays.log.table import opening, roll_out
from hexledger.replays.referee.claims import ClaimRefused, claim, judge
from hexledger.replays.referee.rulings import let_stand
from hexledger.replays.secrets.memory import Memory
from tests.drill.dice import real_die

REFEREE: Final = 0
SIDES: Final = (1, 2)
LINKS: Final = 60
ARMIES_OF_ONE: Final = (11, 12)
"""Seats of armies of side 1, in a game in which its players sit apart."""
FIRST: Final = {
    1: SignerKey("ruth", b"r" * 32),
    2: SignerKey("boris", b"b" * 32),
    0: SignerKey("rex", b"x" * 32),
    11: SignerKey("anna", b"a" * 32),
    12: SignerKey("carl", b"c" * 32),
}
"""The keys of the genesis, of armies where they sit apart."""
SECOND: Final = {
    1: SignerKey("ruth2", b"R" * 32),
    2: SignerKey("boris2", b"B" * 32),
    12: SignerKey("carl2", b"C" * 32),
}
"""The keys of those who sit there after the seats were handed over."""
SPARE: Final = {
    1: SignerKey("ruth3", b"3" * 32),
    2: SignerKey("boris3", b"4" * 32),
    11: SignerKey("anna3", b"5" * 32),
    12: SignerKey("carl3", b"6" * 32),
}
"""A key of each player's that no honest game has shown."""
STRANGER: Final = SignerKey("sam", b"s" * 32)
WORDED: Final = ("consent", "signatures")

Made = tuple[bytes, bytes]
"""(leaf hash before, payload) of a frame."""
Word = tuple[int, bytes, int, int, bytes]
"""(side, leaf hash before, kind, actor, content without words): what a side gave its word for."""


class Recording(NamedTuple):
    """A finished honest game and what its people know.

    made   seat (0: the referee; a side's, an army's) -> the frames that its key signed
    words  what each side gave its word for
    links  anchor of a duel chain (hex) -> its links
    """

    name: str
    game: Game[Any]
    genesis: Genesis
    payloads: tuple[bytes, ...]
    leaves: tuple[bytes, ...]
    made: dict[int, frozenset[Made]]
    words: frozenset[Word]
    links: dict[str, list[bytes]]
    keeper: KeeperSecret | None

    @property
    def frames(self) -> list[Frame]:
        """Its frames."""
        return [decode_frame(payload, seq) for seq, payload in enumerate(self.payloads)]

    def before(self, seq: int) -> bytes:
        """Leaf hash before a frame."""
        return self.leaves[seq - 1] if seq else bytes(32)


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """Secrets that are the same in every run."""
    rng = Random(seed)
    with (
        mock.patch("secrets.token_bytes", rng.randbytes),
        mock.patch("secrets.token_hex", lambda size: rng.randbytes(size).hex()),
    ):
        yield


class Table:
    """Everybody at one table, with all keys, vaults and the keeper at hand."""

    def __init__(
        self,
        folder: Path,
        game: Game[Any],
        scenario: str,
        mode: str,
        options: dict[str, Any],
        armies: Sequence[int] = (),
    ) -> None:
        """`armies`: seats of armies that have players of their own."""
        rng = Random(f"{game.id} {scenario} {mode}")
        log_id = rng.randbytes(16).hex()
        self.game, self.mode, self.path = game, mode, folder / f"{game.id}-{mode}.hxl"
        vaults = [DuelVault.new(folder / f"{game.id}.vault-{side}", log_id, side, LINKS) for side in SIDES]
        self.fresh = [DuelVault.new(folder / f"{game.id}.fresh-{side}", log_id, side, LINKS) for side in SIDES]
        self.vaults = [*vaults, *self.fresh]
        self.keeper = KeeperSecret.new(folder / f"{game.id}.keeper", log_id) if mode == "referee" else None
        told = tuple(vault.commitment for vault in vaults) if mode == "duel" else ()
        sitting = {seat: FIRST[seat] for seat in (*SIDES, REFEREE, *armies)}
        genesis = new_genesis(
            scenario,
            dice=mode,
            options=options,
            game=game,
            players=tuple((side, key.verifier.name, key.verifier.public.hex()) for side, key in sitting.items()),
            signed=True,
            log_id="" if mode == "practice" else log_id,
            commitments=told if self.keeper is None else (self.keeper.commitment,),
            seed="open" if mode == "practice" else "",
            error_policy="untainted",
        )
        self.log = Chronicle.create(self.path, msgspec.structs.replace(genesis, log_id=log_id), game=game)
        self.armies = armies
        self.log.signers = dict(sitting)
        self.log.dice_kit = DiceKit(vaults=self.vaults)
        if self.keeper is not None:
            self.log.dice_kit.answering = Keeper(self.keeper, Memory(folder / f"{game.id}.memory"), self.log.leaf_at)
        self.die = real_die(log_id)

    def next_decision(self) -> tuple[int, Any] | None:
        """(side that is asked, what a random bot decides); None when the game is over."""
        prompt = self.log.offer()
        if prompt is None:
            return None
        chance = Chance("hostile", self.log.genesis.log_id, len(self.log.timeline))
        return prompt.side, opening(self.log) or random_bot(self.game, self.log.state(), prompt, chance)

    def play(self, decisions: int = 1) -> Frame | None:
        """So many decisions more; the last frame, None when the game is over."""
        frame = None
        for _ in range(decisions):
            found = self.next_decision()
            if found is None:
                return None
            frame = roll_out(self.log, *found, self.die)
        return frame

    def until_rolled(self, limit: int = 60) -> Frame | None:
        """Play on until a decision rolled; its frame."""
        for _ in range(limit):
            frame = self.play()
            if frame is None or any(type(event) in (Rolled, Drawn) for event in frame.events):
                return frame
        return None

    def until_claimable(self, limit: int = 80) -> None:
        """Play on until an error of each side's could be claimed, as far as that comes about."""
        for _ in range(limit):
            if all(_claimable(self, by) for by in SIDES) or self.play() is None:
                return

    def until_fixed(self, limit: int = 60) -> Frame | None:
        """Play on until a decision is fixed and waits; its frame."""
        kit = self.log.dice_kit
        for _ in range(limit):
            found = self.next_decision()
            if found is None:
                return None
            self.log.dice_kit = DiceKit()
            try:
                roll_out(self.log, *found, _nobody_rolls)
            except (DiceWanted, _NoDie):
                self.log.dice_kit = kit
                if self.log.book.waiting is None:
                    return self.log.fix(*found)
                return self.log.frame(len(self.log.timeline) - 1)
            finally:
                self.log.dice_kit = kit
        return None

    def roll(self) -> None:
        """What waits is rolled."""
        waiting = self.log.book.waiting
        if waiting is not None:
            roll_out(self.log, waiting.actor, self.game.codec.decode(waiting.decision), self.die)

    def agreed(self, request: Any) -> None:
        """What a request asks for, with everybody's word."""
        carry_out(self.log, [request])


class _NoDie(Exception):
    pass


def _nobody_rolls(_: Any) -> int:
    raise _NoDie


def record(
    folder: Path,
    game: Game[Any],
    scenario: str,
    mode: str,
    options: dict[str, Any] | None = None,
    decisions: int = 5,
    armies: Sequence[int] = (),
) -> Recording:
    """An honest game of `scenario` with all that can happen in one; with players of `armies`, if any."""
    folder.mkdir(exist_ok=True)
    with seeded(f"{game.id} {mode}"):
        table = Table(folder, game, scenario, mode, options or {}, armies)
        _played(table, decisions)
        table.log.close()
    return _recorded(table)


def _played(table: Table, decisions: int) -> None:
    log = table.log
    table.play(decisions)
    table.until_claimable()
    _complained(table)
    let_stand(log, log.timeline.head, "nobody was harmed")
    table.play(1)
    if table.until_rolled() is not None:
        table.agreed(ask(log, 1, reason="misread the map"))
        table.play(2)
    if mode_fixes(table.mode):
        fix = table.until_fixed()
        if fix is not None:
            table.agreed(ask(log, fix.actor, reason="another hex was meant"))
            table.play(2)
    for side, asked in ((1, 1), (2, REFEREE), *((seat, 1) for seat in table.armies if seat in SECOND)):
        seat = Seat(side, SECOND[side].verifier.name, SECOND[side].verifier.public.hex(), "resigned")
        table.agreed(ask_seat(log, asked, seat, SECOND[side]))
        log.signers[side] = SECOND[side]
    table.play(decisions)
    table.agreed(ask_end(log, 1, ADJOURNMENT, "supper"))
    table.agreed(ask_end(log, 2, REOPENING, "after supper"))
    fix = table.until_fixed() if table.mode == "duel" else None
    if fix is not None:
        log.note_dice(3 - fix.actor, Refusal(3 - fix.actor, "the vault is lost"))
        _named(table, fix)
        change = DiceChange(DUEL, "", tuple(vault.commitment for vault in table.fresh), "forfeit", "a new vault")
        table.agreed(ask_change(log, 1, change))
    table.play(decisions)
    fix = table.until_fixed() if mode_fixes(table.mode) else None
    if fix is not None:
        table.roll()
    if log.offer() is not None:
        log.append_agreed(END, 1, End(CONCESSION, 2, "", "no hope"))
    if table.keeper is not None:
        keeper = log.dice_kit.answering
        assert isinstance(keeper, Keeper)
        log.note_dice(REFEREE, keeper.reveal())


def _complained(table: Table) -> None:
    """Errors are claimed, if there are any to be claimed: one that the policy grants, which takes play back, and play
    goes on; one of the other side's that it may let stand."""
    log = table.log
    for by in SIDES:
        found = _claimable(table, by)
        if found is not None:
            claim(log, by, *found, reason="misread the table")
            table.play(2)


def _claimable(table: Table, by: int) -> tuple[int, str] | None:
    """(a late decision of a side, what can be claimed about it)."""
    log = table.log
    line = list(log.frames(log.timeline.head))
    for frame in reversed(line):
        for what in ("movement", "combat"):
            if frame.actor == by:
                try:
                    judge(table.game, log.genesis, line, frame.seq, what, by, ())
                except ClaimRefused:
                    continue
                return frame.seq, what
    return None


def _named(table: Table, fix: Frame) -> None:
    """After a refusal the decider names the values."""
    decision = table.game.codec.decode(bytes(decode_record(fix.decision, fix.seq).decision))  # type: ignore[union-attr]
    rolls: list[int] = []
    while True:
        try:
            table.log.submit(fix.actor, decision, rolls=rolls or None)
            return
        except DiceWanted as wanted:
            rolls.append(table.die(wanted.asked))


def mode_fixes(mode: str) -> bool:
    """Does nothing roll without a fix?"""
    return mode in ("duel", "referee", "entered")


def content_of(said: Any) -> bytes:
    """What those who give their word sign: `said` without what is gathered afterwards."""
    bare: dict[str, Any] = dict.fromkeys(WORDED, ())
    if isinstance(said, Seat):
        bare["accepted"] = ""
    return bytes(encode_value(msgspec.structs.replace(said, **bare)))


def said_in(frame: Frame) -> Any:
    """What a frame says that is no decision; None for a decision."""
    from hexledger.events.frame import FORMS

    if frame.kind in FORMS:
        return msgspec.msgpack.decode(frame.decision, type=FORMS[frame.kind])
    return decode_record(frame.decision, frame.seq) if frame.kind == DICE else None


def _recorded(table: Table) -> Recording:
    with Ledger.open_reader(table.path) as ledger:
        payloads = tuple(bytes(payload) for payload in ledger.payloads())
        leaves = tuple(ledger.leaf(seq) for seq in range(len(payloads)))
    frames = [decode_frame(payload, seq) for seq, payload in enumerate(payloads)]
    made: dict[int, set[Made]] = {seat: set() for seat in FIRST}
    words: set[Word] = set()
    for frame in frames[1:]:
        before = leaves[frame.seq - 1]
        if isinstance(said_in(frame), KeeperReveal):
            # he has signed what it says; no seat signs it
            made[REFEREE].add((before, payloads[frame.seq]))
            continue
        signer = _signer(frame, before)
        made[signer].add((before, payloads[frame.seq]))
        said = said_in(frame)
        for side in getattr(said, "consent", ()):
            words.add((side, before, frame.kind, frame.actor, content_of(said)))
    links = {vault.anchor.hex(): vault._links for vault in table.vaults}
    genesis = msgspec.msgpack.decode(frames[0].decision, type=Genesis)
    frozen = {side: frozenset(found) for side, found in made.items()}
    name = f"{table.game.id} {table.mode}"
    return Recording(name, table.game, genesis, payloads, leaves, frozen, frozenset(words), links, table.keeper)


def _signer(frame: Frame, before: bytes) -> int:
    for keys in (FIRST, SECOND):
        for seat, key in keys.items():
            try:
                verify(frame_message(frame, before), frame.signature, key.verifier.public)
            except (BadSignature, LedgerError):
                continue
            return seat
    raise AssertionError(f"nobody signed #{frame.seq} of an honest game")


MODES: Final = tuple(name for name in DICE_MODES.values() if name in ("duel", "referee", "entered", "practice"))
