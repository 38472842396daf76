"""`hexledger replay`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_reader_steps_forwards_and_backwards(run: Run, finished: Path) -> None:
    shown = run("replay", finished, lines="n\nn 3\np\nlast\nn\nfirst\np\nq\n")
    assert shown.code == 0
    places = [int(found) for found in re.findall(r"^#(\d+) of \d+> ", shown.out, re.MULTILINE)]
    head = places[4]
    assert places == [0, 1, 4, 3, head, head, 0, 0] and head > 100
    assert "this is the head of the line" in shown.out and "this is the set-up" in shown.out


def test_a_reader_jumps_to_a_turn_a_phase_a_combat_a_unit_and_a_frame(run: Run, finished: Path) -> None:
    lines = "turn 15\nturn 5/6 July\nfirst\nphase re\ncombat\nunit 12ss_25\ngo 57\ngo 9999\nturn 9\nphase zzz\nq\n"
    shown = run("replay", finished, lines=lines)
    assert "-- 3/4 July" in shown.out and "-- 5/6 July" in shown.out
    assert "#57 " in shown.out
    assert "no frame '9999' on this line" in shown.out
    assert "no turn '9'; there are 14 (1/2 July), 15 (3/4 July), 16 (5/6 July)" in shown.out
    assert "no phase 'zzz' after here" in shown.out


def test_the_board_a_hex_and_the_calculation_are_shown_where_the_reader_is(
    run: Run, finished: Path, tmp_path: Path
) -> None:
    svg = tmp_path / "b.svg"
    shown = run("replay", finished, lines=f"combat\nb\ne\nhex E2135\nrecord\n?\nsvg {svg}\nfly\nunit 8/9\n")
    assert shown.code == 0
    assert "Key: " in shown.out and "E2135: clear" in shown.out
    assert "ME activations: #" in shown.out
    assert "no command 'fly'" in shown.out and "no unit called '8/9'" in shown.out
    assert svg.exists()


def test_a_stretch_is_printed_without_stopping(run: Run, finished: Path) -> None:
    shown = run("replay", finished, "--from", "3", "--to", "6")
    heads = [line.split(" ")[0] for line in shown.out.splitlines() if line.startswith("#")]
    assert heads == ["#3", "#4", "#5", "#6"]


def test_a_stretch_as_json_is_the_record_of_its_decisions(run: Run, finished: Path) -> None:
    entries = json.loads(run("replay", finished, "--from", "3", "--to", "6", "--json").out)
    assert [entry["frame"] for entry in entries] == [3, 4, 5, 6]
    turn = json.loads(run("replay", finished, "--turn", "15", "--json").out)
    assert {entry["turn_name"] for entry in turn[1:]} == {"3/4 July"}


def test_a_turn_that_the_line_does_not_reach_is_named(run: Run, fresh: Path) -> None:
    shown = run("replay", fresh, "--turn", "16", "--to", "5")
    assert shown.code == 3 and "does not get to turn '16'" in shown.err


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("n abc", "`n` takes a number of decisions, not 'abc'"),
        ("p \u00b2", "`p` takes a number of decisions"),
        ("n 0", "`n` takes a number of decisions, not '0'"),
        ("first 3", "`first` takes nothing after it"),
        ("combat E2138", "`combat` takes nothing after it"),
        ("unit", "which unit?"),
        ("phase", "which phase?"),
        ("hex", "which hex?"),
    ],
)
def test_a_reader_who_mistypes_stays_where_he_is(run: Run, finished: Path, typed: str, said: str) -> None:
    shown = run("replay", finished, lines=f"go 5\n{typed}\nq\n")
    assert shown.code == 0 and said in shown.out
    assert re.findall(r"^#(\d+) of \d+> ", shown.out, re.MULTILINE) == ["0", "5", "5"]
