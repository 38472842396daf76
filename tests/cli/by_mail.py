"""Players who know nothing but docs/signatures-and-mail.md: each line that they type stands there, or was printed for
them as what is to be typed next. A bot chooses their decisions, sitting at `play`; mails are copied from folder to
folder and counted."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from hashlib import shake_256
from pathlib import Path
from typing import NamedTuple

import pytest

from hexledger.engine.catalogue import open_game
from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "signatures-and-mail.md"
OF_THE_PAGE = "june_6/push_to_caen"
"""The scenario that the page's `new` names."""
SIDES = {"ann": "allied", "bob": "german", "rex": "referee"}
NAMES = {side: name for name, side in SIDES.items()}
_SENT = re.compile(r"`(hexledger send g\.hxl --to (\w+) -o to-\w+)`")
_YOURS = re.compile(r"yours to do: `(.+?)`")


class Mail(NamedTuple):
    """One mail: the last frame of the sender's log, who had to act when it was received, and whether orders did."""

    tip: int
    sender: str
    to: str
    answered: bool


def page_lines() -> dict[str, str]:
    """The commands of the page as they stand, each with its remark, in their order."""
    lines = re.findall(r"^    (\S.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(re.match(r"(.*?)\s*(?:# (.*))?$", line).groups("") for line in lines)  # type: ignore[union-attr,misc]


def mailed(remark: str) -> tuple[str, tuple[str, ...]]:
    """`bob.pub goes to Ann` as (file, to whom); empty where nothing is mailed."""
    found = re.match(r"(\S+) goes to (\w+)", remark)
    if found is None:
        return "", ()
    return found[1], ("ann", "bob") if found[2] == "both" else (found[2].lower(),)


class ByMail:
    """A game by mail. `typed` holds every line that was typed.

    scenario   played instead of the page's own
    """

    def __init__(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, dice: str, scenario: str = OF_THE_PAGE
    ) -> None:
        self.run, self.folder, self.patch, self.dice, self.scenario = run, folder, monkeypatch, dice, scenario
        self.page = page_lines()
        self.mails: list[Mail] = []
        self.typed: list[str] = []
        self._same_secrets()

    def _same_secrets(self) -> None:
        """Secrets of the system and its clock are the same in every run: what is counted is one game."""
        drawn: Iterator[int] = iter(range(1_000_000))

        def token_bytes(size: int = 32) -> bytes:
            return shake_256(f"by mail {next(drawn)}".encode()).digest(size)

        self.patch.setattr("secrets.token_bytes", token_bytes)
        self.patch.setattr("secrets.token_hex", lambda size=32: token_bytes(size).hex())
        self.patch.setattr("hexledger.cli.common.now", lambda: 1_800_000_000_000 + next(drawn))
        self.patch.setattr("hexledger.cli.new.now", lambda: 1_800_000_000_000, raising=False)

    # ------------------------------------------------------------ typing
    def type(self, who: str, line: str, told: bool = False) -> str:
        """A line typed by a player, as it stands on the page (`who$ ...`, or for anybody), or one that he was `told` to
        type; what the page says is mailed then is there."""
        here = f"{who}$ {line}" if f"{who}$ {line}" in self.page else line
        assert told or here in self.page, f"not on the page: {line}"
        home = self.folder / who
        home.mkdir(exist_ok=True)
        self.patch.chdir(home)
        self.patch.setenv("HEXLEDGER_HOME", str(home / "home"))
        program, *words = shlex.split(self._of_the_game(who, line))
        assert program == "hexledger"
        done = self.run(*words)
        assert done.code == 0, (who, line, done)
        self.typed.append(f"{who}$ {line}")
        name, others = mailed(self.page.get(here, ""))
        for other in others:
            if other != who:
                (self.folder / other).mkdir(exist_ok=True)
                shutil.copy(home / name, self.folder / other / name)
        return done.out

    def _of_the_game(self, who: str, line: str) -> str:
        """The line with the scenario that is played, and the number that the player's side has in this game."""
        number = open_game(self.scenario.partition("/")[0]).sides.index(SIDES[who]) + 1 if who != "rex" else 0
        return re.sub(r"(duel commit .*--side) \d", rf"\1 {number}", line.replace(OF_THE_PAGE, self.scenario))

    # ------------------------------------------------------------ the beginning
    def begin(self) -> None:
        """Keys, commitments, a new game that both have: the lines of the page in their order, up to the first look at
        whose move it is."""
        whose = [re.match(r"(\w+)\$ (hexledger .+)", line) for line in self.page]
        lines = [(found[1], found[2]) for found in whose if found is not None]
        lines = lines[: lines.index(("ann", "hexledger waiting g.hxl"))]
        if self.dice == "referee":
            # the keeper's section says what is other there: no chains, his commitment, another `new`
            lines = [(who, line) for who, line in lines if not line.startswith("hexledger duel")]
            made = next(at for at, (_, line) in enumerate(lines) if line.startswith("hexledger new"))
            lines[made : made + 1] = [
                ("rex", next(line[5:] for line in self.page if line.startswith("rex$ hexledger keeper new"))),
                ("ann", next(line[5:] for line in self.page if "--dice referee" in line)),
            ]
        for who, line in lines:
            told = self.type(who, line)
            assert not line.startswith("hexledger send") or "with the checkpoint of ann" in told

    # ------------------------------------------------------------ playing
    def order(self) -> None:
        """Both give the orders that take nothing from them."""
        for who in ("ann", "bob"):
            self.type(who, "hexledger orders g.hxl only")
            if self.dice == "duel":
                self.type(who, "hexledger orders g.hxl roll")

    def play(self, *, mails: int = 0) -> None:
        """Play to the end, or until so many mails; whoever is told to do something does it."""
        who, told = "ann", self.type("ann", "hexledger waiting g.hxl")
        while "the game is over" not in told:
            if mails and len(self.mails) >= mails:
                return
            if _YOURS.search(told):
                told = self._act(who, told)
            else:
                who, told = self._mail(who, told)
        self._last_mail(who)

    def _last_mail(self, who: str) -> None:
        """The end of the game goes to the other side."""
        other = NAMES["german" if SIDES[who] == "allied" else "allied"]
        self.type(who, f"hexledger send g.hxl --to {SIDES[other]} -o to-{SIDES[other]}")
        told = self.type(other, f"hexledger receive to-{SIDES[other]} g.hxl")
        assert "the game is over" in told
        self.mails.append(Mail(self._tip(who), who, other, answered=True))

    def _act(self, who: str, told: str) -> str:
        """What a player is told to do; a bot sits for him where it is to play. What he is told next."""
        found = _YOURS.search(told)
        assert found is not None
        command = found[1]
        if command.startswith("hexledger play"):
            other = NAMES["german" if SIDES[who] == "allied" else "allied"]
            assert command == f"hexledger play g.hxl --{SIDES[other]} mail"
            seats = {SIDES[who]: "bot:greedy", SIDES[other]: "mail"}
            self.type(who, f"hexledger play g.hxl --allied {seats['allied']} --german {seats['german']}")
        else:
            self.type(who, command, told=True)
        return self.type(who, "hexledger waiting g.hxl")

    def _mail(self, who: str, told: str) -> tuple[str, str]:
        """The log goes to whose move it is: who has it then, and what he is told."""
        found = _SENT.search(told)
        assert found is not None, told
        to = NAMES[found[2]]
        if to == "rex":
            return self._ask_the_keeper(who)
        self.type(who, found[1])
        tip = self._tip(who)
        told = self.type(to, f"hexledger receive to-{found[2]} g.hxl")
        self.mails.append(Mail(tip, who, to, answered="yours to do" not in told))
        return to, told

    def _ask_the_keeper(self, who: str) -> tuple[str, str]:
        self.type(who, f"hexledger send g.hxl --to referee --as {SIDES[who]} -o to-referee")
        self.mails.append(Mail(self._tip(who), who, "rex", True))
        told = self.type("rex", "hexledger receive to-referee g.hxl")
        assert "yours to do: `hexledger keeper answer g.hxl.keeper g.hxl -o answer`" in told, told
        self.type("rex", "hexledger keeper answer g.hxl.keeper g.hxl -o answer")
        self.mails.append(Mail(self._tip(who), "rex", who, True))
        self.type(who, "hexledger finish g.hxl --keeper answer")
        return who, self.type(who, "hexledger waiting g.hxl")

    # ------------------------------------------------------------ looking
    def log(self, who: str) -> Path:
        return self.folder / who / "g.hxl"

    def _tip(self, who: str) -> int:
        """Number of the last frame of a player's log; counting is not playing."""
        from hexledger.events.ledger import Ledger

        with Ledger.open_reader(self.log(who)) as ledger:
            return ledger.head


class Counted(NamedTuple):
    """What a game cost: mails in all, turns, combats, and the mails up to their dice; of these those that waited for a
    person."""

    mails: int
    turns: int
    combats: int
    to_the_die: int
    waited: int
    waited_to_the_die: int


def counted(game: ByMail) -> Counted:
    """Count a game: a combat begins with the first decision about it (artillery, mode) and ends with its die."""
    from hexledger.events.frame import DECISION
    from hexledger.events.model import Rolled
    from hexledger.replays.log.chronicle import Chronicle

    spans: list[tuple[int, int]] = []
    turns: set[int] = set()
    with Chronicle.read(game.log("ann")) as chronicle:
        begun = -1
        for frame in chronicle.frames(chronicle.timeline.head):
            turns.add(chronicle.state(frame.seq).turn)
            if frame.kind != DECISION:
                continue
            kind = chronicle.decision(frame.seq).kind()  # type: ignore[union-attr]
            if kind in ("artillery", "ground_support", "seal", "choose_mode") and begun < 0:
                begun = frame.seq
            about = {chronicle.game.word_key(event.purpose) for event in frame.events if isinstance(event, Rolled)}
            if "roll.combat" in about and begun >= 0:
                spans.append((begun, frame.seq))
                begun = -1
            elif kind in ("end_attacks", "next_attack"):
                begun = -1
    inside = [mail for mail in game.mails if any(start <= mail.tip < end for start, end in spans)]
    people = [mail for mail in game.mails if not mail.answered and mail.to != "rex"]
    waited = [mail for mail in inside if mail in people]
    return Counted(len(game.mails), len(turns), len(spans), len(inside), len(people), len(waited))
