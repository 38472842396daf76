"""`record`, `explain`, `dice`, `losses`, `query`, `demo`, and what every command does with bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from hexledger.cli.main import COMMANDS
from tests.cli.conftest import Run


def test_the_record_is_written_as_markdown_text_and_json_lines(run: Run, finished: Path, tmp_path: Path) -> None:
    markdown = run("record", finished, "--format", "md")
    assert markdown.code == 0 and markdown.out.startswith("# ") and "## Turn" in markdown.out
    entries = [json.loads(line) for line in run("record", finished, "--format", "json").out.splitlines()]
    assert entries[0]["address"] == "#0" and entries[1]["decision"].endswith(" is kept for the first activation")
    assert run("record", finished, "--json").out == run("record", finished, "--format", "json").out
    file = tmp_path / "record.md"
    run("record", finished, "--format", "md", "--out", file)
    assert file.read_text(encoding="utf-8") == markdown.out


def test_the_record_has_three_levels_of_growing_detail(run: Run, finished: Path) -> None:
    sizes = [len(run("record", finished, "--level", level).out) for level in ("narrative", "decisions", "all")]
    assert sizes[0] < sizes[1] < sizes[2]


def test_the_record_of_one_side_holds_its_decisions_only(run: Run, finished: Path) -> None:
    entries = [json.loads(line) for line in run("record", finished, "--json", "--as", "german").out.splitlines()]
    assert entries and {entry["side"] for entry in entries} == {"german"}


def test_the_record_ends_at_the_moment_asked_for(run: Run, finished: Path) -> None:
    entries = [json.loads(line) for line in run("record", finished, "--json", "--at", "12").out.splitlines()]
    assert entries[-1]["frame"] == 12


def test_undone_decisions_are_in_the_whole_record_only(run: Run, finished: Path) -> None:
    assert run("undo", finished, "--consent").code == 0
    last = [json.loads(line) for line in run("record", finished, "--json", "--all").out.splitlines()]
    short = [json.loads(line) for line in run("record", finished, "--json").out.splitlines()]
    assert any(entry["standing"] == "undone" for entry in last)
    assert all(entry["standing"] == "stands" for entry in short)


def _combat(log: Path) -> int:
    from hexledger.cli.demo import bloodiest
    from hexledger.replays.log.chronicle import Chronicle

    with Chronicle.read(log) as chronicle:
        return bloodiest(chronicle)


def test_explain_shows_the_calculation_with_rule_numbers(run: Run, finished: Path) -> None:
    at = _combat(finished)
    told = run("explain", finished, at)
    assert told.code == 0 and "combat DRM" in told.out and "[J6 12.5" in told.out
    data = json.loads(run("explain", finished, f"#{at}", "--json").out)
    assert {step["what"] for step in data["steps"]} >= {"calculation", "roll", "table"}
    assert run("explain", finished, "never").code == 2
    assert run("explain", finished, "9999").code == 3


def test_the_dice_add_up_to_the_rolls_in_the_log(run: Run, finished: Path) -> None:
    groups = json.loads(run("dice", finished, "--json").out)
    single = json.loads(run("dice", finished, "--rolls", "--json").out)
    assert sum(group["rolls"] for group in groups) == len(single) > 0
    assert "on average" in run("dice", finished, "--by", "faces").out
    assert "no column 'luck'" in run("dice", finished, "--by", "luck").err


def test_the_losses_by_side_add_up_to_every_loss(run: Run, finished: Path) -> None:
    sums = json.loads(run("losses", finished, "--by", "side", "--json").out)
    each = json.loads(run("losses", finished, "--each", "--json").out)
    assert sum(row["steps"] for row in sums) == -sum(row["steps"] for row in each) > 0
    assert "1 step, 1 unit gone" in run("losses", finished).out


def test_sums_of_losses_by_cause_have_the_words_of_the_cause_beside_its_key(run: Run, finished: Path) -> None:
    each = json.loads(run("losses", finished, "--each", "--json").out)
    words = {row["cause"]: row["cause_text"] for row in each}
    sums = json.loads(run("losses", finished, "--json").out)
    assert {row["cause"]: row["cause_text"] for row in sums} == words
    assert any(key != text for key, text in words.items())
    assert all("cause_text" not in row for row in json.loads(run("losses", finished, "--by", "side", "--json").out))


def test_a_question_over_logs_is_answered_in_sql(run: Run, finished: Path, tmp_path: Path) -> None:
    sql = "select game, winner from games"
    asked = run("query", sql, finished, "--json")
    assert asked.code == 0 and json.loads(asked.out)[0]["game"] == "june_6"
    kept = tmp_path / "house"
    assert run("query", sql, finished, "--warehouse", kept).code == 0
    assert json.loads(run("query", sql, "--warehouse", kept, "--json").out) == json.loads(asked.out)
    bad = run("query", "drop table games", "--warehouse", kept)
    assert bad.code == 2 and bad.err == "not understood: a query is one SELECT\n"
    wrong = run("query", "select nix from games", "--warehouse", kept)
    assert wrong.code == 2 and "not understood:" in wrong.err and "nix" in wrong.err
    assert run("query", sql).code == 2


def test_a_warehouse_is_made_again_only_when_a_log_has_changed(
    run: Run, finished: Path, fresh: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "house"
    rows = kept / "games" / "game=june_6" / "scenario=push_to_caen" / "part-000000.parquet"
    sql = "select count(*) as n from games"
    assert run("query", sql, finished, "--warehouse", kept).code == 0
    made = rows.stat().st_mtime_ns
    assert json.loads(run("query", sql, finished, "--warehouse", kept, "--json").out) == [{"n": 1}]
    assert rows.stat().st_mtime_ns == made
    assert json.loads(run("query", sql, finished, fresh, "--warehouse", kept, "--json").out) == [{"n": 2}]
    assert run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--limit", "1", "--quiet").code == 0
    frames = "select sum(frames) as n from games"
    before = json.loads(run("query", frames, "--warehouse", kept, "--json").out)[0]["n"]
    assert json.loads(run("query", frames, finished, fresh, "--warehouse", kept, "--json").out)[0]["n"] > before
    (kept / "kept.json").write_text("{}")
    assert json.loads(run("query", sql, finished, "--warehouse", kept, "--json").out) == [{"n": 1}]


def test_one_log_more_goes_through_that_log_alone(
    run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexledger.replays.library import tables

    read, seen = tables.game_of, []

    def watched(chronicle: Any) -> Any:
        seen.append(chronicle.path.name)
        return read(chronicle)

    monkeypatch.setattr(tables, "game_of", watched)
    fresh = tmp_path / "fresh.hxl"
    assert run("new", "june_6/push_to_caen", fresh, "--seed", "of its own").code == 0
    sql, house = "select log, frames from games order by frames", tmp_path / "house"
    assert run("query", sql, finished, "--warehouse", house).code == 0
    both = run("query", sql, finished, fresh, "--warehouse", house, "--json")
    assert seen == [finished.name, fresh.name]
    assert both.out == run("query", sql, finished, fresh, "--json").out
    seen.clear()
    # a log that has grown is another one; one that is not named goes
    assert run("play", fresh, "--allied", "bot:random", "--german", "bot:random", "--limit", "2", "--quiet").code == 0
    grown = json.loads(run("query", sql, finished, fresh, "--warehouse", house, "--json").out)
    assert seen == [fresh.name] and grown[0]["frames"] == 3
    seen.clear()
    assert len(json.loads(run("query", sql, fresh, "--warehouse", house, "--json").out)) == 1 and seen == []
    # a table that is not ours is noticed, and all is made anew
    seen.clear()
    games, decisions = (next((house / table).rglob("*.parquet")) for table in ("games", "decisions"))
    games.write_bytes(decisions.read_bytes())
    asked = run("query", sql, "--warehouse", house)
    assert asked.code == 4 and "is not what was put there" in asked.err
    assert len(json.loads(run("query", sql, finished, fresh, "--warehouse", house, "--json").out)) == 2
    assert sorted(seen) == sorted([finished.name, fresh.name])


def test_a_table_that_is_dear_is_made_when_it_is_first_asked_for(run: Run, finished: Path, tmp_path: Path) -> None:
    house, sql = tmp_path / "house", "select combat, sum(chance) as chance from outcomes group by all order by all"
    assert run("query", "select 1 from games", finished, "--warehouse", house).code == 0
    asked = run("query", sql, "--warehouse", house)
    assert asked.code == 4 and "name the logs once more" in asked.err
    rows = json.loads(run("query", sql, finished, "--warehouse", house, "--json").out)
    assert rows and all(abs(row["chance"] - 1) < 1e-9 for row in rows)
    assert json.loads(run("query", sql, "--warehouse", house, "--json").out) == rows


def test_an_answer_that_goes_elsewhere_is_not_cut_short(run: Run, finished: Path) -> None:
    asked = run("query", "select * from games", finished)
    log_id = json.loads(run("query", "select log from games", finished, "--json").out)[0]["log"]
    assert log_id in asked.out and "…" not in asked.out
    assert len({len(line) for line in asked.out.splitlines()}) == 1, "one line a row"


def test_an_answer_as_csv_has_a_heading_and_nothing_that_a_spreadsheet_works_out(run: Run, finished: Path) -> None:
    sql = "select '=1+1' as formula, 'a,b' as comma, null as nothing, 3 as number from games"
    assert run("query", sql, finished, "--csv").out == 'formula,comma,nothing,number\n\'=1+1,"a,b",,3\n'


def test_losses_are_told_in_words(run: Run, finished: Path) -> None:
    assert "reason." not in run("losses", finished).out + run("losses", finished, "--each").out


def test_a_comparison_of_lines_keeps_dice_and_draws_apart(run: Run, finished: Path) -> None:
    rows = json.loads(run("compare", finished, "100", "150", "--phases", "--json").out)["phases"]
    dice = [die["value"] for row in rows for die in row["right_dice"]]
    assert dice and all(0 <= value <= 9 for value in dice)
    assert any("AM" in draw["drawn"] for row in rows for draw in row["right_draws"])


@pytest.mark.whole
def test_the_demo_plays_verifies_records_and_draws(run: Run, tmp_path: Path) -> None:
    shown = run("demo", "--out", tmp_path, "--seed", "11", "--bot", "random")
    assert shown.code == 0
    assert "Verdict: " in shown.out and "[J6 PB 6.112]" in shown.out
    assert "\nintact but not anchored: no checkpoint covers any frame\n" in shown.out
    names = {path.name for path in tmp_path.iterdir()}
    parts = ("hxl", "record.md", *(f"{what}.{form}" for what in ("start", "combat", "end") for form in ("svg", "png")))
    assert names >= {f"push_to_caen.{part}" for part in parts}
    assert all(str(tmp_path / f"push_to_caen.{part}") in shown.out for part in parts)


def test_a_second_demo_leaves_the_first_ones_log_alone(tmp_path: Path) -> None:
    from hexledger.cli.demo import free_name

    assert free_name(tmp_path, "g", ".hxl") == tmp_path / "g.hxl"
    (tmp_path / "g.hxl").touch()
    assert free_name(tmp_path, "g", ".hxl") == tmp_path / "g-2.hxl"


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_every_command_has_help(run: Run, command: str) -> None:
    shown = run(command, "--help")
    assert shown.code == 0 and shown.out.startswith("Usage: ")


READERS = ("show", "offer", "record", "replay", "lines", "history", "verify", "dice", "losses")


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_no_log_is_refused_in_one_line_with_the_exit_code(
    run: Run, command: str, tmp_path: Path
) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("not a log at all", encoding="utf-8")
    shown = run(command, bad)
    assert shown.code in (1, 4)
    assert "Traceback" not in shown.out + shown.err
    if command != "verify":
        assert shown.err.count("\n") == 1


@pytest.mark.parametrize("command", READERS)
def test_a_log_that_is_not_there_is_a_usage_error(run: Run, command: str) -> None:
    shown = run(command, "nowhere.hxl")
    assert shown.code == 2 and "nowhere.hxl" in shown.err and "Traceback" not in shown.err


def test_a_command_that_does_not_exist_is_answered_with_the_nearest(run: Run) -> None:
    shown = run("sow")
    assert shown.code == 2 and "show" in shown.err


def test_names_in_a_log_complete_in_the_shell(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.shell_completion import ShellComplete

    from hexledger.cli.main import cli

    monkeypatch.setenv("COMP_WORDS", f"hexledger show {fresh} --unit 12ss_2")
    complete = ShellComplete(cli, {}, "hexledger", "_HEXLEDGER_COMPLETE")
    units = [item.value for item in complete.get_completions(["show", str(fresh), "--unit"], "12ss_2")]
    assert units == ["12ss_25", "12ss_26"]
    hexes = [item.value for item in complete.get_completions(["show", str(fresh), "--hex"], "E213")]
    assert "E2135" in hexes and all(name.startswith("E213") for name in hexes)
    lines = [item.value for item in complete.get_completions(["show", str(fresh), "--line"], "")]
    assert lines == ["main"]
    monkeypatch.setenv("COMP_WORDS", "hexledger show nowhere.hxl --unit x")
    assert complete.get_completions(["show", "nowhere.hxl", "--unit"], "x") == []


def test_every_side_and_every_key_completes_in_the_shell(fresh: Path, tmp_path: Path, monkeypatch: Any) -> None:
    """Whatever command asks for one: `--as`, `--to`, `--by`, `--winner`, `--key`, `--trust`."""
    from click.shell_completion import ShellComplete

    from hexledger.cli.main import COMMANDS, cli

    monkeypatch.setenv("HEXLEDGER_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "keys").mkdir(parents=True)
    for name in ("ann.key", "ann.pub", "rex.pub"):
        (tmp_path / "home" / "keys" / name).write_text("")
    complete = ShellComplete(cli, {}, "hexledger", "_HEXLEDGER_COMPLETE")
    monkeypatch.setenv("COMP_WORDS", f"hexledger show {fresh}")
    tried = 0
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        for option in command.params:
            if not isinstance(option, click.Option) or option.metavar not in ("SIDE", "KEY"):
                continue
            found = {item.value for item in complete.get_completions([name, str(fresh), option.opts[0]], "")}
            assert found >= ({"ann"} if option.metavar == "KEY" else {"allied", "german"}), (name, option.opts)
            tried += 1
    assert tried > 30
    assert "referee" in {item.value for item in complete.get_completions(["send", str(fresh), "--to"], "r")}
    assert {"ann", "rex"} == {item.value for item in complete.get_completions(["verify", str(fresh), "--trust"], "")}


def test_an_error_in_a_question_points_into_it_line_by_line(finished: Path, run: Run) -> None:
    asked = run("query", "select nosuch from games", finished)
    assert asked.code == 2
    first, *more = asked.err.splitlines()
    assert first.startswith("not understood: ") and "\\n" not in asked.err
    assert len(more) > 1 and all(line.startswith("  ") for line in more), "no line that looks like one of ours"
    assert any(line.strip().startswith("^") for line in more)


def test_the_history_of_a_new_line_names_no_frame_before_the_first(run: Run, finished: Path) -> None:
    """C3: `#6 nobody: label on line what-if from #-1 to #3`."""
    run("branch", finished, "what-if", "--at", "3")
    assert run("history", finished).out.splitlines()[-1].endswith("The table: line what-if begins at #3")
    row = json.loads(run("history", finished, "--json").out)[-1]
    assert (row["from"], row["about"], row["to"]) == (None, None, 3)


def test_a_phase_that_one_line_has_not_come_to_is_told_so(run: Run, finished: Path) -> None:
    said = run("compare", finished, "100", "150", "--phases").out
    assert "None" not in said and "set-up" not in said, "a turn's beginning is no phase"
    missing = [line for line in said.splitlines() if line.startswith(("1", "3", "5")) and "not played |" in line]
    assert missing
    rows = said.splitlines()
    assert all("no difference" not in rows[rows.index(line) + 1] for line in missing if line != rows[-1])


def test_a_combat_whose_first_decision_rolls_nothing_leads_to_its_roll(run: Run, finished: Path) -> None:
    combats = json.loads(run("combats", finished, "--json").out)
    opened = next(one for one in combats if run("fanout", finished, one["frame"]).code == 3)
    refused = run("fanout", finished, opened["frame"]).err
    later = int(refused.rsplit("#", 1)[1])
    assert f"decision #{opened['frame']} rolls nothing; the next one that does is #{later}" in refused
    assert opened["frame"] < later <= opened["resolved"]
    assert run("fanout", finished, later).code == 0
