"""Change a game's rules one place at a time and run its tests; what no test notices is listed.

    python -m tests.mutation case_yellow                      every place of rules/ and questions/ (a night and more)
    python -m tests.mutation case_yellow --sample 150         so many, drawn by the seed
    python -m tests.mutation case_yellow --only combat,fight  of these modules only
    python -m tests.mutation --folder DIR                     go on with a run that was stopped, or tell it again
    python -m tests.mutation june_6 --seconds 600             on a slow machine: so long may the tests run

With `--note` the share goes into tests/conformance/<game>/mutation.txt, from where the coverage page takes it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

import click

from tests.mutation import session

PARTS: Final = ("rules", "questions")


def modules(game: str, only: str) -> list[str]:
    """Rules modules of a game, as paths from the root."""
    folder = session.ROOT / "engine" / "games" / game
    found = sorted(path for part in PARTS for path in (folder / part).rglob("*.py") if path.stem != "__init__")
    wanted = set(filter(None, only.split(",")))
    unknown = wanted - {path.stem for path in found}
    if unknown or not found:
        sys.exit(f"no rules module {', '.join(sorted(unknown)) or 'at all'} in the game {game}")
    return [path.relative_to(session.ROOT).as_posix() for path in found if not wanted or path.stem in wanted]


def suites(game: str) -> list[str]:
    """Folders with the tests of a game."""
    return [name for name in (f"tests/{game}", f"tests/conformance/{game}") if (session.ROOT / name).is_dir()]


def told(found: session.Outcome) -> str:
    """A run in one line."""
    share = 100 * found.killed / found.tested if found.tested else 0.0
    return f"{found.tested} of {found.total} mutants tested, {found.killed} killed ({share:.1f} %)"


def note(game: str, line: str, about: str) -> None:
    """The line of a run in the game's file, in place of one about the same."""
    path = session.ROOT / "tests" / "conformance" / game / "mutation.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    kept = [one for one in lines if not one.startswith(f"{about}:")]
    path.write_text("\n".join([*kept, f"{about}: {line}"]) + "\n", encoding="utf-8")


def main() -> int:
    """Run it; 0 whatever survives: a share is looked at, not passed."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?")
    words.add_argument("--sample", type=int, default=0)
    words.add_argument("--seed", default="1")
    words.add_argument("--only", default="")
    words.add_argument("--folder", type=Path)
    words.add_argument("--seconds", type=int, default=session.SECONDS)
    words.add_argument("--note", action="store_true")
    asked = words.parse_args()
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="mutants-"))
    if not (folder / session.SESSION).is_file():
        if not asked.game:
            words.error("name a game")
        session.begin(folder, modules(asked.game, asked.only), asked.sample, asked.seed, asked.seconds)
        if not session.baseline(folder, suites(asked.game)):
            sys.exit("the tests fail before anything is changed")
        click.echo(f"in {folder}")
    session.go_on(folder)
    found = session.outcome(folder)
    for one in found.survivors:
        click.echo(f"\n{one.path}:{one.line} {one.operator}\n{one.diff}")
    click.echo(told(found))
    if asked.note and asked.game:
        drawn = f"sample {asked.sample}, seed {asked.seed}" if asked.sample else "all"
        note(asked.game, told(found), f"{asked.only or ' and '.join(PARTS)}, {drawn}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
