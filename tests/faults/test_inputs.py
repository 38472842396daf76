"""Files that are not what a command wants: named by what they are, never quoted, and nothing waits for them."""

import os
import re
import subprocess
import sys

import click
import pytest

from hexledger.cli.failures import BAD_LOG, DISK, without_secrets
from hexledger.cli.inputs import Input, LogOrFolder
from hexledger.cli.outputs import NewFile
from hexledger.events.errors import LedgerError
from hexledger.events.ledger import Ledger
from hexledger.events.notes import SignerKey, VerifierKey
from hexledger.events.platform import LONGEST
from hexledger.events.texts import NotText, read_text
from tests.faults.precious import all_commands

COMMANDS = all_commands()
INPUTS = {
    (*path, param.name): param
    for path, command in COMMANDS.items()
    for param in command.params
    if isinstance(param.type, Input | NewFile)
}
SECRET = "5ec1e7" * 10 + "abcd"
KEY = SignerKey("ann", bytes(range(32)))
SECRETS = {
    "a private key": KEY.secret_text + "\n",
    "a keeper's file": f'{{"hexledger":"keeper","log_id":"{"ab" * 16}","secret":"{SECRET}","commitment":""}}\n',
    "a vault of duel dice": f'{{"hexledger":"duel","log_id":"","side":1,"length":9,"secret":"{SECRET}","anchor":""}}\n',
    "a vault of seals": f'{{"log":"","slot":"m","frame":3,"commitment":"","choice":["{SECRET}"],"salt":"{SECRET}"}}\n',
}
PARTS = (SECRET[:24], KEY.secret_text.rsplit("+", 1)[1][:24])


def called_with(key, target):
    """The words of a command whose argument or option `key` is a file; the others are filled with what is there."""
    *path, name = key
    words = list(path)
    for param in COMMANDS[tuple(path)].params:
        value = str(target) if param.name == name else "1"
        if isinstance(param, click.Argument):
            words.append(value if param.name == name or not isinstance(param.type, Input) else str(target))
        elif param.name == name or param.required:
            words += [param.opts[0], value]
    return words


def shows_nothing(ran):
    assert ran.code not in (0, 70), ran
    for part in PARTS:
        assert part not in ran.out + ran.err, ran
    assert ran.err.count("\n") <= 4


# ------------------------------------------------------------------ the whole tree of commands
def test_every_file_that_a_command_reads_is_looked_at_before_it_is_opened():
    for path, command in COMMANDS.items():
        for param in command.params:
            kind = param.type
            if isinstance(kind, click.Path) and kind.exists and kind.file_okay:
                assert isinstance(kind, Input), f"{' '.join(path)}: {param.name} reads whatever it is given"


@pytest.mark.parametrize("key", INPUTS, ids=" ".join)
def test_no_command_waits_for_a_pipe_or_reads_a_device_or_a_folder(run, tmp_path, key):
    """The kind: anything that is no regular file, in the place of any input."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target, what in ((pipe, "a pipe"), ("/dev/zero", "a device"), (tmp_path, "director")):
        if what == "director" and isinstance(INPUTS[key].type, LogOrFolder):
            continue
        ran = run(*called_with(key, target))
        assert ran.code in (2, DISK), (target, ran)
        assert what in ran.err, (target, ran)


@pytest.mark.parametrize("key", [key for key, param in INPUTS.items() if isinstance(param.type, Input)], ids=" ".join)
def test_a_secret_in_the_place_of_another_file_is_named_and_not_quoted(run, tmp_path, key):
    wanted = INPUTS[key].type.wanted
    for number, (kind, text) in enumerate(SECRETS.items()):
        secret = tmp_path / f"{number}.hxl"
        secret.write_text(text, encoding="utf-8")
        secret.chmod(0o600)
        ran = run(*called_with(key, secret))
        shows_nothing(ran)
        if kind not in wanted:
            assert ran.code == BAD_LOG and f"that is {kind}" in ran.err and "wanted here" in ran.err, ran


PASTED = (
    ("show", "{log}", "--line", "{secret}"),
    ("verify", "{log}", "--trust", "{secret}"),
    ("checkpoint", "{log}", "--key", "{secret}"),
    ("key", "show", "{secret}"),
    ("new", "june_6/push_to_caen", "{new}", "--player", "allied=ann:{secret}"),
    ("new", "june_6/push_to_caen", "{new}", "--dice", "referee", "--log-id", "{secret}"),
    ("new", "june_6/push_to_caen", "{new}", "--dice", "duel", "--log-id", "ab" * 16, "--commit", "{secret}"),
    ("keeper", "new", "{new}", "--log-id", "{secret}"),
    ("duel", "commit", "{new}", "--side", "1", "--log-id", "{secret}"),
    ("explain", "{log}", "{secret}"),
    ("decide", "{log}", "{secret}"),
    ("show", "{secret}"),
)


@pytest.mark.parametrize("words", PASTED, ids=lambda words: " ".join(words[:2]) + " " + words[-2])
@pytest.mark.parametrize("secret", [KEY.secret_text, SECRET, KEY.secret_text.rsplit("+", 1)[1]])
def test_a_secret_that_was_pasted_in_the_wrong_place_is_not_shown_again(run, fresh, tmp_path, words, secret):
    ran = run(*(word.format(log=fresh, new=tmp_path / "new", secret=secret) for word in words))
    if "--player" in words and secret == SECRET:
        return  # 64 hex digits are a public key as well: nobody can tell, and the key is what the log shows
    shows_nothing(ran)


def test_a_secret_file_beside_a_log_in_the_place_of_another_is_not_quoted(run, fresh):
    for name in ("checkpoint", "notes.json", "waiting-3"):
        for text in SECRETS.values():
            beside = fresh.with_name(f"{fresh.name}.{name}")
            beside.write_text(text, encoding="utf-8")
            for words in (("verify", fresh), ("export", fresh, "--html", fresh.with_name("p"), "--force")):
                ran = run(*words)
                for part in PARTS:
                    assert part not in ran.out + ran.err
            beside.unlink()


def test_parsers_of_keys_quote_nothing():
    shapes = ("{}", "x+{}", "a+b+{}=", "PRIVATE+KEY+{}", "{}+12345678+AA==", "a+12345678+{}")
    for text in (KEY.secret_text, *(shape.format(SECRET) for shape in shapes)):
        for parse in (VerifierKey.parse, SignerKey.parse):
            try:
                parse(text)
            except LedgerError as error:
                assert not [part for part in PARTS if part in str(error)], error
    assert "5ec1e7" not in without_secrets(f"'{SECRET}' and {KEY.secret_text} and {KEY.secret_text.rsplit('+', 1)[1]}")
    kept = "/tmp/a/game-0123456789abcdef/g.hxl: frame 3 (0123456789abcdef)"
    assert without_secrets(kept) == kept


def test_pipes_beside_a_log_stop_nobody(fresh, tmp_path):
    """In a process of its own with an alarm: a read that waits would end it."""
    for name in ("checkpoint", "cache", "notes.json", "keeper", "vault-allied", "lock"):
        beside = fresh.with_name(f"{fresh.name}.{name}")
        beside.unlink(missing_ok=True)
        os.mkfifo(beside)
    program = "import signal, sys; signal.alarm(20); from hexledger.cli.main import main; main(sys.argv[1:])"
    for words in (("verify", fresh), ("show", fresh), ("export", fresh, "--html", tmp_path / "page", "--no-verify")):
        command = [sys.executable, "-c", program, *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode in (0, DISK), (words, done)


def test_a_file_too_long_for_any_game_is_refused_before_it_is_read(tmp_path, run):
    huge = tmp_path / "huge.hxl"
    with huge.open("wb") as file:
        file.truncate(LONGEST + 1)
    ran = run("show", huge)
    assert ran.code == DISK and "1,073,741,825 bytes" in ran.err
    with pytest.raises(LedgerError, match="are the most"):
        Ledger.open_writer(huge)


# ------------------------------------------------------------------ what editors and mail programs save
SAVED = {
    "as it is": lambda text: text.encode(),
    "with a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "as UTF-16": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "as UTF-16, the other way round": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "as UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "with line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "with line ends of old": lambda text: text.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("how", SAVED)
def test_texts_are_read_however_an_editor_has_saved_them(run, fresh, tmp_path, monkeypatch, how):
    """B2: a transcript, an export, a key, a checkpoint, a proof."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    assert run("key", "new", "--name", "ann").code == 0

    def saved(name, path):
        target = tmp_path / name
        target.write_bytes(SAVED[how](path.read_text(encoding="utf-8")))
        return target

    assert run("export", fresh, "--ndjson", tmp_path / "n").code == 0
    assert run("import", saved("n2", tmp_path / "n"), tmp_path / "again.hxl").code == 0
    assert (tmp_path / "again.hxl").read_bytes() == fresh.read_bytes()
    (tmp_path / "t").write_text("@game june_6/push_to_caen\n# été\n", encoding="utf-8")
    assert run("transcribe", saved("t2", tmp_path / "t"), "--log", tmp_path / "t.hxl").code == 0
    public = tmp_path / "home" / "keys" / "ann.pub"
    assert run("verify", fresh, "--trust", saved("ann.pub", public)).code == 0
    assert run("checkpoint", fresh, "--out", tmp_path / "c").code == 0
    anchored = run("verify", fresh, "--checkpoint", saved("c2", tmp_path / "c"))
    assert anchored.code == 0 and "does not count" not in anchored.out and re.search(r"^intact$", anchored.out, re.M)
    assert run("prove", fresh, "0", "--out", tmp_path / "p").code == 0
    assert run("check", saved("p2", tmp_path / "p")).code == 0


def test_what_is_no_text_is_refused_with_the_cause(tmp_path, run):
    """B2"""
    path = tmp_path / "t.txt"
    for data, cause in (
        ("@game june_6/push_to_caen\n# été\n".encode("latin-1"), "byte 28 is no UTF-8; save it as UTF-8"),
        (b"@game june_6/push_to_caen\n\0\0\0\0", "zero bytes"),
        (bytes(range(128, 256)) * 3, "is it a text at all?"),
    ):
        path.write_bytes(data)
        ran = run("transcribe", path)
        assert ran.code == BAD_LOG and cause in ran.err and ran.err.count("\n") == 1, ran
        with pytest.raises(NotText):
            read_text(path, data)
