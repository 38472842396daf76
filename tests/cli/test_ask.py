"""`ask`: questions by name, in every form, and what an answer rests on."""

from __future__ import annotations

import csv
import io
import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from shutil import copyfile
from typing import Any

import duckdb
import pytest

from hexledger.events.model import Rolled
from hexledger.replays.library import answer_plots
from hexledger.replays.library.questions import QUESTIONS
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run

GAMES = Path(__file__).parents[1] / "corpus" / "games"
PAGE = (Path(__file__).parents[2] / "docs" / "warehouse.md").read_text(encoding="utf-8")
LOGS = [sorted((GAMES / name).glob("*.hxl"))[0] for name in ("june_6", "fortress_europa", "france_1944")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a warehouse of three games, their dear tables too."""
    from importlib.metadata import version

    from hexledger.replays.library.stock import stock

    folder = tmp_path_factory.mktemp("asked") / "house"
    stock(folder, LOGS, version("hexledger"), dear=True)
    return folder


def asked(run: Run, name: str, house: Path) -> list[dict[str, Any]]:
    return json.loads(run("ask", name, "--warehouse", house, "--json").out)["rows"]


def test_the_questions_are_listed_and_the_page_has_them_all(run: Run) -> None:
    listed = run("ask").out.splitlines()
    assert [line.split()[0] for line in listed] == list(QUESTIONS)
    assert [row["question"] for row in json.loads(run("ask", "--json").out)] == list(QUESTIONS)
    for name in QUESTIONS:
        assert f"| {name} |" in PAGE


@pytest.mark.whole
@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_answered_alike_in_every_form(run: Run, house: Path, name: str, tmp_path: Path) -> None:
    rows = asked(run, name, house)
    table = list(csv.DictReader(io.StringIO(run("ask", name, "--warehouse", house, "--csv").out)))
    assert len(table) == len(rows) and (rows or name in ("undos", "times"))
    file, drawn = tmp_path / "a.parquet", tmp_path / "a.svg"
    said = run("ask", name, "--warehouse", house, "--parquet", file, "--svg", drawn)
    assert said.code == 0 and said.out.splitlines() == [f"the answer in {file}", f"drawn in {drawn}"]
    found = duckdb.sql(f"from '{file}'")
    assert [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()] == rows
    assert ET.fromstring(drawn.read_bytes()).tag.endswith("svg")
    first = drawn.read_bytes()
    assert run("ask", name, "--warehouse", house, "--svg", drawn).code == 0 and drawn.read_bytes() == first


def test_what_an_answer_rests_on_is_found_again_in_the_logs(run: Run, house: Path) -> None:
    for name in ("odds", "losses", "luck", "hexes"):
        said = json.loads(run("ask", name, *LOGS, "--warehouse", house, "--cite", "--json").out)
        assert said["rows"] and said["wrong"] == []
        assert {row["log"] for row in said["rows"]} <= {_id(log) for log in LOGS}
    rows = asked(run, "losses", house)
    one = json.loads(run("ask", "losses", *LOGS, "--warehouse", house, "--cite", "--row", "2", "--json").out)["rows"]
    assert one and all(row[column] == rows[1][column] for row in one for column in ("game", "turn", "side", "cause"))
    assert run("ask", "losses", *LOGS, "--warehouse", house, "--cite", "--row", "999").code == 2


def _id(log: Path) -> str:
    with Chronicle.read(log) as chronicle:
        return chronicle.genesis.log_id


def test_a_citation_that_the_log_does_not_bear_out_is_told() -> None:
    from hexledger.replays.library.citing import Citation, look_up

    with Chronicle.read(LOGS[0]) as chronicle:
        log_id, leaf = chronicle.genesis.log_id, chronicle.ledger.leaf(3).hex()
        events = len(chronicle.frame(3).events)
    good = Citation(log_id, "#3", leaf)
    other = [
        good._replace(leaf="0" * 64),
        good._replace(address=f"#3.{events + 1}"),
        good._replace(address="#999999"),
        good._replace(log="ff" * 16),
        good._replace(address="#nothing"),
    ]
    found = look_up([good, *other], LOGS)
    assert found.good == 1 and {one for one, _ in found.wrong} == set(other) and all(why for _, why in found.wrong)


def test_expectations_are_those_of_the_table(run: Run, house: Path) -> None:
    """In each column as many results are expected as combats were fought there, and as many came."""
    sums: dict[tuple[str, str], list[float]] = {}
    for row in asked(run, "odds", house):
        total = sums.setdefault((row["game"], row["odds"]), [0, 0])
        total[0] += row["times"]
        total[1] += row["expected"]
    assert sums and all(abs(times - expected) < 0.06 for times, expected in sums.values())


def test_the_percentile_of_luck_is_that_of_all_ways_to_fall() -> None:
    from hexledger.replays.library.questions import _lucky

    dice = [{"above": 2, "below": 3, "spread": [-2, 0, 2]}, {"above": -1, "below": 2, "spread": [-1, 1]}]
    told = _lucky(dice)
    sums = [Fraction(a, 3) + Fraction(b, 2) for a, b in product((-2, 0, 2), (-1, 1))]
    total = Fraction(2, 3) - Fraction(1, 2)
    share = Fraction(2 * sum(one < total for one in sums) + sum(one == total for one in sums), 2 * len(sums))
    assert told["luck"] == "+0.17" and told["percentile"] == f"{float(share * 100):.1f} %"


def test_players_are_told_by_name_over_games_of_either_side(run: Run, tmp_path: Path) -> None:
    logs = []
    for number, (allied, german) in enumerate((("Ann", "Bob"), ("Bob", "Ann"))):
        log = tmp_path / f"{number}.hxl"
        named = ("--player", f"allied={allied}", "--player", f"german={german}")
        assert run("new", "june_6/push_to_caen", log, "--seed", f"s{number}", *named).code == 0
        bots = ("--allied", "bot:greedy", "--german", "bot:greedy", "--limit", "60", "--quiet")
        assert run("play", log, *bots).code == 0
        logs.append(log)
    rows = json.loads(run("ask", "luck", *logs, "--json").out)["rows"]
    assert [row["player"] for row in rows] == ["Ann", "Bob"] and {row["games"] for row in rows} <= {1, 2}
    dice: Counter[str] = Counter()
    for log in logs:
        with Chronicle.read(log) as chronicle:
            dice["all"] += sum(
                isinstance(e, Rolled) for f in chronicle.frames(chronicle.timeline.head) for e in f.events
            )
    assert 0 < sum(row["dice"] for row in rows) <= dice["all"]
    timed = json.loads(run("ask", "times", *logs, "--json").out)["rows"]
    assert {row["player"] for row in timed} == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("weather",), "no question 'weather'; questions are odds"),
        (("odds",), "give logs"),
        (("odds", "{log}", "--csv", "--json"), "exclude each other"),
        (("odds", "{log}", "--row", "1"), "--row N goes with --cite"),
        (("odds", "--warehouse", "{house}", "--cite"), "name them"),
        (("odds", "{log}", "--cite", "--svg", "x.svg"), "draws an answer"),
    ],
)
def test_what_cannot_be_asked_is_refused(run: Run, house: Path, words: tuple[str, ...], said: str) -> None:
    ran = run("ask", *(word.format(log=LOGS[0], house=house) for word in words))
    assert ran.code == 2 and said in ran.err


def test_without_the_library_that_draws_it_is_named(
    run: Run, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("ask", "endings", "--warehouse", house, "--svg", tmp_path / "a.svg")
    assert ran.code != 0 and "hexledger[plots]" in ran.err and not (tmp_path / "a.svg").exists()


def test_a_copy_elsewhere_is_the_same_log(run: Run, house: Path, tmp_path: Path) -> None:
    copies = [tmp_path / f"{number}.hxl" for number in range(len(LOGS))]
    for log, copy in zip(LOGS, copies, strict=True):
        copyfile(log, copy)
    said = run("ask", "losses", *copies, "--warehouse", house, "--cite")
    assert said.code == 0 and "each found in its log with this leaf hash" in said.out


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_title_of_a_plot_is_inside_the_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the labels beside the bars are."""
    pytest.importorskip("matplotlib")
    question, seen = QUESTIONS[name], []

    def drawn(figure) -> str:
        figure.draw_without_rendering()
        seen.append((figure.bbox, [text.get_window_extent() for text in figure.texts]))
        return ""

    monkeypatch.setattr(answer_plots, "svg", drawn)
    numbers = set(question.drawn.numbers)
    columns = [*question.by, *(one for one in (*question.counted, *numbers) if one not in question.by)]
    long = "a place of which much is to be said, " * 4
    rows = [[row if one in (*numbers, "turn") else f"{one} {row}, {long}" for one in columns] for row in range(1, 4)]
    answer_plots.answer_plot(question, columns, rows)
    ((picture, (title,)),) = seen
    assert picture.x0 <= title.x0 and title.x1 <= picture.x1 and title.y1 <= picture.y1
