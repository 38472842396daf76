"""Rule coverage tables of any game: every numbered rule -> where the rules code cites it -> which tests cite it.

Nothing is entered by hand but the list of rules itself (`rulebook.txt` of the game's folder): a citation is a rule
number in the code (docstring, comment, verdict) or in a test (its body, or the rule of the conformance case that it is
named by). Ranges such as 9.12-9.14 cite every rule in them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SHOWN = 3
"""Places and tests that a row names; the others are counted."""

_NOT_YET = re.compile(r"RuleNotImplemented\(.*")
"""A citation that says what is not enforced."""
_NONE = {"": "-", "parts": "those of its parts"}
_COUNTED = ("implemented", "data", "not applicable", "heading", "missing")


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


def spelled(first: str, last: str) -> Iterator[str]:
    """Every number from first to last: 9.12-9.14, QA-MOVE-2-4, 18.7.4-18.7.7."""
    yield first
    if not last:
        return
    stem, mark, begin = first.rpartition("-" if "-" in first else ".")
    end = last.rpartition(".")[2]
    if "." in last and last.rpartition(".")[0] != stem.rpartition(" ")[2]:
        return
    for number in range(int(begin) + 1, int(end) + 1):
        yield f"{stem}{mark}{number}"


class Coverage:
    """The table of one game.

    game       folder under engine/games and tests; title, issue: of the file
    folder     where rulebook.txt and case_rules.txt are
    number     citations; groups `key` and `last` (end of a range)
    case       prefix of the ids of conformance cases (`J6`, `FE`)
    parts      (number, all numbers) -> rules that a heading stands for
    chapter    number -> heading of its part of the table
    same_width a range such as 9.8-9.12 is none: figures after the point are read one by one
    """

    def __init__(
        self,
        *,
        game: str,
        title: str,
        issue: str,
        folder: Path,
        number: re.Pattern[str],
        case: str,
        parts: Callable[[str, tuple[str, ...]], tuple[str, ...]],
        chapter: Callable[[str], str],
        same_width: bool,
    ) -> None:
        self.game, self.title, self.issue, self.folder = game, title, issue, folder
        self.code = ROOT / "engine/games" / game
        self.target = ROOT / f"docs/coverage/{game}.md"
        self.command = f"python -m tests.conformance.{game}.coverage"
        self._number, self._case, self._parts, self.chapter = (
            number,
            re.compile(rf"test_((?:{case}_\d{{3}}_)+)"),
            parts,
            chapter,
        )
        self._same_width = same_width

    # ------------------------------------------------------------------ the list
    @cached_property
    def _rulebook(self) -> tuple[Rule, ...]:
        found = []
        for raw in (self.folder / "rulebook.txt").read_text(encoding="utf-8").splitlines():
            if not raw.strip() or raw.startswith("#"):
                continue
            number, _, rest = raw.partition(" = ")
            words, _, note = rest.partition(" | ")
            kind, _, reason = note.partition(": ")
            found.append(Rule(number, words, kind, reason))
        return tuple(found)

    def rulebook(self) -> tuple[Rule, ...]:
        """The rules of the list, in its order."""
        return self._rulebook

    @cached_property
    def _numbers(self) -> tuple[str, ...]:
        return tuple(rule.number for rule in self._rulebook)

    def numbers(self) -> tuple[str, ...]:
        """Numbers of all rules, in order."""
        return self._numbers

    def parts(self, number: str) -> tuple[str, ...]:
        """Rules that a heading stands for; none for a rule of its own."""
        return self._parts(number, self._numbers)

    # ------------------------------------------------------------------ citations
    def cited(self, text: str) -> list[str]:
        """Rules of the list that a text names, in order, ranges spelled out, without repeats."""
        known = frozenset(self._numbers)
        found: dict[str, None] = {}
        for match in self._number.finditer(text):
            first, last = match["key"], match["last"] or ""
            if self._same_width and "." in first and len(last.rpartition(".")[2]) != len(first.rpartition(".")[2]):
                last = ""
            for number in spelled(first, last):
                if number in known:
                    found[number] = None
        return list(found)

    @cached_property
    def _code_places(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for source in sorted(self.code.rglob("*.py")):
            module = source.relative_to(self.code).with_suffix("").as_posix().removeprefix("rules/")
            if module.startswith(("advisor/", "shown/", "view")):
                continue
            for name, text in _blocks(source):
                for number in self.cited(_NOT_YET.sub("", text)):
                    found.setdefault(number, {})[f"{module}.{name}" if name else module] = None
        for stem in ("options", "switches"):
            lists = self.code / f"{stem}.txt"
            for number in self.cited(lists.read_text(encoding="utf-8")) if lists.is_file() else ():
                found.setdefault(number, {})[f"tables/{stem}"] = None
        return {number: _functions_first(places) for number, places in found.items()}

    def code_places(self) -> dict[str, tuple[str, ...]]:
        """Rule -> `module.function` of the rules code that cites it. Neither how bots play (the advisor) nor what
        boards show enforces anything."""
        return self._code_places

    @cached_property
    def _case_rules(self) -> dict[str, tuple[str, ...]]:
        found = {}
        for line in (self.folder / "case_rules.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                case, _, rules = line.partition(" = ")
                found[case.replace("-", "_")] = tuple(self.cited(rules))
        return found

    def case_rules(self) -> dict[str, tuple[str, ...]]:
        """Conformance case (J6_016) -> rules that it is about."""
        return self._case_rules

    @cached_property
    def _test_places(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        sources = [*(ROOT / "tests" / self.game).glob("test_*.py"), *self.folder.glob("test_*.py")]
        for source in sorted([*sources, *(ROOT / "tests/engine").glob(f"test_{self.game}_*.py")]):
            for name, text in _blocks(source):
                if not name.startswith("test_"):
                    continue
                of_cases = [rule for case in self.cases_of(name) for rule in self._case_rules.get(case, ())]
                for number in dict.fromkeys([*of_cases, *self.cited(text)]):
                    found.setdefault(number, []).append(f"{source.stem.removeprefix('test_')}::{name}")
        return {number: tuple(tests) for number, tests in found.items()}

    def cases_of(self, test: str) -> tuple[str, ...]:
        """Cases (J6_016) that the name of a test begins with."""
        match = self._case.match(test)
        return tuple(re.findall(r"[A-Z]\w{1,2}_\d{3}", match[1])) if match else ()

    def test_places(self) -> dict[str, tuple[str, ...]]:
        """Rule -> `module::test` that cites it in its body or by the case it is named by."""
        return self._test_places

    def rows(self) -> tuple[Row, ...]:
        """The whole table."""
        places, tests = self._code_places, self._test_places
        return tuple(Row(rule, places.get(rule.number, ()), tests.get(rule.number, ())) for rule in self._rulebook)

    @cached_property
    def _by_number(self) -> dict[str, Row]:
        return {row.rule.number: row for row in self.rows()}

    def exercised(self, row: Row) -> str:
        """`itself`: tests cite the rule; `parts`: tests cite every rule below it that is implemented; else empty."""
        if row.tests:
            return "itself"
        below = [self._by_number[part] for part in self.parts(row.rule.number)]
        below = [part for part in below if self.status(part) in ("implemented", "missing")]
        return "parts" if below and all(self.exercised(part) for part in below) else ""

    def status(self, row: Row) -> str:
        """`heading`, `not applicable`, `data`, `implemented`, or `missing`."""
        if row.rule.kind == "no":
            return "not applicable"
        if row.rule.kind == "data":
            return "data"
        if row.places:
            return "implemented"
        return "heading" if self.parts(row.rule.number) else "missing"

    # ------------------------------------------------------------------ the file
    def _where(self, row: Row) -> str:
        match self.status(row):
            case "not applicable":
                return f"not applicable: {row.rule.reason}"
            case "data":
                return f"`{row.rule.reason}`"
            case "heading":
                return "see its parts"
            case "missing":
                return f"**missing** (issue: {self.issue})"
        return _some(row.places)

    def table(self) -> str:
        """The Markdown file."""
        all_rows = self.rows()
        counts = {name: sum(1 for row in all_rows if self.status(row) == name) for name in _COUNTED}
        untested = sum(1 for row in all_rows if self.status(row) == "implemented" and not self.exercised(row))
        lines = [
            f"# {self.title}: rule coverage",
            "",
            f"Written by `{self.command}`; a test proves that it is fresh. "
            "Every numbered rule of the rulebook, where the rules",
            f"code cites it (`module.function` under `engine/games/{self.game}/`, "
            "without a folder where it is `rules/`), "
            "and the tests that cite it. A heading",
            "stands or falls with its parts.",
            "",
            "| | rules |",
            "|---|---|",
            *(f"| {name} | {counts[name]} |" for name in _COUNTED),
            f"| implemented, but cited by no test of its own | {untested} |",
            *self._mutants(),
        ]
        chapter = ""
        for row in all_rows:
            if self.chapter(row.rule.number) != chapter:
                chapter = self.chapter(row.rule.number)
                lines += ["", f"## {chapter}", "", "| rule | about | where | tests |", "|---|---|---|---|"]
            tests = _some(tuple(name.replace("::test_", ": ") for name in row.tests)) or _NONE[self.exercised(row)]
            lines.append(f"| {row.rule.number} | {row.rule.words} | {self._where(row)} | {tests} |")
        return "\n".join(lines) + "\n"

    def _mutants(self) -> list[str]:
        """What mutation testing of the rules showed (`make mutate-sample`), as its runs have noted it."""
        noted = self.folder / "mutation.txt"
        if not noted.is_file():
            return []
        runs = noted.read_text(encoding="utf-8").splitlines()
        about = "Mutation testing (docs/testing.md): the rules changed one place at a time, and whether a test notices."
        return ["", about, "", *(f"* {run}" for run in runs)]

    def write(self) -> None:
        """Write the file."""
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.target.write_text(self.table(), encoding="utf-8")


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


def _functions_first(places: Iterable[str]) -> tuple[str, ...]:
    """Functions before whole modules: a module's own docstring only says what it is about."""
    return tuple(sorted(places, key=lambda place: (place.count(".") == 0, place)))


def _some(names: tuple[str, ...], code: bool = True) -> str:
    shown = [f"`{name}`" if code else name for name in names[:SHOWN]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
