"""The rule coverage table of June 6: `python -m tests.conformance.june_6.coverage` writes docs/coverage/june_6.md.

Every numbered rule of `rulebook.txt` -> where the rules code cites it -> which tests cite it. Nothing is entered by
hand but the list of rules itself: a citation is a rule number in the code (docstring, comment, verdict) or in a test
(its body, or the rule of the conformance case that it is named by). Ranges such as 9.12-9.14 cite every rule in them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CODE = ROOT / "engine/games/june_6"
TARGET = ROOT / "docs/coverage/june_6.md"
ISSUE = "June 6, complete"
COMMAND = "python -m tests.conformance.june_6.coverage"
SHOWN = 3
"""Places and tests that a row names; the others are counted."""

_NUMBER = re.compile(
    r"(?<![\w.])(?P<key>(?:PB )?\d{1,2}\.\d{1,3}(?:\.\d)?|(?:QA-[A-Z]+|ERR)-\d{1,2})[a-z]?(?:\.\d)?"
    r"(?:\s?-\s?(?P<last>\d{1,2}\.\d{1,3}|\d{1,2})[a-z]?)?(?![\w.]*\d)"
)
_NOT_YET = re.compile(r"RuleNotImplemented\(.*")
"""A citation that says what is not enforced."""
_TEST = re.compile(r"test_(J6_\d{3})_")


class Rule(NamedTuple):
    """One entry of the list. `kind` is empty, `no` (not applicable: `reason`) or `data` (in the file `reason`)."""

    number: str
    words: str
    kind: str
    reason: str


class Row(NamedTuple):
    """A rule with the places of the code and the tests that cite it."""

    rule: Rule
    places: tuple[str, ...]
    tests: tuple[str, ...]


# ---------------------------------------------------------------------- the list
@cache
def rulebook() -> tuple[Rule, ...]:
    """The rules of the list, in its order."""
    found = []
    for raw in (HERE / "rulebook.txt").read_text(encoding="utf-8").splitlines():
        if not raw.strip() or raw.startswith("#"):
            continue
        number, _, rest = raw.partition(" = ")
        words, _, note = rest.partition(" | ")
        kind, _, reason = note.partition(": ")
        found.append(Rule(number, words, kind, reason))
    return tuple(found)


@cache
def numbers() -> tuple[str, ...]:
    """Numbers of all rules, in order."""
    return tuple(rule.number for rule in rulebook())


def parts(number: str) -> tuple[str, ...]:
    """Rules that a heading stands for: 3.8 -> 3.81 ...; chapter 3.0 -> all of 3; none for a rule of its own."""
    book, _, figure = number.rpartition(" ")
    chapter, dot, section = figure.partition(".")
    if not dot:
        return ()
    lead = f"{book} " if book else ""
    if section == "0":
        return tuple(n for n in numbers() if n.startswith(f"{lead}{chapter}.") and n != number)
    longer = (f"{lead}{figure}.", *(f"{lead}{figure}{digit}" for digit in "123456789"))
    return tuple(n for n in numbers() if n.startswith(longer) and n != number)


# ---------------------------------------------------------------------- citations
def cited(text: str) -> list[str]:
    """Rules of the list that a text names, in order, ranges spelled out, without repeats."""
    known = set(numbers())
    found: dict[str, None] = {}
    for match in _NUMBER.finditer(text):
        for number in _spelled(match["key"], match["last"] or ""):
            if number in known:
                found[number] = None
    return list(found)


def _spelled(first: str, last: str) -> Iterator[str]:
    """Every number from first to last: 9.12-9.14, QA-MOVE-2-4."""
    yield first
    if not last:
        return
    stem, mark, begin = first.rpartition("-" if "-" in first else ".")
    end = last.rpartition(".")[2]
    if "." in last and last.rpartition(".")[0] != stem.removeprefix("PB "):
        return
    if len(end) != len(begin) and "." in first:
        return
    for number in range(int(begin) + 1, int(end) + 1):
        yield f"{stem}{mark}{number}"


def _blocks(source: Path) -> Iterator[tuple[str, str]]:
    """(name, text) of every function and class of a module, and of what stands outside them (name empty)."""
    text = source.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    outside = list(lines)
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) - 1
            yield node.name, "".join(lines[first : node.end_lineno])
            for number in range(first, node.end_lineno or first):
                outside[number] = ""
    yield "", "".join(outside)


@cache
def code_places() -> dict[str, tuple[str, ...]]:
    """Rule -> `module.function` of the rules code that cites it. The advisor (how bots play) enforces nothing."""
    found: dict[str, dict[str, None]] = {}
    for source in sorted(CODE.rglob("*.py")):
        module = source.relative_to(CODE).with_suffix("").as_posix().removeprefix("rules/")
        if module.startswith(("advisor/", "view")):
            continue
        for name, text in _blocks(source):
            for number in cited(_NOT_YET.sub("", text)):
                found.setdefault(number, {})[f"{module}.{name}" if name else module] = None
    return {number: _functions_first(places) for number, places in found.items()}


def _functions_first(places: Iterable[str]) -> tuple[str, ...]:
    """Functions before whole modules: a module's own docstring only says what it is about."""
    return tuple(sorted(places, key=lambda place: (place.count(".") == 0, place)))


@cache
def case_rules() -> dict[str, tuple[str, ...]]:
    """Conformance case (J6_016) -> rules that it is about."""
    found = {}
    for line in (HERE / "case_rules.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            case, _, rules = line.partition(" = ")
            found[case.replace("-", "_")] = tuple(cited(rules))
    return found


@cache
def test_places() -> dict[str, tuple[str, ...]]:
    """Rule -> `module::test` that cites it in its body or by the case it is named by."""
    found: dict[str, list[str]] = {}
    sources = [*(ROOT / "tests/june_6").glob("test_*.py"), *HERE.glob("test_*.py")]
    for source in sorted([*sources, *(ROOT / "tests/engine").glob("test_june_6_*.py")]):
        for name, text in _blocks(source):
            if not name.startswith("test_"):
                continue
            case = _TEST.match(name)
            for number in dict.fromkeys([*(case_rules().get(case[1], ()) if case else ()), *cited(text)]):
                found.setdefault(number, []).append(f"{source.stem.removeprefix('test_')}::{name}")
    return {number: tuple(tests) for number, tests in found.items()}


def rows() -> tuple[Row, ...]:
    """The whole table."""
    places, tests = code_places(), test_places()
    return tuple(Row(rule, places.get(rule.number, ()), tests.get(rule.number, ())) for rule in rulebook())


def exercised(row: Row) -> str:
    """`itself`: tests cite the rule; `parts`: tests cite every rule below it that is implemented; empty for neither."""
    if row.tests:
        return "itself"
    below = [part for part in map(_row, parts(row.rule.number)) if status(part) in ("implemented", "missing")]
    return "parts" if below and all(exercised(part) for part in below) else ""


@cache
def _by_number() -> dict[str, Row]:
    return {row.rule.number: row for row in rows()}


def _row(number: str) -> Row:
    return _by_number()[number]


def status(row: Row) -> str:
    """`heading`, `not applicable`, `data`, `implemented`, or `missing`."""
    if row.rule.kind == "no":
        return "not applicable"
    if row.rule.kind == "data":
        return "data"
    if row.places:
        return "implemented"
    return "heading" if parts(row.rule.number) else "missing"


# ---------------------------------------------------------------------- the file
def _some(names: tuple[str, ...], code: bool = True) -> str:
    shown = [f"`{name}`" if code else name for name in names[:SHOWN]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _where(row: Row) -> str:
    match status(row):
        case "not applicable":
            return f"not applicable: {row.rule.reason}"
        case "data":
            return f"`{row.rule.reason}`"
        case "heading":
            return "see its parts"
        case "missing":
            return f"**missing** (issue: {ISSUE})"
    return _some(row.places)


def _chapter(number: str) -> str:
    if number.startswith(("QA", "ERR")):
        return "Questions and answers, errata"
    return "Playbook" if number.startswith("PB") else "Rulebook"


def table() -> str:
    """The Markdown file."""
    all_rows = rows()
    counts = {name: sum(1 for row in all_rows if status(row) == name) for name in _COUNTED}
    untested = sum(1 for row in all_rows if status(row) == "implemented" and not exercised(row))
    lines = [
        "# June 6: rule coverage",
        "",
        f"Written by `{COMMAND}`; a test proves that it is fresh. Every numbered rule of the rulebook, where the rules",
        "code cites it (`module.function` under `engine/games/june_6/rules/`), and the tests that cite it. A heading",
        "stands or falls with its parts.",
        "",
        "| | rules |",
        "|---|---|",
        *(f"| {name} | {counts[name]} |" for name in _COUNTED),
        f"| implemented, but cited by no test of its own | {untested} |",
    ]
    chapter = ""
    for row in all_rows:
        if _chapter(row.rule.number) != chapter:
            chapter = _chapter(row.rule.number)
            lines += ["", f"## {chapter}", "", "| rule | about | where | tests |", "|---|---|---|---|"]
        tests = _some(tuple(name.replace("::test_", ": ") for name in row.tests)) or _NONE[exercised(row)]
        lines.append(f"| {row.rule.number} | {row.rule.words} | {_where(row)} | {tests} |")
    return "\n".join(lines) + "\n"


_NONE = {"": "-", "parts": "those of its parts"}
_COUNTED = ("implemented", "data", "not applicable", "heading", "missing")


def main() -> None:
    """Write the file."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main()
