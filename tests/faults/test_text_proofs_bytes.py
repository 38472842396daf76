"""Three faults that other folders test at length, each here once from the outside: text, proofs, equal bytes."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from hexledger.cli.failures import BAD_LOG, REFUSED, USAGE
from hexledger.events.errors import BadProof
from hexledger.events.merkle import Tree, leaf_hash, verify_consistency, verify_inclusion
from tests.drill.play import begun, to_the_end

# ------------------------------------------------------------------ F27
NAMES = ("Caf\u00e9", "Cafe\u0301", "\u5f8c\u9000")


def test_f27_names_that_look_alike_stay_two_through_export_and_import(run, tmp_path):
    """F27: composed and decomposed letters, and letters of Japan, come back byte for byte."""
    log, text, back = tmp_path / "g.hxl", tmp_path / "g.ndjson", tmp_path / "back.hxl"
    assert run("new", "june_6/push_to_caen", log, "--seed", "1").code == 0
    for name in NAMES:
        assert run("branch", log, name).code == 0
    assert run("branch", log, NAMES[1]).code == REFUSED
    assert run("export", log, "--ndjson", text).code == 0
    assert run("import", text, back).code == 0
    assert back.read_bytes() == log.read_bytes()
    told = run("lines", back).out
    assert all(name in told for name in NAMES)


@pytest.mark.parametrize("bad", [b"\xff\xfe\x00", b'{"a":"\xed\xa0\x80"}\n', b"\xc3("])
def test_text_that_is_no_utf8_is_one_clear_line_wherever_it_comes_in(run, tmp_path, bad):
    """F27"""
    log, file = tmp_path / "g.hxl", tmp_path / "bad"
    assert run("new", "june_6/push_to_caen", log, "--seed", "1").code == 0
    before = log.read_bytes()
    file.write_bytes(bad)
    for words in (
        ("import", file, tmp_path / "new.hxl"),
        ("receive", file, log),
        ("transcribe", file, log),
        ("check", file),
        ("keeper", "commit", file),
        ("verify", log, "--checkpoint", file),
    ):
        ran = run(*words)
        assert "Traceback" not in ran.err and "fault in hexledger" not in ran.err, (words[0], ran.err)
        assert ran.code in (USAGE, REFUSED, BAD_LOG, 1) or (words[0] == "verify" and "does not count" in ran.out)
    assert log.read_bytes() == before
    assert not (tmp_path / "new.hxl").exists()


def test_a_lone_surrogate_in_a_name_or_reason_is_refused_and_writes_nothing(run, tmp_path):
    """F27"""
    log = tmp_path / "g.hxl"
    assert run("new", "june_6/push_to_caen", log, "--seed", "1").code == 0
    before = log.read_bytes()
    for words in (("branch", log, "lone \udcff"), ("decide", log, '{"kind":"\udcff"}'), ("decide", log, "\udcff")):
        ran = run(*words)
        assert ran.code in (USAGE, REFUSED), (words, ran)
        assert "fault in hexledger" not in ran.err
    assert log.read_bytes() == before


# ------------------------------------------------------------------ F37
def root_of(leaves):
    """RFC 6962 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + root_of(leaves[:half]) + root_of(leaves[half:])).digest()


def test_f37_proofs_between_any_two_sizes_hold_and_those_of_no_tree_or_one_leaf_prove_nothing_more():
    """F37: from size 0, with empty proofs, of a single leaf; sizes 0 to 17 against the recursive definition."""
    leaves = [leaf_hash(b"%d" % number) for number in range(17)]
    tree = Tree()
    tree.extend(b"".join(leaves))
    roots = [root_of(leaves[:size]) for size in range(18)]
    assert [tree.root(size) for size in range(18)] == roots
    for size in range(1, 18):
        for old in range(1, size + 1):
            proof = tree.consistency_proof(old, size)
            verify_consistency(old, roots[old], size, roots[size], proof)
            assert (proof == ()) == (old == size) or not proof
            for forged in ((*proof, roots[0]), proof[:-1]) if proof else ((roots[0],),):
                with pytest.raises(BadProof):
                    verify_consistency(old, roots[old], size, roots[size], forged)
        for index in range(size):
            verify_inclusion(leaves[index], index, size, tree.inclusion_proof(index, size), roots[size])
            with pytest.raises(BadProof):
                verify_inclusion(roots[0], index, size, tree.inclusion_proof(index, size), roots[size])
    with pytest.raises(BadProof):
        verify_inclusion(leaves[0], 0, 0, (), roots[0])
    with pytest.raises(BadProof):
        verify_consistency(0, roots[5], 7, roots[7], ())


# ------------------------------------------------------------------ F50
PLAY = """
import sys
from pathlib import Path
from tests.drill.play import begun, to_the_end
with begun(Path(sys.argv[1]), seed="bytes") as game:
    to_the_end(game)
"""


def test_f50_another_process_with_another_hash_seed_locale_and_clock_writes_the_same_log(tmp_path):
    """F50"""
    here, there = tmp_path / "here.hxl", tmp_path / "there.hxl"
    with begun(here, seed="bytes") as game:
        to_the_end(game)
    imports = os.pathsep.join(path for path in sys.path if path)
    environment = {"PYTHONPATH": imports, "PYTHONHASHSEED": "54", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"}
    if "LD_LIBRARY_PATH" in os.environ:  # by which an interpreter may have to be loaded
        environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
    subprocess.run([sys.executable, "-c", PLAY, str(there)], env=environment, check=True)
    assert there.read_bytes() == here.read_bytes()
