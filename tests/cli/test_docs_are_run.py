"""Every command of docs/dice.md and docs/signatures-and-mail.md is run as it is written; what is in capitals is filled
in, what a comment says is done by somebody else is done in his folder."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import opening, roll_out
from tests.cli.conftest import Run
from tests.drill.dice import real_die

DOCS = Path(__file__).parents[2] / "docs"


def lines(page: str) -> list[str]:
    """The commands of a page's blocks, without their comments."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [re.split(r"\s#\s", line)[0].strip() for line in re.findall(r"^    hexledger (.+)$", text, re.MULTILINE)]


def until(log: Path, wanted: str, *, most: int = 60) -> None:
    """Play on, with real dice, until a decision may be made that rolls."""
    die = real_die("docs")
    with Chronicle.write(log) as game:
        game.dice_kit.vaults, game.dice_kit.answering = (), None
        for _ in range(most):
            prompt = game.offer()
            assert prompt is not None
            decision = opening(game) or random_bot(
                game.game, game.state(), prompt, Chance("docs", "seed", len(game.timeline))
            )
            if wanted in prompt.kinds:
                decision = game.game.codec.from_text(wanted)
                try:
                    game.submit(prompt.side, decision)
                except DiceWanted:
                    return
                except EngineError:
                    pass
                continue
            try:
                roll_out(game, prompt.side, decision, die)
            except DiceWanted:
                raise AssertionError(f"{decision} rolls before {wanted} is asked") from None
    raise AssertionError(f"nobody is asked for {wanted}")


class Reader:
    """Somebody who types what a page says, in an empty folder."""

    def __init__(self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("HEXLEDGER_HOME", str(folder / "home"))
        self.run, self.folder = run, folder
        self.typed: list[str] = []

    def type(self, line: str, **filled: str) -> str:
        """Run a line of the page; what it printed."""
        text = line
        for name, value in filled.items():
            assert name in text, (name, line)
            text = text.replace(name, value)
        ran = self.run(*shlex.split(text))
        assert ran.code == 0, f"{text}: {ran.out}{ran.err}"
        self.typed.append(line)
        return ran.out


@pytest.fixture
def reader(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    return Reader(run, tmp_path, monkeypatch)


def test_the_page_on_dice_is_run_as_it_is_written(reader: Reader) -> None:
    page = lines("dice.md")
    log = reader.folder / "g.hxl"
    at = iter(page)
    reader.type(next(at))
    until(log, "end_movement")
    reader.type(next(at))
    reader.type(next(at))
    log.unlink()
    (reader.folder / "g.hxl.cache").unlink(missing_ok=True)
    said = reader.type(next(at))
    log_id = re.search(r"--log-id (\w+)", said)
    told = re.search(r"--commit '([^']+)'", said)
    assert log_id is not None and told is not None
    reader.type(next(at), ID=log_id[1], **{"keeper HASH KEY": told[1]})
    ask_keeper(reader, "end_movement", "referee")
    for line in (next(at), next(at), next(at)):
        reader.type(line)
    line = next(at)
    assert reader.run(*shlex.split(line)).code == 3, "not before the end"
    assert reader.run("end", "g.hxl", "concession", "--as", "german").code == 0
    reader.type(line)
    log.unlink()
    (reader.folder / "g.hxl.cache").unlink(missing_ok=True)
    first = reader.type(next(at))
    log_id = re.search(r"--log-id (\w+)", first)
    assert log_id is not None
    second = reader.type(next(at), ID=log_id[1])
    chains = [re.search(r"duel \d \d+ [0-9a-f]{64}", said) for said in (first, second)]
    assert chains[0] is not None and chains[1] is not None
    line = next(at)
    reader.type(line, ID=log_id[1], **{"duel 1 ...": chains[0][0], "duel 2 ...": chains[1][0]})
    ask_keeper(reader, "end_movement", "duel")
    asked = Chronicle.read(log).actor_to_move()
    vaults = {1: "red.vault", 2: "blue.vault"}
    fix, roll = next(at), next(at)
    if asked == 2:
        # the page tells it of a decision of the first side
        fix, roll = fix.replace("red", "x"), roll.replace("blue", "red")
        fix = fix.replace("x.vault", "blue.vault")
    assert vaults[asked] in fix
    for said in (fix, roll):
        reader.type(said)
    assert next(at, None) is None


def ask_keeper(reader: Reader, wanted: str, mode: str) -> None:
    """Play on by commands until a decision is asked that rolls, every roll on the way made as the page says."""
    log = reader.folder / "g.hxl"
    for _ in range(120):
        with Chronicle.read(log) as game:
            prompt = game.offer()
            assert prompt is not None
            if wanted in prompt.kinds and prompt.side == (1 if mode == "duel" else prompt.side):
                return
            decision = random_bot(game.game, game.state(), prompt, Chance("docs", mode, len(game.timeline)))
        with Chronicle.write(log) as game:
            from hexledger.cli.common import attach

            attach(game, reader.folder / "secret.keeper" if mode == "referee" else None, vaults(reader, mode))
            found = opening(game)
            from hexledger.replays.log.table import hand_in

            hand_in(game, prompt.side, found or decision)
    raise AssertionError(f"nobody is asked for {wanted}")


def vaults(reader: Reader, mode: str) -> list[Path]:
    return [reader.folder / "red.vault", reader.folder / "blue.vault"] if mode == "duel" else []


def test_the_commands_of_the_page_on_mail_are_run_as_they_are_written(reader: Reader, run: Run) -> None:
    """Ann plays here; Bob and the referee have folders of their own where it matters that they do."""
    page = lines("signatures-and-mail.md")
    at = iter(page)
    reader.type(next(at))
    reader.type(next(at))
    for name in ("bob", "rex", "sam"):
        assert run("key", "new", "--name", name).code == 0
    for name in ("bob", "rex"):
        shutil.copy(reader.folder / "home" / "keys" / f"{name}.pub", reader.folder / f"{name}.pub")
    line = next(at)
    reader.type(line)
    log = reader.folder / "g.hxl"

    def anew() -> None:
        log.unlink()
        for beside in reader.folder.glob("g.hxl*"):
            beside.unlink()
        assert run(*shlex.split(line)).code == 0

    reader.type(next(at))
    reader.type(next(at))
    reader.type(next(at))
    anew()
    (reader.folder / "request").unlink()
    reader.type(next(at))
    anew()
    with Chronicle.read(log) as game:
        asked = game.actor_to_move()
    play = next(at)
    other = play if asked == 2 else play + " --allied bot:random"
    assert run(*shlex.split(other)).code == 0
    reader.type(next(at))
    reader.type(next(at))
    reader.type(next(at))
    for said in at:
        verb = said.split()[0]
        if verb == "orders" and "like" in said:
            assert run(*shlex.split(said)).code in (0, 2, 3), "there may be no such decision yet"
        elif verb == "reveal-all":
            # seals that are still closed are opened when the game is over
            assert run("end", "g.hxl", "concession", "--as", "german").code == 0
            reader.type(said)
        elif verb == "seals":
            reader.type(said)
        elif verb == "orders":
            ran = run(*shlex.split(said))
            assert ran.code in (0, 2, 3) and "Traceback" not in ran.err, said
        elif verb == "receive":
            reader.type(said)
        elif verb == "checkpoint":
            reader.type(said + " --key ann")
        elif verb in ("witness", "verify"):
            reader.type(said)
        else:
            number = "0"
            text = said.replace("57", number)
            ran = run(*shlex.split(text))
            assert ran.code == 0, f"{text}: {ran.out}{ran.err}"
