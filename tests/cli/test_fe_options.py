"""Options of Fortress Europa at the command line: listed with what they do, chosen at `new`, secret where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.games.fortress_europa.tables.options import OPTIONS
from hexledger.replays.picture.symbols import symbol_id
from tests.cli.conftest import Run


def listed(run: Run) -> dict[str, dict[str, Any]]:
    """Scenario -> option -> its row."""
    rows = json.loads(run("games", "--json").out)
    return {
        row["name"].partition("/")[2]: {option["name"]: option for option in row["options"]}
        for row in rows
        if row["name"].startswith("fortress_europa/")
    }


def test_every_option_is_listed_with_its_rule_and_what_it_does(run: Run) -> None:
    found = listed(run)
    assert set().union(*found.values()) == set(OPTIONS)
    assert {"31.6", "31.7", "31.8", "31.17_long", "32", "advanced_air", "naval_withdrawal"} <= set(found["campaign"])
    assert "historical_weather" in found["battle_of_the_bulge"] and "historical_weather" not in found["campaign"]
    assert "32" not in found["invasion"] and "31.8" not in found["on_to_berlin"]
    for options in found.values():
        for option in options.values():
            assert option["values"] == ["no", "yes"] and option["rule"] and len(option["about"]) > 15
    text = run("games").out
    assert "--option 32=no|yes: sudden death: secret objectives, compared on September I (32.1)" in text


@pytest.mark.parametrize(
    "scenario", ["campaign", "invasion", "to_the_west_wall", "battle_of_the_bulge", "on_to_berlin"]
)
def test_what_is_listed_for_a_scenario_can_be_chosen_and_nothing_else(run: Run, tmp_path: Path, scenario: str) -> None:
    options = listed(run)[scenario]
    words = [word for name in options for word in ("--option", f"{name}=yes")]
    assert run("new", f"fortress_europa/{scenario}", tmp_path / "all.hxl", *words).code == 0
    for name in sorted(set(OPTIONS) - set(options)):
        refused = run("new", f"fortress_europa/{scenario}", tmp_path / "none.hxl", "--option", f"{name}=yes")
        assert refused.code == 2 and name in refused.err and not (tmp_path / "none.hxl").exists()


HIDDEN = "pz_2:S7,pz_21:O9,pz_116:R7,i_352:L4,i_275:D7,i_30:N5,ss_12:P9,ss_101:S9,heydte:L5"
"""The hidden units, 21st Panzer not where the display has it."""


@pytest.mark.parametrize("seals", ["practice", "vault"])
def test_a_hidden_unit_may_be_written_down_where_no_list_has_it(run: Run, tmp_path: Path, seals: str) -> None:
    log = tmp_path / "g.hxl"
    assert run("new", "fortress_europa/invasion", log, "--seed", "3", "--seals", seals).code == 0
    assert run("decide", log, "end_set_up").code == 0
    at_sea = run("decide", log, "hide_units", HIDDEN.replace("O9", "T4"))
    assert at_sea.code == 3 and "FE 3.3" in at_sea.err, "refused before it is sealed, not when it is opened"
    assert run("decide", log, "hide_units", HIDDEN.partition(",")[2]).code == 3, "one is left out"
    assert run("decide", log, "hide_units", HIDDEN).code == 0
    played = run("play", log, "--allied", "bot:greedy", "--german", "bot:greedy", "--quiet", "--limit", "90")
    assert played.code == 0, played.err
    shown = json.loads(run("seals", log, "--json").out)
    assert [row["opened"] is not None for row in shown] == [True], "it was opened by itself, from the vault"
    history = run("show", log, "--unit", "pz_21").out
    assert "is placed in O9" in history
    assert run("verify", log).code == 0


@pytest.mark.whole
def test_a_game_with_decoys_is_played_by_bots_and_verifies(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    options = [word for name in ("31.6", "31.7", "31.8") for word in ("--option", f"{name}=yes")]
    assert run("new", "fortress_europa/campaign", log, "--seed", "5", *options).code == 0
    played = run("play", log, "--allied", "bot:greedy", "--german", "bot:random", "--quiet", "--limit", "90")
    assert played.code == 0, played.err
    assert "the decoys are taken away" in run("record", log, "--level", "all").out
    assert run("verify", log).code == 0
    drawn = f'<use xlink:href="#{symbol_id("decoy")}"'
    assert _board(run, log, tmp_path, 10).count(drawn) == 19 and drawn not in _board(run, log, tmp_path)


def _board(run: Run, log: Path, folder: Path, at: int = -1) -> str:
    moment = () if at < 0 else ("--at", str(at))
    assert run("show", log, "--svg", folder / "board.svg", *moment).code == 0
    return (folder / "board.svg").read_text("utf-8")
