"""`import hexledger`: a log as a program sees it, and docs/library.md, run line by line."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import hexledger
from tests.corpus.recording import FOLDER

ROOT = Path(__file__).parents[2]
JUNE_6 = FOLDER / "june_6/00-greedy-greedy.hxl"
EUROPA = FOLDER / "fortress_europa/00-greedy-greedy.hxl"


def test_the_page_about_the_library_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.attempted > 30
    assert tried.failed == 0


def test_everything_that_is_promised_can_be_had_and_has_a_docstring() -> None:
    for name in hexledger.__all__:
        value = getattr(hexledger, name)
        assert name == "__version__" or value.__doc__, name
    assert set(dir(hexledger)) == set(hexledger.__all__)
    assert not hasattr(hexledger, "nothing")


def test_importing_the_library_imports_nothing_else_until_it_is_used() -> None:
    code = "import hexledger, sys; print(sorted(n for n in sys.modules if n.startswith('hexledger')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['hexledger']"


@pytest.mark.parametrize("log", [JUNE_6, EUROPA], ids=["june_6", "fortress_europa"])
def test_the_decisions_of_a_log_lead_from_position_to_position(log: Path) -> None:
    with hexledger.open(log) as game:
        positions = list(game.positions())
        assert len(positions) == len(game.decisions) + 1
        for position, decision in list(zip(positions, game.decisions, strict=False))[:25]:
            assert position.asked == decision.side
            assert position.next == decision


@pytest.mark.parametrize("log", [JUNE_6, EUROPA], ids=["june_6", "fortress_europa"])
def test_tables_and_lists_say_the_same(log: Path) -> None:
    with hexledger.open(log) as game, game.tables() as con:
        standing = con.sql("select piece, place, steps from units where gone is null order by piece").fetchall()
        assert standing == sorted((unit.id, unit.place, unit.steps) for unit in game.units)
        points = con.sql("select address, track, value, coalesce(side, '') from tracks").fetchall()
        assert sorted(points) == sorted((p.address, p.track, p.value, p.side) for p in game.tracks)
        assert con.sql("select distinct steps > 0 from losses").fetchall() in ([(False,)], [])
        changes = con.sql("select count(*) from steps where kind = 'loss'").fetchall()
        assert changes == con.sql("select count(*) from losses").fetchall()
        for combat in game.combats:
            assert combat.dice and combat.rule


@pytest.mark.parametrize("kind", ["cut", "damaged"])
def test_a_program_is_told_what_a_log_lacks(kind: str, tmp_path: Path) -> None:
    data = bytearray(JUNE_6.read_bytes())
    place = len(data) // 2
    data[place] ^= 1
    log = tmp_path / "part.hxl"
    log.write_bytes(bytes(data[:place] if kind == "cut" else data))
    with pytest.warns(hexledger.LeftOutWarning, match="^part.hxl: the ") as said, hexledger.open(log) as part:
        assert str(said[0].message) == f"part.hxl: {part.left_out}"
        assert said[0].filename == __file__
        assert 0 < len(part.decisions) < 309
        assert f"only frames 0 to {len(part.decisions)} are whole" in part.left_out
        assert repr(part).endswith({"cut": ", the end is missing>", "damaged": ", damaged log, its whole part>"}[kind])
    with pytest.warns(hexledger.LeftOutWarning), hexledger.tables(log) as con:
        assert con.sql("select count(*) from games").fetchall() == [(1,)]
    with hexledger.open(JUNE_6) as whole:
        assert whole.left_out == ""


def test_many_logs_are_one_set_of_tables() -> None:
    with hexledger.tables(JUNE_6, EUROPA) as con:
        assert sorted(con.sql("select game from games").fetchall()) == [("fortress_europa",), ("june_6",)]


@pytest.mark.parametrize("game", ["june_6", "fortress_europa", "case_yellow", "france_1944", "time_for_trumpets"])
def test_no_unit_has_more_steps_than_it_can_have(game: str) -> None:
    """Headquarters and the like print no steps: such a unit is whole with the one that it has."""
    first = min(FOLDER.joinpath(game).glob("*.hxl"))
    units = hexledger.open(first).units
    assert units and [unit.id for unit in units if not 0 <= unit.steps <= unit.full] == []


@pytest.mark.parametrize(
    ("scenario", "unit", "at"),
    [
        ("june_6/push_to_caen", "8/3", "E2237"),
        ("fortress_europa/battle_of_the_bulge", "3rd (US)", "FF18"),
        ("case_yellow/dutch_fortress", "Leibstandarte", "3834"),
        ("france_1944/to_the_rhine", "VII Corps", "1209"),
        ("time_for_trumpets/losheim_gap", "326/751/I", "8606"),
    ],
)
def test_every_game_lays_out_an_empty_board(scenario: str, unit: str, at: str) -> None:
    """Point 5: two games answered `position` with "this game lays out no empty board"."""
    b = hexledger.position(scenario)
    assert not b.state.at and b.state.turn
    assert b.unit(unit, at).at(unit) == at
    later = hexledger.position(scenario, turn=b.state.turn, options={})
    assert later.state.turn == b.state.turn


def test_a_position_that_wants_a_die_says_how_it_is_given() -> None:
    with pytest.raises(AssertionError, match="put its value into `dice` or `draws`, or give a `seed`"):
        hexledger.position("france_1944/falaise_gap", with_setup=True)
    assert hexledger.position("france_1944/falaise_gap", with_setup=True, seed="1").choices()


def test_what_is_wrong_is_said_by_the_errors_that_the_library_names(tmp_path: Path) -> None:
    with pytest.raises(hexledger.LedgerError, match=r"nothing\.hxl"):
        hexledger.open(tmp_path / "nothing.hxl")
    with pytest.raises(hexledger.EngineError, match="market_garden"):
        hexledger.position("june_6/market_garden")
    with hexledger.open(JUNE_6) as game:
        with pytest.raises(hexledger.ReplayError, match="no frame 99999"):
            game.position(99999)
        with pytest.raises(hexledger.EngineError, match="12ss_2555"):
            game.position().unit("12ss_2555")


def test_a_data_frame_is_three_lines_away() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not among the dependencies")
    with hexledger.open(JUNE_6) as game, game.tables() as con:
        frame = con.sql("select turn, side, sum(-steps) as lost from losses group by all").df()
        assert isinstance(frame, pandas.DataFrame) and frame["lost"].sum() > 0


@pytest.mark.parametrize("game", ["june_6", "case_yellow", "france_1944", "time_for_trumpets"])
def test_a_calculation_of_a_combat_says_what_its_lines_add_up_to(game: str) -> None:
    """C2: a comparison had a total and three lines, and looked like a wrong sum."""
    forms = set()
    for path in sorted((FOLDER / game).glob("*.hxl"))[:3]:
        with hexledger.open(path) as log:
            for one in (one for combat in log.combats for one in combat.calculations if one.lines):
                forms.add(one.form)
                sums = [sum(line.value for line in one.lines if line.part == part + 1) for part in range(len(one.sums))]
                assert tuple(sums) == one.sums, one
                assert one.form != "sum" or one.sums == (one.total,), one
                assert (len(one.sums) == 2) == (one.form == "comparison")
    assert "sum" in forms
