"""Child process of test_same_bytes: makes the whole corpus again and prints a SHA-256 for each game.

Usage: python -m tests.corpus.remake FOLDER [--warm]; `--warm` makes every game twice and prints the second time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.corpus.recording import again, games, title


def main(folder: Path, warm: bool) -> None:
    logs = games()
    if warm:
        for log in reversed(logs):
            again(log, folder / f"first-{log.parent.name}-{log.name}")
    for log in logs:
        print(title(log), again(log, folder / f"{log.parent.name}-{log.name}"))  # noqa: T201 - its output is what it is for


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--warm" in sys.argv[2:])
