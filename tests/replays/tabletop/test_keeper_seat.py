"""The keeper of referee dice at a table elsewhere: his copy follows, his answers roll, his secret stays with him."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import greedy_bot
from hexledger.engine.dice.rolling import DiceWanted
from hexledger.events.model import Rolled
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.keeper_file import KeeperSecret
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from hexledger.replays.log.table import hand_in, sealed
from hexledger.replays.tabletop.seats import PUBLIC, Seat
from tests.cli.conftest import Run, runner
from tests.replays.viewer.tables import Opened, tables

KEEPER = Seat("k" * 32, (), PUBLIC, keeper=True)


class Kept(NamedTuple):
    """A table at which a roll waits for its keeper. `secret`: his file."""

    opened: Opened
    log: Path
    secret: Path
    copy: Path

    def attend(self, run: Run) -> str:
        """`hexledger keeper attend --once`; what it said."""
        address = f"{self.opened.address}/games/caen?token={KEEPER.token}"
        done = run("keeper", "attend", self.secret, self.copy, "--with", address, "--once")
        assert done.code == 0, done.err
        return done.out


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    folder = tmp_path / "keeper"
    folder.mkdir()
    secret = KeeperSecret.new(folder / "secret", "a" * 32)
    genesis = new_genesis("june_6/push_to_caen", dice="referee", log_id=secret.log_id, commitments=[secret.commitment])
    log = tmp_path / "caen.hxl"
    with Chronicle.create(log, genesis) as chronicle:
        while chronicle.book.waiting is None:
            prompt = chronicle.offer()
            assert prompt is not None
            chance = Chance("hand", "", len(chronicle.timeline))
            decision = greedy_bot(chronicle.game, chronicle.state(), prompt, chance)
            try:
                hand_in(chronicle, prompt.side, decision)
            except DiceWanted:
                chronicle.fix(prompt.side, sealed(chronicle, decision))
    with tables([log], seats=(KEEPER,)) as opened:
        yield Kept(opened, log, secret.path, folder / "copy.hxl")


def rolled(log: Path) -> int:
    with Chronicle.read(log) as chronicle:
        line = chronicle.frames(chronicle.timeline.head)
        return sum(isinstance(event, Rolled) for frame in line for event in frame.events)


def test_a_keeper_who_attends_answers_what_waits_once(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    run = runner(monkeypatch)
    assert rolled(kept.log) == 0
    assert "a roll is answered" in kept.attend(run)
    assert rolled(kept.log) > 0
    assert kept.copy.read_bytes() == kept.log.read_bytes()[: kept.copy.stat().st_size], "his copy is of this game"
    assert "a roll is answered" not in kept.attend(run), "nothing waits any more"
    verdict = audit(kept.log)
    assert verdict.intact, str(verdict.contradiction)


def test_only_the_keepers_seat_answers_and_only_with_his_own_answer(kept: Kept) -> None:
    asked = kept.opened.asked
    table = "/api/games/caen/table"
    answer = {"answer": 1, "log": "a" * 32, "seq": 1, "leaf": "0" * 64, "key": "0" * 64, "signature": "x"}
    assert asked(f"{table}/dice", answer)[0] == 403, "a player's seat answers no roll"
    assert asked(f"{table}/dice", answer, token=KEEPER.token)[0] in (400, 409)
    assert asked(f"{table}/dice", {"no": "answer"}, token=KEEPER.token)[0] == 409
    assert asked(f"{table}/bundle", json.loads("{}"), token=KEEPER.token)[0] in (403, 404)
    assert asked(f"{table}/decisions", {"at": 0, "key": "k" * 8, "kind": "x"}, token=KEEPER.token)[0] in (403, 409)
    assert rolled(kept.log) == 0
