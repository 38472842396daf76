"""What a command writes never destroys what it, or anybody, reads; and what cannot be written leaves the old file."""

import errno
import os

import click
import pytest

from hexledger.cli.failures import DISK, REFUSED
from hexledger.cli.inputs import Member
from hexledger.cli.outputs import NewFile, Output
from hexledger.events.file_kinds import PRECIOUS, kind_of
from hexledger.events.platform import RealDisk
from tests.faults.precious import TEXTS, all_commands, precious

COMMANDS = all_commands()
OUTPUTS = {
    (*path, param.name): param
    for path, command in COMMANDS.items()
    for param in command.params
    if isinstance(param.type, Output)
}

ARGUMENTS = {
    ("export", "target"): ("{log}", "--ndjson", "{target}"),
    ("export", "transcript"): ("{log}", "--transcript", "{target}"),
    ("export", "page"): ("{log}", "--html", "{target}", "--no-verify"),
    ("show", "svg"): ("{log}", "--svg", "{target}"),
    ("show", "png"): ("{log}", "--at", "0", "--png", "{target}"),
    ("record", "out"): ("{log}", "--out", "{target}"),
    ("verify", "out"): ("{log}", "--no-rules", "--report", "json", "--out", "{target}"),
    ("pack", "out"): ("{log}", "--out", "{target}"),
    ("send", "out"): ("{log}", "--to", "german", "--since", "0", "-o", "{target}"),
    ("checkpoint", "out"): ("{log}", "--out", "{target}"),
    ("prove", "out"): ("{log}", "3", "--out", "{target}"),
    ("consent", "out"): ("{log}", "{log}", "--out", "{target}"),
    ("undo", "ask"): ("{log}", "--ask", "{target}"),
    ("go", "ask"): ("{log}", "3", "--ask", "{target}"),
    ("claim", "ask"): ("{log}", "--ask", "{target}"),
    ("adopt", "ask"): ("{log}", "{log}", "x", "--ask", "{target}"),
    ("keeper", "answer", "out"): ("{log}", "{log}", "--out", "{target}"),
    ("mode", "ask"): ("{log}", "entered", "--ask", "{target}"),
    ("end", "ask"): ("{log}", "draw", "--as", "allied", "--ask", "{target}"),
    ("notes", "give"): ("{log}", "--give", "{target}"),
    ("receive", "reply"): ("--reply", "{target}", "{log}", "{log}"),
    ("swing", "picture"): ("{log}", "--svg", "{target}"),
    ("ask", "parquet"): ("endings", "{log}", "--parquet", "{target}"),
    ("ask", "picture"): ("endings", "{log}", "--svg", "{target}"),
    ("fanout", "page"): ("{log}", "3", "--html", "{target}"),
    ("report", "page"): ("{log}", "--html", "{target}", "--no-verify"),
    ("seat", "ask"): ("{log}", "german", "Sam", "--ask", "{target}"),
    ("key", "show", "out"): ("ann", "--out", "{target}"),
    ("keeper", "new", "out"): ("{target}.keeper", "--out", "{target}"),
    ("keeper", "commit", "out"): ("{log}", "--out", "{target}"),
    ("duel", "commit", "out"): ("{target}.vault", "--side", "1", "--out", "{target}"),
}
"""How each output of each command is named. A command that gets a new one says here how it is called."""

NEW = {
    ("new", "log"): ("june_6/push_to_caen", "{target}"),
    ("import", "log"): ("{export}", "{target}"),
    ("receive", "log"): ("{bundle}", "{target}"),
    ("transcribe", "log"): ("{transcript}", "--log", "{target}"),
    ("key", "new", "out"): ("--out", "{target}"),
    ("keeper", "new", "file"): ("{target}",),
    ("keeper", "attend", "log"): ("{keeper}", "{target}", "--once", "--with", "http://127.0.0.1:1/games/g?token=t"),
    ("salvage", "new"): ("{damaged}", "{target}"),
    ("whatif", "study"): ("{log}", "{target}", "--at", "3"),
    ("simulate", "study"): ("{log}", "--keep", "1", "--to", "{target}"),
    ("duel", "commit", "file"): ("{target}", "--side", "1"),
}
"""The same for files that a command makes and that must be new, or of the log that is gone on with."""

WORKING = [key for key in ARGUMENTS if key[0] in ("export", "show", "record", "verify", "send", "checkpoint", "prove")]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch, run):
    """The user's folder, with one key."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    assert run("key", "new", "--name", "ann").code == 0


@pytest.fixture
def call(run, finished):
    """`call(("export", "page"), target)`: that output of that command into a file."""

    def go(key, target, *more):
        words = {"log": finished, "target": target}
        return run(*key[:-1], *(word.format(**words) for word in ARGUMENTS[key]), *more)

    return go


# ------------------------------------------------------------------ the whole tree of commands
def test_every_path_that_a_command_may_write_goes_through_the_one_module_for_outputs():
    for path, command in COMMANDS.items():
        for param in command.params:
            kind = param.type
            if isinstance(kind, click.Path) and not isinstance(kind, Output | NewFile | Member):
                assert kind.exists or not kind.file_okay, f"{' '.join(path)}: {param.name} may write a file"
            assert not isinstance(kind, click.File), f"{' '.join(path)}: {param.name} opens files by itself"
        if any(isinstance(param.type, Output) for param in command.params):
            assert any("--force" in param.opts for param in command.params), f"{' '.join(path)} has no --force"


def test_every_output_of_every_command_is_tried_here():
    assert set(OUTPUTS) == set(ARGUMENTS)
    made = {
        (*path, p.name) for path, command in COMMANDS.items() for p in command.params if isinstance(p.type, NewFile)
    }
    assert made == set(NEW)


def test_what_is_precious_is_known_by_what_it_holds(tmp_path):
    for name, data in precious(tmp_path).items():
        assert kind_of(data) in PRECIOUS, name
    for plain in (
        b"",
        b"a letter\n",
        b"<html></html>",
        b"<svg/>",
        b'{"log": 1}',
        b"\x89PNG\r\n\x1a\n",
        b"\xc3\xa4" * 500,
    ):
        assert kind_of(plain) not in PRECIOUS


@pytest.mark.parametrize("key", ARGUMENTS, ids=" ".join)
def test_no_output_is_ever_written_over_what_is_precious(tmp_path, call, key):
    """A1: a log, a secret, a key, a checkpoint, a request, a consent, a bundle; of any game, whatever it is called."""
    for number, (name, data) in enumerate(precious(tmp_path).items()):
        target = tmp_path / f"{number}.html"
        target.write_bytes(data)
        for more in ((), ("--force",)):
            ran = call(key, target, *more)
            assert ran.code == REFUSED, (name, ran)
            assert str(target) in ran.err and "there already" in ran.err and ran.err.count("\n") == 1, (name, ran)
            assert target.read_bytes() == data, name


@pytest.mark.parametrize("key", ARGUMENTS, ids=" ".join)
def test_no_output_is_written_over_the_log_that_it_is_made_from(call, finished, key):
    """A1: by its own name, by a link, by another name of the same file."""
    before = finished.read_bytes()
    link, twin = finished.with_name("link"), finished.with_name("twin")
    link.symlink_to(finished)
    os.link(finished, twin)
    for target in (finished, link, twin):
        assert call(key, target, "--force").code == REFUSED
        assert finished.read_bytes() == twin.read_bytes() == before
        assert link.is_symlink()


@pytest.mark.parametrize("key", NEW, ids=" ".join)
def test_what_a_command_makes_anew_replaces_nothing(run, finished, tmp_path, key):
    """A1"""
    files = {
        "export": tmp_path / "e",
        "bundle": tmp_path / "b",
        "transcript": tmp_path / "t",
        "damaged": tmp_path / "d",
        "keeper": tmp_path / "k",
        "log": finished,
    }
    assert run("export", finished, "--ndjson", files["export"]).code == 0
    assert run("send", finished, "--to", "german", "--since", "0", "-o", files["bundle"]).code == 0
    files["damaged"].write_bytes(finished.read_bytes()[:-9])
    assert run("keeper", "new", files["keeper"]).code == 0
    files["transcript"].write_text("@game june_6/push_to_caen\n", encoding="utf-8")
    for data in (b"somebody's letter", TEXTS["a private key"].encode()):
        target = tmp_path / "target"
        target.write_bytes(data)
        ran = run(*key[:-1], *(word.format(target=target, **files) for word in NEW[key]))
        assert ran.code not in (0, 70), ran
        assert target.read_bytes() == data


def test_the_public_key_replaces_nothing_either(run, finished, tmp_path):
    """A1: it is written beside the secret, under a name that nobody has typed."""
    taken = tmp_path / "ann.pub"
    taken.write_bytes(finished.read_bytes())
    assert run("key", "new", "--out", tmp_path / "ann.key").code == REFUSED
    assert run("key", "new", "--out", tmp_path / "new.pub").code != 0
    assert taken.read_bytes() == finished.read_bytes()
    assert not (tmp_path / "ann.key").exists() and not (tmp_path / "new.pub").exists()


# ------------------------------------------------------------------ names that nobody has typed
def test_outputs_beside_a_log_replace_no_file_of_anybody_else(run, finished):
    """A1: the report, the proof, the picture of a sitting, the cache."""
    kept = {}
    for name in ("finished-report.html", "finished.hxl.3.tlog-proof", "finished.svg", "finished.hxl.cache"):
        kept[name] = finished.with_name(name)
        kept[name].write_bytes(finished.read_bytes())
    assert run("verify", finished, "--report", "html").code == REFUSED
    assert run("prove", finished, "3").code == REFUSED
    assert "no picture" in run("replay", finished, lines="svg\nq\n").out
    run("branch", finished, "other", "--at", "40")
    for name, path in kept.items():
        assert kind_of(path.read_bytes()) == "a log", name


def test_two_outputs_of_one_command_cannot_be_one_file(run, finished, tmp_path):
    both = tmp_path / "both"
    assert run("show", finished, "--svg", both, "--png", both).code == REFUSED
    assert run("export", finished, "--ndjson", both, "--html", tmp_path / "." / "both").code == REFUSED
    assert not both.exists()


def test_a_warehouse_is_not_made_in_a_folder_of_other_files(run, finished, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "games.parquet").write_bytes(finished.read_bytes())
    assert run("query", "SELECT 1", finished, "--warehouse", folder).code != 0
    (folder / "events").mkdir()
    assert run("query", "SELECT 1", finished, "--warehouse", folder).code != 0
    (folder / "kept.json").symlink_to(folder / "games.parquet")
    assert run("query", "SELECT 1", finished, "--warehouse", folder).code != 0
    assert (folder / "games.parquet").read_bytes() == finished.read_bytes()


# ------------------------------------------------------------------ files of other people
@pytest.mark.parametrize("key", WORKING, ids=" ".join)
def test_a_file_that_the_program_did_not_write_there_is_replaced_only_by_force(tmp_path, call, key):
    """A1"""
    target = tmp_path / "out"
    target.write_text("a letter", encoding="utf-8")
    ran = call(key, target)
    assert ran.code == REFUSED and "--force" in ran.err and target.read_text(encoding="utf-8") == "a letter"
    assert call(key, target, "--force").code == 0
    first = target.read_bytes()
    assert first and first != b"a letter"
    # what it wrote itself it may write again, until somebody changes it
    assert call(key, target).code == 0
    target.write_bytes(first + b"a remark\n")
    assert call(key, target).code == REFUSED
    assert target.read_bytes() == first + b"a remark\n"


def test_a_bundle_that_was_sent_makes_room_for_the_next_bundle_and_for_nothing_else(tmp_path, call):
    target = tmp_path / "mail"
    assert call(("send", "out"), target).code == 0
    sent = target.read_bytes()
    assert call(("export", "page"), target, "--force").code == REFUSED
    assert target.read_bytes() == sent
    assert call(("send", "out"), target).code == 0


# ------------------------------------------------------------------ disks that fail
class FullFolder:
    """A disk that fails one call wherever it is about a file of one folder; `short`: a write that takes 100 bytes."""

    def __init__(self, monkeypatch, folder, failing):
        self.real = {name: getattr(RealDisk, name) for name in ("create_new", "write", "sync", "replace", "link")}
        self.folder, self.failing, self.handles = folder, failing, []
        monkeypatch.setattr(RealDisk, "create_new", lambda disk, path, mode=0o666: self.create_new(disk, path, mode))
        monkeypatch.setattr(RealDisk, "close", lambda _, handle: self.close(handle))
        monkeypatch.setattr(RealDisk, "write", staticmethod(self.write))
        monkeypatch.setattr(RealDisk, "sync", staticmethod(self.sync))
        for name in ("replace", "link"):
            monkeypatch.setattr(RealDisk, name, lambda *names, name=name: self.give_name(name, *names))

    def create_new(self, disk, path, mode):
        handle = self.real["create_new"](disk, path, mode)
        if path.parent == self.folder:
            self.handles.append(handle)
        return handle

    def close(self, handle):
        self.handles = [known for known in self.handles if known != handle]
        os.close(handle)

    def write(self, handle, data):
        if handle in self.handles and self.failing in ("write", "short"):
            self.refuse(self.failing == "write")
            data = data[:100]
        return self.real["write"](handle, data)

    def sync(self, handle):
        self.refuse(handle in self.handles and self.failing == "sync")
        self.real["sync"](handle)

    def give_name(self, name, disk, source, target):
        self.refuse(target.parent == self.folder and self.failing == "name")
        return self.real[name](disk, source, target)

    def refuse(self, now):
        if now:
            raise OSError(errno.ENOSPC, "No space left on device")


FAILING = [("write", key) for key in WORKING] + [(call, ("record", "out")) for call in ("sync", "name", "short")]


@pytest.mark.parametrize(("failing", "key"), FAILING, ids=lambda one: one if isinstance(one, str) else " ".join(one))
def test_an_output_that_fails_leaves_the_old_file_and_names_both(tmp_path, call, monkeypatch, key, failing):
    """A2"""
    folder = tmp_path / "full"
    folder.mkdir()
    old, new = folder / "old", folder / "new"
    old.write_text("what was there", encoding="utf-8")
    FullFolder(monkeypatch, folder, failing)
    for target in (old, new):
        ran = call(key, target, "--force")
        assert ran.code == DISK and ran.err.startswith("disk: ") and ran.err.count("\n") == 1, ran
        assert str(target) in ran.err and "unfinished file beside it" in ran.err
        assert ("the old old is as it was" if target == old else "no new was made") in ran.err
    assert old.read_text(encoding="utf-8") == "what was there"
    assert [path.name for path in folder.iterdir()] == ["old"]


def test_a_name_foreseen_by_somebody_else_is_never_written_through(tmp_path, call):
    """A2: `NAME.new` used to be a fixed name, and a link there was followed."""
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    target = tmp_path / "o.html"
    target.with_name("o.html.new").symlink_to(victim)
    assert call(("record", "out"), target).code == 0
    assert victim.read_text(encoding="utf-8") == "precious"
    assert target.stat().st_size and not target.is_symlink()
