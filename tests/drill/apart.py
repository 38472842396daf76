"""Two players (and a referee) of a contested game, each with a folder, a log and a memory of his own; only bundles go
between them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from hexledger.engine.dice.rolling import DiceWanted
from hexledger.events.frame import Frame
from hexledger.replays.audit.vouching import vouch
from hexledger.replays.dice.keeper_file import Keeper
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import Bundle, Received, decode_bundle, encode_bundle, make_bundle, receive
from hexledger.replays.log.table import hand_in, roll_out
from hexledger.replays.secrets.memory import Memory
from hexledger.replays.secrets.remembering import Remembering
from tests.drill.contested import Contest, next_decision
from tests.drill.dice import real_die
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.drill.signed import KEYS


class Apart:
    """Everybody at home with a copy of the same log of a contest."""

    def __init__(self, contest: Contest, sides: Sequence[int] = (RED, BLUE)) -> None:
        self.contest = contest
        self.logs = {side: contest.folder / f"home-{side}" / "game.hxl" for side in sides}
        self.memories = {side: Memory(log.parent / "memory") for side, log in self.logs.items()}
        for log in self.logs.values():
            log.parent.mkdir()
            shutil.copy(contest.log, log)

    def open(self, side: int) -> Chronicle:
        """A side's log with its own key and vault, and its memory."""
        game = self.contest.open(side, log=self.logs[side])
        game.memory = Remembering(self.memories[side])
        if self.contest.secret is not None:
            game.dice_kit.answering = None
        game.memory.resume(game)
        return game

    def answered(self, game: Chronicle) -> Chronicle:
        """The same, with the keeper's answer at hand."""
        if self.contest.secret is not None:
            keeper = Memory(self.contest.folder / "memory")
            game.dice_kit.answering = Keeper(self.contest.secret, keeper, game.leaf_at)
        return game

    @property
    def asked(self) -> int:
        """The side that is asked in the copy of the first."""
        with Chronicle.read(next(iter(self.logs.values())), game=drill()) as game:
            prompt = game.offer()
            return 0 if prompt is None else prompt.side

    def act(self, side: int) -> Frame:
        """A side does what the game asks of it: rolls what waits, decides, or fixes what rolls."""
        with self.open(side) as game:
            waiting = game.book.waiting
            if waiting is not None:
                decision = game.game.codec.decode(waiting.decision)
                return roll_out(self.answered(game), waiting.actor, decision, real_die("apart"))
            asked, decision = next_decision(game)
            assert asked == side, "not asked"
            try:
                return hand_in(game, side, decision)
            except DiceWanted:
                return game.fix(side, decision)

    def bundle(self, sender: int, *, vouched: bool = False) -> Bundle:
        """Everything that a side has."""
        with Chronicle.read(self.logs[sender], game=drill()) as game:
            note = vouch(game, [KEYS[sender]], self.memories[sender]).note if vouched else ""
            return make_bundle(game, sender, RED if sender != RED else BLUE, 0, note)

    def take(self, side: int, bundle: Bundle, *, give_way: bool = False) -> Received:
        """A side receives a bundle, through the file."""
        through = decode_bundle(encode_bundle(bundle))
        memory = self.memories[side]
        return receive(through, self.logs[side], game=drill(), memory=memory, give_way=give_way)

    def mail(self, sender: int, to: int, *, vouched: bool = False) -> Received:
        """From one to the other."""
        return self.take(to, self.bundle(sender, vouched=vouched))

    @property
    def equal(self) -> bool:
        """Has everybody the same bytes?"""
        return len({log.read_bytes() for log in self.logs.values()}) == 1

    def kept(self, side: int) -> list[Path]:
        """Logs of what a side's log lost."""
        return sorted(self.logs[side].parent.glob("game.withdrawn-*.hxl"))
