"""Which tests run which function of a game's rules, so that a mutant is tried by those that reach it, quickest first.

Before the first mutant the functions of the copied modules are made to report that they run, the tests are run once,
and the modules are put back. A value that is kept (`kept`, `cached_property`) is worked out in the first test that asks
for it: a survivor among such functions may have tests that this does not see, so a share is a lower bound.
"""

from __future__ import annotations

import ast
import builtins
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

REPORT: Final = "hexledger_reached"
NOBODY: Final = f"__import__('builtins').__dict__.setdefault('{REPORT}', id)\n"
"""A program that a test starts reports to nobody."""
PRISTINE: Final = "pristine"
REACHED: Final = "reached.json"
BUDGET: Final = 60.0
"""Seconds of tests, as long as they took unchanged, by which a mutant is tried at most."""


class Where(NamedTuple):
    """A function: its module, its first line, and the last one."""

    path: str
    first: int
    last: int

    @property
    def name(self) -> str:
        """As it is written down."""
        return f"{self.path}:{self.first}"


def functions(path: str, source: str) -> Iterator[tuple[Where, int]]:
    """Functions of a module, each with the line before which a report can stand, outer ones first."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            body = [one for one in node.body if not _text(one)]
            if body and _first_line(body[0]) > node.lineno:
                yield Where(path, node.lineno, node.end_lineno or node.lineno), _first_line(body[0])


def _text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min(node.lineno, *(one.lineno for one in decorators)) if decorators else node.lineno


def reporting(path: str, source: str) -> str:
    """The module with a report as the first statement of every function."""
    lines = source.splitlines(keepends=True)
    for where, line in sorted(functions(path, source), key=lambda one: -one[1]):
        text = lines[line - 1]
        indent = text[: len(text) - len(text.lstrip())]
        lines.insert(line - 1, f'{indent}{REPORT}("{where.name}")\n')
    futures = [one for one in ast.parse(source).body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    lines.insert(futures[-1].lineno if futures else 0, NOBODY)
    return "".join(lines)


def record(folder: Path, modules: Sequence[str], tests: Sequence[str], env: Mapping[str, str]) -> bool:
    """Run the tests of the copy once and write down what each reaches; False if they fail."""
    for path in modules:
        kept = folder / PRISTINE / path
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / path, kept)
        source = kept.read_text(encoding="utf-8")
        (folder / path).write_text(reporting(path, source), encoding="utf-8")
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutation.reach", "-m", "not long", *tests)
    run = subprocess.run((sys.executable, *words), cwd=folder, env={**env, "PYTHONDONTWRITEBYTECODE": ""}, check=False)
    for path in modules:
        shutil.copy2(folder / PRISTINE / path, folder / path)
    return run.returncode == 0


def changed(folder: Path) -> tuple[str, int] | None:
    """The module that is not as it was, with the first line that differs."""
    for kept in sorted((folder / PRISTINE).rglob("*.py")):
        path = kept.relative_to(folder / PRISTINE)
        then, now = (one.read_text(encoding="utf-8").splitlines() for one in (kept, folder / path))
        if then != now:
            pairs = enumerate(zip(then, now, strict=False), 1)
            return path.as_posix(), next((n for n, (old, new) in pairs if old != new), min(len(then), len(now)))
    return None


def nearest(folder: Path, path: str, line: int) -> list[str]:
    """Tests that reach the innermost function around a line (outside of one: any of the module), quickest first."""
    source = (folder / PRISTINE / path).read_text(encoding="utf-8")
    around = [where for where, _ in functions(path, source) if where.first <= line <= where.last]
    wanted = max(around, key=lambda where: where.first).name if around else None
    found: dict[str, Any] = json.loads((folder / REACHED).read_text(encoding="utf-8"))
    hits = sorted(
        (seconds, test)
        for test, (seconds, names) in found.items()
        if (wanted in names if wanted else any(name.startswith(f"{path}:") for name in names))
    )
    spent, chosen = 0.0, []
    for seconds, test in hits:
        spent += seconds
        if chosen and spent > BUDGET:
            break
        chosen.append(test)
    return chosen


def main() -> int:
    """Run the nearest tests of the mutant in the copy that is the working folder; 0 if none of them notices."""
    here = Path.cwd()
    place = changed(here)
    tests = nearest(here, *place) if place else []
    if not tests:
        return 0
    (here / "nearest.txt").write_text("\n".join(tests), encoding="utf-8")
    words = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "@nearest.txt")
    return subprocess.run((sys.executable, *words), cwd=here, check=False).returncode


class _Reports:
    """What the running test has reached so far; every test's is written down at the end."""

    def __init__(self) -> None:
        self.now: set[str] = set()
        self.all: dict[str, tuple[float, list[str]]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test's parts in turn: setting up, the test, clearing away."""
        seconds, names = self.all.get(report.nodeid, (0.0, []))
        self.all[report.nodeid] = round(seconds + report.duration, 3), sorted({*names, *self.now})
        self.now.clear()

    def pytest_sessionfinish(self) -> None:
        """Write it down."""
        Path(REACHED).write_text(json.dumps(self.all), encoding="utf-8")


def pytest_configure(config: Any) -> None:
    """As a plugin of the first run."""
    reports = _Reports()
    setattr(builtins, REPORT, reports.now.add)
    config.pluginmanager.register(reports)


if __name__ == "__main__":
    sys.exit(main())
