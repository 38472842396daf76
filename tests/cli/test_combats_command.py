"""`combats`: one row a combat, filters, and the card."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from tests.cli.conftest import Run


def test_combats_are_listed_filtered_and_shown_whole(run: Run, finished: Path) -> None:
    rows = json.loads(run("combats", finished, "--json").out)
    assert len(rows) > 5
    listed = run("combats", finished).out.splitlines()
    assert listed[-1].startswith(f"{len(rows)} combats, ")
    assert sum(line.startswith("  #") for line in listed) == len(rows)
    for side in ("allied", "german"):
        mine = json.loads(run("combats", finished, "--side", side, "--json").out)
        assert mine == [row for row in rows if row["side"] == side]
    held = json.loads(run("combats", finished, "--outcome", "held", "--json").out)
    assert held == [row for row in rows if row["outcome"] == "held"]
    first = next(row for row in rows if row["attackers"])
    unit = first["attackers"][0]["unit"]
    with_unit = json.loads(run("combats", finished, "--unit", unit, "--json").out)
    assert first in with_unit
    assert all(unit in {one["unit"] for one in row["attackers"] + row["defenders"]} for row in with_unit)
    resolved = next(row for row in rows if row["thrown"])
    assert f"{resolved['dice_values']}: " in next(
        line for line in listed if line.startswith(f"  #{resolved['frame']} ")
    )
    card = run("combats", finished, resolved["resolved"]).out
    assert "what the die could have brought:" in card and "\n* " in card and "attackers: " in card
    whole = json.loads(run("combats", finished, resolved["frame"], "--json").out)
    assert whole["number"] == resolved["number"]
    ends, (promised,) = whole["ends"], whole["chances"]
    assert sum(Fraction(*map(int, face["chance"])) for face in ends) == 1
    came = next(face for face in ends if face["happened"])
    assert came["cleared"] is (whole["outcome"] == "cleared") and came["whole"]
    cleared = sum((Fraction(*map(int, face["chance"])) for face in ends if face["cleared"]), Fraction(0))
    assert Fraction(*map(int, promised["cleared"])) == cleared
    swing = {row["of"]: Fraction(*map(int, row["swing"])) for row in whole["swing"]}
    assert swing["hexes"] == came["cleared"] - cleared and "steps" in swing
    assert f"promised: hex cleared {promised['cleared_text']}" in card and "swing of the attacker: " in card
    assert f"* {came['chance_text']:>7}  {came['dice']}: " in card.split("by the end of the combat")[1]
    listed_so = run("combats", finished, "--turn", first["turn"], "--hex", first["targets"][0].split()[0], "--json")
    assert first in json.loads(listed_so.out)


def test_a_frame_without_a_combat_is_refused(run: Run, finished: Path) -> None:
    ran = run("combats", finished, "1")
    assert ran.code == 2 and "belongs to no combat" in ran.err
    assert run("combats", finished, "--unit", "nobody at all").code == 2


def test_all_dice_that_were_read_together_are_listed(run: Run) -> None:
    """A table that is read with the sum of two dice: one of them alone says nothing."""
    log = Path(__file__).parents[1] / "corpus" / "games" / "time_for_trumpets" / "01-greedy-greedy.hxl"
    rows = [row for row in json.loads(run("combats", log, "--json").out) if row["thrown"]]
    assert rows and all(len(row["thrown"]) == 2 for row in rows)
    listed = run("combats", log).out
    for row in rows:
        first, second = (die["value"] for die in row["thrown"])
        assert f" 2d6 = {first} + {second}: " in run("explain", log, row["resolved"]).out
        assert f" 2d6={first}+{second}: " in listed
