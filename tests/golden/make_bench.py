"""Writes the golden logs of the referee's bench: `python -m tests.golden.make_bench FILE PLAYED`.

Like `make_drill`, run once for each released format. A signed game whose file holds every kind of frame, of ruling, of
dice record and of event: claims granted and refused, all four dice modes, seals in vaults, and openings at the end. The
checkpoint of its referee lies beside it. PLAYED is a game as played, with decisions that the rules refuse.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import msgspec

from hexledger.engine.dice.rolling import practice_log_id
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.table.ruling_effects import parse
from hexledger.events.dice_records import (
    DecisionReleased,
    DiceAgreed,
    DiceChanged,
    LinkRevealed,
    RevealRefused,
    RollsConfirmed,
    SecretRevealed,
)
from hexledger.events.frame import OLD, Genesis
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE
from hexledger.replays.audit.anchors import checkpoint_path, make_checkpoint
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.table import hand_in, opening
from hexledger.replays.log.transcribe import transcribed
from hexledger.replays.referee import rulings
from hexledger.replays.referee.claims import claim
from hexledger.replays.secrets.reveal_all import reveal_all
from tests.drill.dice import play
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.drill.signed import BLUE_KEY, KEYS, RED_KEY, REFEREE_KEY
from tests.golden.stream import Stream
from tests.replays.ladder import game

TABLE = 0
TIME = 1_720_000_000_000


def bench_genesis() -> Genesis:
    """A signed game with a referee, the policy `untainted+swap`, and practice dice at first."""
    who = ((RED, "Ruth", RED_KEY), (BLUE, "Boris", BLUE_KEY), (TABLE, "Rex", REFEREE_KEY))
    players = tuple((side, name, key.verifier.public.hex()) for side, name, key in who)
    made = new_genesis(
        "skirmish",
        seed="bench",
        undo_policy="consent",
        error_policy="untainted+swap",
        options={"turns": 6},
        game=game(),
        players=players,
        signed=True,
        form=OLD,
    )
    return msgspec.structs.replace(made, log_id=practice_log_id("bench", made.game, made.scenario))


class Bench:
    """The game, played by a script that does what the position allows."""

    def __init__(self, path: Path) -> None:
        self.log = Chronicle.create(path, bench_genesis(), TIME, game=game())
        self.log.signers = dict(KEYS)

    @property
    def head(self) -> int:
        """Where play stands."""
        return self.log.timeline.head

    def choice(self, kind: str) -> Decision:
        """The first choice of a kind."""
        return next(choice for choice in self.log.choices() if choice.kind() == kind)

    def until(self, kind: str) -> None:
        """Bots play on until a choice of this kind is there."""
        while all(choice.kind() != kind for choice in self.log.choices()):
            assert play(self.log, 1, "golden") == 1, f"{kind} never came up"

    def decide(self, decision: Decision) -> int:
        """A decision of whoever is asked."""
        prompt = self.log.offer()
        assert prompt is not None
        return hand_in(self.log, prompt.side, decision).seq

    def rolling(self) -> Decision:
        """Play on to a decision that rolls: the opening of a seal, which strikes."""
        self.until("attack")
        self.decide(self.choice("attack"))
        while (shown := opening(self.log)) is None:
            self.decide(list(self.log.choices())[-1])
        return shown

    def strike(self) -> int:
        """An attack with its die; the frame of the die."""
        shown = self.rolling()
        return self.log.submit(self.asked(), shown).seq

    def asked(self) -> int:
        """The side that is asked."""
        prompt = self.log.offer()
        assert prompt is not None
        return prompt.side

    def change(self, mode: int, seed: str = "", commitments: Sequence[str] = (), refusal: str = "") -> None:
        """Red proposes other dice, blue agrees."""
        proposed = self.log.note_dice(RED, DiceChanged(mode, seed, tuple(commitments), refusal, ()), TIME)
        self.log.note_dice(BLUE, DiceAgreed(proposed.seq))


def the_tree(bench: Bench) -> None:
    """Undo by consent and by the referee, redo, lines, and a seal that nobody opens."""
    log = bench.log
    bench.until("attack")
    here = bench.head
    bench.rolling()
    assert log.state().seals
    log.undo(TABLE, to=here, reason="the attack is dropped before its seal is opened")
    bench.strike()
    log.undo(RED, consent=[BLUE], reason="misread the combat table; \u8aa4\u8aad", time=TIME)
    log.redo(RED, consent=[BLUE])
    log.undo(TABLE, reason="the referee's word")
    log.branch("study", at=1, by=BLUE)
    play(log, 4, "another mind")
    log.switch("main", by=RED)
    log.branch("short-lived", at=1, by=RED)
    log.switch("main", by=RED)
    log.close_line("short-lived", by=RED)
    bench.until("move")


def the_rulings(bench: Bench) -> None:
    """One of each scope."""
    log = bench.log
    units = [unit for unit in ("red_6", "red_7") if game().find_piece(unit) in log.state().at]
    assert len(units) == 2
    pair = (game().find_piece("red_6"), game().find_piece("red_7"))
    rulings.exchange(log, RED, pair, "the wrong scout was taken")
    effects = (
        "move red_6 E2; steps red_7 1; flag blue_1 unsupplied; attach red_7 vp; marker E1 trench 2; "
        "control C3 blue; track vp red 2; remove blue_5; place blue_5 A1 1"
    )
    rulings.correct_position(log, parse(game(), log.state(), effects), "as it stood on the table", 2, TIME)
    rulings.interpret(log, "press=twice", "the designer's answer")
    rulings.adopt(log, BLUE, "press=once", "both prefer it", "LADDER-7 of 2026-01-02", [RED])
    other = "blue_4" if bench.asked() == RED else "red_4"
    where = next(place for place in ("A3", "A2", "E1", "A1") if not log.state().stacks.get(game().find_place(place)))
    far = game().codec.from_text(f"move {other} {where}")
    rulings.accept_decision(log, bench.asked(), far, "both saw it", [f"move {other} {where}"])
    rulings.let_stand(log, bench.head, "nobody objected in time")


def the_claims(bench: Bench) -> None:
    """One that the policy grants, one that it lets stand, one that both agree to."""
    log = bench.log
    bench.until("move")
    moved = bench.decide(bench.choice("move"))
    claim(log, log.frame(moved).actor, moved, "movement", "one hex too far", (), TIME)
    bench.until("move")
    moved = bench.decide(bench.choice("move"))
    mine = log.frame(moved).actor
    while True:
        bench.until("attack")
        side = bench.asked()
        bench.strike()
        if side != mine:
            break
    assert claim(log, mine, moved, "movement", "seen too late").outcome.what == "stands"
    assert claim(log, mine, moved, "movement", "and yet agreed to", [3 - mine]).outcome.what == "redo"


def the_dice(bench: Bench, folder: Path) -> None:
    """Entered, kept by a referee, fought out by chains, practice again; fixed, released, confirmed, refused, opened."""
    log = bench.log
    bench.change(ENTERED)
    shown = bench.rolling()
    log.fix(bench.asked(), shown)
    released = log.note_dice(RED, DecisionReleased("wrong unit", ()))
    log.note_dice(BLUE, DiceAgreed(released.seq))
    log.fix(bench.asked(), shown)
    log.note_dice(TABLE, DecisionReleased("the referee drops it", ()))
    entered = log.submit(bench.asked(), shown, rolls=(7,), entered_by=RED)
    log.note_dice(BLUE, RollsConfirmed((entered.seq,)))
    keeper = KeeperFile.new(folder / "golden.keeper", log.genesis.log_id)
    bench.change(REFEREE, commitments=(f"keeper {keeper.commitment}",))
    log.dice_kit = DiceKit(keeper)
    bench.strike()
    vaults = [DuelVault.new(folder / f"golden.duel-{side}", log.genesis.log_id, side, 40) for side in (RED, BLUE)]
    bench.change(DUEL, commitments=tuple(vault.commitment for vault in vaults), refusal="forfeit")
    shown = bench.rolling()
    log.fix(bench.asked(), shown)
    for side, vault in ((RED, vaults[0]), (BLUE, vaults[1])):
        link = vault.link(log.book.chains[side].last)
        assert link is not None
        log.note_dice(side, LinkRevealed(link.hex()))
    log.submit(bench.asked(), shown)
    shown = bench.rolling()
    log.fix(bench.asked(), shown)
    log.note_dice(BLUE, RevealRefused(BLUE, "forfeit", "the vault is lost"))
    log.submit(bench.asked(), shown, rolls=(9,))
    bench.change(PRACTICE, seed="the last turns")
    log.note_dice(TABLE, SecretRevealed(keeper.commitment, keeper.open()))


def make(path: Path) -> None:
    """The game that the golden log records, its checkpoint, and the secrets that it needed, in the folder of `path`."""
    stream = Stream("golden")
    with patch("secrets.token_bytes", stream.token_bytes), patch("secrets.token_hex", stream.token_hex):
        bench = Bench(path)
        try:
            the_tree(bench)
            the_rulings(bench)
            the_claims(bench)
            the_dice(bench, path.parent)
            play(bench.log, seed="golden")
            reveal_all(bench.log, (RED, BLUE), time=TIME)
            make_checkpoint(path, bench.log.ledger, bench.log.genesis, [REFEREE_KEY])
        finally:
            bench.log.close()
    assert checkpoint_path(path).exists()


PLAYED = """
go_on : red
move red_1 B2,C2,D2,D1,E1          # too far, and through a unit
pass : blue
B: ! attack blue_1 A1 : 4 => roll attack 10; steps red_2 1; flag blue_1 fought
! => place red_3 A2
! move blue_2 E3 => none
pass : red
pass : blue
pass
"""


def make_played(path: Path) -> None:
    """The game as played: moves and events that the rules refuse, each marked."""
    genesis = new_genesis("skirmish", dice="entered", options={"turns": 2}, game=drill(), as_played=True, form=OLD)
    genesis = msgspec.structs.replace(genesis, log_id=practice_log_id("played", genesis.game, genesis.scenario))
    transcribed(PLAYED.splitlines(), path, genesis, game=drill())


if __name__ == "__main__":
    make(Path(sys.argv[1]))
    make_played(Path(sys.argv[2]))
