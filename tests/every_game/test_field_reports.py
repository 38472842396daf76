"""What new users found in one game must not come back in another: each kind is tried in every game of the catalogue.
docs/field-reports.md says which test holds which line."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.engine.kernel.game import Game
from hexledger.engine.naming.typed import places_of, units_of
from hexledger.engine.table.consequences import cost
from hexledger.events.frame import DECISION
from hexledger.events.model import Drawn, Reckoned, Removed, Rolled
from hexledger.projections.account import COMPARISON, FINDING, SUM, account
from hexledger.projections.phrases import phrases
from hexledger.projections.walk import Passage, passages
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.told import carried_out
from tests.cli.conftest import Run, runner
from tests.every_game.about import About
from tests.every_game.catalogue import about, every_game, outside_the_catalogue
from tests.every_game.test_records import Play

pexpect = pytest.importorskip("pexpect", reason="no pseudo terminals on this platform")

CORPUS = Path(__file__).parents[1] / "corpus" / "games"
MOST_GAMES = 6
"""Games of the corpus that are looked through for a game's losses."""
PROGRAM = "from hexledger.cli.main import main; main()"
WRONG = (
    "99999",
    "-1",
    "\u00b2",
    "9" * 5_000,
    "3 3 3",
    "hlep",
    "\u202e",
    "undo x",
    "undo 99",
    "hex ZZ99",
    "unit nobody",
)
"""What is typed and means nothing, on any keyboard."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command in this process."""
    return runner(monkeypatch)


@every_game
def test_every_calculation_of_a_record_game_reads_as_what_it_is(one: About, played: Play) -> None:
    """C2: a sum adds up line by line; what is none says that it is a comparison or a finding."""
    _, game, frames = played(one)
    found = [event for frame in frames for event in frame.events if isinstance(event, Reckoned)]
    for event in found:
        made, values = account(event, game, phrases()), [value for _, value, _ in event.lines]
        if made.form == SUM and values:
            assert sum(values) == event.total, game.word_key(event.kind)
        elif made.form == COMPARISON:
            assert len(made.sums) == 2
        elif made.form == FINDING:
            assert game.finding(event.kind) or (event.total == 0 > sum(values)), game.word_key(event.kind)


def _own_losses(game: Game[Any], passage: Passage) -> set[int]:
    """Units of the deciding side that a decision takes from it before any die, without those that it gives up."""
    frame, own = passage.frame, set[int]()
    for event in frame.events:
        if isinstance(event, Rolled | Drawn):
            break
        if isinstance(event, Removed) and not game.alive(event.reason) and event.piece in passage.state.at:
            own.add(event.piece)
        own |= {piece for piece in game.never_come(event) if piece not in passage.state.at}
    decision = game.codec.decode(frame.decision)
    given_up = set() if next(places_of(game, decision), None) is not None else set(units_of(game, decision))
    return {piece for piece in own - given_up if game.piece_side(piece) == frame.actor}


@every_game
def test_what_costs_a_player_his_own_units_without_a_die_is_said_before(one: About, played: Play) -> None:
    """G5: `end` with five overstacked hexes took nine units without a word, a retreat those who died on its way."""
    _, game, line = played(one)
    games = [line]
    for path in sorted((CORPUS / one.game).glob("*.hxl"))[:MOST_GAMES]:
        with Chronicle.read(path, game=outside_the_catalogue(one.game)) as log:
            games.append(list(log.frames(log.timeline.head)))
    for frames in games:
        for passage in passages(frames):
            frame = passage.frame
            own = _own_losses(game, passage) if frame.kind == DECISION else set()
            if own:
                told = cost(game, passage.state, frame.actor, game.codec.decode(frame.decision))
                assert own <= {*told.gone, *told.never}, f"#{frame.seq}"


@pytest.fixture(scope="module")
def begun() -> dict[str, Path]:
    """Where the games are that tests of this module have begun."""
    return {}


@pytest.fixture(params=list(GAMES))
def fresh(
    request: pytest.FixtureRequest, begun: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, run: Run
) -> Path:
    """A new game of each kind at a person's first question."""
    name = request.param
    if name not in begun:
        log = tmp_path_factory.mktemp(name) / "g.hxl"
        one = about(name)
        assert run("new", one.scenario(one.record.scenario), log, "--seed", "field").code == 0
        begun[name] = log
    return begun[name]


def test_a_sitting_goes_on_whatever_is_typed_and_nothing_lands_in_the_log(run: Run, fresh: Path) -> None:
    """G3, K5: a mistyped number ended the sitting, or became the reason of an undo."""
    before = fresh.read_bytes()
    played = run("play", fresh, lines="\n".join((*WRONG, "quit")) + "\n")
    assert played.code == 0 and "Stopped at #0" in played.out
    assert "Traceback" not in played.out + played.err and "\u202e" not in played.out
    assert fresh.read_bytes() == before


NOT_OF_A_TABLE = re.compile(
    r"^(move|attack,|declare|drop|artillery of the att|strafe|dive|air assets|place naval|air supp)", re.I
)
"""Questions that no result of a table asks."""

ASKED_BY_A_TABLE = {
    "june_6": {"Retreat", "Mandatory advance"},
    "fortress_europa": {"retreat units"},
    "case_yellow": {"advance after combat, or pass"},
    "france_1944": {"advance after combat", "who loses the next step"},
    "time_for_trumpets": {"advance", "retreat"},
}


@every_game
def test_a_result_is_shown_above_the_questions_that_it_asks_and_above_no_other(one: About) -> None:
    """G4: the result of the last combat stood above whatever was asked next: moves, the next drop, the next attack."""
    asked: set[str] = set()
    for path in sorted((CORPUS / one.game).glob("*.hxl"))[:4]:
        with Chronicle.read(path, game=outside_the_catalogue(one.game)) as log:
            for seq in log.timeline.path(log.timeline.head):
                prompt = log.offer(seq)
                if prompt is not None and carried_out(log, seq) is not None:
                    asked.add(log.game.word(prompt.word))
    assert ASKED_BY_A_TABLE.get(one.game, set()) <= asked
    assert not [word for word in asked if NOT_OF_A_TABLE.match(word)]


LOSING = "june_6/00-greedy-greedy.hxl", 109
"""A question of the corpus of June 6: 3 Division retreats, and both its brigades die of it whichever way they go."""


def test_what_a_listed_decision_costs_is_said_with_it(run: Run, tmp_path: Path) -> None:
    """G5: whoever decides by `offer` and `decide`, or as a program, is warned too."""
    name, at = LOSING
    log = Path(shutil.copy(CORPUS / name, tmp_path))
    told = run("offer", log, "--at", at)
    assert told.out.splitlines()[1] == "  (in any case 2 units in 1 hex will be lost (2 eliminated): 9/3, 27/3)"
    data = json.loads(run("offer", log, "--at", at, "--json").out)
    assert [row["choice"] for row in data["costs"]] == list(range(len(data["choices"]))) == [0, 1, 2, 3]
    assert data["costs"][0]["units"] == ["3_br_9", "3_br_27"]
    # one way of several costs a unit: it stands below that one
    told = run("offer", Path(shutil.copy(CORPUS / "june_6/04-greedy-greedy.hxl", tmp_path)), "--at", 293)
    assert "\n  end_movement\n      (1 unit in 1 hex will be lost (1 eliminated): " in told.out
    assert "in any case" not in told.out


def test_a_game_and_its_scenario_are_called_by_their_titles(run: Run, fresh: Path) -> None:
    """C5: `Turn record: time_for_trumpets / losheim_gap`, `France 1944 - falaise_gap`."""
    with Chronicle.read(fresh) as log:
        title, names = log.title, (log.genesis.game, log.genesis.scenario)
        assert title.startswith(f"{log.game.title}: ")
    for words in (("record", fresh), ("record", fresh, "--format", "md"), ("show", fresh)):
        first = run(*words).out.replace("\\", "").splitlines()[0]
        assert title in first, words
        assert not [name for name in names if "_" in name and re.search(rf"(?<![/\w]){name}(?![/-])", first)], words


def test_the_board_and_the_question_fit_the_terminal(run: Run, fresh: Path) -> None:
    """G1: the board was 418 columns wide, and there was no part of it around what is asked."""
    lines, columns = 24, 80
    game = pexpect.spawn(
        sys.executable, ["-c", PROGRAM, "play", str(fresh)], encoding="utf-8", timeout=30, dimensions=(lines, columns)
    )
    game.expect(r"\w+ #0>")
    shown = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", row) for row in game.before.replace("\r", "").split("\n")]
    # sentences are wrapped by the terminal; a map that is wrapped is none
    drawn = (number for number, row in enumerate(shown) if sum(map(row.count, "\\/|:")) >= 4)
    begins = next(drawn, len(shown))
    assert max(map(len, shown[begins:]), default=0) <= columns
    assert len(shown) - begins <= lines
    game.sendline("quit")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    board = run("show", fresh, "--width", columns)
    _heading, _, _title, *body, _question = board.out.splitlines()
    assert board.code == 0 and len(body) > lines and max(map(len, body)) <= columns


def test_what_decides_the_game_is_said_from_the_first_question_on(run: Run, fresh: Path) -> None:
    """G4: victory conditions and where they stand were nowhere before the end."""
    told = run("victory", fresh)
    assert told.code == 0 and re.search(r"holds|missing", told.out), told


def test_a_new_game_hints_at_one_table_and_every_switch_is_listed(run: Run, fresh: Path) -> None:
    """G7: `games` left out switches that `new --option` takes."""
    assert "mail" not in run("waiting", fresh).out
    with Chronicle.read(fresh) as log:
        game = log.game
    told = run("games", "--json")
    assert told.code == 0
    for scenario in game.scenario_ids:
        for name in (*game.switches, *game.options(scenario)):
            assert f'"{name}"' in told.out, f"{game.id}/{scenario}: nothing says that `new` takes {name}"


def test_logs_of_every_game_are_asked_together(run: Run, fresh: Path) -> None:
    """C6, H2: one set of tables, nothing cut short."""
    asked = run(
        "query", "select games.game, count(*) n from games join units using (log) group by all", fresh, "--json"
    )
    assert asked.code == 0
    (row,) = json.loads(asked.out)
    assert row["n"] > 5


NAMED = re.compile(r"`([a-z_0-9]{12,})`")
PAGE = Path(__file__).parents[2] / "docs" / "field-reports.md"


def test_every_line_of_the_page_names_tests_that_exist() -> None:
    known = {
        name
        for path in PAGE.parents[1].joinpath("tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    table = re.findall(r"^\| ([A-K]\d+) \| (.+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    lines = [row[0] for row in table]
    assert lines == list(dict.fromkeys(lines)) and len(lines) == 47
    for line, kind, tests in table:
        named = NAMED.findall(tests)
        assert kind and (named or ".ci/everywhere" in tests or "`make " in tests), line
        for name in named:
            assert any(name in test for test in known), f"{line}: no test is called {name}"
