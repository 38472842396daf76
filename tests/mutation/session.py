"""A session of Cosmic Ray on a copy of the tree: it changes files on disk, so nobody's work tree is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from tests.mutation.reach import record
from tests.mutation.sample import Mutant, drawn, idle_operator
from tests.mutation.spots import idle, lies_in

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
CONFIG: Final = "mutation.toml"
SESSION: Final = "mutation.sqlite"
FIT: Final = "mutants.txt"
"""How many mutants the sample was drawn from."""
SECONDS: Final = 300
"""After which a run of the tests counts as killed (an endless loop); a loaded machine needs more."""


class Survivor(NamedTuple):
    """A change that no test noticed."""

    path: str
    line: int
    operator: str
    diff: str


class Outcome(NamedTuple):
    """What a run showed: mutants in all, tested, killed, and those that lived."""

    total: int
    tested: int
    killed: int
    survivors: tuple[Survivor, ...]


def copy_tree(folder: Path) -> None:
    """What the repository holds, as it lies here now, without caches and environments."""
    listed = subprocess.run(
        ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    subprocess.run((folder / ".ci" / "ns",), check=True)


def environment(folder: Path) -> dict[str, str]:
    """The package is taken from the copy; no compiled files, which would outlive a change of the same second."""
    return {**os.environ, "PYTHONPATH": f"{folder / '.ns'}{os.pathsep}{folder}", "PYTHONDONTWRITEBYTECODE": "1"}


def begin(folder: Path, modules: Sequence[str], size: int, seed: str, seconds: int = SECONDS) -> None:
    """Copy the tree, draw the mutants that are tested from those of the modules, and write down these alone."""
    copy_tree(folder)
    command = f"{sys.executable} -m tests.mutation.reach"
    paths = ", ".join(f'"{path}"' for path in modules)
    (folder / CONFIG).write_text(
        f"[cosmic-ray]\nmodule-path = [{paths}]\ntimeout = {seconds}\nexcluded-modules = []\n"
        f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    fit = {one.job: (one, spec) for one, spec in places(folder, modules)}
    chosen = drawn([one for one, _ in fit.values()], size, seed)
    (folder / FIT).write_text(f"{len(fit)}\n", encoding="utf-8")
    _write(folder, [fit[one.job][1] for one in chosen])


def baseline(folder: Path, tests: Sequence[str]) -> bool:
    """Do the tests pass before anything is changed? What they reach of the drawn modules is written down."""
    from cosmic_ray.work_db import WorkDB, use_db

    with use_db(folder / SESSION, WorkDB.Mode.open) as session:
        drawn_from = sorted({one.path for one in _mutants(session.work_items)})
    return record(folder, drawn_from, tests, environment(folder))


def go_on(folder: Path) -> None:
    """Test what has not been tested yet; a run that was stopped goes on where it was."""
    ray(folder, "exec", CONFIG, SESSION)


def ray(folder: Path, *words: str, check: bool = True) -> int:
    """One command of Cosmic Ray in the copy."""
    tool = Path(sys.executable).with_name("cosmic-ray")
    return subprocess.run((tool, *words), cwd=folder, env=environment(folder), check=check).returncode


def _mutants(items: Any) -> Iterator[Mutant]:
    for item in items:
        spec = item.mutations[0]
        yield Mutant(item.job_id, spec.module_path.as_posix(), spec.operator_name, spec.occurrence, spec.start_pos)


def places(folder: Path, modules: Sequence[str]) -> Iterator[tuple[Mutant, Any]]:
    """Mutants of modules that prove something, each with Cosmic Ray's own description of it, in the order of the files.

    Cosmic Ray's `init` goes over every module once for each of its 213 operators and writes all of them into the
    session, a query each, where they are found again one by one: for a game that took a quarter of an hour.
    """
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names
    from cosmic_ray.work_item import MutationSpec

    names = [name for name in operator_names() if not idle_operator(name)]
    operators = [(name, get_operator(name)) for name in names]
    for path in modules:
        nodes, spans = list(ast_nodes(get_ast_from_path(folder / path))), idle((folder / path).read_text("utf-8"))
        for name, operator in operators:
            if operator.arguments():
                continue
            found = [spot for node in nodes for spot in operator().mutation_positions(node)]
            for occurrence, (start, end) in enumerate(found):
                if not lies_in(start, spans):
                    spec = MutationSpec(path, name, occurrence, start, end)
                    yield Mutant(f"{path} {name} {occurrence}", path, name, occurrence, start), spec


def _write(folder: Path, specs: Sequence[Any]) -> None:
    """A new session of these mutants."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkItem

    with use_db(folder / SESSION, WorkDB.Mode.create) as session:
        session.clear()
        session.add_work_items(WorkItem.single(uuid4().hex, spec) for spec in specs)


def outcome(folder: Path) -> Outcome:
    """What the session holds by now. A mutant that cannot run counts as killed, like one that runs for ever."""
    from cosmic_ray.work_db import WorkDB, use_db

    total, tested, killed = int((folder / FIT).read_text(encoding="utf-8")), 0, 0
    survivors: list[Survivor] = []
    with use_db(folder / SESSION, WorkDB.Mode.open) as session:
        items = {one.job: one for one in _mutants(session.work_items)}
        for job, result in session.results:
            tested += 1
            killed += result.is_killed
            if not result.is_killed:
                one = items[job]
                survivors.append(Survivor(one.path, one.place[0], one.operator, result.diff or ""))
    return Outcome(total, tested, killed, tuple(sorted(survivors)))
