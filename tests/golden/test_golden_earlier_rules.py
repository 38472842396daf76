"""Logs that were recorded by earlier rules versions open, fold and audit for ever, and are told as what they are.

`earlier/` holds beginnings of games that commit 9411937 recorded under rules version 1 of their games (bots, practice
dice, seed 1). Two of them hold frames that a rule decides otherwise which was mended since; the third holds none.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from hexledger.cli.failures import OK, UNPROVED
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.dice.rolling import PracticeDice
from hexledger.engine.naming.amendments import AGENDA, FIRST, Amendment, read_amendments, since
from hexledger.events.frame import Frame, encode_frame, encode_value
from hexledger.events.model import Controlled, Flagged, Popped, StepsSet
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.earlier import mended_frame
from hexledger.replays.audit.verdict import CONTRADICTED as CONTRADICTS
from hexledger.replays.audit.verdict import EARLIER, NOT_ANCHORED, UNDECIDED
from hexledger.replays.errors import WrongEdition
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run, runner
from tests.drill.play import edited, frames_of, rewritten, written

FOLDER = Path(__file__).with_name("earlier")
RAID, BROKEN, SAME, CITED = (
    FOLDER / name
    for name in (
        "fortress_europa-raid.hxl",
        "june_6-break-down.hxl",
        "june_6-same.hxl",
        "fortress_europa-cited-line.hxl",
    )
)
BYTES = {
    "fortress_europa-cited-line.hxl": "cb9b796d106cd58f110719a2728f8babae5aafa59ce7073dabbfb71dff3a40a9",
    "fortress_europa-raid.hxl": "4416d424ab73a43a6cee3068bf732712954c94a5f41d29e4c767e18506bc008a",
    "june_6-break-down.hxl": "56fadb5a0ad5b0ed29733bc34a21770a927110d95a5cea925c849d2650f2a536",
    "june_6-same.hxl": "dcd2e318e399d5d787ec7d8d9a041901927e0c660462624a27b7071334b1124b",
}
NOW = open_game("june_6").rules_version


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("verify", log)` in this process."""
    return runner(monkeypatch)


@pytest.mark.parametrize("log", BYTES)
def test_the_recorded_bytes_were_not_touched(log):
    assert sha256((FOLDER / log).read_bytes()).hexdigest() == BYTES[log]


@pytest.mark.parametrize("log", BYTES)
def test_a_log_of_earlier_rules_opens_and_folds_to_its_digests(log):
    with Chronicle.read(FOLDER / log) as game:
        for seq in game.timeline.path(game.timeline.head):
            assert digest(game.state(seq)) == game.frame(seq).digest


@pytest.mark.parametrize(
    ("log", "rule", "version", "frames"),
    [(RAID, "FE 30.2", "2", [8, 9]), (BROKEN, "J6 7.3", "2", [75]), (CITED, "FE 17.10.7", "3", [37])],
)
def test_a_frame_that_a_mended_rule_decides_otherwise_is_named_with_the_rule_and_contradicts_nothing(
    log, rule, version, frames
):
    """In the last one only a line of a calculation cites another rule."""
    found = audit(log)
    assert (found.word, found.intact, found.contradiction) == (EARLIER, False, None)
    assert [(one.frame, one.rule, one.version) for one in found.mended] == [(frame, rule, version) for frame in frames]
    assert found.redecided == found.frames - len(frames)
    assert any(note.startswith(f"{rule} was mended in rules version {version} (") for note in found.notes)


def test_notes_that_a_version_keeps_otherwise_are_named_and_no_others():
    """A flag that no rule is cited for, and the agenda: only where the amendment names them."""
    game, at = open_game("june_6"), 20
    with Chronicle.read(BROKEN) as chronicle:
        frame = chronicle.frame(at)
    flag = sorted(number for key, number in game.words.items() if key.startswith("flag."))[0]
    for event, note in ((Flagged(37, flag, 1, 0), game.word_key(flag)), (Popped(), AGENDA)):
        more = edited(frame, events=(*frame.events, event))
        wrong = Contradiction(at, len(frame.events), "number of events", "", "")
        named = mended_frame(game, (Amendment("3", ("7.3",), "a", (note,)),), more, wrong, None)
        assert named is not None and (named.frame, named.rule, named.version) == (at, "J6 7.3", "3")
        for other in ((), ("flag.none",)):
            assert mended_frame(game, (Amendment("3", ("7.3",), "a", other),), more, wrong, None) is None


def test_dice_of_a_frame_that_was_not_decided_again_are_not_called_made_again(tmp_path):
    """The frame is made one that rolled, and what its seed gives: that it was decided so, nobody knows, and the count
    says so."""
    game = open_game("june_6")
    log, frame = tmp_path / BROKEN.name, frames_of(BROKEN)[75]
    rolled = next(e for f in frames_of(BROKEN) for e in f.events if type(e).__name__ == "Rolled")
    with Chronicle.read(BROKEN) as chronicle:
        before, genesis = chronicle.state(frame.parent).copy(), chronicle.genesis
    thrown = PracticeDice(genesis.log_id, genesis.seed).roller(75).number(rolled.purpose, rolled.faces)
    rolled = msgspec.structs.replace(rolled, value=thrown)
    events = (*frame.events, rolled)
    rewritten(BROKEN, log, lambda f: edited(f, events=events, digest=digest(fold(before, events))), 75)
    # frames after it hang on another position; the dice up to it are counted
    _cut(log, 76)
    assert audit(log, game=game).word == EARLIER
    count, whole = audit(log).dice["practice"], audit(_cut(_copy(BROKEN, tmp_path / "b.hxl"), 76)).dice["practice"]
    assert (count.rolls - whole.rolls, count.rederived - whole.rederived) == (1, 0)


def test_a_log_of_earlier_rules_that_the_rules_at_hand_decide_the_same_is_intact():
    found = audit(SAME)
    assert (found.word, found.redecided, found.rules_version) == (NOT_ANCHORED, found.frames, FIRST)
    assert any("nothing in it is decided otherwise" in note for note in found.notes)


@pytest.mark.parametrize("kind", ["steps", "flag", "control"])
def test_a_forged_frame_of_such_a_log_is_a_contradiction_all_the_same(tmp_path, kind):
    """No mended rule has a part in it: neither the version in the genesis nor a mended frame covers a forgery."""
    event = {"steps": StepsSet(37, 4, 0), "flag": Flagged(37, 200, 1, 0), "control": Controlled(2200, 1, 0)}[kind]
    log, at = tmp_path / "forged.hxl", 20
    with Chronicle.read(BROKEN) as chronicle:
        frame, before = chronicle.frame(at), chronicle.state(chronicle.frame(at).parent).copy()
    events = (*frame.events, event)
    forged = edited(frame, events=events, digest=digest(fold(before, events)))
    rewritten(BROKEN, log, lambda _: forged, at)
    found = audit(log)
    assert (found.word, found.contradiction.frame, found.contradiction.where) == (CONTRADICTS, at, "number of events")
    assert any("no rule that was mended since makes this difference" in note for note in found.notes)


@pytest.mark.parametrize("change", [{"rules_version": "99"}, {"edition_fingerprint": "0" * 64}])
def test_what_cannot_be_decided_again_here_is_no_contradiction_and_not_intact(run, tmp_path, change):
    """Another edition, or rules that are no earlier ones of these: bytes, chain and positions are checked, and it says
    what is not."""
    with Chronicle.read(SAME) as chronicle:
        raw = encode_value(msgspec.structs.replace(chronicle.genesis, **change))
    log = rewritten(SAME, tmp_path / "other.hxl", lambda f: edited(f, decision=raw), 0)
    found = audit(log)
    assert (found.word, found.intact, found.redecided) == (UNDECIDED, False, 0)
    assert found.decisions == found.frames - 1, "every position was folded and compared"
    assert found.text.startswith("not decided again: the log is pinned to ")
    ran = run("verify", str(log))
    assert ran.code == UNPROVED and ran.out.splitlines()[-1] == found.text
    spoilt = _flipped(log, tmp_path / "spoilt.hxl")
    assert audit(spoilt).word == CONTRADICTS


@pytest.mark.parametrize(("log", "code"), [(RAID, UNPROVED), (BROKEN, UNPROVED), (SAME, OK)])
def test_verify_report_pack_and_json_say_the_same_of_it(run, log, code, tmp_path):
    copy = shutil.copy(log, tmp_path / log.name)
    said = audit(log)
    ran = run("verify", str(copy))
    assert (ran.code, ran.out.splitlines()[-1]) == (code, said.text)
    data = json.loads(run("verify", str(copy), "--json").out)
    assert [one["frame"] for one in data["mended"]] == [one.frame for one in said.mended]
    run("verify", str(copy), "--report", "json", "--out", str(tmp_path / "r.json"))
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["verdict"]["text"], report["verdict"]["contradiction"]) == (said.text, None)
    assert run("pack", str(copy), "-o", str(tmp_path / "p.html")).code == code


def test_a_log_of_earlier_rules_that_nobody_signed_goes_on_by_the_rules_at_hand_and_says_so(run, tmp_path):
    log = _copy(BROKEN, tmp_path / BROKEN.name)
    ran = run("play", str(log), "--allied", "bot:greedy", "--german", "bot:greedy", "--limit", "2", "--quiet")
    assert ran.code == OK and f"rules version 1; this is version {NOW} (mended since: J6 7.3" in ran.err
    found = audit(log)
    assert (found.word, [one.frame for one in found.mended]) == (EARLIER, [75])
    assert found.redecided == found.frames - 1


def test_a_signed_log_of_earlier_rules_is_rewound_and_not_played_on(tmp_path):
    with Chronicle.write(_copy(BROKEN, tmp_path / BROKEN.name)) as game:
        game.genesis = msgspec.structs.replace(game.genesis, signed=True)
        with pytest.raises(WrongEdition, match=rf"rules version 1; this is version {NOW} \(mended since: J6 7.3"):
            game.submit(1, next(iter(game.choices())))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_what_its_rules_versions_mended(game):
    rules = open_game(game)
    assert rules.amendments and rules.amendments[-1].version == rules.rules_version
    assert rules.mended_since(rules.rules_version) == () and rules.mended_since("99") is None
    assert rules.mended_since(FIRST) == rules.amendments
    unknown = [number for one in rules.amendments for number in one.rules if number not in rules.rules]
    unknown += [note for one in rules.amendments for note in one.notes if note not in (AGENDA, *rules.words)]
    assert not unknown, unknown


def test_versions_count_in_the_order_of_the_list(tmp_path, monkeypatch):
    package = tmp_path / "amended"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "amendments.txt").write_text("# none\n\n2 | 7.3 | a\n3 | 8.1, flag.done, 8.2, agenda | b\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = read_amendments("amended")
    assert [one.about for one in since(found, "1")] == ["a", "b"]
    assert [one.about for one in since(found, "2")] == ["b"]
    assert since(found, "3") == () and since(found, "4") is None and since((), "1") is None
    assert (found[1].rules, found[1].notes) == (("8.1", "8.2"), ("flag.done", "agenda"))
    covered = [rule for rule in ("7.3", "7.3d", "7.3.1", "7.31", "17.3") if found[0].covers(rule)]
    assert covered == ["7.3", "7.3d", "7.3.1"]


def _copy(log: Path, target: Path) -> Path:
    shutil.copy(log, target)
    return target


def _cut(log: Path, frames: int) -> Path:
    """The log with its first frames alone."""
    kept: list[Frame] = frames_of(log)[:frames]
    log.unlink()
    return written(log, [encode_frame(frame) for frame in kept])


def _flipped(log: Path, target: Path) -> Path:
    raw = bytearray(log.read_bytes())
    raw[-20] ^= 1
    target.write_bytes(raw)
    return target
