"""JSON has one vocabulary: every reading command's output is held against the schema in docs/json.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
READING = (
    *(
        "show",
        "show --at 20",
        "show --hex E2135",
        "show --unit 8/3",
        "show --tracks",
        "offer",
        "offer --at 20",
        "offer --as allied",
        "waiting",
        "waiting --as german",
        "mode",
        "orders --as german",
        "victory",
    ),
    *("record", "record --format json --level all", "explain 20", "explain 20.1", "dice", "dice --rolls", "losses"),
    *(
        "losses --each",
        "compare 20 40",
        "compare 20 40 --phases",
        "lines",
        "history",
        "luck",
        "luck --by unit",
        "supply",
        "victory --by-cause",
        "verify",
        "seals",
        "notes",
    ),
    *("replay --from 10 --to 14", "rulings"),
)
TYPES = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}


def schema() -> dict[str, list[str]]:
    """Shared key -> types that it may have, from the page."""
    block = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    found: dict[str, list[str]] = json.loads(block[1])
    return found


def pairs_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key with its value, at any depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key, item
            yield from pairs_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from pairs_of(item)


def values_of(out: str, line: str) -> list[Any]:
    """What a command printed: one value, or one a line."""
    if line.split(maxsplit=1)[0] == "record":
        return [json.loads(row) for row in out.splitlines()]
    return [json.loads(out)]


def wrong_types(out: str, line: str) -> set[str]:
    """What the page does not allow in what a command printed: keys of another name, shared keys of another type."""
    known = schema()
    pairs = [pair for value in values_of(out, line) for pair in pairs_of(value)]
    wrong = {key for key, _ in pairs} & {"seq", "actor"}
    kinds = {(key, TYPES[type(item)]) for key, item in pairs if key in known}
    return wrong | {f"{key}: {kind}" for key, kind in kinds if kind not in known[key]}


@pytest.mark.parametrize("line", READING)
def test_a_commands_json_keeps_to_the_vocabulary(run: Run, finished: Path, line: str) -> None:
    command, *words = line.split()
    shown = run(command, finished, *words, "--json")
    assert shown.code in (0, 8), shown.err
    assert wrong_types(shown.out, line) == set()


def test_every_word_of_the_schema_is_used(run: Run, finished: Path) -> None:
    used: set[str] = set()
    for line in READING:
        command, *words = line.split()
        out = run(command, finished, *words, "--json").out
        used |= {key for value in values_of(out, line) for key, _ in pairs_of(value)}
    for seq in range(1, 150):
        out = run("explain", finished, seq, "--json").out
        if '"comparison"' in out:
            used |= {key for key, _ in pairs_of(json.loads(out))}
            break
    assert set(schema()) - used <= {"mark"}, "notes are only there when somebody wrote some"
