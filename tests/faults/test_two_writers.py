"""One file has one writer, whatever it is called; and a writer knows when its file is another one than it opened."""

import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexledger.cli.failures import BUSY, REFUSED
from hexledger.events.errors import Behind, Corrupt, DiskError, LedgerError, Locked, Moved, Poisoned
from hexledger.events.framing import pack
from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from hexledger.events.scan import scan
from hexledger.replays.audit.anchors import make_checkpoint
from tests.drill.play import advance, begun, writing
from tests.drill.signed import RED_KEY


def hard_link(path):
    other = path.with_name("hard.hxl")
    os.link(path, other)
    return other


def symlink(path):
    other = path.with_name("soft.hxl")
    other.symlink_to(path)
    return other


def symlinked_folder(path):
    folder = path.parent.with_name("folder-alias")
    folder.symlink_to(path.parent)
    return folder / path.name


def dotted(path):
    return path.parent / "." / ".." / path.parent.name / path.name


def relative(path):
    return type(path)(os.path.relpath(path))


def deleted_lock(path):
    """What older versions locked; deleting it let a second writer in."""
    path.with_name(path.name + ".lock").unlink(missing_ok=True)
    return path


def link_and_lock_of_its_own(path):
    other = hard_link(path)
    other.with_name(other.name + ".lock").touch()
    return other


def symlinked_grandparent(path):
    """A link somewhere above, relative, through another link."""
    above = path.parent.parent
    (above / "first").symlink_to("second", target_is_directory=True)
    (above / "second").symlink_to(above.parent, target_is_directory=True)
    return above / "first" / above.name / path.parent.name / path.name


def descriptor(path):
    """Another name of an open file; the descriptor stays open as long as the test program."""
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system has no /proc/self/fd")
    # named with its process, so that another program means the same
    return type(path)(f"/proc/{os.getpid()}/fd/{os.open(path, os.O_RDONLY)}")


def other_case(path):
    other = path.with_name("GAME.HXL")
    if not other.exists():
        pytest.skip("this file system tells small letters from capitals")
    return other


def bound_folder(path):
    other = path.parent.with_name("bound")
    other.mkdir()
    mounted("--bind", path.parent, other)
    return other / path.name


def bound_file(path):
    other = path.with_name("bound.hxl")
    other.touch()
    mounted("--bind", path, other)
    return other


ALIASES = [
    hard_link,
    symlink,
    symlinked_folder,
    symlinked_grandparent,
    dotted,
    relative,
    descriptor,
    other_case,
    bound_folder,
    bound_file,
    deleted_lock,
    link_and_lock_of_its_own,
]

MOUNTED = []


def mounted(*words):
    """Mount something for the length of a test; the last word is where. Skipped where this may not be done."""
    done = subprocess.run(["mount", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting needs more rights: {done.stderr.strip()}")
    MOUNTED.append(str(words[-1]))


@pytest.fixture(autouse=True)
def _unmounted():
    yield
    while MOUNTED:
        subprocess.run(["umount", "-l", MOUNTED.pop()], check=True)


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    target = folder / "game.hxl"
    Ledger.create(target, b"genesis").close()
    return target


def by_another_program(path):
    """What a second program says that tries to append: its exit code and its last line."""
    program = (
        "import sys; from pathlib import Path; from hexledger.events.ledger import Ledger\n"
        "ledger = Ledger.open_writer(Path(sys.argv[1])); print(ledger.append(b'theirs', None))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip().split("\n")[-1]


@pytest.mark.parametrize("alias", ALIASES)
def test_a_second_writer_is_refused_through_every_alias(path, alias):
    """In this program and in another one, and let in as soon as the first has closed."""
    with Ledger.open_writer(path) as first:
        other = alias(path)
        with pytest.raises(Locked):
            Ledger.open_writer(other)
        code, said = by_another_program(other)
        assert code == 1 and "another writer has this ledger open" in said
        assert first.append(b"mine", None) == 1
    assert by_another_program(other) == (0, "2")
    assert [*Ledger.open_reader(path).payloads()] == [b"genesis", b"mine", b"theirs"]


@pytest.mark.parametrize("alias", ALIASES)
def test_two_writers_that_take_turns_through_aliases_never_give_one_number_twice(path, alias):
    names = (path, alias(path))
    given = []

    def play(name):
        done = 0
        while done < 15:
            try:
                with Ledger.open_writer(name) as ledger:
                    given.append(ledger.append(str(name).encode(), None))
                    done += 1
            except Locked:
                continue

    both = [threading.Thread(target=play, args=(name,)) for name in names]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(given) == list(range(1, 31))
    assert scan(path).intact and len(Ledger.open_reader(path)) == 31


# ------------------------------------------------------------------ a file system that shares no locks
def frame_after(path, payload):
    """The bytes of a frame that continues a log: what a program writes that locks nothing, or another lock."""
    with Ledger.open_reader(path) as ledger:
        return pack(ledger.leaf(ledger.head), payload)[0]


@contextmanager
def overlaid(folder):
    """(name of the log under an overlay, name of it in the overlay)."""
    names = [folder.parent / name for name in ("lower", "work", "merged")]
    for name in names:
        name.mkdir()
    lower, work, merged = names
    mounted("-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={folder},workdir={work}", merged)
    yield folder / "game.hxl", merged / "game.hxl"


def test_writers_over_and_under_an_overlay_never_give_one_number_twice(path):
    """Their locks do not know of each other; the size before and after each append does, but for a moment between the
    two looks. Whoever writes in that moment leaves a log that nobody writes to any more: noticed, never silent."""
    with overlaid(path.parent) as names:
        given, refused = {}, 0

        def play(name):
            nonlocal refused
            done = 0
            while done < 40:
                payload = f"{name} {done}".encode()
                try:
                    with Ledger.open_writer(name) as ledger:
                        for _ in range(5):
                            number = ledger.append(payload, None)
                            assert number not in given, f"#{number} was given twice"
                            given[number] = payload
                            done += 1
                except Corrupt:
                    return
                except (Locked, Moved, DiskError):
                    refused += 1

        both = [threading.Thread(target=play, args=(name,)) for name in names]
        for one in both:
            one.start()
        for one in both:
            one.join()
        if not scan(path).intact:
            for name in names:
                with pytest.raises(Corrupt):
                    Ledger.open_writer(name)
            return
    found = list(Ledger.open_reader(path).payloads())
    assert len(given) >= 80
    assert {number: found[number] for number in given} == given


@pytest.mark.parametrize("batch", [False, True])
def test_what_was_written_behind_a_frame_of_another_program_is_taken_off_again(path, batch):
    """Between the look and the write."""

    class Meanwhile(RealDisk):
        other = b""

        def write(self, handle, data):
            if self.other:
                with path.open("ab") as file:
                    file.write(self.other)
            return os.write(handle, data)

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        disk.other = frame_after(path, b"theirs")
        with pytest.raises(Moved, match="another program has written to it"):
            ledger.append_many([b"mine", b"mine too"], None) if batch else ledger.append(b"mine", None)
        assert len(ledger) == 2 and not ledger.writable
    assert [*Ledger.open_reader(path).payloads()] == [b"genesis", b"one", b"theirs"]


def test_nothing_is_taken_off_that_stands_in_its_place(path):
    """Another program wrote behind it, and leaves it there: nobody's frame is acknowledged, and the log says so."""

    class Meanwhile(RealDisk):
        def sync(self, handle):
            if self.armed:
                with path.open("ab") as file:
                    file.write(self.other)
            return os.fsync(handle)

        armed = False

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        disk.other, disk.armed = frame_after(path, b"theirs"), True
        with pytest.raises(Moved, match="another program has written to it"):
            ledger.append(b"mine", None)
    with pytest.raises(Corrupt, match="frame 2 was written after a different frame 1"):
        Ledger.open_reader(path)
    assert path.read_bytes().endswith(disk.other)


def test_a_frame_that_another_program_was_still_writing_is_not_cut_off_as_a_torn_tail(path):
    """Of a write across two pages a reader may see the first; by the time the tail has been put aside, it is whole."""

    class Meanwhile(RealDisk):
        unseen = 5

        def read(self, name, offset=0):
            data = super().read(name, offset)
            return data[: len(data) - self.unseen] if name == path else data

        def identity_at(self, name):
            found = Path(name).stat()
            size = found.st_size - self.unseen
            return SimpleNamespace(st_dev=found.st_dev, st_ino=found.st_ino, st_size=size, st_ctime_ns=0)

        def create_new(self, name, mode=0o666):
            self.unseen = 0
            return super().create_new(name, mode)

    with Ledger.open_writer(path) as ledger:
        ledger.append(b"theirs", None)
    before = path.read_bytes()
    with pytest.raises(Moved, match="another program has written to it"):
        Ledger.open_writer(path, Meanwhile())
    assert path.read_bytes() == before


# ------------------------------------------------------------------ the file is another one now
def old_copy_renamed_over(path, old):
    old.replace(path)


def renamed_away(path, _old):
    path.rename(path.with_name("elsewhere.hxl"))


def renamed_away_and_old_copy_in_its_place(path, old):
    path.rename(path.with_name("elsewhere.hxl"))
    shutil.copy(old, path)


def deleted(path, _old):
    path.unlink()


def saved_anew_with_the_same_bytes(path, _old):
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def link_in_its_place(path, old):
    path.unlink()
    path.symlink_to(old)


def old_copy_written_into_it(path, old):
    path.write_bytes(old.read_bytes())


def cut_by_another_program(path, _old):
    os.truncate(path, path.stat().st_size - 1)


def appended_to_without_a_lock(path, _old):
    with path.open("ab") as file:
        file.write(b"by a program that locks nothing")


TICK = 0.02
"""Seconds after which any file system gives a change another time than the last one."""

CHANGES = [
    old_copy_renamed_over,
    renamed_away,
    renamed_away_and_old_copy_in_its_place,
    deleted,
    saved_anew_with_the_same_bytes,
    link_in_its_place,
    old_copy_written_into_it,
    cut_by_another_program,
    appended_to_without_a_lock,
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("batch", [False, True])
def test_a_writer_whose_file_is_another_one_acknowledges_nothing(path, change, batch):
    """An old copy renamed over the log took forty decisions without a word."""
    old = path.with_name("old.hxl")
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"one", None)
        shutil.copy(path, old)
        ledger.append(b"two", None)
        held = [*ledger.payloads()]
        time.sleep(TICK)
        change(path, old)
        there = path.read_bytes() if path.exists() else None
        with pytest.raises(Moved, match="no frame was added"):
            ledger.append_many([b"three", b"four"], None) if batch else ledger.append(b"three", None)
        assert not ledger.writable and [*ledger.payloads()] == held
        with pytest.raises(Poisoned, match="open the ledger again"):
            ledger.append(b"three", None)
    assert (path.read_bytes() if path.exists() else None) == there


def test_a_file_that_loses_its_name_while_a_frame_is_written_is_not_acknowledged(path):
    """Between the look and the write."""

    class Meanwhile(RealDisk):
        armed = False

        def write(self, handle, data):
            if self.armed:
                path.rename(path.with_name("elsewhere.hxl"))
            return os.write(handle, data)

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        disk.armed = True
        with pytest.raises(Moved, match="no frame was added"):
            ledger.append(b"two", None)
        assert len(ledger) == 2 and not ledger.writable


class NoTimes(RealDisk):
    """A file system that keeps no time of change, or too coarse a one."""

    def identity(self, handle):
        return self.timeless(os.fstat(handle))

    def identity_at(self, path):
        return self.timeless(Path(path).stat())

    @staticmethod
    def timeless(found):
        return SimpleNamespace(
            st_dev=found.st_dev, st_ino=found.st_ino, st_size=found.st_size, st_ctime_ns=0, st_nlink=found.st_nlink
        )


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("batch", [False, True])
def test_where_a_file_system_keeps_no_times_nothing_is_acknowledged_either(path, change, batch):
    """What the open file does not show is seen by its name after the write."""
    old = path.with_name("old.hxl")
    with Ledger.open_writer(path, NoTimes()) as ledger:
        ledger.append(b"one", None)
        shutil.copy(path, old)
        ledger.append(b"two", None)
        held = [*ledger.payloads()]
        change(path, old)
        with pytest.raises(Moved):
            ledger.append_many([b"three", b"four"], None) if batch else ledger.append(b"three", None)
        assert not ledger.writable and [*ledger.payloads()] == held


def test_a_file_whose_folder_is_renamed_is_not_written_into_unnoticed(path):
    """The file itself does not show it."""
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"one", None)
        path.parent.rename(path.parent.with_name("elsewhere"))
        with pytest.raises(Moved):
            ledger.append(b"two", None)
        assert len(ledger) == 2 and not ledger.writable


def test_a_change_of_rights_or_a_second_name_is_no_harm(path):
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"one", None)
        time.sleep(TICK)
        path.chmod(0o600)
        hard_link(path)
        assert ledger.append(b"two", None) == 2
        assert ledger.append(b"three", None) == 3


def test_a_file_replaced_between_opening_and_locking_is_not_taken_for_the_other(path):
    class Meanwhile(RealDisk):
        def lock(self, handle, where):
            other = where.with_name("other")
            Ledger.create(other, b"another game").close()
            other.replace(where)
            super().lock(handle, where)

    with pytest.raises(Moved, match="another file"):
        Ledger.open_writer(path, Meanwhile())


# ------------------------------------------------------------------ an older copy put back between sittings
def played(path, count):
    with begun(path) as game:
        advance(game, count)


def test_an_old_copy_put_back_between_sittings_is_not_played_on(tmp_path):
    """Its snapshots know better; nothing is written, not even a torn tail set aside."""
    path, old = tmp_path / "game.hxl", tmp_path / "old"
    played(path, 2)
    shutil.copy(path, old)
    with writing(path) as game:
        advance(game, 3)
    for torn in (b"", b"torn"):
        path.write_bytes(old.read_bytes() + torn)
        names = sorted(one.name for one in tmp_path.iterdir())
        with pytest.raises(Behind, match=r"has 3 frames, and game\.hxl\.cache knows of 6") as behind:
            writing(path)
        assert (behind.value.have, behind.value.known) == (3, 6)
        assert path.read_bytes() == old.read_bytes() + torn
        assert sorted(one.name for one in tmp_path.iterdir()) == names
    # who means it says so
    path.with_name("game.hxl.cache").unlink()
    with writing(path) as game:
        advance(game)


def test_another_history_of_the_same_game_is_not_played_on_either(tmp_path):
    path, other = tmp_path / "game.hxl", tmp_path / "other.hxl"
    played(path, 2)
    shutil.copy(path, other)
    with writing(other) as game:
        advance(game, 3, seed="another mind")
    with writing(path) as game:
        advance(game, 3)
    shutil.copy(other, path)
    with pytest.raises(Behind, match=r"is not what game\.hxl\.cache knows"):
        writing(path)


def test_a_log_behind_its_checkpoint_is_not_played_on(tmp_path):
    from tests.drill.play import BLUE, RED
    from tests.drill.signed import signed_game, with_keys

    path, old = tmp_path / "game.hxl", tmp_path / "old"
    with signed_game(path) as game:
        advance(game, 2)
    shutil.copy(path, old)
    with with_keys(path, RED, BLUE) as game:
        advance(game, 2)
        make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
        size = len(game.ledger)
    shutil.copy(old, path)
    path.with_name("game.hxl.cache").unlink()
    before = path.read_bytes()
    with pytest.raises(Behind, match=f"game.hxl.checkpoint knows of {size}"):
        with_keys(path, RED, BLUE)
    assert path.read_bytes() == before


def test_another_game_in_the_place_of_a_finished_one_may_be_played(tmp_path):
    """Snapshots of another log say nothing of this one."""
    path = tmp_path / "game.hxl"
    played(path, 4)
    path.unlink()
    played(path, 1)
    with writing(path) as game:
        advance(game)


def test_no_lock_file_is_left_beside_a_log(path):
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"one", None)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_reader_notices_that_its_file_became_another(path):
    reader = Ledger.open_reader(path)
    other = path.with_name("other")
    with Ledger.create(other, b"another game") as ledger:
        ledger.append(b"with more words than the first", None)
    other.replace(path)
    with pytest.raises(LedgerError) as found:
        reader.refresh()
    assert isinstance(found.value, Corrupt)


# ------------------------------------------------------------------ at the command line
def test_the_commands_say_who_is_in_the_way_and_what_to_do(run, fresh):
    alias = fresh.with_name("alias.hxl")
    os.link(fresh, alias)
    with Ledger.open_writer(fresh):
        busy = run("branch", alias, "mine")
        assert busy.code == BUSY and str(alias) in busy.err
    old = fresh.read_bytes()
    assert run("branch", fresh, "mine").code == 0
    fresh.write_bytes(old)
    behind = run("branch", fresh, "yours")
    assert behind.code == REFUSED and "g.hxl.cache knows of 2" in behind.err and "delete g.hxl.cache" in behind.err
    assert fresh.read_bytes() == old
