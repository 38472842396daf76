"""Contested games of Drill: signed, with dice that nobody holds alone, and a player who writes frames with his own
program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.events.frame import DICE, Frame, Genesis, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.notes import SignerKey
from hexledger.events.signatures import signed
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.mail import BadBundle, Bundle, receive
from hexledger.replays.log.table import hand_in, opening
from hexledger.replays.secrets.memory import Memory
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, frames_of, written
from tests.drill.signed import KEYS

REFEREE = 0
LOG = "5e" * 16


class GameOver(Exception):
    """Nobody is asked any more. Vaults have secrets of their own, so that no two games of a test are alike."""


class Contest:
    """A signed game with all its secrets: keys, vaults, the keeper; `log` is the file that everybody has."""

    def __init__(
        self, folder: Path, mode: str, *, referee: bool = False, policy: str = "consent", errors: str = ""
    ) -> None:
        self.folder, self.mode = folder, mode
        self.log = folder / "game.hxl"
        self.vaults = {
            side: DuelVault.new(folder / f"vault-{side}", LOG, side, 60) for side in (RED, BLUE) if mode == "duel"
        }
        self.secret = KeeperSecret.new(folder / "keeper", LOG) if mode == "referee" else None
        commitments = tuple(vault.commitment for vault in self.vaults.values())
        if self.secret is not None:
            commitments = (self.secret.commitment,)
        sides = (RED, BLUE, REFEREE) if referee else (RED, BLUE)
        genesis = new_genesis(
            "skirmish",
            dice=mode,
            options={"turns": 40},
            game=drill(),
            players=tuple((side, f"Player {side}", KEYS[side].verifier.public.hex()) for side in sides),
            signed=True,
            log_id=LOG,
            commitments=commitments,
            undo_policy=policy,
            error_policy=errors,
            seed="open" if mode == "practice" else "",
        )
        if mode == "practice":
            genesis = msgspec.structs.replace(genesis, log_id=LOG)
        Chronicle.create(self.log, genesis, game=drill()).close()

    def open(self, *sides: int, log: Path | None = None) -> Chronicle:
        """The log opened by its writer with the keys and vaults of some sides, and the keeper at hand."""
        game = Chronicle.write(log or self.log, game=drill())
        game.signers = {side: KEYS[side] for side in sides}
        game.dice_kit = DiceKit(vaults=[self.vaults[side] for side in sides if side in self.vaults])
        if self.secret is not None:
            game.dice_kit.answering = Keeper(self.secret, Memory(self.folder / "memory"), game.leaf_at)
        return game

    def play(self, decisions: int = 1) -> None:
        """Everybody together plays on."""
        with self.open(RED, BLUE) as game:
            for _ in range(decisions):
                decide(game)

    def until_fixed(self) -> Frame:
        """Play on until a decision is fixed that waits for its roll; its frame."""
        while True:
            with self.open(RED, BLUE) as game:
                side, decision = next_decision(game)
                try:
                    vaults, answering = game.dice_kit.vaults, game.dice_kit.answering
                    game.dice_kit = DiceKit()
                    hand_in(game, side, decision)
                except DiceWanted:
                    game.dice_kit = DiceKit(vaults=vaults, answering=answering)
                    return game.fix(side, decision)

    def roll(self) -> Frame:
        """The decision that waits is rolled, as honest people do."""
        with self.open(RED, BLUE) as game:
            waiting = game.book.waiting
            assert waiting is not None
            return game.submit(waiting.actor, game.game.codec.decode(waiting.decision))


def next_decision(game: Chronicle) -> tuple[int, Any]:
    """(side that is asked, what a random bot decides)."""
    prompt = game.offer()
    if prompt is None:
        raise GameOver
    chance = Chance("contest", LOG, len(game.timeline))
    return prompt.side, opening(game) or random_bot(game.game, game.state(), prompt, chance)


def decide(game: Chronicle) -> Frame:
    """One decision more, rolled if it rolls."""
    side, decision = next_decision(game)
    return hand_in(game, side, decision)


# ---------------------------------------------------------------------- the hostile client
def leaf_of(log: Path, seq: int = -1) -> bytes:
    """Leaf hash of a frame, the last one by default."""
    with Ledger.open_reader(log) as ledger:
        return ledger.leaf(seq if seq >= 0 else len(ledger) - 1)


def next_frame(log: Path, kind: int, actor: int, value: object, **fields: Any) -> Frame:
    """A frame that says `value` after the last one of a log, with the digest of where play stands."""
    with Chronicle.read(log, game=drill()) as game:
        head = game.timeline.head
        here = game.frame(fields.pop("at", head)).digest
        bare = Frame(len(game.timeline), kind, actor, head, encode_value(value), (), (), here, None)
    return msgspec.structs.replace(bare, **fields)


def with_frames(log: Path, *frames: tuple[Frame, SignerKey | None]) -> Path:
    """A copy of a log with frames of an attacker at its end, signed with the keys that he has."""
    with Ledger.open_reader(log) as ledger:
        payloads, leaf = list(ledger.payloads()), ledger.leaf(len(ledger) - 1)
    from hexledger.events.merkle import leaf_hash

    for frame, key in frames:
        payload = encode_frame(frame if key is None else signed(frame, leaf, key))
        payloads.append(payload)
        leaf = leaf_hash(leaf + payload)
    number = len(list(log.parent.glob("forged-*.hxl")))
    return written(log.with_name(f"forged-{number}.hxl"), payloads)


def refusals(honest: Path, forged: Path, *, rules: bool = True) -> tuple[str, str]:
    """(field, reason) with which `verify` contradicts a forged log; `receive` must refuse it for the same reason, and
    so must an append where the first forged frame is one that this log could get."""
    found = audit(forged, game=drill(), rules=rules).contradiction
    assert found is not None, "the forged log is accepted"
    target = honest.with_name("received.hxl")
    target.write_bytes(honest.read_bytes())
    try:
        receive(bundle_of(forged), target, game=drill())
    except BadBundle as refused:
        assert found.found in str(refused), (str(refused), found.found)
    else:
        raise AssertionError("verify contradicts it, and receive takes it")
    return found.where, found.found


def bundle_of(log: Path) -> Bundle:
    """Everything in a log as a bundle, whatever it says."""
    with Ledger.open_reader(log) as ledger:
        payloads = tuple(ledger.payloads())
    genesis = msgspec.msgpack.decode(frames_of(log)[0].decision, type=Genesis)
    return Bundle(1, genesis.log_id, genesis.game, "red", "blue", 0, bytes(32).hex(), payloads)


def last_payloads(log: Path, count: int) -> Sequence[bytes]:
    """The last payloads of a log."""
    return [encode_frame(frame) for frame in frames_of(log)[-count:]]


__all__ = ["DICE", "Contest", "decide", "leaf_of", "next_frame", "refusals", "with_frames"]
