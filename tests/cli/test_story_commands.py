"""`supply`, `victory --by-cause`, `luck --by` and what `explain` says of supply."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexledger.events.numbers import counted
from tests.cli.conftest import Run

GAMES = Path(__file__).parents[1] / "corpus" / "games"


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded beginning of Fortress Europa in which both sides are cut off."""
    path = tmp_path_factory.mktemp("story") / "europe.hxl"
    path.write_bytes((GAMES / "fortress_europa" / "00-greedy-greedy.hxl").read_bytes())
    return path


@pytest.mark.whole
def test_supply_stories_are_listed_and_filtered(run: Run, europe: Path) -> None:
    rows = json.loads(run("supply", europe, "--json").out)
    cut = [row for row in rows if not row["entered"]]
    assert cut and all(row["causes"] for row in cut)
    listed = run("supply", europe).out.splitlines()
    assert listed[-1].startswith(f"{len(rows)} times; ")
    one = cut[0]
    assert any(
        one["unit"] in line and f"cut from #{one['lost']}: {one['causes'][0]['text']}" in line for line in listed
    )
    for option, test in (
        (("--side", one["side"]), lambda row: row["side"] == one["side"]),
        (("--unit", one["piece"]), lambda row: row["piece"] == one["piece"]),
        (("--turn", str(one["turn"])), lambda row: row["turn"] == one["turn"]),
        (("--now",), lambda row: row["ended"] is None),
        (("--judged",), lambda row: bool(row["judged"])),
        ((str(one["lost"]),), lambda row: one["lost"] in (row["lost"], row["ended"])),
    ):
        assert json.loads(run("supply", europe, *option, "--json").out) == [row for row in rows if test(row)]
    assert run("supply", europe, "--at", "1").out.strip() in ("no unit was cut off", listed[0]) or rows[0]["lost"] <= 1


def test_a_frame_that_is_not_there_is_refused_and_not_taken_for_one_that_cut_nobody(run: Run, europe: Path) -> None:
    for frame in ("99999", "100000000000000000000"):
        said = run("supply", europe, frame)
        assert said.code != 0 and "Traceback" not in said.err
    assert "there is no frame 99999" in run("supply", europe, "99999").err


def test_explain_says_whose_line_a_decision_cut(run: Run, europe: Path) -> None:
    rows = [row for row in json.loads(run("supply", europe, "--json").out) if not row["entered"]]
    one = rows[0]
    said = json.loads(run("explain", europe, str(one["lost"]), "--json").out)["supply"]
    mine = next(row for row in said if row["piece"] == one["piece"])
    assert mine["what"] == "lost" and mine["causes"] == one["causes"]
    assert f"{one['unit']} is cut off: {one['causes'][0]['text']}" in run("explain", europe, str(one["lost"])).out
    assert "supply" not in json.loads(run("explain", europe, f"{one['lost']}.1", "--json").out)


def test_victory_by_cause_is_told_by_turn_and_in_sums(run: Run, finished: Path) -> None:
    data = json.loads(run("victory", finished, "--by-cause", "--json").out)
    told = run("victory", finished, "--by-cause").out
    assert data["conditions"], "somebody took a hex of Caen"
    for row in data["conditions"]:
        if row["holds"] is not None:
            assert f"#{row['frame']:<5} {row['wanted']}: holds" in told


def test_luck_by_kind_adds_up_to_the_sides(run: Run, finished: Path) -> None:
    from fractions import Fraction

    data = json.loads(run("luck", finished, "--json").out)
    told = run("luck", finished, "--by", "kind").out
    for row in data["kinds"]:
        assert f"{row['kind']}: {counted(row['throws'], 'die', 'dice')}, luck {row['luck_text']}" in told
    for side in data["sides"]:
        mine = [Fraction(*row["luck"]) for row in data["kinds"] if row["side"] == side["side"]]
        assert sum(mine) == Fraction(*side["luck"])


def test_luck_without_a_die_is_not_said_to_be_as_good_as_in_every_game(run: Run, fresh: Path) -> None:
    """C3: a game without a die was "as lucky or luckier in 100.0 % of games"."""
    told = run("luck", fresh).out
    assert told.count("no dice whose chances are known") == 2 and "%" not in told
