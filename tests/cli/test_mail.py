"""Keys, checkpoints, proofs and play by mail through the command line; two processes play Push to Caen by mail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hexledger.events.ledger import Ledger
from hexledger.events.notes import VerifierKey
from hexledger.replays.log.chronicle import Chronicle, new_genesis
from tests.cli.conftest import Run

SCENARIO = "june_6/push_to_caen"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for keys that is empty at first."""
    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Player:
    """A process with a home and a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self.keys = self.folder / "home" / "keys"
        paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path if path)
        env = os.environ | {"HEXLEDGER_HOME": str(self.folder / "home"), "PYTHONPATH": paths}
        script = Path(__file__).with_name("mail_player.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder,
            env=env,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, *words: object, code: int = 0) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([str(word) for word in words]) + "\n")
        self.process.stdin.flush()
        found, out, err = json.loads(self.process.stdout.readline())
        assert found == code, (words, out, err)
        return str(out) + str(err)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=120)


@pytest.mark.whole
def test_two_processes_play_push_to_caen_by_mail_to_the_end(tmp_path: Path) -> None:
    """Two files, two homes, two vaults; only bundles are exchanged. Both files verify and are equal."""
    ann, bob = Player(tmp_path, "ann"), Player(tmp_path, "bob")
    post = tmp_path / "post"
    post.mkdir()
    try:
        names = ((ann, "ann"), (bob, "bob"))
        for player, name in names:
            player("key", "new", "--name", name)
        keys = [VerifierKey.parse((player.keys / f"{name}.pub").read_text().strip()) for player, name in names]
        players = [(side, name, key.public.hex()) for side, name, key in zip((1, 2), ("Ann", "Bob"), keys, strict=True)]
        genesis = new_genesis(SCENARIO, seed="2", players=players, signed=True)
        # the log id of `new` is random, and the dice with it: this game shall be the same in every run
        Chronicle.create(ann.folder / "g.hxl", msgspec.structs.replace(genesis, log_id="5" * 32)).close()
        ann("send", "g.hxl", "--to", "german", "-o", post / "0")
        bob("receive", post / "0", "g.hxl")
        sides = {"allied": (ann, "german"), "german": (bob, "allied")}
        for number in range(1, 400):
            asked = json.loads(ann("offer", "g.hxl", "--json"))
            if asked.get("over"):
                break
            mover, other = sides[asked["side"]]
            receiver = sides[other][0]
            mover("play", "g.hxl", f"--{asked['side']}", "bot:random", f"--{other}", "mail", "--quiet")
            mover("send", "g.hxl", "--to", other, "-o", post / str(number))
            receiver("receive", post / str(number), "g.hxl")
        else:
            pytest.fail("the game did not end")
        assert number > 20, "the sides took turns"
        for player in (ann, bob):
            said = player("verify", "g.hxl", "--require-anchor")
            assert said.rstrip().endswith("intact")
            seals = json.loads(player("seals", "g.hxl", "--json"))
            assert all(seal["opened"] for seal in seals)
    finally:
        ann.close()
        bob.close()
    one, two = tmp_path / "ann" / "g.hxl", tmp_path / "bob" / "g.hxl"
    assert one.read_bytes() == two.read_bytes()
    vaults = {
        name: {path.name for path in (tmp_path / name).iterdir() if "vault" in path.name} for name in ("ann", "bob")
    }
    assert vaults["ann"] <= {"g.hxl.vault-allied"} and vaults["bob"] <= {"g.hxl.vault-german"}
    assert seals and (vaults["ann"] or vaults["bob"]), "some mode was sealed"


# ------------------------------------------------------------------ keys
def test_a_key_is_made_once_shown_without_its_secret_and_named_by_file_or_name(run: Run, home: Path) -> None:
    assert "no keys in" in run("key", "show").out
    made = run("key", "new", "--name", "ann", "--json")
    (row,) = json.loads(made.out)
    secret = (home / "keys" / "ann.key").read_text().strip()
    assert sys.platform == "win32" or (home / "keys" / "ann.key").stat().st_mode & 0o777 == 0o600
    for shown in (run("key", "show"), run("key", "show", "ann"), run("key", "show", home / "keys" / "ann.key"), made):
        assert shown.code == 0 and row["public"] in shown.out
        assert secret.split("+", 4)[-1] not in shown.out + shown.err
    again = run("key", "new", "--name", "ann")
    assert again.code == 3 and "already exists" in again.err
    assert (home / "keys" / "ann.key").read_text().strip() == secret
    assert run("key", "new", "--name", "a b").code == 4
    assert run("key", "new", "--name", "../ann").code == 2
    assert run("key", "show", "nobody").code == 2


def test_a_key_file_that_others_may_read_is_refused(run: Run, home: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows protects the folder, not the file")
    run("key", "new", "--name", "ann")
    (home / "keys" / "ann.key").chmod(0o644)
    shown = run("key", "show", "ann")
    assert shown.code == 3 and "chmod 600" in shown.err


# ------------------------------------------------------------------ signed games
@pytest.fixture
def signed(run: Run, tmp_path: Path) -> Path:
    """A signed game in which this user holds the allied key, and a file of the German one."""
    run("key", "new", "--name", "ann")
    run("key", "new", "--name", "bob", "--out", tmp_path / "bob.key")
    german = json.loads(run("key", "show", tmp_path / "bob.key", "--json").out)[0]["public"]
    log = tmp_path / "g.hxl"
    made = run(
        "new",
        SCENARIO,
        log,
        "--seed",
        "2",
        "--signed",
        "--player",
        "allied=Ann:ann",
        "--player",
        f"german=Bob:{german}",
    )
    assert made.code == 0, made.err
    return log


def test_a_decision_is_signed_with_the_key_of_the_folder_and_refused_without_the_right_one(
    run: Run, signed: Path, home: Path, tmp_path: Path
) -> None:
    first = json.loads(run("offer", signed, "--json").out)["choices"][0]
    before = signed.read_bytes()
    wrong = run("decide", signed, json.dumps(first), "--key", tmp_path / "bob.key")
    assert wrong.code == 3 and "name it with --key" in wrong.err
    run("key", "new", "--name", "stranger")
    assert run("decide", signed, json.dumps(first), "--key", "stranger").code == 2
    assert signed.read_bytes() == before
    assert run("decide", signed, json.dumps(first)).code == 0
    said = run("verify", signed)
    assert said.code == 0 and "signatures: 1 of 1" in said.out
    (home / "keys" / "ann.key").unlink()
    refused = run("decide", signed, "end_bombardment")
    assert refused.code in (2, 3) and "Traceback" not in refused.err


@pytest.mark.parametrize(
    ("player", "code", "said"),
    [
        ("martian=X", 2, "no side called"),
        ("allied", 2, "SIDE=NAME"),
        ("allied=Ann:nokey", 2, "no public key"),
        ("german=bot:greedy", 2, "`hexledger play LOG --german bot:greedy`"),
        ("allied=Ann:" + "z" * 64, 3, "64 small hex digits"),
    ],
)
def test_a_player_that_cannot_be_is_refused_in_one_line(
    run: Run, tmp_path: Path, player: str, code: int, said: str
) -> None:
    made = run("new", SCENARIO, tmp_path / "x.hxl", "--player", player)
    assert made.code == code and said in made.err
    assert not (tmp_path / "x.hxl").exists()


def test_undo_by_request_and_consent(run: Run, signed: Path, tmp_path: Path) -> None:
    first = json.loads(run("offer", signed, "--json").out)["choices"][0]
    run("decide", signed, json.dumps(first))
    roll = next(
        choice
        for choice in json.loads(run("offer", signed, "--json").out)["choices"]
        if not choice["kind"].startswith("end")
    )
    assert run("decide", signed, json.dumps(roll)).code == 0
    assert run("undo", signed).code == 3
    assert "no word of the German side" in run("undo", signed, "--consent").err
    asked = run("undo", signed, "--ask", tmp_path / "request", "--reason", "misread")
    assert asked.code == 0 and "consent request LOG" in asked.out
    assert run("consent", tmp_path / "request", signed, "--key", "ann").code == 3
    agreed = run("consent", tmp_path / "request", signed, "--key", tmp_path / "bob.key")
    assert agreed.code == 0 and "across 1 die roll" in agreed.out, agreed.err
    assert "agreed and carried out" in agreed.out
    history = run("history", signed).out
    assert "with the consent of Allied because misread" in history
    assert run("consent", tmp_path / "request", signed, "--key", tmp_path / "bob.key").code == 3, "it is used up"
    assert run("verify", signed).code == 0


def rolled(run: Run, log: Path) -> None:
    """A game whose second decision rolls."""
    for wanted in ("", "end"):
        choices = json.loads(run("offer", log, "--json").out)["choices"]
        picked = next(choice for choice in choices if not wanted or not choice["kind"].startswith(wanted))
        assert run("decide", log, json.dumps(picked)).code == 0


def test_going_to_an_undone_line_by_request_and_consent(run: Run, signed: Path, tmp_path: Path) -> None:
    """An undone end is a place like any other: to leave what was rolled since takes the other side's signature."""
    both = ("--key", "ann", "--key", tmp_path / "bob.key")
    rolled(run, signed)
    left = json.loads(run("lines", signed, "--json").out)[0]["head"]
    assert run("go", signed, "1", "--as", "allied").code == 3
    asked = run("go", signed, "1", "--as", "allied", "--ask", tmp_path / "request", "--reason", "the other plan")
    assert asked.code == 0 and "which carries it out" in asked.out, asked.err
    done = run("consent", tmp_path / "request", signed, "--key", tmp_path / "bob.key")
    assert done.code == 0 and "goes from #2 to #1" in done.out, done.err
    alone = run("go", signed, left, "--as", "allied", "--key", "ann")
    assert alone.code == 3 and "brings back" in alone.err, "what was rolled does not come back without the other's word"
    back = run("go", signed, left, "--as", "allied", "--consent", *both)
    assert back.code == 0, back.err
    assert "with the consent of Allied because the other plan" in run("history", signed).out
    assert run("go", signed, left, "--ask", tmp_path / "again").code == 3
    assert run("verify", signed).code == 0


def test_a_correction_by_agreement_of_a_signed_game_goes_by_request_and_consent(run: Run, tmp_path: Path) -> None:
    """The policy lets an error stand once it was accepted, unless both agree: that is the other side's signature."""
    log, bob = tmp_path / "g.hxl", tmp_path / "bob.key"
    run("key", "new", "--name", "ann")
    run("key", "new", "--name", "bob", "--out", bob)
    german = json.loads(run("key", "show", bob, "--json").out)[0]["public"]
    players = ("--player", "allied=Ann:ann", "--player", f"german=Bob:{german}")
    game = ("--signed", "--errors", "next-die", "--seals", "practice", "--seed", "2")
    assert run("new", SCENARIO, log, *game, *players).code == 0
    both = ("--key", "ann", "--key", bob)
    run("play", log, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "40", *both)
    rows = json.loads(run("history", log, "--all", "--json").out)
    about = next(row["frame"] for row in rows if row.get("decision", "").startswith("move"))
    claim = ("claim", log, "--frame", about, "--what", "movement", "--reason", "too far", "--as", "allied")
    assert "no word of the German side" in run(*claim, "--consent", "--key", "ann").err
    asked = run(*claim, "--ask", tmp_path / "request")
    assert asked.code == 0 and "claim LOG --consent-from FILE" in asked.out, asked.err
    agreed = run("consent", tmp_path / "request", log, "--key", bob)
    assert agreed.code == 0 and f"for an error of movement in #{about}" in agreed.out, agreed.err
    done = run("claim", log, "--consent-from", tmp_path / "request.consent", *both)
    assert done.code == 0 and "Granted, as agreed" in done.out, done.err
    assert f"after a claim of an error of movement about #{about}" in run("history", log).out
    assert run("verify", log).code == 0


# ------------------------------------------------------------------ checkpoints, witnesses, proofs
def test_checkpoint_witness_prove_and_check(run: Run, finished: Path, tmp_path: Path, home: Path) -> None:
    assert run("checkpoint", finished).code == 2, "there is no key yet"
    run("key", "new", "--name", "ann")
    assert run("verify", finished, "--require-anchor").code == 8
    made = run("checkpoint", finished)
    assert made.code == 0 and made.out.startswith("hexledger/june_6/")
    beside = finished.with_name(finished.name + ".checkpoint")
    assert beside.read_text(encoding="utf-8") == made.out
    run("key", "new", "--name", "rex", "--out", tmp_path / "rex.key")
    assert run("witness", beside, "--key", tmp_path / "rex.key").code == 0
    said = run("verify", finished, "--require-anchor", "--trust", tmp_path / "rex.pub")
    assert said.code == 0 and "by ann, rex" in said.out
    proof = tmp_path / "p"
    assert run("prove", finished, 40, "-o", proof).code == 0
    assert "\u2014 rex " in proof.read_text(encoding="utf-8")
    good = run("check", proof, "--json")
    assert good.code == 0 and json.loads(good.out)["signed_by"] == ["ann"]
    assert (
        "intact: the frame lies under the root that ann, rex signed"
        in run("check", proof, "--trust", tmp_path / "rex.pub").out
    )
    (home / "keys" / "ann.pub").unlink()
    unknown = run("check", proof)
    assert unknown.code == 8 and unknown.out.rstrip().endswith("whom you do not trust yet (--trust)")
    text = proof.read_text(encoding="utf-8")
    proof.write_text(text.replace("index 40", "index 41"), encoding="utf-8")
    forged = run("check", proof)
    assert forged.code == 1 and forged.out.startswith("contradicted: ")
    proof.write_text("nothing", encoding="utf-8")
    assert run("check", proof).code == 1


def test_cutting_the_tail_is_found_with_the_checkpoint(run: Run, finished: Path) -> None:
    """F34"""
    run("key", "new")
    run("checkpoint", finished)
    with Ledger.open_reader(finished) as ledger:
        size = ledger.offset(len(ledger) - 3)
    finished.write_bytes(finished.read_bytes()[:size])
    cut = run("verify", finished)
    assert cut.code == 1 and "checkpoint: found the log ends with frame" in cut.out
    assert run("checkpoint", finished).code == 1
    finished.with_name(finished.name + ".checkpoint").unlink()
    alone = run("verify", finished)
    assert alone.code == 0 and alone.out.rstrip().endswith("intact but not anchored: no checkpoint covers any frame")


def test_a_witness_that_saw_an_early_checkpoint_wants_a_proof_for_the_next(
    run: Run, fresh: Path, tmp_path: Path
) -> None:
    for name in ("ann", "rex"):
        run("key", "new", "--name", name)
    note = tmp_path / "note"
    run("checkpoint", fresh, "--key", "ann", "--out", note)
    assert run("witness", note, "--key", "rex").code == 0
    run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "5")
    kept = run("checkpoint", fresh, "--key", "ann", "--out", note)
    assert kept.code == 3 and "a file of checkpoints is there already" in kept.err, "rex's signature stands in it"
    note = tmp_path / "second note"
    run("checkpoint", fresh, "--key", "ann", "--out", note)
    refused = run("witness", note, "--key", "rex")
    assert refused.code == 1 and "--for-witness 1" in refused.err
    run("checkpoint", fresh, "--key", "ann", "--out", note, "--for-witness", "1")
    signed = run("witness", note, "--key", "rex")
    assert signed.code == 0 and "grown from 1 frame\n" in signed.err
    assert run("checkpoint", fresh, "--key", "ann", "--for-witness", "1").code == 2


# ------------------------------------------------------------------ sending and receiving
def test_send_and_receive_say_what_they_did(run: Run, fresh: Path, tmp_path: Path) -> None:
    bundle, mine = tmp_path / "b", tmp_path / "mine.hxl"
    sent = run("send", fresh, "--to", "german", "-o", bundle)
    assert sent.code == 0 and "frame 0 for the German side" in sent.out and "without a checkpoint" in sent.out
    taken = run("receive", bundle, mine)
    assert taken.code == 0 and "new log" in taken.out and mine.read_bytes() == fresh.read_bytes()
    assert "nothing new; the log has 1 frame" in run("receive", bundle, mine).out
    run("play", fresh, "--allied", "bot:random", "--german", "mail", "--quiet")
    run("send", fresh, "--to", "german", "-o", bundle, "--since", "2")
    gap = run("receive", bundle, mine)
    assert gap.code == 3 and "frame 1 is missing: ask the Allied side for `send --to german --since 1`" in gap.err
    run("send", fresh, "--to", "german", "-o", bundle)
    data = json.loads(run("receive", bundle, mine, "--json").out)
    assert data["next"] == "german" and mine.read_bytes() == fresh.read_bytes()
    assert run("send", fresh, "--to", "martian", "-o", bundle).code == 2
    assert run("send", fresh, "--to", "referee", "-o", bundle).code == 2
    assert run("send", fresh, "--to", "referee", "--as", "allied", "-o", bundle).code == 0
    bundle.write_bytes(b"nothing")
    bad = run("receive", bundle, mine)
    assert bad.code == 3 and bad.err.startswith("refused: not a bundle") and bad.err.count("\n") == 1


def test_a_sitting_stops_when_the_side_that_plays_by_mail_is_asked(run: Run, fresh: Path) -> None:
    played = run("play", fresh, "--allied", "bot:random", "--german", "mail")
    assert played.code == 0 and "send g.hxl --to german -o to-german" in played.out
    assert run("play", fresh, "--german", "nobody").code == 2


def test_seals_that_are_closed_at_the_end_are_opened(run: Run, finished: Path) -> None:
    """F54: nothing is closed in this game; the commands say so and write nothing."""
    size = finished.stat().st_size
    said = run("reveal-all", finished)
    assert said.code == 0 and "nothing is sealed any more" in said.out
    assert finished.stat().st_size == size
    assert "seals" in run("seals", finished).out


def test_seals_are_not_opened_while_the_game_goes_on(run: Run, fresh: Path) -> None:
    refused = run("reveal-all", fresh)
    assert refused.code == 3 and "the game is not over" in refused.err
