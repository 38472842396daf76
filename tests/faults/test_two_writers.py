"""One file has one writer, whatever it is called; and a writer knows when its file is another one than it opened."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexledger.cli.failures import BUSY, REFUSED
from hexledger.events import marks
from hexledger.events.errors import Behind, Corrupt, DiskError, LedgerError, Locked, Moved, Poisoned
from hexledger.events.framing import pack
from hexledger.events.ledger import Ledger
from hexledger.events.platform import RealDisk
from hexledger.events.scan import scan
from hexledger.replays.audit.anchors import make_checkpoint
from hexledger.replays.secrets.locking import alone
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


def over_an_overlay(path):
    """Another file system that shows the same file, as a container's does, and has locks of its own."""
    above = path.parent.parent / "above"
    for name in ("lower", "work", "merged"):
        (above / name).mkdir(parents=True)
    layers = f"lowerdir={above / 'lower'},upperdir={path.parent},workdir={above / 'work'}"
    mounted("-t", "overlay", "overlay", "-o", layers, above / "merged")
    return above / "merged" / path.name


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
    over_an_overlay,
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
@pytest.mark.parametrize("turned", [False, True])
def test_a_second_writer_is_refused_through_every_alias(path, alias, turned):
    """In this program and in another one, and let in as soon as the first has closed."""
    names = (path, alias(path))
    own, other = names[::-1] if turned else names
    with Ledger.open_writer(own) as first:
        with pytest.raises(Locked):
            Ledger.open_writer(other)
        code, said = by_another_program(other)
        assert code == 1 and "another writer has this ledger open" in said
        assert first.append(b"mine", None) == 1
    assert by_another_program(other) == (0, "2")
    assert [*Ledger.open_reader(own).payloads()] == [b"genesis", b"mine", b"theirs"]


@pytest.mark.parametrize("alias", ALIASES)
def test_two_writers_that_take_turns_through_aliases_never_give_one_number_twice(path, alias):
    names = (path, alias(path))
    given, ready = [], threading.Barrier(2)

    def play(name):
        done = 0
        ready.wait()
        while done < 15:
            try:
                with Ledger.open_writer(name) as ledger:
                    # time for the other to come in between, if he can
                    time.sleep(0.001)
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


# ------------------------------------------------------------------ another file system that shows the same file
def killed_while_writing(path):
    """A program that opens the log, adds a frame and is killed."""
    program = (
        "import os, signal, sys; from pathlib import Path; from hexledger.events.ledger import Ledger\n"
        "ledger = Ledger.open_writer(Path(sys.argv[1])); ledger.append(b'last', None)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL


def marks_on(path):
    return [name for name in os.listxattr(path) if name.startswith(marks.PREFIX)]


def test_a_writer_that_was_killed_keeps_nobody_out_who_comes_the_same_way(path):
    marked(path)
    killed_while_writing(path)
    assert marks_on(path)
    with Ledger.open_writer(path) as ledger:
        assert ledger.append(b"more", None) == 2
    assert not marks_on(path)


def test_who_comes_another_way_than_a_killed_writer_is_told_what_to_do(path):
    """Whether that one lives cannot be seen from here."""
    above = over_an_overlay(path)
    killed_while_writing(above)
    for _ in range(2):
        with pytest.raises(Locked, match="was killed, through another file system") as busy:
            Ledger.open_writer(path)
        assert f"setfattr -x {busy.value.mark}" in str(busy.value) and marks_on(path) == [busy.value.mark]
    Ledger.open_writer(above).close()
    with Ledger.open_writer(path) as ledger:
        assert ledger.append(b"more", None) == 2
    killed_while_writing(above)
    os.removexattr(path, busy.value.mark)
    with Ledger.open_writer(path) as ledger:
        assert len(ledger) == 4


def test_a_mark_of_before_the_machine_was_started_anew_keeps_nobody_out(path):
    marked(path)
    os.setxattr(path, marks.PREFIX + "an-earlier-start", b"another")
    with Ledger.open_writer(path) as ledger:
        assert ledger.append(b"more", None) == 1
    assert not marks_on(path)


def test_a_writer_leaves_the_mark_of_another_alone(path):
    """Refused, or closed after somebody has taken its own mark off and put his on."""
    marked(path)
    with Ledger.open_writer(path):
        (name,) = marks_on(path)
        os.setxattr(path, name, b"another file system")
    assert os.getxattr(path, name) == b"another file system"


def marked(path):
    """Skipped where the file system, or the system, keeps no attributes."""
    with Ledger.open_writer(path):
        if not hasattr(os, "listxattr") or not marks_on(path):
            pytest.skip("no attributes of files here")


@pytest.mark.parametrize("error", [errno.ENOTSUP, errno.EPERM, errno.ENOSYS])
def test_where_no_attributes_are_kept_a_log_is_written_to_all_the_same(path, error, monkeypatch):
    def refused(*_):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "setxattr", refused, raising=False)
    with Ledger.open_writer(path) as ledger:
        assert ledger.append(b"one", None) == 1


def test_a_mark_that_cannot_be_set_for_another_reason_lets_nobody_write(path, monkeypatch):
    marked(path)

    def refused(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "setxattr", refused)
    with pytest.raises(DiskError, match="lock the ledger: No space left"):
        Ledger.open_writer(path)
    monkeypatch.undo()
    Ledger.open_writer(path).close()


@pytest.mark.parametrize("way", [lambda path: path, over_an_overlay], ids=["the same way", "over an overlay"])
def test_the_memory_of_keys_is_asked_by_one_after_the_other(path, way):
    """Its lock is a log's: two programs that reach one memory by two file systems would sign two histories."""
    with alone(way(path)), pytest.raises(DiskError, match="take the lock: another program has it"), alone(path, 0):
        pytest.fail("two have it")
    with alone(path, 0):
        pass


# ------------------------------------------------------------------ nothing keeps the other out
def frame_after(path, payload):
    """The bytes of a frame that continues a log: what a program writes that locks nothing, or another lock."""
    with Ledger.open_reader(path) as ledger:
        return pack(ledger.leaf(ledger.head), payload)[0]


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


@pytest.mark.parametrize("batch", [False, True])
def test_a_last_frame_of_the_same_length_put_in_the_place_of_ours_is_noticed(path, batch):
    """By a program that locks nothing; the file has the length that it had."""
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"mine", None)
        before = path.read_bytes()
        os.truncate(path, ledger.offset(1))
        theirs = frame_after(path, b"else")
        with path.open("ab") as file:
            file.write(theirs)
        assert path.stat().st_size == len(before)
        with pytest.raises(Moved, match="the last frame is not where it was put"):
            ledger.append_many([b"more", b"and more"], None) if batch else ledger.append(b"more", None)
    assert [*Ledger.open_reader(path).payloads()] == [b"genesis", b"else"]


def test_where_nothing_keeps_others_out_a_frame_is_read_back_before_it_is_acknowledged(path):
    """Another program took a frame off before ours was written and put one as long behind it."""

    class Meanwhile(RealDisk):
        armed = False

        def lock(self, handle, where):
            return False

        def write(self, handle, data):
            if self.armed:
                os.truncate(path, path.stat().st_size - len(last))
            written = os.write(handle, data)
            if self.armed:
                with path.open("ab") as file:
                    file.write(last)
            return written

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        last = path.read_bytes()[ledger.offset(1) :]
        disk.armed = True
        with pytest.raises(Moved, match="the last frame is not where it was put"):
            ledger.append(b"two", None)
        assert len(ledger) == 2


def test_nothing_is_taken_off_that_stands_in_its_place(path):
    """Another program wrote behind it, and leaves it there: nobody's frame is acknowledged, and the log says so."""

    class Meanwhile(RealDisk):
        def write(self, handle, data):
            written = os.write(handle, data)
            if self.armed:
                with path.open("ab") as file:
                    file.write(self.other)
            return written

        armed = False

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        disk.other, disk.armed = frame_after(path, b"theirs"), True
        with pytest.raises(Moved, match="another program has written to it"):
            ledger.append(b"mine", None)
    with pytest.raises(Corrupt, match="frame 2 and frame 1 were written after the same frame, by two programs"):
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
            found = Path(os.fsdecode(name)).stat()
            size = found.st_size - self.unseen
            return SimpleNamespace(st_dev=found.st_dev, st_ino=found.st_ino, st_size=size)

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
        change(path, old)
        there = path.read_bytes() if path.exists() else None
        with pytest.raises(Moved, match="no frame was added"):
            ledger.append_many([b"three", b"four"], None) if batch else ledger.append(b"three", None)
        assert not ledger.writable and [*ledger.payloads()] == held
        with pytest.raises(Poisoned, match="open the ledger again"):
            ledger.append(b"three", None)
    assert (path.read_bytes() if path.exists() else None) == there


def second_append_is_refused(path, write, message):
    """Of two frames the second, which is written by `write`: the ledger has none but the first, and writes no more."""

    class Meanwhile(RealDisk):
        armed = False

        def write(self, handle, data):
            return write(handle, data) if self.armed else os.write(handle, data)

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        disk.armed = True
        with pytest.raises(Moved, match=message):
            ledger.append(b"two", None)
        assert len(ledger) == 2 and not ledger.writable


def test_a_file_that_loses_its_name_while_a_frame_is_written_is_not_acknowledged(path):
    """Between the look and the write."""

    def write(handle, data):
        path.rename(path.with_name("elsewhere.hxl"))
        return os.write(handle, data)

    second_append_is_refused(path, write, "no frame was added")


def test_a_file_that_was_saved_anew_with_the_frame_in_it_is_another_one(path):
    """A copy of the length that ours has after the write: its number is another, whatever it holds."""

    def write(handle, data):
        written = os.write(handle, data)
        saved_anew_with_the_same_bytes(path, None)
        return written

    second_append_is_refused(path, write, "another file was put in its place")


def test_a_file_of_another_disk_is_another_one_though_number_and_length_are_the_same(path):
    """Two disks number their files alike."""

    class Meanwhile(RealDisk):
        other = 0

        def identity_at(self, name):
            found = Path(os.fsdecode(name)).stat()
            return SimpleNamespace(st_dev=found.st_dev + self.other, st_ino=found.st_ino, st_size=found.st_size)

    disk = Meanwhile()
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        disk.other = 1
        with pytest.raises(Moved, match="another file was put in its place"):
            ledger.append(b"two", None)
        assert len(ledger) == 2 and not ledger.writable


@pytest.mark.parametrize("change", CHANGES)
def test_what_becomes_of_a_file_while_a_frame_is_synced_is_seen_by_the_next_append(path, change):
    """As if it happened after the append, which nothing can tell from it: that frame went where the name stood."""

    class Meanwhile(RealDisk):
        armed = False

        def sync(self, handle):
            if self.armed:
                change(path, old)
                self.armed = False
            return os.fsync(handle)

    disk, old = Meanwhile(), path.with_name("old.hxl")
    with Ledger.open_writer(path, disk) as ledger:
        ledger.append(b"one", None)
        shutil.copy(path, old)
        disk.armed = True
        assert ledger.append(b"two", None) == 2
        there = path.read_bytes() if path.exists() else None
        with pytest.raises(Moved, match="no frame was added"):
            ledger.append(b"three", None)
        assert not ledger.writable
    assert (path.read_bytes() if path.exists() else None) == there


@pytest.mark.parametrize("batch", [False, True])
def test_a_file_that_was_renamed_has_no_more_bytes_than_before(path, batch):
    """The frame is written before the name is looked up; it does not stay there, and nobody is told that it does."""
    away = path.with_name("elsewhere.hxl")
    with Ledger.open_writer(path) as ledger:
        ledger.append(b"one", None)
        before = path.read_bytes()
        path.rename(away)
        with pytest.raises(Moved, match="renamed or deleted"):
            ledger.append_many([b"two", b"three"], None) if batch else ledger.append(b"two", None)
    assert away.read_bytes() == before and scan(away).intact


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
