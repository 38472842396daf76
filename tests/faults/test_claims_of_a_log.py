"""What a log claims about itself is checked or shown as claimed; and what others send in another form is understood."""

import base64
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hexledger.events.errors import BadNote
from hexledger.events.notes import VerifierKey, open_note, trusted_among
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.transcribe import read_header
from tests.faults.hostile_text import genesis_with


@pytest.mark.parametrize("fields", [{"edition_kind": "printed"}, {"edition": "the original"}])
def test_a_log_that_gives_its_edition_another_name_or_kind_is_contradicted(run, tmp_path, fields):
    """K6: `printed` over the house's fingerprint was printed as "printed edition"."""
    log = genesis_with(tmp_path / "g.hxl", **fields)
    verdict = audit(log)
    assert verdict.word == "contradicted" and "fingerprint" in verdict.contradiction.found
    assert "house edition" in run("show", log).out and "printed edition" not in run("show", log).out
    assert "(claimed)" in run("verify", log, "--no-rules").out
    assert "printed edition" not in run("record", log).out
    kind = run("query", "select edition_kind, edition from games", log, "--csv").out.splitlines()[1]
    assert kind.split(",")[0] == "house"


def test_a_whole_log_is_of_the_kind_that_its_edition_is(run, fresh):
    assert " · house edition " in run("verify", fresh).out


# ------------------------------------------------------------------ K4: transcripts of games with rulings
def test_a_game_with_a_ruling_has_a_transcript(run, fresh, tmp_path):
    """K4: it ended with a fault."""
    run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "3")
    out = tmp_path / "t"
    assert run("rule", fresh, "--stands", "3", "--reason", "a slip").code == 0
    run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "2")
    assert run("export", fresh, "--transcript", out).code == 0
    lines = out.read_text(encoding="utf-8").split("\n")
    assert "# ruling #4 (accepted): a slip" in lines and len([one for one in lines if one[:2] in ("A:", "G:")]) >= 4
    assert read_header(lines).scenario == "june_6/push_to_caen"
    assert run("rule", fresh, "--effects", "track weather 1", "--reason", "misread", "--as", "allied").code != 70


def test_a_transcript_ends_before_a_ruling_that_it_has_no_line_for_and_says_so(run, fresh, tmp_path):
    """K4"""
    run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--quiet", "--limit", "2")
    with Chronicle.read(fresh) as chronicle:
        unit = chronicle.game.piece(min(chronicle.state().at))
    ruled = run("rule", fresh, "--effects", f"remove {unit}", "--reason", "misread")
    assert ruled.code == 0, ruled
    assert run("export", fresh, "--transcript", tmp_path / "t").code == 0
    assert "the transcript ends before #3" in (tmp_path / "t").read_text(encoding="utf-8")


# ------------------------------------------------------------------ K8: two practice games of one seed
def test_two_practice_games_of_one_scenario_and_seed_can_be_asked_about_together(run, tmp_path):
    """K8: refused as "two copies ... gone different ways"."""
    logs = [tmp_path / "a.hxl", tmp_path / "b.hxl"]
    for number, log in enumerate(logs):
        run("new", "june_6/push_to_caen", log, "--seed", "7")
        run(
            "play",
            log,
            "--allied",
            "bot:random",
            "--german",
            "bot:random",
            "--bot-seed",
            number,
            "--quiet",
            "--limit",
            "9",
        )
    ran = run("query", "select count(distinct log) as logs, count(*) as games from games", *logs, "--json")
    assert ran.code == 0 and '"logs": 2' in ran.out and '"games": 2' in ran.out, ran
    ran = run("query", "select count(*) as games from games", logs[0], logs[0], "--json")
    assert '"games": 1' in ran.out


# ------------------------------------------------------------------ K9: witnesses of the C2SP kind
def cosigned(text, name, key, when, tamper=""):
    """A signature line of type 4: key id, time, signature over both."""
    public = key.public_key().public_bytes_raw()
    key_id = sha256(f"{name}\n".encode() + b"\x04" + public).digest()[:4]
    signature = key.sign(f"cosignature/v1\ntime {when}\n{text}{tamper}".encode())
    return f"\u2014 {name} {base64.b64encode(key_id + when.to_bytes(8, 'big') + signature).decode()}\n"


def test_a_cosignature_of_a_witness_is_checked_like_a_signature():
    """K9: type 0x04 was passed over without a word."""
    key, text = Ed25519PrivateKey.from_private_bytes(bytes(range(32))), "hexledger/june_6/x\n3\nAAAA\n"
    public = key.public_key().public_bytes_raw()
    verifier = VerifierKey("witness.example", public)
    good = f"{text}\n{cosigned(text, verifier.name, key, 1_764_000_000)}"
    assert trusted_among(good, [public]) == (verifier,)
    assert open_note(good, [verifier]).signed_by == (verifier,)
    spelled = f"{verifier.name}+{verifier.cosignature_id.hex()}+{base64.b64encode(bytes([4]) + public).decode()}"
    assert VerifierKey.parse(spelled) == verifier
    with pytest.raises(BadNote, match="is wrong"):
        open_note(f"{text}\n{cosigned(text, verifier.name, key, 1_764_000_000, 'x')}", [verifier])
    with pytest.raises(BadNote, match="should be"):
        VerifierKey.parse(spelled.replace(verifier.cosignature_id.hex(), verifier.key_id.hex()))


def test_no_refusal_is_refused_twice(run, fresh, tmp_path):
    """K10: "refused: ... refused:"."""
    secret = tmp_path / "ann.key"
    assert run("key", "new", "--out", secret).code == 0
    secret.chmod(0o644)
    ran = run("checkpoint", fresh, "--key", secret)
    assert ran.code == 3 and ran.err.count("refused:") == 1
