"""Commitments as files: what one side writes the other names, and nobody copies hex digits."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def committed(run: Run, side: int, name: str, *more: str) -> None:
    ran = run("duel", "commit", f"{name}.vault", "--side", side, "-o", f"{name}.commit", *more)
    assert ran.code == 0, ran
    assert "commitment for log" in ran.out and "--commit" not in ran.out


def new(run: Run, *commits: str, dice: str = "duel"):
    words = [word for commit in commits for word in ("--commit", commit)]
    return run("new", "june_6/push_to_caen", "g.hxl", "--dice", dice, *words)


def test_a_duel_is_begun_with_two_files(run: Run, folder: Path) -> None:
    committed(run, 1, "ann")
    committed(run, 2, "bob", "--log-id", "ann.commit")
    assert new(run, "ann.commit", "bob.commit").code == 0
    with Chronicle.read(folder / "g.hxl") as log:
        assert len(log.genesis.commitments) == 2
        assert log.genesis.log_id in (folder / "ann.commit").read_text()
    for name in ("ann", "bob"):
        text = (folder / f"{name}.commit").read_text()
        assert len(text) < 300 and "links" not in text, "nothing of the chain leaves the vault"


def test_a_keepers_file_begins_a_game_and_changes_the_dice_of_one(run: Run, folder: Path) -> None:
    assert run("keeper", "new", "rex.keeper", "-o", "rex.commit").code == 0
    assert new(run, "rex.commit", dice="referee").code == 0
    assert run("keeper", "commit", "rex.keeper", "-o", "again.commit").code == 0
    assert (folder / "again.commit").read_bytes() == (folder / "rex.commit").read_bytes()
    assert run("keeper", "new", "other.keeper", "-o", "other.commit").code == 0
    refused = run("mode", "g.hxl", "referee", "--commit", "other.commit", "--consent")
    assert refused.code == 2 and "for 2 logs" in refused.err
    assert run("keeper", "new", "next.keeper", "--log-id", "rex.commit", "-o", "next.commit").code == 0
    assert run("mode", "g.hxl", "referee", "--commit", "next.commit", "--consent").code == 0


def test_commitments_for_two_logs_begin_no_game(run: Run, folder: Path) -> None:
    committed(run, 1, "ann")
    committed(run, 2, "bob")
    refused = new(run, "ann.commit", "bob.commit")
    assert refused.code == 2 and "for 2 logs" in refused.err and "--log-id" in refused.err
    assert not (folder / "g.hxl").exists()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (b'{"commitment":"duel 1 5 ', "is no commitment"),
        (b'{"commitment":"x","log_id":"y","more":1}', "is no commitment"),
        (b'{"commitment":"' + b"x" * 5_000 + b'","log_id":"y"}', "4,000"),
        (b'{"commitment":"x\x1b[8m","log_id":"' + b"0" * 32 + b'"}', "no commitment"),
        (b"", "is no commitment"),
    ],
)
def test_what_is_no_commitment_is_refused_in_words(run: Run, folder: Path, what: bytes, said: str) -> None:
    (folder / "bad.commit").write_bytes(what)
    refused = new(run, "bad.commit", "bad.commit")
    assert refused.code in (2, 7), refused
    assert said in refused.err and "Traceback" not in refused.err and "\x1b" not in refused.err
    assert not (folder / "g.hxl").exists()


def test_a_vault_named_in_the_place_of_its_commitment_is_not_read(run: Run, folder: Path) -> None:
    committed(run, 1, "ann")
    refused = new(run, "ann.vault", "ann.vault")
    assert refused.code != 0 and "keep it to yourself" in refused.err
    assert not (folder / "g.hxl").exists()


def test_no_secret_is_made_where_the_commitment_cannot_be_written(run: Run, folder: Path) -> None:
    (folder / "letter").write_text("dear Ann")
    assert run("duel", "commit", "ann.vault", "--side", "1", "-o", "letter").code == 3
    assert run("keeper", "new", "rex.keeper", "-o", "letter").code == 3
    assert sorted(one.name for one in folder.iterdir() if not one.name.startswith(".")) == ["letter"]
