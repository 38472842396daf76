"""A session of Cosmic Ray on a copy of the tree: it changes files on disk, so nobody's work tree is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.mutation.sample import Mutant, drawn, idle_operator
from tests.mutation.spots import idle, lies_in

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
CONFIG: Final = "mutation.toml"
SESSION: Final = "mutation.sqlite"
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


def begin(
    folder: Path, modules: Sequence[str], tests: Sequence[str], size: int, seed: str, seconds: int = SECONDS
) -> None:
    """Copy the tree, list the mutants of the modules, and choose those that are tested."""
    copy_tree(folder)
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider -m 'not long' {' '.join(tests)}"
    paths = ", ".join(f'"{path}"' for path in modules)
    (folder / CONFIG).write_text(
        f"[cosmic-ray]\nmodule-path = [{paths}]\ntimeout = {seconds}\nexcluded-modules = []\n"
        f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    ray(folder, "init", CONFIG, SESSION)
    _choose(folder, size, seed)


def baseline(folder: Path) -> bool:
    """Do the tests pass on the copy before anything is changed?"""
    return ray(folder, "baseline", CONFIG, check=False) == 0


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


def _choose(folder: Path, size: int, seed: str) -> None:
    """Skip what proves nothing and what the lot does not fall on."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    with use_db(folder / SESSION, WorkDB.Mode.open) as session:
        listed = list(_mutants(session.work_items))
        spans = {path: idle((folder / path).read_text(encoding="utf-8")) for path in {one.path for one in listed}}
        fit = [one for one in listed if not idle_operator(one.operator) and not lies_in(one.place, spans[one.path])]
        chosen = {one.job for one in drawn(fit, size, seed)}
        fits = {one.job for one in fit}
        for jobs, why in (
            ([one.job for one in listed if one.job not in fits], "proves nothing"),
            ([one.job for one in fit if one.job not in chosen], "not in the sample"),
        ):
            session.set_multiple_results(jobs, WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output=why))


def outcome(folder: Path) -> Outcome:
    """What the session holds by now. A mutant that cannot run counts as killed, like one that runs for ever."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome

    total = tested = killed = 0
    survivors: list[Survivor] = []
    with use_db(folder / SESSION, WorkDB.Mode.open) as session:
        items = {one.job: one for one in _mutants(session.work_items)}
        total = len(items)
        for job, result in session.results:
            if result.worker_outcome == WorkerOutcome.SKIPPED:
                total -= result.output == "proves nothing"
                continue
            tested += 1
            killed += result.is_killed
            if not result.is_killed:
                one = items[job]
                survivors.append(Survivor(one.path, one.place[0], one.operator, result.diff or ""))
    return Outcome(total, tested, killed, tuple(sorted(survivors)))
