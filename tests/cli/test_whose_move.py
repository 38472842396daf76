"""By mail everybody knows whose move it is: in every state of a roll, a word, a seal, an undo, a seat and an end, in
every dice mode and every game, all commands say the same, on both sides' files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexledger.cli.common import keeper_path, vault_path
from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import random_bot
from hexledger.engine.catalogue import GAMES
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.engine.kernel.seals import wants_reveal, wants_seal
from hexledger.events.dice_records import DiceChange, Refusal
from hexledger.events.frame import DICE, END, REWIND, SEAT, End, Rewind, Seat
from hexledger.events.model import ENTERED
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper_file import Keeper, KeeperSecret
from hexledger.replays.dice.kit import DiceKit
from hexledger.replays.log.asked import keep_request
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from hexledger.replays.log.requests import request
from hexledger.replays.log.table import hand_in, opening
from hexledger.replays.secrets.memory import Memory
from tests.cli.conftest import Run
from tests.every_game.catalogue import about

LOG = "c" * 32
MODES = ("practice", "entered", "referee", "duel")
SIDES = (1, 2)


@dataclass
class World:
    """A game whose log is the same in two folders, each with the secrets of its side only."""

    game: str
    mode: str
    folder: Path
    one: Chronicle
    seed: str
    patch: pytest.MonkeyPatch
    memories: int = 0

    def forgets(self) -> None:
        """From here on the secrets remember in another place: what is tried on a copy binds nobody."""
        self.memories += 1
        self.patch.setenv("HEXLEDGER_MEMORY", str(self.folder / f"memory-{self.memories}"))

    @property
    def decider(self) -> int:
        """Who is asked at first, and so who makes the first fix."""
        waiting = self.one.book.waiting
        return waiting.actor if waiting is not None else self.one.actor_to_move()

    @property
    def dice_kit(self) -> DiceKit:
        """Everything that rolls here: all secrets of this world."""
        if self.mode == "referee":
            kept = KeeperSecret(keeper_path(self.folder / "keeper" / "g.hxl"))
            return DiceKit(answering=Keeper(kept, Memory(self.folder / "memory"), self.one.leaf_at))
        if self.mode == "duel":
            return DiceKit(vaults=[self.vault(side) for side in SIDES])
        return DiceKit()

    def vault(self, side: int) -> DuelVault:
        return DuelVault(vault_path(self.log(side), self.one.game.side(side)))

    def log(self, side: int) -> Path:
        return self.folder / str(side) / "g.hxl"

    def share(self) -> None:
        """Both folders get the log as it is now, with the requests that wait."""
        for side in SIDES:
            shutil.copy(self.one.path, self.log(side))
            for paper in self.one.path.parent.glob("g.hxl.request-*"):
                shutil.copy(paper, self.log(side).with_name(paper.name))

    def bot(self) -> Any:
        prompt = self.one.offer()
        assert prompt is not None
        chance = Chance(self.seed, LOG, len(self.one.timeline))
        return opening(self.one) or random_bot(self.one.game, self.one.state(), prompt, chance)

    def fix(self) -> bool:
        """Play until a decision that rolls is fixed; False in practice games, where none is."""
        for _ in range(60 if self.mode != "practice" else 12):
            side = self.one.actor_to_move()
            decision = self.bot()
            try:
                hand_in(self.one, side, decision)
            except DiceWanted:
                if self.mode == "duel":
                    self.one.dice_kit = DiceKit(vaults=[self.vault(side)])
                self.one.fix(side, decision)
                self.one.dice_kit = DiceKit()
                return True
        return False

    def roll(self) -> None:
        """The roll of what is fixed."""
        waiting = self.one.book.waiting
        assert waiting is not None
        decision = self.one.game.codec.decode(waiting.decision)
        if self.mode != "entered":
            self.one.dice_kit = self.dice_kit
            self.one.submit(waiting.actor, decision)
            self.one.dice_kit = DiceKit()
            return
        rolls: list[int] = []
        while True:
            try:
                self.one.submit(waiting.actor, decision, rolls=rolls or None)
                return
            except DiceWanted as wanted:
                asked = wanted.asked
                rolls.append(asked.tokens[0][0] if asked.tokens else asked.printed[0] if asked.printed else asked.low)

    def agree(self, kind: int, by: int, said: Any) -> None:
        others = tuple(side for side in SIDES if side != by)
        self.one.append_agreed(kind, by, msgspec.structs.replace(said, consent=others))

    def ask(self, kind: int, by: int, said: Any, actor: int | None = None) -> None:
        keep_request(self.one, request(self.one, by, kind, said, actor=actor))


Begin = Callable[[str, str], World]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`begin(game, mode)`: a world in which nothing is decided."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    worlds: list[World] = []

    def make(game: str, mode: str) -> World:
        for name in ("1", "2", "keeper", "both"):
            (tmp_path / name).mkdir()
        match = about(game).branched
        scenario = about(game).scenario(match.scenario)
        game_ = about(game).open()
        commitments: tuple[str, ...] = ()
        if mode == "referee":
            commitments = (KeeperSecret.new(keeper_path(tmp_path / "keeper" / "g.hxl"), LOG).commitment,)
        elif mode == "duel":
            paths = [vault_path(tmp_path / str(side) / "g.hxl", game_.sides[side - 1]) for side in SIDES]
            made = zip(SIDES, paths, strict=True)
            commitments = tuple(DuelVault.new(path, LOG, side, 40).commitment for side, path in made)
        named = {"seed": "a"} if mode == "practice" else {"log_id": LOG}
        genesis = new_genesis(scenario, dice=mode, commitments=commitments, options=dict(match.options), **named)
        # the id of a practice game is its own: here every mode has the same
        genesis = msgspec.structs.replace(genesis, log_id=LOG)
        world = World(
            game, mode, tmp_path, Chronicle.create(tmp_path / "both" / "g.hxl", genesis), match.seed, monkeypatch
        )
        worlds.append(world)
        return world

    yield make
    for world in worlds:
        world.one.close()


# ---------------------------------------------------------------------- what everybody says
def everybody_says(run: Run, world: World, side: int | None, does: str, request: int | None = None) -> None:
    """All commands, on both sides' files, name `side` (0: keeper or referee, None: nobody) and what it does; a request
    is `request`'s to answer."""
    world.share()
    game, head = world.one.game, len(world.one.timeline)
    name = None if side is None else game.side(side) if side else "referee"
    for viewer in SIDES:
        log, own = world.log(viewer), game.side(viewer)
        (other,) = (name for number, name in enumerate(game.sides, 1) if number != viewer)
        data = json.loads(run("waiting", log, "--as", own, "--json").out)
        assert (data["side"], data["does"], data["yours"]) == (name, does, side == viewer), data
        assert [one["side"] for one in data["requests"]] == ([] if request is None else [game.side(request)])
        lines = run("waiting", log, "--as", own).out.splitlines()
        assert lines[0] == data["text"]
        if side is not None:
            assert lines[1].startswith("yours to do: `hexledger " if side == viewer else "not yours: "), lines
            assert data["command"] in lines[1] or side != viewer
        if request is not None:
            asked = next(line for line in lines if line.startswith("asked: "))
            assert ("; yours to answer: `hexledger consent g.hxl.request-" in asked) == (viewer == request)

        offered = json.loads(run("offer", log, "--as", own, "--json", "--limit", 3).out)
        assert offered["waiting"] == data
        assert offered.get("side") == name
        assert bool(offered["choices"]) == (side == viewer and does in ("decide", "seal", "open"))
        shown = run("offer", log, "--as", own, "--limit", 3).out.splitlines()
        assert (shown[0] == lines[0] and shown[-len(lines) + 1 :] == lines[1:]) or shown == lines

        mode = json.loads(run("mode", log, "--json").out)["waiting"]
        assert (mode["side"], mode["does"], mode["frame"]) == (name, does, data["frame"])

        # play and finish write, each to a copy of its own with the same secrets beside it
        apart = log.parent / "apart"
        world.forgets()
        shutil.copytree(log.parent, apart)
        played = run("play", apart / "g.hxl", f"--{other}", "mail", "--limit", 1)
        assert f"{other.capitalize()}: elsewhere, by mail" in played.out
        assert played.code == 0, played.err
        if side == viewer:
            assert "not yours" not in played.out, played.out
        elif does == "answer" and world.decider == viewer:
            assert lines[0] in played.out and "not yours: the keeper answers it" in played.out
        else:
            assert "\n".join(lines) in played.out, (played.out, lines)
            assert (apart / "g.hxl").read_bytes() == log.read_bytes()
        shutil.rmtree(apart)
        world.forgets()
        shutil.copytree(log.parent, apart)
        done = run("finish", apart / "g.hxl")
        if does == "roll" and side == viewer:
            assert done.code == 0, done.err
        else:
            assert done.code == 3 and "nothing was decided" not in done.err, done.err
            assert data["text"] in done.err or data["ended"], done.err
        shutil.rmtree(apart)

        bundle = log.parent / "bundle"
        assert run("send", log, "--to", own, "-o", bundle, "--since", 0).code == 0
        told = json.loads(run("receive", bundle, log, "--json").out)
        assert (told["waiting"], told["next"], told["frames"]) == (data, name, [])
        assert run("receive", bundle, log).out.splitlines()[-len(lines) :] == lines
        assert len(world.one.timeline) == head


def open_question(world: World) -> bool:
    """Whether there is a choice: `play` answers a question with one answer by itself, and then it is another's turn."""
    return len(list(islice(world.one.choices(), 2))) > 1


IN_EVERY_MODE = "france_1944"
CASES = [
    pytest.param(
        game,
        mode,
        id=f"{game} {mode}",
        marks=() if game == IN_EVERY_MODE or mode == MODES[number % len(MODES)] else pytest.mark.long,
    )
    for number, game in enumerate(GAMES)
    for mode in MODES
]
"""By day every mode in one game, and every game in one mode."""


@pytest.mark.whole
@pytest.mark.parametrize(("game", "mode"), CASES)
def test_everybody_is_told_the_same_from_the_first_question_to_the_roll(
    run: Run, begin: Begin, game: str, mode: str
) -> None:
    world = begin(game, mode)
    asked = world.one.offer()
    assert asked is not None
    if open_question(world):
        everybody_says(run, world, asked.side, "seal" if wants_seal(asked.kinds) else "decide")
    if not world.fix():
        assert mode == "practice"
        return
    decider = world.decider
    waits = {"entered": (decider, "enter"), "referee": (0, "answer"), "duel": (3 - decider, "roll")}[mode]
    everybody_says(run, world, *waits)
    drop = Rewind(world.one.timeline.head, "misread", ())
    world.ask(REWIND, decider, drop)
    everybody_says(run, world, *waits, request=3 - decider)
    if mode == "duel":
        world.one.note_dice(3 - decider, Refusal(3 - decider, "no time"))
        # the refusal ends the request; under the rule `forfeit` the decider names the values
        everybody_says(run, world, decider, "name")
        return
    world.roll()
    after = world.one.offer()
    if after is not None and open_question(world):
        everybody_says(run, world, after.side, "seal" if wants_seal(after.kinds) else "decide")
    if mode == "entered":
        told = run("waiting", world.log(3 - decider), "--as", world.one.game.side(3 - decider)).out
        assert "yours to confirm the rolls of #" in told
        own = run("waiting", world.log(decider), "--as", world.one.game.side(decider)).out
        assert "side has to confirm the rolls of #" in own and "yours to confirm" not in own


@pytest.mark.whole
@pytest.mark.parametrize(("game", "mode"), CASES)
def test_everybody_is_told_the_same_of_words_seats_and_ends(run: Run, begin: Begin, game: str, mode: str) -> None:
    world = begin(game, mode)
    if world.fix():
        world.roll()
    asked = world.one.offer()
    assert asked is not None
    now = (asked.side, "seal" if wants_seal(asked.kinds) else "decide")
    undo = Rewind(world.one.timeline.parents[world.one.timeline.head], "misread", ())
    world.ask(REWIND, 1, undo)
    everybody_says(run, world, *now, request=2)
    world.ask(END, 2, End("draw", reason="equal"))
    told = run("waiting", world.one.path).out
    assert told.count("asked: ") == 2, "each side's request waits until the log goes on"
    world.agree(SEAT, 2, Seat(2, "Sam", "", "moved away"))
    everybody_says(run, world, *now)
    world.ask(SEAT, 1, Seat(1, "Kim", "", ""), actor=1)
    everybody_says(run, world, *now, request=1)
    if mode != "entered":
        world.ask(DICE, 2, DiceChange(ENTERED, "", (), "", ""))
        for paper in world.one.path.parent.parent.glob("*/g.hxl.request-*"):
            if paper.name.endswith(world.one.game.sides[0]):
                paper.unlink()
        everybody_says(run, world, *now, request=1)
    world.agree(END, 1, End("adjournment"))
    everybody_says(run, world, None, "nothing")
    assert "the game rests since #" in run("offer", world.log(1)).out
    assert json.loads(run("offer", world.log(1), "--json").out)["over"] is False
    world.agree(END, 1, End("reopening"))
    everybody_says(run, world, *now)
    world.one.append_agreed(END, 2, End("concession", 1, reason="no hope"))
    everybody_says(run, world, None, "nothing")
    over = json.loads(run("offer", world.log(2), "--json").out)
    assert over["over"] is True and over["winner"] == world.one.game.side(1)
    assert "because no hope" in run("waiting", world.log(1)).out


def test_everybody_is_told_the_same_of_a_seal_until_it_is_open(run: Run, begin: Begin) -> None:
    world = begin("june_6", "practice")
    for _ in range(400):
        asked = world.one.offer()
        assert asked is not None
        if wants_seal(asked.kinds):
            break
        hand_in(world.one, asked.side, world.bot())
    everybody_says(run, world, asked.side, "seal")
    hand_in(world.one, asked.side, world.bot())
    answers = world.one.offer()
    assert answers is not None and answers.side != asked.side
    everybody_says(run, world, answers.side, "decide")
    hand_in(world.one, answers.side, world.bot())
    opens = world.one.offer()
    assert opens is not None and wants_reveal(opens.kinds)
    everybody_says(run, world, asked.side, "open")


def test_a_game_that_its_rules_have_ended_is_nobodys_move(run: Run, finished: Path) -> None:
    data = json.loads(run("waiting", finished, "--json").out)
    assert (data["side"], data["does"], data["command"]) == (None, "nothing", None)
    for command in ("waiting", "offer", "finish", "play"):
        done = run(command, finished)
        assert "game is over. " in (done.out + done.err).lower().replace("\n", " "), (command, done)


@pytest.mark.parametrize("dice", ["practice", "entered", "referee", "duel"])
def test_a_game_at_one_table_is_not_told_to_go_by_mail(run: Run, tmp_path: Path, dice: str) -> None:
    """Nobody there has a key, or one folder has both vaults: everybody sits before the same log."""
    made = run("new", "june_6/push_to_caen", tmp_path / "g.hxl", "--dice", dice)
    assert made.code == 0 and "`hexledger play g.hxl`" in made.out and "mail" not in made.out
    assert "mail`" in run("waiting", tmp_path / "g.hxl", "--as", "allied").out, "who says that he is one side alone"


def test_a_set_up_that_rolls_is_not_said_to_wait_for_dice_before_it_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    """G2: `finish` answered "no decision waits for its dice. German: the set-up waits for its dice"."""
    log, keeper = tmp_path / "g.hxl", tmp_path / "k.keeper"
    assert run("keeper", "new", keeper, "-o", tmp_path / "k.commit").code == 0
    made = run("new", "time_for_trumpets/losheim_gap", log, "--dice", "referee", "--commit", tmp_path / "k.commit")
    assert made.code == 0, made
    assert "go on with the set-up" in run("waiting", log).out
    assert run("finish", log).err.count("waits for its dice") == 1
