"""What a person at the terminal is told and asked: nothing that misleads, nothing that ends the sitting by mistake."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hexledger.cli.listing import Listing, Pick
from hexledger.cli.session import Session
from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.table.consequences import cost
from hexledger.engine.view import grades
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import new_genesis
from tests.cli.conftest import Run

BULGE = "fortress_europa/battle_of_the_bulge"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Bulge, seed 8, after 30 decisions of greedy bots: the German may end his moves with hexes overstacked."""
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.table import play_on

    log = tmp_path_factory.mktemp("crowded") / "b.hxl"
    with Chronicle.create(log, new_genesis(BULGE, seed="8")) as chronicle:
        play_on(chronicle, {1: bot("greedy"), 2: bot("greedy")}, limit=30)
    return log


@pytest.fixture
def bulge(crowded: Path, tmp_path: Path) -> Path:
    log = tmp_path / "b.hxl"
    log.write_bytes(crowded.read_bytes())
    return log


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("explain 99", "there is no frame 99"),
        ("explain abc", "`explain` takes a number, not 'abc'"),
        ("record abc", "`record` takes a number, not 'abc'"),
        ("undo abc", "`undo` takes a number of decisions, and a reason after `because`"),
        ("undo 2 oops", "a reason stands after `because`"),
        ("offer nonsense", "no kind of decision or choice called 'nonsense'"),
        ("hex Z99", "no hex called 'Z99'"),
        ("hex", "which hex?"),
        ("unit nobody", "no unit called 'nobody'"),
        ("map nowhere", "no hex, place or unit called 'nowhere'"),
        ("²", "no decision or command called '²'"),
        ("9" * 4300, "no decision or command called"),
        ("0", "no choice 0; the list has [1] to ["),
        ("[1", "no decision or command called '[1'"),
        ("undo 2", "nothing to undo: the game stands at its beginning"),
        ("undo because", "`because` wants a reason after it"),
        ("redo 3", "`redo` takes nothing after it"),
        ("victory 3", "`victory` takes nothing after it"),
        ("quit E2138", "`quit` takes nothing after it"),
        ("hlep", "did you mean help?"),
        ("victori", "did you mean victory?"),
    ],
)
def test_a_wrong_number_or_word_never_ends_the_sitting_nor_lands_in_the_log(
    run: Run, fresh: Path, typed: str, said: str
) -> None:
    before = fresh.read_bytes()
    played = run("play", fresh, lines=f"{typed}\nquit\n")
    assert played.code == 0 and said in played.out
    assert "Stopped at #0" in played.out
    assert fresh.read_bytes() == before


def test_more_decisions_than_people_have_made_are_not_taken_back(run: Run, fresh: Path) -> None:
    run("play", fresh, lines="1\nend\n")
    before = fresh.read_bytes()
    played = run("play", fresh, lines="undo 99\nquit\n")
    assert "only 2 of 99 decisions of people lie before here on this line: nothing is taken back" in played.out
    assert fresh.read_bytes() == before


def test_what_only_bots_have_decided_is_not_taken_back(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    run("new", BULGE, log, "--seed", "8")
    run("play", log, "--german", "bot:greedy", lines="quit\n")
    before = log.read_bytes()
    played = run("play", log, "--german", "bot:greedy", lines="undo\nquit\n")
    assert "no person has decided anything on this line yet" in played.out
    assert log.read_bytes() == before


def test_a_decision_that_begins_like_a_command_is_a_decision(run: Run, tmp_path: Path) -> None:
    """`exit east` of Fortress Europa left the sitting."""
    log = tmp_path / "g.hxl"
    run("new", BULGE, log, "--seed", "8")
    played = run("play", log, lines="exit east 2 armor\nvictory\nquit\n")
    assert "exit_east is not asked for now" in played.out and "Decided " in played.out


def test_a_number_takes_so_many_decisions_back_and_the_reason_stands_after_because(run: Run, fresh: Path) -> None:
    played = run("play", fresh, lines="1\nend\nundo 2 because I misread the map\nquit\n")
    assert "Play goes on from #0" in played.out
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 0
        assert [step.reason for step in chronicle.timeline.steps if hasattr(step, "reason")][-1:] == [
            "I misread the map"
        ]


def test_ending_with_hexes_overstacked_says_what_will_be_lost_and_asks(run: Run, bulge: Path) -> None:
    size = bulge.stat().st_size
    played = run("play", bulge, "--allied", "bot:greedy", lines="end moves\nn\nquit\n")
    told = re.search(r"(\d+) units in (\d+) hexes will be lost \((\d+) overstacked\): (.*)", played.out)
    assert told is not None and told[1] == told[3] == "6"
    assert "no more moves: go on? (y/n) n" in played.out
    assert bulge.stat().st_size == size, "nothing was decided"
    run("play", bulge, "--allied", "bot:greedy", "--german", "bot:greedy", "--limit", "1")


def test_what_an_ending_costs_is_found_on_a_scratch_copy(bulge: Path) -> None:
    with Chronicle.read(bulge) as chronicle:
        game, state = chronicle.game, chronicle.state()
        prompt = chronicle.offer()
        assert prompt is not None
        ending = next(choice for choice in chronicle.choices() if choice.kind() == "end_moves")
        digest = chronicle.frame(chronicle.timeline.head).digest
        found = cost(game, state, prompt.side, ending)
        assert len(found.gone) == 6
        assert all(game.piece_side(piece) == prompt.side for piece in found.gone)
        assert chronicle.state().at == state.at and chronicle.frame(chronicle.timeline.head).digest == digest


def test_a_question_with_one_answer_is_answered_and_said(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Chronicle.write(fresh) as chronicle:
        assert chronicle.offer() is not None
        only = list(chronicle.choices())[1]
        monkeypatch.setattr(chronicle, "choices", lambda _seq=None: iter([only]))
        assert Session(chronicle, {}).run(limit=1) == 1
        assert chronicle.decision(chronicle.timeline.head) == only
    out = capsys.readouterr().out
    assert "(there is only one answer)" in out and "choose the AM of the first activation" in out


def _picks(chronicle: Chronicle) -> list[Pick]:
    listing = Listing(chronicle.game, list(chronicle.choices()), state=chronicle.state())
    return [item for item in listing.items if isinstance(item, Pick)]


def test_units_of_a_set_are_picked_one_by_one_with_a_running_list(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "f.hxl"
    run("new", BULGE, log, "--seed", "8")
    with Chronicle.read(log) as chronicle:
        pick = _picks(chronicle)[0]
        names = [chronicle.game.piece_name(piece) for piece in pick.units]
        last = sorted(pick.units)[1]
    played = run("play", log, lines=f"1\n1\n{names[1]}\n1\n77\n\ndone\nquit\n")
    assert f"picked: {names[0]} (" in played.out and f"picked: {names[0]}, {names[1]} (" in played.out
    assert "odds" in played.out.split("picked: ")[2], "the odds before he commits"
    assert "no unit [77]; the list has [1] to" in played.out
    with Chronicle.read(log) as chronicle:
        made: Any = chronicle.decision(1)
        assert made.units == (last,)


def test_all_units_of_a_set_are_picked_by_a_word_and_q_leaves_what_is_asked(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "f.hxl"
    run("new", BULGE, log, "--seed", "8")
    with Chronicle.read(log) as chronicle:
        names = [chronicle.game.piece_name(piece) for piece in _picks(chronicle)[0].units]
    played = run("play", log, lines="1\n2\nall\nq\nq\n1\n")
    assert f"picked: {', '.join(names)} (" in played.out
    assert "(nothing is decided)" in played.out
    assert played.out.rstrip().endswith("Stopped at #0; everything decided is in f.hxl.")
    assert played.code == 0


def test_no_number_of_a_list_is_taken_for_a_unit(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "f.hxl"
    run("new", BULGE, log, "--seed", "8")
    out = run("play", log, lines="quit\n").out
    assert re.search(r"^ +\[1\] ", out, re.MULTILINE)
    assert not re.search(r"^ +\d+  ", out, re.MULTILINE)
    assert re.search(r"\b2 armor\b", out) and not re.search(r"\bwith 2,", out)


def test_a_move_is_told_once(run: Run, fresh: Path) -> None:
    run("play", fresh, lines="1\nend\n")
    played = run("play", fresh, lines="move Inns of Court/I C E2237\nquit\n")
    told = [line for line in played.out.splitlines() if "Inns of Court/I C moves" in line and "#" in line]
    assert len(told) == 1
    assert played.out.count("Inns of Court/I C moves E2240") == 1


def test_a_bots_decision_is_told_with_what_was_drawn_odds_modifiers_and_dice(run: Run, fresh: Path) -> None:
    out = run("play", fresh, "--allied", "bot:greedy", "--german", "bot:greedy", "--limit", "60").out
    fought = next(line for line in out.splitlines() if "combat DRM" in line)
    for word in ("attack strength", "defence strength", "odds ", "d10 = ", "row "):
        assert word in fought
    assert "[J6" not in fought, "rule numbers stand in `explain`"
    drawn = re.search(r"^#\d+ (Allied|German) \(bot:greedy\): .* -> .*AM.* is drawn from AM pool", out, re.MULTILINE)
    assert drawn, "whoever ends an activation, the AM that comes next is told"


@pytest.mark.parametrize("name", GAMES)
def test_every_scenario_says_what_decides_it_and_where_that_stands(run: Run, name: str, tmp_path: Path) -> None:
    game = open_game(name)
    for scenario in game.edition.scenarios:
        if game.playable(scenario) is not True:
            continue
        log = tmp_path / f"{scenario}.hxl"
        run("new", f"{name}/{scenario}", log, "--seed", "1")
        shown = run("victory", log)
        assert shown.code == 0 and shown.out.startswith("Decided ")
        assert "  missing  " in shown.out and "    holds  " in shown.out, scenario
        assert re.search(r"^If it were decided now: .+\.$", shown.out, re.MULTILINE), scenario


@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [
        ("case_yellow/historical", "German decisive: 66 or more points - 66 missing", "Allied decisive: 7 or fewer"),
        ("france_1944/falaise_gap", "Allied decisive: 29 or more points - 29 missing", "German decisive: 18 or fewer"),
        (
            "time_for_trumpets/losheim_gap",
            "German decisive victory: 40 or more points - 57 missing",
            "Allied decisive victory: 4 or fewer",
        ),
    ],
)
def test_a_game_that_points_decide_says_how_many_each_level_takes(
    run: Run, tmp_path: Path, scenario: str, first: str, last: str
) -> None:
    log = tmp_path / "g.hxl"
    run("new", scenario, log, "--seed", "1")
    shown = run("victory", log).out.splitlines()
    assert shown[1] == f"  missing  {first}" and shown[5] == f"    holds  {last} points"
    data = json.loads(run("victory", log, "--json").out)
    assert len(data["levels"]) == 5 and data["levels"][0]["most"] is None and data["levels"][-1]["least"] is None


def test_a_level_says_how_many_points_are_missing_or_too_many() -> None:
    high, middle, low = grades([("win", 20), ("draw", 10), ("loss", None)])
    assert (high.most, middle.most, low.most) == (None, 19, 9)
    assert [grade.short(14) for grade in (high, middle, low)] == [6, 0, -5]


def test_secret_objectives_say_how_far_each_is_met(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "g.hxl"
    run("new", "fortress_europa/to_the_west_wall", log, "--seed", "1")
    shown = run("victory", log).out
    assert "by the 7 objectives that each side has picked" in shown
    assert "objective 8: All V1 sites captured - now 0 of 6" in shown
    assert "Torino X29 and one more Mediterranean port - now 3 of 3 held" in shown


def test_the_victory_conditions_of_push_to_caen_stand_as_they_are(run: Run, fresh: Path) -> None:
    shown = run("victory", fresh).out
    assert "Allied victory: no German units in Caen north of the Orne - now 3 [J6 PB 6.112]" in shown
    assert "If it were decided now: German victory." in shown
    assert shown.strip().splitlines()[-1] in run("play", fresh, lines="victory\nquit\n").out


def test_a_destination_that_is_taken_is_refused_by_the_rule_that_closes_it(run: Run, fresh: Path) -> None:
    run("play", fresh, lines="1\nend\n")
    played = run("play", fresh, lines="move Inns of Court/I C E2138\nmove Inns of Court/I C E1520\nquit\n")
    first, second = [line for line in played.out.splitlines() if line.startswith("refused: ")]
    assert "not next to" not in first and "E2138" in first and "125/21Pz" in first
    assert "E1520 is out of reach" in second


@pytest.fixture
def moving(tmp_path: Path) -> Path:
    """Push to Caen, seed 8, where the first activated units may move."""
    from hexledger.engine.bots.players import bot
    from hexledger.replays.log.table import play_on

    log = tmp_path / "m.hxl"
    with Chronicle.create(log, new_genesis("june_6/push_to_caen", seed="8")) as chronicle:
        while "move" not in chronicle.offer().kinds:
            play_on(chronicle, {1: bot("greedy"), 2: bot("greedy")}, limit=1)
    return log


def test_a_long_list_is_narrowed_by_kind_by_unit_and_by_hex(run: Run, moving: Path) -> None:
    every = json.loads(run("offer", moving, "--json").out)["choices"]
    moves = [one for one in every if one["kind"] == "move"]
    unit, end = moves[0]["unit"], moves[0]["path"][-1]
    own = [one for one in moves if one["unit"] == unit]
    assert 0 < len(own) < len(moves) < len(every)
    assert json.loads(run("offer", moving, "move", "--json").out)["choices"] == moves
    assert json.loads(run("offer", moving, "mov", unit.upper(), "--json").out)["choices"] == own
    there = json.loads(run("offer", moving, unit, end.lower(), "--json").out)["choices"]
    assert moves[0] in there and all(one["unit"] == unit and end in one["path"] for one in there)
    none = run("offer", moving, "move", "zebra")
    assert none.code == 2 and "no kind of decision or choice called 'move zebra'" in none.err
    played = run("play", moving, lines=f"offer move {unit}\nquit\n")
    shown = played.out.rsplit("move", 1)[1]
    assert played.code == 0 and "end_movement" not in shown and "movement ends" not in shown
