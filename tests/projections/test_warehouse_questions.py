"""The twenty questions of docs/warehouse.md, asked over recorded games of every game in the catalogue; some of their
answers against a recount without SQL."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hexledger.engine.catalogue import GAMES
from hexledger.events.frame import DECISION
from hexledger.events.model import Rolled
from hexledger.projections.losses import LOSS, step_changes
from hexledger.projections.warehouse import build, query
from hexledger.projections.warehouse_tables import TABLES
from hexledger.replays.library.tables import game_of
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import fought

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "warehouse.md").read_text(encoding="utf-8")
QUESTIONS = dict(re.findall(r"^([A-Z].+\?)\n```sql\n(.+)\n```$", PAGE, re.MULTILINE))
CORPUS = ROOT / "tests" / "corpus" / "games"
LOGS = [min((CORPUS / name).glob("*.hxl"), key=lambda log: (log.stat().st_size, log.name)) for name in GAMES]
"""The shortest of each game."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    games = []
    for log in LOGS:
        with Chronicle.read(log) as chronicle:
            games.append(game_of(chronicle))
    build(folder, games)
    return folder


def test_there_are_twenty_of_them_and_the_page_names_every_table() -> None:
    assert len(QUESTIONS) == 20
    listed = set(re.findall(r"\w+", " ".join(re.findall(r"^\| ([a-z_, ]+) \|", PAGE, re.MULTILINE))))
    assert set(TABLES) <= listed


@pytest.mark.whole
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_answered(house: Path, question: str) -> None:
    columns, rows = query(house, QUESTIONS[question])
    assert columns
    if not re.search("undone|gone|changed hands|rule took", question):
        assert rows, "nothing in five games answers it"


def test_answers_are_those_of_a_recount(house: Path) -> None:
    dice: Counter[tuple[str, int, int]] = Counter()
    decided: Counter[str] = Counter()
    combats: Counter[str] = Counter()
    for log in LOGS:
        with Chronicle.read(log) as chronicle:
            name, line = chronicle.genesis.game, list(chronicle.frames(chronicle.timeline.head))
            combats[name] += len(fought(chronicle.game, line))
            for frame in line:
                decided[name] += frame.kind == DECISION
                dice.update((name, one.faces, one.value) for one in frame.events if isinstance(one, Rolled))
    _, rows = query(house, QUESTIONS["How did the dice fall?"])
    assert {tuple(row[:3]): row[3] for row in rows} == dict(dice)
    _, rows = query(house, "select game, count(*) from combats group by all")
    assert dict(rows) == {name: count for name, count in combats.items() if count}
    told = "where standing = 'stands' and kind = 'decision'"
    _, rows = query(house, f"select game, count(*) from decisions {told} group by all")
    assert dict(rows) == dict(decided)


def test_losses_are_those_of_a_recount_the_greatest_first(house: Path) -> None:
    by_rule, by_turn, gone, cost = Counter[object](), Counter[object](), Counter[object](), Counter[object]()
    for log in LOGS:
        with Chronicle.read(log) as chronicle:
            game, line = chronicle.game, list(chronicle.frames(chronicle.timeline.head))
            for row in step_changes(line, game):
                if row["gone"]:
                    gone[game.id, row["unit"], row["side"], row["place"], row["kind"], row["cause"]] += 1
                if row["kind"] == LOSS:
                    by_rule[game.id, row["rule"] or None] -= row["steps"]
                    by_turn[game.id, row["turn"], row["side"], row["cause"]] -= row["steps"]
            for one in fought(game, line):
                for side in (1, 2):
                    cost[game.id, game.side(side)] += one.combat.steps_lost(game, side)
    _, rows = query(house, QUESTIONS["Which rule took the most?"])
    assert rows and [row[2] for row in rows] == sorted(by_rule.values(), reverse=True)[:20]
    assert all(by_rule[row[:2]] == row[2] for row in rows)
    _, rows = query(house, QUESTIONS["How many steps went in each turn, and by what?"])
    assert {row[:4]: row[4] for row in rows} == dict(by_turn)
    _, rows = query(house, QUESTIONS["Which units are gone, and where were they last?"])
    assert Counter(rows) == gone and any(row[3] for row in rows)
    _, rows = query(house, QUESTIONS["What did combats cost each side?"])
    assert {row[:2]: row[2] for row in rows if row[2]} == dict(+cost)


def test_a_row_is_found_again_in_its_log(house: Path) -> None:
    with Chronicle.read(LOGS[0]) as chronicle:
        log_id, size = chronicle.genesis.log_id, len(chronicle.timeline)
        leaves = {seq: chronicle.ledger.leaf(seq).hex() for seq in range(size)}
    for table, columns in TABLES.items():
        if "leaf" in columns:
            _, rows = query(house, f"select seq, leaf from {table} where log = '{log_id}'")
            assert all(leaf == leaves[seq] for seq, leaf in rows if seq is not None), table
