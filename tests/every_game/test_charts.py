"""Charts are proved when an edition pack is opened: whatever the rules read is there, and of its kind."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexledger.engine.catalogue import GAMES, open_game
from hexledger.engine.editions.edition import EditionError, edition_folder
from hexledger.engine.editions.shape import for_people, lacking
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_words import sources

Path_ = tuple[str | int, ...]


def entries(node: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Path of every entry of the charts, and of every row of a list of rows (by its number)."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield (*path, key)
            yield from entries(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            if isinstance(value, Mapping):
                yield (*path, number)
                yield from entries(value, (*path, number))


def optional(charts: Any, path: Path_) -> bool:
    """True for an entry that other rows of its list do without, and for what lies deeper in a row without an `id`."""
    node = charts
    for number, key in enumerate(path):
        below = path[number + 1 :]
        if isinstance(node, list) and below and not all("id" in row for row in node):
            return len(below) > 1 or not all(below[0] in row for row in node)
        node = node[key]
    return False


def plain(node: Any) -> Any:
    """Charts that can be changed."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.items()}
    return [plain(value) for value in node] if isinstance(node, list | tuple) else node


def without(charts: Any, path: Path_) -> Any:
    """A copy of the charts without an entry."""
    changed = deepcopy(charts)
    node = changed
    for key in path[:-1]:
        node = node[key]
    del node[path[-1]]
    return changed


def spoken(one: About) -> set[str]:
    """Every text in the code of a game: what a rule can read an entry by."""
    found = set()
    for source in sources(one):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@every_game
def test_every_entry_that_is_taken_out_of_the_charts_is_missed_or_read_by_no_rule(one: About) -> None:
    shipped, texts = plain(one.open().edition.charts), spoken(one)
    assert list(lacking(shipped, shipped)) == []
    missed = left = 0
    for chart, content in shipped.items():
        only = {chart: content}
        for path in entries(only):
            named = [where for where, _, _ in lacking(without(only, path), only)]
            if any(for_people(str(key)) for key in path):
                assert not named and not {key for key in path if for_people(str(key))} & texts, path
            elif optional(only, path):
                left += 1
            else:
                missed += 1
                assert named and named[0].startswith(chart), path
    assert missed > 5
    assert left < missed // 5, "rows without an id are looked into at their first level only"


@every_game
def test_an_entry_of_another_kind_is_refused(one: About) -> None:
    """A number for a text, a text for a list, entries by name for a number."""
    shipped = plain(one.open().edition.charts)
    for chart, content in shipped.items():
        for path in entries(content):
            if any(isinstance(key, int) or for_people(key) for key in path):
                continue
            changed = deepcopy(content)
            node = changed
            for key in path[:-1]:
                node = node[key]
            if node[path[-1]] is None:
                continue
            node[path[-1]] = ["of", "another", "kind"] if isinstance(node[path[-1]], str | int) else "of another kind"
            found = list(lacking({chart: changed}, {chart: content}))
            assert found and str(path[-1]) in found[0][0], path


def pack(game: str, folder: Path, change: Any) -> Path:
    """The shipped edition as a pack whose charts are changed."""
    shutil.copytree(str(edition_folder(game)), folder)
    (folder / "compiled.msgpack").unlink(missing_ok=True)
    charts = yaml.safe_load((folder / "charts.yaml").read_text(encoding="utf-8"))
    change(charts)
    (folder / "charts.yaml").write_text(yaml.safe_dump(charts, allow_unicode=True), encoding="utf-8")
    return folder


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_an_unchanged_pack_opens_and_one_without_a_chart_is_refused_with_file_and_entry(
    game: str, tmp_path: Path
) -> None:
    whole = pack(game, tmp_path / "whole", dict)
    assert open_game(game, whole).edition.counters == open_game(game).edition.counters
    chart = sorted(open_game(game).edition.charts)[-1]
    less = pack(game, tmp_path / "less", lambda charts: charts.pop(chart))
    with pytest.raises(EditionError, match=rf"charts\.yaml: {chart}") as refused:
        open_game(game, less)
    assert refused.value.file == "charts.yaml" and refused.value.where == chart


def test_a_pack_without_the_reach_of_volkssturm_is_refused_when_it_is_opened(tmp_path: Path) -> None:
    """It once began, and died after frame 58."""
    folder = pack("fortress_europa", tmp_path / "pack", lambda charts: charts["limits"].pop("volkssturm_trigger"))
    with pytest.raises(EditionError, match=r"charts\.yaml: limits\.volkssturm_trigger: is missing"):
        open_game("fortress_europa", folder)
