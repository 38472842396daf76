"""Attacks that need nothing of the second format: each can be tried on any version, by commands and by the few names
that all versions have. On 9411937 every one of them succeeds (docs/trust.md says how that was tried); here none does.

    PYTHONPATH=OLD/.ns:OLD python -m pytest -c /dev/null -p no:cacheprovider test_attacks_on_any_version.py
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexledger.events import framing
from hexledger.events.frame import Frame, Label, decode_frame, encode_frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.scan import scan

GOOD_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""A public key of nobody here (RFC 8032, test 1)."""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """`run("verify", log)`: a command in a process and a folder of its own; (exit code, all that it said)."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))

    def go(*words: object, timeout: int = 120) -> tuple[int, str]:
        program = [sys.executable, "-c", "from hexledger.cli.main import main; main()", *map(str, words)]
        ran = subprocess.run(
            program,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
        return ran.returncode, ran.stdout + ran.stderr

    return go


@pytest.fixture
def log(run, tmp_path):
    """A new practice game."""
    assert run("new", "june_6/push_to_caen", tmp_path / "g.hxl", "--seed", "11")[0] == 0
    return tmp_path / "g.hxl"


def both_write(log: Path, alias: Path) -> bool:
    """Whether two writers of one file, by two names, both have a frame of the same number acknowledged."""
    with Ledger.open_writer(log) as one:
        try:
            with Ledger.open_writer(alias) as two:
                return one.append(b"\x90", None) == two.append(b"\x91\x01", None)
        except Exception:
            return False


def test_no_two_writers_by_a_hard_link(log, tmp_path):
    os.link(log, tmp_path / "alias.hxl")
    assert not both_write(log, tmp_path / "alias.hxl")


def test_no_two_writers_by_a_deleted_lock(log):
    with Ledger.open_writer(log) as one:
        for lock in log.parent.glob("*.lock"):
            lock.unlink()
        try:
            with Ledger.open_writer(log) as two:
                taken = one.append(b"\x90", None) == two.append(b"\x91\x01", None)
        except Exception:
            taken = False
    assert not taken


def test_nothing_is_acknowledged_that_went_into_a_file_which_lost_its_name(log, tmp_path):
    shutil.copy(log, tmp_path / "old.hxl")
    with Ledger.open_writer(log) as one:
        (tmp_path / "old.hxl").replace(log)
        try:
            one.append(b"\x90", None)
            taken = True
        except Exception:
            taken = False
    assert not taken


def test_an_old_copy_put_back_between_sittings_is_not_played_on(run, log, tmp_path):
    shutil.copy(log, tmp_path / "old.hxl")
    bots = ("--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit")
    assert run("play", log, *bots, "10")[0] == 0
    shutil.copy(tmp_path / "old.hxl", log)
    assert run("play", log, *bots, "1")[0] != 0


def test_an_export_onto_the_log_leaves_the_log(run, log):
    before = log.read_bytes()
    run("export", log, "--ndjson", log)
    assert log.read_bytes() == before


def label(name: str, **fields: Any) -> Callable[[Frame], Frame]:
    return lambda genesis: Frame(
        **{
            "seq": 1,
            "kind": 3,
            "actor": 0,
            "parent": 0,
            "decision": encode_value(Label(name, 0)),
            "events": (),
            "evidence": (),
            "digest": genesis.digest,
            "time": None,
            **fields,
        }
    )


@pytest.mark.parametrize(
    "made",
    [label("aside", time=2**62), label(""), label("x" * 300_000), label("a\x1b[8m")],
    ids=["a time of 2 to the 62", "an empty name", "a name of 300 kB", "a name with escape sequences"],
)
def test_what_the_client_would_not_write_is_not_verified_either(run, log, made):
    with Ledger.open_writer(log) as ledger:
        ledger.append(encode_frame(made(decode_frame(ledger.payload(0), 0))), None)
    assert run("verify", log)[0] == 1


@pytest.mark.parametrize("key", ["01" + "00" * 31, "00" * 32, "ec" + "ff" * 30 + "7f"])
def test_no_game_begins_with_a_key_for_which_one_signature_fits_every_frame(run, tmp_path, key):
    players = ("--player", f"allied=Ann:{key}", "--player", f"german=Bob:{GOOD_KEY}")
    assert run("new", "june_6/push_to_caen", tmp_path / "k.hxl", "--signed", *players)[0] != 0


def test_no_game_is_half_signed(run, tmp_path):
    player = ("--player", f"german=Bob:{GOOD_KEY}")
    assert run("new", "june_6/push_to_caen", tmp_path / "h.hxl", "--signed", *player)[0] != 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_the_place_of_a_log_keeps_nobody_waiting(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert run("verify", tmp_path / "pipe", timeout=60)[0] != 0


def test_what_is_whole_of_a_damaged_log_can_be_looked_at(run, log):
    bots = ("--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "20")
    assert run("play", log, *bots)[0] == 0
    data = bytearray(log.read_bytes())
    data[-300] ^= 1
    log.write_bytes(data)
    assert run("show", log, "--at", "2")[0] == 0


def test_a_crafted_tail_is_not_summed_again_for_every_byte(log, monkeypatch):
    """Counted, not timed: bytes that go through the checksum."""
    size = 400_000
    with log.open("ab") as file:
        file.write(b"\xff\xff\xff\x00" + struct.pack("<I", size // 4) * (size // 4))
    summed = 0

    def crc(data, *more):
        nonlocal summed
        summed += len(data)
        return zlib.crc32(data, *more)

    monkeypatch.setattr(framing, "crc32", crc)
    scan(log)
    assert summed < 1_000 * size
