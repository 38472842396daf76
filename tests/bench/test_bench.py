"""The benchmark runs on very small logs and prints every row. Nothing here looks at a time: machines are noisy."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from hexledger.engine.kernel.decisions import Reveal
from tests.bench import __main__ as command
from tests.bench import bar_monster
from tests.bench.measure import Plan, Row, percentile

pytest.importorskip("eventsourcing", reason="the peers of the benchmark are an extra: pip install '.[bench]'")
pytest.importorskip("chess", reason="the peers of the benchmark are an extra: pip install '.[bench]'")

TINY = {
    "rounds": 1,
    "large": 30,
    "long": 60,
    "near": 20,
    "appends": 4,
    "seeks": 4,
    "games": 1,
    "campaign": 12,
    "exported": 40,
    "asked": 2,
    "monster": 40,
    "season": 2,
}

ROWS = {
    "replay": 3,
    "audit": 2,
    "append": 1,
    "verify": 2,
    "seek": 3,
    "branch": 3,
    "size": 1,
    "start": 3,
    "map": 3,
    "picture": 13,
    "desk": 8,
    "export": 2,
    "table": 10,
    "monster": 7,
    "warehouse": 4,
}


def test_every_bar_has_its_rows():
    assert tuple(ROWS) == command.BARS


@pytest.mark.long
@pytest.mark.parametrize("bar", command.BARS)
def test_a_bar_runs_on_a_tiny_log_and_prints_its_rows(bar, tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.getbasetemp() / "bench"
    folder.mkdir(exist_ok=True)
    monkeypatch.setattr(command, "SHORT", TINY)
    result = CliRunner().invoke(command.bench, ["--short", "--only", bar, "--folder", str(folder)])
    assert result.exit_code == 0, result.output
    verdicts = [text for text in result.output.splitlines() if text.endswith((": met", ": MISSED"))]
    assert len(verdicts) == ROWS[bar], result.output
    assert f"of {ROWS[bar]} bars met" in result.output


def row(ratio, *, at_least):
    return Row("what", "ours", "theirs", ratio, ratio, ratio, 2, at_least=at_least)


def test_a_row_says_whether_its_bar_is_met():
    assert row(2, at_least=True).met
    assert not row(1.9, at_least=True).met
    assert row(2, at_least=False).met
    assert not row(2.1, at_least=False).met
    assert command.line(row(1.9, at_least=True)).endswith(">= 2x: MISSED")


def test_the_99th_percentile_leaves_out_one_in_a_hundred():
    assert percentile(range(1, 101), 99) == 99
    assert percentile([5.0], 99) == 5.0


def test_a_short_run_measures_less_than_a_full_one():
    full, short = Plan(None), replace(Plan(None), **command.SHORT)
    assert short.rounds < full.rounds >= 7
    assert short.long < full.long == 20_000
    assert short.large > 0 == full.large, "a short run does not play the large game to its end"


def test_the_biggest_game_opens_what_it_has_sealed(tmp_path, monkeypatch):
    """Aircraft are allocated in secret in some turns of the campaign: what was sealed is opened, not chosen anew."""
    shown, handed = Reveal((1,), "salt"), []

    class Enough(Exception):
        pass

    def hand_in(_chronicle, _side, decision):
        handed.append(decision)
        raise Enough

    monkeypatch.setattr(bar_monster, "opening", lambda _: shown)
    monkeypatch.setattr(bar_monster, "hand_in", hand_in)
    with pytest.raises(Enough):
        bar_monster._play(tmp_path / "monster.hxl", 1)
    assert handed == [shown]
