"""Writes the golden logs of format 2: `python -m tests.golden.make_format_2 GAME STUDY`.

Run once; the files are then kept for ever. GAME is a signed game with a referee whose file holds every kind of frame
and of dice record that a contested game can have; STUDY is a what-if of it, with lines.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import msgspec

from hexledger.engine.dice.rolling import practice_log_id
from hexledger.engine.table.ruling_effects import parse
from hexledger.events.dice_records import DiceChange, Refusal, RollsConfirmed
from hexledger.events.frame import CONCESSION, DICE, END, REOPENING, End, Frame, Seat
from hexledger.events.model import DUEL, ENTERED, PRACTICE, REFEREE
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.requests import ask_seat, carry_out
from hexledger.replays.log.studies import begin_study
from hexledger.replays.log.table import sealed
from hexledger.replays.referee.claims import claim
from hexledger.replays.referee.rulings import correct_position
from hexledger.replays.secrets.memory import Memory
from hexledger.replays.secrets.reveal_all import reveal_all
from tests.drill.contested import next_decision
from tests.drill.dice import play
from tests.drill.play import BLUE, RED, until
from tests.drill.signed import KEYS, STRANGER
from tests.golden.stream import Stream
from tests.replays.ladder import game as rules

TIME = 1_720_000_000_000


def make(game: Path, study: Path) -> None:
    """Both files."""
    stream = Stream("golden 2")
    with (
        patch("secrets.token_bytes", stream.token_bytes),
        patch("secrets.token_hex", stream.token_hex),
        TemporaryDirectory() as folder,
    ):
        _game(game, Path(folder))
        begin_study(game, study, 30, "golden")
        _study(study)


def _fixed(log: Chronicle) -> Frame:
    """Play on until a decision is fixed that waits for its roll."""
    kit = log.dice_kit
    while log.book.waiting is None:
        log.dice_kit = DiceKit(vaults=kit.vaults)
        side, wished = next_decision(log)
        decision = sealed(log, wished)
        try:
            fix = log.fix(side, decision, TIME)
        except Exception as error:
            if "rolls nothing" not in str(error):
                raise
            log.submit(side, decision, TIME)
    log.dice_kit = kit
    return fix


def _roll(log: Chronicle, *values: int) -> None:
    waiting = log.book.waiting
    assert waiting is not None
    log.submit(waiting.actor, log.game.codec.decode(waiting.decision), TIME, rolls=values or None)


def _game(path: Path, folder: Path) -> None:
    players = tuple(
        (side, name, KEYS[side].verifier.public.hex()) for side, name in ((0, "Rex"), (1, "Ruth"), (2, "Bo"))
    )
    genesis = new_genesis(
        "skirmish",
        seed="golden 2",
        options={"turns": 9},
        game=rules(),
        players=players,
        signed=True,
        error_policy="untainted",
        seals="practice",
    )
    ident = practice_log_id("golden 2", genesis.game, genesis.scenario)
    genesis = msgspec.structs.replace(genesis, log_id=ident)
    vaults = [DuelVault.new(folder / f"vault-{side}", ident, side, 30) for side in (RED, BLUE)]
    secret = KeeperSecret.new(folder / "keeper", ident)
    with Chronicle.create(path, genesis, game=rules(), time=TIME) as log:
        log.signers = dict(KEYS)
        log.clock = lambda: TIME
        until(log, "seal")
        play(log, 1)
        log.undo(RED, consent=[BLUE], reason="a seal that stays closed until the end")
        play(log, 20)
        log.undo(RED, to=log.timeline.parents[log.timeline.head], consent=[BLUE], reason="misread; \u8aa4\u8aad")
        log.redo(BLUE, consent=[RED])
        correct_position(log, parse(log.game, log.state(), "track vp red 3"), "points were forgotten")
        about = next(seq for seq in range(1, 20) if log.frame(seq).events and _combat(log, seq))
        claim(log, log.frame(about).actor, about, "combat", "three points were meant")
        play(log, 6)
        duel = tuple(vault.commitment for vault in vaults)
        log.append_agreed(DICE, RED, DiceChange(DUEL, "", duel, "forfeit", "we trust nobody", (BLUE,)))
        log.dice_kit = DiceKit(vaults=vaults)
        _fixed(log)
        _roll(log)
        fix = _fixed(log)
        log.undo(fix.actor, consent=[3 - fix.actor], reason="dropped by both")
        fix = _fixed(log)
        log.note_dice(3 - fix.actor, Refusal(3 - fix.actor, "the file is lost"))
        with_value(log)
        log.append_agreed(DICE, BLUE, DiceChange(REFEREE, "", (secret.commitment,), "", "", (RED,)))
        log.dice_kit = DiceKit(answering=Keeper(secret, Memory(folder / "memory"), log.leaf_at))
        _fixed(log)
        _roll(log)
        log.note_dice(0, log.dice_kit.answering.reveal())  # type: ignore[union-attr]
        log.append_agreed(DICE, RED, DiceChange(ENTERED, "", (), "", "", (BLUE,)))
        _fixed(log)
        with_value(log)
        log.note_dice(BLUE if BLUE in next(iter(log.book.unconfirmed.values())) else RED, _confirmation(log))
        log.append_agreed(DICE, RED, DiceChange(PRACTICE, "golden 3", (), "", "", (BLUE,)))
        seat = Seat(BLUE, "Sam", STRANGER.verifier.public.hex(), "resigned")
        carry_out(log, [ask_seat(log, BLUE, seat, STRANGER)])
        log.signers[BLUE] = STRANGER
        play(log, 8)
        log.append_agreed(END, RED, End(CONCESSION, BLUE, reason="no hope"))
        log.append_agreed(END, RED, End(REOPENING, consent=(BLUE,)))
        play(log, 10_000)
        reveal_all(log, (RED, BLUE), abandoned=True)


def _combat(log: Chronicle, seq: int) -> bool:
    from hexledger.replays.referee.claims import judge

    try:
        judge(log.game, log.genesis, log.frames(log.timeline.head), seq, "combat", log.frame(seq).actor, ())
    except Exception:
        return False
    return True


def with_value(log: Chronicle) -> None:
    """Roll what waits by entering values until they are values of the die."""
    from hexledger.engine.dice.rolling import DiceWanted

    values: list[int] = []
    while True:
        try:
            _roll(log, *values)
            return
        except DiceWanted as wanted:
            asked = wanted.asked
            values.append(asked.tokens[0][0] if asked.tokens else asked.low)


def _confirmation(log: Chronicle) -> RollsConfirmed:
    return RollsConfirmed((next(iter(log.book.unconfirmed)),))


def _study(path: Path) -> None:
    with Chronicle.write(path, game=rules()) as log:
        log.branch("plan b")
        play(log, 4)
        log.switch("main")
        play(log, 2)
        log.branch("plan c")
        log.switch("main")
        log.close_line("plan c")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
