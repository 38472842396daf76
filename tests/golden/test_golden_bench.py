"""The golden logs of the referee's bench hold everything that the format can say, and open and audit for ever."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from hexledger.engine.kernel.decisions import Irregular
from hexledger.events import dice_records
from hexledger.events import model as ev
from hexledger.events.frame import CLAIM, DECISION, DICE, END, KINDS, REWIND, RULING, SEAT, STUDY, Claim, Rewind, Ruling
from hexledger.events.ledger import Ledger
from hexledger.events.ndjson import export, import_
from hexledger.events.proofs import Proof, prove
from hexledger.events.registry import KINDS as EVENTS
from hexledger.projections.digest import digest
from hexledger.replays.audit.anchors import checkpoint_path, collect, read_notes
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verified import replay
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.referee.leave import SCOPES
from tests.drill.game import drill
from tests.drill.play import frames_of
from tests.golden.make_bench import make, make_played
from tests.replays.ladder import game

HERE = Path(__file__).parent
BENCH, PLAYED = HERE / "drill-bench-1.hxl", HERE / "drill-played-1.hxl"
LOGS = [(BENCH, game), (PLAYED, drill)]
SHA256 = {
    "drill-bench-1.hxl": "afedbad5d02a604780f9fa744faf8bf8d383a76d55adec9c7ed8ba4dd3746a16",
    "drill-bench-1.hxl.checkpoint": "8e873ad851044100313be66833595439ee476745b65f6f226912e0bbbb6e9ef9",
    "drill-played-1.hxl": "4f333f11ec51051217a52033365284f0a98aa27de99e0352c907e0206e1a70c9",
}


def said(kind, form):
    return [msgspec.msgpack.decode(frame.decision, type=form) for frame in frames_of(BENCH) if frame.kind == kind]


@pytest.mark.parametrize("name", SHA256)
def test_the_golden_files_were_not_touched(name):
    assert sha256((HERE / name).read_bytes()).hexdigest() == SHA256[name]


def test_together_they_hold_every_kind_of_frame_ruling_dice_record_and_event():
    frames = frames_of(BENCH)
    assert {frame.kind for frame in frames} == set(KINDS) - {SEAT, END, STUDY}
    later = {ev.JudgedFor}  # of version 2: the corpus's games of Case Yellow hold it
    assert {type(event) for frame in frames for event in frame.events} == {kind.cls for kind in EVENTS} - later
    assert {ruling.scope for ruling in said(RULING, Ruling)} == set(SCOPES)
    records = {type(dice_records.decode_record(f.decision, f.seq)) for f in frames if f.kind == DICE}
    assert records == set(dice_records.OLD_RECORDS)
    assert [claim.outcome for claim in said(CLAIM, Claim)] == ["stands"]
    rewinds = said(REWIND, Rewind)
    assert {rewind.about >= 0 for rewind in rewinds} == {rewind.redo for rewind in rewinds} == {True, False}
    assert any(rewind.signatures for rewind in rewinds)
    assert all(frame.signature for frame in frames[1:])
    decisions = [drill().codec.decode(frame.decision) for frame in frames_of(PLAYED) if frame.kind == DECISION]
    assert sum(isinstance(decision, Irregular) for decision in decisions) == 4


@pytest.mark.parametrize(("path", "of"), LOGS)
def test_every_position_folds_to_its_digest(path, of):
    with Chronicle.read(path, game=of()) as log:
        places = [seq for seq in range(len(log.timeline)) if log.timeline.is_place(seq)]
        assert all(digest(log.state(seq)) == log.frame(seq).digest for seq in places)
        assert len(places) > 5
        assert digest(replay(path).state) == log.frame(log.timeline.head).digest


def test_the_bench_audits_with_dice_of_every_mode_and_all_seals_open():
    remarks = []

    def anchors(genesis):
        found, more = collect([checkpoint_path(BENCH)], genesis)
        remarks.extend(more)
        return found

    verdict = audit(BENCH, game=game(), anchors=anchors)
    assert verdict.word == "intact", str(verdict.contradiction)
    assert (verdict.anchored_by, remarks) == (["Rex"], [])
    assert verdict.redecided == verdict.decisions + verdict.rulings + 1
    assert verdict.signatures == verdict.signable == verdict.frames - 1
    assert verdict.seals == verdict.seals_opened > 10
    assert {mode: (one.rolls, one.pending) for mode, one in verdict.dice.items()} == {
        "practice": (26, 0),
        "entered": (2, 0),
        "referee": (1, 0),
        "duel": (1, 0),
    }


def test_the_game_as_played_audits_with_its_marks():
    verdict = audit(PLAYED, game=drill())
    assert verdict.intact, str(verdict.contradiction)
    assert [one.rule for one in verdict.irregular] == ["DR 2.1", "DR 3.1", "", "DR 2.1"]


def test_one_decision_is_proved_under_the_golden_checkpoint():
    (note,) = read_notes(checkpoint_path(BENCH))
    with Ledger.open_reader(BENCH) as ledger:
        text = prove(ledger, 57, note).text
        assert Proof.parse(text).verify().root == ledger.root()


@pytest.mark.parametrize("path", [BENCH, PLAYED])
def test_the_golden_logs_survive_export_and_import(path):
    with Ledger.open_reader(path) as ledger:
        payloads = list(ledger.payloads())
        assert list(import_(export(payloads, (ledger.leaf(seq) for seq in range(len(ledger)))))) == payloads


def test_the_golden_logs_are_what_this_version_would_write(tmp_path):
    """While format 1 is current. A change of the format keeps the old files and adds new ones."""
    make(tmp_path / BENCH.name)
    make_played(tmp_path / PLAYED.name)
    for name in SHA256:
        assert (tmp_path / name).read_bytes() == (HERE / name).read_bytes(), name
