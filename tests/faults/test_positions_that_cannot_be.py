"""A forged frame may lead to a position that no rules can be asked about: the frame is named, and no fault of ours."""

from pathlib import Path

import pytest

from hexledger.cli.common import open_read
from hexledger.cli.failures import BAD_LOG, FAULT
from hexledger.events import model as ev
from tests.drill.play import frames_of
from tests.faults.forging import forged, with_events

LOG = Path(__file__).parent.parent / "golden" / "earlier" / "june_6-same.hxl"
STRANGE = {
    "an agenda without end": ([ev.Popped()] * 40, "show", "offer", "waiting"),
    "a step that is none": ([ev.Pushed(9999, ())], "show", "offer", "waiting"),
    "a step with other data": ([ev.Stepped((1, 2, 3, "x"))], "show", "offer", "waiting"),
    "a unit beyond the table": ([ev.Placed(100_000, 5, 1)], "victory"),
    "a place beyond the table": ([ev.Placed(1, 99_999_999, 1)], "show"),
}


@pytest.mark.parametrize("what", STRANGE)
def test_a_position_that_cannot_be_is_a_frame_that_is_named(run, tmp_path, what):
    events, *commands = STRANGE[what]
    last = frames_of(LOG)[-1]
    log = forged(LOG, tmp_path / "f.hxl", with_events(*last.events, *events), last.seq)
    for command in commands:
        ran = run(command, log)
        assert ran.code == BAD_LOG and f"contradicted: f.hxl: frame {last.seq}" in ran.err, ran


def test_a_fault_over_a_sound_log_stays_a_fault(run, monkeypatch):
    def broken(*args, **more):
        open_read(*args, **more).close()
        raise IndexError("out of range")

    monkeypatch.setattr("hexledger.cli.show.open_read", broken)
    assert run("show", LOG).code == FAULT
