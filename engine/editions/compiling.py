"""Write the compiled file of a shipped edition: ``python -m hexledger.engine.editions.compiling june_6``.

Run it after every change of an edition's files. With ``--check`` nothing is written and the exit code is 1 when the
compiled file is missing or stale. Exit code 2: the edition's files are wrong (the message says where).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hexledger.engine.editions.edition import COMPILED, EditionError, edition_folder, encode, games, source_files
from hexledger.engine.editions.loader import build


def compile_folder(folder: Path) -> bytes:
    """The compiled file of an edition folder, through the strict loader. Same sources, same bytes."""
    return encode(build(source_files(folder)))


def main(arguments: Sequence[str]) -> int:
    """Compile (or check) the editions of the named games, all games when none is named. Returns the exit code."""
    check = "--check" in arguments
    named = [argument for argument in arguments if argument != "--check"]
    stale = 0
    for game in named or games():
        try:
            folder = edition_folder(game)
            compiled = compile_folder(folder)
        except EditionError as error:
            sys.stderr.write(f"{game}: {error}\n")
            return 2
        target = folder / COMPILED
        fresh = target.is_file() and target.read_bytes() == compiled
        if check or fresh:
            stale += not fresh
            sys.stdout.write(f"{game}: {'fresh' if fresh else 'stale'}\n")
            continue
        beside = target.with_suffix(".new")
        beside.write_bytes(compiled)
        beside.replace(target)
        sys.stdout.write(f"{game}: written, {len(compiled)} bytes\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
