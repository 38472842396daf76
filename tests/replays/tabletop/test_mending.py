"""A table whose log cannot be written (a full disk; a file renamed, cut, replaced), and when it is well again."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest

from hexledger.engine.bots.players import greedy_bot
from hexledger.events.errors import DiskError
from hexledger.events.platform import RealDisk
from hexledger.replays.audit.audit import audit
from hexledger.replays.errors import ReplayError
from hexledger.replays.folders import without_folders
from hexledger.replays.log.chronicle import Chronicle, UndoRefused
from hexledger.replays.log.table import play_on
from hexledger.replays.secrets import memory
from hexledger.replays.secrets.memory import Memory
from hexledger.replays.secrets.remembering import Remembering
from hexledger.replays.tabletop import sitting as sittings
from hexledger.replays.tabletop import watching
from hexledger.replays.tabletop.mending import Unwritten
from hexledger.replays.tabletop.sitting import Sitting
from hexledger.replays.tabletop.watching import Delay, Lagging
from hexledger.replays.viewer.shelf import Shelf
from hexledger.replays.viewer.table_routes import Tables
from tests.drill.dice import game_with
from tests.drill.game import drill
from tests.drill.play import BLUE, RED
from tests.drill.signed import signed_game
from tests.replays.tabletop.test_sitting import BOTH, ONE, key, make, rest, rolled
from tests.replays.viewer.games import begun, bots

PATIENCE: Final = 20.0
Break = Callable[[Path], Callable[[], object]]
"""Does something to a log; what is returned takes it back."""


class Disk:
    """What the disk of this machine does with what is written to a log: `room` bytes go in, then no more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        self.broken = False
        monkeypatch.setattr(RealDisk, "write", self.write)
        monkeypatch.setattr(RealDisk, "sync", self.sync)

    def write(self, handle: int, data: bytes) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return os.write(handle, data if self.room is None else data[: self.room])

    def sync(self, handle: int) -> None:
        if self.broken:
            raise OSError(errno.EIO, "Input/output error")
        os.fsync(handle)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def opened(path: Path, **more: Any) -> Sitting:
    reopen = partial(Chronicle.write, path, game=drill())
    return Sitting(reopen(), reopen=reopen, **more)


@pytest.fixture
def sitting(tmp_path: Path, disk: Disk) -> Iterator[Sitting]:
    """A table whose writer was opened on `disk`."""
    del disk
    path = tmp_path / "game.hxl"
    game_with(path, "practice", turns=8).close()
    found = opened(path)
    rest(found)
    make(found)
    rest(found)
    yield found
    found.close()


# ------------------------------------------------------------------ a full disk
@pytest.mark.parametrize("room", [0, 17])
def test_when_a_full_disk_has_room_again_the_table_goes_on(sitting: Sitting, disk: Disk, room: int) -> None:
    """It had to be started again: a writer that has failed refuses for ever."""
    path, head = sitting.chronicle.path, sitting.head
    before = path.read_bytes()
    disk.room = room
    for _ in range(3):
        with pytest.raises(Unwritten, match=r"^game\.hxl c.*(No space left|is the disk full)"):
            make(sitting)
        assert path.read_bytes() == before, "nothing half-written stays"
        assert sitting.head == head and rest(sitting)["yours"]
    disk.room = None
    assert make(sitting)["seq"] == head + 1
    rest(sitting)
    assert audit(path, game=drill()).intact and path.read_bytes().startswith(before)
    assert [file.name for file in path.parent.iterdir() if ".torn" in file.name or file.suffix == ".tmp"] == []


@pytest.mark.parametrize("gone", [False, True], ids=["full", "gone"])
def test_a_bot_that_could_not_write_goes_on_by_itself(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    """No person is asked then, so nobody could have tried again."""
    monkeypatch.setattr(sittings, "EVERY", 0.02)
    path = tmp_path / "game.hxl"
    game_with(path, "practice", turns=8).close()
    sitting = opened(path, bots={RED: ("bot:greedy", greedy_bot)})
    try:
        if gone:
            sitting.chronicle.ledger.close()
            back = renamed(path)
            assert "cannot be written to" in rest(sitting)["trouble"]
            back()
        else:
            disk.room = 0
            assert "No space left" in rest(sitting)["trouble"]
            disk.room = None
        seen = sitting.version
        while sitting.ask(ONE[BLUE])["side"] != BLUE:
            assert seen != (seen := sitting.wait(seen, 2.0)), "nobody tries again"
        assert not sitting.ask(ONE[BLUE])["trouble"]
    finally:
        sitting.close()
    assert audit(path, game=drill()).intact


def test_a_disk_that_did_not_confirm_what_it_was_given_is_not_trusted_again(sitting: Sitting, disk: Disk) -> None:
    """F35: the file would read back well, and may not be on the disk."""
    disk.broken = True
    with pytest.raises(Unwritten, match="writing failed"):
        make(sitting)
    disk.broken = False
    for _ in range(2):
        with pytest.raises(Unwritten, match="look at the disk, then start the table again"):
            make(sitting)


def test_what_one_secret_had_noted_before_the_disk_was_full_is_taken_up_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Key and vault give a fix together. The key's note was there and the vault's not: then every decision was refused
    as one on an old copy, until the table was started again; and the vault never learned what it had given."""
    path, folder = tmp_path / "game.hxl", tmp_path / "memory"
    signed_game(path).close()
    with Chronicle.write(path, game=drill()) as game:
        key_of = game.key_of(RED)
        game.memory = Remembering(Memory(folder))
        game.signers = {RED: signer(RED)}
        monkeypatch.setattr(Remembering, "_givers", staticmethod(lambda _game, _frame: [key_of, b"v" * 32]))
        monkeypatch.setattr(Remembering, "holders", lambda _self, _game: [key_of])
        full = [True]
        create = memory.create_private

        def create_private(target: Path, data: bytes) -> None:
            if target.name.startswith((b"v" * 8).hex()) and full[0]:
                raise DiskError(target, "create the secret file", "No space left on device")
            create(target, data)

        monkeypatch.setattr(memory, "create_private", create_private)
        table = Sitting(game, reopen=partial(reopened, path, folder))
        with pytest.raises(DiskError):
            make(table, ONE[RED])
        with pytest.raises(Unwritten, match="No space left"):
            make(table, ONE[RED])
        full[0] = False
        at = table.head
        table.go_on()
        rest(table)
        assert table.head > at, "what the key had signed is in the log, as it was"
        assert Memory(folder).given(b"v" * 32, game.genesis.log_id) == Memory(folder).given(key_of, game.genesis.log_id)
        table.close()
    assert audit(path, game=drill()).intact


def signer(side: int) -> Any:
    from tests.drill.signed import KEYS

    return KEYS[side]


def reopened(path: Path, folder: Path) -> Chronicle:
    """As `open_write` opens a signed log: with a key and its memory, which takes up what was noted."""
    game = Chronicle.write(path, game=drill())
    try:
        game.signers = {RED: signer(RED)}
        game.memory = Remembering(Memory(folder))
        game.memory.resume(game)
    except BaseException:
        game.close()
        raise
    return game


# ------------------------------------------------------------------ what somebody does to the file
def renamed(log: Path) -> Callable[[], object]:
    away = log.with_name("away")
    log.rename(away)
    return lambda: away.rename(log)


def folder_renamed(log: Path) -> Callable[[], object]:
    away = log.parent.with_name("elsewhere")
    log.parent.rename(away)
    return lambda: away.rename(log.parent)


def removed(log: Path) -> Callable[[], object]:
    data = log.read_bytes()
    log.unlink()
    return lambda: log.write_bytes(data)


def cut(log: Path) -> Callable[[], object]:
    data = log.read_bytes()
    log.write_bytes(data[:-5])
    return lambda: log.write_bytes(data)


def emptied(log: Path) -> Callable[[], object]:
    data = log.read_bytes()
    log.write_bytes(b"")
    return lambda: log.write_bytes(data)


def a_folder(log: Path) -> Callable[[], object]:
    back = renamed(log)
    log.mkdir()
    return lambda: (log.rmdir(), back())


def a_pipe(log: Path) -> Callable[[], object]:
    back = renamed(log)
    os.mkfifo(log)
    return lambda: (log.unlink(), back())


def another_log(log: Path) -> Callable[[], object]:
    back = renamed(log)
    game_with(log, "practice", turns=8).close()
    log.write_bytes(log.read_bytes() + b"an unfinished frame")
    return lambda: (log.unlink(), back())


def an_older_copy(log: Path) -> Callable[[], object]:
    back = renamed(log)
    with Chronicle.read(log.with_name("away"), game=drill()) as game:
        log.write_bytes(log.with_name("away").read_bytes()[: game.ledger.offset(len(game.ledger) - 1)])
    return lambda: (log.unlink(), back())


DONE: Final[tuple[Break, ...]] = (
    *(renamed, folder_renamed, removed, cut, emptied, a_folder, a_pipe, another_log, an_older_copy),
)


@pytest.mark.skipif(os.name != "posix", reason="no open file is renamed elsewhere, and there are no pipes")
@pytest.mark.parametrize("done", DONE, ids=lambda done: done.__name__)
def test_a_log_that_is_gone_for_a_while_is_played_on_when_it_is_back(
    sitting: Sitting, tmp_path: Path, done: Break
) -> None:
    """And whatever stands in its place meanwhile is left alone."""
    inner = tmp_path / "inner"
    inner.mkdir()
    path = inner / "game.hxl"
    shutil.copy(sitting.chronicle.path, path)
    table = opened(path)
    try:
        rest(table)
        make(table)
        rest(table)
        head, acknowledged = table.head, path.read_bytes()
        back = done(path)
        there = path.read_bytes() if path.is_file() else None
        for _ in range(3):
            with pytest.raises(Unwritten, match=r"game\.hxl"):
                make(table)
        assert table.head == head and rest(table)["yours"]
        assert (path.read_bytes() if path.is_file() else None) == there
        back()
        assert make(table)["seq"] >= head + 1
        rest(table)
    finally:
        table.close()
    assert path.read_bytes().startswith(acknowledged) and audit(path, game=drill()).intact


def test_a_story_that_was_asked_for_while_another_log_stood_there_is_told_when_it_is_back(tmp_path: Path) -> None:
    """The reader of the other log was kept, and the story refused until the desk was started again."""
    path = tmp_path / "caen.hxl"
    begun(path).close()
    shelf = Shelf([path], verify=False)
    try:
        game = shelf.games["caen"]
        game.data()
        back = renamed(path)
        begun(path, seed="task").close()
        with pytest.raises(ReplayError, match="another log by now"):
            game.story()
        path.unlink()
        back()
        with Chronicle.write(path) as chronicle:
            play_on(chronicle, bots(), limit=2)
        assert game.story()["frames"] == 3, "the game as it began, and two decisions"
    finally:
        shelf.close()


def test_nothing_is_made_of_another_log_that_stands_there(tmp_path: Path) -> None:
    """A line that a page opened went into whatever file lay there, and a study began in another game."""
    path = tmp_path / "caen.hxl"
    with begun(path) as chronicle:
        play_on(chronicle, bots(), limit=2)
    shelf, table = Shelf([path], verify=False), Sitting(Chronicle.write(path))
    tables = Tables({0: shelf}, {"caen": table}, (BOTH,))
    try:
        renamed(path)
        with begun(path, seed="task") as chronicle:
            play_on(chronicle, bots(), limit=3)
        before = path.read_bytes()
        with pytest.raises(ReplayError, match="another log by now"):
            shelf.games["caen"].branch("mine", 1)
        with pytest.raises(ReplayError, match="another log by now"):
            tables.begin_study("caen", BOTH, 1, "fresh")
        assert path.read_bytes() == before and not list(tmp_path.glob("*study*"))
    finally:
        table.close()
        shelf.close()


# ------------------------------------------------------------------ who looks on with a delay
def test_who_looks_on_is_told_why_nothing_moves_and_goes_on_when_the_log_is_back(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What followed the log ended with an error on the terminal, and what was shown stood still for good."""
    monkeypatch.setattr(watching, "EVERY", 0.01)
    path = sitting.chronicle.path
    behind = Lagging(Chronicle.read(path, game=drill()), Delay(decisions=1))
    try:
        behind.catch_up()
        moved, troubled = Event(), Event()
        back = renamed(path)
        behind.follow(moved.set, lambda said: troubled.set() if said else None)
        assert troubled.wait(PATIENCE)
        back()
        for _ in range(3):
            make(sitting)
            rest(sitting)
        assert moved.wait(PATIENCE)
    finally:
        behind.close()


def test_a_copy_that_somebody_has_cleaned_away_is_made_anew(sitting: Sitting) -> None:
    behind = Lagging(Chronicle.read(sitting.chronicle.path, game=drill()), Delay(decisions=1))
    try:
        behind.catch_up()
        shutil.rmtree(behind.path.parent)
        for _ in range(3):
            make(sitting)
            rest(sitting)
        with pytest.raises(Exception, match="renamed or deleted"):
            behind.catch_up()
        assert behind.catch_up() > 0
        assert sitting.chronicle.path.read_bytes().startswith(behind.path.read_bytes())
    finally:
        behind.close()


# ------------------------------------------------------------------ words of others
def test_an_answer_counts_for_the_request_that_it_names(sitting: Sitting) -> None:
    """Whoever asks could put another request in the place of the one that was looked at, and have that agreed to."""
    at = rolled(sitting)
    mine = ONE[sitting.chronicle.frame(at).actor]
    other = ONE[BLUE if mine is ONE[RED] else RED]
    sitting.undo(mine, at, key(), "misread")
    seen = sitting.ask(other)["request"]
    assert seen["yours"] and not seen["mine"] and sitting.ask(mine)["request"]["mine"]
    sitting.undo(mine, at, key(), "misread")
    assert sitting.ask(other)["request"] == seen, "the same, asked again, is the same"
    sitting.undo(mine, at, key(), "you cheated")
    with pytest.raises(sittings.Stale, match="another request"):
        sitting.answer(other, at, agree=True, number=seen["number"])
    assert sitting.head == at
    assert sitting.answer(other, at, agree=True, number=seen["number"] + 1)["head"] < at


def test_who_has_asked_takes_the_request_back_and_nobody_agrees_to_it_then(sitting: Sitting) -> None:
    at = rolled(sitting)
    mine = ONE[sitting.chronicle.frame(at).actor]
    other = ONE[BLUE if mine is ONE[RED] else RED]
    sitting.undo(mine, at, key(), "misread")
    number = sitting.ask(other)["request"]["number"]
    with pytest.raises(sittings.NotYours):
        sitting.answer(mine, at, agree=True, number=number)
    sitting.answer(mine, at, agree=False, number=number)
    assert sitting.ask(other)["request"] is None
    with pytest.raises(sittings.Stale):
        sitting.answer(other, at, agree=True, number=number)
    assert sitting.head == at


def test_who_plays_elsewhere_is_asked_by_mail(tmp_path: Path) -> None:
    """The page said that he was asked, and nobody was."""
    path = tmp_path / "game.hxl"
    game_with(path, "practice", turns=8).close()
    first = opened(path)
    at = rolled(first)
    first.close()
    with Chronicle.read(path, game=drill()) as game:
        mine = game.frame(at).actor
    sitting = opened(path, away=(BLUE if mine == RED else RED,))
    try:
        with pytest.raises(UndoRefused, match="--ask FILE"):
            sitting.undo(ONE[mine], at, key(), "")
        assert sitting.request is None
    finally:
        sitting.close()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/srv/games/g.hxl: could not read", "g.hxl: could not read"),
        ("g.hxl: '/srv/my games/x.json' is gone", "g.hxl: 'x.json' is gone"),
        ("/srv/my games/b c/g.hxl: no", "g.hxl: no"),
        ("C:\\Users\\ann\\g.hxl: no", "g.hxl: no"),
        ("J6 7/8: 1/46 and http://a/b, or 3 / 4", "J6 7/8: 1/46 and http://a/b, or 3 / 4"),
    ],
)
def test_who_sits_elsewhere_is_told_no_folders_of_this_machine(text: str, shown: str) -> None:
    assert without_folders(text, Path("/srv"), Path("/srv/my games"), Path("/srv/my games/b c")) == shown
