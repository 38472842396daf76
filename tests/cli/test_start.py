"""What a command does not need is not imported: `show` and `verify` start fast."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from hexledger.engine.games.june_6.game import MODULES, June6
from hexledger.engine.games.june_6.shown.view import FIGHTING
from tests.cli.conftest import Run

HEAVY = (
    *("cryptography", "duckdb", "pydantic", "yaml", "rich", "prompt_toolkit"),
    *("importlib.resources", "tempfile", "locale"),
)
RULES = "hexledger.engine.games.june_6.rules."


def imported(*arguments: object) -> set[str]:
    """Names of the modules that a command has imported when it ends well."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from hexledger.cli.main import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ), encoding="utf-8")
    return set(done.stderr.split())


def modules(*names: str) -> set[str]:
    """The names, each of which must be that of a module: what was renamed would never be found among the imported."""
    for name in names:
        assert find_spec(name), f"there is no module {name}"
    return set(names)


@pytest.mark.parametrize("command", [("show",), ("show", "--json"), ("verify",)], ids=" ".join)
def test_no_command_of_every_day_imports_what_is_heavy(command: tuple[str, ...], fresh: Path) -> None:
    names = imported(*command, fresh)
    assert "hexledger.replays.log.genesis" in names
    assert sorted(names & set(HEAVY)) == []


def test_show_imports_only_the_rules_that_ask_now(fresh: Path) -> None:
    names = imported("show", fresh)
    rules = {name.removeprefix(RULES) for name in names if name.startswith(RULES)}
    assert rules
    assert not rules & {"setup", "results", "retreat", "rout", "reduced_efficiency", "movement"}
    assert len(rules) < len(MODULES) / 2


def test_verify_of_a_game_without_a_combat_imports_no_rules_of_combat_and_no_search_of_ways(fresh: Path) -> None:
    names = imported("verify", fresh)
    rules = (
        "rules.letters",
        "rules.purchase",
        "rules.airborne",
        "rules.demolitions",
        "rules.german_setup",
        "rules.gliders",
        "rules.hesitation",
        "rules.losses",
        "questions.combat",
        "questions.drm",
        "questions.fight",
        "questions.strategic",
        "questions.strength",
        "questions.reach",
    )
    assert modules(*(f"hexledger.engine.games.june_6.{name}" for name in rules)) & names == set()


def test_show_imports_neither_dice_books_nor_signatures_nor_policies(fresh: Path) -> None:
    names = imported("show", fresh)
    others = ("dice.dicebook", "dice.kit", "secrets.signing", "referee.policies", "referee.rulings", "audit.audit")
    assert modules(*(f"hexledger.replays.{name}" for name in others)) & names == set()


def test_verify_of_a_plain_game_imports_neither_claims_nor_rulings_nor_checkpoints(fresh: Path) -> None:
    names = imported("verify", fresh)
    others = (
        "referee.claims",
        "referee.rulings",
        "referee.policies",
        "log.chronicle",
        "dice.dicebook",
        "secrets.signing",
    )
    assert "hexledger.replays.audit.audit" in names
    unwanted = modules("hexledger.events.checkpoints", *(f"hexledger.replays.{name}" for name in others))
    assert unwanted & names == set()


def test_verify_of_the_bytes_alone_imports_no_rules_no_dice_to_roll_with_and_nothing_of_format_1(fresh: Path) -> None:
    names = imported("verify", "--no-rules", fresh)
    assert "hexledger.replays.audit.audit" in names
    others = (
        "engine.kernel.decisions",
        "engine.naming.words",
        "projections.names",
        "replays.audit.dice",
        "replays.dice.kit",
    )
    assert modules(*(f"hexledger.{name}" for name in others)) & names == set()


def test_the_view_of_june_6_looks_into_every_step_that_carries_a_fight() -> None:
    carrying = {cls.__name__ for cls in June6.step_classes if {"fight", "attacks"} & set(cls.__struct_fields__)}
    assert carrying == FIGHTING


def test_the_help_lists_every_command_under_one_heading_each(run: Run) -> None:
    from hexledger.cli.main import COMMANDS, grouped

    listed = [name for names in grouped().values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)
    assert "More" not in grouped(), "a new command stands under what it is for"
    shown = run("--help").out
    for heading in ("Play:", "Look back:", "Branch:", "Verify:", "Referee:", "By mail:", "Data:"):
        assert heading in shown


def test_a_scenario_without_its_game_is_found_where_it_is(run: Run, tmp_path: Path) -> None:
    refused = run("new", "push_to_caen", tmp_path / "g.hxl")
    assert refused.code == 2 and "did you mean june_6/push_to_caen?" in refused.err
    assert "june_6/push_to_caen" in run("new", "push_to_cane", tmp_path / "g.hxl").err


def test_notes_are_kept_on_a_game_in_which_something_was_undone_and_a_line_opened(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "n.hxl"
    run("new", "june_6/push_to_caen", log, "--seed", "1", "--undo", "free")
    run("decide", log, "pick_am am.cw_corps")
    assert run("undo", log).code == 0 and run("branch", log, "other").code == 0
    assert "#1   main effort" in run("notes", log, "1", "--text", "main effort").out
    assert "#1   main effort" in run("notes", log).out
    assert "frame 2 is a rewind" in run("notes", log, "2", "--text", "x").err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("caen", "june_6/push_to_caen, june_6/epsom_and_caen?"),
        ("bulge", "fortress_europa/battle_of_the_bulge?"),
        ("campaign", "june_6/campaign, fortress_europa/campaign, france_1944/campaign, time_for_trumpets/campaign?"),
        ("france_1944", "/".join(("france_1944", "campaign, france_1944", "falaise_gap, france_1944", "pursuit"))),
        ("Drive on Cherbourg", "june_6/drive_on_cherbourg?"),
        ("holland", "case_yellow/dutch_fortress?"),
        ("Operation Charnwood", "june_6/push_to_caen?"),
        ("xyzzy", "june_6/..., fortress_europa/..."),
    ],
)
def test_a_part_of_a_scenarios_name_or_its_game_lists_what_may_be_meant(
    run: Run, tmp_path: Path, typed: str, meant: str
) -> None:
    refused = run("new", typed, tmp_path / "g.hxl")
    assert refused.code == 2 and f"did you mean {meant}" in refused.err


def test_notes_are_written_read_and_taken_away_from_the_command_line(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "n.hxl"
    run("new", "june_6/push_to_caen", log, "--seed", "1")
    assert run("notes", log).out == "no notes\n"
    assert "main effort" in run("notes", log, "0", "--text", "main effort", "--mark").out
    assert "#0 * main effort" in run("notes", log).out
    assert run("notes", log, "99", "--text", "x").code != 0 and run("notes", log, "--text", "x").code == 2
    assert run("notes", log, "0", "--delete").out == "no note on 0\n"


@pytest.mark.parametrize(
    ("line", "said", "not_said"),
    [
        (("new", "june_6/psuh_to_caen", "x.hxl"), "did you mean push_to_caen", "st_lo"),
        (("new", "june6/push_to_caen", "x.hxl"), "did you mean june_6?", "case_yellow"),
        (("new", "chess/push_to_caen", "x.hxl"), "there are june_6, fortress_europa", "did you mean"),
        (("games", "june_66"), "did you mean june_6?", "case_yellow"),
        (("hlep",), "no command 'hlep'. Did you mean help?", "Did you mean play"),
        (("SHOW",), "Did you mean show?", "play"),
    ],
)
def test_a_hint_names_what_is_spelt_alike_and_only_that(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...], said: str, not_said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run(*line)
    assert refused.code == 2 and said in refused.err and not_said not in refused.err


def test_a_name_that_several_hexes_have_is_suggested_once(run: Run, fresh: Path) -> None:
    """`did you mean Caen, Caen, Caen?`"""
    assert run("show", fresh, "--around", "Cean").err.count("Caen") == 1
    assert run("show", fresh, "--around", "Caen").code == 0, "a look takes the first of them"
    both = run("show", fresh, "--hex", "Caen").err
    assert "E1837" in both and "say which" in both


def test_help_is_a_word_too(run: Run) -> None:
    assert run("help").out == run("--help").out
    assert run("help", "show").out == run("show", "--help").out
    assert run("help", "shwo").code == 2


def test_one_games_scenarios_are_listed_alone(run: Run) -> None:
    shown = run("games", "case_yellow").out
    assert "case_yellow/historical" in shown and "june_6" not in shown
